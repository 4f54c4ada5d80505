// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64 --dump 0:i
// verdict: ends, behind; pdom*: ends; dwf*: ends
// why: the reference alone compares accesses with the variables that the code names
// words: NOTE behind: thread (0,0,0) of block (0,0,0) at behind+.*
// words: writes 0x40000040, byte 64 of shared memory; the variables .* there end at byte 64
// words: (32 such accesses)
// words: 0: 16 17 18 19 20 21 22 23
// suite: yes
// From one SHARED variable into the next.
#include "heddle.h"

struct behind {
    int *out;
};

SHARED int first[16];
SHARED int second[16];

KERNEL(behind)
{
    const int t = (int)thread_x();
    volatile int *any = first;
    __asm__ volatile("" : "+r"(any));
    any[t] = t;
    any[t + 16] = t + 16;
    barrier();
    arg->out[t] = any[t + 16];
    if (arg->out == (void *)4) second[t] = t;
}
