// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:64 --dump 0:i
// verdict: ends
// words: 0: 250 250
// Honest: all registers go round; what counts their rounds is the float status alone.
#include "heddle.h"

struct counts_in_status {
    unsigned *out;
};

KERNEL(counts_in_status)
{
    unsigned x = 0, n = 0;
    while (n != 250) {
        n = 0; // no register keeps it
        __asm__ volatile("" : "+r"(n));
        x = (x + 1) % 64;
        __asm__ volatile("" : "+r"(x));
        if (x == 0) {
            __asm__ volatile("csrr %0, fcsr" : "=r"(n));
            n = n + 1;
            __asm__ volatile("csrw fcsr, %0" ::"r"(n));
        }
    }
    arg->out[thread_x()] = n;
}
