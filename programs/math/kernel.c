// SPDX-License-Identifier: Apache-2.0
//
// Functions of heddle_math.h and of the hardware, one result behind the other.
#include "heddle_math.h"

struct math {
    const float *x;
    float *y; // FUNCTIONS an element
    unsigned n;
};

enum { FUNCTIONS = 8 };

KERNEL(math)
{
    unsigned i = global_x();
    if (i >= arg->n) return;
    float x = arg->x[i];
    float *y = &arg->y[FUNCTIONS * i];
    y[0] = expf(x);
    y[1] = logf(x);
    y[2] = sinf(x);
    y[3] = cosf(x);
    y[4] = rsqrtf(x);
    y[5] = tanhf(x);
    y[6] = floorf(x);
    y[7] = powf(fabsf(x), 0.3f);
}
