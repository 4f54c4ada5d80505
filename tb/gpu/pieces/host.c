// SPDX-License-Identifier: Apache-2.0
#include "program.h"

// Grids of blocks of many sizes. Small ones end so often that two SMs end one in the same cycle;
// beside those of another program they leave room in pieces.
enum { LAUNCHES = 6, SMALL = 16, LARGE = 128, BLOCKS = 32, ROUNDS = 60, SHARED = 3000 };

static void run(struct host *h)
{
    for (uint32_t l = 0; l < LAUNCHES; l++) {
        const uint32_t most = host_below(h, 3) == 0 ? SMALL : LARGE;
        const uint32_t threads = 1 + host_below(h, most), fit = BLOCKS * threads;
        const uint32_t n = h->size < fit ? h->size : fit;
        uint32_t *block = host_words(h, n);
        struct {
            uint32_t out, n, rounds;
        } arg = {host_alloc(h, "out", 4 * n), n, 1 + host_below(h, ROUNDS)};
        for (uint32_t i = 0; i < n; i++) block[i] = i / threads;
        h->shared_bytes = host_below(h, 3) != 0 ? 0 : host_below(h, SHARED);
        host_launch(h, "pieces", host_1d(n, threads), &arg, sizeof arg);
        host_expect(h, "out", arg.out, block, n);
    }
}

PROGRAM(pieces, .title = "blocks of many sizes", .size_of = "threads of a grid", .size = 777,
        .odd = 777, .max_size = 1 << 16, .run = run);
