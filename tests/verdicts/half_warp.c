// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64 --dump 0:i
// verdict: ends; pdom*: half a warp
// why: a static warp counts at a barrier as a whole; elsewhere the others end, and are not waited for
// words: half_warp
// suite: yes
// Three threads of a warp at a barrier that the others never come to.
#include "heddle.h"

struct half_warp {
    unsigned *out;
};

KERNEL(half_warp)
{
    if (thread_x() < 3) {
        barrier();
        arg->out[thread_x()] = 1;
    }
}
