/* SPDX-License-Identifier: Apache-2.0 */
/* What of an entry is known in the cycle in which it is read: of that cycle's writes as well. */
#ifndef HEDDLE_WARP_POOL_VIEW_H
#define HEDDLE_WARP_POOL_VIEW_H

#include "formation/warp_pool.h"

/* The lanes of the warp that group g writes. */
static inline uint64_t lanes_written(const struct warp_pool_in *in, unsigned g, uint32_t idx)
{
    return (in->join_en[g] && in->join_idx[g] == idx ? in->join_mask[g] : 0) |
           (in->open_en[g] && in->open_idx[g] == idx ? in->open_mask[g] : 0);
}

static inline bool is_shut(const struct warp_pool_in *in, uint32_t idx)
{
    return (in->shut_en[0] && in->shut_idx[0] == idx) || (in->shut_en[1] && in->shut_idx[1] == idx);
}

/* The lanes of the warp that is read whose thread ids are known. */
static inline uint64_t lanes_known(const struct warp_pool *s, const struct warp_pool_in *in)
{
    const uint32_t idx = in->issue_idx;
    return s->tid_written[idx] | lanes_written(in, 0, idx) | lanes_written(in, 1, idx);
}

#endif
