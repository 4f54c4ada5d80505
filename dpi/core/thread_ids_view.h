/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_THREAD_IDS_VIEW_H
#define HEDDLE_THREAD_IDS_VIEW_H

#include "core/thread_ids.h"

static inline uint32_t rank_of(const struct thread_ids *s, const struct thread_ids_in *in,
                               uint32_t port, uint32_t lane)
{
    return in->rank[port][s->cfg.own ? lane : 0];
}

/* Does look-up i / Lanes name a thread in its lane i % Lanes? */
static inline bool names_thread(const struct thread_ids *s, const struct thread_ids_in *in,
                                uint32_t i)
{
    const uint32_t lanes = s->cfg.lanes;
    return thread_ids_has(s, rank_of(s, in, i / lanes, i % lanes), i % lanes);
}

#endif
