/* SPDX-License-Identifier: Apache-2.0 */
/* The C side of hd_simd_pipe_lockstep: describes the block to the harness, unpacks arguments. */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/lockstep.h"
#include "common/unpack.h"
#include "core/decode.h"
#include "core/simd_pipe.h"

enum {
    LANES = SIMD_PIPE_MAX_LANES,
    BUFFERS = SIMD_PIPE_BUFFERS,
    RIDER = SIMD_PIPE_MAX_RIDER,
    WORD = 32,
    OPCODE = 0x7f,
    BRANCH = 0x63,
};

typedef struct simd_pipe_buffer buffer;

/* The inputs with their rows, which the model is only shown. */
typedef struct {
    bool in_valid;
    uint32_t unit;
    uint32_t word;
    uint32_t pc;
    uint64_t mask;
    uint32_t a[LANES];
    uint32_t b[LANES];
    uint32_t c[LANES];
    uint8_t frm[LANES];
    uint32_t rider[RIDER];
    bool out_ready; /* behind what is offered */
} inputs;

/* The outputs with their rows, which the model has in its state. */
typedef struct {
    bool in_ready;
    bool out_valid;
    uint32_t out_unit;
    uint32_t out_word;
    uint32_t out_pc;
    uint64_t out_mask;
    uint32_t out_rider[RIDER];
    uint32_t out_value[LANES];
    uint32_t out_address[LANES];
    bool out_taken[LANES];
    uint32_t out_expect[LANES];
    uint8_t out_flags[LANES];
    bool out_refused[LANES];
    struct simd_pipe_out model; /* as eval gave them, for tick */
} outputs;

enum kind { ORDINARY, DIVISION, FLOAT_DIVISION };

/* The model, and what is to be known of the cycles before. */
typedef struct {
    struct simd_pipe s;
    bool held;                                   /* an instruction is offered and was not taken: */
    inputs offered;                              /* this one */
    enum kind due;                               /* what is under way */
    bool was_out;                                /* the last cycle: an instruction was through, */
    bool was_taken;                              /* and was taken */
    bool reset_half, reset_dividing, reset_full; /* the last cycle was a reset, and met this */
} state;

static bool has(uint64_t mask, uint32_t i) { return (mask >> i & 1) != 0; }
static uint64_t all_lanes(const state *s) { return UINT64_MAX >> (64 - s->s.cfg.lanes); }

static enum kind kind_of(uint32_t word)
{
    struct isa_insn insn;
    if (!isa_decode(word, &insn)) return ORDINARY;
    if (insn.op >= ISA_DIV && insn.op <= ISA_REMU) return DIVISION;
    return insn.op == ISA_FDIV_S || insn.op == ISA_FSQRT_S ? FLOAT_DIVISION : ORDINARY;
}

/* ---- who goes in, read from the page ---- */

static bool is_idle(const state *s) { return !s->s.due || s->s.wait == 0; }

static bool is_empty(const state *s, uint32_t number)
{
    return !has(s->s.filling | s->s.full, number);
}

static bool goes(const state *s, const inputs *in)
{
    return in->in_valid && is_idle(s) && (s->s.beat > 0 || is_empty(s, s->s.fill));
}

/* ---- the model ---- */

static struct simd_pipe_in shown(const inputs *in)
{
    return (struct simd_pipe_in){.in_valid = in->in_valid,
                                 .unit = in->unit,
                                 .word = in->word,
                                 .pc = in->pc,
                                 .mask = in->mask,
                                 .a = in->a,
                                 .b = in->b,
                                 .c = in->c,
                                 .frm = in->frm,
                                 .rider = in->rider,
                                 .out_ready = in->out_ready};
}

static void reset(void *s_)
{
    state *s = s_;
    s->reset_half = s->s.beat > 0;
    s->reset_dividing = s->s.due && s->s.wait > 0;
    s->reset_full = s->s.full != 0;
    simd_pipe_reset(&s->s);
    s->held = false;
    s->was_out = false;
    s->was_taken = false;
}

static void eval(const void *s_, const void *in_, void *out_)
{
    const state *s = s_;
    outputs *out = out_;
    const struct simd_pipe_in in = shown(in_);
    simd_pipe_eval(&s->s, &in, &out->model);
    const buffer *b = out->model.out;
    out->in_ready = out->model.in_ready;
    out->out_valid = out->model.out_valid;
    out->out_unit = b->unit;
    out->out_word = b->word;
    out->out_pc = b->pc;
    out->out_mask = b->mask;
    memcpy(out->out_rider, b->rider, sizeof out->out_rider);
    memcpy(out->out_value, b->value, sizeof out->out_value);
    memcpy(out->out_address, b->address, sizeof out->out_address);
    memcpy(out->out_expect, b->expect, sizeof out->out_expect);
    memcpy(out->out_flags, b->flags, sizeof out->out_flags);
    for (uint32_t t = 0; t < s->s.cfg.lanes; t++) {
        out->out_taken[t] = has(b->taken, t);
        out->out_refused[t] = has(b->refused, t);
    }
}

static void tick(void *s_, const void *in_, const void *out_)
{
    state *s = s_;
    const inputs *in = in_;
    const outputs *out = out_;
    const struct simd_pipe_in model_in = shown(in);
    if (goes(s, in)) s->due = kind_of(in->word);
    s->reset_half = s->reset_dividing = s->reset_full = false;
    s->was_out = out->out_valid;
    s->was_taken = out->out_valid && in->out_ready;
    s->held = in->in_valid && !out->in_ready;
    if (s->held) memcpy(&s->offered, in, offsetof(inputs, out_ready));
    simd_pipe_tick(&s->s, &model_in, &out->model);
}

static const char *check(const void *s) { return simd_pipe_check(&((const state *)s)->s); }

/* Rounding modes of other threads than the instruction's may change. */
static bool stays(const inputs *offered, const inputs *in)
{
    for (uint32_t t = 0; t < LANES; t++)
        if (has(in->mask, t) && in->frm[t] != offered->frm[t]) return false;
    return memcmp(offered, in, offsetof(inputs, frm)) == 0 &&
           memcmp(offered->rider, in->rider, sizeof in->rider) == 0;
}

static const char *promise(const void *s_, const void *in_)
{
    const state *s = s_;
    const struct simd_pipe_in in = shown(in_);
    if (s->held && !stays(&s->offered, in_))
        return "what is offered does not stay until it is taken";
    return simd_pipe_promise(&s->s, &in);
}

/* ---- what means something, and when ---- */

/* Of an instruction that is through: thread t's value and the rest. */
static bool has_value(const buffer *b, uint32_t t)
{
    switch (b->unit) {
    case DECODE_LANE: return has(b->mask, t) && (b->word & OPCODE) != BRANCH;
    case DECODE_FLOAT:
    case DECODE_MEMORY:
    case DECODE_CSR: return has(b->mask, t);
    default: return false;
    }
}

static bool has_address(const buffer *b, uint32_t t)
{
    if (b->unit == DECODE_MEMORY) return has(b->mask, t);
    return b->unit == DECODE_LANE && has(b->taken, t);
}

static bool has_expect(const buffer *b, uint32_t t)
{
    return b->unit == DECODE_MEMORY && has(b->mask, t);
}

static bool has_flags(const buffer *b, uint32_t t)
{
    return b->unit == DECODE_FLOAT && has(b->mask, t);
}

/* At the output. */
#define IF_THROUGH(name, condition)                                                                \
    static bool name(const void *s, const void *out_, uint32_t t)                                  \
    {                                                                                              \
        const outputs *out = out_;                                                                 \
        const buffer *b = out->model.out;                                                          \
        (void)s;                                                                                   \
        (void)b;                                                                                   \
        (void)t;                                                                                   \
        return out->out_valid && (condition);                                                      \
    }
IF_THROUGH(if_through, true)
IF_THROUGH(if_out_value, has_value(b, t))
IF_THROUGH(if_out_address, has_address(b, t))
IF_THROUGH(if_out_taken, has(b->mask, t))
IF_THROUGH(if_out_expect, has_expect(b, t))
IF_THROUGH(if_out_flags, has_flags(b, t))
IF_THROUGH(if_out_refused, has_flags(b, t))

static bool if_due(const void *s, const void *out, uint32_t i)
{
    (void)out;
    (void)i;
    return ((const state *)s)->s.due;
}

/* What came in with the first beat. A rider is several words. */
static bool if_inside(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return !is_empty(s, i);
}

static bool if_rider(const void *s, const void *out, uint32_t i)
{
    const uint32_t words = (((const state *)s)->s.cfg.rider_width + WORD - 1) / WORD;
    return if_inside(s, out, i / words);
}

/* Rows of the buffers: the model has those of an instruction when all of it is in. */
#define IF_FULL(name, condition)                                                                   \
    static bool name(const void *s_, const void *out, uint32_t i)                                  \
    {                                                                                              \
        const state *s = s_;                                                                       \
        const uint32_t t = i % s->s.cfg.lanes;                                                     \
        const buffer *b = &s->s.buffer[i / s->s.cfg.lanes];                                        \
        (void)out;                                                                                 \
        return has(s->s.full, i / s->s.cfg.lanes) && (condition);                                  \
    }
IF_FULL(if_value, has_value(b, t))
IF_FULL(if_address, has_address(b, t))
IF_FULL(if_expect, has_expect(b, t))
IF_FULL(if_flags, has_flags(b, t))

/* Vectors of a buffer, in which lanes that mean nothing are 0. */
static bool if_full(const void *s, const void *out, uint32_t i)
{
    (void)out;
    return has(((const state *)s)->s.full, i);
}

static bool if_float(const void *s_, const void *out, uint32_t i)
{
    const state *s = s_;
    return if_full(s, out, i) && s->s.buffer[i].unit == DECODE_FLOAT;
}

/* ---- coverage ---- */

enum {
    BIN_FIRST_IDLE,
    BIN_FIRST_BEHIND,
    BIN_FIRST_TAKEN,
    BIN_NEXT_BEAT,
    BIN_WAITS_TAKEN,
    BIN_WAITS_FULL,
    BIN_WAITS_FILLING,
    BIN_WAITS_DIVISION,
    BIN_OUT_WAITS,
    BIN_OUT_AT_ONCE,
    BIN_OUT_BOTH,
    BIN_BEAT_BEHIND_DIVISION,
    BIN_BEAT_BEHIND_FLOAT,
    BIN_DIVISION_BEHIND_DIVISION,
    BIN_DIVISION_BEHIND_FLOAT,
    BIN_FLOAT_BEHIND_DIVISION,
    BIN_FLOAT_BEHIND_FLOAT,
    BIN_OTHER_BEHIND_DIVISION,
    BIN_DIVISION_BEHIND_OTHER,
    BIN_BEHIND_FULL,
    BIN_RESET_HALF,
    BIN_RESET_DIVIDING,
    BIN_RESET_FULL,
    BIN_MASK_ONE,
    BIN_MASK_SOME,
    BIN_MASK_ALL,
    BIN_NO_FIRST_BEAT,
    BIN_NO_LAST_BEAT,
    BIN_INTEGER,
    BIN_FLOAT,
    BIN_BRANCH_NONE,
    BIN_BRANCH_SOME,
    BIN_BRANCH_ALL,
    BIN_JUMP,
    BIN_JUMP_REG,
    BIN_LOAD,
    BIN_STORE,
    BIN_ATOMIC,
    BIN_CSR,
    BIN_NOBODY,
    BIN_FDIV,
    BIN_FSQRT,
    BIN_REFUSED_SOME,
    BIN_REFUSED_ALL,
    BIN_MODES_DIFFER,
    BIN_MODE_NOT_ASKED,
    BIN_EXCEPTIONS, /* and the four behind it */
};

static const struct hd_bin bins[] = {
    {"first_idle", "a first beat goes in, nothing is inside"},
    {"first_behind", "one goes in in the cycle of the last results of the instruction before"},
    {"first_taken", "one goes in as the other buffer is taken"},
    {"next_beat", "a further beat goes in, a cycle after the one before"},
    {"waits_taken", "a buffer is taken, the instruction behind wants it: a cycle later"},
    {"waits_full", "an instruction waits, both buffers are full"},
    {"waits_filling", "one waits, its buffer is full, in the other one results are to come"},
    {"waits_division", "one waits, its buffer is empty, a division is under way"},
    {"out_waits", "an instruction is through and is not taken"},
    {"out_at_once", "one is taken in the first cycle"},
    {"out_both", "two are taken one behind the other"},
    {"beat_behind_division", "a further beat goes in with the results of a division"},
    {"beat_behind_float", "the same, of a float division or square root"},
    {"division_behind_division", "a division begins with the last results of another one"},
    {"division_behind_float", "one begins with those of a float division or square root"},
    {"float_behind_division", "a float division or square root begins with those of a division"},
    {"float_behind_float", "one begins with those of another one"},
    {"other_behind_division", "an ordinary instruction begins with the last results of a division"},
    {"division_behind_other", "a division begins with those of an ordinary instruction"},
    {"behind_full",
     "division, the instruction behind could begin with its last results: no buffer"},
    {"reset_half", "a reset has met an instruction that was half in"},
    {"reset_dividing", "a reset has met a division, of any kind"},
    {"reset_full", "a reset has met an instruction that was through"},
    {"mask_one", "an instruction of one thread"},
    {"mask_some", "one of some threads"},
    {"mask_all", "one of all threads"},
    {"no_first_beat", "nobody of the first beat is in the mask"},
    {"no_last_beat", "nobody of the last one is"},
    {"integer", "an integer instruction is taken"},
    {"float", "a float instruction"},
    {"branch_none", "a branch that no thread takes"},
    {"branch_some", "one that some take"},
    {"branch_all", "one that all take"},
    {"jump", "jal"},
    {"jump_reg", "jalr"},
    {"load", "a load"},
    {"store", "a store"},
    {"atomic", "an atomic"},
    {"csr", "a CSR instruction"},
    {"nobody", "a fence, or an instruction of custom-0"},
    {"fdiv", "fdiv.s"},
    {"fsqrt", "fsqrt.s"},
    {"refused_some", "some threads' rounding mode is reserved"},
    {"refused_all", "all threads' is"},
    {"modes_differ", "threads have different rounding modes, which are looked at"},
    {"mode_not_asked", "a thread's mode is reserved, the instruction has one of its own"},
    {"inexact", "a thread's result is inexact"},
    {"underflow", "one is too small"},
    {"overflow", "one is too large"},
    {"by_zero", "one is divided by zero"},
    {"invalid", "one is invalid"},
    {NULL, NULL},
};

static void cover_resets(const state *s, uint64_t *bin)
{
    if (s->reset_half) bin[BIN_RESET_HALF]++;
    if (s->reset_dividing) bin[BIN_RESET_DIVIDING]++;
    if (s->reset_full) bin[BIN_RESET_FULL]++;
}

/* A first beat is offered, and waits. */
static void cover_waiting(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    const bool takes = out->out_valid && in->out_ready;
    if (!is_idle(s)) {
        if (is_empty(s, s->s.fill)) bin[BIN_WAITS_DIVISION]++;
        return;
    }
    if (takes && s->s.take == s->s.fill) bin[BIN_WAITS_TAKEN]++;
    if (s->s.full == 3) bin[BIN_WAITS_FULL]++;
    else bin[BIN_WAITS_FILLING]++;
    if (s->s.due && s->due != ORDINARY) bin[BIN_BEHIND_FULL]++;
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
    bin[pairs[kind_of(word)][s->due]]++;
}

static void cover_going(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (s->s.beat > 0) {
        if (s->due == ORDINARY) bin[BIN_NEXT_BEAT]++;
        else bin[s->due == DIVISION ? BIN_BEAT_BEHIND_DIVISION : BIN_BEAT_BEHIND_FLOAT]++;
        return;
    }
    if (s->s.due) cover_behind(s, in->word, bin);
    else if (s->s.full == 0) bin[BIN_FIRST_IDLE]++;
    if (out->out_valid && in->out_ready) bin[BIN_FIRST_TAKEN]++;
}

/* An instruction, when its last beat goes in. */
static void cover_mask(const state *s, uint64_t mask, uint64_t *bin)
{
    const uint32_t simd = s->s.cfg.simd;
    const uint32_t lanes = s->s.cfg.lanes;
    const uint64_t beat = UINT64_MAX >> (64 - simd);
    if ((mask & (mask - 1)) == 0) bin[BIN_MASK_ONE]++;
    else bin[mask == all_lanes(s) ? BIN_MASK_ALL : BIN_MASK_SOME]++;
    if ((mask & beat) == 0) bin[BIN_NO_FIRST_BEAT]++;
    if ((mask & beat << (lanes - simd)) == 0) bin[BIN_NO_LAST_BEAT]++;
}

static void cover_modes(const state *s, const inputs *in, uint64_t *bin)
{
    struct isa_insn insn;
    if (in->unit != DECODE_FLOAT || !isa_decode(in->word, &insn)) return;
    uint32_t seen = 0; /* a bit a mode */
    for (uint32_t t = 0; t < s->s.cfg.lanes; t++)
        if (has(in->mask, t)) seen |= 1u << in->frm[t];
    if (insn.rm == 7 && (seen & (seen - 1)) != 0) bin[BIN_MODES_DIFFER]++;
    if (insn.rm != 7 && seen >> 5 != 0) bin[BIN_MODE_NOT_ASKED]++;
}

/* A float instruction that is through. */
static void cover_float(const state *s, const buffer *b, const struct isa_insn *insn, uint64_t *bin)
{
    uint32_t flags = 0;
    bin[BIN_FLOAT]++;
    if (insn->op == ISA_FDIV_S) bin[BIN_FDIV]++;
    if (insn->op == ISA_FSQRT_S) bin[BIN_FSQRT]++;
    if (b->refused != 0) bin[b->refused == b->mask ? BIN_REFUSED_ALL : BIN_REFUSED_SOME]++;
    for (uint32_t t = 0; t < s->s.cfg.lanes; t++)
        if (has_flags(b, t)) flags |= b->flags[t];
    for (uint32_t f = 0; f < 5; f++)
        if (has(flags, f)) bin[BIN_EXCEPTIONS + f]++;
}

static void cover_through(const state *s, const buffer *b, uint64_t *bin)
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
    default: bin[BIN_NOBODY]++;
    }
}

static void cover(const void *s_, const void *in_, const void *out_, uint64_t *bin)
{
    const state *s = s_;
    const inputs *in = in_;
    const outputs *out = out_;
    cover_resets(s, bin);
    if (out->out_valid && !in->out_ready) bin[BIN_OUT_WAITS]++;
    if (out->out_valid && in->out_ready) {
        cover_through(s, out->model.out, bin);
        if (!s->was_out || s->was_taken) bin[BIN_OUT_AT_ONCE]++;
        if (s->was_taken) bin[BIN_OUT_BOTH]++;
    }
    if (!in->in_valid) return;
    if (!goes(s, in)) {
        if (s->s.beat == 0) cover_waiting(s, in, out, bin);
        return;
    }
    cover_going(s, in, out, bin);
    if (!out->in_ready) return;
    cover_mask(s, in->mask, bin);
    cover_modes(s, in, bin);
}

/* ---- the block, as the harness sees it ---- */

static const struct hd_block block = {
    .name = "simd_pipe",
    .state_size = sizeof(state),
    .in_size = sizeof(inputs),
    .out_size = sizeof(outputs),
    .reset = reset,
    .eval = eval,
    .tick = tick,
    .check = check,
    .promise = promise,
    .cover = cover,
    .bins = bins,
    .index_rule =
        "unit_q, word_q, pc_q, mask_q, taken_q, refused_q: buffer [i]; rider_q: 32-bit "
        "word i % words of buffer i / words; value_q, address_q, expect_q, flags_q: thread "
        "i % Lanes of buffer i / Lanes",
    .waves =
        "beat_q due_q wait_q due_buffer_q due_beat_q due_last_q fill_q take_q filling_q full_q",
};

/* The registers in the order in which they are described. */
enum { REG_BEAT, REG_UNIT = 10 };

/* Riders: words of 32 bits, the last of which need not be whole. */
static struct hd_field rider(struct hd_field f, uint32_t width)
{
    f.count = (width + WORD - 1) / WORD;
    f.cut = WORD * f.count - width;
    return f;
}

/* A register of so many elements in both buffers. */
static struct hd_field in_both(struct hd_field f, uint32_t each)
{
    f.row = each;
    f.row_step = sizeof(buffer);
    f.count = BUFFERS * each;
    return f;
}
#define BOTH(reg, member, each, bits, caring, text)                                                \
    in_both((struct hd_field)HD_REG(reg, state, s.buffer[0].member, sizeof(uint32_t), each, bits,  \
                                    caring, text),                                                 \
            each)
#define ONE_EACH(reg, member, bits, caring, text)                                                  \
    HD_REG(reg, state, s.buffer[0].member, sizeof(buffer), BUFFERS, bits, caring, text)

static struct hd_instance *describe(const char *path, const char *text,
                                    const struct simd_pipe_cfg *c)
{
    const uint32_t beats = c->lanes / c->simd;
    const uint32_t beat = beats > 1 ? hd_bits_for(beats - 1) : 1;
    const uint32_t words = (c->rider_width + WORD - 1) / WORD;
    const char *const came = "Ports: as they came, with the first beat";
    const char *const value = "Ports: what rd gets; for memory b_i, for CSR instructions a_i";
    const char *const address = "Ports: where branches and jumps go; where in memory";
    const char *const expected = "Ports: for memory c_i";
    const char *const taken = "Ports: who goes there; State: 0 of units other than 0";
    const char *const flags = "Ports: float exceptions";
    const char *const refused = "Ports: the rounding mode is reserved";
    const char *const due = "What a cycle does: the beat that went in last, until its results come";
    const char *const turn = "What a cycle does: buffers are filled, and taken, in turn; Reset: 0";
    const char *const buffers =
        "What a cycle does: filling from the first beat to the last results, then full until "
        "taken; Reset: empty";
    struct hd_field flags_q =
        in_both((struct hd_field)HD_REG("flags_q", state, s.buffer[0].flags[0], sizeof(uint8_t),
                                        c->lanes, 5, if_flags, flags),
                c->lanes);
    struct hd_field rider_q = BOTH("rider_q", rider[0], words, WORD, if_rider, came);
    rider_q.cut = WORD * words - c->rider_width;
    const struct hd_field fields[] = {
        HD_ONE(HD_IN, inputs, in_valid, 1, NULL, NULL),
        HD_ONE(HD_IN, inputs, unit, 3, NULL, NULL),
        HD_ONE(HD_IN, inputs, word, WORD, NULL, NULL),
        HD_ONE(HD_IN, inputs, pc, WORD, NULL, NULL),
        HD_ONE(HD_IN, inputs, mask, c->lanes, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, a, c->lanes, WORD, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, b, c->lanes, WORD, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, c, c->lanes, WORD, NULL, NULL),
        HD_ARRAY(HD_IN, inputs, frm, c->lanes, 3, NULL, NULL),
        rider((struct hd_field)HD_ARRAY(HD_IN, inputs, rider, words, WORD, NULL, NULL),
              c->rider_width),
        HD_ONE(HD_IN, inputs, out_ready, 1, NULL, NULL),
        HD_ONE(HD_OUT, outputs, in_ready, 1, NULL,
               "What a cycle does: the last beat goes in; nothing goes in while what takes longer "
               "is under way, a first beat only into an empty buffer"),
        HD_ONE(HD_OUT, outputs, out_valid, 1, NULL,
               "What a cycle does: from the cycle behind that of the last results until taken"),
        HD_ONE(HD_OUT, outputs, out_unit, 3, if_through, came),
        HD_ONE(HD_OUT, outputs, out_word, WORD, if_through, came),
        HD_ONE(HD_OUT, outputs, out_pc, WORD, if_through, came),
        HD_ONE(HD_OUT, outputs, out_mask, c->lanes, if_through, came),
        rider((struct hd_field)HD_ARRAY(HD_OUT, outputs, out_rider, words, WORD, if_through, came),
              c->rider_width),
        HD_ARRAY(HD_OUT, outputs, out_value, c->lanes, WORD, if_out_value, value),
        HD_ARRAY(HD_OUT, outputs, out_address, c->lanes, WORD, if_out_address, address),
        HD_ARRAY(HD_OUT, outputs, out_taken, c->lanes, 1, if_out_taken, taken),
        HD_ARRAY(HD_OUT, outputs, out_expect, c->lanes, WORD, if_out_expect, expected),
        HD_ARRAY(HD_OUT, outputs, out_flags, c->lanes, 5, if_out_flags, flags),
        HD_ARRAY(HD_OUT, outputs, out_refused, c->lanes, 1, if_out_refused, refused),
        HD_REG("beat_q", state, s.beat, 0, 1, beat, NULL,
               "What a cycle does: one beat after the other goes in; Reset: 0"),
        HD_REG("due_q", state, s.due, 0, 1, 1, NULL, due),
        HD_REG("wait_q", state, s.wait, 0, 1, 6, if_due,
               "What a cycle does: 32 / DivBits in divisions, FloatSteps in those of the float "
               "unit, 0 for others; one less in each cycle"),
        HD_REG("due_buffer_q", state, s.due_buffer, 0, 1, 1, if_due, due),
        HD_REG("due_beat_q", state, s.due_beat, 0, 1, beat, if_due, due),
        HD_REG("due_last_q", state, s.due_last, 0, 1, 1, if_due, due),
        HD_REG("fill_q", state, s.fill, 0, 1, 1, NULL, turn),
        HD_REG("take_q", state, s.take, 0, 1, 1, NULL, turn),
        HD_REG("filling_q", state, s.filling, 0, 1, BUFFERS, NULL, buffers),
        HD_REG("full_q", state, s.full, 0, 1, BUFFERS, NULL, buffers),
        ONE_EACH("unit_q", unit, 3, if_inside, came),
        ONE_EACH("word_q", word, WORD, if_inside, came),
        ONE_EACH("pc_q", pc, WORD, if_inside, came),
        ONE_EACH("mask_q", mask, c->lanes, if_inside, came),
        rider_q,
        BOTH("value_q", value[0], c->lanes, WORD, if_value, value),
        BOTH("address_q", address[0], c->lanes, WORD, if_address, address),
        BOTH("expect_q", expect[0], c->lanes, WORD, if_expect, expected),
        ONE_EACH("taken_q", taken, c->lanes, if_full, taken),
        flags_q,
        ONE_EACH("refused_q", refused, c->lanes, if_float, refused),
    };
    return hd_open(&block, path, text, fields, sizeof fields / sizeof fields[0]);
}

unsigned long long simd_pipe_open(const char *path, unsigned lanes, unsigned simd,
                                  unsigned div_bits, unsigned float_steps, unsigned rider_width)
{
    const struct simd_pipe_cfg cfg = {lanes, simd, div_bits, float_steps, rider_width};
    char text[200];
    snprintf(text, sizeof text, "Lanes=%u Simd=%u DivBits=%u FloatSteps=%u RiderWidth=%u", lanes,
             simd, div_bits, float_steps, rider_width);
    struct simd_pipe s;
    const char *wrong = simd_pipe_init(&s, &cfg);
    if (wrong != NULL) {
        fprintf(stderr, "ERROR simd_pipe: %s (%s)\n", wrong, text);
        exit(2);
    }
    struct hd_instance *inst = describe(path, text, &cfg);
    memcpy(hd_model(inst), &s, sizeof s);
    return hd_handle(inst);
}

void simd_pipe_state(unsigned long long handle, unsigned beat, svBit due, unsigned wait_cycles,
                     unsigned due_buffer, unsigned due_beat, svBit due_last, unsigned fill,
                     unsigned take, unsigned filling, unsigned full)
{
    const struct simd_pipe image = {
        .beat = beat,
        .due = due != 0,
        .wait = wait_cycles,
        .due_buffer = due_buffer,
        .due_beat = due_beat,
        .due_last = due_last != 0,
        .fill = fill,
        .take = take,
        .filling = filling,
        .full = full,
    };
    const size_t first = offsetof(struct simd_pipe, beat);
    hd_state(hd_instance(handle), REG_BEAT, REG_UNIT - REG_BEAT, (const char *)&image + first,
             offsetof(struct simd_pipe, buffer) - first);
}

/* One of the two. Lanes that mean nothing are 0 in the model's vectors. */
void simd_pipe_buffer(unsigned long long handle, unsigned number, unsigned unit, unsigned word,
                      unsigned pc, unsigned long long mask, const svBitVecVal *rider_words,
                      const svBitVecVal *value, const svBitVecVal *address,
                      const svBitVecVal *expected, unsigned long long taken,
                      const svBitVecVal *flags, unsigned long long refused)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct simd_pipe *s = &((const state *)hd_model(inst))->s;
    const uint32_t lanes = s->cfg.lanes;
    const uint32_t words = (s->cfg.rider_width + WORD - 1) / WORD;
    const uint64_t meant = s->buffer[number].mask;
    const uint64_t mask64 = mask;
    const uint64_t taken64 = taken & meant;
    const uint64_t refused64 = refused & meant;
    const struct {
        const void *image;
        uint32_t each;
    } registers[] = {
        {&unit, 1},           {&word, 1},     {&pc, 1},         {&mask64, 1},
        {rider_words, words}, {value, lanes}, {address, lanes}, {expected, lanes},
        {&taken64, 1},        {flags, lanes}, {&refused64, 1},
    };
    for (uint32_t r = 0; r < sizeof registers / sizeof registers[0]; r++) {
        const uint32_t each = registers[r].each;
        hd_state_part(inst, REG_UNIT + r, number * each, each, registers[r].image);
    }
}

int simd_pipe_ports(unsigned long long handle, svBit rst_n, svBit in_valid, unsigned unit,
                    unsigned word, unsigned pc, unsigned long long mask, const svBitVecVal *a,
                    const svBitVecVal *b, const svBitVecVal *c, const svBitVecVal *frm,
                    const svBitVecVal *rider_words, svBit out_ready, svBit in_ready,
                    svBit out_valid, unsigned out_unit, unsigned out_word, unsigned out_pc,
                    unsigned long long out_mask, const svBitVecVal *out_rider,
                    const svBitVecVal *out_value, const svBitVecVal *out_address,
                    unsigned long long out_taken, const svBitVecVal *out_expect,
                    const svBitVecVal *out_flags, unsigned long long out_refused)
{
    struct hd_instance *inst = hd_instance(handle);
    const struct simd_pipe_cfg *cfg = &((const state *)hd_model(inst))->s.cfg;
    const size_t row = cfg->lanes * sizeof(uint32_t);
    const size_t words = (cfg->rider_width + WORD - 1) / WORD * sizeof(uint32_t);
    inputs *in = hd_inputs(inst);
    outputs *out = hd_outputs(inst);
    in->in_valid = in_valid != 0;
    in->unit = unit;
    in->word = word;
    in->pc = pc;
    in->mask = mask;
    memcpy(in->a, a, row);
    memcpy(in->b, b, row);
    memcpy(in->c, c, row);
    memcpy(in->frm, frm, cfg->lanes);
    memcpy(in->rider, rider_words, words);
    in->out_ready = out_ready != 0;
    out->in_ready = in_ready != 0;
    out->out_valid = out_valid != 0;
    out->out_unit = out_unit;
    out->out_word = out_word;
    out->out_pc = out_pc;
    out->out_mask = out_mask;
    memcpy(out->out_rider, out_rider, words);
    memcpy(out->out_value, out_value, row);
    memcpy(out->out_address, out_address, row);
    memcpy(out->out_expect, out_expect, row);
    memcpy(out->out_flags, out_flags, cfg->lanes);
    for (uint32_t t = 0; t < cfg->lanes; t++) {
        out->out_taken[t] = has(out_taken, t);
        out->out_refused[t] = has(out_refused, t);
    }
    return hd_ports(inst, rst_n != 0);
}
