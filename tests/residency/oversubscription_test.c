/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of oversubscription: Algorithm 1 by hand with the values of
 * Table 1, the page's races, a naive twin that keeps a diary of all cycles and
 * counts when an epoch ends, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/oversubscription.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct oversubscription s;
    struct oversubscription_in in; /* registers stay as they are */
    struct oversubscription_out out;
};

enum { THREADS, SCRATCH, REGS };

static const struct oversubscription_cfg paper = {
    .resources = 3, .thresh_width = 9, .epoch_width = 16};

/* Table 1: epoch 2,048, c_delta_thresh 16; o_default 10 %, o_thresh_step 4 % of 48 slots, 48 sets
 * of scratchpad, 256 register sets, rounded down. The bounds are the page's: here all there is. */
static const uint32_t sets[3] = {48, 48, 256};

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(oversubscription_init(&b->s, &paper));
    assert_null(oversubscription_check(&b->s));
    b->in.epoch = 2048;
    b->in.delta = 16;
    for (uint32_t r = 0; r < 3; r++) {
        b->in.default_thresh[r] = sets[r] * 10 / 100;
        b->in.step[r] = sets[r] * 4 / 100;
        b->in.max[r] = sets[r];
    }
}

static void cycle(struct bench *b)
{
    struct oversubscription before = b->s;
    assert_null(oversubscription_promise(&b->s, &b->in));
    oversubscription_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    oversubscription_tick(&b->s, &b->in, &b->out);
    assert_null(oversubscription_check(&b->s));
    b->in.start = b->in.idle = b->in.mem = false;
}

/* Thresholds at their defaults, an epoch begins with the next cycle. */
static void begin(struct bench *b)
{
    start(b);
    b->in.start = true;
    cycle(b);
}

/* The rest of this epoch, with so many idle cycles and so many that wait for memory. */
static void epoch(struct bench *b, uint32_t idle, uint32_t mem)
{
    do {
        b->in.idle = idle > 0;
        b->in.mem = mem > 0;
        idle -= b->in.idle;
        mem -= b->in.mem;
        cycle(b);
    } while (!b->out.epoch);
    assert_int_equal(idle, 0);
    assert_int_equal(mem, 0);
}

static void expect(struct bench *b, uint32_t threads, uint32_t scratch, uint32_t regs)
{
    oversubscription_eval(&b->s, &b->in, &b->out);
    assert_int_equal(b->out.thresh[THREADS], threads);
    assert_int_equal(b->out.thresh[SCRATCH], scratch);
    assert_int_equal(b->out.thresh[REGS], regs);
}

/* ---- the paper ------------------------------------------------------------------------- */

/* Line 1, and Table 1's percentages: 4.8, 4.8 and 25.6 sets; steps of 1.92, 1.92 and 10.24. */
static void algorithm_1_defaults(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    expect(&b, 4, 4, 25);
    assert_int_equal(b.in.step[THREADS], 1);
    assert_int_equal(b.in.step[REGS], 10);
}

/* By hand, epoch after epoch:
 *
 *   c_idle  c_mem | c_idle_delta  c_mem_delta  difference | o_thresh
 *      100     40 |         +100          +40         +60 | up
 *      300    230 |         +200         +190         +10 | as it was: not above 16
 *      500    100 |         +200         -130        +330 | up
 *      484    100 |          -16            0         -16 | as it was: not above 16
 *      467    100 |          -17            0         -17 | down
 *      467   2048 |            0        +1948       -1948 | down
 *        0   1000 |         -467        -1048        +581 | up: memory time fell by more
 */
static void algorithm_1_by_hand(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    expect(&b, 4, 4, 25);
    epoch(&b, 100, 40);
    expect(&b, 5, 5, 35);
    epoch(&b, 300, 230);
    expect(&b, 5, 5, 35);
    epoch(&b, 500, 100);
    expect(&b, 6, 6, 45);
    epoch(&b, 484, 100);
    expect(&b, 6, 6, 45);
    epoch(&b, 467, 100);
    expect(&b, 5, 5, 35);
    epoch(&b, 467, 2048);
    expect(&b, 4, 4, 25);
    epoch(&b, 0, 1000);
    expect(&b, 5, 5, 35);
}

/* c_delta_thresh is to be passed, not met, on both sides. */
static void algorithm_1_delta_is_passed_not_met(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    epoch(&b, 16, 0);
    expect(&b, 4, 4, 25);
    begin(&b);
    epoch(&b, 17, 0);
    expect(&b, 5, 5, 35);
    begin(&b);
    epoch(&b, 0, 16);
    expect(&b, 4, 4, 25);
    begin(&b);
    epoch(&b, 0, 17);
    expect(&b, 3, 3, 15);
}

/* Changes, not totals: a core that is always as idle changes nothing after the first epoch. */
static void algorithm_1_compares_changes(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    epoch(&b, 2000, 0);
    expect(&b, 5, 5, 35);
    for (uint32_t i = 0; i < 5; i++) epoch(&b, 2000, 0);
    expect(&b, 5, 5, 35);
}

/* An epoch has 2,048 cycles, the last of which shows epoch_o; thresholds change after it. */
static void algorithm_1_epoch_length(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t c = 1; c <= 2048; c++) {
            b.in.idle = i == 0;
            cycle(&b);
            assert_int_equal(b.out.epoch, c == 2048);
            if (i == 0) assert_int_equal(b.out.thresh[REGS], 25);
        }
    }
    assert_int_equal(b.out.thresh[REGS], 25); /* up, and down: idleness was gone */
}

/* ---- the rules ------------------------------------------------------------------------- */

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    expect(&b, 0, 0, 0);
    epoch(&b, 100, 0);
    expect(&b, 1, 1, 10);
    b.in.idle = b.in.mem = true;
    cycle(&b);
    oversubscription_reset(&b.s);
    assert_null(oversubscription_check(&b.s));
    expect(&b, 0, 0, 0);
    epoch(&b, 16, 0); /* no epoch before it */
    expect(&b, 0, 0, 0);
    for (uint32_t c = 0; c < 2048; c++) cycle(&b);
    assert_true(b.out.epoch); /* a whole epoch since the last */
}

/* Defaults not above the bounds; what was counted is forgotten, and the epoch before. */
static void rule_start(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    epoch(&b, 1000, 0);
    for (uint32_t c = 0; c < 100; c++) {
        b.in.idle = true;
        cycle(&b);
    }
    b.in.start = true;
    b.in.idle = true; /* not counted */
    b.in.default_thresh[REGS] = 300;
    cycle(&b);
    expect(&b, 4, 4, 256);
    b.in.max[REGS] = 511;
    epoch(&b, 17, 0);
    expect(&b, 5, 5, 266);
}

static void rule_epoch_lowered(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    for (uint32_t c = 0; c < 100; c++) {
        b.in.idle = true;
        cycle(&b);
    }
    b.in.epoch = 50;
    cycle(&b);
    assert_true(b.out.epoch); /* at once */
    expect(&b, 5, 5, 35);
    for (uint32_t c = 1; c <= 50; c++) {
        cycle(&b);
        assert_int_equal(b.out.epoch, c == 50);
    }
}

static void rule_epoch_of_1(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    b.in.epoch = 1;
    b.in.delta = 0;
    b.in.idle = true;
    cycle(&b);
    assert_true(b.out.epoch);
    expect(&b, 5, 5, 35);
    b.in.idle = true;
    cycle(&b);
    expect(&b, 5, 5, 35);
    cycle(&b);
    expect(&b, 4, 4, 25);
}

/* The longest epoch, all of it idle: no counter runs over. */
static void rule_longest_epoch(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    b.in.epoch = 65535;
    b.in.delta = 65534;
    epoch(&b, 65535, 0);
    expect(&b, 5, 5, 35);
    epoch(&b, 0, 65535); /* -65,535 and +65,535 */
    expect(&b, 4, 4, 25);
}

/* A bound lowered below a threshold: the next step up goes down to it, and nothing before. */
static void rule_bound_lowered(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    b.in.max[REGS] = 7;
    epoch(&b, 0, 0);
    expect(&b, 4, 4, 25);
    epoch(&b, 0, 100);
    expect(&b, 3, 3, 15);
    epoch(&b, 0, 0);
    expect(&b, 4, 4, 7);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_idle_and_memory_in_the_last_cycle(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    b.in.epoch = 4;
    b.in.delta = 0;
    for (uint32_t c = 0; c < 3; c++) cycle(&b);
    b.in.idle = true;
    cycle(&b);
    assert_true(b.out.epoch);
    expect(&b, 5, 5, 35);
    assert_int_equal(b.s.idle_prev, 1);
    assert_int_equal(b.s.idle, 0);
    for (uint32_t c = 0; c < 3; c++) cycle(&b);
    b.in.idle = b.in.mem = true;
    cycle(&b);
    assert_true(b.out.epoch);
    expect(&b, 4, 4, 25); /* idle as before, memory one more */
    assert_int_equal(b.s.mem_prev, 1);
    assert_int_equal(b.s.mem, 0);
}

static void race_both_high(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    epoch(&b, 2048, 2048);
    expect(&b, 4, 4, 25);
    assert_int_equal(b.s.idle_prev, 2048);
    assert_int_equal(b.s.mem_prev, 2048);
    epoch(&b, 17, 17);
    expect(&b, 4, 4, 25);
}

static void race_start_in_the_last_cycle(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    for (uint32_t c = 0; c < 2047; c++) {
        b.in.idle = true;
        cycle(&b);
    }
    b.in.start = true;
    cycle(&b);
    assert_true(b.out.epoch);
    expect(&b, 4, 4, 25); /* not a step up */
    epoch(&b, 17, 0);
    expect(&b, 5, 5, 35); /* and no epoch before it */
}

static void race_a_step_past_a_bound(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    b.in.max[REGS] = 28;
    b.in.step[SCRATCH] = 5;
    epoch(&b, 1000, 0);
    expect(&b, 5, 9, 28);
    epoch(&b, 1000, 1000);
    expect(&b, 4, 4, 18);
    epoch(&b, 0, 2000);
    expect(&b, 3, 0, 8);
    epoch(&b, 0, 2048);
    expect(&b, 2, 0, 0);
    epoch(&b, 0, 100);
    expect(&b, 3, 5, 10);
}

/* ---- the naive twin: a diary, counted when an epoch ends ------------------------------- */

enum { MAX_DIARY = 4096 };

struct naive {
    uint8_t diary[MAX_DIARY]; /* of this epoch: 1 idle, 2 memory, 3 both */
    uint32_t length;
    int64_t balance_prev; /* idle less memory, of the epoch before */
    int64_t thresh[OVERSUBSCRIPTION_MAX_RESOURCES];
};

static void naive_reset(struct naive *n) { memset(n, 0, sizeof *n); }

static int64_t clamp(int64_t value, int64_t most)
{
    if (value > most) return most;
    return value < 0 ? 0 : value;
}

/* Line 5 and line 8 are one number and its negative: the change of (idle - memory). */
static void naive_epoch(struct naive *n, const struct oversubscription_cfg *cfg,
                        const struct oversubscription_in *in)
{
    int64_t balance = 0;
    for (uint32_t c = 0; c < n->length; c++) balance += (n->diary[c] & 1) - (n->diary[c] >> 1);
    int64_t change = balance - n->balance_prev;
    for (uint32_t r = 0; r < cfg->resources; r++) {
        int64_t *t = &n->thresh[r];
        if (change > in->delta) *t = clamp(*t + in->step[r], in->max[r]);
        if (-change > in->delta) *t = clamp(*t - in->step[r], *t);
    }
    n->balance_prev = balance;
    n->length = 0;
}

static void naive_tick(struct naive *n, const struct oversubscription_cfg *cfg,
                       const struct oversubscription_in *in)
{
    if (in->start) {
        naive_reset(n);
        for (uint32_t r = 0; r < cfg->resources; r++)
            n->thresh[r] = clamp(in->default_thresh[r], in->max[r]);
        return;
    }
    n->diary[n->length++] = (uint8_t)(in->idle + 2 * in->mem);
    if (n->length >= in->epoch) naive_epoch(n, cfg, in);
}

/* ---- random neighbours ----------------------------------------------------------------- */

struct run {
    const char *name;
    struct oversubscription_cfg cfg;
    uint32_t longest; /* epoch */
    uint32_t cycles;
};

static const struct run runs[] = {{"one_bit", {1, 1, 2}, 3, 200000},
                                  {"small", {2, 3, 4}, 15, 200000},
                                  {"odd", {5, 7, 9}, 300, 200000},
                                  {"paper", {3, 9, 16}, 2048, 400000},
                                  {"large", {8, 16, 24}, 4000, 400000}};

static uint32_t some_thresh(const struct run *r, struct hd_rng *rng)
{
    return hd_rng_below(rng, 1u << r->cfg.thresh_width);
}

/* Half of the time steps are small, so that there is a way to a bound. */
static void new_registers(const struct run *r, struct hd_rng *rng, struct oversubscription_in *in)
{
    bool small = hd_rng_chance(rng, 1, 2);
    in->epoch = 1 + hd_rng_below(rng, r->longest);
    in->delta = hd_rng_below(rng, 1 + in->epoch / 4);
    for (uint32_t i = 0; i < r->cfg.resources; i++) {
        in->default_thresh[i] = some_thresh(r, rng);
        in->step[i] = some_thresh(r, rng) >> (small ? r->cfg.thresh_width / 2 : 0);
        in->max[i] = some_thresh(r, rng);
    }
}

struct chances {
    uint32_t idle;
    uint32_t mem;
};

static void some_inputs(const struct run *r, struct hd_rng *rng, uint32_t c, struct chances *x,
                        struct oversubscription_in *in)
{
    if (c % r->longest == 0) {
        x->idle = hd_rng_below(rng, 11);
        x->mem = hd_rng_below(rng, 11);
    }
    if (hd_rng_chance(rng, 1, 20 * r->longest)) new_registers(r, rng, in);
    in->start = hd_rng_chance(rng, 1, 30 * r->longest);
    in->idle = hd_rng_chance(rng, x->idle, 10);
    in->mem = hd_rng_chance(rng, x->mem, 10);
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct naive n;
    struct oversubscription s;
    struct oversubscription_in in = {0};
    struct hd_rng rng;
    struct chances x = {0};
    uint32_t ups = 0, downs = 0, started_at_the_end = 0;

    hd_rng_seed(&rng, r->longest);
    naive_reset(&n);
    new_registers(r, &rng, &in);
    assert_null(oversubscription_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct oversubscription_out out;
        some_inputs(r, &rng, c, &x, &in);
        assert_null(oversubscription_promise(&s, &in));
        oversubscription_eval(&s, &in, &out);
        assert_int_equal(out.epoch, n.length + 1 >= in.epoch);
        for (uint32_t i = 0; i < OVERSUBSCRIPTION_MAX_RESOURCES; i++) {
            assert_int_equal(out.thresh[i], n.thresh[i]);
        }
        started_at_the_end += in.start && out.epoch;
        int64_t before = n.thresh[0];
        if (hd_rng_chance(&rng, 1, 50 * r->longest)) {
            oversubscription_reset(&s);
            naive_reset(&n);
        } else {
            oversubscription_tick(&s, &in, &out);
            naive_tick(&n, &r->cfg, &in);
            ups += out.epoch && n.thresh[0] > before;
            downs += out.epoch && n.thresh[0] < before;
        }
        const char *broken = oversubscription_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(ups > 5 && downs > 5);
    assert_true(started_at_the_end > 5 || r->longest > 100);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    b.s.thresh[REGS] = 257;
    assert_string_equal(oversubscription_check(&b.s), "bounds");
    start(&b);
    b.s.thresh[THREADS] = 1; /* after reset no bound has been seen */
    assert_string_equal(oversubscription_check(&b.s), "bounds");
    begin(&b);
    b.s.idle = 1;
    assert_string_equal(oversubscription_check(&b.s), "counts");
    begin(&b);
    b.s.mem = 1;
    assert_string_equal(oversubscription_check(&b.s), "counts");
    begin(&b);
    b.s.place = 65536;
    assert_string_equal(oversubscription_check(&b.s), "place_range");
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    b.in.epoch = 0;
    assert_string_equal(oversubscription_promise(&b.s, &b.in), "the epoch is not at least 1");
    b.in.epoch = 1;
    assert_null(oversubscription_promise(&b.s, &b.in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct oversubscription_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 9, 16}, "Resources must be 1 to 8"},    {{9, 9, 16}, "Resources must be 1 to 8"},
        {{3, 0, 16}, "ThreshWidth must be 1 to 16"}, {{3, 17, 16}, "ThreshWidth must be 1 to 16"},
        {{3, 9, 1}, "EpochWidth must be 2 to 24"},   {{3, 9, 25}, "EpochWidth must be 2 to 24"},
    };
    struct oversubscription s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = oversubscription_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(oversubscription_init(&s, &(struct oversubscription_cfg){1, 1, 2}));
    assert_null(oversubscription_init(&s, &(struct oversubscription_cfg){8, 16, 24}));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(algorithm_1_defaults),
        cmocka_unit_test(algorithm_1_by_hand),
        cmocka_unit_test(algorithm_1_delta_is_passed_not_met),
        cmocka_unit_test(algorithm_1_compares_changes),
        cmocka_unit_test(algorithm_1_epoch_length),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_start),
        cmocka_unit_test(rule_epoch_lowered),
        cmocka_unit_test(rule_epoch_of_1),
        cmocka_unit_test(rule_longest_epoch),
        cmocka_unit_test(rule_bound_lowered),
        cmocka_unit_test(race_idle_and_memory_in_the_last_cycle),
        cmocka_unit_test(race_both_high),
        cmocka_unit_test(race_start_in_the_last_cycle),
        cmocka_unit_test(race_a_step_past_a_bound),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
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
    return cmocka_run_group_tests_name("oversubscription", tests, NULL, NULL);
}
