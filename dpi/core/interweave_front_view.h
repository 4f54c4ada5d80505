/* SPDX-License-Identifier: Apache-2.0 */
/* What the ports carry that the model has behind pointers. */
#ifndef HEDDLE_INTERWEAVE_FRONT_VIEW_H
#define HEDDLE_INTERWEAVE_FRONT_VIEW_H

#include "common/bits.h"
#include "core/decode.h"
#include "core/interweave_front.h"

struct interweave_front_view_in {
    struct interweave_front_in model;
    uint8_t rows[FRONT_REGISTERS];
    uint8_t res_slot[INTERWEAVE_FRONT_PORTS];
    uint32_t res_addr[INTERWEAVE_FRONT_PORTS][FRONT_MAX_LANES];
    uint32_t fill_data[CCT_CONTEXT_WORDS];
};

static inline void take(const struct interweave_front *s, struct interweave_front_view_in *in)
{
    (void)s;
    in->model.rows = in->rows;
    in->model.fill_data = in->fill_data;
    for (uint32_t p = 0; p < INTERWEAVE_FRONT_PORTS; p++) {
        in->model.res_here[p] = in->model.res_valid[p];
        in->model.res[p].slot = &in->res_slot[p];
        in->model.res[p].addr = in->res_addr[p];
    }
}

/* It will have a writeback. */
static inline bool has_row(const struct front_instruction *i)
{
    return (i->use >> FRONT_RD & 1) != 0 || i->unit == DECODE_FLOAT;
}

#endif
