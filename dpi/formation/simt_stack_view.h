/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_SIMT_STACK_VIEW_H
#define HEDDLE_SIMT_STACK_VIEW_H

#include "common/bits.h"
#include "formation/simt_stack.h"

/* Place i % Depth of slot i / Depth holds one of the levels deep to count - 1. */
static inline bool holds(const struct simt_stack *s, uint32_t i)
{
    const uint32_t slot = i / s->cfg.depth;
    const uint32_t above = (i - s->deep[slot]) & (s->cfg.depth - 1); /* 4, 8 or 16 */
    return has(s->here, slot) && above < s->count[slot] - s->deep[slot];
}

/* Of a row count and deep, which are behind the entries. */
static inline uint32_t level_of(const struct simt_stack_cfg *cfg, const uint32_t *row,
                                uint32_t from)
{
    uint32_t level = 0;
    for (uint32_t b = 0; b < simt_stack_level_width(cfg); b++)
        level |= (row[(from + b) / 32] >> (from + b) % 32 & 1) << b;
    return level;
}

static inline uint32_t count_of(const struct simt_stack_cfg *cfg, const uint32_t *row)
{
    return level_of(cfg, row, cfg->depth * simt_stack_entry_width(cfg));
}

static inline uint32_t deep_of(const struct simt_stack_cfg *cfg, const uint32_t *row)
{
    const uint32_t entries = cfg->depth * simt_stack_entry_width(cfg);
    return level_of(cfg, row, entries + simt_stack_level_width(cfg));
}

#endif
