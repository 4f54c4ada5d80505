// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64 --dump 0:i
// verdict: ends
// words: 0: 0 1 2 3 4 5 6 7
// Honest: all registers but a counter go round; it is as long as the counter.
#include "heddle.h"

struct small_state {
    unsigned *out;
};

KERNEL(small_state)
{
    unsigned x = thread_x();
    for (unsigned i = 0; i < 20000; i++) {
        x = (x + 1) % 8;
        __asm__ volatile("" : "+r"(x));
    }
    arg->out[thread_x()] = x;
}
