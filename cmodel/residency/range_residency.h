/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the range residency: docs/blocks/range_residency.md.
 * Warped-Slicer (ISCA 2016), section III, Figure 2; Virtual Thread (ISCA 2016), section II.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: payload outputs
 * while their valid or enable is 0; what belongs to a frame that is not open;
 * what belongs to the block that waits while none does.
 */
#ifndef HEDDLE_RANGE_RESIDENCY_H
#define HEDDLE_RANGE_RESIDENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "residency/block_frames.h"
#include "residency/range_pool.h"

/* Kinds of events are those of the block frames. */
enum {
    RANGE_RESIDENCY_MAX_SLOTS = BLOCK_FRAMES_MAX_SLOTS,
    RANGE_RESIDENCY_MAX_FRAMES = BLOCK_FRAMES_MAX_FRAMES,
    RANGE_RESIDENCY_MAX_KERNELS = 16,
    RANGE_RESIDENCY_MAX_PORTS = BLOCK_FRAMES_MAX_PORTS,
    RANGE_RESIDENCY_ID_WORDS = BLOCK_FRAMES_ID_WORDS,
};

/* The pools inside. */
enum {
    RANGE_RESIDENCY_OF_SLOTS = 0,
    RANGE_RESIDENCY_OF_SETS = 1,
    RANGE_RESIDENCY_OF_GRAINS = 2,
    RANGE_RESIDENCY_POOLS = 3,
};

/* The module's parameters. */
struct range_residency_cfg {
    uint32_t slots;
    uint32_t frames;
    uint32_t max_warps;
    uint32_t kernels;
    uint32_t sets;
    uint32_t grains;
    uint32_t id_width;
    uint32_t ports;
};

struct range_residency_in {
    uint32_t need_warps[RANGE_RESIDENCY_MAX_KERNELS];
    uint32_t need_sets[RANGE_RESIDENCY_MAX_KERNELS];
    uint32_t need_grains[RANGE_RESIDENCY_MAX_KERNELS];
    bool block_valid;
    uint32_t block_kernel;
    uint32_t block_id[RANGE_RESIDENCY_ID_WORDS];
    bool ev_valid[RANGE_RESIDENCY_MAX_PORTS];
    uint32_t ev_kind[RANGE_RESIDENCY_MAX_PORTS];
    uint32_t ev_slot[RANGE_RESIDENCY_MAX_PORTS];
    bool begin_ready;
};

struct range_residency_out {
    bool block_ready;
    bool waits;
    bool split;
    bool done_valid;
    uint32_t done_kernel;
    uint32_t done_id[RANGE_RESIDENCY_ID_WORDS];
    uint64_t ready; /* a bit a slot */
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_count;
    uint32_t begin_kernel;
    uint32_t begin_id[RANGE_RESIDENCY_ID_WORDS];
    uint32_t begin_set;
    uint32_t begin_grain;
    bool idle;
    /* What went to and came from the pools: tick needs it again. */
    struct range_pool_in pool_in[RANGE_RESIDENCY_POOLS];
    struct range_pool_out pool_out[RANGE_RESIDENCY_POOLS];
};

struct range_residency {
    struct range_residency_cfg cfg;
    uint64_t open; /* a bit a frame */
    uint32_t kernel[RANGE_RESIDENCY_MAX_FRAMES];
    uint32_t id[RANGE_RESIDENCY_MAX_FRAMES][RANGE_RESIDENCY_ID_WORDS];
    uint32_t set[RANGE_RESIDENCY_MAX_FRAMES]; /* its first register set */
    uint32_t sets[RANGE_RESIDENCY_MAX_FRAMES];
    uint32_t grain[RANGE_RESIDENCY_MAX_FRAMES]; /* its first grain of shared memory */
    uint32_t grains[RANGE_RESIDENCY_MAX_FRAMES];
    uint32_t slot[RANGE_RESIDENCY_MAX_FRAMES]; /* its first slot */
    uint32_t count[RANGE_RESIDENCY_MAX_FRAMES];
    uint64_t ended; /* this and the next: a bit a slot */
    uint64_t waits;
    bool here; /* a block waits for room */
    uint32_t wait_kernel;
    uint32_t wait_id[RANGE_RESIDENCY_ID_WORDS];
    uint32_t wait_warps;
    uint32_t wait_sets;
    uint32_t wait_grains;
    struct range_pool pool[RANGE_RESIDENCY_POOLS];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *range_residency_init(struct range_residency *s, const struct range_residency_cfg *cfg);

/* A clock edge with reset low. */
void range_residency_reset(struct range_residency *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void range_residency_eval(const struct range_residency *s, const struct range_residency_in *in,
                          struct range_residency_out *out);

/* The frame whose block is done in this cycle: the lowest open one of which all slots have ended.
 * Frames: there is none. */
uint32_t range_residency_done(const struct range_residency *s);

/* Does no block wait for room, and has each block a warp in this set that has not ended? */
bool range_residency_keeps(const struct range_residency *s, uint64_t slots);

/* The clock edge; out is what eval gave for the same state and inputs. */
void range_residency_tick(struct range_residency *s, const struct range_residency_in *in,
                          const struct range_residency_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool range_residency_rests(const struct range_residency *s, const struct range_residency_in *in,
                           const struct range_residency_out *out);

/* NULL, or the name of a broken invariant (the page lists apart, accounted, not_both; barrier and
 * done_once need the past), or of one of a pool. enters: the pools look for room for the block that
 * waits, and for no other. frame_range: an open frame is none, or its block has no warp, or its
 * places are not in the row. */
const char *range_residency_check(const struct range_residency *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *range_residency_promise(const struct range_residency *s,
                                    const struct range_residency_in *in);

#endif
