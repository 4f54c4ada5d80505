// SPDX-License-Identifier: Apache-2.0
// run: --arg buf:8
// verdict: livelock
// words: 1 thread goes round and round: .* which reads 0x10000000 .*: 1. No thread is left to write
// A thread that takes a lock which it has.
#include "heddle.h"

struct lock_twice {
    unsigned *lock;
};

KERNEL(lock_twice)
{
    for (int i = 0; i < 2; i++)
        while (atomic_exchange(arg->lock, 1u) != 0)
            ;
}
