/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_LOAD_STORE_VIEW_H
#define HEDDLE_LOAD_STORE_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "common/lane_slots.h"
#include "core/load_store.h"

/* The model, and what it does not keep: the lowest bits of addresses, as the table has them; the
 * entry taken last, where the checker looks; warps that have begun, ever; was an access taken since
 * reset? */
struct load_store_view {
    struct load_store model;
    uint32_t low[LOAD_STORE_MAX_ENTRIES][LOAD_STORE_MAX_LANES];
    uint32_t newest;
    bool begun[LOAD_STORE_MAX_WARPS];
    bool taken;
};

/* The words that the model has behind pointers. */
struct load_store_view_in {
    struct load_store_in model;
    uint32_t acc_addr[LOAD_STORE_MAX_LANES];
    uint32_t acc_data[LOAD_STORE_MAX_LANES];
    uint32_t acc_expect[LOAD_STORE_MAX_LANES];
    uint32_t acc_warp[LOAD_STORE_MAX_LANES];
    uint32_t acc_base[LOAD_STORE_MAX_LANES];
    uint32_t ctx_wdata[SHARED_MEMORY_MAX_ROW];
    uint32_t fill_data[L1_CACHE_MAX_WORDS];
};

struct load_store_view_out {
    struct load_store_out model;
    uint32_t wr_warp[LOAD_STORE_MAX_LANES];
    uint32_t end_warp[LOAD_STORE_MAX_LANES];
    uint32_t ctx_rsp_data[SHARED_MEMORY_MAX_ROW];
    uint32_t mem_data[L1_CACHE_MAX_WORDS];
    uint32_t mem_be[L1_CACHE_MAX_BE];
    uint32_t mem_expect[L1_CACHE_MAX_WORDS];
    uint32_t mem_owner[LOAD_STORE_MAX_LANES];
};

static inline void take(const struct load_store *s, struct load_store_view_in *in)
{
    struct load_store_in *model = &in->model;
    (void)s;
    model->acc_addr = in->acc_addr;
    model->acc_data = in->acc_data;
    model->acc_expect = in->acc_expect;
    model->acc_warp = in->acc_warp;
    model->acc_base = in->acc_base;
    model->ctx_wdata = in->ctx_wdata;
    model->fill_data = in->fill_data;
}

static inline void give(const struct load_store *s, const struct load_store_in *in,
                        struct load_store_view_out *out)
{
    const struct load_store_out *model = &out->model;
    const size_t line = s->cfg.line_bytes;
    const size_t rows = (s->cfg.own ? s->cfg.lanes : 1) * sizeof(uint32_t);
    (void)in;
    if (model->wr_valid) memcpy(out->wr_warp, model->wr_warp, rows);
    if (model->end_valid) memcpy(out->end_warp, model->end_warp, rows);
    if (model->ctx_rsp_valid) memcpy(out->ctx_rsp_data, model->ctx_rsp_data, s->cfg.row_bits / 8);
    if (!model->mem_valid) return;
    memcpy(out->mem_data, model->mem_data, line);
    memcpy(out->mem_be, model->mem_be, (line + 31) / 32 * sizeof(uint32_t));
    memcpy(out->mem_expect, model->mem_expect, line);
    memcpy(out->mem_owner, model->mem_owner, rows);
}

/* An access goes into the lowest free entry. */
static inline void note(struct load_store_view *v, const struct load_store_in *in,
                        const struct load_store_out *out)
{
    if (in->begin_en) v->begun[in->begin_warp] = true;
    if (!in->acc_valid || !out->acc_ready) return;
    v->newest = lowest(~v->model.used);
    v->taken = true;
    for (uint64_t lanes = in->acc_mask; lanes != 0; lanes &= lanes - 1)
        v->low[v->newest][lowest(lanes)] = in->acc_addr[lowest(lanes)] & 3;
}

static inline void follow(struct load_store_view *v, const struct load_store_in *in,
                          const struct load_store_out *out)
{
    (void)out;
    if (in == NULL) v->taken = false;
}

static inline void newest(const struct load_store_view *v, uint32_t *at) { *at = v->newest; }

/* The place of the access that went into the queue last. */
static inline uint32_t last_place(const struct load_store *s)
{
    return (s->queue_first + s->queued - 1) % s->cfg.access_queue;
}

static inline void latest(const struct load_store_view *v, uint32_t *at)
{
    *at = v->model.queued > 0 ? last_place(&v->model) : 0;
}

/* The warps of the access taken last, of the threads of each lane. None until an access is taken:
 * of what is offered in a reset the RTL keeps the warps. */
static inline void taken_last(const struct load_store_view *v, uint32_t *at)
{
    const struct load_store *s = &v->model;
    const struct load_store_front *f = s->queued > 0 ? &s->queue[last_place(s)] : &s->front;
    const uint32_t lanes = s->cfg.lanes, slots = s->cfg.lane_slots, homes = lanes / slots;
    memset(at, 0xff, slots * lanes * sizeof *at);
    for (uint32_t place = 0; v->taken && place < lanes; place++) {
        const uint32_t part = f->warp[s->cfg.own ? place : 0];
        at[place / homes * lanes + part_lane(lanes, slots, part, place)] = part_warp(slots, part);
    }
}

/* A row is a lane's where each has its own, else it is that of all. */
static inline bool of_row(const struct load_store *s, uint64_t lanes, uint32_t row)
{
    return s->cfg.own ? has(lanes, row) : lanes != 0;
}

/* Of the queue: a place where an access waits; a row of such a place; a lane of its access. */
static inline bool in_queue(const struct load_store *s, uint32_t place)
{
    const uint32_t places = s->cfg.access_queue;
    return (place + places - s->queue_first) % places < s->queued;
}

static inline uint64_t queue_lanes(const struct load_store *s, uint32_t place)
{
    return in_queue(s, place) ? s->queue[place].shared | s->queue[place].line : 0;
}

static inline bool queue_lane(const struct load_store *s, uint32_t i)
{
    return has(queue_lanes(s, i / s->cfg.lanes), i % s->cfg.lanes);
}

static inline bool queue_row(const struct load_store *s, uint32_t i)
{
    const uint32_t rows = s->cfg.own ? s->cfg.lanes : 1;
    return of_row(s, queue_lanes(s, i / rows), i % rows);
}

/* Has a bank of the cache an answer? */
static inline bool cache_answers(const struct load_store *s)
{
    for (uint32_t b = 0; b < s->cfg.cache_banks; b++)
        if (s->cache.bank[b].rsp_valid) return true;
    return false;
}

static inline uint64_t in_front(const struct load_store *s)
{
    return s->front.shared | s->front.line;
}

static inline bool is_atomic(uint32_t word, uint32_t funct5)
{
    return (word & UINT32_C(0xf800007f)) == (funct5 << 27 | 0x2f);
}
static inline bool is_sc(uint32_t word) { return is_atomic(word, 3); }
static inline bool is_cas(uint32_t word) { return is_atomic(word, 5); }

/* Element i of n of each entry: does the access have this row, this lane? */
static inline bool uses_row(const struct load_store *s, uint32_t i)
{
    const uint32_t rows = s->cfg.own ? s->cfg.lanes : 1, e = i / rows;
    return has(s->used, e) && of_row(s, s->entry[e].mask, i % rows);
}
static inline bool uses_lane(const struct load_store *s, uint32_t i)
{
    const uint32_t e = i / s->cfg.lanes;
    return has(s->used, e) && has(s->entry[e].mask, i % s->cfg.lanes);
}

#endif
