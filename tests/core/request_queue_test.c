/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the queue of requests to memory: the cases of the page, a twin that keeps
 * all requests that ever came in one list, and that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/request_queue.h"

enum { LOAD = L1_CACHE_LOAD, STORE = L1_CACHE_STORE, ATOMIC = L1_CACHE_ATOMIC, WORDS = 2 };

static const struct request_queue_cfg hand = {
    .entries = 3, .line_bytes = 4 * WORDS, .line_width = 20, .mshrs = 8, .rider_width = 40};

static struct request_queue s; /* too large for a stack */

/* A request that brings numbers of its own. */
struct request {
    uint32_t kind;
    uint32_t number;
};

static struct request_queue_out cycle(const struct request *offered, bool accepts)
{
    const uint32_t n = offered ? offered->number : 0;
    const uint32_t rider[2] = {n + 1, n & 0xff}, be[1] = {n & 0xff};
    const uint32_t data[WORDS] = {n + 3, n + 4}, expect[WORDS] = {n + 5, n + 6};
    const struct request_queue_in in = {.req_valid = offered != NULL,
                                        .req_kind = offered ? offered->kind : 0,
                                        .req_id = n % hand.mshrs,
                                        .req_line = n,
                                        .req_rider = rider,
                                        .req_data = data,
                                        .req_be = be,
                                        .req_expect = expect,
                                        .mem_ready = accepts};
    const struct request_queue before = s;
    struct request_queue_out out;
    assert_null(request_queue_promise(&s, &in));
    request_queue_eval(&s, &in, &out);
    const bool rests = request_queue_rests(&in, &out);
    request_queue_tick(&s, &in, &out);
    assert_null(request_queue_check(&s));
    assert_int_equal(rests, memcmp(&before, &s, sizeof s) == 0);
    return out;
}

/* The request that is offered to memory, or was in the cycle before. */
static void assert_offered(const struct request_queue_out *out, struct request want)
{
    const uint32_t n = want.number;
    assert_true(out->mem_valid);
    assert_int_equal(out->mem_kind, want.kind);
    assert_int_equal(out->mem_id, n % hand.mshrs);
    assert_int_equal(out->mem_line, n);
    assert_int_equal(out->mem_rider[0], n + 1);
    assert_int_equal(out->mem_rider[1], n & 0xff);
    if (want.kind == LOAD) return;
    assert_int_equal(out->mem_data[0], n + 3);
    assert_int_equal(out->mem_data[1], n + 4);
    assert_int_equal(out->mem_be[0], n & 0xff);
    if (want.kind == STORE) return;
    assert_int_equal(out->mem_expect[0], n + 5);
    assert_int_equal(out->mem_expect[1], n + 6);
}

static struct request_queue_out look(void)
{
    struct request_queue_out out;
    request_queue_eval(&s, &(struct request_queue_in){0}, &out);
    return out;
}

static void start(void) { assert_null(request_queue_init(&s, &hand)); }

static void rule_in_and_out(void **state)
{
    (void)state;
    const struct request a = {ATOMIC, 10}, b = {STORE, 20}, c = {LOAD, 30};
    struct request_queue_out out;
    start();
    out = look();
    assert_true(out.req_ready);
    assert_false(out.mem_valid);
    /* An empty queue: the request waits a cycle, though memory is ready. */
    assert_false(cycle(&a, true).mem_valid);
    out = look();
    assert_offered(&out, a);
    cycle(&b, false);
    cycle(&c, false);
    out = look();
    assert_offered(&out, a);
    assert_false(out.req_ready);
    cycle(NULL, true);
    out = look();
    assert_offered(&out, b);
    cycle(NULL, true);
    out = look();
    assert_offered(&out, c);
    cycle(NULL, true);
    assert_false(look().mem_valid);
}

static void race_only_request_leaves(void **state)
{
    (void)state;
    const struct request a = {LOAD, 1}, b = {STORE, 2};
    start();
    cycle(&a, false);
    const struct request_queue_out out = cycle(&b, true);
    assert_true(out.req_ready);
    const struct request_queue_out next = look();
    assert_offered(&next, b);
    assert_int_equal(s.count, 1);
}

static void race_full(void **state)
{
    (void)state;
    start();
    for (uint32_t n = 0; n < hand.entries; n++) cycle(&(struct request){LOAD, n}, false);
    const struct request late = {STORE, 77};
    assert_false(cycle(&late, true).req_ready); /* its place is free from the next cycle on */
    assert_int_equal(s.count, hand.entries - 1);
    assert_true(cycle(&late, false).req_ready);
    assert_int_equal(s.count, hand.entries);
}

static void rule_reset(void **state)
{
    (void)state;
    start();
    cycle(&(struct request){LOAD, 1}, false);
    cycle(&(struct request){LOAD, 2}, true);
    request_queue_reset(&s);
    assert_int_equal(s.count, 0);
    assert_int_equal(s.first, 0);
    assert_false(look().mem_valid);
}

/* All requests that came, in one list; which of them left is a number. */
static void twin(void **state)
{
    (void)state;
    static struct request all[20000];
    uint32_t came = 0, left = 0;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    start();
    for (uint32_t n = 0; n < 20000; n++) {
        const uint32_t busy = 1 + n / 2000 % 7;
        const struct request r = {hd_rng_below(&rng, 3), hd_rng_below(&rng, 1 << 20)};
        const bool offers = hd_rng_chance(&rng, busy, 8), accepts = hd_rng_chance(&rng, 4, 8);
        struct request_queue_out out = look();
        assert_int_equal(out.req_ready, came - left < hand.entries);
        assert_int_equal(out.mem_valid, came > left);
        if (came > left) assert_offered(&out, all[left]);
        out = cycle(offers ? &r : NULL, accepts);
        if (offers && out.req_ready) all[came++] = r;
        if (out.mem_valid && accepts) left++;
    }
    assert_true(left > 5000);
}

static void each_can_fail(void **state)
{
    (void)state;
    static const struct {
        struct request_queue_cfg cfg;
        const char *wrong;
    } rows[] = {
        {{0, 8, 20, 8, 40}, "Entries must be 1 to 64"},
        {{65, 8, 20, 8, 40}, "Entries must be 1 to 64"},
        {{3, 2, 20, 8, 40}, "LineBytes must be a power of two, 4 to 256"},
        {{3, 12, 20, 8, 40}, "LineBytes must be a power of two, 4 to 256"},
        {{3, 512, 20, 8, 40}, "LineBytes must be a power of two, 4 to 256"},
        {{3, 8, 0, 8, 40}, "LineWidth must be 1 to 62"},
        {{3, 8, 63, 8, 40}, "LineWidth must be 1 to 62"},
        {{3, 8, 20, 0, 40}, "Mshrs must be 1 to 64"},
        {{3, 8, 20, 65, 40}, "Mshrs must be 1 to 64"},
        {{3, 8, 20, 8, 0}, "RiderWidth must be 1 to 512"},
        {{3, 8, 20, 8, 513}, "RiderWidth must be 1 to 512"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(request_queue_init(&s, &rows[i].cfg), rows[i].wrong);
    start();
    const struct request_queue_in in = {.req_valid = true, .req_kind = 3};
    assert_string_equal(request_queue_promise(&s, &in), "a kind is 0, 1 or 2");
    s.count = hand.entries + 1;
    assert_string_equal(request_queue_check(&s), "count_range");
    s.count = 0;
    s.first = hand.entries;
    assert_string_equal(request_queue_check(&s), "first_range");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_in_and_out),
        cmocka_unit_test(race_only_request_leaves),
        cmocka_unit_test(race_full),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(twin),
        cmocka_unit_test(each_can_fail),
    };
    return cmocka_run_group_tests_name("request_queue", tests, NULL, NULL);
}
