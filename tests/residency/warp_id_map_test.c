/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the warp id map: the page's races, the paper's five
 * blocks of eight warps, a naive twin that asks every block where it sits, and
 * the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/warp_id_map.h"

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct warp_id_map s;
    struct warp_id_map_in in;
    struct warp_id_map_out out;
    uint32_t warps, ctas;
};

static const struct warp_id_map_cfg hand = {
    .slots = 10, .frames = 4, .warps = 16, .ctas = 5, .ports = 2};
static const struct warp_id_map_cfg paper = {
    .slots = 48, .frames = 8, .warps = 256, .ctas = 32, .ports = 2};

/* The inputs of a cycle in which nothing happens. */
static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    b->in.warps = b->warps;
    b->in.ctas = b->ctas;
}

/* A kernel whose blocks have so many warps, on a core with room for so many of them. */
static void start(struct bench *b, const struct warp_id_map_cfg *cfg, uint32_t warps, uint32_t ctas)
{
    memset(b, 0, sizeof *b);
    assert_null(warp_id_map_init(&b->s, cfg));
    assert_null(warp_id_map_check(&b->s));
    b->warps = warps;
    b->ctas = ctas;
    quiet(b);
    warp_id_map_eval(&b->s, &b->in, &b->out);
}

/* One cycle with the inputs set since the last; out is what is seen after it. */
static void cycle(struct bench *b)
{
    const char *broken = warp_id_map_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct warp_id_map before = b->s;
    warp_id_map_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    warp_id_map_tick(&b->s, &b->in, &b->out);
    broken = warp_id_map_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
    warp_id_map_eval(&b->s, &b->in, &b->out);
}

static void give_back(struct bench *b, uint32_t cta)
{
    b->in.free_en = true;
    b->in.free_cta = cta;
}

static void map(struct bench *b, uint32_t frame, uint32_t cta)
{
    b->in.map_en = true;
    b->in.map_frame = frame;
    b->in.map_cta = cta;
}

static void unmap(struct bench *b, uint32_t frame)
{
    b->in.unmap_en = true;
    b->in.unmap_frame = frame;
}

static void take(struct bench *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        b->in.alloc_en = true;
        cycle(b);
    }
}

static void expect_alloc(const struct bench *b, bool valid, uint32_t cta)
{
    assert_int_equal(b->out.alloc_valid, valid);
    assert_int_equal(b->out.alloc_cta, cta);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_free_and_alloc(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand, 3, 5);
    take(&b, 3);
    expect_alloc(&b, true, 3);
    give_back(&b, 1);
    b.in.alloc_en = true;
    cycle(&b);
    assert_int_equal(b.s.taken, 0xd); /* 3 was taken, not 1 */
    expect_alloc(&b, true, 1);
}

static void race_map_and_unmap_of_one_frame(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand, 3, 5);
    take(&b, 3);
    map(&b, 1, 0);
    cycle(&b);
    assert_int_equal(b.out.slot_valid, 0x38);
    assert_int_equal(b.out.slot_warp[4], 1);
    map(&b, 1, 2);
    unmap(&b, 1);
    cycle(&b);
    assert_int_equal(b.out.frame_valid, 2);
    assert_int_equal(b.out.frame_cta[1], 2);
    assert_int_equal(b.out.slot_valid, 0x38);
    for (uint32_t r = 0; r < 3; r++) assert_int_equal(b.out.slot_warp[3 + r], 6 + r);
}

static void race_all_taken_one_freed(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand, 4, 4);
    take(&b, 4);
    expect_alloc(&b, false, 0); /* number 4 is not below ctas_i */
    give_back(&b, 2);
    warp_id_map_eval(&b.s, &b.in, &b.out);
    expect_alloc(&b, false, 0);
    cycle(&b);
    expect_alloc(&b, true, 2);
}

/* ---- the other rules of the page ------------------------------------------------------- */

/* The last block leaves its frame and the core in one cycle; another moves to its frame. */
static void rule_leave_and_move(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand, 5, 3);
    take(&b, 2);
    map(&b, 0, 0);
    cycle(&b);
    map(&b, 1, 1);
    cycle(&b);
    unmap(&b, 0);
    give_back(&b, 0);
    cycle(&b);
    assert_int_equal(b.s.taken, 2);
    assert_int_equal(b.out.slot_valid, 0x3e0);
    unmap(&b, 1);
    map(&b, 0, 1);
    cycle(&b);
    assert_int_equal(b.out.slot_valid, 0x1f);
    assert_int_equal(b.out.slot_warp[0], 5);
    assert_int_equal(b.out.slot_warp[5], 0); /* no warp there: means nothing */
}

static void rule_look_ups(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand, 3, 5);
    for (uint32_t w = 0; w < 15; w++) {
        b.in.find_warp[w % 2] = w;
        warp_id_map_eval(&b.s, &b.in, &b.out);
        assert_int_equal(b.out.find_cta[w % 2], w / 3);
    }
    for (uint32_t n = 0; n < 3; n++) {
        b.in.first_cta = n;
        warp_id_map_eval(&b.s, &b.in, &b.out);
        assert_int_equal(b.out.first_warp, 3 * n);
    }
    b.in.find_warp[0] = 15; /* of no block: never more than the last one */
    warp_id_map_eval(&b.s, &b.in, &b.out);
    assert_int_equal(b.out.find_cta[0], 4);
    b.in.warps = 7; /* fit nowhere: the lower bits */
    b.in.first_cta = 3;
    warp_id_map_eval(&b.s, &b.in, &b.out);
    assert_int_equal(b.out.first_warp, 21 - 16);
}

/* More room than numbers: every number is handed out, and no other. */
static void rule_room_for_more_than_ctas(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand, 2, 7);
    take(&b, 5);
    assert_int_equal(b.s.taken, 0x1f);
    expect_alloc(&b, false, 0);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand, 3, 5);
    take(&b, 2);
    map(&b, 0, 1);
    cycle(&b);
    warp_id_map_reset(&b.s);
    assert_null(warp_id_map_check(&b.s));
    b.warps = 2; /* another kernel */
    cycle(&b);
    expect_alloc(&b, true, 0);
    assert_int_equal(b.out.slot_valid | b.out.frame_valid, 0);
}

/* IV.A: five blocks of eight warps. The fifth takes the frame of the first: the same slots, but
 * warps, and so registers, of its own. */
static void paper_five_blocks_of_eight(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &paper, 8, 5);
    for (uint32_t c = 0; c < 5; c++) {
        expect_alloc(&b, true, c);
        take(&b, 1);
        b.in.first_cta = c;
        warp_id_map_eval(&b.s, &b.in, &b.out);
        assert_int_equal(b.out.first_warp, 8 * c); /* 0-7, 8-15 and so on */
    }
    for (uint32_t f = 0; f < 2; f++) {
        map(&b, f, f);
        cycle(&b);
    }
    unmap(&b, 0);
    map(&b, 0, 4);
    cycle(&b);
    assert_int_equal(b.out.slot_valid, 0xffff);
    for (uint32_t r = 0; r < 8; r++) {
        assert_int_equal(b.out.slot_warp[r], 32 + r);
        assert_int_equal(b.out.slot_warp[8 + r], 8 + r);
    }
    assert_true(b.s.taken & 1); /* swapped out, its ids are still its own */
}

/* 48 physical warps are 6 bits, 256 virtual ones 8; the page's table counts with them. */
static void paper_state_bits(void **state)
{
    (void)state;
    assert_true(paper.slots > 1 << 5 && paper.slots <= 1 << 6);
    assert_true(paper.warps > 1 << 7 && paper.warps <= 1 << 8);
    assert_int_equal(paper.frames + paper.frames * 5, 48);
    assert_int_equal(paper.slots * 8, 384);
}

/* ---- the naive twin: every block knows where it sits ----------------------------------- */

enum { NOWHERE = 99 };

struct twin {
    const struct warp_id_map_cfg *cfg;
    uint32_t warps, ctas; /* of the kernel */
    bool here[WARP_ID_MAP_MAX_CTAS];
    uint32_t frame[WARP_ID_MAP_MAX_CTAS]; /* or NOWHERE */
};

static void twin_reset(struct twin *t)
{
    for (uint32_t c = 0; c < WARP_ID_MAP_MAX_CTAS; c++) {
        t->here[c] = false;
        t->frame[c] = NOWHERE;
    }
}

/* The block on a frame, or NOWHERE. */
static uint32_t twin_on(const struct twin *t, uint32_t frame)
{
    for (uint32_t c = 0; c < t->cfg->ctas; c++) {
        if (t->frame[c] == frame) return c;
    }
    return NOWHERE;
}

static void twin_compare(const struct twin *t, const struct warp_id_map_in *in,
                         const struct warp_id_map_out *out)
{
    uint32_t next = 0;
    while (next < t->ctas && t->here[next]) next++;
    assert_int_equal(out->alloc_valid, next < t->ctas);
    assert_int_equal(out->alloc_cta, next < t->ctas ? next : 0);
    for (uint32_t f = 0; f < t->cfg->frames; f++) {
        uint32_t c = twin_on(t, f);
        assert_int_equal(out->frame_valid >> f & 1, c != NOWHERE);
        assert_int_equal(out->frame_cta[f], c != NOWHERE ? c : 0);
    }
    for (uint32_t slot = 0; slot < t->cfg->slots; slot++) {
        uint32_t c = twin_on(t, slot / t->warps);
        assert_int_equal(out->slot_valid >> slot & 1, c != NOWHERE);
        assert_int_equal(out->slot_warp[slot], c != NOWHERE ? c * t->warps + slot % t->warps : 0);
    }
    for (uint32_t p = 0; p < t->cfg->ports; p++)
        assert_int_equal(out->find_cta[p], in->find_warp[p] / t->warps);
    assert_int_equal(out->first_warp, in->first_cta * t->warps);
}

static void twin_tick(struct twin *t, const struct warp_id_map_in *in,
                      const struct warp_id_map_out *out)
{
    if (in->alloc_en) t->here[out->alloc_cta] = true;
    if (in->free_en) t->here[in->free_cta] = false;
    if (in->unmap_en && twin_on(t, in->unmap_frame) != NOWHERE)
        t->frame[twin_on(t, in->unmap_frame)] = NOWHERE;
    if (in->map_en) t->frame[in->map_cta] = in->map_frame;
}

/* ---- the stimulus ---------------------------------------------------------------------- */

/* A block that is on the core, sitting somewhere or not, from a random one on. */
static bool some_block(const struct twin *t, struct hd_rng *rng, bool sits, uint32_t *cta)
{
    uint32_t first = hd_rng_below(rng, t->cfg->ctas);
    for (uint32_t i = 0; i < t->cfg->ctas; i++) {
        *cta = (first + i) % t->cfg->ctas;
        if (t->here[*cta] && (t->frame[*cta] != NOWHERE) == sits) return true;
    }
    return false;
}

static void new_kernel(struct twin *t, struct hd_rng *rng)
{
    uint32_t most = t->cfg->slots < t->cfg->warps ? t->cfg->slots : t->cfg->warps;
    t->warps = 1 + hd_rng_below(rng, hd_rng_chance(rng, 1, 2) ? most : (most + 3) / 4);
    t->ctas = t->cfg->warps / t->warps;
    if (t->ctas > t->cfg->ctas) t->ctas = t->cfg->ctas;
    if (hd_rng_chance(rng, 1, 4)) t->ctas = hd_rng_below(rng, t->ctas + 1);
}

/* Frames that have slots. */
static uint32_t frames_of(const struct twin *t)
{
    uint32_t n = t->cfg->slots / t->warps;
    return n < t->cfg->frames ? n : t->cfg->frames;
}

static void draw_look_ups(const struct twin *t, struct hd_rng *rng, struct warp_id_map_in *in)
{
    uint32_t warps = t->ctas * t->warps;
    for (uint32_t p = 0; p < t->cfg->ports; p++)
        in->find_warp[p] = warps > 0 ? hd_rng_below(rng, warps) : 0;
    in->first_cta = t->ctas > 0 ? hd_rng_below(rng, t->ctas) : 0;
}

static void draw(const struct twin *t, struct hd_rng *rng, bool drain, struct warp_id_map_in *in)
{
    uint32_t c = 0;
    draw_look_ups(t, rng, in);
    in->unmap_frame = hd_rng_below(rng, frames_of(t));
    in->unmap_en = hd_rng_chance(rng, drain ? 8 : 3, 10); /* often no block is there */
    uint32_t leaver = in->unmap_en ? twin_on(t, in->unmap_frame) : NOWHERE;
    if (leaver != NOWHERE && hd_rng_chance(rng, 1, 3)) {
        in->free_en = true;
        in->free_cta = leaver;
    } else if (hd_rng_chance(rng, drain ? 9 : 1, 10)) {
        in->free_en = some_block(t, rng, false, &in->free_cta);
    }
    in->map_frame = hd_rng_chance(rng, 1, 2) ? in->unmap_frame : hd_rng_below(rng, frames_of(t));
    uint32_t sitter = twin_on(t, in->map_frame);
    bool room = sitter == NOWHERE || sitter == leaver;
    bool moves = leaver != NOWHERE && hd_rng_chance(rng, 1, 5); /* to another frame, or this one */
    if (moves) c = leaver;
    if (room && !drain && (moves || some_block(t, rng, false, &c))) {
        in->map_en = !(in->free_en && in->free_cta == c);
        in->map_cta = c;
    }
}

struct run {
    const char *name;
    struct warp_id_map_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {{"smallest", {2, 1, 2, 2, 1}, 100000},
                                  {"small", {4, 3, 8, 5, 2}, 100000},
                                  {"odd", {13, 5, 37, 11, 3}, 100000},
                                  {"paper", {48, 8, 256, 32, 2}, 50000},
                                  {"largest", {64, 16, 1024, 64, 4}, 20000}};

struct seen {
    uint32_t full, exchanged, moved, end_of_all;
};

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct twin t = {.cfg = &r->cfg};
    struct warp_id_map s;
    struct seen n = {0};
    struct hd_rng rng;
    bool drain = false;

    hd_rng_seed(&rng, r->cfg.slots);
    twin_reset(&t);
    assert_null(warp_id_map_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct warp_id_map_in in = {0};
        struct warp_id_map_out out;
        if (s.taken == 0) new_kernel(&t, &rng);
        if (c % (8 * r->cfg.ctas) == 0) drain = hd_rng_chance(&rng, 1, 3);
        draw(&t, &rng, drain, &in);
        in.warps = t.warps;
        in.ctas = t.ctas;
        warp_id_map_eval(&s, &in, &out);
        twin_compare(&t, &in, &out);
        in.alloc_en = !drain && out.alloc_valid && hd_rng_chance(&rng, 1, 2);
        const char *broken = warp_id_map_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        n.full += !out.alloc_valid && in.free_en;
        n.exchanged += in.map_en && in.unmap_en && in.map_frame == in.unmap_frame;
        n.moved += in.map_en && t.frame[in.map_cta] != NOWHERE;
        bool were_here = s.taken != 0;
        warp_id_map_tick(&s, &in, &out);
        twin_tick(&t, &in, &out);
        if (hd_rng_chance(&rng, 1, 1000)) {
            warp_id_map_reset(&s);
            twin_reset(&t);
        }
        n.end_of_all += were_here && s.taken == 0;
        broken = warp_id_map_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    assert_true(n.full > 100 && n.exchanged > 100 && n.moved > 100 && n.end_of_all > 10);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Blocks 0, 1 and 2 of three warps are here; 2 sits on frame 0, 0 on frame 2. */
static void filled(struct bench *b)
{
    start(b, &hand, 3, 4);
    take(b, 3);
    map(b, 0, 2);
    cycle(b);
    map(b, 2, 0);
    cycle(b);
}

static void expect_broken(struct bench *b, const char *name)
{
    assert_non_null(warp_id_map_check(&b->s));
    assert_string_equal(warp_id_map_check(&b->s), name);
    filled(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    b.s.taken = 3;
    expect_broken(&b, "lives"); /* a block sits that is not here */
    b.s.taken |= 0x20;
    expect_broken(&b, "lives"); /* a number that is none */
    b.s.frame_cta[0] = 5;
    expect_broken(&b, "lives");
    b.s.frame_cta[2] = 2;
    expect_broken(&b, "one_frame");
    b.s.frame_valid |= 0x10;
    expect_broken(&b, "one_frame"); /* a frame that is none */
    b.s.frame_cta[0] = 1;
    expect_broken(&b, "in_block");
    b.s.frame_valid |= 8; /* a frame without slots */
    b.s.frame_cta[3] = 1;
    expect_broken(&b, "in_block");
    b.s.warp[1] = b.s.warp[0];
    expect_broken(&b, "one_slot");
    b.s.warp[0] = 15;
    expect_broken(&b, "in_block");
    b.s.warp[1] = 5000;
    expect_broken(&b, "in_block");
    b.s.warp[8] = b.s.warp[4] = 15; /* no warp sits on slot 4 */
    expect_broken(&b, "in_block");
    b.s.frame_cta[1] = 2; /* no block there: means nothing */
    b.s.warp[3] = 0;
    assert_null(warp_id_map_check(&b.s));
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = warp_id_map_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void expect_kept(struct bench *b)
{
    assert_null(warp_id_map_promise(&b->s, &b->in));
    quiet(b);
}

/* Inputs that no neighbour gives: what comes out is cut to what there is. */
static void broken_promises_stay_inside(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand, 4, 2);
    take(&b, 1);
    map(&b, 0, 0);
    cycle(&b);
    assert_int_equal(b.out.slot_valid, 0xf);
    b.in.find_warp[0] = 5;
    b.in.warps = 0;
    warp_id_map_eval(&b.s, &b.in, &b.out);
    assert_int_equal(b.out.frame_valid, 1);
    assert_int_equal(b.out.slot_valid, 0);
    assert_int_equal(b.out.find_cta[0], hand.ctas - 1);

    start(&b, &hand, 4, 1);
    take(&b, 1);
    b.in.alloc_en = true; /* of numbers that are all taken */
    warp_id_map_tick(&b.s, &b.in, &b.out);
    assert_int_equal(b.s.taken, 1);
    quiet(&b);
    map(&b, 2, 0); /* of its four slots there are two */
    warp_id_map_tick(&b.s, &b.in, &b.out);
    map(&b, 3, 0); /* and of these none */
    warp_id_map_tick(&b.s, &b.in, &b.out);
    warp_id_map_eval(&b.s, &b.in, &b.out);
    assert_int_equal(b.out.frame_valid, 0xc);
    assert_int_equal(b.out.slot_valid, 0x300);
}

static void promise_kernel(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand, 3, 5);
    b.in.warps = 0;
    expect_promise(&b, "warps_i is 0");
    b.in.ctas = 6;
    expect_promise(&b, "ctas_i * warps_i is above Warps");
    b.in.warps = 4;
    expect_promise(&b, "ctas_i * warps_i is above Warps");
    b.in.warps = 2;
    expect_kept(&b); /* no block is here */
    filled(&b);
    b.in.warps = 2;
    expect_promise(&b, "warps_i or ctas_i changes while a block is here");
    b.in.ctas = 5;
    expect_promise(&b, "warps_i or ctas_i changes while a block is here");
    b.in.free_cta = b.in.map_frame = b.in.map_cta = b.in.unmap_frame = 63; /* not looked at */
    expect_kept(&b);
}

static void promise_numbers(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    give_back(&b, 3);
    expect_promise(&b, "the number freed is not taken");
    give_back(&b, 5);
    expect_promise(&b, "the number freed is not taken");
    give_back(&b, 2);
    expect_promise(&b, "the block of the number freed sits on a frame");
    give_back(&b, 2);
    unmap(&b, 2);
    expect_promise(&b, "the block of the number freed sits on a frame");
    give_back(&b, 2);
    unmap(&b, 0);
    expect_kept(&b);
    b.in.alloc_en = true;
    cycle(&b);
    b.in.alloc_en = true;
    expect_promise(&b, "a number is taken that is not offered");
    b.in.alloc_en = true;
    give_back(&b, 1); /* offered in the next cycle */
    expect_promise(&b, "a number is taken that is not offered");
}

static void promise_frames(void **state)
{
    (void)state;
    struct bench b;
    filled(&b);
    unmap(&b, 4);
    expect_promise(&b, "the frame unmapped is not below Frames");
    map(&b, 4, 1);
    expect_promise(&b, "the frame mapped is not below Frames, or has no slots");
    map(&b, 3, 1);
    expect_promise(&b, "the frame mapped is not below Frames, or has no slots");
    map(&b, 2, 1);
    expect_promise(&b, "the frame mapped is not free");
    map(&b, 2, 1);
    unmap(&b, 0);
    expect_promise(&b, "the frame mapped is not free");
    map(&b, 1, 3);
    expect_promise(&b, "the block mapped has no number, or gives it back");
    map(&b, 1, 5);
    expect_promise(&b, "the block mapped has no number, or gives it back");
    map(&b, 1, 1);
    give_back(&b, 1);
    expect_promise(&b, "the block mapped has no number, or gives it back");
    map(&b, 1, 3); /* the number comes with this edge */
    b.in.alloc_en = true;
    expect_promise(&b, "the block mapped has no number, or gives it back");
    map(&b, 1, 2);
    expect_promise(&b, "the block mapped sits on another frame");
    map(&b, 1, 2);
    unmap(&b, 0);
    expect_kept(&b);
    map(&b, 2, 1);
    unmap(&b, 2);
    expect_kept(&b);
    unmap(&b, 1); /* no block is there */
    expect_kept(&b);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct warp_id_map_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 4, 16, 5, 2}, "Slots must be 2 to 64"},
        {{65, 4, 16, 5, 2}, "Slots must be 2 to 64"},
        {{10, 0, 16, 5, 2}, "Frames must be 1 to 16"},
        {{10, 17, 16, 5, 2}, "Frames must be 1 to 16"},
        {{10, 4, 1, 5, 2}, "Warps must be 2 to 1024"},
        {{10, 4, 1025, 5, 2}, "Warps must be 2 to 1024"},
        {{10, 4, 16, 1, 2}, "Ctas must be 2 to 64"},
        {{10, 4, 16, 65, 2}, "Ctas must be 2 to 64"},
        {{10, 4, 16, 5, 0}, "Ports must be 1 to 12"},
        {{10, 4, 16, 5, 13}, "Ports must be 1 to 12"},
    };
    struct warp_id_map s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = warp_id_map_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(warp_id_map_init(&s, &(struct warp_id_map_cfg){2, 1, 2, 2, 1}));
    assert_null(warp_id_map_init(&s, &(struct warp_id_map_cfg){64, 16, 1024, 64, 4}));
}

int main(void)
{
    struct CMUnitTest tests[32] = {
        cmocka_unit_test(race_free_and_alloc),
        cmocka_unit_test(race_map_and_unmap_of_one_frame),
        cmocka_unit_test(race_all_taken_one_freed),
        cmocka_unit_test(rule_leave_and_move),
        cmocka_unit_test(rule_look_ups),
        cmocka_unit_test(rule_room_for_more_than_ctas),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(paper_five_blocks_of_eight),
        cmocka_unit_test(paper_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(broken_promises_stay_inside),
        cmocka_unit_test(promise_kernel),
        cmocka_unit_test(promise_numbers),
        cmocka_unit_test(promise_frames),
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
    return cmocka_run_group_tests_name("warp_id_map", tests, NULL, NULL);
}
