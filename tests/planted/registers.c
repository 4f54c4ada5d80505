// SPDX-License-Identifier: Apache-2.0
// run: --block 8
// A phase of all 63 registers: rounded up to sets they are more than six bits say.
#include "heddle.h"

KERNEL_VOID(registers)
{
    __asm__ volatile(".altmacro\n"
                     ".set n, 0\n"
                     ".macro name r\n\tmv x\\r, x\\r\n\tfmv.s f\\r, f\\r\n.endm\n"
                     ".rept 32\n\tname %n\n\t.set n, n + 1\n.endr\n"
                     ".noaltmacro");
    phase(63, 0);
}
