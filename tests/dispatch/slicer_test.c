/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the slicer: the page's rules and races with SMs that do as they are told,
 * decisions worked out by hand, changes in every cycle of a whole pass, a twin that plans ahead in
 * cycle numbers, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "dispatch/slicer.h"

enum {
    SMS = SLICER_MAX_SMS,
    KERNELS = SLICER_MAX_KERNELS,
    BLOCKS = SLICER_MAX_BLOCKS,
    KINDS = SLICER_MAX_KINDS,
    LEFT_OVER = 0,
    SPATIAL = 2,
    PROFILE = 3,
    GIVEN = 4,
};

/* ---- a bench: SMs that do as they are told ---------------------------------------------- */

/* What kernel k runs in a window with n blocks is instr[k][n], of the stalls stall[k][n]. Under
 * other policies than profile SM s runs shared[s] instructions. */
struct bench {
    struct slicer s;
    struct slicer_in in;
    struct slicer_out out;
    uint32_t cycle;
    uint32_t instr[KERNELS][BLOCKS + 1];
    uint32_t stall[KERNELS][BLOCKS + 1];
    uint32_t shared[SMS];
    /* The counters of each SM: cycles of the window that are left; it hears of a start a cycle
     * later if it is late, and takes more cycles if it is slow. */
    uint32_t left[SMS];
    uint64_t told; /* a bit an SM: of a start in the last cycle */
    uint64_t late;
    uint32_t slow[SMS];
    /* The blocks of an SM are set by the test. */
    uint64_t held;
    bool too_early; /* samples were cleared while a scaling was under way */
};

static const struct slicer_cfg hand = {.sms = 4,
                                       .kernels = 2,
                                       .blocks = 2,
                                       .kinds = 2,
                                       .need_width = 5,
                                       .warm = 80,
                                       .settle = 70,
                                       .window = 6,
                                       .instr_width = 5,
                                       .perf_width = 4};
static const struct slicer_cfg three = {.sms = 5,
                                        .kernels = 3,
                                        .blocks = 3,
                                        .kinds = 1,
                                        .need_width = 4,
                                        .warm = 190,
                                        .settle = 180,
                                        .window = 6,
                                        .instr_width = 8,
                                        .perf_width = 5};
static const struct slicer_cfg paper = {.sms = 16,
                                        .kernels = 4,
                                        .blocks = 8,
                                        .kinds = 5,
                                        .need_width = 17,
                                        .warm = 20000,
                                        .settle = 5000,
                                        .window = 5000,
                                        .instr_width = 14,
                                        .perf_width = 16};

/* That nothing changes is looked at in every eighth cycle: a long run looks often enough. */
static void look(struct bench *b)
{
    static struct slicer before;
    const bool compares = b->cycle % 8 == 0;
    if (compares) memcpy(&before, &b->s, sizeof before);
    slicer_eval(&b->s, &b->in, &b->out);
    if (compares) assert_memory_equal(&before, &b->s, sizeof before);
}

static void start_bench(struct bench *b, const struct slicer_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(slicer_init(&b->s, cfg));
    assert_null(slicer_check(&b->s));
    for (uint32_t r = 0; r < cfg->kinds; r++) b->in.room[r] = (uint32_t)ones(cfg->need_width);
    look(b);
}

static uint32_t count_kernels(uint32_t set) { return (uint32_t)__builtin_popcount(set); }

/* The kernel with this place among those of a set. */
static uint32_t kernel_at(uint32_t set, uint32_t place)
{
    while (place-- > 0) set &= set - 1;
    return (uint32_t)__builtin_ctz(set);
}

/* The blocks that an SM has as soon as the policy is there: those of the share limits. */
static void follow(struct bench *b, uint32_t sm)
{
    const struct slicer_cfg *cfg = &b->s.cfg;
    uint32_t *row = &b->in.blocks[sm * cfg->kernels];
    const uint32_t set = b->s.runs, n = count_kernels(set);
    memset(row, 0, cfg->kernels * sizeof *row);
    if (b->out.policy == GIVEN) memcpy(row, b->out.given, cfg->kernels * sizeof *row);
    if (b->out.policy != PROFILE) return;
    const uint32_t place = sm * n / cfg->sms;
    uint32_t turn = 0;
    while (turn < sm && (sm - turn - 1) * n / cfg->sms == place) turn++;
    const uint32_t blocks = b->out.from + turn;
    row[kernel_at(set, place)] = blocks < cfg->blocks ? blocks : cfg->blocks;
}

/* What the SM has counted as its window ends. */
static void end_window(struct bench *b, uint32_t sm)
{
    const struct slicer_cfg *cfg = &b->s.cfg;
    const uint32_t *row = &b->in.blocks[sm * cfg->kernels];
    b->in.done |= bit(sm);
    b->in.instr[sm] = b->shared[sm];
    b->in.stall[sm] = 0;
    for (uint32_t k = 0; k < cfg->kernels && b->out.policy == PROFILE; k++) {
        if (row[k] == 0) continue;
        b->in.instr[sm] = b->instr[k][row[k]];
        b->in.stall[sm] = b->stall[k][row[k]];
    }
}

/* The clock edge of an SM's counters. */
static void tick_counters(struct bench *b, uint32_t sm)
{
    const bool starts = has(b->late, sm) ? has(b->told, sm) : b->out.start_en;
    if (starts) {
        b->left[sm] = b->s.cfg.window + b->slow[sm];
        b->in.done &= ~bit(sm);
        b->in.instr[sm] = b->in.stall[sm] = 0;
    } else if (b->left[sm] > 0) {
        b->left[sm]--;
        if (b->left[sm] == 0) end_window(b, sm);
    }
}

/* The inputs of a cycle, those set since the last included; out is what is seen in it. */
static void show(struct bench *b)
{
    for (uint32_t sm = 0; sm < b->s.cfg.sms; sm++) {
        if (!has(b->held, sm)) follow(b, sm);
    }
    const char *broken = slicer_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("cycle %u: promise: %s", b->cycle, broken);
    look(b);
}

/* The samples of a kernel are cleared while a scaling is under way: Warm is too short. */
static bool clears_too_early(const struct slicer *s)
{
    return s->phase == SLICER_WARM && s->from == 1 && s->cfg.warm - s->count <= s->cfg.kernels &&
           s->scale.phase != PERF_SCALE_IDLE;
}

/* When it says that it does not look at the counters, they make no difference. */
static void tick_looking(struct bench *b)
{
    static struct slicer other;
    static struct slicer_in in;
    const bool looks = slicer_looks(&b->s);
    memcpy(&other, &b->s, sizeof other);
    memcpy(&in, &b->in, sizeof in);
    slicer_tick(&b->s, &b->in, &b->out);
    for (uint32_t sm = 0; sm < b->s.cfg.sms; sm++) {
        in.instr[sm] ^= 5;
        in.stall[sm] ^= 3;
    }
    struct slicer_out out;
    slicer_eval(&other, &in, &out);
    if (looks) return;
    slicer_tick(&other, &in, &out);
    /* What the promise remembers is no state of the machine. */
    memcpy(other.instr_before, b->s.instr_before, sizeof other.instr_before);
    memcpy(other.stall_before, b->s.stall_before, sizeof other.stall_before);
    assert_memory_equal(&other, &b->s, sizeof other);
}

/* Its clock edge; out is what is seen after it. The needs that a water filling works with stay
 * until it has ended. */
static void edge(struct bench *b)
{
    static uint32_t needs[KERNELS * KINDS];
    const bool fills = b->s.fill.phase != WATER_FILL_IDLE;
    memcpy(needs, b->s.fill.need, sizeof needs);
    b->too_early |= clears_too_early(&b->s);
    tick_looking(b);
    if (fills) assert_memory_equal(needs, b->s.fill.need, sizeof needs);
    const char *broken = slicer_check(&b->s);
    if (broken != NULL) fail_msg("cycle %u: invariant: %s", b->cycle, broken);
    for (uint32_t sm = 0; sm < b->s.cfg.sms; sm++) tick_counters(b, sm);
    b->told = b->out.start_en ? ones(b->s.cfg.sms) : 0;
    b->in.begin_en = false;
    b->cycle++;
    look(b);
}

static void cycle(struct bench *b)
{
    show(b);
    edge(b);
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) cycle(b);
}

/* ---- a bench: kernels ------------------------------------------------------------------- */

/* A kernel begins with the needs that are there, as from the distributor: a cycle later it runs.
 * The cycle in which it runs for the first time is not over. */
static void begin(struct bench *b, uint32_t k)
{
    b->in.begin_en = true;
    b->in.begin_kernel = k;
    cycle(b);
    b->in.runs |= (uint32_t)bit(k);
}

/* Needs of each kind alike. */
static void come(struct bench *b, uint32_t k, uint32_t amount)
{
    for (uint32_t r = 0; r < b->s.cfg.kinds; r++) b->in.begin_need[r] = amount;
    begin(b, k);
}

static void go(struct bench *b, uint32_t k) { b->in.runs &= (uint32_t)~bit(k); }

/* Each of some kernels runs rate[k] * n instructions with n blocks. */
static void linear(struct bench *b, uint32_t k, uint32_t rate)
{
    for (uint32_t n = 0; n <= b->s.cfg.blocks; n++) b->instr[k][n] = rate * n;
}

/* Goes on until the start of a window is seen. Gives the number of cycles. */
static uint32_t to_start(struct bench *b)
{
    uint32_t n = 0;
    for (; !b->out.start_en; n++) {
        if (n > 100000) fail_msg("no window begins");
        cycle(b);
    }
    return n;
}

static void to_phase(struct bench *b, uint32_t phase)
{
    for (uint32_t n = 0; b->s.phase != phase; n++) {
        if (n > 100000) fail_msg("phase %u does not come", phase);
        cycle(b);
    }
}

static void expect(const struct bench *b, uint32_t policy, bool replan)
{
    assert_int_equal(b->out.policy, policy);
    assert_int_equal(b->out.replan, replan);
}

static void expect_profile(const struct bench *b, uint32_t from, bool replan)
{
    expect(b, PROFILE, replan);
    assert_int_equal(b->out.from, from);
}

/* Two kernels that an SM holds two blocks of, one of each at least; in the first cycle in which the
 * slicer has begun anew. */
static void start_two(struct bench *b, const struct slicer_cfg *cfg)
{
    start_bench(b, cfg);
    come(b, 0, 8);
    come(b, 1, 8);
    linear(b, 0, 10);
    linear(b, 1, 5);
    cycle(b);
}

/* ---- rest and change -------------------------------------------------------------------- */

static void expect_rest(struct bench *b)
{
    assert_int_equal(b->s.phase, SLICER_REST);
    expect(b, LEFT_OVER, false);
    for (int i = 0; i < 300; i++) {
        cycle(b);
        expect(b, LEFT_OVER, false);
        assert_false(b->out.start_en);
    }
}

static void rule_rest(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    expect_rest(&b);
    come(&b, 1, 3);
    cycle(&b);
    expect_rest(&b);
    go(&b, 1);
    cycle(&b);
    expect_rest(&b);
}

/* From rest to the warm-up and back: the policy is new in the cycle behind the change. */
static void rule_change(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    come(&b, 0, 8);
    cycle(&b);
    expect(&b, LEFT_OVER, false);
    come(&b, 1, 8);
    expect(&b, LEFT_OVER, false);
    cycle(&b);
    expect_profile(&b, 1, true);
    cycle(&b);
    expect_profile(&b, 1, false);
    go(&b, 0);
    expect_profile(&b, 1, false);
    cycle(&b);
    expect(&b, LEFT_OVER, true);
    cycle(&b);
    expect_rest(&b);
}

/* One kernel goes and another comes in one cycle: as many as before, and yet another set. The
 * values of the policy are not new. */
static void rule_change_of_two(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &three);
    come(&b, 0, 1);
    come(&b, 1, 1);
    cycle(&b);
    cycles(&b, 100);
    go(&b, 0);
    come(&b, 2, 1);
    assert_int_equal(b.s.runs, 2);
    cycle(&b);
    expect_profile(&b, 1, true);
    cycles(&b, 50);
    come(&b, 0, 1);
    go(&b, 1);
    assert_int_equal(b.in.runs, 5);
    cycle(&b);
    assert_int_equal(b.s.runs, 5);
    expect_profile(&b, 1, false);
    assert_int_equal(to_start(&b), three.warm);
}

static void rule_more_kernels_than_sms(void **state)
{
    (void)state;
    struct slicer_cfg cfg = three;
    cfg.sms = 2;
    struct bench b;
    start_bench(&b, &cfg);
    come(&b, 0, 1);
    come(&b, 1, 1);
    cycle(&b);
    expect_profile(&b, 1, true);
    come(&b, 2, 1);
    cycle(&b);
    expect(&b, LEFT_OVER, true);
    cycle(&b);
    expect_rest(&b);
    go(&b, 1);
    cycle(&b);
    expect_profile(&b, 1, true);
    cfg.sms = 1;
    start_bench(&b, &cfg);
    come(&b, 0, 1);
    come(&b, 1, 1);
    cycle(&b);
    expect_rest(&b);
}

static void rule_one_kernel(void **state)
{
    (void)state;
    struct slicer_cfg cfg = hand;
    cfg.kernels = 1;
    struct bench b;
    start_bench(&b, &cfg);
    come(&b, 0, 1);
    cycle(&b);
    expect_rest(&b);
}

/* ---- warm and sample -------------------------------------------------------------------- */

/* The start is seen Warm cycles behind the first cycle of the profile, for one cycle. */
static void rule_warm(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &hand);
    for (uint32_t c = 0; c < hand.warm; c++) {
        assert_false(b.out.start_en);
        expect_profile(&b, 1, c == 0);
        cycle(&b);
    }
    assert_true(b.out.start_en);
    assert_int_equal(b.s.phase, SLICER_SAMPLE);
    cycle(&b);
    assert_false(b.out.start_en);
    expect_profile(&b, 1, false);
}

/* In the start's cycle and in the one behind it an SM that has ended its last window does not
 * count; in the second one behind it it does. With windows of one cycle it may have ended again. */
static void rule_when_done(void **state)
{
    (void)state;
    for (uint32_t from = 0; from <= 2; from++) {
        struct slicer_cfg cfg = hand;
        cfg.window = 1;
        struct bench b;
        start_two(&b, &cfg);
        to_start(&b);
        assert_int_equal(b.in.done, 0);
        for (uint32_t c = 0; c <= 2; c++) {
            assert_int_equal(b.s.phase, SLICER_SAMPLE);
            b.in.done = c >= from ? 15 : 0;
            memset(b.left, 0, sizeof b.left);
            cycle(&b);
        }
        assert_int_equal(b.s.phase, SLICER_COLLECT);
    }
}

/* All SMs: the slowest decides, whichever it is. */
static void rule_all_done(void **state)
{
    (void)state;
    for (uint32_t slowest = 0; slowest < hand.sms; slowest++) {
        struct bench b;
        start_two(&b, &hand);
        for (uint32_t sm = 0; sm < hand.sms; sm++) b.slow[sm] = sm == slowest ? 17 : sm;
        b.late = bit(slowest);
        to_start(&b);
        const uint32_t start = b.cycle;
        to_phase(&b, SLICER_COLLECT);
        /* The start, a cycle late, the window, 17 more; the cycle in which it is seen. */
        assert_int_equal(b.cycle - start, 1 + 1 + hand.window + 17 + 1);
    }
}

/* ---- collect ---------------------------------------------------------------------------- */

static bool is_there(const struct bench *b, uint32_t k, uint32_t n)
{
    return b->s.scale.there[k * b->s.cfg.blocks + n - 1];
}

static uint32_t samples(const struct bench *b)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < b->s.cfg.kernels; k++) {
        for (uint32_t j = 1; j <= b->s.cfg.blocks; j++) n += is_there(b, k, j);
    }
    return n;
}

static void expect_sample(const struct bench *b, uint32_t k, uint32_t n, uint32_t instr,
                          uint32_t stall)
{
    const uint32_t e = k * b->s.cfg.blocks + n - 1;
    assert_true(b->s.scale.there[e]);
    assert_int_equal(b->s.scale.instr[e], instr);
    assert_int_equal(b->s.scale.stall[e], stall);
}

/* Kernel 0 has the SMs 0 and 1, kernel 1 the others: with one block and with two. A cycle each. */
static void rule_collect(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &hand);
    b.stall[0][2] = 6;
    b.stall[1][1] = 3;
    to_phase(&b, SLICER_COLLECT);
    for (uint32_t sm = 0; sm < hand.sms; sm++) {
        assert_int_equal(b.s.phase, SLICER_COLLECT);
        assert_int_equal(b.s.sm, sm);
        assert_int_equal(samples(&b), sm);
        cycle(&b);
    }
    assert_int_equal(b.s.phase, SLICER_SCALE);
    expect_sample(&b, 0, 1, 10, 0);
    expect_sample(&b, 0, 2, 20, 6);
    expect_sample(&b, 1, 1, 5, 3);
    expect_sample(&b, 1, 2, 10, 0);
}

static void set_row(struct bench *b, uint32_t sm, const uint32_t *row)
{
    memcpy(&b->in.blocks[sm * b->s.cfg.kernels], row, b->s.cfg.kernels * sizeof *row);
}

/* Blocks of SM 1 as they are noted, and as they are collected: does the sample count, and of
 * which kernel with how many blocks? */
static void rule_sample_counts(void **state)
{
    (void)state;
    static const struct {
        uint32_t noted[2], now[2], kernel, blocks;
    } rows[] = {
        {{1, 0}, {1, 0}, 0, 1}, {{2, 0}, {2, 0}, 0, 2}, {{0, 1}, {0, 1}, 1, 1},
        {{0, 2}, {0, 2}, 1, 2}, {{0, 0}, {0, 0}, 0, 0}, {{1, 0}, {2, 0}, 0, 0},
        {{2, 0}, {1, 0}, 0, 0}, {{1, 0}, {0, 0}, 0, 0}, {{0, 0}, {1, 0}, 0, 0},
        {{1, 1}, {1, 1}, 0, 0}, {{1, 1}, {1, 0}, 0, 0}, {{1, 1}, {0, 1}, 0, 0},
        {{1, 0}, {1, 1}, 0, 0}, {{0, 1}, {1, 0}, 0, 0}, {{2, 1}, {2, 0}, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench b;
        static const uint32_t none[2] = {0, 0};
        start_two(&b, &hand);
        b.held = 15;
        for (uint32_t sm = 0; sm < hand.sms; sm++) set_row(&b, sm, none);
        set_row(&b, 1, rows[i].noted);
        to_start(&b);
        set_row(&b, 1, rows[i].now);
        to_phase(&b, SLICER_SCALE);
        assert_int_equal(samples(&b), rows[i].blocks != 0);
        if (rows[i].blocks != 0) assert_true(is_there(&b, rows[i].kernel, rows[i].blocks));
    }
}

/* The blocks are noted in the cycle before the start, and looked at in the SM's cycle of collect:
 * what they are in between is of no matter. */
static void rule_when_noted(void **state)
{
    (void)state;
    static const uint32_t one[2] = {1, 0}, two[2] = {2, 0}, none[2] = {0, 0};
    struct bench b;
    start_two(&b, &hand);
    b.held = 15;
    for (uint32_t sm = 0; sm < hand.sms; sm++) set_row(&b, sm, none);
    set_row(&b, 3, two);
    cycles(&b, hand.warm - 1);
    set_row(&b, 3, one);
    cycle(&b);
    assert_true(b.out.start_en);
    set_row(&b, 3, two);
    to_phase(&b, SLICER_COLLECT);
    cycles(&b, 3);
    set_row(&b, 3, one);
    cycle(&b);
    assert_int_equal(samples(&b), 1);
    assert_true(is_there(&b, 0, 1));
}

/* ---- rounds ----------------------------------------------------------------------------- */

/* 5 SMs: two kernels have 3 and 2 of them. floor(5 / 2) = 2: the first round tries 1 to 2 and 1 to
 * 3 blocks, the second one 3 blocks. Samples of the first round stay. */
static void rule_rounds(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &three);
    assert_int_equal(to_start(&b), three.warm);
    to_phase(&b, SLICER_COLLECT);
    cycles(&b, 4);
    expect_profile(&b, 1, false);
    cycle(&b);
    assert_int_equal(b.s.phase, SLICER_WARM);
    expect_profile(&b, 3, true);
    assert_int_equal(samples(&b), 5);
    linear(&b, 0, 20);
    assert_int_equal(to_start(&b), three.settle);
    expect_profile(&b, 3, false);
    to_phase(&b, SLICER_COLLECT);
    assert_int_equal(samples(&b), 5);
    cycles(&b, 5);
    assert_int_equal(b.s.phase, SLICER_SCALE);
    expect_sample(&b, 0, 1, 10, 0);
    expect_sample(&b, 0, 2, 20, 0);
    expect_sample(&b, 0, 3, 60, 0);
    expect_sample(&b, 1, 3, 15, 0);
    expect_profile(&b, 3, false);
}

/* First blocks of the rounds, by SMs and kernels, with 3 blocks at most. */
static void rule_round_sizes(void **state)
{
    (void)state;
    static const struct {
        uint32_t sms, kernels, from[4];
    } rows[] = {
        {2, 2, {1, 2, 3}}, {3, 2, {1, 2, 3}}, {3, 3, {1, 2, 3}}, {4, 2, {1, 3}}, {5, 3, {1, 2, 3}},
        {6, 3, {1, 3}},    {6, 2, {1}},       {7, 3, {1, 3}},    {8, 2, {1}},    {9, 3, {1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct slicer_cfg cfg = three;
        cfg.sms = rows[i].sms;
        struct bench b;
        start_bench(&b, &cfg);
        for (uint32_t k = 0; k < rows[i].kernels; k++) {
            linear(&b, k, 5);
            come(&b, k, 1);
        }
        cycle(&b);
        for (uint32_t r = 0; rows[i].from[r] != 0; r++) {
            /* Behind the second kernel the first round's policy was there. */
            expect_profile(&b, rows[i].from[r], r > 0 || rows[i].kernels == 2);
            assert_int_equal(to_start(&b), r == 0 ? cfg.warm : cfg.settle);
            to_phase(&b, SLICER_COLLECT);
            cycles(&b, cfg.sms);
        }
        assert_int_equal(b.s.phase, SLICER_SCALE);
        for (uint32_t k = 0; k < rows[i].kernels; k++) {
            for (uint32_t n = 1; n <= cfg.blocks; n++) expect_sample(&b, k, n, 5 * n, 0);
        }
    }
}

/* A change in the second round: the next one is a first one, and no old sample is left. */
static void rule_samples_cleared(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &three);
    to_phase(&b, SLICER_COLLECT);
    to_phase(&b, SLICER_WARM);
    assert_int_equal(samples(&b), 5);
    come(&b, 2, 1);
    cycle(&b);
    expect_profile(&b, 1, true);
    b.held = 31;
    memset(b.in.blocks, 0, sizeof b.in.blocks);
    assert_int_equal(to_start(&b), three.warm);
    assert_int_equal(samples(&b), 0);
    to_phase(&b, SLICER_COLLECT);
    to_phase(&b, SLICER_WARM);
    assert_int_equal(samples(&b), 0);
}

/* ---- scale, fill and decide ------------------------------------------------------------- */

/* Performances of two kernels in units of the best with 4 blocks at most and room for 4 blocks of
 * one unit: what is given, or nothing if the policy is spatial. 2^4 * 4 / 10 = 6.4: at least 6;
 * with a best of 16 instructions the performance is as many 16ths. */
static const struct slicer_cfg four = {.sms = 8,
                                       .kernels = 2,
                                       .blocks = 4,
                                       .kinds = 2,
                                       .need_width = 5,
                                       .warm = 200,
                                       .settle = 200,
                                       .window = 16,
                                       .instr_width = 5,
                                       .perf_width = 4};

static const struct decision {
    const char *name;
    uint32_t instr[2][5];
    uint32_t stall[2][5];
    uint32_t need[2][2];
    uint32_t room[2];
    uint32_t given[2];
} decisions[] = {
    /* 8 and 8 sixteenths with two blocks each. */
    {"decides_evenly",
     {{0, 4, 8, 12, 16}, {0, 4, 8, 12, 16}},
     {{0}},
     {{1, 1}, {1, 1}},
     {4, 4},
     {2, 2}},
    /* Kernel 1 is at its best with one block: kernel 0 gets the rest. */
    {"decides_by_best",
     {{0, 4, 8, 12, 16}, {0, 16, 16, 16, 16}},
     {{0}},
     {{1, 1}, {1, 1}},
     {4, 4},
     {3, 1}},
    /* Kernel 1 falls behind 2 blocks. */
    {"decides_by_peak",
     {{0, 16, 15, 14, 13}, {0, 8, 16, 4, 2}},
     {{0}},
     {{1, 1}, {1, 1}},
     {31, 31},
     {1, 2}},
    /* 6 sixteenths are enough, and 5 are not. */
    {"least_is_enough",
     {{0, 6, 8, 12, 16}, {0, 16, 16, 16, 16}},
     {{0}},
     {{1, 1}, {1, 1}},
     {2, 2},
     {1, 1}},
    {"loses_too_much",
     {{0, 5, 8, 12, 16}, {0, 16, 16, 16, 16}},
     {{0}},
     {{1, 1}, {1, 1}},
     {2, 2},
     {0, 0}},
    {"last_loses_too_much",
     {{0, 16, 16, 16, 16}, {0, 5, 8, 12, 16}},
     {{0}},
     {{1, 1}, {1, 1}},
     {2, 2},
     {0, 0}},
    /* The first blocks do not fit, for want of the one kind or of the other. */
    {"fails_in_first_kind",
     {{0, 16, 16, 16, 16}, {0, 16, 16, 16, 16}},
     {{0}},
     {{2, 1}, {2, 1}},
     {3, 31},
     {0, 0}},
    {"fails_in_last_kind",
     {{0, 16, 16, 16, 16}, {0, 16, 16, 16, 16}},
     {{0}},
     {{1, 2}, {1, 2}},
     {31, 3},
     {0, 0}},
    {"just_fits",
     {{0, 16, 16, 16, 16}, {0, 16, 16, 16, 16}},
     {{0}},
     {{2, 1}, {1, 2}},
     {3, 3},
     {1, 1}},
    /* A kernel that never runs an instruction has no performance. */
    {"never_runs",
     {{0, 0, 0, 0, 0}, {0, 16, 16, 16, 16}},
     {{0}},
     {{1, 1}, {1, 1}},
     {31, 31},
     {0, 0}},
    /* Stalls for memory in all of the window: the factor is j / 2.5, and 20 instructions with one
     * block are as 5 with four. 8, 16, 24, 20 of 24: three blocks are best. */
    {"scales_stalls",
     {{0, 20, 20, 20, 5}, {0, 16, 16, 16, 16}},
     {{0, 16, 16, 16, 16}, {0}},
     {{1, 1}, {1, 1}},
     {31, 31},
     {3, 1}},
    /* Room for 10: the needs of each kernel are its own. */
    {"own_needs",
     {{0, 4, 8, 12, 16}, {0, 4, 8, 12, 16}},
     {{0}},
     {{1, 1}, {3, 1}},
     {10, 31},
     {4, 2}},
};

static void decides(void **state)
{
    const struct decision *d = *state;
    struct bench b;
    start_bench(&b, &four);
    memcpy(b.in.room, d->room, sizeof d->room);
    for (uint32_t k = 0; k < 2; k++) {
        memcpy(b.instr[k], d->instr[k], sizeof d->instr[k]);
        memcpy(b.stall[k], d->stall[k], sizeof d->stall[k]);
        memcpy(b.in.begin_need, d->need[k], sizeof d->need[k]);
        begin(&b, k);
    }
    cycle(&b);
    to_phase(&b, SLICER_DECIDE);
    expect_profile(&b, 1, false);
    cycle(&b);
    const bool given = d->given[0] != 0;
    for (uint32_t c = 0; c < four.settle; c++) {
        assert_int_equal(b.s.phase, SLICER_SETTLE);
        assert_false(b.out.start_en);
        expect(&b, given ? GIVEN : SPATIAL, c == 0);
        assert_memory_equal(b.out.given, d->given, sizeof d->given);
        cycle(&b);
    }
    assert_int_equal(b.s.phase, SLICER_SHARED);
    assert_true(b.out.start_en);
    expect(&b, given ? GIVEN : SPATIAL, false);
    cycle(&b);
    assert_false(b.out.start_en);
}

/* The bound of some numbers of kernels: 2^8 * (5K - 6) / (5K) is 102.4, 153.6, 179.2, 194.56 and
 * 236.8. The last kernel is at its bound or one below. */
static void rule_bounds(void **state)
{
    (void)state;
    static const uint32_t bounds[][2] = {{2, 102}, {3, 153}, {4, 179}, {5, 194}, {16, 236}};
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        for (uint32_t below = 0; below < 2; below++) {
            const struct slicer_cfg cfg = {.sms = 64,
                                           .kernels = 16,
                                           .blocks = 2,
                                           .kinds = 1,
                                           .need_width = 5,
                                           .warm = 1300,
                                           .settle = 1300,
                                           .window = 2,
                                           .instr_width = 9,
                                           .perf_width = 8};
            static struct bench b;
            const uint32_t n = bounds[i][0];
            start_bench(&b, &cfg);
            /* Room for one block of each. */
            b.in.room[0] = n;
            for (uint32_t k = 16 - n; k < 16; k++) {
                b.instr[k][1] = b.instr[k][2] = 256;
                come(&b, k, 1);
            }
            b.instr[15][1] = bounds[i][1] - below;
            cycle(&b);
            to_phase(&b, SLICER_DECIDE);
            cycle(&b);
            expect(&b, below != 0 ? SPATIAL : GIVEN, true);
            for (uint32_t k = 0; k < 16; k++)
                assert_int_equal(b.out.given[k], below == 0 && k >= 16 - n);
        }
    }
}

/* No sample at all: every number of blocks has the performance 0. */
static void rule_no_samples(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &hand);
    b.held = 15;
    to_phase(&b, SLICER_DECIDE);
    cycle(&b);
    expect(&b, SPATIAL, true);
}

/* A number of blocks without a sample is passed: here kernel 0 has none with one block, which has
 * the performance 0, and gets two; kernel 1 has none with two blocks, and stays at one. */
static void rule_sample_missing(void **state)
{
    (void)state;
    static const uint32_t none[2] = {0, 0};
    struct bench b;
    start_two(&b, &hand);
    b.held = 9;
    set_row(&b, 0, none);
    set_row(&b, 3, none);
    to_phase(&b, SLICER_DECIDE);
    cycle(&b);
    expect(&b, GIVEN, true);
    assert_int_equal(b.out.given[0], 2);
    assert_int_equal(b.out.given[1], 1);
}

/* A scaling takes 2 * (2 * (3 + 5 + 4 + 1) + 1) cycles and that of done; a filling that gives each
 * kernel one block and then ends 2 + 2 + 1 and that of done. Each has a cycle of the start. */
static void rule_cycles(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &hand);
    for (uint32_t n = 0; n <= 2; n++) b.instr[0][n] = b.instr[1][n] = 20;
    to_phase(&b, SLICER_SCALE);
    uint32_t begin = b.cycle;
    to_phase(&b, SLICER_FILL);
    assert_int_equal(b.cycle - begin, 1 + 54 + 1);
    begin = b.cycle;
    to_phase(&b, SLICER_DECIDE);
    assert_int_equal(b.cycle - begin, 1 + 5 + 1);
    cycle(&b);
    expect(&b, GIVEN, true);
}

/* ---- shared ----------------------------------------------------------------------------- */

/* The first window behind the next division is about to begin. */
static void to_shared(struct bench *b, uint32_t policy)
{
    to_phase(b, SLICER_SETTLE);
    expect(b, policy, true);
    to_phase(b, SLICER_SHARED);
    expect(b, policy, false);
}

static void start_shared(struct bench *b)
{
    start_two(b, &hand);
    to_shared(b, GIVEN);
}

/* The wait is Settle cycles behind the first round and behind further ones; blocks come and go in
 * it, an SM may say that it is done, and none of this counts. */
static void rule_settle(void **state)
{
    (void)state;
    const struct slicer_cfg *const sizes[] = {&hand, &three, &four};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (uint32_t settle = 1; settle < 100; settle += 33) {
            struct slicer_cfg cfg = *sizes[i];
            cfg.settle = settle;
            struct bench b;
            start_two(&b, &cfg);
            linear(&b, 0, 7);
            to_phase(&b, SLICER_DECIDE);
            cycle(&b);
            assert_true(b.out.replan);
            assert_false(b.s.referred || b.s.other);
            for (uint32_t c = 0; c < settle; c++) {
                assert_int_equal(b.s.phase, SLICER_SETTLE);
                assert_int_equal(b.s.count, c);
                assert_false(b.out.start_en);
                b.held = ones(cfg.sms);
                b.in.blocks[c % (cfg.sms * cfg.kernels)] = c % (cfg.blocks + 1);
                cycle(&b);
            }
            assert_int_equal(b.s.phase, SLICER_SHARED);
            assert_true(b.out.start_en);
        }
    }
}

/* In settle a change wins: in each of its cycles, and in that of the start behind it. */
static void race_settle(void **state)
{
    (void)state;
    for (uint32_t c = 0; c <= hand.settle; c++) {
        struct bench b;
        start_two(&b, &hand);
        to_phase(&b, SLICER_SETTLE);
        cycles(&b, c);
        assert_int_equal(b.out.start_en, c == hand.settle);
        go(&b, 1);
        cycle(&b);
        expect(&b, LEFT_OVER, true);
        cycle(&b);
        expect_rest(&b);
    }
}

/* A window in which the SMs run so many instructions together, from its start to the next cycle
 * behind the sum. The parts differ. */
static void window(struct bench *b, uint32_t sum)
{
    assert_int_equal(b->s.phase, SLICER_SHARED);
    assert_true(b->out.start_en);
    uint32_t rest = sum;
    for (uint32_t sm = 0; sm < hand.sms; sm++) {
        b->shared[sm] = rest < 31 ? rest : 31;
        rest -= b->shared[sm];
    }
    assert_int_equal(rest, 0);
    for (uint32_t c = 0; c < 1 + hand.window + 1 + hand.sms; c++) {
        assert_int_equal(b->out.start_en, c == 0);
        assert_int_equal(b->out.policy, GIVEN);
        cycle(b);
    }
}

/* The windows behind the reference: is each one other than it? With two others in sequence the
 * slicer begins anew. */
static void rule_behaviour(void **state)
{
    (void)state;
    static const struct {
        uint32_t windows[7]; /* the first one is the reference */
        bool anew;           /* behind the last one */
    } rows[] = {
        {{40, 40, 40, 40, 40, 40, 40}, false},  {{40, 80, 80, 80, 80, 80, 80}, false},
        {{40, 20, 20, 20, 20, 20, 20}, false},  {{41, 21, 21, 21, 21, 21, 21}, false},
        {{40, 41, 39, 60, 30, 80, 20}, false},  {{40, 81, 40, 81, 80, 81, 79}, false},
        {{40, 19, 40, 19, 20, 81, 40}, false},  {{40, 40, 40, 40, 40, 81, 81}, true},
        {{40, 40, 40, 40, 40, 19, 19}, true},   {{40, 40, 40, 40, 40, 19, 81}, true},
        {{40, 40, 40, 40, 40, 81, 19}, true},   {{40, 81, 40, 81, 40, 81, 124}, true},
        {{41, 20, 41, 20, 41, 20, 20}, true},   {{0, 0, 0, 0, 0, 0, 0}, false},
        {{0, 0, 0, 0, 0, 1, 1}, true},          {{50, 50, 50, 50, 50, 0, 0}, true},
        {{124, 62, 124, 62, 62, 61, 61}, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench b;
        start_shared(&b);
        for (uint32_t w = 0; w < 7; w++) {
            window(&b, rows[i].windows[w]);
            if (w < 6) expect(&b, GIVEN, false);
        }
        if (!rows[i].anew) {
            expect(&b, GIVEN, false);
            continue;
        }
        assert_int_equal(b.s.phase, SLICER_WARM);
        assert_false(b.out.start_en);
        expect_profile(&b, 1, true);
        assert_int_equal(to_start(&b), hand.warm);
        assert_int_equal(samples(&b), 0);
        /* The next reference is that of the next division. */
        to_shared(&b, GIVEN);
        window(&b, 124);
        for (uint32_t w = 0; w < 4; w++) {
            window(&b, 124);
            expect(&b, GIVEN, false);
        }
    }
}

/* The first two windows: the reference is no other one, and one other is not two. */
static void rule_behaviour_at_once(void **state)
{
    (void)state;
    struct bench b;
    start_shared(&b);
    window(&b, 10);
    window(&b, 50);
    expect(&b, GIVEN, false);
    window(&b, 50);
    expect_profile(&b, 1, true);
    /* One other window ahead of the change does not count behind the next division. */
    start_shared(&b);
    window(&b, 10);
    window(&b, 50);
    go(&b, 0);
    cycle(&b);
    come(&b, 0, 8);
    cycle(&b);
    to_phase(&b, SLICER_SHARED);
    window(&b, 50);
    window(&b, 10);
    expect(&b, GIVEN, false);
    window(&b, 50);
    window(&b, 10);
    window(&b, 10);
    expect_profile(&b, 1, true);
}

/* Behaviour is watched under the spatial policy as well. */
static void rule_behaviour_spatial(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &hand);
    b.held = 15;
    for (uint32_t sm = 0; sm < hand.sms; sm++) b.shared[sm] = 10;
    to_shared(&b, SPATIAL);
    to_phase(&b, SLICER_ADD);
    to_phase(&b, SLICER_SHARED);
    for (uint32_t sm = 0; sm < hand.sms; sm++) b.shared[sm] = 31;
    b.shared[0] = 0;
    to_phase(&b, SLICER_ADD);
    to_phase(&b, SLICER_SHARED);
    expect(&b, SPATIAL, false);
    to_phase(&b, SLICER_ADD);
    to_phase(&b, SLICER_WARM);
    expect_profile(&b, 1, true);
}

/* Windows of the shared SMs are awaited as those of the samples. */
static void rule_shared_when_done(void **state)
{
    (void)state;
    for (uint32_t slowest = 0; slowest < hand.sms; slowest++) {
        struct bench b;
        start_shared(&b);
        b.slow[slowest] = 9;
        b.late = bit(slowest);
        for (uint32_t w = 0; w < 3; w++) {
            const uint32_t begin = b.cycle;
            assert_true(b.out.start_en);
            cycle(&b);
            to_start(&b);
            assert_int_equal(b.cycle - begin, 1 + 1 + hand.window + 9 + 1 + hand.sms);
        }
    }
    struct slicer_cfg cfg = hand;
    cfg.window = 1;
    struct bench b;
    start_two(&b, &cfg);
    to_phase(&b, SLICER_SHARED);
    for (uint32_t c = 0; c <= 2; c++) {
        assert_int_equal(b.s.phase, SLICER_SHARED);
        b.in.done = 15;
        memset(b.left, 0, sizeof b.left);
        cycle(&b);
    }
    assert_int_equal(b.s.phase, SLICER_ADD);
}

/* ---- needs ------------------------------------------------------------------------------ */

/* The needs of a kernel are those with which it began last; a number that names no kernel changes
 * nothing. */
static void rule_needs(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &three);
    b.in.room[0] = 6;
    for (uint32_t k = 0; k < 3; k++) linear(&b, k, 10);
    come(&b, 0, 9);
    come(&b, 1, 9);
    come(&b, 2, 15);
    go(&b, 0);
    cycle(&b);
    come(&b, 0, 2);
    go(&b, 1);
    cycle(&b);
    come(&b, 1, 1);
    cycle(&b);
    go(&b, 2);
    cycle(&b);
    expect_profile(&b, 1, false);
    /* There is no kernel 3, though the port has bits for it. */
    while (b.s.phase != SLICER_SETTLE) {
        b.in.begin_en = true;
        b.in.begin_kernel = 3;
        b.in.begin_need[0] = b.cycle & 15;
        const bool starts = b.s.phase == SLICER_WARM && b.s.count + 1 == three.warm;
        cycle(&b);
        if (b.s.from == 1) assert_int_equal(b.out.start_en, starts);
    }
    expect(&b, GIVEN, true);
    /* 2 blocks of 2 and 2 of 1. */
    assert_int_equal(b.out.given[0], 2);
    assert_int_equal(b.out.given[1], 2);
    assert_int_equal(b.out.given[2], 0);
    assert_int_equal(b.s.need[0], 2);
    assert_int_equal(b.s.need[1], 1);
    assert_int_equal(b.s.need[2], 15);
    assert_int_equal(b.s.need[3], 0);
}

/* The needs come a cycle before the change, in the midst of a scaling and of a filling. */
static void rule_needs_while_busy(void **state)
{
    (void)state;
    for (uint32_t phase = SLICER_SCALE; phase <= SLICER_FILL; phase++) {
        struct bench b;
        start_bench(&b, &three);
        b.in.room[0] = 6;
        for (uint32_t k = 0; k < 3; k++) linear(&b, k, 10);
        come(&b, 0, 2);
        come(&b, 1, 2);
        cycle(&b);
        to_phase(&b, phase);
        cycles(&b, 2);
        come(&b, 2, 1);
        cycle(&b);
        expect_profile(&b, 1, true);
        to_phase(&b, SLICER_SETTLE);
        /* One block of each takes 5 of 6; 10 of 32 is below 19: spatial. */
        expect(&b, SPATIAL, true);
        go(&b, 0);
        cycle(&b);
        expect_profile(&b, 1, true);
        to_phase(&b, SLICER_SETTLE);
        /* 2 blocks of 2 and 2 of 1. */
        expect(&b, GIVEN, true);
        assert_int_equal(b.out.given[0], 0);
        assert_int_equal(b.out.given[1], 2);
        assert_int_equal(b.out.given[2], 2);
    }
}

/* ---- changes in every cycle of a pass ---------------------------------------------------- */

enum change { GOES, COMES, SWAPS, RESET };

/* Two kernels of three run, in two rounds. Warm is the least that is taken: a scaling of all three
 * takes 3 * (2 * (2 + 4 + 4 + 1) + 1) cycles and that of done. */
static const struct slicer_cfg pass = {.sms = 3,
                                       .kernels = 3,
                                       .blocks = 2,
                                       .kinds = 1,
                                       .need_width = 4,
                                       .warm = 73,
                                       .settle = 3,
                                       .window = 3,
                                       .instr_width = 4,
                                       .perf_width = 4};

static void start_pass(struct bench *b)
{
    start_bench(b, &pass);
    b->in.room[0] = 6;
    b->shared[0] = 7;
    for (uint32_t k = 0; k < 3; k++) linear(b, k, 5);
}

/* What a slicer that has done nothing yet goes through, from the first cycle of the warm-up to the
 * third shared window. */
struct trace {
    uint32_t cycles;
    uint32_t phase[1000];
    struct slicer_out out[1000];
};

static void record(struct trace *t, const struct bench *like)
{
    static struct bench b;
    uint32_t shared = 0;
    start_pass(&b);
    for (uint32_t k = 0; k < 3; k++) {
        if (has(like->s.runs, k)) come(&b, k, like->s.need[k]);
    }
    cycle(&b);
    for (t->cycles = 0; shared < 3; t->cycles++) {
        assert_true(t->cycles < 1000);
        t->phase[t->cycles] = b.s.phase;
        t->out[t->cycles] = b.out;
        shared += b.s.phase == SLICER_SHARED && b.out.start_en;
        cycle(&b);
    }
}

/* Whether the policy is new in the first cycle depends on what was before. */
static void expect_trace(struct bench *b, const struct trace *t)
{
    for (uint32_t c = 0; c < t->cycles; c++) {
        assert_int_equal(b->s.phase, t->phase[c]);
        assert_int_equal(b->out.start_en, t->out[c].start_en);
        assert_int_equal(b->out.policy, t->out[c].policy);
        assert_int_equal(b->out.from, t->out[c].from);
        assert_memory_equal(b->out.given, t->out[c].given, sizeof b->out.given);
        if (c > 0) assert_int_equal(b->out.replan, t->out[c].replan);
        cycle(b);
    }
}

static void reset(struct bench *b)
{
    slicer_reset(&b->s);
    b->in.runs = 0;
    look(b);
    expect(b, LEFT_OVER, false);
    assert_false(b->out.start_en);
    assert_int_equal(b->s.runs, 0);
    assert_int_equal(b->s.scale.phase, PERF_SCALE_IDLE);
    assert_int_equal(b->s.fill.phase, WATER_FILL_IDLE);
    assert_int_equal(samples(b), 0);
    for (uint32_t k = 0; k < 2; k++) come(b, k, 1);
    cycle(b);
    expect_profile(b, 1, true);
}

/* The next cycle is the first one of a warm-up. */
static void change(struct bench *b, uint32_t what)
{
    if (what == RESET) {
        reset(b);
        return;
    }
    if (what != GOES) come(b, 2, 3);
    if (what != COMES) go(b, 0);
    const struct slicer_out before = b->out;
    cycle(b);
    assert_false(b->out.start_en);
    if (what != GOES) {
        expect_profile(b, 1, before.policy != PROFILE || before.from != 1);
        return;
    }
    expect(b, LEFT_OVER, true);
    cycle(b);
    expect(b, LEFT_OVER, false);
    come(b, 0, 2);
    cycle(b);
    expect_profile(b, 1, true);
}

/* The change comes in each cycle of a pass in turn: what follows is as if nothing had been before.
 */
static void in_every_cycle(void **state)
{
    const uint32_t what = (uint32_t)(uintptr_t)*state;
    static struct bench b, at;
    static struct trace trace;
    uint32_t phases = 0, shared = 0;
    start_pass(&at);
    come(&at, 0, 2);
    come(&at, 1, 1);
    cycle(&at);
    trace.cycles = 0;
    while (shared < 3) {
        phases |= (uint32_t)bit(at.s.phase);
        b = at;
        change(&b, what);
        if (trace.cycles == 0) record(&trace, &b);
        expect_trace(&b, &trace);
        assert_false(b.too_early);
        cycle(&at);
        shared += at.s.phase == SLICER_SHARED && at.out.start_en;
    }
    assert_int_equal(phases, 0x3fe);
}

/* The least Warm is enough, and one less is not: all three kernels are scaled, and one of them goes
 * in the cycle of the start. */
static void rule_least_warm(void **state)
{
    (void)state;
    for (uint32_t less = 0; less <= 2; less++) {
        static struct bench b;
        start_pass(&b);
        b.s.cfg.warm -= less;
        for (uint32_t k = 0; k < 3; k++) come(&b, k, 1);
        cycle(&b);
        to_phase(&b, SLICER_SCALE);
        go(&b, 0);
        cycle(&b);
        expect_profile(&b, 1, true);
        assert_int_equal(to_start(&b), pass.warm - less);
        assert_int_equal(b.too_early, less > 0);
    }
}

/* In the cycle of decide the change wins: no division is ever seen. So in the last cycle of the
 * window that is the second other one, though the slicer would begin anew anyhow. */
static void race_decide(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &hand);
    to_phase(&b, SLICER_DECIDE);
    go(&b, 1);
    cycle(&b);
    expect(&b, LEFT_OVER, true);
    assert_false(b.out.start_en);
    cycle(&b);
    expect_rest(&b);

    start_shared(&b);
    window(&b, 10);
    window(&b, 50);
    to_phase(&b, SLICER_ADD);
    cycles(&b, hand.sms - 1);
    assert_int_equal(b.s.phase, SLICER_ADD);
    go(&b, 1);
    cycle(&b);
    expect(&b, LEFT_OVER, true);
    cycle(&b);
    expect_rest(&b);
}

/* ---- the paper's sizes ------------------------------------------------------------------- */

/* Two kernels on 16 SMs: one round, 1 to 8 blocks of each (Figure 4). One grows to its 8 blocks,
 * the other is best with 3. */
static void paper_two_kernels(void **state)
{
    (void)state;
    static struct bench b;
    start_bench(&b, &paper);
    static const uint32_t room[5] = {1536, 32768, 49152, 8, 48};
    static const uint32_t needs[2][5] = {{256, 5120, 4096, 1, 8}, {192, 3072, 12288, 1, 6}};
    static const uint32_t knee[9] = {0, 3000, 6000, 8000, 7600, 7200, 6800, 6400, 6000};
    memcpy(b.in.room, room, sizeof room);
    for (uint32_t k = 0; k < 2; k++) {
        memcpy(b.in.begin_need, needs[k], sizeof needs[k]);
        begin(&b, 3 * k);
    }
    linear(&b, 0, 1000);
    memcpy(b.instr[3], knee, sizeof knee);
    cycle(&b);
    expect_profile(&b, 1, true);
    assert_int_equal(to_start(&b), 20000);
    to_phase(&b, SLICER_COLLECT);
    cycles(&b, 16);
    assert_int_equal(b.s.phase, SLICER_SCALE);
    assert_int_equal(samples(&b), 16);
    to_phase(&b, SLICER_DECIDE);
    const uint32_t decided = b.cycle;
    cycle(&b);
    expect(&b, GIVEN, true);
    /* Threads: 4 x 256 and 2 x 192 are 1,408; neither kernel's next block fits. */
    const uint32_t given[4] = {4, 0, 0, 2};
    assert_memory_equal(b.out.given, given, sizeof given);
    to_start(&b);
    assert_int_equal(b.cycle - decided, 5001);
    while (!b.s.referred) cycle(&b);
    assert_int_equal(b.cycle - decided, 10019);
}

/* Four kernels: 4 SMs each, two rounds. */
static void paper_four_kernels(void **state)
{
    (void)state;
    static struct bench b;
    start_bench(&b, &paper);
    for (uint32_t k = 0; k < 4; k++) {
        linear(&b, k, 500 + k);
        come(&b, k, 10000);
    }
    cycle(&b);
    assert_int_equal(to_start(&b), 20000);
    to_phase(&b, SLICER_COLLECT);
    cycles(&b, 16);
    expect_profile(&b, 5, true);
    assert_int_equal(to_start(&b), 5000);
    to_phase(&b, SLICER_COLLECT);
    cycles(&b, 16);
    assert_int_equal(b.s.phase, SLICER_SCALE);
    assert_int_equal(samples(&b), 32);
    to_phase(&b, SLICER_SETTLE);
    /* 13 blocks fit: 3 of each, which is 3 / 8 of the best, below 70 %. */
    expect(&b, SPATIAL, true);
}

/* ---- a twin that plans ahead ------------------------------------------------------------- */

/* It knows the cycles in which things happen, and works out performances and divisions at once. */
struct twin {
    const struct slicer_cfg *cfg;
    uint32_t now;
    uint32_t runs;
    bool rests, profiles;
    uint32_t from;
    uint32_t start_at;  /* the cycle of the next start, or of the last one */
    uint32_t seen_at;   /* the cycle in which all SMs were done; 0: not yet */
    uint32_t decide_at; /* 0: not known yet */
    uint32_t noted[SMS * KERNELS];
    bool there[KERNELS][BLOCKS + 1];
    uint32_t instr[KERNELS][BLOCKS + 1], stall[KERNELS][BLOCKS + 1];
    uint32_t need[KERNELS][KINDS];
    uint32_t perf[KERNELS][BLOCKS + 1];
    uint32_t division[KERNELS];
    bool failed;
    uint32_t sums[2]; /* the reference, and of the window */
    uint32_t windows; /* that have been added */
    uint32_t others;  /* in sequence */
    struct slicer_out out;
    /* What has happened. */
    uint32_t n_given, n_failed, n_lost, n_rounds, n_behaviour, n_changes, n_dropped, n_taken;
};

static void twin_policy(struct twin *t, uint32_t policy)
{
    struct slicer_out next = {.policy = policy};
    if (policy == PROFILE) next.from = t->from;
    if (policy == GIVEN) memcpy(next.given, t->division, sizeof next.given);
    next.replan = next.policy != t->out.policy || next.from != t->out.from ||
                  memcmp(next.given, t->out.given, sizeof next.given) != 0;
    t->out = next;
}

/* The warm-up's first cycle is the next one. */
static void twin_round(struct twin *t, uint32_t from)
{
    t->rests = false;
    t->profiles = true;
    t->from = from;
    t->start_at = t->now + 1 + (from == 1 ? t->cfg->warm : t->cfg->settle);
    t->seen_at = t->decide_at = 0;
    if (from == 1) memset(t->there, 0, sizeof t->there);
    twin_policy(t, PROFILE);
}

static void twin_anew(struct twin *t)
{
    const uint32_t n = count_kernels(t->runs);
    if (n >= 2 && n <= t->cfg->sms) {
        twin_round(t, 1);
        return;
    }
    t->rests = true;
    t->profiles = false;
    twin_policy(t, LEFT_OVER);
}

static void twin_window(struct twin *t)
{
    t->start_at = t->now + 1;
    t->seen_at = 0;
    t->sums[t->windows > 0] = 0;
}

static void twin_sample(struct twin *t, const struct slicer_in *in, uint32_t sm)
{
    const uint32_t *row = &in->blocks[sm * t->cfg->kernels];
    uint32_t kernels = 0, which = 0;
    for (uint32_t k = 0; k < t->cfg->kernels; k++) {
        const bool changed = row[k] != t->noted[sm * t->cfg->kernels + k];
        if (row[k] == 0 && !changed) continue;
        kernels += changed ? 2 : 1;
        which = k;
    }
    if (kernels != 1) {
        t->n_dropped++;
        return;
    }
    t->n_taken++;
    t->there[which][row[which]] = true;
    t->instr[which][row[which]] = in->instr[sm];
    t->stall[which][row[which]] = in->stall[sm];
}

/* The page's formula of the performance scale. */
static uint64_t twin_scaled(const struct twin *t, uint32_t k, uint32_t j)
{
    int64_t n = 0, sum = 0;
    for (uint32_t i = 1; i <= t->cfg->blocks; i++) {
        n += t->there[k][i];
        sum += t->there[k][i] ? i : 0;
    }
    if (!t->there[k][j]) return 0;
    return t->instr[k][j] * (uint64_t)(t->cfg->window * sum + t->stall[k][j] * (j * n - sum));
}

static void twin_scale(struct twin *t)
{
    const uint64_t whole = UINT64_C(1) << t->cfg->perf_width;
    for (uint32_t k = 0; k < t->cfg->kernels; k++) {
        uint64_t best = 0;
        for (uint32_t j = 1; j <= t->cfg->blocks; j++) {
            if (twin_scaled(t, k, j) > best) best = twin_scaled(t, k, j);
        }
        for (uint32_t j = 1; j <= t->cfg->blocks; j++) {
            const uint64_t share = best == 0 ? 0 : twin_scaled(t, k, j) * whole / best;
            t->perf[k][j] = (uint32_t)(share < whole ? share : whole - 1);
        }
    }
}

static bool twin_fits(const struct twin *t, const struct slicer_in *in, const uint32_t *blocks)
{
    for (uint32_t r = 0; r < t->cfg->kinds; r++) {
        uint64_t sum = 0;
        for (uint32_t k = 0; k < t->cfg->kernels; k++) sum += (uint64_t)blocks[k] * t->need[k][r];
        if (sum > in->room[r]) return false;
    }
    return true;
}

/* The next number of blocks that does better than all smaller ones; 0: there is none. */
static uint32_t twin_goal(const struct twin *t, uint32_t k)
{
    uint32_t best = 0;
    for (uint32_t j = 1; j <= t->division[k]; j++) {
        if (t->perf[k][j] > best) best = t->perf[k][j];
    }
    for (uint32_t j = t->division[k] + 1; j <= t->cfg->blocks; j++) {
        if (t->perf[k][j] > best) return j;
    }
    return 0;
}

/* The page's water fill, at once. Gives its cycles, from the one behind the start to that of
 * done. */
static uint32_t twin_fill(struct twin *t, const struct slicer_in *in)
{
    const struct slicer_cfg *cfg = t->cfg;
    uint32_t spent = cfg->blocks, full = 0;
    memset(t->division, 0, sizeof t->division);
    t->failed = false;
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        spent++;
        if (!has(t->runs, k)) continue;
        t->division[k] = 1;
        t->failed = !twin_fits(t, in, t->division);
        if (t->failed) return spent + 1;
    }
    for (;;) {
        uint32_t worst = KERNELS;
        spent++;
        for (uint32_t k = cfg->kernels; k-- > 0;) {
            if (!has(t->runs & ~full, k) || twin_goal(t, k) == 0) continue;
            if (worst == KERNELS ||
                t->perf[k][t->division[k]] <= t->perf[worst][t->division[worst]])
                worst = k;
        }
        if (worst == KERNELS) return spent + 1;
        const uint32_t had = t->division[worst], goal = twin_goal(t, worst);
        while (t->division[worst] < goal && !has(full, worst)) {
            spent++;
            t->division[worst]++;
            if (!twin_fits(t, in, t->division)) full |= (uint32_t)bit(worst);
        }
        if (has(full, worst)) t->division[worst] = had;
    }
}

/* The SMs have been collected in this cycle; the next one is the first of the scale. */
static void twin_plan(struct twin *t, const struct slicer_in *in)
{
    const struct slicer_cfg *cfg = t->cfg;
    const uint32_t each =
        cfg->blocks * (clog2(cfg->window + 1) + cfg->instr_width + cfg->perf_width + 1);
    const uint32_t scaling = cfg->kernels + count_kernels(t->runs) * each + 1;
    const uint32_t scale_at = t->now + 1, fill_at = scale_at + scaling + 1;
    twin_scale(t);
    t->decide_at = fill_at + twin_fill(t, in) + 1;
}

static void twin_decide(struct twin *t)
{
    const uint32_t n = count_kernels(t->runs);
    bool lost = false;
    for (uint32_t k = 0; k < t->cfg->kernels && !t->failed; k++) {
        if (!has(t->runs, k)) continue;
        /* Below the bound rounded down: one more is not above the bound itself. */
        const uint64_t perf = t->perf[k][t->division[k]];
        lost |= (perf + 1) * 5 * n <= (5 * n - 6) * (UINT64_C(1) << t->cfg->perf_width);
    }
    t->n_failed += t->failed;
    t->n_lost += lost;
    t->n_given += !t->failed && !lost;
    t->profiles = false;
    t->windows = t->others = 0;
    twin_policy(t, t->failed || lost ? SPATIAL : GIVEN);
    twin_window(t);
    t->start_at += t->cfg->settle;
}

/* A window's last SM has been added. */
static void twin_behaviour(struct twin *t)
{
    const uint32_t reference = t->sums[0], sum = t->sums[1];
    t->windows++;
    if (t->windows > 1 && (sum * 2 < reference || sum > reference * 2)) t->others++;
    else t->others = 0;
    if (t->others == 2) {
        t->n_behaviour++;
        twin_anew(t);
        return;
    }
    twin_window(t);
}

static void twin_collected(struct twin *t, const struct slicer_in *in)
{
    const uint32_t next = t->from + t->cfg->sms / count_kernels(t->runs);
    if (next > t->cfg->blocks) {
        twin_plan(t, in);
        return;
    }
    t->n_rounds++;
    twin_round(t, next);
}

static void twin_sms(struct twin *t, const struct slicer_in *in)
{
    const uint32_t sms = t->cfg->sms;
    if (t->seen_at == 0) {
        if (t->now >= t->start_at + 2 && in->done == ones(sms)) t->seen_at = t->now;
        return;
    }
    const uint32_t sm = t->now - t->seen_at - 1;
    if (sm >= sms) return;
    if (t->profiles) twin_sample(t, in, sm);
    else t->sums[t->windows > 0] += in->instr[sm];
    if (sm + 1 < sms) return;
    if (t->profiles) twin_collected(t, in);
    else twin_behaviour(t);
}

/* t->out is what is to be seen in this cycle; it becomes that of the next one. */
static void twin_cycle(struct twin *t, const struct slicer_in *in)
{
    t->out.replan = false;
    if (in->runs != t->runs) {
        t->n_changes++;
        t->runs = in->runs;
        twin_anew(t);
    } else if (!t->rests) {
        if (t->profiles && t->now + 1 == t->start_at) memcpy(t->noted, in->blocks, sizeof t->noted);
        if (t->decide_at == t->now && t->profiles && t->decide_at != 0) twin_decide(t);
        else if (t->now >= t->start_at) twin_sms(t, in);
    }
    if (in->begin_en && in->begin_kernel < t->cfg->kernels)
        memcpy(t->need[in->begin_kernel], in->begin_need, sizeof in->begin_need);
    t->now++;
    t->out.start_en = !t->rests && t->now == t->start_at;
}

/* ---- the twin's run ---------------------------------------------------------------------- */

static const struct run {
    const char *name;
    struct slicer_cfg cfg;
    uint32_t cycles;
    uint32_t change; /* one in so many cycles */
    uint32_t stray;  /* of 64: how often an SM does not do as it is told */
} runs[] = {
    {"twin_hand", {4, 2, 2, 2, 5, 80, 70, 6, 5, 4}, 100000, 400, 4},
    {"twin_restless", {4, 2, 2, 2, 5, 80, 70, 6, 5, 4}, 60000, 90, 4},
    {"twin_three", {5, 3, 3, 1, 4, 160, 30, 6, 8, 5}, 200000, 1200, 4},
    {"twin_rounds", {3, 3, 4, 3, 6, 163, 40, 1, 4, 7}, 300000, 2500, 2},
    {"twin_many", {7, 5, 3, 2, 6, 311, 1, 9, 6, 9}, 300000, 2000, 8},
    {"twin_large", {16, 4, 8, 4, 8, 1300, 200, 20, 10, 12}, 500000, 9000, 2},
    {"twin_crowded", {2, 4, 2, 1, 4, 57, 9, 3, 4, 5}, 60000, 500, 4},
    {"twin_one_kernel", {2, 1, 2, 1, 4, 150, 150, 3, 4, 5}, 5000, 50, 4},
    {"twin_alone", {1, 3, 1, 8, 32, 18, 1, 2, 3, 5}, 5000, 50, 4},
    {"twin_one_block", {6, 3, 1, 1, 3, 80, 80, 5, 4, 6}, 60000, 400, 40},
};

struct rig {
    struct bench b;
    struct twin t;
    struct hd_rng rng;
    uint32_t strength; /* of the SMs: changes with the behaviour */
    uint32_t fresh;    /* a bit for the kernel that runs for the first cycle */
};

static void draw_needs(struct rig *g, uint32_t k)
{
    const struct slicer_cfg *cfg = &g->b.s.cfg;
    struct slicer_in *in = &g->b.in;
    in->begin_en = true;
    in->begin_kernel = k;
    for (uint32_t r = 0; r < cfg->kinds; r++) {
        const uint32_t most = in->room[r] / (1 + hd_rng_below(&g->rng, 2 * cfg->blocks));
        in->begin_need[r] = most > 0 ? hd_rng_below(&g->rng, most) : 0;
    }
}

/* A kernel's instructions: they grow with its blocks, up to a knee. */
static void draw_kernel(struct rig *g, uint32_t k)
{
    const struct slicer_cfg *cfg = &g->b.s.cfg;
    const uint32_t largest = (uint32_t)ones(cfg->instr_width);
    const uint32_t knee = 1 + hd_rng_below(&g->rng, cfg->blocks);
    const uint32_t rate = 1 + hd_rng_below(&g->rng, largest / cfg->blocks + 1);
    const uint32_t memory = hd_rng_below(&g->rng, cfg->window + 1);
    for (uint32_t n = 1; n <= cfg->blocks; n++) {
        uint32_t instr = rate * (n < knee ? n : knee) + hd_rng_below(&g->rng, 2);
        if (hd_rng_chance(&g->rng, 1, 8)) instr = hd_rng_below(&g->rng, largest);
        g->b.instr[k][n] = instr < largest ? instr : largest;
        g->b.stall[k][n] =
            hd_rng_chance(&g->rng, 1, 2) ? memory : hd_rng_below(&g->rng, cfg->window + 1);
    }
}

/* A kernel that does not run tells its needs, one that runs for longer than a cycle ends. */
static void draw_change(struct rig *g, const struct run *run)
{
    const uint32_t k = hd_rng_below(&g->rng, run->cfg.kernels), set = g->b.in.runs;
    if (g->b.in.begin_en || has(g->fresh, k)) return;
    if (has(set, k)) {
        g->b.in.runs &= (uint32_t)~bit(k);
        return;
    }
    draw_kernel(g, k);
    draw_needs(g, k);
}

static void stray(struct rig *g, uint32_t sm)
{
    const struct slicer_cfg *cfg = &g->b.s.cfg;
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        if (hd_rng_chance(&g->rng, 1, 2))
            g->b.in.blocks[sm * cfg->kernels + k] = hd_rng_below(&g->rng, cfg->blocks + 1);
    }
}

static void draw_sms(struct rig *g, const struct run *run)
{
    struct bench *b = &g->b;
    const uint32_t window = run->cfg.window;
    for (uint32_t sm = 0; sm < run->cfg.sms; sm++) {
        if (hd_rng_chance(&g->rng, run->stray, 64 * window)) {
            b->held ^= bit(sm);
            stray(g, sm);
        } else if (has(b->held, sm) && hd_rng_chance(&g->rng, 1, 40 * window)) {
            b->held &= ~bit(sm);
        }
        b->slow[sm] = hd_rng_chance(&g->rng, 1, 4) ? hd_rng_below(&g->rng, 5) : 0;
        b->shared[sm] = (uint32_t)ones(run->cfg.instr_width) >> g->strength;
    }
    if (hd_rng_chance(&g->rng, 1, 30 * (window + run->cfg.sms)))
        g->strength = hd_rng_below(&g->rng, run->cfg.instr_width + 1);
    if (b->told == 0 && !b->out.start_en) b->late = hd_rng_next(&g->rng) & ones(run->cfg.sms);
}

static void compare(const struct rig *g)
{
    const struct slicer_out *model = &g->b.out, *twin = &g->t.out;
    if (model->start_en != twin->start_en || model->policy != twin->policy ||
        model->from != twin->from || model->replan != twin->replan ||
        memcmp(model->given, twin->given, sizeof twin->given) != 0)
        fail_msg("cycle %u: phase %u, start %d/%d, policy %u/%u, from %u/%u, replan %d/%d",
                 g->b.cycle, g->b.s.phase, model->start_en, twin->start_en, model->policy,
                 twin->policy, model->from, twin->from, model->replan, twin->replan);
}

static void start_rig(struct rig *g, const struct run *run)
{
    memset(g, 0, sizeof *g);
    start_bench(&g->b, &run->cfg);
    g->t = (struct twin){.cfg = &run->cfg, .rests = true};
    hd_rng_seed(&g->rng, 7);
}

static void reset_rig(struct rig *g)
{
    slicer_reset(&g->b.s);
    g->b.in.runs = 0;
    g->b.in.begin_en = false;
    g->fresh = 0;
    g->t.rests = true;
    g->t.profiles = false;
    g->t.runs = 0;
    g->t.out = (struct slicer_out){0};
    look(&g->b);
}

/* A run is worth something if all has happened in it that its sizes allow. */
static void expect_seen(const struct twin *t, const struct run *run)
{
    if (run->cfg.kernels < 2 || run->cfg.sms < 2) return;
    assert_true(t->n_given > 0 && t->n_failed > 0 && t->n_lost > 0 && t->n_behaviour > 0);
    assert_true(t->n_changes > 20 && t->n_dropped > 10 && t->n_taken > 10);
    assert_true(t->n_rounds > 0 || run->cfg.sms / 2 >= run->cfg.blocks);
}

/* A kernel that tells its needs runs in the next cycle. */
static void with_twin(void **state)
{
    const struct run *run = *state;
    static struct rig g;
    start_rig(&g, run);
    for (uint32_t c = 0; c < run->cycles; c++) {
        if (hd_rng_chance(&g.rng, 1, 20000)) reset_rig(&g);
        if (hd_rng_chance(&g.rng, 1, run->change)) draw_change(&g, run);
        const uint32_t comes = g.b.in.begin_en ? (uint32_t)bit(g.b.in.begin_kernel) : 0;
        draw_sms(&g, run);
        show(&g.b);
        compare(&g);
        twin_cycle(&g.t, &g.b.in);
        edge(&g.b);
        g.b.in.runs |= comes;
        g.fresh = comes;
    }
    assert_false(g.b.too_early);
    expect_seen(&g.t, run);
}

/* ---- check, promise and init do fail ------------------------------------------------------ */

static void expect_broken(const char *broken, const char *name)
{
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_can_fail(void **state)
{
    (void)state;
    static struct bench b;
    start_two(&b, &hand);
    to_phase(&b, SLICER_SHARED);
    expect(&b, GIVEN, false);
    static struct slicer good;
    good = b.s;
#define FAILS(name, change)                                                                        \
    do {                                                                                           \
        b.s = good;                                                                                \
        change;                                                                                    \
        expect_broken(slicer_check(&b.s), name);                                                   \
    } while (0)
    FAILS("given_fits", b.s.need[0] = 32);
    FAILS("given_fits", b.s.need[3] = 32);
    FAILS("given_fits", b.s.room[1] = 1);
    FAILS("given_fits", b.s.given[1] = 9);
    FAILS("each_has", b.s.given[1] = 0);
    FAILS("rests_alone", b.s.runs = 1);
    FAILS("rests_alone", b.s.runs = 0);
    FAILS("replans", b.s.given[0] = 1);
    FAILS("replans", b.s.policy = SPATIAL);
    FAILS("factor_range", (b.s.scale.phase = PERF_SCALE_PRODUCT, b.s.scale.at = 1,
                           b.s.scale.best = 0, b.s.scale.factor = UINT32_MAX));
    FAILS("phase_range", b.s.fill.phase = WATER_FILL_DONE + 1);
    b.s = good;
    b.s.replan = true;
    b.s.policy = SPATIAL;
    assert_null(slicer_check(&b.s));
    start_two(&b, &hand);
    good = b.s;
    FAILS("replans", (b.s.replan = false, b.s.from = 2));
#undef FAILS
}

static void promise_widths(void **state)
{
    (void)state;
    static struct slicer s;
    static struct slicer_in in;
    assert_null(slicer_init(&s, &three));
#define FAILS(member, sentence)                                                                    \
    do {                                                                                           \
        memset(&in, 0, sizeof in);                                                                 \
        in.member;                                                                                 \
        expect_broken(slicer_promise(&s, &in), sentence);                                          \
    } while (0)
    FAILS(begin_kernel = 4, "a number has more bits than KernelWidth");
    FAILS(begin_need[0] = 16, "a need has more bits than NeedWidth");
    FAILS(room[0] = 16, "an amount of room has more bits than NeedWidth");
    FAILS(runs = 8, "runs_i has more bits than Kernels");
    FAILS(blocks[14] = 4, "a number of blocks has more bits than BlockWidth");
    FAILS(done = 32, "done_i has more bits than Sms");
    FAILS(instr[4] = 256, "a number of instructions has more bits than InstrWidth");
    FAILS(stall[4] = 7, "an SM stalled for more cycles than Window");
    FAILS(runs = 1, "a kernel runs whose needs have not come");
#undef FAILS
    /* What lies outside of the ports is of no matter. */
    memset(&in, 0, sizeof in);
    in.begin_need[1] = 99;
    in.blocks[15] = 99;
    in.instr[5] = 999;
    in.stall[5] = 7;
    assert_null(slicer_promise(&s, &in));
    struct slicer_cfg cfg = hand;
    cfg.kernels = 1;
    assert_null(slicer_init(&s, &cfg));
    in.begin_kernel = 2;
    expect_broken(slicer_promise(&s, &in), "a number has more bits than KernelWidth");
    in.begin_kernel = 1;
    in.begin_en = true;
    memset(in.blocks, 0, sizeof in.blocks);
    memset(in.begin_need, 0, sizeof in.begin_need);
    assert_null(slicer_promise(&s, &in));
}

static void promise_kernels(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &hand);
    b.in.begin_en = true;
    b.in.begin_kernel = 1;
    expect_broken(slicer_promise(&b.s, &b.in), "the needs of a kernel come while it runs");
    b.in.begin_en = false;
    cycle(&b);
    b.in.begin_en = true;
    go(&b, 1);
    assert_null(slicer_promise(&b.s, &b.in));
    b.in.begin_en = false;
    b.in.room[1] ^= 1;
    expect_broken(slicer_promise(&b.s, &b.in), "room_i changes");
    b.in.room[1] ^= 1;
    /* After a reset the needs come anew, and the room is looked at anew. */
    b.in.runs = 3;
    assert_null(slicer_promise(&b.s, &b.in));
    slicer_reset(&b.s);
    expect_broken(slicer_promise(&b.s, &b.in), "a kernel runs whose needs have not come");
    b.in.runs = 0;
    b.in.room[1] ^= 1;
    assert_null(slicer_promise(&b.s, &b.in));
}

/* A kernel that has begun runs in the next cycle, whatever else there is in it. */
static void promise_begun(void **state)
{
    (void)state;
    static const char breaks[] = "a kernel has begun, and does not run a cycle later";
    struct bench b;
    start_bench(&b, &three);
    come(&b, 0, 1);
    come(&b, 2, 1);
    assert_null(slicer_promise(&b.s, &b.in));
    struct slicer_in in = b.in;
    in.runs = 1;
    expect_broken(slicer_promise(&b.s, &in), breaks);
    in.runs = 0;
    expect_broken(slicer_promise(&b.s, &in), breaks);
    in.begin_en = true;
    in.begin_kernel = 2;
    expect_broken(slicer_promise(&b.s, &in), breaks);
    /* The one that began earlier may end. */
    in = b.in;
    in.runs = 4;
    assert_null(slicer_promise(&b.s, &in));
    /* A cycle later this one may, too. */
    cycle(&b);
    in.runs = 1;
    assert_null(slicer_promise(&b.s, &in));
    /* A number that names no kernel begins none. */
    b.in.begin_en = true;
    b.in.begin_kernel = 3;
    cycle(&b);
    assert_null(slicer_promise(&b.s, &in));
    /* A reset forgets who has begun. */
    b.in.runs = 4;
    cycle(&b);
    b.in.begin_en = true;
    b.in.begin_kernel = 0;
    cycle(&b);
    in.runs = 4;
    expect_broken(slicer_promise(&b.s, &in), breaks);
    slicer_reset(&b.s);
    in.runs = 0;
    assert_null(slicer_promise(&b.s, &in));
}

/* From the second cycle behind the start on, for the Window cycles of the window. */
static void promise_done(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &hand);
    to_start(&b);
    b.late = 2;
    for (uint32_t c = 0; c <= hand.window + 3; c++) {
        struct slicer_in in = b.in;
        in.done = 2;
        const char *broken = slicer_promise(&b.s, &in);
        if (c >= 2 && c <= hand.window)
            expect_broken(broken, "done_i is high before the window has ended");
        else assert_null(broken);
        static struct slicer s;
        s = b.s;
        slicer_reset(&s);
        in.runs = 0;
        assert_null(slicer_promise(&s, &in));
        cycle(&b);
    }
}

static void promise_counters(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b, &hand);
    for (uint32_t sm = 0; sm < hand.sms; sm++) b.slow[sm] = 3 * sm;
    to_start(&b);
    while (b.in.done == 0) cycle(&b);
    assert_int_equal(b.in.done, 1);
    static const char changes[] = "what an SM has counted changes while its done_i is high";
    struct slicer_in in = b.in;
    in.instr[0] ^= 1;
    in.instr[3] ^= 1;
    /* It is the first cycle. */
    assert_null(slicer_promise(&b.s, &in));
    cycle(&b);
    in = b.in;
    in.instr[3] ^= 1;
    in.stall[3] ^= 1;
    assert_null(slicer_promise(&b.s, &in));
    in.instr[0] ^= 1;
    expect_broken(slicer_promise(&b.s, &in), changes);
    in = b.in;
    in.stall[0] ^= 1;
    expect_broken(slicer_promise(&b.s, &in), changes);
    in.done = 0;
    assert_null(slicer_promise(&b.s, &in));
    static struct slicer s;
    s = b.s;
    slicer_reset(&s);
    in.done = 15;
    in.runs = 0;
    assert_null(slicer_promise(&s, &in));
    /* In the start's cycle and behind it the next window's numbers may be there. */
    cycle(&b);
    to_start(&b);
    for (int c = 0; c < 2; c++) {
        in = b.in;
        in.done = 15;
        in.instr[0] ^= 1;
        assert_null(slicer_promise(&b.s, &in));
        cycle(&b);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const char short_warm[] =
        "Warm must be longer than a scaling by Kernels cycles at least";
    static const struct {
        struct slicer_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 2, 2, 2, 5, 80, 70, 6, 5, 4}, "Sms must be 1 to 64"},
        {{65, 2, 2, 2, 5, 80, 70, 6, 5, 4}, "Sms must be 1 to 64"},
        {{4, 0, 2, 2, 5, 80, 70, 6, 5, 4}, "Kernels must be 1 to 16"},
        {{4, 17, 2, 2, 5, 80, 70, 6, 5, 4}, "Kernels must be 1 to 16"},
        {{4, 2, 0, 2, 5, 80, 70, 6, 5, 4}, "Blocks must be 1 to 32"},
        {{4, 2, 33, 2, 5, 80, 70, 6, 5, 4}, "Blocks must be 1 to 32"},
        {{4, 2, 2, 0, 5, 80, 70, 6, 5, 4}, "Kinds must be 1 to 8"},
        {{4, 2, 2, 9, 5, 80, 70, 6, 5, 4}, "Kinds must be 1 to 8"},
        {{4, 2, 2, 2, 0, 80, 70, 6, 5, 4}, "NeedWidth must be 1 to 32"},
        {{4, 2, 2, 2, 33, 80, 70, 6, 5, 4}, "NeedWidth must be 1 to 32"},
        {{4, 2, 2, 2, 5, 0, 70, 6, 5, 4}, "Warm must be 1 to 65535"},
        {{4, 2, 2, 2, 5, 65536, 70, 6, 5, 4}, "Warm must be 1 to 65535"},
        {{4, 2, 2, 2, 5, 80, 0, 6, 5, 4}, "Settle must be 1 to 65535"},
        {{4, 2, 2, 2, 5, 80, 65536, 6, 5, 4}, "Settle must be 1 to 65535"},
        {{4, 2, 2, 2, 5, 80, 70, 0, 5, 4}, "Window must be 1 to 65535"},
        {{4, 2, 2, 2, 5, 80, 70, 65536, 5, 4}, "Window must be 1 to 65535"},
        {{4, 2, 2, 2, 5, 80, 70, 6, 0, 4}, "InstrWidth must be 1 to 20"},
        {{4, 2, 2, 2, 5, 80, 70, 6, 21, 4}, "InstrWidth must be 1 to 20"},
        {{4, 2, 2, 2, 5, 80, 70, 6, 5, 3}, "PerfWidth must be 4 to 32"},
        {{4, 2, 2, 2, 5, 80, 70, 6, 5, 33}, "PerfWidth must be 4 to 32"},
        /* 2 * (2 * (3 + 5 + 4 + 1) + 1) + 1 are 55, and 2 kernels are cleared. */
        {{4, 2, 2, 2, 5, 56, 70, 6, 5, 4}, short_warm},
        /* Of 5 kernels 2 are scaled: 2 * 2 * 13 + 5 + 1 are 58. */
        {{2, 5, 2, 2, 5, 62, 70, 6, 5, 4}, short_warm},
        {{16, 4, 8, 5, 17, 1416, 5000, 5000, 14, 16}, short_warm},
    };
    static struct slicer s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_broken(slicer_init(&s, &bad[i].cfg), bad[i].sentence);
    assert_null(slicer_init(&s, &(struct slicer_cfg){1, 1, 1, 1, 1, 10, 1, 1, 1, 4}));
    assert_null(slicer_init(&s, &(struct slicer_cfg){4, 2, 2, 2, 5, 57, 1, 6, 5, 4}));
    assert_null(slicer_init(&s, &(struct slicer_cfg){2, 5, 2, 2, 5, 63, 1, 6, 5, 4}));
    assert_null(slicer_init(&s, &(struct slicer_cfg){16, 4, 8, 5, 17, 1417, 1, 5000, 14, 16}));
    /* The paper's times, with more blocks than the paper has. */
    assert_null(slicer_init(&s, &(struct slicer_cfg){16, 4, 32, 5, 17, 20000, 5000, 5000, 14, 16}));
    assert_null(
        slicer_init(&s, &(struct slicer_cfg){64, 16, 32, 8, 32, 65535, 65535, 65535, 20, 32}));
}

int main(void)
{
    struct CMUnitTest tests[100] = {
        cmocka_unit_test(rule_rest),
        cmocka_unit_test(rule_change),
        cmocka_unit_test(rule_change_of_two),
        cmocka_unit_test(rule_more_kernels_than_sms),
        cmocka_unit_test(rule_one_kernel),
        cmocka_unit_test(rule_warm),
        cmocka_unit_test(rule_when_done),
        cmocka_unit_test(rule_all_done),
        cmocka_unit_test(rule_collect),
        cmocka_unit_test(rule_sample_counts),
        cmocka_unit_test(rule_when_noted),
        cmocka_unit_test(rule_rounds),
        cmocka_unit_test(rule_round_sizes),
        cmocka_unit_test(rule_samples_cleared),
        cmocka_unit_test(rule_bounds),
        cmocka_unit_test(rule_no_samples),
        cmocka_unit_test(rule_sample_missing),
        cmocka_unit_test(rule_cycles),
        cmocka_unit_test(rule_settle),
        cmocka_unit_test(rule_behaviour),
        cmocka_unit_test(rule_behaviour_at_once),
        cmocka_unit_test(rule_behaviour_spatial),
        cmocka_unit_test(rule_shared_when_done),
        cmocka_unit_test(rule_needs),
        cmocka_unit_test(rule_needs_while_busy),
        cmocka_unit_test(rule_least_warm),
        cmocka_unit_test(race_decide),
        cmocka_unit_test(race_settle),
        cmocka_unit_test(paper_two_kernels),
        cmocka_unit_test(paper_four_kernels),
        cmocka_unit_test(check_can_fail),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(promise_kernels),
        cmocka_unit_test(promise_begun),
        cmocka_unit_test(promise_done),
        cmocka_unit_test(promise_counters),
        cmocka_unit_test(init_refuses),
    };
    static const char *const changes[] = {"goes_in_every_cycle", "comes_in_every_cycle",
                                          "swaps_in_every_cycle", "reset_in_every_cycle"};
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof decisions / sizeof decisions[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = decisions[i].name,
                                         .test_func = decides,
                                         .initial_state = (void *)(uintptr_t)&decisions[i]};
    }
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        tests[n++] = (struct CMUnitTest){
            .name = changes[i], .test_func = in_every_cycle, .initial_state = (void *)(uintptr_t)i};
    }
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = with_twin,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("slicer", tests, NULL, NULL);
}
