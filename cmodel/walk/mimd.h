/* SPDX-License-Identifier: Apache-2.0 */
/*
 * MIMD: as many scalar pipelines as the SIMD pipeline is wide. Threads of any
 * PCs are issued together, in the order in which they returned. The bound that
 * the paper compares with; give it a warp as wide as the pipeline.
 */
#ifndef HEDDLE_WALK_MIMD_H
#define HEDDLE_WALK_MIMD_H

#include "walk/machine.h"

struct mimd {
    const struct walker *walker;
    uint32_t lanes;
    uint32_t ready[WALKER_MAX_THREADS]; /* ring of threads */
    uint32_t head;
    uint32_t count;
};

extern const struct machine_ops mimd_ops;

void mimd_init(struct mimd *s, const struct machine_cfg *cfg, const struct walker *walker);

#endif
