// SPDX-License-Identifier: Apache-2.0
//
// Loops of a function, one in another: docs/analyser.md, "Order of the code". Blocks are numbered
// in the order of their addresses.
#ifndef HD_PROGRAM_LOOPS_H
#define HD_PROGRAM_LOOPS_H

#include "program/flow.h"

enum { LOOPS_NONE = UINT32_MAX };

// A loop is a largest set of blocks each of which leads to each, by edges inside it. Without the
// edges to its head, the lowest block through which threads come in, it falls into the loops that
// it contains.
struct loops {
    uint32_t count;
    uint32_t *inner;   // by block: the innermost loop that it is in, or LOOPS_NONE
    uint32_t *around;  // by loop: the next loop around it, or LOOPS_NONE
    uint32_t *lowest;  // by loop: block
    uint32_t *highest; // by loop: block
};

// False: no memory, and there is nothing to free.
bool loops_find(struct loops *loops, uint32_t blocks, const struct flow_edges *edges,
                uint32_t entry);

void loops_free(struct loops *loops);

// Whether a loop contains a block. LOOPS_NONE contains all.
bool loops_contain(const struct loops *loops, uint32_t loop, uint32_t block);

// The innermost loop that contains both, or LOOPS_NONE.
uint32_t loops_common(const struct loops *loops, uint32_t a, uint32_t b);

#endif
