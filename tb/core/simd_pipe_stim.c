/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the SIMD pipe. It plays the warps that bring instructions with their operands, and
 * the unit that takes complete instructions. An instruction stays as it is until it is taken;
 * operands that it does not have are 0.
 */
#include <string.h>

#include "common/draws.h"
#include "common/words.h"
#include "core/decode.h"
#include "core/simd_pipe_seam.h"

/* Of operations one behind the other. */
struct range {
    enum isa_op first;
    enum isa_op last;
};

enum class { ANY, INTEGER, DIVIDE, FLOW, FLOAT, ROOT, ACCESS, SWAP, OTHER };

static const struct range classes[] = {
    [ANY] = {ISA_LUI, ISA_AMOFADD_S},     [INTEGER] = {ISA_ADDI, ISA_AND},
    [DIVIDE] = {ISA_DIV, ISA_REMU},       [FLOW] = {ISA_JAL, ISA_BGEU},
    [FLOAT] = {ISA_FMADD_S, ISA_FMV_W_X}, [ROOT] = {ISA_FDIV_S, ISA_FSQRT_S},
    [ACCESS] = {ISA_LB, ISA_SW},          [SWAP] = {ISA_AMOCAS_W, ISA_AMOCAS_W},
    [OTHER] = {ISA_FENCE_RW, ISA_CSRRCI},
};

/* Shares are in 1/16. */
struct profile {
    unsigned offer; /* an instruction is offered */
    unsigned take;  /* what is through is taken */
    unsigned kind;  /* it is of this kind, */
    enum class favourite;
    unsigned second; /* else of this one, else any */
    enum class other;
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
    bool waits; /* the instruction of the last cycle was not taken */
} env;

static uint32_t any(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }

/* ---- operands ---- */

/* An end of the integers, or a power of two. */
static uint32_t draw_end(void)
{
    static const uint32_t ends[] = {0, UINT32_C(0x80000000), UINT32_C(0x7fffffff), UINT32_MAX, 1};
    return share(10) ? ends[draw(5)] : UINT32_C(1) << draw(32);
}

/* Zeros, infinities, ends of the normal and subnormal floats, NaNs that are quiet and not; 1, 2. */
static uint32_t draw_special(void)
{
    static const uint32_t special[] = {0x00000000, 0x7f800000, 0x00800000, 0x7f7fffff,
                                       0x00000001, 0x007fffff, 0x7fc00000, 0x7f800001,
                                       0x3f800000, 0x40000000, 0x4f000000, 0x4f800000};
    const uint32_t sign = share(6) ? UINT32_C(1) << 31 : 0;
    return special[draw(sizeof special / sizeof special[0])] | sign;
}

/* A float of middling size: sums, products and roots of such are rounded. */
static uint32_t draw_middling(void)
{
    return (any() & UINT32_C(0x807fffff)) | (117 + draw(21)) << 23;
}

static uint32_t draw_number(bool is_float)
{
    if (share(env.profile->corner)) return is_float ? draw_special() : draw_end();
    if (is_float && share(12)) return draw_middling();
    return any() >> draw(32);
}

/* Equal, beside it, one bit apart, or its upper bits. */
static uint32_t draw_near(uint32_t a)
{
    switch (draw(5)) {
    case 0: return a;
    case 1: return a + 1;
    case 2: return a - 1;
    case 3: return a ^ UINT32_C(1) << draw(32);
    default: return a >> draw(8);
    }
}

/* Rows as decode says that the instruction has them, the others are 0. */
static void draw_operands(const struct decode_out *what)
{
    struct simd_pipe_view_in *in = env.in;
    const bool is_float = what->unit == DECODE_FLOAT;
    const bool alike = share(env.profile->alike);
    for (uint32_t t = 0; t < env.cfg.lanes; t++) {
        const bool same = alike && t > 0 && share(15);
        const uint32_t a = same ? in->a[t - 1] : draw_number(is_float);
        const uint32_t b = share(env.profile->near) ? draw_near(a) : draw_number(is_float);
        in->a[t] = what->rs1_use ? a : 0;
        in->b[t] = !what->rs2_use ? 0 : same ? in->b[t - 1] : b;
        in->c[t] = what->rs3_use ? draw_number(is_float) : 0;
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

static enum class draw_class(void) {
    if (share(env.profile->kind)) return env.profile->favourite;
    return share(env.profile->second) ? env.profile->other : ANY;
}

static enum isa_op draw_operation(void)
{
    const enum class class = draw_class();
    const uint32_t count = (uint32_t)(classes[class].last - classes[class].first) + 1;
    const enum isa_op op = (enum isa_op)(classes[class].first + draw(count));
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

/* ---- the cycle ---- */

static bool draw_cycle(bool in_ready)
{
    struct simd_pipe_in *in = &env.in->model;
    in->out_ready = share(env.profile->take);
    if (!env.waits || in_ready) draw_instruction();
    else draw_other_modes();
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
