/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the block cursor: docs/blocks/block_cursor.md.
 * Elastic Kernels (ASPLOS 2013), sections 4.1 and 4.4.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: what belongs to a
 * kernel without a block left, except its bits in more, left and last.
 */
#ifndef HEDDLE_BLOCK_CURSOR_H
#define HEDDLE_BLOCK_CURSOR_H

#include <stdbool.h>
#include <stdint.h>

enum { BLOCK_CURSOR_MAX_KERNELS = 32 };

/* The module's parameters. */
struct block_cursor_cfg {
    uint32_t kernels;
    uint32_t width;
    uint32_t count_width;
};

struct block_cursor_in {
    bool load_en;
    uint32_t load_kernel;
    uint32_t load_x;
    uint32_t load_y;
    uint32_t load_z;
    uint32_t from_x;
    uint32_t from_y;
    uint32_t from_z;
    uint32_t load_count;
    bool slice_en;
    uint32_t slice_kernel;
    uint32_t slice_count;
    bool take_en;
    uint32_t take_kernel;
};

struct block_cursor_out {
    uint32_t more; /* a bit a kernel */
    uint32_t left; /* a bit a kernel */
    uint32_t x;
    uint32_t y;
    uint32_t z;
    bool last;
};

struct block_cursor {
    struct block_cursor_cfg cfg;
    uint32_t size_x[BLOCK_CURSOR_MAX_KERNELS]; /* of the grid */
    uint32_t size_y[BLOCK_CURSOR_MAX_KERNELS];
    uint32_t size_z[BLOCK_CURSOR_MAX_KERNELS];
    uint32_t x[BLOCK_CURSOR_MAX_KERNELS]; /* the next block */
    uint32_t y[BLOCK_CURSOR_MAX_KERNELS];
    uint32_t z[BLOCK_CURSOR_MAX_KERNELS];
    uint32_t count[BLOCK_CURSOR_MAX_KERNELS]; /* blocks left in the slice; 0 if it has no limit */
    uint32_t limited;                         /* a bit a kernel: its slice has a limit */
    uint32_t spent;                           /* a bit a kernel: it has, and is used up */
    uint32_t left;                            /* a bit a kernel: its grid has a block left */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *block_cursor_init(struct block_cursor *s, const struct block_cursor_cfg *cfg);

/* A clock edge with reset low. */
void block_cursor_reset(struct block_cursor *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void block_cursor_eval(const struct block_cursor *s, const struct block_cursor_in *in,
                       struct block_cursor_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void block_cursor_tick(struct block_cursor *s, const struct block_cursor_in *in,
                       const struct block_cursor_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *block_cursor_check(const struct block_cursor *s);

/* NULL, or the promise of the page that the neighbours break with these inputs; or what does not
 * fit on its port. */
const char *block_cursor_promise(const struct block_cursor *s, const struct block_cursor_in *in);

#endif
