// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64
// verdict: no code
// words: goes on at 0x10000000, where there is no code
// All threads return into a buffer.
#include "heddle.h"

struct far_return {
    unsigned *p;
};

__attribute__((naked, noinline)) static void go_back_to(unsigned *where)
{
    __asm__ volatile("mv ra, a0\n\tret");
}

KERNEL(far_return) { go_back_to(arg->p); }
