/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the phase specifier: words written out by hand, the
 * round trip through the macro in C and in the assembler, a naive twin that
 * reads a string of bits and counts sets one by one, all values of each field.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/phase_specifier.h"

static const struct phase_specifier_cfg paper = {.reg_set = 4, .scratch_set = 1024};

static struct phase_specifier_out read_word(const struct phase_specifier_cfg *cfg, uint32_t instr)
{
    struct phase_specifier s;
    struct phase_specifier_in in = {instr};
    struct phase_specifier_out out;
    assert_null(phase_specifier_init(&s, cfg));
    assert_null(phase_specifier_promise(&s, &in));
    phase_specifier_eval(&s, &in, &out);
    phase_specifier_tick(&s, &in, &out);
    phase_specifier_reset(&s);
    assert_null(phase_specifier_check(&s));
    return out;
}

static void expect(uint32_t instr, uint32_t regs, uint32_t bytes, uint32_t reg_sets,
                   uint32_t scratch_sets)
{
    struct phase_specifier_out out = read_word(&paper, instr);
    assert_true(out.phase);
    assert_int_equal(out.regs, regs);
    assert_int_equal(out.bytes, bytes);
    assert_int_equal(out.reg_sets, reg_sets);
    assert_int_equal(out.scratch_sets, scratch_sets);
}

static void expect_not(uint32_t instr)
{
    struct phase_specifier_out out = read_word(&paper, instr);
    assert_false(out.phase);
    assert_int_equal(out.regs + out.bytes + out.reg_sets + out.scratch_sets, 0);
}

/* ---- the format, by hand --------------------------------------------------------------- */

/* bytes 31:16 | high 15 | function 14:12 | low 11:7 | opcode 6:0 */
static void format_by_hand(void **state)
{
    (void)state;
    expect(0x0000200b, 0, 0, 0, 0);        /* 0 | 0 | 010 | 00000 | 0001011 */
    expect(0x0c00260b, 12, 3072, 3, 3);    /* 12 registers, 3 KB */
    expect(0x0c01268b, 13, 3073, 4, 4);    /* one more of each: one set more */
    expect(0x0000208b, 1, 0, 1, 0);        /* bit 7 is bit 0 of the registers */
    expect(0x0000a00b, 32, 0, 8, 0);       /* bit 15 is bit 5 */
    expect(0x0001200b, 0, 1, 0, 1);        /* bit 16 is bit 0 of the bytes */
    expect(0x8000200b, 0, 32768, 0, 32);   /* bit 31 is bit 15 */
    expect(0xffffaf8b, 63, 65535, 16, 64); /* the most of both */
}

static void format_other_instructions(void **state)
{
    (void)state;
    expect_not(0x00000013); /* nop */
    /* Each bit of the opcode, each of the function. */
    for (uint32_t bit = 0; bit < 7; bit++) expect_not(0x0c00260b ^ 1u << bit);
    for (uint32_t bit = 12; bit < 15; bit++) expect_not(0x0c00260b ^ 1u << bit);
    expect_not(0x0000202b); /* function 010 of custom-1 */
    expect_not(0x00000000);
    expect_not(0xffffffff);
}

/* ---- round_trip: the macro ------------------------------------------------------------- */

static void round_trip_by_hand(void **state)
{
    (void)state;
    assert_int_equal(PHASE_SPECIFIER_WORD(0, 0), 0x0000200b);
    assert_int_equal(PHASE_SPECIFIER_WORD(12, 3072), 0x0c00260b);
    assert_int_equal(PHASE_SPECIFIER_WORD(8 + 5, 3 * 1024 + 1), 0x0c01268b);
    assert_int_equal(PHASE_SPECIFIER_WORD(63, 65535), 0xffffaf8b);
    assert_int_equal(PHASE_SPECIFIER_WORD(64 + 12, 65536 + 3072), 0x0c00260b); /* lower bits */
}

static void round_trip_all_registers_and_bytes(void **state)
{
    (void)state;
    for (uint32_t regs = 0; regs <= PHASE_SPECIFIER_MAX_REGS; regs++) {
        for (uint32_t bytes = 0; bytes <= PHASE_SPECIFIER_MAX_BYTES; bytes++) {
            struct phase_specifier_out out = read_word(&paper, PHASE_SPECIFIER_WORD(regs, bytes));
            if (!out.phase || out.regs != regs || out.bytes != bytes)
                fail_msg("%u registers, %u bytes", regs, bytes);
        }
    }
}

/* The same macro as the assembler has it, without the suffix of C, and its own arithmetic. */
#undef PHASE_SPECIFIER_NUMBER
#define PHASE_SPECIFIER_NUMBER(n) n
#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(...) TEXT_OF(__VA_ARGS__)
__asm__(".section .rodata\n"
        ".balign 4\n"
        "phase_specifier_words:\n"
        ".long " TEXT(PHASE_SPECIFIER_WORD(
            12, 3072)) "\n"
                       ".long " TEXT(PHASE_SPECIFIER_WORD(
                           8 + 5,
                           3 * 1024 + 1)) "\n"
                                          ".long " TEXT(PHASE_SPECIFIER_WORD(63,
                                                                             65535)) "\n"
                                                                                     ".previous\n");
extern const uint32_t phase_specifier_words[3];

static void round_trip_in_the_assembler(void **state)
{
    (void)state;
    assert_int_equal(phase_specifier_words[0], 0x0c00260b);
    assert_int_equal(phase_specifier_words[1], 0x0c01268b);
    assert_int_equal(phase_specifier_words[2], 0xffffaf8b);
}

/* ---- the naive twin: a string of bits, and sets counted one by one --------------------- */

struct run {
    const char *name;
    struct phase_specifier_cfg cfg;
};

static const struct run runs[] = {
    {"paper", {4, 1024}}, {"smallest", {1, 16}}, {"largest", {64, 65536}}, {"mixed", {8, 256}}};

/* Bits from..to of a word written out, bit 31 first, as a number. */
static uint32_t field(const char *word, uint32_t from, uint32_t to)
{
    uint32_t n = 0;
    for (uint32_t bit = from + 1; bit-- > to;) n = 2 * n + (word[31 - bit] == '1');
    return n;
}

static uint32_t naive_sets(uint32_t n, uint32_t size)
{
    uint32_t sets = 0;
    for (uint32_t room = 0; room < n; room += size) sets++;
    return sets;
}

static struct phase_specifier_out naive(const struct phase_specifier_cfg *cfg, uint32_t instr)
{
    struct phase_specifier_out out = {0};
    char word[33] = "";
    for (uint32_t bit = 0; bit < 32; bit++) word[bit] = (instr << bit & 0x80000000u) ? '1' : '0';
    out.phase = strcmp(word + 25, "0001011") == 0 && strncmp(word + 17, "010", 3) == 0;
    if (!out.phase) return out;
    out.regs = field(word, 15, 15) * 32 + field(word, 11, 7);
    out.bytes = field(word, 31, 16);
    out.reg_sets = naive_sets(out.regs, cfg->reg_set);
    out.scratch_sets = naive_sets(out.bytes, cfg->scratch_set);
    return out;
}

/* Random words; half of them are specifiers, some of these with a bit that is not as it should. */
static uint32_t some_word(struct hd_rng *rng)
{
    uint32_t instr = (uint32_t)(hd_rng_next(rng) >> 32);
    if (hd_rng_chance(rng, 1, 4)) return instr;
    instr = (instr & 0xffff8f80) | 0x200b;
    return hd_rng_chance(rng, 1, 3) ? instr ^ 1u << hd_rng_below(rng, 32) : instr;
}

static void random_words(void **state)
{
    const struct run *r = *state;
    struct hd_rng rng;
    uint32_t phases = 0, others = 0;
    hd_rng_seed(&rng, r->cfg.reg_set);
    for (uint32_t i = 0; i < 100000; i++) {
        uint32_t instr = some_word(&rng);
        struct phase_specifier_out out = read_word(&r->cfg, instr), twin = naive(&r->cfg, instr);
        if (out.phase != twin.phase || out.regs != twin.regs || out.bytes != twin.bytes ||
            out.reg_sets != twin.reg_sets || out.scratch_sets != twin.scratch_sets)
            fail_msg("%s: instruction %08x", r->name, instr);
        phases += out.phase;
        others += !out.phase;
    }
    assert_true(phases > 10000 && others > 10000);
}

/* round_up, for each size and all values of each field. */
static void round_up(void **state)
{
    (void)state;
    for (uint32_t shift = 0; shift <= 12; shift++) {
        struct phase_specifier_cfg cfg = {1u << (shift < 6 ? shift : 6), 16u << shift};
        for (uint32_t n = 0; n <= PHASE_SPECIFIER_MAX_BYTES; n++) {
            struct phase_specifier_out out =
                read_word(&cfg, (n << 16) | (n & 32) << 10 | 0x200b | (n & 31) << 7);
            uint32_t regs = out.reg_sets * cfg.reg_set, bytes = out.scratch_sets * cfg.scratch_set;
            if (regs < n % 64 || regs >= n % 64 + cfg.reg_set) fail_msg("%u registers", n % 64);
            if (bytes < n || bytes >= n + cfg.scratch_set) fail_msg("%u bytes", n);
        }
    }
}

/* The widths of the page are enough for the greatest numbers of sets. */
static void port_widths(void **state)
{
    (void)state;
    struct phase_specifier_out out = read_word(&(struct phase_specifier_cfg){1, 16}, 0xffffaf8b);
    assert_int_equal(out.reg_sets, 63);
    assert_int_equal(out.scratch_sets, 4096);
    assert_true(out.reg_sets < 1u << 7 && out.scratch_sets < 1u << 13);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct phase_specifier_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 1024}, "RegSet must be a power of two, 1 to 64"},
        {{3, 1024}, "RegSet must be a power of two, 1 to 64"},
        {{128, 1024}, "RegSet must be a power of two, 1 to 64"},
        {{4, 0}, "ScratchSet must be a power of two, 16 to 65536"},
        {{4, 8}, "ScratchSet must be a power of two, 16 to 65536"},
        {{4, 1000}, "ScratchSet must be a power of two, 16 to 65536"},
        {{4, 131072}, "ScratchSet must be a power of two, 16 to 65536"},
    };
    struct phase_specifier s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = phase_specifier_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(phase_specifier_init(&s, &(struct phase_specifier_cfg){1, 16}));
    assert_null(phase_specifier_init(&s, &(struct phase_specifier_cfg){64, 65536}));
}

int main(void)
{
    struct CMUnitTest tests[24] = {
        cmocka_unit_test(format_by_hand),
        cmocka_unit_test(format_other_instructions),
        cmocka_unit_test(round_trip_by_hand),
        cmocka_unit_test(round_trip_all_registers_and_bytes),
        cmocka_unit_test(round_trip_in_the_assembler),
        cmocka_unit_test(round_up),
        cmocka_unit_test(port_widths),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_words,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("phase_specifier", tests, NULL, NULL);
}
