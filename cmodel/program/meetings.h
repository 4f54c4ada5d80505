// SPDX-License-Identifier: Apache-2.0
//
// Where the threads of branches and calls meet again: docs/analyser.md, "Where threads meet again",
// "Barriers".
#ifndef HD_PROGRAM_MEETINGS_H
#define HD_PROGRAM_MEETINGS_H

#include "program/flow.h"

// By instruction.
struct meetings {
    uint32_t *meet;    // of branches and calls: an address; 0: that of the branch or call around it
    uint32_t *barrier; // of a branch whose threads may part and be at a barrier before they meet:
                       // the first such barrier, or call that may come to one; else FLOW_NONE
    bool *parts;       // of a branch: threads of a warp may go both ways
    bool *moved;       // of a branch: threads that come to a barrier come to `meet`, others may not
    bool *apart;       // threads that ended by themselves, while others live, may come here
};

// False: no memory, and there is nothing to free.
bool meetings_find(struct meetings *meetings, const struct flow *flow);

void meetings_free(struct meetings *meetings);

#endif
