/* SPDX-License-Identifier: Apache-2.0 */
#include "core/residency_plugs.h"

#include <stddef.h>
#include <string.h>

/* --- static: a block stays until it ends --------------------------------- */

static const char *stays_init(struct residency_plugs *s)
{
    const struct residency_cfg *c = &s->cfg;
    return static_residency_init(&s->stays,
                                 &(struct static_residency_cfg){c->slots, c->frames, c->max_warps,
                                                                RESIDENCY_ID_BITS, c->ports});
}

static void stays_offer(const struct residency_plugs *s, const struct residency_in *in,
                        struct residency_nets *nets, struct residency_out *out)
{
    struct static_residency_in *to = &nets->stays_in;
    const struct static_residency_out *from = &nets->stays_out;
    to->kernel_en = in->kernel_en;
    to->kernel_warps = in->kernel_warps;
    to->kernel_frames = in->kernel_frames;
    to->block_valid = in->block_valid;
    memcpy(to->block_id, in->block_id, sizeof to->block_id);
    static_residency_eval(&s->stays, to, &nets->stays_out);
    out->idle = from->idle;
    out->done_valid = from->done_valid;
    memcpy(out->done_id, from->done_id, sizeof out->done_id);
    out->ready = from->ready;
    out->slot_warp = s->slot;
    out->begin_en = from->begin_en;
    out->begin_slot = from->begin_slot;
    out->begin_count = from->begin_count;
    memcpy(out->begin_id, from->begin_id, sizeof out->begin_id);
    out->blocks = out->active = (uint32_t)__builtin_popcountll(s->stays.seats.open);
    out->at_barrier = s->stays.seats.waits;
    out->lives = from->ready | out->at_barrier;
}

/* Events change no output, only what the tick does. */
static void stays_settle(const struct residency_plugs *s, const struct residency_in *in,
                         struct residency_nets *nets, struct residency_out *out)
{
    struct block_frames_in *seats = &nets->stays_out.seats_in;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        nets->stays_in.ev_valid[p] = seats->ev_valid[p] = in->ev_valid[p];
        nets->stays_in.ev_kind[p] = seats->ev_kind[p] = in->ev_kind[p];
        nets->stays_in.ev_slot[p] = seats->ev_slot[p] = in->ev_slot[p];
    }
    out->block_ready = nets->stays_out.block_ready;
}

/* --- ranges: blocks of several kernels ----------------------------------- */

static const char *ranges_init(struct residency_plugs *s)
{
    const struct residency_cfg *c = &s->cfg;
    return range_residency_init(
        &s->ranges, &(struct range_residency_cfg){c->slots, c->frames, c->max_warps, c->kernels,
                                                  c->sets, c->grains, RESIDENCY_ID_BITS, c->ports});
}

static void ranges_look(const struct range_residency *s, const struct range_residency_out *from,
                        struct residency_out *out)
{
    out->waits = from->waits;
    out->split = from->split;
    out->idle = from->idle;
    out->done_valid = from->done_valid;
    out->done_kernel = from->done_kernel;
    memcpy(out->done_id, from->done_id, sizeof out->done_id);
    out->ready = from->ready;
    out->begin_en = from->begin_en;
    out->begin_slot = from->begin_slot;
    out->begin_count = from->begin_count;
    out->begin_kernel = from->begin_kernel;
    memcpy(out->begin_id, from->begin_id, sizeof out->begin_id);
    out->begin_set = from->begin_set;
    out->begin_grain = from->begin_grain;
    out->blocks = out->active = (uint32_t)__builtin_popcountll(s->open);
    out->at_barrier = s->waits;
    out->lives = from->ready | s->waits;
}

static void ranges_offer(const struct residency_plugs *s, const struct residency_in *in,
                         struct residency_nets *nets, struct residency_out *out)
{
    struct range_residency_in *to = &nets->ranges_in;
    memcpy(to->need_warps, in->need_warps, sizeof to->need_warps);
    memcpy(to->need_sets, in->need_sets, sizeof to->need_sets);
    memcpy(to->need_grains, in->need_grains, sizeof to->need_grains);
    to->block_valid = in->block_valid;
    to->block_kernel = in->block_kernel;
    memcpy(to->block_id, in->block_id, sizeof to->block_id);
    to->begin_ready = in->begin_ready;
    range_residency_eval(&s->ranges, to, &nets->ranges_out);
    ranges_look(&s->ranges, &nets->ranges_out, out);
    out->slot_warp = s->slot;
}

/* Here, too, events change what the tick does alone. */
static void ranges_settle(const struct residency_plugs *s, const struct residency_in *in,
                          struct residency_nets *nets, struct residency_out *out)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        nets->ranges_in.ev_valid[p] = in->ev_valid[p];
        nets->ranges_in.ev_kind[p] = in->ev_kind[p];
        nets->ranges_in.ev_slot[p] = in->ev_slot[p];
    }
    out->block_ready = nets->ranges_out.block_ready;
}

/* --- all ----------------------------------------------------------------- */

uint32_t residency_context_rows(const struct residency_cfg *cfg, uint32_t warps)
{
    return cfg->kind == RESIDENCY_VT ? vt_plug_rows(cfg, warps) : 0;
}

const char *residency_init(struct residency_plugs *s, const struct residency_cfg *cfg)
{
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    for (uint32_t slot = 0; slot < RESIDENCY_MAX_SLOTS; slot++) s->slot[slot] = slot;
    switch (cfg->kind) {
    case RESIDENCY_STATIC: return stays_init(s);
    case RESIDENCY_VT: return vt_plug_init(&s->vt, cfg);
    case RESIDENCY_ZORUA: return zorua_plug_init(&s->zorua, cfg);
    case RESIDENCY_RANGE: return ranges_init(s);
    default: return "Residency must be 0 to 3";
    }
}

void residency_reset(struct residency_plugs *s)
{
    if (s->cfg.kind == RESIDENCY_VT) vt_plug_reset(&s->vt);
    else if (s->cfg.kind == RESIDENCY_ZORUA) zorua_plug_reset(&s->zorua);
    else if (s->cfg.kind == RESIDENCY_RANGE) range_residency_reset(&s->ranges);
    else static_residency_reset(&s->stays);
}

void residency_offer(const struct residency_plugs *s, const struct residency_in *in,
                     struct residency_nets *nets, struct residency_out *out)
{
    if (s->cfg.kind == RESIDENCY_VT) vt_plug_offer(&s->vt, in, &nets->vt, out);
    else if (s->cfg.kind == RESIDENCY_ZORUA) zorua_plug_offer(&s->zorua, in, &nets->zorua, out);
    else if (s->cfg.kind == RESIDENCY_RANGE) ranges_offer(s, in, nets, out);
    else stays_offer(s, in, nets, out);
}

uint32_t residency_warp(const struct residency_plugs *s, uint32_t slot)
{
    if (s->cfg.kind == RESIDENCY_ZORUA) return zorua_plug_warp(&s->zorua, slot);
    return s->cfg.kind == RESIDENCY_VT ? vt_plug_warp(&s->vt, slot) : slot;
}

uint64_t residency_busy(const struct residency_plugs *s, uint32_t slot)
{
    return s->cfg.kind == RESIDENCY_VT ? vt_plug_busy(&s->vt, slot) : 0;
}

bool residency_sits(const struct residency_plugs *s, uint32_t slot, uint32_t warp)
{
    return s->cfg.kind == RESIDENCY_VT ? vt_plug_sits(&s->vt, slot, warp) : true;
}

/* A block that stays: a warp is its slot. */
void residency_lanes(const struct residency_plugs *s, uint64_t mask, const uint32_t *warp,
                     struct residency_lanes *out)
{
    if (s->cfg.kind == RESIDENCY_VT) {
        vt_plug_lanes(&s->vt, mask, warp, out);
        return;
    }
    out->held = false;
    out->lane_sits = mask;
    memcpy(out->lane_slot, warp, s->cfg.lanes * sizeof out->lane_slot[0]);
}

void residency_settle(const struct residency_plugs *s, const struct residency_in *in,
                      struct residency_nets *nets, struct residency_out *out)
{
    if (s->cfg.kind == RESIDENCY_VT) vt_plug_settle(&s->vt, in, &nets->vt, out);
    else if (s->cfg.kind == RESIDENCY_RANGE) ranges_settle(s, in, nets, out);
    else stays_settle(s, in, nets, out);
}

void residency_tick(struct residency_plugs *s, const struct residency_in *in,
                    const struct residency_nets *nets, const struct residency_out *out)
{
    if (s->cfg.kind == RESIDENCY_VT) vt_plug_tick(&s->vt, in, &nets->vt, out);
    else if (s->cfg.kind == RESIDENCY_RANGE)
        range_residency_tick(&s->ranges, &nets->ranges_in, &nets->ranges_out);
    else static_residency_tick(&s->stays, &nets->stays_in, &nets->stays_out);
}

const char *residency_check(const struct residency_plugs *s)
{
    if (s->cfg.kind == RESIDENCY_VT) return vt_plug_check(&s->vt);
    if (s->cfg.kind == RESIDENCY_ZORUA) return zorua_plug_check(&s->zorua);
    if (s->cfg.kind == RESIDENCY_RANGE) return range_residency_check(&s->ranges);
    return static_residency_check(&s->stays);
}

const char *residency_promise(const struct residency_plugs *s, const struct residency_in *in,
                              const struct residency_nets *nets)
{
    if (s->cfg.kind == RESIDENCY_VT) return vt_plug_promise(&s->vt, in, &nets->vt);
    if (s->cfg.kind == RESIDENCY_ZORUA) return zorua_plug_promise(&s->zorua, &nets->zorua);
    if (s->cfg.kind == RESIDENCY_RANGE)
        return range_residency_promise(&s->ranges, &nets->ranges_in);
    return static_residency_promise(&s->stays, &nets->stays_in);
}
