/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the physical grid: the page's rules and choices, searches worked out by
 * hand, the paper's median kernel on the paper's machine, Algorithm 1 as it is printed as a twin,
 * and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "dispatch/physical_grid.h"

/* ---- a bench --------------------------------------------------------------------------- */

enum {
    KINDS = PHYSICAL_GRID_MAX_KINDS,
    IDLE = PHYSICAL_GRID_IDLE,
    FIT = PHYSICAL_GRID_FIT,
    CUT = PHYSICAL_GRID_CUT,
    GROW = PHYSICAL_GRID_GROW,
    REDUCE = PHYSICAL_GRID_REDUCE,
    DONE = PHYSICAL_GRID_DONE,
};

struct bench {
    struct physical_grid s;
    struct physical_grid_in in;
    struct physical_grid_out out;
};

/* PlaceWidth 4, LimitWidth 7, ThreadsWidth 9. */
static const struct physical_grid_cfg hand = {
    .sms = 3, .blocks = 4, .kinds = 2, .need_width = 5, .parts = 3};
/* PlaceWidth 2, ThreadsWidth 4. */
static const struct physical_grid_cfg tiny = {
    .sms = 1, .blocks = 2, .kinds = 1, .need_width = 2, .parts = 1};
static const struct physical_grid_cfg paper = {
    .sms = 14, .blocks = 8, .kinds = 4, .need_width = 17, .parts = 4};
static const struct physical_grid_cfg largest = {
    .sms = 64, .blocks = 64, .kinds = 8, .need_width = 32, .parts = 16};

static void look(struct bench *b)
{
    const struct physical_grid before = b->s;
    physical_grid_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
}

static void start_bench(struct bench *b, const struct physical_grid_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(physical_grid_init(&b->s, cfg));
    assert_null(physical_grid_check(&b->s));
    look(b);
}

/* One cycle with the inputs set since the last; out is what is seen after it. All inputs stay but
 * the start. */
static void cycle(struct bench *b)
{
    const char *broken = physical_grid_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    look(b);
    physical_grid_tick(&b->s, &b->in, &b->out);
    broken = physical_grid_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    b->in.start_en = false;
    look(b);
}

static void ask(struct bench *b, const struct physical_grid_in *question)
{
    b->in = *question;
    b->in.start_en = true;
}

/* Goes on to done_o. Gives the number of cycles, from the one behind the start to that of done_o.
 * With a generator there are starts that are ignored. */
static uint32_t wait_done(struct bench *b, struct hd_rng *rng)
{
    uint32_t cycles = 1;
    for (; !b->out.done; cycles++) {
        assert_false(b->out.idle);
        b->in.start_en = rng != NULL && hd_rng_chance(rng, 1, 2);
        cycle(b);
    }
    assert_false(b->out.idle);
    return cycles;
}

static uint32_t find(struct bench *b, const struct physical_grid_in *question)
{
    assert_true(b->out.idle);
    ask(b, question);
    cycle(b);
    return wait_done(b, NULL);
}

/* The cycle of done_o itself. */
static void go_idle(struct bench *b)
{
    assert_true(b->out.done && !b->out.idle);
    cycle(b);
    assert_true(!b->out.done && b->out.idle);
}

static void expect_result(const struct bench *b, uint32_t blocks, uint64_t threads)
{
    assert_int_equal(b->out.blocks, blocks);
    assert_int_equal(b->out.threads, threads);
}

/* ---- searches worked out by hand ------------------------------------------------------- */

/* clang-format off */
/* cycles: fit, cut, 9 of grow where it happens, reduce, done. */
static const struct row {
    const char *name;
    uint32_t logical;
    uint32_t need[2];
    bool flexible;
    uint32_t threads;
    uint32_t room[2];
    uint64_t limit[2];
    uint32_t parts;
    uint32_t most;
    uint32_t blocks;
    uint64_t result;
    uint32_t cycles;
} rows[] = {
    {"fit: the chip decides, a block does not fit",
     15, {8, 1}, false, 8, {31, 31}, {127, 127}, 1, 15, 9, 8, 4 + 1 + 10 + 1},
    {"fit: an SM holds Blocks blocks, though there is room",
     15, {1, 1}, false, 1, {31, 31}, {127, 127}, 1, 15, 12, 1, 4 + 1 + 13 + 1},
    {"fit: the last block takes all of the room",
     15, {7, 0}, false, 7, {28, 0}, {127, 127}, 1, 15, 12, 7, 4 + 1 + 13 + 1},
    {"fit: one less, and each SM holds one block less",
     15, {7, 0}, false, 7, {27, 0}, {127, 127}, 1, 15, 9, 7, 4 + 1 + 10 + 1},
    {"fit: the other kind decides",
     15, {1, 16}, false, 1, {31, 31}, {127, 127}, 1, 15, 3, 1, 2 + 1 + 4 + 1},
    {"fit: no block fits",
     15, {1, 31}, false, 5, {31, 30}, {127, 127}, 1, 15, 0, 5, 1 + 1 + 1 + 1},
    {"fit: a block that needs nothing, in no room, within no limits",
     15, {0, 0}, false, 0, {0, 0}, {0, 0}, 3, 15, 12, 0, 4 + 1 + 13 + 1},

    {"cut: the grid is smaller than the chip",
     5, {8, 1}, false, 8, {31, 31}, {127, 127}, 1, 15, 5, 8, 4 + 1 + 6 + 1},
    {"cut: a grid without blocks",
     0, {8, 1}, true, 8, {31, 31}, {127, 127}, 1, 15, 0, 8, 4 + 1 + 1 + 1},
    {"cut: no more than most, rigid",
     15, {8, 1}, false, 8, {31, 31}, {127, 127}, 1, 4, 4, 8, 4 + 1 + 5 + 1},
    {"cut: none at most",
     15, {8, 1}, false, 8, {31, 31}, {127, 127}, 1, 0, 0, 8, 4 + 1 + 1 + 1},
    {"cut: a flexible kernel of which no block is left does not grow",
     15, {8, 1}, true, 8, {31, 31}, {127, 127}, 1, 0, 0, 8, 4 + 1 + 1 + 1},
    {"cut: most is as many as there are: nothing is lost",
     15, {8, 1}, true, 8, {31, 31}, {127, 127}, 1, 9, 9, 8, 4 + 1 + 10 + 1},

    {"grow: 9 blocks of 8 threads become 4: 40 lost, 10 more for each",
     15, {8, 1}, true, 8, {31, 31}, {127, 127}, 1, 4, 4, 18, 4 + 1 + 9 + 5 + 1},
    {"grow: 9 of 8 become 7: 16 lost, 3 more, rounded up",
     15, {8, 1}, true, 8, {31, 31}, {127, 127}, 1, 7, 7, 11, 4 + 1 + 9 + 8 + 1},
    {"grow: 9 of 8 become 8: 8 lost, one more for each",
     15, {8, 1}, true, 8, {31, 31}, {127, 127}, 1, 8, 8, 9, 4 + 1 + 9 + 9 + 1},
    {"grow: less than one thread for each is one",
     15, {1, 1}, true, 1, {31, 31}, {127, 127}, 1, 11, 11, 2, 4 + 1 + 9 + 12 + 1},
    {"grow: one block has the threads of all",
     15, {1, 1}, true, 31, {31, 31}, {127, 127}, 1, 1, 1, 372, 4 + 1 + 9 + 2 + 1},
    {"grow: no threads stay none",
     15, {1, 1}, true, 0, {31, 31}, {127, 127}, 1, 5, 5, 0, 4 + 1 + 9 + 6 + 1},
    {"grow: blocks that the chip does not hold are not lost",
     15, {31, 1}, true, 10, {31, 31}, {127, 127}, 1, 2, 2, 15, 2 + 1 + 9 + 3 + 1},
    {"grow: nor are blocks that the grid has not",
     3, {1, 1}, true, 10, {31, 31}, {127, 127}, 1, 2, 2, 15, 4 + 1 + 9 + 3 + 1},
    {"grow: needs stay as they are, limits count them",
     15, {8, 1}, true, 8, {31, 31}, {25, 127}, 1, 4, 3, 18, 4 + 1 + 9 + 4 + 1},

    {"reduce: a limit is met exactly",
     15, {8, 1}, false, 8, {31, 31}, {40, 127}, 1, 15, 5, 8, 4 + 1 + 6 + 1},
    {"reduce: one less, and a block less",
     15, {8, 1}, false, 8, {31, 31}, {39, 127}, 1, 15, 4, 8, 4 + 1 + 5 + 1},
    {"reduce: the other kind decides",
     15, {8, 1}, false, 8, {31, 31}, {40, 2}, 1, 15, 2, 8, 4 + 1 + 3 + 1},
    {"reduce: not even one block",
     15, {8, 1}, false, 8, {31, 31}, {7, 127}, 1, 15, 0, 8, 4 + 1 + 1 + 1},
    {"reduce: a limit of 0 is met by what needs nothing",
     15, {8, 0}, false, 8, {31, 31}, {127, 0}, 1, 15, 9, 8, 4 + 1 + 10 + 1},
    {"reduce: threads that were made up go with their block",
     15, {8, 1}, true, 8, {31, 31}, {8, 127}, 1, 4, 1, 18, 4 + 1 + 9 + 2 + 1},

    {"parts: 0 is as 1",
     15, {8, 1}, false, 8, {31, 31}, {40, 127}, 0, 15, 5, 8, 4 + 1 + 6 + 1},
    {"parts: one of two",
     15, {8, 1}, false, 8, {31, 31}, {40, 127}, 2, 15, 2, 8, 4 + 1 + 3 + 1},
    {"parts: two of two halves meet the limit",
     15, {5, 1}, false, 8, {31, 31}, {40, 127}, 2, 15, 4, 8, 4 + 1 + 5 + 1},
    {"parts: one of three, which is not rounded before it is divided",
     15, {2, 1}, false, 8, {31, 31}, {41, 127}, 3, 15, 6, 8, 4 + 1 + 7 + 1},
    {"parts: a block fits into the limit, but not into its part",
     15, {14, 1}, false, 8, {31, 31}, {41, 127}, 3, 15, 0, 8, 2 + 1 + 1 + 1 + 1},
};
/* clang-format on */

static struct physical_grid_in question_of(const struct row *row)
{
    struct physical_grid_in in = {.logical = row->logical,
                                  .flexible = row->flexible,
                                  .threads = row->threads,
                                  .parts = row->parts,
                                  .most = row->most};
    memcpy(in.need, row->need, sizeof row->need);
    memcpy(in.room, row->room, sizeof row->room);
    memcpy(in.limit, row->limit, sizeof row->limit);
    return in;
}

static void find_row(struct bench *b, const struct row *row)
{
    const struct physical_grid_in question = question_of(row);
    assert_int_equal(find(b, &question), row->cycles);
    expect_result(b, row->blocks, row->result);
    go_idle(b);
    expect_result(b, row->blocks, row->result);
}

static void search_by_hand(void **state)
{
    struct bench b;
    start_bench(&b, &hand);
    find_row(&b, *state);
}

/* All searches in one model, and the way back: nothing of one is left for the next. */
static void searches_one_after_another(void **state)
{
    (void)state;
    const uint32_t n = sizeof rows / sizeof rows[0];
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t i = 0; i < 2 * n; i++) find_row(&b, &rows[i < n ? i : 2 * n - 1 - i]);
}

/* ---- the rules of the page, register by register --------------------------------------- */

/* An SM holds two blocks, the kernel may have one. Its 3 threads become 6. */
static const struct physical_grid_in traced = {.logical = 3,
                                               .need = {1},
                                               .flexible = true,
                                               .threads = 3,
                                               .room = {3},
                                               .limit = {2},
                                               .parts = 1,
                                               .most = 1};

static void step(struct bench *b, uint32_t phase)
{
    cycle(b);
    assert_int_equal(b->s.phase, phase);
}

static void grow_step(struct bench *b, uint32_t at, uint32_t rest, uint64_t quotient)
{
    step(b, GROW);
    assert_int_equal(b->s.bit, at);
    assert_int_equal(b->s.rest, rest);
    assert_int_equal(b->s.quotient, quotient);
    assert_int_equal(b->s.threads, 3);
    assert_int_equal(b->s.after, 1);
}

static void rule_each_phase(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    ask(&b, &traced);
    step(&b, FIT);
    assert_int_equal(b.s.copy[0], 3);
    assert_int_equal(b.s.held, 0);
    step(&b, FIT);
    assert_int_equal(b.s.copy[0], 2);
    assert_int_equal(b.s.held, 1);
    step(&b, CUT); /* block number Blocks ends the phase in its own cycle */
    assert_int_equal(b.s.held, 2);
    grow_step(&b, 3, 0, 3); /* 0011 by 1 */
    grow_step(&b, 2, 0, 6);
    grow_step(&b, 1, 0, 12);
    grow_step(&b, 0, 0, 9); /* 1001: a bit of the dividend above, three of the quotient below */
    step(&b, REDUCE);
    assert_int_equal(b.s.threads, 6);
    assert_int_equal(b.s.used[0], 0);
    assert_int_equal(b.s.blocks, 0);
    step(&b, REDUCE);
    assert_int_equal(b.s.after, 1);
    assert_int_equal(b.s.used[0], 1);
    assert_int_equal(b.s.blocks, 1);
    step(&b, DONE);
    expect_result(&b, 1, 6);
    go_idle(&b);
    assert_int_equal(b.s.phase, IDLE);
    expect_result(&b, 1, 6);
}

/* 40 by 7 is 5, and 5 are left: the rest is below the divisor, and rounds up. */
static void rule_rest(void **state)
{
    (void)state;
    static const uint32_t rest[9] = {0, 0, 0, 0, 1, 2, 5, 3, 6};
    struct bench b;
    struct physical_grid_in question = question_of(&rows[0]);
    start_bench(&b, &hand);
    question.flexible = true;
    question.most = 7;
    question.threads = 20; /* 9 - 7 blocks of 20 threads */
    question.limit[0] = 0;
    ask(&b, &question);
    for (uint32_t i = 0; i < 4; i++) step(&b, FIT);
    step(&b, CUT);
    for (uint32_t i = 0; i < 9; i++) {
        step(&b, GROW);
        assert_int_equal(b.s.rest, rest[i]);
        assert_int_equal(b.s.bit, 8 - i);
        if (i == 0) assert_int_equal(b.s.quotient, 40);
    }
    step(&b, REDUCE);
    assert_int_equal(b.s.threads, 26);
}

/* The room that is compared with a limit is that of the blocks in all parts. */
static void rule_used(void **state)
{
    (void)state;
    struct bench b;
    struct physical_grid_in question = question_of(&rows[0]);
    start_bench(&b, &hand);
    question.need[1] = 2;
    question.parts = 3;
    ask(&b, &question);
    for (uint32_t i = 0; i < 5; i++) cycle(&b);
    for (uint32_t m = 0; m <= 5; m++) {
        step(&b, REDUCE);
        assert_int_equal(b.s.blocks, m);
        assert_int_equal(b.s.used[0], m * 3 * 8);
        assert_int_equal(b.s.used[1], m * 3 * 2);
        assert_int_equal(b.s.after, 9);
    }
    step(&b, DONE); /* 144 is above 127 */
}

/* Without a start nothing begins, whatever the other inputs are. */
static void rule_no_start(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    for (uint32_t i = 0; i < 16; i++) {
        const struct physical_grid before = b.s;
        b.in.logical = b.in.most = b.in.threads = b.in.need[0] = i % 4;
        b.in.room[0] = 3 - i % 4;
        b.in.limit[0] = b.in.parts = i % 2;
        b.in.flexible = i > 8;
        cycle(&b);
        assert_memory_equal(&before, &b.s, sizeof before);
        assert_true(b.out.idle);
    }
}

/* In every cycle of a search, that of done included; behind it, a start is one. */
static void rule_start_under_way_ignored(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    for (uint32_t again = 0; again < 2; again++) {
        ask(&b, &traced);
        cycle(&b);
        uint32_t cycles = 1;
        for (; !b.out.done; cycles++) {
            b.in.start_en = true;
            cycle(&b);
        }
        assert_int_equal(cycles, 2 + 1 + 4 + 2 + 1);
        b.in.start_en = true;
        go_idle(&b);
        expect_result(&b, 1, 6);
    }
}

/* The result stays until the next start that counts, whatever the inputs are. */
static void rule_result_stays(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    expect_result(&b, 0, 0);
    find(&b, &traced);
    go_idle(&b);
    for (uint32_t i = 0; i < 4; i++) {
        b.in.most = b.in.logical = i;
        cycle(&b);
        expect_result(&b, 1, 6);
    }
    b.in = traced;
    b.in.start_en = true;
    look(&b);
    expect_result(&b, 1, 6); /* in the cycle of the start as well */
    cycle(&b);
    expect_result(&b, 0, 0);
}

/* A reset ends a search in every phase, and the result has no meaning behind it. */
static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    for (uint32_t cycles = 1; cycles <= 11; cycles++) {
        ask(&b, &traced);
        for (uint32_t i = 0; i < cycles; i++) cycle(&b);
        assert_true(b.out.idle == (cycles == 11));
        physical_grid_reset(&b.s);
        assert_null(physical_grid_check(&b.s));
        look(&b);
        assert_true(b.out.idle && !b.out.done);
        expect_result(&b, 0, 0);
        assert_int_equal(find(&b, &traced), 10);
        expect_result(&b, 1, 6);
        go_idle(&b);
    }
}

/* The counters at their ends: 4,096 blocks, and one block of all of their threads. */
static void rule_largest(void **state)
{
    (void)state;
    struct physical_grid_in question = {
        .logical = 8191, .flexible = true, .threads = UINT32_MAX, .parts = 31, .most = 8191};
    struct bench b;
    start_bench(&b, &largest);
    for (uint32_t r = 0; r < KINDS; r++) {
        question.room[r] = UINT32_MAX;
        question.need[r] = UINT32_MAX / 64;
        question.limit[r] = ones(39);
    }
    /* 549,755,813,887 / (31 * 67,108,863) = 264.2 */
    assert_int_equal(find(&b, &question), 64 + 1 + 265 + 1);
    expect_result(&b, 264, UINT32_MAX);
    go_idle(&b);
    question.parts = 1;
    assert_int_equal(find(&b, &question), 64 + 1 + 4097 + 1);
    expect_result(&b, 4096, UINT32_MAX);
    go_idle(&b);
    question.most = 1;
    assert_int_equal(find(&b, &question), 64 + 1 + 45 + 2 + 1);
    expect_result(&b, 1, (uint64_t)4096 * UINT32_MAX);
    go_idle(&b);
    question.most = 4095;
    assert_int_equal(find(&b, &question), 64 + 1 + 45 + 4096 + 1);
    expect_result(&b, 4095, UINT32_MAX + UINT64_C(1048833)); /* 4,294,967,295 / 4,095, up */
}

static void rule_smallest(void **state)
{
    (void)state;
    static const struct physical_grid_cfg smallest = {1, 1, 1, 1, 1};
    struct physical_grid_in question = {.logical = 1,
                                        .need = {1},
                                        .flexible = true,
                                        .threads = 1,
                                        .room = {1},
                                        .limit = {1},
                                        .parts = 1,
                                        .most = 1};
    struct bench b;
    start_bench(&b, &smallest);
    assert_int_equal(find(&b, &question), 1 + 1 + 2 + 1);
    expect_result(&b, 1, 1);
    go_idle(&b);
    question.room[0] = 0;
    assert_int_equal(find(&b, &question), 1 + 1 + 1 + 1);
    expect_result(&b, 0, 1);
}

/* ---- the paper ------------------------------------------------------------------------- */

enum { THREADS, REGISTERS, SHARED, SLOTS };

/* Section 4.3.1's median kernel of 224 threads, 6,144 registers and 256 bytes, on the Tesla C2070
 * of section 6: 14 SMs of 1,536 threads, 32,768 registers, 49,152 bytes, 8 blocks. No limit. */
static struct physical_grid_in median(void)
{
    struct physical_grid_in in = {.logical = 112,
                                  .need = {224, 6144, 256, 1},
                                  .threads = 224,
                                  .room = {1536, 32768, 49152, 8},
                                  .parts = 1,
                                  .most = 112};
    for (uint32_t r = 0; r < 4; r++) in.limit[r] = 14 * (uint64_t)in.room[r];
    return in;
}

/* 1,536 / 224 = 6.9, 32,768 / 6,144 = 5.3, 49,152 / 256 = 192, 8 / 1 = 8: 5 blocks an SM, 70 on the
 * chip. */
static void paper_resident(void **state)
{
    (void)state;
    const struct physical_grid_in question = median();
    struct bench b;
    start_bench(&b, &paper);
    assert_int_equal(find(&b, &question), 6 + 1 + 71 + 1);
    expect_result(&b, 70, 224);
}

/* MEDIAN leaves a median block's room on each SM: 1,312 threads, 26,624 registers, 48,896 bytes, 7
 * blocks. Of the chip that is 18,368 / 224 = 82, 372,736 / 6,144 = 60.7, 684,544 / 256 = 2,674,
 * 98: 60 blocks. */
static void paper_median(void **state)
{
    (void)state;
    struct physical_grid_in question = median();
    struct bench b;
    start_bench(&b, &paper);
    for (uint32_t r = 0; r < 4; r++) question.limit[r] -= 14 * question.need[r];
    assert_int_equal(question.limit[REGISTERS], 372736);
    assert_int_equal(find(&b, &question), 6 + 1 + 61 + 1);
    expect_result(&b, 60, 224);
}

/* EQUAL, two programs (4.3.3: half of the resources each): 21,504 / 448 = 48, 458,752 / 12,288 =
 * 37.3, 688,128 / 512 = 1,344, 112 / 2 = 56: 37 blocks. */
static void paper_equal(void **state)
{
    (void)state;
    struct physical_grid_in question = median();
    struct bench b;
    start_bench(&b, &paper);
    question.parts = 2;
    find(&b, &question);
    expect_result(&b, 37, 224);
    for (uint32_t r = THREADS; r <= SLOTS; r++)
        assert_true(2 * 37 * (uint64_t)question.need[r] <= question.limit[r]);
}

/* Lines 4 to 8: with at most 56 blocks for 70 a block gets 14 * 224 / 56 = 56 threads more; with
 * 60, 2,240 / 60 = 37.3, rounded up. */
static void paper_grow(void **state)
{
    (void)state;
    struct physical_grid_in question = median();
    struct bench b;
    start_bench(&b, &paper);
    question.flexible = true;
    question.most = 56;
    assert_int_equal(find(&b, &question), 6 + 1 + 24 + 57 + 1);
    expect_result(&b, 56, 280);
    go_idle(&b);
    question.most = 60;
    find(&b, &question);
    expect_result(&b, 60, 262);
}

/* The page: at most 123 cycles without grow. */
static void paper_longest(void **state)
{
    (void)state;
    struct physical_grid_in question = median();
    struct bench b;
    start_bench(&b, &paper);
    question.need[REGISTERS] = 4096;
    question.need[THREADS] = 192;
    assert_int_equal(find(&b, &question), 123);
    expect_result(&b, 112, 224);
}

/* ---- Algorithm 1 as it is printed ------------------------------------------------------- */

struct answer {
    uint32_t blocks;
    uint64_t threads;
    uint32_t cycles;
};

static uint64_t min(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t round_up(uint64_t a, uint64_t b) { return a / b + (a % b != 0); }

/* BLOCKUSAGE's part of the occupancy calculator: SMBlocks. */
static uint64_t sm_blocks(const struct physical_grid_cfg *cfg, const struct physical_grid_in *in)
{
    uint64_t blocks = cfg->blocks;
    for (uint32_t r = 0; r < cfg->kinds; r++)
        if (in->need[r] != 0) blocks = min(blocks, in->room[r] / in->need[r]);
    return blocks;
}

/* Procedure REDUCEBLOCKS, line by line. Its PerBlockUsage is not 0 where it is divided by. */
static void reduce_blocks(uint64_t *blocks, uint64_t r_limit, uint64_t per_block_usage)
{
    const uint64_t cur_usage = *blocks * per_block_usage;
    if (cur_usage > r_limit) {
        const uint64_t deficit = cur_usage - r_limit;
        *blocks -= round_up(deficit, per_block_usage);
    }
}

/* Function GETPHYGRID, line by line; in ones more the cycles of the page. */
static struct answer get_phy_grid(const struct physical_grid_cfg *cfg,
                                  const struct physical_grid_in *in)
{
    const uint64_t smblocks = sm_blocks(cfg, in);      /* line 2 */
    const uint64_t max_resident = smblocks * cfg->sms; /* 3 */
    uint64_t threads = in->threads, blocks = in->logical;
    const uint64_t change_from = min(blocks, max_resident);
    blocks = min(change_from, in->most); /* 4 */
    uint64_t cycles = smblocks + (smblocks < cfg->blocks) + 1;
    if (in->flexible && blocks != 0 && blocks != change_from) { /* 5 */
        const uint64_t change_in_threads = (change_from - blocks) * in->threads;
        threads += round_up(change_in_threads, blocks); /* 6, 7 */
        cycles += cfg->need_width + clog2(cfg->sms * cfg->blocks + 1);
    }
    const uint64_t parts = in->parts == 0 ? 1 : in->parts;
    for (uint32_t r = cfg->kinds; r-- > 0;) /* 9 to 11, in some order */
        reduce_blocks(&blocks, in->limit[r] / parts, in->need[r]);
    cycles += blocks + 1 + 1;
    return (struct answer){(uint32_t)blocks, threads, (uint32_t)cycles};
}

/* ---- random searches -------------------------------------------------------------------- */

/* Sizes up to these. */
static const struct run {
    const char *name;
    uint32_t problems;
    struct physical_grid_cfg most;
} runs[] = {
    {"random_small", 20000, {4, 3, 2, 4, 3}},
    {"random_paper", 2000, {14, 8, 4, 17, 4}},
    {"random_many_kinds", 2000, {6, 5, 8, 9, 16}},
    {"random_all_bits", 150, {64, 64, 8, 32, 16}},
};

static uint32_t up_to(struct hd_rng *rng, uint32_t n) { return 1 + hd_rng_below(rng, n); }

/* Sizes at their ends come often. */
static uint32_t size_up_to(struct hd_rng *rng, uint32_t n)
{
    return hd_rng_chance(rng, 1, 4) ? n : up_to(rng, n);
}

static uint64_t random_bits(struct hd_rng *rng, uint32_t bits)
{
    return hd_rng_next(rng) >> (64 - bits);
}

static void random_sizes(struct physical_grid_cfg *cfg, const struct run *run, struct hd_rng *rng)
{
    *cfg = (struct physical_grid_cfg){.sms = size_up_to(rng, run->most.sms),
                                      .blocks = size_up_to(rng, run->most.blocks),
                                      .kinds = size_up_to(rng, run->most.kinds),
                                      .need_width = run->most.need_width,
                                      .parts = size_up_to(rng, run->most.parts)};
}

/* Half of the needs go evenly into the room: a block more or less is a matter of one. */
static uint32_t random_need(struct hd_rng *rng, uint32_t room, uint32_t times)
{
    if (hd_rng_chance(rng, 1, 8)) return 0;
    const uint32_t need = room / up_to(rng, times);
    return hd_rng_chance(rng, 1, 2) || need == 0 ? need : 1 + hd_rng_below(rng, need);
}

static void random_question(struct physical_grid_in *in, const struct physical_grid_cfg *cfg,
                            struct hd_rng *rng)
{
    const uint32_t places = cfg->sms * cfg->blocks, place_bits = clog2(places + 1);
    const uint32_t limit_bits = cfg->need_width + clog2(cfg->sms + 1);
    memset(in, 0, sizeof *in);
    in->logical = (uint32_t)random_bits(rng, place_bits);
    in->most = hd_rng_chance(rng, 1, 2) ? places : (uint32_t)random_bits(rng, place_bits);
    in->flexible = hd_rng_chance(rng, 1, 2);
    in->threads = (uint32_t)random_bits(rng, cfg->need_width);
    in->parts = hd_rng_below(rng, 1u << clog2(cfg->parts + 1));
    for (uint32_t r = 0; r < cfg->kinds; r++) {
        in->room[r] = (uint32_t)random_bits(rng, cfg->need_width);
        in->need[r] = random_need(rng, in->room[r], cfg->blocks + 1);
        const uint64_t meets = (uint64_t)in->need[r] * (in->parts == 0 ? 1 : in->parts) *
                               hd_rng_below(rng, places + 1);
        in->limit[r] = min(ones(limit_bits), meets - (meets != 0 && hd_rng_chance(rng, 1, 2)));
        if (hd_rng_chance(rng, 1, 3)) in->limit[r] = random_bits(rng, limit_bits);
        if (hd_rng_chance(rng, 1, 3)) in->limit[r] = ones(limit_bits);
    }
}

/* A few searches in each model, then other sizes. Between two the inputs are as they like. */
static void random_searches(void **state)
{
    const struct run *run = *state;
    struct physical_grid_cfg cfg = run->most;
    struct physical_grid_in question;
    struct bench b;
    struct hd_rng rng;
    uint32_t none = 0;
    hd_rng_seed(&rng, run->problems);
    for (uint32_t n = 0; n < run->problems; n++) {
        if (n % 10 == 0) {
            random_sizes(&cfg, run, &rng);
            start_bench(&b, &cfg);
        }
        random_question(&question, &cfg, &rng);
        const struct answer answer = get_phy_grid(&cfg, &question);
        ask(&b, &question);
        cycle(&b);
        assert_int_equal(wait_done(&b, &rng), answer.cycles);
        expect_result(&b, answer.blocks, answer.threads);
        go_idle(&b);
        for (uint32_t i = hd_rng_below(&rng, 4); i > 0; i--) {
            random_question(&b.in, &cfg, &rng);
            cycle(&b);
        }
        expect_result(&b, answer.blocks, answer.threads);
        none += answer.blocks == 0;
    }
    assert_in_range(none, run->problems / 80, run->problems - run->problems / 10);
}

/* ---- each check fails ------------------------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = physical_grid_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

/* Row 22: 5 blocks of 8, which meet a limit of 40. */
static void start_done(struct bench *b, bool flexible, uint32_t most)
{
    struct physical_grid_in question = question_of(&rows[22]);
    question.flexible = flexible;
    question.most = most;
    start_bench(b, &hand);
    find(b, &question);
}

static void check_blocks(void **state)
{
    (void)state;
    struct bench b;
    start_done(&b, false, 15);
    assert_int_equal(b.s.blocks, 5);
    b.s.blocks = 6;
    expect_broken(&b, "fits_limits");
    b.s.blocks = 4;
    expect_broken(&b, "largest");
    b.s.phase = REDUCE; /* not found yet */
    assert_null(physical_grid_check(&b.s));
    start_done(&b, false, 4);
    assert_null(physical_grid_check(&b.s));
    b.s.blocks = 5; /* the limits have room */
    expect_broken(&b, "fits_chip");
    start_done(&b, false, 15);
    b.s.asked.logical = 4;
    expect_broken(&b, "fits_chip");
    start_done(&b, false, 15);
    b.s.asked.room[0] = 15; /* an SM would hold one */
    expect_broken(&b, "fits_chip");
}

static void check_threads(void **state)
{
    (void)state;
    struct bench b;
    start_done(&b, false, 15);
    b.s.threads++;
    expect_broken(&b, "threads_kept");
    start_done(&b, true, 4); /* 9 blocks of 8 threads become 4 of 18 */
    assert_int_equal(b.s.threads, 18);
    b.s.threads = 19;
    expect_broken(&b, "threads_made_up");
    b.s.threads = 17;
    expect_broken(&b, "threads_made_up");
    start_done(&b, true, 15); /* nothing was lost: no word of flexible kernels */
    assert_null(physical_grid_check(&b.s));
}

/* Of hand: 4 for fit, 1, 9 for grow, 13 for reduce, 1. */
static void check_ends_soon(void **state)
{
    (void)state;
    struct bench b;
    start_done(&b, true, 4);
    b.s.cycles = 4 + 1 + 9 + 13 + 1;
    assert_null(physical_grid_check(&b.s));
    b.s.cycles++;
    expect_broken(&b, "ends_soon");
    b.s.phase = IDLE;
    assert_null(physical_grid_check(&b.s));
    start_done(&b, false, 15);
    b.s.cycles = 4 + 1 + 13 + 1;
    assert_null(physical_grid_check(&b.s));
    b.s.cycles++;
    expect_broken(&b, "ends_soon");
}

/* What the inputs set break, told in this sentence. */
static void expect_promise(const struct bench *b, const struct physical_grid_in *in,
                           const char *sentence)
{
    const char *broken = physical_grid_promise(&b->s, in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
}

static void promise_widths(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    expect_promise(&b, &(struct physical_grid_in){.logical = 16},
                   "a number of blocks has more bits than PlaceWidth");
    expect_promise(&b, &(struct physical_grid_in){.most = 16},
                   "a number of blocks has more bits than PlaceWidth");
    expect_promise(&b, &(struct physical_grid_in){.need = {0, 32}},
                   "a need has more bits than NeedWidth");
    expect_promise(&b, &(struct physical_grid_in){.threads = 32},
                   "threads_i has more bits than NeedWidth");
    expect_promise(&b, &(struct physical_grid_in){.room = {32}},
                   "an amount of room has more bits than NeedWidth");
    expect_promise(&b, &(struct physical_grid_in){.limit = {0, 128}},
                   "a limit has more bits than LimitWidth");
    expect_promise(&b, &(struct physical_grid_in){.parts = 4},
                   "parts_i has more bits than PartWidth");
    const struct physical_grid_in most = {
        .logical = 15,
        .need = {31, 31, 32}, /* the last one is of no kind, and so on */
        .flexible = true,
        .threads = 31,
        .room = {31, 31, 32},
        .limit = {127, 127, 128},
        .parts = 3,
        .most = 15,
    };
    assert_null(physical_grid_promise(&b.s, &most));
}

/* Each input in turn is another one than in the cycle of the start. */
static void expect_held(const struct bench *b)
{
    struct physical_grid_in in = b->in;
    in.logical ^= 1;
    expect_promise(b, &in, "logical_i changes while a search is under way");
    in = b->in;
    in.need[0] ^= 2;
    expect_promise(b, &in, "need_i changes while a search is under way");
    in = b->in;
    in.flexible ^= true;
    expect_promise(b, &in, "flexible_i changes while a search is under way");
    in = b->in;
    in.threads ^= 1;
    expect_promise(b, &in, "threads_i changes while a search is under way");
    in = b->in;
    in.room[0] ^= 1;
    expect_promise(b, &in, "room_i changes while a search is under way");
    in = b->in;
    in.limit[0] ^= 1;
    expect_promise(b, &in, "limit_i changes while a search is under way");
    in = b->in;
    in.parts ^= 1;
    expect_promise(b, &in, "parts_i changes while a search is under way");
    in = b->in;
    in.most ^= 1;
    expect_promise(b, &in, "most_i changes while a search is under way");
    in = b->in;
    in.start_en = true;
    in.need[1] = in.room[1] = 1; /* of no kind */
    assert_null(physical_grid_promise(&b->s, &in));
}

/* In every cycle of a search and in none outside. */
static void promise_under_way(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    b.in.most = 2; /* the cycle before the start may ask for something else */
    cycle(&b);
    ask(&b, &traced);
    cycle(&b);
    while (!b.out.idle) {
        expect_held(&b);
        cycle(&b);
    }
    b.in = (struct physical_grid_in){.logical = 1, .need = {2}, .room = {1}};
    cycle(&b);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct physical_grid_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 8, 4, 17, 4}, "Sms must be 1 to 64"},
        {{65, 8, 4, 17, 4}, "Sms must be 1 to 64"},
        {{14, 0, 4, 17, 4}, "Blocks must be 1 to 64"},
        {{14, 65, 4, 17, 4}, "Blocks must be 1 to 64"},
        {{14, 8, 0, 17, 4}, "Kinds must be 1 to 8"},
        {{14, 8, 9, 17, 4}, "Kinds must be 1 to 8"},
        {{14, 8, 4, 0, 4}, "NeedWidth must be 1 to 32"},
        {{14, 8, 4, 33, 4}, "NeedWidth must be 1 to 32"},
        {{14, 8, 4, 17, 0}, "Parts must be 1 to 16"},
        {{14, 8, 4, 17, 17}, "Parts must be 1 to 16"},
    };
    struct physical_grid s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = physical_grid_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(physical_grid_init(&s, &(struct physical_grid_cfg){1, 1, 1, 1, 1}));
    assert_null(physical_grid_init(&s, &largest));
}

int main(void)
{
    struct CMUnitTest tests[80] = {
        cmocka_unit_test(searches_one_after_another),
        cmocka_unit_test(rule_each_phase),
        cmocka_unit_test(rule_rest),
        cmocka_unit_test(rule_used),
        cmocka_unit_test(rule_no_start),
        cmocka_unit_test(rule_start_under_way_ignored),
        cmocka_unit_test(rule_result_stays),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_largest),
        cmocka_unit_test(rule_smallest),
        cmocka_unit_test(paper_resident),
        cmocka_unit_test(paper_median),
        cmocka_unit_test(paper_equal),
        cmocka_unit_test(paper_grow),
        cmocka_unit_test(paper_longest),
        cmocka_unit_test(check_blocks),
        cmocka_unit_test(check_threads),
        cmocka_unit_test(check_ends_soon),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(promise_under_way),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = rows[i].name,
                                         .test_func = search_by_hand,
                                         .initial_state = (void *)(uintptr_t)&rows[i]};
    }
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_searches,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
