// SPDX-License-Identifier: Apache-2.0
// run: --steps 100000 --block 3
// core: stopped after 100000 cycles
// reference: still runs after all the instructions allowed
#include "heddle.h"

SHARED int flag;

KERNEL_VOID(endless)
{
    while (*(volatile int *)&flag == 0)
        ;
}
