// SPDX-License-Identifier: Apache-2.0
// run: --block 4
// expect: thread (0,0,0) of block (0,0,0) at null+0x[0-9a-f]*, tests/kernels/null.c:14 (0x000100..)
// expect: load of 4 bytes at 0x00000008: a null pointer
#include "heddle.h"

struct pair {
    int a, b, c;
};

KERNEL_VOID(null)
{
    struct pair *volatile p = 0;
    atomic_add(&p->a, p->c);
}
