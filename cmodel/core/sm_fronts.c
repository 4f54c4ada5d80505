/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sm_parts.h"

#include <string.h>

#include "core/decode.h"

/* --- PDOM ---------------------------------------------------------------- */

/* Results that resolve are offered port by port: a result that is written decides which of the
 * later ones may be written. */
static void resolve_pdom(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    const struct residency_out *r = &out->residency;
    f->leave = r->leave;
    f->rows = is_ranged(s) ? s->table[kernel_of(s, in->rsp_slot)].map : in->kernel->rows;
    f->fetch_ready = in->fetch_ready;
    f->rsp_valid = in->rsp_valid;
    f->rsp_slot = in->rsp_slot;
    f->rsp_word = in->rsp_word;
    f->rsp_meet = in->rsp_meet;
    f->rsp_meets = in->rsp_meets;
    if (is_zorua(s)) sm_zorua_fetched(s, in, out);
    f->end_valid = sm_back_ends(s, out) &&
                   residency_sits(&s->residency, out->memory.end_slot, out->memory.end_warp[0]);
    f->end_slot = out->memory.end_slot;
    f->spill_ready = in->spill_ready;
    f->fill_valid = in->back_valid;
    f->fill_slot = in->back_slot;
    f->fill_data = in->back_data;
    f->row_rd_slot = r->stack_rd_en ? r->stack_rd_slot : NOWHERE;
    f->row_wr_en = r->stack_wr_en;
    f->row_wr_slot = r->stack_wr_slot;
    f->row_wr_data = r->stack_wr_data;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        f->res_here[p] = out->writeback[p].resolves;
        f->res[p] = out->result[p];
    }
    pdom_front_resolve(&s->front, f, &out->front);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        struct sm_writeback *w = &out->writeback[p];
        const bool writes = !w->writes || sm_back_can_write(s, out, p);
        f->res_valid[p] = w->resolves && writes;
        w->told = writes && (!w->resolves || out->front.res_ready[p]);
        w->written = w->writes && w->told;
        sm_back_write(s, out, p);
    }
}

static void query_registers(const struct sm *s, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    const uint32_t *slot = out->front.query_slot;
    if (is_vt(s)) {
        for (uint32_t p = 0; p < s->cfg.ports; p++)
            f->query_busy[p] = residency_busy(&s->residency, slot[p]);
        return;
    }
    for (uint32_t p = 0; p < s->cfg.ports; p++) out->board_in.query_slot[p] = slot[p];
    out->board_in.query_slot[s->cfg.ports] =
        is_zorua(s) ? out->residency_nets.zorua.ask_slot : NOWHERE;
    scoreboard_eval(&s->board, &out->board_in, &out->board);
    for (uint32_t p = 0; p < s->cfg.ports; p++) f->query_busy[p] = out->board.query_busy[p];
}

/* What the residency is told of a port: events, the look at a slot's next instruction, what issues.
 */
static void tell_residency(struct sm_out *out, uint32_t p)
{
    struct residency_in *r = &out->residency_in;
    const struct pdom_front_out *f = &out->front;
    r->ev_valid[p] = f->ev_valid[p];
    r->ev_kind[p] = f->ev_kind[p];
    r->ev_slot[p] = f->ev_slot[p];
    r->ev_word[p] = f->ev_word[p];
    r->look_en[p] = f->look_en[p];
    r->look_slot[p] = f->look_slot[p];
    r->look_pass[p] = f->look_pass[p];
    r->look_memory[p] = f->look_memory[p];
    r->set_en[p] = out->issue_en[p];
    r->set_slot[p] = f->issue[p].slot[0];
    r->set_use[p] = f->issue[p].use >> FRONT_RD & 1;
    r->set_reg[p] = f->issue[p].reg[FRONT_RD];
    r->set_access[p] = f->issue[p].unit == DECODE_MEMORY;
}

static void issue_pdom(const struct sm *s, struct sm_out *out)
{
    struct pdom_front_in *f = &out->front_in;
    query_registers(s, out);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        f->issue_ready[p] =
            is_zorua(s) ? out->residency_nets.zorua.set.room[p] : stage_ready(s, out, p);
    pdom_front_issue(&s->front, f, &out->front);
    out->begin_en = f->begin_en;
    out->fetch_valid = out->front.fetch_valid;
    out->fetch_slot = out->front.fetch_slot;
    out->fetch_kernel = s->slot_kernel[out->fetch_slot];
    out->fetch_pc = out->front.fetch_pc;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        out->issue_en[p] = out->front.issue_valid[p] && f->issue_ready[p];
        out->issue[p] = &out->front.issue[p];
        out->why[p] = out->front.why[p];
        out->board_in.set_en[p] = out->front.set_en[p];
        out->board_in.set_slot[p] = out->front.issue[p].slot[0];
        out->board_in.set_reg[p] = out->front.issue[p].reg[FRONT_RD];
        tell_residency(out, p);
    }
    out->residency_in.stands = out->front.stands;
}

/* --- DWF ----------------------------------------------------------------- */

/* Of the threads that an access brings back, the threads whose warps sit on a slot are offered, as
 * soon as the residency knows them. */
static void offer_back(const struct sm *s, struct sm_out *out)
{
    struct dwf_front_in *d = &out->dwf_in;
    const struct load_store_out *m = &out->memory;
    d->end_valid = false;
    if (!m->end_valid) return;
    residency_lanes(&s->residency, m->end_mask, m->end_warp, &out->back);
    d->end_valid = !out->back.held && out->back.lane_sits != 0;
    d->end_slot = out->back.lane_slot;
    d->end_mask = out->back.lane_sits;
    d->end_pc = m->end_pc;
}

/* Rows of threads' addresses. */
static void move_rows(struct sm_out *out)
{
    struct dwf_front_in *d = &out->dwf_in;
    const struct residency_out *r = &out->residency;
    d->row_rd_en = r->stack_rd_en;
    d->row_rd_slot = r->stack_rd_slot;
    d->row_wr_en = r->stack_wr_en;
    d->row_wr_slot = r->stack_wr_slot;
    d->row_wr_data = r->stack_wr_data;
}

/* Groups of threads that find no room; a kernel says where they lie. */
static void move_groups(const struct sm_in *in, struct dwf_front_in *d)
{
    d->grp_base_en = in->kernel_en;
    d->grp_base = in->kernel->groups;
    d->grp_wr_ready = in->grp_wr_ready;
    d->grp_rd_ready = in->grp_rd_ready;
    d->grp_rsp_valid = in->grp_rsp_valid;
    d->grp_rsp_data = in->grp_rsp_data;
}

/* A result offered to dwf stays, and dwf may take some of its threads before others: the register
 * is written when it is offered first. */
static void resolve_dwf(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct dwf_front_in *d = &out->dwf_in;
    struct sm_writeback *w = &out->writeback[0];
    const bool writes = !w->writes || sm_back_can_write(s, out, 0);
    d->begin_en = out->front_in.begin_en;
    d->begin_slot = out->front_in.begin_slot;
    d->begin_pc = out->front_in.begin_pc;
    d->begin_mask = out->front_in.begin_mask;
    d->ready = out->front_in.ready;
    d->rows = in->kernel->rows;
    d->fetch_ready = in->fetch_ready;
    d->rsp_valid = in->rsp_valid;
    d->rsp_word = in->rsp_word;
    d->rsp_meet = in->rsp_meet;
    d->rsp_meets = in->rsp_meets;
    d->issue_ready = false;
    d->acc_en = false; /* as issue_ready: known later */
    d->res_valid = w->resolves && writes;
    d->res = out->result[0];
    offer_back(s, out);
    move_rows(out);
    move_groups(in, d);
    dwf_front_eval(&s->dwf, d, &out->dwf);
    w->told = writes && (!w->resolves || out->dwf.res_ready);
    w->written = w->writes && writes;
    sm_back_write(s, out, 0);
    const bool ends = d->end_valid ? out->dwf.end_ready : !out->back.held;
    if (!out->memory.end_valid || ends) return;
    out->memory_in.end_ready = false;
    load_store_eval(&s->memory, &out->memory_in, &out->memory);
}

/* Threads that go to memory, threads that are back, and slots of which no thread runs. */
static void tell_threads(struct sm_out *out)
{
    struct residency_in *r = &out->residency_in;
    const struct load_store_out *m = &out->memory;
    r->stalls = out->dwf.stalls;
    r->acc_en = out->access_en;
    r->acc_mask = out->memory_in.acc_mask;
    r->acc_warp = out->memory_in.acc_warp;
    r->end_valid = m->end_valid;
    r->end_en = m->end_valid && out->memory_in.end_ready;
    r->end_mask = m->end_mask;
    r->end_warp = m->end_warp;
}

static void issue_dwf(const struct sm *s, struct sm_out *out)
{
    struct dwf_front_in *d = &out->dwf_in;
    d->issue_ready = stage_ready(s, out, 0);
    d->acc_en = out->access_en;
    dwf_front_issue(&s->dwf, d, &out->dwf);
    out->begin_en = d->begin_en && out->dwf.begin_ready;
    out->fetch_valid = out->dwf.fetch_valid;
    out->fetch_pc = out->dwf.fetch_pc;
    out->issue_en[0] = out->dwf.issue_valid && d->issue_ready;
    out->issue[0] = out->dwf.issue;
    out->why[0] = out->dwf.why;
    out->residency_in.ev_valid[0] = out->dwf.ev_valid;
    out->residency_in.ev_kind[0] = out->dwf.ev_kind;
    out->residency_in.ev_slot[0] = out->dwf.ev_slot;
    if (is_vt(s)) tell_threads(out);
}

/* --- interweaving -------------------------------------------------------- */

/* A port waits for its bank as with PDOM. Of the results the front end takes one in a cycle. */
static void resolve_weave(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    struct interweave_front_in *f = &out->weave_in;
    f->begin_en = out->front_in.begin_en;
    f->begin_slot = out->front_in.begin_slot;
    f->begin_pc = out->front_in.begin_pc;
    f->begin_mask = out->front_in.begin_mask;
    f->ready = out->front_in.ready;
    f->rows = in->kernel->rows;
    f->fetch_ready = in->fetch_ready;
    f->rsp_valid = in->rsp_valid;
    f->rsp_slot = in->rsp_slot;
    f->rsp_word = in->rsp_word;
    f->rsp_sync = in->rsp_sync;
    f->rsp_div = in->rsp_div;
    f->end_valid = out->memory.end_valid;
    f->end_slot = out->memory.end_slot;
    f->spill_ready = in->spill_ready;
    f->fill_valid = in->back_valid;
    f->fill_slot = in->back_slot;
    f->fill_data = in->back_data;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        struct sm_writeback *w = &out->writeback[p];
        f->res_here[p] = w->resolves;
        f->res[p] = out->result[p];
        w->told = !w->writes || sm_back_can_write(s, out, p);
        f->res_valid[p] = w->resolves && w->told;
    }
    interweave_front_resolve(&s->weave, f, &out->weave);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        struct sm_writeback *w = &out->writeback[p];
        w->told = w->told && (!w->resolves || out->weave.res_ready[p]);
        w->written = w->writes && w->told;
        sm_back_write(s, out, p);
    }
}

static void issue_weave(const struct sm *s, struct sm_out *out)
{
    struct interweave_front_in *f = &out->weave_in;
    f->staged = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        f->issue_ready[p] = stage_ready(s, out, p);
        if (s->issue[p].valid) f->staged |= bit(s->issue[p].i.slot[0]);
    }
    interweave_front_issue(&s->weave, f, &out->weave);
    out->begin_en = f->begin_en;
    out->fetch_valid = out->weave.fetch_valid;
    out->fetch_slot = out->weave.fetch_slot;
    out->fetch_kernel = 0;
    out->fetch_pc = out->weave.fetch_pc;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        struct front_instruction *i = &out->weave.issue[p];
        i->meet = scoreboard_row(out->weave.issue_tag[p], out->weave.issue_pos[p]);
        out->issue_en[p] = out->weave.issue_valid[p];
        out->issue[p] = i;
        out->why[p] = out->weave.why[p];
        out->residency_in.ev_valid[p] = false;
    }
    out->residency_in.ev_valid[0] = out->weave.ev_valid;
    out->residency_in.ev_kind[0] = out->weave.ev_kind;
    out->residency_in.ev_slot[0] = out->weave.ev_slot;
}

/* What lies deeper than a front end keeps. */
static void ask_deeper(const struct sm *s, struct sm_out *out)
{
    struct sm_spill *to = &out->spill;
    const struct simt_stack_out *stack = &out->front.stack;
    const struct cct_out *cold = &out->weave.cold;
    to->valid = !is_dwf(s) && (is_weave(s) ? cold->spill_valid : stack->spill_valid);
    if (!to->valid) return;
    to->load = is_weave(s) ? cold->spill_load : stack->spill_load;
    to->slot = is_weave(s) ? cold->spill_slot : stack->spill_slot;
    to->level = is_weave(s) ? cold->spill_level : stack->spill_level;
    memset(to->data, 0, sizeof to->data);
    if (is_weave(s)) memcpy(to->data, cold->spill_data, sizeof cold->spill_data);
    else memcpy(to->data, stack->spill_data, sizeof to->data);
}

/* --- any of them --------------------------------------------------------- */

void sm_fronts_resolve(const struct sm *s, const struct sm_in *in, struct sm_out *out)
{
    if (is_dwf(s)) resolve_dwf(s, in, out);
    else if (is_weave(s)) resolve_weave(s, in, out);
    else resolve_pdom(s, in, out);
}

void sm_fronts_issue(const struct sm *s, struct sm_out *out)
{
    if (is_dwf(s)) issue_dwf(s, out);
    else if (is_weave(s)) issue_weave(s, out);
    else issue_pdom(s, out);
    ask_deeper(s, out);
}
