/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the range pool: docs/blocks/range_pool.md.
 * Warped-Slicer (ISCA 2016), section III, Figure 2.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: place of the outputs
 * while found is 0; begins and length except in phase 1, count in phase 0,
 * place of the state except in phase 2; places from Places on.
 */
#ifndef HEDDLE_RANGE_POOL_H
#define HEDDLE_RANGE_POOL_H

#include <stdbool.h>
#include <stdint.h>

enum { RANGE_POOL_MAX_PLACES = 1024 };

/* phase: what becomes of a want. */
enum {
    RANGE_POOL_IDLE = 0,
    RANGE_POOL_SEARCH = 1,
    RANGE_POOL_FOUND = 2,
};

/* The module's parameters. */
struct range_pool_cfg {
    uint32_t places;
};

struct range_pool_in {
    bool want_en;
    uint32_t want_count;
    bool take_en;
    bool free_en;
    uint32_t free_place;
    uint32_t free_count;
};

struct range_pool_out {
    bool idle;
    bool found;
    uint32_t place;
    bool none;
    uint32_t left;
};

struct range_pool {
    struct range_pool_cfg cfg;
    bool free[RANGE_POOL_MAX_PLACES];
    uint32_t left; /* free places */
    uint32_t phase;
    uint32_t count;                     /* places wanted */
    bool begins[RANGE_POOL_MAX_PLACES]; /* a run of length free places begins here */
    uint32_t length;
    uint32_t place; /* the first one of the range found */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *range_pool_init(struct range_pool *s, const struct range_pool_cfg *cfg);

/* A clock edge with reset low. */
void range_pool_reset(struct range_pool *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void range_pool_eval(const struct range_pool *s, const struct range_pool_in *in,
                     struct range_pool_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void range_pool_tick(struct range_pool *s, const struct range_pool_in *in,
                     const struct range_pool_out *out);

/* NULL, or the name of a broken invariant (the page lists left_counts, begins_free and found_free;
 * phase_range: there is no such phase; the others need the past). */
const char *range_pool_check(const struct range_pool *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *range_pool_promise(const struct range_pool *s, const struct range_pool_in *in);

#endif
