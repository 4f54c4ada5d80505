// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:64 --dump 0:i
// verdict: ends
// words: 0: 250 250
// Honest: rounds that write many words of the stack; one of them, in the middle, counts.
#include "heddle.h"

struct counts_deep {
    unsigned *out;
};

KERNEL(counts_deep)
{
    volatile unsigned a[40];
    a[20] = 0;
    while (a[20] < 250)
        for (unsigned i = 0; i < 40; i++) a[i] = i == 20 ? a[20] + 1 : i;
    arg->out[thread_x()] = a[20];
}
