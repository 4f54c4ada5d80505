// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:64 --dump 0:i
// verdict: ends
// words: 0: 600 600
// Honest: a counter on the stack in two bytes, of which the lower goes round.
#include "heddle.h"

struct bytes_on_stack {
    unsigned *out;
};

KERNEL(bytes_on_stack)
{
    volatile unsigned char low = 0, high = 0;
    while (high * 256u + low < 600) {
        low = low + 1;
        if (low == 0) high = high + 1;
    }
    arg->out[thread_x()] = high * 256u + low;
}
