// SPDX-License-Identifier: Apache-2.0
//
// How much of shared memory is live, and where: docs/analyser.md, "Phases".
#ifndef HD_PROGRAM_SHARED_H
#define HD_PROGRAM_SHARED_H

#include "program/flow.h"

// By instruction.
struct shared {
    bool *touches;  // may access shared memory, or is a call of what does
    uint32_t *live; // bytes up to the last variable that this or an earlier one may have accessed
                    // and this or a later one may yet
};

// Whether a word may be an address of shared memory, or a lui's part of one.
bool shared_constant(uint32_t bytes, uint32_t value);

// `bytes` of shared memory has a block: none, and nothing touches it. False: no memory, and there
// is nothing to free.
bool shared_find(struct shared *shared, const struct flow *flow, uint32_t bytes);

void shared_free(struct shared *shared);

#endif
