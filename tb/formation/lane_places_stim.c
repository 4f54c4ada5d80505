/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus of the lane places: groups of any threads, which move by any turn. */
#include "common/bits.h"
#include "common/draws.h"
#include "formation/lane_places_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned dense;   /* a place has a thread */
    unsigned other;   /* of group 1; a thread that is in group 0 may be there too */
    unsigned turned;  /* a lane has some places taken */
    unsigned numbers; /* the id of a thread is the number of its place */
};

const char *const hd_profiles[] = {"uniform", "sparse", "whole", "numbers", NULL};

static const struct profile profiles[] = {
    {.dense = 8, .other = 8, .turned = 10, .numbers = 2},
    {.dense = 2, .other = 3, .turned = 8, .numbers = 2},
    {.dense = 15, .other = 14, .turned = 13, .numbers = 2},
    {.dense = 9, .other = 6, .turned = 10, .numbers = 16},
};

static struct {
    struct lane_places_cfg cfg;
    const struct profile *profile;
} env;

void lane_places_stim_open(const struct lane_places_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

static void draw_group(struct lane_places_in *in, uint32_t g)
{
    const bool numbers = share(env.profile->numbers);
    const uint32_t turns = env.cfg.lane_slots > 1 ? env.cfg.lane_slots : 2; /* all of the port's */
    in->grp_req[g] = 0;
    for (uint32_t p = 0; p < env.cfg.lanes; p++) {
        if (share(g == 0 ? env.profile->dense : env.profile->other)) in->grp_req[g] |= bit(p);
        in->grp_tid[g][p] = numbers ? p & (uint32_t)ones(env.cfg.tid_width)
                                    : (uint32_t)hd_stim_word(&hd_draws, env.cfg.tid_width);
    }
    for (uint32_t l = 0; l < env.cfg.lanes / env.cfg.lane_slots; l++)
        in->turn[g][l] = share(env.profile->turned) ? draw(turns) : 0;
}

bool lane_places_stim(struct lane_places_in *in, const struct lane_places_out *out)
{
    (void)out;
    for (uint32_t g = 0; g < LANE_PLACES_GROUPS; g++) draw_group(in, g);
    return !hd_stim_reset(&hd_draws);
}
