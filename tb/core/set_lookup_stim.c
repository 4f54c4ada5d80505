/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the set look-up. It plays a front end that issues when there is room, a mapping table
 * that has some sets in swap space, issue registers that are sometimes full, and what becomes of
 * parked instructions: the swapper, load/store and the register file, each as slow as it likes.
 */
#include <string.h>

#include "common/draws.h"
#include "core/set_lookup_seam.h"

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
    const struct profile *profile;
    struct set_lookup_view_in *in;
    bool ran; /* the last cycle was none of reset */
    /* Steps under way, a bit a park; of operands a bit each. */
    uint32_t runs, stores, writes, sent;
    uint32_t comes[PARKS];
    uint32_t calm; /* what does not happen for a while: a bit a kind */
} env;

/* Kinds of what may stand still. */
enum { TAKE, JOB, FILL, READ, WRITE, KINDS };

static bool happens(unsigned sixteenths, uint32_t kind)
{
    return !has(env.calm, kind) && share(sixteenths);
}

static void draw_calm(void)
{
    if (hd_rng_chance(&hd_draws, env.profile->calm, 256)) env.calm |= 1u << draw(KINDS);
    if (env.calm != 0 && hd_rng_chance(&hd_draws, 8, 256)) env.calm = 0;
}

/* ---- instructions ---- */

static uint32_t draw_use(void)
{
    if (share(env.profile->all)) return 15;
    return share(env.profile->none) ? 0 : draw(16);
}

/* Near: often of the same set, the same register now and then; half of the others differ from the
 * one before in one bit. */
static void draw_registers(uint8_t *reg)
{
    for (uint32_t o = 0; o < OPERANDS; o++) {
        reg[o] = (uint8_t)draw(FRONT_REGISTERS);
        if (o == 0) continue;
        if (share(env.profile->near)) reg[o] = (uint8_t)(reg[o - 1] ^ draw(env.cfg.banks));
        else if (share(8)) reg[o] = (uint8_t)(reg[o - 1] ^ 1u << draw(6));
    }
}

/* A slot that is not in `taken`; cfg.slots: there is none. */
static uint32_t draw_slot(uint64_t taken)
{
    const uint32_t from = draw(env.cfg.slots);
    for (uint32_t n = 0; n < env.cfg.slots; n++)
        if (!has(taken, (from + n) % env.cfg.slots)) return (from + n) % env.cfg.slots;
    return env.cfg.slots;
}

/* Where nothing issues there is noise. */
static void draw_issue(const struct set_lookup_out *out)
{
    struct set_lookup_in *in = &env.in->model;
    uint64_t taken = out->looking;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        struct front_instruction *x = &env.in->issue[p];
        const uint32_t slot = draw_slot(taken);
        x->slot[0] = (uint8_t)(slot % env.cfg.slots);
        in->warp[p] = draw(env.cfg.warps);
        x->mask = hd_stim_word(&hd_draws, env.cfg.lanes);
        x->use = (uint8_t)draw_use();
        draw_registers(x->reg);
        for (uint32_t w = 0; w < REST; w++)
            env.in->issue_rest[p][w] = (uint32_t)hd_stim_word(&hd_draws, 32);
        in->issue_en[p] = slot != env.cfg.slots && out->room[p] && share(env.profile->issue);
        if (in->issue_en[p]) taken |= UINT64_C(1) << slot;
    }
}

/* The table answers always: only the block knows whether it has asked. */
static void draw_answers(void)
{
    struct set_lookup_in *in = &env.in->model;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        in->found_held[p] = !share(env.profile->away);
        in->found_phys[p] = draw(env.cfg.staging);
        in->stage_ready[p] = happens(env.profile->take, TAKE);
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
    struct set_lookup_in *in = &env.in->model;
    const uint32_t from = draw(env.cfg.parks), first = draw(OPERANDS - 1);
    in->filled = false;
    in->filled_park = from;
    in->filled_operand = first;
    if (!happens(env.profile->fill, FILL)) return;
    for (uint32_t n = 0; n < env.cfg.parks && !in->filled; n++) {
        const uint32_t park = (from + n) % env.cfg.parks;
        for (uint32_t k = 0; k < OPERANDS - 1 && !in->filled; k++) {
            const uint32_t operand = (first + k) % (OPERANDS - 1);
            if (!has(env.comes[park], operand)) continue;
            in->filled = true;
            in->filled_park = park;
            in->filled_operand = operand;
        }
    }
    if (in->filled) env.comes[in->filled_park] &= ~(1u << in->filled_operand);
}

static void draw_stored(void)
{
    struct set_lookup_in *in = &env.in->model;
    const uint32_t from = draw(env.cfg.parks);
    in->stored = false;
    in->stored_park = from;
    if (!happens(env.profile->write, WRITE)) return;
    for (uint32_t n = 0; n < env.cfg.parks && !in->stored; n++) {
        in->stored_park = (from + n) % env.cfg.parks;
        in->stored = has(env.sent, in->stored_park);
    }
    if (in->stored) env.sent &= ~(1u << in->stored_park);
}

/* What went to the issue registers in the last cycle is read from this one on, and written in a
 * later one. */
static void note_left(const struct set_lookup_view_out *out)
{
    for (uint32_t p = 0; env.ran && p < env.cfg.ports; p++) {
        const uint32_t park = out->stage[p].park;
        if (!out->model.stage_valid[p] || !out->stage_parked[p]) continue;
        if (!env.in->model.stage_ready[p]) continue;
        env.runs |= 1u << park;
        if (out->stage_stores[p]) env.stores |= 1u << park;
    }
}

static void draw_parks(void)
{
    struct set_lookup_in *in = &env.in->model;
    in->written = draw_some(env.writes, env.profile->write, WRITE);
    in->read = draw_some(env.runs, env.profile->read, READ);
    env.writes &= ~in->written;
    env.writes |= in->read & env.stores;
    env.stores &= ~in->read;
    env.runs &= ~in->read;
    draw_filled();
    draw_stored();
}

static void draw_job(const struct set_lookup_out *out)
{
    const bool taken = out->job_valid && happens(env.profile->job, JOB);
    env.in->model.job_taken = taken;
    if (!taken) return;
    if (out->job.store) env.sent |= 1u << out->job.park;
    else env.comes[out->job.park] |= 1u << out->job.operand;
}

/* ---- the cycle ---- */

/* A reset is one for the neighbours as well. */
static void forget(void)
{
    env.runs = env.stores = env.writes = env.sent = 0;
    memset(env.comes, 0, sizeof env.comes);
}

void set_lookup_stim_open(const struct set_lookup_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool set_lookup_stim(struct set_lookup_view_in *in, const struct set_lookup_view_out *out)
{
    env.in = in;
    note_left(out);
    draw_calm();
    draw_issue(&out->model);
    draw_answers();
    draw_parks();
    draw_job(&out->model);
    env.ran = !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    if (!env.ran) forget();
    return env.ran;
}
