/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_THREAD_STATUS_VIEW_H
#define HEDDLE_THREAD_STATUS_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"
#include "core/thread_status.h"
#include "isa/decode.h"

enum {
    LANES = THREAD_STATUS_MAX_LANES,
    WARPS = THREAD_STATUS_MAX_WARPS,
    PORTS = THREAD_STATUS_MAX_PORTS,
};

/* The model, and what the RTL can know: it comes up with any contents, and a reset leaves them. */
struct thread_status_view {
    struct thread_status model;
    bool begun[WARPS];          /* ever */
    uint64_t just_moded[WARPS]; /* lanes whose rounding mode was written a cycle ago */
    /* The warp of the thread in a lane a cycle ago, or none: up to LaneSlots of each port. */
    uint32_t named[PORTS * LANES * LANES];
    uint32_t beginner; /* the warp that began a cycle ago, or none */
};

/* The rows of an instruction, which the model is only shown. */
struct thread_status_rows {
    uint32_t warp[LANES];
    uint32_t a[LANES];
    uint8_t flags[LANES];
    uint32_t x[LANES], y[LANES], z[LANES];
    uint32_t block[3 * LANES]; /* x, y, z of each row */
};

struct thread_status_view_in {
    struct thread_status_in model;
    uint32_t frm_warp[PORTS][LANES];
    struct thread_status_rows op[PORTS];
};

static inline void take(const struct thread_status *s, struct thread_status_view_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        struct thread_status_op *op = &in->model.op[p];
        const struct thread_status_rows *rows = &in->op[p];
        in->model.frm_warp[p] = in->frm_warp[p];
        op->warp = rows->warp;
        op->a = rows->a;
        op->flags = rows->flags;
        op->x = rows->x;
        op->y = rows->y;
        op->z = rows->z;
        op->block = (const uint32_t(*)[3])rows->block;
    }
}

/* The warp of the thread at a place, and its lane there. */
static inline uint32_t warp_of(const struct thread_status *s, const uint32_t *warp, uint32_t place)
{
    return part_warp(s->cfg.lane_slots, warp[s->cfg.own ? place : 0]);
}

static inline uint32_t lane_of(const struct thread_status *s, const uint32_t *warp, uint32_t place)
{
    return part_lane(s->cfg.lanes, s->cfg.lane_slots, warp[s->cfg.own ? place : 0], place);
}

/* In each lane a port names up to LaneSlots threads, of different warps. */
static inline uint32_t named_by(const struct thread_status *s)
{
    return s->cfg.ports * s->cfg.lane_slots * s->cfg.lanes;
}

static inline bool is_status(uint32_t word)
{
    return word >> 20 >= ISA_CSR_FFLAGS && word >> 20 <= ISA_CSR_FCSR;
}

/* Does the instruction write the rounding mode? */
static inline bool writes_mode(const struct thread_status_op *op)
{
    struct isa_insn insn;
    return op->en && op->csr && is_status(op->word) && op->word >> 20 != ISA_CSR_FFLAGS &&
           isa_decode(op->word, &insn) && isa_csr_writes(&insn);
}

static inline void name_threads(struct thread_status_view *v, const struct thread_status_op *op,
                                uint32_t port)
{
    const struct thread_status *s = &v->model;
    const uint32_t lanes = s->cfg.lanes, slots = s->cfg.lane_slots, homes = lanes / slots;
    for (uint32_t place = 0; place < lanes; place++) {
        const uint32_t row = port * slots + place / homes;
        v->named[row * lanes + lane_of(s, op->warp, place)] = warp_of(s, op->warp, place);
    }
}

static inline void follow(struct thread_status_view *v, const struct thread_status_in *in,
                          const struct thread_status_out *out)
{
    const struct thread_status *s = &v->model;
    (void)out;
    memset(v->named, 0xff, named_by(s) * sizeof v->named[0]);
    for (uint32_t p = 0; in != NULL && p < s->cfg.ports; p++)
        if (in->op[p].en) name_threads(v, &in->op[p], p);
    v->beginner = in != NULL && in->begin_en ? in->begin_warp : UINT32_MAX;
    memset(v->just_moded, 0, s->cfg.warps * sizeof v->just_moded[0]);
    for (uint32_t p = 0; in != NULL && p < s->cfg.ports; p++) {
        if (!writes_mode(&in->op[p])) continue;
        for (uint32_t l = 0; l < s->cfg.lanes; l++)
            if (has(in->op[p].mask, l))
                v->just_moded[warp_of(s, in->op[p].warp, l)] |= bit(lane_of(s, in->op[p].warp, l));
    }
    if (in != NULL && in->begin_en) v->begun[in->begin_warp] = true;
}

static inline void began(const struct thread_status_view *v, uint32_t *at) { *at = v->beginner; }

static inline void named(const struct thread_status_view *v, uint32_t *at)
{
    memcpy(at, v->named, named_by(&v->model) * sizeof *at);
}

/* Has the warp of the thread at place i % Lanes of port i / Lanes ever begun? */
static inline bool knows_mode(const struct thread_status_view *v, const struct thread_status_in *in,
                              uint32_t i)
{
    const uint32_t lanes = v->model.cfg.lanes;
    return v->begun[warp_of(&v->model, in->frm_warp[i / lanes], i % lanes)];
}

static inline bool reads(const struct thread_status_view *v, const struct thread_status_in *in,
                         uint32_t i)
{
    const uint32_t lane = i % v->model.cfg.lanes;
    const struct thread_status_op *op = &in->op[i / v->model.cfg.lanes];
    if (!op->csr || !has(op->mask, lane)) return false;
    return !is_status(op->word) || v->begun[warp_of(&v->model, op->warp, lane)];
}

#endif
