/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the lane: results worked out by hand, the cycles of a division one by one,
 * the races at its two ends, a naive twin that puts words together itself and computes in 64 bits,
 * and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/lane.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const uint32_t least = 0x80000000, most = 0x7fffffff, ones = 0xffffffff;

/* Instructions on a0, a1, a2. */
enum {
    ADD = 0x00c58533,
    DIV = 0x02c5c533,
    DIVU = 0x02c5d533,
    REM = 0x02c5e533,
    REMU = 0x02c5f533,
    BEQ = 0x00c58463, /* 8 further */
    JAL = 0x0100056f, /* 16 further */
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct lane s;
    struct lane_in in;
    struct lane_out out;
};

static void start(struct bench *b, uint32_t div_bits)
{
    memset(b, 0, sizeof *b);
    assert_null(lane_init(&b->s, &(struct lane_cfg){div_bits}));
    assert_null(lane_check(&b->s));
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = lane_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct lane before = b->s;
    lane_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    lane_tick(&b->s, &b->in, &b->out);
    broken = lane_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    memset(&b->in, 0, sizeof b->in);
}

static void offer(struct bench *b, uint32_t word, uint32_t a, uint32_t other)
{
    b->in = (struct lane_in){true, word, 0x1000, a, other};
}

static void expect(const struct bench *b, bool ready, bool valid)
{
    assert_int_equal(b->out.in_ready, ready);
    assert_int_equal(b->out.out_valid, valid);
}

/* What the instruction gives, whenever it does. */
static struct lane_out result_of(uint32_t div_bits, uint32_t word, uint32_t a, uint32_t other)
{
    struct bench b;
    start(&b, div_bits);
    offer(&b, word, a, other);
    cycle(&b);
    do cycle(&b);
    while (!b.out.out_valid);
    return b.out;
}

/* ---- results --------------------------------------------------------------------------- */

static void values_by_hand(void **state)
{
    (void)state;
    const struct {
        uint32_t word, a, b, value;
    } cases[] = {
        {0x12345537, 1, 2, 0x12345000},             /* lui a0, 0x12345 */
        {0x12345517, 1, 2, 0x12346000},             /* auipc a0, 0x12345 */
        {0xfffff517, 1, 2, 0},                      /* auipc a0, 0xfffff: round the end */
        {0xfff58513, 0, 9, ones},                   /* addi a0, a1, -1 */
        {ADD, most, 1, least},                      /* no flag, no trap */
        {0x40c58533, 0, 1, ones},                   /* sub */
        {0x00c59533, 1, 33, 2},                     /* sll: the lower five bits */
        {0x00c5a533, least, most, 1},               /* slt */
        {0x00c5b533, least, most, 0},               /* sltu */
        {0xfff5b513, 7, 0, 1},                      /* sltiu a0, a1, -1 */
        {0x00c5c533, 0xff00ff00, ones, 0x00ff00ff}, /* xor */
        {0x00c5d533, least, 31, 1},                 /* srl */
        {0x40c5d533, least, 31, ones},              /* sra */
        {0x41f5d513, least, 0, ones},               /* srai a0, a1, 31 */
        {0x00c5e533, 0xf0, 0x0f, 0xff},             /* or */
        {0x0f05f513, 0xabcd, 0, 0xc0},              /* andi a0, a1, 0xf0 */
        {0x02c58533, ones, ones, 1},                /* mul */
        {0x02c59533, least, least, 0x40000000},     /* mulh */
        {0x02c5a533, ones, ones, ones},             /* mulhsu */
        {0x02c5b533, ones, ones, ones - 1},         /* mulhu */
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct lane_out out = result_of(1, cases[i].word, cases[i].a, cases[i].b);
        if (out.value != cases[i].value || out.taken)
            fail_msg("%08x: %08x", cases[i].word, out.value);
    }
}

static void addresses_by_hand(void **state)
{
    (void)state;
    const struct {
        uint32_t word, a, b, address;
        bool taken;
    } cases[] = {
        {0xffc5a503, 0x20, 0, 0x1c, false},    /* lw a0, -4(a1) */
        {0x7ff58503, 1, 0, 0x800, false},      /* lb a0, 2047(a1) */
        {0x8005a507, 0, 0, 0xfffff800, false}, /* flw fa0, -2048(a1) */
        {0xfec5ae23, 0x20, 7, 0x1c, false},    /* sw a2, -4(a1) */
        {0x00c5a52f, 0x20, 7, 0x20, false},    /* amoadd.w a0, a2, (a1) */
        {0x1005a52f, 0x24, 7, 0x24, false},    /* lr.w a0, (a1) */
        {0x18c5a52f, 0x28, 7, 0x28, false},    /* sc.w a0, a2, (a1) */
        {BEQ, 5, 5, 0x1008, true},             /* the rest: pc is 0x1000 */
        {BEQ, 5, 6, 0x1008, false},
        {0xfec59ee3, 5, 6, 0xffc, true},       /* bne a1, a2, -4 */
        {0x00c5c463, least, 0, 0x1008, true},  /* blt */
        {0x00c5e463, least, 0, 0x1008, false}, /* bltu */
        {0x00c5d463, 3, 3, 0x1008, true},      /* bge */
        {0x00c5f463, ones, 1, 0x1008, true},   /* bgeu */
        {JAL, 0, 0, 0x1010, true},
        {0x00458567, 0x2001, 0, 0x2004, true}, /* jalr a0, 4(a1): bit 0 goes */
        {0xfff58567, 0, 0, 0xfffffffe, true},  /* jalr a0, -1(a1) */
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct lane_out out = result_of(1, cases[i].word, cases[i].a, cases[i].b);
        if (out.address != cases[i].address || out.taken != cases[i].taken)
            fail_msg("%08x: %08x", cases[i].word, out.address);
    }
    assert_int_equal(result_of(1, JAL, 0, 0).value, 0x1004);
    assert_int_equal(result_of(1, 0x00458567, 0, 0).value, 0x1004);
}

/* Legal, but nothing of the lane's: a result comes all the same, and goes nowhere. */
static void nothing_to_compute(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        0x003100d3, 0x1820f043, 0xe0051553, /* fadd.s, fmadd.s, fclass.s */
        0xcd0025f3, 0x00251573, 0xc00025f3, /* CSRs, the last one does not exist */
        0x0330000f, 0x0000000b, 0x0000100b, 0xffffaf8b,
    };
    for (size_t i = 0; i < LENGTH(words); i++) {
        struct bench b;
        start(&b, 1);
        offer(&b, JAL, 0, 0); /* nothing of it may be left */
        cycle(&b);
        offer(&b, words[i], ones, ones);
        cycle(&b);
        assert_true(b.out.taken);
        cycle(&b);
        expect(&b, true, true);
        assert_false(b.out.taken);
        assert_false(b.s.has_value || b.s.has_address);
    }
}

static void divisions_by_hand(void **state)
{
    (void)state;
    const struct {
        uint32_t word, a, b, value;
    } cases[] = {
        {DIV, 7, 2, 3},
        {DIV, -7u, 2, -3u},
        {DIV, 7, -2u, -3u},
        {DIV, -7u, -2u, 3},
        {DIV, 1, 2, 0},
        {DIV, -1u, 2, 0},
        {DIV, 7, 0, ones},
        {DIV, -7u, 0, ones},
        {DIV, least, ones, least},
        {DIV, least, 1, least},
        {DIV, least, least, 1},
        {DIV, most, least, 0},
        {DIVU, ones, 1, ones},
        {DIVU, ones, ones, 1},
        {DIVU, least, ones, 0},
        {DIVU, 7, 0, ones},
        {DIVU, ones, least, 1},
        {DIVU, 0, 0, ones},
        {REM, 7, 2, 1},
        {REM, -7u, 2, -1u},
        {REM, 7, -2u, 1},
        {REM, -7u, -2u, -1u},
        {REM, -8u, 2, 0},
        {REM, least, ones, 0},
        {REM, 7, 0, 7},
        {REM, -7u, 0, -7u},
        {REM, least, 0, least},
        {REM, most, least, most},
        {REMU, ones, least, most},
        {REMU, ones - 1, ones, ones - 1},
        {REMU, ones, 0, ones},
        {REMU, 7, 2, 1},
        {REMU, ones, 10, 5},
    };
    for (uint32_t bits = 1; bits <= 4; bits *= 2) {
        for (size_t i = 0; i < LENGTH(cases); i++) {
            struct lane_out out = result_of(bits, cases[i].word, cases[i].a, cases[i].b);
            if (out.value != cases[i].value)
                fail_msg("%08x: %08x by %08x is %08x", cases[i].word, cases[i].a, cases[i].b,
                         out.value);
            assert_int_equal(out.address, 0);
            assert_false(out.taken);
        }
    }
}

/* ---- when ------------------------------------------------------------------------------ */

static void one_a_cycle(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 1);
    offer(&b, ADD, 1, 2);
    cycle(&b);
    expect(&b, true, false);
    for (uint32_t n = 2; n < 10; n++) {
        offer(&b, n == 5 ? JAL : ADD, n, 2);
        cycle(&b);
        expect(&b, true, true);
        assert_int_equal(b.out.value, n - 1 == 5 ? 0x1004 : n - 1 + 2);
        assert_int_equal(b.out.taken, n - 1 == 5);
    }
    cycle(&b);
    expect(&b, true, true);
    cycle(&b); /* for one cycle */
    expect(&b, true, false);
}

/* Taken in t, busy from t + 1 to t + 32 / DivBits, the result behind that. */
static void division_takes(void **state)
{
    (void)state;
    for (uint32_t bits = 1; bits <= 4; bits *= 2) {
        struct bench b;
        start(&b, bits);
        offer(&b, DIV, 100, 7);
        cycle(&b);
        expect(&b, true, false);
        for (uint32_t n = 1; n <= 32 / bits; n++) {
            assert_int_equal(b.s.steps, 32 / bits - n + 1);
            assert_true(b.s.valid && b.s.divide);
            cycle(&b);
            expect(&b, false, false);
        }
        cycle(&b);
        expect(&b, true, true);
        assert_int_equal(b.out.value, 14);
        cycle(&b);
        expect(&b, true, false);
    }
}

static void expect_step(const struct bench *b, uint32_t steps, uint32_t quot, uint32_t rest)
{
    assert_int_equal(b->s.steps, steps);
    assert_int_equal(b->s.quot, quot);
    assert_int_equal(b->s.rest, rest);
}

/* 1101 by 11 is 100, rest 1; before them 28 bits of 0. */
static void division_bit_by_bit(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 1);
    offer(&b, DIV, -13u, 3);
    cycle(&b);
    expect_step(&b, 32, 13, 0);
    assert_int_equal(b.s.divisor, 3);
    assert_true(b.s.negative && !b.s.remainder);
    for (uint32_t n = 0; n < 28; n++) cycle(&b);
    expect_step(&b, 4, 0xd0000000, 0);
    cycle(&b);
    expect_step(&b, 3, 0xa0000000, 1);
    cycle(&b);
    expect_step(&b, 2, 0x40000001, 0); /* 11 less 11 */
    cycle(&b);
    expect_step(&b, 1, 0x80000002, 0);
    cycle(&b);
    expect_step(&b, 0, 4, 1);
    cycle(&b);
    assert_int_equal(b.out.value, -4u);
}

static void division_four_bits(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4);
    offer(&b, REMU, 0xfedcba98, 0x10);
    cycle(&b);
    expect_step(&b, 8, 0xfedcba98, 0);
    cycle(&b);
    expect_step(&b, 7, 0xedcba980, 0xf);
    cycle(&b);
    expect_step(&b, 6, 0xdcba980f, 0xe); /* 0xfe by 0x10 */
}

/* Which is asked for, and with what sign. */
static void division_signs(void **state)
{
    (void)state;
    const struct {
        uint32_t word, a, b, quot, divisor;
        bool remainder, negative;
    } cases[] = {
        {DIV, 5, 3, 5, 3, false, false},
        {DIV, -5u, 3, 5, 3, false, true},
        {DIV, 5, -3u, 5, 3, false, true},
        {DIV, -5u, -3u, 5, 3, false, false},
        {DIV, -5u, 0, 5, 0, false, false},
        {REM, -5u, 0, 5, 0, true, true},
        {REM, 5, -3u, 5, 3, true, false},
        {REM, -5u, -3u, 5, 3, true, true},
        {DIVU, -5u, 3, -5u, 3, false, false},
        {REMU, -5u, -3u, -5u, -3u, true, false},
        {DIV, least, ones, least, 1, false, false},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct bench b;
        start(&b, 2);
        offer(&b, cases[i].word, cases[i].a, cases[i].b);
        cycle(&b);
        expect_step(&b, 16, cases[i].quot, 0);
        assert_int_equal(b.s.divisor, cases[i].divisor);
        assert_int_equal(b.s.remainder, cases[i].remainder);
        assert_int_equal(b.s.negative, cases[i].negative);
    }
}

/* ---- the races at the ends of a division ----------------------------------------------- */

static void race_division_behind_division(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4);
    offer(&b, DIVU, 100, 7);
    cycle(&b);
    for (uint32_t n = 0; n < 8; n++) {
        offer(&b, REMU, 100, 7); /* waits */
        cycle(&b);
        expect(&b, false, false);
    }
    offer(&b, REMU, 100, 7);
    cycle(&b);
    expect(&b, true, true);
    assert_int_equal(b.out.value, 14);
    for (uint32_t n = 0; n < 8; n++) cycle(&b);
    expect(&b, false, false);
    cycle(&b);
    expect(&b, true, true);
    assert_int_equal(b.out.value, 2);
}

static void race_other_at_both_ends(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4);
    offer(&b, ADD, 3, 4);
    cycle(&b);
    offer(&b, DIVU, 100, 7);
    cycle(&b); /* taken with the sum there */
    expect(&b, true, true);
    assert_int_equal(b.out.value, 7);
    for (uint32_t n = 0; n < 8; n++) {
        cycle(&b);
        expect(&b, false, false);
    }
    offer(&b, BEQ, 1, 1);
    cycle(&b);
    expect(&b, true, true);
    assert_int_equal(b.out.value, 14);
    assert_false(b.out.taken);
    cycle(&b);
    expect(&b, true, true);
    assert_true(b.out.taken);
    assert_int_equal(b.out.address, 0x1008);
}

/* What is refused leaves nothing behind. */
static void race_refused(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 2);
    offer(&b, DIV, 100, 7);
    cycle(&b);
    for (uint32_t n = 0; n < 16; n++) {
        offer(&b, n % 2 == 0 ? REM : JAL, n, n + 1);
        cycle(&b);
        expect(&b, false, false);
    }
    cycle(&b);
    expect(&b, true, true);
    assert_int_equal(b.out.value, 14);
    assert_int_equal(b.s.instructions, 1);
    cycle(&b);
    expect(&b, true, false);
}

static void reset_in_a_division(void **state)
{
    (void)state;
    for (uint32_t n = 0; n <= 33; n++) {
        struct bench b;
        start(&b, 1);
        offer(&b, DIV, 100, 7);
        for (uint32_t k = 0; k <= n; k++) cycle(&b);
        lane_reset(&b.s);
        assert_null(lane_check(&b.s));
        cycle(&b);
        expect(&b, true, false);
        offer(&b, ADD, 1, 1);
        cycle(&b);
        expect(&b, true, false);
        cycle(&b);
        assert_int_equal(b.out.value, 2);
    }
}

/* ---- the naive twin -------------------------------------------------------------------- */

/* Operations on numbers of 64 bits that hold what the 32 say with their sign. */
typedef int64_t number;
static number low(number n) { return n & 0xffffffff; }
static number add(number a, number b) { return a + b; }
static number sub(number a, number b) { return a - b; }
static number sll(number a, number b) { return (number)((uint64_t)a << (b & 31)); }
static number slt(number a, number b) { return a < b; }
static number sltu(number a, number b) { return low(a) < low(b); }
static number exclusive(number a, number b) { return a ^ b; }
static number srl(number a, number b) { return low(a) >> (b & 31); }
static number sra(number a, number b) { return a >> (b & 31); }
static number either(number a, number b) { return a | b; }
static number both(number a, number b) { return a & b; }
static number mul(number a, number b) { return a * b; }
static number mulh(number a, number b) { return a * b >> 32; }
static number mulhsu(number a, number b) { return a * low(b) >> 32; }
static number mulhu(number a, number b)
{
    return (number)((uint64_t)low(a) * (uint64_t)low(b) >> 32);
}
static number divide(number a, number b) { return b == 0 ? -1 : a / b; }
static number divu(number a, number b) { return b == 0 ? -1 : low(a) / low(b); }
static number rem(number a, number b) { return b == 0 ? a : a % b; }
static number remu(number a, number b) { return b == 0 ? a : low(a) % low(b); }
static number beq(number a, number b) { return a == b; }
static number bne(number a, number b) { return a != b; }
static number bge(number a, number b) { return a >= b; }
static number bgeu(number a, number b) { return low(a) >= low(b); }

/* How the word is put together, and what the function is good for. */
enum format { REGISTERS, IMMEDIATE, SHIFT, UPPER, UPPER_PC, BRANCH, JUMP, JUMP_REG, READ, WRITE };

struct operation {
    enum format format;
    uint32_t opcode, funct3, funct7;
    number (*function)(number a, number b);
};

static const struct operation operations[] = {
    {REGISTERS, 0x33, 0, 0x00, add},    {REGISTERS, 0x33, 0, 0x20, sub},
    {REGISTERS, 0x33, 1, 0x00, sll},    {REGISTERS, 0x33, 2, 0x00, slt},
    {REGISTERS, 0x33, 3, 0x00, sltu},   {REGISTERS, 0x33, 4, 0x00, exclusive},
    {REGISTERS, 0x33, 5, 0x00, srl},    {REGISTERS, 0x33, 5, 0x20, sra},
    {REGISTERS, 0x33, 6, 0x00, either}, {REGISTERS, 0x33, 7, 0x00, both},
    {REGISTERS, 0x33, 0, 0x01, mul},    {REGISTERS, 0x33, 1, 0x01, mulh},
    {REGISTERS, 0x33, 2, 0x01, mulhsu}, {REGISTERS, 0x33, 3, 0x01, mulhu},
    {REGISTERS, 0x33, 4, 0x01, divide}, {REGISTERS, 0x33, 5, 0x01, divu},
    {REGISTERS, 0x33, 6, 0x01, rem},    {REGISTERS, 0x33, 7, 0x01, remu},
    {IMMEDIATE, 0x13, 0, 0, add},       {IMMEDIATE, 0x13, 2, 0, slt},
    {IMMEDIATE, 0x13, 3, 0, sltu},      {IMMEDIATE, 0x13, 4, 0, exclusive},
    {IMMEDIATE, 0x13, 6, 0, either},    {IMMEDIATE, 0x13, 7, 0, both},
    {SHIFT, 0x13, 1, 0x00, sll},        {SHIFT, 0x13, 5, 0x00, srl},
    {SHIFT, 0x13, 5, 0x20, sra},        {UPPER, 0x37, 0, 0, NULL},
    {UPPER_PC, 0x17, 0, 0, NULL},       {BRANCH, 0x63, 0, 0, beq},
    {BRANCH, 0x63, 1, 0, bne},          {BRANCH, 0x63, 4, 0, slt},
    {BRANCH, 0x63, 5, 0, bge},          {BRANCH, 0x63, 6, 0, sltu},
    {BRANCH, 0x63, 7, 0, bgeu},         {JUMP, 0x6f, 0, 0, NULL},
    {JUMP_REG, 0x67, 0, 0, NULL},       {READ, 0x03, 2, 0, NULL},
    {READ, 0x03, 4, 0, NULL},           {READ, 0x07, 2, 0, NULL},
    {WRITE, 0x23, 0, 0, NULL},          {WRITE, 0x23, 2, 0, NULL},
    {WRITE, 0x27, 2, 0, NULL},
};

static uint32_t bits(number n, unsigned from, unsigned count)
{
    return (uint32_t)(n >> from) & ((1u << count) - 1);
}

/* Where the immediate's bits go; rd is 10 and the sources 11, 12 where the format has them. */
static uint32_t put_together(const struct operation *o, number imm)
{
    uint32_t word = o->opcode | 10 << 7 | o->funct3 << 12 | 11 << 15 | 12 << 20 | o->funct7 << 25;
    switch (o->format) {
    case REGISTERS: return word;
    case SHIFT: return (word & ~(31u << 20)) | bits(imm, 0, 5) << 20;
    case IMMEDIATE:
    case JUMP_REG:
    case READ: return (word & 0xfffff) | bits(imm, 0, 12) << 20;
    case WRITE: return (word & 0x1fff07f) | bits(imm, 5, 7) << 25 | bits(imm, 0, 5) << 7;
    case BRANCH:
        return (word & 0x1fff07f) | bits(imm, 12, 1) << 31 | bits(imm, 5, 6) << 25 |
               bits(imm, 1, 4) << 8 | bits(imm, 11, 1) << 7;
    case JUMP:
        return (word & 0xfff) | bits(imm, 20, 1) << 31 | bits(imm, 1, 10) << 21 |
               bits(imm, 11, 1) << 20 | bits(imm, 12, 8) << 12;
    default: return (word & 0xfff) | bits(imm, 12, 20) << 12;
    }
}

/* The immediates that the format can hold, from random bits. */
static number some_immediate(const struct operation *o, struct hd_rng *rng)
{
    number n = (int32_t)(hd_rng_next(rng) >> 32);
    switch (o->format) {
    case SHIFT: return n & 31;
    case BRANCH: return (n >> 20) * 2;
    case JUMP: return (n >> 12) * 2;
    case UPPER:
    case UPPER_PC: return (n >> 12) * 4096;
    default: return n >> 20;
    }
}

struct expected {
    bool has_value, has_address, taken;
    uint32_t value, address;
};

static struct expected value_is(number n)
{
    return (struct expected){.has_value = true, .value = (uint32_t)n};
}

static struct expected address_is(number n, bool taken)
{
    return (struct expected){.has_address = true, .taken = taken, .address = (uint32_t)n};
}

static struct expected jumps(number link, number to)
{
    return (struct expected){true, true, true, (uint32_t)link, (uint32_t)to};
}

static struct expected naive(const struct operation *o, number imm, const struct lane_in *in)
{
    number a = (int32_t)in->a, b = (int32_t)in->b, pc = in->pc;
    switch (o->format) {
    case REGISTERS: return value_is(o->function(a, b));
    case IMMEDIATE:
    case SHIFT: return value_is(o->function(a, imm));
    case UPPER: return value_is(imm);
    case UPPER_PC: return value_is(pc + imm);
    case BRANCH: return address_is(pc + imm, o->function(a, b) != 0);
    case JUMP: return jumps(pc + 4, pc + imm);
    case JUMP_REG: return jumps(pc + 4, low(a + imm) / 2 * 2);
    default: return address_is(a + imm, false);
    }
}

/* The result of the instruction that was taken last, and the cycle in which it is there. */
struct twin {
    uint64_t now, due;
    struct expected e;
};

static void compare(const struct twin *t, const struct lane_out *out)
{
    assert_int_equal(out->in_ready, t->now >= t->due);
    assert_int_equal(out->out_valid, t->now == t->due);
    if (!out->out_valid) return;
    if (t->e.has_value) assert_int_equal(out->value, t->e.value);
    if (t->e.has_address) assert_int_equal(out->address, t->e.address);
    assert_int_equal(out->taken, t->e.taken);
}

static uint32_t some_operand(struct hd_rng *rng)
{
    static const uint32_t ends[] = {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x80000001, 2, 10};
    if (hd_rng_chance(rng, 1, 2)) return ends[hd_rng_below(rng, 8)];
    return (uint32_t)(hd_rng_next(rng) >> 32) >> hd_rng_below(rng, 32);
}

static bool is_division(const struct operation *o) { return o->funct7 == 1 && o->funct3 >= 4; }

/* What is offered now, of any operation; divisions one in so many. */
static const struct operation *some_offer(struct bench *b, struct hd_rng *rng, number *imm)
{
    const struct operation *o;
    do o = &operations[hd_rng_below(rng, LENGTH(operations))];
    while (is_division(o) && !hd_rng_chance(rng, 1, 2));
    *imm = some_immediate(o, rng);
    b->in.word = put_together(o, *imm);
    b->in.pc = (uint32_t)(hd_rng_next(rng) >> 34) * 4;
    b->in.a = some_operand(rng);
    b->in.b = hd_rng_chance(rng, 1, 4) ? b->in.a + hd_rng_below(rng, 3) - 1 : some_operand(rng);
    b->in.in_valid = hd_rng_chance(rng, 7, 8);
    return o;
}

static void random_cycles(void **state)
{
    const uint32_t div_bits = *(const uint32_t *)*state;
    struct hd_rng rng;
    struct bench b;
    struct twin t = {.now = 1};
    uint64_t results = 0;
    start(&b, div_bits);
    hd_rng_seed(&rng, div_bits);
    for (; t.now < 200000; t.now++) {
        number imm;
        const struct operation *o = some_offer(&b, &rng, &imm);
        const struct lane_in in = b.in;
        cycle(&b);
        compare(&t, &b.out);
        results += b.out.out_valid;
        if (!in.in_valid || t.now < t.due) continue;
        t.due = t.now + 1 + (is_division(o) ? 32 / div_bits : 0);
        t.e = naive(o, imm, &in);
        assert_int_equal(b.s.has_value, t.e.has_value);
        assert_int_equal(b.s.has_address, t.e.has_address);
    }
    assert_true(results > 20000);
}

/* ---- check, promise, init -------------------------------------------------------------- */

/* A division with some steps behind it. */
static void half_done(struct bench *b)
{
    start(b, 1);
    offer(b, DIVU, 1000, 7);
    for (uint32_t n = 0; n < 28; n++) cycle(b);
    assert_null(lane_check(&b->s));
}

static void expect_broken(struct bench *b, const char *name)
{
    const char *broken = lane_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
    half_done(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    half_done(&b);
    b.s.instructions++; /* one got lost */
    expect_broken(&b, "one_out");
    b.s.valid = false;
    expect_broken(&b, "one_out");
    b.s.steps++;
    expect_broken(&b, "in_time");
    b.s.divide = false;
    expect_broken(&b, "in_time");
    b.s.rest = 7;
    expect_broken(&b, "rest_below");
    b.s.rest ^= 1;
    expect_broken(&b, "euclid");
    b.s.quot ^= 1; /* a bit of the quotient */
    expect_broken(&b, "euclid");
    b.s.quot ^= least; /* one of the dividend */
    expect_broken(&b, "euclid");
    b.s.divisor++;
    expect_broken(&b, "euclid");
    b.s.divide = false;
    b.s.steps = 0; /* then a result is there, and none of this means anything */
    b.s.rest = ones;
    assert_null(lane_check(&b.s));
}

static void promise_finds(void **state)
{
    (void)state;
    static const uint32_t refused[] = {0, 0x00000073, 0x0000100f, 0x00005053, 0x0000400b};
    struct bench b;
    start(&b, 1);
    for (size_t i = 0; i < LENGTH(refused); i++) {
        offer(&b, refused[i], 0, 0);
        const char *broken = lane_promise(&b.s, &b.in);
        assert_non_null(broken);
        assert_string_equal(broken, "an instruction is offered that threads do not run");
        b.in.in_valid = false;
        assert_null(lane_promise(&b.s, &b.in));
    }
}

static void init_refuses(void **state)
{
    (void)state;
    struct lane s;
    for (uint32_t bits = 0; bits < 70; bits++) {
        const char *error = lane_init(&s, &(struct lane_cfg){bits});
        if (bits == 1 || bits == 2 || bits == 4) {
            assert_null(error);
            continue;
        }
        assert_non_null(error);
        assert_string_equal(error, "DivBits must be 1, 2 or 4");
    }
}

int main(void)
{
    static uint32_t one = 1, two = 2, four = 4;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_by_hand),
        cmocka_unit_test(addresses_by_hand),
        cmocka_unit_test(nothing_to_compute),
        cmocka_unit_test(divisions_by_hand),
        cmocka_unit_test(one_a_cycle),
        cmocka_unit_test(division_takes),
        cmocka_unit_test(division_bit_by_bit),
        cmocka_unit_test(division_four_bits),
        cmocka_unit_test(division_signs),
        cmocka_unit_test(race_division_behind_division),
        cmocka_unit_test(race_other_at_both_ends),
        cmocka_unit_test(race_refused),
        cmocka_unit_test(reset_in_a_division),
        {.name = "random_cycles_one", .test_func = random_cycles, .initial_state = &one},
        {.name = "random_cycles_two", .test_func = random_cycles, .initial_state = &two},
        {.name = "random_cycles_four", .test_func = random_cycles, .initial_state = &four},
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("lane", tests, NULL, NULL);
}
