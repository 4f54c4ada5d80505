/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the swapper. It plays a unit that asks for one thing to be moved after the other,
 * parked instructions with tasks of their own, a register file, shared memory and load/store that
 * accept and answer when they like, and loads that come back in any order, some words at a time.
 */
#include <string.h>

#include "common/draws.h"
#include "core/swapper_seam.h"
#include "residency/coordinator.h"

enum { PARTS = SIMT_STACK_ROW_WORDS /* of a state, at most: one lane */ };

/* Shares are in 1/16. */
struct profile {
    unsigned request; /* the unit asks, if it does not already */
    unsigned calm;    /* what is to move is at rest */
    unsigned threads; /* a request is of a warp's state, */
    unsigned scratch; /* else of shared memory, else of registers */
    unsigned load;    /* a state or a register set comes back */
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
     .load = 8,
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
    bool taken; /* the request, in the cycle before */
    /* Reads and loads under way. */
    bool row_due, ctx_due;
    struct {
        bool open[PARTS];
        uint64_t left[PARTS]; /* words that are not back */
    } load[SWAPPER_MAX_RESTORES];
    bool still; /* no words come */
} env;

static void draw_words(uint32_t *to, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) to[i] = (uint32_t)hd_stim_word(&hd_draws, 32);
}

/* Often the greatest. */
static uint32_t draw_number(uint32_t n) { return share(2) ? n - 1 : draw(n); }

/* ---- the unit ---- */

static void draw_kind(struct swapper_in *in)
{
    const struct swapper_cfg *c = &env.cfg;
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
        in->req_load = share(env.profile->load);
        in->req_phys = draw_number(c->reg_phys);
    }
}

/* A request stays, also in the cycle in which it is taken. */
static void draw_request(struct swapper_in *in, bool taken)
{
    in->calm = share(env.profile->calm);
    if (in->req_valid && !taken) return;
    in->req_valid = share(env.profile->request);
    in->req_set = draw(FRONT_REGISTERS / env.cfg.banks);
    draw_kind(in);
}

/* ---- parks ---- */

/* A task may give way to another while it is not taken. */
static void draw_job(struct swapper_in *in)
{
    const struct swapper_cfg *c = &env.cfg;
    in->job_valid = share(env.profile->job);
    in->job.store = share(env.profile->store);
    in->job.park = draw_number(c->parks);
    in->job.operand = draw(4);
    in->job.warp = draw_number(c->warps);
    in->job.reg = draw_number(FRONT_REGISTERS);
    in->job.mask = hd_stim_word(&hd_draws, c->lanes);
    in->job.place.bank = (uint8_t)draw(c->banks);
    in->job.place.index = (uint16_t)draw(c->reg_phys + c->parks * set_lookup_rows(c->banks));
}

/* ---- rows ---- */

static void draw_rows(struct swapper_view_in *to, const struct swapper_out *out)
{
    struct swapper_in *in = &to->model;
    in->row_valid = env.row_due && share(env.profile->answer);
    in->ctx_rsp_valid = env.ctx_due && share(env.profile->answer);
    env.row_due &= !in->row_valid;
    env.ctx_due &= !in->ctx_rsp_valid;
    in->row_ready = share(env.profile->accept);
    in->ctx_ready = share(env.profile->accept);
    env.row_due |= out->rd_valid && in->row_ready;
    env.ctx_due |= out->ctx_valid && in->ctx_ready;
    draw_words(to->row_data, env.cfg.lanes);
    draw_words(to->ctx_rsp_data, env.cfg.row_bits / 32);
    draw_words(to->stack_rd_data, (env.cfg.stack_bits + 31) / 32);
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

static void draw_back(struct swapper_view_in *to)
{
    struct swapper_in *in = &to->model;
    uint32_t restore, part;
    in->back_valid = in->back_end = false;
    in->back_restore = in->back_end_restore = draw(env.cfg.restores);
    in->back_part = 0;
    in->back_mask = hd_stim_word(&hd_draws, env.cfg.lanes);
    draw_words(to->back_data, env.cfg.lanes);
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

static void draw_access(struct swapper_in *in, const struct swapper_out *out)
{
    in->acc_ready = share(env.profile->accept);
    if (!out->acc_valid || !in->acc_ready) return;
    if (out->acc_what == SWAPPER_STATE) {
        env.load[out->acc_restore].open[out->acc_part] = true;
        env.load[out->acc_restore].left[out->acc_part] = out->acc_mask;
    } else if (out->acc_what == SWAPPER_RETURN) {
        uint32_t part = 0;
        while (env.load[out->acc_restore].open[part]) part++;
        env.load[out->acc_restore].open[part] = true;
        env.load[out->acc_restore].left[part] = 0; /* its words go elsewhere */
    }
}

/* ---- the cycle ---- */

/* A reset is one for the neighbours as well. */
static void forget(struct swapper_in *in)
{
    in->req_valid = env.row_due = env.ctx_due = false;
    memset(env.load, 0, sizeof env.load);
}

void swapper_stim_open(const struct swapper_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool swapper_stim(struct swapper_view_in *to, const struct swapper_view_out *from)
{
    struct swapper_in *in = &to->model;
    const struct swapper_out *out = &from->model;
    if (hd_rng_chance(&hd_draws, env.profile->calms, 256)) env.still = true;
    if (env.still && hd_rng_chance(&hd_draws, 8, 256)) env.still = false;
    draw_request(in, env.taken);
    env.taken = out->req_ready;
    draw_job(in);
    draw_rows(to, out);
    draw_back(to);
    draw_access(in, out);
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    if (!run) forget(in);
    return run;
}
