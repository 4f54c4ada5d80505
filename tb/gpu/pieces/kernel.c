// SPDX-License-Identifier: Apache-2.0
//
// Blocks that take different times; each thread writes the number of its block.
#include "heddle.h"

struct pieces {
    unsigned *out;
    unsigned n, rounds;
};

KERNEL(pieces)
{
    const unsigned i = global_x(), most = block_x() * 7 % arg->rounds;
    unsigned k = 0;
    do {
        __asm__ volatile("" : "+r"(k));
        k++;
    } while (k < most);
    if (i < arg->n) arg->out[i] = block_x();
}
