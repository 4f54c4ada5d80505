// SPDX-License-Identifier: Apache-2.0
// run: --block 64 --grid 6 --arg buf:8192:random
// For interweaving: each thread goes to eight places in an order of its own, and stays at each for
// a time of its own. So a warp has many contexts, which part, meet and pass each other all the
// time.
#include "heddle.h"

struct ways {
    unsigned *words;
};

#define PLACE(n)                                                                                   \
    case n:                                                                                        \
        for (unsigned k = x >> 8 & 7; k != 0; k--) __asm__ volatile("" : "+r"(x) : "i"(n));        \
        x = x * 1103515245u + 12345u + (n);                                                        \
        break;

KERNEL(ways)
{
    unsigned x = global_x() * 2654435761u + 1;
#pragma nounroll
    for (unsigned step = 0; step < 24; step++) {
        switch (x >> 13 & 7) {
            PLACE(0)
            PLACE(1)
            PLACE(2)
            PLACE(3)
            PLACE(4)
            PLACE(5)
            PLACE(6)
            PLACE(7)
        }
        if ((x >> 20 & 3) == 0) x += arg->words[x >> 22];
    }
    arg->words[1024 + global_x()] = x;
}
