// SPDX-License-Identifier: Apache-2.0
// run: --block 96 --grid 2 --arg buf:64 --dump 0:i
// core run: --preset small --policy greedy
// expect: 0: 4560 4560 4560 0 4560 4560 4560 0
// The compiler's own compare-exchange, of many threads on one word: lr, a branch, sc. Between a
// thread's lr and its sc all others try, and end its reservation; and so that of the next. That
// came to no end, until reservations that are ended again and again lasted longer.
#include "heddle.h"

struct exchange {
    unsigned *out;
};

SHARED unsigned sum[4];

KERNEL(exchange)
{
    unsigned t = thread_x();
    if (t < 4) sum[t] = 0;
    barrier();
    for (unsigned i = 0; i < 3; i++) {
        unsigned old = __atomic_load_n(&sum[i], __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&sum[i], &old, old + t, 0, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED))
            ;
    }
    barrier();
    if (t < 4) arg->out[block_x() * 4 + t] = sum[t];
}
