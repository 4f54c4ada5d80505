/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_CTA_LAUNCHER_VIEW_H
#define HEDDLE_CTA_LAUNCHER_VIEW_H

#include "common/lockstep.h"
#include "core/cta_launcher.h"

enum { SCHEDULING = CTA_LAUNCHER_SCHEDULING, CAPACITY = CTA_LAUNCHER_CAPACITY };

/* While k is looked for: is one of the groups at it still, has one of them found its limit? */
static inline bool searches(const struct cta_launcher *s, uint32_t groups)
{
    return s->phase == CTA_LAUNCHER_FIT && (~s->found & groups) != 0;
}

static inline bool found(const struct cta_launcher *s, uint32_t groups)
{
    return s->phase == CTA_LAUNCHER_FIT && (s->found & groups) != 0;
}

/* Where the walk through the grid goes on. */
static inline bool jump(struct cta_launcher *s, struct hd_instance *inst)
{
    if (s->phase != CTA_LAUNCHER_WALK || !hd_jumps(inst)) return false;
    s->x = (uint32_t)hd_jump_below(s->size_x);
    s->y = (uint32_t)hd_jump_below(s->size_y);
    s->z = (uint32_t)hd_jump_below(s->size_z);
    /* Often at the end of its row, and of its plane: the next one steps y, and z. */
    if (hd_jump_below(2) == 1) s->x = s->size_x - 1;
    if (hd_jump_below(2) == 1) s->y = s->size_y - 1;
    /* As if as many blocks had been taken and were done. */
    s->taken = s->x + s->size_x * (s->y + (uint64_t)s->size_y * s->z);
    s->ended = s->taken - s->here;
    return true;
}

#endif
