/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the performance scale: a sampler that writes samples and clears kernels while nothing
 * is under way, then asks for a scaling of some kernels, and keeps them until it has ended.
 */
#include "common/draws.h"
#include "dispatch/perf_scale_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned clear; /* a kernel is cleared in a cycle between scalings */
    unsigned few;   /* a round of samples has few of them, else a table */
    unsigned quiet; /* a sample has no stall */
    unsigned stuck; /* a sample stalls all the time */
    unsigned still; /* a sample has no instruction */
    unsigned most;  /* a sample has as many instructions as there can be */
    unsigned level; /* a sample has as many instructions as the last one, or nearly */
    unsigned asked; /* a kernel is scaled */
    unsigned again; /* a start while a scaling is under way */
};

const char *const hd_profiles[] = {"uniform", "stalled", "sparse", "ties", "largest", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.clear = 1, .few = 6, .quiet = 1, .stuck = 1, .still = 1, .most = 1, .level = 2, .asked = 10,
     .again = 2},
    {.clear = 1, .few = 3, .quiet = 1, .stuck = 8, .still = 0, .most = 1, .level = 4, .asked = 13,
     .again = 1},
    {.clear = 6, .few = 13, .quiet = 3, .stuck = 3, .still = 4, .most = 1, .level = 1, .asked = 8,
     .again = 4},
    {.clear = 1, .few = 8, .quiet = 10, .stuck = 2, .still = 2, .most = 1, .level = 12, .asked = 12,
     .again = 2},
    {.clear = 0, .few = 1, .quiet = 0, .stuck = 14, .still = 0, .most = 13, .level = 4, .asked = 15,
     .again = 1},
};
/* clang-format on */

static struct {
    struct perf_scale_cfg cfg;
    const struct profile *profile;
    bool under_way;
    uint32_t samples; /* still to be written before the next start */
    uint32_t at;      /* the place of the next one */
    bool in_turn;     /* the places of a round follow each other */
    uint32_t instr;   /* of the last one */
} env;

static uint32_t table(void) { return env.cfg.kernels * env.cfg.blocks; }

/* Any number that a port holds to which numbers 0 to n are given. */
static uint32_t draw_number(uint32_t n)
{
    return (uint32_t)hd_stim_word(&hd_draws, n > 0 ? clog2(n + 1) : 1);
}

static uint32_t draw_instr(void)
{
    const uint32_t most = (uint32_t)ones(env.cfg.instr_width);
    if (share(env.profile->still)) return 0;
    if (share(env.profile->most)) return most;
    if (!share(env.profile->level)) env.instr = draw_number(most);
    else if (share(4)) env.instr = env.instr == 0 ? most : env.instr - 1;
    return env.instr;
}

static uint32_t draw_stall(void)
{
    if (share(env.profile->quiet)) return 0;
    if (share(env.profile->stuck)) return env.cfg.window;
    return draw(env.cfg.window + 1);
}

static void draw_sample(struct perf_scale_in *in)
{
    const bool stray = share(2);
    in->sample_en = !env.under_way && env.samples > 0 && share(14);
    in->sample_kernel = stray ? draw_number(env.cfg.kernels - 1) : env.at / env.cfg.blocks;
    in->sample_blocks = stray ? draw_number(env.cfg.blocks) : 1 + env.at % env.cfg.blocks;
    in->sample_instr = draw_instr();
    in->sample_stall = draw_stall();
    in->clear_en = !env.under_way && share(env.profile->clear);
    in->clear_kernel = share(8) ? in->sample_kernel : draw_number(env.cfg.kernels - 1);
    if (!in->sample_en) return;
    env.samples--;
    env.at = env.in_turn ? (env.at + 1) % table() : draw(table());
}

static void draw_start(struct perf_scale_in *in)
{
    in->start_en = env.under_way ? share(env.profile->again) : env.samples == 0 || share(1);
    if (env.under_way) return;
    in->kernels = 0;
    for (uint32_t k = 0; k < env.cfg.kernels; k++)
        if (share(env.profile->asked)) in->kernels |= (uint32_t)bit(k);
    if (share(1)) in->kernels = (uint32_t)bit(draw(env.cfg.kernels));
}

void perf_scale_stim_open(const struct perf_scale_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.samples = table();
}

/* in still holds the last cycle's inputs: kernels stay while a scaling is under way. */
bool perf_scale_stim(struct perf_scale_in *in, const struct perf_scale_out *out)
{
    if (in->start_en && out->idle) env.under_way = true;
    else if (out->done) env.under_way = false;
    if (!env.under_way && env.samples == 0) {
        env.in_turn = !share(env.profile->few);
        env.samples = env.in_turn ? table() : draw(1 + env.cfg.blocks);
    }
    draw_sample(in);
    draw_start(in);
    const bool run = !hd_stim_reset(&hd_draws);
    if (!run) {
        env.under_way = false;
        in->start_en = false;
    }
    return run;
}
