/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the warp id map. It plays the neighbours and keeps their promises: a controller that
 * takes the number offered for each new block, lets it sit on this frame and on that, and frees the
 * number at its end; pipeline stages that ask whose warp this is. It keeps its own account of
 * numbers and frames: the page says which number is the next one.
 */
#include <string.h>

#include "common/draws.h"
#include "common/unpack.h"
#include "residency/warp_id_map_seam.h"
#include "run.h"

enum { MAX_FRAMES = WARP_ID_MAP_MAX_FRAMES, NONE = 64 };

/* Shares are in 1/16. */
struct profile {
    unsigned alloc;   /* the number offered is taken */
    unsigned free;    /* a number is freed */
    unsigned map;     /* a block gets a frame */
    unsigned unmap;   /* a frame is left */
    unsigned over;    /* then the frame that is left is the one a block gets */
    unsigned move;    /* the block that leaves a frame is the one that gets one */
    unsigned leaving; /* the block that leaves a frame ends in that cycle */
    unsigned small;   /* a kernel has blocks of one or two warps, else of any size */
    unsigned room;    /* the core has room for all blocks there are ids for, else for fewer */
    bool bursts;      /* blocks come for 16 cycles, then end for 48: kernels follow each other */
};

const char *const hd_profiles[] = {"uniform", "turnover", "full",    "takeovers",
                                   "moves",   "endings",  "kernels", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.alloc = 8, .free = 6, .map = 8, .unmap = 6, .over = 4, .move = 2, .leaving = 4,
     .small = 6, .room = 10},
    {.alloc = 16, .free = 15, .map = 5, .unmap = 5, .over = 3, .move = 1, .leaving = 5,
     .small = 8, .room = 8},
    {.alloc = 15, .free = 3, .map = 12, .unmap = 6, .over = 3, .move = 2, .leaving = 3,
     .small = 11, .room = 14},
    {.alloc = 10, .free = 5, .map = 15, .unmap = 13, .over = 14, .move = 2, .leaving = 7,
     .small = 6, .room = 10},
    {.alloc = 9, .free = 3, .map = 15, .unmap = 14, .over = 3, .move = 13, .leaving = 1,
     .small = 8, .room = 10},
    {.alloc = 12, .free = 13, .map = 14, .unmap = 13, .over = 8, .leaving = 14, .small = 6,
     .room = 10},
    {.alloc = 12, .free = 14, .map = 12, .unmap = 12, .over = 6, .move = 2, .leaving = 10,
     .small = 5, .room = 9, .bursts = true},
};
/* clang-format on */

static struct {
    struct warp_id_map_cfg cfg;
    const struct profile *profile;
    struct warp_id_map_in *in;
    uint64_t taken;
    uint64_t frame_valid;
    uint32_t frame_cta[MAX_FRAMES];
    uint32_t usable; /* frames that lie within the slots */
} env;

/* Any number that a port holds which numbers 0 to n-1 are given to. */
static uint32_t draw_noise(uint32_t n)
{
    const uint32_t width = n > 1 ? hd_bits_for(n - 1) : 1;
    return (uint32_t)hd_stim_word(&hd_draws, width);
}

/* One that is in the mask; NONE if there is none. */
static uint32_t pick(uint64_t mask)
{
    if (mask == 0) return NONE;
    uint32_t i = hd_stim_below(&hd_draws, 64);
    while (!has(mask, i)) i = (i + 1) % 64;
    return i;
}

/* ---- the kernel ---- */

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* While no block is here the next kernel may be another one. */
static void choose_kernel(void)
{
    struct warp_id_map_in *in = env.in;
    if (env.taken != 0 && in->warps != 0) return;
    if (in->warps != 0 && share(8)) return;
    const uint32_t most = smaller(env.cfg.slots, env.cfg.warps);
    const uint32_t least = 1 + hd_stim_below(&hd_draws, smaller(2, most));
    in->warps = share(env.profile->small) ? least : 1 + hd_stim_below(&hd_draws, most);
    if (share(1)) in->warps = most;
    /* As many as have a frame each, now and then: then slots are left over, or none. */
    if (share(3)) in->warps = smaller(most, (env.cfg.slots - 1) / env.cfg.frames + 1);
    const uint32_t room = smaller(env.cfg.ctas, env.cfg.warps / in->warps);
    in->ctas = share(env.profile->room) ? room : hd_stim_below(&hd_draws, room + 1);
    env.usable = smaller(env.cfg.frames, env.cfg.slots / in->warps);
}

/* ---- the controller ---- */

static uint64_t sitting(void)
{
    uint64_t mask = 0;
    for (uint32_t f = 0; f < env.cfg.frames; f++) {
        if (has(env.frame_valid, f)) mask |= bit(env.frame_cta[f]);
    }
    return mask;
}

/* Returns the block that leaves its frame; NONE if there is none. */
static uint32_t choose_unmap(void)
{
    struct warp_id_map_in *in = env.in;
    const uint64_t frames = share(1) ? ones(env.cfg.frames) : env.frame_valid;
    const uint32_t f = share(env.profile->unmap) ? pick(frames) : NONE;
    in->unmap_en = f != NONE;
    in->unmap_frame = in->unmap_en ? f : draw_noise(env.cfg.frames);
    return in->unmap_en && has(env.frame_valid, f) ? env.frame_cta[f] : NONE;
}

/* A number that sits on no frame, or leaves it in this cycle. */
static void choose_free(bool wanted, uint32_t leaving)
{
    struct warp_id_map_in *in = env.in;
    const uint64_t idle = env.taken & ~sitting();
    uint32_t c = wanted && share(env.profile->free) ? pick(idle) : NONE;
    if (leaving != NONE && share(env.profile->leaving)) c = leaving;
    in->free_en = c != NONE;
    in->free_cta = in->free_en ? c : draw_noise(env.cfg.ctas);
}

static void choose_map(uint32_t leaving)
{
    struct warp_id_map_in *in = env.in;
    uint64_t ctas = env.taken & ~sitting();
    uint64_t frames = ones(env.usable) & ~env.frame_valid;
    if (leaving != NONE) ctas |= bit(leaving);
    if (in->free_en) ctas &= ~bit(in->free_cta);
    const bool left = in->unmap_en && in->unmap_frame < env.usable;
    if (left && (share(env.profile->over) || frames == 0)) frames = bit(in->unmap_frame);
    uint32_t c = pick(ctas);
    if (leaving != NONE && has(ctas, leaving) && share(env.profile->move)) c = leaving;
    const uint32_t f = pick(frames);
    in->map_en = c != NONE && f != NONE && share(env.profile->map);
    in->map_cta = in->map_en ? c : draw_noise(env.cfg.ctas);
    in->map_frame = in->map_en ? f : draw_noise(env.cfg.frames);
}

static void choose_alloc(bool wanted)
{
    const bool offered = (ones(env.in->ctas) & ~env.taken) != 0;
    env.in->alloc_en = wanted && offered && share(env.profile->alloc);
}

/* ---- look-ups ---- */

/* A first warp, a last one, any; or one that differs from another port's in a single bit. */
static uint32_t draw_warp(uint32_t port)
{
    const struct warp_id_map_in *in = env.in;
    const uint32_t ids = in->ctas * in->warps;
    if (port > 0 && share(3)) {
        const uint32_t other = in->find_warp[hd_stim_below(&hd_draws, port)];
        const uint32_t at = hd_stim_below(&hd_draws, hd_bits_for(env.cfg.warps - 1));
        return share(8) ? other : other ^ UINT32_C(1) << at;
    }
    if (ids == 0 || share(2)) return draw_noise(env.cfg.warps);
    const uint32_t first = hd_stim_below(&hd_draws, in->ctas) * in->warps;
    if (share(5)) return first;
    if (share(5)) return first + in->warps - 1;
    return share(3) ? ids - 1 - hd_stim_below(&hd_draws, in->warps)
                    : first + hd_stim_below(&hd_draws, in->warps);
}

static void draw_lookups(void)
{
    for (uint32_t p = 0; p < env.cfg.ports; p++) env.in->find_warp[p] = draw_warp(p);
    env.in->first_cta = draw_noise(env.cfg.ctas);
}

/* ---- a cycle ---- */

static void end_cycle(bool run)
{
    const struct warp_id_map_in *in = env.in;
    const uint64_t offered = ones(in->ctas) & ~env.taken;
    if (in->free_en) env.taken &= ~bit(in->free_cta);
    if (in->alloc_en) env.taken |= offered & ~(offered - 1);
    if (in->unmap_en) env.frame_valid &= ~bit(in->unmap_frame);
    if (in->map_en) {
        env.frame_valid |= bit(in->map_frame);
        env.frame_cta[in->map_frame] = in->map_cta;
    }
    /* A reset is one for the neighbours as well. */
    if (!run) env.taken = env.frame_valid = 0;
}

static bool draw_cycle(void)
{
    const bool run = !hd_stim_reset(&hd_draws) && !hd_rng_chance(&hd_draws, 1, 1000);
    const bool ebb = env.profile->bursts && hd_run.cycle % 64 >= 16;
    choose_kernel();
    const uint32_t leaving = choose_unmap();
    choose_free(ebb || !env.profile->bursts, leaving);
    choose_map(leaving);
    choose_alloc(!ebb);
    draw_lookups();
    end_cycle(run);
    return run;
}

void warp_id_map_stim_open(const struct warp_id_map_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool warp_id_map_stim(struct warp_id_map_in *in, const struct warp_id_map_out *out)
{
    env.in = in;
    (void)out;
    return draw_cycle();
}
