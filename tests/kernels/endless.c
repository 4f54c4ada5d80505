// SPDX-License-Identifier: Apache-2.0
// run: --block 3
// expect: no thread makes progress: no word of memory changes, and 3 threads go round and round
#include "heddle.h"

SHARED int flag;

KERNEL_VOID(endless)
{
    while (*(volatile int *)&flag == 0)
        ;
}
