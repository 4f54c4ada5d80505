/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the CTA status table: the page's races, Figure 5's
 * four blocks, a naive twin that has every warp and every write one by one and
 * the cycle in which a block became a candidate, and the proof that check,
 * promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/cta_status_table.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct cta_status_table s;
    struct cta_status_table_in in;
    struct cta_status_table_out out;
    uint32_t ups, downs, lates; /* ports used in the coming cycle */
};

static const struct cta_status_table_cfg hand = {.ctas = 5, .cnt_width = 4, .ports = 2};
enum { WARPS = 2 };

/* The inputs of a cycle in which nothing happens. */
static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    b->in.warps = WARPS;
    b->ups = b->downs = b->lates = 0;
}

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(cta_status_table_init(&b->s, &hand));
    assert_null(cta_status_table_check(&b->s));
    quiet(b);
}

/* One cycle with the inputs set since the last; out is what is seen after it. */
static void cycle(struct bench *b)
{
    const char *broken = cta_status_table_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct cta_status_table before = b->s;
    cta_status_table_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    cta_status_table_tick(&b->s, &b->in, &b->out);
    broken = cta_status_table_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
    cta_status_table_eval(&b->s, &b->in, &b->out);
}

static void up(struct bench *b, uint32_t c)
{
    b->in.up_en[b->ups] = true;
    b->in.up_cta[b->ups++] = c;
}

static void down(struct bench *b, uint32_t c)
{
    b->in.down_en[b->downs] = true;
    b->in.down_cta[b->downs++] = c;
}

static void late(struct bench *b, uint32_t c)
{
    b->in.late_en[b->lates] = true;
    b->in.late_cta[b->lates++] = c;
}

static void drop(struct bench *b, uint32_t c, uint32_t count)
{
    b->in.drop_en = true;
    b->in.drop_cta = c;
    b->in.drop_count = count;
}

static void alloc(struct bench *b, uint32_t c)
{
    b->in.alloc_en = true;
    b->in.alloc_cta = c;
}

static void swap_out(struct bench *b, uint32_t c)
{
    b->in.out_en = true;
    b->in.out_cta = c;
}

static void add(struct bench *b, uint32_t c, uint32_t count)
{
    b->in.add_en = true;
    b->in.add_cta = c;
    b->in.add_count = count;
}

static void saved(struct bench *b, uint32_t c)
{
    b->in.saved_en = true;
    b->in.saved_cta = c;
}

static void swap_in(struct bench *b, uint32_t c, uint32_t count)
{
    b->in.in_en = true;
    b->in.in_cta = c;
    b->in.in_count = count;
}

static void end(struct bench *b, uint32_t c)
{
    b->in.free_en = true;
    b->in.free_cta = c;
}

/* These blocks come, in this order, and sit down at once. */
static void activate(struct bench *b, uint32_t first, uint32_t last)
{
    for (uint32_t c = first; c <= last; c++) {
        alloc(b, c);
        cycle(b);
        swap_in(b, c, 0);
        cycle(b);
    }
}

/* Both warps of a block stall in one cycle: it is marked in the next. */
static void stall(struct bench *b, uint32_t c)
{
    up(b, c);
    up(b, c);
    cycle(b);
    assert_true(b->out.marked >> c & 1);
}

static void expect_out(const struct bench *b, bool valid, uint32_t cta)
{
    assert_int_equal(b->out.out_valid, valid);
    assert_int_equal(b->out.out_cta, cta);
}

static void expect_in(const struct bench *b, bool valid, uint32_t cta)
{
    assert_int_equal(b->out.in_valid, valid);
    assert_int_equal(b->out.in_cta, cta);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_two_ups_two_downs_up_and_down(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 0, 0);
    up(&b, 0);
    up(&b, 0);
    cycle(&b);
    assert_int_equal(b.s.count[0], 2);
    down(&b, 0);
    down(&b, 0);
    cycle(&b);
    assert_int_equal(b.s.count[0], 0);
    up(&b, 0);
    cycle(&b);
    up(&b, 0);
    down(&b, 0);
    cycle(&b);
    assert_int_equal(b.s.count[0], 1);
    up(&b, 0);
    drop(&b, 0, 1);
    cycle(&b);
    assert_int_equal(b.s.count[0], 1);
}

static void race_last_stalls_while_another_wakes(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 0, 0);
    up(&b, 0);
    cycle(&b);
    up(&b, 0);
    down(&b, 0);
    cycle(&b);
    assert_int_equal(b.out.marked, 0);
    expect_out(&b, false, 0);
    up(&b, 0);
    cycle(&b);
    expect_out(&b, true, 0);
}

static void race_wakes_in_the_cycle_of_out(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 3, 3);
    stall(&b, 3);
    down(&b, 3);
    swap_out(&b, 3);
    add(&b, 3, 5);
    cycle(&b);
    assert_int_equal(b.s.count[3], 5);
    assert_int_equal(b.out.active, 0);
    assert_int_equal(b.s.saving, 8);
}

/* After its warp was counted, and in the cycle in which another one is. */
static void race_write_comes_in_while_swapped_out(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 1, 1);
    stall(&b, 1);
    swap_out(&b, 1);
    cycle(&b);
    assert_int_equal(b.s.count[1], 0);
    add(&b, 1, 3);
    cycle(&b);
    late(&b, 1);
    add(&b, 1, 4);
    cycle(&b);
    assert_int_equal(b.s.count[1], 6);
    late(&b, 1);
    late(&b, 1);
    cycle(&b);
    assert_int_equal(b.s.count[1], 4);
    expect_in(&b, false, 0);
}

static void race_last_late_and_saved(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 1, 1);
    swap_out(&b, 1);
    add(&b, 1, 1);
    cycle(&b);
    late(&b, 1);
    saved(&b, 1);
    cycle(&b);
    expect_in(&b, true, 1);
}

static void race_saved_and_nothing_out(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 1, 1);
    swap_out(&b, 1);
    cycle(&b);
    expect_in(&b, false, 0); /* count 0, but not saved */
    saved(&b, 1);
    cycle(&b);
    expect_in(&b, true, 1);
}

static void race_wakes_and_stalls_again(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 0, 1);
    stall(&b, 0);
    stall(&b, 1);
    expect_out(&b, true, 0);
    down(&b, 0);
    cycle(&b);
    expect_out(&b, true, 1);
    up(&b, 0);
    cycle(&b);
    expect_out(&b, true, 1);
    assert_int_equal(b.out.marked, 3);
    assert_false(cta_status_table_before(&b.s, 0, 1));
    down(&b, 1); /* the block is marked in every cycle: it keeps its place */
    up(&b, 1);
    cycle(&b);
    expect_out(&b, true, 1);
}

static void race_several_marked(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 0, 3);
    for (uint32_t c = 0; c < 4; c += 2) {
        up(&b, c);
        up(&b, c + 1);
        cycle(&b);
    }
    up(&b, 3);
    cycle(&b);
    up(&b, 2);
    up(&b, 0);
    cycle(&b);
    expect_out(&b, true, 3); /* marked longest */
    assert_true(cta_status_table_before(&b.s, 0, 2));
    b.in.skip = 1 << 3;
    cta_status_table_eval(&b.s, &b.in, &b.out);
    expect_out(&b, true, 0); /* of one cycle the lower number */
    b.in.skip = 0x1f;
    cta_status_table_eval(&b.s, &b.in, &b.out);
    expect_out(&b, false, 0);
}

/* ---- the other rules of the page ------------------------------------------------------- */

/* From marked to ready in one edge, and from ready to marked: a candidate of the other kind. */
static void rule_other_kind_stands_behind(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 0, 0);
    stall(&b, 0);
    alloc(&b, 4);
    cycle(&b);
    swap_out(&b, 0);
    saved(&b, 0);
    cycle(&b);
    expect_in(&b, true, 4);
    assert_int_equal(b.out.ready, 0x11);
    activate(&b, 2, 2);
    stall(&b, 2);
    swap_in(&b, 0, WARPS); /* it was swapped out with all its warps ended or at a barrier */
    cycle(&b);
    expect_out(&b, true, 2);
    assert_int_equal(b.out.marked, 5);
    assert_false(cta_status_table_before(&b.s, 0, 2));
}

static void rule_add_names_block_of_out(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 2, 2);
    stall(&b, 2);
    swap_out(&b, 2);
    add(&b, 2, 1);
    saved(&b, 2);
    cycle(&b);
    assert_int_equal(b.s.saving, 0);
    assert_int_equal(b.s.count[2], 1);
    expect_in(&b, false, 0);
    late(&b, 2);
    cycle(&b);
    expect_in(&b, true, 2);
}

static void rule_block_ends(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 0, 1);
    stall(&b, 1);
    stall(&b, 0);
    end(&b, 1);
    cycle(&b);
    assert_int_equal(b.out.resident, 1);
    assert_int_equal(b.out.active, 1);
    expect_out(&b, true, 0);
    alloc(&b, 1);
    cycle(&b);
    expect_in(&b, true, 1); /* a new block is ready at once */
}

static void rule_barrier_opens(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 0, 0);
    stall(&b, 0);
    drop(&b, 0, 2);
    cycle(&b);
    assert_int_equal(b.s.count[0], 0);
    assert_int_equal(b.out.marked, 0);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    activate(&b, 0, 1);
    stall(&b, 0);
    swap_out(&b, 1);
    cycle(&b);
    cta_status_table_reset(&b.s);
    assert_null(cta_status_table_check(&b.s));
    b.in.warps = 7; /* another kernel */
    cta_status_table_eval(&b.s, &b.in, &b.out);
    assert_int_equal(b.out.resident | b.out.active | b.out.marked | b.out.ready, 0);
    expect_out(&b, false, 0);
    expect_in(&b, false, 0);
    assert_null(cta_status_table_promise(&b.s, &b.in));
}

/* Figure 5(b): room for four blocks, two of them active. 1 stalls and gives way to 3, 2 to 4; when
 * 3 and 4 stall, 1 and 2 have what they waited for. */
static void figure_5_four_blocks(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    for (uint32_t c = 1; c <= 4; c++) {
        alloc(&b, c);
        cycle(&b);
    }
    for (uint32_t c = 1; c <= 2; c++) {
        expect_in(&b, true, c);
        swap_in(&b, c, 0);
        cycle(&b);
    }
    for (uint32_t c = 1; c <= 2; c++) {
        stall(&b, c);
        expect_out(&b, true, c);
        expect_in(&b, true, c + 2);
        swap_out(&b, c);
        swap_in(&b, c + 2, 0);
        add(&b, c, 2);
        saved(&b, c);
        cycle(&b);
    }
    assert_int_equal(b.out.active, 1 << 3 | 1 << 4);
    expect_in(&b, false, 0);
    for (uint32_t c = 1; c <= 2; c++) { /* their memory requests are processed */
        late(&b, c);
        late(&b, c);
        cycle(&b);
    }
    for (uint32_t c = 3; c <= 4; c++) {
        stall(&b, c);
        expect_out(&b, true, c);
        expect_in(&b, true, c - 2);
        swap_out(&b, c);
        swap_in(&b, c - 2, 0);
        cycle(&b);
    }
    assert_int_equal(b.out.active, 1 << 1 | 1 << 2);
    assert_int_equal(b.out.resident, 0x1e);
}

/* The page's table: 32 entries, a counter of 12 bits, a bit a pair. */
static void state_bits(void **state)
{
    (void)state;
    assert_int_equal(32 * 12, 384);
    assert_int_equal(32 * 31 / 2, 496);
    assert_true(32 * 64 < 1 << 12); /* registers of 32 warps fit the counter */
}

/* ---- the naive twin: every warp, every write, and when --------------------------------- */

enum { NOT_HERE, ACTIVE, SAVING, SAVED };
enum { NO_CANDIDATE, MARKED, READY };
enum { MAX_TWIN_WARPS = 8 };

struct twin_block {
    int state;
    bool stuck[MAX_TWIN_WARPS]; /* of an active block */
    uint32_t to_count;          /* warps whose writes are not counted yet */
    uint32_t writes;            /* counted, and not yet in */
    uint32_t since;             /* cycle in which the block became marked, or ready */
};

struct twin {
    uint32_t ctas, warps, cycle;
    uint32_t max_writes;
    struct twin_block block[CTA_STATUS_TABLE_MAX_CTAS];
};

static uint32_t twin_stuck(const struct twin *t, uint32_t c)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < t->warps; w++) n += t->block[c].stuck[w];
    return n;
}

static int twin_kind(const struct twin *t, uint32_t c)
{
    const struct twin_block *k = &t->block[c];
    if (k->state == ACTIVE) return twin_stuck(t, c) == t->warps ? MARKED : NO_CANDIDATE;
    return k->state == SAVED && k->writes == 0 ? READY : NO_CANDIDATE;
}

/* Of the candidates of a kind the one with the earliest cycle, then the lowest number. */
static bool twin_choice(const struct twin *t, int kind, uint64_t skip, uint32_t *cta)
{
    bool found = false;
    *cta = 0;
    for (uint32_t c = t->ctas; c-- > 0;) {
        if (twin_kind(t, c) != kind || (skip >> c & 1) != 0) continue;
        if (!found || t->block[c].since <= t->block[*cta].since) *cta = c;
        found = true;
    }
    return found;
}

static void twin_compare(const struct twin *t, const struct cta_status_table *s,
                         const struct cta_status_table_in *in,
                         const struct cta_status_table_out *out)
{
    uint32_t cta;
    for (uint32_t c = 0; c < t->ctas; c++) {
        int kind = twin_kind(t, c);
        assert_int_equal(out->resident >> c & 1, t->block[c].state != NOT_HERE);
        assert_int_equal(out->active >> c & 1, t->block[c].state == ACTIVE);
        assert_int_equal(out->marked >> c & 1, kind == MARKED);
        assert_int_equal(out->ready >> c & 1, kind == READY);
        for (uint32_t d = c + 1; d < t->ctas && kind != NO_CANDIDATE; d++) {
            if (twin_kind(t, d) != kind) continue;
            assert_int_equal(cta_status_table_before(s, c, d),
                             t->block[c].since <= t->block[d].since);
        }
    }
    assert_int_equal(out->out_valid, twin_choice(t, MARKED, in->skip, &cta));
    assert_int_equal(out->out_cta, cta);
    assert_int_equal(out->in_valid, twin_choice(t, READY, 0, &cta));
    assert_int_equal(out->in_cta, cta);
}

/* ---- the stimulus draws a cycle's events and lets the twin live them -------------------- */

/* A block in this state, from a random one on; false if there is none. */
static bool some_block(const struct twin *t, struct hd_rng *rng, int state, uint32_t *cta)
{
    uint32_t first = hd_rng_below(rng, t->ctas);
    for (uint32_t i = 0; i < t->ctas; i++) {
        *cta = (first + i) % t->ctas;
        if (t->block[*cta].state == state) return true;
    }
    return false;
}

/* A warp of an active block stalls or wakes up; none does so twice in a cycle. */
static bool move_warp(struct twin *t, struct hd_rng *rng, const struct cta_status_table_in *in,
                      uint64_t *moved, bool stuck, uint32_t *cta)
{
    uint32_t w = hd_rng_below(rng, t->warps);
    if (!some_block(t, rng, ACTIVE, cta) || (in->free_en && in->free_cta == *cta)) return false;
    if (t->block[*cta].stuck[w] == stuck || (moved[*cta] >> w & 1) != 0) return false;
    t->block[*cta].stuck[w] = stuck;
    moved[*cta] |= UINT64_C(1) << w;
    return true;
}

/* All that wait at the barrier go on: here, all warps that are stuck and have not moved. */
static void open_barrier(struct twin *t, struct hd_rng *rng, struct cta_status_table_in *in,
                         const uint64_t *moved)
{
    uint32_t c;
    if (!some_block(t, rng, ACTIVE, &c) || (in->free_en && in->free_cta == c)) return;
    in->drop_en = true;
    in->drop_cta = c;
    for (uint32_t w = 0; w < t->warps; w++) {
        bool goes = t->block[c].stuck[w] && (moved[c] >> w & 1) == 0;
        in->drop_count += goes;
        if (goes) t->block[c].stuck[w] = false;
    }
}

static void draw_events(struct twin *t, struct hd_rng *rng, const struct cta_status_table_cfg *cfg,
                        struct cta_status_table_in *in, uint32_t busy)
{
    uint64_t moved[CTA_STATUS_TABLE_MAX_CTAS] = {0};
    for (uint32_t p = 0; p < cfg->ports; p++) {
        if (hd_rng_chance(rng, busy, 10))
            in->up_en[p] = move_warp(t, rng, in, moved, true, &in->up_cta[p]);
        if (hd_rng_chance(rng, 10 - busy, 20))
            in->down_en[p] = move_warp(t, rng, in, moved, false, &in->down_cta[p]);
        int which = hd_rng_chance(rng, 1, 2) ? SAVING : SAVED;
        if (hd_rng_chance(rng, 2, 3) && some_block(t, rng, which, &in->late_cta[p]) &&
            t->block[in->late_cta[p]].writes > 0) {
            in->late_en[p] = true;
            t->block[in->late_cta[p]].writes--;
        }
    }
    if (hd_rng_chance(rng, 1, 16)) open_barrier(t, rng, in, moved);
}

/* The controller takes the table's choice, or now and then another block of the kind. */
static void draw_choice(const struct twin *t, struct hd_rng *rng, struct cta_status_table_in *in)
{
    if (some_block(t, rng, ACTIVE, &in->free_cta) && twin_kind(t, in->free_cta) == MARKED)
        in->free_en = hd_rng_chance(rng, 1, 6);
    if (hd_rng_chance(rng, 1, 2)) {
        in->out_en = twin_choice(t, MARKED, in->skip, &in->out_cta);
        if (hd_rng_chance(rng, 1, 8)) in->out_en = some_block(t, rng, ACTIVE, &in->out_cta);
        if (in->free_en && in->out_cta == in->free_cta) in->out_en = false;
    }
    if (hd_rng_chance(rng, 1, 2)) {
        in->in_en = twin_choice(t, READY, 0, &in->in_cta);
        if (hd_rng_chance(rng, 1, 4)) {
            in->in_en = some_block(t, rng, SAVED, &in->in_cta);
            in->in_en = in->in_en && twin_kind(t, in->in_cta) == READY;
        }
        in->in_count = hd_rng_chance(rng, 1, 3) ? hd_rng_below(rng, t->warps + 1) : 0;
    }
    in->alloc_en = hd_rng_chance(rng, 1, 4) && some_block(t, rng, NOT_HERE, &in->alloc_cta);
}

/* Blocks change their state; then the warps of those that leave are counted, one a cycle. */
static void live_choice(struct twin *t, struct hd_rng *rng, struct cta_status_table_in *in)
{
    uint32_t c;
    if (in->out_en) {
        t->block[in->out_cta].state = SAVING;
        t->block[in->out_cta].to_count = t->warps;
        t->block[in->out_cta].writes = 0;
    }
    if (in->out_en && hd_rng_chance(rng, 1, 3))
        t->block[in->out_cta].to_count = hd_rng_below(rng, 2); /* short, for the races */
    if (some_block(t, rng, SAVING, &c) && t->block[c].to_count > 0) {
        uint32_t room = t->max_writes - t->block[c].writes;
        in->add_en = true;
        in->add_cta = c;
        in->add_count = hd_rng_below(rng, room < 4 ? room + 1 : 4);
        t->block[c].writes += in->add_count;
        t->block[c].to_count--;
    }
    if (some_block(t, rng, SAVING, &c) && t->block[c].to_count == 0 && hd_rng_chance(rng, 1, 2)) {
        in->saved_en = true;
        in->saved_cta = c;
        t->block[c].state = SAVED;
    }
    if (in->alloc_en) t->block[in->alloc_cta] = (struct twin_block){.state = SAVED};
    if (in->in_en) {
        t->block[in->in_cta].state = ACTIVE;
        for (uint32_t w = 0; w < t->warps; w++) t->block[in->in_cta].stuck[w] = w < in->in_count;
    }
    if (in->free_en) t->block[in->free_cta].state = NOT_HERE;
}

struct run {
    const char *name;
    struct cta_status_table_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {{"two_blocks", {2, 2, 1}, 200000},
                                  {"small", {3, 3, 2}, 200000},
                                  {"odd", {5, 4, 3}, 100000},
                                  {"default", {32, 12, 2}, 50000},
                                  {"largest", {64, 16, 4}, 20000}};

struct seen {
    uint32_t two_marked, two_ready, skipped, late_and_add, other_kind, forgotten;
};

static void look(struct seen *n, const struct twin *t, const struct cta_status_table_in *in,
                 const struct cta_status_table_out *out)
{
    n->two_marked += (out->marked & (out->marked - 1)) != 0;
    n->two_ready += (out->ready & (out->ready - 1)) != 0;
    n->skipped += out->marked != 0 && !out->out_valid;
    n->late_and_add += in->late_en[0] && in->add_en && in->late_cta[0] == in->add_cta;
    n->forgotten += in->down_en[0] && in->out_en && in->down_cta[0] == in->out_cta;
    if (in->out_en && (out->marked >> in->out_cta & 1) != 0)
        n->other_kind += twin_kind(t, in->out_cta) == READY;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct twin t;
    struct cta_status_table s;
    struct seen n = {0};
    struct hd_rng rng;
    uint32_t busy = 5, most = r->cfg.cnt_width < 3 ? 3 : MAX_TWIN_WARPS - 1;

    memset(&t, 0, sizeof t);
    t.ctas = r->cfg.ctas;
    t.max_writes = (UINT32_C(1) << r->cfg.cnt_width) - 1;
    hd_rng_seed(&rng, r->cfg.ctas);
    assert_null(cta_status_table_init(&s, &r->cfg));
    for (t.cycle = 0; t.cycle < r->cycles; t.cycle++) {
        struct cta_status_table_in in = {0};
        struct cta_status_table_out out;
        int kind[CTA_STATUS_TABLE_MAX_CTAS];
        if (t.cycle % 64 == 0) busy = 3 + hd_rng_below(&rng, 7);
        if (s.resident == 0) t.warps = 1 + hd_rng_below(&rng, most); /* another kernel */
        in.warps = t.warps;
        in.skip = hd_rng_chance(&rng, 1, 3) ? hd_rng_next(&rng) >> (64 - t.ctas) : 0;
        cta_status_table_eval(&s, &in, &out);
        twin_compare(&t, &s, &in, &out);
        for (uint32_t c = 0; c < t.ctas; c++) kind[c] = twin_kind(&t, c);
        draw_choice(&t, &rng, &in);
        draw_events(&t, &rng, &r->cfg, &in, busy);
        live_choice(&t, &rng, &in);
        const char *broken = cta_status_table_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, t.cycle, broken);
        look(&n, &t, &in, &out);
        cta_status_table_tick(&s, &in, &out);
        for (uint32_t c = 0; c < t.ctas; c++) {
            if (twin_kind(&t, c) != kind[c]) t.block[c].since = t.cycle;
        }
        if (hd_rng_chance(&rng, 1, 1000)) {
            cta_status_table_reset(&s);
            memset(t.block, 0, sizeof t.block);
        }
        broken = cta_status_table_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, t.cycle, broken);
    }
    assert_true(n.two_marked > 100 && n.two_ready > 100 && n.skipped > 100);
    assert_true(n.late_and_add > 100 && n.other_kind > 20 && n.forgotten > 20);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* 0 active, marked; 1 active, one stuck; 2 saving, two writes out; 3 ready; 4 not here. */
static void filled(struct bench *b)
{
    start(b);
    activate(b, 0, 2);
    alloc(b, 3);
    cycle(b);
    stall(b, 0);
    up(b, 1);
    swap_out(b, 2);
    add(b, 2, 2);
    cycle(b);
}

static void expect_broken(struct bench *b, const char *name)
{
    assert_non_null(cta_status_table_check(&b->s));
    assert_string_equal(cta_status_table_check(&b->s), name);
    filled(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.saving |= 1;
    expect_broken(&b, "kinds"); /* active and saving */
    b.s.active |= 1 << 4;
    expect_broken(&b, "kinds"); /* active, not resident */
    b.s.saving |= 1 << 4;
    expect_broken(&b, "kinds"); /* saving, not resident */
    b.s.count[0] = 3;
    expect_broken(&b, "balance"); /* more than warps_i */
    b.s.count[1] = 3;
    expect_broken(&b, "balance");
    b.s.count[2] = 16;
    expect_broken(&b, "balance"); /* more than CntWidth bits */
    b.s.count[1] = 2;
    expect_broken(&b, "first_served"); /* marked, not queued */
    b.s.count[0] = 1;
    expect_broken(&b, "first_served"); /* queued, not marked */
    b.s.count[3] = 1;
    expect_broken(&b, "zero_ready"); /* queued, not ready */
    b.s.saving = 0;
    b.s.count[2] = 0;
    expect_broken(&b, "zero_ready"); /* ready, not queued */
    b.s.queue[1] = b.s.queue[0];
    expect_broken(&b, "first_served"); /* twice */
    b.s.queue[0] = 5;
    expect_broken(&b, "first_served"); /* no block at all */
    b.s.queued = 6;
    expect_broken(&b, "first_served");
    b.s.count[4] = 9; /* not resident: means nothing */
    assert_null(cta_status_table_check(&b.s));
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = cta_status_table_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void expect_kept(struct bench *b)
{
    assert_null(cta_status_table_promise(&b->s, &b->in));
    quiet(b);
}

static void promise_ranges(void **state)
{
    (void)state;
    void (*const by_number[])(struct bench *, uint32_t) = {up,       down,  late, alloc,
                                                           swap_out, saved, end};
    void (*const by_count[])(struct bench *, uint32_t, uint32_t) = {drop, add, swap_in};
    static const uint32_t fits[] = {1, 2, 3};
    struct bench b;
    filled(&b);
    for (size_t i = 0; i < sizeof by_number / sizeof by_number[0]; i++) {
        by_number[i](&b, 5);
        expect_promise(&b, "a block's number is not below Ctas");
    }
    for (size_t i = 0; i < sizeof by_count / sizeof by_count[0]; i++) {
        by_count[i](&b, 5, 0);
        expect_promise(&b, "a block's number is not below Ctas");
        by_count[i](&b, fits[i], 16);
        expect_promise(&b, "a count is wider than CntWidth");
    }
    b.in.skip = 0x20;
    expect_promise(&b, "a block's number is not below Ctas");
    b.in.warps = 16;
    expect_promise(&b, "a count is wider than CntWidth");
    b.in.warps = 3;
    expect_promise(&b, "warps_i changes while a block is here");
    b.in.up_cta[0] = b.in.add_cta = b.in.free_cta = 63; /* not looked at */
    expect_kept(&b);
}

static void promise_kinds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    up(&b, 2);
    expect_promise(&b, "an up is of no active block");
    down(&b, 3);
    expect_promise(&b, "a down is of no active block");
    drop(&b, 2, 1);
    expect_promise(&b, "a drop is of no active block");
    late(&b, 0);
    expect_promise(&b, "a late write is of no inactive block");
    late(&b, 4);
    expect_promise(&b, "a late write is of no inactive block");
    swap_out(&b, 2);
    expect_promise(&b, "a block swapped out is not an active one");
    late(&b, 1); /* of the block of out, none is late yet */
    swap_out(&b, 1);
    expect_promise(&b, "a late write is of no inactive block");
    add(&b, 1, 1);
    expect_promise(&b, "an add is of no inactive block");
    add(&b, 1, 1);
    swap_out(&b, 1);
    expect_kept(&b);
    saved(&b, 1);
    expect_promise(&b, "a block saved is not an inactive one");
    saved(&b, 1);
    swap_out(&b, 1);
    expect_kept(&b);
    swap_in(&b, 2, 0);
    expect_promise(&b, "a block swapped in is not a ready one");
    swap_in(&b, 0, 0);
    expect_promise(&b, "a block swapped in is not a ready one");
    alloc(&b, 3);
    expect_promise(&b, "a new block is resident already");
    alloc(&b, 4);
    expect_kept(&b);
}

static void promise_counts(void **state)
{
    (void)state;
    static const char active[] = "the counter of an active block leaves 0 to warps_i";
    static const char inactive[] = "the counter of an inactive block leaves 0 to 2^CntWidth - 1";
    struct bench b;
    filled(&b);
    up(&b, 0);
    expect_promise(&b, active);
    up(&b, 0);
    down(&b, 0);
    expect_kept(&b);
    down(&b, 1);
    down(&b, 1);
    expect_promise(&b, active);
    drop(&b, 1, 2);
    expect_promise(&b, active);
    up(&b, 0); /* though it is forgotten */
    swap_out(&b, 0);
    expect_promise(&b, active);
    swap_in(&b, 3, 3);
    expect_promise(&b, active);
    late(&b, 3);
    expect_promise(&b, inactive);
    add(&b, 2, 14);
    expect_promise(&b, inactive);
    add(&b, 2, 14);
    late(&b, 2);
    expect_kept(&b);
    late(&b, 2);
    late(&b, 2);
    expect_kept(&b);
    late(&b, 2);
    cycle(&b);
    late(&b, 2);
    late(&b, 2);
    expect_promise(&b, inactive);
}

static void promise_end(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    end(&b, 1);
    expect_promise(&b, "a block that ends is not active, or has warps that can go on");
    end(&b, 3);
    expect_promise(&b, "a block that ends is not active, or has warps that can go on");
    end(&b, 4);
    expect_promise(&b, "a block that ends is not active, or has warps that can go on");
    end(&b, 0);
    swap_out(&b, 0);
    expect_promise(&b, "a block is swapped out and ends in one cycle");
    end(&b, 0);
    down(&b, 0);
    expect_promise(&b, "an up, down or drop is of the block that ends");
    end(&b, 0);
    up(&b, 0);
    down(&b, 0);
    expect_promise(&b, "an up, down or drop is of the block that ends");
    end(&b, 0);
    drop(&b, 0, 0);
    expect_promise(&b, "an up, down or drop is of the block that ends");
    end(&b, 0);
    up(&b, 1);
    expect_kept(&b);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct cta_status_table_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 4, 2}, "Ctas must be 2 to 64"},     {{65, 4, 2}, "Ctas must be 2 to 64"},
        {{5, 1, 2}, "CntWidth must be 2 to 16"}, {{5, 17, 2}, "CntWidth must be 2 to 16"},
        {{5, 4, 0}, "Ports must be 1 to 4"},     {{5, 4, 5}, "Ports must be 1 to 4"},
    };
    struct cta_status_table s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = cta_status_table_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(cta_status_table_init(&s, &(struct cta_status_table_cfg){2, 2, 1}));
    assert_null(cta_status_table_init(&s, &(struct cta_status_table_cfg){64, 16, 4}));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(race_two_ups_two_downs_up_and_down),
        cmocka_unit_test(race_last_stalls_while_another_wakes),
        cmocka_unit_test(race_wakes_in_the_cycle_of_out),
        cmocka_unit_test(race_write_comes_in_while_swapped_out),
        cmocka_unit_test(race_last_late_and_saved),
        cmocka_unit_test(race_saved_and_nothing_out),
        cmocka_unit_test(race_wakes_and_stalls_again),
        cmocka_unit_test(race_several_marked),
        cmocka_unit_test(rule_other_kind_stands_behind),
        cmocka_unit_test(rule_add_names_block_of_out),
        cmocka_unit_test(rule_block_ends),
        cmocka_unit_test(rule_barrier_opens),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(figure_5_four_blocks),
        cmocka_unit_test(state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_ranges),
        cmocka_unit_test(promise_kinds),
        cmocka_unit_test(promise_counts),
        cmocka_unit_test(promise_end),
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
    return cmocka_run_group_tests_name("cta_status_table", tests, NULL, NULL);
}
