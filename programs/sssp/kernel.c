// SPDX-License-Identifier: Apache-2.0
//
// Shortest ways from one node to all others (Bellman, Ford): nodes that have become nearer in the
// last round offer their neighbours a way. Whether a node sees what it is offered in this round
// does not matter: it is marked for the next.
#include "heddle.h"

struct sssp {
    const unsigned *first;  // edges of node i: first[i] to first[i + 1] - 1
    const unsigned *edge;   // the other end
    const unsigned *length; // of the edge
    unsigned *distance;     // all ones: not reached
    unsigned *now;          // nodes of this round
    unsigned *next;
    unsigned *more; // whether there is a next round
    unsigned n;
};

KERNEL(sssp)
{
    unsigned i = global_x();
    if (i >= arg->n || !arg->now[i]) return;
    arg->now[i] = 0;
    unsigned here = arg->distance[i];
    for (unsigned e = arg->first[i]; e < arg->first[i + 1]; e++) {
        unsigned other = arg->edge[e];
        unsigned way = here + arg->length[e];
        if (atomic_minu(&arg->distance[other], way) <= way) continue;
        arg->next[other] = 1;
        *arg->more = 1;
    }
}
