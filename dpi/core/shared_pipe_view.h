/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_SHARED_PIPE_VIEW_H
#define HEDDLE_SHARED_PIPE_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "core/decode.h"
#include "core/shared_pipe.h"

enum {
    LANES = SHARED_PIPE_MAX_LANES,
    RIDER = SHARED_PIPE_MAX_RIDER,
    PORTS = SHARED_PIPE_PORTS,
    WORD = 32,
    OPCODE = 0x7f,
    BRANCH = 0x63,
};

/* The inputs with their rows, which the model is only shown. */
struct shared_pipe_view_in {
    struct shared_pipe_in model;
    uint32_t a[PORTS][LANES], b[PORTS][LANES], c[PORTS][LANES];
    uint8_t frm[PORTS][LANES];
    uint32_t rider[PORTS][RIDER];
};

/* The outputs with their rows, which the model has in its state. */
struct shared_pipe_view_out {
    struct shared_pipe_out model;
    struct simd_pipe_buffer out[PORTS];
    bool taken[PORTS][LANES];
    bool refused[PORTS][LANES];
};

enum kind { ORDINARY, DIVISION, FLOAT_DIVISION };

/* The model, and what is to be known of the cycles before. */
struct shared_pipe_view {
    struct shared_pipe model;
    bool held[PORTS];                   /* an instruction is offered and was not taken: */
    struct shared_pipe_view_in offered; /* this one */
    enum kind kind[PORTS];              /* of what is under way */
    bool was_out[PORTS];                /* the last cycle: an instruction was through, */
    bool was_taken[PORTS];              /* and was taken; */
    bool was_meeting;                   /* two beats met; */
    bool was_kept[PORTS];               /* a beat waited for a longer operation */
    bool half, longer, through, turned; /* what a reset would meet */
    bool reset_half, reset_longer;      /* the last cycle was a reset, and met this */
    bool reset_full, reset_turn;
};

static inline enum kind kind_of(uint32_t word)
{
    struct isa_insn insn;
    if (!isa_decode(word, &insn)) return ORDINARY;
    if (insn.op >= ISA_DIV && insn.op <= ISA_REMU) return DIVISION;
    return insn.op == ISA_FDIV_S || insn.op == ISA_FSQRT_S ? FLOAT_DIVISION : ORDINARY;
}

/* ---- beats, read from the page ---- */

/* The lanes of a beat. */
static inline uint64_t lanes_of(const struct shared_pipe *s, uint64_t mask, uint32_t beat)
{
    return mask >> beat * s->cfg.simd & ones(s->cfg.simd);
}

static inline uint64_t next_lanes(const struct shared_pipe *s, const struct shared_pipe_in *in,
                                  uint32_t p)
{
    return lanes_of(s, in->mask[p], s->beat[p]);
}

/* Those of the beat that is under way. */
static inline uint64_t due_lanes(const struct shared_pipe *s, uint32_t p)
{
    if (!s->due[p]) return 0;
    return lanes_of(s, s->buffer[2 * p + s->due_buffer[p]].mask, s->due_beat[p]);
}

/* No longer operation of the port is under way. */
static inline bool is_idle(const struct shared_pipe *s, uint32_t p)
{
    return !s->due[p] || s->wait[p] == 0;
}

static inline bool is_empty(const struct shared_pipe *s, uint32_t number)
{
    return !has(s->filling | s->full, number);
}

/* The port would let a beat in. */
static inline bool is_open(const struct shared_pipe *s, uint32_t p)
{
    return is_idle(s, p) && (s->beat[p] > 0 || is_empty(s, 2 * p + s->fill[p]));
}

/* The instruction that is offered has the lanes of memory. */
static inline bool is_far(const struct shared_pipe *s, const struct shared_pipe_in *in, uint32_t p)
{
    return s->cfg.memory_group == 1 && in->unit[p] == DECODE_MEMORY;
}

/* What is under way on the port is in them. */
static inline bool is_due_far(const struct shared_pipe *s, uint32_t p)
{
    return s->cfg.memory_group == 1 && s->buffer[2 * p + s->due_buffer[p]].unit == DECODE_MEMORY;
}

static inline bool is_kept(const struct shared_pipe *s, const struct shared_pipe_in *in, uint32_t p)
{
    return in->in_valid[p] && is_open(s, p) && !is_idle(s, 1 - p) && !is_far(s, in, p) &&
           (next_lanes(s, in, p) & due_lanes(s, 1 - p)) != 0;
}

static inline bool can_go(const struct shared_pipe *s, const struct shared_pipe_in *in, uint32_t p)
{
    return in->in_valid[p] && is_open(s, p) && !is_kept(s, in, p);
}

/* The two beats that are next share a lane. */
static inline bool is_shared(const struct shared_pipe *s, const struct shared_pipe_in *in)
{
    return is_far(s, in, 0) == is_far(s, in, 1) &&
           (next_lanes(s, in, 0) & next_lanes(s, in, 1)) != 0;
}

static inline bool is_meeting(const struct shared_pipe *s, const struct shared_pipe_in *in)
{
    return can_go(s, in, 0) && can_go(s, in, 1) && is_shared(s, in);
}

static inline bool goes_in(const struct shared_pipe *s, const struct shared_pipe_in *in, uint32_t p)
{
    return can_go(s, in, p) && (!is_meeting(s, in) || s->turn == p);
}

/* ---- the other forms ---- */

static inline void take(const struct shared_pipe *s, struct shared_pipe_view_in *in)
{
    (void)s;
    for (uint32_t p = 0; p < PORTS; p++) {
        in->model.a[p] = in->a[p];
        in->model.b[p] = in->b[p];
        in->model.c[p] = in->c[p];
        in->model.frm[p] = in->frm[p];
        in->model.rider[p] = in->rider[p];
    }
}

static inline void give(const struct shared_pipe *s, const struct shared_pipe_in *in,
                        struct shared_pipe_view_out *out)
{
    (void)in;
    for (uint32_t p = 0; p < PORTS; p++) {
        out->out[p] = *out->model.out[p];
        for (uint32_t t = 0; t < s->cfg.lanes; t++) {
            out->taken[p][t] = has(out->out[p].taken, t);
            out->refused[p][t] = has(out->out[p].refused, t);
        }
    }
}

static inline void offer(struct shared_pipe_view_in *offered, const struct shared_pipe_in *in,
                         uint32_t p)
{
    struct shared_pipe_in *m = &offered->model;
    m->unit[p] = in->unit[p];
    m->word[p] = in->word[p];
    m->pc[p] = in->pc[p];
    m->mask[p] = in->mask[p];
    memcpy(offered->a[p], in->a[p], sizeof offered->a[p]);
    memcpy(offered->b[p], in->b[p], sizeof offered->b[p]);
    memcpy(offered->c[p], in->c[p], sizeof offered->c[p]);
    memcpy(offered->frm[p], in->frm[p], sizeof offered->frm[p]);
    memcpy(offered->rider[p], in->rider[p], sizeof offered->rider[p]);
}

/* Ahead of the edge: what the cycle is. */
static inline void note(struct shared_pipe_view *v, const struct shared_pipe_in *in,
                        const struct shared_pipe_out *out)
{
    const struct shared_pipe *s = &v->model;
    v->was_meeting = is_meeting(s, in);
    for (uint32_t p = 0; p < PORTS; p++) {
        v->was_kept[p] = is_kept(s, in, p);
        v->was_out[p] = out->out_valid[p];
        v->was_taken[p] = out->out_valid[p] && in->out_ready[p];
        v->held[p] = in->in_valid[p] && !out->in_ready[p];
        if (v->held[p]) offer(&v->offered, in, p);
    }
    for (uint32_t p = 0; p < PORTS; p++)
        if (goes_in(s, in, p)) v->kind[p] = kind_of(in->word[p]);
}

static inline void follow(struct shared_pipe_view *v, const struct shared_pipe_in *in,
                          const struct shared_pipe_out *out)
{
    const struct shared_pipe *s = &v->model;
    const bool reset = in == NULL;
    (void)out;
    v->reset_half = reset && v->half;
    v->reset_longer = reset && v->longer;
    v->reset_full = reset && v->through;
    v->reset_turn = reset && v->turned;
    if (reset) {
        v->was_meeting = false;
        for (uint32_t p = 0; p < PORTS; p++)
            v->was_kept[p] = v->was_out[p] = v->was_taken[p] = v->held[p] = false;
    }
    v->half = s->beat[0] > 0 || s->beat[1] > 0;
    v->longer = !is_idle(s, 0) || !is_idle(s, 1);
    v->through = s->full != 0;
    v->turned = s->turn == 1;
}

/* Rounding modes of other threads than the instruction's may change. */
static inline bool stays(const struct shared_pipe_view_in *was, const struct shared_pipe_in *in,
                         uint32_t p)
{
    const struct shared_pipe_in *m = &was->model;
    for (uint32_t t = 0; t < LANES; t++)
        if (has(in->mask[p], t) && in->frm[p][t] != was->frm[p][t]) return false;
    return in->in_valid[p] && in->unit[p] == m->unit[p] && in->word[p] == m->word[p] &&
           in->pc[p] == m->pc[p] && in->mask[p] == m->mask[p] &&
           memcmp(in->a[p], was->a[p], sizeof was->a[p]) == 0 &&
           memcmp(in->b[p], was->b[p], sizeof was->b[p]) == 0 &&
           memcmp(in->c[p], was->c[p], sizeof was->c[p]) == 0 &&
           memcmp(in->rider[p], was->rider[p], sizeof was->rider[p]) == 0;
}

static inline const char *breaks(const struct shared_pipe_view *v, const struct shared_pipe_in *in)
{
    for (uint32_t p = 0; p < PORTS; p++)
        if (v->held[p] && !stays(&v->offered, in, p))
            return "what is offered does not stay until it is taken";
    return NULL;
}

static inline uint32_t rider_words(const struct shared_pipe *s)
{
    return (s->cfg.rider_width + WORD - 1) / WORD;
}

/* ---- what means something: of an instruction that is through, thread t's ---- */

static inline bool has_value(const struct simd_pipe_buffer *b, uint32_t t)
{
    if (!has(b->mask, t)) return true;
    switch (b->unit) {
    case DECODE_LANE: return (b->word & OPCODE) != BRANCH;
    case DECODE_FLOAT:
    case DECODE_MEMORY:
    case DECODE_CSR: return true;
    default: return false;
    }
}

static inline bool has_address(const struct simd_pipe_buffer *b, uint32_t t)
{
    if (!has(b->mask, t) || b->unit == DECODE_MEMORY) return true;
    return b->unit == DECODE_LANE && has(b->taken, t);
}

static inline bool has_taken(const struct simd_pipe_buffer *b, uint32_t t)
{
    (void)b;
    (void)t;
    return true;
}

static inline bool has_expect(const struct simd_pipe_buffer *b, uint32_t t)
{
    return !has(b->mask, t) || b->unit == DECODE_MEMORY;
}

static inline bool has_flags(const struct simd_pipe_buffer *b, uint32_t t)
{
    return !has(b->mask, t) || b->unit == DECODE_FLOAT;
}

/* Of element i of a row of the outputs. */
static inline bool is_out(const struct shared_pipe *s, const struct shared_pipe_out *out,
                          uint32_t i, bool (*has_it)(const struct simd_pipe_buffer *, uint32_t))
{
    const uint32_t p = i / s->cfg.lanes;
    return out->out_valid[p] && has_it(out->out[p], i % s->cfg.lanes);
}

/* Of element i of a row of the buffers: the model has those of an instruction when all of it is
 * in. */
static inline bool means(const struct shared_pipe *s, uint32_t i,
                         bool (*has_it)(const struct simd_pipe_buffer *, uint32_t))
{
    const uint32_t number = i / s->cfg.lanes;
    return has(s->full, number) && has_it(&s->buffer[number], i % s->cfg.lanes);
}

#endif
