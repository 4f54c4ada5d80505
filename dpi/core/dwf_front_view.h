/* SPDX-License-Identifier: Apache-2.0 */
/* What the ports carry that the model has behind pointers; where words of rows were written. */
#ifndef HEDDLE_DWF_FRONT_VIEW_H
#define HEDDLE_DWF_FRONT_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "core/dwf_front.h"

struct dwf_front_view {
    struct dwf_front model;
    uint32_t wrote[FRONT_MAX_LANES]; /* the slot of each lane, at the last edge */
};

struct dwf_front_view_in {
    struct dwf_front_in model;
    uint8_t rows[FRONT_REGISTERS];
    uint8_t res_slot[FRONT_MAX_LANES];
    uint32_t res_addr[FRONT_MAX_LANES];
    uint32_t end_slot[FRONT_MAX_LANES];
    uint32_t row_wr_data[FRONT_MAX_LANES];
    uint32_t grp_rsp_data[DWF_FRONT_GROUP_WORDS];
};

struct dwf_front_view_out {
    struct dwf_front_out model;
    struct front_instruction issue;
};

static inline void take(const struct dwf_front *s, struct dwf_front_view_in *in)
{
    (void)s;
    in->model.rows = in->rows;
    in->model.res.slot = in->res_slot;
    in->model.res.addr = in->res_addr;
    in->model.end_slot = in->end_slot;
    in->model.row_wr_data = in->row_wr_data;
    in->model.grp_rsp_data = in->grp_rsp_data;
}

static inline void give(const struct dwf_front *s, const struct dwf_front_in *in,
                        struct dwf_front_view_out *out)
{
    (void)s;
    (void)in;
    out->issue = *out->model.issue;
}

static inline void note(struct dwf_front_view *v, const struct dwf_front_in *in,
                        const struct dwf_front_out *out)
{
    (void)out;
    for (uint32_t l = 0; l < v->model.cfg.lanes; l++)
        v->wrote[l] = in->row_wr_en ? in->row_wr_slot : in->res.slot[l];
}

static inline void newest(const struct dwf_front_view *v, uint32_t *at)
{
    memcpy(at, v->wrote, v->model.cfg.lanes * sizeof *at);
}

/* The word of a thread that is in memory, or came back and is to be launched. */
static inline bool word_known(const struct dwf_front *s, uint32_t i)
{
    const uint32_t slot = i / s->cfg.lanes, lane = i % s->cfg.lanes;
    if (has(s->returns, slot)) return true;
    if (has(s->barrier.open, slot) && has(s->barrier.away[slot], lane)) return true;
    return s->walk_valid && s->walk_slot == slot && has(s->walk_left, lane);
}

#endif
