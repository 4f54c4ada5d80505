// SPDX-License-Identifier: Apache-2.0
// run: --block 16 --arg buf:64
// lr.w and sc.w in shared memory: on a word that stays another's (which ends the thread's own
// reservation), of several lanes at once, on another word than the one reserved, on one that was
// given up, behind an lr.w in global memory.
// And compare-and-swaps that find what they expect and that do not; the greater of two numbers.
#include "heddle.h"

struct reserve {
    int *words;
};

static void lr(int *p)
{
    int old;
    __asm__ volatile("lr.w %0, (%1)" : "=r"(old) : "r"(p) : "memory");
}

static void sc(int *p, int value)
{
    int failed;
    __asm__ volatile("sc.w %0, %2, (%1)" : "=&r"(failed) : "r"(p), "r"(value) : "memory");
}

SHARED int place[32];

KERNEL(reserve)
{
    int t = (int)thread_x(), *mine = &place[t];
    mine[0] = mine[16] = 3;
    barrier();
    if (t == 0) lr(&place[16]);
    for (int k = 0; k < 20; k++)
        if (t != 0) {
            if (k == 0) lr(mine);
            lr(&place[16]);
        }
    lr(mine);
    sc(mine, 1);
    lr(mine);
    sc(mine + 16, 2);
    lr(mine);
    lr(mine + 16);
    sc(mine, 4);
    lr(mine);
    lr(&arg->words[t]);
    sc(mine, 5);
    atomic_max(mine, t - 8);
    mine[0] = 3;
    atomic_cas(mine, 3, t - 9);
    atomic_cas(mine, 3, t - 10);
}
