/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus of the lane shuffle: warps of blocks of any size, with any values. */
#include "common/draws.h"
#include "formation/lane_shuffle_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned whole;    /* the block has as many warps as it may */
    unsigned lone;     /* it has one */
    unsigned middle;   /* a rank is next to the middle of the block */
    unsigned together; /* all lanes are of one warp */
    unsigned numbers;  /* each thread's value is its number */
    unsigned beyond;   /* any number: of warps, or a rank that the block has not */
};

const char *const hd_profiles[] = {"uniform", "blocks", "halves", "numbers", NULL};

static const struct profile profiles[] = {
    {.whole = 4, .lone = 1, .middle = 2, .together = 4, .numbers = 2, .beyond = 2},
    {.whole = 15, .lone = 0, .middle = 1, .together = 8, .numbers = 2, .beyond = 0},
    {.whole = 2, .lone = 3, .middle = 14, .together = 2, .numbers = 2, .beyond = 0},
    {.whole = 6, .lone = 1, .middle = 2, .together = 8, .numbers = 16, .beyond = 1},
};

static struct {
    struct lane_shuffle_cfg cfg;
    const struct profile *profile;
} env;

void lane_shuffle_stim_open(const struct lane_shuffle_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

/* The least power of two above a number: what a port that holds it cannot say. */
static uint32_t above(uint32_t number)
{
    uint32_t names = 2;
    while (names <= number) names *= 2;
    return names;
}

/* The function is there for any number, though a block has at least one warp. */
static uint32_t draw_warps(void)
{
    if (share(env.profile->beyond)) return draw(above(env.cfg.warps));
    if (share(env.profile->whole)) return env.cfg.warps;
    return share(env.profile->lone) ? 1 : 1 + draw(env.cfg.warps);
}

static uint32_t draw_rank(uint32_t warps)
{
    if (warps == 0 || share(env.profile->beyond)) return draw(above(env.cfg.warps - 1));
    const uint32_t near = (warps + draw(2)) / 2;
    return share(env.profile->middle) && near < warps ? near : draw(warps);
}

bool lane_shuffle_stim(struct lane_shuffle_in *in, const struct lane_shuffle_out *out)
{
    (void)out;
    const bool together = share(env.profile->together), numbers = share(env.profile->numbers);
    in->warps = draw_warps();
    const uint32_t one = draw_rank(in->warps);
    for (uint32_t r = 0; r < (env.cfg.own ? env.cfg.lanes : 1); r++)
        in->warp[r] = together ? one : draw_rank(in->warps);
    const uint64_t bits = env.cfg.width == 64 ? UINT64_MAX : (UINT64_C(1) << env.cfg.width) - 1;
    for (uint32_t t = 0; t < env.cfg.lanes; t++)
        in->thread[t] = numbers ? t & bits : hd_stim_word(&hd_draws, env.cfg.width);
    return !hd_stim_reset(&hd_draws);
}
