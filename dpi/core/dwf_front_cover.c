/* SPDX-License-Identifier: Apache-2.0 */
#include "common/lane_slots.h"
#include "core/decode.h"
#include "core/dwf_front_cover.h"

/* Are these the last of their static warps, in the barrier unit's eyes? */
static bool some_missing(const struct barrier_unit *b, const inputs *in)
{
    const uint32_t lanes = b->cfg.lanes, slots = b->cfg.lane_slots;
    for (uint64_t left = in->res.mask; left != 0; left &= left - 1) {
        const uint32_t slot = part_warp(slots, in->res.slot[lowest(left)]);
        uint64_t mine = 0;
        for (uint64_t all = in->res.mask; all != 0; all &= all - 1) {
            const uint32_t part = in->res.slot[lowest(all)];
            if (part_warp(slots, part) == slot)
                mine |= bit(part_lane(lanes, slots, part, lowest(all)));
        }
        if ((b->live[slot] & ~b->here[slot] & ~mine) != 0) return true;
    }
    return false;
}

static void cover_arrival(const state *s, const inputs *in, uint64_t *bin)
{
    const bool exits = in->res.flow == DECODE_EXIT;
    if (in->end_valid) bin[exits ? BIN_END_AND_EXIT : BIN_END_AND_BARRIER]++;
    if (some_missing(&s->barrier, in)) bin[exits ? BIN_EXIT_SOME : BIN_ARRIVE_SOME]++;
}

static bool several_targets(const inputs *in)
{
    const uint32_t first = in->res.addr[lowest(in->res.mask)];
    for (uint64_t left = in->res.mask; left != 0; left &= left - 1)
        if (in->res.addr[lowest(left)] != first) return true;
    return false;
}

static void cover_return(const inputs *in, const struct dwf_front_out *out, uint64_t *bin)
{
    switch (in->res.flow) {
    case DECODE_NEXT: bin[BIN_NEXT]++; break;
    case DECODE_PHASE: bin[BIN_PHASE]++; break;
    case DECODE_BRANCH:
        if (in->res.taken == in->res.mask) bin[BIN_BRANCH_ALL]++;
        else if (in->res.taken != 0) bin[BIN_BRANCH_PARTS]++;
        break;
    case DECODE_CALL: bin[BIN_CALL]++; break;
    case DECODE_RETURN:
        bin[BIN_RETURN]++;
        if (several_targets(in)) bin[BIN_RETURN_PARTS]++;
        break;
    default: bin[BIN_JUMP]++; break;
    }
    if ((in->res.mask & ~out->dwf_in.ret_pdom) != 0) bin[BIN_NOT_PASSED]++;
    for (uint64_t left = out->dwf_in.ret_pdom; left != 0; left &= left - 1)
        bin[out->dwf_in.ret_pc[lowest(left)] == in->res.meet ? BIN_PASSED_MEET : BIN_PASSED_NEXT]++;
}

static void cover_results(const state *s, const inputs *in, const struct dwf_front_out *out,
                          uint64_t *bin)
{
    if (in->end_valid && !out->end_ready) bin[BIN_END_WAITS]++;
    if (!in->res_valid) return;
    if (in->end_valid && s->res_first) bin[BIN_RESULT_FIRST]++;
    if (in->res.flow == DECODE_EXIT || in->res.flow == DECODE_BARRIER) cover_arrival(s, in, bin);
    else if (in->end_valid && !s->res_first) bin[BIN_END_FIRST]++;
    else if (out->res_ready) cover_return(in, out, bin);
    else bin[BIN_RESULT_WAITS]++;
}

static void cover_late(const struct dwf_front_out *out, uint64_t *bin)
{
    if (!out->late || !out->dwf.launch_ready) return;
    if (out->launches == DWF_FRONT_FROM_BEGIN) bin[BIN_LATE_BEGIN]++;
    if (out->launches == DWF_FRONT_FROM_WALK) bin[BIN_LATE_WALK]++;
}

static void cover_launch(const inputs *in, const struct dwf_front_out *out, uint64_t *bin)
{
    const bool launches = out->barrier.launch_valid;
    if (launches && in->begin_en && !out->late) bin[BIN_LAUNCH_FIRST]++;
    if (launches) bin[out->barrier_in.launch_ready ? BIN_LAUNCH : BIN_LAUNCH_WAITS]++;
    else if (in->begin_en) bin[out->begin_ready ? BIN_BEGIN : BIN_BEGIN_WAITS]++;
    if (out->ev_valid) bin[out->ev_kind == FRONT_BARRIER ? BIN_BARRIER : BIN_ENDED]++;
}

static void cover_leave(const state *s, const inputs *in, const struct dwf_front_out *out,
                        uint64_t *bin)
{
    const struct barrier_unit_out *b = &out->barrier;
    bin[BIN_LEAVE]++;
    if (b->leave_live == 0) bin[BIN_LEAVE_ENDED]++;
    if (b->leave_here != 0 && b->leave_here != b->leave_live) bin[BIN_LEAVE_SOME_WAIT]++;
    if (s->walk_valid) bin[BIN_LEAVE_BEFORE_WALK]++;
    if (in->row_wr_en) bin[BIN_LEAVE_AND_COME]++;
}

/* Is a thread of the slot that is walked among those that go to memory? */
static bool walked_goes(const state *s, const inputs *in)
{
    for (uint64_t left = in->res.mask; left != 0; left &= left - 1)
        if (s->walk_valid && in->res.slot[lowest(left)] == s->walk_slot) return true;
    return false;
}

static void cover_rows(const state *s, const inputs *in, const struct dwf_front_out *out,
                       uint64_t *bin)
{
    const bool launches = out->barrier.launch_valid;
    if (in->acc_en) bin[BIN_TO_MEMORY]++;
    if (in->acc_en && in->end_valid && out->end_ready) bin[BIN_TO_MEMORY_AND_END]++;
    if (out->stalls != 0) bin[BIN_STALLS]++;
    if (in->acc_en && walked_goes(s, in)) bin[BIN_WALK_AND_MEMORY]++;
    if (in->row_rd_en) cover_leave(s, in, out, bin);
    if (in->row_wr_en) bin[BIN_COME]++;
    if (in->row_wr_en && s->walk_valid) bin[BIN_COME_WHILE_WALKED]++;
    if ((s->returns & ~in->ready) != 0 && !s->walk_valid) bin[BIN_RETURNS_NOT_READY]++;
    if ((s->returns & (s->returns - 1) & in->ready) != 0) bin[BIN_SEVERAL_RETURN]++;
    if (!out->walks) return;
    if (launches) bin[BIN_LAUNCH_BEFORE_WALK]++;
    else if (!out->dwf.launch_ready) bin[BIN_WALK_WAITS]++;
    else bin[out->walk_mask == s->walk_left ? BIN_WALK_LAST : BIN_WALK_PART]++;
    if (in->begin_en) bin[BIN_WALK_BEFORE_BEGIN]++;
}

static void cover_fetch(const state *s, const inputs *in, const struct dwf_front_out *out,
                        uint64_t *bin)
{
    static bool asked; /* in the cycle before */
    const bool waits = s->fetch_valid && s->fetch_sent;
    if (waits && in->rsp_valid) bin[asked ? BIN_ANSWER_AT_ONCE : BIN_ANSWER_LATER]++;
    if (waits && in->rsp_valid && out->dwf.issue_valid) bin[BIN_FOLLOWS_ANSWER]++;
    if (out->fetch_valid && !in->fetch_ready) bin[BIN_FETCH_REFUSED]++;
    if (out->fetch_valid && s->issue_valid) bin[BIN_FETCH_AS_TAKEN]++;
    if (s->fetch_valid && !s->fetch_sent && !out->fetch_valid) bin[BIN_FETCH_HELD]++;
    asked = out->fetch_valid && in->fetch_ready;
}

static void cover_issue(const state *s, const inputs *in, uint64_t *bin)
{
    const struct front_instruction *i = &s->issue;
    const uint32_t slots = s->cfg.lane_slots;
    if (!s->issue_valid) return;
    bin[in->issue_ready ? BIN_ISSUE : BIN_ISSUE_REFUSED]++;
    if (!in->issue_ready) return;
    if (!several(i->mask)) bin[BIN_ALONE]++;
    if (i->unit == DECODE_MEMORY) bin[BIN_ACCESS]++;
    if (i->unit == DECODE_CSR) bin[BIN_STATUS]++;
    for (uint64_t left = i->mask; left != 0; left &= left - 1) {
        if (part_warp(slots, i->slot[lowest(left)]) == part_warp(slots, i->slot[lowest(i->mask)]))
            continue;
        bin[BIN_FORMED]++;
        break;
    }
}

static void cover_why(const state *s, const struct dwf_front_out *out, uint64_t *bin)
{
    const bool waits = out->dwf.issue_valid || out->dwf.wait != 1;
    switch (out->why) {
    case FRONT_PIPE_BUSY:
        if (!s->issue_valid) bin[BIN_WHY_FETCHING_BUSY]++;
        break;
    case FRONT_NOT_FETCHED: bin[BIN_WHY_FETCHING]++; break;
    case FRONT_WAITS: bin[waits ? BIN_WHY_WAITS : BIN_WHY_LAUNCH]++; break;
    case FRONT_NO_WARP: bin[BIN_WHY_NOTHING]++; break;
    default: break;
    }
}

static void cover_groups(const state *s, const inputs *in, const struct dwf_front_out *out,
                         uint64_t *bin)
{
    const struct warp_spill *spill = &s->dwf.spill;
    if (out->grp_wr_valid) {
        bin[out->dwf.free_count < 2 ? BIN_OUT_NO_INDEX : BIN_OUT_STUCK]++;
        if (!in->grp_wr_ready) bin[BIN_OUT_WAITS]++;
        else if (s->issue_valid && !in->issue_ready) bin[BIN_OUT_PIPE_BUSY]++;
    }
    if (out->grp_rd_valid) bin[in->grp_rd_ready ? BIN_ASKED : BIN_ASKED_WAITS]++;
    if (in->grp_rsp_valid) bin[out->grp_rsp_ready ? BIN_BACK : BIN_BACK_WAITS]++;
    if (out->grp_rsp_ready && spill->queued + spill->asked > 1) bin[BIN_BACK_OTHERS_LEFT]++;
}

void dwf_front_cover(const state *s, const inputs *in, const struct dwf_front_out *out,
                     uint64_t *bin)
{
    cover_results(s, in, out, bin);
    cover_launch(in, out, bin);
    cover_late(out, bin);
    if (s->cfg.leaves == 1) cover_rows(s, in, out, bin);
    cover_fetch(s, in, out, bin);
    cover_issue(s, in, bin);
    cover_why(s, out, bin);
    cover_groups(s, in, out, bin);
}
