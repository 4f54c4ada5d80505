/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the memory of a chip: times of requests counted by hand, addresses, credits, what SMs
 * share and what they do not; random requests whose answers and final contents are those of a
 * sequential execution; and SMs that run ahead, beside the same SMs in step.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/shared_memory.h"
#include "gpu/chip_memory.h"

enum {
    LR = SHARED_MEMORY_LR,
    SC = SHARED_MEMORY_SC,
    CAS = SHARED_MEMORY_CAS,
    ADD = SHARED_MEMORY_ADD,
    SWAP = SHARED_MEMORY_SWAP,
    XOR = SHARED_MEMORY_XOR,
    WORDS = 1024, /* of the buffer */
    SWAP_BYTES = 768,
    LOCAL_BYTES = 4096,
    MAX_SMS = 6,  /* of these tests */
    MAX_LINE = 8, /* words */
};

/* Lines of 16 bytes in two sectors of 8; two to a chunk. */
static const struct chip_memory_cfg hand = {
    .sms = 2,
    .slices = 2,
    .line_bytes = 16,
    .chunk_bytes = 32,
    .hash = false,
    .under_way = 8,
    .link = 4,
    .flit_bytes = 8,
    .depth = 4,
    .slice =
        {.sets = 8, .ways = 2, .sectors = 2, .mshrs = 4, .merges = 4, .latency = 8, .depth = 4},
    .channel = {.depth = 4,
                .banks = 2,
                .row_bytes = 256,
                .bytes = 8,
                .t_cl = 4,
                .t_rcd = 3,
                .t_rp = 3,
                .t_ras = 7,
                .t_rc = 10,
                .t_rrd = 2,
                .t_wtr = 2,
                .delay = 0,
                .patience = 60,
                .clock_up = 1,
                .clock_down = 1},
};

struct bench {
    struct isa_image image;
    struct isa_memory memory;
    struct chip_memory chip;
    uint32_t base; /* of the buffer */
    uint64_t cycle;
};

static void stop(struct bench *b)
{
    chip_memory_free(&b->chip);
    isa_memory_free(&b->memory);
    free(b);
}

static struct bench *start(const struct chip_memory_cfg *cfg)
{
    struct bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->image.end = ISA_IMAGE_BASE;
    assert_true(isa_memory_init(&b->memory, &b->image));
    b->base = isa_memory_allocate(&b->memory, "buffer", 4 * WORDS);
    assert_int_not_equal(b->base, 0);
    const char *wrong = chip_memory_init(&b->chip, cfg);
    if (wrong != NULL) fail_msg("%s", wrong);
    assert_true(chip_memory_attach(&b->chip, &b->memory, LOCAL_BYTES, SWAP_BYTES));
    return b;
}

static uint32_t *word(struct bench *b, uint32_t n)
{
    return isa_memory_any_word(&b->memory, b->base + 4 * n);
}

static void cycle(struct bench *b)
{
    assert_true(b->chip.cycle == b->cycle);
    chip_memory_tick(&b->chip);
    b->cycle++;
}

static void go_to(struct bench *b, uint64_t at)
{
    assert_true(b->cycle <= at);
    while (b->cycle < at) cycle(b);
}

/* ---- requests of whole lines or of one word -------------------------------------------- */

/* A request, as long as it is under way. */
struct parts {
    struct line_request r;
    uint32_t data[MAX_LINE], be[MAX_LINE / 8], expect[MAX_LINE], at[64], owner[64];
};

static void begin(struct parts *q, uint32_t kind, uint32_t op, uint32_t id, uint64_t line)
{
    memset(q, 0, sizeof *q);
    q->r = (struct line_request){kind, id, line, q->data, q->be, op, 0, q->at, q->owner, q->expect};
}

/* What was accepted is the port's own: the parts are gone. */
static void accept(struct bench *b, uint32_t sm, struct parts *q)
{
    struct chip_port *p = &b->chip.port[sm];
    assert_true(chip_port_ready(p));
    chip_port_accept(p, &b->chip.cfg, b->cycle, &q->r);
    memset(q, 0xee, sizeof *q);
}

static uint64_t line_of(const struct bench *b, uint32_t address)
{
    return address / b->chip.cfg.line_bytes;
}

static void load(struct bench *b, uint32_t sm, uint32_t address, uint32_t id)
{
    struct parts q;
    begin(&q, LINE_LOAD, 0, id, line_of(b, address));
    accept(b, sm, &q);
}

/* So many words from an address on, with values that count up. */
static void store(struct bench *b, uint32_t sm, uint32_t address, uint32_t words, uint32_t value,
                  uint32_t id)
{
    struct parts q;
    begin(&q, LINE_STORE, 0, id, line_of(b, address));
    for (uint32_t w = 0; w < words; w++) {
        const uint32_t at = address % b->chip.cfg.line_bytes / 4 + w;
        q.data[at] = value + w;
        q.be[0] |= UINT32_C(0xf) << 4 * at;
    }
    accept(b, sm, &q);
}

/* One word; of so many lanes. */
static void atomic_of(struct bench *b, uint32_t sm, uint32_t op, uint32_t thread, uint32_t address,
                      uint32_t data, uint32_t expected, uint32_t lanes, uint32_t id)
{
    struct parts q;
    begin(&q, LINE_ATOMIC, op, id, line_of(b, address));
    const uint32_t at = address % b->chip.cfg.line_bytes / 4;
    q.data[at] = data;
    q.expect[at] = expected;
    q.be[0] = UINT32_C(0xf) << 4 * at;
    for (uint32_t n = 0; n < lanes; n++) {
        q.r.lanes |= UINT64_C(1) << (5 + n);
        q.at[5 + n] = at;
        q.owner[5 + n] = thread;
    }
    accept(b, sm, &q);
}

/* Until an answer is there. */
static const struct line_answer *wait(struct bench *b, uint32_t sm)
{
    const struct line_answer *a;
    for (uint32_t n = 0; (a = chip_port_answer(&b->chip.port[sm], b->cycle)) == NULL; n++) {
        assert_true(n < 2000);
        cycle(b);
    }
    return a;
}

/* The answer comes in this very cycle, and is taken. */
static void expect_at(struct bench *b, uint32_t sm, uint64_t at, uint32_t id)
{
    const struct line_answer *a = wait(b, sm);
    assert_int_equal(b->cycle, at);
    assert_int_equal(a->id, id);
    chip_port_taken(&b->chip.port[sm]);
}

/* From acceptance to answer: the word at the address. */
static uint32_t answered(struct bench *b, uint32_t sm, uint32_t address, uint32_t id)
{
    const struct line_answer *a = wait(b, sm);
    assert_int_equal(a->id, id);
    const uint32_t value = a->data[address % b->chip.cfg.line_bytes / 4];
    chip_port_taken(&b->chip.port[sm]);
    cycle(b);
    return value;
}

static uint32_t loaded(struct bench *b, uint32_t sm, uint32_t address)
{
    load(b, sm, address, 3);
    return answered(b, sm, address, 3);
}

static void stored(struct bench *b, uint32_t sm, uint32_t address, uint32_t value)
{
    store(b, sm, address, 1, value, 4);
    answered(b, sm, address, 4);
}

static uint32_t atomic(struct bench *b, uint32_t sm, uint32_t op, uint32_t thread, uint32_t address,
                       uint32_t data, uint32_t expected)
{
    atomic_of(b, sm, op, thread, address, data, expected, 1, 5);
    return answered(b, sm, address, 5);
}

/* ---- times ----------------------------------------------------------------------------- */

/* At the crossbar in cycle 4. With F flits it is at the slice in 4 + F + 1, which has its answer 8
 * cycles later; with G flits that is behind the other crossbar G + 1 cycles later, and 4 cycles
 * later at the SM. */
static void times_of_hits(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    store(b, 0, b->base, 4, 70, 1); /* header and two flits there, header back */
    expect_at(b, 0, 4 + 3 + 1 + 8 + 1 + 1 + 4, 1);
    uint64_t from = b->cycle;
    store(b, 0, b->base, 2, 80, 2);
    expect_at(b, 0, from + 4 + 2 + 1 + 8 + 1 + 1 + 4, 2);
    from = b->cycle;
    load(b, 0, b->base, 3); /* header there, header and two flits back */
    expect_at(b, 0, from + 4 + 1 + 1 + 8 + 3 + 1 + 4, 3);
    from = b->cycle;
    atomic_of(b, 0, ADD, 0, b->base, 1, 0, 1, 4);
    expect_at(b, 0, from + 4 + 2 + 1 + 8 + 2 + 1 + 4, 4);
    assert_int_equal(*word(b, 0), 81);
    assert_int_equal(*word(b, 3), 73);
    const uint64_t *lines = b->chip.port[0].lines;
    assert_true(lines[LINE_LOAD] == 1 && lines[LINE_STORE] == 2 && lines[LINE_ATOMIC] == 1);
    stop(b);
}

/* A flit that is not full is a flit: 16 bytes are 4 of 5, 8 bytes are 2. */
static void times_of_flits(void **state)
{
    (void)state;
    struct chip_memory_cfg cfg = hand;
    cfg.flit_bytes = 5;
    struct bench *b = start(&cfg);
    store(b, 0, b->base, 4, 70, 1);
    expect_at(b, 0, 4 + 5 + 1 + 8 + 1 + 1 + 4, 1);
    uint64_t from = b->cycle;
    load(b, 0, b->base, 2);
    expect_at(b, 0, from + 4 + 1 + 1 + 8 + 5 + 1 + 4, 2);
    from = b->cycle;
    store(b, 0, b->base + 8, 2, 70, 3);
    expect_at(b, 0, from + 4 + 3 + 1 + 8 + 1 + 1 + 4, 3);
    stop(b);
}

/* Taken by the slice in 6, at the channel in 7; activate in 8, column in 8 + 3, data from 4 later
 * on in two clocks, 15 and 16. Filled in 17, answered in 18, 8 later in the other crossbar. */
static void time_of_a_miss(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    *word(b, 1) = 75;
    load(b, 1, b->base, 1);
    const struct line_answer *a = wait(b, 1);
    assert_int_equal(a->data[1], 75);
    expect_at(b, 1, 18 + 8 + 3 + 1 + 4, 1);
    const uint64_t from = b->cycle;
    load(b, 1, b->base, 2); /* it is there now */
    expect_at(b, 1, from + 22, 2);
    stop(b);
}

/* A word is half a sector, which is fetched: taken in 4 + 2 + 1 = 7, at the channel in 8, activate
 * in 9, column in 12, 8 bytes in 16; filled in 17, answered in 18. A sector that is written whole,
 * or is there, is not fetched. The last load needs one sector of a row that is open: taken in 6,
 * column in 8, data in 12, answered in 14. */
static void only_what_is_needed_is_fetched(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    store(b, 0, b->base, 1, 70, 1);
    expect_at(b, 0, 18 + 8 + 1 + 1 + 4, 1);
    assert_true(b->chip.slice[0].read == 1 && b->chip.channel[0].busy == 1);
    go_to(b, 100);
    store(b, 0, b->base + 64, 2, 80, 2);
    expect_at(b, 0, 100 + 21, 2);
    assert_true(b->chip.slice[0].read == 1);
    store(b, 0, b->base + 64 + 4, 3, 90, 3); /* half of 0, which is there, and 1, whole */
    expect_at(b, 0, 121 + 22, 3);
    assert_true(b->chip.slice[0].read == 1);
    load(b, 0, b->base, 4);
    expect_at(b, 0, 143 + 14 + 8 + 3 + 1 + 4, 4);
    assert_true(b->chip.slice[0].read == 2 && b->chip.channel[0].busy == 2);
    assert_true(b->chip.channel[0].activates == 1);
    stop(b);
}

/* A row of 256 bytes has 16 lines of its slice, without gaps: 128 lines are 8 rows. */
static void rows_have_no_gaps(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    for (uint32_t n = 0; n < 256; n++) {
        loaded(b, 0, LINE_CONTENTS_LOCAL + 16 * n);
        const uint32_t slice = n / 2 % 2, lines = n / 4 * 2 + n % 2 + 1;
        assert_true(b->chip.channel[slice].activates == (lines + 15) / 16);
    }
    stop(b);
}

/* With no cache the second takes its time, too. The bank's row is open. */
static void time_without_cache(void **state)
{
    (void)state;
    struct chip_memory_cfg cfg = hand;
    cfg.slice.ways = 0;
    struct bench *b = start(&cfg);
    load(b, 0, b->base, 1);
    expect_at(b, 0, 34, 1);
    const uint64_t from = b->cycle;
    load(b, 0, b->base, 2);
    expect_at(b, 0, from + 31, 2);
    stop(b);
}

/* Link counts once in each direction. */
static void link_cycles(void **state)
{
    (void)state;
    struct chip_memory_cfg cfg = hand;
    for (cfg.link = 1; cfg.link < 20; cfg.link++) {
        struct bench *b = start(&cfg);
        store(b, 0, b->base, 4, 70, 1);
        expect_at(b, 0, 2 * cfg.link + 14, 1);
        stop(b);
    }
}

/* Contents change in the cycle in which the slice takes the request: 4 + 3 + 1. */
static void contents_change_at_the_slice(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    store(b, 0, b->base, 4, 70, 1);
    go_to(b, 8);
    assert_int_equal(*word(b, 0), 0);
    cycle(b);
    assert_int_equal(*word(b, 0), 70);
    expect_at(b, 0, 22, 1);
    /* And the data of a load are those of that cycle, 6 behind. */
    for (uint32_t k = 0; k < 2; k++) {
        const uint64_t from = b->cycle;
        load(b, 0, b->base, 2);
        go_to(b, from + 6 + k);
        *word(b, 0) = 90 + k;
        assert_int_equal(answered(b, 0, b->base, 2), 90);
    }
    stop(b);
}

/* Two SMs at one slice: the second packet waits for the two flits of the first. At two slices they
 * do not meet. */
static void sms_meet_at_a_slice(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    store(b, 0, b->base, 2, 70, 1);
    store(b, 1, b->base + 16, 2, 70, 2);
    expect_at(b, 0, 21, 1);
    expect_at(b, 1, 23, 2);
    go_to(b, 40);
    store(b, 0, b->base, 2, 70, 3);
    store(b, 1, b->base + 32, 2, 70, 4);
    expect_at(b, 0, 61, 3);
    expect_at(b, 1, 61, 4);
    stop(b);
}

/* An atomic of one word with 6 lanes is 6 operations, of the slice's cycles 7 to 12. What comes
 * behind it is taken in 13. */
static void atomics_keep_the_slice(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    store(b, 0, b->base, 4, 70, 1);
    expect_at(b, 0, 22, 1);
    const uint64_t from = b->cycle;
    atomic_of(b, 0, ADD, 0, b->base, 2, 0, 6, 2);
    cycle(b);
    load(b, 0, b->base, 3);
    expect_at(b, 0, from + 22, 2);
    expect_at(b, 0, from + 13 + 8 + 3 + 1 + 4, 3);
    assert_int_equal(*word(b, 0), 82);
    stop(b);
}

/* ---- credits, order -------------------------------------------------------------------- */

/* As many as are under way; each until its answer is taken. */
static void credits(void **state)
{
    (void)state;
    struct chip_memory_cfg cfg = hand;
    for (cfg.under_way = 1; cfg.under_way <= 64; cfg.under_way += 21) {
        struct bench *b = start(&cfg);
        for (uint32_t n = 0; n < cfg.under_way; n++) {
            load(b, 0, b->base, n);
            assert_true(chip_port_ready(&b->chip.port[1])); /* of each SM its own */
        }
        go_to(b, 1000);
        for (uint32_t n = 0; n < cfg.under_way; n++) {
            assert_int_equal(chip_port_ready(&b->chip.port[0]), n > 0);
            expect_at(b, 0, 1000 + n, n);
            cycle(b);
        }
        assert_true(chip_port_ready(&b->chip.port[0]));
        assert_null(chip_port_answer(&b->chip.port[0], b->cycle));
        stop(b);
    }
}

/* Requests of one SM to one line, which misses at first: in the order of their acceptance. */
static void one_line_in_order(void **state)
{
    (void)state;
    struct chip_memory_cfg cfg = hand;
    for (uint32_t ways = 0; ways < 3; ways += 2) {
        cfg.slice.ways = ways;
        struct bench *b = start(&cfg);
        load(b, 0, b->base + 512, 9); /* others, between */
        atomic_of(b, 0, ADD, 0, b->base, 5, 0, 1, 0);
        load(b, 0, b->base, 1);
        store(b, 0, b->base, 1, 40, 2);
        atomic_of(b, 0, CAS, 0, b->base, 60, 40, 1, 3);
        load(b, 0, b->base, 4);
        store(b, 0, b->base + 4, 3, 1, 5);
        load(b, 0, b->base, 6);
        static const uint32_t first[] = {0, 5, 0, 40, 60, 0, 60};
        for (uint32_t n = 0; n < 8; n++) {
            const struct line_answer *a = wait(b, 0);
            const uint32_t id = a->id;
            if (id != 9 && id != 2 && id != 5) assert_int_equal(a->data[0], first[id]);
            if (id == 6) assert_int_equal(a->data[3], 3);
            chip_port_taken(&b->chip.port[0]);
        }
        stop(b);
    }
}

/* ---- what SMs share -------------------------------------------------------------------- */

/* Both add to one word, as fast as they may: each number comes once, and rises for each. */
static void two_sms_add(void **state)
{
    (void)state;
    enum { EACH = 300 };
    struct bench *b = start(&hand);
    uint8_t seen[2 * EACH] = {0};
    uint32_t asked[2] = {0}, got[2] = {0}, last[2] = {0};
    while (got[0] + got[1] < 2 * EACH) {
        for (uint32_t n = 0; n < 2; n++) {
            struct chip_port *p = &b->chip.port[n];
            const struct line_answer *a = chip_port_answer(p, b->cycle);
            if (a != NULL) {
                assert_int_equal(a->id, got[n]);
                assert_true(a->data[2] < 2 * EACH);
                assert_true(got[n]++ == 0 || a->data[2] > last[n]);
                last[n] = a->data[2];
                seen[last[n]]++;
                chip_port_taken(p);
            }
            if (asked[n] < EACH && chip_port_ready(p)) {
                atomic_of(b, n, ADD, n, b->base + 8, 1, 0, 1, asked[n]);
                asked[n]++;
            }
        }
        cycle(b);
        assert_true(b->cycle < 20000);
    }
    for (uint32_t n = 0; n < 2 * EACH; n++) assert_int_equal(seen[n], 1);
    assert_int_equal(*word(b, 2), 2 * EACH);
    stop(b);
}

/* Threads of two SMs with one name are two threads. */
static void reservations_of_two_sms(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    const uint32_t at = b->base + 4;
    atomic(b, 0, LR, 7, at, 0, 0);
    assert_int_equal(atomic(b, 1, SC, 7, at, 5, 0), 1);
    assert_int_equal(atomic(b, 0, SC, 7, at, 6, 0), 0);
    assert_int_equal(*word(b, 1), 6);
    atomic(b, 0, LR, 7, at, 0, 0);
    atomic(b, 1, LR, 7, at, 0, 0); /* refused */
    assert_int_equal(atomic(b, 1, SC, 7, at, 5, 0), 1);
    atomic(b, 1, LR, 7, at + 32, 0, 0); /* another word, which does not give up the first */
    assert_int_equal(atomic(b, 0, SC, 7, at, 8, 0), 0);
    assert_int_equal(atomic(b, 1, SC, 7, at + 32, 9, 0), 0);
    atomic(b, 0, LR, 7, at, 0, 0);
    stored(b, 1, at, 8); /* what another SM writes ends it */
    assert_int_equal(atomic(b, 0, SC, 7, at, 9, 0), 1);
    atomic(b, 0, LR, LINE_CONTENTS_OWNERS - 1, at, 0, 0);
    assert_int_equal(atomic(b, 1, SC, LINE_CONTENTS_OWNERS - 1, at, 1, 0), 1);
    assert_int_equal(atomic(b, 1, SC, 0, at, 1, 0), 1);
    assert_int_equal(atomic(b, 0, SC, LINE_CONTENTS_OWNERS - 1, at, 1, 0), 0);
    stop(b);
}

/* A line that is in the cache, written by the other SM. */
static void no_stale_copy(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    for (uint32_t n = 0; n < 6; n++) {
        stored(b, n % 2, b->base + 4 * n, 50 + n);
        for (uint32_t sm = 0; sm < 2; sm++) {
            for (uint32_t k = 0; k < 6; k++)
                assert_int_equal(loaded(b, sm, b->base + 4 * k), k <= n ? 50 + k : 0);
        }
    }
    stop(b);
}

static void swap_space_is_each_sms_own(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    for (uint32_t at = 0; at < SWAP_BYTES; at += SWAP_BYTES - 4) {
        stored(b, 0, LINE_CONTENTS_SWAP + at, 10 + at);
        assert_int_equal(loaded(b, 1, LINE_CONTENTS_SWAP + at), 0);
        stored(b, 1, LINE_CONTENTS_SWAP + at, 20 + at);
    }
    for (uint32_t at = 0; at < SWAP_BYTES; at += SWAP_BYTES - 4) {
        assert_int_equal(loaded(b, 0, LINE_CONTENTS_SWAP + at), 10 + at);
        assert_int_equal(loaded(b, 1, LINE_CONTENTS_SWAP + at), 20 + at);
    }
    for (uint32_t n = 0; n < WORDS; n++) assert_int_equal(*word(b, n), 0);
    stop(b);
}

/* The launch's memory, local memory and swap space are apart; outside of them there is nothing. */
static void spaces_are_apart(void **state)
{
    (void)state;
    struct bench *b = start(&hand);
    stored(b, 0, b->base, 1);
    stored(b, 0, LINE_CONTENTS_LOCAL, 2);
    stored(b, 1, LINE_CONTENTS_LOCAL + LOCAL_BYTES - 4, 3);
    stored(b, 0, LINE_CONTENTS_SWAP, 4);
    stored(b, 0, LINE_CONTENTS_LOCAL + LOCAL_BYTES, 5);
    assert_int_equal(loaded(b, 0, b->base), 1);
    assert_int_equal(loaded(b, 0, LINE_CONTENTS_LOCAL), 2);
    assert_int_equal(loaded(b, 1, LINE_CONTENTS_LOCAL + LOCAL_BYTES - 4), 3);
    assert_int_equal(loaded(b, 0, LINE_CONTENTS_SWAP), 4);
    assert_int_equal(loaded(b, 0, LINE_CONTENTS_LOCAL + LOCAL_BYTES), 0);
    stop(b);
}

/* ---- addresses ------------------------------------------------------------------------- */

struct place {
    uint32_t slice;
    uint64_t line;
};

/* Where a request of an SM goes; none is under way. */
static struct place place_of(struct bench *b, uint32_t sm, uint32_t address)
{
    struct chip_port *p = &b->chip.port[sm];
    const struct chip_port before = *p;
    load(b, sm, address, 0);
    assert_int_equal(p->there.sent - p->there.taken, 1);
    const struct chip_request *q = &p->request[p->there.request[p->there.taken % 64]];
    const struct place at = {q->slice, q->line};
    *p = before;
    return at;
}

static int compare_places(const void *x, const void *y)
{
    const struct place *a = x, *b = y;
    if (a->slice != b->slice) return a->slice < b->slice ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

static const struct chip_memory_cfg *sizes_of(uint32_t slices, uint32_t line, uint32_t lines,
                                              bool hash)
{
    static struct chip_memory_cfg cfg;
    cfg = hand;
    cfg.slices = slices;
    cfg.line_bytes = line;
    cfg.chunk_bytes = line * lines;
    cfg.hash = hash;
    return &cfg;
}

static const struct {
    uint32_t slices, line, lines;
} shapes[] = {{1, 16, 1}, {2, 16, 2}, {6, 128, 2}, {3, 16, 3}, {8, 64, 4}, {16, 32, 1}};

/* Chunks of chunk 0 on: each (slice, line) from 0 on exactly once, the lines of a chunk side by
 * side; without a hash the slices in turn. */
static void each_line_has_a_place(void **state)
{
    (void)state;
    static uint8_t seen[16][4096];
    for (uint32_t i = 0; i < 2 * sizeof shapes / sizeof shapes[0]; i++) {
        const uint32_t slices = shapes[i / 2].slices, line = shapes[i / 2].line;
        const uint32_t lines = shapes[i / 2].lines, turns = 200;
        struct bench *b = start(sizes_of(slices, line, lines, i % 2 == 1));
        memset(seen, 0, sizeof seen);
        for (uint32_t chunk = 0; chunk < turns * slices; chunk++) {
            const struct place first = place_of(b, 0, chunk * lines * line);
            if (i % 2 == 0) assert_int_equal(first.slice, chunk % slices);
            for (uint32_t n = 0; n < lines; n++) {
                const struct place at = place_of(b, n % 2, (chunk * lines + n) * line);
                assert_int_equal(at.slice, first.slice);
                assert_true(at.line == first.line + n && at.line < turns * lines);
                seen[at.slice][at.line]++;
            }
        }
        for (uint32_t s = 0; s < slices; s++)
            for (uint32_t n = 0; n < turns * lines; n++) assert_int_equal(seen[s][n], 1);
        stop(b);
    }
}

/* A line of the launch's memory, of local memory, of the swap space of either SM: all have places
 * of their own. */
static void no_place_is_given_twice(void **state)
{
    (void)state;
    enum { MANY = 512 };
    static struct place at[4 * MANY];
    for (uint32_t i = 0; i < 2 * sizeof shapes / sizeof shapes[0]; i++) {
        const uint32_t line = shapes[i / 2].line, own = SWAP_BYTES / line;
        struct bench *b =
            start(sizes_of(shapes[i / 2].slices, line, shapes[i / 2].lines, i % 2 == 1));
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++) {
            at[n++] = place_of(b, 0, b->base + k * line);
            at[n++] = place_of(b, 0, LINE_CONTENTS_LOCAL + k * line);
        }
        for (uint32_t k = 0; k < 2 * own; k++)
            at[n++] = place_of(b, k % 2, LINE_CONTENTS_SWAP + k / 2 * line);
        qsort(at, n, sizeof at[0], compare_places);
        for (uint32_t k = 1; k < n; k++)
            assert_int_not_equal(compare_places(&at[k - 1], &at[k]), 0);
        /* The launch's memory and local memory are one for all SMs. */
        for (uint32_t k = 0; k < 8; k++) {
            const struct place x = place_of(b, 0, LINE_CONTENTS_LOCAL + k * line);
            const struct place y = place_of(b, 1, LINE_CONTENTS_LOCAL + k * line);
            assert_int_equal(compare_places(&x, &y), 0);
        }
        stop(b);
    }
}

/* A stride of all slices meets one without a hash, and all with it, about equally. */
static void hash_spreads_strides(void **state)
{
    (void)state;
    enum { MANY = 4096 };
    static const uint32_t slices[] = {2, 6, 8};
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t n = slices[i / 2];
        struct bench *b = start(sizes_of(n, 64, 4, i % 2 == 1));
        uint32_t met[16] = {0};
        for (uint32_t k = 0; k < MANY; k++) met[place_of(b, 0, k * n * 256).slice]++;
        for (uint32_t s = 0; s < n; s++) {
            if (i % 2 == 0) assert_int_equal(met[s], s == 0 ? MANY : 0);
            else assert_in_range(met[s], MANY / n / 2, MANY / n * 2);
        }
        stop(b);
    }
}

/* ---- random requests, in step and ahead ------------------------------------------------ */

enum { ASKED = 1500, SWAP_WORDS = SWAP_BYTES / 4 };

/* An answer that came. */
struct came {
    uint64_t cycle;
    uint32_t id;
    uint32_t data[MAX_LINE];
};

/* An SM that keeps to its own words: each sms-th of the buffer, so that lines are shared, and its
 * swap space. What it is to get is known when a request is accepted. */
struct sm {
    uint32_t number;
    struct hd_rng rng;
    uint32_t own[WORDS], swap[SWAP_WORDS];
    uint32_t asked, answered;
    struct {
        uint32_t kind, knows; /* a bit a word */
        uint32_t data[MAX_LINE];
    } due[ASKED];
    struct came came[ASKED];
    uint8_t answers[ASKED];
};

static uint32_t op_on(struct hd_rng *rng, uint32_t old, uint32_t data, uint32_t expect,
                      uint32_t *op)
{
    static const uint32_t ops[] = {ADD, XOR, SWAP, CAS};
    if (*op == UINT32_MAX) *op = ops[hd_rng_below(rng, 4)];
    if (*op == ADD) return old + data;
    if (*op == XOR) return old ^ data;
    if (*op == CAS && old != expect) return old;
    return data;
}

/* A word of the request, which is the SM's own. */
static void draw_word(struct sm *m, struct parts *q, uint32_t w, uint32_t *value, uint32_t *op)
{
    const uint32_t n = m->asked;
    m->due[n].knows |= 1U << w;
    m->due[n].data[w] = *value;
    if (q->r.kind == LINE_LOAD || hd_rng_chance(&m->rng, 1, 4)) return;
    q->data[w] = hd_rng_below(&m->rng, 4) | hd_rng_below(&m->rng, 4) << 20;
    q->expect[w] = hd_rng_chance(&m->rng, 1, 2) ? *value : 1;
    if (q->r.kind == LINE_ATOMIC) {
        const uint32_t lane = (w * 7 + n) % 64;
        *value = op_on(&m->rng, *value, q->data[w], q->expect[w], op);
        q->r.lanes |= UINT64_C(1) << lane;
        q->at[lane] = w;
        q->owner[lane] = lane;
        q->be[0] |= UINT32_C(0xf) << 4 * w;
        return;
    }
    const uint32_t bytes = hd_rng_chance(&m->rng, 1, 2) ? 0xf : hd_rng_below(&m->rng, 16);
    q->be[0] |= bytes << 4 * w;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t mask = UINT32_C(0xff) << 8 * k;
        if (bytes >> k & 1) *value = (*value & ~mask) | (q->data[w] & mask);
    }
}

static void draw(struct sm *m, struct parts *q, const struct bench *b)
{
    const uint32_t words = b->chip.cfg.line_bytes / 4, sms = b->chip.cfg.sms;
    const bool swaps = hd_rng_chance(&m->rng, 1, 4);
    const uint32_t lines = (swaps ? SWAP_WORDS : WORDS) / words;
    const uint32_t line = hd_rng_below(&m->rng, hd_rng_chance(&m->rng, 1, 2) ? lines : 4);
    const uint32_t space = swaps ? LINE_CONTENTS_SWAP : b->base;
    uint32_t op = UINT32_MAX;
    begin(q, hd_rng_below(&m->rng, 3), 0, m->asked, space / (4 * words) + line);
    for (uint32_t w = 0; w < words; w++) {
        const uint32_t n = line * words + w;
        if (swaps) draw_word(m, q, w, &m->swap[n], &op);
        else if (n % sms == m->number) draw_word(m, q, w, &m->own[n], &op);
    }
    if (op != UINT32_MAX) q->r.op = op;
    /* A request is of some sectors. */
    if (q->r.kind == LINE_STORE ? q->be[0] == 0 : q->r.lanes == 0) q->r.kind = LINE_LOAD;
    m->due[m->asked++].kind = q->r.kind;
}

static void take(struct sm *m, const struct bench *b, const struct line_answer *a, uint64_t now)
{
    struct came *c = &m->came[m->answered++];
    assert_true(a->id < m->asked);
    assert_int_equal(m->answers[a->id]++, 0);
    *c = (struct came){.cycle = now, .id = a->id};
    if (m->due[a->id].kind == LINE_STORE) return;
    for (uint32_t w = 0; w < b->chip.cfg.line_bytes / 4; w++) {
        c->data[w] = a->data[w];
        if (m->due[a->id].knows >> w & 1) assert_int_equal(a->data[w], m->due[a->id].data[w]);
    }
}

/* A cycle of an SM, wherever the chip is. */
static void sm_cycle(struct sm *m, struct bench *b, uint64_t now)
{
    struct chip_port *p = &b->chip.port[m->number];
    const struct line_answer *a = chip_port_answer(p, now);
    const bool ready = chip_port_ready(p), busy = now / 512 % 2 == 0;
    if (a != NULL && hd_rng_chance(&m->rng, busy ? 15 : 4, 16)) {
        take(m, b, a, now);
        chip_port_taken(p);
    }
    if (m->asked < ASKED && ready && hd_rng_chance(&m->rng, busy ? 12 : 3, 16)) {
        struct parts q;
        draw(m, &q, b);
        chip_port_accept(p, &b->chip.cfg, now, &q.r);
        memset(&q, 0xee, sizeof q);
    }
}

/* The cycles of a window: one SM after the other. The chip follows; or it runs when `before` of the
 * SMs have run, and meets them behind all. False: some SM has not ended. */
static bool run_window(struct bench *b, struct sm *sm, uint32_t window, uint32_t before)
{
    const uint32_t sms = b->chip.cfg.sms;
    const uint64_t from = b->cycle;
    bool ends = true;
    for (uint32_t k = 0; k <= sms; k++) {
        for (uint32_t c = 0; k == before && c < window; c++) chip_memory_run(&b->chip);
        if (k == sms) break;
        struct sm *m = &sm[(k + from) % sms];
        for (uint32_t c = 0; c < window; c++) sm_cycle(m, b, from + c);
        ends = ends && m->answered == ASKED;
    }
    if (before <= sms) {
        b->cycle += window;
        chip_memory_meet(&b->chip, b->cycle);
    } else {
        go_to(b, from + window);
    }
    return ends;
}

/* All SMs to their ends, in windows of so many cycles. */
static void run_windows(struct bench *b, struct sm *sm, uint32_t window, bool beside)
{
    const uint32_t sms = b->chip.cfg.sms;
    for (uint32_t n = 0; n < sms; n++) {
        memset(&sm[n], 0, sizeof sm[n]);
        sm[n].number = n;
        hd_rng_seed(&sm[n].rng, 40 + n);
    }
    for (bool ends = false; !ends;) {
        const uint32_t before = beside ? (uint32_t)(b->cycle / window) % (sms + 1) : sms + 1;
        ends = run_window(b, sm, window, before);
        assert_true(b->cycle < 1000000);
    }
    go_to(b, b->cycle + 2000);
    for (uint32_t n = 0; n < sms; n++) /* each once: none is left */
        assert_null(chip_port_answer(&b->chip.port[n], b->cycle));
}

static const struct run {
    const char *name;
    uint32_t sms, slices, line, chunk, under_way, link, flit, depth;
    bool hash;
    struct l2_slice_cfg slice;
    struct dram_channel_cfg channel;
} runs[] = {
    {"random_small",
     2,
     2,
     16,
     64,
     8,
     4,
     8,
     2,
     true,
     {8, 2, 2, 4, 2, 8, 3},
     {4, 2, 256, 8, 4, 3, 3, 7, 10, 2, 2, 0, 60, 2, 3}},
    {"random_odd",
     3,
     2,
     16,
     48,
     5,
     3,
     12,
     3,
     false,
     {5, 3, 1, 3, 3, 7, 2},
     {3, 3, 192, 5, 3, 4, 2, 6, 9, 3, 1, 3, 20, 5, 7}},
    {"random_fermi",
     5,
     6,
     32,
     64,
     64,
     16,
     32,
     8,
     true,
     {16, 16, 4, 32, 8, 120, 16},
     {32, 16, 2048, 32, 12, 12, 12, 28, 40, 6, 5, 100, 1000, 33, 50}},
    {"random_no_cache",
     4,
     3,
     32,
     32,
     64,
     16,
     32,
     8,
     true,
     {1, 0, 4, 32, 1, 20, 16},
     {32, 8, 2048, 8, 9, 12, 13, 21, 34, 8, 5, 0, 1000, 1, 1}},
    {"random_no_cache_narrow",
     6,
     1,
     16,
     16,
     12,
     5,
     4,
     1,
     false,
     {1, 0, 2, 2, 1, 3, 2},
     {1, 1, 64, 4, 2, 3, 2, 6, 9, 1, 3, 1, 40, 1, 2}},
    {"random_link_1",
     2,
     2,
     32,
     32,
     16,
     1,
     8,
     1,
     true,
     {2, 1, 8, 4, 4, 1, 4},
     {4, 2, 256, 8, 4, 3, 3, 7, 10, 2, 2, 0, 60, 1, 1}},
    {"random_one_sm",
     1,
     1,
     16,
     16,
     6,
     9,
     16,
     2,
     false,
     {2, 2, 2, 4, 4, 6, 4},
     {4, 2, 256, 8, 4, 3, 3, 7, 10, 2, 2, 0, 60, 1, 1}},
};

static struct bench *start_run(const struct run *run)
{
    const struct chip_memory_cfg cfg = {run->sms,   run->slices,    run->line,   run->chunk,
                                        run->hash,  run->under_way, run->link,   run->flit,
                                        run->depth, run->slice,     run->channel};
    return start(&cfg);
}

static void compare_contents(struct bench *b, const struct sm *sm)
{
    const uint32_t words = b->chip.cfg.line_bytes / 4;
    for (uint32_t n = 0; n < WORDS; n++)
        assert_int_equal(*word(b, n), sm[n % b->chip.cfg.sms].own[n]);
    for (uint32_t i = 0; i < b->chip.cfg.sms; i++) {
        for (uint32_t n = 0; n < SWAP_WORDS / words * words; n++)
            assert_int_equal(loaded(b, i, LINE_CONTENTS_SWAP + 4 * n), sm[i].swap[n]);
    }
}

/* In step, then ahead by parts of the link's cycles and by all; the chip behind or beside. */
static void random_requests(void **state)
{
    const struct run *run = *state;
    static struct sm step[MAX_SMS], ahead[MAX_SMS];
    struct bench *b = start_run(run);
    run_windows(b, step, 1, false);
    compare_contents(b, step);
    stop(b);
    for (uint32_t n = 1; n < 6; n++) {
        const uint32_t window = n < 2 ? 1 : n < 4 ? 2 : run->link;
        if (window > run->link) continue;
        b = start_run(run);
        run_windows(b, ahead, window, n % 2 == 1);
        for (uint32_t m = 0; m < run->sms; m++) {
            for (uint32_t i = 0; i < ASKED; i++) {
                const struct came *x = &step[m].came[i], *y = &ahead[m].came[i];
                assert_true(x->cycle == y->cycle && x->id == y->id);
                assert_memory_equal(x->data, y->data, sizeof x->data);
            }
        }
        compare_contents(b, ahead);
        stop(b);
    }
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint32_t value;
    } bad[] = {
        {offsetof(struct chip_memory_cfg, sms), 0},
        {offsetof(struct chip_memory_cfg, sms), CHIP_MEMORY_MAX_SMS + 1},
        {offsetof(struct chip_memory_cfg, slices), 0},
        {offsetof(struct chip_memory_cfg, slices), CHIP_MEMORY_MAX_SLICES + 1},
        {offsetof(struct chip_memory_cfg, line_bytes), 24},
        {offsetof(struct chip_memory_cfg, line_bytes), 4 * LINE_CONTENTS_MAX_WORDS + 4},
        {offsetof(struct chip_memory_cfg, chunk_bytes), 0},
        {offsetof(struct chip_memory_cfg, chunk_bytes), 40},
        {offsetof(struct chip_memory_cfg, under_way), 0},
        {offsetof(struct chip_memory_cfg, under_way), LINE_MEMORY_MAX_UNDER_WAY + 1},
        {offsetof(struct chip_memory_cfg, link), 0},
        {offsetof(struct chip_memory_cfg, flit_bytes), 0},
        {offsetof(struct chip_memory_cfg, depth), 0},
        {offsetof(struct chip_memory_cfg, slice.sectors), 0},
        {offsetof(struct chip_memory_cfg, slice.mshrs), 0},
        {offsetof(struct chip_memory_cfg, channel.banks), 0},
    };
    struct bench *b = start(&hand);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct chip_memory_cfg cfg = hand;
        memcpy((char *)&cfg + bad[i].at, &bad[i].value, sizeof bad[i].value);
        chip_memory_free(&b->chip);
        if (chip_memory_init(&b->chip, &cfg) == NULL) fail_msg("size %u is taken", (uint32_t)i);
    }
    stop(b);
}

int main(void)
{
    struct CMUnitTest tests[48] = {
        cmocka_unit_test(times_of_hits),
        cmocka_unit_test(times_of_flits),
        cmocka_unit_test(time_of_a_miss),
        cmocka_unit_test(only_what_is_needed_is_fetched),
        cmocka_unit_test(rows_have_no_gaps),
        cmocka_unit_test(time_without_cache),
        cmocka_unit_test(link_cycles),
        cmocka_unit_test(contents_change_at_the_slice),
        cmocka_unit_test(sms_meet_at_a_slice),
        cmocka_unit_test(atomics_keep_the_slice),
        cmocka_unit_test(credits),
        cmocka_unit_test(one_line_in_order),
        cmocka_unit_test(two_sms_add),
        cmocka_unit_test(reservations_of_two_sms),
        cmocka_unit_test(no_stale_copy),
        cmocka_unit_test(swap_space_is_each_sms_own),
        cmocka_unit_test(spaces_are_apart),
        cmocka_unit_test(each_line_has_a_place),
        cmocka_unit_test(no_place_is_given_twice),
        cmocka_unit_test(hash_spreads_strides),
        cmocka_unit_test(init_refuses),
    };
    size_t n = 0;
    while (tests[n].test_func != NULL) n++;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        tests[n++] = (struct CMUnitTest){.name = runs[i].name,
                                         .test_func = random_requests,
                                         .initial_state = (void *)(uintptr_t)&runs[i]};
    }
    /* The array is longer than what is in it; cmocka passes over empty rows. */
    return cmocka_run_group_tests_name("chip_memory", tests, NULL, NULL);
}
