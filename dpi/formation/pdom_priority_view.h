/* SPDX-License-Identifier: Apache-2.0 */
/* Where the counts are written: an address for each place, that of the thread that it has, in group
 * 1 or else in group 0. */
#ifndef HEDDLE_PDOM_PRIORITY_VIEW_H
#define HEDDLE_PDOM_PRIORITY_VIEW_H

#include "common/bits.h"
#include "formation/pdom_priority.h"

struct pdom_priority_view {
    struct pdom_priority model;
    uint32_t row[PDOM_PRIORITY_MAX_LANES];
};

/* The address of a thread in its home lane. */
static inline uint32_t address_of(const struct pdom_priority *s, uint32_t tid)
{
    const uint32_t homes = s->cfg.lanes / s->cfg.lane_slots;
    const uint32_t row = tid >> clog2(s->cfg.lanes);
    return s->cfg.lane_slots == 1 ? row : row * s->cfg.lane_slots + tid % s->cfg.lanes / homes;
}

static inline void note(struct pdom_priority_view *v, const struct pdom_priority_in *in,
                        const struct pdom_priority_out *out)
{
    (void)out;
    for (uint32_t p = 0; p < v->model.cfg.lanes; p++)
        v->row[p] = address_of(&v->model, in->grp_tid[has(in->grp_req[1], p)][p]);
}

/* Place p is of lane p modulo the number of lanes: place by place this is lane by lane. */
static inline void rows(const struct pdom_priority_view *v, uint32_t *at)
{
    for (uint32_t p = 0; p < v->model.cfg.lanes; p++) at[p] = v->row[p];
}

#endif
