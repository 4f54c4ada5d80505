// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --arg buf:256 --arg i:37 --dump 0:i
// expect: 32: 33 34 35 36 37 0 0 0
// expect: 56: 0 0 0 0 0 0 0 0
// Threads that return before a barrier are not waited for, also those of a warp that goes on.
#include "heddle.h"

struct returns {
    unsigned *out;
    unsigned n;
};

SHARED unsigned row[64];

KERNEL(returns)
{
    unsigned t = thread_x();
    if (t >= arg->n) return;
    row[t] = t;
    barrier();
    arg->out[t] = row[t] + 1;
}
