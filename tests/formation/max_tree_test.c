/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the max-tree: the page's worked cases, a naive twin
 * and the golden order under random stimulus, and the proof that check,
 * promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formation/max_tree.h"
#include "majority_order.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct max_tree s;
    struct max_heap_in in;
    struct max_heap_out out;
};

static const struct max_heap_cfg hand = {.entries = 4,
                                         .pc_width = 8,
                                         .cnt_width = 8,
                                         .wid_width = 6,
                                         .lut_width = 6,
                                         .lanes = 16,
                                         .queue_depth = 4};

static const struct max_heap_cfg paper = {.entries = 64,
                                          .pc_width = 24,
                                          .cnt_width = 10,
                                          .wid_width = 8,
                                          .lut_width = 8,
                                          .lanes = 32,
                                          .queue_depth = 4};

static void start(struct bench *b, const struct max_heap_cfg *cfg)
{
    assert_null(max_tree_init(&b->s, cfg));
    assert_null(max_tree_check(&b->s));
    memset(&b->in, 0, sizeof b->in);
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
    struct max_tree before = b->s;
    const char *broken = max_tree_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    max_tree_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    max_tree_tick(&b->s, &b->in, &b->out);
    broken = max_tree_check(&b->s);
    if (broken != NULL) fail_msg("check: %s", broken);
    memset(&b->in, 0, sizeof b->in);
}

static void expect_slot(const struct bench *b, uint32_t i, struct max_heap_entry e)
{
    assert_int_equal(b->s.valid[i], 1);
    assert_int_equal(b->s.entry[i].pc, e.pc);
    assert_int_equal(b->s.entry[i].cnt, e.cnt);
    assert_int_equal(b->s.entry[i].wph, e.wph);
    assert_int_equal(b->s.entry[i].wpt, e.wpt);
    assert_int_equal(b->s.entry[i].lut, e.lut);
    assert_int_equal(b->s.entry[i].old, e.old);
}

/* In the cycle just run update u was entered at LUT# lut, slot mh. */
static void entered(const struct bench *b, uint32_t u, uint32_t lut, uint32_t mh)
{
    assert_true(b->out.ins_en[u] && b->out.move_en[u]);
    assert_false(b->out.link_en[u]);
    assert_int_equal(b->out.move_lut[u], lut);
    assert_int_equal(b->out.move_mh[u], mh);
}

static void not_entered(const struct bench *b, uint32_t u)
{
    assert_false(b->out.ins_en[u] || b->out.move_en[u]);
    assert_int_equal(b->out.move_lut[u] | b->out.move_mh[u], 0);
}

static void linked(const struct bench *b, uint32_t u, uint32_t from, uint32_t to)
{
    assert_true(b->out.link_en[u]);
    assert_int_equal(b->out.link_from[u], from);
    assert_int_equal(b->out.link_to[u], to);
}

static void root_is(const struct bench *b, uint32_t pc, uint32_t cnt)
{
    assert_true(b->out.root_valid);
    assert_int_equal(b->out.root_pc, pc);
    assert_int_equal(b->out.root_cnt, cnt);
}

/* Slot 0: PC 0x10, 9 threads; slot 1: PC 0x11, 5 threads. */
static void filled(struct bench *b, const struct max_heap_cfg *cfg)
{
    start(b, cfg);
    wait_in_queue(b, 0x10, 9, 1);
    wait_in_queue(b, 0x11, 5, 2);
    miss(b, 0, 20);
    miss(b, 1, 21);
    cycle(b);
    entered(b, 0, 20, 0);
    entered(b, 1, 21, 1);
}

/* ---- worked cases ---------------------------------------------------------------------- */

static void rule_insertions(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    expect_slot(&b, 0, (struct max_heap_entry){0x10, 9, 1, 1, 20, 0});
    expect_slot(&b, 1, (struct max_heap_entry){0x11, 5, 2, 2, 21, 0});
    assert_int_equal(b.s.queue_count, 0);
    b.in.pop_en = true;
    cycle(&b);
    root_is(&b, 0x10, 9);
    assert_int_equal(b.out.root_wph, 1);
    assert_int_equal(b.out.root_wpt, 1);
    assert_int_equal(b.out.root_lut, 20);
    assert_int_equal(b.out.size, 2);
    assert_false(b.out.busy);
    /* The lowest invalid slots, around the one that is in use. */
    wait_in_queue(&b, 0x12, 3, 3);
    wait_in_queue(&b, 0x13, 4, 4);
    miss(&b, 0, 30);
    miss(&b, 1, 31);
    cycle(&b);
    root_is(&b, 0x11, 5);
    entered(&b, 0, 30, 0);
    entered(&b, 1, 31, 2);
}

static void rule_hits(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    wait_in_queue(&b, 0x11, 5, 7);
    wait_in_queue(&b, 0x10, 1, 1);
    hit(&b, 0, 1);
    hit(&b, 1, 0);
    cycle(&b);
    linked(&b, 0, 2, 7);
    assert_false(b.out.link_en[1]); /* the same warp */
    not_entered(&b, 0);
    not_entered(&b, 1);
    expect_slot(&b, 1, (struct max_heap_entry){0x11, 10, 2, 7, 21, 0});
    expect_slot(&b, 0, (struct max_heap_entry){0x10, 10, 1, 1, 20, 0});
    cycle(&b);
    root_is(&b, 0x10, 10); /* as many threads: the smaller PC */
}

static void rule_pop_and_two_updates(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    wait_in_queue(&b, 0x11, 1, 3);
    wait_in_queue(&b, 0x12, 2, 4);
    hit(&b, 0, 1);
    miss(&b, 1, 30);
    b.in.pop_en = true;
    cycle(&b);
    linked(&b, 0, 2, 3);
    entered(&b, 1, 30, 2); /* not slot 0: it is freed from the next cycle on */
    assert_int_equal(b.s.valid[0], 0);
    assert_int_equal(b.s.size, 2);
    cycle(&b);
    root_is(&b, 0x11, 6);
}

static void rule_reborn(void **state)
{
    (void)state;
    for (uint32_t u = 0; u < 2; u++) {
        struct bench b;
        filled(&b, &hand);
        if (u == 1) {
            wait_in_queue(&b, 0x11, 1, 2);
            hit(&b, 0, 1);
        }
        wait_in_queue(&b, 0x10, 3, 6);
        hit(&b, u, 0);
        b.in.pop_en = true;
        cycle(&b);
        root_is(&b, 0x10, 9); /* leaves as it was */
        entered(&b, u, 20, 0);
        expect_slot(&b, 0, (struct max_heap_entry){0x10, 3, 6, 6, 20, 0});
        cycle(&b);
        root_is(&b, 0x11, 5 + u);
        assert_int_equal(b.out.size, 2);
    }
}

static void rule_reborn_twice(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    wait_in_queue(&b, 0x10, 3, 6);
    wait_in_queue(&b, 0x10, 4, 7);
    hit(&b, 0, 0);
    hit(&b, 1, 0);
    b.in.pop_en = true;
    cycle(&b);
    entered(&b, 0, 20, 0);
    not_entered(&b, 1);
    linked(&b, 1, 6, 7);
    expect_slot(&b, 0, (struct max_heap_entry){0x10, 7, 6, 7, 20, 0});
}

static void rule_same_pc(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    wait_in_queue(&b, 0x10, 3, 6);
    wait_in_queue(&b, 0x10, 4, 7);
    miss(&b, 0, 20);
    cycle(&b); /* no answer for update 1: it needs none */
    entered(&b, 0, 20, 0);
    not_entered(&b, 1);
    linked(&b, 1, 6, 7);
    expect_slot(&b, 0, (struct max_heap_entry){0x10, 7, 6, 7, 20, 0});
    assert_int_equal(b.s.queue_count, 0);

    wait_in_queue(&b, 0x10, 1, 8);
    wait_in_queue(&b, 0x10, 2, 8);
    hit(&b, 0, 0);
    cycle(&b);
    linked(&b, 0, 7, 8);
    assert_false(b.out.link_en[1]); /* update 0 left warp 8 at the tail */
    expect_slot(&b, 0, (struct max_heap_entry){0x10, 10, 6, 8, 20, 0});
}

static void rule_waits(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.entries = 2;
    filled(&b, &cfg);
    wait_in_queue(&b, 0x12, 1, 3);
    wait_in_queue(&b, 0x11, 1, 4);
    miss(&b, 0, 30);
    hit(&b, 1, 1);
    cycle(&b); /* full: update 0 waits, and update 1 behind it */
    not_entered(&b, 0);
    assert_false(b.out.link_en[1]);
    miss(&b, 0, 30);
    hit(&b, 1, 1);
    b.in.pop_en = true;
    cycle(&b); /* the slot freed now is not yet free */
    not_entered(&b, 0);
    hit(&b, 1, 1);
    cycle(&b); /* the LUT refuses */
    not_entered(&b, 0);
    miss(&b, 0, 30);
    hit(&b, 1, 1);
    cycle(&b);
    entered(&b, 0, 30, 0);
    linked(&b, 1, 2, 4);
    assert_int_equal(b.s.queue_count, 0);

    /* One slot: the second insertion waits. A hit of update 0 takes no slot. */
    cfg.entries = 3;
    filled(&b, &cfg);
    wait_in_queue(&b, 0x10, 1, 1);
    wait_in_queue(&b, 0x12, 1, 3);
    hit(&b, 0, 0);
    miss(&b, 1, 30);
    cycle(&b);
    entered(&b, 1, 30, 2);
    b.in.pop_en = true;
    cycle(&b);
    wait_in_queue(&b, 0x13, 1, 3);
    wait_in_queue(&b, 0x14, 1, 3);
    miss(&b, 0, 31);
    miss(&b, 1, 32);
    cycle(&b);
    entered(&b, 0, 31, 0);
    not_entered(&b, 1);
    assert_int_equal(b.s.queue_count, 1);
}

static void rule_queue(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.queue_depth = 2;
    start(&b, &cfg);
    offer(&b, 1, 2, 2, 2);
    cycle(&b);
    assert_true(b.out.upd_ready[0] && b.out.upd_ready[1]);
    offer(&b, 0, 3, 3, 3);
    offer(&b, 1, 4, 4, 4);
    cycle(&b);
    assert_true(b.out.lkp_valid[0]);
    assert_int_equal(b.out.lkp_pc[0], 2);
    assert_false(b.out.lkp_valid[1]);
    assert_int_equal(b.out.lkp_pc[1], 0);
    assert_true(b.out.upd_ready[0]);
    assert_false(b.out.upd_ready[1]);
    assert_int_equal(b.s.queue_count, 2);
    assert_int_equal(b.s.queue[1].pc, 3);
    offer(&b, 0, 4, 4, 4);
    miss(&b, 0, 1);
    cycle(&b); /* one leaves, but places are counted before */
    assert_false(b.out.upd_ready[0]);
    assert_int_equal(b.s.queue_count, 1);
    assert_int_equal(b.s.queue[0].nthd, 3);
    assert_int_equal(b.s.queue[0].wid, 3);
}

static void rule_hold(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    wait_in_queue(&b, 0x10, 1, 1);
    wait_in_queue(&b, 0x11, 1, 2);
    wait_in_queue(&b, 0x11, 1, 3);
    miss(&b, 0, 20);
    miss(&b, 1, 21);
    b.in.hold = true;
    cycle(&b);
    entered(&b, 0, 20, 0);
    not_entered(&b, 1);
    assert_int_equal(b.s.queue_count, 2);
    miss(&b, 0, 21);
    b.in.hold = true; /* of one PC: held likewise */
    cycle(&b);
    entered(&b, 0, 21, 1);
    assert_false(b.out.link_en[1]);
    assert_int_equal(b.s.queue_count, 1);
}

static void rule_stuck(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.entries = 2;
    start(&b, &cfg);
    cycle(&b);
    assert_false(b.out.stuck); /* nothing waits */
    wait_in_queue(&b, 0x10, 1, 1);
    cycle(&b);
    assert_true(b.out.stuck); /* the LUT set is full */
    miss(&b, 0, 20);
    cycle(&b);
    assert_false(b.out.stuck);
    wait_in_queue(&b, 0x11, 1, 1);
    miss(&b, 0, 21);
    cycle(&b);
    wait_in_queue(&b, 0x12, 1, 1);
    miss(&b, 0, 22);
    b.in.pop_en = true;
    cycle(&b);
    assert_true(b.out.stuck); /* all slots are valid, the popped one included */
    miss(&b, 0, 22);
    cycle(&b);
    assert_false(b.out.stuck);
    entered(&b, 0, 22, 0);
    wait_in_queue(&b, 0x12, 1, 1);
    hit(&b, 0, 0);
    cycle(&b);
    assert_false(b.out.stuck); /* a hit needs no slot */
}

static void rule_void(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    join_in_queue(&b, 0x40, 3, 1);
    wait_in_queue(&b, 0x41, 4, 2);
    miss(&b, 1, 41);
    cycle(&b); /* void, and another one beside it */
    assert_false(b.out.stuck);
    not_entered(&b, 0);
    entered(&b, 1, 41, 2);
    assert_int_equal(b.s.queue_count, 0);
    join_in_queue(&b, 0x41, 4, 2);
    join_in_queue(&b, 0x40, 3, 1);
    hit(&b, 0, 2);
    cycle(&b);
    expect_slot(&b, 2, (struct max_heap_entry){0x41, 8, 2, 2, 41, 0});
    assert_int_equal(b.s.queue_count, 0);
    join_in_queue(&b, 0x40, 3, 1);
    wait_in_queue(&b, 0x40, 3, 5);
    miss(&b, 1, 42);
    cycle(&b); /* of one PC: it waits for the void one */
    not_entered(&b, 1);
    assert_int_equal(b.s.queue_count, 1);
    miss(&b, 0, 42);
    cycle(&b);
    entered(&b, 0, 42, 3);
    assert_int_equal(b.s.size, 4);
}

/* A hit on the entry popped in this cycle: an update that opens starts the entry anew, any other
 * update is void. */
static void rule_void_by_the_pop(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    join_in_queue(&b, 0x10, 3, 1);
    wait_in_queue(&b, 0x10, 4, 6);
    hit(&b, 0, 0);
    b.in.pop_en = true;
    cycle(&b);
    root_is(&b, 0x10, 9);
    not_entered(&b, 0);
    not_entered(&b, 1);
    assert_int_equal(b.s.queue_count, 1);
    assert_int_equal(b.s.valid[0], 0);
    filled(&b, &hand);
    join_in_queue(&b, 0x11, 3, 2);
    join_in_queue(&b, 0x10, 4, 1);
    hit(&b, 0, 1);
    hit(&b, 1, 0);
    b.in.pop_en = true;
    cycle(&b);
    assert_int_equal(b.s.queue_count, 0);
    assert_int_equal(b.s.size, 1);
    expect_slot(&b, 1, (struct max_heap_entry){0x11, 8, 2, 2, 21, 0});
    filled(&b, &hand); /* opened, then joined: both are in the entry that is born */
    wait_in_queue(&b, 0x10, 3, 6);
    join_in_queue(&b, 0x10, 4, 6);
    hit(&b, 0, 0);
    b.in.pop_en = true;
    cycle(&b);
    entered(&b, 0, 20, 0);
    assert_int_equal(b.s.queue_count, 0);
    expect_slot(&b, 0, (struct max_heap_entry){0x10, 7, 6, 6, 20, 0});
}

/* The root of the two entries (0x10, 9) and (0x11, 5), and after 6 more for one of them. */
static void rule_orders(void **state)
{
    (void)state;
    static const struct {
        uint32_t order, hit, root_before, root_after, cnt_after;
    } cases[] = {
        {MAX_HEAP_MAJORITY, 1, 0x10, 0x11, 11}, {MAX_HEAP_MAJORITY, 0, 0x10, 0x10, 15},
        {MAX_HEAP_MINORITY, 1, 0x11, 0x10, 9},  {MAX_HEAP_MINORITY, 0, 0x11, 0x11, 5},
        {MAX_HEAP_PC, 1, 0x10, 0x10, 9},        {MAX_HEAP_PC, 0, 0x10, 0x10, 15},
        {MAX_HEAP_PDOM, 1, 0x11, 0x11, 5},      {MAX_HEAP_PDOM, 0, 0x11, 0x11, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        struct max_heap_cfg cfg = hand;
        cfg.order = cases[i].order;
        filled(&b, &cfg);
        wait_in_queue(&b, 0x10 + cases[i].hit, 6, 3);
        hit(&b, 0, cases[i].hit);
        cycle(&b);
        assert_int_equal(b.out.root_pc, cases[i].root_before);
        cycle(&b);
        root_is(&b, cases[i].root_after, cases[i].cnt_after);
    }
}

static void rule_priority(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.order = MAX_HEAP_PDOM;
    filled(&b, &cfg);
    wait_in_queue(&b, 0x10, 0, 3);
    wait_in_queue(&b, 0x11, 7, 4);
    hit(&b, 0, 0);
    hit(&b, 1, 1);
    cycle(&b);
    expect_slot(&b, 0, (struct max_heap_entry){0x10, 0, 1, 3, 20, 0});
    expect_slot(&b, 1, (struct max_heap_entry){0x11, 5, 2, 4, 21, 0});
    cycle(&b);
    root_is(&b, 0x10, 0);
}

static void rule_sweep(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.ageing = 1;
    filled(&b, &cfg);
    wait_in_queue(&b, 0x10, 15, 6);
    hit(&b, 0, 0);
    b.in.sweep_en = true;
    cycle(&b); /* the sweep goes first */
    assert_false(b.out.root_old);
    assert_int_equal(b.s.queue_count, 1);
    expect_slot(&b, 0, (struct max_heap_entry){0x10, 9, 1, 1, 20, 1});
    expect_slot(&b, 1, (struct max_heap_entry){0x11, 5, 2, 2, 21, 1});
    miss(&b, 0, 20); /* the LUT may use its LUT# again */
    cycle(&b);
    entered(&b, 0, 20, 2);
    expect_slot(&b, 2, (struct max_heap_entry){0x10, 15, 6, 6, 20, 0});
    b.in.pop_en = true;
    cycle(&b);
    root_is(&b, 0x10, 9); /* the old ones go before */
    assert_true(b.out.root_old);
    b.in.pop_en = true;
    cycle(&b);
    root_is(&b, 0x11, 5);
    assert_true(b.out.root_old);
    cycle(&b);
    root_is(&b, 0x10, 15);
    assert_false(b.out.root_old);
    filled(&b, &hand); /* without Ageing it is ignored */
    wait_in_queue(&b, 0x10, 15, 6);
    hit(&b, 0, 0);
    b.in.sweep_en = true;
    cycle(&b);
    expect_slot(&b, 0, (struct max_heap_entry){0x10, 24, 1, 6, 20, 0});
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    wait_in_queue(&b, 0x12, 1, 3);
    max_tree_eval(&b.s, &b.in, &b.out);
    root_is(&b, 0x10, 9);
    max_tree_reset(&b.s);
    assert_null(max_tree_check(&b.s));
    assert_int_equal(b.s.size, 0);
    assert_int_equal(b.s.queue_count, 0);
    b.in.pop_en = true; /* without a root: ignored */
    cycle(&b);
    assert_false(b.out.root_valid || b.out.lkp_valid[0]);
    assert_int_equal(b.out.root_pc | b.out.root_cnt | b.out.size, 0);
}

static void table_v_bits(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &paper);
    const struct max_heap_cfg *c = &b.s.cfg;
    uint32_t entry = c->pc_width + c->cnt_width + 2 * c->wid_width + c->lut_width;
    assert_int_equal(c->entries * entry, 3712);
    /* NthdWidth = clog2(33) = 6; a count from 0 to 4 has 3 bits. */
    assert_int_equal(c->queue_depth * (c->pc_width + 6 + c->wid_width + 1) + 3, 159);
}

/* ---- the naive twin -------------------------------------------------------------------- */

struct naive {
    bool valid[MAX_HEAP_MAX_ENTRIES];
    struct max_heap_entry e[MAX_HEAP_MAX_ENTRIES];
};

static struct majority_item item_of(const struct max_heap_entry *e)
{
    return (struct majority_item){e->pc, e->cnt, e->wph, e->wpt, e->old != 0};
}

/* The best of all valid entries, from end to end; -1 if there is none. */
static int naive_root(const struct naive *t, const struct max_heap_cfg *cfg,
                      struct max_heap_out *out)
{
    struct majority_item best = {0};
    int root = -1;
    for (uint32_t i = 0; i < cfg->entries; i++) {
        struct majority_item item = item_of(&t->e[i]);
        out->size += t->valid[i];
        if (!t->valid[i] || (root >= 0 && !majority_order_first(cfg->order, &item, &best)))
            continue;
        best = item;
        root = (int)i;
    }
    if (root < 0) return root;
    out->root_valid = true;
    out->root_pc = best.pc, out->root_cnt = best.cnt, out->root_wph = best.wph;
    out->root_wpt = best.wpt, out->root_lut = t->e[root].lut, out->root_old = best.old;
    return root;
}

/* An update on a valid slot. */
static void naive_add(struct max_heap_entry *e, const struct max_heap_update *upd, uint32_t order,
                      uint32_t u, struct max_heap_out *out)
{
    if (e->wpt != upd->wid)
        out->link_en[u] = true, out->link_from[u] = e->wpt, out->link_to[u] = upd->wid;
    if (order != MAX_HEAP_PDOM) e->cnt += upd->nthd;
    else if (upd->nthd < e->cnt) e->cnt = upd->nthd;
    e->wpt = upd->wid;
}

/* A cycle done in place, one thing after the other; was is the table before it. Returns n. */
static uint32_t naive_cycle(struct naive *t, const struct majority_neighbours *nb,
                            const struct max_heap_in *in, struct max_heap_out *out)
{
    static struct naive was;
    const struct max_heap_cfg *cfg = nb->cfg;
    bool sweep = in->sweep_en && cfg->ageing == 1;
    uint32_t n = 0, at0 = 0;
    was = *t;
    memset(out, 0, sizeof *out);
    int root = naive_root(&was, cfg, out);
    if (sweep) {
        for (uint32_t i = 0; i < cfg->entries; i++) t->e[i].old = 1;
    } else if (root >= 0 && in->pop_en) {
        t->valid[root] = false;
    }
    if (nb->queue_count > 0)
        out->stuck =
            !in->lkp_hit[0] && nb->queue[0].open && (!in->lkp_free[0] || out->size == cfg->entries);
    for (uint32_t u = 0; u < 2 && u < nb->queue_count && !sweep; u++) {
        const struct max_heap_update *upd = &nb->queue[u];
        uint32_t at = in->lkp_mh[u], lut = was.e[in->lkp_mh[u]].lut;
        bool same = u == 1 && upd->pc == nb->queue[0].pc;
        if (u == 1 && (in->hold || (same && at0 == cfg->entries))) break;
        if (same) {
            at = at0;
        } else if (!upd->open && (!in->lkp_hit[u] || !t->valid[at])) {
            at0 = cfg->entries; /* void */
            n++;
            continue;
        } else if (!in->lkp_hit[u]) {
            lut = in->lkp_lut[u];
            for (at = 0; at < cfg->entries && (was.valid[at] || t->valid[at]);) at++;
            if (!in->lkp_free[u] || at == cfg->entries) break;
        }
        struct max_heap_entry *e = &t->e[at];
        if (t->valid[at]) {
            naive_add(e, upd, cfg->order, u, out);
        } else {
            t->valid[at] = true;
            *e = (struct max_heap_entry){upd->pc, upd->nthd, upd->wid, upd->wid, lut, 0};
            out->ins_en[u] = out->move_en[u] = true;
            out->move_lut[u] = lut, out->move_mh[u] = at;
        }
        at0 = at;
        n++;
    }
    return n;
}

/* The queue's outputs are looked at by the neighbours. */
static bool same_outputs(const struct max_heap_out *a, const struct max_heap_out *b)
{
    bool same = a->root_valid == b->root_valid && a->root_pc == b->root_pc &&
                a->root_cnt == b->root_cnt && a->root_wph == b->root_wph &&
                a->root_wpt == b->root_wpt && a->root_lut == b->root_lut && a->size == b->size &&
                a->busy == b->busy && a->root_old == b->root_old && a->stuck == b->stuck;
    for (int u = 0; u < 2; u++) {
        same = same && a->ins_en[u] == b->ins_en[u] && a->move_en[u] == b->move_en[u];
        same = same && a->move_lut[u] == b->move_lut[u] && a->move_mh[u] == b->move_mh[u];
        same = same && a->link_en[u] == b->link_en[u];
        same = same && a->link_from[u] == b->link_from[u] && a->link_to[u] == b->link_to[u];
    }
    return same;
}

static bool same_state(const struct max_tree *s, const struct naive *t)
{
    for (uint32_t i = 0; i < s->cfg.entries; i++) {
        const struct max_heap_entry *a = &s->entry[i], *b = &t->e[i];
        if ((s->valid[i] != 0) != t->valid[i]) return false;
        if (t->valid[i] && (a->pc != b->pc || a->cnt != b->cnt || a->wph != b->wph ||
                            a->wpt != b->wpt || a->lut != b->lut || a->old != b->old))
            return false;
    }
    return true;
}

struct run {
    const char *name;
    struct max_heap_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"paper", {64, 24, 10, 8, 8, 32, 4, 0, 0, 0}, 200000},
    {"small", {4, 3, 4, 3, 3, 2, 2, 0, 0, 0}, 200000},
    {"odd", {11, 9, 7, 5, 5, 5, 3, 0, 0, 0}, 200000},
    {"sixteen", {16, 6, 8, 5, 5, 4, 4, 0, 0, 0}, 200000},
    {"two_entries", {2, 4, 5, 4, 2, 3, 2, 0, 0, 0}, 200000},
    {"large", {256, 32, 12, 9, 9, 64, 8, 0, 0, 0}, 200000},
    {"minority", {16, 6, 8, 5, 5, 4, 4, 0, 1, 0}, 200000},
    {"pc", {16, 6, 8, 5, 5, 4, 4, 0, 2, 0}, 200000},
    {"pdom", {16, 6, 8, 5, 5, 200, 4, 0, 3, 0}, 200000},
    {"aged", {16, 6, 8, 5, 5, 4, 4, 0, 0, 1}, 200000},
    {"aged_odd", {11, 5, 8, 5, 5, 4, 3, 0, 0, 1}, 200000},
    {"aged_minority", {16, 6, 8, 5, 5, 4, 4, 0, 1, 1}, 200000},
    {"aged_pc", {16, 6, 8, 5, 5, 4, 4, 0, 2, 1}, 200000},
    {"aged_pdom", {16, 6, 8, 5, 5, 9, 4, 0, 3, 1}, 200000},
    {"aged_paper", {64, 24, 10, 8, 8, 32, 4, 0, 0, 1}, 200000},
};

/* A run that has not met what it is for shows nothing. */
static void met_enough(const struct majority_neighbours *nb, const struct max_heap_cfg *cfg)
{
    assert_true(nb->pops > 100 && nb->inserts > 100 && nb->hits > 100 && nb->links > 100);
    assert_true(nb->lut_refused > 100 && nb->resets > 10 && nb->pairs > 100);
    assert_true(nb->queue_full > 100 && nb->reborn > 0);
    assert_true(nb->voids > 100 && nb->void_pairs > 10 && nb->stuck > 100 && nb->held > 100);
    assert_true(nb->full > 0 || cfg->entries > 128);
    assert_true(cfg->ageing == 0 || (nb->sweeps > 100 && nb->swept_waiting > 10));
    assert_true(cfg->ageing == 0 || (nb->old_pops > 100 && nb->twins > 10));
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct majority_neighbours nb;
    static struct max_tree s;
    static struct naive t;
    struct max_heap_in in;
    struct max_heap_out out, expected;

    majority_neighbours_init(&nb, &r->cfg);
    memset(&t, 0, sizeof t);
    assert_null(max_tree_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        if (c % 256 == 0) majority_neighbours_new_mood(&nb);
        majority_neighbours_drive(&nb, true, &in);
        const char *broken = max_tree_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        max_tree_eval(&s, &in, &out);
        uint32_t n = naive_cycle(&t, &nb, &in, &expected);
        if (!same_outputs(&out, &expected))
            fail_msg("%s cycle %u: outputs differ from the twin's", r->name, c);
        majority_neighbours_follow(&nb, &in, &out, n);
        if (hd_rng_chance(&nb.rng, 1, 4000)) {
            max_tree_reset(&s);
            memset(&t, 0, sizeof t);
            majority_neighbours_reset(&nb);
            nb.resets++;
        } else {
            max_tree_tick(&s, &in, &out);
        }
        if (!same_state(&s, &t))
            fail_msg("%s cycle %u: the state differs from the twin's", r->name, c);
        if (!majority_neighbours_same_queue(&nb, s.queue, s.queue_count))
            fail_msg("%s cycle %u: the queue", r->name, c);
        broken = max_tree_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    met_enough(&nb, &r->cfg);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    b.s.root = 1;
    assert_string_equal(max_tree_check(&b.s), "root_is_max");
    b.s.root = 2; /* not valid */
    assert_string_equal(max_tree_check(&b.s), "root_is_max");
    b.s.root = 4;
    assert_string_equal(max_tree_check(&b.s), "root_is_max");
    filled(&b, &hand);
    b.s.entry[1].pc = 0x10;
    assert_string_equal(max_tree_check(&b.s), "unique_pc");
    filled(&b, &hand);
    b.s.entry[1].lut = 20;
    assert_string_equal(max_tree_check(&b.s), "unique_lut");
    filled(&b, &hand);
    b.s.entry[1].cnt = 0;
    assert_string_equal(max_tree_check(&b.s), "cnt_positive");
    filled(&b, &hand);
    b.s.entry[0].cnt = 251;
    assert_string_equal(max_tree_check(&b.s), "cnt_sum");
    filled(&b, &hand);
    b.s.queue_count = 5;
    assert_string_equal(max_tree_check(&b.s), "queue_range");
    filled(&b, &hand);
    b.s.size = 3;
    assert_string_equal(max_tree_check(&b.s), "size_is_count");
    filled(&b, &hand); /* an old entry and another one may share a PC and a LUT# */
    b.s.entry[0].old = 1;
    b.s.entry[1].pc = 0x10;
    b.s.entry[1].lut = 20;
    assert_null(max_tree_check(&b.s));
    b.s.entry[1].old = 1;
    assert_string_equal(max_tree_check(&b.s), "unique_pc");
    b.s.entry[1].pc = 0x11;
    assert_null(max_tree_check(&b.s));
    filled(&b, &hand); /* priorities: 0 is one, and they add up to nothing */
    b.s.cfg.order = MAX_HEAP_PDOM;
    b.s.cfg.cnt_width = 4;
    b.s.entry[0].cnt = 0;
    b.s.entry[1].cnt = 15;
    assert_null(max_tree_check(&b.s));
    b.s.cfg.order = MAX_HEAP_MINORITY;
    assert_string_equal(max_tree_check(&b.s), "cnt_positive");
    filled(&b, &hand); /* an invalid slot means nothing */
    b.s.entry[3] = b.s.entry[0];
    b.s.entry[3].cnt = 99;
    assert_null(max_tree_check(&b.s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = max_tree_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds_updates(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    offer(&b, 0, 1, 0, 1);
    expect_promise(&b, "NTHD of an update is 0");
    offer(&b, 1, 1, 17, 1);
    expect_promise(&b, "NTHD of an update is above Lanes");
    offer(&b, 0, 0x100, 1, 1);
    expect_promise(&b, "PC of an update is wider than PcWidth");
    offer(&b, 0, 1, 1, 64);
    expect_promise(&b, "WID of an update is wider than WidWidth");
    b.in.upd_nthd[0] = 17; /* not valid */
    assert_null(max_tree_promise(&b.s, &b.in));
}

static void promise_finds_answers(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    wait_in_queue(&b, 0x11, 1, 1);
    wait_in_queue(&b, 0x40, 1, 1);
    hit(&b, 0, 0);
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    hit(&b, 0, 3);
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    hit(&b, 0, 4);
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    hit(&b, 0, 1);
    b.in.lkp_lut[0] = 3;
    expect_promise(&b, "a look-up hits with another LUT# than the entry's");
    miss(&b, 0, 40);
    expect_promise(&b, "a look-up misses though the heap holds its PC");
    hit(&b, 0, 1);
    miss(&b, 1, 20);
    b.in.pop_en = true; /* freed by this pop, so not free yet */
    expect_promise(&b, "a free LUT# is in use");
    hit(&b, 0, 1);
    miss(&b, 1, 64);
    expect_promise(&b, "a free LUT# is wider than LutWidth");
    b.s.queue[0].pc = 0x41;
    miss(&b, 0, 40);
    miss(&b, 1, 40);
    expect_promise(&b, "two free LUT# offered to two PCs are equal");
    b.in.lkp_lut[0] = b.in.lkp_lut[1] = 40; /* not offered */
    assert_null(max_tree_promise(&b.s, &b.in));
    b.s.queue[1].pc = 0x41; /* one PC: the second answer is not looked at */
    hit(&b, 1, 3);
    assert_null(max_tree_promise(&b.s, &b.in));
    b.s.queue[1].pc = 0x40; /* nor is it if update 1 is held back */
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    hit(&b, 1, 3);
    b.in.hold = true;
    assert_null(max_tree_promise(&b.s, &b.in));
}

/* Old entries are not in the LUT: its answers on their PC and LUT# are judged without them. */
static void promise_and_old_entries(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.ageing = 1;
    filled(&b, &cfg);
    b.in.pop_en = b.in.sweep_en = true;
    expect_promise(&b, "a pop and a sweep in one cycle");
    b.in.sweep_en = true;
    assert_null(max_tree_promise(&b.s, &b.in));
    b.s.entry[0].old = 1;
    expect_promise(&b, "a sweep while an entry is old");
    b.in.sweep_en = true;
    b.s.size = 0; /* nothing there is old */
    assert_null(max_tree_promise(&b.s, &b.in));
    b.s.size = 2;
    b.in.sweep_en = false;
    wait_in_queue(&b, 0x10, 1, 1);
    hit(&b, 0, 0);
    expect_promise(&b, "a look-up hits at a position that does not hold its PC");
    miss(&b, 0, 20);
    assert_null(max_tree_promise(&b.s, &b.in));
}

/* Priorities are no counts: 0 is one, and they add up to nothing. */
static void promise_and_priorities(void **state)
{
    (void)state;
    struct bench b;
    struct max_heap_cfg cfg = hand;
    cfg.order = MAX_HEAP_PDOM;
    cfg.cnt_width = 5;
    filled(&b, &cfg);
    b.s.entry[0].cnt = 31;
    offer(&b, 0, 1, 0, 1);
    wait_in_queue(&b, 0x40, 16, 33);
    miss(&b, 0, 40);
    assert_null(max_tree_promise(&b.s, &b.in));
    offer(&b, 0, 1, 17, 1);
    expect_promise(&b, "NTHD of an update is above Lanes");
}

static void promise_finds_overflow(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, &hand);
    b.s.entry[0].cnt = 240;
    wait_in_queue(&b, 0x11, 11, 1);
    hit(&b, 0, 1);
    expect_promise(&b, "the counts of all entries do not fit CntWidth");
    hit(&b, 0, 1);
    b.in.pop_en = true; /* 240 leave in the same cycle */
    assert_null(max_tree_promise(&b.s, &b.in));
    filled(&b, &hand);
    b.s.entry[0].cnt = 250;
    join_in_queue(&b, 0x40, 11, 1); /* void */
    assert_null(max_tree_promise(&b.s, &b.in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct max_heap_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 8, 8, 8, 8, 8, 4, 0, 0, 0}, "Entries must be 2 to 1024"},
        {{1025, 8, 8, 8, 8, 8, 4, 0, 0, 0}, "Entries must be 2 to 1024"},
        {{8, 0, 8, 8, 8, 8, 4, 0, 0, 0}, "PcWidth must be 1 to 32"},
        {{8, 33, 8, 8, 8, 8, 4, 0, 0, 0}, "PcWidth must be 1 to 32"},
        {{8, 8, 0, 8, 8, 8, 4, 0, 0, 0}, "CntWidth must be 1 to 16"},
        {{8, 8, 17, 8, 8, 8, 4, 0, 0, 0}, "CntWidth must be 1 to 16"},
        {{8, 8, 8, 0, 8, 8, 4, 0, 0, 0}, "WidWidth must be 1 to 16"},
        {{8, 8, 8, 17, 8, 8, 4, 0, 0, 0}, "WidWidth must be 1 to 16"},
        {{8, 8, 8, 8, 0, 8, 4, 0, 0, 0}, "LutWidth must be 1 to 16"},
        {{8, 8, 8, 8, 17, 8, 4, 0, 0, 0}, "LutWidth must be 1 to 16"},
        {{8, 8, 8, 8, 8, 0, 4, 0, 0, 0}, "Lanes must be 1 to 65535"},
        {{8, 8, 16, 8, 8, 65536, 4, 0, 0, 0}, "Lanes must be 1 to 65535"},
        {{8, 8, 3, 8, 8, 8, 4, 0, 0, 0}, "clog2(Lanes + 1) must be at most CntWidth"},
        {{8, 8, 8, 8, 8, 8, 1, 0, 0, 0}, "QueueDepth must be 2 to 64"},
        {{8, 8, 8, 8, 8, 8, 65, 0, 0, 0}, "QueueDepth must be 2 to 64"},
        {{8, 8, 8, 8, 8, 8, 4, 0, 4, 0}, "Order must be 0 to 3"},
        {{8, 8, 8, 8, 8, 8, 4, 0, 0, 2}, "Ageing must be 0 or 1"},
    };
    struct max_tree s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = max_tree_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    static const struct max_heap_cfg edge[] = {{1024, 32, 16, 16, 16, 65535, 64, 0, 3, 1},
                                               {2, 1, 1, 1, 1, 1, 2, 99, 0, 0},
                                               {8, 8, 3, 8, 8, 7, 4, 0, 0, 0}};
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++) {
        assert_null(max_tree_init(&s, &edge[i]));
        assert_null(max_tree_check(&s));
    }
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(rule_insertions),
        cmocka_unit_test(rule_hits),
        cmocka_unit_test(rule_pop_and_two_updates),
        cmocka_unit_test(rule_reborn),
        cmocka_unit_test(rule_reborn_twice),
        cmocka_unit_test(rule_same_pc),
        cmocka_unit_test(rule_waits),
        cmocka_unit_test(rule_queue),
        cmocka_unit_test(rule_hold),
        cmocka_unit_test(rule_stuck),
        cmocka_unit_test(rule_void),
        cmocka_unit_test(rule_void_by_the_pop),
        cmocka_unit_test(rule_orders),
        cmocka_unit_test(rule_priority),
        cmocka_unit_test(rule_sweep),
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
    return cmocka_run_group_tests_name("max_tree", tests, NULL, NULL);
}
