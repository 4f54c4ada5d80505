/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_SET_LOOKUP_VIEW_H
#define HEDDLE_SET_LOOKUP_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "core/set_lookup.h"

enum {
    PORTS = SET_LOOKUP_MAX_PORTS,
    OPERANDS = FRONT_OPERANDS,
    PARKS = SET_LOOKUP_MAX_PARKS,
    RINGS = PORTS * SET_LOOKUP_MAX_PLACES,
    REST = 20, /* words of what goes with an instruction, at most */
    REG_BITS = 6,
};

/* The model; what goes with the instruction of each slot, of which there is one at most; and what
 * the RTL keeps in another form. Of ring p place i is [p * Places + i]. */
struct set_lookup_view {
    struct set_lookup model;
    uint32_t rest_of[FRONT_MAX_SLOTS][REST];
    uint32_t ring_reg[RINGS];
    uint32_t ring_rest[RINGS][REST];
    uint32_t ring_phys[RINGS][OPERANDS];
    uint32_t state[PARKS];
    uint32_t reg[PARKS];
    uint32_t rest[PARKS][REST];
};

struct set_lookup_view_in {
    struct set_lookup_in model;
    struct front_instruction issue[PORTS];
    uint32_t issue_rest[PORTS][REST];
};

struct set_lookup_view_out {
    struct set_lookup_out model;
    struct set_lookup_instruction stage[PORTS];
    uint32_t stage_rest[PORTS][REST];
    bool stage_parked[PORTS];
    bool stage_stores[PORTS];
};

/* What is known beside a model that is a view's first member. */
static inline const struct set_lookup_view *view_of(const struct set_lookup *s)
{
    return (const struct set_lookup_view *)s;
}

static inline void take(const struct set_lookup *s, struct set_lookup_view_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) in->model.issue[p] = &in->issue[p];
}

static inline void give(const struct set_lookup *s, const struct set_lookup_in *in,
                        struct set_lookup_view_out *out)
{
    (void)in;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        struct set_lookup_instruction *x = &out->stage[p];
        if (!out->model.stage_valid[p]) continue;
        *x = *out->model.stage[p];
        memcpy(out->stage_rest[p], view_of(s)->rest_of[x->i.slot[0]], sizeof out->stage_rest[p]);
        out->stage_parked[p] = x->park != 0;
        out->stage_stores[p] = has(x->away, FRONT_RD);
        x->park--; /* as the RTL counts */
    }
}

/* Four registers as one number: operand o is in bits o * 6 on. */
static inline uint32_t packed(const uint8_t *reg)
{
    uint32_t bits = 0;
    for (uint32_t o = 0; o < OPERANDS; o++) bits |= (uint32_t)reg[o] << o * REG_BITS;
    return bits;
}

/* The RTL does not part the phases of an instruction that has left its park: whether its operands
 * have been read is what read_i says. */
static inline uint32_t state_of(const struct set_lookup_park *k)
{
    enum { AT_FREE, AT_FETCHES, AT_ISSUES, AT_RUNS, AT_STORES };
    switch (k->state) {
    case PARK_FREE: return AT_FREE;
    case PARK_FETCHES: return k->waits != 0 ? AT_FETCHES : AT_ISSUES;
    case PARK_STORES: return AT_STORES;
    default: return AT_RUNS;
    }
}

static inline void follow(struct set_lookup_view *v, const struct set_lookup_in *in,
                          const struct set_lookup_out *out)
{
    const struct set_lookup *s = &v->model;
    /* The inputs are their view's first member. */
    const struct set_lookup_view_in *vi = (const struct set_lookup_view_in *)in;
    (void)out;
    for (uint32_t p = 0; in != NULL && p < s->cfg.ports; p++)
        if (in->issue_en[p])
            memcpy(v->rest_of[in->issue[p]->slot[0]], vi->issue_rest[p], sizeof v->rest_of[0]);
    for (uint32_t k = 0; k < s->cfg.ports * s->cfg.places; k++) {
        const struct set_lookup_instruction *x = &s->ring[k / s->cfg.places][k % s->cfg.places];
        v->ring_reg[k] = packed(x->i.reg);
        memcpy(v->ring_rest[k], v->rest_of[x->i.slot[0]], sizeof v->ring_rest[k]);
        for (uint32_t o = 0; o < OPERANDS; o++) v->ring_phys[k][o] = x->place[o].index;
    }
    for (uint32_t n = 0; n < s->cfg.parks; n++) {
        v->state[n] = state_of(&s->park[n]);
        v->reg[n] = packed(s->park[n].x.i.reg);
        memcpy(v->rest[n], v->rest_of[s->park[n].x.i.slot[0]], sizeof v->rest[n]);
    }
}

/* ---- what means something ---- */

/* Place k % Places of ring k / Places has an instruction. */
static inline bool is_taken(const struct set_lookup *s, uint32_t k)
{
    const uint32_t p = k / s->cfg.places, i = k % s->cfg.places;
    return (i + s->cfg.places - s->first[p]) % s->cfg.places < s->count[p];
}

/* Operand i % 4 of place i / 4 is known, and not in swap space. */
static inline bool has_place(const struct set_lookup *s, uint32_t i)
{
    const uint32_t k = i / OPERANDS;
    const struct set_lookup_instruction *x = &s->ring[k / s->cfg.places][k % s->cfg.places];
    return is_taken(s, k) && has(x->known & ~(uint32_t)x->away, i % OPERANDS);
}

static inline bool is_used(const struct set_lookup *s, uint32_t n)
{
    return s->park[n].state != PARK_FREE;
}

static inline bool has_park_place(const struct set_lookup *s, uint32_t i)
{
    const struct set_lookup_instruction *x = &s->park[i / OPERANDS].x;
    return is_used(s, i / OPERANDS) && has(x->i.use & ~(uint32_t)x->away, i % OPERANDS);
}

static inline uint32_t rest_words(const struct set_lookup *s)
{
    return (s->cfg.rest_width + 31) / 32;
}

#endif
