/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_allocator_cover.h"

static void cover_fresh(const state *s, unsigned taken, uint64_t *bin)
{
    const uint32_t fresh = s->cfg.entries - s->fresh;
    if (fresh > 0 && taken > 0) bin[BIN_FRESH]++;
    if (fresh > 1 && taken > 1) bin[BIN_FRESH_TWO]++;
    if (fresh == 1 && s->count > 0) {
        bin[BIN_ONE_FRESH]++;
        if (taken == 2) bin[BIN_ONE_FRESH_BOTH]++;
        if (taken == 1) bin[BIN_LAST_FRESH]++;
    }
    if (fresh == 0 && s->count > 1) bin[BIN_RING]++;
    const uint32_t of_ring = taken > fresh ? taken - fresh : 0;
    if (s->head + of_ring >= s->cfg.entries) bin[BIN_HEAD_WRAPS]++;
    if (s->count > 0 && fresh + s->count == s->cfg.entries) bin[BIN_ALL_FREED]++;
}

void warp_allocator_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const unsigned taken = (unsigned)in->alloc_ready[0] + (unsigned)in->alloc_ready[1];
    if (taken == 1) bin[BIN_TAKE_ONE]++;
    if (taken == 2) bin[BIN_TAKE_TWO]++;
    if (taken == 2 && in->free_en) bin[BIN_TAKE_TWO_FREE]++;
    if (taken > 0 && out->free_count == taken && in->free_en) bin[BIN_LAST_AND_FREE]++;
    if (out->free_count == 0) bin[in->free_en ? BIN_EMPTY_FREE : BIN_EMPTY]++;
    if (out->free_count == 1) bin[BIN_ONE_LEFT]++;
    if (in->free_en && s->tail == s->cfg.entries - 1) bin[BIN_TAIL_WRAPS]++;
    cover_fresh(s, taken, bin);
}
