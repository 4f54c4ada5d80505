/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/coordinator.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

static uint32_t count_ones(uint64_t x)
{
    uint32_t n = 0;
    for (; x != 0; x &= x - 1) n++;
    return n;
}

/* --- init and reset ------------------------------------------------------ */

static const char *sets_error(const struct coordinator_cfg *cfg)
{
    if (cfg->reg_sets < 1 || cfg->reg_sets > COORDINATOR_MAX_SETS) return "RegSets must be 1 to 64";
    if (cfg->reg_phys < 2 || cfg->reg_phys > COORDINATOR_MAX_PHYS)
        return "RegPhys must be 2 to 1024";
    if (cfg->reg_sets > cfg->reg_phys) return "RegSets must be at most RegPhys";
    if (cfg->scratch_sets < 1 || cfg->scratch_sets > COORDINATOR_MAX_SETS)
        return "ScratchSets must be 1 to 64";
    if (cfg->scratch_phys < 2 || cfg->scratch_phys > COORDINATOR_MAX_PHYS)
        return "ScratchPhys must be 2 to 1024";
    return cfg->scratch_sets > cfg->scratch_phys ? "ScratchSets must be at most ScratchPhys" : NULL;
}

static const char *cfg_error(const struct coordinator_cfg *cfg)
{
    if (cfg->warps < 2 || cfg->warps > COORDINATOR_MAX_WARPS) return "Warps must be 2 to 64";
    if (cfg->slots < 2 || cfg->slots > COORDINATOR_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->slots > cfg->warps) return "Slots must be at most Warps";
    if (cfg->blocks < 2 || cfg->blocks > COORDINATOR_MAX_BLOCKS) return "Blocks must be 2 to 16";
    if (cfg->id_width < 1 || cfg->id_width > 32 * COORDINATOR_ID_WORDS)
        return "IdWidth must be 1 to 128";
    if (cfg->ports < 1 || cfg->ports > COORDINATOR_MAX_PORTS) return "Ports must be 1 to 4";
    if (cfg->thresh_width < 1 || cfg->thresh_width > 16) return "ThreshWidth must be 1 to 16";
    return sets_error(cfg);
}

const char *coordinator_init(struct coordinator *s, const struct coordinator_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void coordinator_reset(struct coordinator *s)
{
    const struct coordinator_cfg cfg = s->cfg;
    memset(s, 0, sizeof *s);
    s->cfg = cfg;
}

/* --- warps, blocks and slots --------------------------------------------- */

static uint32_t count_state(const struct coordinator *s, enum coordinator_state state)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < s->cfg.warps; w++) n += s->state[w] == state;
    return n;
}

/* The lowest-numbered free warp; Warps: there is none. */
static uint32_t free_warp(const struct coordinator *s)
{
    uint32_t w = 0;
    while (w < s->cfg.warps && s->state[w] != COORDINATOR_FREE) w++;
    return w;
}

/* The lowest block number that is free; Blocks: there is none. */
static uint32_t free_block(const struct coordinator *s)
{
    uint32_t b = 0;
    while (b < s->cfg.blocks && has(s->block_used, b)) b++;
    return b;
}

/* The lowest-numbered slot without a warp; Slots: there is none. */
static uint32_t free_slot(const struct coordinator *s)
{
    uint32_t slot = 0;
    while (slot < s->cfg.slots && has(s->slot_used, slot)) slot++;
    return slot;
}

/* The lowest-numbered slot whose warp is pending or at a barrier; Slots: there is none. */
static uint32_t seat_to_take(const struct coordinator *s)
{
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const uint32_t state = s->state[s->slot_warp[slot]];
        if (!has(s->slot_used, slot)) continue;
        if (state == COORDINATOR_PENDING || state == COORDINATOR_BARRIER) return slot;
    }
    return s->cfg.slots;
}

/* A register set of this warp is on its way back. */
static bool has_return(const struct coordinator *s, uint32_t w)
{
    return s->returns && s->return_warp == w;
}

/* The first warp with an event, and without a set that returns, from the place of the search on;
 * Warps: there is none. */
static uint32_t next_event(const struct coordinator *s)
{
    for (uint32_t i = 0; i < s->cfg.warps; i++) {
        const uint32_t w = (s->search + i) % s->cfg.warps;
        if (s->state[w] == COORDINATOR_EVENT && !has_return(s, w)) return w;
    }
    return s->cfg.warps;
}

/* --- the queues ---------------------------------------------------------- */

static uint32_t above(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }

static uint32_t lacks_scratch(const struct coordinator *s, uint32_t w)
{
    return above(s->block_need[s->block[w]], s->block_have[s->block[w]]);
}

static uint32_t lacks_regs(const struct coordinator *s, uint32_t w)
{
    return above(s->need[w], s->have[w]);
}

/* What a pending warp holds says where it waits. */
static uint32_t queue_of(const struct coordinator *s, uint32_t w)
{
    if (!has(s->seated, w)) return COORDINATOR_QUEUE_THREADS;
    return lacks_scratch(s, w) > 0 ? COORDINATOR_QUEUE_SCRATCH : COORDINATOR_QUEUE_REGS;
}

/* The place of the next warp of the queue that is scanned; the list's length: there is none. */
static uint32_t next_in_queue(const struct coordinator *s)
{
    uint32_t place = s->at;
    while (place < s->length && queue_of(s, s->list[place]) != s->queue) place++;
    return place;
}

static void append(struct coordinator *s, uint32_t w)
{
    s->state[w] = COORDINATOR_PENDING;
    s->list[s->length++] = w;
}

static void remove_place(struct coordinator *s, uint32_t place)
{
    s->length--;
    for (uint32_t i = place; i < s->length; i++) s->list[i] = s->list[i + 1];
}

/* --- can a warp have what it lacks --------------------------------------- */

/* Some warp of the block waits for what it lacks. */
static bool has_pending(const struct coordinator *s, uint32_t b)
{
    for (uint32_t i = 0; i < s->length; i++)
        if (s->block[s->list[i]] == b) return true;
    return false;
}

/* Few warps are at work: thresholds do not apply. Warps at a barrier are at work unless they wait
 * for a warp that is pending. In a scan all pending warps are on the list. */
static bool few_work(const struct coordinator *s, const struct coordinator_in *in, uint32_t running)
{
    uint32_t work = running;
    for (uint32_t b = 0; b < s->cfg.blocks; b++)
        if (has(s->block_used, b) && !has_pending(s, b)) work += s->waiting[b];
    return in->least != 0 && (running == 0 || work < in->least);
}

/* `over` sets of a resource more are needed than are free: may they go to swap space? */
static bool may_be_over(const struct coordinator_in *in, bool few, uint32_t resource, uint32_t over)
{
    if (over == 0 || few) return true;
    return in->swapped[resource] + over <= in->thresh[resource];
}

/* With no slot free one warp goes; if the warp was away, it comes, and swap space is no fuller. */
static bool can_sit(const struct coordinator *s, const struct coordinator_in *in, bool few,
                    uint32_t w)
{
    const uint32_t over = has(s->away, w) ? 0 : 1;
    if (has(s->seated, w) || in->free[COORDINATOR_THREADS] > 0) return true;
    return seat_to_take(s) < s->cfg.slots && may_be_over(in, few, COORDINATOR_THREADS, over);
}

static bool can_have_all(const struct coordinator *s, const struct coordinator_in *in,
                         uint32_t running, uint32_t w)
{
    const uint32_t scratch = above(lacks_scratch(s, w), in->free[COORDINATOR_SCRATCH]);
    const uint32_t regs = above(lacks_regs(s, w), in->free[COORDINATOR_REGS]);
    const bool few = few_work(s, in, running);
    return can_sit(s, in, few, w) && may_be_over(in, few, COORDINATOR_SCRATCH, scratch) &&
           may_be_over(in, few, COORDINATOR_REGS, regs);
}

/* --- eval: one part for each state that says something ------------------- */

static void operate(struct coordinator_out *out, uint32_t resource, enum coordinator_op op,
                    uint32_t row, uint32_t set)
{
    out->op[resource] = op;
    out->op_row = row;
    out->op_set = set;
}

static void request(struct coordinator_out *out, bool load, uint32_t kind, uint32_t row,
                    uint32_t set, uint32_t phys)
{
    out->req_valid = true;
    out->req_load = load;
    out->req_kind = kind;
    out->req_row = row;
    out->req_set = set;
    out->req_phys = phys;
}

/* An event goes first, then a scan, then a block; then a set returns. */
static void eval_idle(const struct coordinator *s, const struct coordinator_in *in,
                      struct coordinator_out *out)
{
    const bool event = next_event(s) < s->cfg.warps;
    const bool scan = s->changed && s->length > 0;
    out->block_ready = !event && !scan && count_state(s, COORDINATOR_FREE) >= in->warps &&
                       free_block(s) < s->cfg.blocks;
}

/* The slot of a warp that has ended goes in the cycle that finds no register set to drop. */
static void eval_drop(const struct coordinator *s, struct coordinator_out *out)
{
    const uint32_t w = s->warp;
    if (s->have[w] > s->need[w])
        operate(out, COORDINATOR_REGS, COORDINATOR_OP_DROP, w, s->have[w] - 1);
    else if (s->kind[w] == COORDINATOR_EV_END)
        operate(out, COORDINATOR_THREADS, COORDINATOR_OP_DROP, w, 0);
}

/* What the block has above so many sets, the highest first. */
static void eval_drop_scratch(const struct coordinator *s, struct coordinator_out *out,
                              uint32_t keep)
{
    const uint32_t have = s->block_have[s->at_block];
    if (have > keep) operate(out, COORDINATOR_SCRATCH, COORDINATOR_OP_DROP, s->at_block, have - 1);
}

static void eval_done(const struct coordinator *s, struct coordinator_out *out)
{
    out->done_valid = true;
    memcpy(out->done_id, s->id[s->at_block], sizeof out->done_id);
}

/* No slot is free: of the warps that wait on their slots, the warp on the lowest slot goes. */
static void eval_unseat(const struct coordinator *s, const struct coordinator_in *in,
                        struct coordinator_out *out)
{
    const uint32_t slot = seat_to_take(s);
    if (slot == s->cfg.slots) return;
    request(out, false, COORDINATOR_THREADS, s->slot_warp[slot], 0, slot);
    if (in->req_ready)
        operate(out, COORDINATOR_THREADS, COORDINATOR_OP_SPILL, s->slot_warp[slot], 0);
}

static void eval_seat(const struct coordinator *s, const struct coordinator_in *in,
                      struct coordinator_out *out)
{
    const uint32_t w = s->warp;
    if (has(s->seated, w)) return;
    if (in->free[COORDINATOR_THREADS] == 0) {
        eval_unseat(s, in, out);
    } else if (!has(s->away, w)) {
        operate(out, COORDINATOR_THREADS, COORDINATOR_OP_MAP, w, 0);
    } else {
        request(out, true, COORDINATOR_THREADS, w, 0, free_slot(s));
        if (in->req_ready) operate(out, COORDINATOR_THREADS, COORDINATOR_OP_FILL, w, 0);
    }
}

static void eval_take(const struct coordinator_in *in, struct coordinator_out *out,
                      uint32_t resource, uint32_t row, uint32_t have, uint32_t need)
{
    out->keep_en[resource - 1] = true;
    out->keep_row = row;
    if (have < need && in->free[resource] > 0)
        operate(out, resource, COORDINATOR_OP_MAP, row, have);
}

/* The victim is remembered when room is first asked for: lock and request stand still, while the
 * selector goes on. Its victim by then is taken only if it is still the victim remembered. */
static void eval_store(const struct coordinator *s, const struct coordinator_in *in,
                       struct coordinator_out *out)
{
    const uint32_t kind = s->victim_kind;
    out->keep_en[kind - 1] = true;
    out->keep_row = kind == COORDINATOR_SCRATCH ? s->at_block : s->warp;
    out->lock_en[kind] = true;
    out->lock_row = s->victim_row;
    out->lock_set = s->victim_set;
    request(out, false, kind, s->victim_row, s->victim_set, s->victim_phys);
    if (!in->req_ready) return;
    operate(out, kind, COORDINATOR_OP_SPILL, s->victim_row, s->victim_set);
    out->victim_taken[kind - 1] =
        in->victim_valid[kind - 1] && in->victim_phys[kind - 1] == s->victim_phys;
}

static void eval_return(const struct coordinator *s, const struct coordinator_in *in,
                        struct coordinator_out *out)
{
    out->lock_en[COORDINATOR_REGS] = true;
    out->lock_row = s->victim_row;
    out->lock_set = s->victim_set;
    request(out, true, COORDINATOR_REGS, s->victim_row, s->victim_set, in->free_phys);
    if (in->req_ready)
        operate(out, COORDINATOR_REGS, COORDINATOR_OP_FILL, s->victim_row, s->victim_set);
}

static void eval_begin(const struct coordinator *s, struct coordinator_out *out)
{
    out->begin_en = true;
    out->begin_slot = s->slot[s->warp];
    out->begin_warp = s->warp;
    out->begin_rank = s->rank[s->warp];
    memcpy(out->begin_id, s->id[s->block[s->warp]], sizeof out->begin_id);
}

static void eval_status(const struct coordinator *s, struct coordinator_out *out)
{
    out->ready = s->ready;
    if (s->returns) out->ready &= ~bit(s->slot[s->return_warp]);
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (!has(s->slot_used, slot)) continue;
        out->slot_warp[slot] = s->slot_warp[slot];
        out->slot_block[slot] = s->block[s->slot_warp[slot]];
    }
    out->running = count_state(s, COORDINATOR_RESTORE) + count_state(s, COORDINATOR_SCHEDULABLE);
    out->idle = coordinator_is_idle(s);
    out->doing = s->doing;
}

void coordinator_eval(const struct coordinator *s, const struct coordinator_in *in,
                      struct coordinator_out *out)
{
    const uint32_t b = s->at_block;
    const uint32_t w = s->warp;

    memset(out, 0, sizeof *out);
    eval_status(s, out);
    switch (s->doing) {
    case COORDINATOR_DO_IDLE: eval_idle(s, in, out); break;
    case COORDINATOR_DO_DROP: eval_drop(s, out); break;
    case COORDINATOR_DO_SURPLUS: eval_drop_scratch(s, out, s->block_need[b]); break;
    case COORDINATOR_DO_CLEAR: eval_drop_scratch(s, out, 0); break;
    case COORDINATOR_DO_DONE: eval_done(s, out); break;
    case COORDINATOR_DO_SEAT: eval_seat(s, in, out); break;
    case COORDINATOR_DO_SCRATCH:
        eval_take(in, out, COORDINATOR_SCRATCH, b, s->block_have[b], s->block_need[b]);
        break;
    case COORDINATOR_DO_REGS:
        eval_take(in, out, COORDINATOR_REGS, w, s->have[w], s->need[w]);
        break;
    case COORDINATOR_DO_STORE: eval_store(s, in, out); break;
    case COORDINATOR_DO_BEGIN: eval_begin(s, out); break;
    case COORDINATOR_DO_RETURN: eval_return(s, in, out); break;
    default: break;
    }
}

/* --- tick: answers and events, in every cycle ---------------------------- */

static void make_schedulable(struct coordinator *s, uint32_t w)
{
    s->state[w] = COORDINATOR_SCHEDULABLE;
    s->away &= ~bit(w);
    s->back &= ~bit(w);
    s->ready |= bit(s->slot[w]);
}

static void note_answer(struct coordinator *s, const struct coordinator_in *in)
{
    if (!in->rsp_valid || has_return(s, in->rsp_warp)) return;
    if (s->state[in->rsp_warp] == COORDINATOR_RESTORE) make_schedulable(s, in->rsp_warp);
    else s->back |= bit(in->rsp_warp);
}

static void note_miss(struct coordinator *s, const struct coordinator_in *in)
{
    if (!in->miss_en) return;
    s->miss = true;
    s->miss_row = in->miss_row;
    s->miss_set = in->miss_set;
}

static void note_event(struct coordinator *s, const struct coordinator_in *in, uint32_t p)
{
    uint32_t w;

    if (!in->ev_valid[p] || in->ev_kind[p] == COORDINATOR_EV_NONE) return;
    w = s->slot_warp[in->ev_slot[p]];
    s->state[w] = COORDINATOR_EVENT;
    s->kind[w] = in->ev_kind[p];
    s->ready &= ~bit(in->ev_slot[p]);
    if (in->ev_kind[p] != COORDINATOR_EV_PHASE) return;
    s->need[w] = in->ev_regs[p];
    s->scratch[w] = in->ev_scratch[p];
}

/* --- tick: idle and blocks ----------------------------------------------- */

/* Nobody waits for anything, and there is room: the set that was missed last may come back. A warp
 * whose state comes back in this cycle did not run in it. */
static void return_missed(struct coordinator *s, const struct coordinator_in *in)
{
    const uint32_t w = s->miss_row, set = s->miss_set;
    const bool ran = !(in->rsp_valid && in->rsp_warp == w);
    s->miss = false;
    if (!ran || s->state[w] != COORDINATOR_SCHEDULABLE || set >= s->have[w]) return;
    if (has(s->held[COORDINATOR_REGS][w], set)) return;
    s->victim_kind = COORDINATOR_REGS;
    s->victim_row = w;
    s->victim_set = set;
    s->doing = COORDINATOR_DO_RETURN;
}

static void tick_idle(struct coordinator *s, const struct coordinator_in *in,
                      const struct coordinator_out *out)
{
    const uint32_t w = next_event(s);
    const uint32_t b = free_block(s);

    s->at = 0;
    if (w < s->cfg.warps) {
        s->warp = w;
        s->at_block = s->block[w];
        s->search = (w + 1) % s->cfg.warps;
        s->doing = COORDINATOR_DO_EVENT;
    } else if (s->changed && s->length > 0) {
        s->changed = false;
        s->queue = COORDINATOR_QUEUE_REGS;
        s->doing = COORDINATOR_DO_SCAN;
    } else if (in->block_valid && out->block_ready) {
        s->at_block = b;
        s->block_used |= (uint32_t)bit(b);
        s->ended[b] = s->waiting[b] = s->block_have[b] = 0;
        s->block_need[b] = in->scratch;
        memcpy(s->id[b], in->block_id, sizeof s->id[b]);
        s->doing = COORDINATOR_DO_ACCEPT;
    } else if (s->miss && !s->returns && s->length == 0 && in->free[COORDINATOR_REGS] > 0) {
        return_missed(s, in);
    }
}

static void tick_accept(struct coordinator *s, const struct coordinator_in *in)
{
    const uint32_t w = free_warp(s);

    s->block[w] = s->at_block;
    s->rank[w] = s->at;
    s->new_warp |= bit(w);
    s->seated &= ~bit(w);
    s->away &= ~bit(w);
    s->back &= ~bit(w);
    s->need[w] = in->regs;
    s->have[w] = 0;
    s->scratch[w] = in->scratch;
    append(s, w);
    s->at++;
    if (s->at < in->warps) return;
    s->changed = true;
    s->doing = COORDINATOR_DO_IDLE;
}

/* --- tick: an event ------------------------------------------------------ */

/* Of a block some of whose warps have not ended. */
static bool all_wait(const struct coordinator *s, uint32_t b, uint32_t warps)
{
    return s->waiting[b] + s->ended[b] == warps;
}

/* The warp's barrier is open, or its phase change is done. A warp that lacks nothing does not
 * queue. */
static void go_on(struct coordinator *s, uint32_t w)
{
    if (queue_of(s, w) == COORDINATOR_QUEUE_REGS && lacks_regs(s, w) == 0) make_schedulable(s, w);
    else append(s, w);
}

static void tick_event(struct coordinator *s, const struct coordinator_in *in)
{
    const uint32_t w = s->warp, b = s->at_block;

    s->changed = true;
    s->doing = COORDINATOR_DO_DROP;
    if (s->kind[w] == COORDINATOR_EV_END) s->need[w] = s->scratch[w] = 0;
    if (s->kind[w] != COORDINATOR_EV_BARRIER) return;
    s->state[w] = COORDINATOR_BARRIER;
    s->waiting[b]++;
    s->doing = all_wait(s, b, in->warps) ? COORDINATOR_DO_OPEN : COORDINATOR_DO_IDLE;
}

static void tick_drop(struct coordinator *s)
{
    const uint32_t w = s->warp;

    if (s->have[w] > s->need[w]) {
        s->have[w]--;
        return;
    }
    s->doing = COORDINATOR_DO_NEED;
    if (s->kind[w] != COORDINATOR_EV_END) return;
    s->state[w] = COORDINATOR_FREE;
    s->seated &= ~bit(w);
    s->slot_used &= ~bit(s->slot[w]);
    s->ended[s->at_block]++;
    s->doing = COORDINATOR_DO_CHECK;
}

static void end_phase_change(struct coordinator *s)
{
    go_on(s, s->warp);
    s->doing = COORDINATOR_DO_IDLE;
}

/* The need of the block is the greatest need of its warps. Its sets above the need are dropped. */
static void tick_need(struct coordinator *s)
{
    const uint32_t b = s->at_block;
    uint32_t need = 0;

    for (uint32_t w = 0; w < s->cfg.warps; w++) {
        if (s->state[w] != COORDINATOR_FREE && s->block[w] == b && s->scratch[w] > need)
            need = s->scratch[w];
    }
    s->block_need[b] = need;
    if (s->block_have[b] > need) s->doing = COORDINATOR_DO_SURPLUS;
    else end_phase_change(s);
}

static void tick_surplus(struct coordinator *s)
{
    if (s->block_have[s->at_block] > s->block_need[s->at_block]) s->block_have[s->at_block]--;
    else end_phase_change(s);
}

/* --- tick: a barrier, the end of a block --------------------------------- */

/* After an end. */
static void tick_check(struct coordinator *s, const struct coordinator_in *in)
{
    const uint32_t b = s->at_block;

    if (s->ended[b] == in->warps) s->doing = COORDINATOR_DO_CLEAR;
    else s->doing = all_wait(s, b, in->warps) ? COORDINATOR_DO_OPEN : COORDINATOR_DO_IDLE;
}

static void tick_clear(struct coordinator *s)
{
    if (s->block_have[s->at_block] > 0) s->block_have[s->at_block]--;
    else s->doing = COORDINATOR_DO_DONE;
}

static void tick_done(struct coordinator *s)
{
    s->block_used &= (uint32_t)~bit(s->at_block);
    s->doing = COORDINATOR_DO_IDLE;
}

static void tick_open(struct coordinator *s)
{
    const uint32_t b = s->at_block;
    uint32_t w = 0;

    if (s->waiting[b] == 0) {
        s->doing = COORDINATOR_DO_IDLE;
        return;
    }
    while (s->state[w] != COORDINATOR_BARRIER || s->block[w] != b) w++;
    go_on(s, w);
    s->waiting[b]--;
}

/* --- tick: scan and take ------------------------------------------------- */

/* A warp that is served is on no list, and the warp behind it comes to its place. */
static void tick_scan(struct coordinator *s, const struct coordinator_in *in,
                      const struct coordinator_out *out)
{
    const uint32_t place = next_in_queue(s);
    const uint32_t w = place < s->length ? s->list[place] : 0;

    if (place == s->length) {
        s->at = 0;
        if (s->queue == COORDINATOR_QUEUE_THREADS) s->doing = COORDINATOR_DO_IDLE;
        else s->queue--;
    } else if (can_have_all(s, in, out->running, w)) {
        remove_place(s, place);
        s->at = place;
        s->warp = w;
        s->at_block = s->block[w];
        s->doing = COORDINATOR_DO_SEAT;
    } else {
        s->at = place + 1;
    }
}

static void tick_seat(struct coordinator *s, const struct coordinator_in *in,
                      const struct coordinator_out *out)
{
    const uint32_t w = s->warp;
    const uint32_t op = out->op[COORDINATOR_THREADS];
    const uint32_t slot = in->op_phys[COORDINATOR_THREADS];

    if (has(s->seated, w)) {
        s->doing = COORDINATOR_DO_SCRATCH;
    } else if (op == COORDINATOR_OP_SPILL) {
        s->seated &= ~bit(out->req_row);
        s->away |= bit(out->req_row);
        s->slot_used &= ~bit(out->req_phys);
    } else if (op != COORDINATOR_OP_NONE) {
        s->seated |= bit(w);
        s->slot[w] = slot;
        s->slot_used |= bit(slot);
        s->slot_warp[slot] = w;
    }
}

/* Room is needed: as soon as there is a victim, it goes. A set that returns is none. */
static void make_room(struct coordinator *s, const struct coordinator_in *in, uint32_t kind)
{
    if (in->free[kind] > 0 || !in->victim_valid[kind - 1] || s->returns) return;
    s->victim_kind = kind;
    s->victim_phys = in->victim_phys[kind - 1];
    s->victim_row = in->victim_row[kind - 1];
    s->victim_set = in->victim_set[kind - 1];
    s->doing = COORDINATOR_DO_STORE;
}

static void tick_scratch(struct coordinator *s, const struct coordinator_in *in,
                         const struct coordinator_out *out)
{
    const uint32_t b = s->at_block;

    if (s->block_have[b] >= s->block_need[b]) s->doing = COORDINATOR_DO_REGS;
    else if (out->op[COORDINATOR_SCRATCH] == COORDINATOR_OP_MAP) s->block_have[b]++;
    else make_room(s, in, COORDINATOR_SCRATCH);
}

/* An answer that came before is as good as one that comes now: it has been noted already. */
static void finish_take(struct coordinator *s)
{
    const uint32_t w = s->warp;

    s->doing = COORDINATOR_DO_SCAN;
    if (has(s->away & ~s->back, w)) s->state[w] = COORDINATOR_RESTORE;
    else make_schedulable(s, w);
}

static void tick_regs(struct coordinator *s, const struct coordinator_in *in,
                      const struct coordinator_out *out)
{
    const uint32_t w = s->warp;

    if (s->have[w] < s->need[w]) {
        if (out->op[COORDINATOR_REGS] == COORDINATOR_OP_MAP) s->have[w]++;
        else make_room(s, in, COORDINATOR_REGS);
    } else if (has(s->new_warp, w)) {
        s->doing = COORDINATOR_DO_BEGIN;
    } else {
        finish_take(s);
    }
}

static void tick_store(struct coordinator *s, const struct coordinator_in *in)
{
    if (!in->req_ready) return;
    s->doing = s->victim_kind == COORDINATOR_SCRATCH ? COORDINATOR_DO_SCRATCH : COORDINATOR_DO_REGS;
}

static void tick_return(struct coordinator *s, const struct coordinator_in *in)
{
    if (!in->req_ready) return;
    s->returns = true;
    s->return_warp = s->victim_row;
    s->doing = COORDINATOR_DO_IDLE;
}

static void tick_begin(struct coordinator *s)
{
    s->new_warp &= ~bit(s->warp);
    finish_take(s);
}

/* --- tick ---------------------------------------------------------------- */

/* The model's alone: what the tables hold, and the kernel. */
static void follow(struct coordinator *s, const struct coordinator_in *in,
                   const struct coordinator_out *out)
{
    for (uint32_t r = 0; r < COORDINATOR_RESOURCES; r++) {
        if (out->op[r] == COORDINATOR_OP_MAP || out->op[r] == COORDINATOR_OP_FILL)
            s->held[r][out->op_row] |= bit(out->op_set);
        else if (out->op[r] != COORDINATOR_OP_NONE) s->held[r][out->op_row] &= ~bit(out->op_set);
    }
    s->warps = in->warps;
    s->regs = in->regs;
    s->scratch_first = in->scratch;
    s->least = in->least;
}

static void tick_step(struct coordinator *s, const struct coordinator_in *in,
                      const struct coordinator_out *out)
{
    switch (s->doing) {
    case COORDINATOR_DO_IDLE: tick_idle(s, in, out); break;
    case COORDINATOR_DO_ACCEPT: tick_accept(s, in); break;
    case COORDINATOR_DO_EVENT: tick_event(s, in); break;
    case COORDINATOR_DO_DROP: tick_drop(s); break;
    case COORDINATOR_DO_NEED: tick_need(s); break;
    case COORDINATOR_DO_SURPLUS: tick_surplus(s); break;
    case COORDINATOR_DO_CHECK: tick_check(s, in); break;
    case COORDINATOR_DO_CLEAR: tick_clear(s); break;
    case COORDINATOR_DO_DONE: tick_done(s); break;
    case COORDINATOR_DO_OPEN: tick_open(s); break;
    case COORDINATOR_DO_SCAN: tick_scan(s, in, out); break;
    case COORDINATOR_DO_SEAT: tick_seat(s, in, out); break;
    case COORDINATOR_DO_SCRATCH: tick_scratch(s, in, out); break;
    case COORDINATOR_DO_REGS: tick_regs(s, in, out); break;
    case COORDINATOR_DO_STORE: tick_store(s, in); break;
    case COORDINATOR_DO_RETURN: tick_return(s, in); break;
    default: tick_begin(s); break;
    }
}

/* The step looks at the state of the cycle: events are noted behind it. An answer is noted before
 * it, since the end of a take in the same cycle must not miss it. Of the other steps idle alone
 * looks at what an answer changes, and knows; the number of running warps is eval's. */
void coordinator_tick(struct coordinator *s, const struct coordinator_in *in,
                      const struct coordinator_out *out)
{
    const bool returned = in->rsp_valid && has_return(s, in->rsp_warp);
    follow(s, in, out);
    note_answer(s, in);
    tick_step(s, in, out);
    if (returned) s->returns = false;
    note_miss(s, in);
    for (uint32_t p = 0; p < s->cfg.ports; p++) note_event(s, in, p);
}

bool coordinator_is_idle(const struct coordinator *s)
{
    return s->doing == COORDINATOR_DO_IDLE && s->block_used == 0 &&
           count_state(s, COORDINATOR_FREE) == s->cfg.warps;
}

/* --- check --------------------------------------------------------------- */

/* A warp that runs, or will when its state is back. */
static bool runs(const struct coordinator *s, uint32_t w)
{
    return s->state[w] == COORDINATOR_RESTORE || s->state[w] == COORDINATOR_SCHEDULABLE;
}

static bool all_held(const struct coordinator *s, uint32_t w)
{
    return has(s->seated, w) && s->have[w] == s->need[w] &&
           s->block_have[s->block[w]] >= s->scratch[w];
}

static bool seat_ok(const struct coordinator *s, uint32_t w)
{
    const uint32_t slot = s->slot[w];
    if (s->state[w] == COORDINATOR_FREE || !has(s->seated, w)) return !has(s->seated, w);
    if (slot >= s->cfg.slots || !has(s->slot_used, slot) || s->slot_warp[slot] != w) return false;
    return has(s->ready, slot) == (s->state[w] == COORDINATOR_SCHEDULABLE);
}

static const char *seats_error(const struct coordinator *s)
{
    for (uint32_t w = 0; w < s->cfg.warps; w++) {
        if (!seat_ok(s, w)) return "seats";
        if (runs(s, w) && !all_held(s, w)) return "all_held";
    }
    if (count_ones(s->slot_used) != count_ones(s->seated)) return "seats";
    return (s->ready & ~s->slot_used) != 0 ? "seats" : NULL;
}

/* A warp that takes sets is pending, and on no list. */
static const char *lists_error(const struct coordinator *s)
{
    const uint32_t takes = s->doing >= COORDINATOR_DO_SEAT && s->doing != COORDINATOR_DO_RETURN;
    uint64_t seen = takes ? bit(s->warp) : 0;
    if (s->length > s->cfg.warps) return "lists";
    for (uint32_t i = 0; i < s->length; i++) {
        const uint32_t w = s->list[i];
        if (w >= s->cfg.warps || has(seen, w) || s->state[w] != COORDINATOR_PENDING) return "lists";
        seen |= bit(w);
    }
    return s->length + takes == count_state(s, COORDINATOR_PENDING) ? NULL : "lists";
}

/* The warps of a block that is accepted are not all there yet. */
static const char *counts_error(const struct coordinator *s, uint32_t b)
{
    uint32_t here = 0, wait = 0;
    for (uint32_t w = 0; w < s->cfg.warps; w++) {
        if (s->state[w] == COORDINATOR_FREE || s->block[w] != b) continue;
        here++;
        wait += s->state[w] == COORDINATOR_BARRIER;
    }
    if (!has(s->block_used, b)) return here == 0 && s->block_have[b] == 0 ? NULL : "counts";
    if (s->waiting[b] != wait) return "counts";
    if (s->doing == COORDINATOR_DO_ACCEPT && s->at_block == b)
        return here == s->at && s->ended[b] == 0 ? NULL : "counts";
    return here + s->ended[b] == s->warps ? NULL : "counts";
}

/* An owner has its sets from 0 on; no other set is held for it. */
static const char *held_error(const struct coordinator *s)
{
    for (uint32_t w = 0; w < s->cfg.warps; w++) {
        if (s->have[w] > s->cfg.reg_sets) return "sets";
        if (s->have[w] < 64 && s->held[COORDINATOR_REGS][w] >> s->have[w] != 0) return "sets";
        if (s->held[COORDINATOR_THREADS][w] != (has(s->seated, w) ? 1u : 0u)) return "sets";
        if (s->state[w] == COORDINATOR_FREE && s->have[w] != 0) return "sets";
    }
    for (uint32_t b = 0; b < s->cfg.blocks; b++) {
        const uint32_t have = s->block_have[b];
        if (have > s->cfg.scratch_sets) return "sets";
        if (have < 64 && s->held[COORDINATOR_SCRATCH][b] >> have != 0) return "sets";
    }
    return NULL;
}

const char *coordinator_check(const struct coordinator *s)
{
    const char *error = seats_error(s);
    if (error == NULL) error = lists_error(s);
    for (uint32_t b = 0; error == NULL && b < s->cfg.blocks; b++) error = counts_error(s, b);
    return error != NULL ? error : held_error(s);
}

/* --- promise ------------------------------------------------------------- */

static const char *kernel_broken(const struct coordinator *s, const struct coordinator_in *in)
{
    if (!in->block_valid && s->block_used == 0) return NULL;
    if (in->warps < 1 || in->warps > s->cfg.slots) return "warps_i is not 1 to Slots";
    if (in->regs > s->cfg.reg_sets) return "regs_i is above RegSets";
    if (in->scratch > s->cfg.scratch_sets) return "scratch_i is above ScratchSets";
    if (s->block_used == 0) return NULL;
    if (in->warps != s->warps || in->regs != s->regs || in->scratch != s->scratch_first ||
        in->least != s->least)
        return "the kernel changes while a block is here";
    return NULL;
}

static bool fits(uint32_t value, uint32_t width) { return width >= 32 || value >> width == 0; }

static const char *block_broken(const struct coordinator *s, const struct coordinator_in *in)
{
    for (uint32_t r = 0; r < COORDINATOR_RESOURCES; r++) {
        if (!fits(in->thresh[r], s->cfg.thresh_width)) return "a threshold is too wide";
    }
    for (uint32_t i = 0; in->block_valid && i < COORDINATOR_ID_WORDS; i++) {
        const uint32_t left = above(s->cfg.id_width, 32 * i);
        if (!fits(in->block_id[i], left)) return "the identity of a block is too wide";
    }
    return NULL;
}

static const char *event_broken(const struct coordinator *s, const struct coordinator_in *in,
                                uint32_t p)
{
    if (!in->ev_valid[p]) return NULL;
    if (in->ev_slot[p] >= s->cfg.slots || !has(s->ready, in->ev_slot[p]))
        return "an event of a slot that is not ready";
    if (in->ev_kind[p] > COORDINATOR_EV_END) return "an event that is none of the four";
    for (uint32_t q = 0; q < p; q++) {
        if (in->ev_valid[q] && in->ev_slot[q] == in->ev_slot[p]) return "two events of one slot";
    }
    if (in->ev_kind[p] != COORDINATOR_EV_PHASE) return NULL;
    if (in->ev_regs[p] > s->cfg.reg_sets) return "a phase needs more than RegSets";
    return in->ev_scratch[p] > s->cfg.scratch_sets ? "a phase needs more than ScratchSets" : NULL;
}

static uint32_t total(const struct coordinator *s, uint32_t r)
{
    if (r == COORDINATOR_THREADS) return s->cfg.slots;
    return r == COORDINATOR_SCRATCH ? s->cfg.scratch_phys : s->cfg.reg_phys;
}

static uint32_t held_sets(const struct coordinator *s, uint32_t r)
{
    uint32_t n = 0;
    for (uint32_t row = 0; row < COORDINATOR_MAX_WARPS; row++) n += count_ones(s->held[r][row]);
    return n;
}

/* Sets of a resource that warps or blocks have, here or in swap space. */
static uint32_t had_sets(const struct coordinator *s, uint32_t r)
{
    uint32_t n = 0;
    if (r == COORDINATOR_THREADS) return count_ones(s->seated | s->away);
    if (r == COORDINATOR_SCRATCH) {
        for (uint32_t b = 0; b < s->cfg.blocks; b++) n += s->block_have[b];
    } else {
        for (uint32_t w = 0; w < s->cfg.warps; w++) n += s->have[w];
    }
    return n;
}

static const char *table_broken(const struct coordinator *s, const struct coordinator_in *in,
                                const struct coordinator_out *out)
{
    const uint32_t op = out->op[COORDINATOR_THREADS];
    for (uint32_t r = 0; r < COORDINATOR_RESOURCES; r++) {
        const uint32_t held = held_sets(s, r);
        if (in->free[r] + held != total(s, r)) return "a table counts its free sets wrongly";
        if (in->swapped[r] + held != had_sets(s, r))
            return "a table counts its swapped sets wrongly";
    }
    if (op != COORDINATOR_OP_MAP && op != COORDINATOR_OP_FILL) return NULL;
    return in->op_phys[COORDINATOR_THREADS] == free_slot(s)
               ? NULL
               : "the slot given is not the lowest-numbered free one";
}

static const char *victim_broken(const struct coordinator *s, const struct coordinator_in *in,
                                 const struct coordinator_out *out, uint32_t r)
{
    const uint32_t row = in->victim_row[r - 1], set = in->victim_set[r - 1];
    const uint32_t rows = r == COORDINATOR_SCRATCH ? s->cfg.blocks : s->cfg.warps;
    const uint32_t asks = r == COORDINATOR_SCRATCH ? COORDINATOR_DO_SCRATCH : COORDINATOR_DO_REGS;

    if (!in->victim_valid[r - 1]) return NULL;
    if (in->victim_phys[r - 1] >= total(s, r) || row >= rows || set >= COORDINATOR_MAX_SETS ||
        !has(s->held[r][row], set))
        return "a victim is not a physical set of its owner";
    return s->doing == asks && row == out->keep_row ? "a victim of the owner to keep" : NULL;
}

static const char *answer_broken(const struct coordinator *s, const struct coordinator_in *in)
{
    if (!in->rsp_valid) return NULL;
    if (in->rsp_warp < s->cfg.warps && has_return(s, in->rsp_warp)) return NULL;
    if (in->rsp_warp >= s->cfg.warps || !has(s->seated & s->away & ~s->back, in->rsp_warp))
        return "an answer to no request";
    return NULL;
}

const char *coordinator_promise(const struct coordinator *s, const struct coordinator_in *in)
{
    struct coordinator_out out;
    const char *broken = kernel_broken(s, in);
    if (broken == NULL) broken = block_broken(s, in);
    for (uint32_t p = 0; broken == NULL && p < s->cfg.ports; p++) broken = event_broken(s, in, p);
    if (broken == NULL) broken = answer_broken(s, in);
    if (broken == NULL && in->miss_en &&
        (in->miss_row >= s->cfg.warps || in->miss_set >= s->cfg.reg_sets))
        broken = "a set is missed that there is not";
    if (broken != NULL) return broken;
    coordinator_eval(s, in, &out);
    broken = table_broken(s, in, &out);
    for (uint32_t r = COORDINATOR_SCRATCH; broken == NULL && r <= COORDINATOR_REGS; r++)
        broken = victim_broken(s, in, &out, r);
    return broken;
}
