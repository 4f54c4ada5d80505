// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --stack 2048 --arg buf:32 --dump 0:i
// verdict: ends; pdom*: too deep
// why: the stack of a static warp counts calls within each other, to 62
// words:        0: 2485 2556 2628 2701 2775 2850 2926 3003
// suite: yes
// Calls within each other, 71 to 78 of them. Threads of a warp come to the end one after the other.
#include "heddle.h"

struct deep_calls {
    unsigned *out;
};

__attribute__((noinline)) static unsigned sum_to(unsigned n, unsigned sum)
{
    if (n == 0) return sum;
    unsigned below = sum_to(n - 1, sum);
    __asm__ volatile("" : "+r"(below));
    return below + n;
}

KERNEL(deep_calls) { arg->out[thread_x()] = sum_to(70 + thread_x(), 0); }
