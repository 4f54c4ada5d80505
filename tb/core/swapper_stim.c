/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the swapper. It plays a unit that asks for one thing to be moved after the other,
 * parked instructions with tasks of their own, a register file, shared memory and load/store that
 * accept and answer when they like, and loads that come back in any order, some words at a time.
 */
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/stim.h"
#include "core/swapper.h"
#include "residency/coordinator.h"
#include "run.h"

enum {
    LANES = SWAPPER_MAX_LANES,
    RESTORES = SWAPPER_MAX_RESTORES,
    WORDS = SIMT_STACK_ROW_WORDS,
    PARTS = WORDS /* of a state, at most: one lane */
};

/* Shares are in 1/16. */
struct profile {
    unsigned request; /* the unit asks, if it does not already */
    unsigned calm;    /* what is to move is at rest */
    unsigned threads; /* a request is of a warp's state, */
    unsigned scratch; /* else of shared memory, else of registers */
    unsigned load;    /* a state comes back */
    unsigned job;     /* there is a park's task */
    unsigned store;   /* it is a result */
    unsigned accept;  /* a row, an access is accepted */
    unsigned answer;  /* a row comes */
    unsigned back;    /* words of a state come, */
    unsigned part;    /* of a load some, else all that are left */
    unsigned end;     /* a load ends */
    unsigned calms;   /* 1/256: for a while no words come */
    unsigned reset;   /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform",  "registers", "scratch", "states",
                                   "restores", "parks",     "turns",   "back_pressure",
                                   "idle",     "streams",   "resets",  NULL};

static const struct profile profiles[] = {
    {.request = 8,
     .calm = 8,
     .threads = 8,
     .scratch = 2,
     .load = 9,
     .job = 8,
     .store = 8,
     .accept = 12,
     .answer = 10,
     .back = 6,
     .part = 10,
     .end = 8,
     .calms = 2},
    {.request = 14,
     .calm = 12,
     .threads = 0,
     .scratch = 0,
     .job = 2,
     .store = 8,
     .accept = 13,
     .answer = 12,
     .back = 8,
     .part = 8,
     .end = 8},
    {.request = 14,
     .calm = 12,
     .threads = 1,
     .scratch = 16,
     .load = 8,
     .job = 2,
     .store = 8,
     .accept = 15,
     .answer = 15,
     .back = 8,
     .part = 8,
     .end = 8},
    {.request = 14,
     .calm = 12,
     .threads = 15,
     .scratch = 2,
     .load = 8,
     .job = 3,
     .store = 8,
     .accept = 12,
     .answer = 12,
     .back = 10,
     .part = 6,
     .end = 12},
    {.request = 15,
     .calm = 14,
     .threads = 16,
     .load = 16,
     .job = 4,
     .store = 4,
     .accept = 15,
     .answer = 12,
     .back = 5,
     .part = 10,
     .end = 4,
     .calms = 8},
    {.request = 3,
     .calm = 6,
     .threads = 10,
     .scratch = 1,
     .load = 10,
     .job = 14,
     .store = 8,
     .accept = 13,
     .answer = 12,
     .back = 8,
     .part = 6,
     .end = 8},
    {.request = 15,
     .calm = 10,
     .threads = 10,
     .scratch = 0,
     .load = 8,
     .job = 14,
     .store = 6,
     .accept = 15,
     .answer = 14,
     .back = 6,
     .part = 6,
     .end = 6,
     .calms = 4},
    {.request = 12,
     .calm = 12,
     .threads = 9,
     .scratch = 2,
     .load = 8,
     .job = 8,
     .store = 8,
     .accept = 2,
     .answer = 2,
     .back = 4,
     .part = 12,
     .end = 4},
    {.request = 1,
     .calm = 12,
     .threads = 8,
     .scratch = 2,
     .load = 8,
     .job = 1,
     .store = 8,
     .accept = 12,
     .answer = 12,
     .back = 8,
     .part = 4,
     .end = 12},
    {.request = 16,
     .calm = 16,
     .threads = 12,
     .scratch = 1,
     .load = 9,
     .job = 10,
     .store = 8,
     .accept = 16,
     .answer = 16,
     .back = 16,
     .part = 1,
     .end = 16},
    {.request = 12,
     .calm = 12,
     .threads = 9,
     .scratch = 3,
     .load = 10,
     .job = 8,
     .store = 8,
     .accept = 10,
     .answer = 9,
     .back = 6,
     .part = 8,
     .end = 8,
     .calms = 2,
     .reset = 12},
};

static struct {
    struct swapper_cfg cfg;
    const struct profile *profile;
    struct hd_rng rng;
    struct stim {
        bool req_valid, req_load, calm, job_valid, job_store;
        bool rd_ready, row_valid, ctx_ready, ctx_rsp_valid, acc_ready, back_valid, back_end;
        uint32_t req_kind, req_row, req_set, req_phys;
        uint32_t job_park, job_operand, job_warp, job_reg, job_bank, job_index;
        uint32_t back_restore, back_part, back_end_restore;
        uint64_t job_mask, back_mask;
        uint32_t row_data[LANES], back_data[LANES], ctx_rsp_data[LANES], stack_rd_data[WORDS];
    } in;
    /* What is under way. */
    bool row_due, ctx_due;
    struct {
        bool open[PARTS];
        uint64_t left[PARTS]; /* words that are not back */
    } load[RESTORES];
    bool still; /* no words come */
} env;

static bool share(unsigned sixteenths) { return hd_rng_chance(&env.rng, sixteenths, 16); }
static uint32_t draw(uint32_t n) { return hd_stim_below(&env.rng, n); }

static void draw_words(uint32_t *to, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) to[i] = (uint32_t)hd_stim_word(&env.rng, 32);
}

/* Often the greatest. */
static uint32_t draw_number(uint32_t n) { return share(2) ? n - 1 : draw(n); }

/* ---- the unit ---- */

static void draw_kind(void)
{
    const struct swapper_cfg *c = &env.cfg;
    struct stim *in = &env.in;
    in->req_load = false;
    if (share(env.profile->threads)) {
        in->req_kind = COORDINATOR_THREADS;
        in->req_load = share(env.profile->load);
        in->req_row = draw_number(c->warps);
        in->req_phys = draw_number(c->slots);
    } else if (share(env.profile->scratch)) {
        in->req_kind = COORDINATOR_SCRATCH;
        in->req_row = draw_number(c->blocks);
        in->req_set = draw_number(c->scratch_sets);
        in->req_phys = draw_number(c->scratch_phys);
    } else {
        in->req_kind = COORDINATOR_REGS;
        in->req_row = draw_number(c->warps);
        in->req_set = draw_number(FRONT_REGISTERS / c->banks);
        in->req_phys = draw_number(c->reg_phys);
    }
}

/* A request stays, also in the cycle in which it is taken. */
static void draw_request(bool taken)
{
    struct stim *in = &env.in;
    in->calm = share(env.profile->calm);
    if (in->req_valid && !taken) return;
    in->req_valid = share(env.profile->request);
    in->req_set = draw(FRONT_REGISTERS / env.cfg.banks);
    draw_kind();
}

/* ---- parks ---- */

/* A task may give way to another while it is not taken. */
static void draw_job(void)
{
    const struct swapper_cfg *c = &env.cfg;
    struct stim *in = &env.in;
    in->job_valid = share(env.profile->job);
    in->job_store = share(env.profile->store);
    in->job_park = draw_number(c->parks);
    in->job_operand = draw(4);
    in->job_warp = draw_number(c->warps);
    in->job_reg = draw_number(FRONT_REGISTERS);
    in->job_mask = hd_stim_word(&env.rng, c->lanes);
    in->job_bank = draw(c->banks);
    in->job_index = draw(c->reg_phys + c->parks * set_lookup_rows(c->banks));
}

/* ---- rows ---- */

static void draw_rows(bool rd_valid, bool ctx_valid)
{
    struct stim *in = &env.in;
    in->row_valid = env.row_due && share(env.profile->answer);
    in->ctx_rsp_valid = env.ctx_due && share(env.profile->answer);
    env.row_due &= !in->row_valid;
    env.ctx_due &= !in->ctx_rsp_valid;
    in->rd_ready = share(env.profile->accept);
    in->ctx_ready = share(env.profile->accept);
    env.row_due |= rd_valid && in->rd_ready;
    env.ctx_due |= ctx_valid && in->ctx_ready;
    draw_words(in->row_data, env.cfg.lanes);
    draw_words(in->ctx_rsp_data, env.cfg.row_bits / 32);
    draw_words(in->stack_rd_data, (env.cfg.stack_bits + 31) / 32);
}

/* ---- load/store ---- */

/* A load that is under way: with words to come, or with none left. */
static bool find_load(bool with_words, uint32_t *restore, uint32_t *part)
{
    const uint32_t from = draw(env.cfg.restores), first = draw(PARTS);
    for (uint32_t n = 0; n < env.cfg.restores; n++) {
        *restore = (from + n) % env.cfg.restores;
        for (uint32_t k = 0; k < PARTS; k++) {
            *part = (first + k) % PARTS;
            if (env.load[*restore].open[*part] &&
                (env.load[*restore].left[*part] != 0) == with_words)
                return true;
        }
    }
    return false;
}

static void draw_back(void)
{
    struct stim *in = &env.in;
    uint32_t restore, part;
    in->back_valid = in->back_end = false;
    in->back_restore = in->back_end_restore = draw(env.cfg.restores);
    in->back_part = 0;
    in->back_mask = hd_stim_word(&env.rng, env.cfg.lanes);
    draw_words(in->back_data, env.cfg.lanes);
    if (!env.still && share(env.profile->back) && find_load(true, &restore, &part)) {
        uint64_t *left = &env.load[restore].left[part];
        in->back_valid = true;
        in->back_restore = restore;
        in->back_part = part;
        in->back_mask = share(env.profile->part) ? *left & in->back_mask : *left;
        *left &= ~in->back_mask;
    }
    if (!env.still && share(env.profile->end) && find_load(false, &restore, &part)) {
        in->back_end = true;
        in->back_end_restore = restore;
        env.load[restore].open[part] = false;
    }
}

static void draw_access(bool valid, uint32_t what, uint32_t restore, uint32_t part, uint64_t mask)
{
    env.in.acc_ready = share(env.profile->accept);
    if (!valid || !env.in.acc_ready || what != SWAPPER_STATE) return;
    env.load[restore].open[part] = true;
    env.load[restore].left[part] = mask;
}

/* ---- the cycle ---- */

/* A reset is one for the neighbours as well. */
static void forget(void)
{
    env.in.req_valid = env.row_due = env.ctx_due = false;
    memset(env.load, 0, sizeof env.load);
}

void swapper_stim_open(unsigned slots, unsigned lanes, unsigned banks, unsigned reg_phys,
                       unsigned parks, unsigned warps, unsigned blocks, unsigned scratch_sets,
                       unsigned scratch_phys, unsigned row_bits, unsigned rows, unsigned stack_bits,
                       unsigned restores)
{
    env.cfg = (struct swapper_cfg){.slots = slots,
                                   .lanes = lanes,
                                   .banks = banks,
                                   .reg_phys = reg_phys,
                                   .parks = parks,
                                   .warps = warps,
                                   .blocks = blocks,
                                   .scratch_sets = scratch_sets,
                                   .scratch_phys = scratch_phys,
                                   .row_bits = row_bits,
                                   .rows = rows,
                                   .stack_bits = stack_bits,
                                   .restores = restores};
    env.profile = &profiles[hd_stim_profile()];
    hd_rng_seed(&env.rng, hd_run.seed);
}

static void put_wide(const struct stim *in, svBitVecVal *row, svBitVecVal *ctx, svBitVecVal *stack,
                     svBitVecVal *back)
{
    const size_t lanes = env.cfg.lanes * sizeof *row;
    memcpy(row, in->row_data, lanes);
    memcpy(ctx, in->ctx_rsp_data, env.cfg.row_bits / 8);
    memcpy(stack, in->stack_rd_data, (env.cfg.stack_bits + 31) / 32 * sizeof *stack);
    memcpy(back, in->back_data, lanes);
}

void swapper_stim(svBit req_ready, svBit rd_valid, svBit ctx_valid, svBit acc_valid,
                  unsigned acc_what, unsigned acc_restore, unsigned acc_part,
                  unsigned long long acc_mask, svBit *rst_n, svBit *req_valid, svBit *req_load,
                  unsigned *req_kind, unsigned *req_row, unsigned *req_set, unsigned *req_phys,
                  svBit *calm, svBit *job_valid, svBit *job_store, unsigned *job_park,
                  unsigned *job_operand, unsigned *job_warp, unsigned *job_reg,
                  unsigned long long *job_mask, unsigned *job_bank, unsigned *job_index,
                  svBit *rd_ready, svBit *row_valid, svBitVecVal *row_data, svBit *ctx_ready,
                  svBit *ctx_rsp_valid, svBitVecVal *ctx_rsp_data, svBitVecVal *stack_rd_data,
                  svBit *acc_ready, svBit *back_valid, unsigned *back_restore, unsigned *back_part,
                  unsigned long long *back_mask, svBitVecVal *back_data, svBit *back_end,
                  unsigned *back_end_restore)
{
    static bool taken; /* the request, in the cycle before */
    struct stim *in = &env.in;
    bool run = true;
    if (!hd_stim_play(&run, in, sizeof *in)) {
        if (hd_rng_chance(&env.rng, env.profile->calms, 256)) env.still = true;
        if (env.still && hd_rng_chance(&env.rng, 8, 256)) env.still = false;
        draw_request(taken);
        taken = req_ready != 0;
        draw_job();
        draw_rows(rd_valid != 0, ctx_valid != 0);
        draw_back();
        draw_access(acc_valid != 0, acc_what, acc_restore, acc_part, acc_mask);
        run = !(hd_stim_reset(&env.rng) || hd_rng_chance(&env.rng, env.profile->reset, 256));
        hd_stim_record(run, in, sizeof *in);
        if (!run) forget();
    }
    *rst_n = run;
    *req_valid = in->req_valid;
    *req_load = in->req_load;
    *req_kind = in->req_kind;
    *req_row = in->req_row;
    *req_set = in->req_set;
    *req_phys = in->req_phys;
    *calm = in->calm;
    *job_valid = in->job_valid;
    *job_store = in->job_store;
    *job_park = in->job_park;
    *job_operand = in->job_operand;
    *job_warp = in->job_warp;
    *job_reg = in->job_reg;
    *job_mask = in->job_mask;
    *job_bank = in->job_bank;
    *job_index = in->job_index;
    *rd_ready = in->rd_ready;
    *row_valid = in->row_valid;
    *ctx_ready = in->ctx_ready;
    *ctx_rsp_valid = in->ctx_rsp_valid;
    put_wide(in, row_data, ctx_rsp_data, stack_rd_data, back_data);
    *acc_ready = in->acc_ready;
    *back_valid = in->back_valid;
    *back_restore = in->back_restore;
    *back_part = in->back_part;
    *back_mask = in->back_mask;
    *back_end = in->back_end;
    *back_end_restore = in->back_end_restore;
}
