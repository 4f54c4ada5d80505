/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of decode: words. There is no promise to keep: instructions of all kinds, words that one
 * bit or a field keeps from being one, and any others.
 */
#include "common/draws.h"
#include "common/words.h"
#include "core/decode_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned op;             /* an operation, else any word */
    unsigned near;           /* with one bit turned */
    unsigned few;            /* its registers are x0, ra and the like */
    unsigned zero;           /* the other fields are 0 */
    unsigned opcode;         /* any word: with an opcode that the manual has */
    unsigned refused;        /* a word that is known not to be one */
    enum isa_op first, last; /* operations are drawn from these */
};

const char *const hd_profiles[] = {"uniform", "operations", "near",   "registers", "jumps",
                                   "floats",  "memory",     "system", "opcodes",   NULL};

static const struct profile profiles[] = {
    {.op = 8, .near = 4, .few = 4, .zero = 1, .opcode = 8, .refused = 1, .last = ISA_AMOFADD_S},
    {.op = 16, .few = 4, .zero = 1, .last = ISA_AMOFADD_S},
    {.op = 16, .near = 15, .few = 4, .zero = 4, .last = ISA_AMOFADD_S},
    {.op = 16, .few = 15, .zero = 2, .last = ISA_AMOFADD_S},
    {.op = 15, .near = 2, .few = 14, .zero = 6, .opcode = 16, .last = ISA_BGEU},
    {.op = 15, .near = 5, .few = 6, .opcode = 14, .first = ISA_FMADD_S, .last = ISA_FMV_W_X},
    {.op = 15, .near = 4, .few = 6, .opcode = 12, .first = ISA_LR_W, .last = ISA_FSW},
    {.op = 12,
     .near = 5,
     .few = 6,
     .zero = 8,
     .refused = 8,
     .first = ISA_FENCE_RW,
     .last = ISA_CSRRCI},
    {.op = 1, .few = 4, .opcode = 16, .refused = 1, .last = ISA_AMOFADD_S},
};

static struct {
    const struct profile *profile;
    struct decode_in *in;
} env;

static uint32_t any(void) { return (uint32_t)hd_stim_word(&hd_draws, 32); }

/* ---- fields ---- */

/* x0, ra, one beside them, or the last one. */
static uint32_t draw_register(void)
{
    static const uint32_t few[] = {0, 0, 1, 1, 2, 16, 31, 30};
    return share(env.profile->few) ? few[draw(8)] : draw(32);
}

/* rd, rs1, rs2, rs3 in their places, all else at random, or 0. */
static uint32_t draw_fields(void)
{
    const uint32_t registers = draw_register() << 7 | draw_register() << 15 |
                               draw_register() << 20 | draw_register() << 27;
    return share(env.profile->zero) ? draw_register() << 7 | draw_register() << 15
                                    : registers | (any() & UINT32_C(0x06007000));
}

/* ---- words ---- */

static uint32_t draw_operation(void)
{
    const struct profile *p = env.profile;
    const uint32_t op = (uint32_t)p->first + draw((uint32_t)(p->last - p->first) + 1);
    const uint32_t word = hd_word((enum isa_op)op, share(8) ? any() : draw_fields());
    return share(p->near) ? word ^ UINT32_C(1) << draw(32) : word;
}

/* ecall, ebreak, mret, wfi, fence.i, c.nop, nothing, all ones; custom-0 with a bit too many. */
static uint32_t draw_refused(void)
{
    static const uint32_t words[] = {0x00000073, 0x00100073, 0x30200073, 0x10500073,
                                     0x0000100f, 0x00000001, 0,          UINT32_MAX};
    if (share(8)) return words[draw(8)];
    return hd_word(share(8) ? ISA_CUSTOM_EXIT : ISA_CUSTOM_BARRIER, 0) ^ UINT32_C(1) << draw(32);
}

/* Opcodes that the listing has, RV32 or RV64, standard or custom. */
static uint32_t draw_any(void)
{
    static const uint32_t opcodes[] = {0x03, 0x07, 0x0b, 0x0f, 0x13, 0x17, 0x1b, 0x23, 0x27,
                                       0x2f, 0x33, 0x37, 0x3b, 0x43, 0x47, 0x4b, 0x4f, 0x53,
                                       0x57, 0x5b, 0x63, 0x67, 0x6f, 0x73, 0x77, 0x7b};
    const uint32_t word = any();
    if (!share(env.profile->opcode)) return word;
    return (word & ~UINT32_C(0x7f)) | opcodes[draw(sizeof opcodes / sizeof opcodes[0])];
}

static uint32_t draw_word(void)
{
    if (share(env.profile->refused)) return draw_refused();
    return share(env.profile->op) ? draw_operation() : draw_any();
}

/* ---- the cycle ---- */

void decode_stim_open(void) { env.profile = &profiles[hd_stim_profile()]; }

bool decode_stim(struct decode_in *in, const struct decode_out *out)
{
    env.in = in;
    (void)out;
    const bool run = !hd_stim_reset(&hd_draws);
    in->word = draw_word();
    return run;
}
