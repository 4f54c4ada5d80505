/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of post-dominator priority: worked cases, a naive twin
 * that keeps a count a thread and no banks, and the proof that check, promise
 * and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/pdom_priority.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

/* The state is large: one bench for all. */
static struct bench {
    struct pdom_priority s;
    struct pdom_priority_in in;
    struct pdom_priority_out out;
} b;

static const struct pdom_priority_cfg hand = {
    .lanes = 4, .tid_width = 4, .prio_width = 2, .lane_slots = 1};
static const struct pdom_priority_cfg paper = {
    .lanes = 32, .tid_width = 10, .prio_width = 10, .lane_slots = 1};

static void start(const struct pdom_priority_cfg *cfg)
{
    memset(&b, 0, sizeof b);
    assert_null(pdom_priority_init(&b.s, cfg));
    assert_null(pdom_priority_check(&b.s));
}

/* Group g has the threads of this row in the lanes of req; those in pdom have passed one. */
static void group(uint32_t g, uint32_t row, uint64_t req, uint64_t pdom, bool leaves)
{
    b.in.grp_req[g] = req;
    for (uint32_t l = 0; l < 4; l++) b.in.grp_tid[g][l] = row * 4 + l;
    b.in.grp_pdom[g] = pdom;
    b.in.grp_en[g] = leaves;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(void)
{
    const char *broken = pdom_priority_promise(&b.s, &b.in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    pdom_priority_eval(&b.s, &b.in, &b.out);
    pdom_priority_tick(&b.s, &b.in, &b.out);
    assert_null(pdom_priority_check(&b.s));
    memset(&b.in, 0, sizeof b.in);
}

static void first(uint32_t g, uint32_t row, uint64_t req)
{
    group(g, row, req, 0, true);
    b.in.grp_first[g] = req;
    cycle();
    assert_int_equal(b.out.grp_prio[g], 0);
}

/* ---- the page's rules ------------------------------------------------------------------ */

static void rule_lowest_count(void **state)
{
    (void)state;
    start(&hand);
    first(0, 1, 0xf);
    group(0, 1, 0xe, 0xe, true);
    cycle();
    assert_int_equal(b.out.grp_prio[0], 1); /* 0, and one more */
    group(0, 1, 0x8, 0x8, true);
    group(1, 1, 0x6, 0, true);
    cycle();
    assert_int_equal(b.out.grp_prio[0], 2);
    assert_int_equal(b.out.grp_prio[1], 1);
    group(1, 1, 0xf, 0, true); /* counts 0, 1, 1, 2 */
    cycle();
    assert_int_equal(b.out.grp_prio[1], 0);
    group(1, 1, 0xf, 0x1, true); /* the one that lags catches up */
    cycle();
    assert_int_equal(b.out.grp_prio[1], 1);
}

static void rule_kept_only_when_it_leaves(void **state)
{
    (void)state;
    start(&hand);
    first(0, 0, 0xf);
    for (int i = 0; i < 3; i++) {
        group(0, 0, 0xf, 0xf, false);
        cycle();
        assert_int_equal(b.out.grp_prio[0], 1); /* the same each time */
    }
    group(0, 0, 0xf, 0xf, true);
    cycle();
    assert_int_equal(b.out.grp_prio[0], 1);
    group(0, 0, 0xf, 0xf, true);
    cycle();
    assert_int_equal(b.out.grp_prio[0], 2);
}

static void rule_no_thread(void **state)
{
    (void)state;
    start(&hand);
    b.in.grp_en[0] = b.in.grp_en[1] = true;
    cycle();
    assert_int_equal(b.out.grp_prio[0], 3); /* all ones */
    assert_int_equal(b.out.grp_prio[1], 3);
}

/* Counts stop at the highest; one does not wrap to the front of all. */
static void rule_saturates(void **state)
{
    (void)state;
    start(&hand);
    first(0, 2, 0x1);
    for (uint32_t i = 1; i < 8; i++) {
        group(0, 2, 0x1, 0x1, true);
        cycle();
        assert_int_equal(b.out.grp_prio[0], i < 3 ? i : 3);
    }
}

/* First goes before passed: the count starts at 0, not at 1, whatever a thread of this id had. */
static void rule_first_starts_at_0(void **state)
{
    (void)state;
    start(&hand);
    first(0, 3, 0x2);
    group(0, 3, 0x2, 0x2, true);
    cycle();
    group(0, 3, 0x2, 0x2, true);
    b.in.grp_first[0] = 0x2;
    cycle();
    assert_int_equal(b.out.grp_prio[0], 0);
    group(0, 3, 0x2, 0, true);
    cycle();
    assert_int_equal(b.out.grp_prio[0], 0);
}

/* The lane says which bank, the id without its low bits which row: a thread whose home lane is not
 * its low bits (swizzled) keeps its count all the same. */
static void rule_row_of_a_thread(void **state)
{
    (void)state;
    start(&hand);
    b.in.grp_req[0] = b.in.grp_first[0] = 0x2;
    b.in.grp_tid[0][1] = 0x4; /* row 1, low bits 0, in lane 1 */
    b.in.grp_en[0] = true;
    cycle();
    assert_true(b.s.written[1 * 4 + 1]);
    assert_false(b.s.written[1 * 4 + 0]);
    /* Three lanes: a row still has four ids. */
    const struct pdom_priority_cfg three = {
        .lanes = 3, .tid_width = 4, .prio_width = 2, .lane_slots = 1};
    start(&three);
    assert_int_equal(b.s.rows, 4);
    b.in.grp_req[1] = b.in.grp_first[1] = 0x4;
    b.in.grp_tid[1][2] = 0xe; /* row 3 */
    b.in.grp_en[1] = true;
    cycle();
    assert_true(b.s.written[3 * 3 + 2]);
}

static void rule_paper_bits(void **state)
{
    (void)state;
    start(&paper);
    assert_int_equal(b.s.rows, 32);
    assert_int_equal(b.s.rows * paper.lanes * paper.prio_width, 10240);
}

/* ---- the naive twin: a count a thread, found by its id --------------------------------- */

struct naive {
    bool alive[65536];
    uint32_t passed[65536]; /* in all: the limit is put on when it is read */
};

static uint32_t naive_passed(const struct naive *n, const struct pdom_priority_in *in, int g,
                             uint32_t l)
{
    if (in->grp_first[g] >> l & 1) return 0;
    return n->passed[in->grp_tid[g][l]] + (in->grp_pdom[g] >> l & 1);
}

static uint32_t naive_prio(const struct naive *n, const struct pdom_priority_in *in, int g,
                           uint32_t highest)
{
    uint32_t prio = highest;
    for (uint32_t l = 0; l < 64; l++) {
        if ((in->grp_req[g] >> l & 1) == 0) continue;
        uint32_t passed = naive_passed(n, in, g, l);
        prio = passed < prio ? passed : prio;
    }
    return prio;
}

static void naive_tick(struct naive *n, const struct pdom_priority_in *in)
{
    for (int g = 0; g < 2; g++) {
        for (uint32_t l = 0; in->grp_en[g] && l < 64; l++) {
            if ((in->grp_req[g] >> l & 1) == 0) continue;
            n->passed[in->grp_tid[g][l]] = naive_passed(n, in, g, l);
            n->alive[in->grp_tid[g][l]] = true;
        }
    }
}

struct run {
    const char *name;
    struct pdom_priority_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"paper", {32, 10, 10, 1}, 50000}, {"small", {4, 4, 2, 1}, 100000},
    {"odd", {5, 7, 3, 1}, 100000},     {"one_lane", {1, 1, 1, 1}, 50000},
    {"large", {64, 16, 16, 1}, 20000}, {"eight", {32, 10, 10, 4}, 50000},
    {"slots", {8, 6, 3, 4}, 100000},   {"lone", {4, 5, 2, 4}, 100000}};

/* The thread is at a place below this one. */
static bool is_there(const struct pdom_priority_in *in, uint32_t tid, uint32_t place)
{
    for (uint32_t p = 0; p < place; p++) {
        for (int g = 0; g < 2; g++)
            if ((in->grp_req[g] >> p & 1) != 0 && in->grp_tid[g][p] == tid) return true;
    }
    return false;
}

/* Threads of a row have places of their own, which they leave for others of their home lane: in odd
 * rows lanes and low bits are swapped. */
static void draw(struct hd_rng *rng, const struct naive *n, const struct pdom_priority_cfg *cfg,
                 uint32_t rows, struct pdom_priority_in *in)
{
    const uint32_t ids = (UINT32_C(1) << cfg->tid_width) / rows;
    const uint32_t thread = hd_rng_below(rng, 5), homes = cfg->lanes / cfg->lane_slots;
    memset(in, 0, sizeof *in);
    for (uint32_t l = 0; l < cfg->lanes; l++) {
        uint32_t g = hd_rng_below(rng, 2);
        uint32_t row = hd_rng_below(rng, rows);
        uint32_t low = (row & 1) != 0 && (l ^ 1) < cfg->lanes ? l ^ 1 : l;
        uint64_t bit = UINT64_C(1) << l;
        low = (low + homes * hd_rng_below(rng, cfg->lane_slots)) % cfg->lanes;
        if (!hd_rng_chance(rng, thread, 4) || is_there(in, row * ids + low, l)) continue;
        in->grp_req[g] |= bit;
        in->grp_tid[g][l] = row * ids + low;
        if (hd_rng_chance(rng, 1, 2)) in->grp_pdom[g] |= bit;
        if (!n->alive[row * ids + low] || hd_rng_chance(rng, 1, 32)) in->grp_first[g] |= bit;
    }
    for (int g = 0; g < 2; g++) in->grp_en[g] = hd_rng_chance(rng, 3, 4);
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct naive n;
    struct hd_rng rng;
    uint32_t top = 0;

    memset(&n, 0, sizeof n);
    start(&r->cfg);
    hd_rng_seed(&rng, r->cfg.lanes);
    for (uint32_t c = 0; c < r->cycles; c++) {
        const uint32_t highest = (UINT32_C(1) << r->cfg.prio_width) - 1;
        draw(&rng, &n, &r->cfg, b.s.rows, &b.in);
        const char *broken = pdom_priority_promise(&b.s, &b.in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        pdom_priority_eval(&b.s, &b.in, &b.out);
        for (int g = 0; g < 2; g++) {
            if (b.out.grp_prio[g] != naive_prio(&n, &b.in, g, highest))
                fail_msg("%s cycle %u: priority %d differs from the twin's", r->name, c, g);
            top += b.in.grp_req[g] != 0 && b.out.grp_prio[g] == highest;
        }
        pdom_priority_tick(&b.s, &b.in, &b.out);
        naive_tick(&n, &b.in);
        broken = c % 64 == 0 ? pdom_priority_check(&b.s) : NULL;
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(r->cfg.prio_width > 3 || top > 10);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void check_finds(void **state)
{
    (void)state;
    start(&hand);
    first(0, 1, 0xf);
    b.s.count[4] = 4; /* two bits */
    assert_string_equal(pdom_priority_check(&b.s), "count_kept");
    b.s.count[4] = 3;
    assert_null(pdom_priority_check(&b.s));
    b.s.count[0] = 1; /* of a thread that never was */
    assert_string_equal(pdom_priority_check(&b.s), "count_kept");
}

static void expect_promise(const char *sentence)
{
    const char *broken = pdom_priority_promise(&b.s, &b.in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b.in, 0, sizeof b.in);
}

static void promise_finds(void **state)
{
    (void)state;
    start(&hand);
    first(0, 1, 0xf);
    group(0, 1, 0x3, 0, true);
    group(1, 1, 0x6, 0, true);
    expect_promise("the two groups share a lane");
    group(0, 1, 0x11, 0, true);
    expect_promise("a group's REQ names a lane at or above Lanes");
    group(1, 1, 0x1, 0, true);
    b.in.grp_tid[1][0] = 16;
    expect_promise("a thread's id is wider than TidWidth");
    group(1, 2, 0x1, 0, true);
    expect_promise("a thread comes back that never was first");
    group(1, 2, 0x1, 0, false); /* looked at is enough */
    expect_promise("a thread comes back that never was first");
    group(1, 2, 0x1, 0, true);
    b.in.grp_first[1] = 0x1;
    b.in.grp_tid[1][1] = 99; /* not in REQ */
    assert_null(pdom_priority_promise(&b.s, &b.in));
    b.s.cfg.lane_slots = 2;
    b.in.grp_req[0] = b.in.grp_first[0] = 0x4;
    b.in.grp_tid[0][2] = b.in.grp_tid[1][0];
    expect_promise("a thread is twice in the groups");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct pdom_priority_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 10, 10, 1}, "Lanes must be 1 to 64"},
        {{65, 10, 10, 1}, "Lanes must be 1 to 64"},
        {{32, 5, 10, 1}, "TidWidth must be clog2(Lanes)+1 to 16"},
        {{33, 6, 10, 1}, "TidWidth must be clog2(Lanes)+1 to 16"},
        {{32, 17, 10, 1}, "TidWidth must be clog2(Lanes)+1 to 16"},
        {{32, 10, 0, 1}, "PrioWidth must be 1 to 16"},
        {{32, 10, 17, 1}, "PrioWidth must be 1 to 16"},
        {{32, 10, 10, 0}, "LaneSlots must be a power of two, at most Lanes"},
        {{32, 10, 10, 3}, "LaneSlots must be a power of two, at most Lanes"},
        {{12, 10, 10, 2}, "with LaneSlots above 1 Lanes must be a power of two"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = pdom_priority_init(&b.s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    static const struct pdom_priority_cfg edge[] = {
        {1, 1, 1, 1}, {64, 7, 16, 1}, {33, 16, 1, 1}, {64, 7, 16, 8}};
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
        assert_null(pdom_priority_init(&b.s, &edge[i]));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(rule_lowest_count),      cmocka_unit_test(rule_kept_only_when_it_leaves),
        cmocka_unit_test(rule_no_thread),         cmocka_unit_test(rule_saturates),
        cmocka_unit_test(rule_first_starts_at_0), cmocka_unit_test(rule_row_of_a_thread),
        cmocka_unit_test(rule_paper_bits),        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),          cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_cycles,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("pdom_priority", tests, NULL, NULL);
}
