// SPDX-License-Identifier: Apache-2.0
//
// What programs seldom do, for the bench of the core: rounding modes and exceptions of each thread,
// a reserved mode (of which nothing is kept), branches and calls nested deeper than a stack on
// chip, small blocks with shared memory, many of them at a time.
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
    if (i % 11 == 0) {
        __asm__ volatile("csrrwi %0, frm, 5" : "=r"(before));
        // What comes of it nobody says: it must not stay in a register.
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
