/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the warp pool. It plays the neighbours and keeps their promises: two groups whose
 * lanes are disjoint, a LUT that lets them join and open warps and shuts those it leaves, a
 * scheduler that links warps, and an issue side that reads one warp and now and then takes it.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/warp_pool_seam.h"
#include "run.h"

enum {
    GROUPS = WARP_POOL_GROUPS,
    LINKS = WARP_POOL_LINKS,
    MAX_ENTRIES = WARP_POOL_MAX_ENTRIES,
    NONE = WARP_POOL_MAX_ENTRIES
};

/* Shares are in 1/16. */
struct profile {
    unsigned dense;  /* a lane has a thread in one of the groups */
    unsigned second; /* which is group 1 */
    unsigned join;   /* a group finds an open warp, else it opens one */
    unsigned meet;   /* that of the last group, or the one that is read */
    unsigned evict;  /* a group that opens a warp makes the LUT leave another one */
    unsigned link;   /* a link is written */
    unsigned keep;   /* the warp read stays the same */
    unsigned issue;  /* it leaves the pool */
    bool bursts;     /* groups for 64 cycles, then none for 64 */
};

const char *const hd_profiles[] = {"uniform", "bursty", "joins", "conflicts",
                                   "evicted", "full",   "hot",   NULL};

static const struct profile profiles[] = {
    {.dense = 6, .second = 8, .join = 9, .meet = 3, .evict = 4, .link = 8, .keep = 8, .issue = 12},
    {.dense = 7,
     .second = 7,
     .join = 8,
     .meet = 3,
     .evict = 3,
     .link = 8,
     .keep = 4,
     .issue = 14,
     .bursts = true},
    {.dense = 1, .second = 8, .join = 15, .meet = 5, .evict = 1, .link = 4, .keep = 10, .issue = 4},
    {.dense = 13,
     .second = 8,
     .join = 15,
     .meet = 8,
     .evict = 1,
     .link = 9,
     .keep = 6,
     .issue = 15},
    {.dense = 5, .second = 8, .join = 4, .meet = 4, .evict = 14, .link = 8, .keep = 6, .issue = 14},
    {.dense = 8, .second = 8, .join = 6, .meet = 2, .evict = 6, .link = 10, .keep = 6, .issue = 2},
    {.dense = 4,
     .second = 8,
     .join = 12,
     .meet = 14,
     .evict = 8,
     .link = 8,
     .keep = 13,
     .issue = 3},
};

enum status { FREE, OPEN, CLOSED };

static struct {
    struct warp_pool_cfg cfg;
    const struct profile *profile;
    struct warp_pool_in *in;
    uint64_t all_lanes;
    enum status status[MAX_ENTRIES];
    uint64_t lanes[MAX_ENTRIES]; /* of a warp */
    uint32_t last;               /* the warp that the last group joined or opened */
    uint32_t read;               /* the warp that is read */
    bool taken;                  /* and leaves the pool in this cycle */
} env;

static uint32_t draw_bits(uint32_t width) { return (uint32_t)hd_stim_word(&hd_draws, width); }

static uint32_t draw_index(void) { return hd_stim_below(&hd_draws, env.cfg.entries); }

/* A warp that is (or is not) in the pool, but this one; NONE if there is none. */
static uint32_t draw_warp(bool live, uint32_t but)
{
    const uint32_t start = draw_index();
    for (uint32_t k = 0; k < env.cfg.entries; k++) {
        const uint32_t i = (start + k) % env.cfg.entries;
        if ((env.status[i] != FREE) == live && i != but) return i;
    }
    return NONE;
}

/* An open warp; NONE if there is none. */
static uint32_t draw_open(void)
{
    const uint32_t hot = share(8) ? env.read : env.last;
    if (share(env.profile->meet) && hot != NONE && env.status[hot] == OPEN) return hot;
    const uint32_t start = draw_index();
    for (uint32_t k = 0; k < env.cfg.entries; k++) {
        const uint32_t i = (start + k) % env.cfg.entries;
        if (env.status[i] == OPEN) return i;
    }
    return NONE;
}

/* ---- the LUT ---- */

static void shut(unsigned g, uint32_t idx)
{
    env.in->shut_en[g] = true;
    env.in->shut_idx[g] = idx;
    env.in->shut_mask[g] = env.lanes[idx];
    env.status[idx] = CLOSED;
}

static void open_warp(unsigned g, uint32_t idx, uint64_t lanes)
{
    env.in->open_en[g] = true;
    env.in->open_idx[g] = idx;
    env.in->open_mask[g] = lanes;
    env.status[idx] = OPEN;
    env.lanes[idx] = lanes;
    env.last = idx;
}

/* The threads whose lanes are free join; the others open a warp, and the old one is shut. */
static void join_warp(unsigned g, uint32_t idx, uint64_t req)
{
    const uint64_t conflict = req & env.lanes[idx];
    const uint32_t fresh = conflict == 0 ? NONE : draw_warp(false, NONE);
    if (conflict != 0 && fresh == NONE) return; /* refused */
    env.in->join_en[g] = conflict != req;
    env.in->join_idx[g] = idx;
    env.in->join_mask[g] = req & ~conflict;
    env.lanes[idx] |= req;
    env.last = idx;
    if (conflict == 0) return;
    shut(g, idx);
    open_warp(g, fresh, conflict);
}

/* Where a group does nothing its indices are noise. */
static void place_group(unsigned g, uint64_t req)
{
    struct warp_pool_in *in = env.in;
    in->join_en[g] = in->open_en[g] = in->shut_en[g] = false;
    in->join_mask[g] = in->open_mask[g] = 0;
    in->join_idx[g] = draw_index();
    in->open_idx[g] = draw_index();
    in->shut_idx[g] = draw_index();
    in->shut_mask[g] = hd_stim_word(&hd_draws, 64) & env.all_lanes;
    if (req == 0) return;
    const uint32_t found = share(env.profile->join) ? draw_open() : NONE;
    if (found != NONE) {
        join_warp(g, found, req);
        return;
    }
    const uint32_t fresh = draw_warp(false, NONE);
    if (fresh == NONE) return; /* refused */
    const uint32_t victim = share(env.profile->evict) ? draw_open() : NONE;
    if (victim != NONE) shut(g, victim);
    open_warp(g, fresh, req);
}

/* ---- the inputs of a cycle ---- */

static void draw_groups(bool quiet)
{
    uint64_t req[GROUPS] = {0};
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        const unsigned g = share(env.profile->second) ? 1 : 0;
        if (!quiet && share(env.profile->dense)) req[g] |= UINT64_C(1) << l;
        if (!quiet && env.cfg.tid_writes == 2 && share(env.profile->dense / 2))
            req[1 - g] |= UINT64_C(1) << l;
    }
    if (!quiet && env.cfg.tid_writes == 2 && share(1)) req[draw(GROUPS)] = env.all_lanes;
    for (unsigned g = 0; g < GROUPS; g++) {
        env.in->grp_pc[g] = draw_bits(env.cfg.pc_width);
        for (uint32_t l = 0; l < env.cfg.lanes; l++) {
            env.in->grp_tid[g][l] = draw_bits(env.cfg.tid_width);
        }
        if (hd_rng_chance(&hd_draws, 1, 8)) req[g] = 0;
        place_group(g, req[g]);
    }
}

/* The warp that is read was opened in an earlier cycle. */
static void choose_read(void)
{
    if (env.read != NONE && env.status[env.read] == FREE) env.read = NONE;
    if (env.read == NONE || !share(env.profile->keep)) env.read = draw_warp(true, NONE);
    env.taken = env.read != NONE && share(env.profile->issue);
    env.in->issue_idx = env.read == NONE ? draw_index() : env.read;
}

/* The LUT still has the warp, with the threads that joined in this cycle; before is what it had at
 * the start of the cycle. A LUT that closes first still says so of a warp which is shut just now.
 */
static void answer_close(bool was_open, uint64_t before)
{
    struct warp_pool_in *in = env.in;
    const bool is_open = was_open && env.status[env.read] == OPEN;
    in->close_hit = is_open || (was_open && share(8));
    in->close_occ = is_open         ? env.lanes[env.read]
                    : in->close_hit ? before
                                    : hd_stim_word(&hd_draws, 64) & env.all_lanes;
}

/* A link starts at a tail that stays. */
static void draw_links(void)
{
    struct warp_pool_in *in = env.in;
    for (unsigned k = 0; k < LINKS; k++) {
        const uint32_t from = draw_warp(true, in->issue_idx);
        const uint32_t to = share(4) && env.read != NONE ? env.read : draw_warp(true, from);
        in->link_en[k] = from != NONE && to != NONE && share(env.profile->link);
        in->link_from[k] = in->link_en[k] ? from : draw_index();
        in->link_to[k] = in->link_en[k] ? to : draw_index();
    }
    if (in->link_en[0] && in->link_from[0] == in->link_from[1]) in->link_en[1] = false;
}

void warp_pool_stim_open(const struct warp_pool_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.all_lanes = UINT64_MAX >> (64 - cfg->lanes);
    env.last = env.read = NONE;
}

/* The first cycle is quiet: from there on the model knows what is written. The tape names it a
 * reset. */
static bool draw_cycle(void)
{
    const bool run = hd_run.cycle > 0;
    choose_read();
    const bool was_open = env.read != NONE && env.status[env.read] == OPEN;
    const uint64_t before = was_open ? env.lanes[env.read] : 0;
    draw_groups(!run || (env.profile->bursts && (hd_run.cycle >> 6 & 1) != 0));
    answer_close(was_open, before);
    draw_links();
    if (env.taken) env.status[env.read] = FREE;
    return run;
}

bool warp_pool_stim(struct warp_pool_in *in, const struct warp_pool_out *out)
{
    env.in = in;
    (void)out;
    return draw_cycle();
}
