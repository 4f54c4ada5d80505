/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_COALESCER_VIEW_H
#define HEDDLE_COALESCER_VIEW_H

#include "common/bits.h"
#include "core/coalescer.h"

/* Does a request serve this lane? */
static inline bool served(const struct coalescer *s, const struct coalescer_out *out, uint32_t lane)
{
    for (uint32_t b = 0; b < s->cfg.banks; b++)
        if (has(out->req_lanes[b], lane)) return true;
    return false;
}

/* Does a request enable this byte, of the lines of all banks one behind the other? */
static inline bool enabled(const struct coalescer *s, const struct coalescer_out *out, uint32_t i)
{
    return out->req_be[i / s->cfg.line_bytes][i % s->cfg.line_bytes];
}

#endif
