/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of post-dominator priority. It plays the neighbours and keeps their promises: warp
 * update registers whose two groups share no lane, and threads that are first before anything else.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/pdom_priority_seam.h"
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
    uint32_t lane_bits; /* of a thread id */
    uint32_t rows;
    uint32_t home;          /* the first of the rows in use */
    bool created[MAX_ROWS]; /* by thread id */
    bool used[MAX_ROWS];    /* likewise: there in this cycle */
} env;

static uint32_t draw_row(void)
{
    const uint32_t used = env.profile->rows;
    if (used == 0 || hd_rng_chance(&hd_draws, 1, 64)) return draw(env.rows);
    return (env.home + draw(used)) % env.rows;
}

/* A thread of the row whose home lane is that of a place. */
static uint32_t thread_at(uint32_t row, uint32_t p)
{
    const uint32_t homes = env.cfg.lanes / env.cfg.lane_slots;
    const uint32_t low = env.cfg.lane_slots == 1 ? p : draw(env.cfg.lane_slots) * homes + p % homes;
    return row << env.lane_bits | low;
}

/* A thread that is not there yet is first; what has no bit in REQ is noise. No thread is in a cycle
 * at two places. */
static void draw_lane(struct pdom_priority_in *in, unsigned g, uint32_t l, bool there)
{
    const uint32_t row = draw_row();
    const uint32_t tid =
        there ? thread_at(row, l) : row << env.lane_bits | draw(UINT32_C(1) << env.lane_bits);
    there = there && !env.used[tid];
    in->grp_tid[g][l] = tid;
    if (there) in->grp_req[g] |= bit(l);
    if (there) env.used[tid] = true;
    if (share(env.profile->pass)) in->grp_pdom[g] |= bit(l);
    const bool again = hd_rng_chance(&hd_draws, env.profile->first, 256);
    if (again || (there && !env.created[tid])) in->grp_first[g] |= bit(l);
}

static void draw_groups(struct pdom_priority_in *in, bool quiet)
{
    memset(in, 0, sizeof *in);
    const bool single = hd_rng_chance(&hd_draws, 1, 16);
    const unsigned alone = draw(GROUPS);
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        const bool there = !quiet && share(env.profile->dense);
        const unsigned owner = single ? alone : share(env.profile->second) ? 1 : 0;
        for (unsigned g = 0; g < GROUPS; g++) draw_lane(in, g, l, there && g == owner);
    }
    for (unsigned g = 0; g < GROUPS; g++) in->grp_en[g] = share(env.profile->leave);
}

/* Threads of groups that leave are there from now on. */
static void follow(const struct pdom_priority_in *in)
{
    for (unsigned g = 0; g < GROUPS; g++) {
        for (uint32_t l = 0; l < env.cfg.lanes; l++) {
            if (!has(in->grp_req[g], l)) continue;
            env.used[in->grp_tid[g][l]] = false;
            if (in->grp_en[g]) env.created[in->grp_tid[g][l]] = true;
        }
    }
}

void pdom_priority_stim_open(const struct pdom_priority_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.lane_bits = clog2(cfg->lanes);
    env.rows = UINT32_C(1) << (cfg->tid_width - env.lane_bits);
}

/* The first cycle is quiet: from there on the model knows what is written. The tape names it a
 * reset. */
bool pdom_priority_stim(struct pdom_priority_in *in, const struct pdom_priority_out *out)
{
    (void)out;
    const bool run = hd_run.cycle > 0;
    if (hd_rng_chance(&hd_draws, 1, 3000)) env.home = draw(env.rows);
    draw_groups(in, !run || (env.profile->bursts && (hd_run.cycle >> 4 & 1) != 0));
    if (!run) in->grp_en[0] = in->grp_en[1] = false;
    follow(in);
    return run;
}
