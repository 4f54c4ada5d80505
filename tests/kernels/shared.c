// SPDX-License-Identifier: Apache-2.0
// run: --shared 64 --block 32
// expect: thread (16,0,0) of block (0,0,0) at
// expect: store of 4 bytes at 0x40000080: outside the block's 128 bytes of shared memory
#include "heddle.h"

SHARED int first[16];

KERNEL_VOID(shared)
{
    atomic_add(&first[0], 1);
    ((volatile int *)shared_rest())[thread_x()] = 3;
}
