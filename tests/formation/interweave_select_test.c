/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the interweave select: the pairs of the paper's Figure 2, the rules and
 * races of the page one by one, a naive twin that keeps the slots in a queue, the invariants that
 * are about a cycle or the past, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/interweave_select.h"

enum {
    SBI = INTERWEAVE_SELECT_SBI,
    SWI = INTERWEAVE_SELECT_SWI,
    BOTH = INTERWEAVE_SELECT_BOTH,
    NONE = 99,
    SLOTS = 4,
    LANES = 4,
    ALL = 0xf, /* the lanes */
};

/* ---- a bench for worked cases: four slots, four lanes ------------------------------------- */

struct bench {
    struct interweave_select s;
    struct interweave_select_in in;
    struct interweave_select_out out; /* of the last cycle */
};

static uint64_t one(uint32_t n) { return UINT64_C(1) << n; }

static bool in_set(uint64_t set, uint32_t n) { return (set >> n & 1) != 0; }

static uint8_t count(uint64_t mask)
{
    uint8_t n = 0;
    for (; mask != 0; mask &= mask - 1) n++;
    return n;
}

static void start_sized(struct bench *b, const struct interweave_select_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(interweave_select_init(&b->s, cfg));
    assert_null(interweave_select_check(&b->s));
}

/* The order of the lookup begins with 1: of a pair of contexts the second goes first. */
static void start(struct bench *b, uint32_t mode, uint32_t hot)
{
    start_sized(b, &(struct interweave_select_cfg){SLOTS, hot, LANES, mode, 1, 1});
}

/* The candidate is ready, of group 0, for a unit that takes more than one. */
static void put(struct bench *b, uint32_t c, uint64_t mask)
{
    b->in.ready |= one(c);
    b->in.mask[c] = mask;
    b->in.lanes[c] = count(mask);
    b->in.group &= ~one(c);
    b->in.sole &= ~one(c);
}

static void stall(struct bench *b, uint32_t c) { b->in.ready &= ~one(c); }

static uint32_t first(const struct bench *b)
{
    if (b->out.primary_valid) return b->out.primary_slot * b->s.cfg.hot + b->out.primary_hot;
    assert_int_equal(b->out.primary_slot + b->out.primary_hot, 0);
    return NONE;
}

static uint32_t second(const struct bench *b)
{
    if (b->out.secondary_valid) return b->out.secondary_slot * b->s.cfg.hot + b->out.secondary_hot;
    assert_int_equal(b->out.secondary_slot + b->out.secondary_hot, 0);
    return NONE;
}

static void look(struct bench *b)
{
    struct interweave_select before = b->s;
    const char *broken = interweave_select_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("%s", broken);
    interweave_select_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
}

static void edge(struct bench *b)
{
    interweave_select_tick(&b->s, &b->in, &b->out);
    const char *broken = interweave_select_check(&b->s);
    if (broken != NULL) fail_msg("%s", broken);
    b->in.moved = 0;
}

/* One cycle; these two are offered. What is taken stays ready: the context's next instruction. */
static void cycle(struct bench *b, bool ready, uint32_t primary, uint32_t secondary)
{
    b->in.issue_ready = ready;
    look(b);
    assert_int_equal(first(b), primary);
    assert_int_equal(second(b), secondary);
    edge(b);
}

/* Candidate c goes to the stage, and nothing else happens: the offer of it is not taken. */
static void stage(struct bench *b, uint32_t c)
{
    const uint64_t ready = b->in.ready;
    b->in.ready = one(c);
    cycle(b, false, NONE, c);
    assert_true(b->s.full);
    assert_int_equal(b->s.slot * b->s.cfg.hot + b->s.hot, c);
    b->in.ready = ready;
}

static void ages(const struct bench *b, const uint32_t *order)
{
    for (uint32_t i = 0; i < b->s.cfg.slots; i++) {
        for (uint32_t j = i + 1; j < b->s.cfg.slots; j++) {
            const uint32_t x = order[i], y = order[j];
            assert_true(x < y ? in_set(b->s.older[x], y) : !in_set(b->s.older[y], x));
        }
    }
}

/* ---- Figure 2: two warps of four threads; 1, then 2 3 4 or 5, then 6 ---------------------- */

/* (d) The secondary pairs instruction 2 of warp 2 with instruction 3 of warp 1. Threads 1 and 4 of
 * warp 1 take the if branch; in warp 2 those in the lanes that are free beside them. */
static void figure_2d(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 1);
    put(&b, 0, 0x9); /* warp 1, instruction 3 */
    stage(&b, 0);
    put(&b, 1, 0x6); /* warp 2, instruction 2 */
    cycle(&b, true, 0, 1);
    start(&b, SWI, 1);
    put(&b, 0, 0x9);
    stage(&b, 0);
    put(&b, 1, 0x9); /* had it the same lanes, it would have to wait */
    cycle(&b, true, 0, NONE);
}

/* The instructions of a warp in order, with their lanes. */
struct figure_warp {
    uint32_t at;
    uint64_t mask[6];
};

static void ready_warp(struct bench *b, uint32_t slot, const struct figure_warp *w)
{
    stall(b, slot);
    if (w->at == 6) return;
    if (b->in.mask[slot] != w->mask[w->at]) b->in.moved |= one(slot);
    put(b, slot, w->mask[w->at]);
}

/* Both warps to the end: each instruction once, in order, and masks of a pair are disjoint. The
 * ties of the first cycles decide: with some seeds warp 1 goes ahead, and the pair of the figure
 * comes; with others each pick is what the secondary takes, and none comes. */
static void figure_2d_to_the_end(void **state)
{
    (void)state;
    uint32_t figure = 0, took[13] = {0};
    for (uint32_t seed = 1; seed < 65536; seed++) {
        struct bench b;
        struct figure_warp w[2] = {{0, {ALL, 0x9, 0x9, 0x9, 0x6, ALL}},
                                   {0, {ALL, 0x6, 0x6, 0x6, 0x9, ALL}}};
        uint32_t cycles = 0;
        bool came = false;
        start_sized(&b, &(struct interweave_select_cfg){2, 1, LANES, SWI, 1, seed});
        b.in.issue_ready = true;
        while (w[0].at + w[1].at < 12) {
            for (uint32_t i = 0; i < 2; i++) ready_warp(&b, i, &w[i]);
            look(&b);
            const bool pair = b.out.primary_valid && b.out.secondary_valid;
            if (pair) assert_int_equal(b.in.mask[0] & b.in.mask[1], 0);
            came |= pair && w[0].at == 2 && w[1].at == 1;
            if (b.out.primary_valid) w[b.out.primary_slot].at++;
            if (b.out.secondary_valid) w[b.out.secondary_slot].at++;
            edge(&b);
            assert_true(++cycles <= 12); /* the baseline needs a cycle for each */
        }
        assert_int_equal(w[0].at, 6);
        took[cycles]++;
        figure += came;
    }
    printf(
        "figure_2d: of 65535 seeds %u bring the pair; 10 cycles with %u, 11 with %u, 12 with %u\n",
        figure, took[10], took[11], took[12]);
    assert_true(figure > 0 && took[10] > 0 && took[12] > 0);
    assert_int_equal(took[10] + took[11] + took[12], 65535);
}

/* (b) One warp: 1, 2 with 5, 3 with 6 of the else threads, 4, 6 of the others. */
static void figure_2b(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SBI, 2);
    put(&b, 0, ALL);
    cycle(&b, true, 0, NONE); /* 1 */
    put(&b, 0, 0x9);
    put(&b, 1, 0x6);
    b.in.moved = 0x3;
    cycle(&b, true, 1, 0); /* 5, 2: the other context's turn */
    cycle(&b, true, 1, 0); /* 6, 3 */
    stall(&b, 1);
    cycle(&b, true, 0, NONE); /* 4 */
    cycle(&b, true, 0, NONE); /* 6 */
    stall(&b, 0);
    cycle(&b, true, NONE, NONE);
}

/* (e) Both: the other branch of the warp, or the other warp. */
static void figure_2e(void **state)
{
    (void)state;
    struct bench b;
    start(&b, BOTH, 2);
    put(&b, 0, 0x9); /* warp 1, instruction 2 */
    stage(&b, 0);
    put(&b, 1, 0x6); /* warp 1, instruction 5 */
    put(&b, 2, 0x6); /* warp 2, as large */
    cycle(&b, true, 0, 1);
    start(&b, BOTH, 2);
    put(&b, 0, 0x9);
    stage(&b, 0);
    put(&b, 2, 0x6);
    cycle(&b, true, 0, 2);
}

/* ---- mode 0 ------------------------------------------------------------------------------- */

static void branches_oldest_slot(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SBI, 2);
    for (uint32_t c = 0; c < 2 * SLOTS; c++) put(&b, c, c % 2 == 0 ? 0x3 : 0xc);
    for (uint32_t i = 0; i < 2 * SLOTS; i++) {
        const uint32_t slot = i % SLOTS;
        cycle(&b, false, 2 * slot, 2 * slot + 1); /* not taken: the same again */
        cycle(&b, true, 2 * slot, 2 * slot + 1);
    }
    stall(&b, 0);
    stall(&b, 1);
    cycle(&b, true, 2, 3);
    cycle(&b, true, 4, 5);
    put(&b, 0, 0x3);
    cycle(&b, true, 0, NONE); /* it has waited for longest */
    ages(&b, (uint32_t[]){3, 1, 2, 0});
}

static void branches_in_turn(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SBI, 2);
    put(&b, 0, 0x1);
    put(&b, 1, 0x2);
    b.in.sole = 0x3; /* both for a unit that takes one: no pair */
    cycle(&b, false, 0, NONE);
    cycle(&b, true, 0, NONE);
    cycle(&b, true, 1, NONE);
    cycle(&b, true, 0, NONE);
    stall(&b, 1);
    cycle(&b, true, 0, NONE);
    put(&b, 1, 0x2); /* no longer sole: one of them may be */
    cycle(&b, true, 1, 0);
    b.in.sole = 0x2;
    cycle(&b, true, 1, 0); /* both have an event: the turn stays */
}

/* Masks, counts, groups and moves have no effect. */
static void branches_need_no_masks(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SBI, 2);
    put(&b, 4, 0x1);
    put(&b, 5, 0x2);
    b.in.group = one(4);
    b.in.moved = one(4) | one(5);
    b.in.lanes[5] = 7;
    cycle(&b, true, 4, 5);
    assert_false(b.s.full || b.s.took || b.out.squash || b.out.drop);
    assert_int_equal(b.s.lookup.order, 1);
}

/* ---- the stage ---------------------------------------------------------------------------- */

/* The latency is two: picked in one cycle, offered in the next one. */
static void primary_is_a_cycle_later(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 1);
    put(&b, 2, 0x3);
    cycle(&b, false, NONE, 2); /* no I1: the secondary offers what there is */
    cycle(&b, true, 2, NONE);
    cycle(&b, true, NONE, 2); /* its slot was not picked beside itself */
}

static void primary_by_age(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 1);
    for (uint32_t c = 0; c < SLOTS; c++) put(&b, c, ALL); /* no pair fits */
    cycle(&b, false, NONE, 1);
    for (uint32_t i = 0; i < 10; i++) cycle(&b, true, i % SLOTS, NONE);
    ages(&b, (uint32_t[]){2, 3, 0, 1});
}

static void primary_waits(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 1);
    put(&b, 1, 0x1);
    stage(&b, 1);
    put(&b, 0, ALL);
    put(&b, 2, 0x2);
    cycle(&b, false, 1, 2);
    assert_true(b.s.full && b.s.slot == 1 && b.s.mask == 0x1 && !b.s.took);
    ages(&b, (uint32_t[]){0, 1, 2, 3});
    put(&b, 3, 0xe); /* I2 is chosen anew */
    cycle(&b, false, 1, 3);
    cycle(&b, true, 1, 3);
    cycle(&b, true, 0, NONE); /* picked while I1 issued */
}

static void primary_drops(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t ready = 0; ready < 2; ready++) {
        start(&b, SWI, 1);
        put(&b, 1, 0x1);
        stage(&b, 1);
        put(&b, 0, ALL);
        stall(&b, 1);
        cycle(&b, ready != 0, NONE, 0); /* not ready */
        assert_true(b.out.drop && !b.out.squash);
        assert_true(b.s.full && b.s.slot == 0); /* stored all the same, ready or not */
        ages(&b, (uint32_t[]){0, 2, 3, 1});
        cycle(&b, true, ready != 0 ? NONE : 0, ready != 0 ? 0 : NONE);
        assert_int_equal(b.out.squash, ready != 0);
    }
}

/* Moved: the secondary may take it with its present lanes. */
static void primary_moved(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 1);
    put(&b, 1, 0x1);
    stage(&b, 1);
    put(&b, 1, 0x6);
    b.in.moved = one(1);
    cycle(&b, true, NONE, 1);
    assert_true(b.out.drop);
    assert_false(b.s.full);
    assert_true(b.s.took && b.s.took_slot == 1);
    /* Moved while it is picked is no matter: the stage has what it became. */
    put(&b, 3, 0x8);
    b.in.moved = one(3);
    b.in.ready = one(3);
    b.in.sole = one(3);
    b.in.group = one(3);
    cycle(&b, false, NONE, 3);
    assert_true(b.s.full && b.s.slot == 3 && b.s.mask == 0x8 && b.s.sole && b.s.group);
    cycle(&b, true, 3, NONE);
}

/* ---- conflict and squash ------------------------------------------------------------------ */

/* Section 4: both schedulers have the same instruction. The primary's copy is squashed, and the
 * secondary stands in with any ready one. */
static void conflict(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 1);
    put(&b, 2, 0x3);
    cycle(&b, true, NONE, 2); /* picked and taken in one cycle */
    assert_true(b.s.full && b.s.slot == 2);
    assert_true(b.s.took && b.s.took_slot == 2);
    stall(&b, 2);
    put(&b, 3, ALL);
    cycle(&b, true, NONE, 3);
    assert_true(b.out.squash && !b.out.drop); /* not dropped, though it is not ready */
    ages(&b, (uint32_t[]){0, 1, 3, 2});
}

/* Beside a live I1: the pick is what fits best. */
static void conflict_beside_primary(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 1);
    put(&b, 0, 0x1);
    stage(&b, 0);
    put(&b, 1, 0x6);
    put(&b, 3, 0x8);
    cycle(&b, true, 0, 1); /* 1 is the oldest one, and the largest */
    stall(&b, 0);
    stall(&b, 1);
    cycle(&b, true, NONE, 3); /* without I1 each ready one may be taken */
    assert_true(b.out.squash);
    ages(&b, (uint32_t[]){2, 3, 0, 1});
}

/* What conflicts cost: warps that are always ready, in lanes of their own, over all steps of the
 * order. With equal counts the order decides; else the one with the most lanes is taken again and
 * again, and the picks pass it by. */
static void conflicts_in_time(void **state)
{
    (void)state;
    static const struct {
        uint32_t warps;
        bool ties;
        uint32_t least, longest; /* instructions in 1000 cycles; cycles without a pair */
    } row[] = {{2, true, 1325, 17},  {3, true, 1550, 17},  {4, true, 1650, 17},
               {8, true, 1800, 17},  {24, true, 1930, 17}, {3, false, 1990, 17},
               {24, false, 1990, 17}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct bench b;
        uint32_t issued = 0, squashed = 0, without = 0, longest = 0;
        start_sized(&b, &(struct interweave_select_cfg){24, 1, 64, SWI, 1, 44257});
        for (uint32_t w = 0; w < row[i].warps; w++) {
            put(&b, w, one(w));
            if (!row[i].ties) b.in.lanes[w] = (uint8_t)(1 + w);
        }
        b.in.issue_ready = true;
        for (uint32_t n = 0; n < 65535; n++) {
            look(&b);
            const bool pair = b.out.primary_valid && b.out.secondary_valid;
            issued += 1U + pair;
            squashed += b.out.squash;
            without = pair ? 0 : without + 1;
            if (without > longest) longest = without;
            edge(&b);
        }
        printf("conflicts: %u warps, %s: %.2f instructions a cycle, %.1f %% squashed, at most %u "
               "cycles without a pair\n",
               row[i].warps, row[i].ties ? "equal counts" : "counts differ", issued / 65535.0,
               100 * squashed / 65535.0, longest);
        assert_true(1000 * (uint64_t)issued >= row[i].least * UINT64_C(65535));
        assert_true(longest <= row[i].longest);
    }
}

/* An offer that was not taken is no conflict. */
static void refused_is_no_conflict(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 1);
    put(&b, 2, 0x3);
    cycle(&b, false, NONE, 2);
    assert_false(b.s.took);
    cycle(&b, true, 2, NONE);
    assert_false(b.out.squash);
}

/* What is squashed may be taken again, as the context's next instruction, moved or not. */
static void squashed_is_ready_again(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t moved = 0; moved < 2; moved++) {
        start(&b, SWI, 1);
        put(&b, 2, 0x3);
        cycle(&b, true, NONE, 2);
        if (moved != 0) b.in.moved = one(2);
        cycle(&b, true, NONE, 2);
        assert_true(b.out.squash && !b.out.drop);
        assert_false(b.s.full); /* its slot is not picked */
        assert_true(b.s.took);
        cycle(&b, true, NONE, 2);
        assert_true(!b.out.squash && b.s.full);
    }
}

/* A slot alone issues in each cycle. */
static void alone_in_each_cycle(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t mode = SWI; mode <= BOTH; mode++) {
        start(&b, mode, 2);
        put(&b, 5, 0x3);
        for (uint32_t i = 0; i < 20; i++) cycle(&b, true, NONE, 5);
    }
}

/* Took names one context of a slot, the stage has the other one. */
static void other_context_is_no_conflict(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 2);
    put(&b, 0, 0x1);
    stage(&b, 0);
    put(&b, 2, 0x2);
    put(&b, 3, 0xc);
    cycle(&b, true, 0, 3); /* the larger one; the pick is 2, whose turn it is */
    assert_true(b.s.full && b.s.slot == 1 && b.s.hot == 0);
    cycle(&b, true, 2, 0);
    assert_false(b.out.squash);
    assert_int_equal(b.s.turn & 2, 0); /* events of both contexts */
}

/* ---- sole, groups, sets ------------------------------------------------------------------- */

static void sole_is_no_pair(void **state)
{
    (void)state;
    struct bench b;
    start(&b, BOTH, 2);
    put(&b, 0, 0x1);
    b.in.sole = one(0);
    stage(&b, 0);
    put(&b, 1, 0xe);
    put(&b, 4, 0xc);
    put(&b, 6, 0x2);
    b.in.sole = one(0) | one(1) | one(4);
    cycle(&b, false, 0, 6); /* neither the other branch nor the larger one */
    stall(&b, 6);
    cycle(&b, false, 0, NONE);
    b.in.sole = one(0) | one(4);
    cycle(&b, false, 0, 1);
    /* Without I1 a sole one may be taken. */
    b.in.ready = one(4);
    cycle(&b, true, NONE, 4);
    assert_true(b.out.drop);
    /* A primary that is not sole has a sole one beside it. */
    start(&b, BOTH, 2);
    put(&b, 0, 0x1);
    stage(&b, 0);
    put(&b, 4, 0xc);
    b.in.sole = one(4);
    cycle(&b, true, 0, 4);
}

static void groups_may_overlap(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 2);
    put(&b, 0, 0x7);
    stage(&b, 0);
    put(&b, 1, 0x8); /* I1's other context is none of this mode's */
    put(&b, 5, 0x3);
    cycle(&b, false, 0, NONE);
    b.in.group = one(5);
    cycle(&b, false, 0, 5);
    b.in.group = 0;
    put(&b, 2, 0x8);
    cycle(&b, true, 0, 2);
}

/* The set behind the primary's: direct mapped that is the next slot. */
static void set_of_the_secondary(void **state)
{
    (void)state;
    static const uint32_t expected[3][SLOTS] = {{3, 3, 3, 2}, {3, 2, 3, 2}, {1, 2, 3, 0}};
    struct bench b;
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t slot = 0; slot < SLOTS; slot++) {
            start_sized(&b, &(struct interweave_select_cfg){SLOTS, 1, 8, SWI, 1u << i, 1});
            put(&b, slot, 0xf0);
            stage(&b, slot);
            for (uint32_t c = 0; c < SLOTS; c++) {
                if (c != slot) put(&b, c, UINT64_C(0xf) >> (3 - c)); /* the higher the larger */
            }
            cycle(&b, true, slot, expected[i][slot]);
        }
    }
}

/* The other branch is no matter of the lookup: no set, and smaller ones too. */
static void branch_needs_no_set(void **state)
{
    (void)state;
    struct bench b;
    start_sized(&b, &(struct interweave_select_cfg){SLOTS, 2, LANES, BOTH, 4, 1});
    put(&b, 2, 0x1);
    stage(&b, 2);
    put(&b, 3, 0x2);
    put(&b, 4, 0xe);
    cycle(&b, true, 2, 3);
}

/* ---- age and turn ------------------------------------------------------------------------- */

/* I1 leaves slot 2 and took is of slot 0: both the youngest, the lower number is the older. */
static void young_two(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 1);
    put(&b, 2, 0x1);
    stage(&b, 2);
    stall(&b, 2);
    put(&b, 0, 0x8);
    put(&b, 3, 0x6);
    cycle(&b, false, NONE, 0);
    assert_true(b.out.drop && b.s.slot == 0);
    ages(&b, (uint32_t[]){0, 1, 3, 2});
    cycle(&b, true, 0, 3);
    ages(&b, (uint32_t[]){1, 3, 2, 0});
    stall(&b, 0);
    cycle(&b, true, NONE, 3); /* 3 is squashed; took is 3 */
    assert_true(b.out.squash);
    ages(&b, (uint32_t[]){1, 2, 0, 3});
    b.s.took = true;
    b.s.took_slot = 0;
    b.s.full = true;
    b.s.slot = 1;
    cycle(&b, false, NONE, 3);
    ages(&b, (uint32_t[]){2, 3, 0, 1});
}

/* Took's slot keeps its age as long as the other context is ready; the turn goes on. */
static void young_kept(void **state)
{
    (void)state;
    for (uint32_t other = 0; other < 2; other++) {
        struct bench b;
        start(&b, SWI, 2);
        put(&b, 6, 0x1);
        stage(&b, 6);
        put(&b, 0, 0x2);
        cycle(&b, false, 6, 0);
        b.s.full = false;
        b.s.took = true; /* as if it had been taken with the stage empty */
        b.s.took_slot = 0;
        b.s.took_hot = 0;
        b.in.ready = other != 0 ? one(1) : one(0);
        put(&b, other != 0 ? 1 : 0, 0x4);
        cycle(&b, false, NONE, other != 0 ? 1 : 0);
        if (other != 0) ages(&b, (uint32_t[]){0, 1, 2, 3});
        else ages(&b, (uint32_t[]){1, 2, 3, 0});
        assert_int_equal(b.s.turn, 1);
    }
}

/* I1 leaves the slot of took: the youngest in any case. One candidate is one event. */
static void young_forced(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 2);
    put(&b, 0, 0x1);
    cycle(&b, true, NONE, 0); /* picked as well */
    put(&b, 1, 0x2);
    stall(&b, 0);
    cycle(&b, true, NONE, 1);
    assert_true(b.out.squash);
    ages(&b, (uint32_t[]){1, 2, 3, 0});
    assert_int_equal(b.s.turn, 1);
}

/* I1 and I2 of one slot: I2's event is a cycle later. */
static void turn_of_a_branch_pair(void **state)
{
    (void)state;
    struct bench b;
    start(&b, BOTH, 2);
    put(&b, 4, 0x1);
    stage(&b, 4);
    put(&b, 5, 0x2);
    cycle(&b, true, 4, 5);
    assert_int_equal(b.s.turn, 4);
    ages(&b, (uint32_t[]){0, 1, 3, 2});
    b.in.ready = 0;
    cycle(&b, true, NONE, NONE);
    assert_int_equal(b.s.turn, 0);
}

static void pick_by_turn(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 2);
    put(&b, 2, 0x1);
    put(&b, 3, 0x2);
    cycle(&b, false, NONE, 3);
    assert_true(b.s.slot == 1 && b.s.hot == 0);
    cycle(&b, true, 2, NONE); /* now the other one's turn */
    assert_false(b.s.full);
    cycle(&b, false, NONE, 2);
    assert_true(b.s.slot == 1 && b.s.hot == 1);
    cycle(&b, true, 3, NONE);
    cycle(&b, false, NONE, 2);
    assert_true(b.s.slot == 1 && b.s.hot == 0);
    stall(&b, 2); /* dropped: an event of its own */
    cycle(&b, false, NONE, 3);
    assert_true(b.out.drop);
    assert_int_equal(b.s.turn, 2);
    b.in.ready = one(2); /* not its turn, but the only one */
    cycle(&b, false, NONE, 2);
    assert_true(b.s.slot == 1 && b.s.hot == 0);
}

static void reset_begins_anew(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t mode = SBI; mode <= BOTH; mode++) {
        start(&b, mode, 2);
        for (uint32_t c = 0; c < 2 * SLOTS; c++) put(&b, c, one(c % 2));
        for (uint32_t i = 0; i < 7; i++) {
            b.in.issue_ready = true;
            look(&b);
            edge(&b);
        }
        interweave_select_reset(&b.s);
        assert_null(interweave_select_check(&b.s));
        assert_true(!b.s.full && !b.s.took && b.s.turn == 0 && b.s.lookup.order == 1);
        ages(&b, (uint32_t[]){0, 1, 2, 3});
    }
}

/* The page's numbers of bits. */
static void paper_state_bits(void **state)
{
    (void)state;
    assert_int_equal(73 + 7 + 24 * 23 / 2 + 24 + 16, 396);
    assert_int_equal(48 * 47 / 2, 1128);
}

/* ---- the naive twin: the slots in a queue, the oldest first ------------------------------- */

struct twin {
    struct interweave_select_cfg cfg;
    uint32_t queue[INTERWEAVE_SELECT_MAX_SLOTS];
    uint32_t goes_first[INTERWEAVE_SELECT_MAX_SLOTS];
    uint32_t staged; /* a candidate, or NONE; this and the next */
    uint32_t taken;
    uint64_t mask;
    bool group;
    bool sole;
    uint32_t order;
};

struct twin_out {
    uint32_t i1, i2;
    bool squash, drop, waits;
    uint32_t pick;
};

static void twin_reset(struct twin *t)
{
    for (uint32_t i = 0; i < t->cfg.slots; i++) {
        t->queue[i] = i;
        t->goes_first[i] = 0;
    }
    t->staged = NONE;
    t->taken = NONE;
    t->order = t->cfg.seed;
}

static uint32_t twin_choose(const struct twin *t, uint64_t ready, uint32_t not_slot)
{
    for (uint32_t i = 0; i < t->cfg.slots; i++) {
        const uint32_t slot = t->queue[i], c = slot * t->cfg.hot;
        if (slot == not_slot) continue;
        for (uint32_t k = 0; k < t->cfg.hot; k++) {
            const uint32_t hot = (t->goes_first[slot] + k) % t->cfg.hot;
            if (in_set(ready, c + hot)) return c + hot;
        }
    }
    return NONE;
}

static uint32_t twin_other(const struct twin *t, uint32_t c)
{
    if (t->cfg.hot == 1) return NONE;
    return c % 2 == 0 ? c + 1 : c - 1;
}

/* Ready, of another slot, in the set, not sole beside sole, of another group or apart. */
static bool twin_fits(const struct twin *t, const struct interweave_select_in *in, uint32_t c)
{
    const uint32_t slot = c / t->cfg.hot, own = t->staged / t->cfg.hot;
    return slot != own && (own + 1 + t->cfg.slots * t->cfg.sets - slot) % t->cfg.sets == 0 &&
           !(t->sole && in_set(in->sole, c)) &&
           (in_set(in->group, c) != t->group || (t->mask & in->mask[c]) == 0);
}

/* The ranks from the lowest on; a later one must have more lanes. */
static uint32_t twin_look_up(const struct twin *t, const struct interweave_select_in *in, bool live)
{
    uint32_t ranks = 2, best = NONE;
    while (ranks < t->cfg.slots * t->cfg.hot) ranks *= 2;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        const uint32_t c = (t->order ^ rank) % ranks;
        if (c >= t->cfg.slots * t->cfg.hot || !in_set(in->ready, c)) continue;
        if (!live) return c;
        if (twin_fits(t, in, c) && (best == NONE || in->lanes[c] > in->lanes[best])) best = c;
    }
    return best;
}

static bool twin_branch(const struct twin *t, const struct interweave_select_in *in, uint32_t c,
                        bool sole)
{
    const uint32_t other = twin_other(t, c);
    return other != NONE && in_set(in->ready, other) && !(sole && in_set(in->sole, other));
}

static struct twin_out twin_eval(const struct twin *t, const struct interweave_select_in *in)
{
    struct twin_out o = {.i1 = NONE, .i2 = NONE, .pick = NONE};
    if (t->cfg.mode == SBI) {
        o.i1 = twin_choose(t, in->ready, NONE);
        if (o.i1 != NONE && twin_branch(t, in, o.i1, in_set(in->sole, o.i1)))
            o.i2 = twin_other(t, o.i1);
        return o;
    }
    if (t->staged != NONE) {
        o.squash = t->staged == t->taken;
        o.drop = !o.squash && (!in_set(in->ready, t->staged) || in_set(in->moved, t->staged));
        if (!o.squash && !o.drop) o.i1 = t->staged;
    }
    if (o.i1 != NONE && t->cfg.mode == BOTH && twin_branch(t, in, o.i1, t->sole))
        o.i2 = twin_other(t, o.i1);
    else o.i2 = twin_look_up(t, in, o.i1 != NONE);
    o.pick = twin_choose(t, in->ready, t->staged == NONE ? NONE : t->staged / t->cfg.hot);
    o.waits = o.i1 != NONE && !in->issue_ready;
    return o;
}

static void twin_to_back(struct twin *t, uint32_t slot)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < t->cfg.slots; i++) {
        if (t->queue[i] != slot) t->queue[k++] = t->queue[i];
    }
    t->queue[k] = slot;
}

/* Events of a and b, which may be one, none, or both contexts of a slot. */
static void twin_events(struct twin *t, uint32_t a, uint32_t b)
{
    if (t->cfg.hot == 1 || (a != NONE && twin_other(t, a) == b)) return;
    if (a != NONE) t->goes_first[a / 2] = 1 - a % 2;
    if (b != NONE) t->goes_first[b / 2] = 1 - b % 2;
}

static void twin_tick(struct twin *t, const struct interweave_select_in *in, struct twin_out o)
{
    if (t->cfg.mode == SBI) {
        if (o.i1 == NONE || !in->issue_ready) return;
        twin_to_back(t, o.i1 / 2);
        twin_events(t, o.i1, o.i2);
        return;
    }
    const uint32_t left = o.waits ? NONE : t->staged, other = twin_other(t, t->taken);
    const bool old = t->taken == NONE || (other < NONE && in_set(in->ready, other));
    const uint32_t hot = t->cfg.hot;
    for (uint32_t slot = 0; slot < t->cfg.slots; slot++) {
        const bool by_left = left != NONE && left / hot == slot;
        if (by_left || (!old && t->taken / hot == slot)) twin_to_back(t, slot);
    }
    twin_events(t, left, t->taken);
    if (!o.waits) {
        t->staged = o.pick;
        t->mask = o.pick == NONE ? 0 : in->mask[o.pick];
        t->group = o.pick != NONE && in_set(in->group, o.pick);
        t->sole = o.pick != NONE && in_set(in->sole, o.pick);
    }
    t->taken = in->issue_ready ? o.i2 : NONE;
    if (in->issue_ready) t->order = t->order / 2 ^ t->order % 2 * 0xb400;
}

static void same_state(const struct bench *b, const struct twin *t)
{
    const struct interweave_select *s = &b->s;
    ages(b, t->queue);
    for (uint32_t i = 0; i < s->cfg.slots; i++)
        assert_int_equal(in_set(s->turn, i), t->goes_first[i]);
    assert_int_equal(s->lookup.order, t->order);
    assert_int_equal(s->full ? s->slot * s->cfg.hot + s->hot : NONE, t->staged);
    assert_int_equal(s->took ? s->took_slot * s->cfg.hot + s->took_hot : NONE, t->taken);
    if (!s->full) return;
    assert_int_equal(s->mask, t->mask);
    assert_int_equal(s->group, t->group);
    assert_int_equal(s->sole, t->sole);
}

/* ---- random runs -------------------------------------------------------------------------- */

struct seen {
    uint32_t pair, branch, warp, squash, moved, gone, waits, none, kept;
};

struct watch {
    uint32_t taken;                               /* by the secondary in the last cycle */
    uint32_t wait[INTERWEAVE_SELECT_MAX_ENTRIES]; /* cycles that count, without a pause */
    uint64_t asleep;                              /* contexts that stall */
    uint64_t issued;                              /* in the last cycle */
};

/* In one cycle: disjoint, two, ready_only, one_sole, no_double, used. */
static void watch_pair(const struct watch *w, const struct bench *b)
{
    const uint32_t i1 = first(b), i2 = second(b), hot = b->s.cfg.hot, mode = b->s.cfg.mode;
    assert_true(i1 == NONE || in_set(b->in.ready, i1));
    assert_true(i2 == NONE || in_set(b->in.ready, i2));
    assert_true(i1 == NONE || mode == SBI || i1 != w->taken);
    assert_true(i1 != NONE || i2 != NONE || b->in.ready == 0);
    if (i1 == NONE || i2 == NONE) return;
    assert_int_not_equal(i1, i2);
    assert_true(mode != SWI || i1 / hot != i2 / hot);
    assert_true(mode != SBI || i1 / hot == i2 / hot);
    assert_false(in_set(b->in.sole, i1) && in_set(b->in.sole, i2));
    const bool apart = in_set(b->in.group, i1) != in_set(b->in.group, i2);
    assert_true(apart || (b->in.mask[i1] & b->in.mask[i2]) == 0);
}

/* bounded: a candidate that is ready and does not move issues in time. */
static void watch_time(struct watch *w, const struct bench *b)
{
    const uint32_t slots = b->s.cfg.slots, i1 = first(b), i2 = second(b);
    const uint32_t bound = b->s.cfg.mode == SBI ? 2 * slots : 2 * slots + 3;
    const bool counts = b->in.issue_ready || (b->s.cfg.mode != SBI && !b->out.primary_valid);
    w->issued = 0;
    if (b->in.issue_ready && i1 != NONE) w->issued |= one(i1);
    if (b->in.issue_ready && i2 != NONE) w->issued |= one(i2);
    w->taken = b->in.issue_ready ? i2 : NONE;
    for (uint32_t c = 0; c < slots * b->s.cfg.hot; c++) {
        const bool stays = in_set(b->in.ready & ~b->in.moved, c);
        w->wait[c] = stays ? w->wait[c] + counts : 0;
        assert_true(w->wait[c] < bound || (w->wait[c] == bound && !counts) ||
                    (w->wait[c] == bound && in_set(w->issued, c)));
        if (in_set(w->issued, c)) w->wait[c] = 0;
    }
}

/* The slot's threads to its contexts, which have moved. */
static void draw_slot(struct hd_rng *rng, struct bench *b, uint32_t slot)
{
    const struct interweave_select_cfg *cfg = &b->s.cfg;
    const uint64_t lanes = UINT64_MAX >> (64 - cfg->lanes);
    uint64_t all = hd_rng_next(rng) & lanes, split = hd_rng_next(rng);
    for (uint32_t thin = hd_rng_below(rng, 5); thin > 0; thin--) all &= hd_rng_next(rng);
    if (hd_rng_chance(rng, 1, 4)) all = lanes;
    for (uint32_t h = 0; h < cfg->hot; h++) {
        const uint32_t c = slot * cfg->hot + h;
        b->in.moved |= one(c);
        b->in.mask[c] = cfg->hot == 1 ? all : all & (h == 0 ? split : ~split);
        b->in.lanes[c] = count(b->in.mask[c]);
        if (hd_rng_chance(rng, 1, 16)) b->in.lanes[c] = (uint8_t)hd_rng_below(rng, cfg->lanes + 1);
    }
}

/* A context has the same instruction until it moves or issues. Phases are dense or sparse, with
 * many moves or none. */
static void draw(struct hd_rng *rng, uint32_t now, struct watch *w, struct bench *b)
{
    const uint32_t n = b->s.cfg.slots * b->s.cfg.hot, phase = now >> 8;
    const uint32_t wake = phase % 3 == 0 ? 2 : phase % 3 == 1 ? 8 : 60;
    b->in.moved = 0;
    for (uint32_t slot = 0; slot < b->s.cfg.slots; slot++) {
        const bool moves = hd_rng_chance(rng, 1, phase % 4 == 0 ? 1000 : phase % 4 == 1 ? 10 : 90);
        if (moves || now == 0) draw_slot(rng, b, slot);
    }
    b->in.ready = 0;
    for (uint32_t c = 0; c < n; c++) {
        if (in_set(b->in.moved | w->issued, c)) {
            b->in.group &= ~one(c);
            b->in.sole &= ~one(c);
            if (hd_rng_chance(rng, 1, 5)) b->in.group |= one(c);
            if (hd_rng_chance(rng, 1, 4)) b->in.sole |= one(c);
        }
        if (in_set(w->issued, c) && hd_rng_chance(rng, phase % 5, 5)) w->asleep |= one(c);
        if (hd_rng_chance(rng, 1, 40)) w->asleep |= one(c);
        if (c == n / 2 && phase % 2 == 0) w->asleep = 0; /* one that hardly ever stalls */
        if (hd_rng_chance(rng, 1, wake)) w->asleep &= ~one(c);
        if (!in_set(w->asleep, c) && b->in.mask[c] != 0) b->in.ready |= one(c);
    }
    if (hd_rng_chance(rng, 1, 100)) b->in.ready &= hd_rng_next(rng);
    b->in.issue_ready = hd_rng_chance(rng, phase % 7 == 6 ? 1 : 4, 5);
}

static void see(struct seen *n, const struct bench *b)
{
    const uint32_t i1 = first(b), i2 = second(b), hot = b->s.cfg.hot;
    const bool pair = i1 != NONE && i2 != NONE;
    n->pair += pair;
    n->branch += pair && i1 / hot == i2 / hot;
    n->warp += pair && i1 / hot != i2 / hot;
    n->squash += b->out.squash;
    n->moved += b->out.drop && in_set(b->in.ready, b->s.slot * hot + b->s.hot);
    n->gone += b->out.drop && !in_set(b->in.ready, b->s.slot * hot + b->s.hot);
    n->waits += i1 != NONE && !b->in.issue_ready;
    n->none += b->in.ready == 0;
    n->kept += b->s.took && hot == 2 && in_set(b->in.ready, b->s.took_slot * 2 + 1 - b->s.took_hot);
}

struct run {
    const char *name;
    struct interweave_select_cfg cfg;
};

static const struct run runs[] = {
    {"smallest branches", {2, 2, 1, SBI, 1, 1}},    {"odd branches", {5, 2, 3, SBI, 1, 1}},
    {"paper branches", {24, 2, 64, SBI, 1, 44257}}, {"smallest warps", {2, 1, 1, SWI, 1, 1}},
    {"odd warps", {13, 2, 7, SWI, 2, 9}},           {"paper warps", {24, 1, 64, SWI, 1, 44257}},
    {"direct warps", {16, 1, 64, SWI, 16, 44257}},  {"smallest both", {2, 2, 2, BOTH, 2, 3}},
    {"small both", {3, 2, 3, BOTH, 1, 1}},          {"odd both", {11, 2, 13, BOTH, 4, 65535}},
    {"paper both", {24, 2, 64, BOTH, 1, 44257}},    {"set both", {24, 2, 64, BOTH, 4, 44257}},
    {"largest both", {32, 2, 64, BOTH, 32, 21}}};

static void enough(const struct run *r, const struct seen *n)
{
    const bool branches = r->cfg.mode != SWI && r->cfg.lanes > 1;
    assert_true(!branches || n->branch > 50);
    if (r->cfg.mode == SBI) return;
    assert_true(n->squash > 20 && n->moved > 20 && n->gone > 20 && n->waits > 20);
    assert_true(r->cfg.slots < 3 || n->warp > 50);
    assert_true(r->cfg.hot == 1 || n->kept > 50);
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct bench b;
    struct twin t = {.cfg = r->cfg};
    struct watch w = {.taken = NONE};
    struct seen n = {0};
    struct hd_rng rng;
    hd_rng_seed(&rng, r->cfg.slots + 100 * r->cfg.mode);
    start_sized(&b, &r->cfg);
    twin_reset(&t);
    for (uint32_t c = 0; c < 30000; c++) {
        draw(&rng, c, &w, &b);
        look(&b);
        const struct twin_out o = twin_eval(&t, &b.in);
        if (first(&b) != o.i1 || second(&b) != o.i2 || b.out.squash != o.squash ||
            b.out.drop != o.drop)
            fail_msg("%s cycle %u: offers %u %u, not %u %u", r->name, c, first(&b), second(&b),
                     o.i1, o.i2);
        see(&n, &b);
        watch_pair(&w, &b);
        watch_time(&w, &b);
        edge(&b);
        twin_tick(&t, &b.in, o);
        if (hd_rng_chance(&rng, 1, 3000)) {
            interweave_select_reset(&b.s);
            twin_reset(&t);
            memset(&w, 0, sizeof w);
            w.taken = NONE;
        }
        same_state(&b, &t);
    }
    enough(r, &n);
}

/* ---- check, promise and init fail when they should ---------------------------------------- */

static void finds(struct bench *b, const char *name)
{
    const char *broken = interweave_select_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
    start(b, SWI, b->s.cfg.hot);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    start(&b, SWI, 2);
    b.s.older[0] ^= one(2); /* 2 before 0 before 1 before 2 */
    finds(&b, "older_total");
    b.s.older[2] |= one(2); /* bits that there are not */
    finds(&b, "older_total");
    b.s.older[2] |= one(SLOTS);
    finds(&b, "older_total");
    b.s.slot = SLOTS;
    b.s.took_slot = SLOTS;
    assert_null(interweave_select_check(&b.s)); /* no meaning while they are empty */
    b.s.full = true;
    finds(&b, "stage_range");
    b.s.full = true;
    b.s.hot = 2;
    finds(&b, "stage_range");
    b.s.took = true;
    b.s.took_slot = SLOTS;
    finds(&b, "took_range");
    b.s.took = true;
    b.s.took_hot = 2;
    finds(&b, "took_range");
    b.s.turn = one(SLOTS);
    finds(&b, "turn_range");
    b.s.lookup.order = 0;
    finds(&b, "never_zero");
    start(&b, SWI, 1);
    b.s.turn = 1; /* always 0 with one context */
    finds(&b, "turn_range");
    start(&b, SBI, 2);
    b.s.full = true; /* the stage stays empty */
    finds(&b, "stage_range");
    start(&b, SBI, 2);
    b.s.took = true;
    finds(&b, "took_range");
}

static void breaks(const struct bench *b, const struct interweave_select_in *in, const char *text)
{
    const char *broken = interweave_select_promise(&b->s, in);
    if (text == NULL) {
        assert_null(broken);
        return;
    }
    assert_non_null(broken);
    assert_string_equal(broken, text);
}

static void promise_finds_widths(void **state)
{
    (void)state;
    static const char wide[] = "ready_i, moved_i, group_i or sole_i has more bits than Entries";
    struct bench b;
    start(&b, BOTH, 2);
    const struct interweave_select_in good = {
        .moved = 0xff, .group = 0xff, .sole = 0xff, .mask = {[7] = 0xf}, .lanes = {[7] = 7}};
    struct interweave_select_in in = good;
    breaks(&b, &in, NULL);
    in.ready = one(8);
    breaks(&b, &in, wide);
    in = good;
    in.moved = one(8);
    breaks(&b, &in, wide);
    in = good;
    in.group = one(8);
    breaks(&b, &in, wide);
    in = good;
    in.sole = one(8);
    breaks(&b, &in, wide);
    in = good;
    in.mask[7] = 0x10;
    breaks(&b, &in, "a mask has more bits than Lanes");
    in = good;
    in.lanes[7] = 8;
    breaks(&b, &in, "a number of lanes has more bits than CountWidth");
}

static void promise_finds(void **state)
{
    (void)state;
    static const char changed[] = "the stage's candidate changed and did not move";
    struct bench b;
    start(&b, BOTH, 2);
    b.in.ready = one(3);
    breaks(&b, &b.in, "the mask of a ready candidate is empty");
    b.in.ready = 0;
    put(&b, 2, 0x3);
    b.in.mask[3] = 0x2;
    breaks(&b, &b.in, NULL); /* not ready: of no matter */
    put(&b, 3, 0x2);
    breaks(&b, &b.in, "two ready contexts of a slot have a lane in common");
    put(&b, 3, 0x4);
    put(&b, 4, 0x6); /* of two slots they may */
    breaks(&b, &b.in, NULL);
    stage(&b, 2);
    const struct interweave_select_in good = b.in;
    b.in.mask[2] = 0x1;
    breaks(&b, &b.in, changed);
    b.in.moved = one(2);
    breaks(&b, &b.in, NULL);
    b.in.moved = 0;
    b.in.ready = one(3) | one(4);
    breaks(&b, &b.in, NULL);
    b.in = good;
    b.in.group = one(2);
    breaks(&b, &b.in, changed);
    b.in = good;
    b.in.sole = one(2);
    breaks(&b, &b.in, changed);
    b.s.took = true; /* squashed: of no matter */
    b.s.took_slot = 1;
    b.s.took_hot = 0;
    breaks(&b, &b.in, NULL);
    start(&b, SBI, 2);
    b.in = good;
    breaks(&b, &b.in, NULL);
}

static void init_refuses(void **state)
{
    (void)state;
    static const char sets[] = "Sets must be a power of 2, 1 to Slots";
    static const char branch[] = "Hot must be 2 with branch interweaving";
    static const struct {
        struct interweave_select_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 2, 4, 2, 1, 1}, "Slots must be 2 to 32"},
        {{33, 2, 4, 2, 1, 1}, "Slots must be 2 to 32"},
        {{4, 2, 4, 3, 1, 1}, "Mode must be 0 to 2"},
        {{4, 0, 4, 1, 1, 1}, "Hot must be 1 or 2"},
        {{4, 3, 4, 0, 1, 1}, "Hot must be 1 or 2"},
        {{4, 1, 4, 0, 1, 1}, branch},
        {{4, 1, 4, 2, 1, 1}, branch},
        {{4, 2, 0, 2, 1, 1}, "Lanes must be 1 to 64"},
        {{4, 2, 65, 2, 1, 1}, "Lanes must be 1 to 64"},
        {{4, 2, 4, 2, 0, 1}, sets},
        {{4, 2, 4, 2, 3, 1}, sets},
        {{4, 2, 4, 2, 8, 1}, sets},
        {{4, 2, 4, 2, 1, 0}, "Seed must be 1 to 65535"},
        {{4, 2, 4, 2, 1, 65536}, "Seed must be 1 to 65535"},
        {{1, 0, 0, 3, 0, 0}, "Slots must be 2 to 32"},
        {{2, 0, 0, 3, 0, 0}, "Mode must be 0 to 2"},
        {{2, 0, 0, 2, 0, 0}, "Hot must be 1 or 2"},
        {{2, 1, 0, 2, 0, 0}, branch},
        {{2, 1, 0, 1, 0, 0}, "Lanes must be 1 to 64"},
        {{2, 1, 1, 1, 0, 0}, sets},
    };
    struct interweave_select s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = interweave_select_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(
        interweave_select_init(&s, &(struct interweave_select_cfg){2, 1, 1, SWI, 1, 65535}));
    assert_null(
        interweave_select_init(&s, &(struct interweave_select_cfg){32, 2, 64, BOTH, 32, 1}));
}

int main(void)
{
    struct CMUnitTest tests[60] = {
        cmocka_unit_test(figure_2d),
        cmocka_unit_test(figure_2d_to_the_end),
        cmocka_unit_test(figure_2b),
        cmocka_unit_test(figure_2e),
        cmocka_unit_test(branches_oldest_slot),
        cmocka_unit_test(branches_in_turn),
        cmocka_unit_test(branches_need_no_masks),
        cmocka_unit_test(primary_is_a_cycle_later),
        cmocka_unit_test(primary_by_age),
        cmocka_unit_test(primary_waits),
        cmocka_unit_test(primary_drops),
        cmocka_unit_test(primary_moved),
        cmocka_unit_test(conflict),
        cmocka_unit_test(conflict_beside_primary),
        cmocka_unit_test(conflicts_in_time),
        cmocka_unit_test(refused_is_no_conflict),
        cmocka_unit_test(squashed_is_ready_again),
        cmocka_unit_test(alone_in_each_cycle),
        cmocka_unit_test(other_context_is_no_conflict),
        cmocka_unit_test(sole_is_no_pair),
        cmocka_unit_test(groups_may_overlap),
        cmocka_unit_test(set_of_the_secondary),
        cmocka_unit_test(branch_needs_no_set),
        cmocka_unit_test(young_two),
        cmocka_unit_test(young_kept),
        cmocka_unit_test(young_forced),
        cmocka_unit_test(turn_of_a_branch_pair),
        cmocka_unit_test(pick_by_turn),
        cmocka_unit_test(reset_begins_anew),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds_widths),
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
    return cmocka_run_group_tests_name("interweave_select", tests, NULL, NULL);
}
