// SPDX-License-Identifier: Apache-2.0
// run: --block 8
// Bits of the float status are set, and cleared that were not set, by a register; a CSR is written
// by x0.
#include "heddle.h"

KERNEL_VOID(csrs)
{
    unsigned seen;
    __asm__ volatile("csrw fcsr, %1\n\tcsrrs %0, fflags, %2\n\tcsrrc %0, fcsr, %3\n\t"
                     "csrrw %0, fflags, zero\n\tcsrr %0, fcsr"
                     : "=&r"(seen)
                     : "r"(0x41), "r"(0x0a), "r"(0x1e));
}
