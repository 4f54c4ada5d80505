/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_SIMD_PIPE_VIEW_H
#define HEDDLE_SIMD_PIPE_VIEW_H

#include <string.h>

#include "common/bits.h"
#include "core/decode.h"
#include "core/simd_pipe.h"

enum {
    LANES = SIMD_PIPE_MAX_LANES,
    RIDER = SIMD_PIPE_MAX_RIDER,
    WORD = 32,
    OPCODE = 0x7f,
    BRANCH = 0x63,
};

/* The inputs with their rows, which the model is only shown. */
struct simd_pipe_view_in {
    struct simd_pipe_in model;
    uint32_t a[LANES], b[LANES], c[LANES];
    uint8_t frm[LANES];
    uint32_t rider[RIDER];
};

/* The outputs with their rows, which the model has in its state. */
struct simd_pipe_view_out {
    struct simd_pipe_out model;
    struct simd_pipe_buffer out, land;
    uint32_t land_addr[LANES]; /* of the beat */
    bool taken[LANES];
    bool refused[LANES];
};

enum kind { ORDINARY, DIVISION, FLOAT_DIVISION };

/* The model, and what is to be known of the cycles before. */
struct simd_pipe_view {
    struct simd_pipe model;
    bool held;                                   /* an instruction is offered and was not taken: */
    struct simd_pipe_view_in offered;            /* this one */
    bool open;                                   /* a beat could go in: */
    uint32_t next;                               /* this one */
    enum kind kind;                              /* of what is under way */
    bool was_out;                                /* the last cycle: an instruction was through, */
    bool was_taken;                              /* and was taken */
    bool half, dividing, through;                /* what a reset would meet */
    bool reset_half, reset_dividing, reset_full; /* the last cycle was a reset, and met this */
};

static inline enum kind kind_of(uint32_t word)
{
    struct isa_insn insn;
    if (!isa_decode(word, &insn)) return ORDINARY;
    if (insn.op >= ISA_DIV && insn.op <= ISA_REMU) return DIVISION;
    return insn.op == ISA_FDIV_S || insn.op == ISA_FSQRT_S ? FLOAT_DIVISION : ORDINARY;
}

/* ---- the instruction that goes in, read from the page ---- */

static inline bool is_idle(const struct simd_pipe *s) { return !s->due || s->wait == 0; }

static inline bool is_empty(const struct simd_pipe *s, uint32_t number)
{
    return !has(s->filling | s->full, number);
}

static inline bool is_open(const struct simd_pipe *s)
{
    return is_idle(s) && (s->beat > 0 || is_empty(s, s->fill));
}

static inline bool all_here(const struct simd_pipe *s, const struct simd_pipe_in *in)
{
    return in->in_here == s->cfg.lanes / s->cfg.simd;
}

/* ---- the other forms ---- */

static inline void take(const struct simd_pipe *s, struct simd_pipe_view_in *in)
{
    (void)s;
    in->model.a = in->a;
    in->model.b = in->b;
    in->model.c = in->c;
    in->model.frm = in->frm;
    in->model.rider = in->rider;
    in->model.streams = true;
}

static inline void give(const struct simd_pipe *s, const struct simd_pipe_in *in,
                        struct simd_pipe_view_out *out)
{
    (void)in;
    out->out = *out->model.out;
    out->land = *out->model.land;
    memcpy(out->land_addr, &out->land.address[out->model.land_beat * s->cfg.simd],
           s->cfg.simd * sizeof out->land_addr[0]);
    for (uint32_t t = 0; t < s->cfg.lanes; t++) {
        out->taken[t] = has(out->out.taken, t);
        out->refused[t] = has(out->out.refused, t);
    }
}

static inline void offer(struct simd_pipe_view_in *offered, const struct simd_pipe_in *in)
{
    offered->model = *in;
    memcpy(offered->a, in->a, sizeof offered->a);
    memcpy(offered->b, in->b, sizeof offered->b);
    memcpy(offered->c, in->c, sizeof offered->c);
    memcpy(offered->frm, in->frm, sizeof offered->frm);
    memcpy(offered->rider, in->rider, sizeof offered->rider);
}

static inline void follow(struct simd_pipe_view *v, const struct simd_pipe_in *in,
                          const struct simd_pipe_out *out)
{
    const struct simd_pipe *s = &v->model;
    const bool reset = in == NULL;
    v->reset_half = reset && v->half;
    v->reset_dividing = reset && v->dividing;
    v->reset_full = reset && v->through;
    v->was_out = !reset && out->out_valid;
    v->was_taken = v->was_out && in->out_ready;
    v->held = !reset && in->in_valid && !(out->in_ready && all_here(s, in));
    if (v->held) offer(&v->offered, in);
    if (!reset && in->in_valid && v->open && v->next < in->in_here) v->kind = kind_of(in->word);
    v->open = is_open(s);
    v->next = s->beat;
    v->half = s->beat > 0;
    v->dividing = s->due && s->wait > 0;
    v->through = s->full != 0;
}

/* Operands of thread t, and its mode if it is one of the instruction's. */
static inline bool stays_at(const struct simd_pipe_view_in *was, const struct simd_pipe_in *in,
                            uint32_t t)
{
    if (has(in->mask, t) && in->frm[t] != was->frm[t]) return false;
    return in->a[t] == was->a[t] && in->b[t] == was->b[t] && in->c[t] == was->c[t];
}

/* Operands stay of the beats that were there and have not gone in. */
static inline bool stays(const struct simd_pipe *s, const struct simd_pipe_view_in *was,
                         const struct simd_pipe_in *in)
{
    const struct simd_pipe_in *m = &was->model;
    for (uint32_t t = s->beat * s->cfg.simd; t < m->in_here * s->cfg.simd; t++)
        if (!stays_at(was, in, t)) return false;
    return in->in_valid && in->unit == m->unit && in->word == m->word && in->pc == m->pc &&
           in->mask == m->mask && in->in_here >= m->in_here &&
           memcmp(in->rider, was->rider, sizeof was->rider) == 0;
}

static inline const char *breaks(const struct simd_pipe_view *v, const struct simd_pipe_in *in)
{
    return v->held && !stays(&v->model, &v->offered, in)
               ? "what is offered does not stay until it is taken"
               : NULL;
}

/* ---- what means something: of an instruction that is through, thread t's ---- */

static inline bool has_value(const struct simd_pipe_buffer *b, uint32_t t)
{
    switch (b->unit) {
    case DECODE_LANE: return has(b->mask, t) && (b->word & OPCODE) != BRANCH;
    case DECODE_FLOAT:
    case DECODE_MEMORY:
    case DECODE_CSR: return has(b->mask, t);
    default: return false;
    }
}

static inline bool has_address(const struct simd_pipe_buffer *b, uint32_t t)
{
    if (b->unit == DECODE_MEMORY) return has(b->mask, t);
    return b->unit == DECODE_LANE && has(b->taken, t);
}

static inline bool has_expect(const struct simd_pipe_buffer *b, uint32_t t)
{
    return b->unit == DECODE_MEMORY && has(b->mask, t);
}

static inline bool has_flags(const struct simd_pipe_buffer *b, uint32_t t)
{
    return b->unit == DECODE_FLOAT && has(b->mask, t);
}

/* Of element i of a row of the buffers: the model has those of an instruction when all of it is
 * in. */
static inline bool means(const struct simd_pipe *s, uint32_t i,
                         bool (*has_it)(const struct simd_pipe_buffer *, uint32_t))
{
    const uint32_t number = i / s->cfg.lanes;
    return has(s->full, number) && has_it(&s->buffer[number], i % s->cfg.lanes);
}

#endif
