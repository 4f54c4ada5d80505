// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:8
// verdict: livelock
// words: 16 threads go round and round: .* which reads 0x10000000
// A flag that no thread sets, looked at now and then: a loop in the loop.
#include "heddle.h"

struct back_off {
    volatile unsigned *flag;
};

KERNEL(back_off)
{
    while (*arg->flag == 0)
        for (unsigned i = 0; i < 50; i++) __asm__ volatile("");
}
