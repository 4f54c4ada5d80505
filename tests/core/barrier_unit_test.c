/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the barrier unit: each sentence of the page, its races, a naive twin that
 * keeps a state for each thread and counts, the invariants that need the past, and the proof that
 * check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "core/barrier_unit.h"
#include "parts.h"

enum { SLOTS = BARRIER_UNIT_MAX_SLOTS, LANES = BARRIER_UNIT_MAX_LANES };

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct barrier_unit s;
    struct barrier_unit_in in;
    struct barrier_unit_out out;
};

static const struct barrier_unit_cfg hand = {
    .slots = 6, .lanes = 8, .pc_width = 12, .lane_slots = 1};

/* No thread arrives, no warp may go on. */
static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    b->in.launch_ready = true;
}

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(barrier_unit_init(&b->s, &hand));
    assert_null(barrier_unit_check(&b->s));
    quiet(b);
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = barrier_unit_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct barrier_unit before = b->s;
    barrier_unit_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    barrier_unit_tick(&b->s, &b->in, &b->out);
    broken = barrier_unit_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

static void begin(struct bench *b, uint32_t slot, uint64_t mask)
{
    b->in.begin_en = true;
    b->in.begin_slot = slot;
    b->in.begin_mask = mask;
}

/* The lanes of the arriving warp that are this slot's; more slots may follow. */
static void arrive(struct bench *b, uint32_t slot, uint64_t lanes)
{
    b->in.arr_valid = true;
    b->in.arr_mask |= lanes;
    for (uint32_t lane = 0; lane < 8; lane++) {
        if (has(lanes, lane)) b->in.arr_slot[lane] = slot;
    }
}

static void barrier(struct bench *b, uint32_t slot, uint64_t lanes, uint64_t pc)
{
    arrive(b, slot, lanes);
    b->in.arr_pc = pc;
}

static void end(struct bench *b, uint32_t slot, uint64_t lanes)
{
    arrive(b, slot, lanes);
    b->in.arr_exit = true;
}

static void expect_event(const struct bench *b, uint32_t slot, uint32_t kind)
{
    assert_true(b->out.ev_valid);
    assert_int_equal(b->out.ev_slot, slot);
    assert_int_equal(b->out.ev_kind, kind);
}

static void expect_launch(const struct bench *b, uint32_t slot, uint64_t mask, uint64_t pc)
{
    assert_true(b->out.launch_valid);
    assert_int_equal(b->out.launch_slot, slot);
    assert_int_equal(b->out.launch_mask, mask);
    assert_int_equal(b->out.launch_pc, pc);
}

static void expect_quiet(struct bench *b)
{
    b->in.ready = 0x3f;
    cycle(b);
    assert_false(b->out.ev_valid);
    assert_false(b->out.launch_valid);
}

/* Slots 1, 2 and 4 have threads 0 to 7, 0 to 3, and 7. */
static void three(struct bench *b)
{
    start(b);
    begin(b, 1, 0xff);
    cycle(b);
    begin(b, 2, 0x0f);
    cycle(b);
    begin(b, 4, 0x80);
    cycle(b);
    expect_quiet(b);
}

/* ---- what a cycle does ------------------------------------------------------------------ */

/* In static warps: arrive, event, released, launched, and once more. */
static void barrier_of_a_static_warp(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    for (uint64_t pc = 0x100; pc < 0x102; pc++) {
        barrier(&b, 2, 0x0f, pc);
        cycle(&b);
        assert_false(b.out.ev_valid);
        cycle(&b);
        expect_event(&b, 2, BARRIER_UNIT_BARRIER);
        cycle(&b);
        assert_false(b.out.ev_valid); /* once */
        assert_false(b.out.launch_valid);
        b.in.ready = ~bit(2) & 0x3f;
        cycle(&b);
        assert_false(b.out.launch_valid);
        b.in.ready = bit(2);
        cycle(&b);
        expect_launch(&b, 2, 0x0f, pc);
        expect_quiet(&b);
    }
}

/* Threads of three static warps come regrouped, each in its lane. */
static void barrier_of_regrouped_warps(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    barrier(&b, 1, 0xf0, 0x20);
    cycle(&b);
    barrier(&b, 1, 0x05, 0x20);
    barrier(&b, 2, 0x0a, 0x20);
    barrier(&b, 4, 0x80, 0x20);
    cycle(&b);
    assert_false(b.out.ev_valid);
    assert_int_equal(b.s.here[1], 0xf5);
    assert_int_equal(b.s.here[2], 0x0a);
    barrier(&b, 1, 0x02, 0x20);
    barrier(&b, 2, 0x05, 0x20);
    cycle(&b);
    expect_event(&b, 4, BARRIER_UNIT_BARRIER);
    barrier(&b, 1, 0x08, 0x20);
    cycle(&b);
    expect_event(&b, 2, BARRIER_UNIT_BARRIER);
    cycle(&b);
    expect_event(&b, 1, BARRIER_UNIT_BARRIER);
    for (uint32_t i = 0; i < 3; i++) {
        static const uint32_t slot[] = {1, 2, 4};
        static const uint64_t mask[] = {0xff, 0x0f, 0x80};
        b.in.ready = 0x3f;
        cycle(&b);
        expect_launch(&b, slot[i], mask[i], 0x20);
    }
    expect_quiet(&b);
}

static void end_of_a_warp(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    end(&b, 2, 0x05);
    end(&b, 4, 0x80);
    cycle(&b);
    end(&b, 2, 0x0a);
    cycle(&b);
    expect_event(&b, 4, BARRIER_UNIT_END);
    cycle(&b);
    expect_event(&b, 2, BARRIER_UNIT_END);
    assert_int_equal(b.s.open, bit(1));
    expect_quiet(&b);
    begin(&b, 2, 0x30); /* the slot is another one's */
    cycle(&b);
    barrier(&b, 2, 0x30, 1);
    cycle(&b);
    cycle(&b);
    expect_event(&b, 2, BARRIER_UNIT_BARRIER);
}

/* A barrier does not wait for threads that have ended, nor are they launched again. */
static void barrier_without_the_dead(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    end(&b, 1, 0x0f);
    cycle(&b);
    barrier(&b, 1, 0xf0, 0xfff);
    cycle(&b);
    cycle(&b);
    expect_event(&b, 1, BARRIER_UNIT_BARRIER);
    b.in.ready = bit(1);
    cycle(&b);
    expect_launch(&b, 1, 0xf0, 0xfff);
    end(&b, 1, 0xf0);
    cycle(&b);
    cycle(&b);
    expect_event(&b, 1, BARRIER_UNIT_END);
}

static void arrival_of_no_thread(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    for (uint32_t exits = 0; exits < 2; exits++) {
        b.in.arr_valid = true;
        b.in.arr_exit = exits == 1;
        cycle(&b);
        expect_quiet(&b);
    }
}

static void reset_closes(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    barrier(&b, 2, 0x0f, 1);
    cycle(&b);
    barrier(&b, 4, 0x80, 1);
    cycle(&b);
    barrier_unit_reset(&b.s);
    assert_null(barrier_unit_check(&b.s));
    expect_quiet(&b);
    begin(&b, 2, 0x0f);
    cycle(&b);
    expect_quiet(&b);
}

/* ---- the races of the page, row by row --------------------------------------------------- */

static void race_last_of_several_slots(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    barrier(&b, 1, 0x7f, 3);
    cycle(&b);
    barrier(&b, 2, 0x0e, 3);
    cycle(&b);
    barrier(&b, 2, 0x01, 3);
    barrier(&b, 4, 0x80, 3);
    cycle(&b);
    barrier(&b, 1, 0x80, 3);
    cycle(&b);
    expect_event(&b, 2, BARRIER_UNIT_BARRIER);
    cycle(&b);
    expect_event(&b, 1, BARRIER_UNIT_BARRIER); /* the lowest slot, not the first to arrive */
    cycle(&b);
    expect_event(&b, 4, BARRIER_UNIT_BARRIER);
}

/* The last threads end: all of one slot have ended then, the living ones of the other one wait. */
static void race_end_while_others_wait(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    barrier(&b, 2, 0x03, 9);
    cycle(&b);
    end(&b, 2, 0x04);
    cycle(&b);
    cycle(&b);
    assert_false(b.out.ev_valid); /* thread 3 is missing */
    end(&b, 2, 0x08);
    end(&b, 4, 0x80);
    cycle(&b);
    cycle(&b);
    expect_event(&b, 2, BARRIER_UNIT_BARRIER);
    b.in.ready = 0x3f;
    cycle(&b);
    expect_event(&b, 4, BARRIER_UNIT_END);
    expect_launch(&b, 2, 0x03, 9);
}

static void race_launch_behind_the_event(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    barrier(&b, 4, 0x80, 5);
    cycle(&b);
    b.in.ready = bit(4);
    cycle(&b);
    expect_event(&b, 4, BARRIER_UNIT_BARRIER);
    assert_false(b.out.launch_valid);
    b.in.ready = bit(4);
    cycle(&b);
    expect_launch(&b, 4, 0x80, 5);
    barrier(&b, 4, 0x80, 6); /* at the next barrier at once */
    cycle(&b);
    cycle(&b);
    expect_event(&b, 4, BARRIER_UNIT_BARRIER);
}

static void race_launch_not_taken(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    barrier(&b, 2, 0x0f, 7);
    barrier(&b, 4, 0x80, 7);
    cycle(&b);
    cycle(&b);
    cycle(&b);
    b.in.ready = bit(4);
    b.in.launch_ready = false;
    cycle(&b);
    expect_launch(&b, 4, 0x80, 7);
    b.in.ready = bit(4) | bit(2);
    cycle(&b);
    expect_launch(&b, 2, 0x0f, 7);
    b.in.ready = bit(4) | bit(2);
    cycle(&b);
    expect_launch(&b, 4, 0x80, 7);
    expect_quiet(&b);
}

static void race_arrival_and_launch(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    barrier(&b, 2, 0x0f, 7);
    cycle(&b);
    cycle(&b);
    b.in.ready = bit(2);
    barrier(&b, 1, 0xff, 7); /* the same lanes, another slot */
    cycle(&b);
    expect_launch(&b, 2, 0x0f, 7);
    assert_int_equal(b.s.here[1], 0xff);
    assert_int_equal(b.s.here[2], 0);
}

static void race_begin_and_event(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    end(&b, 2, 0x0f);
    cycle(&b);
    begin(&b, 3, 0x11);
    cycle(&b);
    expect_event(&b, 2, BARRIER_UNIT_END);
    begin(&b, 2, 0x01); /* in the cycle behind */
    cycle(&b);
    assert_int_equal(b.s.open, bit(1) | bit(2) | bit(3) | bit(4));
    expect_quiet(&b);
}

/* ---- warps that leave ---------------------------------------------------------------------- */

static const struct barrier_unit_cfg leaving = {
    .slots = 6, .lanes = 8, .pc_width = 12, .leaves = 1, .lane_slots = 1};

/* Slots 1 (all), 2 (0x0f), 4 (0x80) are open, and may be left. */
static void three_that_leave(struct bench *b)
{
    three(b);
    b->s.cfg = leaving;
}

static void to_memory(struct bench *b, uint32_t slot, uint64_t lanes)
{
    arrive(b, slot, lanes);
    b->in.arr_memory = true;
}

static void back(struct bench *b, uint32_t slot, uint64_t lanes)
{
    b->in.back_valid = true;
    b->in.back_mask |= lanes;
    for (uint32_t lane = 0; lane < 8; lane++)
        if (has(lanes, lane)) b->in.back_slot[lane] = slot;
}

/* A slot stalls as long as no thread of it runs, and at least one is in memory. */
static void stalls_while_none_runs(void **state)
{
    (void)state;
    struct bench b;
    three_that_leave(&b);
    to_memory(&b, 2, 0x03);
    cycle(&b);
    cycle(&b);
    assert_int_equal(b.out.stalls, 0); /* two others run */
    barrier(&b, 2, 0x04, 7);
    cycle(&b);
    end(&b, 2, 0x08);
    cycle(&b);
    assert_int_equal(b.out.stalls, 0);
    cycle(&b);
    assert_int_equal(b.out.stalls, bit(2));
    back(&b, 2, 0x01);
    cycle(&b);
    assert_int_equal(b.out.stalls, bit(2)); /* state only */
    cycle(&b);
    assert_int_equal(b.out.stalls, 0);
    barrier(&b, 2, 0x01, 7);
    back(&b, 2, 0x02);
    cycle(&b);
    expect_quiet(&b); /* one of it runs */
    barrier(&b, 2, 0x02, 7);
    cycle(&b);
    cycle(&b);
    expect_event(&b, 2, BARRIER_UNIT_BARRIER);
    assert_int_equal(b.out.stalls, 0);
}

/* A warp leaves with one thread at the barrier and three in memory. Another warp gets the slot. The
 * first warp comes back to another slot. */
static void leaves_and_comes_back(void **state)
{
    (void)state;
    struct bench b;
    three_that_leave(&b);
    barrier(&b, 2, 0x04, 7);
    cycle(&b);
    to_memory(&b, 2, 0x0b);
    cycle(&b);
    b.in.leave_en = true;
    b.in.leave_slot = 2;
    cycle(&b);
    assert_int_equal(b.out.leave_live, 0x0f);
    assert_int_equal(b.out.leave_here, 0x04);
    assert_int_equal(b.out.leave_pc, 7);
    begin(&b, 2, 0xf0);
    cycle(&b);
    assert_int_equal(b.out.stalls, 0);
    b.in.resume_en = true;
    b.in.resume_slot = 5;
    b.in.resume_live = 0x0f;
    b.in.resume_here = 0x04;
    b.in.resume_pc = 7;
    cycle(&b);
    barrier(&b, 5, 0x0b, 7);
    cycle(&b);
    cycle(&b);
    expect_event(&b, 5, BARRIER_UNIT_BARRIER);
    b.in.ready = bit(5);
    cycle(&b);
    expect_launch(&b, 5, 0x0f, 7);
}

/* Of one that was told before it left nothing is told again; of one that had ended there is
 * nothing. */
static void told_once_for_all(void **state)
{
    (void)state;
    struct bench b;
    three_that_leave(&b);
    barrier(&b, 4, 0x80, 9);
    cycle(&b);
    cycle(&b);
    expect_event(&b, 4, BARRIER_UNIT_BARRIER);
    b.in.leave_en = true;
    b.in.leave_slot = 4;
    cycle(&b);
    b.in.leave_en = true;
    b.in.leave_slot = 3;
    cycle(&b);
    assert_int_equal(b.out.leave_live, 0);
    b.in.resume_en = true;
    b.in.resume_slot = 3;
    cycle(&b);
    assert_int_equal(b.s.open, bit(1) | bit(2));
    b.in.resume_en = true;
    b.in.resume_slot = 0;
    b.in.resume_live = b.in.resume_here = 0x80;
    b.in.resume_pc = 9;
    cycle(&b);
    cycle(&b);
    assert_false(b.out.ev_valid);
    b.in.ready = bit(0);
    cycle(&b);
    expect_launch(&b, 0, 0x80, 9);
}

/* ---- several places in a lane -------------------------------------------------------------- */

/* Eight threads of a warp are in two home lanes, in four parts; even places are of home lane 0. */
static void parts_by_hand(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    b.s.cfg.lane_slots = 4;
    barrier(&b, 4 * 1 + 2, 0x12, 9); /* {1, part 2} at places 1 and 4: lanes 5 and 4 */
    barrier(&b, 4 * 1 + 0, 0x84, 9); /* {1, part 0} at places 2 and 7: lanes 0 and 1 */
    barrier(&b, 4 * 2 + 1, 0x41, 9); /* {2, part 1} at place 6: lane 2; place 0: below */
    b.in.arr_slot[0] = 4 * 1 + 3;    /* {1, part 3}: lane 6 */
    cycle(&b);
    assert_int_equal(b.s.here[1], 0x73);
    assert_int_equal(b.s.here[2], 0x04);
    end(&b, 4 * 4 + 3, 0x02);     /* {4, part 3} at place 1: lane 7, the last of slot 4 */
    end(&b, 4 * 2 + 0, 0x28);     /* {2, part 0}, places 3 and 5; the first is lane 1 */
    b.in.arr_slot[5] = 4 * 2 + 1; /* {2, part 1}: lane 3 */
    cycle(&b);
    barrier(&b, 4 * 2 + 0, 0x40, 9); /* lane 0 */
    cycle(&b);
    expect_event(&b, 4, BARRIER_UNIT_END);
    cycle(&b);
    expect_event(&b, 2, BARRIER_UNIT_BARRIER);
    b.in.ready = bit(2);
    cycle(&b);
    expect_launch(&b, 2, 0x05, 9);
    expect_quiet(&b);
}

/* ---- a naive twin: a state for each thread ----------------------------------------------- */

enum is { NOT_HERE, RUNS, WAITS, AWAY };

struct twin_slot {
    bool open, told;
    enum is thread[LANES];
    uint64_t pc[LANES]; /* of each thread that waits */
    bool may;           /* the residency lets it go on */
};

struct twin {
    struct barrier_unit_cfg cfg;
    struct twin_slot slot[SLOTS];
    struct twin_slot left[SLOTS]; /* those that have left, the one that left first in front */
    uint32_t lefts;
    struct hd_rng rng;
    uint64_t arrived, launched, events, ends, begins, returns; /* threads, or events, so far */
};

static bool share(struct twin *t, unsigned sixteenths)
{
    return hd_rng_chance(&t->rng, sixteenths, 16);
}

static uint32_t count(const struct twin *t, uint32_t slot, enum is is)
{
    uint32_t n = 0;
    for (uint32_t lane = 0; lane < t->cfg.lanes; lane++) n += t->slot[slot].thread[lane] == is;
    return n;
}

static uint64_t mask_of(const struct twin *t, const struct twin_slot *s, enum is is)
{
    uint64_t mask = 0;
    for (uint32_t lane = 0; lane < t->cfg.lanes; lane++)
        if (s->thread[lane] == is) mask |= bit(lane);
    return mask;
}

static uint64_t pc_of(const struct twin *t, const struct twin_slot *s)
{
    const uint64_t waits = mask_of(t, s, WAITS);
    return waits != 0 ? s->pc[__builtin_ctzll(waits)] : 0;
}

static bool stalls(const struct twin *t, uint32_t slot)
{
    return t->slot[slot].open && count(t, slot, RUNS) == 0 && count(t, slot, AWAY) > 0;
}

static void expect_leaves(const struct twin *t, const struct barrier_unit_in *in,
                          const struct barrier_unit_out *out)
{
    const struct twin_slot *s = &t->slot[in->leave_slot];
    for (uint32_t slot = 0; slot < t->cfg.slots; slot++)
        assert_int_equal(has(out->stalls, slot), stalls(t, slot));
    if (!in->leave_en) return;
    assert_int_equal(out->leave_here, s->open ? mask_of(t, s, WAITS) : 0);
    assert_int_equal(out->leave_live, s->open ? mask_of(t, s, WAITS) | mask_of(t, s, AWAY) : 0);
    if (out->leave_here != 0) assert_int_equal(out->leave_pc, pc_of(t, s));
}

static void expect_same(const struct twin *t, const struct barrier_unit_in *in,
                        const struct barrier_unit_out *out)
{
    uint32_t event = 0, launch = 0;
    while (event < t->cfg.slots && (!t->slot[event].open || t->slot[event].told ||
                                    count(t, event, RUNS) > 0 || count(t, event, AWAY) > 0))
        event++;
    while (launch < t->cfg.slots && (!t->slot[launch].told || !has(in->ready, launch))) launch++;
    assert_int_equal(out->ev_valid, event < t->cfg.slots);
    if (out->ev_valid) {
        assert_int_equal(out->ev_slot, event);
        assert_int_equal(out->ev_kind, count(t, event, WAITS) > 0 ? 1 : 3);
    }
    assert_int_equal(out->launch_valid, launch < t->cfg.slots);
    if (!out->launch_valid) return;
    assert_int_equal(out->launch_slot, launch);
    for (uint32_t lane = 0; lane < t->cfg.lanes; lane++) {
        const bool waits = t->slot[launch].thread[lane] == WAITS;
        assert_int_equal(has(out->launch_mask, lane), waits);
        if (waits) assert_int_equal(out->launch_pc, t->slot[launch].pc[lane]);
    }
}

static void twin_outputs(struct twin *t, const struct barrier_unit_in *in,
                         const struct barrier_unit_out *out)
{
    struct twin_slot *e = &t->slot[out->ev_slot], *l = &t->slot[out->launch_slot];
    if (out->launch_valid && in->launch_ready) {
        l->told = l->may = false;
        for (uint32_t lane = 0; lane < t->cfg.lanes; lane++) {
            if (l->thread[lane] != WAITS) continue;
            l->thread[lane] = RUNS;
            t->launched++;
        }
    }
    if (!out->ev_valid) return;
    if (out->ev_kind == BARRIER_UNIT_BARRIER) e->told = true;
    else e->open = false;
    t->events++;
    t->ends += out->ev_kind == BARRIER_UNIT_END;
}

/* Threads that are back, warps that leave and come back. */
static void twin_changes(struct twin *t, const struct barrier_unit_in *in)
{
    for (uint32_t lane = 0; in->back_valid && lane < t->cfg.lanes; lane++)
        if (has(in->back_mask, lane)) t->slot[in->back_slot[lane]].thread[lane] = RUNS;
    if (in->leave_en) {
        if (t->slot[in->leave_slot].open) t->left[t->lefts++] = t->slot[in->leave_slot];
        t->slot[in->leave_slot] = (struct twin_slot){.open = false};
    }
    if (!in->resume_en || in->resume_live == 0) return;
    struct twin_slot *s = &t->slot[in->resume_slot];
    *s = t->left[0];
    t->lefts--;
    memmove(&t->left[0], &t->left[1], t->lefts * sizeof t->left[0]);
    for (uint32_t lane = 0; lane < t->cfg.lanes; lane++)
        if (s->thread[lane] == AWAY) s->thread[lane] = RUNS;
    s->may = false;
    t->returns++;
}

/* The thread that arrives at a place. */
static struct thread_name named(const struct twin *t, const struct barrier_unit_in *in,
                                uint32_t place)
{
    return thread_at(t->cfg.lanes, t->cfg.lane_slots, in->arr_slot[place], place);
}

static void twin_inputs(struct twin *t, const struct barrier_unit_in *in)
{
    for (uint32_t place = 0; in->arr_valid && place < t->cfg.lanes; place++) {
        if (!has(in->arr_mask, place)) continue;
        const struct thread_name at = named(t, in, place);
        struct twin_slot *s = &t->slot[at.slot];
        if (in->arr_memory) {
            s->thread[at.lane] = AWAY;
            continue;
        }
        s->thread[at.lane] = in->arr_exit ? NOT_HERE : WAITS;
        s->pc[at.lane] = in->arr_pc;
        t->arrived += !in->arr_exit;
    }
    twin_changes(t, in);
    if (!in->begin_en) return;
    struct twin_slot *s = &t->slot[in->begin_slot];
    *s = (struct twin_slot){.open = true};
    for (uint32_t lane = 0; lane < t->cfg.lanes; lane++)
        s->thread[lane] = has(in->begin_mask, lane) ? RUNS : NOT_HERE;
    t->begins++;
}

static uint64_t lanes_of(struct twin *t) { return hd_rng_next(&t->rng) >> (64 - t->cfg.lanes); }

/* May the thread at this place arrive? It runs, and no place before has it. All threads of a slot
 * are at the barrier that the first of them came to. */
static bool may_arrive(const struct twin *t, const struct barrier_unit_in *in, uint32_t place)
{
    const struct thread_name at = named(t, in, place);
    const struct twin_slot *s = &t->slot[at.slot];
    if (!s->open || s->thread[at.lane] != RUNS) return false;
    for (uint32_t k = 0; k < place; k++) {
        const struct thread_name before = named(t, in, k);
        if (has(in->arr_mask, k) && before.slot == at.slot && before.lane == at.lane) return false;
    }
    for (uint32_t k = 0; !in->arr_memory && k < t->cfg.lanes; k++) {
        if (s->thread[k] == WAITS && s->pc[k] != in->arr_pc) return false;
    }
    return true;
}

static void draw_arrival(struct twin *t, struct barrier_unit_in *in)
{
    const uint32_t base = hd_rng_below(&t->rng, t->cfg.slots);
    const bool mixed = share(t, 8);
    in->arr_valid = share(t, 15);
    in->arr_exit = share(t, 3);
    in->arr_memory = t->cfg.leaves == 1 && share(t, 6);
    /* Two barriers, so that all of a warp come to one of them soon. */
    in->arr_pc = share(t, 8) ? 1 : hd_rng_next(&t->rng) >> (64 - t->cfg.pc_width);
    for (uint32_t k = 0; !in->arr_exit && k < t->cfg.lanes; k++) {
        if (t->slot[base].thread[k] == WAITS) in->arr_pc = t->slot[base].pc[k];
    }
    for (uint32_t place = 0; place < t->cfg.lanes; place++) {
        const uint32_t slot = mixed ? hd_rng_below(&t->rng, t->cfg.slots) : base;
        const uint32_t part = hd_rng_below(&t->rng, t->cfg.lane_slots);
        in->arr_slot[place] = slot * t->cfg.lane_slots + part;
        if (may_arrive(t, in, place) && share(t, 12)) in->arr_mask |= bit(place);
    }
}

static void draw_back(struct twin *t, struct barrier_unit_in *in)
{
    in->back_valid = share(t, 8);
    for (uint32_t lane = 0; lane < t->cfg.lanes; lane++) {
        in->back_slot[lane] = hd_rng_below(&t->rng, t->cfg.slots);
        if (t->slot[in->back_slot[lane]].thread[lane] == AWAY && share(t, 8))
            in->back_mask |= bit(lane);
    }
}

static bool may_leave(const struct twin *t, const struct barrier_unit_in *in, uint32_t slot)
{
    const struct twin_slot *s = &t->slot[slot];
    for (uint32_t lane = 0; lane < t->cfg.lanes; lane++)
        if (in->back_valid && has(in->back_mask, lane) && in->back_slot[lane] == slot) return false;
    if (in->begin_en && in->begin_slot == slot) return false;
    return !s->open || (!s->may && (s->told || stalls(t, slot)));
}

static void draw_leaves(struct twin *t, struct barrier_unit_in *in)
{
    const uint32_t slot = hd_rng_below(&t->rng, t->cfg.slots);
    draw_back(t, in);
    in->leave_slot = hd_rng_below(&t->rng, t->cfg.slots);
    in->leave_en = t->lefts < SLOTS && may_leave(t, in, in->leave_slot) && share(t, 8);
    in->resume_slot = slot;
    in->resume_en = !t->slot[slot].open && (!in->begin_en || in->begin_slot != slot) &&
                    (!in->leave_en || in->leave_slot != slot) && share(t, 8);
    if (!in->resume_en || t->lefts == 0 || share(t, 2)) return;
    in->resume_here = mask_of(t, &t->left[0], WAITS);
    in->resume_live = in->resume_here | mask_of(t, &t->left[0], AWAY);
    in->resume_pc = pc_of(t, &t->left[0]);
}

static void draw_cycle(struct twin *t, struct barrier_unit_in *in)
{
    const uint32_t slot = hd_rng_below(&t->rng, t->cfg.slots);
    memset(in, 0, sizeof *in);
    draw_arrival(t, in);
    in->begin_slot = slot;
    in->begin_mask = lanes_of(t) & lanes_of(t) & lanes_of(t);
    in->begin_en = !t->slot[slot].open && in->begin_mask != 0 && share(t, 8);
    for (uint32_t s = 0; s < t->cfg.slots; s++) {
        if (t->slot[s].told && share(t, 3)) t->slot[s].may = true;
        if (t->slot[s].told ? t->slot[s].may : share(t, 8)) in->ready |= bit(s);
    }
    in->launch_ready = share(t, 11);
    if (t->cfg.leaves == 1) draw_leaves(t, in);
    if (in->leave_en) in->ready &= ~bit(in->leave_slot);
}

struct run {
    const char *name;
    struct barrier_unit_cfg cfg;
};

static const struct run runs[] = {
    {"random default sizes", {24, 32, 32, 0, 1}},
    {"random small", {4, 3, 3, 0, 1}},
    {"random odd", {11, 9, 13, 0, 1}},
    {"random one lane", {5, 1, 1, 0, 1}},
    {"random largest", {64, 64, 64, 0, 1}},
    {"random two slots", {2, 6, 8, 0, 1}},
    {"random default sizes that leave", {24, 32, 32, 1, 1}},
    {"random small that leave", {4, 3, 3, 1, 1}},
    {"random odd that leave", {11, 9, 13, 1, 1}},
    {"random one lane that leaves", {5, 1, 1, 1, 1}},
    {"random default sizes, four places a lane", {24, 32, 32, 0, 4}},
    {"random small, two places a lane", {4, 4, 3, 0, 2}},
    {"random one home lane", {7, 8, 5, 0, 8}},
    {"random largest, four places a lane", {64, 64, 64, 0, 4}},
};

/* once, none_lost: at each moment each thread that arrived was launched, or waits. */
static void expect_none_lost(const struct twin *t)
{
    uint64_t waits = 0;
    for (uint32_t slot = 0; slot < t->cfg.slots; slot++) waits += count(t, slot, WAITS);
    for (uint32_t n = 0; n < t->lefts; n++)
        waits += (uint32_t)__builtin_popcountll(mask_of(t, &t->left[n], WAITS));
    assert_int_equal(t->arrived, t->launched + waits);
}

static void random_cycles(void **state)
{
    const struct run *run = *state;
    struct barrier_unit s;
    struct barrier_unit_in in;
    struct barrier_unit_out out;
    static struct twin t;
    memset(&t, 0, sizeof t);
    t.cfg = run->cfg;
    hd_rng_seed(&t.rng, run->cfg.slots * 3 + run->cfg.lanes);
    assert_null(barrier_unit_init(&s, &run->cfg));
    for (uint32_t c = 0; c < 12000; c++) {
        draw_cycle(&t, &in);
        const char *broken = barrier_unit_promise(&s, &in);
        if (broken != NULL) fail_msg("cycle %u: promise: %s", c, broken);
        barrier_unit_eval(&s, &in, &out);
        expect_same(&t, &in, &out);
        if (run->cfg.leaves == 1) expect_leaves(&t, &in, &out);
        barrier_unit_tick(&s, &in, &out);
        twin_outputs(&t, &in, &out);
        twin_inputs(&t, &in);
        expect_none_lost(&t);
        broken = barrier_unit_check(&s);
        if (broken != NULL) fail_msg("cycle %u: invariant: %s", c, broken);
    }
    assert_true(t.launched > 500 && t.ends > 20);
    assert_true(run->cfg.leaves == 0 || t.returns > 100);
}

/* ---- the page's numbers, what check, promise and init find ------------------------------- */

static void page_state_bits(void **state)
{
    (void)state;
    struct barrier_unit s;
    const struct barrier_unit_cfg page = {24, 32, 32, 0, 1};
    assert_null(barrier_unit_init(&s, &page));
    assert_int_equal(2 * page.slots * page.lanes, 24 * 64);
    assert_int_equal(page.slots * page.pc_width, 24 * 32);
}

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = barrier_unit_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench good, b;
    three(&good);
    barrier(&good, 2, 0x0f, 1);
    cycle(&good);
    cycle(&good);
    assert_int_equal(good.s.told, bit(2));
    b = good;
    b.s.open |= bit(6);
    expect_broken(&b, "slot_range");
    b = good;
    b.s.due |= bit(1);
    expect_broken(&b, "due");
    b = good;
    b.s.told |= bit(3);
    expect_broken(&b, "told_all");
    b = good;
    b.s.told |= bit(1);
    expect_broken(&b, "told_all");
    b = good;
    b.s.live[2] = b.s.here[2] = 0;
    expect_broken(&b, "told_all");
    b = good;
    b.s.live[1] |= bit(8);
    expect_broken(&b, "lane_range");
    b = good;
    b.s.here[4] |= bit(3);
    expect_broken(&b, "here_lives");
    b = good;
    b.s.away[4] = bit(3);
    expect_broken(&b, "away_runs");
    b = good;
    b.s.away[2] = bit(0);
    expect_broken(&b, "away_runs");
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = barrier_unit_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void promise_begin(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    begin(&b, 6, 1);
    expect_promise(&b, "a warp begins on a slot that is not below Slots");
    begin(&b, 2, 1);
    expect_promise(&b, "a warp begins on a slot that is open");
    end(&b, 4, 0x80);
    cycle(&b);
    begin(&b, 4, 1); /* its event is in this cycle: it is open */
    expect_promise(&b, "a warp begins on a slot that is open");
    begin(&b, 3, 0);
    expect_promise(&b, "a warp begins without a thread");
    begin(&b, 3, 0x100);
    expect_promise(&b, "a warp begins with a thread that is not below Lanes");
    b.in.ready = 0x40;
    expect_promise(&b, "a slot is ready that is not below Slots");
}

static void promise_arrival(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    b.in.arr_valid = true;
    b.in.arr_mask = 0x100;
    expect_promise(&b, "a lane arrives that is not below Lanes");
    barrier(&b, 1, 0x01, 0x1000);
    expect_promise(&b, "an address is wider than PcWidth");
    barrier(&b, 6, 0x01, 1);
    expect_promise(&b, "a thread arrives of a slot that is not below Slots");
    barrier(&b, 3, 0x01, 1);
    expect_promise(&b, "a thread arrives of a slot that is not open");
    end(&b, 2, 0x10);
    expect_promise(&b, "a thread arrives that does not live");
    barrier(&b, 2, 0x01, 1);
    cycle(&b);
    end(&b, 2, 0x01);
    expect_promise(&b, "a thread arrives that is at the barrier");
    barrier(&b, 2, 0x02, 2);
    expect_promise(&b, "threads of one warp wait at two barriers");
    end(&b, 2, 0x02); /* where it would go on is of no matter */
    b.in.arr_pc = 0x1000;
    assert_null(barrier_unit_promise(&b.s, &b.in));
}

/* The thread is what counts, at whatever place. */
static void promise_arrival_of_parts(void **state)
{
    (void)state;
    struct bench b;
    three(&b);
    b.s.cfg.lane_slots = 4;
    barrier(&b, 4 * 6, 0x01, 1);
    expect_promise(&b, "a thread arrives of a slot that is not below Slots");
    barrier(&b, 4 * 3 + 3, 0x01, 1);
    expect_promise(&b, "a thread arrives of a slot that is not open");
    end(&b, 4 * 2 + 2, 0x01); /* lane 4 */
    expect_promise(&b, "a thread arrives that does not live");
    barrier(&b, 4 * 2 + 1, 0x01, 1); /* lane 2 */
    cycle(&b);
    end(&b, 4 * 2 + 1, 0x40);
    expect_promise(&b, "a thread arrives that is at the barrier");
    barrier(&b, 4 * 2 + 0, 0x04, 2);
    expect_promise(&b, "threads of one warp wait at two barriers");
}

static void promise_leaves(void **state)
{
    (void)state;
    struct bench b;
    three_that_leave(&b);
    back(&b, 6, 0x01);
    expect_promise(&b, "a thread comes back of a slot or a lane that is not there");
    b.in.back_valid = true;
    b.in.back_mask = 0x100;
    expect_promise(&b, "a thread comes back of a slot or a lane that is not there");
    back(&b, 3, 0x01);
    expect_promise(&b, "a thread comes back that is not in memory");
    back(&b, 2, 0x01);
    expect_promise(&b, "a thread comes back that is not in memory");
    b.in.leave_en = true;
    b.in.leave_slot = 6;
    expect_promise(&b, "a warp leaves a slot that is not below Slots");
    b.in.leave_en = true;
    b.in.leave_slot = 2;
    expect_promise(&b, "a warp leaves of which threads run");
    to_memory(&b, 2, 0x01);
    cycle(&b);
    to_memory(&b, 2, 0x01);
    expect_promise(&b, "a thread arrives that is in memory");
    barrier(&b, 4, 0x80, 1);
    cycle(&b);
    b.in.leave_en = true;
    b.in.leave_slot = 4;
    expect_promise(&b, "a warp leaves of which there is something to be told");
    b.in.resume_en = true;
    b.in.resume_slot = 6;
    expect_promise(&b, "a warp comes back to a slot not below Slots");
    b.in.resume_en = true;
    b.in.resume_slot = 2;
    expect_promise(&b, "a warp comes back to a slot that is open");
    b.in.resume_en = true;
    b.in.resume_slot = 3;
    b.in.resume_here = 0x01;
    expect_promise(&b, "a warp comes back with threads that do not live");
    b.in.resume_en = true;
    b.in.resume_slot = 3;
    b.in.resume_live = 0x100;
    expect_promise(&b, "a warp comes back with threads that do not live");
    b.in.leave_slot = 6; /* and of a slot that is not there nothing is said */
    barrier_unit_eval(&b.s, &b.in, &b.out);
    assert_int_equal(b.out.leave_live | b.out.leave_here | b.out.leave_pc, 0);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct barrier_unit_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 8, 8, 0, 1}, "Slots must be 2 to 64"},
        {{65, 8, 8, 0, 1}, "Slots must be 2 to 64"},
        {{4, 0, 8, 0, 1}, "Lanes must be 1 to 64"},
        {{4, 65, 8, 0, 1}, "Lanes must be 1 to 64"},
        {{4, 8, 0, 0, 1}, "PcWidth must be 1 to 64"},
        {{4, 8, 65, 0, 1}, "PcWidth must be 1 to 64"},
        {{4, 8, 8, 2, 1}, "Leaves must be 0 or 1"},
        {{4, 8, 8, 0, 0}, "LaneSlots must be a power of two, at most Lanes"},
        {{4, 8, 8, 0, 6}, "LaneSlots must be a power of two, at most Lanes"},
        {{4, 8, 8, 0, 16}, "LaneSlots must be a power of two, at most Lanes"},
        {{4, 12, 8, 0, 2}, "with LaneSlots above 1 Lanes must be a power of two"},
        {{4, 8, 8, 1, 2}, "LaneSlots above 1 needs Leaves = 0"},
    };
    struct barrier_unit s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = barrier_unit_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(barrier_unit_init(&s, &(struct barrier_unit_cfg){2, 1, 1, 1, 1}));
    assert_null(barrier_unit_init(&s, &(struct barrier_unit_cfg){64, 64, 64, 0, 1}));
    assert_null(barrier_unit_init(&s, &(struct barrier_unit_cfg){4, 64, 64, 0, 64}));
    assert_null(barrier_unit_init(&s, &(struct barrier_unit_cfg){4, 12, 8, 1, 1}));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(barrier_of_a_static_warp),
        cmocka_unit_test(barrier_of_regrouped_warps),
        cmocka_unit_test(end_of_a_warp),
        cmocka_unit_test(barrier_without_the_dead),
        cmocka_unit_test(arrival_of_no_thread),
        cmocka_unit_test(reset_closes),
        cmocka_unit_test(race_last_of_several_slots),
        cmocka_unit_test(race_end_while_others_wait),
        cmocka_unit_test(race_launch_behind_the_event),
        cmocka_unit_test(race_launch_not_taken),
        cmocka_unit_test(race_arrival_and_launch),
        cmocka_unit_test(race_begin_and_event),
        cmocka_unit_test(stalls_while_none_runs),
        cmocka_unit_test(leaves_and_comes_back),
        cmocka_unit_test(told_once_for_all),
        cmocka_unit_test(parts_by_hand),
        cmocka_unit_test(page_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_begin),
        cmocka_unit_test(promise_arrival),
        cmocka_unit_test(promise_arrival_of_parts),
        cmocka_unit_test(promise_leaves),
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
    return cmocka_run_group_tests_name("barrier_unit", tests, NULL, NULL);
}
