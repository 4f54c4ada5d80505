/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What max-heap and max-tree share besides their ports: the limits of the sizes, the update queue
 * in front, and what the neighbours promise about updates (docs/blocks/max_heap.md).
 */
#ifndef HEDDLE_UPDATE_QUEUE_H
#define HEDDLE_UPDATE_QUEUE_H

#include "formation/max_heap.h"

/* What CNT of an entry becomes when an update finds it. */
static inline uint32_t update_queue_count(uint32_t order, uint32_t cnt, uint32_t nthd)
{
    if (order == MAX_HEAP_PDOM) return cnt < nthd ? cnt : nthd;
    return cnt + nthd;
}

/* NULL, or what is wrong with the sizes that both blocks have (all but ports). */
const char *update_queue_cfg_error(const struct max_heap_cfg *cfg);

/* The clock edge: n updates leave at the head, then the updates that are offered and ready enter at
 * the tail, 0 before 1. */
void update_queue_tick(struct max_heap_update *queue, uint32_t *count, const struct max_heap_in *in,
                       const struct max_heap_out *out, uint32_t n);

/* NULL, or what is wrong with the updates offered, or with pop and sweep. */
const char *update_queue_promise(const struct max_heap_cfg *cfg, const struct max_heap_in *in);

#endif
