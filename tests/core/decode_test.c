/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of decode: the page's table by hand, a naive twin that reads words as the
 * manual's listing prints them, character by character, every register in every place, and words
 * that one bit keeps from being an instruction.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/decode.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

enum {
    LANE = DECODE_LANE,
    FLOAT = DECODE_FLOAT,
    MEMORY = DECODE_MEMORY,
    CSR = DECODE_CSR,
    NO_UNIT = DECODE_NO_UNIT,
    NO = -1, /* no register */
    F = 32,  /* f0 */
};

static struct decode_out read_word(uint32_t word)
{
    struct decode s;
    struct decode_in in = {word};
    struct decode_out out;
    assert_null(decode_init(&s));
    assert_null(decode_promise(&s, &in));
    decode_eval(&s, &in, &out);
    decode_tick(&s, &in, &out);
    decode_reset(&s);
    assert_null(decode_check(&s));
    return out;
}

/* ---- by hand --------------------------------------------------------------------------- */

static void expect_register(bool use, uint32_t number, int expected)
{
    assert_int_equal(use, expected != NO);
    assert_int_equal(number, expected == NO ? 0 : expected);
}

struct row {
    uint32_t word;
    uint32_t unit, flow;
    int rd, rs1, rs2, rs3;
    bool fence;
};

static void expect_rows(const struct row *row, size_t count)
{
    for (; count > 0; count--, row++) {
        struct decode_out out = read_word(row->word);
        if (!out.legal) fail_msg("%08x is not legal", row->word);
        assert_int_equal(out.unit, row->unit);
        assert_int_equal(out.flow, row->flow);
        expect_register(out.rd_use, out.rd, row->rd);
        expect_register(out.rs1_use, out.rs1, row->rs1);
        expect_register(out.rs2_use, out.rs2, row->rs2);
        expect_register(out.rs3_use, out.rs3, row->rs3);
        assert_int_equal(out.fence, row->fence);
    }
}

static void units_by_hand(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0x12345537, LANE, DECODE_NEXT, 10, NO, NO, NO, false},           /* lui a0, 0x12345 */
        {0xfffff017, LANE, DECODE_NEXT, NO, NO, NO, NO, false},           /* auipc zero, 0xfffff */
        {0x80050513, LANE, DECODE_NEXT, 10, 10, NO, NO, false},           /* addi a0, a0, -2048 */
        {0x41f5d513, LANE, DECODE_NEXT, 10, 11, NO, NO, false},           /* srai a0, a1, 31 */
        {0x40c00fb3, LANE, DECODE_NEXT, 31, NO, 12, NO, false},           /* sub t6, zero, a2 */
        {0x02a5a533, LANE, DECODE_NEXT, 10, 11, 10, NO, false},           /* mulhsu a0, a1, a0 */
        {0x02c5c533, LANE, DECODE_NEXT, 10, 11, 12, NO, false},           /* div a0, a1, a2 */
        {0x003100d3, FLOAT, DECODE_NEXT, F + 1, F + 2, F + 3, NO, false}, /* fadd.s ft1, ft2, ft3 */
        {0x1820f043, FLOAT, DECODE_NEXT, F, F + 1, F + 2, F + 3, false},  /* fmadd.s ft0, ... ft3 */
        {0x58057553, FLOAT, DECODE_NEXT, F + 10, F + 10, NO, NO, false},  /* fsqrt.s fa0, fa0 */
        {0xa0c59553, FLOAT, DECODE_NEXT, 10, F + 11, F + 12, NO, false},  /* flt.s a0, fa1, fa2 */
        {0xc0151553, FLOAT, DECODE_NEXT, 10, F + 10, NO, NO, false},      /* fcvt.wu.s a0, fa0 */
        {0xd0057553, FLOAT, DECODE_NEXT, F + 10, 10, NO, NO, false},      /* fcvt.s.w fa0, a0 */
        {0xe0000053, FLOAT, DECODE_NEXT, NO, F, NO, NO, false},           /* fmv.x.w zero, ft0 */
        {0xe0051553, FLOAT, DECODE_NEXT, 10, F + 10, NO, NO, false},      /* fclass.s a0, fa0 */
        {0xf0000053, FLOAT, DECODE_NEXT, F, NO, NO, NO, false},           /* fmv.w.x ft0, zero */
        {0xffc12503, MEMORY, DECODE_NEXT, 10, 2, NO, NO, false},          /* lw a0, -4(sp) */
        {0x7ea11fa3, MEMORY, DECODE_NEXT, NO, 2, 10, NO, false},          /* sh a0, 2047(sp) */
        {0x0005a007, MEMORY, DECODE_NEXT, F, 11, NO, NO, false},          /* flw ft0, 0(a1) */
        {0x00b52027, MEMORY, DECODE_NEXT, NO, 10, F + 11, NO, false},     /* fsw fa1, 0(a0) */
        {0x1005a52f, MEMORY, DECODE_NEXT, 10, 11, NO, NO, false},         /* lr.w a0, (a1) */
        {0x18c5a52f, MEMORY, DECODE_NEXT, 10, 11, 12, NO, false},         /* sc.w a0, a2, (a1) */
        {0x00c5a02f, MEMORY, DECODE_NEXT, NO, 11, 12, NO, false},         /* amoadd.w zero, ... */
        {0x28c5a52f, MEMORY, DECODE_NEXT, 10, 11, 12, 10, false},         /* amocas.w a0, a2, ... */
        {0x2ac5a02f, MEMORY, DECODE_NEXT, NO, 11, 12, NO, false},         /* .rl zero, a2, ... */
        {0x2800252f, MEMORY, DECODE_NEXT, 10, NO, NO, 10, false},         /* a0, zero, (zero) */
        {0x00c5b50b, MEMORY, DECODE_NEXT, F + 10, 11, F + 12, NO, false}, /* hd.amofadd.s fa0 */
        {0x0000300b, MEMORY, DECODE_NEXT, F, NO, F, NO, false},           /* ft0, ft0, (zero) */
        {0xcd0025f3, CSR, DECODE_NEXT, 11, NO, NO, NO, false},            /* csrrs a1, 0xcd0, x0 */
        {0x00251573, CSR, DECODE_NEXT, 10, 10, NO, NO, false},            /* csrrw a0, frm, a0 */
        {0x0022d073, CSR, DECODE_NEXT, NO, NO, NO, NO, false},            /* csrrwi zero, frm, 5 */
    };
    expect_rows(rows, LENGTH(rows));
}

static void flow_by_hand(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0xfe0588e3, LANE, DECODE_BRANCH, NO, 11, NO, NO, false},  /* beq a1, zero, -16 */
        {0x80c5f063, LANE, DECODE_BRANCH, NO, 11, 12, NO, false},  /* bgeu a1, a2, -4096 */
        {0xff9ff0ef, LANE, DECODE_CALL, 1, NO, NO, NO, false},     /* jal ra, -8 */
        {0x000500e7, LANE, DECODE_CALL, 1, 10, NO, NO, false},     /* jalr ra, 0(a0) */
        {0x000080e7, LANE, DECODE_CALL, 1, 1, NO, NO, false},      /* jalr ra, 0(ra) */
        {0x00008067, LANE, DECODE_RETURN, NO, 1, NO, NO, false},   /* jalr zero, 0(ra) */
        {0xff808067, LANE, DECODE_RETURN, NO, 1, NO, NO, false},   /* jalr zero, -8(ra) */
        {0x0000006f, LANE, DECODE_JUMP, NO, NO, NO, NO, false},    /* jal zero, 0 */
        {0x000002ef, LANE, DECODE_JUMP, 5, NO, NO, NO, false},     /* jal t0, 0 */
        {0x00050067, LANE, DECODE_JUMP, NO, 10, NO, NO, false},    /* jalr zero, 0(a0) */
        {0x00028067, LANE, DECODE_JUMP, NO, 5, NO, NO, false},     /* jalr zero, 0(t0) */
        {0x00000067, LANE, DECODE_JUMP, NO, NO, NO, NO, false},    /* jalr zero, 0(zero) */
        {0x00008567, LANE, DECODE_JUMP, 10, 1, NO, NO, false},     /* jalr a0, 0(ra) */
        {0x0000000b, NO_UNIT, DECODE_EXIT, NO, NO, NO, NO, false}, /* heddle.exit */
        {0x0000100b, NO_UNIT, DECODE_BARRIER, NO, NO, NO, NO, false},
        {0x0000200b, NO_UNIT, DECODE_PHASE, NO, NO, NO, NO, false},
        {0xffffaf8b, NO_UNIT, DECODE_PHASE, NO, NO, NO, NO, false}, /* 63 registers, 65,535 bytes */
    };
    expect_rows(rows, LENGTH(rows));
}

static void fences_by_hand(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0x0330000f, NO_UNIT, DECODE_NEXT, NO, NO, NO, NO, true}, /* fence rw, rw */
        {0x0000000f, NO_UNIT, DECODE_NEXT, NO, NO, NO, NO, true}, /* of nothing: the full one */
        {0x8330000f, NO_UNIT, DECODE_NEXT, NO, NO, NO, NO, true}, /* fence.tso */
        {0xffff8f8f, NO_UNIT, DECODE_NEXT, NO, NO, NO, NO, true}, /* rd, rs1 name no register */
        {0x06c5a52f, MEMORY, DECODE_NEXT, 10, 11, 12, NO, true},  /* amoadd.w.aqrl a0, a2, (a1) */
        {0x04c5a52f, MEMORY, DECODE_NEXT, 10, 11, 12, NO, false}, /* amoadd.w.aq */
        {0x02c5a52f, MEMORY, DECODE_NEXT, 10, 11, 12, NO, false}, /* amoadd.w.rl */
        {0x1605a52f, MEMORY, DECODE_NEXT, 10, 11, NO, NO, true},  /* lr.w.aqrl a0, (a1) */
    };
    expect_rows(rows, LENGTH(rows));
}

static void expect_not(uint32_t word)
{
    static const struct decode_out nothing;
    struct decode_out out = read_word(word);
    if (out.legal) fail_msg("%08x is legal", word);
    assert_memory_equal(&out, &nothing, sizeof out);
}

static void refused_by_hand(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        0x00000000, 0xffffffff, 0x00000001, 0x12348502, /* 16 bits */
        0x00000073, 0x00100073,                         /* ecall, ebreak */
        0x30200073, 0x10500073,                         /* mret, wfi */
        0x00004073,                                     /* SYSTEM, function 100 */
        0x0000100f, 0x0000200f,                         /* fence.i; function 010 */
        0x0000008b, 0x8000000b,                         /* exit, another bit */
        0x0000108b, 0x8000100b,                         /* barrier, another bit */
        0x0200300b, 0x8000300b,                         /* hd.amofadd.s, another bit */
        0x0000400b, 0x0000700b,                         /* custom-0, functions 100, 111 */
        0x28c5b52f, 0x28c5c52f,                         /* amocas.d, amocas.q */
        0x00003003, 0x00006003,                         /* ld, lwu */
        0x00003023, 0x00007023,                         /* sd; function 111 */
        0x00003007, 0x00003027,                         /* fld, fsd */
        0x02059513, 0x80059513,                         /* slli by 32; another kind of shift */
        0x04c58533, 0x40c59533, /* a function 7 of no instruction; that of sub, function 001 */
        0x00c5853b, 0x0005851b, /* addw, addiw */
        0x0005b52f, 0x1015a52f, /* lr.d; lr.w with an rs2 */
        0xf805a52f, 0x02000053, /* no such atomic; fadd.d */
        0x02000043, 0x04000043, /* fmadd.d, half precision */
        0x58100053, 0xe0002053, /* fsqrt.s with an rs2; function 010 of fmv.x.w */
        0xd0200053,             /* fcvt.s.l */
        0x00000057, 0x00002063, /* vector; branch, function 010 */
        0x00001067,             /* jalr, function 001 */
    };
    for (size_t i = 0; i < LENGTH(words); i++) expect_not(words[i]);
}

static void rounding_modes(void **state)
{
    (void)state;
    /* With one: fadd.s, fmadd.s, fsqrt.s, fcvt.w.s, fcvt.s.wu. */
    static const uint32_t words[] = {0x003100d3, 0x18208043, 0x58050553, 0xc0050553, 0xd0150553};
    for (size_t i = 0; i < LENGTH(words); i++) {
        for (uint32_t mode = 0; mode < 8; mode++) {
            bool legal = read_word(words[i] | mode << 12).legal;
            assert_int_equal(legal, mode != 5 && mode != 6);
        }
    }
}

/* Every number, of a CSR or not: the analyser decides which a kernel may name. */
static void csr_numbers(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 4096; number++) {
        for (uint32_t function = 0; function < 8; function++) {
            struct decode_out out = read_word(number << 20 | 3 << 15 | function << 12 | 0x2f3);
            assert_int_equal(out.legal, function % 4 != 0);
            assert_int_equal(out.rs1_use, function > 0 && function < 4);
        }
    }
}

/* ---- the naive twin: words as they are printed ----------------------------------------- */

/* Bits 31 to 0, as in the manual's listing. A letter is a bit of a field:
 *   d s t    rd, rs1, rs2 of the integer registers
 *   D S T R  rd, rs1, rs2, rs3 of the float registers
 *   x        rd of the integer registers, which is rs3, too
 *   m  rounding mode      q l  aq, rl      .  any other                                    */
struct listed {
    const char *bits;
    uint32_t unit, flow;
};

enum { JUMP = DECODE_JUMP }; /* of jal, jalr: by their registers */

static const struct listed listing[] = {
    {"....................ddddd0110111", LANE, DECODE_NEXT}, /* lui */
    {"....................ddddd0010111", LANE, DECODE_NEXT}, /* auipc */
    {"....................ddddd1101111", LANE, JUMP},        /* jal */
    {"............sssss000ddddd1100111", LANE, JUMP},        /* jalr */
    {".......tttttsssss000.....1100011", LANE, DECODE_BRANCH},
    {".......tttttsssss001.....1100011", LANE, DECODE_BRANCH},
    {".......tttttsssss100.....1100011", LANE, DECODE_BRANCH},
    {".......tttttsssss101.....1100011", LANE, DECODE_BRANCH},
    {".......tttttsssss110.....1100011", LANE, DECODE_BRANCH},
    {".......tttttsssss111.....1100011", LANE, DECODE_BRANCH},
    {"............sssss000ddddd0000011", MEMORY, DECODE_NEXT}, /* lb */
    {"............sssss001ddddd0000011", MEMORY, DECODE_NEXT},
    {"............sssss010ddddd0000011", MEMORY, DECODE_NEXT},
    {"............sssss100ddddd0000011", MEMORY, DECODE_NEXT},
    {"............sssss101ddddd0000011", MEMORY, DECODE_NEXT},
    {".......tttttsssss000.....0100011", MEMORY, DECODE_NEXT}, /* sb */
    {".......tttttsssss001.....0100011", MEMORY, DECODE_NEXT},
    {".......tttttsssss010.....0100011", MEMORY, DECODE_NEXT},
    {"............sssss000ddddd0010011", LANE, DECODE_NEXT}, /* addi */
    {"............sssss010ddddd0010011", LANE, DECODE_NEXT},
    {"............sssss011ddddd0010011", LANE, DECODE_NEXT},
    {"............sssss100ddddd0010011", LANE, DECODE_NEXT},
    {"............sssss110ddddd0010011", LANE, DECODE_NEXT},
    {"............sssss111ddddd0010011", LANE, DECODE_NEXT},
    {"0000000.....sssss001ddddd0010011", LANE, DECODE_NEXT}, /* slli */
    {"0000000.....sssss101ddddd0010011", LANE, DECODE_NEXT},
    {"0100000.....sssss101ddddd0010011", LANE, DECODE_NEXT},
    {"0000000tttttsssss000ddddd0110011", LANE, DECODE_NEXT}, /* add */
    {"0100000tttttsssss000ddddd0110011", LANE, DECODE_NEXT},
    {"0000000tttttsssss001ddddd0110011", LANE, DECODE_NEXT},
    {"0000000tttttsssss010ddddd0110011", LANE, DECODE_NEXT},
    {"0000000tttttsssss011ddddd0110011", LANE, DECODE_NEXT},
    {"0000000tttttsssss100ddddd0110011", LANE, DECODE_NEXT},
    {"0000000tttttsssss101ddddd0110011", LANE, DECODE_NEXT},
    {"0100000tttttsssss101ddddd0110011", LANE, DECODE_NEXT},
    {"0000000tttttsssss110ddddd0110011", LANE, DECODE_NEXT},
    {"0000000tttttsssss111ddddd0110011", LANE, DECODE_NEXT},
    {".................000.....0001111", NO_UNIT, DECODE_NEXT}, /* fence */
    {"............sssss001ddddd1110011", CSR, DECODE_NEXT},     /* csrrw */
    {"............sssss010ddddd1110011", CSR, DECODE_NEXT},
    {"............sssss011ddddd1110011", CSR, DECODE_NEXT},
    {".................101ddddd1110011", CSR, DECODE_NEXT}, /* csrrwi */
    {".................110ddddd1110011", CSR, DECODE_NEXT},
    {".................111ddddd1110011", CSR, DECODE_NEXT},
    {"0000001tttttsssss...ddddd0110011", LANE, DECODE_NEXT},   /* all eight of M */
    {"00010ql00000sssss010ddddd0101111", MEMORY, DECODE_NEXT}, /* lr.w */
    {"00011qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT}, /* sc.w */
    {"00001qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT}, /* amoswap.w */
    {"00000qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT},
    {"00100qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT},
    {"01100qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT},
    {"01000qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT},
    {"10000qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT},
    {"10100qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT},
    {"11000qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT},
    {"11100qltttttsssss010ddddd0101111", MEMORY, DECODE_NEXT},
    {"00101qltttttsssss010xxxxx0101111", MEMORY, DECODE_NEXT}, /* amocas.w */
    {"............sssss010DDDDD0000111", MEMORY, DECODE_NEXT}, /* flw */
    {".......TTTTTsssss010.....0100111", MEMORY, DECODE_NEXT}, /* fsw */
    {"RRRRR00TTTTTSSSSSmmmDDDDD1000011", FLOAT, DECODE_NEXT},  /* fmadd.s */
    {"RRRRR00TTTTTSSSSSmmmDDDDD1000111", FLOAT, DECODE_NEXT},
    {"RRRRR00TTTTTSSSSSmmmDDDDD1001011", FLOAT, DECODE_NEXT},
    {"RRRRR00TTTTTSSSSSmmmDDDDD1001111", FLOAT, DECODE_NEXT},
    {"0000000TTTTTSSSSSmmmDDDDD1010011", FLOAT, DECODE_NEXT}, /* fadd.s */
    {"0000100TTTTTSSSSSmmmDDDDD1010011", FLOAT, DECODE_NEXT},
    {"0001000TTTTTSSSSSmmmDDDDD1010011", FLOAT, DECODE_NEXT},
    {"0001100TTTTTSSSSSmmmDDDDD1010011", FLOAT, DECODE_NEXT},
    {"010110000000SSSSSmmmDDDDD1010011", FLOAT, DECODE_NEXT}, /* fsqrt.s */
    {"0010000TTTTTSSSSS000DDDDD1010011", FLOAT, DECODE_NEXT}, /* fsgnj.s */
    {"0010000TTTTTSSSSS001DDDDD1010011", FLOAT, DECODE_NEXT},
    {"0010000TTTTTSSSSS010DDDDD1010011", FLOAT, DECODE_NEXT},
    {"0010100TTTTTSSSSS000DDDDD1010011", FLOAT, DECODE_NEXT}, /* fmin.s */
    {"0010100TTTTTSSSSS001DDDDD1010011", FLOAT, DECODE_NEXT},
    {"110000000000SSSSSmmmddddd1010011", FLOAT, DECODE_NEXT}, /* fcvt.w.s */
    {"110000000001SSSSSmmmddddd1010011", FLOAT, DECODE_NEXT},
    {"111000000000SSSSS000ddddd1010011", FLOAT, DECODE_NEXT}, /* fmv.x.w */
    {"1010000TTTTTSSSSS010ddddd1010011", FLOAT, DECODE_NEXT}, /* feq.s */
    {"1010000TTTTTSSSSS001ddddd1010011", FLOAT, DECODE_NEXT},
    {"1010000TTTTTSSSSS000ddddd1010011", FLOAT, DECODE_NEXT},
    {"111000000000SSSSS001ddddd1010011", FLOAT, DECODE_NEXT}, /* fclass.s */
    {"110100000000sssssmmmDDDDD1010011", FLOAT, DECODE_NEXT}, /* fcvt.s.w */
    {"110100000001sssssmmmDDDDD1010011", FLOAT, DECODE_NEXT},
    {"111100000000sssss000DDDDD1010011", FLOAT, DECODE_NEXT}, /* fmv.w.x */
    {"00000000000000000000000000001011", NO_UNIT, DECODE_EXIT},
    {"00000000000000000001000000001011", NO_UNIT, DECODE_BARRIER},
    {".................010.....0001011", NO_UNIT, DECODE_PHASE},
    {"0000000TTTTTsssss011DDDDD0001011", MEMORY, DECODE_NEXT}, /* hd.amofadd.s */
};

static uint32_t bit_at(uint32_t word, size_t column) { return word >> (31 - column) & 1; }

static bool is_listed_as(const struct listed *l, uint32_t word)
{
    for (size_t i = 0; i < 32; i++) {
        if (l->bits[i] == '0' && bit_at(word, i) != 0) return false;
        if (l->bits[i] == '1' && bit_at(word, i) != 1) return false;
    }
    return true;
}

/* The field of this letter as a number; NO if there is none. */
static int field(const struct listed *l, uint32_t word, char letter)
{
    int number = NO;
    for (size_t i = 0; i < 32; i++) {
        if (l->bits[i] == letter) number = (number == NO ? 0 : 2 * number) + (int)bit_at(word, i);
    }
    return number;
}

/* A register of the integers' letter, or of the floats'. */
static int listed_register(const struct listed *l, uint32_t word, char integer, char floating)
{
    int number = field(l, word, integer);
    if (number > 0) return number;
    number = field(l, word, floating);
    return number == NO ? NO : F + number;
}

static void set(bool *use, uint32_t *number, int reg)
{
    *use = reg != NO;
    *number = reg == NO ? 0 : (uint32_t)reg;
}

static uint32_t naive_flow(const struct listed *l, const struct decode_out *out)
{
    if (l->flow != JUMP) return l->flow;
    if (out->rd == 1) return DECODE_CALL;
    return out->rd == 0 && out->rs1 == 1 ? DECODE_RETURN : DECODE_JUMP;
}

static struct decode_out naive(uint32_t word)
{
    struct decode_out out = {0};
    const struct listed *l = listing, *end = listing + LENGTH(listing);
    while (l < end && !is_listed_as(l, word)) l++;
    if (l == end) return out;
    int mode = field(l, word, 'm');
    if (mode == 5 || mode == 6) return out;
    out.legal = true;
    out.unit = l->unit;
    set(&out.rd_use, &out.rd, listed_register(l, word, 'd', 'D'));
    set(&out.rs1_use, &out.rs1, listed_register(l, word, 's', 'S'));
    set(&out.rs2_use, &out.rs2, listed_register(l, word, 't', 'T'));
    set(&out.rs3_use, &out.rs3, listed_register(l, word, 'x', 'R'));
    if (out.rs3_use && out.rs3 < F) set(&out.rd_use, &out.rd, (int)out.rs3);
    out.flow = naive_flow(l, &out);
    out.fence = strcmp(l->bits, ".................000.....0001111") == 0 ||
                (field(l, word, 'q') == 1 && field(l, word, 'l') == 1);
    return out;
}

/* ---- the page's invariants ------------------------------------------------------------- */

static const char *broken_invariant(const struct decode_out *out, uint32_t word)
{
    bool fused = (word & 0x73) == 0x43;
    bool compares = (word & 0xf800007f) == 0x2800002f && (word & 0xf80) != 0;
    if (compares && out->rs3 != out->rd) return "float_rs3";
    bool integer = out->rd_use && out->rd < F;
    if ((out->rd_use && out->rd == 0) || (out->rs1_use && out->rs1 == 0)) return "none_of_x0";
    if ((out->rs2_use && out->rs2 == 0) || (out->rs3_use && out->rs3 == 0)) return "none_of_x0";
    switch (out->flow) {
    case DECODE_NEXT: break;
    case DECODE_CALL:
    case DECODE_JUMP:
        if (out->rd_use && !integer) return "flow_unit";
        break;
    default:
        if (out->rd_use) return "flow_unit";
    }
    return out->rs3_use == (fused || compares) ? NULL : "float_rs3";
}

static void compare(uint32_t word)
{
    struct decode_out out = read_word(word), twin = naive(word);
    if (out.legal != twin.legal || out.unit != twin.unit || out.flow != twin.flow ||
        out.rd_use != twin.rd_use || out.rd != twin.rd || out.rs1_use != twin.rs1_use ||
        out.rs1 != twin.rs1 || out.rs2_use != twin.rs2_use || out.rs2 != twin.rs2 ||
        out.rs3_use != twin.rs3_use || out.rs3 != twin.rs3 || out.fence != twin.fence)
        fail_msg("word %08x", word);
    const char *broken = out.legal ? broken_invariant(&out, word) : NULL;
    if (broken != NULL) fail_msg("word %08x: %s", word, broken);
}

/* ---- words for both -------------------------------------------------------------------- */

/* The instruction with these bits in its fields. */
static uint32_t listed_word(const struct listed *l, uint32_t fields)
{
    uint32_t word = 0;
    for (size_t i = 0; i < 32; i++) {
        uint32_t bit =
            l->bits[i] == '0' || l->bits[i] == '1' ? l->bits[i] == '1' : bit_at(fields, i);
        word = 2 * word + bit;
    }
    return word;
}

/* And each word that is one bit away from it. */
static void random_fields_and_neighbours(void **state)
{
    (void)state;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    for (size_t i = 0; i < LENGTH(listing); i++) {
        for (uint32_t n = 0; n < 40; n++) {
            uint32_t word = listed_word(&listing[i], (uint32_t)(hd_rng_next(&rng) >> 32));
            compare(word);
            for (uint32_t bit = 0; bit < 32; bit++) compare(word ^ 1u << bit);
        }
    }
}

/* rd and rs1, then rs2 and rs3, in all pairs of registers. */
static void all_registers(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(listing); i++) {
        for (uint32_t pair = 0; pair < 1024; pair++) {
            uint32_t low = pair % 32, high = pair / 32;
            compare(listed_word(&listing[i], low << 7 | high << 15));
            compare(listed_word(&listing[i], low << 20 | high << 27));
        }
    }
}

/* All of the bits that tell instructions: opcode, function 3, function 7, at two rs2. */
static void all_functions(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 1u << 17; n++) {
        uint32_t word = n >> 10 << 25 | (n >> 7 & 7) << 12 | (n & 127);
        compare(word);
        compare(word | 1 << 20 | 2 << 15 | 3 << 7);
    }
}

static void random_words(void **state)
{
    (void)state;
    struct hd_rng rng;
    hd_rng_seed(&rng, 2);
    for (uint32_t n = 0; n < 100000; n++) compare((uint32_t)(hd_rng_next(&rng) >> 32) | (n & 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_by_hand),
        cmocka_unit_test(flow_by_hand),
        cmocka_unit_test(fences_by_hand),
        cmocka_unit_test(refused_by_hand),
        cmocka_unit_test(rounding_modes),
        cmocka_unit_test(csr_numbers),
        cmocka_unit_test(random_fields_and_neighbours),
        cmocka_unit_test(all_registers),
        cmocka_unit_test(all_functions),
        cmocka_unit_test(random_words),
    };
    return cmocka_run_group_tests_name("decode", tests, NULL, NULL);
}
