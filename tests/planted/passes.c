// SPDX-License-Identifier: Apache-2.0
// run: --block 8 --arg buf:32
// Each thread passes more post-dominators than nine bits count.
#include "heddle.h"

struct passes {
    volatile unsigned *out;
};

KERNEL(passes)
{
    unsigned t = thread_x(), sum = 0;
    for (unsigned k = 0; k < 520; k++) {
        __asm__ volatile("beqz %2, 1f\n\txor %0, %0, %1\n1:"
                         : "+r"(sum)
                         : "r"(k), "r"((t ^ k) & 1));
    }
    arg->out[t] = sum;
}
