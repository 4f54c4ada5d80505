/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of warp spill: docs/blocks/warp_spill.md.
 * Dynamic Warp Formation (TACO 2009), section 4.5, Figure 12.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: payload outputs
 * while their valid is 0.
 */
#ifndef HEDDLE_WARP_SPILL_H
#define HEDDLE_WARP_SPILL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WARP_SPILL_GROUPS = 2,
    WARP_SPILL_MAX_LANES = 64,
};

/* The module's parameters. */
struct warp_spill_cfg {
    uint32_t lanes;
    uint32_t tid_width;
    uint32_t pc_width;
    uint32_t key_width;
    uint32_t slots;
    uint32_t reads;
    uint32_t addr_width;
};

/* A group on its way: {KEY, PC, REQ, TIDs} of the page. */
struct warp_spill_record {
    uint32_t key;
    uint32_t pc;
    uint64_t req;
    uint32_t tid[WARP_SPILL_MAX_LANES];
};

struct warp_spill_in {
    bool base_en;
    uint64_t base;
    bool in_valid[WARP_SPILL_GROUPS];
    struct warp_spill_record in_record[WARP_SPILL_GROUPS];
    bool out_ready[WARP_SPILL_GROUPS]; /* not looked at by warp_spill_route */
    bool room;
    bool wr_ready;
    bool rd_ready;
    bool rsp_valid;
    struct warp_spill_record rsp_record;
};

struct warp_spill_out {
    bool in_ready[WARP_SPILL_GROUPS];
    bool out_valid[WARP_SPILL_GROUPS];
    struct warp_spill_record out_record[WARP_SPILL_GROUPS];
    bool wr_valid;
    uint64_t wr_addr;
    struct warp_spill_record wr_record;
    bool rd_valid;
    uint64_t rd_addr;
    bool rsp_ready;
    uint32_t spilled;
};

struct warp_spill {
    struct warp_spill_cfg cfg;
    uint64_t record_bytes;
    uint64_t offset;
    uint32_t head;
    uint32_t tail;
    uint32_t queued;
    uint32_t asked;
};

/* What goes to the pool side in this cycle: all of out but in_ready and rsp_ready, which need the
 * pool side's answer. A parent calls it before it evaluates the pool side. */
void warp_spill_route(const struct warp_spill *s, const struct warp_spill_in *in,
                      struct warp_spill_out *out);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *warp_spill_init(struct warp_spill *s, const struct warp_spill_cfg *cfg);

/* A clock edge with reset low. */
void warp_spill_reset(struct warp_spill *s);

/* This cycle's outputs; changes nothing. A record whose valid is 0 is left as it was. */
void warp_spill_eval(const struct warp_spill *s, const struct warp_spill_in *in,
                     struct warp_spill_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void warp_spill_tick(struct warp_spill *s, const struct warp_spill_in *in,
                     const struct warp_spill_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *warp_spill_check(const struct warp_spill *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *warp_spill_promise(const struct warp_spill *s, const struct warp_spill_in *in);

#endif
