// SPDX-License-Identifier: Apache-2.0
//
// At which branches the threads of a warp may part: docs/analyser.md, "Branches that may part".
#ifndef HD_PROGRAM_DIVERGENCE_H
#define HD_PROGRAM_DIVERGENCE_H

#include "program/flow.h"

// Fills `parts`, by instruction: of branches. `meet`: where the threads of each branch meet, an
// address or 0. False: no memory.
bool divergence_find(const struct flow *flow, const uint32_t *meet, bool *parts);

#endif
