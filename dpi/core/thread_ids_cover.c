/* SPDX-License-Identifier: Apache-2.0 */
#include "core/thread_ids_cover.h"
#include "core/thread_ids_view.h"

static void cover_begin(const state *s, uint64_t *bin)
{
    const bool last = s->x + 1 == s->size_x && s->y + 1 == s->size_y && s->z + 1 == s->size_z;
    if (s->ready) bin[BIN_BEGIN_READY]++;
    else if (!s->counting) bin[BIN_BEGIN_FIRST]++;
    else if (last) bin[BIN_BEGIN_LAST]++;
    else bin[s->counted == 0 ? BIN_BEGIN_AT_ONCE : BIN_BEGIN_AGAIN]++;
}

/* A block is counted: what its sizes are. */
static void cover_block(const state *s, uint64_t *bin)
{
    const uint32_t threads = s->counted + 1;
    const uint32_t lanes = s->cfg.lanes;
    if (threads == 1) bin[BIN_ONE_THREAD]++;
    else if (threads < lanes) bin[BIN_PART_WARP]++;
    if (threads == lanes) bin[BIN_ONE_WARP]++;
    if (threads > lanes) bin[threads % lanes == 0 ? BIN_LAST_FULL : BIN_LAST_PART]++;
    if (threads > lanes && lanes > 1 && threads % lanes == 1) bin[BIN_LAST_ONE]++;
    if (threads == lanes * s->cfg.max_warps) bin[BIN_MOST]++;
    if (s->size_x > lanes) bin[BIN_LONG_ROW]++;
    if (s->size_x == 1 && s->size_y > 1 && s->size_z > 1) bin[BIN_THIN]++;
    if (s->size_x > 1 && s->size_y == 1 && s->size_z > 1) bin[BIN_FLAT]++;
    if (s->size_x > 1 && s->size_y > 1 && s->size_z > 1) bin[BIN_CUBE]++;
}

static void cover_count(const state *s, uint64_t *bin)
{
    const bool row_ends = s->x + 1 == s->size_x;
    if (row_ends && s->y + 1 == s->size_y && s->z + 1 == s->size_z) {
        cover_block(s, bin);
        return;
    }
    if (!row_ends) bin[BIN_STEP_X]++;
    else bin[s->y + 1 < s->size_y ? BIN_STEP_Y : BIN_STEP_Z]++;
    if (row_ends && s->lane + 1 == s->cfg.lanes) bin[BIN_STEP_ROW_ENDS_WARP]++;
}

/* A thread that there is: how its ids come to be. */
static void cover_thread(const state *s, uint32_t rank, uint32_t in_lane, uint64_t *bin)
{
    const uint32_t lane = thread_ids_number(s, rank, in_lane) % s->cfg.lanes;
    if (lane != in_lane) bin[BIN_MOVED]++;
    const uint32_t x = s->warp_x[rank] + s->lane_x[lane];
    const uint32_t y = s->warp_y[rank] + s->lane_y[lane];
    const bool carry = x >= s->size_x;
    const bool carry_y = y + carry >= s->size_y;
    if (!carry && !carry_y && x + y != 0) bin[BIN_NO_CARRY]++;
    if (carry) bin[x == s->size_x ? BIN_CARRY_X_EXACT : BIN_CARRY_X]++;
    if (carry_y) bin[carry ? BIN_CARRY_Y : BIN_CARRY_Y_ALONE]++;
    if (carry_y && y < s->size_y) bin[BIN_CARRY_Y_BY_CARRY]++;
    if (carry && y + 2 == s->size_y) bin[BIN_NOT_CARRIED_Y]++;
}

static void cover_look(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t lanes = s->cfg.lanes;
    for (uint32_t i = 0; i < s->cfg.ports * lanes; i++) {
        const uint32_t lane = lane_of(s, in, i / lanes, i % lanes);
        const uint32_t rank = rank_of(s, in, i / lanes, i % lanes);
        const uint32_t other = rank_of(s, in, 0, 0);
        if (!s->ready) {
            bin[BIN_LOOK_NOT_READY]++;
            continue;
        }
        if (rank >= s->warps) bin[BIN_LOOK_NONE]++;
        if (rank + 1 == s->warps && s->last + 1 < lanes) bin[BIN_LOOK_LAST]++;
        if (rank + 1 == s->warps && s->last < lane && thread_ids_has(s, rank, lane))
            bin[BIN_MOVED_LAST]++;
        if (i >= (s->cfg.own ? 1 : lanes) && other < s->warps && rank < s->warps)
            bin[rank == other ? BIN_LOOK_SAME : BIN_LOOK_MIXED]++;
        if (thread_ids_has(s, rank, lane)) cover_thread(s, rank, lane, bin);
    }
}

void thread_ids_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    if (in->kernel_en) cover_begin(s, bin);
    else if (s->counting) cover_count(s, bin);
    cover_look(s, in, bin);
}
