/* SPDX-License-Identifier: Apache-2.0 */
/* What the ports carry that the model has behind pointers, in the structs of others, or not at
 * all. */
#ifndef HEDDLE_PDOM_FRONT_VIEW_H
#define HEDDLE_PDOM_FRONT_VIEW_H

#include "common/bits.h"
#include "common/unpack.h"
#include "core/pdom_front.h"

enum { PDOM_FRONT_ROW_BITS = 32 * SIMT_STACK_ROW_WORDS };

struct pdom_front_view_in {
    struct pdom_front_in model;
    uint8_t rows[FRONT_REGISTERS];
    uint8_t res_slot[PDOM_FRONT_MAX_PORTS];
    uint32_t res_addr[PDOM_FRONT_MAX_PORTS][FRONT_MAX_LANES];
    uint64_t end_mask;
    uint32_t end_pc;
    uint32_t fill_data[SIMT_STACK_ENTRY_WORDS];
    uint32_t row_wr_data[SIMT_STACK_ROW_WORDS];
};

/* A row bit by bit, since some of its bits mean nothing. */
struct pdom_front_view_out {
    struct pdom_front_out model;
    uint32_t set_slot[PDOM_FRONT_MAX_PORTS];
    uint32_t set_reg[PDOM_FRONT_MAX_PORTS];
    bool row_rd_data[PDOM_FRONT_ROW_BITS];
};

static inline void take(const struct pdom_front *s, struct pdom_front_view_in *in)
{
    in->model.rows = in->rows;
    in->model.fill_data = in->fill_data;
    in->model.row_wr_data = in->row_wr_data;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        in->model.res_here[p] = in->model.res_valid[p];
        in->model.res[p].slot = &in->res_slot[p];
        in->model.res[p].addr = in->res_addr[p];
    }
}

static inline void give(const struct pdom_front *s, const struct pdom_front_in *in,
                        struct pdom_front_view_out *out)
{
    const uint32_t width = simt_stack_row_width(&s->stack.cfg);
    (void)in;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        out->set_slot[p] = out->model.issue[p].slot[0];
        out->set_reg[p] = out->model.issue[p].reg[FRONT_RD];
    }
    hd_flags(out->row_rd_data, out->model.stack.row_rd_data, width);
}

/* The row's slot is here, and the place of bit i holds one of the levels deep to count - 1. */
static inline bool row_known(const struct pdom_front *front, uint32_t slot, uint32_t i)
{
    const struct simt_stack *s = &front->stack;
    const uint32_t d = i / simt_stack_entry_width(&s->cfg);
    if (!has_any(s->here, slot)) return false;
    return d >= s->cfg.depth || (d - s->deep[slot]) % s->cfg.depth < s->count[slot] - s->deep[slot];
}

#endif
