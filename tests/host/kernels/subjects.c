// SPDX-License-Identifier: Apache-2.0
//
// Kernels for the tests of the host interface: good ones, and such as are stopped or refused.
#include "heddle.h"

struct add {
    const unsigned *a, *b;
    unsigned *c;
    unsigned n;
};
KERNEL(add)
{
    const unsigned i = global_x();
    if (i < arg->n) arg->c[i] = arg->a[i] + arg->b[i];
}

// The order of such launches on one word can be told from the result.
struct step {
    unsigned *x;
    unsigned factor, add;
};
KERNEL(step)
{
    if (global_x() == 0) *arg->x = *arg->x * arg->factor + arg->add;
}

// Takes its time.
struct slow {
    volatile unsigned *x;
    unsigned turns, value;
};
KERNEL(slow)
{
    for (unsigned i = 0; i < arg->turns; i++) (void)arg->x[1];
    if (global_x() == 0) arg->x[0] = arg->value;
}

// Threads of one block: each puts its number into memory that the launch adds.
struct turned {
    unsigned *x;
};
KERNEL(turned)
{
    unsigned *all = (unsigned *)shared_rest();
    const unsigned t = thread_x(), n = threads_x();
    all[t] = t;
    barrier();
    arg->x[global_x()] = all[n - 1 - t];
}

KERNEL_VOID(nothing) {}

struct outside {
    unsigned *x;
    unsigned at;
};
KERNEL(outside)
{
    if (global_x() == 5) arg->x[arg->at] = 1;
}

struct forever {
    volatile unsigned *x;
};
KERNEL(forever)
{
    while (*arg->x == 0)
        ;
}

struct unset {
    unsigned *x;
};
KERNEL(unset) { arg->x[thread_x()] = ((volatile unsigned *)shared_rest())[thread_x()]; }

struct many {
    unsigned *x;
    unsigned value[1023];
};
KERNEL(many)
{
    const unsigned i = global_x();
    if (i < 1023) arg->x[i] = arg->value[i];
}

// What the analyser refuses.
struct wild {
    void (*to)(void);
};
KERNEL(wild) { arg->to(); }
KERNEL_VOID(illegal) { __asm__ volatile(".word 0"); }
