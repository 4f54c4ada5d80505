// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64
// verdict: no code
// words: thread (5,0,0) of block (0,0,0) at .* goes on at 0x000100.*, behind no call
// suite: yes
// One thread returns an instruction behind the place that it was called from.
#include "heddle.h"

struct return_astray {
    unsigned *out;
};

__attribute__((naked, noinline)) static void skip(unsigned bytes)
{
    __asm__ volatile("add ra, ra, a0\n\tret");
}

KERNEL(return_astray)
{
    unsigned v = 0;
    skip(thread_x() == 5 ? 4 : 0);
    __asm__ volatile("addi %0, %0, 1\n\taddi %0, %0, 2" : "+r"(v));
    arg->out[thread_x()] = v;
}
