// SPDX-License-Identifier: Apache-2.0
//
// Batcher's bitonic sort. Runs of `length` elements, every other one upwards, are made of two runs
// of half the length: elements `apart` are put in order, then those half as far apart, down to
// neighbours. bitonic: all that stays within a block's elements; bitonic_step: the rest.
//
// A thread an element, and of a pair the lower one works: of neighbours every other thread, which
// is the case that Dynamic Warp Formation (section 4.1) swaps lanes for.
#include "heddle.h"

enum { THREADS = 256 };

struct bitonic {
    unsigned *data;
    unsigned first, last; // lengths
};

struct bitonic_step {
    unsigned *data;
    unsigned length, apart;
};

SHARED unsigned part[THREADS];

// `own` is at index i of all, `other` behind it. Whether they have to change places.
static int wrong(unsigned own, unsigned other, unsigned i, unsigned length)
{
    return i & length ? own < other : own > other;
}

KERNEL(bitonic)
{
    unsigned t = thread_x();
    unsigned i = global_x();
    part[t] = arg->data[i];
    for (unsigned length = arg->first; length <= arg->last; length *= 2) {
        for (unsigned apart = min(length, THREADS) / 2; apart > 0; apart /= 2) {
            barrier();
            unsigned other = t ^ apart;
            if (other > t && wrong(part[t], part[other], i, length)) {
                unsigned kept = part[t];
                part[t] = part[other];
                part[other] = kept;
            }
        }
    }
    barrier();
    arg->data[i] = part[t];
}

KERNEL(bitonic_step)
{
    unsigned i = global_x();
    unsigned other = i ^ arg->apart;
    unsigned *data = arg->data;
    if (other > i && wrong(data[i], data[other], i, arg->length)) {
        unsigned kept = data[i];
        data[i] = data[other];
        data[other] = kept;
    }
}
