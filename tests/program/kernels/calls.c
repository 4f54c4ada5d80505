// SPDX-License-Identifier: Apache-2.0
//
// Calls, tail calls and recursion, for program_test.c. What it computes is of no matter.
#include "heddle.h"

struct calls {
    float *out;
    unsigned n;
};

static __attribute__((noinline)) unsigned odd(unsigned n);
static __attribute__((noinline)) unsigned even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static __attribute__((noinline)) unsigned odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

static __attribute__((noinline)) unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static __attribute__((noinline)) void swap(float *a, float *b)
{
    float t = *a;
    *a = *b;
    *b = t;
}

static __attribute__((noinline)) void sort(float *a, int low, int high)
{
    if (low >= high) return;
    int k = low;
    for (int i = low; i < high; i++)
        if (a[i] < a[high]) swap(&a[i], &a[k++]);
    swap(&a[k], &a[high]);
    sort(a, low, k - 1);
    sort(a, k + 1, high);
}

static __attribute__((noinline, noreturn)) void fail(float *out, float why)
{
    *out = why;
    thread_exit();
}

static __attribute__((noinline)) float poly(float x, unsigned n)
{
    float y = 1;
    for (unsigned i = 1; i <= n; i++) y = fmaf(y, x, 1.0f / (float)i);
    return fmaxf(y, sqrtf(fabsf(x)));
}

KERNEL(calls)
{
    unsigned i = global_x();
    float part[8];
    if (i >= arg->n) fail(arg->out, 1);
    for (unsigned k = 0; k < 8; k++) part[k] = poly((float)(i * k), k);
    sort(part, 0, 7);
    if (even(i) && part[3] > 2) part[0] += (float)fibonacci(i & 7);
    if (part[1] != part[1]) fail(arg->out + i, part[2]);
    arg->out[i] = part[0] + part[7];
}
