/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the PC-warp LUT. It plays the neighbours and keeps their promises: a pool of warps
 * (live, their PCs), the allocator that hands out free indices, the issue side that closes live
 * warps, and groups that come back for PCs of a small working set which is drawn anew now and then.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "formation/pc_warp_lut_seam.h"
#include "run.h"

enum { GROUPS = PC_WARP_LUT_GROUPS, MAX_POOL = 65536, MAX_WORKING = 1024 };

/* Shares are in 1/16. */
struct profile {
    unsigned valid;     /* a group is offered */
    unsigned fresh;     /* its PC is a new one, not of the working set */
    unsigned same_pc;   /* group 1 has group 0's PC */
    unsigned dense;     /* each lane is in REQ */
    unsigned offered;   /* the allocator offers an index on a port, if one is free */
    unsigned close;     /* a warp issues */
    unsigned close_hot; /* it is the youngest warp of the PC that group 0 has */
    bool one_set;       /* all PCs are of one set */
    bool bursts;        /* all or nothing, for 16 cycles each */
    unsigned working;   /* PCs in the working set, in 1/16 of Entries; at least 2 */
};

const char *const hd_profiles[] = {"uniform", "bursty",  "one_set", "own_pc",
                                   "hot",     "starved", NULL};

static const struct profile profiles[] = {
    {.valid = 12,
     .fresh = 1,
     .same_pc = 1,
     .dense = 4,
     .offered = 14,
     .close = 14,
     .close_hot = 3,
     .working = 20},
    {.valid = 14,
     .fresh = 1,
     .same_pc = 2,
     .dense = 6,
     .offered = 14,
     .close = 12,
     .close_hot = 4,
     .working = 12,
     .bursts = true},
    {.valid = 13,
     .fresh = 2,
     .same_pc = 2,
     .dense = 4,
     .offered = 14,
     .close = 13,
     .close_hot = 4,
     .working = 2,
     .one_set = true},
    {.valid = 15, .fresh = 16, .same_pc = 0, .dense = 1, .offered = 15, .close = 16, .working = 16},
    {.valid = 15,
     .fresh = 0,
     .same_pc = 6,
     .dense = 3,
     .offered = 15,
     .close = 12,
     .close_hot = 12,
     .working = 1},
    {.valid = 14,
     .fresh = 1,
     .same_pc = 2,
     .dense = 5,
     .offered = 3,
     .close = 15,
     .close_hot = 4,
     .working = 10},
};

struct warp {
    bool live;
    uint32_t pc;
};

static struct {
    struct pc_warp_lut_cfg cfg;
    const struct profile *profile;
    struct pc_warp_lut_in *in; /* of the last cycle, then of this one */
    bool in_reset;             /* in the last cycle */
    uint32_t pc_mask;
    uint64_t lane_mask;
    uint32_t set_bits;
    uint32_t home_set;
    uint32_t working[MAX_WORKING];
    uint32_t working_count;
    struct warp pool[MAX_POOL];
    uint32_t free_list[MAX_POOL]; /* a stack */
    uint32_t free_count;
    uint32_t live_list[MAX_POOL]; /* in order of opening */
    uint32_t live_count;
} env;

/* ---- PCs ---- */

/* The PC that differs in one bit. */
static uint32_t neighbour(uint32_t pc)
{
    return pc ^ UINT32_C(1) << hd_stim_below(&hd_draws, env.cfg.pc_width);
}

/* In the profile one_set: the PC with the set bits of the home set. */
static uint32_t keep_to_set(uint32_t pc)
{
    if (!env.profile->one_set) return pc;
    const uint32_t set_mask = ((UINT32_C(1) << env.set_bits) - 1) << env.cfg.pc_shift;
    return (pc & ~set_mask) | env.home_set << env.cfg.pc_shift;
}

/* Half of the PCs differ from another one in a single bit: a comparator that skips one shows. */
static uint32_t draw_pc(void)
{
    uint32_t pc = (uint32_t)hd_stim_word(&hd_draws, 32);
    if (env.working_count > 0 && share(8)) {
        pc = neighbour(env.working[hd_stim_below(&hd_draws, env.working_count)]);
    }
    return keep_to_set(pc) & env.pc_mask;
}

static void draw_working_set(void)
{
    const uint32_t wanted = env.cfg.entries * env.profile->working / 16;
    const uint32_t count = wanted < 2 ? 2 : wanted > MAX_WORKING ? MAX_WORKING : wanted;
    env.home_set = hd_stim_below(&hd_draws, UINT32_C(1) << env.set_bits);
    if (env.profile->one_set) env.working_count = 0;
    const uint32_t from = share(8) ? 0 : hd_stim_below(&hd_draws, count);
    if (from > env.working_count) env.working_count = 0;
    for (uint32_t i = env.working_count == 0 ? 0 : from; i < count || i < 2 * env.cfg.ways; i++) {
        if (i >= MAX_WORKING) break;
        env.working[i] = draw_pc();
        if (env.working_count < i + 1) env.working_count = i + 1;
    }
}

/* ---- the pool ---- */

static void empty_pool(void)
{
    memset(env.pool, 0, sizeof env.pool);
    env.live_count = 0;
    env.free_count = env.cfg.pool_entries;
    for (uint32_t i = 0; i < env.free_count; i++) env.free_list[i] = env.free_count - 1 - i;
}

static void take_index(uint32_t idx)
{
    for (uint32_t i = 0; i < env.free_count; i++) {
        if (env.free_list[i] == idx) {
            env.free_list[i] = env.free_list[--env.free_count];
            return;
        }
    }
}

static void open_warp(uint32_t idx, uint32_t pc)
{
    if (idx >= env.cfg.pool_entries || env.pool[idx].live) return; /* the RTL is wrong */
    env.pool[idx] = (struct warp){true, pc};
    env.live_list[env.live_count++] = idx;
}

static void close_warp(uint32_t idx)
{
    for (uint32_t i = 0; i < env.live_count; i++) {
        if (env.live_list[i] != idx) continue;
        memmove(&env.live_list[i], &env.live_list[i + 1],
                (env.live_count - i - 1) * sizeof env.live_list[0]);
        env.live_count--;
        break;
    }
    env.pool[idx].live = false;
    env.free_list[env.free_count++] = idx;
}

/* What the last cycle did to the pool. A warp that issued is free from now on. A reset is one for
 * the neighbours as well. */
static void follow(const struct pc_warp_lut_out *out)
{
    if (env.in_reset) {
        empty_pool();
        memset(env.in, 0, sizeof *env.in);
        return;
    }
    for (unsigned p = 0; p < GROUPS; p++) {
        if (out->alloc_ready[p]) take_index(env.in->alloc_idx[p]);
    }
    for (unsigned g = 0; g < GROUPS; g++) {
        if (out->open_en[g]) open_warp(out->open_idx[g], env.in->grp_pc[g]);
        if (out->grp_ready[g]) env.in->grp_valid[g] = false;
    }
    if (env.in->close_en) close_warp(env.in->close_idx);
}

/* ---- the inputs of a cycle ---- */

static uint64_t draw_req(void)
{
    if (hd_rng_chance(&hd_draws, 1, 64)) return 0;
    if (hd_rng_chance(&hd_draws, 1, 32)) return env.lane_mask;
    uint64_t req = UINT64_C(1) << hd_stim_below(&hd_draws, env.cfg.lanes);
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        if (share(env.profile->dense)) req |= UINT64_C(1) << l;
    }
    return req;
}

/* A group that was refused stays as it is. */
static void offer_groups(bool quiet)
{
    for (unsigned g = 0; g < GROUPS; g++) {
        if (env.in->grp_valid[g]) continue;
        env.in->grp_valid[g] = !quiet && share(env.profile->valid);
        const uint32_t of_set = env.working[hd_stim_below(&hd_draws, env.working_count)];
        env.in->grp_pc[g] = share(env.profile->fresh) ? draw_pc() : of_set;
        if (g == 1 && share(env.profile->same_pc)) env.in->grp_pc[1] = env.in->grp_pc[0];
        if (g == 1 && share(1)) env.in->grp_pc[1] = keep_to_set(neighbour(env.in->grp_pc[0]));
        env.in->grp_req[g] = draw_req();
    }
}

static void offer_indices(void)
{
    uint32_t used = 0;
    for (unsigned p = 0; p < GROUPS; p++) {
        env.in->alloc_valid[p] = used < env.free_count && share(env.profile->offered);
        env.in->alloc_idx[p] = 0;
        if (env.in->alloc_valid[p])
            env.in->alloc_idx[p] = env.free_list[env.free_count - 1 - used++];
    }
}

/* The youngest live warp of a PC; the warp given if there is none. */
static uint32_t youngest(uint32_t pc, uint32_t otherwise)
{
    for (uint32_t i = env.live_count; i-- > 0;) {
        if (env.pool[env.live_list[i]].pc == pc) return env.live_list[i];
    }
    return otherwise;
}

static void issue(void)
{
    env.in->close_en = env.live_count > 0 && share(env.profile->close);
    if (!env.in->close_en) return;
    uint32_t idx =
        share(8) ? env.live_list[0] : env.live_list[hd_stim_below(&hd_draws, env.live_count)];
    if (share(env.profile->close_hot)) {
        idx = youngest(env.in->grp_pc[hd_stim_below(&hd_draws, GROUPS)], idx);
    }
    env.in->close_idx = idx;
    env.in->close_pc = env.pool[idx].pc;
}

void pc_warp_lut_stim_open(const struct pc_warp_lut_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.pc_mask = UINT32_MAX >> (32 - cfg->pc_width);
    env.lane_mask = UINT64_MAX >> (64 - cfg->lanes);
    while (UINT32_C(1) << env.set_bits < cfg->entries / cfg->ways) env.set_bits++;
    empty_pool();
    draw_working_set();
}

bool pc_warp_lut_stim(struct pc_warp_lut_in *in, const struct pc_warp_lut_out *out)
{
    env.in = in;
    follow(out);
    if (hd_rng_chance(&hd_draws, 1, 400)) draw_working_set();
    const bool quiet = env.profile->bursts && (hd_run.cycle >> 4 & 1) != 0;
    offer_groups(quiet);
    offer_indices();
    issue();
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
