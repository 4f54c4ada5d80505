// SPDX-License-Identifier: Apache-2.0
//
// One step of heat on a plate: each cell goes towards the mean of its four neighbours, and gets
// what it is heated with. A tile with its rim in shared memory; beyond the plate it is as warm as
// at its edge.
#include "heddle.h"

enum { TILE = 16 };

struct hotspot {
    const float *heat, *now;
    float *next;
    unsigned width, height;
    float flow;
};

SHARED float tile[TILE + 2][TILE + 2];

static float at(const struct hotspot *arg, int x, int y)
{
    x = min(max(x, 0), (int)arg->width - 1);
    y = min(max(y, 0), (int)arg->height - 1);
    return arg->now[(unsigned)y * arg->width + (unsigned)x];
}

KERNEL(hotspot)
{
    int x = (int)global_x();
    int y = (int)global_y();
    unsigned tx = thread_x() + 1;
    unsigned ty = thread_y() + 1;
    tile[ty][tx] = at(arg, x, y);
    if (tx == 1) tile[ty][0] = at(arg, x - 1, y);
    if (tx == TILE) tile[ty][TILE + 1] = at(arg, x + 1, y);
    if (ty == 1) tile[0][tx] = at(arg, x, y - 1);
    if (ty == TILE) tile[TILE + 1][tx] = at(arg, x, y + 1);
    barrier();
    if ((unsigned)x >= arg->width || (unsigned)y >= arg->height) return;
    float around = tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1];
    float mine = tile[ty][tx];
    unsigned i = (unsigned)y * arg->width + (unsigned)x;
    arg->next[i] = mine + arg->flow * (0.25f * around - mine) + arg->heat[i];
}
