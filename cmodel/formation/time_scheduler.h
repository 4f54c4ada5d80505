/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the time-stamp scheduler: docs/blocks/time_scheduler.md.
 * Dynamic Warp Formation (TACO 2009), sections 4.3 and 4.4.4.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: pick_wid while
 * pick_valid is 0, and places that hold no warp.
 */
#ifndef HEDDLE_TIME_SCHEDULER_H
#define HEDDLE_TIME_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TIME_SCHEDULER_UPDATES = 2,
    TIME_SCHEDULER_MAX_ENTRIES = 2048,
};

/* The module's parameters. */
struct time_scheduler_cfg {
    uint32_t entries;
    uint32_t wid_width;
};

struct time_scheduler_in {
    bool upd_valid[TIME_SCHEDULER_UPDATES];
    uint32_t upd_wid[TIME_SCHEDULER_UPDATES];
    bool upd_open[TIME_SCHEDULER_UPDATES];
    bool issue_en;
};

struct time_scheduler_out {
    bool pick_valid;
    uint32_t pick_wid;
};

struct time_scheduler {
    struct time_scheduler_cfg cfg;
    uint32_t wid[TIME_SCHEDULER_MAX_ENTRIES]; /* a ring */
    uint32_t head;
    uint32_t tail;
    uint32_t count;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *time_scheduler_init(struct time_scheduler *s, const struct time_scheduler_cfg *cfg);

/* A clock edge with reset low. */
void time_scheduler_reset(struct time_scheduler *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void time_scheduler_eval(const struct time_scheduler *s, const struct time_scheduler_in *in,
                         struct time_scheduler_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void time_scheduler_tick(struct time_scheduler *s, const struct time_scheduler_in *in,
                         const struct time_scheduler_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *time_scheduler_check(const struct time_scheduler *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *time_scheduler_promise(const struct time_scheduler *s,
                                   const struct time_scheduler_in *in);

#endif
