/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the scoreboard: each sentence of the page, its races, a naive twin that has
 * no bit vectors but a list of the writes that are out, and the proof that check, promise and init
 * do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "core/scoreboard.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct scoreboard s;
    struct scoreboard_in in;
    struct scoreboard_out out;
    uint32_t sets, results; /* ports used in the coming cycle */
};

static const struct scoreboard_cfg hand = {.slots = 6, .regs = 9, .ports = 2, .writers = 3};

static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    b->sets = b->results = 0;
}

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(scoreboard_init(&b->s, &hand));
    assert_null(scoreboard_check(&b->s));
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = scoreboard_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct scoreboard before = b->s;
    scoreboard_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    scoreboard_tick(&b->s, &b->in, &b->out);
    broken = scoreboard_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

static void issue(struct bench *b, uint32_t slot, uint32_t reg)
{
    b->in.set_en[b->sets] = true;
    b->in.set_slot[b->sets] = slot;
    b->in.set_reg[b->sets++] = reg;
}

static void result(struct bench *b, uint32_t slot, uint32_t reg)
{
    b->in.wb_en[b->results] = true;
    b->in.wb_slot[b->results] = slot;
    b->in.wb_reg[b->results++] = reg;
}

static void query(struct bench *b, uint32_t first, uint32_t second)
{
    b->in.query_slot[0] = first;
    b->in.query_slot[1] = second;
}

/* What these two slots are waiting for, in a cycle in which nothing else happens. */
static void expect_busy(struct bench *b, uint32_t first, uint64_t regs, uint32_t second,
                        uint64_t other)
{
    query(b, first, second);
    cycle(b);
    assert_int_equal(b->out.query_busy[0], regs);
    assert_int_equal(b->out.query_busy[1], other);
}

/* Slot 2 waits for registers 4 and 7. */
static void filled(struct bench *b)
{
    start(b);
    issue(b, 2, 4);
    cycle(b);
    issue(b, 2, 7);
    cycle(b);
    expect_busy(b, 2, 0x90, 3, 0);
}

/* ---- set and writeback ------------------------------------------------------------------ */

/* From the next cycle on; there is no way past the state. */
static void set_from_the_next_cycle(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    issue(&b, 5, 8);
    query(&b, 5, 4);
    cycle(&b);
    assert_int_equal(b.out.query_busy[0], 0);
    assert_int_equal(b.out.free, 0x3f);
    expect_busy(&b, 5, bit(8), 4, 0);
    assert_int_equal(b.out.free, 0x1f);
}

static void writeback_from_the_next_cycle(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    result(&b, 2, 4);
    query(&b, 2, 2);
    cycle(&b);
    assert_int_equal(b.out.query_busy[0], 0x90);
    assert_int_equal(b.out.query_busy[1], 0x90);
    expect_busy(&b, 2, 0x80, 1, 0);
    assert_false(has(b.out.free, 2));
    result(&b, 2, 7);
    cycle(&b);
    assert_false(has(b.out.free, 2));
    expect_busy(&b, 2, 0, 1, 0);
    assert_int_equal(b.out.free, 0x3f);
}

static void query_of_empty_slot(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    expect_busy(&b, 6, 0, 7, 0);
}

static void reset_empties(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    scoreboard_reset(&b.s);
    assert_null(scoreboard_check(&b.s));
    expect_busy(&b, 2, 0, 0, 0);
    assert_int_equal(b.out.free, 0x3f);
}

/* ---- the races of the page, row by row --------------------------------------------------- */

static void race_set_and_writeback_of_one_slot(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    issue(&b, 2, 0);
    result(&b, 2, 4);
    cycle(&b);
    expect_busy(&b, 2, 0x81, 3, 0);
    issue(&b, 2, 4);
    result(&b, 2, 0);
    result(&b, 2, 7);
    cycle(&b);
    assert_false(has(b.out.free, 2));
    expect_busy(&b, 2, 0x10, 3, 0); /* its only ones came, another is out: never free */
    assert_false(has(b.out.free, 2));
}

static void race_one_register_of_two_slots(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    issue(&b, 3, 4);
    result(&b, 2, 4);
    cycle(&b);
    expect_busy(&b, 2, 0x80, 3, 0x10);
}

static void race_several_writebacks_of_one_slot(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    issue(&b, 2, 1);
    issue(&b, 5, 1);
    cycle(&b);
    result(&b, 2, 7);
    result(&b, 2, 1);
    result(&b, 2, 4);
    cycle(&b);
    expect_busy(&b, 2, 0, 5, 2);
    assert_int_equal(b.out.free, 0x1f);
}

/* ---- a naive twin: the list of writes that are out -------------------------------------- */

enum { MAX_WRITES = SCOREBOARD_MAX_SLOTS * SCOREBOARD_MAX_REGS };

struct twin {
    struct scoreboard_cfg cfg;
    struct hd_rng rng;
    struct {
        uint32_t slot, reg;
    } write[MAX_WRITES];
    uint32_t writes;
};

static bool is_out(const struct twin *t, uint32_t slot, uint32_t reg)
{
    for (uint32_t i = 0; i < t->writes; i++) {
        if (t->write[i].slot == slot && t->write[i].reg == reg) return true;
    }
    return false;
}

static bool share(struct twin *t, uint32_t sixteenths)
{
    return hd_rng_chance(&t->rng, sixteenths, 16);
}

/* exact: a bit is 1 exactly when its last set is younger than its last writeback; free. */
static void expect_same(const struct twin *t, const struct scoreboard_in *in,
                        const struct scoreboard_out *out)
{
    uint64_t waiting = 0;
    for (uint32_t i = 0; i < t->writes; i++) waiting |= bit(t->write[i].slot);
    for (uint32_t slot = 0; slot < t->cfg.slots; slot++)
        assert_int_equal(has(out->free, slot), !has(waiting, slot));
    for (uint32_t p = 0; p < t->cfg.ports; p++) {
        for (uint32_t reg = 0; reg < t->cfg.regs; reg++)
            assert_int_equal(has(out->query_busy[p], reg), is_out(t, in->query_slot[p], reg));
    }
}

/* Results come in any order; what issues in this cycle is not yet among them. */
static void draw_results(struct twin *t, struct scoreboard_in *in, uint32_t back)
{
    for (uint32_t w = 0; w < t->cfg.writers; w++) {
        if (t->writes == 0 || !share(t, back)) continue;
        const uint32_t i = hd_rng_below(&t->rng, t->writes);
        in->wb_en[w] = true;
        in->wb_slot[w] = t->write[i].slot;
        in->wb_reg[w] = t->write[i].reg;
        t->write[i] = t->write[--t->writes];
    }
}

/* A port issues for its own slots, as schedulers do. */
static void draw_sets(struct twin *t, struct scoreboard_in *in, const struct scoreboard *s)
{
    for (uint32_t p = 0; p < t->cfg.ports; p++) {
        const uint32_t of = (t->cfg.slots - p + t->cfg.ports - 1) / t->cfg.ports;
        if (of == 0) continue;
        const uint32_t slot = p + t->cfg.ports * hd_rng_below(&t->rng, of);
        const uint32_t reg = hd_rng_below(&t->rng, t->cfg.regs);
        if (has(s->busy[slot], reg) || !share(t, 12)) continue;
        in->set_en[p] = true;
        in->set_slot[p] = slot;
        in->set_reg[p] = reg;
        t->write[t->writes].slot = slot;
        t->write[t->writes++].reg = reg;
    }
}

struct run {
    const char *name;
    struct scoreboard_cfg cfg;
    uint32_t back; /* a writer brings a result, in 1/16 */
};

static const struct run runs[] = {
    {"random paper size", {48, 64, 2, 3}, 8}, {"random small", {4, 4, 2, 2}, 6},
    {"random odd", {11, 19, 3, 4}, 8},        {"random smallest", {2, 2, 1, 1}, 12},
    {"random largest", {64, 64, 4, 8}, 6},    {"random full", {5, 9, 2, 1}, 2},
};

static void random_cycles(void **state)
{
    const struct run *run = *state;
    static struct twin t;
    struct scoreboard s;
    struct scoreboard_out out;
    memset(&t, 0, sizeof t);
    t.cfg = run->cfg;
    hd_rng_seed(&t.rng, run->cfg.slots * 5 + run->cfg.regs);
    assert_null(scoreboard_init(&s, &run->cfg));
    for (uint32_t c = 0; c < 8000; c++) {
        struct scoreboard_in in = {0};
        for (uint32_t p = 0; p < run->cfg.ports; p++)
            in.query_slot[p] = hd_rng_below(&t.rng, run->cfg.slots);
        scoreboard_eval(&s, &in, &out);
        expect_same(&t, &in, &out);
        draw_results(&t, &in, run->back);
        draw_sets(&t, &in, &s);
        const char *broken = scoreboard_promise(&s, &in);
        if (broken != NULL) fail_msg("cycle %u: promise: %s", c, broken);
        scoreboard_tick(&s, &in, &out);
        broken = scoreboard_check(&s);
        if (broken != NULL) fail_msg("cycle %u: invariant: %s", c, broken);
    }
}

/* ---- the page's numbers, what check, promise and init find ------------------------------- */

static void page_state_bits(void **state)
{
    (void)state;
    struct scoreboard s;
    const struct scoreboard_cfg page = {48, 64, 2, 3};
    assert_null(scoreboard_init(&s, &page));
    assert_int_equal(page.slots * page.regs, 3072);
    assert_true(sizeof s.busy * 8 >= page.slots * page.regs);
}

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = scoreboard_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench good, b;
    filled(&good);
    b = good;
    b.s.busy[2] |= bit(9);
    expect_broken(&b, "reg_range");
    b = good;
    b.s.waiting |= bit(6);
    expect_broken(&b, "free");
    b = good;
    b.s.waiting = 0;
    expect_broken(&b, "free");
    b = good;
    b.s.waiting |= bit(5);
    expect_broken(&b, "free");
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = scoreboard_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    issue(&b, 6, 0);
    expect_promise(&b, "an instruction issues on a slot that is not below Slots");
    issue(&b, 5, 9);
    expect_promise(&b, "an instruction writes a register that is not below Regs");
    issue(&b, 5, 0);
    issue(&b, 5, 1);
    expect_promise(&b, "two instructions of one slot issue");
    issue(&b, 2, 7);
    expect_promise(&b, "an instruction issues that writes a busy register");
    issue(&b, 2, 7);
    result(&b, 2, 7); /* still busy */
    expect_promise(&b, "an instruction issues that writes a busy register");
    result(&b, 6, 0);
    expect_promise(&b, "a result is for a slot that is not below Slots");
    result(&b, 2, 9);
    expect_promise(&b, "a result is for a register that is not below Regs");
    result(&b, 2, 5);
    expect_promise(&b, "a result comes that is not outstanding");
    issue(&b, 2, 5);
    result(&b, 2, 5); /* it issues only now */
    expect_promise(&b, "a result comes that is not outstanding");
    result(&b, 2, 7);
    result(&b, 2, 4);
    result(&b, 2, 7);
    expect_promise(&b, "one result comes twice");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct scoreboard_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 9, 2, 2}, "Slots must be 2 to 64"},  {{65, 9, 2, 2}, "Slots must be 2 to 64"},
        {{6, 1, 2, 2}, "Regs must be 2 to 64"},   {{6, 65, 2, 2}, "Regs must be 2 to 64"},
        {{6, 9, 0, 2}, "Ports must be 1 to 4"},   {{6, 9, 5, 2}, "Ports must be 1 to 4"},
        {{6, 9, 2, 0}, "Writers must be 1 to 8"}, {{6, 9, 2, 9}, "Writers must be 1 to 8"},
    };
    struct scoreboard s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = scoreboard_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(scoreboard_init(&s, &(struct scoreboard_cfg){2, 2, 1, 1}));
    assert_null(scoreboard_init(&s, &(struct scoreboard_cfg){64, 64, 4, 8}));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(set_from_the_next_cycle),
        cmocka_unit_test(writeback_from_the_next_cycle),
        cmocka_unit_test(query_of_empty_slot),
        cmocka_unit_test(reset_empties),
        cmocka_unit_test(race_set_and_writeback_of_one_slot),
        cmocka_unit_test(race_one_register_of_two_slots),
        cmocka_unit_test(race_several_writebacks_of_one_slot),
        cmocka_unit_test(page_state_bits),
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
    return cmocka_run_group_tests_name("scoreboard", tests, NULL, NULL);
}
