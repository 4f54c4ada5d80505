/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the SIMT stack: Figure 4 as on the page, the worked
 * cases of its rules and races, and the proof that check, promise and init do
 * fail. Whole programs: simt_stack_programs_test.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "formation/simt_stack.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct simt_stack s;
    struct simt_stack_in in;
    struct simt_stack_out out;
};

/* No spill in the way, two hexadecimal digits an address; frame 15 is never. */
static const struct simt_stack_cfg hand = {
    .slots = 4, .lanes = 4, .pc_width = 8, .frame_width = 4, .depth = 8, .levels = 32, .ports = 2};

static const struct simt_stack_cfg shallow = {
    .slots = 4, .lanes = 8, .pc_width = 8, .frame_width = 4, .depth = 4, .levels = 32, .ports = 2};

static const struct simt_stack_cfg paper = {.slots = 48,
                                            .lanes = 32,
                                            .pc_width = 32,
                                            .frame_width = 6,
                                            .depth = 4,
                                            .levels = 64,
                                            .ports = 2};

enum { NOWHERE = 64, NEVER = 15 };

static void idle(struct simt_stack_in *in)
{
    memset(in, 0, sizeof *in);
    for (uint32_t p = 0; p < SIMT_STACK_MAX_PORTS; p++) in->look_slot[p] = NOWHERE;
    in->row_rd_slot = NOWHERE;
}

static void start(struct bench *b, const struct simt_stack_cfg *cfg)
{
    assert_null(simt_stack_init(&b->s, cfg));
    assert_null(simt_stack_check(&b->s));
    idle(&b->in);
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    struct simt_stack before = b->s;
    const char *broken = simt_stack_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    simt_stack_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    const bool rests = simt_stack_rests(&b->s, &b->in);
    simt_stack_tick(&b->s, &b->in, &b->out);
    if (rests) assert_memory_equal(&before, &b->s, sizeof before);
    broken = simt_stack_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    idle(&b->in);
}

static void cycles(struct bench *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) cycle(b);
}

static void begin(struct bench *b, uint32_t slot, uint64_t pc, uint64_t mask)
{
    b->in.begin_en = true;
    b->in.begin_slot = slot;
    b->in.begin_pc = pc;
    b->in.begin_mask = mask;
}

/* Operations; each is put on a port, and is done with the next cycle. */
static void op(struct bench *b, uint32_t p, uint32_t slot, uint32_t kind, uint64_t pc)
{
    b->in.op_valid[p] = true;
    b->in.op_slot[p] = slot;
    b->in.op_kind[p] = kind;
    b->in.op_pc[p] = pc;
}

static void next(struct bench *b, uint32_t p, uint32_t slot, uint64_t pc)
{
    op(b, p, slot, SIMT_STACK_NEXT, pc);
}

/* Those of taken go to target, the others to pc. */
static void branch(struct bench *b, uint32_t p, uint32_t slot, uint64_t pc, uint64_t taken,
                   uint64_t target, uint64_t meet)
{
    op(b, p, slot, SIMT_STACK_BRANCH, pc);
    b->in.op_taken[p] = taken;
    b->in.op_target[p] = target;
    b->in.op_meet[p] = meet;
}

static void call(struct bench *b, uint32_t p, uint32_t slot, uint64_t target, uint64_t meet)
{
    op(b, p, slot, SIMT_STACK_CALL, target);
    b->in.op_meet[p] = meet;
}

static void back(struct bench *b, uint32_t p, uint32_t slot, uint64_t pc)
{
    op(b, p, slot, SIMT_STACK_RETURN, pc);
}

static void leave(struct bench *b, uint32_t p, uint32_t slot)
{
    op(b, p, slot, SIMT_STACK_EXIT, 0);
}

/* What is set so far happens now, and every operation is done. */
static void done(struct bench *b)
{
    struct simt_stack_in in = b->in;
    cycle(b);
    for (uint32_t p = 0; p < b->s.cfg.ports; p++)
        assert_int_equal(b->out.op_ready[p], in.op_valid[p]);
}

/* What is set so far is tried now, and the operation of port 0 is not done. */
static void refused(struct bench *b)
{
    cycle(b);
    assert_false(b->out.op_ready[0]);
}

static bool is_ready(const struct bench *b, uint32_t slot)
{
    struct simt_stack_in in;
    struct simt_stack_out out;
    idle(&in);
    simt_stack_eval(&b->s, &in, &out);
    return (out.ready >> slot & 1) != 0;
}

static bool is_done(const struct bench *b, uint32_t slot)
{
    struct simt_stack_in in;
    struct simt_stack_out out;
    idle(&in);
    simt_stack_eval(&b->s, &in, &out);
    return (out.done >> slot & 1) != 0;
}

/* The slot can run, at this address, with these threads. */
static void expect_runs(const struct bench *b, uint32_t slot, uint64_t pc, uint64_t mask)
{
    struct simt_stack_in in;
    struct simt_stack_out out;
    idle(&in);
    in.look_slot[1] = slot;
    simt_stack_eval(&b->s, &in, &out);
    assert_true(out.ready >> slot & 1);
    assert_int_equal(out.look_pc[1], pc);
    assert_int_equal(out.look_mask[1], mask);
    assert_int_equal(out.look_pc[0] | out.look_mask[0], 0);
}

/* The entry of a level, as it stands in its place. */
static void expect_entry(const struct bench *b, uint32_t slot, uint32_t level, uint64_t pc,
                         uint32_t frame, uint64_t rpc, uint32_t rframe, uint64_t mask)
{
    const uint32_t d = level % b->s.cfg.depth;
    assert_int_equal(b->s.pc[d][slot], pc);
    assert_int_equal(b->s.frame[d][slot], frame);
    assert_int_equal(b->s.rpc[d][slot], rpc);
    assert_int_equal(b->s.rframe[d][slot], rframe);
    assert_int_equal(b->s.mask[d][slot], mask);
}

/* Entries in all, and of these in memory. */
static void expect_levels(const struct bench *b, uint32_t slot, uint32_t count, uint32_t deep)
{
    assert_int_equal(b->s.count[slot], count);
    assert_int_equal(b->s.deep[slot], deep);
}

static void started(struct bench *b, const struct simt_stack_cfg *cfg, uint64_t mask)
{
    start(b, cfg);
    begin(b, 0, 0x10, mask);
    cycle(b);
}

/* ---- Figure 4 -------------------------------------------------------------------------- */

/* The leftmost digit is thread 0. */
static uint64_t threads(const char *digits)
{
    uint64_t mask = 0;
    for (uint32_t t = 0; digits[t] != '\0'; t++) mask |= (uint64_t)(digits[t] == '1') << t;
    return mask;
}

static void figure_4(void **state)
{
    (void)state;
    enum { A = 0x10, B = 0x20, C = 0x30, D = 0x40, E = 0x50, F = 0x60, G = 0x70 };
    struct bench b;
    start(&b, &hand);
    begin(&b, 0, A, threads("1111"));
    cycle(&b);
    expect_runs(&b, 0, A, threads("1111"));
    branch(&b, 0, 0, F, threads("1110"), B, G);
    done(&b);
    expect_levels(&b, 0, 3, 0);
    expect_entry(&b, 0, 0, G, 0, 0, NEVER, threads("1111"));
    expect_entry(&b, 0, 1, F, 0, G, 0, threads("0001"));
    expect_entry(&b, 0, 2, B, 0, G, 0, threads("1110"));
    expect_runs(&b, 0, B, threads("1110"));

    branch(&b, 0, 0, D, threads("1000"), C, E);
    done(&b);
    expect_levels(&b, 0, 5, 0);
    expect_entry(&b, 0, 0, G, 0, 0, NEVER, threads("1111"));
    expect_entry(&b, 0, 1, F, 0, G, 0, threads("0001"));
    expect_entry(&b, 0, 2, E, 0, G, 0, threads("1110"));
    expect_entry(&b, 0, 3, D, 0, E, 0, threads("0110"));
    expect_entry(&b, 0, 4, C, 0, E, 0, threads("1000"));

    expect_runs(&b, 0, C, threads("1000"));
    next(&b, 0, 0, E);
    done(&b);
    expect_runs(&b, 0, D, threads("0110"));
    next(&b, 0, 0, E);
    done(&b);
    expect_runs(&b, 0, E, threads("1110"));
    next(&b, 0, 0, G);
    done(&b);
    expect_runs(&b, 0, F, threads("0001"));
    next(&b, 0, 0, G);
    done(&b);
    expect_runs(&b, 0, G, threads("1111"));
    expect_levels(&b, 0, 1, 0);
}

/* ---- branches -------------------------------------------------------------------------- */

static void rule_all_one_way(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0x11, 0xf, 0x20, 0x30);
    done(&b);
    expect_runs(&b, 0, 0x20, 0xf);
    branch(&b, 0, 0, 0x21, 0x0, 0x10, 0x30);
    done(&b);
    expect_runs(&b, 0, 0x21, 0xf);
    expect_levels(&b, 0, 1, 0);

    /* Threads that have ended do not count: 0 and 1 end, then 2 and 3 both take a branch. */
    branch(&b, 0, 0, 0x22, 0x3, 0x40, 0x30);
    done(&b);
    leave(&b, 0, 0);
    done(&b);
    cycles(&b, 2);
    expect_runs(&b, 0, 0x22, 0xc);
    next(&b, 0, 0, 0x30);
    done(&b);
    expect_runs(&b, 0, 0x30, 0xc);
    expect_entry(&b, 0, 0, 0x30, 0, 0, NEVER, 0xf);
    branch(&b, 0, 0, 0x31, 0xc, 0x50, 0x60);
    done(&b);
    expect_runs(&b, 0, 0x50, 0xc);
    expect_levels(&b, 0, 1, 0);
    /* An entry that waits keeps its mask; the halves have the threads that live. */
    branch(&b, 0, 0, 0x51, 0x4, 0x58, 0x60);
    done(&b);
    expect_entry(&b, 0, 0, 0x60, 0, 0, NEVER, 0xf);
    expect_entry(&b, 0, 1, 0x51, 0, 0x60, 0, 0x8);
    expect_entry(&b, 0, 2, 0x58, 0, 0x60, 0, 0x4);
}

/* A branch that all take to the meeting place of their entry takes it off. */
static void rule_all_meet(void **state)
{
    (void)state;
    for (uint64_t taken = 0; taken <= 3; taken += 3) {
        struct bench b;
        started(&b, &hand, 0xf);
        branch(&b, 0, 0, 0x11, 0x3, 0x20, 0x30);
        done(&b);
        branch(&b, 0, 0, taken == 0 ? 0x30 : 0x21, taken, taken == 0 ? 0x21 : 0x30, 0x28);
        done(&b);
        expect_runs(&b, 0, 0x11, 0xc);
        expect_levels(&b, 0, 2, 0);
    }
}

/* if without else: one half is there already. */
static void rule_half_at_meeting_place(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0x11, 0x3, 0x20, 0x20); /* the half that takes it is there */
    done(&b);
    expect_levels(&b, 0, 2, 0);
    expect_entry(&b, 0, 0, 0x20, 0, 0, NEVER, 0xf);
    expect_entry(&b, 0, 1, 0x11, 0, 0x20, 0, 0xc);
    next(&b, 0, 0, 0x20);
    done(&b);
    expect_runs(&b, 0, 0x20, 0xf);
    branch(&b, 0, 0, 0x30, 0x3, 0x21, 0x30); /* the other half is there */
    done(&b);
    expect_levels(&b, 0, 2, 0);
    expect_entry(&b, 0, 1, 0x21, 0, 0x30, 0, 0x3);
    next(&b, 0, 0, 0x30);
    done(&b);
    branch(&b, 0, 0, 0x40, 0x3, 0x40, 0x40); /* a jump to the next instruction */
    done(&b);
    expect_levels(&b, 0, 1, 0);
    expect_runs(&b, 0, 0x40, 0xf);
}

/* The meeting place of the top, by its address or by 0: no entry waits. */
static void rule_own_meeting_place(void **state)
{
    (void)state;
    for (uint64_t meet = 0; meet <= 0x30; meet += 0x30) {
        struct bench b;
        started(&b, &hand, 0xf);
        branch(&b, 0, 0, 0x30, 0x7, 0x20, 0x30);
        done(&b);
        branch(&b, 0, 0, 0x21, 0x1, 0x28, meet);
        done(&b);
        expect_levels(&b, 0, 3, 0);
        expect_entry(&b, 0, 0, 0x30, 0, 0, NEVER, 0xf);
        expect_entry(&b, 0, 1, 0x21, 0, 0x30, 0, 0x6);
        expect_entry(&b, 0, 2, 0x28, 0, 0x30, 0, 0x1);
        next(&b, 0, 0, 0x30);
        done(&b);
        branch(&b, 0, 0, 0x22, 0x2, 0x30, meet); /* in place of the top comes one half */
        done(&b);
        expect_levels(&b, 0, 2, 0);
        expect_entry(&b, 0, 1, 0x22, 0, 0x30, 0, 0x4);
        next(&b, 0, 0, 0x30);
        done(&b);
        expect_runs(&b, 0, 0x30, 0xf);
    }
}

/* Both halves at the top's own meeting place: it goes, and nothing comes. */
static void rule_both_at_own_meeting_place(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0x30, 0x7, 0x20, 0x30);
    done(&b);
    branch(&b, 0, 0, 0x30, 0x1, 0x30, 0);
    done(&b);
    expect_levels(&b, 0, 1, 0);
    expect_runs(&b, 0, 0x30, 0xf);
}

/* The first entry never meets: halves of a branch without meeting place stay apart. */
static void rule_first_entry(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0, 0x3, 0x20, 0); /* not even at address 0 */
    done(&b);
    expect_levels(&b, 0, 2, 0);
    expect_entry(&b, 0, 0, 0, 0, 0, NEVER, 0xc);
    expect_entry(&b, 0, 1, 0x20, 0, 0, NEVER, 0x3);
    next(&b, 0, 0, 0);
    done(&b);
    expect_runs(&b, 0, 0, 0x3);
    leave(&b, 0, 0);
    done(&b);
    cycles(&b, 2);
    expect_runs(&b, 0, 0, 0xc);
}

/* Threads leave a loop one by one, at its end or at its head: the stack does not grow. */
static void loop_one_by_one(void **state)
{
    (void)state;
    for (uint32_t head = 0; head < 2; head++) {
        struct bench b;
        started(&b, &shallow, 0xff);
        for (uint32_t t = 0; t < 7; t++) {
            const uint64_t here = 0xffu << t & 0xff;
            const uint64_t gone = UINT64_C(1) << t;
            expect_runs(&b, 0, 0x10, here);
            if (head == 0) branch(&b, 0, 0, 0x40, here & ~gone, 0x10, 0x40);
            else branch(&b, 0, 0, 0x11, gone, 0x40, 0x40);
            done(&b);
            expect_levels(&b, 0, 2, 0);
            if (head == 1) {
                next(&b, 0, 0, 0x10);
                done(&b);
            }
        }
        expect_runs(&b, 0, 0x10, 0x80);
        branch(&b, 0, 0, 0x40, 0, 0x10, 0x40);
        done(&b);
        expect_runs(&b, 0, 0x40, 0xff);
        expect_levels(&b, 0, 1, 0);
    }
}

/* Loops within each other are as deep as they are nested, whatever the trips. */
static void loops_nested(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    for (uint32_t t = 0; t < 3; t++) {
        const uint64_t outer = 0xfu << t & 0xf;
        for (uint32_t u = t; u < 3; u++) { /* the inner loop: 0x20, to meet at 0x30 */
            const uint64_t inner = 0xfu << u & 0xf;
            expect_runs(&b, 0, u == t ? 0x10 : 0x20, inner);
            branch(&b, 0, 0, 0x30, inner & ~(UINT64_C(1) << u), 0x20, 0x30);
            done(&b);
            expect_levels(&b, 0, t == 0 ? 2 : 3, 0);
        }
        next(&b, 0, 0, 0x30);
        done(&b);
        expect_runs(&b, 0, 0x30, outer);
        expect_levels(&b, 0, t == 0 ? 1 : 2, 0);
        branch(&b, 0, 0, 0x40, outer & ~(UINT64_C(1) << t), 0x10, 0x40);
        done(&b);
        expect_levels(&b, 0, 2, 0);
    }
    expect_runs(&b, 0, 0x10, 0x8);
    next(&b, 0, 0, 0x40);
    done(&b);
    expect_runs(&b, 0, 0x40, 0xf);
}

/* Each thread by itself, one after the other: 2 * Lanes - 1 entries. */
static void deepest_of_branches(void **state)
{
    (void)state;
    struct simt_stack_cfg cfg = hand;
    struct bench b;
    cfg.lanes = 8;
    cfg.depth = 16;
    started(&b, &cfg, 0xff);
    for (uint32_t t = 7; t > 0; t--) {
        branch(&b, 0, 0, 0x20 + t, 0xffu >> (8 - t), 0x10, 0x40 + t);
        done(&b);
    }
    expect_levels(&b, 0, 15, 0);
    for (uint32_t t = 1; t < 8; t++) {
        expect_runs(&b, 0, t == 1 ? 0x10 : 0x40 + t - 1, 0xffu >> (8 - t));
        next(&b, 0, 0, 0x40 + t);
        done(&b);
        expect_runs(&b, 0, 0x20 + t, 1u << t);
        next(&b, 0, 0, 0x40 + t);
        done(&b);
    }
    expect_runs(&b, 0, 0x47, 0xff);
    expect_levels(&b, 0, 1, 0);
}

/* ---- calls ----------------------------------------------------------------------------- */

/* An entry that waits keeps its mask; the entry of the callee has the threads that live. */
static void call_by_those_that_live(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0x11, 0x3, 0x20, 0);
    done(&b);
    call(&b, 0, 0, 0x40, 0x21);
    done(&b);
    branch(&b, 0, 0, 0x41, 0x1, 0x48, 0x50);
    done(&b);
    leave(&b, 0, 0); /* thread 0 */
    done(&b);
    cycles(&b, 2);
    next(&b, 0, 0, 0x50);
    done(&b);
    call(&b, 0, 0, 0x60, 0x51);
    done(&b);
    expect_entry(&b, 0, 1, 0x21, 0, 0, NEVER, 0x3);
    expect_entry(&b, 0, 2, 0x51, 1, 0x21, 0, 0x3);
    expect_entry(&b, 0, 3, 0x60, 2, 0x51, 1, 0x2);
}

/* A function without a branch that returns by itself: no entry waits. */
static void call_plain(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    call(&b, 0, 0, 0x40, 0);
    done(&b);
    expect_levels(&b, 0, 1, 0);
    expect_entry(&b, 0, 0, 0x40, 1, 0, NEVER, 0xf);
    call(&b, 0, 0, 0x60, 0);
    done(&b);
    expect_entry(&b, 0, 0, 0x60, 2, 0, NEVER, 0xf);
    back(&b, 0, 0, 0x41);
    done(&b);
    back(&b, 0, 0, 0x11);
    done(&b);
    expect_entry(&b, 0, 0, 0x11, 0, 0, NEVER, 0xf);
}

/* if (c) return; ... return: the halves meet behind the call. */
static void call_several_returns(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    call(&b, 0, 0, 0x40, 0x11);
    done(&b);
    expect_levels(&b, 0, 2, 0);
    expect_entry(&b, 0, 0, 0x11, 0, 0, NEVER, 0xf);
    expect_entry(&b, 0, 1, 0x40, 1, 0x11, 0, 0xf);
    branch(&b, 0, 0, 0x41, 0x3, 0x48, 0);
    done(&b);
    expect_levels(&b, 0, 3, 0);
    expect_entry(&b, 0, 1, 0x41, 1, 0x11, 0, 0xc);
    expect_entry(&b, 0, 2, 0x48, 1, 0x11, 0, 0x3);
    back(&b, 0, 0, 0x11);
    done(&b);
    expect_runs(&b, 0, 0x41, 0xc);
    branch(&b, 0, 0, 0x42, 0x4, 0x44, 0x44); /* has a meeting place within */
    done(&b);
    expect_levels(&b, 0, 3, 0);
    expect_entry(&b, 0, 1, 0x44, 1, 0x11, 0, 0xc);
    expect_entry(&b, 0, 2, 0x42, 1, 0x44, 1, 0x8);
    next(&b, 0, 0, 0x44);
    done(&b);
    back(&b, 0, 0, 0x11);
    done(&b);
    expect_runs(&b, 0, 0x11, 0xf);
    expect_levels(&b, 0, 1, 0);
}

/* The call's return address is where the caller meets: by meeting place, or without one. */
static void call_before_meeting_place(void **state)
{
    (void)state;
    for (uint64_t meet = 0; meet <= 0x30; meet += 0x30) {
        struct bench b;
        started(&b, &hand, 0xf);
        branch(&b, 0, 0, 0x11, 0x3, 0x2f, 0x30);
        done(&b);
        call(&b, 0, 0, 0x40, meet);
        done(&b);
        expect_levels(&b, 0, 3, 0); /* no second entry waits */
        expect_entry(&b, 0, 2, 0x40, 1, 0x30, 0, 0x3);
        branch(&b, 0, 0, 0x41, 0x1, 0x48, 0);
        done(&b);
        expect_levels(&b, 0, 4, 0);
        back(&b, 0, 0, 0x30);
        done(&b);
        expect_runs(&b, 0, 0x41, 0x2);
        back(&b, 0, 0, 0x30);
        done(&b);
        expect_runs(&b, 0, 0x11, 0xc);
    }
}

/* The same address in another frame is another meeting place: the top of the callee waits. */
static void call_same_address_other_frame(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    call(&b, 0, 0, 0x40, 0x11);
    done(&b);
    call(&b, 0, 0, 0x40, 0x11);
    done(&b);
    expect_levels(&b, 0, 3, 0);
    expect_entry(&b, 0, 1, 0x11, 1, 0x11, 0, 0xf);
    expect_entry(&b, 0, 2, 0x40, 2, 0x11, 1, 0xf);
    next(&b, 0, 0, 0x11); /* in frame 2: goes on */
    done(&b);
    expect_levels(&b, 0, 3, 0);
    back(&b, 0, 0, 0x11);
    done(&b);
    expect_levels(&b, 0, 2, 0);
    back(&b, 0, 0, 0x11);
    done(&b);
    expect_levels(&b, 0, 1, 0);
    expect_runs(&b, 0, 0x11, 0xf);
}

/* A call's target at the address where the caller's entry meets: the frame is another one. */
static void call_to_meeting_address(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0x11, 0x3, 0x20, 0x30);
    done(&b);
    call(&b, 0, 0, 0x30, 0);
    done(&b);
    expect_levels(&b, 0, 3, 0);
    expect_runs(&b, 0, 0x30, 0x3);
    back(&b, 0, 0, 0x21);
    done(&b);
    call(&b, 0, 0, 0x22, 0x22); /* and the target of a call that waits at it */
    done(&b);
    expect_levels(&b, 0, 4, 0);
    expect_entry(&b, 0, 3, 0x22, 1, 0x22, 0, 0x3);
    expect_runs(&b, 0, 0x22, 0x3);
}

/* f: branch; one half calls f, and passes the meeting place of the other half in its own frame. */
static void recursion(void **state)
{
    (void)state;
    enum { F = 0x40, CALL = 0x41, MEET = 0x42 };
    struct bench b;
    started(&b, &hand, 0xf);
    call(&b, 0, 0, F, 0);
    done(&b);
    branch(&b, 0, 0, MEET, 0x3, CALL, MEET);
    done(&b);
    expect_entry(&b, 0, 1, CALL, 1, MEET, 1, 0x3);
    call(&b, 0, 0, F, 0);
    done(&b);
    expect_levels(&b, 0, 2, 0);
    branch(&b, 0, 0, MEET, 0, CALL, MEET); /* none calls again */
    done(&b);
    expect_levels(&b, 0, 2, 0); /* at the address, not in the frame */
    expect_runs(&b, 0, MEET, 0x3);
    expect_entry(&b, 0, 1, MEET, 2, MEET, 1, 0x3);
    branch(&b, 0, 0, 0x43, 0x1, 0x44, 0x44); /* parts, to meet in this frame */
    done(&b);
    expect_entry(&b, 0, 1, 0x44, 2, MEET, 1, 0x3);
    expect_entry(&b, 0, 2, 0x43, 2, 0x44, 2, 0x2);
    next(&b, 0, 0, 0x44);
    done(&b);
    back(&b, 0, 0, MEET);
    done(&b);
    expect_runs(&b, 0, MEET, 0xf);
    expect_entry(&b, 0, 0, MEET, 1, 0, NEVER, 0xf);
}

/* All frames but the last number: the first entry's threads do not meet even there. */
static void call_in_all_frames(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    for (uint32_t frame = 1; frame < NEVER; frame++) {
        call(&b, 0, 0, 0, 0);
        done(&b);
        assert_int_equal(b.s.frame[0][0], frame);
    }
    call(&b, 0, 0, 0, 0);
    assert_string_equal(simt_stack_promise(&b.s, &b.in), "a call in the last frame");
    idle(&b.in);
    for (uint32_t frame = NEVER - 1; frame-- > 0;) {
        back(&b, 0, 0, 0);
        done(&b);
        assert_int_equal(b.s.frame[0][0], frame);
    }
    expect_levels(&b, 0, 1, 0);
}

/* Calls that wait come on top of what branches need: one thread alone, many entries. */
static void calls_that_wait_are_not_bounded_by_lanes(void **state)
{
    (void)state;
    struct simt_stack_cfg cfg = hand;
    struct bench b;
    cfg.lanes = 1;
    cfg.depth = 16;
    started(&b, &cfg, 0x1);
    for (uint32_t n = 1; n < NEVER; n++) {
        call(&b, 0, 0, 0x40, 0x41);
        done(&b);
        expect_levels(&b, 0, n + 1, 0);
    }
    for (uint32_t n = NEVER - 1; n > 0; n--) {
        back(&b, 0, 0, 0x41);
        done(&b);
        expect_levels(&b, 0, n, 0);
    }
}

/* ---- threads that end ------------------------------------------------------------------ */

/* A half ends: its entry is taken off in the cycle behind, the other one runs two behind. */
static void exit_of_a_half(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0x11, 0x3, 0x20, 0x30);
    done(&b);
    leave(&b, 0, 0);
    done(&b);
    assert_false(is_ready(&b, 0));
    expect_levels(&b, 0, 3, 0);
    assert_int_equal(b.s.live[0], 0xc);
    cycle(&b);
    expect_levels(&b, 0, 2, 0);
    assert_false(is_ready(&b, 0));
    cycle(&b);
    expect_runs(&b, 0, 0x11, 0xc);
    next(&b, 0, 0, 0x30);
    done(&b);
    expect_runs(&b, 0, 0x30, 0xc); /* dead in the entry that waited, too */
}

/* Dead entries go one a cycle, then the warp is done. */
static void exit_of_the_last(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0x11, 0x3, 0x20, 0x30);
    done(&b);
    branch(&b, 0, 0, 0x21, 0x1, 0x28, 0x2f);
    done(&b);
    leave(&b, 0, 0); /* 0001 */
    done(&b);
    cycles(&b, 2);
    leave(&b, 0, 0); /* 0010 */
    done(&b);
    expect_levels(&b, 0, 4, 0);
    cycles(&b, 3); /* its entry, the one that waited for both */
    expect_runs(&b, 0, 0x11, 0xc);
    leave(&b, 0, 0);
    done(&b);
    assert_int_equal(b.s.live[0], 0);
    for (uint32_t left = 2; left > 0; left--) {
        expect_levels(&b, 0, left, 0);
        assert_false(is_ready(&b, 0) || is_done(&b, 0));
        cycle(&b);
    }
    expect_levels(&b, 0, 0, 0);
    assert_false(is_done(&b, 0)); /* the mark goes in this cycle */
    cycle(&b);
    assert_true(is_done(&b, 0));
    assert_false(is_ready(&b, 0));
    cycle(&b);
    assert_true(is_done(&b, 0)); /* until another one begins */
    begin(&b, 0, 0x10, 0x8);
    cycle(&b);
    assert_false(is_done(&b, 0));
    expect_runs(&b, 0, 0x10, 0x8);
}

/* All of a warp at once. */
static void exit_of_all(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0x5);
    leave(&b, 0, 0);
    done(&b);
    cycle(&b);
    assert_false(is_done(&b, 0));
    cycle(&b);
    assert_true(is_done(&b, 0));
}

/* Ends in a function, and inside a loop of which others have left. */
static void exit_in_call(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    call(&b, 0, 0, 0x40, 0x11);
    done(&b);
    branch(&b, 0, 0, 0x41, 0x3, 0x48, 0);
    done(&b);
    leave(&b, 0, 0);
    done(&b);
    cycles(&b, 2);
    back(&b, 0, 0, 0x11);
    done(&b);
    expect_runs(&b, 0, 0x11, 0xc);
    branch(&b, 0, 0, 0x20, 0x4, 0x11, 0x20); /* lane 3 has left the loop */
    done(&b);
    expect_runs(&b, 0, 0x11, 0x4);
    leave(&b, 0, 0);
    done(&b);
    cycles(&b, 2);
    expect_runs(&b, 0, 0x20, 0x8);
    expect_levels(&b, 0, 1, 0);
}

/* One marked slot a cycle, the lowest number first. */
static void race_several_marks(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    for (uint32_t slot = 1; slot < 4; slot++) {
        begin(&b, slot, 0x10, 0xf);
        cycle(&b);
    }
    leave(&b, 0, 3);
    leave(&b, 1, 2);
    done(&b);
    assert_int_equal(b.s.check, 0xc);
    leave(&b, 0, 1); /* marked from the next cycle on: slot 2 is looked at now */
    done(&b);
    expect_levels(&b, 2, 0, 0);
    assert_int_equal(b.s.check, 0xe);
    cycle(&b);
    expect_levels(&b, 1, 0, 0);
    cycle(&b);
    assert_int_equal(b.s.check, 0xc);
    cycle(&b);
    assert_int_equal(b.s.check, 0x8);
    expect_levels(&b, 3, 1, 0);
    cycles(&b, 2);
    assert_int_equal(b.s.check, 0);
    assert_int_equal(b.out.done, 0x6);
    cycle(&b);
    assert_int_equal(b.out.done, 0xe);
}

/* ---- entries in memory ----------------------------------------------------------------- */

/* The entry that is offered to memory, field by field. */
static void expect_store(const struct bench *b, uint32_t slot, uint32_t level)
{
    assert_true(b->out.spill_valid);
    assert_false(b->out.spill_load);
    assert_int_equal(b->out.spill_slot, slot);
    assert_int_equal(b->out.spill_level, level);
}

static void expect_load(const struct bench *b, uint32_t slot, uint32_t level)
{
    assert_true(b->out.spill_valid);
    assert_true(b->out.spill_load);
    assert_int_equal(b->out.spill_slot, slot);
    assert_int_equal(b->out.spill_level, level);
    for (uint32_t i = 0; i < SIMT_STACK_ENTRY_WORDS; i++) assert_int_equal(b->out.spill_data[i], 0);
}

/* An entry as bits with the widths of `shallow`: 8 lanes, 8 and 4 bits twice. */
static void shallow_bits(uint32_t words[2], uint64_t mask, uint64_t pc, uint32_t frame,
                         uint64_t rpc, uint32_t rframe)
{
    const uint64_t bits =
        mask | pc << 8 | (uint64_t)frame << 16 | rpc << 20 | (uint64_t)rframe << 28;
    words[0] = (uint32_t)bits;
    words[1] = (uint32_t)(bits >> 32);
}

static void fill(struct bench *b, uint32_t slot, const uint32_t words[2])
{
    b->in.fill_valid = true;
    b->in.fill_slot = slot;
    memcpy(b->in.fill_data, words, 2 * sizeof words[0]);
}

/* Four entries: all wait at 0x80 for 0xf0 at 0x21, 0x0c at 0x31, 0x03 at 0x30. */
static void full(struct bench *b, uint32_t slot)
{
    begin(b, slot, 0x10, 0xff);
    cycle(b);
    branch(b, 0, slot, 0x21, 0x0f, 0x20, 0x80);
    done(b);
    branch(b, 0, slot, 0x31, 0x03, 0x30, 0);
    done(b);
    expect_levels(b, slot, 4, 0);
}

/* The branch that `full` leaves no room for. */
static void too_much(struct bench *b, uint32_t slot) { branch(b, 0, slot, 0x41, 0x01, 0x40, 0x70); }

/* Cycle by cycle: refused, wished, offered, written; twice, for the branch needs two places. */
static void spill_twice(void **state)
{
    (void)state;
    struct bench b;
    uint32_t words[2];
    start(&b, &shallow);
    full(&b, 0);
    for (uint32_t level = 0; level < 2; level++) {
        too_much(&b, 0);
        refused(&b);
        assert_int_equal(b.s.wish, 1);
        assert_false(b.out.spill_valid);
        too_much(&b, 0);
        refused(&b); /* the request is chosen */
        assert_false(b.out.spill_valid);
        too_much(&b, 0);
        refused(&b); /* offered, and it stays */
        expect_store(&b, 0, level);
        assert_true(is_ready(&b, 0));
        too_much(&b, 0);
        b.in.spill_ready = true;
        refused(&b); /* written: not yet */
        expect_store(&b, 0, level);
        if (level == 0) shallow_bits(words, 0xff, 0x80, 0, 0, NEVER);
        else shallow_bits(words, 0xf0, 0x21, 0, 0x80, 0);
        assert_memory_equal(b.out.spill_data, words, sizeof words);
        assert_int_equal(b.s.wish, 0);
        expect_levels(&b, 0, 4, level + 1);
    }
    too_much(&b, 0);
    done(&b);
    expect_levels(&b, 0, 6, 2);
    assert_false(b.out.spill_valid);
    expect_entry(&b, 0, 3, 0x70, 0, 0x80, 0, 0x03);
    expect_entry(&b, 0, 4, 0x41, 0, 0x70, 0, 0x02); /* where level 0 was */
    expect_entry(&b, 0, 5, 0x40, 0, 0x70, 0, 0x01);
}

/* What needs no place is done; so is a branch of the last place, or with all one way. */
static void room_that_is_needed(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &shallow);
    full(&b, 0);
    branch(&b, 0, 0, 0x40, 0x03, 0x32, 0x70);
    done(&b);
    branch(&b, 0, 0, 0x33, 0x00, 0x32, 0x70);
    done(&b);
    call(&b, 0, 0, 0x50, 0);
    done(&b);
    back(&b, 0, 0, 0x34);
    done(&b);
    call(&b, 0, 0, 0x50, 0x80); /* where it meets itself */
    done(&b);
    back(&b, 0, 0, 0x35);
    done(&b);
    expect_levels(&b, 0, 4, 0);
    call(&b, 0, 0, 0x50, 0x36);
    refused(&b);
    call(&b, 0, 0, 0x50, 0x36);
    refused(&b);
    call(&b, 0, 0, 0x50, 0x36);
    b.in.spill_ready = true;
    refused(&b);
    call(&b, 0, 0, 0x50, 0x36);
    done(&b);
    expect_levels(&b, 0, 5, 1);

    /* Halves that are at the meeting place are counted all the same. */
    branch(&b, 0, 0, 0x58, 0x01, 0x51, 0x58);
    refused(&b);

    /* A branch at whose meeting place the top meets too needs one place. */
    start(&b, &shallow);
    begin(&b, 1, 0x10, 0xff);
    cycle(&b);
    branch(&b, 0, 1, 0x21, 0x0f, 0x20, 0x80);
    done(&b);
    branch(&b, 0, 1, 0x31, 0x03, 0x30, 0x70);
    refused(&b); /* three on chip: two places are too many */
    start(&b, &shallow);
    begin(&b, 1, 0x10, 0xff);
    cycle(&b);
    branch(&b, 0, 1, 0x21, 0x0f, 0x20, 0x80);
    done(&b);
    branch(&b, 0, 1, 0x31, 0x03, 0x30, 0x80);
    done(&b);
    branch(&b, 0, 1, 0x41, 0x01, 0x80, 0x80);
    refused(&b); /* even if a half gets none */
}

/* A wish stays while its operation is not tried. */
static void wish_stays(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &shallow);
    full(&b, 2);
    call(&b, 1, 2, 0x50, 0x36);
    cycle(&b);
    assert_false(b.out.op_ready[1]);
    cycles(&b, 2);
    expect_store(&b, 2, 0);
    b.in.spill_ready = true;
    cycle(&b);
    cycle(&b);
    assert_false(b.out.spill_valid);
    call(&b, 0, 2, 0x50, 0x36);
    done(&b);
    expect_levels(&b, 2, 5, 1);
}

/* Six entries, two of them in memory, of which all on chip but one meet. */
static void nearly_dry(struct bench *b, uint32_t slot)
{
    full(b, slot);
    for (uint32_t level = 0; level < 2; level++) {
        too_much(b, slot);
        refused(b);
        cycles(b, 2);
        b->in.spill_ready = true;
        cycle(b);
        expect_store(b, slot, level);
    }
    too_much(b, slot);
    done(b);
    next(b, 0, slot, 0x70);
    done(b);
    next(b, 0, slot, 0x70);
    done(b);
    next(b, 0, slot, 0x80);
    done(b);
    expect_levels(b, slot, 3, 2);
}

/* The last one, too: nothing is on chip any more. */
static void dried(struct bench *b, uint32_t slot)
{
    nearly_dry(b, slot);
    next(b, 0, slot, 0x80);
    done(b);
    expect_levels(b, slot, 2, 2);
}

/* Cycle by cycle: dry, offered, read, back, looked at, ready. */
static void fill_twice(void **state)
{
    (void)state;
    struct bench b;
    uint32_t words[2];
    start(&b, &shallow);
    dried(&b, 0);
    assert_false(is_ready(&b, 0));
    cycle(&b); /* chosen */
    assert_false(b.out.spill_valid);
    cycle(&b);
    expect_load(&b, 0, 1);
    b.in.spill_ready = true;
    cycle(&b);
    expect_load(&b, 0, 1);
    cycles(&b, 5);
    assert_false(b.out.spill_valid); /* one read */
    shallow_bits(words, 0xf0, 0x21, 0, 0x80, 0);
    fill(&b, 0, words);
    cycle(&b);
    expect_levels(&b, 0, 2, 1);
    assert_false(is_ready(&b, 0));
    cycle(&b);
    expect_runs(&b, 0, 0x21, 0xf0);
    expect_entry(&b, 0, 1, 0x21, 0, 0x80, 0, 0xf0);
    next(&b, 0, 0, 0x80);
    done(&b);
    expect_levels(&b, 0, 1, 1);
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    expect_load(&b, 0, 0);
    shallow_bits(words, 0xff, 0x80, 0, 0, NEVER);
    fill(&b, 0, words);
    cycle(&b);
    cycle(&b);
    expect_runs(&b, 0, 0x80, 0xff);
    expect_levels(&b, 0, 1, 0);
}

/* Threads that end while others of their entries are in memory: read, dead, taken off. */
static void exit_with_entries_in_memory(void **state)
{
    (void)state;
    struct bench b;
    uint32_t words[2];
    start(&b, &shallow);
    full(&b, 0);
    for (uint32_t i = 0; i < 2; i++) {
        too_much(&b, 0);
        refused(&b);
        cycle(&b);
        b.in.spill_ready = true;
        cycle(&b);
    }
    too_much(&b, 0);
    done(&b);
    leave(&b, 0, 0); /* 0x01 */
    done(&b);
    cycles(&b, 2);
    leave(&b, 0, 0); /* 0x02 */
    done(&b);
    cycles(&b, 3);
    expect_runs(&b, 0, 0x31, 0x0c);
    leave(&b, 0, 0);
    done(&b);
    cycle(&b);
    expect_levels(&b, 0, 2, 2); /* marked, and nothing to look at */
    assert_int_equal(b.s.check, 1);
    assert_false(b.s.spill_valid); /* dry from now on: chosen in this cycle */
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    expect_load(&b, 0, 1);
    assert_int_equal(b.s.check, 1);
    shallow_bits(words, 0xf0, 0x21, 0, 0x80, 0);
    fill(&b, 0, words);
    cycle(&b);
    cycle(&b);
    expect_runs(&b, 0, 0x21, 0xf0);
    leave(&b, 0, 0);
    done(&b);
    cycles(&b, 2);
    b.in.spill_ready = true;
    cycle(&b);
    expect_load(&b, 0, 0);
    assert_false(is_done(&b, 0));
    shallow_bits(words, 0xff, 0x80, 0, 0, NEVER);
    fill(&b, 0, words);
    cycle(&b);
    cycle(&b); /* dead */
    expect_levels(&b, 0, 0, 0);
    cycle(&b);
    assert_true(is_done(&b, 0));
}

/* Stores before reads, low numbers first; not twice what is accepted. */
static void race_requests(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &shallow);
    full(&b, 3);
    dried(&b, 0);
    begin(&b, 1, 0x10, 0xff);
    cycle(&b); /* in this cycle the read of slot 0 is chosen */
    call(&b, 0, 3, 0x50, 0x36);
    refused(&b);
    expect_load(&b, 0, 1); /* not accepted: it stays, though there is a wish */
    branch(&b, 0, 1, 0x21, 0x0f, 0x20, 0x80);
    done(&b);
    expect_load(&b, 0, 1);
    branch(&b, 0, 1, 0x31, 0x03, 0x30, 0x70);
    refused(&b);
    expect_load(&b, 0, 1);
    assert_int_equal(b.s.wish, 0xa);
    b.in.spill_ready = true;
    cycle(&b);
    expect_load(&b, 0, 1);
    b.in.spill_ready = true;
    cycle(&b);
    expect_store(&b, 1, 0);
    b.in.spill_ready = true;
    cycle(&b);
    expect_store(&b, 3, 0);
    cycle(&b);
    assert_false(b.out.spill_valid); /* the read is under way */
    assert_int_equal(b.s.reading, 1);
}

/* A slot is dry, and one of a higher number has a wish, from the same cycle on. */
static void race_store_before_read(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &shallow);
    full(&b, 3);
    nearly_dry(&b, 0);
    call(&b, 0, 3, 0x50, 0x36);
    next(&b, 1, 0, 0x80);
    refused(&b);
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    expect_store(&b, 3, 0);
    cycle(&b);
    expect_load(&b, 0, 1);
}

/* The wish of the store that is accepted goes, though its operation is refused in that cycle; the
 * other one is served, and it comes again. */
static void race_wish_again(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &shallow);
    full(&b, 0);
    full(&b, 1);
    for (uint32_t i = 0; i < 2; i++) {
        too_much(&b, 0);
        branch(&b, 1, 1, 0x41, 0x01, 0x40, 0x70);
        cycle(&b);
    }
    too_much(&b, 0);
    branch(&b, 1, 1, 0x41, 0x01, 0x40, 0x70);
    b.in.spill_ready = true;
    cycle(&b);
    expect_store(&b, 0, 0);
    assert_int_equal(b.s.wish, 2);
    too_much(&b, 0);
    b.in.spill_ready = true;
    cycle(&b);
    expect_store(&b, 1, 0);
    assert_int_equal(b.s.wish, 1);
    assert_false(b.s.spill_valid); /* wished again too late to be chosen in this cycle */
    cycle(&b);
    assert_true(b.s.spill_valid);
    b.in.spill_ready = true;
    cycle(&b);
    expect_store(&b, 0, 1);
    too_much(&b, 0);
    done(&b);
    expect_levels(&b, 0, 6, 2);
    expect_levels(&b, 1, 4, 1);
}

/* Two reads under way, answered in the other order. */
static void race_fills_in_any_order(void **state)
{
    (void)state;
    struct bench b;
    uint32_t words[2];
    start(&b, &shallow);
    dried(&b, 2);
    for (uint32_t i = 0; i < 8; i++) { /* slot 2's read is accepted while slot 0 is made dry */
        b.in.spill_ready = i == 3;
        cycle(&b);
        if (i == 3) expect_load(&b, 2, 1);
    }
    dried(&b, 0);
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    expect_load(&b, 0, 1);
    assert_int_equal(b.s.reading, 0x5);
    shallow_bits(words, 0xf0, 0x21, 0, 0x80, 0);
    fill(&b, 0, words);
    cycle(&b);
    assert_int_equal(b.s.reading, 0x4);
    fill(&b, 2, words);
    cycle(&b); /* slot 0 is looked at */
    expect_runs(&b, 0, 0x21, 0xf0);
    assert_false(is_ready(&b, 2));
    cycle(&b);
    expect_runs(&b, 2, 0x21, 0xf0);
}

/* A marked slot that is dry does not keep those of higher numbers waiting. */
static void race_marked_and_dry(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &shallow);
    full(&b, 0);
    call(&b, 0, 0, 0x50, 0x36);
    refused(&b);
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    leave(&b, 0, 0); /* 0x03, then 0x0c, then 0xf0: the last one on chip */
    done(&b);
    cycles(&b, 2);
    leave(&b, 0, 0);
    done(&b);
    cycles(&b, 2);
    begin(&b, 3, 0x10, 0xf);
    cycle(&b);
    leave(&b, 0, 0);
    leave(&b, 1, 3);
    done(&b);
    cycle(&b);
    expect_levels(&b, 0, 1, 1);
    cycles(&b, 2);
    assert_int_equal(b.s.check, 1);
    assert_true(is_done(&b, 3));
    assert_false(is_done(&b, 0));
}

/* ---- two operations, begin, contexts --------------------------------------------------- */

static void race_two_operations(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    begin(&b, 3, 0x90, 0x6);
    next(&b, 0, 0, 0x11); /* begin and an operation, of two slots */
    done(&b);
    branch(&b, 0, 3, 0x91, 0x2, 0xa0, 0xb0);
    branch(&b, 1, 0, 0x12, 0x8, 0x20, 0x30);
    done(&b);
    expect_runs(&b, 3, 0xa0, 0x2);
    expect_runs(&b, 0, 0x20, 0x8);
    next(&b, 0, 0, 0x30);
    leave(&b, 1, 3);
    done(&b);
    expect_runs(&b, 0, 0x12, 0x7);
    assert_false(is_ready(&b, 3));
}

/* One that needs room, and one that does not. */
static void race_room_of_one(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &shallow);
    full(&b, 0);
    full(&b, 1);
    too_much(&b, 0);
    next(&b, 1, 1, 0x38);
    cycle(&b);
    assert_false(b.out.op_ready[0]);
    assert_true(b.out.op_ready[1]);
    expect_runs(&b, 0, 0x30, 0x03);
    expect_runs(&b, 1, 0x38, 0x03);
    assert_int_equal(b.s.wish, 1);
}

/* Whatever was on the slot is gone: entries, dead threads, mark. */
static void race_begin_again(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0x11, 0x3, 0x20, 0x30);
    done(&b);
    leave(&b, 0, 0);
    done(&b);
    begin(&b, 0, 0x40, 0x3);
    cycle(&b); /* in the cycle in which the slot would be looked at */
    expect_runs(&b, 0, 0x40, 0x3);
    expect_levels(&b, 0, 1, 0);
    expect_entry(&b, 0, 0, 0x40, 0, 0, NEVER, 0x3);
    begin(&b, 0, 0x50, 0xf);
    cycle(&b);
    expect_runs(&b, 0, 0x50, 0xf);
}

/* The n bits of a row from a bit on, one by one. */
static uint64_t row_bits(const uint32_t *row, uint32_t at, uint32_t n)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < n; i++)
        value |= (uint64_t)(row[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}

static void expect_row_entry(const struct simt_stack_cfg *cfg, const uint32_t *row, uint32_t place,
                             const uint64_t field[5])
{
    const uint32_t width[] = {cfg->lanes, cfg->pc_width, cfg->frame_width, cfg->pc_width,
                              cfg->frame_width};
    uint32_t at = place * simt_stack_entry_width(cfg);
    for (uint32_t i = 0; i < 5; at += width[i++])
        assert_int_equal(row_bits(row, at, width[i]), field[i]);
}

/* Every field of a row is where the page says, with the widest and with odd widths. */
static void row_layout(void **state)
{
    (void)state;
    static const struct simt_stack_cfg sizes[] = {
        {.slots = 64,
         .lanes = 64,
         .pc_width = 64,
         .frame_width = 8,
         .depth = 16,
         .levels = 128,
         .ports = 4},
        {.slots = 5,
         .lanes = 3,
         .pc_width = 13,
         .frame_width = 5,
         .depth = 4,
         .levels = 31,
         .ports = 1},
        {.slots = 2,
         .lanes = 1,
         .pc_width = 2,
         .frame_width = 1,
         .depth = 4,
         .levels = 4,
         .ports = 1},
    };
    const uint32_t row_width[] = {3408, 4 * 39 + 2 * 5 + 3, 4 * 7 + 2 * 3 + 1};
    for (uint32_t i = 0; i < 3; i++) {
        const struct simt_stack_cfg *cfg = &sizes[i];
        const uint64_t lanes = UINT64_MAX >> (64 - cfg->lanes);
        const uint64_t pcs = UINT64_MAX >> (64 - cfg->pc_width);
        const uint32_t slot = cfg->slots - 1;
        struct bench b;
        assert_int_equal(simt_stack_row_width(cfg), row_width[i]);
        start(&b, cfg);
        begin(&b, slot, pcs, lanes);
        cycle(&b);
        const bool two = cfg->lanes > 1;
        if (two) {
            branch(&b, 0, slot, pcs - 5, 1, pcs - 9, pcs - 3);
            done(&b);
        }
        b.in.row_rd_slot = slot;
        cycle(&b);
        const uint64_t first[] = {lanes, two ? pcs - 3 : pcs, 0, 0, (1u << cfg->frame_width) - 1};
        const uint64_t second[] = {lanes - 1, pcs - 5, 0, pcs - 3, 0};
        const uint64_t third[] = {1, pcs - 9, 0, pcs - 3, 0};
        const uint32_t at = cfg->depth * simt_stack_entry_width(cfg);
        const uint32_t level = simt_stack_level_width(cfg);
        expect_row_entry(cfg, b.out.row_rd_data, 0, first);
        if (two) expect_row_entry(cfg, b.out.row_rd_data, 1, second);
        if (two) expect_row_entry(cfg, b.out.row_rd_data, 2, third);
        assert_int_equal(row_bits(b.out.row_rd_data, at, level), two ? 3 : 1);
        assert_int_equal(row_bits(b.out.row_rd_data, at + level, level), 0);
        assert_int_equal(row_bits(b.out.row_rd_data, at + 2 * level, cfg->lanes), lanes);
    }
    assert_int_equal(simt_stack_entry_width(&paper), 108);
    assert_int_equal(simt_stack_row_width(&paper), 4 * 108 + 2 * 7 + 32);
}

/* Reads a slot's row into the inputs, to be written to another one. */
static void move_row(struct bench *b, uint32_t from, uint32_t to)
{
    struct simt_stack_out out;
    idle(&b->in);
    b->in.row_rd_slot = from;
    simt_stack_eval(&b->s, &b->in, &out);
    idle(&b->in);
    b->in.row_wr_en = true;
    b->in.row_wr_slot = to;
    memcpy(b->in.row_wr_data, out.row_rd_data, sizeof out.row_rd_data);
}

/* A warp of which two entries are in memory goes to another slot, and on there. */
static void context_moves(void **state)
{
    (void)state;
    struct bench b;
    uint32_t words[2];
    start(&b, &shallow);
    full(&b, 0);
    call(&b, 0, 0, 0x50, 0x36);
    refused(&b);
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    expect_store(&b, 0, 0);
    leave(&b, 0, 0);
    done(&b);
    cycles(&b, 2);
    expect_runs(&b, 0, 0x31, 0x0c);
    move_row(&b, 0, 2);
    cycle(&b);
    assert_false(is_ready(&b, 2)); /* looked at first */
    expect_levels(&b, 2, 3, 1);
    begin(&b, 0, 0x10, 0xf); /* another warp, where it was */
    cycle(&b);
    expect_runs(&b, 2, 0x31, 0x0c);
    assert_int_equal(b.s.live[2], 0xfc);
    next(&b, 0, 2, 0x80);
    done(&b);
    next(&b, 0, 2, 0x80);
    done(&b);
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    expect_load(&b, 2, 0);
    shallow_bits(words, 0xff, 0x80, 0, 0, NEVER);
    fill(&b, 2, words);
    cycle(&b);
    cycle(&b);
    expect_runs(&b, 2, 0x80, 0xfc);
}

/* A row with dead entries on top is marked, as it was; one without entries is done at once. */
static void context_of_the_dead(void **state)
{
    (void)state;
    struct bench b;
    started(&b, &hand, 0xf);
    branch(&b, 0, 0, 0x11, 0x3, 0x20, 0x30);
    done(&b);
    leave(&b, 0, 0);
    done(&b);
    move_row(&b, 0, 1);
    cycle(&b);
    expect_levels(&b, 1, 3, 0);
    cycle(&b); /* slot 0 */
    cycle(&b);
    expect_levels(&b, 1, 2, 0);
    cycle(&b);
    expect_runs(&b, 1, 0x11, 0xc);

    start(&b, &hand);
    begin(&b, 3, 0x10, 0xf);
    cycle(&b);
    leave(&b, 0, 3);
    done(&b);
    cycles(&b, 2);
    assert_true(is_done(&b, 3));
    move_row(&b, 3, 2);
    cycle(&b);
    assert_false(is_done(&b, 2));
    cycle(&b);
    assert_true(is_done(&b, 2));
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &shallow);
    dried(&b, 0);
    full(&b, 1);
    leave(&b, 0, 1);
    done(&b);
    full(&b, 2);
    too_much(&b, 2);
    refused(&b);
    assert_true(b.s.spill_valid);
    simt_stack_reset(&b.s);
    assert_null(simt_stack_check(&b.s));
    b.in.look_slot[0] = 1;
    cycle(&b);
    assert_int_equal(b.out.ready | b.out.done | b.out.look_mask[0], 0);
    assert_false(b.out.spill_valid);
    cycles(&b, 3);
    assert_false(b.s.spill_valid); /* not dry: not here */
    full(&b, 0);
    expect_runs(&b, 0, 0x30, 0x03);
}

/* ---- check, promise and init do fail --------------------------------------------------- */

static void expect_broken(struct bench *b, const char *name)
{
    const char *broken = simt_stack_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

/* The stack of Figure 4(d), on slot 0: five entries. */
static void nested(struct bench *b)
{
    started(b, &hand, 0xf);
    branch(b, 0, 0, 0x60, 0x7, 0x20, 0x70);
    done(b);
    branch(b, 0, 0, 0x40, 0x1, 0x30, 0x50);
    done(b);
    expect_levels(b, 0, 5, 0);
}

static void check_fails_in_entries(void **state)
{
    (void)state;
    struct bench b;
    nested(&b);
    b.s.mask[4][0] |= 2; /* a thread of the other half */
    expect_broken(&b, "part");
    nested(&b);
    b.s.mask[1][0] |= 1; /* the same, lower */
    expect_broken(&b, "part");
    nested(&b);
    b.s.mask[2][0] = 3; /* a half has more threads than the entry that waits for it */
    expect_broken(&b, "part");
    nested(&b);
    b.s.pc[2][0]++; /* no entry waits where the halves are to meet */
    expect_broken(&b, "part");
    nested(&b);
    b.s.frame[2][0]++;
    expect_broken(&b, "part");
    nested(&b);
    b.s.live[0] = 0xe; /* a dead top, not marked */
    expect_broken(&b, "top_runs");
    b.s.check = 1;
    assert_null(simt_stack_check(&b.s));
    nested(&b);
    b.s.pc[4][0] = 0x50;
    expect_broken(&b, "top_runs");
    nested(&b);
    b.s.mask[0][0] = 0x7; /* the entry that waits for both lacks a thread of the lower half */
    expect_broken(&b, "part");
    started(&b, &hand, 0xf);
    b.s.mask[0][0] = 0x7;
    expect_broken(&b, "lost_none");
    started(&b, &hand, 0xf);
    b.s.count[0] = 0;
    b.s.on_chip = 0;
    expect_broken(&b, "lost_none");

    struct simt_stack_cfg cfg = hand;
    cfg.lanes = 1;
    started(&b, &cfg, 1); /* three halves of a branch, of one thread; two are dead */
    b.s.count[0] = 3;
    b.s.mask[1][0] = b.s.mask[2][0] = 0;
    b.s.rframe[1][0] = b.s.rframe[2][0] = NEVER;
    expect_broken(&b, "bound");
    b.s.check = 1;
    expect_broken(&b, "bound");
}

static void check_fails_in_notes(void **state)
{
    (void)state;
    struct bench b;
    nested(&b);
    b.s.count[0] = b.s.deep[0] - 1;
    expect_broken(&b, "level_range");
    nested(&b);
    b.s.count[0] = hand.levels + 1;
    expect_broken(&b, "level_range");
    nested(&b);
    b.s.count[0] = hand.depth + 1;
    expect_broken(&b, "level_range");
    nested(&b);
    b.s.on_chip = 0;
    expect_broken(&b, "level_range");
    nested(&b);
    b.s.in_memory = 1;
    expect_broken(&b, "level_range");
    nested(&b);
    b.s.live[0] |= 0x10;
    expect_broken(&b, "lane_range");
    nested(&b);
    b.s.here |= 0x10;
    expect_broken(&b, "slot_range");
    nested(&b);
    b.s.check |= 2; /* no warp is there */
    expect_broken(&b, "slot_range");
    started(&b, &hand, 0xf);
    b.s.wish = 1;
    expect_broken(&b, "wish_room");
    nested(&b);
    b.s.reading = 1;
    expect_broken(&b, "read_dry");
    nested(&b);
    b.s.spill_valid = true; /* without a wish */
    expect_broken(&b, "request");
    b.s.spill_load = true; /* and not dry */
    expect_broken(&b, "request");
    b.s.spill_load = false;
    b.s.wish = 1;
    assert_null(simt_stack_check(&b.s));
    b.s.spill_slot = 63;
    expect_broken(&b, "request");
}

/* The inputs, as they stand, break this promise. */
static void expect_promise(struct bench *b, const char *words)
{
    const char *broken = simt_stack_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, words);
    idle(&b->in);
    assert_null(simt_stack_promise(&b->s, &b->in));
}

static void promise_of_operations(void **state)
{
    (void)state;
    struct bench b;
    nested(&b);
    next(&b, 0, 1, 0x10);
    expect_promise(&b, "an operation is on a slot that is not ready");
    next(&b, 0, 5, 0x10);
    expect_promise(&b, "an operation is on a slot that is not ready");
    next(&b, 0, 0, 0x10);
    next(&b, 1, 0, 0x10);
    expect_promise(&b, "two operations are on one slot");
    op(&b, 1, 0, 5, 0x10);
    expect_promise(&b, "an operation is of no kind");
    branch(&b, 1, 0, 0x10, 0x3, 0x20, 0x30);
    expect_promise(&b, "a branch is taken by threads that are not in the top");
    back(&b, 1, 0, 0x10);
    expect_promise(&b, "a return in frame 0");
    next(&b, 1, 0, 0x100);
    expect_promise(&b, "an address of an operation is wider than PcWidth");
    branch(&b, 1, 0, 0x10, 0x1, 0x100, 0x30);
    expect_promise(&b, "an address of an operation is wider than PcWidth");
    call(&b, 1, 0, 0x10, 0x100);
    expect_promise(&b, "an address of an operation is wider than PcWidth");
    op(&b, 0, 0, SIMT_STACK_EXIT, 0x100); /* has no address */
    assert_null(simt_stack_promise(&b.s, &b.in));

    struct simt_stack_cfg cfg = hand;
    cfg.levels = 8;
    started(&b, &cfg, 0xf);
    for (uint32_t n = 0; n < 7; n++) {
        call(&b, 0, 0, 0x40, 0x41);
        done(&b);
    }
    call(&b, 0, 0, 0x40, 0x41);
    expect_promise(&b, "a warp gets more than Levels entries");
    call(&b, 0, 0, 0x40, 0);
    done(&b);

    start(&b, &shallow);
    full(&b, 0);
    too_much(&b, 0);
    refused(&b);
    next(&b, 1, 0, 0x80);
    expect_promise(&b, "an operation that was not ready does not come again");
    too_much(&b, 0);
    assert_null(simt_stack_promise(&b.s, &b.in));
}

static void promise_of_slots(void **state)
{
    (void)state;
    static const char *const unread = "an entry comes back that was not read";
    static const char *const begins = "a warp begins on a slot that is not at rest";
    static const char *const comes = "a row is written to a slot that is not at rest";
    struct bench b;
    uint32_t words[2] = {0};
    nested(&b);
    fill(&b, 0, words);
    expect_promise(&b, unread);
    fill(&b, 7, words);
    expect_promise(&b, unread);
    begin(&b, 4, 0x10, 0xf);
    expect_promise(&b, "a warp begins on a slot that is not there");
    begin(&b, 1, 0x10, 0);
    expect_promise(&b, "a warp begins without threads");
    begin(&b, 1, 0x10, 0x10);
    expect_promise(&b, "a warp begins with lanes at or above Lanes");
    begin(&b, 1, 0x100, 0xf);
    expect_promise(&b, "a warp begins at a PC wider than PcWidth");
    begin(&b, 0, 0x10, 0xf);
    next(&b, 1, 0, 0x10);
    expect_promise(&b, begins);
    move_row(&b, 0, 1);
    begin(&b, 1, 0x10, 0xf);
    expect_promise(&b, "a warp begins where a row is written");
    move_row(&b, 0, 4);
    expect_promise(&b, "a row is written to a slot that is not there");
    move_row(&b, 0, 1);
    memset(b.in.row_wr_data, 0xff, sizeof b.in.row_wr_data);
    expect_promise(&b, "a row is written that was never read");

    start(&b, &shallow);
    dried(&b, 0);
    begin(&b, 0, 0x10, 0xf); /* it is about to be read */
    expect_promise(&b, begins);
    full(&b, 1); /* meanwhile the read is offered */
    begin(&b, 0, 0x10, 0xf);
    expect_promise(&b, begins);
    b.in.spill_ready = true;
    cycle(&b);
    move_row(&b, 1, 0);
    expect_promise(&b, comes);
    too_much(&b, 1);
    refused(&b);
    begin(&b, 1, 0x10, 0xf); /* there is a wish */
    expect_promise(&b, begins);
    move_row(&b, 1, 1);
    expect_promise(&b, comes);
    fill(&b, 0, words);
    assert_null(simt_stack_promise(&b.s, &b.in));
}

static void init_fails(void **state)
{
    (void)state;
    static const struct {
        struct simt_stack_cfg cfg;
        const char *error;
    } cases[] = {
        {{1, 4, 8, 4, 4, 32, 2}, "Slots must be 2 to 64"},
        {{65, 4, 8, 4, 4, 32, 2}, "Slots must be 2 to 64"},
        {{4, 0, 8, 4, 4, 32, 2}, "Lanes must be 1 to 64"},
        {{4, 65, 8, 4, 4, 32, 2}, "Lanes must be 1 to 64"},
        {{4, 4, 1, 4, 4, 32, 2}, "PcWidth must be 2 to 64"},
        {{4, 4, 65, 4, 4, 32, 2}, "PcWidth must be 2 to 64"},
        {{4, 4, 8, 0, 4, 32, 2}, "FrameWidth must be 1 to 8"},
        {{4, 4, 8, 9, 4, 32, 2}, "FrameWidth must be 1 to 8"},
        {{4, 4, 8, 4, 2, 32, 2}, "Depth must be 4, 8 or 16"},
        {{4, 4, 8, 4, 12, 32, 2}, "Depth must be 4, 8 or 16"},
        {{4, 4, 8, 4, 8, 7, 2}, "Levels must be Depth to 128"},
        {{4, 4, 8, 4, 4, 129, 2}, "Levels must be Depth to 128"},
        {{4, 4, 8, 4, 4, 32, 0}, "Ports must be 1 to 4"},
        {{4, 4, 8, 4, 4, 32, 5}, "Ports must be 1 to 4"},
    };
    struct simt_stack s;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(simt_stack_init(&s, &cases[i].cfg), cases[i].error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_4),
        cmocka_unit_test(rule_all_one_way),
        cmocka_unit_test(rule_all_meet),
        cmocka_unit_test(rule_half_at_meeting_place),
        cmocka_unit_test(rule_own_meeting_place),
        cmocka_unit_test(rule_both_at_own_meeting_place),
        cmocka_unit_test(rule_first_entry),
        cmocka_unit_test(loop_one_by_one),
        cmocka_unit_test(loops_nested),
        cmocka_unit_test(deepest_of_branches),
        cmocka_unit_test(call_plain),
        cmocka_unit_test(call_by_those_that_live),
        cmocka_unit_test(call_several_returns),
        cmocka_unit_test(call_before_meeting_place),
        cmocka_unit_test(call_same_address_other_frame),
        cmocka_unit_test(call_to_meeting_address),
        cmocka_unit_test(recursion),
        cmocka_unit_test(call_in_all_frames),
        cmocka_unit_test(calls_that_wait_are_not_bounded_by_lanes),
        cmocka_unit_test(exit_of_a_half),
        cmocka_unit_test(exit_of_the_last),
        cmocka_unit_test(exit_of_all),
        cmocka_unit_test(exit_in_call),
        cmocka_unit_test(race_several_marks),
        cmocka_unit_test(spill_twice),
        cmocka_unit_test(room_that_is_needed),
        cmocka_unit_test(wish_stays),
        cmocka_unit_test(fill_twice),
        cmocka_unit_test(exit_with_entries_in_memory),
        cmocka_unit_test(race_requests),
        cmocka_unit_test(race_store_before_read),
        cmocka_unit_test(race_wish_again),
        cmocka_unit_test(race_fills_in_any_order),
        cmocka_unit_test(race_marked_and_dry),
        cmocka_unit_test(race_two_operations),
        cmocka_unit_test(race_room_of_one),
        cmocka_unit_test(race_begin_again),
        cmocka_unit_test(row_layout),
        cmocka_unit_test(context_moves),
        cmocka_unit_test(context_of_the_dead),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(check_fails_in_entries),
        cmocka_unit_test(check_fails_in_notes),
        cmocka_unit_test(promise_of_operations),
        cmocka_unit_test(promise_of_slots),
        cmocka_unit_test(init_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
