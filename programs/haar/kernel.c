// SPDX-License-Identifier: Apache-2.0
//
// Haar's wavelets: of each pair the difference stays, the sum goes on to the next level, with half
// as many threads, until a block has one sum. out has the differences of the last level first:
// those of a level with m pairs are at m to 2 m - 1.
#include "heddle.h"

enum { THREADS = 128 };

struct haar {
    const float *in; // 2 * threads elements a block
    float *out;
    float *sum;     // one a block
    unsigned pairs; // of the first level, all blocks
};

SHARED float part[2 * THREADS];

KERNEL(haar)
{
    const float root = 0.707106781f; // of 1/2
    unsigned t = thread_x();
    unsigned all = arg->pairs;
    part[t] = arg->in[block_x() * 2 * threads_x() + t];
    part[t + threads_x()] = arg->in[block_x() * 2 * threads_x() + t + threads_x()];
    for (unsigned pairs = threads_x(); pairs > 0; pairs /= 2) {
        barrier();
        float even = t < pairs ? part[2 * t] : 0;
        float odd = t < pairs ? part[2 * t + 1] : 0;
        barrier();
        if (t < pairs) {
            arg->out[all + block_x() * pairs + t] = (even - odd) * root;
            part[t] = (even + odd) * root;
        }
        all /= 2;
    }
    if (t == 0) arg->sum[block_x()] = part[0];
}
