// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64 --dump 0:x
// verdict: ends
// words: 0: [0-9a-f]
// suite: yes
// Honest: a loop that touches no memory for tens of thousands of rounds.
#include "heddle.h"

struct long_compute {
    unsigned *out;
};

KERNEL(long_compute)
{
    unsigned x = thread_x();
    for (unsigned i = 0; i < 20000; i++) {
        x = x * 1664525u + 1013904223u;
        __asm__ volatile("" : "+r"(x));
    }
    arg->out[thread_x()] = x;
}
