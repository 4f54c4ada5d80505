// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { BINS = 256 };

static void run(struct host *h)
{
    uint32_t n = h->size;
    uint8_t *data = (uint8_t *)host_words(h, n / 4 + 1);
    uint32_t count[BINS] = {0};
    // Two dice: some bins are hit more often than others.
    for (uint32_t i = 0; i < n; i++) {
        data[i] = (uint8_t)(host_below(h, BINS / 2) + host_below(h, BINS / 2));
        count[data[i]]++;
    }
    struct {
        uint32_t data, count, n;
    } arg = {host_put(h, "data", data, n), host_alloc(h, "count", sizeof count), n};
    host_launch(h, "histogram", host_1d((n + 7) / 8, 128), &arg, sizeof arg);
    host_expect(h, "count", arg.count, count, BINS);
}

PROGRAM(histogram, .title = "how often each byte occurs, with atomics",
        .papers = "HI (Virtual Thread), histo (Elastic Kernels)", .size_of = "bytes",
        .size = 100000, .odd = 777, .max_size = 1 << 26, .run = run);
