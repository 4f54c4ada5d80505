/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the block frames. It plays the neighbours and keeps their promises: warp schedulers
 * that report what happens to warps that are ready, and a controller that lets blocks sit down,
 * some of them as they were when they left, and takes blocks away of which a warp stalls. Now and
 * then it lets all blocks go, and a kernel with blocks of another size comes.
 */
#include <string.h>

#include "common/draws.h"
#include "residency/block_frames_seam.h"
#include "run.h"

enum { ID_WORDS = BLOCK_FRAMES_ID_WORDS };

/* Shares are in 1/16. */
struct profile {
    unsigned event;  /* a port has an event */
    unsigned arrive; /* a warp comes to a barrier */
    unsigned end;    /* else it ends, else it stalls or begins a phase */
    unsigned pair;   /* the event is of the block of the port before */
    bool gather;     /* the last warps of blocks wait for each other, then go in one cycle */
    unsigned open;   /* a block sits down, if there is room */
    unsigned refill; /* on the frame of the block that is done */
    unsigned shut;   /* a block leaves */
    unsigned swap;   /* and the next one sits down on its frame */
    unsigned carry;  /* a warp of a block that sits down has ended or waits */
    unsigned many;   /* blocks are so small that all frames have room */
};

const char *const hd_profiles[] = {"uniform", "last_two", "barriers", "ends",  "refills",
                                   "swaps",   "carried",  "crowded",  "whole", NULL};

static const struct profile profiles[] = {
    {.event = 10, .arrive = 7, .end = 2, .open = 6, .shut = 2, .swap = 8, .carry = 4, .many = 8},
    {.event = 16, .arrive = 13, .end = 8, .pair = 15, .open = 10, .shut = 1, .carry = 2, .many = 8},
    {.event = 15, .arrive = 12, .end = 6, .gather = true, .open = 14, .carry = 4, .many = 14},
    {.event = 15, .arrive = 3, .end = 13, .pair = 6, .open = 12, .shut = 1, .carry = 2, .many = 10},
    {.event = 15,
     .arrive = 2,
     .end = 15,
     .gather = true,
     .open = 14,
     .refill = 14,
     .carry = 6,
     .many = 12},
    {.event = 9,
     .arrive = 8,
     .end = 6,
     .open = 9,
     .shut = 12,
     .swap = 12,
     .carry = 6,
     .refill = 8,
     .many = 10},
    {.event = 12, .arrive = 10, .end = 8, .open = 12, .shut = 4, .swap = 8, .carry = 14, .many = 8},
    {.event = 12, .arrive = 8, .end = 2, .open = 16, .shut = 1, .swap = 14, .carry = 3, .many = 16},
    {.event = 16, .arrive = 14, .pair = 12, .open = 14, .shut = 1, .swap = 8},
};

static struct {
    struct block_frames_cfg cfg;
    const struct profile *profile;
    struct block_frames_in *in;
    const struct block_frames_out *now;
    uint32_t first;  /* warps of a block, in the first cycle */
    uint64_t used;   /* slots that have an event in this cycle */
    unsigned gather; /* so many last warps are waited for */
} env;

static uint64_t slots_of(uint32_t frame)
{
    const uint32_t base = frame * env.in->warps;
    return base < env.cfg.slots ? ones(env.in->warps) << base : 0;
}

/* Any bit of the mask, which is not 0. */
static uint32_t draw_bit(uint64_t mask)
{
    for (unsigned skip = draw((uint32_t)__builtin_popcountll(mask)); skip > 0; skip--) {
        mask &= mask - 1;
    }
    return (uint32_t)__builtin_ctzll(mask);
}

/* Any number of the width of a frame: one that there may not be. */
static uint32_t noise_frame(void)
{
    uint32_t all = 2;
    while (all < env.cfg.frames) all *= 2;
    return draw(all);
}

/* All blocks go, in one of eight times. */
static bool is_ebb(void) { return (hd_run.cycle >> 6 & 7) == 7; }

/* ---- the kernel ---- */

static uint32_t draw_size(void)
{
    uint32_t most = env.cfg.max_warps;
    if (share(env.profile->many)) {
        const uint32_t roomy = env.cfg.slots / env.cfg.frames;
        if (roomy < most) most = roomy > 0 ? roomy : 1;
        return share(8) ? most : 1 + draw(most);
    }
    return share(4) ? most : 1 + draw(most);
}

/* ---- the controller ---- */

static void draw_shut(void)
{
    struct block_frames_in *in = env.in;
    const uint64_t may_go = env.now->open & ~env.now->idle;
    in->shut_en = may_go != 0 && share(is_ebb() ? 14 : env.profile->shut);
    in->shut_frame = noise_frame();
    if (in->shut_en) in->shut_frame = draw_bit(may_go);
    else if (env.now->open != 0 && share(8)) in->shut_frame = draw_bit(env.now->open);
}

/* Half of all identities differ from the last one in a single bit. */
static void draw_id(void)
{
    uint32_t *id = env.in->open_id;
    const uint32_t width = env.cfg.id_width;
    if (share(8)) {
        const uint32_t at = draw(width);
        id[at / 32] ^= UINT32_C(1) << at % 32;
        return;
    }
    for (uint32_t w = 0; w < ID_WORDS; w++) {
        const uint32_t bits = width > 32 * w ? width - 32 * w : 0;
        id[w] = (uint32_t)(hd_stim_word(&hd_draws, 32) & ones(bits < 32 ? bits : 32));
    }
}

/* Which ranks have ended, which wait; at least one does neither. Without a block: noise. */
static void draw_ranks(bool block)
{
    struct block_frames_in *in = env.in;
    in->open_ended = hd_stim_word(&hd_draws, 64) & ones(env.cfg.max_warps);
    in->open_waits = hd_stim_word(&hd_draws, 64) & ones(env.cfg.max_warps);
    if (!block) return;
    const uint32_t goes_on = draw(in->warps);
    in->open_ended = in->open_waits = 0;
    if (share(4)) return;
    for (uint32_t r = 0; r < in->warps; r++) {
        if (r == goes_on || !share(env.profile->carry)) continue;
        if (share(8)) in->open_ended |= bit(r);
        else in->open_waits |= bit(r);
    }
}

static uint64_t free_frames(void)
{
    const struct block_frames_in *in = env.in;
    uint64_t free = ~env.now->open & ones(env.cfg.frames);
    if (in->shut_en) free |= bit(in->shut_frame);
    if (env.now->done_valid) free |= bit(env.now->done_frame);
    for (uint32_t f = 0; f < env.cfg.frames; f++) {
        if ((f + 1) * in->warps > env.cfg.slots) free &= ~bit(f);
    }
    return free;
}

static void draw_open(void)
{
    struct block_frames_in *in = env.in;
    const uint64_t free = free_frames();
    const bool refill = env.now->done_valid && share(env.profile->refill);
    const bool swap = in->shut_en && share(env.profile->swap);
    in->open_en = !is_ebb() && free != 0 && (refill || swap || share(env.profile->open));
    in->open_frame = noise_frame();
    draw_id();
    draw_ranks(in->open_en);
    if (!in->open_en) return;
    in->open_frame = refill ? env.now->done_frame : swap ? in->shut_frame : draw_bit(free);
}

/* ---- warp schedulers ---- */

/* Warps that are the only ones of their blocks which go on. */
static uint64_t last_warps(void)
{
    uint64_t last = 0;
    for (uint32_t f = 0; f < env.cfg.frames; f++) {
        const uint64_t ready = env.now->ready & slots_of(f);
        if (__builtin_popcountll(ready) == 1) last |= ready;
    }
    return last;
}

/* Of these warps, those to which something may happen by the profile. */
static uint64_t preferred(uint64_t warps, uint32_t p)
{
    const struct block_frames_in *in = env.in;
    if (env.profile->gather) {
        const uint64_t last = last_warps();
        if ((unsigned)__builtin_popcountll(last) < env.gather) {
            return share(1) ? warps : warps & ~last;
        }
        env.gather = 1;
        return (warps & last) != 0 ? warps & last : warps;
    }
    if (p > 0 && in->ev_valid[p - 1] && share(env.profile->pair)) {
        const uint64_t same = warps & slots_of(in->ev_slot[p - 1] / in->warps);
        if (same != 0) return same;
    }
    return warps;
}

static uint32_t draw_kind(void)
{
    if (share(env.profile->arrive)) return BLOCK_FRAMES_ARRIVES;
    if (share(env.profile->end)) return BLOCK_FRAMES_ENDS;
    return share(8) ? BLOCK_FRAMES_STALLS : BLOCK_FRAMES_PHASE;
}

/* To the warps of a block that leaves nothing happens but a stall. */
static void draw_event(uint32_t p)
{
    struct block_frames_in *in = env.in;
    const uint64_t leaving = in->shut_en ? slots_of(in->shut_frame) : 0;
    const uint64_t ready = env.now->ready & ~env.used;
    const bool stalls = (ready & leaving) != 0 && share(4);
    const uint64_t warps = stalls ? ready & leaving : preferred(ready & ~leaving, p);
    in->ev_valid[p] = warps != 0 && share(env.profile->event);
    in->ev_kind[p] = draw(4);
    in->ev_slot[p] = draw(env.cfg.slots);
    if (!in->ev_valid[p]) return;
    in->ev_kind[p] = stalls ? (uint32_t)BLOCK_FRAMES_STALLS : draw_kind();
    in->ev_slot[p] = draw_bit(warps);
    env.used |= bit(in->ev_slot[p]);
}

/* ---- the cycle ---- */

static bool draw_cycle(void)
{
    if (env.now->open == 0 && (is_ebb() || share(8))) env.in->warps = draw_size();
    env.used = 0;
    if (share(1)) env.gather = 2 + draw(3);
    draw_shut();
    draw_open();
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_event(p);
    return !hd_stim_reset(&hd_draws);
}

void block_frames_stim_open(const struct block_frames_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.first = draw_size();
}

bool block_frames_stim(struct block_frames_in *in, const struct block_frames_out *out)
{
    env.in = in;
    if (hd_run.cycle == 0) in->warps = env.first;
    env.now = out;
    return draw_cycle();
}
