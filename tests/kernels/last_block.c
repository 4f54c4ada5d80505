// SPDX-License-Identifier: Apache-2.0
// run: --grid 5 --block 1 --arg buf:1536 --dump 0:i
// expect:  0: 5 15
// The last block adds what all have stored. Each SM has the lines of all others in its L1 before.
#include "heddle.h"

struct last_block {
    unsigned *out; // blocks that are through; the sum; from word 64 on a line a block
};

KERNEL(last_block)
{
    volatile unsigned *lines = arg->out + 64;
    unsigned read = 0;
    for (unsigned b = 0; b < blocks_x(); b++) read |= lines[64 * b];
    for (unsigned i = 0; i < 1000; i++) read = (read ^ i) & 0; // until all SMs have read
    lines[64 * block_x()] = block_x() + 1 + read;
    fence();
    if (atomic_add(arg->out, 1u) + 1 < blocks_x()) return;
    fence();
    unsigned sum = 0;
    for (unsigned b = 0; b < blocks_x(); b++) sum += atomic_load(arg->out + 64 + 64 * b);
    arg->out[1] = sum;
}
