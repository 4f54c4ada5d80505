// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:64 --dump 0:i
// verdict: ends
// words: 0: 5000 5000
// Honest: the counter of a loop lies on the stack.
#include "heddle.h"

struct stack_counter {
    unsigned *out;
};

KERNEL(stack_counter)
{
    volatile unsigned i = 0;
    while (i < 5000) i = i + 1;
    arg->out[thread_x()] = i;
}
