// SPDX-License-Identifier: Apache-2.0
// run: --block 4
// expect: kernel refused is refused: at refused.* word 0x00000073: ecall
#include "heddle.h"

KERNEL_VOID(refused)
{
    if (thread_x() == 77) __asm__ volatile("ecall");
}
