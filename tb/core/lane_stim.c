/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the lane. It plays warps that bring legal instructions of every kind, with operands
 * that are near each other or near an end of the numbers. An instruction that is not taken is
 * mostly offered again, sometimes given up or changed: the page does not forbid it.
 */
#include "common/draws.h"
#include "common/words.h"
#include "core/lane_seam.h"

/* Of operations one behind the other. */
struct range {
    enum isa_op first;
    enum isa_op last;
};

enum kind { ANY, INTEGER, MULTIPLY, DIVIDE, FLOW, ACCESS, OTHER };

static const struct range kinds[] = {
    [ANY] = {ISA_LUI, ISA_AMOFADD_S},  [INTEGER] = {ISA_ADDI, ISA_AND},
    [MULTIPLY] = {ISA_MUL, ISA_MULHU}, [DIVIDE] = {ISA_DIV, ISA_REMU},
    [FLOW] = {ISA_LUI, ISA_BGEU}, /* with lui and auipc: the other users of long immediates */
    [ACCESS] = {ISA_LB, ISA_SW},       [OTHER] = {ISA_LR_W, ISA_AMOFADD_S},
};

/* Shares are in 1/16. */
struct profile {
    unsigned offer; /* an instruction is offered */
    unsigned kind;  /* it is of this kind, else any */
    enum kind favourite;
    unsigned corner; /* an operand is a corner or near one */
    unsigned near;   /* the second operand is made from the first */
    unsigned same;   /* the word of the last one again: a warp's other threads */
    unsigned insist; /* what was not taken is offered again */
    unsigned reset;  /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "integer", "multiply", "divide", "divisions", "flow",
                                   "access",  "other",   "warps",    "busy",   "resets",    NULL};

static const struct profile profiles[] = {
    {.offer = 12, .corner = 8, .near = 4, .insist = 14},
    {.offer = 15, .kind = 14, .favourite = INTEGER, .corner = 10, .near = 6, .insist = 15},
    {.offer = 15, .kind = 14, .favourite = MULTIPLY, .corner = 10, .near = 3, .insist = 15},
    {.offer = 12, .kind = 15, .favourite = DIVIDE, .corner = 6, .near = 4, .insist = 15},
    {.offer = 16, .kind = 16, .favourite = DIVIDE, .corner = 14, .near = 6, .insist = 16},
    {.offer = 15, .kind = 14, .favourite = FLOW, .corner = 10, .near = 8, .insist = 15},
    {.offer = 15, .kind = 14, .favourite = ACCESS, .corner = 8, .near = 1, .insist = 15},
    {.offer = 15, .kind = 14, .favourite = OTHER, .corner = 8, .near = 1, .insist = 15},
    {.offer = 15, .corner = 6, .near = 4, .same = 13, .insist = 16},
    {.offer = 14, .kind = 8, .favourite = DIVIDE, .corner = 6, .near = 4, .insist = 3},
    {.offer = 14, .kind = 8, .favourite = DIVIDE, .corner = 6, .near = 4, .insist = 8, .reset = 16},
};

static struct {
    const struct profile *profile;
    struct lane_in *in;
    bool waits; /* the instruction of the last cycle was not taken */
} env;

static uint32_t any(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }

/* ---- operands ---- */

/* An end of the numbers, with signs or without, a power of two, or one beside it. */
static uint32_t draw_corner(void)
{
    static const uint32_t ends[] = {0, UINT32_C(0x80000000), UINT32_C(0x7fffffff), UINT32_MAX, 1};
    const uint32_t end = share(10) ? ends[draw(5)] : UINT32_C(1) << draw(32);
    return share(10) ? end : end + draw(5) - 2;
}

/* Of few or many bits: quotients of every length. */
static uint32_t draw_number(void)
{
    if (share(env.profile->corner)) return draw_corner();
    const uint32_t number = any() >> draw(32);
    return share(5) ? 0 - number : number;
}

/* Equal, opposite, one beside it, one bit apart, or its upper bits. */
static uint32_t draw_near(uint32_t a)
{
    switch (draw(6)) {
    case 0: return a;
    case 1: return 0 - a;
    case 2: return a + 1;
    case 3: return a - 1;
    case 4: return a ^ UINT32_C(1) << draw(32);
    default: return a >> draw(8);
    }
}

/* Mostly where an instruction can be, often near an end of the memory. */
static uint32_t draw_pc(void)
{
    const uint32_t pc = share(4) ? 0 - draw(256) : any();
    return share(14) ? pc & ~UINT32_C(3) : pc;
}

/* ---- an instruction ---- */

static uint32_t draw_word(void)
{
    const enum kind kind = share(env.profile->kind) ? env.profile->favourite : ANY;
    const uint32_t count = (uint32_t)(kinds[kind].last - kinds[kind].first) + 1;
    return hd_legal_word((enum isa_op)(kinds[kind].first + draw(count)), any());
}

/* When none is offered there is noise. */
static void draw_instruction(void)
{
    struct lane_in *in = env.in;
    const bool repeat = in->in_valid && share(env.profile->same);
    if (env.waits && share(env.profile->insist)) return;
    in->in_valid = share(env.profile->offer);
    if (!in->in_valid) in->word = any();
    else if (!repeat) in->word = draw_word();
    in->pc = draw_pc();
    in->a = draw_number();
    in->b = share(env.profile->near) ? draw_near(in->a) : draw_number();
}

/* ---- the cycle ---- */

static bool draw_cycle(bool in_ready)
{
    env.waits = env.waits && !in_ready;
    draw_instruction();
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    /* A reset is one for the warps as well. */
    env.waits = env.in->in_valid && run;
    return run;
}

void lane_stim_open(const struct lane_cfg *cfg)
{
    (void)cfg; /* warps do not know how fast a lane divides */
    env.profile = &profiles[hd_stim_profile()];
}

bool lane_stim(struct lane_in *in, const struct lane_out *out)
{
    env.in = in;
    return draw_cycle(out->in_ready);
}
