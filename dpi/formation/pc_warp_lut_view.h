/* SPDX-License-Identifier: Apache-2.0 */
/* How the checker of the PC-warp LUT sees its model. */
#ifndef HEDDLE_PC_WARP_LUT_VIEW_H
#define HEDDLE_PC_WARP_LUT_VIEW_H

#include "formation/pc_warp_lut.h"

/* Home lanes: turn has a value for each, of each group. */
static inline uint32_t homes(const struct pc_warp_lut *s)
{
    return s->cfg.lanes / s->cfg.lane_slots;
}

#endif
