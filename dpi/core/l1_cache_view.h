/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_L1_CACHE_VIEW_H
#define HEDDLE_L1_CACHE_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "core/l1_cache.h"

/* The model; the MSHR whose riders, and the place whose line was written last: the checker looks
 * there. */
struct l1_cache_view {
    struct l1_cache model;
    uint32_t newest, latest;
};

/* The words that the model has behind pointers. */
struct l1_cache_view_out {
    struct l1_cache_out model;
    uint32_t rsp_rider[L1_CACHE_MAX_RIDER];
    uint32_t rsp_data[L1_CACHE_MAX_WORDS];
    uint32_t mem_rider[L1_CACHE_MAX_RIDER];
    uint32_t mem_data[L1_CACHE_MAX_WORDS];
    uint32_t mem_be[L1_CACHE_MAX_BE];
    uint32_t mem_expect[L1_CACHE_MAX_WORDS];
};

static inline uint32_t line_words(const struct l1_cache *s) { return s->cfg.line_bytes / 4; }
static inline uint32_t be_words(const struct l1_cache *s) { return (s->cfg.line_bytes + 31) / 32; }
static inline uint32_t rider_words(const struct l1_cache *s)
{
    return (s->cfg.rider_width + 31) / 32;
}

static inline void give(const struct l1_cache *s, const struct l1_cache_in *in,
                        struct l1_cache_view_out *out)
{
    const struct l1_cache_out *model = &out->model;
    const size_t line = s->cfg.line_bytes, rider = rider_words(s) * sizeof(uint32_t);
    (void)in;
    memcpy(out->rsp_rider, model->rsp_rider, rider);
    memcpy(out->rsp_data, model->rsp_data, line);
    memcpy(out->mem_rider, model->mem_rider, rider);
    memcpy(out->mem_data, model->mem_data, line);
    memcpy(out->mem_be, model->mem_be, be_words(s) * sizeof(uint32_t));
    memcpy(out->mem_expect, model->mem_expect, line);
}

static inline void follow(struct l1_cache_view *v, const struct l1_cache_in *in,
                          const struct l1_cache_out *out)
{
    if (in == NULL) return;
    const struct l1_cache *s = &v->model;
    if (out->outcome != L1_CACHE_NONE && out->act == L1_CACHE_JOINS) v->newest = out->mshr;
    if (out->outcome != L1_CACHE_NONE && out->act == L1_CACHE_SENDS) v->newest = s->mem_id;
    if (out->outcome != L1_CACHE_NONE && out->act == L1_CACHE_PUTS)
        v->latest = out->set * s->cfg.ways + out->place;
    if (!in->fill_valid || !out->fill_ready) return;
    /* A fill that did not stay names a place that has not changed. */
    const uint32_t set = (uint32_t)(s->line[in->fill_id] & (s->cfg.sets - 1));
    const uint32_t way =
        s->cfg.write_back == L1_CACHE_KEEPS ? s->way[in->fill_id] : s->turn[set] + s->cfg.ways - 1;
    v->latest = set * s->cfg.ways + way % s->cfg.ways;
}

static inline void newest_line(const struct l1_cache_view *v, uint32_t *at) { *at = v->latest; }

static inline void newest_riders(const struct l1_cache_view *v, uint32_t *at)
{
    const uint32_t merges = v->model.cfg.merges;
    for (uint32_t k = 0; k < merges; k++) at[k] = v->newest * merges + k;
}

static inline bool is_valid(const struct l1_cache *s, uint32_t line)
{
    return has(s->valid[line / s->cfg.ways], line % s->cfg.ways);
}

static inline bool is_written(const struct l1_cache *s, uint32_t line)
{
    return has(s->written[line / s->cfg.ways], line % s->cfg.ways);
}

/* Does a request wait in this place of riders? */
static inline bool waits(const struct l1_cache *s, uint32_t place)
{
    const uint32_t mshr = place / s->cfg.merges;
    return has(s->used, mshr) && place % s->cfg.merges < s->count[mshr];
}

#endif
