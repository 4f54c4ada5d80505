/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of Zorua. It plays the neighbours and keeps their promises: kernels that come when no
 * block is here (and some that come in vain), the core with its warps and its memory
 * (tb/common/phased_core.h), look-ups of what running warps need, cycles without work and cycles
 * that wait for memory.
 */
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/phased_core.h"
#include "common/stim.h"
#include "residency/zorua.h"
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
    struct zorua_in in;
    bool kernel;    /* one has come since the last reset */
    unsigned idle;  /* shares of cycles without work, */
    unsigned waits; /* and of cycles that wait for memory */
    bool run;       /* no reset in this cycle */
} env;

static bool share(unsigned sixteenths) { return phased_core_share(&env.core, sixteenths); }
static uint32_t draw(uint32_t n) { return hd_stim_below(&env.core.rng, n); }

/* ---- kernels, and what the thresholds follow ---- */

/* A kernel's sizes; the core takes them over only if the unit will. */
static void draw_sizes(bool taken)
{
    struct zorua_in *in = &env.in;
    struct phased_core other = env.core;
    phased_core_kernel(&other);
    in->kernel_warps = other.block_warps;
    in->kernel_regs = other.regs;
    in->kernel_scratch = other.scratch;
    in->kernel_least = other.least;
    if (taken) env.core = other;
    else env.core.rng = other.rng;
}

/* Registers outside: short epochs, so that thresholds move. */
static void draw_registers(void)
{
    struct zorua_in *in = &env.in;
    const uint32_t longest = env.cfg.epoch_width < 6 ? (1u << env.cfg.epoch_width) - 1 : 63;
    const uint32_t width = env.cfg.thresh_width;
    in->epoch = 1 + draw(longest);
    in->delta = draw(in->epoch / 4 + 1);
    in->age = draw(2) == 0 ? draw(8) : draw(256);
    for (uint32_t r = 0; r < RESOURCES; r++) {
        in->default_thresh[r] = phased_core_threshold(&env.core, width);
        in->step[r] = draw(1u << (width - width / 2));
        in->max[r] = phased_core_threshold(&env.core, width);
    }
}

static void draw_kernel(bool idle)
{
    struct zorua_in *in = &env.in;
    in->kernel_en = idle ? !env.kernel || share(env.profile->kernel)
                         : hd_rng_chance(&env.core.rng, env.profile->vain, 256);
    draw_sizes(in->kernel_en && idle);
    if (in->kernel_en || hd_rng_chance(&env.core.rng, 1, 500)) draw_registers();
}

static void draw_activity(void)
{
    if (draw(40) == 0) {
        env.idle = draw(17);
        env.waits = draw(17);
    }
    env.in.idle = share(env.idle);
    env.in.mem = share(env.waits);
}

/* ---- look-ups: of running warps, and of what they need ---- */

/* The slot of a warp that goes on; 64: nobody does. */
static uint32_t draw_slot(void)
{
    uint64_t mask = env.core.going;
    if (mask == 0) return 64;
    for (uint32_t n = draw((uint32_t)__builtin_popcountll(mask)); n > 0; n--) mask &= mask - 1;
    return (uint32_t)__builtin_ctzll(mask);
}

static void draw_reg_look(uint32_t p, const svBitVecVal *slot_warp)
{
    struct zorua_in *in = &env.in;
    const uint32_t slot = draw_slot();
    const uint32_t w = slot < 64 ? slot_warp[slot] : 0;
    const bool again = p > 0 && in->reg_look_en[p - 1] && share(env.profile->hot);
    in->reg_look_en[p] = again || (slot < 64 && env.core.need[w] > 0 && share(env.profile->look));
    in->reg_look_row[p] = phased_core_noise(&env.core, env.cfg.warps);
    in->reg_look_set[p] = phased_core_noise(&env.core, env.cfg.reg_sets);
    if (!in->reg_look_en[p]) return;
    in->reg_look_row[p] = again ? in->reg_look_row[p - 1] : w;
    in->reg_look_set[p] = again ? in->reg_look_set[p - 1] : draw(env.core.need[w]);
}

static void draw_scratch_look(uint32_t p, const svBitVecVal *slot_warp,
                              const svBitVecVal *slot_block)
{
    struct zorua_in *in = &env.in;
    const uint32_t slot = draw_slot();
    const uint32_t need = slot < 64 ? env.core.need_scratch[slot_warp[slot]] : 0;
    const bool again = p > 0 && in->scratch_look_en[p - 1] && share(env.profile->hot);
    in->scratch_look_en[p] = again || (need > 0 && share(env.profile->look));
    in->scratch_look_row[p] = phased_core_noise(&env.core, env.cfg.blocks);
    in->scratch_look_set[p] = phased_core_noise(&env.core, env.cfg.scratch_sets);
    if (!in->scratch_look_en[p]) return;
    in->scratch_look_row[p] = again ? in->scratch_look_row[p - 1] : slot_block[slot];
    in->scratch_look_set[p] = again ? in->scratch_look_set[p - 1] : draw(need);
}

/* ---- the cycle ---- */

static void show_core(void)
{
    const struct phased_core *c = &env.core;
    struct zorua_in *in = &env.in;
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

static bool draw_cycle(uint64_t ready, const svBitVecVal *slot_warp, const svBitVecVal *slot_block,
                       bool idle)
{
    draw_kernel(idle);
    const bool run = phased_core_draw(&env.core, ready, slot_warp, slot_block);
    show_core();
    draw_activity();
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        draw_reg_look(p, slot_warp);
        draw_scratch_look(p, slot_warp, slot_block);
    }
    if (env.in.kernel_en && idle) env.kernel = true;
    if (run) return true;
    phased_core_forget(&env.core);
    env.kernel = false;
    return false;
}

void zorua_stim_open(const svBitVecVal *parameters)
{
    memcpy(&env.cfg, parameters, sizeof env.cfg);
    const struct phased_core_cfg core = {env.cfg.warps,        env.cfg.slots,    env.cfg.reg_sets,
                                         env.cfg.scratch_sets, env.cfg.id_width, env.cfg.ports};
    env.profile = &profiles[hd_stim_profile()];
    phased_core_open(&env.core, &core, &env.profile->core, hd_run.seed);
    draw_registers();
}

/* What the unit did in the cycle that ends. */
void zorua_stim_did(svBit load, unsigned load_row, svBit begin_en, unsigned begin_warp)
{
    if (!env.run) return;
    if (load != 0) phased_core_load(&env.core, load_row);
    if (begin_en != 0) phased_core_begin(&env.core, begin_warp);
}

static unsigned char pack(const bool *from)
{
    unsigned bits = 0;
    for (uint32_t p = 0; p < env.cfg.ports; p++) bits |= (unsigned)from[p] << p;
    return (unsigned char)bits;
}

static void words(svBitVecVal *to, const uint32_t *from, uint32_t n)
{
    memcpy(to, from, n * sizeof *from);
}

void zorua_stim(unsigned long long ready, const svBitVecVal *slot_warp,
                const svBitVecVal *slot_block, svBit idle, svBit *rst_n, svBit *block_valid,
                svBitVecVal *block_id, unsigned char *ev_valid, svBitVecVal *ev_kind,
                svBitVecVal *ev_slot, svBitVecVal *ev_regs, svBitVecVal *ev_scratch,
                svBit *req_ready, svBit *rsp_valid, unsigned *rsp_warp)
{
    struct zorua_in *in = &env.in;
    env.run = true;
    if (!hd_stim_play(&env.run, in, sizeof *in)) {
        env.run = draw_cycle(ready, slot_warp, slot_block, idle != 0);
        hd_stim_record(env.run, in, sizeof *in);
    }
    *rst_n = env.run;
    *block_valid = in->block_valid;
    words(block_id, in->block_id, ZORUA_ID_WORDS);
    *ev_valid = pack(in->ev_valid);
    words(ev_kind, in->ev_kind, env.cfg.ports);
    words(ev_slot, in->ev_slot, env.cfg.ports);
    words(ev_regs, in->ev_regs, env.cfg.ports);
    words(ev_scratch, in->ev_scratch, env.cfg.ports);
    *req_ready = in->req_ready;
    *rsp_valid = in->rsp_valid;
    *rsp_warp = in->rsp_warp;
}

void zorua_stim_kernel(svBit *kernel_en, unsigned *kernel_warps, unsigned *kernel_regs,
                       unsigned *kernel_scratch, unsigned *kernel_least, unsigned *epoch,
                       unsigned *delta, svBitVecVal *by_default, svBitVecVal *step,
                       svBitVecVal *max, unsigned *age, svBit *core_idle, svBit *mem)
{
    const struct zorua_in *in = &env.in;
    *kernel_en = in->kernel_en;
    *kernel_warps = in->kernel_warps;
    *kernel_regs = in->kernel_regs;
    *kernel_scratch = in->kernel_scratch;
    *kernel_least = in->kernel_least;
    *epoch = in->epoch;
    *delta = in->delta;
    words(by_default, in->default_thresh, RESOURCES);
    words(step, in->step, RESOURCES);
    words(max, in->max, RESOURCES);
    *age = in->age;
    *core_idle = in->idle;
    *mem = in->mem;
}

void zorua_stim_looks(unsigned char *reg_look_en, svBitVecVal *reg_look_row,
                      svBitVecVal *reg_look_set, unsigned char *scratch_look_en,
                      svBitVecVal *scratch_look_row, svBitVecVal *scratch_look_set)
{
    const struct zorua_in *in = &env.in;
    *reg_look_en = pack(in->reg_look_en);
    words(reg_look_row, in->reg_look_row, env.cfg.ports);
    words(reg_look_set, in->reg_look_set, env.cfg.ports);
    *scratch_look_en = pack(in->scratch_look_en);
    words(scratch_look_row, in->scratch_look_row, env.cfg.ports);
    words(scratch_look_set, in->scratch_look_set, env.cfg.ports);
}
