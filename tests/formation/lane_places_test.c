/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the lane places: the page's example, each of its sentences against a search
 * place by place, and that init does fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/lane_places.h"

enum { LANES = LANE_PLACES_MAX_LANES, GROUPS = LANE_PLACES_GROUPS };

static struct lane_places unit;
static struct lane_places_in in;
static struct lane_places_out out;

static void start(uint32_t lanes, uint32_t lane_slots, uint32_t tid_width)
{
    const struct lane_places_cfg cfg = {lanes, lane_slots, tid_width};
    assert_null(lane_places_init(&unit, &cfg));
    memset(&in, 0, sizeof in);
}

static void cycle(void)
{
    memset(&out, 0xff, sizeof out);
    assert_null(lane_places_promise(&unit, &in));
    lane_places_eval(&unit, &in, &out);
    lane_places_tick(&unit, &in, &out);
    lane_places_reset(&unit);
    assert_null(lane_places_check(&unit));
}

/* ---- the page ------------------------------------------------------------------------- */

static void page_example(void **state)
{
    (void)state;
    const uint32_t ids[4] = {9, 7, 5, 3}, moved[4] = {3, 0, 7, 5};
    start(4, 4, 4);
    in.grp_req[1] = 0xe;
    in.turn[1][0] = 2;
    memcpy(in.grp_tid[1], ids, sizeof ids);
    cycle();
    for (uint32_t p = 0; p < 4; p++) {
        assert_int_equal(out.tid[0][p], 0);
        assert_int_equal(out.tid[1][p], moved[p]);
    }
}

/* With one place a lane nothing moves. */
static void one_place(void **state)
{
    (void)state;
    start(5, 1, 8);
    in.grp_req[0] = 0x15;
    for (uint32_t p = 0; p < 5; p++) in.grp_tid[0][p] = 10 + p;
    cycle();
    for (uint32_t p = 0; p < 5; p++) assert_int_equal(out.tid[0][p], p % 2 == 0 ? 10 + p : 0);
}

/* ---- random groups -------------------------------------------------------------------- */

/* Where the thread of a place goes: threads of its lane below it are counted. */
static uint32_t goes_to(uint32_t g, uint32_t p)
{
    const uint32_t homes = unit.cfg.lanes / unit.cfg.lane_slots;
    uint32_t below = 0;
    for (uint32_t q = 0; q < p; q++) below += q % homes == p % homes && (in.grp_req[g] >> q & 1);
    return (below + in.turn[g][p % homes]) % unit.cfg.lane_slots * homes + p % homes;
}

static void random_groups(void **state)
{
    (void)state;
    static const uint32_t sizes[][3] = {{32, 4, 10}, {4, 2, 3},   {8, 4, 7},   {4, 4, 1},
                                        {5, 1, 16},  {64, 8, 12}, {64, 64, 7}, {1, 1, 1}};
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    for (size_t n = 0; n < sizeof sizes / sizeof sizes[0]; n++) {
        start(sizes[n][0], sizes[n][1], sizes[n][2]);
        for (uint32_t c = 0; c < 5000; c++) {
            for (uint32_t g = 0; g < GROUPS; g++) {
                in.grp_req[g] = hd_rng_next(&rng) >> (64 - unit.cfg.lanes);
                for (uint32_t p = 0; p < LANES; p++) {
                    in.grp_tid[g][p] = hd_rng_below(&rng, 1u << unit.cfg.tid_width);
                    in.turn[g][p] = hd_rng_below(&rng, unit.cfg.lane_slots);
                }
            }
            cycle();
            for (uint32_t g = 0; g < GROUPS; g++) {
                uint64_t taken = 0;
                for (uint32_t p = 0; p < unit.cfg.lanes; p++) {
                    if ((in.grp_req[g] >> p & 1) == 0) continue;
                    assert_int_equal(out.tid[g][goes_to(g, p)], in.grp_tid[g][p]);
                    assert_int_equal(taken >> goes_to(g, p) & 1, 0);
                    taken |= UINT64_C(1) << goes_to(g, p);
                }
                for (uint32_t p = 0; p < unit.cfg.lanes; p++)
                    if ((taken >> p & 1) == 0) assert_int_equal(out.tid[g][p], 0);
            }
        }
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct lane_places_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 1, 8}, "Lanes must be 1 to 64"},
        {{65, 1, 8}, "Lanes must be 1 to 64"},
        {{8, 0, 8}, "LaneSlots must be a power of two, at most Lanes"},
        {{8, 3, 8}, "LaneSlots must be a power of two, at most Lanes"},
        {{8, 16, 8}, "LaneSlots must be a power of two, at most Lanes"},
        {{6, 2, 8}, "with LaneSlots above 1 Lanes must be a power of two"},
        {{8, 2, 0}, "TidWidth must be 1 to 16"},
        {{8, 2, 17}, "TidWidth must be 1 to 16"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = lane_places_init(&unit, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_example),
        cmocka_unit_test(one_place),
        cmocka_unit_test(random_groups),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
