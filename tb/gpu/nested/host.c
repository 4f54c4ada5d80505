// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 16, LEVELS = 8 };

// What the kernel's `even` and `odd` make of it.
static uint32_t nested(uint32_t levels, uint32_t way, bool is_odd)
{
    if (levels == 0) return is_odd ? ~way : way;
    const uint32_t inside = nested(levels - 1, way >> 1, way & 1);
    if (way & 1) return is_odd ? 7 * inside + 3 : 3 * inside + 1;
    return is_odd ? 9 * inside + 4 : 5 * inside + 2;
}

static void run(struct host *h)
{
    const uint32_t n = h->size;
    uint32_t *out = host_words(h, n);
    struct {
        uint32_t out, n, levels;
    } arg = {host_alloc(h, "out", 4 * n), n, LEVELS};
    for (uint32_t i = 0; i < n; i++) out[i] = nested(LEVELS, i, false);
    host_launch(h, "nested", host_1d(n, THREADS), &arg, sizeof arg);
    host_expect(h, "out", arg.out, out, n);
}

PROGRAM(nested, .title = "nested branches and calls", .size_of = "threads", .size = 24, .odd = 23,
        .max_size = 1 << 16, .run = run);
