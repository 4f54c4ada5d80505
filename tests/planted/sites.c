// SPDX-License-Identifier: Apache-2.0
// run: --block 64
// core run: --formation dwf
// For dynamic warps: the threads of one warp return to eight places at once. Of the first four, two
// are 128 bytes apart and two 512: their addresses differ in one bit. And a branch of more than
// 2,048 bytes.
#include "heddle.h"

__attribute__((noinline, used)) void meet(void) { barrier(); }

KERNEL_VOID(sites)
{
    __asm__ volatile("li t1, 1\n\tli t2, 2\n\tli t3, 3\n\tli t4, 4\n\tli t5, 5\n\tli t6, 6\n\t"
                     "beqz %0, 4f\n\tbeq %0, t1, 1f\n\tbeq %0, t2, 2f\n\tbeq %0, t3, 7f\n\t"
                     "beq %0, t4, 6f\n\tbeq %0, t5, 8f\n\tbeq %0, t6, 9f\n\t"
                     "jal meet\n\tj 5f\n"
                     "6: jal meet\n\tj 5f\n"
                     "8: jal meet\n\tj 5f\n"
                     "9: jal meet\n\tj 5f\n"
                     "7: j 3f\n"
                     "4: jal meet\n\tj 5f\n\t"
                     ".balign 1024\n"
                     "1: jal meet\n\tj 5f\n\t"
                     ".balign 128\n"
                     "2: jal meet\n\tj 5f\n\t"
                     ".balign 512\n"
                     "3: jal meet\n\tbnez %0, 5f\n\t"
                     ".rept 512\n\tnop\n\t.endr\n"
                     "5:\n" ::"r"(thread_x() & 7)
                     : "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a0", "a1", "a2", "a3", "a4",
                       "a5", "a6", "a7", "memory");
}
