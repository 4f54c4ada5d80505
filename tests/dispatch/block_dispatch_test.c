/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the block dispatch: the page's rules and choices, the papers' policies
 * worked out by hand, a twin that keeps lists, the invariants of a run, and the proof that check,
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
#include "dispatch/block_dispatch.h"

/* ---- a bench --------------------------------------------------------------------------- */

enum {
    SMS = BLOCK_DISPATCH_MAX_SMS,
    KERNELS = BLOCK_DISPATCH_MAX_KERNELS,
    BLOCKS = BLOCK_DISPATCH_MAX_BLOCKS,
    KINDS = BLOCK_DISPATCH_MAX_KINDS,
};

/* out is what was seen in the last cycle, s what is there behind it. */
struct bench {
    struct block_dispatch s;
    struct block_dispatch_in in;
    struct block_dispatch_out out;
};

/* A limit has room for 7 here, which is more than Blocks. */
static const struct block_dispatch_cfg hand = {
    .sms = 3, .kernels = 3, .blocks = 5, .kinds = 2, .need_width = 5};
static const struct block_dispatch_cfg paper = {
    .sms = 16, .kernels = 4, .blocks = 8, .kinds = 4, .need_width = 17};

/* What neither is an event nor names what to give stays from cycle to cycle. */
static void quiet(struct bench *b)
{
    b->in.room_en = b->in.begin_en = false;
    b->in.begin_kernel = 0;
    b->in.want = 0;
    b->in.end_valid = 0;
    memset(b->in.room, 0, sizeof b->in.room);
    memset(b->in.end_kernel, 0, sizeof b->in.end_kernel);
}

static bool is_older(const struct bench *b, uint32_t i, uint32_t j)
{
    return b->s.older[i * b->s.cfg.kernels + j];
}

static uint32_t blocks_of(const struct bench *b, uint32_t sm, uint32_t k)
{
    return b->s.blocks[sm * b->s.cfg.kernels + k];
}

static uint32_t left_of(const struct bench *b, uint32_t sm, uint32_t r)
{
    return b->s.left[sm * b->s.cfg.kinds + r];
}

/* The SMs on which a block of kernel k fits. */
static uint64_t fitting(const struct bench *b, uint32_t k)
{
    const struct block_dispatch_cfg *cfg = &b->s.cfg;
    uint64_t set = b->in.ready;
    for (uint32_t sm = 0; sm < cfg->sms; sm++) {
        bool fits = blocks_of(b, sm, k) < b->in.limit[sm * cfg->kernels + k];
        if (blocks_of(b, sm, k) == cfg->blocks) fits = false;
        for (uint32_t r = 0; r < cfg->kinds; r++)
            fits = fits && left_of(b, sm, r) >= b->in.need[k * cfg->kinds + r];
        if (!fits) set &= ~bit(sm);
    }
    return set;
}

/* The page's invariants of a run, for a placement. */
static void expect_invariants_of_placement(const struct bench *b)
{
    const uint32_t k = b->out.place_kernel, sm = b->out.place_sm;
    assert_true(has_any(b->in.want, k) && k < b->s.cfg.kernels);
    const uint64_t set = fitting(b, k);
    assert_true(has_any(set, sm)); /* fits */
    for (uint32_t i = 0; i < b->s.cfg.kernels; i++) {
        if (!is_older(b, i, k) || !has(b->in.want, i)) continue;
        assert_false(b->in.strict || fitting(b, i) != 0); /* oldest */
    }
    for (uint32_t i = 0; i < b->s.cfg.sms && b->in.spread; i++) {
        if (has(set, i)) assert_true(left_of(b, i, 0) <= left_of(b, sm, 0)); /* order */
    }
}

static void expect_run_invariants(const struct bench *b)
{
    if (b->out.place_valid) {
        assert_false(b->in.room_en || b->in.hold);
        expect_invariants_of_placement(b);
        return;
    }
    assert_int_equal(b->out.place_kernel, 0);
    assert_int_equal(b->out.place_sm, 0);
    if (b->in.hold) return;
    for (uint32_t k = 0; k < b->s.cfg.kernels && !b->in.strict && !b->in.room_en; k++)
        assert_false(has(b->in.want, k) && fitting(b, k) != 0); /* no_idle */
}

/* One cycle with the inputs set since the last. */
static void cycle(struct bench *b)
{
    const struct block_dispatch before = b->s;
    const char *broken = block_dispatch_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    block_dispatch_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    expect_run_invariants(b);
    block_dispatch_tick(&b->s, &b->in, &b->out);
    broken = block_dispatch_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

static void limit_all(struct bench *b, uint32_t limit)
{
    for (uint32_t i = 0; i < SMS * KERNELS; i++) b->in.limit[i] = limit;
}

static void set_limit(struct bench *b, uint32_t sm, uint32_t k, uint32_t limit)
{
    b->in.limit[sm * b->s.cfg.kernels + k] = limit;
}

/* A block of kernel k needs so much of the first two kinds. */
static void set_need(struct bench *b, uint32_t k, uint32_t first, uint32_t second)
{
    b->in.need[k * b->s.cfg.kinds] = first;
    b->in.need[k * b->s.cfg.kinds + 1] = second;
}

/* All SMs are ready and have this room of the first two kinds, none of the others; no limits. */
static void start_bench(struct bench *b, const struct block_dispatch_cfg *cfg, uint32_t first,
                        uint32_t second)
{
    memset(b, 0, sizeof *b);
    assert_null(block_dispatch_init(&b->s, cfg));
    assert_null(block_dispatch_check(&b->s));
    b->in.ready = ones(cfg->sms);
    limit_all(b, cfg->blocks);
    b->in.room_en = true;
    b->in.room[0] = first;
    b->in.room[1] = second;
    cycle(b);
}

/* With these kernels that have a block to give: a block of kernel k goes to this SM. */
static void expect_place(struct bench *b, uint32_t want, uint32_t k, uint32_t sm)
{
    b->in.want = want;
    cycle(b);
    assert_true(b->out.place_valid);
    assert_int_equal(b->out.place_kernel, k);
    assert_int_equal(b->out.place_sm, sm);
}

static void expect_none(struct bench *b, uint32_t want)
{
    b->in.want = want;
    cycle(b);
    assert_false(b->out.place_valid);
}

/* In the next cycle a block of kernel k ends there. */
static void end_block(struct bench *b, uint32_t sm, uint32_t k)
{
    b->in.end_valid |= bit(sm);
    b->in.end_kernel[sm] = k;
}

static void begin(struct bench *b, uint32_t k)
{
    b->in.begin_en = true;
    b->in.begin_kernel = k;
}

/* The kernels, the oldest first. */
static void expect_order(const struct bench *b, const uint32_t *kernels)
{
    for (uint32_t i = 0; i < b->s.cfg.kernels; i++) {
        for (uint32_t j = 0; j < b->s.cfg.kernels; j++)
            assert_int_equal(is_older(b, kernels[i], kernels[j]), i < j);
    }
}

/* How many blocks are placed until none is any more. */
static uint32_t fill(struct bench *b, uint32_t want)
{
    uint32_t placed = 0;
    for (;; placed++) {
        b->in.want = want;
        cycle(b);
        if (!b->out.place_valid) return placed;
    }
}

/* ---- fit ------------------------------------------------------------------------------- */

static void rule_fit_ready(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 10, 10);
    set_need(&b, 0, 1, 1);
    b.in.ready = 4;
    expect_place(&b, 1, 0, 2);
    b.in.ready = 0;
    expect_none(&b, 1);
    b.in.ready = 2;
    expect_place(&b, 1, 0, 1);
}

/* The limit is that of the kernel and of the SM, and of the cycle. */
static void rule_fit_limit(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 31, 31);
    limit_all(&b, 0);
    expect_none(&b, 7);
    set_limit(&b, 1, 2, 2);
    expect_none(&b, 3);
    expect_place(&b, 7, 2, 1);
    expect_place(&b, 7, 2, 1);
    expect_none(&b, 7);
    set_limit(&b, 1, 2, 3);
    expect_place(&b, 7, 2, 1);
    set_limit(&b, 2, 0, 1);
    expect_place(&b, 7, 0, 2);
    expect_none(&b, 7);
}

/* A lower limit is reached as blocks end; no block is taken away. */
static void rule_limit_below(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 31, 31);
    b.in.ready = 1;
    set_need(&b, 0, 2, 0);
    for (uint32_t i = 0; i < 4; i++) expect_place(&b, 1, 0, 0);
    set_limit(&b, 0, 0, 2);
    for (uint32_t have = 4; have > 2; have--) {
        expect_none(&b, 1);
        assert_int_equal(blocks_of(&b, 0, 0), have);
        end_block(&b, 0, 0);
        expect_none(&b, 1);
    }
    expect_none(&b, 1);
    end_block(&b, 0, 0);
    expect_none(&b, 1);
    expect_place(&b, 1, 0, 0);
    assert_int_equal(left_of(&b, 0, 0), 31 - 2 * 2);
}

/* A limit above Blocks is none. */
static void rule_fit_blocks(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 31, 31);
    limit_all(&b, 7);
    b.in.ready = 1;
    for (uint32_t i = 0; i < 5; i++) expect_place(&b, 1, 0, 0);
    expect_none(&b, 1);
    expect_place(&b, 3, 1, 0); /* of each kernel as many */
    assert_int_equal(blocks_of(&b, 0, 0), 5);
}

/* The last room of a kind is enough; one less of any kind is not. */
static void rule_fit_room(void **state)
{
    (void)state;
    static const struct {
        uint32_t need[2];
        bool fits;
    } rows[] = {
        {{7, 9}, true}, {{8, 9}, false}, {{7, 10}, false}, {{8, 10}, false}, {{0, 0}, true},
        {{7, 0}, true}, {{0, 9}, true},  {{0, 10}, false}, {{8, 0}, false},  {{31, 31}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench b;
        start_bench(&b, &hand, 7, 9);
        set_need(&b, 1, rows[i].need[0], rows[i].need[1]);
        if (!rows[i].fits) {
            expect_none(&b, 2);
            continue;
        }
        expect_place(&b, 2, 1, 0);
        assert_int_equal(left_of(&b, 0, 0), 7 - rows[i].need[0]);
        assert_int_equal(left_of(&b, 0, 1), 9 - rows[i].need[1]);
        assert_int_equal(left_of(&b, 1, 0), 7);
        assert_int_equal(left_of(&b, 1, 1), 9);
    }
}

/* Room that a block gives back, and its place below the limit, count from the next cycle on. */
static void rule_fit_before_the_cycle(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 6, 6);
    b.in.ready = 2;
    set_need(&b, 0, 6, 1);
    expect_place(&b, 1, 0, 1);
    end_block(&b, 1, 0);
    expect_none(&b, 1);
    expect_place(&b, 1, 0, 1);
    set_need(&b, 1, 0, 1);
    set_limit(&b, 1, 1, 1);
    expect_place(&b, 2, 1, 1);
    end_block(&b, 1, 1);
    expect_none(&b, 2);
    expect_place(&b, 2, 1, 1);
}

/* ---- kernel ---------------------------------------------------------------------------- */

static void rule_oldest_first(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 31, 31);
    expect_place(&b, 7, 0, 0);
    expect_place(&b, 6, 1, 1);
    expect_place(&b, 4, 2, 2);
    expect_none(&b, 0);
    expect_place(&b, 5, 0, 0);
    begin(&b, 0);
    cycle(&b);
    expect_place(&b, 7, 1, 1);
    expect_place(&b, 5, 2, 2);
    expect_place(&b, 1, 0, 0);
}

/* A block that does not fit makes way for one of a younger kernel. */
static void rule_younger_passes(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 10, 10);
    set_need(&b, 0, 11, 0);
    set_need(&b, 1, 0, 11);
    set_need(&b, 2, 10, 10);
    expect_none(&b, 3);
    expect_place(&b, 7, 2, 0);
    set_need(&b, 1, 0, 10);
    expect_place(&b, 7, 1, 1);
    set_need(&b, 0, 10, 10);
    expect_place(&b, 7, 0, 2);
    expect_none(&b, 7); /* nothing is left, or nothing of the second kind */
}

static void rule_strict(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 10, 10);
    b.in.strict = true;
    set_need(&b, 0, 11, 0);
    expect_none(&b, 7);
    expect_none(&b, 3);
    expect_place(&b, 6, 1, 0); /* kernel 0 has no block to give */
    expect_place(&b, 4, 2, 1);
    begin(&b, 0);
    expect_none(&b, 7); /* it is the oldest for this cycle */
    expect_place(&b, 7, 1, 2);
    set_limit(&b, 0, 1, 0);
    set_limit(&b, 1, 1, 0);
    set_limit(&b, 2, 1, 1);
    expect_none(&b, 7);
    b.in.strict = false;
    expect_place(&b, 7, 2, 0);
}

/* ---- SM -------------------------------------------------------------------------------- */

static void rule_turn(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 31, 31);
    for (uint32_t i = 0; i < 7; i++) {
        expect_place(&b, 7, i < 5 ? 0 : 1, i % 3); /* whoever gives it */
        if (i == 4) limit_all(&b, 0);
        for (uint32_t sm = 0; sm < 3; sm++) set_limit(&b, sm, 1, 5);
        expect_none(&b, 0); /* the turn waits */
        assert_int_equal(b.s.turn, (i + 1) % 3);
    }
}

/* Behind the one that got the last block, not behind where the turn began. */
static void rule_turn_skips(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 31, 31);
    b.in.ready = 2;
    expect_place(&b, 1, 0, 1);
    b.in.ready = 3;
    expect_place(&b, 1, 0, 0); /* around, past SM 2 */
    b.in.ready = 1;
    expect_place(&b, 1, 0, 0); /* once around */
    b.in.ready = 7;
    expect_place(&b, 1, 0, 1);
    expect_place(&b, 1, 0, 2);
    expect_place(&b, 1, 0, 0);
}

/* Kind 0 decides, whatever the turn and the other kinds. */
static void rule_spread(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 20, 30);
    b.in.spread = true;
    set_need(&b, 0, 4, 0);
    set_need(&b, 1, 1, 10);
    set_need(&b, 2, 6, 0);
    expect_place(&b, 1, 0, 0); /* of 20 20 20 */
    expect_place(&b, 2, 1, 1); /* of 16 20 20 */
    expect_place(&b, 2, 1, 2); /* of 16 19 20 */
    expect_place(&b, 1, 0, 1); /* of 16 19 19: the lowest, though SM 0 has most of kind 1 */
    expect_place(&b, 4, 2, 2); /* of 16 15 19 */
    expect_place(&b, 1, 0, 0); /* of 16 15 13 */
    assert_int_equal(left_of(&b, 0, 0), 12);
    expect_place(&b, 1, 0, 1); /* of 12 15 13 */
    expect_place(&b, 1, 0, 2); /* of 12 11 13 */
    expect_place(&b, 1, 0, 0); /* of 12 11 9 */
}

/* Of those on which it fits; a tie of the other SMs is none. */
static void rule_spread_fitting(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 20, 10);
    b.in.spread = true;
    set_need(&b, 0, 1, 0);
    set_need(&b, 1, 0, 6);
    b.in.ready = 4;
    expect_place(&b, 1, 0, 2);
    b.in.ready = 7;
    expect_place(&b, 2, 1, 0); /* of 20 20 19 */
    expect_place(&b, 2, 1, 1); /* SM 0 has as much, but not of kind 1 */
    expect_place(&b, 2, 1, 2);
    expect_none(&b, 2);
    set_limit(&b, 0, 0, 0);
    b.in.ready = 5;
    expect_place(&b, 1, 0, 2); /* of 20 20 19: SM 0 at its limit, SM 1 not ready */
}

/* The turn goes on with spread_i high. */
static void rule_spread_turn(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 20, 10);
    set_need(&b, 0, 3, 0);
    b.in.spread = true;
    expect_place(&b, 1, 0, 0);
    expect_place(&b, 1, 0, 1);
    b.in.spread = false;
    expect_place(&b, 1, 0, 2);
    b.in.spread = true;
    expect_place(&b, 1, 0, 0);
    b.in.spread = false;
    expect_place(&b, 1, 0, 1);
    b.in.spread = true;
    b.in.ready = 1;
    expect_place(&b, 1, 0, 0);
    b.in.ready = 7;
    b.in.spread = false;
    expect_place(&b, 1, 0, 1);
}

/* ---- place, end, begin, room, reset ---------------------------------------------------- */

/* In the cycle of the placement the account is as before, behind it the SM has the block. */
static void rule_place(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 20, 10);
    set_need(&b, 1, 7, 2);
    expect_place(&b, 2, 1, 0);
    assert_int_equal(b.out.here, 0);
    assert_int_equal(b.out.blocks[0 * 3 + 1], 0);
    assert_int_equal(b.out.left[0], 20);
    expect_place(&b, 2, 1, 1);
    assert_int_equal(b.out.here, 2);
    assert_int_equal(b.out.blocks[0 * 3 + 1], 1);
    assert_int_equal(b.out.blocks[1 * 3 + 1], 0);
    assert_int_equal(b.out.left[0], 13);
    assert_int_equal(b.out.left[1], 8);
    assert_int_equal(b.out.left[2], 20);
    expect_none(&b, 0);
    for (uint32_t i = 0; i < 9; i++) assert_int_equal(b.out.blocks[i], i == 1 || i == 4);
    assert_int_equal(b.out.left[3], 8);
    assert_int_equal(b.out.left[4], 20);
}

/* On every SM in one cycle, of different kernels; here_o falls with the last block. */
static void rule_end_everywhere(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 20, 10);
    for (uint32_t k = 0; k < 3; k++) set_need(&b, k, 3 + k, 1);
    expect_place(&b, 1, 0, 0);
    expect_place(&b, 2, 1, 1);
    expect_place(&b, 4, 2, 2);
    expect_place(&b, 4, 2, 0);
    end_block(&b, 0, 0);
    end_block(&b, 1, 1);
    end_block(&b, 2, 2);
    expect_none(&b, 0);
    assert_int_equal(b.out.here, 7);
    assert_int_equal(b.out.left[0], 20 - 3 - 5);
    expect_none(&b, 0);
    assert_int_equal(b.out.here, 4);
    assert_int_equal(b.out.left[0], 20 - 5);
    assert_int_equal(b.out.left[1], 9);
    assert_int_equal(b.out.left[2], 20);
    assert_int_equal(b.out.left[4], 20);
    for (uint32_t i = 0; i < 9; i++) assert_int_equal(b.out.blocks[i], i == 2);
    end_block(&b, 0, 2);
    cycle(&b);
    assert_int_equal(b.out.here, 4);
    cycle(&b);
    assert_int_equal(b.out.here, 0);
}

/* On one SM: of one kernel, of two kernels, and with the last room of a kind. */
static void rule_end_and_place(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 20, 10);
    b.in.ready = 2;
    set_need(&b, 0, 5, 5);
    set_need(&b, 1, 2, 3);
    expect_place(&b, 1, 0, 1);
    end_block(&b, 1, 0);
    expect_place(&b, 1, 0, 1);
    assert_int_equal(blocks_of(&b, 1, 0), 1);
    assert_int_equal(left_of(&b, 1, 0), 15);
    assert_int_equal(left_of(&b, 1, 1), 5);
    end_block(&b, 1, 0);
    expect_place(&b, 2, 1, 1);
    assert_int_equal(blocks_of(&b, 1, 0), 0);
    assert_int_equal(blocks_of(&b, 1, 1), 1);
    assert_int_equal(left_of(&b, 1, 0), 18);
    assert_int_equal(left_of(&b, 1, 1), 7);
    set_need(&b, 0, 5, 7);
    expect_place(&b, 1, 0, 1);
    assert_int_equal(left_of(&b, 1, 1), 0);
    set_need(&b, 2, 13, 0);
    end_block(&b, 1, 0);
    expect_place(&b, 4, 2, 1);
    assert_int_equal(left_of(&b, 1, 0), 18 - 13);
    assert_int_equal(left_of(&b, 1, 1), 7);
}

/* Every order of three begins; a kernel may begin again. */
static void rule_begin(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 31, 31);
    expect_order(&b, (uint32_t[]){0, 1, 2});
    begin(&b, 1);
    expect_place(&b, 6, 1, 0); /* in this cycle it is as old as it was */
    expect_order(&b, (uint32_t[]){0, 2, 1});
    expect_place(&b, 6, 2, 1);
    begin(&b, 1);
    cycle(&b);
    expect_order(&b, (uint32_t[]){0, 2, 1});
    begin(&b, 0);
    cycle(&b);
    expect_order(&b, (uint32_t[]){2, 1, 0});
    begin(&b, 2);
    cycle(&b);
    expect_order(&b, (uint32_t[]){1, 0, 2});
    begin(&b, 0);
    cycle(&b);
    expect_order(&b, (uint32_t[]){1, 2, 0});
    begin(&b, 1);
    cycle(&b);
    expect_order(&b, (uint32_t[]){2, 0, 1});
    b.in.begin_kernel = 2; /* without begin_en_i */
    cycle(&b);
    expect_order(&b, (uint32_t[]){2, 0, 1});
}

/* Of three kernels there are four numbers. */
static void rule_begin_of_none(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 31, 31);
    begin(&b, 1);
    cycle(&b);
    const struct block_dispatch before = b.s;
    begin(&b, 3);
    cycle(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* Ends do not count, nothing is placed, a begin counts, and the turn stays. */
static void rule_room(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 20, 10);
    set_need(&b, 0, 3, 3);
    set_need(&b, 1, 0, 0);
    expect_place(&b, 1, 0, 0);
    end_block(&b, 0, 0);
    cycle(&b);
    assert_int_equal(b.s.turn, 1);
    b.in.room_en = true;
    b.in.room[0] = 12;
    b.in.room[1] = 31;
    for (uint32_t sm = 0; sm < 3; sm++) end_block(&b, sm, sm);
    begin(&b, 0);
    expect_none(&b, 7);
    assert_int_equal(b.s.turn, 1);
    for (uint32_t sm = 0; sm < 3; sm++) {
        assert_int_equal(left_of(&b, sm, 0), 12);
        assert_int_equal(left_of(&b, sm, 1), 31);
        for (uint32_t k = 0; k < 3; k++) assert_int_equal(blocks_of(&b, sm, k), 0);
    }
    expect_order(&b, (uint32_t[]){1, 2, 0});
    b.in.room[0] = b.in.room[1] = 1; /* without room_en_i */
    expect_place(&b, 1, 0, 1);
    assert_int_equal(left_of(&b, 1, 0), 9);
    assert_int_equal(left_of(&b, 2, 0), 12);
}

/* From a state in which every register is used. A block that needs nothing fits without room. */
static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 20, 10);
    set_need(&b, 0, 3, 3);
    begin(&b, 0);
    expect_place(&b, 1, 0, 0);
    expect_place(&b, 7, 1, 1);
    block_dispatch_reset(&b.s);
    assert_null(block_dispatch_check(&b.s));
    expect_none(&b, 1);
    assert_int_equal(b.out.here, 0);
    for (uint32_t i = 0; i < 9; i++) assert_int_equal(b.out.blocks[i], 0);
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(b.out.left[i], 0);
    expect_order(&b, (uint32_t[]){0, 1, 2});
    expect_place(&b, 7, 1, 0);
}

/* One of each: no other SM, kernel or kind. */
static void rule_smallest(void **state)
{
    (void)state;
    static const struct block_dispatch_cfg cfg = {1, 1, 1, 1, 1};
    struct bench b;
    memset(&b, 0, sizeof b);
    assert_null(block_dispatch_init(&b.s, &cfg));
    b.in.ready = b.in.limit[0] = b.in.need[0] = 1;
    expect_none(&b, 1);
    b.in.room_en = true;
    b.in.room[0] = 1;
    expect_none(&b, 1);
    for (uint32_t i = 0; i < 3; i++) {
        b.in.spread = i == 1;
        begin(&b, i % 2);
        expect_place(&b, 1, 0, 0);
        assert_int_equal(b.s.left[0], 0);
        expect_none(&b, 1);
        assert_int_equal(b.out.here, 1);
        end_block(&b, 0, 0);
        expect_none(&b, 1);
        assert_int_equal(b.s.left[0], 1);
    }
}

/* The largest sizes: all blocks of all kernels on an SM, all bits of the room, and back. */
static void rule_greatest(void **state)
{
    (void)state;
    static const struct block_dispatch_cfg cfg = {64, 16, 64, 8, 32};
    struct bench b;
    start_bench(&b, &cfg, UINT32_MAX, 16 * 64);
    b.in.ready = bit(63);
    for (uint32_t k = 0; k < 16; k++) set_need(&b, k, UINT32_MAX / 1024, 1);
    assert_int_equal(fill(&b, 0xffff), 16 * 64);
    for (uint32_t k = 0; k < 16; k++) assert_int_equal(blocks_of(&b, 63, k), 64);
    assert_int_equal(left_of(&b, 63, 0), UINT32_MAX - UINT32_MAX / 1024 * 1024);
    assert_int_equal(left_of(&b, 63, 1), 0);
    for (uint32_t i = 0; i < 16 * 64; i++) {
        end_block(&b, 63, i % 16);
        cycle(&b);
    }
    assert_true(left_of(&b, 63, 0) == UINT32_MAX);
    set_need(&b, 9, UINT32_MAX, 1024);
    expect_place(&b, 1 << 9, 9, 63);
    assert_int_equal(left_of(&b, 63, 0), 0);
    end_block(&b, 63, 9);
    cycle(&b);
    assert_true(left_of(&b, 63, 0) == UINT32_MAX);
}

/* ---- the papers ------------------------------------------------------------------------ */

/* Figure 2 of Warped-Slicer: one SM, of which a block of kernel A takes a unit of shared memory and
 * one of B two. */
enum { A, B, C };

static void start_figure_2(struct bench *b)
{
    static const struct block_dispatch_cfg cfg = {1, 3, 16, 2, 8};
    start_bench(b, &cfg, 255, 16);
    set_need(b, A, 1, 1);
    set_need(b, B, 1, 2);
    set_need(b, C, 1, 2);
}

/* Left-over: A gets all it needs. One block of A that ends is not enough for B, two are; they need
 * not have stood side by side, since amounts are counted. */
static void paper_left_over(void **state)
{
    (void)state;
    struct bench b;
    start_figure_2(&b);
    b.in.strict = true;
    assert_int_equal(fill(&b, 1 << A | 1 << B), 16);
    assert_int_equal(blocks_of(&b, 0, A), 16);
    end_block(&b, 0, A);
    expect_none(&b, 1 << A | 1 << B);
    expect_place(&b, 1 << A | 1 << B, A, 0); /* A has blocks to give: it comes first */
    end_block(&b, 0, A);
    cycle(&b);
    expect_none(&b, 1 << B);
    end_block(&b, 0, A);
    cycle(&b);
    expect_place(&b, 1 << B, B, 0);
    expect_none(&b, 1 << B);
}

/* Many small blocks keep a large one out without the strict policy, when the small ones are of the
 * younger kernel; with it the room is kept for the large one. */
static void paper_left_over_is_strict(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t strict = 0; strict < 2; strict++) {
        start_figure_2(&b);
        assert_int_equal(fill(&b, 1 << A), 16);
        begin(&b, A); /* B and C are older now */
        cycle(&b);
        b.in.strict = strict;
        for (uint32_t i = 0; i < 20; i++) {
            if (blocks_of(&b, 0, A) != 0) end_block(&b, 0, A);
            b.in.want = 1 << A | 1 << B;
            cycle(&b);
        }
        if (strict) assert_true(blocks_of(&b, 0, B) == 8 && blocks_of(&b, 0, A) == 0);
        else assert_true(blocks_of(&b, 0, B) == 0 && blocks_of(&b, 0, A) == 15);
    }
}

/* Even: each kernel has half of the SM from the beginning, and what one leaves the other cannot
 * use. A block of A that ends is followed by one of A. */
static void paper_even(void **state)
{
    (void)state;
    struct bench b;
    start_figure_2(&b);
    set_limit(&b, 0, A, 8);
    set_limit(&b, 0, B, 4);
    assert_int_equal(fill(&b, 1 << A), 8);
    assert_int_equal(left_of(&b, 0, 1), 8);
    expect_place(&b, 1 << A | 1 << B, B, 0);
    assert_int_equal(fill(&b, 1 << A | 1 << B), 3);
    end_block(&b, 0, A);
    expect_none(&b, 1 << A | 1 << B);
    expect_none(&b, 1 << B);
    expect_place(&b, 1 << A | 1 << B, A, 0);
    end_block(&b, 0, B);
    expect_none(&b, 1 << A | 1 << B);
    expect_none(&b, 1 << A);
    expect_place(&b, 1 << A | 1 << B, B, 0);
}

/* A third kernel comes: from then on A and B give no block for what is marked, and C starts as they
 * free it. */
static void paper_third_kernel(void **state)
{
    (void)state;
    const uint32_t all = 1 << A | 1 << B | 1 << C;
    struct bench b;
    start_figure_2(&b);
    set_limit(&b, 0, A, 8);
    set_limit(&b, 0, B, 4);
    set_limit(&b, 0, C, 0);
    assert_int_equal(fill(&b, all), 12);
    begin(&b, C);
    set_limit(&b, 0, A, 6);
    set_limit(&b, 0, B, 3);
    set_limit(&b, 0, C, 2);
    expect_none(&b, all);
    end_block(&b, 0, A);
    expect_none(&b, all);
    expect_none(&b, all);
    end_block(&b, 0, A);
    expect_none(&b, all);
    expect_place(&b, all, C, 0);
    end_block(&b, 0, B);
    expect_none(&b, all);
    expect_place(&b, all, C, 0);
    expect_none(&b, all);
    end_block(&b, 0, A);
    expect_none(&b, all);
    expect_place(&b, all, A, 0);
}

/* Spatial: two of four SMs each. A kernel takes no SM of the other, not even an empty one. */
static void paper_spatial(void **state)
{
    (void)state;
    static const struct block_dispatch_cfg cfg = {4, 2, 8, 2, 8};
    struct bench b;
    start_bench(&b, &cfg, 100, 10);
    set_need(&b, 0, 1, 1);
    set_need(&b, 1, 1, 3);
    for (uint32_t sm = 0; sm < 4; sm++) set_limit(&b, sm, sm < 2 ? 0 : 1, 0);
    assert_int_equal(fill(&b, 1), 2 * 8);
    assert_int_equal(left_of(&b, 0, 1), 10);
    assert_int_equal(left_of(&b, 3, 1), 2);
    assert_int_equal(fill(&b, 3), 2 * 3);
    for (uint32_t sm = 0; sm < 4; sm++) {
        assert_int_equal(blocks_of(&b, sm, 0), sm < 2 ? 0 : 8);
        assert_int_equal(blocks_of(&b, sm, 1), sm < 2 ? 3 : 0);
    }
}

/* Section I of Warped-Slicer: a block needs 21 % of the shared memory, four fit, 16 % are left. */
static void paper_fragment(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &paper, 1536, 100);
    set_need(&b, 0, 1, 21);
    assert_int_equal(fill(&b, 1), 16 * 4);
    for (uint32_t sm = 0; sm < 16; sm++) assert_int_equal(left_of(&b, sm, 1), 16);
}

/* Table 2 of Elastic Kernels: blocks of the grid, and what a block takes on an SM of a Fermi, which
 * has 1536 threads, 32768 registers, 49152 bytes and 8 blocks. The percentages are printed. */
enum { FFT, CUTCP, BFS };

static const uint32_t fermi[4] = {1536, 32768, 49152, 8};

static const struct {
    uint32_t grid;
    uint32_t need[4];
    uint32_t percent[4];
} table_2[] = {
    [FFT] = {1024, {128, 2560, 0, 1}, {67, 62, 0, 100}},
    [CUTCP] = {121, {128, 3072, 4240, 1}, {67, 75, 69, 100}},
    [BFS] = {14, {512, 10240, 12800, 1}, {33, 31, 26, 12}},
};

static void start_fermi(struct bench *b)
{
    start_bench(b, &(struct block_dispatch_cfg){14, 3, 8, 4, 17}, 0, 0);
    for (uint32_t k = 0; k < 3; k++)
        memcpy(&b->in.need[4 * k], table_2[k].need, sizeof table_2[k].need);
    b->in.room_en = true;
    memcpy(b->in.room, fermi, sizeof fermi);
    cycle(b);
}

/* The kernels give the blocks of their grids until none is placed any more. */
static void give_grids(struct bench *b, uint32_t kernels)
{
    uint32_t given[3] = {0};
    do {
        for (uint32_t k = 0; k < 3; k++) {
            if (has(kernels, k) && given[k] < table_2[k].grid) b->in.want |= 1u << k;
        }
        cycle(b);
        given[b->out.place_kernel] += b->out.place_valid;
    } while (b->out.place_valid);
}

static void paper_table_2(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 3; k++) {
        struct bench b;
        start_fermi(&b);
        give_grids(&b, 1u << k);
        for (uint32_t r = 0; r < 4; r++) {
            const uint32_t used = 200 * (fermi[r] - left_of(&b, 13, r));
            const uint32_t printed = 2 * table_2[k].percent[r] * fermi[r];
            assert_in_range(used + fermi[r], printed, printed + 2 * fermi[r]); /* rounded */
        }
    }
}

/* Section 3.3: fft runs, cutcp and bfs arrive in one of the two orders and wait. First come, first
 * served, cutcp keeps bfs out; the other way round both run. */
static void order_of_arrival(uint32_t first, bool strict)
{
    struct bench b;
    start_fermi(&b);
    b.in.strict = strict;
    give_grids(&b, 1 << FFT);
    begin(&b, first);
    cycle(&b);
    begin(&b, first == CUTCP ? BFS : CUTCP);
    expect_none(&b, 1 << CUTCP | 1 << BFS);
    for (uint32_t i = 0; i < 8; i++) {
        for (uint32_t sm = 0; sm < 14; sm++) end_block(&b, sm, FFT);
        cycle(&b);
    }
    give_grids(&b, 1 << CUTCP | 1 << BFS);
    for (uint32_t sm = 0; sm < 14; sm++) {
        assert_int_equal(blocks_of(&b, sm, BFS), first == BFS ? 1 : 0);
        assert_int_equal(blocks_of(&b, sm, CUTCP), first == BFS ? 7 : 8);
    }
}

static void paper_order_of_arrival(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) order_of_arrival(i < 2 ? CUTCP : BFS, i % 2);
}

/* NVIDIA Tesla: round robin over the SMs. 16 SMs get as many blocks each, whatever ends. */
static void paper_round_robin(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &paper, 1536, 100);
    set_need(&b, 0, 128, 1);
    for (uint32_t i = 0; i < 200; i++) {
        if (i >= 16) end_block(&b, i % 16, 0);
        expect_place(&b, 1, 0, i % 16);
    }
}

/* The widths of the page's table. */
static void paper_state_bits(void **state)
{
    (void)state;
    assert_int_equal(clog2(paper.blocks + 1), 4);
    assert_int_equal(clog2(paper.sms), 4);
    assert_int_equal(clog2(65536 + 1), paper.need_width); /* all registers of an SM */
    assert_int_equal(paper.kinds, 4);
}

/* ---- the twin: a list of blocks for each SM, a list of kernels ------------------------- */

struct block {
    uint32_t k;
    uint32_t need[KINDS]; /* of the cycle in which it was placed */
};

struct twin {
    struct block_dispatch_cfg cfg;
    uint32_t room[KINDS];
    uint32_t age[KERNELS]; /* the kernels, the oldest first */
    uint32_t last;         /* the SM of the last block */
    uint32_t running[SMS];
    struct block block[SMS][KERNELS * BLOCKS];
};

static void start_twin(struct twin *t, const struct block_dispatch_cfg *cfg)
{
    t->cfg = *cfg;
    memset(t->room, 0, sizeof t->room);
    for (uint32_t k = 0; k < cfg->kernels; k++) t->age[k] = k;
    t->last = cfg->sms - 1;
    memset(t->running, 0, sizeof t->running);
}

static uint64_t room_left(const struct twin *t, uint32_t sm, uint32_t r)
{
    uint64_t left = t->room[r];
    for (uint32_t i = 0; i < t->running[sm]; i++) left -= t->block[sm][i].need[r];
    return left;
}

static uint32_t count(const struct twin *t, uint32_t sm, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->running[sm]; i++) n += t->block[sm][i].k == k;
    return n;
}

/* The kernels that have a block on some SM. */
static uint32_t present(const struct twin *t)
{
    uint32_t set = 0;
    for (uint32_t sm = 0; sm < t->cfg.sms; sm++) {
        for (uint32_t i = 0; i < t->running[sm]; i++) set |= 1u << t->block[sm][i].k;
    }
    return set;
}

static bool is_possible(const struct twin *t, const struct block_dispatch_in *in, uint32_t k,
                        uint32_t sm)
{
    const uint32_t limit = in->limit[sm * t->cfg.kernels + k];
    const uint32_t most = limit < t->cfg.blocks ? limit : t->cfg.blocks;
    bool possible = has(in->ready, sm) && count(t, sm, k) < most;
    for (uint32_t r = 0; r < t->cfg.kinds && possible; r++)
        possible = room_left(t, sm, r) >= in->need[k * t->cfg.kinds + r];
    return possible;
}

/* The SM with the smallest number of merit: its distance from the last one, or what it lacks of all
 * room there could be, with its own number behind the point. */
static bool best_sm(const struct twin *t, const struct block_dispatch_in *in, uint32_t k,
                    uint32_t *best)
{
    uint64_t least = UINT64_MAX;
    for (uint32_t sm = 0; sm < t->cfg.sms; sm++) {
        if (!is_possible(t, in, k, sm)) continue;
        const uint64_t lack = UINT32_MAX - room_left(t, sm, 0);
        const uint32_t away = (sm + t->cfg.sms - t->last - 1) % t->cfg.sms;
        const uint64_t merit = in->spread ? lack * SMS + sm : away;
        if (merit < least) *best = sm;
        if (merit < least) least = merit;
    }
    return least != UINT64_MAX;
}

/* What the twin expects of a cycle. passed: the block of an older kernel fits nowhere. */
struct expected {
    bool valid;
    uint32_t k;
    uint32_t sm;
    bool passed;
};

/* Goes down the kernels by age. */
static void expect(const struct twin *t, const struct block_dispatch_in *in, struct expected *x)
{
    memset(x, 0, sizeof *x);
    for (uint32_t i = 0; i < t->cfg.kernels && !in->room_en && !in->hold; i++) {
        x->k = t->age[i];
        if (!has(in->want, x->k)) continue;
        x->valid = best_sm(t, in, x->k, &x->sm);
        if (x->valid || in->strict) return;
        x->passed = true;
    }
}

static void remove_block(struct twin *t, uint32_t sm, uint32_t k)
{
    uint32_t i = 0;
    while (t->block[sm][i].k != k) i++;
    t->block[sm][i] = t->block[sm][--t->running[sm]];
}

static void add_block(struct twin *t, uint32_t sm, uint32_t k, const uint32_t *need)
{
    struct block *block = &t->block[sm][t->running[sm]++];
    block->k = k;
    memcpy(block->need, need, t->cfg.kinds * sizeof need[0]);
    t->last = sm;
}

/* The kernel goes to the end of the list. */
static void twin_begins(struct twin *t, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->cfg.kernels; i++) {
        if (t->age[i] != k) t->age[n++] = t->age[i];
    }
    if (n < t->cfg.kernels) t->age[n] = k;
}

static void twin_edge(struct twin *t, const struct block_dispatch_in *in, const struct expected *x)
{
    for (uint32_t sm = 0; sm < t->cfg.sms && !in->room_en; sm++) {
        if (has(in->end_valid, sm)) remove_block(t, sm, in->end_kernel[sm]);
    }
    if (x->valid) add_block(t, x->sm, x->k, &in->need[x->k * t->cfg.kinds]);
    if (in->room_en) memcpy(t->room, in->room, sizeof t->room);
    if (in->begin_en) twin_begins(t, in->begin_kernel);
}

static void compare(const struct bench *b, const struct twin *t)
{
    for (uint32_t sm = 0; sm < t->cfg.sms; sm++) {
        uint32_t blocks[KERNELS] = {0};
        for (uint32_t i = 0; i < t->running[sm]; i++) blocks[t->block[sm][i].k]++;
        for (uint32_t k = 0; k < t->cfg.kernels; k++)
            assert_int_equal(blocks_of(b, sm, k), blocks[k]);
        for (uint32_t r = 0; r < t->cfg.kinds; r++)
            assert_int_equal(left_of(b, sm, r), room_left(t, sm, r));
    }
    assert_int_equal(b->s.turn, (t->last + 1) % t->cfg.sms);
    expect_order(b, t->age);
}

/* ---- random runs ----------------------------------------------------------------------- */

struct run {
    const char *name;
    uint32_t cycles;
    struct block_dispatch_cfg most; /* sizes up to these */
    uint32_t needs;                 /* amounts below; 0: of all bits */
};

static const struct run runs[] = {
    {"random_tiny", 40000, {2, 2, 3, 2, 5}, 4},
    {"random_small", 40000, {4, 4, 5, 3, 6}, 6},
    {"random_paper", 10000, {16, 4, 8, 4, 17}, 4096},
    {"random_large", 3000, {64, 16, 64, 8, 12}, 64},
    {"random_all_bits", 3000, {8, 16, 64, 8, 32}, 0},
};

/* Behind a drain every SM is empty and gets other room. */
struct stimulus {
    const struct run *run;
    struct hd_rng rng;
    bool drain;
    uint32_t wants, readys; /* of 8 */
    uint32_t ends;          /* in two cycles */
};

static uint32_t amount(struct stimulus *x, uint32_t bits)
{
    if (x->run->needs != 0) return hd_rng_below(&x->rng, x->run->needs);
    return (uint32_t)(hd_rng_next(&x->rng) >> (64 - bits)) >> hd_rng_below(&x->rng, bits);
}

static uint64_t some(struct stimulus *x, uint32_t n, uint32_t of_8)
{
    uint64_t set = 0;
    for (uint32_t i = 0; i < n; i++) set |= hd_rng_chance(&x->rng, of_8, 8) ? bit(i) : 0;
    return set;
}

/* Of a kernel number, all that the port has. */
static uint32_t any_kernel(struct stimulus *x, const struct block_dispatch_cfg *cfg)
{
    return hd_rng_below(&x->rng, 1u << (cfg->kernels > 1 ? clog2(cfg->kernels) : 1));
}

static void new_limits(struct stimulus *x, struct bench *b)
{
    const struct block_dispatch_cfg *cfg = &b->s.cfg;
    const bool open = hd_rng_chance(&x->rng, 1, 2);
    for (uint32_t i = 0; i < cfg->sms * cfg->kernels; i++)
        b->in.limit[i] = open ? cfg->blocks : hd_rng_below(&x->rng, 1u << clog2(cfg->blocks + 1));
}

/* Only kernels without a block may need something else. */
static void new_needs(struct stimulus *x, struct bench *b, const struct twin *t)
{
    const uint32_t kinds = t->cfg.kinds;
    const uint32_t here = present(t);
    for (uint32_t i = 0; i < t->cfg.kernels * kinds; i++) {
        if (!has(here, i / kinds)) b->in.need[i] = amount(x, t->cfg.need_width);
    }
}

/* Some blocks end, one on every SM while the SMs are drained. */
static void some_ends(struct stimulus *x, struct bench *b, const struct twin *t)
{
    for (uint32_t sm = 0; sm < t->cfg.sms; sm++) {
        const bool ends = x->drain || hd_rng_chance(&x->rng, x->ends, 2 * t->cfg.sms);
        if (!ends || t->running[sm] == 0) continue;
        end_block(b, sm, t->block[sm][hd_rng_below(&x->rng, t->running[sm])].k);
    }
}

static void new_phase(struct stimulus *x, struct bench *b)
{
    x->drain = hd_rng_chance(&x->rng, 1, 6);
    x->wants = 2 + hd_rng_below(&x->rng, 7);
    x->ends = hd_rng_below(&x->rng, 4);
    x->readys = hd_rng_chance(&x->rng, 1, 2) ? 8 : hd_rng_below(&x->rng, 9);
    b->in.strict = hd_rng_chance(&x->rng, 1, 2);
    b->in.spread = hd_rng_chance(&x->rng, 1, 2);
}

/* With room for everything, all inputs of the cycle may be there; none of them counts but begin. */
static void new_room(struct stimulus *x, struct bench *b)
{
    const struct block_dispatch_cfg *cfg = &b->s.cfg;
    x->drain = false;
    b->in.room_en = true;
    b->in.end_valid = hd_rng_next(&x->rng) & ones(cfg->sms);
    for (uint32_t sm = 0; sm < cfg->sms; sm++) b->in.end_kernel[sm] = any_kernel(x, cfg);
}

static void stimulate(struct stimulus *x, struct bench *b, const struct twin *t)
{
    const struct block_dispatch_cfg *cfg = &t->cfg;
    if (hd_rng_chance(&x->rng, 1, 40)) new_phase(x, b);
    if (hd_rng_chance(&x->rng, 1, 30)) new_limits(x, b);
    if (hd_rng_chance(&x->rng, 1, 4)) new_needs(x, b, t);
    if (hd_rng_chance(&x->rng, 1, 10)) b->in.spread = !b->in.spread;
    b->in.want = x->drain ? 0 : (uint32_t)some(x, cfg->kernels, x->wants);
    b->in.ready = some(x, cfg->sms, x->readys);
    b->in.begin_en = hd_rng_chance(&x->rng, 1, 6);
    b->in.begin_kernel = any_kernel(x, cfg);
    for (uint32_t r = 0; r < cfg->kinds; r++) {
        const uint64_t sum = (uint64_t)amount(x, cfg->need_width) * (1 + hd_rng_below(&x->rng, 12));
        b->in.room[r] = (uint32_t)(sum > ones(cfg->need_width) ? ones(cfg->need_width) : sum);
    }
    b->in.hold = hd_rng_chance(&x->rng, 1, 8);
    some_ends(x, b, t);
    if (present(t) == 0 && (x->drain || hd_rng_chance(&x->rng, 1, 20))) {
        b->in.want = (uint32_t)some(x, cfg->kernels, 6);
        new_room(x, b);
    }
}

static void random_sizes(struct stimulus *x, struct block_dispatch_cfg *cfg)
{
    const struct block_dispatch_cfg *most = &x->run->most;
    cfg->sms = 1 + hd_rng_below(&x->rng, most->sms);
    cfg->kernels = 1 + hd_rng_below(&x->rng, most->kernels);
    cfg->blocks = 1 + hd_rng_below(&x->rng, most->blocks);
    cfg->kinds = 1 + hd_rng_below(&x->rng, most->kinds);
    cfg->need_width = most->need_width;
}

/* What a run has met. */
struct met {
    uint32_t placed, passed, room, end_and_place, reset;
};

static void random_cycle(struct bench *b, struct twin *t, struct met *met)
{
    struct expected x;
    const struct block_dispatch before = b->s;
    const struct block_dispatch_in in = b->in;
    expect(t, &in, &x);
    cycle(b);
    assert_int_equal(b->out.place_valid, x.valid);
    if (x.valid) {
        assert_int_equal(b->out.place_kernel, x.k);
        assert_int_equal(b->out.place_sm, x.sm);
    }
    assert_int_equal(b->out.here, present(t));
    assert_memory_equal(b->out.left, before.left, sizeof before.left);
    assert_memory_equal(b->out.blocks, before.blocks, sizeof before.blocks);
    twin_edge(t, &in, &x);
    compare(b, t);
    met->placed += x.valid;
    met->passed += x.valid && x.passed;
    met->room += in.room_en;
    met->end_and_place += x.valid && has(in.end_valid, x.sm);
}

static void random_run(void **state)
{
    static struct twin t;
    struct stimulus x = {.run = *state, .wants = 4, .readys = 8};
    struct met met = {0};
    struct bench b;
    hd_rng_seed(&x.rng, x.run->cycles);
    for (uint32_t c = 0; c < x.run->cycles; c++) {
        if (c % 500 == 0) {
            struct block_dispatch_cfg cfg;
            random_sizes(&x, &cfg);
            memset(&b, 0, sizeof b);
            assert_null(block_dispatch_init(&b.s, &cfg));
            start_twin(&t, &cfg);
        } else if (hd_rng_chance(&x.rng, 1, 300)) {
            block_dispatch_reset(&b.s);
            assert_null(block_dispatch_check(&b.s));
            start_twin(&t, &b.s.cfg);
            met.reset++;
        }
        stimulate(&x, &b, &t);
        random_cycle(&b, &t, &met);
    }
    assert_true(met.placed > x.run->cycles / 8);
    assert_true(met.passed > x.run->cycles / 100);
    assert_true(met.room > x.run->cycles / 200);
    assert_true(met.end_and_place > x.run->cycles / 200);
    assert_true(met.reset > 0);
}

/* ---- each check fails ------------------------------------------------------------------ */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = block_dispatch_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

/* A state that every check has something to say of. */
static void start_used(struct bench *b)
{
    start_bench(b, &hand, 20, 10);
    for (uint32_t k = 0; k < 3; k++) set_need(b, k, k + 1, 0);
    for (uint32_t k = 0; k < 3; k++) expect_place(b, 1u << k, k, k);
}

static void check_finds_order(void **state)
{
    (void)state;
    struct bench b;
    start_used(&b);
    b.s.older[4] = true; /* 1 is older than itself */
    expect_broken(&b, "total_order");
    b.s.older[4] = false;
    b.s.older[1] = false; /* neither of 0 and 1 is older */
    expect_broken(&b, "total_order");
    b.s.older[1] = b.s.older[3] = true; /* both are */
    expect_broken(&b, "total_order");
    b.s.older[3] = false;
    assert_null(block_dispatch_check(&b.s));
    b.s.older[2] = false; /* 0, 1, 2, 0 ... */
    b.s.older[6] = true;
    expect_broken(&b, "total_order");
}

static void check_finds_account(void **state)
{
    (void)state;
    struct bench b;
    start_used(&b);
    for (uint32_t i = 0; i < 6; i++) {
        b.s.left[i]++;
        expect_broken(&b, "account");
        b.s.left[i] -= 2;
        expect_broken(&b, "account");
        b.s.left[i]++;
    }
    b.s.blocks[8]--;
    expect_broken(&b, "account");
    b.s.blocks[8]++;
    b.s.need[5] = 1; /* kernel 2 needs nothing of kind 1 */
    expect_broken(&b, "account");
    b.s.need[5] = 0;
    assert_null(block_dispatch_check(&b.s));
    b.s.left[0] = 25; /* 2^32 five times over is not nothing */
    b.s.need[0] = UINT32_MAX;
    b.s.blocks[0] = 5;
    expect_broken(&b, "account");
}

static void check_finds_within(void **state)
{
    (void)state;
    struct bench b;
    start_used(&b);
    b.s.turn = 2;
    assert_null(block_dispatch_check(&b.s));
    b.s.turn = 3;
    expect_broken(&b, "within");
    b.s.turn = 0;
    memset(b.s.need, 0, sizeof b.s.need); /* so that no account is wrong */
    memset(b.s.room, 0, sizeof b.s.room);
    memset(b.s.left, 0, sizeof b.s.left);
    b.s.blocks[8] = 5;
    assert_null(block_dispatch_check(&b.s));
    b.s.blocks[8] = 6;
    expect_broken(&b, "within");
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const struct block_dispatch_in old = b->in;
    const char *broken = block_dispatch_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    b->in = old;
    quiet(b);
}

static void promise_widths(void **state)
{
    (void)state;
    struct bench b;
    start_bench(&b, &hand, 20, 10);
    b.in.begin_kernel = 4;
    expect_promise(&b, "a number has more bits than KernelWidth");
    b.in.end_kernel[2] = 4;
    expect_promise(&b, "a number has more bits than KernelWidth");
    b.in.want = 8;
    expect_promise(&b, "want_i has more bits than Kernels");
    b.in.end_valid = 8;
    expect_promise(&b, "ready_i or end_valid_i has more bits than Sms");
    b.in.ready = 15;
    expect_promise(&b, "ready_i or end_valid_i has more bits than Sms");
    b.in.ready = 7;
    b.in.limit[8] = 8;
    expect_promise(&b, "a limit has more bits than BlockWidth");
    b.in.limit[8] = 7;
    b.in.room[1] = 32;
    expect_promise(&b, "an amount of room has more bits than NeedWidth");
    b.in.need[5] = 32;
    expect_promise(&b, "an amount of room has more bits than NeedWidth");
    b.in.need[5] = 31;
    b.in.begin_kernel = b.in.end_kernel[2] = 3;
    b.in.want = 7;
    b.in.room[1] = 31;
    b.in.limit[9] = 8; /* of no SM, of no kernel, of no kind */
    b.in.need[6] = b.in.room[2] = 32;
    b.in.end_kernel[3] = 4;
    assert_null(block_dispatch_promise(&b.s, &b.in));
    memset(&b.in, 0, sizeof b.in);
    assert_null(block_dispatch_init(&b.s, &(struct block_dispatch_cfg){1, 1, 1, 1, 1}));
    b.in.begin_kernel = 1;
    assert_null(block_dispatch_promise(&b.s, &b.in));
    b.in.begin_kernel = 2;
    expect_promise(&b, "a number has more bits than KernelWidth");
}

static void promise_end(void **state)
{
    (void)state;
    const char *sentence = "a block ends on an SM where its kernel has none";
    struct bench b;
    start_used(&b);
    for (uint32_t sm = 0; sm < 3; sm++) {
        for (uint32_t k = 0; k < 4; k++) {
            end_block(&b, sm, k);
            if (k != sm) expect_promise(&b, sentence);
            else assert_null(block_dispatch_promise(&b.s, &b.in));
            quiet(&b);
            b.in.end_kernel[sm] = k; /* without end_valid_i */
            assert_null(block_dispatch_promise(&b.s, &b.in));
            quiet(&b);
        }
    }
    end_block(&b, 0, 1);
    b.in.want = 2; /* not even if one is placed there in this cycle */
    expect_promise(&b, sentence);
    end_block(&b, 0, 0);
    cycle(&b);
    end_block(&b, 0, 0);
    expect_promise(&b, sentence);
}

static void promise_room(void **state)
{
    (void)state;
    struct bench b;
    start_used(&b);
    for (uint32_t sm = 0; sm < 3; sm++) {
        b.in.room_en = true;
        expect_promise(&b, "room_en_i is high while an SM has a block");
        b.in.room_en = true;
        end_block(&b, sm, sm); /* it has the block in this cycle */
        expect_promise(&b, "room_en_i is high while an SM has a block");
        end_block(&b, sm, sm);
        cycle(&b);
    }
    b.in.room_en = true;
    end_block(&b, 1, 0);
    assert_null(block_dispatch_promise(&b.s, &b.in)); /* ends do not count */
}

/* From the cycle of the placement to that of the last end. */
static void promise_need(void **state)
{
    (void)state;
    const char *sentence = "need_i of a kernel changes while it has a block on an SM";
    struct bench b;
    start_bench(&b, &hand, 20, 10);
    for (uint32_t i = 0; i < 3; i++) {
        set_need(&b, 1, 4 + i, 2);
        cycle(&b);
    }
    set_need(&b, 1, 5, 3);
    expect_place(&b, 2, 1, 0);
    for (uint32_t i = 0; i < 3; i++) {
        set_need(&b, 1, 5, 2);
        expect_promise(&b, sentence);
        set_need(&b, 1, 6, 3);
        expect_promise(&b, sentence);
        set_need(&b, 1, 5, 3);
        set_need(&b, 0, i, i); /* of kernels without a block */
        set_need(&b, 2, i, i);
        if (i == 2) end_block(&b, 0, 1);
        cycle(&b);
    }
    set_need(&b, 1, 7, 7);
    assert_null(block_dispatch_promise(&b.s, &b.in));
}

/* Inputs that no neighbour gives: nothing is broken but the account. */
static void broken_promises_stay_inside(void **state)
{
    (void)state;
    struct bench b;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    start_bench(&b, &hand, 20, 10);
    for (uint32_t c = 0; c < 20000; c++) {
        quiet(&b);
        b.in.want = hd_rng_below(&rng, 8);
        b.in.ready = hd_rng_below(&rng, 8);
        b.in.end_valid = hd_rng_below(&rng, 8);
        for (uint32_t sm = 0; sm < 3; sm++) b.in.end_kernel[sm] = hd_rng_below(&rng, 4);
        for (uint32_t i = 0; i < 6; i++) b.in.need[i] = hd_rng_below(&rng, 32);
        b.in.room_en = hd_rng_chance(&rng, 1, 50);
        b.in.room[0] = b.in.room[1] = hd_rng_below(&rng, 32);
        begin(&b, hd_rng_below(&rng, 4));
        block_dispatch_eval(&b.s, &b.in, &b.out);
        expect_run_invariants(&b);
        block_dispatch_tick(&b.s, &b.in, &b.out);
        const char *broken = block_dispatch_check(&b.s);
        assert_true(broken == NULL || strcmp(broken, "account") == 0);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct block_dispatch_cfg cfg;
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
    struct block_dispatch s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = block_dispatch_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(block_dispatch_init(&s, &(struct block_dispatch_cfg){1, 1, 1, 1, 1}));
    assert_null(block_dispatch_init(&s, &(struct block_dispatch_cfg){64, 16, 64, 8, 32}));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(rule_fit_ready),
        cmocka_unit_test(rule_fit_limit),
        cmocka_unit_test(rule_limit_below),
        cmocka_unit_test(rule_fit_blocks),
        cmocka_unit_test(rule_fit_room),
        cmocka_unit_test(rule_fit_before_the_cycle),
        cmocka_unit_test(rule_oldest_first),
        cmocka_unit_test(rule_younger_passes),
        cmocka_unit_test(rule_strict),
        cmocka_unit_test(rule_turn),
        cmocka_unit_test(rule_turn_skips),
        cmocka_unit_test(rule_spread),
        cmocka_unit_test(rule_spread_fitting),
        cmocka_unit_test(rule_spread_turn),
        cmocka_unit_test(rule_place),
        cmocka_unit_test(rule_end_everywhere),
        cmocka_unit_test(rule_end_and_place),
        cmocka_unit_test(rule_begin),
        cmocka_unit_test(rule_begin_of_none),
        cmocka_unit_test(rule_room),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_smallest),
        cmocka_unit_test(rule_greatest),
        cmocka_unit_test(paper_left_over),
        cmocka_unit_test(paper_left_over_is_strict),
        cmocka_unit_test(paper_even),
        cmocka_unit_test(paper_third_kernel),
        cmocka_unit_test(paper_spatial),
        cmocka_unit_test(paper_fragment),
        cmocka_unit_test(paper_table_2),
        cmocka_unit_test(paper_order_of_arrival),
        cmocka_unit_test(paper_round_robin),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(check_finds_order),
        cmocka_unit_test(check_finds_account),
        cmocka_unit_test(check_finds_within),
        cmocka_unit_test(promise_widths),
        cmocka_unit_test(promise_end),
        cmocka_unit_test(promise_room),
        cmocka_unit_test(promise_need),
        cmocka_unit_test(broken_promises_stay_inside),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_run,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("block_dispatch", tests, NULL, NULL);
}
