/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the SIMD pipe: docs/blocks/simd_pipe.md.
 * Dynamic Warp Formation (TACO 2009), section 2.2, Table I.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. All outputs but in_ready are of state alone, and in_ready looks at no input either:
 * eval may be called before the inputs are known.
 *
 * A whole instruction is computed when its last beat goes in: lanes have models of their own. So
 * not comparable with RTL: the rows of a buffer that is being filled, lanes outside of the mask,
 * what the page calls meaningless for the instruction's unit.
 */
#ifndef HEDDLE_SIMD_PIPE_H
#define HEDDLE_SIMD_PIPE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/decode.h"

enum {
    SIMD_PIPE_MAX_LANES = 64,
    SIMD_PIPE_BUFFERS = 2,
    SIMD_PIPE_MAX_RIDER = 20, /* words */
};

/* The module's parameters. */
struct simd_pipe_cfg {
    uint32_t lanes;
    uint32_t simd;
    uint32_t div_bits;
    uint32_t float_steps;
    uint32_t rider_width;
};

/* Rows are a word a lane. They are read in the tick in which the last beat goes in; if an
 * instruction streams, those of each beat when it goes in. */
struct simd_pipe_in {
    bool in_valid;
    uint32_t in_here; /* beats that may go in */
    uint32_t unit;    /* as decode has it */
    uint32_t word;
    uint32_t pc;
    uint64_t mask;     /* a bit a lane */
    const uint32_t *a; /* SIMD_PIPE_MAX_LANES words, as b and c */
    const uint32_t *b;
    const uint32_t *c;
    const uint8_t *frm; /* a rounding mode a lane */
    const uint32_t *rider;
    bool out_ready;
    /* The model's alone: results of a beat may be looked at before the last is there. */
    bool streams;
};

/* One of the buffers: an instruction and what came of it. */
struct simd_pipe_buffer {
    uint32_t unit;
    uint32_t word;
    uint32_t pc;
    uint64_t mask;
    uint32_t rider[SIMD_PIPE_MAX_RIDER];
    uint32_t value[SIMD_PIPE_MAX_LANES];
    uint32_t address[SIMD_PIPE_MAX_LANES];
    uint32_t expect[SIMD_PIPE_MAX_LANES]; /* unit 2: what a compare-and-swap expects */
    uint64_t taken;                       /* a bit a lane */
    uint8_t flags[SIMD_PIPE_MAX_LANES];
    uint64_t refused; /* a bit a lane */
};

struct simd_pipe_out {
    bool in_ready;
    uint32_t in_gone;
    bool out_valid;
    uint32_t out_here;
    const struct simd_pipe_buffer *out; /* in the state; meaningful while out_valid */
    uint32_t out_buffer;                /* which one it is */
    bool lands;                         /* results of a beat come, of a memory instruction */
    uint32_t land_buffer;
    uint32_t land_beat;                  /* no port */
    uint64_t land_mask;                  /* of the beat: a bit a lane */
    const struct simd_pipe_buffer *land; /* its instruction; addresses if it streams */
};

struct simd_pipe {
    struct simd_pipe_cfg cfg;
    uint32_t beat; /* goes in next */
    bool due;      /* a beat is under way */
    uint32_t wait; /* cycles until its results are there */
    uint32_t due_buffer;
    uint32_t due_beat;
    bool due_last;
    uint32_t fill; /* buffer that is filled next; this one is taken next */
    uint32_t take;
    uint32_t filling; /* a bit a buffer, and so the next */
    uint32_t full;
    struct simd_pipe_buffer buffer[SIMD_PIPE_BUFFERS];
    /* The model's alone: the instruction that was decoded last. */
    struct isa_insn insn;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *simd_pipe_init(struct simd_pipe *s, const struct simd_pipe_cfg *cfg);

/* A clock edge with reset low. */
void simd_pipe_reset(struct simd_pipe *s);

/* This cycle's outputs; changes nothing. */
void simd_pipe_eval(const struct simd_pipe *s, const struct simd_pipe_in *in,
                    struct simd_pipe_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void simd_pipe_tick(struct simd_pipe *s, const struct simd_pipe_in *in,
                    const struct simd_pipe_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool simd_pipe_rests(const struct simd_pipe *s, const struct simd_pipe_in *in,
                     const struct simd_pipe_out *out);

/* NULL, or the name of a broken invariant: two of the page. in_order and in_time need the past. */
const char *simd_pipe_check(const struct simd_pipe *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *simd_pipe_promise(const struct simd_pipe *s, const struct simd_pipe_in *in);

#endif
