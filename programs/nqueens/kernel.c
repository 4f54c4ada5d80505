// SPDX-License-Identifier: Apache-2.0
//
// In how many ways n queens stand on n by n squares so that none attacks another. A thread has the
// queens of the first rows from its number, and counts by trying. nqueens keeps what it has still
// to try on a stack of its own in shared memory; nqueens_recursive calls itself.
#include "heddle.h"

struct nqueens {
    unsigned *found; // one a thread
    unsigned n;
    unsigned placed; // rows
    unsigned tasks;  // n to the power of `placed`
};

struct nqueens_recursive {
    struct nqueens same;
};

// Squares of the next row that are attacked: straight down, and aslant. Bit x: column x.
struct attacked {
    unsigned down, left, right;
};

static unsigned open_squares(struct attacked a, unsigned n)
{
    return ~(a.down | a.left | a.right) & ((1u << n) - 1);
}

static struct attacked place(struct attacked a, unsigned queen)
{
    return (struct attacked){a.down | queen, (a.left | queen) << 1, (a.right | queen) >> 1};
}

// The first rows: the digits of the thread's number. False: two of them attack each other.
static int begin(const struct nqueens *arg, struct attacked *a)
{
    *a = (struct attacked){0, 0, 0};
    unsigned digits = global_x();
    for (unsigned row = 0; row < arg->placed; row++) {
        unsigned queen = 1u << digits % arg->n;
        if (!(open_squares(*a, arg->n) & queen)) return 0;
        *a = place(*a, queen);
        digits /= arg->n;
    }
    return 1;
}

struct level {
    unsigned open; // squares to be tried
    struct attacked a;
};

static unsigned count_on_stack(struct attacked a, unsigned n, unsigned rows)
{
    struct level *stack = (struct level *)shared_rest() + thread_x();
    unsigned found = 0;
    unsigned depth = 0;
    unsigned open = open_squares(a, n);
    if (rows == 0) return 1;
    for (;;) {
        if (open != 0) {
            unsigned queen = open & -open;
            open &= open - 1;
            if (depth == rows - 1) {
                found++;
            } else {
                stack[depth++ * threads_x()] = (struct level){open, a};
                a = place(a, queen);
                open = open_squares(a, n);
            }
        } else {
            if (depth == 0) return found;
            struct level back = stack[--depth * threads_x()];
            open = back.open;
            a = back.a;
        }
    }
}

KERNEL(nqueens)
{
    struct attacked a;
    if (global_x() >= arg->tasks || !begin(arg, &a)) return;
    arg->found[global_x()] = count_on_stack(a, arg->n, arg->n - arg->placed);
}

static unsigned count(struct attacked a, unsigned n, unsigned rows)
{
    if (rows == 0) return 1;
    unsigned found = 0;
    for (unsigned open = open_squares(a, n); open != 0; open &= open - 1)
        found += count(place(a, open & -open), n, rows - 1);
    return found;
}

KERNEL(nqueens_recursive)
{
    const struct nqueens *same = &arg->same;
    struct attacked a;
    if (global_x() >= same->tasks || !begin(same, &a)) return;
    same->found[global_x()] = count(a, same->n, same->n - same->placed);
}
