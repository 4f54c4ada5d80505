/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the PC-warp LUT: docs/blocks/pc_warp_lut.md.
 * Dynamic Warp Formation (TACO 2009), section 4.2, Figure 10(b).
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: PC, OCC and IDX of
 * an invalid entry, and *_idx, turn, shut_mask, close_occ while their enable or hit is 0.
 */
#ifndef HEDDLE_PC_WARP_LUT_H
#define HEDDLE_PC_WARP_LUT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PC_WARP_LUT_GROUPS = 2,
    PC_WARP_LUT_MAX_ENTRIES = 1024,
    PC_WARP_LUT_MAX_LANES = 64,
};

/* The module's parameters. */
struct pc_warp_lut_cfg {
    uint32_t entries;
    uint32_t ways;
    uint32_t lanes;
    uint32_t lane_slots;
    uint32_t pc_width;
    uint32_t pool_entries;
    uint32_t pc_shift;
    uint32_t forward;
};

struct pc_warp_lut_in {
    bool grp_valid[PC_WARP_LUT_GROUPS];
    uint32_t grp_pc[PC_WARP_LUT_GROUPS];
    uint64_t grp_req[PC_WARP_LUT_GROUPS];
    bool alloc_valid[PC_WARP_LUT_GROUPS];
    uint32_t alloc_idx[PC_WARP_LUT_GROUPS];
    bool close_en;
    uint32_t close_pc;
    uint32_t close_idx;
};

struct pc_warp_lut_out {
    bool grp_ready[PC_WARP_LUT_GROUPS];
    bool alloc_ready[PC_WARP_LUT_GROUPS];
    bool join_en[PC_WARP_LUT_GROUPS];
    uint32_t join_idx[PC_WARP_LUT_GROUPS];
    uint64_t join_mask[PC_WARP_LUT_GROUPS];
    bool open_en[PC_WARP_LUT_GROUPS];
    uint32_t open_idx[PC_WARP_LUT_GROUPS];
    uint64_t open_mask[PC_WARP_LUT_GROUPS];
    uint32_t turn[PC_WARP_LUT_GROUPS][PC_WARP_LUT_MAX_LANES]; /* of each home lane */
    bool shut_en[PC_WARP_LUT_GROUPS];
    uint32_t shut_idx[PC_WARP_LUT_GROUPS];
    uint64_t shut_mask[PC_WARP_LUT_GROUPS];
    bool close_hit;
    uint64_t close_occ;
};

/* Entry e = set * ways + way, as in the RTL. */
struct pc_warp_lut {
    struct pc_warp_lut_cfg cfg;
    uint32_t sets;
    uint32_t valid[PC_WARP_LUT_MAX_ENTRIES];
    uint32_t pc[PC_WARP_LUT_MAX_ENTRIES];
    uint64_t occ[PC_WARP_LUT_MAX_ENTRIES];
    uint32_t idx[PC_WARP_LUT_MAX_ENTRIES];
    uint32_t victim[PC_WARP_LUT_MAX_ENTRIES]; /* one a set */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *pc_warp_lut_init(struct pc_warp_lut *s, const struct pc_warp_lut_cfg *cfg);

/* A clock edge with reset low. */
void pc_warp_lut_reset(struct pc_warp_lut *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void pc_warp_lut_eval(const struct pc_warp_lut *s, const struct pc_warp_lut_in *in,
                      struct pc_warp_lut_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void pc_warp_lut_tick(struct pc_warp_lut *s, const struct pc_warp_lut_in *in,
                      const struct pc_warp_lut_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *pc_warp_lut_check(const struct pc_warp_lut *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *pc_warp_lut_promise(const struct pc_warp_lut *s, const struct pc_warp_lut_in *in);

#endif
