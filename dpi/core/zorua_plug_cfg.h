/* SPDX-License-Identifier: Apache-2.0 */
/* The sizes of Zorua's plug, from the words that checker and bench hand over. */
#ifndef HEDDLE_ZORUA_PLUG_CFG_H
#define HEDDLE_ZORUA_PLUG_CFG_H

#include "core/residency.h"
#include "svdpi.h"

static inline struct residency_cfg zorua_plug_cfg_of(const svBitVecVal *word)
{
    return (struct residency_cfg){.kind = RESIDENCY_ZORUA,
                                  .slots = word[0],
                                  .warps = word[1],
                                  .ctas = word[2],
                                  .lanes = word[3],
                                  .ports = word[4],
                                  .banks = word[5],
                                  .sets = word[6],
                                  .accesses = word[7],
                                  .stack_bits = word[8],
                                  .row_bits = word[9],
                                  .rows = word[10],
                                  .swap_base = word[12]};
}

/* Bits of what goes with an instruction. */
static inline uint32_t zorua_plug_rest_of(const svBitVecVal *word) { return word[11]; }

#endif
