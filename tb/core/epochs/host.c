// SPDX-License-Identifier: Apache-2.0
#include "program.h"

// Of two kernels the first takes nearly the 2,048 cycles of an epoch of Zorua on preset small, and
// the second begins later by a cycle for each of its threads: one of them begins in the last cycle
// of an epoch.
enum { ROUNDS = 78 };

static void run(struct host *h)
{
    const uint32_t n = h->size;
    uint32_t *once = host_words(h, n);
    struct {
        uint32_t out, rounds;
    } arg = {host_alloc(h, "out", 4 * n), 0};
    for (uint32_t threads = 1; threads <= n; threads++) {
        once[threads - 1] = 1;
        arg.rounds = ROUNDS;
        host_launch(h, "epochs", host_1d(1, 1), &arg, sizeof arg);
        arg.rounds = 1;
        host_launch(h, "epochs", host_1d(threads, threads), &arg, sizeof arg);
    }
    host_expect(h, "out", arg.out, once, n);
}

PROGRAM(epochs, .title = "kernels that begin at the end of an epoch", .size_of = "threads",
        .size = 64, .odd = 64, .max_size = 256, .run = run);
