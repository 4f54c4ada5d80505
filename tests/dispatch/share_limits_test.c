/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the share limits: the page's rules and choices, divisions worked out by
 * hand, the papers' examples, a twin that divides where the block counts, and the proof that check,
 * promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "dispatch/share_limits.h"

/* ---- a bench --------------------------------------------------------------------------- */

enum {
    SMS = SHARE_LIMITS_MAX_SMS,
    KERNELS = SHARE_LIMITS_MAX_KERNELS,
    KINDS = SHARE_LIMITS_MAX_KINDS,
    LEFT_OVER = SHARE_LIMITS_LEFT_OVER,
    EVEN = SHARE_LIMITS_EVEN,
    SPATIAL = SHARE_LIMITS_SPATIAL,
    PROFILE = SHARE_LIMITS_PROFILE,
    GIVEN = SHARE_LIMITS_GIVEN,
};

struct bench {
    struct share_limits s;
    struct share_limits_in in;
    struct share_limits_out out;
};

static const struct share_limits_cfg hand = {
    .sms = 5, .kernels = 3, .blocks = 4, .kinds = 2, .need_width = 5};
static const struct share_limits_cfg tiny = {
    .sms = 3, .kernels = 2, .blocks = 2, .kinds = 1, .need_width = 4};
static const struct share_limits_cfg paper = {
    .sms = 16, .kernels = 4, .blocks = 8, .kinds = 4, .need_width = 17};

static void look(struct bench *b)
{
    const struct share_limits before = b->s;
    share_limits_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
}

static void start_bench(struct bench *b, const struct share_limits_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(share_limits_init(&b->s, cfg));
    assert_null(share_limits_check(&b->s));
    look(b);
}

/* One cycle with the inputs set since the last; out is what is seen after it. All inputs stay but
 * the start. */
static void cycle(struct bench *b)
{
    const char *broken = share_limits_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    look(b);
    share_limits_tick(&b->s, &b->in, &b->out);
    broken = share_limits_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    b->in.start_en = false;
    look(b);
}

static void ask(struct bench *b, const struct share_limits_in *question)
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

static uint32_t divide(struct bench *b, const struct share_limits_in *question)
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

/* The limits of SM s, as many as there are kernels. */
static void expect_row(const struct bench *b, uint32_t s, const uint32_t *limits)
{
    const uint32_t kernels = b->s.cfg.kernels;
    for (uint32_t k = 0; k < kernels; k++)
        assert_int_equal(b->out.limit[s * kernels + k], limits[k]);
}

static void expect_all(const struct bench *b, uint32_t limit)
{
    for (uint32_t e = 0; e < b->s.cfg.sms * b->s.cfg.kernels; e++)
        assert_int_equal(b->out.limit[e], limit);
}

/* ---- divisions worked out by hand ------------------------------------------------------ */

/* clang-format off */
#define ALL(a, b, c) {{a, b, c}, {a, b, c}, {a, b, c}, {a, b, c}, {a, b, c}}
#define NOTHING ALL(0, 0, 0)

/* cycles: 5 rows and one for done; of even, those of the count of each kernel first: one for each
 * block that was taken, and one if a block did not fit. */
static const struct row {
    const char *name;
    uint32_t policy;
    uint32_t kernels;
    uint32_t room[2];
    uint32_t need[3][2];
    uint32_t from;
    uint32_t given[3];
    uint32_t limit[5][3];
    uint32_t none;
    uint32_t cycles;
} rows[] = {
    {"left-over: as many blocks as an SM holds, whatever they need",
     LEFT_OVER, 7, {0, 0}, {{31, 0}, {0, 31}, {0, 0}}, 1, {1, 2, 3}, ALL(4, 4, 4), 0, 6},
    {"left-over: a kernel outside has none, and is not told of",
     LEFT_OVER, 5, {9, 9}, {{1, 0}, {1, 0}, {1, 0}}, 0, {0, 0, 0}, ALL(4, 0, 4), 0, 6},
    {"left-over without kernels",
     LEFT_OVER, 0, {9, 9}, {{0}}, 7, {7, 7, 7}, NOTHING, 0, 6},
    {"policy 5 is left-over",
     5, 3, {0, 0}, {{1, 0}, {1, 0}, {1, 0}}, 1, {1, 2, 3}, ALL(4, 4, 0), 0, 6},
    {"policy 6 is left-over",
     6, 6, {0, 0}, {{1, 0}, {1, 0}, {1, 0}}, 1, {1, 2, 3}, ALL(0, 4, 4), 0, 6},
    {"policy 7 is left-over",
     7, 7, {0, 0}, {{1, 0}, {1, 0}, {1, 0}}, 1, {1, 2, 3}, ALL(4, 4, 4), 0, 6},

    {"even: all blocks, some, and none",
     EVEN, 7, {24, 12}, {{2, 0}, {1, 2}, {9, 0}}, 1, {1, 1, 1}, ALL(4, 2, 0), 4, 12 + 7 + 3 + 6},
    {"even: the other kind decides",
     EVEN, 3, {31, 11}, {{1, 2}, {3, 1}, {0, 0}}, 0, {0}, ALL(2, 4, 0), 0, 6 + 8 + 1 + 6},
    {"even: a part is not rounded; 7 halves hold 3 of 1, and one 3",
     EVEN, 3, {7, 0}, {{1, 0}, {3, 0}, {0, 0}}, 0, {0}, ALL(3, 1, 0), 0, 8 + 3 + 1 + 6},
    {"even: the last block of the last part takes all that is left",
     EVEN, 7, {12, 0}, {{1, 0}, {2, 0}, {4, 0}}, 0, {0}, ALL(4, 2, 1), 0, 12 + 7 + 4 + 6},
    {"even: one less, and each part has one block less",
     EVEN, 7, {11, 0}, {{1, 0}, {2, 0}, {4, 0}}, 0, {0}, ALL(3, 1, 0), 4, 12 + 6 + 3 + 6},
    {"even: what fits into the SM, but not into a part, gets nothing",
     EVEN, 6, {20, 9}, {{0, 0}, {11, 0}, {1, 5}}, 4, {4, 4, 4}, NOTHING, 6, 1 + 2 + 2 + 6},
    {"even: a kernel that needs nothing, in no room",
     EVEN, 7, {0, 0}, {{0, 0}, {1, 0}, {0, 1}}, 0, {0}, ALL(4, 0, 0), 6, 12 + 1 + 1 + 6},
    {"even: alone, a kernel has all of the room",
     EVEN, 2, {9, 31}, {{0, 0}, {3, 1}, {0, 0}}, 0, {0}, ALL(0, 3, 0), 0, 1 + 4 + 1 + 6},
    {"even: alone, and all of its blocks",
     EVEN, 1, {4, 31}, {{1, 7}, {0, 0}, {0, 0}}, 0, {0}, ALL(4, 0, 0), 0, 4 + 1 + 1 + 6},
    {"even: the greatest amounts",
     EVEN, 4, {31, 31}, {{0, 0}, {0, 0}, {31, 31}}, 0, {0}, ALL(0, 0, 1), 0, 1 + 1 + 2 + 6},
    {"even without kernels: a cycle for each",
     EVEN, 0, {31, 31}, {{0}}, 7, {7, 7, 7}, NOTHING, 0, 3 + 6},

    {"spatial: three kernels on five SMs",
     SPATIAL, 7, {0, 0}, {{1, 1}, {1, 1}, {1, 1}}, 0, {0},
     {{4, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 4, 0}, {0, 0, 4}}, 0, 6},
    {"spatial: two, the second is the last one",
     SPATIAL, 5, {0, 0}, {{0}}, 0, {0},
     {{4, 0, 0}, {4, 0, 0}, {4, 0, 0}, {0, 0, 4}, {0, 0, 4}}, 0, 6},
    {"spatial: two, the first one outside",
     SPATIAL, 6, {0, 0}, {{0}}, 3, {3, 3, 3},
     {{0, 4, 0}, {0, 4, 0}, {0, 4, 0}, {0, 0, 4}, {0, 0, 4}}, 0, 6},
    {"spatial: one has all SMs",
     SPATIAL, 2, {0, 0}, {{0}}, 0, {0}, ALL(0, 4, 0), 0, 6},
    {"spatial without kernels",
     SPATIAL, 0, {0, 0}, {{0}}, 0, {0}, NOTHING, 0, 6},

    {"profile: each begins with one block",
     PROFILE, 7, {0, 0}, {{1, 1}, {1, 1}, {1, 1}}, 1, {0},
     {{1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 1}}, 0, 6},
    {"profile: the next round, at most Blocks",
     PROFILE, 5, {0, 0}, {{0}}, 3, {0},
     {{3, 0, 0}, {4, 0, 0}, {4, 0, 0}, {0, 0, 3}, {0, 0, 4}}, 0, 6},
    {"profile: one kernel, more SMs than blocks to try",
     PROFILE, 4, {0, 0}, {{0}}, 1, {0},
     {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {0, 0, 4}}, 0, 6},
    {"profile: from no block on; who has one SM has nothing",
     PROFILE, 7, {0, 0}, {{0}}, 0, {0},
     {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, 0}}, 4, 6},
    {"profile: the greatest number of the port is cut, and does not go round",
     PROFILE, 1, {0, 0}, {{0}}, 7, {0}, ALL(4, 0, 0), 0, 6},
    {"profile without kernels",
     PROFILE, 0, {0, 0}, {{0}}, 3, {0}, NOTHING, 0, 6},

    {"given: as it is, on each SM",
     GIVEN, 7, {0, 0}, {{1, 1}, {1, 1}, {1, 1}}, 2, {3, 1, 4}, ALL(3, 1, 4), 0, 6},
    {"given: at most Blocks",
     GIVEN, 7, {0, 0}, {{0}}, 0, {5, 4, 7}, ALL(4, 4, 4), 0, 6},
    {"given: nothing for one of them",
     GIVEN, 7, {0, 0}, {{0}}, 4, {0, 2, 0}, ALL(0, 2, 0), 5, 6},
    {"given: what is given to a kernel outside is of no matter",
     GIVEN, 1, {0, 0}, {{0}}, 4, {1, 2, 3}, ALL(1, 0, 0), 0, 6},
};
/* clang-format on */

static struct share_limits_in question_of(const struct row *row)
{
    struct share_limits_in in = {.policy = row->policy, .kernels = row->kernels, .from = row->from};
    memcpy(in.room, row->room, sizeof row->room);
    memcpy(in.need, row->need, sizeof row->need);
    memcpy(in.given, row->given, sizeof row->given);
    return in;
}

static void divide_row(struct bench *b, const struct row *row)
{
    const struct share_limits_in question = question_of(row);
    assert_int_equal(divide(b, &question), row->cycles);
    for (uint32_t s = 0; s < hand.sms; s++) expect_row(b, s, row->limit[s]);
    assert_int_equal(b->out.none, row->none);
    go_idle(b);
    for (uint32_t s = 0; s < hand.sms; s++) expect_row(b, s, row->limit[s]);
    assert_int_equal(b->out.none, row->none);
}

static void division_by_hand(void **state)
{
    struct bench b;
    start_bench(&b, &hand);
    divide_row(&b, *state);
}

/* All divisions in one model, and the way back: nothing of one is left for the next. */
static void divisions_one_after_another(void **state)
{
    (void)state;
    const uint32_t n = sizeof rows / sizeof rows[0];
    struct bench b;
    start_bench(&b, &hand);
    for (uint32_t i = 0; i < 2 * n; i++) divide_row(&b, &rows[i < n ? i : 2 * n - 1 - i]);
}

/* ---- the rules of the page, register by register --------------------------------------- */

/* Two kernels of which one block each fits into its half, on SMs 0 and 1, and on SM 2. */
static const struct share_limits_in traced = {
    .policy = EVEN, .kernels = 3, .room = {7}, .need = {2, 3}, .from = 1, .given = {1, 2}};

/* One cycle, and what the count has got to behind it. */
static void count_step(struct bench *b, uint32_t kernel, uint32_t copy, uint32_t taken,
                       uint32_t part)
{
    cycle(b);
    assert_int_equal(b->s.phase, SHARE_LIMITS_COUNT);
    assert_int_equal(b->s.kernel, kernel);
    assert_int_equal(b->s.copy[0], copy);
    assert_int_equal(b->s.taken, taken);
    assert_int_equal(b->s.part[kernel], part);
}

static void row_step(struct bench *b, uint32_t sm, uint32_t at, uint32_t turn)
{
    cycle(b);
    assert_int_equal(b->s.phase, SHARE_LIMITS_ROWS);
    assert_int_equal(b->s.sm, sm);
    assert_int_equal(b->s.at, at);
    assert_int_equal(b->s.turn, turn);
}

static void rule_count_rows_done(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    ask(&b, &traced);
    count_step(&b, 0, 7, 0, 0);
    count_step(&b, 0, 5, 1, 0);
    count_step(&b, 0, 3, 0, 1);
    count_step(&b, 0, 1, 1, 1);
    count_step(&b, 1, 7, 0, 0); /* the room is whole again */
    assert_int_equal(b.s.part[0], 1);
    count_step(&b, 1, 4, 1, 0);
    count_step(&b, 1, 1, 0, 1);
    row_step(&b, 0, 0, 0);
    assert_int_equal(b.s.part[0], 1);
    assert_int_equal(b.s.part[1], 1);
    row_step(&b, 1, 2, 1);
    row_step(&b, 2, 4, 0);
    cycle(&b);
    assert_int_equal(b.s.phase, SHARE_LIMITS_DONE);
    go_idle(&b);
    assert_int_equal(b.s.phase, SHARE_LIMITS_IDLE);
    expect_all(&b, 1);
}

/* The cycle that takes the last block of the last whole part is the last one of the kernel. */
static void rule_count_full(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    struct share_limits_in question = traced;
    question.need[0] = 1;
    question.need[1] = 0;
    ask(&b, &question);
    count_step(&b, 0, 7, 0, 0);
    count_step(&b, 0, 6, 1, 0);
    count_step(&b, 0, 5, 0, 1);
    count_step(&b, 0, 4, 1, 1);
    count_step(&b, 1, 7, 0, 0);
    assert_int_equal(b.s.part[0], 2);
    count_step(&b, 1, 7, 1, 0);
    count_step(&b, 1, 7, 0, 1);
    count_step(&b, 1, 7, 1, 1);
    row_step(&b, 0, 0, 0);
    assert_int_equal(b.s.part[1], 2);
}

/* A kernel outside costs a cycle and takes nothing, whatever an older count has found. */
static void rule_count_outside(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    divide(&b, &traced);
    go_idle(&b);
    assert_int_equal(b.s.part[0], 1);
    struct share_limits_in question = traced;
    question.kernels = 2;
    ask(&b, &question);
    count_step(&b, 0, 7, 0, 0);
    count_step(&b, 1, 7, 0, 0);
    assert_int_equal(b.s.part[0], 0);
    count_step(&b, 1, 4, 0, 1); /* alone: each block is one of the part */
    row_step(&b, 0, 0, 0);
    assert_int_equal(b.s.part[1], 2);
}

/* Only the policy even counts. */
static void rule_only_even_counts(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    for (uint32_t policy = 0; policy < 8; policy++) {
        struct share_limits_in question = traced;
        question.policy = policy;
        ask(&b, &question);
        cycle(&b);
        assert_int_equal(b.s.phase, policy == EVEN ? SHARE_LIMITS_COUNT : SHARE_LIMITS_ROWS);
        assert_int_equal(wait_done(&b, NULL), policy == EVEN ? 7 + 3 + 1 : 3 + 1);
        go_idle(&b);
    }
}

/* Without a start nothing begins, whatever the other inputs are. */
static void rule_no_start(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    divide(&b, &traced);
    go_idle(&b);
    for (uint32_t i = 0; i < 16; i++) {
        const struct share_limits before = b.s;
        b.in.policy = i % 8;
        b.in.kernels = i / 8;
        b.in.room[0] = i;
        b.in.need[1] = 15 - i;
        b.in.from = b.in.given[0] = i % 4;
        cycle(&b);
        assert_memory_equal(&before, &b.s, sizeof before);
        expect_all(&b, 1);
    }
}

/* In every cycle of a division, that of done included; behind it, a start is one. */
static void rule_start_under_way_ignored(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    ask(&b, &traced);
    cycle(&b);
    uint32_t cycles = 1;
    for (; !b.out.done; cycles++) {
        b.in.start_en = true;
        cycle(&b);
    }
    assert_int_equal(cycles, 11);
    b.in.start_en = true;
    go_idle(&b);
    expect_all(&b, 1);
    b.in.start_en = true;
    cycle(&b);
    assert_false(b.out.idle);
    assert_int_equal(wait_done(&b, NULL), 11);
}

/* The rows of the old division stay until the new ones come, one in a cycle. */
static void rule_limits_change_sm_by_sm(void **state)
{
    (void)state;
    struct bench b;
    struct share_limits_in question = traced;
    start_bench(&b, &tiny);
    question.policy = GIVEN;
    divide(&b, &question);
    go_idle(&b);
    ask(&b, &traced);
    for (uint32_t i = 0; i < 8; i++) {
        cycle(&b);
        for (uint32_t s = 0; s < 3; s++) expect_row(&b, s, question.given);
    }
    for (uint32_t written = 1; written <= 3; written++) {
        cycle(&b);
        assert_int_equal(b.out.done, written == 3);
        for (uint32_t s = 0; s < 3; s++)
            expect_row(&b, s, s < written ? (uint32_t[]){1, 1} : question.given);
    }
}

/* From done on, until the next start and in its cycle. */
static void rule_none_stays(void **state)
{
    (void)state;
    struct bench b;
    struct share_limits_in question = traced;
    start_bench(&b, &tiny);
    assert_int_equal(b.out.none, 0);
    question.need[0] = 4;
    divide(&b, &question);
    assert_int_equal(b.out.none, 1);
    go_idle(&b);
    for (uint32_t i = 0; i < 5; i++) {
        b.in.kernels = i % 4;
        cycle(&b);
        assert_int_equal(b.out.none, 1);
    }
    ask(&b, &traced);
    look(&b);
    assert_true(b.out.idle);
    assert_int_equal(b.out.none, 1);
    cycle(&b);
    wait_done(&b, NULL);
    assert_int_equal(b.out.none, 0);
}

/* From every cycle of a division, and behind it. */
static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    struct share_limits_in question = traced;
    question.need[0] = 4; /* kernel 0 has nothing */
    for (uint32_t n = 0; n < 12; n++) {
        start_bench(&b, &tiny);
        divide(&b, &question);
        go_idle(&b);
        assert_int_equal(b.out.none, 1);
        ask(&b, &question);
        for (uint32_t i = 0; i < n; i++) cycle(&b);
        share_limits_reset(&b.s);
        assert_null(share_limits_check(&b.s));
        look(&b);
        assert_true(b.out.idle && !b.out.done);
        assert_int_equal(b.out.none, 0);
        expect_all(&b, 0);
        assert_int_equal(divide(&b, &traced), 11);
        expect_all(&b, 1);
        assert_int_equal(b.out.none, 0);
    }
}

/* A reset of spatial limits leaves SMs without a kernel: this is no broken invariant. */
static void rule_reset_spatial(void **state)
{
    (void)state;
    struct bench b;
    struct share_limits_in question = traced;
    question.policy = SPATIAL;
    start_bench(&b, &tiny);
    divide(&b, &question);
    share_limits_reset(&b.s);
    assert_null(share_limits_check(&b.s));
    look(&b);
    expect_all(&b, 0);
}

/* One of each. */
static void rule_smallest(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &(struct share_limits_cfg){1, 1, 1, 1, 1});
    struct share_limits_in question = {.policy = EVEN, .kernels = 1, .room = {1}, .need = {1}};
    assert_int_equal(divide(&b, &question), 1 + 1 + 1);
    expect_all(&b, 1);
    assert_int_equal(b.out.none, 0);
    go_idle(&b);
    question.room[0] = 0;
    assert_int_equal(divide(&b, &question), 1 + 1 + 1);
    expect_all(&b, 0);
    assert_int_equal(b.out.none, 1);
    go_idle(&b);
    for (uint32_t policy = 0; policy < 8; policy++) {
        if (policy == EVEN) continue;
        question.policy = policy;
        question.from = question.given[0] = 1;
        assert_int_equal(divide(&b, &question), 1 + 1);
        expect_all(&b, 1);
        go_idle(&b);
    }
}

/* The kernel of each SM, and -1 of none. */
static void expect_owners(const struct bench *b, uint32_t blocks, const int32_t *owner)
{
    for (uint32_t s = 0; s < b->s.cfg.sms; s++) {
        for (uint32_t k = 0; k < b->s.cfg.kernels; k++)
            assert_int_equal(b->out.limit[s * b->s.cfg.kernels + k],
                             (int32_t)k == owner[s] ? blocks : 0);
    }
}

/* Places are skipped then. In a profile each has its first SM only. */
static void rule_more_kernels_than_sms(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct {
        uint32_t sms;
        uint32_t kernels; /* of seven */
        int32_t owner[4];
        uint32_t none;
    } cases[] = {
        {1, 0x7f, {0}, 0x7e},
        {1, 0x60, {5}, 0x40},
        {2, 0x7f, {0, 3}, 0x76},
        {2, 0x1f, {0, 2}, 0x1a},
        {2, 0x15, {0, 2}, 0x10},
        {3, 0x7f, {0, 2, 4}, 0x6a},
        {3, 0x0f, {0, 1, 2}, 0x08},
        {3, 0x7c, {2, 3, 5}, 0x50},
        {4, 0x7f, {0, 1, 3, 5}, 0x54},
        {4, 0x5b, {0, 1, 3, 4}, 0x40},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct share_limits_cfg cfg = {cases[i].sms, 7, 3, 1, 1};
        struct bench b;
        start_bench(&b, &cfg);
        struct share_limits_in question = {.policy = SPATIAL, .kernels = cases[i].kernels};
        divide(&b, &question);
        expect_owners(&b, 3, cases[i].owner);
        assert_int_equal(b.out.none, cases[i].none);
        go_idle(&b);
        question.policy = PROFILE;
        question.from = 2;
        divide(&b, &question);
        expect_owners(&b, 2, cases[i].owner);
        assert_int_equal(b.out.none, cases[i].none);
    }
}

/* The counters at their ends: the last SM of all, one kernel's; the last part of the last kernel;
 * and as many kernels as there can be. */
static void rule_largest(void **state)
{
    (void)state;
    static const struct share_limits_cfg largest = {64, 16, 64, 8, 32};
    struct bench b;
    start_bench(&b, &largest);
    struct share_limits_in question = {.policy = PROFILE, .kernels = 0x8000, .from = 1};
    ask(&b, &question);
    for (uint32_t s = 0; s < 64; s++) row_step(&b, s, s, s);
    cycle(&b);
    assert_true(b.out.done);
    for (uint32_t s = 0; s < 64; s++) assert_int_equal(b.out.limit[s * 16 + 15], s + 1);
    go_idle(&b);
    question.kernels = 0xffff;
    question.from = 127;
    ask(&b, &question);
    for (uint32_t s = 0; s < 64; s++) row_step(&b, s, 16 * s, s % 4);
    cycle(&b);
    for (uint32_t s = 0; s < 64; s++) assert_int_equal(b.out.limit[s * 16 + s / 4], 64);
    go_idle(&b);
    question.policy = EVEN;
    for (uint32_t r = 0; r < 8; r++) question.room[r] = UINT32_MAX;
    for (uint32_t e = 0; e < 16 * 8; e++) question.need[e] = UINT32_MAX / 1024;
    for (uint32_t r = 0; r < 8; r++) question.need[15 * 8 + r] = UINT32_MAX - (r == 7 ? 0 : 1);
    assert_int_equal(divide(&b, &question), 15 * 1024 + 2 + 64 + 1);
    for (uint32_t s = 0; s < 64; s++) {
        for (uint32_t k = 0; k < 16; k++)
            assert_int_equal(b.out.limit[s * 16 + k], k == 15 ? 0 : 64);
    }
    assert_int_equal(b.out.none, 0x8000);
}

/* ---- the papers ------------------------------------------------------------------------ */

enum { THREADS, REGISTERS, SHARED, SLOTS };

/* An SM as in the papers, and two kernels that need a slot for a block and nothing else. */
static struct share_limits_in pair(uint32_t policy)
{
    struct share_limits_in in = {.policy = policy, .kernels = 3};
    in.room[THREADS] = 1536;
    in.room[REGISTERS] = 32768;
    in.room[SHARED] = 49152;
    in.room[SLOTS] = 8;
    in.need[SLOTS] = in.need[4 + SLOTS] = 1;
    return in;
}

/* Section IV.A: "if a GPU has 16 SMs and each SM can accommodate 8 CTAs then kernel 1 and kernel 2
 * will each use 8 SMs during the profile phase. Each SM will run anywhere from 1 to 8 CTAs." */
static void paper_profile(void **state)
{
    (void)state;
    struct share_limits_in question = pair(PROFILE);
    struct bench b;
    question.from = 1;
    start_bench(&b, &paper);
    divide(&b, &question);
    for (uint32_t s = 0; s < 16; s++)
        expect_row(&b, s, s < 8 ? (uint32_t[]){s + 1, 0, 0, 0} : (uint32_t[]){0, s - 7, 0, 0});
    assert_int_equal(b.out.none, 0);
}

/* Section IV.A shares an SM in time: four kernels have four SMs each, and eight numbers of blocks
 * are tried in two rounds. */
static void paper_profile_in_rounds(void **state)
{
    (void)state;
    struct share_limits_in question = pair(PROFILE);
    struct bench b;
    question.kernels = 15;
    start_bench(&b, &paper);
    uint32_t tried[4] = {0};
    for (uint32_t from = 1; from <= 5; from += 4) {
        question.from = from;
        divide(&b, &question);
        for (uint32_t e = 0; e < 16 * 4; e++) {
            if (b.out.limit[e] == 0) continue;
            assert_int_equal(e / 4 / 4, e % 4); /* SMs 0 to 3 are kernel 0's, and so on */
            tried[e % 4] |= (uint32_t)bit(b.out.limit[e]);
        }
        go_idle(&b);
    }
    for (uint32_t k = 0; k < 4; k++) assert_int_equal(tried[k], 0x1fe);
}

/* Section III, Figure 2c: half of the shared memory for each of two kernels, of which a block of A
 * needs half as much as one of B. */
static void paper_even(void **state)
{
    (void)state;
    struct share_limits_in question = pair(EVEN);
    struct bench b;
    question.need[SHARED] = 49152 / 8;
    question.need[4 + SHARED] = 49152 / 4;
    start_bench(&b, &paper);
    divide(&b, &question);
    for (uint32_t s = 0; s < 16; s++) expect_row(&b, s, (uint32_t[]){4, 2, 0, 0});
    assert_int_equal(b.out.none, 0);
}

/* Section I: a block of 21 % of the shared memory fits four times, 16 % are lost; of half of it two
 * blocks and 8 %. Its companion needs more than its half, has nothing, and the SMs are divided. */
static void paper_even_too_little(void **state)
{
    (void)state;
    struct share_limits_in question = pair(EVEN);
    struct bench b;
    question.need[SHARED] = 49152 * 21 / 100;
    question.need[4 + REGISTERS] = 32768 / 2 + 1;
    start_bench(&b, &paper);
    divide(&b, &question);
    for (uint32_t s = 0; s < 16; s++) expect_row(&b, s, (uint32_t[]){2, 0, 0, 0});
    assert_int_equal(b.out.none, 2);
    go_idle(&b);
    question.kernels = 1;
    divide(&b, &question);
    for (uint32_t s = 0; s < 16; s++) expect_row(&b, s, (uint32_t[]){4, 0, 0, 0});
    go_idle(&b);
    question.kernels = 3;
    question.policy = SPATIAL;
    divide(&b, &question);
    for (uint32_t s = 0; s < 16; s++)
        expect_row(&b, s, s < 8 ? (uint32_t[]){8, 0, 0, 0} : (uint32_t[]){0, 8, 0, 0});
    assert_int_equal(b.out.none, 0);
}

/* Elastic Kernels, 4.3.3: EQUAL limits each of two grids to 50 % of the resources. */
static void paper_equal(void **state)
{
    (void)state;
    struct share_limits_in question = pair(EVEN);
    struct bench b;
    question.need[THREADS] = 192;
    question.need[REGISTERS] = 192 * 21;
    question.need[4 + THREADS] = 256;
    question.need[4 + REGISTERS] = 256 * 20;
    start_bench(&b, &paper);
    divide(&b, &question);
    const uint32_t a = b.out.limit[0], c = b.out.limit[1];
    assert_int_equal(a, 4);
    assert_int_equal(c, 3);
    for (uint32_t r = THREADS; r <= SLOTS; r++) {
        assert_true(a * question.need[r] * 2 <= question.room[r]);
        assert_true(c * question.need[4 + r] * 2 <= question.room[r]);
    }
}

/* The page: at most 149 cycles at paper size. Four kernels that need nothing take the longest. */
static void paper_longest(void **state)
{
    (void)state;
    struct share_limits_in question = {.policy = EVEN, .kernels = 15};
    struct bench b;
    start_bench(&b, &paper);
    const uint32_t cycles = divide(&b, &question);
    assert_int_equal(cycles, 4 * 8 * 4 + 16 + 1);
    assert_true(cycles <= 149);
    expect_all(&b, 8);
}

/* ---- a twin that divides --------------------------------------------------------------- */

struct answer {
    uint32_t limit[SMS][KERNELS];
    uint32_t none;
    uint32_t cycles;
};

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* How often does a block fit, up to so many times? */
static uint32_t fits_times(const struct share_limits_in *in, const uint32_t *need, uint32_t kinds,
                           uint32_t most)
{
    for (uint32_t r = 0; r < kinds; r++)
        most = need[r] == 0 ? most : smaller(most, in->room[r] / need[r]);
    return most;
}

/* The first SM of a place: s * P reaches place * Sms. */
static uint32_t first_sm(uint32_t place, uint32_t sms, uint32_t sharing)
{
    return (place * sms + sharing - 1) / sharing;
}

static uint32_t limit_of_twin(const struct share_limits_cfg *cfg, const struct share_limits_in *in,
                              uint32_t kernel, uint32_t part, int32_t turn, bool is_its)
{
    const uint32_t blocks = cfg->blocks;
    if (in->policy == EVEN) return part;
    if (in->policy == GIVEN) return smaller(in->given[kernel], blocks);
    if (in->policy == SPATIAL) return blocks * is_its;
    if (in->policy == PROFILE) return is_its ? smaller(in->from + (uint32_t)turn, blocks) : 0;
    return blocks;
}

/* Kernel by kernel, where the block goes SM by SM. */
static void work_out(const struct share_limits_cfg *cfg, const struct share_limits_in *in,
                     struct answer *a)
{
    uint32_t list[KERNELS], sharing = 0;
    memset(a, 0, sizeof *a);
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        if (has(in->kernels, k)) list[sharing++] = k;
    }
    a->cycles = cfg->sms + 1;
    if (in->policy == EVEN) a->cycles += cfg->kernels - sharing;
    for (uint32_t place = 0; place < sharing; place++) {
        const uint32_t k = list[place], most = cfg->blocks * sharing;
        const uint32_t times = fits_times(in, &in->need[k * cfg->kinds], cfg->kinds, most);
        if (in->policy == EVEN) a->cycles += smaller(times + 1, most);
        const uint32_t first = first_sm(place, cfg->sms, sharing);
        const uint32_t end = first_sm(place + 1, cfg->sms, sharing);
        bool any = false;
        for (uint32_t s = 0; s < cfg->sms; s++) {
            a->limit[s][k] = limit_of_twin(cfg, in, k, times / sharing, (int32_t)(s - first),
                                           s >= first && s < end);
            any = any || a->limit[s][k] > 0;
        }
        if (!any) a->none |= (uint32_t)bit(k);
    }
}

/* ---- the page's invariants, of the ports alone ------------------------------------------ */

static uint32_t limits_on(const struct bench *b, uint32_t s)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < b->s.cfg.kernels; k++)
        n += b->out.limit[s * b->s.cfg.kernels + k] != 0;
    return n;
}

static void expect_apart_and_balanced(const struct bench *b, const struct share_limits_in *in)
{
    const struct share_limits_cfg *cfg = &b->s.cfg;
    for (uint32_t s = 0; s < cfg->sms; s++) {
        assert_in_range(limits_on(b, s), 0, 1);
        if (in->policy == SPATIAL) assert_int_equal(limits_on(b, s), in->kernels != 0);
    }
    if (in->policy == PROFILE) return;
    uint32_t has_count = 0; /* a bit a number of SMs that a kernel under way has */
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        uint32_t n = 0;
        for (uint32_t s = 0; s < cfg->sms; s++) n += b->out.limit[s * cfg->kernels + k] != 0;
        if (has(in->kernels, k)) has_count |= 1u << smaller(n, 31);
    }
    if (cfg->sms > 30 || has_count == 0) return;
    const uint32_t from_fewest = has_count >> lowest(has_count);
    assert_true(from_fewest == 1 || from_fewest == 3);
}

static void expect_part_fits(const struct bench *b, const struct share_limits_in *in, uint32_t k)
{
    const struct share_limits_cfg *cfg = &b->s.cfg;
    const uint64_t sharing = (uint64_t)__builtin_popcount(in->kernels), part = b->out.limit[k];
    bool one_more = true;
    for (uint32_t r = 0; r < cfg->kinds; r++) {
        const uint64_t need = in->need[k * cfg->kinds + r];
        assert_true(part * sharing * need <= in->room[r]);
        one_more = one_more && (part + 1) * sharing * need <= in->room[r];
    }
    assert_true(part == cfg->blocks || !one_more);
}

static void expect_invariants(const struct bench *b, const struct share_limits_in *in)
{
    const struct share_limits_cfg *cfg = &b->s.cfg;
    if (in->policy == SPATIAL || in->policy == PROFILE) expect_apart_and_balanced(b, in);
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        if (in->policy == EVEN && has(in->kernels, k)) expect_part_fits(b, in, k);
        for (uint32_t s = 0; s < cfg->sms && !has(in->kernels, k); s++)
            assert_int_equal(b->out.limit[s * cfg->kernels + k], 0);
    }
}

/* ---- random divisions ------------------------------------------------------------------ */

/* Sizes up to these; of amounts, room for about so many blocks. */
static const struct run {
    const char *name;
    uint32_t problems;
    struct share_limits_cfg most;
    uint32_t times;
} runs[] = {
    {"random_small", 20000, {5, 4, 3, 2, 5}, 8},
    {"random_paper", 3000, {16, 4, 8, 4, 17}, 40},
    {"random_many_kernels", 2000, {6, 16, 5, 3, 12}, 80},
    {"random_many_sms", 1000, {64, 9, 7, 2, 9}, 30},
    {"random_all_bits", 300, {64, 16, 64, 8, 32}, 600},
};

static uint32_t up_to(struct hd_rng *rng, uint32_t n) { return 1 + hd_rng_below(rng, n); }

/* Sizes at their ends come often. */
static uint32_t size_up_to(struct hd_rng *rng, uint32_t n)
{
    return hd_rng_chance(rng, 1, 4) ? n : up_to(rng, n);
}

static uint32_t random_bits(struct hd_rng *rng, uint32_t bits)
{
    return (uint32_t)(hd_rng_next(rng) >> (64 - bits));
}

static void random_sizes(struct share_limits_cfg *cfg, const struct run *run, struct hd_rng *rng)
{
    *cfg = (struct share_limits_cfg){
        .sms = size_up_to(rng, run->most.sms),
        .kernels = size_up_to(rng, run->most.kernels),
        .blocks = size_up_to(rng, run->most.blocks),
        .kinds = size_up_to(rng, run->most.kinds),
        .need_width = run->most.need_width,
    };
}

/* Half of the needs go evenly into the room: a block more or less is a matter of one. */
static uint32_t random_need(struct hd_rng *rng, uint32_t room, uint32_t times)
{
    if (hd_rng_chance(rng, 1, 8)) return 0;
    const uint32_t need = room / up_to(rng, times);
    return hd_rng_chance(rng, 1, 2) || need == 0 ? need : 1 + hd_rng_below(rng, need);
}

static void random_question(struct share_limits_in *in, const struct share_limits_cfg *cfg,
                            const struct run *run, struct hd_rng *rng)
{
    const uint32_t block_bits = clog2(cfg->blocks + 1);
    memset(in, 0, sizeof *in);
    in->policy = hd_rng_chance(rng, 1, 3) ? EVEN : hd_rng_below(rng, 8);
    in->kernels = (uint32_t)ones(cfg->kernels);
    if (hd_rng_chance(rng, 2, 3)) in->kernels &= (uint32_t)hd_rng_next(rng);
    for (uint32_t r = 0; r < cfg->kinds; r++) {
        in->room[r] = random_bits(rng, cfg->need_width);
        for (uint32_t k = 0; k < cfg->kernels; k++)
            in->need[k * cfg->kinds + r] = random_need(rng, in->room[r], run->times);
    }
    in->from = random_bits(rng, block_bits);
    for (uint32_t k = 0; k < cfg->kernels; k++)
        in->given[k] = hd_rng_chance(rng, 1, 4) ? 0 : random_bits(rng, block_bits);
}

static void compare(const struct bench *b, const struct share_limits_in *in, const struct answer *a)
{
    for (uint32_t s = 0; s < b->s.cfg.sms; s++) expect_row(b, s, a->limit[s]);
    assert_int_equal(b->out.none, a->none);
    expect_invariants(b, in);
}

/* A few divisions in each model, then other sizes. Between two the inputs are as they like. */
static void random_divisions(void **state)
{
    const struct run *run = *state;
    struct share_limits_cfg cfg = run->most;
    struct share_limits_in question, other;
    struct answer answer;
    struct bench b;
    struct hd_rng rng;
    uint32_t with_none = 0;
    hd_rng_seed(&rng, run->problems);
    for (uint32_t n = 0; n < run->problems; n++) {
        if (n % 10 == 0) {
            random_sizes(&cfg, run, &rng);
            start_bench(&b, &cfg);
        }
        random_question(&question, &cfg, run, &rng);
        work_out(&cfg, &question, &answer);
        ask(&b, &question);
        cycle(&b);
        assert_int_equal(wait_done(&b, &rng), answer.cycles);
        compare(&b, &question, &answer);
        go_idle(&b);
        for (uint32_t i = hd_rng_below(&rng, 4); i > 0; i--) {
            random_question(&other, &cfg, run, &rng);
            b.in = other;
            cycle(&b);
        }
        compare(&b, &question, &answer);
        with_none += answer.none != 0;
    }
    assert_in_range(with_none, run->problems / 10, run->problems - run->problems / 10);
}

/* ---- each check fails ------------------------------------------------------------------ */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = share_limits_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void start_done(struct bench *b, uint32_t policy, uint32_t kernels)
{
    struct share_limits_in question = traced;
    question.policy = policy;
    question.kernels = kernels;
    start_bench(b, &tiny);
    divide(b, &question);
}

/* Limits are 2 of kernel 0 on SMs 0 and 1, and of kernel 1 on SM 2. */
static void check_apart_and_balanced(void **state)
{
    (void)state;
    struct bench b;
    start_done(&b, SPATIAL, 3);
    b.s.limit[1] = 1;
    expect_broken(&b, "apart");
    b.s.phase = SHARE_LIMITS_ROWS; /* the row of SM 0 is not written yet, then it is */
    b.s.sm = 0;
    assert_null(share_limits_check(&b.s));
    b.s.sm = 1;
    expect_broken(&b, "apart");
    start_done(&b, SPATIAL, 3);
    b.s.limit[1 * 2 + 0] = 0;
    expect_broken(&b, "balanced"); /* SM 1 has no kernel */
    b.s.phase = SHARE_LIMITS_ROWS;
    b.s.sm = 1;
    assert_null(share_limits_check(&b.s));
    start_done(&b, SPATIAL, 3);
    b.s.limit[2 * 2 + 0] = 2;
    b.s.limit[2 * 2 + 1] = 0;
    expect_broken(&b, "balanced"); /* kernel 0 has three, kernel 1 none */
    b.s.phase = SHARE_LIMITS_ROWS;
    b.s.sm = 2;
    assert_null(share_limits_check(&b.s));
    start_done(&b, SPATIAL, 0);
    assert_null(share_limits_check(&b.s));
    start_done(&b, PROFILE, 3);
    b.s.limit[2 * 2 + 1] = 0;
    assert_null(share_limits_check(&b.s)); /* a profile is not balanced */
    b.s.limit[2 * 2 + 0] = b.s.limit[2 * 2 + 1] = 1;
    expect_broken(&b, "apart");
    start_done(&b, GIVEN, 3);
    assert_null(share_limits_check(&b.s)); /* here they may meet */
}

static void check_part_fits(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t part = 0; part <= 2; part++) {
        start_done(&b, EVEN, 3);
        b.s.part[1] = part;
        if (part == 1) assert_null(share_limits_check(&b.s));
        else expect_broken(&b, "part_fits");
        b.s.phase = SHARE_LIMITS_COUNT; /* kernel 1 is counted still */
        b.s.kernel = 1;
        assert_null(share_limits_check(&b.s));
    }
    start_done(&b, EVEN, 2);
    b.s.part[1] = 1;
    expect_broken(&b, "part_fits"); /* alone, two blocks fit */
    b.s.part[1] = 2;
    b.s.part[0] = 2; /* of a kernel outside, it is of no matter */
    assert_null(share_limits_check(&b.s));
    start_done(&b, GIVEN, 3);
    b.s.part[1] = 2;
    assert_null(share_limits_check(&b.s));
}

static void check_absent(void **state)
{
    (void)state;
    struct bench b;
    start_done(&b, GIVEN, 1);
    b.s.limit[2 * 2 + 1] = 1;
    expect_broken(&b, "absent");
    b.s.phase = SHARE_LIMITS_IDLE;
    expect_broken(&b, "absent");
    b.s.phase = SHARE_LIMITS_ROWS;
    b.s.sm = 2;
    assert_null(share_limits_check(&b.s));
    b.s.phase = SHARE_LIMITS_COUNT;
    assert_null(share_limits_check(&b.s));
    start_bench(&b, &tiny);
    b.s.limit[0] = 1; /* of no kernel, as nothing was asked for */
    expect_broken(&b, "absent");
}

/* Of tiny: 2 * 2 * 2 + 2 for the count, 3 rows, and done. */
static void check_ends_soon(void **state)
{
    (void)state;
    struct bench b;
    start_done(&b, EVEN, 3);
    b.s.cycles = 10 + 3 + 1;
    assert_null(share_limits_check(&b.s));
    b.s.cycles++;
    expect_broken(&b, "ends_soon");
    b.s.phase = SHARE_LIMITS_IDLE;
    assert_null(share_limits_check(&b.s));
}

/* What the inputs set break, told in this sentence. */
static void expect_promise(struct bench *b, const struct share_limits_in *in, const char *sentence)
{
    const char *broken = share_limits_promise(&b->s, in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
}

static void promise_widths(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    expect_promise(&b, &(struct share_limits_in){.policy = 8}, "policy_i has more than 3 bits");
    expect_promise(&b, &(struct share_limits_in){.kernels = 8},
                   "kernels_i has more bits than Kernels");
    expect_promise(&b, &(struct share_limits_in){.room = {0, 32}},
                   "an amount of room has more bits than NeedWidth");
    expect_promise(&b, &(struct share_limits_in){.need = {[5] = 32}},
                   "a need has more bits than NeedWidth");
    expect_promise(&b, &(struct share_limits_in){.from = 8},
                   "a number of blocks has more bits than BlockWidth");
    expect_promise(&b, &(struct share_limits_in){.given = {[2] = 8}},
                   "a number of blocks has more bits than BlockWidth");
    const struct share_limits_in most = {
        .policy = 7,
        .kernels = 7,
        .room = {31, 31, 32}, /* the last one is of no kind, and so on */
        .need = {31, 31, 31, 31, 31, 31, 32},
        .from = 7,
        .given = {7, 7, 7, 8},
    };
    assert_null(share_limits_promise(&b.s, &most));
    start_bench(&b, &(struct share_limits_cfg){1, 1, 1, 1, 1});
    assert_null(share_limits_promise(&b.s, &(struct share_limits_in){.from = 1, .given = {1}}));
    expect_promise(&b, &(struct share_limits_in){.from = 2},
                   "a number of blocks has more bits than BlockWidth");
}

/* Each input in turn is another one than in the cycle of the start. */
static void expect_held(struct bench *b)
{
    struct share_limits_in in = b->in;
    in.policy ^= 4;
    expect_promise(b, &in, "policy_i changes while a division is under way");
    in = b->in;
    in.kernels ^= 2;
    expect_promise(b, &in, "kernels_i changes while a division is under way");
    in = b->in;
    in.room[0]++;
    expect_promise(b, &in, "room_i changes while a division is under way");
    in = b->in;
    in.need[1]++;
    expect_promise(b, &in, "need_i changes while a division is under way");
    in = b->in;
    in.from ^= 1;
    expect_promise(b, &in, "from_i changes while a division is under way");
    in = b->in;
    in.given[1] ^= 1;
    expect_promise(b, &in, "given_i changes while a division is under way");
    in = b->in;
    in.start_en = true;
    in.room[1] = in.need[2] = in.given[2] = 1; /* of no kind and of no kernel */
    assert_null(share_limits_promise(&b->s, &in));
}

/* In every cycle of a division and in none outside. */
static void promise_under_way(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &tiny);
    for (uint32_t policy = 0; policy < 4; policy++) {
        b.in.policy = 7; /* the cycle before the start may ask for something else */
        cycle(&b);
        struct share_limits_in question = traced;
        question.policy = policy;
        ask(&b, &question);
        cycle(&b);
        while (!b.out.idle) {
            expect_held(&b);
            cycle(&b);
        }
        b.in = (struct share_limits_in){.policy = 7, .kernels = 1, .room = {15}, .need = {15, 15}};
        cycle(&b);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct share_limits_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 4, 8, 4, 17}, "Sms must be 1 to 64"},
        {{65, 4, 8, 4, 17}, "Sms must be 1 to 64"},
        {{16, 0, 8, 4, 17}, "Kernels must be 1 to 16"},
        {{16, 17, 8, 4, 17}, "Kernels must be 1 to 16"},
        {{16, 4, 0, 4, 17}, "Blocks must be 1 to 64"},
        {{16, 4, 65, 4, 17}, "Blocks must be 1 to 64"},
        {{16, 4, 8, 0, 17}, "Kinds must be 1 to 8"},
        {{16, 4, 8, 9, 17}, "Kinds must be 1 to 8"},
        {{16, 4, 8, 4, 0}, "NeedWidth must be 1 to 32"},
        {{16, 4, 8, 4, 33}, "NeedWidth must be 1 to 32"},
    };
    struct share_limits s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = share_limits_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(share_limits_init(&s, &(struct share_limits_cfg){1, 1, 1, 1, 1}));
    assert_null(share_limits_init(&s, &(struct share_limits_cfg){64, 16, 64, 8, 32}));
}

int main(void)
{
    struct CMUnitTest tests[80] = {
        cmocka_unit_test(divisions_one_after_another),
        cmocka_unit_test(rule_count_rows_done),
        cmocka_unit_test(rule_count_full),
        cmocka_unit_test(rule_count_outside),
        cmocka_unit_test(rule_only_even_counts),
        cmocka_unit_test(rule_no_start),
        cmocka_unit_test(rule_start_under_way_ignored),
        cmocka_unit_test(rule_limits_change_sm_by_sm),
        cmocka_unit_test(rule_none_stays),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_reset_spatial),
        cmocka_unit_test(rule_smallest),
        cmocka_unit_test(rule_more_kernels_than_sms),
        cmocka_unit_test(rule_largest),
        cmocka_unit_test(paper_profile),
        cmocka_unit_test(paper_profile_in_rounds),
        cmocka_unit_test(paper_even),
        cmocka_unit_test(paper_even_too_little),
        cmocka_unit_test(paper_equal),
        cmocka_unit_test(paper_longest),
        cmocka_unit_test(check_apart_and_balanced),
        cmocka_unit_test(check_part_fits),
        cmocka_unit_test(check_absent),
        cmocka_unit_test(check_ends_soon),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(promise_under_way),
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
                                         .test_func = random_divisions,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("share_limits", tests, NULL, NULL);
}
