// SPDX-License-Identifier: Apache-2.0
//
// Needleman and Wunsch: how well two sequences can be aligned. A cell needs those left of it, above
// it, and left above, so that a diagonal can be done at once: a launch does one of tiles, a step in
// it one of cells. Each thread has a column.
#include "heddle.h"

enum { TILE = 16, LETTERS = 20 };

struct nw {
    int *score; // rows + 1 by columns + 1
    const unsigned char *down, *across;
    const int *similar; // LETTERS by LETTERS
    unsigned rows, columns;
    int gap;
    unsigned diagonal; // of tiles: x + y
    unsigned first;    // x of its first tile
};

SHARED int cell[TILE + 1][TILE + 1]; // row 0 and column 0: of the tiles above and left

KERNEL(nw)
{
    unsigned t = thread_x();
    unsigned width = arg->columns + 1;
    unsigned x0 = (arg->first + block_x()) * TILE;
    unsigned y0 = (arg->diagonal - arg->first - block_x()) * TILE;
    unsigned x = x0 + t;
    const int *corner = &arg->score[y0 * width + x0];
    if (t == 0) cell[0][0] = corner[0];
    if (x < arg->columns) cell[0][t + 1] = corner[t + 1];
    if (y0 + t < arg->rows) cell[t + 1][0] = corner[(t + 1) * width];
    for (unsigned s = 0; s < 2 * TILE - 1; s++) {
        barrier();
        unsigned ty = s - t; // huge: not yet
        if (ty >= TILE || y0 + ty >= arg->rows || x >= arg->columns) continue;
        int pair = arg->similar[arg->down[y0 + ty] * LETTERS + arg->across[x]];
        int skip = max(cell[ty][t + 1], cell[ty + 1][t]) - arg->gap;
        cell[ty + 1][t + 1] = max(cell[ty][t] + pair, skip);
    }
    if (x >= arg->columns) return;
    for (unsigned ty = 0; ty < TILE && y0 + ty < arg->rows; ty++)
        arg->score[(y0 + ty + 1) * width + x + 1] = cell[ty + 1][t + 1];
}
