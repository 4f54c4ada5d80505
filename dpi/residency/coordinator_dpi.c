/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_coordinator_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "residency/coordinator.h"

typedef struct coordinator state;
typedef struct coordinator_in inputs;
typedef struct coordinator_out outputs;

static bool has(uint64_t mask, uint32_t i) { return i < 64 && (mask >> i & 1) != 0; }

/* ---- what means something, and when: outputs ---- */

static bool if_used_slot(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const state *)s)->slot_used, i);
}

static bool if_begin(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->begin_en;
}

static bool if_done(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->done_valid;
}

static bool if_op(const void *s, const void *out, uint32_t i)
{
    const uint32_t *op = ((const outputs *)out)->op;
    (void)s;
    (void)i;
    return (op[0] | op[1] | op[2]) != COORDINATOR_OP_NONE;
}

static bool if_lock(const void *s, const void *out, uint32_t i)
{
    const bool *lock_en = ((const outputs *)out)->lock_en;
    (void)s;
    (void)i;
    return lock_en[0] || lock_en[1] || lock_en[2];
}

static bool if_keep(const void *s, const void *out, uint32_t i)
{
    const bool *keep_en = ((const outputs *)out)->keep_en;
    (void)s;
    (void)i;
    return keep_en[0] || keep_en[1];
}

static bool if_request(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->req_valid;
}

/* ---- what means something, and when: registers ---- */

static bool if_here(const void *s, const void *out, uint32_t w)
{
    (void)out;
    return ((const state *)s)->state[w] != COORDINATOR_FREE;
}

static bool if_seated(const void *s, const void *out, uint32_t w)
{
    return if_here(s, out, w) && has(((const state *)s)->seated, w);
}

static bool if_event(const void *s, const void *out, uint32_t w)
{
    (void)out;
    return ((const state *)s)->state[w] == COORDINATOR_EVENT;
}

static bool if_listed(const void *s, const void *out, uint32_t place)
{
    (void)out;
    return place < ((const state *)s)->length;
}

static bool if_used_block(const void *s, const void *out, uint32_t b)
{
    (void)out;
    return has(((const state *)s)->block_used, b);
}

/* Words of an identity. */
static uint32_t id_words(const state *s) { return (s->cfg.id_width + 31) / 32; }

static bool id_if_used(const void *s, const void *out, uint32_t i)
{
    return if_used_block(s, out, i / id_words(s));
}

/* What a step keeps, in the states that look at it. */
static bool at_one_of(const void *s, uint32_t doings)
{
    return has(doings, ((const state *)s)->doing);
}

enum {
    DOES_TAKE = 1u << COORDINATOR_DO_SEAT | 1u << COORDINATOR_DO_SCRATCH |
                1u << COORDINATOR_DO_REGS | 1u << COORDINATOR_DO_STORE | 1u << COORDINATOR_DO_BEGIN,
    DOES_SCAN = 1u << COORDINATOR_DO_SCAN | DOES_TAKE,
    DOES_EVENT = 1u << COORDINATOR_DO_EVENT | 1u << COORDINATOR_DO_DROP |
                 1u << COORDINATOR_DO_NEED | 1u << COORDINATOR_DO_SURPLUS,
    DOES_BLOCK = 1u << COORDINATOR_DO_ACCEPT | 1u << COORDINATOR_DO_CHECK |
                 1u << COORDINATOR_DO_CLEAR | 1u << COORDINATOR_DO_DONE | 1u << COORDINATOR_DO_OPEN,
    DOES_COUNT = 1u << COORDINATOR_DO_ACCEPT,
};

static bool if_of_warp(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return at_one_of(s, DOES_EVENT | DOES_TAKE);
}

static bool if_of_block(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return at_one_of(s, DOES_BLOCK | DOES_EVENT | DOES_TAKE);
}

static bool if_placed(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return at_one_of(s, DOES_COUNT | DOES_SCAN);
}

static bool if_scan(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return at_one_of(s, DOES_SCAN);
}

static bool if_store(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return at_one_of(s, 1u << COORDINATOR_DO_STORE);
}

/* ---- coverage ---- */

enum {
    BIN_BLOCK,
    BIN_BLOCK_ONE_WARP,
    BIN_BLOCK_WAITS,
    BIN_NO_WARPS,
    BIN_NO_NUMBER,
    BIN_TWO_EVENTS,
    BIN_EVENT_BUSY,
    BIN_EVENT_OF_BLOCK,
    BIN_EVENT_NOTHING,
    BIN_SEARCH_ROUND,
    BIN_BARRIER,
    BIN_OPENS,
    BIN_OPENS_AT_END,
    BIN_DROP_SET,
    BIN_DROP_SWAPPED,
    BIN_NEED_RAISED,
    BIN_NEED_OF_OTHER,
    BIN_NEED_FALLS,
    BIN_SURPLUS,
    BIN_END,
    BIN_CLEAR,
    BIN_CLEAR_SWAPPED,
    BIN_DONE,
    BIN_SERVE_REGS,
    BIN_SERVE_SCRATCH,
    BIN_SERVE_THREADS,
    BIN_PASSED_BY,
    BIN_NO_SLOT,
    BIN_NO_SEAT,
    BIN_NO_SCRATCH,
    BIN_NO_REGS,
    BIN_FEW,
    BIN_JUST_WITHIN,
    BIN_ONE_FOR_ONE,
    BIN_SEAT_MAP,
    BIN_SEAT_LOAD,
    BIN_SEAT_OF_PENDING,
    BIN_SEAT_OF_BARRIER,
    BIN_STORE_SCRATCH,
    BIN_STORE_REGS,
    BIN_STORE_WAITS,
    BIN_NO_VICTIM,
    BIN_VICTIM_OTHER,
    BIN_RESTORE,
    BIN_ANSWER,
    BIN_ANSWER_EARLY,
    BIN_ANSWER_LAST,
    BIN_BEGIN,
    BIN_OPEN_GOES_ON,
    BIN_OPEN_QUEUES,
    BIN_OPEN_EVENT,
    BIN_PHASE_GOES_ON,
    BIN_PHASE_TRIMMED,
    BIN_PHASE_QUEUES_SCRATCH,
    BIN_PHASE_QUEUES_REGS,
    BIN_GOES_ON_ANSWER,
    BIN_PHASE_EVENT,
};

static const struct hd_bin bins[] = {
    {"block", "a block is taken"},
    {"block_one_warp", "a block of one warp is taken"},
    {"block_waits", "a block is offered while something happens"},
    {"no_warps", "idle, and a block waits for warps that are free"},
    {"no_number", "idle, and a block waits for a block number"},
    {"two_events", "two events in one cycle"},
    {"event_busy", "an event while it is at something else"},
    {"event_of_block", "an event of a warp of the block whose needs are looked at"},
    {"event_nothing", "an event of kind 0"},
    {"search_round", "the search for events goes on at 0"},
    {"barrier", "a warp comes to a barrier, others do not yet"},
    {"opens", "the last warp comes to a barrier: it opens"},
    {"opens_at_end", "the last warp ends, others wait: the barrier opens"},
    {"drop_set", "a register set is dropped at a phase change"},
    {"drop_swapped", "a register set in swap space is dropped"},
    {"need_raised", "a phase needs more scratchpad than the block did"},
    {"need_of_other", "the greatest need is that of another warp"},
    {"need_falls", "a block's need goes down"},
    {"surplus", "scratchpad that no warp needs is dropped"},
    {"end", "a warp ends, others go on"},
    {"clear", "the scratchpad of a block that has ended is dropped"},
    {"clear_swapped", "a set of that is in swap space"},
    {"done", "a block is done"},
    {"serve_regs", "a warp of the register queue is served"},
    {"serve_scratch", "a warp of the scratchpad queue is served"},
    {"serve_threads", "a warp of the thread queue is served"},
    {"passed_by", "a warp is served, one that stands before it could not be"},
    {"no_slot", "a warp is not served: one slot over the threshold"},
    {"no_seat", "a warp is not served: no slot is free, nobody can lose its seat"},
    {"no_scratch", "a warp is not served for want of scratchpad alone"},
    {"no_regs", "a warp is not served for want of registers alone"},
    {"few", "a warp is served only because few are running"},
    {"just_within", "a warp is served, a resource comes to its threshold"},
    {"one_for_one", "a warp that was away is served though no slot is free"},
    {"seat_map", "a new warp gets a free slot"},
    {"seat_load", "the state of a warp is requested"},
    {"seat_of_pending", "a pending warp loses its seat"},
    {"seat_of_barrier", "a warp at a barrier loses its seat"},
    {"store_scratch", "a scratchpad set is spilled"},
    {"store_regs", "a register set is spilled"},
    {"store_waits", "a store waits for the memory"},
    {"no_victim", "room is needed, the selector has no victim"},
    {"victim_other", "a set is spilled, the selector has another victim by now"},
    {"restore", "a warp has all but its state"},
    {"answer", "a state is back: the warp is schedulable"},
    {"answer_early", "a state is back, the warp still takes"},
    {"answer_last", "a state is back in the last cycle of take"},
    {"begin", "a warp begins"},
    {"open_goes_on", "a barrier opens, a warp goes on at once"},
    {"open_queues", "a barrier opens, a warp that lost its seat queues"},
    {"open_event", "a warp goes on after a barrier, another has an event"},
    {"phase_goes_on", "a phase that needs no more: the warp goes on at once"},
    {"phase_trimmed", "it goes on when the last scratchpad set too many is gone"},
    {"phase_queues_scratch", "a phase change is done, the block lacks scratchpad: the warp queues"},
    {"phase_queues_regs", "a phase change is done, only registers are lacking: the warp queues"},
    {"goes_on_answer", "a warp goes on at once, the state of another is back"},
    {"phase_event", "a warp goes on after a phase change, another has an event"},
    {NULL, NULL},
};

static uint32_t above(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }

static uint32_t queue_of(const state *s, uint32_t w)
{
    const uint32_t b = s->block[w];
    if (!has(s->seated, w)) return COORDINATOR_QUEUE_THREADS;
    return s->block_have[b] < s->block_need[b] ? COORDINATOR_QUEUE_SCRATCH : COORDINATOR_QUEUE_REGS;
}

/* Nobody whose seat could be taken. */
static bool no_seat(const state *s)
{
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const uint32_t st = s->state[s->slot_warp[slot]];
        if (!has(s->slot_used, slot)) continue;
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
           !has(s->held[resource][out->op_row], out->op_set);
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
    bin[has(s->seated, w) ? BIN_OPEN_GOES_ON : BIN_OPEN_QUEUES]++;
    if (has(s->seated, w)) cover_beside(s, in, bin, BIN_OPEN_EVENT);
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
    const bool sits = has(s->seated, w);
    const uint32_t lacks[] = {sits || has(s->away, w) ? 0 : 1,
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

static void cover_served(const state *s, const inputs *in, uint32_t w, const struct want *x,
                         uint64_t *bin)
{
    const enum coordinator_queue queue = s->queue;
    const bool beyond = x->beyond[0] || x->beyond[1] || x->beyond[2];
    if (queue == COORDINATOR_QUEUE_REGS) bin[BIN_SERVE_REGS]++;
    else bin[queue == COORDINATOR_QUEUE_SCRATCH ? BIN_SERVE_SCRATCH : BIN_SERVE_THREADS]++;
    for (uint32_t i = 0; i < s->at; i++) {
        if (queue_of(s, s->list[i]) != queue) continue;
        bin[BIN_PASSED_BY]++;
        break;
    }
    if (beyond) bin[BIN_FEW]++;
    if (!beyond && (x->just[0] || x->just[1] || x->just[2])) bin[BIN_JUST_WITHIN]++;
    if (!has(s->seated, w) && has(s->away, w) && in->free[0] == 0) bin[BIN_ONE_FOR_ONE]++;
}

static void cover_scan(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t place = s->at;
    while (place < s->length && queue_of(s, s->list[place]) != s->queue) place++;
    if (place == s->length) return;
    const uint32_t w = s->list[place];
    const struct want x = want_of(s, in, w);
    const bool few = out->running < in->least;
    const bool beyond[] = {x.beyond[0] && !few, x.beyond[1] && !few, x.beyond[2] && !few};
    if (!x.seat && !beyond[0] && !beyond[1] && !beyond[2]) cover_served(s, in, w, &x, bin);
    else if (x.seat) bin[BIN_NO_SEAT]++;
    else if (beyond[0] && !beyond[1] && !beyond[2]) bin[BIN_NO_SLOT]++;
    else if (beyond[1] && !beyond[0] && !beyond[2]) bin[BIN_NO_SCRATCH]++;
    else if (beyond[2] && !beyond[0] && !beyond[1]) bin[BIN_NO_REGS]++;
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
    if (last && has(s->away, w)) {
        if (answered) bin[BIN_ANSWER_LAST]++;
        else if (!has(s->back, w)) bin[BIN_RESTORE]++;
    }
    if (!in->rsp_valid) return;
    if (s->state[in->rsp_warp] == COORDINATOR_RESTORE) bin[BIN_ANSWER]++;
    else if (!last) bin[BIN_ANSWER_EARLY]++;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    if (s->doing == COORDINATOR_DO_IDLE) cover_idle(s, in, out, bin);
    else if (in->block_valid) bin[BIN_BLOCK_WAITS]++;
    cover_events(s, in, bin);
    cover_event(s, in, out, bin);
    if (s->doing == COORDINATOR_DO_SCAN) cover_scan(s, in, out, bin);
    cover_take(s, in, out, bin);
    cover_answers(s, in, bin);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { coordinator_reset(s); }
static void eval(const void *s, const void *in, void *out) { coordinator_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { coordinator_tick(s, in, out); }
static const char *check(const void *s) { return coordinator_check(s); }
static const char *promise(const void *s, const void *in) { return coordinator_promise(s, in); }

static const struct hd_block block = {
    .name = "coordinator",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
    .index_rule = "state_q to kind_q: warp [i], masks bit by bit; list_q: place [i]; slot_warp_q: "
                  "slot [i]; ended_q to block_have_q: block [i]; id_q: words, block 0's first",
    .waves = "doing_q:Idle/Accept/Event/Drop/Needs/Trim/Check/Clear/Done/Open/Scan/Seat/Scratch/"
             "Regs/Spill/Begin warp_q at_block_q at_q queue_q:Threads/Scratch/Registers changed_q "
             "length_q seated_q away_q back_q ready_q",
};

/* An identity: words of 32 bits, the last of which need not be whole. */
static struct hd_field identity(struct hd_field f, uint32_t id_width)
{
    f.cut = 32 * f.count - id_width;
    return f;
}

/* The sizes of the ports, in bits. */
struct widths {
    uint32_t warp, size, slot, block, regs, scratch, row, set, phys, words;
};

static uint32_t wider(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t index_bits(uint32_t n) { return n > 1 ? hd_bits_for(n - 1) : 1; }

static struct widths widths_of(const struct coordinator_cfg *c)
{
    return (struct widths){
        .warp = hd_bits_for(c->warps - 1),
        .size = hd_bits_for(c->warps),
        .slot = hd_bits_for(c->slots - 1),
        .block = hd_bits_for(c->blocks - 1),
        .regs = hd_bits_for(c->reg_sets),
        .scratch = hd_bits_for(c->scratch_sets),
        .row = wider(hd_bits_for(c->warps - 1), hd_bits_for(c->blocks - 1)),
        .set = wider(index_bits(c->reg_sets), index_bits(c->scratch_sets)),
        .phys = wider(hd_bits_for(c->slots - 1),
                      wider(hd_bits_for(c->reg_phys - 1), hd_bits_for(c->scratch_phys - 1))),
        .words = (c->id_width + 31) / 32,
    };
}

/* Each writes its fields to `to` and says how many. */
static size_t describe_inputs(struct hd_field *to, const struct coordinator_cfg *c,
                              const struct widths *x)
{
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, warps, x->size, NULL, NULL),
        HD_ONE(HD_IN, inputs, regs, x->regs, NULL, NULL),
        HD_ONE(HD_IN, inputs, scratch, x->scratch, NULL, NULL),
        HD_ONE(HD_IN, inputs, least, x->size, NULL, NULL),
        HD_ONE(HD_IN, inputs, block_valid, 1, NULL, NULL),
        identity((struct hd_field)HD_ARRAY(HD_IN, inputs, block_id, x->words, 32, NULL, NULL),
                 c->id_width),
        HD_ARRAY(HD_IN, inputs, ev_valid, c->ports, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_kind, c->ports, 2, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_slot, c->ports, x->slot, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_regs, c->ports, x->regs, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, ev_scratch, c->ports, x->scratch, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, thresh, 3, c->thresh_width, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_held, 3, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, op_phys, 3, x->phys, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, free, 3, 16, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, swapped, 3, 16, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, victim_valid, 2, 1, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, victim_phys, 2, x->phys, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, victim_row, 2, x->row, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, victim_set, 2, x->set, NULL, NULL),
        HD_ONE(HD_IN, inputs, req_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, rsp_warp, x->warp, NULL, NULL),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_warp_ports(struct hd_field *to, const struct coordinator_cfg *c,
                                  const struct widths *x)
{
    const struct hd_field fields[] = {
        HD_ONE(HD_OUT, outputs, block_ready, 1, NULL,
               "Idle: no event, no scan to do, warps_i warps and a block number are free"),
        HD_ONE(HD_OUT, outputs, ready, c->slots, NULL,
               "State of a warp: the one on this slot is schedulable; not in the cycle after its "
               "event"),
        HD_ARRAY(HD_OUT, outputs, slot_warp, c->slots, x->warp, if_used_slot,
                 "Ports: the warp seated on the slot"),
        HD_ARRAY(HD_OUT, outputs, slot_block, c->slots, x->block, if_used_slot,
                 "Ports: the block of the warp seated on the slot"),
        HD_ONE(HD_OUT, outputs, begin_en, 1, NULL, "Take: a new warp that has all begins (15)"),
        HD_ONE(HD_OUT, outputs, begin_slot, x->slot, if_begin, "Ports: the slot it sits on"),
        HD_ONE(HD_OUT, outputs, begin_warp, x->warp, if_begin, "Ports: the warp that takes"),
        HD_ONE(HD_OUT, outputs, begin_rank, x->size, if_begin,
               "Accept: the lowest-numbered free warp becomes the next rank"),
        identity((struct hd_field)HD_ARRAY(HD_OUT, outputs, begin_id, x->words, 32, if_begin,
                                           "Ports: the identity of its block"),
                 c->id_width),
        HD_ONE(HD_OUT, outputs, done_valid, 1, NULL,
               "Barrier check: all ended, the scratchpad is dropped, then one cycle (8)"),
        identity((struct hd_field)HD_ARRAY(HD_OUT, outputs, done_id, x->words, 32, if_done,
                                           "Ports: the identity of the block that ended"),
                 c->id_width),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_table_ports(struct hd_field *to, const struct widths *x)
{
    const struct hd_field fields[] = {
        HD_ARRAY(
            HD_OUT, outputs, op, 3, 3, NULL,
            "Drop, Scratchpad, Take: one operation a cycle; spill and fill when the request is "
            "accepted, map when a set is free"),
        HD_ONE(HD_OUT, outputs, op_row, x->row, if_op,
               "Take: the warp or block that takes; spill: whose set goes; drop: the step's"),
        HD_ONE(HD_OUT, outputs, op_set, x->set, if_op,
               "Take: set number have; drop: the highest; a slot: 0"),
        HD_ARRAY(HD_OUT, outputs, lock_en, 3, 1, NULL, "Take (14): the set that moves; no slot"),
        HD_ONE(HD_OUT, outputs, lock_row, x->row, if_lock, "Take (14): the victim's owner"),
        HD_ONE(HD_OUT, outputs, lock_set, x->set, if_lock, "Take (14): the victim's set"),
        HD_ARRAY(HD_OUT, outputs, keep_en, 2, 1, NULL,
                 "Ports: in 12 and 14 for scratchpad, in 13 and 14 for registers"),
        HD_ONE(HD_OUT, outputs, keep_row, x->row, if_keep, "Ports: the block or warp that takes"),
        HD_ARRAY(HD_OUT, outputs, victim_taken, 2, 1, NULL,
                 "Take (14): the store is accepted, and the selector's victim is still that set"),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_memory_ports(struct hd_field *to, const struct widths *x)
{
    const struct hd_field fields[] = {
        HD_ONE(HD_OUT, outputs, req_valid, 1, NULL,
               "Take: load of a seat's state, store of the one that loses it, store of a victim"),
        HD_ONE(HD_OUT, outputs, req_load, 1, if_request,
               "Take: a slot is free and the warp is away: load; else store"),
        HD_ONE(HD_OUT, outputs, req_kind, 2, if_request, "Ports: 0 slot, 1 scratchpad, 2 register"),
        HD_ONE(HD_OUT, outputs, req_row, x->row, if_request,
               "Take: the warp that sits down; the one on the lowest slot that may be taken; the "
               "victim's owner"),
        HD_ONE(HD_OUT, outputs, req_set, x->set, if_request, "Take: the victim's set; a slot: 0"),
        HD_ONE(HD_OUT, outputs, req_phys, x->phys, if_request,
               "Ports: the physical set it is taken from; of a load the lowest free slot"),
        HD_ONE(HD_OUT, outputs, running, x->size, NULL,
               "Ports: warps that are schedulable, or will be when their state is back (4, 5)"),
        HD_ONE(HD_OUT, outputs, idle, 1, NULL, "Ports: no block is here, and nothing to do"),
        HD_ONE(HD_OUT, outputs, doing, 4, NULL, "What a cycle does: one step, and what follows it"),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_warps(struct hd_field *to, const struct coordinator_cfg *c,
                             const struct widths *x)
{
    const struct hd_field fields[] = {
        HD_REG("state_q", state, state[0], 4, c->warps, 3, NULL,
               "State of a warp; who goes on and lacks nothing does not queue: 5, not 1"),
        HD_REG("block_q", state, block[0], 4, c->warps, x->block, if_here,
               "Accept: the block that was offered"),
        HD_REG("rank_q", state, rank[0], 4, c->warps, x->size, if_here,
               "Accept: the lowest-numbered free warp becomes the next rank"),
        HD_REG("new_q", state, new_warp, 0, 1, c->warps, NULL, "Accept: new; Begin: no longer"),
        HD_REG("seated_q", state, seated, 0, 1, c->warps, NULL,
               "Seat: from map or fill on, until spilled or at its end"),
        HD_REG("away_q", state, away, 0, 1, c->warps, NULL,
               "Seat: from the spill of its seat on, until its state is back"),
        HD_REG("back_q", state, back, 0, 1, c->warps, NULL,
               "The races: an answer that comes while the warp takes is kept"),
        HD_REG("slot_q", state, slot[0], 4, c->warps, x->slot, if_seated,
               "Seat: the slot that the table gives"),
        HD_REG("need_q", state, need[0], 4, c->warps, x->regs, if_here,
               "Accept: regs_i; Event: a phase's needs at once, none at the end"),
        HD_REG("have_q", state, have[0], 4, c->warps, x->regs, if_here,
               "Drop: one less a cycle; Registers: one more a set that is mapped"),
        HD_REG("scratch_q", state, scratch[0], 4, c->warps, x->scratch, if_here,
               "Accept: scratch_i; Event: a phase's needs at once, none at the end"),
        HD_REG("kind_q", state, kind[0], 4, c->warps, 2, if_event, "Event: what happened"),
        HD_REG("list_q", state, list[0], 4, c->warps, x->warp, if_listed,
               "The queues: in the order of arrival; who is served leaves, those behind close up"),
        HD_REG("length_q", state, length, 0, 1, x->size, NULL,
               "The queues: pending warps but the one that takes, and who goes on lacking nothing"),
        HD_REG("ready_q", state, ready, 0, 1, c->slots, NULL,
               "State of a warp: the one on this slot is schedulable"),
        HD_REG("slot_used_q", state, slot_used, 0, 1, c->slots, NULL,
               "Seat: from map or fill on, until spill or drop"),
        HD_REG("slot_warp_q", state, slot_warp[0], 4, c->slots, x->warp, if_used_slot,
               "Seat: who sits there"),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

/* The words of all identities: id_words of each block. */
static struct hd_field identities(const struct coordinator_cfg *c, const struct widths *x)
{
    struct hd_field f = HD_ROWS(HD_STATE, state, id, x->words, 32, id_if_used,
                                "Accept: the identity that was offered");
    f.name = "id_q";
    f.count = x->words * c->blocks;
    return f;
}

static size_t describe_blocks(struct hd_field *to, const struct coordinator_cfg *c,
                              const struct widths *x)
{
    const struct hd_field fields[] = {
        HD_REG("block_used_q", state, block_used, 0, 1, c->blocks, NULL,
               "Idle: the lowest free number is taken; Barrier check: free after done"),
        HD_REG("ended_q", state, ended[0], 4, c->blocks, x->size, if_used_block,
               "Event: one more at the end of a warp"),
        HD_REG("waiting_q", state, waiting[0], 4, c->blocks, x->size, if_used_block,
               "Event: one more at a barrier; Open: one less a cycle"),
        HD_REG("block_need_q", state, block_need[0], 4, c->blocks, x->scratch, if_used_block,
               "Scratchpad: the greatest of its warps' needs, in one cycle (4)"),
        HD_REG("block_have_q", state, block_have[0], 4, c->blocks, x->scratch, if_used_block,
               "Scratchpad: one less a set that is dropped, one more a set that is mapped"),
        identities(c, x),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe_step(struct hd_field *to, const struct widths *x)
{
    const struct hd_field fields[] = {
        HD_REG("doing_q", state, doing, 0, 1, 4, NULL, "What a cycle does"),
        HD_REG("warp_q", state, warp, 0, 1, x->warp, if_of_warp,
               "Idle: the warp found; Scan: the warp served"),
        HD_REG("at_block_q", state, at_block, 0, 1, x->block, if_of_block,
               "Idle: the block of the warp found, or that was taken; Scan: of the warp served"),
        HD_REG("at_q", state, at, 0, 1, x->size, if_placed,
               "Accept: the rank; Scan: where it goes on"),
        HD_REG("queue_q", state, queue, 0, 1, 2, if_scan,
               "Scan: register queue (2), scratchpad queue (1), thread queue (0)"),
        HD_REG("changed_q", state, changed, 0, 1, 1, NULL,
               "Idle: an event was looked at, or a block accepted, since the last scan began"),
        HD_REG("search_q", state, search, 0, 1, x->warp, NULL,
               "Idle: behind the warp found last; 0 after reset"),
        HD_REG("spill_row_q", state, victim_row, 0, 1, x->row, if_store,
               "Take: the victim when room was needed"),
        HD_REG("spill_set_q", state, victim_set, 0, 1, x->set, if_store,
               "Take: the victim when room was needed"),
        HD_REG("spill_phys_q", state, victim_phys, 0, 1, x->phys, if_store,
               "Take: the victim when room was needed"),
    };
    memcpy(to, fields, sizeof fields);
    return sizeof fields / sizeof fields[0];
}

static size_t describe(struct hd_field *to, const struct coordinator_cfg *c)
{
    const struct widths x = widths_of(c);
    size_t n = describe_inputs(to, c, &x);
    n += describe_warp_ports(to + n, c, &x);
    n += describe_table_ports(to + n, &x);
    n += describe_memory_ports(to + n, &x);
    n += describe_warps(to + n, c, &x);
    n += describe_blocks(to + n, c, &x);
    return n + describe_step(to + n, &x);
}

/* The registers as they are handed over: those that are one a warp, the others. */
enum { WARP_REGISTERS = 12, OTHER_REGISTERS = 22 };

unsigned long long coordinator_open(const char *path, unsigned warps, unsigned slots,
                                    unsigned blocks, unsigned reg_sets, unsigned reg_phys,
                                    unsigned scratch_sets, unsigned scratch_phys, unsigned id_width,
                                    unsigned ports, unsigned thresh_width)
{
    const struct coordinator_cfg cfg = {warps,    slots,        blocks,       reg_sets,
                                        reg_phys, scratch_sets, scratch_phys, id_width,
                                        ports,    thresh_width};
    char text[300];
    snprintf(text, sizeof text,
             "Warps=%u Slots=%u Blocks=%u RegSets=%u RegPhys=%u ScratchSets=%u ScratchPhys=%u "
             "IdWidth=%u Ports=%u ThreshWidth=%u",
             warps, slots, blocks, reg_sets, reg_phys, scratch_sets, scratch_phys, id_width, ports,
             thresh_width);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : coordinator_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR coordinator: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_field fields[HD_MAX_FIELDS];
    struct hd_instance *inst = hd_open(&block, path, text, fields, describe(fields, &cfg));
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* ---- what the checker hands over ---- */

static void words(uint32_t *to, const svBitVecVal *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *to);
}

/* The registers of the RTL in a copy of the model: what is not handed over is equal, and what means
 * nothing is the model's. So the two are nearly always equal as a whole. */
static state image;

/* A flag an element, as a word: is it in the mask? */
static void spread(uint32_t *to, uint64_t mask, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) to[i] = mask >> i & 1;
}

/* Into the image, where the model is: the RTL's elements that mean something. */
static void fill(uint32_t *to, const svBitVecVal *rtl, const uint32_t *means, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) to[i] = means[i] != 0 ? rtl[i] : to[i];
}

static uint64_t pick(uint64_t rtl, uint64_t model, uint64_t means)
{
    return (rtl & means) | (model & ~means);
}

static void compare(struct hd_instance *inst, uint32_t first, uint32_t count, size_t from,
                    size_t to)
{
    hd_state(inst, first, count, (const unsigned char *)&image + from, to - from);
}

static uint64_t warps_here(const state *s)
{
    uint64_t mask = 0;
    for (uint32_t w = 0; w < s->cfg.warps; w++) mask |= (uint64_t)if_here(s, NULL, w) << w;
    return mask;
}

/* The first call of a cycle; coordinator_state follows. */
void coordinator_warps(unsigned long long handle, const svBitVecVal *warp_state,
                       const svBitVecVal *of_block, const svBitVecVal *rank,
                       unsigned long long new_warp, unsigned long long seated,
                       unsigned long long away, unsigned long long back, const svBitVecVal *slot,
                       const svBitVecVal *need, const svBitVecVal *have, const svBitVecVal *scratch,
                       const svBitVecVal *kind)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    const uint32_t warps = s->cfg.warps;
    const uint64_t here = warps_here(s);
    uint32_t if_warp[COORDINATOR_MAX_WARPS];
    uint32_t if_seat[COORDINATOR_MAX_WARPS];
    uint32_t if_kind[COORDINATOR_MAX_WARPS];
    spread(if_warp, here, warps);
    spread(if_seat, here & s->seated, warps);
    for (uint32_t w = 0; w < warps; w++) if_kind[w] = s->state[w] == COORDINATOR_EVENT;
    image = *s;
    words(image.state, warp_state, warps);
    fill(image.block, of_block, if_warp, warps);
    fill(image.rank, rank, if_warp, warps);
    image.new_warp = pick(new_warp, s->new_warp, here);
    image.seated = pick(seated, s->seated, here);
    image.away = pick(away, s->away, here);
    image.back = pick(back, s->back, here);
    fill(image.slot, slot, if_seat, warps);
    fill(image.need, need, if_warp, warps);
    fill(image.have, have, if_warp, warps);
    fill(image.scratch, scratch, if_warp, warps);
    fill(image.kind, kind, if_kind, warps);
    compare(inst, 0, WARP_REGISTERS, offsetof(state, state), offsetof(state, list));
}

static void fill_blocks(const state *s, const svBitVecVal *ended, const svBitVecVal *waiting,
                        const svBitVecVal *block_need, const svBitVecVal *block_have,
                        const svBitVecVal *id)
{
    uint32_t if_block[COORDINATOR_MAX_BLOCKS];
    spread(if_block, s->block_used, s->cfg.blocks);
    fill(image.ended, ended, if_block, s->cfg.blocks);
    fill(image.waiting, waiting, if_block, s->cfg.blocks);
    fill(image.block_need, block_need, if_block, s->cfg.blocks);
    fill(image.block_have, block_have, if_block, s->cfg.blocks);
    for (uint32_t b = 0; b < s->cfg.blocks; b++) {
        if (if_block[b]) words(image.id[b], &id[b * COORDINATOR_ID_WORDS], COORDINATOR_ID_WORDS);
    }
}

void coordinator_state(unsigned long long handle, const svBitVecVal *list, unsigned length,
                       unsigned long long ready, unsigned long long slot_used,
                       const svBitVecVal *slot_warp, unsigned block_used, const svBitVecVal *ended,
                       const svBitVecVal *waiting, const svBitVecVal *block_need,
                       const svBitVecVal *block_have, const svBitVecVal *id, unsigned doing,
                       unsigned warp, unsigned at_block, unsigned at, unsigned queue, svBit changed,
                       unsigned search, unsigned spill_row, unsigned spill_set, unsigned spill_phys)
{
    struct hd_instance *inst = hd_instance(handle);
    const state *s = hd_model(inst);
    uint32_t if_slot[COORDINATOR_MAX_SLOTS];
    spread(if_slot, s->slot_used, s->cfg.slots);
    words(image.list, list, s->length);
    image.length = length;
    image.ready = ready;
    image.slot_used = slot_used;
    fill(image.slot_warp, slot_warp, if_slot, s->cfg.slots);
    image.block_used = block_used;
    fill_blocks(s, ended, waiting, block_need, block_have, id);
    image.doing = doing;
    image.warp = warp;
    image.at_block = at_block;
    image.at = at;
    image.queue = queue;
    image.changed = changed != 0;
    image.search = search;
    image.victim_row = spill_row;
    image.victim_set = spill_set;
    image.victim_phys = spill_phys;
    compare(inst, WARP_REGISTERS, OTHER_REGISTERS, offsetof(state, list), offsetof(state, held));
}

void coordinator_blocks(unsigned long long handle, unsigned warps, unsigned regs, unsigned scratch,
                        unsigned least, svBit block_valid, const svBitVecVal *block_id,
                        svBit block_ready, svBit begin_en, unsigned begin_slot, unsigned begin_warp,
                        unsigned begin_rank, const svBitVecVal *begin_id, svBit done_valid,
                        const svBitVecVal *done_id, unsigned running, svBit idle, unsigned doing)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    in->warps = warps;
    in->regs = regs;
    in->scratch = scratch;
    in->least = least;
    in->block_valid = block_valid != 0;
    words(in->block_id, block_id, COORDINATOR_ID_WORDS);
    outputs *out = hd_outputs(inst);
    out->block_ready = block_ready != 0;
    out->begin_en = begin_en != 0;
    out->begin_slot = begin_slot;
    out->begin_warp = begin_warp;
    out->begin_rank = begin_rank;
    words(out->begin_id, begin_id, COORDINATOR_ID_WORDS);
    out->done_valid = done_valid != 0;
    words(out->done_id, done_id, COORDINATOR_ID_WORDS);
    out->running = running;
    out->idle = idle != 0;
    out->doing = doing;
}

void coordinator_events(unsigned long long handle, unsigned char ev_valid,
                        const svBitVecVal *ev_kind, const svBitVecVal *ev_slot,
                        const svBitVecVal *ev_regs, const svBitVecVal *ev_scratch,
                        unsigned long long ready, const svBitVecVal *slot_warp,
                        const svBitVecVal *slot_block)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct coordinator_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    inputs *in = hd_inputs(inst);
    hd_bits(in->ev_valid, ev_valid, cfg->ports);
    words(in->ev_kind, ev_kind, cfg->ports);
    words(in->ev_slot, ev_slot, cfg->ports);
    words(in->ev_regs, ev_regs, cfg->ports);
    words(in->ev_scratch, ev_scratch, cfg->ports);
    outputs *out = hd_outputs(inst);
    out->ready = ready;
    words(out->slot_warp, slot_warp, cfg->slots);
    words(out->slot_block, slot_block, cfg->slots);
}

void coordinator_tables(unsigned long long handle, const svBitVecVal *thresh, const svBitVecVal *op,
                        unsigned op_row, unsigned op_set, unsigned char op_held,
                        const svBitVecVal *op_phys, const svBitVecVal *free_sets,
                        const svBitVecVal *swapped, unsigned char lock_en, unsigned lock_row,
                        unsigned lock_set)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    words(in->thresh, thresh, COORDINATOR_RESOURCES);
    hd_bits(in->op_held, op_held, COORDINATOR_RESOURCES);
    words(in->op_phys, op_phys, COORDINATOR_RESOURCES);
    words(in->free, free_sets, COORDINATOR_RESOURCES);
    words(in->swapped, swapped, COORDINATOR_RESOURCES);
    outputs *out = hd_outputs(inst);
    words(out->op, op, COORDINATOR_RESOURCES);
    out->op_row = op_row;
    out->op_set = op_set;
    hd_bits(out->lock_en, lock_en, COORDINATOR_RESOURCES);
    out->lock_row = lock_row;
    out->lock_set = lock_set;
}

int coordinator_ports(unsigned long long handle, svBit rst_n, unsigned char keep_en,
                      unsigned keep_row, unsigned char victim_valid, const svBitVecVal *victim_phys,
                      const svBitVecVal *victim_row, const svBitVecVal *victim_set,
                      unsigned char victim_taken, svBit req_valid, svBit req_ready, svBit req_load,
                      unsigned req_kind, unsigned req_row, unsigned req_set, unsigned req_phys,
                      svBit rsp_valid, unsigned rsp_warp)
{
    struct hd_instance *inst = hd_instance(handle);
    inputs *in = hd_inputs(inst);
    hd_bits2(in->victim_valid, victim_valid);
    hd_words2(in->victim_phys, victim_phys);
    hd_words2(in->victim_row, victim_row);
    hd_words2(in->victim_set, victim_set);
    in->req_ready = req_ready != 0;
    in->rsp_valid = rsp_valid != 0;
    in->rsp_warp = rsp_warp;
    outputs *out = hd_outputs(inst);
    hd_bits2(out->keep_en, keep_en);
    out->keep_row = keep_row;
    hd_bits2(out->victim_taken, victim_taken);
    out->req_valid = req_valid != 0;
    out->req_load = req_load != 0;
    out->req_kind = req_kind;
    out->req_row = req_row;
    out->req_set = req_set;
    out->req_phys = req_phys;
    return hd_ports(inst, rst_n != 0);
}
