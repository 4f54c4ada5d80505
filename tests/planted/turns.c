// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --grid 100 --arg buf:32000
// Many blocks of a warp: one ends, and the next begins in its place, while others wait for memory.
#include "heddle.h"

struct turns {
    unsigned *out;
};

KERNEL(turns)
{
    unsigned i = global_x();
    unsigned sum = 0;
    for (unsigned k = 0; k < block_x() % 5 + 1; k++) sum += arg->out[i * 10 + k];
    arg->out[i * 10 + 9] = sum;
}
