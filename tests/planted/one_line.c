// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:128
// Lanes of a warp in one line at once: stores to one word, compare-and-swaps of words side by side,
// the greater of two numbers without a sign, and a shift that keeps the sign.
#include "heddle.h"

struct one_line {
    volatile unsigned *out;
};

KERNEL(one_line)
{
    unsigned t = thread_x();
    arg->out[t & 1] = t;
    atomic_cas(&arg->out[8 + t], t & 3, t);
    atomic_maxu((unsigned *)&arg->out[t], 5);
    arg->out[16 + t] = (unsigned)((int)arg->out[t] >> 3);
}
