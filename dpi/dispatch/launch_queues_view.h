/* SPDX-License-Identifier: Apache-2.0 */
/* When what the launch queues hold has a meaning. */
#ifndef HEDDLE_LAUNCH_QUEUES_VIEW_H
#define HEDDLE_LAUNCH_QUEUES_VIEW_H

#include "dispatch/launch_queues.h"

/* Where command n of queue q stands, the head being command 0. */
static inline uint32_t place_of(const struct launch_queues *s, uint32_t q, uint32_t n)
{
    return q * s->cfg.depth + (s->head[q] + n) % s->cfg.depth;
}

/* Is there a command at this place? */
static inline bool held(const struct launch_queues *s, uint32_t place)
{
    const uint32_t q = place / s->cfg.depth, i = place % s->cfg.depth;
    return (i + s->cfg.depth - s->head[q]) % s->cfg.depth < s->count[q];
}

/* Is the launch in a queue? */
static inline bool queued(const struct launch_queues *s, uint32_t launch)
{
    for (uint32_t q = 0; q < s->cfg.queues; q++) {
        for (uint32_t n = 0; n < s->count[q]; n++) {
            const uint32_t at = place_of(s, q, n);
            if (!s->wait[at] && s->launch[at] == launch) return true;
        }
    }
    return false;
}

/* A launch that is open and in no queue runs. */
static inline bool running(const struct launch_queues *s, uint32_t launch)
{
    return s->open[launch] && !queued(s, launch);
}

#endif
