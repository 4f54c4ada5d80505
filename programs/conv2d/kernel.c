// SPDX-License-Identifier: Apache-2.0
//
// Each inner cell of a picture becomes the weighted sum of the 3 x 3 round it. Without shared
// memory: what neighbours read is the same, and is left to a cache.
#include "heddle.h"

struct conv2d {
    const float *in;
    float *out;
    unsigned width, height;
    float weight[3][3];
};

KERNEL(conv2d)
{
    unsigned x = global_x() + 1;
    unsigned y = global_y() + 1;
    unsigned width = arg->width;
    if (x + 1 >= width || y + 1 >= arg->height) return;
    const float *corner = &arg->in[(y - 1) * width + x - 1];
    float sum = 0;
    for (unsigned v = 0; v < 3; v++)
        for (unsigned u = 0; u < 3; u++) sum += arg->weight[v][u] * corner[v * width + u];
    arg->out[y * width + x] = sum;
}
