/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the interweaving front end: the paper's traces; worked cases of the page's
 * rules and races; whole programs, of which every thread must run exactly what it runs alone; and
 * the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "core/decode.h"
#include "core/interweave_front.h"
#include "front_program.h"
#include "weave_program.h"

enum { PC = 0x4000, PORTS = INTERWEAVE_FRONT_PORTS, SLOTS = INTERWEAVE_FRONT_MAX_SLOTS };

/* ---- a bench --------------------------------------------------------------------------- */

struct bench {
    struct interweave_front s;
    struct interweave_front_in in;
    struct interweave_front_out out;
    uint8_t rows[FRONT_REGISTERS];
    uint8_t res_slot[PORTS];
    uint32_t res_addr[PORTS][FRONT_MAX_LANES];
    uint32_t fill_data[CCT_CONTEXT_WORDS];
};

/* All is taken; register r lies in row r ^ 32. */
static void start(struct bench *b, const struct interweave_front_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(interweave_front_init(&b->s, cfg));
    assert_null(interweave_front_check(&b->s));
    for (uint32_t r = 0; r < FRONT_REGISTERS; r++) b->rows[r] = (uint8_t)(r ^ 32);
    b->in.rows = b->rows;
    b->in.fill_data = b->fill_data;
    b->in.spill_ready = true;
    for (uint32_t p = 0; p < PORTS; p++) {
        b->in.issue_ready[p] = true;
        b->in.res[p].slot = &b->res_slot[p];
        b->in.res[p].addr = b->res_addr[p];
    }
}

/* The promises of this block to those inside. */
static void assert_children(const struct bench *b)
{
    const struct interweave_front *s = &b->s;
    const struct interweave_front_out *o = &b->out;
    for (uint32_t k = 0; k < PORTS; k++)
        if (o->sorted[k]) assert_null(hct_sorter_promise(&s->sorter[k], &o->sorter_in[k]));
    assert_null(cct_promise(&s->cold, &o->cold_in));
    assert_null(split_scoreboard_promise(&s->board, &o->board_in));
    if (s->cfg.mode != INTERWEAVE_SELECT_SBI)
        assert_null(interweave_select_promise(&s->select, &o->select_in));
    assert_null(barrier_unit_promise(&s->barrier, &o->barrier_in));
}

/* What is in out before has no effect. */
static void see(struct bench *b)
{
    const char *broken = interweave_front_promise(&b->s, &b->in);
    if (broken) print_error("%s\n", broken);
    assert_null(broken);
    memset(&b->out, 0xa5, sizeof b->out);
    interweave_front_eval(&b->s, &b->in, &b->out);
    assert_children(b);
}

/* Of an empty stage, and of nothing taken, all else means nothing. */
static void forget(struct interweave_select *s)
{
    if (!s->full) {
        s->slot = s->hot = 0;
        s->mask = 0;
        s->group = s->sole = false;
    }
    if (!s->took) s->took_slot = s->took_hot = 0;
}

/* A front that rests does nothing at the edge but pass. */
static void tick(struct bench *b)
{
    static struct interweave_front before;
    const bool rests = interweave_front_rests(&b->s, &b->in, &b->out);
    if (rests) memcpy(&before, &b->s, sizeof before);
    interweave_front_tick(&b->s, &b->in, &b->out);
    assert_null(interweave_front_check(&b->s));
    if (!rests) return;
    interweave_front_pass(&before);
    assert_int_equal(before.scan, b->s.scan);
    forget(&before.select);
    forget(&b->s.select);
    assert_memory_equal(&before, &b->s, sizeof before);
}

/* The edge. What happens once is over. */
static void edge(struct bench *b)
{
    tick(b);
    b->in.begin_en = b->in.rsp_valid = b->in.end_valid = b->in.fill_valid = false;
    for (uint32_t p = 0; p < PORTS; p++) b->in.res_valid[p] = b->in.res_here[p] = false;
    for (uint32_t w = 0; w < INTERWEAVE_FRONT_WRITERS; w++) b->in.wb_en[w] = false;
}

static void cycle(struct bench *b)
{
    see(b);
    edge(b);
}

/* ---- worked cases: helpers ------------------------------------------------------------- */

/* A warp is offered now. */
static void offer_begin(struct bench *b, uint32_t slot, uint32_t pc, uint64_t mask)
{
    b->in.begin_en = true;
    b->in.begin_slot = slot;
    b->in.begin_pc = pc;
    b->in.begin_mask = mask;
}

/* It may run from the next cycle on. */
static void begin(struct bench *b, uint32_t slot, uint32_t pc, uint64_t mask)
{
    offer_begin(b, slot, pc, mask);
    cycle(b);
    b->in.ready |= bit(slot);
}

static void set_issue_ready(struct bench *b, bool ready)
{
    for (uint32_t p = 0; p < PORTS; p++) b->in.issue_ready[p] = ready;
}

static uint32_t at(const struct bench *b, uint32_t slot, uint32_t hot)
{
    return slot * b->s.hot + hot;
}

/* These threads of the slot live. */
static void live(struct bench *b, uint32_t slot, uint64_t mask)
{
    struct barrier_unit *u = &b->s.barrier;
    if (!has(u->open, slot)) u->live[slot] = u->here[slot] = 0;
    u->open |= bit(slot);
    u->live[slot] |= mask;
    b->in.ready |= bit(slot);
}

/* A hot context, as if it had come there some time ago. */
static void plant(struct bench *b, uint32_t slot, uint32_t hot, uint32_t pc, uint64_t mask)
{
    const uint32_t c = at(b, slot, hot);
    b->s.valid |= bit(c);
    b->s.pc[c] = pc;
    b->s.mask[c] = mask;
    b->s.count[c] = (uint8_t)__builtin_popcountll(mask);
    live(b, slot, mask);
}

/* A cold one, behind those that are there. */
static void plant_cold(struct bench *b, uint32_t slot, uint32_t pc, uint64_t mask)
{
    const struct cct_in in = {
        .push_valid = true, .push_slot = slot, .push_pc = pc, .push_mask = mask, .push_last = true};
    struct cct_out out;
    cct_eval(&b->s.cold, &in, &out);
    cct_tick(&b->s.cold, &in, &out);
    live(b, slot, mask);
}

static void answer(struct bench *b, uint32_t slot, uint32_t word)
{
    b->in.rsp_valid = true;
    b->in.rsp_slot = slot;
    b->in.rsp_word = word;
}

/* The word of a hot context comes in this cycle, in which nothing issues. */
static void load(struct bench *b, uint32_t slot, uint32_t hot, uint32_t word)
{
    b->s.fetching |= bit(slot);
    b->s.fetch_pc[slot] = b->s.pc[at(b, slot, hot)];
    answer(b, slot, word);
    set_issue_ready(b, false);
    cycle(b);
    set_issue_ready(b, true);
    assert_true(has(b->s.loaded & b->s.look, at(b, slot, hot)));
}

/* It is checked as well: the context could issue in the next cycle. */
static void bring(struct bench *b, uint32_t slot, uint32_t hot, uint32_t word)
{
    load(b, slot, hot, word);
    set_issue_ready(b, false);
    cycle(b);
    set_issue_ready(b, true);
    assert_true(has(b->s.passed, at(b, slot, hot)));
}

/* The context has issued a stop. */
static void stays(struct bench *b, uint32_t slot, uint32_t hot)
{
    b->s.stay |= bit(at(b, slot, hot));
}

/* What a stop did is offered now, on this port; all its threads go elsewhere. */
static void resolve(struct bench *b, uint32_t p, uint32_t slot, uint32_t flow, uint32_t pc,
                    uint64_t mask, uint32_t to)
{
    struct front_resolved *r = &b->in.res[p];
    b->in.res_valid[p] = b->in.res_here[p] = true;
    b->res_slot[p] = (uint8_t)slot;
    r->flow = flow;
    r->pc = pc;
    r->mask = r->taken = mask;
    for (uint32_t l = 0; l < FRONT_MAX_LANES; l++) b->res_addr[p][l] = to;
}

static void assert_context(const struct bench *b, uint32_t slot, uint32_t hot, uint32_t pc,
                           uint64_t mask)
{
    const uint32_t c = at(b, slot, hot);
    assert_int_equal(has(b->s.valid, c), mask != 0);
    if (mask == 0) return;
    assert_int_equal(b->s.pc[c], pc);
    assert_int_equal(b->s.mask[c], mask);
}

/* The contexts of a slot's list, first to last, ended by a mask of 0. */
static void assert_cold(const struct bench *b, uint32_t slot, const uint64_t *masks)
{
    uint32_t e = b->s.cold.head[slot], n = 0;
    for (; masks[n] != 0; n++, e = b->s.cold.next[e]) {
        assert_true(n < b->s.cold.count[slot]);
        assert_int_equal(b->s.cold.mask[e], masks[n]);
    }
    assert_int_equal(b->s.cold.count[slot], n);
}

static const struct interweave_front_cfg hand = {.slots = 4,
                                                 .lanes = 8,
                                                 .mode = INTERWEAVE_SELECT_SBI,
                                                 .sets = 1,
                                                 .seed = 1,
                                                 .entries = 2,
                                                 .cold_entries = 8,
                                                 .levels = 8,
                                                 .patience = 63,
                                                 .accesses = 3};

/* ---- what is under way in the pipes ------------------------------------------------------ */

struct stop {
    uint64_t due;
    uint32_t slot, flow, pc;
    uint64_t mask, taken;
    uint32_t addr[FRONT_MAX_LANES];
};

struct write {
    uint64_t due;
    uint32_t slot, tag, reg;
    uint64_t mask;
    bool pos, uses;
};

/* ---- the paper's traces ---------------------------------------------------------------- */

/* A cycle in which the pipes take instructions, and others in which they do not: so a step of the
 * row. In between words come, are checked, and results are there: latencies of fetch and branch
 * are no part of the paper's figure. */
enum { STEP = 12, FIGURE_LANES = 4, FIGURE_INSNS = 6 };

/* Instructions 1 to 6 of Figure 2: 1 the branch, 2 to 4 the if branch, of which 4 jumps to 6, 5 the
 * else branch, 6 behind both. There the threads end. */
static const uint32_t figure[FIGURE_INSNS + 1] = {0,       FRONT_BEQ, FRONT_ADD,      FRONT_ADD,
                                                  FRONT_J, FRONT_ADD, FRONT_EXIT_WORD};

static uint32_t figure_pc(uint32_t insn) { return PC + 4 * insn; }

struct figure {
    struct bench b;
    uint64_t other[2]; /* threads of each warp that take the else branch */
    uint32_t begins;   /* warp 2, in this cycle of the next step */
    bool fetches;
    uint32_t slot, pc;
    struct stop stop[2 * PORTS];
    struct write write[PORTS];
    uint32_t stops, writes;
    char row[3][64]; /* what issues in a step, a text a port */
};

/* All but the row answers at once. */
static void figure_answers(struct figure *f)
{
    struct interweave_front_in *in = &f->b.in;
    in->fetch_ready = true;
    in->rsp_valid = f->fetches;
    if (f->fetches) {
        const uint32_t insn = (f->pc - PC) / 4;
        in->rsp_slot = f->slot;
        in->rsp_word = insn <= FIGURE_INSNS ? figure[insn] : FRONT_ADD;
        in->rsp_sync = insn == 6;
        in->rsp_div = figure_pc(1);
    }
    if (f->stops != 0) {
        const struct stop *stop = &f->stop[0];
        in->res_valid[0] = in->res_here[0] = true;
        f->b.res_slot[0] = (uint8_t)stop->slot;
        in->res[0].flow = stop->flow;
        in->res[0].pc = stop->pc;
        in->res[0].mask = stop->mask;
        in->res[0].taken = stop->taken;
        memcpy(f->b.res_addr[0], stop->addr, sizeof stop->addr);
    }
    for (uint32_t k = 0; k < f->writes; k++) {
        in->wb_en[k] = true;
        in->wb_slot[k] = f->write[k].slot;
        in->wb_tag[k] = f->write[k].tag;
        in->wb_pos[k] = f->write[k].pos;
    }
    f->writes = 0;
}

static void figure_issues(struct figure *f, uint32_t p, char *text)
{
    const struct front_instruction *i = &f->b.out.issue[p];
    const uint32_t insn = (i->pc - PC) / 4;
    uint32_t n = (uint32_t)sprintf(text, "%u.%u:", i->slot[0] + 1u, insn);
    for (uint32_t l = 0; l < FIGURE_LANES; l++)
        if (has(i->mask, l)) n += (uint32_t)sprintf(text + n, "%u", l + 1);
    if (i->use >> FRONT_RD & 1) {
        struct write *w = &f->write[f->writes++];
        w->slot = i->slot[0];
        w->tag = f->b.out.issue_tag[p];
        w->pos = f->b.out.issue_pos[p];
    }
    if (i->flow == DECODE_NEXT) return;
    struct stop *stop = &f->stop[f->stops++];
    *stop = (struct stop){.slot = i->slot[0], .flow = i->flow, .pc = i->pc, .mask = i->mask};
    stop->taken = insn == 1 ? f->other[i->slot[0]] & i->mask : i->mask;
    for (uint32_t l = 0; l < FIGURE_LANES; l++) stop->addr[l] = figure_pc(insn == 1 ? 5 : 6);
}

/* A step: the pipes take what is there in its last cycle. What issues, with the lower number of
 * the instruction first, as the figure has it: warp.instruction:threads. */
static const char *figure_step(struct figure *f)
{
    f->row[0][0] = f->row[1][0] = f->row[2][0] = '\0';
    for (uint32_t k = 1; k <= STEP; k++) {
        figure_answers(f);
        if (k == f->begins) offer_begin(&f->b, 1, figure_pc(1), 15);
        for (uint32_t p = 0; p < PORTS; p++) f->b.in.issue_ready[p] = k == STEP;
        if (f->b.in.begin_en) f->b.in.ready &= ~bit(f->b.in.begin_slot);
        else f->b.in.ready |= f->b.s.barrier.open;
        see(&f->b);
        if (f->stops != 0 && f->b.out.res_ready[0]) {
            f->stops--;
            memmove(f->stop, f->stop + 1, f->stops * sizeof f->stop[0]);
        }
        for (uint32_t p = 0; p < PORTS; p++)
            if (f->b.out.issue_valid[p]) figure_issues(f, p, f->row[p]);
        f->fetches = f->b.out.fetch_valid;
        f->slot = f->b.out.fetch_slot;
        f->pc = f->b.out.fetch_pc;
        if (f->b.out.ev_valid) f->b.in.ready &= ~bit(f->b.out.ev_slot);
        edge(&f->b);
    }
    const bool swap =
        f->row[0][0] == '\0' || (f->row[1][0] != '\0' && strcmp(f->row[1], f->row[0]) < 0);
    snprintf(f->row[2], sizeof f->row[2], "%.30s%s%.30s", f->row[swap],
             f->row[0][0] != '\0' && f->row[1][0] != '\0' ? " " : "", f->row[!swap]);
    return f->row[2];
}

static void figure_start(struct figure *f, uint32_t mode, uint32_t constraint)
{
    struct interweave_front_cfg cfg = hand;
    cfg.lanes = FIGURE_LANES;
    cfg.mode = mode;
    cfg.constraint = constraint;
    memset(f, 0, sizeof *f);
    start(&f->b, &cfg);
    f->other[0] = 6; /* threads 2 and 3 of warp 1 */
    f->other[1] = 9; /* of warp 2 the others */
    begin(&f->b, 0, figure_pc(1), 15);
}

static void assert_steps(struct figure *f, const char *const *steps, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) assert_string_equal(figure_step(f), steps[k]);
    assert_string_equal(figure_step(f), "");
}

/* Figure 2(b). */
static void figure_branches(void **state)
{
    static const char *const steps[] = {"1.1:1234", "1.2:14 1.5:23", "1.3:14 1.6:23", "1.4:14",
                                        "1.6:14"};
    struct figure f;
    (void)state;
    figure_start(&f, INTERWEAVE_SELECT_SBI, 0);
    assert_steps(&f, steps, 5);
}

/* Figure 2(c): instruction 6 waits for all its threads. */
static void figure_constraint(void **state)
{
    static const char *const steps[] = {"1.1:1234", "1.2:14 1.5:23", "1.3:14", "1.4:14",
                                        "1.6:1234"};
    struct figure f;
    (void)state;
    figure_start(&f, INTERWEAVE_SELECT_SBI, 1);
    assert_steps(&f, steps, 5);
}

/* Figure 2(d): instruction 2 of warp 2 together with instruction 3 of warp 1. The second warp
 * begins in the second step; of it threads 2 and 3 take the if branch. */
static void figure_warps(void **state)
{
    static const char *const steps[] = {"1.2:14", "2.1:1234", "1.3:14 2.2:23", "1.4:14 2.3:23"};
    struct figure f;
    (void)state;
    figure_start(&f, INTERWEAVE_SELECT_SWI, 0);
    assert_string_equal(figure_step(&f), "1.1:1234");
    for (uint32_t k = 0; k < 4; k++) {
        f.begins = k == 0 ? 8 : 0;
        assert_string_equal(figure_step(&f), steps[k]);
    }
}

/* Figure 2(e): both. */
static void figure_both(void **state)
{
    static const char *const steps[] = {"1.1:1234",      "1.2:14 1.5:23", "2.1:1234",
                                        "1.3:14 2.2:23", "2.3:23 2.5:14", "1.4:14 2.4:23",
                                        "1.6:1234",      "2.6:1234"};
    struct figure f;
    (void)state;
    figure_start(&f, INTERWEAVE_SELECT_BOTH, 1);
    for (uint32_t k = 0; k < 8; k++) {
        f.begins = k == 2 ? 1 : 0;
        assert_string_equal(figure_step(&f), steps[k]);
    }
}

/* ---- worked cases ---------------------------------------------------------------------- */

/* Begin, fetch, answer, check, issue: a cycle each. Registers as the rows say, unused ones 0. */
static void from_begin_to_issue(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    see(&b);
    assert_true(b.out.begin_ready);
    assert_int_equal(b.out.why[1], FRONT_NO_WARP);
    begin(&b, 1, PC, 0xb);
    b.in.fetch_ready = true;
    see(&b);
    assert_true(b.out.fetch_valid);
    assert_int_equal(b.out.fetch_slot, 1);
    assert_int_equal(b.out.fetch_pc, PC);
    assert_int_equal(b.out.why[0], FRONT_NOT_FETCHED);
    edge(&b);
    answer(&b, 1, FRONT_LW);
    see(&b);
    assert_false(b.out.fetch_valid);
    edge(&b);
    see(&b);
    assert_true(b.out.look_en[0] && b.out.look_pass[0]);
    assert_false(b.out.look_en[1] || b.out.fetch_valid || b.out.issue_valid[0]);
    assert_int_equal(b.out.why[0], FRONT_WAITS);
    edge(&b);
    see(&b);
    const struct front_instruction *i = &b.out.issue[0];
    assert_true(b.out.issue_valid[0]);
    assert_false(b.out.issue_valid[1]);
    assert_int_equal(b.out.why[0], FRONT_ISSUES);
    assert_int_equal(b.out.why[1], FRONT_WAITS);
    assert_int_equal(i->slot[0], 1);
    assert_int_equal(i->pc, PC);
    assert_int_equal(i->word, FRONT_LW);
    assert_int_equal(i->mask, 0xb);
    assert_int_equal(i->unit, DECODE_MEMORY);
    assert_int_equal(i->flow, DECODE_NEXT);
    assert_int_equal(i->use, 1 | 8);
    assert_int_equal(i->reg[0], 6 ^ 32);
    assert_int_equal(i->reg[1] | i->reg[2], 0);
    assert_int_equal(i->reg[FRONT_RD], 5 ^ 32);
    assert_int_equal(b.out.issue_tag[0], 0);
    assert_false(b.out.issue_pos[0]);
    edge(&b);
    assert_context(&b, 1, 0, PC + 4, 0xb);
    assert_int_equal(b.s.access[1], 1);
    assert_int_equal(b.s.turns[1], 1);
}

/* What is not taken stays, and both of a pair go or none. */
static void pipes_busy(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 0, 0, PC, 3);
    plant(&b, 0, 1, PC + 64, 12);
    bring(&b, 0, 0, FRONT_ADD);
    bring(&b, 0, 1, FRONT_ADD);
    for (uint32_t p = 0; p < PORTS; p++) {
        set_issue_ready(&b, true);
        b.in.issue_ready[p] = false;
        see(&b);
        assert_true(b.out.offered[0] && b.out.offered[1]);
        assert_false(b.out.issue_valid[0] || b.out.issue_valid[1]);
        assert_int_equal(b.out.why[0], FRONT_PIPE_BUSY);
        assert_int_equal(b.out.why[1], FRONT_PIPE_BUSY);
        edge(&b);
        assert_context(&b, 0, 0, PC, 3);
    }
    set_issue_ready(&b, true);
    see(&b);
    assert_true(b.out.issue_valid[0] && b.out.issue_valid[1]);
    assert_int_equal(b.out.issue_tag[0], b.out.issue_tag[1]); /* two rows of one entry */
    assert_true(b.out.issue_pos[0] != b.out.issue_pos[1]);
    edge(&b);
    assert_context(&b, 0, 0, PC + 4, 3);
    assert_context(&b, 0, 1, PC + 68, 12);
    assert_int_equal(b.s.turns[0], 0); /* position 1 among them, no cold context */
}

/* Which port an instruction gets: what is sole gets port 0. One whose pipe is not needed may be
 * busy. */
static void ports(void **state)
{
    static const struct {
        uint32_t word[2];     /* of the positions; 0: none */
        uint32_t insn[PORTS]; /* at the ports: number of the position + 1 */
    } rows[] = {
        {{FRONT_ADD, FRONT_ADD}, {1, 2}},  {{FRONT_LW, FRONT_ADD}, {1, 2}},
        {{FRONT_ADD, FRONT_LW}, {2, 1}},   {{FRONT_ADD, FRONT_BARRIER_WORD}, {2, 1}},
        {{FRONT_LW, FRONT_SW}, {1, 0}},    {{FRONT_BARRIER_WORD, FRONT_LW}, {1, 0}},
        {{FRONT_FENCE, FRONT_LW}, {2, 1}}, {{FRONT_ADD, 0}, {1, 0}},
        {{FRONT_LW, 0}, {1, 0}},
    };
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start(&b, &hand);
        for (uint32_t h = 0; h < 2; h++)
            if (rows[k].word[h] != 0) plant(&b, 0, h, PC + 64 * h, 3u << 2 * h);
        for (uint32_t h = 0; h < 2; h++)
            if (rows[k].word[h] != 0) bring(&b, 0, h, rows[k].word[h]);
        for (uint32_t p = 0; p < PORTS; p++) b.in.issue_ready[p] = rows[k].insn[p] != 0;
        see(&b);
        for (uint32_t p = 0; p < PORTS; p++) {
            assert_int_equal(b.out.issue_valid[p], rows[k].insn[p] != 0);
            if (rows[k].insn[p] != 0)
                assert_int_equal(b.out.issue[p].pc, PC + 64 * (rows[k].insn[p] - 1));
        }
        edge(&b);
    }
    /* The secondary alone: port 0 if it is sole, else port 1. */
    for (uint32_t k = 0; k < 2; k++) {
        struct interweave_front_cfg cfg = hand;
        cfg.mode = INTERWEAVE_SELECT_SWI;
        start(&b, &cfg);
        plant(&b, 2, 0, PC, 3);
        bring(&b, 2, 0, k == 0 ? FRONT_ADD : FRONT_LW);
        see(&b);
        assert_false(b.out.select.primary_valid);
        assert_true(b.out.issue_valid[k == 0] && !b.out.issue_valid[k != 0]);
        edge(&b);
    }
}

/* A register that is read or written, and for some instructions any; a row that is written wakes
 * the slot. */
static void registers_hold(void **state)
{
    static const struct {
        uint32_t word, waits; /* for x5, x6, x7, x9: a bit each */
    } rows[] = {{FRONT_ADD, 7},    {FRONT_SW, 6},         {FRONT_LW, 3},
                {FRONT_FENCE, 0},  {FRONT_J, 0},          {FRONT_CSRRS, 15},
                {WEAVE_FLAGS, 15}, {FRONT_EXIT_WORD, 15}, {0xcc0022f3 /* x5 := thread_x */, 1}};
    static const uint32_t regs[] = {5, 6, 7, 9};
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        for (uint32_t r = 0; r < 4; r++) {
            const bool waits = rows[k].waits >> r & 1;
            start(&b, &hand);
            plant(&b, 0, 0, PC, 3);
            plant(&b, 0, 1, PC + 64, 12);
            load(&b, 0, 0, rows[k].word);
            struct split_scoreboard_in set = {.set_en = {true, true}, .set_pos = {false, true}};
            struct split_scoreboard_out out = {.set_tag = {0, 0}};
            set.set_reg[0] = regs[r] ^ 32;
            set.set_reg[1] = 5 ^ 32; /* of the other context: nothing to this one */
            split_scoreboard_tick(&b.s.board, &set, &out);
            set_issue_ready(&b, false);
            cycle(&b);
            assert_int_equal(has(b.s.passed, 0), !waits);
            assert_false(has(b.s.look, 0));
            b.in.wb_en[0] = true;
            b.in.wb_slot[0] = 0;
            cycle(&b);
            assert_int_equal(has(b.s.look, 0), waits);
            cycle(&b);
            assert_true(has(b.s.passed, 0));
        }
    }
}

/* No row is free: what has one waits, what has none does not. A float instruction without a
 * register has one. */
static void rows_are_full(void **state)
{
    static const struct {
        uint32_t word;
        bool has_row;
    } rows[] = {{FRONT_ADD, true},  {FRONT_LW, true},   {WEAVE_FEQ_X0, true},
                {FRONT_SW, false},  {FRONT_BEQ, false}, {FRONT_RET, false},
                {FRONT_CALL, true}, {FRONT_J, false},   {FRONT_FENCE, false}};
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start(&b, &hand);
        plant(&b, 0, 0, PC, 3);
        bring(&b, 0, 0, rows[k].word);
        b.s.board.pending[0] = 1 | 8; /* a row of each entry, of other registers */
        b.s.board.reg[0] = b.s.board.reg[3] = 20;
        b.s.board.deps[0] = b.s.board.deps[3] = 4;
        see(&b);
        assert_int_equal(b.out.issue_valid[0], !rows[k].has_row);
        b.in.wb_en[2] = true;
        b.in.wb_tag[2] = 1;
        b.in.wb_pos[2] = true;
        cycle(&b);
        if (!rows[k].has_row) continue;
        see(&b);
        assert_true(b.out.issue_valid[0]);
        assert_int_equal(b.out.issue_tag[0], 1);
        edge(&b);
        assert_int_equal(b.s.board.pending[0], 1 | 4);
        assert_int_equal(b.s.board.reg[2], rows[k].word == WEAVE_FEQ_X0 ? 0
                                           : rows[k].word == FRONT_CALL ? 1 ^ 32
                                                                        : 5 ^ 32);
    }
}

/* Fences, exits and atomics that are fences wait for accesses; while the other context has one of
 * these, no new access goes. */
static void accesses_hold(void **state)
{
    static const struct {
        uint32_t word;
        bool waits;
    } rows[] = {{FRONT_EXIT_WORD, true}, {FRONT_FENCE, true}, {FRONT_AMOADD_AQRL, true},
                {FRONT_AMOADD, false},   {FRONT_ADD, false},  {FRONT_BARRIER_WORD, false}};
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start(&b, &hand);
        plant(&b, 3, 0, PC, 3);
        plant(&b, 3, 1, PC + 64, 12);
        bring(&b, 3, 0, rows[k].word);
        b.s.access[3] = 1;
        b.s.with_access = 8;
        see(&b);
        assert_int_equal(b.out.issue_valid[0], !rows[k].waits);
        if (!rows[k].waits) continue;
        const struct interweave_front before = b.s;
        bring(&b, 3, 1, FRONT_ADD);
        see(&b);
        assert_true(b.out.issue_valid[0] && !b.out.issue_valid[1]);
        assert_int_equal(b.out.issue[0].pc, PC + 64);
        b.s = before;
        bring(&b, 3, 1, FRONT_LW);
        see(&b);
        assert_false(b.out.issue_valid[0] || b.out.issue_valid[1]);
        b.in.end_valid = true;
        b.in.end_slot = 3;
        cycle(&b);
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
    plant(&b, 1, 0, PC, 3);
    bring(&b, 1, 0, FRONT_LW);
    b.s.access[1] = 2;
    b.s.with_access = 2;
    b.in.end_valid = true;
    b.in.end_slot = 1;
    see(&b);
    assert_true(b.out.issue_valid[0]);
    edge(&b);
    assert_int_equal(b.s.access[1], 2);
}

/* ---- resolves ---- */

/* Where threads 0 to 3 go, of which threads 1 and 3 have one address and thread 2 another. */
static void flows(void **state)
{
    enum { A = 0x5000, B = 0x3000 };
    static const struct {
        uint32_t flow, taken;
        bool ready;
        uint32_t pc[2], mask[2]; /* of the two hot contexts then */
        bool stay[2];
    } rows[] = {
        {DECODE_NEXT, 15, true, {PC + 4, 0}, {15, 0}, {false, false}},
        {DECODE_PHASE, 15, true, {PC + 4, 0}, {15, 0}, {false, false}},
        {DECODE_BRANCH, 0, true, {PC + 4, 0}, {15, 0}, {false, false}},
        {DECODE_BRANCH, 10, true, {PC + 4, A}, {5, 10}, {false, false}},
        {DECODE_BRANCH, 4, true, {B, PC + 4}, {4, 11}, {false, false}},
        {DECODE_CALL, 15, false, {PC, A}, {4, 11}, {true, false}},
        {DECODE_RETURN, 0, false, {PC, A}, {4, 11}, {true, false}},
        {DECODE_JUMP, 15, false, {PC, A}, {4, 11}, {true, false}},
        {DECODE_EXIT, 15, true, {0, 0}, {0, 0}, {false, false}},
        {DECODE_BARRIER, 15, true, {0, 0}, {0, 0}, {false, false}},
    };
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start(&b, &hand);
        plant(&b, 2, 0, PC, 15);
        stays(&b, 2, 0);
        resolve(&b, 1, 2, rows[k].flow, PC, 15, A);
        b.in.res[1].taken = rows[k].taken;
        b.res_addr[1][2] = B;
        see(&b);
        assert_int_equal(b.out.event, INTERWEAVE_FRONT_RESOLVE);
        assert_int_equal(b.out.res_ready[1], rows[k].ready);
        edge(&b);
        for (uint32_t h = 0; h < 2; h++) {
            assert_context(&b, 2, h, rows[k].pc[h], rows[k].mask[h]);
            assert_int_equal(has(b.s.stay, at(&b, 2, h)), rows[k].stay[h]);
            assert_int_equal(has(b.s.moved, at(&b, 2, h)),
                             rows[k].mask[h] != 0 && rows[k].mask[h] != 15);
        }
        if (rows[k].ready) continue;
        resolve(&b, 1, 2, rows[k].flow, PC, 15, A);
        b.res_addr[1][2] = B;
        see(&b);
        assert_true(b.out.res_ready[1]);
        edge(&b);
        assert_context(&b, 2, 0, B, 4);
        assert_context(&b, 2, 1, A, 11);
    }
}

/* Threads that went on issue the same stop again while others of it are left: the first stop is
 * that of the lower position, and what is left goes where it was to go. */
static void stop_within_stop(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 0, 0, PC, 15);
    stays(&b, 0, 0);
    resolve(&b, 0, 0, DECODE_JUMP, PC, 15, PC); /* threads 0 and 1 come back to the jump */
    b.res_addr[0][2] = b.res_addr[0][3] = PC + 64;
    see(&b);
    assert_false(b.out.res_ready[0]);
    edge(&b);
    assert_context(&b, 0, 0, PC, 12);
    assert_context(&b, 0, 1, PC, 3);
    bring(&b, 0, 1, FRONT_J);
    cycle(&b);
    assert_int_equal(b.s.stay, 3);
    resolve(&b, 0, 0, DECODE_JUMP, PC, 15, PC);
    b.res_addr[0][2] = b.res_addr[0][3] = PC + 64;
    see(&b);
    assert_true(b.out.res_ready[0]);
    edge(&b);
    assert_context(&b, 0, 0, PC, 3);
    assert_int_equal(b.s.stay, 1);
    assert_context(&b, 0, 1, PC + 64, 12);
}

/* A third context goes to the cold table; a full one lets nothing be resolved. */
static void split_to_cold(void **state)
{
    static const uint64_t cold[] = {12, 0};
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 0, 0, PC, 15);
    stays(&b, 0, 0);
    plant(&b, 0, 1, PC + 32, 0xf0);
    b.s.cold.spill_valid = true;
    b.s.cold.spill_load = true;
    b.in.spill_ready = false;
    resolve(&b, 0, 0, DECODE_BRANCH, PC, 15, PC + 64);
    b.in.res[0].taken = 12;
    see(&b);
    assert_false(b.out.res_ready[0] || b.out.res_ready[1]);
    edge(&b);
    b.s.cold.spill_valid = false;
    resolve(&b, 0, 0, DECODE_BRANCH, PC, 15, PC + 64);
    b.in.res[0].taken = 12;
    see(&b);
    assert_true(b.out.res_ready[0]);
    edge(&b);
    assert_context(&b, 0, 0, PC + 4, 3);
    assert_context(&b, 0, 1, PC + 32, 0xf0);
    assert_cold(&b, 0, cold);
}

/* Where the scoreboard sees threads go: a row of position 0, 1 and 2 each. */
static void rows_follow(void **state)
{
    static const struct {
        uint32_t flow, taken;
        uint32_t deps[3];
    } rows[] = {
        {DECODE_BRANCH, 12, {1 | 4, 2, 4}}, /* the taken ones are cold */
        {DECODE_EXIT, 15, {4, 1, 4}},       /* the other context is the first now */
    };
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        start(&b, &hand);
        plant(&b, 0, 0, PC, 15);
        stays(&b, 0, 0);
        plant(&b, 0, 1, PC + 32, 0xf0);
        b.s.board.pending[0] = 7;
        for (uint32_t r = 0; r < 3; r++) b.s.board.deps[r] = 1u << r;
        resolve(&b, 0, 0, rows[k].flow, PC, 15, PC + 64);
        b.in.res[0].taken = rows[k].taken;
        cycle(&b);
        for (uint32_t r = 0; r < 3; r++) assert_int_equal(b.s.board.deps[r], rows[k].deps[r]);
    }
    /* With one hot context all others are elsewhere; a victim goes there, a guest comes. */
    struct interweave_front_cfg cfg = hand;
    cfg.mode = INTERWEAVE_SELECT_SWI;
    start(&b, &cfg);
    plant(&b, 0, 0, PC, 3);
    plant_cold(&b, 0, PC + 64, 12);
    b.s.turns[0] = 63;
    b.s.due = 1;
    b.s.board.pending[0] = 5; /* rows 0 and 2 */
    b.s.board.deps[0] = 1;
    b.s.board.deps[2] = 4;
    see(&b);
    assert_int_equal(b.out.work, INTERWEAVE_FRONT_HELP);
    edge(&b);
    assert_int_equal(b.s.board.deps[0], 4);
    assert_int_equal(b.s.board.deps[2], 5);
}

/* ---- work ---- */

/* Room, and a cold context: it becomes hot, in its place by its address. */
static void fills(void **state)
{
    static const uint64_t none[] = {0};
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 1, 0, PC, 3);
    plant_cold(&b, 1, PC - 32, 12);
    see(&b);
    assert_int_equal(b.out.event, INTERWEAVE_FRONT_WORK);
    assert_int_equal(b.out.work, INTERWEAVE_FRONT_FILL);
    assert_int_equal(b.out.work_slot, 1);
    edge(&b);
    assert_context(&b, 1, 0, PC - 32, 12);
    assert_context(&b, 1, 1, PC, 3);
    assert_cold(&b, 1, none);
    assert_int_equal(b.s.guest, 0);
    assert_int_equal(b.s.scan, 2);
    assert_int_equal(b.s.moved, 3u << 2);
    cycle(&b);
    assert_int_equal(b.s.moved, 0);
    assert_int_equal(b.s.scan, 3); /* no work: one more */

    start(&b, &hand); /* the first slot from scan on */
    for (uint32_t slot = 0; slot < 4; slot += 2) {
        plant(&b, slot, 0, PC, 3);
        plant_cold(&b, slot, PC + 64, 12);
    }
    b.s.scan = 1;
    cycle(&b);
    assert_context(&b, 2, 1, PC + 64, 12);
    assert_int_equal(b.s.scan, 3);
    cycle(&b);
    assert_context(&b, 0, 1, PC + 64, 12);
    assert_int_equal(b.s.scan, 1);
}

/* A slot that is due: the filled one is a guest, unless there is one. */
static void fills_with_guest(void **state)
{
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        start(&b, &hand);
        plant(&b, 1, 0, PC, 3);
        if (k == 1) b.s.guest = 4;
        b.s.turns[1] = 63;
        b.s.due = 2;
        plant_cold(&b, 1, PC + 32, 12);
        cycle(&b);
        assert_int_equal(b.s.guest, k == 0 ? 4 : 4);
        assert_context(&b, 1, 0, k == 0 ? PC + 32 : PC, k == 0 ? 12 : 3);
        assert_int_equal(b.s.turns[1], k == 0 ? 0 : 63);
    }
}

/* A slot that is due, both hot: the last one goes to the end of the list, the head is a guest until
 * it has issued. Not if there is a guest, or the last one stays. */
static void helps(void **state)
{
    static const uint64_t after[] = {0xc0, 12, 0};
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        start(&b, &hand);
        plant(&b, 2, 0, PC, 3);
        plant(&b, 2, 1, PC + 4, 12);
        if (k == 1) b.s.guest = 1u << 4;
        if (k == 2) stays(&b, 2, 1);
        if (k == 3) stays(&b, 2, 0);
        b.s.turns[2] = 63;
        b.s.due = 4;
        plant_cold(&b, 2, PC + 32, 0x30);
        plant_cold(&b, 2, PC + 16, 0xc0);
        see(&b);
        const bool help = k == 0 || k == 3;
        assert_int_equal(b.out.work == INTERWEAVE_FRONT_HELP, help);
        edge(&b);
        if (!help) continue;
        assert_cold(&b, 2, after);
        assert_context(&b, 2, k == 3, PC + 32, 0x30);
        assert_context(&b, 2, k != 3, PC, 3);
        assert_int_equal(b.s.guest, k == 3 ? 1u << 5 : 1u << 4);
        assert_int_equal(b.s.turns[2], 0);
        if (k == 3) continue;
        bring(&b, 2, 0, FRONT_ADD);
        cycle(&b); /* the guest issues: it is none any more, and behind the other one */
        assert_int_equal(b.s.guest, 0);
        assert_context(&b, 2, 0, PC, 3);
        assert_context(&b, 2, 1, PC + 36, 0x30);
        assert_int_equal(b.s.turns[2], 1);
    }
}

/* A guest that issues a stop stays, and is no guest. */
static void guest_stops(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 0, 0, PC, 3);
    plant(&b, 0, 1, PC + 4, 12);
    b.s.guest = 1;
    bring(&b, 0, 0, FRONT_BEQ);
    cycle(&b);
    assert_int_equal(b.s.guest, 0);
    assert_int_equal(b.s.stay, 1);
}

/* Whatever its address, a guest stays hot until it issues, and merges with none. */
static void guest_keeps_its_place(void **state)
{
    static const uint64_t cold[] = {12, 0};
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 0, 0, PC + 256, 3);
    plant(&b, 0, 1, PC + 252, 12);
    b.s.guest = 1;
    bring(&b, 0, 1, FRONT_SW);
    cycle(&b); /* the other one comes to its address */
    assert_context(&b, 0, 0, PC + 256, 3);
    assert_context(&b, 0, 1, PC + 256, 12);
    assert_int_equal(b.s.guest, 1);

    start(&b, &hand);
    plant(&b, 0, 0, PC + 256, 3);
    plant(&b, 0, 1, PC, 0x3c);
    b.s.guest = 1;
    stays(&b, 0, 1);
    resolve(&b, 0, 0, DECODE_BRANCH, PC, 0x3c, PC + 64);
    b.in.res[0].taken = 12;
    cycle(&b);
    assert_context(&b, 0, 0, PC + 256, 3);
    assert_context(&b, 0, 1, PC + 4, 0x30);
    assert_cold(&b, 0, cold);
    assert_int_equal(b.s.guest, 1);
}

/* The head of the list is not above the last hot context: they change places, or merge. */
static void exchanges(void **state)
{
    static const uint64_t last[] = {12, 0}, none[] = {0};
    static const struct {
        uint32_t pc;
        bool exchanges, merges;
    } rows[] = {{PC + 16, true, false},
                {PC + 32, true, true},
                {PC + 33, false, false},
                {PC - 4, true, false},
                {PC, true, true}};
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        for (uint32_t held = 0; held < 4; held++) {
            start(&b, &hand);
            plant(&b, 0, 0, PC, 3);
            plant(&b, 0, 1, PC + 32, 12);
            if (held == 1) stays(&b, 0, 1);
            if (held == 2) b.s.guest = 2;
            if (held == 3) b.s.guest = 1;
            plant_cold(&b, 0, rows[k].pc, 0x30);
            see(&b);
            const bool works = rows[k].exchanges && held == 0;
            assert_int_equal(b.out.work == INTERWEAVE_FRONT_EXCHANGE, works);
            edge(&b);
            assert_int_equal(b.s.scan, 1);
            if (works) assert_cold(&b, 0, rows[k].merges ? none : last);
        }
    }
    /* If no slot asks, of slot scan alone. */
    start(&b, &hand);
    plant(&b, 1, 0, PC, 3);
    plant(&b, 1, 1, PC + 32, 12);
    plant_cold(&b, 1, PC + 8, 0x30);
    see(&b);
    assert_int_equal(b.out.work, INTERWEAVE_FRONT_LOOK);
    assert_int_equal(b.out.work_slot, 0);
    assert_false(interweave_front_rests(&b.s, &b.in, &b.out));
    /* Of one that asks at once; the exchange is an event, and it asks again. */
    b.s.ask = 2;
    see(&b);
    assert_int_equal(b.out.work, INTERWEAVE_FRONT_EXCHANGE);
    edge(&b);
    assert_int_equal(b.s.ask, 2);
    assert_int_equal(b.s.scan, 2);
    see(&b);
    assert_int_equal(b.out.work, INTERWEAVE_FRONT_LOOK);
    assert_int_equal(b.out.work_slot, 1);
    edge(&b);
    assert_int_equal(b.s.ask, 0);
}

/* The last hot context is no candidate while its slot asks; a guest is, and so is the first one.
 * A slot without a cold context does not ask. */
static void asks(void **state)
{
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        start(&b, &hand);
        plant(&b, 0, 0, PC, 3);
        plant(&b, 0, 1, PC + 32, 12);
        bring(&b, 0, 0, FRONT_ADD);
        bring(&b, 0, 1, FRONT_ADD);
        if (k == 1) b.s.guest = 2;
        if (k != 2) plant_cold(&b, 0, PC + 64, 0x30);
        if (k != 3) b.s.ask = 1;
        see(&b);
        assert_int_equal(b.out.select_in.ready, k == 0 ? 1 : 3);
    }
}

/* Threads go on behind a barrier when all are there and the slot is ready: before other work. */
static void launches(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 2, 0, PC, 15);
    stays(&b, 2, 0);
    resolve(&b, 0, 2, DECODE_BARRIER, PC, 15, 0);
    cycle(&b);
    assert_int_equal(b.s.valid, 0);
    see(&b);
    assert_true(b.out.ev_valid);
    assert_int_equal(b.out.ev_kind, FRONT_BARRIER);
    assert_int_equal(b.out.ev_slot, 2);
    edge(&b);
    plant(&b, 0, 0, PC, 3);
    plant_cold(&b, 0, PC + 4, 12);
    b.in.ready = 1;
    b.s.scan = 1;
    see(&b);
    assert_int_equal(b.out.work, INTERWEAVE_FRONT_FILL);
    b.in.ready = 5;
    see(&b);
    assert_int_equal(b.out.work, INTERWEAVE_FRONT_LAUNCH);
    edge(&b);
    assert_context(&b, 2, 0, PC + 4, 15);
    assert_int_equal(b.s.scan, 1);
    assert_int_equal(b.s.moved, 1u << 4);
}

/* Issues go before work 15 times, then it goes first; resolves go first for ever. */
static void work_is_late(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 0, 0, PC, 3);
    plant_cold(&b, 0, PC + 32, 12);
    plant(&b, 1, 0, PC, 3);
    set_issue_ready(&b, false);
    for (uint32_t k = 0; k < INTERWEAVE_FRONT_LATE + 3; k++) {
        assert_int_equal(b.s.waits, k < INTERWEAVE_FRONT_LATE ? k : INTERWEAVE_FRONT_LATE);
        const uint32_t flow = k % 2 == 0 ? DECODE_JUMP : DECODE_NEXT;
        stays(&b, 1, 0);
        resolve(&b, 0, 1, flow, b.s.pc[2], 3, PC);
        cycle(&b);
    }
    assert_int_equal(b.s.waits, INTERWEAVE_FRONT_LATE);
    cycle(&b);
    assert_int_equal(b.s.waits, 0);
    assert_int_equal(b.s.valid, 7);

    start(&b, &hand);
    plant(&b, 1, 0, PC, 3);
    bring(&b, 1, 0, FRONT_SW);
    plant(&b, 0, 0, PC, 3);
    plant_cold(&b, 0, PC + 32, 12);
    b.s.waits = INTERWEAVE_FRONT_LATE - 1;
    const struct interweave_front before = b.s;
    b.s.cold.spill_valid = b.s.cold.spill_load = true; /* no work is possible */
    cycle(&b);
    assert_int_equal(b.s.waits, 0);
    b.s = before;
    set_issue_ready(&b, true);
    see(&b);
    assert_true(b.out.issue_valid[0]);
    edge(&b);
    bring(&b, 1, 0, FRONT_SW); /* nothing issues in between: the work is done */
    assert_int_equal(b.s.waits, 0);
    plant_cold(&b, 0, PC + 64, 0x30);
    b.s.turns[0] = 63;
    b.s.due = 1;
    b.s.waits = INTERWEAVE_FRONT_LATE;
    see(&b);
    assert_false(b.out.issue_valid[0]);
    assert_int_equal(b.out.why[0], FRONT_RESOLVES);
    assert_int_equal(b.out.why[1], FRONT_WAITS);
    assert_int_equal(b.out.event, INTERWEAVE_FRONT_WORK);
    b.in.issue_ready[0] = false;
    see(&b);
    assert_int_equal(b.out.why[0], FRONT_PIPE_BUSY);
    edge(&b);
    assert_int_equal(b.s.waits, 0);
}

/* ---- the constraint ---- */

static void suspends(void **state)
{
    static const struct {
        uint32_t div, first, turns;
        bool sync, guest, constraint, waits;
    } rows[] = {
        {PC, PC + 4, 0, true, false, true, true},   {PC, PC + 28, 62, true, false, true, true},
        {PC, PC, 0, true, false, true, false}, /* at the branch: it may go elsewhere */
        {PC, PC - 4, 0, true, false, true, false},  {PC + 8, PC + 4, 0, true, false, true, false},
        {PC, PC + 4, 0, false, false, true, false}, {PC, PC + 4, 0, true, true, true, false},
        {PC, PC + 4, 63, true, false, true, false}, {PC, PC + 4, 0, true, false, false, false},
        {PC, PC + 36, 0, true, false, true, false}, /* the first one stays, behind */
        {PC, PC + 32, 0, true, false, true, false}, /* at this place, and stays */
    };
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct interweave_front_cfg cfg = hand;
        cfg.constraint = rows[k].constraint;
        start(&b, &cfg);
        plant(&b, 0, 0, rows[k].first, 3);
        plant(&b, 0, 1, PC + 32, 12);
        if (rows[k].first >= PC + 32) stays(&b, 0, 0);
        b.in.rsp_sync = rows[k].sync;
        b.in.rsp_div = rows[k].div;
        if (rows[k].guest) b.s.guest = 2;
        bring(&b, 0, 1, FRONT_ADD);
        b.s.turns[0] = (uint8_t)rows[k].turns;
        b.s.due = rows[k].turns == 63;
        see(&b);
        assert_int_equal(b.out.offered[0] || b.out.offered[1], !rows[k].waits);
        edge(&b);
    }
}

/* ---- the races, one by one ------------------------------------------------------------- */

/* Resolves on both ports: port 0's; port 1's in the next cycle without one on port 0. */
static void race_two_resolves(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    for (uint32_t slot = 0; slot < 3; slot++) {
        plant(&b, slot, 0, PC, 3);
        stays(&b, slot, 0);
    }
    for (uint32_t slot = 0; slot < 2; slot++) {
        resolve(&b, 0, slot, DECODE_JUMP, PC, 3, PC + 64);
        resolve(&b, 1, 2, DECODE_JUMP, PC, 3, PC + 32);
        see(&b);
        assert_true(b.out.res_ready[0]);
        assert_false(b.out.res_ready[1]);
        edge(&b);
        assert_context(&b, slot, 0, PC + 64, 3);
        assert_context(&b, 2, 0, PC, 3);
    }
    resolve(&b, 1, 2, DECODE_JUMP, PC, 3, PC + 32);
    see(&b);
    assert_true(b.out.res_ready[1]);
    edge(&b);
    assert_context(&b, 2, 0, PC + 32, 3);
}

/* A resolve, and an instruction that could issue: the resolve. */
static void race_resolve_and_issue(void **state)
{
    struct bench b;
    (void)state;
    for (uint32_t p = 0; p < PORTS; p++) {
        start(&b, &hand);
        plant(&b, 0, 0, PC, 3);
        bring(&b, 0, 0, FRONT_ADD);
        plant(&b, 1, 0, PC, 3);
        stays(&b, 1, 0);
        resolve(&b, p, 1, DECODE_JUMP, PC, 3, PC + 64);
        see(&b);
        assert_true(b.out.offered[0] && b.out.res_ready[p]);
        assert_false(b.out.issue_valid[0]);
        assert_int_equal(b.out.why[0], FRONT_RESOLVES);
        assert_int_equal(b.out.why[1], FRONT_WAITS);
        edge(&b);
        see(&b);
        assert_true(b.out.issue_valid[0]);
    }
}

/* I1 issues, and its context merges with the one that waits for it: not passed, its word is there.
 */
static void race_issue_and_merge(void **state)
{
    struct interweave_front_cfg cfg = hand;
    struct bench b;
    (void)state;
    cfg.constraint = 1;
    start(&b, &cfg);
    plant(&b, 0, 0, PC + 4, 3);
    plant(&b, 0, 1, PC + 8, 12);
    b.in.rsp_sync = true;
    b.in.rsp_div = PC;
    bring(&b, 0, 1, FRONT_MUL);
    b.in.rsp_sync = false;
    bring(&b, 0, 0, FRONT_ADD);
    see(&b);
    assert_true(b.out.issue_valid[0]);
    assert_false(b.out.issue_valid[1]);
    edge(&b);
    assert_context(&b, 0, 0, PC + 8, 15);
    assert_int_equal(b.s.valid, 1);
    assert_int_equal(b.s.loaded, 1);
    assert_int_equal(b.s.look, 1);
    assert_int_equal(b.s.passed, 0);
    assert_int_equal(b.s.word[0], FRONT_MUL);
    assert_true(b.s.sync & 1);
    assert_int_equal(b.s.div[0], PC);
    assert_int_equal(b.s.moved, 1);
    assert_int_equal(b.s.count[0], 4);
    /* The first one's register is busy for all of them. */
    cycle(&b);
    assert_int_equal(b.s.passed, 0);
}

/* I1 and I2 of one slot: one sorter; the addresses may cross, or meet. */
static void race_pair_of_a_slot(void **state)
{
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        start(&b, &hand);
        plant(&b, 0, 0, k == 0 ? PC + 64 : PC, 3); /* a guest */
        plant(&b, 0, 1, PC, 12);
        b.s.guest = 1;
        bring(&b, 0, 0, FRONT_ADD);
        bring(&b, 0, 1, FRONT_SW);
        see(&b);
        assert_true(b.out.issue_valid[0] && b.out.issue_valid[1]);
        assert_true(b.out.sorted[0] && !b.out.sorted[1]);
        edge(&b);
        assert_context(&b, 0, 0, PC + 4, k == 0 ? 12 : 15);
        assert_context(&b, 0, 1, PC + 68, k == 0 ? 3 : 0);
        assert_int_equal(b.s.board.pending[0], 1);
        assert_int_equal(b.s.board.deps[0], k == 0 ? 2 : 1);
    }
    /* Of two slots: a sorter each. */
    struct interweave_front_cfg cfg = hand;
    cfg.mode = INTERWEAVE_SELECT_BOTH;
    start(&b, &cfg);
    for (uint32_t slot = 1; slot < 4; slot += 2) {
        plant(&b, slot, 0, PC, slot == 1 ? 3 : 12);
        bring(&b, slot, 0, FRONT_ADD);
    }
    set_issue_ready(&b, false);
    cycle(&b);
    set_issue_ready(&b, true);
    see(&b);
    assert_true(b.out.issue_valid[0] && b.out.issue_valid[1]);
    assert_true(b.out.sorted[0] && b.out.sorted[1]);
    edge(&b);
    assert_context(&b, 1, 0, PC + 4, 3);
    assert_context(&b, 3, 0, PC + 4, 12);
    assert_int_equal(b.s.turns[1] + b.s.turns[3], 2);
}

/* A response for a context that is pushed in this cycle: the word is lost, and fetched again. */
static void race_response_and_push(void **state)
{
    static const uint64_t cold[] = {12, 0};
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 0, 0, PC, 3);
    plant(&b, 0, 1, PC + 32, 12);
    plant_cold(&b, 0, PC + 16, 0x30);
    b.s.fetching = 1;
    b.s.fetch_pc[0] = PC + 32;
    answer(&b, 0, FRONT_ADD);
    see(&b);
    assert_int_equal(b.out.work, INTERWEAVE_FRONT_EXCHANGE);
    edge(&b);
    assert_context(&b, 0, 1, PC + 16, 0x30);
    assert_cold(&b, 0, cold);
    assert_int_equal(b.s.loaded | b.s.fetching, 0);
    b.s.fetch_turn = 1;
    see(&b);
    assert_int_equal(b.out.fetch_pc, PC + 16);
}

/* A context is checked and passes, and merges in this cycle: it has not passed. */
static void race_check_and_merge(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 0, 0, PC, 3);
    stays(&b, 0, 0);
    plant(&b, 0, 1, PC + 32, 12);
    load(&b, 0, 1, FRONT_ADD);
    resolve(&b, 0, 0, DECODE_JUMP, PC, 3, PC + 32);
    see(&b);
    assert_true(b.out.look_en[1] && b.out.look_pass[1]);
    edge(&b);
    assert_context(&b, 0, 0, PC + 32, 15);
    assert_int_equal(b.s.passed, 0);
    assert_int_equal(b.s.loaded & b.s.look, 1);
}

/* A register is written in the cycle of its look: the look stays, if it does not pass. */
static void race_look_and_write(void **state)
{
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        start(&b, &hand);
        plant(&b, 2, 0, PC, 3);
        load(&b, 2, 0, FRONT_ADD);
        b.s.board.pending[2] = 1;
        b.s.board.reg[2 * 2 * 2] = k == 0 ? 7 ^ 32 : 9;
        b.s.board.deps[2 * 2 * 2] = 1;
        b.in.wb_en[1] = true;
        b.in.wb_slot[1] = 2;
        b.in.wb_tag[1] = 0;
        b.in.wb_pos[1] = false;
        see(&b);
        assert_int_equal(b.out.look_pass[0], k == 1);
        set_issue_ready(&b, false);
        edge(&b);
        assert_int_equal(b.s.look, k == 0 ? 1u << 4 : 0);
        assert_int_equal(b.s.passed, k == 0 ? 0 : 1u << 4);
        cycle(&b);
        assert_int_equal(b.s.passed, 1u << 4);
    }
}

/* A warp begins, and something of other slots happens. */
static void race_begin(void **state)
{
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < 3; k++) {
        start(&b, &hand);
        plant(&b, 0, 0, PC, 3);
        if (k == 0) bring(&b, 0, 0, FRONT_ADD);
        if (k == 1) {
            stays(&b, 0, 0);
            resolve(&b, 0, 0, DECODE_JUMP, PC, 3, PC + 4);
        }
        if (k == 2) plant_cold(&b, 0, PC - 4, 12);
        b.s.fetch_turn = b.s.fetching = 2;
        b.s.turns[1] = 63;
        b.s.due = 2;
        offer_begin(&b, 1, PC + 64, 0xf0);
        cycle(&b);
        assert_context(&b, 1, 0, PC + 64, 0xf0);
        assert_context(&b, 0, 0, k == 2 ? PC - 4 : PC + 4, k == 2 ? 12 : 3);
        assert_int_equal(b.s.turns[1] | b.s.fetch_turn | (b.s.moved >> 2), 0);
        assert_int_equal(b.s.fetching, 2);
        assert_int_equal(b.s.barrier.live[1], 0xf0);
    }
}

/* The last threads of a warp leave: the barrier unit tells it. */
static void race_last_leave(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 3, 0, PC, 3);
    stays(&b, 3, 0);
    plant(&b, 3, 1, PC + 64, 12);
    stays(&b, 3, 1);
    resolve(&b, 0, 3, DECODE_EXIT, PC, 3, 0);
    see(&b);
    assert_true(b.out.res_ready[0]);
    edge(&b);
    assert_context(&b, 3, 0, PC + 64, 12);
    assert_true(has(b.s.stay, 6));
    see(&b);
    assert_false(b.out.ev_valid);
    resolve(&b, 1, 3, DECODE_EXIT, PC + 64, 12, 0);
    cycle(&b);
    see(&b);
    assert_true(b.out.ev_valid);
    assert_int_equal(b.out.ev_kind, FRONT_ENDED);
    assert_int_equal(b.out.ev_slot, 3);
    edge(&b);
    see(&b);
    assert_false(b.out.ev_valid);
}

/* ---- fetch and check ------------------------------------------------------------------- */

/* Slots in turn, the contexts of a slot in turn; a slot has one word under way, and gets none while
 * it is not ready. */
static void fetches_in_turn(void **state)
{
    static const uint32_t asked[][2] = {{3, PC + 128}, {1, PC}, {3, PC + 192}, {1, PC + 64}};
    struct bench b;
    (void)state;
    start(&b, &hand);
    for (uint32_t slot = 1; slot < 4; slot += 2) {
        plant(&b, slot, 0, PC + 64 * (slot - 1), 3);
        plant(&b, slot, 1, PC + 64 * slot, 12);
    }
    plant(&b, 2, 0, PC, 3);
    b.in.ready = 10;
    b.s.fetch_from = 2;
    see(&b);
    assert_true(b.out.fetch_valid);
    edge(&b); /* not taken */
    b.in.fetch_ready = true;
    for (uint32_t k = 0; k < 4; k++) {
        see(&b);
        assert_true(b.out.fetch_valid);
        assert_int_equal(b.out.fetch_slot, asked[k][0]);
        assert_int_equal(b.out.fetch_pc, asked[k][1]);
        edge(&b);
        if (k == 0) continue;
        b.in.fetch_ready = false;
        answer(&b, k % 2 == 1 ? 3 : 1, FRONT_ADD);
        see(&b);
        assert_false(b.out.fetch_valid);
        set_issue_ready(&b, false);
        edge(&b);
        b.in.fetch_ready = true;
    }
    assert_int_equal(b.s.fetch_from, 2);
    see(&b);
    assert_false(b.out.fetch_valid);
}

/* A word goes to the context that is there, whichever asked for it: of two the first one. With none
 * it is dropped. */
static void answers(void **state)
{
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < 5; k++) {
        start(&b, &hand);
        plant(&b, 0, 0, PC, 3);
        plant(&b, 0, 1, k == 1 ? PC : PC + 4, 12);
        if (k == 1) b.s.guest = 1; /* both are there */
        if (k == 2) stays(&b, 0, 0);
        b.s.fetching = 1;
        b.s.fetch_pc[0] = k == 3 ? PC + 4 : k == 4 ? PC + 8 : PC;
        answer(&b, 0, FRONT_ADD);
        cycle(&b);
        assert_int_equal(b.s.loaded, k < 2 ? 1 : k == 3 ? 2 : 0);
        assert_int_equal(b.s.fetching, 0);
    }
}

/* A context of each position in a cycle, slots in turn. */
static void checks_in_turn(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    for (uint32_t slot = 0; slot < 3; slot++) {
        plant(&b, slot, 0, PC, 3);
        plant(&b, slot, 1, PC + 64, 12);
    }
    b.s.check_from[0] = 1;
    set_issue_ready(&b, false);
    for (uint32_t c = 0; c < 6; c++) {
        b.s.loaded |= bit(c);
        b.s.look |= bit(c);
        b.s.word[c] = FRONT_FENCE;
        b.s.unit[c] = DECODE_NO_UNIT;
        b.s.fence |= bit(c);
        b.s.quiet |= bit(c);
    }
    for (uint32_t k = 0; k < 3; k++) {
        see(&b);
        assert_true(b.out.look_en[0] && b.out.look_en[1]);
        assert_int_equal(b.out.look_slot[0], (k + 1) % 3);
        assert_int_equal(b.out.look_slot[1], k);
        edge(&b);
    }
    assert_int_equal(b.s.passed, 63);
    assert_int_equal(b.s.check_from[0], 1);
    assert_int_equal(b.s.check_from[1], 3);
    cycle(&b);
    assert_int_equal(b.s.check_from[0], 1);
}

/* ---- whole programs -------------------------------------------------------------------- */

enum { MAX_STOPS = 2 * SLOTS, MAX_WRITES = 1024, ROUNDS = 2, LONG = 1500000 };

/* How the neighbours behave, in sixteenths. */
struct manners {
    uint32_t issue, fetch, runs, spill;
    uint32_t latency;
};

/* The neighbours of a front that runs one program on all its slots. */
struct world {
    struct bench b;
    struct manners manners;
    struct hd_rng rng;
    struct weave_program program;
    struct weave_warp warp[SLOTS];
    struct weave_thread thread[SLOTS][FRONT_MAX_LANES];
    uint64_t busy[SLOTS][FRONT_MAX_LANES]; /* registers that the thread waits for */
    uint32_t writing[SLOTS][FRONT_MAX_LANES];
    uint64_t now;
    uint32_t access[SLOTS];
    uint32_t before[SLOTS]; /* accesses at the begin of the cycle */
    uint64_t staged;        /* slots of an instruction that waits for its operands */
    uint64_t waits;         /* at a barrier */
    uint64_t ended;
    uint32_t rounds[SLOTS];
    uint64_t fetching;
    uint32_t fetch_pc[SLOTS];
    uint64_t fetched_at[SLOTS];
    struct stop stop[PORTS][MAX_STOPS]; /* the oldest first */
    uint32_t stops[PORTS];
    struct write write[MAX_WRITES];
    uint32_t writes;
    uint32_t memory[SLOTS][CCT_MAX_LEVELS][CCT_CONTEXT_WORDS];
    uint64_t reading;
    uint32_t read_level[SLOTS];
    uint32_t late;
    /* Seen: */
    uint64_t issued, pairs, helps, spills, merges, exchanges, suspends, rests;
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
    return lowest(mask);
}

static bool waits_for_accesses(uint32_t word)
{
    return word == FRONT_EXIT_WORD || word == FRONT_FENCE || word == FRONT_AMOADD_AQRL;
}

static bool waits_for_all(uint32_t word)
{
    return word == FRONT_EXIT_WORD || word == FRONT_CSRRS || word == WEAVE_FLAGS;
}

/* A thread of an instruction: it is at this place, and waits for no register of it. */
static void run_thread(struct world *w, const struct front_instruction *i, uint32_t l,
                       struct stop *stop)
{
    const uint32_t slot = i->slot[0];
    struct weave_thread *t = &w->thread[slot][l];
    assert_false(t->ended);
    assert_int_equal(t->at, weave_index(i->pc));
    for (uint32_t o = 0; o < FRONT_OPERANDS; o++)
        assert_false((i->use >> o & 1) && has(w->busy[slot][l], i->reg[o]));
    if (waits_for_all(i->word)) assert_int_equal(w->writing[slot][l], 0);
    if (weave_step(t)) stop->taken |= bit(l);
    stop->addr[l] = weave_address(t->at);
}

static void set_row(struct world *w, const struct front_instruction *i, uint32_t p)
{
    struct write *to = &w->write[w->writes++];
    assert_true(w->writes <= MAX_WRITES);
    to->due = w->now + 1 + hd_rng_below(&w->rng, w->manners.latency);
    to->slot = i->slot[0];
    to->tag = w->b.out.issue_tag[p];
    to->pos = w->b.out.issue_pos[p];
    to->mask = i->mask;
    to->uses = i->use >> FRONT_RD & 1;
    to->reg = i->reg[FRONT_RD];
    for (uint64_t left = i->mask; left != 0; left &= left - 1) {
        if (to->uses) w->busy[to->slot][lowest(left)] |= bit(to->reg);
        w->writing[to->slot][lowest(left)]++;
    }
}

static void run(struct world *w, uint32_t p)
{
    const struct front_instruction *i = &w->b.out.issue[p];
    const uint32_t slot = i->slot[0];
    struct stop stop = {w->now + 1 + hd_rng_below(&w->rng, w->manners.latency),
                        slot,
                        i->flow,
                        i->pc,
                        i->mask,
                        0,
                        {0}};
    assert_true(i->mask != 0 && slot < w->b.s.cfg.slots && w->b.in.issue_ready[p]);
    assert_true(has(w->b.in.ready, slot));
    assert_int_equal(i->word, w->program.insn[weave_index(i->pc)].word);
    if (waits_for_accesses(i->word)) assert_int_equal(w->before[slot], 0);
    for (uint64_t left = i->mask; left != 0; left &= left - 1)
        run_thread(w, i, lowest(left), &stop);
    if ((i->use >> FRONT_RD & 1) || i->unit == DECODE_FLOAT) set_row(w, i, p);
    if (i->unit == DECODE_MEMORY || i->flow == DECODE_BARRIER) assert_int_equal(p, 0);
    if (i->unit == DECODE_MEMORY) w->access[slot]++;
    if (i->flow != DECODE_NEXT || i->unit == DECODE_CSR) {
        assert_true(w->stops[p] < MAX_STOPS);
        w->stop[p][w->stops[p]++] = stop;
    }
    w->issued++;
}

/* A register is written: its threads wait for it until the end of this cycle. */
static void written(struct world *w)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < w->writes; k++) {
        const struct write *is = &w->write[k];
        bool done = false;
        for (uint32_t n = 0; n < INTERWEAVE_FRONT_WRITERS; n++)
            done |= w->b.in.wb_en[n] && w->b.in.wb_slot[n] == is->slot &&
                    w->b.in.wb_tag[n] == is->tag && w->b.in.wb_pos[n] == is->pos;
        if (!done) {
            w->write[kept++] = *is;
            continue;
        }
        for (uint64_t left = is->mask; left != 0; left &= left - 1) {
            if (is->uses) w->busy[is->slot][lowest(left)] &= ~bit(is->reg);
            w->writing[is->slot][lowest(left)]--;
        }
    }
    w->writes = kept;
}

static void neighbours_answer(struct world *w)
{
    struct interweave_front_in *in = &w->b.in;
    uint32_t n = 0;
    in->fetch_ready = chance(w, w->manners.fetch);
    if (w->fetching != 0) {
        const uint32_t slot = some(w, w->fetching);
        const struct weave_insn *i = &w->program.insn[weave_index(w->fetch_pc[slot])];
        in->rsp_valid = w->now > w->fetched_at[slot] && chance(w, 12);
        in->rsp_slot = slot;
        in->rsp_word = i->word;
        in->rsp_sync = i->sync;
        in->rsp_div = weave_address(i->div);
        if (in->rsp_valid) w->fetching &= ~bit(slot);
    }
    for (uint32_t k = 0; k < w->writes && n < INTERWEAVE_FRONT_WRITERS; k++) {
        const struct write *is = &w->write[k];
        if (is->due > w->now || !chance(w, 12)) continue;
        in->wb_en[n] = true;
        in->wb_slot[n] = is->slot;
        in->wb_tag[n] = is->tag;
        in->wb_pos[n++] = is->pos;
    }
    in->end_slot = hd_rng_below(&w->rng, w->b.s.cfg.slots);
    in->end_valid = w->access[in->end_slot] > 0 && chance(w, 12);
    if (w->waits != 0 && chance(w, 4)) w->waits &= ~bit(some(w, w->waits));
    in->ready = ones(w->b.s.cfg.slots) & ~(w->waits | w->ended);
    if (!chance(w, w->manners.runs)) in->ready &= hd_rng_next(&w->rng);
    in->spill_ready = chance(w, w->manners.spill);
    in->fill_valid = w->reading != 0 && chance(w, 6);
    if (!in->fill_valid) return;
    in->fill_slot = some(w, w->reading);
    memcpy(w->b.fill_data, w->memory[in->fill_slot][w->read_level[in->fill_slot]],
           sizeof w->b.fill_data);
    w->reading &= ~bit(in->fill_slot);
}

/* Results are there in the order of their ports' instructions. */
static void neighbours_offer(struct world *w)
{
    struct interweave_front_in *in = &w->b.in;
    for (uint32_t p = 0; p < PORTS; p++) {
        const struct stop *stop = w->stop[p];
        struct front_resolved *r = &in->res[p];
        in->res_here[p] = w->stops[p] != 0 && stop->due <= w->now;
        in->res_valid[p] = in->res_here[p] && chance(w, 14);
        if (!in->res_here[p]) continue;
        w->b.res_slot[p] = (uint8_t)stop->slot;
        r->flow = stop->flow;
        r->pc = stop->pc;
        r->mask = stop->mask;
        r->taken = stop->taken;
        memcpy(w->b.res_addr[p], stop->addr, sizeof stop->addr);
    }
    for (uint32_t p = 0; p < PORTS; p++) in->issue_ready[p] = chance(w, w->manners.issue);
    for (uint32_t slot = 0; slot < w->b.s.cfg.slots; slot++)
        if (w->access[slot] >= w->b.s.cfg.accesses) in->issue_ready[0] = false;
}

static void note_memory(struct world *w)
{
    const struct cct_out *cold = &w->b.out.cold;
    if (!cold->spill_valid || !w->b.in.spill_ready) return;
    if (cold->spill_load) {
        w->reading |= bit(cold->spill_slot);
        w->read_level[cold->spill_slot] = cold->spill_level;
    } else {
        memcpy(w->memory[cold->spill_slot][cold->spill_level], cold->spill_data,
               sizeof cold->spill_data);
        w->spills++;
    }
}

static void note_work(struct world *w)
{
    const struct interweave_front_out *out = &w->b.out;
    const bool works = out->event == INTERWEAVE_FRONT_WORK;
    w->helps += works && out->work == INTERWEAVE_FRONT_HELP;
    w->exchanges += works && out->work == INTERWEAVE_FRONT_EXCHANGE;
    w->suspends += (w->b.s.loaded & w->b.s.sync & w->b.s.passed) != 0;
    w->rests += interweave_front_rests(&w->b.s, &w->b.in, out);
    for (uint32_t j = 0; j < PORTS && out->sorted[0]; j++) {
        uint32_t from = 0;
        for (uint32_t i = 0; i < HCT_SORTER_CONTEXTS; i++)
            from += out->sorter[0].from >> (3 * i + j) & 1;
        w->merges += from > 1;
    }
    w->late = w->b.s.waits == INTERWEAVE_FRONT_LATE ? w->late + 1 : 0;
    assert_true(w->late < 2000);
}

static void note(struct world *w)
{
    const struct interweave_front_out *out = &w->b.out;
    const bool both = out->issue_valid[0] && out->issue_valid[1];
    memcpy(w->before, w->access, sizeof w->before);
    const bool one_row = !w->b.s.cfg.memory_group || out->issue[0].unit != DECODE_MEMORY;
    if (both) assert_int_not_equal(out->issue[1].unit, DECODE_MEMORY);
    if (both && one_row) assert_int_equal(out->issue[0].mask & out->issue[1].mask, 0);
    w->pairs += both;
    for (uint32_t p = 0; p < PORTS; p++) {
        if (w->b.in.res_valid[p] && out->res_ready[p]) {
            w->stops[p]--;
            memmove(w->stop[p], w->stop[p] + 1, w->stops[p] * sizeof w->stop[p][0]);
        }
        if (out->issue_valid[p]) run(w, p);
    }
    written(w);
    if (w->b.in.end_valid) w->access[w->b.in.end_slot]--;
    if (out->ev_valid && out->ev_kind == FRONT_BARRIER) w->waits |= bit(out->ev_slot);
    if (out->ev_valid && out->ev_kind == FRONT_ENDED) w->ended |= bit(out->ev_slot);
    if (out->fetch_valid && w->b.in.fetch_ready) {
        assert_false(has(w->fetching, out->fetch_slot));
        w->fetching |= bit(out->fetch_slot);
        w->fetch_pc[out->fetch_slot] = out->fetch_pc;
        w->fetched_at[out->fetch_slot] = w->now;
    }
    note_memory(w);
    note_work(w);
}

/* A warp whose threads have all ended gives way to the next one. */
static void next_warp(struct world *w)
{
    const struct interweave_front_cfg *c = &w->b.s.cfg;
    uint64_t free = 0;
    for (uint32_t slot = 0; slot < c->slots; slot++)
        if (has(w->ended, slot) && w->rounds[slot] < ROUNDS && w->access[slot] == 0)
            free |= bit(slot);
    if (free == 0 || !chance(w, 8)) return;
    const uint32_t slot = some(w, free);
    uint64_t mask = hd_rng_next(&w->rng) & ones(c->lanes);
    if (mask == 0 || slot == 0) mask = ones(c->lanes);
    w->b.in.begin_en = true;
    w->b.in.begin_slot = slot;
    w->b.in.begin_pc = weave_address(1);
    w->b.in.begin_mask = mask;
    w->warp[slot] = (struct weave_warp){0, false};
    uint32_t rank = (uint32_t)__builtin_popcountll(mask);
    const bool up = chance(w, 8); /* the order of turns */
    if (up) rank = 0;
    for (uint32_t l = 0; l < c->lanes; l++) {
        const bool lives = has(mask, l);
        if (lives && !up) rank--;
        w->thread[slot][l] = (struct weave_thread){.program = &w->program,
                                                   .warp = &w->warp[slot],
                                                   .seed = hd_rng_next(&w->rng),
                                                   .rank = rank,
                                                   .at = 1,
                                                   .ended = !lives};
        if (lives && up) rank++;
    }
    w->rounds[slot]++;
    w->ended &= ~bit(slot);
}

static void report(const struct world *w, uint64_t seed)
{
    print_error("seed %llu cycle %llu issued %llu\n", (unsigned long long)seed,
                (unsigned long long)w->now, (unsigned long long)w->issued);
}

static bool all_done(const struct world *w)
{
    for (uint32_t slot = 0; slot < w->b.s.cfg.slots; slot++)
        if (w->rounds[slot] < ROUNDS) return false;
    return w->ended == ones(w->b.s.cfg.slots);
}

/* Both halves as a machine calls them give what eval gives. */
static void in_halves(struct world *w)
{
    static struct interweave_front_out whole;
    const bool valid = w->b.in.res_valid[1];
    see(&w->b);
    memcpy(&whole, &w->b.out, sizeof whole);
    memset(&w->b.out, 0xa5, sizeof w->b.out);
    w->b.in.res_valid[1] = !valid; /* not known yet */
    interweave_front_resolve(&w->b.s, &w->b.in, &w->b.out);
    w->b.in.res_valid[1] = valid;
    interweave_front_issue(&w->b.s, &w->b.in, &w->b.out);
    assert_memory_equal(&whole, &w->b.out, sizeof whole);
}

/* Every thread of every warp runs exactly what it runs alone, to its end. */
static void run_program(struct world *w, const struct interweave_front_cfg *cfg,
                        const struct manners *manners, uint64_t seed, bool trap)
{
    memset(w, 0, sizeof *w);
    hd_rng_seed(&w->rng, seed);
    w->manners = *manners;
    weave_make(&w->program, &w->rng, seed % 2 == 0, seed % 3 == 0);
    if (trap) weave_make_trap(&w->program);
    start(&w->b, cfg);
    w->ended = ones(cfg->slots);
    for (w->now = 0; w->now < LONG && !all_done(w); w->now++) {
        neighbours_answer(w);
        neighbours_offer(w);
        next_warp(w);
        if (w->now % 16 == 0) in_halves(w);
        else see(&w->b);
        note(w);
        edge(&w->b);
    }
    if (!all_done(w)) report(w, seed);
    assert_true(all_done(w));
    for (uint32_t s = 0; s < cfg->slots; s++)
        for (uint32_t l = 0; l < cfg->lanes; l++) assert_true(w->thread[s][l].ended);
    assert_int_equal(w->b.s.valid, 0);
}

/* A spinner on each side of the one for which both wait. */
static void traps(void **state)
{
    static const struct interweave_front_cfg sizes[] = {
        {2, 8, 0, 1, 1, 4, 16, 8, 1, 63, 3, 1},
        {2, 8, 2, 1, 1, 4, 16, 8, 1, 5, 3, 0},
        {2, 8, 0, 1, 1, 4, 4, 8, 1, 1, 3, 1},
        {2, 16, 2, 1, 1, 4, 4, 16, 1, 20, 3, 0},
    };
    static const struct manners manners = {13, 12, 15, 8, 9};
    static struct world w;
    (void)state;
    for (uint32_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        for (uint64_t seed = 1; seed <= 6; seed++) run_program(&w, &sizes[k], &manners, seed, true);
}

static void programs(void **state)
{
    /* slots, lanes, mode, sets, seed, entries, cold entries, levels, constraint, patience,
     * accesses */
    static const struct interweave_front_cfg sizes[] = {
        {4, 4, 2, 1, 44257, 3, 16, 4, 1, 63, 3, 1},
        {4, 8, 0, 1, 1, 2, 4, 8, 1, 5, 2, 0},
        {5, 8, 1, 1, 7, 1, 5, 8, 0, 1, 1, 1},
        {8, 16, 2, 4, 99, 6, 8, 16, 1, 9, 4, 0},
        {6, 8, 2, 2, 3, 4, 6, 8, 0, 20, 4, 1},
        {2, 1, 2, 2, 5, 1, 2, 1, 1, 1, 1, 0},
        {2, 1, 1, 1, 5, 2, 2, 1, 1, 3, 2, 1},
        {3, 3, 0, 1, 9, 16, 9, 3, 1, 2, 6, 0},
        {9, 3, 2, 8, 9, 2, 64, 5, 1, 255, 6, 1},
        {16, 32, 2, 1, 44257, 12, 128, 64, 1, 63, 36, 0},
        {4, 64, 2, 1, 44257, 12, 32, 64, 1, 63, 36, 1},
        {32, 4, 1, 32, 77, 4, 32, 4, 0, 30, 8, 0},
        {3, 64, 0, 1, 44257, 6, 3, 64, 0, 4, 5, 1},
    };
    static const struct manners manners[] = {
        {13, 12, 15, 8, 9},
        {16, 16, 16, 16, 2},
        {8, 8, 12, 3, 40},
    };
    static struct world w;
    uint64_t pairs = 0, helps = 0, spills = 0, merges = 0, exchanges = 0, rests = 0;
    (void)state;
    for (uint32_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const uint64_t seeds = sizes[k].lanes < 32 ? 6 : 4;
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            run_program(&w, &sizes[k], &manners[seed % 3], seed + 100 * k, false);
            pairs += w.pairs;
            helps += w.helps;
            spills += w.spills;
            merges += w.merges;
            exchanges += w.exchanges;
            rests += w.rests;
        }
    }
    print_message("pairs %llu helps %llu writes to memory %llu merges %llu exchanges %llu "
                  "rests %llu\n",
                  (unsigned long long)pairs, (unsigned long long)helps, (unsigned long long)spills,
                  (unsigned long long)merges, (unsigned long long)exchanges,
                  (unsigned long long)rests);
    assert_true(pairs > 0 && helps > 0 && spills > 0 && merges > 0 && exchanges > 0 && rests > 0);
}

/* ---- init, reset, check, promise ------------------------------------------------------- */

static void init_refuses(void **state)
{
    static const struct {
        struct interweave_front_cfg cfg;
        const char *says;
    } rows[] = {
        {{1, 4, 2, 1, 1, 2, 8, 4, 1, 1, 1, 0}, "Slots must be 2 to 32"},
        {{33, 4, 2, 1, 1, 2, 40, 4, 1, 1, 1, 0}, "Slots must be 2 to 32"},
        {{4, 0, 2, 1, 1, 2, 8, 4, 1, 1, 1, 0}, "Lanes must be 1 to 64"},
        {{4, 65, 2, 1, 1, 2, 8, 65, 1, 1, 1, 0}, "Lanes must be 1 to 64"},
        {{4, 4, 3, 1, 1, 2, 8, 4, 1, 1, 1, 0}, "Mode must be 0 to 2"},
        {{4, 4, 2, 3, 1, 2, 8, 4, 1, 1, 1, 0}, "Sets must be a power of 2, 1 to Slots"},
        {{4, 4, 2, 1, 0, 2, 8, 4, 1, 1, 1, 0}, "Seed must be 1 to 65535"},
        {{4, 4, 2, 1, 1, 17, 8, 4, 1, 1, 1, 0}, "Entries must be 1 to 16"},
        {{4, 4, 2, 1, 1, 2, 3, 4, 1, 1, 1, 0}, "Entries must be Slots to 256"},
        {{4, 4, 2, 1, 1, 2, 8, 3, 1, 1, 1, 0}, "Levels must be at least Lanes"},
        {{4, 4, 2, 1, 1, 2, 8, 129, 1, 1, 1, 0}, "Levels must be 1 to 128"},
        {{4, 4, 2, 1, 1, 2, 8, 4, 2, 1, 1, 0}, "Constraint must be 0 or 1"},
        {{4, 4, 2, 1, 1, 2, 8, 4, 1, 0, 1, 0}, "Patience must be 1 to 1023"},
        {{4, 4, 2, 1, 1, 2, 8, 4, 1, 1024, 1, 0}, "Patience must be 1 to 1023"},
        {{4, 4, 2, 1, 1, 2, 8, 4, 1, 1, 0, 0}, "Accesses must be 1 to 255"},
        {{4, 4, 2, 1, 1, 2, 8, 4, 1, 1, 256, 0}, "Accesses must be 1 to 255"},
        {{4, 4, 2, 1, 1, 2, 8, 4, 1, 1, 1, 2}, "MemoryGroup must be 0 or 1"},
    };
    static struct interweave_front s;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const char *wrong = interweave_front_init(&s, &rows[k].cfg);
        assert_non_null(wrong);
        assert_string_equal(wrong, rows[k].says);
    }
}

static void reset_forgets(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    plant(&b, 1, 0, PC, 3);
    plant(&b, 1, 1, PC + 4, 12);
    bring(&b, 1, 0, FRONT_LW);
    bring(&b, 1, 1, FRONT_BEQ);
    cycle(&b);
    plant_cold(&b, 1, PC, 0x30);
    b.s.fetching = b.s.fetch_turn = 3;
    b.s.fetch_from = b.s.check_from[0] = b.s.check_from[1] = b.s.scan = 2;
    b.s.waits = 5;
    assert_true(b.s.valid != 0 && b.s.stay != 0 && b.s.access[1] != 0);
    interweave_front_reset(&b.s);
    assert_null(interweave_front_check(&b.s));
    assert_int_equal(b.s.valid | b.s.stay | b.s.guest | b.s.moved | b.s.loaded | b.s.passed |
                         b.s.look | b.s.fetching | b.s.fetch_turn | b.s.access[1] | b.s.turns[1] |
                         b.s.fetch_from | b.s.check_from[0] | b.s.check_from[1] | b.s.scan |
                         b.s.waits | b.s.cold.count[1] | b.s.board.pending[1] | b.s.barrier.open,
                     0);
    b.in.ready = 0;
    begin(&b, 1, PC, 3);
    assert_context(&b, 1, 0, PC, 3);
}

/* A good state, of which one thing is wrong. */
static void broken_state(struct bench *b)
{
    start(b, &hand);
    plant(b, 1, 0, PC, 3);
    plant(b, 1, 1, PC + 4, 12);
    plant_cold(b, 1, PC + 64, 0x30);
    bring(b, 1, 1, FRONT_LW);
    assert_null(interweave_front_check(&b->s));
}

#define BREAK(says, ...)                                                                           \
    do {                                                                                           \
        broken_state(&b);                                                                          \
        __VA_ARGS__;                                                                               \
        const char *broken = interweave_front_check(&b.s);                                         \
        assert_string_equal(broken ? broken : "nothing", says);                                    \
    } while (0)

static void check_fails(void **state)
{
    struct bench b;
    (void)state;
    BREAK("valid_range", b.s.valid |= bit(8));
    BREAK("valid_bits", b.s.moved |= bit(0));
    BREAK("valid_bits", b.s.guest |= bit(0));
    BREAK("one_guest", b.s.guest = b.s.stay = bit(2));
    BREAK("one_guest", b.s.guest = 3u << 2);
    BREAK("passed_loaded", b.s.stay |= bit(3));
    BREAK("passed_loaded", b.s.passed |= bit(2));
    BREAK("passed_loaded", b.s.look |= bit(3));
    BREAK("word_sets", b.s.sole = 0);
    BREAK("word_sets", b.s.memory |= bit(2));
    BREAK("word_sets", b.s.fence |= bit(3));
    BREAK("slot_range", b.s.fetching = 16);
    BREAK("slot_range", b.s.scan = 4);
    BREAK("slot_range", b.s.check_from[1] = 4);
    BREAK("waits", b.s.waits = 16);
    BREAK("accesses", b.s.access[0] = 4);
    BREAK("with_access", b.s.access[0] = 3);
    BREAK("turns", b.s.turns[2] = 64);
    BREAK("due", b.s.turns[2] = 63);
    BREAK("mask_range", b.s.mask[2] = 0);
    BREAK("mask_range", b.s.mask[2] |= 256);
    BREAK("count", b.s.count[2] = 3);
    BREAK("compact", b.s.valid &= ~bit(2));
    BREAK("disjoint", b.s.mask[2] = 5);
    BREAK("disjoint", b.s.mask[2] = 17);
    BREAK("disjoint", b.s.barrier.live[1] &= ~bit(0));
    BREAK("disjoint", b.s.barrier.here[1] |= bit(0));
    BREAK("conserved", b.s.barrier.live[1] |= bit(7));
    BREAK("hot_sorted", b.s.pc[2] = PC + 8);
    BREAK("hot_sorted", b.s.pc[2] = PC + 4);
    BREAK("lists_part", b.s.cold.free = b.s.cold.head[1]);
    BREAK("kept", b.s.board.pending[0] = 1, b.s.board.reg[0] = 64);
    BREAK("older_total", b.s.select.older[0] ^= 4);
    BREAK("told_all", b.s.barrier.told = 2);
    /* Held contexts have no order, and those in memory are not seen. */
    broken_state(&b);
    b.s.pc[2] = PC + 8;
    b.s.guest = bit(2);
    b.s.barrier.live[1] |= bit(7);
    b.s.cold.deep[1] = 1;
    assert_null(interweave_front_check(&b.s));
    /* One hot context has no turn. */
    struct interweave_front_cfg cfg = hand;
    cfg.mode = INTERWEAVE_SELECT_SWI;
    start(&b, &cfg);
    b.s.fetch_turn = 1;
    assert_string_equal(interweave_front_check(&b.s), "slot_range");
}

#define PROMISE(says, ...)                                                                         \
    do {                                                                                           \
        start(&b, &hand);                                                                          \
        plant(&b, 1, 0, PC, 3);                                                                    \
        stays(&b, 1, 0);                                                                           \
        plant(&b, 1, 1, PC + 4, 12);                                                               \
        assert_null(interweave_front_promise(&b.s, &b.in));                                        \
        __VA_ARGS__;                                                                               \
        const char *broken = interweave_front_promise(&b.s, &b.in);                                \
        assert_string_equal(broken ? broken : "nothing", says);                                    \
    } while (0)

static void promise_fails(void **state)
{
    struct bench b;
    (void)state;
    PROMISE("nothing", resolve(&b, 0, 1, DECODE_JUMP, PC, 3, PC));
    PROMISE("resolve", resolve(&b, 0, 1, DECODE_JUMP, PC + 4, 12, PC)); /* does not stay */
    PROMISE("resolve", resolve(&b, 0, 1, DECODE_JUMP, PC, 12, PC));
    PROMISE("resolve", resolve(&b, 1, 1, DECODE_JUMP, PC, 1, PC));
    PROMISE("resolve", resolve(&b, 1, 1, DECODE_JUMP, PC + 8, 3, PC));
    PROMISE("resolve", resolve(&b, 0, 2, DECODE_JUMP, PC, 3, PC));
    PROMISE("resolve", resolve(&b, 0, 4, DECODE_JUMP, PC, 3, PC));
    PROMISE("resolve", resolve(&b, 0, 1, DECODE_JUMP, PC, 3, PC);
            resolve(&b, 1, 1, DECODE_JUMP, PC, 3, PC));
    PROMISE("nothing", live(&b, 1, 16); b.s.barrier.here[1] = 16; b.s.barrier.pc[1] = PC + 4;
            resolve(&b, 0, 1, DECODE_BARRIER, PC, 3, PC));
    PROMISE("barrier", live(&b, 1, 16); b.s.barrier.here[1] = 16; b.s.barrier.pc[1] = PC + 8;
            resolve(&b, 0, 1, DECODE_BARRIER, PC, 3, PC));
    PROMISE("nothing", offer_begin(&b, 0, PC, 3));
    PROMISE("begin", offer_begin(&b, 1, PC, 3));
    PROMISE("begin", offer_begin(&b, 4, PC, 3));
    PROMISE("begin", offer_begin(&b, 0, PC, 0));
    PROMISE("begin", offer_begin(&b, 0, PC, 256));
    PROMISE("begin", offer_begin(&b, 0, PC, 3); b.s.access[0] = 1);
    PROMISE("begin", offer_begin(&b, 0, PC, 3); b.s.board.pending[0] = 1);
    PROMISE("begin", offer_begin(&b, 0, PC, 3); b.s.barrier.open |= 1);
    PROMISE("begin", offer_begin(&b, 0, PC, 3); b.s.cold.deep[0] = 1);
    PROMISE("begin", offer_begin(&b, 0, PC, 3); b.s.valid |= 1);
    PROMISE("writeback", b.in.wb_en[2] = true);
    PROMISE("nothing", b.in.wb_en[2] = true; b.s.board.pending[0] = 1);
    PROMISE("writeback", b.in.wb_en[0] = b.in.wb_en[2] = true; b.s.board.pending[0] = 1);
    PROMISE("end", b.in.end_valid = true);
    PROMISE("nothing", b.in.end_valid = true; b.s.access[0] = 1);
    PROMISE("response", answer(&b, 1, FRONT_ADD));
    PROMISE("response", answer(&b, 4, FRONT_ADD));
    PROMISE("nothing", answer(&b, 1, FRONT_ADD); b.s.fetching = 2);
    PROMISE("fill", b.in.fill_valid = true);
    PROMISE("nothing", b.in.fill_valid = b.s.cold.reading[0] = true);
    PROMISE("ready", b.in.ready |= 16);
    PROMISE("ready", b.in.staged = 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_branches),
        cmocka_unit_test(figure_constraint),
        cmocka_unit_test(figure_warps),
        cmocka_unit_test(figure_both),
        cmocka_unit_test(from_begin_to_issue),
        cmocka_unit_test(pipes_busy),
        cmocka_unit_test(ports),
        cmocka_unit_test(registers_hold),
        cmocka_unit_test(rows_are_full),
        cmocka_unit_test(accesses_hold),
        cmocka_unit_test(access_and_end),
        cmocka_unit_test(flows),
        cmocka_unit_test(stop_within_stop),
        cmocka_unit_test(split_to_cold),
        cmocka_unit_test(rows_follow),
        cmocka_unit_test(fills),
        cmocka_unit_test(fills_with_guest),
        cmocka_unit_test(helps),
        cmocka_unit_test(guest_stops),
        cmocka_unit_test(guest_keeps_its_place),
        cmocka_unit_test(exchanges),
        cmocka_unit_test(asks),
        cmocka_unit_test(launches),
        cmocka_unit_test(work_is_late),
        cmocka_unit_test(suspends),
        cmocka_unit_test(race_two_resolves),
        cmocka_unit_test(race_resolve_and_issue),
        cmocka_unit_test(race_issue_and_merge),
        cmocka_unit_test(race_pair_of_a_slot),
        cmocka_unit_test(race_response_and_push),
        cmocka_unit_test(race_check_and_merge),
        cmocka_unit_test(race_look_and_write),
        cmocka_unit_test(race_begin),
        cmocka_unit_test(race_last_leave),
        cmocka_unit_test(fetches_in_turn),
        cmocka_unit_test(answers),
        cmocka_unit_test(checks_in_turn),
        cmocka_unit_test(traps),
        cmocka_unit_test(programs),
        cmocka_unit_test(init_refuses),
        cmocka_unit_test(reset_forgets),
        cmocka_unit_test(check_fails),
        cmocka_unit_test(promise_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
