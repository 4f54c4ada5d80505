// SPDX-License-Identifier: Apache-2.0
//
// Sum of each block's 2 * threads elements: a tree in shared memory, half as many threads a step.
#include "heddle.h"

struct reduction {
    const unsigned *in;
    unsigned *out; // one a block
    unsigned n;
};

KERNEL(reduction)
{
    unsigned *part = shared_rest(); // one a thread
    unsigned t = thread_x();
    unsigned i = block_x() * 2 * threads_x() + t;
    unsigned sum = i < arg->n ? arg->in[i] : 0;
    if (i + threads_x() < arg->n) sum += arg->in[i + threads_x()];
    part[t] = sum;
    for (unsigned half = threads_x() / 2; half > 0; half /= 2) {
        barrier();
        if (t < half) part[t] += part[t + half];
    }
    if (t == 0) arg->out[block_x()] = part[0];
}
