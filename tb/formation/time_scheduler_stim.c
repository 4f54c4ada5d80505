/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the time-stamp scheduler. It plays the neighbours and keeps their promises: a pool
 * that opens only warps which do not wait, joins others, and an issue side that takes the pick.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/time_scheduler_seam.h"
#include "run.h"

enum { UPDATES = TIME_SCHEDULER_UPDATES, MAX_ENTRIES = TIME_SCHEDULER_MAX_ENTRIES };

/* Shares are in 1/16. */
struct profile {
    unsigned valid;  /* a group was put into the pool */
    unsigned open;   /* it opens a warp, if one is free */
    unsigned issue;  /* the pick is issued */
    unsigned random; /* the warp opened is any free one, not the one that is free for longest */
    bool bursts;     /* warps are opened for 64 cycles, then issued for 64 */
};

const char *const hd_profiles[] = {"uniform", "bursty", "empty", "full", "joins", "rush", NULL};

static const struct profile profiles[] = {
    {.valid = 10, .open = 7, .issue = 10, .random = 8},
    {.valid = 12, .open = 12, .issue = 15, .random = 8, .bursts = true},
    {.valid = 6, .open = 6, .issue = 14, .random = 8},
    {.valid = 14, .open = 12, .issue = 6, .random = 8},
    {.valid = 15, .open = 2, .issue = 5, .random = 12},
    {.valid = 16, .open = 16, .issue = 16, .random = 2},
};

static struct {
    struct time_scheduler_cfg cfg;
    const struct profile *profile;
    struct time_scheduler_in *in;
    uint32_t free_list[MAX_ENTRIES]; /* warps that do not wait, the longest first */
    uint32_t free_count;
} env;

static void empty_pool(void)
{
    env.free_count = env.cfg.entries;
    for (uint32_t i = 0; i < env.free_count; i++) env.free_list[i] = i;
}

static uint32_t take_free(void)
{
    const uint32_t at = share(env.profile->random) ? hd_stim_below(&hd_draws, env.free_count) : 0;
    const uint32_t wid = env.free_list[at];
    env.free_count--;
    memmove(&env.free_list[at], &env.free_list[at + 1],
            (env.free_count - at) * sizeof env.free_list[0]);
    return wid;
}

/* A group that joins names any warp; without upd_valid the rest is noise. */
static void put_into_pool(bool wanted)
{
    struct time_scheduler_in *in = env.in;
    for (unsigned u = 0; u < UPDATES; u++) {
        in->upd_valid[u] = wanted && share(env.profile->valid);
        in->upd_open[u] = share(env.profile->open);
        in->upd_wid[u] = hd_stim_below(&hd_draws, env.cfg.entries);
        if (!in->upd_valid[u] || !in->upd_open[u]) continue;
        in->upd_open[u] = env.free_count > 0;
        if (in->upd_open[u]) in->upd_wid[u] = take_free();
    }
}

void time_scheduler_stim_open(const struct time_scheduler_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    empty_pool();
}

/* The pick depends on state alone: it is this cycle's. A warp that issues is free from the next
 * cycle on. */
bool time_scheduler_stim(struct time_scheduler_in *in, const struct time_scheduler_out *out)
{
    env.in = in;
    const bool ebb = env.profile->bursts && (hd_run.cycle >> 6 & 1) != 0;
    const bool run = !hd_stim_reset(&hd_draws);
    put_into_pool(!ebb);
    in->issue_en = (!env.profile->bursts || ebb) && share(env.profile->issue);
    if (in->issue_en && out->pick_valid && env.free_count < MAX_ENTRIES) {
        env.free_list[env.free_count++] = out->pick_wid;
    }
    /* A reset is one for the neighbours as well. */
    if (!run) empty_pool();
    return run;
}
