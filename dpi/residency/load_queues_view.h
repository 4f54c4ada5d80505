/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_LOAD_QUEUES_VIEW_H
#define HEDDLE_LOAD_QUEUES_VIEW_H

#include "residency/load_queues.h"

static inline uint32_t data_words(const struct load_queues *s)
{
    return (s->cfg.data_width + 31) / 32;
}

/* The place of the load that came in last, in the last cycle if one did: it is then the youngest of
 * the active queue. */
static inline void newest(const struct load_queues *s, uint32_t *at)
{
    *at = s->active_count > 0 ? s->active_place[s->active_count - 1] : 0;
}

#endif
