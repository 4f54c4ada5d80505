/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the load/store unit with the memory behind its port: where an address lies,
 * what of a word is read and written, accesses to shared and global memory at once, atomics, what
 * ends when, the queue of accesses, answers of several banks; random accesses of many warps against
 * a plain array; and random programs against memories of bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/line_memory.h"
#include "core/load_store.h"
#include "parts.h"

enum { LANES = 4, BYTES = 4096, SHARED_BYTES = 256, PATIENCE = 2000, RD = 5, SLOT = 3 };

/* Words of code: x5 or f.. from the address in x6, x7 there. */
enum {
    LB = 0x00030283,
    LBU = 0x00034283,
    LH = 0x00031283,
    LHU = 0x00035283,
    LW = 0x00032283,
    SB = 0x00730023,
    SH = 0x00731023,
    SW = 0x00732023,
    AMOADD = 0x007322af,
    AMOCAS = 0x287322af,
    AMOFADD = 0x0073328b,
    LR = 0x100322af,
    SC = 0x187322af,
};

static const struct load_store_cfg sizes = {.lanes = LANES,
                                            .warps = 4,
                                            .slots = 4,
                                            .accesses = 3,
                                            .lane_slots = 1,
                                            .reg_width = 6,
                                            .line_bytes = 16,
                                            .sets = 4,
                                            .ways = 2,
                                            .mshrs = 4,
                                            .merges = 2,
                                            .banks = 4,
                                            .shared_words = 64,
                                            .row_bits = 64,
                                            .holds = 2,
                                            .patience = 3,
                                            .cache_banks = 1};

struct bench {
    struct load_store s;
    struct load_store_in in;
    struct load_store_out out;
    struct line_memory memory;
    struct isa_image image;
    struct isa_memory contents;
    uint32_t base; /* of the one buffer */
    uint32_t addr[LOAD_STORE_MAX_LANES], data[LOAD_STORE_MAX_LANES];
    uint32_t expected[LOAD_STORE_MAX_LANES];
    uint32_t warp, shared_base;
    /* what came back for the last access, and when it ended */
    uint32_t value[LANES];
    uint64_t written;
    uint32_t ends;
    bool rested; /* in the last cycle, with these inputs */
    struct load_store_in last_in;
};

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    b->image.end = ISA_IMAGE_BASE;
    assert_true(isa_memory_init(&b->contents, &b->image));
    b->base = isa_memory_allocate(&b->contents, "buffer", BYTES);
    assert_null(line_memory_init(&b->memory, &(struct line_memory_cfg){16, 7, 2, 3}));
    assert_true(line_contents_attach(&b->memory.contents, &b->contents, 4 * 4 * 64, 0));
    assert_null(load_store_init(&b->s, &sizes));
    b->in.local = LINE_CONTENTS_LOCAL;
    b->in.wr_ready = true;
    b->in.end_ready = true;
    *state = b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    line_memory_free(&b->memory);
    isa_memory_free(&b->contents);
    free(b);
    return 0;
}

/* What a cycle says that need not be evaluated, since it is as the last one. */
static void expect_same(const struct load_store_out *a, const struct load_store_out *b,
                        uint32_t banks)
{
    assert_int_equal(a->acc_ready, b->acc_ready);
    assert_int_equal(a->wr_valid, b->wr_valid);
    assert_int_equal(a->end_valid, b->end_valid);
    assert_int_equal(a->mem_valid, b->mem_valid);
    assert_int_equal(a->fill_ready, b->fill_ready);
    for (uint32_t k = 0; k < banks; k++) {
        assert_int_equal(a->outcome[k], b->outcome[k]);
        assert_int_equal(a->blocked[k], b->blocked[k]);
    }
    assert_int_equal(a->ctx_ready, b->ctx_ready);
    assert_int_equal(a->under_way, b->under_way);
}

/* When it says that it rests the clock edge changes nothing: all but the contents of cache and
 * shared memory are compared. */
static void tick_or_rest(struct bench *b)
{
    enum {
        LENGTH = offsetof(struct load_store, cache) + offsetof(struct cache_banks, bank),
        BANK_LENGTH = offsetof(struct l1_cache, tag),
    };
    static uint8_t before[LENGTH], bank_before[CACHE_BANKS_MAX][BANK_LENGTH];
    const uint32_t banks = b->s.cfg.cache_banks;
    b->rested = load_store_rests(&b->s, &b->in, &b->out);
    const uint32_t waiting[] = {b->s.requests.first, b->s.requests.count};
    if (b->rested) memcpy(before, &b->s, LENGTH);
    for (uint32_t k = 0; b->rested && k < banks; k++)
        memcpy(bank_before[k], &b->s.cache.bank[k], BANK_LENGTH);
    load_store_tick(&b->s, &b->in, &b->out);
    if (b->rested) assert_memory_equal(before, &b->s, LENGTH);
    if (b->rested) assert_int_equal(b->s.requests.first, waiting[0]);
    if (b->rested) assert_int_equal(b->s.requests.count, waiting[1]);
    for (uint32_t k = 0; b->rested && k < banks; k++)
        assert_memory_equal(bank_before[k], &b->s.cache.bank[k], BANK_LENGTH);
}

/* The name of a lane's thread, for the memory. */
static uint32_t owner_of(const struct bench *b, uint32_t l)
{
    const struct load_store_cfg *c = &b->s.cfg;
    const struct thread_name t =
        thread_at(c->lanes, c->lane_slots, b->out.mem_owner[c->own ? l : 0], l);
    return t.slot * c->lanes + t.lane;
}

static bool in_front(const struct bench *b) { return (b->s.front.shared | b->s.front.line) != 0; }

/* Lanes of an access that are in front or wait are outstanding, on one side each; of one that waits
 * all lanes. While one waits another one is in front; no two have the same entry. */
static void expect_queue(const struct bench *b)
{
    const struct load_store *s = &b->s;
    uint64_t entries = in_front(b) ? UINT64_C(1) << s->front.entry : 0;
    assert_true(s->queued <= s->cfg.access_queue);
    assert_true(s->queue_first < s->cfg.access_queue || s->queue_first == 0);
    assert_true(s->queued == 0 || in_front(b)); /* in_turn */
    assert_int_equal((s->front.shared | s->front.line) & ~s->entry[s->front.entry].left, 0);
    for (uint32_t i = 0; i < s->queued; i++) {
        const struct load_store_front *q = &s->queue[(s->queue_first + i) % s->cfg.access_queue];
        assert_int_equal(q->shared & q->line, 0);
        assert_int_equal(q->shared | q->line, s->entry[q->entry].mask);
        assert_int_equal(s->entry[q->entry].left, s->entry[q->entry].mask);
        assert_int_equal(entries >> q->entry & 1, 0);
        entries |= UINT64_C(1) << q->entry;
    }
    assert_int_equal(entries & ~s->used, 0);
}

static void cycle(struct bench *b)
{
    const struct line_answer *a = line_memory_answer(&b->memory);
    b->in.mem_ready = line_memory_ready(&b->memory);
    b->in.fill_valid = a != NULL;
    if (a != NULL) b->in.fill_id = a->id;
    if (a != NULL) b->in.fill_data = a->data;
    assert_null(load_store_promise(&b->s, &b->in));
    const struct load_store_out last = b->out;
    load_store_eval(&b->s, &b->in, &b->out);
    const struct load_store_out *o = &b->out;
    if (b->rested && load_store_sees_same(&b->last_in, &b->in))
        expect_same(&last, o, b->s.cfg.cache_banks);
    b->last_in = b->in;
    assert_int_equal(load_store_wr_mask(&b->s), o->at_hand ? o->answered : 0);
    if (o->wr_valid) assert_int_equal(load_store_wr_mask(&b->s), o->wr_mask);
    if (o->mem_valid && b->in.mem_ready) {
        uint32_t owner[LANES];
        for (uint32_t l = 0; l < LANES; l++) owner[l] = owner_of(b, l);
        line_memory_accept(&b->memory,
                           &(struct line_request){o->mem_kind, o->mem_id, o->mem_line, o->mem_data,
                                                  o->mem_be, o->mem_op, o->mem_lanes, o->mem_word,
                                                  owner, o->mem_expect});
    }
    if (a != NULL && o->fill_ready) line_memory_taken(&b->memory);
    line_memory_tick(&b->memory);
    for (uint32_t l = 0; o->wr_valid && l < LANES; l++)
        if (o->wr_mask >> l & 1) b->value[l] = o->wr_data[l];
    if (o->wr_valid) b->written |= o->wr_mask;
    b->ends += o->end_valid && b->in.end_ready;
    tick_or_rest(b);
    assert_null(load_store_check(&b->s));
    expect_queue(b);
}

static void offer(struct bench *b, uint32_t word, uint64_t mask, bool rd)
{
    b->in.acc_valid = true;
    b->in.acc_word = word;
    b->in.acc_mask = mask;
    b->in.acc_addr = b->addr;
    b->in.acc_data = b->data;
    b->in.acc_expect = b->expected;
    b->in.acc_slot = SLOT;
    b->in.acc_warp = &b->warp;
    b->in.acc_base = &b->shared_base;
    b->in.acc_rd_use = rd;
    b->in.acc_rd = RD;
    b->in.acc_pc = 0x10000;
}

/* An access from its offer to its end. */
static void access_all(struct bench *b, uint32_t word, uint64_t mask, bool rd)
{
    offer(b, word, mask, rd);
    b->written = 0;
    b->ends = 0;
    for (uint32_t n = 0; b->ends == 0; n++) {
        assert_true(n < PATIENCE);
        cycle(b);
        if (b->out.acc_ready) b->in.acc_valid = false;
    }
    assert_int_equal(b->out.end_slot, SLOT);
    assert_int_equal(b->out.end_mask, mask);
    assert_int_equal(b->out.end_rd_use, rd);
    assert_int_equal(b->out.end_rd, RD);
    assert_int_equal(b->out.end_pc, 0x10000);
    assert_int_equal(b->written, rd ? mask : 0);
    assert_true(load_store_check(&b->s) == NULL && b->s.used == 0);
}

static void lanes_at(struct bench *b, uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3)
{
    const uint32_t a[LANES] = {a0, a1, a2, a3};
    memcpy(b->addr, a, sizeof a);
}

static void lanes_bring(struct bench *b, uint32_t d0, uint32_t d1, uint32_t d2, uint32_t d3)
{
    const uint32_t d[LANES] = {d0, d1, d2, d3};
    memcpy(b->data, d, sizeof d);
}

static void expect(const struct bench *b, uint32_t v0, uint32_t v1, uint32_t v2, uint32_t v3)
{
    assert_int_equal(b->value[0], v0);
    assert_int_equal(b->value[1], v1);
    assert_int_equal(b->value[2], v2);
    assert_int_equal(b->value[3], v3);
}

/* ---- worked cases ---------------------------------------------------------------------- */

static void words_halves_bytes(void **state)
{
    struct bench *b = *state;
    const uint32_t g = b->base;
    lanes_at(b, g, g + 4, g + 8, g + 64);
    lanes_bring(b, 0x80ff7f01, 2, 3, 4);
    access_all(b, SW, 0xf, false);
    access_all(b, LW, 0xf, true);
    expect(b, 0x80ff7f01, 2, 3, 4);
    lanes_at(b, g, g + 1, g + 2, g + 3);
    access_all(b, LB, 0xf, true);
    expect(b, 1, 0x7f, 0xffffffff, 0xffffff80);
    access_all(b, LBU, 0xf, true);
    expect(b, 1, 0x7f, 0xff, 0x80);
    lanes_at(b, g, g + 2, g, g + 2);
    access_all(b, LH, 0xf, true);
    expect(b, 0x7f01, 0xffff80ff, 0x7f01, 0xffff80ff);
    access_all(b, LHU, 0xf, true);
    expect(b, 0x7f01, 0x80ff, 0x7f01, 0x80ff);
    lanes_at(b, g + 3, g + 5, g + 8, g + 10);
    lanes_bring(b, 0xaa, 0xbb, 0xcc, 0xdd);
    access_all(b, SB, 0xf, false);
    lanes_at(b, g, g + 4, g + 8, g + 64);
    access_all(b, LW, 0xf, true);
    expect(b, 0xaaff7f01, 0xbb02, 0x00dd00cc, 4);
    lanes_at(b, g + 2, g + 6, g, g);
    lanes_bring(b, 0x1234, 0x5678, 0, 0);
    access_all(b, SH, 0x3, false);
    lanes_at(b, g, g + 4, g, g);
    access_all(b, LW, 0x3, true);
    assert_int_equal(b->value[0], 0x12347f01);
    assert_int_equal(b->value[1], 0x5678bb02);
}

/* Lanes of one access in both memories; each block's shared memory begins at its base. */
static void shared_and_global_at_once(void **state)
{
    struct bench *b = *state;
    b->shared_base = 16;
    lanes_at(b, ISA_SHARED_BASE, b->base, ISA_SHARED_BASE + 8, b->base + 32);
    lanes_bring(b, 11, 12, 13, 14);
    access_all(b, SW, 0xf, false);
    assert_int_equal(b->s.shared.mem[16], 11);
    assert_int_equal(b->s.shared.mem[18], 13);
    access_all(b, LW, 0xf, true);
    expect(b, 11, 12, 13, 14);
    access_all(b, LW, 0xa, true); /* global ones alone */
    access_all(b, LW, 0x5, true); /* shared ones alone */
}

/* Word w of thread {warp, lane} at local + 4 * {w, warp, lane}. */
static void local_memory_word_by_word(void **state)
{
    struct bench *b = *state;
    b->warp = 2;
    lanes_at(b, ISA_LOCAL_BASE + 12, ISA_LOCAL_BASE + 12, ISA_LOCAL_BASE + 12, ISA_LOCAL_BASE + 16);
    lanes_bring(b, 1, 2, 3, 4);
    access_all(b, SW, 0xf, false);
    for (uint32_t l = 0; l < 3; l++)
        assert_int_equal(b->memory.contents.local[3 * 16 + 2 * 4 + l], l + 1);
    assert_int_equal(b->memory.contents.local[4 * 16 + 2 * 4 + 3], 4);
    access_all(b, LW, 0xf, true);
    expect(b, 1, 2, 3, 4);
    b->warp = 1; /* another one's is another place */
    access_all(b, LW, 0xf, true);
    expect(b, 0, 0, 0, 0);
}

static void atomics_in_the_order_of_lanes(void **state)
{
    struct bench *b = *state;
    for (uint32_t space = 0; space < 2; space++) {
        const uint32_t a = space == 0 ? b->base + 8 : ISA_SHARED_BASE + 8;
        lanes_at(b, a, a, a + 4, a);
        lanes_bring(b, 1, 10, 7, 100);
        access_all(b, AMOADD, 0xf, true);
        expect(b, 0, 1, 0, 11);
        access_all(b, AMOADD, 0xf, false); /* no register gets the old word */
        access_all(b, LW, 0xf, true);
        expect(b, 222, 222, 14, 222);
    }
}

/* Two lanes want one word, two have one each; then none finds what it expects. */
static void compares_and_swaps(void **state)
{
    struct bench *b = *state;
    for (uint32_t space = 0; space < 2; space++) {
        const uint32_t a = space == 0 ? b->base + 8 : ISA_SHARED_BASE + 8;
        lanes_at(b, a, a, a + 4, a + 8);
        lanes_bring(b, 7, 7, 8, 9);
        access_all(b, SW, 0xf, false);
        for (uint32_t l = 0; l < LANES; l++) b->expected[l] = b->data[l];
        b->expected[3] = 10;
        lanes_bring(b, 21, 22, 23, 24);
        access_all(b, AMOCAS, 0xf, true);
        expect(b, 7, 21, 8, 9);
        access_all(b, LW, 0xf, true);
        expect(b, 21, 21, 23, 9);
        access_all(b, AMOCAS, 0xf, true);
        access_all(b, LW, 0xf, true);
        expect(b, 21, 21, 23, 9);
    }
}

/* 1.5 and 0.25 onto 1, -2 onto 0.5; both sides at once. */
static void adds_floats(void **state)
{
    struct bench *b = *state;
    lanes_at(b, b->base + 16, b->base + 16, ISA_SHARED_BASE + 16, b->base + 20);
    lanes_bring(b, 0, 0x3f800000, 0x3f000000, 0x7f800000);
    access_all(b, SW, 0xe, false);
    lanes_bring(b, 0x3fc00000, 0x3e800000, 0xc0000000, 0xff800000);
    access_all(b, AMOFADD, 0xf, true);
    expect(b, 0x3f800000, 0x40200000, 0x3f000000, 0x7f800000);
    access_all(b, LW, 0xf, true);
    expect(b, 0x40300000, 0x40300000, 0xbfc00000, 0x7fc00000);
}

static void reservations(void **state)
{
    struct bench *b = *state;
    for (uint32_t space = 0; space < 2; space++) {
        const uint32_t a = space == 0 ? b->base + 16 : ISA_SHARED_BASE + 16;
        lanes_at(b, a, a + 4, a, a);
        lanes_bring(b, 5, 6, 7, 8);
        access_all(b, SC, 0x1, true); /* nothing was reserved */
        assert_int_equal(b->value[0], 1);
        access_all(b, LR, 0x3, true);
        access_all(b, SC, 0x1, true);
        assert_int_equal(b->value[0], 0);
        access_all(b, SC, 0x1, true); /* it was used up */
        assert_int_equal(b->value[0], 1);
        access_all(b, LR, 0x1, true);
        assert_int_equal(b->value[0], 5);
        lanes_bring(b, 9, 9, 9, 9);
        access_all(b, SW, 0x4, false); /* another thread writes there */
        access_all(b, SC, 0x1, true);
        assert_int_equal(b->value[0], 1);
        access_all(b, LR, 0x5, true); /* two want one word: one of them gets it */
        access_all(b, SC, 0x5, true);
        assert_int_equal(b->value[0] + b->value[2], 1);
    }
}

static void begin(struct bench *b, uint32_t warp)
{
    b->in.begin_en = true;
    b->in.begin_warp = warp;
    cycle(b);
    b->in.begin_en = false;
}

/* A name is used again: what the thread before has reserved is not the next one's. Nor is an lr on
 * one side good for the other. */
static void reservation_of_ones_own(void **state)
{
    struct bench *b = *state;
    const uint32_t place[2] = {b->base + 16, ISA_SHARED_BASE + 16};
    for (uint32_t side = 0; side < 2; side++) {
        const uint32_t a = place[side], other = place[!side];
        lanes_at(b, a, a + 4, a, a);
        lanes_bring(b, 5, 6, 7, 8);
        access_all(b, LR, 0x3, true);
        begin(b, (b->warp + 1) % sizes.warps); /* not this one */
        access_all(b, SC, 0x1, true);
        assert_int_equal(b->value[0], 0);
        begin(b, b->warp);
        access_all(b, SC, 0x2, true); /* lane 1 is another thread now */
        assert_int_equal(b->value[1], 1);

        access_all(b, LR, 0x1, true);
        lanes_at(b, other, a + 4, a, a);
        access_all(b, LR, 0x1, true); /* there now, here no more */
        lanes_at(b, a, a + 4, a, a);
        access_all(b, SC, 0x1, true);
        assert_int_equal(b->value[0], 1);
        lanes_at(b, other, a + 4, a, a);
        access_all(b, SC, 0x1, true); /* the one that failed was an sc as well */
        assert_int_equal(b->value[0], 1);
        access_all(b, LR, 0x1, true);
        access_all(b, SC, 0x1, true);
        assert_int_equal(b->value[0], 0);
    }
}

/* An answer whose access must not end yet comes again; a write that waits holds it too. */
static void ends_wait(void **state)
{
    struct bench *b = *state;
    lanes_at(b, ISA_SHARED_BASE, ISA_SHARED_BASE + 4, 0, 0);
    offer(b, LW, 0x3, true);
    cycle(b);
    b->in.acc_valid = false;
    b->in.end_ready = false;
    b->ends = 0;
    for (uint32_t n = 0; n < 20; n++) cycle(b);
    assert_true(b->out.wr_valid && b->out.end_valid && b->s.used == 1);
    b->in.wr_ready = false;
    b->in.end_ready = true;
    cycle(b);
    assert_true(b->out.wr_valid && !b->out.end_valid && b->s.used == 1);
    b->in.wr_ready = true;
    cycle(b);
    assert_true(b->out.end_valid && b->s.used == 0);
    assert_int_equal(b->ends, 1);
}

static void table_full(void **state)
{
    struct bench *b = *state;
    b->in.end_ready = false;
    for (uint32_t n = 0; n < sizes.accesses; n++) {
        lanes_at(b, b->base + 64 * n, b->base, b->base, b->base);
        offer(b, LW, 0x1, true);
        uint32_t waited = 0;
        do {
            cycle(b);
            assert_true(++waited < PATIENCE);
        } while (!b->out.acc_ready);
    }
    for (uint32_t n = 0; n < 30; n++) {
        cycle(b);
        assert_false(b->out.acc_ready);
    }
    b->in.end_ready = true;
    cycle(b); /* the one that has waited ends */
    assert_true(b->out.end_valid);
    assert_false(b->out.acc_ready); /* its entry is free in the next cycle */
    cycle(b);
    assert_true(b->out.acc_ready);
}

/* All atomics, on either side: what the word becomes from 0x80000005 and each operand. */
static void every_atomic(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint32_t func5, operand, result;
    } rows[] = {
        {0x01, 7, 7},                   /* swap */
        {0x00, 0x80000001, 6},          /* add */
        {0x04, 0xf, 0x8000000a},        /* xor */
        {0x0c, 4, 4},                   /* and */
        {0x08, 0x12, 0x80000017},       /* or */
        {0x10, 3, 0x80000005},          /* min */
        {0x14, 3, 3},                   /* max */
        {0x18, 3, 3},                   /* minu */
        {0x1c, 3, 0x80000005},          /* maxu */
        {0x02, 0, 0x80000005},          /* lr */
        {0x03, 0x77777777, 0x77777777}, /* sc, behind it */
    };
    for (uint32_t space = 0; space < 2; space++) {
        const uint32_t a = space == 0 ? b->base + 24 : ISA_SHARED_BASE + 24;
        for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            lanes_at(b, a, a, a, a);
            lanes_bring(b, 0x80000005, 0, 0, 0);
            if (rows[i].func5 != 0x03) access_all(b, SW, 0x1, false);
            lanes_bring(b, rows[i].operand, 0, 0, 0);
            const bool lr = rows[i].func5 == 0x02;
            access_all(b, (lr ? LR : AMOADD) | rows[i].func5 << 27, 0x1, true);
            assert_int_equal(b->value[0], rows[i].func5 == 0x03 ? 0 : 0x80000005);
            access_all(b, LW, 0x1, true);
            assert_int_equal(b->value[0], rows[i].result);
        }
    }
}

/* Threads of different warps in one access: local memory, blocks, reservations are each one's. */
static void each_lane_its_own(void **state)
{
    struct bench *b = *state;
    struct load_store_cfg own = sizes;
    own.own = 1;
    assert_null(load_store_init(&b->s, &own));
    const uint32_t warp[LANES] = {2, 0, 3, 2}, base[LANES] = {16, 0, 32, 8};
    const uint32_t local = ISA_LOCAL_BASE + 4, shared = ISA_SHARED_BASE + 12;
    lanes_at(b, local, local, shared, shared);
    lanes_bring(b, 21, 22, 23, 24);
    offer(b, SW, 0xf, false);
    b->in.acc_warp = warp;
    b->in.acc_base = base;
    cycle(b);
    b->in.acc_valid = false;
    for (uint32_t n = 0; b->s.used != 0; n++) {
        assert_true(n < PATIENCE);
        cycle(b);
        if (!b->out.mem_valid) continue;
        for (uint32_t l = 0; l < LANES; l++) assert_int_equal(b->out.mem_owner[l], warp[l]);
    }
    for (uint32_t l = 0; l < LANES; l++) assert_int_equal(b->out.end_warp[l], warp[l]);
    assert_int_equal(b->memory.contents.local[1 * 16 + 2 * 4 + 0], 21);
    assert_int_equal(b->memory.contents.local[1 * 16 + 0 * 4 + 1], 22);
    assert_int_equal(b->s.shared.mem[32 + 3], 23);
    assert_int_equal(b->s.shared.mem[8 + 3], 24);
}

/* ---- several places in a lane ---------------------------------------------------------- */

/* Two home lanes, each with two places: part 0 of a warp has lanes 0 and 1, part 1 has 2 and 3. */
static void start_parted(struct bench *b)
{
    struct load_store_cfg cfg = sizes;
    cfg.own = 1;
    cfg.lane_slots = 2;
    assert_null(load_store_init(&b->s, &cfg));
}

/* An access of the threads of these parts; their shared memory is all of it. */
static void offer_parts(struct bench *b, uint32_t word, uint64_t mask, const uint32_t *parts)
{
    static const uint32_t base[LANES];
    offer(b, word, mask, word != SW);
    b->in.acc_warp = parts;
    b->in.acc_base = base;
    b->ends = 0;
    b->written = 0;
    cycle(b);
    b->in.acc_valid = false;
}

static void access_parts(struct bench *b, uint32_t word, uint64_t mask, const uint32_t *parts)
{
    offer_parts(b, word, mask, parts);
    for (uint32_t n = 0; b->s.used != 0; n++) {
        assert_true(n < PATIENCE);
        cycle(b);
        if (b->out.mem_valid) assert_memory_equal(b->out.mem_owner, parts, LANES * sizeof *parts);
        if (b->out.wr_valid) assert_memory_equal(b->out.wr_warp, parts, LANES * sizeof *parts);
    }
    assert_memory_equal(b->out.end_warp, parts, LANES * sizeof *parts);
    assert_true(b->ends == 1 && b->written == (word != SW ? mask : 0));
}

/* Local memory is that of the threads, at whatever place they are. */
static void local_memory_of_parts(void **state)
{
    struct bench *b = *state;
    static const uint32_t first[LANES] = {5, 2, 6, 3}, second[LANES] = {6, 3, 5, 2};
    const uint32_t *local;
    start_parted(b);
    for (uint32_t l = 0; l < LANES; l++) b->addr[l] = ISA_LOCAL_BASE + 4;
    lanes_bring(b, 21, 22, 23, 24);
    access_parts(b, SW, 0xf, first);
    local = &b->memory.contents.local[1 * 16];
    assert_int_equal(local[2 * 4 + 2], 21); /* {2, part 1} at place 0 */
    assert_int_equal(local[1 * 4 + 1], 22); /* {1, part 0} at place 1 */
    assert_int_equal(local[3 * 4 + 0], 23); /* {3, part 0} at place 2 */
    assert_int_equal(local[1 * 4 + 3], 24); /* {1, part 1} at place 3 */
    access_parts(b, LW, 0xf, second);
    expect(b, 23, 24, 21, 22);
}

/* A thread's reservation goes with it to another place, and is nobody else's there. When its warp
 * begins those of all parts are gone. */
static void reservations_of_parts(void **state)
{
    struct bench *b = *state;
    static const uint32_t parts[LANES] = {3, 0, 2, 0}, moved[LANES] = {2, 0, 3, 0};
    const uint32_t side[2] = {b->base + 16, ISA_SHARED_BASE + 16};
    start_parted(b);
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t l = 0; l < LANES; l++) b->addr[l] = side[k];
        access_parts(b, LR, 0x1, parts); /* {1, part 1} at place 0 */
        access_parts(b, SC, 0x1, moved); /* another one there */
        assert_int_equal(b->value[0], 1);
        access_parts(b, SC, 0x4, moved); /* it, at place 2 */
        assert_int_equal(b->value[2], 0);
        access_parts(b, LR, 0x4, moved);
        begin(b, 3);
        access_parts(b, SC, 0x1, parts);
        assert_int_equal(b->value[0], 0);
        access_parts(b, LR, 0x1, parts);
        begin(b, 1);
        access_parts(b, SC, 0x1, parts);
        assert_int_equal(b->value[0], 1);
    }
}

/* Words that were written are not written again when the end of their access had to wait. */
static void written_once(void **state)
{
    struct bench *b = *state;
    static const uint32_t parts[LANES] = {0, 0, 1, 1};
    start_parted(b);
    lanes_at(b, ISA_SHARED_BASE, ISA_SHARED_BASE + 4, 0, 0);
    b->in.end_ready = b->in.wr_ready = false;
    offer_parts(b, LW, 0x3, parts);
    for (uint32_t n = 0; n < 20; n++) cycle(b);
    assert_true(b->out.wr_valid && !b->out.end_valid && !b->s.written);
    b->in.wr_ready = true;
    cycle(b);
    assert_true(b->out.wr_valid && b->out.end_valid && b->s.written);
    for (uint32_t n = 0; n < 3; n++) {
        b->in.wr_ready = n == 1; /* of no matter */
        cycle(b);
        assert_true(!b->out.wr_valid && b->out.end_valid && b->s.used == 1);
    }
    b->in.end_ready = true;
    cycle(b);
    assert_true(b->out.end_valid && b->s.used == 0 && !b->s.written);
    b->in.wr_ready = false;
    offer_parts(b, LW, 0x3, parts); /* the next one is written */
    for (uint32_t n = 0; n < 20; n++) cycle(b);
    assert_true(b->out.wr_valid);
    b->in.wr_ready = true;
    b->in.end_ready = false;
    cycle(b);
    assert_true(b->s.written);
    load_store_reset(&b->s);
    assert_false(b->s.written);
}

/* An answer of one side waits alone, and the other side's comes: the first one stays in front, its
 * words too, also when they are written and only the end waits. */
static void stays_in_front(void **state)
{
    struct bench *b = *state;
    static const uint32_t parts[LANES] = {0, 0, 1, 1};
    const uint32_t side[2] = {b->base, ISA_SHARED_BASE};
    start_parted(b);
    lanes_at(b, b->base, 0, 0, 0);
    access_parts(b, LW, 0x1, parts); /* the line is in the cache */
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t first = side[k % 2], second = side[(k + 1) % 2];
        const bool written = k >= 2; /* at once; else while both are there */
        lanes_at(b, first, second, 0, 0);
        b->in.end_ready = false;
        b->in.wr_ready = written;
        offer_parts(b, LW, 0x1, parts);
        for (uint32_t n = 0; n < 20; n++) cycle(b);
        offer_parts(b, LW, 0x2, parts);
        for (uint32_t n = 0; n < 20; n++) cycle(b);
        assert_true(b->s.shared.rsp_valid && b->s.cache.bank[0].rsp_valid);
        assert_int_equal(load_store_wr_mask(&b->s), 0x1);
        assert_int_equal(b->out.wr_valid, !written);
        b->in.wr_ready = b->in.end_ready = true;
        cycle(b);
        assert_true(b->out.end_valid && b->out.end_mask == 0x1 && b->out.wr_valid == !written);
        cycle(b);
        assert_true(b->out.end_valid && b->out.end_mask == 0x2 && b->out.wr_valid);
        assert_int_equal(b->s.used, 0);
    }
}

/* ---- the queue ------------------------------------------------------------------------- */

/* One MSHR: behind an access that waits for memory one is in the coalescer, one in front. */
static void start_queue(struct bench *b, uint32_t places)
{
    struct load_store_cfg cfg = sizes;
    cfg.access_queue = places;
    cfg.accesses = 8;
    cfg.mshrs = 1;
    assert_null(load_store_init(&b->s, &cfg));
}

/* A load of a line of its own, by lane 0; taken in this cycle or not. */
static bool offer_line(struct bench *b, uint32_t line)
{
    lanes_at(b, b->base + 16 * line, 0, 0, 0);
    offer(b, LW, 0x1, true);
    cycle(b);
    b->in.acc_valid = false;
    return b->out.acc_ready;
}

/* Entries 0, 1 and 2: one waits for memory, for `latency` cycles, one is in the coalescer, one in
 * front. */
static void fill_front(struct bench *b, uint32_t latency)
{
    b->memory.cfg.latency = latency;
    for (uint32_t n = 0; n < 3; n++) {
        assert_true(offer_line(b, n));
        for (uint32_t k = 0; k < 3; k++) cycle(b);
    }
    assert_int_equal(b->s.used, 0x7);
    assert_true(in_front(b) && b->s.front.entry == 2 && b->s.queued == 0);
}

static void until_all_end(struct bench *b, uint32_t *order)
{
    for (uint32_t n = 0, k = 0; b->s.used != 0; n++) {
        assert_true(n < PATIENCE);
        const uint64_t used = b->s.used;
        cycle(b);
        const uint64_t ended = used & ~b->s.used;
        if (ended != 0 && order != NULL) order[k++] = (uint32_t)__builtin_ctzll(ended);
    }
}

/* Entries are given at once, accesses go to the front in the order in which they were taken. */
static void queue_keeps_order(void **state)
{
    struct bench *b = *state;
    uint32_t order[6];
    start_queue(b, 3);
    fill_front(b, 60);
    for (uint32_t n = 3; n < 6; n++) {
        assert_true(offer_line(b, n));
        assert_int_equal(b->s.used, (1u << (n + 1)) - 1);
        assert_int_equal(b->s.queued, n - 2);
        assert_int_equal(b->s.front.entry, 2);
    }
    assert_false(offer_line(b, 6)); /* the queue is full, two entries are free */
    assert_int_equal(b->s.used, 0x3f);
    until_all_end(b, order);
    for (uint32_t n = 0; n < 6; n++) assert_int_equal(order[n], n);
    assert_true(offer_line(b, 6)); /* the lowest free entry again, in front at once */
    assert_true(b->s.used == 1 && b->s.queued == 0 && in_front(b) && b->s.front.entry == 0);
}

/* Without one the pipe holds its access until the one in front is handed on. */
static void no_queue(void **state)
{
    struct bench *b = *state;
    start_queue(b, 0);
    fill_front(b, 60);
    for (uint32_t n = 0; n < 10; n++) assert_false(offer_line(b, 3));
    until_all_end(b, NULL);
    assert_true(offer_line(b, 3));
}

/* acc_ready is of the state alone: an entry is free and the queue has a place. */
static void queue_ready_of_state(void **state)
{
    struct bench *b = *state;
    static const uint32_t data[64];
    start_queue(b, 2);
    fill_front(b, 30);
    for (uint32_t line = 3; b->s.used != 0; line += line < 7) {
        for (uint32_t k = 0; k < 8; k++) {
            static struct load_store_out out;
            struct load_store_in in = b->in;
            in.acc_valid = false;
            in.wr_ready = (k & 1) != 0;
            in.end_ready = (k & 2) != 0;
            in.mem_ready = (k & 4) != 0;
            in.fill_valid = false;
            in.fill_data = data;
            load_store_eval(&b->s, &in, &out);
            assert_int_equal(out.acc_ready, b->s.queued < 2);
        }
        if (line < 7) offer_line(b, line);
        else cycle(b);
    }
}

static void queue_entries_run_out(void **state)
{
    struct bench *b = *state;
    start_queue(b, 8);
    fill_front(b, 60);
    for (uint32_t n = 3; n < 8; n++) assert_true(offer_line(b, n));
    assert_int_equal(b->s.queued, 5);
    assert_false(offer_line(b, 8)); /* places are free, but no entry */
    b->in.end_ready = false;
    for (uint32_t n = 0; !b->out.end_valid; n++) {
        assert_true(n < PATIENCE);
        cycle(b);
    }
    b->in.end_ready = true;
    assert_false(offer_line(b, 8)); /* the entry is free from the next cycle on */
    assert_true(offer_line(b, 8));
    assert_int_equal(b->s.used, 0xff);
    until_all_end(b, NULL);
}

/* Is the front register open in the cycle that comes? All accesses here have lanes for lines. */
static bool will_open(struct bench *b)
{
    static struct load_store_out out;
    const struct line_answer *a = line_memory_answer(&b->memory);
    struct load_store_in in = b->in;
    in.acc_valid = false;
    in.mem_ready = line_memory_ready(&b->memory);
    in.fill_valid = a != NULL;
    if (a != NULL) in.fill_id = a->id;
    if (a != NULL) in.fill_data = a->data;
    load_store_eval(&b->s, &in, &out);
    return !in_front(b) || out.coalescer_out.acc_ready;
}

static void until_open(struct bench *b)
{
    for (uint32_t n = 0; !will_open(b); n++) {
        assert_true(n < PATIENCE);
        cycle(b);
    }
}

/* The race: the first goes to the front, the one that is taken waits. */
static void queue_first_goes_other_waits(void **state)
{
    struct bench *b = *state;
    start_queue(b, 2);
    fill_front(b, 20);
    assert_true(offer_line(b, 3));
    until_open(b);
    assert_true(b->s.queued == 1 && b->s.front.entry == 2);
    const uint32_t first = b->s.queue_first;
    assert_true(offer_line(b, 4));
    assert_true(in_front(b) && b->s.front.entry == 3);
    assert_int_equal(b->s.queued, 1);
    assert_int_equal(b->s.queue_first, (first + 1) % 2);
    assert_int_equal(b->s.queue[b->s.queue_first].line, 0x1);
    assert_int_equal(b->s.queue[b->s.queue_first].addr[0], b->base + 16 * 4);
    until_open(b);
    cycle(b);
    assert_true(in_front(b) && b->s.queued == 0); /* no cycle is lost */
    assert_int_equal(b->s.front.addr[0], b->base + 16 * 4);
    until_open(b);
    assert_true(offer_line(b, 5)); /* nobody waits: to the front */
    assert_true(in_front(b) && b->s.queued == 0);
    assert_int_equal(b->s.front.addr[0], b->base + 16 * 5);
    until_all_end(b, NULL);
}

/* The race: a full queue takes nothing in the cycle in which its first access leaves it. */
static void queue_full_for_a_cycle(void **state)
{
    struct bench *b = *state;
    start_queue(b, 1);
    fill_front(b, 20);
    assert_true(offer_line(b, 3));
    until_open(b);
    assert_false(offer_line(b, 4));
    assert_true(b->s.front.entry == 3 && b->s.queued == 0);
    assert_true(offer_line(b, 4));
    assert_int_equal(b->s.queued, 1);
    until_all_end(b, NULL);
}

/* An access of lanes on both sides is the first of the queue until both parts are handed on. */
static void queue_behind_both_sides(void **state)
{
    struct bench *b = *state;
    start_queue(b, 2);
    fill_front(b, 40);
    lanes_at(b, ISA_SHARED_BASE, b->base + 64, 0, 0);
    offer(b, LW, 0x3, true);
    cycle(b);
    b->in.acc_valid = false;
    assert_true(offer_line(b, 5));
    until_open(b);
    cycle(b);
    assert_int_equal(b->s.front.entry, 3);
    assert_true(b->s.front.shared == 0x1 && b->s.front.line == 0x2);
    cycle(b);
    assert_true(b->s.front.shared == 0 && b->s.front.line == 0x2); /* one part is gone */
    assert_true(b->s.front.entry == 3 && b->s.queued == 1);
    until_all_end(b, NULL);
}

static void queue_reset(void **state)
{
    struct bench *b = *state;
    start_queue(b, 2);
    fill_front(b, 20);
    assert_true(offer_line(b, 3) && offer_line(b, 4));
    until_open(b);
    cycle(b);
    assert_int_equal(b->s.queue_first, 1);
    load_store_reset(&b->s);
    assert_null(load_store_check(&b->s));
    assert_true(b->s.queued == 0 && b->s.queue_first == 0 && b->s.used == 0 && !in_front(b));
    line_memory_free(&b->memory);
    assert_null(line_memory_init(&b->memory, &(struct line_memory_cfg){16, 7, 2, 3}));
    assert_true(line_contents_attach(&b->memory.contents, &b->contents, 4 * 4 * 64, 0));
    cycle(b);
    assert_true(b->out.idle && b->out.acc_ready);
    assert_true(offer_line(b, 5) && in_front(b) && b->s.queued == 0);
    until_all_end(b, NULL);
}

/* lr, sc and the begin of a warp are about sides when an lr or sc is taken, not when it gets to the
 * front. */
static void take_reserving(struct bench *b, uint32_t word, uint32_t address)
{
    lanes_at(b, address, 0, 0, 0);
    offer(b, word, 0x1, true);
    cycle(b);
    assert_true(b->out.acc_ready);
    b->in.acc_valid = false;
}

static void sides_at_taking(void **state)
{
    struct bench *b = *state;
    const uint32_t line = b->base + 64, shared = ISA_SHARED_BASE + 8;
    start_queue(b, 5);
    fill_front(b, 60);
    take_reserving(b, LR, line);
    assert_true(b->s.queued == 1 && b->s.side[0][0] == LOAD_STORE_LINES);
    take_reserving(b, SC, line);
    assert_true(b->s.queued == 2 && b->s.side[0][0] == LOAD_STORE_NO_SIDE);
    assert_int_equal(b->s.queue[1].own & 1, 1);
    take_reserving(b, SC, line); /* it was used up */
    assert_int_equal(b->s.queue[2].own & 1, 0);
    take_reserving(b, LR, shared);
    assert_int_equal(b->s.side[0][0], LOAD_STORE_SHARED);
    take_reserving(b, SC, line); /* the other side */
    assert_true(b->s.queued == 5 && b->s.side[0][0] == LOAD_STORE_NO_SIDE);
    assert_int_equal(b->s.queue[4].own & 1, 0);
    uint32_t values[8] = {0};
    for (uint32_t n = 0; b->s.used != 0; n++) {
        assert_true(n < PATIENCE);
        cycle(b);
        if (b->out.wr_valid) values[b->out.entry] = b->out.wr_data[0];
    }
    assert_int_equal(values[4], 0);
    assert_int_equal(values[5], 1);
    assert_int_equal(values[7], 1);
}

/* The warp begins while the lr waits: the lr was the thread's before. */
static void side_of_one_that_waits(void **state)
{
    struct bench *b = *state;
    start_queue(b, 3);
    fill_front(b, 60);
    take_reserving(b, LR, b->base + 64);
    begin(b, 0);
    assert_int_equal(b->s.side[0][0], LOAD_STORE_NO_SIDE);
    take_reserving(b, SC, b->base + 64);
    assert_int_equal(b->s.queued, 2);
    uint32_t value = 0;
    for (uint32_t n = 0; b->s.used != 0; n++) {
        assert_true(n < PATIENCE);
        cycle(b);
        if (b->out.wr_valid && b->out.entry == 4) value = b->out.wr_data[0];
    }
    assert_int_equal(value, 1);
}

static void wait_cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) cycle(b);
}

/* ---- the queue behind the cache -------------------------------------------------------- */

/* Line 0 is in the cache; memory accepts a request in very many cycles. Loads of lines 1 and up, so
 * many, have been taken. */
static void block_memory(struct bench *b, uint32_t places, uint32_t loads)
{
    struct load_store_cfg cfg = sizes;
    cfg.mem_queue = places;
    cfg.accesses = 8;
    assert_null(load_store_init(&b->s, &cfg));
    offer_line(b, 0);
    until_all_end(b, NULL);
    b->memory.cfg.interval = 100;
    b->memory.cfg.latency = 60;
    for (uint32_t n = 1; n <= loads; n++) {
        assert_true(offer_line(b, n));
        for (uint32_t k = 0; k < 3; k++) cycle(b);
    }
}

/* One request is accepted and one is in the cache's register: the next one would hold the cache. */
static void hits_pass_requests(void **state)
{
    struct bench *b = *state;
    for (uint32_t places = 0; places <= 2; places++) {
        block_memory(b, places, 3);
        b->ends = 0;
        assert_true(offer_line(b, 0));
        for (uint32_t k = 0; k < 8; k++) cycle(b);
        assert_int_equal(b->ends, places > 0);
        until_all_end(b, NULL);
        b->memory.cfg.interval = 2;
        wait_cycles(b, 100);
    }
}

/* Requests reach memory as the cache has sent them, and wait where the page says. */
static void requests_keep_order(void **state)
{
    struct bench *b = *state;
    uint32_t order[4];
    block_memory(b, 3, 4);
    assert_int_equal(b->s.requests.count, 3);
    assert_int_equal(b->s.requests.entry[b->s.requests.first].line, b->base / 16 + 2);
    until_all_end(b, order);
    for (uint32_t n = 0; n < 4; n++) assert_int_equal(order[n], n);
    assert_int_equal(b->s.requests.count, 0);
}

/* acc_ready does not ask whether memory is ready. */
static void memory_is_not_asked(void **state)
{
    struct bench *b = *state;
    block_memory(b, 1, 4);
    for (uint32_t k = 0; k < 2; k++) {
        static struct load_store_out out[2];
        struct load_store_in in = b->in;
        in.fill_valid = false;
        for (uint32_t ready = 0; ready < 2; ready++) {
            in.mem_ready = ready;
            load_store_eval(&b->s, &in, &out[ready]);
        }
        assert_int_equal(out[0].acc_ready, out[1].acc_ready);
        assert_int_equal(out[0].outcome[0], out[1].outcome[0]);
        cycle(b);
    }
    load_store_reset(&b->s);
    assert_int_equal(b->s.requests.count, 0);
    assert_null(load_store_check(&b->s));
    b->s.requests.count = 2;
    assert_string_equal(load_store_check(&b->s), "count_range");
}

/* ---- answers of several banks ---------------------------------------------------------- */

static void start_cache_banks(struct bench *b, uint32_t banks)
{
    struct load_store_cfg cfg = sizes;
    cfg.cache_banks = banks;
    cfg.sets = 8;
    cfg.mshrs = 8;
    assert_null(load_store_init(&b->s, &cfg));
    b->base = (b->base + 255) & ~255u; /* of bank 0, whatever banks there are */
}

/* Lines 0 to n - 1 of the buffer are in the cache, their words known. */
static void bring_lines(struct bench *b, uint32_t n)
{
    for (uint32_t line = 0; line < n; line++) {
        const uint32_t a = b->base + 16 * line;
        lanes_at(b, a, a + 4, a + 8, a + 12);
        lanes_bring(b, 100 * line, 100 * line + 1, 100 * line + 2, 100 * line + 3);
        access_all(b, SW, 0xf, false);
        access_all(b, LW, 0xf, true);
    }
}

/* An access that is taken at once. */
static void take_access(struct bench *b, uint32_t word, uint64_t mask)
{
    offer(b, word, mask, word != SW);
    cycle(b);
    assert_true(b->out.acc_ready);
    b->in.acc_valid = false;
}

/* Each lane gets its word from its own bank, all in one cycle. */
static void answer_of_several_banks(void **state)
{
    struct bench *b = *state;
    for (uint32_t banks = 2; banks <= 4; banks += 2) {
        start_cache_banks(b, banks);
        bring_lines(b, 4);
        const uint32_t g = b->base;
        lanes_at(b, g + 16, g + 4, g + 16 + 12, g + 8);
        if (banks == 4) lanes_at(b, g + 48 + 4, g + 12, g + 16 + 8, g + 32);
        take_access(b, LW, 0xf);
        b->in.wr_ready = false;
        wait_cycles(b, 2);
        for (uint32_t k = 0; k < banks; k++) assert_int_equal(b->out.outcome[k], L1_CACHE_HIT);
        wait_cycles(b, 3);
        assert_true(b->out.wr_valid && b->out.wr_mask == 0xf);
        assert_int_equal(b->out.banks, (1u << banks) - 1);
        b->in.wr_ready = true;
        cycle(b);
        assert_true(b->out.end_valid && b->s.used == 0);
        if (banks == 4) expect(b, 301, 3, 102, 200);
        else expect(b, 100, 1, 103, 2);
    }
}

/* Loads of bytes: those of each lane's own line, and extended. */
static void bytes_of_several_banks(void **state)
{
    struct bench *b = *state;
    start_cache_banks(b, 4);
    for (uint32_t l = 0; l < LANES; l++) b->addr[l] = b->base + 16 * l + 4;
    lanes_bring(b, 0x11223380, 0x11227f44, 0x1180ff44, 0x91223344);
    access_all(b, SW, 0xf, false);
    access_all(b, LW, 0xf, true);
    for (uint32_t l = 0; l < LANES; l++) b->addr[l] += l;
    access_all(b, LB, 0xf, true);
    expect(b, 0xffffff80, 0x7f, 0xffffff80, 0xffffff91);
    assert_int_equal(b->out.banks, 0xf);
    access_all(b, LBU, 0xf, true);
    expect(b, 0x80, 0x7f, 0x80, 0x91);
}

/* Until the answer in front is of this entry and these lanes, it is expected to be. */
static void expect_in_front(const struct bench *b, uint32_t entry, uint64_t mask, uint32_t banks)
{
    assert_true(b->out.at_hand);
    assert_int_equal(b->out.entry, entry);
    assert_int_equal(b->out.answered, mask);
    assert_int_equal(b->out.banks, banks);
}

/* Answers to different accesses: one after the other, from the bank `bank` on. */
static void banks_in_turn(void **state)
{
    struct bench *b = *state;
    start_cache_banks(b, 4);
    bring_lines(b, 4);
    const uint32_t g = b->base;
    load_store_reset(&b->s); /* bank 0 is first, no line is there */
    bring_lines(b, 4);
    assert_int_equal(b->s.bank, 0); /* behind the last one */
    b->in.wr_ready = false;
    lanes_at(b, g + 16, 0, 0, 0);
    take_access(b, LW, 0x1); /* entry 0, bank 1 */
    wait_cycles(b, 5);
    expect_in_front(b, 0, 0x1, 0x2);
    lanes_at(b, 0, g, 0, 0);
    take_access(b, LW, 0x2); /* entry 1, bank 0 */
    wait_cycles(b, 5);
    lanes_at(b, 0, 0, g + 32, 0);
    take_access(b, LW, 0x4); /* entry 2, bank 2 */
    wait_cycles(b, 5);
    for (uint32_t k = 0; k < 3; k++) assert_true(b->s.cache.bank[k].rsp_valid);
    expect_in_front(b, 0, 0x1, 0x2);
    assert_int_equal(b->s.stays, 0x2);
    b->in.wr_ready = true;
    cycle(b);
    expect_in_front(b, 0, 0x1, 0x2);
    assert_true(b->s.bank == 2 && b->s.stays == 0);
    cycle(b);
    expect_in_front(b, 2, 0x4, 0x4); /* behind bank 1: bank 2, before bank 0 */
    assert_int_equal(b->s.bank, 3);
    cycle(b);
    expect_in_front(b, 1, 0x2, 0x1); /* round the end */
    assert_true(b->s.bank == 1 && b->s.used == 0);
    assert_int_equal(b->value[0], 100);
    assert_int_equal(b->value[1], 0);
    assert_int_equal(b->value[2], 200);
}

/* The answer that waits is joined by nobody: neither lanes nor words of another bank come to it,
 * before it is written or after. */
static void nobody_joins(void **state)
{
    struct bench *b = *state;
    const uint32_t g = (b->base + 255) & ~255u;
    for (uint32_t miss = 0; miss < 4; miss++) {
        start_cache_banks(b, 4);
        bring_lines(b, 4);
        const uint32_t hit = (miss + 1) % 4;
        lanes_at(b, g + 16 * hit + 4, g + 16 * (4 + miss), 0, 0);
        b->in.wr_ready = false;
        take_access(b, LW, 0x3);
        wait_cycles(b, 5);
        expect_in_front(b, 0, 0x1, 1u << hit);
        wait_cycles(b, 30); /* the line comes */
        assert_true(b->s.cache.bank[miss].rsp_valid && b->s.cache.bank[hit].rsp_valid);
        expect_in_front(b, 0, 0x1, 1u << hit);
        assert_true(b->out.wr_valid && b->out.wr_mask == 0x1 && !b->out.end_valid);
        assert_int_equal(b->out.wr_data[0], 100 * hit + 1);
        assert_int_equal(b->s.stays, 1u << hit);
        b->in.wr_ready = true;
        cycle(b); /* written, and processed: it is not the last */
        assert_true(b->out.wr_valid && b->out.wr_mask == 0x1 && !b->out.end_valid);
        b->in.end_ready = false;
        b->written = 0;
        cycle(b);
        expect_in_front(b, 0, 0x2, 1u << miss);
        assert_true(b->out.wr_valid && b->out.end_valid && b->s.written);
        for (uint32_t n = 0; n < 3; n++) {
            cycle(b); /* once */
            assert_true(!b->out.wr_valid && b->out.end_valid && b->s.written);
        }
        b->in.end_ready = true;
        cycle(b);
        assert_true(b->s.used == 0 && !b->s.written && b->s.stays == 0);
    }
}

/* Written, and the end waits: an answer of another bank to another access does not come before. */
static void written_and_stays(void **state)
{
    struct bench *b = *state;
    start_cache_banks(b, 2);
    bring_lines(b, 4);
    const uint32_t g = b->base;
    lanes_at(b, g, g + 16, 0, 0);
    b->in.end_ready = false;
    take_access(b, LW, 0x3);
    wait_cycles(b, 3);
    lanes_at(b, 0, 0, g + 16, g);
    take_access(b, LW, 0xc);
    wait_cycles(b, 10);
    expect_in_front(b, 0, 0x3, 0x3);
    assert_true(!b->out.wr_valid && b->out.end_valid && b->s.written && b->s.stays == 0x3);
    b->in.end_ready = true;
    cycle(b);
    expect_in_front(b, 0, 0x3, 0x3);
    for (uint32_t n = 0; b->s.used != 0; n++) {
        assert_true(n < 5);
        cycle(b);
    }
    assert_true(b->out.end_mask == 0xc);
    expect(b, 0, 100, 100, 0);
}

/* An answer of the cache that was not offered, since shared memory's is in front, is joined. */
static void joins_while_not_offered(void **state)
{
    struct bench *b = *state;
    start_cache_banks(b, 4);
    bring_lines(b, 4);
    const uint32_t g = b->base;
    b->in.wr_ready = false;
    lanes_at(b, 0, 0, ISA_SHARED_BASE, 0);
    take_access(b, LW, 0x4);
    wait_cycles(b, 5);
    assert_true(b->out.of_shared && b->out.wr_mask == 0x4);
    lanes_at(b, g, g + 16 * 5, 0, 0);
    take_access(b, LW, 0x3);
    wait_cycles(b, 30);
    assert_true(b->s.cache.bank[0].rsp_valid && b->s.cache.bank[1].rsp_valid);
    assert_true(b->out.of_shared && b->out.wr_mask == 0x4 && b->s.stays == 0);
    b->in.wr_ready = true;
    cycle(b);
    assert_true(b->out.of_shared && b->out.end_valid);
    cycle(b);
    expect_in_front(b, 1, 0x3, 0x3);
    assert_true(b->out.end_valid && b->s.used == 0);
}

/* And the other way: the cache's answer stays in front, shared memory's waits. */
static void cache_stays_before_shared(void **state)
{
    struct bench *b = *state;
    start_cache_banks(b, 2);
    bring_lines(b, 2);
    b->in.wr_ready = false;
    lanes_at(b, b->base, 0, 0, 0);
    take_access(b, LW, 0x1);
    wait_cycles(b, 5);
    lanes_at(b, 0, ISA_SHARED_BASE, 0, 0);
    take_access(b, LW, 0x2);
    for (uint32_t n = 0; n < 10; n++) {
        cycle(b);
        expect_in_front(b, 0, 0x1, 0x1);
    }
    assert_true(b->s.shared.rsp_valid && !b->out.of_shared);
    b->in.wr_ready = true;
    cycle(b);
    expect_in_front(b, 0, 0x1, 0x1);
    cycle(b);
    assert_true(b->out.of_shared && b->out.wr_mask == 0x2);
}

static void banks_reset(void **state)
{
    struct bench *b = *state;
    start_cache_banks(b, 4);
    bring_lines(b, 3);
    lanes_at(b, b->base + 16, b->base + 32, 0, 0);
    b->in.end_ready = false;
    take_access(b, LW, 0x3);
    wait_cycles(b, 10);
    assert_true(b->s.written && b->s.stays == 0x6 && b->s.bank == 3);
    load_store_reset(&b->s);
    assert_true(!b->s.written && b->s.stays == 0 && b->s.bank == 0 && b->s.used == 0);
    assert_null(load_store_check(&b->s));
}

/* The cases above again, with banks and with a queue: a thread notices nothing of either. */
static void cases_with(uint32_t banks, uint32_t places, uint32_t back)
{
    static void (*const cases[])(void **) = {words_halves_bytes,
                                             shared_and_global_at_once,
                                             local_memory_word_by_word,
                                             every_atomic,
                                             atomics_in_the_order_of_lanes,
                                             compares_and_swaps,
                                             adds_floats,
                                             reservations,
                                             reservation_of_ones_own};
    struct load_store_cfg cfg = sizes;
    cfg.cache_banks = banks;
    cfg.access_queue = places;
    cfg.write_back = back;
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        void *own = NULL;
        /* Of local memory the case looks into memory itself. */
        if (back != L1_CACHE_THROUGH && cases[i] == local_memory_word_by_word) continue;
        assert_int_equal(set_up(&own), 0);
        assert_null(load_store_init(&((struct bench *)own)->s, &cfg));
        cases[i](&own);
        assert_int_equal(tear_down(&own), 0);
    }
}

static void cases_of_banks(void **state)
{
    (void)state;
    for (uint32_t banks = 1; banks <= 4; banks *= 2)
        for (uint32_t i = 0; i < 6; i++) cases_with(banks, i & 1 ? 2 : 0, i >> 1);
}

/* ---- answers of both sides ------------------------------------------------------------- */

/* A lane on either side, until both answers are there. The side that waits keeps the turn. */
static void meet(struct bench *b, uint64_t first)
{
    lanes_at(b, ISA_SHARED_BASE, b->base, 0, 0);
    offer(b, LW, 0x3, true);
    b->in.wr_ready = false;
    cycle(b);
    b->in.acc_valid = false;
    for (uint32_t n = 0; !(b->s.shared.rsp_valid && b->s.cache.bank[0].rsp_valid); n++) {
        assert_true(n < PATIENCE);
        cycle(b);
    }
    for (uint32_t n = 0; n < 3; n++) {
        cycle(b);
        assert_true(b->out.wr_valid && b->out.wr_mask == first);
    }
    b->in.wr_ready = true;
    cycle(b);
    assert_true(b->out.wr_mask == first && !b->out.end_valid);
    cycle(b);
    assert_true(b->out.wr_mask == (first ^ 0x3) && b->out.end_valid);
}

static void sides_in_turn(void **state)
{
    struct bench *b = *state;
    lanes_at(b, b->base, b->base, 0, 0);
    access_all(b, LW, 0x2, true);          /* the line is in the cache; */
    lanes_at(b, ISA_SHARED_BASE, 0, 0, 0); /* alone does not count */
    access_all(b, LW, 0x1, true);
    meet(b, 0x1);
    meet(b, 0x2);
    access_all(b, LW, 0x1, true);
    meet(b, 0x1);
}

static void reset_forgets(void **state)
{
    struct bench *b = *state;
    meet(b, 0x1);
    lanes_at(b, ISA_SHARED_BASE, b->base, 0, 0);
    offer(b, SW, 0x3, false);
    cycle(b);
    assert_false(b->out.idle && b->s.used == 0);
    load_store_reset(&b->s);
    b->in.acc_valid = false;
    cycle(b);
    assert_true(b->out.idle && b->out.under_way == 0 && b->out.acc_ready);
    assert_false(b->out.wr_valid || b->out.mem_valid);
    meet(b, 0x1); /* the shared memory's first */
}

/* A row is moved while an access waits for its end; the cache forgets when nothing is under way. */
static void contexts_and_kernels(void **state)
{
    struct bench *b = *state;
    const uint32_t row[] = {0x1111, 0x2222};
    lanes_at(b, ISA_SHARED_BASE + 16, b->base, 0, 0);
    b->in.ctx_valid = true;
    b->in.ctx_we = true;
    b->in.ctx_row = 2;
    b->in.ctx_wdata = row;
    b->in.end_ready = false;
    offer(b, LW, 0x2, true);
    cycle(b);
    assert_true(b->out.ctx_ready);
    b->in.acc_valid = false;
    b->in.ctx_we = false;
    cycle(b);
    b->in.ctx_valid = false;
    cycle(b);
    assert_true(b->out.ctx_rsp_valid && b->out.ctx_rsp_data[0] == 0x1111);
    b->in.end_ready = true;
    while (b->s.used != 0) cycle(b);
    access_all(b, LW, 0x3, true);
    assert_int_equal(b->value[0], 0x1111);
    const uint64_t loads = b->memory.requests[0];
    access_all(b, LW, 0x2, true);
    assert_int_equal(b->memory.requests[0], loads);
    b->in.clear = true;
    cycle(b);
    b->in.clear = false;
    access_all(b, LW, 0x2, true);
    assert_int_equal(b->memory.requests[0], loads + 1);
}

static void a_store_writes_no_register(void **state)
{
    struct bench *b = *state;
    lanes_at(b, ISA_SHARED_BASE, b->base, 0, 0);
    offer(b, SW, 0x3, true);
    cycle(b);
    b->in.acc_valid = false;
    b->ends = 0;
    while (b->s.used != 0) cycle(b);
    assert_true(b->ends == 1 && b->written == 0);
}

/* Sixty-four lanes, as many accesses under way: all bits of the masks. */
static void largest(void **state)
{
    struct bench *b = *state;
    struct load_store_cfg most = sizes;
    most.lanes = most.accesses = LOAD_STORE_MAX_LANES;
    most.merges = 16;
    assert_null(load_store_init(&b->s, &most));
    for (uint32_t l = 0; l < most.lanes; l++) {
        b->addr[l] = ISA_SHARED_BASE + 4 * l;
        b->data[l] = 100 + l;
    }
    access_all(b, SW, UINT64_MAX, false);
    assert_int_equal(b->s.shared.mem[63], 163);
    /* Sixteen loads of each of four lines, before memory answers. */
    b->memory.cfg.latency = PATIENCE;
    for (uint32_t n = 0; b->s.used != UINT64_MAX; n++) {
        assert_true(n < PATIENCE);
        b->addr[0] = b->base + 16 * ((uint32_t)__builtin_popcountll(b->s.used) / 16);
        offer(b, LW, 0x1, true);
        cycle(b);
    }
    cycle(b);
    assert_false(b->out.acc_ready);
    b->in.acc_valid = false;
    b->ends = 0;
    while (b->s.used != 0) cycle(b);
    assert_int_equal(b->ends, 64);
}

/* ---- sizes, promises, invariants ------------------------------------------------------- */

static void sizes_that_cannot_be(void **state)
{
    struct bench *b = *state;
    static const struct {
        size_t at;
        uint32_t value;
        const char *says;
    } rows[] = {
#define ROW(member, value, says) {offsetof(struct load_store_cfg, member), value, says}
        ROW(lanes, 0, "Lanes must be 1 to 64"),
        ROW(lanes, 65, "Lanes must be 1 to 64"),
        ROW(warps, 1, "Warps must be 2 to 512"),
        ROW(warps, 513, "Warps must be 2 to 512"),
        ROW(slots, 1, "Slots must be 2 to 64"),
        ROW(slots, 65, "Slots must be 2 to 64"),
        ROW(accesses, 0, "Accesses must be 1 to 64"),
        ROW(accesses, 65, "Accesses must be 1 to 64"),
        ROW(own, 2, "Own must be 0 or 1"),
        ROW(lane_slots, 0, "LaneSlots must be a power of two, at most Lanes"),
        ROW(lane_slots, 2, "LaneSlots above 1 needs Own = 1"),
        ROW(reg_width, 0, "RegWidth must be 1 to 16"),
        ROW(reg_width, 17, "RegWidth must be 1 to 16"),
        ROW(line_bytes, 12, "LineBytes must be a power of two, 4 to 256"),
        ROW(ways, 0, "Ways must be 1 to 16"),
        ROW(holds, 3, "Holds must be a power of two, 1 to 64"),
        ROW(access_queue, 65, "AccessQueue must be 0 to 64"),
        ROW(mem_queue, 65, "MemQueue must be 0 to 64"),
        ROW(cache_banks, 0, "Banks must be a power of two, 1 to 16"),
        ROW(cache_banks, 3, "Banks must be a power of two, 1 to 16"),
        ROW(cache_banks, 8, "Sets must be a power of two, Banks to 1024"),
#undef ROW
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct load_store_cfg cfg = sizes;
        memcpy((char *)&cfg + rows[i].at, &rows[i].value, sizeof rows[i].value);
        assert_string_equal(load_store_init(&b->s, &cfg), rows[i].says);
    }
}

static void places_that_cannot_be(void **state)
{
    struct bench *b = *state;
    static const uint32_t places[2] = {3, 8};
    struct load_store_cfg cfg = sizes;
    cfg.own = 1;
    for (uint32_t i = 0; i < 2; i++) {
        cfg.lane_slots = places[i];
        assert_string_equal(load_store_init(&b->s, &cfg),
                            "LaneSlots must be a power of two, at most Lanes");
    }
    cfg.lanes = 3;
    cfg.lane_slots = 2;
    assert_string_equal(load_store_init(&b->s, &cfg),
                        "with LaneSlots above 1 Lanes must be a power of two");
}

static void what_neighbours_promise(void **state)
{
    struct bench *b = *state;
    lanes_at(b, b->base, b->base + 1, b->base + 2, b->base + 3);
    offer(b, LW, 0x1, true);
    assert_null(load_store_promise(&b->s, &b->in));
    b->in.acc_mask = 0;
    assert_string_equal(load_store_promise(&b->s, &b->in), "mask");
    b->in.acc_mask = 0x10;
    assert_string_equal(load_store_promise(&b->s, &b->in), "mask");
    b->in.acc_mask = 0x5;
    assert_string_equal(load_store_promise(&b->s, &b->in), "aligned");
    b->in.acc_word = LH;
    assert_null(load_store_promise(&b->s, &b->in));
    b->in.acc_mask = 0x8;
    assert_string_equal(load_store_promise(&b->s, &b->in), "aligned");
    b->in.acc_word = 0x00000013; /* addi */
    assert_string_equal(load_store_promise(&b->s, &b->in), "instruction");
    b->in.acc_word = 0; /* none */
    assert_string_equal(load_store_promise(&b->s, &b->in), "instruction");
    /* A thread's lr or sc does not come while its warp begins: both would set its reservation. */
    b->in.acc_mask = 0x1;
    b->in.begin_en = true;
    const uint32_t warp = b->in.acc_warp[0];
    for (unsigned lr = 0; lr < 2; lr++) {
        b->in.acc_word = lr ? LR : SC;
        b->in.begin_warp = warp;
        assert_string_equal(load_store_promise(&b->s, &b->in), "begins");
        b->in.begin_warp = warp + 1;
        assert_null(load_store_promise(&b->s, &b->in));
    }
    b->in.acc_word = LW;
    b->in.begin_warp = warp;
    assert_null(load_store_promise(&b->s, &b->in));
    b->in.begin_en = false;
    b->in.acc_word = SB;
    cycle(b);
    b->in.clear = true;
    assert_string_equal(load_store_promise(&b->s, &b->in), "clear");
}

/* Whichever part of the warp the thread is of. */
static void parts_that_begin(void **state)
{
    struct bench *b = *state;
    static const uint32_t parts[LANES] = {2, 1, 5, 4}, base[LANES];
    start_parted(b);
    for (uint32_t l = 0; l < LANES; l++) b->addr[l] = b->base;
    b->in.begin_en = true;
    for (uint32_t warp = 0; warp < 4; warp++) {
        offer(b, LR, 0xd, true); /* not place 1 */
        b->in.acc_warp = parts;
        b->in.acc_base = base;
        b->in.begin_warp = warp;
        const char *broken = load_store_promise(&b->s, &b->in);
        if (warp == 0 || warp == 3) assert_null(broken);
        else assert_string_equal(broken, "begins");
    }
}

static void what_is_broken(void **state)
{
    struct bench *b = *state;
    struct load_store *s = &b->s;
    lanes_at(b, ISA_SHARED_BASE, b->base, 0, 0);
    offer(b, LW, 0x3, true);
    cycle(b);
    assert_null(load_store_check(s));
    s->used |= 8; /* of three */
    assert_string_equal(load_store_check(s), "idle");
    s->used = 2;
    s->entry[1].mask = s->entry[1].left = 1;
    assert_string_equal(load_store_check(s), "none_lost"); /* in front, not used */
    s->used = 1;
    s->front.shared = 0x5; /* not outstanding */
    assert_string_equal(load_store_check(s), "none_lost");
    s->front.shared = 0x3; /* twice */
    assert_string_equal(load_store_check(s), "once");
    s->front.shared = 0x1;
    s->entry[0].left = 0x7; /* not its own */
    assert_string_equal(load_store_check(s), "none_lost");
    s->entry[0].left = 0; /* over */
    assert_string_equal(load_store_check(s), "none_lost");
    s->entry[0].left = 0x3;
    assert_null(load_store_check(s));
    s->coalescer.left = UINT64_C(1) << LANES;
    assert_non_null(load_store_check(s));
    s->coalescer.left = 0;
    s->cache.bank[0].used = UINT64_C(1) << 63;
    assert_non_null(load_store_check(s));
}

/* Entries 0 and 1 are on their way, 2 is in front, 3 and 4 wait. */
static void what_is_broken_in_the_queue(void **state)
{
    struct bench *b = *state;
    start_queue(b, 2);
    fill_front(b, 50);
    assert_true(offer_line(b, 3) && offer_line(b, 4));
    assert_int_equal(b->s.queued, 2);
    assert_null(load_store_check(&b->s));
    static struct load_store right; /* too big for a stack */
    right = b->s;
    struct load_store *s = &b->s;
    s->front.line = 0;
    assert_string_equal(load_store_check(s), "in_turn");
    *s = right;
    s->queued = 3;
    assert_string_equal(load_store_check(s), "in_turn");
    *s = right;
    s->queue[s->queue_first].line = 0;
    assert_string_equal(load_store_check(s), "none_lost");
    *s = right;
    s->queue[s->queue_first].entry = 7; /* of no access */
    assert_string_equal(load_store_check(s), "none_lost");
    *s = right;
    s->queue[s->queue_first].entry = s->front.entry;
    assert_string_equal(load_store_check(s), "once");
}

/* ---- random accesses against an array -------------------------------------------------- */

/* Each thread has words of its own, and reads what it wrote last. */
static void access_randomly(struct bench *b, uint32_t twin[2][LANES][16])
{
    struct hd_rng rng;
    hd_rng_seed(&rng, 7);
    for (uint32_t n = 0; n < 4000; n++) {
        const uint64_t mask = 1 + hd_rng_below(&rng, 15);
        const bool store = hd_rng_below(&rng, 2) == 0;
        uint32_t space[LANES], word[LANES];
        for (uint32_t l = 0; l < LANES; l++) {
            space[l] = hd_rng_below(&rng, 2);
            word[l] = hd_rng_below(&rng, 8);
            b->addr[l] = (space[l] ? ISA_SHARED_BASE : b->base) + 4 * (word[l] * LANES + l);
            b->data[l] = (uint32_t)hd_rng_next(&rng);
        }
        access_all(b, store ? SW : LW, mask, !store);
        for (uint32_t l = 0; l < LANES; l++) {
            if (!(mask >> l & 1)) continue;
            uint32_t *t = &twin[space[l]][l][word[l]];
            if (store) *t = b->data[l];
            else assert_int_equal(b->value[l], *t);
        }
    }
}

static void sees_what_is_brought(void **state)
{
    (void)state;
    static const struct load_store_in none;
    struct load_store_in in[9] = {{.fill_valid = true}, {.ctx_valid = true}, {.clear = true},
                                  {.flush = true},      {.local = 64},       {.wr_ready = true},
                                  {.end_ready = true},  {.mem_ready = true}, {.acc_valid = true}};
    for (uint32_t i = 0; i < 9; i++) {
        assert_int_equal(load_store_sees_same(&none, &in[i]), i == 8);
        assert_int_equal(load_store_sees_same(&in[i], &none), i == 8);
        assert_int_equal(load_store_sees_same(&in[i], &in[i]), i > 1);
    }
}

static void random_accesses(void **state)
{
    uint32_t twin[2][LANES][16] = {{{0}}};
    access_randomly(*state, twin);
}

/* Of a cache that does not wait for stores: behind a flush memory has what threads have stored. */
static void access_and_flush(struct bench *b, uint32_t stores)
{
    struct load_store_cfg cfg = sizes;
    uint32_t twin[2][LANES][16] = {{{0}}}, differs = 0;
    cfg.write_back = stores;
    assert_null(load_store_init(&b->s, &cfg));
    access_randomly(b, twin);
    for (uint32_t w = 0; w < 8; w++)
        for (uint32_t l = 0; l < LANES; l++)
            differs +=
                *isa_memory_any_word(&b->contents, b->base + 4 * (w * LANES + l)) != twin[0][l][w];
    assert_true(differs > 0 || stores == L1_CACHE_POSTS);
    b->in.flush = true;
    for (uint32_t n = 0; n == 0 || !b->out.clean || !b->out.idle; n++) {
        assert_true(n < PATIENCE);
        cycle(b);
    }
    for (uint32_t w = 0; w < 8; w++)
        for (uint32_t l = 0; l < LANES; l++)
            assert_int_equal(*isa_memory_any_word(&b->contents, b->base + 4 * (w * LANES + l)),
                             twin[0][l][w]);
}

static void random_accesses_written_back(void **state) { access_and_flush(*state, L1_CACHE_KEEPS); }

static void random_accesses_answered_at_once(void **state)
{
    access_and_flush(*state, L1_CACHE_POSTS);
}

/* The last cycle's answer, if it was not processed; its words, if they were not written. */
struct last {
    bool stays, unwritten;
    uint32_t entry, banks;
    uint64_t front;
    uint32_t words[LANES];
};

/* With several places in a lane, or banks: what was not processed is in front again, of the same
 * banks; its words are the same, or were written. */
static void expect_front(const struct bench *b, struct last *m)
{
    const struct load_store_out *o = &b->out;
    const struct load_store_in *in = &b->in;
    if (b->s.cfg.lane_slots == 1 && b->s.cfg.cache_banks == 1) return;
    if (m->stays) {
        assert_true(o->at_hand && o->entry == m->entry && o->answered == m->front);
        assert_int_equal(o->banks, m->banks);
        assert_int_equal(o->wr_valid, m->unwritten);
        for (uint32_t l = 0; l < LANES && m->unwritten; l++)
            if (m->front >> l & 1) assert_int_equal(o->wr_data[l], m->words[l]);
    }
    m->unwritten = o->wr_valid && !in->wr_ready;
    m->stays = m->unwritten || (o->end_valid && !in->end_ready);
    m->entry = o->entry;
    m->banks = o->banks;
    m->front = o->answered;
    memcpy(m->words, o->wr_data, sizeof m->words);
}

/* The same with several accesses at once, one for each slot, in any of the three memories; results
 * and ends are taken now and then. Each place has the thread of its lane, or with `own` one that no
 * other access has; the part at its place says who it is. */
enum { WARPS = 4, WORDS = 4, SPACES = 3 };

struct warp {
    bool asks, waits; /* an access is to be offered; is under way */
    bool store;
    uint64_t mask, written;
    uint32_t part[LANES];
    struct thread_name name[LANES];
    uint32_t addr[LANES], data[LANES], value[LANES];
    uint32_t *twin[LANES]; /* the words that it is about */
};

struct many {
    struct bench *b;
    struct hd_rng rng;
    struct warp warp[WARPS];
    bool busy[WARPS][LANES];       /* a thread: in one of them */
    uint32_t access[WARPS][LANES]; /* which */
    uint32_t twin[WARPS][SPACES][LANES][WORDS];
    struct last last;
};

static void draw_thread(struct many *m, uint32_t n, uint32_t l)
{
    const struct load_store_cfg *c = &m->b->s.cfg;
    struct warp *w = &m->warp[n];
    do {
        w->part[l] = c->own ? hd_rng_below(&m->rng, WARPS * c->lane_slots) : n;
        w->name[l] = thread_at(LANES, c->lane_slots, w->part[l], l);
    } while (m->busy[w->name[l].slot][w->name[l].lane]);
    m->busy[w->name[l].slot][w->name[l].lane] = true;
    m->access[w->name[l].slot][w->name[l].lane] = n;
}

static void draw_warp(struct many *m, uint32_t n)
{
    struct warp *w = &m->warp[n];
    w->asks = true;
    w->store = hd_rng_below(&m->rng, 2) == 0;
    w->mask = 1 + hd_rng_below(&m->rng, 15);
    w->written = 0;
    for (uint32_t l = 0; l < LANES; l++) {
        draw_thread(m, n, l);
        const struct thread_name t = w->name[l];
        const uint32_t space = hd_rng_below(&m->rng, SPACES), word = hd_rng_below(&m->rng, WORDS);
        const uint32_t place = 4 * ((t.slot * WORDS + word) * LANES + t.lane);
        const uint32_t at[SPACES] = {m->b->base + place, ISA_SHARED_BASE + place,
                                     ISA_LOCAL_BASE + 4 * word};
        w->addr[l] = at[space];
        w->data[l] = (uint32_t)hd_rng_next(&m->rng);
        w->twin[l] = &m->twin[t.slot][space][t.lane][word];
    }
}

static void offer_warp(struct bench *b, const struct warp *w, uint32_t n)
{
    static const uint32_t base[LANES];
    memcpy(b->addr, w->addr, sizeof w->addr);
    memcpy(b->data, w->data, sizeof w->data);
    offer(b, w->store ? SW : LW, w->mask, !w->store);
    b->in.acc_slot = n;
    b->in.acc_warp = w->part;
    b->in.acc_base = base;
}

/* The access is over. From now on the twin has the words of a store; a load must have got them. */
static void end_warp(struct many *m, struct warp *w)
{
    assert_true(w->waits);
    assert_int_equal(w->written, w->store ? 0 : w->mask);
    for (uint32_t l = 0; l < LANES; l++) {
        m->busy[w->name[l].slot][w->name[l].lane] = false;
        if (!(w->mask >> l & 1)) continue;
        if (w->store) *w->twin[l] = w->data[l];
        else assert_int_equal(w->value[l], *w->twin[l]);
    }
    w->waits = false;
}

/* The words of a lane are those of the thread at its place; with several places in a lane they come
 * once. */
static void take_word(struct many *m, uint32_t l)
{
    const struct load_store_cfg *c = &m->b->s.cfg;
    const struct load_store_out *o = &m->b->out;
    const struct thread_name t = thread_at(LANES, c->lane_slots, o->wr_warp[c->own ? l : 0], l);
    struct warp *w = &m->warp[m->access[t.slot][t.lane]];
    assert_true(w->waits && w->name[l].slot == t.slot && w->name[l].lane == t.lane);
    assert_true(c->lane_slots == 1 || !(w->written >> l & 1));
    w->value[l] = o->wr_data[l];
    w->written |= UINT64_C(1) << l;
}

static void take_results(struct many *m)
{
    const struct load_store_out *o = &m->b->out;
    expect_front(m->b, &m->last);
    for (uint32_t l = 0; o->wr_valid && m->b->in.wr_ready && l < LANES; l++)
        if (o->wr_mask >> l & 1) take_word(m, l);
    if (o->end_valid && m->b->in.end_ready) end_warp(m, &m->warp[o->end_slot]);
}

static void run_many(struct bench *b, const struct load_store_cfg *cfg)
{
    struct many m = {.b = b};
    uint32_t next = 0, done = 0, most = 0;
    assert_null(load_store_init(&b->s, cfg));
    hd_rng_seed(&m.rng, 11);
    for (uint32_t n = 0; done < 3000; n++) {
        assert_true(n < 200000);
        if (!b->in.acc_valid) next = hd_rng_below(&m.rng, WARPS);
        if (!m.warp[next].asks && !m.warp[next].waits) draw_warp(&m, next);
        if (m.warp[next].asks) offer_warp(b, &m.warp[next], next);
        b->in.wr_ready = hd_rng_below(&m.rng, 4) != 0;
        b->in.end_ready = hd_rng_below(&m.rng, 4) != 0;
        cycle(b);
        take_results(&m);
        done += b->out.end_valid && b->in.end_ready;
        if ((uint32_t)__builtin_popcountll(b->s.used) > most)
            most = (uint32_t)__builtin_popcountll(b->s.used);
        if (!b->in.acc_valid || !b->out.acc_ready) continue;
        m.warp[next].asks = false;
        m.warp[next].waits = true;
        b->in.acc_valid = false;
    }
    assert_int_equal(most, cfg->accesses);
}

/* The rest as in `sizes`; with banks as many lines and MSHRs for each. */
static struct load_store_cfg sizes_with(uint32_t own, uint32_t lane_slots, uint32_t places,
                                        uint32_t banks)
{
    struct load_store_cfg cfg = sizes;
    cfg.own = own;
    cfg.lane_slots = lane_slots;
    cfg.access_queue = places;
    cfg.cache_banks = banks;
    cfg.mshrs = banks == 1 ? sizes.mshrs : 2 * banks;
    return cfg;
}

static void many_of(void **state, uint32_t own, uint32_t lane_slots, uint32_t places,
                    uint32_t banks)
{
    const struct load_store_cfg cfg = sizes_with(own, lane_slots, places, banks);
    run_many(*state, &cfg);
}

static void many_under_way(void **state) { many_of(state, 0, 1, 0, 1); }
static void many_formed(void **state) { many_of(state, 1, 1, 0, 1); }
static void many_of_two_homes(void **state) { many_of(state, 1, 2, 0, 1); }
static void many_of_one_home(void **state) { many_of(state, 1, 4, 0, 1); }
static void many_of_two_banks(void **state) { many_of(state, 0, 1, 0, 2); }
static void many_of_four_banks(void **state) { many_of(state, 1, 4, 0, 4); }
static void many_queued(void **state) { many_of(state, 0, 1, 2, 1); }
static void many_queued_of_banks(void **state) { many_of(state, 1, 2, 1, 4); }

static void many_behind_the_cache(void **state)
{
    struct load_store_cfg cfg = sizes_with(1, 2, 1, 4);
    cfg.mem_queue = 3;
    run_many(*state, &cfg);
}

/* ---- random programs against memories of bytes ----------------------------------------- */

/* Accesses of all kinds one behind the other: what a lane must get is known when its access is
 * taken. */
enum {
    STEPS = 1500,
    WINDOW = 256,
    LOCAL_WORDS = 4,
    THREADS = WARPS * LANES,
    ENTRIES = 8,
    AMOSWAP = AMOADD | 1 << 27,
};

struct step {
    bool used;
    uint32_t word;
    uint64_t mask, written;
    uint32_t slot, pc;
    uint32_t part[LANES], value[LANES];
};

struct program {
    struct bench *b;
    struct hd_rng rng, ready; /* of the accesses; of the cycles */
    uint8_t global[WINDOW], shared[SHARED_BYTES], local[THREADS][4 * LOCAL_WORDS];
    struct step next, step[ENTRIES]; /* the one to be taken; by entry */
    uint32_t waits[ENTRIES];         /* entries in front and behind it, in their order */
    uint32_t waiting;
    uint32_t number[ENTRIES]; /* of the access, in the order of taking */
    uint32_t results[STEPS][LANES];
    struct last last;
    uint32_t ends, together, queue_full, passed;
};

static bool writes_register(uint32_t word) { return word != SB && word != SH && word != SW; }

static uint32_t size_of(uint32_t word)
{
    if (word == LB || word == LBU || word == SB) return 1;
    return word == LH || word == LHU || word == SH ? 2 : 4;
}

static void draw_lane(struct program *p, uint32_t l, uint32_t first, uint32_t place)
{
    const struct load_store_cfg *c = &p->b->s.cfg;
    const uint32_t size = size_of(p->next.word), space = hd_rng_below(&p->rng, 6);
    const bool near = hd_rng_chance(&p->rng, 1, 2);
    uint32_t at = hd_rng_below(&p->rng, WINDOW) / size * size;
    p->next.part[l] = c->own ? (first + 5 * l) % (WARPS * c->lane_slots) : first % WARPS;
    if (near) at = (place + at % 16) % WINDOW / size * size;
    if (space == 0) p->b->addr[l] = ISA_LOCAL_BASE + at % (4 * LOCAL_WORDS);
    else p->b->addr[l] = (space == 1 ? ISA_SHARED_BASE + at % SHARED_BYTES : p->b->base + at);
    p->b->data[l] = (uint32_t)hd_rng_next(&p->rng);
    p->b->expected[l] = hd_rng_chance(&p->rng, 1, 2) ? 0 : p->b->data[l];
}

static void draw_step(struct program *p, uint32_t number)
{
    static const uint32_t words[] = {LB, LBU, LH, LHU, LW,     LW,     LW,     LW,
                                     SB, SH,  SW, SW,  AMOADD, AMOCAS, AMOSWAP};
    static const uint32_t base[LANES];
    const uint32_t first = hd_rng_below(&p->rng, 16), place = hd_rng_below(&p->rng, WINDOW);
    p->next = (struct step){.used = true, .slot = number % sizes.slots, .pc = 4 * number};
    p->next.word = words[hd_rng_below(&p->rng, sizeof words / sizeof words[0])];
    p->next.mask = hd_rng_chance(&p->rng, 1, 3) ? 0xf : 1 + hd_rng_below(&p->rng, 15);
    for (uint32_t l = 0; l < LANES; l++) draw_lane(p, l, first, place);
    offer(p->b, p->next.word, p->next.mask, writes_register(p->next.word));
    p->b->in.acc_slot = p->next.slot;
    p->b->in.acc_pc = p->next.pc;
    p->b->in.acc_warp = p->next.part;
    p->b->in.acc_base = base;
}

/* Where the byte of a lane is in the memories of bytes. */
static uint8_t *place_of(struct program *p, uint32_t l)
{
    const struct load_store_cfg *c = &p->b->s.cfg;
    const uint32_t a = p->b->addr[l];
    const struct thread_name t = thread_at(LANES, c->lane_slots, p->next.part[c->own ? l : 0], l);
    if (a >> 29 == ISA_SHARED_BASE >> 29) return &p->shared[a - ISA_SHARED_BASE];
    if (a >> 29 == ISA_LOCAL_BASE >> 29)
        return &p->local[t.slot * LANES + t.lane][a - ISA_LOCAL_BASE];
    return &p->global[a - p->b->base];
}

static uint32_t read_bytes(const uint8_t *from, uint32_t word)
{
    uint32_t value = 0;
    memcpy(&value, from, size_of(word));
    if (word == LB) return (uint32_t)(int8_t)value;
    if (word == LH) return (uint32_t)(int16_t)value;
    return value;
}

static uint32_t after(uint32_t word, uint32_t old, uint32_t data, uint32_t expected)
{
    if (word == AMOADD) return old + data;
    if (word == AMOCAS) return old == expected ? data : old;
    return data;
}

/* The access is taken: done at once, lane by lane. Its entry is the lowest free one. */
static void perform(struct program *p, uint64_t used, uint32_t number)
{
    const uint32_t entry = (uint32_t)__builtin_ctzll(~used), word = p->next.word;
    for (uint32_t l = 0; l < LANES; l++) {
        if (!(p->next.mask >> l & 1)) continue;
        uint8_t *at = place_of(p, l);
        p->next.value[l] = read_bytes(at, word);
        if ((word & 0x7f) == 0x03) continue; /* a load */
        const uint32_t now = after(word, p->next.value[l], p->b->data[l], p->b->expected[l]);
        memcpy(at, &now, size_of(word));
    }
    assert_true(entry < ENTRIES && !p->step[entry].used);
    p->step[entry] = p->next;
    p->number[entry] = number;
    p->waits[p->waiting++] = entry;
}

/* What front register and queue were before the cycle. */
struct before {
    uint64_t shared, line, used;
    uint32_t queued;
};

/* The rules of the queue, of the cycle that was. */
static void follow_queue(struct program *p, const struct before *old)
{
    const struct load_store *s = &p->b->s;
    const struct load_store_out *o = &p->b->out;
    const bool shared = o->shared_in.acc_valid && o->shared_out.acc_ready;
    const bool line = o->coalescer_in.acc_valid && o->coalescer_out.acc_ready;
    const bool open = (old->shared == 0 || shared) && (old->line == 0 || line);
    const bool taken = p->b->in.acc_valid && o->acc_ready;
    const bool entry = old->used + 1 != UINT64_C(1) << s->cfg.accesses;
    const uint32_t places = s->cfg.access_queue;
    assert_int_equal(o->acc_ready, entry && (places == 0 ? open : old->queued < places));
    assert_int_equal(s->queued, open && old->queued == 0 ? 0 : old->queued - open + taken);
    assert_int_equal(in_front(p->b), !open || old->queued > 0 || taken);
    p->queue_full += places != 0 && old->queued == places;
    p->passed += open && old->queued > 0 && taken;
}

static void take_words(struct program *p)
{
    const struct load_store_out *o = &p->b->out;
    const struct load_store_cfg *c = &p->b->s.cfg;
    struct step *s = &p->step[o->entry];
    if (!o->wr_valid || !p->b->in.wr_ready) return;
    assert_true(s->used && writes_register(s->word) && (o->wr_mask & ~s->mask) == 0);
    assert_int_equal(o->wr_rd, RD);
    assert_memory_equal(o->wr_warp, s->part, (c->own ? LANES : 1) * sizeof s->part[0]);
    for (uint32_t l = 0; l < LANES; l++) {
        if (!(o->wr_mask >> l & 1)) continue;
        assert_int_equal(o->wr_data[l], s->value[l]);
        p->results[p->number[o->entry]][l] = o->wr_data[l];
    }
    if (c->lane_slots > 1 || c->cache_banks > 1) assert_int_equal(s->written & o->wr_mask, 0);
    s->written |= o->wr_mask;
    p->together += (o->banks & (o->banks - 1)) != 0;
}

static void take_end(struct program *p)
{
    const struct load_store_out *o = &p->b->out;
    struct step *s = &p->step[o->entry];
    if (!o->end_valid || !p->b->in.end_ready) return;
    assert_true(s->used);
    assert_int_equal(o->end_slot, s->slot);
    assert_int_equal(o->end_pc, s->pc);
    assert_int_equal(o->end_mask, s->mask);
    assert_int_equal(s->written, writes_register(s->word) ? s->mask : 0);
    s->used = false;
    p->ends++;
}

/* In the front register and behind it are the accesses that are not all handed on, in the order in
 * which they were taken. */
static void expect_order(struct program *p)
{
    const struct load_store *s = &p->b->s;
    const uint32_t there = in_front(p->b) + s->queued;
    while (p->waiting > there) { /* handed on: the first ones */
        memmove(p->waits, p->waits + 1, sizeof p->waits - sizeof p->waits[0]);
        p->waiting--;
    }
    assert_int_equal(p->waiting, there);
    for (uint32_t i = 0; i < there; i++) {
        const struct load_store_front *q = &s->front;
        if (i > 0) q = &s->queue[(s->queue_first + i - 1) % s->cfg.access_queue];
        assert_int_equal(q->entry, p->waits[i]);
    }
}

static void program_cycle(struct program *p, uint32_t *number)
{
    struct bench *b = p->b;
    const struct load_store *s = &b->s;
    const struct before old = {s->front.shared, s->front.line, s->used, s->queued};
    const uint32_t often = *number / 32 % 2 == 0 ? 28 : 5; /* now and then the queue is short */
    if (!b->in.acc_valid && *number < STEPS && hd_rng_chance(&p->ready, often, 32))
        draw_step(p, *number);
    b->in.wr_ready = hd_rng_chance(&p->ready, 3, 4);
    b->in.end_ready = hd_rng_chance(&p->ready, 3, 4);
    cycle(b);
    expect_front(b, &p->last);
    take_words(p);
    take_end(p);
    follow_queue(p, &old);
    if (b->in.acc_valid && b->out.acc_ready) {
        perform(p, old.used, (*number)++);
        b->in.acc_valid = false;
    }
    expect_order(p);
}

/* Behind a flush memory has what the naive one has. */
static void expect_flushed(struct program *p)
{
    struct bench *b = p->b;
    b->in.flush = true;
    for (uint32_t n = 0; n == 0 || !b->out.clean; n++) {
        assert_true(n < PATIENCE);
        cycle(b);
    }
    b->in.flush = false;
    for (uint32_t i = 0; i < WINDOW; i += 4)
        assert_memory_equal(isa_memory_any_word(&b->contents, b->base + i), &p->global[i], 4);
    assert_memory_equal(b->s.shared.mem, p->shared, SHARED_BYTES);
}

static void run_program(struct program *p, struct bench *b, const struct load_store_cfg *cfg)
{
    uint32_t number = 0;
    memset(p, 0, sizeof *p);
    p->b = b;
    hd_rng_seed(&p->rng, 5);
    hd_rng_seed(&p->ready, cfg->cache_banks + 8 * cfg->access_queue);
    assert_null(load_store_init(&b->s, cfg));
    b->in.acc_valid = false;
    b->rested = false;
    for (uint32_t n = 0; p->ends < STEPS; n++) {
        assert_true(n < 100 * STEPS);
        program_cycle(p, &number);
    }
    expect_flushed(p);
    assert_true(cfg->cache_banks == 1 || p->together > 15);
    assert_true(cfg->access_queue % 8 == 0 || p->queue_full > 100); /* eight: entries run out */
    assert_true(cfg->access_queue < 2 || p->passed > 10);
}

/* A bench, and memory, of its own for each run. */
static void run_one(struct program *p, const struct load_store_cfg *cfg)
{
    void *own = NULL;
    assert_int_equal(set_up(&own), 0);
    run_program(p, own, cfg);
    assert_int_equal(tear_down(&own), 0);
}

static void programs_of_banks(void **state)
{
    static struct program p;
    (void)state;
    for (uint32_t banks = 1; banks <= 4; banks *= 2) {
        for (uint32_t i = 0; i < 12; i++) {
            const uint32_t slots = i & 1 ? 4 : 1, own = slots > 1;
            struct load_store_cfg cfg = sizes_with(own, slots, i & 2 ? 3 : 0, banks);
            cfg.write_back = i / 4;
            cfg.mem_queue = (i + banks) % 4;
            cfg.accesses = ENTRIES;
            run_one(&p, &cfg);
        }
    }
}

/* The same accesses without a queue: the same results. */
static void programs_with_and_without_queue(void **state)
{
    static struct program with, without;
    (void)state;
    for (uint32_t places = 1; places <= 8; places += places == 1 ? 2 : 5) {
        for (uint32_t banks = 1; banks <= 4; banks *= 4) {
            struct load_store_cfg cfg = sizes_with(1, 1, 0, banks);
            cfg.accesses = ENTRIES;
            run_one(&without, &cfg);
            cfg.access_queue = places;
            run_one(&with, &cfg);
            assert_memory_equal(with.results, without.results, sizeof with.results);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(words_halves_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hits_pass_requests, set_up, tear_down),
        cmocka_unit_test_setup_teardown(requests_keep_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_is_not_asked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_behind_the_cache, set_up, tear_down),
        cmocka_unit_test_setup_teardown(shared_and_global_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(local_memory_word_by_word, set_up, tear_down),
        cmocka_unit_test_setup_teardown(atomics_in_the_order_of_lanes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reservations, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reservation_of_ones_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ends_wait, set_up, tear_down),
        cmocka_unit_test_setup_teardown(table_full, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_atomic, set_up, tear_down),
        cmocka_unit_test_setup_teardown(compares_and_swaps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(adds_floats, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_lane_its_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(local_memory_of_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reservations_of_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(written_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stays_in_front, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queue_keeps_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_queue, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queue_ready_of_state, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queue_entries_run_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queue_first_goes_other_waits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queue_full_for_a_cycle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queue_behind_both_sides, set_up, tear_down),
        cmocka_unit_test_setup_teardown(queue_reset, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sides_at_taking, set_up, tear_down),
        cmocka_unit_test_setup_teardown(side_of_one_that_waits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(answer_of_several_banks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_of_several_banks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(banks_in_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_joins, set_up, tear_down),
        cmocka_unit_test_setup_teardown(written_and_stays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(joins_while_not_offered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cache_stays_before_shared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(banks_reset, set_up, tear_down),
        cmocka_unit_test(cases_of_banks),
        cmocka_unit_test_setup_teardown(sides_in_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reset_forgets, set_up, tear_down),
        cmocka_unit_test_setup_teardown(contexts_and_kernels, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_store_writes_no_register, set_up, tear_down),
        cmocka_unit_test_setup_teardown(largest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sizes_that_cannot_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places_that_cannot_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_neighbours_promise, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_that_begin, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_broken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_broken_in_the_queue, set_up, tear_down),
        cmocka_unit_test(sees_what_is_brought),
        cmocka_unit_test_setup_teardown(random_accesses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(random_accesses_written_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(random_accesses_answered_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_under_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_formed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_of_two_homes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_of_one_home, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_of_two_banks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_of_four_banks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_queued, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_queued_of_banks, set_up, tear_down),
        cmocka_unit_test(programs_of_banks),
        cmocka_unit_test(programs_with_and_without_queue),
    };
    return cmocka_run_group_tests_name("load_store", tests, NULL, NULL);
}
