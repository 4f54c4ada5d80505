// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --grid 3 --arg buf:8 --dump 0:i
// reference run: --order 9
// expect: 0: 192 18336
// Counting with compare and swap: lr.w and sc.w of many threads on one word.
#include "heddle.h"

struct cas {
    unsigned *sum;
};

KERNEL(cas)
{
    unsigned old = arg->sum[0];
    for (unsigned seen; (seen = atomic_cas(&arg->sum[0], old, old + 1)) != old; old = seen)
        ;
    atomic_add(&arg->sum[1], old);
}
