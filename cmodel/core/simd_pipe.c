/* SPDX-License-Identifier: Apache-2.0 */
#include "core/simd_pipe.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

#include "core/decode.h"
#include "isa/execute.h"

enum { WORD_BITS = 32, ALL_BUFFERS = 3 };

/* --- init and reset ------------------------------------------------------ */

const char *simd_pipe_init(struct simd_pipe *s, const struct simd_pipe_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > SIMD_PIPE_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->simd < 1 || cfg->simd > cfg->lanes || cfg->lanes % cfg->simd != 0)
        return "Simd must be a divisor of Lanes";
    if (cfg->div_bits != 1 && cfg->div_bits != 2 && cfg->div_bits != 4)
        return "DivBits must be 1, 2 or 4";
    if (cfg->float_steps < 1 || cfg->float_steps > 63) return "FloatSteps must be 1 to 63";
    if (cfg->rider_width < 1 || cfg->rider_width > WORD_BITS * SIMD_PIPE_MAX_RIDER)
        return "RiderWidth must be 1 to 640";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void simd_pipe_reset(struct simd_pipe *s)
{
    s->beat = 0;
    s->due = false;
    s->fill = 0;
    s->take = 0;
    s->filling = 0;
    s->full = 0;
}

/* --- eval ---------------------------------------------------------------- */

/* Could the beat that is next go in, if one is offered? */
static bool can_go(const struct simd_pipe *s)
{
    if (s->due && s->wait > 0) return false;
    return s->beat > 0 || !((s->filling | s->full) >> s->fill & 1);
}

static bool is_last(const struct simd_pipe *s)
{
    return (s->beat + 1) * s->cfg.simd == s->cfg.lanes;
}

/* Beats of the instruction that comes out next whose results are there: those before the beat that
 * is under way, or that goes in next. */
static uint32_t here(const struct simd_pipe *s)
{
    if (s->full >> s->take & 1) return s->cfg.lanes / s->cfg.simd;
    if (!(s->filling >> s->take & 1)) return 0;
    return s->due ? s->due_beat : s->beat;
}

void simd_pipe_eval(const struct simd_pipe *s, const struct simd_pipe_in *in,
                    struct simd_pipe_out *out)
{
    (void)in;
    out->in_ready = can_go(s) && is_last(s);
    out->in_gone = s->beat + can_go(s);
    out->out_valid = s->full >> s->take & 1;
    out->out_here = here(s);
    out->out = &s->buffer[s->take];
    out->out_buffer = s->take;
    out->lands = s->due && s->wait == 0 && s->buffer[s->due_buffer].unit == DECODE_MEMORY;
    out->land_buffer = s->due_buffer;
    out->land_beat = s->due_beat;
    out->land = &s->buffer[s->due_buffer];
    out->land_mask = out->land->mask >> s->due_beat * s->cfg.simd & ones(s->cfg.simd);
}

/* --- an instruction ------------------------------------------------------ */

/* The words of neighbouring warps are often the same: they are decoded once. */
static const struct isa_insn *look_at(struct simd_pipe *s, uint32_t word)
{
    if (s->insn.word != word) isa_decode(word, &s->insn);
    return &s->insn;
}

/* Cycles that the results of a beat come later than the next. */
static uint32_t extra(struct simd_pipe *s, const struct simd_pipe_in *in)
{
    switch (look_at(s, in->word)->op) {
    case ISA_DIV:
    case ISA_DIVU:
    case ISA_REM:
    case ISA_REMU: return WORD_BITS / s->cfg.div_bits;
    case ISA_FDIV_S:
    case ISA_FSQRT_S: return s->cfg.float_steps;
    default: return 0;
    }
}

/* The lanes from `first` on, ISA_LANES at most. */
static void compute_lanes(const struct isa_insn *insn, const struct simd_pipe_in *in,
                          struct simd_pipe_buffer *b, uint32_t first, uint32_t lanes)
{
    uint32_t operand[3][ISA_LANES] = {{0}};
    uint8_t fcsr[ISA_LANES] = {0};
    struct isa_results r = {.taken = 0}; /* what an instruction does not set is 0 */
    const size_t bytes = lanes * sizeof operand[0][0];
    const bool whole = lanes == ISA_LANES; /* where they are */
    const struct isa_operands operands = {
        .mask = (uint32_t)(in->mask >> first & ones(lanes)),
        .a = whole ? in->a + first : memcpy(operand[0], in->a + first, bytes),
        .b = whole ? in->b + first : memcpy(operand[1], in->b + first, bytes),
        .c = whole ? in->c + first : memcpy(operand[2], in->c + first, bytes),
        .fcsr = fcsr,
    };
    if (operands.mask == 0) return;
    if (insn->cls == ISA_FLOAT)
        for (uint32_t i = 0; i < lanes; i++) fcsr[i] = (uint8_t)(in->frm[first + i] << 5);
    isa_execute(insn, in->pc, &operands, &r);
    switch (insn->cls) {
    case ISA_FLOAT:
        memcpy(&b->flags[first], r.flags, lanes);
        b->refused |= (uint64_t)(r.refused & operands.mask) << first;
        memcpy(&b->value[first], r.value, bytes);
        break;
    case ISA_INTEGER: memcpy(&b->value[first], r.value, bytes); break;
    case ISA_JUMP:
    case ISA_JUMP_REG: memcpy(&b->value[first], r.value, bytes); /* the link */ /* fall through */
    case ISA_BRANCH: b->taken |= (uint64_t)(r.taken & operands.mask) << first;  /* fall through */
    default: memcpy(&b->address[first], r.address, bytes);
    }
}

/* So many lanes of the instruction. Float loads and stores, and atomics, are the memory's: only
 * their addresses are made here. */
static void compute(struct simd_pipe *s, const struct simd_pipe_in *in, struct simd_pipe_buffer *b,
                    uint32_t first, uint32_t lanes)
{
    const struct isa_insn *insn = look_at(s, in->word);
    const size_t bytes = lanes * sizeof b->value[0];
    if (first == 0) b->taken = b->refused = 0;
    if (in->unit == DECODE_MEMORY) {
        memcpy(&b->value[first], in->b + first, bytes);
        memcpy(&b->expect[first], in->c + first, bytes);
    } else if (in->unit == DECODE_CSR) memcpy(&b->value[first], in->a + first, bytes);
    if (in->unit > DECODE_MEMORY) return;
    for (uint32_t l = 0; l < lanes; l += ISA_LANES)
        compute_lanes(insn, in, b, first + l, lanes - l < ISA_LANES ? lanes - l : ISA_LANES);
}

/* --- tick ---------------------------------------------------------------- */

static void begin(struct simd_pipe *s, const struct simd_pipe_in *in)
{
    struct simd_pipe_buffer *b = &s->buffer[s->fill];
    b->unit = in->unit;
    b->word = in->word;
    b->pc = in->pc;
    b->mask = in->mask;
    memcpy(b->rider, in->rider,
           (s->cfg.rider_width + WORD_BITS - 1) / WORD_BITS * sizeof *b->rider);
    s->filling |= 1u << s->fill;
}

static void go(struct simd_pipe *s, const struct simd_pipe_in *in)
{
    const bool last = is_last(s);
    if (s->beat == 0) begin(s, in);
    if (in->streams) compute(s, in, &s->buffer[s->fill], s->beat * s->cfg.simd, s->cfg.simd);
    else if (last) compute(s, in, &s->buffer[s->fill], 0, s->cfg.lanes);
    s->due = true;
    s->wait = extra(s, in);
    s->due_buffer = s->fill;
    s->due_beat = s->beat;
    s->due_last = last;
    s->beat = last ? 0 : s->beat + 1;
    if (last) s->fill ^= 1;
}

void simd_pipe_tick(struct simd_pipe *s, const struct simd_pipe_in *in,
                    const struct simd_pipe_out *out)
{
    const bool goes = in->in_valid && s->beat < in->in_here && can_go(s);
    if (out->out_valid && in->out_ready) {
        s->full &= ~(1u << s->take);
        s->take ^= 1;
    }
    if (s->due && s->wait > 0) {
        s->wait--;
    } else if (s->due) {
        s->due = false;
        if (s->due_last) {
            s->filling &= ~(1u << s->due_buffer);
            s->full |= 1u << s->due_buffer;
        }
    }
    if (goes) go(s, in);
}

bool simd_pipe_rests(const struct simd_pipe *s, const struct simd_pipe_in *in,
                     const struct simd_pipe_out *out)
{
    const bool goes = in->in_valid && s->beat < in->in_here && can_go(s);
    return !goes && !s->due && !(out->out_valid && in->out_ready);
}

/* --- check and promise --------------------------------------------------- */

const char *simd_pipe_check(const struct simd_pipe *s)
{
    if ((s->filling & s->full) != 0 || (s->filling | s->full) > ALL_BUFFERS) return "two";
    if (s->beat > 0 && !(s->filling >> s->fill & 1)) return "two";
    return NULL;
}

const char *simd_pipe_promise(const struct simd_pipe *s, const struct simd_pipe_in *in)
{
    (void)s;
    if (!in->in_valid) return NULL;
    const struct decode_in word = {in->word};
    struct decode_out what;
    decode_eval(NULL, &word, &what);
    if (!what.legal) return "legal";
    if (what.unit != in->unit) return "unit";
    if (in->mask == 0) return "mask";
    return NULL;
}
