// SPDX-License-Identifier: Apache-2.0
// run: --arg f:1.5
// expect: the rounding mode in frm is reserved
#include "heddle.h"

struct rounding {
    float a;
};

KERNEL(rounding)
{
    __asm__ volatile("csrwi frm, 5");
    *(volatile float *)0x10000000 = arg->a + 1.0f;
}
