// SPDX-License-Identifier: Apache-2.0
// run: --block 16
// verdict: access
// words: thread (9,0,0) of block (0,0,0) at zero_page.*: load of 4 bytes at 0x00000008:
// words: a null pointer
// suite: yes
#include "heddle.h"

KERNEL_VOID(zero_page)
{
    if (thread_x() == 9) *(volatile unsigned *)0x40000000 = *(volatile unsigned *)8;
}
