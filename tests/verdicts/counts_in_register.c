// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --steps 60000
// verdict: limit
// differs: the reference counts instructions, and has no cycles
// words: stopped after 60000
// A counter that goes round once in four thousand million steps.
#include "heddle.h"

KERNEL_VOID(counts_in_register)
{
    for (unsigned i = 0;; i++) __asm__ volatile("" : "+r"(i));
}
