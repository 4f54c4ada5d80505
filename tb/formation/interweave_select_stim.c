/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus of hd_interweave_select. It plays the neighbours and keeps their promises. */
#include "formation/interweave_select_seam.h"
#include "common/draws.h"

/* Shares are in 1/16. */
struct profile {
    unsigned set;
    unsigned step;
};

const char *const hd_profiles[] = {"uniform", "full", NULL};

static const struct profile profiles[] = {
    {.set = 4, .step = 8},
    {.set = 1, .step = 15},
};

static struct {
    struct interweave_select_cfg cfg;
    const struct profile *profile;
} env;

void interweave_select_stim_open(const struct interweave_select_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool interweave_select_stim(struct interweave_select_in *in,
                            const struct interweave_select_out *out)
{
    (void)out;
    in->set_en = share(env.profile->set);
    in->set_value = hd_stim_word(&hd_draws, env.cfg.width);
    in->step_en = share(env.profile->step);
    return !hd_stim_reset(&hd_draws);
}
