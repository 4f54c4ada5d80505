/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_SWAPPER_VIEW_H
#define HEDDLE_SWAPPER_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "core/swapper.h"

/* The model, and which words of a state are back: what a restore register held before is of no
 * matter. */
struct swapper_view {
    struct swapper model;
    bool known[SWAPPER_MAX_RESTORES][SIMT_STACK_ROW_WORDS];
};

/* The words that the model has behind pointers. */
struct swapper_view_in {
    struct swapper_in model;
    uint32_t row_data[SWAPPER_MAX_LANES];
    uint32_t ctx_rsp_data[SWAPPER_MAX_LANES];
    uint32_t stack_rd_data[SIMT_STACK_ROW_WORDS];
    uint32_t back_data[SWAPPER_MAX_LANES];
};

struct swapper_view_out {
    struct swapper_out model;
    struct set_lookup_job acc_job;
    uint32_t acc_data[SWAPPER_MAX_LANES];
    uint32_t stack_wr_data[SIMT_STACK_ROW_WORDS];
};

static inline uint32_t row_words(const struct swapper *s) { return s->cfg.row_bits / 32; }
static inline uint32_t stack_words(const struct swapper *s)
{
    return (s->cfg.stack_bits + 31) / 32;
}

static inline void take(const struct swapper *s, struct swapper_view_in *in)
{
    (void)s;
    in->model.row_data = in->row_data;
    in->model.ctx_rsp_data = in->ctx_rsp_data;
    in->model.stack_rd_data = in->stack_rd_data;
    in->model.back_data = in->back_data;
}

/* Bits of the last word of a stack's row that are none of the row's are not handed on. */
static inline void give(const struct swapper *s, const struct swapper_in *in,
                        struct swapper_view_out *out)
{
    const uint32_t words = stack_words(s);
    (void)in;
    if (out->model.stack_wr_en) {
        memcpy(out->stack_wr_data, out->model.stack_wr_data, words * sizeof(uint32_t));
        out->stack_wr_data[words - 1] &= UINT32_MAX >> (32 * words - s->cfg.stack_bits);
    }
    if (!out->model.acc_valid) return;
    out->acc_job = *out->model.acc_job;
    memcpy(out->acc_data, out->model.acc_data, s->cfg.lanes * sizeof(uint32_t));
}

static inline void follow(struct swapper_view *v, const struct swapper_in *in,
                          const struct swapper_out *out)
{
    const uint32_t lanes = v->model.cfg.lanes;
    if (in == NULL) memset(v->known, 0, sizeof v->known);
    if (in == NULL) return;
    if (out->rsp_valid) memset(v->known[out->restored], 0, sizeof v->known[0]);
    for (uint32_t l = 0; l < lanes && in->back_valid; l++)
        if (has(in->back_mask, l)) v->known[in->back_restore][in->back_part * lanes + l] = true;
}

/* Tasks of the unit, a bit each. */
enum { REQUESTED = 1 << SWAPPER_SET | 1 << SWAPPER_SCRATCH | 1 << SWAPPER_OUT | 1 << SWAPPER_IN };

/* Is a task under way? Is it one of these? */
static inline bool moves(const struct swapper *s)
{
    return s->doing != SWAPPER_RESTS && s->doing != SWAPPER_DONE;
}
static inline bool moves_one_of(const struct swapper *s, uint32_t tasks)
{
    return moves(s) && has(tasks, s->task);
}

static inline bool is_of_park(const struct swapper_out *out)
{
    return out->acc_valid && (out->acc_what == SWAPPER_FILL || out->acc_what == SWAPPER_RESULT);
}

static inline bool has_place(const struct swapper_out *out)
{
    return is_of_park(out) || (out->acc_valid && out->acc_what == SWAPPER_RETURN);
}
static inline bool takes_restore(const struct swapper_out *out)
{
    return out->acc_valid && (out->acc_what == SWAPPER_STATE || out->acc_what == SWAPPER_RETURN);
}
static inline bool loads_request(const struct swapper *s)
{
    return moves_one_of(s, 1 << SWAPPER_IN) || (moves_one_of(s, 1 << SWAPPER_SET) && s->load);
}

/* Word i of all restore registers. */
static inline bool is_back(const struct swapper_view *v, uint32_t i)
{
    const uint32_t words = stack_words(&v->model);
    return v->model.restore[i / words].valid && v->known[i / words][i % words];
}

/* Is lane l of the data what is stored next? */
static inline bool is_stored(const struct swapper *s, uint32_t l)
{
    struct swapper_out out;
    if (!moves(s)) return false;
    if (s->task == SWAPPER_SCRATCH && s->doing != SWAPPER_SENDS) return l < s->read * row_words(s);
    swapper_view(s, &out);
    return out.acc_valid && !out.acc_load && has(out.acc_mask, l);
}

#endif
