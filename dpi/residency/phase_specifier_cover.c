/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/phase_specifier_cover.h"

static void cover_numbers(const state *s, const outputs *out, uint64_t *bin)
{
    const uint32_t regs = out->regs;
    const uint32_t bytes = out->bytes;
    if (regs == 0) bin[BIN_REGS_NONE]++;
    else if (regs % s->cfg.reg_set == 0) bin[BIN_REGS_WHOLE]++;
    if (regs > 0 && (regs - 1) % s->cfg.reg_set == 0) bin[BIN_REGS_ONE_MORE]++;
    if (regs == PHASE_SPECIFIER_MAX_REGS) bin[BIN_REGS_MOST]++;
    if (regs > PHASE_SPECIFIER_LOW_MASK) bin[BIN_REGS_HIGH]++;
    if (bytes == 0) bin[BIN_BYTES_NONE]++;
    else if (bytes % s->cfg.scratch_set == 0) bin[BIN_BYTES_WHOLE]++;
    if (bytes > 0 && (bytes - 1) % s->cfg.scratch_set == 0) bin[BIN_BYTES_ONE_MORE]++;
    if (bytes == PHASE_SPECIFIER_MAX_BYTES) bin[BIN_BYTES_MOST]++;
}

void phase_specifier_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const uint32_t wrong = in->instr ^ PHASE_SPECIFIER_WORD(0, 0);
    const uint32_t opcode = wrong & PHASE_SPECIFIER_OPCODE_MASK;
    const uint32_t function = wrong & PHASE_SPECIFIER_FUNCTION_MASK
                                          << PHASE_SPECIFIER_FUNCTION_SHIFT;
    if (function == 0 && __builtin_popcount(opcode) == 1) bin[BIN_NEAR_OPCODE]++;
    if (opcode == 0 && __builtin_popcount(function) == 1) bin[BIN_NEAR_FUNCTION]++;
    if (!out->phase) return;
    bin[BIN_PHASE]++;
    cover_numbers(s, out, bin);
}
