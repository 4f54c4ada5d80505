// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:512 --dump 0:i
// verdict: ends; pdom*: livelock
// why: in a static warp the thread that would open waits with the others; elsewhere each has a turn
// words: spin_lock
// suite: yes
// A spin lock in its usual form.
#include "heddle.h"

struct spin_lock {
    unsigned *lock;
};

KERNEL(spin_lock)
{
    while (atomic_cas(arg->lock, 0u, 1u) != 0)
        ;
    ((volatile unsigned *)arg->lock)[64]++;
    fence();
    atomic_exchange(arg->lock, 0u);
}
