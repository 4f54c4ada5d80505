/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the water fill: docs/blocks/water_fill.md.
 * Warped-Slicer (ISCA 2016), section IV, Algorithm 1.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: fail and blocks
 * while a division is under way and done is 0; blocks after a division that has
 * failed, and before the first one ends; all registers but perf and phase
 * before the first start; at in the phases idle, pick and done; pick, goal and
 * copy outside of the phase give.
 */
#ifndef HEDDLE_WATER_FILL_H
#define HEDDLE_WATER_FILL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    WATER_FILL_MAX_KERNELS = 16,
    WATER_FILL_MAX_BLOCKS = 32,
    WATER_FILL_MAX_KINDS = 8,
};

enum water_fill_phase {
    WATER_FILL_IDLE = 0,
    WATER_FILL_ENVELOPE = 1,
    WATER_FILL_FIRST = 2,
    WATER_FILL_PICK = 3,
    WATER_FILL_GIVE = 4,
    WATER_FILL_DONE = 5,
};

/* The module's parameters. */
struct water_fill_cfg {
    uint32_t kernels;
    uint32_t blocks;
    uint32_t perf_width;
    uint32_t kinds;
    uint32_t need_width;
};

/* Kind r of kernel k needs need[k*kinds + r]. */
struct water_fill_in {
    bool perf_en;
    uint32_t perf_kernel;
    uint32_t perf_blocks;
    uint32_t perf_value;
    bool start_en;
    uint32_t kernels; /* a bit a kernel */
    uint32_t room[WATER_FILL_MAX_KINDS];
    uint32_t need[WATER_FILL_MAX_KERNELS * WATER_FILL_MAX_KINDS];
};

struct water_fill_out {
    bool idle;
    bool done;
    bool fail;
    uint32_t blocks[WATER_FILL_MAX_KERNELS];
};

/* Kernel k with j blocks is element k*blocks + j - 1 of perf and rises. */
struct water_fill {
    struct water_fill_cfg cfg;
    uint32_t perf[WATER_FILL_MAX_KERNELS * WATER_FILL_MAX_BLOCKS];
    bool rises[WATER_FILL_MAX_KERNELS * WATER_FILL_MAX_BLOCKS];
    uint32_t best[WATER_FILL_MAX_KERNELS];
    uint32_t phase; /* enum water_fill_phase */
    uint32_t at;    /* the number of blocks, the kernel, or the blocks given, as the phase is */
    uint32_t blocks[WATER_FILL_MAX_KERNELS];
    uint32_t full; /* a bit a kernel */
    uint32_t pick;
    uint32_t goal;
    uint32_t left[WATER_FILL_MAX_KINDS];
    uint32_t copy[WATER_FILL_MAX_KINDS];
    bool fail;
    /* The model's alone: need_i of the last cycle, which is not to change. */
    uint32_t need[WATER_FILL_MAX_KERNELS * WATER_FILL_MAX_KINDS];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *water_fill_init(struct water_fill *s, const struct water_fill_cfg *cfg);

/* A clock edge with reset low. */
void water_fill_reset(struct water_fill *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void water_fill_eval(const struct water_fill *s, const struct water_fill_in *in,
                     struct water_fill_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void water_fill_tick(struct water_fill *s, const struct water_fill_in *in,
                     const struct water_fill_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *water_fill_check(const struct water_fill *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *water_fill_promise(const struct water_fill *s, const struct water_fill_in *in);

#endif
