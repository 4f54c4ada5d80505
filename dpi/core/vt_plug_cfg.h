/* SPDX-License-Identifier: Apache-2.0 */
/* The sizes of a plug of Virtual Thread, from the words that checker and bench hand over. */
#ifndef HEDDLE_VT_PLUG_CFG_H
#define HEDDLE_VT_PLUG_CFG_H

#include "core/residency.h"
#include "svdpi.h"

static inline struct residency_cfg vt_plug_cfg_of(const svBitVecVal *word)
{
    return (struct residency_cfg){.kind = word[0],
                                  .slots = word[1],
                                  .frames = word[2],
                                  .max_warps = word[3],
                                  .ports = word[4],
                                  .ctas = word[5],
                                  .warps = word[6],
                                  .accesses = word[7],
                                  .stack_bits = word[8],
                                  .row_bits = word[9],
                                  .rows = word[10],
                                  .own = word[11],
                                  .lanes = word[12]};
}

#endif
