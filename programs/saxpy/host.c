// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static void run(struct host *h)
{
    uint32_t n = h->size;
    float *x = host_floats(h, n);
    float *y = host_floats(h, n);
    float *sum = host_floats(h, n);
    struct {
        float a;
        uint32_t x, y, n;
    } arg = {.a = 1.0f + host_unit(h), .n = n};
    for (uint32_t i = 0; i < n; i++) {
        x[i] = host_unit(h) - 0.5f;
        y[i] = host_unit(h) - 0.5f;
        sum[i] = arg.a * x[i] + y[i]; // not fused: exactly what the kernel computes
    }
    arg.x = host_put(h, "x", x, 4 * n);
    arg.y = host_put(h, "y", y, 4 * n);
    host_launch(h, "saxpy", host_1d((n + 3) / 4, 128), &arg, sizeof arg);
    host_expect(h, "y", arg.y, sum, n);
}

PROGRAM(saxpy, .title = "a times a vector plus a vector", .size_of = "elements", .size = 10000,
        .odd = 1001, .max_size = 1 << 24, .run = run);
