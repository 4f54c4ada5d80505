/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_CACHE_BANKS_VIEW_H
#define HEDDLE_CACHE_BANKS_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "core/cache_banks.h"

/* The words that the model has behind pointers. */
struct cache_banks_view_out {
    struct cache_banks_out model;
    uint32_t rsp_rider[CACHE_BANKS_MAX][L1_CACHE_MAX_RIDER];
    uint32_t rsp_data[CACHE_BANKS_MAX][L1_CACHE_MAX_WORDS];
    uint32_t mem_rider[L1_CACHE_MAX_RIDER];
    uint32_t mem_data[L1_CACHE_MAX_WORDS];
    uint32_t mem_be[L1_CACHE_MAX_BE];
    uint32_t mem_expect[L1_CACHE_MAX_WORDS];
};

static inline uint32_t line_words(const struct cache_banks *s) { return s->cfg.line_bytes / 4; }
static inline uint32_t rider_words(const struct cache_banks *s)
{
    return (s->cfg.rider_width + 31) / 32;
}

static inline void give(const struct cache_banks *s, const struct cache_banks_in *in,
                        struct cache_banks_view_out *out)
{
    const struct cache_banks_out *model = &out->model;
    const size_t line = s->cfg.line_bytes, rider = rider_words(s) * sizeof(uint32_t);
    (void)in;
    for (uint32_t b = 0; b < s->cfg.banks; b++) {
        memcpy(out->rsp_rider[b], model->rsp_rider[b], rider);
        memcpy(out->rsp_data[b], model->rsp_data[b], line);
    }
    memcpy(out->mem_rider, model->mem_rider, rider);
    memcpy(out->mem_data, model->mem_data, line);
    memcpy(out->mem_be, model->mem_be, (line + 31) / 32 * sizeof(uint32_t));
    memcpy(out->mem_expect, model->mem_expect, line);
}

#endif
