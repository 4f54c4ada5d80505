/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/coordinator_cover.h"
#include "residency/coordinator_view.h"

static uint32_t above(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }

static uint32_t queue_of(const state *s, uint32_t w)
{
    const uint32_t b = s->block[w];
    if (!has_any(s->seated, w)) return COORDINATOR_QUEUE_THREADS;
    return s->block_have[b] < s->block_need[b] ? COORDINATOR_QUEUE_SCRATCH : COORDINATOR_QUEUE_REGS;
}

/* No warp can lose its seat. */
static bool no_seat(const state *s)
{
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const uint32_t st = s->state[s->slot_warp[slot]];
        if (!has_any(s->slot_used, slot)) continue;
        if (st == COORDINATOR_PENDING || st == COORDINATOR_BARRIER) return false;
    }
    return true;
}

static void cover_idle(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    bool event = false;
    for (uint32_t w = 0; w < s->search; w++) event |= s->state[w] == COORDINATOR_EVENT;
    for (uint32_t w = s->search; event && w < s->cfg.warps; w++)
        event = s->state[w] != COORDINATOR_EVENT;
    if (event) bin[BIN_SEARCH_ROUND]++;
    if (!in->block_valid) return;
    if (out->block_ready) bin[in->warps == 1 ? BIN_BLOCK_ONE_WARP : BIN_BLOCK]++;
    uint32_t free = 0;
    for (uint32_t w = 0; w < s->cfg.warps; w++) free += s->state[w] == COORDINATOR_FREE;
    if (free < in->warps) bin[BIN_NO_WARPS]++;
    else if (s->block_used == (1u << s->cfg.blocks) - 1) bin[BIN_NO_NUMBER]++;
}

static void cover_events(const state *s, const inputs *in, uint64_t *bin)
{
    uint32_t events = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p]) continue;
        if (in->ev_kind[p] == COORDINATOR_EV_NONE) {
            bin[BIN_EVENT_NOTHING]++;
            continue;
        }
        events++;
        if (s->doing != COORDINATOR_DO_IDLE) bin[BIN_EVENT_BUSY]++;
        if (s->doing == COORDINATOR_DO_NEED &&
            s->block[s->slot_warp[in->ev_slot[p]]] == s->at_block)
            bin[BIN_EVENT_OF_BLOCK]++;
    }
    if (events > 1) bin[BIN_TWO_EVENTS]++;
}

/* A drop: is the set in swap space? */
static bool is_swapped(const state *s, const outputs *out, uint32_t resource)
{
    return out->op[resource] == COORDINATOR_OP_DROP &&
           !has_any(s->held[resource][out->op_row], out->op_set);
}

/* The scratchpad that the block needs, by its warps. */
static uint32_t greatest_need(const state *s)
{
    uint32_t most = 0;
    for (uint32_t w = 0; w < s->cfg.warps; w++) {
        const bool counts = s->state[w] != COORDINATOR_FREE && s->block[w] == s->at_block;
        if (counts && s->scratch[w] > most) most = s->scratch[w];
    }
    return most;
}

static void cover_need(const state *s, uint64_t *bin)
{
    const uint32_t b = s->at_block;
    const uint32_t own = s->scratch[s->warp];
    const uint32_t most = greatest_need(s);
    if (own > s->block_need[b]) bin[BIN_NEED_RAISED]++;
    if (most > own) bin[BIN_NEED_OF_OTHER]++;
    if (most < s->block_need[b]) bin[BIN_NEED_FALLS]++;
}

/* A warp goes on at once; what else happens in the cycle. */
static void cover_beside(const state *s, const inputs *in, uint64_t *bin, uint32_t event)
{
    bool events = false;
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        events |= in->ev_valid[p] && in->ev_kind[p] != COORDINATOR_EV_NONE;
    if (events) bin[event]++;
    if (in->rsp_valid && s->state[in->rsp_warp] == COORDINATOR_RESTORE) bin[BIN_GOES_ON_ANSWER]++;
}

static void cover_open(const state *s, const inputs *in, uint64_t *bin)
{
    uint32_t w = 0;
    if (s->waiting[s->at_block] == 0) return;
    while (s->state[w] != COORDINATOR_BARRIER || s->block[w] != s->at_block) w++;
    bin[has_any(s->seated, w) ? BIN_OPEN_GOES_ON : BIN_OPEN_QUEUES]++;
    if (has_any(s->seated, w)) cover_beside(s, in, bin, BIN_OPEN_EVENT);
}

/* The cycle that finds no scratchpad too many. */
static void cover_phase(const state *s, const inputs *in, uint64_t *bin)
{
    const bool trimmed = s->doing == COORDINATOR_DO_SURPLUS;
    const uint32_t need = trimmed ? s->block_need[s->at_block] : greatest_need(s);
    const uint32_t have = s->block_have[s->at_block];
    if (have > need) return;
    if (have < need) {
        bin[BIN_PHASE_QUEUES_SCRATCH]++;
    } else if (s->have[s->warp] < s->need[s->warp]) {
        bin[BIN_PHASE_QUEUES_REGS]++;
    } else {
        bin[trimmed ? BIN_PHASE_TRIMMED : BIN_PHASE_GOES_ON]++;
        cover_beside(s, in, bin, BIN_PHASE_EVENT);
    }
}

/* Barriers, ends, and what is dropped. */
static void cover_event(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t b = s->at_block;
    const uint32_t w = s->warp;
    const bool dropped = out->op[COORDINATOR_REGS] == COORDINATOR_OP_DROP;
    switch (s->doing) {
    case COORDINATOR_DO_EVENT:
        if (s->kind[w] == COORDINATOR_EV_BARRIER)
            bin[s->waiting[b] + s->ended[b] + 1 < in->warps ? BIN_BARRIER : BIN_OPENS]++;
        break;
    case COORDINATOR_DO_DROP:
        if (dropped && s->kind[w] == COORDINATOR_EV_PHASE) bin[BIN_DROP_SET]++;
        if (is_swapped(s, out, COORDINATOR_REGS)) bin[BIN_DROP_SWAPPED]++;
        break;
    case COORDINATOR_DO_NEED:
        cover_need(s, bin);
        cover_phase(s, in, bin);
        break;
    case COORDINATOR_DO_SURPLUS:
        cover_phase(s, in, bin);
        if (out->op[COORDINATOR_SCRATCH] != COORDINATOR_OP_NONE) bin[BIN_SURPLUS]++;
        break;
    case COORDINATOR_DO_CHECK:
        if (s->ended[b] == in->warps) break;
        bin[s->waiting[b] + s->ended[b] < in->warps ? BIN_END : BIN_OPENS_AT_END]++;
        break;
    case COORDINATOR_DO_CLEAR:
        if (out->op[COORDINATOR_SCRATCH] != COORDINATOR_OP_NONE) bin[BIN_CLEAR]++;
        if (is_swapped(s, out, COORDINATOR_SCRATCH)) bin[BIN_CLEAR_SWAPPED]++;
        break;
    case COORDINATOR_DO_DONE: bin[BIN_DONE]++; break;
    case COORDINATOR_DO_OPEN: cover_open(s, in, bin); break;
    default: break;
    }
}

/* What the warp looked at lacks, and what of that goes over what is free, by resource. */
struct want {
    uint32_t over[COORDINATOR_RESOURCES];
    bool seat;                          /* it needs a seat, and there is none */
    bool beyond[COORDINATOR_RESOURCES]; /* the threshold */
    bool just[COORDINATOR_RESOURCES];   /* up to the threshold */
};

static struct want want_of(const state *s, const inputs *in, uint32_t w)
{
    struct want x = {0};
    const uint32_t b = s->block[w];
    const bool sits = has_any(s->seated, w);
    const uint32_t lacks[] = {sits || has_any(s->away, w) ? 0 : 1,
                              above(s->block_need[b], s->block_have[b]),
                              above(s->need[w], s->have[w])};
    x.seat = !sits && in->free[0] == 0 && no_seat(s);
    for (uint32_t r = 0; r < COORDINATOR_RESOURCES; r++) {
        x.over[r] = above(lacks[r], in->free[r]);
        x.beyond[r] = x.over[r] > 0 && in->swapped[r] + x.over[r] > in->thresh[r];
        x.just[r] = x.over[r] > 0 && in->swapped[r] + x.over[r] == in->thresh[r];
    }
    return x;
}

static uint32_t count(const state *s, uint32_t what)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < s->cfg.warps; w++) n += s->state[w] == what;
    return n;
}

/* Warps that run, or wait at a barrier for none that is pending. */
static uint32_t work_of(const state *s)
{
    uint32_t n = count(s, COORDINATOR_RESTORE) + count(s, COORDINATOR_SCHEDULABLE);
    for (uint32_t w = 0; w < s->cfg.warps; w++) {
        bool pends = false;
        for (uint32_t v = 0; v < s->cfg.warps; v++)
            pends |= s->state[v] == COORDINATOR_PENDING && s->block[v] == s->block[w];
        n += s->state[w] == COORDINATOR_BARRIER && !pends;
    }
    return n;
}

static void cover_served(const state *s, const inputs *in, uint32_t w, const struct want *x,
                         uint64_t *bin)
{
    const enum coordinator_queue queue = s->queue;
    const bool beyond = x->beyond[0] || x->beyond[1] || x->beyond[2];
    const uint32_t runs = count(s, COORDINATOR_RESTORE) + count(s, COORDINATOR_SCHEDULABLE);
    if (queue == COORDINATOR_QUEUE_REGS) bin[BIN_SERVE_REGS]++;
    else bin[queue == COORDINATOR_QUEUE_SCRATCH ? BIN_SERVE_SCRATCH : BIN_SERVE_THREADS]++;
    for (uint32_t i = 0; i < s->at; i++) {
        if (queue_of(s, s->list[i]) != queue) continue;
        bin[BIN_PASSED_BY]++;
        break;
    }
    if (beyond) bin[work_of(s) < in->least ? BIN_FEW : BIN_FEW_NONE_RUNS]++;
    if (beyond && runs && count(s, COORDINATOR_BARRIER) + runs >= in->least) bin[BIN_FEW_PARTNER]++;
    if (!beyond && (x->just[0] || x->just[1] || x->just[2])) bin[BIN_JUST_WITHIN]++;
    if (!has_any(s->seated, w) && has_any(s->away, w) && in->free[0] == 0) bin[BIN_ONE_FOR_ONE]++;
}

static void cover_scan(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t place = s->at;
    while (place < s->length && queue_of(s, s->list[place]) != s->queue) place++;
    if (place == s->length) return;
    const uint32_t w = s->list[place];
    const struct want x = want_of(s, in, w);
    const bool few = in->least != 0 && (out->running == 0 || work_of(s) < in->least);
    const bool beyond[] = {x.beyond[0] && !few, x.beyond[1] && !few, x.beyond[2] && !few};
    if (!x.seat && !beyond[0] && !beyond[1] && !beyond[2]) cover_served(s, in, w, &x, bin);
    else if (x.seat) bin[BIN_NO_SEAT]++;
    else if (beyond[0] && !beyond[1] && !beyond[2]) bin[BIN_NO_SLOT]++;
    else if (beyond[1] && !beyond[0] && !beyond[2]) bin[BIN_NO_SCRATCH]++;
    else if (beyond[2] && !beyond[0] && !beyond[1]) bin[BIN_NO_REGS]++;
    if (!x.seat && (beyond[0] || beyond[1] || beyond[2]) && out->running < in->least)
        bin[BIN_BARRIER_COUNTS]++;
    if (!x.seat && (beyond[0] || beyond[1] || beyond[2]) && out->running == 0) bin[BIN_NEVER]++;
}

static void cover_take(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t op = out->op[COORDINATOR_THREADS];
    const uint32_t r = s->doing == COORDINATOR_DO_SCRATCH ? COORDINATOR_SCRATCH : COORDINATOR_REGS;
    const uint32_t lacks = r == COORDINATOR_SCRATCH
                               ? above(s->block_need[s->at_block], s->block_have[s->at_block])
                               : above(s->need[s->warp], s->have[s->warp]);
    switch (s->doing) {
    case COORDINATOR_DO_SEAT:
        if (op == COORDINATOR_OP_MAP) bin[BIN_SEAT_MAP]++;
        if (op == COORDINATOR_OP_FILL) bin[BIN_SEAT_LOAD]++;
        if (op != COORDINATOR_OP_SPILL) break;
        bin[s->state[out->op_row] == COORDINATOR_BARRIER ? BIN_SEAT_OF_BARRIER
                                                         : BIN_SEAT_OF_PENDING]++;
        break;
    case COORDINATOR_DO_SCRATCH:
    case COORDINATOR_DO_REGS:
        if (lacks > 0 && in->free[r] == 0 && !in->victim_valid[r - 1]) bin[BIN_NO_VICTIM]++;
        break;
    case COORDINATOR_DO_STORE:
        if (!in->req_ready) {
            bin[BIN_STORE_WAITS]++;
            break;
        }
        bin[out->lock_en[COORDINATOR_SCRATCH] ? BIN_STORE_SCRATCH : BIN_STORE_REGS]++;
        if (!out->victim_taken[0] && !out->victim_taken[1]) bin[BIN_VICTIM_OTHER]++;
        break;
    case COORDINATOR_DO_BEGIN: bin[BIN_BEGIN]++; break;
    default: break;
    }
}

/* The cycle in which a warp that is not new has all it lacks. */
static void cover_answers(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t w = s->warp;
    const bool last = s->doing == COORDINATOR_DO_REGS && s->need[w] == s->have[w];
    const bool answered = in->rsp_valid && in->rsp_warp == w;
    if (last && has_any(s->away, w)) {
        if (answered) bin[BIN_ANSWER_LAST]++;
        else if (!has_any(s->back, w)) bin[BIN_RESTORE]++;
    }
    if (!in->rsp_valid) return;
    if (s->state[in->rsp_warp] == COORDINATOR_RESTORE) bin[BIN_ANSWER]++;
    else if (!last) bin[BIN_ANSWER_EARLY]++;
}

/* Register sets that return. */
static void cover_return(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t regs = in->free[COORDINATOR_REGS];
    if (in->miss_en) bin[s->miss ? BIN_MISS_AGAIN : BIN_MISS]++;
    if (s->doing == COORDINATOR_DO_RETURN && in->req_ready) bin[BIN_RETURN_BEGINS]++;
    for (uint32_t p = 0; p < s->cfg.ports && s->returns; p++)
        if (in->ev_valid[p] && s->slot_warp[in->ev_slot[p]] == s->return_warp)
            bin[BIN_RETURN_EVENT]++;
    if (s->returns && in->rsp_valid && in->rsp_warp == s->return_warp &&
        s->state[s->return_warp] == COORDINATOR_EVENT)
        bin[BIN_RETURN_EVENT_LATE]++;
    if (s->returns && s->doing == COORDINATOR_DO_REGS && s->have[s->warp] < s->need[s->warp] &&
        regs == 0 && in->victim_valid[COORDINATOR_REGS - 1])
        bin[BIN_RETURN_NO_VICTIM]++;
    if (!s->miss || s->returns || s->doing != COORDINATOR_DO_IDLE) return;
    for (uint32_t w = 0; w < s->cfg.warps; w++)
        if (s->state[w] == COORDINATOR_EVENT) return;
    if (in->block_valid && out->block_ready) return;
    const uint32_t w = s->miss_row;
    if (s->length > 0) bin[BIN_RETURN_WAITS]++;
    else if (regs == 0) bin[BIN_RETURN_FULL]++;
    else if (s->state[w] == COORDINATOR_SCHEDULABLE && s->miss_set < s->have[w] &&
             !has_any(s->held[COORDINATOR_REGS][w], s->miss_set))
        bin[BIN_RETURN]++;
    else bin[BIN_RETURN_NOT]++;
}

void coordinator_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (s->doing == COORDINATOR_DO_IDLE) cover_idle(s, in, out, bin);
    else if (in->block_valid) bin[BIN_BLOCK_WAITS]++;
    cover_events(s, in, bin);
    cover_event(s, in, out, bin);
    if (s->doing == COORDINATOR_DO_SCAN) cover_scan(s, in, out, bin);
    cover_take(s, in, out, bin);
    cover_answers(s, in, bin);
    cover_return(s, in, out, bin);
}
