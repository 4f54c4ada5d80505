/* SPDX-License-Identifier: Apache-2.0 */
#include "core/shared_pipe.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "core/decode.h"
#include "isa/execute.h"

enum {
    PORTS = SHARED_PIPE_PORTS,
    BUFFERS = SHARED_PIPE_BUFFERS,
    WORD_BITS = 32,
    ALL_BUFFERS = 15,
};

/* --- init and reset ------------------------------------------------------ */

const char *shared_pipe_init(struct shared_pipe *s, const struct shared_pipe_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > SHARED_PIPE_MAX_LANES) return "Lanes must be 1 to 64";
    if (cfg->simd < 1 || cfg->simd > cfg->lanes || cfg->lanes % cfg->simd != 0)
        return "Simd must be a divisor of Lanes";
    if (cfg->div_bits != 1 && cfg->div_bits != 2 && cfg->div_bits != 4)
        return "DivBits must be 1, 2 or 4";
    if (cfg->float_steps < 1 || cfg->float_steps > 63) return "FloatSteps must be 1 to 63";
    if (cfg->rider_width < 1 || cfg->rider_width > WORD_BITS * SHARED_PIPE_MAX_RIDER)
        return "RiderWidth must be 1 to 640";
    if (cfg->memory_group > 1) return "MemoryGroup must be 0 or 1";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void shared_pipe_reset(struct shared_pipe *s)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        s->beat[p] = 0;
        s->due[p] = false;
        s->fill[p] = 0;
        s->take[p] = 0;
        s->waited[p] = 0;
    }
    s->turn = 0;
    s->filling = 0;
    s->full = 0;
}

/* --- beats and their lanes ----------------------------------------------- */

static uint32_t other(uint32_t p) { return 1 - p; }

/* Numbers of the buffers that port p fills, and takes, next. */
static uint32_t fill_of(const struct shared_pipe *s, uint32_t p)
{
    return BUFFERS * p + s->fill[p];
}
static uint32_t take_of(const struct shared_pipe *s, uint32_t p)
{
    return BUFFERS * p + s->take[p];
}
static uint32_t due_of(const struct shared_pipe *s, uint32_t p)
{
    return BUFFERS * p + s->due_buffer[p];
}

/* Lanes of a beat, a bit each: those whose thread is in the mask. */
static uint64_t lanes_of(const struct shared_pipe *s, uint64_t mask, uint32_t beat)
{
    return mask >> beat * s->cfg.simd & ones(s->cfg.simd);
}

static uint64_t next_lanes(const struct shared_pipe *s, const struct shared_pipe_in *in, uint32_t p)
{
    return lanes_of(s, in->mask[p], s->beat[p]);
}

static uint64_t due_lanes(const struct shared_pipe *s, uint32_t p)
{
    return s->due[p] ? lanes_of(s, s->buffer[due_of(s, p)].mask, s->due_beat[p]) : 0;
}

/* The instruction has the lanes of memory, not those of all others. */
static bool is_far(const struct shared_pipe *s, uint32_t unit)
{
    return s->cfg.memory_group && unit == DECODE_MEMORY;
}

/* A longer operation of port p is under way: not any more in the cycle of its results. */
static bool is_under_way(const struct shared_pipe *s, uint32_t p)
{
    return s->due[p] && s->wait[p] > 0;
}

static bool is_last(const struct shared_pipe *s, uint32_t p)
{
    return (s->beat[p] + 1) * s->cfg.simd == s->cfg.lanes;
}

/* --- eval ---------------------------------------------------------------- */

/* Port p has a beat, and would let it in if there were no other port. */
static bool own_port_lets(const struct shared_pipe *s, const struct shared_pipe_in *in, uint32_t p)
{
    if (!in->in_valid[p] || is_under_way(s, p)) return false;
    return s->beat[p] > 0 || !has(s->filling | s->full, fill_of(s, p));
}

/* "A beat can go in": no longer operation of the other port has one of its lanes either. None is
 * in the lanes of memory. */
static bool can_go(const struct shared_pipe *s, const struct shared_pipe_in *in, uint32_t p)
{
    const uint32_t q = other(p);
    const bool keeps = is_under_way(s, q) && !is_far(s, in->unit[p]);
    const uint64_t busy = keeps ? due_lanes(s, q) : 0;
    return own_port_lets(s, in, p) && (next_lanes(s, in, p) & busy) == 0;
}

void shared_pipe_eval(const struct shared_pipe *s, const struct shared_pipe_in *in,
                      struct shared_pipe_out *out)
{
    const bool can[PORTS] = {can_go(s, in, 0), can_go(s, in, 1)};
    const bool meet = can[0] && can[1] && is_far(s, in->unit[0]) == is_far(s, in->unit[1]) &&
                      (next_lanes(s, in, 0) & next_lanes(s, in, 1)) != 0;
    for (uint32_t p = 0; p < PORTS; p++) {
        out->goes[p] = can[p] && (!meet || s->turn == p);
        out->in_ready[p] = out->goes[p] && is_last(s, p);
        out->out_valid[p] = has(s->full, take_of(s, p));
        out->out[p] = &s->buffer[take_of(s, p)];
    }
}

/* --- an instruction ------------------------------------------------------ */

/* The words of neighbouring warps are often the same: they are decoded once. */
static const struct isa_insn *look_at(struct shared_pipe *s, uint32_t p, uint32_t word)
{
    if (s->insn[p].word != word) isa_decode(word, &s->insn[p]);
    return &s->insn[p];
}

/* Cycles that the results of a beat come later than the next. */
static uint32_t extra(const struct shared_pipe *s, const struct isa_insn *insn)
{
    switch (insn->op) {
    case ISA_DIV:
    case ISA_DIVU:
    case ISA_REM:
    case ISA_REMU: return WORD_BITS / s->cfg.div_bits;
    case ISA_FDIV_S:
    case ISA_FSQRT_S: return s->cfg.float_steps;
    default: return 0;
    }
}

/* Words of the lanes in the mask; the others stay 0. */
static void copy_words(uint32_t *to, const uint32_t *from, uint64_t mask)
{
    for (; mask != 0; mask &= mask - 1) to[lowest(mask)] = from[lowest(mask)];
}

/* Results of threads first to first + ISA_LANES - 1, of those that are in the mask. */
static void compute_lanes(const struct isa_insn *insn, const struct shared_pipe_in *in, uint32_t p,
                          uint32_t first, struct simd_pipe_buffer *b)
{
    uint8_t fcsr[ISA_LANES];
    struct isa_results r = {.taken = 0}; /* what an instruction does not set is 0 */
    const struct isa_operands operands = {
        .mask = (uint32_t)(in->mask[p] >> first),
        .a = in->a[p] + first,
        .b = in->b[p] + first,
        .c = in->c[p] + first,
        .fcsr = fcsr,
    };
    if (operands.mask == 0) return;
    for (uint32_t i = 0; i < ISA_LANES; i++) fcsr[i] = (uint8_t)(in->frm[p][first + i] << 5);
    isa_execute(insn, in->pc[p], &operands, &r);
    r.taken &= operands.mask;
    r.refused &= operands.mask;
    switch (in->unit[p]) {
    case DECODE_LANE:
        copy_words(b->value + first, r.value, operands.mask);
        copy_words(b->address + first, r.address, r.taken);
        b->taken |= (uint64_t)r.taken << first;
        break;
    case DECODE_FLOAT:
        copy_words(b->value + first, r.value, operands.mask);
        b->refused |= (uint64_t)r.refused << first;
        for (uint32_t i = 0; i < ISA_LANES; i++)
            if (has(operands.mask, i)) b->flags[first + i] = r.flags[i];
        break;
    case DECODE_MEMORY: copy_words(b->address + first, r.address, operands.mask); break;
    }
}

/* Float loads and stores, and atomics, are the memory's: only their addresses are made here. */
static void compute(const struct isa_insn *insn, const struct shared_pipe_in *in, uint32_t p,
                    uint32_t lanes, struct simd_pipe_buffer *b)
{
    memset(b->value, 0, sizeof b->value);
    memset(b->address, 0, sizeof b->address);
    memset(b->expect, 0, sizeof b->expect);
    memset(b->flags, 0, sizeof b->flags);
    b->taken = 0;
    b->refused = 0;
    if (in->unit[p] == DECODE_MEMORY) {
        copy_words(b->value, in->b[p], in->mask[p]);
        copy_words(b->expect, in->c[p], in->mask[p]);
    } else if (in->unit[p] == DECODE_CSR) {
        copy_words(b->value, in->a[p], in->mask[p]);
    }
    for (uint32_t first = 0; first < lanes; first += ISA_LANES)
        compute_lanes(insn, in, p, first, b);
}

/* --- tick ---------------------------------------------------------------- */

static void begin(struct shared_pipe *s, const struct shared_pipe_in *in, uint32_t p)
{
    struct simd_pipe_buffer *b = &s->buffer[fill_of(s, p)];
    b->unit = in->unit[p];
    b->word = in->word[p];
    b->pc = in->pc[p];
    b->mask = in->mask[p];
    memcpy(b->rider, in->rider[p],
           (s->cfg.rider_width + WORD_BITS - 1) / WORD_BITS * sizeof *b->rider);
    s->filling |= 1u << fill_of(s, p);
}

/* The next beat of port p goes in. */
static void go(struct shared_pipe *s, const struct shared_pipe_in *in, uint32_t p)
{
    const struct isa_insn *insn = look_at(s, p, in->word[p]);
    const bool last = is_last(s, p);
    if (s->beat[p] == 0) begin(s, in, p);
    if (last) compute(insn, in, p, s->cfg.lanes, &s->buffer[fill_of(s, p)]);
    s->due[p] = true;
    s->wait[p] = extra(s, insn);
    s->due_buffer[p] = s->fill[p];
    s->due_beat[p] = s->beat[p];
    s->due_last[p] = last;
    s->beat[p] = last ? 0 : s->beat[p] + 1;
    if (last) s->fill[p] ^= 1;
}

/* A cycle of the beat that is under way: with the results of the last one the buffer is full. */
static void come(struct shared_pipe *s, uint32_t p)
{
    if (!s->due[p]) return;
    if (s->wait[p] > 0) {
        s->wait[p]--;
        return;
    }
    s->due[p] = false;
    if (!s->due_last[p]) return;
    s->filling &= ~(1u << due_of(s, p));
    s->full |= 1u << due_of(s, p);
}

/* Of two that meet one waits: it has the turn from now on. */
static void pass_turn(struct shared_pipe *s, const struct shared_pipe_in *in,
                      const struct shared_pipe_out *out)
{
    for (uint32_t p = 0; p < PORTS; p++) {
        if (can_go(s, in, p) && !out->goes[p]) {
            s->turn = p;
            return;
        }
    }
}

void shared_pipe_tick(struct shared_pipe *s, const struct shared_pipe_in *in,
                      const struct shared_pipe_out *out)
{
    for (uint32_t p = 0; p < PORTS; p++)
        s->waited[p] = own_port_lets(s, in, p) && !out->goes[p] ? s->waited[p] + 1 : 0;
    pass_turn(s, in, out);
    for (uint32_t p = 0; p < PORTS; p++) {
        if (out->out_valid[p] && in->out_ready[p]) {
            s->full &= ~(1u << take_of(s, p));
            s->take[p] ^= 1;
        }
        come(s, p);
        if (out->goes[p]) go(s, in, p);
    }
}

bool shared_pipe_rests(const struct shared_pipe *s, const struct shared_pipe_in *in,
                       const struct shared_pipe_out *out)
{
    for (uint32_t p = 0; p < PORTS; p++)
        if (out->goes[p] || s->due[p] || (out->out_valid[p] && in->out_ready[p])) return false;
    return true;
}

/* --- check and promise --------------------------------------------------- */

const char *shared_pipe_check(const struct shared_pipe *s)
{
    const uint32_t division = WORD_BITS / s->cfg.div_bits;
    const uint32_t longest = division > s->cfg.float_steps ? division : s->cfg.float_steps;
    if (s->turn >= PORTS) return "turn_range";
    if ((s->filling & s->full) != 0 || (s->filling | s->full) > ALL_BUFFERS) return "two";
    for (uint32_t p = 0; p < PORTS; p++) {
        if (s->beat[p] > 0 && !has(s->filling, fill_of(s, p))) return "two";
        if (s->waited[p] > 2 * longest + 1) return "fair";
    }
    const bool far[PORTS] = {is_far(s, s->buffer[due_of(s, 0)].unit),
                             is_far(s, s->buffer[due_of(s, 1)].unit)};
    return far[0] != far[1] || (due_lanes(s, 0) & due_lanes(s, 1)) == 0 ? NULL : "apart";
}

static const char *port_promise(const struct shared_pipe_in *in, uint32_t p)
{
    if (!in->in_valid[p]) return NULL;
    const struct decode_in word = {in->word[p]};
    struct decode_out what;
    decode_eval(NULL, &word, &what);
    if (!what.legal) return "legal";
    if (what.unit != in->unit[p]) return "unit";
    if (in->mask[p] == 0) return "mask";
    return NULL;
}

const char *shared_pipe_promise(const struct shared_pipe *s, const struct shared_pipe_in *in)
{
    (void)s;
    const char *broken = port_promise(in, 0);
    return broken != NULL ? broken : port_promise(in, 1);
}
