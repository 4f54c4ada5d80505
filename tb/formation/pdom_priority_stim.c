/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of post-dominator priority. It plays the neighbours and keeps their promises: warp
 * update registers whose two groups share no lane, and threads that are first before anything else.
 */
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/stim.h"
#include "formation/pdom_priority.h"
#include "run.h"

enum { GROUPS = PDOM_PRIORITY_GROUPS, MAX_ROWS = PDOM_PRIORITY_MAX_ROWS };

/* Shares are in 1/16. */
struct profile {
    unsigned dense;  /* a lane has a thread in one of the groups */
    unsigned second; /* which is group 1 */
    unsigned leave;  /* a group leaves the registers */
    unsigned pass;   /* a thread passes a post-dominator */
    unsigned first;  /* a thread is created anew; in 1/256 */
    unsigned rows;   /* rows in use: 0 all, else so many, drawn anew now and then */
    bool bursts;     /* groups in 16 cycles, then none for 16 */
};

const char *const hd_profiles[] = {"uniform", "bursty", "one_row",  "highest",
                                   "narrow",  "reborn", "lockstep", NULL};

static const struct profile profiles[] = {
    {.dense = 12, .second = 8, .leave = 13, .pass = 6, .first = 4},
    {.dense = 13, .second = 7, .leave = 14, .pass = 6, .first = 4, .bursts = true},
    {.dense = 14, .second = 8, .leave = 12, .pass = 8, .first = 2, .rows = 1},
    {.dense = 16, .second = 4, .leave = 15, .pass = 16, .first = 0, .rows = 1},
    {.dense = 1, .second = 8, .leave = 13, .pass = 8, .first = 6, .rows = 2},
    {.dense = 10, .second = 8, .leave = 12, .pass = 10, .first = 100, .rows = 3},
    {.dense = 16, .second = 0, .leave = 16, .pass = 15, .first = 0, .rows = 2},
};

static struct {
    struct pdom_priority_cfg cfg;
    const struct profile *profile;
    struct hd_rng rng;
    struct pdom_priority_in in;
    uint32_t lane_bits; /* of a thread id */
    uint32_t rows;
    uint32_t home;          /* the first of the rows in use */
    bool created[MAX_ROWS]; /* row * lanes + lane */
} env;

static bool share(unsigned sixteenths) { return hd_rng_chance(&env.rng, sixteenths, 16); }

static uint32_t draw_row(void)
{
    const uint32_t used = env.profile->rows;
    if (used == 0 || hd_rng_chance(&env.rng, 1, 64)) return hd_stim_below(&env.rng, env.rows);
    return (env.home + hd_stim_below(&env.rng, used)) % env.rows;
}

/* A thread that is not there yet is first; what has no bit in REQ is noise. */
static void draw_lane(unsigned g, uint32_t l, bool there)
{
    struct pdom_priority_in *in = &env.in;
    const uint64_t bit = UINT64_C(1) << l;
    const uint32_t row = draw_row();
    const uint32_t low = there ? l : hd_stim_below(&env.rng, UINT32_C(1) << env.lane_bits);
    in->grp_tid[g][l] = row << env.lane_bits | low;
    if (there) in->grp_req[g] |= bit;
    if (share(env.profile->pass)) in->grp_pdom[g] |= bit;
    const bool again = hd_rng_chance(&env.rng, env.profile->first, 256);
    if (again || (there && !env.created[row * env.cfg.lanes + l])) in->grp_first[g] |= bit;
}

static void draw_groups(bool quiet)
{
    struct pdom_priority_in *in = &env.in;
    memset(in, 0, sizeof *in);
    const bool single = hd_rng_chance(&env.rng, 1, 16);
    const unsigned alone = hd_stim_below(&env.rng, GROUPS);
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        const bool there = !quiet && share(env.profile->dense);
        const unsigned owner = single ? alone : share(env.profile->second) ? 1 : 0;
        for (unsigned g = 0; g < GROUPS; g++) draw_lane(g, l, there && g == owner);
    }
    for (unsigned g = 0; g < GROUPS; g++) in->grp_en[g] = share(env.profile->leave);
}

/* Threads of groups that leave are there from now on. */
static void follow(void)
{
    const struct pdom_priority_in *in = &env.in;
    for (unsigned g = 0; g < GROUPS; g++) {
        for (uint32_t l = 0; in->grp_en[g] && l < env.cfg.lanes; l++) {
            if ((in->grp_req[g] >> l & 1) == 0) continue;
            env.created[(in->grp_tid[g][l] >> env.lane_bits) * env.cfg.lanes + l] = true;
        }
    }
}

void pdom_priority_stim_open(unsigned lanes, unsigned tid_width, unsigned prio_width)
{
    env.cfg = (struct pdom_priority_cfg){lanes, tid_width, prio_width};
    env.profile = &profiles[hd_stim_profile()];
    while (UINT32_C(1) << env.lane_bits < lanes) env.lane_bits++;
    env.rows = UINT32_C(1) << (tid_width - env.lane_bits);
    hd_rng_seed(&env.rng, hd_run.seed);
}

/* The first cycle is quiet: from there on the model knows what is written. The tape names it a
 * reset. */
void pdom_priority_stim(svBitVecVal *grp_req, svBitVecVal *grp_tid, svBitVecVal *grp_pdom,
                        svBitVecVal *grp_first, unsigned char *grp_en)
{
    struct pdom_priority_in *in = &env.in;
    bool run = true;
    if (!hd_stim_play(&run, in, sizeof *in)) {
        run = hd_run.cycle > 0;
        if (hd_rng_chance(&env.rng, 1, 3000)) env.home = hd_stim_below(&env.rng, env.rows);
        draw_groups(!run || (env.profile->bursts && (hd_run.cycle >> 4 & 1) != 0));
        if (!run) in->grp_en[0] = in->grp_en[1] = false;
        follow();
        hd_stim_record(run, in, sizeof *in);
    }
    const uint32_t lanes = env.cfg.lanes;
    memcpy(grp_req, in->grp_req, sizeof in->grp_req);
    memcpy(grp_pdom, in->grp_pdom, sizeof in->grp_pdom);
    memcpy(grp_first, in->grp_first, sizeof in->grp_first);
    for (unsigned g = 0; g < GROUPS; g++) {
        memcpy(grp_tid + g * lanes, in->grp_tid[g], lanes * sizeof in->grp_tid[g][0]);
    }
    *grp_en = (unsigned char)(in->grp_en[0] | in->grp_en[1] << 1);
}
