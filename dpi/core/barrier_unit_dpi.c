/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_barrier_unit_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/barrier_unit.h"

typedef struct barrier_unit state;
typedef struct barrier_unit_in inputs;
typedef struct barrier_unit_out outputs;

static uint64_t bit(uint32_t i) { return UINT64_C(1) << i; }
static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static bool several(uint64_t mask) { return (mask & (mask - 1)) != 0; }

/* ---- what means something, and when ---- */

static bool if_event(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->ev_valid;
}

static bool if_launch(const void *s, const void *out, uint32_t i)
{
    (void)s;
    (void)i;
    return ((const outputs *)out)->launch_valid;
}

static bool if_open(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const state *)s)->open, i);
}

static bool if_here(const void *s, const void *out, uint32_t i)
{
    return if_open(s, out, i) && ((const state *)s)->here[i] != 0;
}

static bool if_leaves(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->cfg.leaves == 1;
}

static bool if_leave_here(const void *s, const void *out, uint32_t i)
{
    return if_leaves(s, out, i) && ((const outputs *)out)->leave_here != 0;
}

static bool if_away(const void *s, const void *out, uint32_t i)
{
    return if_leaves(s, out, i) && if_open(s, out, i);
}

/* ---- coverage ---- */

enum {
    BIN_BEGIN_FULL,
    BIN_BEGIN_PART,
    BIN_BEGIN_AGAIN,
    BIN_BEGIN_NEXT,
    BIN_BEGIN_EVENT,
    BIN_ARRIVE_MIXED,
    BIN_ARRIVE_WHOLE,
    BIN_ARRIVE_EMPTY,
    BIN_ARRIVE_EDGES,
    BIN_EXIT_MIXED,
    BIN_EXIT_WHOLE,
    BIN_EXIT_BESIDE,
    BIN_FIRST_BEHIND_LAUNCH,
    BIN_LAST_ARRIVES,
    BIN_LAST_OF_SEVERAL,
    BIN_LAST_ENDS,
    BIN_LAST_ENDS_ALL,
    BIN_LAST_ENDS_SEVERAL,
    BIN_LAST_ENDS_BOTH,
    BIN_EVENT_BARRIER,
    BIN_EVENT_END,
    BIN_EVENTS_BARRIER,
    BIN_EVENTS_END,
    BIN_EVENTS_BOTH,
    BIN_EVENT_OVERTAKES,
    BIN_EVENT_ARRIVAL,
    BIN_TOLD_WAITS,
    BIN_TOLD_ALL,
    BIN_READY_UNTOLD,
    BIN_READY_DUE,
    BIN_LAUNCH_BEHIND_EVENT,
    BIN_LAUNCH_FULL,
    BIN_LAUNCH_PART,
    BIN_LAUNCH_ONE_LEFT,
    BIN_LAUNCH_REFUSED,
    BIN_LAUNCH_OVERTAKES,
    BIN_LAUNCH_WITHDRAWN,
    BIN_LAUNCH_SEVERAL,
    BIN_LAUNCH_PASSES,
    BIN_LAUNCH_EVENT,
    BIN_LAUNCH_ARRIVAL,
    BIN_LAUNCH_SAME_LANES,
    BIN_PC_ONE_BIT,
    BIN_MEMORY,
    BIN_MEMORY_LAST,
    BIN_BACK_MIXED,
    BIN_BACK_AND_LAST,
    BIN_BACK_BESIDE,
    BIN_STALL,
    BIN_STALL_SOME_HERE,
    BIN_STALL_ENDS,
    BIN_LEAVE_STALLS,
    BIN_LEAVE_TOLD,
    BIN_LEAVE_EMPTY,
    BIN_LEAVE_EVENT,
    BIN_RESUME,
    BIN_RESUME_TOLD,
    BIN_RESUME_EMPTY,
    BIN_RESUME_ELSEWHERE,
    BIN_LEAVE_AND_RESUME,
    BIN_RESUMED_LAUNCH
};

static const struct hd_bin bins[] = {
    {"begin_full", "a warp begins with all threads"},
    {"begin_part", "one begins with some"},
    {"begin_again", "one begins on a slot that was open before"},
    {"begin_next", "one begins in the cycle behind the event that all of its slot have ended"},
    {"begin_event", "one begins while another slot has an event"},
    {"arrive_mixed", "threads of several static warps come to the barrier in one warp"},
    {"arrive_whole", "all threads of a static warp come in one warp"},
    {"arrive_empty", "a warp arrives without a thread"},
    {"arrive_edges", "the highest thread of the highest slot arrives"},
    {"exit_mixed", "threads of several static warps end in one warp"},
    {"exit_whole", "all threads of a static warp end in one warp"},
    {"exit_beside", "threads end while others of their static warp wait, and others run"},
    {"first_behind_launch", "a thread arrives in the cycle behind its launch"},
    {"last_arrives", "the last thread of a static warp comes to the barrier"},
    {"last_of_several", "the last threads of several do, in one warp"},
    {"last_ends", "the last one that ran ends, the others are at the barrier"},
    {"last_ends_all", "the last thread of a static warp ends"},
    {"last_ends_several", "the last ones of several end, in one warp"},
    {"last_ends_both", "of one slot all have ended then, of another the living are at the barrier"},
    {"event_barrier", "event: all living threads are at the barrier; no other slot is due"},
    {"event_end", "event: all have ended; no other slot is due"},
    {"events_barrier", "several slots are due, the lowest is at the barrier"},
    {"events_end", "several slots are due, of the lowest all have ended"},
    {"events_both", "the lowest slot due is at the barrier, of a higher one all have ended"},
    {"event_overtakes", "a slot that was due in the cycle before waits for a lower one"},
    {"event_arrival", "threads arrive while there is an event"},
    {"told_waits", "a slot that is told is not ready"},
    {"told_all", "all slots are told"},
    {"ready_untold", "a slot is ready that is open and not told: no launch of it"},
    {"ready_due", "one whose event comes in this cycle"},
    {"launch_behind_event", "a launch in the cycle behind the event"},
    {"launch_full", "a launch of all threads"},
    {"launch_part", "a launch of fewer than began: some have ended"},
    {"launch_one_left", "a launch of a single one"},
    {"launch_refused", "a launch is not taken"},
    {"launch_overtakes", "a launch was not taken, a lower slot takes its place"},
    {"launch_withdrawn", "a launch was not taken, its slot is not ready any more"},
    {"launch_several", "several slots could be launched"},
    {"launch_passes", "a slot is launched, a lower one is told and not ready"},
    {"launch_event", "a launch is taken while there is an event"},
    {"launch_arrival", "a launch is taken, threads of other slots arrive"},
    {"launch_same_lanes", "the same, in a lane that is launched"},
    {"pc_one_bit", "launched at a pc that differs in one bit from another's who is told"},
    {"memory", "threads go to memory, others of their slots run"},
    {"memory_last", "with them nobody of a slot runs any more"},
    {"back_mixed", "threads of several slots are back from memory"},
    {"back_and_last", "some are back while the last of their slot that ran go there"},
    {"back_beside", "some are back, others of their slot stay there"},
    {"stall", "a slot stalls, all who live are in memory"},
    {"stall_some_here", "one stalls, some of it are at the barrier"},
    {"stall_ends", "a slot that stalled does so no longer, and did not leave"},
    {"leave_stalls", "a warp leaves that stalls"},
    {"leave_told", "one leaves whose threads are all at the barrier"},
    {"leave_empty", "a slot is left that is not open"},
    {"leave_event", "a warp leaves while there is an event"},
    {"resume", "a warp comes back with threads that run"},
    {"resume_told", "one comes back whose threads are all at the barrier"},
    {"resume_empty", "one of which nobody lives"},
    {"resume_elsewhere", "one comes back to another slot than it has left"},
    {"leave_and_resume", "one leaves, one comes back"},
    {"resumed_launch", "a slot is launched whose warp was told before it came back"},
    {NULL, NULL},
};

/* What happened before, as far as cycles are seen here. */
static struct {
    uint64_t begun; /* slots that were open once */
    uint64_t mask[BARRIER_UNIT_MAX_SLOTS];
    uint64_t due;
    bool ended;
    uint32_t end_slot;
    bool told;
    uint32_t told_slot;
    bool launched;
    bool refused;
    uint32_t launch_slot;
    uint64_t launch_mask;
    uint64_t stalls;
    uint64_t was_left; /* slots that a warp has left, and that no other has had since */
    uint64_t resumed;  /* slots to which a warp came back that was told */
    bool left;
    uint32_t leave_slot;
} last;

static void cover_begin(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->begin_en) return;
    bin[in->begin_mask == UINT64_MAX >> (64 - s->cfg.lanes) ? BIN_BEGIN_FULL : BIN_BEGIN_PART]++;
    if (has(last.begun, in->begin_slot)) bin[BIN_BEGIN_AGAIN]++;
    if (last.ended && last.end_slot == in->begin_slot) bin[BIN_BEGIN_NEXT]++;
    if (out->ev_valid) bin[BIN_BEGIN_EVENT]++;
    last.begun |= bit(in->begin_slot);
    last.mask[in->begin_slot] = in->begin_mask;
}

/* What the arrival leaves of a slot that it concerns: of how many all are there, or have ended. */
struct left {
    uint32_t slots, all_here, ended;
    bool whole, beside;
};

static struct left left_by(const state *s, const inputs *in)
{
    uint64_t lanes[BARRIER_UNIT_MAX_SLOTS] = {0};
    struct left left = {0};
    for (uint32_t lane = 0; lane < s->cfg.lanes; lane++) {
        if (has(in->arr_mask, lane)) lanes[in->arr_slot[lane]] |= bit(lane);
    }
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (lanes[slot] == 0) continue;
        const uint64_t runs = s->live[slot] & ~s->here[slot] & ~lanes[slot];
        left.slots++;
        left.whole = left.whole || lanes[slot] == s->live[slot];
        left.beside = left.beside || (s->here[slot] != 0 && runs != 0);
        if (runs != 0) continue;
        if (in->arr_exit && s->here[slot] == 0) left.ended++;
        else left.all_here++;
    }
    return left;
}

static void cover_barrier(const struct left *left, uint64_t *bin)
{
    if (left->slots > 1) bin[BIN_ARRIVE_MIXED]++;
    if (left->whole) bin[BIN_ARRIVE_WHOLE]++;
    if (left->all_here > 0) bin[left->all_here > 1 ? BIN_LAST_OF_SEVERAL : BIN_LAST_ARRIVES]++;
}

static void cover_exit(const struct left *left, uint64_t *bin)
{
    if (left->slots > 1) bin[BIN_EXIT_MIXED]++;
    if (left->whole) bin[BIN_EXIT_WHOLE]++;
    if (left->beside) bin[BIN_EXIT_BESIDE]++;
    if (left->all_here > 0) bin[BIN_LAST_ENDS]++;
    if (left->ended > 0) bin[left->ended > 1 ? BIN_LAST_ENDS_SEVERAL : BIN_LAST_ENDS_ALL]++;
    if (left->all_here > 0 && left->ended > 0) bin[BIN_LAST_ENDS_BOTH]++;
}

static uint64_t running(const state *s, uint32_t slot)
{
    return s->live[slot] & ~s->here[slot] & ~s->away[slot];
}

/* Lanes of a mask that are of this slot. */
static uint64_t lanes_of(uint64_t mask, const uint32_t *slots, uint32_t slot)
{
    uint64_t lanes = 0;
    for (uint64_t left = mask; left != 0; left &= left - 1)
        if (slots[__builtin_ctzll(left)] == slot) lanes |= left & -left;
    return lanes;
}

static void cover_memory(const state *s, const inputs *in, uint64_t *bin)
{
    uint64_t back_of = 0;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const bool arrives = in->arr_valid && in->arr_memory;
        const uint64_t goes = arrives ? lanes_of(in->arr_mask, in->arr_slot, slot) : 0;
        const uint64_t back = in->back_valid ? lanes_of(in->back_mask, in->back_slot, slot) : 0;
        const bool last_one = goes != 0 && (running(s, slot) & ~goes) == 0;
        if (goes != 0) bin[last_one ? BIN_MEMORY_LAST : BIN_MEMORY]++;
        if (last_one && back != 0) bin[BIN_BACK_AND_LAST]++;
        if (back != 0 && (s->away[slot] & ~back) != 0) bin[BIN_BACK_BESIDE]++;
        if (back != 0) back_of |= bit(slot);
    }
    if (several(back_of)) bin[BIN_BACK_MIXED]++;
}

static void cover_leave(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    for (uint64_t left = out->stalls; left != 0; left &= left - 1)
        bin[s->here[__builtin_ctzll(left)] != 0 ? BIN_STALL_SOME_HERE : BIN_STALL]++;
    const uint64_t left_one = last.left ? bit(last.leave_slot) : 0;
    if ((last.stalls & ~left_one & ~out->stalls) != 0) bin[BIN_STALL_ENDS]++;
    last.stalls = out->stalls;
    last.left = in->leave_en;
    last.leave_slot = in->leave_slot;
    if (!in->leave_en) return;
    if (!has(s->open, in->leave_slot)) bin[BIN_LEAVE_EMPTY]++;
    else bin[has(s->told, in->leave_slot) ? BIN_LEAVE_TOLD : BIN_LEAVE_STALLS]++;
    if (out->ev_valid) bin[BIN_LEAVE_EVENT]++;
    if (has(s->open, in->leave_slot)) last.was_left |= bit(in->leave_slot);
}

static void cover_resume(const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->launch_valid && in->launch_ready && has(last.resumed, out->launch_slot))
        bin[BIN_RESUMED_LAUNCH]++;
    if (out->launch_valid && in->launch_ready) last.resumed &= ~bit(out->launch_slot);
    if (!in->resume_en) return;
    const bool told = in->resume_live == in->resume_here;
    if (in->resume_live == 0) bin[BIN_RESUME_EMPTY]++;
    else bin[told ? BIN_RESUME_TOLD : BIN_RESUME]++;
    if (in->resume_live != 0 && !has(last.was_left, in->resume_slot)) bin[BIN_RESUME_ELSEWHERE]++;
    if (in->leave_en) bin[BIN_LEAVE_AND_RESUME]++;
    if (in->resume_live == 0) return;
    last.was_left &= ~bit(in->resume_slot);
    if (told) last.resumed |= bit(in->resume_slot);
}

static void cover_arrival(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t top = s->cfg.lanes - 1;
    if (!in->arr_valid || (s->cfg.leaves == 1 && in->arr_memory)) return;
    if (in->arr_mask == 0) bin[BIN_ARRIVE_EMPTY]++;
    if (has(in->arr_mask, top) && in->arr_slot[top] == s->cfg.slots - 1) bin[BIN_ARRIVE_EDGES]++;
    for (uint32_t lane = 0; lane <= top; lane++) {
        if (has(in->arr_mask, lane) && last.launched && in->arr_slot[lane] == last.launch_slot &&
            has(last.launch_mask, lane))
            bin[BIN_FIRST_BEHIND_LAUNCH]++;
    }
    const struct left left = left_by(s, in);
    if (in->arr_exit) cover_exit(&left, bin);
    else cover_barrier(&left, bin);
}

static void cover_event(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!out->ev_valid) return;
    const bool end = out->ev_kind == BARRIER_UNIT_END;
    const bool more = several(s->due);
    if (end) bin[more ? BIN_EVENTS_END : BIN_EVENT_END]++;
    else bin[more ? BIN_EVENTS_BARRIER : BIN_EVENT_BARRIER]++;
    for (uint32_t slot = out->ev_slot + 1; slot < s->cfg.slots; slot++) {
        if (!has(s->due, slot)) continue;
        if (!end && s->live[slot] == 0) bin[BIN_EVENTS_BOTH]++;
        if (has(last.due, slot) && !has(last.due, out->ev_slot)) bin[BIN_EVENT_OVERTAKES]++;
    }
    if (in->arr_valid && in->arr_mask != 0) bin[BIN_EVENT_ARRIVAL]++;
    if (!end && has(in->ready, out->ev_slot)) bin[BIN_READY_DUE]++;
}

static void cover_pc(const state *s, uint32_t slot, uint64_t *bin)
{
    for (uint32_t other = 0; other < s->cfg.slots; other++) {
        const uint64_t differs = s->pc[slot] ^ s->pc[other];
        if (has(s->told, other) && differs != 0 && !several(differs)) bin[BIN_PC_ONE_BIT]++;
    }
}

static void cover_taken(const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->ev_valid) bin[BIN_LAUNCH_EVENT]++;
    if (!in->arr_valid || in->arr_mask == 0) return;
    bin[BIN_LAUNCH_ARRIVAL]++;
    if ((in->arr_mask & out->launch_mask) != 0) bin[BIN_LAUNCH_SAME_LANES]++;
}

static void cover_launch(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t slot = out->launch_slot;
    if (last.refused && !has(in->ready, last.launch_slot)) bin[BIN_LAUNCH_WITHDRAWN]++;
    if (!out->launch_valid) return;
    if (last.told && last.told_slot == slot) bin[BIN_LAUNCH_BEHIND_EVENT]++;
    if (out->launch_mask != last.mask[slot]) bin[BIN_LAUNCH_PART]++;
    if (!several(out->launch_mask)) bin[BIN_LAUNCH_ONE_LEFT]++;
    if (out->launch_mask == UINT64_MAX >> (64 - s->cfg.lanes)) bin[BIN_LAUNCH_FULL]++;
    if (last.refused && slot < last.launch_slot) bin[BIN_LAUNCH_OVERTAKES]++;
    if (several(s->told & in->ready)) bin[BIN_LAUNCH_SEVERAL]++;
    if ((s->told & (bit(slot) - 1)) != 0) bin[BIN_LAUNCH_PASSES]++;
    cover_pc(s, slot, bin);
    if (in->launch_ready) cover_taken(in, out, bin);
    else bin[BIN_LAUNCH_REFUSED]++;
}

static void remember(const state *s, const inputs *in, const outputs *out)
{
    last.due = s->due;
    last.ended = out->ev_valid && out->ev_kind == BARRIER_UNIT_END;
    last.end_slot = out->ev_slot;
    last.told = out->ev_valid && out->ev_kind == BARRIER_UNIT_BARRIER;
    last.told_slot = out->ev_slot;
    last.launched = out->launch_valid && in->launch_ready;
    last.refused = out->launch_valid && !in->launch_ready;
    last.launch_slot = out->launch_slot;
    last.launch_mask = out->launch_mask;
}

static void cover(const void *state_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = state_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_begin(s, in, out, bin);
    cover_arrival(s, in, bin);
    cover_event(s, in, out, bin);
    cover_launch(s, in, out, bin);
    if (s->cfg.leaves == 1) {
        cover_memory(s, in, bin);
        cover_leave(s, in, out, bin);
        cover_resume(in, out, bin);
    }
    if ((s->told & ~in->ready) != 0) bin[BIN_TOLD_WAITS]++;
    if (s->told == UINT64_MAX >> (64 - s->cfg.slots)) bin[BIN_TOLD_ALL]++;
    if ((s->open & ~s->told & ~s->due & in->ready) != 0) bin[BIN_READY_UNTOLD]++;
    remember(s, in, out);
}

/* ---- the block, as the harness sees it ---- */

static void reset(void *s) { barrier_unit_reset(s); }
static void eval(const void *s, const void *in, void *out) { barrier_unit_eval(s, in, out); }
static void tick(void *s, const void *in, const void *out) { barrier_unit_tick(s, in, out); }
static const char *check(const void *s) { return barrier_unit_check(s); }
static const char *promise(const void *s, const void *in) { return barrier_unit_promise(s, in); }

static const struct hd_block block = {
    .name = "barrier_unit",
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
    .index_rule = "open_q, told_q: bit s is slot s; live_q, here_q: slot [i], its bit l is lane l; "
                  "pc_q: slot [i]",
    .waves = "open_q told_q",
};

static struct hd_instance *describe(const char *path, const char *text, const state *s)
{
    const struct barrier_unit_cfg *cfg = &s->cfg;
    const uint32_t slot = hd_bits_for(cfg->slots - 1);
    const char *const event = "Event: the lowest-numbered slot that is open and not told, and "
                              "whose living threads are all here (also if none lives)";
    const char *const launch = "Launch: the lowest-numbered slot that is told, and ready; its "
                               "threads that are here, at its pc";
    const char *const leave = "who of the slot that leaves lives (nobody, if it is not open), who "
                              "is at the barrier, and where these go on";
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, begin_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, begin_mask, cfg->lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, arr_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, arr_exit, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, arr_mask, cfg->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, arr_slot, cfg->lanes, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, arr_pc, cfg->pc_width, NULL, NULL),
        HD_ONE(HD_IN, inputs, ready, cfg->slots, NULL, NULL),
        HD_ONE(HD_IN, inputs, launch_ready, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, arr_memory, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, back_mask, cfg->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, back_slot, cfg->lanes, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, leave_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, leave_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, resume_en, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, resume_slot, slot, NULL, NULL),
        HD_ONE(HD_IN, inputs, resume_live, cfg->lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, resume_here, cfg->lanes, NULL, NULL),
        HD_ONE(HD_IN, inputs, resume_pc, cfg->pc_width, NULL, NULL),
        HD_ONE(HD_OUT, outputs, ev_valid, 1, NULL, event),
        HD_ONE(HD_OUT, outputs, ev_slot, slot, if_event, event),
        HD_ONE(HD_OUT, outputs, ev_kind, 2, if_event,
               "Event: 1 if some threads of the slot live, 3 if none does"),
        HD_ONE(HD_OUT, outputs, launch_valid, 1, NULL, launch),
        HD_ONE(HD_OUT, outputs, launch_slot, slot, if_launch, launch),
        HD_ONE(HD_OUT, outputs, launch_mask, cfg->lanes, if_launch, launch),
        HD_ONE(HD_OUT, outputs, launch_pc, cfg->pc_width, if_launch, launch),
        HD_ONE(HD_OUT, outputs, stalls, cfg->slots, if_leaves,
               "Stall: open, some of it in memory, and all who live there or at the barrier"),
        HD_ONE(HD_OUT, outputs, leave_live, cfg->lanes, if_leaves, leave),
        HD_ONE(HD_OUT, outputs, leave_here, cfg->lanes, if_leaves, leave),
        HD_ONE(HD_OUT, outputs, leave_pc, cfg->pc_width, if_leave_here, leave),
        HD_REG("open_q", state, open, 0, 1, cfg->slots, NULL,
               "Begin: open; Event of kind 3: open no longer; Reset: no slot is"),
        HD_REG("told_q", state, told, 0, 1, cfg->slots, NULL,
               "Event of kind 1: told; Begin, launch taken: not told"),
        HD_REG("live_q", state, live[0], 8, cfg->slots, cfg->lanes, if_open,
               "Begin: the threads it begins with; Arrival: exit takes the thread out"),
        HD_REG("here_q", state, here[0], 8, cfg->slots, cfg->lanes, if_open,
               "Begin, launch taken: none; Arrival: barrier puts the thread in"),
        HD_REG("pc_q", state, pc[0], 8, cfg->slots, cfg->pc_width, if_here,
               "Arrival: at the barrier, where the threads go on"),
        HD_REG("away_q", state, away[0], 8, cfg->slots, cfg->lanes, if_away,
               "To memory and back: who arrives there is in it, who is back is not"),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long barrier_unit_open(const char *path, unsigned slots, unsigned lanes,
                                     unsigned pc_width, unsigned leaves)
{
    const struct barrier_unit_cfg cfg = {slots, lanes, pc_width, leaves};
    char text[200];
    snprintf(text, sizeof text, "Slots=%u Lanes=%u PcWidth=%u Leaves=%u", slots, lanes, pc_width,
             leaves);
    state *s = malloc(sizeof *s);
    const char *wrong = s == NULL ? "out of memory" : barrier_unit_init(s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR barrier_unit: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, s);
    memcpy(hd_model(inst), s, sizeof *s);
    free(s);
    return hd_handle(inst);
}

/* The registers in the order in which they are described. */
void barrier_unit_state(unsigned long long handle, unsigned long long opens,
                        unsigned long long told, const svBitVecVal *live, const svBitVecVal *here,
                        const svBitVecVal *pc)
{
    struct hd_instance *inst = hd_instance(handle);
    const size_t bytes = ((const state *)hd_model(inst))->cfg.slots * sizeof(uint64_t);
    const uint64_t flags[] = {opens, told};
    hd_state(inst, 0, 1, &flags[0], sizeof flags[0]);
    hd_state(inst, 1, 1, &flags[1], sizeof flags[1]);
    hd_state(inst, 2, 1, live, bytes);
    hd_state(inst, 3, 1, here, bytes);
    hd_state(inst, 4, 1, pc, bytes);
}

void barrier_unit_away(unsigned long long handle, const svBitVecVal *away)
{
    struct hd_instance *inst = hd_instance(handle);
    hd_state(inst, 5, 1, away, ((const state *)hd_model(inst))->cfg.slots * sizeof(uint64_t));
}

/* What only warps that leave have; before the ports of the cycle. */
void barrier_unit_leaves(unsigned long long handle, svBit arr_memory, svBit back_valid,
                         unsigned long long back_mask, const svBitVecVal *back_slot, svBit leave_en,
                         unsigned leave_slot, svBit resume_en, unsigned resume_slot,
                         unsigned long long resume_live, unsigned long long resume_here,
                         unsigned long long resume_pc, unsigned long long stalls,
                         unsigned long long leave_live, unsigned long long leave_here,
                         unsigned long long leave_pc)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct barrier_unit_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    inputs *in = hd_inputs(inst);
    in->arr_memory = arr_memory != 0;
    in->back_valid = back_valid != 0;
    in->back_mask = back_mask;
    memcpy(in->back_slot, back_slot, cfg->lanes * sizeof in->back_slot[0]);
    in->leave_en = leave_en != 0;
    in->leave_slot = leave_slot;
    in->resume_en = resume_en != 0;
    in->resume_slot = resume_slot;
    in->resume_live = resume_live;
    in->resume_here = resume_here;
    in->resume_pc = resume_pc;
    outputs *out = hd_outputs(inst);
    out->stalls = stalls;
    out->leave_live = leave_live;
    out->leave_here = leave_here;
    out->leave_pc = leave_pc;
}

int barrier_unit_ports(unsigned long long handle, svBit rst_n, svBit begin_en, unsigned begin_slot,
                       unsigned long long begin_mask, svBit arr_valid, svBit arr_exit,
                       unsigned long long arr_mask, const svBitVecVal *arr_slot,
                       unsigned long long arr_pc, unsigned long long ready, svBit launch_ready,
                       svBit ev_valid, unsigned ev_slot, unsigned ev_kind, svBit launch_valid,
                       unsigned launch_slot, unsigned long long launch_mask,
                       unsigned long long launch_pc)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct barrier_unit_cfg *cfg = &((const state *)hd_model(inst))->cfg;
    inputs *in = hd_inputs(inst);
    in->begin_en = begin_en != 0;
    in->begin_slot = begin_slot;
    in->begin_mask = begin_mask;
    in->arr_valid = arr_valid != 0;
    in->arr_exit = arr_exit != 0;
    in->arr_mask = arr_mask;
    memcpy(in->arr_slot, arr_slot, cfg->lanes * sizeof in->arr_slot[0]);
    in->arr_pc = arr_pc;
    in->ready = ready;
    in->launch_ready = launch_ready != 0;
    outputs *out = hd_outputs(inst);
    out->ev_valid = ev_valid != 0;
    out->ev_slot = ev_slot;
    out->ev_kind = ev_kind;
    out->launch_valid = launch_valid != 0;
    out->launch_slot = launch_slot;
    out->launch_mask = launch_mask;
    out->launch_pc = launch_pc;
    return hd_ports(inst, rst_n != 0);
}
