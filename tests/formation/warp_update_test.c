/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the warp update registers: the page's worked cases, a
 * naive twin that sorts threads one by one, the count of every thread that
 * went in and came out, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/warp_update.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct warp_update s;
    struct warp_update_in in;
    struct warp_update_out out;
};

static const struct warp_update_cfg hand = {.lanes = 4, .tid_width = 8, .pc_width = 8};
static const struct warp_update_cfg paper = {.lanes = 32, .tid_width = 10, .pc_width = 24};

static void start(struct bench *b, const struct warp_update_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(warp_update_init(&b->s, cfg));
    assert_null(warp_update_check(&b->s));
}

/* A warp of lanes 3 to 0, as the page prints it: '.' a lane without a thread. Thread ids are base +
 * lane. */
static void offer(struct bench *b, const char *pcs, uint32_t base)
{
    b->in.ret_valid = true;
    b->in.ret_mask = 0;
    for (uint32_t l = 0; l < 4; l++) {
        char pc = pcs[3 - l];
        if (pc != '.') b->in.ret_mask |= UINT64_C(1) << l;
        b->in.ret_pc[l] = (uint32_t)pc;
        b->in.ret_tid[l] = base + l;
    }
}

/* Two bits, register 1 the upper one. */
static void accept(struct bench *b, uint32_t ready)
{
    b->in.grp_ready[0] = (ready & 1) != 0;
    b->in.grp_ready[1] = (ready & 2) != 0;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    struct warp_update before = b->s;
    const char *broken = warp_update_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    warp_update_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    warp_update_tick(&b->s, &b->in, &b->out);
    assert_null(warp_update_check(&b->s));
    memset(&b->in, 0, sizeof b->in);
}

static void expect_group(const struct bench *b, uint32_t g, uint32_t pc, uint64_t req,
                         uint32_t base)
{
    uint32_t nthd = 0;
    assert_true(b->out.grp_valid[g]);
    assert_int_equal(b->out.grp_pc[g], pc);
    assert_int_equal(b->out.grp_req[g], req);
    for (uint32_t l = 0; l < 4; l++) {
        if ((req >> l & 1) == 0) continue;
        assert_int_equal(b->out.grp_tid[g][l], base + l);
        nthd++;
    }
    assert_int_equal(b->out.grp_nthd[g], nthd);
}

/* Outputs that mean nothing are 0. */
static void expect_empty(const struct bench *b, uint32_t g)
{
    assert_false(b->out.grp_valid[g]);
    assert_int_equal(b->out.grp_pc[g], 0);
    assert_int_equal(b->out.grp_req[g], 0);
    assert_int_equal(b->out.grp_nthd[g], 0);
}

/* ---- the page's timing and races ------------------------------------------------------- */

static void page_timing(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    offer(&b, "CBAA", 10);
    cycle(&b); /* 0: A and B are taken, C waits */
    assert_false(b.out.ret_ready);
    expect_empty(&b, 0);
    expect_empty(&b, 1);
    assert_int_equal(b.s.sent, 0x7);
    offer(&b, "CBAA", 10);
    accept(&b, 3);
    cycle(&b); /* 1: both leave, C is taken */
    assert_true(b.out.ret_ready);
    expect_group(&b, 0, 'A', 0x3, 10);
    expect_group(&b, 1, 'B', 0x4, 10);
    assert_int_equal(b.s.sent, 0);
    offer(&b, ".DD.", 20);
    accept(&b, 1);
    cycle(&b); /* 2: C leaves, the next warp comes */
    assert_true(b.out.ret_ready);
    expect_group(&b, 0, 'C', 0x8, 10);
    expect_empty(&b, 1);
    assert_int_equal(b.s.sent, 0);
    accept(&b, 1);
    cycle(&b); /* 3 */
    expect_group(&b, 0, 'D', 0x6, 20);
    expect_empty(&b, 1);
    cycle(&b); /* 4 */
    expect_empty(&b, 0);
    expect_empty(&b, 1);
}

static void race_one_group_refused(void **state)
{
    (void)state;
    for (uint32_t ready = 1; ready < 3; ready++) {
        struct bench b;
        uint32_t stays = ready == 1 ? 1 : 0;
        start(&b, &hand);
        offer(&b, "BBAA", 10);
        cycle(&b);
        offer(&b, "DDCC", 20);
        accept(&b, ready);
        cycle(&b);
        assert_false(b.out.ret_ready);
        offer(&b, "DDCC", 20);
        cycle(&b); /* one register is empty: no load yet */
        assert_false(b.out.ret_ready);
        expect_empty(&b, 1 - stays);
        expect_group(&b, stays, stays == 0 ? 'A' : 'B', stays == 0 ? 0x3 : 0xc, 10);
        offer(&b, "DDCC", 20);
        accept(&b, 3); /* of an empty register it is not looked at */
        cycle(&b);
        assert_true(b.out.ret_ready);
        cycle(&b);
        expect_group(&b, 0, 'C', 0x3, 20);
        expect_group(&b, 1, 'D', 0xc, 20);
    }
}

static void race_both_leave_and_a_warp_comes(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    for (uint32_t i = 0; i < 8; i++) { /* two groups every cycle */
        offer(&b, i % 2 == 0 ? "ABAB" : "DDCC", 10 * i);
        accept(&b, 3);
        cycle(&b);
        assert_true(b.out.ret_ready);
        if (i == 0) continue;
        expect_group(&b, 0, i % 2 == 0 ? 'C' : 'B', i % 2 == 0 ? 0x3 : 0x5, 10 * (i - 1));
        expect_group(&b, 1, i % 2 == 0 ? 'D' : 'A', i % 2 == 0 ? 0xc : 0xa, 10 * (i - 1));
    }
}

static void race_more_than_two_pcs(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    offer(&b, "ABCD", 10); /* the lowest lane first, whatever the PC is */
    cycle(&b);
    assert_false(b.out.ret_ready);
    offer(&b, "ABCD", 10);
    accept(&b, 3);
    cycle(&b);
    assert_true(b.out.ret_ready);
    expect_group(&b, 0, 'D', 0x1, 10);
    expect_group(&b, 1, 'C', 0x2, 10);
    cycle(&b);
    expect_group(&b, 0, 'B', 0x4, 10);
    expect_group(&b, 1, 'A', 0x8, 10);
}

static void race_reset_while_half_sent(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    offer(&b, "CBAA", 10);
    cycle(&b);
    assert_int_equal(b.s.sent, 0x7);
    warp_update_reset(&b.s);
    assert_null(warp_update_check(&b.s));
    offer(&b, "CBAA", 10);
    cycle(&b); /* the whole warp is meant again */
    assert_false(b.out.ret_ready);
    expect_empty(&b, 0);
    offer(&b, "CBAA", 10);
    accept(&b, 3);
    cycle(&b);
    expect_group(&b, 0, 'A', 0x3, 10);
    expect_group(&b, 1, 'B', 0x4, 10);
}

static void rule_no_thread(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    offer(&b, "....", 10);
    cycle(&b);
    assert_true(b.out.ret_ready);
    cycle(&b);
    expect_empty(&b, 0);
    expect_empty(&b, 1);
}

/* ret_ready answers for the lanes and PCs that are there, whether a warp is offered or not. */
static void rule_ready_without_valid(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    offer(&b, "CBAA", 10);
    b.in.ret_valid = false;
    cycle(&b);
    assert_false(b.out.ret_ready);
    offer(&b, "BBAA", 10);
    b.in.ret_valid = false;
    cycle(&b);
    assert_true(b.out.ret_ready);
    expect_empty(&b, 0); /* and nothing was taken */
    assert_int_equal(b.s.sent, 0);
}

static void rule_all_64_lanes(void **state)
{
    (void)state;
    struct bench b;
    const struct warp_update_cfg cfg = {.lanes = 64, .tid_width = 16, .pc_width = 32};
    start(&b, &cfg);
    b.in.ret_valid = true;
    b.in.ret_mask = UINT64_MAX;
    for (uint32_t l = 0; l < 64; l++) {
        b.in.ret_pc[l] = l % 33 == 0 ? UINT32_MAX : 0;
        b.in.ret_tid[l] = 65535 - l;
    }
    cycle(&b);
    assert_true(b.out.ret_ready);
    cycle(&b);
    assert_int_equal(b.out.grp_req[0], UINT64_C(0x200000001));
    assert_int_equal(b.out.grp_req[1], ~UINT64_C(0x200000001));
    assert_int_equal(b.out.grp_nthd[0], 2);
    assert_int_equal(b.out.grp_nthd[1], 62);
    assert_int_equal(b.out.grp_tid[0][33], 65535 - 33);
    assert_int_equal(b.out.grp_tid[1][63], 65535 - 63);
}

static void table_v_bits(void **state)
{
    (void)state;
    uint32_t a_group = paper.lanes * paper.tid_width + paper.pc_width + paper.lanes;
    assert_int_equal(WARP_UPDATE_GROUPS * a_group, 752);
}

/* ---- the naive twin: threads, one by one ----------------------------------------------- */

enum { NO_THREAD = -1 };

/* A place for each lane's thread id, or NO_THREAD. */
struct naive_group {
    uint32_t pc;
    int tid[64];
    uint32_t nthd; /* 0: the register is empty */
};

struct naive {
    struct warp_update_cfg cfg;
    struct naive_group reg[2];
    bool gone[64]; /* threads of the waiting warp that were taken */
};

static void naive_clear(struct naive *n)
{
    memset(n->reg, 0, sizeof n->reg);
    memset(n->gone, 0, sizeof n->gone);
}

static void naive_add(struct naive_group *to, const struct warp_update_in *in, uint32_t l)
{
    if (to->nthd == 0) {
        for (uint32_t i = 0; i < 64; i++) to->tid[i] = NO_THREAD;
        to->pc = in->ret_pc[l];
    }
    to->tid[l] = (int)in->ret_tid[l];
    to->nthd++;
}

/* A thread joins the first group that is empty or has its PC; says whether none is left over. */
static bool naive_sort(struct naive *n, const struct warp_update_in *in, struct naive_group to[2])
{
    bool all = true;
    memset(to, 0, 2 * sizeof to[0]);
    for (uint32_t l = 0; l < n->cfg.lanes; l++) {
        if ((in->ret_mask >> l & 1) == 0 || n->gone[l]) continue;
        int g = 0;
        while (g < 2 && to[g].nthd != 0 && to[g].pc != in->ret_pc[l]) g++;
        if (g < 2) naive_add(&to[g], in, l);
        else all = false;
    }
    return all;
}

/* A whole cycle; returns ret_ready. The registers are to be looked at before. */
static bool naive_cycle(struct naive *n, const struct warp_update_in *in)
{
    struct naive_group sorted[2];
    bool all = naive_sort(n, in, sorted);
    for (int g = 0; g < 2; g++) {
        if (in->grp_ready[g]) n->reg[g].nthd = 0;
    }
    if (n->reg[0].nthd != 0 || n->reg[1].nthd != 0) return false;
    if (!in->ret_valid) return all;
    memcpy(n->reg, sorted, sizeof sorted);
    for (uint32_t l = 0; l < n->cfg.lanes; l++) {
        for (int g = 0; g < 2; g++)
            n->gone[l] = n->gone[l] || (sorted[g].nthd != 0 && sorted[g].tid[l] != NO_THREAD);
        if (all) n->gone[l] = false;
    }
    return all;
}

static bool same_group(const struct warp_update_out *out, uint32_t g, const struct naive_group *n,
                       uint32_t lanes)
{
    if (out->grp_valid[g] != (n->nthd != 0) || out->grp_nthd[g] != n->nthd) return false;
    if (n->nthd == 0) return out->grp_req[g] == 0 && out->grp_pc[g] == 0;
    for (uint32_t l = 0; l < lanes; l++) {
        bool there = (out->grp_req[g] >> l & 1) != 0;
        if (there != (n->tid[l] != NO_THREAD)) return false;
        if (there && out->grp_tid[g][l] != (uint32_t)n->tid[l]) return false;
    }
    return out->grp_pc[g] == n->pc;
}

static bool same_sent(const struct warp_update *s, const struct naive *n)
{
    for (uint32_t l = 0; l < 64; l++) {
        if ((s->sent >> l & 1) != (l < n->cfg.lanes && n->gone[l])) return false;
    }
    return true;
}

/* ---- the pipeline, and the mood it is in ----------------------------------------------- */

struct pipeline {
    struct hd_rng rng;
    uint32_t pcs;          /* of so many PCs */
    uint32_t thread, warp; /* in tenths */
    uint32_t ready[2];
};

static void new_mood(struct pipeline *p)
{
    p->pcs = 1 + hd_rng_below(&p->rng, hd_rng_chance(&p->rng, 1, 2) ? 3 : 64);
    p->thread = hd_rng_below(&p->rng, 11);
    p->warp = 1 + hd_rng_below(&p->rng, 10);
    for (int g = 0; g < 2; g++) p->ready[g] = 1 + hd_rng_below(&p->rng, 10);
}

/* PCs differ in their highest or lowest bits. */
static void draw_warp(struct pipeline *p, const struct warp_update_cfg *cfg,
                      struct warp_update_in *in)
{
    uint32_t high = hd_rng_chance(&p->rng, 1, 2) && cfg->pc_width > 6 ? cfg->pc_width - 6 : 0;
    in->ret_mask = 0;
    for (uint32_t l = 0; l < cfg->lanes; l++) {
        if (hd_rng_chance(&p->rng, p->thread, 10)) in->ret_mask |= UINT64_C(1) << l;
        in->ret_pc[l] = hd_rng_below(&p->rng, p->pcs) << high & UINT32_MAX >> (32 - cfg->pc_width);
        in->ret_tid[l] = hd_rng_below(&p->rng, UINT32_C(1) << cfg->tid_width);
    }
}

struct run {
    const char *name;
    struct warp_update_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"paper", {32, 10, 24}, 150000}, {"small", {4, 3, 3}, 150000}, {"odd", {5, 7, 11}, 150000},
    {"one_lane", {1, 1, 1}, 50000},  {"two", {2, 2, 1}, 50000},    {"half", {33, 16, 32}, 50000},
    {"large", {64, 16, 32}, 50000},
};

static uint32_t ones(uint64_t x)
{
    uint32_t n = 0;
    for (; x != 0; x >>= 1) n += x & 1;
    return n;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct pipeline p = {0};
    struct naive n = {.cfg = r->cfg};
    struct warp_update s;
    struct warp_update_in in = {0};
    struct warp_update_out out = {0};
    uint64_t threads_in = 0, threads_out = 0;
    uint32_t waits = 0, splits = 0;
    bool held = false;

    hd_rng_seed(&p.rng, r->cfg.lanes);
    assert_null(warp_update_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        if (c % 128 == 0) new_mood(&p);
        if (!held) {
            in.ret_valid = hd_rng_chance(&p.rng, p.warp, 10);
            draw_warp(&p, &r->cfg, &in);
        }
        for (int g = 0; g < 2; g++) in.grp_ready[g] = hd_rng_chance(&p.rng, p.ready[g], 10);
        const char *broken = warp_update_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        warp_update_eval(&s, &in, &out);
        for (uint32_t g = 0; g < 2; g++) {
            if (!same_group(&out, g, &n.reg[g], r->cfg.lanes))
                fail_msg("%s cycle %u: group %u differs from the twin's", r->name, c, g);
            if (in.grp_ready[g]) threads_out += out.grp_nthd[g];
        }
        if (naive_cycle(&n, &in) != out.ret_ready)
            fail_msg("%s cycle %u: ret_ready differs from the twin's", r->name, c);
        held = in.ret_valid && !out.ret_ready;
        waits += held;
        if (in.ret_valid && out.ret_ready) threads_in += ones(in.ret_mask);
        warp_update_tick(&s, &in, &out);
        splits += s.sent != 0;
        broken = warp_update_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
        if (!same_sent(&s, &n)) fail_msg("%s cycle %u: sent differs from the twin's", r->name, c);
        /* What is in and not out is in the registers, or of the warp that is half sent. */
        uint64_t inside = 0;
        for (int g = 0; g < 2; g++) inside += s.valid[g] ? ones(s.req[g]) : 0;
        if (threads_in + ones(s.sent) != threads_out + inside)
            fail_msg("%s cycle %u: a thread is lost or doubled", r->name, c);
        if (hd_rng_chance(&p.rng, 1, 1000)) {
            warp_update_reset(&s);
            naive_clear(&n);
            threads_in = threads_out = 0;
            held = false;
        }
    }
    assert_true(waits > 100);
    assert_true(r->cfg.lanes < 3 || splits > 100);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Both registers taken, lane 3 of the warp still to come. */
static void filled(struct bench *b)
{
    start(b, &hand);
    offer(b, "CBAA", 10);
    cycle(b);
    offer(b, "CBAA", 10);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.req[1] = 0;
    assert_string_equal(warp_update_check(&b.s), "req_positive");
    filled(&b);
    b.s.req[1] = 0x6;
    assert_string_equal(warp_update_check(&b.s), "groups_disjoint");
    filled(&b);
    b.s.pc[1] = b.s.pc[0];
    assert_string_equal(warp_update_check(&b.s), "pcs_differ");
    filled(&b);
    b.s.sent = 0xf; /* nothing to wait for */
    assert_string_equal(warp_update_check(&b.s), "sent_kept");
    filled(&b);
    b.s.sent = 0x17; /* a lane that is not there */
    assert_string_equal(warp_update_check(&b.s), "sent_kept");
    filled(&b);
    b.s.sent = 0x3; /* register 1 came from nowhere */
    assert_string_equal(warp_update_check(&b.s), "sent_kept");
    filled(&b);
    b.s.valid[0] = b.s.valid[1] = false; /* both left, and nothing was loaded */
    assert_string_equal(warp_update_check(&b.s), "sent_kept");
    /* The fields of an empty register mean nothing. */
    filled(&b);
    b.s.valid[1] = false;
    b.s.req[1] = b.s.req[0];
    assert_null(warp_update_check(&b.s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = warp_update_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    assert_null(warp_update_promise(&b.s, &b.in));
    b.in.ret_valid = false;
    expect_promise(&b, "the warp that waits half sent is taken back");
    filled(&b);
    b.in.ret_mask = 0xb;
    expect_promise(&b, "the warp that waits half sent has changed its lanes");
    b.in.ret_mask = 0x7;
    expect_promise(&b, "the warp that waits half sent has changed its lanes");
    b.in.ret_mask = 0x1f;
    expect_promise(&b, "a warp's mask names a lane at or above Lanes");
    start(&b, &hand);
    offer(&b, "CBAA", 10);
    b.in.ret_pc[3] = 0x100;
    expect_promise(&b, "a thread's PC is wider than PcWidth");
    offer(&b, "CBAA", 10);
    b.in.ret_tid[0] = 0x100;
    expect_promise(&b, "a thread's id is wider than TidWidth");
    /* What is not offered is not looked at. */
    b.in.ret_mask = 0xe;
    assert_null(warp_update_promise(&b.s, &b.in));
    b.in.ret_mask = 0x1f;
    b.in.ret_valid = false;
    assert_null(warp_update_promise(&b.s, &b.in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct warp_update_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 10, 24}, "Lanes must be 1 to 64"},    {{65, 10, 24}, "Lanes must be 1 to 64"},
        {{32, 0, 24}, "TidWidth must be 1 to 16"}, {{32, 17, 24}, "TidWidth must be 1 to 16"},
        {{32, 10, 0}, "PcWidth must be 1 to 32"},  {{32, 10, 33}, "PcWidth must be 1 to 32"},
    };
    struct warp_update s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = warp_update_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    static const struct warp_update_cfg edge[] = {{1, 1, 1}, {64, 16, 32}};
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
        assert_null(warp_update_init(&s, &edge[i]));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(page_timing),
        cmocka_unit_test(race_one_group_refused),
        cmocka_unit_test(race_both_leave_and_a_warp_comes),
        cmocka_unit_test(race_more_than_two_pcs),
        cmocka_unit_test(race_reset_while_half_sent),
        cmocka_unit_test(rule_no_thread),
        cmocka_unit_test(rule_ready_without_valid),
        cmocka_unit_test(rule_all_64_lanes),
        cmocka_unit_test(table_v_bits),
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
    return cmocka_run_group_tests_name("warp_update", tests, NULL, NULL);
}
