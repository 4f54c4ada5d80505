/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the scratch look-up. It plays a pipe with accesses to some sets of shared memory and
 * to global memory, a mapping table that has some sets in swap space, a load/store that is
 * sometimes full, and sets that are to move, often the sets of the access.
 */
#include <string.h>

#include "common/draws.h"
#include "core/scratch_lookup_seam.h"

enum { SETS = 6 };
#define SHARED_BASE 0x40000000u

/* Shares are in 1/16. */
struct profile {
    unsigned access; /* one comes into an empty buffer */
    unsigned beats;  /* a beat of it comes */
    unsigned silent; /* its beats are not told */
    unsigned take;   /* load/store has room */
    unsigned shared; /* a lane is for shared memory */
    unsigned sets;   /* sets of an access at most */
    unsigned away;   /* a set is in swap space */
    unsigned full;   /* all lanes access */
    unsigned empty;  /* none does */
    unsigned hold;   /* a set begins to be held */
    unsigned stays;  /* and stays so for another cycle */
    unsigned same;   /* it is one of the access's */
    unsigned reset;  /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "one_set", "scatter",       "global", "swapped",
                                   "moves",   "streams", "back_pressure", "resets", NULL};

static const struct profile profiles[] = {
    {.access = 12,
     .beats = 14,
     .silent = 4,
     .take = 10,
     .shared = 11,
     .sets = 3,
     .away = 4,
     .full = 5,
     .empty = 1,
     .hold = 3,
     .stays = 10,
     .same = 8},
    {.access = 15,
     .beats = 14,
     .silent = 4,
     .take = 15,
     .shared = 16,
     .sets = 1,
     .away = 3,
     .full = 8,
     .hold = 1,
     .stays = 12,
     .same = 4},
    {.access = 15,
     .beats = 14,
     .silent = 4,
     .take = 12,
     .shared = 15,
     .sets = 6,
     .away = 5,
     .full = 12,
     .hold = 2,
     .stays = 8,
     .same = 8},
    {.access = 13,
     .beats = 14,
     .silent = 4,
     .take = 12,
     .shared = 2,
     .sets = 4,
     .away = 4,
     .full = 4,
     .empty = 3,
     .hold = 6,
     .stays = 12,
     .same = 8},
    {.access = 14,
     .beats = 14,
     .silent = 4,
     .take = 13,
     .shared = 13,
     .sets = 4,
     .away = 13,
     .full = 6,
     .empty = 1,
     .hold = 1,
     .stays = 8,
     .same = 4},
    {.access = 14,
     .beats = 14,
     .silent = 4,
     .take = 13,
     .shared = 14,
     .sets = 3,
     .away = 4,
     .full = 5,
     .hold = 10,
     .stays = 14,
     .same = 13},
    {.access = 16,
     .beats = 16,
     .silent = 0,
     .take = 16,
     .shared = 13,
     .sets = 2,
     .away = 2,
     .full = 7,
     .empty = 1,
     .hold = 0,
     .stays = 4,
     .same = 4},
    {.access = 14,
     .beats = 14,
     .silent = 4,
     .take = 3,
     .shared = 12,
     .sets = 3,
     .away = 4,
     .full = 5,
     .empty = 1,
     .hold = 3,
     .stays = 10,
     .same = 8},
    {.access = 14,
     .beats = 14,
     .silent = 4,
     .take = 8,
     .shared = 13,
     .sets = 4,
     .away = 5,
     .full = 6,
     .empty = 1,
     .hold = 4,
     .stays = 10,
     .same = 8,
     .reset = 16},
};

/* A buffer of the pipe: an access, beats of which are in. */
struct buffer {
    bool filling, full;
    bool silent; /* its beats are not told */
    uint32_t beats;
    uint64_t mask;
    uint32_t block;
    uint32_t addr[SCRATCH_LOOKUP_MAX_LANES];
};

static struct {
    struct scratch_lookup_cfg cfg;
    const struct profile *profile;
    struct scratch_lookup_view_in *in;
    struct buffer buffer[SCRATCH_LOOKUP_BUFFERS];
    uint32_t fill, take;
    uint32_t set[SETS]; /* of the access that was drawn last */
} env;

/* Of the sets of an access one often differs from another in a single bit. */
static void draw_sets(void)
{
    for (uint32_t k = 0; k < SETS; k++) {
        env.set[k] = draw(env.cfg.sets);
        if (k == 0 || !share(8)) continue;
        const uint32_t near = env.set[k - 1] ^ 1u << draw(6);
        if (near < env.cfg.sets) env.set[k] = near;
    }
    if (share(1)) env.set[0] = env.cfg.sets - 1;
}

/* Global memory has addresses with the same lower bits, too. */
static uint32_t draw_address(void)
{
    const uint32_t within =
        env.set[draw(env.profile->sets)] * SCRATCH_LOOKUP_SET + draw(SCRATCH_LOOKUP_SET);
    if (share(env.profile->shared)) return SHARED_BASE + within;
    const uint32_t space = (3 + draw(7)) % 8 << 29; /* any but that of shared memory */
    return space | (share(8) ? within : (uint32_t)hd_stim_word(&hd_draws, 29));
}

static void draw_access(struct buffer *b)
{
    *b = (struct buffer){.filling = true, .silent = share(env.profile->silent)};
    b->mask = hd_stim_word(&hd_draws, env.cfg.lanes);
    if (share(env.profile->full)) b->mask = ones(env.cfg.lanes);
    if (share(env.profile->empty)) b->mask = 0;
    b->block = share(2) ? env.cfg.blocks - 1 : draw(env.cfg.blocks);
    draw_sets();
    for (uint32_t l = 0; l < env.cfg.lanes; l++) b->addr[l] = draw_address();
}

/* The access that is through; when there is none there is noise. */
static void put_access(void)
{
    struct scratch_lookup_in *in = &env.in->model;
    const struct buffer *b = &env.buffer[env.take];
    in->valid = b->full;
    in->buffer = env.take;
    in->mask = b->full ? b->mask : hd_stim_word(&hd_draws, env.cfg.lanes);
    in->block = b->full ? b->block : draw(env.cfg.blocks);
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        env.in->addr[l] = b->full ? b->addr[l] : draw_address();
}

/* A beat of the access behind. */
static void draw_beat(void)
{
    struct scratch_lookup_in *in = &env.in->model;
    struct buffer *b = &env.buffer[env.fill];
    if (!b->filling && !b->full && share(env.profile->access)) draw_access(b);
    const bool lands = b->filling && share(env.profile->beats);
    in->beat = lands && !b->silent;
    in->beat_buffer = env.fill;
    in->beat_mask = hd_stim_word(&hd_draws, env.cfg.simd);
    in->beat_block = b->filling ? b->block : draw(env.cfg.blocks);
    for (uint32_t l = 0; l < env.cfg.simd; l++) env.in->beat_addr[l] = draw_address();
    if (!lands) return;
    const uint32_t first = env.cfg.simd * b->beats++;
    in->beat_mask = b->mask >> first & ones(env.cfg.simd);
    memcpy(env.in->beat_addr, &b->addr[first], env.cfg.simd * sizeof b->addr[0]);
}

/* What the last clock edge did to the buffers. */
static void follow(bool taken)
{
    struct buffer *b = &env.buffer[env.fill];
    if (taken) {
        env.buffer[env.take].full = false;
        env.take ^= 1;
    }
    if (!b->filling || b->beats * env.cfg.simd < env.cfg.lanes) return;
    b->filling = false;
    b->full = true;
    env.fill ^= 1;
}

static void draw_hold(void)
{
    struct scratch_lookup_in *in = &env.in->model;
    if (in->hold && share(env.profile->stays)) return;
    in->hold = share(env.profile->hold);
    in->hold_block =
        share(env.profile->same) ? (share(8) ? in->block : in->beat_block) : draw(env.cfg.blocks);
    in->hold_set = share(env.profile->same) ? env.set[draw(env.profile->sets)] : draw(env.cfg.sets);
}

static bool draw_cycle(bool taken)
{
    struct scratch_lookup_in *in = &env.in->model;
    follow(taken);
    put_access();
    draw_beat();
    draw_hold();
    in->taken = share(env.profile->take);
    in->found_held = !share(env.profile->away);
    in->found_phys = draw(env.cfg.phys);
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    /* A reset is one for the pipe as well. */
    if (!run) {
        memset(env.buffer, 0, sizeof env.buffer);
        env.fill = env.take = 0;
    }
    return run;
}

void scratch_lookup_stim_open(const struct scratch_lookup_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

/* `taken` says that load/store has room: it takes the access offered. */
bool scratch_lookup_stim(struct scratch_lookup_view_in *in,
                         const struct scratch_lookup_view_out *out)
{
    env.in = in;
    return draw_cycle(in->model.taken && out->model.ready);
}
