/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the launch queues: hosts that launch kernels on many streams or on few, and wait for
 * launches that stand in queues, run, or are done; and a machine that takes launches fast or slowly
 * and ends them in any order. Now and then it stops pushing, taking or ending for a while.
 */
#include <string.h>

#include "common/draws.h"
#include "common/unpack.h"
#include "dispatch/launch_queues_seam.h"

enum { MAX_LAUNCHES = LAUNCH_QUEUES_MAX_LAUNCHES };

/* Shares are in 1/16. */
struct profile {
    unsigned push;   /* a command comes */
    unsigned wait;   /* it is a wait */
    unsigned few;    /* of one of two streams, else of any */
    unsigned room;   /* of a queue that is not full */
    unsigned low;    /* a launch has the lowest free number, else any */
    unsigned stray;  /* any number of a stream or a launch, also one that there is not */
    unsigned open;   /* a wait is for a launch that is open, else any */
    unsigned again;  /* a wait is for the launch of the last wait */
    unsigned ready;  /* a launch that can begin begins */
    unsigned done;   /* a launch that runs is done */
    unsigned gather; /* a lull is one in which all that comes waits for one launch */
};

const char *const hd_profiles[] = {"uniform", "launches", "waits", "races", "slow", "gather", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.push = 10, .wait = 6, .few = 2, .room = 4, .low = 4, .stray = 2, .open = 8, .again = 3,
     .ready = 8, .done = 6, .gather = 2},
    {.push = 14, .wait = 1, .few = 1, .room = 8, .low = 1, .stray = 1, .open = 8, .again = 1,
     .ready = 12, .done = 4, .gather = 0},
    {.push = 14, .wait = 12, .few = 3, .room = 8, .low = 6, .stray = 1, .open = 12, .again = 4,
     .ready = 13, .done = 8, .gather = 2},
    {.push = 15, .wait = 8, .few = 12, .room = 4, .low = 12, .stray = 1, .open = 8, .again = 8,
     .ready = 15, .done = 14, .gather = 1},
    {.push = 8, .wait = 5, .few = 4, .room = 2, .low = 3, .stray = 2, .open = 8, .again = 2,
     .ready = 2, .done = 10, .gather = 0},
    {.push = 15, .wait = 6, .few = 1, .room = 15, .low = 2, .stray = 1, .open = 12, .again = 8,
     .ready = 14, .done = 12, .gather = 16},
};
/* clang-format on */

/* What stands still for a while. In GATHER it is nearly all: once everything is done, one launch
 * begins, and commands that wait for it fill the queues. */
enum lull { NO_LULL, NO_PUSH, NO_READY, NO_DONE, NO_OUTLET, GATHER };

static struct {
    struct launch_queues_cfg cfg;
    const struct profile *profile;
    bool run[MAX_LAUNCHES]; /* the launch runs */
    uint32_t waited;        /* the launch of the last wait */
    uint32_t hot;           /* the launch for which all wait in GATHER; the next one in turn */
    bool hot_pushed;
    enum lull lull;
    uint32_t left; /* cycles of the lull */
} env;

/* Any number that a port holds to which numbers below n are given. */
static uint32_t draw_number(uint32_t n)
{
    return (uint32_t)hd_stim_word(&hd_draws, n > 1 ? hd_bits_for(n - 1) : 1);
}

/* A launch of a kind, from any one upward and around; `launches` if there is none. */
static uint32_t draw_launch(const bool *set, bool value, uint32_t from)
{
    for (uint32_t i = 0; i < env.cfg.launches; i++) {
        const uint32_t l = (from + i) % env.cfg.launches;
        if (set[l] == value) return l;
    }
    return env.cfg.launches;
}

static uint32_t any_launch(void) { return hd_stim_below(&hd_draws, env.cfg.launches); }

static void draw_lull(const struct launch_queues_out *out)
{
    if (env.lull == GATHER) {
        /* It begins with all done, and ends some time after the queues are full. */
        if (!env.hot_pushed || !env.run[env.hot]) return;
        if (out->full != ones(env.cfg.queues) || !share(4)) return;
        env.lull = NO_PUSH;
        env.left = env.cfg.queues * env.cfg.depth + 4;
        env.hot = (env.hot + 1) % env.cfg.launches;
        return;
    }
    if (env.left > 0 && --env.left > 0) return;
    env.lull = NO_LULL;
    if (share(env.profile->gather) && share(env.profile->gather)) {
        env.lull = GATHER;
        env.hot_pushed = false;
        return;
    }
    env.left = 1 + hd_stim_below(&hd_draws, 64);
    if (share(4)) env.lull = NO_PUSH + hd_stim_below(&hd_draws, NO_OUTLET);
    /* Long enough that the queues fill, or are empty and all is done. */
    if (env.lull != NO_LULL) env.left += hd_stim_below(&hd_draws, 4 * env.cfg.launches);
}

static void draw_done(struct launch_queues_in *in)
{
    const uint32_t l = draw_launch(env.run, true, any_launch());
    const bool stands =
        env.lull == NO_DONE || env.lull == NO_OUTLET || (env.lull == GATHER && env.hot_pushed);
    in->done_en = l < env.cfg.launches && !stands && share(env.profile->done);
    in->done_launch = l < env.cfg.launches ? l : any_launch();
}

static void draw_begin(struct launch_queues_in *in)
{
    const bool stands = env.lull == NO_READY || env.lull == NO_OUTLET;
    in->begin_ready = !stands && share(env.profile->ready);
}

static uint32_t draw_stream(const struct launch_queues_out *out)
{
    uint32_t s = hd_stim_below(&hd_draws, env.cfg.streams);
    if (share(env.profile->few)) s = env.cfg.streams > 2 ? s % 2 : s;
    if (!share(env.profile->room)) return s;
    for (uint32_t i = 0; i < env.cfg.streams && has(out->full, s % env.cfg.queues); i++)
        s = (s + 1) % env.cfg.streams;
    return s;
}

/* The launch that a wait names: often one that is done in this cycle. */
static uint32_t draw_waited(const struct launch_queues_in *in, const struct launch_queues_out *out)
{
    if (in->done_en && share(3)) return in->done_launch;
    if (share(env.profile->again)) return env.waited;
    if (!share(env.profile->open)) return any_launch();
    const uint32_t l = share(8) ? draw_launch(env.run, true, any_launch())
                                : draw_launch(out->free, false, any_launch());
    return l < env.cfg.launches ? l : any_launch();
}

static void draw_push(struct launch_queues_in *in, const struct launch_queues_out *out)
{
    const uint32_t from = share(env.profile->low) ? 0 : any_launch();
    const uint32_t unused = draw_launch(out->free, true, from);
    in->push_en = env.lull != NO_PUSH && share(env.profile->push);
    /* Without a free number only a wait can come. */
    in->push_wait = share(env.profile->wait) || unused == env.cfg.launches;
    in->push_stream = draw_stream(out);
    if (in->push_wait) env.waited = in->push_launch = draw_waited(in, out);
    else in->push_launch = unused;
    if (share(env.profile->stray)) in->push_stream = draw_number(env.cfg.streams);
    if (!share(env.profile->stray)) return;
    const uint32_t any = draw_number(env.cfg.launches);
    if (in->push_wait || any >= env.cfg.launches || out->free[any]) in->push_launch = any;
}

/* In GATHER comes nothing until all is done, then the launch, then waits for it while it runs. */
static void draw_gather(struct launch_queues_in *in, const struct launch_queues_out *out)
{
    in->push_en = env.hot_pushed ? env.run[env.hot] : out->idle;
    in->push_wait = env.hot_pushed;
    in->push_stream = draw_stream(out);
    in->push_launch = env.hot;
}

void launch_queues_stim_open(const struct launch_queues_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool launch_queues_stim(struct launch_queues_in *in, const struct launch_queues_out *out)
{
    draw_lull(out);
    draw_done(in);
    draw_begin(in);
    if (env.lull == GATHER) draw_gather(in, out);
    else draw_push(in, out);
    const bool run = !hd_stim_reset(&hd_draws);
    if (!run) {
        memset(env.run, 0, sizeof env.run);
        env.hot_pushed = false;
        return run;
    }
    if (env.lull == GATHER && in->push_en) env.hot_pushed = true;
    if (out->begin_valid && in->begin_ready) env.run[out->begin_launch] = true;
    if (in->done_en) env.run[in->done_launch] = false;
    return run;
}
