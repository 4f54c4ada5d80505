// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { SIDE = 8 };

struct picture {
    const float *cell;
    uint32_t width, height;
};

static double at(const struct picture *p, uint32_t x, uint32_t y)
{
    x = x < p->width ? x : p->width - 1;
    y = y < p->height ? y : p->height - 1;
    return (double)p->cell[y * p->width + x];
}

static double wave(uint32_t frequency, uint32_t place)
{
    if (frequency == 0) return sqrt(0.125);
    return 0.5 * cos((2 * place + 1) * frequency * M_PI / (2 * SIDE));
}

// By its definition: coefficient (x, y) modulo 8 of the cells it lies among.
static float coefficient(const struct picture *p, uint32_t x, uint32_t y)
{
    uint32_t left = x - x % SIDE;
    uint32_t top = y - y % SIDE;
    double sum = 0;
    for (uint32_t v = 0; v < SIDE; v++)
        for (uint32_t u = 0; u < SIDE; u++)
            sum += wave(x % SIDE, u) * wave(y % SIDE, v) * at(p, left + u, top + v);
    return (float)sum;
}

static void run(struct host *h)
{
    uint32_t width = h->size;
    uint32_t height = h->size / 2 + 1;
    struct host_grid grid = host_2d(width, height, SIDE, SIDE);
    uint32_t across = grid.blocks.n[0] * SIDE;
    uint32_t n = across * grid.blocks.n[1] * SIDE;
    float *in = host_floats(h, width * height);
    float *out = host_floats(h, n);
    for (uint32_t i = 0; i < width * height; i++) in[i] = host_unit(h) - 0.5f;
    struct picture p = {in, width, height};
    for (uint32_t i = 0; i < n; i++) out[i] = coefficient(&p, i % across, i / across);
    struct {
        uint32_t in, out, width, height;
    } arg = {host_put(h, "in", in, 4 * width * height), host_alloc(h, "out", 4 * n), width, height};
    host_launch(h, "dct8x8", grid, &arg, sizeof arg);
    // Sums of 16 products below 1, cosines within 1e-6.
    host_expect_near(h, "out", arg.out, out, n, 3e-6f);
}

PROGRAM(dct8x8, .title = "cosine transform of each 8 x 8 cells",
        .papers = "DC (Virtual Thread), DCT (Zorua)", .size_of = "columns", .size = 64, .odd = 37,
        .max_size = 1024, .run = run);
