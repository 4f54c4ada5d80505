/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the MHeap LUT: the page's races, a naive twin that is
 * a list of PCs with the ways they took, and the proof that check, promise and
 * init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "formation/mheap_lut.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct mheap_lut s;
    struct mheap_lut_in in;
    struct mheap_lut_out out;
};

/* 4 sets of 2 ways: PCs 1, 5 and 9 share set 1, whose entries are 2 and 3. */
static const struct mheap_lut_cfg hand = {
    .entries = 8, .ways = 2, .pc_width = 8, .heap_entries = 6, .lut_width = 4, .pc_shift = 0};

static const struct mheap_lut_cfg paper = {
    .entries = 128, .ways = 8, .pc_width = 24, .heap_entries = 64, .lut_width = 8, .pc_shift = 0};

static void start(struct bench *b, const struct mheap_lut_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(mheap_lut_init(&b->s, cfg));
    assert_null(mheap_lut_check(&b->s));
}

static void look_up(struct bench *b, uint32_t pc0, uint32_t pc1)
{
    b->in.lkp_pc[0] = pc0;
    b->in.lkp_pc[1] = pc1;
}

static void insert(struct bench *b, bool first, bool second)
{
    b->in.ins_en[0] = first;
    b->in.ins_en[1] = second;
}

static void move(struct bench *b, uint32_t m, uint32_t lut, uint32_t mh)
{
    b->in.move_en[m] = true;
    b->in.move_lut[m] = lut;
    b->in.move_mh[m] = mh;
}

static void free_entry(struct bench *b, uint32_t lut)
{
    b->in.free_en = true;
    b->in.free_lut = lut;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    struct mheap_lut before = b->s;
    const char *broken = mheap_lut_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    mheap_lut_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    mheap_lut_tick(&b->s, &b->in, &b->out);
    assert_null(mheap_lut_check(&b->s));
    memset(&b->in, 0, sizeof b->in);
}

/* A PC is entered, at this entry, and gets its MH#. */
static void enter(struct bench *b, uint32_t pc, uint32_t lut, uint32_t mh)
{
    look_up(b, pc, pc);
    insert(b, true, false);
    move(b, 0, lut, mh);
    cycle(b);
    assert_true(b->out.lkp_free[0]);
    assert_int_equal(b->out.lkp_lut[0], lut);
}

static void expect_hit(const struct bench *b, uint32_t u, uint32_t lut, uint32_t mh)
{
    assert_true(b->out.lkp_hit[u]);
    assert_false(b->out.lkp_free[u]);
    assert_int_equal(b->out.lkp_lut[u], lut);
    assert_int_equal(b->out.lkp_mh[u], mh);
}

static void expect_free(const struct bench *b, uint32_t u, uint32_t lut)
{
    assert_false(b->out.lkp_hit[u]);
    assert_true(b->out.lkp_free[u]);
    assert_int_equal(b->out.lkp_lut[u], lut);
    assert_int_equal(b->out.lkp_mh[u], 0);
}

static void expect_full(const struct bench *b, uint32_t u)
{
    assert_false(b->out.lkp_hit[u] || b->out.lkp_free[u]);
    assert_int_equal(b->out.lkp_lut[u] | b->out.lkp_mh[u], 0);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_both_miss_in_one_set(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    look_up(&b, 1, 5);
    insert(&b, true, true);
    cycle(&b);
    expect_free(&b, 0, 2);
    expect_free(&b, 1, 3);
    look_up(&b, 5, 1);
    cycle(&b);
    expect_hit(&b, 0, 3, 0);
    expect_hit(&b, 1, 2, 0);
    free_entry(&b, 3);
    cycle(&b);
    look_up(&b, 9, 13); /* one is free: look-up 0 has it, taken or not */
    cycle(&b);
    expect_free(&b, 0, 3);
    expect_full(&b, 1);
    look_up(&b, 1, 9); /* look-up 0 hits: it takes none */
    cycle(&b);
    expect_hit(&b, 0, 2, 0);
    expect_free(&b, 1, 3);
    look_up(&b, 2, 9); /* another set */
    cycle(&b);
    expect_free(&b, 0, 4);
    expect_free(&b, 1, 3);
}

static void race_both_of_one_pc(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    look_up(&b, 1, 1);
    insert(&b, true, false); /* the heap takes one of them */
    cycle(&b);
    expect_free(&b, 0, 2);
    expect_free(&b, 1, 3);
    look_up(&b, 1, 1);
    cycle(&b);
    expect_hit(&b, 0, 2, 0);
    expect_hit(&b, 1, 2, 0);
}

static void race_freed_and_looked_up(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    enter(&b, 1, 2, 4);
    free_entry(&b, 2);
    look_up(&b, 1, 5);
    cycle(&b);
    expect_hit(&b, 0, 2, 4); /* it still hits */
    expect_free(&b, 1, 3);   /* and its entry is not free yet */
    look_up(&b, 1, 5);
    cycle(&b);
    expect_free(&b, 0, 2);
    expect_free(&b, 1, 3);
}

static void race_freed_and_inserted_anew(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    enter(&b, 1, 2, 4);
    free_entry(&b, 2);
    look_up(&b, 5, 1);
    insert(&b, false, true);
    move(&b, 1, 2, 5);
    cycle(&b);
    expect_hit(&b, 1, 2, 4);
    look_up(&b, 1, 5);
    cycle(&b);
    expect_hit(&b, 0, 2, 5);
    /* Without a move its MH# means nothing. */
    free_entry(&b, 2);
    look_up(&b, 1, 1);
    insert(&b, true, false);
    cycle(&b);
    look_up(&b, 1, 1);
    cycle(&b);
    expect_hit(&b, 0, 2, 0);
    assert_false(b.s.moved[2]);
}

static void race_inserted_and_moved(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    look_up(&b, 1, 5);
    insert(&b, true, true);
    move(&b, 0, 3, 1);
    move(&b, 1, 2, 0);
    cycle(&b);
    look_up(&b, 1, 5);
    cycle(&b);
    expect_hit(&b, 0, 2, 0);
    expect_hit(&b, 1, 3, 1);
    move(&b, 1, 2, 5);
    look_up(&b, 1, 5);
    cycle(&b);
    expect_hit(&b, 0, 2, 0); /* state only */
    look_up(&b, 1, 5);
    cycle(&b);
    expect_hit(&b, 0, 2, 5);
}

static void race_clear_and_insertion(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    enter(&b, 1, 2, 4);
    enter(&b, 2, 4, 3);
    look_up(&b, 5, 1);
    insert(&b, true, false);
    b.in.clear_en = true;
    cycle(&b);
    expect_free(&b, 0, 3);
    look_up(&b, 5, 1);
    cycle(&b);
    expect_hit(&b, 0, 3, 0);
    expect_free(&b, 1, 2);
    look_up(&b, 2, 2);
    cycle(&b);
    expect_free(&b, 0, 4);
    expect_free(&b, 1, 5);
}

static void rule_full_set_waits(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    enter(&b, 1, 2, 4);
    enter(&b, 5, 3, 3);
    look_up(&b, 9, 2);
    cycle(&b);
    expect_full(&b, 0);
    expect_free(&b, 1, 4);
    free_entry(&b, 3); /* a pop helps */
    look_up(&b, 9, 9);
    cycle(&b);
    expect_full(&b, 0);
    look_up(&b, 9, 9);
    cycle(&b);
    expect_free(&b, 0, 3);
    expect_full(&b, 1);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    enter(&b, 1, 2, 4);
    mheap_lut_reset(&b.s);
    assert_null(mheap_lut_check(&b.s));
    look_up(&b, 1, 1);
    cycle(&b);
    expect_free(&b, 0, 2);
}

static void rule_set_of_pc(void **state)
{
    (void)state;
    struct bench b;
    struct mheap_lut_cfg cfg = hand;
    cfg.pc_shift = 2;
    start(&b, &cfg);
    enter(&b, 0x17, 2, 1); /* 0x17 >> 2 = 5, set 1 */
    /* One set, and a shift by all 32 bits. */
    cfg = (struct mheap_lut_cfg){2, 2, 32, 1024, 16, 32};
    start(&b, &cfg);
    enter(&b, 0xffffffff, 0, 1023);
    enter(&b, 0x7fffffff, 1, 0);
}

/* Ways of the paper's size are taken from the lowest up, and come back as they are freed. */
static void rule_lowest_way(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &paper);
    for (uint32_t i = 0; i < 8; i++) enter(&b, 3 + 16 * i, 24 + i, i);
    look_up(&b, 3 + 16 * 8, 4);
    cycle(&b);
    expect_full(&b, 0);
    free_entry(&b, 29);
    cycle(&b);
    free_entry(&b, 26);
    cycle(&b);
    look_up(&b, 3 + 16 * 8, 3 + 16 * 9);
    cycle(&b);
    expect_free(&b, 0, 26);
    expect_free(&b, 1, 29);
}

static void table_v_bits(void **state)
{
    (void)state;
    uint32_t an_entry = paper.pc_width + clog2(paper.heap_entries) + 1;
    assert_int_equal(paper.entries * an_entry, 3968);
    assert_int_equal(paper.entries * 39, 4992); /* what the paper prints */
}

/* ---- the naive twin: which PC holds an entry ------------------------------------------- */

/* Entry e is held by PC held[e] - 1; 0: it is free. */
struct naive {
    struct mheap_lut_cfg cfg;
    uint64_t held[MHEAP_LUT_MAX_ENTRIES];
    int mh[MHEAP_LUT_MAX_ENTRIES]; /* -1: not moved yet */
};

static void naive_eval(const struct naive *n, const struct mheap_lut_in *in,
                       struct mheap_lut_out *out)
{
    uint64_t sets = n->cfg.entries / n->cfg.ways;
    memset(out, 0, sizeof *out);
    for (int u = 0; u < 2; u++) {
        uint64_t set = ((uint64_t)in->lkp_pc[u] >> n->cfg.pc_shift) % sets;
        for (uint32_t e = n->cfg.entries; e-- > 0;) { /* the lowest is the last to be found */
            bool taken = u == 1 && out->lkp_free[0] && out->lkp_lut[0] == e;
            if (out->lkp_hit[u]) continue;
            if (n->held[e] == (uint64_t)in->lkp_pc[u] + 1) {
                out->lkp_hit[u] = true;
                out->lkp_free[u] = false;
                out->lkp_lut[u] = e;
                out->lkp_mh[u] = n->mh[e] < 0 ? 0 : (uint32_t)n->mh[e];
            } else if (n->held[e] == 0 && e / n->cfg.ways == set && !taken) {
                out->lkp_free[u] = true;
                out->lkp_lut[u] = e;
            }
        }
    }
}

static void naive_tick(struct naive *n, const struct mheap_lut_in *in,
                       const struct mheap_lut_out *out)
{
    for (uint32_t e = 0; e < n->cfg.entries; e++) {
        if (in->clear_en || (in->free_en && in->free_lut == e)) n->held[e] = 0;
    }
    for (int u = 0; u < 2; u++) {
        if (!in->ins_en[u]) continue;
        if (n->held[out->lkp_lut[u]] == 0) n->mh[out->lkp_lut[u]] = -1;
        n->held[out->lkp_lut[u]] = (uint64_t)in->lkp_pc[u] + 1;
    }
    for (int m = 0; m < 2; m++) {
        if (in->move_en[m]) n->mh[in->move_lut[m]] = (int)in->move_mh[m];
    }
}

static bool same_state(const struct mheap_lut *s, const struct naive *n)
{
    for (uint32_t e = 0; e < s->cfg.entries; e++) {
        if (s->valid[e] != (n->held[e] != 0)) return false;
        if (s->valid[e] && (uint64_t)s->pc[e] + 1 != n->held[e]) return false;
        if (s->valid[e] && s->moved[e] != (n->mh[e] >= 0)) return false;
        if (s->valid[e] && s->moved[e] && s->mh[e] != (uint32_t)n->mh[e]) return false;
    }
    return true;
}

/* ---- the heap, and the mood it is in --------------------------------------------------- */

enum { PCS = 64 };

struct heap {
    struct hd_rng rng;
    uint32_t pcs[PCS];
    uint32_t pc_count, insert, free; /* in tenths */
};

static void new_mood(struct heap *h, const struct mheap_lut_cfg *cfg)
{
    uint32_t sets = cfg->entries / cfg->ways;
    bool one_set = hd_rng_chance(&h->rng, 1, 3);
    uint32_t base = (uint32_t)hd_rng_next(&h->rng);
    h->pc_count = 1 + hd_rng_below(&h->rng, PCS);
    h->insert = 1 + hd_rng_below(&h->rng, 10);
    h->free = hd_rng_below(&h->rng, 11);
    for (uint32_t i = 0; i < PCS; i++) {
        uint32_t far = (uint32_t)((uint64_t)i * sets << cfg->pc_shift);
        h->pcs[i] = (one_set ? base + far : (uint32_t)hd_rng_next(&h->rng)) &
                    UINT32_MAX >> (32 - cfg->pc_width);
    }
}

/* An entry that is there, or is inserted in this cycle; false if no luck. */
static bool some_entry(struct heap *h, const struct naive *n, const struct mheap_lut_in *in,
                       const struct mheap_lut_out *out, uint32_t *lut)
{
    int u = (int)hd_rng_below(&h->rng, 2);
    *lut = hd_rng_below(&h->rng, n->cfg.entries);
    if (in->ins_en[u] && hd_rng_chance(&h->rng, 1, 2)) *lut = out->lkp_lut[u];
    return n->held[*lut] != 0 || (in->ins_en[u] && out->lkp_lut[u] == *lut);
}

/* What the heap does depends on what the look-up says: the twin says it. */
static void drive(struct heap *h, const struct naive *n, struct mheap_lut_in *in)
{
    struct mheap_lut_out out;
    memset(in, 0, sizeof *in);
    for (int u = 0; u < 2; u++) in->lkp_pc[u] = h->pcs[hd_rng_below(&h->rng, h->pc_count)];
    naive_eval(n, in, &out);
    in->clear_en = hd_rng_chance(&h->rng, 1, 500);
    for (int u = 0; u < 2; u++) {
        bool same = u == 1 && in->ins_en[0] && in->lkp_pc[0] == in->lkp_pc[1];
        in->ins_en[u] = (out.lkp_free[u] || (out.lkp_hit[u] && hd_rng_chance(&h->rng, 1, 8))) &&
                        !same && hd_rng_chance(&h->rng, h->insert, 10);
    }
    for (int m = 0; m < 2; m++) {
        in->move_en[m] =
            hd_rng_chance(&h->rng, 1, 2) && some_entry(h, n, in, &out, &in->move_lut[m]);
        in->move_mh[m] = hd_rng_below(&h->rng, n->cfg.heap_entries);
    }
    if (in->move_lut[0] == in->move_lut[1]) in->move_en[1] = false;
    in->free_en = hd_rng_chance(&h->rng, h->free, 10) && some_entry(h, n, in, &out, &in->free_lut);
}

struct run {
    const char *name;
    struct mheap_lut_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"paper", {128, 8, 24, 64, 8, 0}, 100000},   {"small", {4, 2, 3, 4, 2, 0}, 100000},
    {"odd", {12, 3, 11, 9, 5, 2}, 100000},       {"direct", {8, 1, 6, 8, 3, 0}, 100000},
    {"full", {6, 6, 6, 5, 3, 0}, 100000},        {"one_set_shifted", {2, 2, 4, 2, 1, 4}, 100000},
    {"large", {2048, 8, 32, 1024, 16, 0}, 3000},
};

static bool same_outputs(const struct mheap_lut_out *a, const struct mheap_lut_out *b)
{
    bool same = true;
    for (int u = 0; u < 2; u++) {
        same = same && a->lkp_hit[u] == b->lkp_hit[u] && a->lkp_free[u] == b->lkp_free[u];
        same = same && a->lkp_mh[u] == b->lkp_mh[u] && a->lkp_lut[u] == b->lkp_lut[u];
    }
    return same;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct naive n;
    static struct mheap_lut s;
    struct heap h;
    struct mheap_lut_in in;
    struct mheap_lut_out out, expected;
    uint32_t hits = 0, full = 0;

    memset(&n, 0, sizeof n);
    memset(&h, 0, sizeof h);
    n.cfg = r->cfg;
    hd_rng_seed(&h.rng, r->cfg.entries);
    assert_null(mheap_lut_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        if (c % 256 == 0) new_mood(&h, &r->cfg);
        drive(&h, &n, &in);
        const char *broken = mheap_lut_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        mheap_lut_eval(&s, &in, &out);
        naive_eval(&n, &in, &expected);
        if (!same_outputs(&out, &expected))
            fail_msg("%s cycle %u: outputs differ from the twin's", r->name, c);
        hits += out.lkp_hit[0];
        full += !out.lkp_hit[0] && !out.lkp_free[0];
        if (hd_rng_chance(&h.rng, 1, 2000)) {
            mheap_lut_reset(&s);
            memset(n.held, 0, sizeof n.held);
        } else {
            mheap_lut_tick(&s, &in, &out);
            naive_tick(&n, &in, &expected);
        }
        if (!same_state(&s, &n))
            fail_msg("%s cycle %u: the state differs from the twin's", r->name, c);
        broken = mheap_lut_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(hits > 100 && full > 100);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

static void filled(struct bench *b)
{
    start(b, &hand);
    enter(b, 1, 2, 4);
    enter(b, 5, 3, 3);
    enter(b, 2, 4, 0);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.pc[3] = 1;
    assert_string_equal(mheap_lut_check(&b.s), "unique_pc");
    filled(&b);
    b.s.pc[2] = 3;
    assert_string_equal(mheap_lut_check(&b.s), "home_set");
    filled(&b);
    b.s.mh[4] = 6;
    assert_string_equal(mheap_lut_check(&b.s), "mh_range");
    b.s.moved[4] = false; /* not moved yet: it means nothing */
    assert_null(mheap_lut_check(&b.s));
    b.s.pc[7] = 0xff; /* nor do the fields of an invalid entry */
    b.s.mh[7] = 99;
    assert_null(mheap_lut_check(&b.s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = mheap_lut_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    look_up(&b, 9, 2);
    insert(&b, true, false);
    expect_promise(&b, "a PC is inserted without a hit or a free entry");
    look_up(&b, 2, 2);
    insert(&b, true, true);
    expect_promise(&b, "both insertions are of one entry");
    look_up(&b, 4, 4);
    insert(&b, true, true);
    expect_promise(&b, "both insertions are of one PC");
    look_up(&b, 0x103, 4);
    insert(&b, true, false);
    expect_promise(&b, "a PC inserted is wider than PcWidth");
    move(&b, 0, 5, 1);
    expect_promise(&b, "an entry that is not valid moves");
    move(&b, 1, 15, 1);
    expect_promise(&b, "an entry that is not valid moves");
    move(&b, 0, 2, 6);
    expect_promise(&b, "MH# is not below HeapEntries");
    move(&b, 0, 2, 1);
    move(&b, 1, 2, 1);
    expect_promise(&b, "two moves are of one entry");
    free_entry(&b, 5);
    expect_promise(&b, "an entry that is not valid is freed");
    free_entry(&b, 15);
    expect_promise(&b, "an entry that is not valid is freed");
    /* What is not enabled is not looked at. */
    look_up(&b, 9, 13);
    b.in.move_lut[0] = b.in.move_mh[1] = b.in.free_lut = 99;
    assert_null(mheap_lut_promise(&b.s, &b.in));
}

/* LUT# has more bits than entries need: what is beyond them breaks a promise, not the model. */
static void beyond_the_entries(void **state)
{
    (void)state;
    static struct bench b;
    const struct mheap_lut_cfg cfg = {2048, 8, 32, 1024, 16, 0};
    start(&b, &cfg);
    move(&b, 0, 65535, 1);
    free_entry(&b, 65535);
    mheap_lut_eval(&b.s, &b.in, &b.out);
    mheap_lut_tick(&b.s, &b.in, &b.out);
    assert_null(mheap_lut_check(&b.s));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct mheap_lut_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 1, 8, 8, 4, 0}, "Entries must be at least 2"},
        {{4096, 8, 24, 8, 16, 0}, "Entries must be at most 2048 in the model"},
        {{8, 2, 8, 8, 0, 0}, "LutWidth must be 1 to 16"},
        {{8, 2, 8, 8, 17, 0}, "LutWidth must be 1 to 16"},
        {{8, 2, 8, 8, 2, 0}, "Entries must be at most 2^LutWidth"},
        {{8, 0, 8, 8, 4, 0}, "Ways must be at least 1"},
        {{8, 3, 8, 8, 4, 0}, "Ways must divide Entries"},
        {{12, 4, 8, 8, 4, 0}, "Entries / Ways must be a power of two"},
        {{8, 2, 0, 8, 4, 0}, "PcWidth must be 1 to 32"},
        {{8, 2, 33, 8, 4, 0}, "PcWidth must be 1 to 32"},
        {{8, 2, 8, 1, 4, 0}, "HeapEntries must be 2 to 1024"},
        {{8, 2, 8, 1025, 4, 0}, "HeapEntries must be 2 to 1024"},
        {{8, 2, 8, 8, 4, 7}, "PcShift + log2(Entries / Ways) must be at most PcWidth"},
        {{8, 8, 8, 8, 4, 9}, "PcShift + log2(Entries / Ways) must be at most PcWidth"},
    };
    struct mheap_lut s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = mheap_lut_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    static const struct mheap_lut_cfg edge[] = {
        {2048, 2048, 32, 1024, 11, 32}, {2, 1, 1, 2, 1, 0}, {8, 2, 8, 2, 3, 6}};
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
        assert_null(mheap_lut_init(&s, &edge[i]));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(race_both_miss_in_one_set),
        cmocka_unit_test(race_both_of_one_pc),
        cmocka_unit_test(race_freed_and_looked_up),
        cmocka_unit_test(race_freed_and_inserted_anew),
        cmocka_unit_test(race_inserted_and_moved),
        cmocka_unit_test(race_clear_and_insertion),
        cmocka_unit_test(rule_full_set_waits),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_set_of_pc),
        cmocka_unit_test(rule_lowest_way),
        cmocka_unit_test(table_v_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(beyond_the_entries),
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
    return cmocka_run_group_tests_name("mheap_lut", tests, NULL, NULL);
}
