/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the range residency. It plays the neighbours and keeps their promises: a dispatcher
 * with several kernels, whose blocks are short and long, need everything or nothing of a pool; and
 * warp schedulers that report what happens to warps that are ready. Now and then a kernel has other
 * needs. For a while no block may begin, none ends or none is offered, so that the core fills and
 * drains.
 */
#include <string.h>

#include "common/draws.h"
#include "residency/range_residency_seam.h"

enum { ID_WORDS = RANGE_RESIDENCY_ID_WORDS };

/* Shares are in 1/16. */
struct profile {
    unsigned offer;  /* a block is offered */
    unsigned same;   /* of the kernel of the block before */
    unsigned ready;  /* a block may begin */
    unsigned event;  /* a port has an event */
    unsigned arrive; /* a warp comes to a barrier */
    unsigned end;    /* else it ends, else it stalls or begins a phase */
    unsigned pair;   /* the event is of the block of the port before */
    bool gather;     /* the last warps of blocks wait for each other, then go in one cycle */
    unsigned single; /* not 0: of blocks of one warp so seldom, and of others first */
    unsigned least;  /* a kernel's blocks have one warp and need nothing else; */
    /* else its needs are, of each kind: */
    unsigned none;  /* no register sets, no shared memory */
    unsigned whole; /* else all there is */
    unsigned tiny;  /* else so few that each frame has its share, */
    unsigned large; /* else half of them or more, else any number */
};

const char *const hd_profiles[] = {"uniform", "mixed",    "whole", "none", "crowded", "split",
                                   "gather",  "barriers", "slow",  "rest", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.offer = 10, .same = 4, .ready = 10, .event = 10, .arrive = 6, .end = 6,
     .none = 2, .whole = 1, .tiny = 8, .large = 5},
    {.offer = 16, .same = 8, .ready = 15, .event = 15, .arrive = 1, .end = 12, .pair = 13,
     .none = 1, .whole = 0, .tiny = 9, .large = 8},
    {.offer = 14, .same = 4, .ready = 14, .event = 16, .arrive = 2, .end = 14, .pair = 8,
     .none = 1, .whole = 12, .tiny = 8, .large = 8},
    {.offer = 14, .same = 4, .ready = 14, .event = 14, .arrive = 3, .end = 13, .pair = 8,
     .none = 13, .whole = 1, .tiny = 12, .large = 4},
    {.offer = 16, .same = 2, .ready = 16, .event = 8, .arrive = 6, .end = 5, .pair = 4,
     .none = 1, .whole = 0, .tiny = 16, .large = 0},
    {.offer = 16, .same = 12, .ready = 16, .event = 16, .arrive = 1, .end = 15, .pair = 15,
     .none = 0, .whole = 0, .tiny = 12, .large = 10},
    {.offer = 15, .same = 4, .ready = 15, .event = 15, .arrive = 8, .end = 12, .gather = true,
     .none = 2, .whole = 0, .tiny = 13, .large = 4},
    {.offer = 12, .same = 4, .ready = 12, .event = 15, .arrive = 13, .end = 8, .pair = 12,
     .none = 2, .whole = 1, .tiny = 10, .large = 8},
    {.offer = 10, .same = 4, .ready = 1, .event = 12, .arrive = 4, .end = 12, .pair = 8,
     .none = 3, .whole = 1, .tiny = 10, .large = 8},
    {.offer = 16, .same = 4, .ready = 16, .event = 15, .arrive = 1, .end = 15, .single = 1,
     .least = 11, .none = 1, .whole = 0, .tiny = 0, .large = 1},
};
/* clang-format on */

/* What stands still for a while. */
enum lull { NO_LULL, NO_OFFER, NO_BEGIN, NO_END };

static struct {
    struct range_residency_cfg cfg;
    const struct profile *profile;
    struct range_residency_in *in;
    const struct range_residency_out *now;
    uint64_t block[RANGE_RESIDENCY_MAX_SLOTS]; /* the slots of the block that was last on a slot */
    uint64_t used;                             /* slots that have an event in this cycle */
    unsigned gather;                           /* so many last warps wait for each other */
    bool holds;                                /* the offered block stays until it is taken */
    bool in_reset;                             /* in the last cycle */
    bool began;                                /* the kernels have needs */
    uint64_t noise;                            /* of these kernels they are noise */
    enum lull lull;
    uint32_t left; /* cycles of the lull, or until the next one */
} env;

void range_residency_stim_open(const struct range_residency_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

/* The block that began in the last cycle. */
static void look_back(void)
{
    const struct range_residency_out *did = env.now;
    if (env.in_reset || !did->begin_en) return;
    for (uint32_t i = 0; i < did->begin_count; i++)
        env.block[did->begin_slot + i] = ones(did->begin_count) << did->begin_slot;
}

static void draw_lull(void)
{
    if (env.left > 0) {
        env.left--;
        return;
    }
    env.lull = share(6) ? NO_OFFER + draw(3) : NO_LULL;
    env.left = 1 + draw(300);
}

/* ---- kernels ---- */

static uint32_t draw_need(uint32_t most)
{
    const uint32_t tiny = most / env.cfg.frames;
    if (share(env.profile->whole)) return most;
    if (share(env.profile->tiny)) return tiny > 0 ? 1 + draw(tiny) : draw(2);
    if (share(env.profile->large)) return most - draw(most / 2 + 1);
    return draw(most + 1);
}

static void draw_needs(uint32_t k)
{
    struct range_residency_in *in = env.in;
    const uint32_t warps = draw_need(env.cfg.slots);
    env.noise &= ~bit(k);
    if (share(env.profile->least)) {
        in->need_warps[k] = 1;
        in->need_sets[k] = in->need_grains[k] = 0;
        return;
    }
    in->need_warps[k] = warps == 0 ? 1 : warps > env.cfg.max_warps ? env.cfg.max_warps : warps;
    in->need_sets[k] = share(env.profile->none) ? 0 : draw_need(env.cfg.sets);
    in->need_grains[k] = share(env.profile->none) ? 0 : draw_need(env.cfg.grains);
}

/* A kernel of which no block is offered may have any needs at the ports. */
static void draw_noise(uint32_t k)
{
    struct range_residency_in *in = env.in;
    env.noise |= bit(k);
    in->need_warps[k] = (uint32_t)hd_stim_word(&hd_draws, clog2(env.cfg.slots + 1));
    in->need_sets[k] = (uint32_t)hd_stim_word(&hd_draws, clog2(env.cfg.sets + 1));
    in->need_grains[k] = (uint32_t)hd_stim_word(&hd_draws, clog2(env.cfg.grains + 1));
}

/* ---- dispatcher ---- */

/* Half of all identities differ from the last one in a single bit. */
static void draw_id(void)
{
    uint32_t *id = env.in->block_id;
    if (share(8)) {
        const uint32_t at = draw(env.cfg.id_width);
        id[at / 32] ^= UINT32_C(1) << at % 32;
        return;
    }
    const bool same = share(2);
    const uint32_t all = share(8) ? UINT32_MAX : 0;
    for (uint32_t w = 0; w * 32 < env.cfg.id_width; w++) {
        const uint32_t left = env.cfg.id_width - w * 32;
        const uint32_t width = left < 32 ? left : 32;
        id[w] = same ? all & (uint32_t)ones(width) : (uint32_t)hd_stim_word(&hd_draws, width);
    }
}

static void draw_offer(void)
{
    struct range_residency_in *in = env.in;
    if (env.holds) return;
    if (!share(env.profile->same)) {
        in->block_kernel = draw(env.cfg.kernels);
        draw_needs(in->block_kernel);
    }
    if (has(env.noise, in->block_kernel)) draw_needs(in->block_kernel);
    in->block_valid = env.lull != NO_OFFER && share(env.profile->offer);
    draw_id();
}

/* A block that waits for its turn stays; its kernel may have other needs meanwhile. */
static void draw_dispatcher(void)
{
    struct range_residency_in *in = env.in;
    for (uint32_t k = 0; k < env.cfg.kernels && !env.began; k++) draw_needs(k);
    env.began = true;
    if (env.holds && share(1)) draw_needs(in->block_kernel);
    draw_offer();
    env.holds = in->block_valid && !env.now->block_ready;
    for (uint32_t k = 0; k < env.cfg.kernels; k++) {
        if ((k != in->block_kernel || !in->block_valid) && share(1)) draw_noise(k);
    }
}

/* ---- warp schedulers ---- */

/* Warps that are the only ones of their blocks which go on. */
static uint64_t last_warps(uint64_t ready)
{
    uint64_t last = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (has(ready, s) && (ready & env.block[s]) == bit(s)) last |= bit(s);
    }
    return last;
}

/* Warps whose blocks have more than one; now and then all. */
static uint64_t few_singles(uint64_t warps)
{
    uint64_t many = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        if (env.block[s] != bit(s)) many |= bit(s) & warps;
    }
    return share(env.profile->single) ? warps : many;
}

/* Of these warps, those to which something may happen by the profile. */
static uint64_t preferred(uint64_t warps, uint32_t p)
{
    const struct range_residency_in *in = env.in;
    if (env.profile->single != 0) return few_singles(warps);
    if (env.profile->gather) {
        const uint64_t last = last_warps(env.now->ready);
        if ((unsigned)__builtin_popcountll(last) < env.gather)
            return share(1) ? warps : warps & ~last;
        env.gather = 1;
        return (warps & last) != 0 ? warps & last : warps;
    }
    if (p > 0 && in->ev_valid[p - 1] && share(env.profile->pair)) {
        const uint64_t same = warps & env.block[in->ev_slot[p - 1]];
        if (same != 0) return same;
    }
    return warps;
}

static uint32_t draw_kind(void)
{
    if (share(env.profile->arrive)) return BLOCK_FRAMES_ARRIVES;
    if (env.lull != NO_END && share(env.profile->end)) return BLOCK_FRAMES_ENDS;
    return share(8) ? BLOCK_FRAMES_STALLS : BLOCK_FRAMES_PHASE;
}

static void draw_event(uint32_t p)
{
    struct range_residency_in *in = env.in;
    const uint64_t warps = preferred(env.now->ready & ~env.used, p);
    in->ev_valid[p] = warps != 0 && share(env.profile->event);
    in->ev_kind[p] = draw(4);
    in->ev_slot[p] = draw(env.cfg.slots);
    if (!in->ev_valid[p]) return;
    in->ev_kind[p] = draw_kind();
    while (!has(warps, in->ev_slot[p])) in->ev_slot[p] = (in->ev_slot[p] + 1) % env.cfg.slots;
    env.used |= bit(in->ev_slot[p]);
}

/* ---- the cycle ---- */

bool range_residency_stim(struct range_residency_in *in, const struct range_residency_out *out)
{
    env.in = in;
    env.now = out;
    look_back();
    draw_lull();
    draw_dispatcher();
    in->begin_ready = env.lull != NO_BEGIN && share(env.profile->ready);
    env.used = 0;
    if (share(1)) env.gather = 2 + draw(3);
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_event(p);
    env.in_reset = hd_stim_reset(&hd_draws);
    if (env.in_reset) env.holds = false;
    return !env.in_reset;
}
