// SPDX-License-Identifier: Apache-2.0
// run: --block 32 --arg buf:128 --dump 0:i
// verdict: ends
// words: 24: 3 3 3 3 3 3 3 3
// Honest: two whole warps end in front of a barrier.
#include "heddle.h"

struct warp_exits {
    unsigned *out;
};

KERNEL(warp_exits)
{
    if (thread_x() < 16) thread_exit();
    barrier();
    arg->out[thread_x()] = 3;
}
