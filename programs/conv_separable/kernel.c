// SPDX-License-Identifier: Apache-2.0
//
// A filter that is the product of one along rows and the same along columns: first the one, then
// the other. A block has its cells, and RADIUS more at either end, in shared memory; beyond the
// picture is 0.
#include "heddle.h"

enum { RADIUS = 4, TAPS = 2 * RADIUS + 1, ROW = 64, ROWS = 4, COLUMN = 32, COLUMNS = 8 };

struct conv_rows {
    const float *in;
    float *out;
    unsigned width, height;
    float weight[TAPS];
};

struct conv_columns {
    const float *in;
    float *out;
    unsigned width, height;
    float weight[TAPS];
};

SHARED float row[ROWS][ROW + 2 * RADIUS];
SHARED float column[COLUMN + 2 * RADIUS][COLUMNS];

// Blocks of ROW x ROWS threads.
KERNEL(conv_rows)
{
    unsigned ty = thread_y();
    unsigned x = global_x();
    unsigned y = global_y();
    // Of the first block it wraps round: what lies left of the picture is too large a number.
    unsigned left = block_x() * ROW - RADIUS;
    for (unsigned i = thread_x(); i < ROW + 2 * RADIUS; i += ROW) {
        unsigned from = left + i;
        row[ty][i] = from < arg->width && y < arg->height ? arg->in[y * arg->width + from] : 0;
    }
    barrier();
    if (x >= arg->width || y >= arg->height) return;
    float sum = 0;
    for (unsigned k = 0; k < TAPS; k++) sum += arg->weight[k] * row[ty][thread_x() + k];
    arg->out[y * arg->width + x] = sum;
}

// Blocks of COLUMNS x COLUMN threads.
KERNEL(conv_columns)
{
    unsigned tx = thread_x();
    unsigned x = global_x();
    unsigned y = global_y();
    unsigned top = block_y() * COLUMN - RADIUS;
    for (unsigned i = thread_y(); i < COLUMN + 2 * RADIUS; i += COLUMN) {
        unsigned from = top + i;
        column[i][tx] = x < arg->width && from < arg->height ? arg->in[from * arg->width + x] : 0;
    }
    barrier();
    if (x >= arg->width || y >= arg->height) return;
    float sum = 0;
    for (unsigned k = 0; k < TAPS; k++) sum += arg->weight[k] * column[thread_y() + k][tx];
    arg->out[y * arg->width + x] = sum;
}
