/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the coordinator. It plays the neighbours and keeps their promises: the core with its
 * warps and its memory (tb/common/phased_core.h), thresholds that change now and then, mapping
 * tables, and spill selectors that have a victim or not, and change their mind.
 */
#include <string.h>

#include "common/draws.h"
#include "common/phased_core.h"
#include "residency/coordinator_seam.h"
#include "run.h"

enum {
    ROWS = COORDINATOR_MAX_WARPS,
    SETS = COORDINATOR_MAX_SETS,
    PHYS = COORDINATOR_MAX_PHYS,
    THREADS = COORDINATOR_THREADS,
    RESOURCES = COORDINATOR_RESOURCES
};

/* Shares are in 1/16. */
struct profile {
    struct phased_core_profile core;
    unsigned victim; /* a selector that has none finds one */
    unsigned fickle; /* it changes its mind */
    unsigned uses;   /* an instruction needs a register set in swap space */
};

const char *const hd_profiles[] = {"uniform",        "barriers",  "seats",      "phases",
                                   "oversubscribed", "no_swap",   "thresholds", "memory",
                                   "ends",           "one_block", "victims",    "small_blocks",
                                   "resets",         "calm",      "returns",    NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.core = {.event = 10, .barrier = 4, .end = 2, .phase = 12, .gather = 6, .large = 6, .near = 4,
              .block = 8, .whole = 1, .few = 2, .least = 2, .swap = 4, .no_swap = 4, .ready = 10,
              .answer = 6}, .victim = 10, .fickle = 2, .uses = 6},
    {.core = {.event = 200, .barrier = 14, .end = 6, .phase = 6, .gather = 14, .large = 4,
              .near = 4, .block = 12, .least = 4, .swap = 8, .no_swap = 2, .ready = 12,
              .answer = 8}, .victim = 10, .fickle = 1, .uses = 2},
    {.core = {.event = 20, .barrier = 11, .end = 3, .phase = 12, .gather = 6, .near = 2,
              .block = 16, .least = 5, .swap = 8, .no_swap = 4, .ready = 12, .answer = 1},
     .victim = 12, .fickle = 2, .uses = 4},
    {.core = {.event = 60, .barrier = 1, .end = 1, .phase = 16, .gather = 8, .large = 8, .near = 8,
              .block = 10, .least = 2, .swap = 6, .no_swap = 2, .ready = 12, .answer = 8},
     .victim = 12, .fickle = 1, .uses = 10},
    {.core = {.event = 6, .barrier = 6, .end = 3, .phase = 14, .large = 14, .block = 16,
              .least = 12, .swap = 14, .ready = 12, .answer = 6}, .victim = 12, .fickle = 2,
     .uses = 12},
    {.core = {.event = 8, .barrier = 5, .end = 4, .phase = 14, .large = 10, .near = 2, .block = 14,
              .no_swap = 16, .ready = 12, .answer = 8}, .victim = 12, .fickle = 2, .uses = 1},
    {.core = {.event = 8, .barrier = 5, .end = 3, .phase = 14, .large = 8, .near = 6, .block = 14,
              .ready = 14, .answer = 10}, .victim = 14, .fickle = 1, .uses = 8},
    {.core = {.event = 30, .barrier = 8, .end = 3, .phase = 14, .large = 10, .block = 14,
              .least = 10, .swap = 12, .ready = 1, .answer = 1}, .victim = 12, .fickle = 4,
     .uses = 8},
    {.core = {.event = 256, .barrier = 1, .end = 14, .phase = 8, .gather = 4, .large = 4,
              .block = 16, .few = 4, .least = 2, .swap = 8, .ready = 14, .answer = 12},
     .victim = 12, .fickle = 2, .uses = 2},
    {.core = {.event = 24, .barrier = 9, .end = 3, .phase = 12, .large = 8, .near = 2, .block = 16,
              .whole = 16, .least = 6, .swap = 8, .no_swap = 4, .ready = 12, .answer = 8},
     .victim = 12, .fickle = 2, .uses = 6},
    {.core = {.event = 12, .barrier = 4, .end = 3, .phase = 14, .large = 12, .block = 14,
              .least = 8, .swap = 12, .ready = 8, .answer = 8}, .victim = 1, .fickle = 12,
     .uses = 8},
    {.core = {.event = 3, .barrier = 4, .end = 2, .phase = 8, .large = 3, .block = 16,
              .few = 16, .least = 3, .swap = 5, .no_swap = 5, .ready = 12, .answer = 16},
     .victim = 12, .fickle = 2, .uses = 10},
    {.core = {.event = 40, .barrier = 6, .end = 3, .phase = 12, .large = 8, .block = 14,
              .least = 6, .swap = 10, .ready = 8, .answer = 4, .reset = 16}, .victim = 10,
     .fickle = 2, .uses = 4},
    {.core = {.event = 2, .barrier = 5, .end = 2, .phase = 8, .large = 6, .near = 4, .block = 4,
              .few = 6, .least = 2, .swap = 6, .no_swap = 2, .ready = 14, .answer = 14},
     .victim = 14, .fickle = 1, .uses = 14},
    {.core = {.event = 16, .barrier = 1, .end = 6, .phase = 16, .large = 11, .block = 4,
              .least = 14, .swap = 15, .ready = 14, .answer = 1}, .victim = 15, .fickle = 1,
     .uses = 15},
};
/* clang-format on */

enum where { NOWHERE, HELD, SWAPPED };

/* A mapping table: where each set of an owner is, which physical sets are taken. */
struct table {
    uint32_t phys; /* physical sets */
    enum where where[ROWS][SETS];
    uint32_t at[ROWS][SETS];
    bool used[PHYS];
    uint32_t free;
    uint32_t swapped;
};

static struct {
    struct coordinator_cfg cfg;
    const struct profile *profile;
    struct phased_core core;
    struct coordinator_in *in;
    struct table table[RESOURCES];
    /* The slot of the warp whose set returns, a bit, as long as it had no event; the warp. */
    uint64_t returning;
    uint64_t ready; /* slots in the cycle before, and their warps */
    uint32_t slot_warp[COORDINATOR_MAX_SLOTS];
    uint32_t return_warp;
    bool missed; /* the last miss */
    uint32_t miss_row, miss_set;
    bool run;   /* no reset in this cycle */
    bool begun; /* before the first cycle the outputs are whatever was in the registers */
} env;

static uint32_t rows_of(uint32_t r)
{
    return r == COORDINATOR_SCRATCH ? env.cfg.blocks : env.cfg.warps;
}

static uint32_t sets_of(uint32_t r)
{
    if (r == THREADS) return 1;
    return r == COORDINATOR_SCRATCH ? env.cfg.scratch_sets : env.cfg.reg_sets;
}

/* ---- mapping tables ---- */

static uint32_t lowest_free(const struct table *t)
{
    uint32_t p = 0;
    while (p < t->phys && t->used[p]) p++;
    return p;
}

static void operate(struct table *t, uint32_t op, uint32_t row, uint32_t set)
{
    const enum where from = t->where[row][set];
    const bool takes = op == COORDINATOR_OP_MAP || op == COORDINATOR_OP_FILL;
    if (op == COORDINATOR_OP_NONE || (takes && t->free == 0)) return;
    if (takes) t->at[row][set] = lowest_free(t);
    if (takes || from == HELD) t->used[t->at[row][set]] = takes;
    t->where[row][set] = takes ? HELD : op == COORDINATOR_OP_SPILL ? SWAPPED : NOWHERE;
    t->free += (from == HELD) - (t->where[row][set] == HELD);
    t->swapped += (t->where[row][set] == SWAPPED) - (from == SWAPPED);
}

/* The sets that a map or fill would get; whether the set that was missed is physical. No other
 * answer of a table is used. */
static void draw_tables(void)
{
    for (uint32_t r = 0; r < RESOURCES; r++) {
        const struct table *t = &env.table[r];
        env.in->free[r] = t->free;
        env.in->swapped[r] = t->swapped;
        env.in->op_held[r] = share(8);
        env.in->op_phys[r] = t->free > 0 ? lowest_free(t) : phased_core_noise(env.table[r].phys);
    }
    env.in->free_phys = env.in->op_phys[COORDINATOR_REGS];
    if (env.missed)
        env.in->op_held[COORDINATOR_REGS] =
            env.table[COORDINATOR_REGS].where[env.miss_row][env.miss_set] == HELD;
}

/* A set of registers in swap space is needed, or perhaps any. */
static void draw_miss(void)
{
    struct coordinator_in *in = env.in;
    const uint32_t n = env.cfg.warps * env.cfg.reg_sets, first = draw(n);
    const bool any = share(1);
    uint32_t i = 0;
    in->miss_en = share(env.profile->uses);
    in->miss_row = phased_core_noise(env.cfg.warps);
    in->miss_set = phased_core_noise(env.cfg.reg_sets);
    if (!in->miss_en) return;
    const struct table *t = &env.table[COORDINATOR_REGS];
    while (!any && i < n &&
           t->where[(first + i) % n / env.cfg.reg_sets][(first + i) % n % env.cfg.reg_sets] !=
               SWAPPED)
        i++;
    in->miss_row = (first + i) % n / env.cfg.reg_sets;
    in->miss_set = (first + i) % n % env.cfg.reg_sets;
    env.missed = true;
    env.miss_row = in->miss_row;
    env.miss_set = in->miss_set;
}

/* ---- spill selectors ---- */

/* Victims are physical sets, not of the owner to keep. */
static bool may_go(uint32_t r, bool keep, uint32_t keep_row)
{
    const uint32_t row = env.in->victim_row[r - 1], set = env.in->victim_set[r - 1];
    return row < ROWS && set < SETS && env.table[r].where[row][set] == HELD &&
           !(keep && row == keep_row);
}

static bool find_victim(uint32_t r, bool keep, uint32_t keep_row)
{
    const uint32_t n = rows_of(r) * sets_of(r);
    const uint32_t first = draw(n);
    for (uint32_t i = 0; i < n; i++) {
        env.in->victim_row[r - 1] = (first + i) % n / sets_of(r);
        env.in->victim_set[r - 1] = (first + i) % n % sets_of(r);
        if (may_go(r, keep, keep_row)) return true;
    }
    return false;
}

static void draw_victim(uint32_t r, bool keep, uint32_t keep_row)
{
    struct coordinator_in *in = env.in;
    bool *valid = &in->victim_valid[r - 1];
    *valid = *valid && may_go(r, keep, keep_row) && !share(env.profile->fickle);
    if (!*valid && share(env.profile->victim)) *valid = find_victim(r, keep, keep_row);
    if (*valid) {
        in->victim_phys[r - 1] = env.table[r].at[in->victim_row[r - 1]][in->victim_set[r - 1]];
    } else {
        in->victim_phys[r - 1] = phased_core_noise(env.table[r].phys);
        in->victim_row[r - 1] = phased_core_noise(rows_of(r));
        in->victim_set[r - 1] = phased_core_noise(sets_of(r));
    }
}

/* ---- the cycle ---- */

static void forget(void)
{
    const uint32_t phys[] = {env.cfg.slots, env.cfg.scratch_phys, env.cfg.reg_phys};
    phased_core_forget(&env.core);
    memset(env.table, 0, sizeof env.table);
    env.returning = 0;
    for (uint32_t r = 0; r < RESOURCES; r++) env.table[r].phys = env.table[r].free = phys[r];
}

static void draw_thresholds(void)
{
    for (uint32_t r = 0; r < RESOURCES; r++) {
        if (env.core.least == 0 || hd_rng_chance(&hd_draws, 1, 100))
            env.in->thresh[r] = phased_core_threshold(&env.core, env.cfg.thresh_width);
    }
}

/* What the core offers, as the coordinator has it. */
static void show_core(void)
{
    const struct phased_core *c = &env.core;
    struct coordinator_in *in = env.in;
    in->warps = c->block_warps;
    in->regs = c->regs;
    in->scratch = c->scratch;
    in->least = c->least;
    in->block_valid = c->block_valid;
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

void coordinator_stim_open(const struct coordinator_cfg *cfg)
{
    const struct phased_core_cfg core = {cfg->warps,    cfg->slots,        cfg->reg_sets,
                                         cfg->reg_phys, cfg->scratch_sets, cfg->id_width,
                                         cfg->ports};
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    phased_core_open(&env.core, &core, &env.profile->core);
    forget();
}

/* A set begins to return: its warp may still have an event. */
static void begin_return(const struct coordinator_out *did)
{
    env.return_warp = did->req_row;
    for (uint32_t s = 0; s < env.cfg.slots; s++)
        if ((env.ready >> s & 1) != 0 && env.slot_warp[s] == did->req_row)
            env.returning = UINT64_C(1) << s;
}

static void follow_return(void)
{
    const struct coordinator_in *in = env.in;
    for (uint32_t p = 0; p < env.cfg.ports; p++)
        if (in->ev_valid[p]) env.returning &= ~(UINT64_C(1) << in->ev_slot[p]);
    if (in->rsp_valid && in->rsp_warp == env.return_warp) env.returning = 0;
}

/* What the coordinator did in the last cycle. */
static void look_back(const struct coordinator_out *did)
{
    if (!env.run) return;
    for (uint32_t r = 0; r < RESOURCES; r++)
        operate(&env.table[r], did->op[r], did->op_row, did->op_set);
    if (did->req_valid && env.in->req_ready && did->req_load) {
        phased_core_load(&env.core, did->req_row);
        if (did->req_kind == COORDINATOR_REGS) begin_return(did);
    }
    follow_return();
    if (did->begin_en) phased_core_begin(&env.core, did->begin_warp);
}

static bool draw_cycle(const struct coordinator_out *out)
{
    if (out->idle && share(4)) phased_core_kernel(&env.core);
    const bool run =
        phased_core_draw(&env.core, out->ready | env.returning, out->slot_warp, out->slot_block);
    env.ready = out->ready;
    memcpy(env.slot_warp, out->slot_warp, sizeof env.slot_warp);
    show_core();
    draw_thresholds();
    draw_tables();
    draw_miss();
    for (uint32_t r = COORDINATOR_SCRATCH; r <= COORDINATOR_REGS; r++)
        draw_victim(r, out->keep_en[r - 1], out->keep_row);
    if (!run) forget();
    return run;
}

bool coordinator_stim(struct coordinator_in *in, const struct coordinator_out *out)
{
    static const struct coordinator_out nothing;
    env.in = in;
    look_back(out);
    env.run = draw_cycle(env.begun ? out : &nothing);
    env.begun = true;
    return env.run;
}
