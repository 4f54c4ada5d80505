// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:512 --dump 0:i
// verdict: ends
// words: 0: 1
// suite: yes
// Honest: one warp waits for another, which computes for a long time before it sets the flag.
#include "heddle.h"

struct flag_of_warp {
    volatile unsigned *flag;
};

KERNEL(flag_of_warp)
{
    if (thread_x() >= 8) {
        unsigned x = thread_x();
        for (unsigned i = 0; i < 4000; i++) x = x * 1664525u + 1013904223u;
        __asm__ volatile("" ::"r"(x));
        *arg->flag = 1;
    } else if (thread_x() == 0) {
        while (*arg->flag == 0)
            ;
    }
}
