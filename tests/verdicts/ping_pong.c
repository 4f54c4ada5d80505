// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:512 --dump 0:i
// verdict: ends
// words: 0: 200
// Honest: two warps take turns two hundred times.
#include "heddle.h"

struct ping_pong {
    volatile unsigned *turn;
};

KERNEL(ping_pong)
{
    if (thread_x() % 8 != 0) return;
    for (unsigned i = 0; i < 100; i++) {
        while (*arg->turn % 2 != thread_x() / 8)
            ;
        *arg->turn = *arg->turn + 1;
    }
}
