/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the phase specifier: instructions. There is no promise to keep. The specifiers are
 * put together here bit by bit, from the page's table and not with the macro of the model's header,
 * which would be wrong wherever the model is.
 */
#include "common/draws.h"
#include "residency/phase_specifier_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned specifier; /* a phase specifier, else any word */
    unsigned near;      /* with one bit of opcode or function turned */
    unsigned edge;      /* a number is a whole number of sets, or one more or less */
    unsigned extreme;   /* a number is the least or the greatest one */
};

const char *const hd_profiles[] = {"uniform", "near", "edges", "extremes", NULL};

static const struct profile profiles[] = {
    {.specifier = 12, .near = 2, .edge = 2, .extreme = 1},
    {.specifier = 15, .near = 12, .edge = 2, .extreme = 1},
    {.specifier = 16, .edge = 15, .extreme = 1},
    {.specifier = 16, .near = 1, .edge = 4, .extreme = 12},
};

static struct {
    struct phase_specifier_cfg cfg;
    const struct profile *profile;
    struct phase_specifier_in *in;
} env;

/* A number from 0 to most. */
static uint32_t draw_number(uint32_t most, uint32_t set)
{
    if (share(env.profile->extreme)) return share(8) ? 0 : most;
    if (!share(env.profile->edge)) return draw(most + 1);
    const uint32_t n = set * draw(most / set + 1) + draw(3);
    return n == 0 || n - 1 > most ? most : n - 1;
}

static uint32_t specifier(uint32_t regs, uint32_t bytes)
{
    return bytes << 16 | (regs >> 5) << 15 | UINT32_C(2) << 12 | (regs & 31) << 7 | UINT32_C(0x0b);
}

/* Ten bits decide whether it is one: 6:0 and 14:12. */
static uint32_t turn_one(uint32_t instr)
{
    const uint32_t bit = draw(10);
    return instr ^ UINT32_C(1) << (bit < 7 ? bit : bit + 5);
}

static bool draw_cycle(void)
{
    const bool run = !hd_stim_reset(&hd_draws);
    env.in->instr = (uint32_t)hd_stim_word(&hd_draws, 32);
    if (share(env.profile->specifier)) {
        const uint32_t regs = draw_number(63, env.cfg.reg_set);
        env.in->instr = specifier(regs, draw_number(65535, env.cfg.scratch_set));
        if (share(env.profile->near)) env.in->instr = turn_one(env.in->instr);
    }
    return run;
}

void phase_specifier_stim_open(const struct phase_specifier_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool phase_specifier_stim(struct phase_specifier_in *in, const struct phase_specifier_out *out)
{
    env.in = in;
    (void)out;
    return draw_cycle();
}
