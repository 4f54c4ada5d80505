/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NREC: warps that split at a branch, and never reconverge (Dynamic Warp
 * Formation, section 3.1). Parts are issued in the order in which they are
 * ready; a part is ready when all its threads are back.
 */
#ifndef HEDDLE_WALK_SERIAL_H
#define HEDDLE_WALK_SERIAL_H

#include "walk/machine.h"

struct serial_part {
    struct machine_warp warp;
    uint32_t away; /* threads issued that are not back */
};

struct serial {
    const struct walker *walker;
    struct serial_part part[WALKER_MAX_THREADS]; /* by its lowest thread */
    uint32_t part_of[WALKER_MAX_THREADS];
    uint32_t ready[WALKER_MAX_THREADS]; /* ring of parts */
    uint32_t head;
    uint32_t count;
};

extern const struct machine_ops serial_ops;

void serial_init(struct serial *s, const struct machine_cfg *cfg, const struct walker *walker);

#endif
