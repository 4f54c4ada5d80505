// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg i:0
// verdict: no code
// words: thread (5,0,0) of block (0,0,0) at .*go_back_to.* goes on at 0x00000000,
// words: where there is no code
// suite: yes
// A function that has lost its return address: thread 5 returns to nowhere.
#include "heddle.h"

struct lost_return {
    unsigned nowhere;
};

__attribute__((naked, noinline)) static void go_back_to(unsigned lost, unsigned where)
{
    __asm__ volatile("beqz a0, 1f\n\tmv ra, a1\n1:\n\tret");
}

KERNEL(lost_return) { go_back_to(thread_x() == 5, arg->nowhere); }
