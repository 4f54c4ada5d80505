/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the work distributor: the page's rules and each of its races by hand, the
 * policies worked out by hand, a host with SMs that keeps an account of its own and says beforehand
 * what each output is, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "dispatch/work_distributor.h"

enum {
    SMS = WORK_DISTRIBUTOR_MAX_SMS,
    KERNELS = WORK_DISTRIBUTOR_MAX_KERNELS,
    KINDS = WORK_DISTRIBUTOR_MAX_KINDS,
    LAUNCHES = WORK_DISTRIBUTOR_MAX_LAUNCHES,
};

/* ---- a bench --------------------------------------------------------------------------- */

/* out is what was seen in the last cycle, s what is there behind it. */
struct bench {
    struct work_distributor s;
    struct work_distributor_in in;
    struct work_distributor_out out;
};

/* A division takes four cycles here with any policy but even: start, two rows, done. */
static const struct work_distributor_cfg hand = {.sms = 2,
                                                 .kernels = 2,
                                                 .blocks = 3,
                                                 .kinds = 2,
                                                 .need_width = 4,
                                                 .thread_kind = 0,
                                                 .shared_kind = 1,
                                                 .streams = 4,
                                                 .queues = 4,
                                                 .depth = 2,
                                                 .launches = 5};

/* Three kernels, for races that two kernels and a launch have. */
static const struct work_distributor_cfg three = {.sms = 2,
                                                  .kernels = 3,
                                                  .blocks = 3,
                                                  .kinds = 2,
                                                  .need_width = 4,
                                                  .thread_kind = 0,
                                                  .shared_kind = 1,
                                                  .streams = 4,
                                                  .queues = 4,
                                                  .depth = 2,
                                                  .launches = 5};

/* What is no event stays from cycle to cycle. */
static void quiet(struct bench *b)
{
    b->in.push_en = b->in.push_wait = false;
    b->in.push_stream = b->in.push_launch = 0;
    b->in.launch_ready = false;
    b->in.replan = false;
    b->in.end_valid = 0;
    memset(b->in.end_kernel, 0, sizeof b->in.end_kernel);
}

/* One cycle with the inputs set since the last. */
static void cycle(struct bench *b)
{
    const struct work_distributor before = b->s;
    const char *broken = work_distributor_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    work_distributor_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    work_distributor_tick(&b->s, &b->in, &b->out);
    broken = work_distributor_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

static void cycles(struct bench *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) cycle(b);
}

/* The room of an SM is 8 and 6; all SMs are idle and ready; the policy is left-over. */
static void start_bench(struct bench *b, const struct work_distributor_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(work_distributor_init(&b->s, cfg));
    assert_null(work_distributor_check(&b->s));
    b->in.sm_idle = b->in.block_ready = ones(cfg->sms);
    b->in.room[0] = 8;
    b->in.room[1] = 6;
    cycle(b);
}

static void push(struct bench *b, uint32_t stream, uint32_t launch)
{
    b->in.push_en = true;
    b->in.push_stream = stream;
    b->in.push_launch = launch;
    cycle(b);
}

/* The host describes the launch that is offered in the next cycle: a row of blocks. */
static void describe(struct bench *b, uint32_t blocks, uint32_t first, uint32_t second)
{
    b->in.launch_ready = true;
    b->in.grid_x = blocks;
    b->in.grid_y = b->in.grid_z = 1;
    b->in.need[0] = first;
    b->in.need[1] = second;
}

/* In this cycle the launch becomes that kernel. */
static void expect_launch(struct bench *b, uint32_t launch, uint32_t k)
{
    cycle(b);
    assert_true(b->out.launch_valid);
    assert_int_equal(b->out.launch_number, launch);
    assert_int_equal(b->out.launch_kernel, k);
    assert_true(b->out.kernel_en);
    assert_false(b->out.refused);
}

static void expect_no_launch(struct bench *b)
{
    describe(b, 1, 1, 1);
    cycle(b);
    assert_false(b->out.launch_valid);
    assert_false(b->out.kernel_en);
    assert_false(b->out.refused);
}

/* A launch is pushed to the stream of its number, and begins. */
static void begin(struct bench *b, uint32_t launch, uint32_t k, uint32_t blocks, uint32_t first)
{
    push(b, launch % b->s.cfg.streams, launch);
    describe(b, blocks, first, 1);
    expect_launch(b, launch, k);
}

/* In this cycle that block goes to that SM. */
static void expect_block(struct bench *b, uint32_t sm, uint32_t k, uint32_t x)
{
    cycle(b);
    assert_int_equal(b->out.block_valid, bit(sm));
    assert_int_equal(b->out.block_kernel, k);
    assert_int_equal(b->out.block_id[0], x);
    assert_int_equal(b->out.block_id[1], 0);
    assert_int_equal(b->out.block_id[2], 0);
}

static void expect_no_block(struct bench *b)
{
    cycle(b);
    assert_int_equal(b->out.block_valid, 0);
}

/* In the next cycle a block of the kernel ends there. */
static void end_block(struct bench *b, uint32_t sm, uint32_t k)
{
    b->in.end_valid |= bit(sm);
    b->in.end_kernel[sm] = k;
}

static void expect_done(struct bench *b, uint32_t launch)
{
    cycle(b);
    assert_true(b->out.done_valid);
    assert_int_equal(b->out.done_launch, launch);
}

static void expect_not_done(struct bench *b)
{
    cycle(b);
    assert_false(b->out.done_valid);
    assert_int_equal(b->out.done_launch, 0);
}

static uint32_t blocks_of(const struct bench *b, uint32_t sm, uint32_t k)
{
    return b->out.blocks[sm * b->s.cfg.kernels + k];
}

/* ---- launch ---------------------------------------------------------------------------- */

static void rule_launch(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    assert_true(b.out.idle);
    expect_no_launch(&b);
    push(&b, 1, 3);
    assert_true(b.out.idle && b.out.free[3]);
    cycle(&b); /* the host is not ready: it stays */
    assert_true(b.out.launch_valid && !b.out.kernel_en && !b.out.refused);
    assert_false(b.out.idle || b.out.free[3]);
    assert_int_equal(b.out.runs, 0);
    describe(&b, 2, 8, 6); /* all there is, of both kinds */
    expect_launch(&b, 3, 0);
    cycle(&b);
    assert_int_equal(b.out.runs, 1);
    assert_false(b.out.idle);
    assert_int_equal(b.s.launch[0], 3);
    assert_int_equal(b.s.need[0], 8);
    assert_int_equal(b.s.need[1], 6);
}

/* The host sees the number, whatever the SMs are about. */
static void rule_launch_every_sm_idle(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    push(&b, 1, 3);
    for (uint32_t idle = 0; idle < 3; idle++) {
        b.in.sm_idle = idle;
        expect_no_launch(&b);
        assert_int_equal(b.out.launch_number, 3);
        assert_int_equal(b.out.launch_kernel, 0);
    }
    b.in.sm_idle = 3;
    describe(&b, 1, 1, 1);
    expect_launch(&b, 3, 0);
}

/* Not while a division is due or under way; then the lowest-numbered kernel; then none is left. */
static void rule_launch_waits_for_division(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.block_ready = 0;
    for (uint32_t i = 0; i < 3; i++) push(&b, i, i);
    describe(&b, 1, 1, 1);
    expect_launch(&b, 0, 0);
    for (uint32_t i = 0; i < 4; i++) expect_no_launch(&b);
    describe(&b, 1, 1, 1);
    expect_launch(&b, 1, 1);
    for (uint32_t i = 0; i < 20; i++) expect_no_launch(&b);
    assert_int_equal(b.out.launch_kernel, 0); /* none */
    assert_int_equal(b.out.runs, 3);
}

/* Each kind alone is enough to refuse. It is reported in the next cycle, and no division is due. */
static void rule_refused(void **state)
{
    (void)state;
    static const uint32_t needs[][2] = {{9, 0}, {0, 7}, {9, 7}, {15, 15}};
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        struct bench b;
        start_bench(&b, &hand);
        push(&b, 0, 4);
        push(&b, 2, 1);
        describe(&b, 1, needs[i][0], needs[i][1]);
        cycle(&b);
        assert_true(b.out.launch_valid && b.out.refused && !b.out.kernel_en && !b.out.done_valid);
        assert_int_equal(b.out.launch_number, 4);
        describe(&b, 1, 1, 1); /* no launch begins beside the report */
        expect_done(&b, 4);
        assert_int_equal(b.out.runs, 0);
        assert_false(b.out.launch_valid || b.out.free[4]);
        describe(&b, 1, 1, 1); /* and nothing else holds up the next one */
        expect_launch(&b, 1, 0);
        assert_true(b.out.free[4]);
        assert_false(b.out.done_valid);
    }
}

/* A launch behind a refused one in its stream. */
static void rule_refused_stream_goes_on(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    push(&b, 2, 4);
    push(&b, 2, 1);
    describe(&b, 1, 9, 0);
    cycle(&b);
    assert_true(b.out.refused);
    expect_done(&b, 4);
    describe(&b, 1, 0, 0);
    expect_launch(&b, 1, 0);
}

/* ---- division and open ----------------------------------------------------------------- */

/* Due, start, rows, done, and open from the cycle behind. */
static void rule_open(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    begin(&b, 0, 0, 5, 1);
    for (uint32_t i = 0; i < 4; i++) expect_no_block(&b);
    for (uint32_t i = 0; i < 5; i++) expect_block(&b, i % 2, 0, i);
    expect_no_block(&b);
}

/* The SMs are idle too late: the kernel is opened in the first cycle in which all are. */
static void rule_open_later(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    begin(&b, 0, 0, 5, 1);
    cycles(&b, 3); /* idle, but the division has not ended */
    b.in.sm_idle = 1;
    expect_no_block(&b); /* it ends */
    expect_no_block(&b);
    b.in.sm_idle = 2;
    expect_no_block(&b);
    b.in.sm_idle = 3;
    expect_no_block(&b); /* it is opened */
    b.in.sm_idle = 0;    /* of no matter from now on */
    expect_block(&b, 0, 0, 0);
    expect_block(&b, 1, 0, 1);
}

/* While the second kernel waits for its division the first goes on. */
static void rule_open_is_per_kernel(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    begin(&b, 0, 0, 2, 1);
    cycles(&b, 4);
    b.in.block_ready = 0;
    push(&b, 1, 1);
    b.in.block_ready = 3;
    describe(&b, 3, 1, 1);
    b.in.spread = true;
    expect_launch(&b, 1, 1);
    assert_int_equal(b.out.block_valid, 1); /* kernel 0 gives beside a begin */
    expect_block(&b, 1, 0, 1);
    for (uint32_t i = 0; i < 3; i++) expect_no_block(&b);
    expect_block(&b, 0, 1, 0);
}

/* An open kernel stays open when the next division ends and SMs are not idle. */
static void rule_replan(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.block_ready = 0;
    begin(&b, 0, 0, 9, 1);
    cycles(&b, 5);
    b.in.policy = SHARE_LIMITS_GIVEN;
    b.in.given[0] = 1;
    b.in.replan = true;
    push(&b, 1, 1);
    for (uint32_t i = 0; i < 4; i++) expect_no_launch(&b);
    b.in.sm_idle = 0;
    b.in.block_ready = 3;
    expect_block(&b, 0, 0, 0);
    expect_block(&b, 1, 0, 1);
    expect_no_block(&b); /* given: one on each SM */
}

/* The policy's inputs reach the share limits: of the even policy a kernel gets nothing. */
static void rule_none_and_another_policy(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.policy = SHARE_LIMITS_EVEN;
    b.in.block_ready = 0;
    begin(&b, 0, 0, 2, 1);
    for (uint32_t i = 0; i < 30; i++) expect_no_block(&b);
    assert_int_equal(b.out.none, 0);
    begin(&b, 1, 1, 1, 5); /* two of them would need 10 of 8 */
    b.in.block_ready = 3;
    cycles(&b, 30);
    assert_int_equal(b.out.none, 2);
    assert_int_equal(b.out.runs, 3);
    assert_int_equal(blocks_of(&b, 0, 0) + blocks_of(&b, 1, 0), 2);
    assert_int_equal(blocks_of(&b, 0, 1) + blocks_of(&b, 1, 1), 0);
    b.in.policy = SHARE_LIMITS_LEFT_OVER;
    b.in.replan = true;
    cycle(&b);
    expect_no_block(&b);
    expect_no_block(&b);
    expect_block(&b, 0, 1, 0); /* limits are those of SM 0 already */
    cycles(&b, 2);
    assert_int_equal(b.out.none, 0);
}

/* ---- blocks and done ------------------------------------------------------------------- */

/* x first, then y, then z; only to SMs that take one; an SM's end makes room. */
static void rule_blocks(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    push(&b, 0, 0);
    describe(&b, 2, 8, 0); /* one fills an SM */
    b.in.grid_y = 3;
    b.in.grid_z = 2;
    b.in.block_ready = 2;
    expect_launch(&b, 0, 0);
    for (uint32_t i = 0; i < 4; i++) expect_no_block(&b);
    for (uint32_t i = 0; i < 12; i++) {
        cycle(&b);
        assert_int_equal(b.out.block_valid, 2);
        assert_int_equal(b.out.block_id[0], i % 2);
        assert_int_equal(b.out.block_id[1], i / 2 % 3);
        assert_int_equal(b.out.block_id[2], i / 6);
        end_block(&b, 1, 0);
        expect_no_block(&b);
        assert_int_equal(blocks_of(&b, 1, 0), 1);
        assert_int_equal(blocks_of(&b, 0, 0), 0);
    }
    expect_done(&b, 0);
}

/* The cursor has all bits of the grid, and begins at its first block. */
static void rule_grid_is_wide(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    push(&b, 0, 0);
    describe(&b, UINT32_MAX, 1, 1);
    b.in.grid_y = UINT32_MAX - 1;
    b.in.grid_z = UINT32_MAX - 2;
    expect_launch(&b, 0, 0);
    assert_int_equal(b.s.cursor.size_x[0], UINT32_MAX);
    assert_int_equal(b.s.cursor.size_y[0], UINT32_MAX - 1);
    assert_int_equal(b.s.cursor.size_z[0], UINT32_MAX - 2);
    cycles(&b, 4);
    b.s.cursor.x[0] = UINT32_MAX - 1; /* as after so many blocks */
    b.s.gave[0] = UINT32_MAX - 1;
    expect_block(&b, 0, 0, UINT32_MAX - 1);
    cycle(&b);
    assert_int_equal(b.out.block_id[0], 0);
    assert_int_equal(b.out.block_id[1], 1);
}

/* The end of the last block is seen in the next cycle. Then the host may use the number again, and
 * the stream may go on: after the division, which is due. */
static void rule_done(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    push(&b, 0, 2);
    push(&b, 0, 3);
    describe(&b, 2, 1, 1);
    expect_launch(&b, 2, 0);
    cycles(&b, 6);
    expect_not_done(&b);
    end_block(&b, 1, 0);
    expect_not_done(&b);
    expect_not_done(&b);
    end_block(&b, 0, 0);
    expect_not_done(&b);
    expect_done(&b, 2);
    assert_int_equal(b.out.runs, 1);
    assert_false(b.out.free[2]);
    for (uint32_t i = 0; i < 4; i++) {
        expect_no_launch(&b);
        assert_true(b.out.free[2]);
        assert_int_equal(b.out.runs, 0);
        assert_false(b.out.done_valid);
    }
    describe(&b, 1, 1, 1);
    expect_launch(&b, 3, 0);
    for (uint32_t i = 0; i < 4; i++) expect_no_block(&b); /* its own division opens it */
    expect_block(&b, 0, 0, 0);
}

/* A stream waits for a launch of another stream. */
static void rule_wait(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    push(&b, 0, 2);
    b.in.push_wait = true;
    push(&b, 1, 2);
    push(&b, 1, 3);
    describe(&b, 1, 1, 1);
    expect_launch(&b, 2, 0);
    cycles(&b, 5);
    for (uint32_t i = 0; i < 3; i++) expect_no_launch(&b);
    end_block(&b, 0, 0);
    cycle(&b);
    expect_done(&b, 2);
    cycles(&b, 4);
    describe(&b, 1, 1, 1);
    expect_launch(&b, 3, 0);
}

/* The younger of two kernels waits although it has the lower number. */
static void rule_youngest(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.block_ready = 1;
    begin(&b, 0, 0, 1, 1);
    cycles(&b, 5);
    begin(&b, 1, 1, 9, 1);
    end_block(&b, 0, 0);
    cycle(&b);
    expect_done(&b, 0);
    b.in.block_ready = 0;
    cycles(&b, 8);
    begin(&b, 4, 0, 9, 1);
    cycles(&b, 8);
    b.in.block_ready = 1;
    for (uint32_t i = 0; i < 3; i++) expect_block(&b, 0, 1, i);
    expect_block(&b, 0, 0, 0);
}

/* ---- the policies, by hand -------------------------------------------------------------- */

/* Both kernels open, the first with blocks of need 2, the second of that need; none given yet. */
static void start_pair(struct bench *b, uint32_t policy, uint32_t need)
{
    start_bench(b, &hand);
    b->in.policy = policy;
    b->in.block_ready = 0;
    begin(b, 0, 0, 20, 2);
    cycles(b, 40);
    begin(b, 1, 1, 20, need);
    cycles(b, 40);
    b->in.block_ready = 3;
}

static void expect_shares(struct bench *b, uint32_t sm, uint32_t first, uint32_t second)
{
    assert_int_equal(blocks_of(b, sm, 0), first);
    assert_int_equal(blocks_of(b, sm, 1), second);
}

/* Three blocks of the older take 6 of 8; with strict the younger does not even get what is left. */
static void policy_left_over(void **state)
{
    (void)state;
    struct bench b;
    start_pair(&b, SHARE_LIMITS_LEFT_OVER, 1);
    b.in.strict = true;
    cycles(&b, 20);
    expect_shares(&b, 0, 3, 0);
    expect_shares(&b, 1, 3, 0);
    end_block(&b, 0, 0);
    cycle(&b);
    expect_block(&b, 0, 0, 6);
    b.in.strict = false;
    cycles(&b, 20);
    expect_shares(&b, 0, 3, 2);
    expect_shares(&b, 1, 3, 2);
}

/* A half of 8 is 4: two blocks of 2, one of 3. */
static void policy_even(void **state)
{
    (void)state;
    struct bench b;
    start_pair(&b, SHARE_LIMITS_EVEN, 3);
    cycles(&b, 20);
    expect_shares(&b, 0, 2, 1);
    expect_shares(&b, 1, 2, 1);
    end_block(&b, 1, 1);
    cycles(&b, 3);
    expect_shares(&b, 1, 2, 1);
}

static void policy_spatial(void **state)
{
    (void)state;
    struct bench b;
    start_pair(&b, SHARE_LIMITS_SPATIAL, 3);
    cycles(&b, 20);
    expect_shares(&b, 0, 3, 0);
    expect_shares(&b, 1, 0, 2);
}

/* One kernel has both SMs, with one and two blocks. */
static void policy_profile(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.policy = SHARE_LIMITS_PROFILE;
    b.in.from = 1;
    begin(&b, 0, 0, 20, 2);
    cycles(&b, 20);
    assert_int_equal(blocks_of(&b, 0, 0), 1);
    assert_int_equal(blocks_of(&b, 1, 0), 2);
}

/* The SM with most left of kind 0, or the SMs in turn. */
static void policy_spread(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.block_ready = 1;
    begin(&b, 0, 0, 5, 3);
    cycles(&b, 4);
    expect_block(&b, 0, 0, 0);
    b.in.block_ready = 2;
    expect_block(&b, 1, 0, 1);
    b.in.block_ready = 3;
    end_block(&b, 1, 0);
    b.in.block_ready = 0;
    cycle(&b);
    b.in.block_ready = 3;
    b.in.spread = true;
    expect_block(&b, 1, 0, 2); /* 5 and 8 are left; SM 0 is in turn */
    b.in.spread = false;
    expect_block(&b, 0, 0, 3);
}

/* ---- slices ---------------------------------------------------------------------------- */

/* Two blocks, and then no more until both have ended; in the cycle behind the next slice begins. */
static void rule_slice(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.slice = 2;
    begin(&b, 0, 0, 5, 1);
    b.in.slice = 1; /* of another launch */
    cycles(&b, 4);
    expect_block(&b, 0, 0, 0);
    expect_block(&b, 1, 0, 1);
    expect_no_block(&b);
    end_block(&b, 0, 0);
    expect_no_block(&b);
    expect_no_block(&b);
    end_block(&b, 1, 0);
    expect_no_block(&b);
    expect_no_block(&b); /* it begins */
    expect_block(&b, 0, 0, 2);
    expect_block(&b, 1, 0, 3);
    end_block(&b, 0, 0);
    end_block(&b, 1, 0);
    expect_no_block(&b);
    expect_no_block(&b);
    expect_block(&b, 0, 0, 4); /* the last slice is a part of one */
    end_block(&b, 0, 0);
    expect_not_done(&b);
    expect_done(&b, 0);
}

/* One as long as the grid, and one that is longer: no more slices follow. */
static void rule_slice_long(void **state)
{
    (void)state;
    for (uint32_t slice = 2; slice < 4; slice++) {
        struct bench b;
        start_bench(&b, &hand);
        b.in.slice = slice;
        begin(&b, 0, 0, 2, 1);
        cycles(&b, 4);
        expect_block(&b, 0, 0, 0);
        expect_block(&b, 1, 0, 1);
        end_block(&b, 0, 0);
        end_block(&b, 1, 0);
        expect_not_done(&b);
        expect_done(&b, 0);
        assert_false(b.out.nets.cursor_in.slice_en);
    }
}

/* A kernel that begins its next slice is younger than one that has come behind it. */
static void rule_slice_is_youngest(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.block_ready = 0;
    b.in.slice = 1;
    begin(&b, 0, 0, 3, 1);
    cycles(&b, 5);
    b.in.slice = 0;
    begin(&b, 1, 1, 9, 1);
    cycles(&b, 5);
    b.in.block_ready = 1;
    expect_block(&b, 0, 0, 0);
    expect_block(&b, 0, 1, 0); /* it goes on between the slices */
    end_block(&b, 0, 0);
    expect_block(&b, 0, 1, 1);
    b.in.block_ready = 0;
    expect_no_block(&b); /* the slice begins */
    b.in.block_ready = 1;
    expect_block(&b, 0, 1, 2);
    expect_block(&b, 0, 0, 1); /* three blocks of kernel 1 are all that an SM holds */
}

/* Two kernels with slices of a block; both blocks end in one cycle. */
static void rule_slices_of_two(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.block_ready = 0;
    b.in.slice = 1;
    begin(&b, 0, 0, 3, 1);
    cycles(&b, 5);
    begin(&b, 1, 1, 3, 1);
    cycles(&b, 5);
    b.in.block_ready = 3;
    expect_block(&b, 0, 0, 0);
    expect_block(&b, 1, 1, 0);
    end_block(&b, 0, 0);
    end_block(&b, 1, 1);
    expect_no_block(&b);
    expect_no_block(&b);       /* kernel 0's begins */
    expect_block(&b, 0, 0, 1); /* kernel 1's begins beside it */
    expect_block(&b, 1, 1, 1);
}

/* The launch is the youngest of that cycle, and the slice waits. */
static void race_slice_and_launch(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.slice = 1;
    begin(&b, 0, 0, 3, 1);
    cycles(&b, 4);
    push(&b, 1, 1);
    end_block(&b, 0, 0);
    expect_no_block(&b);
    describe(&b, 9, 1, 1);
    expect_launch(&b, 1, 1);
    assert_false(b.out.nets.cursor_in.slice_en);
    expect_no_block(&b);
    assert_true(b.out.nets.cursor_in.slice_en);
    expect_block(&b, 1, 0, 1);
}

/* A launch that is refused is no youngest kernel. */
static void race_slice_and_refusal(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.slice = 1;
    begin(&b, 0, 0, 3, 1);
    cycles(&b, 4);
    push(&b, 1, 1);
    end_block(&b, 0, 0);
    expect_no_block(&b);
    describe(&b, 1, 9, 1);
    expect_no_block(&b);
    assert_true(b.out.refused && b.out.nets.cursor_in.slice_en);
    expect_block(&b, 1, 0, 1);
}

/* ---- places ---------------------------------------------------------------------------- */

enum {
    TWO_ROWS = 4, /* start, two rows, limits done */
    /* Ask, three blocks that fit, cut, five blocks and the end of them, done; ask kernel 1; done */
    FIVE_PLACES = 14,
    /* Ask, three blocks, cut, two blocks and one that does not fit, done; ask; done */
    TWO_PLACES = 11,
};

/* The second part of the division. */
static void rule_elastic(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.policy = WORK_DISTRIBUTOR_ELASTIC;
    b.in.rule = 2;
    begin(&b, 0, 0, 5, 1);
    for (uint32_t i = 0; i < TWO_ROWS + FIVE_PLACES; i++) {
        expect_no_launch(&b);
        assert_int_equal(b.out.block_valid, 0);
        assert_int_equal(b.out.nets.elastic_in.start_en, i == TWO_ROWS - 1);
        assert_int_equal(b.out.nets.elastic_out.done, i == TWO_ROWS + FIVE_PLACES - 1);
    }
    assert_int_equal(b.out.places[0], 5);
    assert_int_equal(b.out.places[1], 0);
    for (uint32_t i = 0; i < 5; i++) expect_block(&b, i % 2, 0, i);
}

/* Two places: the median leaves 2 of 8 on each of two SMs, and a block needs 2. */
static void start_places(struct bench *b, uint32_t blocks)
{
    start_bench(b, &hand);
    b->in.policy = WORK_DISTRIBUTOR_ELASTIC;
    b->in.rule = 0;
    b->in.median[0] = 6;
    begin(b, 0, 0, blocks, 2);
    for (uint32_t i = 0; i < TWO_ROWS + TWO_PLACES; i++) expect_no_block(b);
    assert_int_equal(b->out.places[0], 2);
    expect_block(b, 0, 0, 0);
    expect_block(b, 1, 0, 1);
    expect_no_block(b);
}

/* A place takes the next block on the SM where it is, the SMs in turn. */
static void rule_places(void **state)
{
    (void)state;
    struct bench b;
    start_places(&b, 5);
    end_block(&b, 1, 0);
    expect_no_block(&b);
    b.in.block_ready = 1; /* not that SM */
    expect_no_block(&b);
    assert_int_equal(blocks_of(&b, 1, 0), 1);
    b.in.block_ready = 3;
    expect_block(&b, 1, 0, 2);
    end_block(&b, 0, 0);
    end_block(&b, 1, 0);
    expect_no_block(&b);
    expect_block(&b, 0, 0, 3);
    expect_block(&b, 1, 0, 4);
    end_block(&b, 1, 0);
    expect_no_block(&b);
    expect_no_block(&b); /* none is left: the place has ended with its block */
    assert_int_equal(blocks_of(&b, 1, 0), 0);
    end_block(&b, 0, 0);
    expect_not_done(&b);
    expect_done(&b, 0);
}

/* A place that is kept as the last block is given is given up a cycle later, and then the kernel is
 * done. */
static void rule_kept_place_is_given_up(void **state)
{
    (void)state;
    struct bench b;
    start_places(&b, 3);
    end_block(&b, 0, 0);
    end_block(&b, 1, 0);
    expect_no_block(&b);
    expect_block(&b, 0, 0, 2);
    end_block(&b, 0, 0);
    expect_not_done(&b); /* both places end */
    assert_int_equal(blocks_of(&b, 1, 0), 1);
    expect_done(&b, 0);
}

/* Places end with the slice, and the next one opens places anew. */
static void rule_places_and_slice(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    b.in.policy = WORK_DISTRIBUTOR_ELASTIC;
    b.in.median[0] = 6;
    b.in.slice = 3;
    begin(&b, 0, 0, 5, 2);
    cycles(&b, TWO_ROWS + TWO_PLACES);
    expect_block(&b, 0, 0, 0);
    expect_block(&b, 1, 0, 1);
    end_block(&b, 0, 0);
    end_block(&b, 1, 0);
    expect_no_block(&b);
    expect_block(&b, 0, 0, 2);
    end_block(&b, 0, 0);
    expect_no_block(&b);
    expect_no_block(&b); /* the slice begins */
    assert_true(b.out.nets.cursor_in.slice_en);
    expect_block(&b, 0, 0, 3);
    expect_block(&b, 1, 0, 4);
}

/* With the start of a division by another policy no place is kept any more. */
static void rule_policy_leaves_elastic(void **state)
{
    (void)state;
    struct bench b;
    start_places(&b, 9);
    b.in.block_ready = 0;
    end_block(&b, 0, 0);
    b.in.policy = SHARE_LIMITS_LEFT_OVER;
    cycles(&b, 2);
    b.in.replan = true;
    expect_no_block(&b);
    expect_no_block(&b); /* it starts */
    expect_no_block(&b); /* the place ends */
    assert_int_equal(blocks_of(&b, 0, 0), 1);
    expect_no_block(&b);
    assert_int_equal(blocks_of(&b, 0, 0), 0);
    assert_int_equal(blocks_of(&b, 1, 0), 1);
}

/* While the second part goes on: due, done, replan. The division goes on with its kernels. */
static void race_search(void **state)
{
    (void)state;
    for (uint32_t when = 0; when < 4; when++) {
        struct bench b;
        start_bench(&b, &hand);
        b.in.policy = WORK_DISTRIBUTOR_ELASTIC;
        b.in.rule = 2;
        begin(&b, 0, 0, 1, 2);
        cycles(&b, 30);
        push(&b, 1, 1);
        assert_int_equal(blocks_of(&b, 0, 0), 1);
        b.in.replan = true;
        cycles(&b, TWO_ROWS + when * 3); /* ten more follow: ask, fit, cut, one, done, ask, done */
        end_block(&b, 0, 0);
        b.in.replan = when == 0;
        expect_not_done(&b);
        expect_done(&b, 0);
        uint32_t n = 0;
        do {
            expect_no_launch(&b);
            n++;
        } while (b.s.among != 0);
        assert_int_equal(n, 10 - when * 3);
        assert_int_equal(b.s.places.places[0], 0);
    }
}

/* ---- the races, one by one ------------------------------------------------------------- */

/* Kernel 0 still runs in the cycle in which it is reported. */
static void race_done_and_launch(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    begin(&b, 0, 0, 1, 1);
    cycles(&b, 4);
    push(&b, 1, 1);
    end_block(&b, 0, 0);
    cycle(&b);
    describe(&b, 1, 1, 1);
    expect_launch(&b, 1, 1);
    assert_true(b.out.done_valid);
    assert_int_equal(b.out.done_launch, 0);
    cycle(&b);
    assert_int_equal(b.out.runs, 2);
    assert_int_equal(b.s.among, 2);
}

/* With all kernels under way nothing begins in that cycle. */
static void race_done_and_launch_of_the_last(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    begin(&b, 0, 0, 1, 1);
    cycles(&b, 5);
    begin(&b, 1, 1, 1, 1);
    cycles(&b, 5);
    push(&b, 2, 2);
    end_block(&b, 0, 0);
    cycle(&b);
    expect_no_launch(&b);
    assert_true(b.out.done_valid);
    for (uint32_t i = 0; i < 4; i++) expect_no_launch(&b);
    describe(&b, 1, 1, 1);
    expect_launch(&b, 2, 0);
}

/* In the cycle of the division's end, of its start, and between them. */
static void race_division_and_replan(void **state)
{
    (void)state;
    for (uint32_t when = 0; when < 4; when++) {
        struct bench b;
        start_bench(&b, &hand);
        push(&b, 1, 1);
        b.in.block_ready = 0;
        begin(&b, 0, 0, 9, 1);
        for (uint32_t i = 0; i < 4; i++) {
            b.in.replan = i == when;
            cycle(&b);
            assert_int_equal(b.out.nets.limits_out.done, i == 3);
        }
        b.in.block_ready = 3;
        expect_block(&b, 0, 0, 0); /* the limits hold, the kernel is open */
        for (uint32_t i = 0; i < 3; i++) expect_no_launch(&b);
        assert_true(b.out.nets.limits_out.done);
        describe(&b, 1, 1, 1);
        expect_launch(&b, 1, 1);
    }
}

/* The division goes on with the kernel that is done; another one without it follows. Cycle 0 is the
 * start, cycle 3 the end. */
static void race_done_and_division(void **state)
{
    (void)state;
    for (uint32_t when = 0; when < 4; when++) {
        struct bench b;
        start_bench(&b, &hand);
        b.in.policy = SHARE_LIMITS_SPATIAL;
        begin(&b, 0, 0, 1, 1);
        cycles(&b, 4);
        push(&b, 1, 1);
        b.in.replan = true;
        for (uint32_t i = 0; i < 5; i++) {
            if (i == when) end_block(&b, 0, 0);
            cycle(&b);
            assert_int_equal(b.out.done_valid, i == when + 1);
            assert_int_equal(b.s.among, 1);
        }
        assert_true(b.out.nets.limits_out.done);
        assert_int_equal(b.s.limits.limit[0], 3);
        for (uint32_t i = 0; i < 4; i++) expect_no_launch(&b);
        assert_int_equal(b.s.among, 0);
        assert_int_equal(b.s.limits.limit[0], 0);
        describe(&b, 1, 1, 1);
        expect_launch(&b, 1, 0);
    }
}

/* Two kernels with a block each, their divisions behind them. */
static void start_two(struct bench *b)
{
    start_bench(b, &three);
    begin(b, 0, 0, 1, 1);
    cycles(b, 5);
    begin(b, 1, 1, 1, 1);
    cycles(b, 6);
    assert_int_equal(blocks_of(b, 0, 0), 1);
    assert_int_equal(blocks_of(b, 1, 1), 1);
}

static void race_two_finished(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b);
    end_block(&b, 0, 0);
    end_block(&b, 1, 1);
    expect_not_done(&b);
    expect_done(&b, 0);
    assert_int_equal(b.out.runs, 3);
    expect_done(&b, 1);
    assert_int_equal(b.out.runs, 2);
    expect_not_done(&b);
    assert_int_equal(b.out.runs, 0);
}

static void race_refused_and_finished(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b);
    push(&b, 2, 2);
    end_block(&b, 0, 0);
    describe(&b, 1, 9, 0);
    expect_not_done(&b);
    assert_true(b.out.refused);
    end_block(&b, 1, 1);
    expect_done(&b, 2);
    assert_int_equal(b.out.runs, 3);
    expect_done(&b, 0);
    assert_int_equal(b.out.runs, 3);
    expect_done(&b, 1);
    assert_int_equal(b.out.runs, 2);
    expect_not_done(&b);
    assert_true(b.out.idle);
}

/* A launch is refused in the cycle in which a kernel is reported. */
static void race_refusal_and_done(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b);
    push(&b, 2, 2);
    end_block(&b, 0, 0);
    cycle(&b);
    describe(&b, 1, 9, 0);
    expect_done(&b, 0);
    assert_true(b.out.refused);
    expect_done(&b, 2);
    expect_not_done(&b);
    assert_int_equal(b.out.runs, 2);
}

/* A kernel that is not open yet beside one that is done: the later division opens it no later. */
static void race_open_and_done(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand);
    begin(&b, 0, 0, 1, 1);
    cycles(&b, 5);
    begin(&b, 1, 1, 1, 1);
    end_block(&b, 0, 0);
    expect_no_block(&b);
    expect_done(&b, 0);
    expect_no_block(&b);
    expect_no_block(&b);
    expect_block(&b, 1, 1, 0);
}

/* ---- room and reset -------------------------------------------------------------------- */

/* No block stays, no kernel, no command, and the room is taken anew. */
static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b);
    b.in.policy = WORK_DISTRIBUTOR_ELASTIC;
    b.in.replan = true;
    cycles(&b, 60);
    assert_int_equal(b.s.policy, WORK_DISTRIBUTOR_ELASTIC);
    push(&b, 2, 2);
    describe(&b, 1, 9, 0);
    cycle(&b);
    assert_true(b.s.refused);
    b.in.replan = true;
    work_distributor_eval(&b.s, &b.in, &b.out);
    work_distributor_reset(&b.s);
    quiet(&b);
    b.in.policy = SHARE_LIMITS_LEFT_OVER;
    assert_int_equal(b.s.policy, SHARE_LIMITS_LEFT_OVER);
    assert_null(work_distributor_check(&b.s));
    b.in.room[0] = 3;
    b.in.room[1] = 2;
    cycle(&b);
    assert_true(b.out.idle && !b.out.done_valid && !b.out.launch_valid);
    assert_int_equal(b.out.runs, 0);
    assert_int_equal(b.s.among, 0);
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(b.out.blocks[i], 0);
    for (uint32_t n = 0; n < three.launches; n++) assert_true(b.out.free[n]);
    begin(&b, 0, 0, 9, 2);
    cycles(&b, 12);
    assert_int_equal(blocks_of(&b, 0, 0), 1);
    assert_int_equal(blocks_of(&b, 1, 0), 1);
}

/* ---- a world: host and SMs with an account of their own --------------------------------- */

enum { NONE = UINT32_MAX, MAX_LIVE = 512, MAX_GRID = 64, STREAMS = 32, DEPTH = 4 };

enum launch_state { IS_FREE, IS_QUEUED, IS_RUNNING };

/* A launch as the host knows it. */
struct launch {
    enum launch_state state;
    uint32_t stream;
    uint32_t grid[3];
    uint32_t need[KINDS];
    uint32_t largest[KINDS];
    uint32_t slice;
    uint32_t seen[MAX_GRID]; /* how often each block was given */
    uint64_t age;            /* when it was pushed */
};

struct command {
    bool wait;
    uint32_t launch;
    uint32_t stream;
};

struct kernel {
    uint32_t launch; /* NONE: it does not run */
    uint32_t next;   /* block */
    uint32_t sliced; /* blocks that it has given of its slice */
    uint64_t begun;
    uint64_t opened; /* the cycle from which on its blocks may be given; UINT64_MAX: not yet */
    bool divided;    /* a division that began behind it has ended */
};

/* A block on an SM, or a place without one. */
struct block {
    uint32_t sm;
    uint32_t k;
    uint64_t ends;
    bool kept;
};

/* step counts the cycles of a division from 1 on; 0: none is under way. With the policy elastic
 * the search for places comes behind the limits. */
struct division {
    uint32_t step;
    uint32_t count;           /* cycles ahead of the rows */
    uint32_t limits;          /* the step in which the limits are done */
    uint32_t last;            /* the step in which all is */
    uint32_t found[KERNELS];  /* the step in which a kernel's places are found */
    uint32_t places[KERNELS]; /* as they will be */
    uint64_t began;
    uint32_t among;
    uint32_t policy;
    uint32_t limit[SMS][KERNELS]; /* as they will be */
};

/* What a run is like: fixed policy, or NONE for one that changes. */
struct run {
    const char *name;
    struct work_distributor_cfg cfg;
    uint32_t policy;
    bool strict;
    bool spread;
    uint32_t cycles;
    uint32_t longest; /* of a block, in cycles */
    uint32_t part;    /* a block that is not refused needs at most this part of the room */
    uint32_t races;   /* of the page that the run must meet, a bit each */
};

enum race {
    DONE_LAUNCH,
    DIVIDED_REPLAN,
    DONE_DIVISION,
    TWO_FINISHED,
    REFUSED_FINISHED,
    /* of slices and places */
    SLICE,
    TWO_SLICES,
    SLICE_LAUNCH,
    GOES_ON,
    GIVEN_UP,
    BOTH_END,
    DONE_SEARCH,
    RACES
};

struct world {
    struct bench b;
    const struct run *run;
    struct hd_rng rng;
    uint64_t now;
    uint32_t rests; /* cycles in which the clock edge changes nothing */
    struct launch launch[LAUNCHES];
    struct command queue[STREAMS][DEPTH];
    uint32_t queued[STREAMS];
    uint32_t begin_turn, drop_turn;
    uint32_t busy[STREAMS]; /* the launch of the stream that runs, or NONE */
    struct kernel kernel[KERNELS];
    uint64_t order[KERNELS]; /* the older, the lower */
    uint32_t refused;        /* the launch to be reported, or NONE */
    bool due;
    struct division division;
    uint32_t limit[SMS][KERNELS];
    uint32_t places[KERNELS]; /* that a kernel may have */
    struct block live[MAX_LIVE];
    uint32_t lives;
    uint32_t turn, place_turn;
    uint64_t idle_from[SMS]; /* the cycle from which on an SM has taken the last kernel */
    uint32_t done, refusals, races;
    bool draining;
};

static uint32_t below(struct world *w, uint32_t n) { return hd_rng_below(&w->rng, n); }

static bool chance(struct world *w, uint32_t num, uint32_t den)
{
    return hd_rng_chance(&w->rng, num, den);
}

static const struct work_distributor_cfg *cfg_of(const struct world *w) { return &w->run->cfg; }

static uint32_t grid_of(const struct launch *l) { return l->grid[0] * l->grid[1] * l->grid[2]; }

static bool runs(const struct world *w, uint32_t k) { return w->kernel[k].launch != NONE; }

static struct launch *launch_of(struct world *w, uint32_t k)
{
    return &w->launch[w->kernel[k].launch];
}

static uint32_t count_live(const struct world *w, uint32_t sm, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->lives; i++)
        n += (sm == NONE || w->live[i].sm == sm) && w->live[i].k == k;
    return n;
}

static uint32_t left_of(struct world *w, uint32_t sm, uint32_t r)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < w->lives; i++) {
        if (w->live[i].sm == sm) used += launch_of(w, w->live[i].k)->need[r];
    }
    assert_true(used <= w->b.in.room[r]); /* within */
    return w->b.in.room[r] - used;
}

static bool is_finished(struct world *w, uint32_t k)
{
    return runs(w, k) && w->kernel[k].next == grid_of(launch_of(w, k)) &&
           count_live(w, NONE, k) == 0;
}

static uint32_t lowest_finished(struct world *w)
{
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
        if (is_finished(w, k)) return k;
    }
    return NONE;
}

static uint32_t lowest_vacant(const struct world *w)
{
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
        if (!runs(w, k)) return k;
    }
    return NONE;
}

static bool is_waited_for(const struct world *w, uint32_t launch)
{
    for (uint32_t q = 0; q < cfg_of(w)->queues; q++) {
        for (uint32_t i = 0; i < w->queued[q]; i++) {
            if (w->queue[q][i].wait && w->queue[q][i].launch == launch) return true;
        }
    }
    return false;
}

static bool is_free(const struct world *w, uint32_t launch)
{
    return w->launch[launch].state == IS_FREE && !is_waited_for(w, launch);
}

/* The queue whose head can begin, or be dropped, in turn; NONE. */
static uint32_t queue_in_turn(const struct world *w, bool wait)
{
    const uint32_t queues = cfg_of(w)->queues;
    for (uint32_t i = 0; i < queues; i++) {
        const uint32_t q = ((wait ? w->drop_turn : w->begin_turn) + i) % queues;
        const struct command *head = &w->queue[q][0];
        if (w->queued[q] == 0 || head->wait != wait) continue;
        if (wait ? w->launch[head->launch].state == IS_FREE : w->busy[head->stream] == NONE)
            return q;
    }
    return NONE;
}

/* ---- the limits of a policy ------------------------------------------------------------ */

static uint32_t sharing(const struct division *d)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < KERNELS; k++) n += has(d->among, k);
    return n;
}

/* How many blocks of a kernel fit in the whole room; at most so many. */
static uint32_t whole(struct world *w, uint32_t k, uint32_t most)
{
    uint32_t n = most;
    for (uint32_t r = 0; r < cfg_of(w)->kinds; r++) {
        const uint32_t need = launch_of(w, k)->need[r];
        if (need != 0 && w->b.in.room[r] / need < n) n = w->b.in.room[r] / need;
    }
    return n;
}

/* The kernel that has SM sm to itself: a kernel's place among all that share is its rank. */
static uint32_t owner_of(const struct world *w, uint32_t sm)
{
    uint32_t place = sm * sharing(&w->division) / cfg_of(w)->sms;
    for (uint32_t k = 0; k < KERNELS; k++) {
        if (!has(w->division.among, k)) continue;
        if (place == 0) return k;
        place--;
    }
    return NONE;
}

static uint32_t limit_of(struct world *w, uint32_t sm, uint32_t k)
{
    const uint32_t blocks = cfg_of(w)->blocks, p = sharing(&w->division);
    uint32_t before = 0, n = blocks;
    if (!has(w->division.among, k)) return 0;
    switch (w->division.policy) {
    case SHARE_LIMITS_EVEN: return whole(w, k, blocks * p) / p;
    case SHARE_LIMITS_SPATIAL: return owner_of(w, sm) == k ? blocks : 0;
    case SHARE_LIMITS_PROFILE:
        if (owner_of(w, sm) != k) return 0;
        for (uint32_t i = 0; i < sm; i++) before += owner_of(w, i) == k;
        n = w->b.in.from + before;
        break;
    case SHARE_LIMITS_GIVEN: n = w->b.in.given[k]; break;
    default: break;
    }
    return n < blocks ? n : blocks;
}

/* ---- the places of a rule --------------------------------------------------------------- */

static uint32_t less(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }

static uint32_t youngest(const struct world *w)
{
    uint32_t best = NONE;
    for (uint32_t k = 0; k < KERNELS; k++) {
        if (!has(w->division.among, k)) continue;
        if (best == NONE || w->kernel[k].begun > w->kernel[best].begun) best = k;
    }
    return best;
}

/* What a kernel may take of each SM, on the average. */
static uint32_t rule_limit(struct world *w, uint32_t k, uint32_t r)
{
    const struct work_distributor_in *in = &w->b.in;
    const uint32_t room = in->room[r], y = youngest(w);
    uint32_t most = 0, n = room;
    switch (in->rule) {
    case 0: return less(room, in->median[r]);
    case 1:
        for (uint32_t i = 0; i < KERNELS; i++) {
            if (i == k || !has(w->division.among, i)) continue;
            if (launch_of(w, i)->largest[r] > most) most = launch_of(w, i)->largest[r];
        }
        return less(room, most);
    case 3:
        if (k != y && r == cfg_of(w)->shared_kind) n = less(room, launch_of(w, y)->need[r]);
        if (k != y && r == cfg_of(w)->thread_kind && in->mold < n) n = in->mold;
        return n;
    default: return room;
    }
}

/* Does the rule give the kernel so many places? */
static bool allows(struct world *w, uint32_t k, uint32_t places)
{
    const uint64_t parts = w->b.in.rule == 2 ? sharing(&w->division) : 1;
    for (uint32_t r = 0; r < cfg_of(w)->kinds; r++) {
        const uint64_t limit = (uint64_t)cfg_of(w)->sms * rule_limit(w, k, r);
        if (launch_of(w, k)->need[r] * parts * places > limit) return false;
    }
    return true;
}

/* Asks, fits, cuts, reduces and is done: a cycle for each block that is tried, and for each end. */
static void plan_places(struct world *w)
{
    struct division *d = &w->division;
    const uint32_t blocks = cfg_of(w)->blocks;
    d->limits = d->last = d->count + cfg_of(w)->sms + 1;
    if (d->policy != WORK_DISTRIBUTOR_ELASTIC) return;
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
        d->places[k] = 0;
        d->last++;
        if (has(d->among, k)) {
            const uint32_t n = whole(w, k, blocks), all = grid_of(launch_of(w, k));
            const uint32_t most = n * cfg_of(w)->sms < all ? n * cfg_of(w)->sms : all;
            uint32_t m = 0;
            while (m < most && allows(w, k, m + 1)) m++;
            d->places[k] = m > 0 ? m : 1;
            d->last += (n < blocks ? n + 1 : n) + 1 + (m + 1) + 1;
        }
        d->found[k] = d->last;
    }
    d->last++;
}

static void start_division(struct world *w)
{
    struct division *d = &w->division;
    const uint32_t blocks = cfg_of(w)->blocks;
    d->step = 1;
    d->began = w->now;
    d->policy = w->b.in.policy;
    d->among = 0;
    d->count = 0;
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
        if (runs(w, k)) d->among |= (uint32_t)bit(k);
    }
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
        for (uint32_t sm = 0; sm < cfg_of(w)->sms; sm++) d->limit[sm][k] = limit_of(w, sm, k);
        if (d->policy != SHARE_LIMITS_EVEN) continue;
        const uint32_t most = blocks * sharing(d);
        const uint32_t fit = has(d->among, k) ? whole(w, k, most) : 0;
        d->count += fit < most || most == 0 ? fit + 1 : most;
    }
    plan_places(w);
}

static bool is_divided_now(const struct world *w)
{
    return w->division.step != 0 && w->division.step == w->division.last;
}

static bool are_limits_known(const struct world *w)
{
    return w->division.step == 0 || w->division.step >= w->division.limits;
}

static uint32_t kernels_without_limit(const struct world *w)
{
    uint32_t set = are_limits_known(w) ? w->division.among : 0;
    for (uint32_t sm = 0; sm < cfg_of(w)->sms; sm++) {
        for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
            if (w->division.limit[sm][k] != 0) set &= (uint32_t)~bit(k);
        }
    }
    return set;
}

/* ---- which block goes where ------------------------------------------------------------ */

static bool gives(struct world *w, uint32_t k)
{
    if (!runs(w, k) || w->now < w->kernel[k].opened) return false;
    const struct launch *l = launch_of(w, k);
    return w->kernel[k].next < grid_of(l) && (l->slice == 0 || w->kernel[k].sliced < l->slice);
}

/* The kernel whose next slice can begin, or NONE; seen from that one on. */
static uint32_t slice_from(struct world *w, uint32_t from)
{
    for (uint32_t k = from; k < cfg_of(w)->kernels; k++) {
        if (!runs(w, k) || w->now < w->kernel[k].opened || gives(w, k)) continue;
        if (w->kernel[k].next < grid_of(launch_of(w, k)) && count_live(w, NONE, k) == 0) return k;
    }
    return NONE;
}

static bool keeps(const struct world *w) { return w->division.policy == WORK_DISTRIBUTOR_ELASTIC; }

/* No place of it is kept. */
static bool is_over(struct world *w, uint32_t k)
{
    return !keeps(w) || !gives(w, k) || count_live(w, NONE, k) > w->places[k];
}

/* A place of kernel k that is kept on SM sm, or NONE. */
static uint32_t kept_at(const struct world *w, uint32_t sm, uint32_t k)
{
    for (uint32_t i = 0; i < w->lives; i++) {
        if (w->live[i].kept && w->live[i].sm == sm && w->live[i].k == k) return i;
    }
    return NONE;
}

/* The place that goes on, or NONE. */
static uint32_t place_that_goes_on(struct world *w)
{
    for (uint32_t i = 0; i < cfg_of(w)->sms; i++) {
        const uint32_t sm = (w->place_turn + i) % cfg_of(w)->sms;
        if (!has(w->b.in.block_ready, sm)) continue;
        for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
            const uint32_t at = kept_at(w, sm, k);
            if (at != NONE && !is_over(w, k)) return at;
        }
    }
    return NONE;
}

/* May the block dispatch place it, if no place goes on? */
static bool opens(struct world *w, uint32_t k)
{
    return gives(w, k) && (!keeps(w) || count_live(w, NONE, k) < w->places[k]);
}

static bool fits_on(struct world *w, uint32_t k, uint32_t sm)
{
    const uint32_t have = count_live(w, sm, k);
    if (!has(w->b.in.block_ready, sm) || have >= w->limit[sm][k]) return false;
    for (uint32_t r = 0; r < cfg_of(w)->kinds; r++) {
        if (left_of(w, sm, r) < launch_of(w, k)->need[r]) return false;
    }
    return true;
}

/* The SM for a block of the kernel, or NONE. */
static uint32_t sm_for(struct world *w, uint32_t k)
{
    const uint32_t sms = cfg_of(w)->sms;
    uint32_t best = NONE;
    for (uint32_t i = 0; i < sms; i++) {
        const uint32_t sm = w->b.in.spread ? i : (w->turn + i) % sms;
        if (!fits_on(w, k, sm)) continue;
        if (!w->b.in.spread) return sm;
        if (best == NONE || left_of(w, sm, 0) > left_of(w, best, 0)) best = sm;
    }
    return best;
}

/* The oldest kernel that gives a block for which there is an SM; with strict the oldest alone. */
static void choose_new(struct world *w, uint32_t *kernel, uint32_t *sm)
{
    bool tried[KERNELS] = {false};
    *kernel = *sm = NONE;
    for (;;) {
        uint32_t oldest = NONE;
        for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
            if (tried[k] || !opens(w, k)) continue;
            if (oldest == NONE || w->order[k] < w->order[oldest]) oldest = k;
        }
        if (oldest == NONE) return;
        tried[oldest] = true;
        *sm = sm_for(w, oldest);
        if (*sm != NONE) *kernel = oldest;
        if (*sm != NONE || w->b.in.strict) return;
    }
}

/* A place that goes on is before all. Returns it, or NONE. */
static uint32_t choose(struct world *w, uint32_t *kernel, uint32_t *sm)
{
    const uint32_t at = place_that_goes_on(w);
    if (at == NONE) {
        choose_new(w, kernel, sm);
        return NONE;
    }
    *kernel = w->live[at].k;
    *sm = w->live[at].sm;
    return at;
}

/* ---- what the outputs must be ----------------------------------------------------------- */

static void expect_host(struct world *w)
{
    const struct work_distributor_out *out = &w->b.out;
    bool idle = true;
    for (uint32_t q = 0; q < cfg_of(w)->queues; q++) {
        assert_int_equal(has(out->full, q), w->queued[q] == cfg_of(w)->depth);
        if (w->queued[q] != 0) idle = false;
    }
    for (uint32_t i = 0; i < cfg_of(w)->streams; i++) idle = idle && w->busy[i] == NONE;
    for (uint32_t n = 0; n < cfg_of(w)->launches; n++)
        assert_int_equal(out->free[n], is_free(w, n));
    assert_int_equal(out->idle, idle);
}

static bool is_too_large(struct world *w, uint32_t launch)
{
    for (uint32_t r = 0; r < cfg_of(w)->kinds; r++) {
        if (w->launch[launch].need[r] > w->b.in.room[r]) return true;
    }
    return false;
}

static void expect_launches(struct world *w)
{
    const struct work_distributor_out *out = &w->b.out;
    const uint32_t q = queue_in_turn(w, false), k = lowest_vacant(w);
    const bool can_begin = w->division.step == 0 && !w->due && w->refused == NONE;
    const bool every_sm = w->b.in.sm_idle == ones(cfg_of(w)->sms);
    const bool valid = q != NONE && k != NONE && can_begin && every_sm;
    assert_int_equal(out->launch_valid, valid);
    if (q != NONE) assert_int_equal(out->launch_number, w->queue[q][0].launch);
    if (k != NONE) assert_int_equal(out->launch_kernel, k);
    const bool begins = valid && w->b.in.launch_ready;
    const bool too_large = begins && is_too_large(w, out->launch_number);
    assert_int_equal(out->kernel_en, begins && !too_large);
    assert_int_equal(out->refused, too_large);
}

static void expect_report(struct world *w)
{
    const uint32_t k = lowest_finished(w);
    uint32_t launch = k != NONE ? w->kernel[k].launch : NONE;
    if (w->refused != NONE) launch = w->refused;
    assert_int_equal(w->b.out.done_valid, launch != NONE);
    if (launch != NONE) assert_int_equal(w->b.out.done_launch, launch);
}

static void expect_blocks(struct world *w)
{
    const struct work_distributor_out *out = &w->b.out;
    uint32_t k, sm;
    choose(w, &k, &sm);
    assert_int_equal(out->block_valid, k != NONE ? bit(sm) : 0);
    assert_int_equal(out->none, kernels_without_limit(w));
    for (uint32_t i = 0; i < cfg_of(w)->kernels; i++) {
        assert_int_equal(has(out->runs, i), runs(w, i));
        if (is_divided_now(w) && keeps(w)) assert_int_equal(out->places[i], w->places[i]);
        else assert_true(out->places[i] == w->places[i] || out->places[i] == 0);
        for (uint32_t s = 0; s < cfg_of(w)->sms; s++)
            assert_int_equal(out->blocks[s * cfg_of(w)->kernels + i], count_live(w, s, i));
    }
    if (k == NONE) return;
    const uint32_t *grid = launch_of(w, k)->grid, next = w->kernel[k].next;
    assert_int_equal(out->block_kernel, k);
    assert_int_equal(out->block_id[0], next % grid[0]);
    assert_int_equal(out->block_id[1], next / grid[0] % grid[1]);
    assert_int_equal(out->block_id[2], next / grid[0] / grid[1]);
}

/* The page's races that this cycle has. */
static void note_races(struct world *w)
{
    const struct work_distributor_out *out = &w->b.out;
    uint32_t finished = 0;
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) finished += is_finished(w, k);
    const bool done = finished != 0 && w->refused == NONE;
    if (done && out->kernel_en) w->races |= 1 << DONE_LAUNCH;
    if (is_divided_now(w) && w->b.in.replan) w->races |= 1 << DIVIDED_REPLAN;
    if (done && w->division.step != 0) w->races |= 1 << DONE_DIVISION;
    if (finished > 1) w->races |= 1 << TWO_FINISHED;
    if (finished != 0 && w->refused != NONE) w->races |= 1 << REFUSED_FINISHED;
    const bool search = w->division.step > w->division.limits;
    if (done && search) w->races |= 1 << DONE_SEARCH;
    const uint32_t slice = slice_from(w, 0);
    if (slice == NONE) return;
    w->races |= 1 << (out->kernel_en ? SLICE_LAUNCH : SLICE);
    if (slice_from(w, slice + 1) != NONE) w->races |= 1 << TWO_SLICES;
}

/* ---- how the account goes on ------------------------------------------------------------ */

static void remove_head(struct world *w, uint32_t q)
{
    w->queued[q]--;
    memmove(&w->queue[q][0], &w->queue[q][1], w->queued[q] * sizeof w->queue[q][0]);
}

/* A launch is the first of its stream that is not done: order within a stream. */
static void begin_launch(struct world *w, uint32_t q)
{
    const uint32_t n = w->queue[q][0].launch;
    struct launch *l = &w->launch[n];
    for (uint32_t i = 0; i < cfg_of(w)->launches; i++) {
        if (w->launch[i].state != IS_FREE && w->launch[i].stream == l->stream)
            assert_true(w->launch[i].age >= l->age);
    }
    assert_int_equal(l->state, IS_QUEUED);
    l->state = IS_RUNNING;
    w->busy[l->stream] = n;
    remove_head(w, q);
    w->begin_turn = (q + 1) % cfg_of(w)->queues;
    if (w->b.out.refused) {
        w->refused = n;
        w->refusals++;
        return;
    }
    const uint32_t k = lowest_vacant(w);
    w->kernel[k] = (struct kernel){.launch = n, .begun = w->now, .opened = UINT64_MAX};
    w->order[k] = w->now + KERNELS;
    w->due = true;
    for (uint32_t sm = 0; sm < cfg_of(w)->sms; sm++)
        w->idle_from[sm] = w->now + 1 + (chance(w, 1, 2) ? 0 : below(w, 12));
}

/* Each block was given once; a launch that was refused has given none. */
static void end_launch(struct world *w, uint32_t n, uint32_t blocks)
{
    struct launch *l = &w->launch[n];
    for (uint32_t i = 0; i < MAX_GRID; i++) assert_int_equal(l->seen[i], i < blocks);
    assert_int_equal(l->state, IS_RUNNING);
    l->state = IS_FREE;
    w->busy[l->stream] = NONE;
    w->done++;
}

static void end_division_step(struct world *w)
{
    struct division *d = &w->division;
    const bool every_sm = w->b.in.sm_idle == ones(cfg_of(w)->sms);
    if (d->step > d->count && d->step <= d->count + cfg_of(w)->sms) {
        const uint32_t sm = d->step - d->count - 1;
        memcpy(w->limit[sm], d->limit[sm], sizeof w->limit[sm]);
    }
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
        if (d->step > d->limits && d->step == d->found[k]) w->places[k] = d->places[k];
    }
    const bool is_end = is_divided_now(w);
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
        struct kernel *kernel = &w->kernel[k];
        if (!runs(w, k)) continue;
        if (is_end && d->began > kernel->begun) kernel->divided = true;
        if (kernel->divided && every_sm && kernel->opened > w->now) kernel->opened = w->now + 1;
    }
    if (is_end) d->step = 0;
    else if (d->step != 0) d->step++;
}

static void give_block(struct world *w)
{
    uint32_t k, sm, at = choose(w, &k, &sm);
    if (k == NONE) return;
    struct launch *l = launch_of(w, k);
    if (at != NONE) w->races |= 1 << GOES_ON;
    if (at != NONE) w->place_turn = (sm + 1) % cfg_of(w)->sms;
    else w->turn = (sm + 1) % cfg_of(w)->sms;
    if (at == NONE) at = w->lives++;
    assert_true(at < MAX_LIVE);
    w->live[at] = (struct block){.sm = sm, .k = k, .ends = w->now + 1 + below(w, w->run->longest)};
    const uint32_t *id = w->b.out.block_id;
    l->seen[id[0] + l->grid[0] * (id[1] + l->grid[1] * id[2])]++;
    w->kernel[k].next++;
    w->kernel[k].sliced++;
}

static void remove_live(struct world *w, uint32_t i) { w->live[i] = w->live[--w->lives]; }

/* The block that ends is one whose time was over ahead of the cycle. Returns whether its place has
 * ended, too. */
static bool end_block_of(struct world *w, uint32_t sm, uint32_t over)
{
    const uint32_t k = w->b.in.end_kernel[sm];
    uint32_t i = 0;
    if (!has(w->b.in.end_valid, sm)) return false;
    while (w->live[i].sm != sm || w->live[i].k != k || w->live[i].kept || w->live[i].ends >= w->now)
        i++;
    assert_true(i < w->lives);
    if (!has(over, k)) w->live[i].kept = true;
    else remove_live(w, i);
    return has(over, k);
}

/* Of the kernels that were over ahead of the cycle. */
static void end_blocks(struct world *w, uint32_t over)
{
    for (uint32_t sm = 0; sm < cfg_of(w)->sms; sm++) {
        const bool ended = end_block_of(w, sm, over);
        for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) {
            const uint32_t at = kept_at(w, sm, k);
            if (!has(over, k) || at == NONE) continue;
            w->races |= 1 << (ended ? BOTH_END : GIVEN_UP);
            if (!ended) remove_live(w, at);
            break;
        }
    }
}

static void begin_slice(struct world *w, uint32_t k)
{
    w->kernel[k].sliced = 0;
    w->order[k] = w->now + KERNELS;
}

static void push_command(struct world *w, bool was_full)
{
    const struct work_distributor_in *in = &w->b.in;
    if (!in->push_en || in->push_stream >= cfg_of(w)->streams) return;
    if (in->push_launch >= cfg_of(w)->launches || was_full) return;
    const uint32_t q = in->push_stream % cfg_of(w)->queues;
    w->queue[q][w->queued[q]++] = (struct command){
        .wait = in->push_wait, .launch = in->push_launch, .stream = in->push_stream};
    if (in->push_wait) return;
    w->launch[in->push_launch].state = IS_QUEUED;
    w->launch[in->push_launch].stream = in->push_stream;
    w->launch[in->push_launch].age = w->now;
}

/* All looks at the state before the cycle; so what the next thing needs of it is noted first. */
static void advance(struct world *w)
{
    const struct work_distributor_out *out = &w->b.out;
    const uint32_t over = queue_in_turn(w, true), offered = queue_in_turn(w, false);
    const uint32_t refused = w->refused;
    const uint32_t done = refused == NONE ? lowest_finished(w) : NONE;
    const uint32_t q = w->b.in.push_stream % cfg_of(w)->queues;
    const bool was_full = w->queued[q] == cfg_of(w)->depth;
    const bool starts = w->due && w->division.step == 0;
    const uint32_t slice = out->kernel_en ? NONE : slice_from(w, 0);
    give_block(w);
    if (slice != NONE) begin_slice(w, slice);
    end_division_step(w);
    if (starts) start_division(w);
    w->due = (w->due && !starts) || w->b.in.replan || done != NONE;
    w->refused = NONE;
    if (over != NONE) {
        remove_head(w, over);
        w->drop_turn = (over + 1) % cfg_of(w)->queues;
    }
    if (out->kernel_en || out->refused) begin_launch(w, offered);
    if (refused != NONE) end_launch(w, refused, 0);
    if (done != NONE) {
        end_launch(w, w->kernel[done].launch, grid_of(launch_of(w, done)));
        w->kernel[done].launch = NONE;
    }
    push_command(w, was_full);
    w->now++;
}

/* ---- host and SMs ---------------------------------------------------------------------- */

/* A grid of up to 64 blocks; one launch in eight needs more than there is, if the port can say so.
 * Most others need little. */
static void describe_launch(struct world *w, struct launch *l)
{
    memset(l, 0, sizeof *l);
    for (uint32_t i = 0; i < 3; i++) l->grid[i] = 1 + below(w, chance(w, 1, 2) ? 4 : 2);
    for (uint32_t r = 0; r < cfg_of(w)->kinds; r++)
        l->need[r] = below(w, 1 + w->b.in.room[r] / w->run->part / (chance(w, 1, 4) ? 1 : 3));
    for (uint32_t r = 0; r < cfg_of(w)->kinds; r++)
        l->largest[r] = chance(w, 1, 2) ? l->need[r] : below(w, 1 + w->b.in.room[r]);
    if (chance(w, 1, 2)) l->slice = 1 + below(w, chance(w, 1, 2) ? 4 : MAX_GRID);
    const uint32_t r = below(w, cfg_of(w)->kinds);
    if (w->b.in.room[r] < ones(cfg_of(w)->need_width) && chance(w, 1, 8))
        l->need[r] = w->b.in.room[r] + 1;
}

/* A launch with a number that is free; or a wait, mostly for what is not done. */
static void drive_push(struct world *w)
{
    struct work_distributor_in *in = &w->b.in;
    const uint32_t n = below(w, cfg_of(w)->launches);
    if (w->draining || !chance(w, 1, 3)) return;
    in->push_stream = below(w, cfg_of(w)->streams);
    in->push_launch = n;
    in->push_wait = chance(w, 1, 4) && w->launch[n].state != IS_FREE;
    in->push_en = in->push_wait || is_free(w, n);
    const bool is_full = w->queued[in->push_stream % cfg_of(w)->queues] == cfg_of(w)->depth;
    if (in->push_en && !in->push_wait && !is_full) describe_launch(w, &w->launch[n]);
}

/* The host looks at the number before it answers. */
static void drive_launch(struct world *w)
{
    struct work_distributor_in *in = &w->b.in;
    work_distributor_eval(&w->b.s, in, &w->b.out);
    if (!w->b.out.launch_valid || !chance(w, 3, 4)) return;
    const struct launch *l = &w->launch[w->b.out.launch_number];
    in->launch_ready = true;
    in->grid_x = l->grid[0];
    in->grid_y = l->grid[1];
    in->grid_z = l->grid[2];
    memcpy(in->need, l->need, sizeof in->need);
    memcpy(in->largest, l->largest, sizeof in->largest);
    in->slice = l->slice;
}

static void drive_rule(struct world *w)
{
    struct work_distributor_in *in = &w->b.in;
    if (!chance(w, 1, 100)) return;
    in->rule = below(w, 4);
    in->mold = below(w, 1 + in->room[cfg_of(w)->thread_kind]);
    for (uint32_t r = 0; r < cfg_of(w)->kinds; r++)
        in->median[r] = below(w, 1 + in->room[r] / (chance(w, 1, 2) ? 1 : 4));
}

/* A policy changes at any time, and asks for a division. */
static void drive_policy(struct world *w)
{
    struct work_distributor_in *in = &w->b.in;
    in->replan = chance(w, 1, 60);
    drive_rule(w);
    if (w->run->policy != NONE || !chance(w, 1, 60)) return;
    in->policy = chance(w, 1, 2) ? WORK_DISTRIBUTOR_ELASTIC : below(w, 8);
    in->from = below(w, (uint32_t)bit(clog2(cfg_of(w)->blocks + 1)));
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++)
        in->given[k] = below(w, (uint32_t)bit(clog2(cfg_of(w)->blocks + 1)));
    in->strict = chance(w, 1, 3);
    in->spread = chance(w, 1, 2);
    in->replan = true;
}

static void drive_sms(struct world *w)
{
    struct work_distributor_in *in = &w->b.in;
    in->sm_idle = 0;
    in->block_ready = 0;
    for (uint32_t sm = 0; sm < cfg_of(w)->sms; sm++) {
        if (w->now >= w->idle_from[sm] && !chance(w, 1, 40)) in->sm_idle |= bit(sm);
        if (chance(w, 7, 8)) in->block_ready |= bit(sm);
    }
    for (uint32_t i = 0; i < w->lives; i++) {
        if (w->live[i].kept || w->live[i].ends > w->now) continue;
        if (has(in->end_valid, w->live[i].sm)) continue;
        in->end_valid |= bit(w->live[i].sm);
        in->end_kernel[w->live[i].sm] = w->live[i].k;
    }
}

/* When it says that it rests the clock edge changes nothing. */
static void tick_or_rest(struct world *w)
{
    static struct work_distributor before; /* large */
    const bool rests = work_distributor_rests(&w->b.s, &w->b.in, &w->b.out);
    memcpy(&before, &w->b.s, sizeof before);
    work_distributor_tick(&w->b.s, &w->b.in, &w->b.out);
    if (!rests) return;
    assert_memory_equal(&before, &w->b.s, sizeof before);
    w->rests++;
}

/* The limits of the account are those of an SM in each cycle: policies are kept. A limit that has
 * become lower lets blocks end. */
static void world_cycle(struct world *w)
{
    quiet(&w->b);
    drive_push(w);
    drive_policy(w);
    drive_sms(w);
    drive_launch(w);
    const char *broken = work_distributor_promise(&w->b.s, &w->b.in);
    if (broken != NULL) fail_msg("cycle %u promise: %s", (unsigned)w->now, broken);
    work_distributor_eval(&w->b.s, &w->b.in, &w->b.out);
    expect_host(w);
    expect_launches(w);
    expect_report(w);
    expect_blocks(w);
    note_races(w);
    uint32_t over = 0;
    for (uint32_t k = 0; k < cfg_of(w)->kernels; k++) over |= is_over(w, k) ? 1U << k : 0;
    tick_or_rest(w);
    advance(w);
    end_blocks(w, over);
    broken = work_distributor_check(&w->b.s);
    if (broken != NULL) fail_msg("cycle %u invariant: %s", (unsigned)w->now, broken);
}

/* As after a reset: no launch is known. The room may be another one. */
static void forget(struct world *w)
{
    const struct work_distributor_cfg *cfg = cfg_of(w);
    memset(w->launch, 0, sizeof w->launch);
    memset(w->queued, 0, sizeof w->queued);
    memset(w->limit, 0, sizeof w->limit);
    memset(w->places, 0, sizeof w->places);
    memset(&w->division, 0, sizeof w->division);
    for (uint32_t r = 0; r < cfg->kinds; r++) {
        const uint32_t most = (uint32_t)ones(cfg->need_width);
        w->b.in.room[r] = most - 1 - below(w, most / 2);
    }
    for (uint32_t k = 0; k < KERNELS; k++) {
        w->kernel[k].launch = NONE;
        w->order[k] = k;
    }
    for (uint32_t i = 0; i < STREAMS; i++) w->busy[i] = NONE;
    w->begin_turn = w->drop_turn = w->turn = w->place_turn = w->lives = 0;
    w->refused = NONE;
    w->due = false;
}

static void start_world(struct world *w, const struct run *run)
{
    memset(w, 0, sizeof *w);
    hd_rng_seed(&w->rng, 1);
    w->run = run;
    forget(w);
    w->b.in.policy = run->policy != NONE ? run->policy : SHARE_LIMITS_LEFT_OVER;
    w->b.in.strict = run->strict;
    w->b.in.spread = run->spread;
    assert_null(work_distributor_init(&w->b.s, &run->cfg));
}

/* No more pushes, and a policy under which all kernels end; drive_policy asks for divisions. */
static void drain(struct world *w)
{
    struct run last = *w->run;
    last.policy = SHARE_LIMITS_LEFT_OVER;
    w->draining = true;
    while (w->division.step != 0) world_cycle(w);
    w->run = &last;
    w->b.in.policy = SHARE_LIMITS_LEFT_OVER;
    for (uint32_t c = 0; c < 60000 && !w->b.out.idle; c++) world_cycle(w);
    assert_true(w->b.out.idle);
}

static void random_run(void **state)
{
    const struct run *run = (const struct run *)*state;
    static struct world w;
    start_world(&w, run);
    for (uint32_t c = 0; c < run->cycles; c++) {
        if (chance(&w, 1, 4000)) {
            work_distributor_reset(&w.b.s);
            forget(&w);
        }
        world_cycle(&w);
    }
    drain(&w);
    for (uint32_t n = 0; n < run->cfg.launches; n++) assert_int_equal(w.launch[n].state, IS_FREE);
    assert_int_equal(w.lives, 0);
    assert_int_equal(run->races & ~w.races, 0);
    assert_true(w.done > run->cycles / 300);
    assert_true(w.refusals > 5);
    assert_true(w.rests > 50);
}

/* With one kernel, and with two whose blocks take long, some races are rare or cannot be. */
enum {
    ALL_RACES = (1 << RACES) - 1,
    MOST_RACES = ALL_RACES & ~(1 << REFUSED_FINISHED),
    ONE_KERNEL = 1 << DIVIDED_REPLAN | 1 << DONE_DIVISION,
};

#define SMALL                                                                                      \
    {                                                                                              \
        2, 2, 2, 2, 4, 0, 1, 3, 3, 2, 4                                                            \
    }
#define ODD                                                                                        \
    {                                                                                              \
        3, 3, 3, 3, 5, 2, 1, 5, 2, 3, 7                                                            \
    }
#define PAPER                                                                                      \
    {                                                                                              \
        16, 4, 8, 5, 17, 0, 3, 32, 32, 4, 64                                                       \
    }

static const struct run runs_of_all[] = {
    {"small", SMALL, NONE, false, false, 30000, 20, 1, MOST_RACES},
    {"small_short", SMALL, NONE, false, false, 30000, 2, 1, ALL_RACES},
    {"odd", ODD, NONE, false, false, 30000, 20, 1, ALL_RACES},
    {"one", {1, 1, 1, 1, 2, 0, 0, 1, 1, 1, 2}, NONE, false, false, 20000, 4, 1, ONE_KERNEL},
    {"one_queue", {2, 3, 2, 1, 3, 0, 0, 4, 1, 4, 9}, NONE, false, true, 20000, 10, 1, ALL_RACES},
    {"many_kernels", {2, 5, 2, 2, 6, 1, 0, 6, 6, 2, 9}, NONE, false, false, 30000, 9, 1, ALL_RACES},
    {"even", ODD, SHARE_LIMITS_EVEN, false, false, 20000, 20, 3, 0},
    {"spatial", ODD, SHARE_LIMITS_SPATIAL, false, true, 20000, 20, 1, 0},
    {"left_over", ODD, SHARE_LIMITS_LEFT_OVER, true, false, 20000, 20, 1, 0},
    {"left_over_not_strict", SMALL, SHARE_LIMITS_LEFT_OVER, false, true, 20000, 20, 1, 0},
    {"elastic", ODD, WORK_DISTRIBUTOR_ELASTIC, false, false, 30000, 20, 1, 0},
    {"elastic_short", SMALL, WORK_DISTRIBUTOR_ELASTIC, false, true, 30000, 2, 2, 0},
    {"elastic_strict", ODD, WORK_DISTRIBUTOR_ELASTIC, true, false, 20000, 5, 2, 0},
    {"paper", PAPER, NONE, false, false, 4000, 60, 1, 0},
};

/* ---- each check and promise can fail, and init refuses ---------------------------------- */

#define EXPECT_BROKEN(change, name)                                                                \
    do {                                                                                           \
        struct bench b;                                                                            \
        start_two(&b);                                                                             \
        change;                                                                                    \
        const char *broken = work_distributor_check(&b.s);                                         \
        assert_non_null(broken);                                                                   \
        assert_string_equal(broken, name);                                                         \
    } while (0)

static void forget_kernel_0(struct bench *b)
{
    b->s.runs = b->s.open = b->s.planned = b->s.ready = 2;
}

static void check_finds(void **state)
{
    (void)state;
    EXPECT_BROKEN(b.s.open = 7, "open_runs");
    EXPECT_BROKEN(b.s.ready = 2, "open_runs");
    EXPECT_BROKEN(b.s.ready = 7, "open_runs");
    EXPECT_BROKEN(b.s.planned = 1, "open_runs");
    EXPECT_BROKEN(b.s.planned = 7, "open_runs");
    EXPECT_BROKEN(b.s.among = 2, "open_runs");
    EXPECT_BROKEN(b.s.runs = 1, "open_runs");
    EXPECT_BROKEN(b.s.runs = 11, "open_runs");
    EXPECT_BROKEN(b.s.gave[1] = 0, "once");
    EXPECT_BROKEN((b.s.gave[0] = 0, b.s.cursor.left = 1, b.s.cursor.y[0] = 1), "once");
    EXPECT_BROKEN(b.s.open = 1, "none_early");
    EXPECT_BROKEN((b.s.open = 1, b.s.gave[1] = 0, b.s.cursor.left = 2, b.s.cursor.z[1] = 0),
                  "none_early");
    EXPECT_BROKEN(forget_kernel_0(&b), "done_last");
    EXPECT_BROKEN((forget_kernel_0(&b), b.s.dispatch.blocks[0] = 0), "done_last");
    EXPECT_BROKEN(b.s.cursor.left = 4, "done_last");
    EXPECT_BROKEN(b.s.launch[1] = 0, "done_last");
    EXPECT_BROKEN(b.s.launch[1] = 5, "done_last");
    EXPECT_BROKEN(b.s.queues.open[1] = false, "done_last");
    EXPECT_BROKEN(b.s.queues.runs = 7, "done_last");
    EXPECT_BROKEN((b.s.refused = true, b.s.refused_launch = 1), "done_last");
    EXPECT_BROKEN((b.s.refused = true, b.s.refused_launch = 2), "done_last");
    EXPECT_BROKEN(b.s.slice[0] = 1, "once");
    EXPECT_BROKEN(b.s.cursor.limited = 2, "once");
    EXPECT_BROKEN((b.s.slice[1] = 4, b.s.cursor.limited = 2, b.s.cursor.count[1] = 5), "once");
    EXPECT_BROKEN(b.s.need[0] = 9, "within");
    EXPECT_BROKEN(b.s.places.places[1]++, "within");
    EXPECT_BROKEN(b.s.places.kept[1]++, "within");
    EXPECT_BROKEN(b.s.dispatch.room[1] = 0, "within");
}

static void check_asks_the_blocks_inside(void **state)
{
    (void)state;
    EXPECT_BROKEN(b.s.queues.waits[0] = 1, "waits_right");
    EXPECT_BROKEN(b.s.cursor.left = 16, "place_range");
    EXPECT_BROKEN((b.s.limits.phase = SHARE_LIMITS_ROWS, b.s.limits.cycles = 1000), "ends_soon");
    EXPECT_BROKEN(b.s.elastic.older[1] = b.s.elastic.older[3], "total_order");
    EXPECT_BROKEN(b.s.places.turn = 2, "within");
    EXPECT_BROKEN(b.s.dispatch.left[0]++, "account");
}

/* With a launch that is offered. */
#define EXPECT_PROMISE(change, sentence)                                                           \
    do {                                                                                           \
        struct bench b;                                                                            \
        start_two(&b);                                                                             \
        push(&b, 2, 2);                                                                            \
        describe(&b, 1, 1, 1);                                                                     \
        assert_null(work_distributor_promise(&b.s, &b.in));                                        \
        change;                                                                                    \
        const char *broken = work_distributor_promise(&b.s, &b.in);                                \
        assert_non_null(broken);                                                                   \
        assert_string_equal(broken, sentence);                                                     \
    } while (0)

static void promise_of_the_host(void **state)
{
    (void)state;
    const char *dimension = "a grid has no blocks in a dimension";
    EXPECT_PROMISE(b.in.grid_x = 0, dimension);
    EXPECT_PROMISE(b.in.grid_y = 0, dimension);
    EXPECT_PROMISE(b.in.grid_z = 0, dimension);
    EXPECT_PROMISE((b.in.grid_z = 0, b.in.need[0] = 9), dimension); /* of a refused one as well */
    EXPECT_PROMISE(b.in.need[1] = 16, "an amount of room has more bits than NeedWidth");
    EXPECT_PROMISE(b.in.largest[0] = 16, "an amount of room has more bits than NeedWidth");
    EXPECT_PROMISE(b.in.median[1] = 16, "an amount of room has more bits than NeedWidth");
    EXPECT_PROMISE(b.in.mold = 16, "an amount of room has more bits than NeedWidth");
    EXPECT_PROMISE(b.in.rule = 4, "rule_i has more than 2 bits");
    EXPECT_PROMISE(b.in.room[0] = 7, "room_i changes");
    EXPECT_PROMISE(b.in.room[1] = 7, "room_i changes");
    EXPECT_PROMISE((b.in.push_en = true, b.in.push_launch = 1), "push_launch_i is not free");
    EXPECT_PROMISE(b.in.push_stream = 4, "a stream has more bits than StreamWidth");
    EXPECT_PROMISE(b.in.policy = 8, "policy_i has more than 3 bits");
    EXPECT_PROMISE(b.in.given[2] = 4, "a number of blocks has more bits than BlockWidth");
    EXPECT_PROMISE(b.in.from = 4, "a number of blocks has more bits than BlockWidth");
}

static void promise_of_the_sms(void **state)
{
    (void)state;
    const char *none = "a block ends on an SM where its kernel has none";
    EXPECT_PROMISE(b.in.end_valid = 4, "ready_i or end_valid_i has more bits than Sms");
    EXPECT_PROMISE(b.in.sm_idle = 4, "sm_idle_i has more bits than Sms");
    EXPECT_PROMISE(b.in.block_ready = 4, "ready_i or end_valid_i has more bits than Sms");
    EXPECT_PROMISE(end_block(&b, 0, 1), none);
    EXPECT_PROMISE(end_block(&b, 1, 3), none);
    EXPECT_PROMISE((b.s.places.kept[0] = 1, end_block(&b, 0, 0)), none); /* a place without one */
}

/* The work distributor keeps what these two look at: so it can break their promises alone. */
static void promise_asks_the_blocks_inside(void **state)
{
    (void)state;
    struct bench b;
    start_two(&b);
    b.in.policy = WORK_DISTRIBUTOR_ELASTIC;
    b.in.replan = true;
    cycles(&b, 3);
    b.s.from++;
    const char *broken = work_distributor_promise(&b.s, &b.in);
    assert_string_equal(broken, "from_i changes while a division is under way");
    b.s.from--;
    cycles(&b, 3);
    assert_null(work_distributor_promise(&b.s, &b.in));
    b.s.mold++;
    broken = work_distributor_promise(&b.s, &b.in);
    assert_string_equal(broken, "mold_i changes during a search");
}

/* The policy may change at any time: a division goes by what it was at its start. */
static void policy_during_a_division(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 5; i++) {
        struct bench b;
        start_two(&b);
        b.in.replan = true;
        cycle(&b);
        b.in.replan = false;
        cycles(&b, i);
        b.in.policy = SHARE_LIMITS_GIVEN;
        assert_null(work_distributor_promise(&b.s, &b.in));
        cycles(&b, 6);
        /* The division has started in the first of these cycles, or not yet. */
        assert_int_equal(b.s.policy, i == 0 ? SHARE_LIMITS_GIVEN : SHARE_LIMITS_LEFT_OVER);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct work_distributor_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 4, 8, 5, 17, 0, 3, 32, 32, 4, 64}, "Sms must be 1 to 64"},
        {{65, 4, 8, 5, 17, 0, 3, 32, 32, 4, 64}, "Sms must be 1 to 64"},
        {{16, 0, 8, 5, 17, 0, 3, 32, 32, 4, 64}, "Kernels must be 1 to 16"},
        {{16, 17, 8, 5, 17, 0, 3, 32, 32, 4, 64}, "Kernels must be 1 to 16"},
        {{16, 4, 0, 5, 17, 0, 3, 32, 32, 4, 64}, "Blocks must be 1 to 64"},
        {{16, 4, 65, 5, 17, 0, 3, 32, 32, 4, 64}, "Blocks must be 1 to 64"},
        {{16, 4, 8, 0, 17, 0, 0, 32, 32, 4, 64}, "Kinds must be 1 to 8"},
        {{16, 4, 8, 9, 17, 0, 3, 32, 32, 4, 64}, "Kinds must be 1 to 8"},
        {{16, 4, 8, 5, 0, 0, 3, 32, 32, 4, 64}, "NeedWidth must be 1 to 32"},
        {{16, 4, 8, 5, 33, 0, 3, 32, 32, 4, 64}, "NeedWidth must be 1 to 32"},
        {{16, 4, 8, 5, 17, 5, 3, 32, 32, 4, 64}, "ThreadKind must be below Kinds"},
        {{16, 4, 8, 5, 17, 0, 5, 32, 32, 4, 64}, "SharedKind must be below Kinds"},
        {{16, 4, 8, 5, 17, 0, 3, 0, 32, 4, 64}, "Streams must be 1 to 64"},
        {{16, 4, 8, 5, 17, 0, 3, 65, 32, 4, 64}, "Streams must be 1 to 64"},
        {{16, 4, 8, 5, 17, 0, 3, 32, 0, 4, 64}, "Queues must be 1 to Streams"},
        {{16, 4, 8, 5, 17, 0, 3, 32, 33, 4, 64}, "Queues must be 1 to Streams"},
        {{16, 4, 8, 5, 17, 0, 3, 32, 32, 0, 64}, "Depth must be 1 to 64"},
        {{16, 4, 8, 5, 17, 0, 3, 32, 32, 65, 64}, "Depth must be 1 to 64"},
        {{16, 4, 8, 5, 17, 0, 3, 32, 32, 4, 1}, "Launches must be 2 to 256"},
        {{16, 4, 8, 5, 17, 0, 3, 32, 32, 4, 257}, "Launches must be 2 to 256"},
    };
    static struct work_distributor s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = work_distributor_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    const struct work_distributor_cfg least = {1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 2};
    const struct work_distributor_cfg most = {64, 16, 64, 8, 32, 7, 7, 64, 64, 64, 256};
    assert_null(work_distributor_init(&s, &least));
    assert_null(work_distributor_init(&s, &most));
}

int main(void)
{
    struct CMUnitTest tests[80] = {
        cmocka_unit_test(rule_launch),
        cmocka_unit_test(rule_launch_every_sm_idle),
        cmocka_unit_test(rule_launch_waits_for_division),
        cmocka_unit_test(rule_refused),
        cmocka_unit_test(rule_refused_stream_goes_on),
        cmocka_unit_test(rule_open),
        cmocka_unit_test(rule_open_later),
        cmocka_unit_test(rule_open_is_per_kernel),
        cmocka_unit_test(rule_replan),
        cmocka_unit_test(rule_none_and_another_policy),
        cmocka_unit_test(rule_blocks),
        cmocka_unit_test(rule_grid_is_wide),
        cmocka_unit_test(rule_done),
        cmocka_unit_test(rule_wait),
        cmocka_unit_test(rule_youngest),
        cmocka_unit_test(policy_left_over),
        cmocka_unit_test(policy_even),
        cmocka_unit_test(policy_spatial),
        cmocka_unit_test(policy_profile),
        cmocka_unit_test(policy_spread),
        cmocka_unit_test(rule_slice),
        cmocka_unit_test(rule_slice_long),
        cmocka_unit_test(rule_slice_is_youngest),
        cmocka_unit_test(rule_slices_of_two),
        cmocka_unit_test(race_slice_and_launch),
        cmocka_unit_test(race_slice_and_refusal),
        cmocka_unit_test(rule_elastic),
        cmocka_unit_test(rule_places),
        cmocka_unit_test(rule_kept_place_is_given_up),
        cmocka_unit_test(rule_places_and_slice),
        cmocka_unit_test(rule_policy_leaves_elastic),
        cmocka_unit_test(race_search),
        cmocka_unit_test(race_done_and_launch),
        cmocka_unit_test(race_done_and_launch_of_the_last),
        cmocka_unit_test(race_division_and_replan),
        cmocka_unit_test(race_done_and_division),
        cmocka_unit_test(race_two_finished),
        cmocka_unit_test(race_refused_and_finished),
        cmocka_unit_test(race_refusal_and_done),
        cmocka_unit_test(race_open_and_done),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(check_asks_the_blocks_inside),
        cmocka_unit_test(promise_of_the_host),
        cmocka_unit_test(promise_of_the_sms),
        cmocka_unit_test(promise_asks_the_blocks_inside),
        cmocka_unit_test(policy_during_a_division),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs_of_all / sizeof runs_of_all[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs_of_all[i].name,
                                         .test_func = random_run,
                                         .initial_state = (void *)(uintptr_t)&runs_of_all[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("work_distributor", tests, NULL, NULL);
}
