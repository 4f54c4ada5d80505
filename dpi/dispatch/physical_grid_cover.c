/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/physical_grid_cover.h"

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t parts_of(const inputs *in) { return in->parts == 0 ? 1 : in->parts; }

static uint32_t places(const state *s) { return s->cfg.sms * s->cfg.blocks; }

/* Blocks of which the SMs have room, when the number of an SM is known. */
static uint32_t on_chip(const state *s) { return s->held * s->cfg.sms; }

/* How a trial of one more block meets what there is, kind by kind. */
struct trial {
    uint32_t lacks, exact, short_by_one, needed, barren; /* kinds */
};

/* Needs `need`, has `left`. */
static void try_kind(struct trial *t, uint64_t need, uint64_t left)
{
    if (need > left) t->lacks++;
    if (need == left && need != 0) t->exact++;
    if (need == left + 1 && left != 0) t->short_by_one++;
    if (need != 0) t->needed++;
    if (need == 0 && left == 0) t->barren++;
}

static struct trial try_fit(const state *s, const inputs *in)
{
    struct trial t = {0};
    for (uint32_t r = 0; r < s->cfg.kinds; r++) try_kind(&t, in->need[r], s->copy[r]);
    return t;
}

static struct trial try_reduce(const state *s, const inputs *in)
{
    struct trial t = {0};
    for (uint32_t r = 0; r < s->cfg.kinds; r++)
        try_kind(&t, (uint64_t)in->need[r] * parts_of(in), in->limit[r] - s->used[r]);
    return t;
}

/* ---- start ---- */

static void cover_parts(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t parts = in->parts;
    if (parts == 0) bin[BIN_PARTS_NONE]++;
    if (parts == 1) bin[BIN_PARTS_ONE]++;
    if (parts > 1) bin[BIN_PARTS_SEVERAL]++;
    if (parts == s->cfg.parts) bin[BIN_PARTS_MOST]++;
    if (parts > s->cfg.parts) bin[BIN_PARTS_ABOVE]++;
}

static void cover_limits(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t most = ones(s->cfg.need_width + clog2(s->cfg.sms + 1));
    bool all_most = true, none = false, looser = false;
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        all_most = all_most && in->limit[r] == most;
        none = none || in->limit[r] == 0;
        looser = looser || in->limit[r] > (uint64_t)in->room[r] * s->cfg.sms;
    }
    if (all_most) bin[BIN_REDUCE_LIMIT_MOST]++;
    if (none) bin[BIN_REDUCE_LIMIT_NONE]++;
    if (looser) bin[BIN_LIMIT_LOOSER]++;
}

static void cover_start(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->start_en) return;
    switch (s->phase) {
    case PHYSICAL_GRID_FIT: bin[BIN_START_FIT]++; return;
    case PHYSICAL_GRID_CUT: bin[BIN_START_CUT]++; return;
    case PHYSICAL_GRID_GROW: bin[BIN_START_GROW]++; return;
    case PHYSICAL_GRID_REDUCE: bin[BIN_START_REDUCE]++; return;
    case PHYSICAL_GRID_DONE: bin[BIN_START_DONE]++; return;
    default: break;
    }
    bin[BIN_START]++;
    if (!s->found) bin[BIN_START_FIRST]++;
    cover_parts(s, in, bin);
    cover_limits(s, in, bin);
}

/* ---- fit ---- */

static void cover_fit(const state *s, const inputs *in, uint64_t *bin)
{
    const struct trial t = try_fit(s, in);
    if (t.lacks == 0) {
        if (t.exact > 0) bin[BIN_FIT_EXACT]++;
        if (t.needed == 0) bin[BIN_FIT_FREE]++;
        if (t.barren > 0) bin[BIN_FIT_NO_ROOM]++;
        if (s->held + 1 == s->cfg.blocks) bin[BIN_FIT_MOST]++;
        return;
    }
    bin[s->held == 0 ? BIN_FIT_NOTHING : BIN_FIT_SOME]++;
    if (t.short_by_one > 0 && t.lacks == 1) bin[BIN_FIT_ONE_SHORT]++;
    if (s->cfg.kinds == 1) return;
    if (t.lacks == 1) bin[BIN_FIT_LACKS_ONE_KIND]++;
    if (t.lacks == s->cfg.kinds) bin[BIN_FIT_LACKS_ALL_KINDS]++;
}

/* ---- cut ---- */

static void cover_grid(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t chip = on_chip(s), logical = in->logical, most = in->most;
    if (logical < chip && logical < most) bin[BIN_CUT_LOGICAL]++;
    if (chip < logical && chip < most) bin[BIN_CUT_CHIP]++;
    if (most < logical && most < chip) bin[BIN_CUT_MOST]++;
    if (logical == places(s)) bin[BIN_CUT_GRID_FILLS]++;
    if (logical > places(s)) bin[BIN_CUT_GRID_LARGE]++;
    if (logical == 0) bin[BIN_CUT_LOGICAL_NONE]++;
    if (most == 0) bin[BIN_CUT_MOST_NONE]++;
    if (chip == 0) bin[BIN_CUT_CHIP_NONE]++;
    if (chip == places(s) && logical >= chip && most >= chip) bin[BIN_CUT_CHIP_ALL]++;
}

static void cover_cut(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t before = smaller(in->logical, on_chip(s)), most = in->most;
    cover_grid(s, in, bin);
    if (before != 0 && most == before) bin[BIN_CUT_MOST_SAME]++;
    if (before > 1 && most + 1 == before) bin[BIN_CUT_ONE_LESS]++;
    if (most >= before) {
        if (in->flexible) bin[BIN_GROW_NONE_LOST]++;
        return;
    }
    if (!in->flexible) bin[BIN_GROW_RIGID]++;
    else bin[most == 0 ? BIN_GROW_NONE_LEFT : BIN_GROW]++;
}

/* ---- grow ---- */

/* Only the first cycle of the phase, in which the quotient still is the dividend. */
static void cover_grow(const state *s, const inputs *in, uint64_t *bin)
{
    const uint64_t lost = s->quotient, after = s->after;
    const uint32_t place_width = clog2(places(s) + 1);
    if (s->bit + 1 != s->cfg.need_width + place_width) return;
    if (in->threads == 0) {
        bin[BIN_GROW_NO_THREADS]++;
        return;
    }
    bin[lost % after == 0 ? BIN_GROW_EVEN : BIN_GROW_ROUNDED]++;
    if (after == 1) bin[BIN_GROW_BY_ONE]++;
    if (lost < after) bin[BIN_GROW_LEAST]++;
    if (in->threads == ones(s->cfg.need_width)) bin[BIN_GROW_MOST_THREADS]++;
    if (lost / after > in->threads) bin[BIN_GROW_TOP]++;
}

/* ---- reduce ---- */

/* One block has room in the limit, but not as often as there are parts. */
static bool fits_alone(const state *s, const inputs *in)
{
    for (uint32_t r = 0; r < s->cfg.kinds; r++)
        if (in->need[r] > in->limit[r]) return false;
    return true;
}

static void cover_lack(const state *s, const inputs *in, const struct trial *t, uint64_t *bin)
{
    const bool grown = in->flexible && s->threads != in->threads;
    bin[s->blocks == 0 ? BIN_REDUCE_NOTHING : BIN_REDUCE_SOME]++;
    bin[BIN_LIMIT_TIGHTER]++;
    if (grown) bin[BIN_REDUCE_GROWN]++;
    if (s->blocks == 0 && fits_alone(s, in)) bin[BIN_PARTS_LESS_THAN_ONE]++;
    if (t->short_by_one > 0 && t->lacks == 1) bin[BIN_REDUCE_ONE_SHORT]++;
    if (s->cfg.kinds == 1) return;
    if (t->lacks == 1) bin[BIN_REDUCE_LACKS_ONE_KIND]++;
    if (t->lacks == s->cfg.kinds) bin[BIN_REDUCE_LACKS_ALL_KINDS]++;
}

static void cover_reduce(const state *s, const inputs *in, uint64_t *bin)
{
    if (s->blocks == s->after) {
        bin[s->after == 0 ? BIN_REDUCE_NO_TRIAL : BIN_REDUCE_ALL]++;
        return;
    }
    const struct trial t = try_reduce(s, in);
    if (t.lacks > 0) {
        cover_lack(s, in, &t, bin);
        return;
    }
    if (t.exact > 0) bin[BIN_REDUCE_EXACT]++;
    if (t.needed == 0) bin[BIN_REDUCE_FREE]++;
}

/* ---- done ---- */

static void cover_done(const state *s, const outputs *out, uint64_t *bin)
{
    if (out->blocks == 0) bin[BIN_DONE_NONE]++;
    if (out->blocks == 1) bin[BIN_DONE_ONE]++;
    if (out->blocks > s->cfg.sms) bin[BIN_DONE_MANY]++;
    if (out->blocks == places(s)) bin[BIN_DONE_ALL]++;
}

void physical_grid_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_start(s, in, bin);
    switch (s->phase) {
    case PHYSICAL_GRID_FIT: cover_fit(s, in, bin); break;
    case PHYSICAL_GRID_CUT: cover_cut(s, in, bin); break;
    case PHYSICAL_GRID_GROW: cover_grow(s, in, bin); break;
    case PHYSICAL_GRID_REDUCE: cover_reduce(s, in, bin); break;
    case PHYSICAL_GRID_DONE: cover_done(s, out, bin); break;
    default: break;
    }
}
