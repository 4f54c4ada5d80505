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
        if ((t ^ k) & 1) sum += k;
        else __asm__ volatile("xor %0, %0, %1" : "+r"(sum) : "r"(k));
    }
    arg->out[t] = sum;
}
