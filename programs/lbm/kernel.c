// SPDX-License-Identifier: Apache-2.0
//
// One step of a fluid in two dimensions (lattice Boltzmann, nine directions, BGK): a cell takes
// what its neighbours sent its way, and mixes it; walls send it back. A ring both ways.
#include "heddle.h"

enum { DIRECTIONS = 9 };

struct lbm {
    const float *now; // DIRECTIONS times width * height
    float *next;
    const unsigned char *wall;
    unsigned width, height;
    float rate; // at which a cell goes towards equilibrium
};

static const signed char to_x[DIRECTIONS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const signed char to_y[DIRECTIONS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const unsigned char opposite[DIRECTIONS] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const float weight[DIRECTIONS] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                         1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

// i + step, in a ring of n; step is -1, 0 or 1.
static unsigned around(unsigned i, int step, unsigned n)
{
    if (step < 0) return i == 0 ? n - 1 : i - 1;
    if (step > 0) return i == n - 1 ? 0 : i + 1;
    return i;
}

static void mix(const struct lbm *arg, const float *f, unsigned i, unsigned n)
{
    float mass = 0;
    float flow_x = 0;
    float flow_y = 0;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        mass += f[d];
        flow_x += (float)to_x[d] * f[d];
        flow_y += (float)to_y[d] * f[d];
    }
    float x = flow_x / mass;
    float y = flow_y / mass;
    float rest = 1.0f - 1.5f * (x * x + y * y);
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        float along = (float)to_x[d] * x + (float)to_y[d] * y;
        float equilibrium = weight[d] * mass * (rest + along * (3.0f + 4.5f * along));
        arg->next[d * n + i] = f[d] + arg->rate * (equilibrium - f[d]);
    }
}

KERNEL(lbm)
{
    unsigned n = arg->width * arg->height;
    unsigned i = global_x();
    if (i >= n) return;
    unsigned x = i % arg->width;
    unsigned y = i / arg->width;
    float f[DIRECTIONS];
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        unsigned from_x = around(x, -to_x[d], arg->width);
        unsigned from_y = around(y, -to_y[d], arg->height);
        f[d] = arg->now[d * n + from_y * arg->width + from_x];
    }
    if (arg->wall[i])
        for (unsigned d = 0; d < DIRECTIONS; d++) arg->next[opposite[d] * n + i] = f[d];
    else mix(arg, f, i, n);
}
