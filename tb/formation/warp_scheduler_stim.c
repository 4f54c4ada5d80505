/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the warp scheduler. It plays warps that begin, issue, stall for a while after what
 * they have issued, and end; and a pipeline that does not take everything. No warp can issue in the
 * cycle in which it begins.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/warp_scheduler_seam.h"

/* Shares are in 1/16, some in 1/64 or 1/256. */
struct profile {
    unsigned begin;   /* 1/64: a warp begins on some free slot */
    unsigned launch;  /* then on other free ones as well, each */
    unsigned reuse;   /* one begins on the slot of the warp that has just ended */
    unsigned end;     /* 1/64: a warp ends with what it issues */
    unsigned stall;   /* a warp stalls after what it issues, */
    unsigned longest; /* so many cycles at most */
    unsigned blink;   /* a warp that could issue cannot in this cycle */
    unsigned rest;    /* 1/256: no warp can for a while */
    unsigned ready;   /* the pipeline takes the warp offered */
    unsigned noise;   /* everything at random in this cycle */
    unsigned reset;   /* 1/256: a reset more */
    bool steady;      /* one warp neither stalls nor ends nor blinks */
    bool all;         /* nor does any other, for a while */
};

const char *const hd_profiles[] = {
    "uniform",   "one_always", "bursts",        "all_can", "few",    "launches", "last_begins",
    "long_runs", "dry_groups", "back_pressure", "noise",   "resets", NULL};

static const struct profile profiles[] = {
    {.begin = 4,
     .launch = 2,
     .reuse = 2,
     .end = 1,
     .stall = 8,
     .longest = 20,
     .blink = 3,
     .rest = 1,
     .ready = 13,
     .noise = 1},
    {.begin = 6,
     .launch = 2,
     .end = 1,
     .stall = 10,
     .longest = 12,
     .blink = 4,
     .ready = 13,
     .steady = true},
    {.begin = 8,
     .launch = 6,
     .end = 1,
     .stall = 6,
     .longest = 10,
     .blink = 1,
     .rest = 12,
     .ready = 14},
    {.begin = 16, .launch = 16, .ready = 14, .all = true},
    {.begin = 3, .end = 3, .stall = 14, .longest = 60, .blink = 6, .ready = 14},
    {.begin = 3,
     .launch = 12,
     .end = 6,
     .stall = 5,
     .longest = 12,
     .blink = 3,
     .rest = 3,
     .ready = 14},
    {.begin = 6,
     .launch = 1,
     .reuse = 13,
     .end = 6,
     .stall = 4,
     .longest = 6,
     .blink = 2,
     .ready = 12},
    {.begin = 8, .launch = 4, .reuse = 4, .end = 1, .stall = 2, .longest = 40, .ready = 15},
    {.begin = 10,
     .launch = 6,
     .end = 1,
     .stall = 14,
     .longest = 40,
     .blink = 1,
     .rest = 1,
     .ready = 15},
    {.begin = 6,
     .launch = 4,
     .reuse = 6,
     .end = 3,
     .stall = 7,
     .longest = 10,
     .blink = 5,
     .ready = 3},
    {.begin = 8,
     .reuse = 6,
     .end = 4,
     .stall = 8,
     .longest = 8,
     .blink = 4,
     .ready = 12,
     .noise = 14},
    {.begin = 8,
     .launch = 6,
     .end = 2,
     .stall = 8,
     .longest = 12,
     .blink = 2,
     .ready = 14,
     .reset = 16},
};

static struct {
    struct warp_scheduler_cfg cfg;
    const struct profile *profile;
    struct warp_scheduler_in *in;
    uint64_t here;                            /* slots that have a warp */
    uint32_t stall[WARP_SCHEDULER_MAX_SLOTS]; /* cycles that it still stalls */
    uint32_t rest;                            /* cycles in which no warp can */
    uint32_t ended;                           /* the slot whose warp has just ended; Slots: none */
    bool even;                                /* all can alike */
} env;

static uint64_t all(void) { return UINT64_MAX >> (64 - env.cfg.slots); }

/* The warp that stays: the middle one. */
static bool is_steady(uint32_t slot)
{
    return env.even || (env.profile->steady && slot == env.cfg.slots / 2);
}

static void begin_kernel(void)
{
    memset(env.stall, 0, sizeof env.stall);
    env.here = share(8) ? all() : 0;
    env.ended = env.cfg.slots;
    env.rest = 0;
}

/* ---- what the last cycle's issue led to ---- */

static void see(bool issued, uint32_t slot)
{
    const struct profile *p = env.profile;
    for (uint32_t i = 0; i < env.cfg.slots; i++) env.stall[i] -= env.stall[i] > 0;
    env.ended = env.cfg.slots;
    if (!issued || slot >= env.cfg.slots || is_steady(slot)) return;
    if (share(p->stall)) env.stall[slot] = 1 + draw(p->longest);
    if (!hd_rng_chance(&hd_draws, p->end, 64)) return;
    env.here &= ~bit(slot);
    env.ended = slot;
}

/* ---- warps that begin ---- */

static void draw_begin(void)
{
    const struct profile *p = env.profile;
    const bool reuse = env.ended < env.cfg.slots && share(p->reuse);
    const bool launch = hd_rng_chance(&hd_draws, p->begin, 64);
    const uint32_t from = draw(env.cfg.slots);
    env.in->begin = reuse ? bit(env.ended) : 0;
    for (uint32_t k = 0; k < env.cfg.slots && launch; k++) {
        const uint32_t i = (from + k) % env.cfg.slots;
        const bool first = (env.in->begin & ~bit(from)) == 0;
        if ((env.here & bit(i)) != 0 || !(first || share(p->launch))) continue;
        env.in->begin |= bit(i);
    }
    env.here |= env.in->begin;
    for (uint32_t i = 0; i < env.cfg.slots; i++) {
        if ((env.in->begin & bit(i)) != 0) env.stall[i] = share(12) ? 1 : 1 + draw(4);
    }
}

/* ---- warps that can ---- */

static void draw_can(void)
{
    const struct profile *p = env.profile;
    if (env.rest > 0) env.rest--;
    else if (hd_rng_chance(&hd_draws, p->rest, 256)) env.rest = 1 + draw(40);
    if (p->all && hd_rng_chance(&hd_draws, 1, 256)) env.even = !env.even;
    env.in->can = 0;
    for (uint32_t i = 0; i < env.cfg.slots; i++) {
        if ((env.here & ~env.in->begin & bit(i)) == 0) continue;
        const bool can = env.stall[i] == 0 && env.rest == 0 && !share(p->blink);
        if (can || is_steady(i)) env.in->can |= bit(i);
    }
}

/* Any warps at all begin, any others can: thin and thick. */
static void draw_noise(void)
{
    struct warp_scheduler_in *in = env.in;
    in->can = hd_stim_word(&hd_draws, 64);
    in->begin = hd_stim_word(&hd_draws, 64) & hd_stim_word(&hd_draws, 64);
    for (unsigned k = draw(4); k > 0; k--) in->can &= hd_stim_word(&hd_draws, 64);
    for (unsigned k = draw(4); k > 0; k--) in->begin &= hd_stim_word(&hd_draws, 64);
    if (share(1)) in->begin = UINT64_MAX;
    if (share(1)) in->can = share(8) ? UINT64_MAX : 0;
    if (share(8)) in->can &= ~in->begin;
    in->can &= all();
    in->begin &= all() & ~in->can;
}

/* ---- the cycle ---- */

static bool draw_cycle(bool issue_valid, uint32_t issue_slot)
{
    see(issue_valid && env.in->issue_ready, issue_slot);
    draw_begin();
    draw_can();
    if (share(env.profile->noise)) draw_noise();
    env.in->issue_ready = share(env.profile->ready);
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    if (!run) begin_kernel();
    return run;
}

void warp_scheduler_stim_open(const struct warp_scheduler_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    begin_kernel();
}

bool warp_scheduler_stim(struct warp_scheduler_in *in, const struct warp_scheduler_out *out)
{
    env.in = in;
    return draw_cycle(out->issue_valid, out->issue_slot);
}
