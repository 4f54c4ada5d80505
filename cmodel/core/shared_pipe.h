/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the shared pipe: docs/blocks/shared_pipe.md.
 * Simultaneous Branch and Warp Interweaving (ISCA 2012), sections 2 to 4, Figure 2.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. All outputs but in_ready are of state alone.
 *
 * A whole instruction is computed when its last beat goes in: lanes have models of their own. So
 * not comparable with RTL: the rows of a buffer that is not full; in lanes of the mask what the
 * page does not call meaningful for the instruction's unit (0 here); in_ready without a valid.
 */
#ifndef HEDDLE_SHARED_PIPE_H
#define HEDDLE_SHARED_PIPE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/simd_pipe.h"
#include "isa/decode.h"

enum {
    SHARED_PIPE_MAX_LANES = 64,
    SHARED_PIPE_PORTS = 2,
    SHARED_PIPE_BUFFERS = 2,    /* of a port */
    SHARED_PIPE_MAX_RIDER = 20, /* words */
};

/* The module's parameters. */
struct shared_pipe_cfg {
    uint32_t lanes;
    uint32_t simd;
    uint32_t div_bits;
    uint32_t float_steps;
    uint32_t rider_width;
    uint32_t memory_group;
};

/* Of each port. Rows are a word a lane; they are read in the tick in which the last beat goes
 * in. */
struct shared_pipe_in {
    bool in_valid[SHARED_PIPE_PORTS];
    uint32_t unit[SHARED_PIPE_PORTS]; /* as decode has it */
    uint32_t word[SHARED_PIPE_PORTS];
    uint32_t pc[SHARED_PIPE_PORTS];
    uint64_t mask[SHARED_PIPE_PORTS];     /* a bit a lane */
    const uint32_t *a[SHARED_PIPE_PORTS]; /* SHARED_PIPE_MAX_LANES words, as b and c */
    const uint32_t *b[SHARED_PIPE_PORTS];
    const uint32_t *c[SHARED_PIPE_PORTS];
    const uint8_t *frm[SHARED_PIPE_PORTS]; /* a rounding mode a lane */
    const uint32_t *rider[SHARED_PIPE_PORTS];
    bool out_ready[SHARED_PIPE_PORTS];
};

struct shared_pipe_out {
    bool in_ready[SHARED_PIPE_PORTS];
    bool out_valid[SHARED_PIPE_PORTS];
    /* In the state; meaningful while out_valid. */
    const struct simd_pipe_buffer *out[SHARED_PIPE_PORTS];
    /* For tick alone: a beat of the port goes in. */
    bool goes[SHARED_PIPE_PORTS];
};

struct shared_pipe {
    struct shared_pipe_cfg cfg;
    uint32_t beat[SHARED_PIPE_PORTS]; /* goes in next */
    bool due[SHARED_PIPE_PORTS];      /* a beat is under way */
    uint32_t wait[SHARED_PIPE_PORTS]; /* cycles until its results are there */
    uint32_t due_buffer[SHARED_PIPE_PORTS];
    uint32_t due_beat[SHARED_PIPE_PORTS];
    bool due_last[SHARED_PIPE_PORTS];
    uint32_t fill[SHARED_PIPE_PORTS]; /* buffer of the port that is filled next, */
    uint32_t take[SHARED_PIPE_PORTS]; /* and taken next */
    uint32_t turn;                    /* the port whose beat goes in when two meet */
    uint32_t filling;                 /* bit 2p + b: buffer b of port p, and so the next two */
    uint32_t full;
    struct simd_pipe_buffer buffer[SHARED_PIPE_PORTS * SHARED_PIPE_BUFFERS];
    /* The model's alone: the instruction of each port that was decoded last. */
    struct isa_insn insn[SHARED_PIPE_PORTS];
    /* The model's alone: cycles for which a beat that its own port would let in has waited. */
    uint32_t waited[SHARED_PIPE_PORTS];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *shared_pipe_init(struct shared_pipe *s, const struct shared_pipe_cfg *cfg);

/* A clock edge with reset low. */
void shared_pipe_reset(struct shared_pipe *s);

/* This cycle's outputs; changes nothing. Looks at in_valid, mask and unit alone. Of two beats
 * that want the same lane that of the port in turn goes in. */
void shared_pipe_eval(const struct shared_pipe *s, const struct shared_pipe_in *in,
                      struct shared_pipe_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void shared_pipe_tick(struct shared_pipe *s, const struct shared_pipe_in *in,
                      const struct shared_pipe_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool shared_pipe_rests(const struct shared_pipe *s, const struct shared_pipe_in *in,
                       const struct shared_pipe_out *out);

/* NULL, or the name of a broken invariant: two, apart and fair of the page. in_order and in_time
 * need the past. */
const char *shared_pipe_check(const struct shared_pipe *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. One promise is not
 * checked here, since it needs the past: an instruction that waits stays as it is. */
const char *shared_pipe_promise(const struct shared_pipe *s, const struct shared_pipe_in *in);

#endif
