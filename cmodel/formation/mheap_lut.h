/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the MHeap LUT: docs/blocks/mheap_lut.md.
 * Dynamic Warp Formation (TACO 2009), section 4.4, Figure 11(c).
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: PC and MH# of an
 * invalid entry, MH# of one that was not moved yet, lkp_mh without a hit,
 * lkp_lut without a hit or a free entry.
 */
#ifndef HEDDLE_MHEAP_LUT_H
#define HEDDLE_MHEAP_LUT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MHEAP_LUT_LOOKUPS = 2,
    MHEAP_LUT_MOVES = 2,
    MHEAP_LUT_MAX_ENTRIES = 2048,
};

/* The module's parameters. */
struct mheap_lut_cfg {
    uint32_t entries;
    uint32_t ways;
    uint32_t pc_width;
    uint32_t heap_entries;
    uint32_t lut_width;
    uint32_t pc_shift;
};

struct mheap_lut_in {
    uint32_t lkp_pc[MHEAP_LUT_LOOKUPS];
    bool ins_en[MHEAP_LUT_LOOKUPS];
    bool move_en[MHEAP_LUT_MOVES];
    uint32_t move_lut[MHEAP_LUT_MOVES];
    uint32_t move_mh[MHEAP_LUT_MOVES];
    bool free_en;
    uint32_t free_lut;
    bool clear_en;
};

struct mheap_lut_out {
    bool lkp_hit[MHEAP_LUT_LOOKUPS];
    bool lkp_free[MHEAP_LUT_LOOKUPS];
    uint32_t lkp_mh[MHEAP_LUT_LOOKUPS];
    uint32_t lkp_lut[MHEAP_LUT_LOOKUPS];
};

/* Entry e = set * ways + way, as in the RTL. */
struct mheap_lut {
    struct mheap_lut_cfg cfg;
    uint32_t sets;
    bool valid[MHEAP_LUT_MAX_ENTRIES];
    bool moved[MHEAP_LUT_MAX_ENTRIES]; /* the model's alone: MH# means something */
    uint32_t pc[MHEAP_LUT_MAX_ENTRIES];
    uint32_t mh[MHEAP_LUT_MAX_ENTRIES];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *mheap_lut_init(struct mheap_lut *s, const struct mheap_lut_cfg *cfg);

/* A clock edge with reset low. */
void mheap_lut_reset(struct mheap_lut *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void mheap_lut_eval(const struct mheap_lut *s, const struct mheap_lut_in *in,
                    struct mheap_lut_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void mheap_lut_tick(struct mheap_lut *s, const struct mheap_lut_in *in,
                    const struct mheap_lut_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *mheap_lut_check(const struct mheap_lut *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *mheap_lut_promise(const struct mheap_lut *s, const struct mheap_lut_in *in);

#endif
