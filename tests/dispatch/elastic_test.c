/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of elastic: the page's rules and choices, the paper's policies on the paper's
 * machine worked out by hand, a twin that divides and keeps the age of kernels as a date, and the
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
#include "dispatch/elastic.h"

/* ---- a bench --------------------------------------------------------------------------- */

enum {
    KERNELS = ELASTIC_MAX_KERNELS,
    KINDS = ELASTIC_MAX_KINDS,
    MEDIAN = ELASTIC_MEDIAN,
    MPMAX = ELASTIC_MPMAX,
    EQUAL = ELASTIC_EQUAL,
    QUEUEMOLD = ELASTIC_QUEUEMOLD,
    IDLE = ELASTIC_IDLE,
    ASK = ELASTIC_ASK,
    WAIT = ELASTIC_WAIT,
    DONE = ELASTIC_DONE,
};

struct bench {
    struct elastic s;
    struct elastic_in in;
    struct elastic_out out;
};

/* Kind 0 counts threads, kind 1 shared memory, kind 2 neither. */
static const struct elastic_cfg hand = {.sms = 2,
                                        .kernels = 3,
                                        .blocks = 4,
                                        .kinds = 3,
                                        .need_width = 5,
                                        .thread_kind = 0,
                                        .shared_kind = 1};
static const struct elastic_cfg one_kind = {2, 2, 4, 1, 5, 0, 0};
static const struct elastic_cfg paper = {14, 4, 8, 5, 17, 0, 3};
static const struct elastic_cfg largest = {64, 16, 64, 8, 32, 7, 0};

static void look(struct bench *b)
{
    const struct elastic before = b->s;
    elastic_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
}

static void start_bench(struct bench *b, const struct elastic_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(elastic_init(&b->s, cfg));
    assert_null(elastic_check(&b->s));
    look(b);
}

/* One cycle with the inputs set since the last; out is what is seen after it. All inputs stay but
 * the enables. */
static void cycle(struct bench *b)
{
    const char *broken = elastic_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    look(b);
    elastic_tick(&b->s, &b->in, &b->out);
    broken = elastic_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    b->in.start_en = b->in.begin_en = false;
    look(b);
}

static void set_begin(struct bench *b, uint32_t k, uint32_t x, uint32_t y, uint32_t z)
{
    b->in.begin_en = true;
    b->in.begin_kernel = k;
    b->in.grid_x = x;
    b->in.grid_y = y;
    b->in.grid_z = z;
}

/* A cycle in which a kernel of so many blocks begins. */
static void begin(struct bench *b, uint32_t k, uint32_t blocks)
{
    set_begin(b, k, blocks, 1, 1);
    cycle(b);
}

/* Goes on to done_o. Gives the number of cycles, from the one behind the start on. */
static uint32_t find(struct bench *b)
{
    uint32_t cycles = 1;
    assert_true(b->out.idle);
    b->in.start_en = true;
    for (cycle(b); !b->out.done; cycles++) {
        assert_false(b->out.idle);
        b->in.start_en = cycles % 2 != 0; /* ignored */
        cycle(b);
    }
    assert_false(b->out.idle);
    return cycles;
}

/* The cycle of done_o itself. */
static void go_idle(struct bench *b)
{
    assert_true(b->out.done && !b->out.idle);
    cycle(b);
    assert_true(!b->out.done && b->out.idle);
}

static void expect_places(const struct bench *b, const uint32_t *places)
{
    for (uint32_t k = 0; k < b->s.cfg.kernels; k++) assert_int_equal(b->out.places[k], places[k]);
}

/* ---- searches worked out by hand ------------------------------------------------------- */

/* clang-format off */
/* Three kernels of `grid` blocks, which begin in the order of `order`. The chip has 8 places, and
 * twice the room. */
static const struct row {
    const char *name;
    uint32_t rule;
    uint32_t kernels;
    uint32_t order[3];
    uint32_t grid[3];
    uint32_t room[3];
    uint32_t need[3][3];
    uint32_t largest[3][3];
    uint32_t median[3];
    uint32_t mold;
    uint32_t places[3];
} rows[] = {
    {"MEDIAN: what the median leaves of two SMs",
     MEDIAN, 7, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{5, 0, 0}, {0, 5, 0}, {5, 5, 5}}, {{0}},
     {5, 8, 0}, 0, {6, 4, 4}},
    {"MEDIAN: the sum over SMs counts, not each SM",
     MEDIAN, 1, {0, 1, 2}, {9, 9, 9}, {20, 0, 0}, {{5, 0, 0}}, {{0}},
     {7, 0, 0}, 0, {5, 0, 0}},
    {"MEDIAN: as large as an SM, or larger, it leaves one place",
     MEDIAN, 3, {0, 1, 2}, {9, 9, 9}, {20, 20, 0}, {{5, 0, 0}, {0, 5, 0}}, {{0}},
     {20, 31, 0}, 0, {1, 1, 0}},
    {"MEDIAN: who needs nothing of that has all places",
     MEDIAN, 3, {0, 1, 2}, {9, 9, 9}, {20, 20, 0}, {{0, 0, 0}, {0, 5, 0}}, {{0}},
     {20, 31, 31}, 0, {8, 1, 0}},
    {"MEDIAN: no more than the grid has",
     MEDIAN, 7, {0, 1, 2}, {1, 7, 8}, {20, 20, 20}, {{0}}, {{0}},
     {0, 0, 0}, 0, {1, 7, 8}},
    {"MEDIAN: a block that fits on no SM has a place",
     MEDIAN, 1, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{21, 0, 0}}, {{0}},
     {0, 0, 0}, 0, {1, 0, 0}},

    {"MPMAX: the largest of the two beside, kind by kind",
     MPMAX, 7, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{5, 0, 0}, {5, 0, 0}, {0, 5, 0}},
     {{2, 2, 2}, {5, 0, 0}, {10, 8, 0}}, {31, 31, 31}, 0, {4, 4, 7}},
    {"MPMAX: its own largest is of no matter",
     MPMAX, 3, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{5, 0, 0}, {5, 0, 0}},
     {{20, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {31, 31, 31}, 0, {8, 1, 0}},
    {"MPMAX: nor is that of a kernel which is not under way",
     MPMAX, 5, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{5, 0, 0}, {5, 0, 0}, {5, 0, 0}},
     {{0, 0, 0}, {20, 20, 20}, {10, 0, 0}}, {31, 31, 31}, 0, {4, 0, 8}},
    {"MPMAX: alone it has the whole chip",
     MPMAX, 2, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{0}, {5, 5, 5}},
     {{20, 20, 20}, {20, 20, 20}, {20, 20, 20}}, {31, 31, 31}, 0, {0, 8, 0}},

    {"EQUAL: a third of the chip each",
     EQUAL, 7, {0, 1, 2}, {9, 9, 9}, {30, 30, 30}, {{5, 0, 0}, {0, 6, 0}, {0, 0, 7}}, {{0}},
     {31, 31, 31}, 0, {4, 3, 2}},
    {"EQUAL: half of it, exactly, and one short",
     EQUAL, 5, {0, 1, 2}, {9, 9, 9}, {12, 11, 0}, {{4, 0, 0}, {0}, {0, 4, 0}}, {{0}},
     {31, 31, 31}, 0, {3, 0, 2}},
    {"EQUAL: alone all of it",
     EQUAL, 4, {0, 1, 2}, {9, 9, 9}, {12, 11, 0}, {{0}, {0}, {3, 0, 0}}, {{0}},
     {31, 31, 31}, 0, {0, 0, 8}},
    {"EQUAL: a place, though the part has no room for it",
     EQUAL, 7, {0, 1, 2}, {9, 9, 9}, {12, 12, 0}, {{9, 0, 0}, {8, 0, 0}, {4, 0, 0}}, {{0}},
     {31, 31, 31}, 0, {1, 1, 2}},

    {"QUEUEMOLD: the youngest is free, the others make room for it",
     QUEUEMOLD, 7, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{5, 0, 0}, {0, 5, 0}, {5, 8, 0}}, {{0}},
     {31, 31, 31}, 12, {4, 4, 4}},
    {"QUEUEMOLD: kernel 0 is the youngest",
     QUEUEMOLD, 7, {1, 2, 0}, {9, 9, 9}, {20, 20, 20}, {{5, 12, 0}, {0, 5, 0}, {5, 0, 0}}, {{0}},
     {31, 31, 31}, 12, {2, 3, 4}},
    {"QUEUEMOLD: the youngest one of all is not under way",
     QUEUEMOLD, 5, {2, 0, 1}, {9, 9, 9}, {20, 20, 20}, {{5, 6, 0}, {0, 20, 0}, {5, 5, 0}}, {{0}},
     {31, 31, 31}, 12, {6, 0, 4}},
    {"QUEUEMOLD: the third kind is not limited",
     QUEUEMOLD, 3, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{0, 0, 5}, {0, 20, 20}}, {{0}},
     {31, 31, 31}, 0, {8, 2, 0}},
    {"QUEUEMOLD: more threads than an SM has are no limit",
     QUEUEMOLD, 3, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{5, 0, 0}, {0, 0, 0}}, {{0}},
     {31, 31, 31}, 31, {8, 8, 0}},
    {"QUEUEMOLD: the youngest needs more than an SM has",
     QUEUEMOLD, 3, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{5, 1, 0}, {0, 21, 0}}, {{0}},
     {31, 31, 31}, 31, {1, 1, 0}},
    {"QUEUEMOLD: alone it is the youngest",
     QUEUEMOLD, 1, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{5, 5, 0}, {0, 21, 0}}, {{0}},
     {31, 31, 31}, 0, {8, 0, 0}},

    {"no kernel is under way", MEDIAN, 0, {0, 1, 2}, {9, 9, 9}, {20, 20, 20}, {{0}}, {{0}},
     {0, 0, 0}, 0, {0, 0, 0}},
};
/* clang-format on */

static void ask_row(struct bench *b, const struct row *row)
{
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t k = row->order[i];
        memcpy(b->in.largest, row->largest[k], sizeof row->largest[k]);
        begin(b, k, row->grid[k]);
    }
    b->in.rule = row->rule;
    b->in.kernels = row->kernels;
    memcpy(b->in.room, row->room, sizeof row->room);
    memcpy(b->in.need, row->need, sizeof row->need);
    memcpy(b->in.median, row->median, sizeof row->median);
    b->in.mold = row->mold;
}

static void find_row(struct bench *b, const struct row *row)
{
    ask_row(b, row);
    find(b);
    expect_places(b, row->places);
    go_idle(b);
    expect_places(b, row->places);
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

static void step(struct bench *b, uint32_t phase, uint32_t kernel)
{
    cycle(b);
    assert_int_equal(b->s.phase, phase);
    if (phase == ASK || phase == WAIT) assert_int_equal(b->s.kernel, kernel);
}

/* Kernels 0 and 2, of 2 and 3 blocks which all fit. A physical grid has 4 cycles of fit, 1 of cut,
 * those of reduce, 1 of done. */
static void rule_each_phase(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t k = 0; k < 3; k++) begin(&b, k, k == 0 ? 2 : 3);
    b.in.kernels = 5;
    b.in.start_en = true;
    for (uint32_t again = 0; again < 2; again++) {
        step(&b, ASK, 0);
        for (uint32_t i = 0; i < 4 + 1 + 3 + 1; i++) step(&b, WAIT, 0);
        assert_int_equal(b.s.places[0], again == 0 ? 0 : 2); /* until the next cycle */
        step(&b, ASK, 1);
        assert_int_equal(b.s.places[0], 2);
        step(&b, ASK, 2);
        for (uint32_t i = 0; i < 4 + 1 + 4 + 1; i++) step(&b, WAIT, 2);
        step(&b, DONE, 0);
        expect_places(&b, (uint32_t[]){2, 0, 3});
        b.in.start_en = true; /* ignored in the cycle of done */
        step(&b, IDLE, 0);
        b.in.start_en = true;
    }
}

/* A cycle for each kernel, one for done, and the physical grids. */
static void rule_cycles(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    assert_int_equal(find(&b), 3 + 1);
    go_idle(&b);
    for (uint32_t k = 0; k < 3; k++) begin(&b, k, 1);
    for (uint32_t kernels = 1; kernels < 8; kernels++) {
        b.in.kernels = kernels;
        const uint32_t n = (uint32_t)__builtin_popcount(kernels);
        assert_int_equal(find(&b), 3 + n * (4 + 1 + 2 + 1) + 1);
        go_idle(&b);
    }
}

/* The number of blocks, or that of the places if that is less. */
static void rule_grid(void **state)
{
    (void)state;
    static const struct {
        uint32_t x, y, z, blocks;
    } cases[] = {
        {1, 1, 1, 1},
        {7, 1, 1, 7},
        {1, 7, 1, 7},
        {1, 1, 7, 7},
        {2, 2, 2, 8},
        {8, 1, 1, 8},
        {3, 3, 1, 8},
        {3, 2, 1, 6},
        {1, 1, 9, 8},
        {65536, 65536, 1, 8},
        {1, 65536, 65536, 8},
        {1u << 31, 2, 1, 8},
        {1u << 31, 1, 4, 8},
        {0x10001, 0xffff, 1, 8},
        {UINT32_MAX, UINT32_MAX, UINT32_MAX, 8},
    };
    struct bench b;
    start_bench(&b, &hand);
    b.in.kernels = 2;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set_begin(&b, 1, cases[i].x, cases[i].y, cases[i].z);
        cycle(&b);
        assert_int_equal(b.s.logical[1], cases[i].blocks);
        find(&b);
        expect_places(&b, (uint32_t[]){0, cases[i].blocks, 0});
        go_idle(&b);
    }
}

/* The kernels from the oldest to the youngest. */
static void expect_order(const struct bench *b, const uint32_t *order)
{
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t j = 0; j < 3; j++)
            assert_true(b->s.older[order[i] * 3 + order[j]] == (i < j));
    }
}

static void rule_age(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    expect_order(&b, (uint32_t[]){0, 1, 2});
    begin(&b, 0, 1);
    expect_order(&b, (uint32_t[]){1, 2, 0});
    begin(&b, 2, 1);
    expect_order(&b, (uint32_t[]){1, 0, 2});
    begin(&b, 2, 1);
    expect_order(&b, (uint32_t[]){1, 0, 2});
    begin(&b, 3, 1); /* no kernel */
    expect_order(&b, (uint32_t[]){1, 0, 2});
    begin(&b, 1, 1);
    expect_order(&b, (uint32_t[]){0, 2, 1});
    elastic_reset(&b.s);
    expect_order(&b, (uint32_t[]){0, 1, 2});
}

/* A number that names no kernel stores nothing. */
static void rule_begin_no_kernel(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    begin(&b, 1, 5);
    const struct elastic before = b.s;
    b.in.largest[0] = 31;
    begin(&b, 3, 7);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* Kernels outside begin in each cycle of a search: it finds what it finds without them. */
static void rule_begin_outside(void **state)
{
    (void)state;
    for (uint32_t rule = 0; rule < 4; rule++) {
        struct bench b;
        uint32_t places[3];
        start_bench(&b, &hand);
        const struct row row = {.rule = rule,
                                .kernels = 3,
                                .order = {0, 1, 2},
                                .grid = {9, 9, 9},
                                .room = {20, 20, 20},
                                .need = {{5, 3, 0}, {3, 4, 0}},
                                .largest = {{5, 5, 5}, {7, 7, 7}},
                                .median = {6, 6, 6},
                                .mold = 11};
        ask_row(&b, &row);
        find(&b);
        memcpy(places, b.out.places, sizeof places);
        go_idle(&b);
        b.in.start_en = true;
        while (b.s.phase != DONE) {
            set_begin(&b, 2, 1, 1, 1);
            for (uint32_t r = 0; r < 3; r++) b.in.largest[r] = 31;
            cycle(&b);
        }
        expect_places(&b, places);
    }
}

/* In the cycle of done a kernel of the search may begin: its places have no meaning from the next
 * cycle on, until a search has ended that had it. Those of the others stay. */
static void rule_begin_done(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t k = 0; k < 2; k++) begin(&b, k, 2 + k);
    b.in.kernels = 3;
    find(&b);
    set_begin(&b, 0, 7, 1, 1);
    look(&b);
    expect_places(&b, (uint32_t[]){2, 3, 0});
    go_idle(&b);
    assert_int_equal(b.s.logical[0], 7);
    assert_int_equal(b.s.places[0], 2); /* the register stays */
    expect_places(&b, (uint32_t[]){0, 3, 0});
    b.in.kernels = 2;
    find(&b);
    expect_places(&b, (uint32_t[]){0, 3, 0});
    assert_int_equal(b.s.places[0], 0);
    go_idle(&b);
    b.in.kernels = 3;
    find(&b);
    expect_places(&b, (uint32_t[]){7, 3, 0});
}

/* A kernel that begins in the cycle of a start is outside; at the next start it need not be. */
static void rule_begin_start(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    begin(&b, 0, 2);
    b.in.kernels = 1;
    set_begin(&b, 1, 5, 1, 1);
    find(&b);
    expect_places(&b, (uint32_t[]){2, 0, 0});
    go_idle(&b);
    b.in.kernels = 3;
    find(&b);
    expect_places(&b, (uint32_t[]){2, 5, 0});
}

/* Threads and shared memory are one kind: an older kernel has the smaller one of both. */
static void rule_one_kind(void **state)
{
    (void)state;
    static const struct {
        uint32_t mold, youngest, places;
    } cases[] = {{20, 8, 6}, {9, 8, 4}, {12, 8, 6}, {11, 8, 5}, {9, 20, 1}, {0, 0, 1}, {31, 0, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        start_bench(&b, &one_kind);
        begin(&b, 0, 9);
        begin(&b, 1, 9);
        b.in.rule = QUEUEMOLD;
        b.in.kernels = 3;
        b.in.room[0] = 20;
        b.in.need[0] = 4;
        b.in.need[1] = cases[i].youngest;
        b.in.mold = cases[i].mold;
        find(&b);
        assert_int_equal(b.out.places[0], cases[i].places);
    }
}

/* A reset ends a search in every phase, and the places are gone. */
static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t cycles = 1; cycles <= 30; cycles++) {
        begin(&b, 2, 3);
        begin(&b, 0, 3);
        b.in.kernels = 5;
        b.in.start_en = true;
        for (uint32_t i = 0; i < cycles; i++) cycle(&b);
        elastic_reset(&b.s);
        assert_null(elastic_check(&b.s));
        look(&b);
        assert_true(b.out.idle && !b.out.done);
        expect_places(&b, (uint32_t[]){0, 0, 0});
        for (uint32_t k = 0; k < 3; k++) assert_int_equal(b.s.places[k], 0);
        expect_order(&b, (uint32_t[]){0, 1, 2});
    }
}

/* Sixteen kernels, each with all 4,096 places; then with the largest amounts. */
static void rule_largest(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &largest);
    for (uint32_t k = 0; k < 16; k++) begin(&b, 15 - k, UINT32_MAX);
    b.in.kernels = 0xffff;
    b.in.rule = EQUAL;
    assert_int_equal(find(&b), 16 + 16 * (64 + 1 + 4097 + 1) + 1);
    for (uint32_t k = 0; k < 16; k++) assert_int_equal(b.out.places[k], 4096);
    go_idle(&b);
    for (uint32_t r = 0; r < 8; r++) b.in.room[r] = UINT32_MAX;
    for (uint32_t i = 0; i < 16 * 8; i++) b.in.need[i] = UINT32_MAX;
    find(&b); /* 64 blocks on the chip, a sixteenth of that for each */
    for (uint32_t k = 0; k < 16; k++) assert_int_equal(b.out.places[k], 4);
    go_idle(&b);
    b.in.rule = QUEUEMOLD; /* kernel 0 is the youngest, and takes all shared memory */
    b.in.mold = UINT32_MAX;
    find(&b);
    for (uint32_t k = 0; k < 16; k++) assert_int_equal(b.out.places[k], k == 0 ? 64 : 1);
}

static void rule_smallest(void **state)
{
    (void)state;
    static const struct elastic_cfg smallest = {1, 1, 1, 1, 1, 0, 0};
    struct bench b;
    start_bench(&b, &smallest);
    begin(&b, 1, 1); /* no kernel */
    begin(&b, 0, 1);
    b.in.kernels = 1;
    for (uint32_t i = 0; i < 16; i++) {
        b.in.rule = i / 4;
        b.in.room[0] = i % 2;
        b.in.need[0] = i / 2 % 2;
        find(&b);
        assert_int_equal(b.out.places[0], 1);
        go_idle(&b);
    }
}

/* ---- the paper ------------------------------------------------------------------------- */

enum { THREADS, REGISTERS, SLOTS, SHARED };

/* Kernel 0 is the paper's median kernel. A block of kernel 1 needs 512 threads, 12,288 registers,
 * 16,384 bytes; its program's largest kernel 16,384 registers and 24,576 bytes. 14 SMs of a Fermi:
 * 5 and 2 blocks on each, by registers, and so 70 and 28 on the chip. */
static void start_pair(struct bench *b, uint32_t rule, uint32_t kernels)
{
    static const uint32_t room[4] = {1536, 32768, 8, 49152};
    static const uint32_t need[2][4] = {{224, 6144, 1, 256}, {512, 12288, 1, 16384}};
    static const uint32_t most[2][4] = {{224, 6144, 1, 256}, {512, 16384, 1, 24576}};
    start_bench(b, &paper);
    for (uint32_t k = 0; k < 2; k++) {
        memcpy(b->in.largest, most[k], sizeof most[k]);
        begin(b, k, 1000);
    }
    b->in.rule = rule;
    b->in.kernels = kernels;
    memcpy(b->in.room, room, sizeof room);
    memcpy(&b->in.need[0], need[0], sizeof need[0]);
    memcpy(&b->in.need[5], need[1], sizeof need[1]);
    memcpy(b->in.median, need[0], sizeof need[0]);
    b->in.mold = 512;
}

/* 4.3.1. The median leaves 1,312 threads, 26,624 registers, 7 blocks, 48,896 bytes of an SM.
 * Kernel 0: 372,736 / 6,144 = 60.7. Kernel 1: 372,736 / 12,288 = 30.3, more than its 28. */
static void paper_median(void **state)
{
    (void)state;
    struct bench b;
    start_pair(&b, MEDIAN, 3);
    find(&b);
    expect_places(&b, (uint32_t[]){60, 28, 0, 0});
}

/* 4.3.2. Beside kernel 1's largest are 1,024 threads, 16,384 registers, 7 blocks, 24,576 bytes:
 * 229,376 / 6,144 = 37.3. Alone it has its 70. */
static void paper_mpmax(void **state)
{
    (void)state;
    struct bench b;
    start_pair(&b, MPMAX, 3);
    find(&b);
    expect_places(&b, (uint32_t[]){37, 28, 0, 0});
    go_idle(&b);
    b.in.kernels = 1;
    find(&b);
    expect_places(&b, (uint32_t[]){70, 0, 0, 0});
}

/* 4.3.3, half of the chip each. Kernel 0: 458,752 / 12,288 = 37.3. Kernel 1: 21,504 / 1,024 = 21,
 * 458,752 / 24,576 = 18.7, 688,128 / 32,768 = 21. */
static void paper_equal(void **state)
{
    (void)state;
    struct bench b;
    start_pair(&b, EQUAL, 3);
    find(&b);
    expect_places(&b, (uint32_t[]){37, 18, 0, 0});
}

/* 4.3.4, 512 threads. Kernel 0, the older: 7,168 / 224 = 32. When it is the younger, kernel 1 has
 * 7,168 / 512 = 14. Shared memory leaves 14 * 32,768 / 256 and 684,544 / 16,384 = 41. */
static void paper_queuemold(void **state)
{
    (void)state;
    struct bench b;
    start_pair(&b, QUEUEMOLD, 3);
    find(&b);
    expect_places(&b, (uint32_t[]){32, 28, 0, 0});
    go_idle(&b);
    begin(&b, 0, 1000);
    find(&b);
    expect_places(&b, (uint32_t[]){70, 14, 0, 0});
}

/* ---- a twin that divides ---------------------------------------------------------------- */

/* What it keeps of a kernel: when it began, for the age. */
struct twin {
    uint64_t date[KERNELS];
    uint64_t blocks[KERNELS];
    uint32_t largest[KERNELS][KINDS];
    uint64_t now;
};

static uint64_t min(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Room of the whole chip, before it is cut in parts, of which the kernel is to leave some. */
static uint64_t limit_of(const struct elastic_cfg *cfg, const struct elastic_in *in,
                         const struct twin *t, uint32_t k, uint32_t r)
{
    int64_t a = in->room[r];
    uint32_t young = k;
    for (uint32_t j = 0; j < cfg->kernels; j++) {
        if (!has(in->kernels, j)) continue;
        if (t->date[j] > t->date[young]) young = j;
        if (in->rule == MPMAX && j != k) {
            const int64_t left = (int64_t)in->room[r] - t->largest[j][r];
            a = left < a ? left : a;
        }
    }
    if (in->rule == MEDIAN) a -= in->median[r];
    if (in->rule == QUEUEMOLD && young != k) {
        if (r == cfg->shared_kind) a -= in->need[young * cfg->kinds + r];
        if (r == cfg->thread_kind && a > in->mold) a = in->mold;
    }
    return a < 0 ? 0 : cfg->sms * (uint64_t)a;
}

static uint64_t places_of(const struct elastic_cfg *cfg, const struct elastic_in *in,
                          const struct twin *t, uint32_t k)
{
    const uint64_t parts = in->rule == EQUAL ? (uint64_t)__builtin_popcount(in->kernels) : 1;
    uint64_t on_sm = cfg->blocks, in_limits = UINT64_MAX;
    if (!has(in->kernels, k)) return 0;
    for (uint32_t r = 0; r < cfg->kinds; r++) {
        const uint64_t need = in->need[k * cfg->kinds + r];
        if (need == 0) continue;
        on_sm = min(on_sm, in->room[r] / need);
        in_limits = min(in_limits, limit_of(cfg, in, t, k, r) / parts / need);
    }
    const uint64_t places = min(min(t->blocks[k], on_sm * cfg->sms), in_limits);
    return places == 0 ? 1 : places;
}

/* The kernel that begins with these inputs, if any. */
static void twin_begin(const struct elastic_cfg *cfg, const struct elastic_in *in, struct twin *t)
{
    const uint32_t k = in->begin_kernel;
    if (!in->begin_en || k >= cfg->kernels) return;
    t->date[k] = ++t->now;
    t->blocks[k] = (uint64_t)in->grid_x * in->grid_y;
    t->blocks[k] = t->blocks[k] > UINT32_MAX ? UINT64_MAX : t->blocks[k] * in->grid_z;
    memcpy(t->largest[k], in->largest, sizeof t->largest[k]);
}

/* ---- random searches -------------------------------------------------------------------- */

static const struct run {
    const char *name;
    uint32_t problems;
    struct elastic_cfg most;
} runs[] = {
    {"random_small", 12000, {3, 3, 3, 2, 4, 0, 0}},
    {"random_paper", 1000, {14, 4, 8, 5, 17, 0, 0}},
    {"random_many_kernels", 600, {5, 16, 4, 3, 10, 0, 0}},
    {"random_all_bits", 60, {64, 16, 64, 8, 32, 0, 0}},
};

static uint32_t up_to(struct hd_rng *rng, uint32_t n) { return 1 + hd_rng_below(rng, n); }

static uint32_t random_bits(struct hd_rng *rng, uint32_t bits)
{
    return (uint32_t)(hd_rng_next(rng) >> (64 - bits));
}

static void random_sizes(struct elastic_cfg *cfg, const struct run *run, struct hd_rng *rng)
{
    *cfg = run->most;
    cfg->sms = hd_rng_chance(rng, 1, 4) ? cfg->sms : up_to(rng, cfg->sms);
    cfg->kernels = hd_rng_chance(rng, 1, 4) ? cfg->kernels : up_to(rng, cfg->kernels);
    cfg->blocks = hd_rng_chance(rng, 1, 4) ? cfg->blocks : up_to(rng, cfg->blocks);
    cfg->kinds = hd_rng_chance(rng, 1, 4) ? cfg->kinds : up_to(rng, cfg->kinds);
    cfg->thread_kind = hd_rng_below(rng, cfg->kinds);
    cfg->shared_kind = hd_rng_below(rng, cfg->kinds);
}

/* A part of the room, all of it, or anything. */
static uint32_t random_amount(struct hd_rng *rng, uint32_t room, uint32_t bits)
{
    if (hd_rng_chance(rng, 1, 8)) return 0;
    if (hd_rng_chance(rng, 1, 6)) return random_bits(rng, bits);
    return room / up_to(rng, 9);
}

static void random_begin(struct bench *b, uint32_t k, struct hd_rng *rng)
{
    const struct elastic_cfg *cfg = &b->s.cfg;
    const uint32_t bits = hd_rng_chance(rng, 1, 3) ? 32 : 3;
    set_begin(b, k, 1 + random_bits(rng, bits) / 2, 1 + random_bits(rng, bits) / 2,
              1 + random_bits(rng, bits) / 2);
    for (uint32_t r = 0; r < cfg->kinds; r++)
        b->in.largest[r] = random_amount(rng, b->in.room[r], cfg->need_width);
}

static void random_question(struct bench *b, struct hd_rng *rng)
{
    const struct elastic_cfg *cfg = &b->s.cfg;
    const uint32_t bits = cfg->need_width;
    b->in.rule = hd_rng_below(rng, 4);
    b->in.kernels = b->s.begun;
    if (hd_rng_chance(rng, 1, 2)) b->in.kernels &= (uint32_t)hd_rng_next(rng);
    for (uint32_t r = 0; r < cfg->kinds; r++) {
        b->in.room[r] = random_bits(rng, bits);
        b->in.median[r] = random_amount(rng, b->in.room[r], bits);
        for (uint32_t k = 0; k < cfg->kernels; k++)
            b->in.need[k * cfg->kinds + r] = random_amount(rng, b->in.room[r], bits);
    }
    b->in.mold = random_amount(rng, b->in.room[cfg->thread_kind], bits);
}

/* One cycle, in which a kernel may begin: any, but during a search none of it. */
static void random_cycle(struct bench *b, struct twin *t, bool search, struct hd_rng *rng)
{
    const uint32_t k =
        hd_rng_below(rng, 1u << (b->s.cfg.kernels > 1 ? clog2(b->s.cfg.kernels) : 1));
    const bool inside = k < b->s.cfg.kernels && has(b->in.kernels, k);
    if (hd_rng_chance(rng, 1, 3) && !(search && inside)) random_begin(b, k, rng);
    twin_begin(&b->s.cfg, &b->in, t);
    cycle(b);
}

/* A few searches in each model, then other sizes. */
static void random_searches(void **state)
{
    const struct run *run = *state;
    struct elastic_cfg cfg = run->most;
    struct twin twin = {.now = 0};
    struct bench b;
    struct hd_rng rng;
    uint32_t many = 0;
    hd_rng_seed(&rng, run->problems);
    for (uint32_t n = 0; n < run->problems; n++) {
        if (n % 10 == 0) {
            random_sizes(&cfg, run, &rng);
            start_bench(&b, &cfg);
            for (uint32_t k = 0; k < cfg.kernels; k++) twin.date[k] = ++twin.now;
        }
        for (uint32_t i = hd_rng_below(&rng, 4); i > 0; i--) {
            random_cycle(&b, &twin, false, &rng);
            random_question(&b, &rng);
        }
        random_question(&b, &rng);
        const struct elastic_in asked = b.in;
        b.in.start_en = true;
        do {
            const bool again = b.out.idle || hd_rng_chance(&rng, 1, 4);
            b.in.start_en = again;
            random_cycle(&b, &twin, true, &rng);
        } while (!b.out.done);
        for (uint32_t k = 0; k < cfg.kernels; k++) {
            assert_int_equal(b.s.places[k], places_of(&cfg, &asked, &twin, k));
            if (has(asked.kernels, k)) assert_int_equal(b.out.places[k], b.s.places[k]);
            many += b.s.places[k] > 1;
        }
        random_cycle(&b, &twin, false, &rng);
    }
    assert_true(many > run->problems / 10);
}

/* ---- each check fails ------------------------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = elastic_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void start_done(struct bench *b, uint32_t row)
{
    start_bench(b, &hand);
    ask_row(b, &rows[row]);
    find(b);
}

static void check_order(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.s.older[4] = true;
    expect_broken(&b, "total_order");
    start_bench(&b, &hand);
    b.s.older[1] = false;
    expect_broken(&b, "total_order");
    start_bench(&b, &hand);
    b.s.older[2] = false; /* 0 before 1 before 2 before 0 */
    b.s.older[6] = true;
    expect_broken(&b, "total_order");
}

static void check_places(void **state)
{
    (void)state;
    struct bench b;
    start_done(&b, 2);
    b.s.places[0] = 0;
    expect_broken(&b, "a_place_each");
    b.s.phase = IDLE; /* only with done */
    assert_null(elastic_check(&b.s));
    start_done(&b, 2);
    b.s.places[2] = 1;
    expect_broken(&b, "a_place_each");
    start_done(&b, 0); /* 6 places of 5 threads, of 30 */
    b.s.places[0] = 7;
    expect_broken(&b, "leaves_room");
    start_done(&b, 2); /* one place is no matter, two are */
    b.s.places[1] = 2;
    expect_broken(&b, "leaves_room");
    start_done(&b, 6);
    b.s.places[2] = 8;
    expect_broken(&b, "leaves_room");
    start_done(&b, 10);
    b.s.places[0] = 13;
    expect_broken(&b, "parts_fit");
    start_done(&b, 13); /* three single places are no matter */
    b.s.places[2] = 1;
    assert_null(elastic_check(&b.s));
    start_done(&b, 14);
    b.s.places[0] = 8; /* of an older kernel nothing is said */
    assert_null(elastic_check(&b.s));
    b.s.places[2] = 3;
    expect_broken(&b, "youngest_free");
    start_done(&b, 19); /* a block that does not fit at all has a place */
    assert_int_equal(b.s.places[1], 1);
    b.s.places[1] = 2;
    expect_broken(&b, "youngest_free");
}

/* Of hand with two kernels: 3, twice 4 + 1 + 9 + 1, and 1. */
static void check_ends_soon(void **state)
{
    (void)state;
    struct bench b;
    start_done(&b, 2);
    b.s.cycles = 3 + 2 * 15 + 1;
    assert_null(elastic_check(&b.s));
    b.s.cycles++;
    expect_broken(&b, "ends_soon");
    b.s.phase = IDLE;
    assert_null(elastic_check(&b.s));
    b.s.grid.phase = PHYSICAL_GRID_FIT; /* so does the block inside */
    b.s.grid.cycles = 100;
    expect_broken(&b, "ends_soon");
}

/* What the inputs set break, told in this sentence. */
static void expect_promise(const struct bench *b, const struct elastic_in *in, const char *sentence)
{
    const char *broken = elastic_promise(&b->s, in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
}

static void promise_widths(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    expect_promise(&b, &(struct elastic_in){.begin_kernel = 4},
                   "a number has more bits than KernelWidth");
    expect_promise(&b, &(struct elastic_in){.rule = 4}, "rule_i has more than 2 bits");
    expect_promise(&b, &(struct elastic_in){.kernels = 8}, "kernels_i has more bits than Kernels");
    expect_promise(&b, &(struct elastic_in){.need = {[8] = 32}},
                   "a need has more bits than NeedWidth");
    expect_promise(&b, &(struct elastic_in){.largest = {[2] = 32}},
                   "a need has more bits than NeedWidth");
    expect_promise(&b, &(struct elastic_in){.median = {32}}, "a need has more bits than NeedWidth");
    expect_promise(&b, &(struct elastic_in){.room = {0, 32}},
                   "an amount of room has more bits than NeedWidth");
    expect_promise(&b, &(struct elastic_in){.mold = 32},
                   "an amount of room has more bits than NeedWidth");
    const struct elastic_in most = {
        .begin_kernel = 3,
        .largest = {31, 31, 31, 32}, /* the last one is of no kind, and so on */
        .rule = 3,
        .kernels = 7,
        .room = {31, 31, 31, 32},
        .need = {[8] = 31, [9] = 32},
        .median = {31, 31, 31, 32},
        .mold = 31,
    };
    assert_null(elastic_promise(&b.s, &most));
}

static void promise_begin(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t d = 0; d < 3; d++) {
        set_begin(&b, 0, d != 0, d != 1, d != 2);
        expect_promise(&b, &b.in, "a grid has no blocks in a dimension");
        b.in.begin_en = false;
        assert_null(elastic_promise(&b.s, &b.in));
    }
    begin(&b, 0, 1);
    b.in.kernels = 3;
    assert_null(elastic_promise(&b.s, &b.in)); /* without a start it is of no matter */
    b.in.start_en = true;
    expect_promise(&b, &b.in, "a kernel of kernels_i has not begun");
    set_begin(&b, 1, 1, 1, 1); /* in the cycle of the start is too late */
    expect_promise(&b, &b.in, "a kernel of kernels_i has not begun");
    b.in.kernels = 1;
    assert_null(elastic_promise(&b.s, &b.in));
    b.in.begin_kernel = 0;
    expect_promise(&b, &b.in, "a kernel of kernels_i begins during a search");
    b.in.begin_en = false;
    cycle(&b);
    while (!b.out.done) {
        set_begin(&b, 0, 1, 1, 1);
        expect_promise(&b, &b.in, "a kernel of kernels_i begins during a search");
        b.in.begin_kernel = 3;
        assert_null(elastic_promise(&b.s, &b.in));
        b.in.begin_kernel = 1;
        cycle(&b);
    }
    begin(&b, 0, 1);
    elastic_reset(&b.s);
    b.in.start_en = true;
    expect_promise(&b, &b.in, "a kernel of kernels_i has not begun");
}

/* Each input in turn is another one than in the cycle of the start. */
static void expect_held(const struct bench *b)
{
    struct elastic_in in = b->in;
    in.rule ^= 1;
    expect_promise(b, &in, "rule_i changes during a search");
    in = b->in;
    in.kernels ^= 2;
    expect_promise(b, &in, "kernels_i changes during a search");
    in = b->in;
    in.room[2] ^= 1;
    expect_promise(b, &in, "room_i changes during a search");
    in = b->in;
    in.need[8] ^= 1;
    expect_promise(b, &in, "need_i changes during a search");
    in = b->in;
    in.median[2] ^= 1;
    expect_promise(b, &in, "median_i changes during a search");
    in = b->in;
    in.mold ^= 1;
    expect_promise(b, &in, "mold_i changes during a search");
    in = b->in;
    in.start_en = true;
    in.largest[0] ^= 1;                         /* of a begin, which there is not */
    in.need[9] = in.room[3] = in.median[3] = 1; /* of no kernel and of no kind */
    assert_null(elastic_promise(&b->s, &in));
}

/* In every cycle of a search and in none outside. */
static void promise_under_way(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    ask_row(&b, &rows[0]);
    b.in.mold = 17;
    cycle(&b);
    b.in.mold = 3;
    b.in.start_en = true;
    cycle(&b);
    while (!b.out.idle) {
        expect_held(&b);
        cycle(&b);
    }
    b.in.mold = b.in.rule = 1;
    cycle(&b);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct elastic_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 4, 8, 5, 17, 0, 3}, "Sms must be 1 to 64"},
        {{65, 4, 8, 5, 17, 0, 3}, "Sms must be 1 to 64"},
        {{14, 0, 8, 5, 17, 0, 3}, "Kernels must be 1 to 16"},
        {{14, 17, 8, 5, 17, 0, 3}, "Kernels must be 1 to 16"},
        {{14, 4, 0, 5, 17, 0, 3}, "Blocks must be 1 to 64"},
        {{14, 4, 65, 5, 17, 0, 3}, "Blocks must be 1 to 64"},
        {{14, 4, 8, 0, 17, 0, 3}, "Kinds must be 1 to 8"},
        {{14, 4, 8, 9, 17, 0, 3}, "Kinds must be 1 to 8"},
        {{14, 4, 8, 5, 0, 0, 3}, "NeedWidth must be 1 to 32"},
        {{14, 4, 8, 5, 33, 0, 3}, "NeedWidth must be 1 to 32"},
        {{14, 4, 8, 5, 17, 5, 3}, "ThreadKind must be below Kinds"},
        {{14, 4, 8, 5, 17, 0, 5}, "SharedKind must be below Kinds"},
    };
    struct elastic s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = elastic_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(elastic_init(&s, &(struct elastic_cfg){1, 1, 1, 1, 1, 0, 0}));
    assert_null(elastic_init(&s, &largest));
}

int main(void)
{
    struct CMUnitTest tests[80] = {
        cmocka_unit_test(searches_one_after_another),
        cmocka_unit_test(rule_each_phase),
        cmocka_unit_test(rule_cycles),
        cmocka_unit_test(rule_grid),
        cmocka_unit_test(rule_age),
        cmocka_unit_test(rule_begin_no_kernel),
        cmocka_unit_test(rule_begin_outside),
        cmocka_unit_test(rule_begin_done),
        cmocka_unit_test(rule_begin_start),
        cmocka_unit_test(rule_one_kind),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_largest),
        cmocka_unit_test(rule_smallest),
        cmocka_unit_test(paper_median),
        cmocka_unit_test(paper_mpmax),
        cmocka_unit_test(paper_equal),
        cmocka_unit_test(paper_queuemold),
        cmocka_unit_test(check_order),
        cmocka_unit_test(check_places),
        cmocka_unit_test(check_ends_soon),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(promise_begin),
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
