/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the SIMD pipe: when instructions come out, in which order, and that what
 * comes out is what each thread's instruction computes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/decode.h"
#include "core/simd_pipe.h"
#include "isa/execute.h"

enum {
    ADD = 0x007302b3, /* x5 = x6 + x7 */
    DIV = 0x027342b3,
    BEQ = 0x00730463, /* 8 further */
    FDIV = 0x187372d3,
    FADD = 0x007372d3,
    FSQRT = 0x580372d3,
    LW = 0x00432283,
    SW = 0x00732223,
    AMOCAS = 0x287322af,
    AMOFADD = 0x0073328b,
    JAL = 0x00c002ef,  /* 12 further */
    JALR = 0x003302e7, /* to x6 + 3 */
    REM = 0x027362b3,
    REMU = 0x027372b3,
    DIVU = 0x027352b3,
    CSRRS = 0x003322f3, /* fcsr */
    FENCE = 0x0ff0000f,
    LANES = 40, /* more than one call of the instruction set */
};

struct rows {
    uint32_t a[SIMD_PIPE_MAX_LANES], b[SIMD_PIPE_MAX_LANES], c[SIMD_PIPE_MAX_LANES];
    uint8_t frm[SIMD_PIPE_MAX_LANES];
};

struct bench {
    struct simd_pipe s;
    struct simd_pipe_in in;
    struct simd_pipe_out out;
    struct rows rows;
    uint32_t rider[SIMD_PIPE_MAX_RIDER];
    uint32_t cycles;
};

static void start(struct bench *t, uint32_t lanes, uint32_t simd)
{
    memset(t, 0, sizeof *t);
    const struct simd_pipe_cfg cfg = {lanes, simd, 4, 5, 20};
    assert_null(simd_pipe_init(&t->s, &cfg));
    t->in.in_here = lanes / simd;
    t->in.a = t->rows.a;
    t->in.b = t->rows.b;
    t->in.c = t->rows.c;
    t->in.frm = t->rows.frm;
    t->in.rider = t->rider;
    t->in.out_ready = true;
}

static void cycle(struct bench *t)
{
    assert_null(simd_pipe_promise(&t->s, &t->in));
    simd_pipe_eval(&t->s, &t->in, &t->out);
    static struct simd_pipe before; /* large */
    const bool rests = simd_pipe_rests(&t->s, &t->in, &t->out);
    before = t->s;
    simd_pipe_tick(&t->s, &t->in, &t->out);
    if (rests) assert_memory_equal(&before, &t->s, sizeof before);
    assert_null(simd_pipe_check(&t->s));
    t->cycles++;
}

static void offer(struct bench *t, uint32_t word, uint32_t unit, uint64_t mask, uint32_t rider)
{
    t->in.in_valid = true;
    t->in.word = word;
    t->in.unit = unit;
    t->in.pc = 0x100;
    t->in.mask = mask;
    t->rider[0] = rider;
}

/* Cycles from the first beat's to the one in which it is through. */
static uint32_t cycles_of(struct bench *t, uint32_t word, uint32_t unit)
{
    offer(t, word, unit, 1, 0);
    t->cycles = 0;
    do {
        cycle(t);
        if (t->out.in_ready) t->in.in_valid = false;
        assert_true(t->cycles < 500);
    } while (!t->out.out_valid);
    return t->cycles - 1;
}

/* ---- the page's times ------------------------------------------------------------------ */

static void through_in_time(void **state)
{
    (void)state;
    struct bench t;
    start(&t, 32, 8); /* four beats; 8 steps of a division */
    assert_int_equal(cycles_of(&t, ADD, DECODE_LANE), 4 + 1);
    assert_int_equal(cycles_of(&t, DIV, DECODE_LANE), 4 * (1 + 8) + 1);
    assert_int_equal(cycles_of(&t, FADD, DECODE_FLOAT), 4 + 1);
    assert_int_equal(cycles_of(&t, FDIV, DECODE_FLOAT), 4 * (1 + 5) + 1);
    assert_int_equal(cycles_of(&t, FSQRT, DECODE_FLOAT), 4 * (1 + 5) + 1);
    assert_int_equal(cycles_of(&t, DIVU, DECODE_LANE), 4 * (1 + 8) + 1);
    assert_int_equal(cycles_of(&t, REM, DECODE_LANE), 4 * (1 + 8) + 1);
    assert_int_equal(cycles_of(&t, REMU, DECODE_LANE), 4 * (1 + 8) + 1);
    assert_int_equal(cycles_of(&t, LW, DECODE_MEMORY), 4 + 1);
    assert_int_equal(cycles_of(&t, FENCE, DECODE_NO_UNIT), 4 + 1);
    start(&t, 8, 8);
    assert_int_equal(cycles_of(&t, ADD, DECODE_LANE), 2);
    assert_int_equal(cycles_of(&t, DIV, DECODE_LANE), 1 + 8 + 1);
}

/* One instruction every four cycles, and no more than two inside when no result is taken. */
static void one_behind_the_other(void **state)
{
    (void)state;
    struct bench t;
    uint32_t taken = 0, out = 0;
    start(&t, 32, 8);
    for (uint32_t n = 0; n < 40; n++) {
        offer(&t, ADD, DECODE_LANE, 1, taken);
        cycle(&t);
        taken += t.out.in_ready;
        if (t.out.out_valid) assert_int_equal(t.out.out->rider[0], out++);
    }
    assert_int_equal(taken, 10);
    assert_int_equal(out, 9);
    t.in.out_ready = false;
    for (uint32_t n = 0; n < 40; n++) {
        offer(&t, ADD, DECODE_LANE, 1, taken);
        cycle(&t);
        taken += t.out.in_ready;
    }
    assert_int_equal(taken, out + 2);
}

/* One beat a warp: the instruction behind wants the buffer that is taken: two in three cycles. */
static void two_in_three(void **state)
{
    (void)state;
    struct bench t;
    uint32_t taken = 0;
    start(&t, 8, 8);
    for (uint32_t n = 0; n < 300; n++) {
        offer(&t, ADD, DECODE_LANE, 1, n);
        cycle(&t);
        taken += t.out.in_ready;
    }
    assert_int_equal(taken, 200);
}

/* The instruction behind a division goes in with its last results: two beats of each. */
static void behind_a_division(void **state)
{
    (void)state;
    struct bench t;
    start(&t, 8, 4);
    offer(&t, DIV, DECODE_LANE, 1, 0);
    do cycle(&t);
    while (!t.out.in_ready);
    assert_int_equal(t.cycles, 1 + 9);
    offer(&t, ADD, DECODE_LANE, 1, 1);
    do cycle(&t);
    while (!t.out.in_ready);
    assert_int_equal(t.cycles, 10 + 8 + 2);
    assert_true(t.out.out_valid); /* the division */
    assert_int_equal(t.out.out->rider[0], 0);
}

static void reset_empties(void **state)
{
    (void)state;
    struct bench t;
    start(&t, 8, 4);
    offer(&t, ADD, DECODE_LANE, 1, 0);
    cycle(&t);
    simd_pipe_reset(&t.s);
    t.in.in_valid = false;
    for (uint32_t n = 0; n < 10; n++) {
        cycle(&t);
        assert_false(t.out.out_valid);
    }
}

/* ---- what comes out -------------------------------------------------------------------- */

static struct isa_result result_of(const struct rows *rows, const struct simd_pipe_buffer *b,
                                   uint32_t l)
{
    struct isa_insn insn;
    assert_true(isa_decode(b->word, &insn));
    return isa_execute_one(&insn, b->pc, rows->a[l], rows->b[l], rows->c[l],
                           (uint8_t)(rows->frm[l] << 5));
}

static void expect_result(const struct rows *rows, const struct simd_pipe_buffer *b, uint32_t l)
{
    const struct isa_result r = result_of(rows, b, l);
    if (b->unit == DECODE_MEMORY) assert_int_equal(b->value[l], rows->b[l]);
    else if (b->unit == DECODE_CSR) assert_int_equal(b->value[l], rows->a[l]);
    else if (b->word != BEQ && b->unit != DECODE_NO_UNIT && !r.refused)
        assert_int_equal(b->value[l], r.value);
}

static void expect_lane(const struct rows *rows, const struct simd_pipe_buffer *b, uint32_t l)
{
    const struct isa_result r = result_of(rows, b, l);
    expect_result(rows, b, l);
    assert_int_equal(b->refused >> l & 1, r.refused);
    assert_int_equal(b->taken >> l & 1, r.taken);
    if (r.taken || b->unit == DECODE_MEMORY) assert_int_equal(b->address[l], r.address);
    if (b->unit == DECODE_MEMORY) assert_int_equal(b->expect[l], rows->c[l]);
    if (b->unit == DECODE_FLOAT && !r.refused) assert_int_equal(b->flags[l], r.flags);
}

static const struct kind {
    uint32_t word, unit;
} kinds[] = {{ADD, DECODE_LANE},      {DIV, DECODE_LANE},      {BEQ, DECODE_LANE},
             {FDIV, DECODE_FLOAT},    {FADD, DECODE_FLOAT},    {LW, DECODE_MEMORY},
             {SW, DECODE_MEMORY},     {JAL, DECODE_LANE},      {JALR, DECODE_LANE},
             {CSRRS, DECODE_CSR},     {FENCE, DECODE_NO_UNIT}, {REM, DECODE_LANE},
             {AMOCAS, DECODE_MEMORY}, {AMOFADD, DECODE_MEMORY}};

static struct hd_rng rng;
static uint32_t draw(uint32_t n) { return hd_rng_below(&rng, n); }

static const struct kind *draw_kind(void) { return &kinds[draw(sizeof kinds / sizeof kinds[0])]; }

static void draw_operands(struct rows *rows, const struct kind *kind, uint32_t l)
{
    rows->a[l] = (uint32_t)hd_rng_next(&rng);
    rows->b[l] = draw(4) == 0 ? rows->a[l] : (uint32_t)hd_rng_next(&rng);
    rows->c[l] = kind->word == AMOCAS ? (uint32_t)hd_rng_next(&rng) : 0;
    rows->frm[l] = (uint8_t)draw(6); /* 5 is reserved */
}

static void each_thread_its_own(void **state)
{
    (void)state;
    struct bench t;
    hd_rng_seed(&rng, 3);
    start(&t, LANES, 8);
    for (uint32_t n = 0; n < 300; n++) {
        const struct kind *kind = draw_kind();
        uint64_t mask = (hd_rng_next(&rng) | 1) & ((UINT64_C(1) << LANES) - 1);
        if (draw(4) == 0) mask >>= 32;                    /* none of the first lanes, or */
        if (mask == 0) mask = UINT64_C(1) << (LANES - 1); /* of the last ones */
        for (uint32_t l = 0; l < LANES; l++) draw_operands(&t.rows, kind, l);
        offer(&t, kind->word, kind->unit, mask, n);
        do {
            cycle(&t);
            if (t.out.in_ready) t.in.in_valid = false;
        } while (!t.out.out_valid);
        assert_int_equal(t.out.out->mask, mask);
        assert_int_equal(t.out.out->rider[0], n);
        for (uint32_t l = 0; l < LANES; l++)
            if (mask >> l & 1) expect_lane(&t.rows, t.out.out, l);
    }
}

/* ---- beats ----------------------------------------------------------------------------- */

/* A beat goes in when it is there. The instruction is complete two cycles behind its last beat. */
static void held_back(void **state)
{
    (void)state;
    static const uint32_t there[9] = {0, 0, 1, 1, 3, 3, 3, 3, 4};
    static const uint32_t gone[9] = {0, 0, 1, 1, 2, 3, 3, 3, 4};
    struct bench t;
    start(&t, 32, 8);
    offer(&t, ADD, DECODE_LANE, 1, 0);
    for (uint32_t n = 0; n < 9; n++) {
        const uint32_t before = n == 0 ? 0 : gone[n - 1];
        t.in.in_here = there[n];
        assert_int_equal(t.s.beat, before);
        cycle(&t);
        assert_false(t.out.out_valid);
        if (before < there[n]) assert_int_equal(t.out.in_gone, gone[n]);
        if (before < there[n]) assert_int_equal(t.out.in_ready, n == 8);
    }
    t.in.in_valid = false;
    cycle(&t);
    assert_false(t.out.out_valid);
    cycle(&t);
    assert_true(t.out.out_valid);
}

/* A beat's results are in the buffer two cycles after it went in, or later by a division. */
static void here_beat_after_beat(void **state)
{
    (void)state;
    struct bench t;
    start(&t, 32, 8);
    offer(&t, ADD, DECODE_LANE, 1, 0);
    for (uint32_t n = 0; n <= 5; n++) {
        cycle(&t);
        assert_int_equal(t.out.out_here, n < 2 ? 0 : n - 1);
        assert_int_equal(t.out.out_valid, n == 5);
        if (t.out.in_ready) t.in.in_valid = false;
    }
    cycle(&t);
    assert_int_equal(t.out.out_here, 0); /* taken */
    offer(&t, DIV, DECODE_LANE, 1, 0);
    for (uint32_t n = 0; n <= 4 * 9 + 1; n++) {
        cycle(&t);
        assert_int_equal(t.out.out_here, n == 0 ? 0 : (n - 1) / 9);
        assert_int_equal(t.out.out_valid, n == 4 * 9 + 1);
        if (t.out.in_ready) t.in.in_valid = false;
    }
}

/* The number is of the instruction that comes out next: while that is not taken it is all; then it
 * is what there is of the one behind, which may be held back. */
static void here_of_the_next(void **state)
{
    (void)state;
    struct bench t;
    start(&t, 12, 4);
    t.in.out_ready = false;
    offer(&t, ADD, DECODE_LANE, 1, 7);
    for (uint32_t n = 0; n < 3; n++) cycle(&t);
    offer(&t, FADD, DECODE_FLOAT, 3, 8);
    t.in.in_here = 2;
    for (uint32_t n = 0; n < 8; n++) {
        cycle(&t);
        if (n > 0) assert_int_equal(t.out.out_here, 3);
        assert_int_equal(t.out.out_valid, n > 0);
    }
    t.in.out_ready = true;
    cycle(&t);
    assert_int_equal(t.out.out->rider[0], 7);
    for (uint32_t n = 0; n < 3; n++) {
        cycle(&t);
        assert_int_equal(t.out.out_here, 2);
        assert_false(t.out.out_valid);
        assert_int_equal(t.out.out->unit, DECODE_FLOAT);
        assert_int_equal(t.out.out->word, FADD);
        assert_int_equal(t.out.out->pc, 0x100);
        assert_int_equal(t.out.out->mask, 3);
        assert_int_equal(t.out.out->rider[0], 8);
    }
    simd_pipe_reset(&t.s);
    t.in.in_valid = false;
    cycle(&t);
    assert_int_equal(t.out.out_here, 0);
}

/* The first beat waits for a division, and so does each of the division's own; that they are there
 * does not help. Held back, a beat of a division goes in whenever it comes. */
static void beats_of_divisions(void **state)
{
    (void)state;
    static const uint32_t goes[4] = {0, 9, 20, 29}; /* the third is there in cycle 20 */
    struct bench t;
    uint32_t gone = 0;
    start(&t, 16, 4);
    offer(&t, DIV, DECODE_LANE, 1, 0);
    for (uint32_t n = 0; n < 30; n++) {
        t.in.in_here = n < 20 ? 2 : 4;
        cycle(&t);
        if (n == goes[gone]) gone++;
        if (n < 10 || n >= 20) assert_int_equal(t.out.in_gone, gone);
        assert_int_equal(t.s.beat, gone % 4);
    }
    offer(&t, ADD, DECODE_LANE, 1, 0);
    for (uint32_t n = 30; n < 39; n++) {
        cycle(&t);
        assert_int_equal(t.out.in_gone, n == 38);
    }
}

/* ---- a naive twin ---------------------------------------------------------------------- */

enum { INSTRUCTIONS = 200, MANY = 1u << 30 };

/* All instructions of a run, and when what of them happened. */
static struct past {
    struct kind kind;
    uint64_t mask;
    struct rows rows; /* as each beat found them */
    uint32_t gone;
    uint32_t in[SIMD_PIPE_MAX_LANES]; /* of each beat: the cycle */
    uint32_t taken;                   /* the cycle */
} past[INSTRUCTIONS + 1];

static uint32_t further(const struct simd_pipe_cfg *cfg, uint32_t word)
{
    if (word == DIV || word == REM) return 32 / cfg->div_bits;
    return word == FDIV ? cfg->float_steps : 0;
}

/* The cycle in which the results of a beat come. */
static uint32_t comes(const struct bench *t, const struct past *i, uint32_t beat)
{
    return i->in[beat] + 1 + further(&t->s.cfg, i->kind.word);
}

/* Could the next beat of instruction n go in? */
static bool twin_goes(const struct bench *t, uint32_t n)
{
    const struct past *before = past[n].gone > 0 ? &past[n] : n > 0 ? &past[n - 1] : NULL;
    if (before != NULL && comes(t, before, before->gone - 1) > t->cycles) return false;
    return past[n].gone > 0 || n < 2 || past[n - 2].taken < t->cycles;
}

static uint32_t twin_here(const struct bench *t, const struct past *i)
{
    uint32_t beat = 0;
    while (beat < i->gone && comes(t, i, beat) < t->cycles) beat++;
    return beat;
}

/* What is shown of an instruction of which beats are here. */
static void twin_shows(const struct bench *t, const struct past *i, bool complete)
{
    const struct simd_pipe_buffer *b = t->out.out;
    assert_int_equal(b->unit, i->kind.unit);
    assert_int_equal(b->word, i->kind.word);
    assert_int_equal(b->mask, i->mask);
    assert_int_equal(b->rider[0], i - past);
    for (uint32_t l = 0; l < t->out.out_here * t->s.cfg.simd; l++) {
        if ((i->mask >> l & 1) == 0) continue;
        if (complete) expect_lane(&i->rows, b, l);
        else if (t->in.streams) expect_result(&i->rows, b, l);
    }
}

/* The outputs, and what happens in the cycle, before the clock edge. */
static void twin_cycle(struct bench *t, uint32_t *n, uint32_t *next)
{
    const uint32_t beats = t->s.cfg.lanes / t->s.cfg.simd;
    struct past *i = &past[*n], *o = &past[*next];
    const bool could = twin_goes(t, *n);
    const uint32_t here = twin_here(t, o);
    assert_int_equal(t->out.out_here, here);
    assert_int_equal(t->out.out_valid, here == beats);
    if (here > 0) twin_shows(t, o, here == beats);
    if (i->gone < t->in.in_here) {
        assert_int_equal(t->out.in_gone, i->gone + could);
        assert_int_equal(t->out.in_ready, could && i->gone + 1 == beats);
    }
    if (here == beats && t->in.out_ready) {
        o->taken = t->cycles;
        ++*next;
    }
    if (!t->in.in_valid || i->gone >= t->in.in_here || !could) return;
    i->in[i->gone++] = t->cycles;
    if (i->gone == beats) ++*n;
}

/* Operands of beats that went in are any, if they were looked at then. */
static void draw_cycle(struct bench *t, uint32_t n, uint32_t busy)
{
    struct past *i = &past[n];
    const uint32_t beats = t->s.cfg.lanes / t->s.cfg.simd;
    if (i->gone == 0 && !t->in.in_valid) {
        i->kind = *draw_kind();
        i->mask = hd_rng_next(&rng) >> (64 - t->s.cfg.lanes);
        if (draw(2) == 0) i->mask &= hd_rng_next(&rng);
        i->mask |= UINT64_C(1) << draw(t->s.cfg.lanes);
        for (uint32_t l = 0; l < t->s.cfg.lanes; l++) draw_operands(&i->rows, &i->kind, l);
        t->in.in_here = 0;
        offer(t, i->kind.word, i->kind.unit, i->mask, n);
    }
    t->rows = i->rows;
    for (uint32_t l = 0; t->in.streams && l < i->gone * t->s.cfg.simd; l++)
        draw_operands(&t->rows, &i->kind, l);
    if (draw(8) < busy) t->in.in_here += draw(beats - t->in.in_here + 1);
    t->in.in_valid = n < INSTRUCTIONS;
    t->in.out_ready = draw(8) < busy;
}

static void run_twins(uint32_t lanes, uint32_t simd, bool streams)
{
    static struct bench t; /* large */
    uint32_t n = 0, next = 0;
    const uint32_t busy = 1 + draw(8);
    const struct simd_pipe_cfg cfg = {lanes, simd, 1u << draw(3), 1 + draw(12), 20};
    memset(past, 0, sizeof past);
    start(&t, lanes, simd);
    assert_null(simd_pipe_init(&t.s, &cfg));
    t.in.streams = streams;
    for (uint32_t i = 0; i < INSTRUCTIONS; i++) past[i].taken = MANY;
    while (next < INSTRUCTIONS) {
        assert_true(t.cycles < 200000);
        draw_cycle(&t, n, busy);
        simd_pipe_eval(&t.s, &t.in, &t.out);
        const uint32_t was = n;
        twin_cycle(&t, &n, &next);
        cycle(&t);
        if (n != was) t.in.in_valid = false;
    }
}

static void random_beats(void **state)
{
    (void)state;
    hd_rng_seed(&rng, 11);
    for (uint32_t run = 0; run < 60; run++) {
        const uint32_t simd = 1 + draw(8);
        const uint32_t beats = 1 + draw(64 / simd < 6 ? 64 / simd : 6);
        run_twins(simd * beats, simd, run % 2 != 0);
    }
    run_twins(64, 32, true);
    run_twins(64, 64, true);
    run_twins(64, 1, true);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench t;
    start(&t, 8, 4);
    t.s.filling = 1;
    t.s.full = 1;
    assert_string_equal(simd_pipe_check(&t.s), "two");
    t.s.full = 4;
    assert_string_equal(simd_pipe_check(&t.s), "two");
    t.s.full = 2;
    t.s.beat = 1;
    assert_null(simd_pipe_check(&t.s));
    t.s.filling = 0;
    assert_string_equal(simd_pipe_check(&t.s), "two");
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench t;
    start(&t, 8, 4);
    offer(&t, 0, DECODE_LANE, 1, 0);
    assert_string_equal(simd_pipe_promise(&t.s, &t.in), "legal");
    offer(&t, ADD, DECODE_FLOAT, 1, 0);
    assert_string_equal(simd_pipe_promise(&t.s, &t.in), "unit");
    offer(&t, ADD, DECODE_LANE, 0, 0);
    assert_string_equal(simd_pipe_promise(&t.s, &t.in), "mask");
    t.in.in_valid = false;
    assert_null(simd_pipe_promise(&t.s, &t.in));
}

/* The sentence, so that none stands for another. */
static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct simd_pipe_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 1, 1, 1, 1}, "Lanes must be 1 to 64"},
        {{65, 1, 1, 1, 1}, "Lanes must be 1 to 64"},
        {{8, 0, 1, 1, 1}, "Simd must be a divisor of Lanes"},
        {{8, 9, 1, 1, 1}, "Simd must be a divisor of Lanes"},
        {{8, 3, 1, 1, 1}, "Simd must be a divisor of Lanes"},
        {{8, 4, 3, 1, 1}, "DivBits must be 1, 2 or 4"},
        {{8, 4, 1, 0, 1}, "FloatSteps must be 1 to 63"},
        {{8, 4, 1, 64, 1}, "FloatSteps must be 1 to 63"},
        {{8, 4, 1, 1, 0}, "RiderWidth must be 1 to 640"},
        {{8, 4, 1, 1, 641}, "RiderWidth must be 1 to 640"},
    };
    struct simd_pipe s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_string_equal(simd_pipe_init(&s, &bad[i].cfg), bad[i].sentence);
    assert_null(simd_pipe_init(&s, &(struct simd_pipe_cfg){64, 64, 4, 63, 640}));
    assert_null(simd_pipe_init(&s, &(struct simd_pipe_cfg){1, 1, 2, 1, 1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(through_in_time),  cmocka_unit_test(one_behind_the_other),
        cmocka_unit_test(reset_empties),    cmocka_unit_test(each_thread_its_own),
        cmocka_unit_test(two_in_three),     cmocka_unit_test(behind_a_division),
        cmocka_unit_test(held_back),        cmocka_unit_test(here_beat_after_beat),
        cmocka_unit_test(here_of_the_next), cmocka_unit_test(beats_of_divisions),
        cmocka_unit_test(random_beats),     cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),    cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("simd_pipe", tests, NULL, NULL);
}
