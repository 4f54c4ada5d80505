/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_REQUEST_QUEUE_VIEW_H
#define HEDDLE_REQUEST_QUEUE_VIEW_H

#include <string.h>

#include "core/request_queue.h"

/* The words that the model has behind pointers. */
struct request_queue_view_in {
    struct request_queue_in model;
    uint32_t req_rider[L1_CACHE_MAX_RIDER];
    uint32_t req_data[L1_CACHE_MAX_WORDS];
    uint32_t req_be[L1_CACHE_MAX_BE];
    uint32_t req_expect[L1_CACHE_MAX_WORDS];
};

struct request_queue_view_out {
    struct request_queue_out model;
    uint32_t mem_rider[L1_CACHE_MAX_RIDER];
    uint32_t mem_data[L1_CACHE_MAX_WORDS];
    uint32_t mem_be[L1_CACHE_MAX_BE];
    uint32_t mem_expect[L1_CACHE_MAX_WORDS];
};

static inline uint32_t line_words(const struct request_queue *s) { return s->cfg.line_bytes / 4; }
static inline uint32_t be_words(const struct request_queue *s)
{
    return (s->cfg.line_bytes + 31) / 32;
}
static inline uint32_t rider_words(const struct request_queue *s)
{
    return (s->cfg.rider_width + 31) / 32;
}

static inline void take(const struct request_queue *s, struct request_queue_view_in *in)
{
    (void)s;
    in->model.req_rider = in->req_rider;
    in->model.req_data = in->req_data;
    in->model.req_be = in->req_be;
    in->model.req_expect = in->req_expect;
}

static inline void give(const struct request_queue *s, const struct request_queue_in *in,
                        struct request_queue_view_out *out)
{
    const struct request_queue_out *model = &out->model;
    const size_t line = s->cfg.line_bytes;
    (void)in;
    memcpy(out->mem_rider, model->mem_rider, rider_words(s) * sizeof(uint32_t));
    memcpy(out->mem_data, model->mem_data, line);
    memcpy(out->mem_be, model->mem_be, be_words(s) * sizeof(uint32_t));
    memcpy(out->mem_expect, model->mem_expect, line);
}

/* The place that was written last. */
static inline void latest(const struct request_queue *s, uint32_t *at)
{
    *at = (s->first + s->count + s->cfg.entries - 1) % s->cfg.entries;
}

/* A request waits in this place; it brings data; it expects this word, of all places' words. */
static inline bool waits(const struct request_queue *s, uint32_t place)
{
    return (place + s->cfg.entries - s->first) % s->cfg.entries < s->count;
}

static inline bool brings(const struct request_queue *s, uint32_t place)
{
    return waits(s, place) && s->entry[place].kind != L1_CACHE_LOAD;
}

static inline bool awaits(const struct request_queue *s, uint32_t i)
{
    const struct request_queue_entry *e = &s->entry[i / line_words(s)];
    return waits(s, i / line_words(s)) && l1_cache_expects(e->kind, e->be, i % line_words(s));
}

#endif
