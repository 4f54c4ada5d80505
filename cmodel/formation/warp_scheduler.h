/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the warp scheduler: docs/blocks/warp_scheduler.md.
 * Virtual Thread (ISCA 2016), sections V and VI.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: issue_slot while
 * issue_valid is 0, a last one while there is none, and what the policy does
 * not use (0 here).
 */
#ifndef HEDDLE_WARP_SCHEDULER_H
#define HEDDLE_WARP_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

enum { WARP_SCHEDULER_MAX_SLOTS = 64 };

enum {
    WARP_SCHEDULER_LOOSE = 0,  /* loose round robin */
    WARP_SCHEDULER_GREEDY = 1, /* greedy, then oldest */
    WARP_SCHEDULER_LEVELS = 2, /* two-level */
};

/* The module's parameters. */
struct warp_scheduler_cfg {
    uint32_t slots;
    uint32_t policy;
    uint32_t group;
};

struct warp_scheduler_in {
    uint64_t begin; /* this and the next: a bit a slot */
    uint64_t can;
    bool issue_ready;
};

struct warp_scheduler_out {
    bool issue_valid;
    uint32_t issue_slot;
};

struct warp_scheduler {
    struct warp_scheduler_cfg cfg;
    uint32_t last;                                 /* policies 0 and 1 */
    bool some;                                     /* there is a last one */
    uint32_t group;                                /* policy 2, as the next two */
    uint32_t group_last[WARP_SCHEDULER_MAX_SLOTS]; /* number within the group */
    uint64_t group_some;                           /* a bit a group */
    uint64_t older[WARP_SCHEDULER_MAX_SLOTS];      /* policy 1: [i], bit j > i: i is older than j */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *warp_scheduler_init(struct warp_scheduler *s, const struct warp_scheduler_cfg *cfg);

/* A clock edge with reset low. */
void warp_scheduler_reset(struct warp_scheduler *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void warp_scheduler_eval(const struct warp_scheduler *s, const struct warp_scheduler_in *in,
                         struct warp_scheduler_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void warp_scheduler_tick(struct warp_scheduler *s, const struct warp_scheduler_in *in,
                         const struct warp_scheduler_out *out);

/* NULL, or the name of a broken invariant: order of the page, and that the last ones and the group
 * are some that there are. chosen_can, work and stays are about eval, fair needs the past. */
const char *warp_scheduler_check(const struct warp_scheduler *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *warp_scheduler_promise(const struct warp_scheduler *s,
                                   const struct warp_scheduler_in *in);

#endif
