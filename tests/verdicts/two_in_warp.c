// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:128
// verdict: two barriers; pdom*: half a warp
// why: a static warp counts at a barrier as a whole: where its other threads go is not waited for
// words: two_in_warp
// suite: yes
// Both sides of a branch inside a warp have a barrier.
#include "heddle.h"

struct two_in_warp {
    unsigned *out;
};

// Not the same to the compiler, which makes one of two that are.
HD_INLINE void other_barrier(void) { __asm__ volatile(".word 0x100b" ::: "memory"); }

KERNEL(two_in_warp)
{
    if (thread_x() < 3) {
        barrier();
        arg->out[thread_x()] = 1;
    } else {
        other_barrier();
        arg->out[thread_x()] = thread_x();
    }
}
