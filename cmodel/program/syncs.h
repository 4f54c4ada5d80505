// SPDX-License-Identifier: Apache-2.0
//
// What threads that come first to a meeting place are told about those that do not:
// docs/analyser.md, "Where threads part".
#ifndef HD_PROGRAM_SYNCS_H
#define HD_PROGRAM_SYNCS_H

#include "program/flow.h"
#include "program/meetings.h"

// By instruction. Addresses are lower than that of the instruction; 0: none.
struct syncs {
    bool *place;            // threads that may have parted meet here
    uint32_t *divergence;   // the last instruction of the immediate dominator
    uint32_t *before_loops; // that of the nearest dominator in no loop that is left on the way here
};

// False: no memory, and there is nothing to free.
bool syncs_find(struct syncs *syncs, const struct flow *flow, const struct meetings *meetings);

void syncs_free(struct syncs *syncs);

#endif
