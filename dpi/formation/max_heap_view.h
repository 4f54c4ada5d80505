/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_MAX_HEAP_VIEW_H
#define HEDDLE_MAX_HEAP_VIEW_H

#include "formation/max_heap.h"

/* Under a busy lane's hole the memory is stale: the entry that stands there is in flight. */
static inline bool stands(const struct max_heap *s, uint32_t at)
{
    for (uint32_t l = 0; at < s->size && l < MAX_HEAP_LANES; l++) {
        if (s->lane_busy[l] && s->lane_hole[l] == at) return false;
    }
    return at < s->size;
}

#endif
