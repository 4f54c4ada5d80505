// SPDX-License-Identifier: Apache-2.0
// run: --block 32 --grid 2 --arg buf:256 --arg i:37 --dump 0:i
// verdict: ends
// words: 32: 32 33 34 35 36 0 0 0
// Honest: threads behind the end of the data return.
#include "heddle.h"

struct early_exit {
    unsigned *out;
    unsigned n;
};

KERNEL(early_exit)
{
    if (global_x() >= arg->n) return;
    arg->out[global_x()] = global_x();
}
