/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the block frames: docs/blocks/block_frames.md.
 * Virtual Thread (ISCA 2016), sections II and IV.A.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: outputs while their
 * valid is 0, shut_id and id of a frame that is not open.
 */
#ifndef HEDDLE_BLOCK_FRAMES_H
#define HEDDLE_BLOCK_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BLOCK_FRAMES_MAX_SLOTS = 64,
    BLOCK_FRAMES_MAX_FRAMES = 16,
    BLOCK_FRAMES_MAX_PORTS = 4,
    BLOCK_FRAMES_ID_WORDS = 4, /* an identity: 32-bit words, the lowest first */
};

/* ev_kind: what happened to a warp. */
enum {
    BLOCK_FRAMES_STALLS = 0,
    BLOCK_FRAMES_ARRIVES = 1, /* at a barrier */
    BLOCK_FRAMES_PHASE = 2,
    BLOCK_FRAMES_ENDS = 3,
};

/* The module's parameters. */
struct block_frames_cfg {
    uint32_t slots;
    uint32_t frames;
    uint32_t max_warps;
    uint32_t id_width;
    uint32_t ports;
};

struct block_frames_in {
    uint32_t warps;
    bool ev_valid[BLOCK_FRAMES_MAX_PORTS];
    uint32_t ev_kind[BLOCK_FRAMES_MAX_PORTS];
    uint32_t ev_slot[BLOCK_FRAMES_MAX_PORTS];
    bool open_en;
    uint32_t open_frame;
    uint32_t open_id[BLOCK_FRAMES_ID_WORDS];
    uint64_t open_ended; /* this and the next: a bit a rank */
    uint64_t open_waits;
    bool shut_en;
    uint32_t shut_frame;
};

struct block_frames_out {
    uint64_t ready; /* a bit a slot */
    uint32_t shut_id[BLOCK_FRAMES_ID_WORDS];
    uint64_t shut_ended; /* this and the next: a bit a rank */
    uint64_t shut_waits;
    uint64_t open; /* this and the next: a bit a frame */
    uint64_t idle;
    bool release_valid;
    uint32_t release_frame;
    uint32_t release_count;
    bool done_valid;
    uint32_t done_frame;
    uint32_t done_id[BLOCK_FRAMES_ID_WORDS];
};

struct block_frames {
    struct block_frames_cfg cfg;
    uint64_t open; /* a bit a frame */
    uint32_t id[BLOCK_FRAMES_MAX_FRAMES][BLOCK_FRAMES_ID_WORDS];
    uint64_t ended; /* this and the next: a bit a slot */
    uint64_t waits;
    uint32_t warps; /* the model's alone: warps_i of the last cycle, which is not to change */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *block_frames_init(struct block_frames *s, const struct block_frames_cfg *cfg);

/* A clock edge with reset low. */
void block_frames_reset(struct block_frames *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void block_frames_eval(const struct block_frames *s, const struct block_frames_in *in,
                       struct block_frames_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void block_frames_tick(struct block_frames *s, const struct block_frames_in *in,
                       const struct block_frames_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *block_frames_check(const struct block_frames *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *block_frames_promise(const struct block_frames *s, const struct block_frames_in *in);

#endif
