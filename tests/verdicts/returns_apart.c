// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64 --dump 0:i
// verdict: ends; pdom*: no code
// why: the threads of a static warp that were called together return together
// words:        0: 2 1 1 1 2 1 1 1
// suite: yes
// Some threads return behind another call than the one that they were called by.
#include "heddle.h"

struct returns_apart {
    unsigned *out;
};

// Behind the second call.
__attribute__((naked, noinline, used)) static void count(unsigned *n, unsigned skips)
{
    __asm__ volatile("lw t0, 0(a0)\n\t"
                     "addi t0, t0, 1\n\t"
                     "sw t0, 0(a0)\n\t"
                     "beqz a1, 1f\n\t"
                     "addi ra, ra, 4\n\t"
                     "li a1, 0\n"
                     "1:\tret");
}

__attribute__((naked, noinline)) static void twice(unsigned *n, unsigned skips)
{
    __asm__ volatile("addi sp, sp, -16\n\t"
                     "sw ra, 12(sp)\n\t"
                     "jal count\n\t"
                     "jal count\n\t"
                     "lw ra, 12(sp)\n\t"
                     "addi sp, sp, 16\n\t"
                     "ret");
}

KERNEL(returns_apart) { twice(arg->out + thread_x(), thread_x() % 4); }
