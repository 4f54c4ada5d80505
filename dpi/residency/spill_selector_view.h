/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_SPILL_SELECTOR_VIEW_H
#define HEDDLE_SPILL_SELECTOR_VIEW_H

#include "residency/spill_selector.h"

/* The sets of the line that was looked at in the last cycle; in a short last line some are none. */
static inline void line(const struct spill_selector *s, uint32_t *at)
{
    const uint32_t lines = spill_selector_lines(&s->cfg);
    const uint32_t last = (s->line + lines - 1) % lines;
    for (uint32_t k = 0; k < s->cfg.columns; k++) at[k] = last * s->cfg.columns + k;
}

#endif
