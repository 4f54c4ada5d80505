// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 128 };

// Level by level: exactly what the kernel computes. `sum` is used up.
static void wavelets(float *sum, float *out, uint32_t n)
{
    const float root = 0.707106781f;
    for (uint32_t pairs = n / 2; pairs > 0; pairs /= 2) {
        for (uint32_t i = 0; i < pairs; i++) {
            float even = sum[2 * i];
            float odd = sum[2 * i + 1];
            out[pairs + i] = (even - odd) * root;
            sum[i] = (even + odd) * root;
        }
    }
    out[0] = sum[0];
}

static void run(struct host *h)
{
    uint32_t n = 2; // a power of two: filled up with zeros
    while (n < h->size) n *= 2;
    float *in = host_floats(h, n);
    float *out = host_floats(h, n);
    for (uint32_t i = 0; i < h->size; i++) in[i] = host_unit(h) - 0.5f;
    struct {
        uint32_t in, out, sum, pairs;
    } arg = {host_put(h, "in", in, 4 * n), host_alloc(h, "out", 4 * n), 0, n / 2};
    // Blocks, then their sums; the last one's sum is the first element.
    while (arg.pairs > 0) {
        struct host_grid grid = host_1d(arg.pairs, arg.pairs < THREADS ? arg.pairs : THREADS);
        uint32_t blocks = grid.blocks.n[0];
        arg.sum = blocks == 1 ? arg.out : host_alloc(h, "sum", 4 * blocks);
        host_launch(h, "haar", grid, &arg, sizeof arg);
        arg.in = arg.sum;
        arg.pairs = blocks / 2;
    }
    wavelets(in, out, n);
    host_expect(h, "out", arg.out, out, n);
}

PROGRAM(haar, .title = "Haar's wavelets", .papers = "DW (Virtual Thread)", .size_of = "elements",
        .size = 20000, .odd = 777, .max_size = 1 << 22, .run = run);
