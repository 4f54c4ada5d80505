// SPDX-License-Identifier: Apache-2.0
//
// Shared memory and barriers, many registers, for program_test.c. What it computes is of no matter.
#include "heddle.h"

struct tiles {
    const float *a, *b;
    float *c;
    unsigned n;
};

SHARED float left[16][17];
SHARED float right[16][17];

KERNEL(tiles)
{
    unsigned x = thread_x(), y = thread_y(), n = arg->n;
    float sum = 0;
    for (unsigned t = 0; t < n; t += 16) {
        left[y][x] = arg->a[global_y() * n + t + x];
        right[y][x] = arg->b[(t + y) * n + global_x()];
        barrier();
        for (unsigned k = 0; k < 16; k++) sum = fmaf(left[y][k], right[k][x], sum);
        barrier();
    }
    arg->c[global_y() * n + global_x()] = sum;
}

struct reduce {
    const int *in;
    int *out;
};

// First many values at once, then few; shared memory in the middle.
KERNEL(reduce)
{
    int *cell = shared_rest();
    const int *in = arg->in + 16 * global_x();
    int v[16];
    for (unsigned k = 0; k < 16; k++) v[k] = in[k];
    for (unsigned k = 0; k < 16; k++) v[k] = v[k] * v[(k + 5) % 16] + v[15 - k];
    int sum = 0;
    for (unsigned k = 0; k < 16; k++) sum ^= v[k];
    cell[thread_x()] = sum;
    for (unsigned step = threads_x() / 2; step > 0; step /= 2) {
        barrier();
        if (thread_x() < step) cell[thread_x()] += cell[thread_x() + step];
    }
    fence();
    if (thread_x() == 0) atomic_add(arg->out, cell[0]);
}

KERNEL_VOID(nothing)
{
    phase(3, 0);
    barrier();
    phase(1, 16);
}
