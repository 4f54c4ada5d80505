/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the thread ids. It plays launches of kernels whose blocks have any shape that fits,
 * and warps that ask where their threads are.
 */
#include <string.h>

#include "common/draws.h"
#include "core/thread_ids_seam.h"

/* How many threads a block may have. */
enum room {
    ANY,  /* up to the most */
    FULL, /* the most */
    FEW,  /* about a warp */
    ROOMS
};

/* Shares are in 1/16. */
struct profile {
    unsigned kernel; /* 1/1024: a kernel begins while one is ready */
    unsigned again;  /* 1/1024: while one is counted */
    unsigned room;   /* the room for a block is this one, else any */
    enum room favourite;
    unsigned ones;     /* a size is 1 */
    unsigned fill;     /* a size is what is left */
    unsigned lanes;    /* a size is Lanes, or next to it */
    unsigned there;    /* a warp that is asked for is one of the block */
    unsigned together; /* all lanes and ports ask for the same */
    unsigned reset;    /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "full",     "few",   "cubes",  "lines",
                                   "warps",   "restarts", "looks", "resets", NULL};

static const struct profile profiles[] = {
    {.kernel = 200, .again = 1, .ones = 3, .fill = 4, .lanes = 3, .there = 13, .together = 2},
    {.kernel = 100,
     .again = 0,
     .room = 16,
     .favourite = FULL,
     .ones = 3,
     .fill = 6,
     .lanes = 6,
     .there = 15,
     .together = 2},
    {.kernel = 500,
     .again = 8,
     .room = 16,
     .favourite = FEW,
     .ones = 4,
     .fill = 6,
     .lanes = 6,
     .there = 12,
     .together = 2},
    {.kernel = 200, .again = 0, .ones = 0, .fill = 3, .lanes = 1, .there = 14, .together = 1},
    {.kernel = 250, .again = 0, .ones = 9, .fill = 11, .lanes = 2, .there = 14, .together = 1},
    {.kernel = 250, .again = 0, .ones = 4, .fill = 2, .lanes = 12, .there = 14, .together = 1},
    {.kernel = 900, .again = 250, .ones = 5, .fill = 2, .lanes = 3, .there = 12, .together = 2},
    {.kernel = 20, .again = 0, .ones = 2, .fill = 4, .lanes = 2, .there = 15, .together = 3},
    {.kernel = 400,
     .again = 3,
     .ones = 4,
     .fill = 3,
     .lanes = 3,
     .there = 12,
     .together = 2,
     .reset = 8},
};

static struct {
    struct thread_ids_cfg cfg;
    const struct profile *profile;
    struct thread_ids_in *in;
    bool begun;     /* a kernel was begun since the last reset */
    uint32_t warps; /* of the kernel that was begun last */
} env;

/* ---- kernels ---- */

/* Threads of the block at most. */
static uint32_t draw_room(void)
{
    const struct profile *p = env.profile;
    const uint32_t lanes = env.cfg.lanes;
    const uint32_t most = lanes * env.cfg.max_warps;
    const enum room room = share(p->room) ? p->favourite : (enum room)draw(ROOMS);
    const uint32_t few = 1 + draw(lanes + 1);
    if (room == FULL) return most;
    return room == FEW && few < most ? few : 1 + draw(most);
}

/* One of a block's sizes, at most so many. */
static uint32_t draw_size(uint32_t left)
{
    const struct profile *p = env.profile;
    const uint32_t near = env.cfg.lanes - 1 + draw(3);
    if (share(p->ones)) return 1;
    if (share(p->fill)) return left;
    if (share(p->lanes) && near >= 1 && near <= left) return near;
    /* Small ones more often, so that something is left for the other two. */
    const uint32_t bound = share(8) ? left : left < 9 ? left : 2 + draw(8);
    return 1 + draw(bound);
}

/* Any of the three is the first to take its share. */
static void draw_kernel(void)
{
    uint32_t size[3];
    uint32_t left = draw_room();
    const uint32_t first = draw(3);
    uint32_t threads = 1;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t *at = &size[(first + k) % 3];
        *at = draw_size(left);
        left /= *at;
        threads *= *at;
    }
    env.in->kernel_x = size[0];
    env.in->kernel_y = size[1];
    env.in->kernel_z = size[2];
    env.warps = (threads + env.cfg.lanes - 1) / env.cfg.lanes;
    env.begun = true;
}

/* When none begins there is noise. */
static void draw_noise(void)
{
    const uint32_t any = 2 * env.cfg.lanes * env.cfg.max_warps;
    env.in->kernel_x = draw(any);
    env.in->kernel_y = draw(any);
    env.in->kernel_z = draw(any);
}

/* ---- look-ups ---- */

/* The last warp often; ranks that the block has not, or no block, too. Of several parts any. */
static uint32_t draw_rank(void)
{
    const uint32_t slots = env.cfg.lane_slots;
    const bool any = !env.begun || !share(env.profile->there);
    const uint32_t rank = any        ? draw(2 * env.cfg.max_warps)
                          : share(4) ? env.warps - 1
                                     : draw(env.warps);
    return slots == 1 ? rank : rank * slots + draw(slots);
}

static void draw_ranks(void)
{
    const uint32_t rows = env.cfg.own ? env.cfg.lanes : 1;
    const bool together = share(env.profile->together);
    const uint32_t one = draw_rank();
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        for (uint32_t r = 0; r < rows; r++) env.in->rank[p][r] = together ? one : draw_rank();
    }
}

/* A port has so many bits of a number. */
static uint32_t bits_of(uint32_t greatest)
{
    uint32_t bits = 1;
    while (greatest >> bits != 0) bits++;
    return bits;
}

static void fit_widths(void)
{
    const uint32_t size = (1u << bits_of(env.cfg.lanes * env.cfg.max_warps)) - 1;
    const uint32_t rank = env.cfg.lane_slots * (1u << bits_of(env.cfg.max_warps - 1)) - 1;
    env.in->kernel_x &= size;
    env.in->kernel_y &= size;
    env.in->kernel_z &= size;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        for (uint32_t r = 0; r < THREAD_IDS_MAX_LANES; r++) env.in->rank[p][r] &= rank;
    }
}

/* ---- the cycle ---- */

static bool draw_cycle(bool ready)
{
    const struct profile *p = env.profile;
    const bool counts = env.begun && !ready;
    const bool run = !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, p->reset, 256));
    env.in->kernel_en = hd_rng_chance(&hd_draws, counts ? p->again : p->kernel, 1024);
    if (env.in->kernel_en) draw_kernel();
    else draw_noise();
    if (!run) env.begun = false;
    draw_ranks();
    fit_widths();
    return run;
}

void thread_ids_stim_open(const struct thread_ids_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool thread_ids_stim(struct thread_ids_in *in, const struct thread_ids_out *out)
{
    env.in = in;
    return draw_cycle(out->ready);
}
