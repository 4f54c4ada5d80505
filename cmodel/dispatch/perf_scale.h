/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the performance scale: docs/blocks/perf_scale.md.
 * Warped-Slicer (ISCA 2016), section IV.A, equations (1), (3) and (4).
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: perf_kernel,
 * perf_blocks and perf_value while perf_en is 0; instr and stall of a number of
 * blocks that has no sample; kernel outside of the phases sum to write; at,
 * number, base, slope and best outside of the phases factor to write; bit
 * outside of the phases factor, product and divide; factor in the first cycle of
 * its phase and outside of the phases factor and product; product in the first
 * cycle of its phase and outside of it; scaled of a number of blocks that is not
 * through or is written; rest and perf in the first cycle of a division, rest
 * outside of the phase divide, perf outside of the phases divide and write.
 */
#ifndef HEDDLE_PERF_SCALE_H
#define HEDDLE_PERF_SCALE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PERF_SCALE_MAX_KERNELS = 16,
    PERF_SCALE_MAX_BLOCKS = 32,
    PERF_SCALE_MAX_WINDOW = 65535,
};

enum perf_scale_phase {
    PERF_SCALE_IDLE = 0,
    PERF_SCALE_SUM = 1,
    PERF_SCALE_FACTOR = 2,
    PERF_SCALE_PRODUCT = 3,
    PERF_SCALE_DIVIDE = 4,
    PERF_SCALE_WRITE = 5,
    PERF_SCALE_DONE = 6,
};

/* The module's parameters. */
struct perf_scale_cfg {
    uint32_t kernels;
    uint32_t blocks;
    uint32_t window;
    uint32_t instr_width;
    uint32_t perf_width;
};

struct perf_scale_in {
    bool clear_en;
    uint32_t clear_kernel;
    bool sample_en;
    uint32_t sample_kernel;
    uint32_t sample_blocks;
    uint32_t sample_instr;
    uint32_t sample_stall;
    bool start_en;
    uint32_t kernels; /* a bit a kernel */
};

struct perf_scale_out {
    bool idle;
    bool done;
    bool perf_en;
    uint32_t perf_kernel;
    uint32_t perf_blocks;
    uint32_t perf_value;
};

/* Kernel k with j blocks is element k*blocks + j - 1 of instr, stall and there; j blocks are
 * element j - 1 of scaled. */
struct perf_scale {
    struct perf_scale_cfg cfg;
    uint32_t instr[PERF_SCALE_MAX_KERNELS * PERF_SCALE_MAX_BLOCKS];
    uint32_t stall[PERF_SCALE_MAX_KERNELS * PERF_SCALE_MAX_BLOCKS];
    bool there[PERF_SCALE_MAX_KERNELS * PERF_SCALE_MAX_BLOCKS];
    uint32_t phase;  /* enum perf_scale_phase */
    uint32_t kernel; /* that is scaled */
    uint32_t at;     /* the number of blocks */
    uint32_t bit;    /* cycles of the phase that have passed */
    uint32_t number; /* of samples: n of the page */
    uint32_t base;   /* the factor of a kernel that never stalls: Window * S */
    uint32_t slope; /* what each stalled cycle adds to the factor; two's complement of SlopeWidth */
    uint32_t factor;  /* as far as it is found */
    uint64_t product; /* as far as it is found */
    uint64_t scaled[PERF_SCALE_MAX_BLOCKS];
    uint64_t best; /* of scaled, of the numbers of blocks that are through */
    uint64_t rest; /* of the division */
    uint32_t perf; /* the bits of the performance that are found */
    /* The model's alone: the kernels of the last start, which are not to change; how many cycles
     * have passed since; what has been written since, elements as of there. */
    uint32_t asked;
    uint32_t cycles;
    bool written[PERF_SCALE_MAX_KERNELS * PERF_SCALE_MAX_BLOCKS];
    uint32_t value[PERF_SCALE_MAX_KERNELS * PERF_SCALE_MAX_BLOCKS];
    bool written_twice;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *perf_scale_init(struct perf_scale *s, const struct perf_scale_cfg *cfg);

/* A clock edge with reset low. */
void perf_scale_reset(struct perf_scale *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void perf_scale_eval(const struct perf_scale *s, const struct perf_scale_in *in,
                     struct perf_scale_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void perf_scale_tick(struct perf_scale *s, const struct perf_scale_in *in,
                     const struct perf_scale_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *perf_scale_check(const struct perf_scale *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *perf_scale_promise(const struct perf_scale *s, const struct perf_scale_in *in);

#endif
