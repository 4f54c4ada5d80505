/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the slicer: docs/blocks/slicer.md.
 * Warped-Slicer (ISCA 2016), section IV with Algorithm 1, IV.A with Figure 4, IV.B, V.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: from while the
 * policy is not profile, given while it is not given (as outputs and as
 * registers); count outside of the phases warm, settle, sample and shared (in
 * the last two it stays at 2); sm outside of the phases collect and add; need of a
 * kernel whose needs have not come since the reset; noted outside of the phases
 * sample and collect; sum outside of the phase add; referred and other outside
 * of the phases settle, shared and add, reference there unless referred. The blocks
 * inside are compared by themselves: when in the warm-up the samples are
 * cleared, and what the blocks are given once their results count for nothing,
 * is not decided here.
 */
#ifndef HEDDLE_SLICER_H
#define HEDDLE_SLICER_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/perf_scale.h"
#include "dispatch/share_limits.h"
#include "dispatch/water_fill.h"

enum {
    SLICER_MAX_SMS = SHARE_LIMITS_MAX_SMS,
    SLICER_MAX_KERNELS = PERF_SCALE_MAX_KERNELS,
    SLICER_MAX_BLOCKS = PERF_SCALE_MAX_BLOCKS,
    SLICER_MAX_KINDS = WATER_FILL_MAX_KINDS,
    SLICER_MAX_WINDOW = PERF_SCALE_MAX_WINDOW,
    SLICER_MAX_CYCLES = 65535, /* of Warm and Settle */
};

enum slicer_phase {
    SLICER_REST = 0,
    SLICER_WARM = 1,
    SLICER_SAMPLE = 2,
    SLICER_COLLECT = 3,
    SLICER_SCALE = 4,
    SLICER_FILL = 5,
    SLICER_DECIDE = 6,
    SLICER_SETTLE = 7,
    SLICER_SHARED = 8,
    SLICER_ADD = 9,
};

/* The module's parameters. */
struct slicer_cfg {
    uint32_t sms;
    uint32_t kernels;
    uint32_t blocks;
    uint32_t kinds;
    uint32_t need_width;
    uint32_t warm;
    uint32_t settle;
    uint32_t window;
    uint32_t instr_width;
    uint32_t perf_width;
};

/* SM s has blocks[s*kernels + k] blocks of kernel k. */
struct slicer_in {
    bool begin_en;
    uint32_t begin_kernel;
    uint32_t begin_need[SLICER_MAX_KINDS];
    uint32_t room[SLICER_MAX_KINDS];
    uint32_t runs; /* a bit a kernel */
    uint32_t blocks[SLICER_MAX_SMS * SLICER_MAX_KERNELS];
    uint64_t done; /* a bit an SM */
    uint32_t instr[SLICER_MAX_SMS];
    uint32_t stall[SLICER_MAX_SMS];
};

struct slicer_out {
    bool start_en;
    uint32_t policy; /* enum share_limits_policy */
    uint32_t from;
    uint32_t given[SLICER_MAX_KERNELS];
    bool replan;
};

/* Kind r of kernel k needs need[k*kinds + r]; elements of noted as of the inputs' blocks. */
struct slicer {
    struct slicer_cfg cfg;
    uint32_t phase; /* enum slicer_phase */
    uint32_t count; /* cycles of the phase that have passed */
    uint32_t sm;    /* whose sample is collected, whose instructions are added */
    uint32_t from;  /* the round's first block */
    uint32_t runs;  /* of the last cycle; a bit a kernel */
    uint32_t need[SLICER_MAX_KERNELS * SLICER_MAX_KINDS];
    uint32_t noted[SLICER_MAX_SMS * SLICER_MAX_KERNELS]; /* blocks as the window began */
    uint32_t policy;                                     /* enum share_limits_policy */
    uint32_t given[SLICER_MAX_KERNELS];
    bool replan;
    bool start;
    uint32_t reference; /* instructions of the division's first window */
    uint32_t sum;       /* of this window, of the SMs before sm */
    bool referred;      /* the reference is there */
    bool other;         /* the last window was other than the reference */
    struct perf_scale scale;
    struct water_fill fill;
    /* The model's alone: the kernels whose needs have come since the reset, and in the last cycle;
     * the cycles since the last start, one more than Window at most; and the last cycle's room,
     * counters, outputs. */
    uint32_t told;
    uint32_t begun;
    uint32_t since;
    bool room_there;
    uint32_t room[SLICER_MAX_KINDS];
    uint64_t done_before; /* a bit an SM */
    uint32_t instr_before[SLICER_MAX_SMS];
    uint32_t stall_before[SLICER_MAX_SMS];
    struct slicer_out out_before;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *slicer_init(struct slicer *s, const struct slicer_cfg *cfg);

/* A clock edge with reset low. */
void slicer_reset(struct slicer *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void slicer_eval(const struct slicer *s, const struct slicer_in *in, struct slicer_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. A change of runs wins over
 * whatever else the cycle would do. */
void slicer_tick(struct slicer *s, const struct slicer_in *in, const struct slicer_out *out);

/* Does it look at what the SMs have counted? */
bool slicer_looks(const struct slicer *s);

/* NULL, or the name of a broken invariant: of the page, or of a block inside. */
const char *slicer_check(const struct slicer *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *slicer_promise(const struct slicer *s, const struct slicer_in *in);

#endif
