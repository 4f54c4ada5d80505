/* SPDX-License-Identifier: Apache-2.0 */
/* Coverage of the lane places: how the threads of a lane move. */
#include "formation/lane_places_cover.h"

/* The threads of a lane, by place in the lane. */
static uint64_t lane_of(const state *s, uint64_t req, uint32_t lane)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    uint64_t threads = 0;
    for (uint32_t p = lane; p < s->cfg.lanes; p += homes)
        if (has(req, p)) threads |= bit(p / homes);
    return threads;
}

static void cover_lane(const state *s, uint64_t threads, uint32_t turn, uint64_t *bin)
{
    const uint32_t n = (uint32_t)__builtin_popcountll(threads);
    if (n == 0) {
        bin[BIN_EMPTY_LANE]++;
        return;
    }
    if (turn == lowest(threads) && threads == ones(n) << turn) bin[BIN_STAYS]++;
    if (turn < lowest(threads)) bin[BIN_PACKED]++;
    if (turn > lowest(threads)) bin[BIN_TURNED]++;
    if (turn + n > s->cfg.lane_slots) bin[BIN_WRAPS]++;
    if (n == s->cfg.lane_slots && turn != 0) bin[BIN_WHOLE_LANE]++;
}

void lane_places_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    for (uint32_t l = 0; l < s->cfg.lanes / s->cfg.lane_slots; l++) {
        const uint64_t of[LANE_PLACES_GROUPS] = {lane_of(s, in->grp_req[0], l),
                                                 lane_of(s, in->grp_req[1], l)};
        for (uint32_t g = 0; g < LANE_PLACES_GROUPS; g++) cover_lane(s, of[g], in->turn[g][l], bin);
        if (of[0] != 0 && of[1] != 0) bin[BIN_BOTH]++;
    }
}
