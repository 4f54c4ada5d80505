/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the static residency: Figure 5 (a) of Virtual Thread, the page's rules one
 * by one, blocks of random warps against a naive twin that has each of them by itself, and the
 * proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "residency/static_residency.h"

enum {
    STALLS = BLOCK_FRAMES_STALLS,
    ARRIVES = BLOCK_FRAMES_ARRIVES,
    PHASE = BLOCK_FRAMES_PHASE,
    ENDS = BLOCK_FRAMES_ENDS,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct static_residency s;
    struct static_residency_in in; /* events are cleared by cycle */
    struct static_residency_out out;
    uint32_t events; /* ports used in the coming cycle */
};

static struct bench bench;

static const struct static_residency_cfg paper = {
    .slots = 48, .frames = 8, .max_warps = 32, .id_width = 96, .ports = 2};
static const struct static_residency_cfg hand = {
    .slots = 7, .frames = 3, .max_warps = 3, .id_width = 40, .ports = 2};

static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    b->events = 0;
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = static_residency_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct static_residency before = b->s;
    static_residency_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    static_residency_tick(&b->s, &b->in, &b->out);
    broken = static_residency_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

static void kernel(struct bench *b, uint32_t warps, uint32_t frames)
{
    b->in.kernel_en = true;
    b->in.kernel_warps = warps;
    b->in.kernel_frames = frames;
}

static void start(struct bench *b, const struct static_residency_cfg *cfg, uint32_t warps,
                  uint32_t frames)
{
    memset(b, 0, sizeof *b);
    assert_null(static_residency_init(&b->s, cfg));
    assert_null(static_residency_check(&b->s));
    kernel(b, warps, frames);
    cycle(b);
}

static void offer(struct bench *b, uint32_t id)
{
    b->in.block_valid = true;
    b->in.block_id[0] = id;
    b->in.block_id[1] = id % 256;
}

static void event(struct bench *b, uint32_t kind, uint32_t slot)
{
    b->in.ev_valid[b->events] = true;
    b->in.ev_kind[b->events] = kind;
    b->in.ev_slot[b->events++] = slot;
}

static void expect_begin(const struct bench *b, uint32_t slot, uint32_t count, uint32_t id)
{
    assert_true(b->out.block_ready && b->out.begin_en);
    assert_int_equal(b->out.begin_slot, slot);
    assert_int_equal(b->out.begin_count, count);
    assert_int_equal(b->out.begin_id[0], id);
    assert_int_equal(b->out.begin_id[1], id % 256);
}

static void expect_done(const struct bench *b, uint32_t id)
{
    assert_true(b->out.done_valid);
    assert_int_equal(b->out.done_id[0], id);
}

static const struct static_residency_out *now(struct bench *b)
{
    static_residency_eval(&b->s, &b->in, &b->out);
    return &b->out;
}

/* ---- the paper, and the rules of the page ------------------------------------------------- */

/* Two blocks at once by the scheduling limit: both stall, and no third is brought in; only when one
 * has ended does another begin. */
static void figure_5_a(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &paper, 2, 2);
    for (uint32_t id = 1; id <= 2; id++) {
        offer(b, id);
        cycle(b);
        expect_begin(b, 2 * (id - 1), 2, id);
    }
    for (uint32_t slot = 0; slot < 4; slot += 2) {
        event(b, STALLS, slot);
        event(b, STALLS, slot + 1);
        cycle(b);
    }
    for (uint32_t n = 0; n < 10; n++) {
        offer(b, 3);
        cycle(b);
        assert_false(b->out.block_ready || b->out.begin_en || b->out.done_valid);
    }
    assert_int_equal(now(b)->ready, 0xf); /* stalls are the core's own affair */
    event(b, ENDS, 2);
    event(b, ENDS, 3);
    cycle(b);
    offer(b, 3);
    cycle(b);
    expect_done(b, 2);
    assert_false(b->out.block_ready); /* its frame is free in the next cycle */
    offer(b, 3);
    cycle(b);
    expect_begin(b, 2, 2, 3);
    assert_false(b->out.idle);
}

static void rule_lowest_frame(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 2, 3);
    for (uint32_t id = 5; id < 8; id++) {
        assert_true(now(b)->block_ready);
        offer(b, id);
        cycle(b);
        expect_begin(b, 2 * (id - 5), 2, id);
    }
    assert_false(now(b)->block_ready);
    event(b, ENDS, 2);
    event(b, ENDS, 3);
    cycle(b);
    event(b, ENDS, 0);
    event(b, ENDS, 1);
    cycle(b);
    expect_done(b, 6);
    offer(b, 8); /* one is done, the frame of the other is free */
    cycle(b);
    expect_done(b, 5);
    expect_begin(b, 2, 2, 8);
    offer(b, 9);
    cycle(b);
    expect_begin(b, 0, 2, 9);
    assert_false(now(b)->block_ready);
}

/* No warp of a new block has ended or waits, whatever the block before it did. */
static void rule_begins_clean(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 3, 1);
    for (uint32_t id = 1; id < 4; id++) {
        offer(b, id);
        cycle(b);
        assert_int_equal(now(b)->ready, 7);
        event(b, ARRIVES, 0);
        event(b, ENDS, 2);
        cycle(b);
        assert_int_equal(now(b)->ready, 2);
        event(b, ENDS, 1); /* the one at the barrier is alone */
        cycle(b);
        cycle(b);
        assert_int_equal(now(b)->ready, 1);
        event(b, ENDS, 0);
        cycle(b);
        cycle(b);
        expect_done(b, id);
    }
}

static void rule_kernel_is_taken_while_idle(void **state)
{
    (void)state;
    struct bench *b = &bench;
    memset(b, 0, sizeof *b);
    assert_null(static_residency_init(&b->s, &hand));
    offer(b, 1);
    cycle(b);
    assert_false(b->out.block_ready); /* no kernel, no frame */
    assert_true(b->out.idle);
    kernel(b, 1, 1);
    cycle(b);
    offer(b, 1);
    cycle(b);
    expect_begin(b, 0, 1, 1);
    kernel(b, 2, 2); /* not now */
    cycle(b);
    assert_false(now(b)->block_ready);
    event(b, ENDS, 0);
    cycle(b);
    kernel(b, 2, 2); /* in its last cycle the block is still here */
    cycle(b);
    expect_done(b, 1);
    assert_int_equal(b->s.warps, 1);
    kernel(b, 2, 2);
    cycle(b);
    assert_int_equal(b->s.warps, 2);
    assert_int_equal(b->s.frames, 2);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 2, 3);
    offer(b, 1);
    cycle(b);
    static_residency_reset(&b->s);
    assert_null(static_residency_check(&b->s));
    assert_true(now(b)->idle);
    assert_false(b->out.block_ready);
    assert_int_equal(b->out.ready, 0);
}

/* ---- a naive twin ------------------------------------------------------------------------- */

/* A warp of a block that is here. */
struct warp {
    bool here, waits, ended;
};

struct world {
    struct bench b;
    struct hd_rng rng;
    uint32_t warps;
    uint32_t frames;
    struct warp warp[BLOCK_FRAMES_MAX_SLOTS];
    uint32_t id[BLOCK_FRAMES_MAX_FRAMES][STATIC_RESIDENCY_ID_WORDS];
    uint32_t began, done, barriers;
};

static struct world world;

static bool each(const struct world *w, uint32_t f, bool waits_too)
{
    for (uint32_t r = 0; r < w->warps; r++) {
        const struct warp *p = &w->warp[f * w->warps + r];
        if (!p->here || !(p->ended || (waits_too && p->waits))) return false;
    }
    return true;
}

static bool someone_waits(const struct world *w, uint32_t f)
{
    bool waits = false;
    for (uint32_t r = 0; r < w->warps; r++) waits = waits || w->warp[f * w->warps + r].waits;
    return waits;
}

/* What the cycle to come shows: lowest frame that is done, free, or opens its barrier. */
struct shows {
    uint32_t done, free, opens; /* frames: none */
    uint64_t ready;
    bool idle;
};

static struct shows look(const struct world *w)
{
    struct shows x = {.done = w->frames, .free = w->frames, .opens = w->frames, .idle = true};
    for (uint32_t f = w->frames; f-- > 0;) {
        if (each(w, f, false)) x.done = f;
        if (each(w, f, true) && someone_waits(w, f)) x.opens = f;
        if (!w->warp[f * w->warps].here) x.free = f;
        else x.idle = false;
    }
    for (uint32_t slot = 0; slot < w->frames * w->warps; slot++) {
        const struct warp *p = &w->warp[slot];
        if (p->here && !p->ended && !p->waits) x.ready |= bit(slot);
    }
    return x;
}

static void random_events(struct world *w, const struct shows *x)
{
    static const uint32_t kinds[] = {STALLS, ARRIVES, PHASE, ENDS, STALLS, ARRIVES, ARRIVES, PHASE};
    uint64_t used = 0;
    for (uint32_t p = 0; p < w->b.s.cfg.ports; p++) {
        const uint32_t slot = hd_rng_below(&w->rng, w->b.s.cfg.slots);
        const uint32_t kind = kinds[hd_rng_below(&w->rng, 8)];
        if ((x->ready & ~used & bit(slot)) == 0) continue;
        used |= bit(slot);
        w->b.in.ev_valid[p] = true;
        w->b.in.ev_kind[p] = kind;
        w->b.in.ev_slot[p] = slot;
    }
}

/* The edge: the barrier that opens and the block that is done, then events, then a new block. */
static void twin_edge(struct world *w, const struct shows *x, const struct static_residency_in *in)
{
    for (uint32_t r = 0; r < w->warps; r++) {
        if (x->opens < w->frames) w->warp[x->opens * w->warps + r].waits = false;
        if (x->done < w->frames) w->warp[x->done * w->warps + r] = (struct warp){0};
    }
    w->barriers += x->opens < w->frames;
    w->done += x->done < w->frames;
    for (uint32_t p = 0; p < w->b.s.cfg.ports; p++) {
        if (!in->ev_valid[p]) continue;
        if (in->ev_kind[p] == ARRIVES) w->warp[in->ev_slot[p]].waits = true;
        if (in->ev_kind[p] == ENDS) w->warp[in->ev_slot[p]].ended = true;
    }
    if (!in->block_valid || x->free == w->frames) return;
    for (uint32_t r = 0; r < w->warps; r++)
        w->warp[x->free * w->warps + r] = (struct warp){.here = true};
    memcpy(w->id[x->free], in->block_id, sizeof w->id[0]);
    w->began++;
}

static void compare(const struct world *w, const struct shows *x,
                    const struct static_residency_in *in)
{
    const struct static_residency_out *out = &w->b.out;
    const bool begins = in->block_valid && x->free < w->frames;
    assert_true(out->ready == x->ready);
    assert_int_equal(out->idle, x->idle);
    assert_int_equal(out->block_ready, x->free < w->frames);
    assert_int_equal(out->begin_en, begins);
    assert_int_equal(out->begin_slot, begins ? x->free * w->warps : 0);
    assert_int_equal(out->begin_count, begins ? w->warps : 0);
    if (begins) assert_memory_equal(out->begin_id, in->block_id, sizeof in->block_id);
    assert_int_equal(out->done_valid, x->done < w->frames);
    if (out->done_valid) assert_memory_equal(out->done_id, w->id[x->done], sizeof w->id[0]);
}

static void step(struct world *w, bool offers)
{
    const struct shows x = look(w);
    random_events(w, &x);
    w->b.in.block_valid = offers && hd_rng_chance(&w->rng, 1, 2);
    w->b.in.block_id[0] = (uint32_t)(hd_rng_next(&w->rng) >> 32);
    w->b.in.block_id[1] = hd_rng_below(&w->rng, 256);
    const struct static_residency_in in = w->b.in;
    cycle(&w->b);
    compare(w, &x, &in);
    twin_edge(w, &x, &in);
}

static void run_kernel(struct world *w, uint32_t warps, uint32_t frames)
{
    w->warps = warps;
    w->frames = frames;
    kernel(&w->b, warps, frames);
    cycle(&w->b);
    for (uint32_t n = 0; n < 3000; n++) step(w, true);
    for (uint32_t n = 0; n < 20000 && w->done < w->began; n++) step(w, false);
    assert_int_equal(w->done, w->began); /* everything ends */
    assert_true(now(&w->b)->idle);
}

static void walk(const struct static_residency_cfg *cfg, uint64_t seed)
{
    struct world *w = &world;
    memset(w, 0, sizeof *w);
    assert_null(static_residency_init(&w->b.s, cfg));
    hd_rng_seed(&w->rng, seed);
    for (uint32_t k = 0; k < 6; k++) {
        const uint32_t warps = 1 + hd_rng_below(&w->rng, cfg->max_warps);
        uint32_t frames = cfg->slots / warps < cfg->frames ? cfg->slots / warps : cfg->frames;
        run_kernel(w, warps, k % 2 == 0 ? frames : 1 + hd_rng_below(&w->rng, frames));
    }
    assert_true(w->done > 50 && w->barriers > 500);
}

static void walk_all(void **state)
{
    (void)state;
    static const struct static_residency_cfg narrow = {
        .slots = 2, .frames = 1, .max_warps = 2, .id_width = 64, .ports = 1};
    static const struct static_residency_cfg wide = {
        .slots = 64, .frames = 16, .max_warps = 9, .id_width = 128, .ports = 4};
    for (uint64_t seed = 0; seed < 3; seed++) {
        walk(&paper, seed);
        walk(&hand, seed);
        walk(&narrow, seed);
        walk(&wide, seed);
    }
}

/* ---- check, promise and init do fail ------------------------------------------------------- */

/* Block 1 on slots 0 and 1, frames 1 and 2 free. */
static void one_block(void)
{
    start(&bench, &hand, 2, 2);
    offer(&bench, 1);
    cycle(&bench);
}

static void broken(const char *name)
{
    const char *said = static_residency_check(&bench.s);
    assert_non_null(said);
    assert_string_equal(said, name);
    one_block();
}

static void check_fails(void **state)
{
    (void)state;
    one_block();
    bench.s.seats.open |= bit(2);
    broken("limit");
    bench.s.seats.ended = bench.s.seats.waits = 1;
    broken("not_both");
    bench.s.seats.waits = 4;
    broken("closed_clean");
}

static void refused(const char *sentence)
{
    const char *said = static_residency_promise(&bench.s, &bench.in);
    assert_non_null(said);
    assert_string_equal(said, sentence);
    one_block();
}

static void promise_kernel(void **state)
{
    (void)state;
    struct bench *b = &bench;
    static const struct {
        uint32_t warps, frames;
        const char *sentence;
    } bad[] = {
        {0, 1, "warps of the kernel's blocks are not 1 to MaxWarps"},
        {4, 1, "warps of the kernel's blocks are not 1 to MaxWarps"},
        {1, 4, "the kernel's frames are above Frames, or have no slots"},
        {3, 3, "the kernel's frames are above Frames, or have no slots"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        start(b, &hand, 1, 1);
        kernel(b, bad[i].warps, bad[i].frames);
        refused(bad[i].sentence);
        kernel(b, bad[i].warps, bad[i].frames); /* while a block is here it is nothing */
        assert_null(static_residency_promise(&b->s, &b->in));
    }
    start(b, &hand, 1, 1);
    offer(b, 1);
    kernel(b, 1, 1);
    refused("a kernel comes while a block is taken");
}

static void promise_frames(void **state)
{
    (void)state;
    struct bench *b = &bench;
    one_block();
    event(b, STALLS, 2);
    refused("an event is of a warp that is not ready");
    event(b, STALLS, 1);
    event(b, ENDS, 1);
    refused("two events are of one warp");
    event(b, 4, 1);
    refused("an event is of no kind");
    offer(b, 256);
    b->in.block_id[1] = 256;
    refused("the identity of a new block is wider than IdWidth");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint32_t low, high; /* both refused */
        const char *sentence;
    } bad[] = {
        {offsetof(struct static_residency_cfg, slots), 1, 65, "Slots must be 2 to 64"},
        {offsetof(struct static_residency_cfg, frames), 0, 17, "Frames must be 1 to 16"},
        {offsetof(struct static_residency_cfg, max_warps), 0, 8, "MaxWarps must be 1 to Slots"},
        {offsetof(struct static_residency_cfg, id_width), 0, 129, "IdWidth must be 1 to 128"},
        {offsetof(struct static_residency_cfg, ports), 0, 5, "Ports must be 1 to 4"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (uint32_t high = 0; high < 2; high++) {
            struct static_residency_cfg cfg = hand;
            memcpy((char *)&cfg + bad[i].offset, high ? &bad[i].high : &bad[i].low,
                   sizeof bad[i].low);
            const char *said = static_residency_init(&bench.s, &cfg);
            assert_non_null(said);
            assert_string_equal(said, bad[i].sentence);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_5_a),        cmocka_unit_test(rule_lowest_frame),
        cmocka_unit_test(rule_begins_clean), cmocka_unit_test(rule_kernel_is_taken_while_idle),
        cmocka_unit_test(rule_reset),        cmocka_unit_test(walk_all),
        cmocka_unit_test(check_fails),       cmocka_unit_test(promise_kernel),
        cmocka_unit_test(promise_frames),    cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
