// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums (Hillis, Steele: Data parallel algorithms): in step d, each element gets the one 2^d
// before it. Blocks first, then their totals, which are scanned the same way, are added.
#include "heddle.h"

enum { THREADS = 256 };

struct scan {
    const unsigned *in;
    unsigned *out;
    unsigned *total; // one a block
    unsigned n;
};

struct scan_add {
    unsigned *out;
    const unsigned *before; // prefix sums of the totals
    unsigned n;
};

SHARED unsigned line[2][THREADS];

KERNEL(scan)
{
    unsigned t = thread_x();
    unsigned i = global_x();
    unsigned from = 0;
    line[0][t] = i < arg->n ? arg->in[i] : 0;
    barrier();
    for (unsigned d = 1; d < THREADS; d *= 2) {
        line[1 - from][t] = line[from][t] + (t >= d ? line[from][t - d] : 0);
        from = 1 - from;
        barrier();
    }
    if (i < arg->n) arg->out[i] = line[from][t];
    if (t == THREADS - 1) arg->total[block_x()] = line[from][t];
}

KERNEL(scan_add)
{
    unsigned i = global_x();
    if (i < arg->n && block_x() > 0) arg->out[i] += arg->before[block_x() - 1];
}
