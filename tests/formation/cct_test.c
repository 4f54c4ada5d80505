/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the cold context table: the page's rules and races, the sideband sorter
 * step by step, the degraded mode, a table without room, a twin that keeps lists as arrays over
 * random runs with a memory behind them, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "formation/cct.h"

/* ---- a bench --------------------------------------------------------------------------- */

struct bench {
    struct cct s;
    struct cct_in in;
    struct cct_out out;
};

static const struct cct_cfg hand = {
    .entries = 6, .slots = 3, .lanes = 32, .pc_width = 16, .levels = 4};

static void start(struct bench *b, const struct cct_cfg *cfg)
{
    memset(b, 0, sizeof *b);
    assert_null(cct_init(&b->s, cfg));
    assert_null(cct_check(&b->s));
}

static void look(struct bench *b)
{
    const struct cct before = b->s;
    cct_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
}

/* One cycle with the inputs set since the last; behind it none is set. */
static void cycle(struct bench *b)
{
    const char *broken = cct_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    look(b);
    cct_tick(&b->s, &b->in, &b->out);
    broken = cct_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    memset(&b->in, 0, sizeof b->in);
    look(b);
}

static void push(struct bench *b, uint32_t slot, uint64_t pc, uint64_t mask)
{
    b->in.push_valid = true;
    b->in.push_slot = slot;
    b->in.push_pc = pc;
    b->in.push_mask = mask;
}

static void pop(struct bench *b, uint32_t slot)
{
    b->in.pop_en = true;
    b->in.pop_slot = slot;
}

/* A context of one thread comes back. */
static void fill(struct bench *b, uint32_t slot, uint32_t pc, uint32_t mask)
{
    b->in.fill_valid = true;
    b->in.fill_slot = slot;
    b->in.fill_data[0] = mask;
    b->in.fill_data[1] = pc;
}

/* The addresses of a slot's list, from its head on; 0 ends them. */
static void expect_list(const struct bench *b, uint32_t slot, const uint64_t *pcs)
{
    uint32_t at = b->s.head[slot], n = 0;
    for (; pcs[n] != 0; n++) {
        assert_true(n < b->s.count[slot]);
        assert_int_equal(b->s.pc[at], pcs[n]);
        at = b->s.next[at];
    }
    assert_int_equal(b->s.count[slot], n);
}

#define LIST(...) ((const uint64_t[]){__VA_ARGS__, 0})

static void idle(struct bench *b, uint32_t cycles)
{
    while (cycles-- > 0) cycle(b);
}

/* ---- the rules of the page ------------------------------------------------------------- */

static void rule_push_and_pop(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    look(&b);
    assert_true(b.out.push_ready && b.out.any == 0 && b.out.has == 0);
    push(&b, 1, 0x40, 2);
    cycle(&b);
    assert_true(b.out.any == 2 && b.out.has == 2);
    b.in.pop_slot = 1;
    look(&b);
    assert_int_equal(b.out.pop_pc, 0x40);
    assert_int_equal(b.out.pop_mask, 2);
    pop(&b, 1);
    cycle(&b);
    assert_true(b.out.any == 0 && b.out.has == 0);
    b.in.pop_slot = 3; /* no slot */
    look(&b);
    assert_int_equal(b.out.pop_mask, 0);
}

/* One step in a cycle; the list is whole in each. */
static void rule_walk(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    push(&b, 0, 0x30, 1);
    cycle(&b);
    assert_false(b.s.walk); /* it is alone */
    push(&b, 0, 0x20, 2);
    cycle(&b);
    assert_true(b.s.walk && b.s.walk_top);
    cycle(&b);
    assert_false(b.s.walk); /* it stands right */
    push(&b, 0, 0x25, 4);
    cycle(&b);
    expect_list(&b, 0, LIST(0x25, 0x20, 0x30));
    cycle(&b);
    expect_list(&b, 0, LIST(0x20, 0x25, 0x30));
    assert_true(b.s.walk && !b.s.walk_top);
    cycle(&b);
    assert_false(b.s.walk);
    push(&b, 0, 0x99, 8);
    cycle(&b);
    idle(&b, 2);
    expect_list(&b, 0, LIST(0x20, 0x25, 0x99, 0x30));
    assert_true(b.s.walk);
    cycle(&b);
    expect_list(&b, 0, LIST(0x20, 0x25, 0x30, 0x99));
    assert_false(b.s.walk); /* at the tail it ends with its last step */
}

/* Of equal addresses the newer one stays before. */
static void rule_equal(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    push(&b, 0, 0x30, 1);
    cycle(&b);
    push(&b, 0, 0x30, 2);
    cycle(&b);
    idle(&b, 2);
    assert_int_equal(b.s.mask[b.s.head[0]], 2);
}

static void rule_last(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    push(&b, 0, 0x10, 1);
    b.in.push_last = true;
    cycle(&b);
    push(&b, 0, 0x08, 2);
    b.in.push_last = true;
    cycle(&b);
    assert_false(b.s.walk);
    expect_list(&b, 0, LIST(0x10, 0x08));
    push(&b, 0, 0x50, 4);
    cycle(&b);
    cycle(&b);
    assert_false(b.s.walk); /* the next one is last, whatever its address */
    expect_list(&b, 0, LIST(0x50, 0x10, 0x08));
}

/* The newest goes first: a push of the walk's slot ends the walk; one of another slot does not, and
 * stays where it is. */
static void race_degraded(void **state)
{
    (void)state;
    struct bench b;
    start(&b, &hand);
    push(&b, 0, 0x10, 1);
    cycle(&b);
    push(&b, 1, 0x10, 1);
    cycle(&b);
    push(&b, 0, 0x30, 2);
    cycle(&b);
    push(&b, 0, 0x20, 4);
    cycle(&b);
    expect_list(&b, 0, LIST(0x20, 0x30, 0x10));
    push(&b, 1, 0x40, 2); /* the walk takes its last step but one in this cycle */
    cycle(&b);
    expect_list(&b, 0, LIST(0x20, 0x30, 0x10));
    assert_false(b.s.walk);
    idle(&b, 3);
    expect_list(&b, 1, LIST(0x40, 0x10)); /* nobody takes it up: a stack */
}

static void race_pop_and_walk(void **state)
{
    (void)state;
    for (uint32_t slot = 0; slot < 2; slot++) {
        struct bench b;
        start(&b, &hand);
        push(&b, 1, 0x10, 1);
        cycle(&b);
        push(&b, 0, 0x10, 1);
        cycle(&b);
        push(&b, 0, 0x20, 2);
        cycle(&b);
        pop(&b, slot);
        cycle(&b);
        assert_false(b.s.walk);
        if (slot == 0) expect_list(&b, 0, LIST(0x10));
        else expect_list(&b, 0, LIST(0x10, 0x20)); /* both happen */
    }
}

static void race_pop_and_push(void **state)
{
    (void)state;
    for (uint32_t last = 0; last < 2; last++) {
        struct bench b;
        start(&b, &hand);
        push(&b, 2, 0x10, 1);
        cycle(&b);
        pop(&b, 2);
        push(&b, 2, 0x20, 1);
        b.in.push_last = last == 1;
        cycle(&b);
        expect_list(&b, 2, LIST(0x20));
        assert_false(b.s.walk);
        assert_int_equal(b.s.tail[2], b.s.head[2]);
        assert_int_equal(b.s.shared, 3);
    }
}

/* ---- no room ---------------------------------------------------------------------------- */

/* Three entries are shared, one is kept for each slot: a fifth context goes to memory. */
static void four_here(struct bench *b)
{
    start(b, &hand);
    for (uint32_t i = 0; i < 4; i++) {
        push(b, 0, 0x10 + 0x10 * i, 1U << i);
        cycle(b);
    }
    assert_int_equal(b->s.shared, 0);
    idle(b, 8);
}

static void rule_memory(void **state)
{
    (void)state;
    struct bench b;
    four_here(&b);
    push(&b, 0, 0x50, 16);
    cycle(&b);
    assert_true(b.out.spill_valid && !b.out.spill_load && !b.out.push_ready);
    assert_int_equal(b.out.spill_slot, 0);
    assert_int_equal(b.out.spill_level, 0);
    assert_int_equal(b.out.spill_data[0], 16);
    assert_int_equal(b.out.spill_data[1], 0x50);
    cycle(&b);
    assert_true(b.out.spill_valid); /* it stays */
    b.in.spill_ready = true;
    cycle(&b);
    assert_true(!b.out.spill_valid && b.out.push_ready);
    push(&b, 2, 0x10, 1); /* the entry that is kept for slot 2 */
    cycle(&b);
    assert_int_equal(b.out.any, 5);
    push(&b, 2, 0x20, 2);
    cycle(&b);
    assert_true(b.out.spill_valid);
    assert_int_equal(b.out.spill_slot, 2);
    b.in.spill_ready = true;
    for (uint32_t i = 0; i < 4; i++) {
        pop(&b, 0);
        cycle(&b);
    }
    assert_int_equal(b.out.any, 4);
    assert_int_equal(b.out.has, 5);
    cycle(&b); /* dry: the read is chosen */
    assert_true(b.out.spill_valid && b.out.spill_load);
    assert_int_equal(b.out.spill_slot, 0);
    assert_int_equal(b.out.spill_level, 0);
    b.in.spill_ready = true;
    cycle(&b);
    assert_false(b.out.spill_valid);
    assert_int_equal(b.out.has, 5);
    fill(&b, 0, 0x50, 16);
    cycle(&b);
    assert_int_equal(b.out.any, 5);
    expect_list(&b, 0, LIST(0x50));
    assert_int_equal(b.s.deep[0], 0);
    assert_int_equal(b.s.first[0], 1);
}

/* A push with last follows the contexts in memory: they are a queue. */
static void rule_last_goes_to_memory(void **state)
{
    (void)state;
    struct bench b;
    four_here(&b);
    push(&b, 0, 0x50, 16);
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    pop(&b, 0);
    cycle(&b);
    push(&b, 0, 0x60, 32); /* there is room in the table */
    b.in.push_last = true;
    cycle(&b);
    assert_true(b.out.spill_valid);
    assert_int_equal(b.out.spill_level, 1);
}

/* The popped entry is free in the next cycle; a push of a slot without contexts has its own. */
static void race_pop_and_push_without_room(void **state)
{
    (void)state;
    struct bench b;
    four_here(&b);
    pop(&b, 0);
    push(&b, 0, 0x50, 16);
    cycle(&b);
    assert_true(b.out.spill_valid);
    assert_int_equal(b.s.count[0], 3);
    four_here(&b);
    pop(&b, 0);
    push(&b, 1, 0x50, 16);
    cycle(&b);
    assert_false(b.out.spill_valid);
    expect_list(&b, 1, LIST(0x50));
}

/* Out goes the old head; the new list is push, fill, rest. A read is under way only of a list that
 * was empty: a push has made it one in the meantime. */
static void race_pop_fill_push(void **state)
{
    (void)state;
    struct bench b;
    four_here(&b);
    push(&b, 0, 0x50, 16);
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    for (uint32_t i = 0; i < 4; i++) {
        pop(&b, 0);
        cycle(&b);
    }
    cycle(&b);
    b.in.spill_ready = true;
    cycle(&b);
    push(&b, 0, 0x70, 1);
    cycle(&b);
    push(&b, 0, 0x68, 2);
    cycle(&b);
    pop(&b, 0);
    fill(&b, 0, 0x50, 16);
    push(&b, 0, 0x60, 4);
    cycle(&b);
    expect_list(&b, 0, LIST(0x60, 0x50, 0x70));
    assert_true(b.s.walk); /* the pushed one is walked */
    idle(&b, 2);
    expect_list(&b, 0, LIST(0x50, 0x60, 0x70));
}

/* ---- a twin ----------------------------------------------------------------------------- */

/* A slot's contexts: its list, and the queue in memory behind it. */
struct twin_slot {
    uint64_t list[CCT_MAX_ENTRIES], queue[CCT_MAX_LEVELS]; /* masks: they name a context */
    uint32_t lists, queued;
    bool asked;      /* a read is accepted */
    uint32_t answer; /* cycles until its fill */
};

struct twin {
    struct twin_slot slot[CCT_MAX_SLOTS];
    uint64_t pc[CCT_MAX_SLOTS][CCT_MAX_LANES]; /* of the context that has this lowest thread */
    uint64_t pushed, popped;
};

static uint64_t threads(const struct twin_slot *t)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < t->lists; i++) all |= t->list[i];
    for (uint32_t i = 0; i < t->queued; i++) all |= t->queue[i];
    return all;
}

/* The order of a list is the sorter's matter: the twin follows it, and looks that it is the same
 * contexts, each with its address. */
static void follow_list(const struct cct *s, struct twin *t, uint32_t slot)
{
    struct twin_slot *x = &t->slot[slot];
    uint32_t at = s->head[slot];
    uint64_t before = 0, now = 0;
    assert_int_equal(x->lists, s->count[slot]);
    for (uint32_t i = 0; i < x->lists; i++) before |= x->list[i];
    for (uint32_t i = 0; i < x->lists; i++, at = s->next[at]) {
        now |= s->mask[at];
        assert_int_equal(s->pc[at], t->pc[slot][lowest(s->mask[at])]);
        x->list[i] = s->mask[at];
    }
    assert_true(before == now);
}

static void twin_push(struct twin *t, const struct bench *b)
{
    const uint32_t slot = b->in.push_slot;
    struct twin_slot *x = &t->slot[slot];
    if (!b->in.push_valid || !b->out.push_ready) return;
    t->pc[slot][lowest(b->in.push_mask)] = b->in.push_pc;
    t->pushed++;
    if (b->s.spill_valid && !b->s.spill_load && b->s.spill_mask == b->in.push_mask &&
        b->s.spill_slot == slot)
        x->queue[x->queued++] = b->in.push_mask;
    else x->list[x->lists++] = b->in.push_mask;
}

static void twin_pop(struct twin *t, const struct bench *b)
{
    struct twin_slot *x = &t->slot[b->in.pop_slot];
    if (!b->in.pop_en) return;
    assert_int_equal(b->out.pop_mask, x->list[0]);
    memmove(&x->list[0], &x->list[1], --x->lists * sizeof x->list[0]);
    t->popped++;
}

static void twin_memory(struct twin *t, const struct bench *b)
{
    if (b->in.fill_valid) {
        struct twin_slot *x = &t->slot[b->in.fill_slot];
        x->list[x->lists++] = x->queue[0];
        memmove(&x->queue[0], &x->queue[1], --x->queued * sizeof x->queue[0]);
        x->asked = false;
    }
    if (b->out.spill_valid && b->out.spill_load && b->in.spill_ready)
        t->slot[b->out.spill_slot].asked = true;
}

static const struct run {
    const char *name;
    uint32_t cycles;
    struct cct_cfg cfg;
} runs[] = {
    {"random_small", 60000, {4, 2, 5, 3, 5}},
    {"random_paper", 20000, {128, 16, 64, 32, 64}},
    {"random_tight", 20000, {11, 11, 33, 64, 40}},
    {"random_large", 2000, {256, 64, 64, 64, 128}},
};

static void draw_fill(struct bench *b, struct twin *t, struct hd_rng *rng)
{
    for (uint32_t slot = 0; slot < b->s.cfg.slots && !b->in.fill_valid; slot++) {
        struct twin_slot *x = &t->slot[slot];
        if (!x->asked || !hd_rng_chance(rng, 1, 4)) continue;
        const uint64_t pc = t->pc[slot][lowest(x->queue[0])];
        b->in.fill_valid = true;
        b->in.fill_slot = slot;
        for (uint32_t i = 0; i < b->s.cfg.lanes; i++)
            b->in.fill_data[i / 32] |= (uint32_t)(x->queue[0] >> i & 1) << i % 32;
        for (uint32_t i = 0; i < b->s.cfg.pc_width; i++) {
            const uint32_t at = b->s.cfg.lanes + i;
            b->in.fill_data[at / 32] |= (uint32_t)(pc >> i & 1) << at % 32;
        }
    }
}

/* Long floods and long ebbs, so that memory is reached and runs empty. */
static void draw_events(struct bench *b, struct twin *t, struct hd_rng *rng, bool flood)
{
    const struct cct_cfg *cfg = &b->s.cfg;
    const uint32_t p = hd_rng_chance(rng, 1, 2) ? 0 : hd_rng_below(rng, cfg->slots);
    look(b);
    b->in.spill_ready = hd_rng_chance(rng, 1, 2);
    if (has(b->out.any, p) && hd_rng_chance(rng, flood ? 1 : 6, 8)) pop(b, p);
    const uint32_t slot = hd_rng_chance(rng, 1, 2) ? 0 : hd_rng_below(rng, cfg->slots);
    const uint64_t free = ~threads(&t->slot[slot]) & ones(cfg->lanes);
    if (free == 0 || !hd_rng_chance(rng, flood ? 7 : 1, 8)) return;
    uint64_t mask = free & hd_rng_next(rng) & hd_rng_next(rng) & hd_rng_next(rng);
    if (mask == 0) mask = bit(lowest(free));
    push(b, slot, hd_rng_next(rng) & ones(cfg->pc_width), mask);
    b->in.push_last = hd_rng_chance(rng, 1, 8);
}

static void random_cycles(void **state)
{
    static struct twin t;
    const struct run *run = *state;
    struct bench b;
    struct hd_rng rng;
    uint32_t deep = 0;
    hd_rng_seed(&rng, run->cycles);
    start(&b, &run->cfg);
    memset(&t, 0, sizeof t);
    for (uint32_t n = 0; n < run->cycles; n++) {
        draw_fill(&b, &t, &rng);
        draw_events(&b, &t, &rng, n / 500 % 2 == 0);
        const char *broken = cct_promise(&b.s, &b.in);
        if (broken != NULL) fail_msg("cycle %u promise: %s", n, broken);
        look(&b);
        cct_tick(&b.s, &b.in, &b.out);
        broken = cct_check(&b.s);
        if (broken != NULL) fail_msg("cycle %u invariant: %s", n, broken);
        twin_pop(&t, &b);
        twin_push(&t, &b);
        twin_memory(&t, &b);
        for (uint32_t slot = 0; slot < run->cfg.slots; slot++) {
            follow_list(&b.s, &t, slot);
            assert_int_equal(b.s.deep[slot], t.slot[slot].queued);
            deep += b.s.deep[slot] > 1;
        }
        memset(&b.in, 0, sizeof b.in);
    }
    assert_true(deep > run->cycles / 20);
    assert_true(t.popped > run->cycles / 10 && t.pushed > run->cycles / 10);
}

/* ---- each check fails -------------------------------------------------------------------- */

static void two_here(struct bench *b)
{
    start(b, &hand);
    push(b, 0, 0x10, 1);
    cycle(b);
    push(b, 0, 0x20, 2);
    cycle(b);
}

static void expect_broken(struct bench *b, const char *name)
{
    const char *broken = cct_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, name);
    two_here(b);
}

static void check_fails(void **state)
{
    (void)state;
    struct bench b;
    two_here(&b);
    assert_true(b.s.walk);
    b.s.next[b.s.head[0]] = b.s.head[0];
    expect_broken(&b, "lists_part");
    b.s.tail[0] = b.s.head[0];
    expect_broken(&b, "lists_part");
    b.s.free = b.s.head[0];
    expect_broken(&b, "lists_part");
    b.s.last[b.s.head[0]] = true;
    expect_broken(&b, "last_behind");
    b.s.mask[b.s.head[0]] = 3;
    expect_broken(&b, "threads_part");
    b.s.reading[1] = true;
    expect_broken(&b, "read_dry");
    b.s.deep[1] = 5;
    expect_broken(&b, "read_dry");
    b.s.first[1] = 4;
    expect_broken(&b, "read_dry");
    b.s.shared = 3;
    expect_broken(&b, "shared_right");
    b.s.walk_at = b.s.tail[0];
    expect_broken(&b, "walk_inside");
    b.s.walk_slot = 1;
    expect_broken(&b, "walk_inside");
    b.s.walk_top = false;
    expect_broken(&b, "walk_inside");
    b.s.last[b.s.walk_at] = b.s.last[b.s.tail[0]] = true;
    expect_broken(&b, "walk_inside");
    b.s.walk_slot = 3;
    expect_broken(&b, "walk_inside");
    four_here(&b);
    b.s.count[1] = 0;
    b.s.reading[0] = b.s.reading[1] = b.s.reading[2] = true;
    b.s.deep[0] = b.s.deep[1] = b.s.deep[2] = 1;
    assert_string_equal(cct_check(&b.s), "room_for_fill");
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = cct_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promises_fail(void **state)
{
    (void)state;
    struct bench b;
    two_here(&b);
    push(&b, 4, 0, 1);
    expect_promise(&b, "a slot has more bits than SlotWidth");
    push(&b, 1, 0x10000, 1);
    expect_promise(&b, "an address has more than PcWidth bits");
    push(&b, 1, 0, UINT64_C(1) << 32);
    expect_promise(&b, "a mask has more bits than Lanes");
    b.in.fill_data[1] = 0x10000;
    expect_promise(&b, "a fill has more bits than a context");
    push(&b, 3, 0, 1);
    expect_promise(&b, "a push is of a slot that is not below Slots");
    push(&b, 1, 0, 0);
    expect_promise(&b, "a push has no thread");
    push(&b, 0, 0, 6);
    expect_promise(&b, "a push has a thread that the slot has");
    push(&b, 0, 0, 6);
    pop(&b, 0);
    assert_null(cct_promise(&b.s, &b.in));
    memset(&b.in, 0, sizeof b.in);
    pop(&b, 1);
    expect_promise(&b, "a pop is of an empty list");
    pop(&b, 3);
    expect_promise(&b, "a pop is of an empty list");
    fill(&b, 0, 0, 4);
    expect_promise(&b, "a fill is of no read");
    fill(&b, 3, 0, 4);
    expect_promise(&b, "a fill is of no read");
    four_here(&b);
    b.s.deep[0] = 4;
    push(&b, 0, 0x50, 16);
    expect_promise(&b, "a slot has no place in memory");
    start(&b, &hand);
    b.s.deep[1] = 1;
    cycle(&b); /* a read is offered */
    fill(&b, 1, 0, 4);
    expect_promise(&b, "a fill comes before its read is accepted");
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct cct_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{128, 1, 64, 32, 64}, "Slots must be 2 to 64"},
        {{128, 65, 64, 32, 64}, "Slots must be 2 to 64"},
        {{15, 16, 64, 32, 64}, "Entries must be Slots to 256"},
        {{257, 16, 64, 32, 64}, "Entries must be Slots to 256"},
        {{128, 16, 0, 32, 64}, "Lanes must be 1 to 64"},
        {{128, 16, 65, 32, 64}, "Lanes must be 1 to 64"},
        {{128, 16, 64, 0, 64}, "PcWidth must be 1 to 64"},
        {{128, 16, 64, 65, 64}, "PcWidth must be 1 to 64"},
        {{128, 16, 64, 32, 0}, "Levels must be 1 to 128"},
        {{128, 16, 64, 32, 129}, "Levels must be 1 to 128"},
    };
    struct cct s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = cct_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(cct_init(&s, &(struct cct_cfg){2, 2, 1, 1, 1}));
}

int main(void)
{
    struct CMUnitTest tests[24] = {
        cmocka_unit_test(rule_push_and_pop),
        cmocka_unit_test(rule_walk),
        cmocka_unit_test(rule_equal),
        cmocka_unit_test(rule_last),
        cmocka_unit_test(race_degraded),
        cmocka_unit_test(race_pop_and_walk),
        cmocka_unit_test(race_pop_and_push),
        cmocka_unit_test(rule_memory),
        cmocka_unit_test(rule_last_goes_to_memory),
        cmocka_unit_test(race_pop_and_push_without_room),
        cmocka_unit_test(race_pop_fill_push),
        cmocka_unit_test(check_fails),
        cmocka_unit_test(promises_fail),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_cycles,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
