// SPDX-License-Identifier: Apache-2.0
// run: --grid 300 --block 8 --arg buf:64
// Many short blocks of different lengths: one ends in the cycle in which another one begins.
#include "heddle.h"

struct blocks {
    int *out;
};

KERNEL(blocks)
{
    int sum = 0;
    for (unsigned k = 0; k < (block_x() * 7 & 15); k++) sum += (int)(k ^ thread_x());
    if (block_x() & 1) arg->out[thread_x()] = sum;
}
