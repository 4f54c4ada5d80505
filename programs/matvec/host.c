// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { ACROSS = 32, DOWN = 4 };

// In the kernel's order of additions: exactly its result.
static float element(const float *row, const float *x, uint32_t columns)
{
    float part[ACROSS] = {0};
    for (uint32_t k = 0; k < columns; k++) part[k % ACROSS] += row[k] * x[k];
    for (uint32_t half = ACROSS / 2; half > 0; half /= 2)
        for (uint32_t t = 0; t < half; t++) part[t] += part[t + half];
    return part[0];
}

static void run(struct host *h)
{
    uint32_t rows = h->size;
    uint32_t columns = h->size + 3;
    float *a = host_floats(h, rows * columns);
    float *x = host_floats(h, columns);
    float *y = host_floats(h, rows);
    for (uint32_t i = 0; i < rows * columns; i++) a[i] = host_unit(h) - 0.5f;
    for (uint32_t i = 0; i < columns; i++) x[i] = host_unit(h) - 0.5f;
    for (uint32_t i = 0; i < rows; i++) y[i] = element(&a[i * columns], x, columns);
    struct {
        uint32_t a, x, y, rows, columns;
    } arg = {host_put(h, "a", a, 4 * rows * columns), host_put(h, "x", x, 4 * columns),
             host_alloc(h, "y", 4 * rows), rows, columns};
    host_launch(h, "matvec", host_2d(ACROSS, rows, ACROSS, DOWN), &arg, sizeof arg);
    host_expect(h, "y", arg.y, y, rows);
}

PROGRAM(matvec, .title = "product of a matrix and a vector", .size_of = "rows", .size = 200,
        .odd = 37, .max_size = 4096, .run = run);
