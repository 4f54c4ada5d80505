// SPDX-License-Identifier: Apache-2.0
//
// How often each byte occurs: a block counts in shared memory, then adds what it has.
#include "heddle.h"

enum { BINS = 256 };

struct histogram {
    const unsigned char *data;
    unsigned *count;
    unsigned n;
};

SHARED unsigned bin[BINS];

KERNEL(histogram)
{
    unsigned step = blocks_x() * threads_x();
    for (unsigned b = thread_x(); b < BINS; b += threads_x()) bin[b] = 0;
    barrier();
    for (unsigned i = global_x(); i < arg->n; i += step) atomic_add(&bin[arg->data[i]], 1u);
    barrier();
    for (unsigned b = thread_x(); b < BINS; b += threads_x())
        if (bin[b] != 0) atomic_add(&arg->count[b], bin[b]);
}
