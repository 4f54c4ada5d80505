// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --arg buf:4 --dump 0:i
// verdict: ends; pdom*: livelock; dwf*: livelock; dwf-time: ends
// why: static warps: whose turn it is waits beside the others; the policy majority: they are more
// differs: static and dynamic warps have different reasons
// words: 0: 2016
// suite: yes
// Threads of a block take turns.
#include "heddle.h"

struct in_turn {
    int *sum;
};

SHARED unsigned turn;

KERNEL(in_turn)
{
    turn = 0;
    barrier();
    while (*(volatile unsigned *)&turn != thread_x())
        ;
    atomic_add(arg->sum, (int)thread_x());
    atomic_add(&turn, 1u);
}
