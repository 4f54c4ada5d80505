/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the cache banks: which bank a line, a request and a fill are of, the turn
 * at the port to memory, fills one at a time, what is about all banks at once; L1 caches beside it
 * that get the inputs of the banks one by one; a memory and threads that know what a load must
 * read; and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/cache_banks.h"

enum {
    LOAD = L1_CACHE_LOAD,
    STORE = L1_CACHE_STORE,
    ATOMIC = L1_CACHE_ATOMIC,
    WORDS = L1_CACHE_MAX_WORDS,
    BE = L1_CACHE_MAX_BE,
    RIDER = L1_CACHE_MAX_RIDER,
    MSHRS = L1_CACHE_MAX_MSHRS,
    BANKS = CACHE_BANKS_MAX,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct cache_banks s;
    struct cache_banks_in in;
    struct cache_banks_out out;
};

static struct bench b; /* too large for a stack */

static const struct cache_banks_cfg hand = {.banks = 4,
                                            .sets = 8,
                                            .ways = 2,
                                            .line_bytes = 8,
                                            .line_width = 10,
                                            .mshrs = 8,
                                            .merges = 2,
                                            .rider_width = 40};

static void quiet(void)
{
    memset(&b.in, 0, sizeof b.in);
    for (uint32_t k = 0; k < BANKS; k++) b.in.rsp_ready[k] = true;
    b.in.mem_ready = true;
}

static void start_with(const struct cache_banks_cfg *cfg)
{
    assert_null(cache_banks_init(&b.s, cfg));
    assert_null(cache_banks_check(&b.s));
    quiet();
}

static void start(void) { start_with(&hand); }

static void start_back(void)
{
    struct cache_banks_cfg cfg = hand;
    cfg.write_back = 1;
    start_with(&cfg);
}

/* What a bank has but the contents of its lines and MSHRs. */
enum { BANK_LENGTH = offsetof(struct l1_cache, tag) };

static uint8_t before[BANKS][BANK_LENGTH];

static void tick_or_rest(struct cache_banks *s, const struct cache_banks_in *in,
                         const struct cache_banks_out *out)
{
    const bool rests = cache_banks_rests(s, in, out);
    const uint32_t turn = s->turn;
    for (uint32_t k = 0; rests && k < s->cfg.banks; k++)
        memcpy(before[k], &s->bank[k], BANK_LENGTH);
    cache_banks_tick(s, in, out);
    if (!rests) return;
    assert_int_equal(s->turn, turn);
    for (uint32_t k = 0; k < s->cfg.banks; k++)
        assert_memory_equal(before[k], &s->bank[k], BANK_LENGTH);
}

/* One cycle with the inputs set since the last; out stays to be looked at. What waits behind its
 * edge is looked at in the cycle that comes: see expect_answer. */
static void cycle(void)
{
    const char *broken = cache_banks_promise(&b.s, &b.in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    cache_banks_eval(&b.s, &b.in, &b.out);
    tick_or_rest(&b.s, &b.in, &b.out);
    broken = cache_banks_check(&b.s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet();
}

/* To the bank of the line; the kind is that of all requests of the cycle. */
static void request(uint32_t kind, uint64_t line, uint32_t rider)
{
    const uint32_t k = (uint32_t)(line % b.s.cfg.banks);
    b.in.req_kind = kind;
    b.in.req_valid[k] = true;
    b.in.req_line[k] = line;
    b.in.req_rider[k][0] = rider;
    b.in.req_rider[k][1] = rider & 0xff;
    b.in.req_data[k][0] = rider + 1000;
    b.in.req_data[k][1] = rider + 2000;
    b.in.req_be[k][0] = 0xa5;
    b.in.req_expect[k][0] = rider + 3000;
    b.in.req_expect[k][1] = rider + 4000;
}

static void fill(uint32_t id, uint32_t value)
{
    b.in.fill_valid = true;
    b.in.fill_id = id;
    b.in.fill_data[0] = value;
    b.in.fill_data[1] = ~value;
}

/* What became of a bank's request in the last cycle. */
static void expect_taken(uint32_t bank, uint32_t outcome)
{
    assert_true(b.out.req_ready[bank]);
    assert_int_equal(b.out.outcome[bank], outcome);
    assert_int_equal(b.out.blocked[bank], L1_CACHE_FREE);
}

static void expect_blocked(uint32_t bank, uint32_t reason)
{
    assert_false(b.out.req_ready[bank]);
    assert_int_equal(b.out.outcome[bank], L1_CACHE_NONE);
    assert_int_equal(b.out.blocked[bank], reason);
}

/* What is on offer in the cycle that comes. */
static const struct cache_banks_out *now(void)
{
    static struct cache_banks_out out;
    cache_banks_eval(&b.s, &b.in, &out);
    return &out;
}

static void expect_answer(uint32_t bank, uint32_t kind, uint32_t rider, uint32_t value)
{
    const struct cache_banks_out *out = now();
    assert_true(out->rsp_valid[bank]);
    assert_int_equal(out->rsp_kind[bank], kind);
    assert_int_equal(out->rsp_rider[bank][0], rider);
    assert_int_equal(out->rsp_rider[bank][1], rider & 0xff);
    assert_false(out->idle);
    if (kind == STORE) return;
    assert_int_equal(out->rsp_data[bank][0], value);
    assert_int_equal(out->rsp_data[bank][1], ~value);
}

/* A bit for each bank with an answer. */
static uint32_t answers(void)
{
    const struct cache_banks_out *out = now();
    uint32_t bits = 0;
    for (uint32_t k = 0; k < b.s.cfg.banks; k++) bits |= (uint32_t)out->rsp_valid[k] << k;
    return bits;
}

static void expect_sent(uint32_t kind, uint32_t id, uint64_t line, uint32_t rider)
{
    const struct cache_banks_out *out = now();
    assert_true(out->mem_valid);
    assert_int_equal(out->mem_kind, kind);
    assert_int_equal(out->mem_id, id);
    assert_int_equal(out->mem_line, line);
    assert_int_equal(out->mem_rider[0], rider);
    assert_int_equal(out->mem_rider[1], rider & 0xff);
    if (kind == LOAD) return;
    assert_int_equal(out->mem_data[0], rider + 1000);
    assert_int_equal(out->mem_data[1], rider + 2000);
    assert_int_equal(out->mem_be[0], 0xa5);
    if (kind == STORE) return;
    assert_int_equal(out->mem_expect[0], rider + 3000);
    assert_int_equal(out->mem_expect[1], rider + 4000);
}

static void expect_nothing_sent(void) { assert_false(now()->mem_valid); }

/* The line comes into the cache. Nothing is under way before, nor after. */
static void bring(uint32_t line, uint32_t value)
{
    request(LOAD, line, 1);
    cycle();
    expect_taken(line % b.s.cfg.banks, L1_CACHE_MISS);
    cycle(); /* accepted by memory */
    fill(line % b.s.cfg.banks, value);
    cycle(); /* in the fill register */
    cycle(); /* handed out */
    expect_answer(line % b.s.cfg.banks, LOAD, 1, value);
    cycle(); /* taken */
    assert_true(now()->idle);
}

/* ---- requests and answers -------------------------------------------------------------- */

/* The bank has the line under the number without its lowest bits, memory under all of it. */
static void line_goes_to_its_bank(void **state)
{
    (void)state;
    for (uint32_t kind = LOAD; kind <= ATOMIC; kind++) {
        static const uint32_t outcome[] = {L1_CACHE_MISS, L1_CACHE_STORED, L1_CACHE_ATOMIC_SENT};
        for (uint64_t line = 0; line < 1 << 10; line += line < 16 ? 1 : 77) {
            const uint32_t bank = line % 4;
            start();
            request(kind, line, 0x345);
            cycle();
            for (uint32_t k = 0; k < 4; k++)
                if (k == bank) expect_taken(k, outcome[kind]);
                else assert_int_equal(b.out.outcome[k], L1_CACHE_NONE);
            expect_sent(kind, bank, line, 0x345);
            assert_int_equal(b.s.bank[bank].mem_line, line / 4);
            cycle();
            expect_nothing_sent();
            fill(bank, 0x5a);
            cycle();
            cycle();
            assert_int_equal(answers(), 1 << bank);
            expect_answer(bank, kind, 0x345, 0x5a);
        }
    }
}

/* All bits of a line's number count, those of the bank too. */
static void line_is_all_its_bits(void **state)
{
    (void)state;
    for (uint32_t bit = 0; bit < 10; bit++) {
        start();
        bring(0x2aa, 1);
        const uint32_t line = 0x2aa ^ 1u << bit;
        request(LOAD, line, 5);
        cycle();
        expect_taken(line % 4, L1_CACHE_MISS);
        request(LOAD, 0x2aa, 6);
        cycle();
        expect_taken(2, L1_CACHE_HIT);
    }
}

static void banks_answer_at_once(void **state)
{
    (void)state;
    start();
    for (uint32_t k = 0; k < 4; k++) bring(0x40 + k, 100 + k);
    for (uint32_t k = 0; k < 4; k++) request(LOAD, 0x40 + k, 10 + k);
    cycle();
    for (uint32_t k = 0; k < 4; k++) expect_taken(k, L1_CACHE_HIT);
    for (uint32_t k = 0; k < 4; k++) expect_answer(k, LOAD, 10 + k, 100 + k);
    b.in.rsp_ready[1] = b.in.rsp_ready[2] = false;
    request(LOAD, 0x41, 21); /* no room */
    request(LOAD, 0x43, 23);
    cycle();
    expect_blocked(1, L1_CACHE_NO_REGISTER);
    expect_taken(3, L1_CACHE_HIT);
    assert_int_equal(answers(), 0xe);
    expect_answer(1, LOAD, 11, 101);
    expect_answer(2, LOAD, 12, 102);
    expect_answer(3, LOAD, 23, 103);
    expect_nothing_sent();
    cycle();
    assert_int_equal(answers(), 0);
    assert_true(now()->idle);
}

/* Each request is taken or not, for itself: what one bank lacks another one has. */
static void each_for_itself(void **state)
{
    (void)state;
    start();
    b.in.mem_ready = false;
    request(LOAD, 0x10, 1);
    cycle();
    request(LOAD, 0x20, 2); /* this bank has the way out no more */
    request(LOAD, 0x21, 3);
    b.in.mem_ready = false;
    cycle();
    expect_blocked(0, L1_CACHE_NO_REGISTER);
    expect_taken(1, L1_CACHE_MISS);
    request(LOAD, 0x20, 2);
    request(LOAD, 0x31, 3); /* it is not its turn: no way out */
    cycle();
    expect_taken(0, L1_CACHE_MISS);
    expect_blocked(1, L1_CACHE_NO_REGISTER);
    cycle(); /* bank 1's */
    cycle(); /* bank 0's second */
    for (uint32_t k = 0; k < 2; k++) request(LOAD, 0x30 + k, 4);
    cycle();
    expect_blocked(0, L1_CACHE_NO_MSHR); /* two of eight */
    expect_taken(1, L1_CACHE_MISS);
    request(LOAD, 0x20, 5); /* merges */
    request(LOAD, 0x33, 5);
    cycle();
    expect_taken(0, L1_CACHE_MERGED);
    expect_taken(3, L1_CACHE_MISS);
    request(LOAD, 0x20, 5);
    request(LOAD, 0x32, 5);
    cycle();
    expect_blocked(0, L1_CACHE_NO_PLACE);
    expect_taken(2, L1_CACHE_MISS);
}

/* A request that is not offered changes nothing. */
static void not_offered(void **state)
{
    (void)state;
    start();
    request(STORE, 0x13, 1);
    b.in.req_valid[3] = false;
    cycle();
    assert_int_equal(b.out.outcome[3], L1_CACHE_NONE);
    assert_int_equal(b.out.blocked[3], L1_CACHE_FREE);
    assert_true(now()->idle);
    expect_nothing_sent();
}

/* ---- to memory ------------------------------------------------------------------------- */

/* Misses in these banks, a bit each, in one cycle; memory accepts what it was offered before, or
 * not. */
static void miss_in(uint32_t banks, bool ready)
{
    static uint32_t line;
    line = (line + 8) % 0x400; /* always another one, of another set or number */
    for (uint32_t k = 0; k < 4; k++)
        if (banks >> k & 1) request(LOAD, line + k, 0x70 + k);
    b.in.mem_ready = ready;
    cycle();
    for (uint32_t k = 0; k < 4; k++)
        if (banks >> k & 1) expect_taken(k, L1_CACHE_MISS);
}

/* Memory is offered this bank's request, under the rider that miss_in gives; turn is as said. */
static void expect_offered(uint32_t bank, uint32_t turn)
{
    assert_true(now()->mem_valid);
    assert_int_equal(now()->offers, bank);
    assert_int_equal(now()->mem_rider[0], 0x70 + bank);
    assert_int_equal(now()->mem_id % 4, bank);
    assert_int_equal(now()->mem_line % 4, bank);
    assert_int_equal(b.s.turn, turn);
}

/* Rows "accepted" and "none": behind the one that was accepted, round the end; then as it was. */
static void turn_behind_the_accepted(void **state)
{
    (void)state;
    start();
    miss_in(0xf, true);
    for (uint32_t k = 0; k < 4; k++) {
        expect_offered(k, k);
        cycle();
    }
    expect_nothing_sent();
    assert_int_equal(b.s.turn, 0);
    miss_in(0x2, true);
    expect_offered(1, 0); /* the first from turn on */
    cycle();
    for (uint32_t n = 0; n < 3; n++) {
        b.in.mem_ready = n == 1;
        cycle();
        expect_nothing_sent();
        assert_int_equal(b.s.turn, 2);
    }
    miss_in(0x9, true);
    expect_offered(3, 2);
    cycle();
    expect_offered(0, 0);
    cycle();
    assert_int_equal(b.s.turn, 1);
}

static void turn_round_the_end(void **state)
{
    (void)state;
    start();
    miss_in(0x4, true);
    cycle();
    assert_int_equal(b.s.turn, 3);
    miss_in(0x7, true);
    expect_offered(0, 3);
    cycle();
    expect_offered(1, 1);
    cycle();
    expect_offered(2, 2);
    cycle();
    assert_int_equal(b.s.turn, 3);
}

/* Row "not accepted": its bank; so a bank that is before it in turn does not come first. */
static void offer_stays(void **state)
{
    (void)state;
    start();
    miss_in(0x4, true);
    expect_offered(2, 0);
    miss_in(0x1, false);
    expect_offered(2, 2);
    miss_in(0x2, false);
    expect_offered(2, 2);
    b.in.mem_ready = false;
    cycle();
    expect_offered(2, 2);
    miss_in(0x8, false);
    expect_offered(2, 2);
    cycle();
    expect_offered(3, 3);
    b.in.mem_ready = false;
    cycle();
    expect_offered(3, 3);
    cycle();
    expect_offered(0, 0);
    cycle();
    expect_offered(1, 1);
    cycle();
    expect_nothing_sent();
    assert_int_equal(b.s.turn, 2);
}

/* One that sends in each cycle does not keep another one waiting. */
static void fair(void **state)
{
    (void)state;
    start();
    for (uint32_t k = 0; k < 4; k++) request(STORE, 0x10 + k, k);
    cycle();
    for (uint32_t k = 0; k < 4; k++) {
        expect_sent(STORE, k, 0x10 + k, k);
        request(STORE, 0x14 + k, 4 + k); /* the place that becomes free */
        cycle();
        expect_taken(k, L1_CACHE_STORED);
    }
    for (uint32_t k = 0; k < 4; k++) {
        expect_sent(STORE, 4 + k, 0x14 + k, 4 + k);
        cycle();
    }
    expect_nothing_sent();
}

/* ---- from memory ----------------------------------------------------------------------- */

/* MSHR m of bank k has number 4 * m + k; answers come in any order. */
static void fill_goes_to_its_bank(void **state)
{
    (void)state;
    start();
    for (uint32_t m = 0; m < 2; m++) {
        for (uint32_t k = 0; k < 4; k++) request(LOAD, 0x100 + 16 * m + k, 16 * m + k);
        cycle();
        for (uint32_t k = 0; k < 4; k++) {
            expect_sent(LOAD, 4 * m + k, 0x100 + 16 * m + k, 16 * m + k);
            cycle();
        }
    }
    for (uint32_t n = 0; n < 8; n++) {
        const uint32_t id = 5 * n % 8, bank = id % 4, m = id / 4;
        fill(id, 0xf0 + id);
        cycle();
        assert_true(b.out.fill_ready);
        cycle();
        assert_int_equal(answers(), 1 << bank);
        expect_answer(bank, LOAD, 16 * m + bank, 0xf0 + id);
        assert_int_equal(b.s.bank[bank].used >> m & 1, 0);
        cycle();
    }
    assert_true(now()->idle);
}

/* While a bank hands out no fill is taken, not for another bank either; and none is seen. */
static void fills_one_at_a_time(void **state)
{
    (void)state;
    start();
    request(LOAD, 0x20, 1);
    request(LOAD, 0x22, 2);
    cycle();
    request(LOAD, 0x20, 3);
    cycle();
    cycle();
    fill(0, 50);
    cycle();
    assert_true(b.out.fill_ready);
    for (uint32_t n = 0; n < 3; n++) {
        fill(2, 52);
        b.in.rsp_ready[0] = false;
        cycle();
        assert_false(b.out.fill_ready);
        assert_int_equal(answers(), 1);
        expect_answer(0, LOAD, 1, 50);
    }
    fill(2, 52);
    cycle();
    assert_false(b.out.fill_ready); /* the second rider goes */
    expect_answer(0, LOAD, 3, 50);
    request(LOAD, 0x22, 4); /* it still merges */
    fill(2, 52);
    cycle();
    assert_true(b.out.fill_ready);
    expect_taken(2, L1_CACHE_MERGED);
    cycle();
    expect_answer(2, LOAD, 2, 52);
    cycle();
    expect_answer(2, LOAD, 4, 52);
    cycle();
    assert_true(now()->idle);
}

/* With write-back a store waits while its bank takes a fill: not for one of another bank, nor for
 * one that is not taken. */
static void store_beside_a_fill(void **state)
{
    (void)state;
    start_back();
    request(LOAD, 0x20, 1);
    request(LOAD, 0x21, 2);
    cycle();
    cycle();
    cycle();
    fill(0, 50);
    request(STORE, 0x44, 3);
    request(STORE, 0x45, 4);
    cycle();
    expect_blocked(0, L1_CACHE_NO_REGISTER);
    expect_taken(1, L1_CACHE_STORED);
    fill(1, 51); /* bank 0 hands out: the fill is not taken */
    request(STORE, 0x49, 5);
    request(STORE, 0x46, 6);
    cycle();
    assert_false(b.out.fill_ready);
    expect_taken(1, L1_CACHE_STORED);
    expect_taken(2, L1_CACHE_STORED);
    expect_answer(0, LOAD, 1, 50);
}

/* ---- all banks at once ----------------------------------------------------------------- */

static void idle_of_all(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        start();
        assert_true(now()->idle && now()->clean);
        request(LOAD, 0x30 + k, 1);
        cycle();
        assert_false(now()->idle);
        cycle();
        fill(k, 1);
        cycle();
        cycle();
        assert_false(now()->idle); /* an answer waits */
        cycle();
        assert_true(now()->idle);
    }
}

static void clear_of_all(void **state)
{
    (void)state;
    start();
    for (uint32_t k = 0; k < 4; k++) bring(0x30 + k, k);
    b.in.clear = true;
    cycle();
    for (uint32_t k = 0; k < 4; k++) request(LOAD, 0x30 + k, 1);
    cycle();
    for (uint32_t k = 0; k < 4; k++) expect_taken(k, L1_CACHE_MISS);
}

/* All banks write back in the same cycle; memory gets the lines in turn. */
static void flush_of_all(void **state)
{
    (void)state;
    start_back();
    for (uint32_t k = 0; k < 4; k++) request(STORE, 0x50 + k, k);
    cycle();
    for (uint32_t k = 0; k < 4; k++) expect_taken(k, L1_CACHE_STORED);
    request(STORE, 0x57, 7);
    cycle();
    cycle();
    assert_true(now()->idle && !now()->clean && !now()->mem_valid);
    b.in.flush = true;
    cycle();
    for (uint32_t k = 0; k < 4; k++) assert_true(b.out.back[k]);
    for (uint32_t k = 0; k < 5; k++) {
        const struct cache_banks_out *out = now();
        assert_true(out->mem_valid && out->mem_kind == STORE && out->mem_be[0] == 0xa5);
        assert_int_equal(out->mem_line, k < 4 ? 0x50 + k : 0x57);
        assert_int_equal(out->mem_id, k < 4 ? k : 7);
        assert_int_equal(out->mem_data[0] & 0xff, (1000 + (k < 4 ? k : 7)) & 0xff);
        assert_int_equal(out->clean, k == 4);
        b.in.flush = true;
        cycle();
        for (uint32_t n = 0; n < 4; n++) assert_int_equal(b.out.back[n], k == 3 && n == 3);
    }
    expect_nothing_sent();
    assert_true(now()->clean && !now()->idle);
    static const uint32_t ids[] = {7, 0, 3, 2, 1};
    for (uint32_t n = 0; n < 5; n++) {
        assert_false(now()->idle);
        fill(ids[n], 0);
        cycle();
        assert_true(b.out.fill_ready);
    }
    assert_true(now()->clean && now()->idle);
    assert_int_equal(answers(), 0);
}

static void clean_of_all(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        start_back();
        request(STORE, 0x50 + k, 1);
        cycle();
        assert_false(now()->clean);
        cycle();
        b.in.flush = true;
        cycle();
        assert_true(now()->clean);
    }
}

static void reset_of_all(void **state)
{
    (void)state;
    for (uint32_t back = 0; back < 2; back++) {
        start();
        if (back) start_back();
        bring(0x31, 1);
        miss_in(0xf, true);
        for (uint32_t n = 0; n < 3; n++) cycle(); /* bank 0's at last */
        assert_int_equal(b.s.turn, 1);
        request(STORE, 0x66, 1);
        request(STORE, 0x65, 1);
        fill(0, 1);
        cycle();
        cache_banks_reset(&b.s);
        assert_null(cache_banks_check(&b.s));
        assert_int_equal(b.s.turn, 0);
        assert_true(now()->idle && now()->clean && now()->fill_ready && !now()->mem_valid);
        assert_int_equal(answers(), 0);
        request(LOAD, 0x31, 1);
        cycle();
        expect_taken(1, L1_CACHE_MISS);
        expect_sent(LOAD, 1, 0x31, 1);
    }
}

/* The word of an address: of the bank of its line, with the bytes that memory does not know. */
static void word_of_an_address(void **state)
{
    (void)state;
    start_back();
    for (uint32_t k = 0; k < 4; k++) request(STORE, 0x50 + k, 0x01010100 * k);
    cycle();
    cycle();
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t rider = 0x01010100 * k, at = (0x50 + k) * 8;
        const uint32_t low = rider + 1000, high = rider + 2000; /* bytes 0 and 2; 5 and 7 */
        assert_int_equal(cache_banks_word(&b.s, at, 0xaabbccdd),
                         (low & 0x00ff00ff) | (0xaabbccdd & 0xff00ff00));
        assert_int_equal(cache_banks_word(&b.s, at + 4, 0xaabbccdd),
                         (high & 0xff00ff00) | (0xaabbccdd & 0x00ff00ff));
        assert_int_equal(cache_banks_word(&b.s, at + 32, 0xaabbccdd), 0xaabbccdd);
    }
}

/* One bank: an L1 cache. */
static void one_bank(void **state)
{
    (void)state;
    struct cache_banks_cfg cfg = hand;
    cfg.banks = 1;
    start_with(&cfg);
    request(LOAD, 0x155, 7);
    cycle();
    expect_taken(0, L1_CACHE_MISS);
    expect_sent(LOAD, 0, 0x155, 7);
    request(STORE, 0x156, 8);
    b.in.mem_ready = false;
    cycle();
    expect_blocked(0, L1_CACHE_NO_REGISTER);
    request(STORE, 0x156, 8);
    cycle();
    expect_sent(STORE, 1, 0x156, 8);
    assert_int_equal(b.s.turn, 0);
    fill(0, 9);
    cycle();
    cycle();
    expect_answer(0, LOAD, 7, 9);
}

/* ---- L1 caches beside it --------------------------------------------------------------- */

struct twin {
    const struct cache_banks_cfg *cfg;
    uint32_t turn;
    struct l1_cache bank[BANKS];
    struct l1_cache_in in[BANKS];
    struct l1_cache_out out[BANKS];
    uint32_t offers; /* banks: none has a request */
};

static void twin_open(struct twin *t, const struct cache_banks_cfg *cfg)
{
    const uint32_t n = cfg->banks;
    uint32_t bits = 0;
    while (1u << bits < n) bits++;
    t->cfg = cfg;
    t->turn = 0;
    for (uint32_t k = 0; k < n; k++) {
        const struct l1_cache_cfg one = {.sets = cfg->sets / n,
                                         .ways = cfg->ways,
                                         .line_bytes = cfg->line_bytes,
                                         .line_width = cfg->line_width - bits,
                                         .mshrs = cfg->mshrs / n,
                                         .merges = cfg->merges,
                                         .rider_width = cfg->rider_width,
                                         .write_back = cfg->write_back};
        assert_null(l1_cache_init(&t->bank[k], &one));
    }
}

/* What a bank gets of the inputs but the port to memory. */
static void bring_request(struct twin *t, const struct cache_banks_in *in, uint32_t k)
{
    struct l1_cache_in *to = &t->in[k];
    memset(to, 0, sizeof *to);
    to->clear = in->clear;
    to->flush = in->flush;
    to->req_valid = in->req_valid[k];
    to->req_kind = in->req_kind;
    to->req_line = in->req_line[k] / t->cfg->banks;
    memcpy(to->req_rider, in->req_rider[k], sizeof to->req_rider);
    memcpy(to->req_data, in->req_data[k], sizeof to->req_data);
    memcpy(to->req_be, in->req_be[k], sizeof to->req_be);
    memcpy(to->req_expect, in->req_expect[k], sizeof to->req_expect);
    to->rsp_ready = in->rsp_ready[k];
    memcpy(to->fill_data, in->fill_data, sizeof to->fill_data);
}

static bool twin_fill_ready(const struct twin *t)
{
    bool ready = true;
    for (uint32_t k = 0; k < t->cfg->banks; k++) ready = ready && t->out[k].fill_ready;
    return ready;
}

static void twin_eval(struct twin *t, const struct cache_banks_in *in)
{
    const uint32_t n = t->cfg->banks;
    for (uint32_t k = 0; k < n; k++) {
        bring_request(t, in, k);
        l1_cache_eval(&t->bank[k], &t->in[k], &t->out[k]);
    }
    t->offers = n;
    for (uint32_t i = n; i-- > 0;)
        if (t->out[(t->turn + i) % n].mem_valid) t->offers = (t->turn + i) % n;
    const bool fills = in->fill_valid && twin_fill_ready(t);
    for (uint32_t k = 0; k < n; k++) {
        t->in[k].mem_ready = in->mem_ready && t->offers == k;
        t->in[k].fill_valid = fills && in->fill_id % n == k;
        t->in[k].fill_id = in->fill_id / n;
        l1_cache_eval(&t->bank[k], &t->in[k], &t->out[k]);
    }
}

static void twin_tick(struct twin *t, const struct cache_banks_in *in)
{
    for (uint32_t k = 0; k < t->cfg->banks; k++) l1_cache_tick(&t->bank[k], &t->in[k], &t->out[k]);
    if (t->offers == t->cfg->banks) return;
    t->turn = in->mem_ready ? (t->offers + 1) % t->cfg->banks : t->offers;
}

static void twin_reset(struct twin *t)
{
    t->turn = 0;
    for (uint32_t k = 0; k < t->cfg->banks; k++) l1_cache_reset(&t->bank[k]);
}

static void compare_bank(const struct twin *t, uint32_t k, const struct cache_banks_out *out)
{
    const struct l1_cache_out *one = &t->out[k];
    assert_int_equal(out->req_ready[k], one->req_ready);
    assert_int_equal(out->outcome[k], one->outcome);
    assert_int_equal(out->blocked[k], one->blocked);
    assert_int_equal(out->back[k], one->back);
    assert_int_equal(out->rsp_valid[k], one->rsp_valid);
    if (!one->rsp_valid) return;
    assert_int_equal(out->rsp_kind[k], one->rsp_kind);
    assert_memory_equal(out->rsp_rider[k], one->rsp_rider, (t->cfg->rider_width + 31) / 32 * 4);
    if (one->rsp_kind == STORE) return;
    assert_memory_equal(out->rsp_data[k], one->rsp_data, t->cfg->line_bytes);
}

static void compare_memory(const struct twin *t, const struct cache_banks_out *out)
{
    const uint32_t k = t->offers, n = t->cfg->banks;
    assert_int_equal(out->mem_valid, k < n);
    if (k == n) return;
    const struct l1_cache_out *one = &t->out[k];
    assert_int_equal(out->offers, k);
    assert_int_equal(out->mem_kind, one->mem_kind);
    assert_int_equal(out->mem_id, one->mem_id * n + k);
    assert_int_equal(out->mem_line, one->mem_line * n + k);
    assert_memory_equal(out->mem_rider, one->mem_rider, (t->cfg->rider_width + 31) / 32 * 4);
    if (one->mem_kind == LOAD) return;
    assert_memory_equal(out->mem_data, one->mem_data, t->cfg->line_bytes);
    assert_memory_equal(out->mem_be, one->mem_be, (t->cfg->line_bytes + 31) / 32 * 4);
    if (one->mem_kind == STORE) return;
    assert_memory_equal(out->mem_expect, one->mem_expect, t->cfg->line_bytes);
}

static void twin_compare(const struct twin *t, const struct cache_banks *s,
                         const struct cache_banks_out *out)
{
    bool idle = true, clean = true;
    for (uint32_t k = 0; k < t->cfg->banks; k++) {
        idle = idle && t->out[k].idle;
        clean = clean && t->out[k].clean;
        compare_bank(t, k, out);
    }
    compare_memory(t, out);
    assert_int_equal(out->idle, idle);
    assert_int_equal(out->clean, clean);
    assert_int_equal(out->fill_ready, twin_fill_ready(t));
    assert_int_equal(s->turn, t->turn);
}

/* ---- threads and a memory that know what a load must read ------------------------------ */

enum { LINES = 64, LINE = 4 * WORDS };

struct asked {
    bool waits;
    uint32_t kind, line;
    uint32_t be[BE];
    uint8_t read[LINE]; /* what the line has when the request is taken */
};

struct owed {
    bool owed;
    uint8_t data[LINE];
};

struct seen {
    uint32_t together, apart, answers, several_sent, kept_before, fill_waits, flushed, unwritten;
};

/* Riders are numbers of requests. */
struct world {
    struct hd_rng rng;
    struct cache_banks s;
    struct cache_banks_in in;
    struct cache_banks_out out;
    struct twin twin;
    uint32_t lines;
    uint64_t line[LINES];
    uint8_t now[LINES][LINE];    /* with all stores that were taken */
    uint8_t memory[LINES][LINE]; /* with those that memory has accepted */
    struct asked asked[BANKS * 4096];
    uint32_t requests, waiting;
    struct owed owed[MSHRS];
    uint32_t others[BANKS]; /* requests accepted while this bank's waited */
    bool pauses;            /* no more requests until all is at rest */
    bool offered;           /* to memory, and not accepted */
    uint64_t offered_line;
    uint32_t offered_id;
    struct seen seen;
};

static struct world w; /* too large for a stack */

static bool chance(uint32_t num, uint32_t den) { return hd_rng_chance(&w.rng, num, den); }

/* As many of each bank; many of one set. */
static void draw_lines(const struct cache_banks_cfg *cfg)
{
    const uint64_t all = UINT64_MAX >> (64 - cfg->line_width);
    w.lines = cfg->line_width < 6 ? 1u << cfg->line_width : LINES;
    for (uint32_t i = 0; i < w.lines; i++) {
        w.line[i] = i;
        if (cfg->line_width < 16) continue;
        w.line[i] = i % cfg->banks + (uint64_t)(i / cfg->banks) * cfg->sets;
        if (i % 8 == 7) w.line[i] ^= all - all % cfg->sets;
    }
}

static void world_open(const struct cache_banks_cfg *cfg)
{
    struct cache_banks *s = &w.s;
    struct twin *t = &w.twin;
    memset(&w.in, 0, sizeof w.in);
    memset(&w.seen, 0, sizeof w.seen);
    memset(w.now, 0, sizeof w.now);
    memset(w.memory, 0, sizeof w.memory);
    memset(w.owed, 0, sizeof w.owed);
    memset(w.others, 0, sizeof w.others);
    w.requests = w.waiting = 0;
    w.pauses = w.offered = false;
    hd_rng_seed(&w.rng, cfg->banks * 100 + cfg->ways * 2 + cfg->write_back);
    assert_null(cache_banks_init(s, cfg));
    twin_open(t, cfg);
    draw_lines(cfg);
}

static uint32_t line_index(uint64_t line)
{
    for (uint32_t i = 0; i < w.lines; i++)
        if (w.line[i] == line) return i;
    fail_msg("a line that nobody asked for");
    return 0;
}

static bool enabled(const uint32_t *be, uint32_t byte)
{
    return (be[byte / 32] >> byte % 32 & 1) != 0;
}

static void write_bytes(uint8_t *to, const uint32_t *data, const uint32_t *be)
{
    for (uint32_t i = 0; i < w.s.cfg.line_bytes; i++)
        if (enabled(be, i)) to[i] = (uint8_t)(data[i / 4] >> 8 * (i % 4));
}

static void draw_words(uint32_t *to, uint32_t bits)
{
    for (uint32_t i = 0; i < (bits + 31) / 32; i++) to[i] = (uint32_t)hd_rng_next(&w.rng);
    if (bits % 32 != 0) to[bits / 32] &= (1u << bits % 32) - 1;
}

static void draw_rider(uint32_t *to, uint32_t number)
{
    memset(to, 0, RIDER * sizeof *to);
    for (uint32_t i = 0; i < (w.s.cfg.rider_width + 31) / 32; i++) to[i] = number;
    if (w.s.cfg.rider_width % 32 != 0)
        to[w.s.cfg.rider_width / 32] &= (1u << w.s.cfg.rider_width % 32) - 1;
}

static struct asked *asked_of(const uint32_t *rider)
{
    const uint32_t number = rider[0];
    assert_true(number < sizeof w.asked / sizeof w.asked[0]);
    return &w.asked[number];
}

/* Of a bank, which had none or whose was taken. A number that still waits is passed over. */
static void draw_request(uint32_t k)
{
    const struct cache_banks_cfg *c = &w.s.cfg;
    const uint32_t numbers = sizeof w.asked / sizeof w.asked[0];
    w.in.req_valid[k] = !w.pauses && chance(5, 8);
    do w.in.req_line[k] = w.line[hd_rng_below(&w.rng, w.lines)];
    while (w.in.req_line[k] % c->banks != k);
    draw_words(w.in.req_data[k], 8 * c->line_bytes);
    draw_words(w.in.req_be[k], c->line_bytes);
    draw_words(w.in.req_expect[k], 8 * c->line_bytes);
    if (chance(1, 8)) memset(w.in.req_be[k], 0xff, (c->line_bytes + 7) / 8);
    if (c->line_bytes == 4) w.in.req_be[k][0] &= 0xf;
    if (w.in.req_kind == ATOMIC && chance(1, 2)) memset(w.in.req_be[k], 0, sizeof w.in.req_be[k]);
    if (!w.in.req_valid[k]) return;
    do w.requests = (w.requests + 1) % numbers;
    while (w.asked[w.requests].waits);
    draw_rider(w.in.req_rider[k], w.requests);
}

/* What is not taken stays, and with it the kind of all. */
static void draw_requests(const bool *stays)
{
    bool any = false;
    for (uint32_t k = 0; k < w.s.cfg.banks; k++) any = any || stays[k];
    if (!any) w.in.req_kind = chance(1, 2) ? LOAD : chance(2, 3) ? STORE : ATOMIC;
    for (uint32_t k = 0; k < w.s.cfg.banks; k++)
        if (!stays[k]) draw_request(k);
}

static void draw_fill(bool stays)
{
    uint32_t owed = 0;
    if (stays) return;
    for (uint32_t i = 0; i < w.s.cfg.mshrs; i++) owed += w.owed[i].owed;
    w.in.fill_valid = owed != 0 && chance(5, 8);
    if (!w.in.fill_valid) return;
    do w.in.fill_id = hd_rng_below(&w.rng, w.s.cfg.mshrs);
    while (!w.owed[w.in.fill_id].owed);
    memcpy(w.in.fill_data, w.owed[w.in.fill_id].data, sizeof w.in.fill_data);
}

/* While no requests come: flushes when all is idle, then clears; then requests again. */
static void draw_rest(void)
{
    bool offers = false;
    w.in.clear = w.in.flush = false;
    if (!w.pauses) w.pauses = chance(1, 400);
    if (!w.pauses) return;
    for (uint32_t k = 0; k < w.s.cfg.banks; k++) offers = offers || w.in.req_valid[k];
    if (offers || w.in.fill_valid) return;
    cache_banks_eval(&w.s, &w.in, &w.out);
    w.in.flush = !w.out.clean;
    if (!w.out.idle || !w.out.clean) return;
    w.in.clear = chance(1, 2);
    w.pauses = false;
    w.seen.flushed++;
    assert_int_equal(w.waiting, 0);
    assert_memory_equal(w.now, w.memory, sizeof w.now); /* memory has all stores */
}

static void draw(void)
{
    bool stays[BANKS];
    for (uint32_t k = 0; k < w.s.cfg.banks; k++) {
        stays[k] = w.in.req_valid[k] && !w.out.req_ready[k];
        w.in.rsp_ready[k] = chance(3, 4);
    }
    draw_requests(stays);
    draw_fill(w.in.fill_valid && !w.out.fill_ready);
    w.in.mem_ready = chance(2, 3);
    draw_rest();
}

static void take_request(uint32_t k)
{
    struct asked *a = asked_of(w.in.req_rider[k]);
    const uint32_t i = line_index(w.in.req_line[k]);
    a->waits = true;
    a->kind = w.in.req_kind;
    a->line = i;
    memcpy(a->be, w.in.req_be[k], sizeof a->be);
    memcpy(a->read, w.now[i], sizeof a->read);
    if (a->kind != LOAD) write_bytes(w.now[i], w.in.req_data[k], w.in.req_be[k]);
    w.waiting++;
}

/* Answered once, by the bank of its line, with what was stored last before it. A cache that writes
 * back owes a load nothing but the bytes that it reads. */
static void take_answer(uint32_t k)
{
    struct asked *a = asked_of(w.out.rsp_rider[k]);
    const uint8_t *data = (const uint8_t *)w.out.rsp_data[k];
    assert_true(a->waits);
    a->waits = false;
    w.waiting--;
    w.seen.answers++;
    assert_int_equal(w.out.rsp_kind[k], a->kind);
    assert_int_equal(w.line[a->line] % w.s.cfg.banks, k);
    if (a->kind == STORE) return;
    for (uint32_t i = 0; i < w.s.cfg.line_bytes; i++)
        if (enabled(a->be, i) || !w.s.cfg.write_back) assert_int_equal(data[i], a->read[i]);
}

/* Memory performs it at once, and owes the answer. Atomics swap. */
static void accept(void)
{
    const struct cache_banks_out *o = &w.out;
    const uint32_t i = line_index(o->mem_line), k = o->mem_id % w.s.cfg.banks;
    struct owed *owed = &w.owed[o->mem_id];
    assert_true(o->mem_id < w.s.cfg.mshrs && !owed->owed);
    assert_int_equal(o->mem_line % w.s.cfg.banks, k); /* one_bank */
    owed->owed = true;
    memcpy(owed->data, w.memory[i], sizeof owed->data);
    if (o->mem_kind != LOAD) write_bytes(w.memory[i], o->mem_data, o->mem_be);
    for (uint32_t n = 0; n < w.s.cfg.banks; n++)
        w.others[n] = n == k || !o->bank_out[n].mem_valid ? 0 : w.others[n] + 1;
    for (uint32_t n = 0; n < w.s.cfg.banks; n++)
        assert_true(w.others[n] < w.s.cfg.banks); /* fair */
}

static void look_at_memory(void)
{
    const struct cache_banks_out *o = &w.out;
    uint32_t sent = 0, first = w.s.cfg.banks;
    for (uint32_t k = w.s.cfg.banks; k-- > 0;) {
        sent += o->bank_out[k].mem_valid;
        if (o->bank_out[k].mem_valid) first = k;
    }
    w.seen.several_sent += sent > 1;
    if (w.offered) { /* kept_offer */
        assert_true(o->mem_valid);
        assert_int_equal(o->mem_line, w.offered_line);
        assert_int_equal(o->mem_id, w.offered_id);
        w.seen.kept_before += first != o->offers;
    }
    w.offered = o->mem_valid && !w.in.mem_ready;
    w.offered_line = o->mem_line;
    w.offered_id = o->mem_id;
}

static void look(void)
{
    uint32_t taken = 0, offered = 0;
    const uint32_t bank = w.in.fill_id % w.s.cfg.banks;
    for (uint32_t k = 0; k < w.s.cfg.banks; k++) {
        offered += w.in.req_valid[k];
        taken += w.in.req_valid[k] && w.out.req_ready[k];
    }
    w.seen.together += taken > 1;
    w.seen.apart += taken > 0 && taken < offered;
    w.seen.fill_waits += w.in.fill_valid && !w.out.fill_ready && !w.s.bank[bank].fill_valid;
    look_at_memory();
}

/* The word of some address as the cache has it: as its bank has it. Of a bank of which nothing is
 * under way memory and cache have each byte. */
static void ask_a_word(void)
{
    const uint32_t i = hd_rng_below(&w.rng, w.lines), n = w.s.cfg.banks;
    const uint32_t at = 4 * hd_rng_below(&w.rng, w.s.cfg.line_bytes / 4);
    const uint64_t place = w.line[i] * w.s.cfg.line_bytes + at;
    uint32_t below, wanted;
    if (place > UINT32_MAX) return;
    memcpy(&below, w.memory[i] + at, sizeof below);
    memcpy(&wanted, w.now[i] + at, sizeof wanted);
    const uint32_t word = cache_banks_word(&w.s, (uint32_t)place, below);
    const struct l1_cache *one = &w.twin.bank[w.line[i] % n];
    const uint64_t inside = w.line[i] / n * w.s.cfg.line_bytes + at;
    assert_int_equal(word, l1_cache_word(one, (uint32_t)inside, below));
    w.seen.unwritten += below != word;
    if (one->used == 0) assert_int_equal(word, wanted);
}

static void world_reset(void)
{
    cache_banks_reset(&w.s);
    twin_reset(&w.twin);
    memcpy(w.now, w.memory, sizeof w.now);
    memset(w.owed, 0, sizeof w.owed);
    memset(w.others, 0, sizeof w.others);
    for (size_t i = 0; i < sizeof w.asked / sizeof w.asked[0]; i++) w.asked[i].waits = false;
    w.waiting = 0;
    w.offered = false;
    w.in.fill_valid = false;
    memset(w.in.req_valid, 0, sizeof w.in.req_valid);
}

static void world_cycle(void)
{
    const char *broken = cache_banks_promise(&w.s, &w.in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    cache_banks_eval(&w.s, &w.in, &w.out);
    twin_eval(&w.twin, &w.in);
    twin_compare(&w.twin, &w.s, &w.out);
    look();
    ask_a_word();
    for (uint32_t k = 0; k < w.s.cfg.banks; k++)
        if (w.out.rsp_valid[k] && w.in.rsp_ready[k]) take_answer(k);
    if (w.in.fill_valid && w.out.fill_ready) w.owed[w.in.fill_id].owed = false;
    if (w.out.mem_valid && w.in.mem_ready) accept();
    for (uint32_t k = 0; k < w.s.cfg.banks; k++)
        if (w.in.req_valid[k] && w.out.req_ready[k]) take_request(k);
    tick_or_rest(&w.s, &w.in, &w.out);
    twin_tick(&w.twin, &w.in);
    broken = cache_banks_check(&w.s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
}

struct run {
    const char *name;
    struct cache_banks_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"one bank", {1, 2, 2, 4, 6, 3, 2, 20, 0}, 20000},
    {"one bank, back", {1, 2, 2, 4, 6, 3, 2, 20, 1}, 20000},
    {"small", {2, 2, 2, 4, 4, 4, 2, 20, 0}, 20000},
    {"small, back", {2, 2, 2, 4, 4, 4, 2, 20, 1}, 20000},
    {"hand", {4, 8, 2, 8, 10, 8, 2, 40, 0}, 30000},
    {"hand, back", {4, 8, 2, 8, 10, 8, 2, 40, 1}, 30000},
    {"narrow", {16, 16, 1, 32, 6, 16, 1, 32, 0}, 10000},
    {"narrow, back", {16, 16, 1, 32, 6, 16, 1, 32, 1}, 10000},
    {"paper", {16, 32, 4, 128, 25, 64, 4, 64, 0}, 8000},
    {"paper, back", {16, 32, 4, 128, 25, 64, 4, 64, 1}, 8000},
    {"largest", {8, 1024, 16, 256, 62, 64, 16, 512, 0}, 5000},
    {"largest, back", {8, 1024, 16, 256, 62, 64, 16, 512, 1}, 5000},
};

static void random_cycles(void **state)
{
    const struct run *r = *state;
    world_open(&r->cfg);
    for (uint32_t c = 0; c < r->cycles; c++) {
        draw();
        world_cycle();
        if (chance(1, 3000)) world_reset();
    }
    const struct seen *n = &w.seen;
    assert_true(n->answers > r->cycles / 10 && n->flushed > 3);
    assert_true(!r->cfg.write_back || n->unwritten > 10);
    if (r->cfg.banks == 1) return;
    assert_true(n->together > 100 && n->apart > 100 && n->several_sent > 100);
    assert_true(n->kept_before > 10 && n->fill_waits > 10);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void expect_broken(const char *name)
{
    assert_non_null(cache_banks_check(&b.s));
    assert_string_equal(cache_banks_check(&b.s), name);
    start();
    miss_in(0xf, true);
    cycle();
}

static void check_finds(void **state)
{
    (void)state;
    start();
    miss_in(0xf, true);
    cycle();
    b.s.turn = 4;
    expect_broken("turn_range");
    for (uint32_t k = 0; k < 4; k++) {
        b.s.bank[k].turn[1] = 2;
        expect_broken("turn_range");
        b.s.bank[k].valid[1] = 3;
        b.s.bank[k].tag[2] = b.s.bank[k].tag[3] = 5;
        expect_broken("no_twice");
    }
    for (uint32_t k = 4; k < BANKS; k++) b.s.bank[k].turn[1] = 2; /* those there are not */
    assert_null(cache_banks_check(&b.s));
    for (uint32_t k = 4; k < BANKS; k++) b.s.bank[k].turn[1] = 0;
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(const char *sentence)
{
    const char *broken = cache_banks_promise(&b.s, &b.in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet();
}

static void expect_kept(void)
{
    assert_null(cache_banks_promise(&b.s, &b.in));
    quiet();
}

static void promise_finds(void **state)
{
    (void)state;
    start();
    for (uint32_t k = 0; k < 4; k++) {
        b.in.req_valid[k] = true;
        b.in.req_line[k] = 0x30 + (k + 1) % 4;
        expect_promise("a request to another bank than that of its line");
        b.in.req_line[k] = 0x30 + (k + 1) % 4; /* not offered */
        expect_kept();
        request(LOAD, 0x400 + k, 0);
        expect_promise("a line is wider than LineWidth");
        request(3, 0x30 + k, 0);
        expect_promise("a request is of no kind");
        request(LOAD, 0x30 + k, 0);
        b.in.clear = true;
        expect_promise("clear while something is offered");
    }
    miss_in(0xf, true);
    cycle();
    cycle();
    b.in.clear = true;
    expect_promise("clear while the cache is not idle");
    fill(8, 0);
    expect_promise("an answer of memory for an MSHR that is not there");
    for (uint32_t id = 0; id < 8; id++) {
        fill(id, 0);
        if (id < 2) expect_kept();
        else expect_promise("an answer of memory that nothing waits for");
    }
}

/* A fill waits because another bank hands one out: all the same it must be waited for. */
static void promise_finds_a_fill_that_waits(void **state)
{
    (void)state;
    start();
    miss_in(0x3, true);
    cycle();
    cycle();
    fill(0, 0);
    cycle();
    assert_false(now()->fill_ready);
    fill(1, 0);
    expect_kept();
    fill(5, 0);
    expect_promise("an answer of memory that nothing waits for");
    fill(0, 0); /* it came already */
    expect_promise("an answer of memory that nothing waits for");
}

static void promise_finds_of_back(void **state)
{
    (void)state;
    start_back();
    request(STORE, 0x32, 0);
    cycle();
    cycle();
    assert_true(now()->idle);
    b.in.clear = true;
    assert_non_null(cache_banks_promise(&b.s, &b.in)); /* not clean */
    quiet();
    b.in.flush = true;
    expect_kept();
    b.in.flush = true;
    request(LOAD, 0x31, 0);
    assert_non_null(cache_banks_promise(&b.s, &b.in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const char banks[] = "Banks must be a power of two, 1 to 16";
    static const char sets[] = "Sets must be a power of two, Banks to 1024";
    static const char line[] = "LineBytes must be a power of two, 4 to 256";
    static const char width[] = "LineWidth must be above log2(Sets), to 62";
    static const char mshrs[] = "Mshrs must be a multiple of Banks, to 64";
    static const struct {
        struct cache_banks_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 32, 4, 128, 25, 64, 4, 64, 0}, banks},
        {{3, 32, 4, 128, 25, 63, 4, 64, 0}, banks},
        {{32, 32, 4, 128, 25, 64, 4, 64, 0}, banks},
        {{4, 0, 4, 128, 25, 64, 4, 64, 0}, sets},
        {{4, 2, 4, 128, 25, 64, 4, 64, 0}, sets},
        {{4, 12, 4, 128, 25, 64, 4, 64, 0}, sets},
        {{4, 2048, 4, 128, 25, 64, 4, 64, 0}, sets},
        {{4, 32, 0, 128, 25, 64, 4, 64, 0}, "Ways must be 1 to 16"},
        {{4, 32, 17, 128, 25, 64, 4, 64, 0}, "Ways must be 1 to 16"},
        {{4, 32, 4, 2, 25, 64, 4, 64, 0}, line},
        {{4, 32, 4, 12, 25, 64, 4, 64, 0}, line},
        {{4, 32, 4, 512, 25, 64, 4, 64, 0}, line},
        {{4, 32, 4, 128, 5, 64, 4, 64, 0}, width},
        {{4, 4, 4, 128, 1, 64, 4, 64, 0}, width},
        {{1, 32, 4, 128, 63, 64, 4, 64, 0}, width},
        {{4, 32, 4, 128, 25, 0, 4, 64, 0}, mshrs},
        {{4, 32, 4, 128, 25, 2, 4, 64, 0}, mshrs},
        {{4, 32, 4, 128, 25, 30, 4, 64, 0}, mshrs},
        {{4, 32, 4, 128, 25, 68, 4, 64, 0}, mshrs},
        {{4, 32, 4, 128, 25, 64, 0, 64, 0}, "Merges must be 1 to 16"},
        {{4, 32, 4, 128, 25, 64, 17, 64, 0}, "Merges must be 1 to 16"},
        {{4, 32, 4, 128, 25, 64, 4, 0, 0}, "RiderWidth must be 1 to 512"},
        {{4, 32, 4, 128, 25, 64, 4, 513, 0}, "RiderWidth must be 1 to 512"},
        {{4, 32, 4, 128, 25, 64, 4, 64, 3}, "WriteBack must be 0, 1 or 2"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = cache_banks_init(&b.s, &bad[i].cfg);
        if (error == NULL) fail_msg("row %u is not refused", (unsigned)i);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(cache_banks_init(&b.s, &(struct cache_banks_cfg){16, 16, 1, 4, 5, 16, 1, 1, 0}));
    assert_null(cache_banks_init(&b.s, &(struct cache_banks_cfg){4, 32, 4, 128, 6, 64, 4, 64, 1}));
    assert_null(cache_banks_init(&b.s, &(struct cache_banks_cfg){1, 1, 1, 4, 1, 1, 1, 1, 0}));
    assert_null(cache_banks_init(&b.s, &(struct cache_banks_cfg){4, 4, 1, 4, 62, 4, 1, 1, 0}));
    assert_non_null(cache_banks_init(&b.s, &(struct cache_banks_cfg){4, 4, 1, 4, 63, 4, 1, 1, 0}));
}

int main(void)
{
    struct CMUnitTest tests[50] = {
        cmocka_unit_test(line_goes_to_its_bank),
        cmocka_unit_test(line_is_all_its_bits),
        cmocka_unit_test(banks_answer_at_once),
        cmocka_unit_test(each_for_itself),
        cmocka_unit_test(not_offered),
        cmocka_unit_test(turn_behind_the_accepted),
        cmocka_unit_test(turn_round_the_end),
        cmocka_unit_test(offer_stays),
        cmocka_unit_test(fair),
        cmocka_unit_test(fill_goes_to_its_bank),
        cmocka_unit_test(fills_one_at_a_time),
        cmocka_unit_test(store_beside_a_fill),
        cmocka_unit_test(idle_of_all),
        cmocka_unit_test(clear_of_all),
        cmocka_unit_test(flush_of_all),
        cmocka_unit_test(clean_of_all),
        cmocka_unit_test(reset_of_all),
        cmocka_unit_test(word_of_an_address),
        cmocka_unit_test(one_bank),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(promise_finds_a_fill_that_waits),
        cmocka_unit_test(promise_finds_of_back),
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
    return cmocka_run_group_tests_name("cache_banks", tests, NULL, NULL);
}
