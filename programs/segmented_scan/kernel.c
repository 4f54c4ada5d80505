// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums that begin anew at each head (Blelloch: Prefix sums and their applications): as scan,
// but of pairs, (sum, whether a head is among what was summed). What lies before a head is not
// added to what lies behind it.
#include "heddle.h"

enum { THREADS = 256 };

struct segmented_scan {
    const unsigned *in;
    const unsigned *head; // 1: a segment begins here
    unsigned *out;
    unsigned *seen;               // a head lies in the block, here or before
    unsigned *total, *total_head; // one pair a block
    unsigned n;
};

struct segmented_scan_add {
    unsigned *out;
    const unsigned *seen;
    const unsigned *before; // segmented prefix sums of the totals
    unsigned n;
};

SHARED unsigned line[2][THREADS];
SHARED unsigned begun[2][THREADS];

KERNEL(segmented_scan)
{
    unsigned t = thread_x();
    unsigned i = global_x();
    unsigned from = 0;
    line[0][t] = i < arg->n ? arg->in[i] : 0;
    begun[0][t] = i < arg->n ? arg->head[i] : 0;
    barrier();
    for (unsigned d = 1; d < THREADS; d *= 2) {
        unsigned sum = line[from][t];
        unsigned head = begun[from][t];
        if (t >= d && !head) {
            sum += line[from][t - d];
            head = begun[from][t - d];
        }
        from = 1 - from;
        line[from][t] = sum;
        begun[from][t] = head;
        barrier();
    }
    if (i < arg->n) {
        arg->out[i] = line[from][t];
        arg->seen[i] = begun[from][t];
    }
    if (t == THREADS - 1) {
        arg->total[block_x()] = line[from][t];
        arg->total_head[block_x()] = begun[from][t];
    }
}

KERNEL(segmented_scan_add)
{
    unsigned i = global_x();
    if (i < arg->n && block_x() > 0 && !arg->seen[i]) arg->out[i] += arg->before[block_x() - 1];
}
