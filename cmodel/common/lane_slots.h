/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several places of a warp in one home lane: docs/blocks/pc_warp_lut.md, for the core sm.md. The
 * blocks that have the parameter refuse the same sizes. A static warp of `lanes` threads has
 * `lane_slots` parts; a formed warp names for each place the part of its thread. With one place a
 * lane a part is a warp, and a place a lane.
 */
#ifndef HEDDLE_LANE_SLOTS_H
#define HEDDLE_LANE_SLOTS_H

#include <stddef.h>
#include <stdint.h>

#include "common/bits.h"

/* The static warp of a part. */
static inline uint32_t part_warp(uint32_t lane_slots, uint32_t part)
{
    return lane_slots == 1 ? part : part / lane_slots;
}

/* The lane that the thread of this part at this place has in its static warp. */
static inline uint32_t part_lane(uint32_t lanes, uint32_t lane_slots, uint32_t part, uint32_t place)
{
    const uint32_t homes = lanes / lane_slots;
    return lane_slots == 1 ? place : part % lane_slots * homes + place % homes;
}

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
