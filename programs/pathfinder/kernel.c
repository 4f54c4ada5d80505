// SPDX-License-Identifier: Apache-2.0
//
// The cheapest way down a grid to each cell of a row; a step goes straight or aslant. A block goes
// down several rows by itself: the outermost threads do not see what they need, one more a row on
// each side; blocks overlap by so many.
#include "heddle.h"

enum { THREADS = 128, STEPS = 8, OWN = THREADS - 2 * STEPS, FAR = 0x7fffffff };

struct pathfinder {
    const int *cost; // of the rows to go down
    const int *now;
    int *next;
    unsigned width;
    unsigned steps; // at most STEPS
};

SHARED int line[2][THREADS];

KERNEL(pathfinder)
{
    unsigned t = thread_x();
    unsigned x = block_x() * OWN + t - STEPS; // left of the grid: huge
    unsigned from = 0;
    line[0][t] = x < arg->width ? arg->now[x] : FAR;
    line[1][t] = FAR;
    barrier();
    for (unsigned s = 0; s < arg->steps; s++) {
        if (x < arg->width && t > s && t + s < THREADS - 1) {
            int best = min(line[from][t], min(line[from][t - 1], line[from][t + 1]));
            line[1 - from][t] = best + arg->cost[s * arg->width + x];
        }
        from = 1 - from;
        barrier();
    }
    if (x < arg->width && t - STEPS < OWN) arg->next[x] = line[from][t];
}
