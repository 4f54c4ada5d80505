// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 256 };

static int compare(const void *a, const void *b)
{
    uint32_t x;
    uint32_t y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static void sort(struct host *h, uint32_t data, uint32_t n)
{
    struct host_grid grid = host_1d(n, THREADS);
    struct {
        uint32_t data, first, last;
    } near = {data, 2, THREADS};
    host_launch(h, "bitonic", grid, &near, sizeof near);
    for (uint32_t length = 2 * THREADS; length <= n; length *= 2) {
        struct {
            uint32_t data, length, apart;
        } step = {data, length, length / 2};
        for (; step.apart >= THREADS; step.apart /= 2)
            host_launch(h, "bitonic_step", grid, &step, sizeof step);
        near.first = near.last = length;
        host_launch(h, "bitonic", grid, &near, sizeof near);
    }
}

static void run(struct host *h)
{
    // A power of two, at least a block: filled up with what comes last in any order.
    uint32_t n = THREADS;
    while (n < h->size) n *= 2;
    uint32_t *data = host_words(h, n);
    memset(data, 0xff, 4 * (size_t)n);
    for (uint32_t i = 0; i < h->size; i++)
        data[i] = host_below(h, 2) ? host_below(h, UINT32_MAX) : host_below(h, 100);
    uint32_t buffer = host_put(h, "data", data, 4 * n);
    sort(h, buffer, n);
    qsort(data, n, sizeof *data, compare);
    host_expect(h, "data", buffer, data, n);
}

PROGRAM(bitonic, .title = "bitonic sort", .papers = "SN (Virtual Thread), Bitonic (DWF)",
        .size_of = "elements", .size = 4000, .odd = 777, .max_size = 1 << 22, .run = run);
