// SPDX-License-Identifier: Apache-2.0
//
// What an atomic costs on a word of one thread alone: each thread does `times` atomics, one behind
// the other, on a word of its own, `step` words from its neighbour's, that begins with 0. Then the
// words are added up. tests/atomics.sh runs these kernels.
#include "heddle.h"

struct cost {
    unsigned *word;
    unsigned *sum;
    unsigned step;
    unsigned times;
};

HD_INLINE void by_add(unsigned *p, unsigned times)
{
    for (unsigned n = 0; n < times; n++) atomic_add(p, 1);
}

// What the word holds is known.
HD_INLINE void by_cas(unsigned *p, unsigned times)
{
    for (unsigned n = 0; n < times; n++) atomic_cas(p, n, n + 1);
}

// The word is read, then compared and swapped until no other write came between.
HD_INLINE void by_read_cas(unsigned *p, unsigned times)
{
    for (unsigned n = 0; n < times; n++) {
        unsigned old = *(volatile unsigned *)p;
        for (unsigned seen; (seen = atomic_cas(p, old, old + 1)) != old; old = seen)
            ;
    }
}

HD_INLINE void by_lr_sc(unsigned *p, unsigned times)
{
    for (unsigned n = 0; n < times; n++) {
        unsigned old, failed;
        do {
            __asm__ volatile("lr.w %0, (%1)" : "=r"(old) : "r"(p) : "memory");
            __asm__ volatile("sc.w %0, %1, (%2)" : "=&r"(failed) : "r"(old + 1), "r"(p) : "memory");
        } while (failed);
    }
}

// As clang compares and swaps: the same two, with a compare between them.
HD_INLINE void by_builtin(unsigned *p, unsigned times)
{
    for (unsigned n = 0; n < times; n++) {
        unsigned old = n;
        __atomic_compare_exchange_n(p, &old, n + 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
}

HD_INLINE void by_addf(unsigned *p, unsigned times)
{
    float *f = (float *)p;
    for (unsigned n = 0; n < times; n++) atomic_addf(f, 1.0f);
    *p = (unsigned)*f;
}

#define COST(name)                                                                                 \
    struct global_##name {                                                                         \
        struct cost cost;                                                                          \
    };                                                                                             \
    KERNEL(global_##name)                                                                          \
    {                                                                                              \
        unsigned *p = arg->cost.word + arg->cost.step * global_x();                                \
        by_##name(p, arg->cost.times);                                                             \
        atomic_add(arg->cost.sum, *p);                                                             \
    }                                                                                              \
    struct shared_##name {                                                                         \
        struct cost cost;                                                                          \
    };                                                                                             \
    KERNEL(shared_##name)                                                                          \
    {                                                                                              \
        unsigned *p = (unsigned *)shared_rest() + arg->cost.step * thread_x();                     \
        *p = 0;                                                                                    \
        by_##name(p, arg->cost.times);                                                             \
        atomic_add(arg->cost.sum, *p);                                                             \
    }

COST(add)
COST(cas)
COST(read_cas)
COST(lr_sc)
COST(builtin)
COST(addf)
