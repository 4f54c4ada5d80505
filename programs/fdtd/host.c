// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { STEPS = 6 };

struct field {
    float *ex, *ey, *hz;
    uint32_t width, height;
};

// In the kernels' order of additions: exactly their result.
static void step(struct field *f, float source)
{
    uint32_t w = f->width;
    uint32_t n = w * f->height;
    for (uint32_t i = 0; i < n; i++) {
        if (i >= w) f->ex[i] += 0.5f * (f->hz[i] - f->hz[i - w]);
        f->ey[i] = i % w == 0 ? source : f->ey[i] - 0.5f * (f->hz[i] - f->hz[i - 1]);
    }
    for (uint32_t i = 0; i + w < n; i++) {
        if (i % w == w - 1) continue;
        float turn = f->ey[i + 1] - f->ey[i] - (f->ex[i + w] - f->ex[i]);
        f->hz[i] -= 0.7f * turn;
    }
}

static void run(struct host *h)
{
    struct field f = {.width = h->size, .height = h->size / 2 + 1};
    uint32_t n = f.width * f.height;
    struct host_grid grid = host_2d(f.width, f.height, 32, 8);
    f.ex = host_floats(h, n);
    f.ey = host_floats(h, n);
    f.hz = host_floats(h, n);
    for (uint32_t i = 0; i < n; i++) {
        f.ex[i] = host_unit(h) - 0.5f;
        f.ey[i] = host_unit(h) - 0.5f;
        f.hz[i] = host_unit(h) - 0.5f;
    }
    struct {
        uint32_t ex, ey, hz, width, height;
        float source;
    } electric = {host_put(h, "ex", f.ex, 4 * n),
                  host_put(h, "ey", f.ey, 4 * n),
                  host_put(h, "hz", f.hz, 4 * n),
                  f.width,
                  f.height,
                  0};
    struct {
        uint32_t ex, ey, hz, width, height;
    } magnetic = {electric.ex, electric.ey, electric.hz, f.width, f.height};
    for (uint32_t s = 0; s < STEPS; s++) {
        electric.source = host_unit(h);
        host_launch(h, "fdtd_electric", grid, &electric, sizeof electric);
        host_launch(h, "fdtd_magnetic", grid, &magnetic, sizeof magnetic);
        step(&f, electric.source);
    }
    host_expect(h, "ex", electric.ex, f.ex, n);
    host_expect(h, "ey", electric.ey, f.ey, n);
    host_expect(h, "hz", electric.hz, f.hz, n);
}

PROGRAM(fdtd, .title = "a wave in the plane, step by step", .papers = "FD (Virtual Thread)",
        .size_of = "columns", .size = 96, .odd = 37, .max_size = 2048, .run = run);
