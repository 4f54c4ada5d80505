/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the L2 slice: the page's rules with cycles counted by hand, a naive twin under random
 * stimulus that keeps lines, MSHRs and answers in plain lists, invariants of the tags, and sizes
 * that init refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "gpu/l2_slice.h"

enum { FILLS = 128 };

/* A channel that answers every read after the same number of cycles, or when it is told to. */
struct bench {
    struct l2_slice s;
    struct l2_slice_in in;
    struct l2_slice_out out;
    uint32_t cycle;
    uint32_t zero;    /* of the log */
    bool stalled;     /* the channel takes nothing */
    bool holds_fills; /* reads are not answered */
    bool holds_replies;
    uint32_t fill_after;
    uint32_t fills, filled;
    struct {
        uint32_t at, mshr;
    } fill[FILLS];
    uint64_t read, written; /* sectors that were asked for */
    char log[2048]; /* "0:T7 " taken, "1:R0.f@2 " read for MSHR 2, "1:W0.f " written, "9:a7 " */
};

static const struct l2_slice_cfg hand = {
    .sets = 2, .ways = 2, .sectors = 4, .mshrs = 2, .merges = 3, .latency = 5, .depth = 4};

static struct bench *start(const struct l2_slice_cfg *cfg)
{
    static struct bench b;
    memset(&b, 0, sizeof b);
    b.fill_after = 10;
    assert_null(l2_slice_init(&b.s, cfg));
    l2_slice_eval(&b.s, &b.in, &b.out);
    return &b;
}

static uint32_t bits_of(uint32_t set) { return (uint32_t)__builtin_popcount(set); }

__attribute__((format(printf, 2, 3))) static void note(struct bench *b, const char *text, ...)
{
    const size_t length = strlen(b->log);
    va_list list;
    if (length + 40 > sizeof b->log) return;
    const int n = snprintf(b->log + length, sizeof b->log - length, "%u:", b->cycle - b->zero);
    va_start(list, text);
    vsnprintf(b->log + length + n, sizeof b->log - length - (size_t)n, text, list);
    va_end(list);
}

static void note_fetch(struct bench *b)
{
    const struct l2_fetch *f = &b->out.fetch;
    if (f->write) {
        note(b, "W%u.%x ", (uint32_t)f->line, f->sectors);
        b->written += bits_of(f->sectors);
        return;
    }
    note(b, "R%u.%x@%u ", (uint32_t)f->line, f->sectors, f->mshr);
    b->read += bits_of(f->sectors);
    assert_true(b->fills < FILLS);
    b->fill[b->fills].at = b->cycle + b->fill_after;
    b->fill[b->fills++].mshr = f->mshr;
}

/* The cycle ends, with the request set since the last. True if it was taken. */
static bool cycle(struct bench *b)
{
    b->in.fetch_ready = !b->stalled;
    b->in.reply_ready = !b->holds_replies;
    b->in.fill_valid = !b->holds_fills && b->filled < b->fills && b->fill[b->filled].at <= b->cycle;
    if (b->in.fill_valid) b->in.fill_mshr = b->fill[b->filled++].mshr;
    l2_slice_eval(&b->s, &b->in, &b->out);
    const bool taken = b->out.taken;
    if (b->out.fetch_valid && b->in.fetch_ready) note_fetch(b);
    if (taken) {
        assert_true(b->in.valid);
        note(b, "T%u ", b->in.request.handle);
    }
    if (b->out.reply_valid && b->in.reply_ready) note(b, "a%u ", b->out.reply_handle);
    l2_slice_tick(&b->s, &b->in, &b->out);
    memset(&b->in, 0, sizeof b->in);
    b->cycle++;
    l2_slice_eval(&b->s, &b->in, &b->out);
    return taken;
}

static void go_to(struct bench *b, uint32_t at)
{
    assert_true(b->cycle <= at);
    while (b->cycle < at) cycle(b);
}

/* Offered in this cycle alone. */
static bool offer(struct bench *b, struct l2_request r)
{
    b->in.valid = true;
    b->in.request = r;
    return cycle(b);
}

/* Offered until it is taken; then the cycle has ended. */
static void ask(struct bench *b, struct l2_request r)
{
    for (uint32_t n = 0; !offer(b, r); n++) assert_true(n < 200);
}

static struct l2_request load(uint64_t line, uint32_t sectors, uint32_t handle)
{
    return (struct l2_request){L2_LOAD, line, sectors, 0, 0, handle};
}

static struct l2_request store(uint64_t line, uint32_t sectors, uint32_t whole, uint32_t handle)
{
    return (struct l2_request){L2_STORE, line, sectors, whole, 0, handle};
}

static struct l2_request atomic(uint64_t line, uint32_t sectors, uint32_t operations,
                                uint32_t handle)
{
    return (struct l2_request){L2_ATOMIC, line, sectors, 0, operations, handle};
}

/* The log from here on. */
static void fresh(struct bench *b) { b->log[0] = 0; }

static void settle(struct bench *b) { go_to(b, b->cycle + 100); }

static void expect(struct bench *b, const char *log)
{
    settle(b);
    assert_string_equal(b->log, log);
    assert_true(b->s.read == b->read && b->s.written == b->written);
}

/* Lets a time go by; the log begins anew, and counts from here. */
static void again(struct bench *b)
{
    settle(b);
    fresh(b);
    b->zero = b->cycle;
}

/* ---- hit, miss, merge ------------------------------------------------------------------ */

/* The read leaves in the cycle behind, and has come in 1 + 10. Its request is answered in the next
 * cycle, and ready 5 later. Then the sectors are there. */
static void miss_then_hit(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, load(6, 0x5, 1));
    expect(b, "0:T1 1:R6.5@0 17:a1 ");
    again(b);
    ask(b, load(6, 0x4, 2));
    ask(b, load(6, 0x1, 3));
    ask(b, load(6, 0x5, 4));
    expect(b, "0:T2 1:T3 2:T4 5:a2 6:a3 7:a4 ");
    assert_true(b->s.hits == 3 && b->s.merged == 0 && b->s.requests[L2_LOAD] == 4);
    /* Of a line that is there, what is not valid is fetched. */
    again(b);
    ask(b, load(6, 0x7, 5));
    expect(b, "0:T5 1:R6.2@0 17:a5 ");
    again(b);
    ask(b, load(6, 0x7, 6));
    expect(b, "0:T6 5:a6 ");
}

static void latency_of_a_hit(void **state)
{
    (void)state;
    struct l2_slice_cfg cfg = hand;
    cfg.latency = 1;
    struct bench *b = start(&cfg);
    ask(b, store(0, 0xf, 0xf, 1));
    ask(b, load(0, 0xf, 2));
    expect(b, "0:T1 1:T2 1:a1 2:a2 ");
}

/* Sectors of a store become valid and dirty: they are written when the line is replaced. */
static void whole_stores_hit(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, store(2, 0x6, 0x6, 1)); /* a line that is not there */
    ask(b, load(2, 0x2, 2));
    ask(b, load(2, 0x6, 3));
    expect(b, "0:T1 1:T2 2:T3 5:a1 6:a2 7:a3 ");
    assert_true(b->s.hits == 3 && b->s.requests[L2_STORE] == 1);
    again(b);
    ask(b, load(2, 0xf, 4)); /* the others are not valid */
    expect(b, "0:T4 1:R2.9@0 17:a4 ");
    again(b);
    ask(b, load(0, 0x1, 5));
    ask(b, load(4, 0x1, 6)); /* set 0 has two lines; that of 2 is the oldest */
    expect(b, "0:T5 1:R0.1@0 1:T6 2:W2.6 3:R4.1@1 17:a5 19:a6 ");
}

/* Bytes of sector 1 are missing; sector 0 needs not be fetched. Behind the answer both are valid
 * and dirty, and a sector that is valid takes a store as it comes. */
static void partial_stores_miss(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, store(2, 0x3, 0x1, 1));
    expect(b, "0:T1 1:R2.2@0 17:a1 ");
    again(b);
    ask(b, load(2, 0x3, 2));
    ask(b, store(2, 0x2, 0, 3));
    ask(b, store(2, 0xe, 0xc, 4)); /* 1 is valid, 2 and 3 are written whole */
    expect(b, "0:T2 1:T3 2:T4 5:a2 6:a3 7:a4 ");
    again(b);
    ask(b, load(0, 1, 5));
    ask(b, load(4, 1, 6));
    expect(b, "0:T5 1:R0.1@0 1:T6 2:W2.f 3:R4.1@1 17:a5 19:a6 ");
}

/* Only stores write sectors whole, whatever stands there. */
static void loads_and_atomics_need_all(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    struct l2_request r = load(2, 0x3, 1);
    r.whole = 0xf;
    ask(b, r);
    expect(b, "0:T1 1:R2.3@0 17:a1 ");
    again(b);
    r = atomic(2, 0x6, 1, 2);
    r.whole = 0xf;
    ask(b, r);
    expect(b, "0:T2 1:R2.4@0 17:a2 ");
    /* The atomic's sectors are dirty, the load's are not. */
    again(b);
    ask(b, load(0, 1, 3));
    ask(b, load(4, 1, 4));
    expect(b, "0:T3 1:R0.1@0 1:T4 2:W2.6 3:R4.1@1 17:a3 19:a4 ");
}

/* 2 needs what is under way, 3 needs one more sector, which comes two cycles behind the others.
 * Then they are answered in their order, one in each cycle. */
static void merge(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, load(2, 0x3, 1));
    ask(b, load(2, 0x1, 2));
    ask(b, load(2, 0x6, 3));
    expect(b, "0:T1 1:R2.3@0 1:T2 2:T3 3:R2.4@0 19:a1 20:a2 21:a3 ");
    assert_true(b->s.merged == 2 && b->s.hits == 0);
    again(b);
    ask(b, load(2, 0x7, 4));
    expect(b, "0:T4 5:a4 ");
}

/* What is valid needs no fetch, yet the request waits behind the others of its line. */
static void merge_of_a_hit_waits(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, load(2, 0x1, 1));
    again(b);
    ask(b, load(2, 0x2, 2));
    ask(b, load(2, 0x1, 3));
    ask(b, store(2, 0x4, 0x4, 4));
    expect(b, "0:T2 1:R2.2@0 1:T3 2:T4 17:a2 18:a3 19:a4 ");
    again(b);
    ask(b, load(2, 0x7, 5));
    expect(b, "0:T5 5:a5 ");
}

/* A store's whole sectors are not valid before it is answered: a load behind it fetches them. */
static void merge_behind_a_store(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, store(2, 0x3, 0x1, 1));
    ask(b, load(2, 0x1, 2));
    expect(b, "0:T1 1:R2.2@0 1:T2 2:R2.1@0 18:a1 19:a2 ");
}

/* The lowest free MSHR. Two MSHRs that are filled are answered one after the other. */
static void lowest_mshr(void **state)
{
    (void)state;
    struct l2_slice_cfg cfg = hand;
    cfg.mshrs = 4;
    cfg.sets = 4;
    cfg.depth = 8;
    struct bench *b = start(&cfg);
    for (uint32_t n = 0; n < 4; n++) ask(b, load(n, 1, n));
    go_to(b, 13); /* MSHR 0 was answered in 12 */
    assert_false(b->s.mshr[0].used);
    ask(b, load(4, 1, 4)); /* 1 is answered in this cycle */
    ask(b, load(5, 1, 5));
    expect(b, "0:T0 1:R0.1@0 1:T1 2:R1.1@1 2:T2 3:R2.1@2 3:T3 4:R3.1@3 13:T4 14:R4.1@0 "
              "14:T5 15:R5.1@1 17:a0 18:a1 19:a2 20:a3 30:a4 31:a5 ");
}

static void one_mshr_after_the_other(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, load(0, 1, 1));
    ask(b, load(1, 1, 2));
    ask(b, load(0, 1, 3));
    ask(b, load(1, 1, 4));
    ask(b, load(0, 1, 5));
    /* Fills in 11 and 12; answered in 12 13 14, then 15 16. */
    expect(b, "0:T1 1:R0.1@0 1:T2 2:R1.1@1 2:T3 3:T4 4:T5 17:a1 18:a3 19:a5 20:a2 21:a4 ");
}

/* ---- replace --------------------------------------------------------------------------- */

/* Places never used come first; then the line used least recently, be it by a hit. */
static void least_recently_used(void **state)
{
    (void)state;
    struct l2_slice_cfg cfg = hand;
    cfg.ways = 3;
    struct bench *b = start(&cfg);
    ask(b, store(0, 1, 1, 1));
    ask(b, store(2, 2, 2, 2));
    ask(b, store(4, 4, 4, 3)); /* the third place */
    ask(b, load(0, 1, 4));
    ask(b, store(6, 8, 8, 5)); /* in the place of 2 */
    ask(b, load(4, 4, 6));
    ask(b, store(8, 1, 1, 7)); /* in the place of 0 */
    expect(b, "0:T1 1:T2 2:T3 3:T4 4:T5 5:W2.2 5:T6 5:a1 6:T7 6:a2 7:W0.1 7:a3 8:a4 9:a5 10:a6 "
              "11:a7 ");
    again(b);
    ask(b, load(2, 2, 8)); /* not there; in the place of 6 */
    expect(b, "0:T8 1:W6.8 2:R2.2@0 18:a8 ");
}

/* A line that is clean goes without a word; other sets are not touched. */
static void clean_lines_are_dropped(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, store(1, 1, 1, 1));
    for (uint32_t n = 0; n < 3; n++) {
        again(b);
        ask(b, load(2 * n, 0xf, 2));
        expect(b, n == 0   ? "0:T2 1:R0.f@0 17:a2 "
                  : n == 1 ? "0:T2 1:R2.f@0 17:a2 "
                           : "0:T2 1:R4.f@0 17:a2 ");
    }
    again(b);
    ask(b, load(0, 1, 3)); /* was dropped */
    expect(b, "0:T3 1:R0.1@0 17:a3 ");
    assert_true(b->s.written == 0);
}

/* The line of 0 was used first, but has an MSHR again. */
static void waiting_lines_stay(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, store(0, 1, 1, 1));
    ask(b, load(0, 2, 2));
    ask(b, store(2, 1, 1, 3));
    ask(b, store(4, 1, 1, 4)); /* in the place of 2 */
    expect(b, "0:T1 1:T2 2:R0.2@0 2:T3 3:T4 4:W2.1 5:a1 7:a3 8:a4 18:a2 ");
}

/* What was written is not dirty any more when it is fetched again. */
static void written_back_once(void **state)
{
    (void)state;
    struct l2_slice_cfg cfg = hand;
    cfg.ways = 1;
    cfg.sets = 1;
    struct bench *b = start(&cfg);
    ask(b, store(0, 3, 3, 1));
    ask(b, load(1, 1, 2));
    again(b);
    ask(b, load(0, 3, 3));
    again(b);
    ask(b, load(1, 1, 4));
    expect(b, "0:T4 1:R1.1@0 17:a4 ");
    assert_true(b->s.written == 2 && b->s.read == 4);
}

/* ---- not taken ------------------------------------------------------------------------- */

static void no_mshr_is_free(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, store(4, 1, 1, 1));
    ask(b, load(0, 1, 2));
    ask(b, load(1, 1, 3));
    assert_false(offer(b, load(3, 1, 4)));
    assert_true(offer(b, load(4, 1, 5)));     /* a hit needs none */
    assert_true(offer(b, load(0, 2, 6)));     /* nor does what merges */
    assert_true(offer(b, store(3, 2, 2, 7))); /* nor a line that is put there whole */
    assert_false(offer(b, load(3, 1, 8)));
    ask(b, load(3, 1, 9)); /* MSHR 1 is answered in 14 */
    assert_int_equal(b->cycle, 16);
}

static void mshr_has_merges(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, load(0, 1, 1));
    ask(b, load(0, 1, 2));
    ask(b, load(0, 1, 3));
    assert_false(offer(b, load(0, 1, 4)));
    assert_true(offer(b, load(1, 1, 5)));
}

/* Filled in 11; answered in 12 and 13: not taken from 12 on, and a hit in 14. */
static void mshr_is_being_answered(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, load(0, 1, 1));
    ask(b, load(0, 1, 2));
    go_to(b, 12);
    assert_false(offer(b, load(0, 1, 3)));
    assert_false(offer(b, load(0, 1, 3)));
    assert_true(offer(b, load(0, 1, 3)));
    expect(b, "0:T1 1:R0.1@0 1:T2 14:T3 17:a1 18:a2 19:a3 ");
    assert_true(b->s.hits == 1);
}

/* Behind another MSHR: it is filled, and waits for its turn. */
static void mshr_waits_to_be_answered(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, load(0, 1, 1));
    ask(b, load(1, 1, 2));
    ask(b, load(0, 1, 3));
    ask(b, load(0, 1, 4));
    go_to(b, 13); /* line 0 is answered in 12 to 14, line 1 in 15 */
    for (; b->cycle < 16;) assert_false(offer(b, load(1, 1, 5)));
    assert_true(offer(b, load(1, 1, 5)));
}

/* Four places: with three in use nothing is taken, not even a hit. */
static void queue_to_the_channel(void **state)
{
    (void)state;
    struct l2_slice_cfg cfg = hand;
    cfg.mshrs = 4;
    cfg.sets = 4;
    struct bench *b = start(&cfg);
    ask(b, store(0, 1, 1, 1));
    b->stalled = true;
    ask(b, load(1, 1, 2));
    ask(b, load(2, 1, 3));
    assert_true(offer(b, load(0, 1, 4))); /* two places are free */
    ask(b, load(3, 1, 5));
    assert_false(offer(b, load(0, 1, 6)));
    assert_false(offer(b, load(3, 1, 6)));
    assert_false(offer(b, store(4, 1, 1, 6)));
    b->stalled = false;
    assert_false(offer(b, load(0, 1, 6))); /* the first leaves in this cycle */
    assert_true(offer(b, load(0, 1, 6)));
    assert_true(b->s.read == 3);
}

/* A fetch stays as it is until it is taken. */
static void fetches_wait_in_order(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    b->stalled = true;
    ask(b, load(0, 3, 1));
    ask(b, load(1, 4, 2));
    for (; b->cycle < 20; cycle(b)) {
        assert_true(b->out.fetch_valid && !b->out.fetch.write);
        assert_true(b->out.fetch.line == 0 && b->out.fetch.sectors == 3);
        assert_int_equal(b->out.fetch.mshr, 0);
    }
    b->stalled = false;
    expect(b, "0:T1 1:T2 20:R0.3@0 21:R1.4@1 36:a1 37:a2 ");
}

static void set_is_full_of_waiting(void **state)
{
    (void)state;
    struct l2_slice_cfg cfg = hand;
    cfg.mshrs = 4;
    struct bench *b = start(&cfg);
    ask(b, load(0, 1, 1));
    ask(b, load(2, 1, 2));
    assert_false(offer(b, load(4, 1, 3)));
    assert_false(offer(b, store(4, 1, 1, 3))); /* put there without a fetch, but put there */
    assert_true(offer(b, load(2, 1, 4)));
    assert_true(offer(b, load(1, 1, 5))); /* the other set */
    ask(b, load(4, 1, 6));                /* line 0 is answered in 12 */
    assert_int_equal(b->cycle, 14);
}

/* ---- atomics --------------------------------------------------------------------------- */

/* The atomic of 3 operations has cycles 1 to 3, that of one has 5 alone. */
static void atomics_are_busy(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, store(0, 1, 1, 1));
    ask(b, atomic(0, 1, 3, 2));
    ask(b, load(0, 1, 3));
    ask(b, atomic(0, 1, 1, 4)); /* one operation in one cycle */
    ask(b, load(0, 1, 5));
    expect(b, "0:T1 1:T2 4:T3 5:T4 5:a1 6:T5 6:a2 9:a3 10:a4 11:a5 ");
    assert_true(b->s.requests[L2_ATOMIC] == 2);
}

/* So it is with one that misses; its sectors come later, and then nothing waits. In 12 and 13 a hit
 * is taken and a request of the MSHR is answered: the hit's answer goes first. */
static void atomics_that_miss_are_busy(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, store(1, 1, 1, 9));
    again(b);
    ask(b, atomic(0, 1, 3, 1));
    ask(b, atomic(0, 1, 4, 2));
    ask(b, load(1, 1, 3));
    go_to(b, b->zero + 12);
    for (uint32_t n = 4; n < 7; n++) ask(b, load(1, 1, n));
    expect(b, "0:T1 1:R0.1@0 3:T2 7:T3 12:T4 12:a3 13:T5 14:T6 17:a4 18:a1 19:a5 20:a2 "
              "21:a6 ");
}

/* ---- no cache -------------------------------------------------------------------------- */

static const struct l2_slice_cfg bare = {
    .sets = 1, .ways = 0, .sectors = 4, .mshrs = 3, .merges = 1, .latency = 5, .depth = 4};

static void no_cache_loads_and_stores(void **state)
{
    (void)state;
    struct bench *b = start(&bare);
    ask(b, load(7, 0x3, 1));
    ask(b, load(7, 0x3, 2)); /* an MSHR of its own */
    ask(b, store(7, 0x6, 0x2, 3));
    expect(b, "0:T1 1:R7.3@0 1:T2 2:R7.3@1 2:T3 3:W7.6 7:a3 17:a1 18:a2 ");
    assert_true(b->s.merged == 0 && b->s.hits == 0 && b->s.written == 2 && b->s.read == 4);
    again(b);
    ask(b, load(7, 0x1, 4)); /* nothing was kept */
    expect(b, "0:T4 1:R7.1@0 17:a4 ");
}

/* Fetched, written, answered; answered in 12, the write leaves in 13, the answer is there in 17. */
static void no_cache_atomics(void **state)
{
    (void)state;
    struct bench *b = start(&bare);
    ask(b, atomic(7, 0x5, 2, 1));
    expect(b, "0:T1 1:R7.5@0 13:W7.5 17:a1 ");
}

static void no_cache_mshrs(void **state)
{
    (void)state;
    struct bench *b = start(&bare);
    ask(b, load(0, 1, 1));
    ask(b, atomic(0, 1, 1, 2));
    ask(b, load(0, 1, 3));
    go_to(b, 6);
    assert_false(offer(b, load(1, 1, 4)));
    assert_false(offer(b, atomic(1, 1, 1, 4)));
    assert_true(offer(b, store(1, 1, 1, 4))); /* needs none */
}

/* Stores 8 to 10 and the write of atomic 0 fill the queue to the channel, in 12. The other atomics
 * are not answered before their writes find room, from 40 on. */
static void no_cache_writes_wait(void **state)
{
    (void)state;
    struct bench *b = start(&bare);
    for (uint32_t n = 0; n < 3; n++) ask(b, atomic(n, 1, 1, n));
    go_to(b, 7);
    b->stalled = true;
    for (uint32_t n = 8; n < 11; n++) ask(b, store(n, 1, 1, n));
    go_to(b, 40);
    b->stalled = false;
    expect(b, "0:T0 1:R0.1@0 1:T1 2:R1.1@1 2:T2 3:R2.1@2 7:T8 8:T9 9:T10 12:a8 13:a9 14:a10 17:a0 "
              "40:W8.1 41:W9.1 42:W10.1 43:W0.1 44:W1.1 45:W2.1 45:a1 46:a2 ");
}

/* ---- answers --------------------------------------------------------------------------- */

/* Answers that nobody takes wait; then one a cycle, in the order of their time. */
static void answers_in_order(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, load(0, 1, 1));
    ask(b, store(1, 1, 1, 2));
    go_to(b, 10);
    ask(b, load(1, 1, 3));
    go_to(b, 13);
    ask(b, load(1, 1, 4));
    expect(b, "0:T1 1:R0.1@0 1:T2 6:a2 10:T3 13:T4 15:a3 17:a1 18:a4 ");
    again(b);
    b->holds_replies = true;
    ask(b, load(1, 1, 5));
    ask(b, load(0, 1, 6));
    go_to(b, b->zero + 20);
    assert_true(b->out.reply_valid);
    assert_int_equal(b->out.reply_handle, 5);
    b->holds_replies = false;
    expect(b, "0:T5 1:T6 20:a5 21:a6 ");
}

/* Replies and fetches do not depend on what comes in. */
static void outputs_are_state_only(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    ask(b, store(0, 1, 1, 1));
    go_to(b, 4);
    b->stalled = true;
    ask(b, load(1, 3, 2));
    const struct l2_slice_in none = {0};
    const struct l2_slice_in some = {
        .valid = true, .request = load(0, 1, 3), .fetch_ready = true, .reply_ready = true};
    struct l2_slice_out a, c;
    l2_slice_eval(&b->s, &none, &a);
    l2_slice_eval(&b->s, &some, &c);
    assert_true(a.fetch_valid && c.fetch_valid && a.reply_valid && c.reply_valid);
    assert_true(!a.taken && c.taken);
    assert_true(a.reply_handle == 1 && c.reply_handle == 1);
    assert_true(a.fetch.line == 1 && c.fetch.line == 1);
}

/* ---- a naive twin ---------------------------------------------------------------------- */

enum { REQUESTS = 6000, LINES = 256 };

struct twin_line {
    uint64_t line;
    uint32_t valid, dirty;
    uint64_t used; /* cycle */
};

struct twin_mshr {
    bool used;
    uint64_t line;
    uint32_t asked, under_way; /* sectors; fetches */
    uint32_t count, next;
    struct l2_request request[L2_SLICE_MAX_MERGES];
};

struct twin {
    struct l2_slice_cfg cfg;
    uint64_t cycle, free_at;
    uint32_t lines;
    struct twin_line line[LINES];
    struct twin_mshr mshr[L2_SLICE_MAX_MSHRS];
    uint32_t done[REQUESTS], dones, answered; /* MSHRs */
    struct l2_fetch fetch[3 * REQUESTS];
    uint32_t fetches, fetched;
    struct {
        uint64_t at;
        uint32_t handle;
    } reply[REQUESTS];
    uint32_t replies, replied;
    uint64_t hits, merged, requests[3], read, written;
};

static struct twin_line *line_of(struct twin *t, uint64_t line)
{
    for (uint32_t i = 0; i < t->lines; i++)
        if (t->line[i].line == line) return &t->line[i];
    return NULL;
}

static struct twin_mshr *mshr_of(struct twin *t, uint64_t line)
{
    for (uint32_t i = 0; i < t->cfg.mshrs; i++)
        if (t->mshr[i].used && t->mshr[i].line == line) return &t->mshr[i];
    return NULL;
}

static struct twin_mshr *free_mshr(struct twin *t)
{
    for (uint32_t i = 0; i < t->cfg.mshrs; i++)
        if (!t->mshr[i].used) return &t->mshr[i];
    return NULL;
}

static uint32_t needs(struct twin *t, const struct l2_request *r)
{
    const struct twin_line *l = line_of(t, r->line);
    return r->sectors & ~(l != NULL ? l->valid : 0) & ~(r->kind == L2_STORE ? r->whole : 0);
}

/* The line of the set that would be replaced; *lines: how many the set has. NULL: all wait. */
static struct twin_line *victim(struct twin *t, uint64_t line, uint32_t *lines)
{
    struct twin_line *oldest = NULL;
    *lines = 0;
    for (uint32_t i = 0; i < t->lines; i++) {
        struct twin_line *l = &t->line[i];
        if (l->line % t->cfg.sets != line % t->cfg.sets) continue;
        ++*lines;
        if (mshr_of(t, l->line) != NULL) continue;
        if (oldest == NULL || l->used < oldest->used) oldest = l;
    }
    return oldest;
}

static bool twin_takes(struct twin *t, const struct l2_request *r)
{
    uint32_t lines;
    if (t->cycle < t->free_at || t->fetches - t->fetched + 2 > t->cfg.depth) return false;
    if (t->cfg.ways == 0) return r->kind == L2_STORE || free_mshr(t) != NULL;
    const struct twin_mshr *m = mshr_of(t, r->line);
    if (m != NULL) return m->under_way > 0 && m->count < t->cfg.merges;
    if (line_of(t, r->line) == NULL && victim(t, r->line, &lines) == NULL && lines == t->cfg.ways)
        return false;
    return needs(t, r) == 0 || free_mshr(t) != NULL;
}

static void twin_fetch(struct twin *t, bool write, uint64_t line, uint32_t sectors, uint32_t mshr)
{
    assert_true(t->fetches < 3 * REQUESTS && t->fetches - t->fetched < t->cfg.depth);
    t->fetch[t->fetches++] = (struct l2_fetch){write, line, sectors, mshr};
    *(write ? &t->written : &t->read) += bits_of(sectors);
}

static void twin_reply(struct twin *t, const struct l2_request *r)
{
    assert_true(t->replies < REQUESTS);
    t->reply[t->replies].at = t->cycle + t->cfg.latency;
    t->reply[t->replies++].handle = r->handle;
}

static void twin_put(struct twin *t, uint64_t line)
{
    uint32_t lines;
    struct twin_line *l = victim(t, line, &lines);
    if (lines < t->cfg.ways) {
        assert_true(t->lines < LINES);
        l = &t->line[t->lines++];
    } else if (l->dirty != 0) {
        twin_fetch(t, true, l->line, l->dirty, 0);
    }
    *l = (struct twin_line){line, 0, 0, 0};
}

static void twin_performs(struct twin *t, const struct l2_request *r)
{
    struct twin_line *l = line_of(t, r->line);
    if (t->cfg.ways == 0 && r->kind != L2_LOAD) twin_fetch(t, true, r->line, r->sectors, 0);
    if (t->cfg.ways > 0 && r->kind != L2_LOAD) {
        l->valid |= r->sectors;
        l->dirty |= r->sectors;
    }
    twin_reply(t, r);
}

/* Behind the others of its MSHR, or in a new one. */
static void twin_waits(struct twin *t, struct twin_mshr *m, const struct l2_request *r)
{
    const uint32_t sectors = t->cfg.ways == 0 ? r->sectors : needs(t, r);
    if (m == NULL) {
        m = free_mshr(t);
        *m = (struct twin_mshr){.used = true, .line = r->line};
    } else {
        t->merged++;
    }
    m->request[m->count++] = *r;
    if ((sectors & ~m->asked) == 0) return;
    twin_fetch(t, false, r->line, sectors & ~m->asked, (uint32_t)(m - t->mshr));
    m->asked |= sectors;
    m->under_way++;
}

static void twin_take(struct twin *t, const struct l2_request *r)
{
    t->requests[r->kind]++;
    if (r->kind == L2_ATOMIC) t->free_at = t->cycle + r->operations;
    if (t->cfg.ways == 0) {
        if (r->kind == L2_STORE) twin_performs(t, r);
        else twin_waits(t, NULL, r);
        return;
    }
    struct twin_mshr *m = mshr_of(t, r->line);
    if (line_of(t, r->line) == NULL) twin_put(t, r->line);
    line_of(t, r->line)->used = t->cycle + 1;
    if (m == NULL && needs(t, r) == 0) {
        t->hits++;
        twin_performs(t, r);
    } else {
        twin_waits(t, m, r);
    }
}

/* The next request of the MSHR whose turn it is. */
static void twin_answer(struct twin *t)
{
    struct twin_mshr *m = &t->mshr[t->done[t->answered]];
    const struct l2_request *r = &m->request[m->next];
    if (t->cfg.ways == 0 && r->kind == L2_ATOMIC && t->fetches - t->fetched == t->cfg.depth) return;
    twin_performs(t, r);
    if (++m->next < m->count) return;
    m->used = false;
    t->answered++;
}

static void twin_tick(struct twin *t, const struct l2_slice_in *in, const struct l2_slice_out *out)
{
    const bool answers = t->answered < t->dones;
    t->fetched += out->fetch_valid && in->fetch_ready;
    t->replied += out->reply_valid && in->reply_ready;
    if (out->taken) twin_take(t, &in->request);
    if (answers) twin_answer(t);
    if (in->fill_valid) {
        struct twin_mshr *m = &t->mshr[in->fill_mshr];
        struct twin_line *l = line_of(t, m->line);
        if (--m->under_way == 0) {
            t->done[t->dones++] = in->fill_mshr;
            if (l != NULL) l->valid |= m->asked;
        }
    }
    t->cycle++;
}

static void compare(struct twin *t, const struct l2_slice_in *in, const struct l2_slice_out *out)
{
    const bool replies = t->replied < t->replies && t->reply[t->replied].at <= t->cycle;
    assert_int_equal(out->taken, in->valid && twin_takes(t, &in->request));
    assert_int_equal(out->fetch_valid, t->fetched < t->fetches);
    assert_int_equal(out->reply_valid, replies);
    if (replies) assert_int_equal(out->reply_handle, t->reply[t->replied].handle);
    if (!out->fetch_valid) return;
    const struct l2_fetch *f = &t->fetch[t->fetched];
    assert_int_equal(out->fetch.write, f->write);
    assert_true(out->fetch.line == f->line);
    assert_int_equal(out->fetch.sectors, f->sectors);
    if (!f->write) assert_int_equal(out->fetch.mshr, f->mshr);
}

/* Tags: what is dirty is valid, no line is there twice, and none that the twin does not have. */
static void compare_tags(const struct l2_slice *s, struct twin *t)
{
    uint32_t lines = 0;
    for (uint32_t i = 0; i < s->cfg.sets * s->cfg.ways; i++) {
        const struct l2_line *l = &s->line[i];
        if (!l->present) continue;
        lines++;
        const struct twin_line *own = line_of(t, l->line);
        assert_non_null(own);
        assert_int_equal(l->valid, own->valid);
        assert_int_equal(l->dirty, own->dirty);
        assert_true((l->dirty & ~l->valid) == 0 && l->valid >> s->cfg.sectors == 0);
        assert_int_equal(l->waits, mshr_of(t, l->line) != NULL);
        for (uint32_t k = 0; k < i; k++)
            assert_true(!s->line[k].present || s->line[k].line != l->line);
    }
    assert_int_equal(lines, t->lines);
    for (uint32_t i = 0; i < s->cfg.mshrs; i++) assert_int_equal(s->mshr[i].used, t->mshr[i].used);
}

/* Chances in 16: of a request, of what the channel and the crossbar take, of a fill. */
static const struct run {
    const char *name;
    struct l2_slice_cfg cfg;
    uint32_t lines; /* that are asked for */
    uint32_t asks, fetches, fills, replies, atomics;
} runs[] = {
    {"random_hand", {2, 2, 4, 2, 3, 5, 4}, 8, 12, 12, 4, 14, 3},
    {"random_fermi", {64, 2, 4, 32, 8, 20, 16}, 160, 15, 12, 9, 15, 1},
    {"random_small", {8, 2, 2, 4, 2, 8, 3}, 24, 12, 12, 4, 14, 2},
    {"random_odd_sets", {5, 3, 1, 3, 3, 7, 2}, 24, 12, 15, 5, 15, 3},
    {"random_one_line", {1, 1, 8, 4, 16, 1, 8}, 2, 14, 12, 3, 12, 2},
    {"random_merges", {1, 2, 8, 8, 16, 30, 12}, 3, 15, 8, 1, 15, 1},
    {"random_wide_set", {1, 16, 4, 64, 4, 3, 32}, 40, 15, 12, 9, 15, 1},
    {"random_hits", {16, 16, 8, 8, 4, 40, 8}, 200, 15, 12, 3, 16, 0},
    {"random_slow_channel", {4, 4, 4, 8, 4, 9, 6}, 40, 14, 2, 2, 12, 2},
    {"random_slow_replies", {4, 4, 4, 8, 4, 9, 6}, 20, 10, 12, 6, 5, 2},
    {"random_no_cache", {1, 0, 4, 8, 1, 20, 6}, 9, 12, 12, 6, 14, 4},
    {"random_no_cache_full", {1, 0, 4, 64, 1, 4, 2}, 9, 14, 8, 8, 12, 8},
};

static struct l2_request draw(const struct run *run, uint32_t handle, struct hd_rng *rng)
{
    const uint32_t all = (1U << run->cfg.sectors) - 1;
    const uint32_t kind = hd_rng_chance(rng, run->atomics, 16) ? (uint32_t)L2_ATOMIC
                          : hd_rng_chance(rng, 1, 3)           ? (uint32_t)L2_STORE
                                                               : (uint32_t)L2_LOAD;
    uint32_t sectors = 1 + hd_rng_below(rng, all);
    if (hd_rng_chance(rng, 1, 4)) sectors = all;
    uint32_t whole = sectors;
    if (hd_rng_chance(rng, 1, 2)) whole &= (uint32_t)hd_rng_next(rng);
    return (struct l2_request){kind,
                               hd_rng_below(rng, run->lines),
                               sectors,
                               kind == L2_STORE ? whole : 0,
                               kind == L2_ATOMIC ? 1 + hd_rng_below(rng, 6) : 0,
                               handle};
}

struct reads {
    uint32_t count;
    uint32_t mshr[3 * REQUESTS];
};

/* Inputs of a cycle. A request that was not taken is offered again, or given up. Only so many
 * requests may be under way as there are places for answers. */
static void draw_inputs(const struct run *run, struct l2_slice_in *in, bool keep, bool may,
                        uint32_t handle, const struct reads *reads, struct hd_rng *rng)
{
    if (!keep || !in->valid) {
        in->valid = may && hd_rng_chance(rng, run->asks, 16);
        if (in->valid) in->request = draw(run, handle, rng);
    }
    in->fetch_ready = hd_rng_chance(rng, run->fetches, 16);
    in->reply_ready = hd_rng_chance(rng, run->replies, 16);
    in->fill_valid = reads->count > 0 && hd_rng_chance(rng, run->fills, 16);
}

static void random_requests(void **state)
{
    const struct run *run = *state;
    static struct l2_slice s;
    static struct twin t;
    static struct reads reads;
    static uint8_t answers[REQUESTS];
    struct l2_slice_in in = {0};
    struct l2_slice_out out = {0};
    struct hd_rng rng;
    uint32_t asked = 0;
    hd_rng_seed(&rng, run->lines + run->cfg.depth);
    memset(&t, 0, sizeof t);
    memset(answers, 0, sizeof answers);
    reads.count = 0;
    t.cfg = run->cfg;
    assert_null(l2_slice_init(&s, &run->cfg));
    while (t.cycle < 400000 && t.replied < REQUESTS) {
        const bool keep = !out.taken && hd_rng_chance(&rng, 3, 4);
        const bool may = asked < REQUESTS && asked - t.replied < L2_SLICE_MAX_REPLIES - 1;
        draw_inputs(run, &in, keep, may, asked, &reads, &rng);
        uint32_t which = 0;
        if (in.fill_valid) {
            which = hd_rng_below(&rng, reads.count);
            in.fill_mshr = reads.mshr[which];
        }
        l2_slice_eval(&s, &in, &out);
        compare(&t, &in, &out);
        if (in.fill_valid) reads.mshr[which] = reads.mshr[--reads.count];
        if (out.fetch_valid && in.fetch_ready && !out.fetch.write)
            reads.mshr[reads.count++] = out.fetch.mshr;
        if (out.reply_valid && in.reply_ready) answers[out.reply_handle]++;
        asked += out.taken;
        twin_tick(&t, &in, &out);
        l2_slice_tick(&s, &in, &out);
        if (t.cycle % 16 == 0) compare_tags(&s, &t);
    }
    assert_int_equal(asked, REQUESTS);
    for (uint32_t i = 0; i < REQUESTS; i++) assert_int_equal(answers[i], 1);
    assert_true(s.hits == t.hits && s.merged == t.merged);
    assert_true(s.read == t.read && s.written == t.written);
    for (uint32_t k = 0; k < 3; k++) assert_true(s.requests[k] == t.requests[k]);
    assert_true(run->cfg.ways == 0 || (t.hits > 100 && t.merged > 20));
    compare_tags(&s, &t);
}

static void init_refuses(void **state)
{
    (void)state;
    static struct l2_slice s;
    static const struct l2_slice_cfg bad[] = {
        {0, 2, 4, 2, 3, 5, 4},  {4096, 4, 4, 2, 3, 5, 4}, {2, 17, 4, 2, 3, 5, 4},
        {2, 2, 0, 2, 3, 5, 4},  {2, 2, 9, 2, 3, 5, 4},    {2, 2, 4, 0, 3, 5, 4},
        {2, 2, 4, 65, 3, 5, 4}, {2, 2, 4, 2, 0, 5, 4},    {2, 2, 4, 2, 17, 5, 4},
        {2, 2, 4, 2, 3, 5, 1},  {2, 2, 4, 2, 3, 5, 33},   {2, 2, 4, 2, 3, 0, 4},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (l2_slice_init(&s, &bad[i]) == NULL) fail_msg("size %u is not refused", (uint32_t)i);
    assert_null(l2_slice_init(&s, &(struct l2_slice_cfg){512, 16, 8, 64, 16, 1, 32}));
    assert_null(l2_slice_init(&s, &(struct l2_slice_cfg){1, 0, 1, 1, 1, 1, 2}));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(miss_then_hit),
        cmocka_unit_test(latency_of_a_hit),
        cmocka_unit_test(whole_stores_hit),
        cmocka_unit_test(partial_stores_miss),
        cmocka_unit_test(loads_and_atomics_need_all),
        cmocka_unit_test(merge),
        cmocka_unit_test(merge_of_a_hit_waits),
        cmocka_unit_test(merge_behind_a_store),
        cmocka_unit_test(lowest_mshr),
        cmocka_unit_test(one_mshr_after_the_other),
        cmocka_unit_test(least_recently_used),
        cmocka_unit_test(clean_lines_are_dropped),
        cmocka_unit_test(waiting_lines_stay),
        cmocka_unit_test(written_back_once),
        cmocka_unit_test(no_mshr_is_free),
        cmocka_unit_test(mshr_has_merges),
        cmocka_unit_test(mshr_is_being_answered),
        cmocka_unit_test(mshr_waits_to_be_answered),
        cmocka_unit_test(queue_to_the_channel),
        cmocka_unit_test(fetches_wait_in_order),
        cmocka_unit_test(set_is_full_of_waiting),
        cmocka_unit_test(atomics_are_busy),
        cmocka_unit_test(atomics_that_miss_are_busy),
        cmocka_unit_test(no_cache_loads_and_stores),
        cmocka_unit_test(no_cache_atomics),
        cmocka_unit_test(no_cache_mshrs),
        cmocka_unit_test(no_cache_writes_wait),
        cmocka_unit_test(answers_in_order),
        cmocka_unit_test(outputs_are_state_only),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_requests,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("l2_slice", tests, NULL, NULL);
}
