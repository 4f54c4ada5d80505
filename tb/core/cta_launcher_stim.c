/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the CTA launcher. It plays hosts that launch kernels of blocks of any need, from
 * nothing to more than the core has, and a residency that takes blocks and ends them.
 */
#include <string.h>

#include "common/draws.h"
#include "core/cta_launcher_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned kernel; /* a kernel begins when none is under way */
    unsigned little; /* a need is next to nothing, */
    unsigned beyond; /* else more than the core has, */
    unsigned divide; /* else a part of what it has, else anything */
    unsigned exact;  /* just that part, or one more than it */
    unsigned side;   /* blocks in each direction at most */
    unsigned flat;   /* one block in a direction */
    unsigned huge;   /* any number of them */
    unsigned take;   /* a block that is offered is taken */
    unsigned done;   /* one that is on the core is done */
    unsigned reset;  /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "fits",    "exact", "little", "refused", "walks",
                                   "crowded", "drained", "huge",  "resets", NULL};

static const struct profile profiles[] = {
    {.kernel = 8,
     .little = 4,
     .beyond = 1,
     .divide = 12,
     .exact = 6,
     .side = 3,
     .flat = 6,
     .take = 10,
     .done = 8},
    {.kernel = 12,
     .little = 4,
     .beyond = 0,
     .divide = 14,
     .exact = 8,
     .side = 2,
     .flat = 12,
     .take = 15,
     .done = 14},
    {.kernel = 12,
     .little = 5,
     .beyond = 0,
     .divide = 16,
     .exact = 15,
     .side = 2,
     .flat = 12,
     .take = 15,
     .done = 14},
    {.kernel = 10,
     .little = 13,
     .beyond = 0,
     .divide = 14,
     .exact = 10,
     .side = 3,
     .flat = 8,
     .take = 14,
     .done = 8},
    {.kernel = 14,
     .little = 5,
     .beyond = 5,
     .divide = 10,
     .exact = 6,
     .side = 2,
     .flat = 12,
     .take = 14,
     .done = 14},
    {.kernel = 12,
     .little = 6,
     .beyond = 0,
     .divide = 14,
     .exact = 6,
     .side = 9,
     .flat = 2,
     .huge = 4,
     .take = 14,
     .done = 9},
    {.kernel = 12,
     .little = 9,
     .beyond = 0,
     .divide = 14,
     .exact = 6,
     .side = 5,
     .flat = 4,
     .take = 15,
     .done = 3},
    {.kernel = 15,
     .little = 8,
     .beyond = 0,
     .divide = 14,
     .exact = 6,
     .side = 4,
     .flat = 5,
     .take = 5,
     .done = 15},
    {.kernel = 15,
     .little = 14,
     .beyond = 0,
     .divide = 14,
     .exact = 6,
     .side = 3,
     .flat = 9,
     .huge = 14,
     .take = 16,
     .done = 15},
    {.kernel = 12,
     .little = 6,
     .beyond = 1,
     .divide = 12,
     .exact = 6,
     .side = 4,
     .flat = 4,
     .huge = 1,
     .take = 12,
     .done = 8,
     .reset = 20},
};

static struct {
    struct cta_launcher_cfg cfg;
    const struct profile *profile;
    struct cta_launcher_in *in;
    uint32_t here; /* blocks on the core */
} env;

static uint32_t any(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }

/* ---- kernels ---- */

/* The greatest number of a port that has one bit more than `limit` needs. */
static uint32_t greatest(uint32_t limit)
{
    uint32_t top = 1;
    while (top <= limit) top *= 2;
    return 2 * top - 1;
}

/* What a block needs of something that the core has so much of. */
static uint32_t draw_need(uint32_t limit, uint32_t least)
{
    const struct profile *p = env.profile;
    const uint32_t top = greatest(limit);
    const uint32_t part = limit / (1 + draw(env.cfg.ctas + 1));
    uint32_t need = draw(limit + 1);
    if (share(p->divide)) need = share(p->exact) ? part + draw(2) : draw(part + 1);
    if (share(p->beyond)) { /* the least that is too much, all ones, something between */
        const uint32_t over = share(8) ? 0 : draw(2 * (top - limit));
        need = limit + 1 + over < top ? limit + 1 + over : top;
    }
    if (share(p->little)) need = draw(3);
    return need < least ? least : need;
}

static uint32_t draw_side(void)
{
    const struct profile *p = env.profile;
    if (share(p->flat)) return 1;
    const uint32_t huge = share(2) ? UINT32_MAX : any();
    if (share(p->huge) && huge != 0) return huge;
    return 1 + draw(p->side);
}

static void draw_kernel(void)
{
    struct cta_launcher_in *in = env.in;
    in->kernel_x = draw_side();
    in->kernel_y = draw_side();
    in->kernel_z = draw_side();
    in->kernel_warps = draw_need(share(12) ? env.cfg.slots : env.cfg.ids, 1);
    in->kernel_threads = draw_need(env.cfg.threads, 1);
    in->kernel_rows = draw_need(env.cfg.rows, 0);
    in->kernel_bytes = draw_need(env.cfg.bytes, 0);
}

/* When none begins there is noise. */
static void draw_noise(void)
{
    struct cta_launcher_in *in = env.in;
    in->kernel_x = any();
    in->kernel_y = any();
    in->kernel_z = any();
    in->kernel_warps = any() & greatest(env.cfg.ids);
    in->kernel_threads = any() & greatest(env.cfg.threads);
    in->kernel_rows = any() & greatest(env.cfg.rows);
    in->kernel_bytes = any() & greatest(env.cfg.bytes);
}

/* ---- the cycle ---- */

/* Ready without a block is offered too. */
static void draw_blocks(bool block_valid, uint32_t ctas)
{
    const struct profile *p = env.profile;
    env.in->done_valid = env.here > 0 && share(p->done);
    env.in->block_ready = share(p->take);
    if (block_valid && env.here - env.in->done_valid >= ctas) env.in->block_ready = false;
}

static bool draw_cycle(bool idle, bool block_valid, uint32_t ctas)
{
    struct cta_launcher_in *in = env.in;
    in->kernel_en = idle && share(env.profile->kernel);
    if (in->kernel_en) draw_kernel();
    else draw_noise();
    draw_blocks(block_valid, ctas);
    env.here += (block_valid && in->block_ready) - (uint32_t)in->done_valid;
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    if (!run) env.here = 0;
    return run;
}

void cta_launcher_stim_open(const struct cta_launcher_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool cta_launcher_stim(struct cta_launcher_in *in, const struct cta_launcher_out *out)
{
    env.in = in;
    return draw_cycle(out->idle, out->block_valid, out->ctas);
}
