// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:512
// verdict: livelock
// differs: static warps have threads that wait beside these
// words: 2 threads go round and round: thread (0,0,0) of block (0,0,0) .*,
// words: which reads 0x10000100 .*: 1
// Two locks, taken in opposite order.
#include "heddle.h"

struct two_locks {
    unsigned *lock;
};

KERNEL(two_locks)
{
    const unsigned mine = thread_x() == 0 ? 0 : 64;
    const _Bool takes = thread_x() % 8 == 0;
    if (takes) atomic_exchange(&arg->lock[mine], 1u);
    barrier();
    if (takes)
        while (atomic_exchange(&arg->lock[64 - mine], 1u) != 0)
            ;
}
