// SPDX-License-Identifier: Apache-2.0
// run: --block 16
// verdict: livelock
// words: 16 threads go round and round:
// words: thread (0,0,0) of block (0,0,0) at forever[^ ]*, [^ ]* (0x[0-9a-f]*). They read nothing
// A loop that reads nothing.
#include "heddle.h"

KERNEL_VOID(forever)
{
    for (;;) __asm__ volatile("");
}
