/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the max-heap: docs/blocks/max_heap.md.
 * Dynamic Warp Formation (TACO 2009), section 4.4, Figure 11.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: payload outputs
 * while their enable or valid is 0; heap entries at or past size and under a
 * busy lane's hole; hole and held of a lane that is not busy; queue entries at
 * or past queue_count; left_* outside phase DownRight.
 */
#ifndef HEDDLE_MAX_HEAP_H
#define HEDDLE_MAX_HEAP_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MAX_HEAP_UPDATES = 2,
    MAX_HEAP_LANES = 2,
    MAX_HEAP_MAX_ENTRIES = 1024,
    MAX_HEAP_MAX_QUEUE = 64,
};

enum max_heap_phase {
    MAX_HEAP_IDLE = 0,
    MAX_HEAP_UP = 1,
    MAX_HEAP_DOWN = 2,
    MAX_HEAP_DOWN_RIGHT = 3,
};

enum max_heap_order {
    MAX_HEAP_MAJORITY = 0,
    MAX_HEAP_MINORITY = 1,
    MAX_HEAP_PC = 2,
    MAX_HEAP_PDOM = 3,
};

/* The module's parameters; ports is not looked at by max_tree. */
struct max_heap_cfg {
    uint32_t entries;
    uint32_t pc_width;
    uint32_t cnt_width;
    uint32_t wid_width;
    uint32_t lut_width;
    uint32_t lanes;
    uint32_t queue_depth;
    uint32_t ports;
    uint32_t order; /* enum max_heap_order */
    uint32_t ageing;
};

/* One waiting PC: a group of warps, linked through the pool from wph to wpt. */
struct max_heap_entry {
    uint32_t pc;
    uint32_t cnt;
    uint32_t wph;
    uint32_t wpt;
    uint32_t lut;
    uint32_t old;
};

struct max_heap_update {
    uint32_t pc;
    uint32_t nthd;
    uint32_t wid;
    uint32_t open;
};

struct max_heap_in {
    bool upd_valid[MAX_HEAP_UPDATES];
    uint32_t upd_pc[MAX_HEAP_UPDATES];
    uint32_t upd_nthd[MAX_HEAP_UPDATES];
    uint32_t upd_wid[MAX_HEAP_UPDATES];
    bool upd_open[MAX_HEAP_UPDATES];
    bool lkp_hit[MAX_HEAP_UPDATES];
    bool lkp_free[MAX_HEAP_UPDATES];
    uint32_t lkp_mh[MAX_HEAP_UPDATES];
    uint32_t lkp_lut[MAX_HEAP_UPDATES];
    bool hold;
    bool pop_en;
    bool sweep_en;
};

struct max_heap_out {
    bool upd_ready[MAX_HEAP_UPDATES];
    bool lkp_valid[MAX_HEAP_UPDATES];
    uint32_t lkp_pc[MAX_HEAP_UPDATES];
    bool ins_en[MAX_HEAP_UPDATES];
    bool stuck;
    bool move_en[MAX_HEAP_UPDATES];
    uint32_t move_lut[MAX_HEAP_UPDATES];
    uint32_t move_mh[MAX_HEAP_UPDATES];
    bool link_en[MAX_HEAP_UPDATES];
    uint32_t link_from[MAX_HEAP_UPDATES];
    uint32_t link_to[MAX_HEAP_UPDATES];
    bool root_valid;
    uint32_t root_pc;
    uint32_t root_cnt;
    uint32_t root_wph;
    uint32_t root_wpt;
    uint32_t root_lut;
    bool root_old;
    uint32_t size;
    bool busy;
};

struct max_heap {
    struct max_heap_cfg cfg;
    struct max_heap_update queue[MAX_HEAP_MAX_QUEUE]; /* entry 0 is the oldest */
    uint32_t queue_count;
    struct max_heap_entry entry[MAX_HEAP_MAX_ENTRIES];
    uint32_t size;
    uint32_t phase; /* enum max_heap_phase */
    bool lane_busy[MAX_HEAP_LANES];
    uint32_t lane_hole[MAX_HEAP_LANES];
    struct max_heap_entry lane_held[MAX_HEAP_LANES];
    struct max_heap_entry left; /* the left child, in phase DownRight */
};

/* a beats b in this order (enum max_heap_order); an old entry beats one that is not. */
bool max_heap_beats(uint32_t order, const struct max_heap_entry *a, const struct max_heap_entry *b);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *max_heap_init(struct max_heap *s, const struct max_heap_cfg *cfg);

/* A clock edge with reset low. */
void max_heap_reset(struct max_heap *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void max_heap_eval(const struct max_heap *s, const struct max_heap_in *in,
                   struct max_heap_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void max_heap_tick(struct max_heap *s, const struct max_heap_in *in,
                   const struct max_heap_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *max_heap_check(const struct max_heap *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *max_heap_promise(const struct max_heap *s, const struct max_heap_in *in);

#endif
