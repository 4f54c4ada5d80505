/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_SHARED_MEMORY_VIEW_H
#define HEDDLE_SHARED_MEMORY_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "core/shared_memory.h"

/* The model, and where each bank was written last: the checker looks there. */
struct shared_memory_view {
    struct shared_memory model;
    uint32_t newest[SHARED_MEMORY_MAX_BANKS];
};

/* The words that the model has behind pointers. */
struct shared_memory_view_out {
    struct shared_memory_out model;
    uint32_t rsp_data[SHARED_MEMORY_MAX_LANES];
    uint32_t ctx_rsp_data[SHARED_MEMORY_MAX_ROW];
};

static inline void give(const struct shared_memory *s, const struct shared_memory_in *in,
                        struct shared_memory_view_out *out)
{
    (void)in;
    memcpy(out->rsp_data, out->model.rsp_data, s->cfg.lanes * sizeof(uint32_t));
    memcpy(out->ctx_rsp_data, out->model.ctx_rsp_data, s->cfg.row_bits / 8);
}

static inline void is_written(struct shared_memory_view *v, uint32_t addr)
{
    v->newest[addr & (v->model.cfg.banks - 1)] = addr / v->model.cfg.banks;
}

/* The words of lanes that are served, or a row. */
static inline void note(struct shared_memory_view *v, const struct shared_memory_in *in,
                        const struct shared_memory_out *out)
{
    const uint32_t row = v->model.cfg.row_bits / 32;
    for (uint64_t lanes = out->served; lanes != 0; lanes &= lanes - 1)
        is_written(v, v->model.addr[lowest(lanes)]);
    for (uint32_t i = 0; in->ctx_valid && out->ctx_ready && i < row; i++)
        is_written(v, in->ctx_row * row + i);
}

static inline void newest(const struct shared_memory_view *v, uint32_t *at)
{
    memcpy(at, v->newest, v->model.cfg.banks * sizeof *at);
}

/* Is the access that is kept this atomic? */
static inline bool is_atomic(const struct shared_memory *s, uint32_t op)
{
    return s->kind == SHARED_MEMORY_ATOMIC && s->op == op;
}

#endif
