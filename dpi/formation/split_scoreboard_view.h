/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_SPLIT_SCOREBOARD_VIEW_H
#define HEDDLE_SPLIT_SCOREBOARD_VIEW_H

#include "formation/split_scoreboard.h"

/* Does row i, counted over all slots, have a write out: do its register and deps mean something? */
static inline bool is_pending(const struct split_scoreboard *s, uint32_t i)
{
    const uint32_t rows = 2 * s->cfg.entries;
    return s->pending[i / rows] >> i % rows & 1;
}

#endif
