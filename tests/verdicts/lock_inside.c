// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:512 --dump 0:i
// verdict: ends
// words: 64: 16 0
// suite: yes
// Honest: what the lock protects is done inside the branch that has got it.
#include "heddle.h"

struct lock_inside {
    unsigned *lock;
};

KERNEL(lock_inside)
{
    volatile unsigned *sum = arg->lock + 64;
    for (unsigned done = 0; !done;) {
        if (atomic_exchange(arg->lock, 1u) == 0) {
            *sum = *sum + 1;
            fence();
            atomic_exchange(arg->lock, 0u);
            done = 1;
        }
        __asm__ volatile("" : "+r"(done));
    }
}
