// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --arg buf:256 --arg i:37 --dump 0:i
// expect: 0: 703 703 703 703 703 703 703 703
// A thread below n knows that the loop has a first round; clang's jump threading lets it go there
// straight, and the others ask. All of them meet before the barrier.
#include "heddle.h"

struct threaded {
    unsigned *out;
    unsigned n;
};

SHARED unsigned row[64];

KERNEL(threaded)
{
    unsigned t = thread_x();
    unsigned x = 0, sum = 0;
    if (t < arg->n) x = t + 1;
    for (unsigned k = 0; k < arg->n; k += 64) {
        row[t] = x;
        barrier();
        for (unsigned j = 0; j < 64; j++) sum += row[j];
        barrier();
    }
    arg->out[t] = sum;
}
