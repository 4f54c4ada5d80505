/* SPDX-License-Identifier: Apache-2.0 */
#include "core/barrier_unit.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct barrier_unit_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > BARRIER_UNIT_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->lanes < 1 || cfg->lanes > BARRIER_UNIT_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->pc_width < 1 || cfg->pc_width > 64) return "PcWidth must be 1 to 64";
    if (cfg->leaves > 1) return "Leaves must be 0 or 1";
    if (cfg->lane_slots > 1 && cfg->leaves) return "LaneSlots above 1 needs Leaves = 0";
    return lane_slots_error(cfg->lanes, cfg->lane_slots);
}

const char *barrier_unit_init(struct barrier_unit *s, const struct barrier_unit_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void barrier_unit_reset(struct barrier_unit *s)
{
    s->open = 0;
    s->told = 0;
    s->due = 0;
}

/* --- eval ---------------------------------------------------------------- */

/* No thread of the slot runs: each living one is at the barrier or in memory, at least one in
 * memory. */
static bool stalls(const struct barrier_unit *s, uint32_t slot)
{
    return s->away[slot] != 0 && (s->live[slot] & ~s->here[slot] & ~s->away[slot]) == 0;
}

static void eval_leaves(const struct barrier_unit *s, const struct barrier_unit_in *in,
                        struct barrier_unit_out *out)
{
    for (uint64_t left = s->open; left != 0; left &= left - 1)
        if (stalls(s, lowest(left))) out->stalls |= bit(lowest(left));
    if (in->leave_slot >= s->cfg.slots || !has(s->open, in->leave_slot)) return;
    out->leave_live = s->live[in->leave_slot];
    out->leave_here = s->here[in->leave_slot];
    if (out->leave_here != 0) out->leave_pc = s->pc[in->leave_slot];
}

void barrier_unit_eval(const struct barrier_unit *s, const struct barrier_unit_in *in,
                       struct barrier_unit_out *out)
{
    const uint64_t launches = s->told & in->ready;
    memset(out, 0, sizeof *out);
    if (s->due != 0) {
        out->ev_valid = true;
        out->ev_slot = lowest(s->due);
        out->ev_kind = s->live[out->ev_slot] != 0 ? BARRIER_UNIT_BARRIER : BARRIER_UNIT_END;
    }
    if (launches != 0) {
        out->launch_valid = true;
        out->launch_slot = lowest(launches);
        out->launch_mask = s->here[out->launch_slot];
        out->launch_pc = s->pc[out->launch_slot];
    }
    if (s->cfg.leaves == 1) eval_leaves(s, in, out);
}

/* --- tick ---------------------------------------------------------------- */

static void begin(struct barrier_unit *s, uint32_t slot, uint64_t mask)
{
    s->open |= bit(slot);
    s->told &= ~bit(slot);
    s->live[slot] = mask;
    s->here[slot] = 0;
    s->away[slot] = 0;
}

/* A warp comes back as it left, except that none of its threads is in memory any more. If all its
 * living threads are at the barrier, the barrier was told before the warp left. */
static void resume(struct barrier_unit *s, const struct barrier_unit_in *in)
{
    const uint32_t slot = in->resume_slot;
    if (in->resume_live == 0) return;
    begin(s, slot, in->resume_live);
    s->here[slot] = in->resume_here;
    s->pc[slot] = in->resume_pc;
    if (in->resume_here == in->resume_live) s->told |= bit(slot);
}

static void leave(struct barrier_unit *s, uint32_t slot)
{
    s->open &= ~bit(slot);
    s->told &= ~bit(slot);
    s->due &= ~bit(slot);
}

/* The bit that a thread has in the masks of its slot. */
static uint32_t lane_of(const struct barrier_unit *s, uint32_t part, uint32_t place)
{
    return part_lane(s->cfg.lanes, s->cfg.lane_slots, part, place);
}

/* Place by place: each thread counts on its own static warp. */
static void arrive(struct barrier_unit *s, const struct barrier_unit_in *in)
{
    for (uint64_t left = in->arr_mask; left != 0; left &= left - 1) {
        const uint32_t part = in->arr_slot[lowest(left)];
        const uint32_t slot = part_warp(s->cfg.lane_slots, part);
        const uint32_t lane = lane_of(s, part, lowest(left));
        if (s->cfg.leaves == 1 && in->arr_memory) {
            s->away[slot] |= bit(lane);
            continue;
        }
        if (in->arr_exit) {
            s->live[slot] &= ~bit(lane);
        } else {
            s->here[slot] |= bit(lane);
            s->pc[slot] = in->arr_pc;
        }
        if (s->live[slot] == s->here[slot]) s->due |= bit(slot);
    }
}

static void come_back(struct barrier_unit *s, const struct barrier_unit_in *in)
{
    for (uint64_t left = in->back_mask; left != 0; left &= left - 1)
        s->away[in->back_slot[lowest(left)]] &= ~bit(lowest(left));
}

/* First the event is told and the launch is taken. No thread arrives at their slots in this cycle:
 * all threads of these slots are here. Then threads arrive and come back, and warps leave, resume
 * and begin. */
void barrier_unit_tick(struct barrier_unit *s, const struct barrier_unit_in *in,
                       const struct barrier_unit_out *out)
{
    if (out->ev_valid) {
        s->due &= ~bit(out->ev_slot);
        if (out->ev_kind == BARRIER_UNIT_END) s->open &= ~bit(out->ev_slot);
        else s->told |= bit(out->ev_slot);
    }
    if (out->launch_valid && in->launch_ready) {
        s->told &= ~bit(out->launch_slot);
        s->here[out->launch_slot] = 0;
    }
    if (in->arr_valid) arrive(s, in);
    if (s->cfg.leaves == 1) {
        if (in->back_valid) come_back(s, in);
        if (in->leave_en) leave(s, in->leave_slot);
        if (in->resume_en) resume(s, in);
    }
    if (in->begin_en) begin(s, in->begin_slot, in->begin_mask);
}

/* --- check and promise --------------------------------------------------- */

const char *barrier_unit_check(const struct barrier_unit *s)
{
    if ((s->open & ~ones(s->cfg.slots)) != 0) return "slot_range";
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        const bool is_open = has(s->open, slot), is_told = has(s->told, slot);
        const bool all_here = s->live[slot] == s->here[slot];
        if (has(s->due, slot) != (is_open && !is_told && all_here)) return "due";
        if (is_told && (!is_open || !all_here || s->live[slot] == 0)) return "told_all";
        if (!is_open) continue;
        if ((s->live[slot] & ~ones(s->cfg.lanes)) != 0) return "lane_range";
        if ((s->here[slot] & ~s->live[slot]) != 0) return "here_lives";
        if ((s->away[slot] & ~s->live[slot]) != 0) return "away_runs";
        if ((s->away[slot] & s->here[slot]) != 0) return "away_runs";
    }
    return NULL;
}

static const char *begin_promise(const struct barrier_unit *s, const struct barrier_unit_in *in)
{
    if (!in->begin_en) return NULL;
    if (in->begin_slot >= s->cfg.slots) return "a warp begins on a slot that is not below Slots";
    if (has(s->open, in->begin_slot)) return "a warp begins on a slot that is open";
    if (in->begin_mask == 0) return "a warp begins without a thread";
    return (in->begin_mask & ~ones(s->cfg.lanes)) != 0
               ? "a warp begins with a thread that is not below Lanes"
               : NULL;
}

static const char *arrival_promise(const struct barrier_unit *s, const struct barrier_unit_in *in)
{
    if (!in->arr_valid) return NULL;
    if ((in->arr_mask & ~ones(s->cfg.lanes)) != 0) return "a lane arrives that is not below Lanes";
    if (!in->arr_exit && (in->arr_pc & ~ones(s->cfg.pc_width)) != 0)
        return "an address is wider than PcWidth";
    for (uint64_t left = in->arr_mask; left != 0; left &= left - 1) {
        const uint32_t part = in->arr_slot[lowest(left)];
        const uint32_t slot = part_warp(s->cfg.lane_slots, part);
        const uint32_t lane = lane_of(s, part, lowest(left));
        if (slot >= s->cfg.slots) return "a thread arrives of a slot that is not below Slots";
        if (!has(s->open, slot)) return "a thread arrives of a slot that is not open";
        if (!has(s->live[slot], lane)) return "a thread arrives that does not live";
        if (has(s->here[slot], lane)) return "a thread arrives that is at the barrier";
        if (has(s->away[slot], lane)) return "a thread arrives that is in memory";
        if (s->cfg.leaves == 1 && in->arr_memory) continue;
        if (!in->arr_exit && s->here[slot] != 0 && s->pc[slot] != in->arr_pc)
            return "threads of one warp wait at two barriers";
    }
    return NULL;
}

static const char *back_promise(const struct barrier_unit *s, const struct barrier_unit_in *in)
{
    if (!in->back_valid) return NULL;
    for (uint64_t left = in->back_mask; left != 0; left &= left - 1) {
        const uint32_t lane = lowest(left);
        const uint32_t slot = in->back_slot[lane];
        if (lane >= s->cfg.lanes || slot >= s->cfg.slots)
            return "a thread comes back of a slot or a lane that is not there";
        if (!has(s->open, slot) || !has(s->away[slot], lane))
            return "a thread comes back that is not in memory";
    }
    return NULL;
}

/* A warp that leaves has no thread that runs, and has told what there is to be told. A warp that
 * comes back finds an empty slot. */
static const char *change_promise(const struct barrier_unit *s, const struct barrier_unit_in *in)
{
    if (in->leave_en) {
        const uint32_t slot = in->leave_slot;
        if (slot >= s->cfg.slots) return "a warp leaves a slot that is not below Slots";
        if (has(s->due, slot)) return "a warp leaves of which there is something to be told";
        if (has(s->open, slot) && !has(s->told, slot) && !stalls(s, slot))
            return "a warp leaves of which threads run";
    }
    if (!in->resume_en) return NULL;
    if (in->resume_slot >= s->cfg.slots) return "a warp comes back to a slot not below Slots";
    if (has(s->open, in->resume_slot)) return "a warp comes back to a slot that is open";
    if ((in->resume_here & ~in->resume_live) != 0 || (in->resume_live & ~ones(s->cfg.lanes)) != 0)
        return "a warp comes back with threads that do not live";
    return NULL;
}

const char *barrier_unit_promise(const struct barrier_unit *s, const struct barrier_unit_in *in)
{
    const char *broken = begin_promise(s, in);
    if (broken == NULL) broken = arrival_promise(s, in);
    if (broken == NULL && s->cfg.leaves == 1) broken = back_promise(s, in);
    if (broken == NULL && s->cfg.leaves == 1) broken = change_promise(s, in);
    if (broken == NULL && (in->ready & ~ones(s->cfg.slots)) != 0)
        broken = "a slot is ready that is not below Slots";
    return broken;
}
