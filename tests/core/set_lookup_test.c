/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the set look-up: each sentence of the page, its races, a naive twin that
 * keeps a list of questions a port and what becomes of each instruction, and the proof that check,
 * promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "core/set_lookup.h"

enum { PORTS = SET_LOOKUP_MAX_PORTS, OPERANDS = FRONT_OPERANDS, PARKS = SET_LOOKUP_MAX_PARKS };
enum { RS1 = 1, RS2 = 2, RS3 = 4, RD = 8 };

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct set_lookup s;
    struct set_lookup_in in;
    struct set_lookup_out out;
    struct front_instruction i[PORTS];
};

/* Four banks as on the page: registers 0 to 3 are set 0, ... The parks' rows are from 60 on. */
static const struct set_lookup_cfg hand = {.slots = 9,
                                           .warps = 12,
                                           .lanes = 4,
                                           .ports = 2,
                                           .banks = 4,
                                           .places = 2,
                                           .parks = 3,
                                           .staging = 60,
                                           .rest_width = 8};

static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    for (uint32_t p = 0; p < PORTS; p++) b->in.issue[p] = &b->i[p];
    b->in.stage_ready[0] = b->in.stage_ready[1] = true;
}

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(set_lookup_init(&b->s, &hand));
    assert_null(set_lookup_check(&b->s));
    quiet(b);
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = set_lookup_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    set_lookup_view(&b->s, &b->out);
    set_lookup_eval(&b->s, &b->in, &b->out);
    set_lookup_tick(&b->s, &b->in, &b->out);
    broken = set_lookup_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

/* An instruction of warp slot + 1, with these operands. */
static void issue(struct bench *b, uint32_t p, uint32_t slot, uint32_t use, uint8_t rs1,
                  uint8_t rs2, uint8_t rs3, uint8_t rd)
{
    b->i[p] = (struct front_instruction){
        .slot = {(uint8_t)slot}, .mask = 0xb, .use = (uint8_t)use, .reg = {rs1, rs2, rs3, rd}};
    b->in.issue_en[p] = true;
    b->in.warp[p] = slot + 1;
}

static void found(struct bench *b, uint32_t p, uint32_t phys)
{
    b->in.found_held[p] = true;
    b->in.found_phys[p] = phys;
}

static void expect_asks(const struct bench *b, uint32_t p, uint32_t warp, uint32_t set)
{
    assert_true(b->out.look_en[p]);
    assert_int_equal(b->out.look_row[p], warp);
    assert_int_equal(b->out.look_set[p], set);
}

static void expect_stage(const struct bench *b, uint32_t p, uint32_t slot, uint32_t park)
{
    assert_true(b->out.stage_valid[p]);
    assert_int_equal(b->out.stage[p]->i.slot[0], slot);
    assert_int_equal(b->out.stage[p]->park, park);
}

static void expect_place(const struct bench *b, uint32_t p, uint32_t operand, uint32_t bank,
                         uint32_t index)
{
    assert_int_equal(b->out.stage[p]->place[operand].bank, bank);
    assert_int_equal(b->out.stage[p]->place[operand].index, index);
}

/* ---- look-ups ------------------------------------------------------------------------------ */

static void one_set_two_cycles_later(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    issue(&b, 1, 5, RS1 | RS2 | RD, 20, 22, 0, 23); /* all of set 5 */
    cycle(&b);
    expect_asks(&b, 1, 6, 5);
    assert_int_equal(b.out.looking, 0);
    cycle(&b);
    assert_false(b.out.look_en[1]);
    assert_false(b.out.stage_valid[1]);
    assert_int_equal(b.out.looking, bit(5));
    found(&b, 1, 37);
    cycle(&b);
    expect_stage(&b, 1, 5, 0);
    expect_place(&b, 1, 0, 0, 37);
    expect_place(&b, 1, 1, 2, 37);
    expect_place(&b, 1, 3, 3, 37);
    cycle(&b);
    assert_int_equal(b.out.looking, 0);
    assert_false(b.out.stage_valid[1]);
}

static void no_registers_in_the_next_cycle(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    issue(&b, 0, 3, 0, 20, 22, 0, 23);
    cycle(&b);
    assert_false(b.out.look_en[0]);
    assert_false(b.out.stage_valid[0]);
    cycle(&b);
    expect_stage(&b, 0, 3, 0);
}

/* A set a cycle, in the order of instructions, of each the lowest operand first. */
static void sets_in_order(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    issue(&b, 0, 3, RS1 | RS3 | RD, 8, 0, 4, 9);
    cycle(&b);
    expect_asks(&b, 0, 4, 2);
    issue(&b, 0, 4, RS2, 0, 63, 0, 0);
    cycle(&b);
    expect_asks(&b, 0, 4, 1);
    found(&b, 0, 10);
    cycle(&b);
    assert_false(b.out.room[0]);
    assert_false(b.out.stage_valid[0]);
    expect_asks(&b, 0, 5, 15);
    found(&b, 0, 11);
    cycle(&b);
    expect_stage(&b, 0, 3, 0);
    expect_place(&b, 0, 0, 0, 10);
    expect_place(&b, 0, 2, 0, 11);
    expect_place(&b, 0, 3, 1, 10);
    found(&b, 0, 12);
    cycle(&b);
    expect_stage(&b, 0, 4, 0);
    expect_place(&b, 0, 1, 3, 12);
}

static void ports_do_not_meet(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    issue(&b, 0, 3, RS1, 0, 0, 0, 0);
    issue(&b, 1, 4, RS1, 16, 0, 0, 0);
    cycle(&b);
    expect_asks(&b, 0, 4, 0);
    expect_asks(&b, 1, 5, 4);
    cycle(&b);
    found(&b, 0, 1);
    found(&b, 1, 2);
    cycle(&b);
    expect_stage(&b, 0, 3, 0);
    expect_stage(&b, 1, 4, 0);
    expect_place(&b, 0, 0, 0, 1);
    expect_place(&b, 1, 0, 0, 2);
}

/* ---- parks --------------------------------------------------------------------------------- */

/* rs1 is away: of slot 2, on port 0, in park 0; the cycle of the answer is over. */
static void parked(struct bench *b, uint32_t use)
{
    start(b);
    issue(b, 0, 2, use, 13, 14, 15, 12); /* all of set 3 */
    cycle(b);
    cycle(b);
    cycle(b);
    assert_true(b->out.missed[0]);
    assert_false(b->out.stage_valid[0]);
}

static void expect_job(const struct bench *b, bool store, uint32_t park, uint32_t operand,
                       uint32_t reg)
{
    assert_true(b->out.job_valid);
    assert_int_equal(b->out.job.store, store);
    assert_int_equal(b->out.job.park, park);
    assert_int_equal(b->out.job.operand, operand);
    assert_int_equal(b->out.job.reg, reg);
}

static void take_job(struct bench *b)
{
    b->in.job_taken = true;
    cycle(b);
}

static void fill(struct bench *b, uint32_t park, uint32_t operand)
{
    b->in.filled = true;
    b->in.filled_park = park;
    b->in.filled_operand = operand;
    cycle(b);
}

static void source_is_fetched(void **state)
{
    (void)state;
    struct bench b;
    parked(&b, RS1 | RS2);
    cycle(&b);
    expect_job(&b, false, 0, 0, 13);
    assert_int_equal(b.out.job.warp, 3);
    assert_int_equal(b.out.job.mask, 0xb);
    assert_int_equal(b.out.job.place.bank, 0);
    assert_int_equal(b.out.job.place.index, 60);
    take_job(&b);
    b.in.job_taken = true;
    fill(&b, 0, 0);
    expect_job(&b, false, 0, 1, 14);
    assert_int_equal(b.out.job.place.bank, 1);
    cycle(&b);
    assert_false(b.out.job_valid);
    assert_false(b.out.stage_valid[0]);
    fill(&b, 0, 1);
    assert_false(b.out.stage_valid[0]);
    cycle(&b);
    expect_stage(&b, 0, 2, 1);
    expect_place(&b, 0, 0, 0, 60);
    expect_place(&b, 0, 1, 1, 60);
    cycle(&b);
    assert_false(b.out.stage_valid[0]);
    assert_true(has(b.out.looking, 2)); /* until its operands are read */
    b.in.read = 1;
    cycle(&b);
    assert_true(has(b.out.looking, 2));
    cycle(&b);
    assert_int_equal(b.out.looking, 0);
}

static void result_is_stored(void **state)
{
    (void)state;
    struct bench b;
    parked(&b, RD);
    cycle(&b);
    assert_false(b.out.job_valid);
    expect_stage(&b, 0, 2, 1);
    assert_true(has(b.out.stage[0]->away, 3));
    expect_place(&b, 0, 3, 3, 60);
    b.in.read = 1;
    cycle(&b);
    cycle(&b);
    assert_true(has(b.out.looking, 2));
    assert_false(b.out.job_valid);
    b.in.written = 1;
    cycle(&b);
    cycle(&b);
    expect_job(&b, true, 0, 3, 12);
    assert_int_equal(b.out.job.place.bank, 3);
    assert_int_equal(b.out.job.place.index, 60);
    take_job(&b);
    cycle(&b);
    assert_false(b.out.job_valid);
    b.in.stored = true;
    cycle(&b);
    assert_int_equal(b.out.stored_slot, 2);
    assert_int_equal(b.out.stored_reg, 12);
    assert_true(has(b.out.looking, 2));
    cycle(&b);
    assert_int_equal(b.out.looking, 0);
}

/* The ring goes on with the next. */
static void ring_goes_on(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    issue(&b, 0, 2, RS1, 13, 0, 0, 0);
    cycle(&b);
    issue(&b, 0, 3, RS1, 13, 0, 0, 0);
    cycle(&b);
    cycle(&b); /* slot 2's is away: it leaves for park 0 */
    found(&b, 0, 9);
    cycle(&b);
    expect_stage(&b, 0, 3, 0);
    expect_job(&b, false, 0, 0, 13);
}

/* Row o of park n is in bank o mod Banks, at index RegPhys + n * ceil(4 / Banks) + o / Banks. */
static void staging_rows(void **state)
{
    (void)state;
    static const uint32_t banks[] = {1, 2, 4, 8};
    for (uint32_t k = 0; k < 4; k++) {
        struct bench b;
        start(&b);
        b.s.cfg.banks = banks[k];
        const uint32_t rows = (4 + banks[k] - 1) / banks[k];
        assert_int_equal(set_lookup_rows(banks[k]), rows);
        issue(&b, 0, 2, RS1 | RS3, 8, 0, 8, 0);
        issue(&b, 1, 3, RS1 | RS3, 8, 0, 8, 0);
        for (uint32_t c = 0; c < 3; c++) cycle(&b);
        take_job(&b);
        take_job(&b);
        take_job(&b);
        expect_job(&b, false, 1, 0, 8);
        assert_int_equal(b.out.job.place.bank, 0);
        assert_int_equal(b.out.job.place.index, 60 + rows);
        take_job(&b);
        expect_job(&b, false, 1, 2, 8);
        assert_int_equal(b.out.job.place.bank, 2 % banks[k]);
        assert_int_equal(b.out.job.place.index, 60 + rows + 2 / banks[k]);
    }
}

static void reset_empties(void **state)
{
    (void)state;
    struct bench b;
    parked(&b, RS1);
    issue(&b, 0, 5, RS1, 1, 0, 0, 0);
    cycle(&b);
    set_lookup_reset(&b.s);
    assert_null(set_lookup_check(&b.s));
    found(&b, 0, 9);
    cycle(&b);
    assert_int_equal(b.out.looking, 0);
    assert_false(b.out.stage_valid[0]);
    assert_false(b.out.missed[0]);
    assert_false(b.out.job_valid);
    assert_true(b.out.room[0]);
}

/* ---- the races of the page, row by row ----------------------------------------------------- */

static void race_answer_not_taken(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    issue(&b, 0, 3, RS1, 8, 0, 0, 0);
    cycle(&b);
    cycle(&b);
    found(&b, 0, 7);
    b.in.stage_ready[0] = false;
    cycle(&b);
    expect_stage(&b, 0, 3, 0);
    found(&b, 0, 11); /* to no question */
    cycle(&b);
    expect_stage(&b, 0, 3, 0);
    expect_place(&b, 0, 0, 0, 7);
    cycle(&b);
    assert_int_equal(b.out.looking, 0);
}

static void race_parked_before_the_first(void **state)
{
    (void)state;
    struct bench b;
    parked(&b, RS1);
    issue(&b, 0, 5, RS1, 8, 0, 0, 0);
    take_job(&b);
    fill(&b, 0, 0);
    found(&b, 0, 30);
    b.in.stage_ready[0] = false;
    cycle(&b);
    expect_stage(&b, 0, 2, 1);
    cycle(&b);
    expect_stage(&b, 0, 2, 1);
    cycle(&b);
    expect_stage(&b, 0, 5, 0);
    expect_place(&b, 0, 0, 0, 30);
}

/* The first of the ring may leave for a park beside it. */
static void race_parked_and_one_that_parks(void **state)
{
    (void)state;
    struct bench b;
    parked(&b, RS1);
    issue(&b, 0, 5, RS1, 8, 0, 0, 0);
    take_job(&b);
    fill(&b, 0, 0);
    cycle(&b);
    expect_stage(&b, 0, 2, 1);
    assert_true(b.out.missed[0]);
    cycle(&b);
    expect_job(&b, false, 1, 0, 8);
    assert_false(b.out.stage_valid[0]);
}

/* Slots 1 and 5 of both ports want parks in the same cycle. */
static void two_want(struct bench *b)
{
    issue(b, 0, 1, RS1, 8, 0, 0, 0);
    issue(b, 1, 5, RS1, 12, 0, 0, 0);
    cycle(b);
    cycle(b);
    cycle(b);
}

static void race_two_ports_want_a_park(void **state)
{
    (void)state;
    struct bench b;
    parked(&b, RS1);
    two_want(&b);
    assert_int_equal(b.out.to_park[0], 2);
    assert_int_equal(b.out.to_park[1], 3);
    cycle(&b);
    assert_int_equal(b.s.park[1].x.i.slot[0], 1);
    assert_int_equal(b.s.park[2].x.i.slot[0], 5);
}

static void race_last_park_and_one_that_is_freed(void **state)
{
    (void)state;
    struct bench b;
    parked(&b, RD);
    issue(&b, 0, 6, RS1, 8, 0, 0, 0);
    cycle(&b); /* slot 2 issues; the park runs */
    cycle(&b);
    cycle(&b); /* slot 6 into park 1 */
    two_want(&b);
    assert_int_equal(b.out.to_park[0], 3);
    assert_int_equal(b.out.to_park[1], 0);
    b.in.read = 1;
    cycle(&b);
    b.in.written = 1;
    cycle(&b);
    b.in.job_taken = true;
    cycle(&b);
    expect_job(&b, true, 0, 3, 12);
    b.in.stored = true;
    cycle(&b); /* free from the next cycle on */
    assert_int_equal(b.out.to_park[1], 0);
    cycle(&b);
    assert_int_equal(b.out.to_park[1], 1);
}

static void race_lowest_park_first(void **state)
{
    (void)state;
    struct bench b;
    parked(&b, RD); /* park 0 stores later */
    two_want(&b);   /* parks 1 and 2 fetch */
    cycle(&b);
    expect_job(&b, false, 1, 0, 8);
}

/* ---- a naive twin: instructions with the cycle in which all is known ---------------------- */

enum { MAX_LIVE = FRONT_MAX_SLOTS, CYCLES = 20000 };

enum phase { GONE, IN_RING, IN_PARK, RUNS, READ, STORES, SENT };

struct live {
    enum phase phase;
    uint32_t port, warp, age, park;
    struct front_instruction i;
    uint32_t asked_at[FRONT_REGISTERS]; /* of each set it needs: cycle + 1 */
    uint32_t missing, coming;           /* sources of a park */
    uint32_t ripe;                      /* the cycle from which on it may leave its park */
};

struct twin {
    struct set_lookup_cfg cfg;
    struct hd_rng rng;
    uint32_t now, ages;
    struct live live[MAX_LIVE]; /* of each slot */
    uint32_t place[64][64];     /* of each set of each warp: 0 away, else physical + 1 */
};

static uint32_t draw(struct twin *t, uint32_t n) { return hd_rng_below(&t->rng, n); }

static uint32_t set_of(const struct twin *t, uint32_t reg) { return reg / t->cfg.banks; }

/* Oldest in the ring of a port; NULL: none. */
static struct live *first_of(struct twin *t, uint32_t p, uint32_t after)
{
    struct live *first = NULL;
    for (uint32_t s = 0; s < t->cfg.slots; s++) {
        struct live *x = &t->live[s];
        if (x->phase != IN_RING || x->port != p || x->age < after) continue;
        if (first == NULL || x->age < first->age) first = x;
    }
    return first;
}

static uint32_t away_of(const struct twin *t, const struct live *x)
{
    uint32_t away = 0;
    for (uint32_t o = 0; o < OPERANDS; o++)
        if (has(x->i.use, o) && t->place[x->warp][set_of(t, x->i.reg[o])] == 0) away |= 1u << o;
    return away;
}

/* All its answers are there. */
static bool knows(const struct twin *t, const struct live *x)
{
    for (uint32_t o = 0; o < OPERANDS; o++) {
        const uint32_t asked = x->asked_at[set_of(t, x->i.reg[o])];
        if (has(x->i.use, o) && (asked == 0 || asked - 1 + 2 > t->now)) return false;
    }
    return true;
}

/* The oldest instruction with a set that was not asked for asks. */
static void expect_question(struct twin *t, const struct set_lookup_out *out, uint32_t p)
{
    for (struct live *x = first_of(t, p, 0); x != NULL; x = first_of(t, p, x->age + 1)) {
        for (uint32_t o = 0; o < OPERANDS; o++) {
            const uint32_t set = set_of(t, x->i.reg[o]);
            if (!has(x->i.use, o) || x->asked_at[set] != 0) continue;
            assert_true(out->look_en[p]);
            assert_int_equal(out->look_row[p], x->warp);
            assert_int_equal(out->look_set[p], set);
            x->asked_at[set] = t->now + 1;
            return;
        }
    }
    assert_false(out->look_en[p]);
}

static void expect_places(struct twin *t, const struct set_lookup_instruction *got,
                          const struct live *x)
{
    const uint32_t banks = t->cfg.banks, rows = (4 + banks - 1) / banks;
    assert_int_equal(got->warp, x->warp);
    for (uint32_t o = 0; o < OPERANDS; o++) {
        if (!has(x->i.use, o)) continue;
        const uint32_t at = t->place[x->warp][set_of(t, x->i.reg[o])];
        assert_int_equal(got->place[o].bank, (at == 0 ? o : x->i.reg[o]) % banks);
        assert_int_equal(got->place[o].index,
                         at == 0 ? t->cfg.staging + x->park * rows + o / banks : at - 1);
    }
}

/* The lowest ripe park's, else the ring's first if nothing is away. */
static struct live *expect_stage_of(struct twin *t, const struct set_lookup_out *out, uint32_t p)
{
    struct live *x = NULL;
    for (uint32_t s = 0; s < t->cfg.slots; s++) {
        struct live *k = &t->live[s];
        if (k->phase != IN_PARK || k->port != p || k->missing != 0 || k->ripe > t->now) continue;
        if (x == NULL || k->park < x->park) x = k;
    }
    if (x == NULL) {
        x = first_of(t, p, 0);
        if (x != NULL && (!knows(t, x) || away_of(t, x) != 0)) x = NULL;
    }
    assert_int_equal(out->stage_valid[p], x != NULL);
    if (x == NULL) return NULL;
    assert_int_equal(out->stage[p]->i.slot[0], x->i.slot[0]);
    assert_int_equal(out->stage[p]->park, x->phase == IN_PARK ? x->park + 1 : 0);
    expect_places(t, out->stage[p], x);
    return x;
}

static uint32_t free_parks(const struct twin *t)
{
    uint32_t parks = (1u << t->cfg.parks) - 1;
    for (uint32_t s = 0; s < t->cfg.slots; s++)
        if (t->live[s].phase > IN_RING) parks &= ~(1u << t->live[s].park);
    return parks;
}

static void expect_state(const struct twin *t, const struct set_lookup_out *out)
{
    uint64_t looking = 0;
    uint32_t count[PORTS] = {0};
    for (uint32_t s = 0; s < t->cfg.slots; s++) {
        if (t->live[s].phase != GONE) looking |= bit(s);
        if (t->live[s].phase == IN_RING) count[t->live[s].port]++;
    }
    assert_int_equal(out->looking, looking);
    for (uint32_t p = 0; p < t->cfg.ports; p++)
        assert_int_equal(out->room[p], count[p] < t->cfg.places);
}

/* Of the parks with a task for the swapper, the lowest offers its task. */
static struct live *expect_task(struct twin *t, const struct set_lookup_out *out)
{
    struct live *x = NULL;
    for (uint32_t s = 0; s < t->cfg.slots; s++) {
        struct live *k = &t->live[s];
        const bool fetches = k->phase == IN_PARK && (k->missing & ~k->coming) != 0;
        if ((fetches || k->phase == STORES) && (x == NULL || k->park < x->park)) x = k;
    }
    assert_int_equal(out->job_valid, x != NULL);
    if (x == NULL) return NULL;
    assert_int_equal(out->job.park, x->park);
    assert_int_equal(out->job.store, x->phase == STORES);
    assert_int_equal(out->job.warp, x->warp);
    assert_int_equal(out->job.reg, x->i.reg[out->job.operand]);
    return x;
}

/* The neighbours, before the cycle. */
static void draw_inputs(struct twin *t, const struct set_lookup *s, struct set_lookup_in *in,
                        struct front_instruction *i)
{
    struct set_lookup_out view;
    set_lookup_view(s, &view);
    uint64_t taken = view.looking;
    memset(in, 0, sizeof *in);
    for (uint32_t p = 0; p < t->cfg.ports; p++) {
        const uint32_t slot = draw(t, t->cfg.slots);
        const struct set_lookup_question *q = &s->question[p][1];
        in->issue[p] = &i[p];
        in->stage_ready[p] = draw(t, 4) != 0;
        if (q->valid) {
            const uint32_t at = t->place[s->ring[p][q->place].warp][q->set];
            in->found_held[p] = at != 0;
            in->found_phys[p] = at == 0 ? 0 : at - 1;
        }
        if (!view.room[p] || has(taken, slot) || draw(t, 3) == 0) continue;
        taken |= bit(slot);
        in->issue_en[p] = true;
        in->warp[p] = draw(t, t->cfg.warps);
        i[p] = (struct front_instruction){.slot = {(uint8_t)slot}, .use = (uint8_t)draw(t, 16)};
        for (uint32_t o = 0; o < OPERANDS; o++) i[p].reg[o] = (uint8_t)draw(t, FRONT_REGISTERS);
    }
    in->job_taken = view.job_valid && draw(t, 2) != 0;
    const uint32_t slot = draw(t, t->cfg.slots);
    struct live *x = &t->live[slot];
    if (x->phase == IN_PARK && x->coming != 0) {
        in->filled = true;
        in->filled_park = x->park;
        in->filled_operand = (uint32_t)__builtin_ctz(x->coming);
    }
    if (x->phase == RUNS) in->read = 1u << x->park;
    if (x->phase == READ) in->written = 1u << x->park;
    in->stored = x->phase == SENT;
    in->stored_park = x->park;
}

/* What becomes of parked instructions; a task that is taken. */
static void advance_parks(struct twin *t, const struct set_lookup_in *in, struct live *task,
                          const struct set_lookup_out *out)
{
    for (uint32_t s = 0; s < t->cfg.slots; s++) {
        struct live *x = &t->live[s];
        if (x->phase < IN_PARK) continue;
        const bool stores = has(away_of(t, x), 3);
        if (in->filled && in->filled_park == x->park) {
            x->coming &= ~(1u << in->filled_operand);
            x->missing &= ~(1u << in->filled_operand);
            x->ripe = t->now + 1;
        }
        if (has(in->read, x->park)) x->phase = stores ? READ : GONE;
        else if (has(in->written, x->park)) x->phase = STORES;
        else if (in->stored && in->stored_park == x->park) x->phase = GONE;
    }
    if (!in->job_taken) return;
    if (task->phase == STORES) task->phase = SENT;
    else task->coming |= 1u << out->job.operand;
}

static void advance_issue(struct twin *t, const struct set_lookup_in *in)
{
    for (uint32_t p = 0; p < t->cfg.ports; p++) {
        if (!in->issue_en[p]) continue;
        struct live *x = &t->live[in->issue[p]->slot[0]];
        memset(x, 0, sizeof *x);
        x->phase = IN_RING;
        x->port = p;
        x->warp = in->warp[p];
        x->age = t->ages++;
        x->i = *in->issue[p];
    }
}

static void twin_cycle(struct twin *t, const struct set_lookup_in *in,
                       const struct set_lookup_out *out)
{
    uint32_t vacant = free_parks(t);
    struct live *staged[PORTS], *parks[PORTS] = {0};
    expect_state(t, out);
    struct live *task = expect_task(t, out);
    for (uint32_t p = 0; p < t->cfg.ports; p++) {
        staged[p] = expect_stage_of(t, out, p);
        struct live *first = first_of(t, p, 0);
        if (first == NULL || !knows(t, first) || away_of(t, first) == 0 || vacant == 0) continue;
        parks[p] = first;
        first->park = (uint32_t)__builtin_ctz(vacant);
        vacant &= vacant - 1;
    }
    advance_parks(t, in, task, out);
    for (uint32_t p = 0; p < t->cfg.ports; p++) {
        if (staged[p] != NULL && in->stage_ready[p])
            staged[p]->phase = staged[p]->phase == IN_PARK ? RUNS : GONE;
        if (parks[p] == NULL) continue;
        parks[p]->phase = IN_PARK;
        parks[p]->missing = away_of(t, parks[p]) & 7u;
        parks[p]->ripe = t->now + 1;
    }
    advance_issue(t, in);
    for (uint32_t p = 0; p < t->cfg.ports; p++) expect_question(t, out, p);
    t->now++;
}

static const struct set_lookup_cfg sizes[] = {{48, 64, 32, 2, 4, 4, 8, 240, 103},
                                              {4, 4, 2, 2, 2, 2, 2, 4, 3},
                                              {11, 13, 5, 3, 8, 2, 5, 19, 37},
                                              {8, 8, 4, 1, 1, 2, 1, 9, 1},
                                              {64, 64, 64, 3, 4, 8, 16, 1024, 640}};

static void random_cycles(void **state)
{
    const struct set_lookup_cfg *cfg = *state;
    static struct twin t;
    static struct set_lookup s;
    struct set_lookup_out out;
    struct set_lookup_in in;
    struct front_instruction i[PORTS];
    memset(&t, 0, sizeof t);
    t.cfg = *cfg;
    hd_rng_seed(&t.rng, cfg->slots);
    assert_null(set_lookup_init(&s, cfg));
    for (uint32_t w = 0; w < 64; w++)
        for (uint32_t k = 0; k < 64; k++)
            t.place[w][k] = draw(&t, 4) == 0 ? 0 : 1 + draw(&t, cfg->staging);
    for (uint32_t c = 0; c < CYCLES; c++) {
        draw_inputs(&t, &s, &in, i);
        const char *broken = set_lookup_promise(&s, &in);
        if (broken != NULL) fail_msg("cycle %u: promise: %s", c, broken);
        set_lookup_view(&s, &out);
        set_lookup_eval(&s, &in, &out);
        twin_cycle(&t, &in, &out);
        set_lookup_tick(&s, &in, &out);
        broken = set_lookup_check(&s);
        if (broken != NULL) fail_msg("cycle %u: invariant: %s", c, broken);
    }
    assert_true(t.ages > CYCLES / 20);
}

/* ---- what check, promise and init find --------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = set_lookup_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench good, b;
    parked(&good, RS1 | RD);
    issue(&good, 0, 5, RS1, 8, 0, 0, 0);
    cycle(&good);
    b = good;
    b.s.count[0] = 3;
    expect_broken(&b, "ring_count");
    b = good;
    b.s.first[1] = 2;
    expect_broken(&b, "ring_count");
    b = good;
    b.s.ring[0][b.s.first[0]].known = RS1 | RS2;
    expect_broken(&b, "known_asked");
    b = good;
    b.s.ring[0][b.s.first[0]].asked |= RS2; /* which it has not */
    expect_broken(&b, "known_asked");
    b = good;
    b.s.ring[0][b.s.first[0]].away = RS1; /* which is not known */
    expect_broken(&b, "known_asked");
    b = good;
    b.s.question[0][0].valid = false;
    expect_broken(&b, "answer_due");
    b = good;
    b.s.park[0].x.away = 0;
    expect_broken(&b, "parked_knows");
    b = good;
    b.s.park[0].x.asked = RS1;
    expect_broken(&b, "parked_knows");
    b = good;
    b.s.park[0].x.known = b.s.park[0].x.away = RS1;
    expect_broken(&b, "parked_knows");
    b = good;
    b.s.park[0].waits = RS2;
    expect_broken(&b, "park_waits");
    b = good;
    b.s.park[0].state = PARK_RUNS;
    expect_broken(&b, "park_waits");
    b = good;
    b.s.park[0].sent = true;
    expect_broken(&b, "park_stores");
    b = good;
    b.s.park[0].waits = 0;
    b.s.park[0].x.away = RS1;
    b.s.park[0].state = PARK_RUNS; /* its result is in the register file */
    expect_broken(&b, "park_stores");
    b = good;
    b.s.looking &= ~bit(2);
    expect_broken(&b, "one_a_warp");
    b = good;
    b.s.park[0].x.i.slot[0] = 5;
    b.s.looking = bit(5);
    expect_broken(&b, "one_a_warp");
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = set_lookup_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    parked(&b, RS1 | RD);
    issue(&b, 0, 9, RS1, 8, 0, 0, 0);
    expect_promise(&b, "an instruction issues on a slot that there is not");
    issue(&b, 0, 2, RS1, 8, 0, 0, 0);
    expect_promise(&b, "an instruction issues on a slot that is looking");
    issue(&b, 0, 3, RS1, 8, 0, 0, 0);
    issue(&b, 1, 3, RS1, 8, 0, 0, 0);
    expect_promise(&b, "an instruction issues on a slot that is looking");
    issue(&b, 0, 3, RS1, 8, 0, 0, 0);
    b.in.warp[0] = 12;
    expect_promise(&b, "an instruction is of a warp that there is not");
    issue(&b, 0, 3, RS1, 8, 0, 0, 0);
    cycle(&b);
    issue(&b, 0, 4, RS1, 8, 0, 0, 0);
    cycle(&b);
    issue(&b, 0, 5, RS1, 8, 0, 0, 0);
    expect_promise(&b, "an instruction issues, and there is no room");
    found(&b, 0, 60);
    expect_promise(&b, "a set is found where there is none");
    b.in.read = 1;
    expect_promise(&b, "operands are read of a park that has not issued");
    b.in.written = 1u << 20;
    expect_promise(&b, "a result is written of a park that has none to come");
    b.in.filled = true; /* not yet on its way */
    expect_promise(&b, "an operand comes that is not on its way");
    b.in.filled = true;
    b.in.filled_park = 3;
    expect_promise(&b, "an operand comes that is not on its way");
    b.in.filled = true;
    b.in.filled_park = 1;
    expect_promise(&b, "an operand comes that is not on its way");
    b.in.filled = true;
    b.in.filled_operand = 1;
    expect_promise(&b, "an operand comes that is not on its way");
    b.in.stored = true;
    expect_promise(&b, "a result is stored that is not on its way");
    b.in.stored = true;
    b.in.stored_park = 3;
    expect_promise(&b, "a result is stored that is not on its way");
    b.s.park[0].state = PARK_STORES; /* its store is not yet taken */
    b.in.stored = true;
    expect_promise(&b, "a result is stored that is not on its way");
    start(&b);
    b.in.job_taken = true;
    expect_promise(&b, "a task is taken, and there is none");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct set_lookup_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 12, 4, 2, 4, 2, 3, 60, 8}, "Slots must be 2 to 64"},
        {{65, 12, 4, 2, 4, 2, 3, 60, 8}, "Slots must be 2 to 64"},
        {{9, 1, 4, 2, 4, 2, 3, 60, 8}, "Warps must be 2 to 64"},
        {{9, 65, 4, 2, 4, 2, 3, 60, 8}, "Warps must be 2 to 64"},
        {{9, 12, 0, 2, 4, 2, 3, 60, 8}, "Lanes must be 1 to 64"},
        {{9, 12, 65, 2, 4, 2, 3, 60, 8}, "Lanes must be 1 to 64"},
        {{9, 12, 4, 0, 4, 2, 3, 60, 8}, "Ports must be 1 to 3"},
        {{9, 12, 4, 4, 4, 2, 3, 60, 8}, "Ports must be 1 to 3"},
        {{9, 12, 4, 2, 0, 2, 3, 60, 8}, "Banks must be 1, 2, 4 or 8"},
        {{9, 12, 4, 2, 6, 2, 3, 60, 8}, "Banks must be 1, 2, 4 or 8"},
        {{9, 12, 4, 2, 16, 2, 3, 60, 8}, "Banks must be 1, 2, 4 or 8"},
        {{9, 12, 4, 2, 4, 3, 3, 60, 8}, "Places must be 2, 4 or 8"},
        {{9, 12, 4, 2, 4, 16, 3, 60, 8}, "Places must be 2, 4 or 8"},
        {{9, 12, 4, 2, 4, 2, 0, 60, 8}, "Parks must be 1 to 16"},
        {{9, 12, 4, 2, 4, 2, 17, 60, 8}, "Parks must be 1 to 16"},
        {{9, 12, 4, 2, 4, 2, 3, 1, 8}, "RegPhys must be 2 to 4096"},
        {{9, 12, 4, 2, 4, 2, 3, 4097, 8}, "RegPhys must be 2 to 4096"},
        {{9, 12, 4, 2, 4, 2, 3, 60, 0}, "RestWidth must be 1 to 640"},
        {{9, 12, 4, 2, 4, 2, 3, 60, 641}, "RestWidth must be 1 to 640"},
    };
    struct set_lookup s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = set_lookup_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(one_set_two_cycles_later),
        cmocka_unit_test(no_registers_in_the_next_cycle),
        cmocka_unit_test(sets_in_order),
        cmocka_unit_test(ports_do_not_meet),
        cmocka_unit_test(source_is_fetched),
        cmocka_unit_test(result_is_stored),
        cmocka_unit_test(ring_goes_on),
        cmocka_unit_test(staging_rows),
        cmocka_unit_test(reset_empties),
        cmocka_unit_test(race_answer_not_taken),
        cmocka_unit_test(race_parked_before_the_first),
        cmocka_unit_test(race_parked_and_one_that_parks),
        cmocka_unit_test(race_two_ports_want_a_park),
        cmocka_unit_test(race_last_park_and_one_that_is_freed),
        cmocka_unit_test(race_lowest_park_first),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(init_refuses),
    };
    static const char *const names[] = {"random paper size", "random small", "random odd",
                                        "random one bank", "random largest"};
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = names[i],
                                         .test_func = random_cycles,
                                         .initial_state = (void *)(uintptr_t)&sizes[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("set_lookup", tests, NULL, NULL);
}
