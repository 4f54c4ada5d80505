/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the shared memory: each sentence of the page, its races, a naive twin that
 * plans all cycles of an access when it is taken and adds floats as the host does, the invariants
 * that are not about a state, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/shared_memory.h"

enum {
    LOAD = SHARED_MEMORY_LOAD,
    STORE = SHARED_MEMORY_STORE,
    ATOMIC = SHARED_MEMORY_ATOMIC,
    ADD = SHARED_MEMORY_ADD,
    LR = SHARED_MEMORY_LR,
    SC = SHARED_MEMORY_SC,
    CAS = SHARED_MEMORY_CAS,
    ADDF = SHARED_MEMORY_ADDF,
    LANES = SHARED_MEMORY_MAX_LANES,
    WORDS = SHARED_MEMORY_MAX_WORDS,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct shared_memory s;
    struct shared_memory_in in;
    struct shared_memory_out out;
};

static struct bench b; /* too large for a stack */

static const struct shared_memory_cfg hand = {.lanes = 8,
                                              .banks = 4,
                                              .words = 64,
                                              .row_bits = 64,
                                              .owner_width = 4,
                                              .tag_width = 9,
                                              .holds = 4,
                                              .patience = 3};

static void quiet(void)
{
    memset(&b.in, 0, sizeof b.in);
    b.in.rsp_ready = true;
}

/* Word w is 100 + w. */
static void start(void)
{
    assert_null(shared_memory_init(&b.s, &hand));
    assert_null(shared_memory_check(&b.s));
    for (uint32_t w = 0; w < hand.words; w++) b.s.mem[w] = 100 + w;
    quiet();
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(void)
{
    const char *broken = shared_memory_promise(&b.s, &b.in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    shared_memory_eval(&b.s, &b.in, &b.out);
    static struct shared_memory before; /* large */
    const bool rests = shared_memory_rests(&b.s, &b.in, &b.out);
    before = b.s;
    shared_memory_tick(&b.s, &b.in, &b.out);
    if (rests) assert_memory_equal(&before, &b.s, sizeof before);
    broken = shared_memory_check(&b.s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet();
}

static void access(uint32_t kind, uint32_t op, uint64_t tag)
{
    b.in.acc_valid = true;
    b.in.acc_kind = kind;
    b.in.acc_op = op;
    b.in.acc_tag = tag;
}

/* A lane of the access, of thread n: the word at addr, whole. */
static void lane(uint32_t n, uint32_t addr, uint32_t data)
{
    b.in.acc_mask |= UINT64_C(1) << n;
    b.in.acc_addr[n] = addr;
    b.in.acc_data[n] = data;
    b.in.acc_be[n] = 0xf;
    b.in.acc_owner[n] = n;
}

/* The answer in the register. */
static void expect_answer(uint64_t tag, uint64_t lanes, bool last)
{
    assert_true(b.s.rsp_valid);
    assert_int_equal(b.s.rsp_tag, tag);
    assert_int_equal(b.s.rsp_lanes, lanes);
    assert_int_equal(b.s.rsp_last, last);
}

/* One access of one lane, thread `thread`, from its offer to its answer. Returns the answer. */
static uint32_t alone(uint32_t kind, uint32_t op, uint32_t thread, uint32_t addr, uint32_t data)
{
    access(kind, op, 0);
    lane(0, addr, data);
    b.in.acc_owner[0] = thread;
    cycle();
    assert_true(b.out.acc_ready);
    cycle();
    expect_answer(0, 1, true);
    return b.s.rsp_data[0];
}

static uint32_t lr(uint32_t thread, uint32_t addr) { return alone(ATOMIC, LR, thread, addr, 0); }
static uint32_t sc(uint32_t thread, uint32_t addr, uint32_t data)
{
    return alone(ATOMIC, SC, thread, addr, data);
}

/* The entry that holds a word; -1: none. Its owner; -1: none. */
static int entry(uint32_t addr)
{
    for (uint32_t e = 0; e < hand.holds; e++)
        if ((b.s.hold_valid >> e & 1) != 0 && b.s.hold_word[e] == addr) return (int)e;
    return -1;
}

static int holder(uint32_t addr) { return entry(addr) < 0 ? -1 : (int)b.s.hold_owner[entry(addr)]; }

static uint32_t refusals(uint32_t addr) { return b.s.hold_count[entry(addr)]; }

/* One lane's compare-and-swap. Returns what it found. */
static uint32_t cas(uint32_t thread, uint32_t addr, uint32_t expected, uint32_t data)
{
    b.in.acc_expect[0] = expected;
    return alone(ATOMIC, CAS, thread, addr, data);
}

/* ---- which lanes are served ------------------------------------------------------------ */

static void load_without_conflict(void **state)
{
    (void)state;
    start();
    access(LOAD, 0, 0x155);
    for (uint32_t n = 0; n < 4; n++) lane(n, 21 + 5 * n, 0); /* banks 1, 2, 3, 0 */
    cycle();
    assert_true(b.out.acc_ready);
    assert_false(b.out.rsp_valid);
    cycle();
    assert_true(b.out.acc_ready);
    expect_answer(0x155, 0xf, true);
    for (uint32_t n = 0; n < 4; n++) assert_int_equal(b.s.rsp_data[n], 121 + 5 * n);
    cycle();
    assert_true(b.out.rsp_valid);
    assert_ptr_equal(b.out.rsp_data, b.s.rsp_data);
    cycle();
    assert_false(b.out.rsp_valid);
}

/* Lanes 0, 2, 5 want word 8, lane 1 word 12, lane 3 word 40, all in bank 0; lane 4 word 9. */
static void load_conflicts(void **state)
{
    (void)state;
    static const uint32_t addr[6] = {8, 12, 8, 40, 9, 8};
    static const uint64_t rounds[3] = {0x35, 0x02, 0x08};
    start();
    access(LOAD, 0, 3);
    for (uint32_t n = 0; n < 6; n++) lane(n, addr[n], 0);
    cycle();
    for (int i = 0; i < 3; i++) {
        cycle();
        assert_int_equal(b.out.acc_ready, i == 2);
        expect_answer(3, rounds[i], i == 2);
        for (uint32_t n = 0; n < 6; n++)
            if (rounds[i] >> n & 1) assert_int_equal(b.s.rsp_data[n], 100 + addr[n]);
    }
}

static void store_higher_lane_stands(void **state)
{
    (void)state;
    start();
    access(STORE, 0, 1);
    lane(1, 20, 0x11111111);
    lane(3, 20, 0x33333333);
    lane(6, 20, 0x66666666);
    lane(7, 24, 0x77777777); /* the same bank */
    b.in.acc_be[1] = 0x7;
    b.in.acc_be[3] = 0x6;
    b.in.acc_be[6] = 0x4;
    cycle();
    cycle();
    expect_answer(1, 0x4a, false);
    assert_int_equal(b.s.mem[20], 0x00663311); /* 120 has no upper bytes */
    assert_int_equal(b.s.mem[24], 124);
    cycle();
    expect_answer(1, 0x80, true);
    assert_int_equal(b.s.mem[24], 0x77777777);
}

static void store_in_two_cycles_of_one_word(void **state)
{
    (void)state;
    start();
    access(STORE, 0, 1);
    for (uint32_t n = 0; n < 8; n++) lane(n, n % 2 == 0 ? 1 : 5, n);
    cycle();
    cycle();
    expect_answer(1, 0x55, false);
    cycle();
    expect_answer(1, 0xaa, true);
    assert_int_equal(b.s.mem[1], 6);
    assert_int_equal(b.s.mem[5], 7);
}

static void atomics_on_one_word(void **state)
{
    (void)state;
    start();
    access(ATOMIC, ADD, 9);
    for (uint32_t n = 0; n < 5; n++) lane(n, 12, 10);
    lane(5, 13, 1);
    cycle();
    for (uint32_t n = 0; n < 5; n++) {
        cycle();
        expect_answer(9, (UINT64_C(1) << n) | (n == 0 ? 0x20 : 0), n == 4);
        assert_int_equal(b.s.rsp_data[n], 112 + 10 * n);
        if (n == 0) assert_int_equal(b.s.rsp_data[5], 113);
    }
    assert_int_equal(b.s.mem[12], 162);
    assert_int_equal(b.s.mem[13], 114);
}

static void all_operations(void **state)
{
    (void)state;
    static const struct {
        uint32_t op, word, operand, result;
    } cases[] = {
        {SHARED_MEMORY_SWAP, 1, 2, 2},
        {SHARED_MEMORY_ADD, 0xffffffff, 3, 2},
        {SHARED_MEMORY_XOR, 0xff00, 0x0ff0, 0xf0f0},
        {SHARED_MEMORY_AND, 0xff00, 0x0ff0, 0x0f00},
        {SHARED_MEMORY_OR, 0xff00, 0x0ff0, 0xfff0},
        {SHARED_MEMORY_MIN, 0xffffffff, 1, 0xffffffff},
        {SHARED_MEMORY_MIN, 5, 4, 4},
        {SHARED_MEMORY_MAX, 0xffffffff, 1, 1},
        {SHARED_MEMORY_MAX, 0x80000000, 0xffffffff, 0xffffffff},
        {SHARED_MEMORY_MINU, 0xffffffff, 1, 1},
        {SHARED_MEMORY_MINU, 4, 5, 4},
        {SHARED_MEMORY_MAXU, 0xffffffff, 1, 0xffffffff},
        {SHARED_MEMORY_MAXU, 4, 5, 5},
    };
    start();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        b.s.mem[7] = cases[i].word;
        assert_int_equal(alone(ATOMIC, cases[i].op, 0, 7, cases[i].operand), cases[i].word);
        assert_int_equal(b.s.mem[7], cases[i].result);
    }
}

static void lr_and_sc_one_lane_a_cycle(void **state)
{
    (void)state;
    for (uint32_t op = LR; op <= SC; op++) {
        start();
        access(ATOMIC, op, 4);
        for (uint32_t n = 0; n < 4; n++) lane(n, n, 0); /* banks and entries of their own */
        cycle();
        for (uint32_t n = 0; n < 4; n++) {
            cycle();
            expect_answer(4, UINT64_C(1) << n, n == 3);
            assert_int_equal(b.s.rsp_data[n], op == LR ? 100 + n : 1);
        }
    }
}

/* ---- taken, kept, answered ------------------------------------------------------------- */

static void race_last_and_next(void **state)
{
    (void)state;
    start();
    access(LOAD, 0, 1);
    lane(0, 0, 0);
    cycle();
    for (uint64_t tag = 2; tag < 6; tag++) {
        access(LOAD, 0, tag);
        lane(1, 9, 0);
        cycle();
        assert_true(b.out.acc_ready);
        expect_answer(tag - 1, tag == 2 ? 1 : 2, true);
    }
}

static void race_no_lane(void **state)
{
    (void)state;
    start();
    access(LOAD, 0, 1);
    cycle();
    assert_true(b.s.kept);
    access(LOAD, 0, 2);
    lane(0, 1, 0);
    cycle();
    assert_true(b.out.acc_ready);
    expect_answer(1, 0, true);
    cycle();
    expect_answer(2, 1, true);
}

static void race_answer_not_taken(void **state)
{
    (void)state;
    start();
    access(LOAD, 0, 1);
    lane(0, 0, 0);
    lane(1, 4, 0);
    cycle();
    cycle();
    for (int i = 0; i < 3; i++) {
        expect_answer(1, 1, false);
        assert_int_equal(b.s.rsp_data[0], 100);
        b.in.rsp_ready = false;
        access(LOAD, 0, 2);
        b.in.ctx_valid = true; /* no lane is served: a row goes */
        b.in.ctx_row = 3;
        cycle();
        assert_false(b.out.acc_ready);
        assert_true(b.out.ctx_ready);
        assert_int_equal(b.s.ctx_data[1], 107);
    }
    cycle();
    assert_false(b.out.ctx_ready);
    expect_answer(1, 2, true);
}

static void rule_reset(void **state)
{
    (void)state;
    start();
    lr(1, 5);
    access(STORE, 0, 1);
    lane(0, 0, 7);
    lane(1, 4, 7);
    cycle();
    cycle();
    shared_memory_reset(&b.s);
    assert_null(shared_memory_check(&b.s));
    cycle();
    assert_true(b.out.acc_ready && b.out.ctx_ready);
    assert_false(b.out.rsp_valid || b.out.ctx_rsp_valid);
    assert_int_equal(b.s.mem[0], 7); /* words keep what they have */
    assert_int_equal(b.s.mem[4], 104);
    assert_int_equal(sc(1, 5, 9), 1);
}

/* ---- contexts -------------------------------------------------------------------------- */

static void rows_are_moved(void **state)
{
    (void)state;
    start();
    b.in.ctx_valid = true;
    b.in.ctx_row = 31;
    cycle();
    assert_true(b.out.ctx_ready);
    assert_false(b.out.ctx_rsp_valid);
    b.in.ctx_valid = true;
    b.in.ctx_we = true;
    b.in.ctx_row = 31;
    b.in.ctx_wdata[0] = 7;
    b.in.ctx_wdata[1] = 8;
    cycle();
    assert_true(b.out.ctx_ready && b.out.ctx_rsp_valid);
    assert_ptr_equal(b.out.ctx_rsp_data, b.s.ctx_data);
    assert_int_equal(b.s.ctx_data[0], 162);
    assert_int_equal(b.s.ctx_data[1], 163);
    cycle();
    assert_false(b.out.ctx_rsp_valid);
    assert_int_equal(b.s.mem[62], 7);
    assert_int_equal(b.s.mem[63], 8);
    assert_int_equal(b.s.mem[61], 161);
}

static void demand_goes_first(void **state)
{
    (void)state;
    start();
    access(LOAD, 0, 1);
    for (uint32_t n = 0; n < 3; n++) lane(n, 4 * n, 0);
    b.in.ctx_valid = true;
    cycle();
    assert_true(b.out.ctx_ready); /* while it is taken */
    for (int i = 0; i < 3; i++) {
        b.in.ctx_valid = true;
        cycle();
        assert_false(b.out.ctx_ready);
    }
    b.in.ctx_valid = true;
    cycle();
    assert_true(b.out.ctx_ready);
    access(LOAD, 0, 2);
    cycle();
    b.in.ctx_valid = true;
    cycle(); /* of an access without lanes none is served */
    expect_answer(2, 0, true);
    assert_true(b.out.ctx_ready);
}

static void row_leaves_reservations(void **state)
{
    (void)state;
    start();
    lr(1, 6);
    b.in.ctx_valid = true;
    b.in.ctx_we = true;
    b.in.ctx_row = 3;
    cycle();
    assert_int_equal(b.s.mem[6], 0);
    assert_int_equal(sc(1, 6, 5), 0);
}

/* ---- reservations ---------------------------------------------------------------------- */

static void sc_needs_its_lr(void **state)
{
    (void)state;
    start();
    assert_int_equal(sc(1, 6, 5), 1);
    assert_int_equal(lr(1, 6), 106);
    assert_int_equal(sc(2, 6, 5), 1);  /* another thread */
    assert_int_equal(sc(1, 10, 5), 1); /* another word, and the end of its reservation */
    assert_int_equal(holder(6), -1);
    assert_int_equal(sc(1, 6, 5), 1);
    assert_int_equal(b.s.mem[6], 106);
    lr(1, 6);
    assert_int_equal(sc(1, 6, 5), 0);
    assert_int_equal(b.s.mem[6], 5);
    assert_int_equal(sc(1, 6, 7), 1);
    assert_int_equal(b.s.mem[6], 5);
}

/* The sc is to fail: its sender knows that the lr was of another thread with the same number. */
static void sc_without_a_byte_fails(void **state)
{
    (void)state;
    start();
    lr(1, 6);
    access(ATOMIC, SC, 0);
    lane(0, 6, 5);
    b.in.acc_owner[0] = 1;
    b.in.acc_be[0] = 0;
    cycle();
    cycle();
    expect_answer(0, 1, true);
    assert_int_equal(b.s.rsp_data[0], 1);
    assert_int_equal(b.s.mem[6], 106);
    assert_int_equal(holder(6), -1);
}

static void thread_has_one_reservation(void **state)
{
    (void)state;
    start();
    lr(1, 6);
    lr(1, 7);
    assert_int_equal(holder(6), -1);
    assert_int_equal(holder(7), 1);
    lr(1, 7); /* a thread's own reservation does not refuse its lr */
    assert_int_equal(holder(7), 1);
    lr(2, 7); /* refused: another's */
    assert_int_equal(holder(7), 1);
    assert_int_equal(refusals(7), 1);
    lr(1, 7);
    assert_int_equal(refusals(7), 0);
}

/* Words 4, 8, 12, 16 had one place, and refused each other. */
static void any_word_in_any_entry(void **state)
{
    (void)state;
    start();
    for (uint32_t n = 0; n < 4; n++) lr(n, 4 * n + 4);
    for (uint32_t n = 0; n < 4; n++) {
        assert_int_equal(holder(4 * n + 4), n);
        assert_int_equal(entry(4 * n + 4), n);
        assert_int_equal(refusals(4 * n + 4), 0);
    }
    sc(1, 8, 0);
    lr(5, 21); /* the lowest one that is free */
    assert_int_equal(entry(21), 1);
    for (uint32_t n = 0; n < 4; n++)
        if (n != 1) assert_int_equal(sc(n, 4 * n + 4, 0), 0);
}

/* Of a full table entry word mod Holds refuses, whatever it is for. */
static void full_table_refuses(void **state)
{
    (void)state;
    start();
    for (uint32_t n = 0; n < 4; n++) lr(n, 40 + 5 * n);
    lr(5, 22);
    assert_int_equal(holder(22), -1);
    assert_int_equal(refusals(50), 1); /* entry 2 */
    lr(6, 26);
    assert_int_equal(refusals(50), 2);
    lr(6, 27);
    assert_int_equal(refusals(55), 1);
    lr(5, 22); /* the third refusal of entry 2 */
    assert_int_equal(entry(22), 2);
    assert_int_equal(holder(22), 5);
    assert_int_equal(refusals(22), 0);
    assert_int_equal(sc(2, 50, 0), 1);
    /* With a word that is reserved, its own entry refuses, not the one of that number. */
    lr(6, 45);
    assert_int_equal(refusals(45), 1);
    /* A thread of the table takes the entry that it gives up. */
    lr(3, 20);
    assert_int_equal(entry(20), 3);
    assert_int_equal(refusals(45), 1);
}

/* A refusal gives up what the thread has all the same. */
static void refused_gives_up(void **state)
{
    (void)state;
    start();
    lr(1, 6);
    lr(2, 7);
    assert_int_equal(lr(2, 6), 106);
    assert_int_equal(holder(6), 1);
    assert_int_equal(holder(7), -1);
}

static void patience_ends(void **state)
{
    (void)state;
    start();
    lr(1, 6);
    lr(2, 6);
    lr(3, 6);
    assert_int_equal(holder(6), 1);
    assert_int_equal(refusals(6), 2);
    lr(4, 6); /* the third refusal */
    assert_int_equal(holder(6), 4);
    assert_int_equal(refusals(6), 0);
    assert_int_equal(sc(1, 6, 5), 1);
    assert_int_equal(sc(4, 6, 5), 0);
}

/* Refusals 0, 1, 2 end the first reservation; then of 3, 4 ... those count that are even; behind
 * the second reservation those of multiples of four. An sc that is good makes all count again. */
static void strain_grows(void **state)
{
    (void)state;
    start();
    static const uint32_t refusals_until[] = {3, 6, 12}; /* 0 1 2; 4 6 8; 12 16 20 */
    uint32_t holds = 1, n = 0;
    lr(holds, 6);
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < refusals_until[k]; i++, n++) {
            assert_int_equal(holder(6), holds);
            lr(2 + n % 13, 6); /* names of 4 bits; none is the holder's */
        }
        holds = 2 + (n - 1) % 13;
        assert_int_equal(holder(6), holds);
        assert_int_equal(b.s.strain.level, k + 1);
    }
    assert_int_equal(sc(1, 6, 5), 1);
    assert_int_equal(b.s.strain.level, 3);
    assert_int_equal(sc(holds, 6, 5), 0);
    assert_int_equal(b.s.strain.level, 0);
}

/* In a row: the count begins anew with each owner, though the entry was free in between. */
static void patience_is_of_an_owner(void **state)
{
    (void)state;
    start();
    lr(1, 6);
    lr(2, 6);
    lr(2, 6);
    sc(1, 6, 0);
    lr(3, 6);
    lr(2, 6);
    lr(2, 6);
    assert_int_equal(holder(6), 3);
    lr(2, 6);
    assert_int_equal(holder(6), 2);
}

static void writes_end_reservations(void **state)
{
    (void)state;
    start();
    lr(1, 6);
    alone(STORE, 0, 2, 10, 1); /* another word of the bank */
    assert_int_equal(holder(6), 1);
    alone(LOAD, 0, 2, 6, 1);
    assert_int_equal(holder(6), 1);
    alone(STORE, 0, 1, 6, 1); /* its own */
    assert_int_equal(holder(6), -1);
    lr(1, 6);
    alone(ATOMIC, SHARED_MEMORY_OR, 2, 6, 0);
    assert_int_equal(holder(6), -1);
    lr(1, 6);
    access(STORE, 0, 0);
    lane(0, 6, 99);
    b.in.acc_be[0] = 0; /* no byte */
    cycle();
    cycle();
    assert_int_equal(b.s.mem[6], 1);
    assert_int_equal(holder(6), -1);
    lr(1, 6);
    assert_int_equal(sc(2, 6, 1), 1); /* fails: writes nothing */
    assert_int_equal(holder(6), 1);
}

static void sc_of_several_lanes(void **state)
{
    (void)state;
    start();
    lr(1, 6);
    access(ATOMIC, SC, 0);
    lane(1, 6, 11);
    lane(2, 6, 22);
    cycle();
    cycle();
    expect_answer(0, 2, false);
    assert_int_equal(b.s.rsp_data[1], 0);
    cycle();
    expect_answer(0, 4, true);
    assert_int_equal(b.s.rsp_data[2], 1);
    assert_int_equal(b.s.mem[6], 11);
}

/* Stores of one cycle end as many reservations as they write words. */
static void store_ends_several(void **state)
{
    (void)state;
    start();
    for (uint32_t n = 0; n < 4; n++) lr(n, 8 + n);
    access(STORE, 0, 0);
    for (uint32_t n = 0; n < 3; n++) lane(n, 8 + n, 0);
    cycle();
    cycle();
    expect_answer(0, 7, true);
    assert_int_equal(holder(8), -1);
    assert_int_equal(holder(10), -1);
    assert_int_equal(holder(11), 3);
}

/* ---- compare-and-swap, float add ------------------------------------------------------- */

static void cas_writes_if_equal(void **state)
{
    (void)state;
    start();
    assert_int_equal(cas(1, 6, 105, 5), 106);
    assert_int_equal(b.s.mem[6], 106);
    assert_int_equal(cas(1, 6, 106, 5), 106);
    assert_int_equal(b.s.mem[6], 5);
    assert_int_equal(cas(1, 6, 106, 7), 5);
    assert_int_equal(b.s.mem[6], 5);
}

static void cas_ends_reservations_if_it_writes(void **state)
{
    (void)state;
    start();
    lr(1, 6);
    cas(1, 6, 0, 5);
    assert_int_equal(holder(6), 1);
    cas(2, 6, 106, 106); /* the word stays as it is, and is written */
    assert_int_equal(holder(6), -1);
}

/* Lanes with one word, one a cycle: the first swaps, the others find what it brought. */
static void cas_of_several_lanes(void **state)
{
    (void)state;
    start();
    access(ATOMIC, CAS, 0);
    for (uint32_t n = 0; n < 3; n++) {
        lane(n, 6, 200 + n);
        b.in.acc_expect[n] = 106;
    }
    lane(3, 7, 300); /* another bank: with the first */
    b.in.acc_expect[3] = 107;
    cycle();
    cycle();
    expect_answer(0, 9, false);
    assert_int_equal(b.s.rsp_data[0], 106);
    assert_int_equal(b.s.rsp_data[3], 107);
    cycle();
    expect_answer(0, 2, false);
    assert_int_equal(b.s.rsp_data[1], 200);
    cycle();
    expect_answer(0, 4, true);
    assert_int_equal(b.s.rsp_data[2], 200);
    assert_int_equal(b.s.mem[6], 200);
    assert_int_equal(b.s.mem[7], 300);
}

/* One lane a cycle, whatever the words: 1 + 1.5, 2.5 + 0.25; and the end of a reservation. */
static void float_adds(void **state)
{
    (void)state;
    start();
    b.s.mem[6] = 0x3f800000;
    b.s.mem[7] = 0x80000000;
    lr(1, 7);
    access(ATOMIC, ADDF, 0);
    lane(0, 6, 0x3fc00000);
    lane(1, 7, 0x80000000);
    lane(2, 6, 0x3e800000);
    cycle();
    for (uint32_t n = 0; n < 3; n++) {
        cycle();
        expect_answer(0, 1 << n, n == 2);
    }
    assert_int_equal(b.s.rsp_data[0], 0x3f800000);
    assert_int_equal(b.s.rsp_data[1], 0x80000000);
    assert_int_equal(b.s.rsp_data[2], 0x40200000);
    assert_int_equal(b.s.mem[6], 0x40300000);
    assert_int_equal(b.s.mem[7], 0x80000000);
    assert_int_equal(holder(7), -1);
    alone(ATOMIC, ADDF, 1, 6, 0x7f800001);
    assert_int_equal(b.s.mem[6], 0x7fc00000);
}

/* ---- a naive twin ---------------------------------------------------------------------- */

/* An entry of the table of reservations. */
struct held {
    bool valid;
    uint32_t word, owner, refusals;
};

struct twin {
    const struct shared_memory_cfg *cfg;
    uint8_t byte[4 * WORDS];
    struct held held[SHARED_MEMORY_MAX_HOLDS];
    uint32_t ended, refused; /* reservations by refusals since an sc was good; refusals ever */
    /* The access that is kept: in which of its cycles each lane is served. */
    bool kept;
    struct shared_memory_in access;
    uint32_t cycle_of[LANES];
    uint32_t now, cycles;
    /* The answer. */
    bool answer;
    uint64_t tag, lanes;
    bool last;
    uint32_t data[LANES];
    bool row;
    uint32_t row_data[SHARED_MEMORY_MAX_ROW];
    /* Words of which an sc has succeeded with no lr since: exclusive. */
    bool stored[WORDS];
};

static uint32_t twin_word(const struct twin *t, uint32_t word)
{
    const uint8_t *p = t->byte + 4 * word;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void twin_write(struct twin *t, uint32_t word, uint32_t data, uint32_t be)
{
    for (uint32_t i = 0; i < 4; i++)
        if (be >> i & 1) t->byte[4 * word + i] = (uint8_t)(data >> 8 * i);
}

static bool in_access(const struct twin *t, uint32_t n) { return t->access.acc_mask >> n & 1; }

/* The lane's turn at its bank: the number of turns before it. Loads and stores of one word go
 * together, so different words count; of atomics each lane counts. */
static uint32_t turn_of(const struct twin *t, uint32_t n)
{
    const uint32_t *addr = t->access.acc_addr;
    const bool atomic = t->access.acc_kind == ATOMIC;
    uint32_t turn = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (!in_access(t, k)) continue;
        if (atomic &&
            (t->access.acc_op == LR || t->access.acc_op == SC || t->access.acc_op == ADDF)) {
            turn++;
            continue;
        }
        if (addr[k] % t->cfg->banks != addr[n] % t->cfg->banks) continue;
        if (!atomic && addr[k] == addr[n]) return t->cycle_of[k];
        bool first = true;
        for (uint32_t j = 0; j < k && !atomic; j++)
            if (in_access(t, j) && addr[j] == addr[k]) first = false;
        turn += first;
    }
    return turn;
}

static void twin_plan(struct twin *t, const struct shared_memory_in *in)
{
    t->kept = true;
    t->access = *in;
    t->now = 0;
    t->cycles = 1;
    for (uint32_t n = 0; n < t->cfg->lanes; n++) {
        if (!in_access(t, n)) continue;
        t->cycle_of[n] = turn_of(t, n);
        if (t->cycle_of[n] + 1 > t->cycles) t->cycles = t->cycle_of[n] + 1;
    }
}

/* --- reservations, each rule of the page by itself --- */

static void drop_thread(struct twin *t, uint32_t owner)
{
    for (uint32_t i = 0; i < t->cfg->holds; i++)
        if (t->held[i].owner == owner) t->held[i].valid = false;
}

static void drop_word(struct twin *t, uint32_t word)
{
    for (uint32_t i = 0; i < t->cfg->holds; i++)
        if (t->held[i].word == word) t->held[i].valid = false;
}

static void twin_refuse(struct twin *t, struct held *h, uint32_t word, uint32_t owner)
{
    const uint32_t every = 1u << (t->ended < 7 ? t->ended : 7);
    if (t->refused++ % every != 0) return;
    if (++h->refusals < t->cfg->patience) return;
    *h = (struct held){true, word, owner, 0};
    t->ended++;
}

static void twin_reserve(struct twin *t, uint32_t word, uint32_t owner)
{
    drop_thread(t, owner);
    for (uint32_t i = 0; i < t->cfg->holds; i++) {
        if (!t->held[i].valid || t->held[i].word != word) continue;
        twin_refuse(t, &t->held[i], word, owner);
        return;
    }
    for (uint32_t i = 0; i < t->cfg->holds; i++) {
        if (t->held[i].valid) continue;
        t->held[i] = (struct held){true, word, owner, 0};
        return;
    }
    twin_refuse(t, &t->held[word % t->cfg->holds], word, owner);
}

static bool twin_holds(const struct twin *t, uint32_t word, uint32_t owner)
{
    for (uint32_t i = 0; i < t->cfg->holds; i++) {
        const struct held *h = &t->held[i];
        if (h->valid && h->word == word && h->owner == owner) return true;
    }
    return false;
}

/* --- a lane --- */

/* As the machine that runs the test adds. */
static uint32_t host_add(uint32_t old, uint32_t with)
{
    float a, c;
    memcpy(&a, &old, sizeof a);
    memcpy(&c, &with, sizeof c);
    const float sum = a + c;
    uint32_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return sum != sum ? 0x7fc00000 : bits;
}

static uint32_t twin_result(uint32_t op, uint32_t old, uint32_t with)
{
    const int64_t a = (int32_t)old, c = (int32_t)with;
    switch (op) {
    case 0: return with;
    case 1: return old + with;
    case 2: return old ^ with;
    case 3: return old & with;
    case 4: return old | with;
    case 5: return (uint32_t)(a < c ? a : c);
    case 6: return (uint32_t)(a < c ? c : a);
    case 7: return old < with ? old : with;
    case 8: return old < with ? with : old;
    default: return host_add(old, with);
    }
}

static uint32_t twin_sc(struct twin *t, uint32_t word, uint32_t owner, uint32_t data, uint32_t be)
{
    const bool mine = twin_holds(t, word, owner) && be != 0;
    drop_thread(t, owner);
    if (!mine) return 1;
    t->ended = 0;
    drop_word(t, word);
    twin_write(t, word, data, 0xf);
    return 0;
}

static void twin_lane(struct twin *t, uint32_t n)
{
    const struct shared_memory_in *a = &t->access;
    const uint32_t word = a->acc_addr[n], op = a->acc_op;
    t->data[n] = twin_word(t, word);
    if (a->acc_kind == LOAD) return;
    if (a->acc_kind == ATOMIC && op == LR) {
        twin_reserve(t, word, a->acc_owner[n]);
        t->stored[word] = false;
    } else if (a->acc_kind == ATOMIC && op == SC) {
        t->data[n] = twin_sc(t, word, a->acc_owner[n], a->acc_data[n], a->acc_be[n]);
        if (t->data[n] == 0) assert_false(t->stored[word]);
        if (t->data[n] == 0) t->stored[word] = true;
    } else if (a->acc_kind == ATOMIC && op == CAS) {
        if (t->data[n] != a->acc_expect[n]) return;
        drop_word(t, word);
        twin_write(t, word, a->acc_data[n], 0xf);
    } else if (a->acc_kind == ATOMIC) {
        drop_word(t, word);
        twin_write(t, word, twin_result(op, t->data[n], a->acc_data[n]), 0xf);
    } else {
        drop_word(t, word);
        twin_write(t, word, a->acc_data[n], a->acc_be[n]);
    }
}

/* --- the cycle --- */

static uint64_t lanes_now(const struct twin *t)
{
    uint64_t lanes = 0;
    for (uint32_t n = 0; n < t->cfg->lanes; n++)
        if (in_access(t, n) && t->cycle_of[n] == t->now) lanes |= UINT64_C(1) << n;
    return lanes;
}

static bool twin_serves(const struct twin *t, const struct shared_memory_in *in)
{
    return t->kept && (!t->answer || in->rsp_ready);
}

static void twin_compare(const struct twin *t, const struct shared_memory_in *in,
                         const struct shared_memory_out *out)
{
    const bool serves = twin_serves(t, in);
    assert_int_equal(out->acc_ready, !t->kept || (serves && t->now + 1 == t->cycles));
    assert_int_equal(out->ctx_ready, !serves || t->access.acc_mask == 0);
    assert_int_equal(out->rsp_valid, t->answer);
    assert_int_equal(out->rsp_tag, t->answer ? t->tag : 0);
    assert_int_equal(out->rsp_lanes, t->answer ? t->lanes : 0);
    assert_int_equal(out->rsp_last, t->answer && t->last);
    for (uint32_t n = 0; n < t->cfg->lanes && t->answer; n++)
        if (t->lanes >> n & 1) assert_int_equal(out->rsp_data[n], t->data[n]);
    assert_int_equal(out->ctx_rsp_valid, t->row);
    if (t->row) assert_memory_equal(out->ctx_rsp_data, t->row_data, t->cfg->row_bits / 8);
}

/* Of a store's answer the data mean nothing: as the model has them. */
static void twin_serve(struct twin *t, const struct shared_memory *s)
{
    t->answer = true;
    t->tag = t->access.acc_tag;
    t->lanes = lanes_now(t);
    for (uint32_t n = 0; n < t->cfg->lanes; n++)
        if (t->lanes >> n & 1) twin_lane(t, n);
    t->last = ++t->now == t->cycles;
    t->kept = !t->last;
    if (t->access.acc_kind == STORE) memcpy(t->data, s->rsp_data, sizeof t->data);
}

static void twin_row(struct twin *t, const struct shared_memory_in *in)
{
    const uint32_t words = t->cfg->row_bits / 32;
    t->row = !in->ctx_we;
    for (uint32_t i = 0; i < words; i++) {
        const uint32_t word = in->ctx_row * words + i;
        if (in->ctx_we) twin_write(t, word, in->ctx_wdata[i], 0xf);
        else t->row_data[i] = twin_word(t, word);
    }
}

/* s: the model behind the edge. */
static void twin_tick(struct twin *t, const struct shared_memory_in *in,
                      const struct shared_memory *s)
{
    const bool serves = twin_serves(t, in);
    const bool takes = !t->kept || (serves && t->now + 1 == t->cycles);
    t->row = false;
    if (in->ctx_valid && (!serves || t->access.acc_mask == 0)) twin_row(t, in);
    if (in->rsp_ready) t->answer = false;
    if (serves) twin_serve(t, s);
    if (in->acc_valid && takes) twin_plan(t, in);
}

/* once, bank: about what is served. */
static void expect_invariants(const struct shared_memory *s, const struct shared_memory_out *out)
{
    assert_true((out->served & ~s->left) == 0);
    for (uint32_t n = 0; n < s->cfg.lanes; n++) {
        for (uint32_t k = 0; k < n; k++) {
            if ((out->served >> n & out->served >> k & 1) == 0) continue;
            if (s->addr[n] % s->cfg.banks != s->addr[k] % s->cfg.banks) continue;
            assert_int_equal(s->addr[n], s->addr[k]);
            assert_int_not_equal(s->kind, ATOMIC);
        }
    }
}

/* ---- random input ---------------------------------------------------------------------- */

static uint32_t draw(struct hd_rng *rng, uint32_t n) { return hd_rng_below(rng, n); }

static uint64_t draw_mask(struct hd_rng *rng, uint32_t lanes)
{
    const uint64_t any = hd_rng_next(rng);
    const uint64_t mask = draw(rng, 3) == 0 ? UINT64_MAX : any & (any >> 32 | any << 32);
    return draw(rng, 12) == 0 ? 0 : mask & UINT64_MAX >> (64 - lanes);
}

/* Threads are few, and words that they all want, so that reservations meet. */
static void draw_access(const struct shared_memory_cfg *cfg, struct hd_rng *rng,
                        struct shared_memory_in *in)
{
    const uint32_t range = draw(rng, 3) == 0 ? cfg->words : cfg->holds + 2;
    const uint32_t base = draw(rng, 2) == 0 ? 0 : draw(rng, cfg->words);
    const uint32_t step = draw(rng, 3) == 0 ? cfg->banks : 1;
    in->acc_valid = draw(rng, 8) != 0;
    in->acc_kind = draw(rng, 2) == 0 ? ATOMIC : draw(rng, 2);
    in->acc_op = draw(rng, 2) == 0   ? LR + draw(rng, 2)
                 : draw(rng, 2) == 0 ? CAS + draw(rng, 2)
                                     : draw(rng, ADDF + 1);
    in->acc_mask = draw_mask(rng, cfg->lanes);
    in->acc_tag = hd_rng_next(rng) & UINT64_MAX >> (64 - cfg->tag_width);
    for (uint32_t n = 0; n < cfg->lanes; n++) {
        in->acc_addr[n] = (base + step * draw(rng, range)) % cfg->words;
        in->acc_data[n] = draw(rng, 2) == 0 ? draw(rng, 3) - 1 : (uint32_t)hd_rng_next(rng);
        in->acc_be[n] = draw(rng, 16);
        in->acc_expect[n] = draw(rng, 3) - 1;
        in->acc_owner[n] = draw(rng, cfg->owner_width < 4 ? 1u << cfg->owner_width : 12);
    }
}

static void draw_row(const struct shared_memory_cfg *cfg, struct hd_rng *rng,
                     struct shared_memory_in *in)
{
    in->ctx_valid = draw(rng, 2) == 0;
    in->ctx_we = draw(rng, 2) == 0;
    in->ctx_row = draw(rng, cfg->words / (cfg->row_bits / 32));
    for (uint32_t i = 0; i < cfg->row_bits / 32; i++)
        in->ctx_wdata[i] = draw(rng, 2) == 0 ? draw(rng, 3) - 1 : (uint32_t)hd_rng_next(rng);
}

struct run {
    const char *name;
    struct shared_memory_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"least", {1, 1, 2, 32, 1, 1, 1, 1}, 20000},
    {"small", {4, 2, 8, 64, 2, 2, 2, 3}, 30000},
    {"odd", {7, 4, 44, 64, 5, 3, 4, 5}, 30000},
    {"default", {32, 32, 12288, 512, 11, 8, 32, 255}, 30000},
    {"wide", {64, 64, 4096, 2048, 16, 64, 64, 2}, 15000},
    {"most words", {3, 1, 65536, 32, 3, 5, 8, 9}, 15000},
};

struct seen {
    uint32_t taken_with_last, no_lanes, waits, again, rows_wait, succeeded, swapped, added;
};

static void look(struct seen *n, const struct shared_memory_in *in,
                 const struct shared_memory_out *out, const struct shared_memory *s)
{
    const bool takes = in->acc_valid && out->acc_ready;
    n->taken_with_last += takes && out->serve;
    n->no_lanes += takes && in->acc_mask == 0;
    n->waits += out->rsp_valid && !in->rsp_ready;
    n->again += out->serve && out->served != s->left;
    n->rows_wait += in->ctx_valid && !out->ctx_ready;
    n->added += out->served != 0 && s->kind == ATOMIC && s->op == ADDF;
    for (uint32_t k = 0; k < s->cfg.lanes && s->kind == ATOMIC && s->op == CAS; k++)
        n->swapped += (out->served >> k & 1) != 0 && s->mem[s->addr[k]] == s->expect[k];
    if (!out->rsp_valid || s->op != SC || s->kind != ATOMIC || !s->kept) return;
    for (uint32_t k = 0; k < s->cfg.lanes; k++)
        n->succeeded += (s->rsp_lanes >> k & 1) != 0 && s->rsp_data[k] == 0;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct twin t; /* large */
    struct shared_memory_in in;
    struct seen n = {0};
    struct hd_rng rng;
    memset(&t, 0, sizeof t);
    t.cfg = &r->cfg;
    hd_rng_seed(&rng, r->cfg.lanes);
    assert_null(shared_memory_init(&b.s, &r->cfg));
    memset(&in, 0, sizeof in);
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct shared_memory_out out;
        draw_access(&r->cfg, &rng, &in);
        draw_row(&r->cfg, &rng, &in);
        in.rsp_ready = draw(&rng, 4) != 0;
        const char *broken = shared_memory_promise(&b.s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        shared_memory_eval(&b.s, &in, &out);
        twin_compare(&t, &in, &out);
        expect_invariants(&b.s, &out);
        look(&n, &in, &out, &b.s);
        if (draw(&rng, 500) == 0) {
            shared_memory_reset(&b.s);
            t.kept = t.answer = t.row = false;
            memset(t.held, 0, sizeof t.held);
            t.ended = t.refused = 0;
        } else {
            shared_memory_tick(&b.s, &in, &out);
            twin_tick(&t, &in, &b.s);
        }
        broken = shared_memory_check(&b.s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    for (uint32_t w = 0; w < r->cfg.words; w++) assert_int_equal(b.s.mem[w], twin_word(&t, w));
    assert_true(n.taken_with_last > 100 && n.no_lanes > 10 && n.waits > 100 && n.rows_wait > 100);
    assert_true(n.swapped > 20 && n.added > 100);
    assert_true(r->cfg.lanes == 1 || (n.again > 100 && n.succeeded > 5));
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Lanes 0 to 3 of an access, the first two served; thread 1 has reserved word 6. */
static void half_done(void)
{
    start();
    lr(1, 6);
    access(LOAD, 0, 1);
    for (uint32_t n = 0; n < 4; n++) lane(n, 4 * (n / 2) + n % 2, 0);
    cycle();
    cycle();
}

static void expect_broken(const char *name)
{
    assert_non_null(shared_memory_check(&b.s));
    assert_string_equal(shared_memory_check(&b.s), name);
    half_done();
}

static void check_finds(void **state)
{
    (void)state;
    half_done();
    assert_int_equal(b.s.left, 0xc);
    assert_null(shared_memory_check(&b.s));
    b.s.mask |= 1 << 8;
    expect_broken("lane_range");
    b.s.left |= 1 << 5; /* it did not access */
    expect_broken("once");
    b.s.kept = false; /* they never would be served */
    expect_broken("once");
    b.s.left = 0; /* it would be served again, without lanes */
    expect_broken("once");
    b.s.rsp_lanes = 0; /* an answer for no lane, and more to come */
    expect_broken("order");
    b.s.hold_valid |= 1 << 4;
    expect_broken("hold_range");
    b.s.hold_word[0] = 66;
    expect_broken("hold_range");
    b.s.hold_valid |= 4; /* one word twice */
    b.s.hold_word[2] = 6;
    expect_broken("hold_once");
    b.s.hold_valid |= 4; /* one thread's twice */
    b.s.hold_word[2] = 7;
    b.s.hold_owner[2] = 1;
    expect_broken("hold_once");
    b.s.hold_count[0] = 3;
    expect_broken("hold_patience");
    b.s.hold_count[1] = 3; /* of an entry that is free */
    assert_null(shared_memory_check(&b.s));
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(const char *sentence)
{
    const char *broken = shared_memory_promise(&b.s, &b.in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet();
}

static void expect_kept(void)
{
    assert_null(shared_memory_promise(&b.s, &b.in));
    quiet();
}

static void promise_finds(void **state)
{
    (void)state;
    start();
    b.in.ctx_valid = true;
    b.in.ctx_row = 32;
    expect_promise("a row is not there");
    access(3, 0, 0);
    expect_promise("an access is of no kind");
    access(ATOMIC, 13, 0);
    expect_promise("an atomic is no operation");
    access(LOAD, 0, 0);
    lane(8, 0, 0);
    expect_promise("a lane accesses that is not below Lanes");
    access(LOAD, 0, 0x200);
    expect_promise("a tag is wider than TagWidth");
    access(LOAD, 0, 0);
    lane(7, 64, 0);
    expect_promise("an address is not below Words");
    access(STORE, 0, 0);
    lane(7, 0, 0);
    b.in.acc_be[7] = 0x10;
    expect_promise("a byte is not of the word");
    access(ATOMIC, LR, 0);
    lane(7, 0, 0);
    b.in.acc_owner[7] = 16;
    expect_promise("a thread's name is wider than OwnerWidth");
    access(LOAD, 15, 0x1ff);
    lane(7, 63, 0);
    b.in.acc_addr[3] = 64; /* of a lane that does not access */
    b.in.ctx_valid = true;
    b.in.ctx_row = 31;
    expect_kept();
    b.in.acc_kind = 3; /* not offered */
    b.in.acc_mask = UINT64_MAX;
    b.in.ctx_row = 32;
    expect_kept();
}

static void init_refuses(void **state)
{
    (void)state;
    static const char banks[] = "Banks must be a power of two, 1 to 64";
    static const char many[] = "Words must be a multiple of Banks, and more";
    static const char row[] = "RowBits must be a power of two, 32 to 32 * Banks";
    static const char holds[] = "Holds must be a power of two, 1 to 64";
    static const struct {
        struct shared_memory_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 32, 12288, 512, 11, 8, 4, 255}, "Lanes must be 1 to 64"},
        {{65, 32, 12288, 512, 11, 8, 4, 255}, "Lanes must be 1 to 64"},
        {{32, 0, 12288, 512, 11, 8, 4, 255}, banks},
        {{32, 24, 12288, 512, 11, 8, 4, 255}, banks},
        {{32, 128, 12288, 512, 11, 8, 4, 255}, banks},
        {{32, 1, 1, 32, 11, 8, 4, 255}, "Words must be 2 to 65536"},
        {{32, 32, 65568, 512, 11, 8, 4, 255}, "Words must be 2 to 65536"},
        {{32, 32, 32, 512, 11, 8, 4, 255}, many},
        {{32, 32, 12289, 512, 11, 8, 4, 255}, many},
        {{32, 32, 12288, 16, 11, 8, 4, 255}, row},
        {{32, 32, 12288, 96, 11, 8, 4, 255}, row},
        {{32, 32, 12288, 2048, 11, 8, 4, 255}, row},
        {{32, 32, 12288, 512, 0, 8, 4, 255}, "OwnerWidth must be 1 to 16"},
        {{32, 32, 12288, 512, 17, 8, 4, 255}, "OwnerWidth must be 1 to 16"},
        {{32, 32, 12288, 512, 11, 0, 4, 255}, "TagWidth must be 1 to 64"},
        {{32, 32, 12288, 512, 11, 65, 4, 255}, "TagWidth must be 1 to 64"},
        {{32, 32, 12288, 512, 11, 8, 0, 255}, holds},
        {{32, 32, 12288, 512, 11, 8, 3, 255}, holds},
        {{32, 32, 12288, 512, 11, 8, 128, 255}, holds},
        {{32, 32, 12288, 512, 11, 8, 4, 0}, "Patience must be 1 to 255"},
        {{32, 32, 12288, 512, 11, 8, 4, 256}, "Patience must be 1 to 255"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = shared_memory_init(&b.s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(shared_memory_init(&b.s, &(struct shared_memory_cfg){1, 1, 2, 32, 1, 1, 1, 1}));
    assert_null(shared_memory_init(
        &b.s, &(struct shared_memory_cfg){64, 64, 65536, 2048, 16, 64, 64, 255}));
}

int main(void)
{
    struct CMUnitTest tests[48] = {
        cmocka_unit_test(load_without_conflict),
        cmocka_unit_test(load_conflicts),
        cmocka_unit_test(store_higher_lane_stands),
        cmocka_unit_test(store_in_two_cycles_of_one_word),
        cmocka_unit_test(atomics_on_one_word),
        cmocka_unit_test(all_operations),
        cmocka_unit_test(lr_and_sc_one_lane_a_cycle),
        cmocka_unit_test(any_word_in_any_entry),
        cmocka_unit_test(full_table_refuses),
        cmocka_unit_test(store_ends_several),
        cmocka_unit_test(cas_writes_if_equal),
        cmocka_unit_test(cas_ends_reservations_if_it_writes),
        cmocka_unit_test(cas_of_several_lanes),
        cmocka_unit_test(float_adds),
        cmocka_unit_test(race_last_and_next),
        cmocka_unit_test(race_no_lane),
        cmocka_unit_test(race_answer_not_taken),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rows_are_moved),
        cmocka_unit_test(demand_goes_first),
        cmocka_unit_test(row_leaves_reservations),
        cmocka_unit_test(sc_needs_its_lr),
        cmocka_unit_test(sc_without_a_byte_fails),
        cmocka_unit_test(thread_has_one_reservation),
        cmocka_unit_test(refused_gives_up),
        cmocka_unit_test(patience_ends),
        cmocka_unit_test(strain_grows),
        cmocka_unit_test(patience_is_of_an_owner),
        cmocka_unit_test(writes_end_reservations),
        cmocka_unit_test(sc_of_several_lanes),
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
    return cmocka_run_group_tests_name("shared_memory", tests, NULL, NULL);
}
