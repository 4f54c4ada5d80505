/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_WARP_ID_MAP_VIEW_H
#define HEDDLE_WARP_ID_MAP_VIEW_H

#include "residency/warp_id_map.h"

/* Is the slot one of a frame with a block? */
static inline bool slot_is_mapped(const struct warp_id_map *s, uint32_t slot)
{
    const uint32_t frame = s->warps == 0 ? s->cfg.frames : slot / s->warps;
    return frame < s->cfg.frames && (s->frame_valid >> frame & 1) != 0;
}

#endif
