// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 100, STEPS = 3, DIRECTIONS = 9 }; // threads: as Parboil's, a multiple of nothing

static const int to_x[DIRECTIONS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int to_y[DIRECTIONS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const float weight[DIRECTIONS] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                         1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

struct lattice {
    uint32_t width, height, n;
    uint8_t *wall;
    float *now, *next;
    float rate;
};

static uint32_t opposite(uint32_t d)
{
    uint32_t o = 0;
    while (to_x[o] != -to_x[d] || to_y[o] != -to_y[d]) o++;
    return o;
}

// What cell i sends when it holds f; in the kernel's order of additions.
static void collide(const struct lattice *l, const float *f, float *sent)
{
    float mass = 0;
    float flow_x = 0;
    float flow_y = 0;
    for (uint32_t d = 0; d < DIRECTIONS; d++) {
        mass += f[d];
        flow_x += (float)to_x[d] * f[d];
        flow_y += (float)to_y[d] * f[d];
    }
    float x = flow_x / mass;
    float y = flow_y / mass;
    float rest = 1.0f - 1.5f * (x * x + y * y);
    for (uint32_t d = 0; d < DIRECTIONS; d++) {
        float along = (float)to_x[d] * x + (float)to_y[d] * y;
        float equilibrium = weight[d] * mass * (rest + along * (3.0f + 4.5f * along));
        sent[d] = f[d] + l->rate * (equilibrium - f[d]);
    }
}

static void step(struct lattice *l)
{
    for (uint32_t i = 0; i < l->n; i++) {
        float f[DIRECTIONS];
        float sent[DIRECTIONS];
        for (uint32_t d = 0; d < DIRECTIONS; d++) {
            uint32_t x = (i % l->width + l->width - (uint32_t)to_x[d]) % l->width;
            uint32_t y = (i / l->width + l->height - (uint32_t)to_y[d]) % l->height;
            f[d] = l->now[d * l->n + y * l->width + x];
        }
        collide(l, f, sent);
        for (uint32_t d = 0; d < DIRECTIONS; d++)
            l->next[d * l->n + i] = l->wall[i] ? f[opposite(d)] : sent[d];
    }
    float *now = l->now;
    l->now = l->next;
    l->next = now;
}

static double mass(const struct lattice *l)
{
    double sum = 0;
    for (uint32_t i = 0; i < DIRECTIONS * l->n; i++) sum += (double)l->now[i];
    return sum;
}

static void run(struct host *h)
{
    struct lattice l = {.width = h->size, .height = h->size / 2 + 1, .rate = 1.2f};
    l.n = l.width * l.height;
    l.wall = (uint8_t *)host_words(h, l.n / 4 + 1);
    l.now = host_floats(h, DIRECTIONS * l.n);
    l.next = host_floats(h, DIRECTIONS * l.n);
    for (uint32_t i = 0; i < l.n; i++) l.wall[i] = host_below(h, 8) == 0;
    for (uint32_t i = 0; i < DIRECTIONS * l.n; i++)
        l.now[i] = weight[i / l.n] * (0.9f + 0.2f * host_unit(h));
    uint32_t bytes = 4 * DIRECTIONS * l.n;
    struct {
        uint32_t now, next, wall, width, height;
        float rate;
    } arg = {host_put(h, "cells", l.now, bytes),
             host_alloc(h, "cells", bytes),
             host_put(h, "wall", l.wall, l.n),
             l.width,
             l.height,
             l.rate};
    double before = mass(&l);
    for (uint32_t s = 0; s < STEPS; s++) {
        host_launch(h, "lbm", host_1d(l.n, THREADS), &arg, sizeof arg);
        uint32_t next = arg.next;
        arg.next = arg.now;
        arg.now = next;
        step(&l);
    }
    host_expect(h, "cells", arg.now, l.now, DIRECTIONS * l.n);
    double lost = before - mass(&l);
    host_check(h, fabs(lost) <= 1e-6 * before, "of a mass of %g, %g is lost", before, lost);
}

PROGRAM(lbm, .title = "a fluid in two dimensions: lattice Boltzmann",
        .papers = "LBM (DWF), lbm (Elastic Kernels)", .size_of = "columns", .size = 64, .odd = 37,
        .max_size = 2048, .run = run);
