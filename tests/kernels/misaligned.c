// SPDX-License-Identifier: Apache-2.0
// run: --arg buf:400 --block 64
// expect: thread (1,0,0) of block (0,0,0) at
// expect: load of 4 bytes at 0x10000002, which is no multiple of that
#include "heddle.h"

struct misaligned {
    char *p;
};

KERNEL(misaligned) { atomic_add((int *)arg->p, *(int *)(arg->p + 2 * thread_x())); }
