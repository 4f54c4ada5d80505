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

struct bench {
    struct simd_pipe s;
    struct simd_pipe_in in;
    struct simd_pipe_out out;
    uint32_t a[SIMD_PIPE_MAX_LANES], b[SIMD_PIPE_MAX_LANES], c[SIMD_PIPE_MAX_LANES];
    uint8_t frm[SIMD_PIPE_MAX_LANES];
    uint32_t rider[SIMD_PIPE_MAX_RIDER];
    uint32_t cycles;
};

static void start(struct bench *t, uint32_t lanes, uint32_t simd)
{
    memset(t, 0, sizeof *t);
    const struct simd_pipe_cfg cfg = {lanes, simd, 4, 5, 20};
    assert_null(simd_pipe_init(&t->s, &cfg));
    t->in.a = t->a;
    t->in.b = t->b;
    t->in.c = t->c;
    t->in.frm = t->frm;
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

static void expect_lane(const struct bench *t, const struct simd_pipe_buffer *b, uint32_t l)
{
    struct isa_insn insn;
    assert_true(isa_decode(b->word, &insn));
    const struct isa_result r =
        isa_execute_one(&insn, b->pc, t->a[l], t->b[l], t->c[l], (uint8_t)(t->frm[l] << 5));
    assert_int_equal(b->refused >> l & 1, r.refused);
    assert_int_equal(b->taken >> l & 1, r.taken);
    if (r.taken) assert_int_equal(b->address[l], r.address);
    if (b->unit == DECODE_MEMORY) {
        assert_int_equal(b->address[l], r.address);
        assert_int_equal(b->value[l], t->b[l]);
        assert_int_equal(b->expect[l], t->c[l]);
    } else if (b->unit == DECODE_CSR) {
        assert_int_equal(b->value[l], t->a[l]);
    } else if (insn.cls == ISA_BRANCH || b->unit == DECODE_NO_UNIT) {
        return;
    } else if (!r.refused) {
        assert_int_equal(b->value[l], r.value);
        if (b->unit == DECODE_FLOAT) assert_int_equal(b->flags[l], r.flags);
    }
}

static void each_thread_its_own(void **state)
{
    (void)state;
    static const struct {
        uint32_t word, unit;
    } kinds[] = {{ADD, DECODE_LANE},      {DIV, DECODE_LANE},      {BEQ, DECODE_LANE},
                 {FDIV, DECODE_FLOAT},    {FADD, DECODE_FLOAT},    {LW, DECODE_MEMORY},
                 {SW, DECODE_MEMORY},     {JAL, DECODE_LANE},      {JALR, DECODE_LANE},
                 {CSRRS, DECODE_CSR},     {FENCE, DECODE_NO_UNIT}, {REM, DECODE_LANE},
                 {AMOCAS, DECODE_MEMORY}, {AMOFADD, DECODE_MEMORY}};
    struct bench t;
    struct hd_rng rng;
    hd_rng_seed(&rng, 3);
    start(&t, LANES, 8);
    for (uint32_t n = 0; n < 300; n++) {
        const uint32_t k = hd_rng_below(&rng, sizeof kinds / sizeof kinds[0]);
        uint64_t mask = (hd_rng_next(&rng) | 1) & ((UINT64_C(1) << LANES) - 1);
        if (hd_rng_below(&rng, 4) == 0) mask >>= 32;      /* none of the first lanes, or */
        if (mask == 0) mask = UINT64_C(1) << (LANES - 1); /* of the last ones */
        for (uint32_t l = 0; l < LANES; l++) {
            t.a[l] = (uint32_t)hd_rng_next(&rng);
            t.b[l] = hd_rng_below(&rng, 4) == 0 ? t.a[l] : (uint32_t)hd_rng_next(&rng);
            t.c[l] = kinds[k].word == AMOCAS ? (uint32_t)hd_rng_next(&rng) : 0;
            t.frm[l] = (uint8_t)hd_rng_below(&rng, 6); /* 5 is reserved */
        }
        offer(&t, kinds[k].word, kinds[k].unit, mask, n);
        do {
            cycle(&t);
            if (t.out.in_ready) t.in.in_valid = false;
        } while (!t.out.out_valid);
        assert_int_equal(t.out.out->mask, mask);
        assert_int_equal(t.out.out->rider[0], n);
        for (uint32_t l = 0; l < LANES; l++)
            if (mask >> l & 1) expect_lane(&t, t.out.out, l);
    }
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
        cmocka_unit_test(through_in_time), cmocka_unit_test(one_behind_the_other),
        cmocka_unit_test(reset_empties),   cmocka_unit_test(each_thread_its_own),
        cmocka_unit_test(two_in_three),    cmocka_unit_test(behind_a_division),
        cmocka_unit_test(check_finds),     cmocka_unit_test(promise_finds),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("simd_pipe", tests, NULL, NULL);
}
