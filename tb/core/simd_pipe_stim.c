/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the SIMD pipe. It plays the warps that bring instructions with their operands, and
 * the unit that takes complete instructions. An instruction stays as it is until it is taken;
 * operands that it does not have are 0.
 */
#include <string.h>

#include "common/draws.h"
#include "common/operands.h"
#include "common/words.h"
#include "core/decode.h"
#include "core/simd_pipe_seam.h"

/* Shares are in 1/16. */
struct profile {
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
                                   "others",  "resets",  NULL};

static const struct profile profiles[] = {
    /* Icarus replays this one, where the float units are black boxes. */
    {.offer = 13,
     .take = 12,
     .no_floats = true,
     .all = 6,
     .one = 3,
     .beat = 4,
     .corner = 6,
     .near = 4,
     .alike = 3},
    {.offer = 16,
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
    {.offer = 15,
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
    {.offer = 15,
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
    {.offer = 16,
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
    {.offer = 15,
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
    {.offer = 15,
     .take = 14,
     .kind = 14,
     .favourite = FLOW,
     .all = 6,
     .one = 3,
     .beat = 3,
     .corner = 8,
     .near = 9,
     .alike = 9},
    {.offer = 15,
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
    {.offer = 15,
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
    {.offer = 2,
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
    {.offer = 14,
     .take = 14,
     .kind = 12,
     .favourite = OTHER,
     .all = 8,
     .one = 3,
     .beat = 4,
     .corner = 6,
     .near = 2,
     .alike = 3},
    {.offer = 15,
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
};

static struct {
    struct simd_pipe_cfg cfg;
    const struct profile *profile;
    struct simd_pipe_view_in *in;
    bool waits;                            /* the instruction of the last cycle was not taken */
    uint32_t a[LANES], b[LANES], c[LANES]; /* its operands */
} env;

static uint32_t any(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }

/* ---- operands ---- */

/* Rows as decode says that the instruction has them, the others are 0. */
static void draw_operands(const struct decode_out *what)
{
    const bool is_float = what->unit == DECODE_FLOAT;
    const unsigned corner = env.profile->corner;
    const bool alike = share(env.profile->alike);
    for (uint32_t t = 0; t < env.cfg.lanes; t++) {
        const bool same = alike && t > 0 && share(15);
        const uint32_t a = same ? env.a[t - 1] : hd_draw_number(corner, is_float);
        const uint32_t b =
            share(env.profile->near) ? hd_draw_near(a) : hd_draw_number(corner, is_float);
        env.a[t] = what->rs1_use ? a : 0;
        env.b[t] = !what->rs2_use ? 0 : same ? env.b[t - 1] : b;
        env.c[t] = what->rs3_use ? hd_draw_number(corner, is_float) : 0;
    }
}

static void draw_modes(void)
{
    const bool own = share(env.profile->modes);
    const bool bad = share(env.profile->bad);
    for (uint32_t t = 0; t < env.cfg.lanes; t++) {
        const uint8_t mode = (uint8_t)draw(bad ? 8 : 5);
        env.in->frm[t] = own || t == 0 ? mode : env.in->frm[t - 1];
    }
}

/* While an instruction waits, its threads' modes stay, and no others. */
static void draw_other_modes(void)
{
    for (uint32_t t = 0; t < env.cfg.lanes; t++)
        if (!(env.in->model.mask >> t & 1)) env.in->frm[t] = (uint8_t)draw(8);
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

static uint64_t draw_mask(void)
{
    const uint64_t all = ones(env.cfg.lanes);
    const uint64_t beat = ones(env.cfg.simd);
    const uint64_t some = hd_stim_word(&hd_draws, 64) & all;
    if (share(env.profile->all)) return all;
    if (share(env.profile->one)) return UINT64_C(1) << draw(env.cfg.lanes);
    if (share(env.profile->beat)) return beat << draw(env.cfg.lanes / env.cfg.simd) * env.cfg.simd;
    return some != 0 ? some : all;
}

/* Mostly where an instruction can be, often near an end of the memory. */
static uint32_t draw_pc(void)
{
    const uint32_t pc = share(4) ? 0 - draw(256) : any();
    return share(14) ? pc & ~UINT32_C(3) : pc;
}

/* When none is offered there is noise. */
static void draw_instruction(void)
{
    struct simd_pipe_in *in = &env.in->model;
    struct decode_out what = {.rs1_use = true, .rs2_use = true, .rs3_use = true, .unit = draw(8)};
    in->in_valid = share(env.profile->offer);
    in->word = in->in_valid ? draw_word() : any();
    if (in->in_valid) decode_eval(NULL, &(struct decode_in){in->word}, &what);
    in->unit = what.unit;
    in->pc = draw_pc();
    in->mask = draw_mask();
    draw_operands(&what);
    draw_modes();
    for (uint32_t w = 0; w * WORD < env.cfg.rider_width; w++) env.in->rider[w] = any();
}

/* Most instructions are there as a whole, of others more and more beats. */
static void draw_here(bool first)
{
    struct simd_pipe_in *in = &env.in->model;
    const uint32_t beats = env.cfg.lanes / env.cfg.simd;
    if (first) in->in_here = share(12) ? beats : draw(beats + 1);
    else if (in->in_here < beats && share(10)) in->in_here += 1 + draw(beats - in->in_here);
}

/* Of beats that are not there the operands are others. */
static void show_operands(void)
{
    struct simd_pipe_view_in *in = env.in;
    for (uint32_t t = 0; t < env.cfg.lanes; t++) {
        const uint32_t other = t / env.cfg.simd < in->model.in_here ? 0 : UINT32_MAX;
        in->a[t] = env.a[t] ^ other;
        in->b[t] = env.b[t] ^ other;
        in->c[t] = env.c[t] ^ other;
    }
}

/* ---- the cycle ---- */

static bool draw_cycle(bool in_ready)
{
    struct simd_pipe_in *in = &env.in->model;
    const bool taken = in_ready && in->in_here == env.cfg.lanes / env.cfg.simd;
    const bool first = !env.waits || taken;
    in->out_ready = share(env.profile->take);
    if (first) draw_instruction();
    else draw_other_modes();
    draw_here(first);
    show_operands();
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    /* A reset is one for the warps as well. */
    env.waits = in->in_valid && run;
    return run;
}

void simd_pipe_stim_open(const struct simd_pipe_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool simd_pipe_stim(struct simd_pipe_view_in *in, const struct simd_pipe_view_out *out)
{
    env.in = in;
    return draw_cycle(out->model.in_ready);
}
