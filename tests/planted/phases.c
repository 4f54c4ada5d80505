// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --grid 12 --arg buf:3072
// Phases that stand in the program.
#include "heddle.h"

struct phases {
    unsigned *out;
};

KERNEL(phases)
{
    unsigned i = global_x();
    unsigned before = arg->out[i];
    phase(32, 0);
    arg->out[i] = before + i;
    phase(16, 0);
    arg->out[i] += 1;
}
