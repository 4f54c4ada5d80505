/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the thread status: what each CSR reads, what the six instructions write,
 * exceptions that stay, and a naive twin of a float status that is kept bit by bit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/thread_status.h"
#include "parts.h"

enum {
    LANES = THREAD_STATUS_MAX_LANES,
    PORTS = THREAD_STATUS_MAX_PORTS,
    FFLAGS = 1,
    FRM = 2,
    FCSR = 3,
    /* functions */
    RW = 1,
    RS = 2,
    RC = 3,
    RWI = 5,
    RSI = 6,
    RCI = 7,
    /* exceptions */
    NX = 1,
    UF = 2,
    OF = 4,
    DZ = 8,
    NV = 16,
};

static const struct thread_status_cfg hand = {4, 3, 2, 0, 10, 1};
static const struct thread_status_cfg apart = {4, 3, 1, 1, 10, 1};
static const struct thread_status_cfg parted = {4, 3, 2, 1, 10, 2}; /* two home lanes */

static struct thread_status s;
static struct thread_status_in in;
static struct thread_status_out out;

/* The rows that the inputs show. */
static uint32_t frm_warp[PORTS][LANES], warp[PORTS][LANES], a[PORTS][LANES];
static uint8_t flags[PORTS][LANES];
static uint32_t x[PORTS][LANES], y[PORTS][LANES], z[PORTS][LANES], block[PORTS][LANES][3];

/* csr<function> x5, number, x<field> */
static uint32_t word(uint32_t function, uint32_t number, uint32_t field)
{
    return number << 20 | field << 15 | function << 12 | 5 << 7 | 0x73;
}

static void quiet(void)
{
    in.begin_en = false;
    for (uint32_t p = 0; p < PORTS; p++) {
        in.frm_warp[p] = frm_warp[p];
        in.op[p] = (struct thread_status_op){
            .warp = warp[p], .a = a[p], .flags = flags[p], .x = x[p], .y = y[p], .z = z[p]};
        in.op[p].block = (const uint32_t(*)[3])block[p];
    }
}

static void cycle(void)
{
    assert_null(thread_status_promise(&s, &in));
    thread_status_eval(&s, &in, &out);
    thread_status_tick(&s, &in, &out);
    assert_null(thread_status_check(&s));
    quiet();
}

static void begin(uint32_t number)
{
    in.begin_en = true;
    in.begin_warp = number;
}

static void start(const struct thread_status_cfg *cfg)
{
    memset(&in, 0, sizeof in);
    memset(frm_warp, 0, sizeof frm_warp);
    memset(warp, 0, sizeof warp);
    assert_null(thread_status_init(&s, cfg));
    quiet();
}

/* A CSR instruction of port p, of one warp, all lanes with the same rs1. */
static void csr(uint32_t p, uint32_t number, uint64_t mask, uint32_t what, uint32_t rs1)
{
    in.op[p].en = true;
    in.op[p].csr = true;
    in.op[p].word = what;
    in.op[p].mask = mask;
    for (uint32_t l = 0; l < LANES; l++) {
        warp[p][l] = number;
        a[p][l] = rs1;
    }
}

/* Exceptions, the same in all lanes. */
static void raise(uint32_t p, uint32_t number, uint64_t mask, uint8_t which)
{
    csr(p, number, mask, 0, 0);
    in.op[p].csr = false;
    memset(flags[p], which, sizeof flags[p]);
}

/* What csrrs x5, number, x0 reads in lane 0 of warp 0. */
static uint32_t read(uint32_t number)
{
    csr(0, 0, 1, word(RS, number, 0), UINT32_MAX);
    cycle();
    return out.op_value[0][0];
}

/* Lane 0 of warp 0 has this status. */
static void put(uint8_t fcsr)
{
    csr(0, 0, 1, word(RW, FCSR, 6), fcsr);
    cycle();
    assert_int_equal(s.fcsr[0][0], fcsr);
}

/* ---- reads ---------------------------------------------------------------------------- */

static void views_of_one_register(void **state)
{
    (void)state;
    start(&hand);
    put(0xb5);
    assert_int_equal(read(FFLAGS), 0x15);
    assert_int_equal(read(FRM), 5);
    assert_int_equal(read(FCSR), 0xb5);
}

static void who_a_thread_is(void **state)
{
    (void)state;
    start(&hand);
    in.kernel[0] = (struct thread_status_kernel){{16, 8, 2}, {100, 70, 30}, 0x2000, 0x9000, 512};
    x[0][0] = 11;
    y[0][0] = 7;
    z[0][0] = 1;
    memcpy(block[0][0], (uint32_t[3]){0x80000001, 69, 29}, sizeof block[0][0]);
    static const uint32_t expected[20] = {
        11,         7,      1,   0, /* the thread in its block */
        16,         8,      2,   0, /* threads of a block */
        0x80000001, 69,     29,  0, /* its block */
        100,        70,     30,  0, /* blocks of the grid */
        0x2000,     0x9000, 512, 0, /* the launch */
    };
    for (uint32_t i = 0; i < 20; i++) assert_int_equal(read(0xcc0 + i), expected[i]);
}

/* Instructions of two ports are of two kernels. */
static void each_port_has_its_kernel(void **state)
{
    (void)state;
    start(&hand);
    in.kernel[0] = (struct thread_status_kernel){{16, 8, 2}, {100, 70, 30}, 0x2000, 0x9000, 512};
    in.kernel[1] = (struct thread_status_kernel){{4, 3, 1}, {7, 6, 5}, 0x3000, 0xa000, 64};
    csr(0, 0, 1, word(RS, 0xccd, 0), UINT32_MAX);
    csr(1, 1, 1, word(RS, 0xcd0, 0), UINT32_MAX);
    cycle();
    assert_int_equal(out.op_value[0][0], 70);
    assert_int_equal(out.op_value[1][0], 0x3000);
}

static void others_read_0(void **state)
{
    (void)state;
    start(&hand);
    put(0xff);
    memset(in.kernel, 0xff, sizeof in.kernel);
    memset(x, 0xff, sizeof x);
    memset(block, 0xff, sizeof block);
    static const uint32_t unknown[] = {0, 4, 5, 0x7b0, 0xc00, 0xcbf, 0xcd4, 0xcff, 0xfff};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_int_equal(read(unknown[i]), 0);
    memset(x, 0, sizeof x);
    memset(block, 0, sizeof block);
}

/* A CSR instruction shows the old value before it takes effect, and 0 outside of the mask. */
static void shown_early(void **state)
{
    (void)state;
    start(&hand);
    put(0x21);
    csr(0, 0, 0x3, word(RW, FCSR, 6), 0x40);
    in.op[0].en = false;
    cycle();
    assert_int_equal(out.op_value[0][0], 0x21);
    assert_int_equal(out.op_value[0][1], 0);
    assert_int_equal(s.fcsr[0][0], 0x21);
}

/* ---- writes --------------------------------------------------------------------------- */

static void six_instructions(void **state)
{
    (void)state;
    static const struct {
        uint32_t function, number, field, rs1;
        uint8_t before, after;
    } table[] = {
        {RW, FFLAGS, 6, 0x0a, 0xb5, 0xaa},
        {RW, FFLAGS, 6, 0xffffffff, 0xa0, 0xbf}, /* no more than its bits */
        {RW, FRM, 6, 3, 0xb5, 0x75},
        {RW, FRM, 6, 0xfffffff8, 0xb5, 0x15},
        {RW, FCSR, 6, 0x1234567, 0xb5, 0x67},
        {RS, FFLAGS, 6, 0x12, 0xa5, 0xb7},
        {RS, FRM, 6, 2, 0x35, 0x75},
        {RS, FCSR, 6, 0x18, 0xa1, 0xb9},
        {RC, FFLAGS, 6, 0x15, 0xbf, 0xaa},
        {RC, FRM, 6, 1, 0xff, 0xdf},
        {RC, FCSR, 6, 0xf0, 0xff, 0x0f},
        {RWI, FFLAGS, 0x1f, 0, 0xa0, 0xbf},
        {RWI, FRM, 9, 0, 0xe5, 0x25},
        {RWI, FCSR, 0x1f, 0, 0xe5, 0x1f},
        {RSI, FFLAGS, 3, 0, 0xa4, 0xa7},
        {RSI, FRM, 4, 0, 0x25, 0xa5},
        {RSI, FCSR, 8, 0, 0xe1, 0xe9},
        {RCI, FFLAGS, 1, 0xff, 0xff, 0xfe}, /* the register is not looked at */
        {RCI, FRM, 7, 0, 0xff, 0x1f},
        {RCI, FCSR, 0x11, 0, 0xff, 0xee},
    };
    start(&hand);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        put(table[i].before);
        csr(0, 0, 1, word(table[i].function, table[i].number, table[i].field), table[i].rs1);
        cycle();
        assert_int_equal(s.fcsr[0][0], table[i].after);
    }
}

/* x0 and the immediate 0: csrrs, csrrc only read; csrrw writes. A register that holds 0 is one. */
static void nothing_to_write(void **state)
{
    (void)state;
    static const struct {
        uint32_t function, field;
        uint8_t after;
    } table[] = {{RS, 0, 0xb5}, {RC, 0, 0xb5}, {RSI, 0, 0xb5}, {RCI, 0, 0xb5},
                 {RW, 0, 0},    {RWI, 0, 0},   {RS, 6, 0xb5},  {RW, 6, 0}};
    start(&hand);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        put(0xb5);
        csr(0, 0, 1, word(table[i].function, FCSR, table[i].field), table[i].field == 0 ? 0x4a : 0);
        if (table[i].function == RW && table[i].field == 0) a[0][0] = 0; /* x0 is 0 */
        cycle();
        assert_int_equal(out.op_value[0][0], 0xb5);
        assert_int_equal(s.fcsr[0][0], table[i].after);
    }
}

static void others_keep(void **state)
{
    (void)state;
    start(&hand);
    put(0x9c);
    csr(0, 0, 1, word(RW, 0xcc0, 6), UINT32_MAX);
    cycle();
    csr(0, 0, 1, word(RW, 4, 6), UINT32_MAX);
    cycle();
    csr(0, 0, 1, word(4, FCSR, 6), UINT32_MAX); /* there is no such function */
    cycle();
    assert_int_equal(s.fcsr[0][0], 0x9c);
}

/* ---- exceptions ----------------------------------------------------------------------- */

static void exceptions_stay(void **state)
{
    (void)state;
    start(&hand);
    put(3 << 5);
    raise(0, 0, 1, NX | UF);
    cycle();
    raise(0, 0, 1, DZ);
    cycle();
    raise(0, 0, 1, 0);
    cycle();
    assert_int_equal(s.fcsr[0][0], 3 << 5 | NX | UF | DZ);
    raise(0, 0, 1, 0xe0 | OF); /* there are five */
    cycle();
    assert_int_equal(s.fcsr[0][0], 3 << 5 | NX | UF | OF | DZ);
    csr(0, 0, 1, word(RCI, FFLAGS, UF), 0);
    cycle();
    assert_int_equal(s.fcsr[0][0], 3 << 5 | NX | OF | DZ);
}

/* Lanes of the mask alone; two ports, two warps. */
static void each_thread_its_own(void **state)
{
    (void)state;
    start(&hand);
    raise(0, 1, 0x5, NV);
    csr(1, 1, 0xa, word(RWI, FRM, 2), 0);
    cycle();
    static const uint8_t row[4] = {NV, 2 << 5, NV, 2 << 5};
    assert_memory_equal(s.fcsr[1], row, sizeof row);
    raise(0, 0, 0xf, NX);
    raise(1, 2, 0x8, OF);
    cycle();
    assert_memory_equal(s.fcsr[1], row, sizeof row);
    assert_int_equal(s.fcsr[0][3], NX);
    assert_int_equal(s.fcsr[2][3], OF);
    assert_int_equal(s.fcsr[2][2], 0);
}

static void warps_of_their_own(void **state)
{
    (void)state;
    start(&apart);
    static const uint32_t own[4] = {2, 0, 1, 0};
    csr(0, 0, 0xd, word(RSI, FRM, 1), 0);
    memcpy(warp[0], own, sizeof own);
    cycle();
    assert_int_equal(s.fcsr[2][0], 1 << 5);
    assert_int_equal(s.fcsr[0][1], 0); /* not in the mask */
    assert_int_equal(s.fcsr[1][2], 1 << 5);
    assert_int_equal(s.fcsr[0][3], 1 << 5);
    assert_int_equal(s.fcsr[0][0] | s.fcsr[1][0] | s.fcsr[0][2] | s.fcsr[2][3], 0);
    memcpy(frm_warp[0], own, sizeof own);
    memcpy(block[0][3], (uint32_t[3]){5, 6, 7}, sizeof block[0][3]);
    csr(0, 0, 0xf, word(RS, 0xcc9, 0), 0);
    cycle();
    static const uint8_t modes[4] = {1, 0, 1, 1};
    assert_memory_equal(out.frm[0], modes, sizeof modes);
    assert_int_equal(out.op_value[0][3], 6);
}

/* Part 0 of a warp has lanes 0 and 1, part 1 has lanes 2 and 3; even places are of home lane 0. */
static void parts_of_their_own(void **state)
{
    (void)state;
    static const uint32_t parts[2][4] = {{5, 2, 0, 3}, {4, 0, 1, 4}};
    static const uint8_t after[3][4] = {
        {3 << 5, 0, DZ, 0}, {0, 2 << 5, 0, 4 << 5}, {DZ, DZ, 1 << 5, 0}};
    static const uint8_t modes[4] = {1, 2, 3, 4};
    static const uint32_t flagged[4] = {DZ, 0, DZ, DZ};
    start(&parted);
    csr(0, 0, 0xf, word(RW, FCSR, 6), 0);
    raise(1, 0, 0xd, DZ); /* not place 1 */
    for (uint32_t p = 0; p < 2; p++) memcpy(warp[p], parts[p], sizeof parts[p]);
    for (uint32_t l = 0; l < 4; l++) a[0][l] = (l + 1) << 5;
    cycle();
    for (uint32_t w = 0; w < 3; w++) assert_memory_equal(s.fcsr[w], after[w], sizeof after[w]);
    csr(1, 0, 0xf, word(RS, FCSR, 0), 0);
    memcpy(frm_warp[0], parts[0], sizeof parts[0]);
    memcpy(warp[1], parts[1], sizeof parts[1]);
    cycle();
    assert_memory_equal(out.frm[0], modes, sizeof modes);
    assert_memory_equal(out.op_value[1], flagged, sizeof flagged);
    begin(1); /* both its parts */
    cycle();
    assert_int_equal(s.fcsr[1][1] | s.fcsr[1][3], 0);
    assert_int_equal(s.fcsr[2][2], 1 << 5);
}

/* ---- rounding modes, beginnings, reset ------------------------------------------------ */

/* In the cycle of a write the old mode is shown. */
static void modes_are_state(void **state)
{
    (void)state;
    start(&hand);
    put(1 << 5);
    csr(0, 0, 1, word(RWI, FRM, 4), 0);
    cycle();
    assert_int_equal(out.frm[1][0], 1);
    cycle();
    assert_int_equal(out.frm[1][0], 4);
    assert_int_equal(out.frm[0][1], 0);
}

static void a_warp_begins(void **state)
{
    (void)state;
    start(&hand);
    raise(0, 1, 0xf, NV | NX);
    raise(1, 2, 0xf, DZ);
    cycle();
    begin(1);
    raise(0, 0, 0xf, UF);
    cycle();
    for (uint32_t l = 0; l < 4; l++) {
        assert_int_equal(s.fcsr[0][l], UF);
        assert_int_equal(s.fcsr[1][l], 0);
        assert_int_equal(s.fcsr[2][l], DZ);
    }
}

static void reset_keeps(void **state)
{
    (void)state;
    start(&hand);
    put(0x77);
    thread_status_reset(&s);
    assert_int_equal(s.fcsr[0][0], 0x77);
}

/* ---- a naive twin --------------------------------------------------------------------- */

enum { TWIN_WARPS = 3, TWIN_LANES = 8 };

/* A thread's status, bit by bit; for every bit the twin looks for the port that changes it. */
static bool twin[TWIN_WARPS][TWIN_LANES][8];

/* The status of the thread at a place. */
static bool *twin_thread(const uint32_t *row, uint32_t place)
{
    const uint32_t part = row[s.cfg.own != 0 ? place : 0];
    const struct thread_name t = thread_at(s.cfg.lanes, s.cfg.lane_slots, part, place);
    return twin[t.slot][t.lane];
}

/* Of CSR `number`: which of its bits is bit i of fcsr, or -1. */
static int bit_of(uint32_t number, uint32_t i)
{
    if (number == FCSR) return (int)i;
    if (number == FFLAGS) return i < 5 ? (int)i : -1;
    return number == FRM && i >= 5 ? (int)i - 5 : -1;
}

static void twin_bit(uint32_t p, uint32_t l, uint32_t i)
{
    const struct thread_status_op *op = &in.op[p];
    bool *bit = &twin_thread(warp[p], l)[i];
    const uint32_t function = op->word >> 12 & 7;
    const uint32_t field = op->word >> 15 & 31;
    const uint32_t operand = function >= 4 ? field : a[p][l];
    const int at = bit_of(op->word >> 20, i);
    if (!op->csr) {
        if (i < 5 && (flags[p][l] >> i & 1) != 0) *bit = true;
        return;
    }
    if (at < 0) return;
    const bool one = (operand >> at & 1) != 0;
    if (function == RW || function == RWI) *bit = one;
    if ((function == RS || function == RSI) && field != 0 && one) *bit = true;
    if ((function == RC || function == RCI) && field != 0 && one) *bit = false;
}

static void twin_cycle(void)
{
    for (uint32_t p = 0; p < s.cfg.ports; p++)
        for (uint32_t l = 0; l < s.cfg.lanes; l++)
            for (uint32_t i = 0; in.op[p].en && (in.op[p].mask >> l & 1) != 0 && i < 8; i++)
                twin_bit(p, l, i);
    if (in.begin_en) memset(twin[in.begin_warp], 0, sizeof twin[0]);
}

/* Bits of fcsr in the outputs are those of the thread at the place. */
static void twin_shows(uint32_t p, uint32_t l)
{
    const uint32_t number = in.op[p].word >> 20;
    for (uint32_t i = 0; i < 8; i++) {
        const int at = bit_of(number, i);
        const bool in_mask = (in.op[p].mask >> l & 1) != 0;
        if (i >= 5) assert_int_equal(out.frm[p][l] >> (i - 5) & 1, twin_thread(frm_warp[p], l)[i]);
        if (at >= 0)
            assert_int_equal(out.op_value[p][l] >> at & 1, in_mask && twin_thread(warp[p], l)[i]);
    }
}

static struct hd_rng rng;
static uint32_t draw(uint32_t n) { return hd_rng_below(&rng, n); }

static void draw_op(uint32_t p)
{
    static const uint32_t functions[] = {RW, RS, RC, RWI, RSI, RCI};
    const uint32_t number = draw(8) == 0 ? 0xcc0 + draw(20) : 1 + draw(3);
    const uint32_t field = draw(4) == 0 ? 0 : draw(32);
    /* Often the ports have even lanes and odd ones; else they may have the same thread. */
    const uint64_t lanes = draw(2) == 0 ? 0x55 : 0xaa;
    csr(p, 0, draw(1u << s.cfg.lanes) & lanes, word(functions[draw(6)], number, field), 0);
    in.op[p].en = draw(4) != 0;
    in.op[p].csr = draw(2) != 0;
    for (uint32_t l = 0; l < s.cfg.lanes; l++) {
        a[p][l] = draw(3) == 0 ? draw(256) : (uint32_t)hd_rng_next(&rng);
        flags[p][l] = (uint8_t)(draw(32) & draw(32));
        warp[p][l] = draw(s.cfg.warps * s.cfg.lane_slots);
        frm_warp[p][l] = draw(s.cfg.warps * s.cfg.lane_slots);
    }
}

static void random_cycle(void)
{
    thread_status_eval(&s, &in, &out);
    for (uint32_t i = 0; i < s.cfg.ports * s.cfg.lanes; i++)
        twin_shows(i / s.cfg.lanes, i % s.cfg.lanes);
    twin_cycle();
    thread_status_tick(&s, &in, &out);
    for (uint32_t i = 0; i < s.cfg.warps * s.cfg.lanes * 8; i++) {
        const uint32_t w = i / 8 / s.cfg.lanes, l = i / 8 % s.cfg.lanes;
        assert_int_equal(s.fcsr[w][l] >> i % 8 & 1, twin[w][l][i % 8]);
    }
}

static void random_cycles_of(struct thread_status_cfg cfg)
{
    uint32_t done = 0;
    start(&cfg);
    memset(twin, 0, sizeof twin);
    for (uint32_t n = 0; n < 1000; n++) {
        for (uint32_t p = 0; p < cfg.ports; p++) draw_op(p);
        if (draw(16) == 0) begin(draw(cfg.warps));
        if (thread_status_promise(&s, &in) == NULL) {
            random_cycle();
            done++;
        }
        quiet();
    }
    assert_true(done > 100);
}

static void random_cycles(void **state)
{
    (void)state;
    hd_rng_seed(&rng, 7);
    for (uint32_t run = 0; run < 100; run++) {
        struct thread_status_cfg cfg = {
            .lanes = 4, .warps = TWIN_WARPS, .ports = 2, .id_width = 10};
        cfg.own = run % 2;
        if (cfg.own != 0) cfg.lanes = 1 + draw(TWIN_LANES);
        cfg.lane_slots = cfg.own != 0 ? draw_lane_slots(&rng, cfg.lanes) : 1;
        random_cycles_of(cfg);
    }
}

/* ---- sizes, promise, init ------------------------------------------------------------- */

/* The page: 48 x 32 x 8 = 12,288 bits */
static void default_state_bits(void **state)
{
    (void)state;
    static const struct thread_status_cfg paper = {32, 48, 2, 0, 10, 1};
    start(&paper);
    assert_int_equal(paper.warps * paper.lanes * 8, 12288);
    csr(1, 47, UINT64_C(1) << 31, word(RWI, FCSR, 31), 0);
    cycle();
    assert_int_equal(s.fcsr[47][31], 31);
}

static void promise_finds(void **state)
{
    (void)state;
    start(&hand);
    raise(0, 3, 1, NX);
    assert_string_equal(thread_status_promise(&s, &in), "warp");
    raise(0, 1, 0x3, NX);
    raise(1, 1, 0x6, NX);
    assert_null(thread_status_promise(&s, &in)); /* both raise: the thread keeps both */
    in.op[1].csr = true;
    assert_string_equal(thread_status_promise(&s, &in), "different");
    in.op[0].csr = true;
    assert_string_equal(thread_status_promise(&s, &in), "different");
    in.op[1].csr = false;
    assert_string_equal(thread_status_promise(&s, &in), "different");
    in.op[0].csr = false;
    in.op[1].mask = 0xc;
    assert_null(thread_status_promise(&s, &in));
    begin(1);
    assert_string_equal(thread_status_promise(&s, &in), "begins");
    begin(2);
    assert_null(thread_status_promise(&s, &in));
    begin(3);
    assert_string_equal(thread_status_promise(&s, &in), "warp");
    begin(2);
    in.op[0].mask = 0; /* no thread: the warp may be any */
    warp[0][0] = 77;
    assert_null(thread_status_promise(&s, &in));
}

/* The same of parts: the thread is what counts, at whatever place. */
static void promise_finds_with_parts(void **state)
{
    (void)state;
    start(&parted);
    raise(0, 6, 1, NX);
    assert_string_equal(thread_status_promise(&s, &in), "warp");
    raise(0, 3, 0x5, NX); /* places 0 and 2 of part {1, 1} */
    assert_string_equal(thread_status_promise(&s, &in), "different");
    warp[0][2] = 2;
    assert_null(thread_status_promise(&s, &in));
    raise(1, 2, 0x1, NX); /* thread 0 of warp 1, which port 0 has at place 2 */
    assert_string_equal(thread_status_promise(&s, &in), "different");
    warp[1][0] = 4;
    assert_null(thread_status_promise(&s, &in));
    begin(1);
    assert_string_equal(thread_status_promise(&s, &in), "begins");
    begin(0);
    assert_null(thread_status_promise(&s, &in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct thread_status_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 48, 2, 0, 10, 1}, "Lanes must be 1 to 64"},
        {{65, 48, 2, 0, 10, 1}, "Lanes must be 1 to 64"},
        {{32, 1, 2, 0, 10, 1}, "Warps must be 2 to 512"},
        {{32, 513, 2, 0, 10, 1}, "Warps must be 2 to 512"},
        {{32, 48, 0, 0, 10, 1}, "Ports must be 1 to 4"},
        {{32, 48, 5, 0, 10, 1}, "Ports must be 1 to 4"},
        {{32, 48, 2, 2, 10, 1}, "Own must be 0 or 1"},
        {{32, 48, 2, 0, 0, 1}, "IdWidth must be 1 to 16"},
        {{32, 48, 2, 0, 17, 1}, "IdWidth must be 1 to 16"},
        {{32, 48, 2, 1, 10, 0}, "LaneSlots must be a power of two, at most Lanes"},
        {{32, 48, 2, 1, 10, 12}, "LaneSlots must be a power of two, at most Lanes"},
        {{32, 48, 2, 1, 10, 64}, "LaneSlots must be a power of two, at most Lanes"},
        {{48, 48, 2, 1, 10, 4}, "with LaneSlots above 1 Lanes must be a power of two"},
        {{32, 48, 2, 0, 10, 2}, "LaneSlots above 1 needs Own = 1"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = thread_status_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(thread_status_init(&s, &(struct thread_status_cfg){64, 512, 4, 1, 16, 64}));
    assert_null(thread_status_init(&s, &(struct thread_status_cfg){48, 512, 4, 0, 1, 1}));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_of_one_register),
        cmocka_unit_test(who_a_thread_is),
        cmocka_unit_test(each_port_has_its_kernel),
        cmocka_unit_test(others_read_0),
        cmocka_unit_test(shown_early),
        cmocka_unit_test(six_instructions),
        cmocka_unit_test(nothing_to_write),
        cmocka_unit_test(others_keep),
        cmocka_unit_test(exceptions_stay),
        cmocka_unit_test(each_thread_its_own),
        cmocka_unit_test(warps_of_their_own),
        cmocka_unit_test(parts_of_their_own),
        cmocka_unit_test(modes_are_state),
        cmocka_unit_test(a_warp_begins),
        cmocka_unit_test(reset_keeps),
        cmocka_unit_test(random_cycles),
        cmocka_unit_test(default_state_bits),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(promise_finds_with_parts),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("thread_status", tests, NULL, NULL);
}
