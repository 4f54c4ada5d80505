// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64
// A warp uses its block's first set of shared memory all the time, while another one enters and
// leaves phases that need a second set: the neighbour in the mapping table of the set in use.
#include "heddle.h"

struct grow {
    int *out;
};

SHARED volatile int place[512];

KERNEL(grow)
{
    int sum = 0, t = (int)thread_x();
    phase(32, 1024);
    place[t] = t;
    barrier();
    if (t < 8)
        for (int k = 0; k < 1000; k++) sum += place[t] + place[t + 1] + place[t + 2] + place[t + 3];
    else
        for (int k = 0; k < 200; k++) {
            phase(32, 2048);
            place[256 + t] = k;
            phase(32, 1024);
        }
    arg->out[t] = sum;
}
