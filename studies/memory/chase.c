// SPDX-License-Identifier: Apache-2.0
//
// Pointer chase: each word of a buffer names the one `stride` words further, around the end; one
// thread follows them for so many hops. Two runs with different hops differ by the hops alone.
#include "heddle.h"

struct chase {
    unsigned *ring;
    unsigned *end;
    unsigned words;
    unsigned stride; // below words
    unsigned hops;
};

KERNEL(chase)
{
    const unsigned step = threads_x();
    for (unsigned i = thread_x(); i < arg->words; i += step) {
        const unsigned next = i + arg->stride;
        arg->ring[i] = next < arg->words ? next : next - arg->words;
    }
    barrier();
    if (thread_x() != 0) return;
    unsigned at = 0;
    for (unsigned hop = 0; hop < arg->hops; hop++) at = arg->ring[at];
    *arg->end = at;
}
