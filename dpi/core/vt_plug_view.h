/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of hd_vt_plug: the socket's (core/residency.h), its questions and what answers them,
 * and the unit's status. */
#ifndef HEDDLE_VT_PLUG_VIEW_H
#define HEDDLE_VT_PLUG_VIEW_H

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "core/vt_plug.h"

/* The module's parameters. */
struct vt_plug_cfg {
    uint32_t slots;
    uint32_t frames;
    uint32_t warps;
    uint32_t ctas;
    uint32_t max_warps;
    uint32_t ports;
    uint32_t accesses;
    uint32_t stack_bits;
    uint32_t row_bits;
    uint32_t rows;
    uint32_t own;
    uint32_t lanes;
};

/* What went to the unit and came from there. It points into itself. */
struct vt_plug_cycle {
    struct residency_in in;
    struct vt_plug_nets nets;
};

struct vt_plug_view {
    struct vt_plug model;
    struct vt_plug_cycle *cycle;
};

struct vt_plug_view_in {
    struct residency_in model;
    uint32_t stack_rd_data[RESIDENCY_STACK_WORDS];
    uint32_t ctx_rsp_data[VT_MEM_WORDS];
    uint32_t query_slot[RESIDENCY_MAX_PORTS];
    uint32_t sits_slot;
    uint32_t sits_warp;
    uint32_t acc_warp[RESIDENCY_MAX_LANES];
    uint32_t end_warp[RESIDENCY_MAX_LANES];
};

struct vt_plug_view_out {
    struct residency_out model;
    uint64_t query_busy[RESIDENCY_MAX_PORTS];
    uint32_t slot_warp[RESIDENCY_MAX_SLOTS];
    bool sits;
    struct residency_lanes lanes;
    uint32_t stack_wr_data[RESIDENCY_STACK_WORDS];
    uint32_t ctx_wdata[VT_MEM_WORDS];
    uint64_t resident;
    uint64_t active_ctas;
    uint32_t swap;
    uint64_t seated;
};

static inline struct residency_cfg vt_plug_sizes(const struct vt_plug_cfg *c)
{
    return (struct residency_cfg){.kind = RESIDENCY_VT,
                                  .slots = c->slots,
                                  .frames = c->frames,
                                  .max_warps = c->max_warps,
                                  .ports = c->ports,
                                  .ctas = c->ctas,
                                  .warps = c->warps,
                                  .accesses = c->accesses,
                                  .stack_bits = c->stack_bits,
                                  .row_bits = c->row_bits,
                                  .rows = c->rows,
                                  .own = c->own,
                                  .lanes = c->lanes};
}

static inline const char *view_init(struct vt_plug_view *v, const struct vt_plug_cfg *cfg)
{
    const struct residency_cfg sizes = vt_plug_sizes(cfg);
    v->cycle = calloc(1, sizeof *v->cycle);
    return v->cycle == NULL ? "out of memory" : vt_plug_init(&v->model, &sizes);
}

static inline void view_reset(struct vt_plug_view *v) { vt_plug_reset(&v->model); }

static inline void view_eval(const struct vt_plug_view *v, const struct vt_plug_view_in *in,
                             struct vt_plug_view_out *out)
{
    const struct vt_plug *s = &v->model;
    struct vt_plug_cycle *c = v->cycle;
    struct residency_out *o = &out->model;
    const struct vt_out *unit = &c->nets.out;
    c->in = in->model;
    c->in.stack_rd_data = in->stack_rd_data;
    c->in.ctx_rsp_data = in->ctx_rsp_data;
    c->in.acc_warp = in->acc_warp;
    c->in.end_warp = in->end_warp;
    vt_plug_offer(s, &c->in, &c->nets, o);
    vt_plug_settle(s, &c->in, &c->nets, o);
    memcpy(out->slot_warp, o->slot_warp, s->cfg.slots * sizeof out->slot_warp[0]);
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        out->query_busy[p] = vt_plug_busy(s, in->query_slot[p]);
    out->sits = vt_plug_sits(s, in->sits_slot, in->sits_warp);
    if (s->cfg.own != 0) vt_plug_lanes(s, in->model.end_mask, in->end_warp, &out->lanes);
    if (o->stack_wr_en)
        memcpy(out->stack_wr_data, o->stack_wr_data, 4 * ((s->cfg.stack_bits + 31) / 32));
    if (o->ctx_valid && o->ctx_we)
        memcpy(out->ctx_wdata, o->ctx_wdata, 4 * ((s->cfg.row_bits + 31) / 32));
    out->resident = unit->resident;
    out->active_ctas = unit->active;
    out->swap = unit->swap;
    out->seated = unit->nets.map_out.slot_valid;
}

static inline void view_tick(struct vt_plug_view *v, const struct vt_plug_view_in *in,
                             const struct vt_plug_view_out *out)
{
    (void)in;
    vt_plug_tick(&v->model, &v->cycle->in, &v->cycle->nets, &out->model);
}

/* After the evaluation. */
static inline const char *view_promise(const struct vt_plug_view *v,
                                       const struct vt_plug_view_in *in)
{
    (void)in;
    return vt_plug_promise(&v->model, &v->cycle->in, &v->cycle->nets);
}

#endif
