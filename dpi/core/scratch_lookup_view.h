/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_SCRATCH_LOOKUP_VIEW_H
#define HEDDLE_SCRATCH_LOOKUP_VIEW_H

#include "common/bits.h"
#include "core/scratch_lookup.h"

/* The inputs with their addresses, to which the model's point. */
struct scratch_lookup_view_in {
    struct scratch_lookup_in model;
    uint32_t addr[SCRATCH_LOOKUP_MAX_LANES];
    uint32_t beat_addr[SCRATCH_LOOKUP_MAX_LANES];
};

struct scratch_lookup_view_out {
    struct scratch_lookup_out model;
    bool some_shared;
};

static inline void take(const struct scratch_lookup *s, struct scratch_lookup_view_in *in)
{
    (void)s;
    in->model.addr = in->addr;
    in->model.beat_addr = in->beat_addr;
}

static inline void give(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                        struct scratch_lookup_view_out *out)
{
    (void)s;
    (void)in;
    out->some_shared = out->model.shared != 0;
}

#endif
