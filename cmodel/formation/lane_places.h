/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the lane places: docs/blocks/lane_places.md.
 *
 * Use: init once, then eval; nothing is kept, so reset and tick are there for the shape.
 */
#ifndef HEDDLE_LANE_PLACES_H
#define HEDDLE_LANE_PLACES_H

#include <stdint.h>

enum {
    LANE_PLACES_GROUPS = 2,
    LANE_PLACES_MAX_LANES = 64,
};

/* The module's parameters. */
struct lane_places_cfg {
    uint32_t lanes;
    uint32_t lane_slots;
    uint32_t tid_width;
};

struct lane_places_in {
    uint64_t grp_req[LANE_PLACES_GROUPS];
    uint32_t grp_tid[LANE_PLACES_GROUPS][LANE_PLACES_MAX_LANES];
    uint32_t turn[LANE_PLACES_GROUPS][LANE_PLACES_MAX_LANES]; /* of each home lane */
};

struct lane_places_out {
    uint32_t tid[LANE_PLACES_GROUPS][LANE_PLACES_MAX_LANES];
};

struct lane_places {
    struct lane_places_cfg cfg;
};

/* Takes the ids of one group to their places; places without a thread get 0. turn has a value for
 * each home lane. */
void lane_places_move(const struct lane_places_cfg *cfg, uint64_t req, const uint32_t *tid,
                      const uint32_t *turn, uint32_t *to);

/* Lays the state out. Returns NULL, or what is wrong with the sizes. */
const char *lane_places_init(struct lane_places *s, const struct lane_places_cfg *cfg);

/* A clock edge with reset low. */
void lane_places_reset(struct lane_places *s);

/* This cycle's outputs. */
void lane_places_eval(const struct lane_places *s, const struct lane_places_in *in,
                      struct lane_places_out *out);

/* The clock edge. */
void lane_places_tick(struct lane_places *s, const struct lane_places_in *in,
                      const struct lane_places_out *out);

/* NULL, or the name of a broken invariant: nothing is kept, so none can be. */
const char *lane_places_check(const struct lane_places *s);

/* NULL: the page asks for no promise. */
const char *lane_places_promise(const struct lane_places *s, const struct lane_places_in *in);

#endif
