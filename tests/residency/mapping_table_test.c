/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the mapping table: the page's worked cases and races,
 * the paper's table sizes, a naive twin that knows only where each set is, and
 * the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "residency/mapping_table.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct mapping_table s;
    struct mapping_table_in in;
    struct mapping_table_out out;
};

static const struct mapping_table_cfg hand = {.rows = 3, .sets = 2, .phys = 3, .ports = 2};

static void start(struct bench *b, const struct mapping_table_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(mapping_table_init(&b->s, cfg));
    assert_null(mapping_table_check(&b->s));
}

static void look(struct bench *b, uint32_t p, uint32_t row, uint32_t set)
{
    b->in.look_en[p] = true;
    b->in.look_row[p] = row;
    b->in.look_set[p] = set;
}

static void operate(struct bench *b, uint32_t op, uint32_t row, uint32_t set)
{
    b->in.op = op;
    b->in.op_row = row;
    b->in.op_set = set;
}

static void lock(struct bench *b, uint32_t row, uint32_t set)
{
    b->in.lock_en = true;
    b->in.lock_row = row;
    b->in.lock_set = set;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    struct mapping_table before = b->s;
    const char *broken = mapping_table_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    mapping_table_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    mapping_table_tick(&b->s, &b->in, &b->out);
    assert_null(mapping_table_check(&b->s));
    memset(&b->in, 0, sizeof b->in);
}

/* An operation in a cycle of its own; gives op_phys. Moves are locked. */
static uint32_t done(struct bench *b, uint32_t op, uint32_t row, uint32_t set)
{
    operate(b, op, row, set);
    if (op == MAPPING_TABLE_SPILL || op == MAPPING_TABLE_FILL) lock(b, row, set);
    cycle(b);
    return b->out.op_phys;
}

/* The two counters, as the next cycle shows them. */
static void expect_counters(struct bench *b, uint32_t free, uint32_t swapped)
{
    cycle(b);
    assert_int_equal(b->out.free, free);
    assert_int_equal(b->out.swapped, swapped);
}

static void expect_none(const struct bench *b, uint32_t p) { assert_false(b->out.found_en[p]); }

static void expect_held(const struct bench *b, uint32_t p, uint32_t phys)
{
    assert_true(b->out.found_en[p]);
    assert_true(b->out.found_held[p]);
    assert_false(b->out.found_wait[p]);
    assert_int_equal(b->out.found_phys[p], phys);
}

static void expect_swap(const struct bench *b, uint32_t p)
{
    assert_true(b->out.found_en[p]);
    assert_false(b->out.found_held[p]);
    assert_false(b->out.found_wait[p]);
}

/* ---- the rules ------------------------------------------------------------------------- */

static void rule_answer_after_two_cycles(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 2, 1);
    look(&b, 0, 2, 1);
    cycle(&b);
    expect_none(&b, 0);
    cycle(&b);
    expect_none(&b, 0);
    cycle(&b);
    expect_held(&b, 0, 0);
    assert_int_equal(b.out.found_row[0], 2);
    assert_int_equal(b.out.found_set[0], 1);
    cycle(&b);
    expect_none(&b, 0);
}

/* A question in each cycle, on both ports, crosswise and on one set. */
static void rule_questions_in_a_row(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 0, 0);
    done(&b, MAPPING_TABLE_MAP, 1, 1);
    look(&b, 0, 0, 0);
    look(&b, 1, 1, 1);
    cycle(&b);
    look(&b, 0, 1, 1);
    look(&b, 1, 0, 0);
    cycle(&b);
    look(&b, 0, 1, 1);
    look(&b, 1, 1, 1);
    cycle(&b);
    expect_held(&b, 0, 0);
    expect_held(&b, 1, 1);
    cycle(&b);
    expect_held(&b, 0, 1);
    expect_held(&b, 1, 0);
    cycle(&b);
    expect_held(&b, 0, 1);
    expect_held(&b, 1, 1);
    cycle(&b);
    expect_none(&b, 0);
    expect_none(&b, 1);
}

/* The page's table, row by row. */
static void rule_operations(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    expect_counters(&b, 3, 0);
    assert_int_equal(done(&b, MAPPING_TABLE_MAP, 0, 0), 0);
    expect_counters(&b, 2, 0);
    assert_int_equal(done(&b, MAPPING_TABLE_MAP, 1, 0), 1);
    expect_counters(&b, 1, 0);
    assert_int_equal(done(&b, MAPPING_TABLE_SPILL, 0, 0), 0);
    expect_counters(&b, 2, 1);
    assert_int_equal(done(&b, MAPPING_TABLE_SPILL, 1, 0), 1);
    expect_counters(&b, 3, 2);
    assert_int_equal(done(&b, MAPPING_TABLE_FILL, 1, 0), 0);
    expect_counters(&b, 2, 1);
    assert_int_equal(done(&b, MAPPING_TABLE_DROP, 1, 0), 0); /* physical */
    expect_counters(&b, 3, 1);
    done(&b, MAPPING_TABLE_DROP, 0, 0); /* in swap space */
    expect_counters(&b, 3, 0);
}

static void rule_lowest_free(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    assert_int_equal(done(&b, MAPPING_TABLE_MAP, 0, 0), 0);
    assert_int_equal(done(&b, MAPPING_TABLE_MAP, 0, 1), 1);
    assert_int_equal(done(&b, MAPPING_TABLE_MAP, 1, 0), 2);
    done(&b, MAPPING_TABLE_DROP, 1, 0);
    done(&b, MAPPING_TABLE_DROP, 0, 1);
    assert_int_equal(done(&b, MAPPING_TABLE_MAP, 2, 0), 1);
    assert_int_equal(done(&b, MAPPING_TABLE_MAP, 2, 1), 2);
    expect_counters(&b, 0, 0);
}

/* op_held follows the entry named, whatever the operation is. */
static void rule_op_held(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 1, 1);
    assert_false(b.out.op_held);
    operate(&b, MAPPING_TABLE_NOTHING, 1, 1);
    cycle(&b);
    assert_true(b.out.op_held);
    assert_int_equal(b.out.op_phys, 0);
    done(&b, MAPPING_TABLE_SPILL, 1, 1);
    assert_true(b.out.op_held);
    done(&b, MAPPING_TABLE_FILL, 1, 1);
    assert_false(b.out.op_held);
    done(&b, MAPPING_TABLE_DROP, 1, 1);
    assert_true(b.out.op_held);
}

/* All is free again, and questions under way are forgotten. */
static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 0, 0);
    done(&b, MAPPING_TABLE_MAP, 0, 1);
    done(&b, MAPPING_TABLE_SPILL, 0, 1);
    look(&b, 0, 0, 0);
    cycle(&b);
    look(&b, 1, 0, 0);
    cycle(&b);
    mapping_table_reset(&b.s);
    assert_null(mapping_table_check(&b.s));
    for (uint32_t c = 0; c < 3; c++) {
        expect_counters(&b, 3, 0);
        expect_none(&b, 0);
        expect_none(&b, 1);
    }
    assert_int_equal(done(&b, MAPPING_TABLE_MAP, 0, 1), 0);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_asked_and_spilled_in_the_same_cycle(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 0, 1);
    look(&b, 0, 0, 1);
    done(&b, MAPPING_TABLE_SPILL, 0, 1);
    cycle(&b);
    cycle(&b);
    expect_swap(&b, 0);
}

static void race_asked_and_spilled_in_the_next_cycle(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 0, 1);
    look(&b, 0, 0, 1);
    cycle(&b);
    done(&b, MAPPING_TABLE_SPILL, 0, 1);
    cycle(&b);
    expect_swap(&b, 0);
}

/* Set 0 goes, its place is taken by another: the new place is not the old one. */
static void race_asked_and_filled_one_cycle_later(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 0, 0);
    done(&b, MAPPING_TABLE_SPILL, 0, 0);
    done(&b, MAPPING_TABLE_MAP, 1, 0);
    look(&b, 1, 0, 0);
    cycle(&b);
    assert_int_equal(done(&b, MAPPING_TABLE_FILL, 0, 0), 1);
    cycle(&b);
    expect_held(&b, 1, 1);
}

/* Only the port that asked for the locked set waits; and only while the set is locked. */
static void race_answer_of_a_locked_set(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 0, 0);
    done(&b, MAPPING_TABLE_MAP, 1, 0);
    look(&b, 0, 0, 0);
    look(&b, 1, 1, 0);
    cycle(&b);
    look(&b, 0, 0, 0);
    lock(&b, 0, 0);
    cycle(&b);
    lock(&b, 0, 0);
    cycle(&b);
    assert_true(b.out.found_en[0]);
    assert_true(b.out.found_wait[0]);
    expect_held(&b, 1, 1);
    cycle(&b);
    expect_held(&b, 0, 0); /* unlocked: the second question is answered */
}

/* Asked for, locked, and spilled in the very cycle of the answer. */
static void race_spilled_in_the_cycle_of_the_answer(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 0, 0);
    look(&b, 0, 0, 0);
    cycle(&b);
    cycle(&b);
    done(&b, MAPPING_TABLE_SPILL, 0, 0);
    assert_true(b.out.found_en[0]);
    assert_true(b.out.found_wait[0]);
}

static void race_freed_and_mapped_in_the_next_cycle(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    done(&b, MAPPING_TABLE_MAP, 0, 0);
    done(&b, MAPPING_TABLE_MAP, 0, 1);
    assert_int_equal(done(&b, MAPPING_TABLE_DROP, 0, 0), 0);
    assert_int_equal(done(&b, MAPPING_TABLE_MAP, 2, 1), 0);
    look(&b, 0, 2, 1);
    cycle(&b);
    cycle(&b);
    cycle(&b);
    expect_held(&b, 0, 0);
}

/* ---- the paper's numbers --------------------------------------------------------------- */

static const struct mapping_table_cfg registers = {64, 16, 256, 2};
static const struct mapping_table_cfg scratchpad = {16, 48, 48, 2};
static const struct mapping_table_cfg threads = {64, 1, 48, 2};

/* A valid bit and a physical set for each entry. */
static uint32_t table_bits(const struct mapping_table_cfg *cfg)
{
    return cfg->rows * cfg->sets * (1 + clog2(cfg->phys));
}

static void paper_table_bits(void **state)
{
    (void)state;
    assert_int_equal(table_bits(&registers), 1152 * 8); /* 1.125 KB */
    assert_int_equal(table_bits(&scratchpad), 672 * 8);
    assert_int_equal(table_bits(&threads), 56 * 8);
    /* 0.87 % of 32,768 registers of 32 bits, 1.3 % of 48 KB, the paper's percentages. */
    assert_int_equal(table_bits(&registers) * 10000ull / (32768 * 32), 87);
    assert_int_equal(table_bits(&scratchpad) * 1000ull / (48 * 1024 * 8), 13);
    /* And the page's counters. */
    assert_int_equal(clog2(registers.phys + 1), 9);
    assert_int_equal(clog2(registers.rows * registers.sets + 1), 11);
    assert_int_equal(clog2(scratchpad.phys + 1), 6);
    assert_int_equal(clog2(scratchpad.rows * scratchpad.sets + 1), 10);
    assert_int_equal(clog2(threads.phys + 1), 6);
    assert_int_equal(clog2(threads.rows * threads.sets + 1), 7);
}

/* All of the paper's register sets: 256 physical, each spilled to make room for the next. */
static void paper_every_set_in_use(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &registers);
    for (uint32_t e = 0; e < 1024; e++) {
        if (e >= 256) {
            uint32_t gone = e - 256;
            assert_int_equal(done(&b, MAPPING_TABLE_SPILL, gone / 16, gone % 16), gone % 256);
        }
        assert_int_equal(done(&b, MAPPING_TABLE_MAP, e / 16, e % 16), e % 256);
    }
    expect_counters(&b, 0, 768);
    for (uint32_t e = 0; e < 1024; e++) done(&b, MAPPING_TABLE_DROP, e / 16, e % 16);
    expect_counters(&b, 256, 0);
}

/* ---- the naive twin: where each set is, and the questions ------------------------------ */

enum { NOWHERE = -2, SWAP = -1 };

struct question {
    bool en;
    uint32_t row;
    uint32_t set;
};

struct naive {
    int32_t place[MAPPING_TABLE_MAX_ROWS][MAPPING_TABLE_MAX_SETS]; /* or the physical set */
    struct question past[2][MAPPING_TABLE_MAX_PORTS]; /* of the cycle before, of two cycles ago */
};

static void naive_reset(struct naive *n)
{
    memset(n, 0, sizeof *n);
    for (uint32_t r = 0; r < MAPPING_TABLE_MAX_ROWS; r++) {
        for (uint32_t c = 0; c < MAPPING_TABLE_MAX_SETS; c++) n->place[r][c] = NOWHERE;
    }
}

static uint32_t naive_count(const struct naive *n, const struct mapping_table_cfg *cfg, int32_t at)
{
    uint32_t found = 0;
    for (uint32_t r = 0; r < cfg->rows; r++) {
        for (uint32_t c = 0; c < cfg->sets; c++) found += n->place[r][c] == at;
    }
    return found;
}

static uint32_t naive_free(const struct naive *n, const struct mapping_table_cfg *cfg)
{
    uint32_t held = cfg->rows * cfg->sets;
    held -= naive_count(n, cfg, NOWHERE) + naive_count(n, cfg, SWAP);
    return cfg->phys - held;
}

static int32_t naive_lowest(const struct naive *n, const struct mapping_table_cfg *cfg)
{
    int32_t phys = 0;
    while (naive_count(n, cfg, phys) != 0) phys++;
    return phys;
}

static bool naive_is_asked(const struct naive *n, const struct mapping_table_in *in,
                           const struct mapping_table_cfg *cfg)
{
    for (uint32_t p = 0; p < cfg->ports; p++) {
        if (in->look_en[p] && in->look_row[p] == in->op_row && in->look_set[p] == in->op_set)
            return true;
        for (uint32_t ago = 0; ago < 2; ago++) {
            const struct question *q = &n->past[ago][p];
            if (q->en && q->row == in->op_row && q->set == in->op_set) return true;
        }
    }
    return false;
}

/* The outputs. A question of two cycles ago has the answer of now: where the set is before this
 * cycle's operation. */
static void naive_expect(const struct naive *n, const struct mapping_table_cfg *cfg,
                         const struct mapping_table_in *in, struct mapping_table_out *out)
{
    int32_t place = n->place[in->op_row][in->op_set];
    memset(out, 0, sizeof *out);
    out->free = naive_free(n, cfg);
    out->free_phys = out->free > 0 ? (uint32_t)naive_lowest(n, cfg) : 0;
    out->swapped = naive_count(n, cfg, SWAP);
    out->op_held = place >= 0;
    if (in->op == MAPPING_TABLE_MAP || in->op == MAPPING_TABLE_FILL)
        out->op_phys = (uint32_t)naive_lowest(n, cfg);
    else if (in->op != MAPPING_TABLE_NOTHING && place >= 0) out->op_phys = (uint32_t)place;
    for (uint32_t p = 0; p < cfg->ports; p++) {
        const struct question *q = &n->past[1][p];
        if (!q->en) continue;
        int32_t where = n->place[q->row][q->set];
        out->found_en[p] = true;
        out->found_row[p] = q->row;
        out->found_set[p] = q->set;
        out->found_held[p] = where >= 0;
        out->found_phys[p] = where >= 0 ? (uint32_t)where : 0;
        out->found_wait[p] = in->lock_en && in->lock_row == q->row && in->lock_set == q->set;
    }
}

static void naive_tick(struct naive *n, const struct mapping_table_cfg *cfg,
                       const struct mapping_table_in *in)
{
    int32_t *place = &n->place[in->op_row][in->op_set];
    switch (in->op) {
    case MAPPING_TABLE_MAP:
    case MAPPING_TABLE_FILL: *place = naive_lowest(n, cfg); break;
    case MAPPING_TABLE_SPILL: *place = SWAP; break;
    case MAPPING_TABLE_DROP: *place = NOWHERE; break;
    default: break;
    }
    memcpy(n->past[1], n->past[0], sizeof n->past[0]);
    for (uint32_t p = 0; p < cfg->ports; p++) {
        n->past[0][p] = (struct question){in->look_en[p], in->look_row[p], in->look_set[p]};
    }
}

/* ---- random neighbours that keep their promises ---------------------------------------- */

struct run {
    const char *name;
    struct mapping_table_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"tiny", {2, 1, 2, 1}, 100000},        {"small", {4, 2, 4, 2}, 100000},
    {"odd", {5, 3, 7, 3}, 100000},         {"more_room_than_sets", {3, 3, 11, 4}, 50000},
    {"registers", {64, 16, 256, 2}, 2000}, {"scratchpad", {16, 48, 48, 2}, 4000},
    {"threads", {64, 1, 48, 2}, 20000}};

/* How likely what is, changed now and then: mostly growing, shrinking, moving. */
struct mood {
    uint32_t op[5];
    uint32_t look;
};

static void new_mood(struct mood *m, struct hd_rng *rng)
{
    for (uint32_t op = 0; op < 5; op++) m->op[op] = 1 + hd_rng_below(rng, 8);
    m->look = hd_rng_below(rng, 11);
}

static uint32_t some_op(const struct mood *m, struct hd_rng *rng)
{
    uint32_t total = 0, op = 0;
    for (uint32_t i = 0; i < 5; i++) total += m->op[i];
    uint32_t at = hd_rng_below(rng, total);
    while (at >= m->op[op]) at -= m->op[op++];
    return op;
}

/* Where to look for a set: half of the time where a question was asked. */
static uint32_t some_place(const struct naive *n, const struct mapping_table_cfg *cfg,
                           struct hd_rng *rng)
{
    const struct question *q = &n->past[hd_rng_below(rng, 2)][hd_rng_below(rng, cfg->ports)];
    bool random = !q->en || hd_rng_chance(rng, 1, 2);
    return random ? hd_rng_below(rng, cfg->rows * cfg->sets) : q->row * cfg->sets + q->set;
}

/* A set that is where the operation wants it, the first from some place on; false if none is. */
static bool some_set(const struct naive *n, const struct mapping_table_cfg *cfg, struct hd_rng *rng,
                     struct mapping_table_in *in)
{
    uint32_t sets = cfg->rows * cfg->sets, first = some_place(n, cfg, rng);
    for (uint32_t i = 0; i < sets; i++) {
        uint32_t e = (first + i) % sets;
        in->op_row = e / cfg->sets;
        in->op_set = e % cfg->sets;
        int32_t place = n->place[in->op_row][in->op_set];
        bool fits[5] = {true, place == NOWHERE, place >= 0, place == SWAP, place != NOWHERE};
        if (fits[in->op]) return true;
    }
    return false;
}

static void some_looks(const struct mapping_table_cfg *cfg, struct hd_rng *rng, uint32_t chance,
                       struct mapping_table_in *in)
{
    for (uint32_t p = 0; p < cfg->ports; p++) {
        bool near = hd_rng_chance(rng, 1, 2);
        in->look_en[p] = hd_rng_chance(rng, chance, 10);
        in->look_row[p] = near ? in->op_row : hd_rng_below(rng, cfg->rows);
        in->look_set[p] = near ? in->op_set : hd_rng_below(rng, cfg->sets);
    }
}

/* Moves are locked; a lock without a move is of some set. */
static void some_lock(const struct naive *n, const struct mapping_table_cfg *cfg,
                      struct hd_rng *rng, struct mapping_table_in *in)
{
    bool moves = in->op == MAPPING_TABLE_SPILL || in->op == MAPPING_TABLE_FILL;
    uint32_t e = moves ? in->op_row * cfg->sets + in->op_set : some_place(n, cfg, rng);
    in->lock_en = moves || hd_rng_chance(rng, 1, 2);
    in->lock_row = e / cfg->sets;
    in->lock_set = e % cfg->sets;
}

static void some_inputs(const struct naive *n, const struct mapping_table_cfg *cfg,
                        struct hd_rng *rng, const struct mood *m, struct mapping_table_in *in)
{
    memset(in, 0, sizeof *in);
    in->op = some_op(m, rng);
    bool gets = in->op == MAPPING_TABLE_MAP || in->op == MAPPING_TABLE_FILL;
    if (gets && naive_free(n, cfg) == 0) in->op = MAPPING_TABLE_NOTHING;
    if (!some_set(n, cfg, rng, in)) in->op = MAPPING_TABLE_NOTHING;
    some_looks(cfg, rng, m->look, in);
    bool quiet = in->op == MAPPING_TABLE_MAP || in->op == MAPPING_TABLE_DROP;
    if (quiet && naive_is_asked(n, in, cfg)) in->op = MAPPING_TABLE_NOTHING;
    some_lock(n, cfg, rng, in);
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct naive n;
    static struct mapping_table s;
    struct hd_rng rng;
    struct mood m = {0};
    uint32_t full = 0, waits = 0, swaps = 0;

    hd_rng_seed(&rng, r->cfg.rows * r->cfg.sets);
    naive_reset(&n);
    assert_null(mapping_table_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct mapping_table_in in;
        struct mapping_table_out out, expected;
        if (c % 200 == 0) new_mood(&m, &rng);
        some_inputs(&n, &r->cfg, &rng, &m, &in);
        const char *broken = mapping_table_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        mapping_table_eval(&s, &in, &out);
        naive_expect(&n, &r->cfg, &in, &expected);
        if (memcmp(&out, &expected, sizeof out) != 0) fail_msg("%s cycle %u: out", r->name, c);
        full += out.free == 0;
        for (uint32_t p = 0; p < r->cfg.ports; p++) {
            waits += out.found_wait[p];
            swaps += out.found_en[p] && !out.found_held[p];
        }
        if (hd_rng_chance(&rng, 1, 3000)) {
            mapping_table_reset(&s);
            naive_reset(&n);
        } else {
            mapping_table_tick(&s, &in, &out);
            naive_tick(&n, &r->cfg, &in);
        }
        broken = mapping_table_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(waits > 100 && swaps > 100);
    bool can_fill = r->cfg.phys < r->cfg.rows * r->cfg.sets;
    assert_true(full > 0 || !can_fill || r->cfg.phys > 100);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Physical: (0,0) on 0, (0,1) on 1. In swap space: (1,0). Free: 2. (0,0) was asked for. */
static void filled(struct bench *b)
{
    start(b, &hand);
    done(b, MAPPING_TABLE_MAP, 1, 0);
    done(b, MAPPING_TABLE_SPILL, 1, 0);
    done(b, MAPPING_TABLE_MAP, 0, 0);
    done(b, MAPPING_TABLE_MAP, 0, 1);
    look(b, 0, 0, 0);
    cycle(b);
    cycle(b);
    assert_true(b->s.found_en[0]);
}

static void expect_broken(struct bench *b, const char *name)
{
    const char *broken = mapping_table_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
    filled(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.phys[1] = 0; /* two on one */
    expect_broken(&b, "one_owner");
    b.s.phys[1] = 2; /* on one that is not used */
    expect_broken(&b, "one_owner");
    b.s.phys[1] = 3;
    expect_broken(&b, "one_owner");
    b.s.used[2] = true; /* of no owner */
    expect_broken(&b, "one_owner");
    b.s.free = 2;
    expect_broken(&b, "sum");
    b.s.swapped = 0;
    expect_broken(&b, "swap_count");
    b.s.in_use[5] = true;
    expect_broken(&b, "swap_count");
    b.s.in_use[0] = false; /* physical, not in use */
    expect_broken(&b, "swap_count");
    b.s.found_held[0] = false;
    expect_broken(&b, "true_answer");
    b.s.found_phys[0] = 1;
    expect_broken(&b, "true_answer");
    b.s.found_row[0] = 3;
    expect_broken(&b, "true_answer");
    b.s.found_set[0] = 2;
    expect_broken(&b, "true_answer");
    /* What means nothing may be anything. */
    b.s.phys[2] = b.s.phys[5] = 99;
    b.s.found_row[1] = b.s.found_phys[1] = 99;
    assert_null(mapping_table_check(&b.s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = mapping_table_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void expect_kept(struct bench *b)
{
    assert_null(mapping_table_promise(&b->s, &b->in));
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds_missing_sets(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    look(&b, 1, 3, 0);
    expect_promise(&b, "a set is asked for that does not exist");
    look(&b, 0, 0, 2);
    expect_promise(&b, "a set is asked for that does not exist");
    lock(&b, 3, 0);
    expect_promise(&b, "the locked set does not exist");
    lock(&b, 0, 2);
    expect_promise(&b, "the locked set does not exist");
    operate(&b, MAPPING_TABLE_MAP, 3, 0);
    expect_promise(&b, "the operation names a set that does not exist");
    operate(&b, MAPPING_TABLE_DROP, 0, 2);
    expect_promise(&b, "the operation names a set that does not exist");
    operate(&b, 5, 0, 0);
    expect_promise(&b, "the operation is none of the five");
    /* Not looked at: addresses without an enable, or of the operation "nothing". */
    operate(&b, MAPPING_TABLE_NOTHING, 9, 9);
    b.in.look_row[0] = b.in.lock_row = 9;
    expect_kept(&b);
}

static void promise_finds_wrong_entries(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    operate(&b, MAPPING_TABLE_MAP, 0, 1);
    expect_promise(&b, "the set mapped is in use");
    operate(&b, MAPPING_TABLE_MAP, 1, 0);
    expect_promise(&b, "the set mapped is in use");
    operate(&b, MAPPING_TABLE_SPILL, 1, 0);
    expect_promise(&b, "the set spilled is not physical");
    operate(&b, MAPPING_TABLE_SPILL, 2, 0);
    expect_promise(&b, "the set spilled is not physical");
    operate(&b, MAPPING_TABLE_FILL, 0, 1);
    expect_promise(&b, "the set filled is not in the swap space");
    operate(&b, MAPPING_TABLE_FILL, 2, 0);
    expect_promise(&b, "the set filled is not in the swap space");
    operate(&b, MAPPING_TABLE_DROP, 2, 0);
    expect_promise(&b, "the set dropped is not in use");
    done(&b, MAPPING_TABLE_MAP, 2, 0);
    operate(&b, MAPPING_TABLE_MAP, 2, 1);
    expect_promise(&b, "a set is mapped or filled while none is free");
    operate(&b, MAPPING_TABLE_FILL, 1, 0);
    lock(&b, 1, 0);
    expect_promise(&b, "a set is mapped or filled while none is free");
}

/* A question about a set, this many cycles before it is dropped, spilled and so on. */
static void asked_before(struct bench *b, uint32_t ago, uint32_t row, uint32_t set)
{
    filled(b);
    cycle(b); /* the question of filled() is answered */
    look(b, 1, row, set);
    for (uint32_t c = 0; c < ago; c++) cycle(b);
}

static void promise_finds_watched_sets(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t ago = 0; ago <= 2; ago++) {
        asked_before(&b, ago, 0, 1);
        operate(&b, MAPPING_TABLE_DROP, 0, 1);
        expect_promise(&b, "the set mapped or dropped is asked for");
        asked_before(&b, ago, 2, 0);
        operate(&b, MAPPING_TABLE_MAP, 2, 0);
        lock(&b, 2, 0); /* no help */
        expect_promise(&b, "the set mapped or dropped is asked for");
        asked_before(&b, ago, 0, 1);
        operate(&b, MAPPING_TABLE_SPILL, 0, 1);
        lock(&b, 0, 0);
        expect_promise(&b, "the set spilled or filled is asked for and not locked");
        asked_before(&b, ago, 1, 0);
        operate(&b, MAPPING_TABLE_FILL, 1, 0);
        lock(&b, 1, 1);
        expect_promise(&b, "the set spilled or filled is asked for and not locked");
        asked_before(&b, ago, 1, 0);
        operate(&b, MAPPING_TABLE_FILL, 1, 0);
        lock(&b, 1, 0);
        expect_kept(&b);
    }
    asked_before(&b, 3, 0, 1);
    operate(&b, MAPPING_TABLE_DROP, 0, 1);
    expect_kept(&b);
    operate(&b, MAPPING_TABLE_SPILL, 0, 1); /* no port asks: no lock is needed */
    expect_kept(&b);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct mapping_table_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 2, 4, 1}, "Rows must be 2 to 256"},  {{257, 2, 4, 1}, "Rows must be 2 to 256"},
        {{2, 0, 4, 1}, "Sets must be 1 to 64"},   {{2, 65, 4, 1}, "Sets must be 1 to 64"},
        {{2, 2, 1, 1}, "Phys must be 2 to 1024"}, {{2, 2, 1025, 1}, "Phys must be 2 to 1024"},
        {{2, 2, 4, 0}, "Ports must be 1 to 4"},   {{2, 2, 4, 5}, "Ports must be 1 to 4"},
    };
    static struct mapping_table s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = mapping_table_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(mapping_table_init(&s, &(struct mapping_table_cfg){2, 1, 2, 1}));
    assert_null(mapping_table_init(&s, &(struct mapping_table_cfg){256, 64, 1024, 4}));
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(rule_answer_after_two_cycles),
        cmocka_unit_test(rule_questions_in_a_row),
        cmocka_unit_test(rule_operations),
        cmocka_unit_test(rule_lowest_free),
        cmocka_unit_test(rule_op_held),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(race_asked_and_spilled_in_the_same_cycle),
        cmocka_unit_test(race_asked_and_spilled_in_the_next_cycle),
        cmocka_unit_test(race_asked_and_filled_one_cycle_later),
        cmocka_unit_test(race_answer_of_a_locked_set),
        cmocka_unit_test(race_spilled_in_the_cycle_of_the_answer),
        cmocka_unit_test(race_freed_and_mapped_in_the_next_cycle),
        cmocka_unit_test(paper_table_bits),
        cmocka_unit_test(paper_every_set_in_use),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds_missing_sets),
        cmocka_unit_test(promise_finds_wrong_entries),
        cmocka_unit_test(promise_finds_watched_sets),
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
    return cmocka_run_group_tests_name("mapping_table", tests, NULL, NULL);
}
