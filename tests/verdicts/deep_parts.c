// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --stack 1024 --arg buf:32 --dump 0:i
// verdict: ends; pdom*: too deep
// why: the stack of a static warp has so many entries; a call whose threads return apart takes one
// words:        0: 50 51 50 51 50 51 50 51
// Calls within each other, of a function with two returns.
#include "heddle.h"

struct deep_parts {
    unsigned *out;
};

__attribute__((naked, noinline)) static unsigned count_down(unsigned n)
{
    __asm__ volatile("beqz a0, 1f\n\t"
                     "addi sp, sp, -16\n\t"
                     "sw ra, 12(sp)\n\t"
                     "addi a0, a0, -1\n\t"
                     "call count_down\n\t"
                     "lw ra, 12(sp)\n\t"
                     "addi sp, sp, 16\n\t"
                     "addi a0, a0, 1\n\t"
                     "ret\n"
                     "1:\tret");
}

KERNEL(deep_parts) { arg->out[thread_x()] = count_down(50 + thread_x() % 2); }
