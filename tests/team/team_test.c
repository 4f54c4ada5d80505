// SPDX-License-Identifier: Apache-2.0
//
// Tests of a team of threads: in each round each part is done once, and a round begins behind the
// end of the one before; with threads that sleep between rounds, with one that is held up, with
// shares that change.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "team.h"

struct job {
    uint64_t round;
    uint64_t done[TEAM_MOST_PARTS]; // rounds; the team sees to it that no two threads write one
    bool slow;                      // the first part of each round
    uint32_t steps;                 // of a part
    uint32_t long_part;             // takes eight times as many; TEAM_MOST_PARTS: none does
    pthread_t caller;
    uint32_t caller_parts; // in the last round
};

static void rest(long microseconds)
{
    const struct timespec time = {0, 1000 * microseconds};
    nanosleep(&time, NULL);
}

static void work(void *all, uint32_t part)
{
    struct job *j = all;
    if (++j->done[part] != j->round) abort(); // a check of cmocka would leave the thread
    if (j->slow && part == 0) rest(3000);
    const uint32_t most = part == j->long_part ? 8 * j->steps : j->steps;
    for (volatile uint32_t n = 0; n < most;) n = n + 1;
    if (pthread_equal(pthread_self(), j->caller)) j->caller_parts++;
}

static void run(struct team *t, struct job *j)
{
    j->round++;
    j->caller_parts = 0;
    team_run(t);
    for (uint32_t p = 0; p < t->parts; p++) assert_true(j->done[p] == j->round);
}

static struct job job_of(void)
{
    return (struct job){.long_part = TEAM_MOST_PARTS, .caller = pthread_self()};
}

static void each_part_once(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 5; threads++) {
        for (uint32_t parts = 1; parts <= 17; parts += 4) {
            static struct team t;
            struct job j = job_of();
            assert_true(team_begin(&t, threads, parts, work, &j));
            assert_int_equal(t.threads, threads < parts ? threads : parts);
            for (uint32_t n = 0; n < 400; n++) run(&t, &j);
            team_end(&t);
        }
    }
}

static void threads_that_sleep(void **state)
{
    (void)state;
    static struct team t;
    struct job j = job_of();
    assert_true(team_begin(&t, 4, 9, work, &j));
    for (uint32_t n = 0; n < 60; n++) {
        run(&t, &j);
        rest(n % 3 == 0 ? 3000 : 50);
    }
    team_end(&t);
}

// The caller is held up in its first part: the others are done by whoever has time.
static void a_thread_held_up(void **state)
{
    (void)state;
    static struct team t;
    struct job j = job_of();
    uint32_t alone = 0;
    assert_true(team_begin(&t, 2, 16, work, &j));
    j.slow = true;
    for (uint32_t n = 0; n < 50; n++) {
        run(&t, &j);
        alone += j.caller_parts == 1;
    }
    assert_true(alone > 0);
    team_end(&t);
}

// A part that takes as long as many others: its thread gets fewer of those.
static void shares_by_time(void **state)
{
    (void)state;
    static struct team t;
    struct job j = job_of();
    assert_true(team_begin(&t, 2, 16, work, &j));
    assert_int_equal(t.seat[0].end, 8);
    j.long_part = 0;
    j.steps = 3000;
    for (uint32_t n = 0; n < 20000 && t.seat[0].end == 8; n++) run(&t, &j);
    assert_true(t.seat[0].end < 8);
    assert_true(t.seat[0].first == 0 && t.seat[1].first == t.seat[0].end && t.seat[1].end == 16);
    team_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_part_once),
        cmocka_unit_test(threads_that_sleep),
        cmocka_unit_test(a_thread_held_up),
        cmocka_unit_test(shares_by_time),
    };
    return cmocka_run_group_tests_name("team", tests, NULL, NULL);
}
