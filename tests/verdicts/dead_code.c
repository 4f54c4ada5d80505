// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg i:65536
// verdict: no code
// words: goes on at 0x00010000, where no thread of this kernel can come
// A return into a function that the kernel does not call: the analyser has not counted its needs.
#include "heddle.h"

struct dead_code {
    unsigned where;
};

__attribute__((naked, noinline, used)) static void never_called(void)
{
    __asm__ volatile("addi s11, s11, 1\n\tret");
}

__attribute__((naked, noinline)) static void go_back_to(unsigned where)
{
    __asm__ volatile("mv ra, a0\n\tret");
}

KERNEL(dead_code) { go_back_to(arg->where); }
