// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:8
// verdict: ends; pdom*: livelock
// why: in a static warp the thread that would open waits with the others; elsewhere each has a turn
// words: flag_beside
// Threads wait for a flag that the last thread of their warp sets behind the same loop.
#include "heddle.h"

struct flag_beside {
    volatile unsigned *flag;
};

KERNEL(flag_beside)
{
    while (*arg->flag == 0 && thread_x() != 7)
        ;
    *arg->flag = 1;
}
