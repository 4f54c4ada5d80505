/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of an L1 cache that writes back, and of one that answers stores at once: against an oracle
 * that keeps each byte as the last request taken has left it. A load and an atomic get the bytes as
 * they were when they were taken; behind a flush memory has them all. A twin is not clocked in
 * cycles in which the cache says that it rests: it must answer alike.
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
    LINES = 256,
    BYTES = L1_CACHE_MAX_WORDS * 4,
    MSHRS = L1_CACHE_MAX_MSHRS,
    RIDERS = 4096, /* requests that wait at once are fewer */
    MASK = L1_CACHE_MAX_BE,
};

struct run {
    const char *name;
    struct l1_cache_cfg cfg;
    uint32_t lines, cycles;
};

static const struct run runs[] = {
    {"least", {1, 1, 8, 6, 1, 1, 12, 1}, 4, 40000},
    {"small", {2, 2, 8, 6, 3, 2, 12, 1}, 8, 40000},
    {"odd", {4, 3, 16, 7, 5, 3, 12, 1}, 24, 40000},
    {"many", {4, 3, 16, 7, 64, 3, 12, 1}, 40, 40000},
    {"paper", {32, 4, 128, 25, 64, 4, 12, 1}, 256, 80000},
    {"least, at once", {1, 1, 8, 6, 1, 1, 12, L1_CACHE_POSTS}, 4, 40000},
    {"odd, at once", {4, 3, 16, 7, 5, 3, 12, L1_CACHE_POSTS}, 24, 40000},
    {"paper, at once", {32, 4, 128, 25, 64, 4, 12, L1_CACHE_POSTS}, 256, 80000},
};

/* What a request that was taken must be answered with. */
struct asked {
    bool waits;
    uint32_t kind;
    uint32_t be[MASK];
    uint8_t data[BYTES];
};

static struct l1_cache cache, sleeper; /* these are too large for a stack */
static struct l1_cache_in in;
static struct l1_cache_out out;
static uint8_t memory[LINES][BYTES], now[LINES][BYTES];
static uint8_t owed_data[MSHRS][BYTES];
static uint64_t owed;
static struct asked asked[RIDERS];
static uint32_t number, backs, hits, partial, through, rested, kept;
static struct hd_rng rng;
static uint32_t slow; /* memory answers once in so many cycles */
static bool at_once;  /* a store was taken in the cycle before, which its answer follows */
static uint32_t at_once_rider;

static uint32_t draw(uint32_t n) { return hd_rng_below(&rng, n); }

static bool enabled(const uint32_t *be, uint32_t byte) { return be[byte / 32] >> byte % 32 & 1; }

/* Bytes that a store brings; an atomic adds. */
static void write_line(uint8_t *to, uint32_t kind, const uint32_t *data, const uint32_t *be)
{
    const uint8_t *from = (const uint8_t *)data;
    for (uint32_t b = 0; b < cache.cfg.line_bytes; b++) {
        if (!enabled(be, b)) continue;
        to[b] = (uint8_t)(kind == L1_CACHE_STORE ? from[b] : to[b] + from[b]);
    }
}

static void draw_request(uint32_t lines)
{
    const bool load = draw(16) < 8, store = draw(16) < 14;
    in.req_valid = draw(8) != 0;
    in.req_kind = load ? L1_CACHE_LOAD : store ? L1_CACHE_STORE : L1_CACHE_ATOMIC;
    in.req_line = draw(4) == 0 ? in.req_line : draw(lines);
    if (draw(3) == 0) in.req_line -= in.req_line % cache.cfg.sets; /* often of one set */
    in.req_rider[0] = number % RIDERS;
    const uint32_t share = draw(load ? 8 : 4); /* 0 all bytes, 1 any, else a word */
    const bool none = draw(32) == 0;
    const uint32_t word = draw(cache.cfg.line_bytes / 4);
    memset(in.req_be, 0, sizeof in.req_be);
    for (uint32_t b = 0; b < cache.cfg.line_bytes; b++) {
        const bool on = share == 0 || (share > 1 ? b / 4 == word : draw(2) != 0);
        in.req_be[b / 32] |= (uint32_t)(on && !none) << b % 32;
    }
    for (uint32_t w = 0; w < cache.cfg.line_bytes / 4; w++)
        in.req_data[w] = (uint32_t)hd_rng_next(&rng);
}

static void draw_fill(void)
{
    uint32_t id = draw(cache.cfg.mshrs);
    in.fill_valid = owed != 0 && draw(slow) == 0;
    if (!in.fill_valid) return;
    while ((owed >> id & 1) == 0) id = (id + 1) % cache.cfg.mshrs;
    in.fill_id = id;
    memcpy(in.fill_data, owed_data[id], cache.cfg.line_bytes);
}

static void accept(void)
{
    assert_true(out.mem_line < LINES);
    uint8_t *line = memory[out.mem_line];
    memcpy(owed_data[out.mem_id], line, cache.cfg.line_bytes);
    owed |= UINT64_C(1) << out.mem_id;
    if (out.mem_kind == L1_CACHE_LOAD) return;
    if (out.mem_kind == L1_CACHE_STORE && cache.cfg.write_back == L1_CACHE_POSTS)
        assert_int_equal(out.mem_rider[0], 0);
    write_line(line, out.mem_kind, out.mem_data, out.mem_be);
}

static void take(void)
{
    struct asked *a = &asked[number % RIDERS];
    assert_false(a->waits);
    a->waits = true;
    a->kind = in.req_kind;
    memcpy(a->be, in.req_be, sizeof a->be);
    memcpy(a->data, now[in.req_line], sizeof a->data);
    if (in.req_kind != L1_CACHE_LOAD)
        write_line(now[in.req_line], in.req_kind, in.req_data, in.req_be);
    hits += out.outcome == L1_CACHE_HIT;
    partial += out.outcome == L1_CACHE_HIT && (cache.whole[out.set] >> out.way & 1) == 0;
    through += out.outcome == L1_CACHE_STORED && out.act == L1_CACHE_SENDS;
    at_once = cache.cfg.write_back == L1_CACHE_POSTS && in.req_kind == L1_CACHE_STORE;
    at_once_rider = in.req_rider[0];
    number++;
}

static void expect_right(void)
{
    struct asked *a = &asked[out.rsp_rider[0] % RIDERS];
    const uint8_t *data = (const uint8_t *)out.rsp_data;
    assert_true(a->waits);
    assert_int_equal(out.rsp_kind, a->kind);
    a->waits = false;
    for (uint32_t b = 0; b < cache.cfg.line_bytes && a->kind != L1_CACHE_STORE; b++)
        if (a->kind == L1_CACHE_ATOMIC || enabled(a->be, b)) assert_int_equal(data[b], a->data[b]);
}

static void tick_sleeper(void)
{
    struct l1_cache_out twin;
    l1_cache_eval(&sleeper, &in, &twin);
    assert_int_equal(twin.outcome, out.outcome);
    assert_int_equal(twin.blocked, out.blocked);
    assert_int_equal(twin.back, out.back);
    assert_int_equal(twin.mem_valid, out.mem_valid);
    assert_int_equal(twin.mem_id, out.mem_id);
    assert_int_equal(twin.rsp_valid, out.rsp_valid);
    assert_int_equal(twin.fill_ready, out.fill_ready);
    if (out.rsp_valid) assert_int_equal(twin.rsp_rider[0], out.rsp_rider[0]);
    if (l1_cache_rests(&sleeper, &in, &twin)) rested++;
    else l1_cache_tick(&sleeper, &in, &twin);
}

/* Of a line whose requests have all been done memory and the cache have each byte. */
static void expect_word(void)
{
    if (cache.used != 0 || in.req_line >= LINES) return;
    const uint32_t at = 4 * draw(cache.cfg.line_bytes / 4);
    uint32_t below, wanted;
    memcpy(&below, memory[in.req_line] + at, sizeof below);
    memcpy(&wanted, now[in.req_line] + at, sizeof wanted);
    const uint32_t address = (uint32_t)in.req_line * cache.cfg.line_bytes + at;
    assert_int_equal(l1_cache_word(&cache, address, below), wanted);
    kept += below != wanted;
}

static void cycle(void)
{
    const char *broken = l1_cache_promise(&cache, &in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    l1_cache_eval(&cache, &in, &out);
    if (at_once) {
        assert_true(out.rsp_valid && out.rsp_kind == L1_CACHE_STORE);
        assert_int_equal(out.rsp_rider[0], at_once_rider);
        at_once = false;
    }
    if (out.rsp_valid && in.rsp_ready) expect_right();
    if (out.mem_valid && in.mem_ready) accept();
    if (out.outcome != L1_CACHE_NONE) take();
    if (in.fill_valid && out.fill_ready) owed &= ~(UINT64_C(1) << in.fill_id);
    backs += out.back;
    tick_sleeper();
    l1_cache_tick(&cache, &in, &out);
    broken = l1_cache_check(&cache);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    expect_word();
}

/* Until nothing is under way and nothing is written; then lines may be forgotten. */
static void flush(uint32_t lines)
{
    for (uint32_t c = 0;; c++) {
        assert_true(c < 4000);
        in.req_valid = false;
        if (!in.fill_valid || out.fill_ready) draw_fill();
        in.rsp_ready = in.mem_ready = true;
        in.flush = true;
        in.clear = false;
        l1_cache_eval(&cache, &in, &out);
        if (out.clean && out.idle && !in.fill_valid) break;
        cycle();
    }
    for (uint32_t l = 0; l < lines; l++)
        assert_memory_equal(memory[l], now[l], cache.cfg.line_bytes);
    in.flush = false;
    in.clear = draw(2) != 0;
    cycle();
    in.clear = false;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    hd_rng_seed(&rng, 7);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    memset(memory, 0, sizeof memory);
    memset(now, 0, sizeof now);
    memset(asked, 0, sizeof asked);
    owed = 0;
    at_once = false;
    number = backs = hits = partial = through = rested = kept = 0;
    assert_null(l1_cache_init(&cache, &r->cfg));
    assert_null(l1_cache_init(&sleeper, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        slow = 1 + 4 * (c / 1000 % 3);
        if (!in.fill_valid || out.fill_ready) draw_fill();
        if (!in.req_valid || out.req_ready) draw_request(r->lines);
        in.rsp_ready = draw(4) != 0;
        in.mem_ready = draw(4) != 0;
        cycle();
        if (draw(2000) == 0 && (!in.req_valid || out.req_ready)) flush(r->lines);
    }
    while (in.req_valid && !out.req_ready) {
        if (!in.fill_valid || out.fill_ready) draw_fill();
        in.rsp_ready = in.mem_ready = true;
        cycle();
    }
    flush(r->lines);
    assert_true(number > r->cycles / 20 && hits > 50 && rested > 50);
    assert_true(through > 50 || r->cfg.mshrs == 1);
    if (r->cfg.write_back == L1_CACHE_POSTS) assert_true(backs + kept == 0);
    else assert_true(backs > r->cycles / 100 && partial > 20 && kept > 20);
}

/* ---- check and promise fail when they should ------------------------------------------- */

/* Line 4 is written in place 0 of set 0; line 8, of the same set, is awaited in place 1. */
static void half_done(void)
{
    memset(&in, 0, sizeof in);
    in.rsp_ready = in.mem_ready = true;
    assert_null(l1_cache_init(&cache, &runs[2].cfg));
    in.req_valid = true;
    in.req_kind = L1_CACHE_STORE;
    in.req_line = 4;
    in.req_be[0] = 1;
    l1_cache_eval(&cache, &in, &out);
    l1_cache_tick(&cache, &in, &out);
    in.req_kind = L1_CACHE_LOAD;
    in.req_line = 8;
    l1_cache_eval(&cache, &in, &out);
    l1_cache_tick(&cache, &in, &out);
    in.req_valid = false;
    assert_null(l1_cache_check(&cache));
}

static void expect_broken(const char *name)
{
    assert_non_null(l1_cache_check(&cache));
    assert_string_equal(l1_cache_check(&cache), name);
    half_done();
}

static void check_finds(void **state)
{
    (void)state;
    half_done();
    assert_int_equal(cache.written[0], 1);
    assert_int_equal(cache.awaited[0], 2);
    cache.awaited[0] = 4; /* nothing comes there */
    expect_broken("one_place");
    cache.awaited[1] = 1;
    expect_broken("one_place");
    cache.valid[0] = 3; /* a line in the place that is awaited */
    cache.tag[1] = 7;
    expect_broken("one_place");
    cache.way[0] = 3;
    expect_broken("one_place");
    cache.open = 0; /* lands, but is closed */
    expect_broken("one_place");
    cache.used |= 2; /* two land there */
    cache.open |= 2;
    cache.lands |= 2;
    cache.line[1] = 12;
    cache.way[1] = 1;
    cache.count[1] = 1;
    cache.kind[1] = L1_CACHE_LOAD;
    cache.sent |= 2;
    expect_broken("one_place");
    cache.written[0] = 0; /* though a byte is */
    expect_broken("written");
    cache.written[0] = 5; /* nothing is there */
    expect_broken("written");
    cache.bytes[0] = 0;
    expect_broken("written");
}

static void promise_finds(void **state)
{
    (void)state;
    half_done();
    in.flush = true;
    assert_null(l1_cache_promise(&cache, &in));
    in.req_valid = true;
    assert_string_equal(l1_cache_promise(&cache, &in), "a request while lines are flushed");
    in.req_valid = in.flush = false;
    in.clear = true;
    cache.used = 0;
    cache.rsp_valid = false;
    assert_string_equal(l1_cache_promise(&cache, &in), "clear while a line is written");
    cache.written[0] = 0;
    assert_null(l1_cache_promise(&cache, &in));
}

int main(void)
{
    enum { RUNS = sizeof runs / sizeof runs[0] };
    struct CMUnitTest tests[RUNS + 2] = {[RUNS] = cmocka_unit_test(check_finds),
                                         [RUNS + 1] = cmocka_unit_test(promise_finds)};
    for (size_t i = 0; i < RUNS; i++) {
        tests[i].name = runs[i].name;
        tests[i].test_func = random_cycles;
        tests[i].initial_state = (void *)(uintptr_t)&runs[i];
    }
    return cmocka_run_group_tests_name("l1_cache_back", tests, NULL, NULL);
}
