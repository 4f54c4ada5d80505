// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --stack 64
// verdict: access
// words: store of 4 bytes at 0x5fffff.*: below the thread's stack of 64 bytes: it is full (--stack)
#include "heddle.h"

KERNEL_VOID(deep_stack)
{
    volatile unsigned a[32];
    for (unsigned i = 0; i < 32; i++) a[31 - i] = i;
}
