/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the register file: each sentence of the page and its races, a naive twin
 * that looks for each bank which port gets it, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/register_file.h"

enum {
    LANES = REGISTER_FILE_MAX_LANES,
    OPERANDS = REGISTER_FILE_OPERANDS,
    MAX_OPERANDS = REGISTER_FILE_MAX_OPERANDS,
    WRITERS = REGISTER_FILE_MAX_WRITERS,
    PORTS = REGISTER_FILE_MAX_PORTS,
    BANKS = REGISTER_FILE_MAX_BANKS,
};

/* ---- a bench -------------------------------------------------------------------------- */

/* There is one: it is too big for the stack. */
static struct register_file s;
static struct register_file_in in;
static struct register_file_out out;
static uint32_t shown[MAX_OPERANDS][LANES]; /* out_data before the tick, which may change it */

static const struct register_file_cfg hand = {
    .lanes = 4, .banks = 4, .sets = 8, .ports = 2, .writers = 3, .own = 0};
static const struct register_file_cfg apart = {
    .lanes = 4, .banks = 2, .sets = 8, .ports = 1, .writers = 2, .own = 1};
static const struct register_file_cfg segmented = {
    .lanes = 4, .banks = 2, .sets = 8, .ports = 3, .writers = 3, .own = 0, .segmented = 1};

static void quiet(void)
{
    memset(&in, 0, sizeof in);
    for (uint32_t p = 0; p < PORTS; p++) in.out_ready[p] = true;
}

static void start(const struct register_file_cfg *cfg)
{
    assert_null(register_file_init(&s, cfg));
    assert_null(register_file_check(&s));
    quiet();
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(void)
{
    const char *broken = register_file_promise(&s, &in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    register_file_eval(&s, &in, &out);
    for (uint32_t k = 0; k < OPERANDS * s.cfg.ports; k++)
        memcpy(shown[k], out.out_data[k], sizeof shown[k]);
    /* In a cycle in which it rests only the turns move on. */
    static struct register_file passed; /* large */
    const bool rests = register_file_rests(&s, &in);
    passed = s;
    register_file_pass(&passed);
    register_file_tick(&s, &in, &out);
    if (rests) assert_memory_equal(&passed, &s, sizeof s);
    broken = register_file_check(&s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet();
}

/* An operand of an instruction at port p. */
static void operand(uint32_t p, uint32_t o, uint32_t bank, uint32_t index)
{
    const uint32_t k = OPERANDS * p + o;
    in.rd_valid[p] = true;
    in.rd_use[p] |= 1u << o;
    in.rd_bank[k] = bank;
    for (uint32_t lane = 0; lane < LANES; lane++) in.rd_index[k][lane] = index;
}

static void result(uint32_t w, uint32_t bank, uint32_t index, uint64_t mask, uint32_t data)
{
    in.wr_valid[w] = true;
    in.wr_bank[w] = bank;
    in.wr_mask[w] = mask;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        in.wr_index[w][lane] = index;
        in.wr_data[w][lane] = data + lane;
    }
}

/* A row's lane l holds data + l. */
static void fill(uint32_t bank, uint32_t index, uint32_t data)
{
    result(0, bank, index, UINT64_MAX >> (64 - s.cfg.lanes), data);
    cycle();
    assert_true(out.wr_ready[0]);
}

static void expect_row(const uint32_t *row, uint32_t data)
{
    for (uint32_t lane = 0; lane < s.cfg.lanes; lane++) assert_int_equal(row[lane], data + lane);
}

/* The output of port p is there, and its operand o is such a row. */
static void expect_operand(uint32_t p, uint32_t o, uint32_t data)
{
    assert_true(out.out_valid[p]);
    expect_row(shown[OPERANDS * p + o], data);
}

static void expect_unused(uint32_t p, uint32_t o)
{
    assert_true(out.out_valid[p]);
    for (uint32_t lane = 0; lane < s.cfg.lanes; lane++)
        assert_int_equal(shown[OPERANDS * p + o][lane], 0);
}

/* ---- reads ---------------------------------------------------------------------------- */

static void three_banks_at_once(void **state)
{
    (void)state;
    start(&hand);
    fill(0, 7, 100);
    fill(1, 0, 200);
    fill(3, 2, 300);
    operand(1, 0, 3, 2);
    operand(1, 1, 0, 7);
    operand(1, 2, 1, 0);
    cycle();
    assert_true(out.rd_ready[1]);
    assert_false(out.out_valid[1]);
    cycle();
    assert_false(out.out_valid[0]);
    expect_operand(1, 0, 300);
    expect_operand(1, 1, 100);
    expect_operand(1, 2, 200);
    cycle();
    assert_false(out.out_valid[1]); /* it was taken */
}

/* Two cycles, the lower one first; also if they are the same register. */
static void one_bank_takes_turns(void **state)
{
    (void)state;
    start(&hand);
    fill(2, 1, 10);
    fill(2, 4, 20);
    for (uint32_t n = 0; n < 3; n++) {
        operand(0, 0, 2, 1);
        operand(0, 1, 2, 4);
        operand(0, 2, 2, 4);
        cycle();
        assert_int_equal(out.rd_ready[0], n == 2);
        assert_int_equal(s.got, n == 2 ? 0 : (2u << n) - 1);
    }
    cycle();
    expect_operand(0, 0, 10);
    expect_operand(0, 1, 20);
    expect_operand(0, 2, 20);
}

/* What the collected operand was is what counts, not what is written until the others are there. */
static void collected_is_old(void **state)
{
    (void)state;
    start(&hand);
    fill(0, 1, 10);
    operand(0, 0, 0, 1);
    operand(0, 2, 0, 1);
    result(0, 0, 1, 0xf, 50); /* read and written in one cycle: the old contents */
    cycle();
    operand(0, 0, 0, 1);
    operand(0, 2, 0, 1);
    result(0, 0, 1, 0xf, 90);
    cycle();
    assert_true(out.rd_ready[0]);
    cycle();
    expect_operand(0, 0, 10);
    expect_unused(0, 1);
    expect_operand(0, 2, 50);
    expect_row(register_file_row(&s, 0, 1), 90);
}

static void no_operands(void **state)
{
    (void)state;
    start(&hand);
    fill(0, 0, 10);
    operand(0, 0, 0, 0);
    cycle();
    in.rd_valid[0] = true; /* the output is there, and taken */
    cycle();
    assert_true(out.rd_ready[0]);
    expect_operand(0, 0, 10);
    in.rd_valid[0] = true;
    in.out_ready[0] = false;
    cycle();
    assert_false(out.rd_ready[0]);
    for (uint32_t o = 0; o < OPERANDS; o++) expect_unused(0, o);
}

/* Output not taken: the port collects nothing, and what waits stays. */
static void not_taken(void **state)
{
    (void)state;
    start(&hand);
    fill(0, 0, 10);
    fill(1, 0, 20);
    operand(0, 1, 0, 0);
    cycle();
    for (uint32_t n = 0; n < 4; n++) {
        operand(0, 1, 1, 0);
        in.out_ready[0] = false;
        cycle();
        assert_false(out.rd_ready[0]);
        expect_operand(0, 1, 10);
    }
    operand(0, 1, 1, 0);
    cycle(); /* taken, and accepted in the same cycle */
    assert_true(out.rd_ready[0]);
    expect_operand(0, 1, 10);
    cycle();
    expect_operand(0, 1, 20);
}

/* Port 0 goes first in even cycles, port 1 in odd ones. The other port gets the operands of the
 * banks that the first one does not ask. */
static void ports_take_turns(void **state)
{
    (void)state;
    start(&hand);
    fill(0, 0, 10); /* a cycle: it is port 1's turn now */
    assert_int_equal(s.turn, 1);
    for (uint32_t p = 0; p < 2; p++) operand(p, 0, 0, 0);
    operand(0, 1, 1, 0);
    cycle();
    assert_false(out.rd_ready[0]);
    assert_true(out.rd_ready[1]);
    assert_int_equal(s.got, 2); /* port 0 has its second operand */
    for (uint32_t p = 0; p < 2; p++) operand(p, 0, 0, 0);
    operand(0, 1, 1, 0);
    cycle();
    assert_true(out.rd_ready[0]);
    assert_false(out.rd_ready[1]);
    cycle();
    assert_true(out.out_valid[0]);
    assert_false(out.out_valid[1]);
}

/* A port that is first in turn and asks another bank leaves this one to the next, round the end. */
static void turn_goes_round(void **state)
{
    (void)state;
    static const struct register_file_cfg three = {2, 2, 4, 3, 1, 0, 0};
    start(&three);
    cycle();
    cycle();
    assert_int_equal(s.turn, 2);
    operand(2, 0, 1, 0);
    operand(1, 0, 0, 0);
    operand(0, 0, 0, 0);
    cycle();
    assert_true(out.rd_ready[2] && out.rd_ready[0]);
    assert_false(out.rd_ready[1]);
    assert_int_equal(s.turn, 0);
}

/* fair: three operands in one bank, all ports the same, none ever waits longer. */
static void nobody_starves(void **state)
{
    (void)state;
    static const struct register_file_cfg four = {2, 1, 4, 4, 1, 0, 0};
    uint32_t most = 0;
    start(&four);
    for (uint32_t n = 0; n < 1000; n++) {
        for (uint32_t p = 0; p < 4; p++) {
            for (uint32_t o = 0; o < OPERANDS; o++) operand(p, o, 0, o);
        }
        cycle(); /* check() is in it */
        for (uint32_t k = 0; k < MAX_OPERANDS; k++) most = s.waited[k] > most ? s.waited[k] : most;
    }
    assert_int_equal(most, OPERANDS * 4 - 1);
}

/* ---- writes --------------------------------------------------------------------------- */

static void two_writers_one_bank(void **state)
{
    (void)state;
    start(&hand);
    result(0, 1, 3, 0xf, 10);
    result(1, 1, 3, 0xf, 20);
    result(2, 0, 3, 0xf, 30);
    cycle();
    assert_true(out.wr_ready[0] && out.wr_ready[2]);
    assert_false(out.wr_ready[1]);
    expect_row(register_file_row(&s, 1, 3), 10);
    expect_row(register_file_row(&s, 0, 3), 30);
    result(1, 1, 3, 0x6, 20);
    result(2, 1, 3, 0xf, 40);
    cycle();
    assert_true(out.wr_ready[1]);
    assert_false(out.wr_ready[2]);
    static const uint32_t mixed[4] = {10, 21, 22, 13};
    assert_memory_equal(register_file_row(&s, 1, 3), mixed, sizeof mixed);
}

static void mask_of_no_lane(void **state)
{
    (void)state;
    start(&hand);
    fill(1, 3, 10);
    result(0, 1, 3, 0, 20);
    result(1, 1, 3, 0xf, 30);
    cycle();
    assert_true(out.wr_ready[0]);
    assert_false(out.wr_ready[1]); /* the bank is the other's */
    expect_row(register_file_row(&s, 1, 3), 10);
}

/* ---- lanes with an index of their own ------------------------------------------------- */

static void own_indices(void **state)
{
    (void)state;
    start(&apart);
    for (uint32_t i = 0; i < 8; i++) fill(1, i, 10 * i);
    static const uint32_t index[4] = {7, 0, 3, 3};
    static const uint32_t read[4] = {70, 1, 32, 33};
    operand(0, 1, 1, 0);
    memcpy(in.rd_index[1], index, sizeof index);
    cycle();
    operand(0, 0, 0, 0);
    cycle();
    assert_true(out.out_valid[0]);
    assert_memory_equal(shown[1], read, sizeof read);
    result(0, 1, 0, 0xd, 500);
    memcpy(in.wr_index[0], index, sizeof index);
    in.wr_index[0][1] = 99; /* a lane that is not written may have any */
    cycle();
    assert_int_equal(register_file_row(&s, 1, 7)[0], 500);
    assert_int_equal(register_file_row(&s, 1, 0)[1], 1);
    assert_int_equal(register_file_row(&s, 1, 3)[2], 502);
    assert_int_equal(register_file_row(&s, 1, 3)[3], 503);
    assert_int_equal(register_file_row(&s, 1, 7)[2], 72);
}

/* ---- segmented ------------------------------------------------------------------------ */

/* The same operand of bank 0 at port p, of these lanes. */
static void segment(uint32_t p, uint32_t index, uint64_t mask)
{
    operand(p, 0, 0, index);
    in.rd_mask[p] = mask;
}

/* Rows 0 to 7 of bank 0: 100, 200 ...; and it is port 0's turn. */
static void start_segmented(void)
{
    start(&segmented);
    for (uint32_t i = 0; i < 8; i++) fill(0, i, 100 * (i + 1));
    while (s.turn != 0) cycle();
}

/* Words of a row outside of the mask are 0. */
static void expect_segment(uint32_t p, uint64_t mask, uint32_t data)
{
    assert_true(out.out_valid[p]);
    for (uint32_t lane = 0; lane < s.cfg.lanes; lane++)
        assert_int_equal(shown[OPERANDS * p][lane], (mask >> lane & 1) != 0 ? data + lane : 0);
}

static void disjoint_ports_at_once(void **state)
{
    (void)state;
    start_segmented();
    segment(0, 2, 0x5);
    segment(1, 7, 0x8);
    segment(2, 2, 0x2);
    cycle();
    for (uint32_t p = 0; p < 3; p++) assert_true(out.rd_ready[p]);
    cycle();
    expect_segment(0, 0x5, 300);
    expect_segment(1, 0x8, 800);
    expect_segment(2, 0x2, 300);
}

/* "three ports, the second shares lanes with both others: the first and the third in turn". */
static void waiting_port_blocks_none(void **state)
{
    (void)state;
    static const uint64_t mask[3] = {0x3, 0x6, 0xc};
    start_segmented();
    for (uint32_t p = 0; p < 3; p++) segment(p, p, mask[p]);
    cycle();
    assert_true(out.rd_ready[0] && out.rd_ready[2]);
    assert_false(out.rd_ready[1]);
    assert_int_equal(s.turn, 1);
    for (uint32_t p = 0; p < 3; p++) segment(p, p, mask[p]);
    cycle();
    assert_true(out.rd_ready[1]);
    assert_false(out.rd_ready[0] || out.rd_ready[2]);
    expect_segment(0, mask[0], 100);
    expect_segment(2, mask[2], 300);
    cycle();
    expect_segment(1, mask[1], 200);
}

/* The port that waits in one bank collects from the other one, of each its lowest operand. */
static void waits_in_one_bank(void **state)
{
    (void)state;
    start_segmented();
    fill(1, 3, 50);
    fill(1, 4, 60);
    while (s.turn != 0) cycle();
    for (uint32_t n = 0; n < 2; n++) {
        if (n == 0) segment(0, 1, 0x8);
        segment(1, 0, 0xc);
        operand(1, 1, 1, 3);
        operand(1, 2, 1, 4);
        cycle();
        assert_int_equal(out.rd_ready[0], n == 0);
        assert_int_equal(out.rd_ready[1], n == 1);
        assert_int_equal(out.served, n == 0 ? 0x11 : 0x28);
    }
    cycle();
    expect_segment(1, 0xc, 100);
    static const uint32_t third[2][4] = {{0, 0, 52, 53}, {0, 0, 62, 63}};
    assert_memory_equal(shown[4], third[0], sizeof third[0]);
    assert_memory_equal(shown[5], third[1], sizeof third[1]);
}

/* Two operands of one instruction in one bank take two cycles, also if its mask is empty. */
static void empty_mask_is_served(void **state)
{
    (void)state;
    start_segmented();
    segment(0, 1, 0xf);
    segment(1, 2, 0);
    operand(1, 1, 0, 2);
    segment(2, 3, 0x1);
    cycle();
    assert_true(out.rd_ready[0]);
    assert_false(out.rd_ready[1] || out.rd_ready[2]);
    assert_int_equal(out.served, 0x9);
    segment(1, 2, 0);
    operand(1, 1, 0, 2);
    segment(2, 3, 0x1);
    cycle();
    assert_true(out.rd_ready[1] && out.rd_ready[2]);
    expect_segment(0, 0xf, 200);
    cycle();
    expect_segment(1, 0, 0);
    expect_segment(2, 0x1, 400);
}

/* Not segmented: nobody looks at the masks. */
static void masks_without_segments(void **state)
{
    (void)state;
    start(&hand);
    fill(0, 1, 10);
    fill(0, 2, 20);
    operand(0, 0, 0, 1);
    operand(1, 0, 0, 2);
    in.rd_mask[0] = 0x1;
    in.rd_mask[1] = 0x2;
    cycle();
    assert_true(out.rd_ready[0]);
    assert_false(out.rd_ready[1]);
    cycle();
    expect_operand(0, 0, 10);
}

static void disjoint_writers_at_once(void **state)
{
    (void)state;
    start_segmented();
    result(0, 0, 1, 0x3, 10);
    result(1, 0, 1, 0x6, 20);
    result(2, 0, 5, 0xc, 30);
    cycle();
    assert_true(out.wr_ready[0] && out.wr_ready[2]);
    assert_false(out.wr_ready[1]);
    static const uint32_t one[4] = {10, 11, 202, 203};
    static const uint32_t five[4] = {600, 601, 32, 33};
    assert_memory_equal(register_file_row(&s, 0, 1), one, sizeof one);
    assert_memory_equal(register_file_row(&s, 0, 5), five, sizeof five);
    result(0, 0, 1, 0xf, 40);
    result(1, 0, 2, 0, 50); /* of no lane */
    result(2, 1, 2, 0xf, 60);
    cycle();
    for (uint32_t w = 0; w < 3; w++) assert_true(out.wr_ready[w]);
    expect_row(register_file_row(&s, 0, 1), 40);
    expect_row(register_file_row(&s, 0, 2), 300);
    expect_row(register_file_row(&s, 1, 2), 60);
}

/* Old contents also where two writers and two ports have parts of one row. */
static void segments_read_before_write(void **state)
{
    (void)state;
    start_segmented();
    segment(0, 4, 0x9);
    segment(1, 4, 0x6);
    result(0, 0, 4, 0xc, 70);
    result(2, 0, 4, 0x3, 80);
    cycle();
    assert_true(out.rd_ready[0] && out.rd_ready[1] && out.wr_ready[0] && out.wr_ready[2]);
    cycle();
    expect_segment(0, 0x9, 500);
    expect_segment(1, 0x6, 500);
    static const uint32_t four[4] = {80, 81, 72, 73};
    assert_memory_equal(register_file_row(&s, 0, 4), four, sizeof four);
}

/* fair: whatever the masks are. */
static void no_segment_starves(void **state)
{
    (void)state;
    static const struct register_file_cfg four = {4, 1, 4, 4, 1, 0, 1};
    static const uint64_t mask[4] = {0x3, 0xf, 0xc, 0x6};
    uint32_t most = 0;
    start(&four);
    for (uint32_t n = 0; n < 1000; n++) {
        for (uint32_t p = 0; p < 4; p++) {
            for (uint32_t o = 0; o < OPERANDS; o++) operand(p, o, 0, o);
            in.rd_mask[p] = mask[p];
        }
        cycle(); /* check() is in it */
        for (uint32_t k = 0; k < MAX_OPERANDS; k++) most = s.waited[k] > most ? s.waited[k] : most;
    }
    assert_in_range(most, 4, OPERANDS * 4 - 1);
}

/* ---- reset ---------------------------------------------------------------------------- */

static void reset(void **state)
{
    (void)state;
    start(&hand);
    fill(0, 0, 10);
    fill(0, 1, 20);
    operand(1, 0, 0, 0);
    operand(0, 0, 0, 0);
    operand(0, 1, 0, 1);
    cycle();
    register_file_reset(&s);
    assert_null(register_file_check(&s));
    assert_int_equal(s.got | s.full | s.turn, 0);
    cycle();
    assert_false(out.out_valid[0] || out.out_valid[1]);
    expect_row(register_file_row(&s, 0, 0), 10);
    expect_row(register_file_row(&s, 0, 1), 20);
}

/* ---- a naive twin --------------------------------------------------------------------- */

/* Each lane a memory of its own, each operand a row that is there or not; all questions are asked
 * bank by bank. */
struct twin {
    struct register_file_cfg cfg;
    uint32_t memory[BANKS][LANES][16];
    bool there[PORTS][OPERANDS];
    bool valid[PORTS];
    uint32_t data[PORTS][OPERANDS][LANES];
    uint32_t cycles; /* since reset */
};

static struct twin t;

static bool twin_asks(uint32_t bank, uint32_t p, uint32_t o)
{
    if (!in.rd_valid[p] || (in.rd_use[p] >> o & 1) == 0) return false;
    if (t.valid[p] && !in.out_ready[p]) return false;
    return !t.there[p][o] && in.rd_bank[OPERANDS * p + o] == bank;
}

/* The lowest operand of a port that asks a bank, or OPERANDS. */
static uint32_t twin_lowest(uint32_t bank, uint32_t p)
{
    uint32_t o = 0;
    while (o < OPERANDS && !twin_asks(bank, p, o)) o++;
    return o;
}

/* Lanes of a bank that read, or write, in this cycle already. One that has all of them, as every
 * instruction has that is not segmented, leaves none to the others. */
struct lanes {
    bool used[LANES];
};

static bool twin_gets(struct lanes *bank, uint64_t mask)
{
    for (uint32_t lane = 0; lane < t.cfg.lanes; lane++)
        if ((!t.cfg.segmented || (mask >> lane & 1) != 0) && bank->used[lane]) return false;
    for (uint32_t lane = 0; lane < t.cfg.lanes; lane++)
        if (!t.cfg.segmented || (mask >> lane & 1) != 0) bank->used[lane] = true;
    return true;
}

static void twin_read_operand(uint32_t bank, uint32_t p, uint32_t o)
{
    const uint32_t *index = in.rd_index[OPERANDS * p + o];
    for (uint32_t lane = 0; lane < t.cfg.lanes; lane++) {
        const bool reads = !t.cfg.segmented || (in.rd_mask[p] >> lane & 1) != 0;
        t.data[p][o][lane] = reads ? t.memory[bank][lane][index[t.cfg.own ? lane : 0]] : 0;
    }
    t.there[p][o] = true;
}

static void twin_read(void)
{
    for (uint32_t bank = 0; bank < t.cfg.banks; bank++) {
        struct lanes lanes = {{false}};
        for (uint32_t n = t.cycles; n < t.cycles + t.cfg.ports; n++) {
            const uint32_t p = n % t.cfg.ports;
            const uint32_t o = twin_lowest(bank, p);
            if (o < OPERANDS && twin_gets(&lanes, in.rd_mask[p])) twin_read_operand(bank, p, o);
        }
    }
}

/* With what was read: is the request of port p complete? */
static bool twin_accepts(uint32_t p)
{
    if (!in.rd_valid[p] || (t.valid[p] && !in.out_ready[p])) return false;
    for (uint32_t o = 0; o < OPERANDS; o++) {
        if ((in.rd_use[p] >> o & 1) != 0 && !t.there[p][o]) return false;
    }
    return true;
}

static void twin_accept(uint32_t p)
{
    const bool accepts = twin_accepts(p);
    if (in.rd_valid[p]) assert_int_equal(out.rd_ready[p], accepts);
    if (!accepts) {
        if (in.out_ready[p]) t.valid[p] = false;
        return;
    }
    t.valid[p] = true;
    for (uint32_t o = 0; o < OPERANDS; o++) {
        if (!t.there[p][o]) memset(t.data[p][o], 0, sizeof t.data[p][o]);
        t.there[p][o] = false;
    }
}

static void twin_write(void)
{
    struct lanes lanes[BANKS] = {{{false}}};
    for (uint32_t w = 0; w < t.cfg.writers; w++) {
        const uint32_t bank = in.wr_bank[w];
        if (!in.wr_valid[w]) continue;
        const bool gets = twin_gets(&lanes[bank], in.wr_mask[w]);
        assert_int_equal(out.wr_ready[w], gets);
        for (uint32_t lane = 0; lane < t.cfg.lanes && gets; lane++) {
            const uint32_t index = in.wr_index[w][t.cfg.own ? lane : 0];
            if ((in.wr_mask[w] >> lane & 1) != 0) t.memory[bank][lane][index] = in.wr_data[w][lane];
        }
    }
}

/* The outputs of this cycle, as the twin has them; then its clock edge. */
static void twin_cycle(void)
{
    for (uint32_t p = 0; p < t.cfg.ports; p++) {
        assert_int_equal(out.out_valid[p], t.valid[p]);
        for (uint32_t o = 0; o < OPERANDS && t.valid[p]; o++)
            assert_memory_equal(out.out_data[OPERANDS * p + o], t.data[p][o],
                                t.cfg.lanes * sizeof t.data[0][0][0]);
    }
    twin_read();
    for (uint32_t p = 0; p < t.cfg.ports; p++) twin_accept(p);
    twin_write();
    t.cycles++;
}

static void twin_reset(void)
{
    memset(t.there, 0, sizeof t.there);
    memset(t.valid, 0, sizeof t.valid);
    t.cycles = 0;
}

static struct hd_rng rng;
static uint32_t draw(uint32_t n) { return hd_rng_below(&rng, n); }

/* All lanes, half of them, few, or none. */
static uint64_t draw_mask(void)
{
    uint64_t mask = UINT64_MAX;
    for (uint32_t n = draw(5); n > 0; n--) mask &= hd_rng_next(&rng);
    return draw(8) == 0 ? 0 : mask & UINT64_MAX >> (64 - t.cfg.lanes);
}

static void draw_port(uint32_t p, bool again, uint32_t busy)
{
    in.out_ready[p] = draw(8) < busy;
    if (again) return;
    in.rd_valid[p] = draw(8) < busy;
    in.rd_use[p] = draw(8);
    in.rd_mask[p] = t.cfg.segmented ? draw_mask() : hd_rng_next(&rng); /* looked at, or not */
    for (uint32_t k = OPERANDS * p; k < OPERANDS * (p + 1); k++) {
        in.rd_bank[k] = draw(t.cfg.banks);
        for (uint32_t lane = 0; lane < LANES; lane++) in.rd_index[k][lane] = draw(t.cfg.sets);
    }
}

static void draw_writer(uint32_t w, bool again, uint32_t busy)
{
    if (again) return;
    in.wr_valid[w] = draw(8) < busy;
    in.wr_bank[w] = draw(t.cfg.banks);
    in.wr_mask[w] = draw_mask();
    for (uint32_t lane = 0; lane < LANES; lane++) {
        in.wr_index[w][lane] = draw(t.cfg.sets);
        in.wr_data[w][lane] = draw(UINT32_MAX);
    }
}

/* What is not accepted is offered again. */
static void draw_inputs(bool begins, uint32_t busy)
{
    for (uint32_t p = 0; p < t.cfg.ports; p++)
        draw_port(p, !begins && in.rd_valid[p] && !out.rd_ready[p], busy);
    for (uint32_t w = 0; w < t.cfg.writers; w++)
        draw_writer(w, !begins && in.wr_valid[w] && !out.wr_ready[w], busy);
}

static void run_twins(const struct register_file_cfg *cfg)
{
    start(cfg);
    memset(&t, 0, sizeof t);
    t.cfg = *cfg;
    const uint32_t busy = 2 + draw(7);
    bool begins = true;
    for (uint32_t n = 0; n < 1500; n++) {
        draw_inputs(begins, busy);
        begins = draw(200) == 0;
        assert_null(register_file_promise(&s, &in));
        register_file_eval(&s, &in, &out);
        if (begins) {
            register_file_reset(&s);
            twin_reset();
            continue;
        }
        twin_cycle();
        register_file_tick(&s, &in, &out);
        assert_null(register_file_check(&s));
    }
    for (uint32_t i = 0; i < cfg->banks * cfg->sets * cfg->lanes; i++) {
        const uint32_t row = i / cfg->lanes;
        const uint32_t lane = i % cfg->lanes;
        assert_int_equal(s.reg[i], t.memory[row % cfg->banks][lane][row / cfg->banks]);
    }
}

static void random_cycles(void **state)
{
    (void)state;
    hd_rng_seed(&rng, 1);
    for (uint32_t run = 0; run < 240; run++) {
        const uint32_t kind = draw(4);
        const struct register_file_cfg cfg = {.lanes = draw(4) != 0 ? 1 + draw(6) : 64,
                                              .banks = 1u << draw(4),
                                              .sets = 2 + draw(15),
                                              .ports = 1 + draw(PORTS),
                                              .writers = 1 + draw(WRITERS),
                                              .own = kind == 0,
                                              .segmented = kind >= 2};
        run_twins(&cfg);
    }
}

/* ---- sizes ---------------------------------------------------------------------------- */

/* "Banks x Sets x Lanes registers are the core's 32,768" */
static void default_state_bits(void **state)
{
    (void)state;
    static const struct register_file_cfg paper = {32, 4, 256, 2, 3, 0, 0};
    start(&paper);
    assert_int_equal(paper.banks * paper.sets * paper.lanes, 32768);
    assert_int_equal(32 * paper.banks * paper.sets * paper.lanes, 1048576);
    fill(3, 255, 1000);
    assert_int_equal(s.reg[32767], 1031);
}

static void largest(void **state)
{
    (void)state;
    static const struct register_file_cfg most = {64, 8, 4096, 4, 8, 1, 0};
    start(&most);
    result(7, 7, 4095, UINT64_MAX, 5000);
    cycle();
    operand(3, 2, 7, 4095);
    cycle();
    cycle();
    expect_operand(3, 2, 5000);
    assert_int_equal(s.reg[REGISTER_FILE_MAX_REGISTERS - 1], 5063);
}

/* ---- check, promise, init ------------------------------------------------------------- */

static void expect_broken(const char *name)
{
    const char *broken = register_file_check(&s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    start(&hand);
    s.turn = 2;
    expect_broken("turn_range");
    s.turn = 1;
    s.full = 4;
    expect_broken("port_range");
    s.full = 2;
    s.got = 1 << 6;
    expect_broken("port_range");
    s.got = 1 << 5;
    expect_broken("all_there");
    s.got = 1 << 2; /* of the other port */
    assert_null(register_file_check(&s));
    s.waited[5] = OPERANDS * 2 - 1;
    assert_null(register_file_check(&s));
    s.waited[5]++;
    expect_broken("fair");
}

static void expect_promise(const char *sentence)
{
    const char *broken = register_file_promise(&s, &in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet();
}

static void expect_kept(void)
{
    assert_null(register_file_promise(&s, &in));
    quiet();
}

static void promise_finds_in_reads(void **state)
{
    (void)state;
    static const char place[] = "an operand's place does not exist";
    start(&hand);
    operand(1, 0, 0, 0);
    in.rd_use[1] = 8;
    expect_promise("an instruction has a fourth operand");
    operand(1, 2, 4, 0);
    expect_promise(place);
    operand(1, 2, 3, 8);
    expect_promise(place);
    operand(0, 1, 4, 0);
    expect_promise(place);
    operand(1, 2, 3, 7);
    in.rd_bank[4] = 9;     /* of an operand that is not used */
    in.rd_index[5][3] = 8; /* one index is that of all lanes */
    expect_kept();
    operand(0, 0, 9, 9);
    in.rd_valid[0] = false;
    expect_kept();
    in.rd_mask[1] = UINT64_MAX; /* not segmented: looked at by nobody */
    operand(1, 2, 3, 7);
    expect_kept();
    start(&apart);
    operand(0, 1, 1, 7);
    expect_kept();
    operand(0, 1, 1, 7);
    in.rd_index[1][3] = 8;
    expect_promise(place);
    start(&segmented);
    segment(2, 0, 0xf);
    expect_kept();
    segment(2, 0, 0x10);
    expect_promise("an instruction has a lane that is not below Lanes");
}

static void promise_finds_in_writes(void **state)
{
    (void)state;
    static const char place[] = "a result's place does not exist";
    start(&hand);
    result(2, 0, 0, 0x10, 0);
    expect_promise("a lane is written that is not below Lanes");
    result(2, 4, 0, 0xf, 0);
    expect_promise(place);
    result(2, 3, 8, 0, 0); /* no lane: and yet a place */
    expect_promise(place);
    result(2, 4, 8, UINT64_MAX, 0);
    in.wr_valid[2] = false;
    expect_kept();
    start(&apart);
    result(1, 1, 8, 0, 0);
    expect_kept();
    result(1, 1, 8, 8, 0);
    expect_promise(place);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct register_file_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 4, 256, 2, 3, 0, 0}, "Lanes must be 1 to 64"},
        {{65, 4, 256, 2, 3, 0, 0}, "Lanes must be 1 to 64"},
        {{32, 0, 256, 2, 3, 0, 0}, "Banks must be 1, 2, 4 or 8"},
        {{32, 3, 256, 2, 3, 0, 0}, "Banks must be 1, 2, 4 or 8"},
        {{32, 16, 256, 2, 3, 0, 0}, "Banks must be 1, 2, 4 or 8"},
        {{32, 4, 1, 2, 3, 0, 0}, "Sets must be 2 to 4096"},
        {{32, 4, 4097, 2, 3, 0, 0}, "Sets must be 2 to 4096"},
        {{32, 4, 256, 0, 3, 0, 0}, "Ports must be 1 to 4"},
        {{32, 4, 256, 5, 3, 0, 0}, "Ports must be 1 to 4"},
        {{32, 4, 256, 2, 0, 0, 0}, "Writers must be 1 to 8"},
        {{32, 4, 256, 2, 9, 0, 0}, "Writers must be 1 to 8"},
        {{32, 4, 256, 2, 3, 2, 0}, "Own must be 0 or 1"},
        {{32, 4, 256, 2, 3, 0, 2}, "Segmented must be 0 or 1"},
        {{32, 4, 256, 2, 3, 1, 1}, "Segmented = 1 needs Own = 0"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = register_file_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(register_file_init(&s, &(struct register_file_cfg){1, 1, 2, 1, 1, 0, 0}));
    assert_null(register_file_init(&s, &(struct register_file_cfg){1, 1, 2, 1, 1, 0, 1}));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_banks_at_once),
        cmocka_unit_test(one_bank_takes_turns),
        cmocka_unit_test(collected_is_old),
        cmocka_unit_test(no_operands),
        cmocka_unit_test(not_taken),
        cmocka_unit_test(ports_take_turns),
        cmocka_unit_test(turn_goes_round),
        cmocka_unit_test(nobody_starves),
        cmocka_unit_test(two_writers_one_bank),
        cmocka_unit_test(mask_of_no_lane),
        cmocka_unit_test(own_indices),
        cmocka_unit_test(disjoint_ports_at_once),
        cmocka_unit_test(waiting_port_blocks_none),
        cmocka_unit_test(waits_in_one_bank),
        cmocka_unit_test(empty_mask_is_served),
        cmocka_unit_test(masks_without_segments),
        cmocka_unit_test(disjoint_writers_at_once),
        cmocka_unit_test(segments_read_before_write),
        cmocka_unit_test(no_segment_starves),
        cmocka_unit_test(reset),
        cmocka_unit_test(random_cycles),
        cmocka_unit_test(default_state_bits),
        cmocka_unit_test(largest),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds_in_reads),
        cmocka_unit_test(promise_finds_in_writes),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("register_file", tests, NULL, NULL);
}
