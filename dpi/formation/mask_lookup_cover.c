/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/mask_lookup_cover.h"

static uint32_t entries(const state *s) { return s->cfg.slots * s->cfg.hot; }

static uint32_t answer(const state *s, const outputs *out)
{
    return out->slot * s->cfg.hot + (out->hot ? 1 : 0);
}

/* The candidates of the set that is searched. */
static uint64_t members(const state *s, const inputs *in)
{
    uint64_t set = 0;
    for (uint32_t c = 0; c < entries(s); c++)
        if (s->cfg.sets == 1 || c / s->cfg.hot % s->cfg.sets == in->set) set |= bit(c);
    return set;
}

/* Those that fit, were they in the set. */
static uint64_t fitting(const state *s, const inputs *in)
{
    uint64_t set = 0;
    for (uint32_t c = 0; c < entries(s); c++) {
        const bool apart = has(in->group, c) != in->primary_group;
        if (has(in->ready, c) && (apart || (in->mask[c] & in->primary_mask) == 0)) set |= bit(c);
    }
    return set;
}

/* Those of the set that have as many lanes as the answer, or more. */
static uint64_t as_large(const state *s, const inputs *in, uint64_t set, uint32_t lanes)
{
    uint64_t large = 0;
    for (uint32_t c = 0; c < entries(s); c++)
        if (has(set, c) && in->lanes[c] >= lanes) large |= bit(c);
    return large;
}

static void cover_tie(const state *s, uint32_t chosen, uint64_t tie, uint64_t set, uint64_t *bin)
{
    if (!several(tie)) return;
    const uint32_t last = 63 - (uint32_t)__builtin_clzll(tie);
    bin[BIN_TIE]++;
    bin[chosen == lowest(tie) ? BIN_TIE_LOWEST : BIN_TIE_HIGHER]++;
    if (last - lowest(tie) >= 8) bin[BIN_TIE_FAR]++;
    if (s->cfg.hot == 2 && (tie & tie >> 1 & UINT64_C(0x5555555555555555)) != 0)
        bin[BIN_TIE_SLOT]++;
    if (tie == set) bin[BIN_TIE_ALL]++;
}

static void cover_answer(const state *s, const inputs *in, uint32_t chosen, uint64_t *bin)
{
    const uint64_t set = members(s, in), fits = fitting(s, in);
    const uint64_t large = as_large(s, in, ones(entries(s)), in->lanes[chosen]);
    const uint64_t larger = as_large(s, in, large, in->lanes[chosen] + 1U);
    const bool apart = has(in->group, chosen) != in->primary_group;
    const bool meets = (in->mask[chosen] & in->primary_mask) != 0;
    bin[BIN_FOUND]++;
    if (!several(fits & set)) bin[BIN_ONE_FITS]++;
    if ((fits & set) == set) bin[BIN_ALL_FIT]++;
    if (apart && meets) bin[BIN_OTHER_GROUP]++;
    if (!apart) bin[BIN_SAME_GROUP]++;
    const uint64_t of_group = in->primary_group ? in->group : ~in->group;
    if (apart && (fits & set & of_group) == 0) bin[BIN_GROUP_ALONE]++;
    if (in->mask[chosen] == 0) bin[BIN_EMPTY_MASK]++;
    if (!meets && (in->mask[chosen] | in->primary_mask) == ones(s->cfg.lanes)) bin[BIN_FILLS]++;
    if ((larger & set & in->ready & ~fits) != 0) bin[BIN_LARGER_PASSED]++;
    if ((larger & ~set & fits) != 0) bin[BIN_LARGER_ELSEWHERE]++;
    if (in->lanes[chosen] != (uint32_t)__builtin_popcountll(in->mask[chosen])) bin[BIN_STALE]++;
    cover_tie(s, chosen, large & set & fits, set, bin);
}

static void cover_beside(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint64_t set = members(s, in), fits = fitting(s, in);
    for (uint32_t c = 0; c < entries(s); c++) {
        const bool group = has(in->group, c) == in->primary_group;
        if (has(in->ready & set, c) && in->mask[c] == in->primary_mask && group) bin[BIN_TWIN]++;
    }
    if (out->found) {
        cover_answer(s, in, answer(s, out), bin);
        return;
    }
    bin[(in->ready & set) == 0 ? BIN_NONE_READY : BIN_NONE_FITS]++;
    if ((in->ready & set) != 0 && in->primary_mask == ones(s->cfg.lanes)) bin[BIN_FULL_PRIMARY]++;
    if ((fits & ~set) != 0) bin[BIN_OTHER_SET]++;
}

static void cover_any(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!out->found) {
        bin[BIN_NO_PRIMARY_NONE]++;
        return;
    }
    const uint32_t chosen = answer(s, out);
    bin[BIN_NO_PRIMARY]++;
    if (!several(in->ready)) bin[BIN_NO_PRIMARY_ONE]++;
    if (chosen != lowest(in->ready)) bin[BIN_NO_PRIMARY_HIGHER]++;
    if (as_large(s, in, in->ready, in->lanes[chosen] + 1U) != 0) bin[BIN_NO_PRIMARY_SMALLER]++;
}

void mask_lookup_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint64_t low = ones(clog2(entries(s)));
    if (in->primary_valid) cover_beside(s, in, out, bin);
    else cover_any(s, in, out, bin);
    if ((s->order & low) == 0) bin[BIN_ORDER_NONE]++;
    if ((s->order & low) == low) bin[BIN_ORDER_ALL]++;
    if (!in->step_en) bin[BIN_HOLD]++;
    else bin[(s->order & 1) != 0 ? BIN_STEP_ODD : BIN_STEP_EVEN]++;
}
