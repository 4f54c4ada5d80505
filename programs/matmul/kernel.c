// SPDX-License-Identifier: Apache-2.0
//
// c = a * b, square, in tiles: each element of a and b is read once a tile.
#include "heddle.h"

enum { TILE = 16 };

struct matmul {
    const float *a, *b;
    float *c;
    unsigned n;
};

SHARED float tile_a[TILE][TILE];
SHARED float tile_b[TILE][TILE];

KERNEL(matmul)
{
    unsigned tx = thread_x();
    unsigned ty = thread_y();
    unsigned x = global_x();
    unsigned y = global_y();
    unsigned n = arg->n;
    float sum = 0;
    for (unsigned k = 0; k < n; k += TILE) {
        tile_a[ty][tx] = y < n && k + tx < n ? arg->a[y * n + k + tx] : 0;
        tile_b[ty][tx] = x < n && k + ty < n ? arg->b[(k + ty) * n + x] : 0;
        barrier();
        for (unsigned i = 0; i < TILE; i++) sum += tile_a[ty][i] * tile_b[i][tx];
        barrier();
    }
    if (x < n && y < n) arg->c[y * n + x] = sum;
}
