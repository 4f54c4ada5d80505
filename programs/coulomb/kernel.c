// SPDX-License-Identifier: Apache-2.0
//
// The potential of charged atoms at the points of a plane. Atoms are sorted into square cells; a
// block has the points of one, and those that are near enough lie in it and the eight round it.
#include "heddle_math.h"

enum { TILE = 8, THREADS = TILE * TILE };

struct atom {
    float x, y, z, charge;
};

struct coulomb {
    const struct atom *atom;
    const unsigned *first;  // atoms of cell i: first[i] to first[i + 1] - 1
    float *potential;       // columns * TILE by rows * TILE points
    unsigned columns, rows; // of cells, and of blocks
    float spacing;          // of points
    float cutoff;           // at most the side of a cell
};

SHARED struct atom near[THREADS];

// Fades to 0 at the cutoff.
static float potential(const struct atom *atom, float x, float y, float cutoff)
{
    float dx = atom->x - x;
    float dy = atom->y - y;
    float squared = dx * dx + dy * dy + atom->z * atom->z;
    float most = cutoff * cutoff;
    if (squared >= most) return 0;
    float fade = 1.0f - squared / most;
    return atom->charge * rsqrtf(squared) * fade * fade;
}

// Of all atoms of a cell. The whole block comes here.
static float potential_of_cell(const struct coulomb *arg, unsigned cell, float x, float y)
{
    unsigned t = thread_y() * TILE + thread_x();
    unsigned end = arg->first[cell + 1];
    float sum = 0;
    for (unsigned first = arg->first[cell]; first < end; first += THREADS) {
        unsigned here = min(end - first, THREADS);
        barrier();
        if (t < here) near[t] = arg->atom[first + t];
        barrier();
        for (unsigned i = 0; i < here; i++) sum += potential(&near[i], x, y, arg->cutoff);
    }
    return sum;
}

KERNEL(coulomb)
{
    float x = (float)global_x() * arg->spacing;
    float y = (float)global_y() * arg->spacing;
    unsigned last_x = min(block_x() + 1, arg->columns - 1);
    unsigned last_y = min(block_y() + 1, arg->rows - 1);
    float sum = 0;
    for (unsigned cy = block_y() - (block_y() > 0); cy <= last_y; cy++)
        for (unsigned cx = block_x() - (block_x() > 0); cx <= last_x; cx++)
            sum += potential_of_cell(arg, cy * arg->columns + cx, x, y);
    arg->potential[global_y() * arg->columns * TILE + global_x()] = sum;
}
