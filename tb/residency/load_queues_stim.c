/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the load queues. It plays the neighbours and keeps their promises: a load/store unit
 * that offers a refused load again, an L1 that serves or refuses for a while, and a controller that
 * swaps blocks out, and in again when none of their loads is here. It counts the loads of each
 * block.
 */
#include <string.h>

#include "common/draws.h"
#include "common/unpack.h"
#include "residency/load_queues_seam.h"

enum { DATA_WORDS = LOAD_QUEUES_DATA_WORDS, MAX_WARPS = 1024 };

/* Shares are in 1/16. */
struct profile {
    unsigned load;     /* a load comes */
    unsigned serve;    /* L1 serves it */
    unsigned dry;      /* the same while L1 has no MSHR free; 0: it always has */
    unsigned away;     /* of four cycles: a block is swapped out */
    unsigned entering; /* that of the load that comes, */
    unsigned offered;  /* or of the load that is offered, else any */
    unsigned storm;    /* of 256 cycles: from now on block after block goes */
    unsigned again;    /* of four cycles: what is away is said to go once more */
    unsigned back;     /* a block comes back, if one may */
    unsigned hot;      /* a load is of the block of the one before */
    unsigned large;    /* blocks are large: few of them */
};

const char *const hd_profiles[] = {
    "uniform",     "enters_leaving", "served_leaving", "lone_loads", "inactive_full",
    "active_full", "storms",         "streams",        "repeats",    "one_warp",
    NULL};

static const struct profile profiles[] = {
    {.load = 8,
     .serve = 9,
     .away = 4,
     .entering = 3,
     .offered = 3,
     .storm = 1,
     .back = 4,
     .hot = 4,
     .large = 8},
    {.load = 11,
     .serve = 10,
     .away = 14,
     .entering = 14,
     .offered = 1,
     .back = 10,
     .hot = 8,
     .large = 6},
    {.load = 11,
     .serve = 9,
     .away = 14,
     .entering = 1,
     .offered = 14,
     .back = 10,
     .hot = 8,
     .large = 6},
    {.load = 2,
     .serve = 5,
     .away = 10,
     .entering = 9,
     .offered = 6,
     .back = 8,
     .hot = 4,
     .large = 8},
    {.load = 14,
     .serve = 14,
     .dry = 1,
     .away = 10,
     .entering = 3,
     .offered = 2,
     .storm = 1,
     .back = 10,
     .hot = 10,
     .large = 4},
    {.load = 16,
     .serve = 6,
     .dry = 2,
     .away = 3,
     .entering = 3,
     .offered = 3,
     .storm = 2,
     .back = 8,
     .hot = 6,
     .large = 10},
    {.load = 16, .serve = 8, .dry = 1, .away = 1, .storm = 6, .back = 9, .hot = 2, .large = 12},
    {.load = 15,
     .serve = 16,
     .away = 6,
     .entering = 5,
     .offered = 3,
     .back = 9,
     .hot = 5,
     .large = 8},
    {.load = 14,
     .serve = 8,
     .dry = 3,
     .away = 8,
     .entering = 8,
     .offered = 3,
     .again = 12,
     .back = 8,
     .hot = 8,
     .large = 6},
    {.load = 12,
     .serve = 9,
     .dry = 3,
     .away = 14,
     .entering = 6,
     .offered = 6,
     .back = 12,
     .hot = 3},
};

static struct {
    struct load_queues_cfg cfg;
    const struct profile *profile;
    struct load_queues_in *in;
    uint32_t warps;  /* of a block */
    uint32_t blocks; /* on the core */
    bool away[MAX_WARPS];
    uint32_t loads[MAX_WARPS]; /* of each block, here */
    uint32_t block;            /* of the last load */
    bool refused;              /* the load of the last cycle was */
    bool dry;                  /* L1 has no MSHR free */
    bool storm;
} env;

static uint32_t block_of(uint32_t warp) { return warp / env.warps; }

/* Any number of the width of a warp: one that there may not be. */
static uint32_t noise_warp(void)
{
    return (uint32_t)hd_stim_word(&hd_draws, hd_bits_for(env.cfg.warps - 1));
}

/* A block that is away, or one that is not; blocks: there is none. */
static uint32_t pick(bool away)
{
    uint32_t b = draw(env.blocks);
    for (uint32_t k = 0; k < env.blocks; k++) {
        if (env.away[b] == away) return b;
        b = b + 1 == env.blocks ? 0 : b + 1;
    }
    return env.blocks;
}

/* ---- kernel ---- */

static void begin_kernel(void)
{
    const uint32_t most = env.cfg.warps < 32 ? env.cfg.warps : 32;
    const uint32_t few = most < 4 ? most : 4;
    env.warps = env.profile->large == 0 ? 1 : 1 + draw(share(env.profile->large) ? most : few);
    env.blocks = env.cfg.warps / env.warps;
    memset(env.away, 0, sizeof env.away);
    memset(env.loads, 0, sizeof env.loads);
    env.block = 0;
    env.refused = env.dry = env.storm = false;
}

/* ---- load/store unit ---- */

/* Half of all loads differ from the last one in a single bit. */
static void draw_data(void)
{
    uint32_t *data = env.in->in_data;
    const uint32_t width = env.cfg.data_width;
    if (share(8)) {
        const uint32_t at = draw(width);
        data[at / 32] ^= UINT32_C(1) << at % 32;
        return;
    }
    for (uint32_t w = 0; 32 * w < width; w++) {
        const uint32_t bits = width - 32 * w < 32 ? width - 32 * w : 32;
        data[w] = (uint32_t)hd_stim_word(&hd_draws, bits);
    }
}

/* Warps of blocks that are away issue nothing. */
static void draw_load(void)
{
    struct load_queues_in *in = env.in;
    if (env.refused) return;
    const bool same = env.block < env.blocks && !env.away[env.block] && share(env.profile->hot);
    const uint32_t block = same ? env.block : pick(false);
    in->in_valid = block < env.blocks && share(env.profile->load);
    in->in_warp = noise_warp();
    draw_data();
    if (!in->in_valid) return;
    in->in_warp = block * env.warps + draw(env.warps);
    env.block = block;
}

/* ---- L1 ---- */

static void draw_service(void)
{
    const struct profile *p = env.profile;
    if (p->dry != 0 && hd_rng_chance(&hd_draws, env.dry ? 2 : 1, 128)) env.dry = !env.dry;
    env.in->out_ready = share(env.dry ? p->dry - 1 : p->serve);
}

/* ---- controller ---- */

static uint32_t draw_leaver(bool out_valid, uint32_t out_warp)
{
    const struct profile *p = env.profile;
    const uint32_t offered =
        out_valid && out_warp < env.cfg.warps ? block_of(out_warp) : env.blocks;
    if (env.in->in_valid && share(p->entering)) return block_of(env.in->in_warp);
    if (offered < env.blocks && !env.away[offered] && share(p->offered)) return offered;
    return pick(false);
}

static void draw_away(bool out_valid, uint32_t out_warp)
{
    const struct profile *p = env.profile;
    struct load_queues_in *in = env.in;
    const bool again = hd_rng_chance(&hd_draws, p->again, 64);
    if (p->storm != 0 && hd_rng_chance(&hd_draws, env.storm ? 400 : p->storm, 4096))
        env.storm = !env.storm;
    const bool leaves = again || (env.storm ? share(14) : hd_rng_chance(&hd_draws, p->away, 64));
    const uint32_t block = again ? pick(true) : draw_leaver(out_valid, out_warp);
    in->away_en = leaves && block < env.blocks;
    in->away_first = noise_warp();
    in->away_last = noise_warp();
    if (!in->away_en) return;
    in->away_first = block * env.warps;
    in->away_last = in->away_first + env.warps - 1;
    env.away[block] = true;
}

/* A block comes back when all its writes are in: it has no load here, nor one that was refused. */
static void draw_back(void)
{
    const uint32_t block = pick(true);
    if (env.storm || block == env.blocks || !share(env.profile->back)) return;
    if (env.loads[block] != 0 || (env.refused && block_of(env.in->in_warp) == block)) return;
    env.away[block] = false;
}

/* ---- the cycle ---- */

static void count(uint32_t warp, uint32_t more)
{
    if (warp < env.cfg.warps) env.loads[block_of(warp)] += more;
}

static bool draw_cycle(bool in_ready, bool out_valid, uint32_t out_warp)
{
    struct load_queues_in *in = env.in;
    draw_back();
    draw_load();
    draw_service();
    draw_away(out_valid, out_warp);
    const bool run = !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, 1, 1500));
    env.refused = in->in_valid && !in_ready;
    if (in->in_valid && in_ready) count(in->in_warp, 1);
    if (out_valid && in->out_ready) count(out_warp, UINT32_MAX);
    /* A reset is one for the neighbours as well. */
    if (!run) begin_kernel();
    return run;
}

void load_queues_stim_open(const struct load_queues_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    begin_kernel();
}

bool load_queues_stim(struct load_queues_in *in, const struct load_queues_out *out)
{
    env.in = in;
    return draw_cycle(out->in_ready, out->out_valid, out->out_warp);
}
