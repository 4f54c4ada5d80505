/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the instruction buffer: each sentence of the page, its races, warps that
 * run a program through it (what issues is what stands at the warp's place), a naive twin without
 * masks, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "core/instruction_buffer.h"

enum { SLOTS = INSTRUCTION_BUFFER_MAX_SLOTS, PORTS = INSTRUCTION_BUFFER_MAX_PORTS };

typedef struct instruction_buffer_word word;

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct instruction_buffer s;
    struct instruction_buffer_in in;
    struct instruction_buffer_out out;
};

/* Scheduler 0 has slots 0, 2, 4, scheduler 1 has 1, 3, 5. */
static const struct instruction_buffer_cfg hand = {
    .slots = 6, .ports = 2, .entries = 2, .word_width = 128};

/* No slot wants a word, no answer comes. A fetch is accepted, a head that is looked at does not
 * pass. */
static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    b->in.fetch_ready = true;
}

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(instruction_buffer_init(&b->s, &hand));
    assert_null(instruction_buffer_check(&b->s));
    quiet(b);
}

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = instruction_buffer_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct instruction_buffer before = b->s;
    instruction_buffer_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    const bool rests = instruction_buffer_rests(&b->s, &b->in, &b->out);
    instruction_buffer_tick(&b->s, &b->in, &b->out);
    if (rests) assert_memory_equal(&before, &b->s, sizeof before);
    broken = instruction_buffer_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

/* An instruction: both halves tell it from others. */
static word code(uint32_t n) { return (word){{n, UINT64_C(0x123456789) * n}}; }

static void answer(struct bench *b, uint32_t slot, uint32_t n, bool stop)
{
    b->in.rsp_valid = true;
    b->in.rsp_slot = slot;
    b->in.rsp_word = code(n);
    b->in.rsp_stop = stop;
}

static void issue(struct bench *b, uint32_t slot)
{
    b->in.pop_en[slot % 2] = true;
    b->in.head_slot[slot % 2] = slot;
}

static void expect_fetch(const struct bench *b, uint32_t slot, uint32_t ahead)
{
    assert_true(b->out.fetch_valid);
    assert_int_equal(b->out.fetch_slot, slot);
    assert_int_equal(b->out.fetch_ahead, ahead);
}

static void expect_look(const struct bench *b, uint32_t slot, uint32_t n)
{
    const uint32_t p = slot % 2;
    const word w = code(n);
    assert_true(b->out.check_valid[p]);
    assert_int_equal(b->out.check_slot[p], slot);
    assert_memory_equal(&b->out.check_word[p], &w, sizeof w);
}

static void expect_head(struct bench *b, uint32_t slot, uint32_t n)
{
    const word w = code(n);
    struct instruction_buffer_in in = b->in;
    struct instruction_buffer_out out;
    in.head_slot[slot % 2] = slot;
    instruction_buffer_eval(&b->s, &in, &out);
    assert_memory_equal(&out.head_word[slot % 2], &w, sizeof w);
    assert_memory_equal(instruction_buffer_head(&b->s, slot), &w, sizeof w);
}

/* This slot is fetched for, and the answer comes in the next cycle; quiet otherwise. */
static void fill(struct bench *b, uint32_t slot, uint32_t n, bool stop)
{
    b->in.want = bit(slot);
    cycle(b);
    assert_true(b->out.fetch_valid);
    answer(b, slot, n, stop);
    cycle(b);
}

/* Slot 2's head is n and has passed. */
static void passed(struct bench *b, uint32_t n, bool stop)
{
    start(b);
    fill(b, 2, n, stop);
    b->in.check_pass[0] = true;
    cycle(b);
    expect_look(b, 2, n);
    assert_int_equal(b->s.passed, bit(2));
}

/* ---- fetch ----------------------------------------------------------------------------- */

static void fetch_in_turn(void **state)
{
    (void)state;
    static const uint32_t order[] = {1, 4, 5, 1, 4};
    struct bench b;
    start(&b);
    for (uint32_t i = 0; i < 5; i++) {
        b.in.want = bit(1) | bit(4) | bit(5);
        if (i > 0) answer(&b, order[i - 1], i, false);
        cycle(&b);
        expect_fetch(&b, order[i], i / 3);
    }
}

/* What is not accepted leaves no trace: a slot that is wanted later goes before it. */
static void fetch_not_accepted(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    b.in.want = bit(3);
    b.in.fetch_ready = false;
    cycle(&b);
    expect_fetch(&b, 3, 0);
    b.in.want = bit(3) | bit(1);
    cycle(&b);
    expect_fetch(&b, 1, 0);
    b.in.want = bit(3) | bit(1);
    cycle(&b);
    expect_fetch(&b, 3, 0);
    b.in.want = bit(3) | bit(1); /* both fly */
    cycle(&b);
    assert_false(b.out.fetch_valid);
}

static void fetch_needs_room(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, false);
    b.in.want = bit(2);
    cycle(&b);
    expect_fetch(&b, 2, 1);
    answer(&b, 2, 8, false);
    b.in.want = bit(2); /* still flies in this cycle */
    cycle(&b);
    assert_false(b.out.fetch_valid);
    issue(&b, 2);
    b.in.want = bit(2); /* room from the next cycle on */
    cycle(&b);
    assert_false(b.out.fetch_valid);
    b.in.want = bit(2);
    cycle(&b);
    expect_fetch(&b, 2, 1);
    expect_head(&b, 2, 8);
}

static void fetch_not_behind_a_stop(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, true);
    b.in.want = bit(2);
    cycle(&b);
    assert_false(b.out.fetch_valid); /* there is room */
    b.in.want = bit(2);
    issue(&b, 2);
    cycle(&b);
    assert_false(b.out.fetch_valid);
    b.in.want = bit(2);
    cycle(&b);
    assert_false(b.out.fetch_valid); /* issued, but not done */
    b.in.want = bit(2);
    b.in.go = bit(2);
    cycle(&b);
    assert_false(b.out.fetch_valid); /* from the next cycle on */
    b.in.want = bit(2);
    cycle(&b);
    expect_fetch(&b, 2, 0);
}

/* ---- check and issue ------------------------------------------------------------------- */

/* Each scheduler looks at its own slots, one a cycle, in turn. */
static void check_in_turn(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    for (uint32_t slot = 0; slot < 6; slot++) {
        b.in.want = bit(slot);
        if (slot > 0) answer(&b, slot - 1, slot - 1, false);
        b.in.wake = UINT64_C(0x3f); /* no slot is held */
        cycle(&b);
    }
    answer(&b, 5, 5, false);
    b.in.wake = 0x3f;
    cycle(&b);
    b.in.wake = 0x3f;
    cycle(&b);
    const uint32_t even = b.out.check_slot[0], odd = b.out.check_slot[1];
    for (uint32_t i = 1; i < 7; i++) {
        b.in.wake = 0x3f;
        cycle(&b);
        expect_look(&b, (even + 2 * i) % 6, (even + 2 * i) % 6);
        expect_look(&b, (odd + 2 * i) % 6, (odd + 2 * i) % 6);
    }
}

static void check_passes_once(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, false);
    for (uint32_t i = 0; i < 3; i++) {
        cycle(&b);
        assert_false(b.out.check_valid[0]);
        assert_int_equal(b.out.can, bit(2));
    }
    fill(&b, 2, 8, false);
    issue(&b, 2);
    cycle(&b);
    assert_int_equal(b.out.head_word[0].half[0], 7);
    b.in.check_pass[0] = true;
    cycle(&b);
    assert_int_equal(b.out.can, 0); /* the one behind it is not checked yet */
    expect_look(&b, 2, 8);
    cycle(&b);
    assert_int_equal(b.out.can, bit(2));
    expect_head(&b, 2, 8);
}

static void check_holds_until_a_write(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    fill(&b, 2, 7, false);
    cycle(&b);
    expect_look(&b, 2, 7);
    assert_int_equal(b.s.held, bit(2));
    b.in.wake = ~bit(2) & 0x3f; /* of other warps */
    cycle(&b);
    assert_false(b.out.check_valid[0]);
    b.in.wake = bit(2);
    cycle(&b);
    assert_false(b.out.check_valid[0]);
    b.in.check_pass[0] = true;
    cycle(&b);
    expect_look(&b, 2, 7);
    assert_int_equal(b.s.passed, bit(2));
}

/* A slot that is held does not stand in the way of the others. */
static void check_passes_over_the_held(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    fill(&b, 0, 1, false);
    fill(&b, 4, 2, false);
    cycle(&b);
    expect_look(&b, 4, 2);
    assert_int_equal(b.s.held, bit(0) | bit(4));
    fill(&b, 2, 3, false);
    cycle(&b);
    expect_look(&b, 2, 3);
}

static void two_issue_in_a_cycle(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    fill(&b, 3, 30, false);
    b.in.check_pass[1] = true;
    b.in.want = bit(4);
    cycle(&b);
    answer(&b, 4, 40, false);
    cycle(&b);
    b.in.check_pass[0] = true;
    cycle(&b);
    issue(&b, 3);
    issue(&b, 4);
    cycle(&b);
    assert_int_equal(b.out.can, bit(3) | bit(4));
    assert_int_equal(b.out.head_word[0].half[0], 40);
    assert_int_equal(b.out.head_word[1].half[0], 30);
    assert_int_equal(b.s.heads, 0);
}

/* A port is not told the head of another one's slot, nor of one that has none. */
static void head_of_empty_slot(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, false);
    b.in.head_slot[0] = 4;
    b.in.head_slot[1] = 2;
    cycle(&b);
    assert_int_equal(b.out.head_word[0].half[0], 0);
    assert_int_equal(b.out.head_word[1].half[0], 0);
    b.in.head_slot[0] = 7;
    cycle(&b);
    assert_int_equal(b.out.head_word[0].half[0], 0);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_answer_and_issue(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, false);
    b.in.want = bit(2);
    cycle(&b);
    answer(&b, 2, 8, false);
    issue(&b, 2);
    cycle(&b);
    assert_int_equal(b.s.count[2], 1);
    expect_head(&b, 2, 8);
    b.in.want = bit(2);
    b.in.check_pass[0] = true;
    cycle(&b);
    expect_fetch(&b, 2, 1);
    expect_look(&b, 2, 8);
}

/* One place: it is free before the next one is fetched. */
static void race_answer_and_issue_of_one_entry(void **state)
{
    (void)state;
    struct bench b;
    const struct instruction_buffer_cfg one = {
        .slots = 6, .ports = 2, .entries = 1, .word_width = 128};
    memset(&b, 0, sizeof b);
    assert_null(instruction_buffer_init(&b.s, &one));
    quiet(&b);
    for (uint32_t n = 1; n < 4; n++) {
        fill(&b, 2, n, false);
        b.in.check_pass[0] = true;
        b.in.want = bit(2);
        cycle(&b);
        assert_false(b.out.fetch_valid);
        expect_look(&b, 2, n);
        issue(&b, 2);
        b.in.want = bit(2);
        cycle(&b);
        assert_false(b.out.fetch_valid);
        assert_int_equal(b.out.head_word[0].half[0], n);
    }
}

static void race_look_and_wake(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    fill(&b, 2, 7, false);
    b.in.wake = bit(2);
    cycle(&b);
    expect_look(&b, 2, 7);
    assert_int_equal(b.s.held, 0);
    b.in.wake = bit(2);
    b.in.check_pass[0] = true;
    cycle(&b);
    expect_look(&b, 2, 7); /* again */
    assert_int_equal(b.s.passed, bit(2));
}

static void race_wake_of_none_held(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, false);
    b.in.wake = 0x3f;
    cycle(&b);
    cycle(&b);
    assert_false(b.out.check_valid[0]);
    assert_int_equal(b.out.can, bit(2));
}

static void race_stop_and_go(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, true);
    issue(&b, 2);
    b.in.go = bit(2);
    b.in.want = bit(2);
    cycle(&b);
    assert_false(b.out.fetch_valid);
    b.in.want = bit(2);
    cycle(&b);
    expect_fetch(&b, 2, 0);
}

static void race_fetch_and_flush(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    b.in.want = bit(2) | bit(5);
    b.in.flush = bit(2);
    cycle(&b);
    expect_fetch(&b, 2, 0);
    assert_int_equal(b.s.stale, bit(2));
    b.in.want = bit(2) | bit(5);
    cycle(&b);
    expect_fetch(&b, 5, 0); /* it was accepted: the next one's turn */
    b.in.want = bit(2);
    cycle(&b);
    assert_false(b.out.fetch_valid); /* a fetch is under way */
    answer(&b, 2, 7, true);
    b.in.want = bit(2);
    cycle(&b);
    assert_false(b.out.fetch_valid);
    assert_int_equal(b.s.heads | b.s.stopped | b.s.stale, 0);
    b.in.want = bit(2);
    cycle(&b);
    expect_fetch(&b, 2, 0);
    answer(&b, 2, 8, false);
    cycle(&b);
    expect_head(&b, 2, 8);
}

static void race_answer_and_flush(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    fill(&b, 2, 7, false);
    b.in.want = bit(2);
    cycle(&b);
    answer(&b, 2, 8, true);
    b.in.flush = bit(2);
    cycle(&b);
    assert_int_equal(b.s.heads | b.s.stopped | b.s.stale | b.s.flying, 0);
    b.in.want = bit(2);
    cycle(&b);
    expect_fetch(&b, 2, 0);
}

/* The answer to a stale fetch, in the cycle of another flush: not stale any more either. */
static void race_stale_answer_and_flush(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    b.in.want = bit(2);
    cycle(&b);
    b.in.flush = bit(2);
    cycle(&b);
    assert_int_equal(b.s.stale, bit(2));
    b.in.flush = bit(2); /* another one changes nothing */
    cycle(&b);
    assert_int_equal(b.s.stale, bit(2));
    answer(&b, 2, 8, false);
    b.in.flush = bit(2);
    cycle(&b);
    assert_int_equal(b.s.heads | b.s.stale | b.s.flying, 0);
}

static void race_look_and_flush(void **state)
{
    (void)state;
    struct bench b;
    for (uint32_t pass = 0; pass < 2; pass++) {
        start(&b);
        fill(&b, 2, 7, false);
        b.in.flush = bit(2);
        b.in.check_pass[0] = pass == 1;
        cycle(&b);
        expect_look(&b, 2, 7);
        assert_int_equal(b.s.passed | b.s.held | b.s.heads, 0);
        assert_int_equal(b.s.check_last[0], 2); /* it was looked at */
    }
}

/* ---- flush and reset ------------------------------------------------------------------- */

static void flush_takes_all(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, false);
    fill(&b, 2, 8, true);
    fill(&b, 3, 9, false);
    cycle(&b);
    assert_int_equal(b.s.held, bit(3));
    b.in.flush = bit(2) | bit(3) | bit(0);
    cycle(&b);
    assert_int_equal(b.out.can, bit(2)); /* of state: in this cycle it still is */
    cycle(&b);
    assert_int_equal(b.out.can, 0);
    assert_int_equal(b.s.heads | b.s.stopped | b.s.passed | b.s.held | b.s.flying, 0);
    b.in.want = bit(2);
    cycle(&b);
    expect_fetch(&b, 2, 0);
}

/* A head that issues in the cycle of the flush is issued, and nothing is left behind it. */
static void flush_and_issue(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, false);
    fill(&b, 2, 8, false);
    issue(&b, 2);
    b.in.flush = bit(2);
    cycle(&b);
    assert_int_equal(b.out.head_word[0].half[0], 7);
    assert_int_equal(b.s.heads, 0);
    fill(&b, 2, 9, false);
    expect_head(&b, 2, 9);
}

static void flush_and_go(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, true);
    issue(&b, 2);
    cycle(&b);
    b.in.go = bit(2);
    b.in.flush = bit(2);
    cycle(&b);
    assert_int_equal(b.s.stopped, 0);
}

static void reset_empties(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, false);
    fill(&b, 2, 8, true);
    b.in.want = bit(5) | bit(3);
    cycle(&b);
    b.in.flush = bit(5) | bit(3);
    cycle(&b);
    instruction_buffer_reset(&b.s);
    assert_null(instruction_buffer_check(&b.s));
    assert_int_equal(b.s.heads | b.s.stopped | b.s.passed | b.s.held, 0);
    assert_int_equal(b.s.flying | b.s.stale, 0);
    b.in.want = 0x3f;
    cycle(&b);
    expect_fetch(&b, 0, 0); /* from 0 on */
    answer(&b, 0, 1, false);
    cycle(&b);
    cycle(&b);
    expect_look(&b, 0, 1);
}

/* The table of the page: bits at the default sizes. */
static void page_state_bits(void **state)
{
    (void)state;
    struct instruction_buffer s;
    const struct instruction_buffer_cfg page = {48, 2, 2, 64};
    assert_null(instruction_buffer_init(&s, &page));
    assert_int_equal(page.slots * page.entries * page.word_width, 6144);
    assert_true(sizeof s.word / sizeof s.word[0] >= page.slots * page.entries);
    assert_int_equal(s.own[0] | s.own[1], bit(48) - 1);
    assert_int_equal(s.own[1], s.own[0] << 1);
}

/* ---- a naive twin, and warps that run ---------------------------------------------------- */

/* A slot as lists: the first `count` places of `list` are what is buffered. */
struct twin_slot {
    word list[4];
    uint32_t count;
    bool stopped, flying, stale, passed, held;
    /* The warp: where it is, and how many times it was replaced. */
    uint32_t place;
    uint32_t life;
    uint32_t asked; /* the place that was fetched */
    uint32_t waits; /* cycles in which the head could have been looked at and was not */
};

struct twin {
    struct instruction_buffer_cfg cfg;
    struct twin_slot slot[SLOTS];
    uint32_t fetch_last;
    uint32_t check_last[PORTS];
    struct hd_rng rng;
};

/* What stands at a place of the program that a warp in its so-manyeth life runs. */
static word program(const struct twin *t, uint32_t slot, uint32_t life, uint32_t place)
{
    const uint32_t bits = t->cfg.word_width;
    word w = {{(uint64_t)place << 16 ^ slot << 8 ^ life, ~(uint64_t)place}};
    if (bits < 64) w.half[0] &= bit(bits) - 1;
    w.half[1] = bits <= 64 ? 0 : bits < 128 ? w.half[1] & (bit(bits - 64) - 1) : w.half[1];
    return w;
}

static bool is_stop(uint32_t place) { return place * UINT32_C(2654435761) >> 30 == 0; }

static bool may_fetch(const struct twin_slot *s, uint32_t entries)
{
    return !s->stopped && !s->flying && s->count < entries;
}

/* What the twin says of a cycle, against the model. */
static void expect_same(struct twin *t, const struct instruction_buffer_in *in,
                        const struct instruction_buffer_out *out)
{
    const struct instruction_buffer_cfg *c = &t->cfg;
    uint32_t fetch = c->slots;
    for (uint32_t k = 1; k <= c->slots && fetch == c->slots; k++) {
        const uint32_t n = (t->fetch_last + k) % c->slots;
        if (has(in->want, n) && may_fetch(&t->slot[n], c->entries)) fetch = n;
    }
    assert_int_equal(out->fetch_valid, fetch < c->slots);
    if (out->fetch_valid) {
        assert_int_equal(out->fetch_slot, fetch);
        assert_int_equal(out->fetch_ahead, t->slot[fetch].count);
    }
    for (uint32_t n = 0; n < c->slots; n++) {
        assert_int_equal(has(out->can, n), t->slot[n].passed);
        assert_int_equal(has(out->head, n), t->slot[n].count != 0);
    }
    for (uint32_t p = 0; p < c->ports; p++) {
        uint32_t look = c->slots;
        for (uint32_t k = 1; k <= c->slots && look == c->slots; k++) {
            const uint32_t n = (t->check_last[p] + k) % c->slots;
            const struct twin_slot *s = &t->slot[n];
            if (n % c->ports == p && s->count > 0 && !s->passed && !s->held) look = n;
        }
        assert_int_equal(out->check_valid[p], look < c->slots);
        if (look == c->slots) continue;
        assert_int_equal(out->check_slot[p], look);
        assert_memory_equal(&out->check_word[p], &t->slot[look].list[0], sizeof(word));
    }
}

/* served: a slot with a head to look at is looked at before another one of its scheduler twice. */
static void expect_served(struct twin *t, const struct instruction_buffer_out *out)
{
    for (uint32_t n = 0; n < t->cfg.slots; n++) {
        struct twin_slot *s = &t->slot[n];
        const uint32_t p = n % t->cfg.ports;
        const uint32_t own = (t->cfg.slots - p + t->cfg.ports - 1) / t->cfg.ports;
        const bool waits = s->count > 0 && !s->passed && !s->held;
        s->waits = waits && out->check_slot[p] != n ? s->waits + 1 : 0;
        assert_true(s->waits < own);
    }
}

/* A slot that issues is at its place in the program; a stop is done when go_i says so, and leads
 * anywhere. */
static void twin_issue(struct twin *t, const struct instruction_buffer_in *in,
                       const struct instruction_buffer_out *out)
{
    for (uint32_t p = 0; p < t->cfg.ports; p++) {
        struct twin_slot *s = &t->slot[in->head_slot[p]];
        if (!in->pop_en[p]) continue;
        const word w = program(t, in->head_slot[p], s->life, s->place);
        assert_memory_equal(&out->head_word[p], &w, sizeof w);
        s->passed = false;
        s->place++;
        s->count--;
        memmove(&s->list[0], &s->list[1], sizeof s->list - sizeof s->list[0]);
    }
}

static void twin_slot_tick(struct twin *t, const struct instruction_buffer_in *in, uint32_t n)
{
    struct twin_slot *s = &t->slot[n];
    if (has(in->go, n)) {
        s->stopped = false;
        s->place = hd_rng_below(&t->rng, 1u << 16);
    }
    if (in->rsp_valid && in->rsp_slot == n) {
        if (!s->stale) {
            s->list[s->count++] = in->rsp_word;
            s->stopped = in->rsp_stop;
        }
        s->flying = s->stale = false;
    }
    if (!has(in->flush, n)) return;
    s->count = 0;
    s->stopped = s->passed = s->held = false;
    s->stale = s->flying;
    s->life++;
    s->place = hd_rng_below(&t->rng, 1u << 16);
}

static void twin_tick(struct twin *t, const struct instruction_buffer_in *in,
                      const struct instruction_buffer_out *out)
{
    for (uint32_t n = 0; n < t->cfg.slots; n++) {
        if (has(in->wake, n)) t->slot[n].held = false;
    }
    for (uint32_t p = 0; p < t->cfg.ports; p++) {
        struct twin_slot *s = &t->slot[out->check_slot[p]];
        if (!out->check_valid[p]) continue;
        t->check_last[p] = out->check_slot[p];
        s->passed = in->check_pass[p];
        s->held = !in->check_pass[p] && !has(in->wake, out->check_slot[p]);
    }
    if (out->fetch_valid && in->fetch_ready) {
        struct twin_slot *s = &t->slot[out->fetch_slot];
        t->fetch_last = out->fetch_slot;
        s->flying = true;
        s->asked = s->place + out->fetch_ahead;
    }
    twin_issue(t, in, out);
    for (uint32_t n = 0; n < t->cfg.slots; n++) twin_slot_tick(t, in, n);
}

static bool share(struct twin *t, unsigned sixteenths)
{
    return hd_rng_chance(&t->rng, sixteenths, 16);
}

/* An answer, mostly; of any slot that flies. What it brings is what stands there now: a fetch from
 * before a flush brings something else. */
static void draw_answer(struct twin *t, struct instruction_buffer_in *in)
{
    const uint32_t from = hd_rng_below(&t->rng, t->cfg.slots);
    for (uint32_t k = 0; k < t->cfg.slots && !in->rsp_valid && share(t, 15); k++) {
        const uint32_t n = (from + k) % t->cfg.slots;
        const struct twin_slot *s = &t->slot[n];
        if (!s->flying) continue;
        in->rsp_valid = true;
        in->rsp_slot = n;
        in->rsp_word = program(t, n, s->life + s->stale, s->asked);
        in->rsp_stop = is_stop(s->asked);
    }
}

static void draw_issue(struct twin *t, struct instruction_buffer_in *in)
{
    for (uint32_t p = 0; p < t->cfg.ports; p++) {
        const uint32_t n = hd_rng_below(&t->rng, t->cfg.slots) / t->cfg.ports * t->cfg.ports + p;
        if (n >= t->cfg.slots) continue;
        in->head_slot[p] = n;
        in->pop_en[p] = t->slot[n].passed && share(t, 13);
    }
    for (uint32_t n = 0; n < t->cfg.slots; n++) {
        const struct twin_slot *s = &t->slot[n];
        const uint32_t p = n % t->cfg.ports;
        const bool issues = in->pop_en[p] && in->head_slot[p] == n;
        if (s->stopped && s->count == issues && share(t, 6)) in->go |= bit(n);
    }
}

static void draw_cycle(struct twin *t, struct instruction_buffer_in *in, uint32_t flushes)
{
    memset(in, 0, sizeof *in);
    in->want = hd_rng_next(&t->rng) >> (64 - t->cfg.slots);
    if (share(t, 8)) in->want |= hd_rng_next(&t->rng) >> (64 - t->cfg.slots);
    in->fetch_ready = share(t, 12);
    for (uint32_t p = 0; p < t->cfg.ports; p++) in->check_pass[p] = share(t, 9);
    for (uint32_t n = 0; n < t->cfg.slots; n++) {
        if (share(t, 3)) in->wake |= bit(n);
        if (hd_rng_chance(&t->rng, flushes, 256)) in->flush |= bit(n);
    }
    draw_answer(t, in);
    draw_issue(t, in);
}

struct run {
    const char *name;
    struct instruction_buffer_cfg cfg;
    uint32_t flushes; /* of 256 cycles of a slot */
};

static const struct run runs[] = {
    {"random default sizes", {48, 2, 2, 64}, 1}, {"random one entry", {5, 1, 1, 48}, 2},
    {"random four entries", {11, 3, 4, 100}, 2}, {"random largest", {64, 4, 4, 128}, 1},
    {"random smallest", {2, 1, 2, 33}, 4},       {"random many flushes", {6, 2, 4, 64}, 32},
    {"random a slot each", {4, 4, 2, 64}, 4},    {"random no flush", {9, 2, 4, 64}, 0},
};

static void random_cycles(void **state)
{
    const struct run *run = *state;
    struct instruction_buffer s;
    struct instruction_buffer_in in;
    struct instruction_buffer_out out;
    struct twin t = {.cfg = run->cfg, .fetch_last = run->cfg.slots - 1};
    uint64_t issued = 0;
    assert_null(instruction_buffer_init(&s, &run->cfg));
    for (uint32_t p = 0; p < run->cfg.ports; p++) t.check_last[p] = run->cfg.slots - 1;
    hd_rng_seed(&t.rng, run->cfg.slots * 7 + run->cfg.word_width);
    for (uint32_t c = 0; c < 30000; c++) {
        draw_cycle(&t, &in, run->flushes);
        const char *broken = instruction_buffer_promise(&s, &in);
        if (broken != NULL) fail_msg("cycle %u: promise: %s", c, broken);
        instruction_buffer_eval(&s, &in, &out);
        expect_same(&t, &in, &out);
        expect_served(&t, &out);
        instruction_buffer_tick(&s, &in, &out);
        twin_tick(&t, &in, &out);
        broken = instruction_buffer_check(&s);
        if (broken != NULL) fail_msg("cycle %u: invariant: %s", c, broken);
        for (uint32_t p = 0; p < run->cfg.ports; p++) issued += in.pop_en[p];
    }
    assert_true(issued > 1000);
}

/* ---- what check, promise and init find --------------------------------------------------- */

static void expect_broken(const struct bench *b, const char *name)
{
    const char *broken = instruction_buffer_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench good, b;
    passed(&good, 7, false);
    assert_null(instruction_buffer_check(&good.s));
    b = good;
    b.s.flying |= bit(6);
    expect_broken(&b, "slot_range");
    b = good;
    b.s.fetch_last = 6;
    expect_broken(&b, "last_range");
    b = good;
    b.s.check_last[0] = 1;
    expect_broken(&b, "last_range");
    b = good;
    b.s.count[2] = 3;
    expect_broken(&b, "room");
    b = good;
    b.s.first[0] = 2;
    expect_broken(&b, "room");
    b = good;
    b.s.heads |= bit(1);
    expect_broken(&b, "room");
    b = good;
    b.s.full |= bit(1);
    expect_broken(&b, "room");
    b = good;
    b.s.flying = b.s.stopped = bit(1);
    expect_broken(&b, "nothing_behind");
    b = good;
    b.s.held = bit(1);
    expect_broken(&b, "passed_head");
    b = good;
    b.s.passed |= bit(1);
    expect_broken(&b, "passed_head");
    b = good;
    b.s.held = bit(2);
    expect_broken(&b, "passed_head");
    b = good;
    b.s.stale = bit(1);
    expect_broken(&b, "one_flies");
    fill(&good, 2, 8, false);
    b = good;
    b.s.flying = bit(2);
    expect_broken(&b, "room");
    b = good;
    b.s.flying = b.s.stale = bit(2);
    assert_null(instruction_buffer_check(&b.s)); /* its answer will be dropped */
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = instruction_buffer_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    passed(&b, 7, true);
    answer(&b, 6, 1, false);
    expect_promise(&b, "an answer is for a slot that is not below Slots");
    answer(&b, 3, 1, false);
    expect_promise(&b, "an answer is to no fetch that flies");
    b.in.want = bit(6);
    expect_promise(&b, "a slot is not below Slots");
    b.in.wake = bit(6);
    expect_promise(&b, "a slot is not below Slots");
    b.in.flush = bit(63);
    expect_promise(&b, "a slot is not below Slots");
    b.in.pop_en[1] = true;
    b.in.head_slot[1] = 2;
    expect_promise(&b, "a port issues for a slot of another scheduler");
    b.in.pop_en[0] = true;
    b.in.head_slot[0] = 6;
    expect_promise(&b, "a port issues for a slot of another scheduler");
    issue(&b, 4);
    expect_promise(&b, "an instruction issues that has not passed");
    b.in.go = bit(3);
    expect_promise(&b, "a slot goes on that is not stopped");
    b.in.go = bit(2);
    expect_promise(&b, "a slot goes on whose stop has not issued");
    b.in.go = bit(2);
    issue(&b, 2);
    assert_null(instruction_buffer_promise(&b.s, &b.in));
}

static void promise_width(void **state)
{
    (void)state;
    static const struct {
        uint32_t width;
        word good, bad;
    } rows[] = {
        {1, {{1, 0}}, {{2, 0}}},
        {64, {{UINT64_MAX, 0}}, {{0, 1}}},
        {65, {{0, 1}}, {{0, 2}}},
        {13, {{0x1fff, 0}}, {{0x2000, 0}}},
        {100, {{1, 0xfffffffff}}, {{1, 0x1000000000}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct instruction_buffer_cfg cfg = {4, 1, 2, rows[i].width};
        struct bench b;
        assert_null(instruction_buffer_init(&b.s, &cfg));
        quiet(&b);
        b.s.flying = 1;
        b.in.rsp_valid = true;
        b.in.rsp_word = rows[i].good;
        assert_null(instruction_buffer_promise(&b.s, &b.in));
        b.in.rsp_word = rows[i].bad;
        expect_promise(&b, "an instruction is wider than WordWidth");
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct instruction_buffer_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 1, 2, 8}, "Slots must be 2 to 64"},
        {{65, 1, 2, 8}, "Slots must be 2 to 64"},
        {{8, 0, 2, 8}, "Ports must be 1 to 4, at most Slots"},
        {{8, 5, 2, 8}, "Ports must be 1 to 4, at most Slots"},
        {{2, 3, 2, 8}, "Ports must be 1 to 4, at most Slots"},
        {{8, 2, 0, 8}, "Entries must be 1, 2 or 4"},
        {{8, 2, 3, 8}, "Entries must be 1, 2 or 4"},
        {{8, 2, 8, 8}, "Entries must be 1, 2 or 4"},
        {{8, 2, 2, 0}, "WordWidth must be 1 to 128"},
        {{8, 2, 2, 129}, "WordWidth must be 1 to 128"},
    };
    struct instruction_buffer s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = instruction_buffer_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(instruction_buffer_init(&s, &(struct instruction_buffer_cfg){2, 1, 1, 1}));
    assert_null(instruction_buffer_init(&s, &(struct instruction_buffer_cfg){64, 4, 4, 128}));
}

int main(void)
{
    struct CMUnitTest tests[64] = {
        cmocka_unit_test(fetch_in_turn),
        cmocka_unit_test(fetch_not_accepted),
        cmocka_unit_test(fetch_needs_room),
        cmocka_unit_test(fetch_not_behind_a_stop),
        cmocka_unit_test(check_in_turn),
        cmocka_unit_test(check_passes_once),
        cmocka_unit_test(check_holds_until_a_write),
        cmocka_unit_test(check_passes_over_the_held),
        cmocka_unit_test(two_issue_in_a_cycle),
        cmocka_unit_test(head_of_empty_slot),
        cmocka_unit_test(race_answer_and_issue),
        cmocka_unit_test(race_answer_and_issue_of_one_entry),
        cmocka_unit_test(race_look_and_wake),
        cmocka_unit_test(race_wake_of_none_held),
        cmocka_unit_test(race_stop_and_go),
        cmocka_unit_test(race_fetch_and_flush),
        cmocka_unit_test(race_answer_and_flush),
        cmocka_unit_test(race_stale_answer_and_flush),
        cmocka_unit_test(race_look_and_flush),
        cmocka_unit_test(flush_takes_all),
        cmocka_unit_test(flush_and_issue),
        cmocka_unit_test(flush_and_go),
        cmocka_unit_test(reset_empties),
        cmocka_unit_test(page_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(promise_width),
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
    return cmocka_run_group_tests_name("instruction_buffer", tests, NULL, NULL);
}
