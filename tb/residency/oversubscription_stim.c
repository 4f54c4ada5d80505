/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of oversubscription. It plays the core, whose idle and memory times come in moods that
 * last some epochs, and software, which writes the registers now and then. It keeps the one promise
 * there is: an epoch has at least one cycle.
 */
#include <string.h>

#include "common/draws.h"
#include "residency/oversubscription_seam.h"

/* Shares are in 1/16, except: */
struct profile {
    uint32_t epoch;  /* cycles of the longest epoch; 0: of any magnitude, up to the register's */
    uint32_t delta;  /* cycles of the greatest delta */
    unsigned mood;   /* how far the share of idle and memory cycles may be from 8 */
    unsigned both;   /* a cycle is idle and waits for memory, or neither */
    unsigned step;   /* steps are small */
    unsigned room;   /* bounds are high */
    unsigned start;  /* 1/1024: it is started */
    unsigned write;  /* 1/1024: registers are written */
    unsigned modest; /* a default is not above the bound */
};

const char *const hd_profiles[] = {"uniform", "brink",   "climb", "both",
                                   "starts",  "lowered", "long",  NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.epoch = 24, .delta = 4, .mood = 8, .both = 3, .step = 8, .room = 8, .start = 4, .write = 8,
     .modest = 8},
    {.epoch = 7, .delta = 2, .mood = 4, .both = 1, .step = 12, .room = 12, .start = 4, .write = 24,
     .modest = 12},
    {.epoch = 12, .delta = 3, .mood = 8, .step = 14, .room = 14, .write = 4, .modest = 16},
    {.epoch = 16, .delta = 3, .mood = 8, .both = 13, .step = 8, .room = 8, .start = 4, .write = 12,
     .modest = 8},
    {.epoch = 5, .delta = 1, .mood = 8, .both = 2, .step = 6, .room = 10, .start = 240, .write = 80,
     .modest = 4},
    {.epoch = 60, .delta = 8, .mood = 8, .both = 2, .step = 8, .room = 6, .start = 4, .write = 120,
     .modest = 8},
    {.delta = 64, .mood = 8, .both = 6, .step = 4, .room = 4, .write = 2, .modest = 8},
};
/* clang-format on */

enum { MOOD_CYCLES = 40 };

static struct {
    struct oversubscription_cfg cfg;
    const struct profile *profile;
    struct oversubscription_in *in;
    unsigned idle; /* shares of this mood */
    unsigned mem;
} env;

static uint32_t greatest(uint32_t bits) { return (UINT32_C(1) << bits) - 1; }
static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* ---- software ---- */

static void write_resource(uint32_t r)
{
    struct oversubscription_in *in = env.in;
    const uint32_t most = greatest(env.cfg.thresh_width);
    in->max[r] = share(env.profile->room) ? most - draw(1 + most / 8) : draw(most + 1);
    in->step[r] = share(env.profile->step) ? draw(least(most, 4) + 1) : draw(most + 1);
    in->default_thresh[r] = draw(most + 1);
    if (share(env.profile->modest)) in->default_thresh[r] = draw(in->max[r] + 1);
}

static void write_registers(void)
{
    struct oversubscription_in *in = env.in;
    const uint32_t most = greatest(env.cfg.epoch_width);
    const uint32_t longest =
        env.profile->epoch != 0 ? env.profile->epoch : UINT32_C(2) << draw(env.cfg.epoch_width);
    in->epoch = 1 + draw(least(longest, most));
    if (env.profile->epoch == 0 && share(4)) in->epoch = most - draw(least(3, most));
    in->delta = share(14) ? draw(least(env.profile->delta, most) + 1) : draw(most + 1);
    for (uint32_t r = 0; r < env.cfg.resources; r++) write_resource(r);
}

/* ---- the core ---- */

static unsigned draw_mood(void)
{
    const uint32_t span = env.profile->mood;
    return 8 - span + draw(2 * span + 1);
}

static void draw_core(void)
{
    struct oversubscription_in *in = env.in;
    if (draw(MOOD_CYCLES) == 0) {
        env.idle = draw_mood();
        env.mem = draw_mood();
    }
    in->idle = share(env.idle);
    in->mem = share(env.profile->both) ? in->idle : share(env.mem);
}

static bool draw_cycle(void)
{
    const bool run = !hd_stim_reset(&hd_draws);
    struct oversubscription_in *in = env.in;
    in->start = hd_rng_chance(&hd_draws, env.profile->start, 1024);
    if (in->epoch == 0 || hd_rng_chance(&hd_draws, env.profile->write, 1024)) write_registers();
    draw_core();
    return run;
}

void oversubscription_stim_open(const struct oversubscription_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool oversubscription_stim(struct oversubscription_in *in, const struct oversubscription_out *out)
{
    env.in = in;
    (void)out;
    return draw_cycle();
}
