/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the block places: a block dispatch that places blocks where it may, SMs that end them
 * and take the next ones, kernels that have blocks to give for a while, and numbers of places that
 * shrink and grow. A count of the blocks under way tells which may end; on which SM a new place is,
 * is drawn here.
 */
#include <string.h>

#include "common/draws.h"
#include "common/unpack.h"
#include "dispatch/block_places_seam.h"

enum { MAX_SMS = BLOCK_PLACES_MAX_SMS, MAX_KERNELS = BLOCK_PLACES_MAX_KERNELS };

/* Shares are in 1/16, but for those in 1/256. */
struct profile {
    unsigned keep;   /* places are kept, from a change on */
    unsigned change; /* 1/256: keep_i changes, perhaps */
    unsigned want;   /* a kernel has a block to give, from a turn on */
    unsigned turn;   /* 1/256: it turns, perhaps */
    unsigned none;   /* 1/256: no kernel has one in this cycle */
    unsigned most;   /* 1/256: most_i of a kernel changes */
    unsigned near;   /* to a number near that of its places, else any */
    unsigned few;    /* any is few, else up to all of the chip */
    unsigned place;  /* the block dispatch places a block */
    unsigned ready;  /* an SM takes a block */
    unsigned end;    /* a block ends on an SM that has one */
    unsigned every;  /* 1/256: on every one */
    unsigned single; /* all blocks are kernel 0's */
    bool tides;      /* the SMs fill up, then all blocks end and no SM takes one, in turns */
};

const char *const hd_profiles[] = {"uniform", "kept", "full",   "shrink", "wants",
                                   "unkept",  "ends", "single", "tides",  NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.keep = 13, .change = 4, .want = 12, .turn = 12, .none = 2, .most = 12, .near = 6, .few = 8,
     .place = 10, .ready = 8, .end = 3, .every = 8, .single = 0},
    {.keep = 15, .change = 2, .want = 14, .turn = 4, .none = 3, .most = 4, .near = 4, .few = 4,
     .place = 13, .ready = 1, .end = 4, .every = 16, .single = 0},
    {.keep = 15, .change = 1, .want = 15, .turn = 1, .none = 0, .most = 1, .near = 0, .few = 0,
     .place = 16, .ready = 12, .end = 0, .every = 3, .single = 0},
    {.keep = 15, .change = 2, .want = 14, .turn = 6, .none = 1, .most = 96, .near = 10, .few = 8,
     .place = 12, .ready = 6, .end = 4, .every = 16, .single = 0},
    {.keep = 15, .change = 2, .want = 9, .turn = 64, .none = 12, .most = 6, .near = 4, .few = 5,
     .place = 13, .ready = 5, .end = 4, .every = 8, .single = 0},
    {.keep = 6, .change = 24, .want = 13, .turn = 8, .none = 1, .most = 8, .near = 5, .few = 6,
     .place = 12, .ready = 6, .end = 4, .every = 16, .single = 0},
    {.keep = 15, .change = 4, .want = 14, .turn = 12, .none = 3, .most = 16, .near = 8, .few = 4,
     .place = 15, .ready = 4, .end = 9, .every = 96, .single = 0},
    {.keep = 14, .change = 3, .want = 13, .turn = 10, .none = 0, .most = 24, .near = 9, .few = 6,
     .place = 13, .ready = 6, .end = 4, .every = 16, .single = 15},
    {.keep = 16, .change = 1, .want = 16, .turn = 1, .none = 0, .most = 1, .near = 0, .few = 0,
     .place = 16, .ready = 14, .end = 0, .every = 1, .single = 0, .tides = true},
};
/* clang-format on */

static struct {
    struct block_places_cfg cfg;
    const struct profile *profile;
    bool ran;          /* reset was high in the last cycle */
    bool ebb;          /* all blocks end, no SM takes one */
    uint32_t wants;    /* kernels that have a block to give, but for single cycles */
    uint32_t place_sm; /* on which the new place of the last cycle is */
    uint32_t blocks[MAX_SMS][MAX_KERNELS]; /* under way */
} env;

static bool rare(unsigned of_256) { return draw(256) < of_256; }

static uint32_t chip(void) { return env.cfg.sms * env.cfg.blocks; }

/* Any number that a port holds to which numbers of kernels are given. */
static uint32_t draw_number(void)
{
    const uint32_t width = env.cfg.kernels > 1 ? hd_bits_for(env.cfg.kernels - 1) : 1;
    return (uint32_t)hd_stim_word(&hd_draws, width);
}

/* ---- what is under way ---- */

/* The last cycle, in which the inputs were these. If the RTL says what there is not, the comparison
 * says so. */
static void follow(const struct block_places_in *in, const struct block_places_out *out)
{
    for (uint32_t s = 0; s < env.cfg.sms; s++)
        if (has(in->end_valid, s)) env.blocks[s][in->end_kernel[s]]--;
    if (in->place_valid && !out->next_valid && has(out->want, in->place_kernel))
        env.blocks[env.place_sm][in->place_kernel]++;
    if (out->next_valid && out->next_sm < env.cfg.sms && out->next_kernel < env.cfg.kernels)
        env.blocks[out->next_sm][out->next_kernel]++;
}

/* Has the SM a place of the kernel to give? */
static bool has_room(const struct block_places_out *out, uint32_t s, uint32_t k)
{
    return env.blocks[s][k] + out->kept[s * env.cfg.kernels + k] < env.cfg.blocks;
}

/* ---- policy and kernels ---- */

static uint32_t draw_most(const struct block_places_out *out, uint32_t k)
{
    const uint32_t width = hd_bits_for(chip()), places = out->places[k];
    const uint32_t largest = (uint32_t)ones(width);
    if (share(env.profile->near)) {
        if (share(4)) return places < largest ? places + 1 : places;
        if (share(6)) return places;
        return places == 0 ? 0 : share(8) ? places - 1 : draw(places);
    }
    if (share(1)) return 0;
    if (share(env.profile->few)) return draw((chip() < 4 ? chip() : 4) + 1);
    return share(8) ? largest : share(8) ? chip() : (uint32_t)hd_stim_word(&hd_draws, width);
}

static void draw_policy(struct block_places_in *in, const struct block_places_out *out)
{
    const bool all = env.profile->near > 0 && rare(1), nothing = share(4);
    if (!env.ran || rare(env.profile->change)) in->keep = share(env.profile->keep);
    for (uint32_t k = 0; k < env.cfg.kernels; k++) {
        if (!env.ran || rare(env.profile->most)) in->most[k] = draw_most(out, k);
        /* All kernels have too many places at once. */
        if (all) in->most[k] = nothing || out->places[k] == 0 ? 0 : out->places[k] - 1;
    }
}

static void draw_wants(struct block_places_in *in)
{
    for (uint32_t k = 0; k < env.cfg.kernels; k++) {
        if (env.ran && !rare(env.profile->turn)) continue;
        env.wants &= (uint32_t)~bit(k);
        if (share(env.profile->want)) env.wants |= (uint32_t)bit(k);
    }
    in->want = rare(env.profile->none) ? 0 : env.wants;
}

/* ---- blocks ---- */

/* A flood is long enough for all places that there are, an ebb for all blocks of an SM. */
static void draw_tide(void)
{
    const uint32_t cycles = (env.ebb ? env.cfg.blocks : chip()) * env.cfg.kernels * 2;
    if (env.profile->tides && draw(cycles) == 0) env.ebb = !env.ebb;
}

/* A block of the kernel on any SM that has room for one, if there is one. */
static void draw_place(struct block_places_in *in, const struct block_places_out *out)
{
    const bool single = share(env.profile->single);
    const unsigned places = env.ebb ? 0 : env.profile->place;
    in->place_kernel = single ? 0 : draw_number();
    in->place_valid = false;
    if (in->place_kernel >= env.cfg.kernels || !share(places)) return;
    const uint32_t first = draw(env.cfg.sms);
    for (uint32_t i = 0; i < env.cfg.sms && !in->place_valid; i++) {
        env.place_sm = (first + i) % env.cfg.sms;
        in->place_valid = has_room(out, env.place_sm, in->place_kernel);
    }
}

static void draw_ready(struct block_places_in *in)
{
    in->ready = 0;
    if (env.ebb) return;
    if (share(1)) {
        in->ready = share(4) ? bit(draw(env.cfg.sms)) : hd_stim_word(&hd_draws, env.cfg.sms);
        return;
    }
    for (uint32_t s = 0; s < env.cfg.sms; s++)
        if (share(env.profile->ready)) in->ready |= bit(s);
}

/* The kernels that have a block on the SM. */
static uint64_t kernels_on(uint32_t s)
{
    uint64_t kernels = 0;
    for (uint32_t k = 0; k < env.cfg.kernels; k++)
        if (env.blocks[s][k] != 0) kernels |= bit(k);
    return kernels;
}

static void draw_ends(struct block_places_in *in)
{
    const bool every = rare(env.profile->every), none = share(3);
    const unsigned end = env.ebb ? 14 : env.profile->end;
    in->end_valid = 0;
    for (uint32_t s = 0; s < env.cfg.sms; s++) {
        uint64_t kernels = kernels_on(s);
        in->end_kernel[s] = draw_number();
        if (kernels == 0 || none || !(every || share(end))) continue;
        for (uint32_t skip = draw((uint32_t)__builtin_popcountll(kernels)); skip > 0; skip--)
            kernels &= kernels - 1;
        in->end_valid |= bit(s);
        in->end_kernel[s] = lowest(kernels);
    }
}

void block_places_stim_open(const struct block_places_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool block_places_stim(struct block_places_in *in, const struct block_places_out *out)
{
    if (env.ran) follow(in, out);
    else memset(env.blocks, 0, sizeof env.blocks);
    draw_policy(in, out);
    draw_wants(in);
    draw_tide();
    draw_place(in, out);
    draw_ready(in);
    draw_ends(in);
    env.ran = !hd_stim_reset(&hd_draws);
    return env.ran;
}
