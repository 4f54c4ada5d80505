/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/range_residency_cover.h"

enum { SLOTS = RANGE_RESIDENCY_OF_SLOTS, SETS = RANGE_RESIDENCY_OF_SETS };
enum { GRAINS = RANGE_RESIDENCY_OF_GRAINS, POOLS = RANGE_RESIDENCY_POOLS };

static uint64_t slots_of(const state *s, uint32_t f) { return ones(s->count[f]) << s->slot[f]; }

static bool all_open(const state *s) { return s->open == ones(s->cfg.frames); }

/* What happens in this cycle to the warps of a frame. */
struct moves {
    unsigned left; /* warps that have neither ended nor wait */
    unsigned arrive;
    unsigned end;
};

static struct moves moves_of(const state *s, const inputs *in, uint32_t f)
{
    const uint64_t slots = slots_of(s, f);
    struct moves m = {0};
    m.left = (unsigned)__builtin_popcountll(slots & ~s->ended & ~s->waits);
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (!in->ev_valid[p] || !has_any(slots, in->ev_slot[p])) continue;
        if (in->ev_kind[p] == BLOCK_FRAMES_ARRIVES) m.arrive++;
        if (in->ev_kind[p] == BLOCK_FRAMES_ENDS) m.end++;
    }
    return m;
}

static void cover_events(const state *s, const inputs *in, uint64_t *bin)
{
    unsigned completed = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        if (!has(s->open, f)) continue;
        const struct moves m = moves_of(s, in, f);
        if (m.left == 0 || m.left != m.arrive + m.end) continue;
        completed++;
        if (m.arrive == 2) bin[BIN_LAST_TWO_ARRIVE]++;
        if (m.arrive == 1 && m.end == 1) bin[BIN_ARRIVE_AND_END]++;
        if (m.end == 2 && (s->waits & slots_of(s, f)) == 0) bin[BIN_LAST_TWO_END]++;
    }
    if (completed > 1) bin[BIN_TWO_BLOCKS]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] % 2 == 0) bin[BIN_STALL]++;
    }
}

/* Barriers that are complete, and blocks that are done; returns whether a barrier opens. */
static bool cover_ends(const state *s, const outputs *out, uint64_t *bin)
{
    unsigned barriers = 0;
    unsigned done = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        const uint64_t slots = slots_of(s, f);
        if (!has(s->open, f) || (slots & ~s->ended & ~s->waits) != 0) continue;
        if ((slots & s->waits) == 0) done++;
        else if (barriers++ == 0) bin[(slots & s->ended) ? BIN_BARRIER_ENDED : BIN_BARRIER]++;
    }
    if (barriers > 1) bin[BIN_TWO_BARRIERS]++;
    if (done > 1) bin[BIN_TWO_DONE]++;
    if (barriers > 0 && done > 0) bin[BIN_BARRIER_AND_DONE]++;
    if (out->done_valid && !several(s->open)) bin[s->here ? BIN_LAST_DONE_WAITS : BIN_LAST_DONE]++;
    return barriers > 0;
}

static void cover_needs(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t k = s->wait_kernel;
    if (s->wait_sets == 0) bin[BIN_NO_SETS]++;
    if (s->wait_grains == 0) bin[BIN_NO_GRAINS]++;
    if (s->wait_sets == s->cfg.sets) bin[BIN_NEEDS_ALL]++;
    if (s->wait_warps == s->cfg.max_warps) bin[BIN_LARGEST]++;
    if (s->wait_warps == 1) bin[BIN_ONE_WARP]++;
    if (in->need_warps[k] != s->wait_warps || in->need_sets[k] != s->wait_sets ||
        in->need_grains[k] != s->wait_grains)
        bin[BIN_BEGIN_OTHER_NEED]++;
}

static void cover_begin(const state *s, const inputs *in, const outputs *out, bool barrier,
                        uint64_t *bin)
{
    const uint64_t later = s->open | (s->open + 1);
    bin[BIN_BEGIN]++;
    cover_needs(s, in, bin);
    if (s->open > (later & ~s->open)) bin[BIN_BEGIN_HOLE]++;
    if (later == ones(s->cfg.frames)) bin[BIN_BEGIN_LAST]++;
    if (out->done_valid) bin[BIN_BEGIN_AS_DONE]++;
    if (barrier) bin[BIN_BEGIN_AS_BARRIER]++;
    if (in->block_valid) bin[BIN_OFFER_AS_BEGIN]++;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->ev_valid[p] && in->ev_kind[p] % 2 == 1) bin[BIN_BEGIN_AS_EVENT]++;
    }
}

/* A search shows that it has found nothing. */
static void cover_none(const state *s, const outputs *out, uint64_t *bin)
{
    bool none = false, few = false;
    for (uint32_t k = 0; k < POOLS; k++) {
        none = none || out->pool_out[k].none;
        few = few || s->pool[k].left < s->pool[k].count;
    }
    if (out->split) bin[BIN_SPLIT]++;
    if (none && few) bin[BIN_NONE_FEW]++;
    if (none && !few && all_open(s)) bin[BIN_NONE_NO_FRAME]++;
}

static void cover_waits(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool slots = out->pool_out[SLOTS].found;
    const bool sets = out->pool_out[SETS].found;
    const bool grains = out->pool_out[GRAINS].found;
    if (in->block_valid && !out->begin_en) bin[BIN_OFFER_LATE]++;
    if (!slots && sets && grains) bin[BIN_WAITS_SLOTS]++;
    if (slots && !sets) bin[BIN_WAITS_SETS]++;
    if (slots && sets && !grains) bin[BIN_WAITS_GRAINS]++;
    cover_none(s, out, bin);
    if (!slots || !sets || !grains) return;
    if (!all_open(s) && !in->begin_ready) bin[BIN_BEGIN_REFUSED]++;
    if (all_open(s)) bin[out->done_valid ? BIN_NO_FRAME_DONE : BIN_NO_FRAME]++;
}

static void cover_kinds(const state *s, uint64_t *bin)
{
    const uint32_t first = s->open != 0 ? lowest(s->open) : 0;
    for (uint32_t f = first; f < s->cfg.frames; f++) {
        if (!has(s->open, f) || s->kernel[f] == s->kernel[first]) continue;
        bin[BIN_KINDS_IN_CORE]++;
        return;
    }
}

void range_residency_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool barrier = cover_ends(s, out, bin);
    cover_events(s, in, bin);
    cover_kinds(s, bin);
    if (out->begin_en) cover_begin(s, in, out, barrier, bin);
    if (s->here) cover_waits(s, in, out, bin);
    else if (in->block_valid) bin[s->open != 0 ? BIN_OFFER : BIN_OFFER_IDLE]++;
}
