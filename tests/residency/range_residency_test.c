/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the range residency: the page's rules and races one by one; blocks of
 * several kernels against a naive twin, which has each warp of each block by itself and asks each
 * place of a row whose it is; and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/range_residency.h"

enum {
    STALLS = BLOCK_FRAMES_STALLS,
    ARRIVES = BLOCK_FRAMES_ARRIVES,
    PHASE = BLOCK_FRAMES_PHASE,
    ENDS = BLOCK_FRAMES_ENDS,
    SLOTS = RANGE_RESIDENCY_OF_SLOTS,
    SETS = RANGE_RESIDENCY_OF_SETS,
    GRAINS = RANGE_RESIDENCY_OF_GRAINS,
    POOLS = RANGE_RESIDENCY_POOLS,
    FRAMES = RANGE_RESIDENCY_MAX_FRAMES,
    MOST = RANGE_POOL_MAX_PLACES,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct range_residency s;
    struct range_residency_in in; /* cleared by cycle, but for the needs and begin_ready */
    struct range_residency_out out;
    uint32_t events; /* ports used in the coming cycle */
};

static struct bench bench;

static const struct range_residency_cfg paper = {.slots = 48,
                                                 .frames = 8,
                                                 .max_warps = 32,
                                                 .kernels = 4,
                                                 .sets = 256,
                                                 .grains = 96,
                                                 .id_width = 96,
                                                 .ports = 2};
static const struct range_residency_cfg hand = {.slots = 10,
                                                .frames = 4,
                                                .max_warps = 5,
                                                .kernels = 3,
                                                .sets = 12,
                                                .grains = 9,
                                                .id_width = 40,
                                                .ports = 2};

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    static struct range_residency before;
    const char *broken = range_residency_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    before = b->s;
    range_residency_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    const bool rests = range_residency_rests(&b->s, &b->in, &b->out);
    range_residency_tick(&b->s, &b->in, &b->out);
    if (rests) assert_memory_equal(&before, &b->s, sizeof before);
    broken = range_residency_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    b->in.block_valid = false;
    memset(b->in.ev_valid, 0, sizeof b->in.ev_valid);
    b->events = 0;
}

static void kernel(struct bench *b, uint32_t k, uint32_t warps, uint32_t sets, uint32_t grains)
{
    b->in.need_warps[k] = warps;
    b->in.need_sets[k] = sets;
    b->in.need_grains[k] = grains;
}

/* Kernel 0: small blocks. Kernel 1: larger ones, without shared memory. Kernel 2: the largest. */
static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(range_residency_init(&b->s, &hand));
    assert_null(range_residency_check(&b->s));
    kernel(b, 0, 2, 3, 2);
    kernel(b, 1, 3, 4, 0);
    kernel(b, 2, 5, 6, 7);
    b->in.begin_ready = true;
}

static const struct range_residency_out *now(struct bench *b)
{
    range_residency_eval(&b->s, &b->in, &b->out);
    return &b->out;
}

static void offer(struct bench *b, uint32_t k, uint32_t id)
{
    b->in.block_valid = true;
    b->in.block_kernel = k;
    b->in.block_id[0] = id;
    b->in.block_id[1] = id % 256;
}

static void event(struct bench *b, uint32_t kind, uint32_t slot)
{
    b->in.ev_valid[b->events] = true;
    b->in.ev_kind[b->events] = kind;
    b->in.ev_slot[b->events++] = slot;
}

static void expect_id(const uint32_t *id, uint32_t expected)
{
    assert_int_equal(id[0], expected);
    assert_int_equal(id[1], expected % 256);
    assert_int_equal(id[2] | id[3], 0);
}

static void expect_begin(const struct bench *b, uint32_t k, uint32_t id, uint32_t slot,
                         uint32_t set, uint32_t grain)
{
    assert_true(b->out.begin_en);
    assert_int_equal(b->out.begin_kernel, k);
    expect_id(b->out.begin_id, id);
    assert_int_equal(b->out.begin_slot, slot);
    assert_int_equal(b->out.begin_set, set);
    assert_int_equal(b->out.begin_grain, grain);
}

static void expect_done(const struct bench *b, uint32_t k, uint32_t id)
{
    assert_true(b->out.done_valid);
    assert_int_equal(b->out.done_kernel, k);
    expect_id(b->out.done_id, id);
}

/* The block that waits begins within a search; the cycle of its beginning is the last one. */
static void until_begin(struct bench *b)
{
    uint32_t cycles = 0;
    do {
        assert_true(cycles++ < 10);
        cycle(b);
    } while (!b->out.begin_en);
}

/* A block of kernel k gets the ranges that begin there, and frame f. */
static void enter(struct bench *b, uint32_t k, uint32_t id, uint32_t f, uint32_t slot)
{
    assert_true(now(b)->block_ready);
    offer(b, k, id);
    cycle(b);
    until_begin(b);
    assert_int_equal(b->out.begin_slot, slot);
    assert_true(b->s.open >> f & 1);
    assert_int_equal(b->s.id[f][0], id);
}

/* All warps from first to last end; the block is done in the next cycle. */
static void end_warps(struct bench *b, uint32_t first, uint32_t last)
{
    for (uint32_t slot = first; slot <= last; slot++) {
        event(b, ENDS, slot);
        if (b->events == 2 || slot == last) cycle(b);
    }
}

/* Frame 0: kernel 0, slots 0, 1, sets 0 to 2, grains 0, 1. Frame 1: kernel 1, slots 2 to 4, sets 3
 * to 6. Frame 2: kernel 0, slots 5, 6, sets 7 to 9, grains 2, 3. */
static void three_blocks(struct bench *b)
{
    start(b);
    enter(b, 0, 100, 0, 0);
    enter(b, 1, 101, 1, 2);
    enter(b, 0, 102, 2, 5);
}

/* ---- the rules of the page ------------------------------------------------------------- */

/* Five warps, 6 sets, 7 grains: clog2(7) + 1 cycles of search. */
static void rule_offer_and_begin(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    assert_true(now(b)->block_ready && b->out.idle && !b->out.waits);
    offer(b, 2, 0x1234);
    cycle(b);
    assert_false(b->out.begin_en || b->out.waits);
    for (uint32_t n = 0; n < 4; n++) {
        cycle(b);
        assert_true(b->out.waits && !b->out.block_ready && !b->out.idle);
        assert_false(b->out.begin_en);
    }
    cycle(b);
    expect_begin(b, 2, 0x1234, 0, 0, 0);
    assert_int_equal(b->out.begin_count, 5);
    assert_int_equal(b->out.ready, 0);
    assert_true(now(b)->block_ready && !b->out.waits && !b->out.idle && !b->out.begin_en);
    assert_int_equal(b->out.ready, 0x1f);
    assert_int_equal(b->s.open, 1);
}

/* Ranges of different lengths side by side, as of Warped-Slicer's Figure 2. */
static void rule_side_by_side(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    enter(b, 0, 1, 0, 0);
    expect_begin(b, 0, 1, 0, 0, 0);
    enter(b, 1, 2, 1, 2);
    expect_begin(b, 1, 2, 2, 3, 0); /* of no grains, at 0 */
    enter(b, 0, 3, 2, 5);
    expect_begin(b, 0, 3, 5, 7, 2);
    assert_int_equal(now(b)->ready, 0x7f);
    end_warps(b, 2, 4);
    cycle(b);
    expect_done(b, 1, 2);
    enter(b, 0, 4, 1, 2); /* into the hole, and the lowest frame that is not open */
    expect_begin(b, 0, 4, 2, 3, 4);
    assert_int_equal(now(b)->ready, 0x6f);
}

/* What a block needs is what its kernel needed when it was offered. */
static void rule_needs_are_kept(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    offer(b, 1, 7);
    cycle(b);
    kernel(b, 1, 5, 12, 9);
    until_begin(b);
    assert_int_equal(b->out.begin_count, 3);
    assert_int_equal(now(b)->ready, 7);
    assert_int_equal(b->s.sets[0], 4);
    assert_int_equal(b->s.grains[0], 0);
    assert_int_equal(b->s.pool[SLOTS].left, 7);
    assert_int_equal(b->s.pool[SETS].left, 8);
    assert_int_equal(b->s.pool[GRAINS].left, 9);
}

static void rule_begin_ready(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->in.begin_ready = false;
    offer(b, 0, 7);
    for (uint32_t n = 0; n < 20; n++) {
        cycle(b);
        assert_false(b->out.begin_en || b->out.split);
        assert_int_equal(b->out.waits, n > 0);
    }
    b->in.begin_ready = true;
    cycle(b);
    expect_begin(b, 0, 7, 0, 0, 0);
}

/* Kernel and identity of the block that waits are kept, whatever is offered behind it. */
static void rule_one_block_waits(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    offer(b, 0, 7);
    cycle(b);
    for (uint32_t n = 0; n < 4; n++) {
        offer(b, 1, 8 + n);
        cycle(b);
        assert_false(b->out.block_ready);
    }
    expect_begin(b, 0, 7, 0, 0, 0);
    cycle(b);
    assert_false(b->out.waits);
}

/* Slots 2 to 4 and 7 to 9 are free: enough for five warps, but in pieces. */
static void rule_split(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    end_warps(b, 2, 4);
    cycle(b);
    kernel(b, 2, 5, 1, 1);
    offer(b, 2, 9);
    cycle(b);
    assert_false(b->out.split);
    for (uint32_t n = 0; n < 12; n++) { /* lengths 1, 2, 4: there is none of 4 */
        cycle(b);
        assert_int_equal(b->out.split, n % 3 == 2);
        assert_false(b->out.begin_en);
    }
    end_warps(b, 5, 6);
    cycle(b);
    expect_done(b, 0, 102);
    until_begin(b);
    expect_begin(b, 2, 9, 2, 3, 4); /* sets and grains it had found before */
    assert_false(now(b)->split);
}

/* Each pool by itself can be in pieces. Free: slots 2 to 4 and 7 to 9, sets 3 to 6, 10, 11, grains
 * 2, 3, 6 to 8. */
static void rule_split_of_each_pool(void **state)
{
    (void)state;
    static const struct {
        uint32_t warps, sets, grains;
        bool split;
    } rows[] = {{4, 0, 0, true}, {5, 6, 5, true}, {1, 5, 0, true}, {1, 6, 0, true},
                {1, 0, 4, true}, {1, 0, 5, true}, {3, 4, 3, false}};
    struct bench *b = &bench;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool split = false, begins = false;
        start(b);
        kernel(b, 1, 3, 4, 2);
        enter(b, 0, 1, 0, 0);
        enter(b, 1, 2, 1, 2);
        enter(b, 0, 3, 2, 5);
        end_warps(b, 2, 4);
        cycle(b);
        kernel(b, 2, rows[i].warps, rows[i].sets, rows[i].grains);
        offer(b, 2, 5);
        for (uint32_t n = 0; n < 9; n++) {
            cycle(b);
            split = split || b->out.split;
            begins = begins || b->out.begin_en;
        }
        assert_int_equal(split, rows[i].split);
        assert_int_equal(begins, !rows[i].split);
    }
}

/* It waits for something else as well: not split. */
static void rule_not_split(void **state)
{
    (void)state;
    static const struct {
        uint32_t warps, sets, grains;
    } rows[] = {{5, 6, 0}, {5, 1, 6}, {4, 12, 0}};
    struct bench *b = &bench;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool none = false;
        start(b);
        kernel(b, 0, 2, 4, 2);
        for (uint32_t f = 0; f < 3; f++) enter(b, 0, f, f, 2 * f);
        end_warps(b, 2, 3);
        cycle(b); /* free: slots 2, 3, 6 to 9; sets 4 to 7; grains 2, 3, 6 to 8 */
        kernel(b, 2, rows[i].warps, rows[i].sets, rows[i].grains);
        offer(b, 2, 9);
        for (uint32_t n = 0; n < 20; n++) {
            cycle(b);
            none = none || b->out.pool_out[SLOTS].none || b->out.pool_out[SETS].none;
            assert_false(b->out.split || b->out.begin_en);
        }
        assert_true(none);
    }
}

/* Nor is it while no frame is free. */
static void rule_not_split_without_frame(void **state)
{
    (void)state;
    struct bench *b = &bench;
    bool split = false;
    start(b);
    kernel(b, 0, 2, 1, 1);
    kernel(b, 1, 1, 1, 1);
    enter(b, 0, 1, 0, 0);
    enter(b, 0, 2, 1, 2);
    enter(b, 0, 3, 2, 4);
    enter(b, 0, 4, 3, 6);
    end_warps(b, 2, 3);
    cycle(b);
    enter(b, 1, 5, 1, 2); /* slots 3, 8, 9 and all frames */
    kernel(b, 2, 3, 0, 0);
    offer(b, 2, 6);
    for (uint32_t n = 0; n < 12; n++) {
        cycle(b);
        assert_false(b->out.split);
    }
    end_warps(b, 0, 1);
    cycle(b); /* slots 0, 1, 3, 8, 9 */
    expect_done(b, 0, 1);
    for (uint32_t n = 0; n < 6; n++) {
        cycle(b);
        split = split || b->out.split;
    }
    assert_true(split);
}

static void rule_barrier(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    event(b, ARRIVES, 2);
    event(b, ARRIVES, 3);
    cycle(b);
    for (uint32_t n = 0; n < 5; n++) {
        assert_int_equal(now(b)->ready, 0x73); /* slot 4 has not come */
        cycle(b);
    }
    event(b, ARRIVES, 4);
    cycle(b);
    assert_int_equal(now(b)->ready, 0x63);
    cycle(b);
    assert_int_equal(now(b)->ready, 0x7f);
}

/* Barriers of neighbours are theirs. */
static void rule_barrier_of_one_block(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    event(b, ARRIVES, 1);
    event(b, ARRIVES, 5);
    cycle(b);
    for (uint32_t slot = 2; slot < 5; slot++) {
        event(b, ARRIVES, slot);
        cycle(b);
    }
    cycle(b);
    assert_int_equal(now(b)->ready, 0x5d);
}

static void rule_stalls_and_phases(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    static struct range_residency before;
    before = b->s;
    event(b, STALLS, 0);
    event(b, PHASE, 1);
    cycle(b);
    assert_memory_equal(&before, &b->s, sizeof before);
    assert_int_equal(now(b)->ready, 0x7f);
}

/* A warp that has ended keeps its places until its block is done. */
static void rule_end_frees_all_at_once(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    end_warps(b, 2, 3);
    cycle(b);
    assert_false(b->out.done_valid);
    assert_int_equal(b->s.pool[SLOTS].left, 3);
    event(b, ENDS, 4);
    cycle(b);
    assert_false(b->out.done_valid);
    assert_int_equal(now(b)->ready, 0x63);
    cycle(b);
    expect_done(b, 1, 101);
    assert_int_equal(b->s.pool[SLOTS].left, 6);
    assert_int_equal(b->s.pool[SETS].left, 6);
    assert_int_equal(b->s.pool[GRAINS].left, 5);
    assert_int_equal(b->s.open, 5);
    assert_int_equal(b->s.ended | b->s.waits, 0);
    assert_false(now(b)->done_valid);
}

/* The ranges that become free are of the frame that is done. */
static void rule_begins_clean(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    event(b, ARRIVES, 5);
    event(b, ENDS, 6);
    cycle(b);
    cycle(b);
    event(b, ENDS, 5);
    cycle(b);
    cycle(b);
    expect_done(b, 0, 102);
    kernel(b, 2, 5, 5, 7);
    enter(b, 2, 103, 2, 5);
    assert_int_equal(now(b)->ready, 0x3ff);
}

static void rule_idle(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    enter(b, 0, 1, 0, 0);
    end_warps(b, 0, 1);
    cycle(b);
    assert_true(b->out.done_valid && !b->out.idle);
    assert_true(now(b)->idle);
    b->in.begin_ready = false;
    offer(b, 0, 2);
    cycle(b);
    assert_true(b->out.idle);
    assert_false(now(b)->idle); /* no frame is open, a block waits */
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    event(b, ARRIVES, 0);
    event(b, ENDS, 1);
    offer(b, 2, 5);
    cycle(b);
    cycle(b);
    range_residency_reset(&b->s);
    assert_null(range_residency_check(&b->s));
    assert_true(now(b)->idle && b->out.block_ready);
    assert_int_equal(b->out.ready, 0);
    assert_int_equal(b->s.open | b->s.ended | b->s.waits, 0);
    enter(b, 2, 6, 0, 0);
    assert_int_equal(now(b)->ready, 0x1f);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

/* Four blocks on all frames; a fifth has found its ranges, and waits for a frame. */
static void race_done_and_frame_needed(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    kernel(b, 0, 2, 1, 1);
    for (uint32_t f = 0; f < 4; f++) enter(b, 0, f, f, 2 * f);
    offer(b, 0, 9);
    for (uint32_t n = 0; n < 10; n++) {
        cycle(b);
        assert_false(b->out.begin_en);
    }
    end_warps(b, 4, 5);
    cycle(b);
    expect_done(b, 0, 2);
    assert_false(b->out.begin_en);
    cycle(b);
    expect_begin(b, 0, 9, 8, 4, 4); /* what it found before */
    assert_int_equal(b->s.open, 15);
    assert_int_equal(b->s.id[2][0], 9);
}

static void race_done_and_begin(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    b->in.begin_ready = false;
    offer(b, 1, 9);
    kernel(b, 1, 3, 2, 1);
    for (uint32_t n = 0; n < 5; n++) cycle(b);
    end_warps(b, 0, 1);
    b->in.begin_ready = true;
    cycle(b);
    expect_done(b, 0, 100);
    expect_begin(b, 1, 9, 7, 10, 4);
    assert_int_equal(b->s.open, 14); /* not on the frame that is done */
    assert_int_equal(b->s.id[3][0], 9);
    assert_int_equal(b->s.pool[SLOTS].left, 2);
    assert_int_equal(b->s.pool[SETS].left, 3);
    assert_int_equal(b->s.pool[GRAINS].left, 6);
    assert_int_equal(now(b)->ready, 0x3fc);
}

static void race_begin_and_offer(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    offer(b, 0, 1);
    cycle(b);
    while (!now(b)->begin_en) cycle(b);
    offer(b, 1, 2);
    cycle(b);
    assert_true(b->out.begin_en && !b->out.block_ready);
    assert_false(now(b)->waits);
    assert_true(b->out.block_ready);
    enter(b, 0, 3, 1, 2);
}

static void race_last_two_arrive(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    event(b, ARRIVES, 3);
    cycle(b);
    event(b, ARRIVES, 2);
    event(b, ARRIVES, 4);
    cycle(b);
    cycle(b);
    assert_int_equal(b->out.ready, 0x63);
    assert_int_equal(now(b)->ready, 0x7f);
}

static void race_one_arrives_last_other_ends(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    event(b, ARRIVES, 3);
    cycle(b);
    event(b, ARRIVES, 2);
    event(b, ENDS, 4);
    cycle(b);
    cycle(b);
    assert_int_equal(b->out.ready, 0x63);
    assert_false(b->out.done_valid);
    assert_int_equal(now(b)->ready, 0x6f);
}

static void race_two_done(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    for (uint32_t n = 0; n < 2; n++) {
        event(b, ENDS, n);
        event(b, ENDS, 5 + n);
        cycle(b);
    }
    cycle(b);
    expect_done(b, 0, 100);
    cycle(b);
    expect_done(b, 0, 102);
    cycle(b);
    assert_false(b->out.done_valid);
    assert_int_equal(b->s.open, 2);
}

static void race_two_barriers(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    for (uint32_t n = 0; n < 2; n++) {
        event(b, ARRIVES, n);
        event(b, ARRIVES, 5 + n);
        cycle(b);
    }
    assert_int_equal(now(b)->ready, 0x1c);
    cycle(b);
    assert_int_equal(now(b)->ready, 0x1f);
    cycle(b);
    assert_int_equal(now(b)->ready, 0x7f);
}

/* Lowest is the number of the frame, not of its slots. */
static void race_two_out_of_order(void **state)
{
    (void)state;
    struct bench *b = &bench;
    three_blocks(b);
    end_warps(b, 0, 1);
    cycle(b);
    kernel(b, 1, 3, 1, 1);
    enter(b, 1, 103, 0, 7); /* frame 0 on the last slots */
    for (uint32_t n = 0; n < 3; n++) {
        event(b, ENDS, 7 + n);
        event(b, ENDS, 2 + n);
        cycle(b);
    }
    cycle(b);
    expect_done(b, 1, 103);
    cycle(b);
    expect_done(b, 1, 101);
}

/* ---- a naive twin ---------------------------------------------------------------------- */

/* A row of places, and the search in it. */
struct row {
    uint32_t places;
    uint32_t owner[MOST]; /* a frame + 1; 0: none */
    bool seen[MOST];      /* it was free when the search began */
    uint32_t count, place, age;
    bool found;
};

enum warp { GOES, WAITS, ENDED };

struct block {
    bool here;
    uint32_t kernel;
    uint32_t id[RANGE_RESIDENCY_ID_WORDS];
    uint32_t count[POOLS], place[POOLS];
    enum warp warp[RANGE_RESIDENCY_MAX_SLOTS];
};

struct world {
    struct bench b;
    struct hd_rng rng;
    struct row row[POOLS];
    struct block frame[FRAMES];
    struct block next;                       /* the block that waits; here: there is one */
    uint32_t ends, arrives, offers, readies; /* chances, of 10 */
    uint32_t part;                           /* a block needs at most one in so many places */
    uint32_t taken, began, done, barriers, alone;
};

static struct world world;

static void row_search(struct row *r)
{
    r->age = 0;
    for (uint32_t p = 0; p < r->places; p++) r->seen[p] = r->owner[p] == 0;
}

/* First fit. */
static uint32_t row_fit(const struct row *r, uint32_t length)
{
    uint32_t run = 0;
    for (uint32_t p = 0; p < r->places; p++) {
        run = r->seen[p] ? run + 1 : 0;
        if (run == length) return p + 1 - length;
    }
    return r->places;
}

static uint32_t row_length(const struct row *r)
{
    const uint32_t doubled = UINT32_C(1) << r->age;
    return doubled < r->count ? doubled : r->count;
}

static bool row_none(const struct row *r)
{
    return !r->found && row_fit(r, row_length(r)) == r->places;
}

static void row_step(struct row *r)
{
    if (r->found) return;
    if (row_none(r)) {
        row_search(r);
    } else if (row_length(r) == r->count) {
        r->found = true;
        r->place = row_fit(r, r->count);
    } else {
        r->age++;
    }
}

static uint32_t row_left(const struct row *r)
{
    uint32_t left = 0;
    for (uint32_t p = 0; p < r->places; p++) left += r->owner[p] == 0;
    return left;
}

static uint32_t warps_in(const struct block *x, enum warp what)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < x->count[SLOTS]; r++) n += x->warp[r] == what;
    return n;
}

/* What the cycle to come shows; a frame may be none: FRAMES. */
struct shows {
    uint32_t done, opens, free, open;
    uint32_t dones, barriers; /* frames that could */
    bool found, enough, none;
    uint64_t ready;
};

static struct shows look(const struct world *w)
{
    struct shows x = {.done = FRAMES, .opens = FRAMES, .free = FRAMES, .found = true};
    x.enough = true;
    for (uint32_t f = w->b.s.cfg.frames; f-- > 0;) {
        const struct block *k = &w->frame[f];
        if (!k->here) x.free = f;
        if (!k->here) continue;
        const bool done = warps_in(k, ENDED) == k->count[SLOTS];
        const bool opens = warps_in(k, GOES) == 0 && warps_in(k, WAITS) > 0;
        x.open++;
        if (done) x.done = f;
        if (opens) x.opens = f;
        x.dones += done;
        x.barriers += opens;
        for (uint32_t r = 0; r < k->count[SLOTS]; r++)
            x.ready |= (uint64_t)(k->warp[r] == GOES) << (k->place[SLOTS] + r);
    }
    for (uint32_t k = 0; k < POOLS; k++) {
        if (!w->next.here) continue;
        x.found = x.found && w->row[k].found;
        x.enough = x.enough && row_left(&w->row[k]) >= w->next.count[k];
        x.none = x.none || row_none(&w->row[k]);
    }
    return x;
}

static void compare_begin(const struct world *w, const struct shows *x, bool begins)
{
    const struct range_residency_out *out = &w->b.out;
    static const uint32_t no_id[RANGE_RESIDENCY_ID_WORDS];
    assert_int_equal(out->begin_en, begins);
    assert_int_equal(out->begin_slot, begins ? w->row[SLOTS].place : 0);
    assert_int_equal(out->begin_set, begins ? w->row[SETS].place : 0);
    assert_int_equal(out->begin_grain, begins ? w->row[GRAINS].place : 0);
    assert_int_equal(out->begin_count, begins ? w->next.count[SLOTS] : 0);
    assert_int_equal(out->begin_kernel, begins ? w->next.kernel : 0);
    assert_memory_equal(out->begin_id, begins ? w->next.id : no_id, sizeof no_id);
    assert_int_equal(out->done_valid, x->done < FRAMES);
    assert_int_equal(out->done_kernel, x->done < FRAMES ? w->frame[x->done].kernel : 0);
    assert_memory_equal(out->done_id, x->done < FRAMES ? w->frame[x->done].id : no_id,
                        sizeof no_id);
}

static void compare(const struct world *w, const struct shows *x, bool begins)
{
    const struct range_residency_out *out = &w->b.out;
    assert_int_equal(out->block_ready, !w->next.here);
    assert_int_equal(out->waits, w->next.here);
    assert_int_equal(out->split, w->next.here && x->free < FRAMES && x->enough && x->none);
    assert_true(out->ready == x->ready);
    assert_int_equal(out->idle, x->open == 0 && !w->next.here);
    compare_begin(w, x, begins);
}

/* Each warp's flags, and each place's owner, as the model has them. */
static void compare_state(const struct world *w)
{
    const struct range_residency *s = &w->b.s;
    uint64_t ended = 0, waits = 0;
    for (uint32_t f = 0; f < s->cfg.frames; f++) {
        const struct block *k = &w->frame[f];
        assert_int_equal(s->open >> f & 1, k->here);
        for (uint32_t r = 0; k->here && r < k->count[SLOTS]; r++) {
            ended |= (uint64_t)(k->warp[r] == ENDED) << (k->place[SLOTS] + r);
            waits |= (uint64_t)(k->warp[r] == WAITS) << (k->place[SLOTS] + r);
        }
    }
    assert_true(s->ended == ended && s->waits == waits);
    for (uint32_t k = 0; k < POOLS; k++) {
        for (uint32_t p = 0; p < w->row[k].places; p++)
            assert_int_equal(s->pool[k].free[p], w->row[k].owner[p] == 0);
    }
}

/* ---- its clock edge -------------------------------------------------------------------- */

static void own(struct world *w, const struct block *x, uint32_t before, uint32_t after)
{
    for (uint32_t k = 0; k < POOLS; k++) {
        for (uint32_t p = x->place[k]; p < x->place[k] + x->count[k]; p++) {
            assert_true(p < w->row[k].places);
            assert_int_equal(w->row[k].owner[p], before);
            w->row[k].owner[p] = after;
        }
    }
}

static void twin_event(struct world *w, uint32_t kind, uint32_t slot)
{
    const uint32_t f = w->row[SLOTS].owner[slot] - 1;
    enum warp *warp = &w->frame[f].warp[slot - w->frame[f].place[SLOTS]];
    if (kind == ARRIVES) *warp = WAITS;
    if (kind == ENDS) *warp = ENDED;
}

static void twin_end(struct world *w, uint32_t f)
{
    own(w, &w->frame[f], f + 1, 0);
    w->frame[f].here = false;
    w->done++;
}

static void twin_begin(struct world *w, uint32_t f)
{
    w->frame[f] = w->next;
    for (uint32_t k = 0; k < POOLS; k++) w->frame[f].place[k] = w->row[k].place;
    own(w, &w->frame[f], 0, f + 1);
    w->next.here = false;
    w->began++;
}

static void twin_offer(struct world *w, const struct range_residency_in *in)
{
    const uint32_t k = in->block_kernel;
    w->next = (struct block){.here = true, .kernel = k};
    memcpy(w->next.id, in->block_id, sizeof w->next.id);
    w->next.count[SLOTS] = in->need_warps[k];
    w->next.count[SETS] = in->need_sets[k];
    w->next.count[GRAINS] = in->need_grains[k];
    for (uint32_t i = 0; i < POOLS; i++) {
        w->row[i].count = w->next.count[i];
        w->row[i].place = 0;
        w->row[i].found = w->row[i].count == 0;
        row_search(&w->row[i]);
    }
    w->taken++;
}

/* Searches look at owners as they were before the edge. */
static void twin_edge(struct world *w, const struct shows *x, const struct range_residency_in *in,
                      bool begins)
{
    const bool takes = in->block_valid && !w->next.here;
    for (uint32_t k = 0; k < POOLS && w->next.here; k++) row_step(&w->row[k]);
    if (takes) twin_offer(w, in);
    for (uint32_t r = 0; x->opens < FRAMES && r < w->frame[x->opens].count[SLOTS]; r++) {
        if (w->frame[x->opens].warp[r] == WAITS) w->frame[x->opens].warp[r] = GOES;
    }
    w->barriers += x->opens < FRAMES;
    for (uint32_t p = 0; p < w->b.s.cfg.ports; p++) {
        if (in->ev_valid[p]) twin_event(w, in->ev_kind[p], in->ev_slot[p]);
    }
    if (begins) twin_begin(w, x->free);
    if (x->done < FRAMES) twin_end(w, x->done);
}

/* ---- the stimulus ---------------------------------------------------------------------- */

static uint32_t draw_need(struct world *w, uint32_t most)
{
    const uint32_t kind = hd_rng_below(&w->rng, 16);
    if (kind == 0) return most;
    if (kind == 1) return 0;
    return hd_rng_below(&w->rng, 1 + hd_rng_below(&w->rng, most + 1));
}

static void draw_kernel(struct world *w, uint32_t k)
{
    const struct range_residency_cfg *cfg = &w->b.s.cfg;
    const uint32_t warps = draw_need(w, cfg->max_warps / w->part);
    kernel(&w->b, k, warps > 0 ? warps : 1, draw_need(w, cfg->sets / w->part),
           draw_need(w, cfg->grains / w->part));
}

/* Behind an offer the needs of a kernel may be anything. */
static void draw_block(struct world *w)
{
    struct range_residency_in *in = &w->b.in;
    in->block_valid = hd_rng_chance(&w->rng, w->offers, 10);
    in->block_kernel = hd_rng_below(&w->rng, w->b.s.cfg.kernels);
    for (uint32_t i = 0; i < RANGE_RESIDENCY_ID_WORDS; i++) {
        const uint32_t bits = w->b.s.cfg.id_width;
        const uint32_t mask = bits >= 32 * i + 32 ? UINT32_MAX
                              : bits > 32 * i     ? (UINT32_C(1) << (bits - 32 * i)) - 1
                                                  : 0;
        in->block_id[i] = (uint32_t)(hd_rng_next(&w->rng) >> 32) & mask;
    }
    draw_kernel(w, in->block_kernel);
    if (in->block_valid) return;
    in->need_warps[in->block_kernel] = hd_rng_below(&w->rng, 128);
    in->need_sets[in->block_kernel] = hd_rng_below(&w->rng, 2048);
    in->block_kernel = hd_rng_below(&w->rng, RANGE_RESIDENCY_MAX_KERNELS);
}

static void draw_events(struct world *w, const struct shows *x)
{
    struct range_residency_in *in = &w->b.in;
    uint64_t left = x->ready;
    for (uint32_t p = 0; p < w->b.s.cfg.ports; p++) {
        uint32_t slot = hd_rng_below(&w->rng, w->b.s.cfg.slots);
        while (slot > 0 && (left >> slot & 1) == 0) slot--;
        in->ev_valid[p] = (left >> slot & 1) != 0;
        in->ev_slot[p] = slot;
        in->ev_kind[p] = hd_rng_chance(&w->rng, 1, 2) ? STALLS : PHASE;
        if (hd_rng_chance(&w->rng, w->arrives, 10)) in->ev_kind[p] = ARRIVES;
        if (hd_rng_chance(&w->rng, w->ends, 10)) in->ev_kind[p] = ENDS;
        left &= ~(UINT64_C(1) << slot);
    }
}

/* ---- random runs ----------------------------------------------------------------------- */

struct run {
    const char *name;
    struct range_residency_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {{"smallest", {2, 1, 1, 1, 2, 2, 1, 1}, 50000},
                                  {"small", {4, 2, 2, 2, 4, 3, 3, 2}, 100000},
                                  {"hand", {10, 4, 5, 3, 12, 9, 40, 2}, 50000},
                                  {"odd", {13, 5, 13, 5, 29, 17, 33, 3}, 50000},
                                  {"paper", {48, 8, 32, 4, 256, 96, 96, 2}, 30000},
                                  {"largest", {64, 16, 64, 16, 1024, 1024, 128, 4}, 8000}};

struct seen {
    uint32_t split, two_done, two_barriers, done_begin, no_frame, behind, none, bare;
};

static void count(struct seen *n, const struct world *w, const struct shows *x, bool begins)
{
    const struct range_residency_out *out = &w->b.out;
    n->split += out->split;
    n->two_done += x->dones > 1;
    n->two_barriers += x->barriers > 1;
    n->done_begin += begins && x->done < FRAMES;
    n->no_frame += w->next.here && x->found && x->free == FRAMES && x->done < FRAMES;
    n->behind += begins && x->free > 0 && out->begin_slot < w->frame[0].place[SLOTS];
    n->none += w->next.here && x->none && !out->split;
    n->bare += begins && (w->next.count[SETS] == 0 || w->next.count[GRAINS] == 0);
}

/* enters: a search that began as the last block was here, one that finds, a cycle for each end. */
static void note_alone(struct world *w, const struct shows *x, bool begins)
{
    w->alone = x->open == 0 && w->next.here && w->b.in.begin_ready && !begins ? w->alone + 1 : 0;
    assert_true(w->alone <= 2 * (10 + 1) + 2);
}

static void step(struct world *w, struct seen *n)
{
    const struct shows x = look(w);
    draw_block(w);
    draw_events(w, &x);
    w->b.in.begin_ready = hd_rng_chance(&w->rng, w->readies, 10);
    const struct range_residency_in in = w->b.in;
    const bool begins = w->next.here && x.found && x.free < FRAMES && in.begin_ready;
    compare_state(w);
    cycle(&w->b);
    compare(w, &x, begins);
    count(n, w, &x, begins);
    note_alone(w, &x, begins);
    twin_edge(w, &x, &in, begins);
}

static void reset(struct world *w)
{
    range_residency_reset(&w->b.s);
    for (uint32_t k = 0; k < POOLS; k++) memset(w->row[k].owner, 0, sizeof w->row[k].owner);
    memset(w->frame, 0, sizeof w->frame);
    w->next.here = false;
    w->taken = w->began = w->done = 0;
}

/* No block is offered any more: all end, the one that waits as well. */
static void drain(struct world *w, struct seen *n)
{
    w->offers = 0;
    w->readies = w->ends = 5;
    for (uint32_t c = 0; c < 20000 && (w->done < w->taken); c++) step(w, n);
    assert_int_equal(w->began, w->taken);
    assert_int_equal(w->done, w->taken); /* each once */
    assert_true(now(&w->b)->idle);
}

static void open_world(struct world *w, const struct run *r)
{
    memset(w, 0, sizeof *w);
    assert_null(range_residency_init(&w->b.s, &r->cfg));
    hd_rng_seed(&w->rng, r->cfg.slots);
    w->row[SLOTS].places = r->cfg.slots;
    w->row[SETS].places = r->cfg.sets;
    w->row[GRAINS].places = r->cfg.grains;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct world *w = &world;
    struct seen n = {0};
    open_world(w, r);
    for (uint32_t c = 0; c < r->cycles; c++) {
        if (c % 256 == 0) {
            w->part = 1 + hd_rng_below(&w->rng, r->cfg.frames);
            w->ends = 1 + hd_rng_below(&w->rng, 6);
            w->arrives = hd_rng_below(&w->rng, 9);
            w->offers = 1 + hd_rng_below(&w->rng, 10);
            w->readies = hd_rng_chance(&w->rng, 1, 2) ? 10 : 1 + hd_rng_below(&w->rng, 10);
        }
        step(w, &n);
        if (hd_rng_chance(&w->rng, 1, 3000)) reset(w);
    }
    drain(w, &n);
    assert_true(w->barriers > 100 && n.bare > 20);
    if (r->cfg.frames == 1) return;
    assert_true(n.split > 20 && n.none > 20 && n.behind > 5);
    assert_true(n.two_done > 5 && n.two_barriers > 5 && n.done_begin > 20);
    assert_true(r->cfg.slots > 20 || n.no_frame > 20);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Three blocks, of which slot 2 waits and slot 5 has ended; a fourth one waits for room. */
static void filled(struct bench *b)
{
    three_blocks(b);
    event(b, ARRIVES, 2);
    event(b, ENDS, 5);
    offer(b, 2, 9);
    cycle(b);
    assert_null(range_residency_check(&b->s));
}

static void expect_broken(struct bench *b, const char *name)
{
    assert_non_null(range_residency_check(&b->s));
    assert_string_equal(range_residency_check(&b->s), name);
    filled(b);
}

static void check_finds_frames(void **state)
{
    (void)state;
    struct bench *b = &bench;
    filled(b);
    b->s.open |= 0x10;
    expect_broken(b, "frame_range");
    b->s.count[1] = 0;
    expect_broken(b, "frame_range");
    b->s.count[1] = 6;
    expect_broken(b, "frame_range");
    b->s.slot[2] = 9;
    expect_broken(b, "frame_range");
    b->s.set[2] = 10;
    expect_broken(b, "frame_range");
    b->s.set[2] = 13;
    expect_broken(b, "frame_range");
    b->s.grains[2] = 8;
    expect_broken(b, "frame_range");
    b->s.slot[1] = 1;
    expect_broken(b, "apart");
    b->s.sets[0] = 4;
    expect_broken(b, "apart");
    b->s.grain[2] = 1;
    expect_broken(b, "apart");
    b->s.open &= 3;
    expect_broken(b, "accounted");
    b->s.slot[2] = 6;
    expect_broken(b, "accounted");
    b->s.sets[2] = 2;
    expect_broken(b, "accounted");
    b->s.pool[GRAINS].free[8] = false;
    expect_broken(b, "accounted");
    b->s.pool[GRAINS].free[0] = true;
    expect_broken(b, "accounted");
    b->s.slot[3] = b->s.count[3] = b->s.sets[3] = 99; /* no block is there: means nothing */
    assert_null(range_residency_check(&b->s));
}

static void check_finds_rest(void **state)
{
    (void)state;
    struct bench *b = &bench;
    filled(b);
    b->s.ended |= 1 << 2;
    expect_broken(b, "not_both");
    b->s.waits |= 1 << 7; /* of no frame */
    expect_broken(b, "not_both");
    b->s.ended |= 1 << 9;
    expect_broken(b, "not_both");
    b->s.here = false;
    expect_broken(b, "enters");
    b->s.pool[GRAINS].phase = RANGE_POOL_IDLE;
    expect_broken(b, "enters");
    b->s.wait_sets = 5;
    expect_broken(b, "enters");
    b->s.pool[SLOTS].left--;
    expect_broken(b, "left_counts");
    b->s.pool[GRAINS].begins[0] = true;
    expect_broken(b, "begins_free");
    three_blocks(b);
    b->s.wait_warps = b->s.wait_sets = 99; /* none waits */
    assert_null(range_residency_check(&b->s));
    b->s.here = true;
    expect_broken(b, "enters");
}

/* What the inputs set since the last call break, told in this sentence; NULL: nothing. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = range_residency_promise(&b->s, &b->in);
    if (sentence == NULL) {
        assert_null(broken);
    } else {
        assert_non_null(broken);
        assert_string_equal(broken, sentence);
    }
    filled(b);
}

static void promise_blocks(void **state)
{
    (void)state;
    static const char warps[] = "the warps of a block are not 1 to MaxWarps";
    static const char sets[] = "a block needs more register sets than Sets";
    static const char grains[] = "a block needs more grains than Grains";
    static const struct {
        uint32_t warps, sets, grains;
        const char *sentence;
    } rows[] = {{0, 0, 0, warps},   {6, 0, 0, warps}, {1, 13, 0, sets},
                {1, 0, 10, grains}, {5, 12, 9, NULL}, {1, 0, 0, NULL}};
    struct bench *b = &bench;
    filled(b);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        kernel(b, 1, rows[i].warps, rows[i].sets, rows[i].grains);
        offer(b, 1, 9); /* also while it is not taken */
        expect_promise(b, rows[i].sentence);
        kernel(b, 1, rows[i].warps, rows[i].sets, rows[i].grains);
        offer(b, 2, 9); /* of another kernel */
        expect_promise(b, NULL);
        kernel(b, 1, rows[i].warps, rows[i].sets, rows[i].grains);
        expect_promise(b, NULL);
    }
    offer(b, 3, 9);
    expect_promise(b, "the kernel of a block is not below Kernels");
    offer(b, 99, 9);
    expect_promise(b, "the kernel of a block is not below Kernels");
    offer(b, 0, 9);
    b->in.block_id[1] = 256;
    expect_promise(b, "the identity of a block is wider than IdWidth");
    offer(b, 0, 9);
    b->in.block_id[3] = 1;
    expect_promise(b, "the identity of a block is wider than IdWidth");
}

static void promise_events(void **state)
{
    (void)state;
    static const char not_ready[] = "an event is of a warp that is not ready";
    static const uint32_t quiet[] = {2, 5, 7, 9, 10, 64, 99}; /* waits, ended, of no block, none */
    struct bench *b = &bench;
    filled(b);
    for (uint32_t kind = STALLS; kind <= ENDS; kind++) {
        for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++) {
            event(b, kind, quiet[i]);
            expect_promise(b, not_ready);
        }
        event(b, kind, 6);
        event(b, kind, 0);
        expect_promise(b, NULL);
    }
    event(b, 4, 0);
    expect_promise(b, "an event is of no kind");
    event(b, STALLS, 6);
    event(b, ENDS, 6);
    expect_promise(b, "two events are of one warp");
    b->in.ev_slot[0] = 6; /* is none */
    b->events = 1;
    event(b, ENDS, 6);
    expect_promise(b, NULL);
}

/* The model outlives neighbours that break their promises, with whatever the ports can carry. */
static void broken_promises(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct hd_rng rng;
    start(b);
    hd_rng_seed(&rng, 1);
    for (uint32_t c = 0; c < 20000; c++) {
        for (uint32_t k = 0; k < 4; k++)
            kernel(b, k, hd_rng_below(&rng, 16), hd_rng_below(&rng, 16), hd_rng_below(&rng, 16));
        offer(b, hd_rng_below(&rng, 4), c);
        b->in.block_valid = hd_rng_chance(&rng, 1, 2);
        b->events = 0;
        for (uint32_t p = 0; p < 2; p++) event(b, hd_rng_below(&rng, 4), hd_rng_below(&rng, 16));
        range_residency_eval(&b->s, &b->in, &b->out);
        if (hd_rng_chance(&rng, 1, 50)) range_residency_reset(&b->s);
        else range_residency_tick(&b->s, &b->in, &b->out);
        assert_true(b->out.begin_slot < 10 && b->out.begin_set < 12 && b->out.begin_grain < 9);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct range_residency_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 4, 1, 3, 12, 9, 40, 2}, "Slots must be 2 to 64"},
        {{65, 4, 5, 3, 12, 9, 40, 2}, "Slots must be 2 to 64"},
        {{10, 0, 5, 3, 12, 9, 40, 2}, "Frames must be 1 to 16"},
        {{10, 17, 5, 3, 12, 9, 40, 2}, "Frames must be 1 to 16"},
        {{10, 4, 0, 3, 12, 9, 40, 2}, "MaxWarps must be 1 to Slots"},
        {{10, 4, 11, 3, 12, 9, 40, 2}, "MaxWarps must be 1 to Slots"},
        {{10, 4, 5, 0, 12, 9, 40, 2}, "Kernels must be 1 to 16"},
        {{10, 4, 5, 17, 12, 9, 40, 2}, "Kernels must be 1 to 16"},
        {{10, 4, 5, 3, 1, 9, 40, 2}, "Sets must be 2 to 1024"},
        {{10, 4, 5, 3, 1025, 9, 40, 2}, "Sets must be 2 to 1024"},
        {{10, 4, 5, 3, 12, 1, 40, 2}, "Grains must be 2 to 1024"},
        {{10, 4, 5, 3, 12, 1025, 40, 2}, "Grains must be 2 to 1024"},
        {{10, 4, 5, 3, 12, 9, 0, 2}, "IdWidth must be 1 to 128"},
        {{10, 4, 5, 3, 12, 9, 129, 2}, "IdWidth must be 1 to 128"},
        {{10, 4, 5, 3, 12, 9, 40, 0}, "Ports must be 1 to 4"},
        {{10, 4, 5, 3, 12, 9, 40, 5}, "Ports must be 1 to 4"},
    };
    static struct range_residency s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = range_residency_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++)
        assert_null(range_residency_init(&s, &runs[i].cfg));
    assert_null(range_residency_init(&s, &paper));
}

int main(void)
{
    struct CMUnitTest tests[48] = {
        cmocka_unit_test(rule_offer_and_begin),
        cmocka_unit_test(rule_side_by_side),
        cmocka_unit_test(rule_needs_are_kept),
        cmocka_unit_test(rule_begin_ready),
        cmocka_unit_test(rule_one_block_waits),
        cmocka_unit_test(rule_split),
        cmocka_unit_test(rule_split_of_each_pool),
        cmocka_unit_test(rule_not_split),
        cmocka_unit_test(rule_not_split_without_frame),
        cmocka_unit_test(rule_barrier),
        cmocka_unit_test(rule_barrier_of_one_block),
        cmocka_unit_test(rule_stalls_and_phases),
        cmocka_unit_test(rule_end_frees_all_at_once),
        cmocka_unit_test(rule_begins_clean),
        cmocka_unit_test(rule_idle),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(race_done_and_frame_needed),
        cmocka_unit_test(race_done_and_begin),
        cmocka_unit_test(race_begin_and_offer),
        cmocka_unit_test(race_last_two_arrive),
        cmocka_unit_test(race_one_arrives_last_other_ends),
        cmocka_unit_test(race_two_done),
        cmocka_unit_test(race_two_barriers),
        cmocka_unit_test(race_two_out_of_order),
        cmocka_unit_test(check_finds_frames),
        cmocka_unit_test(check_finds_rest),
        cmocka_unit_test(promise_blocks),
        cmocka_unit_test(promise_events),
        cmocka_unit_test(broken_promises),
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
    return cmocka_run_group_tests_name("range_residency", tests, NULL, NULL);
}
