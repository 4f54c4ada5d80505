/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of hd_gpu, flat; how a cycle of the model is made of them; what means something. */
#ifndef HEDDLE_GPU_VIEW_H
#define HEDDLE_GPU_VIEW_H

#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "core/line_contents.h"
#include "gpu/gpu.h"

struct gpu_view_sm_in {
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_slot;
    uint32_t rsp_word;
    uint32_t rsp_meet;
    bool rsp_meets;
    bool mem_ready;
    bool fill_valid;
    uint32_t fill_id;
    uint32_t fill_data[LINE_CONTENTS_MAX_WORDS];
    bool spill_ready;
    bool back_valid;
    uint32_t back_slot;
    uint32_t back_data[SIMT_STACK_ENTRY_WORDS];
};

/* The inputs of a cycle: nothing in it points elsewhere. */
struct gpu_view_in {
    bool push_en;
    bool push_wait;
    uint32_t push_stream;
    uint32_t push_launch;
    bool launch_ready;
    struct sm_kernel kernel;
    uint32_t block_warps;
    uint32_t largest[GPU_KINDS];
    uint32_t slice;
    uint32_t local[GPU_MAX_SMS];
    bool slicer;
    uint32_t policy;
    uint32_t from;
    uint32_t given[WORK_DISTRIBUTOR_MAX_KERNELS];
    uint32_t rule;
    uint32_t median[GPU_KINDS];
    uint32_t mold;
    bool strict;
    bool spread;
    bool replan;
    struct gpu_view_sm_in sm[GPU_MAX_SMS];
};

struct gpu_view_sm_out {
    bool fetch_valid;
    uint32_t fetch_slot;
    uint32_t fetch_pc;
    uint32_t fetch_kernel;
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint32_t mem_line;
    uint8_t mem_data[4 * LINE_CONTENTS_MAX_WORDS];
    uint32_t mem_be[LINE_CONTENTS_MAX_WORDS / 8];
    uint32_t mem_op;
    uint8_t mem_expect[4 * LINE_CONTENTS_MAX_WORDS];
    uint64_t mem_lanes;
    uint32_t mem_word[SM_MAX_LANES];
    uint32_t mem_owner;
    bool fill_ready;
    bool spill_valid;
    bool spill_load;
    uint32_t spill_slot;
    uint32_t spill_level;
    uint32_t spill_data[SIMT_STACK_ENTRY_WORDS];
    bool issue_en[SM_MAX_PORTS];
    uint64_t issue_mask[SM_MAX_PORTS];
    bool block_done;
    uint32_t done_kernel;
    bool waits;
    bool split;
};

struct gpu_view_out {
    uint64_t full;
    bool free[WORK_DISTRIBUTOR_MAX_LAUNCHES];
    bool launch_valid;
    uint32_t launch_number;
    uint32_t launch_kernel;
    bool refused;
    bool done_valid;
    uint32_t done_launch;
    bool idle;
    uint32_t sliced_policy;
    uint32_t sliced_given[SLICER_MAX_KERNELS];
    uint32_t runs;
    uint32_t none;
    uint32_t blocks[WORK_DISTRIBUTOR_MAX_SMS * WORK_DISTRIBUTOR_MAX_KERNELS];
    uint32_t places[WORK_DISTRIBUTOR_MAX_KERNELS];
    struct gpu_view_sm_out sm[GPU_MAX_SMS];
};

/* What the model's eval and tick share. It points into itself and into the model. */
struct gpu_cycle {
    struct sm_kernel kernel;
    struct gpu_in in;
    struct gpu_out out;
};

struct gpu_view {
    struct gpu model;
    struct gpu_cycle *cycle;
    bool was_done; /* for the coverage: a launch was done in the cycle before */
};

/* Called before each clock edge, if it is not NULL, with the model's state and outputs of the
 * cycle: gpu_cover.c. A bench without checkers has none: weak there. */
extern void (*gpu_observer)(const struct gpu *s, const struct gpu_out *out);

/* ---- the model's outputs, flat ---- */

static inline void flatten_sm(const struct gpu_view *v, struct gpu_view_sm_out *o, uint32_t m)
{
    const struct sm_out *sm = &v->cycle->out.sm[m];
    const struct load_store_out *mem = &sm->memory;
    const struct simt_stack_out *k = &sm->front.stack;
    const uint32_t bytes = v->model.cfg.line_bytes;
    o->fetch_valid = sm->fetch_valid;
    o->fetch_slot = sm->fetch_slot;
    o->fetch_pc = sm->fetch_pc;
    o->fetch_kernel = sm->fetch_kernel;
    o->fill_ready = mem->fill_ready;
    o->mem_valid = mem->mem_valid;
    if (mem->mem_valid) {
        o->mem_kind = mem->mem_kind;
        o->mem_id = mem->mem_id;
        o->mem_line = (uint32_t)mem->mem_line;
        memcpy(o->mem_data, mem->mem_data, bytes);
        memcpy(o->mem_be, mem->mem_be, 4 * ((bytes + 31) / 32));
        o->mem_op = mem->mem_op;
        memcpy(o->mem_expect, mem->mem_expect, bytes);
        o->mem_lanes = mem->mem_lanes;
        memcpy(o->mem_word, mem->mem_word, sizeof o->mem_word);
        o->mem_owner = mem->mem_owner[0];
    }
    o->spill_valid = k->spill_valid;
    o->spill_load = k->spill_load;
    o->spill_slot = k->spill_slot;
    o->spill_level = k->spill_level;
    memcpy(o->spill_data, k->spill_data, sizeof o->spill_data);
    for (uint32_t p = 0; p < v->model.cfg.ports; p++) {
        o->issue_en[p] = sm->issue_en[p];
        if (sm->issue_en[p]) o->issue_mask[p] = sm->issue[p]->mask;
    }
    o->block_done = sm->block_done;
    o->done_kernel = sm->done_kernel;
    o->waits = sm->waits;
    o->split = sm->split;
}

static inline void flatten(const struct gpu_view *v, struct gpu_view_out *o)
{
    const struct work_distributor_out *d = &v->cycle->out.distributor;
    o->full = d->full;
    memcpy(o->free, d->free, sizeof o->free);
    o->launch_valid = d->launch_valid;
    o->launch_number = d->launch_number;
    o->launch_kernel = d->launch_kernel;
    o->refused = d->refused;
    o->done_valid = d->done_valid;
    o->done_launch = d->done_launch;
    o->idle = d->idle;
    o->sliced_policy = v->cycle->out.slicer.policy;
    memcpy(o->sliced_given, v->cycle->out.slicer.given, sizeof o->sliced_given);
    o->runs = d->runs;
    o->none = d->none;
    memcpy(o->blocks, d->blocks, sizeof o->blocks);
    memcpy(o->places, d->places, sizeof o->places);
    for (uint32_t m = 0; m < v->model.cfg.sms; m++) flatten_sm(v, &o->sm[m], m);
}

/* ---- the cycle ---- */

static inline const char *view_init(struct gpu_view *v, const struct gpu_cfg *cfg)
{
    v->cycle = calloc(1, sizeof *v->cycle);
    return v->cycle == NULL ? "out of memory" : gpu_init(&v->model, cfg);
}

static inline void view_reset(struct gpu_view *v)
{
    v->was_done = false;
    gpu_reset(&v->model);
}

static inline void unfold_sm(const struct gpu_view_sm_in *in, struct sm_in *to)
{
    to->fetch_ready = in->fetch_ready;
    to->rsp_valid = in->rsp_valid;
    to->rsp_slot = in->rsp_slot;
    to->rsp_word = in->rsp_word;
    to->rsp_meet = in->rsp_meet;
    to->rsp_meets = in->rsp_meets;
    to->mem_ready = in->mem_ready;
    to->fill_valid = in->fill_valid;
    to->fill_id = in->fill_id;
    to->fill_data = in->fill_data;
    to->spill_ready = in->spill_ready;
    to->back_valid = in->back_valid;
    to->back_slot = in->back_slot;
    to->back_data = in->back_data;
}

static inline void view_eval(const struct gpu_view *v, const struct gpu_view_in *in,
                             struct gpu_view_out *out)
{
    struct gpu_cycle *c = v->cycle;
    c->kernel = in->kernel;
    c->in.push_en = in->push_en;
    c->in.push_wait = in->push_wait;
    c->in.push_stream = in->push_stream;
    c->in.push_launch = in->push_launch;
    c->in.launch_ready = in->launch_ready;
    c->in.kernel = &c->kernel;
    c->in.block_warps = in->block_warps;
    memcpy(c->in.largest, in->largest, sizeof c->in.largest);
    c->in.slice = in->slice;
    memcpy(c->in.local, in->local, sizeof c->in.local);
    c->in.slicer = in->slicer;
    c->in.policy = in->policy;
    c->in.from = in->from;
    memcpy(c->in.given, in->given, sizeof c->in.given);
    c->in.rule = in->rule;
    memcpy(c->in.median, in->median, sizeof c->in.median);
    c->in.mold = in->mold;
    c->in.strict = in->strict;
    c->in.spread = in->spread;
    c->in.replan = in->replan;
    for (uint32_t m = 0; m < v->model.cfg.sms; m++) unfold_sm(&in->sm[m], &c->in.sm[m]);
    gpu_eval(&v->model, &c->in, &c->out);
    flatten(v, out);
}

static inline void view_tick(struct gpu_view *v, const struct gpu_view_in *in,
                             const struct gpu_view_out *out)
{
    struct gpu_cycle *c = v->cycle;
    (void)in;
    if (gpu_observer != NULL) gpu_observer(&v->model, &c->out);
    v->was_done = out->done_valid;
    gpu_tick(&v->model, &c->in, &c->out);
}

static inline const char *view_promise(const struct gpu_view *v, const struct gpu_view_in *in)
{
    (void)v;
    return in->launch_ready && in->kernel.block_threads == 0 ? "a block has a thread" : NULL;
}

/* ---- what means something, and when ---- */

static inline bool writes_byte(const struct gpu_view_sm_out *o, uint32_t byte)
{
    return o->mem_valid && o->mem_kind != 0 && has(o->mem_be[byte / 32], byte % 32);
}

/* A register that was never written may be stored: on the stack, which is local memory. It holds
 * what no reset changes. */
static inline bool to_global(const struct gpu *s, const struct gpu_view_out *o, uint32_t i)
{
    const struct gpu_view_sm_out *sm = &o->sm[i / s->cfg.line_bytes];
    return writes_byte(sm, i % s->cfg.line_bytes) &&
           sm->mem_line < LINE_CONTENTS_LOCAL / s->cfg.line_bytes;
}

static inline bool writes(const struct gpu *s, const struct gpu_view_out *o, uint32_t i)
{
    const struct gpu_view_sm_out *sm = &o->sm[i / ((s->cfg.line_bytes + 31) / 32)];
    return sm->mem_valid && sm->mem_kind != 0;
}

static inline bool is_atomic(const struct gpu_view_out *o, uint32_t i)
{
    return o->sm[i].mem_valid && o->sm[i].mem_kind == 2;
}

static inline bool expects(const struct gpu *s, const struct gpu_view_out *o, uint32_t i)
{
    const struct gpu_view_sm_out *sm = &o->sm[i / s->cfg.line_bytes];
    return is_atomic(o, i / s->cfg.line_bytes) && sm->mem_op == SHARED_MEMORY_CAS &&
           writes_byte(sm, i % s->cfg.line_bytes);
}

static inline bool lane_asks(const struct gpu *s, const struct gpu_view_out *o, uint32_t i)
{
    const struct gpu_view_sm_out *sm = &o->sm[i / s->cfg.lanes];
    return sm->mem_valid && has(sm->mem_lanes, i % s->cfg.lanes);
}

static inline bool spills(const struct gpu *s, const struct gpu_view_out *o, uint32_t i)
{
    const uint32_t bits = s->cfg.lanes + 2 * (32 + s->cfg.frame_width);
    const struct gpu_view_sm_out *sm = &o->sm[i / ((bits + 31) / 32)];
    return sm->spill_valid && !sm->spill_load;
}

static inline bool issues(const struct gpu *s, const struct gpu_view_out *o, uint32_t i)
{
    return o->sm[i / s->cfg.ports].issue_en[i % s->cfg.ports];
}

#endif
