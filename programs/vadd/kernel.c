// SPDX-License-Identifier: Apache-2.0
//
// c = a + b.
#include "heddle.h"

struct vadd {
    const int *a;
    const int *b;
    int *c;
    unsigned n;
};

KERNEL(vadd)
{
    unsigned i = global_x();
    if (i < arg->n) arg->c[i] = arg->a[i] + arg->b[i];
}
