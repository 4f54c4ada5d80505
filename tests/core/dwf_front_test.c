/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the DWF front end: worked cases of the page's rules and races; whole
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
#include "core/dwf_front.h"
#include "front_program.h"
#include "parts.h"

enum { LANES = 4, PC = 0x4000, MEET = 0x5000, AWAY = 0x6000, SOON = 12 };

static const struct dwf_front_cfg hand = {.slots = 4,
                                          .lanes = LANES,
                                          .lane_slots = 1,
                                          .pc_shift = 2,
                                          .pool_entries = 16,
                                          .lut_entries = 8,
                                          .lut_ways = 2,
                                          .forward = 1,
                                          .heap_entries = 16,
                                          .heap_ports = 2,
                                          .queue_depth = 4,
                                          .mheap_entries = 16,
                                          .mheap_ways = 2,
                                          .cnt_width = 6,
                                          .wid_width = 4,
                                          .lut_width = 4};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct dwf_front s;
    struct dwf_front_in in;
    struct dwf_front_out out;
    uint8_t rows[FRONT_REGISTERS];
    uint8_t res_slot[FRONT_MAX_LANES];
    uint32_t res_addr[FRONT_MAX_LANES];
    uint32_t end_slot[FRONT_MAX_LANES];
};

/* Register r lies in row r ^ 32; the pipe is ready, fetches are accepted when they are asked
 * for. */
static void start(struct bench *b, const struct dwf_front_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(dwf_front_init(&b->s, cfg));
    assert_null(dwf_front_check(&b->s));
    for (uint32_t r = 0; r < FRONT_REGISTERS; r++) b->rows[r] = (uint8_t)(r ^ 32);
    b->in.rows = b->rows;
    b->in.issue_ready = true;
    b->in.res.slot = b->res_slot;
    b->in.res.addr = b->res_addr;
    b->in.end_slot = b->end_slot;
}

static void see(struct bench *b)
{
    assert_null(dwf_front_promise(&b->s, &b->in));
    dwf_front_eval(&b->s, &b->in, &b->out);
}

/* The edge. What was taken is over. */
static void edge(struct bench *b)
{
    dwf_front_tick(&b->s, &b->in, &b->out);
    assert_null(dwf_front_check(&b->s));
    if (b->out.begin_ready) b->in.begin_en = false;
    if (b->out.res_ready) b->in.res_valid = false;
    if (b->out.end_ready) b->in.end_valid = false;
    b->in.rsp_valid = false;
}

static void cycle(struct bench *b)
{
    see(b);
    edge(b);
}

static void offer(struct bench *b, uint32_t slot, uint64_t mask)
{
    b->in.begin_en = true;
    b->in.begin_slot = slot;
    b->in.begin_pc = PC;
    b->in.begin_mask = mask;
}

static void begin(struct bench *b, uint32_t slot, uint64_t mask)
{
    offer(b, slot, mask);
    cycle(b);
    assert_false(b->in.begin_en);
    b->in.ready |= UINT64_C(1) << slot;
}

/* A warp is asked for within some cycles, at this address; it is accepted. */
static void ask(struct bench *b, uint32_t pc)
{
    see(b);
    for (uint32_t k = 0; k < SOON && !b->out.fetch_valid; k++) {
        edge(b);
        see(b);
    }
    assert_true(b->out.fetch_valid);
    assert_int_equal(b->out.fetch_pc, pc);
    b->in.fetch_ready = true;
    see(b);
    edge(b);
    b->in.fetch_ready = false;
}

static void answer(struct bench *b, uint32_t word, uint32_t meet, bool meets)
{
    b->in.rsp_valid = true;
    b->in.rsp_word = word;
    b->in.rsp_meet = meet;
    b->in.rsp_meets = meets;
}

/* A warp comes as far as the issue register: it would issue in the cycle to come. */
static void bring(struct bench *b, uint32_t pc, uint32_t word)
{
    ask(b, pc);
    answer(b, word, 0, false);
    cycle(b);
    assert_true(b->s.issue_valid);
}

/* What the threads of one static warp did is offered now. */
static void resolve(struct bench *b, uint32_t slot, uint32_t flow, uint32_t pc, uint64_t mask)
{
    struct front_resolved *r = &b->in.res;
    b->in.res_valid = true;
    memset(b->res_slot, (int)slot, sizeof b->res_slot);
    r->flow = flow;
    r->pc = pc;
    r->mask = r->taken = mask;
    r->meet = 0;
    r->meets = false;
}

static void end(struct bench *b, uint32_t slot, uint32_t pc, uint64_t mask)
{
    b->in.end_valid = true;
    for (uint32_t l = 0; l < LANES; l++) b->end_slot[l] = slot;
    b->in.end_pc = pc;
    b->in.end_mask = mask;
}

/* A static warp's threads have issued and are nowhere in the unit. */
static void out_there(struct bench *b, uint32_t slot, uint64_t mask, uint32_t word)
{
    begin(b, slot, mask);
    bring(b, PC, word);
    cycle(b);
    assert_int_equal(dwf_threads(&b->s.dwf), 0);
    assert_false(b->s.issue_valid || b->s.fetch_valid);
}

/* ---- worked cases ---------------------------------------------------------------------- */

/* Registers as the rows say, unused ones 0; each thread with its static warp. */
static void from_begin_to_issue(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    see(&b);
    assert_int_equal(b.out.why, FRONT_NO_WARP);
    begin(&b, 3, 0xb);
    cycle(&b);
    see(&b);
    assert_int_equal(b.out.why, FRONT_WAITS);
    ask(&b, PC);
    see(&b);
    assert_int_equal(b.out.why, FRONT_NOT_FETCHED);
    assert_false(b.out.fetch_valid);
    answer(&b, FRONT_SW, MEET, true);
    cycle(&b);
    see(&b);
    const struct front_instruction *i = b.out.issue;
    assert_true(b.out.issue_valid);
    assert_int_equal(b.out.why, FRONT_ISSUES);
    assert_int_equal(i->pc, PC);
    assert_int_equal(i->word, FRONT_SW);
    assert_int_equal(i->mask, 0xb);
    for (uint32_t l = 0; l < LANES; l++)
        if (0xb >> l & 1) assert_int_equal(i->slot[l], 3);
    assert_int_equal(i->meet, MEET);
    assert_true(i->meets);
    assert_int_equal(i->unit, DECODE_MEMORY);
    assert_int_equal(i->flow, DECODE_NEXT);
    assert_int_equal(i->use, 3);
    assert_int_equal(i->reg[0], 6 ^ 32);
    assert_int_equal(i->reg[1], 7 ^ 32);
    assert_int_equal(i->reg[2], 0);
    assert_int_equal(i->reg[FRONT_RD], 0);
    edge(&b);
    assert_false(b.s.issue_valid);
}

/* The address is asked for only while the issue register is empty or being taken. */
static void fetch_waits_for_the_pipe(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 1);
    b.in.issue_ready = false;
    bring(&b, PC, FRONT_ADD);
    begin(&b, 1, 1);
    for (uint32_t k = 0; k < SOON; k++) cycle(&b);
    assert_true(b.s.fetch_valid);
    see(&b);
    assert_false(b.out.fetch_valid);
    assert_int_equal(b.out.why, FRONT_PIPE_BUSY);
    b.in.issue_ready = true;
    dwf_front_issue(&b.s, &b.in, &b.out); /* issue_ready was learnt later */
    assert_true(b.out.fetch_valid);
    assert_int_equal(b.out.why, FRONT_ISSUES);
    b.in.fetch_ready = true;
    cycle(&b);
    assert_true(b.s.fetch_sent && !b.s.issue_valid);
    b.in.issue_ready = false;
    see(&b);
    assert_int_equal(b.out.why, FRONT_PIPE_BUSY);
    edge(&b);
    b.in.issue_ready = true;
    see(&b);
    assert_int_equal(b.out.why, FRONT_NOT_FETCHED);
}

/* As a word comes in and goes on, the next warp is taken from formation. */
static void next_follows_the_answer(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    begin(&b, 0, 1);
    begin(&b, 1, 1); /* the same lane: two warps */
    ask(&b, PC);
    for (uint32_t k = 0; k < SOON; k++) cycle(&b);
    see(&b);
    assert_true(b.out.dwf.issue_valid);
    assert_false(b.out.dwf_in.issue_ready);
    answer(&b, FRONT_ADD, 0, false);
    see(&b);
    assert_true(b.out.dwf_in.issue_ready);
    edge(&b);
    assert_true(b.s.fetch_valid && !b.s.fetch_sent && b.s.issue_valid);
}

/* Threads of two static warps at one address are one warp. */
static void formed_of_two(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    out_there(&b, 0, 0x5, FRONT_J);
    resolve(&b, 0, DECODE_JUMP, PC, 0x5);
    for (uint32_t l = 0; l < LANES; l++) b.res_addr[l] = AWAY;
    cycle(&b);
    b.in.begin_pc = AWAY;
    offer(&b, 2, 0x2);
    b.in.begin_pc = AWAY;
    cycle(&b);
    ask(&b, AWAY);
    assert_int_equal(b.s.fetch.mask, 0x7);
    assert_int_equal(b.s.fetch.slot[0], 0);
    assert_int_equal(b.s.fetch.slot[1], 2);
    assert_int_equal(b.s.fetch.slot[2], 0);
}

/* Two home lanes: of the threads at one address each home lane has two, of any static warp. The
 * parts name them, when they issue and when they come back. */
static void formed_of_parts(void **state)
{
    static const uint8_t mask[3] = {0x5, 0x2, 0x8}; /* of slots 0 to 2 */
    struct dwf_front_cfg c = hand;
    struct bench b;
    uint32_t seen = 0;
    (void)state;
    c.lane_slots = 2;
    start(&b, &c);
    begin(&b, 3, 0xf); /* stays in the fetch register while the others gather */
    for (uint32_t k = 0; k < SOON; k++) cycle(&b);
    for (uint32_t slot = 0; slot < 3; slot++) {
        offer(&b, slot, mask[slot]);
        b.in.begin_pc = AWAY;
        cycle(&b);
        assert_false(b.in.begin_en);
    }
    bring(&b, PC, FRONT_LW);
    for (uint32_t l = 0; l < LANES; l++) assert_int_equal(b.s.issue.slot[l], 3 * 2 + l / 2);
    bring(&b, AWAY, FRONT_J);
    see(&b);
    assert_int_equal(b.out.issue->mask, 0xf);
    resolve(&b, 0, DECODE_JUMP, AWAY, 0xf);
    memcpy(b.res_slot, b.out.issue->slot, LANES);
    edge(&b);
    b.in.res_valid = true;
    see(&b);
    for (uint32_t l = 0; l < LANES; l++) {
        const struct thread_name t = thread_at(LANES, 2, b.res_slot[l], l);
        assert_true(t.slot < 3 && (mask[t.slot] >> t.lane & 1) != 0);
        assert_int_equal(t.lane % 2, l % 2);
        assert_int_equal(b.out.dwf_in.ret_tid[l], LANES * t.slot + t.lane);
        seen |= 1u << t.lane;
    }
    assert_int_equal(seen, 0xf);
}

/* An access that ends, a barrier and an exit: the threads of two static warps at places of other
 * lanes. */
static void parts_come_back(void **state)
{
    struct dwf_front_cfg c = hand;
    struct bench b;
    (void)state;
    c.lane_slots = 2;
    start(&b, &c);
    out_there(&b, 1, 0xf, FRONT_LW);
    out_there(&b, 2, 0xf, FRONT_LW);
    end(&b, 2 * 2 + 1, PC, 0x3); /* {2, part 1}, places 0 and 1: lanes 2 and 3 */
    b.end_slot[1] = 2 * 1 + 0;   /* {1, part 0}: lane 1 */
    resolve(&b, 2 * 1 + 1, DECODE_BARRIER, PC, 0xc); /* {1, part 1}, places 2 and 3 */
    b.res_slot[2] = 2 * 1 + 0;                       /* {1, part 0}: lane 0 */
    see(&b);
    assert_true(b.out.end_ready && b.out.res_ready);
    assert_int_equal(b.out.dwf_in.ret_tid[0], 2 * LANES + 2);
    assert_int_equal(b.out.dwf_in.ret_tid[1], 1 * LANES + 1);
    edge(&b);
    assert_int_equal(b.s.barrier.here[1], 0x9);
    resolve(&b, 2 * 2 + 1, DECODE_EXIT, PC, 0xa); /* {2, part 1}, places 1 and 3: lane 3; */
    b.res_slot[3] = 2 * 2 + 0;                    /* {2, part 0}: lane 1 */
    cycle(&b);
    assert_int_equal(b.s.barrier.live[2], 0x5);
}

/* Where threads come back, by flow, and whether they have passed a post-dominator. Lanes 0 to 2;
 * lane 0 takes the branch to AWAY, 1 to MEET, 2 does not. What a flow does not use is noise. */
static void returns(void **state)
{
    static const struct {
        uint32_t flow;
        uint64_t taken;
        bool meets;
        uint32_t pc[3];
        uint64_t pdom;
    } rows[] = {
        {DECODE_NEXT, 7, false, {PC + 4, PC + 4, PC + 4}, 0},
        {DECODE_NEXT, 7, true, {PC + 4, PC + 4, PC + 4}, 7},
        {DECODE_PHASE, 2, false, {PC + 4, PC + 4, PC + 4}, 0},
        {DECODE_BRANCH, 3, false, {AWAY, MEET, PC + 4}, 2},
        {DECODE_BRANCH, 3, true, {AWAY, MEET, PC + 4}, 6},
        {DECODE_BRANCH, 1, true, {AWAY, PC + 4, PC + 4}, 6},
        {DECODE_CALL, 7, true, {AWAY, MEET, AWAY + 8}, 2},
        {DECODE_RETURN, 7, false, {AWAY, MEET, AWAY + 8}, 2},
        {DECODE_JUMP, 7, false, {AWAY, MEET, AWAY + 8}, 2},
    };
    struct bench b;
    (void)state;
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start(&b, &hand);
        out_there(&b, 1, 7, FRONT_J);
        resolve(&b, 1, rows[k].flow, PC, 7);
        b.in.res.taken = rows[k].taken;
        b.in.res.meet = rows[k].flow == DECODE_NEXT ? 0 : MEET;
        b.in.res.meets = rows[k].meets;
        b.res_addr[0] = AWAY;
        b.res_addr[1] = MEET;
        b.res_addr[2] = AWAY + 8;
        see(&b);
        const struct dwf_in *d = &b.out.dwf_in;
        assert_true(d->ret_valid);
        assert_int_equal(d->ret_mask, 7);
        assert_int_equal(d->ret_pdom, rows[k].pdom);
        for (uint32_t l = 0; l < 3; l++) {
            assert_int_equal(d->ret_tid[l], 1 * LANES + l);
            assert_int_equal(d->ret_pc[l], rows[k].pc[l]);
        }
    }
}

/* 0 is an address as any other: a thread that returns there from an instruction that meets there
 * has passed a post-dominator. */
static void meets_at_zero(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    out_there(&b, 1, 7, FRONT_J);
    resolve(&b, 1, DECODE_RETURN, PC, 7);
    b.in.res.taken = 7;
    b.in.res.meet = 0;
    b.res_addr[0] = 0;
    b.res_addr[1] = AWAY;
    b.res_addr[2] = 0;
    see(&b);
    assert_true(b.out.dwf_in.ret_valid);
    assert_int_equal(b.out.dwf_in.ret_pc[0], 0);
    assert_int_equal(b.out.dwf_in.ret_pdom, 5);
}

/* An access ends: its threads come back at the next word, and have passed nothing. */
static void access_ends(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    out_there(&b, 2, 0xc, FRONT_LW);
    end(&b, 2, PC, 0xc);
    see(&b);
    assert_true(b.out.end_ready);
    assert_int_equal(b.out.dwf_in.ret_pdom, 0);
    edge(&b);
    ask(&b, PC + 4);
    assert_int_equal(b.s.fetch.mask, 0xc);
    assert_int_equal(b.s.fetch.slot[3], 2);
}

/* An access goes before a result that returns; but exit and barrier go with it. */
static void end_and_result(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    out_there(&b, 0, 0xf, FRONT_LW);
    out_there(&b, 1, 0xf, FRONT_J);
    end(&b, 0, PC, 0xf);
    resolve(&b, 1, DECODE_JUMP, PC, 0xf);
    see(&b);
    assert_true(b.out.end_ready);
    assert_false(b.out.res_ready);
    edge(&b);
    see(&b);
    assert_true(b.out.res_ready);
    edge(&b);

    start(&b, &hand);
    out_there(&b, 0, 0xf, FRONT_LW);
    out_there(&b, 1, 0xf, FRONT_EXIT_WORD);
    end(&b, 0, PC, 0xf);
    resolve(&b, 1, DECODE_EXIT, PC, 0xf);
    see(&b);
    assert_true(b.out.end_ready && b.out.res_ready);
    edge(&b);
    see(&b);
    assert_true(b.out.ev_valid);
    assert_int_equal(b.out.ev_kind, FRONT_ENDED);
    assert_int_equal(b.out.ev_slot, 1);
}

/* A return to four addresses: dwf takes two, the access that ends then waits until it has all. */
static void result_in_parts(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    out_there(&b, 0, 0xf, FRONT_LW);
    out_there(&b, 1, 0xf, FRONT_RET);
    resolve(&b, 1, DECODE_RETURN, PC, 0xf);
    for (uint32_t l = 0; l < LANES; l++) b.res_addr[l] = AWAY + 4 * l;
    see(&b);
    assert_false(b.out.res_ready);
    edge(&b);
    end(&b, 0, PC, 0xf);
    for (uint32_t k = 0; k < SOON && b.in.res_valid; k++) {
        see(&b);
        assert_false(b.out.end_ready);
        edge(&b);
    }
    assert_false(b.in.res_valid);
    see(&b);
    assert_true(b.out.end_ready || b.out.dwf_in.ret_pc[0] == PC + 4);
    edge(&b);
    for (uint32_t k = 0; k < SOON && b.in.end_valid; k++) cycle(&b);
    const uint64_t fetched = b.s.fetch_valid ? b.s.fetch.mask : 0;
    assert_int_equal(dwf_threads(&b.s.dwf) + (uint32_t)__builtin_popcountll(fetched), 8);
}

/* Threads arrive in parts; the event comes with the last; they go on when the residency says so. */
static void barrier(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    out_there(&b, 2, 0x7, FRONT_BARRIER_WORD);
    resolve(&b, 2, DECODE_BARRIER, PC, 0x1);
    cycle(&b);
    see(&b);
    assert_false(b.out.ev_valid);
    assert_int_equal(b.out.why, FRONT_NO_WARP);
    resolve(&b, 2, DECODE_BARRIER, PC, 0x6);
    see(&b);
    assert_true(b.out.res_ready);
    assert_false(b.out.dwf_in.ret_valid);
    edge(&b);
    b.in.ready = 0;
    see(&b);
    assert_true(b.out.ev_valid);
    assert_int_equal(b.out.ev_kind, FRONT_BARRIER);
    assert_int_equal(b.out.ev_slot, 2);
    edge(&b);
    see(&b);
    assert_false(b.out.ev_valid || b.out.dwf_in.launch_valid);

    /* It goes on, before a warp that would begin; that is not told to the barrier unit yet. */
    b.in.ready = 4;
    offer(&b, 1, 0xf);
    see(&b);
    assert_int_equal(b.out.why, FRONT_WAITS);
    assert_true(b.out.barrier.launch_valid);
    assert_false(b.out.begin_ready);
    assert_int_equal(b.out.dwf_in.launch_warp, 2);
    assert_int_equal(b.out.dwf_in.launch_mask, 0x7);
    assert_int_equal(b.out.dwf_in.launch_pc, PC + 4);
    edge(&b);
    assert_false(b.s.barrier.open >> 1 & 1);
    see(&b);
    assert_true(b.out.begin_ready);
    edge(&b);
    assert_true(b.s.barrier.open >> 1 & 1);
}

/* A launch waits for what returns. */
static void return_goes_before_launch(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    out_there(&b, 0, 0xf, FRONT_J);
    resolve(&b, 0, DECODE_JUMP, PC, 0xf);
    offer(&b, 1, 0xf);
    see(&b);
    assert_true(b.out.res_ready);
    assert_false(b.out.begin_ready);
    edge(&b);
    cycle(&b);
    assert_false(b.in.begin_en);
}

/* Fifteen have gone by a warp that begins: it goes before what returns, once. But not between two
 * parts of a result. */
static void launch_goes_when_late(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    out_there(&b, 0, 0xf, FRONT_J);
    out_there(&b, 2, 0xf, FRONT_RET);
    resolve(&b, 0, DECODE_JUMP, PC, 0xf);
    offer(&b, 1, 0xf);
    b.s.passed = DWF_FRONT_PASSED - 1;
    see(&b);
    assert_true(b.out.res_ready && !b.out.begin_ready);
    edge(&b);
    assert_int_equal(b.s.passed, DWF_FRONT_PASSED);
    resolve(&b, 2, DECODE_RETURN, PC, 0xf);
    for (uint32_t l = 0; l < LANES; l++) b.res_addr[l] = AWAY + 4 * l;
    see(&b);
    assert_true(b.out.begin_ready && !b.out.res_ready);
    edge(&b);
    assert_int_equal(b.s.passed, 0);
    assert_false(b.s.res_first);
    offer(&b, 3, 0xf); /* the next one waits again, also when 15 have gone by in the middle */
    see(&b);
    assert_true(!b.out.begin_ready && !b.out.res_ready);
    edge(&b);
    assert_true(b.s.res_first);
    b.s.passed = DWF_FRONT_PASSED;
    see(&b);
    assert_true(!b.out.begin_ready && b.out.res_ready);
    edge(&b);
    for (uint32_t k = 0; k < SOON; k++) cycle(&b);
    assert_false(b.in.begin_en);
}

/* ---- blocks that leave ------------------------------------------------------------------- */

static struct dwf_front_cfg leaving(void)
{
    struct dwf_front_cfg c = hand;
    c.leaves = 1;
    return c;
}

/* The access of one static warp's threads is taken. */
static void to_memory(struct bench *b, uint32_t slot, uint32_t pc, uint64_t mask)
{
    resolve(b, slot, DECODE_NEXT, pc, mask);
    b->in.res_valid = false;
    b->in.acc_en = true;
    cycle(b);
    b->in.acc_en = false;
}

static void take_row(struct bench *b, uint32_t slot, uint32_t row[LANES])
{
    b->in.row_rd_en = true;
    b->in.row_rd_slot = slot;
    see(b);
    memcpy(row, b->out.row_rd_data, LANES * sizeof row[0]);
    edge(b);
    b->in.row_rd_en = false;
}

/* Slot 1: thread 0 ends, 1 comes to a barrier, 2 and 3 go to memory from different places. Its row
 * leaves and comes back to slot 3, where the two go on, each at its address; then a warp begins. */
static void row_leaves_and_comes_back(void **state)
{
    struct bench b;
    uint32_t row[LANES];
    const struct dwf_front_cfg c = leaving();
    (void)state;
    start(&b, &c);
    out_there(&b, 1, 0xf, FRONT_ADD);
    resolve(&b, 1, DECODE_EXIT, PC, 0x1);
    cycle(&b);
    resolve(&b, 1, DECODE_BARRIER, PC + 8, 0x2);
    cycle(&b);
    to_memory(&b, 1, PC, 0x4);
    see(&b);
    assert_int_equal(b.out.stalls, 0);
    to_memory(&b, 1, AWAY, 0x8);
    see(&b);
    assert_int_equal(b.out.stalls, 2);
    take_row(&b, 1, row);
    assert_int_equal(row[0], 0);
    assert_int_equal(row[1], (PC + 12) | DWF_FRONT_LIVES | DWF_FRONT_HERE);
    assert_int_equal(row[2], (PC + 4) | DWF_FRONT_LIVES);
    assert_int_equal(row[3], (AWAY + 4) | DWF_FRONT_LIVES);
    assert_int_equal(dwf_front_row_width(&c), 32 * LANES);
    b.in.ready = 0;
    b.in.row_wr_en = true;
    b.in.row_wr_slot = 3;
    b.in.row_wr_data = row;
    cycle(&b);
    b.in.row_wr_en = false;
    memset(row, 0, sizeof row); /* it is the front end's now */
    for (uint32_t k = 0; k < SOON; k++) cycle(&b);
    assert_int_equal(dwf_threads(&b.s.dwf), 0); /* the slot is not ready */
    b.in.ready = 8;
    cycle(&b);
    b.in.ready = 0;
    offer(&b, 0, 0xf);
    for (uint32_t l = 2; l < 4; l++) {
        see(&b);
        assert_true(b.out.walks && !b.out.begin_ready);
        assert_int_equal(b.out.why, FRONT_WAITS);
        assert_int_equal(b.out.dwf_in.launch_warp, 3);
        assert_int_equal(b.out.dwf_in.launch_mask, 1u << l);
        assert_int_equal(b.out.dwf_in.launch_pc, (l == 2 ? PC : AWAY) + 4);
        edge(&b);
    }
    see(&b);
    assert_true(!b.out.walks && b.out.begin_ready);
    assert_int_equal(b.s.barrier.here[3], 0x2);
    assert_int_equal(b.s.barrier.live[3], 0xe);
}

/* Threads of one address go together; a row that leaves has the rows before a walk. */
static void walk_waits_for_a_row(void **state)
{
    struct bench b;
    uint32_t row[LANES] = {PC | DWF_FRONT_LIVES, AWAY | DWF_FRONT_LIVES, PC | DWF_FRONT_LIVES, 0};
    const struct dwf_front_cfg c = leaving();
    (void)state;
    start(&b, &c);
    out_there(&b, 0, 0xf, FRONT_ADD);
    to_memory(&b, 0, MEET, 0xf);
    b.in.ready = 4;
    b.in.row_wr_en = true;
    b.in.row_wr_slot = 2;
    b.in.row_wr_data = row;
    cycle(&b);
    b.in.row_wr_en = false;
    take_row(&b, 0, row); /* nothing is taken */
    assert_false(b.s.walk_valid);
    assert_int_equal(row[3], (MEET + 4) | DWF_FRONT_LIVES);
    cycle(&b);
    assert_true(b.s.walk_valid);
    take_row(&b, 0, row); /* it has left: nothing; and nothing is offered */
    assert_int_equal(row[3], 0);
    assert_false(b.out.walks || b.out.dwf_in.launch_valid);
    see(&b);
    assert_int_equal(b.out.walk_mask, 0x5);
    edge(&b);
    see(&b);
    assert_int_equal(b.out.walk_mask, 0x2);
    edge(&b);
    assert_false(b.s.walk_valid);
    assert_int_equal(dwf_threads(&b.s.dwf), 3);
}

/* ---- whole programs -------------------------------------------------------------------- */

enum { MAX_FLIGHTS = 256, PATIENCE = 200000 };

struct flight {
    uint64_t due;
    struct front_instruction insn;
    /* Of each place: the static warp, whose slot may change hands, and the lane there. */
    uint8_t warp[FRONT_MAX_LANES];
    uint8_t lane[FRONT_MAX_LANES];
    uint64_t taken;
    uint32_t addr[FRONT_MAX_LANES];
};

/* A warp that has left its slot. */
struct left {
    uint32_t row[FRONT_MAX_LANES];
    uint32_t warp;
    bool waits;
};

/* What the pipe holds: it stalls behind a result that is not taken. */
enum { PIPE = 3, MAX_GROUPS = FRONT_MAX_SLOTS * FRONT_MAX_LANES, BASE = 0x40000 };

/* A group of threads in memory. */
struct group {
    uint32_t address;
    bool asked;
    uint32_t data[DWF_FRONT_GROUP_WORDS];
};

/* The neighbours of a front that runs one program on all its slots. */
struct world {
    struct bench b;
    struct hd_rng rng;
    struct front_program program;
    struct front_thread thread[FRONT_MAX_SLOTS][FRONT_MAX_LANES];
    bool away[FRONT_MAX_SLOTS][FRONT_MAX_LANES]; /* issued and not come back */
    uint64_t now;
    uint64_t waits; /* slots: at a barrier */
    uint64_t ended; /* warps */
    uint32_t begun;
    uint64_t sits; /* slots */
    uint32_t warp_of[FRONT_MAX_SLOTS];
    struct left left[FRONT_MAX_SLOTS]; /* the one that left first in front */
    uint32_t lefts;
    uint32_t row[FRONT_MAX_LANES]; /* that comes back */
    uint32_t returns;
    bool ends; /* the first access is at its end */
    bool fetching;
    uint32_t fetch_pc;
    struct flight result[MAX_FLIGHTS]; /* the oldest first */
    struct flight offered;
    uint32_t results;
    struct flight access[MAX_FLIGHTS]; /* the first of them ends next */
    uint32_t accesses;
    uint32_t issued;
    uint32_t formed;                /* threads, of several warps */
    uint32_t moved;                 /* threads that were not at the place of their lane */
    struct group group[MAX_GROUPS]; /* in memory */
    uint32_t groups;
    uint32_t spilled; /* that went there */
    uint32_t *back;   /* the one that is offered */
};

static bool chance(struct world *w, uint32_t sixteenths)
{
    return hd_rng_chance(&w->rng, sixteenths, 16);
}

/* An instruction issues: each of its threads must be there, and have come back before. */
static void run(struct world *w)
{
    const struct dwf_front_cfg *c = &w->b.s.cfg;
    const struct front_instruction *i = w->b.out.issue;
    const uint32_t at = front_program_index(i->pc);
    struct flight f = {.due = w->now + hd_rng_below(&w->rng, 9), .insn = *i};
    assert_true(i->mask != 0);
    assert_int_equal(i->word, w->program.insn[at].word);
    assert_int_equal(i->meets, w->program.insn[at].meets);
    for (uint64_t left = i->mask; left != 0; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctzll(left);
        const struct thread_name n = thread_at(c->lanes, c->lane_slots, i->slot[l], l);
        const uint32_t warp = w->warp_of[n.slot];
        struct front_thread *t = &w->thread[warp][n.lane];
        assert_true(w->sits >> n.slot & 1);
        assert_false(t->ended || w->away[warp][n.lane]);
        assert_int_equal(t->at, at);
        if (front_thread_step(t)) f.taken |= left & -left;
        f.addr[l] = front_program_address(t->at);
        w->away[warp][n.lane] = true;
        f.warp[l] = (uint8_t)warp;
        f.lane[l] = (uint8_t)n.lane;
        if (i->slot[l] / c->lane_slots != i->slot[__builtin_ctzll(i->mask)] / c->lane_slots)
            w->formed++;
        if (n.lane != l) w->moved++;
    }
    w->result[w->results++] = f;
    w->issued++;
}

static void come_back(struct world *w, const struct flight *f)
{
    for (uint64_t left = f->insn.mask; left != 0; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctzll(left);
        w->away[f->warp[l]][f->lane[l]] = false;
    }
}

static void take_out(struct flight *flights, uint32_t *count, uint32_t which)
{
    (*count)--;
    memmove(flights + which, flights + which + 1, (*count - which) * sizeof *flights);
}

static void offer_next(struct world *w)
{
    const struct dwf_front_cfg *c = &w->b.s.cfg;
    const uint32_t slot = w->begun;
    if (w->b.in.begin_en || slot == c->slots || !chance(w, 6)) return;
    uint64_t mask = hd_rng_next(&w->rng) >> (64 - c->lanes);
    if (mask == 0 || slot == 0) mask = UINT64_MAX >> (64 - c->lanes);
    offer(&w->b, slot, mask);
    w->b.in.begin_pc = front_program_address(1);
    for (uint32_t l = 0; l < c->lanes; l++)
        w->thread[slot][l] = (struct front_thread){.program = &w->program,
                                                   .seed = hd_rng_next(&w->rng),
                                                   .at = 1,
                                                   .ended = !(mask >> l & 1)};
}

/* The slot of a warp; false: it sits on none. */
static bool place_of(const struct world *w, uint32_t warp, uint32_t *slot)
{
    for (*slot = 0; *slot < w->begun; (*slot)++)
        if ((w->sits >> *slot & 1) && w->warp_of[*slot] == warp) return true;
    return false;
}

/* An access at its end brings back the threads whose warps sit. */
static void offer_end(struct world *w)
{
    const struct dwf_front_cfg *c = &w->b.s.cfg;
    struct dwf_front_in *in = &w->b.in;
    if (!w->ends && w->accesses > 0 && chance(w, 8)) {
        const uint32_t which = hd_rng_below(&w->rng, w->accesses);
        const struct flight f = w->access[which];
        w->access[which] = w->access[0];
        w->access[0] = f;
        w->ends = true;
    }
    in->end_valid = false;
    in->end_mask = 0;
    if (!w->ends) return;
    const struct flight *f = &w->access[0];
    for (uint64_t left = f->insn.mask; left != 0; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctzll(left);
        uint32_t slot;
        if (!place_of(w, f->warp[l], &slot)) continue;
        w->b.end_slot[l] = part_with(c->lanes, c->lane_slots, slot, f->lane[l]);
        in->end_mask |= left & -left;
    }
    in->end_pc = f->insn.pc;
    in->end_valid = in->end_mask != 0;
}

static void end_access(struct world *w)
{
    come_back(w, &w->access[0]);
    take_out(w->access, &w->accesses, 0);
    w->ends = false;
}

/* What is through the pipe: an access may go to memory, all others are resolved. */
static void offer_result(struct world *w)
{
    struct dwf_front_in *in = &w->b.in;
    const struct flight *r = &w->offered;
    in->res_valid = in->acc_en = false;
    if (w->results == 0 || w->result[0].due > w->now) return;
    w->offered = w->result[0]; /* it stays as it is until the edge */
    if (r->insn.unit != DECODE_MEMORY) in->res_valid = true;
    else in->acc_en = !in->row_wr_en && chance(w, 12);
    in->res = (struct front_resolved){r->insn.slot, r->insn.flow, r->insn.pc,
                                      r->insn.word, r->insn.mask, r->taken,
                                      r->addr,      r->insn.meet, r->insn.meets};
}

static bool comes_back(const struct world *w, uint32_t warp)
{
    for (uint32_t l = 0; l < w->b.s.cfg.lanes; l++)
        if (w->away[warp][l]) return false;
    return true;
}

/* A slot that stalls, or waits at a barrier, may leave, but of those whose access is at its end;
 * one whose accesses have ended may come back to any empty slot. */
static void offer_rows(struct world *w)
{
    struct dwf_front_in *in = &w->b.in;
    in->row_rd_en = in->row_wr_en = false;
    if (w->b.s.cfg.leaves == 0 || w->begun == 0) return;
    dwf_front_eval(&w->b.s, in, &w->b.out); /* what stalls is of state */
    uint64_t may = (w->b.out.stalls | w->waits) & w->sits;
    for (uint64_t left = in->end_mask; left != 0; left &= left - 1)
        may &= ~(UINT64_C(1) << w->b.end_slot[__builtin_ctzll(left)]);
    in->row_rd_slot = hd_rng_below(&w->rng, w->begun);
    in->row_rd_en = (may >> in->row_rd_slot & 1) && chance(w, 4);
    in->row_wr_slot = hd_rng_below(&w->rng, w->begun);
    in->row_wr_en = w->lefts > 0 && comes_back(w, w->left[0].warp) &&
                    !(w->sits >> in->row_wr_slot & 1) && chance(w, 6);
    memcpy(w->row, w->left[0].row, sizeof w->row);
    in->row_wr_data = w->row;
}

static void note_rows(struct world *w)
{
    const struct dwf_front_in *in = &w->b.in;
    const uint64_t from = UINT64_C(1) << in->row_rd_slot, to = UINT64_C(1) << in->row_wr_slot;
    if (in->row_wr_en) {
        w->sits |= to;
        w->warp_of[in->row_wr_slot] = w->left[0].warp;
        if (w->left[0].waits) w->waits |= to;
        w->lefts--;
        w->returns++;
        memmove(w->left, w->left + 1, w->lefts * sizeof w->left[0]);
    }
    if (!in->row_rd_en) return;
    struct left *l = &w->left[w->lefts++];
    memcpy(l->row, w->b.out.row_rd_data, sizeof l->row);
    l->warp = w->warp_of[in->row_rd_slot];
    l->waits = (w->waits & from) != 0;
    w->waits &= ~from;
    w->sits &= ~from;
}

/* Groups that were asked for come back in any order; one that is offered stays. */
static void offer_group(struct world *w)
{
    struct dwf_front_in *in = &w->b.in;
    uint32_t n = 0;
    in->grp_base_en = w->now == 0;
    in->grp_base = BASE;
    in->grp_wr_ready = chance(w, 12);
    in->grp_rd_ready = chance(w, 12);
    if (in->grp_rsp_valid) return;
    for (uint32_t k = 0; k < w->groups; k++)
        if (w->group[k].asked && hd_rng_below(&w->rng, ++n) == 0) w->back = w->group[k].data;
    in->grp_rsp_valid = n > 0 && chance(w, 8);
    in->grp_rsp_data = w->back;
}

static void note_group(struct world *w)
{
    const struct dwf_front_out *out = &w->b.out;
    const struct dwf_front_cfg *c = &w->b.s.cfg;
    struct dwf_front_in *in = &w->b.in;
    if (in->grp_rsp_valid && out->grp_rsp_ready) {
        struct group *last = &w->group[--w->groups];
        memcpy(w->back, last->data, sizeof last->data);
        for (uint32_t k = 0; k < w->groups; k++)
            if (w->group[k].data == w->back) w->group[k] = *last;
        in->grp_rsp_valid = false;
    }
    for (uint32_t k = 0; out->grp_rd_valid && in->grp_rd_ready && k <= w->groups; k++) {
        assert_true(k < w->groups);
        if (w->group[k].address != out->grp_rd_addr || w->group[k].asked) continue;
        w->group[k].asked = true;
        break;
    }
    if (!out->grp_wr_valid || !in->grp_wr_ready) return;
    struct group *g = &w->group[w->groups++];
    g->address = out->grp_wr_addr;
    g->asked = false;
    memcpy(g->data, out->grp_wr_data, sizeof g->data);
    w->spilled++;
    assert_true(g->address >= BASE);
    assert_true(g->address < BASE + dwf_front_places(c) * dwf_front_place_bytes(c));
    assert_int_equal(g->address % dwf_front_place_bytes(c), 0);
}

static void neighbours(struct world *w)
{
    struct dwf_front_in *in = &w->b.in;
    offer_group(w);
    offer_next(w);
    offer_end(w);
    offer_rows(w);
    offer_result(w);
    in->fetch_ready = chance(w, 12);
    in->issue_ready = w->results < PIPE && chance(w, 13);
    if (w->fetching && chance(w, 10)) {
        const struct front_program_insn *i = &w->program.insn[front_program_index(w->fetch_pc)];
        answer(&w->b, i->word, front_program_address(i->meet), i->meets);
        w->fetching = false;
    }
    in->ready = w->sits & ~w->waits;
    if (in->row_rd_en) in->ready &= ~(UINT64_C(1) << in->row_rd_slot);
    else if (w->waits != 0 && chance(w, 4)) w->waits &= w->waits - 1; /* ready in the next cycle */
}

static void note(struct world *w)
{
    const struct dwf_front_out *out = &w->b.out;
    if (out->ev_valid && out->ev_kind == FRONT_BARRIER) w->waits |= UINT64_C(1) << out->ev_slot;
    if (out->ev_valid && out->ev_kind == FRONT_ENDED) {
        w->ended |= UINT64_C(1) << w->warp_of[out->ev_slot];
        w->sits &= ~(UINT64_C(1) << out->ev_slot);
    }
    if (w->b.in.begin_en && out->begin_ready) {
        w->sits |= UINT64_C(1) << w->begun;
        w->warp_of[w->begun] = w->begun;
        w->begun++;
    }
    if (w->ends && (!w->b.in.end_valid || out->end_ready)) end_access(w);
    if (w->b.in.acc_en) {
        w->access[w->accesses++] = w->result[0];
        take_out(w->result, &w->results, 0);
    }
    note_rows(w);
    note_group(w);
    if (w->b.in.res_valid && out->res_ready) {
        come_back(w, &w->result[0]);
        take_out(w->result, &w->results, 0);
    }
    if (out->fetch_valid && w->b.in.fetch_ready) {
        w->fetching = true;
        w->fetch_pc = out->fetch_pc;
    }
    if (out->issue_valid && w->b.in.issue_ready) run(w);
}

static uint32_t went_to_memory; /* groups, in the last run */
static uint32_t moved;          /* threads, in the last run */

/* Every thread of every warp runs exactly what it runs alone, to its end. Returns how often threads
 * of several warps were one, and how often a warp came back. */
static uint32_t run_program(const struct dwf_front_cfg *cfg, uint64_t seed, uint32_t *returns)
{
    static struct world w;
    memset(&w, 0, sizeof w);
    hd_rng_seed(&w.rng, seed);
    front_program_make(&w.program, &w.rng);
    start(&w.b, cfg);
    const uint64_t all = UINT64_MAX >> (64 - cfg->slots);
    for (w.now = 0; w.now < PATIENCE && w.ended != all; w.now++) {
        neighbours(&w);
        see(&w.b);
        assert_null(barrier_unit_promise(&w.b.s.barrier, &w.b.out.barrier_in));
        assert_null(dwf_promise(&w.b.s.dwf, &w.b.out.dwf_in));
        note(&w);
        edge(&w.b);
    }
    assert_int_equal(w.ended, all);
    for (uint32_t s = 0; s < cfg->slots; s++)
        for (uint32_t l = 0; l < cfg->lanes; l++) assert_true(w.thread[s][l].ended);
    went_to_memory = w.spilled;
    moved = w.moved;
    assert_true(cfg->lane_slots > 1 || moved == 0);
    assert_int_equal(w.groups, 0);
    *returns += w.returns;
    return w.formed;
}

static void programs(void **state)
{
    struct dwf_front_cfg sizes[] = {hand, hand, hand, hand, hand};
    uint32_t formed = 0, stayed = 0, returns = 0;
    (void)state;
    sizes[1].policy = 3;
    sizes[1].age_limit = 7;
    sizes[2].policy = 4;
    sizes[2].pool_entries = 9;
    sizes[3].tree = 1;
    sizes[3].slots = 9;
    sizes[3].lanes = 5;
    sizes[3].pool_entries = 45;
    sizes[3].heap_entries = 45;
    sizes[3].mheap_entries = 48;
    sizes[3].mheap_ways = 3;
    sizes[3].wid_width = sizes[3].lut_width = 6;
    sizes[4].lanes = 1;
    sizes[4].policy = 2;
    for (uint32_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            sizes[k].leaves = 0;
            formed += run_program(&sizes[k], seed, &stayed);
            sizes[k].leaves = 1;
            formed += run_program(&sizes[k], seed, &returns);
        }
    assert_true(formed > 1000);
    assert_int_equal(stayed, 0);
    assert_true(returns > 300);
}

/* Threads of one home lane at its several places, with room for all of them and without. */
static void programs_of_parts(void **state)
{
    static const uint32_t lanes[6] = {2, 4, 4, 8, 8, 16}, slots[6] = {5, 4, 9, 4, 3, 4};
    static const uint32_t places[6] = {2, 2, 4, 2, 8, 4};
    uint32_t formed = 0, moves = 0, spilled = 0, returns = 0;
    (void)state;
    for (uint32_t k = 0; k < 6; k++)
        for (uint32_t seed = 1; seed <= 20; seed++) {
            struct dwf_front_cfg c = hand;
            c.slots = slots[k];
            c.lanes = lanes[k];
            c.lane_slots = places[k];
            c.policy = seed % 5;
            c.tree = seed % 7 == 0;
            c.forward = seed % 4 != 0;
            c.cnt_width = 7;
            c.pool_entries = seed % 2 != 0 ? 4 : 64;
            c.heap_entries = c.mheap_entries = 64;
            c.wid_width = c.lut_width = 6;
            formed += run_program(&c, seed, &returns);
            moves += moved;
            spilled += went_to_memory > 0;
        }
    assert_true(formed > 1000);
    assert_true(moves > 1000);
    assert_true(spilled > 20);
}

/* A pool of two to five warps, or one with room of which the heap has none; a heap and an update
 * queue of two places, one way a set; threads are at more addresses than that, and the pipe holds
 * no more than three instructions. */
static void programs_without_room(void **state)
{
    uint32_t spilled = 0, runs = 0;
    (void)state;
    for (uint32_t policy = 0; policy <= 4; policy++)
        for (uint32_t k = 0; k < 16; k++) {
            struct dwf_front_cfg c = hand;
            c.policy = policy;
            c.pool_entries = k % 3 == 1 ? 16 : 2 + k % 4;
            c.heap_entries = c.queue_depth = 2;
            c.mheap_entries = k < 8 ? 2 : 4;
            c.mheap_ways = k % 3 == 0 ? 2 : 1;
            c.lut_entries = c.lut_ways = 1 + k % 2;
            c.forward = k % 5 != 0;
            c.tree = k % 7 == 0;
            c.heap_ports = 1 + k % 2;
            c.age_limit = k % 3 == 2 ? 4 : 0;
            c.slots = 2 + k % 5;
            c.leaves = k >> 2 & 1;
            uint32_t returns = 0;
            for (uint64_t seed = 1; seed <= 4; seed++, runs++) {
                run_program(&c, 100 * k + seed, &returns);
                spilled += went_to_memory > 0;
            }
        }
    assert_true(spilled * 4 > runs * 3);
}

/* A group goes to the place of the tail, as it is, and comes back to be issued. */
static void group_goes_and_comes(void **state)
{
    struct dwf_front_cfg c = hand;
    struct bench b;
    uint32_t group[DWF_FRONT_GROUP_WORDS];
    (void)state;
    c.pool_entries = 2;
    start(&b, &c);
    b.in.grp_base_en = true;
    b.in.grp_base = BASE;
    cycle(&b);
    b.in.grp_base_en = false;
    b.in.issue_ready = b.in.fetch_ready = false;
    begin(&b, 0, 0xf); /* in the fetch register */
    for (uint32_t k = 0; k < SOON; k++) cycle(&b);
    begin(&b, 1, 0x3); /* in the pool, of which no two places are free any more */
    for (uint32_t k = 0; k < SOON; k++) cycle(&b);
    b.in.begin_pc = AWAY;
    offer(&b, 2, 0x6);
    b.in.begin_pc = AWAY;
    cycle(&b);
    see(&b);
    for (uint32_t k = 0; k < SOON && !b.out.grp_wr_valid; k++) cycle(&b);
    see(&b);
    assert_true(b.out.grp_wr_valid);
    assert_int_equal(b.out.grp_wr_addr, BASE);
    /* Four threads of {2 bits of slot, 2 of lane}, lanes, address, NTHD: 16 + 4 + 32 + 6 bits. */
    assert_int_equal(dwf_front_group_width(&c), 58);
    assert_int_equal(dwf_front_place_bytes(&c), 8);
    assert_int_equal(dwf_front_places(&c), 16);
    assert_int_equal(b.out.grp_wr_data[0], 0x0a90u | 0x6u << 16 | (uint32_t)AWAY << 20);
    assert_int_equal(b.out.grp_wr_data[1], (uint32_t)AWAY >> 12 | 2u << 20);
    cycle(&b); /* the memory does not take it */
    assert_int_equal(b.s.dwf.spill.queued, 0);
    b.in.grp_wr_ready = true;
    see(&b);
    memcpy(group, b.out.grp_wr_data, sizeof group);
    edge(&b);
    b.in.grp_wr_ready = false;
    assert_int_equal(b.s.dwf.spill.queued, 1);
    see(&b);
    assert_false(b.out.grp_wr_valid || b.out.grp_rd_valid);
    /* The fetch register is empty, the warp of the pool goes there: two places are free. */
    b.s.fetch_valid = false;
    cycle(&b);
    see(&b);
    assert_true(b.out.grp_rd_valid);
    assert_int_equal(b.out.grp_rd_addr, BASE);
    b.in.grp_rd_ready = true;
    cycle(&b);
    b.in.grp_rsp_valid = true;
    b.in.grp_rsp_data = group;
    see(&b);
    assert_true(b.out.grp_rsp_ready);
    edge(&b);
    b.in.grp_rsp_valid = false;
    b.s.fetch_valid = false;
    for (uint32_t k = 0; k < SOON; k++) cycle(&b);
    assert_int_equal(b.s.fetch.pc, AWAY);
    assert_int_equal(b.s.fetch.mask, 0x6);
    assert_int_equal(b.s.fetch.slot[1], 2);
    assert_int_equal(b.s.fetch.slot[2], 2);
}

/* ---- init, reset, check, promise ------------------------------------------------------- */

static void init_refuses(void **state)
{
    struct dwf_front s;
    struct dwf_front_cfg c = hand;
    (void)state;
    c.slots = 1;
    assert_string_equal(dwf_front_init(&s, &c), "Slots must be 2 to 64");
    c.slots = 65;
    assert_string_equal(dwf_front_init(&s, &c), "Slots must be 2 to 64");
    c = hand;
    c.lanes = 0;
    assert_string_equal(dwf_front_init(&s, &c), "Lanes must be 1 to 64");
    c.lanes = 65;
    assert_string_equal(dwf_front_init(&s, &c), "Lanes must be 1 to 64");
    c = hand;
    c.cnt_width = 4;
    assert_string_equal(dwf_front_init(&s, &c), "CntWidth must hold the count of all threads");
    c = hand;
    c.policy = 5;
    assert_non_null(dwf_front_init(&s, &c));
    c = hand;
    c.leaves = 2;
    assert_string_equal(dwf_front_init(&s, &c), "Leaves must be 0 or 1");
    c = hand;
    c.lut_ways = 3;
    assert_non_null(dwf_front_init(&s, &c));
}

static void init_refuses_places(void **state)
{
    struct dwf_front s;
    struct dwf_front_cfg c = hand;
    (void)state;
    c.lane_slots = 2;
    assert_null(dwf_front_init(&s, &c));
    c.leaves = 1;
    assert_string_equal(dwf_front_init(&s, &c), "LaneSlots above 1 needs Leaves = 0");
    static const uint32_t places[3] = {0, 3, 8};
    for (uint32_t k = 0; k < 3; k++) {
        c = hand;
        c.lane_slots = places[k];
        assert_string_equal(dwf_front_init(&s, &c),
                            "LaneSlots must be a power of two, at most Lanes");
    }
    c = hand;
    c.lanes = 3;
    c.lane_slots = 2;
    assert_string_equal(dwf_front_init(&s, &c),
                        "with LaneSlots above 1 Lanes must be a power of two");
    c.slots = 64;
    c.lanes = c.lane_slots = 8;
    c.cnt_width = 10;
    assert_string_equal(dwf_front_init(&s, &c), "Slots * LaneSlots must be at most 256");
    c.lane_slots = 4;
    assert_null(dwf_front_init(&s, &c));
}

static void reset_forgets(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    out_there(&b, 1, 0xf, FRONT_RET);
    begin(&b, 0, 1);
    begin(&b, 2, 1);
    b.in.issue_ready = false;
    bring(&b, PC, FRONT_ADD);
    for (uint32_t k = 0; k < SOON; k++) cycle(&b);
    resolve(&b, 1, DECODE_RETURN, PC, 0xf);
    for (uint32_t l = 0; l < LANES; l++) b.res_addr[l] = AWAY + 4 * l;
    cycle(&b);
    assert_true(b.s.res_first && b.s.fetch_valid && b.s.issue_valid);
    dwf_front_reset(&b.s);
    assert_false(b.s.res_first || b.s.fetch_valid || b.s.fetch_sent || b.s.issue_valid);
    b.s.returns = 1;
    b.s.walk_valid = true;
    dwf_front_reset(&b.s);
    assert_false(b.s.returns != 0 || b.s.walk_valid);
    assert_int_equal(dwf_threads(&b.s.dwf), 0);
    assert_int_equal(b.s.barrier.open, 0);
}

static void check_fails(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    b.s.fetch_sent = true;
    assert_string_equal(dwf_front_check(&b.s), "conserved");
    b.s.fetch_valid = true;
    assert_null(dwf_front_check(&b.s));
    b.s.issue_valid = true;
    assert_string_equal(dwf_front_check(&b.s), "conserved");
    start(&b, &hand);
    begin(&b, 0, 1);
    b.s.barrier.here[0] = 2; /* a thread that does not live */
    assert_non_null(dwf_front_check(&b.s));
    start(&b, &hand);
    b.s.walk_valid = true;
    assert_string_equal(dwf_front_check(&b.s), "walk");
    b.s.walk_left = 1;
    assert_null(dwf_front_check(&b.s));
    b.s.returns = 1;
    assert_string_equal(dwf_front_check(&b.s), "walk");
    start(&b, &hand);
    b.s.dwf.wrong_mask = true;
    assert_non_null(dwf_front_check(&b.s));
}

static void promise_fails(void **state)
{
    struct bench b;
    (void)state;
    start(&b, &hand);
    b.in.rsp_valid = true;
    assert_string_equal(dwf_front_promise(&b.s, &b.in), "answer");
    b.in.rsp_valid = false;
    assert_null(dwf_front_promise(&b.s, &b.in));
    offer(&b, 1, 1);
    assert_null(dwf_front_promise(&b.s, &b.in));
    b.in.ready = 2;
    assert_string_equal(dwf_front_promise(&b.s, &b.in), "begin");
    start(&b, &hand);
    b.in.grp_rsp_valid = true; /* no group was asked for */
    assert_string_equal(dwf_front_promise(&b.s, &b.in), "group");
    b.s.dwf.spill.asked = 1;
    assert_null(dwf_front_promise(&b.s, &b.in));
    b.in.grp_base_en = true;
    assert_string_equal(dwf_front_promise(&b.s, &b.in), "base");
    const struct dwf_front_cfg c = leaving();
    start(&b, &c);
    b.in.acc_en = b.in.res_valid = true;
    assert_string_equal(dwf_front_promise(&b.s, &b.in), "one");
    b.in.res_valid = false;
    assert_null(dwf_front_promise(&b.s, &b.in));
    b.in.row_wr_en = true;
    assert_string_equal(dwf_front_promise(&b.s, &b.in), "row");
    b.in.acc_en = false;
    assert_null(dwf_front_promise(&b.s, &b.in));
    b.s.returns = 1;
    assert_string_equal(dwf_front_promise(&b.s, &b.in), "row");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_begin_to_issue),
        cmocka_unit_test(fetch_waits_for_the_pipe),
        cmocka_unit_test(next_follows_the_answer),
        cmocka_unit_test(formed_of_two),
        cmocka_unit_test(formed_of_parts),
        cmocka_unit_test(parts_come_back),
        cmocka_unit_test(returns),
        cmocka_unit_test(meets_at_zero),
        cmocka_unit_test(access_ends),
        cmocka_unit_test(end_and_result),
        cmocka_unit_test(result_in_parts),
        cmocka_unit_test(barrier),
        cmocka_unit_test(return_goes_before_launch),
        cmocka_unit_test(launch_goes_when_late),
        cmocka_unit_test(row_leaves_and_comes_back),
        cmocka_unit_test(walk_waits_for_a_row),
        cmocka_unit_test(programs),
        cmocka_unit_test(programs_of_parts),
        cmocka_unit_test(programs_without_room),
        cmocka_unit_test(group_goes_and_comes),
        cmocka_unit_test(init_refuses),
        cmocka_unit_test(init_refuses_places),
        cmocka_unit_test(reset_forgets),
        cmocka_unit_test(check_fails),
        cmocka_unit_test(promise_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
