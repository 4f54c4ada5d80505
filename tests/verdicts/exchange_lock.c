// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:512 --dump 0:i
// verdict: ends; pdom*: livelock
// why: in a static warp the thread that would open waits with the others; elsewhere each has a turn
// words: exchange_lock
// The same with an exchange, which writes a 1 over the 1.
#include "heddle.h"

struct exchange_lock {
    unsigned *lock;
};

KERNEL(exchange_lock)
{
    while (atomic_exchange(arg->lock, 1u) != 0)
        ;
    ((volatile unsigned *)arg->lock)[64]++;
    fence();
    atomic_exchange(arg->lock, 0u);
}
