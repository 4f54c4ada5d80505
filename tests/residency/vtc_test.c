/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the Virtual Thread controller: every race of the page by its name, a naive
 * twin that notes when what happened and derives the rest, blocks that come, go out, come back and
 * end at random, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "residency/vtc.h"

/* ---- a bench for worked cases: frames follow the controller ---------------------------- */

struct bench {
    struct vtc s;
    struct vtc_in in; /* frames and ready stay, events are cleared by cycle */
    struct vtc_out out;
};

static struct bench bench;

static const struct vtc_cfg hand = {.frames = 3, .ctas = 8, .max_warps = 4, .overlap = 1};
static const struct vtc_cfg after = {.frames = 3, .ctas = 8, .max_warps = 4, .overlap = 0};

static void sit(struct bench *b, uint32_t frame, uint32_t cta)
{
    b->in.frame_valid |= bit(frame);
    b->in.frame_cta[frame] = cta;
}

/* Blocks 4 and 5 sit on frames 0 and 1, the only ones; 1 is new, 2 was swapped out. */
static void start(struct bench *b, const struct vtc_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(vtc_init(&b->s, cfg));
    assert_null(vtc_check(&b->s));
    b->in.frames = 2;
    b->in.save_ready = b->in.load_ready = true;
    sit(b, 0, 4);
    sit(b, 1, 5);
    b->s.new_block = bit(1);
    b->s.kept = bit(2);
    b->s.ended[2] = 3;
    b->s.waits[2] = 4;
    b->s.ended[1] = b->s.waits[1] = 0xf; /* of a block that had that number before */
}

static void marked(struct bench *b, uint32_t cta)
{
    b->in.out_valid = true;
    b->in.out_cta = cta;
}

static void ready(struct bench *b, uint32_t cta)
{
    b->in.in_valid = true;
    b->in.in_cta = cta;
}

static void done(struct bench *b, uint32_t frame)
{
    b->in.done_valid = true;
    b->in.done_frame = frame;
}

static void frames_edge(struct vtc_in *in, const struct vtc_out *out)
{
    if (out->unmap_en) in->frame_valid &= ~bit(out->unmap_frame);
    if (!out->in_en) return;
    in->frame_valid |= bit(out->in_frame);
    in->frame_cta[out->in_frame] = out->in_cta;
}

static void clear_events(struct vtc_in *in)
{
    in->block_valid = in->alloc_valid = in->store_ready = false;
    in->out_valid = in->in_valid = in->done_valid = false;
    in->taken = in->loaded = false;
    in->out_ended = in->out_waits = 0;
}

/* One cycle with the events set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    static struct vtc before;
    const char *broken = vtc_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    before = b->s;
    vtc_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    vtc_tick(&b->s, &b->in, &b->out);
    broken = vtc_check(&b->s);
    if (broken != NULL) fail_msg("check: %s", broken);
    frames_edge(&b->in, &b->out);
    clear_events(&b->in);
}

static void expect_out(const struct bench *b, uint32_t cta, uint32_t frame)
{
    assert_true(b->out.out_en);
    assert_int_equal(b->out.out_cta, cta);
    assert_int_equal(b->out.out_frame, frame);
}

static void expect_load(const struct bench *b, uint32_t cta, uint32_t frame, bool is_new)
{
    assert_true(b->out.load_en);
    assert_int_equal(b->out.load_cta, cta);
    assert_int_equal(b->out.load_frame, frame);
    assert_int_equal(b->out.load_new, is_new);
}

static void expect_unmap(const struct bench *b, uint32_t frame)
{
    assert_true(b->out.unmap_en);
    assert_int_equal(b->out.unmap_frame, frame);
}

static void expect_in(const struct bench *b, uint32_t cta, uint32_t frame)
{
    assert_true(b->out.in_en);
    assert_int_equal(b->out.in_cta, cta);
    assert_int_equal(b->out.in_frame, frame);
    assert_int_equal(b->out.swap, VTC_LAST);
}

static void expect_nothing(const struct bench *b)
{
    assert_false(b->out.out_en || b->out.load_en || b->out.in_en || b->out.unmap_en);
    assert_int_equal(b->out.swap, VTC_IDLE);
}

/* ---- what a cycle does ----------------------------------------------------------------- */

static void rule_new_block(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    b->in.block_valid = b->in.store_ready = true; /* no number is free */
    cycle(b);
    assert_false(b->out.store_valid || b->out.block_ready || b->out.alloc_en);
    b->in.block_valid = b->in.alloc_valid = true; /* the head has to wait */
    b->in.alloc_cta = 6;
    cycle(b);
    assert_true(b->out.store_valid && !b->out.block_ready && !b->out.alloc_en);
    assert_int_equal(b->s.new_block, bit(1));
    b->in.block_valid = b->in.alloc_valid = b->in.store_ready = true;
    cycle(b);
    assert_true(b->out.store_valid && b->out.block_ready && b->out.alloc_en);
    assert_int_equal(b->s.new_block, bit(1) | bit(6));
    b->in.alloc_valid = b->in.store_ready = true; /* no block is offered */
    b->in.alloc_cta = 7;
    cycle(b);
    assert_false(b->out.store_valid || b->out.alloc_en);
}

/* A new block gets the lowest free frame below frames_i, and its flags read as 0. */
static void rule_free_frame(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    b->in.frame_valid = bit(1);
    b->in.load_ready = false;
    ready(b, 1);
    marked(b, 5);
    cycle(b);
    expect_nothing(b);
    b->in.load_ready = true;
    ready(b, 1);
    marked(b, 5); /* a frame is free: no swap */
    cycle(b);
    expect_load(b, 1, 0, true);
    assert_false(b->out.out_en);
    cycle(b);
    assert_int_equal(b->out.swap, VTC_LOADS);
    assert_false(b->out.load_en || b->out.in_en);
    b->in.loaded = true;
    cycle(b);
    assert_int_equal(b->out.swap, VTC_LOADS);
    cycle(b);
    expect_in(b, 1, 0);
    assert_true(b->out.in_new);
    assert_int_equal(b->out.in_ended | b->out.in_waits | b->out.in_count, 0);
    assert_int_equal(b->s.new_block, 0);
    cycle(b);
    expect_nothing(b);
    assert_int_equal(b->in.frame_valid, 3);
    ready(b, 2); /* frame 2 is free, but not the kernel's */
    cycle(b);
    expect_nothing(b);
}

static void rule_swap_with_overlap(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 5);
    ready(b, 2);
    cycle(b);
    expect_out(b, 5, 1);
    expect_load(b, 2, 1, false);
    assert_int_equal(b->out.swap, VTC_IDLE);
    cycle(b);
    assert_int_equal(b->out.swap, VTC_LEAVE);
    assert_false(b->out.unmap_en || b->out.out_en || b->out.load_en);
    b->in.taken = true;
    cycle(b);
    expect_unmap(b, 1);
    assert_false(b->out.free_en);
    cycle(b);
    assert_int_equal(b->out.swap, VTC_LOADS);
    b->in.loaded = true;
    cycle(b);
    cycle(b);
    expect_in(b, 2, 1);
    assert_false(b->out.in_new);
    assert_int_equal(b->out.in_ended, 3);
    assert_int_equal(b->out.in_waits, 4);
    assert_int_equal(b->out.in_count, 3);
    cycle(b);
    expect_nothing(b);
}

/* The load is completed before the last stack is taken, and in the same cycle. */
static void rule_loaded_before_taken(void **state)
{
    (void)state;
    struct bench *b = &bench;
    for (uint32_t same = 0; same < 2; same++) {
        start(b, &hand);
        marked(b, 4);
        ready(b, 1);
        cycle(b);
        expect_load(b, 1, 0, true);
        b->in.loaded = !same;
        cycle(b);
        cycle(b);
        assert_int_equal(b->out.swap, VTC_LEAVE);
        b->in.loaded = same;
        b->in.taken = true;
        cycle(b);
        expect_unmap(b, 0);
        cycle(b);
        expect_in(b, 1, 0);
    }
}

static void rule_swap_without_overlap(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &after);
    marked(b, 5);
    ready(b, 2);
    cycle(b);
    expect_out(b, 5, 1);
    assert_false(b->out.load_en);
    cycle(b);
    assert_false(b->out.load_en);
    b->in.taken = true;
    cycle(b);
    expect_unmap(b, 1);
    assert_false(b->out.load_en);
    cycle(b); /* still in this state, once */
    assert_int_equal(b->out.swap, VTC_LEAVE);
    expect_load(b, 2, 1, false);
    assert_false(b->out.unmap_en);
    cycle(b);
    assert_int_equal(b->out.swap, VTC_LOADS);
    assert_false(b->out.load_en);
    b->in.loaded = true;
    cycle(b);
    cycle(b);
    expect_in(b, 2, 1);
}

static void rule_done(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    done(b, 1);
    cycle(b);
    expect_unmap(b, 1);
    assert_true(b->out.free_en);
    assert_int_equal(b->out.free_cta, 5);
    cycle(b);
    assert_false(b->out.unmap_en || b->out.free_en);
}

static void rule_marked_block_stays(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    for (uint32_t i = 0; i < 3; i++) {
        marked(b, 4);
        cycle(b);
        expect_nothing(b);
    }
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 4);
    ready(b, 2);
    cycle(b);
    vtc_reset(&b->s);
    assert_null(vtc_check(&b->s));
    assert_int_equal(b->s.new_block | b->s.kept | b->s.ended[2] | b->s.waits[2], 0);
    cycle(b);
    expect_nothing(b);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_done_marked_ready(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 4);
    ready(b, 2);
    done(b, 1);
    cycle(b);
    assert_false(b->out.out_en || b->out.load_en);
    expect_unmap(b, 1);
    marked(b, 4);
    ready(b, 2);
    cycle(b); /* the frame first */
    expect_load(b, 2, 1, false);
    assert_false(b->out.out_en);
}

static void race_wake_up_in_the_cycle_of_the_decision(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 4);
    ready(b, 2);
    cycle(b);
    expect_out(b, 4, 0);
    b->in.taken = true;
    cycle(b); /* not marked any more: the swap goes on */
    expect_unmap(b, 0);
    b->in.loaded = true;
    cycle(b);
    ready(b, 4); /* none of its writes was out */
    cycle(b);
    expect_in(b, 2, 0);
}

static void race_wake_up_one_cycle_earlier(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 4);
    cycle(b);
    ready(b, 2);
    cycle(b);
    expect_nothing(b);
}

static void race_ready_when_another_is_marked(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    ready(b, 2); /* the table shows one of the two in this cycle, both in the next */
    cycle(b);
    expect_nothing(b);
    marked(b, 5);
    cycle(b);
    expect_nothing(b);
    marked(b, 5);
    ready(b, 2);
    cycle(b);
    expect_out(b, 5, 1);
}

static void race_context_still_being_written(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    for (uint32_t i = 0; i < 3; i++) {
        b->in.save_ready = i == 1; /* neither does without the other */
        b->in.load_ready = i == 2;
        marked(b, 4);
        ready(b, 2);
        cycle(b);
        expect_nothing(b);
    }
    b->in.save_ready = true;
    marked(b, 4);
    ready(b, 2);
    cycle(b);
    expect_out(b, 4, 0);
}

static void race_flags_go_and_come_back(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 4);
    ready(b, 2);
    b->in.out_ended = 1;
    b->in.out_waits = 0xa;
    cycle(b);
    b->in.out_ended = b->in.out_waits = 4; /* of the cycle of the decision alone */
    b->in.taken = b->in.loaded = true;
    cycle(b);
    cycle(b);
    expect_in(b, 2, 0);
    marked(b, 2);
    ready(b, 4);
    b->in.out_ended = 7;
    cycle(b);
    expect_load(b, 4, 0, false);
    b->in.taken = b->in.loaded = true;
    cycle(b);
    cycle(b);
    expect_in(b, 4, 0);
    assert_int_equal(b->out.in_ended, 1);
    assert_int_equal(b->out.in_waits, 0xa);
    assert_int_equal(b->out.in_count, 3);
    assert_int_equal(b->s.kept, bit(2));
}

static void race_all_warps_at_the_barrier(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    ready(b, 2); /* skipped by the table: no block is named */
    cycle(b);
    expect_nothing(b);
}

/* Of another block: the flags of the one that leaves are as they are in that cycle. */
static void race_barrier_opens_in_the_cycle_of_the_decision(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 5);
    ready(b, 1);
    b->in.out_waits = 0xe;
    cycle(b);
    expect_out(b, 5, 1);
    assert_int_equal(b->s.waits[5], 0xe);
    assert_int_equal(b->s.ended[5], 0);
}

static void race_taken_and_done(void **state)
{
    (void)state;
    struct bench *b = &bench;
    for (uint32_t overlap = 0; overlap < 2; overlap++) {
        start(b, overlap ? &hand : &after);
        sit(b, 2, 6);
        marked(b, 5);
        ready(b, 2);
        cycle(b);
        b->in.taken = true;
        done(b, 0);
        cycle(b);
        expect_unmap(b, 0);
        assert_int_equal(b->out.free_cta, 4);
        done(b, 2); /* and again one is done: it waits on */
        cycle(b);
        expect_unmap(b, 2);
        assert_int_equal(b->out.swap, VTC_LEAVE);
        assert_false(b->out.load_en);
        cycle(b);
        expect_unmap(b, 1);
        assert_false(b->out.free_en || b->out.load_en);
        assert_int_equal(b->out.swap, VTC_LEAVE);
        cycle(b);
        assert_int_equal(b->out.load_en, !overlap); /* the state waited, and the load with it */
        assert_int_equal(b->out.swap, overlap ? VTC_LOADS : VTC_LEAVE);
        assert_false(b->out.unmap_en);
    }
}

/* Loaded in the cycle in which the frame waits for its unmap. */
static void race_loaded_while_the_unmap_waits(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 5);
    ready(b, 2);
    cycle(b);
    b->in.taken = b->in.loaded = true;
    done(b, 0);
    cycle(b);
    cycle(b);
    expect_unmap(b, 1);
    cycle(b);
    expect_in(b, 2, 1);
}

static void race_block_taken_while_a_swap_runs(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 5);
    ready(b, 1);
    cycle(b);
    b->in.block_valid = b->in.alloc_valid = b->in.store_ready = true;
    b->in.alloc_cta = 0;
    b->in.taken = true;
    cycle(b);
    expect_unmap(b, 1);
    assert_true(b->out.block_ready && b->out.alloc_en);
    b->in.loaded = true;
    cycle(b);
    b->in.block_valid = b->in.alloc_valid = b->in.store_ready = true;
    b->in.alloc_cta = 3;
    cycle(b); /* 1 is not new any more, 3 is */
    expect_in(b, 1, 1);
    assert_true(b->out.in_new);
    assert_int_equal(b->s.new_block, bit(0) | bit(3));
}

/* Figure 7 and the defaults: the flags of 32 blocks of 32 warps. */
static void paper_bits(void **state)
{
    (void)state;
    static const struct vtc_cfg paper = {.frames = 8, .ctas = 32, .max_warps = 32, .overlap = 1};
    static struct vtc s;
    assert_null(vtc_init(&s, &paper));
    assert_int_equal(paper.ctas * 2 * paper.max_warps, 2048);
}

/* ---- the naive twin: when what happened ------------------------------------------------ */

enum { NEVER = -1 };

struct twin {
    bool on, out; /* a block is on its way; another one had to leave */
    uint32_t cta, frame;
    int32_t taken, unmapped, left, loaded;
    bool is_new[64];
    uint64_t ended[64], waits[64];
};

static int32_t later(int32_t a, int32_t b) { return a > b ? a : b; }

static uint32_t first_free(const struct vtc_in *in)
{
    for (uint32_t f = 0; f < in->frames; f++) {
        if (!(in->frame_valid >> f & 1)) return f;
    }
    return 99;
}

static uint32_t seat(const struct vtc_in *in, uint32_t cta)
{
    uint32_t f = 0;
    while (!(in->frame_valid >> f & 1) || in->frame_cta[f] != cta) f++;
    return f;
}

static uint32_t phase(const struct twin *t, int32_t now)
{
    if (!t->on) return VTC_IDLE;
    if (t->out && (t->left == NEVER || now <= t->left)) return VTC_LEAVE;
    return t->loaded != NEVER && now == later(t->loaded, t->left) + 1 ? VTC_LAST : VTC_LOADS;
}

static void expect_load_of(const struct twin *t, const struct vtc_out *out, uint32_t cta,
                           uint32_t frame)
{
    assert_true(out->load_en);
    assert_int_equal(out->load_cta, cta);
    assert_int_equal(out->load_frame, frame);
    assert_int_equal(out->load_new, t->is_new[cta]);
}

/* Decides, compares, notes. */
static void twin_idle(struct twin *t, const struct vtc_cfg *cfg, const struct vtc_in *in,
                      const struct vtc_out *out)
{
    const bool one = in->in_valid && in->load_ready && first_free(in) != 99;
    const bool two = in->in_valid && in->load_ready && first_free(in) == 99 && in->out_valid &&
                     in->save_ready && !in->done_valid;

    assert_int_equal(out->out_en, two);
    if (two) {
        assert_int_equal(out->out_cta, in->out_cta);
        assert_int_equal(out->out_frame, seat(in, in->out_cta));
        t->ended[in->out_cta] = in->out_ended;
        t->waits[in->out_cta] = in->out_waits;
    }
    if (one || (two && cfg->overlap))
        expect_load_of(t, out, in->in_cta, one ? first_free(in) : out->out_frame);
    else assert_false(out->load_en);
    if (!one && !two) return;
    t->on = true;
    t->out = two;
    t->cta = in->in_cta;
    t->frame = one ? first_free(in) : out->out_frame;
    t->taken = t->unmapped = t->left = t->loaded = NEVER;
}

static void twin_under_way(struct twin *t, const struct vtc_cfg *cfg, const struct vtc_in *in,
                           const struct vtc_out *out, int32_t now)
{
    const bool leaves = phase(t, now) == VTC_LEAVE;

    if (in->taken) t->taken = now;
    if (in->loaded) t->loaded = now;
    if (leaves && t->taken != NEVER && t->unmapped == NEVER && !in->done_valid) {
        t->unmapped = now;
        t->left = now + (cfg->overlap ? 0 : 1);
    }
    assert_false(out->out_en);
    if (leaves && !cfg->overlap && t->unmapped != NEVER && t->unmapped == now - 1)
        expect_load_of(t, out, t->cta, t->frame);
    else assert_false(out->load_en);
}

static void twin_in(struct twin *t, const struct vtc_out *out)
{
    uint32_t count = 0;
    assert_int_equal(out->in_cta, t->cta);
    assert_int_equal(out->in_frame, t->frame);
    assert_int_equal(out->in_new, t->is_new[t->cta]);
    assert_int_equal(out->in_ended, t->ended[t->cta]);
    assert_int_equal(out->in_waits, t->waits[t->cta]);
    for (uint32_t r = 0; r < 64; r++)
        count += (uint32_t)(t->ended[t->cta] >> r & 1) + (uint32_t)(t->waits[t->cta] >> r & 1);
    assert_int_equal(out->in_count, count);
    t->is_new[t->cta] = false;
    t->on = false;
}

static void twin_cycle(struct twin *t, const struct vtc_cfg *cfg, const struct vtc_in *in,
                       const struct vtc_out *out, int32_t now)
{
    const uint32_t was = phase(t, now);
    const bool accepted = in->block_valid && in->alloc_valid && in->store_ready;

    assert_int_equal(out->swap, was);
    assert_int_equal(out->in_en, was == VTC_LAST);
    if (was == VTC_LAST) twin_in(t, out);
    else if (was == VTC_IDLE) twin_idle(t, cfg, in, out);
    else twin_under_way(t, cfg, in, out, now);
    assert_int_equal(out->unmap_en, in->done_valid || (t->on && t->out && t->unmapped == now));
    if (out->unmap_en)
        assert_int_equal(out->unmap_frame, in->done_valid ? in->done_frame : t->frame);
    assert_int_equal(out->free_en, in->done_valid);
    if (in->done_valid) assert_int_equal(out->free_cta, in->frame_cta[in->done_frame]);
    assert_int_equal(out->store_valid, in->block_valid && in->alloc_valid);
    assert_int_equal(out->alloc_en, accepted);
    assert_int_equal(out->block_ready, accepted);
    if (!accepted) return;
    t->is_new[in->alloc_cta] = true;
    t->ended[in->alloc_cta] = t->waits[in->alloc_cta] = 0;
}

/* ---- random: a table, frames and a context handler that keep their promises ------------ */

enum where { NOWHERE, READY, COMING, ACTIVE, MARKED, SAVED };

struct world {
    struct hd_rng rng;
    struct vtc_in in;
    enum where where[64];
    uint32_t saving, loading, taking; /* cycles to go; 0: none */
    uint32_t saved_cta;
    uint32_t took_done, loaded_first, swaps, frames_first, back;
};

struct run {
    const char *name;
    struct vtc_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {
    {"paper", {8, 32, 32, 1}, 100000},   {"paper_after", {8, 32, 32, 0}, 100000},
    {"one_frame", {1, 2, 1, 1}, 100000}, {"one_frame_after", {1, 3, 5, 0}, 100000},
    {"odd", {3, 5, 7, 1}, 100000},       {"odd_after", {5, 11, 6, 0}, 100000},
    {"largest", {16, 64, 64, 1}, 50000},
};

static bool chance(struct world *w, uint32_t tenths) { return hd_rng_chance(&w->rng, tenths, 10); }

/* A block of that kind from a random place on, or n. */
static uint32_t some(struct world *w, uint32_t n, enum where where)
{
    const uint32_t first = hd_rng_below(&w->rng, n);
    for (uint32_t i = 0; i < n; i++) {
        if (w->where[(first + i) % n] == where) return (first + i) % n;
    }
    return n;
}

static void random_new(struct world *w, uint32_t n)
{
    uint32_t c = 0;
    while (c < n && w->where[c] != NOWHERE) c++;
    w->in.alloc_valid = c < n;
    w->in.alloc_cta = c < n ? c : 0;
    w->in.block_valid = chance(w, 3);
    w->in.store_ready = chance(w, 5);
}

static uint64_t random_flags(struct world *w, const struct vtc_cfg *cfg)
{
    const uint64_t all = hd_rng_next(&w->rng) & hd_rng_next(&w->rng);
    return cfg->max_warps < 64 ? all & (bit(cfg->max_warps) - 1) : all;
}

static void random_choice(struct world *w, const struct vtc_cfg *cfg)
{
    const uint32_t n = cfg->ctas, out = some(w, n, MARKED), in = some(w, n, READY);
    const uint32_t awake = some(w, n, MARKED), stalls = some(w, n, ACTIVE);

    w->in.out_valid = out < n;
    w->in.out_cta = out < n ? out : 0;
    w->in.in_valid = in < n && chance(w, 8);
    w->in.in_cta = in < n ? in : 0;
    w->in.out_ended = random_flags(w, cfg);
    w->in.out_waits = random_flags(w, cfg) & ~w->in.out_ended;
    /* From the next cycle on. */
    if (awake < n && awake != out && chance(w, 1)) w->where[awake] = ACTIVE;
    if (stalls < n && chance(w, 2)) w->where[stalls] = MARKED;
}

/* Not of a block that leaves: it is neither active nor marked. */
static void random_done(struct world *w, const struct vtc_cfg *cfg)
{
    const uint32_t f = hd_rng_below(&w->rng, cfg->frames), cta = w->in.frame_cta[f];
    const bool last_stack = w->taking == 1;

    w->in.done_valid = (w->in.frame_valid & bit(f)) != 0 && w->where[cta] == ACTIVE &&
                       chance(w, last_stack ? 6 : 1);
    w->in.done_frame = f;
}

static void random_handler(struct world *w, bool idle)
{
    w->in.taken = w->taking == 1;
    w->in.loaded = w->loading == 1;
    w->in.save_ready = w->saving == 0 && !(idle && chance(w, 1));
    w->in.load_ready = w->loading == 0 && !(idle && chance(w, 1));
    w->took_done += w->in.taken && w->in.done_valid;
    w->loaded_first += w->in.loaded && w->taking > 1;
}

static void count_down(uint32_t *n) { *n -= *n > 0; }

static void handler_edge(struct world *w, const struct vtc_out *out)
{
    if (w->saving == 1) w->where[w->saved_cta] = READY;
    count_down(&w->saving);
    count_down(&w->loading);
    count_down(&w->taking);
    if (out->load_en) {
        w->loading = 1 + hd_rng_below(&w->rng, 12);
        w->where[out->load_cta] = COMING;
    }
    if (!out->out_en) return;
    w->taking = 1 + hd_rng_below(&w->rng, 8);
    w->saving = w->taking + 20 + hd_rng_below(&w->rng, 9);
    w->saved_cta = out->out_cta;
    w->where[out->out_cta] = SAVED;
    w->swaps++;
}

static void world_edge(struct world *w, const struct vtc_out *out)
{
    if (out->free_en) w->where[out->free_cta] = NOWHERE;
    handler_edge(w, out);
    if (out->alloc_en) w->where[w->in.alloc_cta] = READY;
    if (out->in_en) {
        w->where[out->in_cta] = ACTIVE;
        w->back += !out->in_new;
    }
    w->frames_first += out->load_en && !out->out_en && w->in.out_valid;
    frames_edge(&w->in, out);
}

static void world_reset(struct world *w, const struct vtc_cfg *cfg)
{
    memset(&w->in, 0, sizeof w->in);
    memset(w->where, 0, sizeof w->where);
    w->saving = w->loading = w->taking = 0;
    w->in.frames = 1 + hd_rng_below(&w->rng, cfg->frames);
}

static void random_cycles(void **state)
{
    static struct world world;
    static struct twin t;
    static struct vtc s;
    const struct run *r = *state;
    struct world *w = &world;

    memset(w, 0, sizeof *w);
    memset(&t, 0, sizeof t);
    hd_rng_seed(&w->rng, r->cycles + r->cfg.ctas + r->cfg.overlap);
    assert_null(vtc_init(&s, &r->cfg));
    world_reset(w, &r->cfg);
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct vtc_out out;
        uint32_t valid = 0;
        random_new(w, r->cfg.ctas);
        random_done(w, &r->cfg);
        if (w->in.done_valid) w->where[w->in.frame_cta[w->in.done_frame]] = SAVED;
        random_choice(w, &r->cfg);
        random_handler(w, s.state == VTC_IDLE);
        const char *broken = vtc_promise(&s, &w->in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        vtc_eval(&s, &w->in, &out);
        twin_cycle(&t, &r->cfg, &w->in, &out, (int32_t)c);
        vtc_tick(&s, &w->in, &out);
        broken = vtc_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
        world_edge(w, &out);
        for (uint32_t f = 0; f < 16; f++) valid += (w->in.frame_valid & bit(f)) != 0;
        assert_true(valid <= w->in.frames); /* limit */
        if (hd_rng_chance(&w->rng, 1, 2000)) {
            vtc_reset(&s);
            memset(&t, 0, sizeof t);
            world_reset(w, &r->cfg);
        }
    }
    assert_true(w->swaps > 100 && w->back > 100);
    assert_true(r->cfg.frames == 1 || (w->took_done > 10 && w->frames_first > 10));
    assert_true(!r->cfg.overlap || w->loaded_first > 10);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Block 5 leaves frame 1, block 2 comes. */
static struct vtc *leaving(struct bench *b, const struct vtc_cfg *cfg)
{
    start(b, cfg);
    marked(b, 5);
    ready(b, 2);
    cycle(b);
    assert_int_equal(b->s.state, VTC_LEAVE);
    return &b->s;
}

static void expect_error(const struct vtc *s, const char *name)
{
    const char *error = vtc_check(s);
    if (error == NULL || strcmp(error, name) != 0)
        fail_msg("%s, not %s", error != NULL ? error : "nothing", name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct vtc *s = leaving(b, &hand);
    s->state = 4;
    expect_error(s, "one_swap");
    s = leaving(b, &hand);
    s->in_frame = s->out_frame = 2;
    expect_error(s, "limit");
    s = leaving(b, &hand);
    s->frames = 4;
    expect_error(s, "limit");
    s = leaving(b, &hand);
    s->in_cta = 8;
    expect_error(s, "pairs");
    s = leaving(b, &hand);
    s->out_frame = 0;
    expect_error(s, "pairs");
    s = leaving(b, &hand);
    s->new_block |= bit(5);
    expect_error(s, "pairs");
    s = leaving(b, &hand);
    s->begun = true;
    expect_error(s, "one_swap");
    s = leaving(b, &after);
    s->loaded = true;
    expect_error(s, "one_swap");
    s = leaving(b, &after);
    s->begun = s->taken = true;
    expect_error(s, "one_swap");
    for (uint32_t i = 0; i < 3; i++) {
        s = leaving(b, &hand);
        s->state = VTC_LOADS;
        s->taken = i == 0;
        s->loaded = i == 1;
        s->begun = i == 2;
        expect_error(s, "one_swap");
    }
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = vtc_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    clear_events(&b->in);
}

static void promise_1_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    marked(b, 2);
    expect_promise(b, "the block to swap out sits on no frame");
    b->in.frame_valid = 2; /* frame 0 has been left by 4 */
    marked(b, 4);
    expect_promise(b, "the block to swap out sits on no frame");
    start(b, &hand);
    ready(b, 5);
    expect_promise(b, "the block to swap in sits on a frame");
    ready(b, 8);
    expect_promise(b, "the block to swap in is not below Ctas");
    ready(b, 3);
    expect_promise(b, "the block to swap in is not on the core");
    done(b, 2);
    expect_promise(b, "the block done sits on no frame");
    done(b, 3);
    expect_promise(b, "the block done sits on no frame");
    leaving(b, &hand);
    done(b, 1);
    expect_promise(b, "the block done is the one that leaves");
    done(b, 0);
    assert_null(vtc_promise(&b->s, &b->in));
}

static void promise_2_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    b->in.taken = true;
    expect_promise(b, "the last stack is taken though none leaves");
    b->in.loaded = true;
    expect_promise(b, "the last piece comes back though nothing is loaded");
    leaving(b, &hand);
    b->in.taken = b->in.loaded = true;
    done(b, 0);
    cycle(b);
    b->in.taken = true; /* once */
    expect_promise(b, "the last stack is taken though none leaves");
    b->in.loaded = true;
    expect_promise(b, "the last piece comes back though nothing is loaded");
    leaving(b, &after);
    b->in.loaded = true; /* the load has not begun */
    expect_promise(b, "the last piece comes back though nothing is loaded");
    b->in.taken = true;
    cycle(b);
    b->in.taken = true;
    expect_promise(b, "the last stack is taken though none leaves");
    b->in.load_ready = false;
    expect_promise(b, "the context handler cannot bring the block of the swap");
}

/* What the page says by the ports' widths and meanings. */
static void promise_sizes_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand);
    b->in.frames = 4;
    expect_promise(b, "frames_i is above Frames");
    leaving(b, &hand);
    b->in.frames = 3;
    expect_promise(b, "frames_i changes while a block is on its way");
    start(b, &hand);
    b->in.frame_valid = 0xb;
    expect_promise(b, "a valid frame is not below Frames");
    start(b, &hand);
    b->in.frame_cta[1] = 8;
    expect_promise(b, "the block on a frame is not below Ctas");
    start(b, &hand);
    b->in.alloc_valid = true;
    b->in.alloc_cta = 8;
    expect_promise(b, "the number of a new block is not below Ctas");
    b->in.alloc_cta = 0;
    for (uint32_t i = 0; i < 3; i++) {
        static const uint32_t there[] = {1, 2, 5}; /* new, swapped out, active */
        b->in.alloc_valid = true;
        b->in.alloc_cta = there[i];
        expect_promise(b, "the number of a new block is taken");
    }
    b->in.out_ended = 0x10;
    expect_promise(b, "flags of a block are wider than MaxWarps");
    b->in.out_waits = 0x10;
    expect_promise(b, "flags of a block are wider than MaxWarps");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct vtc_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 32, 32, 1}, "Frames must be 1 to 16"},  {{17, 32, 32, 1}, "Frames must be 1 to 16"},
        {{8, 1, 32, 1}, "Ctas must be 2 to 64"},     {{8, 65, 32, 1}, "Ctas must be 2 to 64"},
        {{8, 32, 0, 1}, "MaxWarps must be 1 to 64"}, {{8, 32, 65, 1}, "MaxWarps must be 1 to 64"},
        {{8, 32, 32, 2}, "Overlap must be 0 or 1"},
    };
    /* The least and the most of each. */
    static const struct vtc_cfg good[] = {{1, 2, 1, 0}, {16, 64, 64, 1}};
    static struct vtc s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = vtc_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_null(vtc_init(&s, &good[i]));
}

int main(void)
{
    struct CMUnitTest tests[48] = {
        cmocka_unit_test(rule_new_block),
        cmocka_unit_test(rule_free_frame),
        cmocka_unit_test(rule_swap_with_overlap),
        cmocka_unit_test(rule_loaded_before_taken),
        cmocka_unit_test(rule_swap_without_overlap),
        cmocka_unit_test(rule_done),
        cmocka_unit_test(rule_marked_block_stays),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(race_done_marked_ready),
        cmocka_unit_test(race_wake_up_in_the_cycle_of_the_decision),
        cmocka_unit_test(race_wake_up_one_cycle_earlier),
        cmocka_unit_test(race_ready_when_another_is_marked),
        cmocka_unit_test(race_context_still_being_written),
        cmocka_unit_test(race_flags_go_and_come_back),
        cmocka_unit_test(race_all_warps_at_the_barrier),
        cmocka_unit_test(race_barrier_opens_in_the_cycle_of_the_decision),
        cmocka_unit_test(race_taken_and_done),
        cmocka_unit_test(race_loaded_while_the_unmap_waits),
        cmocka_unit_test(race_block_taken_while_a_swap_runs),
        cmocka_unit_test(paper_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_1_finds),
        cmocka_unit_test(promise_2_finds),
        cmocka_unit_test(promise_sizes_finds),
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
    return cmocka_run_group_tests_name("vtc", tests, NULL, NULL);
}
