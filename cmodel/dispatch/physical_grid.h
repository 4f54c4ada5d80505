/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the physical grid: docs/blocks/physical_grid.md.
 * Elastic Kernels (ASPLOS 2013), section 4.2, Algorithm 1.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: blocks and threads
 * of the outputs while a search is under way and done is 0, and before the
 * first search has ended; of the registers those that the page's State leaves
 * without a meaning in the phase.
 */
#ifndef HEDDLE_PHYSICAL_GRID_H
#define HEDDLE_PHYSICAL_GRID_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PHYSICAL_GRID_MAX_SMS = 64,
    PHYSICAL_GRID_MAX_BLOCKS = 64,
    PHYSICAL_GRID_MAX_KINDS = 8,
    PHYSICAL_GRID_MAX_PARTS = 16,
};

enum physical_grid_phase {
    PHYSICAL_GRID_IDLE = 0,
    PHYSICAL_GRID_FIT = 1,
    PHYSICAL_GRID_CUT = 2,
    PHYSICAL_GRID_GROW = 3,
    PHYSICAL_GRID_REDUCE = 4,
    PHYSICAL_GRID_DONE = 5,
};

/* The module's parameters. */
struct physical_grid_cfg {
    uint32_t sms;
    uint32_t blocks;
    uint32_t kinds;
    uint32_t need_width;
    uint32_t parts;
};

/* A limit is of the chip, and has more bits than an amount of room of an SM. */
struct physical_grid_in {
    bool start_en;
    uint32_t logical;
    uint32_t need[PHYSICAL_GRID_MAX_KINDS];
    bool flexible;
    uint32_t threads;
    uint32_t room[PHYSICAL_GRID_MAX_KINDS];
    uint64_t limit[PHYSICAL_GRID_MAX_KINDS];
    uint32_t parts; /* 0 is as 1 */
    uint32_t most;
};

struct physical_grid_out {
    bool idle;
    bool done;
    uint32_t blocks;
    uint64_t threads;
};

struct physical_grid {
    struct physical_grid_cfg cfg;
    uint32_t phase;                         /* enum physical_grid_phase */
    uint32_t copy[PHYSICAL_GRID_MAX_KINDS]; /* of the room of an SM: what is left */
    uint32_t held;                          /* blocks that an SM can hold, found so far */
    uint32_t after;                         /* blocks after the cut */
    uint64_t threads;                       /* of a block */
    uint32_t rest;                          /* of the division */
    uint64_t quotient;                      /* dividend above, quotient below */
    uint32_t bit;                           /* of the quotient */
    uint64_t used[PHYSICAL_GRID_MAX_KINDS]; /* what the blocks found and their like need */
    uint32_t blocks;                        /* that fit in the limits, found so far */
    /* The model's alone: has a search ended since the reset; what the last start asked for; the
     * cycles since. */
    bool found;
    struct physical_grid_in asked;
    uint32_t cycles;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *physical_grid_init(struct physical_grid *s, const struct physical_grid_cfg *cfg);

/* A clock edge with reset low. */
void physical_grid_reset(struct physical_grid *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void physical_grid_eval(const struct physical_grid *s, const struct physical_grid_in *in,
                        struct physical_grid_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. A start while a search is
 * under way is ignored, also in the cycle of done. */
void physical_grid_tick(struct physical_grid *s, const struct physical_grid_in *in,
                        const struct physical_grid_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *physical_grid_check(const struct physical_grid *s);

/* NULL, or the promise of the page that the neighbours break with these inputs; or what does not
 * fit on its port. */
const char *physical_grid_promise(const struct physical_grid *s, const struct physical_grid_in *in);

#endif
