// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --grid 4 --shared 256
// For dynamic warps: of two blocks the even threads of one and the odd ones of the other go the
// same way, so that warps are formed of both, and there they store in shared memory; both ways
// load.
#include "heddle.h"

KERNEL_VOID(mixed)
{
    volatile unsigned *mine = (volatile unsigned *)shared_rest() + thread_x();
    *mine = 0;
#pragma nounroll
    for (unsigned k = 0; k < 8; k++) {
        unsigned odd = (thread_x() ^ block_x() ^ k) & 1;
        __asm__ volatile("" : "+r"(odd));
        if (odd) *mine = global_x() + k;
        (void)*mine;
    }
}
