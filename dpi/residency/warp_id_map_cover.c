/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/warp_id_map_cover.h"

static uint32_t frames_in_slots(const state *s, const inputs *in)
{
    const uint32_t fit = s->cfg.slots / in->warps;
    return fit < s->cfg.frames ? fit : s->cfg.frames;
}

static void cover_numbers(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint64_t room = ones(in->ctas);
    const bool full = in->ctas > 0 && (s->taken & room) == room;
    if (in->alloc_en) {
        const uint64_t after = s->taken | UINT64_C(1) << out->alloc_cta;
        bin[s->taken >> out->alloc_cta != 0 ? BIN_ALLOC_HOLE : BIN_ALLOC]++;
        if ((after & room) == room) bin[BIN_ALLOC_LAST]++;
        if (s->taken == 0 && (in->warps != s->warps || in->ctas != s->ctas)) bin[BIN_NEW_KERNEL]++;
    }
    if (in->free_en) bin[in->alloc_en ? BIN_FREE_AND_ALLOC : BIN_FREE]++;
    if (in->free_en && in->alloc_en && in->free_cta < out->alloc_cta) bin[BIN_FREE_BELOW]++;
    if (full) bin[in->free_en ? BIN_FULL_FREE : BIN_FULL]++;
    if (full) bin[in->ctas < s->cfg.ctas ? BIN_FEWER_CTAS : BIN_ALL_CTAS]++;
    if (in->ctas == 0) bin[BIN_NO_ROOM]++;
}

/* The frame on which the block sits; Frames if on none. */
static uint32_t frame_of(const state *s, uint32_t cta)
{
    uint32_t f = 0;
    while (f < s->cfg.frames && !(has(s->frame_valid, f) && s->frame_cta[f] == cta)) f++;
    return f;
}

static void cover_map(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t old = frame_of(s, in->map_cta);
    const bool over = in->unmap_en && in->unmap_frame == in->map_frame;
    if (over && old == in->map_frame) bin[BIN_STAY]++;
    else if (over && has(s->frame_valid, in->map_frame)) bin[BIN_TAKE_OVER]++;
    else if (in->unmap_en && old == in->unmap_frame) bin[BIN_MOVE]++;
    else bin[in->unmap_en ? BIN_MAP_AND_UNMAP : BIN_MAP]++;
    if (in->warps == 1) bin[BIN_WARPS_ONE]++;
    if (in->warps == s->cfg.slots) bin[BIN_WARPS_MOST]++;
}

static void cover_frames(const state *s, const inputs *in, uint64_t *bin)
{
    if (in->map_en) cover_map(s, in, bin);
    else if (in->unmap_en)
        bin[has(s->frame_valid, in->unmap_frame) ? BIN_UNMAP : BIN_UNMAP_EMPTY]++;
    if (in->free_en) {
        const uint32_t f = frame_of(s, in->free_cta);
        if (f == s->cfg.frames) bin[BIN_FREE_INACTIVE]++;
        else bin[in->map_en && in->map_frame == f ? BIN_FREE_TAKE_OVER : BIN_FREE_UNMAP]++;
    }
    const uint32_t usable = frames_in_slots(s, in);
    if (usable == 0 || s->frame_valid != ones(usable)) return;
    bin[usable < s->cfg.frames ? BIN_FRAMES_CUT : BIN_ALL_FRAMES]++;
    if (usable == s->cfg.frames && usable * in->warps < s->cfg.slots) bin[BIN_SLOTS_LEFT]++;
}

static void cover_finds(const state *s, const inputs *in, uint64_t *bin)
{
    bool same = s->cfg.ports > 1;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        same = same && in->find_warp[p] == in->find_warp[0];
        if (in->find_warp[p] >= in->ctas * in->warps) continue;
        const uint32_t rank = in->find_warp[p] % in->warps;
        if (rank == 0) bin[BIN_FIND_FIRST]++;
        if (rank == in->warps - 1) bin[BIN_FIND_LAST]++;
        if (in->find_warp[p] / in->warps == s->cfg.ctas - 1) bin[BIN_FIND_TOP]++;
    }
    if (same && in->find_warp[0] < in->ctas * in->warps) bin[BIN_FIND_SAME]++;
}

void warp_id_map_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->warps == 0) return;
    cover_numbers(s, in, out, bin);
    cover_frames(s, in, bin);
    cover_finds(s, in, bin);
}
