// SPDX-License-Identifier: Apache-2.0
//
// A kernel on a grid, and the place of each thread in it: the same for the reference and for any
// machine.
#ifndef HD_ISA_LAUNCH_H
#define HD_ISA_LAUNCH_H

#include "isa/image.h"

enum {
    ISA_MAX_THREADS = 1024, // of a block
    ISA_MAX_SHARED = 1 << 24,
    ISA_MAX_STACK = 1 << 20,
    ISA_STACK = 1024,
};

// x, y, z. x goes round first in ranks.
struct isa_dim {
    uint32_t n[3];
};

struct isa_launch {
    const struct isa_image *image;
    const struct isa_kernel *kernel;
    struct isa_dim blocks;  // of the grid
    struct isa_dim threads; // of a block
    uint32_t shared_bytes;  // of a block: SHARED variables and what comes on top
    uint32_t stack_bytes;   // of a thread
    uint32_t arguments;     // where they lie
    uint32_t registers;     // of a thread; 0: those of the code
};

// NULL, or what is wrong with the sizes.
const char *isa_launch_check(const struct isa_launch *launch);
uint32_t isa_dim_count(const struct isa_dim *dim);
// The place that has a rank.
struct isa_dim isa_dim_place(const struct isa_dim *dim, uint32_t rank);
// What a thread reads in a CSR of its identity, at places `thread` and `block`. False: no such CSR.
bool isa_launch_csr(const struct isa_launch *launch, uint32_t number, const struct isa_dim *thread,
                    const struct isa_dim *block, uint32_t *value);

#endif
