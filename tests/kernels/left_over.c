// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --grid 96 --arg buf:16 --arg buf:256 --dump 0:i
// expect: 0: 48 0 0 0
// Blocks of even number reserve words and do not come back for them. The threads of odd ones, which
// have their names, do sc.w without an lr.w of their own, in shared and in global memory: all fail.
// Dumped: blocks that reserved, sc that succeeded in shared, in global memory, and with the
// lr on the other side.
#include "heddle.h"

struct left_over {
    unsigned *count, *words;
};

static unsigned lr(unsigned *p)
{
    unsigned old;
    __asm__ volatile("lr.w %0, (%1)" : "=r"(old) : "r"(p) : "memory");
    return old;
}

static unsigned sc(unsigned *p, unsigned value)
{
    unsigned failed;
    __asm__ volatile("sc.w %0, %2, (%1)" : "=&r"(failed) : "r"(p), "r"(value) : "memory");
    return failed;
}

SHARED unsigned place[64];

KERNEL(left_over)
{
    unsigned t = thread_x();
    if (block_x() % 2 == 0) {
        place[t] = 0;
        lr(&arg->words[t]);
        lr(&place[t]);
        if (t == 0) atomic_add(&arg->count[0], 1);
    } else {
        if (!sc(&place[t], 7)) atomic_add(&arg->count[1], 1);
        if (!sc(&arg->words[t], 7)) atomic_add(&arg->count[2], 1);
        lr(&arg->words[t]);
        lr(&place[t]);
        if (!sc(&arg->words[t], 7)) atomic_add(&arg->count[3], 1);
    }
}
