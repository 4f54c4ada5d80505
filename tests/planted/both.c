// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:64
// Lanes of one access are in global memory, others in shared memory, where they want one bank.
#include "heddle.h"

struct both {
    unsigned *out;
};

SHARED unsigned place[64];

KERNEL(both)
{
    unsigned t = thread_x();
    volatile unsigned *mine = t & 1 ? &place[8 * t] : &arg->out[t];
    for (unsigned k = 0; k < 4; k++) *mine = k;
}
