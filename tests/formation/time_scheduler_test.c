/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the time-stamp scheduler: worked cases, a naive twin
 * with real time stamps, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/time_scheduler.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct time_scheduler s;
    struct time_scheduler_in in;
    struct time_scheduler_out out;
};

static const struct time_scheduler_cfg hand = {.entries = 5, .wid_width = 3};
static const struct time_scheduler_cfg paper = {.entries = 128, .wid_width = 8};

static void start(struct bench *b, const struct time_scheduler_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(time_scheduler_init(&b->s, cfg));
    assert_null(time_scheduler_check(&b->s));
}

static void update(struct bench *b, uint32_t u, uint32_t wid, bool open)
{
    b->in.upd_valid[u] = true;
    b->in.upd_wid[u] = wid;
    b->in.upd_open[u] = open;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    struct time_scheduler before = b->s;
    const char *broken = time_scheduler_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    time_scheduler_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    time_scheduler_tick(&b->s, &b->in, &b->out);
    assert_null(time_scheduler_check(&b->s));
    memset(&b->in, 0, sizeof b->in);
}

static void expect_pick(const struct bench *b, uint32_t wid)
{
    assert_true(b->out.pick_valid);
    assert_int_equal(b->out.pick_wid, wid);
}

static void expect_none(const struct bench *b)
{
    assert_false(b->out.pick_valid);
    assert_int_equal(b->out.pick_wid, 0);
}

/* ---- the page's rules ------------------------------------------------------------------ */

static void rule_in_order_of_opening(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    update(&b, 0, 4, true);
    update(&b, 1, 2, true);
    cycle(&b);
    expect_none(&b); /* it can be issued from the next cycle on */
    update(&b, 1, 3, true);
    cycle(&b);
    expect_pick(&b, 4); /* update 0 before 1 */
    b.in.issue_en = true;
    cycle(&b);
    expect_pick(&b, 4);
    b.in.issue_en = true;
    cycle(&b);
    expect_pick(&b, 2);
    b.in.issue_en = true;
    cycle(&b);
    expect_pick(&b, 3);
    cycle(&b);
    expect_none(&b);
}

/* A group that joins a warp changes nothing, whatever warp that is. */
static void rule_joins_do_not_count(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    update(&b, 0, 1, true);
    cycle(&b);
    update(&b, 0, 1, false);
    update(&b, 1, 1, false);
    cycle(&b);
    assert_int_equal(b.s.count, 1);
    b.in.upd_open[0] = true; /* without valid */
    b.in.upd_wid[0] = 2;
    cycle(&b);
    assert_int_equal(b.s.count, 1);
}

static void rule_issue_of_none(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    b.in.issue_en = true;
    update(&b, 0, 3, true);
    cycle(&b);
    expect_none(&b);
    cycle(&b);
    expect_pick(&b, 3); /* what came in that cycle is still there */
}

static void race_full_issue_and_open(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    for (uint32_t w = 0; w < 4; w += 2) {
        update(&b, 0, w, true);
        update(&b, 1, w + 1, true);
        cycle(&b);
    }
    b.in.issue_en = true;
    update(&b, 0, 4, true);
    cycle(&b);
    assert_int_equal(b.s.count, 4);
    update(&b, 0, 0, true);
    cycle(&b); /* a place for every warp of the pool */
    assert_int_equal(b.s.count, 5);
    for (uint32_t w = 0; w < 5; w++) {
        b.in.issue_en = true;
        cycle(&b);
        expect_pick(&b, (w + 1) % 5);
    }
    cycle(&b);
    expect_none(&b);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    update(&b, 0, 3, true);
    update(&b, 1, 1, true);
    cycle(&b);
    time_scheduler_reset(&b.s);
    assert_null(time_scheduler_check(&b.s));
    cycle(&b);
    expect_none(&b);
}

/* ---- the naive twin: the oldest stamp of all ------------------------------------------- */

struct naive {
    uint64_t stamp[TIME_SCHEDULER_MAX_ENTRIES]; /* 0: not there */
    uint64_t now;
};

/* The oldest warp; entries if there is none. */
static uint32_t naive_pick(const struct naive *n, uint32_t entries)
{
    uint32_t oldest = entries;
    for (uint32_t w = 0; w < entries; w++) {
        if (n->stamp[w] == 0) continue;
        if (oldest == entries || n->stamp[w] < n->stamp[oldest]) oldest = w;
    }
    return oldest;
}

struct run {
    const char *name;
    struct time_scheduler_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {{"two_entries", {2, 1}, 100000},
                                  {"small", {4, 3}, 100000},
                                  {"odd", {21, 5}, 100000},
                                  {"paper", {128, 8}, 100000},
                                  {"large", {2048, 16}, 5000}};

/* A warp that is not there, and not the other; false if no luck. */
static bool some_warp(const struct naive *n, struct hd_rng *rng, uint32_t entries, uint32_t other,
                      uint32_t *wid)
{
    *wid = hd_rng_below(rng, entries);
    return n->stamp[*wid] == 0 && *wid != other;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct naive n;
    struct time_scheduler s;
    struct hd_rng rng;
    const uint32_t entries = r->cfg.entries;
    uint32_t open_chance = 0, issue_chance = 0, empty = 0, full = 0;

    memset(&n, 0, sizeof n);
    hd_rng_seed(&rng, entries);
    assert_null(time_scheduler_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct time_scheduler_in in = {0};
        struct time_scheduler_out out;
        if (c % (8 * entries) == 0) {
            open_chance = hd_rng_below(&rng, 11);
            issue_chance = hd_rng_below(&rng, 11);
        }
        for (uint32_t u = 0; u < 2; u++) {
            uint32_t other = u == 1 && in.upd_open[0] ? in.upd_wid[0] : entries;
            in.upd_valid[u] = hd_rng_chance(&rng, open_chance, 10);
            in.upd_open[u] = some_warp(&n, &rng, entries, other, &in.upd_wid[u]);
            if (u == 0 && !in.upd_valid[0]) in.upd_open[0] = false;
        }
        in.issue_en = hd_rng_chance(&rng, issue_chance, 10);
        const char *broken = time_scheduler_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        time_scheduler_eval(&s, &in, &out);
        uint32_t oldest = naive_pick(&n, entries);
        if (out.pick_valid != (oldest < entries) || out.pick_wid != oldest % entries)
            fail_msg("%s cycle %u: the pick differs from the twin's", r->name, c);
        empty += s.count == 0;
        full += s.count == entries;
        if (hd_rng_chance(&rng, 1, 40 * entries)) {
            time_scheduler_reset(&s);
            memset(&n, 0, sizeof n);
            continue;
        }
        time_scheduler_tick(&s, &in, &out);
        if (in.issue_en && oldest < entries) n.stamp[oldest] = 0;
        for (uint32_t u = 0; u < 2; u++) {
            if (in.upd_valid[u] && in.upd_open[u]) n.stamp[in.upd_wid[u]] = ++n.now;
        }
        broken = time_scheduler_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(entries > 1000 || (empty > 100 && full > 100));
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void filled(struct bench *b)
{
    start(b, &hand);
    update(b, 0, 4, true);
    update(b, 1, 2, true);
    cycle(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.wid[1] = 4;
    assert_string_equal(time_scheduler_check(&b.s), "each_once");
    filled(&b);
    b.s.wid[1] = 5;
    assert_string_equal(time_scheduler_check(&b.s), "queue_range");
    filled(&b);
    b.s.head = 5;
    assert_string_equal(time_scheduler_check(&b.s), "queue_range");
    filled(&b);
    b.s.tail = 5;
    assert_string_equal(time_scheduler_check(&b.s), "queue_range");
    filled(&b);
    b.s.count = 6;
    assert_string_equal(time_scheduler_check(&b.s), "queue_range");
    filled(&b);
    b.s.count = 3;
    assert_string_equal(time_scheduler_check(&b.s), "queue_range");
    filled(&b);
    b.s.wid[2] = 99; /* holds no warp */
    assert_null(time_scheduler_check(&b.s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = time_scheduler_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    update(&b, 1, 2, true);
    expect_promise(&b, "the warp that is opened is in the queue");
    update(&b, 0, 4, true);
    b.in.issue_en = true; /* it leaves only now */
    expect_promise(&b, "the warp that is opened is in the queue");
    update(&b, 0, 1, true);
    update(&b, 1, 1, true);
    expect_promise(&b, "both updates open one warp");
    update(&b, 0, 5, true);
    expect_promise(&b, "the warp that is opened is not below Entries");
    /* What opens no warp is not looked at. */
    update(&b, 0, 7, false);
    update(&b, 1, 7, false);
    assert_null(time_scheduler_promise(&b.s, &b.in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct time_scheduler_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 8}, "Entries must be at least 2"},
        {{2049, 16}, "Entries must be at most 2048 in the model"},
        {{2, 0}, "WidWidth must be 1 to 16"},
        {{2, 17}, "WidWidth must be 1 to 16"},
        {{129, 7}, "Entries must be at most 2^WidWidth"},
    };
    struct time_scheduler s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = time_scheduler_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    static const struct time_scheduler_cfg edge[] = {{2, 1}, {2048, 11}, {128, 16}};
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
        assert_null(time_scheduler_init(&s, &edge[i]));
    assert_null(time_scheduler_init(&s, &paper));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(rule_in_order_of_opening),
        cmocka_unit_test(rule_joins_do_not_count),
        cmocka_unit_test(rule_issue_of_none),
        cmocka_unit_test(race_full_issue_and_open),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_cycles,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("time_scheduler", tests, NULL, NULL);
}
