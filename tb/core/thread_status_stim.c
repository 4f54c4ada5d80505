/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the thread status. It plays pipes that bring CSR instructions and float exceptions of
 * any threads. In one cycle none is of a warp that begins, and the threads differ; only float
 * instructions may share some, without warps of their own. A few warps are favoured, so that a
 * status is written, read and asked for again soon.
 */
#include <string.h>

#include "common/draws.h"
#include "common/words.h"
#include "core/thread_status_seam.h"

enum { HOT = 3 };

/* Shares are in 1/16. */
struct profile {
    unsigned op;       /* an instruction takes effect */
    unsigned csr;      /* it is a CSR instruction */
    unsigned status;   /* of fflags, frm, fcsr, */
    unsigned identity; /* else of the CSRs with a thread's identity, else any */
    unsigned nothing;  /* its field rs1 is 0 */
    unsigned small;    /* an operand has bits of fcsr alone */
    unsigned hot;      /* a warp is a favoured one */
    unsigned twin;     /* it is that of the port before */
    unsigned apart;    /* each lane's warp is drawn for itself */
    unsigned all;      /* all threads, */
    unsigned few;      /* else two at most, else any */
    unsigned flags;    /* a thread has exceptions */
    unsigned begin;    /* 1/256: a warp begins */
    unsigned change;   /* 1/256: other warps are favoured; a fourth of it: another kernel */
    unsigned reset;    /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "status", "one_warp",   "exceptions", "identities",
                                   "begins",  "few",    "everything", "resets",     NULL};

static const struct profile profiles[] = {
    {.op = 10,
     .csr = 8,
     .status = 9,
     .identity = 9,
     .nothing = 3,
     .small = 9,
     .hot = 6,
     .twin = 2,
     .apart = 8,
     .all = 6,
     .few = 4,
     .flags = 8,
     .begin = 24,
     .change = 8},
    {.op = 14,
     .csr = 14,
     .status = 14,
     .identity = 4,
     .nothing = 4,
     .small = 12,
     .hot = 10,
     .twin = 2,
     .apart = 8,
     .all = 6,
     .few = 4,
     .flags = 8,
     .begin = 16,
     .change = 8},
    {.op = 15,
     .csr = 9,
     .status = 13,
     .identity = 8,
     .nothing = 3,
     .small = 10,
     .hot = 15,
     .twin = 12,
     .apart = 3,
     .all = 2,
     .few = 8,
     .flags = 6,
     .begin = 12,
     .change = 16},
    {.op = 14,
     .csr = 2,
     .status = 14,
     .identity = 8,
     .nothing = 3,
     .small = 12,
     .hot = 6,
     .twin = 2,
     .apart = 8,
     .all = 7,
     .few = 4,
     .flags = 12,
     .begin = 48,
     .change = 8},
    {.op = 12,
     .csr = 15,
     .status = 2,
     .identity = 14,
     .nothing = 8,
     .small = 8,
     .hot = 4,
     .twin = 2,
     .apart = 12,
     .all = 8,
     .few = 3,
     .flags = 8,
     .begin = 8,
     .change = 64},
    {.op = 12,
     .csr = 8,
     .status = 13,
     .identity = 8,
     .nothing = 2,
     .small = 12,
     .hot = 12,
     .twin = 2,
     .apart = 8,
     .all = 8,
     .few = 3,
     .flags = 12,
     .begin = 128,
     .change = 16},
    {.op = 6,
     .csr = 8,
     .status = 12,
     .identity = 8,
     .nothing = 3,
     .small = 8,
     .hot = 8,
     .twin = 4,
     .apart = 8,
     .all = 0,
     .few = 15,
     .flags = 4,
     .begin = 8,
     .change = 8},
    {.op = 16,
     .csr = 8,
     .status = 10,
     .identity = 8,
     .nothing = 3,
     .small = 10,
     .hot = 4,
     .twin = 3,
     .apart = 10,
     .all = 13,
     .few = 4,
     .flags = 8,
     .begin = 32,
     .change = 32},
    {.op = 13,
     .csr = 8,
     .status = 13,
     .identity = 8,
     .nothing = 3,
     .small = 10,
     .hot = 8,
     .twin = 2,
     .apart = 8,
     .all = 7,
     .few = 4,
     .flags = 10,
     .begin = 24,
     .change = 16,
     .reset = 24},
};

static struct {
    struct thread_status_cfg cfg;
    const struct profile *profile;
    struct thread_status_view_in *in;
    struct thread_status_kernel kernel[THREAD_STATUS_MAX_PORTS];
    uint32_t hot[HOT];
} env;

static uint32_t any(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }
static uint32_t rows(void) { return env.cfg.own ? env.cfg.lanes : 1; }

/* ---- warps, the kernel ---- */

static void draw_kernel(uint32_t port)
{
    struct thread_status_kernel *k = &env.kernel[port];
    for (uint32_t i = 0; i < 3; i++) k->threads[i] = any();
    for (uint32_t i = 0; i < 3; i++) k->blocks[i] = any();
    k->arguments = any();
    k->stack_top = any();
    k->shared_bytes = any();
}

static void draw_kernels(void)
{
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_kernel(p);
}

/* One of the favoured differs from another in a single bit. */
static void draw_hot(void)
{
    if (!hd_rng_chance(&hd_draws, env.profile->change, 256)) return;
    uint32_t bit = 1;
    while (2 * bit < env.cfg.warps && share(10)) bit *= 2;
    env.hot[0] = draw(env.cfg.warps);
    env.hot[1] = (env.hot[0] ^ bit) < env.cfg.warps ? env.hot[0] ^ bit : env.hot[0];
    env.hot[2] = draw(env.cfg.warps);
    if (!share(4)) return;
    draw_kernel(draw(env.cfg.ports));
}

static uint32_t draw_warp(void)
{
    return share(env.profile->hot) ? env.hot[draw(HOT)] : draw(env.cfg.warps);
}

/* One of each lane if lanes have their own, which may be the same; of several parts any, and often
 * those in which a static warp is. */
static void draw_warps(uint32_t *warp)
{
    const bool apart = share(env.profile->apart);
    const uint32_t one = draw_warp(), slots = env.cfg.lane_slots;
    for (uint32_t r = 0; r < rows(); r++) warp[r] = apart ? draw_warp() : one;
    for (uint32_t r = 0; slots > 1 && r < rows(); r++)
        warp[r] = warp[r] * slots + (share(12) ? r / (rows() / slots) : draw(slots));
}

/* ---- an instruction ---- */

/* fflags to fcsr; 0xcc0 to 0xcd3; one of all these with another bit; any. */
static uint32_t draw_number(void)
{
    if (share(env.profile->status)) return 1 + draw(3);
    const uint32_t identity = 0xcc0 + draw(20);
    if (share(env.profile->identity)) return identity;
    switch (draw(3)) {
    case 0: return identity ^ 1u << draw(12);
    case 1: return (1 + draw(3)) ^ 1u << draw(12);
    default: return draw(4096);
    }
}

static uint32_t draw_word(bool csr)
{
    const enum isa_op op = (enum isa_op)(ISA_CSRRW + draw(6));
    const uint32_t field = share(env.profile->nothing) ? 0 : draw(32);
    if (!csr) return any();
    return hd_word(op, draw_number() << 20 | field << 15 | (any() & 0xfff));
}

static uint64_t draw_mask(void)
{
    const uint64_t all = ones(env.cfg.lanes);
    if (share(env.profile->all)) return all;
    if (share(env.profile->few))
        return UINT64_C(1) << draw(env.cfg.lanes) | UINT64_C(1) << draw(env.cfg.lanes);
    return hd_stim_word(&hd_draws, 64) & all;
}

static void draw_threads(uint32_t p)
{
    struct thread_status_rows *op = &env.in->op[p];
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        op->a[l] = share(env.profile->small) ? any() & 0xff & any() : any();
        if (share(2)) op->a[l] = 0;
        op->flags[l] = (uint8_t)(share(env.profile->flags) ? any() & any() & 0x1f : 0);
    }
    for (uint32_t l = 0; l < env.cfg.lanes; l++) {
        op->x[l] = any();
        op->y[l] = any();
        op->z[l] = any();
    }
    for (uint32_t i = 0; i < 3 * rows(); i++) op->block[i] = any();
}

/* What does not take effect is shown all the same. */
static void draw_op(uint32_t p)
{
    struct thread_status_view_in *in = env.in;
    struct thread_status_op *op = &in->model.op[p];
    op->en = share(env.profile->op);
    op->csr = share(env.profile->csr);
    op->word = draw_word(op->csr);
    op->mask = draw_mask();
    if (p > 0 && share(env.profile->twin))
        memcpy(in->op[p].warp, in->op[p - 1].warp, sizeof in->op[p].warp);
    else draw_warps(in->op[p].warp);
    draw_warps(in->frm_warp[p]);
    if (share(4)) memcpy(in->frm_warp[p], in->op[draw(p + 1)].warp, sizeof in->frm_warp[p]);
    draw_threads(p);
}

/* ---- what the neighbours promise ---- */

static uint32_t row_of(uint32_t p, uint32_t l) { return env.in->op[p].warp[env.cfg.own ? l : 0]; }

/* Has port q the thread of port p's place l, at a place below `end`? */
static bool has_thread(uint32_t q, uint32_t end, uint32_t p, uint32_t l)
{
    const struct thread_status_op *op = &env.in->model.op[q];
    const uint32_t homes = env.cfg.lanes / env.cfg.lane_slots;
    for (uint32_t k = l % homes; op->en && k < end; k += homes)
        if (has(op->mask, k) && row_of(q, k) == row_of(p, l)) return true;
    return false;
}

/* May two float instructions have a thread in common? */
static bool may_join(uint32_t q, uint32_t p)
{
    const struct thread_status_op *op = env.in->model.op;
    return !env.cfg.own && !op[q].csr && !op[p].csr;
}

/* Threads that a lower port or place has, or whose warp begins, are taken out of a mask. */
static void keep_apart(uint32_t p)
{
    struct thread_status_in *in = &env.in->model;
    for (uint32_t l = 0; in->op[p].en && l < env.cfg.lanes; l++) {
        bool taken = in->begin_en && row_of(p, l) / env.cfg.lane_slots == in->begin_warp;
        for (uint32_t q = 0; q < p; q++)
            taken |= has_thread(q, env.cfg.lanes, p, l) && !may_join(q, p);
        if (taken || has_thread(p, l, p, l)) in->op[p].mask &= ~bit(l);
    }
}

/* ---- the cycle ---- */

static bool draw_cycle(void)
{
    struct thread_status_in *in = &env.in->model;
    draw_hot();
    memcpy(in->kernel, env.kernel, sizeof in->kernel);
    in->begin_en = hd_rng_chance(&hd_draws, env.profile->begin, 256);
    in->begin_warp = draw_warp();
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        draw_op(p);
        keep_apart(p);
    }
    return !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
}

void thread_status_stim_open(const struct thread_status_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    draw_kernels();
}

bool thread_status_stim(struct thread_status_view_in *in, const struct thread_status_out *out)
{
    (void)out;
    env.in = in;
    return draw_cycle();
}
