// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums of each 32 elements, in place. In front of a warp's line lie 32 zeros (shared memory
// begins as zeros), so that no thread has to ask whether there is an element d before its own.
//
// warp_scan is right everywhere. warp_scan_unsafe is what programs for one GPU used to do: it has
// no barriers, for 32 threads run in step there - all of them load before one stores. No rule of
// docs/kernels.md promises that; in any other order its sums are wrong.
#include "heddle.h"

enum { WARP = 32, THREADS = 128 };

struct warp_scan {
    const unsigned *in;
    unsigned *out;
    unsigned n;
};

SHARED unsigned line[THREADS / WARP][2 * WARP];

KERNEL(warp_scan)
{
    unsigned i = global_x();
    unsigned *mine = &line[thread_x() / WARP][WARP + thread_x() % WARP];
    *(mine - WARP) = 0; // what is in front of the first
    *mine = i < arg->n ? arg->in[i] : 0;
    barrier();
    for (unsigned d = 1; d < WARP; d *= 2) {
        unsigned sum = *mine + *(mine - d);
        barrier();
        *mine = sum;
        barrier();
    }
    if (i < arg->n) arg->out[i] = *mine;
}

struct warp_scan_unsafe {
    const unsigned *in;
    unsigned *out;
    unsigned n;
};

KERNEL(warp_scan_unsafe)
{
    unsigned i = global_x();
    volatile unsigned *mine = &line[thread_x() / WARP][WARP + thread_x() % WARP];
    *(mine - WARP) = 0; // what is in front of the first
    *mine = i < arg->n ? arg->in[i] : 0;
    for (unsigned d = 1; d < WARP; d *= 2) *mine += *(mine - d);
    if (i < arg->n) arg->out[i] = *mine;
}
