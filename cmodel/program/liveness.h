// SPDX-License-Identifier: Apache-2.0
//
// Which registers are live where: docs/analyser.md, "Registers". Sets of registers are masks, bit r
// for register r of decode.h.
#ifndef HD_PROGRAM_LIVENESS_H
#define HD_PROGRAM_LIVENESS_H

#include "program/flow.h"

// By instruction; empty where no thread comes.
struct liveness {
    uint64_t *before;
    uint64_t *after; // of a call: when it has come back
};

// False: no memory, and there is nothing to free.
bool liveness_find(struct liveness *live, const struct flow *flow);

void liveness_free(struct liveness *live);

#endif
