// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --arg buf:4 --dump 0:i
// expect: 0: 2016
// Threads of a block that wait for each other without barrier: the reference gives each its turn.
#include "heddle.h"

struct waiting {
    int *sum;
};

SHARED unsigned turn;

KERNEL(waiting)
{
    while (*(volatile unsigned *)&turn != thread_x())
        ;
    atomic_add(arg->sum, (int)thread_x());
    atomic_add(&turn, 1u);
}
