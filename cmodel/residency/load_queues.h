/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the load queues: docs/blocks/load_queues.md.
 * Virtual Thread (ISCA 2016), section IV.D, Table I.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low.
 * A load is an array of 32-bit words: bit i is bit i % 32 of word i / 32.
 * Not comparable with RTL: payload outputs while out_valid is 0, entries of a
 * queue from its count on, data and warp of a place that is not taken.
 */
#ifndef HEDDLE_LOAD_QUEUES_H
#define HEDDLE_LOAD_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LOAD_QUEUES_MAX_ENTRIES = 64, /* of one queue */
    LOAD_QUEUES_MAX_PLACES = 2 * LOAD_QUEUES_MAX_ENTRIES,
    LOAD_QUEUES_DATA_WORDS = 16, /* 512 bits */
};

/* The module's parameters. */
struct load_queues_cfg {
    uint32_t active;
    uint32_t inactive;
    uint32_t data_width;
    uint32_t warps;
};

struct load_queues_in {
    bool in_valid;
    uint32_t in_warp;
    uint32_t in_data[LOAD_QUEUES_DATA_WORDS];
    bool out_ready;
    bool away_en;
    uint32_t away_first;
    uint32_t away_last;
};

struct load_queues_out {
    bool in_ready;
    bool out_valid;
    uint32_t out_warp;
    uint32_t out_data[LOAD_QUEUES_DATA_WORDS];
    bool out_away;
    uint32_t active_count;
    uint32_t inactive_count;
};

/* Entry 0 of a queue is the oldest. */
struct load_queues {
    struct load_queues_cfg cfg;
    uint32_t data[LOAD_QUEUES_MAX_PLACES][LOAD_QUEUES_DATA_WORDS];
    uint32_t warp[LOAD_QUEUES_MAX_PLACES];
    bool taken[LOAD_QUEUES_MAX_PLACES];
    uint32_t active_place[LOAD_QUEUES_MAX_ENTRIES];
    uint32_t active_warp[LOAD_QUEUES_MAX_ENTRIES];
    bool active_away[LOAD_QUEUES_MAX_ENTRIES];
    uint32_t active_count;
    uint32_t inactive_place[LOAD_QUEUES_MAX_ENTRIES];
    uint32_t inactive_count;
    /* The model's alone. */
    bool refused; /* the load refused in the last cycle, which is to be offered again */
    uint32_t refused_warp;
    uint32_t refused_data[LOAD_QUEUES_DATA_WORDS];
    uint32_t age[LOAD_QUEUES_MAX_PLACES]; /* loads that had entered before it; wraps */
    uint32_t entered;                     /* loads that have entered */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *load_queues_init(struct load_queues *s, const struct load_queues_cfg *cfg);

/* A clock edge with reset low. */
void load_queues_reset(struct load_queues *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void load_queues_eval(const struct load_queues *s, const struct load_queues_in *in,
                      struct load_queues_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void load_queues_tick(struct load_queues *s, const struct load_queues_in *in,
                      const struct load_queues_out *out);

/* NULL, or the name of a broken invariant (the page lists them). Of served_once what a state shows:
 * loads of a warp stand in the order in which they came. yield is about eval, not about a state. */
const char *load_queues_check(const struct load_queues *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. That a block which
 * is swapped in has no load here is not held to: nothing says which block comes in. */
const char *load_queues_promise(const struct load_queues *s, const struct load_queues_in *in);

#endif
