/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the water fill: the page's rules and choices, divisions worked out by hand,
 * a twin that tries every division, a twin that is Algorithm 1 with its vectors, and the proof that
 * check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "dispatch/water_fill.h"

/* ---- a bench --------------------------------------------------------------------------- */

enum {
    KERNELS = WATER_FILL_MAX_KERNELS,
    BLOCKS = WATER_FILL_MAX_BLOCKS,
    KINDS = WATER_FILL_MAX_KINDS,
};

/* The division that is to be made; elements as in the model. */
struct problem {
    struct water_fill_cfg cfg;
    uint32_t kernels;
    uint32_t room[KINDS];
    uint32_t need[KERNELS * KINDS];
    uint32_t perf[KERNELS * BLOCKS];
};

struct bench {
    struct water_fill s;
    struct water_fill_in in;
    struct water_fill_out out;
};

static const struct water_fill_cfg hand = {
    .kernels = 3, .blocks = 4, .perf_width = 4, .kinds = 2, .need_width = 5};
static const struct water_fill_cfg paper = {
    .kernels = 4, .blocks = 8, .perf_width = 16, .kinds = 4, .need_width = 17};

/* Only need_i stays from cycle to cycle. */
static void quiet(struct bench *b)
{
    const struct water_fill_in old = b->in;
    memset(&b->in, 0, sizeof b->in);
    memcpy(b->in.need, old.need, sizeof b->in.need);
}

static void start_bench(struct bench *b, const struct water_fill_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(water_fill_init(&b->s, cfg));
    assert_null(water_fill_check(&b->s));
    water_fill_eval(&b->s, &b->in, &b->out);
}

/* A clock edge and the outputs after it, whatever the neighbours have promised. */
static void edge(struct bench *b)
{
    const struct water_fill before = b->s;
    water_fill_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    water_fill_tick(&b->s, &b->in, &b->out);
    const char *broken = water_fill_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
    water_fill_eval(&b->s, &b->in, &b->out);
}

/* One cycle with the inputs set since the last; out is what is seen after it. */
static void cycle(struct bench *b)
{
    const char *broken = water_fill_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    edge(b);
}

static void perf(struct bench *b, uint32_t kernel, uint32_t blocks, uint32_t value)
{
    b->in.perf_en = true;
    b->in.perf_kernel = kernel;
    b->in.perf_blocks = blocks;
    b->in.perf_value = value;
}

static void write_all(struct bench *b, const struct problem *p)
{
    for (uint32_t k = 0; k < p->cfg.kernels; k++) {
        for (uint32_t j = 1; j <= p->cfg.blocks; j++) {
            perf(b, k, j, p->perf[k * p->cfg.blocks + j - 1]);
            cycle(b);
        }
    }
}

/* The inputs of a start; needs, as ever, stay. */
static void ask(struct bench *b, const struct problem *p)
{
    b->in.start_en = true;
    b->in.kernels = p->kernels;
    memcpy(b->in.room, p->room, sizeof p->room);
    memcpy(b->in.need, p->need, sizeof p->need);
}

/* The page's bound, for the kernels that share the SM. */
static uint32_t bound(const struct problem *p)
{
    uint32_t sharing = 0;
    for (uint32_t k = 0; k < p->cfg.kernels; k++) sharing += has(p->kernels, k);
    return p->cfg.blocks + p->cfg.kernels + 2 + 2 * sharing * (p->cfg.blocks - 1);
}

/* Goes on to done_o. Gives the number of cycles, from the one behind the start to that of done_o.
 * What the inputs are that mean nothing now is of no matter: they are random, if there is a
 * generator. */
static uint32_t wait_done(struct bench *b, const struct problem *p, struct hd_rng *rng)
{
    uint32_t cycles = 1;
    for (; !b->out.done; cycles++) {
        assert_false(b->out.idle);
        assert_false(b->out.fail);
        assert_true(cycles < bound(p));
        if (rng != NULL) {
            b->in.start_en = hd_rng_chance(rng, 1, 2);
            b->in.kernels = hd_rng_below(rng, 1u << p->cfg.kernels);
            b->in.room[0] = hd_rng_below(rng, 1u << (p->cfg.need_width - 1));
            b->in.perf_blocks = hd_rng_below(rng, p->cfg.blocks + 1);
        }
        cycle(b);
    }
    assert_false(b->out.idle);
    return cycles;
}

static uint32_t divide(struct bench *b, const struct problem *p, struct hd_rng *rng)
{
    assert_true(b->out.idle);
    ask(b, p);
    cycle(b);
    return wait_done(b, p, rng);
}

static void expect_blocks(const struct bench *b, const uint32_t *blocks)
{
    for (uint32_t k = 0; k < b->s.cfg.kernels; k++) assert_int_equal(b->out.blocks[k], blocks[k]);
}

/* ---- divisions worked out by hand ------------------------------------------------------ */

/* clang-format off */
/* Performances of a kernel with 1 to 4 blocks. */
#define RISING {1, 2, 3, 4}
#define FLAT {7, 7, 7, 7}

/* cycles: 4 for the envelope, one for each first block, one for the last pick, one for done. Each
 * goal has one for its pick, and one for each block that was tried. */
static const struct row {
    const char *name;
    uint32_t kernels;
    uint32_t room[2];
    uint32_t need[3][2];
    uint32_t perf[3][4];
    bool fail;
    uint32_t blocks[3];
    uint32_t cycles;
} rows[] = {
    {"two kernels, room for all: 5 8, 10 8, 10 15, 13 15, 15 15",
     3, {20, 0}, {{1, 0}, {1, 0}}, {{5, 10, 13, 15}, {8, 15, 15, 15}}, false, {4, 2, 0}, 9 + 4 * 2},
    {"falls behind its best: two blocks and no more, whatever the room",
     3, {20, 0}, {{1, 0}, {1, 0}}, {{6, 15, 9, 4}, {3, 6, 9, 12}}, false, {2, 4, 0}, 9 + 4 * 2},
    {"over a valley, from 1 block to 4",
     3, {5, 0}, {{1, 0}, {1, 0}}, {{6, 4, 6, 9}, {7, 8, 9, 10}}, false, {4, 1, 0}, 9 + 4 + 2},
    {"no room for the other side of the valley: its two blocks go back to the other kernel",
     3, {4, 0}, {{1, 0}, {1, 0}}, {{6, 4, 6, 9}, {7, 8, 9, 10}}, false, {1, 3, 0}, 9 + 4 + 3 * 2},
    {"the second kind runs out for the first kernel",
     3, {10, 5}, {{1, 2}, {2, 0}}, {RISING, {5, 6, 7, 8}}, false, {2, 4, 0}, 9 + 5 * 2},
    {"a kind at 0 left is of no matter to who needs nothing of it",
     3, {4, 3}, {{0, 3}, {2, 0}}, {RISING, {5, 6, 7, 8}}, false, {1, 2, 0}, 9 + 3 * 2},
    {"with all kinds at 0 left a kernel that needs nothing goes on",
     7, {4, 3}, {{0, 3}, {2, 0}, {0, 0}}, {RISING, {3, 6, 7, 8}, {2, 4, 4, 9}}, false, {1, 2, 4},
     9 + 2 + 2 + 2 + 3 + 2},
    {"equal performances: the lowest kernels first, until 2 are given",
     7, {5, 9}, {{1, 0}, {1, 0}, {1, 0}}, {{5, 10, 15, 15}, {5, 10, 15, 15}, {5, 10, 15, 15}},
     false, {2, 2, 1}, 9 + 5 * 2},
    {"equal performances rise one after another",
     7, {6, 9}, {{1, 0}, {1, 0}, {1, 0}}, {{5, 10, 15, 15}, {5, 10, 15, 15}, {5, 10, 15, 15}},
     false, {2, 2, 2}, 9 + 6 * 2},
    {"the worst kernel comes first, not the lowest one",
     7, {5, 0}, {{1, 0}, {1, 0}, {1, 0}}, {{9, 10, 11, 12}, {6, 7, 8, 9}, {3, 5, 7, 9}}, false,
     {1, 1, 3}, 9 + 5 * 2},
    {"a kernel at its best does not end the division",
     3, {8, 0}, {{1, 0}, {1, 0}}, {{2, 1, 1, 1}, RISING}, false, {1, 4, 0}, 9 + 3 * 2},
    {"a full kernel does not end the division",
     3, {9, 0}, {{5, 0}, {1, 0}}, {RISING, {5, 6, 7, 8}}, false, {1, 4, 0}, 9 + 4 * 2},
    {"nothing rises",
     7, {20, 20}, {{1, 1}, {1, 1}, {1, 1}}, {FLAT, FLAT, FLAT}, false, {1, 1, 1}, 9},
    {"no performance at all",
     7, {20, 20}, {{1, 1}, {1, 1}, {1, 1}}, {{0}}, false, {1, 1, 1}, 9},
    {"one block without performance is the first entry all the same",
     3, {20, 0}, {{1, 0}, {1, 0}}, {{0, 0, 5, 6}, {0, 1, 2, 3}}, false, {4, 4, 0}, 9 + 3 + 4 * 2},
    {"and it is not given the other entry, if that does not fit",
     3, {3, 0}, {{1, 0}, {1, 0}}, {{0, 0, 5, 6}, {4, 8, 8, 8}}, false, {1, 2, 0}, 9 + 3 + 2},
    {"room for the first blocks and none more",
     7, {3, 6}, {{1, 2}, {1, 2}, {1, 2}}, {RISING, RISING, RISING}, false, {1, 1, 1}, 9 + 3 * 2},
    {"the last first block does not fit",
     7, {5, 9}, {{2, 0}, {2, 0}, {2, 0}}, {RISING, RISING, RISING}, true, {0}, 4 + 3 + 1},
    {"the very first block does not fit",
     7, {1, 9}, {{2, 0}, {1, 0}, {1, 0}}, {RISING, RISING, RISING}, true, {0}, 4 + 1 + 1},
    {"one kind of the second block is short",
     7, {9, 3}, {{2, 2}, {2, 2}, {2, 0}}, {RISING, RISING, RISING}, true, {0}, 4 + 2 + 1},
    {"a kernel outside needs too much and runs worst, and gets nothing",
     5, {8, 8}, {{1, 0}, {31, 31}, {1, 2}}, {{5, 6, 7, 8}, {0, 1, 2, 3}, {4, 8, 9, 10}}, false,
     {4, 0, 4}, 9 + 6 * 2},
    {"the last kernel alone",
     4, {2, 9}, {{31, 31}, {31, 31}, {1, 1}}, {FLAT, FLAT, RISING}, false, {0, 0, 2}, 9 + 2 * 2},
    {"no kernels",
     0, {8, 8}, {{1, 1}, {1, 1}, {1, 1}}, {RISING, RISING, RISING}, false, {0}, 9},
    {"no kernels and no room",
     0, {0, 0}, {{1, 1}, {1, 1}, {1, 1}}, {{0}}, false, {0}, 9},
};
/* clang-format on */

static void problem_of(struct problem *p, const struct row *row)
{
    memset(p, 0, sizeof *p);
    p->cfg = hand;
    p->kernels = row->kernels;
    memcpy(p->room, row->room, sizeof row->room);
    memcpy(p->need, row->need, sizeof row->need);
    memcpy(p->perf, row->perf, sizeof row->perf);
}

static void division_by_hand(void **state)
{
    const struct row *row = *state;
    struct problem p;
    struct bench b;
    problem_of(&p, row);
    start_bench(&b, &hand);
    write_all(&b, &p);
    assert_int_equal(divide(&b, &p, NULL), row->cycles);
    assert_int_equal(b.out.fail, row->fail);
    expect_blocks(&b, row->blocks);
    cycle(&b);
    assert_true(b.out.idle);
    assert_false(b.out.done);
    assert_int_equal(b.out.fail, row->fail);
    expect_blocks(&b, row->blocks);
}

/* All divisions in one model, and the way back: nothing of one is left for the next. */
static void divisions_one_after_another(void **state)
{
    (void)state;
    const uint32_t n = sizeof rows / sizeof rows[0];
    struct problem p;
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t i = 0; i < 2 * n; i++) {
        const struct row *row = &rows[i < n ? i : 2 * n - 1 - i];
        problem_of(&p, row);
        write_all(&b, &p);
        assert_int_equal(divide(&b, &p, NULL), row->cycles);
        assert_int_equal(b.out.fail, row->fail);
        expect_blocks(&b, row->blocks);
        cycle(&b);
    }
}

/* ---- the rules of the page, register by register --------------------------------------- */

static const struct water_fill_cfg tiny = {
    .kernels = 2, .blocks = 3, .perf_width = 4, .kinds = 1, .need_width = 4};

static const struct problem traced = {
    .kernels = 3, .room = {6}, .need = {1, 2}, .perf = {4, 3, 5, 2, 2, 9}};

static void start_tiny(struct bench *b, struct problem *p)
{
    *p = traced;
    p->cfg = tiny;
    start_bench(b, &tiny);
    write_all(b, p);
    assert_memory_equal(b->s.perf, p->perf, 6 * sizeof p->perf[0]);
}

/* One cycle, and the phase and its number behind it. */
static void step(struct bench *b, uint32_t phase, uint32_t at)
{
    cycle(b);
    assert_int_equal(b->s.phase, phase);
    if (phase == WATER_FILL_ENVELOPE || phase == WATER_FILL_FIRST || phase == WATER_FILL_GIVE)
        assert_int_equal(b->s.at, at);
}

static void expect_room(const struct bench *b, uint32_t a, uint32_t second, uint32_t left)
{
    assert_int_equal(b->s.blocks[0], a);
    assert_int_equal(b->s.blocks[1], second);
    assert_int_equal(b->s.left[0], left);
}

static void expect_picked(const struct bench *b, uint32_t pick, uint32_t goal, uint32_t copy)
{
    assert_int_equal(b->s.pick, pick);
    assert_int_equal(b->s.goal, goal);
    assert_int_equal(b->s.copy[0], copy);
}

static void rule_start_envelope_first(void **state)
{
    (void)state;
    static const bool rises[] = {true, false, true, true, false, true};
    struct problem p;
    struct bench b;
    start_tiny(&b, &p);
    ask(&b, &p);
    step(&b, WATER_FILL_ENVELOPE, 1);
    expect_room(&b, 0, 0, 6);
    assert_int_equal(b.s.full, 0);
    step(&b, WATER_FILL_ENVELOPE, 2);
    assert_int_equal(b.s.best[0], 4);
    assert_int_equal(b.s.best[1], 2);
    step(&b, WATER_FILL_ENVELOPE, 3);
    assert_int_equal(b.s.best[0], 4);
    step(&b, WATER_FILL_FIRST, 0);
    assert_int_equal(b.s.best[0], 5);
    assert_int_equal(b.s.best[1], 9);
    assert_memory_equal(b.s.rises, rises, sizeof rises);
    expect_room(&b, 0, 0, 6);
    step(&b, WATER_FILL_FIRST, 1);
    expect_room(&b, 1, 0, 5);
    step(&b, WATER_FILL_PICK, 0);
    expect_room(&b, 1, 1, 3);
}

/* Kernel 1 wants two blocks more, and there is room for one. */
static void rule_pick_give_done(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    start_tiny(&b, &p);
    ask(&b, &p);
    for (uint32_t i = 0; i < 6; i++) cycle(&b);
    step(&b, WATER_FILL_GIVE, 1);
    expect_picked(&b, 1, 3, 3);
    step(&b, WATER_FILL_GIVE, 2);
    expect_picked(&b, 1, 3, 1);
    expect_room(&b, 1, 1, 3); /* as it was, until the last block is there */
    step(&b, WATER_FILL_PICK, 0);
    assert_int_equal(b.s.full, 2);
    expect_room(&b, 1, 1, 3);
    step(&b, WATER_FILL_GIVE, 1);
    expect_picked(&b, 0, 3, 3);
    step(&b, WATER_FILL_GIVE, 2);
    expect_picked(&b, 0, 3, 2);
    expect_room(&b, 1, 1, 3);
    step(&b, WATER_FILL_PICK, 0);
    expect_room(&b, 3, 1, 1);
    assert_int_equal(b.s.full, 2); /* at its goal, but not full */
    step(&b, WATER_FILL_DONE, 0);
    assert_true(b.out.done && !b.out.idle && !b.out.fail);
    step(&b, WATER_FILL_IDLE, 0);
    assert_true(!b.out.done && b.out.idle);
    expect_blocks(&b, (uint32_t[]){3, 1});
}

/* Only the first blocks that are there are taken from the room. */
static void rule_first_fails(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    start_tiny(&b, &p);
    p.room[0] = 2;
    ask(&b, &p);
    for (uint32_t i = 0; i < 5; i++) cycle(&b);
    expect_room(&b, 1, 0, 1);
    assert_false(b.out.done);
    step(&b, WATER_FILL_DONE, 0);
    expect_room(&b, 1, 0, 1);
    assert_true(b.out.done && b.out.fail);
    /* It stays until the next division, which is another one. */
    for (uint32_t i = 0; i < 3; i++) {
        step(&b, WATER_FILL_IDLE, 0);
        assert_true(b.out.idle && b.out.fail);
    }
    p.room[0] = 3;
    divide(&b, &p, NULL);
    assert_false(b.out.fail);
    expect_blocks(&b, (uint32_t[]){1, 1});
}

static void rule_outside_is_full(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    start_tiny(&b, &p);
    p.kernels = 2;
    ask(&b, &p);
    cycle(&b);
    assert_int_equal(b.s.full, 1);
    for (uint32_t i = 0; i < 3; i++) cycle(&b);
    step(&b, WATER_FILL_FIRST, 1); /* costs a cycle, too */
    expect_room(&b, 0, 0, 6);
    step(&b, WATER_FILL_PICK, 0);
    expect_room(&b, 0, 1, 4);
    assert_true(b.s.rises[2]); /* every kernel has its envelope */
}

/* 0 blocks, blocks above Blocks, and kernels that there are not. */
static void rule_write_ignored(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t j = 0; j < 8; j++) {
            const struct water_fill before = b.s;
            const bool is_there = k < 3 && j >= 1 && j <= 4;
            perf(&b, k, j, 1 + k + 4 * (j & 1));
            cycle(&b);
            uint32_t changed = 0;
            for (uint32_t e = 0; e < KERNELS * BLOCKS; e++)
                changed += b.s.perf[e] != before.perf[e];
            assert_int_equal(changed, is_there);
            if (is_there) assert_int_equal(b.s.perf[k * 4 + j - 1], 1 + k + 4 * (j & 1));
        }
    }
    perf(&b, 0, 1, 15);
    b.in.perf_en = false;
    cycle(&b);
    assert_int_equal(b.s.perf[0], 5);
}

/* Written in the cycle of the start, a performance is of this division. */
static void rule_write_with_start(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    start_tiny(&b, &p);
    perf(&b, 1, 2, 5);
    ask(&b, &p);
    cycle(&b);
    wait_done(&b, &p, NULL);
    expect_blocks(&b, (uint32_t[]){1, 2}); /* room 3 - 2 is not enough for two blocks */
}

/* In every cycle of a division, that of done included. */
static void rule_start_under_way_ignored(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    start_tiny(&b, &p);
    struct problem other = p;
    other.kernels = 0;
    other.room[0] = 15;
    ask(&b, &p);
    cycle(&b);
    while (!b.out.idle) {
        ask(&b, &other);
        cycle(&b);
    }
    expect_blocks(&b, (uint32_t[]){3, 1});
}

/* Until the next start, and in its cycle. */
static void rule_blocks_stay(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    start_tiny(&b, &p);
    divide(&b, &p, NULL);
    for (uint32_t i = 0; i < 9; i++) {
        cycle(&b);
        expect_blocks(&b, (uint32_t[]){3, 1});
        perf(&b, i % 2, 1 + i % 3, i);
        b.in.need[i % 2] = i; /* after the division it may change */
    }
    ask(&b, &p);
    water_fill_eval(&b.s, &b.in, &b.out);
    assert_true(b.out.idle);
    expect_blocks(&b, (uint32_t[]){3, 1});
    cycle(&b);
    expect_blocks(&b, (uint32_t[]){0, 0});
}

/* From every cycle of a division. Every performance is 0 then: no kernel gets a second block. */
static void rule_reset(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    for (uint32_t n = 0; n < 14; n++) {
        start_tiny(&b, &p);
        ask(&b, &p);
        for (uint32_t i = 0; i <= n; i++) cycle(&b);
        water_fill_reset(&b.s);
        assert_null(water_fill_check(&b.s));
        water_fill_eval(&b.s, &b.in, &b.out);
        assert_true(b.out.idle && !b.out.done && !b.out.fail);
        divide(&b, &p, NULL);
        expect_blocks(&b, (uint32_t[]){1, 1});
        cycle(&b);
        write_all(&b, &p);
        divide(&b, &p, NULL);
        assert_false(b.out.fail);
        expect_blocks(&b, (uint32_t[]){3, 1});
    }
}

/* One of each: no block behind the first, no other kernel, no other kind. */
static void rule_smallest(void **state)
{
    (void)state;
    struct problem p = {.cfg = {1, 1, 1, 1, 1}, .kernels = 1, .room = {1}, .need = {1}};
    struct bench b;
    start_bench(&b, &p.cfg);
    write_all(&b, &p);
    assert_int_equal(divide(&b, &p, NULL), 4);
    assert_false(b.out.fail);
    expect_blocks(&b, (uint32_t[]){1});
    cycle(&b);
    p.room[0] = 0;
    assert_int_equal(divide(&b, &p, NULL), 3);
    assert_true(b.out.fail);
}

/* ---- the paper ------------------------------------------------------------------------- */

/* As Figure 3b has it: five of eight blocks for a kernel that saturates and three for one that the
 * cache thrashes. Each loses a tenth; with four and four one of them would lose a fifth. */
static void paper_sweet_spot(void **state)
{
    (void)state;
    static const uint32_t saturating[] = {25, 45, 65, 80, 90, 96, 98, 100};
    static const uint32_t thrashing[] = {50, 75, 90, 100, 95, 80, 70, 60};
    struct problem p = {.cfg = paper, .kernels = 3};
    struct bench b;
    p.room[3] = 8;
    p.need[3] = p.need[7] = 1;
    memcpy(&p.perf[0], saturating, sizeof saturating);
    memcpy(&p.perf[8], thrashing, sizeof thrashing);
    start_bench(&b, &paper);
    write_all(&b, &p);
    divide(&b, &p, NULL);
    assert_false(b.out.fail);
    expect_blocks(&b, (uint32_t[]){5, 3, 0, 0});
}

/* Every kernel rises block by block to the last. */
static void paper_longest(void **state)
{
    (void)state;
    struct problem p = {.cfg = paper, .kernels = 15};
    struct bench b;
    for (uint32_t e = 0; e < 4 * 8; e++) p.perf[e] = 1000 * (e % 8);
    start_bench(&b, &paper);
    write_all(&b, &p);
    assert_int_equal(bound(&p), 70);
    assert_int_equal(divide(&b, &p, NULL), 70);
    expect_blocks(&b, (uint32_t[]){8, 8, 8, 8});
}

/* The widths of the page's table. */
static void paper_state_bits(void **state)
{
    (void)state;
    assert_int_equal(clog2(WATER_FILL_DONE + 1), 3);
    assert_int_equal(clog2(paper.kernels), 2);
    assert_int_equal(clog2(paper.blocks + 1), 4);
    assert_int_equal(paper.kinds, 4);
    assert_int_equal(clog2(65536 + 1), paper.need_width); /* all registers of an SM */
}

/* ---- the first twin: all divisions ----------------------------------------------------- */

/* Does the division fit? Sums are as long as they need to be. */
static bool fits(const struct problem *p, const uint32_t *blocks)
{
    for (uint32_t r = 0; r < p->cfg.kinds; r++) {
        uint64_t sum = 0;
        for (uint32_t k = 0; k < p->cfg.kernels; k++)
            sum += (uint64_t)blocks[k] * p->need[k * p->cfg.kinds + r];
        if (sum > p->room[r]) return false;
    }
    return true;
}

/* The performance of the worst kernel; of no kernels, more than any. */
static uint64_t worst_perf(const struct problem *p, const uint32_t *blocks)
{
    uint64_t worst = UINT64_MAX;
    for (uint32_t k = 0; k < p->cfg.kernels; k++) {
        if (!has(p->kernels, k)) continue;
        const uint64_t value = p->perf[k * p->cfg.blocks + blocks[k] - 1];
        if (value < worst) worst = value;
    }
    return worst;
}

/* The next way to give each kernel that shares the SM 1 to Blocks blocks; false behind the last. */
static bool next_division(const struct problem *p, uint32_t *blocks)
{
    for (uint32_t k = 0; k < p->cfg.kernels; k++) {
        if (!has(p->kernels, k)) continue;
        if (++blocks[k] <= p->cfg.blocks) return true;
        blocks[k] = 1;
    }
    return false;
}

/* The best that can be done for the worst kernel; false if no division fits. */
static bool try_all(const struct problem *p, uint64_t *best)
{
    bool found = false;
    uint32_t blocks[KERNELS] = {0};
    for (uint32_t k = 0; k < p->cfg.kernels; k++) blocks[k] = has(p->kernels, k);
    do {
        if (!fits(p, blocks)) continue;
        const uint64_t worst = worst_perf(p, blocks);
        if (!found || worst > *best) *best = worst;
        found = true;
    } while (next_division(p, blocks));
    return found;
}

/* ---- the second twin: Algorithm 1 as printed, with vectors Q and M --------------------- */

struct algorithm {
    const struct problem *p;
    uint32_t q[KERNELS][BLOCKS];
    uint32_t m[KERNELS][BLOCKS];
    uint32_t d[KERNELS]; /* entries of Q and M */
    uint32_t g[KERNELS]; /* from 0 on, where the paper counts from 1 */
    uint32_t t[KERNELS];
    bool full[KERNELS];
    uint64_t left[KINDS];
    uint32_t cycles; /* what the page gives for it */
};

/* Is there room for n blocks of kernel i? */
static bool holds(const struct algorithm *a, uint32_t i, uint32_t n)
{
    const uint32_t kinds = a->p->cfg.kinds;
    for (uint32_t r = 0; r < kinds; r++) {
        if (a->left[r] < (uint64_t)n * a->p->need[i * kinds + r]) return false;
    }
    return true;
}

static void subtract(struct algorithm *a, uint32_t i, uint32_t n)
{
    const uint32_t kinds = a->p->cfg.kinds;
    for (uint32_t r = 0; r < kinds; r++) a->left[r] -= (uint64_t)n * a->p->need[i * kinds + r];
}

/* Lines 6 to 15. Mended: one block is the first entry always, and line 14 looks at the room. */
static bool initialize(struct algorithm *a)
{
    const struct water_fill_cfg *cfg = &a->p->cfg;
    a->cycles = cfg->blocks;
    for (uint32_t i = 0; i < cfg->kernels; i++) {
        a->cycles++;
        if (!has(a->p->kernels, i)) continue;
        uint32_t max = 0, d = 0;
        for (uint32_t j = 1; j <= cfg->blocks; j++) {
            const uint32_t value = a->p->perf[i * cfg->blocks + j - 1];
            if (value <= max && j != 1) continue;
            max = a->q[i][d] = value;
            a->m[i][d] = j;
            d++;
        }
        a->d[i] = d;
        a->t[i] = 1;
        if (!holds(a, i, 1)) return false;
        subtract(a, i, 1);
    }
    return true;
}

/* Lines 17 to 24. Mended: a kernel at its last entry is not looked at. */
static bool select(const struct algorithm *a, uint32_t *s)
{
    bool find = false;
    uint64_t mp = UINT64_MAX;
    for (uint32_t i = 0; i < a->p->cfg.kernels; i++) {
        if (!has(a->p->kernels, i) || a->g[i] + 1 >= a->d[i]) continue;
        if (a->full[i] || a->q[i][a->g[i]] >= mp) continue;
        find = true;
        mp = a->q[i][a->g[i]];
        *s = i;
    }
    return find;
}

/* Lines 25 to 31. The page tries block by block: the last one tried is the last one that is needed,
 * or the first one that there is no room for. */
static void allocate(struct algorithm *a, uint32_t s)
{
    const uint32_t dt = a->m[s][a->g[s] + 1] - a->m[s][a->g[s]];
    uint32_t tried = 1;
    while (tried < dt && holds(a, s, tried)) tried++;
    a->cycles += 1 + tried;
    if (holds(a, s, dt)) {
        subtract(a, s, dt);
        a->g[s]++;
        a->t[s] += dt;
    } else {
        a->full[s] = true;
    }
}

/* False if the first blocks do not fit. What is left is never below 0. */
static bool algorithm_1(struct algorithm *a, const struct problem *p)
{
    memset(a, 0, sizeof *a);
    a->p = p;
    for (uint32_t r = 0; r < p->cfg.kinds; r++) a->left[r] = p->room[r];
    bool fit = initialize(a);
    uint32_t s = 0;
    while (fit && select(a, &s)) allocate(a, s);
    a->cycles += fit ? 2 : 1; /* the last pick, and done */
    return fit;
}

/* ---- random problems ------------------------------------------------------------------- */

/* Sizes up to these, and amounts below. Few different performances make many equal ones. */
struct run {
    const char *name;
    uint32_t problems;
    bool is_small; /* all divisions are tried */
    struct water_fill_cfg most;
    uint32_t perfs; /* 0: of all bits */
    uint32_t needs; /* 0: of all bits */
};

static const struct run runs[] = {
    {"random_small", 20000, true, {4, 5, 3, 3, 6}, 8, 4},
    {"random_small_wide", 2000, true, {3, 6, 8, 2, 9}, 256, 16},
    {"random_paper", 2000, false, {4, 8, 16, 4, 17}, 0, 4096},
    {"random_large", 500, false, {16, 32, 5, 8, 12}, 32, 16},
    {"random_all_bits", 500, false, {16, 32, 32, 8, 32}, 0, 0},
};

static uint32_t up_to(struct hd_rng *rng, uint32_t n) { return 1 + hd_rng_below(rng, n); }

static void random_sizes(struct problem *p, const struct run *run, struct hd_rng *rng)
{
    memset(p, 0, sizeof *p);
    p->cfg = run->most;
    p->cfg.kernels = up_to(rng, run->most.kernels);
    p->cfg.blocks = up_to(rng, run->most.blocks);
    p->cfg.kinds = up_to(rng, run->most.kinds);
}

static uint32_t amount(struct hd_rng *rng, uint32_t below, uint32_t bits)
{
    if (below != 0) return hd_rng_below(rng, below);
    return (uint32_t)(hd_rng_next(rng) >> (64 - bits)) >> hd_rng_below(rng, bits);
}

static void random_problem(struct problem *p, const struct run *run, struct hd_rng *rng)
{
    const struct water_fill_cfg *cfg = &p->cfg;
    const uint32_t room = run->needs * (1 + hd_rng_below(rng, 3 * cfg->kernels));
    const bool all = hd_rng_chance(rng, 1, 2);
    p->kernels = (uint32_t)ones(cfg->kernels);
    if (!all) p->kernels &= (uint32_t)hd_rng_next(rng);
    for (uint32_t e = 0; e < cfg->kernels * cfg->blocks; e++)
        p->perf[e] = amount(rng, run->perfs, cfg->perf_width);
    for (uint32_t e = 0; e < cfg->kernels * cfg->kinds; e++)
        p->need[e] = amount(rng, run->needs, cfg->need_width);
    for (uint32_t r = 0; r < cfg->kinds; r++)
        p->room[r] = run->needs == 0 ? UINT32_MAX - hd_rng_below(rng, 1000)
                                     : hd_rng_below(rng, room) & (uint32_t)ones(cfg->need_width);
}

static void compare_all(const struct bench *b, const struct problem *p)
{
    uint64_t best = 0;
    const bool found = try_all(p, &best);
    assert_int_equal(b->out.fail, !found);
    if (!found) return;
    assert_true(fits(p, b->out.blocks));
    assert_true(worst_perf(p, b->out.blocks) == best);
}

static void compare_algorithm(const struct bench *b, const struct problem *p, uint32_t cycles)
{
    struct algorithm a;
    const bool fit = algorithm_1(&a, p);
    assert_int_equal(b->out.fail, !fit);
    assert_int_equal(cycles, a.cycles);
    assert_true(cycles <= bound(p));
    if (!fit) return;
    expect_blocks(b, a.t);
    for (uint32_t r = 0; r < p->cfg.kinds; r++) assert_int_equal(b->s.left[r], a.left[r]);
}

/* A few divisions in each model, then other sizes. */
static void random_problems(void **state)
{
    const struct run *run = *state;
    struct problem p;
    struct bench b;
    struct hd_rng rng;
    uint32_t failed = 0;
    hd_rng_seed(&rng, run->problems);
    for (uint32_t n = 0; n < run->problems; n++) {
        if (n % 10 == 0) {
            random_sizes(&p, run, &rng);
            start_bench(&b, &p.cfg);
        }
        random_problem(&p, run, &rng);
        write_all(&b, &p);
        const uint32_t cycles = divide(&b, &p, &rng);
        failed += b.out.fail;
        compare_algorithm(&b, &p, cycles);
        if (run->is_small) compare_all(&b, &p);
        cycle(&b);
    }
    /* Divisions of both kinds were seen. */
    assert_in_range(failed, run->problems / 50, run->problems - run->problems / 4);
}

/* ---- each check fails ------------------------------------------------------------------ */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = water_fill_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    start_tiny(&b, &p);
    b.s.phase = 6;
    expect_broken(&b, "phase_range");
    b.s.phase = WATER_FILL_DONE;
    assert_null(water_fill_check(&b.s));
    b.s.blocks[1] = 4;
    expect_broken(&b, "blocks_range");
    b.s.blocks[1] = 2;
    b.s.phase = WATER_FILL_GIVE;
    b.s.pick = 1;
    b.s.goal = 2;
    expect_broken(&b, "goal_above");
    b.s.goal = 3;
    assert_null(water_fill_check(&b.s));
    b.s.goal = 4;
    expect_broken(&b, "goal_above");
    b.s.phase = WATER_FILL_PICK; /* the goal means nothing */
    assert_null(water_fill_check(&b.s));
    b.s.phase = WATER_FILL_GIVE;
    b.s.goal = 3;
    b.s.pick = 2;
    expect_broken(&b, "goal_above");
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = water_fill_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void promise_widths(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.perf_kernel = 4;
    expect_promise(&b, "a number has more bits than KernelWidth");
    b.in.perf_blocks = 8;
    expect_promise(&b, "a number of blocks has more bits than BlockWidth");
    b.in.perf_value = 16;
    expect_promise(&b, "a performance has more bits than PerfWidth");
    b.in.kernels = 8;
    expect_promise(&b, "kernels_i has more bits than Kernels");
    b.in.room[1] = 32;
    expect_promise(&b, "an amount of room has more bits than NeedWidth");
    b.in.need[5] = 32;
    expect_promise(&b, "a need has more bits than NeedWidth");
    memset(&b.in, 0, sizeof b.in);
    perf(&b, 3, 7, 15);
    b.in.kernels = 7;
    b.in.room[1] = b.in.need[5] = 31;
    b.in.room[2] = b.in.need[6] = 32; /* of no kind, and of no kernel */
    assert_null(water_fill_promise(&b.s, &b.in));
    start_bench(&b, &(struct water_fill_cfg){1, 1, 1, 1, 1});
    b.in.perf_kernel = b.in.perf_blocks = 1;
    assert_null(water_fill_promise(&b.s, &b.in));
    b.in.perf_kernel = 2;
    expect_promise(&b, "a number has more bits than KernelWidth");
}

/* In every cycle of a division and in none outside. */
static void promise_under_way(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    start_tiny(&b, &p);
    ask(&b, &p);
    b.in.need[0] = 9; /* not under way yet: the next cycle may need something else */
    perf(&b, 0, 1, 4);
    cycle(&b);
    assert_int_equal(b.s.phase, WATER_FILL_ENVELOPE);
    memcpy(b.in.need, p.need, sizeof p.need);
    for (bool first = true; !b.out.idle; first = false) {
        perf(&b, 0, 1, 4);
        expect_promise(&b, "a performance is written while a division is under way");
        perf(&b, 0, 0, 4); /* ignored, but it is a write */
        expect_promise(&b, "a performance is written while a division is under way");
        if (!first) {
            b.in.need[1]++;
            expect_promise(&b, "need_i changes while a division is under way");
            b.in.need[1]--;
        }
        b.in.need[2] = 1; /* of no kernel */
        cycle(&b);
    }
    expect_blocks(&b, (uint32_t[]){3, 1});
    b.in.need[1]++;
    perf(&b, 0, 1, 4);
    cycle(&b);
}

/* Inputs that no neighbour gives: the division ends within its bound, and nobody has too much. */
static void broken_promises_stay_inside(void **state)
{
    (void)state;
    struct problem p;
    struct bench b;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    start_tiny(&b, &p);
    for (uint32_t n = 0; n < 1000; n++) {
        ask(&b, &p);
        edge(&b);
        uint32_t cycles = 1;
        for (; !b.out.done; cycles++) {
            for (uint32_t e = 0; e < 2; e++) b.in.need[e] = hd_rng_below(&rng, 4);
            perf(&b, hd_rng_below(&rng, 2), hd_rng_below(&rng, 4), hd_rng_below(&rng, 16));
            edge(&b);
        }
        assert_true(cycles <= bound(&p));
        edge(&b);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct water_fill_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 8, 16, 4, 17}, "Kernels must be 1 to 16"},
        {{17, 8, 16, 4, 17}, "Kernels must be 1 to 16"},
        {{4, 0, 16, 4, 17}, "Blocks must be 1 to 32"},
        {{4, 33, 16, 4, 17}, "Blocks must be 1 to 32"},
        {{4, 8, 0, 4, 17}, "PerfWidth must be 1 to 32"},
        {{4, 8, 33, 4, 17}, "PerfWidth must be 1 to 32"},
        {{4, 8, 16, 0, 17}, "Kinds must be 1 to 8"},
        {{4, 8, 16, 9, 17}, "Kinds must be 1 to 8"},
        {{4, 8, 16, 4, 0}, "NeedWidth must be 1 to 32"},
        {{4, 8, 16, 4, 33}, "NeedWidth must be 1 to 32"},
    };
    struct water_fill s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = water_fill_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(water_fill_init(&s, &(struct water_fill_cfg){1, 1, 1, 1, 1}));
    assert_null(water_fill_init(&s, &(struct water_fill_cfg){16, 32, 32, 8, 32}));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(divisions_one_after_another),
        cmocka_unit_test(rule_start_envelope_first),
        cmocka_unit_test(rule_pick_give_done),
        cmocka_unit_test(rule_first_fails),
        cmocka_unit_test(rule_outside_is_full),
        cmocka_unit_test(rule_write_ignored),
        cmocka_unit_test(rule_write_with_start),
        cmocka_unit_test(rule_start_under_way_ignored),
        cmocka_unit_test(rule_blocks_stay),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_smallest),
        cmocka_unit_test(paper_sweet_spot),
        cmocka_unit_test(paper_longest),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(promise_under_way),
        cmocka_unit_test(broken_promises_stay_inside),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = rows[i].name,
                                         .test_func = division_by_hand,
                                         .initial_state = (void *)(uintptr_t)&rows[i]};
    }
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_problems,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("water_fill", tests, NULL, NULL);
}
