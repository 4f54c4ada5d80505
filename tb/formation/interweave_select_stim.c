/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the interweave select. It plays warps whose threads are in up to two hot contexts. A
 * context stalls for a while after what it issues. Contexts of a slot are split, joined, exchanged;
 * a warp ends, and another one begins. In `crowd` all slots have two contexts, of which few stall.
 * A context that has not moved keeps its threads, and until it issues its group and sole bit, too.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/interweave_select_seam.h"

enum { MAX_SLOTS = INTERWEAVE_SELECT_MAX_SLOTS, MAX_HOT = 2 };

/* Shares are in 1/16, some in 1/64 or 1/256. */
struct profile {
    unsigned warps;    /* so many slots in 16 have a warp, */
    unsigned few;      /* at most so many; 0: any */
    unsigned begin;    /* 1/64: a warp begins on a free slot */
    unsigned end;      /* 1/256: a warp ends */
    unsigned full;     /* it has threads in all lanes, */
    unsigned single;   /* in one lane, */
    unsigned low;      /* in some of the lower lanes, else in any */
    unsigned split;    /* its threads are in two contexts, if they can */
    unsigned change;   /* 1/64: contexts of a slot change, on their own */
    unsigned branch;   /* they change behind what they issue */
    unsigned spurious; /* 1/256: moved without a change */
    unsigned stall;    /* a context stalls behind what it issues, */
    unsigned longest;  /* so many cycles at most */
    unsigned blink;    /* 1/64: a context that could issue cannot in this cycle */
    unsigned rest;     /* 1/256: none can for a while */
    unsigned group;    /* an instruction is of group 1 */
    unsigned sole;     /* it is for a unit that takes one */
    unsigned stale;    /* the count is any */
    unsigned ready;    /* what is offered is taken */
    bool steady;       /* a slot's second context never stalls, changes, blinks */
};

const char *const hd_profiles[] = {
    "uniform",  "full_masks", "single_lanes",  "conflicts", "one_slot",
    "branches", "sole",       "back_pressure", "blinks",    "moves",
    "steady",   "groups",     "rests",         "crowd",     NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.warps = 12, .few = 0, .begin = 6, .end = 1, .full = 4, .single = 2, .low = 2, .split = 8,
     .change = 1, .branch = 4, .spurious = 1, .stall = 8, .longest = 12, .blink = 2, .rest = 1,
     .group = 3, .sole = 4, .stale = 1, .ready = 13},
    {.warps = 16, .few = 0, .begin = 16, .end = 0, .full = 16, .single = 0, .low = 0, .split = 0,
     .change = 0, .branch = 0, .spurious = 0, .stall = 6, .longest = 8, .blink = 1, .rest = 0,
     .group = 1, .sole = 2, .stale = 0, .ready = 15},
    {.warps = 16, .few = 0, .begin = 16, .end = 1, .full = 0, .single = 16, .low = 0, .split = 0,
     .change = 1, .branch = 1, .spurious = 0, .stall = 3, .longest = 6, .blink = 1, .rest = 0,
     .group = 1, .sole = 2, .stale = 0, .ready = 15},
    {.warps = 16, .few = 2, .begin = 32, .end = 2, .full = 1, .single = 4, .low = 3, .split = 10,
     .change = 1, .branch = 2, .spurious = 2, .stall = 2, .longest = 3, .blink = 2, .rest = 0,
     .group = 2, .sole = 3, .stale = 0, .ready = 14},
    {.warps = 16, .few = 1, .begin = 24, .end = 2, .full = 3, .single = 3, .low = 2, .split = 10,
     .change = 1, .branch = 3, .spurious = 1, .stall = 3, .longest = 4, .blink = 2, .rest = 0,
     .group = 2, .sole = 4, .stale = 0, .ready = 14},
    {.warps = 14, .few = 0, .begin = 12, .end = 1, .full = 6, .single = 1, .low = 3, .split = 15,
     .change = 1, .branch = 6, .spurious = 0, .stall = 9, .longest = 12, .blink = 1, .rest = 1,
     .group = 2, .sole = 3, .stale = 1, .ready = 14},
    {.warps = 14, .few = 0, .begin = 8, .end = 1, .full = 2, .single = 4, .low = 3, .split = 12,
     .change = 1, .branch = 3, .spurious = 0, .stall = 8, .longest = 10, .blink = 1, .rest = 0,
     .group = 4, .sole = 13, .stale = 1, .ready = 14},
    {.warps = 12, .few = 0, .begin = 8, .end = 1, .full = 3, .single = 3, .low = 3, .split = 9,
     .change = 1, .branch = 4, .spurious = 1, .stall = 8, .longest = 10, .blink = 2, .rest = 1,
     .group = 3, .sole = 4, .stale = 1, .ready = 3},
    {.warps = 13, .few = 0, .begin = 8, .end = 1, .full = 2, .single = 3, .low = 3, .split = 9,
     .change = 1, .branch = 2, .spurious = 1, .stall = 4, .longest = 4, .blink = 28, .rest = 1,
     .group = 3, .sole = 3, .stale = 1, .ready = 12},
    {.warps = 13, .few = 0, .begin = 8, .end = 3, .full = 3, .single = 3, .low = 3, .split = 9,
     .change = 20, .branch = 14, .spurious = 12, .stall = 3, .longest = 4, .blink = 2, .rest = 1,
     .group = 3, .sole = 3, .stale = 2, .ready = 13},
    {.warps = 16, .few = 0, .begin = 16, .end = 0, .full = 2, .single = 6, .low = 2, .split = 12,
     .change = 0, .branch = 0, .spurious = 0, .stall = 1, .longest = 3, .blink = 1, .rest = 0,
     .group = 1, .sole = 6, .stale = 0, .ready = 14, .steady = true},
    {.warps = 14, .few = 0, .begin = 8, .end = 1, .full = 6, .single = 2, .low = 2, .split = 6,
     .change = 1, .branch = 3, .spurious = 1, .stall = 7, .longest = 10, .blink = 1, .rest = 0,
     .group = 8, .sole = 2, .stale = 1, .ready = 13},
    {.warps = 10, .few = 4, .begin = 6, .end = 2, .full = 3, .single = 3, .low = 3, .split = 8,
     .change = 2, .branch = 4, .spurious = 1, .stall = 12, .longest = 30, .blink = 4, .rest = 8,
     .group = 4, .sole = 4, .stale = 1, .ready = 10},
    {.warps = 16, .few = 0, .begin = 64, .end = 0, .full = 16, .single = 0, .low = 0, .split = 16,
     .change = 1, .branch = 1, .spurious = 1, .stall = 1, .longest = 2, .blink = 0, .rest = 0,
     .group = 4, .sole = 2, .stale = 0, .ready = 12},
};
/* clang-format on */

static struct {
    struct interweave_select_cfg cfg;
    const struct profile *profile;
    bool ran;                            /* reset was high in the last cycle */
    uint64_t mask[MAX_SLOTS][MAX_HOT];   /* threads of the contexts; 0: there is none */
    uint32_t stall[MAX_SLOTS * MAX_HOT]; /* cycles that a context still stalls */
    uint32_t rest;                       /* cycles in which none can issue */
} env;

static uint32_t entries(void) { return env.cfg.slots * env.cfg.hot; }

static bool rare(unsigned of, unsigned all) { return draw(all) < of; }

static uint64_t threads(uint32_t slot) { return env.mask[slot][0] | env.mask[slot][1]; }

static bool is_steady(uint32_t c)
{
    const uint32_t middle = env.cfg.slots / 2;
    return env.profile->steady && c == middle * env.cfg.hot + env.cfg.hot - 1;
}

/* ---- contexts ---- */

static void draw_instruction(struct interweave_select_in *in, uint32_t c)
{
    in->group &= ~bit(c);
    in->sole &= ~bit(c);
    if (share(env.profile->group)) in->group |= bit(c);
    if (share(env.profile->sole)) in->sole |= bit(c);
}

static uint64_t draw_threads(void)
{
    const uint32_t lanes = env.cfg.lanes, low = lanes > 3 ? lanes / 4 : 1;
    if (share(env.profile->full)) return ones(lanes);
    if (share(env.profile->single)) return bit(draw(lanes));
    const uint64_t some = share(env.profile->low) ? hd_stim_word(&hd_draws, 64) & ones(low)
                                                  : hd_stim_word(&hd_draws, lanes);
    return some != 0 ? some : bit(draw(lanes));
}

/* The slot's contexts become these. What differs has moved, and has another instruction. */
static void set_contexts(struct interweave_select_in *in, uint32_t slot, uint64_t first,
                         uint64_t second)
{
    const uint64_t mask[MAX_HOT] = {first, second};
    for (uint32_t h = 0; h < env.cfg.hot; h++) {
        const uint32_t c = slot * env.cfg.hot + h;
        if (env.mask[slot][h] == mask[h]) continue;
        env.mask[slot][h] = mask[h];
        in->moved |= bit(c);
        env.stall[c] = share(8) ? 0 : draw(4);
        draw_instruction(in, c);
    }
}

/* Some threads of the slot to each context. */
static void share_out(struct interweave_select_in *in, uint32_t slot, uint64_t all)
{
    uint64_t first = all & hd_stim_word(&hd_draws, 64);
    if (env.cfg.hot == 1 || !share(env.profile->split) || first == 0) first = all;
    set_contexts(in, slot, first, all & ~first);
}

/* Contexts are exchanged, joined, split; with one context some threads leave it or come back. */
static void change(struct interweave_select_in *in, uint32_t slot)
{
    const uint64_t all = threads(slot);
    if (all == 0) return;
    if (env.cfg.hot == 2 && share(6)) {
        set_contexts(in, slot, env.mask[slot][1], env.mask[slot][0]);
        return;
    }
    share_out(in, slot, env.cfg.hot == 1 && share(8) ? draw_threads() : all);
}

/* Now and then all contexts have moved at once, and their instructions are of one kind. */
static void move_all(struct interweave_select_in *in)
{
    if (env.profile->spurious == 0 || !rare(1, 256)) return;
    in->moved = ones(entries());
    in->group = share(8) ? ones(entries()) : 0;
    in->sole = share(8) ? ones(entries()) : 0;
}

static bool may_change(uint32_t slot) { return !env.profile->steady || slot != env.cfg.slots / 2; }

static void draw_warps(struct interweave_select_in *in)
{
    const struct profile *p = env.profile;
    uint32_t count = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++) count += threads(s) != 0;
    const uint32_t first = draw(env.cfg.slots);
    for (uint32_t i = 0; i < env.cfg.slots; i++) {
        const uint32_t s = (first + i) % env.cfg.slots;
        const bool begins = env.ran ? rare(p->begin, 64) : share(p->warps);
        if (threads(s) == 0 && begins && (p->few == 0 || count < p->few)) {
            share_out(in, s, draw_threads());
            count++;
        } else if (threads(s) != 0 && may_change(s) && rare(p->end, 256)) {
            set_contexts(in, s, 0, 0);
        } else if (may_change(s) && rare(p->change, 64)) {
            change(in, s);
        }
    }
}

/* ---- what the last cycle issued ---- */

static void issued(struct interweave_select_in *in, uint32_t slot, bool hot)
{
    const struct profile *p = env.profile;
    if (slot >= env.cfg.slots) return;
    const uint32_t c = slot * env.cfg.hot + (hot && env.cfg.hot == 2 ? 1 : 0);
    draw_instruction(in, c);
    if (is_steady(c)) return;
    if (share(p->stall)) env.stall[c] = 1 + draw(p->longest);
    if (may_change(slot) && share(p->branch)) change(in, slot);
}

static void see(struct interweave_select_in *in, const struct interweave_select_out *out)
{
    for (uint32_t c = 0; c < entries(); c++) env.stall[c] -= env.stall[c] > 0;
    if (!in->issue_ready) return;
    if (out->primary_valid) issued(in, out->primary_slot, out->primary_hot);
    if (out->secondary_valid) issued(in, out->secondary_slot, out->secondary_hot);
}

/* ---- the cycle ---- */

static void draw_ready(struct interweave_select_in *in)
{
    const struct profile *p = env.profile;
    if (env.rest > 0) env.rest--;
    else if (rare(p->rest, 256)) env.rest = 1 + draw(20);
    in->ready = 0;
    for (uint32_t c = 0; c < entries(); c++) {
        if (env.mask[c / env.cfg.hot][c % env.cfg.hot] == 0) continue;
        const bool can = env.stall[c] == 0 && env.rest == 0 && !rare(p->blink, 64);
        if (can || is_steady(c)) in->ready |= bit(c);
    }
}

static void draw_masks(struct interweave_select_in *in)
{
    const uint32_t width = clog2(env.cfg.lanes + 1);
    for (uint32_t c = 0; c < entries(); c++) {
        in->mask[c] = env.mask[c / env.cfg.hot][c % env.cfg.hot];
        in->lanes[c] = (uint8_t)__builtin_popcountll(in->mask[c]);
        if (share(env.profile->stale) && share(2))
            in->lanes[c] = (uint8_t)hd_stim_word(&hd_draws, width);
        if (rare(env.profile->spurious, 256)) in->moved |= bit(c);
    }
}

void interweave_select_stim_open(const struct interweave_select_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool interweave_select_stim(struct interweave_select_in *in,
                            const struct interweave_select_out *out)
{
    in->moved = 0;
    if (env.ran) {
        see(in, out);
    } else {
        memset(env.mask, 0, sizeof env.mask);
        memset(env.stall, 0, sizeof env.stall);
        for (uint32_t c = 0; c < entries(); c++) draw_instruction(in, c);
    }
    draw_warps(in);
    move_all(in);
    draw_ready(in);
    draw_masks(in);
    in->issue_ready = share(env.profile->ready);
    env.ran = !hd_stim_reset(&hd_draws);
    return env.ran;
}
