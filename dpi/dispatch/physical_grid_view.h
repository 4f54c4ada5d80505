/* SPDX-License-Identifier: Apache-2.0 */
/* When what the physical grid holds has a meaning. */
#ifndef HEDDLE_PHYSICAL_GRID_VIEW_H
#define HEDDLE_PHYSICAL_GRID_VIEW_H

#include "dispatch/physical_grid.h"

/* A result is there from done on until the next start that counts; after a reset there is none. */
static inline bool has_result(const struct physical_grid *s)
{
    return s->phase == PHYSICAL_GRID_DONE || (s->phase == PHYSICAL_GRID_IDLE && s->found);
}

static inline bool is_reducing(const struct physical_grid *s)
{
    return s->phase == PHYSICAL_GRID_REDUCE;
}

static inline bool is_growing(const struct physical_grid *s)
{
    return s->phase == PHYSICAL_GRID_GROW;
}

#endif
