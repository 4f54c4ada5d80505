/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/lane_shuffle_cover.h"

static uint32_t thread_in(const struct lane_shuffle_cfg *c, const inputs *in, uint32_t row,
                          uint32_t lane)
{
    return lane_shuffle_place(c->kind, c->lanes, lane, in->warp[row], in->warps);
}

static void cover_order(const struct lane_shuffle_cfg *c, const inputs *in, uint32_t row,
                        uint64_t *bin)
{
    bool stays = true, turned = true;
    for (uint32_t l = 0; l < c->lanes; l++) {
        const uint32_t thread = thread_in(c, in, row, l);
        stays = stays && thread == l;
        turned = turned && thread == c->lanes - 1 - l;
        if (thread == l && thread_in(c, in, row, 0) != 0) bin[BIN_OUTSIDE]++;
    }
    if (stays) bin[BIN_STAYS]++;
    else bin[turned ? BIN_TURNED : BIN_PAIRS]++;
}

void lane_shuffle_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct lane_shuffle_cfg *c = &s->cfg;
    (void)out;
    for (uint32_t r = 0; r < (c->own ? c->lanes : 1); r++) {
        cover_order(c, in, r, bin);
        if (in->warp[r] == (in->warps + 1) / 2) bin[BIN_MIDDLE]++;
        if (in->warp[r] >= c->lanes) bin[BIN_HIGH]++;
        if (in->warp[r] != in->warp[0]) bin[BIN_RANKS]++;
    }
    if (in->warps == 1) bin[BIN_LONE]++;
}
