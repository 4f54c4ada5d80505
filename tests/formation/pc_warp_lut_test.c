/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the PC-warp LUT: the page's worked cases, a naive twin
 * under random stimulus with a pool that counts every thread, and the proof
 * that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "formation/lane_places.h"
#include "formation/pc_warp_lut.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct pc_warp_lut s;
    struct pc_warp_lut_in in;
    struct pc_warp_lut_out out;
};

/* 4 sets of 2 ways: PCs 1, 5 and 9 share set 1, whose entries are 2 and 3. */
static const struct pc_warp_lut_cfg hand = {.entries = 8,
                                            .ways = 2,
                                            .lanes = 8,
                                            .lane_slots = 1,
                                            .pc_width = 8,
                                            .pool_entries = 32,
                                            .pc_shift = 0,
                                            .forward = 1};

static const struct pc_warp_lut_cfg paper = {.entries = 64,
                                             .ways = 4,
                                             .lanes = 32,
                                             .lane_slots = 1,
                                             .pc_width = 24,
                                             .pool_entries = 128,
                                             .pc_shift = 0,
                                             .forward = 1};

static void start(struct bench *b, const struct pc_warp_lut_cfg *cfg)
{
    assert_null(pc_warp_lut_init(&b->s, cfg));
    assert_null(pc_warp_lut_check(&b->s));
    memset(&b->in, 0, sizeof b->in);
}

static void group(struct bench *b, uint32_t g, uint32_t pc, uint64_t req)
{
    b->in.grp_valid[g] = true;
    b->in.grp_pc[g] = pc;
    b->in.grp_req[g] = req;
}

static void offer(struct bench *b, uint32_t p, uint32_t idx)
{
    b->in.alloc_valid[p] = true;
    b->in.alloc_idx[p] = idx;
}

static void issue(struct bench *b, uint32_t pc, uint32_t idx)
{
    b->in.close_en = true;
    b->in.close_pc = pc;
    b->in.close_idx = idx;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    struct pc_warp_lut before = b->s;
    const char *broken = pc_warp_lut_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    pc_warp_lut_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    pc_warp_lut_tick(&b->s, &b->in, &b->out);
    assert_null(pc_warp_lut_check(&b->s));
    memset(&b->in, 0, sizeof b->in);
}

/* Opens a warp: one group that must miss, or conflict on every lane. */
static void open_warp(struct bench *b, uint32_t pc, uint64_t req, uint32_t idx)
{
    group(b, 0, pc, req);
    offer(b, 0, idx);
    cycle(b);
    assert_true(b->out.open_en[0]);
    assert_int_equal(b->out.open_idx[0], idx);
}

static void expect_join(const struct bench *b, uint32_t g, uint32_t idx, uint64_t mask)
{
    assert_true(b->out.grp_ready[g]);
    assert_int_equal(b->out.join_en[g], mask != 0);
    assert_int_equal(b->out.join_mask[g], mask);
    assert_int_equal(b->out.join_idx[g], idx);
}

static void expect_open(const struct bench *b, uint32_t g, uint32_t idx, uint64_t mask)
{
    assert_true(b->out.grp_ready[g]);
    assert_int_equal(b->out.open_en[g], mask != 0);
    assert_int_equal(b->out.open_mask[g], mask);
    assert_int_equal(b->out.open_idx[g], idx);
}

static void expect_shut(const struct bench *b, uint32_t g, uint32_t idx, uint64_t mask)
{
    assert_true(b->out.grp_ready[g]);
    assert_int_equal(b->out.shut_en[g], mask != 0); /* a warp has a thread */
    assert_int_equal(b->out.shut_idx[g], idx);
    assert_int_equal(b->out.shut_mask[g], mask);
}

static void expect_no_shut(const struct bench *b, uint32_t g) { expect_shut(b, g, 0, 0); }

static void expect_close(const struct bench *b, uint64_t occ)
{
    assert_int_equal(b->out.close_hit, occ != 0);
    assert_int_equal(b->out.close_occ, occ);
}

static void expect_refused(const struct bench *b, uint32_t g)
{
    assert_false(b->out.shut_en[g]);
    assert_int_equal(b->out.shut_mask[g] | b->out.shut_idx[g], 0);
    assert_false(b->out.grp_ready[g]);
    assert_false(b->out.join_en[g]);
    assert_false(b->out.open_en[g]);
    assert_int_equal(b->out.join_mask[g] | b->out.open_mask[g], 0);
    assert_int_equal(b->out.join_idx[g] | b->out.open_idx[g], 0);
}

static void expect_entry(const struct bench *b, uint32_t e, uint32_t pc, uint64_t occ, uint32_t idx)
{
    assert_int_equal(b->s.valid[e], 1);
    assert_int_equal(b->s.pc[e], pc);
    assert_int_equal(b->s.occ[e], occ);
    assert_int_equal(b->s.idx[e], idx);
}

static void expect_live(const struct bench *b, uint32_t n)
{
    uint32_t live = 0;
    for (uint32_t e = 0; e < b->s.cfg.entries; e++) live += b->s.valid[e];
    assert_int_equal(live, n);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

/* The timing diagram of the page; A is PC 1, the way it takes is entry 2. */
static void page_timing(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    group(&b, 0, 1, 0x3);
    offer(&b, 0, 5);
    cycle(&b); /* 0: miss */
    expect_join(&b, 0, 0, 0);
    expect_open(&b, 0, 5, 0x3);
    expect_entry(&b, 2, 1, 0x3, 5);
    group(&b, 0, 1, 0xc);
    offer(&b, 0, 6);
    cycle(&b); /* 1: join */
    expect_join(&b, 0, 5, 0xc);
    assert_false(b.out.alloc_ready[0] || b.out.open_en[0]);
    expect_entry(&b, 2, 1, 0xf, 5);
    group(&b, 0, 1, 0x1);
    offer(&b, 0, 6);
    cycle(&b); /* 2: conflict */
    expect_join(&b, 0, 0, 0);
    expect_open(&b, 0, 6, 0x1);
    expect_entry(&b, 2, 1, 0x1, 6);
    group(&b, 0, 1, 0x6);
    offer(&b, 0, 7);
    issue(&b, 1, 6);
    cycle(&b); /* 3: joins the warp that issues */
    expect_join(&b, 0, 6, 0x6);
    assert_false(b.out.alloc_ready[0]);
    expect_live(&b, 0);
    group(&b, 0, 1, 0x1);
    cycle(&b); /* 4: no index */
    expect_refused(&b, 0);
    group(&b, 0, 1, 0x1);
    offer(&b, 0, 6);
    cycle(&b); /* 5 */
    expect_open(&b, 0, 6, 0x1);
    expect_entry(&b, 2, 1, 0x1, 6);
}

static void race_both_groups_same_pc(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    group(&b, 0, 1, 0x03);
    group(&b, 1, 1, 0x0e);
    offer(&b, 0, 10);
    offer(&b, 1, 11);
    cycle(&b);
    expect_join(&b, 0, 0, 0);
    expect_open(&b, 0, 10, 0x03);
    expect_join(&b, 1, 10, 0x0c); /* joins the warp that group 0 just opened */
    expect_open(&b, 1, 11, 0x02);
    expect_no_shut(&b, 0);
    expect_shut(&b, 1, 10, 0x0f); /* open and shut in one cycle */
    assert_true(b.out.alloc_ready[0] && b.out.alloc_ready[1]);
    expect_entry(&b, 2, 1, 0x02, 11);
    expect_live(&b, 1);

    /* Join only, twice into one entry. */
    group(&b, 0, 1, 0x10);
    group(&b, 1, 1, 0x20);
    cycle(&b);
    expect_join(&b, 0, 11, 0x10);
    expect_join(&b, 1, 11, 0x20);
    expect_entry(&b, 2, 1, 0x32, 11);
}

static void race_both_miss_in_one_set(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    group(&b, 0, 5, 0x01);
    group(&b, 1, 1, 0x02);
    offer(&b, 0, 3);
    offer(&b, 1, 4);
    cycle(&b);
    expect_open(&b, 0, 3, 0x01);
    expect_open(&b, 1, 4, 0x02);
    expect_entry(&b, 2, 5, 0x01, 3);
    expect_entry(&b, 3, 1, 0x02, 4);
    assert_int_equal(b.s.victim[1], 0);

    /* Full: group 0 takes way 0, group 1 chooses after it and takes way 1; the pointer wraps. */
    group(&b, 0, 9, 0x04);
    group(&b, 1, 13, 0x08);
    offer(&b, 0, 5);
    offer(&b, 1, 6);
    cycle(&b);
    expect_shut(&b, 0, 3, 0x01);
    expect_shut(&b, 1, 4, 0x02);
    expect_entry(&b, 2, 9, 0x04, 5);
    expect_entry(&b, 3, 13, 0x08, 6);
    assert_int_equal(b.s.victim[1], 0);
}

static void race_both_miss_one_way(void **state)
{
    (void)state;
    struct bench b;
    struct pc_warp_lut_cfg cfg = hand;
    cfg.ways = 1;
    start(&b, &cfg);
    group(&b, 0, 1, 0x01);
    group(&b, 1, 9, 0x02);
    offer(&b, 0, 3);
    offer(&b, 1, 4);
    cycle(&b);
    expect_open(&b, 0, 3, 0x01);
    expect_open(&b, 1, 4, 0x02);
    expect_no_shut(&b, 0);
    expect_shut(&b, 1, 3, 0x01);
    expect_entry(&b, 1, 9, 0x02, 4);
    expect_live(&b, 1);
    assert_int_equal(b.s.victim[1], 0);
}

static void race_group0_replaces_what_group1_would_hit(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    open_warp(&b, 5, 0x02, 4);
    group(&b, 0, 9, 0x04);
    group(&b, 1, 1, 0x08);
    offer(&b, 0, 5);
    offer(&b, 1, 6);
    cycle(&b);
    expect_open(&b, 0, 5, 0x04);
    expect_join(&b, 1, 0, 0); /* would have joined warp 3 */
    expect_shut(&b, 0, 3, 0x01);
    expect_shut(&b, 1, 4, 0x02); /* the next way: group 0 has moved the pointer */
    expect_open(&b, 1, 6, 0x08);
    expect_entry(&b, 2, 9, 0x04, 5);
    expect_entry(&b, 3, 1, 0x08, 6);
}

static void race_group0_joins_what_group1_replaces(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    open_warp(&b, 5, 0x02, 4);
    group(&b, 0, 1, 0x06);
    group(&b, 1, 9, 0x08);
    offer(&b, 1, 5);
    cycle(&b);
    expect_join(&b, 0, 3, 0x06);
    expect_open(&b, 1, 5, 0x08);
    expect_no_shut(&b, 0);
    expect_shut(&b, 1, 3, 0x07); /* with the threads that join */
    expect_entry(&b, 2, 9, 0x08, 5);
    expect_entry(&b, 3, 5, 0x02, 4);
    assert_int_equal(b.s.victim[1], 1);
}

static void race_set_full(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    open_warp(&b, 5, 0x02, 4);
    open_warp(&b, 9, 0x04, 5);
    expect_join(&b, 0, 0, 0);
    expect_shut(&b, 0, 3, 0x01);
    expect_entry(&b, 2, 9, 0x04, 5);
    expect_entry(&b, 3, 5, 0x02, 4);
    assert_int_equal(b.s.victim[1], 1);
    open_warp(&b, 1, 0x10, 6); /* misses: its warp was closed */
    expect_entry(&b, 3, 1, 0x10, 6);
    assert_int_equal(b.s.victim[1], 0);
}

static void race_issue_and_join_forward(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    group(&b, 0, 1, 0x06);
    issue(&b, 1, 3);
    cycle(&b);
    expect_join(&b, 0, 3, 0x06);
    expect_no_shut(&b, 0);
    expect_close(&b, 0x07); /* the joining threads issue with it */
    expect_live(&b, 0);
}

static void race_issue_and_conflict_forward(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    group(&b, 0, 1, 0x07);
    offer(&b, 0, 4);
    issue(&b, 1, 3);
    cycle(&b);
    expect_join(&b, 0, 3, 0x06);
    expect_open(&b, 0, 4, 0x01);
    expect_shut(&b, 0, 3, 0x07);
    expect_close(&b, 0); /* the close comes too late: the entry is the new warp's */
    expect_entry(&b, 2, 1, 0x01, 4);
    expect_live(&b, 1);
}

static void race_issue_and_join_no_forward(void **state)
{
    (void)state;
    struct bench b;
    struct pc_warp_lut_cfg cfg = hand;
    cfg.forward = 0;
    start(&b, &cfg);
    open_warp(&b, 1, 0x01, 3);
    open_warp(&b, 5, 0x02, 4);
    group(&b, 1, 1, 0x06);
    offer(&b, 1, 5);
    issue(&b, 1, 3);
    cycle(&b);
    expect_join(&b, 1, 0, 0);
    expect_open(&b, 1, 5, 0x06);
    expect_close(&b, 0x01);
    expect_no_shut(&b, 1);           /* it issues: that is not left behind */
    expect_entry(&b, 2, 1, 0x06, 5); /* the way just freed */
    expect_entry(&b, 3, 5, 0x02, 4);
    assert_int_equal(b.s.victim[1], 0);

    /* Group 0 takes the way just freed, group 1 the victim: way 0 again. */
    group(&b, 0, 9, 0x01);
    group(&b, 1, 5, 0x04);
    offer(&b, 0, 6);
    offer(&b, 1, 7);
    issue(&b, 5, 4);
    cycle(&b);
    expect_open(&b, 0, 6, 0x01);
    expect_open(&b, 1, 7, 0x04);
    expect_close(&b, 0x02);
    expect_no_shut(&b, 0);
    expect_shut(&b, 1, 5, 0x06);
    expect_entry(&b, 3, 9, 0x01, 6);
    expect_entry(&b, 2, 5, 0x04, 7);
    assert_int_equal(b.s.victim[1], 1);
}

static void race_allocator_empty(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    group(&b, 0, 1, 0x03); /* joins and conflicts: refused whole */
    group(&b, 1, 1, 0x06); /* only joins */
    cycle(&b);
    expect_refused(&b, 0);
    expect_join(&b, 1, 3, 0x06);
    expect_entry(&b, 2, 1, 0x07, 3);
    group(&b, 0, 2, 0x01); /* misses */
    cycle(&b);
    expect_refused(&b, 0);
    expect_live(&b, 1);
}

static void race_one_index_for_two(void **state)
{
    (void)state;
    for (uint32_t port = 0; port < 2; port++) {
        struct bench b;
        start(&b, &hand);
        group(&b, 0, 1, 0x01);
        group(&b, 1, 2, 0x02);
        offer(&b, port, 7);
        cycle(&b);
        expect_open(&b, 0, 7, 0x01);
        expect_refused(&b, 1);
        assert_true(b.out.alloc_ready[port]);
        assert_false(b.out.alloc_ready[1 - port]);
        expect_live(&b, 1);
    }
}

/* ---- the page's other rules ------------------------------------------------------------ */

static void rule_empty_group(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    group(&b, 0, 1, 0);
    offer(&b, 0, 7);
    cycle(&b);
    expect_join(&b, 0, 0, 0);
    expect_open(&b, 0, 0, 0);
    assert_false(b.out.alloc_ready[0]);
    assert_false(b.out.grp_ready[1]); /* not valid: not ready */
    expect_live(&b, 0);
}

static void rule_lowest_port(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    group(&b, 0, 1, 0x02); /* needs none */
    group(&b, 1, 2, 0x01);
    offer(&b, 0, 8);
    offer(&b, 1, 9);
    cycle(&b);
    expect_open(&b, 1, 8, 0x01); /* port 0 serves group 1 */
    assert_true(b.out.alloc_ready[0]);
    assert_false(b.out.alloc_ready[1]);
}

static void rule_close(void **state)
{
    (void)state;
    for (uint32_t forward = 0; forward < 2; forward++) {
        struct bench b;
        struct pc_warp_lut_cfg cfg = hand;
        cfg.forward = forward;
        start(&b, &cfg);
        open_warp(&b, 1, 0x01, 3);
        open_warp(&b, 1, 0x01, 4); /* repointed: warp 3 is in the pool, closed */
        issue(&b, 1, 3);
        cycle(&b);
        expect_entry(&b, 2, 1, 0x01, 4);
        issue(&b, 1, 4);
        cycle(&b);
        expect_live(&b, 0);
    }
}

/* close_hit and close_occ answer for a warp that does not issue, too. */
static void rule_close_is_answered(void **state)
{
    (void)state;
    for (uint32_t forward = 0; forward < 2; forward++) {
        struct bench b;
        struct pc_warp_lut_cfg cfg = hand;
        cfg.forward = forward;
        start(&b, &cfg);
        open_warp(&b, 1, 0x01, 3);
        issue(&b, 1, 3);
        b.in.close_en = false;
        group(&b, 0, 1, 0x06);
        cycle(&b);
        expect_join(&b, 0, 3, 0x06); /* it does not issue: not closed first either */
        expect_close(&b, forward == 1 ? 0x07 : 0x01);
        expect_live(&b, 1);
        issue(&b, 1, 4); /* another warp of that PC */
        cycle(&b);
        expect_close(&b, 0);
        issue(&b, 2, 3); /* that warp, but in another set */
        b.in.close_en = false;
        cycle(&b);
        expect_close(&b, 0);
    }
}

/* A refused group leaves no warp; nor does one that only joins, or that takes an invalid way. */
static void rule_shut(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    expect_no_shut(&b, 0);
    open_warp(&b, 1, 0x01, 4);
    expect_shut(&b, 0, 3, 0x01); /* conflict on every lane */
    group(&b, 0, 1, 0x07);
    cycle(&b);
    expect_refused(&b, 0);
    group(&b, 0, 1, 0x06);
    cycle(&b);
    expect_no_shut(&b, 0);
    /* One shuts by conflict what the other has just repointed. */
    group(&b, 0, 1, 0x18);
    group(&b, 1, 1, 0x21);
    offer(&b, 0, 5);
    offer(&b, 1, 6);
    cycle(&b);
    expect_no_shut(&b, 0);
    expect_join(&b, 1, 4, 0x20);
    expect_shut(&b, 1, 4, 0x3f);
}

static void rule_lowest_invalid_way(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    open_warp(&b, 5, 0x01, 4);
    open_warp(&b, 9, 0x01, 5); /* victim 0 -> 1 */
    issue(&b, 9, 5);
    cycle(&b);
    open_warp(&b, 13, 0x01, 6); /* way 0 is invalid: the pointer says 1 and stays */
    expect_entry(&b, 2, 13, 0x01, 6);
    expect_entry(&b, 3, 5, 0x01, 4);
    assert_int_equal(b.s.victim[1], 1);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    open_warp(&b, 1, 0x01, 3);
    open_warp(&b, 5, 0x01, 4);
    open_warp(&b, 9, 0x01, 5);
    group(&b, 0, 9, 0x02);
    pc_warp_lut_eval(&b.s, &b.in, &b.out);
    expect_join(&b, 0, 5, 0x02); /* outputs as in any other cycle */
    pc_warp_lut_reset(&b.s);
    expect_live(&b, 0);
    assert_int_equal(b.s.victim[1], 0);
    assert_null(pc_warp_lut_check(&b.s));
}

static void rule_set_of_pc(void **state)
{
    (void)state;
    struct bench b;
    struct pc_warp_lut_cfg cfg = hand;
    cfg.pc_shift = 2;
    start(&b, &cfg);
    open_warp(&b, 0x17, 0x01, 3); /* 0x17 >> 2 = 5, set 1 */
    expect_entry(&b, 2, 0x17, 0x01, 3);
    /* One set, and a shift by all 32 bits. */
    cfg = (struct pc_warp_lut_cfg){.entries = 2,
                                   .ways = 2,
                                   .lanes = 64,
                                   .lane_slots = 1,
                                   .pc_width = 32,
                                   .pool_entries = 65536,
                                   .pc_shift = 32,
                                   .forward = 1};
    start(&b, &cfg);
    open_warp(&b, 0xffffffff, UINT64_MAX, 65535);
    expect_entry(&b, 0, 0xffffffff, UINT64_MAX, 65535);
}

static void table_v_bits(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &paper);
    const struct pc_warp_lut_cfg *c = &b.s.cfg;
    uint32_t table_v = c->entries * (c->pc_width + c->lanes + clog2(c->pool_entries));
    assert_int_equal(table_v, 4032);
    assert_int_equal(table_v + c->entries + b.s.sets * clog2(c->ways), 4128);
}

/* ---- the naive twin -------------------------------------------------------------------- */

struct naive_entry {
    bool valid;
    uint32_t pc;
    uint64_t occ;
    uint32_t idx;
};

struct naive {
    struct pc_warp_lut_cfg cfg;
    struct naive_entry e[PC_WARP_LUT_MAX_ENTRIES];
    uint32_t victim[PC_WARP_LUT_MAX_ENTRIES];
};

static uint32_t naive_set(const struct naive *n, uint32_t pc)
{
    return (uint32_t)((uint64_t)pc / (UINT64_C(1) << n->cfg.pc_shift) %
                      (n->cfg.entries / n->cfg.ways));
}

static void naive_close(struct naive *n, const struct pc_warp_lut_in *in,
                        struct pc_warp_lut_out *out)
{
    for (uint32_t i = 0; i < n->cfg.entries; i++) {
        if (i / n->cfg.ways != naive_set(n, in->close_pc) || n->e[i].idx != in->close_idx) continue;
        if (!n->e[i].valid) continue;
        out->close_hit = true;
        out->close_occ = n->e[i].occ;
        n->e[i].valid = !in->close_en;
    }
}

static struct naive_entry *naive_replaced(struct naive *n, uint32_t set)
{
    for (uint32_t i = 0; i < n->cfg.entries; i++) {
        if (i / n->cfg.ways == set && !n->e[i].valid) return &n->e[i];
    }
    uint32_t way = n->victim[set];
    n->victim[set] = (way + 1) % n->cfg.ways;
    return &n->e[set * n->cfg.ways + way];
}

/* The lowest place of a lane that a warp has free; lanes if it has none. */
static uint32_t naive_free(const struct naive *n, uint64_t occ, uint32_t lane)
{
    uint32_t place = lane;
    while (place < n->cfg.lanes && (occ >> place & 1) != 0)
        place += n->cfg.lanes / n->cfg.lane_slots;
    return place;
}

/* Thread by thread: each takes a free place of its lane, in the warp that is there or in a new one.
 * How far a lane turns is where its first thread would go in a warp that never is full. */
static void naive_split(const struct naive *n, uint64_t req, const struct naive_entry *hit,
                        uint64_t *join, uint64_t *conflict)
{
    const uint32_t homes = n->cfg.lanes / n->cfg.lane_slots;
    for (uint32_t p = 0; p < n->cfg.lanes; p++) {
        if ((req >> p & 1) == 0) continue;
        const uint32_t place = hit ? naive_free(n, hit->occ | *join, p % homes) : n->cfg.lanes;
        if (place < n->cfg.lanes) *join |= UINT64_C(1) << place;
        else *conflict |= UINT64_C(1) << naive_free(n, *conflict, p % homes);
    }
}

static void naive_place(struct naive *n, const struct pc_warp_lut_in *in, int g,
                        struct pc_warp_lut_out *out)
{
    struct naive_entry *hit = NULL;
    uint64_t req = in->grp_req[g];
    for (uint32_t i = 0; i < n->cfg.entries; i++) {
        if (n->e[i].valid && n->e[i].pc == in->grp_pc[g]) hit = &n->e[i];
    }
    uint64_t join = 0, conflict = 0;
    naive_split(n, req, hit, &join, &conflict);
    int port = -1;
    for (int p = 1; p >= 0; p--) {
        if (in->alloc_valid[p] && !out->alloc_ready[p]) port = p;
    }
    if (!in->grp_valid[g] || (conflict && port < 0)) return;
    out->grp_ready[g] = true;
    if (join) {
        out->join_en[g] = true;
        out->join_idx[g] = hit->idx;
        out->join_mask[g] = join;
        hit->occ |= join;
    }
    if (conflict) {
        out->alloc_ready[port] = true;
        out->open_en[g] = true;
        out->open_idx[g] = in->alloc_idx[port];
        out->open_mask[g] = conflict;
        if (hit == NULL) hit = naive_replaced(n, naive_set(n, in->grp_pc[g]));
        if (hit->valid) {
            out->shut_en[g] = true;
            out->shut_idx[g] = hit->idx;
            out->shut_mask[g] = hit->occ;
        }
        *hit = (struct naive_entry){true, in->grp_pc[g], conflict, in->alloc_idx[port]};
    }
}

/* A whole cycle: the table is changed in place, the outputs fall out on the way. */
static void naive_cycle(struct naive *n, const struct pc_warp_lut_in *in,
                        struct pc_warp_lut_out *out)
{
    memset(out, 0, sizeof *out);
    if (!n->cfg.forward) naive_close(n, in, out);
    naive_place(n, in, 0, out);
    naive_place(n, in, 1, out);
    if (n->cfg.forward) naive_close(n, in, out);
}

static bool same_outputs(const struct pc_warp_lut_out *a, const struct pc_warp_lut_out *b)
{
    bool same = a->close_hit == b->close_hit && a->close_occ == b->close_occ;
    for (int g = 0; g < 2; g++) {
        same = same && a->grp_ready[g] == b->grp_ready[g];
        same = same && a->alloc_ready[g] == b->alloc_ready[g];
        same = same && a->join_en[g] == b->join_en[g] && a->join_idx[g] == b->join_idx[g];
        same = same && a->open_en[g] == b->open_en[g] && a->open_idx[g] == b->open_idx[g];
        same = same && a->join_mask[g] == b->join_mask[g];
        same = same && a->open_mask[g] == b->open_mask[g];
        same = same && a->shut_en[g] == b->shut_en[g] && a->shut_idx[g] == b->shut_idx[g];
        same = same && a->shut_mask[g] == b->shut_mask[g];
    }
    return same;
}

static bool same_state(const struct pc_warp_lut *s, const struct naive *n)
{
    for (uint32_t i = 0; i < s->cfg.entries; i++) {
        const struct naive_entry *e = &n->e[i];
        if ((s->valid[i] != 0) != e->valid) return false;
        if (e->valid && (s->pc[i] != e->pc || s->occ[i] != e->occ || s->idx[i] != e->idx))
            return false;
    }
    for (uint32_t set = 0; set < s->sets; set++) {
        if (s->victim[set] != n->victim[set]) return false;
    }
    return true;
}

/* ---- a warp pool that counts its threads ----------------------------------------------- */

enum { THREADS_A_LANE = 24, NO_THREAD = -1, PCS = 64 };

struct pool_warp {
    bool used;
    uint32_t pc;
    int tid[64]; /* of the thread at each place, or NO_THREAD */
};

struct neighbours {
    struct hd_rng rng;
    const struct pc_warp_lut_cfg *cfg;
    struct pool_warp warp[512];
    bool away[64 * THREADS_A_LANE]; /* the thread is in a group or in the pool */
    bool pending[2];
    uint32_t pc[2];
    int tid[2][64];
    /* The mood, changed now and then. */
    uint32_t pcs[PCS];
    uint32_t pc_count, group_chance, alloc_chance, close_chance, lane_chance;
    /* What has been met, so that a run that shows nothing is noticed. */
    uint32_t joins, opens, refusals, resets, forwards, shuts, looks;
};

static void all_home(struct neighbours *nb)
{
    memset(nb->away, 0, sizeof nb->away);
    memset(nb->pending, 0, sizeof nb->pending);
    for (uint32_t w = 0; w < nb->cfg->pool_entries; w++) nb->warp[w].used = false;
}

static void new_mood(struct neighbours *nb)
{
    uint32_t sets = nb->cfg->entries / nb->cfg->ways;
    uint32_t mask = nb->cfg->pc_width == 32 ? UINT32_MAX : (1u << nb->cfg->pc_width) - 1;
    bool one_set = hd_rng_chance(&nb->rng, 1, 3);
    uint32_t base = (uint32_t)hd_rng_next(&nb->rng);
    nb->pc_count = 1 + hd_rng_below(&nb->rng, hd_rng_chance(&nb->rng, 1, 2) ? 6 : PCS);
    for (uint32_t i = 0; i < PCS; i++) {
        uint32_t far = (uint32_t)((uint64_t)i * sets << nb->cfg->pc_shift);
        nb->pcs[i] = (one_set ? base + far : (uint32_t)hd_rng_next(&nb->rng)) & mask;
    }
    nb->group_chance = 2 + hd_rng_below(&nb->rng, 9);
    nb->alloc_chance = hd_rng_below(&nb->rng, 11);
    nb->close_chance = hd_rng_below(&nb->rng, 11);
    nb->lane_chance = 1 + hd_rng_below(&nb->rng, 8);
}

static uint32_t homes_of(const struct neighbours *nb)
{
    return nb->cfg->lanes / nb->cfg->lane_slots;
}

static void form_group(struct neighbours *nb, int g)
{
    nb->pending[g] = true;
    nb->pc[g] = nb->pcs[hd_rng_below(&nb->rng, nb->pc_count)];
    for (uint32_t l = 0; l < nb->cfg->lanes; l++) {
        uint32_t t = l % homes_of(nb) * THREADS_A_LANE + hd_rng_below(&nb->rng, THREADS_A_LANE);
        nb->tid[g][l] = NO_THREAD;
        if (hd_rng_chance(&nb->rng, nb->lane_chance, 8) && !nb->away[t]) {
            nb->away[t] = true;
            nb->tid[g][l] = (int)t;
        }
    }
}

/* A free index, not `other`; false if no luck. */
static bool free_index(struct neighbours *nb, uint32_t other, uint32_t *idx)
{
    uint32_t n = nb->cfg->pool_entries;
    uint32_t first = hd_rng_below(&nb->rng, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t w = (first + i) % n;
        if (!nb->warp[w].used && w != other) {
            *idx = w;
            return true;
        }
    }
    return false;
}

static void drive(struct neighbours *nb, struct pc_warp_lut_in *in)
{
    memset(in, 0, sizeof *in);
    for (int g = 0; g < 2; g++) {
        if (!nb->pending[g] && hd_rng_chance(&nb->rng, nb->group_chance, 10)) form_group(nb, g);
        in->grp_valid[g] = nb->pending[g];
        in->grp_pc[g] = nb->pc[g];
        for (uint32_t l = 0; nb->pending[g] && l < nb->cfg->lanes; l++)
            in->grp_req[g] |= nb->tid[g][l] == NO_THREAD ? 0 : UINT64_C(1) << l;
    }
    uint32_t other = UINT32_MAX;
    for (int p = 0; p < 2; p++) {
        if (hd_rng_chance(&nb->rng, nb->alloc_chance, 10))
            in->alloc_valid[p] = free_index(nb, other, &in->alloc_idx[p]);
        other = in->alloc_valid[p] ? in->alloc_idx[p] : other;
    }
    uint32_t w = hd_rng_below(&nb->rng, nb->cfg->pool_entries);
    for (uint32_t i = 0; i < 8 && !nb->warp[w].used; i++)
        w = hd_rng_below(&nb->rng, nb->cfg->pool_entries);
    in->close_en = nb->warp[w].used && hd_rng_chance(&nb->rng, nb->close_chance, 10);
    in->close_pc = nb->warp[w].pc;
    in->close_idx = w;
}

/* The threads of a group, each at its new place. */
static void to_places(struct neighbours *nb, int g, const struct pc_warp_lut_in *in,
                      const struct pc_warp_lut_out *out)
{
    const struct lane_places_cfg cfg = {nb->cfg->lanes, nb->cfg->lane_slots, 16};
    uint32_t from[64], to[64];
    if (nb->cfg->lane_slots == 1) return;
    for (uint32_t p = 0; p < nb->cfg->lanes; p++) from[p] = (uint32_t)nb->tid[g][p] + 1;
    lane_places_move(&cfg, in->grp_req[g], from, out->turn[g], to);
    for (uint32_t p = 0; p < nb->cfg->lanes; p++) nb->tid[g][p] = (int)to[p] - 1;
}

static void move_threads(struct neighbours *nb, int g, uint32_t w, uint64_t mask)
{
    for (uint32_t l = 0; l < 64; l++) {
        if (!(mask >> l & 1)) continue;
        if (l >= nb->cfg->lanes || nb->tid[g][l] == NO_THREAD)
            fail_msg("a thread is made up on lane %u", l);
        if (nb->warp[w].tid[l] != NO_THREAD) fail_msg("lane %u of warp %u is given twice", l, w);
        if ((uint32_t)nb->tid[g][l] / THREADS_A_LANE != l % homes_of(nb))
            fail_msg("a thread is at place %u, not in its home lane", l);
        nb->warp[w].tid[l] = nb->tid[g][l];
        nb->tid[g][l] = NO_THREAD;
    }
}

static uint64_t lanes_of(const struct neighbours *nb, uint32_t w)
{
    uint64_t lanes = 0;
    for (uint32_t l = 0; l < nb->cfg->lanes; l++)
        lanes |= nb->warp[w].tid[l] == NO_THREAD ? 0 : UINT64_C(1) << l;
    return lanes;
}

/* The pool does what the LUT says, and knows where every thread is. */
static void pool_group(struct neighbours *nb, int g, const struct pc_warp_lut_in *in,
                       const struct pc_warp_lut_out *out)
{
    if (!out->grp_ready[g]) {
        nb->refusals += in->grp_valid[g];
        if (out->join_en[g] || out->open_en[g]) fail_msg("a refused group is placed");
        return;
    }
    if (out->join_en[g] || out->open_en[g]) to_places(nb, g, in, out);
    if (out->join_en[g]) {
        struct pool_warp *w = &nb->warp[out->join_idx[g]];
        bool issues = in->close_en && in->close_idx == out->join_idx[g];
        if (!w->used || w->pc != nb->pc[g]) fail_msg("a join to a warp that is not there");
        if (issues && !nb->cfg->forward) fail_msg("a join to the warp that issues");
        nb->forwards += issues;
        nb->joins++;
        move_threads(nb, g, out->join_idx[g], out->join_mask[g]);
    }
    if (out->open_en[g]) {
        struct pool_warp *w = &nb->warp[out->open_idx[g]];
        if (w->used) fail_msg("a warp is opened twice");
        w->used = true;
        w->pc = nb->pc[g];
        for (int l = 0; l < 64; l++) w->tid[l] = NO_THREAD;
        nb->opens++;
        move_threads(nb, g, out->open_idx[g], out->open_mask[g]);
    }
    if (out->shut_en[g]) {
        const struct pool_warp *w = &nb->warp[out->shut_idx[g]];
        nb->shuts++;
        if (!w->used) fail_msg("a warp is shut that is not there");
        if (lanes_of(nb, out->shut_idx[g]) != out->shut_mask[g])
            fail_msg("the lanes of a warp that is shut are not those of its threads");
    }
    for (uint32_t l = 0; l < nb->cfg->lanes; l++) {
        if (nb->tid[g][l] != NO_THREAD) fail_msg("the thread of lane %u is lost", l);
    }
    nb->pending[g] = false;
}

static void follow(struct neighbours *nb, const struct pc_warp_lut_in *in,
                   const struct pc_warp_lut_out *out)
{
    uint32_t taken = 0;
    for (int p = 0; p < 2; p++) {
        if (!out->alloc_ready[p]) continue;
        taken++;
        if (!in->alloc_valid[p]) fail_msg("an index that is not offered is taken");
    }
    if (taken != (uint32_t)out->open_en[0] + out->open_en[1])
        fail_msg("indices taken and warps opened differ");
    bool looked = out->close_hit && !nb->cfg->forward;
    if (looked && lanes_of(nb, in->close_idx) != out->close_occ)
        fail_msg("close_occ is not the lanes of the warp as the close meets it");
    pool_group(nb, 0, in, out);
    pool_group(nb, 1, in, out);
    if (out->close_hit && !looked && lanes_of(nb, in->close_idx) != out->close_occ)
        fail_msg("close_occ is not the lanes of the warp as the groups leave it");
    nb->looks += out->close_hit && !in->close_en;
    if (!in->close_en) return;
    for (uint32_t l = 0; l < nb->cfg->lanes; l++) {
        int t = nb->warp[in->close_idx].tid[l];
        if (t != NO_THREAD) nb->away[t] = false;
    }
    nb->warp[in->close_idx].used = false;
}

/* Every thread that is away is in one place, and in one only. */
static void count_threads(const struct neighbours *nb)
{
    uint32_t seen[64 * THREADS_A_LANE] = {0};
    for (uint32_t l = 0; l < nb->cfg->lanes; l++) {
        for (uint32_t w = 0; w < nb->cfg->pool_entries; w++) {
            if (nb->warp[w].used && nb->warp[w].tid[l] != NO_THREAD) seen[nb->warp[w].tid[l]]++;
        }
        for (int g = 0; g < 2; g++) {
            if (nb->pending[g] && nb->tid[g][l] != NO_THREAD) seen[nb->tid[g][l]]++;
        }
    }
    for (uint32_t t = 0; t < homes_of(nb) * THREADS_A_LANE; t++)
        if (seen[t] != nb->away[t]) fail_msg("thread %u is in %u places", t, seen[t]);
}

struct run {
    const char *name;
    struct pc_warp_lut_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"paper", {64, 4, 32, 1, 24, 128, 0, 1}, 200000},
    {"paper_closed_first", {64, 4, 32, 1, 24, 128, 0, 0}, 200000},
    {"small", {4, 2, 2, 1, 3, 5, 0, 1}, 200000},
    {"small_closed_first", {4, 2, 2, 1, 3, 5, 0, 0}, 200000},
    {"odd", {12, 3, 5, 1, 11, 21, 2, 0}, 200000},
    {"odd_forward", {12, 3, 5, 1, 11, 21, 2, 1}, 200000},
    {"direct", {8, 1, 4, 1, 6, 16, 0, 1}, 200000},
    {"direct_closed_first", {8, 1, 4, 1, 6, 16, 0, 0}, 200000},
    {"full", {6, 6, 4, 1, 6, 16, 0, 1}, 200000},
    {"one_entry", {1, 1, 3, 1, 4, 2, 4, 1}, 200000},
    {"large", {256, 8, 64, 1, 32, 512, 0, 1}, 200000},
    {"eight", {64, 4, 32, 4, 24, 128, 0, 1}, 100000},
    {"slots", {8, 2, 8, 4, 6, 16, 0, 1}, 200000},
    {"two", {4, 2, 4, 2, 4, 7, 0, 0}, 200000},
    {"lone", {4, 4, 4, 4, 4, 7, 0, 0}, 200000},
    {"wide", {16, 2, 64, 64, 8, 24, 0, 1}, 50000},
};

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct neighbours nb;
    static struct naive n;
    struct pc_warp_lut s;
    struct pc_warp_lut_in in;
    struct pc_warp_lut_out out, expected;

    memset(&nb, 0, sizeof nb);
    memset(&n, 0, sizeof n);
    nb.cfg = &r->cfg;
    n.cfg = r->cfg;
    hd_rng_seed(&nb.rng, r->cfg.entries);
    all_home(&nb);
    assert_null(pc_warp_lut_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        if (c % 256 == 0) new_mood(&nb);
        drive(&nb, &in);
        const char *broken = pc_warp_lut_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        pc_warp_lut_eval(&s, &in, &out);
        naive_cycle(&n, &in, &expected);
        if (!same_outputs(&out, &expected))
            fail_msg("%s cycle %u: outputs differ from the twin's", r->name, c);
        follow(&nb, &in, &out);
        if (hd_rng_chance(&nb.rng, 1, 2000)) {
            pc_warp_lut_reset(&s);
            memset(n.victim, 0, sizeof n.victim);
            memset(n.e, 0, sizeof n.e);
            all_home(&nb);
            nb.resets++;
        } else {
            pc_warp_lut_tick(&s, &in, &out);
        }
        if (!same_state(&s, &n))
            fail_msg("%s cycle %u: the state differs from the twin's", r->name, c);
        broken = pc_warp_lut_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
        if (c % 64 == 0) count_threads(&nb);
    }
    assert_true(nb.joins > 100 && nb.opens > 100 && nb.refusals > 100 && nb.resets > 10);
    assert_true(r->cfg.forward == 0 || nb.forwards > 0);
    assert_true(nb.shuts > 100 && nb.looks > 100);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void filled(struct bench *b)
{
    start(b, &hand);
    open_warp(b, 1, 0x01, 3);
    open_warp(b, 5, 0x02, 4);
    open_warp(b, 2, 0x04, 5);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.occ[2] = 0;
    assert_string_equal(pc_warp_lut_check(&b.s), "valid_occ");
    filled(&b);
    b.s.pc[3] = 1;
    assert_string_equal(pc_warp_lut_check(&b.s), "unique_pc");
    filled(&b);
    b.s.pc[2] = 3;
    assert_string_equal(pc_warp_lut_check(&b.s), "home_set");
    filled(&b);
    b.s.idx[4] = 3;
    assert_string_equal(pc_warp_lut_check(&b.s), "unique_idx");
    filled(&b);
    b.s.idx[4] = 32;
    assert_string_equal(pc_warp_lut_check(&b.s), "idx_range");
    filled(&b);
    b.s.victim[3] = 2;
    assert_string_equal(pc_warp_lut_check(&b.s), "victim_range");
    filled(&b);
    b.s.cfg.lane_slots = 4; /* of two lanes: the first has its second place alone */
    b.s.occ[2] = 0x04;
    assert_string_equal(pc_warp_lut_check(&b.s), "low_first");
    /* The fields of an invalid entry mean nothing. */
    filled(&b);
    b.s.pc[7] = 0xff;
    b.s.idx[7] = 0xffff;
    assert_null(pc_warp_lut_check(&b.s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = pc_warp_lut_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    assert_null(pc_warp_lut_promise(&b.s, &b.in));
    offer(&b, 0, 9);
    offer(&b, 1, 9);
    expect_promise(&b, "the two indices offered are equal");
    offer(&b, 1, 32);
    expect_promise(&b, "an index offered is not below PoolEntries");
    offer(&b, 0, 4);
    expect_promise(&b, "an index offered is of a warp in the LUT");
    offer(&b, 0, 9);
    issue(&b, 1, 9);
    expect_promise(&b, "an index offered is of the warp that issues");
    issue(&b, 1, 32);
    expect_promise(&b, "the index that issues is not below PoolEntries");
    issue(&b, 0x100, 9);
    expect_promise(&b, "the PC that issues is wider than PcWidth");
    issue(&b, 5, 3);
    expect_promise(&b, "the warp that issues has another PC in the LUT");
    group(&b, 1, 0x100, 1);
    expect_promise(&b, "a group's PC is wider than PcWidth");
    group(&b, 0, 1, 0x100);
    expect_promise(&b, "a group's REQ names a lane at or above Lanes");
    /* What is not offered is not looked at. */
    b.in.alloc_idx[0] = b.in.alloc_idx[1] = b.in.close_idx = 99;
    b.in.grp_pc[0] = 0x100;
    assert_null(pc_warp_lut_promise(&b.s, &b.in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct pc_warp_lut_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 1, 8, 1, 8, 8, 0, 1}, "Entries must be at least 1"},
        {{2048, 4, 8, 1, 12, 8, 0, 1}, "Entries must be at most 1024 in the model"},
        {{8, 0, 8, 1, 8, 8, 0, 1}, "Ways must be at least 1"},
        {{8, 3, 8, 1, 8, 8, 0, 1}, "Ways must divide Entries"},
        {{4, 8, 8, 1, 8, 8, 0, 1}, "Ways must divide Entries"},
        {{12, 4, 8, 1, 8, 8, 0, 1}, "Entries / Ways must be a power of two"},
        {{8, 2, 0, 1, 8, 8, 0, 1}, "Lanes must be 1 to 64"},
        {{8, 2, 65, 1, 8, 8, 0, 1}, "Lanes must be 1 to 64"},
        {{8, 2, 8, 1, 0, 8, 0, 1}, "PcWidth must be 1 to 32"},
        {{8, 2, 8, 1, 33, 8, 0, 1}, "PcWidth must be 1 to 32"},
        {{8, 2, 8, 1, 8, 1, 0, 1}, "PoolEntries must be 2 to 65536"},
        {{8, 2, 8, 1, 8, 65537, 0, 1}, "PoolEntries must be 2 to 65536"},
        {{8, 2, 8, 1, 8, 8, 7, 1}, "PcShift + log2(Entries / Ways) must be at most PcWidth"},
        {{8, 8, 8, 1, 8, 8, 9, 1}, "PcShift + log2(Entries / Ways) must be at most PcWidth"},
        {{8, 2, 8, 1, 8, 8, 0, 2}, "Forward must be 0 or 1"},
        {{8, 2, 8, 3, 8, 8, 0, 1}, "LaneSlots must be a power of two, at most Lanes"},
        {{8, 2, 4, 8, 8, 8, 0, 1}, "LaneSlots must be a power of two, at most Lanes"},
        {{8, 2, 8, 0, 8, 8, 0, 1}, "LaneSlots must be a power of two, at most Lanes"},
        {{8, 2, 6, 2, 8, 8, 0, 1}, "with LaneSlots above 1 Lanes must be a power of two"},
    };
    struct pc_warp_lut s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = pc_warp_lut_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    static const struct pc_warp_lut_cfg edge[] = {
        {1024, 1024, 64, 1, 32, 65536, 32, 0}, {1, 1, 1, 1, 1, 2, 1, 1}, {8, 2, 1, 1, 8, 2, 6, 1}};
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
        assert_null(pc_warp_lut_init(&s, &edge[i]));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(page_timing),
        cmocka_unit_test(race_both_groups_same_pc),
        cmocka_unit_test(race_both_miss_in_one_set),
        cmocka_unit_test(race_both_miss_one_way),
        cmocka_unit_test(race_group0_replaces_what_group1_would_hit),
        cmocka_unit_test(race_group0_joins_what_group1_replaces),
        cmocka_unit_test(race_set_full),
        cmocka_unit_test(race_issue_and_join_forward),
        cmocka_unit_test(race_issue_and_conflict_forward),
        cmocka_unit_test(race_issue_and_join_no_forward),
        cmocka_unit_test(race_allocator_empty),
        cmocka_unit_test(race_one_index_for_two),
        cmocka_unit_test(rule_empty_group),
        cmocka_unit_test(rule_lowest_port),
        cmocka_unit_test(rule_close),
        cmocka_unit_test(rule_close_is_answered),
        cmocka_unit_test(rule_shut),
        cmocka_unit_test(rule_lowest_invalid_way),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_set_of_pc),
        cmocka_unit_test(table_v_bits),
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
    return cmocka_run_group_tests_name("pc_warp_lut", tests, NULL, NULL);
}
