// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --arg buf:256 --arg buf:256 --dump 1:i
// expect: 56: 8 57 10 59 12 61 14 63
// A barrier between two branches on one condition: without -fconvergent-functions clang 14 makes
// two of it, one in each arm, and threads wait at both.
#include "heddle.h"

struct once {
    unsigned *a, *b;
};

KERNEL(once)
{
    unsigned t = thread_x();
    unsigned odd = t % 2;
    unsigned mine = 0;
    if (odd) mine = arg->a[t] + t;
    else arg->a[t] = t + 16;
    barrier();
    if (odd) arg->b[t] = mine;
    else arg->b[t] = arg->a[t] % 64;
}
