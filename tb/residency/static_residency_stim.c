/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the static residency: it closes the loop. Either the grid walker runs grids on it
 * (docs/grid.md), or, in the profiles without a kernel, any warp that is ready does anything in any
 * cycle. A kernel comes when all blocks of the one before are done.
 */
#include <string.h>

#include "common/grid_walk.h"
#include "common/draws.h"
#include "residency/static_residency_seam.h"

enum { ID_WORDS = STATIC_RESIDENCY_ID_WORDS };

/* Shares are in 1/16. */
struct profile {
    const char *kernel; /* of the walker; NULL: */
    unsigned event;     /* a port has an event */
    unsigned arrive;    /* a warp comes to a barrier */
    unsigned end;       /* else it ends, else it stalls or begins a phase */
    /* All of them: */
    unsigned block; /* a block is offered; a walker offers one as long as there are */
    unsigned small; /* blocks have few warps, so that all frames have room */
};

const char *const hd_profiles[] = {"uniform", "ends",     "barriers", "stream", "meetings",
                                   "uneven",  "together", "hotspot",  "bfs",    NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.event = 12, .arrive = 8, .end = 6, .block = 10, .small = 8},
    {.event = 16, .arrive = 2, .end = 15, .block = 16, .small = 12},
    {.event = 15, .arrive = 13, .end = 8, .block = 12, .small = 6},
    {.kernel = "  repeat 2..4\n    load 1 uses 1 hit 40 latency 10..60\n    compute 3\n"
               "    store 1\n  end\n", .small = 10},
    {.kernel = "  repeat 1..3\n    compute 2\n  end\n  barrier\n  load 1 hit 50 latency 8..20\n"
               "  barrier\n", .small = 6},
    {.kernel = "  repeat 1..30\n    compute 1\n  end\nphase registers 4 shared 0\n  barrier\n",
     .small = 8},
    {.kernel = "  compute 1\n  barrier\n", .small = 10},
    {.kernel = "studies/grid/HS.kernel", .small = 4},
    {.kernel = "studies/grid/BF.kernel", .small = 2},
};
/* clang-format on */

static struct {
    struct static_residency_cfg cfg;
    const struct profile *profile;
    struct static_residency_in *in;
    uint32_t warps; /* of the kernel; 0: there has been none since the reset */
    uint32_t left;  /* blocks of the grid to come, without walker */
    uint64_t used;  /* slots that have an event in this cycle */
    bool in_reset;  /* in the last cycle */
    struct grid_walk walk;
} env;

void static_residency_stim_open(const struct static_residency_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

/* ---- what the unit did ---- */

static void see(const struct static_residency_out *did)
{
    struct grid_out *out = &env.walk.core.out;
    out->begin = did->begin_en;
    out->seat = did->begin_slot;
    out->count = did->begin_count;
    out->seat_id = grid_walk_number(did->begin_id, env.cfg.id_width);
    out->done = did->done_valid;
    out->done_id = grid_walk_number(did->done_id, env.cfg.id_width);
    grid_walk_see(&env.walk);
}

static void look_back(const struct static_residency_out *did)
{
    const bool block_taken = env.in->block_valid && did->block_ready;
    if (env.in_reset || env.warps == 0) return;
    if (block_taken && env.left != 0) env.left--;
    if (env.profile->kernel == NULL) {
        if (block_taken) env.in->block_valid = false;
        return;
    }
    env.walk.core.out.block_ready = block_taken;
    see(did);
}

/* ---- kernels ---- */

static void begin_walk(void)
{
    const uint32_t most = grid_walk_most(env.cfg.id_width);
    struct grid_walk_setup setup = {.kernel = env.profile->kernel,
                                    .warps = env.warps,
                                    .blocks = 1 + draw(most < 40 ? most : 40),
                                    .slots = env.cfg.slots,
                                    .ports = env.cfg.ports,
                                    .core = core_defaults};
    setup.core.alu = 1 + draw(4);
    setup.core.l1 = 2 + draw(20);
    setup.core.gap = 1;
    grid_walk_begin(&env.walk, &setup, hd_rng_next(&hd_draws));
}

/* Sizes that fit: one of a few warps, or any; all frames that have room, or fewer. */
static void draw_sizes(void)
{
    struct static_residency_in *in = env.in;
    const struct static_residency_cfg *c = &env.cfg;
    const uint32_t few = c->slots / c->frames < c->max_warps ? c->slots / c->frames : c->max_warps;
    in->kernel_warps = 1 + draw(share(env.profile->small) && few > 0 ? few : c->max_warps);
    if (share(2)) in->kernel_warps = c->max_warps;
    const uint32_t room = c->slots / in->kernel_warps;
    const uint32_t most = room < c->frames ? room : c->frames;
    in->kernel_frames = share(10) ? most : 1 + draw(most);
}

/* The last grid is done: the next one. Kernels at other times are not taken. */
static void draw_kernel(bool idle)
{
    struct static_residency_in *in = env.in;
    const bool walks = env.profile->kernel != NULL;
    const bool over = env.warps == 0 || (walks ? grid_walk_done(&env.walk) : env.left == 0);
    in->kernel_en = idle ? over && share(8) : share(1);
    draw_sizes();
    if (!idle || !in->kernel_en) return;
    env.warps = in->kernel_warps;
    env.left = 1 + draw(100);
    if (walks) begin_walk();
}

/* Half of all identities differ from the last one in a single bit. */
static void draw_id(uint32_t *id)
{
    if (share(8)) {
        const uint32_t at = draw(env.cfg.id_width);
        id[at / 32] ^= UINT32_C(1) << at % 32;
        return;
    }
    grid_walk_id(draw(grid_walk_most(env.cfg.id_width)), env.cfg.id_width, id, ID_WORDS);
}

/* ---- without walker: anything at any time ---- */

static uint32_t draw_kind(void)
{
    if (share(env.profile->arrive)) return BLOCK_FRAMES_ARRIVES;
    if (share(env.profile->end)) return BLOCK_FRAMES_ENDS;
    return share(8) ? BLOCK_FRAMES_STALLS : BLOCK_FRAMES_PHASE;
}

static void draw_event(uint32_t p, uint64_t ready)
{
    struct static_residency_in *in = env.in;
    const uint64_t may = ready & ~env.used;
    in->ev_valid[p] = may != 0 && share(env.profile->event);
    in->ev_kind[p] = draw_kind();
    in->ev_slot[p] = draw(env.cfg.slots);
    if (!in->ev_valid[p]) return;
    while ((may & bit(in->ev_slot[p])) == 0) in->ev_slot[p] = (in->ev_slot[p] + 1) % env.cfg.slots;
    env.used |= bit(in->ev_slot[p]);
}

static void storm(uint64_t ready)
{
    struct static_residency_in *in = env.in;
    env.used = 0;
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_event(p, ready);
    if (in->block_valid && env.warps != 0) return;
    in->block_valid = (env.warps == 0 || env.left != 0) && share(env.profile->block);
    if (in->block_valid) draw_id(in->block_id);
}

/* ---- the grid walker ---- */

static void walk(uint64_t ready)
{
    struct static_residency_in *in = env.in;
    struct core *c = &env.walk.core;
    grid_walk_show(&env.walk, ready);
    for (uint32_t s = 0; s < env.cfg.slots; s++) c->view.warp[s] = s;
    grid_walk_drive(&env.walk);
    in->block_valid = c->in.block_valid;
    grid_walk_id(c->in.block_id, env.cfg.id_width, in->block_id, ID_WORDS);
    for (uint32_t p = 0; p < env.cfg.ports && p < GRID_PORTS; p++) {
        in->ev_valid[p] = c->in.ev[p].valid;
        in->ev_kind[p] = c->in.ev[p].kind;
        in->ev_slot[p] = c->in.ev[p].slot;
    }
}

/* ---- the cycle ---- */

/* In the cycle of a kernel its grid has not begun. */
static void draw_cycle(bool idle, uint64_t ready)
{
    const bool walks = env.profile->kernel != NULL && env.warps != 0;
    draw_kernel(idle);
    env.in->block_valid = env.in->block_valid && !(idle && env.in->kernel_en);
    memset(env.in->ev_valid, 0, sizeof env.in->ev_valid);
    if (idle && env.in->kernel_en) return;
    if (walks) walk(ready);
    if (env.profile->kernel == NULL) storm(ready);
}

static void start_over(void)
{
    memset(env.in, 0, sizeof *env.in);
    env.warps = 0;
    env.left = 0;
}

bool static_residency_stim(struct static_residency_in *in, const struct static_residency_out *out)
{
    env.in = in;
    look_back(out);
    if (env.in_reset) start_over();
    draw_cycle(out->idle && !env.in_reset, env.in_reset ? 0 : out->ready);
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
