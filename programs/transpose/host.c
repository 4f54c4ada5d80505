// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { TILE = 16 };

static void run(struct host *h)
{
    uint32_t rows = h->size;
    uint32_t columns = rows / 2 + 3;
    uint32_t n = rows * columns;
    uint32_t *in = host_words(h, n);
    uint32_t *out = host_words(h, n);
    for (uint32_t i = 0; i < n; i++) {
        in[i] = host_below(h, UINT32_MAX);
        out[i % columns * rows + i / columns] = in[i];
    }
    struct {
        uint32_t in, out, rows, columns;
    } arg = {host_put(h, "in", in, 4 * n), host_alloc(h, "out", 4 * n), rows, columns};
    host_launch(h, "transpose", host_2d(columns, rows, TILE, TILE), &arg, sizeof arg);
    host_expect(h, "out", arg.out, out, n);
}

PROGRAM(transpose, .title = "rows of a matrix become columns", .size_of = "rows", .size = 128,
        .odd = 37, .max_size = 2048, .run = run);
