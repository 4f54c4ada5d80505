// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --grid 4 --arg buf:1024:random
// Blocks of one warp come to barriers, which open at once, while others wait for memory.
#include "heddle.h"

struct meet {
    unsigned *words;
};

KERNEL(meet)
{
    unsigned at = global_x();
#pragma nounroll
    for (unsigned k = 0; k < 64; k++) {
        at = ((volatile unsigned *)arg->words)[(at ^ k) & 255u];
        barrier();
    }
}
