/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the scratch look-up: each sentence of the page, its races, a naive twin
 * that knows from the whole access what is asked in which cycle, and the proof that check, promise
 * and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/scratch_lookup.h"

enum { LANES = SCRATCH_LOOKUP_MAX_LANES };
#define SHARED 0x40000000u
#define SWAPPED 0xc0080000u

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct scratch_lookup s;
    struct scratch_lookup_in in;
    struct scratch_lookup_out out;
    uint32_t addr[LANES];
    uint32_t beat_addr[LANES];
};

static const struct scratch_lookup_cfg hand = {
    .lanes = 4, .simd = 2, .blocks = 3, .sets = 5, .phys = 9, .swapped = SWAPPED};

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(scratch_lookup_init(&b->s, &hand));
    b->in.addr = b->addr;
    b->in.beat_addr = b->beat_addr;
}

/* An access to these sets, word 4 * lane of each; a set above 99: to global memory. */
static void access_of(struct bench *b, uint32_t block, uint32_t s0, uint32_t s1, uint32_t s2,
                      uint32_t s3)
{
    const uint32_t set[4] = {s0, s1, s2, s3};
    for (uint32_t l = 0; l < 4; l++)
        b->addr[l] = (set[l] > 99 ? set[l] : SHARED + set[l] * 1024) + 4 * l;
    b->in.valid = true;
    b->in.mask = 0xf;
    b->in.block = block;
}

static void answer(struct bench *b, bool held, uint32_t phys)
{
    b->in.found_held = held;
    b->in.found_phys = phys;
}

/* One cycle; load/store takes if it may and is told to. */
static void cycle(struct bench *b, bool take)
{
    scratch_lookup_eval(&b->s, &b->in, &b->out);
    b->in.taken = take && b->out.ready;
    const char *broken = scratch_lookup_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    scratch_lookup_tick(&b->s, &b->in, &b->out);
    broken = scratch_lookup_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    answer(b, false, 0);
}

static void expect_asks(const struct bench *b, uint32_t set)
{
    assert_true(b->out.look_en);
    assert_int_equal(b->out.look_set, set);
}

/* ---- what is asked, what is answered ----------------------------------------------------- */

static void one_set_two_cycles_later(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 1, 3, 3, 3, 3);
    cycle(&b, true);
    expect_asks(&b, 3);
    assert_false(b.out.busy);
    cycle(&b, true);
    assert_false(b.out.look_en);
    assert_false(b.out.ready);
    assert_true(b.out.busy);
    answer(&b, true, 7);
    cycle(&b, true);
    assert_true(b.out.ready);
    for (uint32_t l = 0; l < 4; l++) assert_int_equal(b.out.addr[l], SHARED + 7 * 1024 + 4 * l);
    assert_false(b.s.busy);
}

/* The set of the lowest lane that was not asked for, for all lanes in it. */
static void sets_from_the_lowest_lane(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 2, 4, 1, 4, 0);
    cycle(&b, true);
    expect_asks(&b, 4);
    assert_int_equal(b.out.asks, 5);
    cycle(&b, true);
    expect_asks(&b, 1);
    answer(&b, true, 8);
    cycle(&b, true);
    expect_asks(&b, 0);
    answer(&b, false, 0);
    cycle(&b, true);
    assert_true(b.out.missed);
    assert_false(b.out.ready);
    answer(&b, true, 2);
    cycle(&b, true);
    assert_true(b.out.ready);
    assert_int_equal(b.out.addr[0], SHARED + 8 * 1024);
    /* in swap space: block after block, set after set */
    assert_int_equal(b.out.addr[1], SWAPPED + (2 * 5 + 1) * 1024 + 4);
    assert_int_equal(b.out.addr[2], SHARED + 8 * 1024 + 8);
    assert_int_equal(b.out.addr[3], SHARED + 2 * 1024 + 12);
}

static void others_go_at_once(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 0, 0x10000000, 0x80000400, 0xc0000000, 0x20000000);
    cycle(&b, false);
    assert_true(b.out.ready);
    assert_false(b.out.look_en);
    assert_int_equal(b.out.shared, 0);
    for (uint32_t l = 0; l < 4; l++) assert_int_equal(b.out.addr[l], b.addr[l]);
    cycle(&b, true);
    assert_true(b.out.ready);
    access_of(&b, 0, 1, 2, 3, 4);
    b.in.mask = 0;
    cycle(&b, true);
    assert_true(b.out.ready);
    assert_false(b.out.look_en);
}

static void lanes_of_global_memory_stay(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 0, 0x10000000, 2, 0x10000000, 2);
    b.in.mask = 7; /* lane 3 asks for nothing */
    cycle(&b, true);
    expect_asks(&b, 2);
    assert_int_equal(b.out.asks, 2);
    cycle(&b, true);
    answer(&b, true, 1);
    cycle(&b, true);
    assert_int_equal(b.out.addr[0], 0x10000000);
    assert_int_equal(b.out.addr[1], SHARED + 1024 + 4);
    assert_int_equal(b.out.addr[2], 0x10000008);
}

static void not_taken_stays_ready(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 1, 3, 3, 3, 3);
    cycle(&b, true);
    cycle(&b, true);
    answer(&b, true, 7);
    cycle(&b, false);
    assert_true(b.out.ready);
    answer(&b, true, 1); /* to no question */
    cycle(&b, false);
    assert_true(b.out.ready);
    assert_false(b.out.missed);
    assert_int_equal(b.out.addr[2], SHARED + 7 * 1024 + 8);
    cycle(&b, true);
    assert_int_equal(b.out.addr[2], SHARED + 7 * 1024 + 8);
    cycle(&b, true); /* the same again: from the start */
    expect_asks(&b, 3);
    assert_false(b.out.ready);
}

static void reset_forgets(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 1, 3, 2, 3, 3);
    cycle(&b, true);
    cycle(&b, true);
    scratch_lookup_reset(&b.s);
    assert_null(scratch_lookup_check(&b.s));
    answer(&b, true, 7);
    cycle(&b, true);
    expect_asks(&b, 3);
    assert_false(b.out.ready);
}

/* ---- a set that is to move ---------------------------------------------------------------- */

static void hold(struct bench *b, uint32_t block, uint32_t set)
{
    b->in.hold = true;
    b->in.hold_block = block;
    b->in.hold_set = set;
}

static void race_hold_and_none_begins(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 1, 0, 3, 0, 0);
    hold(&b, 1, 3); /* not the first of the access */
    for (uint32_t n = 0; n < 3; n++) {
        cycle(&b, true);
        assert_true(b.out.touches);
        assert_false(b.out.look_en);
        assert_false(b.s.busy);
    }
    b.in.hold = false;
    cycle(&b, true);
    expect_asks(&b, 0);
}

static void race_hold_and_it_has_begun(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 1, 0, 3, 0, 0);
    cycle(&b, true);
    hold(&b, 1, 3);
    cycle(&b, true);
    assert_true(b.out.touches);
    assert_true(b.out.busy);
    expect_asks(&b, 3);
    cycle(&b, true);
    cycle(&b, true);
    assert_true(b.out.ready);
}

static void race_hold_and_others_begin(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 1, 0, 0, 0, 0x10000c00);
    hold(&b, 2, 0); /* another block's */
    cycle(&b, false);
    assert_false(b.out.touches);
    expect_asks(&b, 0);
    start(&b);
    access_of(&b, 1, 0, 0, 0, 0x10000c00);
    hold(&b, 1, 3); /* only global memory has such an address */
    cycle(&b, false);
    assert_false(b.out.touches);
    expect_asks(&b, 0);
    start(&b);
    access_of(&b, 1, 0, 3, 0, 0);
    b.in.mask = 0xd; /* the lane does not access */
    hold(&b, 1, 3);
    cycle(&b, false);
    assert_false(b.out.touches);
    expect_asks(&b, 0);
}

/* ---- ahead ------------------------------------------------------------------------------- */

/* In this cycle the addresses of lanes 0 and 1, or 2 and 3, of an access to these sets come into a
 * buffer. */
static void beat_of(struct bench *b, uint32_t buffer, uint32_t block, uint32_t s0, uint32_t s1)
{
    b->beat_addr[0] = (s0 > 99 ? s0 : SHARED + s0 * 1024);
    b->beat_addr[1] = (s1 > 99 ? s1 : SHARED + s1 * 1024) + 4;
    b->in.beat = true;
    b->in.beat_mask = 3;
    b->in.beat_block = block;
    b->in.beat_buffer = buffer;
}

/* The access is through, in its buffer, in the second cycle behind its first beat. */
static void beats_then_through(struct bench *b)
{
    start(b);
    beat_of(b, 1, 2, 4, 4);
    cycle(b, true);
    b->in.beat = false;
    cycle(b, true);
    access_of(b, 2, 4, 4, 4, 4);
    b->in.buffer = 1;
}

static void ahead_is_ready_at_once(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    beat_of(&b, 1, 2, 4, 4);
    cycle(&b, true);
    expect_asks(&b, 4);
    assert_int_equal(b.out.look_block, 2);
    beat_of(&b, 1, 2, 3, 4); /* one look-up ahead alone */
    cycle(&b, true);
    assert_false(b.out.look_en);
    b.in.beat = false;
    access_of(&b, 2, 4, 4, 4, 4);
    b.in.buffer = 1;
    answer(&b, true, 7);
    cycle(&b, true);
    assert_false(b.out.look_en);
    assert_true(b.out.learns && b.out.learns_held);
    assert_int_equal(b.out.learns_phys, 7);
    assert_true(b.in.taken);
    assert_int_equal(b.out.addr[3], SHARED + 7 * 1024 + 12);
    cycle(&b, true); /* the same again, nothing was ahead */
    expect_asks(&b, 4);
}

static void a_note_waits(void **state)
{
    (void)state;
    struct bench b;
    beats_then_through(&b);
    b.in.valid = false;
    answer(&b, false, 0);
    cycle(&b, true);
    assert_true(b.out.missed);
    assert_false(b.out.learns);
    for (uint32_t n = 0; n < 5; n++) cycle(&b, true);
    b.in.valid = true;
    b.in.buffer = 0; /* another access */
    cycle(&b, false);
    assert_false(b.out.learns);
    expect_asks(&b, 4);
    scratch_lookup_reset(&b.s);
    beats_then_through(&b);
    b.addr[2] = SHARED + 1024; /* a set more: it is asked for */
    answer(&b, false, 0);
    cycle(&b, true);
    assert_true(b.out.learns && !b.out.learns_held);
    expect_asks(&b, 1);
    assert_false(b.out.ready);
    assert_int_equal(b.out.addr[1], SWAPPED + (2 * 5 + 4) * 1024 + 4);
    cycle(&b, true);
    answer(&b, true, 3);
    cycle(&b, true);
    assert_true(b.in.taken);
    assert_int_equal(b.out.addr[2], SHARED + 3 * 1024);
    assert_int_equal(b.out.addr[1], SWAPPED + (2 * 5 + 4) * 1024 + 4);
}

static void the_access_goes_first(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access_of(&b, 1, 0, 1, 0, 0);
    beat_of(&b, 1, 2, 4, 4);
    cycle(&b, true);
    expect_asks(&b, 0);
    assert_int_equal(b.out.look_block, 1);
    cycle(&b, true);
    expect_asks(&b, 1);
    cycle(&b, true); /* now the beat may ask */
    expect_asks(&b, 4);
    assert_int_equal(b.out.look_block, 2);
}

static void it_does_not_ask_twice(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    beat_of(&b, 0, 2, 100, 4); /* the first lane is for global memory */
    cycle(&b, true);
    expect_asks(&b, 4);
    b.in.beat = false;
    access_of(&b, 2, 4, 4, 3, 4); /* through in the next cycle */
    cycle(&b, true);
    assert_false(b.out.look_en);
    answer(&b, true, 7);
    cycle(&b, true);
    expect_asks(&b, 3);
    assert_true(b.out.learns);
    assert_false(b.out.ready);
    cycle(&b, true);
    assert_false(b.out.look_en);
}

/* One look-up ahead for a buffer: not while it is under way, nor when it is answered, nor with a
 * note. The other buffer has its own. */
static void one_ahead_of_a_buffer(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t other = 0; other < 2; other++) {
        for (uint32_t wait = 0; wait < 4; wait++) {
            start(&b);
            beat_of(&b, 1, 2, 4, 4);
            cycle(&b, true);
            expect_asks(&b, 4);
            b.in.beat = false;
            for (uint32_t n = 0; n < wait; n++) cycle(&b, true);
            beat_of(&b, other ? 0 : 1, 3, 2, 2);
            cycle(&b, true);
            assert_int_equal(b.out.look_en, other);
        }
    }
}

static void ahead_beside_another_hold(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    hold(&b, 2, 3);
    beat_of(&b, 1, 2, 4, 4); /* of the same block another set */
    cycle(&b, true);
    expect_asks(&b, 4);
    start(&b);
    hold(&b, 1, 4);
    beat_of(&b, 1, 2, 4, 4); /* of another block */
    cycle(&b, true);
    expect_asks(&b, 4);
}

static void race_hold_and_ahead(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t when = 0; when < 4; when++) {
        start(&b);
        beat_of(&b, 1, 2, 4, 4);
        if (when == 0) hold(&b, 2, 4);
        cycle(&b, true);
        assert_int_equal(b.out.look_en, when != 0);
        b.in.beat = false;
        if (when == 1) hold(&b, 2, 4);
        cycle(&b, true);
        if (when == 2) hold(&b, 2, 4);
        answer(&b, true, 7);
        cycle(&b, true);
        if (when == 3) hold(&b, 2, 4);
        cycle(&b, true);
        b.in.hold = false;
        access_of(&b, 2, 4, 4, 4, 4);
        b.in.buffer = 1;
        cycle(&b, true);
        expect_asks(&b, 4);
        assert_false(b.out.learns);
    }
    /* The access is there: it learns nothing while a set of it is to move. */
    beats_then_through(&b);
    b.addr[3] = SHARED;
    hold(&b, 2, 0);
    answer(&b, true, 7);
    cycle(&b, true);
    assert_false(b.out.learns);
    assert_false(b.out.look_en);
    b.in.hold = false;
    cycle(&b, true);
    assert_true(b.out.learns);
    expect_asks(&b, 0);
}

/* ---- a naive twin: from the whole access, what happens in which cycle of it --------------- */

struct twin {
    struct scratch_lookup_cfg cfg;
    struct hd_rng rng;
    uint32_t addr[LANES];
    uint32_t sets[LANES], count; /* in the order in which they are asked for */
    bool held[LANES];            /* what is answered of each */
    uint32_t phys[LANES];
    uint32_t begun; /* cycles since the first was asked for; 0: none was */
};

static uint32_t draw(struct twin *t, uint32_t n) { return hd_rng_below(&t->rng, n); }

static bool is_shared(uint32_t address)
{
    return address >= SHARED && address < SHARED + 0x20000000;
}

static void new_access(struct twin *t, struct scratch_lookup_in *in)
{
    in->valid = draw(t, 8) != 0;
    in->mask = hd_rng_next(&t->rng) >> (64 - t->cfg.lanes);
    in->block = draw(t, t->cfg.blocks);
    const uint32_t kinds = 1 + draw(t, 4);
    for (uint32_t l = 0; l < t->cfg.lanes; l++) {
        const uint32_t within = draw(t, kinds < t->cfg.sets ? kinds : t->cfg.sets) * 1024;
        t->addr[l] = (draw(t, 4) ? SHARED : 0x80000000u) + within + draw(t, 1024);
    }
    t->count = t->begun = 0;
    for (uint32_t l = 0; l < t->cfg.lanes; l++) {
        const uint32_t set = t->addr[l] % SHARED / 1024;
        bool seen = !(in->mask >> l & 1) || !is_shared(t->addr[l]);
        for (uint32_t k = 0; k < t->count; k++) seen |= t->sets[k] == set;
        if (!seen) t->sets[t->count++] = set;
    }
}

static uint32_t expected_address(const struct twin *t, uint32_t block, uint32_t address)
{
    uint32_t k = 0;
    if (!is_shared(address)) return address;
    while (t->sets[k] != address % SHARED / 1024) k++;
    if (t->held[k]) return SHARED + t->phys[k] * 1024 + address % 1024;
    return SWAPPED + block * t->cfg.sets * 1024 + t->sets[k] * 1024 + address % 1024;
}

/* Question k is asked in cycle k of the access and answered in cycle k + 2. */
static void expect_same(const struct twin *t, const struct scratch_lookup_in *in,
                        const struct scratch_lookup_out *out)
{
    bool touches = false;
    for (uint32_t k = 0; k < t->count; k++)
        touches |= in->hold && in->hold_block == in->block && t->sets[k] == in->hold_set;
    touches &= in->valid;
    const bool asks = in->valid && t->begun < t->count && (t->begun != 0 || !touches);
    const bool ready = in->valid && (t->count == 0 || t->begun >= t->count + 1);
    assert_int_equal(out->touches, touches);
    assert_int_equal(out->look_en, asks);
    if (asks) assert_int_equal(out->look_set, t->sets[t->begun]);
    assert_int_equal(out->busy, t->begun != 0);
    assert_int_equal(out->ready, ready);
    for (uint32_t l = 0; l < t->cfg.lanes && ready; l++)
        if (in->mask >> l & 1)
            assert_int_equal(out->addr[l], expected_address(t, in->block, t->addr[l]));
}

static const struct scratch_lookup_cfg sizes[] = {{32, 16, 16, 48, 48, SWAPPED},
                                                  {4, 2, 2, 2, 2, SWAPPED},
                                                  {5, 5, 3, 7, 11, SWAPPED},
                                                  {1, 1, 2, 1, 2, SWAPPED},
                                                  {64, 8, 16, 64, 1024, SWAPPED}};

static void random_cycles(void **state)
{
    const struct scratch_lookup_cfg *cfg = *state;
    static struct twin t;
    struct scratch_lookup s;
    struct scratch_lookup_out out;
    struct scratch_lookup_in in = {.addr = t.addr};
    memset(&t, 0, sizeof t);
    t.cfg = *cfg;
    hd_rng_seed(&t.rng, cfg->lanes);
    assert_null(scratch_lookup_init(&s, cfg));
    for (uint32_t c = 0; c < 20000; c++) {
        if (!in.valid || in.taken) new_access(&t, &in);
        in.hold = draw(&t, 3) == 0;
        in.hold_block = draw(&t, cfg->blocks);
        in.hold_set = draw(&t, cfg->sets);
        /* What the table says when it was not asked means nothing. */
        const bool due = t.begun >= 2 && t.begun - 2 < t.count;
        in.found_held = draw(&t, 3) != 0;
        in.found_phys = draw(&t, due ? cfg->phys : 1024);
        if (due) {
            t.held[t.begun - 2] = in.found_held;
            t.phys[t.begun - 2] = in.found_phys;
        }
        scratch_lookup_eval(&s, &in, &out);
        expect_same(&t, &in, &out);
        if (t.begun != 0 || out.look_en) t.begun++;
        in.taken = out.ready && draw(&t, 2) != 0;
        const char *broken = scratch_lookup_promise(&s, &in);
        if (broken != NULL) fail_msg("cycle %u: promise: %s", c, broken);
        scratch_lookup_tick(&s, &in, &out);
        broken = scratch_lookup_check(&s);
        if (broken != NULL) fail_msg("cycle %u: invariant: %s", c, broken);
    }
}

/* ---- what check, promise and init find --------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = scratch_lookup_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench good, b;
    start(&good);
    access_of(&good, 1, 0, 3, 3, 2);
    cycle(&good, true);
    cycle(&good, true);
    b = good;
    b.s.known |= 1;
    expect_broken(&b, "answer_due");
    b = good;
    b.s.asked |= 8;
    expect_broken(&b, "answer_due");
    b = good;
    b.s.question[0].lanes |= 1;
    expect_broken(&b, "answer_due");
    b = good;
    b.s.question[0].lanes = 0;
    expect_broken(&b, "answer_due");
    b = good;
    b.s.busy = false;
    expect_broken(&b, "busy");
}

static void expect_promise(const struct bench *b, const char *sentence)
{
    const char *broken = scratch_lookup_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench good, b;
    start(&good);
    good.in.taken = true;
    expect_promise(&good, "an access is taken that there is not");
    good.in.taken = false;
    access_of(&good, 1, 0, 3, 3, 2);
    good.in.addr = good.addr;
    cycle(&good, true);
    b = good;
    b.in.valid = false;
    expect_promise(&b, "an access leaves that is not taken");
    b = good;
    b.in.block = 3;
    expect_promise(&b, "an access is of a block that there is not");
    b = good;
    b.in.addr = b.addr;
    b.addr[1] = SHARED + 5 * 1024;
    expect_promise(&b, "a lane is for shared memory that no block has");
    b.in.mask = 0xd;
    assert_null(scratch_lookup_promise(&b.s, &b.in));
    b = good;
    beat_of(&b, b.in.buffer, 1, 0, 0);
    expect_promise(&b, "a beat comes into the buffer of the access that is through");
    b.in.beat_buffer ^= 1;
    assert_null(scratch_lookup_promise(&b.s, &b.in));
    b = good;
    answer(&b, true, 9);
    assert_null(scratch_lookup_promise(&b.s, &b.in)); /* it is not asked yet */
    cycle(&b, true);
    answer(&b, true, 9);
    expect_promise(&b, "a set is found where there is none");
    b = good;
    b.in.taken = true;
    expect_promise(&b, "an access is taken that is not ready");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct scratch_lookup_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 2, 3, 5, 9, SWAPPED}, "Lanes must be 1 to 64"},
        {{65, 2, 3, 5, 9, SWAPPED}, "Lanes must be 1 to 64"},
        {{4, 0, 3, 5, 9, SWAPPED}, "Simd must be 1 to Lanes"},
        {{4, 5, 3, 5, 9, SWAPPED}, "Simd must be 1 to Lanes"},
        {{4, 2, 1, 5, 9, SWAPPED}, "Blocks must be 2 to 16"},
        {{4, 2, 17, 5, 9, SWAPPED}, "Blocks must be 2 to 16"},
        {{4, 2, 3, 0, 9, SWAPPED}, "ScratchSets must be 1 to 64"},
        {{4, 2, 3, 65, 99, SWAPPED}, "ScratchSets must be 1 to 64"},
        {{4, 2, 3, 1, 1, SWAPPED}, "ScratchPhys must be 2 to 1024"},
        {{4, 2, 3, 5, 1025, SWAPPED}, "ScratchPhys must be 2 to 1024"},
        {{4, 2, 3, 5, 4, SWAPPED}, "ScratchSets must be at most ScratchPhys"},
        {{4, 2, 3, 5, 9, SHARED + 8}, "swap space must not be at addresses of shared memory"},
    };
    struct scratch_lookup s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = scratch_lookup_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(one_set_two_cycles_later),
        cmocka_unit_test(sets_from_the_lowest_lane),
        cmocka_unit_test(others_go_at_once),
        cmocka_unit_test(lanes_of_global_memory_stay),
        cmocka_unit_test(not_taken_stays_ready),
        cmocka_unit_test(reset_forgets),
        cmocka_unit_test(race_hold_and_none_begins),
        cmocka_unit_test(race_hold_and_it_has_begun),
        cmocka_unit_test(race_hold_and_others_begin),
        cmocka_unit_test(ahead_is_ready_at_once),
        cmocka_unit_test(a_note_waits),
        cmocka_unit_test(the_access_goes_first),
        cmocka_unit_test(it_does_not_ask_twice),
        cmocka_unit_test(one_ahead_of_a_buffer),
        cmocka_unit_test(ahead_beside_another_hold),
        cmocka_unit_test(race_hold_and_ahead),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(init_refuses),
    };
    static const char *const names[] = {"random paper size", "random small", "random odd",
                                        "random smallest", "random largest"};
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = names[i],
                                         .test_func = random_cycles,
                                         .initial_state = (void *)(uintptr_t)&sizes[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("scratch_lookup", tests, NULL, NULL);
}
