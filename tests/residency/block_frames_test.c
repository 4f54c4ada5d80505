/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the block frames: the page's races, two active blocks
 * of Figure 5, a naive twin that has every warp of every block one by one, and
 * the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/block_frames.h"

enum {
    STALLS = BLOCK_FRAMES_STALLS,
    ARRIVES = BLOCK_FRAMES_ARRIVES,
    PHASE = BLOCK_FRAMES_PHASE,
    ENDS = BLOCK_FRAMES_ENDS,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct block_frames s;
    struct block_frames_in in;
    struct block_frames_out out;
    uint32_t events; /* ports used in the coming cycle */
};

static const struct block_frames_cfg hand = {
    .slots = 10, .frames = 4, .max_warps = 5, .id_width = 70, .ports = 2};
enum { WARPS = 3 };

/* The inputs of a cycle in which nothing happens. */
static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    b->in.warps = WARPS;
    b->events = 0;
}

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(block_frames_init(&b->s, &hand));
    assert_null(block_frames_check(&b->s));
    quiet(b);
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = block_frames_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct block_frames before = b->s;
    block_frames_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    block_frames_tick(&b->s, &b->in, &b->out);
    broken = block_frames_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

static void event(struct bench *b, uint32_t kind, uint32_t slot)
{
    b->in.ev_valid[b->events] = true;
    b->in.ev_kind[b->events] = kind;
    b->in.ev_slot[b->events++] = slot;
}

static void sit(struct bench *b, uint32_t frame, uint32_t id, uint64_t ended, uint64_t waits)
{
    b->in.open_en = true;
    b->in.open_frame = frame;
    b->in.open_id[0] = id;
    b->in.open_id[2] = 63 - frame;
    b->in.open_ended = ended;
    b->in.open_waits = waits;
}

static void shut(struct bench *b, uint32_t frame)
{
    b->in.shut_en = true;
    b->in.shut_frame = frame;
}

static void expect_release(const struct bench *b, uint32_t frame, uint32_t count)
{
    assert_true(b->out.release_valid);
    assert_int_equal(b->out.release_frame, frame);
    assert_int_equal(b->out.release_count, count);
}

static void expect_done(const struct bench *b, uint32_t frame, uint32_t id)
{
    assert_true(b->out.done_valid);
    assert_int_equal(b->out.done_frame, frame);
    assert_int_equal(b->out.done_id[0], id);
    assert_int_equal(b->out.done_id[2], 63 - frame);
}

/* Blocks 100, 101, 102 sit on frames 0, 1, 2; all their warps go on. */
static void three_blocks(struct bench *b)
{
    start(b);
    for (uint32_t f = 0; f < 3; f++) {
        sit(b, f, 100 + f, 0, 0);
        cycle(b);
    }
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_last_two_arrive(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    event(&b, ARRIVES, 4);
    cycle(&b);
    event(&b, ARRIVES, 3);
    event(&b, ARRIVES, 5);
    cycle(&b);
    assert_false(b.out.release_valid);
    cycle(&b);
    expect_release(&b, 1, 3);
    assert_int_equal(b.out.ready, 0x1c7);
    assert_int_equal(b.out.idle, 2);
    cycle(&b);
    assert_false(b.out.release_valid);
    assert_int_equal(b.out.ready, 0x1ff);
    assert_int_equal(b.out.idle, 0);
}

static void race_one_arrives_last_other_ends(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    event(&b, ARRIVES, 8);
    cycle(&b);
    event(&b, ARRIVES, 6);
    event(&b, ENDS, 7);
    cycle(&b);
    assert_false(b.out.release_valid);
    cycle(&b);
    expect_release(&b, 2, 2);
    cycle(&b);
    assert_int_equal(b.out.ready, 0x17f);
}

static void race_two_barriers_complete(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    for (uint32_t r = 0; r < 3; r++) {
        event(&b, r == 1 ? ENDS : ARRIVES, 6 + r);
        event(&b, ARRIVES, 3 + r);
        cycle(&b);
    }
    cycle(&b);
    expect_release(&b, 1, 3);
    assert_int_equal(b.out.idle, 6);
    cycle(&b);
    expect_release(&b, 2, 2);
    assert_int_equal(b.out.idle, 4);
    cycle(&b);
    assert_false(b.out.release_valid);
}

/* Cannot be: it would break a promise. */
static void race_barrier_opens_and_shut(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    event(&b, ARRIVES, 0);
    event(&b, ARRIVES, 1);
    cycle(&b);
    event(&b, ARRIVES, 2);
    cycle(&b);
    shut(&b, 0);
    block_frames_eval(&b.s, &b.in, &b.out);
    expect_release(&b, 0, 3);
    assert_non_null(block_frames_promise(&b.s, &b.in));
}

static void race_shut_and_open(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    event(&b, ARRIVES, 3);
    event(&b, ENDS, 5);
    cycle(&b);
    shut(&b, 1);
    sit(&b, 1, 200, 1, 4);
    cycle(&b);
    assert_int_equal(b.out.shut_id[0], 101);
    assert_int_equal(b.out.shut_ended, 4);
    assert_int_equal(b.out.shut_waits, 1);
    assert_int_equal(b.s.open, 7);
    assert_int_equal(b.s.id[1][0], 200);
    assert_int_equal(b.s.ended, 1 << 3);
    assert_int_equal(b.s.waits, 1 << 5);
}

static void race_done_and_open(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    event(&b, ENDS, 0);
    event(&b, ENDS, 1);
    cycle(&b);
    event(&b, ENDS, 2);
    cycle(&b);
    sit(&b, 0, 200, 0, 0);
    cycle(&b);
    expect_done(&b, 0, 100);
    assert_false(b.out.release_valid);
    cycle(&b);
    assert_false(b.out.done_valid);
    assert_int_equal(b.out.open, 7);
    assert_int_equal(b.out.ready, 0x1ff);
}

/* Cannot be: once all warps of a block wait, the scheduler has no event of the block to tell. */
static void race_all_wait_one_wakes(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    event(&b, ARRIVES, 0);
    event(&b, ARRIVES, 1);
    cycle(&b);
    event(&b, ARRIVES, 2);
    cycle(&b);
    for (uint32_t slot = 0; slot < 3; slot++) {
        event(&b, STALLS, slot);
        assert_non_null(block_frames_promise(&b.s, &b.in));
        quiet(&b);
    }
}

/* ---- the other rules of the page ------------------------------------------------------- */

static void rule_two_done(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    for (uint32_t r = 0; r < 3; r++) {
        event(&b, ENDS, 6 + r);
        event(&b, ENDS, r);
        cycle(&b);
    }
    cycle(&b);
    expect_done(&b, 0, 100);
    cycle(&b);
    expect_done(&b, 2, 102);
    assert_int_equal(b.out.open, 6);
    cycle(&b);
    assert_false(b.out.done_valid);
    assert_int_equal(b.out.open, 2);
    assert_int_equal(b.s.ended, 0);
}

static void rule_stalls_and_phases(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    struct block_frames before = b.s;
    event(&b, STALLS, 0);
    event(&b, PHASE, 1);
    cycle(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
    event(&b, STALLS, 0); /* it stalls as its block is swapped out */
    shut(&b, 0);
    cycle(&b);
    assert_int_equal(b.s.open, 6);
}

/* A warp swapped out at a barrier still waits after it has come back, on another frame. */
static void rule_waits_across_a_swap(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    event(&b, ARRIVES, 0);
    event(&b, ENDS, 1);
    cycle(&b);
    shut(&b, 0);
    cycle(&b);
    shut(&b, 2);
    sit(&b, 2, 100, b.out.shut_ended, b.out.shut_waits);
    cycle(&b);
    assert_int_equal(b.s.waits, 1 << 6);
    event(&b, ARRIVES, 8);
    cycle(&b);
    cycle(&b);
    expect_release(&b, 2, 2);
}

static void rule_shut_outputs(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    event(&b, ARRIVES, 3); /* rank 0 of the next frame is not rank 3 of this one */
    cycle(&b);
    b.in.shut_frame = 0;
    block_frames_eval(&b.s, &b.in, &b.out);
    assert_int_equal(b.out.shut_id[0], 100);
    assert_int_equal(b.out.shut_waits, 0);
    for (uint32_t f = 3; f < 16; f++) {
        b.in.shut_frame = f; /* no block is there */
        block_frames_eval(&b.s, &b.in, &b.out);
        assert_int_equal(b.out.shut_ended | b.out.shut_waits | b.out.shut_id[0], 0);
    }
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    three_blocks(&b);
    event(&b, ARRIVES, 0);
    event(&b, ENDS, 8);
    cycle(&b);
    block_frames_reset(&b.s);
    assert_null(block_frames_check(&b.s));
    b.in.warps = 5; /* another kernel */
    sit(&b, 1, 9, 0, 0);
    cycle(&b);
    assert_int_equal(b.out.open | b.out.ready, 0);
    b.in.warps = 5;
    cycle(&b);
    assert_int_equal(b.out.ready, 0x3e0);
}

/* Figure 5(b): blocks 1 and 2, of two warps, are active; 1 leaves its frame to 3 and 2 to 4 when
 * their warps stall; 1 and 2 come back, in the places of 3 and 4, and end. */
static void figure_5_four_blocks(void **state)
{
    (void)state;
    static const uint32_t sits[3][2] = {{1, 2}, {3, 4}, {1, 2}};
    static const struct block_frames_cfg two = {4, 2, 2, 96, 2};
    struct bench b;
    start(&b);
    assert_null(block_frames_init(&b.s, &two));
    for (uint32_t turn = 0; turn < 3; turn++) {
        for (uint32_t f = 0; f < 2; f++) {
            if (turn > 0) shut(&b, f);
            sit(&b, f, sits[turn][f], 0, 0);
            b.in.warps = 2;
            cycle(&b);
            if (turn > 0) assert_int_equal(b.out.shut_id[0], sits[turn - 1][f]);
        }
    }
    for (uint32_t f = 0; f < 2; f++) {
        event(&b, ENDS, 2 * f);
        event(&b, ENDS, 2 * f + 1);
        b.in.warps = 2;
        cycle(&b);
        b.in.warps = 2;
        cycle(&b);
        expect_done(&b, f, 1 + f);
    }
}

static void paper_state_bits(void **state)
{
    (void)state;
    assert_int_equal(8 * 96, 768);
}

/* ---- the naive twin: every warp of every block ----------------------------------------- */

enum { GOES, WAITS, ENDED };

struct twin_block {
    bool here;
    uint32_t id;
    int warp[BLOCK_FRAMES_MAX_SLOTS];
};

struct twin {
    const struct block_frames_cfg *cfg;
    uint32_t warps;
    struct twin_block frame[BLOCK_FRAMES_MAX_FRAMES];
};

/* How many warps of a frame's block do this. */
static uint32_t twin_count(const struct twin *t, uint32_t f, int what)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < t->warps; r++) n += t->frame[f].warp[r] == what;
    return n;
}

/* The lowest frame whose barrier is complete, or which is done; 16 if there is none. */
static uint32_t twin_first(const struct twin *t, bool done)
{
    for (uint32_t f = 0; f < t->cfg->frames; f++) {
        uint32_t ended = twin_count(t, f, ENDED), waits = twin_count(t, f, WAITS);
        if (!t->frame[f].here || ended + waits < t->warps) continue;
        if (done == (ended == t->warps)) return f;
    }
    return 16;
}

/* The words of an identity are all made from one number. */
static uint32_t id_word(const struct block_frames_cfg *cfg, uint32_t id, uint32_t word)
{
    if (cfg->id_width <= 32 * word) return 0;
    uint32_t bits = cfg->id_width - 32 * word;
    return id * (2 * word + 1) & (bits < 32 ? (UINT32_C(1) << bits) - 1 : UINT32_MAX);
}

static void expect_id(const struct twin *t, bool here, uint32_t id, const uint32_t *words)
{
    for (uint32_t w = 0; w < BLOCK_FRAMES_ID_WORDS; w++)
        assert_int_equal(words[w], here ? id_word(t->cfg, id, w) : 0);
}

static void twin_compare_frames(const struct twin *t, const struct block_frames_in *in,
                                const struct block_frames_out *out)
{
    const struct twin_block *leaver = &t->frame[in->shut_frame];
    for (uint32_t f = 0; f < t->cfg->frames; f++) {
        bool here = t->frame[f].here;
        assert_int_equal(out->open >> f & 1, here);
        assert_int_equal(out->idle >> f & 1, here && twin_count(t, f, GOES) == 0);
    }
    for (uint32_t slot = 0; slot < BLOCK_FRAMES_MAX_SLOTS; slot++) {
        uint32_t f = slot / t->warps;
        bool here = f < t->cfg->frames && t->frame[f].here;
        assert_int_equal(out->ready >> slot & 1, here && t->frame[f].warp[slot % t->warps] == GOES);
        bool rank = leaver->here && slot < t->warps;
        assert_int_equal(out->shut_ended >> slot & 1, rank && leaver->warp[slot] == ENDED);
        assert_int_equal(out->shut_waits >> slot & 1, rank && leaver->warp[slot] == WAITS);
    }
    expect_id(t, leaver->here, leaver->id, out->shut_id);
}

static void twin_compare(const struct twin *t, const struct block_frames_in *in,
                         const struct block_frames_out *out)
{
    uint32_t opens = twin_first(t, false), done = twin_first(t, true);
    twin_compare_frames(t, in, out);
    assert_int_equal(out->release_valid, opens < 16);
    assert_int_equal(out->release_frame, opens < 16 ? opens : 0);
    assert_int_equal(out->release_count, opens < 16 ? twin_count(t, opens, WAITS) : 0);
    assert_int_equal(out->done_valid, done < 16);
    assert_int_equal(out->done_frame, done < 16 ? done : 0);
    expect_id(t, done < 16, done < 16 ? t->frame[done].id : 0, out->done_id);
}

static void twin_tick(struct twin *t, const struct block_frames_in *in, uint32_t new_id)
{
    uint32_t opens = twin_first(t, false), done = twin_first(t, true);
    for (uint32_t r = 0; opens < 16 && r < t->warps; r++) {
        if (t->frame[opens].warp[r] == WAITS) t->frame[opens].warp[r] = GOES;
    }
    if (done < 16) t->frame[done].here = false;
    for (uint32_t p = 0; p < t->cfg->ports; p++) {
        int *warp = &t->frame[in->ev_slot[p] / t->warps].warp[in->ev_slot[p] % t->warps];
        if (in->ev_valid[p] && in->ev_kind[p] == ARRIVES) *warp = WAITS;
        if (in->ev_valid[p] && in->ev_kind[p] == ENDS) *warp = ENDED;
    }
    if (in->shut_en) t->frame[in->shut_frame].here = false;
    if (!in->open_en) return;
    struct twin_block *b = &t->frame[in->open_frame];
    b->here = true;
    b->id = new_id;
    for (uint32_t r = 0; r < t->warps; r++) {
        bool waits = (in->open_waits >> r & 1) != 0;
        b->warp[r] = (in->open_ended >> r & 1) != 0 ? ENDED : waits ? WAITS : GOES;
    }
}

/* ---- the stimulus ---------------------------------------------------------------------- */

/* Frames that have slots. */
static uint32_t frames_of(const struct twin *t)
{
    uint32_t n = t->cfg->slots / t->warps;
    return n < t->cfg->frames ? n : t->cfg->frames;
}

static void draw_events(const struct twin *t, struct hd_rng *rng, struct block_frames_in *in,
                        uint32_t ends)
{
    for (uint32_t p = 0; p < t->cfg->ports; p++) {
        uint32_t slot = hd_rng_below(rng, frames_of(t) * t->warps);
        const struct twin_block *b = &t->frame[slot / t->warps];
        in->ev_slot[p] = slot;
        in->ev_kind[p] = hd_rng_chance(rng, ends, 10) ? ENDS : hd_rng_below(rng, 3);
        in->ev_valid[p] = b->here && b->warp[slot % t->warps] == GOES && hd_rng_chance(rng, 9, 10);
        for (uint32_t q = 0; q < p; q++) {
            if (in->ev_valid[q] && in->ev_slot[q] == slot) in->ev_valid[p] = false;
        }
    }
}

static void draw_shut(const struct twin *t, struct hd_rng *rng, struct block_frames_in *in)
{
    uint32_t f = hd_rng_below(rng, frames_of(t));
    in->shut_frame = f;
    in->shut_en = t->frame[f].here && twin_count(t, f, GOES) > 0 && hd_rng_chance(rng, 1, 6);
    for (uint32_t p = 0; in->shut_en && p < t->cfg->ports; p++) {
        if (in->ev_slot[p] / t->warps == f) in->ev_kind[p] = STALLS;
    }
}

static void draw_open(const struct twin *t, struct hd_rng *rng, struct block_frames_in *in,
                      uint32_t id)
{
    uint32_t f = hd_rng_below(rng, frames_of(t)), goes = hd_rng_below(rng, t->warps);
    uint32_t done = twin_first(t, true);
    if (in->shut_en && hd_rng_chance(rng, 1, 2)) f = in->shut_frame;
    if (done < 16 && hd_rng_chance(rng, 1, 2)) f = done;
    bool room = !t->frame[f].here || f == done || (in->shut_en && in->shut_frame == f);
    in->open_frame = f;
    in->open_en = room && hd_rng_chance(rng, 1, 2);
    for (uint32_t w = 0; w < BLOCK_FRAMES_ID_WORDS; w++) in->open_id[w] = id_word(t->cfg, id, w);
    for (uint32_t r = 0; r < t->warps; r++) {
        uint32_t what = r == goes ? 9 : hd_rng_below(rng, 4);
        if (what == 0) in->open_ended |= UINT64_C(1) << r;
        if (what == 1) in->open_waits |= UINT64_C(1) << r;
    }
}

struct run {
    const char *name;
    struct block_frames_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {{"smallest", {2, 1, 1, 1, 1}, 50000},
                                  {"small", {4, 3, 2, 3, 2}, 100000},
                                  {"odd", {13, 5, 7, 33, 3}, 100000},
                                  {"paper", {48, 8, 32, 96, 2}, 100000},
                                  {"largest", {64, 16, 64, 128, 4}, 100000}};

struct seen {
    uint32_t two_complete, two_done, exchanged, reused, swapped_waits;
};

static void look(struct seen *n, const struct block_frames_in *in,
                 const struct block_frames_out *out)
{
    n->two_complete += out->release_valid && (out->idle & (out->idle - 1)) != 0;
    n->two_done += out->release_valid && out->done_valid;
    n->exchanged += in->shut_en && in->open_en && in->shut_frame == in->open_frame;
    n->reused += out->done_valid && in->open_en && in->open_frame == out->done_frame;
    n->swapped_waits += in->shut_en && out->shut_waits != 0;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct twin t = {.cfg = &r->cfg, .warps = 1};
    struct block_frames s;
    struct seen n = {0};
    struct hd_rng rng;
    uint32_t ends = 1;

    hd_rng_seed(&rng, r->cfg.slots);
    assert_null(block_frames_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct block_frames_in in = {0};
        struct block_frames_out out;
        uint32_t id = (uint32_t)hd_rng_next(&rng);
        if (c % 256 == 0) ends = hd_rng_below(&rng, 6);
        if (s.open == 0) { /* another kernel, its blocks more often small than large */
            uint32_t most = 1 + hd_rng_below(&rng, r->cfg.max_warps);
            t.warps = 1 + hd_rng_below(&rng, most);
        }
        draw_events(&t, &rng, &in, ends);
        draw_shut(&t, &rng, &in);
        draw_open(&t, &rng, &in, id);
        in.warps = t.warps;
        const char *broken = block_frames_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        block_frames_eval(&s, &in, &out);
        twin_compare(&t, &in, &out);
        look(&n, &in, &out);
        if (hd_rng_chance(&rng, 1, 300)) {
            block_frames_reset(&s);
            memset(t.frame, 0, sizeof t.frame);
        } else {
            block_frames_tick(&s, &in, &out);
            twin_tick(&t, &in, id);
        }
        broken = block_frames_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(n.exchanged > 100 && n.reused > 100);
    assert_true(r->cfg.frames == 1 || (n.two_complete > 100 && n.two_done > 100));
    assert_true(r->cfg.frames == 1 || n.swapped_waits > 100);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Frame 0: rank 0 has ended, 1 waits. Frame 1: all wait. Frame 2: all ended. Frame 3 has no slots
 * for three warps. */
static void filled(struct bench *b)
{
    three_blocks(b);
    event(b, ARRIVES, 3);
    event(b, ENDS, 6);
    cycle(b);
    event(b, ARRIVES, 4);
    event(b, ENDS, 7);
    cycle(b);
    event(b, ENDS, 0);
    event(b, ARRIVES, 1);
    cycle(b);
    event(b, ARRIVES, 5);
    event(b, ENDS, 8);
    cycle(b);
}

static void expect_broken(struct bench *b, const char *name)
{
    assert_non_null(block_frames_check(&b->s));
    assert_string_equal(block_frames_check(&b->s), name);
    filled(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.waits |= 1;
    expect_broken(&b, "not_both");
    b.s.waits |= 1 << 9; /* of no frame */
    expect_broken(&b, "closed_clean");
    b.s.open &= 3;
    expect_broken(&b, "closed_clean");
    b.s.open &= 6;
    b.s.waits &= ~UINT64_C(2); /* slot 0 alone */
    expect_broken(&b, "closed_clean");
    b.s.open |= 0x10; /* a frame that is none */
    expect_broken(&b, "frame_range");
    b.s.id[3][0] = 9; /* no block is there: means nothing */
    assert_null(block_frames_check(&b.s));
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = block_frames_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void expect_kept(struct bench *b)
{
    assert_null(block_frames_promise(&b->s, &b->in));
    quiet(b);
}

static void promise_events(void **state)
{
    (void)state;
    static const char not_ready[] = "an event is of a warp that is not ready";
    struct bench b;
    filled(&b);
    b.in.warps = 2;
    expect_promise(&b, "warps_i changes while a frame is open");
    b.in.warps = 0;
    expect_promise(&b, "warps_i is not 1 to MaxWarps");
    b.in.warps = 6;
    expect_promise(&b, "warps_i is not 1 to MaxWarps");
    event(&b, 4, 2);
    expect_promise(&b, "an event is of no kind");
    for (uint32_t kind = STALLS; kind <= ENDS; kind++) {
        event(&b, kind, 0); /* ended */
        expect_promise(&b, not_ready);
        event(&b, kind, 1); /* waits */
        expect_promise(&b, not_ready);
        event(&b, kind, 9); /* of no frame */
        expect_promise(&b, not_ready);
        event(&b, kind, 64);
        expect_promise(&b, not_ready);
        event(&b, kind, 2);
        expect_kept(&b);
    }
    event(&b, STALLS, 2);
    event(&b, ENDS, 2);
    expect_promise(&b, "two events are of one warp");
    b.in.ev_slot[0] = b.in.open_frame = b.in.shut_frame = 63; /* not looked at */
    b.in.ev_kind[1] = 9;
    b.in.open_ended = b.in.open_waits = UINT64_MAX;
    expect_kept(&b);
}

static void promise_shut(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    shut(&b, 3);
    expect_promise(&b, "a frame is shut that is not open");
    shut(&b, 99);
    expect_promise(&b, "a frame is shut that is not open");
    shut(&b, 1);
    expect_promise(&b, "a frame is shut of which no warp stalls");
    shut(&b, 2);
    expect_promise(&b, "a frame is shut of which no warp stalls");
    for (uint32_t kind = ARRIVES; kind <= ENDS; kind++) {
        shut(&b, 0);
        event(&b, kind, 2);
        expect_promise(&b, "a warp goes on whose frame is shut");
    }
    shut(&b, 0);
    event(&b, STALLS, 2);
    expect_kept(&b);
}

static void promise_open(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    sit(&b, 4, 1, 0, 0);
    b.in.warps = 2; /* five frames would have slots */
    expect_promise(&b, "the frame of a new block is not below Frames, or has no slots");
    filled(&b);
    sit(&b, 3, 1, 0, 0);
    expect_promise(&b, "the frame of a new block is not below Frames, or has no slots");
    sit(&b, 4, 1, 0, 0);
    expect_promise(&b, "the frame of a new block is not below Frames, or has no slots");
    sit(&b, 1, 1, 0, 0);
    expect_promise(&b, "the frame of a new block is open");
    sit(&b, 1, 1, 0, 0);
    shut(&b, 0);
    expect_promise(&b, "the frame of a new block is open");
    sit(&b, 2, 1, 0, 0);
    expect_kept(&b); /* done in this cycle */
    sit(&b, 0, 1, 0, 0);
    shut(&b, 0);
    expect_kept(&b);
    sit(&b, 2, 1, 0, 0);
    b.in.open_id[2] = 64;
    expect_promise(&b, "the identity of a new block is wider than IdWidth");
    sit(&b, 2, 1, 8, 0);
    expect_promise(&b, "a rank from warps_i on has ended or waits");
    sit(&b, 2, 1, 0, 8);
    expect_promise(&b, "a rank from warps_i on has ended or waits");
    sit(&b, 2, 1, 3, 2);
    expect_promise(&b, "a rank of a new block has ended and waits");
    sit(&b, 2, 1, 7, 0);
    expect_promise(&b, "no rank of a new block goes on or stalls");
    sit(&b, 2, 1, 3, 4);
    expect_promise(&b, "no rank of a new block goes on or stalls");
    sit(&b, 2, 1, 2, 4);
    expect_kept(&b);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct block_frames_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 4, 1, 70, 2}, "Slots must be 2 to 64"},
        {{65, 4, 5, 70, 2}, "Slots must be 2 to 64"},
        {{10, 0, 5, 70, 2}, "Frames must be 1 to 16"},
        {{10, 17, 5, 70, 2}, "Frames must be 1 to 16"},
        {{10, 4, 0, 70, 2}, "MaxWarps must be 1 to Slots"},
        {{10, 4, 11, 70, 2}, "MaxWarps must be 1 to Slots"},
        {{10, 4, 5, 0, 2}, "IdWidth must be 1 to 128"},
        {{10, 4, 5, 129, 2}, "IdWidth must be 1 to 128"},
        {{10, 4, 5, 70, 0}, "Ports must be 1 to 4"},
        {{10, 4, 5, 70, 5}, "Ports must be 1 to 4"},
    };
    struct block_frames s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = block_frames_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(block_frames_init(&s, &(struct block_frames_cfg){2, 1, 1, 1, 1}));
    assert_null(block_frames_init(&s, &(struct block_frames_cfg){64, 16, 64, 128, 4}));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(race_last_two_arrive),
        cmocka_unit_test(race_one_arrives_last_other_ends),
        cmocka_unit_test(race_two_barriers_complete),
        cmocka_unit_test(race_barrier_opens_and_shut),
        cmocka_unit_test(race_shut_and_open),
        cmocka_unit_test(race_done_and_open),
        cmocka_unit_test(race_all_wait_one_wakes),
        cmocka_unit_test(rule_two_done),
        cmocka_unit_test(rule_stalls_and_phases),
        cmocka_unit_test(rule_waits_across_a_swap),
        cmocka_unit_test(rule_shut_outputs),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(figure_5_four_blocks),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_events),
        cmocka_unit_test(promise_shut),
        cmocka_unit_test(promise_open),
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
    return cmocka_run_group_tests_name("block_frames", tests, NULL, NULL);
}
