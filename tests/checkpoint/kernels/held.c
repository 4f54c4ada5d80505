// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose threads put something down, compute for a while, and then look at what is there: in
// each place that a checkpoint has to hold. A run that goes on from the middle finds all of it.
#include "heddle.h"

// `to`: four words a thread, and behind them a line for each with a word that is reserved.
#define ARGUMENTS                                                                                  \
    {                                                                                              \
        unsigned *to, rounds, threads;                                                             \
    }
struct held ARGUMENTS;
struct beyond ARGUMENTS;
struct round_and_round ARGUMENTS;

enum { WORDS = 8, THREADS = 64 };
SHARED unsigned shared[THREADS];
static volatile unsigned variable[THREADS]; // of the image

static unsigned compute(unsigned rounds)
{
    unsigned x = 1;
    for (unsigned i = 0; i < rounds; i++) {
        x = x * 1664525u + 1013904223u;
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}

static unsigned reserve(unsigned *word)
{
    unsigned old;
    __asm__ volatile("lr.w %0, (%1)" : "=r"(old) : "r"(word) : "memory");
    return old;
}

// 0: it was still reserved.
static unsigned store_reserved(unsigned *word, unsigned value)
{
    unsigned failed;
    __asm__ volatile("sc.w %0, %1, (%2)" : "=r"(failed) : "r"(value), "r"(word) : "memory");
    return failed;
}

KERNEL(held)
{
    const unsigned t = thread_x();
    volatile unsigned own[WORDS]; // of the stack
    volatile unsigned *mine = &shared[t];
    unsigned *word = &arg->to[4 * arg->threads + 32 * t], sum = 0;
    for (unsigned i = 0; i < WORDS; i++) own[i] = t * i + 7;
    *mine = 3 * t + 1;
    variable[t] = 5 * t + 2;
    reserve(word);
    const unsigned x = compute(arg->rounds);
    const unsigned failed = store_reserved(word, 9);
    for (unsigned i = 0; i < WORDS; i++) sum += own[i];
    arg->to[4 * t] = sum;
    arg->to[4 * t + 1] = *mine + x;
    arg->to[4 * t + 2] = variable[t];
    arg->to[4 * t + 3] = failed;
}

// Ends in a fault, whose sentence names a buffer.
KERNEL(beyond)
{
    compute(arg->rounds);
    ((volatile unsigned *)arg->to)[1 << 20] = 1;
}

// Goes round, until the verdict: it follows threads, with words of their stacks, for some time.
KERNEL(round_and_round)
{
    volatile unsigned own[WORDS];
    volatile unsigned *mine = &shared[thread_x()];
    for (unsigned i = 0;; i = (i + 1) % WORDS) {
        own[i] = i;
        *mine = 7; // what is there already
        if (((volatile unsigned *)arg->to)[own[i]] != 0) return;
    }
}
