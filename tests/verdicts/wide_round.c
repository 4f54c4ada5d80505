// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:8
// verdict: livelock
// words: 8 threads go round and round: .* which reads 0x10000000 .*: 0. No thread is left to write
// Threads that write a hundred words of their stacks in each round of their wait.
#include "heddle.h"

struct wide_round {
    unsigned *flag;
};

KERNEL(wide_round)
{
    volatile unsigned *flag = arg->flag;
    volatile unsigned a[100];
    while (*flag == 0)
        for (unsigned i = 0; i < 100; i++) a[i] = i;
}
