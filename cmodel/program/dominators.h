// SPDX-License-Identifier: Apache-2.0
//
// Immediate dominators and post-dominators of a function's blocks: docs/analyser.md, "Where threads
// meet again", "Where threads part".
#ifndef HD_PROGRAM_DOMINATORS_H
#define HD_PROGRAM_DOMINATORS_H

#include "program/flow.h"

enum { DOMINATORS_NONE = UINT32_MAX };

// Fills `found[b]` with the last block before block b that all ways from `entry` to b pass; of the
// entry with `blocks`; of blocks to which no way leads with DOMINATORS_NONE. False: no memory.
bool dominators(uint32_t blocks, const struct flow_edges *edges, uint32_t entry, uint32_t *found);

// Fills `found[b]` with the block that all ways from block b to the end of the function meet first,
// or with `blocks`: the virtual exit, which lies behind every block without edges. From blocks that
// do not lead to it, the last one gets an edge to it, until all do. False: no memory.
bool post_dominators(uint32_t blocks, const struct flow_edges *edges, uint32_t *found);

#endif
