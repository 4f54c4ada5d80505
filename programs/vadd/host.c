// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static void run(struct host *h)
{
    uint32_t n = h->size;
    uint32_t *a = host_words(h, n);
    uint32_t *b = host_words(h, n);
    uint32_t *c = host_words(h, n);
    for (uint32_t i = 0; i < n; i++) {
        a[i] = host_below(h, UINT32_MAX);
        b[i] = host_below(h, UINT32_MAX);
        c[i] = a[i] + b[i];
    }
    struct {
        uint32_t a, b, c, n;
    } arg = {host_put(h, "a", a, 4 * n), host_put(h, "b", b, 4 * n), host_alloc(h, "c", 4 * n), n};
    host_launch(h, "vadd", host_1d(n, 128), &arg, sizeof arg);
    host_expect(h, "c", arg.c, c, n);
}

PROGRAM(vadd, .title = "sum of two vectors", .papers = "VA (Virtual Thread)", .size_of = "elements",
        .size = 10000, .odd = 777, .max_size = 1 << 24, .run = run);
