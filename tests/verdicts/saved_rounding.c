// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:8
// verdict: livelock
// words: 8 threads go round and round: .* which reads 0x10000000 .*: 0. No thread is left to write
// suite: yes
// Threads that set the rounding mode, compute, and put it back, while they wait.
#include "heddle.h"

struct saved_rounding {
    unsigned *flag;
};

KERNEL(saved_rounding)
{
    volatile unsigned *flag = arg->flag;
    while (*flag == 0) {
        unsigned was;
        float x = 1.5f, y = 0.1f;
        __asm__ volatile("csrrwi %0, frm, 1" : "=r"(was));
        __asm__ volatile("fadd.s %0, %0, %1" : "+f"(x) : "f"(y));
        __asm__ volatile("csrw frm, %0" ::"r"(was));
        __asm__ volatile("csrwi fflags, 0");
    }
}
