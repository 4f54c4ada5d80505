/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/interweave_select_cover.h"

enum { SBI = 0, SWI = 1, BOTH = 2 };

struct choice {
    bool some;
    uint32_t slot;
    uint32_t hot;
};

static uint32_t entries(const state *s) { return s->cfg.slots * s->cfg.hot; }

static uint32_t number(const state *s, uint32_t slot, uint32_t hot)
{
    return slot * s->cfg.hot + hot;
}

static bool is_ready(const state *s, const inputs *in, uint32_t slot, uint32_t hot)
{
    return hot < s->cfg.hot && has(in->ready, number(s, slot, hot));
}

static bool asks(const state *s, const inputs *in, uint32_t slot)
{
    return is_ready(s, in, slot, 0) || is_ready(s, in, slot, 1);
}

static bool is_older(const state *s, uint32_t a, uint32_t b)
{
    return a < b ? has(s->older[a], b) : !has(s->older[b], a);
}

/* The oldest slot that asks, of all but one (Slots: of all). */
static struct choice oldest(const state *s, const inputs *in, uint32_t without)
{
    struct choice c = {false, 0, 0};
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        if (slot == without || !asks(s, in, slot)) continue;
        if (c.some && !is_older(s, slot, c.slot)) continue;
        c.some = true;
        c.slot = slot;
    }
    const uint32_t turn = c.some && has(s->turn, c.slot) ? 1 : 0;
    c.hot = c.some && is_ready(s, in, c.slot, turn) ? turn : 1 - turn;
    return c;
}

static void cover_branches(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (!out->primary_valid) return;
    const bool both =
        is_ready(s, in, out->primary_slot, 0) && is_ready(s, in, out->primary_slot, 1);
    if (out->secondary_valid) bin[BIN_SBI_PAIR]++;
    else bin[both ? BIN_SBI_SOLE : BIN_SBI_ALONE]++;
    if (both && out->primary_hot) bin[BIN_SBI_TURN]++;
    if (out->primary_slot != lowest(in->ready) / 2) bin[BIN_SBI_OLD]++;
}

static void cover_squash(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t c = number(s, s->slot, s->hot);
    const bool taken = out->secondary_valid && in->issue_ready;
    const bool own = out->secondary_slot == s->slot && out->secondary_hot == s->hot;
    bin[BIN_SQUASH]++;
    if (has(in->moved, c)) bin[BIN_SQUASH_MOVED]++;
    if (!has(in->ready, c)) bin[BIN_SQUASH_GONE]++;
    if (taken) bin[own ? BIN_SQUASH_AGAIN : BIN_SQUASH_USED]++;
    if (!out->secondary_valid) bin[BIN_SQUASH_NONE]++;
}

static void cover_drop(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool ready = is_ready(s, in, s->slot, s->hot);
    const bool own = out->secondary_slot == s->slot && out->secondary_hot == s->hot;
    bin[ready ? BIN_DROP_MOVED : BIN_DROP_STALLS]++;
    if (out->secondary_valid && own && in->issue_ready) bin[BIN_DROP_TAKEN]++;
    if (out->secondary_valid && !in->issue_ready) bin[BIN_DROP_REFUSED]++;
}

/* Another slot's candidates beside I1: does one of the set fit, but for the sole bits? */
static bool fits_but_sole(const state *s, const inputs *in)
{
    for (uint32_t c = 0; c < entries(s); c++) {
        const uint32_t slot = c / s->cfg.hot;
        const bool set = slot % s->cfg.sets == (s->slot + 1) % s->cfg.sets;
        const bool apart = has(in->group, c) != s->group || (in->mask[c] & s->mask) == 0;
        if (slot != s->slot && set && apart && has(in->ready & in->sole, c)) return s->sole;
    }
    return false;
}

static void cover_pair(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint64_t own = ones(s->cfg.hot) << number(s, s->slot, 0);
    const bool other = is_ready(s, in, s->slot, 1 - s->hot);
    if (s->cfg.mode == SWI && other) bin[BIN_OWN_PASSED]++;
    if (s->cfg.sets > 1 && (s->slot + 1) % s->cfg.sets == 0) bin[BIN_SET_WRAPS]++;
    const bool branch = out->secondary_valid && out->secondary_slot == s->slot;
    if (s->cfg.mode == BOTH && other && !branch) bin[BIN_BRANCH_SOLE]++;
    if (!out->secondary_valid && (in->ready & ~own) != 0) bin[BIN_WARP_PASSED]++;
    if (!branch && fits_but_sole(s, in)) bin[BIN_WARP_SOLE]++;
    if (!in->issue_ready) return;
    if (!out->secondary_valid) {
        bin[BIN_ALONE]++;
        return;
    }
    bin[branch ? BIN_BRANCH : BIN_WARP]++;
    const uint32_t c = number(s, out->secondary_slot, out->secondary_hot);
    if ((in->mask[c] & s->mask) != 0) bin[BIN_WARP_OVERLAPS]++;
}

static void cover_pick(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const struct choice pick = oldest(s, in, s->full ? s->slot : s->cfg.slots);
    const struct choice first = oldest(s, in, s->cfg.slots);
    const bool waits = out->primary_valid && !in->issue_ready;
    if (waits) bin[BIN_WAITS]++;
    if (s->full && first.some && first.slot == s->slot) bin[BIN_PICK_PASSES]++;
    if (!pick.some && !waits) bin[BIN_PICK_NONE]++;
    if (!pick.some) return;
    const bool both = is_ready(s, in, pick.slot, 0) && is_ready(s, in, pick.slot, 1);
    if (both && pick.hot == 1) bin[BIN_PICK_TURN]++;
    if (s->cfg.hot == 2 && pick.hot != (has(s->turn, pick.slot) ? 1 : 0)) bin[BIN_PICK_BACK]++;
    if (!out->secondary_valid || out->secondary_slot != pick.slot) return;
    if (out->secondary_hot != pick.hot) bin[BIN_PICK_OTHER] += in->issue_ready;
    else if (in->issue_ready) bin[BIN_CONFLICT]++;
    else bin[waits ? BIN_CONFLICT_WAITS : BIN_CONFLICT_REFUSED]++;
}

static void cover_age(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool leaves = s->full && !(out->primary_valid && !in->issue_ready);
    const bool kept = s->took && is_ready(s, in, s->took_slot, 1 - s->took_hot);
    const bool same = leaves && s->took && s->slot == s->took_slot;
    if (kept) bin[same ? BIN_YOUNG_FORCED : BIN_YOUNG_KEPT]++;
    if (same) {
        bin[BIN_YOUNG_SAME]++;
        bin[s->hot == s->took_hot ? BIN_TURN_SAME : BIN_TURN_BOTH]++;
    } else if (leaves && s->took && !kept) {
        bin[BIN_YOUNG_TWO]++;
        if (s->took_slot < s->slot) bin[BIN_YOUNG_LOWER]++;
    }
}

static void cover_warps(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (out->squash) cover_squash(s, in, out, bin);
    if (out->drop) cover_drop(s, in, out, bin);
    if (out->primary_valid) cover_pair(s, in, out, bin);
    if (!s->full && out->secondary_valid && in->issue_ready) bin[BIN_SECOND_ALONE]++;
    cover_pick(s, in, out, bin);
    cover_age(s, in, out, bin);
}

void interweave_select_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    uint32_t slots = 0;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) slots += asks(s, in, slot);
    if (slots == 0) bin[BIN_NONE]++;
    if (slots == 1) bin[BIN_ONE_SLOT]++;
    if (in->ready == ones(entries(s))) bin[BIN_ALL]++;
    const bool offer = out->primary_valid || out->secondary_valid;
    if (offer && !in->issue_ready) bin[BIN_REFUSED]++;
    if (out->primary_valid && out->secondary_valid && in->issue_ready) bin[BIN_PAIR]++;
    if (s->cfg.mode == SBI) cover_branches(s, in, out, bin);
    else cover_warps(s, in, out, bin);
}
