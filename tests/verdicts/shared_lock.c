// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:512 --dump 0:i
// verdict: ends; pdom*: livelock
// why: in a static warp the thread that would open waits with the others; elsewhere each has a turn
// words: shared_lock
// The same in shared memory.
#include "heddle.h"

struct shared_lock {
    unsigned *sum;
};

SHARED unsigned lock;

KERNEL(shared_lock)
{
    lock = 0;
    barrier();
    while (atomic_exchange(&lock, 1u) != 0)
        ;
    ((volatile unsigned *)arg->sum)[0]++;
    fence();
    atomic_exchange(&lock, 0u);
}
