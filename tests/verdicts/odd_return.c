// SPDX-License-Identifier: Apache-2.0
// run: --block 16
// verdict: no code
// words: thread (3,0,0) of block (0,0,0) at .* goes on at 0x000100[0-9a-f]*[26ae],
// words: which is no multiple of 4
// A return address between two instructions.
#include "heddle.h"

__attribute__((naked, noinline)) static void go_back_to(unsigned odd)
{
    __asm__ volatile("slli a0, a0, 1\n\tadd ra, ra, a0\n\tret");
}

KERNEL_VOID(odd_return) { go_back_to(thread_x() == 3); }
