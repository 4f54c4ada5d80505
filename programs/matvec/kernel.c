// SPDX-License-Identifier: Apache-2.0
//
// y = a * x. A row of threads an element of y: each sums every 32nd product, then their sums are
// summed in a tree. A block has several such rows.
#include "heddle.h"

enum { ACROSS = 32, DOWN = 4 };

struct matvec {
    const float *a, *x;
    float *y;
    unsigned rows, columns;
};

SHARED float part[DOWN][ACROSS];

KERNEL(matvec)
{
    unsigned t = thread_x();
    unsigned row = global_y();
    float *line = part[thread_y()];
    float sum = 0;
    for (unsigned k = t; row < arg->rows && k < arg->columns; k += ACROSS)
        sum += arg->a[row * arg->columns + k] * arg->x[k];
    line[t] = sum;
    for (unsigned half = ACROSS / 2; half > 0; half /= 2) {
        barrier();
        if (t < half) line[t] += line[t + half];
    }
    if (t == 0 && row < arg->rows) arg->y[row] = line[0];
}
