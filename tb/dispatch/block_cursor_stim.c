/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the block cursor: a dispatcher that begins kernels of all shapes, often near the end
 * of their grid, takes blocks of kernels that have some and of kernels that have none, and begins
 * slices early and late.
 */
#include "common/draws.h"
#include "common/unpack.h"
#include "dispatch/block_cursor_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned load;  /* a kernel begins */
    unsigned early; /* also one that has blocks left */
    unsigned large; /* its grid has a size of many bits, else of a few blocks */
    unsigned near;  /* it begins near the end of its grid, else anywhere */
    unsigned slice; /* a slice begins */
    unsigned limit; /* it is limited */
    unsigned take;  /* a block is taken */
    unsigned any;   /* of any kernel, else of one with a block */
    unsigned same;  /* ports name the kernel of the take */
};

const char *const hd_profiles[] = {"uniform", "walk", "slices", "edges", "races", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.load = 3, .early = 4, .large = 6, .near = 8, .slice = 3, .limit = 10, .take = 10, .any = 6,
     .same = 4},
    {.load = 2, .early = 1, .large = 1, .near = 0, .slice = 1, .limit = 2, .take = 15, .any = 1,
     .same = 1},
    {.load = 1, .early = 1, .large = 8, .near = 6, .slice = 6, .limit = 14, .take = 13, .any = 3,
     .same = 4},
    {.load = 5, .early = 3, .large = 15, .near = 15, .slice = 1, .limit = 8, .take = 15, .any = 1,
     .same = 2},
    {.load = 6, .early = 14, .large = 4, .near = 8, .slice = 8, .limit = 12, .take = 14, .any = 3,
     .same = 13},
};
/* clang-format on */

static struct {
    struct block_cursor_cfg cfg;
    const struct profile *profile;
} env;

static uint32_t most(void) { return (uint32_t)ones(env.cfg.width); }

/* A size of a grid, at least 1. */
static uint32_t draw_size(void)
{
    const uint32_t few = most() < 4 ? most() : 4;
    if (!share(env.profile->large)) return 1 + hd_stim_below(&hd_draws, few);
    const uint32_t size = (uint32_t)hd_stim_word(&hd_draws, env.cfg.width);
    return size == 0 ? 1 : size;
}

/* A coordinate of a first block in a grid of this size. */
static uint32_t draw_from(uint32_t size)
{
    if (share(4)) return 0;
    /* One bit beside the last one. */
    const uint32_t beside = (size - 1) ^ (uint32_t)bit(hd_stim_below(&hd_draws, env.cfg.width));
    if (share(4) && beside < size) return beside;
    const uint32_t few = size < 3 ? size : 3;
    if (share(env.profile->near)) return size - 1 - hd_stim_below(&hd_draws, few);
    return hd_stim_below(&hd_draws, size);
}

/* Any number that a port holds to which numbers of kernels are given. */
static uint32_t draw_number(void)
{
    const uint32_t width = env.cfg.kernels > 1 ? hd_bits_for(env.cfg.kernels - 1) : 1;
    return (uint32_t)hd_stim_word(&hd_draws, width);
}

static uint32_t draw_count(void)
{
    if (!share(env.profile->limit)) return 0;
    if (share(12)) return 1 + hd_stim_below(&hd_draws, env.cfg.count_width > 1 ? 3 : 1);
    return (uint32_t)hd_stim_word(&hd_draws, env.cfg.count_width);
}

static uint32_t draw_taken(uint64_t more)
{
    if (more == 0 || share(env.profile->any)) return draw_number();
    uint32_t k = hd_stim_below(&hd_draws, env.cfg.kernels);
    while (!has(more, k)) k = (k + 1) % env.cfg.kernels;
    return k;
}

static void draw_load(struct block_cursor_in *in, uint64_t left)
{
    in->load_kernel = share(env.profile->same) ? in->take_kernel : draw_number();
    in->load_en =
        share(env.profile->load) && (!has_any(left, in->load_kernel) || share(env.profile->early));
    in->load_x = draw_size();
    in->load_y = draw_size();
    in->load_z = draw_size();
    in->from_x = draw_from(in->load_x);
    in->from_y = draw_from(in->load_y);
    in->from_z = draw_from(in->load_z);
    in->load_count = draw_count();
}

void block_cursor_stim_open(const struct block_cursor_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool block_cursor_stim(struct block_cursor_in *in, const struct block_cursor_out *out)
{
    /* Before the first cycle the outputs are whatever was in the registers. */
    const uint64_t there = ones(env.cfg.kernels);
    in->take_kernel = draw_taken(out->more & there);
    in->take_en = share(env.profile->take);
    draw_load(in, out->left & there);
    in->slice_kernel = share(env.profile->same) ? in->take_kernel : draw_number();
    in->slice_en = share(env.profile->slice);
    in->slice_count = draw_count();
    return !hd_stim_reset(&hd_draws);
}
