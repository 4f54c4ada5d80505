// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:512 --dump 0:i
// verdict: ends
// words: 64: 2 0
// Honest: one thread of each warp takes the lock.
#include "heddle.h"

struct own_turn {
    unsigned *lock;
};

KERNEL(own_turn)
{
    volatile unsigned *sum = arg->lock + 64;
    if (thread_x() % 8 != 0) return;
    while (atomic_exchange(arg->lock, 1u) != 0)
        ;
    *sum = *sum + 1;
    fence();
    atomic_exchange(arg->lock, 0u);
}
