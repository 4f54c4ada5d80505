/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the warp update registers. It plays the neighbours and keeps their promises: a
 * pipeline that brings warps back and holds a warp that is not accepted, and a LUT that places
 * groups or refuses them.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/warp_update_seam.h"
#include "run.h"

enum { GROUPS = WARP_UPDATE_GROUPS, MAX_LANES = WARP_UPDATE_MAX_LANES };

/* Shares are in 1/16. */
struct profile {
    unsigned valid; /* a warp comes back */
    unsigned dense; /* each lane holds a thread */
    unsigned pcs;   /* next PCs a warp, at most */
    unsigned ready; /* a group is placed */
    bool bursts;    /* all or nothing, for 16 cycles each */
};

const char *const hd_profiles[] = {"uniform", "bursty", "one_pc", "two_pcs", "many_pcs",
                                   "refused", "sparse", "mad",    NULL};

static const struct profile profiles[] = {
    {.valid = 12, .dense = 12, .pcs = 3, .ready = 12},
    {.valid = 15, .dense = 12, .pcs = 4, .ready = 13, .bursts = true},
    {.valid = 15, .dense = 14, .pcs = 1, .ready = 13},
    {.valid = 16, .dense = 15, .pcs = 2, .ready = 15},
    {.valid = 15, .dense = 14, .pcs = 64, .ready = 15},
    {.valid = 15, .dense = 10, .pcs = 5, .ready = 4},
    {.valid = 12, .dense = 1, .pcs = 6, .ready = 14},
    {.valid = 16, .dense = 16, .pcs = 64, .ready = 16},
};

static struct {
    struct warp_update_cfg cfg;
    const struct profile *profile;
    struct warp_update_in *in;
    bool in_reset; /* in the last cycle */
} env;

static uint32_t draw_bits(uint32_t width) { return (uint32_t)hd_stim_word(&hd_draws, width); }

/* Next PCs: half of them differ from another one in a single bit, so that a comparator that skips
 * one shows. */
static unsigned draw_pcs(uint32_t pc[MAX_LANES])
{
    unsigned count = 1 + hd_stim_below(&hd_draws, env.profile->pcs);
    if (count > env.cfg.lanes) count = env.cfg.lanes;
    for (unsigned i = 0; i < count; i++) {
        pc[i] = draw_bits(env.cfg.pc_width);
        if (i > 0 && share(8)) {
            pc[i] = pc[hd_stim_below(&hd_draws, i)] ^
                    UINT32_C(1) << hd_stim_below(&hd_draws, env.cfg.pc_width);
        }
    }
    return count;
}

static void draw_warp(void)
{
    struct warp_update_in *in = env.in;
    uint32_t pc[MAX_LANES];
    const unsigned pcs = draw_pcs(pc);
    in->ret_mask = 0;
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        if (share(env.profile->dense)) in->ret_mask |= UINT64_C(1) << l;
        in->ret_tid[l] = draw_bits(env.cfg.tid_width);
        in->ret_pc[l] = pc[hd_stim_below(&hd_draws, pcs)];
    }
    if (hd_rng_chance(&hd_draws, 1, 32)) in->ret_mask = UINT64_MAX >> (64 - env.cfg.lanes);
    if (hd_rng_chance(&hd_draws, 1, 64)) in->ret_mask = 0;
}

/* A warp that was not accepted stays as it is, also over a reset, which the pipeline may have
 * missed. */
static void bring_warp(bool accepted, bool quiet)
{
    struct warp_update_in *in = env.in;
    if (in->ret_valid && !accepted && !(env.in_reset && share(8))) return;
    in->ret_valid = !quiet && share(env.profile->valid);
    draw_warp();
}

void warp_update_stim_open(const struct warp_update_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool warp_update_stim(struct warp_update_in *in, const struct warp_update_out *out)
{
    env.in = in;
    const bool quiet = env.profile->bursts && (hd_run.cycle >> 4 & 1) != 0;
    bring_warp(out->ret_ready && !env.in_reset, quiet);
    for (unsigned g = 0; g < GROUPS; g++) in->grp_ready[g] = share(env.profile->ready);
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
