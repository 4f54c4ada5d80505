/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the water fill: a sampler that writes performances of curves of all kinds, some of
 * them noise, and asks for a division; needs that are few, many, exact, or none.
 */
#include "common/draws.h"
#include "common/unpack.h"
#include "dispatch/water_fill_seam.h"

enum { MAX_KERNELS = WATER_FILL_MAX_KERNELS, MAX_BLOCKS = WATER_FILL_MAX_BLOCKS };

/* Shares are in 1/16. */
struct profile {
    unsigned noise;  /* a performance is any number, else one of a curve */
    unsigned cap;    /* a curve has a best number of blocks, behind which it falls */
    unsigned flat;   /* a curve stays level from one number of blocks to the next */
    unsigned shared; /* a kernel shares the SM */
    unsigned room;   /* needs are small beside the room, else any */
    unsigned none;   /* a block needs nothing of a kind */
    unsigned again;  /* a start while a division is under way */
};

const char *const hd_profiles[] = {"uniform", "curves", "tight", "ties", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.noise = 8, .cap = 4, .flat = 4, .shared = 12, .room = 10, .none = 2, .again = 2},
    {.noise = 0, .cap = 8, .flat = 3, .shared = 15, .room = 16, .none = 1, .again = 1},
    {.noise = 3, .cap = 6, .flat = 2, .shared = 14, .room = 5, .none = 4, .again = 4},
    {.noise = 0, .cap = 5, .flat = 12, .shared = 15, .room = 14, .none = 4, .again = 2},
};
/* clang-format on */

static struct {
    struct water_fill_cfg cfg;
    const struct profile *profile;
    bool under_way;
    uint32_t writes; /* performances still to be written before the next start */
    uint32_t at;     /* the place of the next one */
    uint32_t level[MAX_KERNELS];
} env;

static uint32_t any(uint32_t width) { return (uint32_t)hd_stim_word(&hd_draws, width); }

/* Any number that a port holds to which numbers 0 to n are given. */
static uint32_t draw_number(uint32_t n) { return any(n > 0 ? hd_bits_for(n) : 1); }

/* The next performance of a curve: it rises by less and less, or falls. */
static uint32_t draw_perf(uint32_t k, uint32_t blocks)
{
    const uint32_t best = (uint32_t)ones(env.cfg.perf_width);
    uint32_t *level = &env.level[k];
    if (share(env.profile->noise)) return any(env.cfg.perf_width);
    if (blocks == 1) *level = hd_stim_below(&hd_draws, best / 2 + 1);
    else if (share(env.profile->cap)) *level -= hd_stim_below(&hd_draws, *level / 2 + 1);
    else if (!share(env.profile->flat)) *level += hd_stim_below(&hd_draws, (best - *level) / 2 + 2);
    if (*level > best) *level = best;
    return *level;
}

static void draw_write(struct water_fill_in *in)
{
    const uint32_t i = env.at;
    const bool stray = share(1);
    in->perf_en = !env.under_way && env.writes > 0;
    in->perf_kernel = stray ? draw_number(env.cfg.kernels - 1) : i / env.cfg.blocks;
    in->perf_blocks = stray ? draw_number(env.cfg.blocks) : 1 + i % env.cfg.blocks;
    in->perf_value =
        stray ? any(env.cfg.perf_width) : draw_perf(i / env.cfg.blocks, 1 + i % env.cfg.blocks);
    if (!in->perf_en) return;
    env.writes--;
    env.at = (i + 1) % (env.cfg.kernels * env.cfg.blocks);
}

/* Needs of a kind: of several blocks all the room, or nearly; or any. */
static void draw_needs(struct water_fill_in *in)
{
    const uint32_t most = (uint32_t)ones(env.cfg.need_width);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        in->room[r] = share(8) ? most : any(env.cfg.need_width);
        const uint32_t few = in->room[r] / (2 + hd_stim_below(&hd_draws, env.cfg.blocks)) + 1;
        for (uint32_t k = 0; k < env.cfg.kernels; k++) {
            uint32_t *need = &in->need[k * env.cfg.kinds + r];
            *need =
                share(env.profile->room) ? hd_stim_below(&hd_draws, few) : any(env.cfg.need_width);
            if (share(env.profile->none)) *need = 0;
            if (share(1)) *need = in->room[r];
        }
    }
}

static void draw_start(struct water_fill_in *in)
{
    in->start_en = env.under_way ? share(env.profile->again) : env.writes == 0 || share(1);
    in->kernels = 0;
    for (uint32_t k = 0; k < env.cfg.kernels; k++)
        if (share(env.profile->shared)) in->kernels |= (uint32_t)bit(k);
    if (share(1)) in->kernels = (uint32_t)bit(hd_stim_below(&hd_draws, env.cfg.kernels));
}

void water_fill_stim_open(const struct water_fill_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.writes = cfg->kernels * cfg->blocks;
}

bool water_fill_stim(struct water_fill_in *in, const struct water_fill_out *out)
{
    if (in->start_en && !env.under_way) env.under_way = true;
    else if (out->done) env.under_way = false;
    if (!env.under_way && env.writes == 0) {
        const uint32_t table = env.cfg.kernels * env.cfg.blocks;
        env.writes = share(8) ? table : hd_stim_below(&hd_draws, table);
    }
    draw_write(in);
    if (!env.under_way) draw_needs(in);
    draw_start(in);
    const bool run = !hd_stim_reset(&hd_draws);
    if (!run) {
        env.under_way = false;
        in->start_en = false;
    }
    return run;
}
