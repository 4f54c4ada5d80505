/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several places of a warp in one home lane: docs/blocks/pc_warp_lut.md. The blocks that have the
 * parameter refuse the same sizes.
 */
#ifndef HEDDLE_LANE_SLOTS_H
#define HEDDLE_LANE_SLOTS_H

#include <stddef.h>
#include <stdint.h>

#include "common/bits.h"

/* NULL, or what is wrong with these numbers. */
static inline const char *lane_slots_error(uint32_t lanes, uint32_t lane_slots)
{
    if (lane_slots < 1 || lane_slots > lanes || several(lane_slots))
        return "LaneSlots must be a power of two, at most Lanes";
    if (lane_slots > 1 && several(lanes))
        return "with LaneSlots above 1 Lanes must be a power of two";
    return NULL;
}

#endif
