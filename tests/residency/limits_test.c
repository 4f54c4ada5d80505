/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the arithmetic of the limits: the worked example and the equations of Virtual Thread
 * (ISCA 2016), what binds in each case, a naive twin that puts one block after another on the core,
 * and the refusals in words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/limits.h"

static const struct limits_core kepler = {.blocks = 16,
                                          .warps = 64,
                                          .registers = 65536,
                                          .shared = 49152,
                                          .ctas = 32,
                                          .ids = 256,
                                          .mem_width = 512,
                                          .stack_bits = 640};

static const struct limits_core fermi = {.blocks = 8,
                                         .warps = 48,
                                         .registers = 32768,
                                         .shared = 49152,
                                         .ctas = 32,
                                         .ids = 256,
                                         .mem_width = 512,
                                         .stack_bits = 640};

static struct limits limits(const struct limits_core *core, uint32_t threads, uint32_t registers,
                            uint32_t shared)
{
    const struct limits_block block = {
        .threads = threads, .registers = registers, .shared = shared};
    struct limits l;
    char why[100] = "";
    assert_null(limits_of(&l, core, &block, why, sizeof why));
    assert_string_equal(why, "");
    return l;
}

/* ---- the paper -------------------------------------------------------------------------- */

/* "If each CTA contains 256 threads and each thread only needs 10 registers then the number of
 * issuable CTAs is limited to 8 due to the maximum thread count (scheduling limit)" */
static void paper_kepler_example(void **state)
{
    (void)state;
    const struct limits l = limits(&kepler, 256, 10, 0);
    assert_int_equal(l.warps, 8);
    assert_int_equal(l.frames, 8);
    assert_int_equal(l.blocks, 8);
    assert_int_equal(l.binds, LIMITS_WARPS);
    /* 64K registers have room for 25 such blocks, and Virtual Thread takes them. */
    assert_int_equal(l.room, 65536 / (256 * 10));
    assert_int_equal(l.ctas, 25);
    assert_int_equal(l.vt_binds, LIMITS_REGISTERS);
}

/* 8 + 5 bits of warp ids, 96 of the block's, 160 for each of 4 entries of each stack. */
static void paper_equation_1(void **state)
{
    (void)state;
    for (uint32_t w = 1; w <= 32; w++)
        assert_int_equal(limits_context_bits(w, 8, 5, 160 * 4), 13 + 96 + 160 * 4 * w);
    assert_int_equal(limits_context_bits(0, 8, 5, 160 * 4), 109);
}

/* In whole cycles, at 512 and at 1,024 bits a cycle. */
static void paper_equation_2(void **state)
{
    (void)state;
    struct limits_core wide = kepler;
    wide.mem_width = 1024;
    assert_int_equal(limits(&kepler, 256, 10, 0).words, 11); /* 5229 bits */
    assert_int_equal(limits(&wide, 256, 10, 0).words, 6);
    assert_int_equal(limits(&kepler, 64, 10, 0).words, 3); /* 1389 bits */
}

static void paper_names(void **state)
{
    (void)state;
    assert_string_equal(limits_name(LIMITS_BLOCKS), "blocks");
    assert_string_equal(limits_name(LIMITS_WARPS), "warps");
    assert_string_equal(limits_name(LIMITS_REGISTERS), "registers");
    assert_string_equal(limits_name(LIMITS_SHARED), "shared memory");
    assert_string_equal(limits_name(LIMITS_CTAS), "block numbers");
    assert_string_equal(limits_name(LIMITS_IDS), "warp ids");
}

/* ---- what binds ------------------------------------------------------------------------- */

static void expect(const struct limits *l, uint32_t n, enum limits_what binds, uint32_t ctas,
                   enum limits_what vt_binds)
{
    assert_int_equal(l->blocks, n);
    assert_int_equal(l->binds, binds);
    assert_int_equal(l->ctas, ctas);
    assert_int_equal(l->vt_binds, vt_binds);
}

static void each_limit_binds(void **state)
{
    (void)state;
    struct limits_core core = fermi;
    struct limits l = limits(&fermi, 64, 10, 0); /* small blocks: their count */
    expect(&l, 8, LIMITS_BLOCKS, 32, LIMITS_CTAS);
    l = limits(&fermi, 192, 16, 0); /* 6 warps of 3,072 registers: both bind at 8, blocks first */
    expect(&l, 8, LIMITS_BLOCKS, 10, LIMITS_REGISTERS);
    l = limits(&fermi, 512, 20, 0); /* warps and registers both bind at 3, warps first */
    expect(&l, 3, LIMITS_WARPS, 3, LIMITS_REGISTERS);
    l = limits(&fermi, 256, 32, 0);
    expect(&l, 4, LIMITS_REGISTERS, 4, LIMITS_REGISTERS);
    l = limits(&fermi, 64, 10, 16384); /* 3 fit without contexts, 2 with */
    expect(&l, 3, LIMITS_SHARED, 2, LIMITS_SHARED);
    l = limits(&fermi, 64, 10, 4096); /* 12 fit, 11 with contexts of 192 bytes */
    expect(&l, 8, LIMITS_BLOCKS, 11, LIMITS_SHARED);
    core.ids = 64;
    l = limits(&core, 128, 10, 0);
    expect(&l, 8, LIMITS_BLOCKS, 16, LIMITS_IDS);
}

/* A block of 33 threads has two warps. */
static void warps_are_rounded_up(void **state)
{
    (void)state;
    assert_int_equal(limits(&fermi, 1, 10, 0).warps, 1);
    assert_int_equal(limits(&fermi, 32, 10, 0).warps, 1);
    assert_int_equal(limits(&fermi, 33, 10, 0).warps, 2);
}

/* Contexts have their place whether a block is ever swapped out or not: they may cost one. */
static void contexts_cost_a_block(void **state)
{
    (void)state;
    struct limits l = limits(&fermi, 256, 16, 8000); /* 704 bytes a context */
    assert_int_equal(l.words, 11);
    assert_int_equal(l.room, 6);
    expect(&l, 6, LIMITS_WARPS, 5, LIMITS_SHARED);
    l = limits(&fermi, 256, 16, 8192 - 704); /* six of 8,192 bytes fit just so */
    expect(&l, 6, LIMITS_WARPS, 6, LIMITS_SHARED);
    l = limits(&fermi, 256, 16, 8192 - 703);
    expect(&l, 6, LIMITS_WARPS, 5, LIMITS_SHARED);
    l = limits(&fermi, 256, 16, 4000); /* 8 by registers: two more than are active */
    expect(&l, 6, LIMITS_WARPS, 8, LIMITS_REGISTERS);
}

/* Without room for its context not even one block is on a Virtual Thread core. */
static void no_room_for_a_context(void **state)
{
    (void)state;
    struct limits l = limits(&fermi, 64, 10, 49152);
    expect(&l, 1, LIMITS_SHARED, 0, LIMITS_SHARED);
    l = limits(&fermi, 64, 10, 49152 - 3 * 64);
    expect(&l, 1, LIMITS_SHARED, 1, LIMITS_SHARED);
}

/* ---- a naive twin: one block after another ------------------------------------------------ */

enum { MOST = 300 };

static bool capacity(const struct limits_core *core, const struct limits_block *b, uint32_t n,
                     uint32_t words)
{
    const uint32_t warps = (b->threads + 31) / 32;
    const uint32_t context = words * core->mem_width / 8;
    return n * warps * 32 * b->registers <= core->registers &&
           n * (b->shared + context) <= core->shared;
}

static bool scheduling(const struct limits_core *core, const struct limits_block *b, uint32_t n)
{
    return n <= core->blocks && n * ((b->threads + 31) / 32) <= core->warps;
}

static bool virtual_thread(const struct limits_core *core, const struct limits_block *b, uint32_t n,
                           uint32_t words)
{
    return capacity(core, b, n, words) && n <= core->ctas &&
           n * ((b->threads + 31) / 32) <= core->ids;
}

static void twin(const struct limits_core *core, const struct limits_block *b,
                 const struct limits *l)
{
    uint32_t blocks = 0, frames = 0, room = 0, ctas = 0;
    const uint32_t bits = limits_context_bits(l->warps, 8, 5, core->stack_bits);
    const uint32_t words = bits / core->mem_width + (bits % core->mem_width != 0);
    while (scheduling(core, b, frames + 1)) frames++;
    while (room < MOST && capacity(core, b, room + 1, 0)) room++;
    while (scheduling(core, b, blocks + 1) && capacity(core, b, blocks + 1, 0)) blocks++;
    while (virtual_thread(core, b, ctas + 1, words)) ctas++;
    assert_int_equal(l->frames, frames);
    assert_int_equal(l->room < MOST ? l->room : MOST, room);
    assert_int_equal(l->blocks, blocks);
    assert_int_equal(l->ctas, ctas);
    assert_int_equal(l->words, words);
}

static void against_twin(void **state)
{
    (void)state;
    struct hd_rng rng;
    uint32_t swapping = 0, refused = 0;
    hd_rng_seed(&rng, 1);
    for (uint32_t n = 0; n < 20000; n++) {
        struct limits_core core = hd_rng_chance(&rng, 1, 2) ? kepler : fermi;
        const struct limits_block b = {
            .threads = 1 + hd_rng_below(&rng, 1100),
            .registers = 1 + hd_rng_below(&rng, 64),
            .shared = hd_rng_chance(&rng, 1, 3) ? 0 : hd_rng_below(&rng, 1u << (4 + n % 13))};
        struct limits l;
        char why[100];
        if (hd_rng_chance(&rng, 1, 4)) core.stack_bits = 160 * (1 + hd_rng_below(&rng, 8));
        if (hd_rng_chance(&rng, 1, 4)) core.mem_width = 1024;
        if (limits_of(&l, &core, &b, why, sizeof why) != NULL) {
            assert_false(b.threads <= 1024 && scheduling(&core, &b, 1) &&
                         capacity(&core, &b, 1, 0));
            refused++;
            continue;
        }
        assert_true(l.blocks >= 1);
        twin(&core, &b, &l);
        swapping += l.ctas > l.frames;
    }
    assert_true(swapping > 1000 && refused > 100);
}

/* ---- refusals ----------------------------------------------------------------------------- */

static void refuse(const struct limits_core *core, uint32_t threads, uint32_t registers,
                   uint32_t shared, const char *sentence)
{
    const struct limits_block block = {
        .threads = threads, .registers = registers, .shared = shared};
    struct limits l;
    char why[100];
    const char *said = limits_of(&l, core, &block, why, sizeof why);
    assert_non_null(said);
    assert_ptr_equal(said, why);
    assert_string_equal(said, sentence);
}

static void refusals_in_words(void **state)
{
    (void)state;
    struct limits_core core = fermi;
    refuse(&fermi, 0, 10, 0, "a block has no threads");
    refuse(&fermi, 1025, 1, 0, "a block needs 1025 threads, there are 1024 at most");
    refuse(&fermi, UINT32_MAX, 1, 0, "a block needs 4294967295 threads, there are 1024 at most");
    refuse(&fermi, 1024, 33, 0, "a block needs 33792 registers, there are 32768 at most");
    refuse(&fermi, 64, 1, 49153,
           "a block needs 49153 bytes of shared memory, there are 49152 at most");
    core.warps = 2;
    refuse(&core, 65, 1, 0, "a block needs 3 warp slots, there are 2 at most");
    assert_int_equal(limits(&core, 64, 1, 0).blocks, 1);
    core.blocks = 0;
    refuse(&core, 64, 1, 0, "the core takes no blocks");
    /* One less fits. */
    assert_int_equal(limits(&fermi, 1024, 1, 0).blocks, 1);
    assert_int_equal(limits(&fermi, 1024, 32, 0).blocks, 1);
    assert_int_equal(limits(&fermi, 64, 1, 49152).blocks, 1);
}

/* A short buffer gets a short sentence. */
static void refusal_is_cut(void **state)
{
    (void)state;
    const struct limits_block block = {.threads = 0};
    struct limits l;
    char why[8];
    assert_string_equal(limits_of(&l, &fermi, &block, why, sizeof why), "a block");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paper_kepler_example),  cmocka_unit_test(paper_equation_1),
        cmocka_unit_test(paper_equation_2),      cmocka_unit_test(paper_names),
        cmocka_unit_test(each_limit_binds),      cmocka_unit_test(warps_are_rounded_up),
        cmocka_unit_test(contexts_cost_a_block), cmocka_unit_test(no_room_for_a_context),
        cmocka_unit_test(against_twin),          cmocka_unit_test(refusals_in_words),
        cmocka_unit_test(refusal_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
