// SPDX-License-Identifier: Apache-2.0
// run: --block 32 --arg buf:128
// verdict: two barriers
// words: waits at a barrier with 7 others, while 24 wait at another
// One warp goes once more through a loop with a barrier than the others.
#include "heddle.h"

struct one_more {
    unsigned *out;
};

// Not the same to the compiler, which makes one of two that are.
HD_INLINE void other_barrier(void) { __asm__ volatile(".word 0x100b" ::: "memory"); }

KERNEL(one_more)
{
    for (unsigned i = 0; i < (thread_x() < 8 ? 3u : 2u); i++) {
        barrier();
        arg->out[thread_x()] += i;
    }
    other_barrier();
    arg->out[thread_x()] += thread_x();
}
