// SPDX-License-Identifier: Apache-2.0
// run: --block 32 --arg buf:128 --dump 0:i
// verdict: ends
// words: 24: 4 4 4 4 4 4 4 4
// Honest: one barrier, each warp comes to it as often as it likes, then ends.
#include "heddle.h"

struct trips {
    unsigned *out;
};

KERNEL(trips)
{
    for (unsigned i = 0; i <= thread_x() / 8; i++) {
        barrier();
        arg->out[thread_x()]++;
    }
}
