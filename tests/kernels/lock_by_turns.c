// SPDX-License-Identifier: Apache-2.0
// run: --grid 2 --block 20 --arg buf:64 --dump 0:i
// core run: --preset small --formation sbi --core Turns=1023
// expect:  0: 0 40
// Clang puts what the lock protects behind the loop, where the threads meet that still go round.
// With interweaving the thread that has the lock gets its turn behind many of theirs: no livelock.
#include "heddle.h"

struct lock_by_turns {
    unsigned *word; // the lock; threads that had it
};

KERNEL(lock_by_turns)
{
    for (;;) {
        if (atomic_cas(arg->word, 0u, 1u) != 0) continue;
        fence();
        volatile unsigned *had = arg->word + 1;
        *had = *had + 1;
        fence();
        *(volatile unsigned *)arg->word = 0;
        break;
    }
}
