/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/cta_status_table_cover.h"
#include "residency/cta_status_table_view.h"

/* How often a port of a kind names the block. */
static unsigned hits(const bool *en, const uint32_t *cta, uint32_t ports, uint32_t c)
{
    unsigned n = 0;
    for (uint32_t p = 0; p < ports; p++) n += en[p] && cta[p] == c ? 1 : 0;
    return n;
}

static unsigned members(uint64_t mask)
{
    unsigned n = 0;
    for (; mask != 0; mask &= mask - 1) n++;
    return n;
}

/* What happens to one active block in this cycle. */
struct activity {
    unsigned ups;
    unsigned downs;
    bool drop;
};

static void cover_pairs(const struct activity *a, uint64_t *bin)
{
    if (a->ups > 1) bin[BIN_UP_TWICE]++;
    if (a->downs > 1) bin[BIN_DOWN_TWICE]++;
    if (a->ups > 0 && a->downs > 0) bin[BIN_UP_AND_DOWN]++;
    if (a->drop) bin[BIN_DROP]++;
    if (a->drop && a->ups > 0) bin[BIN_DROP_AND_UP]++;
    if (a->drop && a->downs > 0) bin[BIN_DROP_AND_DOWN]++;
}

/* Which active blocks, but the one that goes out, are marked after this cycle. */
static uint64_t cover_active(const struct cta_status_table *s, const inputs *in, const outputs *out,
                             uint64_t *bin)
{
    uint64_t next = 0;
    for (uint64_t left = s->active; left != 0; left &= left - 1) {
        const uint32_t c = (uint32_t)__builtin_ctzll(left);
        const struct activity a = {hits(in->up_en, in->up_cta, s->cfg.ports, c),
                                   hits(in->down_en, in->down_cta, s->cfg.ports, c),
                                   in->drop_en && in->drop_cta == c && in->drop_count != 0};
        cover_pairs(&a, bin);
        if (in->out_en && in->out_cta == c) {
            bin[(out->marked & bit_of(c)) != 0 ? BIN_OUT : BIN_OUT_UNMARKED]++;
            if (a.downs > 0) bin[BIN_OUT_DOWN]++;
            if (a.ups > 0) bin[BIN_OUT_UP]++;
            if (a.drop) bin[BIN_OUT_DROP]++;
            continue;
        }
        const uint32_t count = s->count[c] + a.ups - a.downs - (a.drop ? in->drop_count : 0);
        if (count == in->warps && !(in->free_en && in->free_cta == c)) next |= bit_of(c);
        if (s->count[c] + 1 == in->warps && a.ups == 1 && a.downs == 1 && !a.drop) bin[BIN_BRINK]++;
        if (s->count[c] == in->warps && count == in->warps && a.ups > 0) bin[BIN_WAKE_AND_STALL]++;
    }
    return next;
}

static void cover_marks(const inputs *in, const outputs *out, uint64_t next, uint64_t *bin)
{
    uint64_t old = out->marked;
    if (in->out_en) old &= ~bit_of(in->out_cta);
    if (in->free_en) old &= ~bit_of(in->free_cta);
    const uint64_t fresh = next & ~old;
    const uint64_t lost = old & ~next;
    if (fresh != 0) bin[BIN_MARK]++;
    if (members(fresh) > 1) bin[BIN_MARK_TWO]++;
    if (fresh != 0 && (old & next) != 0) bin[BIN_MARK_BEHIND]++;
    if (lost != 0) bin[(old & next) != 0 ? BIN_UNMARK_OTHERS : BIN_UNMARK]++;
    if (out->marked != 0 && (out->marked & ~in->skip) == 0) bin[BIN_SKIP_ALL]++;
    if (members(out->marked & ~in->skip) > 2) bin[BIN_SEVERAL_MARKED]++;
}

/* Is the block marked longest skipped, and another one chosen? */
static bool skips_longest(const struct cta_status_table *s, const inputs *in, const outputs *out)
{
    for (uint32_t k = 0; k < s->queued; k++) {
        if ((out->marked & bit_of(s->queue[k])) == 0) continue;
        return (in->skip & bit_of(s->queue[k])) != 0 && out->out_valid;
    }
    return false;
}

/* What happens to one inactive block, or to the one that goes out; is it ready after this cycle? */
static bool cover_inactive(const struct cta_status_table *s, const inputs *in, uint32_t c,
                           uint64_t *bin)
{
    const bool out = in->out_en && in->out_cta == c;
    const bool add = in->add_en && in->add_cta == c && in->add_count != 0;
    const bool saved = in->saved_en && in->saved_cta == c;
    const bool saving = out || (s->saving & bit_of(c)) != 0;
    const bool other = in->add_en && in->add_cta != c && in->add_count != 0;
    const unsigned lates = hits(in->late_en, in->late_cta, s->cfg.ports, c);
    const uint32_t left = out ? 0 : s->count[c] - lates;
    if (out && add) bin[saved ? BIN_OUT_ADD_SAVED : BIN_OUT_ADD]++;
    if (out && saved && !add) bin[BIN_OUT_SAVED]++;
    if (lates > 0 && saving) bin[BIN_LATE_BEFORE_SAVED]++;
    if (lates > 1) bin[BIN_LATE_TWICE]++;
    if (lates > 0 && add) bin[BIN_LATE_AND_ADD]++;
    if (lates > 0 && other) bin[BIN_LATE_OF_OTHER]++;
    if (lates > 0 && left == 0 && !add && !saving) bin[BIN_LAST_LATE]++;
    if (lates > 0 && left == 0 && !add && saving && saved) bin[BIN_LAST_LATE_SAVED]++;
    if (!out && saved && s->count[c] == 0 && !add) bin[BIN_SAVED_CLEAN]++;
    if (saved && (left != 0 || add)) bin[BIN_SAVED_EARLY]++;
    if (add && !saving && s->count[c] == 0) bin[BIN_ADD_READY]++;
    return left == 0 && !add && (!saving || saved);
}

static void cover_ready(const struct cta_status_table *s, const inputs *in, const outputs *out,
                        uint64_t *bin)
{
    uint64_t next = in->alloc_en ? bit_of(in->alloc_cta) : 0;
    uint64_t left = (s->resident & ~s->active) | (in->out_en ? bit_of(in->out_cta) : 0);
    for (; left != 0; left &= left - 1) {
        const uint32_t c = (uint32_t)__builtin_ctzll(left);
        if (cover_inactive(s, in, c, bin)) next |= bit_of(c);
    }
    if (members(next & ~out->ready) > 1) bin[BIN_READY_TWO]++;
    if (members(out->ready) > 2) bin[BIN_SEVERAL_READY]++;
}

static void cover_controller(const struct cta_status_table *s, const inputs *in, const outputs *out,
                             uint64_t *bin)
{
    if (in->in_en) bin[in->in_count == in->warps ? BIN_IN_MARKED : BIN_IN]++;
    if (in->free_en) {
        bin[(in->skip & bit_of(in->free_cta)) != 0 ? BIN_FREE_SKIPPED : BIN_FREE]++;
    }
    if (in->out_en && in->in_en) bin[BIN_SWAP]++;
    if (in->alloc_en && in->out_en && in->in_en && in->free_en) bin[BIN_ALL_FOUR]++;
    if (members(out->resident) == s->cfg.ctas) bin[BIN_FULL]++;
    if (s->resident == 0 && in->alloc_en && in->warps != s->warps) bin[BIN_NEW_KERNEL]++;
}

void cta_status_table_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_marks(in, out, cover_active(s, in, out, bin), bin);
    if (skips_longest(s, in, out)) bin[BIN_SKIP_LONGEST]++;
    cover_ready(s, in, out, bin);
    cover_controller(s, in, out, bin);
}
