// SPDX-License-Identifier: Apache-2.0
// run: --block 256 --grid 6 --arg buf:6144 --dump 0:i
// core run: --preset paper --formation dwf
// expect: 0: 61 122 183 244 305 366 427 488
// Each lane of a warp in a loop of its own: 32 times as many dynamic warps as static ones.
#include "heddle.h"

struct spread {
    unsigned *out;
};

#define LOOP(n)                                                                                    \
    case n:                                                                                        \
        for (unsigned k = 0; k < 60; k++) {                                                        \
            __asm__ volatile("" : "+r"(x) : "i"(n));                                               \
            x += i + 1;                                                                            \
        }                                                                                          \
        break;
#define LOOPS(n) LOOP(n) LOOP(n + 1) LOOP(n + 2) LOOP(n + 3)

KERNEL(spread)
{
    unsigned i = global_x(), x = i + 1;
    switch (thread_x() % 32) {
        LOOPS(0) LOOPS(4) LOOPS(8) LOOPS(12) LOOPS(16) LOOPS(20) LOOPS(24) LOOPS(28)
    }
    arg->out[i] = x;
}
