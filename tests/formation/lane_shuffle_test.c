/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the lane shuffle: the drawings of Table 1, each sentence of the page, every
 * size as a permutation that is its own inverse, and that init does fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formation/lane_shuffle.h"

enum { LANES = LANE_SHUFFLE_MAX_LANES, WARPS = LANE_SHUFFLE_MAX_WARPS };

static void start(struct lane_shuffle *s, uint32_t lanes, uint32_t warps, uint32_t kind,
                  uint32_t own)
{
    const struct lane_shuffle_cfg cfg = {lanes, warps, kind, 8, own};
    assert_null(lane_shuffle_init(s, &cfg));
}

/* Each thread has its number as its value. */
static struct lane_shuffle_out numbers(struct lane_shuffle *s, struct lane_shuffle_in *in)
{
    struct lane_shuffle_out out;
    for (uint32_t t = 0; t < LANES; t++) in->thread[t] = t;
    lane_shuffle_eval(s, in, &out);
    lane_shuffle_tick(s, in, &out);
    lane_shuffle_reset(s);
    assert_null(lane_shuffle_check(s));
    assert_null(lane_shuffle_promise(s, in));
    return out;
}

/* ---- the paper ------------------------------------------------------------------------ */

/* Table 1: four warps of four threads. */
static void drawings(void **state)
{
    (void)state;
    static const char *const drawn[LANE_SHUFFLE_KINDS][4] = {
        {"0123", "0123", "0123", "0123"}, {"0123", "3210", "0123", "3210"},
        {"0123", "0123", "3210", "3210"}, {"0123", "1032", "2301", "3210"},
        {"0123", "2301", "1032", "3210"},
    };
    for (uint32_t kind = 0; kind < LANE_SHUFFLE_KINDS; kind++) {
        struct lane_shuffle s;
        start(&s, 4, 4, kind, 0);
        for (uint32_t w = 0; w < 4; w++) {
            struct lane_shuffle_in in = {.warp = {w}, .warps = 4};
            const struct lane_shuffle_out out = numbers(&s, &in);
            for (uint32_t t = 0; t < 4; t++) {
                const uint32_t lane = (uint32_t)(drawn[kind][w][t] - '0');
                assert_int_equal(lane_shuffle_place(kind, 4, t, w, 4), lane);
                assert_int_equal(out.lane[lane], t);
            }
        }
    }
}

/* Warps of 32 threads, some by hand. */
static void wide(void **state)
{
    (void)state;
    static const struct {
        enum lane_shuffle_kind kind;
        uint32_t thread, warp, warps, lane;
    } row[] = {
        {LANE_SHUFFLE_MIRROR_ODD, 0, 7, 8, 31},  {LANE_SHUFFLE_MIRROR_ODD, 9, 6, 8, 9},
        {LANE_SHUFFLE_MIRROR_HALF, 0, 3, 8, 0},  {LANE_SHUFFLE_MIRROR_HALF, 0, 4, 8, 31},
        {LANE_SHUFFLE_MIRROR_HALF, 30, 7, 8, 1}, {LANE_SHUFFLE_XOR, 0, 5, 8, 5},
        {LANE_SHUFFLE_XOR, 31, 5, 8, 26},        {LANE_SHUFFLE_XOR_REV, 0, 1, 8, 16},
        {LANE_SHUFFLE_XOR_REV, 0, 6, 8, 12},     {LANE_SHUFFLE_XOR_REV, 5, 19, 24, 5 ^ 25},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        assert_int_equal(
            lane_shuffle_place(row[i].kind, 32, row[i].thread, row[i].warp, row[i].warps),
            row[i].lane);
}

/* ---- the page ------------------------------------------------------------------------- */

/* Outside: of five lanes 4 has no partner but in warps of which the low bits are 0. */
static void outside(void **state)
{
    (void)state;
    static const uint32_t at[8][5] = {
        {0, 1, 2, 3, 4}, {1, 0, 3, 2, 4}, {2, 3, 0, 1, 4}, {3, 2, 1, 0, 4},
        {4, 1, 2, 3, 0}, {0, 4, 2, 3, 1}, {0, 1, 4, 3, 2}, {0, 1, 2, 4, 3},
    };
    for (uint32_t w = 0; w < 16; w++)
        for (uint32_t t = 0; t < 5; t++)
            assert_int_equal(lane_shuffle_place(LANE_SHUFFLE_XOR, 5, t, w, 16), at[w % 8][t]);
}

/* 2 w >= m: of an odd number the smaller half; a lone warp stays. */
static void halves(void **state)
{
    (void)state;
    for (uint32_t m = 1; m <= WARPS; m++) {
        uint32_t turned = 0;
        for (uint32_t w = 0; w < m; w++)
            turned += lane_shuffle_place(LANE_SHUFFLE_MIRROR_HALF, 8, 0, w, m) == 7;
        assert_int_equal(turned, m / 2);
    }
}

/* Own: lane l has the value of thread f(l, w), w of that lane. */
static void own(void **state)
{
    (void)state;
    struct lane_shuffle s;
    struct lane_shuffle_in in = {.warp = {0, 1, 2, 3}, .warps = 4};
    static const uint32_t thread[4] = {0, 0, 0, 0};
    start(&s, 4, 4, LANE_SHUFFLE_XOR, 1);
    const struct lane_shuffle_out out = numbers(&s, &in);
    for (uint32_t l = 0; l < 4; l++) assert_int_equal(out.lane[l], thread[l]);
    const struct lane_shuffle_in last = {.warp = {3, 3, 0, 1}, .warps = 4};
    in = last;
    const struct lane_shuffle_out other = numbers(&s, &in);
    assert_int_equal(other.lane[0], 3);
    assert_int_equal(other.lane[1], 2);
    assert_int_equal(other.lane[2], 2);
    assert_int_equal(other.lane[3], 2);
}

/* ---- every size ----------------------------------------------------------------------- */

/* Each thread is in one lane; twice is nothing; the first warp stays. */
static void permutation_and_involution(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < LANE_SHUFFLE_KINDS; kind++)
        for (uint32_t n = 1; n <= LANES; n++)
            for (uint32_t w = 0; w < WARPS; w++) {
                uint64_t taken = 0;
                for (uint32_t t = 0; t < n; t++) {
                    const uint32_t lane = lane_shuffle_place(kind, n, t, w, w + 1);
                    assert_true(lane < n);
                    assert_int_equal(taken >> lane & 1, 0);
                    taken |= UINT64_C(1) << lane;
                    assert_int_equal(lane_shuffle_place(kind, n, lane, w, w + 1), t);
                    if (w == 0) assert_int_equal(lane, t);
                }
            }
}

/* The model through itself, in every size: values are where they were, and none is in two places.
 * With own ranks that are all the same it does as without. */
static void there_and_back(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < LANE_SHUFFLE_KINDS; kind++)
        for (uint32_t n = 1; n <= LANES; n++)
            for (uint32_t w = 0; w < WARPS; w++) {
                struct lane_shuffle one, each;
                struct lane_shuffle_in in = {.warps = w % 7 + w};
                start(&one, n, WARPS, kind, 0);
                start(&each, n, WARPS, kind, 1);
                for (uint32_t l = 0; l < LANES; l++) in.warp[l] = w;
                const struct lane_shuffle_out out = numbers(&one, &in), same = numbers(&each, &in);
                assert_memory_equal(&out, &same, sizeof out);
                struct lane_shuffle_out back;
                memcpy(in.thread, out.lane, sizeof in.thread);
                lane_shuffle_eval(&one, &in, &back);
                for (uint32_t t = 0; t < n; t++) assert_int_equal(back.lane[t], t);
            }
}

/* ---- init ----------------------------------------------------------------------------- */

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct lane_shuffle_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 24, 4, 6, 0}, "Lanes must be 1 to 64"},   {{65, 24, 4, 6, 0}, "Lanes must be 1 to 64"},
        {{64, 0, 4, 6, 0}, "Warps must be 1 to 64"},   {{64, 65, 4, 6, 0}, "Warps must be 1 to 64"},
        {{64, 24, 5, 6, 0}, "Kind must be 0 to 4"},    {{64, 24, 4, 0, 0}, "Width must be 1 to 64"},
        {{64, 24, 4, 65, 0}, "Width must be 1 to 64"}, {{64, 24, 4, 6, 2}, "Own must be 0 or 1"},
    };
    struct lane_shuffle s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = lane_shuffle_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(lane_shuffle_init(&s, &(struct lane_shuffle_cfg){1, 1, 0, 1, 0}));
    assert_null(lane_shuffle_init(&s, &(struct lane_shuffle_cfg){64, 64, 4, 64, 1}));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawings),
        cmocka_unit_test(wide),
        cmocka_unit_test(outside),
        cmocka_unit_test(halves),
        cmocka_unit_test(own),
        cmocka_unit_test(permutation_and_involution),
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("lane_shuffle", tests, NULL, NULL);
}
