// SPDX-License-Identifier: Apache-2.0
//
// y = a * x + y. Threads take every so manieth element: any grid does any n.
#include "heddle.h"

struct saxpy {
    float a;
    const float *x;
    float *y;
    unsigned n;
};

KERNEL(saxpy)
{
    unsigned step = blocks_x() * threads_x();
    for (unsigned i = global_x(); i < arg->n; i += step) arg->y[i] = arg->a * arg->x[i] + arg->y[i];
}
