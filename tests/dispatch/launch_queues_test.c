/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the launch queues: the page's rules, races and choices,
 * streams on one queue and on many as the paper has them, a naive twin that
 * keeps all commands in one list by age, and the proof that check, promise and
 * init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "dispatch/launch_queues.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

enum {
    QUEUES = LAUNCH_QUEUES_MAX_QUEUES,
    STREAMS = LAUNCH_QUEUES_MAX_STREAMS,
    LAUNCHES = LAUNCH_QUEUES_MAX_LAUNCHES,
    COMMANDS = LAUNCH_QUEUES_MAX_QUEUES * LAUNCH_QUEUES_MAX_DEPTH,
};

struct bench {
    struct launch_queues s;
    struct launch_queues_in in;
    struct launch_queues_out out;
};

/* Streams 0 and 3 use queue 0, streams 1 and 4 queue 1, stream 2 queue 2. */
static const struct launch_queues_cfg hand = {.streams = 5, .queues = 3, .depth = 3, .launches = 6};
static const struct launch_queues_cfg paper = {
    .streams = 32, .queues = 32, .depth = 4, .launches = 64};
static const struct launch_queues_cfg fermi = {
    .streams = 32, .queues = 1, .depth = 4, .launches = 64};
static const struct launch_queues_cfg largest = {
    .streams = 64, .queues = 64, .depth = 64, .launches = 256};
static const struct launch_queues_cfg smallest = {
    .streams = 1, .queues = 1, .depth = 1, .launches = 2};

static void start(struct bench *b, const struct launch_queues_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(launch_queues_init(&b->s, cfg));
    assert_null(launch_queues_check(&b->s));
    launch_queues_eval(&b->s, &b->in, &b->out);
}

/* One cycle with the inputs set since the last; out is what is seen after it. */
static void cycle(struct bench *b)
{
    const char *broken = launch_queues_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    const struct launch_queues before = b->s;
    launch_queues_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    launch_queues_tick(&b->s, &b->in, &b->out);
    broken = launch_queues_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    memset(&b->in, 0, sizeof b->in);
    launch_queues_eval(&b->s, &b->in, &b->out);
}

/* Inputs of the next cycle. */
static void launch(struct bench *b, uint32_t stream, uint32_t n)
{
    b->in.push_en = true;
    b->in.push_wait = false;
    b->in.push_stream = stream;
    b->in.push_launch = n;
}

static void wait_for(struct bench *b, uint32_t stream, uint32_t n)
{
    launch(b, stream, n);
    b->in.push_wait = true;
}

static void done(struct bench *b, uint32_t n)
{
    b->in.done_en = true;
    b->in.done_launch = n;
}

/* One of them, and no more in this cycle. */
static void launched(struct bench *b, uint32_t stream, uint32_t n)
{
    launch(b, stream, n);
    cycle(b);
}

static void waited(struct bench *b, uint32_t stream, uint32_t n)
{
    wait_for(b, stream, n);
    cycle(b);
}

static void ended(struct bench *b, uint32_t n)
{
    done(b, n);
    cycle(b);
}

static void expect_offer(const struct bench *b, uint32_t stream, uint32_t n)
{
    assert_true(b->out.begin_valid);
    assert_int_equal(b->out.begin_stream, stream);
    assert_int_equal(b->out.begin_launch, n);
}

static void expect_no_offer(const struct bench *b)
{
    assert_false(b->out.begin_valid);
    assert_int_equal(b->out.begin_stream, 0);
    assert_int_equal(b->out.begin_launch, 0);
}

/* This launch is the one that is offered, and it begins. */
static void expect_begins(struct bench *b, uint32_t stream, uint32_t n)
{
    expect_offer(b, stream, n);
    b->in.begin_ready = true;
    cycle(b);
}

/* Launch n of a stream whose queue is empty runs. */
static void running(struct bench *b, uint32_t stream, uint32_t n)
{
    launched(b, stream, n);
    expect_begins(b, stream, n);
}

static void expect_counts(const struct bench *b, uint32_t q0, uint32_t q1, uint32_t q2)
{
    assert_int_equal(b->s.count[0], q0);
    assert_int_equal(b->s.count[1], q1);
    assert_int_equal(b->s.count[2], q2);
}

/* The set of numbers that are free, a bit each, of up to 64. */
static uint64_t free_set(const struct bench *b)
{
    uint64_t set = 0;
    for (uint32_t n = 0; n < b->s.cfg.launches; n++) set |= b->out.free[n] ? bit(n) : 0;
    return set;
}

static void expect_free(const struct bench *b, uint64_t set) { assert_int_equal(free_set(b), set); }

static void expect_command(const struct bench *b, uint32_t e, bool wait, uint32_t stream,
                           uint32_t n)
{
    assert_int_equal(b->s.wait[e], wait);
    assert_int_equal(b->s.stream[e], stream);
    assert_int_equal(b->s.launch[e], n);
}

/* ---- push ------------------------------------------------------------------------------ */

/* Behind place Depth - 1 is place 0; queue 1 has the elements from 3 on. */
static void rule_push_is_last(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    launched(&b, 1, 0);
    waited(&b, 4, 0);
    launched(&b, 4, 1);
    expect_command(&b, 3, false, 1, 0);
    expect_command(&b, 4, true, 4, 0);
    expect_command(&b, 5, false, 4, 1);
    expect_counts(&b, 0, 3, 0);
    assert_int_equal(b.s.head[1], 0);
    expect_begins(&b, 1, 0);
    assert_int_equal(b.s.head[1], 1);
    launched(&b, 1, 2);
    expect_command(&b, 3, false, 1, 2);
    expect_counts(&b, 0, 3, 0);
    ended(&b, 0);
    cycle(&b); /* the wait goes */
    assert_int_equal(b.s.head[1], 2);
    expect_begins(&b, 4, 1);
    assert_int_equal(b.s.head[1], 0);
    expect_begins(&b, 1, 2);
    expect_counts(&b, 0, 0, 0);
}

static void rule_push_full(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    assert_int_equal(b.out.full, 0);
    launched(&b, 2, 0);
    launched(&b, 2, 1);
    assert_int_equal(b.out.full, 0);
    waited(&b, 2, 5);
    assert_int_equal(b.out.full, 4);
    const struct launch_queues before = b.s;
    launched(&b, 2, 3);
    waited(&b, 2, 0);
    assert_memory_equal(&before, &b.s, sizeof before);
    expect_free(&b, 0x1c); /* 3 has not come; 5 is waited for */
    launched(&b, 1, 3);
    expect_counts(&b, 0, 1, 3);
}

/* The place that a begin or a drop makes is there in the next cycle. */
static void rule_push_full_that_loses_one(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    launched(&b, 0, 0);
    waited(&b, 0, 5);
    launched(&b, 0, 1);
    launch(&b, 3, 2);
    expect_begins(&b, 0, 0);
    expect_counts(&b, 2, 0, 0);
    expect_free(&b, 0x1c);
    start(&b, &hand);
    running(&b, 1, 4);
    for (int i = 0; i < 3; i++) waited(&b, 0, 4);
    ended(&b, 4);
    assert_int_equal(b.out.full, 1);
    assert_int_equal(b.s.waits[4], 3);
    wait_for(&b, 3, 4);
    cycle(&b);
    expect_counts(&b, 2, 0, 0);
    assert_int_equal(b.out.full, 0);
    assert_int_equal(b.s.waits[4], 2);
    launch(&b, 3, 5); /* now there is a place */
    cycle(&b);
    expect_counts(&b, 2, 0, 0);
    expect_free(&b, 0x0f);
}

/* Streams 5 to 7 and launches 6 and 7 have numbers that fit, and are none. */
static void rule_push_of_none(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    for (uint32_t n = 5; n < 8; n++) {
        const struct launch_queues before = b.s;
        launched(&b, n, 0);
        waited(&b, n, 0);
        if (n > 5) {
            launched(&b, 0, n);
            waited(&b, 0, n);
        }
        assert_memory_equal(&before, &b.s, sizeof before);
        expect_free(&b, 0x3f);
    }
    launched(&b, 4, 5); /* the last of each */
    expect_offer(&b, 4, 5);
    start(&b, &smallest);
    const struct launch_queues before = b.s;
    launched(&b, 1, 0);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* Without push_en nothing comes, whatever the other inputs are. */
static void rule_no_push(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    const struct launch_queues before = b.s;
    launch(&b, 1, 3);
    b.in.push_en = false;
    cycle(&b);
    wait_for(&b, 1, 3);
    b.in.push_en = false;
    cycle(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* ---- drop ------------------------------------------------------------------------------ */

/* A wait stays while its launch is in a queue and while it runs. */
static void rule_drop_behind_done(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    launched(&b, 0, 3);
    waited(&b, 1, 3);
    for (int i = 0; i < 5; i++) cycle(&b);
    expect_counts(&b, 1, 1, 0);
    expect_begins(&b, 0, 3);
    for (int i = 0; i < 5; i++) cycle(&b);
    expect_counts(&b, 0, 1, 0);
    ended(&b, 3);
    expect_counts(&b, 0, 1, 0); /* over from now on */
    cycle(&b);
    expect_counts(&b, 0, 0, 0);
    assert_int_equal(b.s.waits[3], 0);
}

/* A wait for a launch that is none of the open ones is over at once. */
static void rule_drop_of_not_open(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    running(&b, 0, 3);
    waited(&b, 1, 2);
    expect_counts(&b, 0, 1, 0);
    assert_false(b.out.free[2]);
    cycle(&b);
    expect_counts(&b, 0, 0, 0);
    assert_true(b.out.free[2]);
}

/* A wait that is over stays behind a command that is not. */
static void rule_drop_head_only(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    launched(&b, 0, 0);
    waited(&b, 0, 5);
    waited(&b, 0, 5);
    for (int i = 0; i < 5; i++) cycle(&b);
    expect_counts(&b, 3, 0, 0);
    expect_begins(&b, 0, 0);
    expect_counts(&b, 2, 0, 0);
    cycle(&b);
    expect_counts(&b, 1, 0, 0);
    cycle(&b);
    expect_counts(&b, 0, 0, 0);
}

/* A wait holds the launches behind it, of both streams of the queue, and no other queue. */
static void rule_wait_holds(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    running(&b, 2, 0);
    waited(&b, 0, 0);
    launched(&b, 0, 1);
    launched(&b, 3, 2);
    expect_no_offer(&b);
    launched(&b, 1, 3);
    expect_begins(&b, 1, 3);
    expect_no_offer(&b);
    ended(&b, 0);
    expect_no_offer(&b);
    cycle(&b);
    expect_begins(&b, 0, 1);
    expect_begins(&b, 3, 2);
}

/* A stream that waits for itself, and one that waits twice. */
static void rule_wait_for_own(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    launched(&b, 0, 1);
    waited(&b, 0, 1);
    launched(&b, 0, 2);
    expect_begins(&b, 0, 1);
    expect_no_offer(&b);
    waited(&b, 0, 2); /* full by now: head wait, launch 2, wait for 2 */
    ended(&b, 1);
    cycle(&b);
    expect_begins(&b, 0, 2);
    assert_int_equal(b.s.waits[2], 1);
    ended(&b, 2);
    cycle(&b);
    assert_true(b.out.idle);
}

/* ---- turns ----------------------------------------------------------------------------- */

/* The queues that have a head that can go, a bit each, and the order in which they go. */
static const struct turn {
    uint32_t turn;
    uint32_t queues;
    uint32_t n;
    uint32_t order[3];
} turns[] = {
    {0, 1, 1, {0}},       {0, 2, 1, {1}},    {0, 4, 1, {2}},       {0, 3, 2, {0, 1}},
    {0, 5, 2, {0, 2}},    {0, 6, 2, {1, 2}}, {1, 1, 1, {0}},       {1, 2, 1, {1}},
    {1, 4, 1, {2}},       {1, 3, 2, {1, 0}}, {1, 5, 2, {2, 0}},    {1, 6, 2, {1, 2}},
    {2, 1, 1, {0}},       {2, 2, 1, {1}},    {2, 4, 1, {2}},       {2, 3, 2, {0, 1}},
    {2, 5, 2, {2, 0}},    {2, 6, 2, {2, 1}}, {0, 7, 3, {0, 1, 2}}, {1, 7, 3, {1, 2, 0}},
    {2, 7, 3, {2, 0, 1}},
};

static void rule_turn_of_begin(void **state)
{
    (void)state;
    struct bench b;
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        const struct turn *t = &turns[i];
        start(&b, &hand);
        for (uint32_t q = 0; q < 3; q++) {
            if (has(t->queues, q)) launched(&b, q, q);
        }
        b.s.begin_turn = t->turn;
        b.s.drop_turn = (t->turn + 1) % 3; /* of no matter to a begin, and stays */
        cycle(&b);
        assert_int_equal(b.s.begin_turn, t->turn); /* an offer does not move it */
        for (uint32_t k = 0; k < t->n; k++) {
            expect_begins(&b, t->order[k], t->order[k]);
            assert_int_equal(b.s.begin_turn, (t->order[k] + 1) % 3);
        }
        expect_no_offer(&b);
        assert_int_equal(b.s.drop_turn, (t->turn + 1) % 3);
    }
}

/* All waits are for launch 5, and over from one cycle on. */
static void rule_turn_of_drop(void **state)
{
    (void)state;
    struct bench b;
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        const struct turn *t = &turns[i];
        start(&b, &hand);
        running(&b, 4, 5);
        for (uint32_t q = 0; q < 3; q++) {
            if (has(t->queues, q)) waited(&b, q, 5);
        }
        b.s.drop_turn = t->turn;
        b.s.begin_turn = (t->turn + 1) % 3;
        ended(&b, 5);
        assert_int_equal(b.s.drop_turn, t->turn);
        uint32_t left = t->queues;
        for (uint32_t k = 0; k < t->n; k++) {
            expect_counts(&b, left & 1, left >> 1 & 1, left >> 2 & 1);
            cycle(&b);
            left &= ~(1u << t->order[k]);
            expect_counts(&b, left & 1, left >> 1 & 1, left >> 2 & 1);
            assert_int_equal(b.s.drop_turn, (t->order[k] + 1) % 3);
            assert_int_equal(b.out.free[5], left == 0);
        }
        assert_int_equal(b.s.begin_turn, (t->turn + 1) % 3);
    }
}

/* A queue with more that can go comes again behind the others, in turn. */
static void rule_turn_comes_back(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    launched(&b, 0, 0);
    launched(&b, 3, 1); /* behind it, of another stream */
    launched(&b, 2, 2);
    expect_begins(&b, 0, 0);
    expect_begins(&b, 2, 2);
    expect_begins(&b, 3, 1);
    expect_no_offer(&b);
}

/* ---- begin ----------------------------------------------------------------------------- */

static void rule_begin(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    expect_no_offer(&b);
    launched(&b, 4, 3);
    expect_offer(&b, 4, 3);
    const struct launch_queues before = b.s;
    for (int i = 0; i < 4; i++) {
        cycle(&b); /* begin_ready_i is low */
        assert_memory_equal(&before, &b.s, sizeof before);
        expect_offer(&b, 4, 3);
    }
    expect_begins(&b, 4, 3);
    assert_int_equal(b.s.owner[3], 4);
    assert_int_equal(b.s.runs, 16);
    assert_true(b.s.open[3]);
    expect_counts(&b, 0, 0, 0);
    expect_no_offer(&b);
}

/* Nothing begins if nothing is offered: no command at all, or heads that cannot. */
static void rule_ready_without_offer(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    for (int i = 0; i < 2; i++) {
        const struct launch_queues before = b.s;
        expect_no_offer(&b);
        b.in.begin_ready = true;
        cycle(&b);
        assert_memory_equal(&before, &b.s, sizeof before);
        if (i == 1) return;
        running(&b, 0, 2);
        running(&b, 1, 3);
        waited(&b, 0, 2);   /* not over */
        launched(&b, 1, 4); /* its stream runs */
    }
}

/* An offer is of the first queue in turn of each cycle. */
static void rule_offer_changes(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    launched(&b, 2, 0);
    expect_offer(&b, 2, 0);
    launched(&b, 1, 1);
    expect_offer(&b, 1, 1);
    launched(&b, 0, 2);
    expect_offer(&b, 0, 2);
    expect_begins(&b, 0, 2);
    expect_offer(&b, 1, 1);
}

/* One after the other within a stream. The launch that cannot begin holds the other stream of its
 * queue, and none of another queue. */
static void rule_stream_in_order(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    launched(&b, 0, 0);
    launched(&b, 0, 1);
    launched(&b, 3, 2);
    expect_begins(&b, 0, 0);
    expect_no_offer(&b);
    launched(&b, 2, 3);
    expect_begins(&b, 2, 3);
    expect_no_offer(&b);
    ended(&b, 0);
    expect_begins(&b, 0, 1);
    expect_begins(&b, 3, 2); /* beside it: both streams of queue 0 run */
    assert_int_equal(b.s.runs, 0x0d);
}

/* ---- done, free and idle --------------------------------------------------------------- */

static void rule_done(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    running(&b, 0, 0);
    running(&b, 3, 1);
    running(&b, 4, 2);
    launched(&b, 3, 3);
    expect_no_offer(&b);
    b.in.done_launch = 1; /* without done_en_i it is not done */
    cycle(&b);
    assert_int_equal(b.s.runs, 0x19);
    done(&b, 1);
    launch_queues_eval(&b.s, &b.in, &b.out);
    expect_no_offer(&b); /* not in the same cycle */
    cycle(&b);
    expect_offer(&b, 3, 3);
    assert_int_equal(b.s.runs, 0x11);
    expect_free(&b, 0x32);
    ended(&b, 2);
    assert_int_equal(b.s.runs, 1);
    ended(&b, 0);
    assert_int_equal(b.s.runs, 0);
    expect_begins(&b, 3, 3);
}

/* Taken from the push until the launch is done and the last command that waits for it is gone. */
static void rule_free(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    expect_free(&b, 0x3f);
    launched(&b, 0, 4);
    expect_free(&b, 0x2f);
    waited(&b, 1, 4);
    waited(&b, 2, 4);
    expect_begins(&b, 0, 4);
    expect_free(&b, 0x2f);
    ended(&b, 4);
    expect_free(&b, 0x2f); /* two wait */
    cycle(&b);
    expect_free(&b, 0x2f); /* one waits */
    cycle(&b);
    expect_free(&b, 0x3f);
    running(&b, 0, 4); /* a launch of the same number, and another stream */
    ended(&b, 4);
    running(&b, 2, 4);
    expect_free(&b, 0x2f);
    ended(&b, 4); /* nothing waits: free at once */
    expect_free(&b, 0x3f);
}

/* Not while a queue has a launch or a wait, and not while a launch runs. */
static void rule_idle(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    assert_true(b.out.idle);
    launched(&b, 2, 0);
    assert_false(b.out.idle);
    expect_begins(&b, 2, 0);
    expect_counts(&b, 0, 0, 0);
    assert_false(b.out.idle);
    ended(&b, 0);
    assert_true(b.out.idle);
    waited(&b, 2, 0);
    assert_false(b.out.idle);
    cycle(&b);
    assert_true(b.out.idle);
}

/* From a state with all of it; commands and owners may stay. */
static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    running(&b, 1, 0);
    running(&b, 2, 1);
    launched(&b, 2, 2);
    waited(&b, 0, 5);
    cycle(&b);
    waited(&b, 0, 0);
    launched(&b, 3, 3);
    launched(&b, 4, 4);
    assert_true(b.s.drop_turn != 0 && b.s.head[0] != 0);
    b.s.begin_turn = 2;
    launch_queues_reset(&b.s);
    assert_null(launch_queues_check(&b.s));
    launch_queues_eval(&b.s, &b.in, &b.out);
    expect_free(&b, 0x3f);
    expect_no_offer(&b);
    assert_true(b.out.idle);
    assert_int_equal(b.out.full, 0);
    assert_int_equal(b.s.runs, 0);
    assert_int_equal(b.s.begin_turn, 0);
    assert_int_equal(b.s.drop_turn, 0);
    for (uint32_t q = 0; q < 3; q++) assert_int_equal(b.s.head[q] + b.s.count[q], 0);
    for (uint32_t n = 0; n < 6; n++) assert_int_equal(b.s.waits[n], 0);
    running(&b, 2, 1);
    assert_int_equal(b.s.runs, 4);
}

/* ---- the races of the page ------------------------------------------------------------- */

/* A drop of queue 0, a begin of queue 1, a push to queue 2 and the end of launch 0. */
static void race_all_four(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    running(&b, 2, 0);
    launched(&b, 1, 1);
    waited(&b, 0, 5);
    launch(&b, 2, 2);
    done(&b, 0);
    expect_begins(&b, 1, 1);
    expect_counts(&b, 0, 0, 1);
    assert_int_equal(b.s.runs, 2);
    assert_int_equal(b.s.waits[5], 0);
    expect_free(&b, 0x39);
    expect_offer(&b, 2, 2);
}

/* Over in the next cycle, and gone behind it. */
static void race_wait_with_done(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    running(&b, 1, 2);
    wait_for(&b, 0, 2);
    ended(&b, 2);
    expect_counts(&b, 1, 0, 0);
    assert_false(b.out.free[2]);
    cycle(&b);
    expect_counts(&b, 0, 0, 0);
    assert_true(b.out.free[2]);
}

/* A wait at its head in the cycle in which its launch is done is not over yet. */
static void race_drop_with_done(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    running(&b, 1, 2);
    waited(&b, 2, 2);
    waited(&b, 0, 5); /* this one is, in the cycle of the end */
    ended(&b, 2);
    expect_counts(&b, 0, 0, 1);
    cycle(&b);
    expect_counts(&b, 0, 0, 0);
}

/* The number has one more wait and one less. */
static void race_drop_with_wait(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    waited(&b, 0, 5);
    for (int i = 0; i < 4; i++) {
        waited(&b, i & 1 ? 1 : 3, 5);
        assert_int_equal(b.s.waits[5], 1);
        assert_false(b.out.free[5]);
    }
    cycle(&b);
    assert_true(b.out.free[5]);
}

/* A push to the queue that loses its only command is the new head. */
static void race_push_with_begin_or_drop(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    launched(&b, 0, 0);
    launch(&b, 3, 1);
    expect_begins(&b, 0, 0);
    expect_counts(&b, 1, 0, 0);
    expect_offer(&b, 3, 1);
    wait_for(&b, 0, 5);
    expect_begins(&b, 3, 1);
    launch(&b, 3, 2);
    cycle(&b);
    expect_counts(&b, 1, 0, 0);
    expect_command(&b, 0, false, 3, 2); /* place 0 again: three have come before */
    expect_no_offer(&b);
    ended(&b, 1);
    expect_offer(&b, 3, 2);
}

/* A begin goes by the streams that run in its cycle: stream 0 is offered behind the end. */
static void race_begin_with_done(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    running(&b, 0, 0);
    launched(&b, 0, 1);
    launched(&b, 2, 2);
    done(&b, 0);
    expect_begins(&b, 2, 2); /* of another stream than the one that ends */
    assert_int_equal(b.s.runs, 4);
    expect_begins(&b, 0, 1);
    assert_int_equal(b.s.runs, 5);
    launched(&b, 4, 3);
    done(&b, 1);
    expect_begins(&b, 4, 3);
    assert_int_equal(b.s.runs, 0x14);
    assert_int_equal(b.s.owner[3], 4);
}

/* ---- the choices of the page ----------------------------------------------------------- */

/* While a wait for launch 0 is not looked at, no launch gets its number. */
static void choice_number_stays_taken(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    running(&b, 0, 0);
    running(&b, 1, 1);
    launched(&b, 1, 2);
    waited(&b, 1, 0);
    ended(&b, 0);
    for (int i = 0; i < 9; i++) {
        cycle(&b);
        assert_false(b.out.free[0]);
    }
    launch(&b, 2, 0);
    assert_string_equal(launch_queues_promise(&b.s, &b.in), "push_launch_i is not free");
    memset(&b.in, 0, sizeof b.in);
    ended(&b, 1);
    expect_begins(&b, 1, 2);
    cycle(&b);
    assert_true(b.out.free[0]);
    assert_true(b.s.open[2]);
}

/* ---- the paper ------------------------------------------------------------------------- */

/* Section 3.7: two launches of stream 0, then one of stream 1, which depends on none of them. On
 * one queue it has to wait until the first one is done; with a queue for each stream it begins at
 * once (section 5, Hyper-Q). */
static void paper_false_serialization(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &fermi);
    launched(&b, 0, 0);
    launched(&b, 0, 1);
    launched(&b, 1, 2);
    expect_begins(&b, 0, 0);
    expect_no_offer(&b);
    ended(&b, 0);
    expect_begins(&b, 0, 1);
    expect_begins(&b, 1, 2);
    start(&b, &paper);
    launched(&b, 0, 0);
    launched(&b, 0, 1);
    launched(&b, 1, 2);
    expect_begins(&b, 0, 0);
    expect_begins(&b, 1, 2);
    expect_no_offer(&b);
    ended(&b, 2);
    expect_no_offer(&b);
    ended(&b, 0);
    expect_begins(&b, 0, 1);
}

/* The same launches pushed stream by stream about: one queue is enough for both first ones. */
static void paper_order_of_launches(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &fermi);
    launched(&b, 0, 0);
    launched(&b, 1, 2);
    launched(&b, 0, 1);
    expect_begins(&b, 0, 0);
    expect_begins(&b, 1, 2);
    expect_no_offer(&b);
}

/* A dependency in one program is a barrier for all programs that share the queue. */
static void paper_dependency_is_barrier(void **state)
{
    (void)state;
    struct bench b;
    for (int i = 0; i < 2; i++) {
        start(&b, i == 0 ? &fermi : &paper);
        running(&b, 0, 0);
        waited(&b, 1, 0);
        launched(&b, 2, 1);
        if (i == 0) expect_no_offer(&b);
        else expect_offer(&b, 2, 1);
        ended(&b, 0);
        cycle(&b);
        expect_offer(&b, 2, 1);
    }
}

/* All 32 streams side by side, each with a launch that runs and more behind it. */
static void paper_all_streams_run(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &paper);
    for (uint32_t i = 0; i < 32; i++) {
        launched(&b, i, i);
        launched(&b, i, 32 + i);
    }
    expect_free(&b, 0);
    for (uint32_t i = 0; i < 32; i++) expect_begins(&b, i, i);
    expect_no_offer(&b);
    assert_int_equal(b.s.runs, 0xffffffff);
    for (uint32_t i = 32; i-- > 0;) ended(&b, i);
    for (uint32_t i = 0; i < 32; i++) expect_begins(&b, i, 32 + i);
    for (uint32_t i = 0; i < 32; i++) {
        assert_false(b.out.idle);
        ended(&b, 32 + i);
    }
    assert_true(b.out.idle);
    assert_true(free_set(&b) == UINT64_MAX);
}

/* The widths of the page's table. */
static void paper_state_bits(void **state)
{
    (void)state;
    assert_int_equal(1 + clog2(paper.streams) + clog2(paper.launches), 12);
    assert_int_equal(clog2(paper.depth), 2);
    assert_int_equal(clog2(paper.depth + 1), 3);
    assert_int_equal(clog2(paper.queues * paper.depth + 1), 8);
    assert_int_equal(clog2(paper.queues), 5);
}

/* ---- the largest and the smallest ------------------------------------------------------ */

/* 64 queues of 64 commands, and all of them wait for launch 255. */
static void largest_number_of_waits(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &largest);
    running(&b, 63, 255);
    for (uint32_t i = 0; i < COMMANDS; i++) {
        assert_int_equal(b.s.waits[255], i);
        waited(&b, i / 64, 255);
    }
    assert_int_equal(b.s.waits[255], COMMANDS);
    assert_true(b.out.full == UINT64_MAX);
    waited(&b, 0, 255); /* there is no room for one more */
    assert_int_equal(b.s.waits[255], COMMANDS);
    ended(&b, 255);
    for (uint32_t i = 0; i < COMMANDS; i++) {
        assert_int_equal(b.s.count[i % 64], 64 - i / 64);
        assert_false(b.out.free[255]);
        cycle(&b);
    }
    assert_true(b.out.free[255] && b.out.idle);
}

/* Every number is open, of the last streams and the first. */
static void largest_number_of_launches(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &largest);
    for (uint32_t n = 0; n < LAUNCHES; n++) {
        assert_true(b.out.free[n]);
        launched(&b, 63 - n % 64, n);
        assert_false(b.out.free[n]);
    }
    for (uint32_t round = 0; round < 4; round++) {
        for (uint32_t q = 0; q < 64; q++) expect_begins(&b, q, 64 * round + 63 - q);
        expect_no_offer(&b);
        assert_true(b.s.runs == UINT64_MAX);
        for (uint32_t q = 0; q < 64; q++) ended(&b, 64 * round + q);
        assert_int_equal(b.s.runs, 0);
    }
    assert_true(b.out.idle);
}

/* One stream, one queue, one command, two launches. */
static void smallest_size(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &smallest);
    launched(&b, 0, 1);
    assert_int_equal(b.out.full, 1);
    launched(&b, 0, 0); /* ignored */
    expect_free(&b, 1);
    launch(&b, 0, 0); /* and beside the begin as well */
    expect_begins(&b, 0, 1);
    expect_free(&b, 1);
    launched(&b, 0, 0);
    expect_no_offer(&b);
    ended(&b, 1);
    expect_begins(&b, 0, 0);
    waited(&b, 0, 0);
    ended(&b, 0);
    waited(&b, 0, 1); /* ignored; the other wait goes */
    assert_true(b.out.idle);
    expect_free(&b, 3);
}

/* ---- a naive twin: all commands in one list, the oldest first --------------------------- */

struct command {
    bool wait;
    uint32_t stream;
    uint32_t launch;
};

enum { NONE = -1 };

struct twin {
    struct launch_queues_cfg cfg;
    struct command list[COMMANDS];
    uint32_t n;
    int runs[STREAMS];   /* the launch that runs, or NONE */
    uint32_t last_begin; /* the queue that has begun or dropped last */
    uint32_t last_drop;
    /* Worked out from these in each cycle. */
    int oldest[QUEUES]; /* where in the list, or NONE */
    uint32_t held[QUEUES];
    bool open[LAUNCHES];
    uint32_t waits[LAUNCHES];
    int over; /* the queue, or NONE */
    int begins;
};

static void twin_reset(struct twin *t)
{
    t->n = 0;
    for (uint32_t i = 0; i < t->cfg.streams; i++) t->runs[i] = NONE;
    t->last_begin = t->last_drop = t->cfg.queues - 1;
}

static uint32_t twin_queue(const struct twin *t, uint32_t stream)
{
    while (stream >= t->cfg.queues) stream -= t->cfg.queues;
    return stream;
}

/* How far queue q is behind the last one, 1 for the next one, Queues for the last one itself. */
static uint32_t distance(const struct twin *t, uint32_t q, uint32_t last)
{
    return q > last ? q - last : q + t->cfg.queues - last;
}

static bool twin_is_over(const struct twin *t, uint32_t q)
{
    if (t->oldest[q] == NONE) return false;
    const struct command *c = &t->list[t->oldest[q]];
    return c->wait && !t->open[c->launch];
}

static bool twin_can_begin(const struct twin *t, uint32_t q)
{
    if (t->oldest[q] == NONE) return false;
    const struct command *c = &t->list[t->oldest[q]];
    return !c->wait && t->runs[c->stream] == NONE;
}

static void closer(const struct twin *t, uint32_t q, uint32_t last, int *best)
{
    if (*best == NONE || distance(t, q, last) < distance(t, (uint32_t)*best, last)) *best = (int)q;
}

static void twin_look(struct twin *t)
{
    memset(t->held, 0, sizeof t->held);
    memset(t->open, 0, sizeof t->open);
    memset(t->waits, 0, sizeof t->waits);
    for (uint32_t q = 0; q < QUEUES; q++) t->oldest[q] = NONE;
    for (uint32_t i = 0; i < t->cfg.streams; i++) {
        if (t->runs[i] != NONE) t->open[t->runs[i]] = true;
    }
    for (uint32_t i = t->n; i-- > 0;) {
        const struct command *c = &t->list[i];
        const uint32_t q = twin_queue(t, c->stream);
        t->oldest[q] = (int)i;
        t->held[q]++;
        if (c->wait) t->waits[c->launch]++;
        else t->open[c->launch] = true;
    }
    t->over = t->begins = NONE;
    for (uint32_t q = t->cfg.queues; q-- > 0;) {
        if (twin_is_over(t, q)) closer(t, q, t->last_drop, &t->over);
        if (twin_can_begin(t, q)) closer(t, q, t->last_begin, &t->begins);
    }
}

static bool twin_takes(const struct twin *t, const struct launch_queues_in *in)
{
    return in->push_en && in->push_stream < t->cfg.streams && in->push_launch < t->cfg.launches &&
           t->held[twin_queue(t, in->push_stream)] < t->cfg.depth;
}

static void twin_compare(const struct twin *t, const struct launch_queues *s,
                         const struct launch_queues_out *out)
{
    bool idle = t->n == 0;
    for (uint32_t i = 0; i < t->cfg.streams; i++) {
        idle = idle && t->runs[i] == NONE;
        assert_int_equal(has(s->runs, i), t->runs[i] != NONE);
    }
    assert_int_equal(out->idle, idle);
    for (uint32_t q = 0; q < QUEUES; q++) {
        assert_int_equal(has(out->full, q), q < t->cfg.queues && t->held[q] == t->cfg.depth);
        assert_int_equal(s->count[q], t->held[q]);
    }
    for (uint32_t n = 0; n < LAUNCHES; n++) {
        const bool is_free = n < t->cfg.launches && !t->open[n] && t->waits[n] == 0;
        assert_int_equal(out->free[n], is_free);
        assert_int_equal(s->open[n], t->open[n]);
        assert_int_equal(s->waits[n], t->waits[n]);
    }
    assert_int_equal(out->begin_valid, t->begins != NONE);
    if (t->begins == NONE) return;
    const struct command *c = &t->list[t->oldest[t->begins]];
    assert_int_equal(out->begin_launch, c->launch);
    assert_int_equal(out->begin_stream, c->stream);
}

/* Leaves a hole, which is closed below. */
static void twin_take_out(struct twin *t, int queue)
{
    t->list[t->oldest[queue]].launch = UINT32_MAX;
}

static void twin_tick(struct twin *t, const struct launch_queues_in *in)
{
    const bool takes = twin_takes(t, in);
    if (t->begins != NONE && in->begin_ready) {
        const struct command *c = &t->list[t->oldest[t->begins]];
        t->runs[c->stream] = (int)c->launch;
        t->last_begin = (uint32_t)t->begins;
        twin_take_out(t, t->begins);
    }
    if (t->over != NONE) {
        t->last_drop = (uint32_t)t->over;
        twin_take_out(t, t->over);
    }
    for (uint32_t i = 0; i < t->cfg.streams; i++) {
        if (in->done_en && t->runs[i] == (int)in->done_launch) t->runs[i] = NONE;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        if (t->list[i].launch != UINT32_MAX) t->list[n++] = t->list[i];
    }
    t->n = n;
    if (takes) t->list[t->n++] = (struct command){in->push_wait, in->push_stream, in->push_launch};
}

/* ---- what is true of a whole run ------------------------------------------------------- */

enum { CYCLES = 20000 };

/* All commands that ever came. A wait holds on to the launch that had its number when it came. */
struct entry {
    bool wait;
    uint32_t queue;
    uint32_t stream;
    int names;
    bool has_begun;
    bool is_done;
};

struct history {
    struct entry entry[CYCLES];
    int n;
    int now[LAUNCHES];       /* the entry of an open launch, or NONE */
    int stream[STREAMS];     /* the entry that runs, or NONE */
    int looked_at[QUEUES];   /* entries below have been seen to be gone */
    uint32_t passed[QUEUES]; /* launches that began since the head of the queue could begin */
};

static void history_open(struct history *h)
{
    memset(h, 0, sizeof *h);
    for (uint32_t n = 0; n < LAUNCHES; n++) h->now[n] = NONE;
    for (uint32_t i = 0; i < STREAMS; i++) h->stream[i] = NONE;
}

/* What reset takes away counts as begun and done. */
static void history_reset(struct history *h)
{
    for (int i = 0; i < h->n; i++) h->entry[i].has_begun = h->entry[i].is_done = true;
    for (uint32_t n = 0; n < LAUNCHES; n++) h->now[n] = NONE;
    for (uint32_t i = 0; i < STREAMS; i++) h->stream[i] = NONE;
    memset(h->passed, 0, sizeof h->passed);
}

/* begins_once, in_order and waits_first, of what the outputs say. */
static void history_begin(struct history *h, const struct launch_queues_out *out)
{
    const int i = h->now[out->begin_launch];
    assert_true(i != NONE);
    struct entry *e = &h->entry[i];
    assert_false(e->has_begun);
    assert_int_equal(e->stream, out->begin_stream);
    assert_int_equal(h->stream[e->stream], NONE);
    for (int j = h->looked_at[e->queue]; j < i; j++) {
        const struct entry *ahead = &h->entry[j];
        if (ahead->queue != e->queue) continue;
        if (!ahead->wait) assert_true(ahead->has_begun);
        else if (ahead->names != NONE) assert_true(h->entry[ahead->names].is_done);
    }
    h->looked_at[e->queue] = i;
    e->has_begun = true;
    h->stream[e->stream] = i;
}

/* goes_on, and no_false_order: a launch that can begin is offered, and passed by each other queue
 * once at most. */
static void history_progress(struct history *h, const struct twin *t, bool begins)
{
    bool runs = false;
    for (uint32_t i = 0; i < t->cfg.streams; i++) runs = runs || t->runs[i] != NONE;
    if (t->n != 0 && !runs) assert_true(t->over != NONE || t->begins != NONE);
    for (uint32_t q = 0; q < t->cfg.queues; q++) {
        if (!twin_can_begin(t, q) || (begins && t->begins == (int)q)) h->passed[q] = 0;
        else if (begins) h->passed[q]++;
        assert_true(h->passed[q] < t->cfg.queues);
    }
}

/* The end comes behind the begin: what is done in a cycle has no effect on what begins in it. */
static void history_tick(struct history *h, const struct twin *t, const struct launch_queues_in *in,
                         const struct launch_queues_out *out)
{
    const bool begins = out->begin_valid && in->begin_ready;
    history_progress(h, t, begins);
    if (begins) history_begin(h, out);
    if (twin_takes(t, in)) {
        struct entry *e = &h->entry[h->n];
        *e = (struct entry){.wait = in->push_wait,
                            .queue = twin_queue(t, in->push_stream),
                            .stream = in->push_stream,
                            .names = in->push_wait ? h->now[in->push_launch] : NONE};
        if (!in->push_wait) h->now[in->push_launch] = h->n;
        h->n++;
    }
    if (!in->done_en) return;
    const int i = h->now[in->done_launch];
    h->entry[i].is_done = true;
    h->stream[h->entry[i].stream] = NONE;
    h->now[in->done_launch] = NONE;
}

/* ---- random cycles --------------------------------------------------------------------- */

static const struct run {
    const char *name;
    struct launch_queues_cfg cfg;
    uint32_t cycles;
} runs[] = {
    {"random_smallest", {1, 1, 1, 2}, CYCLES},
    {"random_one_command", {6, 5, 1, 9}, CYCLES},
    {"random_hand", {5, 3, 3, 6}, CYCLES},
    {"random_odd", {7, 5, 3, 19}, CYCLES},
    {"random_one_queue", {6, 1, 5, 8}, CYCLES},
    {"random_two_launches", {8, 4, 2, 2}, CYCLES},
    {"random_paper", {32, 32, 4, 64}, CYCLES},
    {"random_fermi", {32, 1, 4, 64}, CYCLES},
    {"random_largest", {64, 64, 64, 256}, CYCLES / 4},
    {"random_largest_shared", {64, 3, 64, 256}, CYCLES / 4},
};

/* Of 8 cycles, how many have each; drawn again now and then, to fill queues and to empty them. */
struct rates {
    uint32_t push, wait, ready, done;
    uint32_t streams; /* few of them fill their queues */
};

static struct rates draw_rates(struct hd_rng *rng, uint32_t streams)
{
    return (struct rates){.push = hd_rng_below(rng, 9),
                          .wait = hd_rng_below(rng, 6),
                          .ready = hd_rng_below(rng, 9),
                          .done = 1 + hd_rng_below(rng, 8),
                          .streams = hd_rng_chance(rng, 1, 3) ? 1 : 1 + hd_rng_below(rng, streams)};
}

/* A number of the port: mostly one below n, and now and then one that names none. */
static uint32_t number(struct hd_rng *rng, uint32_t n)
{
    if (hd_rng_chance(rng, 9, 10)) return hd_rng_below(rng, n);
    return hd_rng_below(rng, n == 1 ? 2 : 1u << clog2(n));
}

/* One of the launches that run, or NONE. */
static int some_running(const struct twin *t, struct hd_rng *rng)
{
    const uint32_t from = hd_rng_below(rng, t->cfg.streams);
    for (uint32_t i = 0; i < t->cfg.streams; i++) {
        const int n = t->runs[(from + i) % t->cfg.streams];
        if (n != NONE) return n;
    }
    return NONE;
}

/* The neighbours' promises are kept by what the twin knows. */
static void draw(struct hd_rng *rng, const struct twin *t, const struct rates *r,
                 struct launch_queues_in *in)
{
    const int running_one = some_running(t, rng);
    in->push_en = hd_rng_chance(rng, r->push, 8);
    in->push_wait = hd_rng_chance(rng, r->wait, 8);
    in->push_stream = number(rng, t->cfg.streams);
    if (in->push_stream < t->cfg.streams) in->push_stream %= r->streams;
    in->push_launch = number(rng, t->cfg.launches);
    in->begin_ready = hd_rng_chance(rng, r->ready, 8);
    in->done_en = running_one != NONE && hd_rng_chance(rng, r->done, 8);
    in->done_launch = running_one != NONE ? (uint32_t)running_one : 0;
    const uint32_t n = in->push_launch;
    if (in->push_wait) {
        if (running_one != NONE && hd_rng_chance(rng, 1, 2)) in->push_launch = in->done_launch;
    } else if (n < t->cfg.launches && (t->open[n] || t->waits[n] != 0)) {
        in->push_en = false;
    }
}

/* How often each thing of the page happened. */
struct seen {
    uint32_t begins, drops, full, full_and_less, no_stream, no_launch;
    uint32_t wait_and_done, all_four, several_begin, several_over, idle;
};

static void count(struct seen *n, const struct twin *t, const struct launch_queues_in *in)
{
    const bool drops = t->over != NONE, begins = t->begins != NONE && in->begin_ready;
    const bool takes = twin_takes(t, in);
    uint32_t can = 0, over = 0;
    for (uint32_t q = 0; q < t->cfg.queues; q++) {
        can += twin_can_begin(t, q);
        over += twin_is_over(t, q);
    }
    n->begins += begins;
    n->drops += drops;
    n->several_begin += begins && can > 1;
    n->several_over += over > 1;
    n->all_four += drops && begins && takes && in->done_en;
    n->wait_and_done += takes && in->push_wait && in->done_en && in->push_launch == in->done_launch;
    n->idle += t->n == 0;
    if (!in->push_en) return;
    n->no_stream += in->push_stream >= t->cfg.streams;
    n->no_launch += in->push_launch >= t->cfg.launches;
    if (in->push_stream >= t->cfg.streams || in->push_launch >= t->cfg.launches || takes) return;
    const int q = (int)twin_queue(t, in->push_stream);
    n->full++;
    n->full_and_less += (begins && t->begins == q) || t->over == q;
}

static bool is_power(uint32_t n) { return n > 1 && (n & (n - 1)) == 0; }

/* Long queues are full in tests of their own above. Two launches, or queues of one command, leave
 * no room for all four in a cycle; the worked race has them. */
static void expect_seen(const struct seen *n, const struct launch_queues_cfg *cfg)
{
    const bool is_short = cfg->depth <= 8;
    assert_true(n->begins > 500 && n->drops > 200 && n->idle > 200 && n->wait_and_done > 50);
    assert_true(is_power(cfg->streams) || n->no_stream > 50);
    assert_true(is_power(cfg->launches) || n->no_launch > 50);
    if (is_short) assert_true(n->full > 200 && n->full_and_less > 50);
    if (cfg->queues == 1) return; /* there is one head only */
    assert_true(n->several_begin > 50 && n->several_over > 20);
    assert_true(cfg->launches == 2 || cfg->depth == 1 || n->all_four > 5);
}

/* With no more pushes, everything ends: each cycle begins, drops or ends something. */
static void drain(struct launch_queues *s, struct twin *t, struct history *h)
{
    uint32_t left = 3 * t->n + 2 * t->cfg.streams;
    for (twin_look(t);; left--) {
        struct launch_queues_in in = {.begin_ready = true};
        struct launch_queues_out out;
        for (uint32_t i = 0; i < t->cfg.streams && !in.done_en; i++) {
            in.done_en = t->runs[i] != NONE;
            if (in.done_en) in.done_launch = (uint32_t)t->runs[i];
        }
        assert_null(launch_queues_promise(s, &in));
        launch_queues_eval(s, &in, &out);
        twin_compare(t, s, &out);
        if (out.idle) return;
        assert_true(left > 0);
        history_tick(h, t, &in, &out);
        launch_queues_tick(s, &in, &out);
        twin_tick(t, &in);
        twin_look(t);
    }
}

/* If the host asks for nothing, what changes is a wait that is over: that is foretold. */
static void tick_and_look(struct launch_queues *s, const struct launch_queues_in *in,
                          const struct launch_queues_out *out)
{
    static struct launch_queues before;
    const bool asked = in->push_en || in->done_en || (out->begin_valid && in->begin_ready);
    const bool drops = launch_queues_drops(s);
    memcpy(&before, s, sizeof before);
    launch_queues_tick(s, in, out);
    if (!asked) assert_int_equal(memcmp(&before, s, sizeof before) != 0, drops);
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct twin t;
    static struct history h;
    static struct launch_queues s;
    struct rates rates = {0};
    struct seen n = {0};
    struct hd_rng rng;

    hd_rng_seed(&rng, r->cfg.streams + 100 * r->cfg.queues);
    memset(&t, 0, sizeof t);
    t.cfg = r->cfg;
    twin_reset(&t);
    history_open(&h);
    assert_null(launch_queues_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct launch_queues_in in;
        struct launch_queues_out out;
        if (c % 100 == 0) rates = draw_rates(&rng, r->cfg.streams);
        twin_look(&t);
        draw(&rng, &t, &rates, &in);
        const char *broken = launch_queues_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        launch_queues_eval(&s, &in, &out);
        twin_compare(&t, &s, &out);
        count(&n, &t, &in);
        if (hd_rng_chance(&rng, 1, 2000)) {
            launch_queues_reset(&s);
            twin_reset(&t);
            history_reset(&h);
        } else {
            history_tick(&h, &t, &in, &out);
            tick_and_look(&s, &in, &out);
            twin_tick(&t, &in);
        }
        broken = launch_queues_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    expect_seen(&n, &r->cfg);
    drain(&s, &t, &h);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Launch 0 of stream 1 runs; a wait for it, then launches 1 and 2 in queue 0; 3 in queue 2. */
static void filled(struct bench *b)
{
    start(b, &hand);
    running(b, 1, 0);
    waited(b, 0, 0);
    launched(b, 0, 1);
    launched(b, 3, 2);
    launched(b, 2, 3);
}

static void expect_broken(struct bench *b, const char *name)
{
    assert_non_null(launch_queues_check(&b->s));
    assert_string_equal(launch_queues_check(&b->s), name);
    filled(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.head[1] = 3;
    expect_broken(&b, "place_range");
    b.s.count[0] = 4;
    expect_broken(&b, "place_range");
    b.s.begin_turn = 3;
    expect_broken(&b, "place_range");
    b.s.drop_turn = 3;
    expect_broken(&b, "place_range");
    b.s.waits[0] = 0;
    expect_broken(&b, "waits_right");
    b.s.waits[5] = 1;
    expect_broken(&b, "waits_right");
    b.s.launch[0] = 6; /* the wait is for no launch */
    expect_broken(&b, "waits_right");
    b.s.open[2] = false;
    expect_broken(&b, "queued_open");
    b.s.launch[1] = 7; /* no launch is open there */
    expect_broken(&b, "queued_open");
    b.s.launch[1] = 2; /* twice in one queue */
    expect_broken(&b, "queued_open");
    b.s.launch[6] = 1; /* and in two */
    expect_broken(&b, "queued_open");
    b.s.stream[1] = 1;
    expect_broken(&b, "right_queue");
    b.s.stream[0] = 2; /* the wait as well */
    expect_broken(&b, "right_queue");
    b.s.stream[2] = 6; /* would be of queue 0, but there is no stream 6 */
    expect_broken(&b, "right_queue");
    b.s.stream[3] = 0; /* launch 0 runs: its command means nothing any more */
    b.s.launch[3] = 7;
    b.s.launch[8] = 1;
    assert_null(launch_queues_check(&b.s));
    b.s.head[0] = 1; /* launches 1 and 2, and what is behind them as if there were none ahead */
    b.s.count[0] = 2;
    b.s.waits[0] = 0;
    assert_null(launch_queues_check(&b.s));
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = launch_queues_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void expect_kept(struct bench *b)
{
    assert_null(launch_queues_promise(&b->s, &b->in));
    memset(&b->in, 0, sizeof b->in);
}

static void promise_push(void **state)
{
    (void)state;
    static const char *const taken = "push_launch_i is not free";
    struct bench b;
    filled(&b);
    launch(&b, 4, 0); /* runs */
    expect_promise(&b, taken);
    launch(&b, 4, 1); /* in a queue */
    expect_promise(&b, taken);
    launch(&b, 0, 3); /* also to a full queue */
    expect_promise(&b, taken);
    launch(&b, 7, 3); /* also of a stream that there is not */
    expect_promise(&b, taken);
    launch(&b, 4, 0); /* also in the cycle in which it is done */
    done(&b, 0);
    expect_promise(&b, taken);
    for (uint32_t n = 0; n < 8; n++) {
        wait_for(&b, 4, n); /* a wait may name any */
        expect_kept(&b);
    }
    launch(&b, 4, 4);
    expect_kept(&b);
    launch(&b, 4, 7); /* is none */
    expect_kept(&b);
    launch(&b, 4, 1);
    b.in.push_en = false;
    expect_kept(&b);
    ended(&b, 0);
    launch(&b, 4, 0); /* a wait for it is still there */
    expect_promise(&b, taken);
    cycle(&b);
    launch(&b, 4, 0);
    expect_kept(&b);
}

static void promise_done(void **state)
{
    (void)state;
    static const char *const stands = "done_launch_i does not run";
    struct bench b;
    filled(&b);
    for (uint32_t n = 1; n < 8; n++) {
        done(&b, n); /* in a queue, or not open, or none */
        expect_promise(&b, stands);
    }
    done(&b, 0);
    expect_kept(&b);
    b.in.done_launch = 1;
    expect_kept(&b);
    done(&b, 3); /* begins in this cycle, and does not run yet */
    b.in.begin_ready = true;
    expect_offer(&b, 2, 3);
    expect_promise(&b, stands);
    expect_begins(&b, 2, 3);
    done(&b, 3);
    expect_kept(&b);
}

/* One more than a port of so many bits can hold, and the most that it can. */
static void promise_widths(void **state)
{
    (void)state;
    static const struct {
        size_t member;
        const char *sentence;
    } ports[] = {
        {offsetof(struct launch_queues_in, push_stream), "a stream has more bits than StreamWidth"},
        {offsetof(struct launch_queues_in, push_launch), "a launch has more bits than LaunchWidth"},
        {offsetof(struct launch_queues_in, done_launch), "a launch has more bits than LaunchWidth"},
    };
    static const struct launch_queues_cfg *const cfgs[] = {&hand, &smallest};
    struct bench b;
    for (size_t c = 0; c < 2; c++) {
        const uint32_t most = cfgs[c] == &hand ? 7 : 1; /* one stream has numbers of one bit */
        start(&b, cfgs[c]);
        for (size_t i = 0; i < sizeof ports / sizeof ports[0]; i++) {
            uint32_t *port = (uint32_t *)(void *)((unsigned char *)&b.in + ports[i].member);
            *port = most;
            expect_kept(&b);
            *port = most + 1;
            expect_promise(&b, ports[i].sentence);
            *port = UINT32_C(0x80000000);
            expect_promise(&b, ports[i].sentence);
        }
    }
}

/* Inputs that no neighbour gives: the model reads and writes nothing but its own. */
static void broken_promises_stay_inside(void **state)
{
    (void)state;
    static struct launch_queues s;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    assert_null(launch_queues_init(&s, &hand));
    for (uint32_t c = 0; c < 20000; c++) {
        const struct launch_queues_in in = {.push_en = hd_rng_chance(&rng, 1, 2),
                                            .push_wait = hd_rng_chance(&rng, 1, 3),
                                            .push_stream = hd_rng_below(&rng, 9),
                                            .push_launch = hd_rng_below(&rng, 9),
                                            .begin_ready = hd_rng_chance(&rng, 1, 2),
                                            .done_en = hd_rng_chance(&rng, 1, 2),
                                            .done_launch = (uint32_t)hd_rng_next(&rng) >> 28};
        struct launch_queues_out out;
        launch_queues_eval(&s, &in, &out);
        launch_queues_tick(&s, &in, &out);
        const char *broken = launch_queues_check(&s);
        assert_true(broken == NULL || strcmp(broken, "queued_open") == 0);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct launch_queues_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 1, 4, 64}, "Streams must be 1 to 64"},
        {{65, 1, 4, 64}, "Streams must be 1 to 64"},
        {{32, 0, 4, 64}, "Queues must be 1 to Streams"},
        {{32, 33, 4, 64}, "Queues must be 1 to Streams"},
        {{32, 32, 0, 64}, "Depth must be 1 to 64"},
        {{32, 32, 65, 64}, "Depth must be 1 to 64"},
        {{32, 32, 4, 1}, "Launches must be 2 to 256"},
        {{32, 32, 4, 257}, "Launches must be 2 to 256"},
    };
    static struct launch_queues s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = launch_queues_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(launch_queues_init(&s, &smallest));
    assert_null(launch_queues_init(&s, &largest));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(rule_push_is_last),
        cmocka_unit_test(rule_push_full),
        cmocka_unit_test(rule_push_full_that_loses_one),
        cmocka_unit_test(rule_push_of_none),
        cmocka_unit_test(rule_no_push),
        cmocka_unit_test(rule_drop_behind_done),
        cmocka_unit_test(rule_drop_of_not_open),
        cmocka_unit_test(rule_drop_head_only),
        cmocka_unit_test(rule_wait_holds),
        cmocka_unit_test(rule_wait_for_own),
        cmocka_unit_test(rule_turn_of_begin),
        cmocka_unit_test(rule_turn_of_drop),
        cmocka_unit_test(rule_turn_comes_back),
        cmocka_unit_test(rule_begin),
        cmocka_unit_test(rule_ready_without_offer),
        cmocka_unit_test(rule_offer_changes),
        cmocka_unit_test(rule_stream_in_order),
        cmocka_unit_test(rule_done),
        cmocka_unit_test(rule_free),
        cmocka_unit_test(rule_idle),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(race_all_four),
        cmocka_unit_test(race_wait_with_done),
        cmocka_unit_test(race_drop_with_done),
        cmocka_unit_test(race_drop_with_wait),
        cmocka_unit_test(race_push_with_begin_or_drop),
        cmocka_unit_test(race_begin_with_done),
        cmocka_unit_test(choice_number_stays_taken),
        cmocka_unit_test(paper_false_serialization),
        cmocka_unit_test(paper_order_of_launches),
        cmocka_unit_test(paper_dependency_is_barrier),
        cmocka_unit_test(paper_all_streams_run),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(largest_number_of_waits),
        cmocka_unit_test(largest_number_of_launches),
        cmocka_unit_test(smallest_size),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_push),
        cmocka_unit_test(promise_done),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(broken_promises_stay_inside),
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
    return cmocka_run_group_tests_name("launch_queues", tests, NULL, NULL);
}
