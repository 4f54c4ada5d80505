/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the load queues: every race of the page by its name, the paper's bits, a
 * naive twin with one list of loads in the order in which they came, and the proof that check,
 * promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/load_queues.h"

enum { DATA_WORDS = LOAD_QUEUES_DATA_WORDS };

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct load_queues s;
    struct load_queues_in in;
    struct load_queues_out out;
};

static struct bench bench;

static const struct load_queues_cfg hand = {
    .active = 3, .inactive = 2, .data_width = 40, .warps = 16};
static const struct load_queues_cfg paper = {
    .active = 30, .inactive = 30, .data_width = 301, .warps = 256};

/* A load whose data follow from its number; all its bits are used. */
static void data_of(const struct load_queues_cfg *cfg, uint32_t n, uint32_t *data)
{
    struct hd_rng rng;
    hd_rng_seed(&rng, n);
    for (uint32_t i = 0; i < DATA_WORDS; i++) {
        const uint32_t left = 32 * i < cfg->data_width ? cfg->data_width - 32 * i : 0;
        data[i] =
            left == 0 ? 0 : (uint32_t)(hd_rng_next(&rng) >> 32) >> (left < 32 ? 32 - left : 0);
    }
}

static void start(struct bench *b, const struct load_queues_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(load_queues_init(&b->s, cfg));
    assert_null(load_queues_check(&b->s));
}

static void enter(struct bench *b, uint32_t warp, uint32_t n)
{
    b->in.in_valid = true;
    b->in.in_warp = warp;
    data_of(&b->s.cfg, n, b->in.in_data);
}

static void away(struct bench *b, uint32_t first, uint32_t last)
{
    b->in.away_en = true;
    b->in.away_first = first;
    b->in.away_last = last;
}

static void take(struct bench *b) { b->in.out_ready = true; }

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    static struct load_queues before;
    const char *broken = load_queues_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    before = b->s;
    load_queues_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    load_queues_tick(&b->s, &b->in, &b->out);
    broken = load_queues_check(&b->s);
    if (broken != NULL) fail_msg("check: %s", broken);
    memset(&b->in, 0, sizeof b->in);
}

/* What the cycle just gone has offered. */
static void expect(const struct bench *b, uint32_t warp, uint32_t n, bool is_away)
{
    uint32_t data[DATA_WORDS];
    data_of(&b->s.cfg, n, data);
    assert_true(b->out.out_valid);
    assert_int_equal(b->out.out_warp, warp);
    assert_memory_equal(b->out.out_data, data, sizeof data);
    assert_int_equal(b->out.out_away, is_away);
}

static void counts(const struct bench *b, uint32_t active, uint32_t inactive)
{
    assert_int_equal(b->s.active_count, active);
    assert_int_equal(b->s.inactive_count, inactive);
}

/* ---- what a cycle does ----------------------------------------------------------------- */

static void rule_in_and_out(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    enter(b, 3, 1);
    cycle(b);
    assert_true(b->out.in_ready && !b->out.out_valid);
    enter(b, 4, 2);
    cycle(b);
    expect(b, 3, 1, false);
    assert_int_equal(b->out.active_count, 1);
    take(b);
    cycle(b);
    expect(b, 3, 1, false); /* refused before: it stayed head */
    enter(b, 5, 3);
    take(b);
    cycle(b);
    expect(b, 4, 2, false);
    assert_int_equal(b->s.active_place[0], 0); /* the lowest free place */
    take(b);
    cycle(b);
    expect(b, 5, 3, false);
    cycle(b);
    assert_false(b->out.out_valid || b->out.out_away);
    assert_int_equal(b->out.active_count + b->out.inactive_count, 0);
}

/* A place that is given back in a cycle is free in the next one. */
static void rule_lowest_free_place(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    enter(b, 1, 1);
    cycle(b);
    enter(b, 1, 2);
    take(b);
    cycle(b);
    assert_int_equal(b->s.active_place[0], 1);
    enter(b, 1, 3);
    cycle(b);
    assert_int_equal(b->s.active_place[1], 0);
    enter(b, 1, 4);
    cycle(b);
    assert_int_equal(b->s.active_place[2], 2);
}

/* Active loads, then migrated ones, then those that have not migrated yet. */
static void rule_who_is_first(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    enter(b, 1, 1);
    cycle(b);
    enter(b, 1, 2);
    cycle(b);
    enter(b, 2, 3);
    away(b, 1, 1);
    cycle(b);
    expect(b, 1, 1, false); /* marked from the next cycle on */
    counts(b, 3, 0);
    cycle(b);
    expect(b, 2, 3, false);
    counts(b, 2, 1);
    take(b);
    cycle(b); /* 1 has migrated, 2 does now */
    expect(b, 2, 3, false);
    counts(b, 0, 2);
    enter(b, 4, 4);
    cycle(b);
    expect(b, 1, 1, true);
    away(b, 4, 4);
    cycle(b);
    expect(b, 4, 4, false);
    take(b);
    cycle(b); /* 4 is away, and the inactive queue full: it waits, behind the others */
    expect(b, 1, 1, true);
    counts(b, 1, 1);
    take(b);
    cycle(b);
    expect(b, 1, 2, true);
    counts(b, 0, 1); /* migrated into the place that was free before the edge */
    take(b);
    cycle(b);
    expect(b, 4, 4, true);
    counts(b, 0, 0);
}

/* The oldest away moves first, whatever stands between; the range has two ends. */
static void rule_migration(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct load_queues_cfg cfg = hand;
    cfg.active = 5;
    cfg.inactive = 3;
    start(b, &cfg);
    for (uint32_t i = 0; i < 5; i++) {
        enter(b, 3 + i, i);
        cycle(b);
    }
    away(b, 4, 6);
    cycle(b);
    assert_false(b->s.active_away[0] || b->s.active_away[4]);
    for (uint32_t i = 1; i <= 3; i++) {
        cycle(b);
        counts(b, 5 - i, i);
        assert_int_equal(b->s.inactive_place[i - 1], i);
        expect(b, 3, 0, false);
    }
    cycle(b);
    counts(b, 2, 3);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    enter(b, 1, 1);
    away(b, 1, 1);
    cycle(b);
    enter(b, 2, 2);
    cycle(b);
    cycle(b);
    counts(b, 1, 1);
    load_queues_reset(&b->s);
    assert_null(load_queues_check(&b->s));
    enter(b, 3, 3);
    cycle(b);
    assert_true(b->out.in_ready && !b->out.out_valid);
    cycle(b);
    expect(b, 3, 3, false);
    assert_int_equal(b->s.active_place[0], 0);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_enters_in_the_cycle_of_swap_out(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    enter(b, 4, 1);
    away(b, 4, 7);
    cycle(b);
    cycle(b);
    expect(b, 4, 1, true);
}

static void race_served_is_of_the_block_that_goes(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    enter(b, 4, 1);
    cycle(b);
    enter(b, 9, 2);
    cycle(b);
    take(b);
    away(b, 4, 7);
    cycle(b); /* taken: it is served */
    expect(b, 4, 1, false);
    counts(b, 1, 0);
    away(b, 8, 11);
    enter(b, 1, 3);
    cycle(b); /* not taken: it yields from the next cycle on */
    expect(b, 9, 2, false);
    cycle(b);
    expect(b, 1, 3, false);
    counts(b, 1, 1);
}

static void race_inactive_queue_full(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    for (uint32_t i = 0; i < 2; i++) {
        enter(b, 4, i);
        cycle(b);
    }
    enter(b, 9, 9);
    away(b, 4, 4);
    cycle(b);
    cycle(b);
    cycle(b);
    counts(b, 1, 2);
    enter(b, 4, 2);
    cycle(b);
    enter(b, 10, 10);
    away(b, 4, 4);
    cycle(b);
    for (uint32_t i = 0; i < 2; i++) {
        take(b);
        cycle(b); /* 4 yields to both, older or not, and stays */
        expect(b, 9 + i, 9 + i, false);
        assert_int_equal(b->out.inactive_count, 2);
    }
    counts(b, 1, 2);
    take(b);
    cycle(b); /* full before anything leaves: no entry migrates */
    expect(b, 4, 0, true);
    counts(b, 1, 1);
    cycle(b);
    expect(b, 4, 1, true);
    counts(b, 0, 2);
}

static void race_active_queue_full_of_away_loads(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct load_queues_cfg cfg = hand;
    cfg.inactive = 1;
    start(b, &cfg);
    for (uint32_t i = 0; i < 3; i++) {
        enter(b, 4, i);
        if (i == 2) away(b, 4, 4);
        cycle(b);
    }
    enter(b, 9, 9);
    cycle(b); /* the oldest is offered: it stays */
    assert_false(b->out.in_ready);
    expect(b, 4, 0, true);
    counts(b, 3, 0);
    enter(b, 9, 9);
    take(b);
    cycle(b);
    assert_false(b->out.in_ready);
    counts(b, 2, 0);
    enter(b, 9, 9);
    cycle(b);
    assert_true(b->out.in_ready);
    expect(b, 4, 1, true);
    cycle(b); /* now another one is offered, and it migrates */
    expect(b, 9, 9, false);
    counts(b, 2, 1);
}

static void race_only_load_is_away(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    enter(b, 4, 1);
    away(b, 4, 4);
    cycle(b);
    for (uint32_t i = 0; i < 3; i++) {
        cycle(b);
        expect(b, 4, 1, true);
        counts(b, 1, 0); /* not taken, and does not migrate */
    }
    take(b);
    cycle(b);
    expect(b, 4, 1, true);
    counts(b, 0, 0);
}

/* The second one away does not overtake the first, which is offered. */
static void race_only_loads_are_away(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    enter(b, 4, 1);
    cycle(b);
    enter(b, 5, 2);
    away(b, 4, 5);
    cycle(b);
    cycle(b);
    expect(b, 4, 1, true);
    counts(b, 2, 0);
    take(b);
    cycle(b);
    expect(b, 4, 1, true);
    counts(b, 1, 0);
    cycle(b);
    expect(b, 5, 2, true);
}

static void race_one_leaves_and_one_migrates(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    enter(b, 4, 1);
    cycle(b);
    enter(b, 9, 2);
    cycle(b);
    enter(b, 10, 3);
    away(b, 4, 4);
    cycle(b);
    take(b);
    cycle(b); /* the one that leaves stands behind the one that migrates */
    expect(b, 9, 2, false);
    counts(b, 1, 1);
    assert_int_equal(b->s.active_warp[0], 10);
    enter(b, 5, 4);
    cycle(b);
    away(b, 5, 5);
    cycle(b);
    take(b);
    cycle(b); /* and in front of it */
    expect(b, 10, 3, false);
    counts(b, 0, 2);
    take(b);
    cycle(b);
    expect(b, 4, 1, true);
    take(b);
    cycle(b);
    expect(b, 5, 4, true);
    counts(b, 0, 0);
}

/* The block of a refused load has left meanwhile: the load enters unmarked, and goes before older
 * loads of the block. */
static void race_refused_load_of_a_block_that_left(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    for (uint32_t i = 0; i < 3; i++) {
        enter(b, 4, i);
        cycle(b);
    }
    enter(b, 4, 3);
    away(b, 4, 4);
    cycle(b);
    assert_false(b->out.in_ready);
    enter(b, 4, 3);
    take(b);
    cycle(b);
    enter(b, 4, 3);
    cycle(b);
    assert_true(b->out.in_ready);
    cycle(b);
    expect(b, 4, 3, false);
    away(b, 4, 4); /* the caller repeats it */
    cycle(b);
    cycle(b);
    expect(b, 4, 1, true);
}

/* ---- the paper's numbers --------------------------------------------------------------- */

static void table_i_bits(void **state)
{
    (void)state;
    struct bench *b = &bench;
    uint32_t warp_width = 0;
    while (1u << warp_width < paper.warps) warp_width++;
    assert_int_equal(paper.data_width + warp_width, 309);
    assert_int_equal((paper.active + paper.inactive) * (paper.data_width + warp_width), 18540);
    assert_int_equal(18540 / 8, 2317);
    start(b, &paper);
    for (uint32_t i = 0; i < 30; i++) { /* all 60 loads are there, whole, and in order */
        enter(b, 8, i);
        cycle(b);
        assert_true(b->out.in_ready);
    }
    away(b, 8, 15);
    enter(b, 200, 30);
    cycle(b);
    assert_false(b->out.in_ready);
    enter(b, 200, 30);
    take(b);
    cycle(b);
    expect(b, 8, 0, true);
    for (uint32_t i = 30; i < 60; i++) {
        enter(b, 200, i);
        cycle(b);
        while (!b->out.in_ready) {
            enter(b, 200, i);
            cycle(b);
        }
    }
    counts(b, 30, 29);
    for (uint32_t i = 0; i < 59; i++) {
        take(b);
        cycle(b);
        if (i < 30) expect(b, 200, 30 + i, false);
        else expect(b, 8, i - 29, true);
    }
    counts(b, 0, 0);
}

/* ---- the naive twin: one list in the order of arrival ---------------------------------- */

struct load {
    uint32_t n, warp, place;
    bool is_away;
    uint32_t moved; /* when it migrated; 0: it has not */
};

struct naive {
    struct load list[LOAD_QUEUES_MAX_PLACES];
    uint32_t length;
    uint32_t moves; /* migrations until now */
};

static uint32_t standing(const struct naive *n, bool migrated)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n->length; i++) count += (n->list[i].moved > 0) == migrated;
    return count;
}

/* How early it is served: less goes first. */
static uint64_t rank(const struct naive *n, uint32_t i)
{
    const struct load *l = &n->list[i];
    if (!l->is_away) return i;
    return l->moved > 0 ? (UINT64_C(1) << 32) + l->moved : (UINT64_C(2) << 32) + i;
}

/* The load that goes first; length: there is none. */
static uint32_t first_of(const struct naive *n)
{
    uint32_t best = n->length;
    for (uint32_t i = 0; i < n->length; i++) {
        if (best == n->length || rank(n, i) < rank(n, best)) best = i;
    }
    return best;
}

static uint32_t lowest_place(const struct naive *n)
{
    for (uint32_t p = 0;; p++) {
        bool used = false;
        for (uint32_t i = 0; i < n->length; i++) used = used || n->list[i].place == p;
        if (!used) return p;
    }
}

static void naive_tick(struct naive *n, const struct load_queues_cfg *cfg,
                       const struct load_queues_in *in, uint32_t number)
{
    const uint32_t first = first_of(n), place = lowest_place(n);
    const bool accepted = in->in_valid && standing(n, false) < cfg->active;
    uint32_t moves = 0;

    while (moves < n->length && (!n->list[moves].is_away || n->list[moves].moved > 0)) moves++;
    if (moves < n->length && moves != first && standing(n, true) < cfg->inactive)
        n->list[moves].moved = ++n->moves;
    if (in->out_ready && first < n->length) {
        n->length--;
        memmove(n->list + first, n->list + first + 1, (n->length - first) * sizeof n->list[0]);
    }
    if (accepted)
        n->list[n->length++] = (struct load){.n = number, .warp = in->in_warp, .place = place};
    for (uint32_t i = 0; in->away_en && i < n->length; i++) {
        struct load *l = &n->list[i];
        l->is_away = l->is_away || (l->warp >= in->away_first && l->warp <= in->away_last);
    }
}

static void compare(const struct naive *n, const struct load_queues *s,
                    const struct load_queues_out *out)
{
    const uint32_t first = first_of(n);
    uint32_t data[DATA_WORDS], active = 0;

    assert_int_equal(out->active_count, standing(n, false));
    assert_int_equal(out->inactive_count, standing(n, true));
    assert_int_equal(out->in_ready, standing(n, false) < s->cfg.active);
    assert_int_equal(out->out_valid, first < n->length);
    if (first < n->length) {
        data_of(&s->cfg, n->list[first].n, data);
        assert_int_equal(out->out_warp, n->list[first].warp);
        assert_int_equal(out->out_away, n->list[first].is_away);
        assert_memory_equal(out->out_data, data, sizeof data);
    }
    for (uint32_t i = 0; i < n->length; i++) {
        if (n->list[i].moved > 0) continue;
        assert_int_equal(s->active_place[active], n->list[i].place);
        assert_int_equal(s->active_warp[active], n->list[i].warp);
        assert_int_equal(s->active_away[active++], n->list[i].is_away);
    }
}

struct run {
    const char *name;
    struct load_queues_cfg cfg;
    uint32_t warps; /* of a block */
    uint32_t cycles;
};

static const struct run runs[] = {
    {"one_and_one", {1, 1, 1, 2}, 1, 50000},     {"small", {3, 2, 40, 16}, 4, 100000},
    {"odd", {5, 7, 65, 24}, 3, 100000},          {"short_inactive", {12, 1, 32, 64}, 8, 50000},
    {"short_active", {1, 12, 32, 64}, 8, 50000}, {"paper", {30, 30, 301, 256}, 8, 30000},
    {"largest", {64, 64, 512, 1024}, 32, 10000},
};

struct world {
    struct naive n;
    struct hd_rng rng;
    uint32_t number; /* of the load that is offered, or of the next one */
    bool offered;    /* the load was refused: it comes again */
    uint32_t warp;
    bool gone[1024]; /* of each block: swapped out, and a load of it here or on its way */
    uint32_t full_inactive, full_of_away, both, marked_at_door, late;
};

static bool has_load(const struct world *w, uint32_t block, uint32_t warps)
{
    for (uint32_t i = 0; i < w->n.length; i++) {
        if (w->n.list[i].warp / warps == block) return true;
    }
    return w->offered && w->warp / warps == block;
}

/* A load of a block that is active; one that was refused comes again, wherever its block is. */
static void random_in(struct world *w, const struct run *r, struct load_queues_in *in,
                      uint32_t chance)
{
    if (!w->offered) {
        if (!hd_rng_chance(&w->rng, chance, 10)) return;
        w->warp = hd_rng_below(&w->rng, 3 * r->warps < r->cfg.warps ? 3 * r->warps : r->cfg.warps);
        if (w->gone[w->warp / r->warps]) return;
        w->number++;
    }
    in->in_valid = true;
    in->in_warp = w->warp;
    data_of(&r->cfg, w->number, in->in_data);
}

static void random_away(struct world *w, const struct run *r, struct load_queues_in *in)
{
    const uint32_t block =
        hd_rng_below(&w->rng, r->cfg.warps / r->warps < 3 ? r->cfg.warps / r->warps : 3);
    for (uint32_t i = 0; i < 3; i++) {
        if (w->gone[i] && !has_load(w, i, r->warps)) w->gone[i] = false;
    }
    if (!hd_rng_chance(&w->rng, 1, 12)) return;
    w->gone[block] = true; /* or already is: the caller repeats it */
    in->away_en = true;
    in->away_first = block * r->warps;
    in->away_last = block * r->warps + r->warps - 1;
}

static void count_races(struct world *w, const struct load_queues *s,
                        const struct load_queues_in *in, const struct load_queues_out *out)
{
    uint32_t waits = 0;
    for (uint32_t i = 0; i < s->active_count; i++) waits += s->active_away[i];
    w->full_inactive += s->inactive_count == s->cfg.inactive && waits > 0;
    w->full_of_away += waits == s->cfg.active;
    w->both += waits > 0 && s->inactive_count < s->cfg.inactive && in->out_ready && !out->out_away;
    w->marked_at_door += in->in_valid && out->in_ready && in->away_en &&
                         in->in_warp >= in->away_first && in->in_warp <= in->away_last;
}

static void random_cycles(void **state)
{
    static struct world world;
    static struct load_queues s;
    const struct run *r = *state;
    struct world *w = &world;
    uint32_t in_chance = 0, out_chance = 0;

    memset(w, 0, sizeof *w);
    hd_rng_seed(&w->rng, r->cycles + r->cfg.active);
    assert_null(load_queues_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct load_queues_in in = {0};
        struct load_queues_out out;
        if (c % 100 == 0) {
            in_chance = hd_rng_below(&w->rng, 11);
            out_chance = hd_rng_below(&w->rng, 11);
        }
        random_in(w, r, &in, in_chance);
        random_away(w, r, &in);
        in.out_ready = hd_rng_chance(&w->rng, out_chance, 10);
        const char *broken = load_queues_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        load_queues_eval(&s, &in, &out);
        compare(&w->n, &s, &out);
        count_races(w, &s, &in, &out);
        if (hd_rng_chance(&w->rng, 1, 3000)) {
            load_queues_reset(&s);
            w->n.length = 0;
            w->offered = false;
            memset(w->gone, 0, sizeof w->gone);
        } else {
            load_queues_tick(&s, &in, &out);
            naive_tick(&w->n, &r->cfg, &in, w->number);
            w->offered = in.in_valid && !out.in_ready;
        }
        broken = load_queues_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(w->marked_at_door > 10);
    assert_true(r->cfg.inactive > 12 || w->full_inactive > 10 || r->cfg.active == 1);
    assert_true(r->cfg.active > 12 || w->full_of_away > 10);
    assert_true(r->cfg.active == 1 || w->both > 10);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Inactive: the first load of warp 4. Active: the second one, away, and one of warp 9. */
static struct load_queues *filled(struct bench *b)
{
    start(b, &hand);
    enter(b, 4, 1);
    cycle(b);
    enter(b, 4, 2);
    cycle(b);
    enter(b, 9, 3);
    away(b, 4, 4);
    cycle(b);
    cycle(b);
    counts(b, 2, 1);
    return &b->s;
}

static void expect_error(const struct load_queues *s, const char *name)
{
    const char *error = load_queues_check(s);
    if (error == NULL || strcmp(error, name) != 0)
        fail_msg("%s, not %s", error != NULL ? error : "nothing", name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct load_queues *s = filled(b);
    s->active_place[0] = s->active_place[1]; /* twice in one queue */
    expect_error(s, "one_place");
    s = filled(b);
    s->inactive_place[0] = s->active_place[1]; /* in both */
    expect_error(s, "one_place");
    s = filled(b);
    s->taken[3] = true; /* in none */
    expect_error(s, "one_place");
    s = filled(b);
    s->taken[s->active_place[0]] = false;
    expect_error(s, "one_place");
    s = filled(b);
    s->active_place[0] = 5;
    expect_error(s, "one_place");
    s = filled(b);
    s->active_warp[0] = 9;
    expect_error(s, "one_place");
    s = filled(b);
    s->active_count = 4;
    expect_error(s, "one_place");
    s = filled(b);
    s->inactive_count = 3;
    expect_error(s, "one_place");
    s = filled(b);
    s->age[s->active_place[0]] -= 2; /* it came before the one that has migrated */
    expect_error(s, "served_once");
    s = filled(b);
    s->warp[s->active_place[1]] = s->active_warp[1] = 4;
    s->age[s->active_place[1]] -= 2;
    expect_error(s, "served_once");
    s = filled(b);
    s->inactive_place[1] = s->active_place[0]; /* moved up, but in front of the older one */
    s->inactive_place[0] ^= s->inactive_place[1];
    s->inactive_place[1] ^= s->inactive_place[0];
    s->inactive_place[0] ^= s->inactive_place[1];
    s->inactive_count = 2;
    s->active_place[0] = s->active_place[1];
    s->active_warp[0] = s->active_warp[1];
    s->active_count = 1;
    expect_error(s, "served_once");
    /* What is behind the counts means nothing. */
    s = filled(b);
    s->active_place[2] = s->inactive_place[1] = 99;
    assert_null(load_queues_check(s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = load_queues_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    static const char again[] = "a load that was refused is not offered again, unchanged";
    start(b, &hand);
    enter(b, 16, 1);
    expect_promise(b, "the warp of a load is not below Warps");
    enter(b, 15, 1);
    b->in.in_data[1] |= 1 << 8;
    expect_promise(b, "a load is wider than DataWidth");
    enter(b, 15, 1);
    b->in.in_data[15] = 1;
    expect_promise(b, "a load is wider than DataWidth");
    away(b, 3, 16);
    expect_promise(b, "a warp of the block that leaves is not below Warps");
    away(b, 3, 2);
    expect_promise(b, "the block that leaves ends before it begins");
    for (uint32_t i = 0; i < 4; i++) {
        enter(b, 3, i);
        cycle(b);
    }
    expect_promise(b, again);
    enter(b, 4, 3);
    expect_promise(b, again);
    enter(b, 3, 3);
    b->in.in_data[0] ^= 1;
    expect_promise(b, again);
    enter(b, 3, 3);
    assert_null(load_queues_promise(&b->s, &b->in));
    load_queues_reset(&b->s);
    memset(&b->in, 0, sizeof b->in);
    b->in.in_warp = b->in.away_last = 99; /* not looked at */
    assert_null(load_queues_promise(&b->s, &b->in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct load_queues_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 30, 301, 256}, "Active must be 1 to 64"},
        {{65, 30, 301, 256}, "Active must be 1 to 64"},
        {{30, 0, 301, 256}, "Inactive must be 1 to 64"},
        {{30, 65, 301, 256}, "Inactive must be 1 to 64"},
        {{30, 30, 0, 256}, "DataWidth must be 1 to 512"},
        {{30, 30, 513, 256}, "DataWidth must be 1 to 512"},
        {{30, 30, 301, 1}, "Warps must be 2 to 1024"},
        {{30, 30, 301, 1025}, "Warps must be 2 to 1024"},
    };
    /* The least and the most of each. */
    static const struct load_queues_cfg good[] = {{1, 1, 1, 2}, {64, 64, 512, 1024}};
    static struct load_queues s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = load_queues_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_null(load_queues_init(&s, &good[i]));
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(rule_in_and_out),
        cmocka_unit_test(rule_lowest_free_place),
        cmocka_unit_test(rule_who_is_first),
        cmocka_unit_test(rule_migration),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(race_enters_in_the_cycle_of_swap_out),
        cmocka_unit_test(race_served_is_of_the_block_that_goes),
        cmocka_unit_test(race_inactive_queue_full),
        cmocka_unit_test(race_active_queue_full_of_away_loads),
        cmocka_unit_test(race_only_load_is_away),
        cmocka_unit_test(race_only_loads_are_away),
        cmocka_unit_test(race_one_leaves_and_one_migrates),
        cmocka_unit_test(race_refused_load_of_a_block_that_left),
        cmocka_unit_test(table_i_bits),
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
    return cmocka_run_group_tests_name("load_queues", tests, NULL, NULL);
}
