/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the context handler: every race of the page by its name, equation (2) for
 * every size of a block, a naive twin that keeps whole contexts as strings of bits, blocks that go
 * out and in at random and must come back as they went, and the proof that check, promise and init
 * do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "residency/context_handler.h"

enum {
    HEAD_WORDS = CONTEXT_HANDLER_HEAD_WORDS,
    STACK_WORDS = CONTEXT_HANDLER_STACK_WORDS,
    MEM_WORDS = CONTEXT_HANDLER_MEM_WORDS,
    MAX_SLOTS = CONTEXT_HANDLER_MAX_WARPS,
    MEMORY = 1024, /* words of the tests' memory */
    MAX_FLIGHT = 4,
};

/* ---- a bench: slots with stacks, and a shared memory ----------------------------------- */

struct bench {
    struct context_handler s;
    struct context_handler_in in; /* events alone: cycle clears them */
    struct context_handler_out out;
    uint32_t warps;
    uint32_t words;
    uint32_t stack[MAX_SLOTS][STACK_WORDS];
    uint32_t memory[MEMORY][MEM_WORDS];
    bool demand; /* of the pipeline: it goes before everything here */
    bool hold;   /* answers wait */
    uint32_t answer[MAX_FLIGHT][MEM_WORDS];
    uint32_t answers;
    uint32_t reads, writes, now;
};

static struct bench bench;

static const struct context_handler_cfg paper = {.slots = 48,
                                                 .max_warps = 32,
                                                 .ctas = 32,
                                                 .head_width = 109,
                                                 .stack_width = 640,
                                                 .mem_width = 512,
                                                 .granule = 128,
                                                 .mem_words = 768,
                                                 .reads = 2};

/* H = 1, S = 2, B = 2: with three warps a context is 4 words. */
static const struct context_handler_cfg hand = {.slots = 8,
                                                .max_warps = 4,
                                                .ctas = 4,
                                                .head_width = 13,
                                                .stack_width = 32,
                                                .mem_width = 32,
                                                .granule = 16,
                                                .mem_words = 32,
                                                .reads = 2};

/* A value of so many bits, each of them random. */
static void fill(uint32_t *value, uint32_t words, uint32_t width, uint64_t seed)
{
    struct hd_rng rng;
    hd_rng_seed(&rng, seed);
    memset(value, 0, words * sizeof value[0]);
    for (uint32_t b = 0; b < width; b++)
        value[b / 32] |= (uint32_t)(hd_rng_next(&rng) >> 63) << b % 32;
}

static void start(struct bench *b, const struct context_handler_cfg *cfg, uint32_t warps)
{
    memset(b, 0, sizeof *b);
    assert_null(context_handler_init(&b->s, cfg));
    assert_null(context_handler_check(&b->s));
    b->warps = warps;
    b->words = context_handler_words(cfg, warps);
    for (uint32_t i = 0; i < cfg->slots; i++)
        fill(b->stack[i], STACK_WORDS, cfg->stack_width, 100 + i);
}

static void save(struct bench *b, uint32_t cta, uint32_t base)
{
    b->in.save_en = true;
    b->in.save_cta = cta;
    b->in.save_base = base;
    fill(b->in.save_head, HEAD_WORDS, b->s.cfg.head_width, cta);
}

static void load(struct bench *b, uint32_t cta, uint32_t base, bool new_block)
{
    b->in.load_en = true;
    b->in.load_cta = cta;
    b->in.load_base = base;
    b->in.load_new = new_block;
}

static void store(struct bench *b, uint32_t cta)
{
    b->in.store_valid = true;
    b->in.store_cta = cta;
    fill(b->in.store_head, HEAD_WORDS, b->s.cfg.head_width, cta);
}

/* Answers that are there at the beginning of a cycle can come in it. */
static void inputs(struct bench *b)
{
    b->in.warps = b->warps;
    b->in.words = b->words;
    b->in.mem_ready = !b->demand;
    b->in.rsp_valid = b->answers > 0 && !b->hold;
    if (b->in.rsp_valid) memcpy(b->in.rsp_data, b->answer[0], sizeof b->in.rsp_data);
}

static void memory_edge(struct bench *b)
{
    if (b->in.rsp_valid) {
        b->answers--;
        memmove(b->answer[0], b->answer[1], sizeof b->answer - sizeof b->answer[0]);
    }
    if (!b->out.mem_valid || !b->in.mem_ready) return;
    assert_true(b->out.mem_addr < b->s.cfg.mem_words && b->out.mem_addr < MEMORY);
    if (b->out.mem_we) {
        memcpy(b->memory[b->out.mem_addr], b->out.mem_wdata, sizeof b->out.mem_wdata);
        b->writes++;
    } else {
        assert_true(b->answers < MAX_FLIGHT);
        memcpy(b->answer[b->answers++], b->memory[b->out.mem_addr], sizeof b->answer[0]);
        b->reads++;
    }
}

/* One cycle with the events set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    static struct context_handler before;
    const char *broken;

    inputs(b);
    before = b->s;
    context_handler_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    if (b->out.stack_rd_en)
        memcpy(b->in.stack_rd_data, b->stack[b->out.stack_rd_slot], sizeof b->in.stack_rd_data);
    broken = context_handler_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("cycle %u: promise: %s", b->now, broken);
    context_handler_tick(&b->s, &b->in, &b->out);
    broken = context_handler_check(&b->s);
    if (broken != NULL) fail_msg("cycle %u: check: %s", b->now, broken);
    memory_edge(b);
    if (b->out.stack_wr_en)
        memcpy(b->stack[b->out.stack_wr_slot], b->out.stack_wr_data, sizeof b->stack[0]);
    memset(&b->in, 0, sizeof b->in);
    b->now++;
}

static void until_saved(struct bench *b)
{
    for (uint32_t n = 0; !b->out.saved_valid; n++) {
        assert_true(n < 1000);
        cycle(b);
    }
}

/* Cycles until loaded_o, the one with load_en_i not counted. */
static uint32_t until_loaded(struct bench *b)
{
    uint32_t n = 0;
    for (; !b->out.loaded; n++) {
        assert_true(n < 1000);
        cycle(b);
    }
    return n;
}

/* The stacks that were on slots from base on in the beginning are now on those from there on. */
static void expect_stacks(const struct bench *b, uint32_t base, uint32_t there)
{
    uint32_t was[STACK_WORDS];
    for (uint32_t r = 0; r < b->warps; r++) {
        fill(was, STACK_WORDS, b->s.cfg.stack_width, 100 + base + r);
        assert_memory_equal(was, b->stack[there + r], sizeof was);
    }
}

static void expect_head(const struct bench *b, uint32_t cta)
{
    uint32_t was[HEAD_WORDS];
    fill(was, HEAD_WORDS, b->s.cfg.head_width, cta);
    assert_true(b->out.head_valid);
    assert_memory_equal(was, b->out.head, sizeof was);
}

static void clear_stacks(struct bench *b) { memset(b->stack, 0, sizeof b->stack); }

/* ---- worked cases ---------------------------------------------------------------------- */

/* Cycle by cycle, the small size: three stacks go into the buffer in cycles 1 to 3; the head is in
 * the queue in cycle 2 (1 of 2 granules), rank 0 in cycle 3: the first word. From then on a rank
 * enters and a word leaves in every cycle; the rest goes out in cycle 6. */
static void rule_save(void **state)
{
    (void)state;
    static const bool writes[] = {0, 0, 0, 1, 1, 1, 1};
    struct bench *b = &bench;
    uint32_t expected[4] = {0}, k = 0;
    start(b, &hand, 3);
    assert_int_equal(b->words, 4);
    save(b, 1, 2);
    fill(expected, 1, 13, 1);
    for (uint32_t r = 0; r < 3; r++) { /* stacks lie 16 bits further up */
        expected[r] |= b->stack[2 + r][0] << 16;
        expected[r + 1] = b->stack[2 + r][0] >> 16;
    }
    cycle(b);
    assert_true(b->out.save_ready && !b->out.stack_rd_en);
    for (uint32_t c = 1; c <= 6; c++) {
        cycle(b);
        assert_false(b->out.save_ready);
        assert_int_equal(b->out.stack_rd_en, c <= 3);
        if (c <= 3) assert_int_equal(b->out.stack_rd_slot, 2 + c - 1);
        assert_int_equal(b->out.taken, c == 3); /* W cycles after save_en_i */
        assert_int_equal(b->out.mem_valid && b->out.mem_we, writes[c]);
        assert_int_equal(b->out.saved_valid, c == 6);
        if (!writes[c]) continue;
        assert_int_equal(b->out.mem_addr, 32 - 2 * 4 + k);
        assert_int_equal(b->out.mem_wdata[0], expected[k++]);
    }
    assert_int_equal(b->out.saved_cta, 1);
    cycle(b);
    assert_true(b->out.save_ready && !b->out.mem_valid);
}

static void rule_load(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 3);
    save(b, 3, 0);
    until_saved(b);
    clear_stacks(b);
    load(b, 3, 5, false);
    cycle(b);
    assert_true(b->out.load_ready && !b->out.mem_valid);
    cycle(b);
    assert_true(b->out.mem_valid && !b->out.mem_we && !b->out.load_ready);
    assert_int_equal(b->out.mem_addr, 32 - 4 * 4);
    cycle(b);
    assert_false(b->out.head_valid);
    cycle(b);
    expect_head(b, 3);
    assert_false(b->out.stack_wr_en || b->out.loaded);
    for (uint32_t r = 0; r < 3; r++) {
        while (!b->out.stack_wr_en || b->out.stack_wr_slot != 5 + r) cycle(b);
        assert_int_equal(b->out.loaded, r == 2);
    }
    cycle(b);
    assert_true(b->out.load_ready);
    expect_stacks(b, 0, 5);
    assert_int_equal(b->reads, 4);
}

/* A new block: its head and zeros in word 0; the load brings that and nothing else. */
static void rule_store(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 3);
    memset(b->memory, 0xff, sizeof b->memory);
    store(b, 2);
    cycle(b);
    assert_true(b->out.store_ready && b->out.mem_valid && b->out.mem_we);
    assert_int_equal(b->out.mem_addr, 32 - 3 * 4);
    assert_int_equal(b->memory[20][0] >> 13, 0);
    load(b, 2, 0, true);
    assert_int_equal(until_loaded(b), 4); /* asked in 1, there in 2, in the queue in 3 */
    expect_head(b, 2);
    assert_false(b->out.stack_wr_en);
    assert_int_equal(b->reads, 1);
    cycle(b);
    assert_true(b->out.load_ready);
    assert_int_equal(b->s.load_queue.count, 0); /* the zeros are dropped */
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 3);
    save(b, 0, 0);
    load(b, 1, 4, false);
    for (uint32_t c = 0; c < 3; c++) cycle(b);
    assert_true(b->s.flight > 0 && b->s.save_queue.count > 0);
    context_handler_reset(&b->s);
    assert_null(context_handler_check(&b->s));
    b->answers = 0;
    cycle(b);
    assert_true(b->out.save_ready && b->out.load_ready && !b->out.mem_valid);
    save(b, 0, 0);
    until_saved(b);
    assert_int_equal(b->out.saved_cta, 0);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_save_and_load_of_same_slots(void **state)
{
    (void)state;
    static const uint32_t widths[] = {256, 512};
    struct bench *b = &bench;
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t w = 1; w <= 32; w++) {
            struct context_handler_cfg cfg = paper;
            cfg.mem_width = widths[i];
            start(b, &cfg, w);
            save(b, 0, 8); /* another block's context: what was on slots 8 to ... */
            until_saved(b);
            for (uint32_t r = 0; r < w; r++) fill(b->stack[8 + r], STACK_WORDS, 640, 200 + r);
            save(b, 1, 8);
            load(b, 0, 8, false);
            until_loaded(b);
            expect_stacks(b, 8, 8);
            if (!b->out.save_ready) until_saved(b);
            load(b, 1, 0, false); /* and the one that left is whole */
            cycle(b);
            until_loaded(b);
            for (uint32_t r = 0; r < w; r++) {
                uint32_t was[STACK_WORDS];
                fill(was, STACK_WORDS, 640, 200 + r);
                assert_memory_equal(was, b->stack[r], sizeof was);
            }
        }
    }
}

/* Words wider than a stack: the load begins in the cycle after taken_o. */
static void race_wide_words_after_taken(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct context_handler_cfg cfg = paper;
    cfg.mem_width = 1024;
    start(b, &cfg, 8);
    save(b, 0, 8);
    until_saved(b);
    for (uint32_t r = 0; r < 8; r++) fill(b->stack[8 + r], STACK_WORDS, 640, 200 + r);
    save(b, 1, 8);
    while (!b->out.taken) cycle(b);
    load(b, 0, 8, false);
    cycle(b);
    until_loaded(b);
    expect_stacks(b, 8, 8);
    if (b->s.save_busy) until_saved(b);
    load(b, 1, 0, false);
    cycle(b);
    until_loaded(b);
    for (uint32_t r = 0; r < 8; r++) {
        uint32_t was[STACK_WORDS];
        fill(was, STACK_WORDS, 640, 200 + r);
        assert_memory_equal(was, b->stack[r], sizeof was);
    }
}

static void race_load_and_save_want_the_port(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 4);
    b->demand = true;
    save(b, 0, 0);
    for (uint32_t c = 0; c < 6; c++) cycle(b);
    assert_true(b->out.mem_valid && b->out.mem_we);
    load(b, 1, 4, false);
    cycle(b);
    assert_true(b->out.mem_we);
    b->demand = false;
    cycle(b);
    assert_true(b->out.mem_valid && !b->out.mem_we); /* the load's read */
    assert_int_equal(b->out.mem_addr, 32 - 2 * 5);
    assert_int_equal(b->writes, 0);
    until_loaded(b);
    if (b->s.save_busy) until_saved(b);
    assert_int_equal(b->writes, 5);
    assert_int_equal(b->reads, 5);
}

static void race_demand_access(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 3);
    store(b, 0);
    cycle(b);
    load(b, 1, 0, false);
    cycle(b);
    cycle(b); /* word 0 is read */
    assert_int_equal(b->s.flight, 1);
    b->demand = true;
    cycle(b); /* its answer is taken all the same; the next read waits */
    assert_int_equal(b->s.flight, 0);
    assert_int_equal(b->s.load_queue.count, 2);
    assert_true(b->out.mem_valid && !b->out.mem_we);
    assert_int_equal(b->s.asked, 1);
    store(b, 2);
    cycle(b);
    assert_false(b->out.store_ready);
    assert_int_equal(b->s.asked, 1);
    assert_true(b->out.head_valid); /* what needs no port goes on */
}

/* Demand accesses while there is only a store: it waits and stays. */
static void race_demand_and_store(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 3);
    b->demand = true;
    store(b, 2);
    cycle(b);
    assert_true(b->out.mem_valid && b->out.mem_we && !b->out.store_ready);
    b->demand = false;
    store(b, 2);
    cycle(b);
    assert_true(b->out.store_ready);
    assert_int_equal(b->writes, 1);
}

static void race_saved_and_save_in_the_next_cycle(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 3);
    save(b, 0, 0);
    until_saved(b);
    assert_false(b->out.save_ready);
    save(b, 1, 4);
    cycle(b);
    assert_true(b->out.save_ready);
    cycle(b);
    assert_true(b->out.stack_rd_en);
    assert_int_equal(b->out.stack_rd_slot, 4);
    until_saved(b);
    assert_int_equal(b->out.saved_cta, 1);
    assert_int_equal(b->writes, 8);
}

static void race_store_while_both_are_busy(void **state)
{
    (void)state;
    struct bench *b = &bench;
    uint32_t waited = 0;
    start(b, &hand, 3);
    save(b, 0, 0);
    load(b, 1, 4, false);
    cycle(b);
    for (bool done = false; !done; waited++) {
        store(b, 2);
        cycle(b);
        done = b->out.store_ready;
        if (done) assert_int_equal(b->out.mem_addr, 32 - 3 * 4);
        if (waited > 0 && !done) assert_true(b->out.mem_valid);
    }
    assert_true(b->s.load_busy || b->s.save_busy || b->reads + b->writes == 9);
    if (b->s.load_busy) until_loaded(b);
    if (b->s.save_busy) until_saved(b);
    assert_int_equal(b->reads, 4);
    assert_int_equal(b->writes, 5);
}

/* Reads in flight cover the memory's latency, and no more than Reads of them are. */
static void rule_reads_in_flight(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 4);
    b->hold = true;
    load(b, 0, 0, false);
    for (uint32_t c = 0; c < 8; c++) cycle(b);
    assert_int_equal(b->s.flight, 2);
    assert_int_equal(b->reads, 2);
    assert_false(b->out.mem_valid);
    b->hold = false;
    until_loaded(b);
    assert_int_equal(b->reads, 5);
}

/* ---- the paper's numbers --------------------------------------------------------------- */

/* Memory cycles of a whole save and a whole load, with nothing else about. */
static void count_cycles(struct bench *b, uint32_t *out, uint32_t *in, uint32_t *after)
{
    save(b, 0, 0);
    until_saved(b);
    *out = b->writes;
    clear_stacks(b);
    load(b, 0, 48 - b->warps, false);
    cycle(b);
    *after = until_loaded(b);
    *in = b->reads;
    expect_stacks(b, 0, 48 - b->warps);
}

/* Cycles = ((N + log2 W) + 96 + 160 * D * W) / B with N = 8 and D = 4. The bits that log2 W counts
 * may be a fraction: rounding it up first changes nothing, since all else is whole. */
static void equation_2(void **state)
{
    (void)state;
    static const uint32_t widths[] = {256, 512, 1024};
    struct bench *b = &bench;
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t w = 1; w <= 32; w++) {
            struct context_handler_cfg cfg = paper;
            const uint32_t bits = 8 + clog2(w) + 96 + 160 * 4 * w;
            const uint32_t with_13 = 13 + 96 + 160 * 4 * w; /* the field's full five bits */
            const uint32_t cycles = (bits + widths[i] - 1) / widths[i];
            uint32_t out, in, after;
            cfg.mem_width = widths[i];
            start(b, &cfg, w);
            count_cycles(b, &out, &in, &after);
            assert_int_equal(out, cycles);
            assert_int_equal(in, cycles);
            assert_int_equal(b->words, cycles);
            assert_int_equal((with_13 + widths[i] - 1) / widths[i], cycles);
        }
    }
}

/* loaded_o comes max(K, W) + 2 cycles after load_en_i, one more if a word is wider than a stack;
 * saved_valid_o max(K, W) + 2 after save_en_i: the port never stands still. */
static void rule_how_long(void **state)
{
    (void)state;
    static const uint32_t widths[] = {256, 512, 1024};
    struct bench *b = &bench;
    for (uint32_t i = 0; i < 3 * 32; i++) {
        struct context_handler_cfg cfg = paper;
        const uint32_t w = i % 32 + 1;
        uint32_t out, in, after, longer;
        cfg.mem_width = widths[i / 32 % 3];
        start(b, &cfg, w);
        count_cycles(b, &out, &in, &after);
        longer = b->words > w ? b->words : w;
        assert_in_range(after, longer + 2, longer + (cfg.mem_width > 640 ? 3 : 2));
    }
}

/* Figures of the page's State section: bits of buffer and queues. */
static void paper_bits(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &paper, 8);
    assert_int_equal(paper.max_warps * paper.stack_width, 20480);
    assert_int_equal(b->s.save_queue.depth, 13);
    assert_int_equal(b->s.load_queue.depth, 17);
    assert_int_equal(b->s.save_queue.depth * b->s.save_queue.granule, 1664);
    assert_int_equal(b->s.load_queue.depth * b->s.load_queue.granule, 2176);
    assert_int_equal(context_handler_words(&paper, 8), 11);
    assert_int_equal(context_handler_words(&paper, 32), 41);
}

/* ---- the naive twin: contexts as strings of bits, and places in them ------------------- */

enum { MAX_BITS = 2048 + 65 * 2560 + 2048 };

struct twin {
    uint32_t h, s, b, g, reads, warps, words, top;
    bool saves, loads, brings_new;
    uint32_t save_cta, save_base, load_cta, load_base;
    uint8_t leaving[MAX_BITS];      /* the context, as far as it is there */
    uint32_t taken, queued, gone;   /* stacks; granules */
    uint8_t coming[MAX_BITS];       /* all words that have arrived, in a row */
    uint32_t asked, arrived, given; /* words, words, granules */
    bool now_takes, now_writes, now_reads, now_stores, now_gives; /* of this cycle */
};

static struct twin twin;

static void to_bits(uint8_t *bits, const uint32_t *value, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) bits[i] = value[i / 32] >> i % 32 & 1;
}

static void expect_bits(const uint32_t *value, uint32_t words, const uint8_t *bits, uint32_t n)
{
    uint32_t same[MEM_WORDS + STACK_WORDS] = {0};
    for (uint32_t i = 0; i < n; i++) same[i / 32] |= (uint32_t)bits[i] << i % 32;
    assert_memory_equal(value, same, words * sizeof value[0]);
}

static void twin_start(struct twin *t, const struct context_handler_cfg *cfg, uint32_t warps)
{
    memset(t, 0, sizeof *t);
    t->g = cfg->granule;
    t->h = (cfg->head_width - 1) / t->g + 1;
    t->s = cfg->stack_width / t->g;
    t->b = cfg->mem_width / t->g;
    t->reads = cfg->reads;
    t->warps = warps;
    t->words = (t->h + warps * t->s - 1) / t->b + 1;
    t->top = cfg->mem_words;
}

/* Granules of the next item behind so many that have gone before. */
static uint32_t next_item(const struct twin *t, uint32_t before)
{
    return before == 0 ? t->h : t->s;
}

static uint32_t whole(const struct twin *t, bool only_head)
{
    return only_head ? t->h : t->h + t->warps * t->s;
}

static uint32_t waiting(const struct twin *t) { return t->arrived * t->b - t->given; }

static void twin_decides(struct twin *t, const struct context_handler_in *in)
{
    const uint32_t stored = t->queued - t->gone, due = t->asked - t->arrived;
    const bool reads = t->loads && t->asked < (t->brings_new ? 1 : t->words) && due < t->reads &&
                       waiting(t) + (due + 1) * t->b <= t->s + t->b * (t->reads + 1);
    const bool writes = t->saves && stored > 0 && (stored >= t->b || t->queued == whole(t, false));

    t->now_takes = t->saves && t->taken < t->warps;
    t->now_reads = reads;
    t->now_writes = !reads && writes;
    t->now_stores = !reads && !writes && in->store_valid;
    t->now_gives =
        t->loads && t->given < whole(t, t->brings_new) && waiting(t) >= next_item(t, t->given);
}

static bool twin_last_word(const struct twin *t)
{
    return t->queued == whole(t, false) && t->queued - t->gone <= t->b;
}

static bool twin_last_item(const struct twin *t)
{
    return t->now_gives && t->given + next_item(t, t->given) == whole(t, t->brings_new);
}

static void twin_port(const struct twin *t, const struct context_handler_in *in,
                      const struct context_handler_out *out)
{
    const uint32_t cta = t->now_reads ? t->load_cta : t->now_writes ? t->save_cta : in->store_cta;
    uint8_t head[32 * HEAD_WORDS];

    assert_int_equal(out->mem_valid, t->now_reads || t->now_writes || t->now_stores);
    assert_int_equal(out->mem_we, t->now_writes || t->now_stores);
    assert_int_equal(out->saved_valid, t->now_writes && in->mem_ready && twin_last_word(t));
    if (out->saved_valid) assert_int_equal(out->saved_cta, t->save_cta);
    if (in->store_valid) assert_int_equal(out->store_ready, t->now_stores && in->mem_ready);
    if (!out->mem_valid) return;
    assert_int_equal(out->mem_addr, t->top - (cta + 1) * t->words +
                                        (t->now_reads    ? t->asked
                                         : t->now_writes ? t->gone / t->b
                                                         : 0));
    to_bits(head, in->store_head, sizeof head);
    if (t->now_writes)
        expect_bits(out->mem_wdata, MEM_WORDS, t->leaving + t->gone * t->g, t->b * t->g);
    if (t->now_stores) expect_bits(out->mem_wdata, MEM_WORDS, head, sizeof head);
}

static void twin_looks(const struct twin *t, const struct context_handler_in *in,
                       const struct context_handler_out *out, uint32_t head_width)
{
    const bool head = t->now_gives && t->given == 0, stack = t->now_gives && t->given > 0;

    assert_int_equal(out->save_ready, !t->saves);
    assert_int_equal(out->load_ready, !t->loads);
    assert_int_equal(out->stack_rd_en, t->now_takes);
    if (t->now_takes) assert_int_equal(out->stack_rd_slot, t->save_base + t->taken);
    assert_int_equal(out->taken, t->now_takes && t->taken == t->warps - 1);
    assert_int_equal(out->head_valid, head);
    if (head) expect_bits(out->head, HEAD_WORDS, t->coming, head_width);
    assert_int_equal(out->stack_wr_en, stack);
    if (stack) {
        assert_int_equal(out->stack_wr_slot, t->load_base + (t->given - t->h) / t->s);
        expect_bits(out->stack_wr_data, STACK_WORDS, t->coming + t->given * t->g, t->s * t->g);
    }
    assert_int_equal(out->loaded, twin_last_item(t));
    twin_port(t, in, out);
}

static void twin_save_edge(struct twin *t, const struct context_handler_in *in, uint32_t head_width)
{
    const uint32_t n = next_item(t, t->queued);
    const bool enters = t->saves && t->queued + n <= t->h + t->taken * t->s &&
                        t->queued - t->gone + n <= t->s + 2 * t->b;

    if (t->now_writes && in->mem_ready) {
        t->saves = !twin_last_word(t);
        t->gone += t->b;
    }
    if (enters) t->queued += n;
    if (t->now_takes)
        to_bits(t->leaving + (t->h + t->taken++ * t->s) * t->g, in->stack_rd_data, t->s * t->g);
    if (!in->save_en) return;
    t->saves = true;
    t->save_cta = in->save_cta;
    t->save_base = in->save_base;
    t->taken = t->queued = t->gone = 0;
    memset(t->leaving, 0, sizeof t->leaving);
    to_bits(t->leaving, in->save_head, head_width);
}

static void twin_load_edge(struct twin *t, const struct context_handler_in *in)
{
    if (twin_last_item(t)) t->loads = false;
    if (t->now_gives) t->given += next_item(t, t->given);
    if (t->now_reads && in->mem_ready) t->asked++;
    if (in->rsp_valid) to_bits(t->coming + t->arrived++ * t->b * t->g, in->rsp_data, t->b * t->g);
    if (!in->load_en) return;
    t->loads = true;
    t->load_cta = in->load_cta;
    t->load_base = in->load_base;
    t->brings_new = in->load_new;
    t->asked = t->arrived = t->given = 0;
}

static void twin_compares(const struct twin *t, const struct context_handler *s)
{
    assert_int_equal(s->save_busy, t->saves);
    assert_int_equal(s->load_busy, t->loads);
    assert_int_equal(s->save_queue.count, t->saves ? t->queued - t->gone : 0);
    assert_int_equal(s->load_queue.count, t->loads ? waiting(t) : 0);
    assert_int_equal(s->flight, t->asked - t->arrived);
    if (t->loads) assert_int_equal(s->asked, t->asked);
}

/* ---- random: blocks go out and in, and come back as they went -------------------------- */

/* A block that has come may run when the one before it has been taken: LANDED until then. */
enum where { NOWHERE, STORING, OUTSIDE, COMING, LANDED, HERE, LEAVING };

struct block {
    enum where where;
    bool is_new;
    uint32_t base;
    uint32_t head[HEAD_WORDS];
    uint32_t stack[MAX_SLOTS][STACK_WORDS];
};

struct run {
    const char *name;
    struct context_handler_cfg cfg;
    uint32_t cycles;
};

/* slots, MaxWarps, CTAs; head, stack, word, granule; words, reads */
static const struct run runs[] = {
    {"paper", {48, 32, 32, 109, 640, 512, 128, 768, 2}, 30000},
    {"narrow_words", {48, 32, 8, 109, 640, 256, 128, 1024, 2}, 20000},
    {"wide_words", {48, 32, 8, 109, 640, 1024, 128, 768, 2}, 20000},
    {"small", {4, 2, 3, 5, 8, 8, 4, 24, 1}, 60000},
    {"odd_granule", {7, 5, 5, 20, 35, 21, 7, 64, 3}, 60000},
    {"long_head", {6, 3, 4, 30, 4, 32, 4, 20, 4}, 60000},
    {"one_granule", {8, 8, 6, 9, 16, 16, 16, 100, 2}, 60000},
    {"single_bits", {8, 4, 4, 31, 31, 31, 1, 60, 2}, 20000},
    {"widest", {64, 64, 3, 256, 2560, 2048, 512, 256, 4}, 10000},
};

struct world {
    struct block block[64];
    struct hd_rng rng;
    uint32_t width; /* of a head */
    uint32_t ctas;  /* that have room in memory */
    uint32_t saved, came, fresh, both, refused;
};

static struct world world;

/* Any block that is there; 64: none. */
static uint32_t some(struct world *w, enum where where)
{
    const uint32_t first = hd_rng_below(&w->rng, w->ctas);
    for (uint32_t i = 0; i < w->ctas; i++) {
        const uint32_t c = (first + i) % w->ctas;
        if (w->block[c].where == where) return c;
    }
    return 64;
}

static bool occupied(const struct world *w, uint32_t base, uint32_t warps)
{
    for (uint32_t c = 0; c < w->ctas; c++) {
        const struct block *o = &w->block[c];
        if (o->where >= COMING && o->where <= HERE && o->base < base + warps &&
            base < o->base + warps)
            return true;
    }
    return false;
}

static void random_store(struct world *w, struct bench *b)
{
    uint32_t c = some(w, STORING);
    if (c == 64 && hd_rng_chance(&w->rng, 1, 8)) {
        c = some(w, NOWHERE);
        if (c != 64) fill(w->block[c].head, HEAD_WORDS, w->width, hd_rng_next(&w->rng));
    }
    if (c == 64) return;
    w->block[c].where = STORING;
    w->block[c].is_new = true;
    b->in.store_valid = true;
    b->in.store_cta = c;
    memcpy(b->in.store_head, w->block[c].head, sizeof b->in.store_head);
}

static bool random_save(struct world *w, struct bench *b)
{
    const uint32_t c = some(w, HERE);
    if (c == 64 || b->s.save_busy) return false;
    save(b, c, w->block[c].base);
    fill(b->in.save_head, HEAD_WORDS, w->width, hd_rng_next(&w->rng));
    memcpy(w->block[c].head, b->in.save_head, sizeof b->in.save_head);
    memcpy(w->block[c].stack, b->stack[w->block[c].base], b->warps * sizeof b->stack[0]);
    w->block[c].where = LEAVING;
    w->block[c].is_new = false;
    return true;
}

/* Onto the slots of the block that leaves in this cycle, or onto free ones. */
static void random_load(struct world *w, struct bench *b, bool swap)
{
    const uint32_t c = some(w, OUTSIDE);
    const bool wide = b->s.cfg.mem_width > b->s.cfg.stack_width;
    uint32_t base = hd_rng_below(&w->rng, b->s.cfg.slots - b->warps + 1);
    if (c == 64 || b->s.load_busy) return;
    if (swap && !wide) base = b->in.save_base;
    if (occupied(w, base, b->warps)) return;
    if ((b->s.save_busy || b->in.save_en) && (wide || !swap)) {
        /* Never onto slots of a block that is still being taken, but with it. */
        const uint32_t leaves = b->in.save_en ? b->in.save_base : b->s.save_base;
        if ((b->in.save_en || b->s.taken < b->warps) && leaves < base + b->warps &&
            base < leaves + b->warps)
            return;
    }
    load(b, c, base, w->block[c].is_new);
    w->block[c].where = COMING;
    w->block[c].base = base;
    w->both += b->in.save_en;
}

static void random_events(struct world *w, struct bench *b)
{
    bool swap = false;
    random_store(w, b);
    if (hd_rng_chance(&w->rng, 1, 6)) swap = random_save(w, b);
    if (hd_rng_chance(&w->rng, swap ? 7 : 2, 8)) random_load(w, b, swap);
}

static void came_back(struct world *w, const struct bench *b, struct block *c)
{
    c->where = LANDED;
    w->fresh += c->is_new;
    w->came += !c->is_new;
    if (!c->is_new) assert_memory_equal(b->stack[c->base], c->stack, b->warps * sizeof c->stack[0]);
}

/* The block runs, and its stacks change. */
static void runs_on(struct world *w, struct bench *b, struct block *c)
{
    c->where = HERE;
    for (uint32_t r = 0; r < b->warps; r++)
        fill(b->stack[c->base + r], STACK_WORDS, b->s.cfg.stack_width, hd_rng_next(&w->rng));
}

/* What the cycle just gone has done to the blocks. */
static void follow(struct world *w, struct bench *b, bool stored, uint32_t stored_cta)
{
    if (stored) w->block[stored_cta].where = OUTSIDE;
    if (b->out.saved_valid) {
        w->saved++;
        w->block[b->out.saved_cta].where = OUTSIDE;
    }
    for (uint32_t c = 0; c < w->ctas; c++) {
        struct block *o = &w->block[c];
        if (o->where == LANDED && !(b->s.save_busy && b->s.taken < b->warps)) runs_on(w, b, o);
        if (o->where != COMING) continue;
        if (b->out.head_valid) assert_memory_equal(b->out.head, o->head, sizeof o->head);
        if (b->out.loaded) came_back(w, b, o);
    }
}

static void restart(struct world *w, struct bench *b, const struct run *r)
{
    const uint32_t warps = 1 + hd_rng_below(&w->rng, r->cfg.max_warps);
    start(b, &r->cfg, warps);
    twin_start(&twin, &r->cfg, warps);
    memset(w->block, 0, sizeof w->block);
    w->width = r->cfg.head_width;
    w->ctas = r->cfg.mem_words / b->words;
    if (w->ctas > r->cfg.ctas) w->ctas = r->cfg.ctas;
}

static void random_cycle(struct world *w, struct bench *b)
{
    struct context_handler_in in;
    random_events(w, b);
    inputs(b);
    in = b->in;
    twin_decides(&twin, &in);
    if (twin.now_takes)
        memcpy(in.stack_rd_data, b->stack[twin.save_base + twin.taken], sizeof in.stack_rd_data);
    cycle(b);
    twin_looks(&twin, &in, &b->out, b->s.cfg.head_width);
    twin_save_edge(&twin, &in, b->s.cfg.head_width);
    twin_load_edge(&twin, &in);
    twin_compares(&twin, &b->s);
    follow(w, b, in.store_valid && b->out.store_ready, in.store_cta);
    w->refused += in.store_valid && !b->out.store_ready;
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    struct bench *b = &bench;
    struct world *w = &world;
    uint32_t busy = 0, late = 0;

    memset(w, 0, sizeof *w);
    hd_rng_seed(&w->rng, r->cycles + r->cfg.mem_width);
    restart(w, b, r);
    for (uint32_t c = 0; c < r->cycles; c++) {
        if (hd_rng_chance(&w->rng, 1, 2000)) restart(w, b, r);
        if (c % 64 == 0) {
            busy = hd_rng_below(&w->rng, 9);
            late = hd_rng_below(&w->rng, 9);
        }
        b->demand = hd_rng_chance(&w->rng, busy, 10);
        b->hold = hd_rng_chance(&w->rng, late, 10);
        random_cycle(w, b);
    }
    assert_true(w->saved > 10 && w->came > 10 && w->fresh > 10 && w->refused > 10);
    assert_true(w->both > 0);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* Block 1 leaves slots 0 to 2, block 2 comes to 4 to 6; both are in the middle. */
static struct context_handler *middle(struct bench *b)
{
    start(b, &hand, 3);
    b->hold = true;
    save(b, 1, 0);
    load(b, 2, 4, false);
    for (uint32_t c = 0; c < 5; c++) cycle(b);
    b->hold = false;
    cycle(b);
    assert_true(b->s.save_busy && b->s.load_busy && b->s.flight > 0);
    assert_true(b->s.save_queue.count > 0 && b->s.load_queue.count > 0);
    assert_null(context_handler_check(&b->s));
    return &b->s;
}

static void expect_error(const struct context_handler *s, const char *name)
{
    const char *error = context_handler_check(s);
    if (error == NULL || strcmp(error, name) != 0)
        fail_msg("%s, not %s", error ? error : "nothing", name);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct context_handler *s = middle(b);
    s->save_queue.data[0] ^= 4; /* a bit of the queue */
    expect_error(s, "never_lost");
    s = middle(b);
    s->row[s->items - 2][0] ^= 1u << 31; /* a bit of the row that went into it last */
    expect_error(s, "never_lost");
    s = middle(b);
    s->save_queue.count = s->save_queue.depth + 1;
    expect_error(s, "room");
    s = middle(b);
    s->flight = 3;
    expect_error(s, "room");
    s = middle(b);
    s->load_queue.count = s->load_queue.depth - 1;
    expect_error(s, "room");
    s = middle(b);
    s->taken = 4;
    expect_error(s, "in_order");
    s = middle(b);
    s->items = s->taken + 2;
    expect_error(s, "in_order");
    s = middle(b);
    s->written++;
    expect_error(s, "in_order");
    s = middle(b);
    s->done++;
    expect_error(s, "in_order");
    s = middle(b);
    s->done = 4;
    expect_error(s, "in_order");
    s = middle(b);
    s->save_busy = false; /* its queue is not empty */
    expect_error(s, "in_order");
    s = middle(b);
    s->load_busy = false;
    expect_error(s, "in_order");
    s = middle(b);
    s->asked = 5;
    expect_error(s, "own_area");
    s = middle(b);
    s->load_cta = 8;
    expect_error(s, "own_area");
    s = middle(b);
    s->save_cta = 8;
    expect_error(s, "own_area");
    s = middle(b);
    s->words = s->written;
    expect_error(s, "own_area");
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken;
    if (b->in.warps == 0) b->in.warps = b->warps;
    if (b->in.words == 0) b->in.words = b->words;
    broken = context_handler_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    memset(&b->in, 0, sizeof b->in);
}

static void promise_1_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    middle(b);
    save(b, 0, 0);
    expect_promise(b, "a save begins though the buffer is not empty");
    load(b, 0, 0, false);
    expect_promise(b, "a load begins though one is under way");
    b->in.warps = 2;
    b->in.words = 3;
    expect_promise(b, "warps_i or words_i changes while a context moves");
    start(b, &hand, 3);
    b->in.warps = 5;
    save(b, 0, 0);
    expect_promise(b, "warps_i is not 1 to MaxWarps");
    b->in.words = 5;
    load(b, 0, 0, false);
    expect_promise(b, "words_i is not the words of a context");
    save(b, 4, 0);
    expect_promise(b, "the block saved has no context in memory");
    load(b, 4, 0, false);
    expect_promise(b, "the block loaded has no context in memory");
    store(b, 4);
    expect_promise(b, "the block stored has no context in memory");
    b->s.cfg.mem_words = 15; /* room for three contexts */
    save(b, 3, 0);
    expect_promise(b, "the block saved has no context in memory");
    b->s.cfg.mem_words = 32;
    save(b, 0, 6);
    expect_promise(b, "the block saved sits on no slots");
    load(b, 0, 6, false);
    expect_promise(b, "the block loaded has no slots");
    save(b, 0, 5);
    b->in.save_head[0] = 1 << 13;
    expect_promise(b, "a head is wider than HeadWidth");
    store(b, 0);
    b->in.store_head[7] = 1;
    expect_promise(b, "a head is wider than HeadWidth");
    save(b, 0, 0);
    cycle(b);
    b->in.stack_rd_data[1] = 1;
    expect_promise(b, "a stack is wider than StackWidth");
    b->in.warps = b->warps;
    b->in.words = b->words;
    assert_null(context_handler_promise(&b->s, &b->in));
}

static void promise_2_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 3);
    b->demand = true;
    store(b, 0);
    cycle(b);
    expect_promise(b, "a store that was refused is not offered again");
    inputs(b);
    store(b, 1); /* a lower number, or a higher one: not this block's affair */
    assert_null(context_handler_promise(&b->s, &b->in));
    store(b, 0);
    load(b, 0, 0, true);
    expect_promise(b, "a block is loaded whose save or store is not done");
    b->demand = false;
    store(b, 0);
    cycle(b);
    save(b, 1, 0);
    load(b, 1, 0, false);
    expect_promise(b, "a block is loaded whose save or store is not done");
    save(b, 1, 0);
    cycle(b);
    load(b, 1, 0, false);
    expect_promise(b, "a block is loaded whose save or store is not done");
}

static void promise_3_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b, &hand, 3);
    b->in.rsp_valid = true;
    expect_promise(b, "an answer comes though no read waits for one");
    load(b, 0, 0, false);
    cycle(b);
    b->in.rsp_valid = true; /* in the cycle of the read itself */
    expect_promise(b, "an answer comes though no read waits for one");
    cycle(b);
    b->in.rsp_valid = true;
    b->in.rsp_data[1] = 1;
    expect_promise(b, "an answer is wider than MemWidth");
}

/* The caller's part of the first race: words wider than a stack. */
static void promise_wide_words_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct context_handler_cfg cfg = hand;
    cfg.mem_width = 64;
    start(b, &cfg, 3);
    save(b, 0, 0);
    load(b, 1, 2, false);
    expect_promise(b, "words are wider than a stack, and slots not taken are loaded");
    save(b, 0, 0);
    cycle(b);
    load(b, 1, 2, false);
    expect_promise(b, "words are wider than a stack, and slots not taken are loaded");
    load(b, 1, 3, false); /* other slots */
    cycle(b);
    assert_true(b->s.load_busy);
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct context_handler_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{1, 1, 32, 109, 640, 512, 128, 768, 2}, "Slots must be 2 to 64"},
        {{65, 32, 32, 109, 640, 512, 128, 768, 2}, "Slots must be 2 to 64"},
        {{48, 0, 32, 109, 640, 512, 128, 768, 2}, "MaxWarps must be 1 to Slots"},
        {{48, 49, 32, 109, 640, 512, 128, 768, 2}, "MaxWarps must be 1 to Slots"},
        {{48, 32, 1, 109, 640, 512, 128, 768, 2}, "Ctas must be 2 to 64"},
        {{48, 32, 65, 109, 640, 512, 128, 768, 2}, "Ctas must be 2 to 64"},
        {{48, 32, 32, 0, 640, 512, 128, 768, 2}, "HeadWidth must be 1 to 256"},
        {{48, 32, 32, 257, 640, 512, 128, 768, 2}, "HeadWidth must be 1 to 256"},
        {{48, 32, 32, 109, 0, 512, 128, 768, 2}, "StackWidth must be 1 to 2560"},
        {{48, 32, 32, 109, 2688, 512, 128, 768, 2}, "StackWidth must be 1 to 2560"},
        {{48, 32, 32, 109, 640, 108, 4, 768, 2}, "MemWidth must be HeadWidth to 2048"},
        {{48, 32, 32, 109, 640, 2176, 128, 768, 2}, "MemWidth must be HeadWidth to 2048"},
        {{48, 32, 32, 109, 640, 512, 0, 768, 2}, "Granule must be 1 to 512"},
        {{48, 32, 32, 109, 1026, 1026, 513, 768, 2}, "Granule must be 1 to 512"},
        {{48, 32, 32, 109, 640, 512, 256, 768, 2}, "Granule must divide StackWidth and MemWidth"},
        {{48, 32, 32, 109, 640, 500, 128, 768, 2}, "Granule must divide StackWidth and MemWidth"},
        {{48, 32, 32, 16, 640, 512, 16, 768, 2},
         "StackWidth and MemWidth must be at most 31 granules each"},
        {{48, 32, 32, 16, 320, 512, 16, 768, 2},
         "StackWidth and MemWidth must be at most 31 granules each"},
        {{48, 32, 32, 109, 640, 512, 128, 1, 2}, "MemWords must be 2 to 65536"},
        {{48, 32, 32, 109, 640, 512, 128, 65537, 2}, "MemWords must be 2 to 65536"},
        {{48, 32, 32, 109, 640, 512, 128, 768, 0}, "Reads must be 1 to 4"},
        {{48, 32, 32, 109, 640, 512, 128, 768, 5}, "Reads must be 1 to 4"},
    };
    /* The least and the most of each. */
    static const struct context_handler_cfg good[] = {{2, 1, 2, 1, 1, 1, 1, 2, 1},
                                                      {64, 64, 64, 256, 2560, 2048, 128, 65536, 4},
                                                      {64, 64, 64, 256, 512, 512, 512, 65536, 4},
                                                      {2, 2, 2, 31, 31, 31, 1, 2, 1}};
    static struct context_handler s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = context_handler_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_null(context_handler_init(&s, &good[i]));
}

int main(void)
{
    struct CMUnitTest tests[40] = {
        cmocka_unit_test(rule_save),
        cmocka_unit_test(rule_load),
        cmocka_unit_test(rule_store),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(rule_reads_in_flight),
        cmocka_unit_test(race_save_and_load_of_same_slots),
        cmocka_unit_test(race_wide_words_after_taken),
        cmocka_unit_test(race_load_and_save_want_the_port),
        cmocka_unit_test(race_demand_access),
        cmocka_unit_test(race_demand_and_store),
        cmocka_unit_test(race_saved_and_save_in_the_next_cycle),
        cmocka_unit_test(race_store_while_both_are_busy),
        cmocka_unit_test(equation_2),
        cmocka_unit_test(rule_how_long),
        cmocka_unit_test(paper_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_1_finds),
        cmocka_unit_test(promise_2_finds),
        cmocka_unit_test(promise_3_finds),
        cmocka_unit_test(promise_wide_words_finds),
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
    return cmocka_run_group_tests_name("context_handler", tests, NULL, NULL);
}
