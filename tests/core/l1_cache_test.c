/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the L1 cache: each sentence of the page, its races, a naive twin that
 * remembers which lines were ever put into a set, a memory that counts what was written to each
 * line (the invariants answered and fresh), and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/l1_cache.h"

enum {
    LOAD = L1_CACHE_LOAD,
    STORE = L1_CACHE_STORE,
    ATOMIC = L1_CACHE_ATOMIC,
    WORDS = L1_CACHE_MAX_WORDS,
    RIDER = L1_CACHE_MAX_RIDER,
    MSHRS = L1_CACHE_MAX_MSHRS,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct l1_cache s;
    struct l1_cache_in in;
    struct l1_cache_out out;
};

static struct bench b; /* too large for a stack */

static const struct l1_cache_cfg hand = {.sets = 4,
                                         .ways = 2,
                                         .line_bytes = 8,
                                         .line_width = 10,
                                         .mshrs = 3,
                                         .merges = 2,
                                         .rider_width = 40};

static void quiet(void)
{
    memset(&b.in, 0, sizeof b.in);
    b.in.rsp_ready = true;
    b.in.mem_ready = true;
}

static void start(void)
{
    assert_null(l1_cache_init(&b.s, &hand));
    assert_null(l1_cache_check(&b.s));
    quiet();
}

/* One cycle with the inputs set since the last; out stays to be looked at. Of what was there at its
 * edge answers and requests are looked at after it: see expect_answer. */
static void cycle(void)
{
    const char *broken = l1_cache_promise(&b.s, &b.in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    l1_cache_eval(&b.s, &b.in, &b.out);
    l1_cache_tick(&b.s, &b.in, &b.out);
    broken = l1_cache_check(&b.s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet();
}

static void request(uint32_t kind, uint64_t line, uint32_t rider)
{
    b.in.req_valid = true;
    b.in.req_kind = kind;
    b.in.req_line = line;
    b.in.req_rider[0] = rider;
    b.in.req_rider[1] = rider & 0xff;
    b.in.req_data[0] = rider + 1000;
    b.in.req_data[1] = rider + 2000;
    b.in.req_be[0] = 0xa5;
    b.in.req_expect[0] = rider + 3000;
    b.in.req_expect[1] = rider + 4000;
}

static void fill(uint32_t id, uint32_t value)
{
    b.in.fill_valid = true;
    b.in.fill_id = id;
    b.in.fill_data[0] = value;
    b.in.fill_data[1] = ~value;
}

/* A cycle in which this is what becomes of the request. */
static void cycle_taken(uint32_t outcome)
{
    cycle();
    assert_true(b.out.req_ready);
    assert_int_equal(b.out.outcome, outcome);
    assert_int_equal(b.out.blocked, L1_CACHE_FREE);
}

static void cycle_blocked(uint32_t reason)
{
    cycle();
    assert_false(b.out.req_ready);
    assert_int_equal(b.out.outcome, L1_CACHE_NONE);
    assert_int_equal(b.out.blocked, reason);
}

/* What is on offer in the cycle that comes. */
static void expect_answer(uint32_t kind, uint32_t rider, uint32_t value)
{
    struct l1_cache_out out;
    l1_cache_eval(&b.s, &b.in, &out);
    assert_true(out.rsp_valid);
    assert_int_equal(out.rsp_kind, kind);
    assert_int_equal(out.rsp_rider[0], rider);
    assert_int_equal(out.rsp_rider[1], rider & 0xff);
    assert_false(out.idle);
    if (kind == STORE) return;
    assert_int_equal(out.rsp_data[0], value);
    assert_int_equal(out.rsp_data[1], ~value);
}

static void expect_no_answer(void)
{
    struct l1_cache_out out;
    l1_cache_eval(&b.s, &b.in, &out);
    assert_false(out.rsp_valid);
}

static void expect_sent(uint32_t kind, uint32_t id, uint64_t line, uint32_t rider)
{
    struct l1_cache_out out;
    l1_cache_eval(&b.s, &b.in, &out);
    assert_true(out.mem_valid);
    assert_int_equal(out.mem_kind, kind);
    assert_int_equal(out.mem_id, id);
    assert_int_equal(out.mem_line, line);
    assert_int_equal(out.mem_rider[0], rider);
    assert_int_equal(out.mem_rider[1], rider & 0xff);
    if (kind == LOAD) return;
    assert_int_equal(out.mem_data[0], rider + 1000);
    assert_int_equal(out.mem_data[1], rider + 2000);
    assert_int_equal(out.mem_be[0], 0xa5);
    if (kind == STORE) return;
    assert_int_equal(out.mem_expect[0], rider + 3000);
    assert_int_equal(out.mem_expect[1], rider + 4000);
}

static void expect_nothing_sent(void)
{
    struct l1_cache_out out;
    l1_cache_eval(&b.s, &b.in, &out);
    assert_false(out.mem_valid);
}

static void expect_idle(bool idle)
{
    struct l1_cache_out out;
    l1_cache_eval(&b.s, &b.in, &out);
    assert_int_equal(out.idle, idle);
}

/* The line comes into the cache, its rider has been answered. MSHR 0 is free before. */
static void bring(uint64_t line, uint32_t value)
{
    request(LOAD, line, 1);
    cycle_taken(L1_CACHE_MISS);
    cycle(); /* accepted by memory */
    fill(0, value);
    cycle(); /* in the fill register */
    cycle(); /* handed out */
    expect_answer(LOAD, 1, value);
    cycle(); /* taken */
    expect_idle(true);
}

/* Is the line in the cache? Asked without a request, which would change things. */
static bool is_in_cache(uint64_t line)
{
    struct l1_cache_out out;
    const struct l1_cache_in in = {.req_line = line};
    l1_cache_eval(&b.s, &in, &out);
    return out.way < hand.ways;
}

/* ---- requests -------------------------------------------------------------------------- */

static void load_misses_then_hits(void **state)
{
    (void)state;
    start();
    expect_idle(true);
    request(LOAD, 0x155, 7);
    cycle_taken(L1_CACHE_MISS);
    expect_idle(false);
    expect_sent(LOAD, 0, 0x155, 7);
    cycle();
    expect_nothing_sent();
    fill(0, 0x1234);
    cycle();
    assert_true(b.out.fill_ready);
    expect_no_answer();
    cycle();
    assert_false(b.out.fill_ready);
    expect_answer(LOAD, 7, 0x1234);
    request(LOAD, 0x155, 8);
    cycle_taken(L1_CACHE_HIT);
    assert_true(b.out.fill_ready);
    expect_answer(LOAD, 8, 0x1234);
    expect_nothing_sent();
    cycle();
    expect_idle(true);
}

/* All bits of a line's number count, those of the set and those above. */
static void line_is_all_its_bits(void **state)
{
    (void)state;
    for (uint32_t bit = 0; bit < 10; bit++) {
        start();
        bring(0x2aa, 1);
        request(LOAD, 0x2aa ^ UINT64_C(1) << bit, 5);
        cycle_taken(L1_CACHE_MISS);
        request(LOAD, 0x2aa, 6);
        cycle_taken(L1_CACHE_HIT);
    }
}

static void loads_merge_in_order(void **state)
{
    (void)state;
    start();
    request(LOAD, 9, 0x81);
    cycle_taken(L1_CACHE_MISS);
    request(LOAD, 9, 0x82);
    cycle_taken(L1_CACHE_MERGED);
    expect_nothing_sent();
    request(LOAD, 9, 0x83);
    cycle_blocked(L1_CACHE_NO_PLACE);
    request(LOAD, 5, 0x84); /* the same set, another line */
    cycle_taken(L1_CACHE_MISS);
    expect_sent(LOAD, 1, 5, 0x84);
    fill(0, 99);
    cycle();
    cycle();
    expect_answer(LOAD, 0x81, 99);
    cycle();
    expect_answer(LOAD, 0x82, 99);
    cycle();
    expect_no_answer();
    assert_int_equal(b.s.used, 2);
}

static void mshrs_run_out(void **state)
{
    (void)state;
    start();
    for (uint32_t i = 0; i < 3; i++) {
        request(i == 1 ? STORE : LOAD, 0x10 + i, i);
        cycle_taken(i == 1 ? L1_CACHE_STORED : L1_CACHE_MISS);
        expect_sent(i == 1 ? STORE : LOAD, i, 0x10 + i, i);
    }
    request(LOAD, 0x20, 3);
    b.in.mem_ready = false; /* MSHRs go before registers */
    cycle_blocked(L1_CACHE_NO_MSHR);
    request(ATOMIC, 0x20, 3);
    cycle_blocked(L1_CACHE_NO_MSHR);
    request(LOAD, 0x12, 4); /* needs none */
    cycle_taken(L1_CACHE_MERGED);
    fill(1, 0);
    cycle();
    cycle(); /* the lowest free one is 1 from now on */
    expect_answer(STORE, 1, 0);
    request(LOAD, 0x20, 3);
    cycle_taken(L1_CACHE_MISS);
    expect_sent(LOAD, 1, 0x20, 3);
}

static void store_goes_through(void **state)
{
    (void)state;
    for (uint32_t kind = STORE; kind <= ATOMIC; kind++) {
        start();
        bring(0x33, 5);
        request(kind, 0x33, 0x77);
        cycle_taken(kind == STORE ? L1_CACHE_STORED : L1_CACHE_ATOMIC_SENT);
        expect_sent(kind, 0, 0x33, 0x77);
        assert_false(is_in_cache(0x33));
        request(LOAD, 0x33, 0x78); /* behind it */
        cycle_taken(L1_CACHE_MISS);
        expect_sent(LOAD, 1, 0x33, 0x78);
        fill(0, 5);
        cycle();
        assert_false(is_in_cache(0x33));
        cycle();
        expect_answer(kind, 0x77, 5);
        fill(1, 6);
        cycle();
        cycle();
        expect_answer(LOAD, 0x78, 6);
        assert_true(is_in_cache(0x33));
    }
}

/* Stores do not merge: each one has an MSHR. */
static void stores_of_one_line(void **state)
{
    (void)state;
    start();
    for (uint32_t i = 0; i < 3; i++) {
        request(STORE, 0x40, i);
        cycle_taken(L1_CACHE_STORED);
        expect_sent(STORE, i, 0x40, i);
    }
    cycle();
    for (uint32_t i = 3; i-- > 0;) { /* answers in any order */
        fill(i, 0);
        cycle();
        cycle();
        expect_answer(STORE, i, 0);
    }
    cycle();
    expect_idle(true);
}

static void store_closes_mshr(void **state)
{
    (void)state;
    start();
    request(LOAD, 7, 1);
    cycle_taken(L1_CACHE_MISS);
    request(STORE, 7, 2);
    cycle_taken(L1_CACHE_STORED);
    request(LOAD, 7, 3);
    cycle_taken(L1_CACHE_MISS); /* an MSHR of its own */
    expect_sent(LOAD, 2, 7, 3);
    cycle();
    fill(0, 10);
    cycle();
    assert_false(is_in_cache(7));
    cycle();
    expect_answer(LOAD, 1, 10);
    request(LOAD, 7, 4);
    cycle_taken(L1_CACHE_MERGED);
    fill(2, 11);
    cycle();
    assert_true(is_in_cache(7));
    cycle();
    expect_answer(LOAD, 3, 11);
    cycle();
    expect_answer(LOAD, 4, 11);
}

/* ---- registers ------------------------------------------------------------------------- */

static void answer_waits(void **state)
{
    (void)state;
    start();
    bring(1, 50);
    bring(2, 60);
    request(LOAD, 1, 1);
    cycle_taken(L1_CACHE_HIT);
    for (int i = 0; i < 3; i++) {
        expect_answer(LOAD, 1, 50);
        request(LOAD, 2, 2);
        b.in.rsp_ready = false;
        cycle_blocked(L1_CACHE_NO_REGISTER);
    }
    request(LOAD, 2, 2);
    cycle_taken(L1_CACHE_HIT);
    expect_answer(LOAD, 2, 60);
}

static void request_waits(void **state)
{
    (void)state;
    start();
    request(STORE, 1, 1);
    cycle_taken(L1_CACHE_STORED);
    for (int i = 0; i < 3; i++) {
        expect_sent(STORE, 0, 1, 1);
        request(LOAD, 2, 2);
        b.in.mem_ready = false;
        cycle_blocked(L1_CACHE_NO_REGISTER);
    }
    request(LOAD, 2, 2);
    cycle_taken(L1_CACHE_MISS);
    expect_sent(LOAD, 1, 2, 2);
}

static void hand_out_waits_for_room(void **state)
{
    (void)state;
    start();
    bring(1, 50);
    request(LOAD, 6, 2);
    cycle();
    request(LOAD, 1, 3);
    cycle_taken(L1_CACHE_HIT);
    fill(0, 70);
    b.in.rsp_ready = false;
    cycle();
    b.in.rsp_ready = false;
    cycle();
    assert_false(b.out.fill_ready);
    expect_answer(LOAD, 3, 50);
    assert_int_equal(b.s.used, 1);
    cycle();
    expect_answer(LOAD, 2, 70);
    assert_int_equal(b.s.used, 0);
}

/* A cache that writes through has no word that memory has not. */
static void words_are_below(void **state)
{
    (void)state;
    start();
    bring(1, 50);
    assert_true(is_in_cache(1));
    assert_int_equal(l1_cache_word(&b.s, 1 * hand.line_bytes, 51), 51);
    assert_int_equal(l1_cache_word(&b.s, 2 * hand.line_bytes, 52), 52);
}

/* Ready without a request says what would be; outcome and blocked are of requests. */
static void nothing_offered(void **state)
{
    (void)state;
    start();
    cycle();
    assert_true(b.out.req_ready);
    assert_int_equal(b.out.outcome, L1_CACHE_NONE);
    request(LOAD, 1, 1);
    cycle();
    b.in.mem_ready = false;
    cycle();
    assert_false(b.out.req_ready);
    assert_int_equal(b.out.blocked, L1_CACHE_FREE);
}

/* ---- the lines of a set ---------------------------------------------------------------- */

static void places_in_turn(void **state)
{
    (void)state;
    start();
    bring(0x01, 1); /* place 0 of set 1 */
    bring(0x05, 2); /* place 1 */
    assert_true(is_in_cache(0x01) && is_in_cache(0x05));
    bring(0x09, 3); /* place 0 */
    assert_true(!is_in_cache(0x01) && is_in_cache(0x05) && is_in_cache(0x09));
    request(STORE, 0x09, 1);
    cycle();
    cycle();
    fill(0, 0);
    cycle();
    cycle();
    cycle();
    bring(0x0d, 4); /* place 1, though 0 is empty */
    assert_true(!is_in_cache(0x05) && !is_in_cache(0x09) && is_in_cache(0x0d));
    bring(0x02, 5); /* another set has a turn of its own */
    assert_true(is_in_cache(0x0d) && is_in_cache(0x02));
}

static void clear_forgets_lines(void **state)
{
    (void)state;
    start();
    bring(0x01, 1);
    bring(0x02, 2);
    b.in.clear = true;
    cycle();
    assert_true(!is_in_cache(0x01) && !is_in_cache(0x02));
    bring(0x05, 3); /* the turns stay: place 1 */
    bring(0x09, 4); /* place 0 */
    assert_true(is_in_cache(0x05) && is_in_cache(0x09));
    bring(0x0d, 5);
    assert_true(!is_in_cache(0x05));
}

static void reset_forgets_all(void **state)
{
    (void)state;
    start();
    bring(1, 1);
    request(LOAD, 2, 1);
    cycle();
    request(STORE, 3, 2);
    cycle();
    fill(0, 1);
    cycle();
    l1_cache_reset(&b.s);
    assert_null(l1_cache_check(&b.s));
    expect_idle(true);
    expect_nothing_sent();
    expect_no_answer();
    cycle();
    assert_true(b.out.fill_ready);
    assert_false(is_in_cache(1));
    assert_false(is_in_cache(2));
    assert_int_equal(b.s.turn[1], 0);
}

/* ---- the races ------------------------------------------------------------------------- */

static void race_fill_and_merge(void **state)
{
    (void)state;
    start();
    request(LOAD, 7, 1);
    cycle();
    cycle();
    fill(0, 42);
    request(LOAD, 7, 2);
    cycle_taken(L1_CACHE_MERGED);
    cycle();
    expect_answer(LOAD, 1, 42);
    cycle();
    expect_answer(LOAD, 2, 42);
}

/* The load finds no place; in the next cycle the line is there, but a fill is handed out. */
static void race_fill_and_no_place(void **state)
{
    (void)state;
    start();
    request(LOAD, 7, 1);
    cycle();
    request(LOAD, 7, 2);
    cycle();
    fill(0, 42);
    request(LOAD, 7, 3);
    cycle_blocked(L1_CACHE_NO_PLACE);
    request(LOAD, 7, 3);
    cycle_blocked(L1_CACHE_NO_REGISTER);
    request(LOAD, 7, 3);
    cycle_blocked(L1_CACHE_NO_REGISTER);
    expect_answer(LOAD, 2, 42);
    request(LOAD, 7, 3);
    cycle_taken(L1_CACHE_HIT);
    expect_answer(LOAD, 3, 42);
}

static void race_fill_and_store(void **state)
{
    (void)state;
    for (uint32_t kind = STORE; kind <= ATOMIC; kind++) {
        start();
        request(LOAD, 7, 1);
        cycle();
        cycle();
        fill(0, 42);
        request(kind, 7, 2);
        cycle();
        assert_true(b.out.req_ready && b.out.fill_ready);
        assert_false(is_in_cache(7));
        assert_int_equal(b.s.turn[3], 0);
        cycle();
        expect_answer(LOAD, 1, 42); /* as it was before the store */
    }
}

static void race_fill_and_store_to_another(void **state)
{
    (void)state;
    start();
    request(LOAD, 7, 1);
    cycle();
    cycle();
    fill(0, 42);
    request(STORE, 3, 2);
    cycle_taken(L1_CACHE_STORED);
    assert_true(is_in_cache(7));
    cycle();
    expect_answer(LOAD, 1, 42);
}

static void race_last_rider_and_request(void **state)
{
    (void)state;
    start();
    for (uint32_t i = 0; i < 3; i++) {
        request(LOAD, 0x10 + i, i);
        cycle();
    }
    fill(0, 1);
    cycle();
    request(LOAD, 0x20, 5);
    cycle_blocked(L1_CACHE_NO_MSHR); /* it is handed out in this cycle */
    request(LOAD, 0x20, 5);
    cycle_taken(L1_CACHE_MISS);
    expect_sent(LOAD, 0, 0x20, 5);
}

/* The line whose place is taken: a hit in this cycle has it still, a store does no harm. */
static void race_fill_takes_the_place(void **state)
{
    (void)state;
    for (uint32_t kind = LOAD; kind <= STORE; kind++) {
        start();
        bring(0x01, 1);
        bring(0x05, 2);
        request(LOAD, 0x09, 9);
        cycle();
        cycle();
        fill(0, 3);
        request(kind, 0x01, 4);
        cycle_taken(kind == LOAD ? L1_CACHE_HIT : L1_CACHE_STORED);
        if (kind == LOAD) expect_answer(LOAD, 4, 1);
        cycle();
        assert_true(!is_in_cache(0x01) && is_in_cache(0x05) && is_in_cache(0x09));
    }
}

/* ---- a naive twin ---------------------------------------------------------------------- */

enum { LONGEST = 30000, NOTHING = LONGEST };

/* A line that was put into its set. It is there unless it was taken out, or as many lines as the
 * set has places came after it. */
struct placed {
    uint64_t line;
    bool gone;
    uint32_t before; /* the one before it in this set, or NOTHING */
    uint32_t data[WORDS];
};

struct order {
    bool used, open;
    uint32_t kind;
    uint64_t line;
    uint32_t riders;
    uint32_t rider[L1_CACHE_MAX_MERGES][RIDER];
};

struct beat {
    bool valid;
    uint32_t kind, id;
    uint64_t line;
    uint32_t rider[RIDER], data[WORDS], be[L1_CACHE_MAX_BE], expect[WORDS];
};

struct twin {
    const struct l1_cache_cfg *cfg;
    struct placed placed[LONGEST];
    uint32_t placements;
    uint32_t last[L1_CACHE_MAX_SETS];
    struct order order[MSHRS];
    bool filled;
    uint32_t filled_id, filled_next, filled_data[WORDS];
    struct beat rsp, mem;
};

static void twin_reset(struct twin *t)
{
    for (uint32_t set = 0; set < t->cfg->sets; set++) t->last[set] = NOTHING;
    for (uint32_t i = 0; i < t->cfg->mshrs; i++) t->order[i].used = t->order[i].open = false;
    t->placements = 0;
    t->filled = t->rsp.valid = t->mem.valid = false;
}

static struct placed *twin_line(struct twin *t, uint64_t line)
{
    uint32_t at = t->last[line % t->cfg->sets];
    for (uint32_t way = 0; way < t->cfg->ways && at != NOTHING; way++) {
        struct placed *p = &t->placed[at];
        if (p->line == line && !p->gone) return p;
        at = p->before;
    }
    return NULL;
}

static struct order *twin_open(struct twin *t, uint64_t line)
{
    for (uint32_t i = 0; i < t->cfg->mshrs; i++) {
        if (t->order[i].used && t->order[i].open && t->order[i].line == line) return &t->order[i];
    }
    return NULL;
}

static struct order *twin_free(struct twin *t)
{
    for (uint32_t i = 0; i < t->cfg->mshrs; i++) {
        if (!t->order[i].used) return &t->order[i];
    }
    return NULL;
}

/* The table of the page; reason is 0 if the request is taken. */
static uint32_t twin_decide(struct twin *t, const struct l1_cache_in *in, uint32_t *reason)
{
    static const uint32_t outcome[] = {L1_CACHE_MISS, L1_CACHE_STORED, L1_CACHE_ATOMIC_SENT};
    const struct order *open = twin_open(t, in->req_line);
    *reason = 0;
    if (in->req_kind == LOAD && twin_line(t, in->req_line) != NULL) {
        if (t->filled || (t->rsp.valid && !in->rsp_ready)) *reason = 3;
        return L1_CACHE_HIT;
    }
    if (in->req_kind == LOAD && open != NULL) {
        if (open->riders == t->cfg->merges) *reason = 2;
        return L1_CACHE_MERGED;
    }
    if (t->mem.valid && !in->mem_ready) *reason = 3;
    if (twin_free(t) == NULL) *reason = 1;
    return outcome[in->req_kind];
}

static void expect_words(const uint32_t *a, const uint32_t *from, uint32_t bytes)
{
    assert_memory_equal(a, from, bytes);
}

static uint32_t rider_bytes(const struct twin *t) { return (t->cfg->rider_width + 31) / 32 * 4; }

static void twin_compare(struct twin *t, const struct l1_cache_in *in,
                         const struct l1_cache_out *out)
{
    uint32_t reason;
    const uint32_t outcome = twin_decide(t, in, &reason);
    bool any = t->rsp.valid;
    for (uint32_t i = 0; i < t->cfg->mshrs; i++) any = any || t->order[i].used;
    assert_int_equal(out->idle, !any);
    assert_int_equal(out->req_ready, reason == 0);
    assert_int_equal(out->blocked, in->req_valid ? reason : 0);
    assert_int_equal(out->outcome, in->req_valid && reason == 0 ? outcome : 0);
    assert_int_equal(out->fill_ready, !t->filled);
    assert_int_equal(out->rsp_valid, t->rsp.valid);
    if (t->rsp.valid) {
        assert_int_equal(out->rsp_kind, t->rsp.kind);
        expect_words(out->rsp_rider, t->rsp.rider, rider_bytes(t));
        if (t->rsp.kind != STORE) expect_words(out->rsp_data, t->rsp.data, t->cfg->line_bytes);
    }
    assert_int_equal(out->mem_valid, t->mem.valid);
    if (!t->mem.valid) return;
    assert_int_equal(out->mem_kind, t->mem.kind);
    assert_int_equal(out->mem_id, t->mem.id);
    assert_int_equal(out->mem_line, t->mem.line);
    expect_words(out->mem_rider, t->mem.rider, rider_bytes(t));
    if (t->mem.kind == LOAD) return;
    expect_words(out->mem_data, t->mem.data, t->cfg->line_bytes);
    expect_words(out->mem_be, t->mem.be, (t->cfg->line_bytes + 31) / 32 * 4);
    if (t->mem.kind == ATOMIC) expect_words(out->mem_expect, t->mem.expect, t->cfg->line_bytes);
}

static void twin_answer(struct twin *t, uint32_t kind, const uint32_t *rider, const uint32_t *data)
{
    t->rsp.valid = true;
    t->rsp.kind = kind;
    memcpy(t->rsp.rider, rider, sizeof t->rsp.rider);
    memcpy(t->rsp.data, data, sizeof t->rsp.data);
}

static void twin_send(struct twin *t, const struct l1_cache_in *in, struct order *o)
{
    o->used = true;
    o->open = in->req_kind == LOAD;
    o->kind = in->req_kind;
    o->line = in->req_line;
    o->riders = 1;
    memcpy(o->rider[0], in->req_rider, sizeof o->rider[0]);
    t->mem.valid = true;
    t->mem.kind = in->req_kind;
    t->mem.id = (uint32_t)(o - t->order);
    t->mem.line = in->req_line;
    memcpy(t->mem.rider, in->req_rider, sizeof t->mem.rider);
    memcpy(t->mem.data, in->req_data, sizeof t->mem.data);
    memcpy(t->mem.be, in->req_be, sizeof t->mem.be);
    memcpy(t->mem.expect, in->req_expect, sizeof t->mem.expect);
}

static void twin_take(struct twin *t, const struct l1_cache_in *in, struct order *spare)
{
    struct placed *line = twin_line(t, in->req_line);
    struct order *open = twin_open(t, in->req_line);
    if (in->req_kind == LOAD && line != NULL) {
        twin_answer(t, LOAD, in->req_rider, line->data);
    } else if (in->req_kind == LOAD && open != NULL) {
        memcpy(open->rider[open->riders++], in->req_rider, sizeof open->rider[0]);
    } else {
        if (line != NULL) line->gone = true;
        if (open != NULL) open->open = false;
        twin_send(t, in, spare);
    }
}

static void twin_fill(struct twin *t, const struct l1_cache_in *in)
{
    struct order *o = &t->order[in->fill_id];
    t->filled = true;
    t->filled_id = in->fill_id;
    t->filled_next = 0;
    memcpy(t->filled_data, in->fill_data, sizeof t->filled_data);
    if (!o->open) return;
    o->open = false;
    struct placed *p = &t->placed[t->placements];
    p->line = o->line;
    p->gone = false;
    p->before = t->last[o->line % t->cfg->sets];
    memcpy(p->data, in->fill_data, sizeof p->data);
    t->last[o->line % t->cfg->sets] = t->placements++;
}

static void twin_tick(struct twin *t, const struct l1_cache_in *in)
{
    uint32_t reason;
    const bool fills = in->fill_valid && !t->filled;
    struct order *spare = twin_free(t);
    twin_decide(t, in, &reason);
    if (in->rsp_ready) t->rsp.valid = false;
    if (in->mem_ready) t->mem.valid = false;
    if (in->req_valid && reason == 0) twin_take(t, in, spare);
    if (t->filled && !t->rsp.valid) {
        struct order *o = &t->order[t->filled_id];
        twin_answer(t, o->kind, o->rider[t->filled_next++], t->filled_data);
        if (t->filled_next == o->riders) o->used = t->filled = false;
    }
    if (fills) twin_fill(t, in);
    if (!in->clear) return;
    for (uint32_t i = 0; i < t->placements; i++) t->placed[i].gone = true;
}

/* ---- the machine around: numbered requests, a memory that counts ------------------------ */

enum { LINES = 48 };

/* Riders are numbers of requests. Of each line the memory counts what was written to it: a line's
 * words all say how often. */
struct world {
    const struct l1_cache_cfg *cfg;
    struct hd_rng rng;
    uint32_t lines;
    uint64_t line[LINES];
    uint32_t writes_taken[LINES], writes_done[LINES];
    uint32_t requests;
    struct {
        bool waits;
        uint32_t kind, line;
        uint32_t least; /* writes to its line that were taken before it */
    } asked[LONGEST];
    uint32_t waiting;
    uint64_t owed;
    uint32_t owed_count[MSHRS];
    struct l1_cache_in in;
    uint32_t answers, hits, merged;
};

static bool chance(struct world *w, uint32_t num, uint32_t den)
{
    return hd_rng_chance(&w->rng, num, den);
}

static void world_open(struct world *w, const struct l1_cache_cfg *cfg)
{
    memset(w, 0, sizeof *w);
    w->cfg = cfg;
    hd_rng_seed(&w->rng, cfg->line_bytes);
    const uint64_t all = UINT64_MAX >> (64 - cfg->line_width);
    w->lines = cfg->line_width < 4 ? UINT32_C(1) << cfg->line_width : LINES;
    for (uint32_t i = 0; i < w->lines; i++) {
        /* All different; many alike, many of one set. */
        w->line[i] = i;
        if (cfg->line_width < 16) continue;
        w->line[i] = ((uint64_t)i << (i % 2 == 0 ? cfg->line_width - 6 : 3)) & all;
        w->line[i] |= i % 2;
    }
}

static uint32_t line_index(const struct world *w, uint64_t line)
{
    uint32_t i = 0;
    while (w->line[i] != line) i++;
    return i;
}

static void fill_words(uint32_t *to, uint32_t bits, uint32_t value)
{
    for (uint32_t i = 0; i < (bits + 31) / 32; i++) to[i] = value;
    if (bits % 32 != 0) to[bits / 32] &= (UINT32_C(1) << bits % 32) - 1;
}

/* What is not taken stays. */
static void draw_request(struct world *w, bool stays)
{
    struct l1_cache_in *in = &w->in;
    if (stays) return;
    in->req_valid = chance(w, 7, 8) && w->requests < LONGEST;
    in->req_kind = chance(w, 3, 4) ? LOAD : chance(w, 2, 3) ? STORE : ATOMIC;
    if (!chance(w, 1, 3)) in->req_line = w->line[hd_rng_below(&w->rng, w->lines)];
    fill_words(in->req_rider, w->cfg->rider_width, w->requests);
    fill_words(in->req_data, 8 * w->cfg->line_bytes, (uint32_t)hd_rng_next(&w->rng));
    fill_words(in->req_be, w->cfg->line_bytes, (uint32_t)hd_rng_next(&w->rng));
    fill_words(in->req_expect, 8 * w->cfg->line_bytes, (uint32_t)hd_rng_next(&w->rng));
}

static void draw_fill(struct world *w, bool stays)
{
    struct l1_cache_in *in = &w->in;
    if (stays) return;
    in->fill_valid = w->owed != 0 && chance(w, 5, 8);
    if (!in->fill_valid) return;
    do in->fill_id = hd_rng_below(&w->rng, w->cfg->mshrs);
    while ((w->owed >> in->fill_id & 1) == 0);
    fill_words(in->fill_data, 8 * w->cfg->line_bytes, w->owed_count[in->fill_id]);
}

/* Memory does it at once, and owes the answer. */
static void accept(struct world *w, const struct l1_cache_out *out)
{
    const uint32_t line = line_index(w, out->mem_line);
    w->owed |= UINT64_C(1) << out->mem_id;
    w->owed_count[out->mem_id] = w->writes_done[line];
    if (out->mem_kind != LOAD) w->writes_done[line]++;
}

static void ask(struct world *w, const struct l1_cache_out *out)
{
    const uint32_t line = line_index(w, w->in.req_line);
    w->asked[w->requests].waits = true;
    w->asked[w->requests].kind = w->in.req_kind;
    w->asked[w->requests].line = line;
    w->asked[w->requests].least = w->writes_taken[line];
    if (w->in.req_kind != LOAD) w->writes_taken[line]++;
    w->requests++;
    w->waiting++;
    w->hits += out->outcome == L1_CACHE_HIT;
    w->merged += out->outcome == L1_CACHE_MERGED;
}

/* answered: the rider is that of a request that waits. fresh: the data has all writes taken before
 * the request, and no other. */
static void expect_good_answer(struct world *w, const struct l1_cache_out *out)
{
    const uint32_t number = out->rsp_rider[0];
    w->answers++;
    w->waiting--;
    if (w->cfg->rider_width < 16) return; /* numbers come again */
    assert_true(number < w->requests && w->asked[number].waits);
    assert_int_equal(out->rsp_kind, w->asked[number].kind);
    w->asked[number].waits = false;
    if (out->rsp_kind == STORE) return;
    const uint32_t count = out->rsp_data[0];
    assert_true(count >= w->asked[number].least);
    assert_true(count <= w->writes_taken[w->asked[number].line]);
    if (out->rsp_kind == ATOMIC) assert_int_equal(count, w->asked[number].least);
}

static void world_reset(struct world *w)
{
    w->owed = 0;
    w->waiting = 0;
    w->in.req_valid = w->in.fill_valid = false;
    memset(w->asked, 0, sizeof w->asked);
    memcpy(w->writes_taken, w->writes_done, sizeof w->writes_taken);
}

struct run {
    const char *name;
    struct l1_cache_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"least", {1, 1, 4, 1, 1, 1, 1, 0}, 20000},
    {"small", {2, 2, 4, 3, 3, 2, 16, 0}, 30000},
    {"odd", {4, 3, 16, 7, 5, 3, 47, 0}, 30000},
    {"default", {32, 4, 128, 25, 64, 4, 64, 0}, 30000},
    {"large", {2, 16, 256, 62, 64, 16, 512, 0}, 20000},
};

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct twin t; /* these are large */
    static struct world w;
    struct l1_cache_out out = {0};
    t.cfg = &r->cfg;
    twin_reset(&t);
    world_open(&w, &r->cfg);
    assert_null(l1_cache_init(&b.s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct l1_cache_in *in = &w.in;
        const bool drain = c % 1000 > 900; /* so that it is idle now and then */
        draw_fill(&w, in->fill_valid && !out.fill_ready);
        draw_request(&w, in->req_valid && !out.req_ready);
        in->req_valid = in->req_valid && (!drain || (c > 0 && out.blocked != 0));
        in->rsp_ready = chance(&w, 3, 4);
        in->mem_ready = chance(&w, 3, 4);
        in->clear = b.s.used == 0 && !b.s.rsp_valid && !in->req_valid && chance(&w, 1, 8);
        const char *broken = l1_cache_promise(&b.s, in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        l1_cache_eval(&b.s, in, &out);
        twin_compare(&t, in, &out);
        if (out.rsp_valid && in->rsp_ready) expect_good_answer(&w, &out);
        if (out.mem_valid && in->mem_ready) accept(&w, &out);
        if (out.outcome != L1_CACHE_NONE) ask(&w, &out);
        if (in->fill_valid && out.fill_ready) w.owed &= ~(UINT64_C(1) << in->fill_id);
        l1_cache_tick(&b.s, in, &out);
        twin_tick(&t, in);
        broken = l1_cache_check(&b.s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
        if (b.s.used == 0 && !b.s.rsp_valid) assert_int_equal(w.waiting, 0);
        if (!chance(&w, 1, 2000)) continue;
        l1_cache_reset(&b.s);
        twin_reset(&t);
        world_reset(&w);
        memset(&out, 0, sizeof out);
    }
    assert_true(w.answers > r->cycles / 20 && w.hits > 50);
    assert_true(w.merged > 50 || r->cfg.merges == 1);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* A load of line 7 waits for memory with two riders, a store of line 3 for the way out; line 1 is
 * in
 * place 0 of its set. */
static void half_done(void)
{
    start();
    bring(1, 1);
    request(LOAD, 7, 1);
    cycle();
    request(LOAD, 7, 2);
    cycle();
    request(STORE, 3, 3);
    cycle();
}

static void expect_broken(const char *name)
{
    assert_non_null(l1_cache_check(&b.s));
    assert_string_equal(l1_cache_check(&b.s), name);
    half_done();
}

static void check_finds(void **state)
{
    (void)state;
    half_done();
    assert_null(l1_cache_check(&b.s));
    b.s.used |= 8;
    expect_broken("mshr_range");
    b.s.open |= 4;
    expect_broken("mshr_range");
    b.s.kind[0] = 3;
    expect_broken("kind_range");
    b.s.count[0] = 3;
    expect_broken("count_range");
    b.s.count[0] = 0;
    expect_broken("count_range");
    b.s.count[1] = 2; /* of a store */
    expect_broken("count_range");
    b.s.open |= 2; /* a store's */
    expect_broken("one_open");
    b.s.open |= 2; /* a line twice */
    b.s.kind[1] = LOAD;
    b.s.line[1] = 7;
    expect_broken("one_open");
    b.s.line[0] = 1; /* of a line that is there */
    expect_broken("one_open");
    b.s.sent = 0; /* would never be answered */
    expect_broken("free_again");
    b.s.sent |= 2; /* is asked for twice */
    expect_broken("free_again");
    b.s.used |= 4; /* no access has this entry */
    b.s.kind[2] = STORE;
    b.s.count[2] = 1;
    expect_broken("free_again");
    b.s.fill_valid = true;
    b.s.fill_id = 1; /* not sent yet */
    b.s.fill_next = 0;
    expect_broken("free_again");
    b.s.fill_valid = true;
    b.s.fill_id = 0;
    b.s.sent = 0;
    b.s.open = 0;
    b.s.fill_next = 2; /* it has two */
    expect_broken("free_again");
    b.s.fill_valid = true;
    b.s.fill_id = 0;
    b.s.sent = 0;
    b.s.fill_next = 0; /* still open */
    expect_broken("one_open");
    b.s.valid[1] = 4;
    expect_broken("way_range");
    b.s.turn[2] = 2;
    expect_broken("turn_range");
    b.s.valid[1] = 3;
    b.s.tag[3] = b.s.tag[2];
    expect_broken("no_twice");
    b.s.valid[1] = 3;
    b.s.tag[3] = b.s.tag[2] + 1;
    assert_null(l1_cache_check(&b.s));
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(const char *sentence)
{
    const char *broken = l1_cache_promise(&b.s, &b.in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet();
}

static void expect_kept(void)
{
    assert_null(l1_cache_promise(&b.s, &b.in));
    quiet();
}

static void promise_finds(void **state)
{
    (void)state;
    half_done();
    b.in.clear = true;
    expect_promise("clear while the cache is not idle");
    request(3, 0, 0);
    expect_promise("a request is of no kind");
    request(LOAD, 0x400, 0);
    expect_promise("a line is wider than LineWidth");
    fill(3, 0);
    expect_promise("an answer of memory for an MSHR that is not there");
    fill(1, 0); /* not accepted yet */
    expect_promise("an answer of memory that nothing waits for");
    fill(2, 0);
    expect_promise("an answer of memory that nothing waits for");
    fill(0, 0);
    expect_kept();
    request(3, 0x400, 0);
    b.in.req_valid = false;
    expect_kept();
    start();
    b.in.clear = true;
    request(LOAD, 0, 0);
    expect_promise("clear while something is offered");
    b.in.clear = true;
    fill(0, 0);
    expect_promise("clear while something is offered");
    b.s.rsp_valid = true;
    b.in.clear = true;
    expect_promise("clear while the cache is not idle");
    start();
    b.in.clear = true;
    expect_kept();
}

static void init_refuses(void **state)
{
    (void)state;
    static const char sets[] = "Sets must be a power of two, 1 to 1024";
    static const char line[] = "LineBytes must be a power of two, 4 to 256";
    static const char width[] = "LineWidth must be above log2(Sets), to 62";
    static const struct {
        struct l1_cache_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 4, 128, 25, 64, 4, 64, 0}, sets},
        {{3, 4, 128, 25, 64, 4, 64, 0}, sets},
        {{2048, 4, 128, 25, 64, 4, 64, 0}, sets},
        {{32, 0, 128, 25, 64, 4, 64, 0}, "Ways must be 1 to 16"},
        {{32, 17, 128, 25, 64, 4, 64, 0}, "Ways must be 1 to 16"},
        {{32, 4, 0, 25, 64, 4, 64, 0}, line},
        {{32, 4, 2, 25, 64, 4, 64, 0}, line},
        {{32, 4, 96, 25, 64, 4, 64, 0}, line},
        {{32, 4, 512, 25, 64, 4, 64, 0}, line},
        {{32, 4, 128, 5, 64, 4, 64, 0}, width},
        {{1, 4, 128, 0, 64, 4, 64, 0}, width},
        {{32, 4, 128, 63, 64, 4, 64, 0}, width},
        {{32, 4, 128, 25, 0, 4, 64, 0}, "Mshrs must be 1 to 64"},
        {{32, 4, 128, 25, 65, 4, 64, 0}, "Mshrs must be 1 to 64"},
        {{32, 4, 128, 25, 64, 0, 64, 0}, "Merges must be 1 to 16"},
        {{32, 4, 128, 25, 64, 17, 64, 0}, "Merges must be 1 to 16"},
        {{32, 4, 128, 25, 64, 4, 0, 0}, "RiderWidth must be 1 to 512"},
        {{32, 4, 128, 25, 64, 4, 513, 0}, "RiderWidth must be 1 to 512"},
        {{32, 4, 128, 25, 64, 4, 64, 3}, "WriteBack must be 0, 1 or 2"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = l1_cache_init(&b.s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(l1_cache_init(&b.s, &(struct l1_cache_cfg){1, 1, 4, 1, 1, 1, 1, 0}));
    assert_null(l1_cache_init(&b.s, &(struct l1_cache_cfg){1024, 16, 256, 62, 64, 16, 512, 1}));
    assert_null(l1_cache_check(&b.s));
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(load_misses_then_hits),
        cmocka_unit_test(line_is_all_its_bits),
        cmocka_unit_test(loads_merge_in_order),
        cmocka_unit_test(mshrs_run_out),
        cmocka_unit_test(store_goes_through),
        cmocka_unit_test(stores_of_one_line),
        cmocka_unit_test(store_closes_mshr),
        cmocka_unit_test(answer_waits),
        cmocka_unit_test(request_waits),
        cmocka_unit_test(hand_out_waits_for_room),
        cmocka_unit_test(words_are_below),
        cmocka_unit_test(nothing_offered),
        cmocka_unit_test(places_in_turn),
        cmocka_unit_test(clear_forgets_lines),
        cmocka_unit_test(reset_forgets_all),
        cmocka_unit_test(race_fill_and_merge),
        cmocka_unit_test(race_fill_and_no_place),
        cmocka_unit_test(race_fill_and_store),
        cmocka_unit_test(race_fill_and_store_to_another),
        cmocka_unit_test(race_last_rider_and_request),
        cmocka_unit_test(race_fill_takes_the_place),
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
    return cmocka_run_group_tests_name("l1_cache", tests, NULL, NULL);
}
