// SPDX-License-Identifier: Apache-2.0
//
// A step of an electromagnetic wave in the plane (Yee's finite differences): the electric field
// along x and along y from how the magnetic one changes, then the magnetic from how they do. Two
// kernels: the second needs all that the first has done.
#include "heddle.h"

struct fdtd_electric {
    float *ex, *ey;
    const float *hz;
    unsigned width, height;
    float source; // along y, at the left edge
};

struct fdtd_magnetic {
    const float *ex, *ey;
    float *hz;
    unsigned width, height;
};

KERNEL(fdtd_electric)
{
    unsigned x = global_x();
    unsigned y = global_y();
    unsigned width = arg->width;
    unsigned i = y * width + x;
    if (x >= width || y >= arg->height) return;
    if (y > 0) arg->ex[i] += 0.5f * (arg->hz[i] - arg->hz[i - width]);
    if (x > 0) arg->ey[i] -= 0.5f * (arg->hz[i] - arg->hz[i - 1]);
    else arg->ey[i] = arg->source;
}

KERNEL(fdtd_magnetic)
{
    unsigned x = global_x();
    unsigned y = global_y();
    unsigned width = arg->width;
    unsigned i = y * width + x;
    if (x + 1 >= width || y + 1 >= arg->height) return;
    float turn = arg->ey[i + 1] - arg->ey[i] - (arg->ex[i + width] - arg->ex[i]);
    arg->hz[i] -= 0.7f * turn;
}
