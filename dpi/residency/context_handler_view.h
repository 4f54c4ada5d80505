/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_CONTEXT_HANDLER_VIEW_H
#define HEDDLE_CONTEXT_HANDLER_VIEW_H

#include "residency/context_handler.h"

static inline uint32_t stack_words(const struct context_handler *s)
{
    return (s->cfg.stack_width + 31) / 32;
}

/* The row that was written last, in the last cycle if a stack was read in it. */
static inline void newest(const struct context_handler *s, uint32_t *at)
{
    *at = s->taken > 0 && s->taken <= s->cfg.max_warps ? s->taken - 1 : 0;
}

/* The bits of word w of a queue that are of granules in it. */
static inline uint64_t queued(const struct granule_queue *q, uint32_t w)
{
    const uint32_t bits = q->count * q->granule;
    if (bits <= w * 32) return 0;
    return bits >= w * 32 + 32 ? UINT32_MAX : (UINT64_C(1) << bits % 32) - 1;
}

#endif
