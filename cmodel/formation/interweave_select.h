/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the interweave select: docs/blocks/interweave_select.md.
 * Simultaneous Branch and Warp Interweaving (ISCA 2012), sections 3.2 and 4.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: slot and hot of an
 * instruction that is not offered; the stage's members while full is 0, took's
 * while took is 0.
 */
#ifndef HEDDLE_INTERWEAVE_SELECT_H
#define HEDDLE_INTERWEAVE_SELECT_H

#include <stdbool.h>
#include <stdint.h>

#include "formation/mask_lookup.h"

enum {
    INTERWEAVE_SELECT_MAX_SLOTS = MASK_LOOKUP_MAX_SLOTS,
    INTERWEAVE_SELECT_MAX_ENTRIES = MASK_LOOKUP_MAX_ENTRIES,
};

enum {
    INTERWEAVE_SELECT_SBI = 0,  /* the other branch of the same warp */
    INTERWEAVE_SELECT_SWI = 1,  /* another warp */
    INTERWEAVE_SELECT_BOTH = 2, /* the other branch, else another warp */
};

/* The module's parameters. */
struct interweave_select_cfg {
    uint32_t slots;
    uint32_t hot;
    uint32_t lanes;
    uint32_t mode;
    uint32_t sets;
    uint32_t seed;
};

/* Hot context h of slot s is candidate s*hot + h. A set has a bit a candidate. */
struct interweave_select_in {
    uint64_t ready;
    uint64_t moved;
    uint64_t mask[INTERWEAVE_SELECT_MAX_ENTRIES];
    uint8_t lanes[INTERWEAVE_SELECT_MAX_ENTRIES];
    uint64_t group;
    uint64_t sole;
    bool issue_ready;
};

struct interweave_select_out {
    bool primary_valid;
    uint32_t primary_slot;
    uint32_t primary_hot;
    bool secondary_valid;
    uint32_t secondary_slot;
    uint32_t secondary_hot;
    bool squash;
    bool drop;
};

struct interweave_select {
    struct interweave_select_cfg cfg;
    bool full; /* the stage has an instruction; of this context: */
    uint32_t slot;
    uint32_t hot;
    uint64_t mask;
    bool group;
    bool sole;
    bool took; /* the secondary took one in the last cycle; of this context: */
    uint32_t took_slot;
    uint32_t took_hot;
    uint64_t older[INTERWEAVE_SELECT_MAX_SLOTS]; /* [i], bit j > i: i is older than j */
    uint64_t turn;                               /* a bit a slot: the context that goes first */
    struct mask_lookup lookup;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *interweave_select_init(struct interweave_select *s,
                                   const struct interweave_select_cfg *cfg);

/* A clock edge with reset low. */
void interweave_select_reset(struct interweave_select *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void interweave_select_eval(const struct interweave_select *s,
                            const struct interweave_select_in *in,
                            struct interweave_select_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void interweave_select_tick(struct interweave_select *s, const struct interweave_select_in *in,
                            const struct interweave_select_out *out);

/* NULL, or the name of a broken invariant: older_total of the page, the lookup's, and that stage,
 * took and turns are of contexts that there are. The others are about a cycle's inputs and outputs,
 * or need the past. */
const char *interweave_select_check(const struct interweave_select *s);

/* NULL, or the promise of the page that the neighbours break with these inputs; or what does not
 * fit on its port. */
const char *interweave_select_promise(const struct interweave_select *s,
                                      const struct interweave_select_in *in);

#endif
