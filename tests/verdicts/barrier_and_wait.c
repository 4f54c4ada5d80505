// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:8
// verdict: livelock
// words: 8 threads go round and round: thread (8,0,0) .*
// words: which reads 0x10000000 (byte 0 of a buffer of --arg): 0; 8 wait at a barrier:
// words: thread (0,0,0)
// suite: yes
// One warp waits at a barrier, the other for a flag that the first sets behind it.
#include "heddle.h"

struct barrier_and_wait {
    volatile unsigned *flag;
};

KERNEL(barrier_and_wait)
{
    if (thread_x() >= 8)
        while (*arg->flag == 0)
            ;
    barrier();
    *arg->flag = 1;
}
