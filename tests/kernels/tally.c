// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --shared 512
// core run: --preset fermi
// expect: DONE
// count: "units": {"integer": 192, "float": 192, "memory": 256, "csr": 64, "none": 64}
// count: "register_rows": {"read": 30, "written": 20}
// count: "shared_memory": {"rows": 12, "words": 132, "moved": 0}
// Two warps whose every instruction is written here. Behind each: rows of the register file that a
// warp reads and writes; rows and words of shared memory.
#include "heddle.h"

__attribute__((naked, used)) static void entry(void)
{
    __asm__ volatile("csrr a0, 0xCC0\n\t"             // 0 1: the thread's number
                     "slli a1, a0, 3\n\t"             // 1 1
                     "lui a2, 0x40000\n\t"            // 0 1: where shared memory begins
                     "add a1, a1, a2\n\t"             // 2 1
                     "sw a0, 0(a1)\n\t"               // 2 0; 2 32: a bank in use has two words
                     "lw a3, 0(a1)\n\t"               // 1 2; 2 32: they come one after the other
                     "sw a0, 0(a2)\n\t"               // 2 0; 1 1: all to one word
                     "lw a4, 0(a2)\n\t"               // 1 1; 1 1
                     "fcvt.s.w fa0, a0\n\t"           // 1 1
                     "fmadd.s fa1, fa0, fa0, fa0\n\t" // 3 1
                     "fadd.s fa1, fa0, fa1\n\t"       // 2 1
                     ".word 0x0000000b");             // 0 0: the thread ends
}

__attribute__((section(".heddle.kernels"), used)) //
const struct hd_kernel hd_kernel_tally = {entry, 0};
