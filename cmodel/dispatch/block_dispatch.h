/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the block dispatch: docs/blocks/block_dispatch.md.
 * Warped-Slicer (ISCA 2016), section III; Elastic Kernels (ASPLOS 2013), sections 1 and 3.2.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: place_kernel and
 * place_sm while place_valid is 0.
 */
#ifndef HEDDLE_BLOCK_DISPATCH_H
#define HEDDLE_BLOCK_DISPATCH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BLOCK_DISPATCH_MAX_SMS = 64,
    BLOCK_DISPATCH_MAX_KERNELS = 16,
    BLOCK_DISPATCH_MAX_BLOCKS = 64,
    BLOCK_DISPATCH_MAX_KINDS = 8,
};

/* The module's parameters. */
struct block_dispatch_cfg {
    uint32_t sms;
    uint32_t kernels;
    uint32_t blocks;
    uint32_t kinds;
    uint32_t need_width;
};

/* A block of kernel k needs need[k*kinds + r] of kind r. On SM s kernel k has at most
 * limit[s*kernels + k] blocks. */
struct block_dispatch_in {
    bool room_en;
    uint32_t room[BLOCK_DISPATCH_MAX_KINDS];
    bool begin_en;
    uint32_t begin_kernel;
    uint32_t want; /* a bit a kernel */
    bool hold;     /* no block is placed */
    uint32_t need[BLOCK_DISPATCH_MAX_KERNELS * BLOCK_DISPATCH_MAX_KINDS];
    uint32_t limit[BLOCK_DISPATCH_MAX_SMS * BLOCK_DISPATCH_MAX_KERNELS];
    bool strict;
    bool spread;
    uint64_t ready;     /* a bit an SM */
    uint64_t end_valid; /* a bit an SM */
    uint32_t end_kernel[BLOCK_DISPATCH_MAX_SMS];
};

/* Elements of blocks and left as in the state. */
struct block_dispatch_out {
    bool place_valid;
    uint32_t place_kernel;
    uint32_t place_sm;
    uint32_t blocks[BLOCK_DISPATCH_MAX_SMS * BLOCK_DISPATCH_MAX_KERNELS];
    uint32_t left[BLOCK_DISPATCH_MAX_SMS * BLOCK_DISPATCH_MAX_KINDS];
    uint32_t here; /* a bit a kernel */
};

/* Kind r of SM s is element s*kinds + r of left, kernel k of SM s element s*kernels + k of blocks.
 * Element i*kernels + j of older says that kernel i is older than kernel j. */
struct block_dispatch {
    struct block_dispatch_cfg cfg;
    uint32_t left[BLOCK_DISPATCH_MAX_SMS * BLOCK_DISPATCH_MAX_KINDS];
    uint32_t blocks[BLOCK_DISPATCH_MAX_SMS * BLOCK_DISPATCH_MAX_KERNELS];
    bool older[BLOCK_DISPATCH_MAX_KERNELS * BLOCK_DISPATCH_MAX_KERNELS];
    uint32_t turn; /* the SM to begin with */
    /* The model's alone: the room of an SM, and need_i of the last cycle, which is not to change
     * while a kernel has a block. */
    uint32_t room[BLOCK_DISPATCH_MAX_KINDS];
    uint32_t need[BLOCK_DISPATCH_MAX_KERNELS * BLOCK_DISPATCH_MAX_KINDS];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *block_dispatch_init(struct block_dispatch *s, const struct block_dispatch_cfg *cfg);

/* A clock edge with reset low. */
void block_dispatch_reset(struct block_dispatch *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void block_dispatch_eval(const struct block_dispatch *s, const struct block_dispatch_in *in,
                         struct block_dispatch_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void block_dispatch_tick(struct block_dispatch *s, const struct block_dispatch_in *in,
                         const struct block_dispatch_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *block_dispatch_check(const struct block_dispatch *s);

/* NULL, or the promise of the page that the neighbours break with these inputs; or what does not
 * fit on its port. */
const char *block_dispatch_promise(const struct block_dispatch *s,
                                   const struct block_dispatch_in *in);

#endif
