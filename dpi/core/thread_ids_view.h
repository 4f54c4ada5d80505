/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_THREAD_IDS_VIEW_H
#define HEDDLE_THREAD_IDS_VIEW_H

#include "common/lane_slots.h"
#include "core/thread_ids.h"

/* What a look-up names for a place: a warp by its rank, or a part of one. */
static inline uint32_t part_of(const struct thread_ids *s, const struct thread_ids_in *in,
                               uint32_t port, uint32_t place)
{
    return in->rank[port][s->cfg.own ? place : 0];
}

static inline uint32_t rank_of(const struct thread_ids *s, const struct thread_ids_in *in,
                               uint32_t port, uint32_t place)
{
    return part_warp(s->cfg.lane_slots, part_of(s, in, port, place));
}

static inline uint32_t lane_of(const struct thread_ids *s, const struct thread_ids_in *in,
                               uint32_t port, uint32_t place)
{
    return part_lane(s->cfg.lanes, s->cfg.lane_slots, part_of(s, in, port, place), place);
}

/* Does look-up i / Lanes name a thread at its place i % Lanes? */
static inline bool names_thread(const struct thread_ids *s, const struct thread_ids_in *in,
                                uint32_t i)
{
    const uint32_t lanes = s->cfg.lanes;
    const uint32_t port = i / lanes, place = i % lanes;
    return thread_ids_has(s, rank_of(s, in, port, place), lane_of(s, in, port, place));
}

#endif
