// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { WARP = 32, THREADS = 128 };

static void scan(struct host *h, const char *kernel)
{
    uint32_t n = h->size;
    uint32_t *in = host_words(h, n);
    uint32_t *sums = host_words(h, n);
    for (uint32_t i = 0; i < n; i++) {
        in[i] = host_below(h, UINT32_MAX);
        sums[i] = in[i] + (i % WARP > 0 ? sums[i - 1] : 0);
    }
    struct {
        uint32_t in, out, n;
    } arg = {host_put(h, "in", in, 4 * n), host_alloc(h, "out", 4 * n), n};
    host_launch(h, kernel, host_1d(n, THREADS), &arg, sizeof arg);
    host_expect(h, "out", arg.out, sums, n);
}

static void run(struct host *h) { scan(h, "warp_scan"); }
static void run_unsafe(struct host *h) { scan(h, "warp_scan_unsafe"); }

PROGRAM(warp_scan, .title = "prefix sums of each 32 elements", .size_of = "elements", .size = 10000,
        .odd = 777, .max_size = 1 << 24, .run = run);

// Its kernel file includes warp_scan's.
PROGRAM(warp_scan_unsafe, .title = "the same without barriers: wrong unless in lock step",
        .size_of = "elements", .size = 10000, .odd = 777, .max_size = 1 << 24, .run = run_unsafe);
