// SPDX-License-Identifier: Apache-2.0
//
// Discrete cosine transform (II) of each 8 x 8 cells of a picture: along rows, then along columns.
// A thread a coefficient. Beyond the picture it goes on as at its edge.
#include "heddle_math.h"

enum { SIDE = 8 };

struct dct8x8 {
    const float *in;
    float *out; // width and height up to the next multiple of SIDE
    unsigned width, height;
};

SHARED float wave[SIDE][SIDE]; // [frequency][place]
SHARED float cell[SIDE][SIDE];
SHARED float half[SIDE][SIDE]; // rows are done

KERNEL(dct8x8)
{
    unsigned tx = thread_x();
    unsigned ty = thread_y();
    unsigned x = min(global_x(), arg->width - 1);
    unsigned y = min(global_y(), arg->height - 1);
    cell[ty][tx] = arg->in[y * arg->width + x];
    wave[ty][tx] = ty == 0 ? 0.353553391f : 0.5f * cosf((float)((2 * tx + 1) * ty) * 0.196349541f);
    barrier();
    float sum = 0;
    for (unsigned k = 0; k < SIDE; k++) sum += wave[tx][k] * cell[ty][k];
    half[ty][tx] = sum;
    barrier();
    sum = 0;
    for (unsigned k = 0; k < SIDE; k++) sum += wave[ty][k] * half[k][tx];
    arg->out[global_y() * (blocks_x() * SIDE) + global_x()] = sum;
}
