/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the Zorua unit: the page's figures, worked cases of what joins the blocks,
 * and a core with a memory that runs random programs. Every register set, scratchpad set and slot
 * there has contents, which must be found again wherever the unit says they are: on chip, or in
 * swap space.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/zorua.h"

enum { ROWS = 64, SETS = 64, PHYS = 256, BLOCKS = 256 };

static const struct zorua_cfg hand = {.warps = 4,
                                      .slots = 3,
                                      .blocks = 2,
                                      .reg_sets = 4,
                                      .reg_phys = 6,
                                      .scratch_sets = 4,
                                      .scratch_phys = 4,
                                      .id_width = 8,
                                      .ports = 2,
                                      .thresh_width = 4,
                                      .epoch_width = 8,
                                      .columns = 4,
                                      .cnt_width = 4};
static const struct zorua_cfg paper = {.warps = 64,
                                       .slots = 48,
                                       .blocks = 16,
                                       .reg_sets = 16,
                                       .reg_phys = 256,
                                       .scratch_sets = 48,
                                       .scratch_phys = 48,
                                       .id_width = 96,
                                       .ports = 2,
                                       .thresh_width = 9,
                                       .epoch_width = 16,
                                       .columns = 16,
                                       .cnt_width = 4};

/* ---- a bench --------------------------------------------------------------------------- */

struct bench {
    struct zorua s;
    struct zorua_in in;
    struct zorua_out out;
    uint32_t ports; /* events and look-ups of this cycle so far */
    uint32_t reg_looks;
    uint32_t scratch_looks;
    uint32_t cycles;
    uint32_t seldom; /* the long checks are made in one cycle of so many; 0: in each */
};

static void start(struct bench *b, const struct zorua_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(zorua_init(&b->s, cfg));
    assert_null(zorua_check(&b->s));
    b->in.epoch = 100;
    b->in.req_ready = true;
}

static void clear(struct bench *b)
{
    b->in.kernel_en = b->in.block_valid = b->in.rsp_valid = false;
    memset(b->in.ev_valid, 0, sizeof b->in.ev_valid);
    memset(b->in.reg_look_en, 0, sizeof b->in.reg_look_en);
    memset(b->in.scratch_look_en, 0, sizeof b->in.scratch_look_en);
    b->ports = b->reg_looks = b->scratch_looks = 0;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    static struct zorua before;
    const char *broken;
    const bool thorough = b->seldom == 0 || b->cycles % b->seldom == 0;

    b->cycles++;
    if (thorough) before = b->s;
    broken = zorua_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("cycle %u: promise: %s", b->cycles, broken);
    zorua_eval(&b->s, &b->in, &b->out);
    if (thorough) assert_memory_equal(&before, &b->s, sizeof before);
    zorua_tick(&b->s, &b->in, &b->out);
    broken = thorough ? zorua_check(&b->s) : NULL;
    if (broken != NULL) fail_msg("cycle %u: check: %s", b->cycles, broken);
    clear(b);
}

static void cycles(struct bench *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) cycle(b);
}

static void kernel(struct bench *b, uint32_t warps, uint32_t regs, uint32_t scratch, uint32_t least)
{
    b->in.kernel_en = true;
    b->in.kernel_warps = warps;
    b->in.kernel_regs = regs;
    b->in.kernel_scratch = scratch;
    b->in.kernel_least = least;
    cycle(b);
}

static void limits(struct bench *b, uint32_t thresh, uint32_t step, uint32_t max)
{
    for (uint32_t r = 0; r < 3; r++) {
        b->in.default_thresh[r] = thresh;
        b->in.step[r] = step;
        b->in.max[r] = max;
    }
}

static void offer(struct bench *b, uint32_t id)
{
    b->in.block_valid = true;
    b->in.block_id[0] = id;
}

static void bring(struct bench *b, uint32_t id)
{
    offer(b, id);
    cycle(b);
    assert_true(b->out.block_ready);
    cycles(b, 100);
}

static void event(struct bench *b, uint32_t slot, uint32_t kind, uint32_t regs, uint32_t scratch)
{
    const uint32_t p = b->ports++;
    b->in.ev_valid[p] = true;
    b->in.ev_slot[p] = slot;
    b->in.ev_kind[p] = kind;
    b->in.ev_regs[p] = regs;
    b->in.ev_scratch[p] = scratch;
}

static void look_reg(struct bench *b, uint32_t warp, uint32_t set)
{
    const uint32_t p = b->reg_looks++;
    b->in.reg_look_en[p] = true;
    b->in.reg_look_row[p] = warp;
    b->in.reg_look_set[p] = set;
}

static void look_scratch(struct bench *b, uint32_t block, uint32_t set)
{
    const uint32_t p = b->scratch_looks++;
    b->in.scratch_look_en[p] = true;
    b->in.scratch_look_row[p] = block;
    b->in.scratch_look_set[p] = set;
}

/* ---- the page's figures ---------------------------------------------------------------- */

static void rule_table_bits(void **state)
{
    (void)state;
    assert_int_equal(zorua_table_bits(&paper, COORDINATOR_REGS), 64 * 16 * 9);
    assert_int_equal(zorua_table_bits(&paper, COORDINATOR_REGS), 9 * 8 * 1024 / 8); /* 1.125 KB */
    assert_int_equal(zorua_table_bits(&paper, COORDINATOR_SCRATCH), 16 * 48 * 7);
    assert_int_equal(zorua_table_bits(&paper, COORDINATOR_SCRATCH), 672 * 8);
    assert_int_equal(zorua_table_bits(&paper, COORDINATOR_THREADS), 64 * 7);
    assert_int_equal(zorua_table_bits(&paper, COORDINATOR_THREADS), 56 * 8);
}

/* The tables have the entries that were counted. */
static void rule_table_sizes(void **state)
{
    (void)state;
    static struct zorua s;
    assert_null(zorua_init(&s, &paper));
    for (uint32_t r = 0; r < 3; r++) {
        uint32_t bits = 0;
        const struct mapping_table_cfg *t = &s.table[r].cfg;
        while ((1u << bits) < t->phys) bits++;
        assert_int_equal(t->rows * t->sets * (bits + 1), zorua_table_bits(&paper, r));
    }
    assert_int_equal(spill_selector_lines(&s.selector[1].cfg), 16);
    assert_int_equal(spill_selector_lines(&s.selector[0].cfg), 3);
}

/* ---- kernel ---------------------------------------------------------------------------- */

static void kernel_taken_while_idle(void **state)
{
    (void)state;
    static struct bench b;
    start(&b, &hand);
    limits(&b, 3, 1, 2);
    cycle(&b);
    assert_true(b.out.idle);
    assert_int_equal(b.out.thresh[1], 0);
    kernel(&b, 2, 3, 1, 1);
    assert_int_equal(b.s.warps, 2);
    assert_int_equal(b.s.regs, 3);
    assert_int_equal(b.s.scratch, 1);
    assert_int_equal(b.s.least, 1);
    cycle(&b);
    for (uint32_t r = 0; r < 3; r++) assert_int_equal(b.out.thresh[r], 2); /* default, below max */
    bring(&b, 1);
    assert_false(b.out.idle);
    limits(&b, 1, 1, 2);
    kernel(&b, 1, 1, 0, 2); /* not now */
    cycle(&b);
    assert_int_equal(b.s.warps, 2);
    assert_int_equal(b.s.least, 1);
    assert_int_equal(b.out.thresh[0], 2);
    assert_int_equal(b.out.running, 2);
    event(&b, 0, COORDINATOR_EV_END, 0, 0);
    event(&b, 1, COORDINATOR_EV_END, 0, 0);
    cycles(&b, 40);
    assert_true(b.out.idle);
    kernel(&b, 1, 1, 0, 2);
    assert_int_equal(b.s.warps, 1);
    cycle(&b);
    assert_int_equal(b.out.thresh[0], 1);
}

/* A block that is accepted in this cycle is here from the next on. */
static void idle_until_a_block(void **state)
{
    (void)state;
    static struct bench b;
    start(&b, &hand);
    kernel(&b, 1, 0, 0, 1);
    offer(&b, 5);
    cycle(&b);
    assert_true(b.out.idle && b.out.block_ready);
    cycle(&b);
    assert_false(b.out.idle);
}

/* ---- what joins the blocks ------------------------------------------------------------- */

static void join_look_up(void **state)
{
    (void)state;
    static struct bench b;
    start(&b, &hand);
    kernel(&b, 2, 2, 3, 1);
    bring(&b, 1);
    assert_int_equal(b.out.ready, 3);
    look_reg(&b, 1, 1);
    look_scratch(&b, b.out.slot_block[1], 2);
    cycle(&b);
    cycle(&b);
    assert_false(b.out.reg_found_en[0]);
    cycle(&b);
    assert_true(b.out.reg_found_en[0] && b.out.reg_found_held[0] && !b.out.reg_found_wait[0]);
    assert_int_equal(b.out.reg_found_phys[0], 3);
    assert_int_equal(b.out.reg_found_row[0], 1);
    assert_int_equal(b.out.reg_found_set[0], 1);
    assert_true(b.out.scratch_found_held[0]);
    assert_int_equal(b.out.scratch_found_phys[0], 2);
    assert_int_equal(b.s.selector[1].count[3], 2); /* taken, and accessed */
    assert_int_equal(b.s.selector[0].count[2], 2);
    assert_int_equal(b.s.selector[1].count[2], 1);
}

/* The set that is accessed least goes. A port that looks it up while it goes waits, and then finds
 * it in swap space. */
static void join_victim(void **state)
{
    (void)state;
    static struct bench b;
    uint32_t i = 0;
    start(&b, &hand);
    kernel(&b, 1, 3, 0, 3);
    bring(&b, 1);
    bring(&b, 2);
    assert_int_equal(b.out.free[2], 0);
    for (uint32_t n = 0; n < 12; n++) {
        look_reg(&b, 0, n % 2 == 0 ? 0 : 2);
        look_reg(&b, 1, n % 3);
        cycle(&b);
    }
    event(&b, 1, COORDINATOR_EV_PHASE, 4, 0);
    b.in.req_ready = false;
    while (!b.out.req_valid && i++ < 60) cycle(&b);
    assert_int_equal(b.out.req_kind, COORDINATOR_REGS);
    assert_int_equal(b.out.req_row, 0);
    assert_int_equal(b.out.req_set, 1);
    assert_int_equal(b.out.req_phys, 1);
    look_reg(&b, 0, 1);
    look_reg(&b, 0, 0);
    cycles(&b, 3);
    assert_true(b.out.reg_found_en[0] && b.out.reg_found_wait[0]);
    assert_true(b.out.reg_found_en[1] && !b.out.reg_found_wait[1]);
    b.in.req_ready = true;
    look_reg(&b, 0, 1);
    cycles(&b, 3);
    assert_true(b.out.reg_found_en[0] && !b.out.reg_found_wait[0]);
    assert_false(b.out.reg_found_held[0]);
    cycles(&b, 10);
    assert_int_equal(b.out.ready, 3);
    assert_int_equal(b.out.swapped[2], 1);
}

/* Idleness raises the thresholds, and what they forbade is done at the next event. */
static void join_thresholds(void **state)
{
    (void)state;
    static struct bench b;
    start(&b, &hand);
    limits(&b, 0, 3, 6);
    b.in.delta = 16;
    kernel(&b, 1, 4, 0, 1);
    bring(&b, 1);
    bring(&b, 2);
    assert_int_equal(b.out.running, 1); /* 2 sets over */
    b.in.idle = true;
    cycles(&b, 100);
    b.in.idle = false;
    assert_int_equal(b.out.thresh[2], 3);
    assert_int_equal(b.out.running, 1);
    event(&b, 0, COORDINATOR_EV_PHASE, 4, 0);
    cycles(&b, 60);
    assert_int_equal(b.out.running, 2);
    assert_int_equal(b.out.swapped[2], 2);
}

/* ---- a core with a memory -------------------------------------------------------------- */

struct program {
    uint32_t phases;
    uint32_t regs;    /* of a phase: up to so many sets */
    uint32_t scratch; /* likewise */
    uint32_t barrier; /* every so many-th event is a barrier; 0: none */
    uint32_t eager;   /* a warp has an event in one cycle of so many */
    uint32_t slow;    /* memory takes a request, or answers, in one cycle of so many */
};

struct load {
    uint32_t kind;
    uint32_t warp;
    uint32_t set;
    uint32_t phys;
};

/* Contents: what was written last, and where it is by what the unit said. 0: nothing yet. */
struct core {
    struct bench b;
    struct hd_rng rng;
    struct program program;
    uint32_t written[3][ROWS][SETS];
    uint32_t chip[3][PHYS];
    uint32_t swap[3][ROWS][SETS];
    uint32_t next; /* a value that was never used */
    struct load load[ROWS];
    uint32_t loads;
    bool alive[ROWS]; /* this and the next five: by warp */
    uint32_t block_no[ROWS];
    uint32_t rank[ROWS];
    uint32_t step[ROWS];
    uint32_t regs[ROWS];
    uint32_t scratch[ROWS];
    uint32_t barriers[BLOCKS][ROWS]; /* come to; by block and rank */
    bool over[BLOCKS][ROWS];
    bool gone[BLOCKS];
    uint32_t offered, begun, ended, done;
    uint32_t stores, reads, swap_reads, waits, returns;
    uint32_t rests; /* cycles in which a set is to return */
    uint32_t quiet; /* cycles without an event */
};

static struct core core;

/* A warp that runs finds its own state in its slot. */
static void core_ready(struct core *c, uint32_t slot)
{
    const uint32_t w = c->b.out.slot_warp[slot], block = c->block_no[w];
    assert_true(c->alive[w]);
    assert_int_equal(c->chip[0][slot], c->written[0][w][0]);
    for (uint32_t r = 0; r < c->b.s.warps; r++)
        assert_true(c->over[block][r] || c->barriers[block][r] >= c->barriers[block][c->rank[w]]);
}

static void core_event(struct core *c, uint32_t slot)
{
    const struct program *p = &c->program;
    const uint32_t w = c->b.out.slot_warp[slot], n = c->step[w]++;

    c->chip[0][slot] = c->written[0][w][0] = c->next++; /* it has gone on in its program */
    if (n >= p->phases) {
        event(&c->b, slot, COORDINATOR_EV_END, 0, 0);
        c->alive[w] = false;
        c->over[c->block_no[w]][c->rank[w]] = true;
        c->ended++;
    } else if (p->barrier != 0 && n % p->barrier == p->barrier - 1) {
        event(&c->b, slot, COORDINATOR_EV_BARRIER, 0, 0);
        c->barriers[c->block_no[w]][c->rank[w]]++;
    } else {
        c->regs[w] = hd_rng_below(&c->rng, p->regs + 1);
        c->scratch[w] = hd_rng_below(&c->rng, p->scratch + 1);
        event(&c->b, slot, COORDINATOR_EV_PHASE, c->regs[w], c->scratch[w]);
    }
    c->quiet = 0;
}

/* A register set of this warp is to return: nothing of the warp uses registers any more. */
static bool core_rests(const struct core *c, uint32_t w)
{
    const struct coordinator *s = &c->b.s.control;
    return s->doing == COORDINATOR_DO_RETURN && s->victim_row == w;
}

static void core_look(struct core *c, uint32_t slot)
{
    const uint32_t w = c->b.out.slot_warp[slot], ports = c->b.s.cfg.ports;
    if (c->regs[w] > 0 && !core_rests(c, w) && c->b.reg_looks < ports &&
        hd_rng_chance(&c->rng, 1, 2))
        look_reg(&c->b, w, hd_rng_below(&c->rng, c->regs[w]));
    if (c->scratch[w] > 0 && c->b.scratch_looks < ports && hd_rng_chance(&c->rng, 1, 2))
        look_scratch(&c->b, c->b.out.slot_block[slot], hd_rng_below(&c->rng, c->scratch[w]));
}

/* Each warp that may run has an event, or looks something up, or neither. */
static void core_warps(struct core *c)
{
    const uint32_t slots = c->b.s.cfg.slots, from = hd_rng_below(&c->rng, slots);
    c->quiet++;
    for (uint32_t i = 0; i < slots; i++) {
        const uint32_t slot = (from + i) % slots;
        if ((c->b.out.ready >> slot & 1) == 0) continue;
        core_ready(c, slot);
        if (c->b.ports < c->b.s.cfg.ports && hd_rng_chance(&c->rng, 1, c->program.eager))
            core_event(c, slot);
        else core_look(c, slot);
    }
}

static void core_memory(struct core *c)
{
    struct load *l;
    c->rests = c->b.s.control.doing == COORDINATOR_DO_RETURN ? c->rests + 1 : 0;
    c->b.in.req_ready =
        c->rests != 1 && c->rests != 2 && hd_rng_chance(&c->rng, 1, c->program.slow);
    if (c->loads == 0 || !hd_rng_chance(&c->rng, 1, c->program.slow)) return;
    l = &c->load[hd_rng_below(&c->rng, c->loads)];
    c->b.in.rsp_valid = true;
    c->b.in.rsp_warp = l->warp;
    c->chip[l->kind][l->phys] = c->swap[l->kind][l->warp][l->set];
    c->returns += l->kind == COORDINATOR_REGS;
    *l = c->load[--c->loads];
}

/* An access that found its set reads what was written last, and writes something else. */
static void core_access(struct core *c, uint32_t r, uint32_t p)
{
    const struct mapping_table_out *t = &c->b.out.nets.table_out[r];
    const uint32_t row = t->found_row[p], set = t->found_set[p];
    uint32_t *cell = t->found_held[p] ? &c->chip[r][t->found_phys[p]] : &c->swap[r][row][set];

    if (!t->found_en[p]) return;
    c->waits += t->found_wait[p];
    if (t->found_wait[p]) return;
    if (c->written[r][row][set] != 0) {
        assert_int_equal(*cell, c->written[r][row][set]);
        c->reads++;
        c->swap_reads += !t->found_held[p];
    }
    *cell = c->written[r][row][set] = c->next++;
}

static void core_request(struct core *c)
{
    const struct zorua_out *out = &c->b.out;
    if (!out->req_valid || !c->b.in.req_ready) return;
    if (out->req_load) {
        assert_int_not_equal(out->req_kind, COORDINATOR_SCRATCH);
        c->load[c->loads++] =
            (struct load){out->req_kind, out->req_row, out->req_set, out->req_phys};
    } else {
        c->swap[out->req_kind][out->req_row][out->req_set] = c->chip[out->req_kind][out->req_phys];
        c->stores++;
    }
}

/* A set that is new, or not needed any more, has no contents. */
static void core_forget(struct core *c)
{
    const struct coordinator_out *o = &c->b.out.nets.control_out;
    for (uint32_t r = 1; r < 3; r++) {
        if (o->op[r] == COORDINATOR_OP_MAP || o->op[r] == COORDINATOR_OP_DROP)
            c->written[r][o->op_row][o->op_set] = 0;
    }
}

static void core_begin(struct core *c)
{
    const struct zorua_out *out = &c->b.out;
    const uint32_t w = out->begin_warp;
    if (!out->begin_en) return;
    assert_false(c->alive[w]);
    c->alive[w] = true;
    c->block_no[w] = out->begin_id[0];
    c->rank[w] = out->begin_rank;
    assert_true(c->block_no[w] < c->offered && c->rank[w] < c->b.s.warps);
    assert_false(c->over[c->block_no[w]][c->rank[w]]);
    c->step[w] = 0;
    c->regs[w] = c->b.s.regs;
    c->scratch[w] = c->b.s.scratch;
    c->chip[0][out->begin_slot] = c->written[0][w][0] = c->next++;
    c->begun++;
}

static void core_done(struct core *c)
{
    const uint32_t block = c->b.out.done_id[0];
    if (!c->b.out.done_valid) return;
    assert_true(block < c->offered);
    assert_false(c->gone[block]);
    for (uint32_t r = 0; r < c->b.s.warps; r++) assert_true(c->over[block][r]);
    c->gone[block] = true;
    c->done++;
}

static void core_cycle(struct core *c, uint32_t blocks)
{
    struct bench *b = &c->b;
    bool offers, ready;

    if (c->offered < blocks) offer(b, c->offered);
    b->in.idle = hd_rng_chance(&c->rng, 1, 2);
    b->in.mem = hd_rng_chance(&c->rng, 1, 2);
    core_memory(c);
    zorua_eval(&b->s, &b->in, &b->out);
    core_warps(c);
    offers = b->in.block_valid;
    ready = b->in.req_ready;
    cycle(b);
    assert_int_equal(ready, b->in.req_ready);
    c->offered += offers && b->out.block_ready;
    for (uint32_t r = 1; r < 3; r++)
        for (uint32_t p = 0; p < b->s.cfg.ports; p++) core_access(c, r, p);
    core_request(c);
    core_forget(c);
    core_begin(c);
    core_done(c);
}

/* A kernel's blocks, from where the last kernel has left the core. */
static void core_kernel(struct core *c, const struct program *p, uint32_t warps, uint32_t least,
                        uint32_t blocks)
{
    const uint32_t begun = c->begun;
    const uint32_t from = c->done;
    c->program = *p;
    kernel(&c->b, warps, p->regs, p->scratch, least);
    for (uint32_t i = 0; i < 400000 && c->done < from + blocks; i++) {
        core_cycle(c, from + blocks);
        if (c->quiet > 20000) fail_msg("nothing runs any more");
    }
    assert_int_equal(c->done, from + blocks);
    assert_int_equal(c->begun, begun + blocks * warps);
    assert_int_equal(c->ended, c->begun);
    cycles(&c->b, 2);
    assert_true(c->b.out.idle);
    assert_null(zorua_check(&c->b.s));
    for (uint32_t r = 0; r < 3; r++) {
        assert_int_equal(c->b.out.free[r], c->b.s.table[r].cfg.phys);
        assert_int_equal(c->b.out.swapped[r], 0);
    }
}

static void core_start(struct core *c, const struct zorua_cfg *cfg, uint64_t seed)
{
    memset(c, 0, sizeof *c);
    start(&c->b, cfg);
    hd_rng_seed(&c->rng, seed);
    c->next = 1;
    c->b.seldom = 8;
    c->b.in.delta = 4;
    c->b.in.age = hd_rng_below(&c->rng, 4);
}

/* Two kernels, one after the other, on small cores. */
static void core_random(void **state)
{
    (void)state;
    struct hd_rng r;
    uint32_t stores = 0, swap_reads = 0, waits = 0, returns = 0;
    hd_rng_seed(&r, 3);
    for (uint64_t seed = 0; seed < 60; seed++) {
        const uint32_t warps = 2 + hd_rng_below(&r, 11), slots = 2 + hd_rng_below(&r, warps - 1);
        const uint32_t regs = 1 + hd_rng_below(&r, 5), scratch = 1 + hd_rng_below(&r, 5);
        const struct zorua_cfg cfg = {.warps = warps,
                                      .slots = slots,
                                      .blocks = 2 + hd_rng_below(&r, 4),
                                      .reg_sets = regs,
                                      .reg_phys = regs + 1 + hd_rng_below(&r, 8),
                                      .scratch_sets = scratch,
                                      .scratch_phys = scratch + 1 + hd_rng_below(&r, 3),
                                      .id_width = 8,
                                      .ports = 1 + hd_rng_below(&r, 4),
                                      .thresh_width = 6,
                                      .epoch_width = 8,
                                      .columns = 1 + hd_rng_below(&r, 8),
                                      .cnt_width = 1 + hd_rng_below(&r, 4)};
        core_start(&core, &cfg, seed);
        limits(&core.b, hd_rng_below(&r, 12), hd_rng_below(&r, 4), hd_rng_below(&r, 24));
        for (uint32_t k = 0; k < 2; k++) {
            const struct program p = {.phases = 3 + hd_rng_below(&r, 12),
                                      .regs = hd_rng_below(&r, regs + 1),
                                      .scratch = hd_rng_below(&r, scratch + 1),
                                      .barrier = hd_rng_below(&r, 4),
                                      .eager = 2 + hd_rng_below(&r, 30),
                                      .slow = 1 + hd_rng_below(&r, 6)};
            core_kernel(&core, &p, 1 + hd_rng_below(&r, slots), 1 + hd_rng_below(&r, slots),
                        1 + hd_rng_below(&r, 6));
        }
        stores += core.stores;
        swap_reads += core.swap_reads;
        waits += core.waits;
        returns += core.returns;
    }
    /* it was about something */
    assert_true(stores > 1000 && swap_reads > 1000 && waits > 100 && returns > 50);
}

/* One warp needs all registers, a block all scratchpad: each warp waits for the others. */
static void core_every_set_swapped(void **state)
{
    (void)state;
    const struct zorua_cfg cfg = {.warps = 6,
                                  .slots = 3,
                                  .blocks = 3,
                                  .reg_sets = 4,
                                  .reg_phys = 4,
                                  .scratch_sets = 4,
                                  .scratch_phys = 4,
                                  .id_width = 8,
                                  .ports = 2,
                                  .thresh_width = 6,
                                  .epoch_width = 8,
                                  .columns = 16,
                                  .cnt_width = 4};
    const struct program p = {
        .phases = 9, .regs = 4, .scratch = 4, .barrier = 2, .eager = 12, .slow = 3};
    for (uint64_t seed = 0; seed < 6; seed++) {
        core_start(&core, &cfg, seed);
        core_kernel(&core, &p, 3, 1, 4);
        limits(&core.b, 20, 2, 60);
        core_kernel(&core, &p, 2, 3, 4);
    }
}

static void core_paper(void **state)
{
    (void)state;
    const struct program p = {
        .phases = 4, .regs = 12, .scratch = 20, .barrier = 3, .eager = 40, .slow = 2};
    core_start(&core, &paper, 9);
    core.b.seldom = 61;
    core.b.in.epoch = 2048;
    core.b.in.delta = 16;
    for (uint32_t r = 0; r < 3; r++) {
        const uint32_t phys = core.b.s.table[r].cfg.phys;
        core.b.in.default_thresh[r] = phys / 10;
        core.b.in.step[r] = phys / 25;
        core.b.in.max[r] = phys;
    }
    core_kernel(&core, &p, 8, 10, 12);
    assert_true(core.stores > 0);
}

/* ---- reset, sizes, check, promise ------------------------------------------------------ */

static void rule_reset(void **state)
{
    (void)state;
    static struct bench b;
    start(&b, &hand);
    limits(&b, 2, 1, 4);
    kernel(&b, 2, 2, 1, 1);
    bring(&b, 1);
    zorua_reset(&b.s);
    assert_null(zorua_check(&b.s));
    cycle(&b);
    assert_true(b.out.idle);
    assert_int_equal(b.s.warps | b.s.regs | b.s.scratch | b.s.least, 0);
    assert_int_equal(b.out.free[0], 3);
    assert_int_equal(b.out.free[2], 6);
    assert_int_equal(b.out.thresh[0], 0);
}

#define REFUSE(field, value, words)                                                                \
    do {                                                                                           \
        static struct zorua s;                                                                     \
        struct zorua_cfg cfg = paper;                                                              \
        const char *error;                                                                         \
        cfg.field = (value);                                                                       \
        error = zorua_init(&s, &cfg);                                                              \
        if (error == NULL) fail_msg("not refused: %s", words);                                     \
        assert_string_equal(error, words);                                                         \
    } while (0)

static void init_refuses(void **state)
{
    (void)state;
    REFUSE(warps, 65, "Warps must be 2 to 64");
    REFUSE(slots, 1, "Slots must be 2 to 64");
    REFUSE(warps, 47, "Slots must be at most Warps");
    REFUSE(blocks, 17, "Blocks must be 2 to 16");
    REFUSE(reg_sets, 0, "RegSets must be 1 to 64");
    REFUSE(reg_phys, 1025, "RegPhys must be 2 to 1024");
    REFUSE(reg_phys, 15, "RegSets must be at most RegPhys");
    REFUSE(scratch_sets, 65, "ScratchSets must be 1 to 64");
    REFUSE(scratch_phys, 1, "ScratchPhys must be 2 to 1024");
    REFUSE(scratch_phys, 47, "ScratchSets must be at most ScratchPhys");
    REFUSE(id_width, 129, "IdWidth must be 1 to 128");
    REFUSE(ports, 5, "Ports must be 1 to 4");
    REFUSE(thresh_width, 17, "ThreshWidth must be 1 to 16");
    REFUSE(epoch_width, 1, "EpochWidth must be 2 to 24");
    REFUSE(columns, 0, "Columns must be 1 to 64");
    REFUSE(cnt_width, 9, "CntWidth must be 1 to 8");
}

/* Two warps of a block run. */
static void two_run(struct bench *b)
{
    start(b, &hand);
    kernel(b, 2, 2, 2, 1);
    bring(b, 1);
    assert_int_equal(b->out.ready, 3);
    assert_null(zorua_promise(&b->s, &b->in));
}

static void broken(struct bench *b, const char *words)
{
    const char *said = zorua_promise(&b->s, &b->in);
    if (said == NULL) fail_msg("not seen: %s", words);
    assert_string_equal(said, words);
}

#define BREAK(what, words)                                                                         \
    do {                                                                                           \
        static struct bench b;                                                                     \
        two_run(&b);                                                                               \
        what;                                                                                      \
        broken(&b, words);                                                                         \
    } while (0)

static void promise_kernel(void **state)
{
    (void)state;
    static struct bench b;
    struct zorua_in good;
    start(&b, &hand);
    b.in.kernel_en = true;
    b.in.kernel_warps = 1;
    b.in.kernel_least = 1;
    assert_null(zorua_promise(&b.s, &b.in));
    good = b.in;
    b.in.kernel_warps = 0;
    broken(&b, "warps of the kernel's blocks are not 1 to Slots");
    b.in.kernel_warps = 4;
    broken(&b, "warps of the kernel's blocks are not 1 to Slots");
    b.in = good;
    b.in.kernel_regs = 5;
    broken(&b, "registers of the kernel are above RegSets");
    b.in = good;
    b.in.kernel_scratch = 5;
    broken(&b, "scratchpad of the kernel is above ScratchSets");
    b.in = good;
    offer(&b, 1);
    broken(&b, "a kernel comes while a block is taken");
    b.in.kernel_en = false;
    broken(&b, "warps_i is not 1 to Slots"); /* no kernel has come yet */
}

static void promise_blocks(void **state)
{
    (void)state;
    BREAK(b.in.epoch = 0, "the epoch is not at least 1");
    BREAK(event(&b, 2, 3, 0, 0), "an event of a slot that is not ready");
    BREAK(event(&b, 0, 2, 5, 0), "a phase needs more than RegSets");
    BREAK((b.in.rsp_valid = true, b.in.rsp_warp = 0), "an answer to no request");
    BREAK(offer(&b, 256), "the identity of a block is too wide");
}

static void promise_looks(void **state)
{
    (void)state;
    static const char regs[] = "registers are looked up that no running warp needs";
    static const char scratch[] = "scratchpad is looked up that no running warp needs";
    BREAK(look_reg(&b, 0, 2), regs);
    BREAK(look_reg(&b, 3, 0), regs);
    BREAK(look_scratch(&b, 0, 2), scratch);
    BREAK(look_scratch(&b, 1, 0), scratch);
    BREAK((look_reg(&b, 1, 0), event(&b, 1, COORDINATOR_EV_END, 0, 0)), regs);
}

static void promise_looks_kept(void **state)
{
    (void)state;
    static struct bench b;
    two_run(&b);
    look_reg(&b, 1, 0);
    event(&b, 1, COORDINATOR_EV_NONE, 0, 0); /* it goes on */
    look_scratch(&b, 0, 1);
    assert_null(zorua_promise(&b.s, &b.in));
    event(&b, 0, COORDINATOR_EV_BARRIER, 0, 0);
    assert_null(zorua_promise(&b.s, &b.in)); /* warp 1 needs the scratchpad too */
}

#define SPOIL(what, words)                                                                         \
    do {                                                                                           \
        const char *said;                                                                          \
        static struct bench b;                                                                     \
        two_run(&b);                                                                               \
        what;                                                                                      \
        said = zorua_check(&b.s);                                                                  \
        if (said == NULL) fail_msg("not seen: %s", #what);                                         \
        assert_string_equal(said, words);                                                          \
    } while (0)

static void check_fails(void **state)
{
    (void)state;
    SPOIL(b.s.control.need[0]++, "all_held");
    SPOIL(b.s.table[2].phys[0] = 1, "one_owner");
    SPOIL(b.s.table[1].free++, "sum");
    SPOIL(b.s.table[0].swapped++, "swap_count");
    SPOIL((b.s.control.have[0] = 3, b.s.control.need[0] = 3), "tables");
    SPOIL(b.s.control.held[1][0] = 1, "tables");
    SPOIL((b.s.table[0].phys[0] = 1, b.s.table[0].phys[1] = 0), "tables");
    SPOIL(b.s.selector[1].row[2] = 0, "owners");
    SPOIL(b.s.selector[0].set[1] = 3, "owners");
    SPOIL(b.s.selector[0].held[2] = true, "owners");
    SPOIL(b.s.limits.thresh[1] = 9, "bounds");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_table_bits),
        cmocka_unit_test(rule_table_sizes),
        cmocka_unit_test(kernel_taken_while_idle),
        cmocka_unit_test(idle_until_a_block),
        cmocka_unit_test(join_look_up),
        cmocka_unit_test(join_victim),
        cmocka_unit_test(join_thresholds),
        cmocka_unit_test(core_random),
        cmocka_unit_test(core_every_set_swapped),
        cmocka_unit_test(core_paper),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(init_refuses),
        cmocka_unit_test(promise_kernel),
        cmocka_unit_test(promise_blocks),
        cmocka_unit_test(promise_looks),
        cmocka_unit_test(promise_looks_kept),
        cmocka_unit_test(check_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
