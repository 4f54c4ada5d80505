/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the share limits: a dispatcher that asks for all policies, with kernels that come and
 * go. Needs are such that a number of blocks fits exactly, or all but fits; or any. What it asks
 * for stays until the division has ended.
 */
#include "common/draws.h"
#include "common/unpack.h"
#include "dispatch/share_limits_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned even;    /* the policy is even, else any */
    unsigned placed;  /* it is one under which an SM is one kernel's */
    unsigned present; /* a kernel is under way */
    unsigned fit;     /* a need is made so that a number of blocks fits, else any */
    unsigned low;     /* this number is at most P, so that the part is 1 or nothing */
    unsigned over;    /* the need is one more than that, so that the last block does not fit */
    unsigned none;    /* a block needs nothing of a kind */
    unsigned again;   /* a start while a division is under way */
    unsigned wait;    /* no start while none is under way */
};

const char *const hd_profiles[] = {"uniform", "count", "tight", "rows", "starts", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.even = 3, .placed = 4, .present = 10, .fit = 10, .low = 3, .over = 4, .none = 3, .again = 2,
     .wait = 4},
    {.even = 14, .placed = 2, .present = 13, .fit = 15, .low = 1, .over = 2, .none = 4, .again = 1,
     .wait = 2},
    {.even = 14, .placed = 2, .present = 12, .fit = 15, .low = 8, .over = 8, .none = 6, .again = 2,
     .wait = 2},
    {.even = 0, .placed = 13, .present = 10, .fit = 8, .low = 4, .over = 4, .none = 4, .again = 1,
     .wait = 2},
    {.even = 1, .placed = 6, .present = 12, .fit = 8, .low = 8, .over = 4, .none = 2, .again = 12,
     .wait = 1},
};
/* clang-format on */

static struct {
    struct share_limits_cfg cfg;
    const struct profile *profile;
    bool under_way;
    bool asked; /* a start in the last cycle is one of a division */
} env;

static uint32_t any(uint32_t width) { return (uint32_t)hd_stim_word(&hd_draws, width); }

/* A number of blocks, now and then one that is above all that an SM holds. */
static uint32_t draw_blocks(void)
{
    if (share(2)) return env.cfg.blocks;
    return share(8) ? any(hd_bits_for(env.cfg.blocks)) : draw(env.cfg.blocks + 1);
}

static uint32_t draw_policy(void)
{
    if (share(env.profile->even)) return SHARE_LIMITS_EVEN;
    if (!share(env.profile->placed)) return any(3);
    return share(8) ? SHARE_LIMITS_SPATIAL : SHARE_LIMITS_PROFILE;
}

static uint32_t draw_kernels(void)
{
    uint32_t kernels = 0;
    for (uint32_t k = 0; k < env.cfg.kernels; k++)
        if (share(env.profile->present)) kernels |= (uint32_t)bit(k);
    if (share(2)) return (uint32_t)bit(draw(env.cfg.kernels));
    return share(2) ? (uint32_t)ones(env.cfg.kernels) : kernels;
}

/* A need of which so many blocks are all the room, or nearly. */
static uint32_t draw_need(uint32_t room, uint32_t sharers)
{
    const uint32_t blocks = env.cfg.blocks * sharers;
    const uint32_t fit = share(env.profile->low) ? 1 + draw(sharers) : 1 + draw(blocks + 1);
    const uint32_t need = room / fit;
    return share(env.profile->over) && need < ones(env.cfg.need_width) ? need + 1 : need;
}

static void draw_room(struct share_limits_in *in)
{
    const uint32_t kernels = (uint32_t)__builtin_popcount(in->kernels);
    const uint32_t sharers = kernels == 0 ? 1 : kernels;
    for (uint32_t r = 0; r < env.cfg.kinds; r++)
        in->room[r] = share(6) ? (uint32_t)ones(env.cfg.need_width) : any(env.cfg.need_width);
    for (uint32_t i = 0; i < env.cfg.kernels * env.cfg.kinds; i++) {
        const uint32_t room = in->room[i % env.cfg.kinds];
        in->need[i] = share(env.profile->fit) ? draw_need(room, sharers) : any(env.cfg.need_width);
        if (share(env.profile->none)) in->need[i] = 0;
    }
    /* A kernel that needs nothing of any kind. */
    if (!share(2)) return;
    const uint32_t free = draw(env.cfg.kernels);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) in->need[free * env.cfg.kinds + r] = 0;
}

static void draw_question(struct share_limits_in *in)
{
    in->policy = draw_policy();
    in->kernels = draw_kernels();
    in->from = draw_blocks();
    for (uint32_t k = 0; k < env.cfg.kernels; k++) in->given[k] = draw_blocks();
    draw_room(in);
}

void share_limits_stim_open(const struct share_limits_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool share_limits_stim(struct share_limits_in *in, const struct share_limits_out *out)
{
    if (env.asked) env.under_way = true;
    else if (out->done) env.under_way = false;
    if (!env.under_way) draw_question(in);
    in->start_en = share(env.under_way ? env.profile->again : 16 - env.profile->wait);
    const bool run = !hd_stim_reset(&hd_draws);
    /* A reset wins over a start. */
    if (!run) env.under_way = false;
    env.asked = run && in->start_en && !env.under_way;
    return run;
}
