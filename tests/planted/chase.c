// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --grid 48 --arg buf:65536:random
// Blocks wait for memory most of the time: they leave and come back all the time.
#include "heddle.h"

struct chase {
    unsigned *words;
};

KERNEL(chase)
{
    unsigned at = global_x();
#pragma nounroll
    for (unsigned k = 0; k < 4; k++) at = ((volatile unsigned *)arg->words)[(at ^ k) & 16383u];
}
