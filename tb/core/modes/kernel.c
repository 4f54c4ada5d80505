// SPDX-License-Identifier: Apache-2.0
//
// What programs seldom do, for the bench of the core: rounding modes and exceptions of each thread,
// a reserved mode (of which nothing is kept), branches and calls nested deeper than a stack on
// chip, small blocks with shared memory, many of them at a time, threads that meet on words.
#include "heddle.h"

struct modes {
    const float *a;
    const float *b;
    float *sum;
    unsigned *flags;
    unsigned n;
};

// Of a - b by zero nothing is kept but the exception.
HD_INLINE unsigned exceptions(float a, int divides)
{
    unsigned flags;
    float lost;
    if (divides) __asm__ volatile("fdiv.s %0, %1, %2" : "=f"(lost) : "f"(a), "f"(0.0f));
    __asm__ volatile("frflags %0" : "=r"(flags));
    return flags;
}

KERNEL(modes)
{
    unsigned i = global_x();
    unsigned before;
    float sum, lost;
    if (i >= arg->n) return;
    float a = arg->a[i], b = arg->b[i];
    __asm__ volatile("csrw frm, %0" : : "r"(i % 5));
    __asm__ volatile("fadd.s %0, %1, %2" : "=f"(sum) : "f"(a), "f"(b));
    arg->sum[i] = sum;
    // A float instruction that writes no register: its exceptions have a place all the same.
    __asm__ volatile("feq.s zero, %0, %1" : : "f"(a), "f"(b));
    if (i % 11 == 0) {
        __asm__ volatile("csrrwi %0, frm, 5" : "=r"(before));
        // Its result is not specified: it must not stay in a register.
        __asm__ volatile("fadd.s %0, %1, %2\n\tfmv.w.x %0, zero" : "=f"(lost) : "f"(a), "f"(b));
        __asm__ volatile("csrw frm, %0" : : "r"(before));
        arg->sum[i] = before == i % 5 ? sum : 0.0f;
    }
    arg->flags[i] = exceptions(a, i % 7 == 0);
}

struct nested {
    unsigned *out;
    unsigned levels;
    unsigned n;
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
    unsigned i = global_x();
    if (i < arg->n) arg->out[i] = even(arg->levels, i);
}

struct turned {
    unsigned *out;
    unsigned n;
};

SHARED unsigned tile[80];

// Each thread has what another one of its block has brought.
KERNEL(turned)
{
    unsigned i = global_x();
    tile[thread_x()] = 5 * i + 1;
    barrier();
    if (i < arg->n) arg->out[i] = tile[threads_x() - 1 - thread_x()];
}

enum { SWAPPED = 16, RESERVED = 16, LOST = SWAPPED + RESERVED, MET = 8, SUMS = 4 };

// count: SWAPPED words by compare-and-swap, RESERVED by lr and sc, claims that were LOST, MET of
// blocks; sum: 3, SUMS of blocks; claim: a word for two threads.
struct meets {
    unsigned *count;
    float *sum;
    unsigned *claim;
    unsigned n;
};

SHARED unsigned met[MET];
SHARED float part[SUMS];

HD_INLINE void add_by_swaps(unsigned *p, unsigned v)
{
    unsigned old = *p;
    for (unsigned seen; (seen = atomic_cas(p, old, old + v)) != old; old = seen)
        ;
}

// As stock clang compares and swaps: lr and sc.
HD_INLINE void add_by_reservations(unsigned *p, unsigned v)
{
    unsigned old = *p;
    while (!__atomic_compare_exchange_n(p, &old, old + v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

// Threads meet on words, in shared and in global memory. A float is added with a rounding mode that
// an atomic does not look at, and of which no exception stays: 1e-9 is lost each time.
KERNEL(meets)
{
    unsigned i = global_x(), lost = 0, flags;
    for (unsigned k = thread_x(); k < MET; k += threads_x()) met[k] = 0;
    for (unsigned k = thread_x(); k < SUMS; k += threads_x()) part[k] = 1.0f;
    barrier();
    if (i < arg->n) {
        add_by_swaps(&met[i % MET], 3);
        atomic_addf(&part[i % SUMS], 0.25f * (float)(i % 8));
        add_by_swaps(&arg->count[i % SWAPPED], i);
        if (i % 4 == 1) add_by_reservations(&arg->count[SWAPPED + i / 4 % RESERVED], 2 * i);
        lost = atomic_cas(&arg->claim[i / 2], 0, i + 1) != 0;
        __asm__ volatile("csrw fcsr, %0" : : "r"(3 << 5)); // up
        atomic_addf(&arg->sum[i % 3], 0.5f * (float)(i % 16));
        atomic_addf(&part[i % SUMS], 1e-9f);
        __asm__ volatile("frflags %0" : "=r"(flags));
        atomic_add(&arg->count[LOST], lost + 1000 * flags);
    }
    barrier();
    for (unsigned k = thread_x(); k < MET; k += threads_x())
        atomic_add(&arg->count[LOST + 1 + k], met[k]);
    for (unsigned k = thread_x(); k < SUMS; k += threads_x())
        atomic_addf(&arg->sum[3 + k], part[k]);
}
