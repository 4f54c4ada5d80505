/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the scratch look-up. It plays a pipe with accesses to some sets of shared memory and
 * to global memory, a mapping table that has some sets in swap space, a load/store that is
 * sometimes full, and sets that are to move, often the sets of the access.
 */
#include "common/draws.h"
#include "core/scratch_lookup_seam.h"

enum { SETS = 6 };
#define SHARED_BASE 0x40000000u

/* Shares are in 1/16. */
struct profile {
    unsigned access; /* there is one, if none waits */
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
     .take = 15,
     .shared = 16,
     .sets = 1,
     .away = 3,
     .full = 8,
     .hold = 1,
     .stays = 12,
     .same = 4},
    {.access = 15,
     .take = 12,
     .shared = 15,
     .sets = 6,
     .away = 5,
     .full = 12,
     .hold = 2,
     .stays = 8,
     .same = 8},
    {.access = 13,
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
     .take = 13,
     .shared = 14,
     .sets = 3,
     .away = 4,
     .full = 5,
     .hold = 10,
     .stays = 14,
     .same = 13},
    {.access = 16,
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

static struct {
    struct scratch_lookup_cfg cfg;
    const struct profile *profile;
    struct scratch_lookup_view_in *in;
    bool waits;         /* the access of the last cycle was not taken */
    uint32_t set[SETS]; /* of the access */
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

/* When there is none there is noise. */
static void draw_access(bool taken)
{
    struct scratch_lookup_in *in = &env.in->model;
    env.waits = env.waits && !taken;
    if (env.waits) return;
    in->valid = share(env.profile->access);
    in->mask = hd_stim_word(&hd_draws, env.cfg.lanes);
    if (share(env.profile->full)) in->mask = ones(env.cfg.lanes);
    if (share(env.profile->empty)) in->mask = 0;
    in->block = share(2) ? env.cfg.blocks - 1 : draw(env.cfg.blocks);
    draw_sets();
    for (uint32_t l = 0; l < env.cfg.lanes; l++) env.in->addr[l] = draw_address();
}

static void draw_hold(void)
{
    struct scratch_lookup_in *in = &env.in->model;
    if (in->hold && share(env.profile->stays)) return;
    in->hold = share(env.profile->hold);
    in->hold_block = share(env.profile->same) ? in->block : draw(env.cfg.blocks);
    in->hold_set = share(env.profile->same) ? env.set[draw(env.profile->sets)] : draw(env.cfg.sets);
}

static bool draw_cycle(bool taken)
{
    struct scratch_lookup_in *in = &env.in->model;
    draw_access(taken);
    draw_hold();
    in->taken = share(env.profile->take);
    in->found_held = !share(env.profile->away);
    in->found_phys = draw(env.cfg.phys);
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    /* A reset is one for the pipe as well. */
    env.waits = in->valid && run;
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
