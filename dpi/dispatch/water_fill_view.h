/* SPDX-License-Identifier: Apache-2.0 */
/* When what the water fill holds has a meaning. */
#ifndef HEDDLE_WATER_FILL_VIEW_H
#define HEDDLE_WATER_FILL_VIEW_H

#include "dispatch/water_fill.h"

static inline bool counts(const struct water_fill *s)
{
    return s->phase == WATER_FILL_ENVELOPE || s->phase == WATER_FILL_FIRST ||
           s->phase == WATER_FILL_GIVE;
}

/* Behind the envelope all numbers of blocks have been looked at. */
static inline bool is_looked_at(const struct water_fill *s, uint32_t i)
{
    if (s->phase == WATER_FILL_ENVELOPE) return i % s->cfg.blocks + 1 < s->at;
    return s->phase > WATER_FILL_ENVELOPE;
}

#endif
