/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_CTA_STATUS_TABLE_VIEW_H
#define HEDDLE_CTA_STATUS_TABLE_VIEW_H

#include "residency/cta_status_table.h"

/* The model, and its queue as the RTL has it: bit j of before[i], for j > i, says that i stands
 * before j. Bit j of known[i] says that the RTL's bit means something. */
struct cta_status_table_view {
    struct cta_status_table model;
    uint64_t before[CTA_STATUS_TABLE_MAX_CTAS];
    uint64_t known[CTA_STATUS_TABLE_MAX_CTAS];
};

static inline uint64_t bit_of(uint32_t cta) { return UINT64_C(1) << cta; }
static inline uint64_t above(uint32_t cta) { return cta == 63 ? 0 : UINT64_MAX << (cta + 1); }

/* The bits of pairs. Two blocks have an order while both are marked or both are ready; the bits
 * that are no pair are 0 in the RTL too. */
static inline void follow(struct cta_status_table_view *v, const struct cta_status_table_in *in,
                          const struct cta_status_table_out *out)
{
    const struct cta_status_table *m = &v->model;
    (void)in;
    (void)out;
    uint64_t queued = 0;
    for (uint32_t k = 0; k < m->queued; k++) queued |= bit_of(m->queue[k]);
    for (uint32_t i = 0; i < m->cfg.ctas; i++) {
        v->before[i] = 0;
        v->known[i] = ~above(i);
    }
    uint64_t behind = 0;
    for (uint32_t k = m->queued; k-- > 0;) {
        const uint32_t i = m->queue[k];
        const uint64_t kind = (m->active & bit_of(i)) != 0 ? m->active : ~m->active;
        v->known[i] |= queued & kind;
        v->before[i] = behind & kind & above(i);
        behind |= bit_of(i);
    }
}

#endif
