/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the spill selector: the page's rules and races, how soon
 * a victim is there, a naive twin that writes down every set a sweep has seen,
 * and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "residency/spill_selector.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct spill_selector s;
    struct spill_selector_in in;
    struct spill_selector_out out;
    uint32_t age; /* these three for each cycle to come */
    bool keep_en;
    uint32_t keep_row;
};

/* Two lines of two sets; counts up to 3. */
static const struct spill_selector_cfg hand = {
    .phys = 4, .columns = 2, .rows = 3, .sets = 2, .cnt_width = 2, .ports = 2};
static const struct spill_selector_cfg paper = {
    .phys = 256, .columns = 16, .rows = 64, .sets = 16, .cnt_width = 4, .ports = 2};

static void start(struct bench *b, const struct spill_selector_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(spill_selector_init(&b->s, cfg));
    assert_null(spill_selector_check(&b->s));
}

static void use(struct bench *b, uint32_t p, uint32_t phys)
{
    b->in.use_en[p] = true;
    b->in.use_phys[p] = phys;
}

static void take(struct bench *b, uint32_t phys, uint32_t row, uint32_t set)
{
    b->in.take_en = true;
    b->in.take_phys = phys;
    b->in.take_row = row;
    b->in.take_set = set;
}

static void drop(struct bench *b, uint32_t phys)
{
    b->in.drop_en = true;
    b->in.drop_phys = phys;
}

/* The coordinator takes the victim: it is spilled, and dropped in the same cycle. */
static void spill(struct bench *b)
{
    b->in.victim_taken = true;
    drop(b, b->s.victim_phys);
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    struct spill_selector before = b->s;
    b->in.age = b->age;
    b->in.keep_en = b->keep_en;
    b->in.keep_row = b->keep_row;
    const char *broken = spill_selector_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    spill_selector_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    spill_selector_tick(&b->s, &b->in, &b->out);
    broken = spill_selector_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    memset(&b->in, 0, sizeof b->in);
}

/* On to the cycle in which this line is looked at. */
static void until_line(struct bench *b, uint32_t line)
{
    while (b->s.line != line) cycle(b);
}

/* On to line 0, and through a whole sweep. */
static void sweep(struct bench *b)
{
    until_line(b, 0);
    cycle(b);
    until_line(b, 0);
}

static void expect_victim(struct bench *b, uint32_t phys, uint32_t row, uint32_t set)
{
    struct spill_selector_in in = {.keep_en = b->keep_en, .keep_row = b->keep_row};
    spill_selector_eval(&b->s, &in, &b->out);
    assert_true(b->out.victim_valid);
    assert_int_equal(b->out.victim_phys, phys);
    assert_int_equal(b->out.victim_row, row);
    assert_int_equal(b->out.victim_set, set);
}

static void expect_no_victim(struct bench *b)
{
    struct spill_selector_in in = {.keep_en = b->keep_en, .keep_row = b->keep_row};
    spill_selector_eval(&b->s, &in, &b->out);
    assert_false(b->out.victim_valid);
}

/* Sets 0 to 3 are held: set n by row n / 2, set n % 2. Their counts are these, at least 1; a
 * sweep begins, and the victim is that of the sweep before, which saw all of it. */
static void filled(struct bench *b, uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3)
{
    uint32_t counts[4] = {c0, c1, c2, c3};
    start(b, &hand);
    for (uint32_t n = 0; n < 4; n++) {
        take(b, n, n / 2, n % 2);
        cycle(b);
        for (uint32_t i = 1; i < counts[n]; i++) {
            use(b, 0, n);
            cycle(b);
        }
    }
    sweep(b);
}

/* ---- the rules ------------------------------------------------------------------------- */

static void rule_none_held(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    for (uint32_t c = 0; c < 5; c++) {
        cycle(&b);
        expect_no_victim(&b);
    }
}

/* The last line of the first sweep that sees a set held chooses the set: it is the victim in the
 * next cycle. */
static void rule_a_sweep_to_be_seen(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    take(&b, 0, 2, 1); /* line 0 is looked at in this cycle: too late for this sweep */
    cycle(&b);
    cycle(&b);
    expect_no_victim(&b);
    cycle(&b);
    expect_no_victim(&b);
    cycle(&b);
    expect_victim(&b, 0, 2, 1);
}

static void rule_lowest_count(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t n = 0; n < 4; n++) {
        filled(&b, n == 0 ? 1 : 2, n == 1 ? 1 : 2, n == 2 ? 1 : 3, n == 3 ? 1 : 2);
        expect_victim(&b, n, n / 2, n % 2);
    }
}

/* The lower number within a line, the earlier line of two. */
static void rule_ties(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 2, 2, 2, 2);
    expect_victim(&b, 0, 0, 0);
    filled(&b, 3, 2, 2, 2);
    expect_victim(&b, 1, 0, 1);
    filled(&b, 3, 3, 2, 2);
    expect_victim(&b, 2, 1, 0);
}

static void rule_keep(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 1, 3, 2);
    expect_victim(&b, 0, 0, 0);
    b.keep_en = true;
    b.keep_row = 0;
    expect_no_victim(&b); /* at once */
    sweep(&b);
    expect_victim(&b, 3, 1, 1);
    b.keep_row = 1;
    expect_no_victim(&b);
    b.keep_row = 2; /* owns nothing */
    expect_victim(&b, 3, 1, 1);
    sweep(&b);
    expect_victim(&b, 0, 0, 0);
}

/* All that is held is to stay: no best, and the victim stays what it was, out of sight. */
static void rule_no_best(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 2, 2, 1, 1);
    drop(&b, 0);
    cycle(&b);
    drop(&b, 1);
    cycle(&b);
    b.keep_en = true;
    b.keep_row = 1;
    sweep(&b);
    sweep(&b);
    expect_no_victim(&b);
    b.keep_en = false;
    expect_victim(&b, 2, 1, 0);
}

static void rule_counts_saturate(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 1, 1, 1);
    for (uint32_t c = 0; c < 5; c++) {
        use(&b, 0, 2);
        use(&b, 1, 2);
        cycle(&b);
    }
    assert_int_equal(b.s.count[2], 3);
    use(&b, 1, 2);
    cycle(&b);
    assert_int_equal(b.s.count[2], 3);
}

static void rule_new_set_counts_1(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 3, 3);
    drop(&b, 1);
    cycle(&b);
    use(&b, 0, 1); /* an access on its way while it was dropped */
    cycle(&b);
    take(&b, 1, 2, 0);
    use(&b, 0, 1);
    use(&b, 1, 1);
    cycle(&b);
    assert_int_equal(b.s.count[1], 1);
    sweep(&b);
    expect_victim(&b, 1, 2, 0);
}

/* What the counts of a line become in a sweep, with no use. */
static void rule_ageing_each_sweep(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 2, 1, 3);
    b.age = 1;
    cycle(&b);
    assert_int_equal(b.s.count[0], 1);
    assert_int_equal(b.s.count[1], 1);
    assert_int_equal(b.s.count[2], 1); /* not yet looked at */
    assert_int_equal(b.s.count[3], 3);
    cycle(&b);
    assert_int_equal(b.s.count[2], 0);
    assert_int_equal(b.s.count[3], 1);
    assert_int_equal(b.s.sweep, 1);
    sweep(&b);
    for (uint32_t n = 0; n < 4; n++) assert_int_equal(b.s.count[n], 0);
}

static void rule_ageing_each_third_sweep(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 3, 3);
    b.age = 3;
    static const uint32_t counts[] = {3, 3, 1, 1, 1, 0, 0};
    static const uint32_t next[] = {2, 3, 1, 2, 3, 1, 2};
    assert_int_equal(b.s.sweep, 1);
    for (uint32_t i = 0; i < 7; i++) {
        sweep(&b);
        for (uint32_t n = 0; n < 4; n++) assert_int_equal(b.s.count[n], counts[i]);
        assert_int_equal(b.s.sweep, next[i]);
    }
}

static void rule_age_0(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 3, 3);
    b.age = 9;
    sweep(&b);
    assert_int_equal(b.s.sweep, 2);
    b.age = 0;
    for (uint32_t i = 0; i < 600; i++) {
        sweep(&b);
        assert_int_equal(b.s.sweep, 1); /* each one the last, and none halves */
    }
    for (uint32_t n = 0; n < 4; n++) assert_int_equal(b.s.count[n], 3);
}

/* The register is lowered below the number of the sweep. */
static void rule_age_lowered(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 3, 3);
    b.age = 5;
    for (uint32_t i = 0; i < 3; i++) sweep(&b);
    assert_int_equal(b.s.sweep, 4);
    b.age = 2;
    sweep(&b);
    assert_int_equal(b.s.count[0], 1);
    assert_int_equal(b.s.sweep, 1);
}

static void rule_age_255(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 3, 3);
    b.age = 255;
    for (uint32_t i = 0; i < 254; i++) sweep(&b);
    assert_int_equal(b.s.sweep, 255);
    assert_int_equal(b.s.count[0], 3);
    sweep(&b);
    assert_int_equal(b.s.sweep, 1);
    assert_int_equal(b.s.count[0], 1);
}

/* Counts are compared as they were before their line is halved. */
static void rule_looked_at_before_halved(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 2, 2);
    b.age = 1;
    sweep(&b);
    expect_victim(&b, 2, 1, 0);
    filled(&b, 3, 2, 2, 3); /* 1 was 2, not 1, when compared; the tie is the earlier line's */
    b.age = 1;
    sweep(&b);
    expect_victim(&b, 1, 0, 1);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 2, 3, 1);
    b.age = 4;
    sweep(&b);
    cycle(&b);
    assert_true(b.s.best_valid && b.s.victim_valid && b.s.line == 1 && b.s.sweep == 2);
    spill_selector_reset(&b.s);
    assert_null(spill_selector_check(&b.s));
    assert_int_equal(b.s.line, 0);
    assert_int_equal(b.s.sweep, 1);
    expect_no_victim(&b);
    sweep(&b);
    sweep(&b);
    expect_no_victim(&b);
    take(&b, 3, 0, 0);
    cycle(&b);
    sweep(&b);
    expect_victim(&b, 3, 0, 0);
}

/* The last line of a sweep may be short. */
static void rule_short_last_line(void **state)
{
    (void)state;
    static const struct spill_selector_cfg cfg = {7, 3, 2, 4, 4, 1};
    struct bench b;
    start(&b, &cfg);
    assert_int_equal(spill_selector_lines(&cfg), 3);
    take(&b, 6, 1, 3);
    cycle(&b);
    sweep(&b);
    expect_victim(&b, 6, 1, 3);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_used_while_its_line_is_halved(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 2, 1, 1);
    b.age = 1;
    use(&b, 0, 0);
    use(&b, 1, 1);
    cycle(&b);
    assert_int_equal(b.s.count[0], 2); /* 3 / 2 + 1, not (3 + 1) / 2 */
    assert_int_equal(b.s.count[1], 2);
    use(&b, 0, 2);
    use(&b, 1, 2);
    cycle(&b);
    assert_int_equal(b.s.count[2], 2);
}

static void race_both_ports_use_one_set(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 2, 1, 1);
    use(&b, 0, 0);
    use(&b, 1, 0);
    cycle(&b);
    assert_int_equal(b.s.count[0], 3);
    use(&b, 0, 1);
    use(&b, 1, 1);
    cycle(&b);
    assert_int_equal(b.s.count[1], 3); /* one was enough */
}

/* Set 2 would follow set 0, and is dropped: no set follows, not even the second best. */
static void race_dropped_while_it_becomes_victim(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 3, 2, 3);
    expect_victim(&b, 0, 0, 0);
    use(&b, 0, 0);
    use(&b, 1, 0);
    cycle(&b);
    sweep(&b);
    expect_victim(&b, 2, 1, 0);
    filled(&b, 1, 3, 2, 3);
    use(&b, 0, 0);
    use(&b, 1, 0);
    cycle(&b);
    until_line(&b, 0);
    until_line(&b, 1);
    drop(&b, 2);
    cycle(&b);
    expect_victim(&b, 0, 0, 0); /* the one before stays */
    sweep(&b);
    expect_victim(&b, 0, 0, 0); /* 3 now, as set 1 and set 3: the lower number */
}

/* Set 2 is the victim already, and would be again. */
static void race_the_victim_dropped_while_it_becomes_victim(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 1, 3);
    expect_victim(&b, 2, 1, 0);
    until_line(&b, 1);
    drop(&b, 2);
    cycle(&b);
    expect_no_victim(&b);
    sweep(&b);
    expect_victim(&b, 0, 0, 0);
}

/* As set 2 would become victim, it gets another owner: the new set is not the old candidate. */
static void race_taken_anew_while_it_becomes_victim(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 1, 3);
    until_line(&b, 1);
    drop(&b, 2);
    take(&b, 2, 2, 1);
    cycle(&b);
    expect_no_victim(&b);
    sweep(&b);
    expect_victim(&b, 2, 2, 1);
}

/* The best so far is forgotten when its set goes; the lines before are not looked at again. */
static void race_the_best_so_far_dropped(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 2, 3, 3);
    spill(&b); /* line 0: its best is set 0, which goes; set 1 does not take its place */
    cycle(&b);
    assert_false(b.s.best_valid);
    cycle(&b);
    expect_victim(&b, 2, 1, 0);
    sweep(&b);
    expect_victim(&b, 1, 0, 1);
}

/* The best so far goes in a cycle in which it loses to the line: the line's stays. */
static void race_the_best_so_far_dropped_while_it_loses(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 2, 3, 1, 3);
    until_line(&b, 1);
    drop(&b, 0);
    cycle(&b);
    expect_victim(&b, 2, 1, 0);
}

/* The best so far goes in a cycle in which it wins: the sets of the line are forgotten as well. */
static void race_the_best_so_far_dropped_while_it_wins(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 3, 2, 3);
    until_line(&b, 1);
    drop(&b, 0);
    cycle(&b);
    expect_no_victim(&b); /* set 0 was the victim of the sweep before, too */
    sweep(&b);
    expect_victim(&b, 2, 1, 0);
}

static void race_victim_taken_in_the_last_cycle(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 3, 2, 3);
    use(&b, 0, 0);
    use(&b, 1, 0);
    cycle(&b);
    until_line(&b, 0);
    expect_victim(&b, 0, 0, 0); /* that sweep saw the set before it was used */
    until_line(&b, 1);
    spill(&b);
    cycle(&b);
    expect_victim(&b, 2, 1, 0); /* another set */
    until_line(&b, 1);
    spill(&b);
    cycle(&b);
    expect_no_victim(&b); /* the same set */
    sweep(&b);
    expect_victim(&b, 1, 0, 1);
}

/* Taken in the cycle before: it is not the best of this sweep any more. */
static void race_victim_taken_is_the_best_so_far(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 2, 3, 3);
    b.in.victim_taken = true; /* still held: the store is under way */
    cycle(&b);
    assert_false(b.s.best_valid);
    expect_no_victim(&b);
    cycle(&b);
    expect_victim(&b, 2, 1, 0);
}

static void race_the_victim_is_used(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 1, 2, 3, 3);
    use(&b, 0, 0);
    use(&b, 1, 0);
    cycle(&b);
    expect_victim(&b, 0, 0, 0);
    until_line(&b, 0);
    expect_victim(&b, 0, 0, 0);
    sweep(&b);
    expect_victim(&b, 1, 0, 1);
}

static void race_dropped_and_taken(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 3, 2);
    expect_victim(&b, 3, 1, 1);
    drop(&b, 3);
    take(&b, 3, 2, 0);
    cycle(&b);
    expect_no_victim(&b);
    assert_true(b.s.held[3]);
    assert_int_equal(b.s.count[3], 1);
    assert_int_equal(b.s.row[3], 2);
    assert_int_equal(b.s.set[3], 0);
    sweep(&b);
    expect_victim(&b, 3, 2, 0);
}

/* Drop and take of two sets: neither is in the other's way. */
static void race_dropped_and_another_taken(void **state)
{
    (void)state;
    struct bench b;
    filled(&b, 3, 3, 3, 3);
    drop(&b, 0);
    cycle(&b);
    drop(&b, 1);
    take(&b, 0, 2, 0);
    cycle(&b);
    assert_true(b.s.held[0]);
    assert_false(b.s.held[1]);
}

/* ---- sizes, and how soon --------------------------------------------------------------- */

static void paper_bits(void **state)
{
    (void)state;
    uint32_t owner = clog2(paper.rows) + clog2(paper.sets);
    uint32_t victim = 1 + clog2(paper.phys) + owner;
    assert_int_equal(spill_selector_lines(&paper), 16);
    assert_int_equal(paper.phys * paper.cnt_width, 1024);
    assert_int_equal(paper.phys * owner, 2560);
    assert_int_equal(victim, 19);
    assert_int_equal(victim + paper.cnt_width, 23);
    assert_int_equal(clog2(spill_selector_lines(&paper)), 4);
}

/* The victim is spilled at each place of a sweep: the next is there within 2 * Lines cycles. */
static void paper_soon(void **state)
{
    (void)state;
    uint32_t lines = spill_selector_lines(&paper), longest = 0;
    for (uint32_t at = 0; at < lines; at++) {
        struct bench b;
        start(&b, &paper);
        for (uint32_t n = 0; n < 256; n += 100) {
            take(&b, n, n % 64, n % 16);
            cycle(&b);
        }
        sweep(&b);
        for (uint32_t left = 2; left > 0; left--) {
            uint32_t waited = 0;
            until_line(&b, at);
            spill(&b);
            do {
                cycle(&b);
                waited++;
            } while (!b.s.victim_valid && waited < 100);
            assert_true(waited <= 2 * lines);
            if (waited > longest) longest = waited;
        }
    }
    assert_true(longest > lines); /* more than one sweep is needed */
}

/* ---- the naive twin: each sweep is a list of what was seen ----------------------------- */

struct seen {
    uint32_t phys;
    uint32_t count;
    uint32_t row;
    uint32_t set;
};

struct naive {
    bool held[SPILL_SELECTOR_MAX_PHYS];
    struct seen is[SPILL_SELECTOR_MAX_PHYS]; /* each set, as it is */
    struct seen list[SPILL_SELECTOR_MAX_PHYS];
    uint32_t length;
    bool has_victim;
    struct seen victim;
    uint32_t line;
    uint32_t number; /* of the sweep */
};

static void naive_reset(struct naive *n)
{
    memset(n->held, 0, sizeof n->held);
    n->length = 0;
    n->has_victim = false;
    n->line = 0;
    n->number = 1;
}

/* The least of the list, by count and then by number. */
static const struct seen *naive_least(const struct naive *n)
{
    const struct seen *least = NULL;
    for (uint32_t i = 0; i < n->length; i++) {
        const struct seen *e = &n->list[i];
        if (least == NULL || e->count < least->count ||
            (e->count == least->count && e->phys < least->phys))
            least = e;
    }
    return least;
}

/* One set's edge, in the page's order. */
static void naive_count(struct seen *e, const struct spill_selector_cfg *cfg,
                        const struct spill_selector_in *in, bool halve)
{
    uint32_t most = (1u << cfg->cnt_width) - 1;
    if (halve) e->count >>= 1;
    for (uint32_t p = 0; p < cfg->ports; p++)
        e->count += in->use_en[p] && in->use_phys[p] == e->phys;
    if (e->count > most) e->count = most;
    if (in->take_en && in->take_phys == e->phys) {
        e->count = 1;
        e->row = in->take_row;
        e->set = in->take_set;
    }
}

static bool naive_loses(const struct naive *n, const struct spill_selector_in *in, uint32_t phys)
{
    if (in->victim_taken && phys == n->victim.phys) return true;
    if (in->drop_en && phys == in->drop_phys) return true;
    return in->take_en && phys == in->take_phys;
}

static void naive_look(struct naive *n, const struct spill_selector_cfg *cfg,
                       const struct spill_selector_in *in)
{
    for (uint32_t i = 0; i < cfg->phys; i++) {
        if (i / cfg->columns != n->line || !n->held[i]) continue;
        if (in->keep_en && in->keep_row == n->is[i].row) continue;
        n->list[n->length++] = n->is[i];
    }
}

static void naive_choose(struct naive *n, const struct spill_selector_in *in, bool last)
{
    const struct seen *least = naive_least(n);
    bool lost = least != NULL && naive_loses(n, in, least->phys);
    if (n->has_victim && naive_loses(n, in, n->victim.phys)) n->has_victim = false;
    if (last && least != NULL && !lost) {
        n->has_victim = true;
        n->victim = *least;
    }
    if (last || lost) n->length = 0;
}

static void naive_tick(struct naive *n, const struct spill_selector_cfg *cfg,
                       const struct spill_selector_in *in)
{
    bool last = (n->line + 1) * cfg->columns >= cfg->phys;
    bool ageing = in->age > 0 && n->number >= in->age;
    naive_look(n, cfg, in);
    naive_choose(n, in, last);
    for (uint32_t i = 0; i < cfg->phys; i++) {
        n->is[i].phys = i;
        naive_count(&n->is[i], cfg, in, ageing && i / cfg->columns == n->line);
        if (in->drop_en && in->drop_phys == i) n->held[i] = false;
        if (in->take_en && in->take_phys == i) n->held[i] = true;
    }
    n->line = last ? 0 : n->line + 1;
    n->number += last;
    if (last && n->number > in->age) n->number = 1;
}

/* The outputs, and all of the state that means something. */
static void naive_compare(const struct naive *n, const struct spill_selector *s,
                          const struct spill_selector_in *in, const struct spill_selector_out *out)
{
    const struct seen *least = naive_least(n);
    bool shown = n->has_victim && !(in->keep_en && in->keep_row == n->victim.row);
    assert_int_equal(out->victim_valid, shown);
    assert_int_equal(out->victim_phys, shown ? n->victim.phys : 0);
    assert_int_equal(out->victim_row, shown ? n->victim.row : 0);
    assert_int_equal(out->victim_set, shown ? n->victim.set : 0);
    assert_int_equal(s->line, n->line);
    assert_int_equal(s->sweep, n->number);
    assert_int_equal(s->victim_valid, n->has_victim);
    assert_int_equal(s->best_valid, least != NULL);
    if (least != NULL) {
        assert_int_equal(s->best_phys, least->phys);
        assert_int_equal(s->best_count, least->count);
    }
    for (uint32_t i = 0; i < s->cfg.phys; i++) {
        if (s->held[i] != n->held[i]) fail_msg("held of set %u", i);
        if (n->held[i] && s->count[i] != n->is[i].count) fail_msg("count of set %u", i);
    }
}

/* ---- random neighbours that keep their promises ---------------------------------------- */

struct run {
    const char *name;
    struct spill_selector_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"tiny", {2, 1, 2, 1, 1, 1}, 100000},       {"one_line", {5, 64, 3, 2, 2, 4}, 100000},
    {"small", {8, 2, 4, 2, 2, 2}, 100000},      {"odd", {7, 3, 5, 3, 3, 3}, 100000},
    {"paper", {256, 16, 64, 16, 4, 2}, 10000},  {"scratchpad", {48, 16, 16, 48, 4, 2}, 30000},
    {"large", {1000, 64, 256, 64, 8, 4}, 20000}};

/* The age, the owner to keep and how full it is to be: changed now and then. */
struct mood {
    uint32_t age;
    uint32_t keep;
    uint32_t take;
    uint32_t drop;
    uint32_t spill;
};

static void new_mood(struct mood *m, const struct naive *n, struct hd_rng *rng,
                     const struct spill_selector_cfg *cfg)
{
    bool hide = n->has_victim && hd_rng_chance(rng, 1, 2);
    m->age = hd_rng_below(rng, 5);
    m->keep = hide ? n->victim.row : hd_rng_below(rng, cfg->rows);
    m->take = hd_rng_below(rng, 11);
    m->drop = hd_rng_below(rng, 11);
    m->spill = hd_rng_below(rng, 11);
}

/* The set about which something is decided: victim, best of the list, any. */
static uint32_t some_phys(const struct naive *n, struct hd_rng *rng,
                          const struct spill_selector_cfg *cfg)
{
    const struct seen *least = naive_least(n);
    uint32_t kind = hd_rng_below(rng, 4);
    if (kind == 0 && n->has_victim) return n->victim.phys;
    if (kind == 1 && least != NULL) return least->phys;
    return hd_rng_below(rng, cfg->phys);
}

static void some_inputs(const struct naive *n, const struct spill_selector_cfg *cfg,
                        struct hd_rng *rng, const struct mood *m, struct spill_selector_in *in)
{
    memset(in, 0, sizeof *in);
    in->age = m->age;
    in->keep_en = hd_rng_chance(rng, 1, 2);
    in->keep_row = m->keep;
    for (uint32_t p = 0; p < cfg->ports; p++) {
        in->use_en[p] = hd_rng_chance(rng, 1, 3);
        in->use_phys[p] = some_phys(n, rng, cfg);
    }
    bool offered = n->has_victim && !(in->keep_en && in->keep_row == n->victim.row);
    in->victim_taken = offered && hd_rng_chance(rng, m->spill, 20);
    in->drop_phys = in->victim_taken ? n->victim.phys : some_phys(n, rng, cfg);
    in->drop_en = n->held[in->drop_phys] && hd_rng_chance(rng, m->drop, 10);
    in->take_phys = hd_rng_chance(rng, 1, 3) ? in->drop_phys : hd_rng_below(rng, cfg->phys);
    bool room = !n->held[in->take_phys] || (in->drop_en && in->drop_phys == in->take_phys);
    in->take_en = room && hd_rng_chance(rng, m->take, 10);
    in->take_row = hd_rng_below(rng, cfg->rows);
    in->take_set = hd_rng_below(rng, cfg->sets);
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct naive n;
    struct spill_selector s;
    struct hd_rng rng;
    struct mood m = {0};
    uint32_t taken = 0, hidden = 0, anew = 0;

    hd_rng_seed(&rng, r->cfg.phys);
    memset(&n, 0, sizeof n);
    naive_reset(&n);
    assert_null(spill_selector_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct spill_selector_in in;
        struct spill_selector_out out;
        if (c % 150 == 0) new_mood(&m, &n, &rng, &r->cfg);
        some_inputs(&n, &r->cfg, &rng, &m, &in);
        const char *broken = spill_selector_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        spill_selector_eval(&s, &in, &out);
        naive_compare(&n, &s, &in, &out);
        taken += in.victim_taken;
        hidden += s.victim_valid && !out.victim_valid;
        anew += in.drop_en && in.take_en && in.drop_phys == in.take_phys;
        if (hd_rng_chance(&rng, 1, 1500)) {
            spill_selector_reset(&s);
            naive_reset(&n);
        } else {
            spill_selector_tick(&s, &in, &out);
            naive_tick(&n, &r->cfg, &in);
        }
        broken = spill_selector_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(taken > 10 && hidden > 10 && anew > 10);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Sets 0 to 2 are held, 0 is the victim, and the best of line 0, which was looked at. */
static void half_swept(struct bench *b)
{
    filled(b, 1, 2, 3, 3);
    drop(b, 3);
    cycle(b);
    assert_true(b->s.victim_valid && b->s.best_valid && b->s.line == 1);
}

static void expect_broken(struct bench *b, const char *name)
{
    const char *broken = spill_selector_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
    half_swept(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    half_swept(&b);
    b.s.line = 2;
    expect_broken(&b, "line_range");
    b.s.sweep = 0;
    expect_broken(&b, "sweep_range");
    b.s.sweep = 256;
    expect_broken(&b, "sweep_range");
    b.s.count[2] = 4;
    expect_broken(&b, "held_range");
    b.s.row[1] = 3;
    expect_broken(&b, "held_range");
    b.s.set[1] = 2;
    expect_broken(&b, "held_range");
    b.s.victim_phys = 3;
    expect_broken(&b, "held_victim");
    b.s.victim_phys = 4;
    expect_broken(&b, "held_victim");
    b.s.victim_row = 1;
    expect_broken(&b, "held_victim");
    b.s.victim_set = 1;
    expect_broken(&b, "held_victim");
    b.s.best_phys = 3;
    expect_broken(&b, "held_best");
    b.s.best_row = 1;
    expect_broken(&b, "held_best");
    b.s.best_set = 1;
    expect_broken(&b, "held_best");
    b.s.line = 0; /* a sweep that has seen nothing has no best */
    expect_broken(&b, "best_looked_at");
    b.s.best_phys = 2; /* of the line to come */
    b.s.best_row = 1;
    b.s.best_set = 0;
    expect_broken(&b, "best_looked_at");
    /* What means nothing may be anything. */
    b.s.best_valid = b.s.victim_valid = false;
    b.s.best_phys = b.s.victim_row = b.s.count[3] = b.s.row[3] = 99;
    assert_null(spill_selector_check(&b.s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = spill_selector_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    half_swept(&b);
    use(&b, 1, 4);
    expect_promise(&b, "the set used is not below Phys");
    drop(&b, 4);
    expect_promise(&b, "the set dropped is not below Phys");
    drop(&b, 3);
    expect_promise(&b, "the set dropped is not held");
    take(&b, 4, 0, 0);
    expect_promise(&b, "the set taken is not below Phys");
    take(&b, 3, 3, 0);
    expect_promise(&b, "the owner of the set taken is none");
    take(&b, 3, 0, 2);
    expect_promise(&b, "the owner of the set taken is none");
    take(&b, 2, 0, 0);
    expect_promise(&b, "the set taken is held");
    take(&b, 2, 0, 0);
    drop(&b, 1); /* another */
    expect_promise(&b, "the set taken is held");
    b.in.victim_taken = b.in.keep_en = true; /* row 0: hidden */
    expect_promise(&b, "a victim that is not offered is taken");
    use(&b, 0, 3); /* may be: an access on its way */
    take(&b, 2, 2, 1);
    drop(&b, 2);
    b.in.victim_taken = b.in.keep_en = true;
    b.in.keep_row = 1;
    assert_null(spill_selector_promise(&b.s, &b.in));
    memset(&b.in, 0, sizeof b.in);
    /* Not looked at while not enabled. */
    b.in.use_phys[0] = b.in.take_phys = b.in.take_row = b.in.drop_phys = 9;
    assert_null(spill_selector_promise(&b.s, &b.in));
    spill(&b);
    cycle(&b);
    b.in.victim_taken = true;
    expect_no_victim(&b);
    expect_promise(&b, "a victim that is not offered is taken");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct spill_selector_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 1, 2, 1, 1, 1}, "Phys must be 2 to 1024"},
        {{1025, 1, 2, 1, 1, 1}, "Phys must be 2 to 1024"},
        {{2, 0, 2, 1, 1, 1}, "Columns must be 1 to 64"},
        {{2, 65, 2, 1, 1, 1}, "Columns must be 1 to 64"},
        {{2, 1, 1, 1, 1, 1}, "Rows must be 2 to 256"},
        {{2, 1, 257, 1, 1, 1}, "Rows must be 2 to 256"},
        {{2, 1, 2, 0, 1, 1}, "Sets must be 1 to 64"},
        {{2, 1, 2, 65, 1, 1}, "Sets must be 1 to 64"},
        {{2, 1, 2, 1, 0, 1}, "CntWidth must be 1 to 8"},
        {{2, 1, 2, 1, 9, 1}, "CntWidth must be 1 to 8"},
        {{2, 1, 2, 1, 1, 0}, "Ports must be 1 to 4"},
        {{2, 1, 2, 1, 1, 5}, "Ports must be 1 to 4"},
    };
    struct spill_selector s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = spill_selector_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(spill_selector_init(&s, &(struct spill_selector_cfg){2, 1, 2, 1, 1, 1}));
    assert_null(spill_selector_init(&s, &(struct spill_selector_cfg){1024, 64, 256, 64, 8, 4}));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(rule_none_held),
        cmocka_unit_test(rule_a_sweep_to_be_seen),
        cmocka_unit_test(rule_lowest_count),
        cmocka_unit_test(rule_ties),
        cmocka_unit_test(rule_keep),
        cmocka_unit_test(rule_no_best),
        cmocka_unit_test(rule_counts_saturate),
        cmocka_unit_test(rule_new_set_counts_1),
        cmocka_unit_test(rule_ageing_each_sweep),
        cmocka_unit_test(rule_ageing_each_third_sweep),
        cmocka_unit_test(rule_age_0),
        cmocka_unit_test(rule_age_lowered),
        cmocka_unit_test(rule_age_255),
        cmocka_unit_test(rule_looked_at_before_halved),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_short_last_line),
        cmocka_unit_test(race_used_while_its_line_is_halved),
        cmocka_unit_test(race_both_ports_use_one_set),
        cmocka_unit_test(race_dropped_while_it_becomes_victim),
        cmocka_unit_test(race_the_victim_dropped_while_it_becomes_victim),
        cmocka_unit_test(race_taken_anew_while_it_becomes_victim),
        cmocka_unit_test(race_the_best_so_far_dropped),
        cmocka_unit_test(race_the_best_so_far_dropped_while_it_loses),
        cmocka_unit_test(race_the_best_so_far_dropped_while_it_wins),
        cmocka_unit_test(race_victim_taken_in_the_last_cycle),
        cmocka_unit_test(race_victim_taken_is_the_best_so_far),
        cmocka_unit_test(race_the_victim_is_used),
        cmocka_unit_test(race_dropped_and_taken),
        cmocka_unit_test(race_dropped_and_another_taken),
        cmocka_unit_test(paper_bits),
        cmocka_unit_test(paper_soon),
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
    return cmocka_run_group_tests_name("spill_selector", tests, NULL, NULL);
}
