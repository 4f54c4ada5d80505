/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the set look-up. It plays a front end that issues when there is room, a mapping table
 * that has some sets in swap space, issue registers that are sometimes full, and what becomes of
 * parked instructions: the swapper, load/store and the register file, each as slow as it likes.
 */
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/stim.h"
#include "core/set_lookup.h"
#include "run.h"

enum {
    PORTS = SET_LOOKUP_MAX_PORTS,
    OPERANDS = FRONT_OPERANDS,
    PARKS = SET_LOOKUP_MAX_PARKS,
    REST = 20
};

/* Shares are in 1/16. */
struct profile {
    unsigned issue; /* a port that has room issues */
    unsigned away;  /* a set is in swap space */
    unsigned take;  /* an issue register takes */
    unsigned job;   /* the swapper takes a task */
    unsigned fill;  /* an operand on its way comes */
    unsigned read;  /* operands are read */
    unsigned write; /* a result is written, or stored */
    unsigned all;   /* an instruction has all four operands, */
    unsigned none;  /* or none, else any */
    unsigned near;  /* a register is near the one before */
    unsigned calm;  /* 1/256: for a while nothing of a kind happens */
    unsigned reset; /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "no_misses", "all_misses", "one_set",
                                   "streams", "parks",     "results",    "back_pressure",
                                   "idle",    "resets",    NULL};

static const struct profile profiles[] = {
    {.issue = 10,
     .away = 3,
     .take = 12,
     .job = 8,
     .fill = 6,
     .read = 8,
     .write = 6,
     .all = 3,
     .none = 1,
     .near = 8,
     .calm = 2},
    {.issue = 14,
     .away = 0,
     .take = 13,
     .job = 8,
     .fill = 8,
     .read = 8,
     .write = 8,
     .all = 4,
     .none = 2,
     .near = 6},
    {.issue = 14,
     .away = 14,
     .take = 14,
     .job = 14,
     .fill = 13,
     .read = 13,
     .write = 12,
     .all = 5,
     .none = 1,
     .near = 3,
     .calm = 2},
    {.issue = 15,
     .away = 1,
     .take = 15,
     .job = 12,
     .fill = 12,
     .read = 12,
     .write = 12,
     .all = 6,
     .none = 1,
     .near = 15},
    {.issue = 16,
     .away = 1,
     .take = 16,
     .job = 16,
     .fill = 14,
     .read = 16,
     .write = 14,
     .all = 1,
     .none = 4,
     .near = 10},
    {.issue = 13,
     .away = 7,
     .take = 15,
     .job = 4,
     .fill = 3,
     .read = 4,
     .write = 3,
     .all = 6,
     .none = 1,
     .near = 5,
     .calm = 4},
    {.issue = 13,
     .away = 6,
     .take = 14,
     .job = 10,
     .fill = 14,
     .read = 14,
     .write = 5,
     .all = 1,
     .none = 0,
     .near = 4,
     .calm = 6},
    {.issue = 14,
     .away = 4,
     .take = 3,
     .job = 12,
     .fill = 12,
     .read = 12,
     .write = 12,
     .all = 4,
     .none = 2,
     .near = 6,
     .calm = 2},
    {.issue = 2,
     .away = 5,
     .take = 10,
     .job = 8,
     .fill = 8,
     .read = 8,
     .write = 8,
     .all = 4,
     .none = 2,
     .near = 6},
    {.issue = 13,
     .away = 6,
     .take = 11,
     .job = 8,
     .fill = 6,
     .read = 7,
     .write = 6,
     .all = 4,
     .none = 2,
     .near = 6,
     .reset = 16},
};

static struct {
    struct set_lookup_cfg cfg;
    uint32_t rest_width;
    const struct profile *profile;
    struct hd_rng rng;
    struct stim {
        uint32_t issue_en, issue_slot[PORTS], issue_warp[PORTS], issue_use[PORTS];
        uint64_t issue_mask[PORTS];
        uint32_t issue_reg[PORTS * OPERANDS], issue_rest[PORTS][REST];
        uint32_t found_held, found_phys[PORTS], stage_ready, read, written;
        bool filled_en, stored_en, job_taken;
        uint32_t filled_park, filled_operand, stored_park;
    } in;
    /* What is under way, a bit a park; of operands a bit each. */
    uint32_t runs, stores, writes, sent;
    uint32_t comes[PARKS];
    uint32_t calm; /* what does not happen for a while: a bit a kind */
} env;

/* Kinds of what may stand still. */
enum { TAKE, JOB, FILL, READ, WRITE, KINDS };

static bool share(unsigned sixteenths) { return hd_rng_chance(&env.rng, sixteenths, 16); }
static uint32_t draw(uint32_t n) { return hd_stim_below(&env.rng, n); }
static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }

static bool happens(unsigned sixteenths, uint32_t kind)
{
    return !has(env.calm, kind) && share(sixteenths);
}

static void draw_calm(void)
{
    if (hd_rng_chance(&env.rng, env.profile->calm, 256)) env.calm |= 1u << draw(KINDS);
    if (env.calm != 0 && hd_rng_chance(&env.rng, 8, 256)) env.calm = 0;
}

/* ---- instructions ---- */

static uint32_t draw_use(void)
{
    if (share(env.profile->all)) return 15;
    return share(env.profile->none) ? 0 : draw(16);
}

/* Near: often of the same set, the same register now and then; half of the others differ from the
 * one before in one bit. */
static void draw_registers(uint32_t *reg)
{
    for (uint32_t o = 0; o < OPERANDS; o++) {
        reg[o] = draw(FRONT_REGISTERS);
        if (o == 0) continue;
        if (share(env.profile->near)) reg[o] = reg[o - 1] ^ draw(env.cfg.banks);
        else if (share(8)) reg[o] = reg[o - 1] ^ 1u << draw(6);
    }
}

/* A slot that nobody here has; cfg.slots: there is none. */
static uint32_t draw_slot(uint64_t taken)
{
    const uint32_t from = draw(env.cfg.slots);
    for (uint32_t n = 0; n < env.cfg.slots; n++)
        if (!has(taken, (from + n) % env.cfg.slots)) return (from + n) % env.cfg.slots;
    return env.cfg.slots;
}

/* Where nothing issues there is noise. */
static void draw_issue(uint32_t room, uint64_t looking)
{
    struct stim *in = &env.in;
    uint64_t taken = looking;
    in->issue_en = 0;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        const uint32_t slot = draw_slot(taken);
        in->issue_slot[p] = slot % env.cfg.slots;
        in->issue_warp[p] = draw(env.cfg.warps);
        in->issue_mask[p] = hd_stim_word(&env.rng, env.cfg.lanes);
        in->issue_use[p] = draw_use();
        draw_registers(&in->issue_reg[p * OPERANDS]);
        for (uint32_t w = 0; w < REST; w++)
            in->issue_rest[p][w] = (uint32_t)hd_stim_word(&env.rng, 32);
        if (slot == env.cfg.slots || !has(room, p) || !share(env.profile->issue)) continue;
        in->issue_en |= 1u << p;
        taken |= UINT64_C(1) << slot;
    }
}

/* The table answers always: only the block knows whether it has asked. */
static void draw_answers(void)
{
    struct stim *in = &env.in;
    in->found_held = in->stage_ready = 0;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        in->found_held |= (uint32_t)!share(env.profile->away) << p;
        in->found_phys[p] = draw(env.cfg.staging);
        in->stage_ready |= (uint32_t)happens(env.profile->take, TAKE) << p;
    }
}

/* ---- what becomes of parked instructions ---- */

/* Some of these. */
static uint32_t draw_some(uint32_t of, unsigned sixteenths, uint32_t kind)
{
    uint32_t some = 0;
    for (uint32_t n = 0; n < env.cfg.parks; n++)
        if (has(of, n) && happens(sixteenths, kind)) some |= 1u << n;
    return some;
}

/* One that is under way, from any park on; noise if there is none, or it takes its time. */
static void draw_filled(void)
{
    struct stim *in = &env.in;
    const uint32_t from = draw(env.cfg.parks), first = draw(OPERANDS - 1);
    in->filled_en = false;
    in->filled_park = from;
    in->filled_operand = first;
    if (!happens(env.profile->fill, FILL)) return;
    for (uint32_t n = 0; n < env.cfg.parks && !in->filled_en; n++) {
        const uint32_t park = (from + n) % env.cfg.parks;
        for (uint32_t k = 0; k < OPERANDS - 1 && !in->filled_en; k++) {
            const uint32_t operand = (first + k) % (OPERANDS - 1);
            if (!has(env.comes[park], operand)) continue;
            in->filled_en = true;
            in->filled_park = park;
            in->filled_operand = operand;
        }
    }
    if (in->filled_en) env.comes[in->filled_park] &= ~(1u << in->filled_operand);
}

static void draw_stored(void)
{
    struct stim *in = &env.in;
    const uint32_t from = draw(env.cfg.parks);
    in->stored_en = false;
    in->stored_park = from;
    if (!happens(env.profile->write, WRITE)) return;
    for (uint32_t n = 0; n < env.cfg.parks && !in->stored_en; n++) {
        in->stored_park = (from + n) % env.cfg.parks;
        in->stored_en = has(env.sent, in->stored_park);
    }
    if (in->stored_en) env.sent &= ~(1u << in->stored_park);
}

/* What went to the issue registers in the last cycle is read from this one on, and written in a
 * later one. */
static void draw_parks(uint32_t left, const svBitVecVal *left_park, uint32_t left_stores)
{
    struct stim *in = &env.in;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        if (!has(left, p)) continue;
        env.runs |= 1u << left_park[p];
        if (has(left_stores, p)) env.stores |= 1u << left_park[p];
    }
    in->written = draw_some(env.writes, env.profile->write, WRITE);
    in->read = draw_some(env.runs, env.profile->read, READ);
    env.writes &= ~in->written;
    env.writes |= in->read & env.stores;
    env.stores &= ~in->read;
    env.runs &= ~in->read;
    draw_filled();
    draw_stored();
}

static void draw_job(bool valid, bool store, uint32_t park, uint32_t operand)
{
    env.in.job_taken = valid && happens(env.profile->job, JOB);
    if (!env.in.job_taken) return;
    if (store) env.sent |= 1u << park;
    else env.comes[park] |= 1u << operand;
}

/* ---- the cycle ---- */

/* A reset is one for the neighbours as well. */
static void forget(void)
{
    env.runs = env.stores = env.writes = env.sent = 0;
    memset(env.comes, 0, sizeof env.comes);
}

void set_lookup_stim_open(unsigned slots, unsigned warps, unsigned lanes, unsigned ports,
                          unsigned banks, unsigned parks, unsigned reg_phys, unsigned rest_width)
{
    env.cfg = (struct set_lookup_cfg){.slots = slots,
                                      .warps = warps,
                                      .lanes = lanes,
                                      .ports = ports,
                                      .banks = banks,
                                      .parks = parks,
                                      .staging = reg_phys};
    env.rest_width = rest_width;
    env.profile = &profiles[hd_stim_profile()];
    hd_rng_seed(&env.rng, hd_run.seed);
}

static void put_issue(svBitVecVal *slot, svBitVecVal *warp, svBitVecVal *mask, svBitVecVal *use,
                      svBitVecVal *reg, svBitVecVal *rest)
{
    const size_t ports = env.cfg.ports * sizeof(uint32_t);
    const uint32_t words = (env.rest_width + 31) / 32;
    memcpy(slot, env.in.issue_slot, ports);
    memcpy(warp, env.in.issue_warp, ports);
    memcpy(mask, env.in.issue_mask, 2 * ports);
    memcpy(use, env.in.issue_use, ports);
    memcpy(reg, env.in.issue_reg, OPERANDS * ports);
    for (uint32_t p = 0; p < env.cfg.ports; p++)
        memcpy(rest + p * words, env.in.issue_rest[p], words * sizeof *rest);
}

void set_lookup_stim(unsigned char room, unsigned long long looking, unsigned char left,
                     const svBitVecVal *left_park, unsigned char left_stores, svBit job_valid,
                     svBit job_store, unsigned job_park, unsigned job_operand, svBit *rst_n,
                     unsigned char *issue_en, svBitVecVal *issue_slot, svBitVecVal *issue_warp,
                     svBitVecVal *issue_mask, svBitVecVal *issue_use, svBitVecVal *issue_reg,
                     svBitVecVal *issue_rest, unsigned char *found_held, svBitVecVal *found_phys,
                     unsigned char *stage_ready, unsigned *read, unsigned *written,
                     svBit *filled_en, unsigned *filled_park, unsigned *filled_operand,
                     svBit *stored_en, unsigned *stored_park, svBit *job_taken)
{
    struct stim *in = &env.in;
    bool run = true;
    if (!hd_stim_play(&run, in, sizeof *in)) {
        draw_calm();
        draw_issue(room, looking);
        draw_answers();
        draw_parks(left, left_park, left_stores);
        draw_job(job_valid != 0, job_store != 0, job_park, job_operand);
        run = !(hd_stim_reset(&env.rng) || hd_rng_chance(&env.rng, env.profile->reset, 256));
        if (!run) forget();
        hd_stim_record(run, in, sizeof *in);
    }
    *rst_n = run;
    *issue_en = (unsigned char)in->issue_en;
    put_issue(issue_slot, issue_warp, issue_mask, issue_use, issue_reg, issue_rest);
    *found_held = (unsigned char)in->found_held;
    memcpy(found_phys, in->found_phys, env.cfg.ports * sizeof in->found_phys[0]);
    *stage_ready = (unsigned char)in->stage_ready;
    *read = in->read;
    *written = in->written;
    *filled_en = in->filled_en;
    *filled_park = in->filled_park;
    *filled_operand = in->filled_operand;
    *stored_en = in->stored_en;
    *stored_park = in->stored_park;
    *job_taken = in->job_taken;
}
