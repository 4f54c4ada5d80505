/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_WARP_SPILL_VIEW_H
#define HEDDLE_WARP_SPILL_VIEW_H

#include "common/bits.h"
#include "common/lockstep.h"
#include "formation/warp_spill.h"

/* Is there a thread in lane i % Lanes of group i / Lanes? */
static inline bool names_out(const struct warp_spill *s, const struct warp_spill_out *out,
                             uint32_t i)
{
    const uint32_t g = i / s->cfg.lanes;
    return out->out_valid[g] && has(out->out_record[g].req, i % s->cfg.lanes);
}

/* Where an empty queue goes on. */
static inline bool jump(struct warp_spill *s, struct hd_instance *inst)
{
    if (s->queued != 0 || s->asked != 0 || !hd_jumps(inst)) return false;
    s->head = s->tail = (uint32_t)hd_jump_below(s->cfg.slots);
    return true;
}

#endif
