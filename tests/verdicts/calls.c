// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:8
// verdict: livelock
// words: 16 threads go round and round: .* which reads 0x10000000
// A flag that no thread sets, looked at in a function that puts its return address on the stack.
#include "heddle.h"

struct calls {
    volatile unsigned *flag;
};

__attribute__((noinline)) static unsigned look(volatile unsigned *flag)
{
    unsigned got = *flag;
    __asm__ volatile("" ::: "ra", "s1");
    return got;
}

KERNEL(calls)
{
    while (look(arg->flag) == 0)
        ;
}
