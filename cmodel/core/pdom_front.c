/* SPDX-License-Identifier: Apache-2.0 */
#include "core/pdom_front.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "core/decode.h"

enum { PC_BITS = 32, WORD_BYTES = 4, NOWHERE = 0xffff };

/* What the buffer keeps behind the word and the meeting place. */
enum {
    UNIT_AT = 0,
    FLOW_AT = 3,
    FENCE_AT = 6,
    MEETS_AT = 7,
    USE_AT = 8,
    REG_AT = 12,
    REG_BITS = 6,
    KEPT_BITS = 64 + REG_AT + FRONT_OPERANDS * REG_BITS,
};

/* --- init and reset ------------------------------------------------------ */

static const char *init_children(struct pdom_front *s)
{
    const struct pdom_front_cfg *c = &s->cfg;
    const char *wrong = simt_stack_init(
        &s->stack, &(struct simt_stack_cfg){c->slots, c->lanes, PC_BITS, c->frame_width, c->depth,
                                            c->levels, c->ports + 1});
    if (!wrong)
        wrong = instruction_buffer_init(&s->buffer, &(struct instruction_buffer_cfg){
                                                        c->slots, c->ports, c->entries, KEPT_BITS});
    for (uint32_t p = 0; !wrong && p < c->ports; p++)
        wrong = warp_scheduler_init(
            &s->scheduler[p],
            &(struct warp_scheduler_cfg){c->slots / c->ports, c->policy, c->group});
    return wrong;
}

const char *pdom_front_init(struct pdom_front *s, const struct pdom_front_cfg *cfg)
{
    if (cfg->ports < 1 || cfg->ports > PDOM_FRONT_MAX_PORTS) return "Ports must be 1 to 3";
    if (cfg->slots < 2 * cfg->ports || cfg->slots > PDOM_FRONT_MAX_SLOTS ||
        cfg->slots % cfg->ports != 0)
        return "Slots must be a multiple of Ports, 2 Ports to 64";
    if (cfg->accesses < 1 || cfg->accesses > 255) return "Accesses must be 1 to 255";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    for (uint32_t slot = 0; slot < cfg->slots; slot++) s->own[slot % cfg->ports] |= bit(slot);
    return init_children(s);
}

void pdom_front_reset(struct pdom_front *s)
{
    memset(s->access, 0, sizeof s->access);
    s->with_access = 0;
    simt_stack_reset(&s->stack);
    instruction_buffer_reset(&s->buffer);
    for (uint32_t p = 0; p < s->cfg.ports; p++) warp_scheduler_reset(&s->scheduler[p]);
}

/* --- slots of a port ----------------------------------------------------- */

/* Every other bit, from bit 0 on, side by side. */
static uint64_t even_bits(uint64_t x)
{
    x &= UINT64_C(0x5555555555555555);
    x = (x | x >> 1) & UINT64_C(0x3333333333333333);
    x = (x | x >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (x | x >> 16) & UINT64_C(0x00000000ffffffff);
}

/* The bits of a port's slots as its scheduler numbers them: slot i * ports + p is i. */
static uint64_t of_port(const struct pdom_front *s, uint64_t mask, uint32_t p)
{
    if (s->cfg.ports == 1) return mask;
    if (s->cfg.ports == 2) return even_bits(mask >> p);
    uint64_t own = 0;
    for (uint64_t left = mask & s->own[p]; left; left &= left - 1)
        own |= bit(lowest(left) / s->cfg.ports);
    return own;
}

/* --- what the buffer keeps ----------------------------------------------- */

static struct instruction_buffer_word keep(const struct pdom_front_in *in,
                                           const struct decode_out *d)
{
    const bool use[FRONT_OPERANDS] = {d->rs1_use, d->rs2_use, d->rs3_use, d->rd_use};
    const uint32_t reg[FRONT_OPERANDS] = {d->rs1, d->rs2, d->rs3, d->rd};
    uint64_t kept = (uint64_t)d->unit << UNIT_AT | (uint64_t)d->flow << FLOW_AT |
                    (uint64_t)d->fence << FENCE_AT | (uint64_t)in->rsp_meets << MEETS_AT;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++) {
        kept |= (uint64_t)use[o] << (USE_AT + o);
        if (use[o]) kept |= (uint64_t)(in->rows[reg[o]] & 63) << (REG_AT + REG_BITS * o);
    }
    return (struct instruction_buffer_word){{(uint64_t)in->rsp_meet << 32 | in->rsp_word, kept}};
}

static uint32_t field(const struct instruction_buffer_word *w, uint32_t at, uint32_t bits)
{
    return (uint32_t)(w->half[1] >> at & (bit(bits) - 1));
}

static bool waits_for_accesses(const struct instruction_buffer_word *w)
{
    return field(w, FENCE_AT, 1) || field(w, FLOW_AT, 3) == DECODE_EXIT;
}

/* Nothing is fetched behind it. */
static bool is_stop(uint32_t unit, uint32_t flow)
{
    return flow != DECODE_NEXT || unit == DECODE_CSR;
}

/* --- eval: resolve ------------------------------------------------------- */

static void stack_operation(struct simt_stack_in *in, uint32_t p, const struct front_resolved *r)
{
    const uint64_t goes = r->taken & r->mask;
    const uint32_t target = goes ? r->addr[lowest(goes)] : 0;
    in->op_slot[p] = r->slot[0];
    in->op_kind[p] = SIMT_STACK_NEXT;
    in->op_pc[p] = r->pc + WORD_BYTES;
    in->op_taken[p] = goes;
    in->op_target[p] = target;
    in->op_meet[p] = r->meet;
    switch (r->flow) {
    case DECODE_BRANCH: in->op_kind[p] = SIMT_STACK_BRANCH; break;
    case DECODE_CALL: in->op_kind[p] = SIMT_STACK_CALL; break;
    case DECODE_RETURN: in->op_kind[p] = SIMT_STACK_RETURN; break;
    case DECODE_EXIT: in->op_kind[p] = SIMT_STACK_EXIT; break;
    default: break;
    }
    if (r->flow == DECODE_CALL || r->flow == DECODE_RETURN || r->flow == DECODE_JUMP)
        in->op_pc[p] = target;
}

static void stack_inputs(const struct pdom_front *s, const struct pdom_front_in *in,
                         struct simt_stack_in *to)
{
    to->begin_en = in->begin_en;
    to->begin_slot = in->begin_slot;
    to->begin_pc = in->begin_pc;
    to->begin_mask = in->begin_mask;
    to->spill_ready = in->spill_ready;
    to->fill_valid = in->fill_valid;
    to->fill_slot = in->fill_slot;
    if (in->fill_valid) memcpy(to->fill_data, in->fill_data, sizeof to->fill_data);
    to->row_rd_slot = in->row_rd_slot;
    to->row_wr_en = in->row_wr_en;
    to->row_wr_slot = in->row_wr_slot;
    if (in->row_wr_en) memcpy(to->row_wr_data, in->row_wr_data, sizeof to->row_wr_data);
    for (uint32_t p = 0; p <= s->cfg.ports; p++) {
        to->op_valid[p] = false;
        to->look_slot[p] = NOWHERE;
    }
}

void pdom_front_resolve(const struct pdom_front *s, const struct pdom_front_in *in,
                        struct pdom_front_out *out)
{
    stack_inputs(s, in, &out->stack_in);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        out->stack_in.op_valid[p] = in->res_here[p];
        if (in->res_here[p]) stack_operation(&out->stack_in, p, &in->res[p]);
    }
    simt_stack_eval(&s->stack, &out->stack_in, &out->stack);

    out->buffer_in.want = in->ready & out->stack.ready;
    out->buffer_in.fetch_ready = in->fetch_ready;
    out->buffer_in.flush = in->leave;
    for (uint32_t p = 0; p < s->cfg.ports; p++) out->buffer_in.head_slot[p] = NOWHERE;
    instruction_buffer_eval(&s->buffer, &out->buffer_in, &out->buffer);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        out->res_ready[p] = out->stack.op_ready[p];
        out->query_slot[p] = out->buffer.check_slot[p];
    }
}

/* --- eval: issue --------------------------------------------------------- */

static void choose(const struct pdom_front *s, const struct pdom_front_in *in,
                   struct pdom_front_out *out, uint32_t p)
{
    struct warp_scheduler_in *to = &out->scheduler_in[p];
    to->begin = in->begin_en ? of_port(s, bit(in->begin_slot) & s->own[p], p) : 0;
    to->can = of_port(s, out->buffer.can & out->buffer_in.want & s->own[p], p);
    to->issue_ready = in->issue_ready[p] && !in->res_valid[p];
    warp_scheduler_eval(&s->scheduler[p], to, &out->scheduler[p]);
    out->issue_valid[p] = out->scheduler[p].issue_valid && !in->res_valid[p];
    out->issue[p].slot[0] = (uint8_t)(out->scheduler[p].issue_slot * s->cfg.ports + p);
}

/* The instruction of the slot that was chosen, its place and threads. */
static void describe(const struct pdom_front *s, struct pdom_front_out *out, uint32_t p)
{
    struct front_instruction *i = &out->issue[p];
    const struct instruction_buffer_word *w = instruction_buffer_head(&s->buffer, i->slot[0]);
    i->word = (uint32_t)w->half[0];
    i->meet = (uint32_t)(w->half[0] >> 32);
    i->meets = field(w, MEETS_AT, 1);
    i->unit = (uint8_t)field(w, UNIT_AT, 3);
    i->flow = (uint8_t)field(w, FLOW_AT, 3);
    i->use = (uint8_t)field(w, USE_AT, FRONT_OPERANDS);
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        i->reg[o] = (uint8_t)field(w, REG_AT + REG_BITS * o, REG_BITS);
    i->pc = (uint32_t)out->stack.look_pc[p];
    i->mask = out->stack.look_mask[p];
}

static void check_head(const struct pdom_front *s, const struct pdom_front_in *in,
                       struct pdom_front_out *out, uint32_t p)
{
    const struct instruction_buffer_word *w = &out->buffer.check_word[p];
    bool pass = true;
    out->look_en[p] = out->buffer.check_valid[p];
    if (!out->look_en[p]) return;
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        if (field(w, USE_AT + o, 1) &&
            in->query_busy[p] >> field(w, REG_AT + REG_BITS * o, REG_BITS) & 1)
            pass = false;
    if (waits_for_accesses(w) && s->access[out->buffer.check_slot[p]] != 0) pass = false;
    out->buffer_in.check_pass[p] = pass;
    out->look_slot[p] = out->buffer.check_slot[p];
    out->look_pass[p] = pass;
    out->look_memory[p] = !pass && s->access[out->look_slot[p]] != 0;
}

/* The operation of the stack's port: a resolve, or what issues moves on. */
static void operate(const struct pdom_front_in *in, struct pdom_front_out *out, uint32_t p)
{
    const struct front_instruction *i = &out->issue[p];
    const bool issues = out->issue_valid[p] && in->issue_ready[p];
    out->set_en[p] = issues && (i->use >> FRONT_RD & 1);
    out->buffer_in.pop_en[p] = issues;
    out->buffer_in.head_slot[p] = out->issue_valid[p] ? i->slot[0] : NOWHERE;
    out->stack_in.op_valid[p] = in->res_valid[p];
    if (in->res_valid[p] && out->res_ready[p]) out->buffer_in.go |= bit(in->res[p].slot[0]);
    if (!issues || is_stop(i->unit, i->flow)) return;
    if (i->meets) out->buffer_in.go |= bit(i->slot[0]);
    out->stack_in.op_valid[p] = true;
    out->stack_in.op_slot[p] = i->slot[0];
    out->stack_in.op_kind[p] = SIMT_STACK_NEXT;
    out->stack_in.op_pc[p] = i->pc + WORD_BYTES;
    out->stack.op_ready[p] = true; /* as always: it needs no room */
}

static void tell(const struct pdom_front *s, const struct pdom_front_in *in,
                 struct pdom_front_out *out, uint32_t p)
{
    const struct front_resolved *r = &in->res[p];
    const bool resolves = in->res_valid[p] && out->res_ready[p];
    const uint64_t ended = out->stack.done & in->ready & s->own[p];
    out->ev_valid[p] = true;
    if (resolves) out->ev_slot[p] = r->slot[0];
    if (resolves) out->ev_word[p] = r->word;
    if (resolves && r->flow == DECODE_BARRIER) {
        out->ev_kind[p] = FRONT_BARRIER;
    } else if (resolves && r->flow == DECODE_PHASE) {
        out->ev_kind[p] = FRONT_PHASE;
    } else if (ended != 0) {
        out->ev_kind[p] = FRONT_ENDED;
        out->ev_slot[p] = lowest(ended);
    } else {
        out->ev_valid[p] = false;
    }
}

static uint32_t why(const struct pdom_front *s, const struct pdom_front_in *in,
                    const struct pdom_front_out *out, uint32_t p)
{
    const uint64_t runs = out->buffer_in.want & s->own[p];
    if (out->issue_valid[p] && in->issue_ready[p]) return FRONT_ISSUES;
    if (out->issue_valid[p]) return FRONT_PIPE_BUSY;
    if (out->scheduler[p].issue_valid) return FRONT_RESOLVES;
    if (runs & s->buffer.heads) return FRONT_WAITS;
    return runs ? FRONT_NOT_FETCHED : FRONT_NO_WARP;
}

void pdom_front_issue(const struct pdom_front *s, const struct pdom_front_in *in,
                      struct pdom_front_out *out)
{
    bool looks = out->buffer.fetch_valid;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        choose(s, in, out, p);
        out->stack_in.look_slot[p] = out->issue_valid[p] ? out->issue[p].slot[0] : NOWHERE;
        looks |= out->issue_valid[p];
    }
    out->stack_in.look_slot[s->cfg.ports] =
        out->buffer.fetch_valid ? out->buffer.fetch_slot : NOWHERE;
    if (looks) simt_stack_eval(&s->stack, &out->stack_in, &out->stack);

    out->begin_ready = true;
    out->end_ready = true;
    out->stands = out->stack.ready;
    out->at_rest = out->stack.at_rest;
    out->with_access = s->with_access;
    out->fetch_valid = out->buffer.fetch_valid;
    out->fetch_slot = out->buffer.fetch_slot;
    out->fetch_pc =
        (uint32_t)out->stack.look_pc[s->cfg.ports] + out->buffer.fetch_ahead * WORD_BYTES;

    out->buffer_in.go = 0;
    out->buffer_in.wake = in->wb | (in->end_valid ? bit(in->end_slot) : 0);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (out->issue_valid[p]) describe(s, out, p);
        check_head(s, in, out, p);
        operate(in, out, p);
        tell(s, in, out, p);
        out->why[p] = why(s, in, out, p);
    }
}

void pdom_front_eval(const struct pdom_front *s, const struct pdom_front_in *in,
                     struct pdom_front_out *out)
{
    pdom_front_resolve(s, in, out);
    pdom_front_issue(s, in, out);
}

/* --- tick ---------------------------------------------------------------- */

static void count_access(struct pdom_front *s, uint32_t slot, int more)
{
    s->access[slot] = (uint8_t)(s->access[slot] + more);
    s->with_access = (s->with_access & ~bit(slot)) | (s->access[slot] != 0 ? bit(slot) : 0);
}

static void take_answer(const struct pdom_front_in *in, struct instruction_buffer_in *to)
{
    const struct decode_in word = {in->rsp_word};
    struct decode_out d;
    decode_eval(NULL, &word, &d);
    to->rsp_slot = in->rsp_slot;
    to->rsp_word = keep(in, &d);
    to->rsp_stop = is_stop(d.unit, d.flow) || in->rsp_meets;
}

void pdom_front_tick(struct pdom_front *s, const struct pdom_front_in *in,
                     const struct pdom_front_out *out)
{
    struct instruction_buffer_in buffer_in = out->buffer_in;
    buffer_in.rsp_valid = in->rsp_valid;
    if (in->rsp_valid) take_answer(in, &buffer_in);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (out->buffer_in.pop_en[p] && out->issue[p].unit == DECODE_MEMORY)
            count_access(s, out->issue[p].slot[0], 1);
    if (in->end_valid) count_access(s, in->end_slot, -1);
    for (uint64_t left = in->leave; left; left &= left - 1) s->access[lowest(left)] = 0;
    s->with_access &= ~in->leave;
    simt_stack_tick(&s->stack, &out->stack_in, &out->stack);
    instruction_buffer_tick(&s->buffer, &buffer_in, &out->buffer);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        warp_scheduler_tick(&s->scheduler[p], &out->scheduler_in[p], &out->scheduler[p]);
}

/* A scheduler moves with what issues alone, or with a warp that begins: so does the stack. */
bool pdom_front_rests(const struct pdom_front *s, const struct pdom_front_in *in,
                      const struct pdom_front_out *out)
{
    return !in->rsp_valid && !in->end_valid && in->leave == 0 &&
           simt_stack_rests(&s->stack, &out->stack_in) &&
           instruction_buffer_rests(&s->buffer, &out->buffer_in, &out->buffer);
}

/* --- check and promise --------------------------------------------------- */

const char *pdom_front_check(const struct pdom_front *s)
{
    const char *wrong = simt_stack_check(&s->stack);
    if (!wrong) wrong = instruction_buffer_check(&s->buffer);
    for (uint32_t p = 0; !wrong && p < s->cfg.ports; p++)
        wrong = warp_scheduler_check(&s->scheduler[p]);
    for (uint32_t slot = 0; !wrong && slot < s->cfg.slots; slot++)
        if (s->access[slot] > s->cfg.accesses) wrong = "accesses";
    return wrong;
}

/* Slots whose stop has issued, and has not gone: nothing is buffered behind it. */
static uint64_t unresolved(const struct pdom_front *s)
{
    return s->buffer.stopped & ~s->buffer.heads;
}

static const char *begin_promise(const struct pdom_front *s, uint64_t ready, uint32_t slot)
{
    const bool rests = s->access[slot] == 0 && !((s->buffer.heads | s->buffer.stopped) >> slot & 1);
    return rests && !(ready >> slot & 1) ? NULL : "begin";
}

const char *pdom_front_promise(const struct pdom_front *s, const struct pdom_front_in *in)
{
    const char *wrong = NULL;
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (in->res_valid[p] && !((unresolved(s) & s->own[p]) >> in->res[p].slot[0] & 1))
            wrong = "resolve";
    if (in->leave & unresolved(s)) wrong = "leave";
    if (in->end_valid && s->access[in->end_slot] == 0) wrong = "end";
    if (in->begin_en && !wrong) wrong = begin_promise(s, in->ready, in->begin_slot);
    return wrong;
}
