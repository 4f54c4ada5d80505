// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { RADIUS = 4, TAPS = 2 * RADIUS + 1, ROW = 64, ROWS = 4, COLUMN = 32, COLUMNS = 8 };

struct conv {
    uint32_t in, out, width, height;
    float weight[TAPS];
};

// Along x or along y, in the kernel's order of additions: exactly its result.
static void filter(const struct conv *c, const float *in, float *out, int dx, int dy)
{
    int width = (int)c->width;
    int height = (int)c->height;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int k = 0; k < TAPS; k++) {
                int u = x + dx * (k - RADIUS);
                int v = y + dy * (k - RADIUS);
                bool inside = u >= 0 && u < width && v >= 0 && v < height;
                sum += c->weight[k] * (inside ? in[v * width + u] : 0.0f);
            }
            out[y * width + x] = sum;
        }
    }
}

static void run(struct host *h)
{
    struct conv arg = {.width = h->size, .height = h->size / 2 + 3};
    uint32_t width = arg.width;
    uint32_t height = arg.height;
    uint32_t n = width * height;
    float *in = host_floats(h, n);
    float *between = host_floats(h, n);
    float *out = host_floats(h, n);
    for (uint32_t i = 0; i < n; i++) in[i] = host_unit(h) - 0.5f;
    for (uint32_t k = 0; k < TAPS; k++) arg.weight[k] = host_unit(h) - 0.5f;
    filter(&arg, in, between, 1, 0);
    filter(&arg, between, out, 0, 1);
    arg.in = host_put(h, "in", in, 4 * n);
    arg.out = host_alloc(h, "between", 4 * n);
    host_launch(h, "conv_rows", host_2d(width, height, ROW, ROWS), &arg, sizeof arg);
    arg.in = arg.out;
    arg.out = host_alloc(h, "out", 4 * n);
    host_launch(h, "conv_columns", host_2d(width, height, COLUMNS, COLUMN), &arg, sizeof arg);
    host_expect(h, "out", arg.out, out, n);
}

PROGRAM(conv_separable, .title = "a filter along rows, then along columns",
        .papers = "CS (Virtual Thread)", .size_of = "columns", .size = 128, .odd = 37,
        .max_size = 4096, .run = run);
