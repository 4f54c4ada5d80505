// SPDX-License-Identifier: Apache-2.0
// run: --block 32 --arg buf:128
// verdict: two barriers
// words: thread (0,0,0) of block (0,0,0) at two_barriers.*:
// words: waits at a barrier with 15 others, while 16 wait at another:
// words: thread (16,0,0) at .*; 0 have ended
// suite: yes
// Two warps at one barrier, two at another.
#include "heddle.h"

struct two_barriers {
    unsigned *out;
};

// Not the same to the compiler, which makes one of two that are.
HD_INLINE void other_barrier(void) { __asm__ volatile(".word 0x100b" ::: "memory"); }

KERNEL(two_barriers)
{
    if (thread_x() < 16) {
        barrier();
        arg->out[thread_x()] = 1;
    } else {
        other_barrier();
        arg->out[thread_x()] = thread_x();
    }
}
