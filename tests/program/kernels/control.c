// SPDX-License-Identifier: Apache-2.0
//
// Control flow of all kinds, for program_test.c. What it computes is of no matter.
#include "heddle.h"

struct control {
    const int *in;
    int *out;
    unsigned n;
};

// break, continue, return out of two loops.
static __attribute__((noinline)) int search(const int *in, unsigned n, int key)
{
    int found = 0;
    for (unsigned i = 0; i < n; i++) {
        if (in[i] < 0) continue;
        if (in[i] == key) break;
        for (unsigned k = i; k < n; k++) {
            if (in[k] == -key) return (int)k;
            if (in[k] == 2 * key) break;
            found += in[k] > key ? in[k] : 1;
        }
    }
    return found;
}

static __attribute__((noinline)) int choose(int what, int a, int b)
{
    switch (what) {
    case 0: return a + b;
    case 1: a -= b; // fall through
    case 2: a *= 3; break;
    case 3:
        while (b > 0) b -= a | 1;
        break;
    case 7: return a / (b | 1);
    case 100: a = -a; break;
    default:
        if (a > b) thread_exit();
    }
    return a ^ b;
}

// Two ways into one loop.
static __attribute__((noinline)) int tangle(int a, int b)
{
    if (a < b) goto inside;
    while (a > 0) {
        a -= 3;
    inside:
        b ^= a;
        if (b == 77) goto out;
        if (b & 1) a--;
    }
out:
    return a + b;
}

static __attribute__((noinline)) void spin(volatile int *flag)
{
    if (*flag == 12345)
        for (;;) {
            if (*flag & 1) *flag = 3;
            else *flag = 4;
        }
}

KERNEL(control)
{
    unsigned i = global_x();
    if (i >= arg->n) return;
    int a = search(arg->in, arg->n, arg->in[i]);
    a += choose(arg->in[i], a, (int)i);
    if (a & 1 && (a & 2 || i > 17)) a = tangle(a, (int)i);
    do {
        a = a > 100 ? a / 2 : a + 77;
        spin(arg->out + i);
    } while (a & 4);
    arg->out[i] = a;
}
