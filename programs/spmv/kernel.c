// SPDX-License-Identifier: Apache-2.0
//
// y = a * x, a sparse, row by row what is not zero (CSR): each thread a row, some longer than
// others.
#include "heddle.h"

struct spmv {
    const unsigned *first;  // entries of row i: first[i] to first[i + 1] - 1
    const unsigned *column; // of an entry
    const float *value;
    const float *x;
    float *y;
    unsigned rows;
};

KERNEL(spmv)
{
    unsigned row = global_x();
    if (row >= arg->rows) return;
    float sum = 0;
    for (unsigned e = arg->first[row]; e < arg->first[row + 1]; e++)
        sum += arg->value[e] * arg->x[arg->column[e]];
    arg->y[row] = sum;
}
