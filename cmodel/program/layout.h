// SPDX-License-Identifier: Apache-2.0
//
// Whether the code lies in the order in which the lowest program counter should go first:
// docs/analyser.md, "Order of the code".
#ifndef HD_PROGRAM_LAYOUT_H
#define HD_PROGRAM_LAYOUT_H

#include "program/flow.h"
#include "program/meetings.h"

enum layout_kind {
    LAYOUT_BACK,  // an edge goes to a lower address, and begins no round of a loop
    LAYOUT_LEFT,  // an edge leaves a loop to a place before a block of the loop
    LAYOUT_ROUND, // threads meet only in the next round: at a lower address than they part
};

struct layout_fault {
    uint32_t function; // number
    enum layout_kind kind;
    uint32_t from; // the last instruction of the block that an edge leaves, or the branch
    uint32_t to;   // the first of the block that lies too low
    uint32_t over; // LAYOUT_LEFT: the last instruction of the loop; others: `from`
    bool apart;    // threads that parted in the function, and have not met again, may go here
};

struct layout {
    uint32_t count;
    struct layout_fault *fault; // by function, then in the order of `from`
};

// False: no memory, and there is nothing to free.
bool layout_find(struct layout *layout, const struct flow *flow, const struct meetings *meetings);

void layout_free(struct layout *layout);

#endif
