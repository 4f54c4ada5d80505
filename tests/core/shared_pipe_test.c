/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the shared pipe: the page's times and races; two SIMD pipes beside it
 * while no lane is wanted twice; for all other cases a naive twin that knows when each lane is
 * free; and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/decode.h"
#include "core/shared_pipe.h"
#include "core/simd_pipe.h"
#include "isa/execute.h"

enum {
    PORTS = SHARED_PIPE_PORTS,
    LANES = SHARED_PIPE_MAX_LANES,
    RIDER = SHARED_PIPE_MAX_RIDER,
    WORD = 32,
    ADD = 0x007302b3, /* x5 = x6 + x7 */
    MULHU = 0x027332b3,
    LUI = 0x123452b7,
    DIV = 0x027342b3,
    DIVU = 0x027352b3,
    REM = 0x027362b3,
    REMU = 0x027372b3,
    BEQ = 0x00730463,  /* 8 further */
    JAL = 0x00c002ef,  /* 12 further */
    JALR = 0x003302e7, /* to x6 + 3 */
    FADD = 0x007372d3,
    FMUL = 0x107302d3, /* to nearest */
    FMADD = 0x407372c3,
    FEQ = 0xa07322d3,
    FCVT = 0xc00372d3, /* to integer */
    FDIV = 0x187372d3,
    FSQRT = 0x580372d3,
    LW = 0x00432283,
    SW = 0x00732223,
    AMOCAS = 0x287322af,
    AMOFADD = 0x0073328b,
    CSRRS = 0x003322f3, /* fcsr */
    FENCE = 0x0ff0000f,
};

/* An instruction with its operands. */
struct job {
    uint32_t word, unit, pc;
    uint64_t mask;
    uint32_t a[LANES], b[LANES], c[LANES];
    uint8_t frm[LANES];
    uint32_t rider[RIDER];
};

/* ---- a bench -------------------------------------------------------------------------- */

static struct shared_pipe s;
static struct shared_pipe_in in;
static struct shared_pipe_out out;
static struct job offered[PORTS];
static uint32_t cycles;

static const struct shared_pipe_cfg hand = {
    .lanes = 8, .simd = 4, .div_bits = 4, .float_steps = 5, .rider_width = 20};
static const struct shared_pipe_cfg one_beat = {
    .lanes = 4, .simd = 4, .div_bits = 4, .float_steps = 5, .rider_width = 20};
enum { STEPS = 8 }; /* of their divisions */

static uint64_t all(uint32_t n) { return UINT64_MAX >> (64 - n); }

static void start(const struct shared_pipe_cfg *cfg)
{
    assert_null(shared_pipe_init(&s, cfg));
    memset(&in, 0, sizeof in);
    memset(offered, 0, sizeof offered);
    for (uint32_t p = 0; p < PORTS; p++) {
        in.a[p] = offered[p].a;
        in.b[p] = offered[p].b;
        in.c[p] = offered[p].c;
        in.frm[p] = offered[p].frm;
        in.rider[p] = offered[p].rider;
        in.out_ready[p] = true;
    }
    cycles = 0;
}

static uint32_t unit_of(uint32_t word)
{
    const struct decode_in what = {word};
    struct decode_out says;
    decode_eval(NULL, &what, &says);
    assert_true(says.legal);
    return says.unit;
}

/* The instruction that stands in offered[p]. */
static void put(uint32_t p)
{
    const struct job *j = &offered[p];
    in.in_valid[p] = true;
    in.unit[p] = j->unit;
    in.word[p] = j->word;
    in.pc[p] = j->pc;
    in.mask[p] = j->mask;
}

static void offer(uint32_t p, uint32_t word, uint64_t mask, uint32_t rider)
{
    offered[p].word = word;
    offered[p].unit = unit_of(word);
    offered[p].pc = 0x100;
    offered[p].mask = mask;
    offered[p].rider[0] = rider;
    put(p);
}

static void evaluate(void)
{
    assert_null(shared_pipe_promise(&s, &in));
    shared_pipe_eval(&s, &in, &out);
}

static void edge(void)
{
    const bool rests = shared_pipe_rests(&s, &in, &out);
    static struct shared_pipe before;
    if (rests) memcpy(&before, &s, sizeof s);
    shared_pipe_tick(&s, &in, &out);
    if (rests) assert_memory_equal(&before, &s, sizeof s);
    const char *broken = shared_pipe_check(&s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    cycles++;
}

/* One cycle; what is taken is offered no more. */
static void cycle(void)
{
    evaluate();
    edge();
    for (uint32_t p = 0; p < PORTS; p++)
        if (out.in_ready[p]) in.in_valid[p] = false;
}

/* A cycle in which these beats go in: "01", "0", "1", "". */
static void expect_goes(const char *ports)
{
    cycle();
    for (uint32_t p = 0; p < PORTS; p++)
        assert_int_equal(out.goes[p], strchr(ports, (int)('0' + p)) != NULL);
}

static void expect_through(uint32_t p, uint32_t rider)
{
    assert_true(out.out_valid[p]);
    assert_int_equal(out.out[p]->rider[0], rider);
}

/* ---- the page's times ----------------------------------------------------------------- */

/* Cycles from the first beat's to the one in which it is through. */
static uint32_t cycles_of(uint32_t p, uint32_t word)
{
    offer(p, word, 1, 0);
    cycles = 0;
    do {
        cycle();
        assert_true(cycles < 500);
    } while (!out.out_valid[p]);
    return cycles - 1;
}

static void through_in_time(void **state)
{
    (void)state;
    static const struct shared_pipe_cfg four = {32, 8, 4, 5, 20, 0};
    for (uint32_t p = 0; p < PORTS; p++) {
        start(&four);
        assert_int_equal(cycles_of(p, ADD), 4 + 1);
        assert_int_equal(cycles_of(p, DIV), 4 * (1 + STEPS) + 1);
        assert_int_equal(cycles_of(p, DIVU), 4 * (1 + STEPS) + 1);
        assert_int_equal(cycles_of(p, REM), 4 * (1 + STEPS) + 1);
        assert_int_equal(cycles_of(p, REMU), 4 * (1 + STEPS) + 1);
        assert_int_equal(cycles_of(p, FADD), 4 + 1);
        assert_int_equal(cycles_of(p, FDIV), 4 * (1 + 5) + 1);
        assert_int_equal(cycles_of(p, FSQRT), 4 * (1 + 5) + 1);
        assert_int_equal(cycles_of(p, LW), 4 + 1);
        assert_int_equal(cycles_of(p, FENCE), 4 + 1);
        start(&one_beat);
        assert_int_equal(cycles_of(p, ADD), 2);
        assert_int_equal(cycles_of(p, DIV), 1 + STEPS + 1);
    }
}

/* ---- the races ------------------------------------------------------------------------ */

static void no_lane_in_common(void **state)
{
    (void)state;
    start(&hand);
    for (uint32_t n = 0; n < 5; n++) {
        offer(0, ADD, 0x33, n);
        offer(1, ADD, 0xcc, n + 100);
        expect_goes("01");
        expect_goes("01");
        assert_int_equal(s.turn, 0);
        if (n == 0) continue;
        expect_through(0, n - 1);
        expect_through(1, n + 99);
    }
}

/* Threads of the two may be in one lane, if their beats are not in it in one cycle. */
static void lane_in_other_beats(void **state)
{
    (void)state;
    start(&hand);
    offer(0, ADD, 0x0f, 0);
    offer(1, ADD, 0xf0, 1);
    expect_goes("01");
    expect_goes("01");
    assert_int_equal(s.turn, 0);
}

/* That of the port in turn; the turn passes, and so they alternate. */
static void lane_in_common(void **state)
{
    (void)state;
    start(&hand);
    offer(0, ADD, 0xff, 0);
    offer(1, ADD, 0x88, 1);
    expect_goes("0");
    assert_int_equal(s.turn, 1);
    expect_goes("1"); /* port 0 is half in: it keeps what went in, and waits */
    assert_int_equal(s.turn, 0);
    assert_int_equal(s.beat[0], 1);
    expect_goes("0");
    assert_true(out.in_ready[0]);
    assert_false(out.in_ready[1]);
    assert_int_equal(s.turn, 1);
    expect_goes("1");
    assert_int_equal(s.turn, 1); /* it met nothing */
    cycle();
    expect_through(0, 0);
    assert_false(out.out_valid[1]);
    cycle();
    assert_false(out.out_valid[0]);
    expect_through(1, 1);
}

/* A lane has results of one port while a beat of the other goes in. */
static void behind_results(void **state)
{
    (void)state;
    start(&one_beat);
    offer(0, ADD, 0xf, 0);
    expect_goes("0");
    offer(1, ADD, 0xf, 1);
    expect_goes("1");
    cycle();
    expect_through(0, 0);
    cycle();
    expect_through(1, 1);
}

static void behind_a_division(void **state)
{
    (void)state;
    static const uint32_t longer[2] = {DIV, FDIV}, steps[2] = {STEPS, 5};
    for (uint32_t i = 0; i < 2; i++) {
        start(&hand);
        s.turn = 1;
        offer(0, longer[i], 0x11, 0);
        expect_goes("0");
        offer(1, ADD, 0xff, 1); /* in lane 0; and it has the turn */
        for (uint32_t n = 0; n < steps[i]; n++) expect_goes("");
        assert_int_equal(s.turn, 1);
        assert_int_equal(s.waited[1], steps[i]);
        expect_goes("1"); /* with the results; it meets the division's second beat */
        assert_int_equal(s.turn, 0);
        expect_goes("0");
        assert_int_equal(s.turn, 1);
        for (uint32_t n = 0; n < steps[i]; n++) expect_goes("");
        expect_goes("1");
        assert_true(out.in_ready[1]);
        cycle();
        expect_through(0, 0);
        assert_false(out.out_valid[1]);
        cycle();
        expect_through(1, 1);
    }
}

static void beside_a_division(void **state)
{
    (void)state;
    start(&hand);
    offer(0, DIV, 0x77, 0);
    expect_goes("0");
    for (uint32_t n = 0; n < STEPS / 2; n++) {
        offer(1, ADD, 0x88, n);
        expect_goes("1");
        expect_goes("1");
    }
    offer(1, FDIV, 0x88, STEPS / 2);
    expect_goes("01");
    expect_goes("");
}

/* A beat without lanes shares none: it goes in beside a division, and takes as long as one. */
static void beat_without_lanes(void **state)
{
    (void)state;
    start(&hand);
    offer(0, DIV, 0xf0, 0);
    offer(1, DIV, 0x0f, 1);
    expect_goes("01");
    for (uint32_t n = 0; n < STEPS; n++) expect_goes("");
    expect_goes("01");
    start(&hand);
    offer(0, DIV, 0x0f, 0);
    expect_goes("0");
    offer(1, ADD, 0xf0, 1);
    expect_goes("1");
    for (uint32_t n = 1; n < STEPS; n++) expect_goes("");
    expect_goes("01"); /* the division's second beat has no lanes */
    assert_true(out.in_ready[0] && out.in_ready[1]);
}

/* Its first beat does not go in with a division of its own port under way, in whatever lanes. */
static void behind_its_own_division(void **state)
{
    (void)state;
    start(&one_beat);
    offer(0, DIV, 0x1, 0);
    expect_goes("0");
    offer(0, ADD, 0x8, 1);
    for (uint32_t n = 0; n < STEPS; n++) expect_goes("");
    assert_int_equal(s.waited[0], 0); /* it is its own port that does not let it */
    expect_goes("0");
}

/* A buffer that is taken is empty a cycle later: two instructions in three cycles, of each port. */
static void two_in_three(void **state)
{
    (void)state;
    uint32_t taken[PORTS] = {0, 0};
    start(&one_beat);
    for (uint32_t n = 0; n < 300; n++) {
        offer(0, ADD, 0x3, n);
        offer(1, ADD, 0xc, n);
        evaluate();
        edge();
        for (uint32_t p = 0; p < PORTS; p++) taken[p] += out.in_ready[p];
    }
    assert_int_equal(taken[0], 200);
    assert_int_equal(taken[1], 200);
}

/* Both buffers full: it waits, and meets nothing. */
static void full_port_meets_nothing(void **state)
{
    (void)state;
    start(&one_beat);
    in.out_ready[0] = false;
    for (uint32_t n = 0; n < 2; n++) {
        offer(0, ADD, 0xf, n);
        expect_goes("0");
    }
    offer(0, ADD, 0xf, 2);
    for (uint32_t n = 0; n < 4; n++) {
        offer(1, ADD, 0xf, n);
        evaluate();
        assert_false(out.goes[0]);
        edge();
        assert_int_equal(s.turn, 0);
        assert_int_equal(s.waited[0], 0);
    }
    assert_true(out.out_valid[0]);
    in.out_ready[0] = true;
    in.in_valid[1] = false;
    expect_goes("");
    expect_through(0, 0);
    expect_goes("0"); /* a cycle after the buffer was taken */
    expect_through(0, 1);
}

static void reset_empties(void **state)
{
    (void)state;
    start(&hand);
    offer(0, DIV, 0xff, 0);
    offer(1, ADD, 0xff, 1);
    cycle();
    assert_int_equal(s.turn, 1);
    shared_pipe_reset(&s);
    assert_null(shared_pipe_check(&s));
    assert_int_equal(s.turn, 0);
    in.in_valid[0] = false;
    expect_goes("1"); /* no division is under way, no beat was there before */
    expect_goes("1");
    cycle();
    assert_false(out.out_valid[1]);
    cycle();
    expect_through(1, 1);
    for (uint32_t n = 0; n < 20; n++) {
        cycle();
        assert_false(out.out_valid[0] || out.out_valid[1]);
    }
}

/* ---- instructions drawn --------------------------------------------------------------- */

static struct hd_rng rng;
static uint32_t draw(uint32_t n) { return hd_rng_below(&rng, n); }

static const uint32_t words[] = {ADD,   MULHU, LUI,  DIV,    DIVU,    REM,   REMU, BEQ,
                                 JAL,   JALR,  FADD, FMUL,   FMADD,   FEQ,   FCVT, FDIV,
                                 FSQRT, LW,    SW,   AMOCAS, AMOFADD, CSRRS, FENCE};

/* All, some, one: of the threads in `of`. */
static uint64_t draw_mask(uint64_t of)
{
    uint64_t mask = of;
    for (uint32_t n = draw(7); n > 0; n--) mask &= hd_rng_next(&rng);
    if (mask != 0) return mask;
    do mask = of & UINT64_C(1) << draw(64);
    while (mask == 0);
    return mask;
}

/* Float numbers that are often small, equal, infinite or none at all. */
static uint32_t draw_word(void)
{
    static const uint32_t known[] = {0,          1,          0x80000000, 0xffffffff,
                                     0x3f800000, 0x7f800000, 0x7fc00000};
    return draw(3) != 0 ? (uint32_t)hd_rng_next(&rng) : known[draw(sizeof known / sizeof known[0])];
}

static bool is_longer(uint32_t word)
{
    switch (word) {
    case DIV:
    case DIVU:
    case REM:
    case REMU:
    case FDIV:
    case FSQRT: return true;
    default: return false;
    }
}

/* Operands that an instruction does not have are 0. Five of the rounding modes exist. */
static void draw_job(struct job *j, uint64_t of, uint32_t longer)
{
    struct decode_out says;
    do j->word = words[draw(sizeof words / sizeof words[0])];
    while (draw(8) < longer && !is_longer(j->word));
    decode_eval(NULL, &(struct decode_in){j->word}, &says);
    j->unit = says.unit;
    j->pc = (uint32_t)hd_rng_next(&rng) & ~3u;
    j->mask = draw_mask(of);
    for (uint32_t l = 0; l < LANES; l++) {
        j->a[l] = says.rs1_use ? draw_word() : 0;
        j->b[l] = !says.rs2_use ? 0 : draw(4) == 0 ? j->a[l] : draw_word();
        j->c[l] = says.rs3_use ? draw_word() : 0;
        j->frm[l] = (uint8_t)draw(6);
    }
    for (uint32_t i = 0; i < RIDER; i++) j->rider[i] = (uint32_t)hd_rng_next(&rng);
}

static void draw_cfg(struct shared_pipe_cfg *cfg)
{
    do {
        cfg->lanes = 1 + draw(draw(2) != 0 ? 64 : 12);
        cfg->simd = 1 + draw(cfg->lanes);
    } while (cfg->lanes % cfg->simd != 0);
    cfg->div_bits = 1u << draw(3);
    cfg->float_steps = 1 + draw(draw(2) != 0 ? 63 : 4);
    cfg->rider_width = 1 + draw(640);
    cfg->memory_group = draw(2);
}

/* What is offered stays; only rounding modes outside of the mask may change. */
static void offer_next(uint32_t p, uint64_t of, uint32_t busy, uint32_t longer)
{
    in.out_ready[p] = draw(8) < busy;
    if (in.in_valid[p]) {
        for (uint32_t l = 0; l < LANES; l++)
            if ((offered[p].mask >> l & 1) == 0) offered[p].frm[l] = (uint8_t)draw(8);
        return;
    }
    if (draw(8) >= busy) return;
    draw_job(&offered[p], of, longer);
    put(p);
}

/* Outputs look at the valids, masks and units alone. */
static void expect_few_inputs(void)
{
    static struct shared_pipe_in few;
    static struct shared_pipe_out same;
    memcpy(few.in_valid, in.in_valid, sizeof few.in_valid);
    memcpy(few.mask, in.mask, sizeof few.mask);
    memcpy(few.unit, in.unit, sizeof few.unit);
    shared_pipe_eval(&s, &few, &same);
    for (uint32_t p = 0; p < PORTS; p++) {
        assert_int_equal(same.goes[p], out.goes[p]);
        assert_int_equal(same.in_ready[p], out.in_ready[p]);
    }
}

/* ---- two SIMD pipes ------------------------------------------------------------------- */

static struct simd_pipe pipe[PORTS];
static struct simd_pipe_in pipe_in[PORTS];
static struct simd_pipe_out pipe_out[PORTS];

static void eval_pipe(uint32_t p)
{
    const struct job *j = &offered[p];
    pipe_in[p] = (struct simd_pipe_in){.in_valid = in.in_valid[p],
                                       .in_here = s.cfg.lanes / s.cfg.simd,
                                       .unit = j->unit,
                                       .word = j->word,
                                       .pc = j->pc,
                                       .mask = j->mask,
                                       .a = j->a,
                                       .b = j->b,
                                       .c = j->c,
                                       .frm = j->frm,
                                       .rider = j->rider,
                                       .out_ready = in.out_ready[p]};
    simd_pipe_eval(&pipe[p], &pipe_in[p], &pipe_out[p]);
}

/* Values that the page of the SIMD pipe calls meaningful. */
static void expect_same_lane(const struct simd_pipe_buffer *b, const struct simd_pipe_buffer *o,
                             uint32_t l)
{
    const bool branch = (b->word & 0x7f) == (BEQ & 0x7f);
    const bool taken = (o->taken >> l & 1) != 0;
    assert_int_equal(b->taken >> l & 1, taken);
    if (b->unit != DECODE_NO_UNIT && !branch) assert_int_equal(b->value[l], o->value[l]);
    if (b->unit == DECODE_MEMORY || taken) assert_int_equal(b->address[l], o->address[l]);
    if (b->unit == DECODE_MEMORY) assert_int_equal(b->expect[l], o->expect[l]);
    if (b->unit != DECODE_FLOAT) return;
    assert_int_equal(b->flags[l], o->flags[l]);
    assert_int_equal(b->refused >> l & 1, o->refused >> l & 1);
}

static void expect_same(uint32_t p)
{
    if (in.in_valid[p]) assert_int_equal(out.in_ready[p], pipe_out[p].in_ready);
    assert_int_equal(out.out_valid[p], pipe_out[p].out_valid);
    if (!out.out_valid[p]) return;
    const struct simd_pipe_buffer *b = out.out[p];
    const struct simd_pipe_buffer *o = pipe_out[p].out;
    assert_int_equal(b->unit, o->unit);
    assert_int_equal(b->word, o->word);
    assert_int_equal(b->pc, o->pc);
    assert_int_equal(b->mask, o->mask);
    assert_memory_equal(b->rider, o->rider,
                        (s.cfg.rider_width + WORD - 1) / WORD * sizeof *b->rider);
    for (uint32_t l = 0; l < s.cfg.lanes; l++)
        if ((b->mask >> l & 1) != 0) expect_same_lane(b, o, l);
}

/* Threads of the lanes in `row`. */
static uint64_t threads_of(const struct shared_pipe_cfg *cfg, uint64_t row)
{
    uint64_t threads = 0;
    for (uint32_t l = 0; l < cfg->lanes; l++) threads |= (row >> l % cfg->simd & 1) << l;
    return threads;
}

/* Each port has lanes of its own. */
static void like_two_pipes(void **state)
{
    (void)state;
    hd_rng_seed(&rng, 5);
    for (uint32_t run = 0; run < 200; run++) {
        struct shared_pipe_cfg cfg;
        do draw_cfg(&cfg);
        while (cfg.simd < 2);
        start(&cfg);
        for (uint32_t p = 0; p < PORTS; p++)
            assert_null(simd_pipe_init(&pipe[p],
                                       &(struct simd_pipe_cfg){cfg.lanes, cfg.simd, cfg.div_bits,
                                                               cfg.float_steps, cfg.rider_width}));
        const uint64_t row = all(cfg.simd);
        uint64_t mine = hd_rng_next(&rng) & row;
        if (mine == 0 || mine == row) mine = 1;
        const uint32_t busy = 2 + draw(7), longer = draw(4);
        for (uint32_t n = 0; n < 600; n++) {
            for (uint32_t p = 0; p < PORTS; p++)
                offer_next(p, threads_of(&cfg, p == 0 ? mine : row & ~mine), busy, longer);
            evaluate();
            for (uint32_t p = 0; p < PORTS; p++) {
                eval_pipe(p);
                expect_same(p);
                simd_pipe_tick(&pipe[p], &pipe_in[p], &pipe_out[p]);
            }
            cycle();
            assert_int_equal(s.turn, 0);
        }
    }
}

/* ---- a naive twin --------------------------------------------------------------------- */

/* Knows of each lane of both rows, and of each port, from which cycle on it is free; and of the
 * instructions that are inside when they are through. */
struct twin {
    struct shared_pipe_cfg cfg;
    uint64_t now;
    uint64_t lane_free[2][LANES]; /* all; those of memory, if it has some */
    uint64_t port_free[PORTS];
    uint32_t turn;
    struct {
        uint32_t beat;
        uint32_t inside;
        struct job job[2]; /* the oldest first */
        uint64_t through[2];
        uint64_t ready_since; /* a beat could go in but for the other port, from this cycle on */
    } port[PORTS];
    uint64_t longest_wait;
    uint64_t instructions[PORTS];
};

static struct twin t;

static void twin_start(const struct shared_pipe_cfg *cfg)
{
    memset(&t, 0, sizeof t);
    t.cfg = *cfg;
}

/* Is thread i of the next beat in the mask? */
static bool twin_uses(uint32_t p, uint32_t lane)
{
    return (offered[p].mask >> (t.port[p].beat * t.cfg.simd + lane) & 1) != 0;
}

/* The row that the instruction goes to. */
static uint32_t twin_row(uint32_t p)
{
    return t.cfg.memory_group != 0 && offered[p].unit == DECODE_MEMORY ? 1 : 0;
}

static bool twin_own(uint32_t p)
{
    return in.in_valid[p] && t.now >= t.port_free[p] &&
           (t.port[p].beat > 0 || t.port[p].inside < 2);
}

static bool twin_can(uint32_t p)
{
    if (!twin_own(p)) return false;
    for (uint32_t i = 0; i < t.cfg.simd; i++)
        if (twin_uses(p, i) && t.now < t.lane_free[twin_row(p)][i]) return false;
    return true;
}

static bool twin_share(void)
{
    if (twin_row(0) != twin_row(1)) return false;
    for (uint32_t i = 0; i < t.cfg.simd; i++)
        if (twin_uses(0, i) && twin_uses(1, i)) return true;
    return false;
}

static uint32_t twin_extra(uint32_t word)
{
    if (!is_longer(word)) return 0;
    return word == FDIV || word == FSQRT ? t.cfg.float_steps : WORD / t.cfg.div_bits;
}

static bool twin_last(uint32_t p) { return (t.port[p].beat + 1) * t.cfg.simd == t.cfg.lanes; }

static void twin_go(uint32_t p)
{
    const uint64_t free = t.now + 1 + twin_extra(offered[p].word);
    const bool last = twin_last(p);
    const uint64_t waited = t.now - t.port[p].ready_since;
    if (waited > t.longest_wait) t.longest_wait = waited;
    t.port_free[p] = free;
    for (uint32_t i = 0; i < t.cfg.simd; i++)
        if (twin_uses(p, i)) t.lane_free[twin_row(p)][i] = free;
    if (t.port[p].beat == 0) {
        t.port[p].job[t.port[p].inside] = offered[p];
        t.port[p].through[t.port[p].inside++] = UINT64_MAX;
    }
    t.port[p].beat = last ? 0 : t.port[p].beat + 1;
    if (!last) return;
    t.port[p].through[t.port[p].inside - 1] = free + 1;
    t.instructions[p]++;
}

static bool twin_out(uint32_t p) { return t.port[p].inside > 0 && t.port[p].through[0] <= t.now; }

static void twin_take(uint32_t p)
{
    t.port[p].job[0] = t.port[p].job[1];
    t.port[p].through[0] = t.port[p].through[1];
    t.port[p].inside--;
}

/* What thread l gets; what it does not get is 0, and so is everything outside of the mask. */
static void expect_lane(const struct job *j, const struct simd_pipe_buffer *b, uint32_t l)
{
    struct isa_insn insn;
    struct isa_result r = {0};
    uint32_t expect = 0;
    assert_true(isa_decode(j->word, &insn));
    if ((j->mask >> l & 1) != 0) {
        r = isa_execute_one(&insn, j->pc, j->a[l], j->b[l], j->c[l], (uint8_t)(j->frm[l] << 5));
        if (insn.cls == ISA_BRANCH) r.value = 0;
        if (j->unit == DECODE_LANE && !r.taken) r.address = 0;
        if (j->unit == DECODE_CSR) r.value = j->a[l];
        if (j->unit == DECODE_MEMORY) r.value = j->b[l];
        if (j->unit == DECODE_MEMORY) expect = j->c[l];
    }
    assert_int_equal(b->value[l], r.value);
    assert_int_equal(b->address[l], r.address);
    assert_int_equal(b->expect[l], expect);
    assert_int_equal(b->taken >> l & 1, r.taken);
    assert_int_equal(b->flags[l], r.flags);
    assert_int_equal(b->refused >> l & 1, r.refused);
}

static void expect_job(const struct job *j, const struct simd_pipe_buffer *b)
{
    assert_int_equal(b->unit, j->unit);
    assert_int_equal(b->word, j->word);
    assert_int_equal(b->pc, j->pc);
    assert_int_equal(b->mask, j->mask);
    assert_memory_equal(b->rider, j->rider,
                        (t.cfg.rider_width + WORD - 1) / WORD * sizeof *b->rider);
    for (uint32_t l = 0; l < LANES; l++) expect_lane(j, b, l);
}

/* This cycle as the twin has it; then its clock edge. */
static void twin_cycle(void)
{
    const bool can[PORTS] = {twin_can(0), twin_can(1)};
    const bool meet = can[0] && can[1] && twin_share();
    const uint32_t turn = t.turn;
    for (uint32_t p = 0; p < PORTS; p++) {
        assert_int_equal(out.out_valid[p], twin_out(p));
        if (twin_out(p)) expect_job(&t.port[p].job[0], out.out[p]);
        if (!twin_own(p)) t.port[p].ready_since = t.now + 1;
    }
    for (uint32_t p = 0; p < PORTS; p++) {
        const bool goes = can[p] && (!meet || p == turn);
        const bool ready = goes && twin_last(p);
        const bool takes = twin_out(p) && in.out_ready[p];
        assert_int_equal(out.goes[p], goes);
        if (in.in_valid[p]) assert_int_equal(out.in_ready[p], ready);
        if (goes) twin_go(p);
        if (goes) t.port[p].ready_since = t.now + 1;
        if (takes) twin_take(p);
    }
    if (meet) t.turn = 1 - turn;
    t.now++;
    assert_int_equal(s.turn, turn);
}

static void run_twins(const struct shared_pipe_cfg *cfg, uint32_t busy, uint32_t longer)
{
    start(cfg);
    twin_start(cfg);
    for (uint32_t n = 0; n < 800; n++) {
        if (draw(300) == 0) {
            shared_pipe_reset(&s);
            twin_start(cfg);
            in.in_valid[0] = in.in_valid[1] = false;
        }
        for (uint32_t p = 0; p < PORTS; p++) offer_next(p, all(cfg->lanes), busy, longer);
        evaluate();
        expect_few_inputs();
        twin_cycle();
        cycle();
    }
}

static void random_cycles(void **state)
{
    (void)state;
    hd_rng_seed(&rng, 1);
    for (uint32_t run = 0; run < 300; run++) {
        struct shared_pipe_cfg cfg;
        draw_cfg(&cfg);
        run_twins(&cfg, 2 + draw(7), draw(6));
    }
}

/* fair: 2 S + 1 cycles, and no less; both ports go on, however much the other one wants. */
static void no_port_waits_for_ever(void **state)
{
    (void)state;
    static const struct shared_pipe_cfg cfg[] = {
        {4, 4, 4, 5, 8, 0}, {4, 4, 4, 20, 8, 1}, {8, 4, 1, 63, 8, 0}, {6, 1, 2, 1, 8, 1}};
    static const uint32_t longest[] = {8, 20, 63, 16};
    static const uint32_t want[4][2] = {{ADD, DIV}, {FSQRT, FDIV}, {DIV, FDIV}, {REMU, REM}};
    for (uint32_t i = 0; i < 4; i++) {
        start(&cfg[i]);
        twin_start(&cfg[i]);
        for (uint32_t n = 0; n < 20000; n++) {
            for (uint32_t p = 0; p < PORTS; p++)
                if (!in.in_valid[p] && (p == 1 || n % 7 == 0))
                    offer(p, want[i][p], all(cfg[i].lanes), n);
            evaluate();
            twin_cycle();
            cycle();
        }
        assert_in_range(t.longest_wait, longest[i], 2 * longest[i] + 1);
        for (uint32_t p = 0; p < PORTS; p++)
            assert_true(t.instructions[p] >=
                        20000 / (cfg[i].lanes / cfg[i].simd * 2 * (longest[i] + 2)));
    }
}

/* The bound is reached: a division that has just begun, one whose beat has the turn. */
static void longest_wait(void **state)
{
    (void)state;
    start(&one_beat);
    s.turn = 1;
    offer(1, DIV, 0xf, 0);
    expect_goes("1");
    offer(0, ADD, 0x1, 1);
    offer(1, DIV, 0xf, 2);
    for (uint32_t n = 0; n < STEPS; n++) expect_goes("");
    expect_goes("1");
    for (uint32_t n = 0; n < STEPS; n++) expect_goes("");
    assert_int_equal(s.waited[0], 2 * STEPS + 1);
    offer(1, DIV, 0xf, 3);
    expect_goes("0");
    assert_int_equal(s.waited[0], 0);
}

/* ---- check, promise, init ------------------------------------------------------------- */

static void expect_broken(const char *name)
{
    const char *broken = shared_pipe_check(&s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    start(&hand);
    s.turn = 2;
    expect_broken("turn_range");
    start(&hand);
    s.filling = s.full = 4;
    expect_broken("two");
    s.filling = 0;
    s.full = 16;
    expect_broken("two");
    s.full = 8;
    s.filling = 4;
    s.beat[1] = 1;
    assert_null(shared_pipe_check(&s));
    s.filling = 1; /* of the other port */
    expect_broken("two");
    start(&hand);
    s.waited[1] = 2 * STEPS + 1;
    assert_null(shared_pipe_check(&s));
    s.waited[1]++;
    expect_broken("fair");
    s.cfg.float_steps = STEPS + 1;
    assert_null(shared_pipe_check(&s));
}

static void check_finds_apart(void **state)
{
    (void)state;
    start(&hand);
    offer(0, ADD, 0x35, 0);
    offer(1, ADD, 0x5a, 1);
    cycle();
    assert_true(s.due[0] && s.due[1]);
    s.due_beat[1] = 1; /* lanes 0 and 2 */
    expect_broken("apart");
    s.due[0] = false;
    assert_null(shared_pipe_check(&s));
    s.due[0] = true;
    s.due_buffer[1] = 1; /* an empty one */
    assert_null(shared_pipe_check(&s));
    s.buffer[3].mask = 0xf0;
    expect_broken("apart");
    s.buffer[3].unit = DECODE_MEMORY;
    expect_broken("apart");
    s.cfg.memory_group = 1; /* lanes of its own */
    assert_null(shared_pipe_check(&s));
    s.buffer[0].unit = DECODE_MEMORY;
    expect_broken("apart");
}

/* A load goes in beside an addition, and past a division; two accesses meet. */
static void memory_has_lanes(void **state)
{
    (void)state;
    struct shared_pipe_cfg cfg = one_beat;
    cfg.memory_group = 1;
    start(&cfg);
    offer(0, LW, 0xf, 0);
    offer(1, ADD, 0xf, 1);
    evaluate();
    assert_true(out.goes[0] && out.goes[1]);
    cycle();
    offer(0, SW, 0xf, 2);
    offer(1, DIV, 0xf, 3);
    evaluate();
    assert_true(out.goes[0] && out.goes[1]);
    cycle();
    in.in_valid[1] = false;
    in.out_ready[0] = true;
    cycle();
    offer(0, LW, 0x1, 4);
    evaluate();
    assert_true(s.wait[1] > 0 && out.goes[0]);
    start(&cfg);
    offer(0, LW, 0x3, 0);
    offer(1, SW, 0x2, 1);
    evaluate();
    assert_true(out.goes[0] && !out.goes[1]);
    cycle();
    assert_int_equal(s.turn, 1);
}

static void promise_finds(void **state)
{
    (void)state;
    for (uint32_t p = 0; p < PORTS; p++) {
        start(&hand);
        offer(1 - p, FADD, 0xff, 0);
        offer(p, ADD, 0xff, 0);
        assert_null(shared_pipe_promise(&s, &in));
        in.word[p] = 0;
        assert_string_equal(shared_pipe_promise(&s, &in), "legal");
        in.word[p] = FADD;
        assert_string_equal(shared_pipe_promise(&s, &in), "unit");
        in.word[p] = ADD;
        in.mask[p] = 0;
        assert_string_equal(shared_pipe_promise(&s, &in), "mask");
        in.in_valid[p] = false;
        assert_null(shared_pipe_promise(&s, &in));
    }
}

/* The sentence, so that none stands for another. */
static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct shared_pipe_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 1, 1, 1, 1, 0}, "Lanes must be 1 to 64"},
        {{65, 1, 1, 1, 1, 0}, "Lanes must be 1 to 64"},
        {{8, 0, 1, 1, 1, 0}, "Simd must be a divisor of Lanes"},
        {{8, 9, 1, 1, 1, 0}, "Simd must be a divisor of Lanes"},
        {{8, 3, 1, 1, 1, 0}, "Simd must be a divisor of Lanes"},
        {{8, 4, 3, 1, 1, 0}, "DivBits must be 1, 2 or 4"},
        {{8, 4, 1, 0, 1, 0}, "FloatSteps must be 1 to 63"},
        {{8, 4, 1, 64, 1, 0}, "FloatSteps must be 1 to 63"},
        {{8, 4, 1, 1, 0, 0}, "RiderWidth must be 1 to 640"},
        {{8, 4, 1, 1, 641, 0}, "RiderWidth must be 1 to 640"},
        {{8, 4, 1, 1, 1, 2}, "MemoryGroup must be 0 or 1"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_string_equal(shared_pipe_init(&s, &bad[i].cfg), bad[i].sentence);
    assert_null(shared_pipe_init(&s, &(struct shared_pipe_cfg){64, 64, 4, 63, 640, 1}));
    assert_null(shared_pipe_init(&s, &(struct shared_pipe_cfg){1, 1, 2, 1, 1, 0}));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(through_in_time),    cmocka_unit_test(memory_has_lanes),
        cmocka_unit_test(no_lane_in_common),  cmocka_unit_test(lane_in_other_beats),
        cmocka_unit_test(lane_in_common),     cmocka_unit_test(behind_results),
        cmocka_unit_test(behind_a_division),  cmocka_unit_test(beside_a_division),
        cmocka_unit_test(beat_without_lanes), cmocka_unit_test(behind_its_own_division),
        cmocka_unit_test(two_in_three),       cmocka_unit_test(full_port_meets_nothing),
        cmocka_unit_test(reset_empties),      cmocka_unit_test(like_two_pipes),
        cmocka_unit_test(random_cycles),      cmocka_unit_test(no_port_waits_for_ever),
        cmocka_unit_test(longest_wait),       cmocka_unit_test(check_finds),
        cmocka_unit_test(check_finds_apart),  cmocka_unit_test(promise_finds),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("shared_pipe", tests, NULL, NULL);
}
