// SPDX-License-Identifier: Apache-2.0
// run: --arg buf:400 --block 64 --grid 2
// expect: thread (36,0,0) of block (1,0,0) at
// expect: store of 4 bytes at 0x10000190
// expect: 400 bytes behind the first of a buffer of --arg, which has 400
#include "heddle.h"

struct outside {
    unsigned *p;
};

KERNEL(outside) { arg->p[global_x()] = 1; }
