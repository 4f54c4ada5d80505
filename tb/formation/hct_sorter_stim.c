/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the HCT sorter: three contexts whose threads are different ones, of which two at most
 * stay. What is not valid is noise.
 */
#include "common/draws.h"
#include "formation/hct_sorter_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned valid;
    unsigned stay;
    unsigned empty; /* a context has no thread */
    unsigned equal; /* its address is that of an input before it */
    unsigned near;  /* or one bit away from that */
    unsigned all;   /* each lane has a thread in one of the three */
};

const char *const hd_profiles[] = {"uniform", "meet", "stops", "near", "sparse", "full", NULL};

static const struct profile profiles[] = {
    {.valid = 13, .stay = 4, .empty = 1, .equal = 4, .near = 4, .all = 4},
    {.valid = 15, .stay = 1, .empty = 1, .equal = 13, .near = 2, .all = 4},
    {.valid = 15, .stay = 10, .empty = 1, .equal = 6, .near = 4, .all = 4},
    {.valid = 16, .stay = 2, .near = 16, .all = 8},
    {.valid = 7, .stay = 6, .empty = 6, .equal = 6, .near = 4},
    {.valid = 16, .stay = 1, .equal = 2, .near = 6, .all = 16},
};

static struct {
    struct hct_sorter_cfg cfg;
    const struct profile *profile;
} env;

void hct_sorter_stim_open(const struct hct_sorter_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

static uint64_t draw_pc(const struct hct_sorter_in *in, uint32_t i)
{
    if (i > 0 && share(env.profile->equal)) return in->pc[draw(i)];
    if (i > 0 && share(env.profile->near)) return in->pc[draw(i)] ^ bit(draw(env.cfg.pc_width));
    return hd_stim_word(&hd_draws, env.cfg.pc_width);
}

/* Each lane's thread goes to one context, or to none. */
static void draw_masks(struct hct_sorter_in *in)
{
    const struct profile *p = env.profile;
    uint64_t left = share(p->all) ? ones(env.cfg.lanes) : hd_stim_word(&hd_draws, env.cfg.lanes);
    const uint32_t first = draw(3);
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t i = (first + k) % 3;
        uint64_t mask = left;
        if (k < 2 || !share(p->all)) mask &= hd_stim_word(&hd_draws, env.cfg.lanes);
        if (share(p->empty)) mask = 0;
        else if (mask == 0 && left != 0) mask = left & -left;
        in->mask[i] = mask;
        left &= ~mask;
    }
}

bool hct_sorter_stim(struct hct_sorter_in *in, const struct hct_sorter_out *out)
{
    const struct profile *p = env.profile;
    uint32_t stays = 0;
    (void)out;
    draw_masks(in);
    for (uint32_t i = 0; i < 3; i++) {
        in->pc[i] = draw_pc(in, i);
        in->valid[i] = share(p->valid);
        in->stay[i] = share(p->stay);
        if (!in->valid[i]) in->mask[i] ^= hd_stim_word(&hd_draws, env.cfg.lanes);
        if (in->valid[i] && in->stay[i] && in->mask[i] != 0 && ++stays > 2) in->stay[i] = false;
    }
    return !hd_stim_reset(&hd_draws);
}
