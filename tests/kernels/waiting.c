// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --arg buf:4 --dump 0:i
// reference: 0: 2016
// core: 1 never has a turn (on the other side of its warp
// Threads of a block that wait for each other without barrier: the reference gives each its
// turn; in a static warp the threads that may go on wait for those that may not.
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
