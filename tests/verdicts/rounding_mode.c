// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg f:1.5
// verdict: rounding
// words: thread (4,0,0) of block (0,0,0) at rounding_mode.*: the rounding mode in frm is reserved
#include "heddle.h"

struct rounding_mode {
    float a;
};

KERNEL(rounding_mode)
{
    if (thread_x() == 4) __asm__ volatile("csrwi frm, 5");
    float b = arg->a;
    __asm__ volatile("fadd.s %0, %0, %0" : "+f"(b));
}
