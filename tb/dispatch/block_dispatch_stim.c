/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the block dispatch: kernels of small, large, exact and free blocks under limits of
 * all policies; SMs that take blocks and end them. Now and then all run dry and get another room.
 * A count of the blocks under way tells which may end, and which needs must stay.
 */
#include <string.h>

#include "common/draws.h"
#include "common/unpack.h"
#include "dispatch/block_dispatch_seam.h"

enum {
    MAX_SMS = BLOCK_DISPATCH_MAX_SMS,
    MAX_KERNELS = BLOCK_DISPATCH_MAX_KERNELS,
    MAX_KINDS = BLOCK_DISPATCH_MAX_KINDS,
};

/* Shares are in 1/16, but for the last two. */
struct profile {
    unsigned begin;  /* a kernel begins */
    unsigned want;   /* a kernel has a block to give */
    unsigned ready;  /* an SM takes a block */
    unsigned end;    /* a block ends on an SM that has one */
    unsigned every;  /* on every one */
    unsigned strict; /* only the oldest kernel is looked at */
    unsigned spread; /* SMs with most room come first */
    unsigned small;  /* a need is small beside the room, else any */
    unsigned many;   /* so small that an SM has room for all the blocks that it can hold */
    unsigned none;   /* a block needs nothing of a kind */
    unsigned exact;  /* it needs what some SM has left, or one more or less */
    unsigned policy; /* limits are those of a policy, else any */
    unsigned limits; /* 1/256: the limits change */
    unsigned hold;   /* no block is placed in a cycle */
    unsigned dry;    /* 1/1024: from now on nothing is placed until the SMs are empty */
};

const char *const hd_profiles[] = {"uniform", "full", "strict", "spread", "limits",
                                   "exact",   "ends", "rooms",  NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.begin = 1, .want = 8, .ready = 12, .end = 2, .every = 1, .strict = 6, .spread = 8,
     .small = 12, .many = 6, .none = 2, .exact = 1, .policy = 8, .limits = 4,
     .hold = 2, .dry = 8},
    {.begin = 1, .want = 15, .ready = 15, .end = 0, .every = 0, .strict = 1, .spread = 6,
     .small = 16, .many = 14, .none = 5, .exact = 0, .policy = 15, .limits = 1,
     .hold = 0, .dry = 1},
    {.begin = 1, .want = 10, .ready = 8, .end = 2, .every = 1, .strict = 15, .spread = 4,
     .small = 9, .many = 4, .none = 2, .exact = 2, .policy = 15, .limits = 1,
     .hold = 1, .dry = 8},
    {.begin = 1, .want = 12, .ready = 13, .end = 2, .every = 1, .strict = 2, .spread = 15,
     .small = 14, .many = 6, .none = 2, .exact = 1, .policy = 12, .limits = 2,
     .hold = 4, .dry = 12},
    {.begin = 2, .want = 12, .ready = 14, .end = 3, .every = 1, .strict = 3, .spread = 6,
     .small = 16, .many = 8, .none = 3, .exact = 1, .policy = 6, .limits = 48,
     .hold = 2, .dry = 4},
    {.begin = 1, .want = 14, .ready = 14, .end = 3, .every = 1, .strict = 3, .spread = 6,
     .small = 6, .many = 4, .none = 1, .exact = 12, .policy = 10, .limits = 4,
     .hold = 1, .dry = 12},
    {.begin = 3, .want = 15, .ready = 15, .end = 12, .every = 1, .strict = 3, .spread = 6,
     .small = 13, .many = 6, .none = 3, .exact = 3, .policy = 8, .limits = 8,
     .hold = 3, .dry = 8},
    {.begin = 4, .want = 12, .ready = 14, .end = 4, .every = 1, .strict = 4, .spread = 8,
     .small = 10, .many = 6, .none = 4, .exact = 3, .policy = 8, .limits = 8,
     .hold = 1, .dry = 96},
};
/* clang-format on */

static struct {
    struct block_dispatch_cfg cfg;
    const struct profile *profile;
    bool ran;   /* reset was high in the last cycle */
    bool dry;   /* nothing is placed until the SMs are empty */
    bool fresh; /* the SMs have got their room: needs are drawn anew */
    uint32_t room[MAX_KINDS];
    uint32_t left[MAX_SMS][MAX_KINDS];
    uint32_t blocks[MAX_SMS][MAX_KERNELS];
} env;

static uint32_t any(uint32_t width) { return (uint32_t)hd_stim_word(&hd_draws, width); }

/* Any number that a port holds to which numbers of kernels are given. */
static uint32_t draw_number(void)
{
    return any(env.cfg.kernels > 1 ? hd_bits_for(env.cfg.kernels - 1) : 1);
}

/* ---- what is under way ---- */

static bool is_here(uint32_t k)
{
    for (uint32_t s = 0; s < env.cfg.sms; s++)
        if (env.blocks[s][k] != 0) return true;
    return false;
}

static bool is_empty(void)
{
    for (uint32_t k = 0; k < env.cfg.kernels; k++)
        if (is_here(k)) return false;
    return true;
}

/* The kernels that have a block on the SM. */
static uint64_t kernels_on(uint32_t s)
{
    uint64_t kernels = 0;
    for (uint32_t k = 0; k < env.cfg.kernels; k++)
        if (env.blocks[s][k] != 0) kernels |= bit(k);
    return kernels;
}

static void forget(void)
{
    memset(env.left, 0, sizeof env.left);
    memset(env.blocks, 0, sizeof env.blocks);
}

/* The last cycle, in which the inputs were these. */
static void follow(const struct block_dispatch_in *in, const struct block_dispatch_out *out)
{
    const uint32_t kinds = env.cfg.kinds;
    env.fresh = in->room_en;
    for (uint32_t s = 0; s < env.cfg.sms; s++) {
        if (in->room_en) memcpy(env.left[s], in->room, sizeof env.left[s]);
        if (!has(in->end_valid, s)) continue;
        const uint32_t k = in->end_kernel[s];
        env.blocks[s][k]--;
        for (uint32_t r = 0; r < kinds; r++) env.left[s][r] += in->need[k * kinds + r];
    }
    if (in->room_en) memcpy(env.room, in->room, sizeof env.room);
    if (!out->place_valid) return;
    /* If the RTL says what there is not, the comparison says so. */
    if (out->place_sm >= env.cfg.sms || out->place_kernel >= env.cfg.kernels) return;
    env.blocks[out->place_sm][out->place_kernel]++;
    for (uint32_t r = 0; r < kinds; r++)
        env.left[out->place_sm][r] -= in->need[out->place_kernel * kinds + r];
}

/* ---- needs ---- */

/* Of a block of which so many have room. */
static uint32_t draw_need(uint32_t r, uint32_t blocks)
{
    const uint32_t room = env.room[r], most = (uint32_t)ones(env.cfg.need_width);
    if (share(env.profile->none)) return 0;
    if (share(env.profile->exact)) {
        const uint32_t left = env.left[draw(env.cfg.sms)][r];
        if (share(4)) return left < most ? left + 1 : left;
        return share(4) && left > 0 ? left - 1 : left;
    }
    if (share(1)) return room;
    if (!share(env.profile->small)) return any(env.cfg.need_width);
    return draw(room / blocks + 1);
}

/* A block of a kernel that has one under way needs what that needs. */
static void draw_needs(struct block_dispatch_in *in)
{
    const uint32_t kinds = env.cfg.kinds, most = env.cfg.blocks * env.cfg.kernels;
    for (uint32_t k = 0; k < env.cfg.kernels; k++) {
        if (is_here(k) || !(env.fresh || share(3))) continue;
        const bool none = share(1);
        const uint32_t blocks = share(env.profile->many) ? most : 1 + draw(most);
        for (uint32_t r = 0; r < kinds; r++)
            in->need[k * kinds + r] = none ? 0 : draw_need(r, blocks);
    }
}

/* ---- limits ---- */

/* A part of each SM; all of some SMs; else all that an SM holds. */
static void draw_policy(struct block_dispatch_in *in)
{
    const uint32_t blocks = env.cfg.blocks, kernels = env.cfg.kernels, policy = draw(4);
    uint32_t part[MAX_KERNELS];
    for (uint32_t k = 0; k < kernels; k++)
        part[k] = share(8) ? 1 + blocks / kernels : 1 + draw(blocks);
    for (uint32_t s = 0; s < env.cfg.sms; s++) {
        const uint32_t owner = draw(kernels);
        for (uint32_t k = 0; k < kernels; k++)
            in->limit[s * kernels + k] = policy == 0   ? part[k]
                                         : policy == 1 ? (k == owner ? blocks : 0)
                                                       : blocks;
    }
}

/* Any limit; or one near the number of blocks that the SM has. */
static uint32_t draw_limit(uint32_t s, uint32_t k)
{
    const uint32_t width = hd_bits_for(env.cfg.blocks), count = env.blocks[s][k];
    if (share(8)) return any(width);
    if (share(8)) return count;
    return share(8) || count == 0 ? (count + 1) & (uint32_t)ones(width) : count - 1;
}

static void draw_limits(struct block_dispatch_in *in)
{
    const uint32_t sms = env.cfg.sms, kernels = env.cfg.kernels;
    if (!env.ran || draw(256) < env.profile->limits) {
        const bool policy = share(env.profile->policy);
        if (policy) draw_policy(in);
        for (uint32_t i = 0; i < sms * kernels && !policy; i++)
            in->limit[i] = draw_limit(i / kernels, i % kernels);
    } else if (!share(env.profile->policy) && share(2)) {
        const uint32_t i = draw(sms * kernels);
        in->limit[i] = draw_limit(i / kernels, i % kernels);
    }
}

/* ---- blocks ---- */

static void draw_ends(struct block_dispatch_in *in)
{
    const unsigned end = env.dry ? 14 : env.profile->end;
    const bool every = share(env.profile->every), none = share(2);
    in->end_valid = 0;
    for (uint32_t s = 0; s < env.cfg.sms; s++) {
        uint64_t kernels = kernels_on(s);
        in->end_kernel[s] = draw_number();
        if (kernels == 0 || none || !((every && share(15)) || share(end))) continue;
        for (uint32_t skip = draw((uint32_t)__builtin_popcountll(kernels)); skip > 0; skip--)
            kernels &= kernels - 1;
        in->end_valid |= bit(s);
        in->end_kernel[s] = lowest(kernels);
    }
}

static void draw_places(struct block_dispatch_in *in)
{
    in->want = 0;
    in->ready = 0;
    for (uint32_t k = 0; k < env.cfg.kernels; k++)
        if (share(env.profile->want)) in->want |= (uint32_t)bit(k);
    /* With what needs nothing it would never run dry; beside room nothing is placed. */
    if (env.dry && !in->room_en) in->want = 0;
    if (share(1)) {
        in->ready = share(4) ? bit(draw(env.cfg.sms)) : any(env.cfg.sms < 32 ? env.cfg.sms : 32);
        return;
    }
    for (uint32_t s = 0; s < env.cfg.sms; s++)
        if (share(env.profile->ready)) in->ready |= bit(s);
}

static void draw_room(struct block_dispatch_in *in)
{
    const bool most = share(2), again = share(2);
    if (!env.ran ? share(14) : draw(1024) < env.profile->dry) env.dry = true;
    in->room_en = is_empty() && (env.dry ? share(8) : draw(1024) < env.profile->dry);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        if (again) continue;
        in->room[r] = most || share(4) ? (uint32_t)ones(env.cfg.need_width)
                      : share(1)       ? 0
                                       : any(env.cfg.need_width);
    }
}

void block_dispatch_stim_open(const struct block_dispatch_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool block_dispatch_stim(struct block_dispatch_in *in, const struct block_dispatch_out *out)
{
    if (env.ran) follow(in, out);
    else forget();
    draw_room(in);
    draw_needs(in);
    draw_limits(in);
    draw_ends(in);
    draw_places(in);
    if (in->room_en) env.dry = false;
    in->begin_en = share(env.profile->begin);
    in->begin_kernel = draw_number();
    in->hold = share(env.profile->hold);
    in->strict = share(env.profile->strict);
    in->spread = share(env.profile->spread);
    env.ran = !hd_stim_reset(&hd_draws);
    return env.ran;
}
