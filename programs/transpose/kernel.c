// SPDX-License-Identifier: Apache-2.0
//
// Rows become columns, through a tile in shared memory: both sides of it are read and written in
// order. The tile's 17th column keeps threads of a column in different banks.
#include "heddle.h"

enum { TILE = 16 };

struct transpose {
    const unsigned *in;
    unsigned *out;
    unsigned rows, columns; // of in
};

SHARED unsigned tile[TILE][TILE + 1];

KERNEL(transpose)
{
    unsigned x = block_x() * TILE + thread_x();
    unsigned y = block_y() * TILE + thread_y();
    if (x < arg->columns && y < arg->rows)
        tile[thread_y()][thread_x()] = arg->in[y * arg->columns + x];
    barrier();
    x = block_y() * TILE + thread_x();
    y = block_x() * TILE + thread_y();
    if (x < arg->rows && y < arg->columns)
        arg->out[y * arg->rows + x] = tile[thread_x()][thread_y()];
}
