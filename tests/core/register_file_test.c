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
#include "parts.h"

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
    .lanes = 4, .banks = 4, .sets = 8, .ports = 2, .writers = 3, .own = 0, .lane_slots = 1};
static const struct register_file_cfg apart = {
    .lanes = 4, .banks = 2, .sets = 8, .ports = 1, .writers = 2, .own = 1, .lane_slots = 1};
static const struct register_file_cfg segmented = {.lanes = 4,
                                                   .banks = 2,
                                                   .sets = 8,
                                                   .ports = 3,
                                                   .writers = 3,
                                                   .own = 0,
                                                   .segmented = 1,
                                                   .lane_slots = 1};

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

/* The clock edge. In a cycle in which it rests only the turns move on. */
static void edge(void)
{
    static struct register_file passed; /* large */
    const size_t used = offsetof(struct register_file, reg) +
                        s.cfg.banks * s.cfg.sets * s.cfg.lanes * sizeof s.reg[0];
    const bool rests = register_file_rests(&s, &in);
    if (rests) memcpy(&passed, &s, used);
    register_file_tick(&s, &in, &out);
    if (rests) {
        register_file_pass(&passed);
        assert_memory_equal(&passed, &s, used);
    }
    const char *broken = register_file_check(&s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(void)
{
    const char *broken = register_file_promise(&s, &in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    register_file_eval(&s, &in, &out);
    for (uint32_t k = 0; k < OPERANDS * s.cfg.ports; k++)
        memcpy(shown[k], out.out_data[k], sizeof shown[k]);
    edge();
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
    static const struct register_file_cfg three = {2, 2, 4, 3, 1, 0, 0, 1};
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
    static const struct register_file_cfg four = {2, 1, 4, 4, 1, 0, 0, 1};
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
    static const struct register_file_cfg four = {4, 1, 4, 4, 1, 0, 1, 1};
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

/* ---- several places in a lane --------------------------------------------------------- */

/* Four beats of two home lanes: place p is in beat p / 2. */
static const struct register_file_cfg beats = {
    .lanes = 8, .banks = 2, .sets = 4, .ports = 2, .writers = 3, .own = 1, .lane_slots = 4};

/* The words of set 1 of bank 0 are 100 and the lane, those of set 2 are 200 and the lane, of bank 1
 * 1000 more. It is port 0's turn, and everything is there. */
static void start_beats(void)
{
    start(&beats);
    for (uint32_t i = 0; i < 4 * 2 * 8; i++) {
        const uint32_t bank = i / 32, set = i / 8 % 4, lane = i % 8;
        s.reg[((set * 4 + lane / 2) * 2 + bank) * 2 + lane % 2] = 1000 * bank + 100 * set + lane;
    }
}

/* An operand of the threads of these lanes of a set, and of the mask of the request. */
static void threads(uint32_t p, uint32_t o, uint32_t bank, uint32_t set, const uint32_t *lane)
{
    operand(p, o, bank, 0);
    for (uint32_t l = 0; l < 8; l++)
        in.rd_index[OPERANDS * p + o][l] = set * 4 + (lane != NULL ? lane[l] : l) / 2;
}

/* A static warp's operand, in the lanes of the mask. */
static void whole(uint32_t p, uint32_t o, uint32_t bank, uint32_t set, uint64_t mask)
{
    threads(p, o, bank, set, NULL);
    in.rd_mask[p] = mask;
}

/* Words first + the place, in places of the mask. */
static void expect_words(uint32_t p, uint32_t o, uint64_t mask, uint32_t first)
{
    for (uint32_t l = 0; l < 8; l++)
        if ((mask >> l & 1) != 0) assert_int_equal(shown[OPERANDS * p + o][l], first + l);
}

static uint32_t here(uint32_t p)
{
    return register_file_here(&s, p, in.rd_valid[p], in.rd_use[p], in.rd_mask[p]);
}

/* Of a formed warp: at each place a thread of any part. */
static void beats_of_parts(void **state)
{
    (void)state;
    static const uint32_t lane[8] = {6, 1, 0, 7, 2, 5, 4, 3};
    start_beats();
    for (uint32_t beat = 0; beat < 4; beat++) {
        threads(1, 2, 1, 2, lane);
        in.rd_mask[1] = 0xff;
        assert_int_equal(here(1), beat);
        cycle();
        assert_int_equal(out.rd_ready[1], beat == 3);
        assert_int_equal(s.rd_beat[5], beat == 3 ? 0 : beat + 1);
    }
    assert_int_equal(here(1), 4);
    cycle();
    assert_true(out.out_valid[1]);
    for (uint32_t l = 0; l < 8; l++) assert_int_equal(shown[5][l], 1200 + lane[l]);
    for (uint32_t l = 0; l < 8; l++) assert_int_equal(shown[3][l] | shown[4][l], 0);
}

/* Beats without a thread take no cycle. Their words are not looked at; a beat with one thread is
 * read with all its places. */
static void empty_beats(void **state)
{
    (void)state;
    start_beats();
    whole(0, 0, 0, 1, 0x84);
    assert_int_equal(here(0), 1); /* beat 0 has no thread: nothing is missing there */
    cycle();
    assert_false(out.rd_ready[0]);
    whole(0, 0, 0, 1, 0x84);
    assert_int_equal(here(0), 3);
    cycle();
    assert_true(out.rd_ready[0]);
    whole(0, 0, 0, 2, 0x30);
    cycle();
    assert_true(out.rd_ready[0]); /* one beat */
    expect_words(0, 0, 0xcc, 100);
    cycle();
    expect_words(0, 0, 0x30, 200);
}

/* Of one bank a port reads all beats of its lower operand first; of the other bank at once. */
static void lower_operand_first(void **state)
{
    (void)state;
    static const uint32_t served[4] = {0x5, 0x5, 0x2, 0x2};
    static const uint32_t at_hand[4] = {0, 0, 0, 3};
    start_beats();
    for (uint32_t n = 0; n < 4; n++) {
        whole(0, 0, 0, 1, 0xc3);
        whole(0, 1, 0, 2, 0xc3);
        whole(0, 2, 1, 3, 0xc3);
        assert_int_equal(here(0), at_hand[n]);
        cycle();
        assert_int_equal(out.served, served[n]);
        assert_int_equal(out.rd_ready[0], n == 3);
    }
    cycle();
    expect_words(0, 0, 0xc3, 100);
    expect_words(0, 1, 0xc3, 200);
    expect_words(0, 2, 0xc3, 1300);
}

/* Two ports read the beats of one bank in turn, each goes on where it was. */
static void ports_between_beats(void **state)
{
    (void)state;
    start_beats();
    for (uint32_t n = 0; n < 6; n++) {
        if (n < 5) whole(0, 0, 0, 1, 0x3f);
        whole(1, 0, 0, 2, 0xfc);
        in.out_ready[0] = false;
        cycle();
        assert_int_equal(out.served, n % 2 == 0 ? 0x1 : 0x8);
        assert_int_equal(out.rd_ready[0], n == 4);
        assert_int_equal(out.rd_ready[1], n == 5);
    }
    cycle();
    expect_words(0, 0, 0x3f, 100);
    expect_words(1, 0, 0xfc, 200);
}

/* An output that leaves: a beat that is gone makes room for that beat of the next operands, and the
 * others stay. */
static void output_leaves(void **state)
{
    (void)state;
    static const uint32_t gone[6] = {0, 1, 1, 2, 3, 4};
    static const uint32_t read[6] = {0, 1, 0, 1, 1, 1};
    start_beats();
    for (uint32_t n = 0; n < 4; n++) {
        whole(0, 0, 0, 1, 0xff);
        cycle();
    }
    for (uint32_t n = 0; n < 6; n++) {
        whole(0, 0, 0, 2, 0xff);
        in.out_gone[0] = gone[n];
        in.out_ready[0] = n == 5;
        assert_int_equal(here(0), 4); /* the output's */
        cycle();
        assert_int_equal(out.served, read[n]);
        assert_int_equal(out.rd_ready[0], n == 5);
        assert_true(out.out_valid[0]);
        expect_words(0, 0, n == 0 ? 0xff : 0xff & 0xffu << 2 * gone[n - 1], 100);
    }
    cycle();
    assert_true(out.out_valid[0]);
    expect_words(0, 0, 0xff, 200);
}

/* It is the beat to be read that must be gone, not the count. An operand without room asks nothing:
 * a higher one of its bank may be served. */
static void room_is_of_a_beat(void **state)
{
    (void)state;
    start_beats();
    for (uint32_t n = 0; n < 4; n++) {
        whole(0, 0, 0, 1, 0xff);
        cycle();
    }
    whole(0, 0, 0, 2, 0xc0); /* beat 3 alone */
    in.out_ready[0] = false;
    in.out_gone[0] = 3;
    cycle();
    assert_int_equal(out.served, 0);
    for (uint32_t n = 0; n < 2; n++) {
        whole(0, 0, 0, 2, 0x81); /* beats 0 and 3 */
        whole(0, 1, 0, 3, 0x81);
        in.out_ready[0] = false;
        in.out_gone[0] = 3;
        cycle();
        assert_int_equal(out.served, 1u << n);
    }
    for (uint32_t n = 0; n < 2; n++) {
        whole(0, 0, 0, 2, 0x81);
        whole(0, 1, 0, 3, 0x81);
        cycle();
        assert_int_equal(out.rd_ready[0], n == 1);
        assert_int_equal(out.out_valid[0], n == 0);
    }
    cycle();
    expect_words(0, 0, 0x81, 200);
    expect_words(0, 1, 0x81, 300);
}

/* All beats of the next operands are there while the output is: accepted when it is taken. */
static void next_is_there_before(void **state)
{
    (void)state;
    start_beats();
    whole(0, 0, 0, 1, 0x03);
    cycle();
    for (uint32_t n = 0; n < 3; n++) {
        whole(0, 1, 1, 2, 0x03);
        in.out_ready[0] = n == 2;
        in.out_gone[0] = 1;
        cycle();
        assert_int_equal(out.served, n == 0 ? 2 : 0);
        assert_int_equal(out.rd_ready[0], n == 2);
    }
    cycle();
    expect_words(0, 1, 0x03, 1200);
    for (uint32_t l = 0; l < 8; l++) assert_int_equal(shown[0][l], 0);
}

/* One instruction in LaneSlots cycles goes from the banks to a pipe that takes a beat in each. */
static void stream(void **state)
{
    (void)state;
    uint32_t accepted = 0;
    start_beats();
    for (uint32_t n = 0; n < 40; n++) {
        whole(0, 0, 0, n / 4 % 4, 0xff);
        in.out_gone[0] = n % 4 + 1;
        in.out_ready[0] = n % 4 == 3;
        cycle();
        assert_int_equal(out.out_valid[0], n >= 4);
        if (n >= 4) expect_words(0, 0, 0xff & 0xffu << 2 * (n % 4), (n / 4 - 1) % 4 * 100);
        accepted += out.rd_ready[0];
        assert_int_equal(out.rd_ready[0], n % 4 == 3);
    }
    assert_int_equal(accepted, 10);
}

/* A request, or a result, without a thread takes one cycle. */
static void no_thread(void **state)
{
    (void)state;
    start_beats();
    whole(0, 0, 0, 1, 0);
    whole(0, 1, 1, 1, 0);
    result(0, 1, 3, 0, 9);
    in.wr_here[0] = 4;
    cycle();
    assert_true(out.rd_ready[0] && out.wr_ready[0]);
    in.rd_valid[0] = true; /* without an operand: at once */
    in.rd_mask[0] = 0xff;
    assert_int_equal(here(0), 4);
    cycle();
    assert_true(out.out_valid[0] && out.rd_ready[0]);
    cycle();
    assert_true(out.out_valid[0]);
    in.rd_mask[0] = 0xff;
    in.rd_use[0] = 1;
    assert_int_equal(here(0), 0); /* no request */
    in.rd_valid[0] = true;
    assert_int_equal(here(0), 0);
    in.rd_use[0] = 0;
    assert_int_equal(here(0), 0); /* no operand */
    for (uint32_t lane = 0; lane < 2; lane++)
        assert_int_equal(register_file_row(&s, 1, 3)[lane], 1006 + lane);
    assert_int_equal(s.rd_beat[0] | s.rd_beat[1] | s.wr_beat[0], 0);
}

/* A result of the whole warp of a set, of which so many beats are there. */
static void arrives(uint32_t w, uint32_t bank, uint32_t set, uint64_t mask, uint32_t arrived)
{
    result(w, bank, 0, mask, 5000 + 100 * w);
    for (uint32_t l = 0; l < 8; l++) in.wr_index[w][l] = set * 4 + l / 2;
    in.wr_here[w] = arrived;
}

/* The words of a set of bank 0, lane after lane. */
static void expect_set(uint32_t set, const uint32_t *words)
{
    for (uint32_t l = 0; l < 8; l++)
        assert_int_equal(register_file_row(&s, 0, set * 4 + l / 2)[l % 2], words[l]);
}

/* Beat after beat as they arrive, without those that have no thread. */
static void result_arrives(void **state)
{
    (void)state;
    static const uint32_t arrived[7] = {0, 1, 1, 2, 3, 3, 4};
    static const uint32_t beat[7] = {0, 0, 1, 1, 1, 3, 3};
    static const uint32_t writes[7] = {0, 1, 0, 0, 1, 0, 1};
    static const uint32_t words[8] = {5000, 101, 102, 103, 5004, 5005, 106, 5007};
    start_beats();
    for (uint32_t n = 0; n < 7; n++) {
        arrives(0, 0, 1, 0xb1, arrived[n]); /* beats 0, 2, 3 */
        const uint32_t before = s.wr_beat[0];
        assert_int_equal(before, beat[n]);
        cycle();
        assert_int_equal(out.writing, writes[n]);
        assert_int_equal(out.wr_ready[0], n == 6);
    }
    assert_int_equal(s.wr_beat[0], 0);
    expect_set(1, words);
}

/* A lower writer goes first, also between two beats of another one. One that waits for its next
 * beat lets the others write. */
static void writers_between_beats(void **state)
{
    (void)state;
    static const uint32_t writing[6] = {0x4, 0x2, 0x1, 0x2, 0x4, 0x4};
    static const uint32_t one[8] = {5200, 5201, 5202, 5203, 104, 105, 5206, 107};
    static const uint32_t two[8] = {5100, 201, 5102, 5103, 204, 205, 206, 5007};
    start_beats();
    for (uint32_t n = 0; n < 6; n++) {
        arrives(2, 0, 1, 0x4f, n < 4 ? 1 : 4);
        if (n >= 1 && n < 4) arrives(1, 0, 2, 0x0d, 2);
        if (n == 2) arrives(0, 0, 2, 0x80, 4);
        cycle();
        assert_int_equal(out.writing, writing[n]);
        assert_int_equal(out.wr_ready[0], n == 2);
        assert_int_equal(out.wr_ready[1], n == 3);
        assert_int_equal(out.wr_ready[2], n == 5);
        if (n == 0) assert_int_equal(s.wr_beat[2], 1);
    }
    expect_set(1, one);
    expect_set(2, two);
}

/* Old contents, of the beat that is written in the same cycle. */
static void beat_read_before_written(void **state)
{
    (void)state;
    start_beats();
    for (uint32_t n = 0; n < 2; n++) {
        whole(0, 0, 0, 1, 0x0f);
        arrives(0, 0, 1, 0x0f, 4);
        cycle();
    }
    assert_true(out.rd_ready[0] && out.wr_ready[0]);
    cycle();
    expect_words(0, 0, 0x0f, 100);
    whole(0, 0, 0, 1, 0x03);
    cycle();
    cycle();
    expect_words(0, 0, 0x03, 5000);
}

/* fair: three operands of all beats in the one bank of all ports. */
static void no_beat_starves(void **state)
{
    (void)state;
    static const struct register_file_cfg four = {4, 1, 4, 4, 1, 1, 0, 2};
    uint32_t since[4] = {0}, most = 0;
    start(&four);
    for (uint32_t n = 0; n < 1000; n++) {
        for (uint32_t p = 0; p < 4; p++) {
            for (uint32_t o = 0; o < OPERANDS; o++) operand(p, o, 0, o);
            in.rd_mask[p] = 0xf;
        }
        cycle(); /* check() is in it */
        for (uint32_t p = 0; p < 4; p++) {
            since[p] = out.rd_ready[p] ? 0 : since[p] + 1;
            most = since[p] > most ? since[p] : most;
        }
    }
    assert_int_equal(most, OPERANDS * 4 * 2 - 1);
}

/* Counts of beats are 0 then: all are read, and written, from the first on. */
static void reset_between_beats(void **state)
{
    (void)state;
    start_beats();
    for (uint32_t n = 0; n < 2; n++) {
        whole(0, 0, 0, 1, 0xff);
        arrives(1, 1, 1, 0xff, 4);
        cycle();
    }
    assert_int_equal(s.rd_beat[0] & s.wr_beat[1], 2);
    register_file_reset(&s);
    for (uint32_t n = 0; n < 4; n++) {
        whole(0, 0, 0, 3, 0xff);
        arrives(1, 1, 3, 0xff, 4);
        cycle();
        assert_int_equal(out.rd_ready[0] && out.wr_ready[1], n == 3);
    }
    cycle();
    expect_words(0, 0, 0xff, 300);
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

/* Each thread of each row a word of its own, each beat of an operand is there or not; all questions
 * are asked bank by bank. With one place in a lane a row is one beat, whatever the mask. */
struct twin {
    struct register_file_cfg cfg;
    uint32_t memory[BANKS][LANES][16]; /* of each lane of a static warp; a set */
    bool read[PORTS][OPERANDS][LANES]; /* beats */
    bool there[PORTS][OPERANDS];
    uint32_t next[PORTS][OPERANDS][LANES]; /* what was read */
    bool valid[PORTS];
    uint32_t data[PORTS][OPERANDS][LANES]; /* the output */
    uint64_t mask[PORTS];
    uint32_t gone[PORTS]; /* beats of the output */
    bool written[WRITERS][LANES];
    uint32_t cycles; /* since reset */
};

static struct twin t;

static uint32_t *twin_word(uint32_t bank, const uint32_t *index, uint32_t place)
{
    const struct thread_name n =
        thread_at(t.cfg.lanes, t.cfg.lane_slots, index[t.cfg.own ? place : 0], place);
    return &t.memory[bank][n.lane][n.slot];
}

static uint32_t twin_beat(uint32_t place) { return place / (t.cfg.lanes / t.cfg.lane_slots); }

static bool twin_has_thread(uint64_t mask, uint32_t beat)
{
    for (uint32_t place = 0; place < t.cfg.lanes; place++)
        if (twin_beat(place) == beat && (mask >> place & 1) != 0) return true;
    return t.cfg.lane_slots == 1;
}

/* The lowest beat with a thread that is not done; or LaneSlots. */
static uint32_t twin_next(uint64_t mask, const bool *done)
{
    uint32_t beat = 0;
    while (beat < t.cfg.lane_slots && (done[beat] || !twin_has_thread(mask, beat))) beat++;
    return beat;
}

static bool twin_collects(uint32_t p) { return in.rd_valid[p] && (!t.valid[p] || in.out_ready[p]); }

static bool twin_asks(uint32_t bank, uint32_t p, uint32_t o)
{
    if (!in.rd_valid[p] || (in.rd_use[p] >> o & 1) == 0) return false;
    const bool room =
        t.cfg.lane_slots > 1 && twin_next(in.rd_mask[p], t.read[p][o]) < in.out_gone[p];
    if (!twin_collects(p) && !room) return false;
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

/* All places of the beat, with and without a thread. */
static void twin_read_beat(uint32_t bank, uint32_t p, uint32_t o)
{
    const uint32_t *index = in.rd_index[OPERANDS * p + o];
    const uint32_t beat = twin_next(in.rd_mask[p], t.read[p][o]);
    for (uint32_t place = 0; place < t.cfg.lanes; place++) {
        const bool reads = !t.cfg.segmented || (in.rd_mask[p] >> place & 1) != 0;
        if (twin_beat(place) == beat)
            t.next[p][o][place] = reads ? *twin_word(bank, index, place) : 0;
    }
    t.read[p][o][beat] = true;
    t.there[p][o] = twin_next(in.rd_mask[p], t.read[p][o]) == t.cfg.lane_slots;
}

static void twin_read(void)
{
    for (uint32_t bank = 0; bank < t.cfg.banks; bank++) {
        struct lanes lanes = {{false}};
        for (uint32_t n = t.cycles; n < t.cycles + t.cfg.ports; n++) {
            const uint32_t p = n % t.cfg.ports;
            const uint32_t o = twin_lowest(bank, p);
            if (o < OPERANDS && twin_gets(&lanes, in.rd_mask[p])) twin_read_beat(bank, p, o);
        }
    }
}

/* With what was read: is the request of port p complete? */
static bool twin_accepts(uint32_t p)
{
    if (!twin_collects(p)) return false;
    for (uint32_t o = 0; o < OPERANDS; o++) {
        if ((in.rd_use[p] >> o & 1) != 0 && !t.there[p][o]) return false;
    }
    return true;
}

static void twin_accept(uint32_t p)
{
    const bool accepts = twin_accepts(p);
    if (in.rd_valid[p]) assert_int_equal(out.rd_ready[p], accepts);
    t.gone[p] = in.out_gone[p];
    if (!accepts) {
        if (in.out_ready[p]) t.valid[p] = false;
        return;
    }
    t.valid[p] = true;
    t.gone[p] = 0;
    t.mask[p] = in.rd_mask[p];
    for (uint32_t o = 0; o < OPERANDS; o++) {
        if (t.there[p][o]) memcpy(t.data[p][o], t.next[p][o], sizeof t.data[p][o]);
        else memset(t.data[p][o], 0, sizeof t.data[p][o]);
        t.there[p][o] = false;
        memset(t.read[p][o], 0, sizeof t.read[p][o]);
    }
}

static void twin_write_beat(uint32_t w, uint32_t beat)
{
    for (uint32_t place = 0; place < t.cfg.lanes; place++) {
        if ((in.wr_mask[w] >> place & 1) == 0 || twin_beat(place) != beat) continue;
        *twin_word(in.wr_bank[w], in.wr_index[w], place) = in.wr_data[w][place];
    }
    t.written[w][beat] = true;
}

static void twin_write(void)
{
    struct lanes lanes[BANKS] = {{{false}}};
    for (uint32_t w = 0; w < t.cfg.writers; w++) {
        const uint64_t mask = in.wr_mask[w];
        if (!in.wr_valid[w]) continue;
        const uint32_t beat = twin_next(mask, t.written[w]);
        const bool none = beat == t.cfg.lane_slots; /* a result without a thread: beat 0 is next */
        const bool there = t.cfg.lane_slots == 1 || (none ? 0 : beat) < in.wr_here[w];
        const bool gets = there && twin_gets(&lanes[in.wr_bank[w]], mask);
        if (gets && !none) twin_write_beat(w, beat);
        const bool done = gets && twin_next(mask, t.written[w]) == t.cfg.lane_slots;
        assert_int_equal(out.wr_ready[w], done);
        if (gets) assert_int_equal(register_file_last_beat(&s, w, mask, in.wr_here[w]), done);
        if (!there) assert_false(register_file_last_beat(&s, w, mask, in.wr_here[w]));
        if (done) memset(t.written[w], 0, sizeof t.written[w]);
    }
}

/* Beats at hand, of the output or of a request. */
static uint32_t twin_here(uint32_t p)
{
    uint32_t here = t.cfg.lane_slots;
    if (t.valid[p]) return here;
    if (!in.rd_valid[p] || in.rd_use[p] == 0) return 0;
    for (uint32_t o = 0; o < OPERANDS; o++) {
        const uint32_t next = twin_next(in.rd_mask[p], t.read[p][o]);
        if ((in.rd_use[p] >> o & 1) != 0 && !t.there[p][o] && next < here) here = next;
    }
    return here;
}

/* The words at hand of an operand, in beats that have a thread; of the output those not gone. Of an
 * operand that is not used they are 0. */
static void twin_shows(uint32_t p, uint32_t o, uint32_t here)
{
    const uint64_t mask = t.valid[p] ? t.mask[p] : in.rd_mask[p];
    static const uint32_t none[LANES];
    const bool used = (in.rd_use[p] >> o & 1) != 0;
    const uint32_t *data = t.valid[p] ? t.data[p][o] : used ? t.next[p][o] : none;
    const uint32_t gone = t.valid[p] ? t.gone[p] : 0;
    for (uint32_t place = 0; place < t.cfg.lanes; place++) {
        const uint32_t beat = twin_beat(place);
        if (beat >= gone && beat < here && twin_has_thread(mask, beat))
            assert_int_equal(out.out_data[OPERANDS * p + o][place], data[place]);
    }
}

/* The outputs of this cycle, as the twin has them; then its clock edge. */
static void twin_cycle(void)
{
    for (uint32_t p = 0; p < t.cfg.ports; p++) {
        const uint32_t here =
            register_file_here(&s, p, in.rd_valid[p], in.rd_use[p], in.rd_mask[p]);
        assert_int_equal(out.out_valid[p], t.valid[p]);
        assert_int_equal(here, twin_here(p));
        for (uint32_t o = 0; o < OPERANDS; o++) twin_shows(p, o, here);
    }
    twin_read();
    for (uint32_t p = 0; p < t.cfg.ports; p++) twin_accept(p);
    twin_write();
    t.cycles++;
}

static void twin_reset(void)
{
    memset(t.read, 0, sizeof t.read);
    memset(t.there, 0, sizeof t.there);
    memset(t.valid, 0, sizeof t.valid);
    memset(t.written, 0, sizeof t.written);
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

/* Not segmented, and with one place in a lane, masks are looked at by nobody. Where there are
 * several a warp has a thread. */
static uint64_t draw_request_mask(void)
{
    uint64_t mask = 0;
    if (!t.cfg.segmented && t.cfg.lane_slots == 1) return hd_rng_next(&rng);
    if (t.cfg.segmented) return draw_mask();
    while (mask == 0) mask = draw_mask();
    return mask;
}

/* The beats of an output leave one after the other, the last when it is taken. */
static uint32_t draw_gone(uint32_t p)
{
    const uint32_t slots = t.cfg.lane_slots;
    if (!t.valid[p] || in.out_ready[p]) return draw(slots + 1); /* not looked at */
    return t.gone[p] + 1 < slots ? t.gone[p] + draw(2) : t.gone[p];
}

static void draw_port(uint32_t p, bool again, uint32_t busy)
{
    in.out_ready[p] = draw(8) < busy;
    in.out_gone[p] = draw_gone(p);
    if (again) return;
    in.rd_valid[p] = draw(8) < busy;
    in.rd_use[p] = draw(8);
    in.rd_mask[p] = draw_request_mask();
    for (uint32_t k = OPERANDS * p; k < OPERANDS * (p + 1); k++) {
        in.rd_bank[k] = draw(t.cfg.banks);
        for (uint32_t lane = 0; lane < LANES; lane++)
            in.rd_index[k][lane] = draw(t.cfg.sets * t.cfg.lane_slots);
    }
}

/* Words of beats that are not there yet may be any. */
static void draw_words(uint32_t w, uint32_t here)
{
    for (uint32_t place = 0; place < t.cfg.lanes; place++)
        if (twin_beat(place) >= here) in.wr_data[w][place] = draw(UINT32_MAX);
    in.wr_here[w] = here + draw(t.cfg.lane_slots - here + 1);
}

static void draw_writer(uint32_t w, bool again, uint32_t busy)
{
    if (again) {
        draw_words(w, in.wr_here[w]);
        return;
    }
    in.wr_valid[w] = draw(8) < busy;
    in.wr_bank[w] = draw(t.cfg.banks);
    in.wr_mask[w] = draw_mask();
    for (uint32_t lane = 0; lane < LANES; lane++)
        in.wr_index[w][lane] = draw(t.cfg.sets * t.cfg.lane_slots);
    draw_words(w, 0);
}

/* What is not accepted is offered again. */
static void draw_inputs(bool begins, uint32_t busy)
{
    for (uint32_t p = 0; p < t.cfg.ports; p++)
        draw_port(p, !begins && in.rd_valid[p] && !out.rd_ready[p], busy);
    for (uint32_t w = 0; w < t.cfg.writers; w++)
        draw_writer(w, !begins && in.wr_valid[w] && !out.wr_ready[w], busy);
}

static void expect_same_memory(void)
{
    const struct register_file_cfg *cfg = &t.cfg;
    for (uint32_t bank = 0; bank < cfg->banks; bank++) {
        for (uint32_t index = 0; index < cfg->sets * cfg->lane_slots; index++) {
            const uint32_t *row = register_file_row(&s, bank, index);
            for (uint32_t home = 0; home < cfg->lanes / cfg->lane_slots; home++) {
                const struct thread_name n = thread_at(cfg->lanes, cfg->lane_slots, index, home);
                assert_int_equal(row[home], t.memory[bank][n.lane][n.slot]);
            }
        }
    }
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
        edge();
    }
    expect_same_memory();
}

static void random_cycles(void **state)
{
    (void)state;
    hd_rng_seed(&rng, 1);
    for (uint32_t run = 0; run < 360; run++) {
        const uint32_t kind = draw(6);
        struct register_file_cfg cfg = {.lanes = draw(4) != 0 ? 1 + draw(6) : 64,
                                        .banks = 1u << draw(4),
                                        .sets = 2 + draw(15),
                                        .ports = 1 + draw(PORTS),
                                        .writers = 1 + draw(WRITERS),
                                        .own = kind == 0 || kind >= 4,
                                        .segmented = kind == 2 || kind == 3,
                                        .lane_slots = 1};
        if (kind >= 4) {
            cfg.lanes = 1u << draw(7);
            cfg.lane_slots = draw_lane_slots(&rng, cfg.lanes);
        }
        run_twins(&cfg);
    }
}

/* ---- sizes ---------------------------------------------------------------------------- */

/* "Banks x Sets x Lanes registers are the core's 32,768" */
static void default_state_bits(void **state)
{
    (void)state;
    static const struct register_file_cfg paper = {32, 4, 256, 2, 3, 0, 0, 1};
    start(&paper);
    assert_int_equal(paper.banks * paper.sets * paper.lanes, 32768);
    assert_int_equal(32 * paper.banks * paper.sets * paper.lanes, 1048576);
    fill(3, 255, 1000);
    assert_int_equal(s.reg[32767], 1031);
}

static void largest(void **state)
{
    (void)state;
    static const struct register_file_cfg most = {64, 8, 4096, 4, 8, 1, 0, 1};
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

static void check_finds_beats(void **state)
{
    (void)state;
    start(&beats);
    s.full = 2;
    s.got = 1 << 5; /* of the next instruction: its beats may be read while the output leaves */
    assert_null(register_file_check(&s));
    s.rd_beat[5] = 1; /* it is collected, and counts from 0 */
    expect_broken("beat_range");
    s.got = 0;
    assert_null(register_file_check(&s));
    s.rd_beat[5] = 4;
    expect_broken("beat_range");
    s.rd_beat[5] = 0;
    s.waited[0] = OPERANDS * 2 * 4 - 1;
    assert_null(register_file_check(&s));
    s.waited[0]++;
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
    start(&beats);
    whole(1, 0, 1, 3, 0xff);
    expect_kept();
    operand(1, 0, 1, 16); /* four parts of four sets */
    expect_promise(place);
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
    start(&beats);
    result(1, 1, 15, 0x80, 0);
    expect_kept();
    result(1, 1, 16, 0x80, 0);
    expect_promise(place);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct register_file_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 4, 256, 2, 3, 0, 0, 1}, "Lanes must be 1 to 64"},
        {{65, 4, 256, 2, 3, 0, 0, 1}, "Lanes must be 1 to 64"},
        {{32, 0, 256, 2, 3, 0, 0, 1}, "Banks must be 1, 2, 4 or 8"},
        {{32, 3, 256, 2, 3, 0, 0, 1}, "Banks must be 1, 2, 4 or 8"},
        {{32, 16, 256, 2, 3, 0, 0, 1}, "Banks must be 1, 2, 4 or 8"},
        {{32, 4, 1, 2, 3, 0, 0, 1}, "Sets must be 2 to 4096"},
        {{32, 4, 4097, 2, 3, 0, 0, 1}, "Sets must be 2 to 4096"},
        {{32, 4, 256, 0, 3, 0, 0, 1}, "Ports must be 1 to 4"},
        {{32, 4, 256, 5, 3, 0, 0, 1}, "Ports must be 1 to 4"},
        {{32, 4, 256, 2, 0, 0, 0, 1}, "Writers must be 1 to 8"},
        {{32, 4, 256, 2, 9, 0, 0, 1}, "Writers must be 1 to 8"},
        {{32, 4, 256, 2, 3, 2, 0, 1}, "Own must be 0 or 1"},
        {{32, 4, 256, 2, 3, 0, 2, 1}, "Segmented must be 0 or 1"},
        {{32, 4, 256, 2, 3, 1, 1, 1}, "Segmented = 1 needs Own = 0"},
        {{32, 4, 256, 2, 3, 1, 0, 0}, "LaneSlots must be a power of two, at most Lanes"},
        {{32, 4, 256, 2, 3, 1, 0, 5}, "LaneSlots must be a power of two, at most Lanes"},
        {{32, 4, 256, 2, 3, 1, 0, 64}, "LaneSlots must be a power of two, at most Lanes"},
        {{20, 4, 256, 2, 3, 1, 0, 4}, "with LaneSlots above 1 Lanes must be a power of two"},
        {{32, 4, 256, 2, 3, 0, 0, 2}, "LaneSlots above 1 needs Own = 1"},
        {{32, 4, 256, 2, 3, 0, 1, 2}, "LaneSlots above 1 needs Own = 1"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = register_file_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(register_file_init(&s, &(struct register_file_cfg){1, 1, 2, 1, 1, 0, 0, 1}));
    assert_null(register_file_init(&s, &(struct register_file_cfg){1, 1, 2, 1, 1, 0, 1, 1}));
    assert_null(register_file_init(&s, &(struct register_file_cfg){64, 8, 4096, 4, 8, 1, 0, 64}));
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
        cmocka_unit_test(beats_of_parts),
        cmocka_unit_test(empty_beats),
        cmocka_unit_test(lower_operand_first),
        cmocka_unit_test(ports_between_beats),
        cmocka_unit_test(output_leaves),
        cmocka_unit_test(room_is_of_a_beat),
        cmocka_unit_test(next_is_there_before),
        cmocka_unit_test(stream),
        cmocka_unit_test(no_thread),
        cmocka_unit_test(result_arrives),
        cmocka_unit_test(writers_between_beats),
        cmocka_unit_test(beat_read_before_written),
        cmocka_unit_test(no_beat_starves),
        cmocka_unit_test(reset_between_beats),
        cmocka_unit_test(reset),
        cmocka_unit_test(random_cycles),
        cmocka_unit_test(default_state_bits),
        cmocka_unit_test(largest),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(check_finds_beats),
        cmocka_unit_test(promise_finds_in_reads),
        cmocka_unit_test(promise_finds_in_writes),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("register_file", tests, NULL, NULL);
}
