/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/phase_specifier.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct phase_specifier_cfg *cfg)
{
    if (!is_power_of_two(cfg->reg_set) || cfg->reg_set > 64)
        return "RegSet must be a power of two, 1 to 64";
    if (!is_power_of_two(cfg->scratch_set) || cfg->scratch_set < 16 || cfg->scratch_set > 65536)
        return "ScratchSet must be a power of two, 16 to 65536";
    return NULL;
}

const char *phase_specifier_init(struct phase_specifier *s, const struct phase_specifier_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    s->cfg = *cfg;
    return NULL;
}

void phase_specifier_reset(struct phase_specifier *s) { (void)s; }

/* --- eval ---------------------------------------------------------------- */

static bool is_phase(uint32_t instr)
{
    uint32_t function = instr >> PHASE_SPECIFIER_FUNCTION_SHIFT & PHASE_SPECIFIER_FUNCTION_MASK;
    return (instr & PHASE_SPECIFIER_OPCODE_MASK) == PHASE_SPECIFIER_OPCODE &&
           function == PHASE_SPECIFIER_FUNCTION;
}

static uint32_t registers(uint32_t instr)
{
    uint32_t low = instr >> PHASE_SPECIFIER_LOW_SHIFT & PHASE_SPECIFIER_LOW_MASK;
    uint32_t high = instr >> PHASE_SPECIFIER_HIGH_SHIFT & PHASE_SPECIFIER_HIGH_MASK;
    return high << PHASE_SPECIFIER_HIGH_OF | low;
}

/* How many sets of this size hold n. */
static uint32_t sets_for(uint32_t n, uint32_t size) { return (n + size - 1) / size; }

void phase_specifier_eval(const struct phase_specifier *s, const struct phase_specifier_in *in,
                          struct phase_specifier_out *out)
{
    memset(out, 0, sizeof *out);
    out->phase = is_phase(in->instr);
    if (!out->phase) return;
    out->regs = registers(in->instr);
    out->bytes = in->instr >> PHASE_SPECIFIER_BYTES_SHIFT & PHASE_SPECIFIER_BYTES_MASK;
    out->reg_sets = sets_for(out->regs, s->cfg.reg_set);
    out->scratch_sets = sets_for(out->bytes, s->cfg.scratch_set);
}

/* --- tick, check and promise: nothing is kept ---------------------------- */

void phase_specifier_tick(struct phase_specifier *s, const struct phase_specifier_in *in,
                          const struct phase_specifier_out *out)
{
    (void)s;
    (void)in;
    (void)out;
}

const char *phase_specifier_check(const struct phase_specifier *s)
{
    (void)s;
    return NULL;
}

const char *phase_specifier_promise(const struct phase_specifier *s,
                                    const struct phase_specifier_in *in)
{
    (void)s;
    (void)in;
    return NULL;
}
