// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64 --dump 0:i
// verdict: ends
// words: 0: 1 1 1 0
// suite: yes
// Three threads of a warp at a barrier that the others never come to: these end, and are not
// waited for.
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
