/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of Zorua. It plays the neighbours and keeps their promises: kernels that come when no
 * block is here (and some that come in vain), the core with its warps and its memory
 * (tb/common/phased_core.h), look-ups of what running warps need, cycles without work and cycles
 * that wait for memory.
 */
#include <string.h>

#include "common/draws.h"
#include "common/phased_core.h"
#include "residency/zorua_seam.h"
#include "run.h"

enum { RESOURCES = ZORUA_RESOURCES };

/* Shares are in 1/16. */
struct profile {
    struct phased_core_profile core;
    unsigned look;   /* a port looks up a set */
    unsigned hot;    /* the set of the port before */
    unsigned kernel; /* a kernel comes while no block is here */
    unsigned vain;   /* in 1/256: or while one is */
};

const char *const hd_profiles[] = {
    "uniform", "barriers",  "seats",    "phases",       "oversubscribed", "no_swap", "memory",
    "ends",    "one_block", "look_ups", "small_blocks", "resets",         "calm",    NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.core = {.event = 10, .barrier = 4, .end = 2, .phase = 12, .gather = 6, .large = 6, .near = 4,
              .block = 8, .whole = 1, .few = 2, .least = 2, .swap = 4, .no_swap = 4, .ready = 10,
              .answer = 6}, .look = 6, .hot = 2, .kernel = 6, .vain = 4},
    {.core = {.event = 200, .barrier = 14, .end = 6, .phase = 6, .gather = 14, .large = 4,
              .near = 4, .block = 12, .least = 4, .swap = 8, .no_swap = 2, .ready = 12,
              .answer = 8}, .look = 6, .kernel = 4},
    {.core = {.event = 8, .barrier = 13, .end = 5, .phase = 3, .gather = 6, .near = 2, .block = 16,
              .least = 5, .swap = 8, .no_swap = 4, .ready = 12, .answer = 4}, .look = 8, .hot = 4,
     .kernel = 6, .vain = 16},
    {.core = {.event = 60, .barrier = 1, .end = 1, .phase = 16, .gather = 8, .large = 8, .near = 8,
              .block = 10, .least = 2, .swap = 6, .no_swap = 2, .ready = 12, .answer = 8},
     .look = 10, .hot = 1, .kernel = 6},
    {.core = {.event = 6, .barrier = 6, .end = 3, .phase = 14, .large = 14, .block = 16,
              .least = 12, .swap = 14, .ready = 12, .answer = 6}, .look = 10, .hot = 2,
     .kernel = 4},
    {.core = {.event = 8, .barrier = 5, .end = 4, .phase = 14, .large = 10, .near = 2, .block = 14,
              .no_swap = 16, .ready = 12, .answer = 8}, .look = 6, .kernel = 6},
    {.core = {.event = 30, .barrier = 8, .end = 3, .phase = 14, .large = 10, .block = 14,
              .least = 10, .swap = 12, .ready = 1, .answer = 1}, .look = 14, .hot = 2,
     .kernel = 6},
    {.core = {.event = 256, .barrier = 1, .end = 14, .phase = 8, .gather = 4, .large = 4,
              .block = 16, .few = 4, .least = 2, .swap = 8, .ready = 14, .answer = 12},
     .look = 8, .kernel = 12},
    {.core = {.event = 24, .barrier = 9, .end = 3, .phase = 12, .large = 8, .near = 2, .block = 16,
              .whole = 16, .least = 6, .swap = 8, .no_swap = 4, .ready = 12, .answer = 8},
     .look = 8, .kernel = 4},
    {.core = {.event = 8, .barrier = 4, .end = 2, .phase = 14, .large = 12, .block = 14,
              .least = 12, .swap = 14, .ready = 2, .answer = 8}, .look = 16, .hot = 10,
     .kernel = 4},
    {.core = {.event = 3, .barrier = 4, .end = 2, .phase = 8, .large = 3, .block = 16,
              .few = 16, .least = 3, .swap = 5, .no_swap = 5, .ready = 12, .answer = 16},
     .look = 6, .kernel = 8, .vain = 4},
    {.core = {.event = 40, .barrier = 6, .end = 3, .phase = 12, .large = 8, .block = 14,
              .least = 6, .swap = 10, .ready = 8, .answer = 4, .reset = 16}, .look = 8, .hot = 2,
     .kernel = 8, .vain = 2},
    {.core = {.event = 2, .barrier = 5, .end = 2, .phase = 8, .large = 6, .near = 4, .block = 4,
              .few = 6, .least = 2, .swap = 6, .no_swap = 2, .ready = 14, .answer = 14}, .look = 12,
     .kernel = 4},
};
/* clang-format on */

static struct {
    struct zorua_cfg cfg;
    const struct profile *profile;
    struct phased_core core;
    struct zorua_in *in;
    bool kernel;    /* one has come since the last reset */
    unsigned idle;  /* shares of cycles without work, */
    unsigned waits; /* and of cycles that wait for memory */
    bool run;       /* no reset in this cycle */
} env;

/* ---- kernels, and what the thresholds follow ---- */

/* A kernel's sizes; the core takes them over only if the unit will. */
static void draw_sizes(bool taken)
{
    struct zorua_in *in = env.in;
    struct phased_core other = env.core;
    phased_core_kernel(&other);
    in->kernel_warps = other.block_warps;
    in->kernel_regs = other.regs;
    in->kernel_scratch = other.scratch;
    in->kernel_least = other.least;
    if (taken) env.core = other;
}

/* Registers outside: mostly short epochs, so that thresholds move; of any length now and then. */
static void draw_registers(void)
{
    struct zorua_in *in = env.in;
    const uint32_t most = (1u << env.cfg.epoch_width) - 1;
    const uint32_t width = env.cfg.thresh_width;
    in->epoch = 1 + draw(most < 63 ? most : 63);
    in->delta = draw(in->epoch / 4 + 1);
    if (draw(8) == 0) {
        in->epoch = draw(2) == 0 ? most : 1 + draw(most);
        in->delta = draw(2) == 0 ? most : draw(most + 1);
    }
    in->age = draw(2) == 0 ? draw(8) : draw(256);
    for (uint32_t r = 0; r < RESOURCES; r++) {
        in->default_thresh[r] = phased_core_threshold(&env.core, width);
        in->step[r] = draw(1u << (width - width / 2));
        in->max[r] = phased_core_threshold(&env.core, width);
    }
}

static void draw_kernel(bool idle)
{
    struct zorua_in *in = env.in;
    in->kernel_en = idle ? !env.kernel || share(env.profile->kernel)
                         : hd_rng_chance(&hd_draws, env.profile->vain, 256);
    draw_sizes(in->kernel_en && idle);
    if (in->kernel_en || hd_rng_chance(&hd_draws, 1, 500)) draw_registers();
}

static void draw_activity(void)
{
    if (draw(40) == 0) {
        env.idle = draw(17);
        env.waits = draw(17);
    }
    env.in->idle = share(env.idle);
    env.in->mem = share(env.waits);
}

/* ---- look-ups: of running warps, and of what they need ---- */

/* The slot of a warp that goes on; 64: no warp does. */
static uint32_t draw_slot(void)
{
    uint64_t mask = env.core.going;
    if (mask == 0) return 64;
    for (uint32_t n = draw((uint32_t)__builtin_popcountll(mask)); n > 0; n--) mask &= mask - 1;
    return (uint32_t)__builtin_ctzll(mask);
}

static void draw_reg_look(uint32_t p, const struct zorua_out *out)
{
    struct zorua_in *in = env.in;
    const uint32_t slot = draw_slot();
    const uint32_t w = slot < 64 ? out->slot_warp[slot] : 0;
    const bool again = p > 0 && in->reg_look_en[p - 1] && share(env.profile->hot);
    in->reg_look_en[p] = again || (slot < 64 && env.core.need[w] > 0 && share(env.profile->look));
    in->reg_look_row[p] = phased_core_noise(env.cfg.warps);
    in->reg_look_set[p] = phased_core_noise(env.cfg.reg_sets);
    if (!in->reg_look_en[p]) return;
    in->reg_look_row[p] = again ? in->reg_look_row[p - 1] : w;
    in->reg_look_set[p] = again ? in->reg_look_set[p - 1] : draw(env.core.need[w]);
}

static void draw_scratch_look(uint32_t p, const struct zorua_out *out)
{
    struct zorua_in *in = env.in;
    const uint32_t slot = draw_slot();
    const uint32_t need = slot < 64 ? env.core.need_scratch[out->slot_warp[slot]] : 0;
    const bool again = p > 0 && in->scratch_look_en[p - 1] && share(env.profile->hot);
    in->scratch_look_en[p] = again || (need > 0 && share(env.profile->look));
    in->scratch_look_row[p] = phased_core_noise(env.cfg.blocks);
    in->scratch_look_set[p] = phased_core_noise(env.cfg.scratch_sets);
    if (!in->scratch_look_en[p]) return;
    in->scratch_look_row[p] = again ? in->scratch_look_row[p - 1] : out->slot_block[slot];
    in->scratch_look_set[p] = again ? in->scratch_look_set[p - 1] : draw(need);
}

/* ---- the cycle ---- */

static void show_core(void)
{
    const struct phased_core *c = &env.core;
    struct zorua_in *in = env.in;
    in->block_valid = c->block_valid && env.kernel && !in->kernel_en;
    memcpy(in->block_id, c->block_id, sizeof in->block_id);
    memcpy(in->ev_valid, c->ev_valid, sizeof in->ev_valid);
    memcpy(in->ev_kind, c->ev_kind, sizeof in->ev_kind);
    memcpy(in->ev_slot, c->ev_slot, sizeof in->ev_slot);
    memcpy(in->ev_regs, c->ev_regs, sizeof in->ev_regs);
    memcpy(in->ev_scratch, c->ev_scratch, sizeof in->ev_scratch);
    in->req_ready = c->req_ready;
    in->rsp_valid = c->rsp_valid;
    in->rsp_warp = c->rsp_warp;
}

static bool draw_cycle(const struct zorua_out *out)
{
    draw_kernel(out->idle);
    const bool run = phased_core_draw(&env.core, out->ready, out->slot_warp, out->slot_block);
    show_core();
    draw_activity();
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        draw_reg_look(p, out);
        draw_scratch_look(p, out);
    }
    if (env.in->kernel_en && out->idle) env.kernel = true;
    if (run) return true;
    phased_core_forget(&env.core);
    env.kernel = false;
    return false;
}

void zorua_stim_open(const struct zorua_cfg *cfg)
{
    const struct phased_core_cfg core = {cfg->warps,    cfg->slots,        cfg->reg_sets,
                                         cfg->reg_phys, cfg->scratch_sets, cfg->id_width,
                                         cfg->ports};
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    phased_core_open(&env.core, &core, &env.profile->core);
}

/* What the unit did in the last cycle. */
static void look_back(const struct zorua_out *did)
{
    if (!env.run) return;
    if (did->req_valid && env.in->req_ready && did->req_load)
        phased_core_load(&env.core, did->req_row);
    if (did->begin_en) phased_core_begin(&env.core, did->begin_warp);
}

/* Before the first cycle the outputs are whatever was in the registers. */
bool zorua_stim(struct zorua_in *in, const struct zorua_out *out)
{
    static const struct zorua_out nothing;
    const bool first = env.in == NULL;
    env.in = in;
    if (first) draw_registers();
    else look_back(out);
    env.run = draw_cycle(first ? &nothing : out);
    return env.run;
}
