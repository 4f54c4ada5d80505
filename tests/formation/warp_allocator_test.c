/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the warp allocator: the page's worked cases, a naive
 * twin that moves a whole list and remembers the indices handed out, and the
 * proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "formation/warp_allocator.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct warp_allocator s;
    struct warp_allocator_in in;
    struct warp_allocator_out out;
};

static const struct warp_allocator_cfg hand = {.entries = 4};
static const struct warp_allocator_cfg paper = {.entries = 128};

static void start(struct bench *b, const struct warp_allocator_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(warp_allocator_init(&b->s, cfg));
    assert_null(warp_allocator_check(&b->s));
}

static void take(struct bench *b, uint32_t n)
{
    b->in.alloc_ready[0] = n > 0;
    b->in.alloc_ready[1] = n > 1;
}

static void give_back(struct bench *b, uint32_t idx)
{
    b->in.free_en = true;
    b->in.free_idx = idx;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    struct warp_allocator before = b->s;
    const char *broken = warp_allocator_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    warp_allocator_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    warp_allocator_tick(&b->s, &b->in, &b->out);
    assert_null(warp_allocator_check(&b->s));
    memset(&b->in, 0, sizeof b->in);
}

/* What the cycle just gone has offered: n free, the first two of them. */
static void expect(const struct bench *b, uint32_t n, uint32_t first, uint32_t second)
{
    assert_int_equal(b->out.free_count, n);
    assert_int_equal(b->out.alloc_valid[0], n > 0);
    assert_int_equal(b->out.alloc_valid[1], n > 1);
    assert_int_equal(b->out.alloc_idx[0], first);
    assert_int_equal(b->out.alloc_idx[1], second);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void rule_order(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    take(&b, 1);
    cycle(&b);
    expect(&b, 4, 0, 1);
    take(&b, 2);
    cycle(&b);
    expect(&b, 3, 1, 2);
    give_back(&b, 2);
    cycle(&b);
    expect(&b, 1, 3, 0);
    give_back(&b, 0);
    take(&b, 1);
    cycle(&b);
    expect(&b, 2, 3, 2); /* 2 came back before 0 */
    take(&b, 2);
    cycle(&b);
    expect(&b, 2, 2, 0); /* first freed, first handed out */
    cycle(&b);
    expect(&b, 0, 0, 0);
}

static void race_two_taken_one_freed(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    take(&b, 2);
    cycle(&b);
    take(&b, 2);
    give_back(&b, 1);
    cycle(&b);
    expect(&b, 2, 2, 3);
    cycle(&b);
    expect(&b, 1, 1, 0);
}

static void race_last_taken_one_freed(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    take(&b, 2);
    cycle(&b);
    take(&b, 1);
    cycle(&b);
    take(&b, 1);
    give_back(&b, 2);
    cycle(&b);
    expect(&b, 1, 3, 0);
    cycle(&b);
    expect(&b, 1, 2, 0);
}

static void race_none_free_one_freed(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    take(&b, 2);
    cycle(&b);
    take(&b, 2);
    cycle(&b);
    give_back(&b, 3);
    cycle(&b);
    expect(&b, 0, 0, 0);
    cycle(&b);
    expect(&b, 1, 3, 0);
}

static void race_one_fresh_left(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    take(&b, 2);
    cycle(&b);
    take(&b, 1);
    give_back(&b, 1);
    cycle(&b);
    take(&b, 2);
    cycle(&b);
    expect(&b, 2, 3, 1); /* port 0 the fresh one, port 1 the oldest freed one */
    assert_int_equal(b.s.fresh, 4);
    assert_int_equal(b.s.count, 0);
    assert_int_equal(b.s.head, 1);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    take(&b, 2);
    cycle(&b);
    give_back(&b, 1);
    cycle(&b);
    warp_allocator_reset(&b.s);
    assert_null(warp_allocator_check(&b.s));
    cycle(&b);
    expect(&b, 4, 0, 1);
}

/* Every index once round the ring and back, in order, all of the paper's 128. */
static void rule_paper_size(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &paper);
    for (uint32_t i = 0; i < 128; i += 2) {
        take(&b, 2);
        cycle(&b);
        expect(&b, 128 - i, i, i + 1);
    }
    for (uint32_t i = 0; i < 128; i++) {
        give_back(&b, 127 - i);
        cycle(&b);
    }
    for (uint32_t i = 0; i < 128; i++) {
        take(&b, 1);
        cycle(&b);
        assert_int_equal(b.out.alloc_idx[0], 127 - i);
    }
    cycle(&b);
    expect(&b, 0, 0, 0);
}

static void table_v_bits(void **state)
{
    (void)state;
    uint32_t n = paper.entries;
    assert_int_equal(n * clog2(n), 896);
    assert_int_equal(2 * clog2(n + 1) + 2 * clog2(n), 30);
}

/* ---- the naive twin: a list that moves up, and the indices handed out ------------------ */

struct naive {
    uint32_t list[WARP_ALLOCATOR_MAX_ENTRIES];
    uint32_t length;
    bool out[WARP_ALLOCATOR_MAX_ENTRIES]; /* handed out */
};

static void naive_reset(struct naive *n, uint32_t entries)
{
    memset(n->out, 0, sizeof n->out);
    n->length = entries;
    for (uint32_t i = 0; i < entries; i++) n->list[i] = i;
}

static void naive_tick(struct naive *n, const struct warp_allocator_in *in)
{
    uint32_t taken = (uint32_t)in->alloc_ready[0] + in->alloc_ready[1];
    for (uint32_t i = 0; i < taken; i++) n->out[n->list[i]] = true;
    n->length -= taken;
    memmove(n->list, n->list + taken, n->length * sizeof n->list[0]);
    if (!in->free_en) return;
    n->list[n->length++] = in->free_idx;
    n->out[in->free_idx] = false;
}

/* An index that is handed out, from a random place on; false if none is. */
static bool some_out(const struct naive *n, struct hd_rng *rng, uint32_t entries, uint32_t *idx)
{
    uint32_t first = hd_rng_below(rng, entries);
    for (uint32_t i = 0; i < entries; i++) {
        *idx = (first + i) % entries;
        if (n->out[*idx]) return true;
    }
    return false;
}

struct run {
    const char *name;
    uint32_t entries;
    uint32_t cycles;
};

static const struct run runs[] = {{"two_entries", 2, 100000}, {"three", 3, 100000},
                                  {"small", 5, 100000},       {"odd", 21, 100000},
                                  {"paper", 128, 100000},     {"large", 2048, 20000}};

static void random_cycles(void **state)
{
    const struct run *r = *state;
    const struct warp_allocator_cfg cfg = {.entries = r->entries};
    static struct naive n;
    struct warp_allocator s;
    struct hd_rng rng;
    uint32_t take_chance = 0, free_chance = 0, empty = 0, full_again = 0, mixed = 0;

    hd_rng_seed(&rng, r->entries);
    naive_reset(&n, r->entries);
    assert_null(warp_allocator_init(&s, &cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct warp_allocator_in in = {0};
        struct warp_allocator_out out;
        if (c % (4 * r->entries) == 0) {
            take_chance = hd_rng_below(&rng, 11);
            free_chance = hd_rng_below(&rng, 11);
        }
        in.alloc_ready[0] = n.length > 0 && hd_rng_chance(&rng, take_chance, 10);
        in.alloc_ready[1] = in.alloc_ready[0] && n.length > 1 && hd_rng_chance(&rng, 1, 2);
        if (hd_rng_chance(&rng, free_chance, 10))
            in.free_en = some_out(&n, &rng, r->entries, &in.free_idx);
        const char *broken = warp_allocator_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        warp_allocator_eval(&s, &in, &out);
        assert_int_equal(out.free_count, n.length);
        for (uint32_t p = 0; p < 2; p++) {
            assert_int_equal(out.alloc_valid[p], n.length > p);
            assert_int_equal(out.alloc_idx[p], n.length > p ? n.list[p] : 0);
        }
        empty += n.length == 0;
        full_again += n.length == r->entries && s.fresh == r->entries;
        mixed += s.fresh + 1 == r->entries && s.count > 0;
        if (hd_rng_chance(&rng, 1, 30 * r->entries)) {
            warp_allocator_reset(&s);
            naive_reset(&n, r->entries);
        } else {
            warp_allocator_tick(&s, &in, &out);
            naive_tick(&n, &in);
        }
        broken = warp_allocator_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(r->entries > 1000 || (empty > 10 && full_again > 10 && mixed > 0));
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Fresh: 3. In the ring: 1, 0. Handed out: 2. */
static void filled(struct bench *b)
{
    start(b, &hand);
    take(b, 2);
    cycle(b);
    take(b, 1);
    give_back(b, 1);
    cycle(b);
    give_back(b, 0);
    cycle(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.idx[1] = 1; /* in the ring twice */
    assert_string_equal(warp_allocator_check(&b.s), "never_twice");
    filled(&b);
    b.s.idx[0] = 3; /* fresh, and in the ring */
    assert_string_equal(warp_allocator_check(&b.s), "never_twice");
    filled(&b);
    b.s.fresh = 5;
    assert_string_equal(warp_allocator_check(&b.s), "all_somewhere");
    filled(&b);
    b.s.fresh = 1;
    assert_string_equal(warp_allocator_check(&b.s), "all_somewhere");
    filled(&b);
    b.s.head = 4;
    assert_string_equal(warp_allocator_check(&b.s), "ring_range");
    filled(&b);
    b.s.tail = 4;
    assert_string_equal(warp_allocator_check(&b.s), "ring_range");
    filled(&b);
    b.s.count = 5;
    assert_string_equal(warp_allocator_check(&b.s), "ring_range");
    filled(&b);
    b.s.count = 3;
    assert_string_equal(warp_allocator_check(&b.s), "ring_range");
    /* Places that hold no freed index mean nothing. */
    filled(&b);
    b.s.idx[2] = b.s.idx[3] = 99;
    assert_null(warp_allocator_check(&b.s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = warp_allocator_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.in.alloc_ready[1] = true;
    expect_promise(&b, "port 1's index is taken, port 0's is not");
    give_back(&b, 4);
    expect_promise(&b, "the index freed is not below Entries");
    give_back(&b, 3);
    expect_promise(&b, "the index freed is not handed out");
    give_back(&b, 0);
    expect_promise(&b, "the index freed is not handed out");
    give_back(&b, 2);
    assert_null(warp_allocator_promise(&b.s, &b.in));
    b.in.free_en = false;
    b.in.free_idx = 9; /* not looked at */
    assert_null(warp_allocator_promise(&b.s, &b.in));
    take(&b, 2);
    cycle(&b);
    take(&b, 2);
    expect_promise(&b, "an index that is not offered is taken");
    take(&b, 1);
    cycle(&b);
    take(&b, 1);
    expect_promise(&b, "an index that is not offered is taken");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct warp_allocator_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0}, "Entries must be at least 2"},
        {{1}, "Entries must be at least 2"},
        {{2049}, "Entries must be at most 2048 in the model"},
    };
    struct warp_allocator s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = warp_allocator_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(warp_allocator_init(&s, &(struct warp_allocator_cfg){2}));
    assert_null(warp_allocator_init(&s, &(struct warp_allocator_cfg){2048}));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(rule_order),
        cmocka_unit_test(race_two_taken_one_freed),
        cmocka_unit_test(race_last_taken_one_freed),
        cmocka_unit_test(race_none_free_one_freed),
        cmocka_unit_test(race_one_fresh_left),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_paper_size),
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
    return cmocka_run_group_tests_name("warp_allocator", tests, NULL, NULL);
}
