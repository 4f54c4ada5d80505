// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg i:19
// verdict: no code
// words: goes on at 0x0001...., where there is no code
// A return into the arguments, which are no code even where they look like it.
#include "heddle.h"

struct arguments {
    unsigned word;
};

__attribute__((naked, noinline)) static void go_back(void)
{
    __asm__ volatile("csrr ra, 0xCD0\n\tret");
}

KERNEL(arguments)
{
    (void)arg;
    go_back();
}
