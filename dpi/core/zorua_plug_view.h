/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of hd_zorua_plug, flat; how a cycle of the model is made of them; and what the RTL has
 * beside the model, as it follows from that. */
#ifndef HEDDLE_ZORUA_PLUG_VIEW_H
#define HEDDLE_ZORUA_PLUG_VIEW_H

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "core/zorua_plug.h"

enum {
    ZORUA_PLUG_PORTS = RESIDENCY_MAX_PORTS,
    ZORUA_PLUG_LANES = SCRATCH_LOOKUP_MAX_LANES,
    ZORUA_PLUG_REST_WORDS = 4,
};

/* The module's parameters. */
struct zorua_plug_cfg {
    uint32_t slots;
    uint32_t warps;
    uint32_t ctas;
    uint32_t lanes;
    uint32_t simd;
    uint32_t ports;
    uint32_t banks;
    uint32_t sets;
    uint32_t accesses;
    uint32_t stack_bits;
    uint32_t row_bits;
    uint32_t rows;
    uint32_t rest_width;
    uint32_t base;
    uint32_t written;
    uint32_t warp_level;
};

/* The inputs, flat. Of an operand o of port p: p * FRONT_OPERANDS + o; of a lane: p * Lanes + l. */
struct zorua_plug_view_in {
    bool kernel_en;
    uint32_t kernel_warps;
    uint32_t kernel_phase;
    bool block_valid;
    uint32_t block_id[RESIDENCY_ID_WORDS];
    bool rsp_valid;
    uint32_t rsp_slot;
    uint32_t rsp_word;
    bool rsp_phase;
    uint32_t rsp_specifier;
    bool ev_valid[ZORUA_PLUG_PORTS];
    uint32_t ev_kind[ZORUA_PLUG_PORTS];
    uint32_t ev_slot[ZORUA_PLUG_PORTS];
    uint32_t ev_word[ZORUA_PLUG_PORTS];
    bool resolves[ZORUA_PLUG_PORTS];
    uint32_t resolved_slot[ZORUA_PLUG_PORTS];
    bool issue_en[ZORUA_PLUG_PORTS];
    uint32_t issue_slot[ZORUA_PLUG_PORTS];
    uint64_t issue_mask[ZORUA_PLUG_PORTS];
    uint32_t issue_use[ZORUA_PLUG_PORTS];
    uint32_t issue_reg[ZORUA_PLUG_PORTS * FRONT_OPERANDS];
    uint32_t issue_rest[ZORUA_PLUG_PORTS][ZORUA_PLUG_REST_WORDS];
    bool stage_ready[ZORUA_PLUG_PORTS];
    uint32_t read_park[ZORUA_PLUG_PORTS];
    uint32_t written_park[ZORUA_PLUG_PORTS];
    bool acc_valid[ZORUA_PLUG_PORTS];
    uint32_t acc_warp[ZORUA_PLUG_PORTS];
    uint64_t acc_mask[ZORUA_PLUG_PORTS];
    uint32_t acc_addr[ZORUA_PLUG_PORTS * ZORUA_PLUG_LANES];
    bool acc_writes[ZORUA_PLUG_PORTS];
    uint32_t acc_buffer[ZORUA_PLUG_PORTS];
    bool beat_valid[ZORUA_PLUG_PORTS];
    uint32_t beat_warp[ZORUA_PLUG_PORTS];
    uint64_t beat_mask[ZORUA_PLUG_PORTS];
    uint32_t beat_addr[ZORUA_PLUG_PORTS * ZORUA_PLUG_LANES];
    uint32_t beat_buffer[ZORUA_PLUG_PORTS];
    uint32_t acc_pipe;
    uint32_t acc_bank;
    uint32_t acc_index;
    uint32_t acc_park;
    bool acc_en;
    uint64_t under_way;
    uint32_t entry;
    bool wr_valid;
    uint64_t wr_mask;
    uint32_t wr_data[ZORUA_PLUG_LANES];
    bool end_valid;
    uint64_t ask_busy;
    uint64_t staged;
    uint64_t with_access;
    uint64_t at_rest;
    bool pipe_busy;
    bool rd_ready;
    bool row_valid;
    uint32_t row_data[ZORUA_PLUG_LANES];
    uint32_t stack_rd_data[RESIDENCY_STACK_WORDS];
    bool ctx_ready;
    bool ctx_rsp_valid;
    uint32_t ctx_rsp_data[ZORUA_PLUG_LANES];
};

struct zorua_plug_view_out {
    bool idle;
    bool block_ready;
    bool done_valid;
    uint32_t done_id[RESIDENCY_ID_WORDS];
    uint32_t rsp_word;
    bool rsp_inserts;
    uint64_t stays;
    uint64_t ready;
    uint32_t slot_warp[RESIDENCY_MAX_SLOTS];
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_warp;
    uint32_t begin_rank;
    uint32_t begin_id[RESIDENCY_ID_WORDS];
    bool room[ZORUA_PLUG_PORTS];
    bool stage_valid[ZORUA_PLUG_PORTS];
    uint32_t stage_slot[ZORUA_PLUG_PORTS];
    uint32_t stage_warp[ZORUA_PLUG_PORTS];
    uint64_t stage_mask[ZORUA_PLUG_PORTS];
    uint32_t stage_use[ZORUA_PLUG_PORTS];
    uint32_t stage_reg[ZORUA_PLUG_PORTS * FRONT_OPERANDS];
    uint32_t stage_rest[ZORUA_PLUG_PORTS][ZORUA_PLUG_REST_WORDS];
    uint32_t stage_bank[ZORUA_PLUG_PORTS * FRONT_OPERANDS];
    uint32_t stage_index[ZORUA_PLUG_PORTS * FRONT_OPERANDS];
    uint32_t stage_park[ZORUA_PLUG_PORTS];
    bool stage_stores[ZORUA_PLUG_PORTS];
    bool acc_known[ZORUA_PLUG_PORTS];
    uint32_t acc_addr[ZORUA_PLUG_PORTS * ZORUA_PLUG_LANES];
    bool swap_valid;
    bool swap_load;
    uint64_t swap_mask;
    uint32_t swap_addr[ZORUA_PLUG_LANES];
    uint32_t swap_data[ZORUA_PLUG_LANES];
    bool entry_program;
    bool entry_writes;
    uint32_t entry_bank;
    uint32_t entry_index;
    bool entry_parked;
    bool ask_en;
    uint32_t ask_slot;
    bool release_en;
    uint32_t release_slot;
    uint32_t release_reg;
    bool rd_valid;
    uint32_t rd_bank;
    uint32_t rd_index;
    bool stack_rd_en;
    uint32_t stack_rd_slot;
    bool stack_wr_en;
    uint32_t stack_wr_slot;
    uint32_t stack_wr_data[RESIDENCY_STACK_WORDS];
    bool ctx_valid;
    uint32_t ctx_row;
    bool swapping;
    bool reg_missed[ZORUA_PLUG_PORTS];
    bool scratch_missed[ZORUA_PLUG_PORTS];
    uint64_t used; /* the model's alone: slots on which a warp sits */
};

/* What the model's eval and tick share. It points into itself, and into the model. */
struct zorua_plug_cycle {
    struct residency_in in;
    struct residency_out out;
    struct zorua_plug_in more;
    struct zorua_plug_nets nets;
    struct front_instruction issue[ZORUA_PLUG_PORTS];
    bool offered; /* to load/store */
};

/* What is known of an access, a word a field. */
struct zorua_plug_noted {
    uint32_t swaps;
    uint32_t what;
    uint32_t park;
    uint32_t operand;
    uint32_t restore;
    uint32_t part;
    uint32_t bank;
    uint32_t index;
};

struct zorua_plug_view {
    struct zorua_plug model;
    struct zorua_plug_cycle *cycle;
    struct zorua_plug_noted entry[ZORUA_PLUG_MAX_ACCESSES];
    uint64_t noted;      /* entries that were taken: what is known of an access has no reset */
    uint64_t shared_now; /* entries under way with lanes in shared memory; those that drain */
    uint64_t drains_now;
    uint32_t rest_bits, simd;
};

static inline uint32_t zorua_plug_words(uint32_t bits) { return (bits + 31) / 32; }

static inline struct residency_cfg zorua_plug_sizes(const struct zorua_plug_cfg *c)
{
    return (struct residency_cfg){.kind = RESIDENCY_ZORUA,
                                  .slots = c->slots,
                                  .warps = c->warps,
                                  .ctas = c->ctas,
                                  .lanes = c->lanes,
                                  .ports = c->ports,
                                  .banks = c->banks,
                                  .sets = c->sets,
                                  .accesses = c->accesses,
                                  .stack_bits = c->stack_bits,
                                  .row_bits = c->row_bits,
                                  .rows = c->rows,
                                  .swap_base = c->base,
                                  .written = c->written,
                                  .warp_level = c->warp_level};
}

/* ---- the model's cycle ---- */

static inline const char *view_init(struct zorua_plug_view *v, const struct zorua_plug_cfg *cfg)
{
    const struct residency_cfg sizes = zorua_plug_sizes(cfg);
    if (cfg->simd == 0 || cfg->lanes % cfg->simd != 0) return "Simd must divide Lanes";
    if (cfg->rest_width > ZORUA_PLUG_REST) return "RestWidth is at most 103 here";
    if (cfg->stack_bits > 32 * RESIDENCY_STACK_WORDS) return "StackBits is at most 2560 here";
    v->rest_bits = cfg->rest_width;
    v->simd = cfg->simd;
    v->cycle = calloc(1, sizeof *v->cycle);
    return v->cycle == NULL ? "out of memory" : zorua_plug_init(&v->model, &sizes);
}

static inline void view_reset(struct zorua_plug_view *v)
{
    const struct zorua_plug_in *in = &v->cycle->more;
    zorua_plug_reset(&v->model);
    v->shared_now = v->drains_now = 0;
    /* Entries may stay noted: the owner of an unused entry is not looked up. */
    if (in->acc_en) v->noted &= ~bit(lowest(~in->under_way));
}

/* What goes with an instruction is for the plug so many bits: they are kept where the model has
 * room for them. */
static inline void put_rest(struct front_instruction *i, const uint32_t *rest)
{
    i->pc = rest[0];
    i->word = rest[1];
    i->meet = rest[2];
    i->unit = rest[3] & 0xff;
}

static inline void get_rest(const struct front_instruction *i, uint32_t *rest)
{
    rest[0] = i->pc;
    rest[1] = i->word;
    rest[2] = i->meet;
    rest[3] = i->unit;
}

static inline void put_issue(struct zorua_plug_cycle *c, const struct zorua_plug_view_in *in,
                             uint32_t p)
{
    struct front_instruction *i = &c->issue[p];
    c->in.set_en[p] = in->issue_en[p];
    c->in.set_slot[p] = in->issue_slot[p];
    c->more.issue[p] = i;
    i->slot[0] = (uint8_t)in->issue_slot[p];
    i->mask = in->issue_mask[p];
    i->use = (uint8_t)in->issue_use[p];
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        i->reg[o] = (uint8_t)in->issue_reg[p * FRONT_OPERANDS + o];
    put_rest(i, in->issue_rest[p]);
}

static inline void put_inputs(struct zorua_plug_cycle *c, const struct zorua_plug_view_in *in,
                              uint32_t ports)
{
    struct residency_in *r = &c->in;
    struct zorua_plug_in *z = &c->more;
    r->kernel_en = in->kernel_en;
    r->kernel_warps = in->kernel_warps;
    r->block_valid = in->block_valid;
    memcpy(r->block_id, in->block_id, sizeof r->block_id);
    for (uint32_t p = 0; p < ports; p++) {
        r->ev_valid[p] = in->ev_valid[p];
        r->ev_kind[p] = in->ev_kind[p];
        r->ev_slot[p] = in->ev_slot[p];
        r->ev_word[p] = in->ev_word[p];
        z->resolves[p] = in->resolves[p];
        z->resolved_slot[p] = in->resolved_slot[p];
        z->written_park[p] = in->written_park[p];
        z->stage_ready[p] = in->stage_ready[p];
        z->read_park[p] = in->read_park[p];
        put_issue(c, in, p);
    }
    r->stack_rd_data = in->stack_rd_data;
    r->ctx_ready = in->ctx_ready;
    r->ctx_rsp_valid = in->ctx_rsp_valid;
    r->ctx_rsp_data = in->ctx_rsp_data;
    z->kernel_phase = in->kernel_phase;
    z->rsp = (struct zorua_plug_word){in->rsp_valid, in->rsp_slot, in->rsp_word, in->rsp_phase,
                                      in->rsp_specifier};
    z->staged = in->staged;
    z->with_access = in->with_access;
    z->at_rest = in->at_rest;
    z->pipe_busy = in->pipe_busy;
    z->ask_busy = in->ask_busy;
    z->rd_ready = in->rd_ready;
    z->row_valid = in->row_valid;
    z->row_data = in->row_data;
    z->under_way = in->under_way;
    z->acc_en = in->acc_en;
    z->wr_valid = in->wr_valid;
    z->end_valid = in->end_valid;
    z->entry = in->entry;
    z->wr_mask = in->wr_mask;
    z->wr_data = in->wr_data;
}

/* What load/store is offered: the swapper's access, else that of the pipe that was chosen. */
static inline void offer(const struct zorua_plug_view *v, const struct zorua_plug_view_in *in,
                         struct zorua_plug_view_out *o)
{
    const struct zorua_plug *m = &v->model;
    struct zorua_plug_cycle *c = v->cycle;
    const uint32_t lanes = m->cfg.lanes, p = in->acc_pipe;
    for (uint32_t q = 0; q < m->cfg.ports; q++) {
        const struct zorua_plug_through through = {in->acc_valid[q],         in->acc_writes[q],
                                                   in->acc_warp[q],          in->acc_mask[q],
                                                   &in->acc_addr[q * lanes], in->acc_buffer[q]};
        const struct zorua_plug_beat beat = {in->beat_valid[q], in->beat_warp[q], in->beat_mask[q],
                                             &in->beat_addr[q * v->simd], in->beat_buffer[q]};
        o->acc_known[q] = zorua_plug_translate(m, &c->nets, q, &through, &beat);
    }
    const struct register_place place = {(uint8_t)in->acc_bank, (uint16_t)in->acc_index};
    c->offered = c->nets.swap.acc_valid || (p < m->cfg.ports && o->acc_known[p]);
    c->nets.acc_of_swapper = false;
    c->nets.acc_port = 0;
    if (c->nets.swap.acc_valid) zorua_plug_offered(m, &c->nets, true, 0, place, 0);
    else if (c->offered) zorua_plug_offered(m, &c->nets, false, p, place, in->acc_park);
}

static inline void flatten_stage(const struct set_lookup_out *from, struct zorua_plug_view_out *o,
                                 uint32_t p)
{
    o->room[p] = from->room[p];
    o->reg_missed[p] = from->missed[p];
    o->stage_valid[p] = from->stage_valid[p];
    if (!from->stage_valid[p]) return;
    const struct set_lookup_instruction *x = from->stage[p];
    o->stage_slot[p] = x->i.slot[0];
    o->stage_warp[p] = x->warp;
    o->stage_mask[p] = x->i.mask;
    o->stage_use[p] = x->i.use;
    get_rest(&x->i, o->stage_rest[p]);
    o->stage_park[p] = x->park;
    o->stage_stores[p] = has(x->away, FRONT_RD);
    for (uint32_t k = 0; k < FRONT_OPERANDS; k++) {
        o->stage_reg[p * FRONT_OPERANDS + k] = x->i.reg[k];
        o->stage_bank[p * FRONT_OPERANDS + k] = x->place[k].bank;
        o->stage_index[p * FRONT_OPERANDS + k] = x->place[k].index;
    }
}

static inline void flatten_memory(const struct zorua_plug_view *s,
                                  const struct zorua_plug_view_in *in,
                                  struct zorua_plug_view_out *o)
{
    const struct zorua_plug *m = &s->model;
    const struct zorua_plug_nets *n = &s->cycle->nets;
    const struct zorua_plug_access *a = &m->access[in->entry];
    const uint32_t lanes = m->cfg.lanes;
    for (uint32_t p = 0; p < m->cfg.ports; p++)
        memcpy(&o->acc_addr[p * lanes], n->scratch[p].addr, 4 * lanes);
    o->swap_valid = n->swap.acc_valid;
    o->swap_load = n->swap.acc_load;
    o->swap_mask = n->swap.acc_mask;
    memcpy(o->swap_addr, n->swap.acc_addr, 4 * lanes);
    if (n->swap.acc_valid) memcpy(o->swap_data, n->swap.acc_data, 4 * lanes);
    o->entry_program = a->owner == ZORUA_OF_PROGRAM;
    o->entry_writes = !(a->owner == ZORUA_OF_SWAPPER && a->what == SWAPPER_STATE);
    o->entry_bank = a->place.bank;
    o->entry_index = a->place.index;
    o->entry_parked = o->entry_program && a->park != 0;
    o->ask_en = n->ask_slot != RESIDENCY_MAX_SLOTS;
    o->ask_slot = n->ask_slot;
    o->release_en = n->set_in.stored;
    if (!o->release_en) return;
    const struct front_instruction *i = &m->set.park[n->acc.park].x.i;
    o->release_slot = i->slot[0];
    o->release_reg = i->reg[FRONT_RD];
}

static inline void flatten_contexts(const struct zorua_plug_view *s, struct zorua_plug_view_out *o)
{
    const struct swapper_out *w = &s->cycle->nets.swap;
    o->rd_valid = w->rd_valid;
    o->rd_bank = w->rd_place.bank;
    o->rd_index = w->rd_place.index;
    o->stack_rd_en = s->cycle->out.stack_rd_en;
    o->stack_rd_slot = s->cycle->out.stack_rd_slot;
    o->stack_wr_en = s->cycle->out.stack_wr_en;
    o->stack_wr_slot = s->cycle->out.stack_wr_slot;
    if (o->stack_wr_en) {
        const uint32_t bits = s->model.cfg.stack_bits, last = zorua_plug_words(bits) - 1;
        memcpy(o->stack_wr_data, s->cycle->out.stack_wr_data, 4 * (last + 1));
        o->stack_wr_data[last] &= ~0u >> (32 * (last + 1) - bits);
    }
    o->ctx_valid = s->cycle->out.ctx_valid;
    o->ctx_row = s->cycle->out.ctx_row;
    o->swapping = s->cycle->out.swapping;
}

static inline void flatten(const struct zorua_plug_view *s, const struct zorua_plug_view_in *in,
                           struct zorua_plug_view_out *o)
{
    const struct zorua_plug *m = &s->model;
    const struct residency_out *r = &s->cycle->out;
    const struct zorua_out *unit = &s->cycle->nets.unit;
    o->idle = r->idle;
    o->block_ready = r->block_ready;
    o->done_valid = r->done_valid;
    memcpy(o->done_id, r->done_id, sizeof o->done_id);
    o->rsp_inserts = s->cycle->nets.inserts;
    o->stays = m->inserted;
    o->ready = r->ready;
    memcpy(o->slot_warp, r->slot_warp, m->cfg.slots * sizeof o->slot_warp[0]);
    o->used = m->unit.control.slot_used;
    o->begin_en = r->begin_en;
    o->begin_slot = r->begin_slot;
    o->begin_warp = unit->begin_warp;
    o->begin_rank = unit->begin_rank;
    memcpy(o->begin_id, r->begin_id, sizeof o->begin_id);
    for (uint32_t p = 0; p < m->cfg.ports; p++) {
        flatten_stage(&s->cycle->nets.set, o, p);
        o->scratch_missed[p] = s->cycle->nets.scratch[p].missed;
    }
    flatten_memory(s, in, o);
    flatten_contexts(s, o);
}

static inline void view_eval(const struct zorua_plug_view *s, const struct zorua_plug_view_in *in,
                             struct zorua_plug_view_out *o)
{
    struct zorua_plug_cycle *c = s->cycle;
    put_inputs(c, in, s->model.cfg.ports);
    zorua_plug_offer(&s->model, &c->in, &c->nets, &c->out);
    o->rsp_word = zorua_plug_fetched(&s->model, &c->more.rsp, &c->nets);
    offer(s, in, o);
    zorua_plug_settle(&s->model, &c->in, &c->more, &c->nets, &c->out);
    flatten(s, in, o);
}

static inline void note_access(struct zorua_plug_view *v, uint32_t i)
{
    const struct zorua_plug_access *a = &v->model.access[i];
    v->noted |= bit(i);
    v->entry[i] = (struct zorua_plug_noted){a->owner == ZORUA_OF_SWAPPER,
                                            a->what,
                                            a->park,
                                            a->operand,
                                            a->restore,
                                            a->part,
                                            a->place.bank,
                                            a->place.index};
}

static inline void view_tick(struct zorua_plug_view *v, const struct zorua_plug_view_in *in,
                             const struct zorua_plug_view_out *out)
{
    struct zorua_plug_cycle *c = v->cycle;
    (void)out;
    const uint64_t over = in->end_valid ? bit(in->entry) : 0;
    zorua_plug_tick(&v->model, &c->in, &c->more, &c->nets, &c->out);
    if (in->acc_en) note_access(v, lowest(~in->under_way));
    /* An entry that has ended is none any more: the model looks at that one cycle later. */
    v->shared_now = v->model.shared & ~over;
    v->drains_now = v->model.drains & ~over;
}

/* After the evaluation. */
static inline const char *view_promise(const struct zorua_plug_view *v,
                                       const struct zorua_plug_view_in *in)
{
    const struct zorua_plug_cycle *c = v->cycle;
    if (in->acc_en && !c->offered) return "an access is taken that is not offered";
    if (in->acc_en && (~in->under_way & ones(v->model.cfg.accesses)) == 0)
        return "an access is taken, and no entry is free";
    for (uint32_t p = 0; p < v->model.cfg.ports; p++) {
        if (!in->issue_en[p]) continue;
        if (!c->nets.set.room[p]) return "an instruction issues without room";
        if (!has(c->out.ready, in->issue_slot[p])) return "a slot issues that is not ready";
    }
    return zorua_plug_promise(&v->model, &c->nets);
}

/* ---- what means something, and when ---- */

static inline bool acc_lane(const struct zorua_plug *s, const struct zorua_plug_view_in *in,
                            const struct zorua_plug_view_out *out, uint32_t i)
{
    const uint32_t p = i / s->cfg.lanes;
    return in->acc_valid[p] && out->acc_known[p] && has(in->acc_mask[p], i % s->cfg.lanes);
}

/* Of an entry what it is for says what is kept. */
static inline bool is_swap(const struct zorua_plug_view *v, uint32_t i, uint32_t what)
{
    return has(v->noted, i) && v->entry[i].swaps && v->entry[i].what == what;
}

static inline bool for_park(const struct zorua_plug_view *v, uint32_t i)
{
    return (has(v->noted, i) && !v->entry[i].swaps) || is_swap(v, i, SWAPPER_FILL);
}

/* Words of the entry go to a row of the register file. */
static inline bool has_row(const struct zorua_plug_view *v, uint32_t i)
{
    return for_park(v, i) || is_swap(v, i, SWAPPER_RETURN);
}

#endif
