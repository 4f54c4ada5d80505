/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the shared pipe. It plays the warps that bring instructions with their operands on
 * two ports, and the units that take complete instructions. Masks of the two ports have no lane, or
 * no thread, in common for a while, or are drawn each for itself. An instruction stays as it is
 * until it is taken; operands that it does not have are 0.
 */
#include <string.h>

#include "common/draws.h"
#include "common/operands.h"
#include "common/words.h"
#include "core/decode.h"
#include "core/shared_pipe_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned apart; /* the mask is the port's side of the split */
    unsigned offer; /* an instruction is offered */
    unsigned take;  /* what is through is taken */
    unsigned kind;  /* it is of this kind, */
    enum hd_class favourite;
    unsigned second; /* else of this one, else any */
    enum hd_class other;
    bool no_floats;   /* nothing for the float units */
    unsigned all;     /* all threads, */
    unsigned one;     /* else one thread, */
    unsigned beat;    /* else those of one beat, else any */
    unsigned corner;  /* an operand is a corner of its numbers */
    unsigned near;    /* the second one is made from the first */
    unsigned alike;   /* threads have the same operands */
    unsigned dynamic; /* the rounding mode is frm */
    unsigned modes;   /* each thread its own */
    unsigned bad;     /* a mode may be reserved */
    unsigned reset;   /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "streams", "divisions", "floats",        "roots",
                                   "mixed",   "flow",    "access",    "back_pressure", "rare",
                                   "others",  "resets",  "apart",     "together",      NULL};

static const struct profile profiles[] = {
    /* Icarus replays this one, where the float units are black boxes. */
    {.apart = 8,
     .offer = 13,
     .take = 12,
     .no_floats = true,
     .all = 6,
     .one = 3,
     .beat = 4,
     .corner = 6,
     .near = 4,
     .alike = 3},
    {.apart = 12,
     .offer = 16,
     .take = 16,
     .kind = 14,
     .favourite = INTEGER,
     .all = 12,
     .one = 4,
     .beat = 4,
     .corner = 6,
     .near = 6,
     .alike = 2,
     .dynamic = 8,
     .modes = 4},
    {.apart = 8,
     .offer = 15,
     .take = 14,
     .kind = 13,
     .favourite = DIVIDE,
     .second = 8,
     .other = INTEGER,
     .all = 6,
     .one = 4,
     .beat = 4,
     .corner = 8,
     .near = 4,
     .alike = 2,
     .dynamic = 8},
    {.apart = 8,
     .offer = 15,
     .take = 14,
     .kind = 14,
     .favourite = FLOAT,
     .all = 6,
     .one = 3,
     .beat = 4,
     .corner = 9,
     .near = 5,
     .alike = 4,
     .dynamic = 9,
     .modes = 8,
     .bad = 3},
    {.apart = 6,
     .offer = 16,
     .take = 15,
     .kind = 10,
     .favourite = ROOT,
     .second = 12,
     .other = DIVIDE,
     .all = 8,
     .one = 3,
     .beat = 4,
     .corner = 7,
     .near = 3,
     .alike = 2,
     .dynamic = 10,
     .modes = 6,
     .bad = 2},
    {.apart = 6,
     .offer = 15,
     .take = 15,
     .kind = 4,
     .favourite = ROOT,
     .second = 6,
     .other = DIVIDE,
     .all = 8,
     .one = 3,
     .beat = 4,
     .corner = 8,
     .near = 5,
     .alike = 3,
     .dynamic = 8,
     .modes = 6,
     .bad = 4},
    {.apart = 8,
     .offer = 15,
     .take = 14,
     .kind = 14,
     .favourite = FLOW,
     .all = 6,
     .one = 3,
     .beat = 3,
     .corner = 8,
     .near = 9,
     .alike = 9},
    {.apart = 10,
     .offer = 15,
     .take = 14,
     .kind = 9,
     .favourite = ACCESS,
     .second = 12,
     .other = SWAP,
     .all = 8,
     .one = 3,
     .beat = 4,
     .corner = 6,
     .near = 2,
     .alike = 3},
    {.apart = 8,
     .offer = 15,
     .take = 2,
     .kind = 3,
     .favourite = DIVIDE,
     .second = 4,
     .other = ROOT,
     .all = 8,
     .one = 3,
     .beat = 4,
     .corner = 6,
     .near = 4,
     .alike = 3,
     .dynamic = 8,
     .modes = 6,
     .bad = 3},
    {.apart = 8,
     .offer = 2,
     .take = 10,
     .kind = 3,
     .favourite = DIVIDE,
     .second = 4,
     .other = ROOT,
     .all = 8,
     .one = 3,
     .beat = 4,
     .corner = 6,
     .near = 4,
     .alike = 3,
     .dynamic = 8,
     .modes = 6,
     .bad = 3},
    {.apart = 8,
     .offer = 14,
     .take = 14,
     .kind = 12,
     .favourite = OTHER,
     .all = 8,
     .one = 3,
     .beat = 4,
     .corner = 6,
     .near = 2,
     .alike = 3},
    {.apart = 6,
     .offer = 15,
     .take = 8,
     .kind = 4,
     .favourite = DIVIDE,
     .second = 5,
     .other = ROOT,
     .all = 8,
     .one = 3,
     .beat = 4,
     .corner = 6,
     .near = 4,
     .alike = 3,
     .dynamic = 8,
     .modes = 6,
     .bad = 3,
     .reset = 16},
    {.apart = 16,
     .offer = 16,
     .take = 16,
     .kind = 5,
     .favourite = DIVIDE,
     .second = 8,
     .other = ROOT,
     .all = 12,
     .one = 1,
     .beat = 1,
     .corner = 4,
     .near = 3,
     .alike = 3,
     .dynamic = 8},
    {.apart = 0,
     .offer = 16,
     .take = 15,
     .kind = 6,
     .favourite = DIVIDE,
     .second = 6,
     .other = ROOT,
     .all = 4,
     .one = 6,
     .beat = 5,
     .corner = 4,
     .near = 3,
     .alike = 3,
     .dynamic = 8},
};

static struct {
    struct shared_pipe_cfg cfg;
    const struct profile *profile;
    struct shared_pipe_view_in *in;
    bool waits[PORTS]; /* the instruction of the last cycle was not taken */
    uint64_t split;    /* threads of port 1; the others are port 0's */
} env;

static uint32_t any(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }

/* ---- operands ---- */

/* Rows as decode says that the instruction has them, the others are 0. */
static void draw_operands(uint32_t p, const struct decode_out *what)
{
    struct shared_pipe_view_in *in = env.in;
    const bool is_float = what->unit == DECODE_FLOAT;
    const unsigned corner = env.profile->corner;
    const bool alike = share(env.profile->alike);
    for (uint32_t t = 0; t < env.cfg.lanes; t++) {
        const bool same = alike && t > 0 && share(15);
        const bool near = share(env.profile->near);
        const uint32_t a = same ? in->a[p][t - 1] : hd_draw_number(corner, is_float);
        const uint32_t b = near ? hd_draw_near(a) : hd_draw_number(corner, is_float);
        in->a[p][t] = what->rs1_use ? a : 0;
        in->b[p][t] = !what->rs2_use ? 0 : same ? in->b[p][t - 1] : b;
        in->c[p][t] = what->rs3_use ? hd_draw_number(corner, is_float) : 0;
    }
}

static void draw_modes(uint32_t p)
{
    uint8_t *frm = env.in->frm[p];
    const bool own = share(env.profile->modes);
    const bool bad = share(env.profile->bad);
    for (uint32_t t = 0; t < env.cfg.lanes; t++) {
        const uint8_t mode = (uint8_t)draw(bad ? 8 : 5);
        frm[t] = own || t == 0 ? mode : frm[t - 1];
    }
}

/* While an instruction waits, its threads' modes stay, and no others. */
static void draw_other_modes(uint32_t p)
{
    for (uint32_t t = 0; t < env.cfg.lanes; t++)
        if (!has(env.in->model.mask[p], t)) env.in->frm[p][t] = (uint8_t)draw(8);
}

/* ---- masks ---- */

/* Now and then the threads are split anew: by lanes, the same in each beat, or thread by thread. */
static void draw_split(void)
{
    if (!hd_rng_chance(&hd_draws, 12, 256)) return;
    env.split = hd_stim_word(&hd_draws, 64);
    if (share(6)) return;
    for (uint32_t t = env.cfg.simd; t < env.cfg.lanes; t++) {
        const uint64_t as_before = env.split >> (t - env.cfg.simd) & 1;
        env.split = (env.split & ~bit(t)) | as_before << t;
    }
}

static uint64_t draw_mask(uint32_t p)
{
    const uint64_t all = ones(env.cfg.lanes);
    const uint64_t beat = ones(env.cfg.simd);
    const uint64_t some = hd_stim_word(&hd_draws, 64) & all;
    const uint64_t side = (p == 1 ? env.split : ~env.split) & all;
    uint64_t mask = some;
    if (share(env.profile->all)) mask = all;
    else if (share(env.profile->one)) mask = bit(draw(env.cfg.lanes));
    else if (share(env.profile->beat))
        mask = beat << draw(env.cfg.lanes / env.cfg.simd) * env.cfg.simd;
    if (share(env.profile->apart)) mask = (mask & side) != 0 ? mask & side : side;
    return mask != 0 ? mask : all;
}

/* ---- an instruction ---- */

static enum hd_class draw_class(void)
{
    if (share(env.profile->kind)) return env.profile->favourite;
    return share(env.profile->second) ? env.profile->other : ANY;
}

static enum isa_op draw_operation(void)
{
    const enum isa_op op = hd_draw_operation(draw_class());
    const bool is_float = op >= ISA_FMADD_S && op <= ISA_FMV_W_X;
    return is_float && env.profile->no_floats ? ISA_LUI : op;
}

/* A rounding mode is where other instructions have a part of their function. */
static uint32_t draw_word(void)
{
    const uint32_t fields = any();
    return hd_legal_word(draw_operation(),
                         share(env.profile->dynamic) ? fields | UINT32_C(7) << 12 : fields);
}

/* Mostly where an instruction can be, often near an end of the memory. */
static uint32_t draw_pc(void)
{
    const uint32_t pc = share(4) ? 0 - draw(256) : any();
    return share(14) ? pc & ~UINT32_C(3) : pc;
}

/* When none is offered there is noise. */
static void draw_instruction(uint32_t p)
{
    struct shared_pipe_in *in = &env.in->model;
    struct decode_out what = {.rs1_use = true, .rs2_use = true, .rs3_use = true, .unit = draw(8)};
    in->in_valid[p] = share(env.profile->offer);
    in->word[p] = in->in_valid[p] ? draw_word() : any();
    if (in->in_valid[p]) decode_eval(NULL, &(struct decode_in){in->word[p]}, &what);
    in->unit[p] = what.unit;
    in->pc[p] = draw_pc();
    in->mask[p] = draw_mask(p);
    draw_operands(p, &what);
    draw_modes(p);
    for (uint32_t w = 0; w * WORD < env.cfg.rider_width; w++) env.in->rider[p][w] = any();
}

/* ---- the cycle ---- */

static bool draw_cycle(const bool *in_ready)
{
    struct shared_pipe_in *in = &env.in->model;
    draw_split();
    for (uint32_t p = 0; p < PORTS; p++) {
        in->out_ready[p] = share(env.profile->take);
        if (!env.waits[p] || in_ready[p]) draw_instruction(p);
        else draw_other_modes(p);
    }
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    /* A reset is one for the warps as well. */
    for (uint32_t p = 0; p < PORTS; p++) env.waits[p] = in->in_valid[p] && run;
    return run;
}

void shared_pipe_stim_open(const struct shared_pipe_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool shared_pipe_stim(struct shared_pipe_view_in *in, const struct shared_pipe_view_out *out)
{
    env.in = in;
    return draw_cycle(out->model.in_ready);
}
