// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 256 };

// Segmented prefix sums of a buffer, in a new one.
static uint32_t scan(struct host *h, uint32_t in, uint32_t head, uint32_t n)
{
    struct host_grid grid = host_1d(n, THREADS);
    uint32_t blocks = grid.blocks.n[0];
    struct {
        uint32_t in, head, out, seen, total, total_head, n;
    } arg = {in,
             head,
             host_alloc(h, "out", 4 * n),
             host_alloc(h, "seen", 4 * n),
             host_alloc(h, "total", 4 * blocks),
             host_alloc(h, "total_head", 4 * blocks),
             n};
    host_launch(h, "segmented_scan", grid, &arg, sizeof arg);
    if (blocks == 1) return arg.out;
    struct {
        uint32_t out, seen, before, n;
    } add = {arg.out, arg.seen, scan(h, arg.total, arg.total_head, blocks), n};
    host_launch(h, "segmented_scan_add", grid, &add, sizeof add);
    return arg.out;
}

static void run(struct host *h)
{
    uint32_t n = h->size;
    uint32_t *in = host_words(h, n);
    uint32_t *head = host_words(h, n);
    uint32_t *sums = host_words(h, n);
    uint32_t mean = 10;
    for (uint32_t i = 0; i < n; i++) {
        in[i] = host_below(h, UINT32_MAX);
        head[i] = host_below(h, mean) == 0;
        sums[i] = in[i] + (i > 0 && !head[i] ? sums[i - 1] : 0);
        // Segments of all lengths: within a block, and over several.
        if (head[i]) mean = 1u << host_below(h, 12);
    }
    uint32_t out = scan(h, host_put(h, "in", in, 4 * n), host_put(h, "head", head, 4 * n), n);
    host_expect(h, "out", out, sums, n);
}

PROGRAM(segmented_scan, .title = "prefix sums of segments", .size_of = "elements", .size = 20000,
        .odd = 777, .max_size = 1 << 24, .run = run);
