/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the warp spill. It plays the neighbours and keeps their promises: groups that come
 * back, a pool that has room or not, for a while each, and a memory that keeps the data written and
 * answers reads in any order.
 */
#include <stdlib.h>
#include <string.h>

#include "common/spill_memory.h"
#include "common/draws.h"
#include "formation/warp_spill_seam.h"

enum { GROUPS = WARP_SPILL_GROUPS };

/* Shares are in 1/16. */
struct profile {
    unsigned valid;  /* a group comes back */
    unsigned placed; /* the pool side takes it */
    unsigned loses;  /* per 64 cycles: room goes away */
    unsigned gains;  /* per 64 cycles: room comes back */
    unsigned writes; /* the memory takes a write */
    unsigned reads;  /* and a read */
    unsigned answer; /* and answers */
};

const char *const hd_profiles[] = {"uniform", "overflow", "drain", "slow_memory",
                                   "flicker", "full",     NULL};

static const struct profile profiles[] = {
    {.valid = 5, .placed = 11, .loses = 4, .gains = 5, .writes = 12, .reads = 12, .answer = 10},
    {.valid = 12, .placed = 12, .loses = 4, .gains = 2, .writes = 14, .reads = 14, .answer = 12},
    {.valid = 2, .placed = 14, .loses = 2, .gains = 8, .writes = 13, .reads = 13, .answer = 13},
    {.valid = 8, .placed = 12, .loses = 3, .gains = 6, .writes = 3, .reads = 4, .answer = 2},
    {.valid = 7, .placed = 10, .loses = 30, .gains = 30, .writes = 10, .reads = 12, .answer = 9},
    {.valid = 16, .placed = 6, .loses = 6, .gains = 1, .writes = 16, .reads = 8, .answer = 4},
};

static struct {
    const struct profile *profile;
    uint32_t lanes;
    uint32_t tid_width;
    uint32_t pc_width;
    uint32_t key_width;
    struct warp_spill_in *in;
    bool in_reset; /* in the last cycle, and before the first */
    bool set_base;
    struct spill_memory memory;
} env;

static uint64_t mask64(uint32_t bits) { return UINT64_MAX >> (64 - bits); }
static uint32_t word(uint32_t bits) { return (uint32_t)hd_stim_word(&hd_draws, bits); }

static void start_over(void)
{
    memset(env.in, 0, sizeof *env.in);
    env.memory.answers = 0;
    env.set_base = true;
}

void warp_spill_stim_open(const struct warp_spill_cfg *cfg)
{
    env.profile = &profiles[hd_stim_profile()];
    env.lanes = cfg->lanes;
    env.tid_width = cfg->tid_width;
    env.pc_width = cfg->pc_width;
    env.key_width = cfg->key_width;
    const uint32_t record_bits =
        env.key_width + env.pc_width + env.lanes + env.lanes * env.tid_width;
    spill_memory_open(&env.memory, record_bits, cfg->addr_width);
    env.in_reset = true;
}

/* ---- the memory ---- */

/* Takes the write and the read of the last cycle. */
static void look_back(const struct warp_spill_out *did)
{
    if (did->wr_valid && env.in->wr_ready)
        spill_memory_write(&env.memory, did->wr_addr, &did->wr_record);
    if (did->rd_valid && env.in->rd_ready) spill_memory_read(&env.memory, did->rd_addr);
}

static void next_memory(bool rsp_taken)
{
    struct warp_spill_in *in = env.in;
    in->wr_ready = share(env.profile->writes);
    in->rd_ready = share(env.profile->reads);
    spill_memory_answer(&env.memory, &hd_draws, env.profile->answer, rsp_taken, &in->rsp_valid,
                        &in->rsp_record);
}

/* ---- groups and pool ---- */

static void draw_group(struct warp_spill_record *r)
{
    r->key = word(env.key_width);
    r->pc = word(env.pc_width);
    r->req = word(32) & mask64(env.lanes);
    if (env.lanes > 32) r->req |= (uint64_t)word(32) << 32 & mask64(env.lanes);
    if (r->req == 0) r->req = UINT64_C(1) << hd_stim_below(&hd_draws, env.lanes);
    for (uint32_t l = 0; l < env.lanes; l++) r->tid[l] = word(env.tid_width);
}

static void next_groups(const bool *ready)
{
    struct warp_spill_in *in = env.in;
    const struct profile *p = env.profile;
    for (unsigned g = 0; g < GROUPS; g++) {
        if (ready[g]) in->in_valid[g] = false;
        in->out_ready[g] = share(p->placed);
        if (in->in_valid[g] || !share(p->valid)) continue;
        draw_group(&in->in_record[g]);
        in->in_valid[g] = true;
    }
    if (hd_rng_chance(&hd_draws, in->room ? p->loses : p->gains, 64)) in->room = !in->room;
    in->base_en = env.set_base;
    if (env.set_base) {
        /* The queue is where memory begins, or where it ends and goes on at 0, or anywhere. */
        const uint64_t base[] = {0, UINT64_MAX, hd_rng_next(&hd_draws), hd_rng_next(&hd_draws)};
        spill_memory_begin(&env.memory, base[hd_rng_below(&hd_draws, 4)]);
        in->base = env.memory.base;
    }
    env.set_base = false;
}

bool warp_spill_stim(struct warp_spill_in *in, const struct warp_spill_out *out)
{
    env.in = in;
    const bool answer_taken = in->rsp_valid && out->rsp_ready;
    look_back(out);
    if (env.in_reset) start_over();
    next_memory(answer_taken && !env.in_reset);
    next_groups(out->in_ready);
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
