/* SPDX-License-Identifier: Apache-2.0 */
/* Where the counts are written: a row for each lane, that of the thread that it has, in group 1 or
 * else in group 0. */
#ifndef HEDDLE_PDOM_PRIORITY_VIEW_H
#define HEDDLE_PDOM_PRIORITY_VIEW_H

#include "common/bits.h"
#include "formation/pdom_priority.h"

struct pdom_priority_view {
    struct pdom_priority model;
    uint32_t row[PDOM_PRIORITY_MAX_LANES];
};

static inline void note(struct pdom_priority_view *v, const struct pdom_priority_in *in,
                        const struct pdom_priority_out *out)
{
    (void)out;
    for (uint32_t l = 0; l < v->model.cfg.lanes; l++)
        v->row[l] = in->grp_tid[has(in->grp_req[1], l)][l] >> clog2(v->model.cfg.lanes);
}

static inline void rows(const struct pdom_priority_view *v, uint32_t *at)
{
    for (uint32_t l = 0; l < v->model.cfg.lanes; l++) at[l] = v->row[l];
}

#endif
