// SPDX-License-Identifier: Apache-2.0
// run: --grid 1 --block 1 --arg buf:1536 --dump 0:i
// expect:  0: 1 1 1
// The last block adds what all have stored. Before any of them stores, all have read all lines.
// Blocks wait for each other, so they run at once: tests/kernels.sh runs five of them on two SMs.
#include "heddle.h"

struct last_block {
    unsigned *out; // blocks that have read; that are through; the sum; from word 64 on a line each
};

KERNEL(last_block)
{
    unsigned *begun = arg->out, *through = arg->out + 1, *sum = arg->out + 2, *line = arg->out + 64;
    for (unsigned b = 0; b < blocks_x(); b++) (void)*(volatile unsigned *)&line[64 * b];
    atomic_add(begun, 1u);
    while (atomic_load(begun) < blocks_x()) {
    }
    line[64 * block_x()] = block_x() + 1;
    fence();
    if (atomic_add(through, 1u) + 1 < blocks_x()) return;
    for (unsigned b = 0; b < blocks_x(); b++) *sum += atomic_load(&line[64 * b]);
}
