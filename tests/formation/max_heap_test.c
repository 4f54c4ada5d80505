/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the max-heap: the page's worked cases cycle by cycle,
 * the golden order under random stimulus, and the proof that check, promise
 * and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formation/max_heap.h"
#include "majority_order.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct max_heap s;
    struct max_heap_in in;
    struct max_heap_out out;
};

static const struct max_heap_cfg hand = {.entries = 8,
                                         .pc_width = 8,
                                         .cnt_width = 8,
                                         .wid_width = 6,
                                         .lut_width = 6,
                                         .lanes = 16,
                                         .queue_depth = 4,
                                         .ports = 2};

static const struct max_heap_cfg paper = {.entries = 64,
                                          .pc_width = 24,
                                          .cnt_width = 10,
                                          .wid_width = 8,
                                          .lut_width = 8,
                                          .lanes = 32,
                                          .queue_depth = 4,
                                          .ports = 2};

static void start(struct bench *b, const struct max_heap_cfg *cfg)
{
    assert_null(max_heap_init(&b->s, cfg));
    assert_null(max_heap_check(&b->s));
    memset(&b->in, 0, sizeof b->in);
}

/* Appends an entry: PC 0x10 + position, LUT# 20 + position, one warp, the position. */
static void put(struct bench *b, uint32_t cnt)
{
    uint32_t i = b->s.size++;
    b->s.entry[i] = (struct max_heap_entry){0x10 + i, cnt, i, i, 20 + i, 0};
    assert_null(max_heap_check(&b->s));
}

/* An update that opens its warp. */
static void wait_in_queue(struct bench *b, uint32_t pc, uint32_t nthd, uint32_t wid)
{
    b->s.queue[b->s.queue_count++] = (struct max_heap_update){pc, nthd, wid, true};
}

/* One that joins a warp. */
static void join_in_queue(struct bench *b, uint32_t pc, uint32_t nthd, uint32_t wid)
{
    b->s.queue[b->s.queue_count++] = (struct max_heap_update){pc, nthd, wid, false};
}

static void offer(struct bench *b, uint32_t u, uint32_t pc, uint32_t nthd, uint32_t wid)
{
    b->in.upd_valid[u] = true;
    b->in.upd_pc[u] = pc;
    b->in.upd_nthd[u] = nthd;
    b->in.upd_wid[u] = wid;
    b->in.upd_open[u] = true;
}

static void hit(struct bench *b, uint32_t u, uint32_t mh)
{
    b->in.lkp_hit[u] = true;
    b->in.lkp_mh[u] = mh;
    b->in.lkp_lut[u] = b->s.entry[mh].lut;
}

static void miss(struct bench *b, uint32_t u, uint32_t lut)
{
    b->in.lkp_free[u] = true;
    b->in.lkp_lut[u] = lut;
}

static void cycle(struct bench *b)
{
    struct max_heap before = b->s;
    const char *broken = max_heap_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    max_heap_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    max_heap_tick(&b->s, &b->in, &b->out);
    broken = max_heap_check(&b->s);
    if (broken != NULL) fail_msg("check: %s", broken);
    memset(&b->in, 0, sizeof b->in);
}

/* In the cycle just run lane l wrote the entry of LUT# lut to position mh. */
static void moved(const struct bench *b, uint32_t l, uint32_t lut, uint32_t mh)
{
    assert_true(b->out.move_en[l]);
    assert_int_equal(b->out.move_lut[l], lut);
    assert_int_equal(b->out.move_mh[l], mh);
}

static void still(const struct bench *b, uint32_t l)
{
    assert_false(b->out.move_en[l]);
    assert_int_equal(b->out.move_lut[l] | b->out.move_mh[l], 0);
}

static void linked(const struct bench *b, uint32_t u, uint32_t from, uint32_t to)
{
    assert_true(b->out.link_en[u]);
    assert_int_equal(b->out.link_from[u], from);
    assert_int_equal(b->out.link_to[u], to);
}

/* After this cycle the heap is balanced, and the counts are these from the root on. */
static void balanced(const struct bench *b, uint32_t n, const uint32_t *cnt)
{
    assert_int_equal(b->s.phase, MAX_HEAP_IDLE);
    assert_false(b->s.lane_busy[0] || b->s.lane_busy[1]);
    assert_int_equal(b->s.size, n);
    for (uint32_t i = 0; i < n; i++) assert_int_equal(b->s.entry[i].cnt, cnt[i]);
}

#define BALANCED(b, ...)                                                                           \
    balanced(b, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__})

/* ---- worked examples, cycle by cycle --------------------------------------------------- */

static void example_insert_one(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    put(&b, 5);
    put(&b, 7);
    offer(&b, 0, 0x40, 8, 33);
    cycle(&b); /* enters the queue */
    assert_true(b.out.upd_ready[0] && b.out.upd_ready[1]);
    assert_false(b.out.lkp_valid[0]);

    miss(&b, 0, 40);
    cycle(&b); /* dispatch */
    assert_true(b.out.lkp_valid[0]);
    assert_false(b.out.lkp_valid[1]);
    assert_int_equal(b.out.lkp_pc[0], 0x40);
    assert_true(b.out.ins_en[0]);
    assert_false(b.out.ins_en[1] || b.out.link_en[0]);
    assert_true(b.out.root_valid);
    assert_false(b.out.busy);
    still(&b, 0);
    assert_int_equal(b.s.phase, MAX_HEAP_UP);
    assert_int_equal(b.s.size, 4);
    assert_int_equal(b.s.lane_hole[0], 3);
    assert_true(b.s.lane_busy[0]);
    assert_false(b.s.lane_busy[1]);
    assert_int_equal(b.s.lane_held[0].wph, 33);
    assert_int_equal(b.s.lane_held[0].wpt, 33);
    assert_int_equal(b.s.lane_held[0].lut, 40);

    cycle(&b); /* 8 beats 5, which sinks */
    moved(&b, 0, 21, 3);
    assert_false(b.out.root_valid);
    assert_true(b.out.busy);
    assert_int_equal(b.out.size, 4);
    assert_int_equal(b.s.lane_hole[0], 1);
    b.in.pop_en = true; /* without root_valid: ignored */
    cycle(&b);          /* 9 stays: settle */
    moved(&b, 0, 40, 1);
    still(&b, 1);
    BALANCED(&b, 9, 8, 7, 5);
    cycle(&b);
    assert_true(b.out.root_valid);
    assert_int_equal(b.out.root_pc, 0x10);
    assert_int_equal(b.out.root_cnt, 9);
    assert_int_equal(b.out.root_lut, 20);
}

/* The timing diagram of the page: A 0x10, B 0x11, C 0x12 have LUT# 20, 21, 22; D 0x40 gets 40. */
static void page_timing(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    put(&b, 7);
    put(&b, 5);
    wait_in_queue(&b, 0x12, 6, 2);
    wait_in_queue(&b, 0x40, 1, 33);
    hit(&b, 0, 2);
    miss(&b, 1, 40);
    cycle(&b); /* 0 */
    assert_true(b.out.lkp_valid[0] && b.out.lkp_valid[1] && b.out.root_valid);
    assert_true(!b.out.ins_en[0] && b.out.ins_en[1]);
    assert_int_equal(b.out.size, 3);
    cycle(&b); /* 1 */
    moved(&b, 0, 20, 2);
    moved(&b, 1, 40, 3);
    assert_false(b.out.root_valid || b.out.lkp_valid[0]);
    assert_int_equal(b.out.size, 4);
    cycle(&b); /* 2 */
    moved(&b, 0, 22, 0);
    still(&b, 1);
    BALANCED(&b, 11, 7, 9, 1);
    b.in.pop_en = true;
    cycle(&b); /* 3 */
    assert_true(b.out.root_valid);
    assert_int_equal(b.out.root_pc, 0x12);
    assert_int_equal(b.out.root_cnt, 11);
    cycle(&b); /* 4 */
    moved(&b, 0, 20, 0);
    assert_int_equal(b.out.size, 3);
    cycle(&b); /* 5 */
    moved(&b, 0, 40, 2);
    BALANCED(&b, 9, 7, 1);
    cycle(&b); /* 6 */
    assert_true(b.out.root_valid);
    assert_int_equal(b.out.root_pc, 0x10);
}

static void example_hit(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    put(&b, 5);
    wait_in_queue(&b, 0x11, 3, 50);
    hit(&b, 0, 1);
    cycle(&b);
    assert_false(b.out.ins_en[0]);
    linked(&b, 0, 1, 50);
    cycle(&b); /* 8 stays under 9 */
    moved(&b, 0, 21, 1);
    BALANCED(&b, 9, 8);
    assert_int_equal(b.s.entry[1].wph, 1);
    assert_int_equal(b.s.entry[1].wpt, 50);

    wait_in_queue(&b, 0x11, 2, 50); /* more threads of the same warp: no link */
    hit(&b, 0, 1);
    cycle(&b);
    assert_false(b.out.link_en[0]);
    cycle(&b);
    moved(&b, 0, 20, 1);
    assert_int_equal(b.s.lane_hole[0], 0);
    cycle(&b); /* at the top: settle */
    moved(&b, 0, 21, 0);
    BALANCED(&b, 10, 9);
}

static void example_pop(void **state)
{
    (void)state;
    for (uint32_t ports = 1; ports <= 2; ports++) {
        struct bench b;
        struct max_heap_cfg cfg = hand;
        cfg.ports = ports;
        start(&b, &cfg);
        put(&b, 20);
        put(&b, 15);
        put(&b, 18);
        put(&b, 10);
        put(&b, 12);
        put(&b, 17);
        b.in.pop_en = true;
        cycle(&b);
        assert_int_equal(b.out.root_cnt, 20);
        assert_int_equal(b.out.size, 6);
        assert_int_equal(b.s.phase, MAX_HEAP_DOWN);
        assert_int_equal(b.s.size, 5);
        assert_int_equal(b.s.lane_held[0].cnt, 17);
        if (ports == 1) {
            cycle(&b); /* the left child is read */
            still(&b, 0);
            assert_int_equal(b.s.phase, MAX_HEAP_DOWN_RIGHT);
            assert_int_equal(b.s.left.cnt, 15);
        }
        cycle(&b); /* 18 is the better child and beats 17 */
        moved(&b, 0, 22, 0);
        assert_int_equal(b.s.phase, MAX_HEAP_DOWN);
        assert_int_equal(b.s.lane_hole[0], 2);
        cycle(&b); /* no child: one cycle with one port as well */
        moved(&b, 0, 25, 2);
        BALANCED(&b, 18, 15, 17, 10, 12);

        b.in.pop_en = true; /* 12 from the last place; 17, then nothing, is below it */
        cycle(&b);
        for (uint32_t i = 0; i < ports % 2; i++) cycle(&b);
        cycle(&b);
        moved(&b, 0, 25, 0);
        cycle(&b);
        moved(&b, 0, 24, 2);
        BALANCED(&b, 17, 15, 12, 10);

        b.in.pop_en = true; /* 10: the left child 15 goes up, then there is no child */
        cycle(&b);
        for (uint32_t i = 0; i < ports % 2; i++) cycle(&b);
        cycle(&b);
        moved(&b, 0, 21, 0);
        cycle(&b);
        moved(&b, 0, 23, 1);
        BALANCED(&b, 15, 10, 12);
    }
}

/* Left child only; and held stays above its children. */
static void example_pop_few(void **state)
{
    (void)state;
    for (uint32_t ports = 1; ports <= 2; ports++) {
        struct bench b;
        struct max_heap_cfg cfg = hand;
        cfg.ports = ports;
        start(&b, &cfg);
        put(&b, 9);
        put(&b, 5);
        put(&b, 7);
        b.in.pop_en = true;
        cycle(&b);
        if (ports == 1) {
            cycle(&b);
            assert_int_equal(b.s.phase, MAX_HEAP_DOWN_RIGHT); /* though there is no right one */
        }
        cycle(&b);
        moved(&b, 0, 22, 0);
        BALANCED(&b, 7, 5);
        b.in.pop_en = true;
        cycle(&b);
        cycle(&b); /* no child: settle */
        moved(&b, 0, 21, 0);
        BALANCED(&b, 5);
        b.in.pop_en = true;
        cycle(&b);
        assert_int_equal(b.s.phase, MAX_HEAP_IDLE); /* none is left */
        assert_int_equal(b.s.size, 0);
        b.in.pop_en = true;
        cycle(&b);
        assert_false(b.out.root_valid);
        assert_int_equal(b.s.size, 0);
    }
}

static void example_ties(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    wait_in_queue(&b, 0x01, 9, 33); /* as many threads, a smaller PC: it rises */
    miss(&b, 0, 40);
    cycle(&b);
    cycle(&b);
    cycle(&b);
    assert_int_equal(b.s.entry[0].pc, 0x01);
    wait_in_queue(&b, 0x05, 9, 34); /* a larger one: it stays */
    miss(&b, 0, 41);
    cycle(&b);
    cycle(&b);
    moved(&b, 0, 41, 2);
    BALANCED(&b, 9, 9, 9);
    assert_int_equal(b.s.entry[0].pc, 0x01);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_pop_and_updates(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    put(&b, 5);
    wait_in_queue(&b, 0x10, 4, 33); /* an update of the PC that is popped */
    hit(&b, 0, 0);
    b.in.pop_en = true;
    cycle(&b);
    assert_true(b.out.root_valid);
    assert_false(b.out.link_en[0] || b.out.ins_en[0]);
    assert_int_equal(b.s.queue_count, 1);
    assert_int_equal(b.s.phase, MAX_HEAP_DOWN);
    cycle(&b); /* 5 settles */
    miss(&b, 0, 20);
    cycle(&b); /* a new entry for the PC */
    assert_true(b.out.ins_en[0]);
    cycle(&b);
    BALANCED(&b, 5, 4);
    assert_int_equal(b.s.entry[1].pc, 0x10);
    assert_int_equal(b.s.entry[1].wph, 33);
}

static void race_two_updates_one_pc(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    wait_in_queue(&b, 0x40, 4, 33);
    wait_in_queue(&b, 0x40, 3, 34);
    miss(&b, 0, 5);
    miss(&b, 1, 5);
    cycle(&b);
    assert_true(b.out.lkp_valid[1]);
    assert_true(b.out.ins_en[0]);
    assert_false(b.out.ins_en[1]);
    assert_int_equal(b.s.queue_count, 1);
    cycle(&b);
    moved(&b, 0, 5, 0);
    hit(&b, 0, 0);
    cycle(&b);
    linked(&b, 0, 33, 34);
    cycle(&b);
    BALANCED(&b, 7);
}

static void race_two_insertions_parent_and_child(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    wait_in_queue(&b, 0x40, 4, 33);
    wait_in_queue(&b, 0x41, 6, 34);
    miss(&b, 0, 5);
    miss(&b, 1, 6);
    cycle(&b);
    assert_true(b.out.ins_en[0] && b.out.ins_en[1]);
    assert_int_equal(b.s.size, 2);
    assert_int_equal(b.s.lane_hole[0], 0);
    assert_int_equal(b.s.lane_hole[1], 1);
    cycle(&b); /* lane 0 settles at the top, lane 1 waits under it */
    moved(&b, 0, 5, 0);
    still(&b, 1);
    cycle(&b);
    moved(&b, 1, 5, 1);
    still(&b, 0);
    cycle(&b);
    moved(&b, 1, 6, 0);
    BALANCED(&b, 6, 4);
}

static void race_two_lanes_same_parent(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    put(&b, 5);
    put(&b, 7);
    wait_in_queue(&b, 0x40, 8, 33);
    wait_in_queue(&b, 0x41, 16, 34);
    miss(&b, 0, 40);
    miss(&b, 1, 41);
    cycle(&b);
    assert_int_equal(b.s.lane_hole[0], 3);
    assert_int_equal(b.s.lane_hole[1], 4);
    cycle(&b); /* lane 0 goes first */
    moved(&b, 0, 21, 3);
    still(&b, 1);
    cycle(&b); /* lane 1 is under lane 0's hole */
    moved(&b, 0, 40, 1);
    still(&b, 1);
    cycle(&b);
    moved(&b, 1, 40, 4);
    cycle(&b);
    moved(&b, 1, 20, 1);
    cycle(&b);
    moved(&b, 1, 41, 0);
    BALANCED(&b, 16, 9, 7, 5, 8);
}

static void race_lane_under_the_others_hole(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 20);
    put(&b, 15);
    put(&b, 18);
    put(&b, 10);
    wait_in_queue(&b, 0x13, 9, 33);
    wait_in_queue(&b, 0x11, 2, 34);
    hit(&b, 0, 3);
    hit(&b, 1, 1);
    cycle(&b);
    linked(&b, 0, 3, 33);
    linked(&b, 1, 1, 34);
    cycle(&b); /* lane 0 waits: the entry above is in flight; 17 stays under 20 */
    still(&b, 0);
    moved(&b, 1, 21, 1);
    cycle(&b); /* 19 beats 17 */
    moved(&b, 0, 21, 3);
    cycle(&b);
    moved(&b, 0, 23, 1);
    BALANCED(&b, 20, 19, 18, 17);
}

/* Lanes in different places: both move in each cycle. */
static void two_lanes_apart(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 20);
    put(&b, 15);
    put(&b, 18);
    put(&b, 10);
    put(&b, 12);
    put(&b, 17);
    wait_in_queue(&b, 0x13, 6, 33);
    wait_in_queue(&b, 0x15, 2, 34);
    hit(&b, 0, 3); /* 16 */
    hit(&b, 1, 5); /* 19 */
    cycle(&b);
    cycle(&b);
    moved(&b, 0, 21, 3);
    moved(&b, 1, 22, 5);
    cycle(&b); /* the same parent now: lane 0 first */
    moved(&b, 0, 23, 1);
    still(&b, 1);
    cycle(&b);
    moved(&b, 1, 25, 2);
    BALANCED(&b, 20, 16, 19, 15, 12, 18);
}

static void race_heap_full_update_hits(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.entries = 2;
    start(&b, &cfg);
    put(&b, 9);
    put(&b, 5);
    wait_in_queue(&b, 0x11, 1, 33);
    wait_in_queue(&b, 0x40, 1, 34); /* behind it one that misses */
    hit(&b, 0, 1);
    miss(&b, 1, 40);
    cycle(&b);
    linked(&b, 0, 1, 33);
    assert_false(b.out.ins_en[1]);
    assert_int_equal(b.s.queue_count, 1);
}

static void race_heap_full_update_misses(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.entries = 2;
    start(&b, &cfg);
    put(&b, 9);
    put(&b, 5);
    wait_in_queue(&b, 0x40, 1, 33);
    wait_in_queue(&b, 0x11, 1, 34);
    for (int i = 0; i < 3; i++) {
        miss(&b, 0, 40);
        hit(&b, 1, 1); /* could be served, but waits behind it */
        cycle(&b);
        assert_false(b.out.ins_en[0] || b.out.link_en[1]);
        assert_int_equal(b.s.queue_count, 2);
        assert_int_equal(b.s.phase, MAX_HEAP_IDLE);
    }
    b.in.pop_en = true;
    miss(&b, 0, 40);
    hit(&b, 1, 1);
    cycle(&b);
    cycle(&b); /* 5 settles at the top */
    miss(&b, 0, 40);
    hit(&b, 1, 0);
    cycle(&b);
    assert_true(b.out.ins_en[0]);
    linked(&b, 1, 1, 34);

    /* One place, two insertions: update 1 counts update 0. */
    start(&b, &cfg);
    put(&b, 9);
    wait_in_queue(&b, 0x40, 1, 33);
    wait_in_queue(&b, 0x41, 1, 34);
    miss(&b, 0, 40);
    miss(&b, 1, 41);
    cycle(&b);
    assert_true(b.out.ins_en[0]);
    assert_false(b.out.ins_en[1]);
    assert_int_equal(b.s.queue_count, 1);
}

static void race_lut_set_full(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    wait_in_queue(&b, 0x40, 1, 33);
    wait_in_queue(&b, 0x41, 1, 34);
    miss(&b, 1, 41);
    cycle(&b); /* no free entry for update 0 */
    assert_false(b.out.ins_en[0] || b.out.ins_en[1]);
    assert_int_equal(b.s.queue_count, 2);
    miss(&b, 0, 40);
    cycle(&b); /* none for update 1 */
    assert_true(b.out.ins_en[0]);
    assert_false(b.out.ins_en[1]);
    assert_int_equal(b.s.queue_count, 1);
}

static void race_queue_full(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.queue_depth = 3;
    start(&b, &cfg);
    offer(&b, 0, 1, 1, 1);
    offer(&b, 1, 2, 2, 2);
    cycle(&b);
    assert_int_equal(b.s.queue_count, 2);
    offer(&b, 1, 3, 3, 3); /* update 1 alone: taken only if two places are free */
    cycle(&b);
    assert_true(b.out.upd_ready[0]);
    assert_false(b.out.upd_ready[1]);
    assert_int_equal(b.s.queue_count, 2);
    offer(&b, 0, 3, 3, 3);
    offer(&b, 1, 4, 4, 4);
    cycle(&b);
    assert_int_equal(b.s.queue_count, 3);
    assert_int_equal(b.s.queue[0].pc, 1);
    assert_int_equal(b.s.queue[1].pc, 2);
    assert_int_equal(b.s.queue[2].pc, 3);
    /* Two leave, but places are counted before. */
    offer(&b, 0, 4, 4, 4);
    miss(&b, 0, 1);
    miss(&b, 1, 2);
    cycle(&b);
    assert_false(b.out.upd_ready[0] || b.out.upd_ready[1]);
    assert_int_equal(b.s.queue_count, 1);
    assert_int_equal(b.s.queue[0].nthd, 3);
    assert_int_equal(b.s.queue[0].wid, 3);
}

static void rule_one_port_one_update(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.ports = 1;
    start(&b, &cfg);
    wait_in_queue(&b, 0x40, 1, 33);
    wait_in_queue(&b, 0x41, 1, 34);
    miss(&b, 0, 40);
    miss(&b, 1, 41);
    cycle(&b);
    assert_true(b.out.lkp_valid[1]);
    assert_true(b.out.ins_en[0]);
    assert_false(b.out.ins_en[1]);
    assert_int_equal(b.s.queue_count, 1);
}

static void rule_hold(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    wait_in_queue(&b, 0x40, 1, 33);
    wait_in_queue(&b, 0x41, 1, 34);
    miss(&b, 0, 40);
    miss(&b, 1, 41);
    b.in.hold = true;
    cycle(&b);
    assert_true(b.out.ins_en[0]);
    assert_false(b.out.ins_en[1]);
    assert_int_equal(b.s.queue_count, 1);
    assert_int_equal(b.s.queue[0].pc, 0x41);
    cycle(&b); /* it settles */
    miss(&b, 0, 41);
    b.in.hold = true; /* alone it is update 0 */
    cycle(&b);
    assert_true(b.out.ins_en[0]);
}

static void rule_stuck(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.entries = 2;
    start(&b, &cfg);
    put(&b, 9);
    cycle(&b);
    assert_false(b.out.stuck); /* nothing waits */
    wait_in_queue(&b, 0x40, 1, 33);
    cycle(&b);
    assert_true(b.out.stuck); /* the LUT set is full */
    put(&b, 5);
    miss(&b, 0, 40);
    cycle(&b);
    assert_true(b.out.stuck); /* the heap is full */
    miss(&b, 0, 40);
    b.in.pop_en = true; /* and the pop that helps changes nothing yet */
    cycle(&b);
    assert_true(b.out.stuck);
    cycle(&b); /* 5 settles at the top */
    assert_false(b.out.stuck);
    miss(&b, 0, 40);
    cycle(&b);
    assert_false(b.out.stuck);
    assert_true(b.out.ins_en[0]);
}

/* ---- void updates ---------------------------------------------------------------------- */

static void race_update_joined_a_popped_warp(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    offer(&b, 0, 0x10, 4, 0);
    b.in.upd_open[0] = false;
    b.in.pop_en = true;
    cycle(&b);
    assert_int_equal(b.s.size, 0);
    miss(&b, 0, 20);
    cycle(&b);
    assert_false(b.out.stuck || b.out.ins_en[0] || b.out.link_en[0]);
    assert_int_equal(b.s.queue_count, 0);
    balanced(&b, 0, NULL);
    join_in_queue(&b, 0x10, 4, 0); /* it needs no free entry, of the LUT or of the heap */
    cycle(&b);
    assert_false(b.out.stuck);
    assert_int_equal(b.s.queue_count, 0);
    /* One that opens its warp starts the entry anew. */
    wait_in_queue(&b, 0x10, 4, 5);
    miss(&b, 0, 20);
    cycle(&b);
    assert_true(b.out.ins_en[0]);
}

/* Void updates beside others: the others go to their own lanes. */
static void void_and_another(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    join_in_queue(&b, 0x40, 4, 1);
    wait_in_queue(&b, 0x41, 5, 2);
    miss(&b, 1, 41);
    cycle(&b);
    assert_false(b.out.ins_en[0]);
    assert_true(b.out.ins_en[1]);
    assert_false(b.s.lane_busy[0]);
    assert_true(b.s.lane_busy[1]);
    assert_int_equal(b.s.lane_hole[1], 1);
    assert_int_equal(b.s.phase, MAX_HEAP_UP);
    cycle(&b);
    still(&b, 0);
    moved(&b, 1, 41, 1);
    BALANCED(&b, 9, 5);

    join_in_queue(&b, 0x41, 5, 2);
    join_in_queue(&b, 0x42, 1, 3);
    hit(&b, 0, 1);
    cycle(&b); /* the second is void */
    assert_int_equal(b.s.queue_count, 0);
    assert_true(b.s.lane_busy[0] && !b.s.lane_busy[1]);
    cycle(&b);
    cycle(&b);
    BALANCED(&b, 10, 9);

    join_in_queue(&b, 0x50, 5, 2);
    join_in_queue(&b, 0x51, 1, 3);
    cycle(&b); /* both void: the heap stays balanced */
    assert_int_equal(b.s.queue_count, 0);
    BALANCED(&b, 10, 9);

    join_in_queue(&b, 0x50, 5, 2);
    wait_in_queue(&b, 0x50, 1, 3);
    miss(&b, 1, 40);
    cycle(&b); /* one PC: one after the other, void or not */
    assert_false(b.out.ins_en[1]);
    assert_int_equal(b.s.queue_count, 1);
}

/* ---- the other orders ------------------------------------------------------------------ */

static void order_minority(void **state)
{
    (void)state;
    for (uint32_t ports = 1; ports <= 2; ports++) {
        struct bench b;
        struct max_heap_cfg cfg = hand;
        cfg.ports = ports;
        cfg.order = MAX_HEAP_MINORITY;
        start(&b, &cfg);
        put(&b, 2);
        put(&b, 3);
        put(&b, 4);
        put(&b, 5);
        wait_in_queue(&b, 0x10, 4, 40);
        wait_in_queue(&b, 0x40, 1, 41);
        hit(&b, 0, 0);
        miss(&b, 1, 40);
        cycle(&b); /* 6: it goes down, alone */
        linked(&b, 0, 0, 40);
        assert_false(b.out.ins_en[1]);
        assert_int_equal(b.s.queue_count, 1);
        assert_int_equal(b.s.phase, MAX_HEAP_DOWN);
        assert_int_equal(b.s.lane_hole[0], 0);
        for (uint32_t i = 0; i < ports % 2; i++) cycle(&b);
        cycle(&b);
        moved(&b, 0, 21, 0);
        for (uint32_t i = 0; i < ports % 2; i++) cycle(&b);
        cycle(&b);
        moved(&b, 0, 23, 1);
        cycle(&b);
        moved(&b, 0, 20, 3);
        BALANCED(&b, 3, 5, 4, 6);
        miss(&b, 0, 40); /* an insertion goes up */
        cycle(&b);
        assert_int_equal(b.s.phase, MAX_HEAP_UP);
        for (uint32_t i = 0; i < 3; i++) cycle(&b);
        BALANCED(&b, 1, 3, 4, 6, 5);
    }
}

/* Two insertions go together; one of two does not go with a hit, even beside a void one. */
static void order_minority_pairs(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.order = MAX_HEAP_MINORITY;
    start(&b, &cfg);
    put(&b, 2);
    wait_in_queue(&b, 0x40, 3, 40);
    wait_in_queue(&b, 0x41, 3, 41);
    miss(&b, 0, 40);
    miss(&b, 1, 41);
    cycle(&b);
    assert_true(b.out.ins_en[0] && b.out.ins_en[1]);
    cycle(&b);
    cycle(&b);
    BALANCED(&b, 2, 3, 3);
    join_in_queue(&b, 0x50, 1, 1);
    wait_in_queue(&b, 0x40, 1, 42);
    hit(&b, 1, 1);
    cycle(&b);
    assert_false(b.out.link_en[1]);
    assert_int_equal(b.s.queue_count, 1);
    BALANCED(&b, 2, 3, 3);
    join_in_queue(&b, 0x50, 1, 1);
    hit(&b, 0, 1);
    cycle(&b);
    linked(&b, 0, 40, 42);
    assert_int_equal(b.s.queue_count, 1);
}

static void order_pc(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.order = MAX_HEAP_PC;
    start(&b, &cfg);
    put(&b, 2);
    put(&b, 9); /* PC 0x11, behind 0x10 */
    wait_in_queue(&b, 0x11, 9, 1);
    wait_in_queue(&b, 0x0f, 1, 34);
    hit(&b, 0, 1);
    miss(&b, 1, 40);
    cycle(&b);
    cycle(&b);
    moved(&b, 0, 21, 1); /* does not move */
    still(&b, 1);        /* one parent: lane 0 first */
    cycle(&b);
    cycle(&b);
    BALANCED(&b, 1, 18, 2);
}

static void order_pdom(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.order = MAX_HEAP_PDOM;
    start(&b, &cfg);
    put(&b, 2);
    put(&b, 6);
    wait_in_queue(&b, 0x11, 9, 40);
    hit(&b, 0, 1);
    cycle(&b);
    linked(&b, 0, 1, 40);
    cycle(&b);
    BALANCED(&b, 2, 6); /* the smaller of the two */
    wait_in_queue(&b, 0x11, 0, 40);
    hit(&b, 0, 1);
    cycle(&b);
    cycle(&b);
    moved(&b, 0, 20, 1);
    cycle(&b);
    BALANCED(&b, 0, 2);
    assert_int_equal(b.s.entry[0].pc, 0x11);
    wait_in_queue(&b, 0x0f, 0, 41); /* as low, and a smaller PC */
    miss(&b, 0, 41);
    cycle(&b);
    cycle(&b);
    cycle(&b);
    BALANCED(&b, 0, 2, 0);
    assert_int_equal(b.s.entry[0].pc, 0x0f);
}

/* ---- ageing ---------------------------------------------------------------------------- */

/* 9 at the root, 5 below it, both old; an update of PC 0x10 waits. */
static void swept(struct bench *b, uint32_t ports)
{
    struct max_heap_cfg cfg = hand;
    cfg.ageing = 1;
    cfg.ports = ports;
    start(b, &cfg);
    put(b, 9);
    put(b, 5);
    wait_in_queue(b, 0x10, 12, 33);
    hit(b, 0, 0);
    b->in.sweep_en = true;
    cycle(b); /* the sweep goes first */
    assert_false(b->out.link_en[0] || b->out.root_old || b->out.stuck);
    assert_int_equal(b->s.queue_count, 1);
    BALANCED(b, 9, 5);
    assert_true(b->s.entry[0].old && b->s.entry[1].old);
}

static void race_sweep_and_updates(void **state)
{
    (void)state;
    struct bench b;
    swept(&b, 2);
    miss(&b, 0, 20); /* the LUT has forgotten the PC, and may use its LUT# again */
    cycle(&b);
    assert_true(b.out.ins_en[0] && b.out.root_old);
    cycle(&b); /* 12 threads, but the old ones go before */
    moved(&b, 0, 20, 2);
    BALANCED(&b, 9, 5, 12);
    assert_int_equal(b.s.entry[2].old, 0);
    assert_int_equal(b.s.entry[2].pc, b.s.entry[0].pc);
    join_in_queue(&b, 0x11, 3, 1); /* joined an old warp: void */
    cycle(&b);
    assert_int_equal(b.s.queue_count, 0);
    BALANCED(&b, 9, 5, 12);
}

/* Old entries move without a word. */
static void old_entries_go_first(void **state)
{
    (void)state;
    for (uint32_t ports = 1; ports <= 2; ports++) {
        struct bench b;
        swept(&b, ports);
        miss(&b, 0, 20);
        cycle(&b);
        cycle(&b);
        b.in.pop_en = true;
        cycle(&b);
        assert_true(b.out.root_old);
        assert_int_equal(b.out.root_cnt, 9);
        for (uint32_t i = 0; i < ports % 2; i++) cycle(&b);
        cycle(&b);
        still(&b, 0); /* 5 goes to the root */
        assert_int_equal(b.s.phase, MAX_HEAP_DOWN);
        cycle(&b);
        moved(&b, 0, 20, 1);
        BALANCED(&b, 5, 12);
        b.in.pop_en = true;
        cycle(&b);
        assert_true(b.out.root_old);
        cycle(&b);
        moved(&b, 0, 20, 0);
        cycle(&b);
        assert_false(b.out.root_old);
        assert_int_equal(b.out.root_cnt, 12);
    }
}

static void sweep_ignored(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand); /* without Ageing a sweep does nothing and holds up no update */
    put(&b, 9);
    wait_in_queue(&b, 0x10, 1, 33);
    hit(&b, 0, 0);
    b.in.sweep_en = true;
    cycle(&b);
    linked(&b, 0, 0, 33);
    assert_int_equal(b.s.lane_held[0].old, 0);
    assert_int_equal(b.s.entry[0].old, 0);
    swept(&b, 2);
    miss(&b, 0, 40);
    cycle(&b);
    b.in.sweep_en = true; /* while the heap rebalances */
    cycle(&b);
    BALANCED(&b, 9, 5, 12);
    assert_int_equal(b.s.entry[2].old, 0);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 9);
    wait_in_queue(&b, 0x40, 1, 33);
    wait_in_queue(&b, 0x41, 1, 34);
    miss(&b, 0, 40);
    miss(&b, 1, 41);
    cycle(&b);
    assert_int_equal(b.s.phase, MAX_HEAP_UP);
    max_heap_eval(&b.s, &b.in, &b.out);
    moved(&b, 0, 40, 1); /* outputs as in any other cycle */
    max_heap_reset(&b.s);
    assert_null(max_heap_check(&b.s));
    balanced(&b, 0, NULL);
    assert_int_equal(b.s.queue_count, 0);
}

static void table_v_bits(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &paper);
    const struct max_heap_cfg *c = &b.s.cfg;
    uint32_t entry = c->pc_width + c->cnt_width + 2 * c->wid_width + c->lut_width;
    assert_int_equal(entry, 58);
    assert_int_equal(c->entries * entry, 3712);
    /* NthdWidth = clog2(33) = 6. */
    assert_int_equal(c->queue_depth * (c->pc_width + 6 + c->wid_width + 1), 156);
    assert_int_equal(2 * (entry + 6 + 1), 130);
}

/* ---- random cycles against the golden order -------------------------------------------- */

struct run {
    const char *name;
    struct max_heap_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"paper", {64, 24, 10, 8, 8, 32, 4, 2, 0, 0}, 200000},
    {"paper_port1", {64, 24, 10, 8, 8, 32, 4, 1, 0, 0}, 200000},
    {"small", {4, 3, 4, 3, 3, 2, 2, 2, 0, 0}, 200000},
    {"small_port1", {4, 3, 4, 3, 3, 2, 2, 1, 0, 0}, 200000},
    {"odd", {11, 9, 7, 5, 5, 5, 3, 2, 0, 0}, 200000},
    {"port1", {16, 6, 8, 5, 5, 4, 4, 1, 0, 0}, 200000},
    {"two_entries", {2, 4, 5, 4, 2, 3, 2, 2, 0, 0}, 200000},
    {"large", {256, 32, 12, 9, 9, 64, 8, 2, 0, 0}, 200000},
    {"minority", {16, 6, 8, 5, 5, 4, 4, 2, 1, 0}, 200000},
    {"minority_port1", {16, 6, 8, 5, 5, 4, 4, 1, 1, 0}, 200000},
    {"pc", {16, 6, 8, 5, 5, 4, 4, 2, 2, 0}, 200000},
    {"pdom", {16, 6, 8, 5, 5, 200, 4, 2, 3, 0}, 200000},
    {"aged", {16, 6, 8, 5, 5, 4, 4, 2, 0, 1}, 200000},
    {"aged_port1", {11, 5, 8, 5, 5, 4, 3, 1, 0, 1}, 200000},
    {"aged_minority", {16, 6, 8, 5, 5, 4, 4, 2, 1, 1}, 200000},
    {"aged_pc", {16, 6, 8, 5, 5, 4, 4, 2, 2, 1}, 200000},
    {"aged_pdom", {16, 6, 8, 5, 5, 9, 4, 2, 3, 1}, 200000},
    {"aged_paper", {64, 24, 10, 8, 8, 32, 4, 2, 0, 1}, 200000},
};

static uint32_t log2_floor(uint32_t n)
{
    uint32_t bits = 0;
    while ((n >>= 1) != 0) bits++;
    return bits;
}

/* Can update u be served with this many free places? The page's conditions, said once more. */
static bool can_be_served(const struct majority_neighbours *nb, const struct max_heap_in *in,
                          uint32_t u, uint32_t room)
{
    bool is_void = !in->lkp_hit[u] && !nb->queue[u].open;
    return in->lkp_hit[u] || is_void || (in->lkp_free[u] && room > 0);
}

/* The updates that leave; whether the oldest one is stuck. */
static uint32_t expected_dispatch(const struct majority_neighbours *nb,
                                  const struct max_heap_in *in, bool idle, bool *stuck)
{
    uint32_t room = nb->cfg->entries - nb->order.count;
    bool sweep = in->sweep_en && nb->cfg->ageing == 1;
    *stuck = idle && nb->queue_count > 0 && !can_be_served(nb, in, 0, room);
    if (!idle || sweep || (in->pop_en && nb->order.count > 0)) return 0;
    if (nb->queue_count == 0 || *stuck) return 0;
    if (!in->lkp_hit[0] && nb->queue[0].open) room--;
    if (nb->cfg->ports == 1 || nb->queue_count == 1 || in->hold) return 1;
    if (nb->queue[0].pc == nb->queue[1].pc) return 1;
    if (nb->cfg->order == MAX_HEAP_MINORITY && (in->lkp_hit[0] || in->lkp_hit[1])) return 1;
    return can_be_served(nb, in, 1, room) ? 2 : 1;
}

/* Insertions and links are those of the updates that leave, by the golden order. */
static void same_events(struct majority_neighbours *nb, const struct max_heap_out *out, uint32_t n)
{
    for (uint32_t u = 0; u < MAX_HEAP_UPDATES; u++) {
        const struct majority_item *item =
            u < n ? majority_order_find(&nb->order, nb->queue[u].pc, false) : NULL;
        bool link = item != NULL && item->wpt != nb->queue[u].wid;
        if (out->ins_en[u] != (u < n && item == NULL && nb->queue[u].open))
            fail_msg("ins_en[%u]", u);
        if (out->link_en[u] != link || out->link_from[u] != (link ? item->wpt : 0) ||
            out->link_to[u] != (link ? nb->queue[u].wid : 0))
            fail_msg("link[%u]", u);
    }
}

/* Balanced: every item is in the heap, in the LUT's place, and parents beat children. */
static void same_heap(struct majority_neighbours *nb, const struct max_heap *s)
{
    const struct majority_item *at[MAX_HEAP_MAX_ENTRIES];
    for (uint32_t i = 0; i < s->size; i++) {
        const struct max_heap_entry *e = &s->entry[i];
        const struct majority_item *item = majority_order_find(&nb->order, e->pc, e->old != 0);
        at[i] = item;
        if (item == NULL || item->cnt != e->cnt || item->wph != e->wph || item->wpt != e->wpt)
            fail_msg("position %u is not what waits at PC %x", i, e->pc);
        if (i > 0 && !majority_order_first(nb->cfg->order, at[(i - 1) / 2], item))
            fail_msg("position %u is not beaten by its parent", i);
        if (e->old) continue; /* the LUT has forgotten it */
        if (!nb->lut[e->lut].used || nb->lut[e->lut].pc != e->pc || nb->lut[e->lut].mh != i)
            fail_msg("position %u: the LUT says %u", i, nb->lut[e->lut].mh);
    }
}

/* The most cycles a rebalancing may take, from the one after the dispatch or pop. */
static uint32_t bound(const struct max_heap_cfg *cfg, uint32_t n)
{
    uint32_t once = 1 + log2_floor(cfg->entries);
    bool down = n == 0 || cfg->order == MAX_HEAP_MINORITY; /* an insertion goes up, and is faster */
    if (down && n < 2) return cfg->ports == 1 ? 2 * once : once;
    return n * once; /* of two lanes one always moves */
}

/* A run that has not met what it is for shows nothing. */
static void met_enough(const struct majority_neighbours *nb, const struct max_heap_cfg *cfg)
{
    assert_true(nb->pops > 100 && nb->inserts > 100 && nb->hits > 100 && nb->links > 100);
    assert_true(nb->queue_full > 100 && nb->lut_refused > 100 && nb->resets > 10);
    assert_true(nb->voids > 100 && nb->stuck > 100);
    assert_true(cfg->ports == 1 || (nb->pairs > 100 && nb->held > 100 && nb->void_pairs > 10));
    assert_true(nb->full > 0 || cfg->entries > 128);
    assert_true(cfg->ageing == 0 || (nb->sweeps > 100 && nb->swept_waiting > 10));
    assert_true(cfg->ageing == 0 || (nb->old_pops > 100 && nb->twins > 10));
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct majority_neighbours nb;
    static struct max_heap s;
    struct max_heap_in in;
    struct max_heap_out out;
    uint32_t busy = 0, limit = 0;

    majority_neighbours_init(&nb, &r->cfg);
    assert_null(max_heap_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        bool idle = s.phase == MAX_HEAP_IDLE;
        if (c % 256 == 0) majority_neighbours_new_mood(&nb);
        majority_neighbours_drive(&nb, idle, &in);
        const char *broken = max_heap_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        max_heap_eval(&s, &in, &out);
        bool stuck;
        uint32_t n = expected_dispatch(&nb, &in, idle, &stuck);
        if (out.stuck != stuck) fail_msg("%s cycle %u: stuck", r->name, c);
        same_events(&nb, &out, n);
        if (out.root_valid != (idle && nb.order.count > 0) || out.busy == idle)
            fail_msg("%s cycle %u: root_valid or busy", r->name, c);
        busy = idle ? 0 : busy + 1;
        limit = idle ? bound(&r->cfg, n) : limit;
        if (busy > limit)
            fail_msg("%s cycle %u: rebalancing takes more than %u cycles", r->name, c, limit);
        majority_neighbours_follow(&nb, &in, &out, n);
        if (hd_rng_chance(&nb.rng, 1, 4000)) {
            max_heap_reset(&s);
            majority_neighbours_reset(&nb);
            nb.resets++;
        } else {
            max_heap_tick(&s, &in, &out);
        }
        if (!majority_neighbours_same_queue(&nb, s.queue, s.queue_count))
            fail_msg("%s cycle %u: the queue", r->name, c);
        broken = max_heap_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
        if (s.phase == MAX_HEAP_IDLE) same_heap(&nb, &s);
    }
    met_enough(&nb, &r->cfg);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void filled(struct bench *b)
{
    start(b, &hand);
    put(b, 9);
    put(b, 5);
    put(b, 7);
}

/* Two lanes on their way, at 3 and 4. */
static void in_flight(struct bench *b)
{
    filled(b);
    wait_in_queue(b, 0x40, 8, 33);
    wait_in_queue(b, 0x41, 16, 34);
    miss(b, 0, 40);
    miss(b, 1, 41);
    cycle(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.entry[2].cnt = 10;
    assert_string_equal(max_heap_check(&b.s), "heap_order");
    filled(&b);
    b.s.entry[2].pc = 0x11;
    assert_string_equal(max_heap_check(&b.s), "unique_pc");
    filled(&b);
    b.s.entry[2].lut = 21;
    assert_string_equal(max_heap_check(&b.s), "unique_lut");
    filled(&b);
    b.s.entry[1].cnt = 0;
    assert_string_equal(max_heap_check(&b.s), "cnt_positive");
    filled(&b);
    b.s.entry[0].cnt = 244;
    assert_string_equal(max_heap_check(&b.s), "cnt_sum");
    filled(&b);
    b.s.size = 9;
    assert_string_equal(max_heap_check(&b.s), "hole_range");
    filled(&b);
    b.s.queue_count = 5;
    assert_string_equal(max_heap_check(&b.s), "queue_range");
    in_flight(&b);
    b.s.lane_hole[1] = 5;
    assert_string_equal(max_heap_check(&b.s), "hole_range");
    in_flight(&b);
    b.s.lane_hole[1] = 3;
    assert_string_equal(max_heap_check(&b.s), "hole_range");
    in_flight(&b); /* held entries count */
    b.s.lane_held[1].pc = 0x12;
    assert_string_equal(max_heap_check(&b.s), "unique_pc");
    in_flight(&b);
    b.s.lane_held[0].lut = 41;
    assert_string_equal(max_heap_check(&b.s), "unique_lut");
    filled(&b); /* an old entry and another one may share a PC and a LUT#; two old ones no PC */
    b.s.entry[0].old = 1;
    b.s.entry[2].pc = 0x10;
    b.s.entry[2].lut = 20;
    assert_null(max_heap_check(&b.s));
    b.s.entry[2].old = 1;
    assert_string_equal(max_heap_check(&b.s), "unique_pc");
    b.s.entry[2].pc = 0x12; /* but a LUT# */
    assert_null(max_heap_check(&b.s));
    b.s.entry[0].old = 0;
    assert_string_equal(max_heap_check(&b.s), "heap_order");
    filled(&b); /* priorities: 0 is one, and they add up to nothing */
    b.s.cfg.order = MAX_HEAP_PDOM;
    b.s.entry[0].cnt = 0;
    b.s.entry[1].cnt = b.s.entry[2].cnt = 255;
    assert_null(max_heap_check(&b.s));
    in_flight(&b); /* what is under a hole, or past the size, does not */
    b.s.entry[3] = b.s.entry[0];
    b.s.entry[7] = b.s.entry[0];
    assert_null(max_heap_check(&b.s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = max_heap_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds_updates(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    offer(&b, 0, 1, 0, 1);
    expect_promise(&b, "NTHD of an update is 0");
    offer(&b, 1, 1, 17, 1);
    expect_promise(&b, "NTHD of an update is above Lanes");
    offer(&b, 0, 0x100, 1, 1);
    expect_promise(&b, "PC of an update is wider than PcWidth");
    offer(&b, 0, 1, 1, 64);
    expect_promise(&b, "WID of an update is wider than WidWidth");
    b.in.upd_nthd[0] = 17; /* not valid */
    assert_null(max_heap_promise(&b.s, &b.in));
}

static void promise_finds_answers(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    wait_in_queue(&b, 0x12, 1, 1);
    wait_in_queue(&b, 0x40, 1, 1);
    hit(&b, 0, 1);
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    hit(&b, 0, 3);
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    hit(&b, 0, 2);
    b.in.lkp_lut[0] = 3;
    expect_promise(&b, "a look-up hits with another LUT# than the entry's");
    miss(&b, 0, 40);
    expect_promise(&b, "a look-up misses though the heap holds its PC");
    hit(&b, 0, 2);
    miss(&b, 1, 20);
    expect_promise(&b, "a free LUT# is in use");
    hit(&b, 0, 2);
    miss(&b, 1, 64);
    expect_promise(&b, "a free LUT# is wider than LutWidth");
    b.s.queue[0].pc = 0x41;
    miss(&b, 0, 40);
    miss(&b, 1, 40);
    expect_promise(&b, "two free LUT# offered to two PCs are equal");
    b.in.lkp_lut[0] = b.in.lkp_lut[1] = 40; /* not offered */
    assert_null(max_heap_promise(&b.s, &b.in));
    b.in.hold = true; /* update 1 is not dispatched */
    b.in.lkp_free[0] = b.in.lkp_free[1] = true;
    assert_null(max_heap_promise(&b.s, &b.in));
    /* In a pop and a sweep only that for update 0 is looked at, for stuck_o. */
    memset(&b.in, 0, sizeof b.in);
    b.in.pop_en = true;
    hit(&b, 1, 7);
    assert_null(max_heap_promise(&b.s, &b.in));
    hit(&b, 0, 7);
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    b.s.cfg.ageing = 1;
    b.in.sweep_en = true;
    hit(&b, 1, 7);
    assert_null(max_heap_promise(&b.s, &b.in));
    b.s.cfg.ageing = 0;
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    /* While rebalancing none is, and for a second update of one PC that is not. */
    b.s.phase = MAX_HEAP_UP;
    hit(&b, 0, 7);
    assert_null(max_heap_promise(&b.s, &b.in));
    b.s.phase = MAX_HEAP_IDLE;
    b.s.queue[1].pc = 0x41;
    memset(&b.in, 0, sizeof b.in);
    hit(&b, 1, 7);
    assert_null(max_heap_promise(&b.s, &b.in));
}

/* Old entries are not in the LUT: its answers on their PC and LUT# are judged without them. */
static void promise_and_old_entries(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.cfg.ageing = 1;
    b.in.pop_en = b.in.sweep_en = true;
    expect_promise(&b, "a pop and a sweep in one cycle");
    b.s.entry[0].old = 1;
    b.in.sweep_en = true;
    expect_promise(&b, "a sweep while an entry is old");
    b.in.sweep_en = true;
    b.s.phase = MAX_HEAP_UP; /* ignored */
    assert_null(max_heap_promise(&b.s, &b.in));
    b.s.phase = MAX_HEAP_IDLE;
    b.s.size = 0; /* nothing there is old */
    assert_null(max_heap_promise(&b.s, &b.in));
    b.s.size = 3;
    b.in.sweep_en = false;
    wait_in_queue(&b, 0x10, 1, 1);
    hit(&b, 0, 0);
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    miss(&b, 0, 20);
    assert_null(max_heap_promise(&b.s, &b.in));
}

/* Priorities are no counts: 0 is one, and they add up to nothing. */
static void promise_and_priorities(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.order = MAX_HEAP_PDOM;
    cfg.cnt_width = 5;
    start(&b, &cfg);
    for (uint32_t i = 0; i < 4; i++) put(&b, 16);
    offer(&b, 0, 1, 0, 1);
    assert_null(max_heap_promise(&b.s, &b.in));
    offer(&b, 0, 1, 17, 1);
    expect_promise(&b, "NTHD of an update is above Lanes");
    wait_in_queue(&b, 0x40, 16, 33);
    miss(&b, 0, 40);
    assert_null(max_heap_promise(&b.s, &b.in));
}

static void promise_finds_overflow(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    put(&b, 200);
    put(&b, 40);
    wait_in_queue(&b, 0x10, 15, 1);
    wait_in_queue(&b, 0x40, 1, 1);
    hit(&b, 0, 0);
    miss(&b, 1, 40);
    expect_promise(&b, "the counts of all entries do not fit CntWidth");
    hit(&b, 0, 0); /* update 1 waits: 255 fits */
    assert_null(max_heap_promise(&b.s, &b.in));
    b.s.queue[1].open = false; /* void: likewise */
    miss(&b, 1, 40);
    assert_null(max_heap_promise(&b.s, &b.in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct max_heap_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 8, 8, 8, 8, 8, 4, 2, 0, 0}, "Entries must be 2 to 1024"},
        {{1025, 8, 8, 8, 8, 8, 4, 2, 0, 0}, "Entries must be 2 to 1024"},
        {{8, 0, 8, 8, 8, 8, 4, 2, 0, 0}, "PcWidth must be 1 to 32"},
        {{8, 33, 8, 8, 8, 8, 4, 2, 0, 0}, "PcWidth must be 1 to 32"},
        {{8, 8, 0, 8, 8, 8, 4, 2, 0, 0}, "CntWidth must be 1 to 16"},
        {{8, 8, 17, 8, 8, 8, 4, 2, 0, 0}, "CntWidth must be 1 to 16"},
        {{8, 8, 8, 0, 8, 8, 4, 2, 0, 0}, "WidWidth must be 1 to 16"},
        {{8, 8, 8, 17, 8, 8, 4, 2, 0, 0}, "WidWidth must be 1 to 16"},
        {{8, 8, 8, 8, 0, 8, 4, 2, 0, 0}, "LutWidth must be 1 to 16"},
        {{8, 8, 8, 8, 17, 8, 4, 2, 0, 0}, "LutWidth must be 1 to 16"},
        {{8, 8, 8, 8, 8, 0, 4, 2, 0, 0}, "Lanes must be 1 to 65535"},
        {{8, 8, 16, 8, 8, 65536, 4, 2, 0, 0}, "Lanes must be 1 to 65535"},
        {{8, 8, 3, 8, 8, 8, 4, 2, 0, 0}, "clog2(Lanes + 1) must be at most CntWidth"},
        {{8, 8, 8, 8, 8, 8, 1, 2, 0, 0}, "QueueDepth must be 2 to 64"},
        {{8, 8, 8, 8, 8, 8, 65, 2, 0, 0}, "QueueDepth must be 2 to 64"},
        {{8, 8, 8, 8, 8, 8, 4, 0, 0, 0}, "Ports must be 1 or 2"},
        {{8, 8, 8, 8, 8, 8, 4, 3, 0, 0}, "Ports must be 1 or 2"},
        {{8, 8, 8, 8, 8, 8, 4, 2, 4, 0}, "Order must be 0 to 3"},
        {{8, 8, 8, 8, 8, 8, 4, 2, 0, 2}, "Ageing must be 0 or 1"},
    };
    struct max_heap s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = max_heap_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    static const struct max_heap_cfg edge[] = {{1024, 32, 16, 16, 16, 65535, 64, 2, 3, 1},
                                               {2, 1, 1, 1, 1, 1, 2, 1, 0, 0},
                                               {8, 8, 3, 8, 8, 7, 4, 2, 0, 0}};
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++) {
        assert_null(max_heap_init(&s, &edge[i]));
        assert_null(max_heap_check(&s));
    }
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(example_insert_one),
        cmocka_unit_test(page_timing),
        cmocka_unit_test(example_hit),
        cmocka_unit_test(example_pop),
        cmocka_unit_test(example_pop_few),
        cmocka_unit_test(example_ties),
        cmocka_unit_test(race_pop_and_updates),
        cmocka_unit_test(race_two_updates_one_pc),
        cmocka_unit_test(race_two_insertions_parent_and_child),
        cmocka_unit_test(race_two_lanes_same_parent),
        cmocka_unit_test(race_lane_under_the_others_hole),
        cmocka_unit_test(two_lanes_apart),
        cmocka_unit_test(race_heap_full_update_hits),
        cmocka_unit_test(race_heap_full_update_misses),
        cmocka_unit_test(race_lut_set_full),
        cmocka_unit_test(race_queue_full),
        cmocka_unit_test(rule_one_port_one_update),
        cmocka_unit_test(rule_hold),
        cmocka_unit_test(rule_stuck),
        cmocka_unit_test(race_update_joined_a_popped_warp),
        cmocka_unit_test(void_and_another),
        cmocka_unit_test(order_minority),
        cmocka_unit_test(order_minority_pairs),
        cmocka_unit_test(order_pc),
        cmocka_unit_test(order_pdom),
        cmocka_unit_test(race_sweep_and_updates),
        cmocka_unit_test(old_entries_go_first),
        cmocka_unit_test(sweep_ignored),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(table_v_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds_updates),
        cmocka_unit_test(promise_finds_answers),
        cmocka_unit_test(promise_and_old_entries),
        cmocka_unit_test(promise_and_priorities),
        cmocka_unit_test(promise_finds_overflow),
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
    return cmocka_run_group_tests_name("max_heap", tests, NULL, NULL);
}
