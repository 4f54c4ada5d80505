/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The paper's baseline, PDOM: static warps, each with a reconvergence stack
 * (Dynamic Warp Formation, section 3.2, Figure 4), issued round robin. A warp
 * is ready when all its threads are back.
 */
#ifndef HEDDLE_WALK_PDOM_STACK_H
#define HEDDLE_WALK_PDOM_STACK_H

#include "walk/machine.h"

enum {
    /* Each divergence on the way down splits the active threads: at most so many entries wait for
     * reconvergence, and the others hold a thread each that no other of them holds. */
    PDOM_STACK_DEPTH = 2 * MACHINE_MAX_LANES + 1,
};

#define PDOM_STACK_NO_PC UINT32_MAX

struct pdom_stack_entry {
    uint32_t pc;
    uint32_t rpc; /* where the entry is popped; or PDOM_STACK_NO_PC */
    uint64_t mask;
};

struct pdom_stack_warp {
    struct pdom_stack_entry entry[PDOM_STACK_DEPTH]; /* the last one is the top */
    uint32_t depth;
    uint32_t away; /* threads issued that are not back */
};

struct pdom_stack {
    const struct walker *walker;
    uint32_t lanes;
    uint32_t warps;
    uint32_t next; /* looked at first */
    struct pdom_stack_warp warp[WALKER_MAX_THREADS];
};

extern const struct machine_ops pdom_stack_ops;

void pdom_stack_init(struct pdom_stack *s, const struct machine_cfg *cfg,
                     const struct walker *walker);

#endif
