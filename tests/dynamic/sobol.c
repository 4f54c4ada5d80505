// SPDX-License-Identifier: Apache-2.0
// run: --block 96 --grid 8 --arg buf:24576 --arg i:8
// A Sobol sequence: a thread computes its points from their Gray codes, bit by bit, each as many
// turns as its index has bits set. Blocks of 96 threads, eight at a time.
#include "heddle.h"

enum { BITS = 32 };

struct sobol {
    unsigned *out;
    unsigned points; // of a thread
};

SHARED unsigned directions[BITS];

KERNEL(sobol)
{
    const unsigned t = thread_x(), dimension = block_y() * blocks_x() + block_x();
    // A primitive polynomial's recurrence, shortened: v[k] from v[k - 1] and v[k - 2].
    if (t == 0) {
        unsigned a = 0x80000000u, b = 0x40000000u | (dimension & 1) << 31;
        for (unsigned k = 0; k < BITS; k++) {
            const unsigned next = b ^ (a >> 2) ^ (dimension >> 1 & 1 ? b >> 1 : a >> 1);
            directions[k] = a;
            a = b;
            b = next;
        }
    }
    barrier();
    for (unsigned p = 0; p < arg->points; p++) {
        const unsigned index = p * threads_x() + t;
        unsigned gray = index ^ index >> 1, x = 0;
        for (unsigned k = 0; gray != 0; k++, gray >>= 1)
            if (gray & 1) x ^= directions[k];
        arg->out[(dimension * arg->points + p) * threads_x() + t] = x;
    }
}
