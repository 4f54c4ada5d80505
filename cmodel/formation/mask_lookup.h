/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the mask lookup: docs/blocks/mask_lookup.md.
 * Simultaneous Branch and Warp Interweaving (ISCA 2012), section 4.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: slot and hot while
 * found is 0.
 */
#ifndef HEDDLE_MASK_LOOKUP_H
#define HEDDLE_MASK_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MASK_LOOKUP_MAX_SLOTS = 32,
    MASK_LOOKUP_MAX_ENTRIES = 64,
};

/* The module's parameters. */
struct mask_lookup_cfg {
    uint32_t slots;
    uint32_t hot;
    uint32_t lanes;
    uint32_t sets;
    uint32_t seed;
};

/* Hot context h of slot s is candidate s*hot + h. */
struct mask_lookup_in {
    uint64_t ready; /* a bit a candidate */
    uint64_t mask[MASK_LOOKUP_MAX_ENTRIES];
    uint8_t lanes[MASK_LOOKUP_MAX_ENTRIES];
    uint64_t group; /* a bit a candidate */
    bool primary_valid;
    uint64_t primary_mask;
    bool primary_group;
    uint32_t set;
    bool step_en;
};

struct mask_lookup_out {
    bool found;
    uint32_t slot;
    uint32_t hot;
};

struct mask_lookup {
    struct mask_lookup_cfg cfg;
    uint32_t order; /* the shift register: 16 bits, not 0 */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *mask_lookup_init(struct mask_lookup *s, const struct mask_lookup_cfg *cfg);

/* A clock edge with reset low. */
void mask_lookup_reset(struct mask_lookup *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. With a primary: of those
 * that fit the most lanes, then the lowest rank. Without: of all that are ready the lowest rank. */
void mask_lookup_eval(const struct mask_lookup *s, const struct mask_lookup_in *in,
                      struct mask_lookup_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void mask_lookup_tick(struct mask_lookup *s, const struct mask_lookup_in *in,
                      const struct mask_lookup_out *out);

/* NULL, or the name of a broken invariant: never_zero of the page, and that the register has 16
 * bits. The others are about a cycle's inputs and outputs. */
const char *mask_lookup_check(const struct mask_lookup *s);

/* NULL, or what does not fit on its port: the neighbours promise nothing. */
const char *mask_lookup_promise(const struct mask_lookup *s, const struct mask_lookup_in *in);

#endif
