/* SPDX-License-Identifier: Apache-2.0 */
/* When what the performance scale holds has a meaning. */
#ifndef HEDDLE_PERF_SCALE_VIEW_H
#define HEDDLE_PERF_SCALE_VIEW_H

#include "dispatch/perf_scale.h"

/* The sum of the kernel has been found, and it is not through. */
static inline bool is_summed(const struct perf_scale *s)
{
    return s->phase >= PERF_SCALE_FACTOR && s->phase <= PERF_SCALE_WRITE;
}

static inline bool counts_bits(const struct perf_scale *s)
{
    return s->phase >= PERF_SCALE_FACTOR && s->phase <= PERF_SCALE_DIVIDE;
}

static inline bool has_factor(const struct perf_scale *s)
{
    return (s->phase == PERF_SCALE_FACTOR && s->bit > 0) || s->phase == PERF_SCALE_PRODUCT;
}

static inline bool divides(const struct perf_scale *s)
{
    return s->phase == PERF_SCALE_DIVIDE && s->bit > 0;
}

/* Element i, of i + 1 blocks: from its product's end to its write. */
static inline bool is_scaled(const struct perf_scale *s, uint32_t i)
{
    if (s->phase == PERF_SCALE_FACTOR || s->phase == PERF_SCALE_PRODUCT) return i + 1 < s->at;
    if (s->phase == PERF_SCALE_DIVIDE || s->phase == PERF_SCALE_WRITE) return i + 1 >= s->at;
    return false;
}

#endif
