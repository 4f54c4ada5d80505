/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the warp pool: docs/blocks/warp_pool.md.
 * Dynamic Warp Formation (TACO 2009), sections 4.2 and 7, Figure 10(c).
 *
 * Use: init once, then for each clock cycle eval and tick; there is no reset.
 * Not comparable with RTL: memory that was never written, and issue_tid outside
 * of issue_mask.
 */
#ifndef HEDDLE_WARP_POOL_H
#define HEDDLE_WARP_POOL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WARP_POOL_GROUPS = 2,
    WARP_POOL_LINKS = 2,
    WARP_POOL_MAX_LANES = 64,
    WARP_POOL_MAX_ENTRIES = 2048,
};

/* The module's parameters. */
struct warp_pool_cfg {
    uint32_t entries;
    uint32_t lanes;
    uint32_t tid_width;
    uint32_t pc_width;
    uint32_t tid_writes; /* of a bank, in a cycle: 1 or 2 */
};

struct warp_pool_in {
    uint32_t grp_pc[WARP_POOL_GROUPS];
    uint32_t grp_tid[WARP_POOL_GROUPS][WARP_POOL_MAX_LANES];
    bool join_en[WARP_POOL_GROUPS];
    uint32_t join_idx[WARP_POOL_GROUPS];
    uint64_t join_mask[WARP_POOL_GROUPS];
    bool open_en[WARP_POOL_GROUPS];
    uint32_t open_idx[WARP_POOL_GROUPS];
    uint64_t open_mask[WARP_POOL_GROUPS];
    bool shut_en[WARP_POOL_GROUPS];
    uint32_t shut_idx[WARP_POOL_GROUPS];
    uint64_t shut_mask[WARP_POOL_GROUPS];
    bool close_hit;
    uint64_t close_occ;
    bool link_en[WARP_POOL_LINKS];
    uint32_t link_from[WARP_POOL_LINKS];
    uint32_t link_to[WARP_POOL_LINKS];
    uint32_t issue_idx;
};

struct warp_pool_out {
    uint32_t next;
    uint32_t issue_pc;
    uint64_t issue_mask;
    uint32_t issue_tid[WARP_POOL_MAX_LANES];
};

/* Memory i of lane l is tid[i][l]; the *_written bits are the model's alone: they say what may be
 * compared, and what a promise may be held to. */
struct warp_pool {
    struct warp_pool_cfg cfg;
    uint32_t tid[WARP_POOL_MAX_ENTRIES][WARP_POOL_MAX_LANES];
    uint32_t pc[WARP_POOL_MAX_ENTRIES];
    uint32_t next[WARP_POOL_MAX_ENTRIES];
    uint64_t mask[WARP_POOL_MAX_ENTRIES];
    uint64_t tid_written[WARP_POOL_MAX_ENTRIES]; /* a bit a lane */
    bool pc_written[WARP_POOL_MAX_ENTRIES];
    bool next_written[WARP_POOL_MAX_ENTRIES];
    bool mask_written[WARP_POOL_MAX_ENTRIES];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *warp_pool_init(struct warp_pool *s, const struct warp_pool_cfg *cfg);

/* This cycle's outputs; changes nothing. issue_tid outside of issue_mask is whatever the memory has
 * there; issue_idx is below WARP_POOL_MAX_ENTRIES. */
void warp_pool_eval(const struct warp_pool *s, const struct warp_pool_in *in,
                    struct warp_pool_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void warp_pool_tick(struct warp_pool *s, const struct warp_pool_in *in,
                    const struct warp_pool_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *warp_pool_check(const struct warp_pool *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *warp_pool_promise(const struct warp_pool *s, const struct warp_pool_in *in);

#endif
