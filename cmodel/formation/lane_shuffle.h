/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the lane shuffle: docs/blocks/lane_shuffle.md.
 *
 * Use: init once, then eval; nothing is kept, so reset and tick are there for the shape.
 */
#ifndef HEDDLE_LANE_SHUFFLE_H
#define HEDDLE_LANE_SHUFFLE_H

#include <stdint.h>

enum {
    LANE_SHUFFLE_MAX_LANES = 64,
    LANE_SHUFFLE_MAX_WARPS = 64,
    LANE_SHUFFLE_MAX_WIDTH = 64,
};

/* Table 1 of the paper. */
enum lane_shuffle_kind {
    LANE_SHUFFLE_IDENTITY,
    LANE_SHUFFLE_MIRROR_ODD,
    LANE_SHUFFLE_MIRROR_HALF,
    LANE_SHUFFLE_XOR,
    LANE_SHUFFLE_XOR_REV,
    LANE_SHUFFLE_KINDS
};

/* The module's parameters. */
struct lane_shuffle_cfg {
    uint32_t lanes;
    uint32_t warps;
    uint32_t kind;
    uint32_t width;
    uint32_t own;
};

struct lane_shuffle_in {
    /* Of each lane with `own`, else element 0 alone. */
    uint32_t warp[LANE_SHUFFLE_MAX_LANES];
    uint32_t warps;
    uint64_t thread[LANE_SHUFFLE_MAX_LANES]; /* value of each thread */
};

struct lane_shuffle_out {
    uint64_t lane[LANE_SHUFFLE_MAX_LANES]; /* value of the thread in each lane */
};

struct lane_shuffle {
    struct lane_shuffle_cfg cfg;
};

/* The lane of a thread of the warp with this rank, in a block of so many warps. It is its own
 * inverse: of a lane it says the thread. Takes `lanes` of a warp; kind is one of the above. */
uint32_t lane_shuffle_place(enum lane_shuffle_kind kind, uint32_t lanes, uint32_t thread,
                            uint32_t warp, uint32_t warps);

/* Lays the state out. Returns NULL, or what is wrong with the sizes. */
const char *lane_shuffle_init(struct lane_shuffle *s, const struct lane_shuffle_cfg *cfg);

/* A clock edge with reset low. */
void lane_shuffle_reset(struct lane_shuffle *s);

/* This cycle's outputs. */
void lane_shuffle_eval(const struct lane_shuffle *s, const struct lane_shuffle_in *in,
                       struct lane_shuffle_out *out);

/* The clock edge. */
void lane_shuffle_tick(struct lane_shuffle *s, const struct lane_shuffle_in *in,
                       const struct lane_shuffle_out *out);

/* NULL, or the name of a broken invariant: nothing is kept, so none can be. */
const char *lane_shuffle_check(const struct lane_shuffle *s);

/* NULL: the page asks for no promise. */
const char *lane_shuffle_promise(const struct lane_shuffle *s, const struct lane_shuffle_in *in);

#endif
