/* SPDX-License-Identifier: Apache-2.0 */
#include "core/simd_pipe_cover.h"

typedef struct simd_pipe_view view;

/* What is known beside the model, which is the view's first member. */
static const view *view_of(const state *s) { return (const view *)s; }

static void cover_resets(const state *s, uint64_t *bin)
{
    if (view_of(s)->reset_half) bin[BIN_RESET_HALF]++;
    if (view_of(s)->reset_dividing) bin[BIN_RESET_DIVIDING]++;
    if (view_of(s)->reset_full) bin[BIN_RESET_FULL]++;
}

/* A first beat is offered, and waits. */
static void cover_waiting(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool takes = out->out_valid && in->out_ready;
    if (!is_idle(s)) {
        if (is_empty(s, s->fill)) bin[BIN_WAITS_DIVISION]++;
        return;
    }
    if (takes && s->take == s->fill) bin[BIN_WAITS_TAKEN]++;
    if (s->full == 3) bin[BIN_WAITS_FULL]++;
    else bin[BIN_WAITS_FILLING]++;
    if (s->due && view_of(s)->kind != ORDINARY) bin[BIN_BEHIND_FULL]++;
}

/* A first beat goes in in the cycle of the last results of the instruction before. */
static void cover_behind(const state *s, uint32_t word, uint64_t *bin)
{
    static const uint8_t pairs[3][3] = {
        [ORDINARY] = {BIN_FIRST_BEHIND, BIN_OTHER_BEHIND_DIVISION, BIN_OTHER_BEHIND_DIVISION},
        [DIVISION] = {BIN_DIVISION_BEHIND_OTHER, BIN_DIVISION_BEHIND_DIVISION,
                      BIN_DIVISION_BEHIND_FLOAT},
        [FLOAT_DIVISION] = {BIN_DIVISION_BEHIND_OTHER, BIN_FLOAT_BEHIND_DIVISION,
                            BIN_FLOAT_BEHIND_FLOAT},
    };
    bin[pairs[kind_of(word)][view_of(s)->kind]]++;
}

static void cover_going(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (s->beat > 0) {
        if (view_of(s)->kind == ORDINARY) bin[BIN_NEXT_BEAT]++;
        else bin[view_of(s)->kind == DIVISION ? BIN_BEAT_BEHIND_DIVISION : BIN_BEAT_BEHIND_FLOAT]++;
        return;
    }
    if (s->due) cover_behind(s, in->word, bin);
    else if (s->full == 0) bin[BIN_FIRST_IDLE]++;
    if (out->out_valid && in->out_ready) bin[BIN_FIRST_TAKEN]++;
}

/* An instruction, when its last beat goes in. */
static void cover_mask(const state *s, uint64_t mask, uint64_t *bin)
{
    const uint32_t simd = s->cfg.simd;
    const uint32_t lanes = s->cfg.lanes;
    const uint64_t beat = ones(simd);
    if ((mask & (mask - 1)) == 0) bin[BIN_MASK_ONE]++;
    else bin[mask == ones(s->cfg.lanes) ? BIN_MASK_ALL : BIN_MASK_SOME]++;
    if ((mask & beat) == 0) bin[BIN_NO_FIRST_BEAT]++;
    if ((mask & beat << (lanes - simd)) == 0) bin[BIN_NO_LAST_BEAT]++;
}

static void cover_modes(const state *s, const inputs *in, uint64_t *bin)
{
    struct isa_insn insn;
    if (in->unit != DECODE_FLOAT || !isa_decode(in->word, &insn)) return;
    uint32_t seen = 0; /* a bit a mode */
    for (uint32_t t = 0; t < s->cfg.lanes; t++)
        if (has(in->mask, t)) seen |= 1u << in->frm[t];
    if (insn.rm == 7 && (seen & (seen - 1)) != 0) bin[BIN_MODES_DIFFER]++;
    if (insn.rm != 7 && seen >> 5 != 0) bin[BIN_MODE_NOT_ASKED]++;
}

/* A float instruction that is through. */
static void cover_float(const state *s, const struct simd_pipe_buffer *b,
                        const struct isa_insn *insn, uint64_t *bin)
{
    uint32_t flags = 0;
    bin[BIN_FLOAT]++;
    if (insn->op == ISA_FDIV_S) bin[BIN_FDIV]++;
    if (insn->op == ISA_FSQRT_S) bin[BIN_FSQRT]++;
    if (b->refused != 0) bin[b->refused == b->mask ? BIN_REFUSED_ALL : BIN_REFUSED_SOME]++;
    for (uint32_t t = 0; t < s->cfg.lanes; t++)
        if (has_flags(b, t)) flags |= b->flags[t];
    for (uint32_t f = 0; f < 5; f++)
        if (has(flags, f)) bin[BIN_INEXACT + f]++;
}

static void cover_through(const state *s, const struct simd_pipe_buffer *b, uint64_t *bin)
{
    struct isa_insn insn;
    if (!isa_decode(b->word, &insn)) {
        bin[BIN_CSR]++; /* that does not exist: what is legal does not depend on it */
        return;
    }
    switch (insn.cls) {
    case ISA_INTEGER: bin[BIN_INTEGER]++; break;
    case ISA_FLOAT: cover_float(s, b, &insn, bin); break;
    case ISA_BRANCH:
        if (b->taken == 0) bin[BIN_BRANCH_NONE]++;
        else bin[b->taken == b->mask ? BIN_BRANCH_ALL : BIN_BRANCH_SOME]++;
        break;
    case ISA_JUMP: bin[BIN_JUMP]++; break;
    case ISA_JUMP_REG: bin[BIN_JUMP_REG]++; break;
    case ISA_LOAD: bin[BIN_LOAD]++; break;
    case ISA_STORE: bin[BIN_STORE]++; break;
    case ISA_ATOMIC: bin[BIN_ATOMIC]++; break;
    case ISA_CSR: bin[BIN_CSR]++; break;
    default: bin[BIN_NO_UNIT]++;
    }
}

void simd_pipe_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_resets(s, bin);
    if (out->out_valid && !in->out_ready) bin[BIN_OUT_WAITS]++;
    if (out->out_valid && in->out_ready) {
        cover_through(s, out->out, bin);
        if (!view_of(s)->was_out || view_of(s)->was_taken) bin[BIN_OUT_AT_ONCE]++;
        if (view_of(s)->was_taken) bin[BIN_OUT_BOTH]++;
    }
    if (!out->out_valid && out->out_here != 0) bin[BIN_HERE_SOME]++;
    if (!in->in_valid) return;
    if (!is_open(s)) {
        if (s->beat == 0) cover_waiting(s, in, out, bin);
        return;
    }
    if (s->beat >= in->in_here) {
        bin[s->beat == 0 && !s->due && s->full == 0 ? BIN_NOT_THERE_FIRST : BIN_NOT_THERE]++;
        return;
    }
    cover_going(s, in, out, bin);
    if (!out->in_ready) return;
    cover_mask(s, in->mask, bin);
    cover_modes(s, in, bin);
}
