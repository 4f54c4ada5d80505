/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_scheduler_cover.h"

static void cover_loose(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t slot = out->issue_slot;
    if (s->some && has(in->begin, s->last)) bin[BIN_LOOSE_BEGIN_LAST]++;
    if (!out->issue_valid) return;
    if (!s->some) bin[BIN_LOOSE_FIRST]++;
    else if (slot == s->last) bin[BIN_LOOSE_AGAIN]++;
    else if (slot == s->last + 1) bin[BIN_LOOSE_NEXT]++;
    else bin[slot > s->last ? BIN_LOOSE_PASSES : BIN_LOOSE_WRAPS]++;
}

static bool is_older(const state *s, uint32_t a, uint32_t b)
{
    return a < b ? has(s->older[a], b) : !has(s->older[b], a);
}

/* Can a slot issue that is older than this one? */
static bool older_can(const state *s, const inputs *in, uint32_t slot)
{
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        if (i != slot && has(in->can, i) && is_older(s, i, slot)) return true;
    }
    return false;
}

static void cover_begin(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->begin == 0) return;
    bin[several(in->begin) ? BIN_BEGIN_SEVERAL : BIN_BEGIN_ONE]++;
    if (in->begin == ones(s->cfg.slots)) bin[BIN_BEGIN_ALL]++;
    if (!out->issue_valid) bin[BIN_BEGIN_NONE_CAN]++;
    if (!s->some || !has(in->begin, s->last)) return;
    if (!out->issue_valid) bin[BIN_BEGIN_LAST]++;
    else bin[in->issue_ready ? BIN_BEGIN_LAST_ISSUE : BIN_BEGIN_LAST_REFUSED]++;
}

static void cover_greedy(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t slot = out->issue_slot;
    cover_begin(s, in, out, bin);
    if (!out->issue_valid) return;
    if (s->some && slot == s->last) {
        bin[older_can(s, in, slot) ? BIN_GREEDY_OVER_OLDER : BIN_GREEDY_LAST]++;
        return;
    }
    bin[s->some ? BIN_GREEDY_STALLS : BIN_GREEDY_NONE]++;
    if (!s->some && slot != s->last && has(in->can, s->last)) bin[BIN_BEGUN_LAST_YIELDS]++;
    if (!several(in->can)) return;
    const bool lowest = (in->can & ((UINT64_C(1) << slot) - 1)) == 0;
    bin[lowest ? BIN_OLDEST_LOWER : BIN_OLDEST_HIGHER]++;
}

/* How the choice within its group came about. */
static void cover_member(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t g = out->issue_slot / s->cfg.group;
    const uint32_t place = out->issue_slot % s->cfg.group;
    const uint32_t last = s->group_last[g];
    const bool smaller = s->cfg.slots % s->cfg.group != 0 && g == s->cfg.slots / s->cfg.group;
    if (!has(s->group_some, g)) {
        bin[BIN_GROUP_FIRST]++;
        return;
    }
    if (has(in->begin, g * s->cfg.group + last)) bin[BIN_GROUP_BEGIN]++;
    if (g != s->group && place > last) bin[BIN_GROUP_GOES_ON]++;
    if (place == last) bin[BIN_STAYS_AGAIN]++;
    if (place > last + 1) bin[BIN_STAYS_PASSES]++;
    if (place < last) bin[smaller ? BIN_GROUP_SMALLER : BIN_STAYS_WRAPS]++;
}

static void cover_levels(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t groups = (s->cfg.slots + s->cfg.group - 1) / s->cfg.group;
    const uint32_t g = out->issue_slot / s->cfg.group;
    if (!out->issue_valid) return;
    cover_member(s, in, out, bin);
    if (g == s->group) {
        const uint64_t group = ones(s->cfg.group) << g * s->cfg.group;
        bin[(in->can & ~group) != 0 ? BIN_STAYS_OTHERS : BIN_STAYS]++;
        return;
    }
    bin[(g + groups - s->group) % groups == 1 ? BIN_GROUP_NEXT : BIN_GROUP_PASSES]++;
    if (g < s->group) bin[BIN_GROUP_WRAPS]++;
    if (!in->issue_ready) bin[BIN_GROUP_REFUSED]++;
}

void warp_scheduler_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->can == 0) bin[BIN_NONE]++;
    else if (!several(in->can)) bin[BIN_ONE]++;
    if (in->can == ones(s->cfg.slots)) bin[BIN_ALL]++;
    if (out->issue_valid && !in->issue_ready) bin[BIN_REFUSED]++;
    switch (s->cfg.policy) {
    case WARP_SCHEDULER_LOOSE: cover_loose(s, in, out, bin); break;
    case WARP_SCHEDULER_GREEDY: cover_greedy(s, in, out, bin); break;
    default: cover_levels(s, in, out, bin); break;
    }
}
