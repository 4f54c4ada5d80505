/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the mask lookup: the cases of the page one by one, the sets from fully
 * associative to direct mapped, ties, the borders of the sizes, a naive twin that looks at the
 * candidates in the order in which they go, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/mask_lookup.h"

enum {
    NONE = 99,
    SLOTS = 4,
    HOT = 2,
    LANES = 4,
    ALL = 0xf, /* the lanes */
};

static const uint32_t first_seed = 1;

/* ---- a bench for worked cases: four slots of two contexts, four lanes --------------------- */

struct bench {
    struct mask_lookup s;
    struct mask_lookup_in in;
};

static uint64_t one(uint32_t n) { return UINT64_C(1) << n; }

static void start_sized(struct bench *b, uint32_t slots, uint32_t hot, uint32_t lanes,
                        uint32_t sets)
{
    struct mask_lookup_cfg cfg = {slots, hot, lanes, sets, first_seed};
    memset(b, 0, sizeof *b);
    assert_null(mask_lookup_init(&b->s, &cfg));
    assert_null(mask_lookup_check(&b->s));
}

static void start(struct bench *b) { start_sized(b, SLOTS, HOT, LANES, 1); }

/* The candidate is ready, with a count that is that of its mask. */
static void put(struct bench *b, uint32_t c, uint64_t mask, bool group)
{
    b->in.ready |= one(c);
    b->in.mask[c] = mask;
    b->in.lanes[c] = 0;
    for (uint64_t left = mask; left != 0; left &= left - 1) b->in.lanes[c]++;
    b->in.group &= ~one(c);
    if (group) b->in.group |= one(c);
}

static void primary(struct bench *b, uint64_t mask, bool group)
{
    b->in.primary_valid = true;
    b->in.primary_mask = mask;
    b->in.primary_group = group;
}

/* The candidate that is found, NONE if none is. */
static uint32_t ask(const struct bench *b)
{
    struct mask_lookup before = b->s;
    struct mask_lookup_out out;
    assert_null(mask_lookup_promise(&b->s, &b->in));
    mask_lookup_eval(&b->s, &b->in, &out);
    assert_memory_equal(&before, &b->s, sizeof before);
    if (out.found) return out.slot * b->s.cfg.hot + out.hot;
    assert_int_equal(out.slot, 0);
    assert_int_equal(out.hot, 0);
    return NONE;
}

static uint32_t cycle(struct bench *b, bool step)
{
    struct mask_lookup_out out;
    const uint32_t found = ask(b);
    b->in.step_en = step;
    mask_lookup_eval(&b->s, &b->in, &out);
    mask_lookup_tick(&b->s, &b->in, &out);
    assert_null(mask_lookup_check(&b->s));
    return found;
}

/* ---- beside a primary --------------------------------------------------------------------- */

/* Section 4: the second mask is a subset of the free lanes. Of these the one with most lanes. */
static void best_fit(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    primary(&b, 0x1, false);
    put(&b, 0, 0x2, false);
    put(&b, 3, 0xf, false); /* meets the primary */
    put(&b, 4, 0xc, false);
    assert_int_equal(ask(&b), 4);
    put(&b, 7, 0xe, false);
    assert_int_equal(ask(&b), 7);
    b.in.ready &= ~one(7);
    assert_int_equal(ask(&b), 4);
    primary(&b, 0x5, false);
    assert_int_equal(ask(&b), 0);
    primary(&b, 0x3, false);
    assert_int_equal(ask(&b), 4);
}

static void full_primary_leaves_none(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    primary(&b, ALL, true);
    for (uint32_t c = 0; c < SLOTS * HOT; c++) put(&b, c, one(c % LANES), true);
    assert_int_equal(ask(&b), NONE);
    put(&b, 5, 0, true); /* but an empty mask fits */
    assert_int_equal(ask(&b), 5);
}

/* Each SIMD group has its own lanes. */
static void other_group_may_overlap(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    primary(&b, ALL, false);
    put(&b, 2, ALL, false);
    put(&b, 6, 0x3, true);
    assert_int_equal(ask(&b), 6);
    primary(&b, ALL, true);
    assert_int_equal(ask(&b), 2);
}

static void primary_does_not_fit_beside_itself(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    put(&b, 1, 0x6, false);
    primary(&b, 0x6, false);
    assert_int_equal(ask(&b), NONE);
    put(&b, 2, 0x1, false);
    assert_int_equal(ask(&b), 2);
}

static void none_ready(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    assert_int_equal(ask(&b), NONE);
    primary(&b, 0, false);
    assert_int_equal(ask(&b), NONE);
    b.in.mask[3] = 0x8; /* fits, but is not ready */
    b.in.lanes[3] = 1;
    assert_int_equal(ask(&b), NONE);
}

/* The larger count goes first even if it is not that of the mask. */
static void counts_decide(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    primary(&b, 0, false);
    put(&b, 0, 0xf, false);
    put(&b, 1, 0x1, false);
    assert_int_equal(ask(&b), 0);
    b.in.lanes[1] = 7; /* the largest that three bits hold */
    assert_int_equal(ask(&b), 1);
    b.in.lanes[0] = 0;
    b.in.lanes[1] = 0;
    assert_int_equal(ask(&b), 1); /* order 1: 1 has rank 0 */
}

/* ---- without a primary -------------------------------------------------------------------- */

static void any_ready_by_rank(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    put(&b, 6, 0x1, false);
    put(&b, 7, 0x0, true);
    assert_int_equal(ask(&b), 7); /* order 1: ranks 7 and 6 */
    put(&b, 4, ALL, false);
    assert_int_equal(ask(&b), 4); /* ranks 5, 7, 6 */
    put(&b, 5, 0x2, false);
    assert_int_equal(ask(&b), 5); /* neither mask nor count matters */
    b.in.lanes[4] = 7;
    assert_int_equal(ask(&b), 5);
}

/* The rest of the primary's ports has no effect then. */
static void no_primary_ignores_its_ports(void **state)
{
    (void)state;
    struct bench b;
    start_sized(&b, SLOTS, HOT, LANES, 4);
    put(&b, 6, ALL, false);
    b.in.primary_mask = ALL;
    for (b.in.set = 0; b.in.set < 4; b.in.set++) assert_int_equal(ask(&b), 6);
    b.in.set = 0;
    b.in.primary_group = true;
    assert_int_equal(ask(&b), 6);
    b.in.primary_valid = true;
    assert_int_equal(ask(&b), NONE); /* set 0 has slot 0 alone */
}

/* ---- the sets ----------------------------------------------------------------------------- */

/* Which slots does a set have? Each candidate alone asks. */
static void sets_hold_low_bits(void **state)
{
    (void)state;
    static const uint32_t sizes[][3] = {{24, 2, 4},  {16, 1, 16}, {11, 2, 4}, {11, 1, 8},
                                        {32, 2, 32}, {2, 2, 2},   {3, 1, 2},  {24, 2, 16}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct bench b;
        start_sized(&b, sizes[i][0], sizes[i][1], 8, sizes[i][2]);
        for (uint32_t c = 0; c < b.s.cfg.slots * b.s.cfg.hot; c++) {
            b.in.ready = 0;
            put(&b, c, 0x10, false);
            primary(&b, 0x0f, false);
            for (b.in.set = 0; b.in.set < b.s.cfg.sets; b.in.set++) {
                const bool mine = c / b.s.cfg.hot % b.s.cfg.sets == b.in.set;
                assert_int_equal(ask(&b), mine ? c : NONE);
            }
        }
    }
}

/* The same candidates, looked up in all, in half of them and in one slot. */
static void associativity(void **state)
{
    (void)state;
    static const struct {
        uint32_t sets, set, found;
    } cases[] = {{1, 0, 5}, {1, 1, 5}, {2, 0, 5}, {2, 1, 3},
                 {4, 0, 1}, {4, 1, 3}, {4, 2, 5}, {4, 3, NONE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        start_sized(&b, SLOTS, HOT, 8, cases[i].sets);
        primary(&b, 0x0f, false);
        put(&b, 1, 0x10, false); /* slot 0 */
        put(&b, 3, 0x30, false); /* slot 1 */
        put(&b, 5, 0x70, false); /* slot 2 */
        put(&b, 7, 0xff, false); /* slot 3, meets the primary */
        b.in.set = cases[i].set;
        assert_int_equal(ask(&b), cases[i].found);
    }
}

/* ---- the order ---------------------------------------------------------------------------- */

/* A step, each bit by itself. B400 is bits 15, 13, 12 and 10. */
static uint32_t step_bits(uint32_t order)
{
    bool b[17] = {false};
    uint32_t next = 0;
    for (uint32_t i = 0; i < 16; i++) b[i] = (order >> i & 1) != 0;
    for (uint32_t i = 0; i < 16; i++) {
        const bool tap = i == 15 || i == 13 || i == 12 || i == 10;
        if (b[i + 1] != (tap && b[0])) next |= 1u << i;
    }
    return next;
}

static void order_takes_all_values(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    uint8_t seen[65536] = {0};
    for (uint32_t i = 0; i < 65535; i++) {
        assert_int_equal(seen[b.s.order]++, 0);
        const uint32_t next = step_bits(b.s.order);
        cycle(&b, true);
        assert_int_equal(b.s.order, next);
    }
    assert_int_equal(seen[0], 0);
    assert_int_equal(b.s.order, first_seed);
}

static void order_steps_when_told(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    b.s.order = 0xace1; /* the page's seed */
    cycle(&b, false);
    assert_int_equal(b.s.order, 0xace1);
    cycle(&b, true);
    assert_int_equal(b.s.order, 0xe270);
    cycle(&b, true);
    assert_int_equal(b.s.order, 0x7138);
    mask_lookup_reset(&b.s);
    assert_int_equal(b.s.order, first_seed);
}

/* The answer is by the order before the step, and without a step it stays. */
static void lookup_before_step(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    put(&b, 2, 0x1, false);
    put(&b, 3, 0x2, false);
    primary(&b, 0x8, false);
    for (int i = 0; i < 5; i++) assert_int_equal(cycle(&b, false), 3);
    assert_int_equal(cycle(&b, true), 3); /* 0001, then b400 */
    assert_int_equal(cycle(&b, false), 2);
    b.in.primary_valid = false;
    assert_int_equal(cycle(&b, false), 2);
}

/* With all in a tie each candidate wins, with and without a primary, and none much too often. */
static void ties_reach_all(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{2, 1}, {3, 2}, {24, 2}, {24, 1}, {16, 1}, {32, 2}};
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof sizes[0]; i++) {
        struct bench b;
        uint32_t wins[64] = {0};
        start_sized(&b, sizes[i / 2][0], sizes[i / 2][1], 8, 1);
        const uint32_t n = b.s.cfg.slots * b.s.cfg.hot;
        for (uint32_t c = 0; c < n; c++) put(&b, c, one(c % 7), false);
        if (i % 2 == 1) primary(&b, 0x80, false);
        for (uint32_t k = 0; k < 65535; k++) wins[cycle(&b, true)]++;
        /* A candidate wins with its own number as the order, or with one that is no candidate's. */
        for (uint32_t c = 0; c < n; c++) {
            assert_true(wins[c] >= 65535 / 64);
            assert_true(wins[c] <= 4 * 65536 / n);
        }
    }
}

/* ---- borders ------------------------------------------------------------------------------ */

static void largest_size(void **state)
{
    (void)state;
    struct bench b;
    start_sized(&b, 32, 2, 64, 1);
    primary(&b, UINT64_MAX >> 1, false);
    put(&b, 0, 1, false);
    put(&b, 63, UINT64_C(1) << 63, false);
    assert_int_equal(ask(&b), 63);
    primary(&b, 0, false);
    put(&b, 62, UINT64_MAX, false);
    assert_int_equal(b.in.lanes[62], 64);
    assert_int_equal(ask(&b), 62);
    b.in.lanes[0] = 127;
    assert_int_equal(ask(&b), 0);
}

static void smallest_size(void **state)
{
    (void)state;
    struct bench b;
    start_sized(&b, 2, 1, 1, 2);
    primary(&b, 1, false);
    put(&b, 0, 1, false);
    put(&b, 1, 1, true);
    b.in.set = 0;
    assert_int_equal(ask(&b), NONE);
    b.in.set = 1;
    assert_int_equal(ask(&b), 1);
    b.in.primary_valid = false;
    assert_int_equal(ask(&b), 1);
    cycle(&b, true);
    assert_int_equal(ask(&b), 0);
}

/* ---- the naive twin: the candidates in the order in which they go ------------------------- */

static uint32_t power_above(uint32_t n)
{
    uint32_t p = 1;
    while (p < n) p *= 2;
    return p;
}

/* The first in rank that is ready and not ruled out, of those with so many lanes (any: all). */
static uint32_t twin_first(const struct mask_lookup_cfg *cfg, uint32_t order,
                           const struct mask_lookup_in *in, bool any, uint32_t lanes)
{
    const uint32_t ranks = power_above(cfg->slots * cfg->hot);
    for (uint32_t r = 0; r < ranks; r++) {
        const uint32_t c = r ^ order % ranks;
        if (c >= cfg->slots * cfg->hot || (in->ready >> c & 1) == 0) continue;
        if (any) return c;
        const bool same = (in->group >> c & 1) == (in->primary_group ? 1 : 0);
        const bool elsewhere = cfg->sets > 1 && ((c / cfg->hot) & (cfg->sets - 1)) != in->set;
        if (in->lanes[c] != lanes || elsewhere) continue;
        if (same && (in->mask[c] & in->primary_mask) != 0) continue;
        return c;
    }
    return NONE;
}

static uint32_t twin_answer(const struct mask_lookup_cfg *cfg, uint32_t order,
                            const struct mask_lookup_in *in)
{
    if (!in->primary_valid) return twin_first(cfg, order, in, true, 0);
    for (uint32_t lanes = 128; lanes-- > 0;) {
        const uint32_t c = twin_first(cfg, order, in, false, lanes);
        if (c != NONE) return c;
    }
    return NONE;
}

/* ---- random runs -------------------------------------------------------------------------- */

static uint64_t draw_mask(struct hd_rng *rng, uint64_t lanes)
{
    uint64_t mask = hd_rng_next(rng) & lanes;
    for (uint32_t thin = hd_rng_below(rng, 6); thin > 0; thin--) mask &= hd_rng_next(rng);
    return hd_rng_chance(rng, 1, 10) ? lanes : mask;
}

static void draw(struct hd_rng *rng, struct bench *b)
{
    const struct mask_lookup_cfg *cfg = &b->s.cfg;
    const uint32_t n = cfg->slots * cfg->hot;
    const uint64_t lanes = UINT64_MAX >> (64 - cfg->lanes);
    b->in.ready = 0;
    for (uint32_t c = 0; c < n; c++) {
        put(b, c, draw_mask(rng, lanes), hd_rng_chance(rng, 1, 5));
        if (hd_rng_chance(rng, 1, 8)) b->in.lanes[c] = (uint8_t)(hd_rng_next(rng) % cfg->lanes);
    }
    for (uint32_t thin = hd_rng_below(rng, 8); thin > 0; thin--) b->in.ready &= hd_rng_next(rng);
    b->in.primary_valid = hd_rng_chance(rng, 3, 4);
    b->in.primary_mask = draw_mask(rng, lanes);
    b->in.primary_group = hd_rng_chance(rng, 1, 5);
    b->in.set = hd_rng_below(rng, cfg->sets > 1 ? cfg->sets : 2);
    b->in.step_en = hd_rng_chance(rng, 2, 3);
}

struct run {
    const char *name;
    struct mask_lookup_cfg cfg;
};

static const struct run runs[] = {
    {"smallest", {2, 1, 1, 1, 1}},    {"small", {4, 2, 3, 2, 1}},
    {"odd", {11, 2, 13, 4, 65535}},   {"paper", {24, 2, 64, 1, 44257}},
    {"set", {24, 2, 64, 4, 44257}},   {"direct", {16, 1, 64, 16, 44257}},
    {"largest", {32, 2, 64, 1, 21}},  {"largest direct", {32, 2, 64, 32, 21}},
    {"not a power", {3, 2, 2, 1, 2}}, {"higher sets are smaller", {11, 1, 8, 8, 77}}};

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct bench b = {0};
    struct hd_rng rng;
    uint32_t order = r->cfg.seed, found = 0, none = 0, alone = 0, tie = 0;
    hd_rng_seed(&rng, r->cfg.slots + 100 * r->cfg.sets);
    assert_null(mask_lookup_init(&b.s, &r->cfg));
    for (uint32_t c = 0; c < 20000; c++) {
        draw(&rng, &b);
        const uint32_t answer = ask(&b), expected = twin_answer(&r->cfg, order, &b.in);
        if (answer != expected) fail_msg("%s cycle %u: %u not %u", r->name, c, answer, expected);
        if (b.in.primary_valid) (*(answer == NONE ? &none : &found))++;
        else alone += answer != NONE;
        tie += answer != NONE && answer != twin_answer(&r->cfg, order ^ 0xffff, &b.in);
        cycle(&b, b.in.step_en);
        if (b.in.step_en) order = step_bits(order);
        if (hd_rng_chance(&rng, 1, 2000)) {
            mask_lookup_reset(&b.s);
            order = r->cfg.seed;
        }
        assert_int_equal(b.s.order, order);
    }
    assert_true(found > 500 && none > 500 && alone > 500 && tie > 500);
}

/* ---- check, promise and init fail when they should ---------------------------------------- */

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    b.s.order = 0;
    assert_string_equal(mask_lookup_check(&b.s), "never_zero");
    b.s.order = 0x10000;
    assert_string_equal(mask_lookup_check(&b.s), "order_range");
    b.s.order = 0xffff;
    assert_null(mask_lookup_check(&b.s));
}

static void promise_finds(void **state)
{
    (void)state;
    static const char wide[] = "ready_i or group_i has more bits than Entries";
    static const char mask[] = "a mask has more bits than Lanes";
    struct bench b;
    start_sized(&b, 3, 2, 4, 2);
    const struct mask_lookup_in good = {.ready = 0x3f,
                                        .mask = {0xf, [5] = 0xf, [6] = 0x10},
                                        .lanes = {7, [5] = 7, [6] = 8},
                                        .group = 0x3f,
                                        .primary_mask = 0xf,
                                        .set = 1};
    struct mask_lookup_in in = good;
    assert_null(mask_lookup_promise(&b.s, &in));
    in.ready = 0x40;
    assert_string_equal(mask_lookup_promise(&b.s, &in), wide);
    in = good;
    in.group = 0x40;
    assert_string_equal(mask_lookup_promise(&b.s, &in), wide);
    in = good;
    in.mask[5] = 0x10;
    assert_string_equal(mask_lookup_promise(&b.s, &in), mask);
    in = good;
    in.primary_mask = 0x10;
    assert_string_equal(mask_lookup_promise(&b.s, &in), mask);
    in = good;
    in.lanes[5] = 8;
    assert_string_equal(mask_lookup_promise(&b.s, &in),
                        "a number of lanes has more bits than CountWidth");
    in = good;
    in.set = 2;
    assert_string_equal(mask_lookup_promise(&b.s, &in), "set_i has more bits than SetWidth");
    start_sized(&b, 3, 2, 4, 1); /* one bit for one set */
    assert_string_equal(mask_lookup_promise(&b.s, &in), "set_i has more bits than SetWidth");
    assert_null(mask_lookup_promise(&b.s, &good));
}

static void init_refuses(void **state)
{
    (void)state;
    static const char sets[] = "Sets must be a power of 2, 1 to Slots";
    static const struct {
        struct mask_lookup_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 2, 4, 1, 1}, "Slots must be 2 to 32"},
        {{33, 2, 4, 1, 1}, "Slots must be 2 to 32"},
        {{4, 0, 4, 1, 1}, "Hot must be 1 or 2"},
        {{4, 3, 4, 1, 1}, "Hot must be 1 or 2"},
        {{4, 2, 0, 1, 1}, "Lanes must be 1 to 64"},
        {{4, 2, 65, 1, 1}, "Lanes must be 1 to 64"},
        {{4, 2, 4, 0, 1}, sets},
        {{4, 2, 4, 3, 1}, sets},
        {{4, 2, 4, 8, 1}, sets},
        {{3, 2, 4, 4, 1}, sets},
        {{4, 2, 4, 1, 0}, "Seed must be 1 to 65535"},
        {{4, 2, 4, 1, 65536}, "Seed must be 1 to 65535"},
        {{1, 0, 0, 0, 0}, "Slots must be 2 to 32"},
        {{2, 0, 0, 0, 0}, "Hot must be 1 or 2"},
        {{2, 1, 0, 0, 0}, "Lanes must be 1 to 64"},
        {{2, 1, 1, 0, 0}, sets},
    };
    struct mask_lookup s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = mask_lookup_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(mask_lookup_init(&s, &(struct mask_lookup_cfg){2, 1, 1, 1, 1}));
    assert_null(mask_lookup_init(&s, &(struct mask_lookup_cfg){32, 2, 64, 32, 65535}));
    assert_int_equal(s.order, 65535);
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(best_fit),
        cmocka_unit_test(full_primary_leaves_none),
        cmocka_unit_test(other_group_may_overlap),
        cmocka_unit_test(primary_does_not_fit_beside_itself),
        cmocka_unit_test(none_ready),
        cmocka_unit_test(counts_decide),
        cmocka_unit_test(any_ready_by_rank),
        cmocka_unit_test(no_primary_ignores_its_ports),
        cmocka_unit_test(sets_hold_low_bits),
        cmocka_unit_test(associativity),
        cmocka_unit_test(order_takes_all_values),
        cmocka_unit_test(order_steps_when_told),
        cmocka_unit_test(lookup_before_step),
        cmocka_unit_test(ties_reach_all),
        cmocka_unit_test(largest_size),
        cmocka_unit_test(smallest_size),
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
    return cmocka_run_group_tests_name("mask_lookup", tests, NULL, NULL);
}
