/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the warp pool: the page's races, a naive twin that
 * remembers a thread a lane, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "formation/warp_pool.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

/* The state is large: one bench for all. */
static struct bench {
    struct warp_pool s;
    struct warp_pool_in in;
    struct warp_pool_out out;
} b;

static const struct warp_pool_cfg hand = {
    .entries = 6, .lanes = 8, .tid_width = 8, .pc_width = 8, .tid_writes = 1};
static const struct warp_pool_cfg paper = {
    .entries = 128, .lanes = 32, .tid_width = 10, .pc_width = 24, .tid_writes = 1};

static void start(const struct warp_pool_cfg *cfg)
{
    memset(&b, 0, sizeof b);
    assert_null(warp_pool_init(&b.s, cfg));
    assert_null(warp_pool_check(&b.s));
}

/* Group g: its PC, and threads base + lane. */
static void group(uint32_t g, uint32_t pc, uint32_t base)
{
    b.in.grp_pc[g] = pc;
    for (uint32_t l = 0; l < 8; l++) b.in.grp_tid[g][l] = base + l;
}

static void join(uint32_t g, uint32_t idx, uint64_t mask)
{
    b.in.join_en[g] = true;
    b.in.join_idx[g] = idx;
    b.in.join_mask[g] = mask;
}

static void open_warp(uint32_t g, uint32_t idx, uint64_t mask)
{
    b.in.open_en[g] = true;
    b.in.open_idx[g] = idx;
    b.in.open_mask[g] = mask;
}

static void shut(uint32_t g, uint32_t idx, uint64_t mask)
{
    b.in.shut_en[g] = true;
    b.in.shut_idx[g] = idx;
    b.in.shut_mask[g] = mask;
}

static void link_to(uint32_t k, uint32_t from, uint32_t to)
{
    b.in.link_en[k] = true;
    b.in.link_from[k] = from;
    b.in.link_to[k] = to;
}

/* One cycle with the inputs set since the last, which reads idx; out stays to be looked at. */
static void cycle(uint32_t idx)
{
    b.in.issue_idx = idx;
    const char *broken = warp_pool_promise(&b.s, &b.in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    warp_pool_eval(&b.s, &b.in, &b.out);
    warp_pool_tick(&b.s, &b.in, &b.out);
    assert_null(warp_pool_check(&b.s));
    memset(&b.in, 0, sizeof b.in);
}

/* The lanes of mask hold base + lane. */
static void expect_tids(uint64_t mask, uint32_t base)
{
    for (uint32_t l = 0; l < 8; l++) {
        if ((mask >> l & 1) != 0) assert_int_equal(b.out.issue_tid[l], base + l);
    }
}

/* ---- the races of the page, row by row ------------------------------------------------- */

/* A warp from opening to issue: two cycles of threads, closed by a conflict, then read. */
static void page_life_of_a_warp(void **state)
{
    (void)state;
    start(&hand);
    group(0, 0x21, 10);
    open_warp(0, 3, 0x0f);
    cycle(0);
    group(1, 0x21, 30);
    join(1, 3, 0x30);
    cycle(0);
    group(0, 0x21, 50);
    shut(0, 3, 0x3f);
    open_warp(0, 4, 0x01); /* the conflict */
    link_to(1, 3, 4);
    cycle(0);
    cycle(3);
    assert_int_equal(b.out.issue_pc, 0x21);
    assert_int_equal(b.out.issue_mask, 0x3f);
    assert_int_equal(b.out.next, 4);
    expect_tids(0x0f, 10);
    expect_tids(0x30, 30);
    cycle(4);
    assert_int_equal(b.out.issue_pc, 0x21);
    expect_tids(0x01, 50);
}

static void race_threads_join_the_warp_that_issues(void **state)
{
    (void)state;
    start(&hand);
    group(0, 1, 10);
    open_warp(0, 2, 0x03);
    cycle(0);
    group(0, 1, 20);
    group(1, 1, 40);
    join(0, 2, 0x04);
    join(1, 2, 0x08);
    b.in.close_hit = true;
    b.in.close_occ = 0x0f;
    cycle(2);
    assert_int_equal(b.out.issue_mask, 0x0f);
    expect_tids(0x03, 10);
    expect_tids(0x04, 20);
    expect_tids(0x08, 40);
    cycle(2); /* still open and not written: MASK is what it was */
    assert_int_equal(b.out.issue_mask, 0);
}

static void race_the_warp_that_issues_is_shut(void **state)
{
    (void)state;
    for (uint32_t g = 0; g < 2; g++) {
        start(&hand);
        group(0, 1, 10);
        open_warp(0, 2, 0x03);
        cycle(0);
        group(g, 1, 20);
        join(g, 2, 0x04);
        open_warp(g, 5, 0x01);
        shut(g, 2, 0x07);
        shut(1 - g, 4, 0x80);  /* another warp: not looked at */
        b.in.close_hit = true; /* shut goes before */
        b.in.close_occ = 0x70;
        cycle(2);
        assert_int_equal(b.out.issue_mask, 0x07);
        expect_tids(0x03, 10);
        expect_tids(0x04, 20);
        cycle(4);
        assert_int_equal(b.out.issue_mask, 0x80);
    }
}

static void race_open_and_shut_in_one_cycle(void **state)
{
    (void)state;
    start(&hand);
    group(0, 7, 10);
    group(1, 7, 40);
    open_warp(0, 2, 0x03);
    join(1, 2, 0x0c); /* group 1 joins, and conflicts elsewhere */
    open_warp(1, 3, 0x10);
    shut(1, 2, 0x0f);
    link_to(0, 2, 3);
    cycle(0);
    cycle(2);
    assert_int_equal(b.out.issue_pc, 7);
    assert_int_equal(b.out.issue_mask, 0x0f);
    assert_int_equal(b.out.next, 3);
    expect_tids(0x03, 10);
    expect_tids(0x0c, 40);
}

/* MASK goes before close_occ only if it is written in this cycle: an open warp has no MASK yet. */
static void rule_mask_of_an_open_warp(void **state)
{
    (void)state;
    start(&hand);
    group(0, 7, 10);
    open_warp(0, 2, 0x03);
    shut(0, 1, 0xff); /* an old life of index 1 */
    cycle(0);
    group(0, 7, 20);
    open_warp(0, 1, 0x01);
    cycle(0);
    b.in.close_hit = true;
    b.in.close_occ = 0x01;
    cycle(1);
    assert_int_equal(b.out.issue_mask, 0x01);
}

/* PC and Next are read as they are in memory: what is written now is there a cycle later. */
static void rule_pc_and_next_are_not_forwarded(void **state)
{
    (void)state;
    start(&hand);
    group(0, 7, 10);
    open_warp(0, 2, 0x03);
    link_to(0, 2, 1);
    cycle(2);
    assert_int_equal(b.out.issue_pc, 0);
    assert_int_equal(b.out.next, 0);
    expect_tids(0x03, 10); /* threads are */
    group(1, 8, 20);
    open_warp(1, 2, 0x01);
    link_to(1, 2, 5);
    cycle(2);
    assert_int_equal(b.out.issue_pc, 7);
    assert_int_equal(b.out.next, 1);
    cycle(2);
    assert_int_equal(b.out.issue_pc, 8);
    assert_int_equal(b.out.next, 5);
}

static void rule_eval_changes_nothing(void **state)
{
    (void)state;
    static struct warp_pool before;
    start(&hand);
    group(0, 7, 10);
    open_warp(0, 2, 0xff);
    cycle(0);
    before = b.s;
    group(0, 7, 20);
    join(0, 2, 0xff);
    shut(0, 2, 0xff);
    b.in.issue_idx = 2;
    warp_pool_eval(&b.s, &b.in, &b.out);
    assert_memory_equal(&before, &b.s, sizeof before);
    expect_tids(0xff, 20);
}

static void table_v_bits(void **state)
{
    (void)state;
    const struct warp_pool_cfg *c = &paper;
    uint32_t a_warp = c->lanes * c->tid_width + c->pc_width + clog2(c->entries);
    assert_int_equal(c->entries * a_warp, 44928);
    assert_int_equal(c->entries * c->lanes, 4096);
}

/* ---- the naive twin: written first, then read, but PC and Next --------------------------- */

struct naive_warp {
    uint32_t pc, next;
    uint32_t tid[64];
    uint64_t mask;
};

static struct naive_warp twin[WARP_POOL_MAX_ENTRIES];

/* A whole cycle. */
static struct naive_warp naive_cycle(const struct warp_pool_in *in)
{
    struct naive_warp *w = &twin[in->issue_idx];
    struct naive_warp read = *w;
    uint64_t kept = w->mask;
    if (in->close_hit) w->mask = in->close_occ; /* unless it is shut; put back below */
    for (int g = 0; g < 2; g++) {
        for (uint32_t l = 0; l < 64; l++) {
            if (in->join_mask[g] >> l & 1) twin[in->join_idx[g]].tid[l] = in->grp_tid[g][l];
            if (in->open_mask[g] >> l & 1) twin[in->open_idx[g]].tid[l] = in->grp_tid[g][l];
        }
        if (in->open_en[g]) twin[in->open_idx[g]].pc = in->grp_pc[g];
    }
    bool shut_now = false;
    for (int g = 0; g < 2; g++) {
        if (!in->shut_en[g]) continue;
        twin[in->shut_idx[g]].mask = in->shut_mask[g];
        shut_now = shut_now || in->shut_idx[g] == in->issue_idx;
    }
    read.mask = w->mask;
    if (!shut_now) w->mask = kept;
    memcpy(read.tid, w->tid, sizeof read.tid);
    for (int k = 0; k < 2; k++) {
        if (in->link_en[k]) twin[in->link_from[k]].next = in->link_to[k];
    }
    return read;
}

struct run {
    const char *name;
    struct warp_pool_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"paper", {128, 32, 10, 24, 1}, 100000}, {"small", {2, 2, 3, 3, 1}, 100000},
    {"odd", {21, 5, 7, 11, 1}, 100000},      {"one_lane", {3, 1, 1, 1, 1}, 50000},
    {"half", {9, 33, 12, 32, 1}, 50000},     {"large", {2048, 64, 16, 32, 1}, 20000},
    {"twice", {9, 8, 6, 5, 2}, 100000},      {"twice_paper", {128, 32, 10, 24, 2}, 50000},
};

static uint64_t draw_mask(struct hd_rng *rng, uint32_t lanes)
{
    uint64_t all = UINT64_MAX >> (64 - lanes);
    if (hd_rng_chance(rng, 1, 8)) return all;
    return hd_rng_next(rng) & (hd_rng_chance(rng, 1, 2) ? hd_rng_next(rng) : all) & all;
}

/* An index, often that of the warp that issues. */
static uint32_t draw_index(struct hd_rng *rng, const struct warp_pool_in *in, uint32_t entries)
{
    return hd_rng_chance(rng, 1, 4) ? in->issue_idx : hd_rng_below(rng, entries);
}

static void draw_group(struct hd_rng *rng, const struct warp_pool_cfg *cfg, uint32_t g,
                       uint64_t lanes, struct warp_pool_in *in)
{
    uint64_t split = hd_rng_next(rng);
    in->grp_pc[g] = (uint32_t)hd_rng_next(rng) >> (32 - cfg->pc_width);
    for (uint32_t l = 0; l < cfg->lanes; l++)
        in->grp_tid[g][l] = hd_rng_below(rng, UINT32_C(1) << cfg->tid_width);
    in->join_en[g] = hd_rng_chance(rng, 1, 2);
    in->open_en[g] = hd_rng_chance(rng, 1, 2);
    in->shut_en[g] = hd_rng_chance(rng, 1, 4);
    in->join_idx[g] = draw_index(rng, in, cfg->entries);
    in->open_idx[g] = draw_index(rng, in, cfg->entries);
    in->shut_idx[g] = draw_index(rng, in, cfg->entries);
    in->join_mask[g] = in->join_en[g] ? lanes & split : 0;
    in->open_mask[g] = in->open_en[g] ? lanes & ~split : 0;
    in->shut_mask[g] = draw_mask(rng, cfg->lanes);
}

/* Group 1 anew, in any lanes but those that group 0 writes in the same warp. */
static void draw_shared(struct hd_rng *rng, const struct warp_pool_cfg *cfg,
                        struct warp_pool_in *in)
{
    draw_group(rng, cfg, 1, draw_mask(rng, cfg->lanes), in);
    for (int g = 0; g < 2; g++) {
        const uint32_t idx = g == 0 ? in->join_idx[0] : in->open_idx[0];
        const uint64_t mask = g == 0 ? in->join_mask[0] : in->open_mask[0];
        if (in->join_idx[1] == idx) in->join_mask[1] &= ~mask;
        if (in->open_idx[1] == idx) in->open_mask[1] &= ~mask;
    }
}

static void draw(struct hd_rng *rng, const struct warp_pool_cfg *cfg, struct warp_pool_in *in)
{
    uint64_t all = UINT64_MAX >> (64 - cfg->lanes);
    uint64_t lanes = draw_mask(rng, cfg->lanes);
    memset(in, 0, sizeof *in);
    in->issue_idx = hd_rng_below(rng, cfg->entries);
    draw_group(rng, cfg, 0, lanes, in);
    draw_group(rng, cfg, 1, all & ~lanes, in);
    if (cfg->tid_writes == 2) draw_shared(rng, cfg, in);
    if (in->open_idx[0] == in->open_idx[1] && in->open_en[0]) {
        in->open_en[1] = false;
        in->open_mask[1] = 0;
    }
    if (in->shut_idx[0] == in->shut_idx[1] && in->shut_en[0]) in->shut_en[1] = false;
    in->close_hit = hd_rng_chance(rng, 1, 3);
    in->close_occ = draw_mask(rng, cfg->lanes);
    for (int k = 0; k < 2; k++) {
        in->link_en[k] = hd_rng_chance(rng, 1, 3);
        in->link_from[k] = hd_rng_below(rng, cfg->entries);
        in->link_to[k] = hd_rng_below(rng, cfg->entries);
    }
    if (in->link_from[0] == in->link_from[1]) in->link_en[1] = false;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct hd_rng rng;

    start(&r->cfg);
    memset(twin, 0, sizeof twin);
    hd_rng_seed(&rng, r->cfg.entries);
    for (uint32_t c = 0; c < r->cycles; c++) {
        draw(&rng, &r->cfg, &b.in);
        const char *broken = warp_pool_promise(&b.s, &b.in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        warp_pool_eval(&b.s, &b.in, &b.out);
        const struct naive_warp read = naive_cycle(&b.in);
        if (b.out.next != read.next || b.out.issue_pc != read.pc)
            fail_msg("%s cycle %u: PC or Next differ from the twin's", r->name, c);
        if (b.out.issue_mask != read.mask)
            fail_msg("%s cycle %u: the lanes differ from the twin's", r->name, c);
        /* All lanes, not those of the mask alone: the twin starts from zeros as well. */
        for (uint32_t l = 0; l < r->cfg.lanes; l++) {
            if (b.out.issue_tid[l] != read.tid[l])
                fail_msg("%s cycle %u: the thread of lane %u differs", r->name, c, l);
        }
        warp_pool_tick(&b.s, &b.in, &b.out);
        broken = c % 64 == 0 ? warp_pool_check(&b.s) : NULL;
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
}

/* What may be compared: exactly what was written. */
static void rule_written_bits(void **state)
{
    (void)state;
    start(&hand);
    group(0, 7, 10);
    open_warp(0, 2, 0x03);
    join(0, 4, 0x08);
    shut(0, 1, 0x80);
    link_to(1, 5, 3);
    cycle(0);
    for (uint32_t i = 0; i < hand.entries; i++) {
        assert_int_equal(b.s.pc_written[i], i == 2);
        assert_int_equal(b.s.tid_written[i], i == 2 ? 0x03 : i == 4 ? 0x08 : 0);
        assert_int_equal(b.s.mask_written[i], i == 1);
        assert_int_equal(b.s.next_written[i], i == 5);
    }
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void check_finds(void **state)
{
    (void)state;
    start(&hand);
    b.s.next[5] = 6;
    assert_string_equal(warp_pool_check(&b.s), "next_range");
    start(&hand);
    b.s.mask[5] = 0x100;
    assert_string_equal(warp_pool_check(&b.s), "lane_range");
    start(&hand);
    b.s.tid_written[0] = 0x100;
    assert_string_equal(warp_pool_check(&b.s), "lane_range");
}

static void expect_promise(const char *sentence)
{
    const char *broken = warp_pool_promise(&b.s, &b.in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b.in, 0, sizeof b.in);
}

static void promise_of_two_groups(void **state)
{
    (void)state;
    start(&hand);
    join(0, 1, 0x06);
    open_warp(1, 2, 0x04);
    expect_promise("two lanes written are in one bank");
    join(1, 1, 0x06);
    open_warp(1, 2, 0x04);
    expect_promise("two lanes written are in one bank");
    open_warp(0, 2, 0x01);
    open_warp(1, 2, 0x02);
    expect_promise("both groups open one warp");
    shut(0, 2, 0x01);
    shut(1, 2, 0x02);
    expect_promise("both groups shut one warp");
    link_to(0, 2, 3);
    link_to(1, 2, 4);
    expect_promise("two links start at one warp");
    b.s.cfg.tid_writes = 2;
    join(0, 1, 0x06);
    join(1, 1, 0x04);
    expect_promise("both groups write one lane of a warp");
    open_warp(0, 2, 0x06);
    join(1, 2, 0x04);
    expect_promise("both groups write one lane of a warp");
    join(0, 1, 0x06);
    open_warp(1, 2, 0x06);
    assert_null(warp_pool_promise(&b.s, &b.in));
}

static void promise_finds(void **state)
{
    (void)state;
    start(&hand);
    assert_null(warp_pool_promise(&b.s, &b.in));
    b.in.join_mask[0] = 1;
    expect_promise("the mask of a group whose enable is 0 is not 0");
    b.in.open_mask[1] = 1;
    expect_promise("the mask of a group whose enable is 0 is not 0");
    join(0, 6, 1);
    expect_promise("an index written is not below Entries");
    open_warp(0, 6, 1);
    expect_promise("an index written is not below Entries");
    shut(1, 6, 1);
    expect_promise("an index written is not below Entries");
    link_to(0, 6, 1);
    expect_promise("a link is of a warp that is not below Entries");
    link_to(1, 1, 6);
    expect_promise("a link is of a warp that is not below Entries");
    join(0, 1, 0x100);
    expect_promise("a mask names a lane at or above Lanes");
    shut(0, 1, 0x100);
    expect_promise("a mask names a lane at or above Lanes");
    b.in.close_hit = true;
    b.in.close_occ = 0x100;
    expect_promise("a mask names a lane at or above Lanes");
    open_warp(0, 1, 1);
    b.in.grp_pc[0] = 0x100;
    expect_promise("a group's PC is wider than PcWidth");
    join(0, 1, 2);
    b.in.grp_tid[0][1] = 0x100;
    expect_promise("a thread's id is wider than TidWidth");
    /* What is not written is not looked at. */
    join(0, 1, 1);
    b.in.grp_tid[0][1] = b.in.grp_pc[0] = 0x100;
    b.in.shut_idx[0] = b.in.open_idx[0] = b.in.link_from[1] = 99;
    b.in.close_occ = b.in.shut_mask[1] = 0x100;
    assert_null(warp_pool_promise(&b.s, &b.in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct warp_pool_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 32, 10, 24, 1}, "Entries must be at least 2"},
        {{2049, 32, 10, 24, 1}, "Entries must be at most 2048 in the model"},
        {{128, 0, 10, 24, 1}, "Lanes must be 1 to 64"},
        {{128, 65, 10, 24, 1}, "Lanes must be 1 to 64"},
        {{128, 32, 0, 24, 1}, "TidWidth must be 1 to 16"},
        {{128, 32, 17, 24, 1}, "TidWidth must be 1 to 16"},
        {{128, 32, 10, 0, 1}, "PcWidth must be 1 to 32"},
        {{128, 32, 10, 33, 1}, "PcWidth must be 1 to 32"},
        {{128, 32, 10, 24, 0}, "TidWrites must be 1 or 2"},
        {{128, 32, 10, 24, 3}, "TidWrites must be 1 or 2"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = warp_pool_init(&b.s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    static const struct warp_pool_cfg edge[] = {{2, 1, 1, 1, 1}, {2048, 64, 16, 32, 2}};
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
        assert_null(warp_pool_init(&b.s, &edge[i]));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(page_life_of_a_warp),
        cmocka_unit_test(race_threads_join_the_warp_that_issues),
        cmocka_unit_test(race_the_warp_that_issues_is_shut),
        cmocka_unit_test(race_open_and_shut_in_one_cycle),
        cmocka_unit_test(rule_mask_of_an_open_warp),
        cmocka_unit_test(rule_pc_and_next_are_not_forwarded),
        cmocka_unit_test(rule_eval_changes_nothing),
        cmocka_unit_test(rule_written_bits),
        cmocka_unit_test(table_v_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_of_two_groups),
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
    return cmocka_run_group_tests_name("warp_pool", tests, NULL, NULL);
}
