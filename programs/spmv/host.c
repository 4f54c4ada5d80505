// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static void run(struct host *h)
{
    uint32_t n = h->size;
    uint32_t *first = host_words(h, n + 1);
    float *x = host_floats(h, n);
    float *y = host_floats(h, n);
    // Most rows have few entries, some many, some none.
    for (uint32_t i = 0; i < n; i++) {
        first[i + 1] = first[i] + host_below(h, host_below(h, 9) == 0 ? 80 : 8);
        x[i] = host_unit(h) - 0.5f;
    }
    uint32_t entries = first[n];
    uint32_t *column = host_words(h, entries);
    float *value = host_floats(h, entries);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t e = first[i]; e < first[i + 1]; e++) {
            column[e] = host_below(h, n);
            value[e] = host_unit(h) - 0.5f;
            y[i] += value[e] * x[column[e]]; // not fused: exactly what the kernel computes
        }
    }
    struct {
        uint32_t first, column, value, x, y, rows;
    } arg = {host_put(h, "first", first, 4 * (n + 1)),
             host_put(h, "column", column, 4 * entries),
             host_put(h, "value", value, 4 * entries),
             host_put(h, "x", x, 4 * n),
             host_alloc(h, "y", 4 * n),
             n};
    host_launch(h, "spmv", host_1d(n, 192), &arg, sizeof arg);
    host_expect(h, "y", arg.y, y, n);
}

PROGRAM(spmv, .title = "product of a sparse matrix and a vector",
        .papers = "spmv (Elastic Kernels)", .size_of = "rows", .size = 5000, .odd = 777,
        .max_size = 1 << 20, .run = run);
