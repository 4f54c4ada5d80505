// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 256 };

static void run(struct host *h)
{
    uint32_t n = h->size;
    uint32_t *in = host_words(h, n);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        in[i] = host_below(h, UINT32_MAX);
        sum += in[i];
    }
    struct {
        uint32_t in, out, n;
    } arg = {.in = host_put(h, "in", in, 4 * n), .n = n};
    // Sums of sums until one is left.
    h->shared_bytes += 4 * THREADS;
    do {
        struct host_grid grid = host_1d(arg.n, 2 * THREADS);
        grid.threads.n[0] = THREADS;
        arg.out = host_alloc(h, "out", 4 * grid.blocks.n[0]);
        host_launch(h, "reduction", grid, &arg, sizeof arg);
        arg.in = arg.out;
        arg.n = grid.blocks.n[0];
    } while (arg.n > 1);
    host_expect(h, "sum", arg.in, &sum, 1);
}

PROGRAM(reduction, .title = "sum of a vector", .papers = "RD (Virtual Thread), RD (Zorua)",
        .size_of = "elements", .size = 100000, .odd = 777, .max_size = 1 << 24, .run = run);
