// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { TILE = 16 };

// In the kernel's order of additions: exactly its result.
static float element(const float *a, const float *b, uint32_t n, uint32_t y, uint32_t x)
{
    float sum = 0;
    for (uint32_t k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];
    return sum;
}

static void run(struct host *h)
{
    uint32_t n = h->size;
    float *a = host_floats(h, n * n);
    float *b = host_floats(h, n * n);
    float *c = host_floats(h, n * n);
    for (uint32_t i = 0; i < n * n; i++) {
        a[i] = host_unit(h) - 0.5f;
        b[i] = host_unit(h) - 0.5f;
    }
    for (uint32_t i = 0; i < n * n; i++) c[i] = element(a, b, n, i / n, i % n);
    uint32_t bytes = 4 * n * n;
    struct {
        uint32_t a, b, c, n;
    } arg = {host_put(h, "a", a, bytes), host_put(h, "b", b, bytes), host_alloc(h, "c", bytes), n};
    host_launch(h, "matmul", host_2d(n, n, TILE, TILE), &arg, sizeof arg);
    host_expect(h, "c", arg.c, c, n * n);
}

PROGRAM(matmul, .title = "product of two square matrices, tiled",
        .papers = "MM (Virtual Thread), Matrix (DWF), mm (Elastic Kernels)", .size_of = "rows",
        .size = 64, .odd = 37, .max_size = 1024, .run = run);
