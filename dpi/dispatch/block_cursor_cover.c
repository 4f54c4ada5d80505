/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/block_cursor_cover.h"

static uint32_t most(const state *s) { return (uint32_t)ones(s->cfg.width); }

static void cover_load(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->load_en || in->load_kernel >= s->cfg.kernels) return;
    const bool first = (in->from_x | in->from_y | in->from_z) == 0;
    bin[first ? BIN_LOAD : BIN_LOAD_INSIDE]++;
    if (has(s->left, in->load_kernel)) bin[BIN_LOAD_AGAIN]++;
    if (in->load_x == 1 && in->load_y == 1 && in->load_z == 1) bin[BIN_LOAD_ONE]++;
    if (in->load_x == most(s) || in->load_y == most(s) || in->load_z == most(s))
        bin[BIN_LOAD_MOST]++;
    if (in->load_count != 0) bin[BIN_LOAD_LIMITED]++;
}

static void cover_take(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t k = in->take_kernel;
    if (!in->take_en) return;
    if (k >= s->cfg.kernels) {
        bin[BIN_TAKE_NO_KERNEL]++;
        return;
    }
    if (!has(out->more, k)) {
        bin[has(s->left, k) ? BIN_TAKE_HELD : BIN_TAKE_NONE]++;
        return;
    }
    const bool ends_slice = has(s->limited, k) && s->count[k] == 1;
    if (out->last) bin[ends_slice ? BIN_TAKE_LAST_OF_BOTH : BIN_TAKE_LAST]++;
    else if (ends_slice) bin[BIN_TAKE_LAST_OF_SLICE]++;
    if (out->last) return;
    if (out->x + 1 < s->size_x[k]) bin[BIN_TAKE_X]++;
    else bin[out->y + 1 < s->size_y[k] ? BIN_TAKE_Y : BIN_TAKE_Z]++;
}

static void cover_slice(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t k = in->slice_kernel;
    if (!in->slice_en || !has_any(s->left, k)) return;
    bin[has(out->more, k) ? BIN_SLICE_EARLY : BIN_SLICE]++;
    if (has(s->limited, k) && in->slice_count == 0) bin[BIN_SLICE_FREE]++;
    if (in->slice_count == ones(s->cfg.count_width)) bin[BIN_SLICE_MOST]++;
    if (!in->take_en || !has_any(out->more, in->take_kernel)) return;
    bin[in->take_kernel == k ? BIN_SLICE_AND_TAKE : BIN_SLICE_OTHER]++;
}

static void cover_races(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t k = in->load_kernel;
    if (!in->load_en || k >= s->cfg.kernels) return;
    const bool take = in->take_en && in->take_kernel == k && has(out->more, k);
    const bool slice = in->slice_en && in->slice_kernel == k;
    if (take) bin[slice ? BIN_LOAD_ALL : BIN_LOAD_AND_TAKE]++;
    else if (slice) bin[BIN_LOAD_AND_SLICE]++;
}

void block_cursor_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_load(s, in, bin);
    cover_take(s, in, out, bin);
    cover_slice(s, in, out, bin);
    cover_races(s, in, out, bin);
    for (uint64_t left = s->left; left != 0; left &= left - 1) {
        const uint32_t k = lowest(left);
        if (has(s->limited, k) && s->count[k] == ones(s->cfg.count_width)) bin[BIN_COUNT_MOST]++;
        /* The last coordinate of the greatest grid. */
        if (s->x[k] == most(s) - 1 || s->y[k] == most(s) - 1 || s->z[k] == most(s) - 1)
            bin[BIN_EDGE]++;
    }
}
