/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the DRAM channel: the page's commands and times with clocks counted by hand, a naive
 * twin under random stimulus that keeps all commands since the beginning and holds every rule to
 * all of them, and sizes that init refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "gpu/dram_channel.h"

enum { NONE = UINT32_MAX };

/* What happened in a clock, told by state and outputs before and after it. */
struct seen {
    uint32_t column;              /* tag of the request whose column went out, or none */
    uint32_t activate, precharge; /* bank, or none */
};

struct bench {
    struct dram_channel s;
    struct dram_channel_in in;
    struct dram_channel_out out;
    uint32_t cycle;
    struct seen seen; /* in the last cycle */
    bool holds_answers;
    char log[2048]; /* "3:A0 " activate, "6:C7 " column, "9:P0 " precharge, "12:a7 " answer */
};

static void start(struct bench *b, const struct dram_channel_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(dram_channel_init(&b->s, cfg));
    dram_channel_eval(&b->s, &b->out);
}

static void note(struct bench *b, uint32_t at, char what, uint32_t n)
{
    const size_t length = strlen(b->log);
    if (length + 40 < sizeof b->log)
        snprintf(b->log + length, sizeof b->log - length, "%u:%c%u ", at, what, n);
}

/* A request that is there before and not behind is the one whose column went out: tags differ. */
static void look(struct bench *b, const struct dram_channel *before)
{
    b->seen = (struct seen){NONE, NONE, NONE};
    const uint32_t count = before->count + (b->in.valid && b->out.ready) - b->s.count;
    assert_true(count <= 1);
    if (count == 1) {
        uint32_t i = 0;
        while (i < before->count - 1 && before->queue[i].request.tag == b->s.queue[i].request.tag)
            i++;
        b->seen.column = before->queue[i].request.tag;
        note(b, b->cycle, 'C', b->seen.column);
    }
    for (uint32_t n = 0; n < b->s.cfg.banks; n++) {
        const bool was = before->bank[n].open, is = b->s.bank[n].open;
        if (!was && is) {
            assert_int_equal(b->seen.activate, NONE);
            b->seen.activate = n;
            note(b, b->cycle, 'A', n);
        } else if (was && !is) {
            assert_int_equal(b->seen.precharge, NONE);
            b->seen.precharge = n;
            note(b, b->cycle, 'P', n);
        } else if (was) {
            assert_true(before->bank[n].row == b->s.bank[n].row);
        }
    }
    const struct seen *s = &b->seen;
    /* A command bus for one command. */
    assert_true((s->column != NONE) + (s->activate != NONE) + (s->precharge != NONE) <= 1);
}

/* The cycle ends. Answers are taken when they come, if they are not held. */
static void cycle(struct bench *b)
{
    static struct dram_channel before;
    before = b->s;
    if (b->out.answer_valid && !b->holds_answers) {
        note(b, b->cycle, 'a', b->out.answer_tag);
        b->in.answer_taken = true;
    }
    dram_channel_tick(&b->s, &b->in);
    look(b, &before);
    memset(&b->in, 0, sizeof b->in);
    dram_channel_eval(&b->s, &b->out);
    b->cycle++;
}

static void go_to(struct bench *b, uint32_t at)
{
    assert_true(b->cycle <= at);
    while (b->cycle < at) cycle(b);
}

/* In this cycle, which ends. */
static void ask(struct bench *b, bool write, uint64_t address, uint32_t bytes, uint32_t tag)
{
    assert_true(b->out.ready);
    b->in.valid = true;
    b->in.request = (struct dram_request){write, address, bytes, tag};
    cycle(b);
}

static void rd(struct bench *b, uint64_t address, uint32_t tag) { ask(b, false, address, 16, tag); }
static void wr(struct bench *b, uint64_t address, uint32_t tag) { ask(b, true, address, 16, tag); }

static void expect(struct bench *b, const char *log)
{
    go_to(b, b->cycle + 200);
    assert_string_equal(b->log, log);
}

/* ---- rules ----------------------------------------------------------------------------- */

/* Two banks, 64 bytes a row: bank 0 has 0 to 63, 128 to 191 and so on. Requests of 16 bytes are 2
 * clocks on the bus. */
static const struct dram_channel_cfg hand = {.depth = 8,
                                             .banks = 2,
                                             .row_bytes = 64,
                                             .bytes = 8,
                                             .t_cl = 4,
                                             .t_rcd = 3,
                                             .t_rp = 5,
                                             .t_ras = 12,
                                             .t_rc = 20,
                                             .t_rrd = 2,
                                             .t_wtr = 3,
                                             .delay = 0,
                                             .patience = 1000,
                                             .clock_up = 1,
                                             .clock_down = 1};

/* In the queue from cycle 1 on: activate in 1, column in 1 + tRCD = 4, data in 8 and 9. The answer
 * is there behind the last data, and `delay` later. */
static void a_read_alone(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    start(&b, &cfg);
    rd(&b, 0, 7);
    expect(&b, "1:A0 4:C7 10:a7 ");
    assert_true(b.s.reads == 1 && b.s.writes == 0 && b.s.activates == 1 && b.s.busy == 2);
    cfg.delay = 11;
    start(&b, &cfg);
    rd(&b, 0, 7);
    expect(&b, "1:A0 4:C7 21:a7 ");
    cfg.delay = 0;
    cfg.t_rcd = 6;
    start(&b, &cfg);
    rd(&b, 0, 7);
    expect(&b, "1:A0 7:C7 13:a7 ");
    cfg.t_cl = 9;
    start(&b, &cfg);
    rd(&b, 0, 7);
    expect(&b, "1:A0 7:C7 18:a7 ");
}

/* 1 to 8 bytes need one clock, 9 need two; 64 need eight. */
static void bytes_on_the_bus(void **state)
{
    (void)state;
    struct bench b;
    static const struct {
        uint32_t bytes, answer;
    } rows[] = {{1, 9}, {8, 9}, {9, 10}, {16, 10}, {17, 11}, {64, 16}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char log[64];
        start(&b, &hand);
        ask(&b, false, 0, rows[i].bytes, 7);
        snprintf(log, sizeof log, "1:A0 4:C7 %u:a7 ", rows[i].answer);
        expect(&b, log);
        assert_true(b.s.busy == rows[i].answer - 8);
    }
}

/* A write has the same commands and no answer. */
static void a_write_alone(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    wr(&b, 64, 7);
    expect(&b, "1:A1 4:C7 ");
    assert_true(b.s.reads == 0 && b.s.writes == 1 && b.s.activates == 1 && b.s.busy == 2);
}

/* Row hits are bound by the bus: data in 8 and 9, 10 and 11, 12 and 13. */
static void row_hits_fill_the_bus(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    for (uint32_t n = 0; n < 3; n++) rd(&b, 16 * n, n);
    expect(&b, "1:A0 4:C0 6:C1 8:C2 10:a0 12:a1 14:a2 ");
}

/* A row is (r * banks + b) * row_bytes: 0 and 63 are one row, 64 and 127 another bank's, 128 and
 * 129 the first bank's next row. Activates are tRRD apart at least. */
static void rows_and_banks(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    ask(&b, false, 0, 8, 1);
    ask(&b, false, 63, 1, 2);
    ask(&b, false, 64, 8, 3);
    ask(&b, false, 127, 1, 4);
    /* Columns of bank 0 in 4 and 5. */
    expect(&b, "1:A0 3:A1 4:C1 5:C2 6:C3 7:C4 9:a1 10:a2 11:a3 12:a4 ");
    assert_true(b.s.bank[0].row == 0 && b.s.bank[1].row == 0);
    ask(&b, false, 64 * 2 * 5 + 64, 8, 5);
    go_to(&b, b.cycle + 100);
    assert_true(b.s.bank[0].row == 0 && b.s.bank[1].row == 5 && b.s.bank[1].open);
}

static void activates_are_trrd_apart(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    cfg.t_rrd = 9;
    cfg.banks = 3;
    start(&b, &cfg);
    for (uint32_t n = 0; n < 3; n++) rd(&b, 64 * n, n);
    expect(&b, "1:A0 4:C0 10:a0 10:A1 13:C1 19:a1 19:A2 22:C2 28:a2 ");
}

/* Another row of the bank. Precharge: tRAS behind the activate of 1 is 13. Activate: tRP behind
 * that is 18, tRC behind the activate of 1 is 21. */
static void another_row_waits(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    start(&b, &cfg);
    rd(&b, 0, 1);
    rd(&b, 128, 2);
    expect(&b, "1:A0 4:C1 10:a1 13:P0 21:A0 24:C2 30:a2 ");
    cfg.t_rp = 15; /* behind the precharge: 28 */
    start(&b, &cfg);
    rd(&b, 0, 1);
    rd(&b, 128, 2);
    expect(&b, "1:A0 4:C1 10:a1 13:P0 28:A0 31:C2 37:a2 ");
    cfg.t_ras = 0; /* behind the last data, of 8 and 9 */
    start(&b, &cfg);
    rd(&b, 0, 1);
    rd(&b, 128, 2);
    expect(&b, "1:A0 4:C1 10:a1 10:P0 25:A0 28:C2 34:a2 ");
    cfg.t_rp = 0;
    cfg.t_rc = 0; /* the clock behind */
    start(&b, &cfg);
    rd(&b, 0, 1);
    wr(&b, 128, 2);
    rd(&b, 256, 3); /* behind a write's data, of 18 and 19 */
    expect(&b, "1:A0 4:C1 10:a1 10:P0 11:A0 14:C2 20:P0 21:A0 24:C3 30:a3 ");
}

/* Data of a write in 8 and 9: a read may have its column in 10 + tWTR. A write needs not wait. */
static void reads_wait_behind_writes(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    start(&b, &cfg);
    wr(&b, 0, 1);
    rd(&b, 16, 2);
    expect(&b, "1:A0 4:C1 13:C2 19:a2 ");
    cfg.t_wtr = 0;
    start(&b, &cfg);
    wr(&b, 0, 1);
    rd(&b, 64, 2); /* another bank waits, too */
    expect(&b, "1:A0 3:A1 4:C1 10:C2 16:a2 ");
    start(&b, &hand);
    wr(&b, 0, 1);
    wr(&b, 16, 2);
    rd(&b, 32, 3); /* data of the second in 10 and 11 */
    expect(&b, "1:A0 4:C1 6:C2 15:C3 21:a3 ");
    start(&b, &hand);
    wr(&b, 0, 1);
    rd(&b, 16, 2);
    wr(&b, 32, 3); /* is allowed before the read is */
    expect(&b, "1:A0 4:C1 6:C3 15:C2 21:a2 ");
    start(&b, &hand);
    rd(&b, 0, 1);
    wr(&b, 16, 2); /* behind a read the bus alone counts */
    expect(&b, "1:A0 4:C1 6:C2 10:a1 ");
}

/* 3 is younger than 2 and overtakes it: its row is open. So does 4, which keeps it open. */
static void row_hits_overtake(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    rd(&b, 0, 1);
    rd(&b, 128, 2);
    rd(&b, 16, 3);
    go_to(&b, 11);
    rd(&b, 32, 4);
    expect(&b, "1:A0 4:C1 6:C3 10:a1 12:a3 12:C4 18:a4 18:P0 23:A0 26:C2 32:a2 ");
}

/* 2 wants another row of bank 0, 3 the open one; 3 waits for tWTR, and until then there is no
 * precharge, though tRAS is over in 13. */
static void no_precharge_while_the_row_is_wanted(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    cfg.t_wtr = 20;
    start(&b, &cfg);
    wr(&b, 0, 1);
    rd(&b, 128, 2);
    rd(&b, 16, 3);
    expect(&b, "1:A0 4:C1 30:C3 36:a3 36:P0 41:A0 44:C2 50:a2 ");
}

/* tRRD allows the activate of bank 1 from clock 4 on, in which the column of bank 0 goes. */
static void columns_before_activates_before_precharges(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    cfg.t_rrd = 3;
    start(&b, &cfg);
    rd(&b, 0, 1);
    rd(&b, 64, 2);
    expect(&b, "1:A0 4:C1 5:A1 8:C2 10:a1 14:a2 ");
    /* Precharge of bank 0 (data end behind 9, tRAS in 1 + 9) and activate of bank 1, asked for in
     * cycle 9, are both allowed in 10. */
    cfg.t_ras = 9;
    start(&b, &cfg);
    rd(&b, 0, 1);
    rd(&b, 128, 2);
    go_to(&b, 9);
    rd(&b, 64, 3);
    expect(&b, "1:A0 4:C1 10:a1 10:A1 11:P0 13:C3 19:a3 21:A0 24:C2 30:a2 ");
}

/* All three columns are allowed from 12 on; the older is first, whatever its bank. */
static void the_oldest_first(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    cfg.t_rcd = 9;
    cfg.t_rrd = 1;
    start(&b, &cfg);
    rd(&b, 64, 1);
    rd(&b, 80, 2);
    rd(&b, 0, 3);
    expect(&b, "1:A1 3:A0 10:C1 12:C2 14:C3 16:a1 18:a2 20:a3 ");
    /* Activates: bank 1 first. */
    cfg = hand;
    cfg.clock_down = 5; /* both in the queue before the first clock */
    start(&b, &cfg);
    rd(&b, 64, 1);
    rd(&b, 0, 2);
    go_to(&b, 20);
    assert_string_equal(b.log, "4:A1 14:A0 19:C1 ");
}

/* 2 waits from clock 2 on, and hits come every two cycles. From 2 + 20 on they do not go before it,
 * though the row stays open until the data of 24 and 25 are there; then the row of 2 stays open for
 * tRAS, and is opened again behind tRC. */
static void patience_ends_overtaking(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    cfg.patience = 20;
    start(&b, &cfg);
    rd(&b, 0, 1);
    rd(&b, 128, 2);
    for (uint32_t n = 0; n < 12; n++) {
        rd(&b, 16 * (n % 4), 10 + n);
        cycle(&b);
    }
    expect(&b, "1:A0 4:C1 6:C10 8:C11 10:a1 10:C12 12:a10 12:C13 14:a11 14:C14 16:a12 16:C15 "
               "18:a13 18:C16 20:a14 20:C17 22:a15 24:a16 26:a17 26:P0 31:A0 34:C2 40:a2 43:P0 "
               "51:A0 54:C18 56:C19 58:C20 60:a18 60:C21 62:a19 64:a20 66:a21 ");
}

/* 2 waits for its row; 3, of another bank, may not be activated while 2 alone is looked at. */
static void patience_looks_at_one_alone(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    cfg.patience = 5;
    start(&b, &cfg);
    rd(&b, 0, 1);
    rd(&b, 128, 2);
    go_to(&b, 10);
    rd(&b, 64, 3);
    rd(&b, 16, 4); /* wants the open row, and is not looked at */
    expect(&b, "1:A0 4:C1 10:a1 13:P0 21:A0 24:C2 25:A1 28:C3 30:a2 33:P0 34:a3 41:A0 44:C4 "
               "50:a4 ");
}

/* ---- queue, answers, clock ------------------------------------------------------------- */

/* Room is for `depth`; a request's place is free behind its column. Without room none is taken. */
static void queue_is_full(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    cfg.depth = 2;
    start(&b, &cfg);
    rd(&b, 0, 1);
    rd(&b, 0, 2);
    for (; b.cycle < 5; cycle(&b)) {
        assert_false(b.out.ready);
        b.in.valid = true;
        b.in.request = (struct dram_request){false, 0, 16, 9};
    }
    assert_true(b.out.ready); /* the column of 1 was in 4 */
    rd(&b, 0, 3);
    expect(&b, "1:A0 4:C1 6:C2 8:C3 10:a1 12:a2 14:a3 ");
}

/* An answer waits until it is taken, and those behind it do; then one a cycle. */
static void answers_wait(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    for (uint32_t n = 0; n < 3; n++) rd(&b, 16 * n, n);
    b.holds_answers = true;
    for (go_to(&b, 10); b.cycle < 30; cycle(&b)) {
        assert_true(b.out.answer_valid);
        assert_int_equal(b.out.answer_tag, 0);
    }
    b.holds_answers = false;
    expect(&b, "1:A0 4:C0 6:C1 8:C2 30:a0 31:a1 32:a2 ");
}

/* None is lost when nobody takes answers for long: 200 reads. */
static void answers_are_not_lost(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    uint32_t asked = 0, answered = 0;
    cfg.depth = 64;
    start(&b, &cfg);
    b.holds_answers = true;
    for (; b.cycle < 3000; cycle(&b)) {
        if (asked < 200 && b.out.ready) {
            b.in.valid = true;
            b.in.request = (struct dram_request){false, 0, 8, asked++};
        }
        if (b.cycle < 1000 || !b.out.answer_valid) continue;
        assert_int_equal(b.out.answer_tag, answered++);
        b.in.answer_taken = true;
    }
    assert_int_equal(answered, 200);
}

/* Over any number of cycles, as many clocks as the ratio gives, as even as can be. */
static void clock_ratio(void **state)
{
    (void)state;
    static const uint32_t ratios[][2] = {{1, 1},   {1, 2}, {2, 3}, {33, 50},
                                         {18, 25}, {5, 7}, {3, 2}, {7, 3}};
    for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++) {
        struct bench b;
        struct dram_channel_cfg cfg = hand;
        cfg.clock_up = ratios[i][0];
        cfg.clock_down = ratios[i][1];
        start(&b, &cfg);
        for (; b.cycle < 1000; cycle(&b))
            assert_true(b.s.clock == b.cycle * cfg.clock_up / cfg.clock_down);
    }
}

/* Times are clocks of the channel: at a third, those of a_read_alone are three cycles each. A clock
 * ends with each third cycle: the activate goes in cycle 2, the column in 2 + 3 * 3, the last data
 * are in 3 * (3 + 4 + 1) + 2. */
static void times_are_clocks(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_cfg cfg = hand;
    cfg.clock_down = 3;
    start(&b, &cfg);
    rd(&b, 0, 7);
    expect(&b, "2:A0 11:C7 27:a7 ");
    cfg.delay = 10;
    start(&b, &cfg);
    rd(&b, 0, 7);
    expect(&b, "2:A0 11:C7 57:a7 ");
}

static void eval_is_state_only(void **state)
{
    (void)state;
    struct bench b;
    struct dram_channel_out again;
    static struct dram_channel before;
    start(&b, &hand);
    rd(&b, 0, 7);
    go_to(&b, 10);
    before = b.s;
    dram_channel_eval(&b.s, &again);
    assert_memory_equal(&before, &b.s, sizeof before);
    assert_true(again.ready && again.answer_valid);
    assert_int_equal(again.answer_tag, 7);
}

/* ---- a naive twin ---------------------------------------------------------------------- */

enum { COMMANDS = 16384, REQUESTS = 4096 };
enum { COLUMN, ACTIVATE, PRECHARGE };

struct command {
    uint64_t clock;
    uint32_t kind, bank;
    uint64_t row;
    bool write;
    uint64_t data, end; /* clocks of the data: from, and the first behind */
};

struct asked {
    struct dram_request request;
    uint32_t bank;
    uint64_t row;
    uint64_t since; /* clock */
    bool gone;
    uint64_t answer_at; /* clock, of a read that is gone */
};

struct twin {
    struct dram_channel_cfg cfg;
    uint64_t clock;
    uint32_t commands, requests, first; /* all before `first` are gone */
    struct command command[COMMANDS];
    struct asked asked[REQUESTS];
    uint32_t answer[REQUESTS]; /* reads in the order of their data */
    uint32_t answers, answered;
    uint64_t overtaken, impatient, busy;
};

/* All commands since the beginning; the first is the latest. Old ones cannot matter any more. */
#define EACH(c, t)                                                                                 \
    for (const struct command *c = (t)->command + (t)->commands;                                   \
         c-- != (t)->command && c->clock + 2000 > (t)->clock;)

static bool is_open(const struct twin *t, uint32_t bank, uint64_t *row)
{
    for (uint32_t i = t->commands; i-- > 0;) {
        const struct command *c = &t->command[i];
        if (c->bank != bank || c->kind == COLUMN) continue;
        *row = c->row;
        return c->kind == ACTIVATE;
    }
    return false;
}

static bool may_column(const struct twin *t, const struct asked *a)
{
    uint64_t row = 0;
    if (!is_open(t, a->bank, &row) || row != a->row) return false;
    EACH(c, t)
    {
        if (c->kind == ACTIVATE && c->bank == a->bank && t->clock < c->clock + t->cfg.t_rcd)
            return false;
        if (c->kind != COLUMN) continue;
        if (c->end > t->clock + t->cfg.t_cl) return false;
        if (c->write && !a->request.write && t->clock < c->end + t->cfg.t_wtr) return false;
    }
    return a->request.write || t->answers - t->answered < DRAM_CHANNEL_MAX_ANSWERS;
}

static bool may_activate(const struct twin *t, const struct asked *a)
{
    uint64_t row = 0;
    if (is_open(t, a->bank, &row)) return false;
    EACH(c, t)
    {
        if (c->kind == PRECHARGE && c->bank == a->bank && t->clock < c->clock + t->cfg.t_rp)
            return false;
        if (c->kind != ACTIVATE) continue;
        if (t->clock < c->clock + t->cfg.t_rrd) return false;
        if (c->bank == a->bank && t->clock < c->clock + t->cfg.t_rc) return false;
    }
    return true;
}

static bool may_precharge(const struct twin *t, const struct asked *a, uint32_t last)
{
    uint64_t row = 0;
    if (!is_open(t, a->bank, &row) || row == a->row) return false;
    for (uint32_t i = t->first; i < last; i++) {
        const struct asked *other = &t->asked[i];
        if (!other->gone && other->bank == a->bank && other->row == row) return false;
    }
    EACH(c, t)
    {
        if (c->bank != a->bank) continue;
        if (c->kind == ACTIVATE && t->clock < c->clock + t->cfg.t_ras) return false;
        if (c->kind == COLUMN && t->clock < c->end) return false;
    }
    return true;
}

/* The command goes out. */
static void twin_command(struct twin *t, uint32_t kind, uint32_t n)
{
    struct asked *a = &t->asked[n];
    struct command c = {t->clock, kind, a->bank, a->row, a->request.write, 0, 0};
    if (kind == COLUMN) {
        const uint32_t clocks = (a->request.bytes + t->cfg.bytes - 1) / t->cfg.bytes;
        c.data = t->clock + t->cfg.t_cl;
        c.end = c.data + clocks;
        t->busy += clocks;
        a->gone = true;
        a->answer_at = c.end + t->cfg.delay;
        if (!a->request.write) t->answer[t->answers++] = n;
        for (uint32_t i = t->first; i < n; i++) t->overtaken += !t->asked[i].gone;
    }
    assert_true(t->commands < COMMANDS);
    t->command[t->commands++] = c;
}

/* A clock with what is in the queue. */
static void twin_clock(struct twin *t)
{
    uint32_t last = t->requests;
    while (t->first < t->requests && t->asked[t->first].gone) t->first++;
    if (t->first == t->requests) return;
    if (t->clock - t->asked[t->first].since >= t->cfg.patience) {
        t->impatient++;
        last = t->first + 1;
    }
    for (uint32_t kind = COLUMN; kind <= PRECHARGE; kind++) {
        for (uint32_t i = t->first; i < last; i++) {
            const struct asked *a = &t->asked[i];
            if (a->gone) continue;
            const bool may = kind == COLUMN     ? may_column(t, a)
                             : kind == ACTIVATE ? may_activate(t, a)
                                                : may_precharge(t, a, last);
            if (!may) continue;
            twin_command(t, kind, i);
            return;
        }
    }
}

static bool twin_answers(const struct twin *t)
{
    return t->answered < t->answers && t->asked[t->answer[t->answered]].answer_at <= t->clock;
}

static uint32_t twin_waits(const struct twin *t)
{
    uint32_t n = 0;
    for (uint32_t i = t->first; i < t->requests; i++) n += !t->asked[i].gone;
    return n;
}

static void twin_tick(struct twin *t, const struct bench *b)
{
    const uint64_t before = t->clock;
    const bool room = twin_waits(t) < t->cfg.depth;
    /* The bank, the row and the clock of what comes now; it is not looked at in this clock. */
    const uint64_t now = (uint64_t)b->cycle + 1;
    if (now * t->cfg.clock_up / t->cfg.clock_down > before) {
        twin_clock(t);
        t->clock++;
    }
    t->answered += b->in.answer_taken;
    if (!b->in.valid || !room) return;
    assert_true(t->requests < REQUESTS);
    const uint64_t row = b->in.request.address / t->cfg.row_bytes;
    t->asked[t->requests++] = (struct asked){.request = b->in.request,
                                             .bank = (uint32_t)(row % t->cfg.banks),
                                             .row = row / t->cfg.banks,
                                             .since = t->clock};
}

/* The last command of the twin is the one seen, if it was in the clock that ended. */
static void compare(const struct bench *b, const struct twin *t, uint32_t commands)
{
    const struct command *c = &t->command[commands];
    const bool any = t->commands > commands;
    const bool column = any && c->kind == COLUMN;
    assert_int_equal(b->seen.column != NONE, column);
    assert_int_equal(b->seen.activate, any && c->kind == ACTIVATE ? c->bank : NONE);
    assert_int_equal(b->seen.precharge, any && c->kind == PRECHARGE ? c->bank : NONE);
    if (column) assert_true(t->asked[b->seen.column].gone);
    assert_true(b->s.clock == t->clock);
    assert_int_equal(b->out.ready, twin_waits(t) < t->cfg.depth);
    assert_int_equal(b->out.answer_valid, twin_answers(t));
    if (b->out.answer_valid) assert_int_equal(b->out.answer_tag, t->answer[t->answered]);
}

static const struct run {
    const char *name;
    struct dram_channel_cfg cfg;
    uint32_t asks, takes; /* chances in 16 */
    uint32_t rows;        /* of each bank */
    uint32_t local;       /* of 16 addresses so many are in the row of the last */
} runs[] = {
    {"random_hand", {8, 2, 64, 8, 4, 3, 5, 12, 20, 2, 3, 0, 60, 1, 1}, 6, 16, 3, 8},
    {"random_gddr5", {32, 16, 2048, 32, 12, 12, 12, 28, 40, 6, 5, 100, 200, 33, 50}, 8, 16, 4, 12},
    {"random_gddr3", {32, 8, 2048, 8, 9, 12, 13, 21, 34, 8, 5, 0, 300, 18, 25}, 1, 14, 9, 9},
    {"random_small", {4, 2, 256, 8, 4, 3, 3, 7, 10, 2, 2, 0, 60, 2, 3}, 4, 12, 3, 14},
    {"random_odd", {3, 3, 192, 5, 3, 4, 2, 6, 9, 3, 1, 3, 60, 5, 7}, 8, 16, 2, 4},
    {"random_quick", {64, 32, 64, 64, 1, 1, 1, 1, 1, 1, 1, 0, 40, 1, 1}, 14, 16, 2, 2},
    {"random_one_bank", {16, 1, 64, 16, 2, 6, 1, 30, 4, 7, 9, 5, 40, 1, 1}, 3, 16, 3, 12},
    {"random_many_answers", {64, 4, 128, 16, 3, 2, 2, 5, 7, 1, 2, 200, 80, 1, 1}, 12, 4, 2, 12},
};

static struct dram_request draw(const struct run *run, const struct twin *t, struct hd_rng *rng)
{
    const struct dram_channel_cfg *cfg = &run->cfg;
    const uint32_t rows = run->rows * cfg->banks;
    uint64_t row = hd_rng_below(rng, rows);
    if (t->requests > 0 && hd_rng_chance(rng, run->local, 16))
        row = t->asked[t->requests - 1].request.address / cfg->row_bytes;
    const uint32_t bytes = 1 + hd_rng_below(rng, cfg->row_bytes < 128 ? cfg->row_bytes : 128);
    const uint32_t at = hd_rng_below(rng, cfg->row_bytes - bytes + 1);
    return (struct dram_request){.write = hd_rng_chance(rng, 1, 3),
                                 .address = row * cfg->row_bytes + at,
                                 .bytes = bytes,
                                 .tag = t->requests};
}

static void random_requests(void **state)
{
    const struct run *run = *state;
    static struct twin t;
    static struct bench b;
    struct hd_rng rng;
    uint32_t writes = 0;
    hd_rng_seed(&rng, run->cfg.depth + run->rows);
    memset(&t, 0, sizeof t);
    t.cfg = run->cfg;
    start(&b, &run->cfg);
    b.holds_answers = true; /* taken here */
    while (b.cycle < 200000 &&
           (t.requests < 3000 || t.answered < t.answers || twin_waits(&t) > 0)) {
        const uint32_t commands = t.commands;
        if (t.requests < 3000 && hd_rng_chance(&rng, run->asks, 16)) {
            b.in.valid = true;
            b.in.request = draw(run, &t, &rng);
            writes += b.in.request.write && b.out.ready;
        }
        b.in.answer_taken = b.out.answer_valid && hd_rng_chance(&rng, run->takes, 16);
        twin_tick(&t, &b);
        cycle(&b);
        compare(&b, &t, commands);
    }
    assert_true(b.s.count == 0 && b.s.writes == writes && b.s.busy == t.busy);
    assert_int_equal(t.answers, t.answered);
    assert_int_equal(t.answered + writes, t.requests);
    assert_true(b.s.reads == t.answered);
    assert_int_equal(t.requests, 3000);
    assert_true(t.overtaken > 100 && t.impatient > 20);
}

static void init_refuses(void **state)
{
    (void)state;
    struct dram_channel s;
    static const struct {
        size_t at;
        uint32_t below, above;
    } bad[] = {
        {offsetof(struct dram_channel_cfg, depth), 0, DRAM_CHANNEL_MAX_DEPTH + 1},
        {offsetof(struct dram_channel_cfg, banks), 0, DRAM_CHANNEL_MAX_BANKS + 1},
        {offsetof(struct dram_channel_cfg, row_bytes), 0, 0},
        {offsetof(struct dram_channel_cfg, bytes), 0, 0},
        {offsetof(struct dram_channel_cfg, clock_up), 0, 0},
        {offsetof(struct dram_channel_cfg, clock_down), 0, 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            struct dram_channel_cfg cfg = hand;
            memcpy((char *)&cfg + bad[i].at, k == 0 ? &bad[i].below : &bad[i].above,
                   sizeof(uint32_t));
            assert_non_null(dram_channel_init(&s, &cfg));
        }
    }
    struct dram_channel_cfg cfg = hand;
    cfg.depth = DRAM_CHANNEL_MAX_DEPTH;
    cfg.banks = DRAM_CHANNEL_MAX_BANKS;
    assert_null(dram_channel_init(&s, &cfg));
}

int main(void)
{
    struct CMUnitTest tests[48] = {
        cmocka_unit_test(a_read_alone),
        cmocka_unit_test(bytes_on_the_bus),
        cmocka_unit_test(a_write_alone),
        cmocka_unit_test(row_hits_fill_the_bus),
        cmocka_unit_test(rows_and_banks),
        cmocka_unit_test(activates_are_trrd_apart),
        cmocka_unit_test(another_row_waits),
        cmocka_unit_test(reads_wait_behind_writes),
        cmocka_unit_test(row_hits_overtake),
        cmocka_unit_test(no_precharge_while_the_row_is_wanted),
        cmocka_unit_test(columns_before_activates_before_precharges),
        cmocka_unit_test(the_oldest_first),
        cmocka_unit_test(patience_ends_overtaking),
        cmocka_unit_test(patience_looks_at_one_alone),
        cmocka_unit_test(queue_is_full),
        cmocka_unit_test(answers_wait),
        cmocka_unit_test(answers_are_not_lost),
        cmocka_unit_test(clock_ratio),
        cmocka_unit_test(times_are_clocks),
        cmocka_unit_test(eval_is_state_only),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_requests,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("dram_channel", tests, NULL, NULL);
}
