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

static bool held(const inputs *in, uint32_t block, uint32_t set)
{
    return in->hold && in->hold_block == block && in->hold_set == set;
}

/* Lanes of the beat with addresses of shared memory. */
static uint64_t shared_bits(const inputs *in)
{
    uint64_t lanes = 0;
    for (uint32_t l = 0; l < SCRATCH_LOOKUP_MAX_LANES; l++)
        if (has(in->beat_mask, l) && in->beat_addr[l] >> 29 == 2) lanes |= UINT64_C(1) << l;
    return lanes;
}

static void cover_access(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool answered = out->learns;
    if (last.taken) bin[BIN_AT_ONCE]++;
    if (out->look_en && !out->early && s->busy) {
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
    if (last.waited && out->look_en && !out->early) bin[BIN_HOLD_ENDS]++;
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

static void cover_ahead(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    static bool first_asked; /* the first beat of the access was looked up, or could be */
    const struct scratch_lookup_question *soon = &s->question[0], *due = &s->question[1];
    const bool some = in->beat && shared_bits(in) != 0;
    if (some && out->early) bin[BIN_AHEAD]++;
    if (some && out->early && first_asked) bin[BIN_AHEAD_SECOND]++;
    first_asked = some && !out->early;
    if (some && out->look_en && !out->early) bin[BIN_AHEAD_WAITS]++;
    if (some && s->note[in->beat_buffer].valid) bin[BIN_AHEAD_ONCE]++;
    if (some && !out->look_en && in->hold && in->hold_block == in->beat_block)
        bin[BIN_AHEAD_HOLD]++;
    if (soon->valid && soon->early && held(in, soon->block, soon->set)) bin[BIN_AHEAD_LOST_SOON]++;
    if (due->valid && due->early && held(in, due->block, due->set)) bin[BIN_AHEAD_LOST_DUE]++;
    for (uint32_t b = 0; b < SCRATCH_LOOKUP_BUFFERS; b++)
        if (s->note[b].valid && held(in, s->note[b].block, s->note[b].set)) bin[BIN_NOTE_LOST]++;
    const bool own = due->valid && !due->early;
    if (out->learns && !own) bin[s->note[in->buffer].valid ? BIN_LEARNS_NOTE : BIN_LEARNS_ANSWER]++;
    if (out->learns && !own && !out->learns_held) bin[BIN_LEARNS_AWAY]++;
    const bool pending = in->valid && soon->valid && soon->early && soon->buffer == in->buffer;
    if (out->learns && !own && out->look_en && !out->early) bin[BIN_LEARNS_ASKS]++;
    if (pending && out->shared != 0 && !out->touches) bin[BIN_WAITS_AHEAD]++;
    if (in->taken && out->shared != 0 && !s->busy) bin[BIN_READY_AT_ONCE]++;
}

void scratch_lookup_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->valid) cover_access(s, in, out, bin);
    cover_hold(s, in, out, bin);
    cover_ahead(s, in, out, bin);
    if (s->question[1].valid) bin[in->found_held ? BIN_HELD : BIN_MISSED]++;
    if (out->missed && in->block == s->cfg.blocks - 1 && s->question[1].set == s->cfg.sets - 1)
        bin[BIN_EDGES]++;
    last.taken = in->taken;
    last.asked = out->look_en && !out->early;
    last.held = in->hold;
}
