// SPDX-License-Identifier: Apache-2.0
//
// Threads that end before a barrier that others still come to: a barrier waits for threads that
// live.
// run: --grid 3 --block 64
#include "compiler.h"

SHARED unsigned sh[64];

K(return_first)
{
    unsigned t = thread_x(), i = global_x();
    if (i >= arg->n) return;
    sh[t] = arg->a[i];
    barrier();
    arg->b[i] = sh[t] + sh[t / 2];
}

// The other way round.
K(return_inside)
{
    unsigned t = thread_x(), i = global_x();
    if (i < arg->n) {
        sh[t] = arg->a[i];
        barrier();
        arg->b[i] = sh[t] + sh[t / 2];
    }
}

// Those that go do something first, each in its own way.
K(return_stores)
{
    unsigned t = thread_x(), i = global_x();
    if (i >= arg->n) {
        arg->b[i] = 1;
        return;
    }
    if ((arg->a[i] & 15) == 0) {
        for (unsigned k = 0; k < t; k++) arg->b[i] += arg->a[k] & 1;
        return;
    }
    sh[t] = 1;
    barrier();
    arg->b[i] = sh[t] + arg->m;
}

K(return_in_loop)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = arg->a[i] % 97;
    for (unsigned r = 0; r < arg->m; r++) {
        if (x % 8 == r) return;
        sh[t] = x;
        barrier();
        x += sh[t] / 3;
        barrier();
    }
    arg->b[i] = x;
}

K(return_exit)
{
    unsigned t = thread_x(), i = global_x();
    if ((arg->a[i] & 3) == 1) thread_exit();
    sh[t] = t;
    barrier();
    arg->b[i] = sh[t] + 1;
}

// A return in a branch of a branch: the others of the outer one meet behind it.
K(return_nested)
{
    unsigned t = thread_x(), i = global_x();
    unsigned x = arg->a[i];
    if (x & 1) {
        if (x & 2) return;
        x += 5;
    } else {
        x /= 3;
    }
    sh[t] = x;
    barrier();
    for (unsigned r = 0; r < arg->m; r++) {
        if (t & 1) x += sh[t] >> r;
        else x ^= sh[t] << r;
    }
    arg->b[i] = x;
}

// A loop of each thread's own length, with a barrier in it: a thread that is through has ended.
K(return_lengths)
{
    unsigned t = thread_x(), i = global_x();
    unsigned rounds = arg->a[i] % 5;
    for (unsigned r = 0; r < rounds; r++) {
        sh[t] = r + t;
        barrier();
        arg->b[i] += sh[t];
        barrier();
    }
}

__attribute__((noinline)) static unsigned halved(unsigned x)
{
    if (x == 77) thread_exit();
    if (x & 1) return x / 2;
    return x * 3 + sh[x % 16];
}

K(return_called)
{
    unsigned t = thread_x(), i = global_x();
    if (i >= arg->n) return;
    sh[t] = t;
    barrier();
    unsigned x = halved(arg->a[i]);
    barrier();
    sh[t] = x;
    barrier();
    arg->b[i] = halved(sh[t]) + x;
}
