// SPDX-License-Identifier: Apache-2.0
//
// Branches and calls nested deeper than a stack on the SM.
#include "heddle.h"

struct nested {
    unsigned *out;
    unsigned n, levels;
};

// At each level some go one way and some the other, and each way calls a function of its own.
static unsigned odd(unsigned levels, unsigned way);

__attribute__((noinline)) static unsigned even(unsigned levels, unsigned way)
{
    if (levels == 0) return way;
    if (way & 1) return 3 * odd(levels - 1, way >> 1) + 1;
    return 5 * even(levels - 1, way >> 1) + 2;
}

__attribute__((noinline)) static unsigned odd(unsigned levels, unsigned way)
{
    if (levels == 0) return ~way;
    if (way & 1) return 7 * odd(levels - 1, way >> 1) + 3;
    return 9 * even(levels - 1, way >> 1) + 4;
}

KERNEL(nested)
{
    const unsigned i = global_x();
    if (i < arg->n) arg->out[i] = even(arg->levels, i);
}
