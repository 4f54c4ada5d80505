/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_CCT_VIEW_H
#define HEDDLE_CCT_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "formation/cct.h"

/* The model, and of each entry: it is in a list; its next means something, since it is neither at
 * the end of its list nor of the free list. */
struct cct_view {
    struct cct model;
    bool listed[CCT_MAX_ENTRIES];
    bool linked[CCT_MAX_ENTRIES];
};

static inline void follow(struct cct_view *v, const struct cct_in *in, const struct cct_out *out)
{
    const struct cct *s = &v->model;
    uint32_t unused = s->cfg.entries;
    (void)in;
    (void)out;
    memset(v->listed, 0, sizeof v->listed);
    memset(v->linked, 0, sizeof v->linked);
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) {
        uint32_t at = s->head[slot];
        for (uint32_t k = s->count[slot]; k > 0; k--) {
            v->listed[at] = true;
            v->linked[at] = k > 1;
            at = s->next[at];
            unused--;
        }
    }
    uint32_t at = s->free;
    for (; unused > 1; unused--) {
        v->linked[at] = true;
        at = s->next[at];
    }
}

/* Entries in no list. */
static inline uint32_t free_entries(const struct cct *s)
{
    uint32_t n = s->cfg.entries;
    for (uint32_t slot = 0; slot < s->cfg.slots; slot++) n -= s->count[slot];
    return n;
}

/* Entries that a slot uses, the one that its read keeps included. */
static inline uint32_t used(const struct cct *s, uint32_t slot)
{
    return s->count[slot] + (s->reading[slot] ? 1 : 0);
}

#endif
