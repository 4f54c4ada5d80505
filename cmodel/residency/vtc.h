/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the Virtual Thread controller: docs/blocks/vtc.md.
 * Virtual Thread (ISCA 2016), section IV.A (CTA swap operation), Figures 5, 7.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. The flags of the block that leaves (out_ended,
 * out_waits: those of out_frame) may be put into the inputs between the two.
 * Not comparable with RTL: payload outputs while their valid or enable is 0,
 * block_ready while block_valid is 0; taken, loaded and begun but while stacks
 * leave; in_cta and in_frame while idle, out_frame but while stacks leave; flags
 * of blocks that are not in kept.
 */
#ifndef HEDDLE_VTC_H
#define HEDDLE_VTC_H

#include <stdbool.h>
#include <stdint.h>

enum {
    VTC_MAX_FRAMES = 16,
    VTC_MAX_CTAS = 64,
    VTC_MAX_WARPS = 64,
};

/* The controller's state, and swap of the page. */
enum vtc_state {
    VTC_IDLE = 0,
    VTC_LOADS = 1,
    VTC_LEAVE = 2,
    VTC_LAST = 3,
};

/* The module's parameters. */
struct vtc_cfg {
    uint32_t frames;
    uint32_t ctas;
    uint32_t max_warps;
    uint32_t overlap;
};

struct vtc_in {
    uint32_t frames;
    bool block_valid;
    bool alloc_valid;
    uint32_t alloc_cta;
    bool store_ready;
    bool out_valid;
    uint32_t out_cta;
    bool in_valid;
    uint32_t in_cta;
    uint64_t frame_valid; /* a bit a frame */
    uint32_t frame_cta[VTC_MAX_FRAMES];
    bool done_valid;
    uint32_t done_frame;
    bool save_ready;
    bool taken;
    bool load_ready;
    bool loaded;
    uint64_t out_ended; /* this and the next: a bit a rank; not looked at by eval */
    uint64_t out_waits;
};

struct vtc_out {
    bool block_ready;
    bool store_valid;
    bool alloc_en;
    bool out_en;
    uint32_t out_cta;
    uint32_t out_frame;
    bool load_en;
    uint32_t load_cta;
    uint32_t load_frame;
    bool load_new;
    bool in_en;
    uint32_t in_cta;
    uint32_t in_frame;
    bool in_new;
    bool unmap_en;
    uint32_t unmap_frame;
    uint64_t in_ended; /* this and the next: a bit a rank */
    uint64_t in_waits;
    uint32_t in_count;
    bool free_en;
    uint32_t free_cta;
    uint32_t swap; /* enum vtc_state */
};

struct vtc {
    struct vtc_cfg cfg;
    uint32_t state; /* enum vtc_state */
    bool taken;     /* the stacks are in the buffer, their frame is still to be unmapped */
    bool loaded;    /* the load was completed while stacks left */
    bool begun;     /* without overlap: the frame is unmapped, the load begins in this cycle */
    uint32_t in_cta;
    uint32_t in_frame;
    uint32_t out_frame;
    uint64_t new_block; /* new of the page: a bit a block */
    uint64_t ended[VTC_MAX_CTAS];
    uint64_t waits[VTC_MAX_CTAS];
    /* The model's alone. */
    uint64_t kept;   /* a bit a block: swapped out and not active again, its flags mean something */
    uint32_t frames; /* frames_i of the last cycle, which is not to change on the way */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *vtc_init(struct vtc *s, const struct vtc_cfg *cfg);

/* A clock edge with reset low. */
void vtc_reset(struct vtc *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void vtc_eval(const struct vtc *s, const struct vtc_in *in, struct vtc_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void vtc_tick(struct vtc *s, const struct vtc_in *in, const struct vtc_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *vtc_check(const struct vtc *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *vtc_promise(const struct vtc *s, const struct vtc_in *in);

#endif
