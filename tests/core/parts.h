/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several places of a warp in one home lane, for the tests: sm.md. All threads of all static warps
 * are numbered in a row. A part is `homes` of them, one for each home lane.
 */
#ifndef HEDDLE_TESTS_PARTS_H
#define HEDDLE_TESTS_PARTS_H

#include <stdint.h>

#include "common/rng.h"

struct thread_name {
    uint32_t slot;
    uint32_t lane;
};

/* The thread that a warp has at this place, if the place has this part. */
static inline struct thread_name thread_at(uint32_t lanes, uint32_t lane_slots, uint32_t part,
                                           uint32_t place)
{
    const uint32_t homes = lanes / lane_slots;
    const uint32_t number = part * homes + place % homes;
    return (struct thread_name){number / lanes, number % lanes};
}

/* The part that this thread has at a place of its home lane. */
static inline uint32_t part_with(uint32_t lanes, uint32_t lane_slots, uint32_t slot, uint32_t lane)
{
    return (slot * lanes + lane) / (lanes / lane_slots);
}

/* Places in a home lane: with a power of two of lanes up to all of them. */
static inline uint32_t draw_lane_slots(struct hd_rng *rng, uint32_t lanes)
{
    uint32_t lane_slots = 1;
    if ((lanes & (lanes - 1)) != 0) return 1;
    while (lane_slots < lanes && hd_rng_chance(rng, 2, 3)) lane_slots *= 2;
    return lane_slots;
}

#endif
