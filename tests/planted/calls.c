// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:32
// Threads that end in a call that others do not make, before these part again. And a function that
// calls itself where threads are apart, in which some go on, without a place to meet, at the
// address where the others wait in the frame below.
#include "heddle.h"

struct calls {
    unsigned *out;
};

void part(unsigned down, unsigned back, unsigned over);
__asm__("part:\n\taddi sp, sp, -16\n\tsw ra, 0(sp)\n\t"
        "beqz a0, 1f\n\tli a0, 0\n\tjal part\n"
        "1:\tbnez a2, 2f\n\tli a2, 1\n\tbeqz a1, 1b\n\t"
        "lw ra, 0(sp)\n\taddi sp, sp, 16\n\tret\n"
        "2:\tlw ra, 0(sp)\n\taddi sp, sp, 16\n\tret");

__attribute__((noinline)) static void some_end(unsigned t)
{
    if (t & 2) thread_exit();
}

KERNEL(calls)
{
    unsigned t = thread_x();
    if (t & 1) some_end(t);
    if (t & 4) arg->out[t] = t;
    part(t & 1, t & 4, 0);
}
