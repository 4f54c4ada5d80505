/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of oversubscription: docs/blocks/oversubscription.md.
 * Zorua (MICRO 2016 and the extended text), section 5.4, Algorithm 1, Table 1.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. All is comparable with RTL.
 */
#ifndef HEDDLE_OVERSUBSCRIPTION_H
#define HEDDLE_OVERSUBSCRIPTION_H

#include <stdbool.h>
#include <stdint.h>

enum {
    OVERSUBSCRIPTION_MAX_RESOURCES = 8,
    OVERSUBSCRIPTION_MAX_THRESH_WIDTH = 16,
    OVERSUBSCRIPTION_MAX_EPOCH_WIDTH = 24,
};

/* The module's parameters. */
struct oversubscription_cfg {
    uint32_t resources;
    uint32_t thresh_width;
    uint32_t epoch_width;
};

struct oversubscription_in {
    bool start;
    uint32_t epoch;
    uint32_t delta;
    uint32_t default_thresh[OVERSUBSCRIPTION_MAX_RESOURCES]; /* default_i: C has the word */
    uint32_t step[OVERSUBSCRIPTION_MAX_RESOURCES];
    uint32_t max[OVERSUBSCRIPTION_MAX_RESOURCES];
    bool idle;
    bool mem;
};

struct oversubscription_out {
    uint32_t thresh[OVERSUBSCRIPTION_MAX_RESOURCES];
    bool epoch;
};

struct oversubscription {
    struct oversubscription_cfg cfg;
    uint32_t thresh[OVERSUBSCRIPTION_MAX_RESOURCES];
    uint32_t place; /* in the epoch, from 0 */
    uint32_t idle;  /* c_idle */
    uint32_t mem;   /* c_mem */
    uint32_t idle_prev;
    uint32_t mem_prev;
    /* The model's alone: the greatest max_i since start or reset. */
    uint32_t bound[OVERSUBSCRIPTION_MAX_RESOURCES];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *oversubscription_init(struct oversubscription *s,
                                  const struct oversubscription_cfg *cfg);

/* A clock edge with reset low. */
void oversubscription_reset(struct oversubscription *s);

/* This cycle's outputs; changes nothing. */
void oversubscription_eval(const struct oversubscription *s, const struct oversubscription_in *in,
                           struct oversubscription_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void oversubscription_tick(struct oversubscription *s, const struct oversubscription_in *in,
                           const struct oversubscription_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *oversubscription_check(const struct oversubscription *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *oversubscription_promise(const struct oversubscription *s,
                                     const struct oversubscription_in *in);

#endif
