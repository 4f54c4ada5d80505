// SPDX-License-Identifier: Apache-2.0
//
// Breadth-first search, one level a pass. bfs: nodes of the level look at their neighbours; several
// may find the same one, and write the same. bfs_next: what was found is the next level.
#include "heddle.h"

struct bfs {
    const unsigned *first; // edges of node i: first[i] to first[i + 1] - 1
    const unsigned *edge;  // the other end
    unsigned *level;       // steps from the start; all ones: not reached
    unsigned char *now;    // nodes of this level
    unsigned char *found;  // nodes of the next
    unsigned n;
};

KERNEL(bfs)
{
    unsigned i = global_x();
    if (i >= arg->n || !arg->now[i]) return;
    arg->now[i] = 0;
    for (unsigned e = arg->first[i]; e < arg->first[i + 1]; e++) {
        unsigned other = arg->edge[e];
        if (arg->level[other] == ~0u) arg->found[other] = 1;
    }
}

struct bfs_next {
    unsigned *level;
    unsigned char *now;
    unsigned char *found;
    unsigned *more; // whether there is a next level
    unsigned depth;
    unsigned n;
};

KERNEL(bfs_next)
{
    unsigned i = global_x();
    if (i >= arg->n || !arg->found[i]) return;
    arg->found[i] = 0;
    arg->now[i] = 1;
    arg->level[i] = arg->depth;
    *arg->more = 1;
}
