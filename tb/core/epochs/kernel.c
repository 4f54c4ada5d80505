// SPDX-License-Identifier: Apache-2.0
//
// Threads that count to a number.
#include "heddle.h"

struct epochs {
    unsigned *out;
    unsigned rounds;
};

KERNEL(epochs)
{
    unsigned k = 0;
    do {
        __asm__ volatile("" : "+r"(k));
        k++;
    } while (k < arg->rounds);
    arg->out[thread_x()] = k;
}
