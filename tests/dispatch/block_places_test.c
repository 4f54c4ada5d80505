/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the block places: the page's rules and races cycle by cycle, the N:1
 * mapping of the paper on a small machine, a twin that keeps each place by itself, the page's
 * invariants of the ports alone, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "dispatch/block_places.h"

/* ---- a bench --------------------------------------------------------------------------- */

enum {
    SMS = BLOCK_PLACES_MAX_SMS,
    KERNELS = BLOCK_PLACES_MAX_KERNELS,
    BLOCKS = BLOCK_PLACES_MAX_BLOCKS,
};

struct bench {
    struct block_places s;
    struct block_places_in in;
    struct block_places_out out;
};

static const struct block_places_cfg hand = {.sms = 3, .kernels = 3, .blocks = 4};
static const struct block_places_cfg paper = {.sms = 14, .kernels = 4, .blocks = 8};

static void look(struct bench *b)
{
    const struct block_places before = b->s;
    block_places_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
}

/* All kernels want, may have all places, no SM is ready. */
static void start_bench(struct bench *b, const struct block_places_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(block_places_init(&b->s, cfg));
    assert_null(block_places_check(&b->s));
    b->in.keep = true;
    b->in.want = (uint32_t)ones(cfg->kernels);
    for (uint32_t k = 0; k < cfg->kernels; k++) b->in.most[k] = cfg->sms * cfg->blocks;
    look(b);
}

/* One cycle with the inputs set since the last; out is what is seen after it. Behind it nothing is
 * placed and nothing ends. */
static void cycle(struct bench *b)
{
    const char *broken = block_places_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    look(b);
    block_places_tick(&b->s, &b->in, &b->out);
    broken = block_places_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    b->in.place_valid = false;
    b->in.end_valid = 0;
    look(b);
}

static void set_place(struct bench *b, uint32_t k)
{
    b->in.place_valid = true;
    b->in.place_kernel = k;
}

static void set_end(struct bench *b, uint32_t sm, uint32_t k)
{
    b->in.end_valid |= bit(sm);
    b->in.end_kernel[sm] = k;
}

/* So many new places of a kernel, a cycle each. */
static void place(struct bench *b, uint32_t k, uint32_t places)
{
    for (uint32_t i = 0; i < places; i++) {
        set_place(b, k);
        cycle(b);
    }
}

/* A place of the kernel on the SM that is kept. */
static void keep_place(struct bench *b, uint32_t sm, uint32_t k)
{
    place(b, k, 1);
    set_end(b, sm, k);
    look(b);
    assert_int_equal(b->out.end_valid, 0);
    cycle(b);
}

static uint32_t kept(const struct bench *b, uint32_t sm, uint32_t k)
{
    return b->out.kept[sm * b->s.cfg.kernels + k];
}

/* The next place to go on; on no SM: sm is Sms. */
static void expect_next(struct bench *b, uint32_t sm, uint32_t k)
{
    look(b);
    assert_true(b->out.next_valid == (sm < b->s.cfg.sms));
    if (!b->out.next_valid) return;
    assert_int_equal(b->out.next_sm, sm);
    assert_int_equal(b->out.next_kernel, k);
}

/* What ends on an SM in this cycle; k is Kernels for nothing. */
static void expect_end(struct bench *b, uint32_t sm, uint32_t k)
{
    look(b);
    assert_true(has(b->out.end_valid, sm) == (k < b->s.cfg.kernels));
    if (has(b->out.end_valid, sm)) assert_int_equal(b->out.end_kernel[sm], k);
}

static void expect_places(const struct bench *b, uint32_t k0, uint32_t k1, uint32_t k2)
{
    assert_int_equal(b->out.places[0], k0);
    assert_int_equal(b->out.places[1], k1);
    assert_int_equal(b->out.places[2], k2);
}

/* ---- the rules of the page ------------------------------------------------------------- */

static void rule_new_place(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    expect_places(&b, 0, 0, 0);
    place(&b, 1, 2);
    place(&b, 2, 1);
    expect_places(&b, 0, 2, 1);
    b.in.place_kernel = 0; /* not valid */
    cycle(&b);
    expect_places(&b, 0, 2, 1);
    for (uint32_t i = 0; i < 9; i++) assert_int_equal(b.out.kept[i], 0);
}

/* Fewer places than most, only with keep. */
static void rule_want(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.most[0] = 2;
    b.in.most[1] = 1;
    b.in.most[2] = 0;
    look(&b);
    assert_int_equal(b.out.want, 3);
    place(&b, 0, 1);
    place(&b, 1, 1);
    assert_int_equal(b.out.want, 1);
    place(&b, 0, 1);
    assert_int_equal(b.out.want, 0);
    b.in.keep = false;
    look(&b);
    assert_int_equal(b.out.want, 7);
    b.in.want = 5;
    look(&b);
    assert_int_equal(b.out.want, 5);
    b.in.keep = true;
    b.in.most[2] = 15;
    b.in.most[1] = 15;
    look(&b);
    assert_int_equal(b.out.want, 4);
}

/* A block that ends leaves its place, and the next block of its kernel takes it. */
static void rule_keep_and_next(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    keep_place(&b, 2, 1);
    expect_places(&b, 0, 1, 0);
    assert_int_equal(kept(&b, 2, 1), 1);
    expect_next(&b, 3, 0); /* SM 2 is not ready */
    assert_int_equal(b.out.want, 7);
    b.in.ready = 3;
    expect_next(&b, 3, 0);
    b.in.ready = 4;
    expect_next(&b, 2, 1);
    cycle(&b);
    expect_places(&b, 0, 1, 0);
    assert_int_equal(kept(&b, 2, 1), 0);
    expect_next(&b, 3, 0);
    set_end(&b, 2, 1); /* the block that went on ends, its place is kept again */
    expect_end(&b, 2, 3);
    cycle(&b);
    assert_int_equal(kept(&b, 2, 1), 1);
}

/* In the cycle of its end a place cannot go on yet. */
static void rule_end_before_next(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.ready = 7;
    place(&b, 0, 1);
    set_end(&b, 0, 0);
    expect_next(&b, 3, 0);
    cycle(&b);
    expect_next(&b, 0, 0);
}

/* The turn begins behind the SM of the last place that went on. */
static void rule_turn(void **state)
{
    (void)state;
    static const uint32_t order[] = {0, 1, 2, 0, 1, 2};
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t i = 0; i < 6; i++) keep_place(&b, i % 3, 0);
    b.in.ready = 7;
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(b.s.turn, i % 3);
        expect_next(&b, order[i], 0);
        cycle(&b);
    }
    expect_next(&b, 3, 0);
    cycle(&b);
    assert_int_equal(b.s.turn, 0); /* nothing went on: it stays */
}

/* Upward and around, and of one SM the lowest-numbered kernel. */
static void rule_turn_around(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    keep_place(&b, 0, 2);
    keep_place(&b, 1, 0);
    keep_place(&b, 1, 1);
    b.in.ready = 2;
    expect_next(&b, 1, 0);
    cycle(&b);
    assert_int_equal(b.s.turn, 2);
    b.in.ready = 7;
    expect_next(&b, 0, 2);
    cycle(&b);
    assert_int_equal(b.s.turn, 1);
    expect_next(&b, 1, 1);
}

/* A lower-numbered kernel that is over, an SM that is not ready, do not stand in the way. */
static void rule_next_passes_over(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    keep_place(&b, 0, 1);
    keep_place(&b, 1, 0);
    keep_place(&b, 1, 2);
    b.in.ready = 6;
    b.in.want = 6;
    expect_next(&b, 1, 2);
    expect_end(&b, 1, 0); /* and the place of kernel 0 ends beside it */
    cycle(&b);
    expect_places(&b, 0, 1, 1);
    assert_int_equal(kept(&b, 1, 0), 0);
    assert_int_equal(kept(&b, 1, 2), 0);
    assert_int_equal(kept(&b, 0, 1), 1);
}

/* Whether a kernel may be placed does not hang on a place that goes on. */
static void rule_want_beside_next(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    keep_place(&b, 0, 1);
    b.in.most[1] = 1;
    b.in.ready = 1;
    look(&b);
    assert_true(b.out.next_valid);
    assert_int_equal(b.out.want, 5);
    cycle(&b);
    assert_false(b.out.next_valid);
    assert_int_equal(b.out.want, 5);
}

/* Over: no block to give; too many places; nothing is kept. */
static void rule_over(void **state)
{
    (void)state;
    for (uint32_t why = 0; why < 4; why++) {
        struct bench b;
        start_bench(&b, &hand);
        place(&b, 0, 2);
        place(&b, 1, 1);
        set_end(&b, 1, 0);
        if (why == 0) b.in.want = 6;
        if (why == 1) b.in.most[0] = 1;
        if (why == 2) b.in.keep = false;
        if (why == 3) b.in.most[0] = 2; /* as many as it may have: not over */
        expect_end(&b, 1, why == 3 ? 3 : 0);
        cycle(&b);
        expect_places(&b, why == 3 ? 2 : 1, 1, 0);
        assert_int_equal(kept(&b, 1, 0), why == 3);
        b.in.keep = true;
        b.in.want = 7;
        set_end(&b, 0, 1); /* the other kernel's is kept */
        expect_end(&b, 0, 3);
    }
}

/* A kept place of a kernel that is over ends, of several the lowest-numbered's, one a cycle. */
static void rule_kept_end(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    keep_place(&b, 1, 2);
    keep_place(&b, 1, 1);
    keep_place(&b, 1, 1);
    keep_place(&b, 0, 0);
    keep_place(&b, 1, 0);
    b.in.want = 1;
    b.in.ready = 0;
    const uint32_t order[] = {1, 1, 2, 3};
    for (uint32_t i = 0; i < 4; i++) {
        expect_end(&b, 1, order[i]);
        expect_end(&b, 0, 3);
        cycle(&b);
    }
    expect_places(&b, 2, 0, 0);
    b.in.keep = false; /* now kernel 0's, on both SMs at once */
    expect_end(&b, 0, 0);
    expect_end(&b, 1, 0);
    expect_end(&b, 2, 3);
    cycle(&b);
    expect_places(&b, 0, 0, 0);
}

/* A place that ends with its block goes before a kept one, of its own kernel or another. */
static void rule_end_goes_first(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    keep_place(&b, 0, 0);
    keep_place(&b, 0, 1);
    place(&b, 1, 1);
    set_end(&b, 0, 1);
    b.in.want = 0;
    expect_end(&b, 0, 1);
    cycle(&b);
    expect_places(&b, 1, 1, 0);
    assert_int_equal(kept(&b, 0, 0), 1);
    assert_int_equal(kept(&b, 0, 1), 1);
    expect_end(&b, 0, 0);
    cycle(&b);
    expect_end(&b, 0, 1);
    cycle(&b);
    expect_places(&b, 0, 0, 0);
    expect_end(&b, 0, 3);
}

/* A block that leaves its place does not: beside it a kept place of another kernel ends. */
static void rule_keep_and_kept_end(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    keep_place(&b, 2, 0);
    place(&b, 1, 1);
    set_end(&b, 2, 1);
    b.in.want = 2;
    expect_end(&b, 2, 0);
    cycle(&b);
    expect_places(&b, 0, 1, 0);
    assert_int_equal(kept(&b, 2, 0), 0);
    assert_int_equal(kept(&b, 2, 1), 1);
}

/* One place too many, three blocks end: three places do. */
static void rule_ends_beyond(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    place(&b, 0, 5);
    b.in.most[0] = 4;
    for (uint32_t sm = 0; sm < 3; sm++) set_end(&b, sm, 0);
    for (uint32_t sm = 0; sm < 3; sm++) expect_end(&b, sm, 0);
    cycle(&b);
    expect_places(&b, 2, 0, 0);
    assert_int_equal(b.out.want, 7);
    place(&b, 0, 2); /* the block dispatch opens two */
    assert_int_equal(b.out.want, 6);
}

/* A new place is above most from the next cycle on; in its own the kernel has its number. */
static void rule_place_and_end(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    place(&b, 0, 1);
    b.in.most[0] = 2;
    set_place(&b, 0);
    set_end(&b, 0, 0); /* kept: 1 is no more than 2 */
    cycle(&b);
    expect_places(&b, 2, 0, 0);
    assert_int_equal(kept(&b, 0, 0), 1);
    b.in.keep = false;
    set_place(&b, 0);
    set_end(&b, 1, 0); /* on SM 0 the kept one ends as well */
    cycle(&b);
    expect_places(&b, 1, 0, 0);
}

/* A place goes on, and another of the kernel is kept on the same SM. */
static void rule_next_and_keep(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    keep_place(&b, 1, 0);
    place(&b, 0, 1);
    b.in.ready = 2;
    set_end(&b, 1, 0);
    expect_next(&b, 1, 0);
    cycle(&b);
    assert_int_equal(kept(&b, 1, 0), 1);
    expect_places(&b, 2, 0, 0);
}

/* Without keep_i this block is a wire. */
static void rule_unkept(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.keep = false;
    b.in.ready = 7;
    for (uint32_t k = 0; k < 3; k++) b.in.most[k] = 0;
    for (uint32_t i = 0; i < 3; i++) place(&b, i, 2);
    for (uint32_t want = 0; want < 8; want++) {
        b.in.want = want;
        look(&b);
        assert_int_equal(b.out.want, want);
        assert_false(b.out.next_valid);
    }
    for (uint32_t sm = 0; sm < 3; sm++) set_end(&b, sm, 2 - sm);
    for (uint32_t sm = 0; sm < 3; sm++) expect_end(&b, sm, 2 - sm);
    cycle(&b);
    expect_places(&b, 1, 1, 1);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    keep_place(&b, 0, 0);
    b.in.ready = 1;
    cycle(&b);
    keep_place(&b, 2, 1);
    assert_int_equal(b.s.turn, 1);
    block_places_reset(&b.s);
    assert_null(block_places_check(&b.s));
    look(&b);
    expect_places(&b, 0, 0, 0);
    assert_int_equal(b.s.turn, 0);
    for (uint32_t i = 0; i < 9; i++) assert_int_equal(b.out.kept[i], 0);
}

/* All places of the largest size, kept, gone on one by one, and given back. */
static void rule_largest(void **state)
{
    (void)state;
    static const struct block_places_cfg largest = {64, 16, 64};
    struct bench b;
    start_bench(&b, &largest);
    place(&b, 15, 4096);
    assert_int_equal(b.out.want, 0x7fff);
    for (uint32_t i = 0; i < 64; i++) {
        for (uint32_t sm = 0; sm < 64; sm++) set_end(&b, sm, 15);
        cycle(&b);
    }
    for (uint32_t sm = 0; sm < 64; sm++) assert_int_equal(kept(&b, sm, 15), 64);
    b.in.ready = UINT64_MAX;
    for (uint32_t i = 0; i < 100; i++) {
        expect_next(&b, i % 64, 15);
        cycle(&b);
    }
    b.in.want = 0;
    for (uint32_t i = 0; i < 64; i++) cycle(&b);
    for (uint32_t sm = 0; sm < 64; sm++) assert_int_equal(kept(&b, sm, 15), 0);
    assert_int_equal(b.out.places[15], 100);
}

static void rule_smallest(void **state)
{
    (void)state;
    static const struct block_places_cfg smallest = {1, 1, 1};
    struct bench b;
    start_bench(&b, &smallest);
    for (uint32_t i = 0; i < 3; i++) {
        if (i == 0) place(&b, 0, 1);
        assert_int_equal(b.out.want, 0);
        set_end(&b, 0, 0);
        cycle(&b);
        b.in.ready = 1;
        expect_next(&b, 0, 0);
        cycle(&b);
        b.in.ready = 0;
    }
    b.in.want = 0;
    set_end(&b, 0, 0);
    expect_end(&b, 0, 0);
    cycle(&b);
    assert_int_equal(b.out.places[0], 0);
}

/* ---- the paper ------------------------------------------------------------------------- */

/* Section 4.1: 1,000 logical blocks of a kernel run on 60 physical ones, the median kernel's under
 * MEDIAN. It never has more places; another kernel may place a block in each cycle in which none of
 * them goes on. Behind the last block all places are given back. */
static void paper_mapping(void **state)
{
    (void)state;
    enum { LOGICAL = 1000, PHYSICAL = 60 };
    uint32_t given = 0, ended = 0, on[14] = {0}, turn = 0;
    struct bench b;
    start_bench(&b, &paper);
    b.in.most[0] = PHYSICAL;
    b.in.ready = ones(14);
    b.in.want = 1;
    for (uint32_t n = 0; ended < LOGICAL; n++) {
        b.in.want = given < LOGICAL ? 1 : 0;
        for (uint32_t sm = 0; sm < 14; sm++) {
            if (on[sm] == 0 || (n + sm) % 5 != 0) continue;
            set_end(&b, sm, 0);
            on[sm]--;
            ended++;
        }
        look(&b);
        if (b.out.next_valid) {
            on[b.out.next_sm]++;
            given++;
        } else if (has(b.out.want, 0)) {
            set_place(&b, 0);
            on[turn++ % 14]++;
            given++;
        }
        cycle(&b);
        assert_in_range(b.out.places[0], 0, PHYSICAL);
        assert_true(n < 10 * LOGICAL);
        b.in.want = 3;
        look(&b);
        assert_true(has(b.out.want, 1));
    }
    b.in.want = 0;
    for (uint32_t i = 0; i < 8; i++) cycle(&b);
    assert_int_equal(given, LOGICAL);
    assert_int_equal(b.out.places[0], 0);
}

/* ---- a twin that keeps each place by itself ---------------------------------------------- */

enum { NONE = 0, RUNS = 1, KEPT = 2 };

/* Place p of kernel k on SM s. */
struct twin {
    uint8_t at[SMS][KERNELS][BLOCKS];
    uint32_t last; /* SM of the last place that went on */
};

static uint32_t count(const struct block_places_cfg *cfg, const struct twin *t, uint32_t s,
                      uint32_t k, uint8_t what)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < cfg->blocks; p++) n += t->at[s][k][p] == what;
    return n;
}

/* With a block or kept. */
static uint32_t all_places(const struct block_places_cfg *cfg, const struct twin *t, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < cfg->sms; s++) n += cfg->blocks - count(cfg, t, s, k, NONE);
    return n;
}

/* One place of the kernel on the SM becomes another. */
static void turn_into(const struct block_places_cfg *cfg, struct twin *t, uint32_t s, uint32_t k,
                      uint8_t from, uint8_t to)
{
    uint32_t p = 0;
    while (p < cfg->blocks && t->at[s][k][p] != from) p++;
    assert_true(p < cfg->blocks);
    t->at[s][k][p] = to;
}

/* Does the kernel give up places? */
static bool gives_up(const struct bench *b, const struct twin *t, uint32_t k)
{
    return !(b->in.keep && has(b->in.want, k) && all_places(&b->s.cfg, t, k) <= b->in.most[k]);
}

/* The outputs of the twin, place by place. */
static void twin_outputs(const struct bench *b, const struct twin *t, struct block_places_out *out)
{
    const struct block_places_cfg *cfg = &b->s.cfg;
    memset(out, 0, sizeof *out);
    for (uint32_t i = cfg->sms * cfg->kernels; i-- > 0;) { /* the first one found last wins */
        const uint32_t s = (t->last + 1 + i / cfg->kernels) % cfg->sms, k = i % cfg->kernels;
        const uint32_t kept_here = count(cfg, t, s, k, KEPT);
        out->kept[s * cfg->kernels + k] = kept_here;
        if (kept_here == 0) continue;
        if (gives_up(b, t, k)) {
            out->end_valid |= bit(s);
            out->end_kernel[s] = k;
        } else if (has(b->in.ready, s)) {
            out->next_valid = true;
            out->next_sm = s;
            out->next_kernel = k;
        }
    }
    for (uint32_t s = 0; s < cfg->sms; s++) {
        if (!has(b->in.end_valid, s) || !gives_up(b, t, b->in.end_kernel[s])) continue;
        out->end_valid |= bit(s);
        out->end_kernel[s] = b->in.end_kernel[s];
    }
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        out->places[k] = all_places(cfg, t, k);
        const bool may = !b->in.keep || out->places[k] < b->in.most[k];
        if (has(b->in.want, k) && may) out->want |= (uint32_t)bit(k);
    }
}

/* The edge: what ends goes first, so that it makes room; each was decided before. */
static void twin_tick(const struct bench *b, struct twin *t, const struct block_places_out *out,
                      uint32_t place_sm)
{
    const struct block_places_cfg *cfg = &b->s.cfg;
    bool keeps[SMS];
    for (uint32_t s = 0; s < cfg->sms; s++)
        keeps[s] = has(b->in.end_valid, s) && !gives_up(b, t, b->in.end_kernel[s]);
    if (out->next_valid) {
        turn_into(cfg, t, out->next_sm, out->next_kernel, KEPT, RUNS);
        t->last = out->next_sm;
    }
    for (uint32_t s = 0; s < cfg->sms; s++) {
        const bool with_block = has(b->in.end_valid, s) && !keeps[s];
        if (has(out->end_valid, s))
            turn_into(cfg, t, s, out->end_kernel[s], with_block ? RUNS : KEPT, NONE);
        if (keeps[s]) turn_into(cfg, t, s, b->in.end_kernel[s], RUNS, KEPT);
    }
    if (b->in.place_valid) turn_into(cfg, t, place_sm, b->in.place_kernel, NONE, RUNS);
}

/* ---- the page's invariants, of the ports alone ------------------------------------------- */

static void expect_invariants(const struct bench *b, const struct block_places_out *out)
{
    const struct block_places_cfg *cfg = &b->s.cfg;
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        const bool over = !b->in.keep || !has(b->in.want, k) || out->places[k] > b->in.most[k];
        if (b->in.keep && has(out->want, k)) assert_true(out->places[k] < b->in.most[k]);
        for (uint32_t s = 0; s < cfg->sms; s++) {
            if (out->kept[s * cfg->kernels + k] == 0) continue;
            if (over) assert_true(has(out->end_valid, s));
            else assert_true(out->next_valid || !has(b->in.ready, s));
        }
    }
}

/* ---- random cycles ----------------------------------------------------------------------- */

static const struct run {
    const char *name;
    uint32_t cycles;
    struct block_places_cfg most;
} runs[] = {
    {"random_small", 60000, {3, 3, 2}},
    {"random_paper", 8000, {14, 4, 8}},
    {"random_many_kernels", 6000, {5, 16, 3}},
    {"random_large", 300, {64, 16, 64}},
};

/* Half of the sizes are the largest. */
static uint32_t size_up_to(struct hd_rng *rng, uint32_t n)
{
    return hd_rng_chance(rng, 1, 2) ? n : 1 + hd_rng_below(rng, n);
}

static void random_policy(struct bench *b, struct hd_rng *rng)
{
    const struct block_places_cfg *cfg = &b->s.cfg;
    const uint32_t chip = cfg->sms * cfg->blocks;
    if (hd_rng_chance(rng, 1, 50)) b->in.keep = hd_rng_chance(rng, 4, 5);
    b->in.ready = hd_rng_next(rng) & ones(cfg->sms);
    if (hd_rng_chance(rng, 1, 2)) b->in.ready &= hd_rng_next(rng);
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        if (hd_rng_chance(rng, 1, 20)) b->in.want ^= (uint32_t)bit(k);
        if (!hd_rng_chance(rng, 1, 20)) continue;
        b->in.most[k] = hd_rng_below(rng, chip + 1);
        if (hd_rng_chance(rng, 1, 2) && b->s.places[k] > 0)
            b->in.most[k] = b->s.places[k] - hd_rng_below(rng, 2);
    }
}

static void random_ends(struct bench *b, const struct twin *t, struct hd_rng *rng)
{
    const struct block_places_cfg *cfg = &b->s.cfg;
    for (uint32_t s = 0; s < cfg->sms; s++) {
        const uint32_t k = hd_rng_below(rng, cfg->kernels);
        if (hd_rng_chance(rng, 1, 3) && count(cfg, t, s, k, RUNS) != 0) set_end(b, s, k);
    }
}

/* A new place where the twin has one free. Gives the SM. */
static uint32_t random_place(struct bench *b, const struct twin *t, uint32_t want,
                             struct hd_rng *rng)
{
    const struct block_places_cfg *cfg = &b->s.cfg;
    const uint32_t k = hd_rng_below(rng, cfg->kernels), s = hd_rng_below(rng, cfg->sms);
    if (has(want, k) && count(cfg, t, s, k, NONE) != 0) set_place(b, k);
    return s;
}

static void random_cycles(void **state)
{
    const struct run *run = *state;
    static struct twin twin;
    struct block_places_cfg cfg = run->most;
    struct block_places_out out;
    struct bench b;
    struct hd_rng rng;
    hd_rng_seed(&rng, run->cycles);
    for (uint32_t n = 0; n < run->cycles; n++) {
        if (n % 300 == 0) {
            cfg.sms = size_up_to(&rng, run->most.sms);
            cfg.kernels = size_up_to(&rng, run->most.kernels);
            cfg.blocks = size_up_to(&rng, run->most.blocks);
            start_bench(&b, &cfg);
            memset(&twin, 0, sizeof twin);
            twin.last = cfg.sms - 1;
        }
        random_policy(&b, &rng);
        random_ends(&b, &twin, &rng);
        twin_outputs(&b, &twin, &out);
        const uint32_t place_sm = random_place(&b, &twin, out.next_valid ? 0 : out.want, &rng);
        look(&b);
        assert_memory_equal(&out, &b.out, sizeof out);
        expect_invariants(&b, &out);
        twin_tick(&b, &twin, &out, place_sm);
        cycle(&b);
    }
}

/* ---- each check fails -------------------------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = block_places_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_fails(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    place(&b, 1, 2);
    b.s.kept[0 * 3 + 1] = b.s.kept[2 * 3 + 1] = 1;
    assert_null(block_places_check(&b.s));
    b.s.kept[1 * 3 + 1] = 1;
    expect_broken(&b, "kept_counted");
    start_bench(&b, &hand);
    b.s.places[2] = 9;
    b.s.kept[1 * 3 + 2] = 4;
    assert_null(block_places_check(&b.s));
    b.s.kept[1 * 3 + 2] = 5;
    expect_broken(&b, "within");
    start_bench(&b, &hand);
    b.s.turn = 3;
    expect_broken(&b, "within");
}

static void expect_promise(const struct bench *b, const struct block_places_in *in,
                           const char *sentence)
{
    const char *broken = block_places_promise(&b->s, in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
}

static void promise_widths(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    expect_promise(&b, &(struct block_places_in){.place_kernel = 4},
                   "a number has more bits than KernelWidth");
    expect_promise(&b, &(struct block_places_in){.end_kernel = {0, 0, 4}},
                   "a number has more bits than KernelWidth");
    expect_promise(&b, &(struct block_places_in){.most = {0, 0, 16}},
                   "a number of places has more bits than PlaceWidth");
    expect_promise(&b, &(struct block_places_in){.want = 8}, "want_i has more bits than Kernels");
    expect_promise(&b, &(struct block_places_in){.ready = 8},
                   "ready_i or end_valid_i has more bits than Sms");
    expect_promise(&b, &(struct block_places_in){.end_valid = 8},
                   "ready_i or end_valid_i has more bits than Sms");
    const struct block_places_in most = {
        .most = {15, 15, 15, 16}, /* the last one is of no kernel, and so on */
        .want = 7,
        .place_kernel = 3,
        .ready = 7,
        .end_kernel = {3, 3, 3, 4},
    };
    assert_null(block_places_promise(&b.s, &most));
}

static void promise_places(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    set_place(&b, 3);
    expect_promise(&b, &b.in, "a new place is of no kernel");
    b.in.place_kernel = 2;
    assert_null(block_places_promise(&b.s, &b.in));
    b.in.want = 3;
    expect_promise(&b, &b.in, "a new place is of a kernel without want_o");
    b.in.want = 7;
    b.in.most[2] = 0;
    expect_promise(&b, &b.in, "a new place is of a kernel without want_o");
    b.in.most[2] = 13;
    b.in.place_valid = false;
    place(&b, 2, 12);
    set_place(&b, 2);
    expect_promise(&b, &b.in, "a kernel has more than Blocks places on an SM");
    b.in.place_valid = false;
    keep_place(&b, 0, 1);
    b.in.ready = 1;
    set_place(&b, 0);
    expect_promise(&b, &b.in, "a new place is made beside a kept one that goes on");
}

static void promise_ends(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    place(&b, 0, 2);
    set_end(&b, 1, 3);
    expect_promise(&b, &b.in, "an end is of no kernel");
    b.in.end_kernel[1] = 1;
    expect_promise(&b, &b.in, "more blocks of a kernel end than it has");
    b.in.end_kernel[1] = 0;
    set_end(&b, 2, 0);
    assert_null(block_places_promise(&b.s, &b.in));
    set_end(&b, 0, 0);
    expect_promise(&b, &b.in, "more blocks of a kernel end than it has");
    b.in.end_valid = 6;
    cycle(&b); /* both places are kept: no block is left */
    set_end(&b, 1, 0);
    expect_promise(&b, &b.in, "more blocks of a kernel end than it has");
    b.in.end_valid = 0;
    for (uint32_t i = 0; i < 4; i++) keep_place(&b, 0, 2);
    place(&b, 2, 1);
    set_end(&b, 0, 2);
    expect_promise(&b, &b.in, "a kernel has more than Blocks places on an SM");
    b.in.end_valid = 0;
    set_end(&b, 1, 2);
    assert_null(block_places_promise(&b.s, &b.in));
}

/* Behind a broken promise the model stays within its state. */
static void promise_broken_is_ignored(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    const struct block_places before = b.s;
    set_end(&b, 1, 3);
    set_place(&b, 3);
    look(&b);
    assert_int_equal(b.out.end_valid, 0);
    block_places_tick(&b.s, &b.in, &b.out);
    assert_memory_equal(&before, &b.s, sizeof before);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct block_places_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 4, 8}, "Sms must be 1 to 64"},      {{65, 4, 8}, "Sms must be 1 to 64"},
        {{14, 0, 8}, "Kernels must be 1 to 16"}, {{14, 17, 8}, "Kernels must be 1 to 16"},
        {{14, 4, 0}, "Blocks must be 1 to 64"},  {{14, 4, 65}, "Blocks must be 1 to 64"},
    };
    struct block_places s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = block_places_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(block_places_init(&s, &(struct block_places_cfg){1, 1, 1}));
    assert_null(block_places_init(&s, &(struct block_places_cfg){64, 16, 64}));
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(rule_new_place),
        cmocka_unit_test(rule_want),
        cmocka_unit_test(rule_keep_and_next),
        cmocka_unit_test(rule_end_before_next),
        cmocka_unit_test(rule_turn),
        cmocka_unit_test(rule_turn_around),
        cmocka_unit_test(rule_next_passes_over),
        cmocka_unit_test(rule_want_beside_next),
        cmocka_unit_test(rule_over),
        cmocka_unit_test(rule_kept_end),
        cmocka_unit_test(rule_end_goes_first),
        cmocka_unit_test(rule_keep_and_kept_end),
        cmocka_unit_test(rule_ends_beyond),
        cmocka_unit_test(rule_place_and_end),
        cmocka_unit_test(rule_next_and_keep),
        cmocka_unit_test(rule_unkept),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_largest),
        cmocka_unit_test(rule_smallest),
        cmocka_unit_test(paper_mapping),
        cmocka_unit_test(check_fails),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(promise_places),
        cmocka_unit_test(promise_ends),
        cmocka_unit_test(promise_broken_is_ignored),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_cycles,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
