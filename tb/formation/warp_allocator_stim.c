/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the warp allocator. It plays the neighbours and keeps their promises: a LUT that
 * takes indices which are offered, and an issue side that gives back indices which it holds.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/warp_allocator_seam.h"
#include "run.h"

enum { PORTS = WARP_ALLOCATOR_PORTS, MAX_ENTRIES = WARP_ALLOCATOR_MAX_ENTRIES };

/* Shares are in 1/16. */
struct profile {
    unsigned take;   /* an index is taken */
    unsigned second; /* then the second one too, if it is offered */
    unsigned free;   /* an index is given back, if one is held */
    bool bursts;     /* indices are taken for 64 cycles, then given back for 64 */
    bool short_life; /* a reset every few hundred cycles: fresh indices again */
};

const char *const hd_profiles[] = {"uniform", "bursty", "empty", "full", "young", "rush", NULL};

static const struct profile profiles[] = {
    {.take = 7, .second = 5, .free = 10},
    {.take = 12, .second = 8, .free = 15, .bursts = true},
    {.take = 15, .second = 12, .free = 6},
    {.take = 5, .second = 4, .free = 14},
    {.take = 12, .second = 8, .free = 8, .short_life = true},
    {.take = 16, .second = 16, .free = 16},
};

static struct {
    struct warp_allocator_cfg cfg;
    const struct profile *profile;
    struct warp_allocator_in *in;
    uint32_t held[MAX_ENTRIES]; /* in order of being taken */
    uint32_t held_count;
} env;

/* An index that is held: the oldest, or any. */
static void give_back(bool wanted)
{
    struct warp_allocator_in *in = env.in;
    in->free_en = wanted && env.held_count > 0 && share(env.profile->free);
    /* Without an enable the index is noise. */
    in->free_idx = hd_stim_below(&hd_draws, env.cfg.entries);
    if (!in->free_en) return;
    const uint32_t at = share(6) ? 0 : hd_stim_below(&hd_draws, env.held_count);
    in->free_idx = env.held[at];
    env.held_count--;
    memmove(&env.held[at], &env.held[at + 1], (env.held_count - at) * sizeof env.held[0]);
}

static void take(bool wanted, const struct warp_allocator_out *out)
{
    struct warp_allocator_in *in = env.in;
    in->alloc_ready[0] = wanted && out->alloc_valid[0] && share(env.profile->take);
    in->alloc_ready[1] = in->alloc_ready[0] && out->alloc_valid[1] && share(env.profile->second);
    for (unsigned p = 0; p < PORTS; p++) {
        if (in->alloc_ready[p] && env.held_count < MAX_ENTRIES) {
            env.held[env.held_count++] = out->alloc_idx[p];
        }
    }
}

static bool draw_reset(void)
{
    const bool early =
        env.profile->short_life && hd_rng_chance(&hd_draws, 1, 2 * env.cfg.entries + 40);
    return hd_stim_reset(&hd_draws) || early;
}

void warp_allocator_stim_open(const struct warp_allocator_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

/* The offers depend on state alone: they are this cycle's. */
bool warp_allocator_stim(struct warp_allocator_in *in, const struct warp_allocator_out *out)
{
    env.in = in;
    const bool ebb = env.profile->bursts && (hd_run.cycle >> 6 & 1) != 0;
    const bool run = !draw_reset();
    give_back(!env.profile->bursts || ebb);
    take(!ebb, out);
    /* A reset is one for the neighbours as well. */
    if (!run) env.held_count = 0;
    return run;
}
