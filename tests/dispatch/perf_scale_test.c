/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the performance scale: the page's rules and choices, scalings worked out by
 * hand, the paper's equations in floating point, a twin that keeps its samples in a list and
 * divides, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "dispatch/perf_scale.h"

/* ---- a bench --------------------------------------------------------------------------- */

enum {
    KERNELS = PERF_SCALE_MAX_KERNELS,
    BLOCKS = PERF_SCALE_MAX_BLOCKS,
};

struct bench {
    struct perf_scale s;
    struct perf_scale_in in;
    struct perf_scale_out out;
};

/* What a scaling has written, element k*blocks + j - 1 of kernel k with j blocks. */
struct result {
    uint32_t value[KERNELS * BLOCKS];
    uint32_t written; /* performances, all in order */
    uint32_t cycles;  /* from the one behind the start to that of done_o */
};

static const struct perf_scale_cfg hand = {
    .kernels = 3, .blocks = 4, .window = 10, .instr_width = 4, .perf_width = 4};
static const struct perf_scale_cfg paper = {
    .kernels = 4, .blocks = 8, .window = 5000, .instr_width = 14, .perf_width = 16};

/* Only kernels_i stays from cycle to cycle. */
static void quiet(struct bench *b)
{
    const uint32_t kernels = b->in.kernels;
    memset(&b->in, 0, sizeof b->in);
    b->in.kernels = kernels;
}

static void start_bench(struct bench *b, const struct perf_scale_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(perf_scale_init(&b->s, cfg));
    assert_null(perf_scale_check(&b->s));
    perf_scale_eval(&b->s, &b->in, &b->out);
}

/* One cycle with the inputs set since the last; out is what is seen after it. */
static void cycle(struct bench *b)
{
    const char *broken = perf_scale_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    const struct perf_scale before = b->s;
    perf_scale_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    perf_scale_tick(&b->s, &b->in, &b->out);
    broken = perf_scale_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
    perf_scale_eval(&b->s, &b->in, &b->out);
}

static void sample(struct bench *b, uint32_t kernel, uint32_t blocks, uint32_t instr,
                   uint32_t stall)
{
    b->in.sample_en = true;
    b->in.sample_kernel = kernel;
    b->in.sample_blocks = blocks;
    b->in.sample_instr = instr;
    b->in.sample_stall = stall;
}

static void clear(struct bench *b, uint32_t kernel)
{
    b->in.clear_en = true;
    b->in.clear_kernel = kernel;
}

static void ask(struct bench *b, uint32_t kernels)
{
    b->in.start_en = true;
    b->in.kernels = kernels;
}

/* The page's timing. */
static uint32_t timing(const struct perf_scale_cfg *cfg, uint32_t kernels)
{
    uint32_t stall_width = 0, cycles = 1;
    while (cfg->window >> stall_width != 0) stall_width++;
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        cycles++;
        if (has(kernels, k))
            cycles += cfg->blocks * (stall_width + cfg->instr_width + cfg->perf_width + 1);
    }
    return cycles;
}

/* Goes on to done_o. Kernels come from 0 on, and their numbers of blocks from 1 on. What the inputs
 * are that mean nothing now is of no matter: they are random, if there is a generator. */
static void wait_done(struct bench *b, struct result *r, struct hd_rng *rng)
{
    const uint32_t blocks = b->s.cfg.blocks;
    uint32_t next = 0; /* element that is written next */
    memset(r, 0, sizeof *r);
    for (r->cycles = 1; !b->out.done; r->cycles++) {
        assert_false(b->out.idle);
        if (b->out.perf_en) {
            while (!has(b->in.kernels, next / blocks)) next += blocks;
            assert_int_equal(b->out.perf_kernel, next / blocks);
            assert_int_equal(b->out.perf_blocks, next % blocks + 1);
            r->value[next++] = b->out.perf_value;
            r->written++;
        }
        if (rng != NULL) {
            b->in.start_en = hd_rng_chance(rng, 1, 2);
            b->in.clear_kernel = hd_rng_below(rng, b->s.cfg.kernels);
            b->in.sample_kernel = hd_rng_below(rng, b->s.cfg.kernels);
            b->in.sample_blocks = hd_rng_below(rng, blocks + 1);
            b->in.sample_instr = hd_rng_below(rng, 2);
        }
        cycle(b);
    }
    assert_false(b->out.idle);
    assert_false(b->out.perf_en);
    assert_int_equal(r->cycles, timing(&b->s.cfg, b->in.kernels));
}

/* A whole scaling, to the idle cycle behind it. */
static void scale(struct bench *b, uint32_t kernels, struct result *r, struct hd_rng *rng)
{
    assert_true(b->out.idle);
    ask(b, kernels);
    cycle(b);
    wait_done(b, r, rng);
    cycle(b);
    assert_true(b->out.idle && !b->out.done);
}

static void expect_values(const uint32_t *value, const uint32_t *expected, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) assert_int_equal(value[i], expected[i]);
}

/* ---- scalings worked out by hand ------------------------------------------------------- */

/* Samples with 1 to 4 blocks, in a window of 10 cycles. */
static const struct row {
    const char *name;
    bool there[4];
    uint32_t instr[4];
    uint32_t stall[4];
    uint64_t scaled[4];
    uint32_t value[4];
} rows[] = {
    {"a kernel that never stalls is not scaled: factor 100 of 100",
     {1, 1, 1, 1},
     {4, 8, 12, 15},
     {0, 0, 0, 0},
     {400, 800, 1200, 1500},
     {4, 8, 12, 15}},
    {"a kernel that stalls all the time has a factor of j / 2.5",
     {1, 1, 1, 1},
     {8, 8, 8, 8},
     {10, 10, 10, 10},
     {320, 640, 960, 1280},
     {4, 8, 12, 15}},
    {"half of the time: factors 70, 90, 110, 130 of 100",
     {1, 1, 1, 1},
     {15, 10, 5, 1},
     {5, 5, 5, 5},
     {1050, 900, 550, 130},
     {15, 13, 8, 1}},
    {"stalls grow: factors 100, 98, 106, 136 of 100",
     {1, 1, 1, 1},
     {3, 7, 9, 10},
     {0, 1, 3, 6},
     {300, 686, 954, 1360},
     {3, 8, 11, 15}},
    {"a single sample is the average: its stalls are of no matter",
     {0, 0, 1, 0},
     {0, 0, 9, 0},
     {0, 0, 7, 0},
     {0, 0, 270, 0},
     {0, 0, 15, 0}},
    {"the least and the most: factors 20 and 56 of 50",
     {1, 0, 0, 1},
     {10, 0, 0, 5},
     {10, 0, 0, 2},
     {200, 0, 0, 280},
     {11, 0, 0, 15}},
    {"the first two: factors 27 and 39 of 30",
     {1, 1, 0, 0},
     {15, 12, 0, 0},
     {3, 9, 0, 0},
     {405, 468, 0, 0},
     {13, 15, 0, 0}},
    {"two are best", {1, 1, 1, 1}, {6, 6, 3, 0}, {0, 0, 0, 0}, {600, 600, 300, 0}, {15, 15, 8, 0}},
    {"the best comes first, and a sixteenth of it last",
     {1, 0, 0, 1},
     {15, 0, 0, 1},
     {0, 0, 0, 0},
     {750, 0, 0, 50},
     {15, 0, 0, 1}},
    {"too little for a bit",
     {1, 1, 1, 1},
     {1, 2, 3, 15},
     {10, 10, 0, 10},
     {40, 160, 300, 2400},
     {0, 1, 2, 15}},
    {"samples of no instruction",
     {1, 1, 1, 1},
     {0, 0, 0, 0},
     {10, 0, 3, 10},
     {0, 0, 0, 0},
     {0, 0, 0, 0}},
    {"no sample", {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
};

static void give_samples(struct bench *b, uint32_t kernel, const struct row *row)
{
    clear(b, kernel);
    cycle(b);
    for (uint32_t j = 4; j >= 1; j--) {
        if (row->there[j - 1]) sample(b, kernel, j, row->instr[j - 1], row->stall[j - 1]);
        cycle(b);
    }
}

static void scaling_by_hand(void **state)
{
    const struct row *row = *state;
    struct bench b;
    struct result r;
    start_bench(&b, &hand);
    give_samples(&b, 1, row);
    scale(&b, 2, &r, NULL);
    assert_int_equal(r.written, 4);
    assert_int_equal(r.cycles, 1 + (4 * (4 + 4 + 4 + 1) + 1) + 1 + 1);
    expect_values(&r.value[4], row->value, 4);
    for (uint32_t j = 0; j < 4; j++) assert_true(b.s.scaled[j] == row->scaled[j]);
}

/* Three rows at once, and all rows in one model: a kernel changes nothing for another one, and
 * nothing of one scaling is left for the next. */
static void scalings_one_after_another(void **state)
{
    (void)state;
    const uint32_t n = sizeof rows / sizeof rows[0];
    struct bench b;
    struct result r;
    start_bench(&b, &hand);
    for (uint32_t i = 0; i < 2 * n; i++) {
        for (uint32_t k = 0; k < 3; k++) give_samples(&b, k, &rows[(i + 5 * k) % n]);
        scale(&b, 7, &r, NULL);
        assert_int_equal(r.written, 12);
        for (uint32_t k = 0; k < 3; k++)
            expect_values(&r.value[4 * k], rows[(i + 5 * k) % n].value, 4);
    }
}

/* ---- the rules of the page, register by register --------------------------------------- */

/* n = 2 and S = 3: the base is 9, the slope -1 and then 1. */
static const struct perf_scale_cfg tiny = {
    .kernels = 2, .blocks = 2, .window = 3, .instr_width = 2, .perf_width = 2};

static void start_tiny(struct bench *b)
{
    start_bench(b, &tiny);
    sample(b, 0, 1, 3, 2);
    cycle(b);
    sample(b, 0, 2, 2, 3);
    cycle(b);
}

/* One cycle, and the phase, the number of blocks and the bit behind it. */
static void step(struct bench *b, uint32_t phase, uint32_t at, uint32_t count)
{
    cycle(b);
    assert_int_equal(b->s.phase, phase);
    assert_int_equal(b->s.at, at);
    if (phase != PERF_SCALE_WRITE) assert_int_equal(b->s.bit, count);
    assert_int_equal(b->out.perf_en, phase == PERF_SCALE_WRITE);
    assert_false(b->out.idle || b->out.done);
}

static void begin_tiny(struct bench *b)
{
    start_tiny(b);
    ask(b, 1);
    cycle(b);
    assert_int_equal(b->s.phase, PERF_SCALE_SUM);
    assert_int_equal(b->s.kernel, 0);
    step(b, PERF_SCALE_FACTOR, 1, 0);
}

static void rule_sum(void **state)
{
    (void)state;
    struct bench b;
    begin_tiny(&b);
    assert_int_equal(b.s.number, 2);
    assert_int_equal(b.s.base, 9);
    assert_int_equal(b.s.slope, 16 - 1); /* of four bits: the numbers from -3 to 4 */
    assert_true(b.s.best == 0);
}

static void rule_factor_product(void **state)
{
    (void)state;
    struct bench b;
    begin_tiny(&b);
    step(&b, PERF_SCALE_FACTOR, 1, 1);
    assert_int_equal(b.s.factor, 9);
    step(&b, PERF_SCALE_PRODUCT, 1, 0);
    assert_int_equal(b.s.factor, 7);
    step(&b, PERF_SCALE_PRODUCT, 1, 1);
    assert_true(b.s.product == 7 && b.s.best == 0);
    step(&b, PERF_SCALE_FACTOR, 2, 0);
    assert_true(b.s.scaled[0] == 21 && b.s.best == 21);
    assert_int_equal(b.s.slope, 1);
    step(&b, PERF_SCALE_FACTOR, 2, 1);
    assert_int_equal(b.s.factor, 10);
    step(&b, PERF_SCALE_PRODUCT, 2, 0);
    assert_int_equal(b.s.factor, 12);
    step(&b, PERF_SCALE_PRODUCT, 2, 1);
    assert_true(b.s.product == 0);
    step(&b, PERF_SCALE_DIVIDE, 1, 0);
    assert_true(b.s.scaled[0] == 21 && b.s.scaled[1] == 24 && b.s.best == 24);
}

static void rule_divide_write(void **state)
{
    (void)state;
    struct bench b;
    begin_tiny(&b);
    for (uint32_t i = 0; i < 8; i++) cycle(&b);
    step(&b, PERF_SCALE_DIVIDE, 1, 1);
    assert_true(b.s.rest == 42 - 24 && b.s.perf == 1);
    step(&b, PERF_SCALE_WRITE, 1, 0);
    assert_int_equal(b.out.perf_kernel, 0);
    assert_int_equal(b.out.perf_blocks, 1);
    assert_int_equal(b.out.perf_value, 3); /* 3.5 of 4 */
    step(&b, PERF_SCALE_DIVIDE, 2, 0);
    step(&b, PERF_SCALE_DIVIDE, 2, 1);
    assert_true(b.s.rest == 24 && b.s.perf == 1); /* stays at the best */
    step(&b, PERF_SCALE_WRITE, 2, 0);
    assert_int_equal(b.out.perf_blocks, 2);
    assert_int_equal(b.out.perf_value, 3);
    cycle(&b); /* kernel 1 is passed */
    assert_int_equal(b.s.phase, PERF_SCALE_SUM);
    assert_int_equal(b.s.kernel, 1);
    cycle(&b);
    assert_true(b.out.done && !b.out.idle);
    cycle(&b);
    assert_true(b.out.idle && !b.out.done);
    cycle(&b);
    assert_true(b.out.idle && !b.out.done);
}

/* Every set of kernels; the sets are looked at in the sum of each kernel. */
static void rule_kernels_passed(void **state)
{
    (void)state;
    struct bench b;
    struct result r;
    start_bench(&b, &hand);
    for (uint32_t k = 0; k < 3; k++) give_samples(&b, k, &rows[k]);
    for (uint32_t kernels = 0; kernels < 8; kernels++) {
        uint32_t sharing = 0;
        scale(&b, kernels, &r, NULL);
        for (uint32_t k = 0; k < 3; k++) {
            if (!has(kernels, k)) continue;
            expect_values(&r.value[4 * k], rows[k].value, 4);
            sharing++;
        }
        assert_int_equal(r.written, 4 * sharing);
        assert_int_equal(r.cycles, 53 * sharing + 3 - sharing + 1);
    }
}

/* In every cycle of a scaling, that of done included; behind it the next one begins. */
static void rule_start_under_way_ignored(void **state)
{
    (void)state;
    struct bench b;
    uint32_t cycles = 0, written = 0;
    begin_tiny(&b);
    for (; !b.out.done; cycles++) {
        ask(&b, 1);
        written += b.out.perf_en;
        cycle(&b);
    }
    assert_int_equal(cycles, timing(&tiny, 1) - 2);
    assert_int_equal(written, 2);
    ask(&b, 1);
    cycle(&b);
    assert_true(b.out.idle);
    ask(&b, 1);
    cycle(&b);
    assert_false(b.out.idle);
}

static uint32_t samples_there(const struct bench *b)
{
    uint32_t n = 0;
    for (uint32_t e = 0; e < KERNELS * BLOCKS; e++) n += b->s.there[e];
    return n;
}

/* 0 blocks, blocks above Blocks, and kernels that there are not. */
static void rule_sample_ignored(void **state)
{
    (void)state;
    struct bench b;
    uint32_t n = 0;
    start_bench(&b, &hand);
    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t j = 0; j < 8; j++) {
            const bool is_there = k < 3 && j >= 1 && j <= 4;
            sample(&b, k, j, 1 + k + 4 * (j & 1), k + j % 5);
            cycle(&b);
            n += is_there;
            assert_int_equal(samples_there(&b), n);
            if (!is_there) continue;
            assert_true(b.s.there[k * 4 + j - 1]);
            assert_int_equal(b.s.instr[k * 4 + j - 1], 1 + k + 4 * (j & 1));
            assert_int_equal(b.s.stall[k * 4 + j - 1], k + j % 5);
        }
    }
    sample(&b, 0, 1, 15, 10);
    b.in.sample_en = false;
    cycle(&b);
    assert_int_equal(b.s.instr[0], 5);
}

static void rule_clear(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t k = 0; k < 3; k++) give_samples(&b, k, &rows[0]);
    clear(&b, 3); /* there is no such kernel */
    cycle(&b);
    assert_int_equal(samples_there(&b), 12);
    clear(&b, 1);
    b.in.clear_en = false;
    cycle(&b);
    assert_int_equal(samples_there(&b), 12);
    clear(&b, 1);
    cycle(&b);
    assert_int_equal(samples_there(&b), 8);
    for (uint32_t e = 4; e < 8; e++) assert_false(b.s.there[e]);
}

/* What was sampled before the clear is of no matter: neither its stalls nor its instructions. */
static void rule_cleared_counts_as_none(void **state)
{
    (void)state;
    static const uint32_t none[4] = {0};
    struct bench b;
    struct result r;
    start_bench(&b, &hand);
    give_samples(&b, 0, &rows[2]);
    clear(&b, 0);
    cycle(&b);
    scale(&b, 1, &r, NULL);
    expect_values(r.value, none, 4);
    sample(&b, 0, 3, 9, 7);
    cycle(&b);
    scale(&b, 1, &r, NULL);
    expect_values(r.value, rows[4].value, 4);
    for (uint32_t j = 0; j < 4; j++) assert_true(b.s.scaled[j] == rows[4].scaled[j]);
}

/* Stalls of a sample that is gone leave the factor at the base, whatever the slope. */
static void rule_cleared_adds_no_stalls(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    give_samples(&b, 0, &rows[2]);
    clear(&b, 0);
    sample(&b, 0, 3, 9, 7);
    cycle(&b);
    ask(&b, 1);
    cycle(&b);
    for (uint32_t products = 0; !b.out.done;) {
        cycle(&b);
        if (b.s.phase != PERF_SCALE_PRODUCT) continue;
        assert_int_equal(b.s.factor, 10 * 3);
        if (b.s.bit == 0) assert_int_equal(b.s.at, ++products);
    }
}

static void rule_sample_replaces(void **state)
{
    (void)state;
    struct bench b;
    struct result r;
    start_bench(&b, &hand);
    give_samples(&b, 0, &rows[0]);
    for (uint32_t j = 1; j <= 4; j++) {
        sample(&b, 0, j, rows[2].instr[j - 1], rows[2].stall[j - 1]);
        cycle(&b);
    }
    assert_int_equal(samples_there(&b), 4);
    scale(&b, 1, &r, NULL);
    expect_values(r.value, rows[2].value, 4);
}

/* A sample outlives the clear of its cycle; it does not stop it, nor that of another kernel. */
static void rule_sample_with_clear(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t cleared = 0; cleared < 3; cleared++) {
        start_bench(&b, &hand);
        for (uint32_t k = 0; k < 3; k++) give_samples(&b, k, &rows[0]);
        clear(&b, cleared);
        sample(&b, 1, 2, 5, 6);
        cycle(&b);
        assert_true(b.s.there[4 + 1]);
        assert_int_equal(b.s.instr[4 + 1], 5);
        assert_int_equal(b.s.stall[4 + 1], 6);
        assert_int_equal(samples_there(&b), cleared == 1 ? 9 : 8);
    }
    clear(&b, 1);
    sample(&b, 1, 0, 5, 6); /* ignored, and the clear is not */
    cycle(&b);
    assert_int_equal(samples_there(&b), 4);
}

static void rule_sample_and_clear_with_start(void **state)
{
    (void)state;
    static const uint32_t expected[12] = {0, 0, 15, 0, 0, 0, 0, 0, 15, 13, 8, 1};
    struct bench b;
    struct result r;
    start_bench(&b, &hand);
    for (uint32_t k = 1; k < 3; k++) give_samples(&b, k, &rows[2]);
    clear(&b, 1);
    sample(&b, 0, 3, 1, 0);
    ask(&b, 7);
    cycle(&b);
    wait_done(&b, &r, NULL);
    expect_values(r.value, expected, 12);
}

/* In the cycle behind done_o a sample may come again, with the next start. */
static void rule_samples_stay(void **state)
{
    (void)state;
    struct bench b;
    struct result r;
    start_bench(&b, &hand);
    give_samples(&b, 0, &rows[2]);
    for (uint32_t i = 0; i < 3; i++) {
        scale(&b, 1, &r, NULL);
        expect_values(r.value, rows[2].value, 4);
    }
    clear(&b, 0);
    sample(&b, 0, 2, 1, 1);
    scale(&b, 1, &r, NULL);
    expect_values(r.value, (uint32_t[]){0, 15, 0, 0}, 4);
}

/* From every cycle of a scaling, and from the idle one. */
static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    struct result r;
    for (uint32_t n = 0; n < timing(&tiny, 3) + 2; n++) {
        start_tiny(&b);
        ask(&b, 3);
        for (uint32_t i = 0; i < n; i++) cycle(&b);
        quiet(&b);
        perf_scale_reset(&b.s);
        assert_null(perf_scale_check(&b.s));
        assert_int_equal(samples_there(&b), 0);
        perf_scale_eval(&b.s, &b.in, &b.out);
        assert_true(b.out.idle && !b.out.done && !b.out.perf_en);
        scale(&b, 3, &r, NULL);
        expect_values(r.value, (uint32_t[]){0, 0, 0, 0}, 4);
    }
}

/* One of each: no block behind the first, no other kernel, a bit of everything. */
static void rule_smallest(void **state)
{
    (void)state;
    const struct perf_scale_cfg one = {1, 1, 1, 1, 1};
    struct bench b;
    struct result r;
    start_bench(&b, &one);
    scale(&b, 1, &r, NULL);
    assert_int_equal(r.value[0], 0);
    assert_int_equal(r.cycles, 1 + 1 * (1 + 1 + 1 + 1) + 1);
    for (uint32_t stall = 0; stall <= 1; stall++) {
        sample(&b, 0, 1, 1, stall);
        cycle(&b);
        scale(&b, 1, &r, NULL);
        assert_int_equal(r.value[0], 1);
    }
    scale(&b, 0, &r, NULL);
    assert_int_equal(r.written, 0);
    assert_int_equal(r.cycles, 2);
}

/* Every number at its end: nothing is too large for its register. */
static void rule_largest(void **state)
{
    (void)state;
    const struct perf_scale_cfg all = {16, 32, 65535, 20, 32};
    const uint64_t instr = 1048575;
    struct bench b;
    struct result r;
    start_bench(&b, &all);
    for (uint32_t j = 1; j <= 32; j++) {
        sample(&b, 15, j, 1048575, 65535);
        cycle(&b);
    }
    scale(&b, 1u << 15, &r, NULL);
    for (uint64_t j = 1; j <= 32; j++) {
        assert_true(b.s.scaled[j - 1] == instr * 65535 * 32 * j);
        assert_true(b.s.scaled[j - 1] < bit(26 + 20));
        assert_true(r.value[15 * 32 + j - 1] == (j == 32 ? 4294967295 : j << 27));
    }
}

/* ---- the paper ------------------------------------------------------------------------- */

/* Equations (3) and (4) as they are printed, for the SMs of Figure 4 with one to eight blocks. */
static void paper_equations(void **state)
{
    (void)state;
    struct bench b;
    struct result r;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    start_bench(&b, &paper);
    for (uint32_t i = 0; i < 100; i++) {
        double ipc[8], best = 0;
        for (uint32_t j = 1; j <= 8; j++) {
            const uint32_t instr = 1 + hd_rng_below(&rng, 16383);
            const uint32_t stall = hd_rng_below(&rng, 5001);
            const double phi = stall / 5000.0, psi = j / ((1 + 8) / 2.0) - 1;
            ipc[j - 1] = instr / 5000.0 * (1 + phi * psi);
            if (ipc[j - 1] > best) best = ipc[j - 1];
            sample(&b, 2, j, instr, stall);
            cycle(&b);
        }
        scale(&b, 4, &r, NULL);
        for (uint32_t j = 1; j <= 8; j++) {
            const double performance = ipc[j - 1] / best * 65536;
            const double off = performance - r.value[16 + j - 1];
            assert_true(off > -0.001 && off < 1.001);
            const double sum = 36, scaled = ipc[j - 1] * 5000 * 5000 * sum;
            const double apart = scaled / (double)b.s.scaled[j - 1] - 1;
            assert_true(apart < 1e-9 && apart > -1e-9);
        }
    }
}

/* The average of the numbers that were sampled, not of all: 2, 4 and 6 of 8 have 4. Stalled for
 * memory half of the time, they have factors of 3/4, 1 and 5/4. */
static void paper_average(void **state)
{
    (void)state;
    struct bench b;
    struct result r;
    start_bench(&b, &paper);
    for (uint32_t j = 2; j <= 6; j += 2) {
        sample(&b, 0, j, 1000, 2500);
        cycle(&b);
    }
    scale(&b, 1, &r, NULL);
    assert_true(b.s.scaled[1] == UINT64_C(750) * 5000 * 12);
    assert_true(b.s.scaled[3] == UINT64_C(1000) * 5000 * 12);
    assert_true(b.s.scaled[5] == UINT64_C(1250) * 5000 * 12);
    expect_values(r.value, (uint32_t[]){0, 39321, 0, 52428, 0, 65535, 0, 0}, 8);
}

static void paper_longest(void **state)
{
    (void)state;
    struct bench b;
    struct result r;
    start_bench(&b, &paper);
    scale(&b, 15, &r, NULL);
    assert_int_equal(r.cycles, 1413);
    assert_int_equal(r.written, 32);
}

/* The widths of the page's table. */
static void paper_state_bits(void **state)
{
    (void)state;
    assert_int_equal(clog2(PERF_SCALE_DONE + 1), 3);
    assert_int_equal(clog2(paper.kernels), 2);
    assert_int_equal(clog2(paper.blocks + 1), 4);
    assert_int_equal(clog2(paper.window + 1), 13);
    assert_int_equal(clog2(paper.perf_width), 4);  /* the longest phase */
    assert_int_equal(clog2(5000 * 36 + 1), 18);    /* base */
    assert_int_equal(clog2(8 * 8 + 1) + 1, 8);     /* slope, with its sign */
    assert_int_equal(clog2(5000 * 8 * 8 + 1), 19); /* factor */
    assert_int_equal(19 + paper.instr_width, 33);  /* scaled */
}

/* ---- the twin: a list of samples, and a division --------------------------------------- */

struct seen {
    uint32_t kernel, blocks, instr, stall;
};

struct twin {
    struct perf_scale_cfg cfg;
    struct seen list[KERNELS * BLOCKS];
    uint32_t n;
};

/* Takes out the samples of the kernel; with a number of blocks, or with any (0). */
static void strike(struct twin *t, uint32_t kernel, uint32_t blocks)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        const bool hit =
            t->list[i].kernel == kernel && (blocks == 0 || t->list[i].blocks == blocks);
        if (!hit) t->list[kept++] = t->list[i];
    }
    t->n = kept;
}

static void twin_takes(struct twin *t, const struct perf_scale_in *in)
{
    if (in->clear_en) strike(t, in->clear_kernel, 0);
    if (!in->sample_en || in->sample_kernel >= t->cfg.kernels) return;
    if (in->sample_blocks < 1 || in->sample_blocks > t->cfg.blocks) return;
    strike(t, in->sample_kernel, in->sample_blocks);
    t->list[t->n++] =
        (struct seen){in->sample_kernel, in->sample_blocks, in->sample_instr, in->sample_stall};
}

/* I * (Window * S + M * (j * n - S)): what was stalled is worth j * n of S, the rest S of S. */
static uint64_t twin_scaled(const struct twin *t, const struct seen *x)
{
    uint64_t n = 0, sum = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->list[i].kernel != x->kernel) continue;
        n++;
        sum += t->list[i].blocks;
    }
    return x->instr * ((t->cfg.window - x->stall) * sum + x->stall * x->blocks * n);
}

static void twin_scales(const struct twin *t, uint32_t kernels, uint32_t *value)
{
    const uint64_t most = ones(t->cfg.perf_width);
    memset(value, 0, KERNELS * BLOCKS * sizeof *value);
    for (uint32_t i = 0; i < t->n; i++) {
        const struct seen *x = &t->list[i];
        uint64_t best = 0;
        if (!has(kernels, x->kernel)) continue;
        for (uint32_t j = 0; j < t->n; j++) {
            if (t->list[j].kernel != x->kernel) continue;
            const uint64_t other = twin_scaled(t, &t->list[j]);
            if (other > best) best = other;
        }
        if (best == 0) continue;
        /* Scaled shifted by up to 32 has more than 64 bits. */
        __extension__ typedef unsigned __int128 wide;
        const wide share = ((wide)twin_scaled(t, x) << t->cfg.perf_width) / best;
        value[x->kernel * t->cfg.blocks + x->blocks - 1] = (uint32_t)(share > most ? most : share);
    }
}

/* ---- random scalings ------------------------------------------------------------------- */

/* Sizes up to these. Of few different numbers many are equal. */
struct run {
    const char *name;
    uint32_t scalings;
    struct perf_scale_cfg most;
    uint32_t instrs; /* 0: of all bits */
};

static const struct run runs[] = {
    {"random_tiny", 3000, {3, 3, 4, 3, 3}, 3},
    {"random_small", 400, {4, 5, 12, 5, 6}, 0},
    {"random_paper", 40, {4, 8, 5000, 14, 16}, 0},
    {"random_large", 4, {16, 32, 65535, 20, 32}, 0},
};

static uint32_t up_to(struct hd_rng *rng, uint32_t n) { return 1 + hd_rng_below(rng, n); }

static uint32_t stalls(struct hd_rng *rng, uint32_t window)
{
    switch (hd_rng_below(rng, 4)) {
    case 0: return 0;
    case 1: return window;
    default: return hd_rng_below(rng, window + 1);
    }
}

/* One cycle of samples and clears, to the model and to the twin. */
static void random_sample(struct bench *b, struct twin *t, const struct run *run,
                          struct hd_rng *rng)
{
    const struct perf_scale_cfg *cfg = &t->cfg;
    const uint32_t instrs = run->instrs != 0 ? run->instrs : (uint32_t)bit(cfg->instr_width);
    sample(b, hd_rng_below(rng, cfg->kernels), hd_rng_below(rng, cfg->blocks + 1),
           hd_rng_below(rng, instrs) & (uint32_t)ones(cfg->instr_width), stalls(rng, cfg->window));
    b->in.sample_en = hd_rng_chance(rng, 15, 16);
    b->in.clear_kernel = hd_rng_below(rng, cfg->kernels);
    b->in.clear_en = hd_rng_chance(rng, 1, 32);
    twin_takes(t, &b->in);
}

static void random_scalings(void **state)
{
    const struct run *run = *state;
    struct bench b;
    struct twin t;
    struct hd_rng rng;
    struct result r;
    uint32_t expected[KERNELS * BLOCKS];
    hd_rng_seed(&rng, 1);
    for (uint32_t i = 0; i < run->scalings; i++) {
        const bool is_full_size = hd_rng_chance(&rng, 1, 2);
        t.n = 0;
        t.cfg = run->most;
        if (!is_full_size) {
            t.cfg = (struct perf_scale_cfg){
                up_to(&rng, run->most.kernels), up_to(&rng, run->most.blocks),
                up_to(&rng, run->most.window), up_to(&rng, run->most.instr_width),
                up_to(&rng, run->most.perf_width)};
        }
        start_bench(&b, &t.cfg);
        for (uint32_t again = 0; again < 2; again++) {
            const uint32_t cycles = hd_rng_below(&rng, 2 * t.cfg.kernels * t.cfg.blocks);
            for (uint32_t c = 0; c < cycles; c++) {
                random_sample(&b, &t, run, &rng);
                cycle(&b);
            }
            const uint32_t kernels =
                (uint32_t)(hd_rng_next(&rng) | hd_rng_next(&rng)) & (uint32_t)ones(t.cfg.kernels);
            random_sample(&b, &t, run, &rng); /* in the cycle of the start */
            scale(&b, kernels, &r, &rng);
            twin_scales(&t, kernels, expected);
            expect_values(r.value, expected, t.cfg.kernels * t.cfg.blocks);
        }
    }
}

/* ---- check, promise and init can fail -------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *invariant)
{
    const char *broken = perf_scale_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, invariant);
}

/* Row 2 of kernel 0, to the cycle that the phase begins with the number of blocks. */
static void go_to(struct bench *b, uint32_t phase, uint32_t at)
{
    start_bench(b, &hand);
    give_samples(b, 0, &rows[2]);
    ask(b, 1);
    cycle(b);
    while (b->s.phase != phase || b->s.at != at) {
        assert_false(b->out.idle);
        cycle(b);
    }
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    go_to(&b, PERF_SCALE_PRODUCT, 2);
    b.s.factor = 10 * 4 * 4;
    assert_null(perf_scale_check(&b.s));
    b.s.factor++;
    expect_broken(&b, "factor_range");
    b.s.factor = 0;
    assert_null(perf_scale_check(&b.s));
    b.s.factor--;
    expect_broken(&b, "factor_range");
    b.s.phase = PERF_SCALE_FACTOR; /* its first cycle: the factor means nothing yet */
    assert_null(perf_scale_check(&b.s));
    b.s.bit = 1;
    expect_broken(&b, "factor_range");

    go_to(&b, PERF_SCALE_FACTOR, 3);
    b.s.best--;
    expect_broken(&b, "best_right");
    go_to(&b, PERF_SCALE_FACTOR, 2);
    b.s.scaled[1] = 9999; /* not through yet */
    assert_null(perf_scale_check(&b.s));
    go_to(&b, PERF_SCALE_DIVIDE, 1);
    b.s.best++;
    expect_broken(&b, "best_right");

    go_to(&b, PERF_SCALE_WRITE, 1);
    b.s.perf = 14;
    expect_broken(&b, "best_full");
    go_to(&b, PERF_SCALE_WRITE, 3);
    b.s.perf = 7;
    expect_broken(&b, "value_right");
    b.s.perf = 9;
    expect_broken(&b, "value_right");
    b.s.perf = 14; /* more than with two blocks, which do better */
    expect_broken(&b, "order");
    go_to(&b, PERF_SCALE_WRITE, 3);
    b.s.scaled[2] = 1000; /* better than with two blocks, and is written as less */
    expect_broken(&b, "order");
}

static void check_finds_at_the_end(void **state)
{
    (void)state;
    struct bench b;
    go_to(&b, PERF_SCALE_DIVIDE, 3);
    b.s.written[4] = true; /* of a kernel that is not scaled */
    expect_broken(&b, "each_once");
    go_to(&b, PERF_SCALE_WRITE, 3);
    b.s.written[2] = true;
    perf_scale_tick(&b.s, &b.in, &b.out);
    expect_broken(&b, "each_once");
    go_to(&b, PERF_SCALE_WRITE, 4);
    while (!b.out.done) cycle(&b);
    b.s.written[1] = false;
    expect_broken(&b, "each_once");
    b.s.written[1] = true;
    assert_null(perf_scale_check(&b.s));
    assert_int_equal(b.s.cycles, 53 + 1 + 1 + 1);
    b.s.cycles++;
    expect_broken(&b, "ends_soon");
    b.s.phase = PERF_SCALE_IDLE;
    assert_null(perf_scale_check(&b.s));
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = perf_scale_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void promise_widths(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.clear_kernel = 4;
    expect_promise(&b, "a number has more bits than KernelWidth");
    b.in.sample_kernel = 4;
    expect_promise(&b, "a number has more bits than KernelWidth");
    b.in.sample_blocks = 8;
    expect_promise(&b, "a number of blocks has more bits than BlockWidth");
    b.in.sample_instr = 16;
    expect_promise(&b, "a number of instructions has more bits than InstrWidth");
    b.in.sample_stall = 16;
    expect_promise(&b, "a number of cycles has more bits than StallWidth");
    b.in.kernels = 8;
    expect_promise(&b, "kernels_i has more bits than Kernels");
    b.in.kernels = 7;
    sample(&b, 3, 7, 15, 11);
    expect_promise(&b, "a sample stalled for more cycles than Window");
    sample(&b, 3, 7, 15, 15);
    b.in.sample_en = false; /* no sample, so it means nothing */
    clear(&b, 3);
    assert_null(perf_scale_promise(&b.s, &b.in));
    sample(&b, 3, 7, 15, 10);
    assert_null(perf_scale_promise(&b.s, &b.in));
    start_bench(&b, &(struct perf_scale_cfg){1, 1, 1, 1, 1});
    b.in.clear_kernel = b.in.sample_kernel = 1;
    assert_null(perf_scale_promise(&b.s, &b.in));
    b.in.sample_kernel = 2;
    expect_promise(&b, "a number has more bits than KernelWidth");
}

/* In every cycle of a scaling, that of done included, and in none outside. */
static void promise_under_way(void **state)
{
    (void)state;
    struct bench b;
    uint32_t cycles = 0;
    start_tiny(&b);
    b.in.kernels = 2; /* may change before the start */
    cycle(&b);
    clear(&b, 1);
    sample(&b, 1, 1, 1, 1);
    ask(&b, 1);
    cycle(&b);
    for (; !b.out.idle; cycles++) {
        clear(&b, 1);
        expect_promise(&b, "a kernel is cleared while a scaling is under way");
        sample(&b, 1, 1, 1, 1);
        expect_promise(&b, "a sample comes while a scaling is under way");
        sample(&b, 1, 0, 1, 1); /* ignored, but it is a sample */
        expect_promise(&b, "a sample comes while a scaling is under way");
        b.in.kernels = 3;
        expect_promise(&b, "kernels_i changes while a scaling is under way");
        b.in.kernels = 1;
        cycle(&b);
    }
    assert_int_equal(cycles, timing(&tiny, 1));
    b.in.kernels = 3;
    clear(&b, 1);
    sample(&b, 1, 1, 1, 1);
    cycle(&b);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct perf_scale_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 8, 5000, 14, 16}, "Kernels must be 1 to 16"},
        {{17, 8, 5000, 14, 16}, "Kernels must be 1 to 16"},
        {{4, 0, 5000, 14, 16}, "Blocks must be 1 to 32"},
        {{4, 33, 5000, 14, 16}, "Blocks must be 1 to 32"},
        {{4, 8, 0, 14, 16}, "Window must be 1 to 65535"},
        {{4, 8, 65536, 14, 16}, "Window must be 1 to 65535"},
        {{4, 8, 5000, 0, 16}, "InstrWidth must be 1 to 20"},
        {{4, 8, 5000, 21, 16}, "InstrWidth must be 1 to 20"},
        {{4, 8, 5000, 14, 0}, "PerfWidth must be 1 to 32"},
        {{4, 8, 5000, 14, 33}, "PerfWidth must be 1 to 32"},
    };
    struct perf_scale s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = perf_scale_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(perf_scale_init(&s, &(struct perf_scale_cfg){1, 1, 1, 1, 1}));
    assert_null(perf_scale_init(&s, &(struct perf_scale_cfg){16, 32, 65535, 20, 32}));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(scalings_one_after_another),
        cmocka_unit_test(rule_sum),
        cmocka_unit_test(rule_factor_product),
        cmocka_unit_test(rule_divide_write),
        cmocka_unit_test(rule_kernels_passed),
        cmocka_unit_test(rule_start_under_way_ignored),
        cmocka_unit_test(rule_sample_ignored),
        cmocka_unit_test(rule_clear),
        cmocka_unit_test(rule_cleared_counts_as_none),
        cmocka_unit_test(rule_cleared_adds_no_stalls),
        cmocka_unit_test(rule_sample_replaces),
        cmocka_unit_test(rule_sample_with_clear),
        cmocka_unit_test(rule_sample_and_clear_with_start),
        cmocka_unit_test(rule_samples_stay),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_smallest),
        cmocka_unit_test(rule_largest),
        cmocka_unit_test(paper_equations),
        cmocka_unit_test(paper_average),
        cmocka_unit_test(paper_longest),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(check_finds_at_the_end),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(promise_under_way),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = rows[i].name,
                                         .test_func = scaling_by_hand,
                                         .initial_state = (void *)(uintptr_t)&rows[i]};
    }
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_scalings,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("perf_scale", tests, NULL, NULL);
}
