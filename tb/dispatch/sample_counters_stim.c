/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the sample counters: an SM that issues and waits, a memory that answers requests that
 * are under way, and a slicer that begins a window when the last one has ended, or sooner.
 */
#include "common/draws.h"
#include "dispatch/sample_counters_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned issue;   /* a port issues */
    unsigned wait;    /* a port that does not, waits */
    unsigned request; /* a request is accepted, if there may be one more */
    unsigned answer;  /* one is answered */
    unsigned soon;    /* a start while a window goes on, in one of 64 draws */
    unsigned turn;    /* the mood of a window is another: all issue, or all wait */
};

const char *const hd_profiles[] = {"uniform", "busy", "stalled", "restless", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.issue = 5, .wait = 8, .request = 6, .answer = 6, .soon = 1, .turn = 4},
    {.issue = 14, .wait = 4, .request = 8, .answer = 7, .soon = 0, .turn = 6},
    {.issue = 1, .wait = 13, .request = 9, .answer = 6, .soon = 0, .turn = 8},
    {.issue = 7, .wait = 9, .request = 7, .answer = 9, .soon = 16, .turn = 2},
};
/* clang-format on */

static struct {
    struct sample_counters_cfg cfg;
    const struct profile *profile;
    uint32_t lines; /* requests under way */
    uint32_t left;  /* cycles of the window */
    unsigned mood;  /* of the window: 0 as the profile says, 1 all issue, 2 all wait */
} env;

static uint32_t draw_why(bool issues)
{
    if (!issues && (env.mood == 2 || share(env.profile->wait))) return SAMPLE_COUNTERS_WAITS;
    return (uint32_t)hd_stim_word(&hd_draws, 3);
}

static void draw_ports(struct sample_counters_in *in)
{
    const bool odd_one = draw(64) == 0;
    in->issue = 0;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        bool issues = env.mood == 1 || (env.mood == 0 && share(env.profile->issue));
        if (odd_one && env.mood == 1) issues = false;
        if (issues) in->issue |= (uint32_t)bit(p);
        in->why[p] = draw_why(issues);
    }
}

static void draw_memory(struct sample_counters_in *in)
{
    const bool held = env.mood == 2 && env.lines == 1 && draw(16) != 0;
    in->answer = env.lines > 0 && !held && share(env.profile->answer);
    in->request = (env.lines < env.cfg.lines || in->answer) &&
                  share(env.mood == 2 ? 12 : env.profile->request);
}

static bool draw_start(void)
{
    if (env.left == 0) return draw(4) == 0;
    if (draw(64) >= env.profile->soon) return false;
    return env.cfg.window < 64 || env.left < 3 || draw(32) == 0;
}

void sample_counters_stim_open(const struct sample_counters_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool sample_counters_stim(struct sample_counters_in *in, const struct sample_counters_out *out)
{
    (void)out;
    draw_ports(in);
    draw_memory(in);
    in->start_en = draw_start();
    if (env.left > 0) env.left--;
    if (in->start_en) {
        env.left = env.cfg.window;
        env.mood = share(env.profile->turn) ? 1 + draw(2) : 0;
    }
    env.lines = env.lines + in->request - in->answer;
    const bool run = !hd_stim_reset(&hd_draws);
    if (!run) {
        env.lines = 0;
        env.left = 0;
    }
    return run;
}
