/* SPDX-License-Identifier: Apache-2.0 */
/* When what the share limits hold has a meaning. */
#ifndef HEDDLE_SHARE_LIMITS_VIEW_H
#define HEDDLE_SHARE_LIMITS_VIEW_H

#include "dispatch/share_limits.h"

/* A kernel has a part from its count on; the rows look at the parts with even alone. */
static inline bool has_part(const struct share_limits *s, uint32_t k)
{
    if (s->phase == SHARE_LIMITS_COUNT) return k <= s->kernel;
    return s->phase == SHARE_LIMITS_ROWS && s->asked.policy == SHARE_LIMITS_EVEN;
}

/* None is told of a division that has ended, and after a reset. */
static inline bool has_none(const struct share_limits *s)
{
    return s->phase == SHARE_LIMITS_IDLE || s->phase == SHARE_LIMITS_DONE;
}

#endif
