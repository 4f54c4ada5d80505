/* SPDX-License-Identifier: Apache-2.0 */
#include "core/scratch_lookup_cover.h"

/* What was in the cycle before, as far as cycles are seen here. */
static struct {
    bool taken, waited, asked, held;
} last;

/* How many sets these lanes are in. */
static uint32_t sets_of(const inputs *in, uint64_t lanes)
{
    uint64_t seen = 0;
    for (uint32_t l = 0; l < SCRATCH_LOOKUP_MAX_LANES; l++)
        if (has(lanes, l)) seen |= UINT64_C(1) << (in->addr[l] / SCRATCH_LOOKUP_SET & 63);
    return (uint32_t)__builtin_popcountll(seen);
}

static void cover_access(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool answered = s->question[1].valid;
    if (last.taken) bin[BIN_AT_ONCE]++;
    if (out->look_en && s->busy) {
        const uint32_t done = sets_of(in, s->asked);
        if (done == 1) bin[BIN_SETS]++;
        if (done == 3) bin[BIN_MANY_SETS]++;
    }
    if (out->ready && answered && !in->taken) bin[BIN_REFUSED_ANSWER]++;
    if (!in->taken) return;
    if (in->mask == 0) bin[BIN_EMPTY]++;
    else if (out->shared == 0) bin[BIN_GLOBAL]++;
    else bin[answered ? BIN_TAKEN_ANSWER : BIN_TAKEN_LATER]++;
    if (out->shared != 0 && out->shared != in->mask) bin[BIN_MIXED]++;
    if (several(out->shared) && sets_of(in, out->shared) == 1) bin[BIN_ONE_SET]++;
    uint32_t here = 0, away = 0;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (!has(out->shared, l)) continue;
        const bool swapped = out->addr[l] >> 29 != 2;
        here += !swapped;
        away += swapped;
    }
    if (here != 0 && away != 0) bin[BIN_BOTH]++;
}

static void cover_hold(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool waits = out->touches && !s->busy;
    if (waits) bin[BIN_HOLD_WAITS]++;
    if (out->touches && s->busy) bin[BIN_HOLD_BEGUN]++;
    if (last.waited && out->look_en) bin[BIN_HOLD_ENDS]++;
    if (out->touches && s->busy && last.asked && !last.held) bin[BIN_HOLD_BEGINS]++;
    last.waited = waits;
    if (!in->hold || out->shared == 0) return;
    for (uint32_t l = 0; l < s->cfg.lanes; l++) {
        if (!has(in->mask, l)) continue;
        const bool set = (in->addr[l] / SCRATCH_LOOKUP_SET & 0x7ffff) == in->hold_set;
        if (has(out->shared, l) && set && in->block != in->hold_block) bin[BIN_HOLD_OTHER_BLOCK]++;
        if (!has(out->shared, l) && set && in->block == in->hold_block && !out->touches)
            bin[BIN_HOLD_GLOBAL]++;
    }
    if (in->block == in->hold_block && !out->touches) bin[BIN_HOLD_OTHER_SET]++;
    const uint32_t first = (uint32_t)__builtin_ctzll(out->shared);
    if (waits && (in->addr[first] / SCRATCH_LOOKUP_SET & 0x7ffff) != in->hold_set)
        bin[BIN_BEHIND]++;
}

void scratch_lookup_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->valid) cover_access(s, in, out, bin);
    cover_hold(s, in, out, bin);
    if (s->question[1].valid) bin[in->found_held ? BIN_HELD : BIN_MISSED]++;
    if (out->missed && in->block == s->cfg.blocks - 1 && s->question[1].set == s->cfg.sets - 1)
        bin[BIN_EDGES]++;
    last.taken = in->taken;
    last.asked = out->look_en;
    last.held = in->hold;
}
