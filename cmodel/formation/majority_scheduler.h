/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the majority scheduler: docs/blocks/majority_scheduler.md.
 * Dynamic Warp Formation (TACO 2009), section 4.4, Figure 11.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: payload outputs
 * while their enable or valid is 0; closed, PC, WPH, WPT while the Majority
 * Entry is not valid; what the pages of heap and LUT name.
 */
#ifndef HEDDLE_MAJORITY_SCHEDULER_H
#define HEDDLE_MAJORITY_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "formation/max_heap.h"
#include "formation/max_tree.h"
#include "formation/mheap_lut.h"

enum {
    MAJORITY_SCHEDULER_UPDATES = 2,
    MAJORITY_SCHEDULER_LINKS = 2,
    MAJORITY_SCHEDULER_MAX_WIDS = 65536, /* warp ids of the widest WidWidth */
};

/* wait of the page. */
enum majority_scheduler_wait {
    MAJORITY_SCHEDULER_WAIT_NONE = 0,
    MAJORITY_SCHEDULER_WAIT_EMPTY = 1,
    MAJORITY_SCHEDULER_WAIT_REBALANCE = 2,
    MAJORITY_SCHEDULER_WAIT_UPDATES = 3,
};

/* The module's parameters. */
struct majority_scheduler_cfg {
    uint32_t heap_entries;
    uint32_t lut_entries;
    uint32_t lut_ways;
    uint32_t pc_shift;
    uint32_t pc_width;
    uint32_t cnt_width;
    uint32_t wid_width;
    uint32_t lut_width;
    uint32_t lanes;
    uint32_t queue_depth;
    uint32_t heap_ports;
    uint32_t tree;
    uint32_t order; /* enum max_heap_order */
    uint32_t age_limit;
};

struct majority_scheduler_in {
    bool upd_valid[MAJORITY_SCHEDULER_UPDATES];
    uint32_t upd_pc[MAJORITY_SCHEDULER_UPDATES];
    uint32_t upd_nthd[MAJORITY_SCHEDULER_UPDATES];
    uint32_t upd_wid[MAJORITY_SCHEDULER_UPDATES];
    bool upd_open[MAJORITY_SCHEDULER_UPDATES];
    uint32_t next;
    bool issue_en;
    bool choose; /* the next PC may be chosen */
};

/* The Majority Entry. */
struct majority_scheduler_me {
    bool valid;
    bool closed;
    uint32_t pc;
    uint32_t wph;
    uint32_t wpt;
};

struct majority_scheduler_out {
    bool upd_ready[MAJORITY_SCHEDULER_UPDATES];
    bool link_en[MAJORITY_SCHEDULER_LINKS];
    uint32_t link_from[MAJORITY_SCHEDULER_LINKS];
    uint32_t link_to[MAJORITY_SCHEDULER_LINKS];
    bool pick_valid;
    uint32_t pick_wid;
    bool stuck;
    uint32_t wait; /* enum majority_scheduler_wait */
    /* What the edge makes of the Majority Entry, and what went to and came from the children in
     * this cycle: tick needs it again. */
    struct majority_scheduler_me me;
    struct max_heap_in heap_in;
    struct max_heap_out heap_out;
    struct mheap_lut_in lut_in;
    struct mheap_lut_out lut_out;
};

struct majority_scheduler {
    struct majority_scheduler_cfg cfg;
    bool me_valid;
    bool me_closed;
    uint32_t me_pc;
    uint32_t me_wph;
    uint32_t me_wpt;
    uint32_t age;
    struct mheap_lut lut;
    union {
        struct max_heap heap; /* cfg.tree 0 */
        struct max_tree tree; /* cfg.tree 1 */
    };
    /* The model's alone: Next as the links set it, and which warps were opened and not issued. */
    uint16_t next[MAJORITY_SCHEDULER_MAX_WIDS];
    bool live[MAJORITY_SCHEDULER_MAX_WIDS];
    uint32_t live_count;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *majority_scheduler_init(struct majority_scheduler *s,
                                    const struct majority_scheduler_cfg *cfg);

/* A clock edge with reset low. */
void majority_scheduler_reset(struct majority_scheduler *s);

/* The outputs that depend on state alone (pick_*, stuck, wait), for a parent that needs them to
 * find the inputs. */
void majority_scheduler_pick(const struct majority_scheduler *s,
                             struct majority_scheduler_out *out);

/* upd_ready of an update with this PC in place u; state and PC alone decide. */
bool majority_scheduler_ready(const struct majority_scheduler *s, uint32_t u, uint32_t pc);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. Values between the
 * children that are not used need not be 0. */
void majority_scheduler_eval(const struct majority_scheduler *s,
                             const struct majority_scheduler_in *in,
                             struct majority_scheduler_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void majority_scheduler_tick(struct majority_scheduler *s, const struct majority_scheduler_in *in,
                             const struct majority_scheduler_out *out);

/* List number i: 0 is the Majority Entry's, i + 1 heap entry i's. False if there is none; else its
 * first and last warp. */
bool majority_scheduler_list(const struct majority_scheduler *s, uint32_t i, uint32_t *head,
                             uint32_t *tail);

/* The updates that wait in the queue, the oldest first. */
const struct max_heap_update *majority_scheduler_queue(const struct majority_scheduler *s,
                                                       uint32_t *count);

/* NULL, or the name of a broken invariant (the page lists them; heap's and LUT's too). lut_true:
 * the LUT has the heap's entries that are not old, at their places, and no others. */
const char *majority_scheduler_check(const struct majority_scheduler *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *majority_scheduler_promise(const struct majority_scheduler *s,
                                       const struct majority_scheduler_in *in);

#endif
