// SPDX-License-Identifier: Apache-2.0
// run: --block 32 --grid 2 --arg buf:256 --dump 0:i
// verdict: ends
// words: 56: 496 496 496 496 496 496 496 496
// suite: yes
// Honest: a barrier in a loop.
#include "heddle.h"

struct barrier_loop {
    unsigned *out;
};

SHARED unsigned box[32];

KERNEL(barrier_loop)
{
    unsigned sum = 0;
    box[thread_x()] = thread_x();
    for (unsigned i = 0; i < 32; i++) {
        barrier();
        sum += box[(thread_x() + i) % 32];
    }
    arg->out[global_x()] = sum;
}
