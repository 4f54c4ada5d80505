/* SPDX-License-Identifier: Apache-2.0 */
#include "core/zorua_plug.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* The numbers of the paper: Table 1, sections 5.3, 5.4; how often counts of use are halved. */
enum {
    EPOCH = 2048,
    DELTA = 16,
    DEFAULT = 10, /* per cent of the physical resource, as the next two */
    STEP = 4,
    LEAST = 20, /* of the slots */
    AGE = 8,
    THRESH_WIDTH = 9,
    EPOCH_WIDTH = 16,
    COLUMNS = 16,
    CNT_WIDTH = 4,
};

enum { NO_SLOT = RESIDENCY_MAX_SLOTS };

static uint32_t at_most(uint32_t n, uint32_t most) { return n < most ? n : most; }
static uint32_t parts(uint32_t n, uint32_t of) { return (n + of - 1) / of; }

/* --- sizes --------------------------------------------------------------- */

/* The parks' rows are the last ones of the register file. */
static uint32_t register_sets(const struct residency_cfg *c)
{
    const uint32_t staging = ZORUA_PLUG_PARKS * set_lookup_rows(c->banks);
    return c->sets > staging ? c->sets - staging : 0;
}

static struct zorua_cfg unit_cfg(const struct residency_cfg *c)
{
    const uint32_t scratch = c->rows * (c->row_bits / 8) / SCRATCH_LOOKUP_SET;
    const uint32_t sets = register_sets(c);
    return (struct zorua_cfg){.warps = c->warps,
                              .slots = c->slots,
                              .blocks = c->ctas,
                              .reg_sets = at_most(FRONT_REGISTERS / c->banks, sets),
                              .reg_phys = sets,
                              .scratch_sets = at_most(scratch, COORDINATOR_MAX_SETS),
                              .scratch_phys = scratch,
                              .id_width = RESIDENCY_ID_BITS,
                              .ports = c->ports,
                              .thresh_width = THRESH_WIDTH,
                              .epoch_width = EPOCH_WIDTH,
                              .columns = COLUMNS,
                              .cnt_width = CNT_WIDTH};
}

static struct swapper_cfg swap_cfg(const struct residency_cfg *c)
{
    const struct zorua_cfg unit = unit_cfg(c);
    return (struct swapper_cfg){.slots = c->slots,
                                .lanes = c->lanes,
                                .banks = c->banks,
                                .reg_phys = unit.reg_phys,
                                .parks = ZORUA_PLUG_PARKS,
                                .warps = c->warps,
                                .blocks = c->ctas,
                                .scratch_sets = unit.scratch_sets,
                                .scratch_phys = unit.scratch_phys,
                                .row_bits = c->row_bits,
                                .rows = c->rows,
                                .stack_bits = c->stack_bits,
                                .restores = ZORUA_PLUG_RESTORES,
                                .base = c->swap_base};
}

static struct set_lookup_cfg set_cfg(const struct residency_cfg *c)
{
    return (struct set_lookup_cfg){.slots = c->slots,
                                   .warps = c->warps,
                                   .lanes = c->lanes,
                                   .ports = c->ports,
                                   .banks = c->banks,
                                   .places = ZORUA_PLUG_PLACES,
                                   .parks = ZORUA_PLUG_PARKS,
                                   .staging = register_sets(c),
                                   .rest_width = ZORUA_PLUG_REST};
}

static struct scratch_lookup_cfg scratch_cfg(const struct residency_cfg *c)
{
    const struct zorua_cfg unit = unit_cfg(c);
    const struct swapper_cfg swap = swap_cfg(c);
    return (struct scratch_lookup_cfg){.lanes = c->lanes,
                                       .simd = c->lanes, /* a beat says how many */
                                       .blocks = c->ctas,
                                       .sets = unit.scratch_sets,
                                       .phys = unit.scratch_phys,
                                       .swapped = swapper_scratch(&swap)};
}

uint32_t zorua_plug_bytes(const struct residency_cfg *cfg)
{
    const struct swapper_cfg swap = swap_cfg(cfg);
    return swapper_bytes(&swap);
}

bool zorua_plug_holds(const struct residency_cfg *cfg, uint32_t warps, uint32_t sets,
                      uint32_t bytes)
{
    const struct zorua_cfg unit = unit_cfg(cfg);
    return warps <= unit.slots && sets <= unit.reg_sets && warps * sets <= unit.reg_phys &&
           parts(bytes, SCRATCH_LOOKUP_SET) <= unit.scratch_sets;
}

/* --- init and reset ------------------------------------------------------ */

const char *zorua_plug_init(struct zorua_plug *s, const struct residency_cfg *cfg)
{
    if (cfg->accesses > ZORUA_PLUG_MAX_ACCESSES) return "Accesses must be at most 64";
    if (cfg->written > 1) return "Written must be 0 or 1";
    if (cfg->warp_level > 1) return "WarpLevel must be 0 or 1";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    const struct zorua_cfg unit = unit_cfg(cfg);
    const struct set_lookup_cfg set = set_cfg(cfg);
    const struct scratch_lookup_cfg scratch = scratch_cfg(cfg);
    const struct swapper_cfg swap = swap_cfg(cfg);
    const char *wrong = zorua_init(&s->unit, &unit);
    if (!wrong)
        wrong = phase_specifier_init(&s->specifier,
                                     &(struct phase_specifier_cfg){cfg->banks, SCRATCH_LOOKUP_SET});
    if (!wrong) wrong = set_lookup_init(&s->set, &set);
    for (uint32_t p = 0; p < cfg->ports && !wrong; p++)
        wrong = scratch_lookup_init(&s->scratch[p], &scratch);
    return wrong ? wrong : swapper_init(&s->swap, &swap);
}

void zorua_plug_reset(struct zorua_plug *s)
{
    s->held = 0;
    s->inserted = 0;
    s->shared = 0;
    s->drains = 0;
    s->passed = 0;
    s->skips = false;
    memset(s->written, 0, sizeof s->written);
    zorua_reset(&s->unit);
    set_lookup_reset(&s->set);
    for (uint32_t p = 0; p < s->cfg.ports; p++) scratch_lookup_reset(&s->scratch[p]);
    swapper_reset(&s->swap);
}

/* --- which warp sits on which slot --------------------------------------- */

uint32_t zorua_plug_warp(const struct zorua_plug *s, uint32_t slot)
{
    return s->unit.control.slot_warp[slot];
}

const uint32_t *zorua_plug_block(const struct zorua_plug *s, uint32_t warp)
{
    return s->unit.control.id[s->unit.control.block[warp]];
}

/* The slot on which a warp sits; NO_SLOT: on none. */
static uint32_t seat_of(const struct zorua_plug *s, uint32_t warp)
{
    return has(s->unit.control.seated, warp) ? s->unit.control.slot[warp] : NO_SLOT;
}

/* --- offer --------------------------------------------------------------- */

static void put_kernel(const struct zorua_plug *s, const struct residency_in *in,
                       uint32_t first_phase, struct zorua_in *to)
{
    const struct zorua_cfg *c = &s->unit.cfg;
    const uint32_t phys[ZORUA_RESOURCES] = {c->slots, c->scratch_phys, c->reg_phys};
    struct phase_specifier_out first;
    phase_specifier_eval(&s->specifier, &(struct phase_specifier_in){first_phase}, &first);
    to->kernel_en = in->kernel_en;
    to->kernel_warps = in->kernel_warps;
    to->kernel_regs = first.reg_sets;
    to->kernel_scratch = first.scratch_sets;
    to->kernel_least = s->cfg.warp_level ? 0 : parts(c->slots * LEAST, 100);
    to->epoch = EPOCH;
    to->delta = DELTA;
    to->age = AGE;
    for (uint32_t r = 0; r < ZORUA_RESOURCES; r++) {
        to->default_thresh[r] = phys[r] * DEFAULT / 100;
        to->step[r] = parts(phys[r] * STEP, 100);
        to->max[r] = s->cfg.warp_level ? 0 : at_most(phys[r], (1u << THRESH_WIDTH) - 1);
    }
    to->block_valid = in->block_valid;
    memcpy(to->block_id, in->block_id, sizeof to->block_id);
}

/* A register set that is to move: its warp does not issue meanwhile. */
static uint64_t that_moves(const struct zorua_plug *s, const struct zorua_out *u)
{
    if (!u->req_valid || u->req_kind != COORDINATOR_REGS) return 0;
    const uint32_t seat = seat_of(s, u->req_row);
    return seat == NO_SLOT ? 0 : bit(seat);
}

static void put_out(const struct zorua_plug *s, const struct zorua_plug_nets *n,
                    struct residency_out *out)
{
    const struct zorua_out *u = &n->unit;
    out->idle = u->idle;
    out->done_valid = u->done_valid;
    memcpy(out->done_id, u->done_id, sizeof out->done_id);
    out->ready = u->ready & ~(n->set.looking | s->held | that_moves(s, u));
    out->slot_warp = s->unit.control.slot_warp;
    out->begin_en = u->begin_en;
    out->begin_slot = u->begin_slot;
    out->begin_count = 1;
    memcpy(out->begin_id, u->begin_id, sizeof out->begin_id);
    out->stack_rd_en = n->swap.stack_rd_en;
    out->stack_rd_slot = n->swap.stack_rd_slot;
    out->stack_wr_en = n->swap.stack_wr_en;
    out->stack_wr_slot = n->swap.stack_wr_slot;
    out->stack_wr_data = n->swap.stack_wr_data;
    out->ctx_valid = n->swap.ctx_valid;
    out->ctx_we = false;
    out->ctx_row = n->swap.ctx_row;
    out->blocks = out->active = (uint32_t)__builtin_popcount(s->unit.control.block_used);
    out->swapping = s->swap.doing != SWAPPER_RESTS;
    out->lives = s->unit.control.slot_used;
    out->at_barrier = 0;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++)
        if (has(s->unit.control.slot_used, slot) &&
            s->unit.control.state[s->unit.control.slot_warp[slot]] == COORDINATOR_BARRIER)
            out->at_barrier |= bit(slot);
}

/* The slot whose registers are asked for: the slot of the set that is to move, else the lowest slot
 * whose phase has begun. */
static uint32_t query(const struct zorua_plug *s, const struct zorua_out *u)
{
    if (u->req_valid && u->req_kind == COORDINATOR_REGS) {
        const uint32_t seat = seat_of(s, u->req_row);
        if (seat != NO_SLOT) return seat;
    }
    if (u->req_valid && u->req_kind == COORDINATOR_THREADS && !u->req_load) return u->req_phys;
    return s->held != 0 ? lowest(s->held) : NO_SLOT;
}

/* Everything that depends on state: events and requests are looked at in settle. */
void zorua_plug_offer(const struct zorua_plug *s, const struct residency_in *in,
                      struct zorua_plug_nets *n, struct residency_out *out)
{
    struct zorua_in *to = &n->in;
    memset(to, 0, sizeof *to);
    put_kernel(s, in, 0, to);
    to->kernel_en = false;
    zorua_eval(&s->unit, to, &n->unit);
    set_lookup_view(&s->set, &n->set);
    swapper_view(&s->swap, &n->swap);
    n->ask_slot = query(s, &n->unit);
    n->inserts = false;
    memset(&n->acc, 0, sizeof n->acc);
    put_out(s, n, out);
}

/* --- code ---------------------------------------------------------------- */

uint32_t zorua_plug_fetched(const struct zorua_plug *s, const struct zorua_plug_word *word,
                            struct zorua_plug_nets *n)
{
    n->inserts = word->valid && word->phase && !has(s->passed, zorua_plug_warp(s, word->slot));
    return n->inserts ? word->specifier : word->word;
}

bool zorua_plug_stays(const struct zorua_plug *s, uint32_t slot) { return has(s->inserted, slot); }

/* --- load/store ---------------------------------------------------------- */

static bool scratch_moves(const struct zorua_plug_nets *n)
{
    return n->unit.req_valid && n->unit.req_kind == COORDINATOR_SCRATCH;
}

bool zorua_plug_translate(const struct zorua_plug *s, struct zorua_plug_nets *n, uint32_t p,
                          const struct zorua_plug_through *through,
                          const struct zorua_plug_beat *beat)
{
    struct scratch_lookup_in *to = &n->scratch_in[p];
    n->acc_warp[p] = through->warp;
    n->acc_writes[p] = through->writes;
    to->valid = through->valid;
    to->mask = through->mask;
    to->addr = through->addr;
    to->block = through->valid ? s->unit.control.block[through->warp] : 0;
    to->buffer = through->buffer;
    to->beat = beat->valid;
    to->beat_mask = beat->mask;
    to->beat_addr = beat->addr;
    to->beat_block = beat->valid ? s->unit.control.block[beat->warp] : 0;
    to->beat_buffer = beat->buffer;
    to->hold = scratch_moves(n);
    to->hold_block = n->unit.req_row;
    to->hold_set = n->unit.req_set;
    to->found_held = n->unit.scratch_found_held[p];
    to->found_phys = n->unit.scratch_found_phys[p];
    to->taken = false;
    scratch_lookup_eval(&s->scratch[p], to, &n->scratch[p]);
    return through->valid && n->scratch[p].ready;
}

void zorua_plug_offered(const struct zorua_plug *s, struct zorua_plug_nets *n, bool of_swapper,
                        uint32_t p, struct register_place place, uint32_t park)
{
    struct zorua_plug_access *a = &n->acc;
    n->acc_of_swapper = of_swapper;
    n->acc_port = p;
    a->owner = of_swapper ? ZORUA_OF_SWAPPER : ZORUA_OF_PROGRAM;
    a->shared = !of_swapper && n->scratch[p].shared != 0;
    a->place = place;
    a->park = park;
    if (!of_swapper) return;
    a->what = (uint8_t)n->swap.acc_what;
    a->restore = n->swap.acc_restore;
    a->part = n->swap.acc_part;
    a->park = n->swap.acc_what == SWAPPER_RETURN ? 0 : s->swap.job.park;
    a->operand = s->swap.job.operand;
    a->place = n->swap.acc_place;
}

/* --- settle -------------------------------------------------------------- */

/* The set that moves is at rest: no access reads or writes it, nor will one before it has looked
 * the set up again. */
static bool is_calm(const struct zorua_plug *s, const struct zorua_plug_in *more,
                    const struct zorua_plug_nets *n)
{
    const struct zorua_out *u = &n->unit;
    const uint32_t banks = s->cfg.banks;
    if (u->req_kind == COORDINATOR_SCRATCH) {
        for (uint32_t p = 0; p < s->cfg.ports; p++)
            if (s->scratch[p].busy && n->scratch[p].touches) return false;
        return (s->drains & more->under_way) == 0;
    }
    if (u->req_kind == COORDINATOR_THREADS) {
        if (u->req_load) return true;
        const uint64_t slot = bit(u->req_phys);
        return more->ask_busy == 0 && (more->with_access & slot) == 0 &&
               (more->at_rest & slot) != 0;
    }
    const uint32_t seat = seat_of(s, u->req_row);
    if (seat == NO_SLOT) return true;
    return ((n->set.looking | more->staged) & bit(seat)) == 0 &&
           (more->ask_busy >> banks * u->req_set & (bit(banks) - 1)) == 0;
}

static void settle_sets(const struct zorua_plug *s, const struct residency_in *in,
                        const struct zorua_plug_in *more, struct zorua_plug_nets *n)
{
    struct set_lookup_in *to = &n->set_in;
    const struct zorua_plug_access *end = &s->access[more->entry];
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        to->issue_en[p] = in->set_en[p];
        to->issue[p] = more->issue[p];
        to->warp[p] = in->set_en[p] ? zorua_plug_warp(s, in->set_slot[p]) : 0;
        to->found_held[p] = n->unit.reg_found_held[p];
        to->found_phys[p] = n->unit.reg_found_phys[p];
        to->stage_ready[p] = more->stage_ready[p];
    }
    const bool of_swapper = more->end_valid && end->owner == ZORUA_OF_SWAPPER;
    to->filled = of_swapper && end->what == SWAPPER_FILL;
    to->filled_park = end->park;
    to->filled_operand = end->operand;
    to->written = to->read = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (more->read_park[p] != 0) to->read |= 1u << (more->read_park[p] - 1);
    if (more->end_valid && !of_swapper && end->park != 0) to->written |= 1u << (end->park - 1);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (more->written_park[p] != 0) to->written |= 1u << (more->written_park[p] - 1);
    to->stored = n->acc_of_swapper && more->acc_en && n->acc.what == SWAPPER_RESULT;
    to->stored_park = n->acc.park;
    to->job_taken = n->swap.job_taken;
    set_lookup_eval(&s->set, to, &n->set);
}

static void settle_swapper(const struct zorua_plug *s, const struct residency_in *in,
                           const struct zorua_plug_in *more, struct zorua_plug_nets *n)
{
    struct swapper_in *to = &n->swap_in;
    const struct zorua_out *u = &n->unit;
    const struct zorua_plug_access *at = &s->access[more->entry];
    const bool of_swapper = at->owner == ZORUA_OF_SWAPPER;
    const bool of_state = of_swapper && at->what == SWAPPER_STATE;
    n->empty = s->cfg.written && scratch_moves(n) && !s->written[u->req_phys];
    to->req_valid = u->req_valid && !n->empty;
    to->req_load = u->req_load;
    to->req_kind = u->req_kind;
    to->req_row = u->req_row;
    to->req_set = u->req_set;
    to->req_phys = u->req_phys;
    to->calm = n->calm = u->req_valid && is_calm(s, more, n);
    to->job_valid = n->set.job_valid;
    to->job = n->set.job;
    to->stack_rd_data = in->stack_rd_data;
    to->ctx_ready = in->ctx_ready;
    to->ctx_rsp_valid = in->ctx_rsp_valid;
    to->ctx_rsp_data = in->ctx_rsp_data;
    to->row_ready = more->rd_ready;
    to->row_valid = more->row_valid;
    to->row_data = more->row_data;
    to->acc_ready = n->acc_of_swapper && more->acc_en;
    to->back_valid = more->wr_valid && of_state;
    to->back_restore = at->restore;
    to->back_part = at->part;
    to->back_mask = more->wr_mask;
    to->back_data = more->wr_data;
    to->back_end = more->end_valid && (of_state || (of_swapper && at->what == SWAPPER_RETURN));
    to->back_end_restore = at->restore;
    swapper_eval(&s->swap, to, &n->swap);
}

static void put_needs(const struct zorua_plug *s, uint32_t word, struct zorua_in *to, uint32_t p)
{
    struct phase_specifier_out needs;
    phase_specifier_eval(&s->specifier, &(struct phase_specifier_in){word}, &needs);
    to->ev_regs[p] = needs.reg_sets;
    to->ev_scratch[p] = needs.scratch_sets;
}

/* A phase waits as long as a write is under way to a register above the registers that it keeps. */
static bool phase_may_begin(const struct zorua_plug *s, const struct zorua_plug_in *more,
                            uint32_t slot)
{
    struct phase_specifier_out needs;
    phase_specifier_eval(&s->specifier, &(struct phase_specifier_in){s->held_word[slot]}, &needs);
    const uint32_t kept = needs.reg_sets * s->cfg.banks;
    return kept >= FRONT_REGISTERS || more->ask_busy >> kept == 0;
}

/* Barriers and ends go on at once. */
static void put_events(const struct zorua_plug *s, const struct residency_in *in,
                       const struct zorua_plug_in *more, struct zorua_plug_nets *n)
{
    struct zorua_in *to = &n->in;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        to->ev_valid[p] = in->ev_valid[p] && in->ev_kind[p] != FRONT_PHASE;
        to->ev_kind[p] = in->ev_kind[p];
        to->ev_slot[p] = in->ev_slot[p];
    }
    n->held_told = false;
    if (s->held == 0 || n->ask_slot != lowest(s->held)) return;
    const uint32_t p = n->ask_slot % s->cfg.ports;
    if (to->ev_valid[p] || !phase_may_begin(s, more, n->ask_slot)) return;
    n->held_told = true;
    n->held_slot = n->ask_slot;
    to->ev_valid[p] = true;
    to->ev_kind[p] = COORDINATOR_EV_PHASE;
    to->ev_slot[p] = n->held_slot;
    put_needs(s, s->held_word[n->held_slot], to, p);
}

/* Memory: nothing issues, and every warp that could is held up by an access; idle: nothing issues,
 * for another reason than a busy pipe. */
static void put_statistics(const struct residency_in *in, const struct zorua_plug_in *more,
                           uint32_t ports, struct zorua_plug_nets *n)
{
    bool issues = false;
    for (uint32_t p = 0; p < ports; p++) issues |= in->set_en[p];
    const uint64_t others = n->unit.ready & ~(more->with_access | n->set.looking);
    n->in.mem = !issues && n->unit.ready != 0 && others == 0;
    n->in.idle = !issues && !n->in.mem && !more->pipe_busy;
}

static void put_questions(const struct zorua_plug *s, struct zorua_plug_nets *n)
{
    struct zorua_in *to = &n->in;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        to->reg_look_en[p] = n->set.look_en[p];
        to->reg_look_row[p] = n->set.look_row[p];
        to->reg_look_set[p] = n->set.look_set[p];
        to->scratch_look_en[p] = n->scratch[p].look_en;
        to->scratch_look_row[p] = n->scratch[p].look_block;
        to->scratch_look_set[p] = n->scratch[p].look_set;
    }
}

void zorua_plug_settle(const struct zorua_plug *s, const struct residency_in *in,
                       const struct zorua_plug_in *more, struct zorua_plug_nets *n,
                       struct residency_out *out)
{
    n->scratch_in[n->acc_port].taken = more->acc_en && !n->acc_of_swapper;
    settle_swapper(s, in, more, n);
    settle_sets(s, in, more, n);
    put_kernel(s, in, more->kernel_phase, &n->in);
    put_events(s, in, more, n);
    put_statistics(in, more, s->cfg.ports, n);
    put_questions(s, n);
    n->in.req_ready = n->swap.req_ready || s->skips;
    n->in.rsp_valid = n->swap.rsp_valid;
    n->in.rsp_warp = n->swap.rsp_warp;
    zorua_eval(&s->unit, &n->in, &n->unit);
    out->block_ready = n->unit.block_ready;
}

/* --- tick ---------------------------------------------------------------- */

static void tick_phases(struct zorua_plug *s, const struct residency_in *in,
                        const struct zorua_plug_in *more, const struct zorua_plug_nets *n)
{
    if (n->held_told) s->held &= ~bit(n->held_slot);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] == FRONT_PHASE) {
            s->held |= bit(in->ev_slot[p]);
            s->held_word[in->ev_slot[p]] = in->ev_word[p];
        }
        if (!more->resolves[p] || !has(s->inserted, more->resolved_slot[p])) continue;
        s->inserted &= ~bit(more->resolved_slot[p]);
        s->passed |= bit(zorua_plug_warp(s, more->resolved_slot[p]));
    }
    if (n->inserts) s->inserted |= bit(more->rsp.slot);
    else if (more->rsp.valid) s->passed &= ~bit(zorua_plug_warp(s, more->rsp.slot));
    if (n->unit.begin_en) s->passed |= bit(n->unit.begin_warp);
}

/* An access that is under way when a set is to move may be for this set, and so may an access that
 * was looked up before; an access that comes later is not. */
static void tick_drains(struct zorua_plug *s, const struct zorua_plug_in *more,
                        const struct zorua_plug_nets *n)
{
    const uint64_t comes = more->acc_en && n->acc.shared ? bit(lowest(~more->under_way)) : 0;
    s->shared = (s->shared & more->under_way) | comes;
    if (!scratch_moves(n)) s->drains = s->shared;
    else s->drains = (s->drains & more->under_way) | (n->scratch[n->acc_port].touches ? comes : 0);
}

/* An access that writes gives a set its words when it learns where the set is. A set that comes has
 * none: what lies there is another's. */
static void tick_written(struct zorua_plug *s, const struct zorua_plug_nets *n)
{
    const struct zorua_out *u = &n->unit;
    s->skips = n->empty && n->calm && !s->skips;
    if (!s->cfg.written) return;
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (n->scratch[p].learns && n->scratch[p].learns_held && n->acc_writes[p])
            s->written[n->scratch[p].learns_phys] = true;
    if (u->scratch_take_en) s->written[u->scratch_take_phys] = false;
}

void zorua_plug_tick(struct zorua_plug *s, const struct residency_in *in,
                     const struct zorua_plug_in *more, const struct zorua_plug_nets *n,
                     const struct residency_out *out)
{
    (void)out;
    tick_phases(s, in, more, n);
    tick_drains(s, more, n);
    tick_written(s, n);
    if (more->acc_en) s->access[lowest(~more->under_way)] = n->acc;
    set_lookup_tick(&s->set, &n->set_in, &n->set);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        scratch_lookup_tick(&s->scratch[p], &n->scratch_in[p], &n->scratch[p]);
    swapper_tick(&s->swap, &n->swap_in, &n->swap);
    zorua_tick(&s->unit, &n->in, &n->unit);
}

/* --- check and promise --------------------------------------------------- */

const char *zorua_plug_check(const struct zorua_plug *s)
{
    const char *wrong = set_lookup_check(&s->set);
    if (!wrong && (s->held & ~s->unit.control.slot_used) != 0) wrong = "held";
    return wrong ? wrong : zorua_check(&s->unit);
}

/* The warp has begun, and the unit has not been told that it has ended. */
static bool lives(const struct zorua_plug *s, uint32_t warp)
{
    const struct coordinator *c = &s->unit.control;
    const bool ended = c->state[warp] == COORDINATOR_EVENT && c->kind[warp] == COORDINATOR_EV_END;
    return c->state[warp] != COORDINATOR_FREE && !has(c->new_warp, warp) && !ended;
}

const char *zorua_plug_promise(const struct zorua_plug *s, const struct zorua_plug_nets *n)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (n->scratch_in[p].valid && !lives(s, n->acc_warp[p]))
            return "an access is of a warp that has not begun, or has ended";
    return zorua_promise(&s->unit, &n->in);
}
