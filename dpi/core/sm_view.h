/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of hd_sm, flat; how a cycle of the model is made of them; what the RTL has beside the
 * model; what means something, and when. */
#ifndef HEDDLE_SM_VIEW_H
#define HEDDLE_SM_VIEW_H

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "core/decode.h"
#include "core/line_memory.h"
#include "core/sm.h"

/* The inputs of a cycle: nothing in it points elsewhere, so that a cycle can be kept, recorded, and
 * played to the RTL and to the model alike. */
struct sm_view_in {
    struct sm_kernel kernel;
    bool kernel_en;
    uint32_t kernel_number;
    bool block_valid;
    uint32_t block_kernel;
    uint32_t block_id[3];
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_slot;
    uint32_t rsp_word;
    uint32_t rsp_meet;
    bool rsp_meets;
    bool rsp_sync;
    uint32_t rsp_div;
    bool mem_ready;
    bool fill_valid;
    uint32_t fill_id;
    uint32_t fill_data[LINE_CONTENTS_MAX_WORDS];
    bool spill_ready;
    bool back_valid;
    uint32_t back_slot;
    uint32_t back_data[SIMT_STACK_ENTRY_WORDS];
    bool rsp_phase;
    uint32_t rsp_specifier;
    bool grp_wr_ready;
    bool grp_rd_ready;
    bool grp_rsp_valid;
    uint32_t grp_rsp_data[DWF_FRONT_GROUP_WORDS];
};

struct sm_view_out {
    bool idle;
    bool done;
    bool refused;
    uint32_t binds;
    bool block_ready;
    bool block_done;
    uint32_t done_kernel;
    uint32_t done_id[3];
    bool waits;
    bool split;
    bool fetch_valid;
    uint32_t fetch_slot;
    uint32_t fetch_pc;
    uint32_t fetch_kernel;
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint32_t mem_line;
    uint8_t mem_data[4 * LINE_CONTENTS_MAX_WORDS];
    uint32_t mem_be[LINE_CONTENTS_MAX_WORDS / 8];
    uint32_t mem_op;
    uint8_t mem_expect[4 * LINE_CONTENTS_MAX_WORDS];
    uint64_t mem_lanes;
    uint32_t mem_word[SM_MAX_LANES];
    uint32_t mem_owner[SM_MAX_LANES];
    bool fill_ready;
    bool spill_valid;
    bool spill_load;
    uint32_t spill_slot;
    uint32_t spill_warp;
    uint32_t spill_level;
    uint32_t spill_data[SIMT_STACK_ENTRY_WORDS];
    bool issue_en[SM_MAX_PORTS];
    uint32_t issue_slot[SM_MAX_PORTS][SM_MAX_LANES];
    uint32_t issue_pc[SM_MAX_PORTS];
    uint64_t issue_mask[SM_MAX_PORTS];
    uint32_t why[SM_MAX_PORTS];
    bool access_en;
    uint32_t access_slot[SM_MAX_LANES];
    uint32_t access_pc;
    uint32_t access_word;
    uint64_t access_mask;
    uint32_t access_addr[SM_MAX_LANES];
    uint32_t outcome[CACHE_BANKS_MAX];
    uint32_t blocked[CACHE_BANKS_MAX];
    bool back[CACHE_BANKS_MAX];
    bool conflict;
    bool frm_bad[SM_MAX_PORTS];
    uint32_t frm_bad_slot[SM_MAX_PORTS][SM_MAX_LANES];
    uint32_t frm_bad_pc[SM_MAX_PORTS];
    bool grp_wr_valid;
    uint32_t grp_wr_addr;
    uint32_t grp_wr_data[DWF_FRONT_GROUP_WORDS];
    bool grp_rd_valid;
    uint32_t grp_rd_addr;
    bool grp_rsp_ready;
};

/* What the model's eval and tick share. It points into itself and into the model. */
struct sm_cycle {
    struct sm_kernel kernel;
    struct sm_in in;
    struct sm_out out;
};

/* The model, and its registers as the RTL has them where that differs: the identity of a block is
 * Zorua's plug's; wrote is a bit a port; a park is 0 if the result is not stored. */
struct sm_view {
    struct sm model;
    struct sm_cycle *cycle;
    uint32_t home[SM_MAX_SLOTS][3];
    uint32_t writes;
    uint32_t stored[SM_MAX_PORTS];
    uint64_t named;        /* slots that have had a block since the last reset */
    uint32_t known;        /* kernels that have been given since then */
    bool was_done;         /* a kernel ended in the cycle before */
    bool was_reset;        /* a reset has ended one */
    uint32_t last_threads; /* of a block of the last kernel */
};

/* Called before each clock edge of the machine, if it is not NULL, with the model's state and
 * outputs of the cycle, which are the RTL's as long as nothing is reported: sm_cover.c. A bench
 * without checkers has none: weak there. */
extern void (*sm_observer)(const struct sm *s, const struct sm_out *out);

static inline bool is_dwf(const struct sm *m) { return m->cfg.formation == SM_DWF; }
static inline bool is_vt(const struct sm *m) { return m->cfg.residency == SM_VT; }
static inline bool is_zorua(const struct sm *m) { return m->cfg.residency == SM_ZORUA; }
static inline bool is_ranged(const struct sm *m) { return m->cfg.residency == SM_RANGE; }
/* Slots that tell whose the threads of a warp are: one, or one a lane. */
static inline uint32_t rows(const struct sm *m) { return is_dwf(m) ? m->cfg.lanes : 1; }

/* ---- the model's outputs, flat ---- */

static inline void flatten_memory(const struct sm_view *v, struct sm_view_out *o)
{
    const struct load_store_out *m = &v->cycle->out.memory;
    const uint32_t bytes = v->model.cfg.line_bytes;
    o->fill_ready = m->fill_ready;
    memcpy(o->outcome, m->outcome, sizeof o->outcome);
    memcpy(o->blocked, m->blocked, sizeof o->blocked);
    memcpy(o->back, m->back, sizeof o->back);
    o->conflict = m->conflict;
    o->mem_valid = m->mem_valid;
    if (!m->mem_valid) return;
    o->mem_kind = m->mem_kind;
    o->mem_id = m->mem_id;
    o->mem_line = (uint32_t)m->mem_line;
    memcpy(o->mem_data, m->mem_data, bytes);
    memcpy(o->mem_be, m->mem_be, 4 * ((bytes + 31) / 32));
    o->mem_op = m->mem_op;
    memcpy(o->mem_expect, m->mem_expect, bytes);
    o->mem_lanes = m->mem_lanes;
    memcpy(o->mem_word, m->mem_word, sizeof o->mem_word);
    memcpy(o->mem_owner, m->mem_owner, 4 * rows(&v->model));
}

static inline void flatten_stack(const struct sm_view *v, struct sm_view_out *o)
{
    const struct sm_spill *k = &v->cycle->out.spill;
    o->spill_valid = k->valid;
    o->spill_load = k->load;
    o->spill_slot = k->slot;
    o->spill_warp = sm_warp_of(&v->model, k->slot);
    o->spill_level = k->level;
    memcpy(o->spill_data, k->data, sizeof o->spill_data);
}

static inline void flatten_groups(const struct sm_view *v, struct sm_view_out *o)
{
    const struct dwf_front_out *d = &v->cycle->out.dwf; /* with PDOM it never asks */
    o->grp_wr_valid = d->grp_wr_valid;
    o->grp_wr_addr = d->grp_wr_addr;
    memcpy(o->grp_wr_data, d->grp_wr_data, sizeof o->grp_wr_data);
    o->grp_rd_valid = d->grp_rd_valid;
    o->grp_rd_addr = d->grp_rd_addr;
    o->grp_rsp_ready = d->grp_rsp_ready;
}

static inline void flatten_issue(const struct sm_view *v, struct sm_view_out *o, uint32_t p)
{
    const struct sm_out *m = &v->cycle->out;
    o->why[p] = m->why[p];
    o->issue_en[p] = m->issue_en[p];
    if (!m->issue_en[p]) return;
    for (uint32_t r = 0; r < rows(&v->model); r++) o->issue_slot[p][r] = m->issue[p]->slot[r];
    o->issue_pc[p] = m->issue[p]->pc;
    o->issue_mask[p] = m->issue[p]->mask;
}

static inline void flatten_through(const struct sm_view *v, struct sm_view_out *o, uint32_t p)
{
    const struct sm_out *m = &v->cycle->out;
    const struct simd_pipe_buffer *b = m->pipe[p].out;
    const size_t slots = 4 * rows(&v->model);
    o->frm_bad[p] = m->frm_bad[p];
    if (m->frm_bad[p]) {
        memcpy(o->frm_bad_slot[p], m->slot[p], slots);
        o->frm_bad_pc[p] = b->pc;
    }
    if (!m->access_en || m->access_port != p) return;
    memcpy(o->access_slot, m->slot[p], slots);
    o->access_pc = b->pc;
    o->access_word = b->word;
    o->access_mask = b->mask;
    memcpy(o->access_addr, b->address, sizeof o->access_addr);
}

static inline void flatten(const struct sm_view *v, struct sm_view_out *o)
{
    const struct sm_out *m = &v->cycle->out;
    o->idle = m->idle;
    o->done = m->done;
    o->refused = m->refused;
    o->binds = m->binds;
    o->block_ready = m->block_ready;
    o->block_done = m->block_done;
    o->done_kernel = m->done_kernel;
    memcpy(o->done_id, m->done_id, sizeof o->done_id);
    o->waits = m->waits;
    o->split = m->split;
    o->fetch_valid = m->fetch_valid;
    o->fetch_slot = m->fetch_slot;
    o->fetch_pc = m->fetch_pc;
    o->fetch_kernel = m->fetch_kernel;
    o->access_en = m->access_en;
    flatten_memory(v, o);
    flatten_stack(v, o);
    flatten_groups(v, o);
    for (uint32_t p = 0; p < v->model.cfg.ports; p++) {
        flatten_issue(v, o, p);
        flatten_through(v, o, p);
    }
}

/* ---- the cycle ---- */

/* The registers that the view keeps, as they are from here on. */
static inline void keep(struct sm_view *v)
{
    const struct sm *m = &v->model;
    v->writes = m->wrote;
    if (!is_zorua(m)) {
        memcpy(v->home, m->id, sizeof v->home);
        return;
    }
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        v->stored[p] = m->operand[p].stores ? m->operand[p].park : 0;
    for (uint32_t w = 0; w < m->cfg.warps; w++)
        memcpy(v->home[w], zorua_plug_block(&m->residency.zorua, w), sizeof v->home[w]);
}

static inline const char *view_init(struct sm_view *v, const struct sm_cfg *cfg)
{
    v->cycle = calloc(1, sizeof *v->cycle);
    return v->cycle == NULL ? "out of memory" : sm_init(&v->model, cfg);
}

static inline void view_reset(struct sm_view *v)
{
    v->was_done = false;
    v->was_reset = v->was_reset || v->model.phase == SM_RUN;
    /* A warp that begins in the cycle of a reset writes an identity that no warp reads. */
    v->named = 0;
    v->known = 0;
    sm_reset(&v->model);
    keep(v);
}

static inline void view_eval(const struct sm_view *v, const struct sm_view_in *in,
                             struct sm_view_out *out)
{
    struct sm_cycle *c = v->cycle;
    c->kernel = in->kernel;
    c->in = (struct sm_in){.kernel_en = in->kernel_en,
                           .kernel_number = in->kernel_number,
                           .kernel = &c->kernel,
                           .block_valid = in->block_valid,
                           .block_kernel = in->block_kernel,
                           .block_id = {in->block_id[0], in->block_id[1], in->block_id[2]},
                           .fetch_ready = in->fetch_ready,
                           .rsp_valid = in->rsp_valid,
                           .rsp_slot = in->rsp_slot,
                           .rsp_word = in->rsp_word,
                           .rsp_meet = in->rsp_meet,
                           .rsp_meets = in->rsp_meets,
                           .rsp_sync = in->rsp_sync,
                           .rsp_div = in->rsp_div,
                           .mem_ready = in->mem_ready,
                           .fill_valid = in->fill_valid,
                           .fill_id = in->fill_id,
                           .fill_data = in->fill_data,
                           .spill_ready = in->spill_ready,
                           .back_valid = in->back_valid,
                           .back_slot = in->back_slot,
                           .back_data = in->back_data,
                           .rsp_phase = in->rsp_phase,
                           .rsp_specifier = in->rsp_specifier,
                           .grp_wr_ready = in->grp_wr_ready,
                           .grp_rd_ready = in->grp_rd_ready,
                           .grp_rsp_valid = in->grp_rsp_valid,
                           .grp_rsp_data = in->grp_rsp_data};
    sm_eval(&v->model, &c->in, &c->out);
    flatten(v, out);
}

/* Whose block's identity is noted with this cycle. */
static inline void note_named(struct sm_view *v)
{
    const struct sm_out *o = &v->cycle->out;
    if (is_vt(&v->model)) {
        if (o->residency.begin_en || o->residency.resume_en)
            v->named |= bit(o->residency.begin_slot);
    } else if (o->begin_en && !is_zorua(&v->model)) {
        v->named |= bit(v->model.begin_slot);
    }
}

static inline void view_tick(struct sm_view *v, const struct sm_view_in *in,
                             const struct sm_view_out *out)
{
    struct sm_cycle *c = v->cycle;
    (void)in;
    (void)out;
    if (sm_observer != NULL) sm_observer(&v->model, &c->out);
    v->was_done = c->out.done;
    v->was_reset = false;
    if (c->in.kernel_en) {
        v->last_threads = c->kernel.block_threads;
        v->known |= 1u << c->in.kernel_number;
    }
    note_named(v);
    sm_tick(&v->model, &c->in, &c->out);
    keep(v);
}

static inline const char *view_promise(const struct sm_view *v, const struct sm_view_in *in)
{
    return in->kernel_en && v->model.phase != SM_IDLE ? "kernel_en_i only while idle_o" : NULL;
}

/* ---- what means something, and when: outputs ---- */

static inline bool mem_byte(const struct sm_view_out *o, uint32_t i)
{
    return o->mem_valid && o->mem_kind != 0 && has(o->mem_be[i / 32], i % 32);
}

static inline bool mem_expects(const struct sm_view_out *o, uint32_t i)
{
    return mem_byte(o, i) && o->mem_kind == 2 && o->mem_op == SHARED_MEMORY_CAS;
}

/* Slots: one for all lanes, or that of each lane's thread, where there is one. */
static inline bool is_whose(const struct sm *m, uint64_t mask, uint32_t row)
{
    return is_dwf(m) ? has(mask, row) : row == 0;
}

static inline bool issue_row(const struct sm *m, const struct sm_view_out *o, uint32_t i)
{
    const uint32_t p = i / rows(m);
    return o->issue_en[p] && is_whose(m, o->issue_mask[p], i % rows(m));
}

static inline bool frm_bad_row(const struct sm_view *v, const struct sm_view_out *o, uint32_t i)
{
    const struct sm *m = &v->model;
    const uint32_t p = i / rows(m);
    return o->frm_bad[p] && is_whose(m, v->cycle->out.pipe[p].out->mask, i % rows(m));
}

/* ---- and registers ---- */

/* Seats are written in phase 3 and stay for phase 4. Behind the last frame of the kernel there are
 * some too, which mean nothing. */
static inline bool is_seat(const struct sm *m, uint32_t warp)
{
    if (is_zorua(m) || is_ranged(m)) return false;
    if (is_vt(m)) return warp < m->residency.vt.unit.warps * m->residency.vt.unit.ctas;
    return warp < m->residency.stays.warps * m->residency.stays.frames;
}

static inline bool is_seated(const struct sm_view *v, uint32_t warp)
{
    const struct sm *m = &v->model;
    if (is_ranged(m)) return has(v->named, warp);
    return is_seat(m, warp) && (m->phase == SM_RUN || (m->phase == SM_SEATS && warp < m->seat));
}

/* With Zorua ranks and identities are those of warps that have begun. */
static inline bool is_begun(const struct sm *m, uint32_t warp)
{
    const struct coordinator *c = &m->residency.zorua.unit.control;
    return is_zorua(m) && c->state[warp] != COORDINATOR_FREE && !has(c->new_warp, warp);
}

/* There is an instruction in the operand register of port p. */
static inline bool is_full(const struct sm *m, uint32_t p) { return has(m->file.full, p); }

static inline bool issued_slot(const struct sm *m, uint32_t i)
{
    const struct sm_stage *x = &m->issue[i / rows(m)];
    return x->valid && is_whose(m, x->i.mask, i % rows(m));
}

static inline bool operand_slot(const struct sm *m, uint32_t i)
{
    const uint32_t p = i / rows(m);
    return is_full(m, p) && is_whose(m, m->operand[p].i.mask, i % rows(m));
}

static inline bool issued_register(const struct sm *m, uint32_t i)
{
    const struct sm_stage *x = &m->issue[i / FRONT_OPERANDS];
    return x->valid && has(x->i.use, i % FRONT_OPERANDS);
}

static inline bool operand_register(const struct sm *m, uint32_t i)
{
    const uint32_t p = i / FRONT_OPERANDS;
    return is_full(m, p) && has(m->operand[p].i.use, i % FRONT_OPERANDS);
}

#endif
