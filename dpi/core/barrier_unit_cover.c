/* SPDX-License-Identifier: Apache-2.0 */
#include "common/lane_slots.h"
#include "core/barrier_unit_cover.h"

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

/* The thread that arrives at a place: its slot, its lane there. */
static uint32_t slot_at(const state *s, const inputs *in, uint32_t place)
{
    return part_warp(s->cfg.lane_slots, in->arr_slot[place]);
}

static uint32_t lane_at(const state *s, const inputs *in, uint32_t place)
{
    return part_lane(s->cfg.lanes, s->cfg.lane_slots, in->arr_slot[place], place);
}

static void cover_begin(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!in->begin_en) return;
    bin[in->begin_mask == ones(s->cfg.lanes) ? BIN_BEGIN_FULL : BIN_BEGIN_PART]++;
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
    for (uint32_t place = 0; place < s->cfg.lanes; place++) {
        if (!has(in->arr_mask, place)) continue;
        lanes[slot_at(s, in, place)] |= bit(lane_at(s, in, place));
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
    if (!in->arr_valid || (s->cfg.leaves == 1 && in->arr_memory)) return;
    if (in->arr_mask == 0) bin[BIN_ARRIVE_EMPTY]++;
    for (uint32_t place = 0; place < s->cfg.lanes; place++) {
        if (!has(in->arr_mask, place)) continue;
        const uint32_t slot = slot_at(s, in, place), lane = lane_at(s, in, place);
        if (slot + 1 == s->cfg.slots && lane + 1 == s->cfg.lanes) bin[BIN_ARRIVE_EDGES]++;
        const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
        if (lane != place) bin[BIN_ARRIVE_MOVED]++;
        for (uint32_t other = place % homes; other < place; other += homes)
            if (has(in->arr_mask, other) && lane_at(s, in, other) == lane) bin[BIN_ARRIVE_HOME]++;
        if (last.launched && slot == last.launch_slot && has(last.launch_mask, lane))
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

static void cover_taken(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint64_t lanes = 0;
    for (uint64_t left = in->arr_mask; left != 0; left &= left - 1)
        lanes |= bit(lane_at(s, in, lowest(left)));
    if (out->ev_valid) bin[BIN_LAUNCH_EVENT]++;
    if (!in->arr_valid || in->arr_mask == 0) return;
    bin[BIN_LAUNCH_ARRIVAL]++;
    if ((lanes & out->launch_mask) != 0) bin[BIN_LAUNCH_SAME_LANES]++;
}

static void cover_launch(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t slot = out->launch_slot;
    if (last.refused && !has(in->ready, last.launch_slot)) bin[BIN_LAUNCH_WITHDRAWN]++;
    if (!out->launch_valid) return;
    if (last.told && last.told_slot == slot) bin[BIN_LAUNCH_BEHIND_EVENT]++;
    if (out->launch_mask != last.mask[slot]) bin[BIN_LAUNCH_PART]++;
    if (!several(out->launch_mask)) bin[BIN_LAUNCH_ONE_LEFT]++;
    if (out->launch_mask == ones(s->cfg.lanes)) bin[BIN_LAUNCH_FULL]++;
    if (last.refused && slot < last.launch_slot) bin[BIN_LAUNCH_OVERTAKES]++;
    if (several(s->told & in->ready)) bin[BIN_LAUNCH_SEVERAL]++;
    if ((s->told & (bit(slot) - 1)) != 0) bin[BIN_LAUNCH_PASSES]++;
    cover_pc(s, slot, bin);
    if (in->launch_ready) cover_taken(s, in, out, bin);
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

void barrier_unit_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
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
    if (s->told == ones(s->cfg.slots)) bin[BIN_TOLD_ALL]++;
    if ((s->open & ~s->told & ~s->due & in->ready) != 0) bin[BIN_READY_UNTOLD]++;
    remember(s, in, out);
}
