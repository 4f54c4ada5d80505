/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the warp update registers: docs/blocks/warp_update.md.
 * Dynamic Warp Formation (TACO 2009), section 4.2, Figure 10(a).
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: PC, REQ and TIDs of
 * a register that is not valid, and the TIDs of lanes outside REQ.
 */
#ifndef HEDDLE_WARP_UPDATE_H
#define HEDDLE_WARP_UPDATE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WARP_UPDATE_GROUPS = 2,
    WARP_UPDATE_MAX_LANES = 64,
};

/* The module's parameters. */
struct warp_update_cfg {
    uint32_t lanes;
    uint32_t tid_width;
    uint32_t pc_width;
};

struct warp_update_in {
    bool ret_valid;
    uint64_t ret_mask;
    uint32_t ret_tid[WARP_UPDATE_MAX_LANES];
    uint32_t ret_pc[WARP_UPDATE_MAX_LANES];
    bool grp_ready[WARP_UPDATE_GROUPS];
};

struct warp_update_out {
    bool ret_ready;
    bool grp_valid[WARP_UPDATE_GROUPS];
    uint32_t grp_pc[WARP_UPDATE_GROUPS];
    uint64_t grp_req[WARP_UPDATE_GROUPS];
    uint32_t grp_nthd[WARP_UPDATE_GROUPS];
    uint32_t grp_tid[WARP_UPDATE_GROUPS][WARP_UPDATE_MAX_LANES];
};

struct warp_update {
    struct warp_update_cfg cfg;
    bool valid[WARP_UPDATE_GROUPS];
    uint32_t pc[WARP_UPDATE_GROUPS];
    uint64_t req[WARP_UPDATE_GROUPS];
    uint32_t tid[WARP_UPDATE_GROUPS][WARP_UPDATE_MAX_LANES];
    uint64_t sent; /* lanes of the waiting warp that have been taken */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *warp_update_init(struct warp_update *s, const struct warp_update_cfg *cfg);

/* A clock edge with reset low. */
void warp_update_reset(struct warp_update *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0, but grp_tid: what
 * is there outside of REQ is left as it was, or is some other thread id. */
void warp_update_eval(const struct warp_update *s, const struct warp_update_in *in,
                      struct warp_update_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void warp_update_tick(struct warp_update *s, const struct warp_update_in *in,
                      const struct warp_update_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *warp_update_check(const struct warp_update *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *warp_update_promise(const struct warp_update *s, const struct warp_update_in *in);

#endif
