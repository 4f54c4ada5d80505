/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the static residency: docs/blocks/static_residency.md.
 * Virtual Thread (ISCA 2016), section II; Zorua, section 2: the baseline of both.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: payload outputs
 * while their valid or enable is 0; warps before the first kernel.
 */
#ifndef HEDDLE_STATIC_RESIDENCY_H
#define HEDDLE_STATIC_RESIDENCY_H

#include <stdbool.h>
#include <stdint.h>

#include "residency/block_frames.h"

enum {
    STATIC_RESIDENCY_MAX_PORTS = BLOCK_FRAMES_MAX_PORTS,
    STATIC_RESIDENCY_ID_WORDS = BLOCK_FRAMES_ID_WORDS,
};

/* The module's parameters. */
struct static_residency_cfg {
    uint32_t slots;
    uint32_t frames;
    uint32_t max_warps;
    uint32_t id_width;
    uint32_t ports;
};

struct static_residency_in {
    bool kernel_en;
    uint32_t kernel_warps;
    uint32_t kernel_frames;
    bool block_valid;
    uint32_t block_id[STATIC_RESIDENCY_ID_WORDS];
    bool ev_valid[STATIC_RESIDENCY_MAX_PORTS];
    uint32_t ev_kind[STATIC_RESIDENCY_MAX_PORTS];
    uint32_t ev_slot[STATIC_RESIDENCY_MAX_PORTS];
};

struct static_residency_out {
    bool block_ready;
    uint64_t ready; /* a bit a slot */
    bool begin_en;
    uint32_t begin_slot;
    uint32_t begin_count;
    uint32_t begin_id[STATIC_RESIDENCY_ID_WORDS];
    bool done_valid;
    uint32_t done_id[STATIC_RESIDENCY_ID_WORDS];
    bool idle;
    /* What went to and came from the frames: tick needs it again. */
    struct block_frames_in seats_in;
    struct block_frames_out seats_out;
};

struct static_residency {
    struct static_residency_cfg cfg;
    uint32_t warps; /* of the kernel, and the next */
    uint32_t frames;
    struct block_frames seats;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *static_residency_init(struct static_residency *s,
                                  const struct static_residency_cfg *cfg);

/* A clock edge with reset low. */
void static_residency_reset(struct static_residency *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void static_residency_eval(const struct static_residency *s, const struct static_residency_in *in,
                           struct static_residency_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void static_residency_tick(struct static_residency *s, const struct static_residency_in *in,
                           const struct static_residency_out *out);

/* NULL, or the name of a broken invariant (the page lists limit; stays needs the past), or of one
 * of the block frames. */
const char *static_residency_check(const struct static_residency *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *static_residency_promise(const struct static_residency *s,
                                     const struct static_residency_in *in);

#endif
