// SPDX-License-Identifier: Apache-2.0
//
// Gaussian elimination, one column after the other: gaussian_factors, how often row k is to be
// taken off each row below it; gaussian_rows takes it off. The right side is column n.
#include "heddle.h"

struct gaussian_factors {
    const float *a;
    float *factor;
    unsigned n;
    unsigned k;
};

struct gaussian_rows {
    float *a;
    const float *factor;
    unsigned n;
    unsigned k;
};

KERNEL(gaussian_factors)
{
    unsigned k = arg->k;
    unsigned width = arg->n + 1;
    unsigned y = k + 1 + global_x();
    if (y < arg->n) arg->factor[y] = arg->a[y * width + k] / arg->a[k * width + k];
}

KERNEL(gaussian_rows)
{
    unsigned k = arg->k;
    unsigned width = arg->n + 1;
    unsigned x = k + global_x();
    unsigned y = k + 1 + global_y();
    if (x < width && y < arg->n) arg->a[y * width + x] -= arg->factor[y] * arg->a[k * width + x];
}
