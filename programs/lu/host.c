// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { TILE = 16 };

static void decompose(float *a, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t y = k + 1; y < n; y++) {
            a[y * n + k] /= a[k * n + k];
            for (uint32_t x = k + 1; x < n; x++) a[y * n + x] -= a[y * n + k] * a[k * n + x];
        }
}

static void run(struct host *h)
{
    uint32_t n = h->size;
    float *a = host_floats(h, n * n);
    // A heavy diagonal: no pivots are needed.
    for (uint32_t i = 0; i < n * n; i++)
        a[i] = host_unit(h) - 0.5f + (i % (n + 1) == 0 ? 0.5f * (float)n : 0.0f);
    struct {
        uint32_t a, n, at;
    } arg = {.a = host_put(h, "a", a, 4 * n * n), .n = n};
    for (; arg.at < n; arg.at += TILE) {
        uint32_t left = (n - arg.at - 1) / TILE; // tiles of a row, besides the one on the diagonal
        host_launch(h, "lu_diagonal", host_2d(TILE, TILE, TILE, TILE), &arg, sizeof arg);
        if (left == 0) break;
        host_launch(h, "lu_rim", host_2d(left * TILE, 2 * TILE, TILE, TILE), &arg, sizeof arg);
        host_launch(h, "lu_rest", host_2d(left * TILE, left * TILE, TILE, TILE), &arg, sizeof arg);
    }
    decompose(a, n);
    host_expect(h, "a", arg.a, a, n * n);
}

PROGRAM(lu, .title = "LU decomposition of a matrix, tiled", .papers = "LU (DWF)", .size_of = "rows",
        .size = 64, .odd = 37, .max_size = 1024, .run = run);
