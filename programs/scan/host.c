// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 256 };

// Prefix sums of a buffer, in a new one.
static uint32_t scan(struct host *h, uint32_t in, uint32_t n)
{
    struct host_grid grid = host_1d(n, THREADS);
    uint32_t blocks = grid.blocks.n[0];
    struct {
        uint32_t in, out, total, n;
    } arg = {in, host_alloc(h, "out", 4 * n), host_alloc(h, "total", 4 * blocks), n};
    host_launch(h, "scan", grid, &arg, sizeof arg);
    if (blocks == 1) return arg.out;
    struct {
        uint32_t out, before, n;
    } add = {arg.out, scan(h, arg.total, blocks), n};
    host_launch(h, "scan_add", grid, &add, sizeof add);
    return arg.out;
}

static void run(struct host *h)
{
    uint32_t n = h->size;
    uint32_t *in = host_words(h, n);
    uint32_t *sums = host_words(h, n);
    for (uint32_t i = 0; i < n; i++) {
        in[i] = host_below(h, UINT32_MAX);
        sums[i] = in[i] + (i > 0 ? sums[i - 1] : 0);
    }
    host_expect(h, "out", scan(h, host_put(h, "in", in, 4 * n), n), sums, n);
}

PROGRAM(scan, .title = "prefix sums", .papers = "SLA (Zorua)", .size_of = "elements", .size = 70000,
        .odd = 777, .max_size = 1 << 24, .run = run);
