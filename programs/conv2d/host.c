// SPDX-License-Identifier: Apache-2.0
#include "program.h"

struct conv2d {
    uint32_t in, out, width, height;
    float weight[3][3];
};

// In the kernel's order of additions: exactly its result. The rim stays 0.
static float cell(const struct conv2d *c, const float *in, uint32_t x, uint32_t y)
{
    if (x == 0 || y == 0 || x == c->width - 1 || y == c->height - 1) return 0;
    float sum = 0;
    for (uint32_t v = 0; v < 3; v++)
        for (uint32_t u = 0; u < 3; u++)
            sum += c->weight[v][u] * in[(y + v - 1) * c->width + x + u - 1];
    return sum;
}

static void run(struct host *h)
{
    struct conv2d arg = {.width = h->size, .height = h->size / 2 + 3};
    uint32_t n = arg.width * arg.height;
    float *in = host_floats(h, n);
    float *out = host_floats(h, n);
    for (uint32_t i = 0; i < n; i++) in[i] = host_unit(h) - 0.5f;
    for (uint32_t i = 0; i < 9; i++) arg.weight[i / 3][i % 3] = host_unit(h) - 0.5f;
    for (uint32_t i = 0; i < n; i++) out[i] = cell(&arg, in, i % arg.width, i / arg.width);
    arg.in = host_put(h, "in", in, 4 * n);
    arg.out = host_alloc(h, "out", 4 * n);
    host_launch(h, "conv2d", host_2d(arg.width, arg.height, 32, 8), &arg, sizeof arg);
    host_expect(h, "out", arg.out, out, n);
}

PROGRAM(conv2d, .title = "weighted sums of 3 x 3 cells", .papers = "2D (Virtual Thread)",
        .size_of = "columns", .size = 128, .odd = 37, .max_size = 4096, .run = run);
