/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the majority scheduler: every race of the page by its name; a naive twin,
 * which keeps lists of warps by PC and makes the page's steps one by one, at random; the
 * bound of ageing; and the proof that check, promise and init do fail. Each with heap and tree.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/majority_scheduler.h"

enum {
    WARPS = 64,
    GROUPS = 32,
    A = 0x10,
    B = 0x21,
    C = 0x32,
    D = 0x43,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct majority_scheduler s;
    struct majority_scheduler_in in;
    struct majority_scheduler_out out;
    uint32_t next[WARPS]; /* the warp pool's */
    bool late;            /* the next PC may not be chosen */
};

static struct bench bench;

static const struct majority_scheduler_cfg hand = {.heap_entries = 8,
                                                   .lut_entries = 16,
                                                   .lut_ways = 4,
                                                   .pc_width = 8,
                                                   .cnt_width = 10,
                                                   .wid_width = 6,
                                                   .lut_width = 4,
                                                   .lanes = 4,
                                                   .queue_depth = 4,
                                                   .heap_ports = 2};

static void start(struct bench *b, const struct majority_scheduler_cfg *cfg)
{
    const char *error;
    memset(b, 0, sizeof *b);
    error = majority_scheduler_init(&b->s, cfg);
    if (error != NULL) fail_msg("init: %s", error);
    assert_null(majority_scheduler_check(&b->s));
}

static struct bench *start_hand(void **state)
{
    struct majority_scheduler_cfg cfg = hand;
    cfg.tree = (uint32_t)(uintptr_t)*state;
    start(&bench, &cfg);
    return &bench;
}

static void update(struct bench *b, uint32_t u, uint32_t pc, uint32_t nthd, uint32_t wid, bool open)
{
    b->in.upd_valid[u] = true;
    b->in.upd_pc[u] = pc;
    b->in.upd_nthd[u] = nthd;
    b->in.upd_wid[u] = wid;
    b->in.upd_open[u] = open;
}

static void opens(struct bench *b, uint32_t u, uint32_t pc, uint32_t nthd, uint32_t wid)
{
    update(b, u, pc, nthd, wid, true);
}

static void joins(struct bench *b, uint32_t u, uint32_t pc, uint32_t nthd, uint32_t wid)
{
    update(b, u, pc, nthd, wid, false);
}

/* The inputs are judged, eval and tick made, and the links written. */
static void clock(struct bench *b)
{
    const char *broken;
    b->in.choose = !b->late;
    b->in.next = b->s.me_valid ? b->next[b->s.me_wph] : 0;
    broken = majority_scheduler_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    majority_scheduler_eval(&b->s, &b->in, &b->out);
    assert_int_equal(b->out.stuck, b->out.heap_out.stuck);
    for (uint32_t u = 0; u < 2; u++)
        assert_int_equal(b->out.upd_ready[u], majority_scheduler_ready(&b->s, u, b->in.upd_pc[u]));
    majority_scheduler_tick(&b->s, &b->in, &b->out);
    for (uint32_t k = 0; k < 2; k++) {
        if (b->out.link_en[k]) b->next[b->out.link_from[k]] = b->out.link_to[k];
    }
    broken = majority_scheduler_check(&b->s);
    if (broken != NULL) fail_msg("check: %s", broken);
}

static void cycle(struct bench *b)
{
    clock(b);
    memset(&b->in, 0, sizeof b->in);
}

static uint32_t queued(const struct bench *b)
{
    uint32_t count;
    majority_scheduler_queue(&b->s, &count);
    return count;
}

static uint32_t heap_size(const struct bench *b)
{
    return b->s.cfg.tree ? b->s.tree.size : b->s.heap.size;
}

static bool heap_busy(const struct bench *b)
{
    return !b->s.cfg.tree && b->s.heap.phase != MAX_HEAP_IDLE;
}

/* Cycles without inputs, until nothing moves any more. */
static void settle(struct bench *b)
{
    for (uint32_t i = 0; i < 40; i++) cycle(b);
}

static void issues(struct bench *b, uint32_t wid)
{
    assert_true(b->s.me_valid);
    assert_int_equal(b->s.me_wph, wid);
    b->in.issue_en = true;
}

/* The Majority Entry is open at A with warp 1; the heap has B with warp 2 (3 threads) and C with
 * warp 3 (2 threads). */
static void begin(struct bench *b)
{
    opens(b, 0, A, 4, 1);
    settle(b);
    assert_true(b->s.me_valid && !b->s.me_closed && b->s.me_pc == A);
    opens(b, 0, B, 3, 2);
    opens(b, 1, C, 2, 3);
    settle(b);
    assert_int_equal(heap_size(b), 2);
}

static void majority_is(const struct bench *b, uint32_t pc, uint32_t wph, uint32_t wpt)
{
    assert_true(b->s.me_valid);
    assert_int_equal(b->s.me_pc, pc);
    assert_int_equal(b->s.me_wph, wph);
    assert_int_equal(b->s.me_wpt, wpt);
}

static void linked(const struct bench *b, uint32_t from, uint32_t to)
{
    assert_true(b->out.link_en[1]);
    assert_int_equal(b->out.link_from[1], from);
    assert_int_equal(b->out.link_to[1], to);
}

/* ---- the races, one by one -------------------------------------------------------------- */

static void bypass(void **state)
{
    struct bench *b = start_hand(state);
    begin(b);
    opens(b, 0, A, 4, 5);
    cycle(b);
    linked(b, 1, 5);
    majority_is(b, A, 1, 5);
    joins(b, 1, A, 1, 5);
    cycle(b);
    assert_false(b->out.link_en[0] || b->out.link_en[1]);
    majority_is(b, A, 1, 5);
    assert_int_equal(queued(b), 0);
    issues(b, 1);
    cycle(b);
    issues(b, 5);
    cycle(b);
    majority_is(b, B, 2, 2);
}

static void race_last_warp_and_open(void **state)
{
    struct bench *b = start_hand(state);
    begin(b);
    issues(b, 1);
    opens(b, 1, A, 4, 7);
    cycle(b);
    assert_false(b->out.link_en[1]);
    assert_false(b->out.heap_in.pop_en);
    majority_is(b, A, 7, 7);
    assert_int_equal(queued(b), 0);
}

static void race_last_warp_and_join(void **state)
{
    struct bench *b = start_hand(state);
    opens(b, 0, A, 2, 1);
    settle(b);
    issues(b, 1);
    joins(b, 0, A, 2, 1);
    cycle(b);
    assert_false(b->s.me_valid);
    assert_int_equal(queued(b), 0);
    cycle(b);
    assert_int_equal(b->out.wait, MAJORITY_SCHEDULER_WAIT_EMPTY);
}

/* The root is popped in the cycle in which the last warp issues; the next one can issue at once. */
static void race_last_warp_and_idle_heap(void **state)
{
    struct bench *b = start_hand(state);
    begin(b);
    issues(b, 1);
    cycle(b);
    assert_true(b->out.heap_in.pop_en);
    assert_false(b->s.me_closed);
    majority_is(b, B, 2, 2);
    issues(b, 2);
    cycle(b);
    assert_true(b->out.pick_valid);
    assert_int_equal(b->out.pick_wid, 2);
    assert_int_equal(b->out.wait, MAJORITY_SCHEDULER_WAIT_NONE);
}

static void race_pop_and_update_of_popped_pc(void **state)
{
    struct bench *b = start_hand(state);
    begin(b);
    issues(b, 1);
    opens(b, 0, B, 4, 9);
    joins(b, 1, C, 1, 3);
    cycle(b);
    linked(b, 2, 9);
    majority_is(b, B, 2, 9);
    assert_int_equal(queued(b), 1); /* C's went to the heap */
    settle(b);
    begin(start_hand(state));
    issues(b, 1);
    joins(b, 0, B, 1, 2);
    cycle(b);
    assert_false(b->out.link_en[1]);
    majority_is(b, B, 2, 2);
    assert_int_equal(queued(b), 0);
}

/* ME is closed by a sweep; an update of its PC finds it closed and goes to the queue. */
static void race_pop_and_update_of_the_pc_that_ran_out(void **state)
{
    struct bench *b = start_hand(state);
    begin(b);
    b->s.me_closed = true;
    issues(b, 1);
    opens(b, 0, A, 4, 8);
    cycle(b);
    assert_true(b->out.heap_in.pop_en);
    majority_is(b, B, 2, 2);
    assert_int_equal(queued(b), 1);
    settle(b);
    assert_int_equal(heap_size(b), 2); /* A and C */
}

static void race_bypass_link_and_two_updates(void **state)
{
    struct bench *b = start_hand(state);
    begin(b);
    opens(b, 0, B, 1, 11);
    opens(b, 1, C, 1, 12);
    cycle(b);
    opens(b, 0, A, 4, 10);
    cycle(b);
    linked(b, 1, 10);
    assert_true(b->out.heap_in.hold);
    assert_true(b->out.link_en[0]); /* 2 -> 11 */
    assert_int_equal(queued(b), 1);
    settle(b);
    assert_int_equal(b->next[2], 11);
    assert_int_equal(b->next[3], 12);
    /* Without the bypass both leave together. */
    opens(b, 0, B, 1, 13);
    opens(b, 1, C, 1, 14);
    cycle(b);
    cycle(b);
    assert_int_equal(queued(b), 0);
}

/* The tree never rebalances. */
static void race_issue_while_rebalancing(void **state)
{
    struct bench *b = start_hand(state);
    if (b->s.cfg.tree) return;
    begin(b);
    opens(b, 0, D, 4, 20);
    cycle(b);
    cycle(b); /* dispatched: it moves up */
    assert_true(heap_busy(b));
    issues(b, 1);
    cycle(b);
    assert_false(b->s.me_valid);
    b->in.issue_en = true;
    cycle(b);
    assert_false(b->out.pick_valid);
    assert_int_equal(b->out.wait, MAJORITY_SCHEDULER_WAIT_REBALANCE);
    settle(b);
    majority_is(b, D, 20, 20);
}

/* The next PC is chosen when the pipeline says so: what returns until then counts. */
static void late_choice(void **state)
{
    struct bench *b = start_hand(state);
    begin(b);
    b->late = true;
    issues(b, 1);
    cycle(b);
    assert_false(b->out.heap_in.pop_en);
    opens(b, 0, C, 4, 21); /* C has more threads than B now */
    settle(b);
    assert_false(b->s.me_valid);
    assert_int_equal(b->out.wait, MAJORITY_SCHEDULER_WAIT_REBALANCE);
    b->late = false;
    cycle(b);
    assert_true(b->out.heap_in.pop_en);
    majority_is(b, C, 3, 21);
}

/* A pop waits until the queue is empty: what is in it may be of the PC that would be popped. */
static void drain(void **state)
{
    struct bench *b = start_hand(state);
    uint32_t waits = 0;
    begin(b);
    opens(b, 0, C, 4, 21);
    cycle(b);
    issues(b, 1);
    opens(b, 0, D, 1, 22);
    opens(b, 1, B, 1, 23);
    cycle(b);
    assert_false(b->out.heap_in.pop_en);
    while (!b->s.me_valid) {
        bool waiting = queued(b) > 0 && !heap_busy(b);
        cycle(b);
        if (waiting) assert_int_equal(b->out.wait, MAJORITY_SCHEDULER_WAIT_UPDATES);
        if (waiting) assert_false(b->out.heap_in.pop_en);
        assert_true(waits++ < 20);
    }
    assert_false(b->s.me_closed);
    majority_is(b, C, 3, 21); /* 6 threads, with those that waited */
}

/* Fills a heap of two entries (B, C) with D waiting behind it, ME at A. */
static void stuck_by_heap(struct bench *b, uint32_t tree)
{
    struct majority_scheduler_cfg cfg = hand;
    cfg.tree = tree;
    cfg.heap_entries = 2;
    start(b, &cfg);
    begin(b);
    opens(b, 0, D, 4, 30);
    cycle(b);
    cycle(b);
    assert_true(b->out.stuck);
    assert_int_equal(queued(b), 1);
}

/* Pop ahead of the stuck update; ME is closed, so that what comes for its PC goes behind it: a join
 * is void, an open starts an entry. ME's own warps come first. */
static void race_stuck(struct bench *b)
{
    settle(b);
    majority_is(b, A, 1, 1); /* it is issued first */
    assert_true(b->out.stuck);
    issues(b, 1);
    cycle(b);
    assert_true(b->out.heap_in.pop_en);
    majority_is(b, B, 2, 2);
    assert_true(b->s.me_closed);
    uint32_t size = heap_size(b);
    joins(b, 0, B, 1, 2);
    cycle(b);
    assert_true(queued(b) > 0);
    settle(b);
    assert_int_equal(queued(b), 0);
    assert_int_equal(heap_size(b), size + 1); /* D is in, the join has left nothing */
    majority_is(b, B, 2, 2);
    issues(b, 2);
    settle(b);
    assert_false(b->s.me_closed);
    majority_is(b, D, 30, 30);
    opens(b, 0, B, 1, 31);
    settle(b);
    issues(b, 30);
    settle(b);
    majority_is(b, C, 3, 3);
    issues(b, 3);
    settle(b);
    majority_is(b, B, 31, 31);
}

static void race_stuck_by_full_heap(void **state)
{
    stuck_by_heap(&bench, (uint32_t)(uintptr_t)*state);
    race_stuck(&bench);
}

static void race_stuck_by_full_lut_set(void **state)
{
    struct majority_scheduler_cfg cfg = hand;
    cfg.tree = (uint32_t)(uintptr_t)*state;
    cfg.lut_entries = 4;
    cfg.lut_ways = 2;
    cfg.pc_shift = 7; /* all in set 0 */
    start(&bench, &cfg);
    begin(&bench);
    opens(&bench, 0, D, 4, 30);
    cycle(&bench);
    race_stuck(&bench);
}

/* An open of a closed ME's PC, behind a stuck update: a list of its own. */
static void stuck_opens_anew(void **state)
{
    struct bench *b = &bench;
    stuck_by_heap(b, (uint32_t)(uintptr_t)*state);
    issues(b, 1);
    cycle(b);
    opens(b, 0, B, 3, 33);
    cycle(b);
    majority_is(b, B, 2, 2);
    settle(b);
    assert_int_equal(queued(b), 1); /* C and D are in, B waits */
    issues(b, 2);
    cycle(b);
    majority_is(b, D, 30, 30);
    assert_true(b->s.me_closed);
    settle(b);
    issues(b, 30);
    cycle(b);
    majority_is(b, B, 33, 33);
}

static void updates_ready(void **state)
{
    struct bench *b = start_hand(state);
    stuck_by_heap(b, (uint32_t)(uintptr_t)*state);
    opens(b, 0, D + 1, 1, 40);
    opens(b, 1, D + 2, 1, 41);
    cycle(b);
    assert_int_equal(queued(b), 3);
    assert_true(majority_scheduler_ready(&b->s, 0, D));
    assert_false(majority_scheduler_ready(&b->s, 1, D)); /* two places */
    assert_true(majority_scheduler_ready(&b->s, 1, A));  /* step 2 */
    opens(b, 0, D + 3, 1, 42);
    cycle(b);
    assert_false(majority_scheduler_ready(&b->s, 0, D));
    assert_true(majority_scheduler_ready(&b->s, 0, A));
    b->s.me_closed = true;
    assert_false(majority_scheduler_ready(&b->s, 0, A));
}

/* ---- ageing ------------------------------------------------------------------------------ */

/* ME at A with warps 1 and 4, AgeLimit 1: after one issue there is a sweep. */
static struct bench *begin_ageing(void **state)
{
    struct majority_scheduler_cfg cfg = hand;
    cfg.tree = (uint32_t)(uintptr_t)*state;
    cfg.age_limit = 1;
    start(&bench, &cfg);
    begin(&bench);
    opens(&bench, 0, A, 4, 4);
    cycle(&bench);
    issues(&bench, 1);
    cycle(&bench);
    assert_int_equal(bench.s.age, 1);
    assert_false(bench.out.heap_in.sweep_en);
    return &bench;
}

static void sweep(void **state)
{
    struct bench *b = begin_ageing(state);
    cycle(b);
    assert_true(b->out.heap_in.sweep_en && b->out.lut_in.clear_en);
    assert_int_equal(b->s.age, 0);
    assert_true(b->s.me_closed);
    majority_is(b, A, 4, 4);
    /* A new entry for B beats no old one; a join of an old one is void. */
    opens(b, 0, B, 4, 50);
    joins(b, 1, C, 2, 3);
    cycle(b);
    opens(b, 0, A, 4, 51);
    settle(b);
    assert_int_equal(heap_size(b), 4);
    static const uint32_t order[][2] = {{A, 4}, {B, 2}, {C, 3}};
    for (uint32_t i = 0; i < 3; i++) {
        settle(b);
        majority_is(b, order[i][0], order[i][1], order[i][1]);
        assert_true(b->s.me_closed);
        issues(b, order[i][1]);
        cycle(b);
        assert_false(b->out.heap_in.sweep_en);
    }
    /* With C popped the sweep had ended, and as age was there the next one came at once. */
    majority_is(b, A, 51, 51);
    assert_true(b->s.me_closed);
    settle(b);
    assert_int_equal(b->s.age, 1);
    assert_false(b->out.heap_in.sweep_en); /* B's new entry is old now */
    issues(b, 51);
    cycle(b);
    majority_is(b, B, 50, 50);
    cycle(b);
    assert_true(b->out.heap_in.sweep_en);
}

static void race_sweep_and_pop(void **state)
{
    struct bench *b = begin_ageing(state);
    issues(b, 4);
    cycle(b);
    assert_true(b->out.heap_in.sweep_en);
    assert_false(b->out.heap_in.pop_en);
    assert_false(b->s.me_valid);
    assert_int_equal(b->s.age, 0); /* the warp issued in this cycle was before the sweep */
    cycle(b);
    assert_int_equal(b->out.wait, MAJORITY_SCHEDULER_WAIT_REBALANCE);
    assert_true(b->out.heap_in.pop_en);
    assert_false(b->out.lut_in.free_en); /* the LUT has forgotten it */
    majority_is(b, B, 2, 2);
    assert_true(b->s.me_closed);
}

static void race_sweep_and_updates(void **state)
{
    struct bench *b = begin_ageing(state);
    opens(b, 0, A, 4, 52); /* still bypasses */
    opens(b, 1, B, 4, 53); /* into the queue: a new entry */
    cycle(b);
    assert_true(b->out.heap_in.sweep_en);
    linked(b, 4, 52);
    majority_is(b, A, 4, 52);
    assert_true(b->s.me_closed);
    settle(b);
    assert_int_equal(heap_size(b), 3); /* B twice */
}

/* A warp that waits while one PC always comes back. Returns how many others went before it. */
static uint32_t hostile(uint32_t tree, uint32_t order, uint32_t limit, uint32_t patience)
{
    struct majority_scheduler_cfg cfg = hand;
    struct bench *b = &bench;
    uint32_t issued = 0;
    cfg.tree = tree;
    cfg.order = order;
    cfg.age_limit = limit;
    start(b, &cfg);
    opens(b, 0, A, 4, 1);
    settle(b);
    for (uint32_t wid = 2; wid < 8; wid++) {
        opens(b, 0, A, 4, wid);
        cycle(b);
    }
    opens(b, 1, B, 1, 40);
    cycle(b);
    while (issued < patience) {
        bool valid = b->s.me_valid;
        uint32_t wid = b->s.me_wph;
        if (valid && wid == 40) return issued;
        b->in.issue_en = true;
        clock(b);
        memset(&b->in, 0, sizeof b->in);
        if (!valid) continue;
        issued++;
        opens(b, 0, A, 4, wid); /* it returns at once, to the same PC */
    }
    return issued;
}

static void ageing_bound(void **state)
{
    uint32_t tree = (uint32_t)(uintptr_t)*state;
    for (uint32_t order = 0; order <= 3; order++) {
        for (uint32_t limit = 1; limit <= 40; limit += 13) {
            uint32_t bound = 2 * (limit > 8 ? limit : 8) + 8 + 32;
            assert_true(hostile(tree, order, limit, 10000) <= bound);
        }
        assert_int_equal(hostile(tree, order, 0, 5000), 5000);
    }
}

/* ---- order, reset ------------------------------------------------------------------------ */

static void each_order(void **state)
{
    static const uint32_t want[4][3] = {{C, D, B}, {B, D, C}, {B, C, D}, {C, B, D}};
    for (uint32_t order = 0; order <= 3; order++) {
        struct majority_scheduler_cfg cfg = hand;
        struct bench *b = &bench;
        cfg.tree = (uint32_t)(uintptr_t)*state;
        cfg.order = order;
        start(b, &cfg);
        opens(b, 0, A, 4, 1);
        settle(b);
        opens(b, 0, C, 4, 2);
        opens(b, 1, D, 3, 3);
        cycle(b);
        opens(b, 0, B, 2, 4);
        joins(b, 1, C, 1, 2); /* C has 5 threads now, or else priority 1 */
        settle(b);
        for (uint32_t i = 0; i < 3; i++) {
            b->in.issue_en = true;
            settle(b);
            assert_true(b->s.me_valid);
            assert_int_equal(b->s.me_pc, want[order][i]);
        }
    }
}

static void rule_reset(void **state)
{
    static struct majority_scheduler before;
    struct bench *b = begin_ageing(state);
    opens(b, 0, D, 1, 60);
    clock(b);
    before = b->s;
    memset(&b->in, 0, sizeof b->in);
    majority_scheduler_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    majority_scheduler_reset(&b->s);
    assert_null(majority_scheduler_check(&b->s));
    assert_int_equal(b->s.age, 0);
    cycle(b);
    assert_false(b->out.pick_valid);
    assert_int_equal(b->out.wait, MAJORITY_SCHEDULER_WAIT_EMPTY);
    begin(b);
}

/* ---- the naive twin ---------------------------------------------------------------------- */

/* All warps that wait at one PC, in the order in which they were opened. */
struct group {
    uint32_t pc;
    uint32_t cnt;
    bool old;
    uint32_t warps;
    uint32_t wid[WARPS];
};

struct twin {
    struct majority_scheduler_cfg cfg;
    bool valid, closed;
    struct group me;
    struct group group[GROUPS];
    uint32_t groups;
    struct max_heap_update queue[MAX_HEAP_MAX_QUEUE];
    uint32_t waiting;
    uint32_t age;
    /* Found before the steps. */
    bool busy, stuck, sweep;
};

/* Does a go before b? */
static bool goes_before(uint32_t order, const struct group *a, const struct group *b)
{
    if (a->old != b->old) return a->old;
    if (order != MAX_HEAP_PC && a->cnt != b->cnt)
        return order == MAX_HEAP_MAJORITY ? a->cnt > b->cnt : a->cnt < b->cnt;
    return a->pc < b->pc;
}

static uint32_t best_group(const struct twin *t)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < t->groups; i++) {
        if (goes_before(t->cfg.order, &t->group[i], &t->group[best])) best = i;
    }
    return best;
}

static struct group *young(struct twin *t, uint32_t pc)
{
    for (uint32_t i = 0; i < t->groups; i++) {
        if (t->group[i].pc == pc && !t->group[i].old) return &t->group[i];
    }
    return NULL;
}

static uint32_t set_of(const struct twin *t, uint32_t pc)
{
    return (pc >> t->cfg.pc_shift) % (t->cfg.lut_entries / t->cfg.lut_ways);
}

static uint32_t free_ways(const struct twin *t, uint32_t pc)
{
    uint32_t n = t->cfg.lut_ways;
    for (uint32_t i = 0; i < t->groups; i++)
        n -= !t->group[i].old && set_of(t, t->group[i].pc) == set_of(t, pc);
    return n;
}

/* Can update u leave the queue, if `ins` entries and `ways` ways are taken before it? */
static bool servable(struct twin *t, uint32_t u, uint32_t ins, uint32_t ways)
{
    const struct max_heap_update *upd = &t->queue[u];
    if (young(t, upd->pc) != NULL || !upd->open) return true;
    return free_ways(t, upd->pc) > ways && t->groups + ins < t->cfg.heap_entries;
}

/* How many updates leave the queue in a cycle without pop and sweep. */
static uint32_t leaving(struct twin *t, bool hold)
{
    const struct max_heap_update *q = t->queue;
    if (t->busy || t->waiting == 0 || !servable(t, 0, 0, 0)) return 0;
    if (t->waiting == 1 || hold || (!t->cfg.tree && t->cfg.heap_ports == 1)) return 1;
    bool hit0 = young(t, q[0].pc) != NULL;
    bool hit1 = young(t, q[1].pc) != NULL;
    if (q[0].pc == q[1].pc) return t->cfg.tree && (hit0 || q[0].open) ? 2 : 1;
    if (!t->cfg.tree && t->cfg.order == MAX_HEAP_MINORITY && (hit0 || hit1)) return 1;
    uint32_t ins = !hit0 && q[0].open ? 1 : 0;
    /* A way is kept for look-up 0 if it misses, even if update 0 needs no way. */
    uint32_t ways = !hit0 && set_of(t, q[0].pc) == set_of(t, q[1].pc) ? 1 : 0;
    return servable(t, 1, ins, ways) ? 2 : 1;
}

static void add(struct twin *t, const struct max_heap_update *upd)
{
    struct group *g = young(t, upd->pc);
    if (g == NULL && !upd->open) return; /* void */
    if (g == NULL) {
        g = &t->group[t->groups++];
        *g = (struct group){.pc = upd->pc, .cnt = upd->nthd};
    } else if (t->cfg.order == MAX_HEAP_PDOM) {
        g->cnt = upd->nthd < g->cnt ? upd->nthd : g->cnt;
    } else {
        g->cnt += upd->nthd;
    }
    if (upd->open) g->wid[g->warps++] = upd->wid;
}

static void look(struct twin *t, bool busy)
{
    bool any_old = false;
    for (uint32_t i = 0; i < t->groups; i++) any_old |= t->group[i].old;
    t->busy = busy;
    t->stuck = !busy && t->waiting > 0 && !servable(t, 0, 0, 0);
    t->sweep = t->cfg.age_limit > 0 && t->age == t->cfg.age_limit && !busy && !any_old;
}

/* Steps 1 to 5 and the sweep. Returns whether there was a pop. */
static void steps(struct twin *t, const struct majority_scheduler_in *in)
{
    struct max_heap_update old_queue[MAX_HEAP_MAX_QUEUE];
    bool was_open = t->valid && !t->closed;
    uint32_t start_pc = t->me.pc;
    bool taken[2] = {false, false};
    bool popped = false;
    bool linked_here = false;

    if (in->issue_en && t->valid) {
        memmove(t->me.wid, t->me.wid + 1, sizeof t->me.wid - sizeof t->me.wid[0]);
        t->me.warps--;
        t->valid = t->me.warps > 0;
        if (t->age < t->cfg.age_limit) t->age++;
    }
    for (uint32_t u = 0; u < 2; u++) {
        if (!in->upd_valid[u] || !was_open || in->upd_pc[u] != start_pc) continue;
        taken[u] = true;
        if (!in->upd_open[u]) continue;
        linked_here |= t->valid;
        t->me.wid[t->me.warps++] = in->upd_wid[u];
        t->valid = true;
    }
    const bool may = in->choose && !t->sweep && (t->waiting == 0 || t->stuck);
    if (may && !t->valid && t->groups > 0 && !t->busy) {
        uint32_t best = best_group(t);
        popped = true;
        t->valid = true;
        t->me = t->group[best];
        t->closed = t->waiting > 0 || t->me.old;
        t->group[best] = t->group[--t->groups];
    }
    for (uint32_t u = 0; u < 2; u++) {
        if (!popped || t->closed || taken[u] || !in->upd_valid[u]) continue;
        if (in->upd_pc[u] != t->me.pc) continue;
        taken[u] = true;
        if (!in->upd_open[u]) continue;
        linked_here = true;
        t->me.wid[t->me.warps++] = in->upd_wid[u];
    }
    uint32_t n = popped || t->sweep ? 0 : leaving(t, linked_here);
    for (uint32_t i = 0; i < n; i++) add(t, &t->queue[i]);
    memcpy(old_queue, t->queue, sizeof old_queue);
    t->waiting -= n;
    memcpy(t->queue, old_queue + n, t->waiting * sizeof old_queue[0]);
    for (uint32_t u = 0; u < 2; u++) {
        if (!in->upd_valid[u] || taken[u]) continue;
        t->queue[t->waiting++] = (struct max_heap_update){in->upd_pc[u], in->upd_nthd[u],
                                                          in->upd_wid[u], in->upd_open[u]};
    }
    if (!t->sweep) return;
    for (uint32_t i = 0; i < t->groups; i++) t->group[i].old = true;
    t->closed = true;
    t->age = 0;
}

/* A list of the scheduler, by the Next links of the bench, is this group's. */
static bool same_list(const struct bench *b, uint32_t head, uint32_t tail, const struct group *g)
{
    if (head != g->wid[0] || tail != g->wid[g->warps - 1]) return false;
    for (uint32_t i = 1; i < g->warps; i++) {
        if (b->next[g->wid[i - 1]] != g->wid[i]) return false;
    }
    return true;
}

static void compare(const struct bench *b, const struct twin *t)
{
    uint32_t head, tail, found = 0;
    assert_int_equal(b->s.me_valid, t->valid);
    assert_int_equal(b->s.age, t->age);
    assert_int_equal(heap_size(b), t->groups);
    assert_int_equal(queued(b), t->waiting);
    if (t->valid) {
        assert_int_equal(b->s.me_pc, t->me.pc);
        assert_int_equal(b->s.me_closed, t->closed);
        assert_true(same_list(b, b->s.me_wph, b->s.me_wpt, &t->me));
    }
    for (uint32_t i = 0; i < b->s.cfg.heap_entries; i++) {
        if (!majority_scheduler_list(&b->s, i + 1, &head, &tail)) continue;
        for (uint32_t g = 0; g < t->groups; g++)
            found += same_list(b, head, tail, &t->group[g]) ? 1 : 0;
    }
    assert_int_equal(found, t->groups);
}

static void compare_outputs(const struct bench *b, const struct twin *t)
{
    uint32_t wait = MAJORITY_SCHEDULER_WAIT_EMPTY;
    if (t->groups > 0) wait = MAJORITY_SCHEDULER_WAIT_REBALANCE;
    if (t->waiting > 0) wait = MAJORITY_SCHEDULER_WAIT_UPDATES;
    if (t->busy) wait = MAJORITY_SCHEDULER_WAIT_REBALANCE;
    if (t->valid) wait = MAJORITY_SCHEDULER_WAIT_NONE;
    assert_int_equal(b->out.pick_valid, t->valid);
    if (t->valid) assert_int_equal(b->out.pick_wid, t->me.wid[0]);
    assert_int_equal(b->out.wait, wait);
    assert_int_equal(b->out.stuck, t->stuck);
    for (uint32_t u = 0; u < 2; u++) {
        bool open = t->valid && !t->closed && t->me.pc == b->in.upd_pc[u];
        assert_int_equal(b->out.upd_ready[u], open || t->waiting + u < t->cfg.queue_depth);
    }
}

/* ---- random cycles ----------------------------------------------------------------------- */

/* What the PC-warp LUT would know: the warp that takes threads of a PC, and its free lanes. */
struct neighbour {
    struct hd_rng rng;
    uint32_t pcs;
    uint32_t warps;
    uint32_t last[256]; /* WARPS: none */
    uint32_t pc[WARPS]; /* of each warp */
    uint32_t lanes[WARPS];
};

static void offer(struct bench *b, struct neighbour *n, uint32_t u)
{
    uint32_t pc = hd_rng_below(&n->rng, n->pcs) * 0x11 & 0xff;
    uint32_t last = n->last[pc];
    bool can_join = last != WARPS && b->s.live[last] && n->pc[last] == pc && n->lanes[last] > 0;
    uint32_t joined = can_join ? 1 + hd_rng_below(&n->rng, n->lanes[last]) : 0;
    uint32_t wid = hd_rng_below(&n->rng, n->warps);
    bool open = !b->s.live[wid] && (!can_join || hd_rng_chance(&n->rng, 1, 3));
    uint32_t nthd = joined;

    if (u == 1 && b->in.upd_valid[0] && (b->in.upd_pc[0] == pc || b->in.upd_wid[0] == wid)) return;
    b->in.upd_pc[u] = pc;
    if ((!open && !can_join) || !majority_scheduler_ready(&b->s, u, pc)) return;
    if (can_join) n->lanes[last] -= joined;
    if (open) {
        uint32_t most = 4 - joined;
        uint32_t opened = most == 0 ? 1 : 1 + hd_rng_below(&n->rng, most);
        n->last[pc] = wid;
        n->pc[wid] = pc;
        n->lanes[wid] = 4 - opened;
        nthd = joined + opened > 4 ? 4 : joined + opened;
    }
    if (b->s.cfg.order == MAX_HEAP_PDOM) nthd = hd_rng_below(&n->rng, 5);
    update(b, u, pc, nthd, open ? wid : last, open);
}

struct random_run {
    const char *name;
    uint32_t order, ports, age_limit, heap_entries, lut_entries, lut_ways, pcs, warps, depth;
};

static const struct random_run runs[] = {
    {"random_majority", 0, 2, 0, 16, 32, 8, 10, 40, 4},
    {"random_one_port", 0, 1, 0, 16, 32, 8, 10, 40, 4},
    {"random_minority", 1, 2, 0, 16, 32, 8, 10, 40, 4},
    {"random_pc", 2, 2, 0, 16, 32, 8, 10, 40, 4},
    {"random_pdom", 3, 2, 0, 16, 32, 8, 10, 40, 4},
    {"random_ageing", 0, 2, 7, 16, 32, 8, 10, 40, 4},
    {"random_ageing_minority", 1, 2, 3, 16, 32, 8, 10, 20, 2},
    {"random_ageing_pdom", 3, 1, 30, 16, 32, 8, 10, 40, 3},
    {"random_full_heap", 0, 2, 0, 3, 32, 8, 10, 20, 4},
    {"random_full_heap_ageing", 1, 2, 4, 3, 32, 8, 10, 20, 4},
    {"random_full_set", 0, 2, 0, 16, 4, 2, 10, 20, 4},
    {"random_full_set_ageing", 2, 2, 5, 16, 4, 1, 10, 20, 2},
    {"random_few_warps", 0, 2, 2, 4, 8, 2, 4, 4, 2},
};

/* How often things are offered and asked for changes from phase to phase. */
static void random_cycles(void **state)
{
    const struct random_run *r = &runs[(uintptr_t)*state / 2];
    static struct twin t;
    struct bench *b = &bench;
    struct neighbour n = {.pcs = r->pcs, .warps = r->warps};
    struct majority_scheduler_cfg cfg = hand;
    uint32_t fill = 2, drain_rate = 2;
    uint64_t pops = 0, sweeps = 0, stuck = 0;

    cfg.tree = (uintptr_t)*state & 1;
    cfg.order = r->order;
    cfg.heap_ports = r->ports;
    cfg.age_limit = r->age_limit;
    cfg.heap_entries = r->heap_entries;
    cfg.lut_entries = r->lut_entries;
    cfg.lut_ways = r->lut_ways;
    cfg.lut_width = 5;
    cfg.queue_depth = r->depth;
    start(b, &cfg);
    memset(&t, 0, sizeof t);
    t.cfg = cfg;
    hd_rng_seed(&n.rng, (uintptr_t)*state);
    for (uint32_t pc = 0; pc < 256; pc++) n.last[pc] = WARPS;
    for (uint32_t c = 0; c < 20000; c++) {
        if (c % 64 == 0) fill = hd_rng_below(&n.rng, 5);
        if (c % 64 == 0) drain_rate = hd_rng_below(&n.rng, 5);
        memset(&b->in, 0, sizeof b->in);
        for (uint32_t u = 0; u < 2; u++) {
            if (hd_rng_chance(&n.rng, fill, 4)) offer(b, &n, u);
        }
        b->in.issue_en = hd_rng_chance(&n.rng, drain_rate, 4);
        b->late = c % 512 >= 256 && hd_rng_chance(&n.rng, 3, 4);
        look(&t, heap_busy(b));
        clock(b);
        compare_outputs(b, &t);
        steps(&t, &b->in);
        compare(b, &t);
        pops += b->out.heap_in.pop_en;
        sweeps += b->out.heap_in.sweep_en;
        stuck += b->out.stuck;
    }
    assert_true(pops > 100);
    assert_true(r->age_limit == 0 ? sweeps == 0 : sweeps > 20);
    if (r->heap_entries == 3 || r->lut_entries == 4) assert_true(stuck > 20);
}

/* ---- check, promise and init do fail ----------------------------------------------------- */

static void expect_broken(struct bench *b, void **state, const char *name)
{
    const char *broken = majority_scheduler_check(&b->s);
    if (broken == NULL) fail_msg("not found: %s", name);
    assert_string_equal(broken, name);
    begin(start_hand(state));
}

static void check_finds(void **state)
{
    struct bench *b = start_hand(state);
    begin(b);
    b->s.me_pc = 256;
    expect_broken(b, state, "me_range");
    b->s.me_wph = 64;
    expect_broken(b, state, "me_range");
    b->s.me_wpt = 64;
    expect_broken(b, state, "me_range");
    b->s.age = 1;
    expect_broken(b, state, "me_range");
    b->s.me_wph = 2; /* B's */
    b->s.me_wpt = 2;
    expect_broken(b, state, "one_list");
    b->s.next[1] = 1; /* no end */
    b->s.me_wpt = 2;
    expect_broken(b, state, "one_list");
    b->s.me_valid = false; /* a warp in no list */
    expect_broken(b, state, "one_list");
    opens(b, 0, D, 1, 9);
    cycle(b);
    b->s.me_pc = D;
    expect_broken(b, state, "me_open_clean");
    uint32_t e = 0;
    while (!b->s.lut.valid[e]) e++;
    b->s.lut.mh[e] ^= 1;
    expect_broken(b, state, "lut_true");
    b->s.lut.valid[e] = false;
    expect_broken(b, state, "lut_true");
    b->s.lut.valid[0] = true; /* an entry of no heap entry, for a PC of set 0 */
    b->s.lut.pc[0] = 0x14;
    b->s.lut.moved[0] = false;
    expect_broken(b, state, "lut_true");
    uint32_t slot = b->s.cfg.tree ? b->s.tree.root : 0;
    struct max_heap_entry *root = b->s.cfg.tree ? &b->s.tree.entry[slot] : &b->s.heap.entry[0];
    root->pc = 0x25; /* another PC than the LUT has for it */
    expect_broken(b, state, "lut_true");
    root->wph = root->wpt = 64;
    expect_broken(b, state, "one_list");
    b->s.live[2] = false;
    expect_broken(b, state, "one_list");
    opens(b, 0, D, 1, 9);
    cycle(b);
    b->s.live[9] = false;
    expect_broken(b, state, "one_list");
    if (b->s.cfg.tree) b->s.tree.queue_count = 5;
    else b->s.heap.queue_count = 5;
    expect_broken(b, state, "queue_range");
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = majority_scheduler_promise(&b->s, &b->in);
    if (broken == NULL) fail_msg("not found: %s", sentence);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds(void **state)
{
    struct bench *b = start_hand(state);
    begin(b);
    opens(b, 0, D, 0, 9);
    expect_promise(b, "NTHD of an update is 0");
    opens(b, 0, D, 5, 9);
    expect_promise(b, "NTHD of an update is above Lanes");
    opens(b, 1, 256, 1, 9);
    expect_promise(b, "PC of an update is wider than PcWidth");
    opens(b, 0, D, 1, 64);
    expect_promise(b, "WID of an update is wider than WidWidth");
    opens(b, 0, D, 1, 2);
    expect_promise(b, "an update opens a warp that is in a list");
    joins(b, 0, D, 1, 9);
    expect_promise(b, "an update joins a warp that is not in the pool");
    joins(b, 0, A, 1, 2);
    expect_promise(b, "an update joins another warp than the last one opened for its PC");
    opens(b, 0, D, 1, 9);
    opens(b, 1, D, 1, 10);
    expect_promise(b, "the PCs of the two updates are equal");
    opens(b, 0, D, 1, 9);
    opens(b, 1, B, 1, 9);
    expect_promise(b, "the two updates name one warp");
    opens(b, 0, A, 1, 9);
    cycle(b);
    b->in.issue_en = true;
    b->in.next = 2;
    expect_promise(b, "next_i is not the Next of pick_wid_o");
    stuck_by_heap(b, (uint32_t)(uintptr_t)*state);
    opens(b, 0, D + 1, 1, 40);
    opens(b, 1, D + 2, 1, 41);
    cycle(b);
    opens(b, 1, D + 3, 1, 42);
    expect_promise(b, "an update comes without upd_ready_o");
    b->s.cfg.order = MAX_HEAP_PDOM;
    opens(b, 0, D, 0, 9);
    assert_null(majority_scheduler_promise(&b->s, &b->in));
}

static void init_refuses(void **state)
{
#define BAD(field, value, text)                                                                    \
    {                                                                                              \
        offsetof(struct majority_scheduler_cfg, field), value, text                                \
    }
    static const struct {
        size_t at;
        uint32_t value;
        const char *sentence;
    } bad[] = {
        BAD(tree, 2, "Tree must be 0 or 1"),
        BAD(heap_ports, 0, "HeapPorts must be 1 or 2"),
        BAD(heap_ports, 3, "HeapPorts must be 1 or 2"),
        BAD(age_limit, 65536, "AgeLimit must be at most 65535"),
        BAD(lut_ways, 3, "Ways must divide Entries"),
        BAD(pc_width, 0, "PcWidth must be 1 to 32"),
        BAD(queue_depth, 1, "QueueDepth must be 2 to 64"),
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct majority_scheduler_cfg cfg = hand;
        cfg.tree = (uint32_t)(uintptr_t)*state;
        memcpy((char *)&cfg + bad[i].at, &bad[i].value, sizeof bad[i].value);
        const char *error = majority_scheduler_init(&bench.s, &cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
}

/* ---- all of it, with heap and tree ------------------------------------------------------- */

static const struct {
    const char *name;
    CMUnitTestFunction test;
} cases[] = {
    {"bypass", bypass},
    {"race_last_warp_and_open", race_last_warp_and_open},
    {"race_last_warp_and_join", race_last_warp_and_join},
    {"race_last_warp_and_idle_heap", race_last_warp_and_idle_heap},
    {"race_pop_and_update_of_popped_pc", race_pop_and_update_of_popped_pc},
    {"race_pop_and_update_of_the_pc_that_ran_out", race_pop_and_update_of_the_pc_that_ran_out},
    {"race_bypass_link_and_two_updates", race_bypass_link_and_two_updates},
    {"race_issue_while_rebalancing", race_issue_while_rebalancing},
    {"late_choice", late_choice},
    {"drain", drain},
    {"race_stuck_by_full_heap", race_stuck_by_full_heap},
    {"race_stuck_by_full_lut_set", race_stuck_by_full_lut_set},
    {"stuck_opens_anew", stuck_opens_anew},
    {"updates_ready", updates_ready},
    {"sweep", sweep},
    {"race_sweep_and_pop", race_sweep_and_pop},
    {"race_sweep_and_updates", race_sweep_and_updates},
    {"ageing_bound", ageing_bound},
    {"each_order", each_order},
    {"rule_reset", rule_reset},
    {"check_finds", check_finds},
    {"promise_finds", promise_finds},
    {"init_refuses", init_refuses},
};

int main(void)
{
    enum { CASES = sizeof cases / sizeof cases[0], RUNS = sizeof runs / sizeof runs[0] };
    static char name[2 * (CASES + RUNS)][64];
    struct CMUnitTest tests[2 * (CASES + RUNS)];
    memset(tests, 0, sizeof tests);
    for (uintptr_t i = 0; i < 2 * (CASES + RUNS); i++) {
        bool is_case = i < 2 * CASES;
        uintptr_t k = is_case ? i : i - 2 * CASES;
        snprintf(name[i], sizeof name[i], "%s, %s", is_case ? cases[k / 2].name : runs[k / 2].name,
                 k % 2 ? "tree" : "heap");
        tests[i].name = name[i];
        tests[i].test_func = is_case ? cases[k / 2].test : random_cycles;
        tests[i].initial_state = (void *)(is_case ? k % 2 : k);
    }
    return cmocka_run_group_tests_name("majority_scheduler", tests, NULL, NULL);
}
