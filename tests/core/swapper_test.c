/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the swapper: the page's addresses, each task step by step, its races, a
 * naive twin that is nothing but a memory (what was stored is where the page says, what was stored
 * of a state is what comes back), and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "core/swapper.h"
#include "residency/coordinator.h"

enum { LANES = SWAPPER_MAX_LANES, WORDS = SIMT_STACK_ROW_WORDS };
#define BASE 0xc0000000u

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct swapper s;
    struct swapper_in in;
    struct swapper_out out;
    uint32_t row[LANES], ctx[LANES], stack[WORDS], back[LANES];
};

/* The page's. */
static const struct swapper_cfg paper = {.slots = 48,
                                         .lanes = 32,
                                         .banks = 4,
                                         .reg_phys = 240,
                                         .parks = 8,
                                         .warps = 64,
                                         .blocks = 16,
                                         .scratch_sets = 48,
                                         .scratch_phys = 48,
                                         .row_bits = 512,
                                         .rows = 768,
                                         .stack_bits = 478,
                                         .restores = 4,
                                         .base = BASE};

/* A state is three loads, the last of one word; a store takes three rows of shared memory, the last
 * one two. */
static struct swapper_cfg narrow(void)
{
    struct swapper_cfg c = paper;
    c.lanes = 7;
    c.row_bits = 64;
    c.rows = 48 * 128;
    c.stack_bits = 33 * 14 - 1;
    c.restores = 2;
    return c;
}

static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    b->in.row_data = b->row;
    b->in.ctx_rsp_data = b->ctx;
    b->in.stack_rd_data = b->stack;
    b->in.back_data = b->back;
}

static void start(struct bench *b, struct swapper_cfg cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(swapper_init(&b->s, &cfg));
    assert_null(swapper_check(&b->s));
    quiet(b);
}

/* One cycle with the inputs set since the last; a request stays. */
static void cycle(struct bench *b)
{
    const struct swapper_in was = b->in;
    const char *broken = swapper_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    swapper_view(&b->s, &b->out);
    swapper_eval(&b->s, &b->in, &b->out);
    swapper_tick(&b->s, &b->in, &b->out);
    broken = swapper_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
    if (b->out.req_ready) return;
    b->in.req_valid = was.req_valid;
    b->in.req_load = was.req_load;
    b->in.req_kind = was.req_kind;
    b->in.req_row = was.req_row;
    b->in.req_set = was.req_set;
    b->in.req_phys = was.req_phys;
}

static void request(struct bench *b, bool load, uint32_t kind, uint32_t row, uint32_t set,
                    uint32_t phys)
{
    b->in.req_valid = true;
    b->in.req_load = load;
    b->in.req_kind = kind;
    b->in.req_row = row;
    b->in.req_set = set;
    b->in.req_phys = phys;
    b->in.calm = true;
}

static void task(struct bench *b, bool store)
{
    b->in.job_valid = true;
    b->in.job = (struct set_lookup_job){store, 5, store ? 3 : 1, 9, 63, 0x55, {2, 245}};
}

static void expect_access(const struct bench *b, enum swapper_access what, bool load, uint64_t mask,
                          uint32_t from)
{
    assert_true(b->out.acc_valid);
    assert_int_equal(b->out.acc_what, what);
    assert_int_equal(b->out.acc_load, load);
    assert_int_equal(b->out.acc_mask, mask);
    for (uint32_t l = 0; l < b->s.cfg.lanes; l++)
        assert_int_equal(b->out.acc_addr[l], from + 4 * l);
}

/* The access is offered, refused once, and taken. */
static void access_taken(struct bench *b, enum swapper_access what, bool load, uint64_t mask,
                         uint32_t from)
{
    cycle(b);
    expect_access(b, what, load, mask, from);
    b->in.acc_ready = true;
    cycle(b);
    expect_access(b, what, load, mask, from);
}

static void expect_done(struct bench *b)
{
    assert_false(b->out.req_ready);
    cycle(b);
    assert_true(b->out.req_ready);
    assert_true(b->out.swapping);
    cycle(b);
    assert_false(b->out.swapping);
}

/* ---- where things are ------------------------------------------------------------------- */

static void page_sizes(void **state)
{
    (void)state;
    assert_int_equal(swapper_scratch(&paper) - BASE, 64 * 64 * 32 * 4);
    assert_int_equal(swapper_scratch(&paper), 0xc0080000u);
    assert_int_equal(swapper_bytes(&paper), 64 * 64 * 32 * 4 + 16 * 48 * 1024 + 64 * 64);
    const struct swapper_cfg c = narrow(); /* powers of two: 8 lanes, 16 words */
    assert_int_equal(swapper_scratch(&c) - BASE, 64 * 64 * 8 * 4);
    assert_int_equal(swapper_bytes(&c), 64 * 64 * 8 * 4 + 16 * 48 * 1024 + 64 * 16 * 4);
}

/* ---- tasks -------------------------------------------------------------------------------- */

static void register_set(void **state)
{
    (void)state;
    struct bench b;
    start(&b, paper);
    request(&b, false, COORDINATOR_REGS, 10, 7, 200);
    cycle(&b);
    assert_false(b.out.swapping);
    for (uint32_t bank = 0; bank < 4; bank++) {
        cycle(&b);
        assert_true(b.out.rd_valid);
        assert_int_equal(b.out.rd_place.bank, bank);
        assert_int_equal(b.out.rd_place.index, 200);
        b.in.row_ready = true;
        cycle(&b);
        assert_true(b.out.rd_valid);
        cycle(&b);
        assert_false(b.out.rd_valid);
        for (uint32_t l = 0; l < 32; l++) b.row[l] = 100 * bank + l;
        b.in.row_valid = true;
        cycle(&b);
        assert_false(b.out.acc_valid);
        b.row[3] = 7; /* there for one cycle */
        access_taken(&b, SWAPPER_STORE, false, ones(32), BASE + (10 * 64 + 7 * 4 + bank) * 32 * 4);
        for (uint32_t l = 0; l < 32; l++) assert_int_equal(b.s.data[l], 100 * bank + l);
    }
    expect_done(&b);
}

static void scratch_set(struct swapper_cfg cfg, uint32_t rows, uint32_t stores, uint32_t last)
{
    struct bench b;
    start(&b, cfg);
    const uint32_t words = cfg.row_bits / 32;
    request(&b, false, COORDINATOR_SCRATCH, 15, 30, 41);
    cycle(&b);
    for (uint32_t n = 0; n < stores; n++) {
        const uint32_t here = n + 1 < stores ? rows : last;
        for (uint32_t r = 0; r < here; r++) {
            b.in.ctx_ready = true;
            cycle(&b);
            assert_true(b.out.ctx_valid);
            assert_int_equal(b.out.ctx_row, 41 * (256 / words) + n * rows + r);
            for (uint32_t l = 0; l < words; l++) b.ctx[l] = r * words + l;
            b.in.ctx_rsp_valid = true;
            cycle(&b);
        }
        access_taken(&b, SWAPPER_STORE, false, ones(here * words),
                     swapper_scratch(&cfg) + (15 * 48 + 30) * 1024 + n * rows * words * 4);
        for (uint32_t l = 0; l < here * words; l++) assert_int_equal(b.s.data[l], l);
    }
    expect_done(&b);
}

static void scratch_sets(void **state)
{
    (void)state;
    scratch_set(paper, 2, 8, 2);
    scratch_set(narrow(), 3, 43, 2);
}

static void state_to_memory(void **state)
{
    (void)state;
    struct bench b;
    const struct swapper_cfg c = narrow();
    start(&b, c);
    const uint32_t from = swapper_scratch(&c) + 16 * 48 * 1024 + 20 * 16 * 4;
    request(&b, false, COORDINATOR_THREADS, 20, 0, 47);
    cycle(&b);
    for (uint32_t part = 0; part < 3; part++) {
        for (uint32_t w = 0; w < WORDS; w++) b.stack[w] = 7 * w + 1;
        cycle(&b);
        assert_true(b.out.stack_rd_en);
        assert_int_equal(b.out.stack_rd_slot, 47);
        const uint32_t words = part < 2 ? 7 : 1;
        access_taken(&b, SWAPPER_STORE, false, ones(words), from + part * 7 * 4);
        for (uint32_t l = 0; l < words; l++) assert_int_equal(b.s.data[l], 7 * (7 * part + l) + 1);
    }
    expect_done(&b);
}

static void give_back(struct bench *b, uint32_t restore, uint32_t part, uint64_t mask,
                      uint32_t value)
{
    for (uint32_t l = 0; l < b->s.cfg.lanes; l++) b->back[l] = value + l;
    b->in.back_valid = true;
    b->in.back_restore = restore;
    b->in.back_part = part;
    b->in.back_mask = mask;
}

static void end(struct bench *b, uint32_t restore)
{
    b->in.back_end = true;
    b->in.back_end_restore = restore;
}

/* Loads of warp 20 to slot 5 are sent: three, or one at the paper's size. */
static void loads_sent(struct bench *b, uint32_t warp, uint32_t slot)
{
    request(b, true, COORDINATOR_THREADS, warp, 0, slot);
    cycle(b);
    do {
        b->in.acc_ready = true;
        cycle(b);
    } while (!b->out.req_ready);
}

/* Words go to their rows by themselves; when all loads have ended the unit is told, and no stack is
 * written. A state may come back meanwhile. */
static void register_set_from_memory(void **state)
{
    (void)state;
    struct bench b;
    start(&b, paper);
    request(&b, true, COORDINATOR_REGS, 10, 7, 200);
    cycle(&b);
    for (uint32_t bank = 0; bank < 4; bank++) {
        access_taken(&b, SWAPPER_RETURN, true, ones(32), BASE + (10 * 64 + 7 * 4 + bank) * 32 * 4);
        assert_int_equal(b.out.acc_place.bank, bank);
        assert_int_equal(b.out.acc_place.index, 200);
        assert_int_equal(b.out.acc_restore, 0);
        if (bank == 1) end(&b, 0); /* before the others are sent */
    }
    expect_done(&b);
    loads_sent(&b, 20, 5);
    assert_true(b.s.restore[1].valid && !b.s.restore[1].of_set);
    give_back(&b, 1, 0, ones(15), 100);
    end(&b, 0);
    cycle(&b);
    end(&b, 1);
    cycle(&b);
    end(&b, 0);
    cycle(&b);
    assert_true(b.out.rsp_valid && b.out.stack_wr_en);
    assert_int_equal(b.out.rsp_warp, 20);
    end(&b, 0);
    cycle(&b);
    assert_false(b.out.rsp_valid);
    cycle(&b);
    assert_true(b.out.rsp_valid);
    assert_false(b.out.stack_wr_en);
    assert_int_equal(b.out.rsp_warp, 10);
    cycle(&b);
    assert_false(b.out.rsp_valid || b.s.restore[0].valid);
}

static void state_from_memory(void **state)
{
    (void)state;
    struct bench b;
    const struct swapper_cfg c = narrow();
    start(&b, c);
    const uint32_t from = swapper_scratch(&c) + 16 * 48 * 1024 + 20 * 16 * 4;
    request(&b, true, COORDINATOR_THREADS, 20, 0, 5);
    cycle(&b);
    access_taken(&b, SWAPPER_STATE, true, ones(7), from);
    assert_int_equal(b.out.acc_part, 0);
    assert_int_equal(b.out.acc_restore, 0);
    give_back(&b, 0, 0, 0x7f, 100); /* before the others are sent */
    end(&b, 0);
    access_taken(&b, SWAPPER_STATE, true, ones(7), from + 28);
    access_taken(&b, SWAPPER_STATE, true, ones(1), from + 56);
    assert_int_equal(b.out.acc_part, 2);
    expect_done(&b);
    give_back(&b, 0, 2, 1, 300);
    end(&b, 0);
    cycle(&b);
    give_back(&b, 0, 1, 0x2a, 200);
    cycle(&b);
    give_back(&b, 0, 1, 0x55, 200);
    cycle(&b);
    assert_false(b.out.rsp_valid);
    end(&b, 0);
    cycle(&b);
    assert_false(b.out.rsp_valid);
    cycle(&b);
    assert_true(b.out.rsp_valid);
    assert_true(b.out.stack_wr_en);
    assert_int_equal(b.out.rsp_warp, 20);
    assert_int_equal(b.out.stack_wr_slot, 5);
    for (uint32_t w = 0; w < 15; w++)
        assert_int_equal(b.out.stack_wr_data[w], 100 * (w / 7 + 1) + w % 7);
    cycle(&b);
    assert_false(b.out.rsp_valid);
}

static void parks_tasks(void **state)
{
    (void)state;
    struct bench b;
    start(&b, paper);
    task(&b, false);
    cycle(&b);
    assert_true(b.out.job_taken);
    access_taken(&b, SWAPPER_FILL, true, 0x55, BASE + (9 * 64 + 63) * 128);
    assert_int_equal(b.out.acc_job->park, 5);
    assert_int_equal(b.out.acc_job->operand, 1);
    assert_int_equal(b.out.acc_job->place.index, 245);
    task(&b, true);
    cycle(&b);
    assert_true(b.out.job_taken); /* in the cycle behind */
    b.in.row_ready = true;
    cycle(&b);
    assert_true(b.out.rd_valid);
    assert_int_equal(b.out.rd_place.bank, 2);
    assert_int_equal(b.out.rd_place.index, 245);
    b.in.row_valid = true;
    cycle(&b);
    access_taken(&b, SWAPPER_RESULT, false, 0x55, BASE + (9 * 64 + 63) * 128);
    cycle(&b);
    assert_false(b.out.swapping);
    assert_false(b.out.req_ready);
}

static void reset_forgets(void **state)
{
    (void)state;
    struct bench b;
    start(&b, paper);
    loads_sent(&b, 20, 5);
    task(&b, false);
    cycle(&b);
    swapper_reset(&b.s);
    assert_null(swapper_check(&b.s));
    cycle(&b);
    assert_false(b.out.swapping);
    assert_false(b.out.rsp_valid);
}

/* ---- the races of the page ---------------------------------------------------------------- */

/* A task that is over: the next turn is the request's. */
static void behind_a_task(struct bench *b, struct swapper_cfg cfg)
{
    start(b, cfg);
    task(b, false);
    cycle(b);
    b->in.acc_ready = true;
    cycle(b);
}

static void race_task_and_request(void **state)
{
    (void)state;
    struct bench b;
    start(&b, paper);
    task(&b, false);
    request(&b, false, COORDINATOR_REGS, 10, 7, 200);
    cycle(&b);
    assert_true(b.out.job_taken);
    b.in.acc_ready = true;
    cycle(&b);
    task(&b, false);
    b.in.calm = true;
    cycle(&b);
    assert_false(b.out.job_taken);
    cycle(&b);
    assert_true(b.out.rd_valid);
    assert_int_equal(b.out.rd_place.index, 200);
}

static void race_request_not_at_rest(void **state)
{
    (void)state;
    struct bench b;
    behind_a_task(&b, paper);
    task(&b, false);
    request(&b, false, COORDINATOR_REGS, 10, 7, 200);
    b.in.calm = false;
    cycle(&b);
    assert_true(b.out.job_taken);
    start(&b, paper);
    request(&b, false, COORDINATOR_REGS, 10, 7, 200);
    b.in.calm = false;
    cycle(&b);
    cycle(&b);
    assert_false(b.out.swapping);
    b.in.calm = true;
    cycle(&b);
    cycle(&b); /* once it has begun that is not looked at */
    assert_true(b.out.rd_valid);
}

static void race_no_restore_register(void **state)
{
    (void)state;
    struct bench b;
    behind_a_task(&b, narrow());
    loads_sent(&b, 20, 5);
    loads_sent(&b, 21, 6);
    task(&b, false);
    cycle(&b);
    b.in.acc_ready = true;
    cycle(&b);
    task(&b, false);
    request(&b, true, COORDINATOR_THREADS, 22, 0, 7);
    cycle(&b);
    assert_true(b.out.job_taken); /* all registers are in use */
    b.in.acc_ready = true;
    cycle(&b);
    for (uint32_t part = 0; part < 3; part++) {
        end(&b, 1);
        b.in.calm = true;
        cycle(&b);
    }
    b.in.calm = true;
    cycle(&b); /* written back: free from the next cycle on */
    assert_true(b.out.rsp_valid);
    assert_int_equal(b.out.rsp_warp, 21);
    assert_false(b.out.req_begins);
    b.in.calm = true;
    cycle(&b);
    assert_true(b.out.req_begins);
    cycle(&b);
    assert_int_equal(b.out.acc_restore, 1);
}

static void states_back_in_any_order(void **state)
{
    (void)state;
    struct bench b;
    start(&b, paper);
    loads_sent(&b, 20, 5);
    loads_sent(&b, 21, 6);
    loads_sent(&b, 22, 7);
    give_back(&b, 1, 0, 0x7fff, 50);
    end(&b, 2);
    cycle(&b);
    end(&b, 0);
    cycle(&b);
    assert_int_equal(b.out.rsp_warp, 22);
    end(&b, 1);
    cycle(&b);
    assert_int_equal(b.out.rsp_warp, 20);
    cycle(&b);
    assert_int_equal(b.out.rsp_warp, 21);
    assert_int_equal(b.out.stack_wr_data[14], 64);
}

/* ---- a naive twin: a memory --------------------------------------------------------------- */

enum { MEMORY = 1 << 21, QUEUE = 64 };

struct world {
    struct swapper_cfg cfg;
    struct hd_rng rng;
    uint32_t memory[MEMORY / 4]; /* from the base on */
    uint32_t regs[8][256][LANES], rows[4096][LANES], stack[64][WORDS];
    bool row_due, ctx_due;
    uint32_t bank, index, ctx_row;
    struct load {
        uint32_t restore, part, addr;
        uint64_t mask;
    } load[QUEUE];
    uint32_t loads;
    uint32_t expect[64][WORDS]; /* the state of each warp as it went */
    bool away[64], loading[64];
    uint32_t moved[3], restored;
};

static uint32_t draw(struct world *w, uint32_t n) { return hd_rng_below(&w->rng, n); }
static uint32_t word(struct world *w) { return (uint32_t)(hd_rng_next(&w->rng) >> 32); }
static uint32_t *at(struct world *w, uint32_t address)
{
    assert_true(address - BASE < swapper_bytes(&w->cfg) && address % 4 == 0);
    return &w->memory[(address - BASE) / 4];
}

static uint32_t power(uint32_t n)
{
    uint32_t p = 1;
    while (p < n) p *= 2;
    return p;
}

/* All of it is where the page says. */
static void expect_moved(struct world *w, const struct swapper_in *in)
{
    const struct swapper_cfg *c = &w->cfg;
    const uint32_t lanes = power(c->lanes), words = c->row_bits / 32;
    const uint32_t stack = (c->stack_bits + 31) / 32;
    const uint32_t scratch = BASE + c->warps * 64 * lanes * 4;
    const uint32_t states = scratch + c->blocks * c->scratch_sets * 1024;
    w->moved[in->req_kind]++;
    switch (in->req_kind) {
    case COORDINATOR_REGS:
        for (uint32_t b = 0; b < c->banks; b++)
            for (uint32_t l = 0; l < c->lanes; l++)
                assert_int_equal(
                    *at(w,
                        BASE + ((in->req_row * 64 + in->req_set * c->banks + b) * lanes + l) * 4),
                    w->regs[b][in->req_phys][l]);
        break;
    case COORDINATOR_SCRATCH:
        for (uint32_t k = 0; k < 256; k++)
            assert_int_equal(
                *at(w, scratch + (in->req_row * c->scratch_sets + in->req_set) * 1024 + k * 4),
                w->rows[in->req_phys * (256 / words) + k / words][k % words]);
        break;
    default:
        if (in->req_load) break;
        for (uint32_t k = 0; k < stack; k++)
            assert_int_equal(*at(w, states + (in->req_row * power(stack) + k) * 4),
                             w->stack[in->req_phys][k]);
        memcpy(w->expect[in->req_row], w->stack[in->req_phys], stack * 4);
        w->away[in->req_row] = true;
    }
}

static void draw_request(struct world *w, struct swapper_in *in)
{
    const struct swapper_cfg *c = &w->cfg;
    in->req_kind = draw(w, 3);
    in->req_load = false;
    in->req_valid = draw(w, 4) != 0;
    switch (in->req_kind) {
    case COORDINATOR_REGS:
        in->req_row = draw(w, c->warps);
        in->req_set = draw(w, 64 / c->banks);
        in->req_phys = draw(w, c->reg_phys);
        break;
    case COORDINATOR_SCRATCH:
        in->req_row = draw(w, c->blocks);
        in->req_set = draw(w, c->scratch_sets);
        in->req_phys = draw(w, c->scratch_phys);
        break;
    default:
        in->req_row = draw(w, c->warps);
        in->req_phys = draw(w, c->slots);
        in->req_load = w->away[in->req_row];
        if (w->loading[in->req_row]) in->req_valid = false; /* it sits nowhere yet */
        if (in->req_valid && in->req_load) w->loading[in->req_row] = true;
    }
}

/* The words of a load come one after the other, the last with its end; of any load. */
static void draw_back(struct world *w, struct swapper_in *in, uint32_t *data)
{
    in->back_valid = in->back_end = false;
    if (w->loads == 0 || draw(w, 3) == 0) return;
    const uint32_t n = draw(w, w->loads);
    struct load *x = &w->load[n];
    const uint32_t l = (uint32_t)__builtin_ctzll(x->mask);
    in->back_valid = true;
    in->back_restore = in->back_end_restore = x->restore;
    in->back_part = x->part;
    in->back_mask = x->mask & -x->mask;
    data[l] = *at(w, x->addr + 4 * l);
    x->mask &= x->mask - 1;
    in->back_end = x->mask == 0;
    if (in->back_end) w->load[n] = w->load[--w->loads];
}

static void world_inputs(struct world *w, const struct swapper_out *view, struct swapper_in *in,
                         uint32_t (*data)[WORDS])
{
    in->calm = draw(w, 3) != 0;
    in->row_valid = w->row_due && draw(w, 2) != 0;
    in->ctx_rsp_valid = w->ctx_due && draw(w, 2) != 0;
    memcpy(data[0], w->regs[w->bank][w->index % 256], LANES * 4);
    memcpy(data[1], w->rows[w->ctx_row], LANES * 4);
    memcpy(data[2], w->stack[view->stack_rd_en ? view->stack_rd_slot : 0], WORDS * 4);
    in->row_data = data[0];
    in->ctx_rsp_data = data[1];
    in->stack_rd_data = data[2];
    in->back_data = data[3];
    in->row_ready = draw(w, 4) != 0;
    in->ctx_ready = draw(w, 4) != 0;
    in->acc_ready = w->loads < QUEUE && draw(w, 4) != 0;
    in->job_valid = draw(w, 8) == 0;
    in->job = (struct set_lookup_job){
        .store = draw(w, 2) != 0,
        .park = draw(w, w->cfg.parks),
        .warp = draw(w, w->cfg.warps),
        .reg = draw(w, 64),
        .place = {(uint8_t)draw(w, w->cfg.banks), (uint16_t)(200 + draw(w, 8))}};
    draw_back(w, in, data[3]);
}

static void world_access(struct world *w, const struct swapper_out *out)
{
    for (uint32_t l = 0; l < w->cfg.lanes; l++)
        if (!out->acc_load && (out->acc_mask >> l & 1)) *at(w, out->acc_addr[l]) = out->acc_data[l];
    if (out->acc_what != SWAPPER_STATE) return;
    w->load[w->loads++] =
        (struct load){out->acc_restore, out->acc_part, out->acc_addr[0], out->acc_mask};
}

static void world_cycle(struct world *w, const struct swapper_in *in, const struct swapper_out *out)
{
    w->row_due &= !in->row_valid;
    w->ctx_due &= !in->ctx_rsp_valid;
    if (out->rd_valid && in->row_ready) {
        w->row_due = true;
        w->bank = out->rd_place.bank;
        w->index = out->rd_place.index;
    }
    if (out->ctx_valid && in->ctx_ready) {
        w->ctx_due = true;
        w->ctx_row = out->ctx_row;
    }
    if (out->acc_valid && in->acc_ready) world_access(w, out);
    if (!out->rsp_valid) return;
    w->restored++;
    assert_true(w->loading[out->rsp_warp]);
    w->loading[out->rsp_warp] = w->away[out->rsp_warp] = false;
    for (uint32_t k = 0; k < (w->cfg.stack_bits + 31) / 32; k++)
        assert_int_equal(out->stack_wr_data[k], w->expect[out->rsp_warp][k]);
}

static void everything_is_where_it_belongs(void **state)
{
    (void)state;
    static struct world w;
    static struct swapper s;
    static uint32_t data[4][WORDS];
    struct swapper_in in = {0};
    struct swapper_out out;
    for (uint32_t size = 0; size < 2; size++) {
        memset(&w, 0, sizeof w);
        memset(&in, 0, sizeof in);
        w.cfg = size == 0 ? paper : narrow();
        w.cfg.scratch_phys = 16; /* what the world has rows for */
        w.cfg.scratch_sets = 16;
        hd_rng_seed(&w.rng, size);
        assert_null(swapper_init(&s, &w.cfg));
        for (uint32_t k = 0; k < sizeof w.regs / 4; k++) (&w.regs[0][0][0])[k] = word(&w);
        for (uint32_t k = 0; k < sizeof w.rows / 4; k++) (&w.rows[0][0])[k] = word(&w);
        for (uint32_t k = 0; k < sizeof w.stack / 4; k++) (&w.stack[0][0])[k] = word(&w);
        for (uint32_t c = 0; c < 200000; c++) {
            if (!in.req_valid) draw_request(&w, &in);
            swapper_view(&s, &out);
            world_inputs(&w, &out, &in, data);
            const char *broken = swapper_promise(&s, &in);
            if (broken != NULL) fail_msg("cycle %u: promise: %s", c, broken);
            swapper_eval(&s, &in, &out);
            world_cycle(&w, &in, &out);
            if (out.req_ready) expect_moved(&w, &in);
            swapper_tick(&s, &in, &out);
            broken = swapper_check(&s);
            if (broken != NULL) fail_msg("cycle %u: invariant: %s", c, broken);
            if (out.req_ready) in.req_valid = false;
        }
        for (uint32_t k = 0; k < 3; k++) assert_true(w.moved[k] > 100);
        assert_true(w.restored > 100);
    }
}

/* ---- what check, promise and init find --------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = swapper_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench good, b;
    start(&good, narrow());
    request(&good, true, COORDINATOR_THREADS, 20, 0, 5);
    cycle(&good);
    b = good;
    b.s.step = 3;
    expect_broken(&b, "step");
    b = good;
    b.s.read = 1;
    expect_broken(&b, "read");
    b = good;
    b.s.doing = SWAPPER_READS;
    expect_broken(&b, "loads_only_send");
    b = good;
    b.s.task = SWAPPER_OUT;
    b.s.doing = SWAPPER_WAITS;
    expect_broken(&b, "stack_is_read_at_once");
    b = good;
    b.s.task = SWAPPER_JOB;
    b.s.doing = SWAPPER_DONE;
    expect_broken(&b, "job_is_no_request");
    b = good;
    b.s.restore[0].left = 2; /* none was sent */
    expect_broken(&b, "left");
    b = good;
    b.s.restore[0].left = 4;
    expect_broken(&b, "left");
    b = good;
    b.s.restore[0].valid = false;
    expect_broken(&b, "restored_early");
    b = good;
    b.s.doing = SWAPPER_RESTS;
    b.s.restore[0].left = b.s.restore[1].left = 0;
    b.s.restore[1].valid = true;
    expect_broken(&b, "one_back");
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = swapper_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    start(&b, narrow());
    b.in.row_valid = true;
    expect_promise(&b, "a row of registers comes that no task waits for");
    b.in.ctx_rsp_valid = true;
    expect_promise(&b, "a row of shared memory comes that no task waits for");
    task(&b, true);
    b.in.job.warp = 64;
    expect_promise(&b, "a task is of a warp that there is not");
    request(&b, false, 3, 0, 0, 0);
    expect_promise(&b, "a request is of no kind");
    request(&b, true, COORDINATOR_SCRATCH, 0, 0, 0);
    expect_promise(&b, "a request loads a set of shared memory");
    request(&b, false, COORDINATOR_REGS, 0, 16, 0);
    expect_promise(&b, "a request is of a set that there is not");
    request(&b, false, COORDINATOR_SCRATCH, 16, 0, 0);
    expect_promise(&b, "a request is of a set that there is not");
    request(&b, false, COORDINATOR_REGS, 64, 0, 0);
    expect_promise(&b, "a request is of a set that there is not");
    request(&b, false, COORDINATOR_REGS, 0, 0, 240);
    expect_promise(&b, "a request is of a set that there is not");
    request(&b, false, COORDINATOR_SCRATCH, 0, 48, 0);
    expect_promise(&b, "a request is of a set that there is not");
    request(&b, false, COORDINATOR_SCRATCH, 0, 0, 48);
    expect_promise(&b, "a request is of a set that there is not");
    request(&b, true, COORDINATOR_THREADS, 0, 0, 48);
    expect_promise(&b, "a request is of a warp, or a slot, that there is not");
    request(&b, true, COORDINATOR_THREADS, 64, 0, 0);
    expect_promise(&b, "a request is of a warp, or a slot, that there is not");
    end(&b, 2);
    expect_promise(&b, "a load ends that is not on its way");
    give_back(&b, 2, 0, 1, 0);
    expect_promise(&b, "words come back that are not on their way");
    give_back(&b, 1, 0, 1, 0);
    expect_promise(&b, "words come back that are not on their way");
    end(&b, 0);
    expect_promise(&b, "a load ends that is not on its way");
    request(&b, true, COORDINATOR_THREADS, 20, 0, 5);
    cycle(&b);
    end(&b, 0); /* not sent yet */
    expect_promise(&b, "a load ends that is not on its way");
    request(&b, true, COORDINATOR_THREADS, 20, 0, 5);
    b.in.acc_ready = true;
    cycle(&b);
    give_back(&b, 0, 1, 1, 0); /* not sent yet */
    expect_promise(&b, "words come back that are not on their way");
    request(&b, true, COORDINATOR_THREADS, 20, 0, 5);
    for (uint32_t part = 1; part < 3; part++) {
        b.in.acc_ready = true;
        cycle(&b);
    }
    quiet(&b);
    give_back(&b, 0, 2, 2, 0);
    b.in.req_valid = true;
    expect_promise(&b, "more words come back than a row has");
    expect_promise(&b, "a request leaves that is not taken");
    b.s.restore[0].left = 0;
    give_back(&b, 0, 0, 1, 0);
    b.in.req_valid = true;
    expect_promise(&b, "words come back that are not on their way");
}

/* A row comes, and the other kind is waited for. */
static void promise_finds_rows(void **state)
{
    (void)state;
    struct bench b;
    start(&b, paper);
    request(&b, false, COORDINATOR_REGS, 10, 7, 200);
    cycle(&b);
    b.in.row_ready = true;
    cycle(&b);
    b.in.ctx_rsp_valid = true;
    expect_promise(&b, "a row of shared memory comes that no task waits for");
    start(&b, paper);
    request(&b, false, COORDINATOR_SCRATCH, 10, 7, 20);
    cycle(&b);
    b.in.ctx_ready = true;
    cycle(&b);
    b.in.row_valid = true;
    expect_promise(&b, "a row of registers comes that no task waits for");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        size_t field;
        uint32_t value;
        const char *sentence;
    } bad[] = {
        {offsetof(struct swapper_cfg, slots), 1, "Slots must be 2 to 64"},
        {offsetof(struct swapper_cfg, slots), 65, "Slots must be 2 to 64"},
        {offsetof(struct swapper_cfg, lanes), 0, "Lanes must be 1 to 64"},
        {offsetof(struct swapper_cfg, lanes), 65, "Lanes must be 1 to 64"},
        {offsetof(struct swapper_cfg, banks), 0, "Banks must be 1, 2, 4 or 8"},
        {offsetof(struct swapper_cfg, banks), 6, "Banks must be 1, 2, 4 or 8"},
        {offsetof(struct swapper_cfg, banks), 16, "Banks must be 1, 2, 4 or 8"},
        {offsetof(struct swapper_cfg, reg_phys), 1, "RegPhys must be 2 to 4096"},
        {offsetof(struct swapper_cfg, reg_phys), 4097, "RegPhys must be 2 to 4096"},
        {offsetof(struct swapper_cfg, parks), 0, "Parks must be 1 to 16"},
        {offsetof(struct swapper_cfg, parks), 17, "Parks must be 1 to 16"},
        {offsetof(struct swapper_cfg, warps), 1, "Warps must be 2 to 64"},
        {offsetof(struct swapper_cfg, warps), 65, "Warps must be 2 to 64"},
        {offsetof(struct swapper_cfg, blocks), 1, "Blocks must be 2 to 16"},
        {offsetof(struct swapper_cfg, blocks), 17, "Blocks must be 2 to 16"},
        {offsetof(struct swapper_cfg, scratch_sets), 0, "ScratchSets must be 1 to 64"},
        {offsetof(struct swapper_cfg, scratch_sets), 65, "ScratchSets must be 1 to 64"},
        {offsetof(struct swapper_cfg, scratch_phys), 1, "ScratchPhys must be 2 to 1024"},
        {offsetof(struct swapper_cfg, scratch_phys), 1025, "ScratchPhys must be 2 to 1024"},
        {offsetof(struct swapper_cfg, scratch_phys), 47, "ScratchSets must be at most ScratchPhys"},
        {offsetof(struct swapper_cfg, row_bits), 16,
         "RowBits must be a power of two, 32 to 32 * Lanes"},
        {offsetof(struct swapper_cfg, row_bits), 96,
         "RowBits must be a power of two, 32 to 32 * Lanes"},
        {offsetof(struct swapper_cfg, row_bits), 2048,
         "RowBits must be a power of two, 32 to 32 * Lanes"},
        {offsetof(struct swapper_cfg, rows), 767, "Rows must hold ScratchPhys sets"},
        {offsetof(struct swapper_cfg, stack_bits), 0, "StackBits must be 1 to 3424"},
        {offsetof(struct swapper_cfg, stack_bits), 3425, "StackBits must be 1 to 3424"},
        {offsetof(struct swapper_cfg, restores), 0, "Restores must be 1 to 8"},
        {offsetof(struct swapper_cfg, restores), 9, "Restores must be 1 to 8"},
    };
    struct swapper s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct swapper_cfg cfg = paper;
        memcpy((char *)&cfg + bad[i].field, &bad[i].value, sizeof bad[i].value);
        const char *error = swapper_init(&s, &cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_sizes),
        cmocka_unit_test(register_set),
        cmocka_unit_test(scratch_sets),
        cmocka_unit_test(state_to_memory),
        cmocka_unit_test(register_set_from_memory),
        cmocka_unit_test(state_from_memory),
        cmocka_unit_test(parks_tasks),
        cmocka_unit_test(reset_forgets),
        cmocka_unit_test(race_task_and_request),
        cmocka_unit_test(race_request_not_at_rest),
        cmocka_unit_test(race_no_restore_register),
        cmocka_unit_test(states_back_in_any_order),
        cmocka_unit_test(everything_is_where_it_belongs),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(promise_finds_rows),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("swapper", tests, NULL, NULL);
}
