/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_OVERSUBSCRIPTION_VIEW_H
#define HEDDLE_OVERSUBSCRIPTION_VIEW_H

#include "common/lockstep.h"
#include "residency/oversubscription.h"

/* An epoch has less than 2^EpochWidth cycles, so the place in it is one less at most. */
static inline bool jump(struct oversubscription *s, struct hd_instance *inst)
{
    const uint64_t most = UINT64_C(1) << s->cfg.epoch_width;
    if (!hd_jumps(inst)) return false;
    s->place = (uint32_t)hd_jump_below(most - 1);
    s->idle = (uint32_t)hd_jump_below((uint64_t)s->place + 1);
    s->mem = (uint32_t)hd_jump_below((uint64_t)s->place + 1);
    s->idle_prev = (uint32_t)hd_jump_below(most);
    s->mem_prev = (uint32_t)hd_jump_below(most);
    return true;
}

#endif
