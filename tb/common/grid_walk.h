/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The grid walker (docs/grid.md) as stimulus of a residency: grid after grid, sized to the bench. A
 * bench shows what the unit shows before a cycle, drives the core's inputs into the unit, and tells
 * what the unit did. A unit with a bug may do what no core can follow: the walk is lost then, and
 * nothing happens until the next one begins.
 */
#ifndef HEDDLE_GRID_WALK_H
#define HEDDLE_GRID_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "grid/core.h"

struct grid_walk {
    struct core core;
    struct plug plug;
    bool lost;
    bool queued[CORE_LOADS]; /* loads that are in the unit's queues */
};

/* What a walk is made of. */
struct grid_walk_setup {
    const char *kernel; /* a file's path, or what stands behind the first phase of a description */
    uint32_t warps;     /* of a block */
    uint32_t blocks;    /* of the grid */
    uint32_t slots;
    uint32_t ports;
    bool queues; /* the unit has load queues of its own */
    struct core_params core;
};

/* Ends the program if the kernel is none. */
void grid_walk_begin(struct grid_walk *w, const struct grid_walk_setup *setup, uint64_t seed);

/* Whose registers are on a slot goes to core.view.warp, loads to core.view, by the bench. */
void grid_walk_show(struct grid_walk *w, uint64_t ready);
/* core.in; nothing while the walk is lost. */
void grid_walk_drive(struct grid_walk *w);
/* After core.out has been filled in. */
void grid_walk_see(struct grid_walk *w);
/* All blocks of the grid are done. */
bool grid_walk_done(const struct grid_walk *w);

/* A block's identity of so many bits, and back: its number is in the lowest. */
void grid_walk_id(uint32_t number, uint32_t width, uint32_t *id, uint32_t words);
uint32_t grid_walk_number(const uint32_t *id, uint32_t width);
/* As many blocks as have different numbers. */
uint32_t grid_walk_most(uint32_t width);

#endif
