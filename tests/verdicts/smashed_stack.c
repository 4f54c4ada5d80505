// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg i:4
// verdict: no code
// words: goes on at 0x00000006, which is no multiple of 4
// A loop that writes behind an array, over the return address that the function has saved.
#include "heddle.h"

struct smashed_stack {
    unsigned n;
};

__attribute__((naked, noinline)) static void fill(unsigned n)
{
    __asm__ volatile("addi sp, sp, -16\n\t"
                     "sw ra, 12(sp)\n\t"
                     "mv a1, sp\n\t"
                     "li a2, 7\n"
                     "1:\tsw a2, 0(a1)\n\t"
                     "addi a1, a1, 4\n\t"
                     "addi a0, a0, -1\n\t"
                     "bnez a0, 1b\n\t"
                     "lw ra, 12(sp)\n\t"
                     "addi sp, sp, 16\n\t"
                     "ret");
}

KERNEL(smashed_stack) { fill(arg->n); }
