/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the PDOM front end: worked cases of the page's rules and races; whole
 * programs, of which every thread must run exactly what it runs alone; and the proof that check,
 * promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/decode.h"
#include "core/pdom_front.h"
#include "front_program.h"

enum { NONE = 64, LANES = 4, PC = 0x4000, MEET = 0x5000, AWAY = 0x6000 };

static const struct pdom_front_cfg hand = {.slots = 4,
                                           .lanes = LANES,
                                           .ports = 2,
                                           .entries = 2,
                                           .group = 1,
                                           .frame_width = 3,
                                           .depth = 4,
                                           .levels = 16,
                                           .accesses = 3};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct pdom_front s;
    struct pdom_front_in in;
    struct pdom_front_out out;
    uint8_t rows[FRONT_REGISTERS];
    uint8_t res_slot[PDOM_FRONT_MAX_PORTS];
    uint32_t res_addr[PDOM_FRONT_MAX_PORTS][FRONT_MAX_LANES];
};

/* Fetches are accepted when they are asked for, all else always; register r lies in row
 * r ^ 32. */
static void start(struct bench *b, const struct pdom_front_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(pdom_front_init(&b->s, cfg));
    assert_null(pdom_front_check(&b->s));
    for (uint32_t r = 0; r < FRONT_REGISTERS; r++) b->rows[r] = (uint8_t)(r ^ 32);
    b->in.rows = b->rows;
    b->in.spill_ready = true;
    b->in.row_rd_slot = NONE;
    for (uint32_t p = 0; p < cfg->ports; p++) {
        b->in.issue_ready[p] = true;
        b->in.res[p].slot = &b->res_slot[p];
        b->in.res[p].addr = b->res_addr[p];
    }
}

static void see(struct bench *b)
{
    assert_null(pdom_front_promise(&b->s, &b->in));
    pdom_front_eval(&b->s, &b->in, &b->out);
}

/* The edge. What happens once is over. */
static void edge(struct bench *b)
{
    static struct pdom_front before; /* large */
    const bool rests = pdom_front_rests(&b->s, &b->in, &b->out);
    before = b->s;
    pdom_front_tick(&b->s, &b->in, &b->out);
    if (rests) assert_memory_equal(&before, &b->s, sizeof before);
    assert_null(pdom_front_check(&b->s));
    b->in.begin_en = b->in.rsp_valid = b->in.end_valid = b->in.fill_valid = false;
    b->in.row_wr_en = false;
    b->in.leave = b->in.wb = 0;
    for (uint32_t p = 0; p < b->s.cfg.ports; p++) b->in.res_valid[p] = b->in.res_here[p] = false;
}

static void cycle(struct bench *b)
{
    see(b);
    edge(b);
}

/* A warp with these threads at PC; it may run from the next cycle on. */
static void begin(struct bench *b, uint32_t slot, uint64_t mask)
{
    b->in.begin_en = true;
    b->in.begin_slot = slot;
    b->in.begin_pc = PC;
    b->in.begin_mask = mask;
    cycle(b);
    b->in.ready |= UINT64_C(1) << slot;
}

/* A fetch for this slot is accepted now. */
static void ask(struct bench *b, uint32_t slot, uint32_t pc)
{
    b->in.fetch_ready = true;
    see(b);
    assert_true(b->out.fetch_valid);
    assert_int_equal(b->out.fetch_slot, slot);
    assert_int_equal(b->out.fetch_pc, pc);
    edge(b);
    b->in.fetch_ready = false;
}

static void answer(struct bench *b, uint32_t slot, uint32_t word, uint32_t meet, bool meets)
{
    b->in.rsp_valid = true;
    b->in.rsp_slot = slot;
    b->in.rsp_word = word;
    b->in.rsp_meet = meet;
    b->in.rsp_meets = meets;
}

/* The slot's next word comes in, its head is looked at: it could issue in the cycle to come. */
static void bring(struct bench *b, uint32_t slot, uint32_t pc, uint32_t word, uint32_t meet)
{
    ask(b, slot, pc);
    answer(b, slot, word, meet, false);
    cycle(b);
    see(b);
    assert_true(b->out.buffer.check_valid[slot % b->s.cfg.ports]);
    edge(b);
}

/* What an instruction of this slot did is offered now. */
static void resolve(struct bench *b, uint32_t slot, uint32_t flow, uint32_t pc, uint64_t mask)
{
    const uint32_t p = slot % b->s.cfg.ports;
    struct front_resolved *r = &b->in.res[p];
    b->in.res_valid[p] = b->in.res_here[p] = true;
    b->res_slot[p] = (uint8_t)slot;
    r->flow = flow;
    r->pc = pc;
    r->mask = r->taken = mask;
    r->meet = 0;
}

static uint32_t top(const struct bench *b, uint32_t slot)
{
    const struct simt_stack *s = &b->s.stack;
    return (uint32_t)s->pc[(s->count[slot] - 1) % s->cfg.depth][slot];
}

static uint64_t threads(const struct bench *b, uint32_t slot)
{
    const struct simt_stack *s = &b->s.stack;
    return s->mask[(s->count[slot] - 1) % s->cfg.depth][slot] & s->live[slot];
}

/* ---- worked cases ---------------------------------------------------------------------- */

/* Begin, fetch, answer, check, issue: a cycle each. Registers as the rows say, unused ones 0. */
static void from_begin_to_issue(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    see(&b);
    assert_int_equal(b.out.why[1], FRONT_NO_WARP);
    begin(&b, 1, 0xb);
    see(&b);
    assert_int_equal(b.out.why[1], FRONT_NOT_FETCHED);
    ask(&b, 1, PC);
    answer(&b, 1, FRONT_LW, 0, false);
    cycle(&b);
    see(&b);
    assert_int_equal(b.out.why[1], FRONT_WAITS);
    assert_int_equal(b.out.query_slot[1], 1);
    assert_true(b.out.fetch_valid);
    assert_int_equal(b.out.fetch_pc, PC + 4);
    edge(&b);
    see(&b);
    const struct front_instruction *i = &b.out.issue[1];
    assert_true(b.out.issue_valid[1]);
    assert_false(b.out.issue_valid[0]);
    assert_int_equal(b.out.why[1], FRONT_ISSUES);
    assert_int_equal(i->slot[0], 1);
    assert_int_equal(i->pc, PC);
    assert_int_equal(i->word, FRONT_LW);
    assert_int_equal(i->mask, 0xb);
    assert_int_equal(i->unit, DECODE_MEMORY);
    assert_int_equal(i->flow, DECODE_NEXT);
    assert_int_equal(i->use, 1 | 8);
    assert_int_equal(i->reg[0], 6 ^ 32);
    assert_int_equal(i->reg[1], 0);
    assert_int_equal(i->reg[2], 0);
    assert_int_equal(i->reg[FRONT_RD], 5 ^ 32);
    assert_true(b.out.set_en[1]);
    edge(&b);
    assert_int_equal(top(&b, 1), PC + 4);
    assert_int_equal(b.s.access[1], 1);
}

/* A pipe that is busy: the instruction stays, nothing moves. */
static void pipe_is_busy(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 1);
    bring(&b, 0, PC, FRONT_ADD, 0);
    b.in.issue_ready[0] = false;
    see(&b);
    assert_true(b.out.issue_valid[0]);
    assert_false(b.out.set_en[0]);
    assert_int_equal(b.out.why[0], FRONT_PIPE_BUSY);
    edge(&b);
    assert_int_equal(top(&b, 0), PC);
    b.in.issue_ready[0] = true;
    cycle(&b);
    assert_int_equal(top(&b, 0), PC + 4);
}

/* A head that names a busy register is held. When the register is written the head is looked at
 * again; in the cycle of the write the register is still busy. */
static void registers_hold(void **state)
{
    struct bench b;
    (void)state;
    for (uint32_t reg = 5; reg <= 7; reg++) { /* x5 is written, x6 and x7 are read */
        start(&b, &hand);
        begin(&b, 2, 3);
        ask(&b, 2, PC);
        answer(&b, 2, FRONT_ADD, 0, false);
        cycle(&b);
        b.in.query_busy[0] = UINT64_C(1) << (reg ^ 32);
        cycle(&b);
        assert_int_equal(b.s.buffer.held, 4);
        see(&b);
        assert_false(b.out.issue_valid[0] || b.out.buffer.check_valid[0]);
        assert_int_equal(b.out.why[0], FRONT_WAITS);
        b.in.wb = 4;
        cycle(&b);
        b.in.wb = 4; /* another register of it, as the head is looked at */
        see(&b);
        assert_true(b.out.buffer.check_valid[0]);
        edge(&b);
        assert_int_equal(b.s.buffer.held | b.s.buffer.passed, 0);
        b.in.query_busy[0] =
            ~(UINT64_C(1) << (5 ^ 32) | UINT64_C(1) << (6 ^ 32) | UINT64_C(1) << (7 ^ 32));
        cycle(&b);
        assert_int_equal(b.s.buffer.passed, 4);
    }
}

/* Fences, exits, and atomics that are fences wait for the accesses of their slot alone; the end of
 * an access wakes them. */
static void accesses_hold(void **state)
{
    static const struct {
        uint32_t word;
        bool waits;
    } rows[] = {{FRONT_FENCE, true},        {FRONT_EXIT_WORD, true}, {FRONT_AMOADD_AQRL, true},
                {FRONT_AMOADD, false},      {FRONT_LW, false},       {FRONT_ADD, false},
                {FRONT_BARRIER_WORD, false}};
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start(&b, &hand);
        b.s.access[0] = 3; /* of another slot of the port */
        begin(&b, 2, 3);
        bring(&b, 2, PC, FRONT_SW, 0);
        cycle(&b); /* issues */
        assert_int_equal(b.s.access[2], 1);
        bring(&b, 2, PC + 4, rows[k].word, 0);
        see(&b);
        assert_int_equal(b.out.issue_valid[0], !rows[k].waits);
        if (!rows[k].waits) continue;
        b.in.end_valid = true;
        b.in.end_slot = 2;
        cycle(&b);
        see(&b);
        assert_true(b.out.end_ready && b.out.buffer.check_valid[0]);
        edge(&b);
        see(&b);
        assert_true(b.out.issue_valid[0]);
    }
}

/* An access issues and another one of the slot ends: the count stays. */
static void access_and_end(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 3);
    bring(&b, 0, PC, FRONT_LW, 0);
    b.s.access[0] = 2;
    b.in.end_valid = true;
    b.in.end_slot = 0;
    cycle(&b);
    assert_int_equal(b.s.access[0], 2);
}

/* Threads meet behind an ADD: nothing is fetched behind it, and as soon as it is taken all goes
 * on. */
static void meets_is_over_at_once(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 3);
    ask(&b, 0, PC);
    answer(&b, 0, FRONT_ADD, 0, true);
    cycle(&b);
    see(&b);
    assert_false(b.out.fetch_valid);
    edge(&b);
    b.in.issue_ready[0] = false;
    see(&b);
    assert_false(b.out.fetch_valid);
    edge(&b);
    b.in.issue_ready[0] = true;
    cycle(&b);
    ask(&b, 0, PC + 4);
}

/* Behind an instruction that is no stop the next one is fetched, until there is no room; behind a
 * stop it is not. */
static void stops(void **state)
{
    static const struct {
        uint32_t word;
        bool stops;
    } rows[] = {{FRONT_ADD, false},      {FRONT_LW, false},          {FRONT_FENCE, false},
                {FRONT_FADD, false},     {FRONT_CSRRS, true},        {FRONT_BEQ, true},
                {FRONT_CALL, true},      {FRONT_RET, true},          {FRONT_J, true},
                {FRONT_EXIT_WORD, true}, {FRONT_BARRIER_WORD, true}, {FRONT_PHASE_WORD, true}};
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start(&b, &hand);
        b.in.issue_ready[0] = false;
        begin(&b, 0, 3);
        ask(&b, 0, PC);
        answer(&b, 0, rows[k].word, 0, false);
        cycle(&b);
        see(&b);
        assert_int_equal(b.out.fetch_valid, !rows[k].stops);
        if (rows[k].stops) continue;
        ask(&b, 0, PC + 4);
        answer(&b, 0, FRONT_ADD, 0, false);
        cycle(&b);
        see(&b);
        assert_false(b.out.fetch_valid);
    }
}

/* A stop issues and moves nothing; its resolve does, and then the slot is fetched for. */
static void flows(void **state)
{
    static const struct {
        uint32_t word, flow, taken, pc, threads, frame;
    } rows[] = {
        {FRONT_CSRRS, DECODE_NEXT, 0xf, PC + 4, 0xf, 0},
        {FRONT_BARRIER_WORD, DECODE_BARRIER, 0xf, PC + 4, 0xf, 0},
        {FRONT_PHASE_WORD, DECODE_PHASE, 0xf, PC + 4, 0xf, 0},
        {FRONT_BEQ, DECODE_BRANCH, 0, PC + 4, 0xf, 0},
        {FRONT_BEQ, DECODE_BRANCH, 0xf, AWAY, 0xf, 0},
        {FRONT_BEQ, DECODE_BRANCH, 0xc, AWAY, 0xc, 0}, /* the target is lane 2's */
        {FRONT_CALL, DECODE_CALL, 0xf, AWAY, 0xf, 1},
        {FRONT_J, DECODE_JUMP, 0xf, AWAY, 0xf, 0},
    };
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start(&b, &hand);
        begin(&b, 3, 0xf);
        bring(&b, 3, PC, rows[k].word, MEET);
        see(&b);
        assert_int_equal(b.out.issue[1].flow, rows[k].flow);
        assert_int_equal(b.out.issue[1].meet, MEET);
        edge(&b);
        assert_int_equal(top(&b, 3), PC);
        see(&b);
        assert_false(b.out.fetch_valid);
        edge(&b);
        resolve(&b, 3, rows[k].flow, PC, 0xf);
        b.in.res[1].taken = rows[k].taken;
        b.in.res[1].meet = rows[k].flow == DECODE_BRANCH ? MEET : 0;
        for (uint32_t l = 0; l < LANES; l++)
            b.res_addr[1][l] = rows[k].taken >> l & 1 ? AWAY : 0x7000 + l;
        see(&b);
        assert_true(b.out.res_ready[1]);
        assert_false(b.out.fetch_valid);
        edge(&b);
        assert_int_equal(top(&b, 3), rows[k].pc);
        assert_int_equal(threads(&b, 3), rows[k].threads);
        const struct simt_stack *s = &b.s.stack;
        assert_int_equal(s->frame[(s->count[3] - 1) % s->cfg.depth][3], rows[k].frame);
        if (rows[k].flow != DECODE_BARRIER) ask(&b, 3, rows[k].pc);
    }
}

/* A caller waits behind its call, the function called returns there. */
static void call_and_return(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 6);
    bring(&b, 0, PC, FRONT_CALL, PC + 4);
    cycle(&b);
    resolve(&b, 0, DECODE_CALL, PC, 6);
    b.in.res[0].meet = PC + 4;
    b.res_addr[0][1] = b.res_addr[0][2] = AWAY;
    cycle(&b);
    assert_int_equal(b.s.stack.count[0], 2);
    bring(&b, 0, AWAY, FRONT_RET, 0);
    cycle(&b);
    resolve(&b, 0, DECODE_RETURN, AWAY, 6);
    b.res_addr[0][1] = b.res_addr[0][2] = PC + 4;
    cycle(&b);
    assert_int_equal(b.s.stack.count[0], 1);
    assert_int_equal(top(&b, 0), PC + 4);
    ask(&b, 0, PC + 4);
}

/* A resolve has its port's way into the stack: this port does not issue, the other port does. */
static void resolve_goes_first(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 1);
    bring(&b, 0, PC, FRONT_J, 0);
    cycle(&b);
    begin(&b, 2, 1);
    bring(&b, 2, PC, FRONT_ADD, 0);
    b.in.issue_ready[0] = false;
    begin(&b, 1, 1);
    bring(&b, 1, PC, FRONT_ADD, 0);
    b.in.issue_ready[0] = true;
    resolve(&b, 0, DECODE_JUMP, PC, 1);
    b.res_addr[0][0] = AWAY;
    see(&b);
    assert_false(b.out.issue_valid[0]);
    assert_int_equal(b.out.why[0], FRONT_RESOLVES);
    assert_true(b.out.issue_valid[1]);
    assert_true(b.out.res_ready[0]);
    edge(&b);
    see(&b);
    assert_true(b.out.issue_valid[0]);
    assert_int_equal(b.out.issue[0].slot[0], 2);
}

/* A branch that finds no room waits; its port does not issue meanwhile. */
static void resolve_waits_for_room(void **state)
{
    struct bench b;
    uint32_t meet = MEET;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 0xf);
    b.in.spill_ready = false;
    uint32_t waited = 0;
    uint64_t mask = 0xf;
    for (uint32_t k = 0; k < 3; k++) {
        bring(&b, 0, PC, FRONT_BEQ, meet);
        cycle(&b);
        for (bool done = false; !done;) {
            resolve(&b, 0, DECODE_BRANCH, PC, mask);
            b.in.res[0].taken = mask & (mask - 1); /* the lowest one stays */
            b.in.res[0].meet = meet;
            for (uint32_t l = 0; l < LANES; l++) b.res_addr[0][l] = PC;
            see(&b);
            done = b.out.res_ready[0];
            if (!done) waited++;
            if (waited == 6) b.in.spill_ready = true;
            assert_false(b.out.issue_valid[0]);
            edge(&b);
        }
        mask &= mask - 1;
        meet += 8;
    }
    assert_true(waited > 6);
    assert_int_equal(b.s.stack.count[0], 7);
    assert_int_equal(threads(&b, 0), 8);
    assert_int_equal(b.s.stack.deep[0], 3);
}

/* ---- events ---- */

static uint32_t event(const struct bench *b, uint32_t p)
{
    return b->out.ev_valid[p] ? b->out.ev_kind[p] * 16 + b->out.ev_slot[p] : 0;
}

/* The warp on this slot exits; four cycles later it is done. */
static void end_warp(struct bench *b, uint32_t slot)
{
    bring(b, slot, PC, FRONT_EXIT_WORD, 0);
    cycle(b);
    resolve(b, slot, DECODE_EXIT, PC, threads(b, slot));
    see(b);
    assert_int_equal(event(b, slot % 2), 0);
    edge(b);
    b->in.ready &= ~(UINT64_C(1) << slot); /* so that it is not told */
    for (uint32_t k = 0; k < 3; k++) cycle(b);
    see(b);
    assert_true(b->out.stack.done >> slot & 1);
    assert_int_equal(event(b, slot % 2), 0);
}

static void events(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 3);
    end_warp(&b, 0);
    begin(&b, 2, 1);
    end_warp(&b, 2);
    begin(&b, 1, 1);
    bring(&b, 1, PC, FRONT_BARRIER_WORD, 0);
    cycle(&b);

    /* Both have ended: the lowest-numbered one, until its residency has taken ready away. */
    b.in.ready |= 5;
    resolve(&b, 1, DECODE_BARRIER, PC, 1);
    see(&b);
    assert_int_equal(event(&b, 0), FRONT_ENDED * 16 + 0);
    assert_int_equal(event(&b, 1), FRONT_BARRIER * 16 + 1);
    edge(&b);
    b.in.ready = 4;
    see(&b);
    assert_int_equal(event(&b, 0), FRONT_ENDED * 16 + 2);
    assert_int_equal(event(&b, 1), 0);
    assert_int_equal(b.out.why[0], FRONT_NO_WARP);

    /* A phase's specifier; a barrier of slot 0 while slot 2 has ended. */
    begin(&b, 0, 1);
    b.in.ready = 1;
    bring(&b, 0, PC, FRONT_PHASE_WORD, 0);
    cycle(&b);
    b.in.ready = 5;
    resolve(&b, 0, DECODE_PHASE, PC, 1);
    b.in.res[0].word = FRONT_PHASE_WORD;
    see(&b);
    assert_int_equal(event(&b, 0), FRONT_PHASE * 16 + 0);
    assert_int_equal(b.out.ev_word[0], FRONT_PHASE_WORD);
    edge(&b);
    see(&b);
    assert_int_equal(event(&b, 0), FRONT_ENDED * 16 + 2);
    edge(&b);

    /* A resolve that is no event does not keep an end back. */
    b.in.ready = 1;
    bring(&b, 0, PC + 4, FRONT_J, 0);
    cycle(&b);
    b.in.ready = 5;
    resolve(&b, 0, DECODE_JUMP, PC + 4, 1);
    see(&b);
    assert_true(b.out.res_ready[0]);
    assert_int_equal(event(&b, 0), FRONT_ENDED * 16 + 2);
}

/* A warp that leaves loses the words fetched for it. Its accesses are not counted any more; the
 * answer that is under way is dropped. */
static void leaves(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    begin(&b, 1, 3);
    ask(&b, 1, PC);
    answer(&b, 1, FRONT_ADD, 0, false);
    b.in.issue_ready[1] = false;
    cycle(&b);
    ask(&b, 1, PC + 4);
    b.in.ready = 0;
    b.in.leave = 2;
    b.s.access[1] = 2; /* of which one ends now: none is counted any more */
    b.in.end_valid = true;
    b.in.end_slot = 1;
    cycle(&b);
    assert_int_equal(b.s.access[1], 0);
    assert_int_equal(b.s.buffer.heads, 0);
    answer(&b, 1, FRONT_MUL, 0, false);
    cycle(&b);
    assert_int_equal(b.s.buffer.heads, 0);

    /* The row of the warp goes to slot 2, where the warp goes on. */
    uint32_t row[SIMT_STACK_ROW_WORDS];
    b.in.row_rd_slot = 1;
    see(&b);
    memcpy(row, b.out.stack.row_rd_data, sizeof row);
    edge(&b);
    b.in.row_rd_slot = NONE;
    b.in.row_wr_en = true;
    b.in.row_wr_slot = 2;
    b.in.row_wr_data = row;
    cycle(&b);
    b.in.ready = 4;
    cycle(&b); /* its mark goes */
    ask(&b, 2, PC);
    assert_int_equal(threads(&b, 2), 3);
}

/* Three ports: slot s is of port s modulo 3. */
static void three_ports(void **state)
{
    struct pdom_front_cfg cfg = hand;
    struct bench b;
    (void)state;
    cfg.ports = 3;
    cfg.slots = 6;
    start(&b, &cfg);
    for (uint32_t slot = 0; slot < 6; slot += 5) {
        begin(&b, slot, 1);
        bring(&b, slot, PC, FRONT_ADD, 0);
        see(&b);
        assert_true(b.out.issue_valid[slot % 3]);
        assert_int_equal(b.out.issue[slot % 3].slot[0], slot);
        b.in.ready = 0;
    }
}

/* The two halves, as a machine calls them that learns the rest in between. */
static void in_halves(void **state)
{
    struct bench b;
    struct pdom_front_out halves;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 3);
    bring(&b, 0, PC, FRONT_J, 0);
    cycle(&b);
    resolve(&b, 0, DECODE_JUMP, PC, 3);
    b.res_addr[0][0] = b.res_addr[0][1] = AWAY;
    see(&b);
    memset(&halves, 0, sizeof halves);
    b.in.res_valid[0] = false; /* not known yet: what is in res is */
    pdom_front_resolve(&b.s, &b.in, &halves);
    assert_true(halves.res_ready[0]);
    b.in.res_valid[0] = true;
    pdom_front_issue(&b.s, &b.in, &halves);
    assert_int_equal(halves.why[0], b.out.why[0]);
    assert_int_equal(halves.buffer_in.go, 1);
    pdom_front_tick(&b.s, &b.in, &halves);
    assert_int_equal(top(&b, 0), AWAY);
}

/* ---- whole programs -------------------------------------------------------------------- */

enum { MAX_WAITS = 64, PATIENCE = 400000 };

struct stop {
    uint64_t due;
    uint32_t slot, flow, pc, meet;
    uint64_t mask, taken;
    uint32_t addr[FRONT_MAX_LANES];
};

/* The neighbours of a front that runs one program on all its slots. */
struct world {
    struct bench b;
    struct hd_rng rng;
    struct front_program program;
    struct front_thread thread[PDOM_FRONT_MAX_SLOTS][FRONT_MAX_LANES];
    uint64_t now;
    uint64_t busy[PDOM_FRONT_MAX_SLOTS];
    uint32_t access[PDOM_FRONT_MAX_SLOTS];
    uint64_t waits; /* at a barrier */
    uint64_t ended;
    bool fetching[PDOM_FRONT_MAX_SLOTS];
    uint32_t fetch_pc[PDOM_FRONT_MAX_SLOTS];
    struct stop stop[PDOM_FRONT_MAX_PORTS][PDOM_FRONT_MAX_SLOTS]; /* the oldest first */
    uint32_t stops[PDOM_FRONT_MAX_PORTS];
    uint32_t memory[PDOM_FRONT_MAX_SLOTS][SIMT_STACK_MAX_LEVELS][SIMT_STACK_ENTRY_WORDS];
    uint64_t reading;
    uint32_t read_level[PDOM_FRONT_MAX_SLOTS];
    uint32_t issued;
};

static bool chance(struct world *w, uint32_t sixteenths)
{
    return hd_rng_chance(&w->rng, sixteenths, 16);
}

/* One of the slots of a mask that is not 0. */
static uint32_t some(struct world *w, uint64_t mask)
{
    for (uint32_t n = hd_rng_below(&w->rng, (uint32_t)__builtin_popcountll(mask)); n > 0; n--)
        mask &= mask - 1;
    return (uint32_t)__builtin_ctzll(mask);
}

/* An instruction issues: each of its threads is at this place, and waits for no register and no
 * access. */
static void run(struct world *w, uint32_t p)
{
    const struct front_instruction *i = &w->b.out.issue[p];
    const uint32_t slot = i->slot[0];
    const uint32_t at = front_program_index(i->pc);
    struct stop stop = {
        w->now + hd_rng_below(&w->rng, 9), slot, i->flow, i->pc, i->meet, i->mask, 0, {0}};
    assert_true(i->mask != 0 && slot % w->b.s.cfg.ports == p);
    assert_int_equal(i->word, w->program.insn[at].word);
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        assert_false((i->use >> o & 1) && (w->busy[slot] >> i->reg[o] & 1));
    for (uint64_t left = i->mask; left != 0; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctzll(left);
        struct front_thread *t = &w->thread[slot][l];
        assert_false(t->ended);
        assert_int_equal(t->at, at);
        if (front_thread_step(t)) stop.taken |= left & -left;
        stop.addr[l] = front_program_address(t->at);
    }
    if (w->b.out.set_en[p]) w->busy[slot] |= UINT64_C(1) << i->reg[FRONT_RD];
    if (i->unit == DECODE_MEMORY) w->access[slot]++;
    if (i->flow == DECODE_EXIT || i->word == FRONT_FENCE || i->word == FRONT_AMOADD_AQRL)
        assert_int_equal(w->access[slot], i->unit == DECODE_MEMORY);
    if (i->flow != DECODE_NEXT || i->unit == DECODE_CSR) w->stop[p][w->stops[p]++] = stop;
    w->issued++;
}

static void neighbours_answer(struct world *w)
{
    struct pdom_front_in *in = &w->b.in;
    const uint32_t slot = hd_rng_below(&w->rng, w->b.s.cfg.slots);
    in->fetch_ready = chance(w, 12);
    if (w->fetching[slot]) {
        const struct front_program_insn *i =
            &w->program.insn[front_program_index(w->fetch_pc[slot])];
        answer(&w->b, slot, i->word, front_program_address(i->meet), i->meets);
        w->fetching[slot] = false;
    }
    in->wb = 0;
    for (uint32_t s = 0; s < w->b.s.cfg.slots; s++) {
        if (w->busy[s] == 0 || !chance(w, 5)) continue;
        w->busy[s] &= w->busy[s] - 1;
        in->wb |= UINT64_C(1) << s;
    }
    in->end_slot = hd_rng_below(&w->rng, w->b.s.cfg.slots);
    in->end_valid = w->access[in->end_slot] > 0;
    if (in->end_valid) w->access[in->end_slot]--;
    if (w->waits != 0 && chance(w, 4)) w->waits &= ~(UINT64_C(1) << some(w, w->waits));
    in->ready = (UINT64_MAX >> (64 - w->b.s.cfg.slots)) & ~(w->waits | w->ended);
    in->spill_ready = chance(w, 8);
    in->fill_valid = w->reading != 0 && chance(w, 6);
    if (!in->fill_valid) return;
    in->fill_slot = some(w, w->reading);
    in->fill_data = w->memory[in->fill_slot][w->read_level[in->fill_slot]];
    w->reading &= ~(UINT64_C(1) << in->fill_slot);
}

/* Of a slot no more accesses than there may be: its port does not take one. */
static void neighbours_take(struct world *w, const uint64_t *busy)
{
    struct pdom_front_in *in = &w->b.in;
    const uint32_t ports = w->b.s.cfg.ports;
    for (uint32_t p = 0; p < ports; p++) {
        in->issue_ready[p] = chance(w, 13);
        for (uint32_t s = p; s < w->b.s.cfg.slots; s += ports)
            if (w->access[s] + 1 >= w->b.s.cfg.accesses) in->issue_ready[p] = false;
        in->query_busy[p] = busy[w->b.s.buffer.heads != 0 ? w->b.out.query_slot[p] : 0];
        if (w->stops[p] == 0 || w->stop[p]->due > w->now) continue;
        const struct stop *stop = w->stop[p];
        resolve(&w->b, stop->slot, stop->flow, stop->pc, stop->mask);
        in->res[p].taken = stop->taken;
        in->res[p].meet = stop->meet;
        in->res[p].addr = stop->addr;
    }
}

static void note(struct world *w)
{
    const struct pdom_front_out *out = &w->b.out;
    for (uint32_t p = 0; p < w->b.s.cfg.ports; p++) {
        if (w->b.in.res_valid[p] && out->res_ready[p]) {
            w->stops[p]--;
            memmove(w->stop[p], w->stop[p] + 1, w->stops[p] * sizeof w->stop[p][0]);
        }
        if (out->issue_valid[p] && w->b.in.issue_ready[p]) run(w, p);
        if (!out->ev_valid[p]) continue;
        const uint64_t slot = UINT64_C(1) << out->ev_slot[p];
        if (out->ev_kind[p] == FRONT_BARRIER) w->waits |= slot;
        if (out->ev_kind[p] == FRONT_ENDED) w->ended |= slot;
    }
    if (out->fetch_valid && w->b.in.fetch_ready) {
        w->fetching[out->fetch_slot] = true;
        w->fetch_pc[out->fetch_slot] = out->fetch_pc;
    }
    const struct simt_stack_out *stack = &out->stack;
    if (!stack->spill_valid || !w->b.in.spill_ready) return;
    if (stack->spill_load) {
        w->reading |= UINT64_C(1) << stack->spill_slot;
        w->read_level[stack->spill_slot] = stack->spill_level;
    } else {
        memcpy(w->memory[stack->spill_slot][stack->spill_level], stack->spill_data,
               sizeof stack->spill_data);
    }
}

static void begin_all(struct world *w)
{
    const struct pdom_front_cfg *c = &w->b.s.cfg;
    for (uint32_t slot = 0; slot < c->slots; slot++) {
        uint64_t mask = hd_rng_next(&w->rng) >> (64 - c->lanes);
        if (mask == 0 || slot == 0) mask = UINT64_MAX >> (64 - c->lanes);
        w->b.in.begin_en = true;
        w->b.in.begin_slot = slot;
        w->b.in.begin_pc = front_program_address(1);
        w->b.in.begin_mask = mask;
        for (uint32_t l = 0; l < c->lanes; l++)
            w->thread[slot][l] = (struct front_thread){.program = &w->program,
                                                       .seed = hd_rng_next(&w->rng),
                                                       .at = 1,
                                                       .ended = !(mask >> l & 1)};
        cycle(&w->b);
    }
}

/* Every thread of every warp runs exactly what it runs alone, to its end. */
static void run_program(const struct pdom_front_cfg *cfg, uint64_t seed)
{
    static struct world w;
    memset(&w, 0, sizeof w);
    hd_rng_seed(&w.rng, seed);
    front_program_make(&w.program, &w.rng);
    start(&w.b, cfg);
    begin_all(&w);
    const uint64_t all = UINT64_MAX >> (64 - cfg->slots);
    for (w.now = 0; w.now < PATIENCE && w.ended != all; w.now++) {
        uint64_t busy[PDOM_FRONT_MAX_SLOTS];
        memcpy(busy, w.busy, sizeof busy); /* busy still as it is written */
        neighbours_answer(&w);
        pdom_front_resolve(&w.b.s, &w.b.in, &w.b.out);
        neighbours_take(&w, busy);
        see(&w.b);
        note(&w);
        edge(&w.b);
    }
    assert_int_equal(w.ended, all);
    for (uint32_t s = 0; s < cfg->slots; s++)
        for (uint32_t l = 0; l < cfg->lanes; l++) assert_true(w.thread[s][l].ended);
}

static void programs(void **state)
{
    const struct pdom_front_cfg sizes[] = {
        hand,
        {9, 5, 3, 1, 2, 4, 3, 8, 19, 5},
        {2, 1, 1, 2, 1, 1, 3, 4, 4, 2},
        {12, 16, 2, 2, 4, 2, 4, 4, 34, 8},
    };
    (void)state;
    for (uint32_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        for (uint64_t seed = 1; seed <= 40; seed++) run_program(&sizes[k], seed);
}

/* ---- init, reset, check, promise ------------------------------------------------------- */

static void init_refuses(void **state)
{
    static const struct {
        uint32_t slots, ports, accesses, lanes, depth;
        const char *says;
    } rows[] = {
        {4, 0, 3, 4, 4, "Ports must be 1 to 3"},
        {8, 4, 3, 4, 4, "Ports must be 1 to 3"},
        {2, 2, 3, 4, 4, "Slots must be a multiple of Ports, 2 Ports to 64"},
        {66, 2, 3, 4, 4, "Slots must be a multiple of Ports, 2 Ports to 64"},
        {5, 2, 3, 4, 4, "Slots must be a multiple of Ports, 2 Ports to 64"},
        {4, 2, 0, 4, 4, "Accesses must be 1 to 255"},
        {4, 2, 256, 4, 4, "Accesses must be 1 to 255"},
        {4, 2, 3, 65, 4, "Lanes must be 1 to 64"},
        {4, 2, 3, 4, 5, "Depth must be 4, 8 or 16"},
    };
    struct pdom_front s;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct pdom_front_cfg c = hand;
        c.slots = rows[k].slots;
        c.ports = rows[k].ports;
        c.accesses = rows[k].accesses;
        c.lanes = rows[k].lanes;
        c.depth = rows[k].depth;
        const char *wrong = pdom_front_init(&s, &c);
        assert_non_null(wrong);
        assert_string_equal(wrong, rows[k].says);
    }
    struct pdom_front_cfg c = hand;
    c.entries = 3;
    assert_string_equal(pdom_front_init(&s, &c), "Entries must be 1, 2 or 4");
    c = hand;
    c.policy = 3;
    assert_non_null(pdom_front_init(&s, &c));
}

static void reset_forgets(void **state)
{
    struct bench b, fresh;
    (void)state;
    start(&fresh, &hand);
    start(&b, &hand);
    begin(&b, 0, 3);
    bring(&b, 0, PC, FRONT_LW, 0);
    cycle(&b);
    assert_int_equal(b.s.access[0], 1);
    pdom_front_reset(&b.s);
    assert_memory_equal(b.s.access, fresh.s.access, sizeof b.s.access);
    assert_int_equal(b.s.buffer.heads | b.s.stack.here | b.s.buffer.flying, 0);
    b.in.ready = 0;
    begin(&b, 0, 3);
    ask(&b, 0, PC);
}

static void check_fails(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    b.s.access[3] = 4;
    assert_string_equal(pdom_front_check(&b.s), "accesses");
    b.s.access[3] = 3;
    assert_null(pdom_front_check(&b.s));
    b.s.stack.check = 1;
    assert_non_null(pdom_front_check(&b.s));
    start(&b, &hand);
    b.s.buffer.passed = 1;
    assert_string_equal(pdom_front_check(&b.s), "passed_head");
    start(&b, &hand);
    b.s.scheduler[1].last = 9;
    assert_non_null(pdom_front_check(&b.s));
}

static void promise_fails(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    b.in.begin_en = true;
    b.in.begin_slot = 1;
    b.in.ready = 2;
    assert_string_equal(pdom_front_promise(&b.s, &b.in), "begin");
    b.in.ready = 0;
    assert_null(pdom_front_promise(&b.s, &b.in));
    b.s.access[1] = 1;
    assert_string_equal(pdom_front_promise(&b.s, &b.in), "begin");
    b.in.begin_en = false;
    b.in.end_valid = true;
    b.in.end_slot = 1;
    assert_null(pdom_front_promise(&b.s, &b.in));
    b.s.access[1] = 0;
    assert_string_equal(pdom_front_promise(&b.s, &b.in), "end");

    /* A stop that waits in the buffer is not resolved; one that has issued is, once. */
    start(&b, &hand);
    begin(&b, 0, 1);
    bring(&b, 0, PC, FRONT_J, 0);
    resolve(&b, 0, DECODE_JUMP, PC, 1);
    assert_string_equal(pdom_front_promise(&b.s, &b.in), "resolve");
    b.in.res_valid[0] = false;
    b.in.begin_en = true;
    b.in.begin_slot = 0;
    b.in.ready = 0;
    assert_string_equal(pdom_front_promise(&b.s, &b.in), "begin");
    b.in.begin_en = false;
    b.in.ready = 1;
    cycle(&b);
    b.in.leave = 1;
    assert_string_equal(pdom_front_promise(&b.s, &b.in), "leave");
    b.in.leave = 0;
    resolve(&b, 0, DECODE_JUMP, PC, 1);
    assert_null(pdom_front_promise(&b.s, &b.in));
    cycle(&b);
    resolve(&b, 0, DECODE_JUMP, PC, 1);
    assert_string_equal(pdom_front_promise(&b.s, &b.in), "resolve");
    b.in.begin_en = true; /* one broken promise is named, not the next */
    b.in.begin_slot = 0;
    assert_string_equal(pdom_front_promise(&b.s, &b.in), "resolve");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_begin_to_issue),
        cmocka_unit_test(pipe_is_busy),
        cmocka_unit_test(registers_hold),
        cmocka_unit_test(accesses_hold),
        cmocka_unit_test(access_and_end),
        cmocka_unit_test(meets_is_over_at_once),
        cmocka_unit_test(stops),
        cmocka_unit_test(flows),
        cmocka_unit_test(call_and_return),
        cmocka_unit_test(resolve_goes_first),
        cmocka_unit_test(resolve_waits_for_room),
        cmocka_unit_test(events),
        cmocka_unit_test(leaves),
        cmocka_unit_test(three_ports),
        cmocka_unit_test(in_halves),
        cmocka_unit_test(programs),
        cmocka_unit_test(init_refuses),
        cmocka_unit_test(reset_forgets),
        cmocka_unit_test(check_fails),
        cmocka_unit_test(promise_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
