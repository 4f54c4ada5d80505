// SPDX-License-Identifier: Apache-2.0
// run: --arg i:100
// expect: is full (--stack)
#include "heddle.h"

struct deep {
    int n;
};

__attribute__((noinline)) static int depth(int n)
{
    volatile int kept[4] = {n, n, n, n};
    return n == 0 ? 0 : kept[n & 3] + depth(n - 1);
}

KERNEL(deep) { *(volatile int *)0x10000000 = depth(arg->n); }
