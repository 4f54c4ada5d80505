// SPDX-License-Identifier: Apache-2.0
//
// One pass of a radix sort of pairs by key, four bits (Zagha, Blelloch: Radix sort for vector
// multiprocessors). Each thread has CHUNK neighbours. radix_count: how many of each digit;
// radix_scan: where each thread's pairs with each digit go, all zeros first, of one digit in the
// order of threads; radix_scatter: there they go. Equal keys keep their order.
#include "heddle.h"

enum { DIGITS = 16, CHUNK = 8, THREADS = 256 };

struct radix_count {
    const unsigned *key;
    unsigned *count; // [digit][thread]
    unsigned threads;
    unsigned shift;
    unsigned n;
};

KERNEL(radix_count)
{
    unsigned t = global_x();
    if (t >= arg->threads) return;
    for (unsigned d = 0; d < DIGITS; d++) arg->count[d * arg->threads + t] = 0;
    unsigned end = min((t + 1) * CHUNK, arg->n);
    for (unsigned i = t * CHUNK; i < end; i++)
        arg->count[(arg->key[i] >> arg->shift) % DIGITS * arg->threads + t]++;
}

struct radix_scan {
    unsigned *count; // becomes the sum of what is before
    unsigned n;
};

SHARED unsigned line[2][THREADS];

// By one block: sums of a line, then of the next, which begins with what was before.
KERNEL(radix_scan)
{
    unsigned t = thread_x();
    unsigned from = 0;
    unsigned before = 0;
    for (unsigned first = 0; first < arg->n; first += THREADS) {
        unsigned own = first + t < arg->n ? arg->count[first + t] : 0;
        line[from][t] = own;
        barrier();
        for (unsigned d = 1; d < THREADS; d *= 2) {
            line[1 - from][t] = line[from][t] + (t >= d ? line[from][t - d] : 0);
            from = 1 - from;
            barrier();
        }
        if (first + t < arg->n) arg->count[first + t] = before + line[from][t] - own;
        before += line[from][THREADS - 1];
        from = 1 - from;
    }
}

struct radix_scatter {
    const unsigned *key, *value;
    unsigned *sorted_key, *sorted_value;
    unsigned *place; // [digit][thread]
    unsigned threads;
    unsigned shift;
    unsigned n;
};

KERNEL(radix_scatter)
{
    unsigned t = global_x();
    if (t >= arg->threads) return;
    unsigned end = min((t + 1) * CHUNK, arg->n);
    for (unsigned i = t * CHUNK; i < end; i++) {
        unsigned digit = (arg->key[i] >> arg->shift) % DIGITS;
        unsigned place = arg->place[digit * arg->threads + t]++;
        arg->sorted_key[place] = arg->key[i];
        arg->sorted_value[place] = arg->value[i];
    }
}
