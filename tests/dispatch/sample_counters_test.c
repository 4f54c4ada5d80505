/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the sample counters: the page's rules one by one, windows counted by hand,
 * a twin that keeps all that has happened and counts anew in each cycle, and the proof that check,
 * promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "dispatch/sample_counters.h"

/* ---- a bench --------------------------------------------------------------------------- */

enum { WAITS = 2 };

struct bench {
    struct sample_counters s;
    struct sample_counters_in in;
    struct sample_counters_out out;
};

static const struct sample_counters_cfg hand = {
    .ports = 2, .window = 5, .instr_width = 3, .lines = 2};
static const struct sample_counters_cfg paper = {
    .ports = 2, .window = 5000, .instr_width = 14, .lines = 64};

static void look(struct bench *b)
{
    const struct sample_counters before = b->s;
    sample_counters_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
}

static void start_bench(struct bench *b, const struct sample_counters_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(sample_counters_init(&b->s, cfg));
    assert_null(sample_counters_check(&b->s));
    look(b);
}

/* One cycle with the inputs set since the last; out is what is seen after it. No input stays. */
static void cycle(struct bench *b)
{
    const char *broken = sample_counters_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    look(b);
    sample_counters_tick(&b->s, &b->in, &b->out);
    broken = sample_counters_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    memset(&b->in, 0, sizeof b->in);
    look(b);
}

static void begin(struct bench *b)
{
    b->in.start_en = true;
    cycle(b);
}

static void request(struct bench *b)
{
    b->in.request = true;
    cycle(b);
}

static void answer(struct bench *b)
{
    b->in.answer = true;
    cycle(b);
}

/* A cycle in which the ports of a set issue, and the others do what is said. */
static void work(struct bench *b, uint32_t issue, uint32_t why)
{
    b->in.issue = issue;
    for (uint32_t p = 0; p < b->s.cfg.ports; p++) b->in.why[p] = has(issue, p) ? 0 : why;
    cycle(b);
}

static void expect(const struct bench *b, uint32_t instr, uint32_t stall, bool done)
{
    assert_int_equal(b->out.instr, instr);
    assert_int_equal(b->out.stall, stall);
    assert_int_equal(b->out.done, done);
}

/* ---- the page's rules ------------------------------------------------------------------ */

/* The window is the five cycles behind the start: neither the start's own nor a later one. */
static void rule_window(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    work(&b, 3, 0);
    expect(&b, 0, 0, false);
    b.in.start_en = true;
    work(&b, 3, 0);
    expect(&b, 0, 0, false);
    work(&b, 1, 0);
    expect(&b, 1, 0, false);
    work(&b, 2, 0);
    work(&b, 3, 0);
    work(&b, 0, 0);
    expect(&b, 4, 0, false);
    work(&b, 1, 0);
    expect(&b, 5, 0, true);
    for (int i = 0; i < 10; i++) {
        work(&b, 3, 0);
        expect(&b, 5, 0, true);
    }
    begin(&b);
    expect(&b, 0, 0, false);
}

/* Of one cycle: done is high from the second cycle behind the start on. */
static void rule_window_of_one(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &(struct sample_counters_cfg){3, 1, 1, 1});
    begin(&b);
    expect(&b, 0, 0, false);
    work(&b, 7, 0);
    expect(&b, 1, 0, true);
    begin(&b);
    expect(&b, 0, 0, false);
    b.in.start_en = true;
    work(&b, 7, 0);
    expect(&b, 0, 0, false);
}

/* In each cycle of a window, the last one and those behind it, a start begins anew. */
static void rule_start_anew(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t at = 1; at <= hand.window + 2; at++) {
        start_bench(&b, &hand);
        request(&b);
        begin(&b);
        for (uint32_t c = 1; c < at; c++) work(&b, c & 1, WAITS);
        b.in.start_en = true;
        work(&b, 1, WAITS);
        expect(&b, 0, 0, false);
        for (uint32_t c = 1; c <= hand.window; c++) {
            work(&b, 0, WAITS);
            expect(&b, 0, c, c == hand.window);
        }
    }
}

/* 3 bits: 2 a cycle are 2, 4, 6, 7, 7; one more at 7 stays as well, and 6 and 2 are 7. */
static void rule_saturates(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    const uint32_t largest[] = {2, 4, 6, 7, 7};
    begin(&b);
    for (uint32_t c = 0; c < 5; c++) {
        work(&b, 3, 0);
        expect(&b, largest[c], 0, c == 4);
    }
    start_bench(&b, &(struct sample_counters_cfg){1, 5, 1, 1});
    begin(&b);
    for (uint32_t c = 0; c < 5; c++) {
        work(&b, c > 0, 0);
        expect(&b, c > 0, 0, c == 4);
    }
}

/* A cycle's stall: what the ports do, with requests under way or without. */
static void rule_stall(void **state)
{
    (void)state;
    static const struct {
        uint32_t issue, why[3], lines, stall;
    } rows[] = {
        {0, {2, 2, 2}, 1, 1}, {0, {2, 2, 2}, 2, 1}, {0, {2, 2, 2}, 0, 0}, {0, {2, 3, 4}, 1, 1},
        {0, {4, 2, 1}, 1, 1}, {0, {4, 4, 2}, 1, 1}, {0, {0, 0, 0}, 1, 0}, {0, {1, 1, 1}, 1, 0},
        {0, {3, 3, 3}, 1, 0}, {0, {4, 4, 4}, 1, 0}, {0, {5, 5, 5}, 1, 0}, {0, {6, 6, 6}, 1, 0},
        {0, {7, 7, 7}, 1, 0}, {1, {0, 2, 2}, 1, 0}, {2, {2, 0, 2}, 1, 0}, {4, {2, 2, 0}, 1, 0},
        {7, {0, 0, 0}, 1, 0}, {1, {2, 2, 2}, 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench b;
        start_bench(&b, &(struct sample_counters_cfg){3, 5, 3, 2});
        for (uint32_t l = 0; l < rows[i].lines; l++) request(&b);
        begin(&b);
        b.in.issue = rows[i].issue;
        memcpy(b.in.why, rows[i].why, sizeof rows[i].why);
        cycle(&b);
        expect(&b, (uint32_t)__builtin_popcount(rows[i].issue), rows[i].stall, false);
    }
}

/* The request is under way from the next cycle on; and still in the cycle of its answer. */
static void rule_before_the_cycle(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    begin(&b);
    b.in.request = true;
    work(&b, 0, WAITS);
    expect(&b, 0, 0, false);
    b.in.answer = true;
    work(&b, 0, WAITS);
    expect(&b, 0, 1, false);
    work(&b, 0, WAITS);
    expect(&b, 0, 1, false);
}

/* With a request and an answer in one cycle as many are under way, none of them and all of them. */
static void rule_both(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t lines = 1; lines <= hand.lines; lines++) {
        request(&b);
        assert_int_equal(b.s.lines, lines);
        b.in.request = true;
        answer(&b);
        assert_int_equal(b.s.lines, lines);
    }
    answer(&b);
    answer(&b);
    assert_int_equal(b.s.lines, 0);
}

/* Requests are counted before a window, in it, in the cycle of a start, and behind it. */
static void rule_always_counted(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &(struct sample_counters_cfg){2, 2, 3, 9});
    request(&b);
    b.in.start_en = true;
    request(&b);
    assert_int_equal(b.s.lines, 2);
    request(&b);
    b.in.start_en = true;
    answer(&b);
    assert_int_equal(b.s.lines, 2);
    work(&b, 0, WAITS);
    work(&b, 0, WAITS);
    expect(&b, 0, 2, true);
    request(&b);
    request(&b);
    assert_int_equal(b.s.lines, 4);
    expect(&b, 0, 2, true);
}

/* In each cycle of a window: behind it nothing is counted until a start. */
static void rule_reset(void **state)
{
    (void)state;
    for (uint32_t at = 0; at <= hand.window + 1; at++) {
        struct bench b;
        start_bench(&b, &hand);
        request(&b);
        begin(&b);
        for (uint32_t c = 0; c < at; c++) work(&b, c & 1, WAITS);
        sample_counters_reset(&b.s);
        look(&b);
        expect(&b, 0, 0, false);
        assert_int_equal(b.s.lines, 0);
        for (int c = 0; c < 10; c++) {
            work(&b, 1, 0);
            expect(&b, 0, 0, false);
        }
        begin(&b);
        for (uint32_t c = 1; c <= hand.window; c++) {
            work(&b, 0, WAITS);
            expect(&b, 0, 0, c == hand.window);
        }
    }
}

/* 5000 cycles of two instructions each are 10,000; of stalls, 5000. */
static void paper_windows(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &paper);
    for (uint32_t l = 0; l < 64; l++) request(&b);
    assert_int_equal(b.s.lines, 64);
    begin(&b);
    for (uint32_t c = 1; c <= 5000; c++) {
        assert_false(b.out.done);
        work(&b, 3, 0);
    }
    expect(&b, 10000, 0, true);
    begin(&b);
    for (uint32_t c = 1; c <= 5000; c++) {
        assert_false(b.out.done);
        work(&b, 0, WAITS);
    }
    expect(&b, 0, 5000, true);
}

static void rule_largest(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &(struct sample_counters_cfg){3, 65535, 17, 256});
    for (uint32_t l = 0; l < 256; l++) request(&b);
    assert_int_equal(b.s.lines, 256);
    begin(&b);
    for (uint32_t c = 1; c <= 65535; c++) {
        assert_false(b.out.done);
        work(&b, c > 43691 ? 0 : 7, WAITS);
    }
    expect(&b, 131071, 65535 - 43691, true);
}

/* ---- a twin that forgets nothing ------------------------------------------------------- */

enum { LONGEST = 40000 };

/* What each cycle since the reset had. */
struct history {
    struct sample_counters_in in[LONGEST];
    uint32_t cycles;
};

/* What is seen in the next cycle, found from the last start on. sums has the requests under way
 * before each cycle. */
static void recount(const struct history *h, const uint32_t *sums,
                    const struct sample_counters_cfg *cfg, struct sample_counters_out *out)
{
    *out = (struct sample_counters_out){0};
    uint32_t last = h->cycles;
    while (last > 0 && !h->in[last - 1].start_en) last--;
    if (last == 0) return;
    const uint32_t passed = h->cycles - last;
    uint64_t instr = 0;
    for (uint32_t c = last; c < h->cycles && c < last + cfg->window; c++) {
        bool waits = false;
        for (uint32_t p = 0; p < cfg->ports; p++) waits |= h->in[c].why[p] == WAITS;
        instr += (uint32_t)__builtin_popcount(h->in[c].issue);
        out->stall += h->in[c].issue == 0 && waits && sums[c] != 0;
    }
    const uint64_t largest = (UINT64_C(1) << cfg->instr_width) - 1;
    out->instr = (uint32_t)(instr < largest ? instr : largest);
    out->done = passed >= cfg->window;
}

static const struct run {
    const char *name;
    struct sample_counters_cfg cfg;
    uint32_t busy;  /* of 8: how often a port issues */
    uint32_t start; /* one in so many cycles */
    uint32_t reset;
} runs[] = {
    {"twin_hand", {2, 5, 3, 2}, 4, 7, 500},       {"twin_one", {1, 1, 1, 1}, 4, 3, 100},
    {"twin_three", {3, 13, 6, 5}, 2, 20, 1000},   {"twin_saturated", {3, 20, 4, 3}, 6, 25, 1000},
    {"twin_stalled", {2, 17, 9, 9}, 1, 22, 1000}, {"twin_long", {2, 100, 8, 64}, 3, 150, 5000},
};

static void draw(struct hd_rng *rng, const struct run *run, struct bench *b)
{
    const struct sample_counters_cfg *cfg = &run->cfg;
    memset(&b->in, 0, sizeof b->in);
    for (uint32_t p = 0; p < cfg->ports; p++) {
        if (hd_rng_chance(rng, run->busy, 8)) b->in.issue |= (uint32_t)bit(p);
        b->in.why[p] = hd_rng_chance(rng, 1, 2) ? WAITS : hd_rng_below(rng, 8);
    }
    b->in.answer = b->s.lines > 0 && hd_rng_chance(rng, 1, 3);
    b->in.request = (b->s.lines < cfg->lines || b->in.answer) && hd_rng_chance(rng, 1, 3);
    b->in.start_en = hd_rng_chance(rng, 1, run->start);
}

static void twin(void **state)
{
    const struct run *run = *state;
    struct history *h = malloc(sizeof *h);
    uint32_t *sums = malloc((LONGEST + 1) * sizeof *sums);
    struct bench b;
    struct hd_rng rng;
    uint32_t ended = 0, cut = 0;
    assert_true(h != NULL && sums != NULL);
    hd_rng_seed(&rng, 1);
    start_bench(&b, &run->cfg);
    h->cycles = 0;
    sums[0] = 0;
    for (uint32_t c = 0; c < LONGEST; c++) {
        struct sample_counters_out expected;
        if (hd_rng_chance(&rng, 1, run->reset)) {
            sample_counters_reset(&b.s);
            h->cycles = 0;
            sums[0] = 0;
        }
        draw(&rng, run, &b);
        const bool was_done = b.out.done;
        cut += b.in.start_en && !was_done;
        h->in[h->cycles] = b.in;
        sums[h->cycles + 1] = sums[h->cycles] + b.in.request - b.in.answer;
        h->cycles++;
        cycle(&b);
        recount(h, sums, &run->cfg, &expected);
        expect(&b, expected.instr, expected.stall, expected.done);
        assert_int_equal(b.s.lines, sums[h->cycles]);
        ended += b.out.done && !was_done;
    }
    assert_true(ended > 50 && cut > 50);
    free(sums);
    free(h);
}

/* ---- check, promise and init do fail ---------------------------------------------------- */

static void check_can_fail(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    request(&b);
    begin(&b);
    work(&b, 0, WAITS);
    work(&b, 1, WAITS);
    const struct sample_counters good = b.s;
#define FAILS(name, change)                                                                        \
    do {                                                                                           \
        b.s = good;                                                                                \
        change;                                                                                    \
        const char *broken = sample_counters_check(&b.s);                                          \
        assert_non_null(broken);                                                                   \
        assert_string_equal(broken, name);                                                         \
    } while (0)
    FAILS("no_more", b.s.stall = 3);
    FAILS("ends", b.s.left = 2);
    FAILS("ends", b.s.left = 4);
    FAILS("ends", b.s.left = 0);
    FAILS("ends", b.s.done = true);
    FAILS("ends", (b.s.done = true, b.s.left = 0));
    FAILS("ends", (b.s.done = true, b.s.passed = 5));
    FAILS("saturates", b.s.instr = 8);
    FAILS("saturates", (b.s.instr = 0, b.s.instr_before = 1));
#undef FAILS
}

static void promise_can_fail(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    struct sample_counters_in in = {.issue = 4};
    assert_string_equal(sample_counters_promise(&b.s, &in), "issue_i has more bits than Ports");
    in = (struct sample_counters_in){.why = {0, 8}};
    assert_string_equal(sample_counters_promise(&b.s, &in),
                        "what a port does has more than 3 bits");
    in = (struct sample_counters_in){.answer = true};
    assert_string_equal(sample_counters_promise(&b.s, &in),
                        "an answer comes while no request is under way");
    in.request = true;
    assert_string_equal(sample_counters_promise(&b.s, &in),
                        "an answer comes while no request is under way");
    request(&b);
    assert_null(sample_counters_promise(&b.s, &in));
    request(&b);
    assert_null(sample_counters_promise(&b.s, &in));
    in.answer = false;
    assert_string_equal(sample_counters_promise(&b.s, &in),
                        "more than Lines requests are under way");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct sample_counters_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 5, 3, 2}, "Ports must be 1 to 3"},
        {{4, 5, 3, 2}, "Ports must be 1 to 3"},
        {{2, 0, 3, 2}, "Window must be 1 to 65535"},
        {{2, 65536, 3, 2}, "Window must be 1 to 65535"},
        {{2, 5, 0, 2}, "InstrWidth must be 1 to 20"},
        {{2, 5, 21, 2}, "InstrWidth must be 1 to 20"},
        {{2, 5, 3, 0}, "Lines must be 1 to 256"},
        {{2, 5, 3, 257}, "Lines must be 1 to 256"},
    };
    struct sample_counters s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = sample_counters_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(sample_counters_init(&s, &(struct sample_counters_cfg){1, 1, 1, 1}));
    assert_null(sample_counters_init(&s, &(struct sample_counters_cfg){3, 65535, 20, 256}));
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(rule_window),      cmocka_unit_test(rule_window_of_one),
        cmocka_unit_test(rule_start_anew),  cmocka_unit_test(rule_saturates),
        cmocka_unit_test(rule_stall),       cmocka_unit_test(rule_before_the_cycle),
        cmocka_unit_test(rule_both),        cmocka_unit_test(rule_always_counted),
        cmocka_unit_test(rule_reset),       cmocka_unit_test(rule_largest),
        cmocka_unit_test(paper_windows),    cmocka_unit_test(check_can_fail),
        cmocka_unit_test(promise_can_fail), cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){
            .name = runs[i].name, .test_func = twin, .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("sample_counters", tests, NULL, NULL);
}
