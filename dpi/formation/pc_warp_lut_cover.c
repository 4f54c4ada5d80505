/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/pc_warp_lut_cover.h"

static uint32_t set_of(const state *s, uint32_t pc)
{
    return (pc >> s->cfg.pc_shift) & (s->sets - 1);
}

/* The entry that holds pc, or -1. */
static int32_t find(const state *s, uint32_t pc)
{
    const uint32_t first = set_of(s, pc) * s->cfg.ways;
    for (uint32_t e = first; e < first + s->cfg.ways; e++) {
        if (s->valid[e] && s->pc[e] == pc) return (int32_t)e;
    }
    return -1;
}

static bool set_is_full(const state *s, uint32_t set)
{
    for (uint32_t w = 0; w < s->cfg.ways; w++) {
        if (!s->valid[set * s->cfg.ways + w]) return false;
    }
    return true;
}

/* The bins of several places a lane; places above the first of a lane are above `homes`. */
static void cover_lanes(const state *s, const outputs *out, unsigned g, uint32_t e, uint64_t *bin)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    if (s->cfg.lane_slots == 1) return;
    for (uint32_t l = 0; l < homes; l++) {
        uint64_t lane = 0;
        for (uint32_t p = l; p < s->cfg.lanes; p += homes) lane |= UINT64_C(1) << p;
        const bool joins = (out->join_mask[g] & lane) != 0, opens = (out->open_mask[g] & lane) != 0;
        if (joins && opens) bin[BIN_LANE_SPLITS]++;
        if (joins && !opens && (s->occ[e] & lane) != 0) bin[BIN_LANE_JOINS]++;
        if (opens && (~s->occ[e] & lane) == 0) bin[BIN_LANE_FULL]++;
    }
}

static void cover_group(const state *s, const inputs *in, const outputs *out, unsigned g,
                        uint64_t *bin)
{
    if (!in->grp_valid[g]) return;
    if (in->grp_req[g] == 0) {
        bin[BIN_EMPTY_GROUP]++;
        return;
    }
    if (!out->grp_ready[g]) {
        bin[in->alloc_valid[0] || in->alloc_valid[1] ? BIN_LAST_INDEX : BIN_ALLOCATOR_EMPTY]++;
        return;
    }
    const int32_t e = find(s, in->grp_pc[g]);
    if (!out->open_en[g]) bin[BIN_HIT]++;
    if (e >= 0 && s->occ[e] == ~UINT64_C(0) >> (64 - s->cfg.lanes)) bin[BIN_OCC_FULL]++;
    if (out->open_en[g] && e >= 0) bin[BIN_CONFLICT]++;
    if (e >= 0) cover_lanes(s, out, g, (uint32_t)e, bin);
    if (out->open_en[g] && e < 0) {
        bin[BIN_MISS]++;
        bin[set_is_full(s, set_of(s, in->grp_pc[g])) ? BIN_SET_FULL : BIN_REPLACE]++;
    }
    if (out->shut_en[g]) {
        if (out->join_en[g]) bin[BIN_SHUT_JOINED]++;
        if (e < 0) bin[BIN_SHUT_REPLACED]++;
        if (g == 1 && out->open_en[0] && out->shut_idx[1] == out->open_idx[0])
            bin[BIN_SHUT_AT_ONCE]++;
    }
    if (out->join_en[g] && in->close_en && out->join_idx[g] == in->close_idx) {
        bin[BIN_CLOSE_JOINED]++;
        if (out->open_en[g]) bin[BIN_CLOSE_REPOINTED]++;
    }
}

static void cover_pair(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t set = set_of(s, in->grp_pc[0]);
    if (!out->grp_ready[0] || !out->grp_ready[1] || in->grp_req[0] == 0 || in->grp_req[1] == 0 ||
        set != set_of(s, in->grp_pc[1])) {
        return;
    }
    bin[BIN_ONE_SET]++;
    const int32_t e0 = find(s, in->grp_pc[0]);
    const int32_t e1 = find(s, in->grp_pc[1]);
    if (in->grp_pc[0] == in->grp_pc[1]) {
        bin[BIN_ONE_PC]++;
        if (out->open_en[0] && out->join_en[1]) bin[BIN_ONE_PC_REJOIN]++;
        return;
    }
    if (!set_is_full(s, set)) return;
    const uint32_t victim = set * s->cfg.ways + s->victim[set];
    if (e0 < 0 && e1 == (int32_t)victim) bin[BIN_HIT_EVICTED]++;
    if (e1 < 0 && e0 == (int32_t)victim && out->join_en[0]) bin[BIN_EVICTED_WHILE_JOINED]++;
}

void pc_warp_lut_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_group(s, in, out, 0, bin);
    cover_group(s, in, out, 1, bin);
    cover_pair(s, in, out, bin);
    if (out->alloc_ready[1] && !in->alloc_valid[0]) bin[BIN_SECOND_PORT]++;
    if (!in->close_en && out->close_hit) bin[BIN_CLOSE_NOT_YET]++;
    if (in->close_en) {
        const int32_t e = find(s, in->close_pc);
        bin[e >= 0 && s->idx[e] == in->close_idx ? BIN_CLOSE_HIT : BIN_CLOSE_GONE]++;
    }
}
