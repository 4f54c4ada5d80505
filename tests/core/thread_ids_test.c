/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the thread ids: a block worked out by hand, each sentence of the page, any
 * block against division, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/thread_ids.h"
#include "formation/lane_shuffle.h"
#include "parts.h"

enum { LANES = THREAD_IDS_MAX_LANES };

/* ---- a bench -------------------------------------------------------------------------- */

struct bench {
    struct thread_ids s;
    struct thread_ids_in in;
    struct thread_ids_out out;
};

static void start_cfg(struct bench *b, struct thread_ids_cfg cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(thread_ids_init(&b->s, &cfg));
    assert_null(thread_ids_check(&b->s));
}

static void start(struct bench *b, uint32_t lanes, uint32_t max_warps, uint32_t ports, uint32_t own)
{
    start_cfg(b, (struct thread_ids_cfg){lanes, max_warps, ports, own, LANE_SHUFFLE_IDENTITY, 1});
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = thread_ids_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    const struct thread_ids before = b->s;
    thread_ids_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    thread_ids_tick(&b->s, &b->in, NULL);
    broken = thread_ids_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    b->in.kernel_en = false;
}

static void kernel(struct bench *b, uint32_t x, uint32_t y, uint32_t z)
{
    b->in.kernel_en = true;
    b->in.kernel_x = x;
    b->in.kernel_y = y;
    b->in.kernel_z = z;
}

/* A block is counted from its first thread to its last one: a cycle each, and none less. */
static void count(struct bench *b, uint32_t x, uint32_t y, uint32_t z)
{
    kernel(b, x, y, z);
    cycle(b);
    for (uint32_t n = 0; n < x * y * z; n++) {
        cycle(b);
        assert_false(b->out.ready);
    }
    cycle(b);
    assert_true(b->out.ready);
}

static void expect_ids(const struct bench *b, uint32_t p, uint32_t lane, uint32_t x, uint32_t y,
                       uint32_t z)
{
    assert_int_equal(b->out.x[p][lane], x);
    assert_int_equal(b->out.y[p][lane], y);
    assert_int_equal(b->out.z[p][lane], z);
}

/* ---- the page ------------------------------------------------------------------------- */

/* 3 x 2 x 2 threads in warps of five: twelve, the last warp has two. */
static void by_hand(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 5, 4, 3, 0);
    count(&b, 3, 2, 2);
    assert_int_equal(b.out.warps, 3);
    assert_int_equal(b.out.last_mask, 3);
    for (uint32_t p = 0; p < 3; p++) b.in.rank[p][0] = p;
    cycle(&b);
    expect_ids(&b, 0, 0, 0, 0, 0);
    expect_ids(&b, 0, 1, 1, 0, 0);
    expect_ids(&b, 0, 2, 2, 0, 0);
    expect_ids(&b, 0, 3, 0, 1, 0);
    expect_ids(&b, 0, 4, 1, 1, 0);
    expect_ids(&b, 1, 0, 2, 1, 0);
    expect_ids(&b, 1, 1, 0, 0, 1);
    expect_ids(&b, 1, 2, 1, 0, 1);
    expect_ids(&b, 1, 3, 2, 0, 1);
    expect_ids(&b, 1, 4, 0, 1, 1);
    expect_ids(&b, 2, 0, 1, 1, 1);
    expect_ids(&b, 2, 1, 2, 1, 1);
    /* Threads that there are not. */
    for (uint32_t lane = 2; lane < 5; lane++) expect_ids(&b, 2, lane, 0, 0, 0);
    b.in.rank[0][0] = 3;
    cycle(&b);
    for (uint32_t lane = 0; lane < 5; lane++) expect_ids(&b, 0, lane, 0, 0, 0);
}

/* The ids that the count walks through, and the digits that it keeps. */
static void count_step_by_step(void **state)
{
    (void)state;
    static const uint32_t at[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                      {1, 1, 0}, {0, 0, 1}, {1, 0, 1}};
    struct bench b;
    start(&b, 4, 2, 1, 0);
    kernel(&b, 2, 2, 2);
    cycle(&b);
    for (uint32_t n = 0; n < 6; n++) {
        assert_true(b.s.counting);
        assert_int_equal(b.s.x, at[n][0]);
        assert_int_equal(b.s.y, at[n][1]);
        assert_int_equal(b.s.z, at[n][2]);
        assert_int_equal(b.s.lane, n % 4);
        assert_int_equal(b.s.rank, n / 4);
        cycle(&b);
    }
    assert_int_equal(b.s.lane_x[3], 1);
    assert_int_equal(b.s.lane_y[3], 1);
    assert_int_equal(b.s.lane_z[3], 0);
    assert_int_equal(b.s.warp_x[1], 0);
    assert_int_equal(b.s.warp_y[1], 0);
    assert_int_equal(b.s.warp_z[1], 1);
}

static void one_thread(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 32, 32, 1, 0);
    count(&b, 1, 1, 1);
    assert_int_equal(b.out.warps, 1);
    assert_int_equal(b.out.last_mask, 1);
    expect_ids(&b, 0, 0, 0, 0, 0);
}

/* With dynamic warps each lane may ask for another warp; all ids are those of the lane. */
static void lanes_of_different_warps(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4, 3, 1, 1);
    count(&b, 5, 2, 1);
    const uint32_t rank[4] = {2, 0, 2, 1};
    memcpy(b.in.rank[0], rank, sizeof rank);
    cycle(&b);
    expect_ids(&b, 0, 0, 3, 1, 0); /* thread 8 */
    expect_ids(&b, 0, 1, 1, 0, 0); /* thread 1 */
    expect_ids(&b, 0, 2, 0, 0, 0); /* thread 10: there is none */
    expect_ids(&b, 0, 3, 2, 1, 0); /* thread 7 */
    assert_int_equal(thread_ids_mask(&b.s, 2), 3);
    assert_int_equal(thread_ids_mask(&b.s, 1), 15);
    assert_int_equal(thread_ids_mask(&b.s, 3), 0);
}

static void begins_anew(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4, 4, 1, 0);
    kernel(&b, 4, 4, 1);
    cycle(&b);
    for (uint32_t n = 0; n < 5; n++) cycle(&b);
    count(&b, 2, 3, 1); /* in the middle of the count */
    assert_int_equal(b.out.warps, 2);
    assert_int_equal(b.out.last_mask, 3);
    kernel(&b, 1, 1, 3); /* while ready */
    cycle(&b);
    assert_true(b.out.ready);
    cycle(&b);
    assert_false(b.out.ready);
    cycle(&b);
    count(&b, 1, 2, 1); /* in the cycle in which the last thread is looked at */
    kernel(&b, 3, 3, 1);
    cycle(&b);
    count(&b, 2, 1, 1); /* in the first one */
    assert_int_equal(b.out.last_mask, 3);
}

static void reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4, 4, 1, 0);
    count(&b, 4, 4, 1);
    thread_ids_reset(&b.s);
    assert_null(thread_ids_check(&b.s));
    assert_int_equal(thread_ids_mask(&b.s, 0), 0);
    cycle(&b);
    assert_false(b.out.ready);
    kernel(&b, 4, 4, 1);
    cycle(&b);
    cycle(&b);
    thread_ids_reset(&b.s);
    for (uint32_t n = 0; n < 20; n++) {
        cycle(&b);
        assert_false(b.out.ready);
    }
}

/* ---- division ------------------------------------------------------------------------- */

static void expect_divided(struct bench *b, uint32_t size_x, uint32_t size_y, uint32_t size_z)
{
    const uint32_t lanes = b->s.cfg.lanes;
    const uint32_t threads = size_x * size_y * size_z;
    const uint32_t warps = (threads + lanes - 1) / lanes;
    assert_int_equal(b->out.warps, warps);
    for (uint32_t n = 0; n < warps * lanes; n++) {
        const uint32_t lane = n % lanes;
        if (n / lanes == warps - 1) assert_int_equal(b->out.last_mask >> lane & 1, n < threads);
        if (n >= threads) continue;
        for (uint32_t l = 0; l < LANES; l++) b->in.rank[0][l] = n / lanes;
        if (lane == 0) cycle(b);
        expect_ids(b, 0, lane, n % size_x, n / size_x % size_y, n / size_x / size_y);
    }
}

/* Every block of up to four warps of three, in each of its shapes. */
static void all_small_blocks(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 3, 4, 1, 0);
    for (uint32_t x = 1; x <= 12; x++) {
        for (uint32_t y = 1; x * y <= 12; y++) {
            for (uint32_t z = 1; x * y * z <= 12; z++) {
                count(&b, x, y, z);
                expect_divided(&b, x, y, z);
            }
        }
    }
}

static void random_blocks(void **state)
{
    (void)state;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    for (uint32_t run = 0; run < 400; run++) {
        struct bench b;
        const uint32_t lanes = 1 + hd_rng_below(&rng, 64);
        const uint32_t warps = 1 + hd_rng_below(&rng, 64);
        start(&b, lanes, warps, 1 + hd_rng_below(&rng, 4), hd_rng_below(&rng, 2));
        const uint32_t x = 1 + hd_rng_below(&rng, lanes * warps);
        const uint32_t y = 1 + hd_rng_below(&rng, lanes * warps / x);
        const uint32_t z = 1 + hd_rng_below(&rng, lanes * warps / x / y);
        const uint32_t turn = hd_rng_below(&rng, 3);
        const uint32_t size[5] = {x, y, z, x, y};
        count(&b, size[turn], size[turn + 1], size[turn + 2]);
        expect_divided(&b, size[turn], size[turn + 1], size[turn + 2]);
    }
}

/* "this is 2": Kbit of the ids of a block's threads. */
static void default_state_bits(void **state)
{
    (void)state;
    const uint32_t lane_digits = 32 * 3 * 10;
    const uint32_t warp_digits = 32 * 3 * 10;
    assert_in_range(lane_digits + warp_digits, 1536, 2048);
}

/* ---- lanes in another order ----------------------------------------------------------- */

/* Five of eight threads of a block's third warp, XorRev: thread t of warp 2 is in lane t ^ 2. */
static void last_warp_shuffled(void **state)
{
    (void)state;
    struct bench b;
    start_cfg(&b, (struct thread_ids_cfg){8, 4, 1, 0, LANE_SHUFFLE_XOR_REV, 1});
    count(&b, 7, 3, 1);
    assert_int_equal(b.out.warps, 3);
    assert_int_equal(b.out.last_mask, 0x4f); /* threads 0 to 4: lanes 2, 3, 0, 1, 6 */
    b.in.rank[0][0] = 2;
    cycle(&b);
    expect_ids(&b, 0, 2, 2, 2, 0); /* thread 16 */
    expect_ids(&b, 0, 6, 6, 2, 0); /* thread 20 */
    expect_ids(&b, 0, 4, 0, 0, 0); /* there is none */
    b.in.rank[0][0] = 1;
    cycle(&b);
    expect_ids(&b, 0, 4, 1, 1, 0); /* thread 8 */
    assert_int_equal(thread_ids_number(&b.s, 1, 4), 8);
    assert_int_equal(thread_ids_number(&b.s, 2, 6), 20);
    assert_true(thread_ids_has(&b.s, 2, 6));
    assert_false(thread_ids_has(&b.s, 2, 4));
    assert_int_equal(thread_ids_mask(&b.s, 1), 0xff);
}

/* Every function, random blocks, each lane of its own warp: each thread of the block is in one
 * lane, and has its ids there. */
static void each_thread_once(void **state)
{
    (void)state;
    static uint8_t seen[LANES * THREAD_IDS_MAX_WARPS];
    struct hd_rng rng;
    hd_rng_seed(&rng, 2);
    for (uint32_t run = 0; run < 400; run++) {
        struct bench b;
        const uint32_t lanes = 1 + hd_rng_below(&rng, 64);
        const uint32_t warps = 1 + hd_rng_below(&rng, 64);
        const uint32_t own = hd_rng_below(&rng, 2);
        start_cfg(&b, (struct thread_ids_cfg){lanes, warps, 1, own, run % LANE_SHUFFLE_KINDS, 1});
        const uint32_t x = 1 + hd_rng_below(&rng, lanes * warps);
        const uint32_t y = 1 + hd_rng_below(&rng, lanes * warps / x);
        const uint32_t z = 1 + hd_rng_below(&rng, lanes * warps / x / y);
        count(&b, x, y, z);
        memset(seen, 0, sizeof seen);
        for (uint32_t w = 0; w < b.out.warps; w++) {
            for (uint32_t l = 0; l < LANES; l++) b.in.rank[0][l] = w;
            cycle(&b);
            for (uint32_t l = 0; l < lanes; l++) {
                if (w + 1 == b.out.warps)
                    assert_int_equal(b.out.last_mask >> l & 1, thread_ids_has(&b.s, w, l));
                if (!thread_ids_has(&b.s, w, l)) continue;
                const uint32_t n = thread_ids_number(&b.s, w, l);
                assert_true(n < x * y * z && n / lanes == w && !seen[n]);
                seen[n] = 1;
                expect_ids(&b, 0, l, n % x, n / x % y, n / x / y);
            }
        }
        for (uint32_t n = 0; n < x * y * z; n++) assert_true(seen[n]);
    }
}

/* ---- several places in a lane --------------------------------------------------------- */

/* Warps of four threads, in two home lanes; a block of ten: the last warp has threads 8 and 9. The
 * parts are {0, 0}: threads 0, 1; {0, 1}: 2, 3; and so on. */
static void parts_by_hand(void **state)
{
    (void)state;
    struct bench b;
    start_cfg(&b, (struct thread_ids_cfg){4, 3, 2, 1, LANE_SHUFFLE_IDENTITY, 2});
    count(&b, 5, 2, 1);
    assert_int_equal(b.out.warps, 3);
    assert_int_equal(b.out.last_mask, 3);
    static const uint32_t part[2][4] = {{1, 3, 4, 5}, {4, 4, 0, 2}};
    for (uint32_t p = 0; p < 2; p++) memcpy(b.in.rank[p], part[p], sizeof part[p]);
    cycle(&b);
    expect_ids(&b, 0, 0, 2, 0, 0); /* {0, 1}, home lane 0: thread 2 */
    expect_ids(&b, 0, 1, 2, 1, 0); /* {1, 1}, 1: thread 7 */
    expect_ids(&b, 0, 2, 3, 1, 0); /* {2, 0}, 0: thread 8 */
    expect_ids(&b, 0, 3, 0, 0, 0); /* {2, 1}, 1: there is no thread 11 */
    expect_ids(&b, 1, 0, 3, 1, 0); /* {2, 0}, 0: thread 8 */
    expect_ids(&b, 1, 1, 4, 1, 0); /* {2, 0}, 1: thread 9 */
    expect_ids(&b, 1, 2, 0, 0, 0); /* {0, 0}, 0: thread 0 */
    expect_ids(&b, 1, 3, 0, 1, 0); /* {1, 0}, 1: thread 5 */
}

/* Any part at any place: the thread that it names there has its ids. */
static void expect_named(struct bench *b, struct hd_rng *rng, uint32_t x, uint32_t y)
{
    const struct thread_ids_cfg *c = &b->s.cfg;
    for (uint32_t p = 0; p < c->ports; p++) {
        for (uint32_t l = 0; l < c->lanes; l++)
            b->in.rank[p][l] = hd_rng_below(rng, b->out.warps * c->lane_slots);
    }
    cycle(b);
    for (uint32_t p = 0; p < c->ports; p++) {
        for (uint32_t l = 0; l < c->lanes; l++) {
            const struct thread_name t = thread_at(c->lanes, c->lane_slots, b->in.rank[p][l], l);
            const uint32_t n = thread_ids_number(&b->s, t.slot, t.lane);
            if (thread_ids_has(&b->s, t.slot, t.lane))
                expect_ids(b, p, l, n % x, n / x % y, n / x / y);
            else expect_ids(b, p, l, 0, 0, 0);
        }
    }
}

/* Every function, random blocks and places. each_thread_once has which thread is in which lane of
 * its static warp; with several places in a lane this is as with one. */
static void each_part_its_thread(void **state)
{
    (void)state;
    struct hd_rng rng;
    hd_rng_seed(&rng, 3);
    for (uint32_t run = 0; run < 400; run++) {
        struct bench b;
        const uint32_t lanes = 1u << hd_rng_below(&rng, 7);
        const uint32_t warps = 1 + hd_rng_below(&rng, 64);
        struct thread_ids_cfg cfg = {.lanes = lanes, .max_warps = warps, .own = 1};
        cfg.ports = 1 + hd_rng_below(&rng, 4);
        cfg.shuffle = run % LANE_SHUFFLE_KINDS;
        cfg.lane_slots = draw_lane_slots(&rng, lanes);
        start_cfg(&b, cfg);
        const uint32_t x = 1 + hd_rng_below(&rng, lanes * warps);
        const uint32_t y = 1 + hd_rng_below(&rng, lanes * warps / x);
        count(&b, x, y, 1 + hd_rng_below(&rng, lanes * warps / x / y));
        for (uint32_t n = 0; n < 20; n++) expect_named(&b, &rng, x, y);
    }
}

/* ---- check, promise, init ------------------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = thread_ids_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds_in_count(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4, 4, 1, 0);
    kernel(&b, 3, 2, 2);
    for (uint32_t n = 0; n < 6; n++) cycle(&b);
    const struct thread_ids good = b.s;
    b.s.ready = true;
    expect_broken(&b, "counted");
    b.s = good;
    b.s.counted++;
    expect_broken(&b, "linear");
    b.s = good;
    b.s.x--;
    expect_broken(&b, "linear");
    b.s = good;
    b.s.x = 3;
    expect_broken(&b, "below");
    b.s = good;
    b.s.y = 2;
    expect_broken(&b, "below");
    b.s = good;
    b.s.z = 2;
    expect_broken(&b, "below");
}

static void check_finds_when_ready(void **state)
{
    (void)state;
    struct bench b;
    start(&b, 4, 4, 1, 0);
    count(&b, 3, 2, 2);
    const struct thread_ids good = b.s;
    b.s.counted--;
    expect_broken(&b, "counted");
    b.s = good;
    b.s.last--;
    expect_broken(&b, "counted");
    b.s = good;
    b.s.warps++;
    expect_broken(&b, "counted");
    b.s = good;
    b.s.lane_y[3] = 0;
    expect_broken(&b, "linear");
    b.s = good;
    b.s.lane_z[0] = 1;
    expect_broken(&b, "linear");
    b.s = good;
    b.s.warp_x[2] = 3;
    expect_broken(&b, "below");
    b.s = good;
    b.s.warp_x[3] = 3; /* a warp that was not counted */
    assert_null(thread_ids_check(&b.s));
}

static void promise_finds(void **state)
{
    (void)state;
    static const uint32_t zero[3][3] = {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
    static const uint32_t big[6][3] = {{17, 1, 1}, {1, 17, 1}, {1, 1, 17},
                                       {3, 3, 2},  {2, 4, 3},  {UINT32_MAX, UINT32_MAX, 1}};
    struct bench b;
    start(&b, 4, 4, 1, 0);
    for (uint32_t i = 0; i < 3; i++) {
        kernel(&b, zero[i][0], zero[i][1], zero[i][2]);
        assert_string_equal(thread_ids_promise(&b.s, &b.in), "a size of a block is 0");
    }
    for (uint32_t i = 0; i < 6; i++) {
        kernel(&b, big[i][0], big[i][1], big[i][2]);
        assert_string_equal(thread_ids_promise(&b.s, &b.in),
                            "a block has more threads than Lanes * MaxWarps");
    }
    b.in.kernel_en = false;
    assert_null(thread_ids_promise(&b.s, &b.in));
    kernel(&b, 2, 4, 2);
    assert_null(thread_ids_promise(&b.s, &b.in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct thread_ids_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 32, 2, 0, 0, 1}, "Lanes must be 1 to 64"},
        {{65, 32, 2, 0, 0, 1}, "Lanes must be 1 to 64"},
        {{32, 0, 2, 0, 0, 1}, "MaxWarps must be 1 to 64"},
        {{32, 65, 2, 0, 0, 1}, "MaxWarps must be 1 to 64"},
        {{32, 32, 0, 0, 0, 1}, "Ports must be 1 to 4"},
        {{32, 32, 5, 0, 0, 1}, "Ports must be 1 to 4"},
        {{32, 32, 2, 2, 0, 1}, "Own must be 0 or 1"},
        {{32, 32, 2, 0, 5, 1}, "Shuffle must be 0 to 4"},
        {{32, 32, 2, 1, 0, 0}, "LaneSlots must be a power of two, at most Lanes"},
        {{32, 32, 2, 1, 0, 3}, "LaneSlots must be a power of two, at most Lanes"},
        {{32, 32, 2, 1, 0, 64}, "LaneSlots must be a power of two, at most Lanes"},
        {{24, 32, 2, 1, 0, 2}, "with LaneSlots above 1 Lanes must be a power of two"},
        {{32, 32, 2, 0, 0, 2}, "LaneSlots above 1 needs Own = 1"},
    };
    struct thread_ids s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = thread_ids_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(thread_ids_init(&s, &(struct thread_ids_cfg){1, 1, 1, 0, 0, 1}));
    assert_null(thread_ids_init(&s, &(struct thread_ids_cfg){64, 64, 4, 1, 4, 1}));
    assert_null(thread_ids_init(&s, &(struct thread_ids_cfg){64, 64, 4, 1, 4, 64}));
    assert_null(thread_ids_init(&s, &(struct thread_ids_cfg){24, 32, 2, 1, 0, 1}));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(count_step_by_step),
        cmocka_unit_test(one_thread),
        cmocka_unit_test(lanes_of_different_warps),
        cmocka_unit_test(begins_anew),
        cmocka_unit_test(reset),
        cmocka_unit_test(all_small_blocks),
        cmocka_unit_test(random_blocks),
        cmocka_unit_test(default_state_bits),
        cmocka_unit_test(last_warp_shuffled),
        cmocka_unit_test(each_thread_once),
        cmocka_unit_test(parts_by_hand),
        cmocka_unit_test(each_part_its_thread),
        cmocka_unit_test(check_finds_in_count),
        cmocka_unit_test(check_finds_when_ready),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("thread_ids", tests, NULL, NULL);
}
