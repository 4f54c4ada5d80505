// SPDX-License-Identifier: Apache-2.0
// run: --grid 1000 --block 8 --arg buf:64
// Many short blocks of different lengths: one ends in the cycle in which another one begins.
#include "heddle.h"

struct blocks {
    int *out;
};

KERNEL(blocks)
{
    int sum = (int)block_x();
    for (unsigned k = 0; k < (block_x() * 7 & 3); k++) sum += (int)(k ^ thread_x());
    if ((block_x() & 15) == 1) arg->out[thread_x()] = sum;
}
