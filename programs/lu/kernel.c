// SPDX-License-Identifier: Apache-2.0
//
// a = l * u in place (Doolittle, no pivots), in tiles: the tile on the diagonal; those right of it
// and below it; what is left. Each element sees the operations, and their order, of three loops.
#include "heddle.h"

enum { TILE = 16 };

struct step {
    float *a;
    unsigned n;
    unsigned at; // row and column where the tile on the diagonal begins
};

struct lu_diagonal {
    struct step s;
};

struct lu_rim {
    struct step s;
};

struct lu_rest {
    struct step s;
};

SHARED float tile_a[TILE][TILE];
SHARED float tile_b[TILE][TILE];

// Beyond its last row and column the matrix goes on as the unit matrix.
static float get(const struct step *s, unsigned y, unsigned x)
{
    if (y < s->n && x < s->n) return s->a[y * s->n + x];
    return x == y ? 1.0f : 0.0f;
}

static void put(const struct step *s, unsigned y, unsigned x, float value)
{
    if (y < s->n && x < s->n) s->a[y * s->n + x] = value;
}

KERNEL(lu_diagonal)
{
    unsigned x = thread_x();
    unsigned y = thread_y();
    unsigned at = arg->s.at;
    tile_a[y][x] = get(&arg->s, at + y, at + x);
    for (unsigned k = 0; k < TILE; k++) {
        barrier();
        if (x == k && y > k) tile_a[y][k] /= tile_a[k][k];
        barrier();
        if (x > k && y > k) tile_a[y][x] -= tile_a[y][k] * tile_a[k][x];
    }
    put(&arg->s, at + y, at + x, tile_a[y][x]);
}

// tile_a is the one on the diagonal, tile_b right of it.
static void right(unsigned y, unsigned x)
{
    for (unsigned k = 0; k < TILE; k++) {
        barrier();
        if (y > k) tile_b[y][x] -= tile_a[y][k] * tile_b[k][x];
    }
}

static void below(unsigned y, unsigned x)
{
    for (unsigned k = 0; k < TILE; k++) {
        barrier();
        if (x == k) tile_b[y][k] /= tile_a[k][k];
        barrier();
        if (x > k) tile_b[y][x] -= tile_b[y][k] * tile_a[k][x];
    }
}

// Blocks of row 0 are right of the tile on the diagonal, those of row 1 below it.
KERNEL(lu_rim)
{
    unsigned x = thread_x();
    unsigned y = thread_y();
    unsigned at = arg->s.at;
    unsigned away = at + (block_x() + 1) * TILE;
    unsigned at_y = block_y() == 0 ? at : away;
    unsigned at_x = block_y() == 0 ? away : at;
    tile_a[y][x] = get(&arg->s, at + y, at + x);
    tile_b[y][x] = get(&arg->s, at_y + y, at_x + x);
    if (block_y() == 0) right(y, x);
    else below(y, x);
    put(&arg->s, at_y + y, at_x + x, tile_b[y][x]);
}

KERNEL(lu_rest)
{
    unsigned tx = thread_x();
    unsigned ty = thread_y();
    unsigned at = arg->s.at;
    unsigned x = at + TILE + global_x();
    unsigned y = at + TILE + global_y();
    tile_a[ty][tx] = get(&arg->s, y, at + tx);
    tile_b[ty][tx] = get(&arg->s, at + ty, x);
    barrier();
    float value = get(&arg->s, y, x);
    for (unsigned k = 0; k < TILE; k++) value -= tile_a[ty][k] * tile_b[k][tx];
    put(&arg->s, y, x, value);
}
