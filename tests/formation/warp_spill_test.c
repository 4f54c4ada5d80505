/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of warp spill: every race of the page by its name; random cycles with a memory
 * that answers out of order, each group followed from its register to the pool; and the proof that
 * check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "formation/warp_spill.h"

enum {
    BASE = 0x10000,
    MAX_ASKED = 16,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct warp_spill s;
    struct warp_spill_in in;
    struct warp_spill_out out;
};

static struct bench bench;

static const struct warp_spill_cfg hand = {.lanes = 4,
                                           .tid_width = 4,
                                           .pc_width = 16,
                                           .key_width = 10,
                                           .slots = 4,
                                           .reads = 2,
                                           .addr_width = 20};

/* A group whose fields all follow from its number. */
static struct warp_spill_record group(uint32_t n)
{
    return (struct warp_spill_record){
        .key = n & 0x3ff, .pc = n & 0xffff, .req = 1 + n % 15, .tid = {n & 15, (n + 1) & 15, 2, 3}};
}

static void same(const struct warp_spill_record *a, const struct warp_spill_record *b)
{
    assert_int_equal(a->key, b->key);
    assert_int_equal(a->pc, b->pc);
    assert_int_equal(a->req, b->req);
    for (uint32_t l = 0; l < 4; l++) assert_int_equal(a->tid[l], b->tid[l]);
}

static void start(struct bench *b)
{
    memset(b, 0, sizeof *b);
    assert_null(warp_spill_init(&b->s, &hand));
    b->in.base_en = true;
    b->in.base = BASE;
    warp_spill_eval(&b->s, &b->in, &b->out);
    warp_spill_tick(&b->s, &b->in, &b->out);
    b->in.base_en = false;
    b->in.room = true;
}

static void offer(struct bench *b, uint32_t g, uint32_t n)
{
    b->in.in_valid[g] = true;
    b->in.in_record[g] = group(n);
}

/* Inputs stay, but for the groups and the answer. */
static void cycle(struct bench *b)
{
    const struct warp_spill before = b->s;
    const char *broken = warp_spill_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    warp_spill_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    warp_spill_tick(&b->s, &b->in, &b->out);
    broken = warp_spill_check(&b->s);
    if (broken != NULL) fail_msg("check: %s", broken);
    for (uint32_t g = 0; g < WARP_SPILL_GROUPS; g++) b->in.in_valid[g] = false;
    b->in.rsp_valid = false;
}

static void counts(const struct bench *b, uint32_t queued, uint32_t asked)
{
    assert_int_equal(b->s.queued, queued);
    assert_int_equal(b->s.asked, asked);
}

/* ---- worked cases ----------------------------------------------------------------------- */

static void passes_through(void **state)
{
    (void)state;
    struct bench *b = &bench;
    const struct warp_spill_record one = group(7), two = group(8);
    start(b);
    offer(b, 0, 7);
    offer(b, 1, 8);
    b->in.wr_ready = true;
    b->in.out_ready[1] = true; /* one group is refused: it waits, and is not spilled */
    cycle(b);
    assert_true(b->out.out_valid[0] && b->out.out_valid[1]);
    same(&b->out.out_record[0], &one);
    same(&b->out.out_record[1], &two);
    assert_true(!b->out.in_ready[0] && b->out.in_ready[1]);
    assert_false(b->out.wr_valid || b->out.rd_valid || b->out.rsp_ready);
    assert_int_equal(b->out.spilled, 0);
    counts(b, 0, 0);
}

/* Two groups go out, one a cycle, to two places; they come back in the other order. */
static void out_and_back(void **state)
{
    (void)state;
    struct bench *b = &bench;
    const struct warp_spill_record one = group(7), two = group(8);
    start(b);
    b->in.room = false;
    b->in.wr_ready = true;
    offer(b, 0, 7);
    offer(b, 1, 8);
    cycle(b);
    assert_true(b->out.wr_valid);
    assert_int_equal(b->out.wr_addr, BASE);
    same(&b->out.wr_record, &one);
    assert_true(b->out.in_ready[0] && !b->out.in_ready[1]);
    assert_false(b->out.out_valid[0] || b->out.out_valid[1]);
    offer(b, 1, 8);
    cycle(b);
    assert_int_equal(b->out.wr_addr, BASE + 8); /* 10+16+4+16 bits: 8 bytes */
    same(&b->out.wr_record, &two);
    assert_true(b->out.in_ready[1]);
    counts(b, 2, 0);
    assert_false(b->out.rd_valid);
    b->in.room = true;
    b->in.rd_ready = true;
    cycle(b);
    assert_true(b->out.rd_valid);
    assert_int_equal(b->out.rd_addr, BASE);
    cycle(b);
    assert_int_equal(b->out.rd_addr, BASE + 8);
    counts(b, 0, 2);
    assert_int_equal(b->out.spilled, 2);
    b->in.out_ready[0] = true;
    b->in.rsp_valid = true;
    b->in.rsp_record = two;
    cycle(b);
    assert_true(b->out.out_valid[0] && b->out.rsp_ready && !b->out.out_valid[1]);
    same(&b->out.out_record[0], &two);
    counts(b, 0, 1);
}

static void race_room_goes_away(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    offer(b, 0, 1);
    b->in.out_ready[0] = b->in.out_ready[1] = true;
    b->in.wr_ready = true;
    b->in.room = false;
    cycle(b);
    assert_true(b->out.in_ready[0] && b->out.wr_valid);
    assert_false(b->out.out_valid[0]); /* never both */
    counts(b, 1, 0);
}

static void race_answer_and_groups(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->s.asked = 1;
    b->in.rsp_valid = true;
    b->in.rsp_record = group(3);
    b->in.out_ready[0] = b->in.out_ready[1] = true;
    b->in.wr_ready = true;
    offer(b, 0, 4);
    offer(b, 1, 5);
    cycle(b);
    assert_true(b->out.rsp_ready && b->out.out_valid[0] && !b->out.out_valid[1]);
    assert_false(b->out.in_ready[0] || b->out.in_ready[1] || b->out.wr_valid);
    counts(b, 0, 0);
}

/* Groups pass those that are outside, as long as no answer is there. */
static void race_overtaking(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->s.queued = 2;
    b->s.tail = 2;
    b->in.rd_ready = true;
    b->in.out_ready[0] = true;
    offer(b, 0, 4);
    cycle(b);
    assert_true(b->out.in_ready[0] && b->out.out_valid[0] && b->out.rd_valid);
    counts(b, 1, 1);
}

static void race_room_comes(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->in.room = false;
    b->in.out_ready[0] = true;
    offer(b, 0, 4);
    cycle(b);
    assert_false(b->out.in_ready[0]); /* the memory refuses: nothing is lost */
    counts(b, 0, 0);
    b->in.room = true;
    offer(b, 0, 4);
    cycle(b);
    assert_true(b->out.out_valid[0] && b->out.in_ready[0]);
}

static void race_answers_without_room(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->s.asked = 1;
    b->in.room = false;
    b->in.rsp_valid = true;
    b->in.out_ready[0] = true;
    cycle(b);
    assert_false(b->out.out_valid[0] || b->out.rsp_ready);
    counts(b, 0, 1);
}

static void race_answer_is_refused(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->s.asked = 1;
    b->in.rsp_valid = true;
    cycle(b);
    assert_true(b->out.out_valid[0]);
    assert_false(b->out.rsp_ready);
    counts(b, 0, 1);
}

static void race_queue_full(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->in.room = false;
    b->in.wr_ready = true;
    for (uint32_t i = 0; i < 4; i++) {
        offer(b, 1, i);
        cycle(b);
        assert_true(b->out.in_ready[1]);
    }
    counts(b, 4, 0);
    offer(b, 1, 4);
    cycle(b);
    assert_false(b->out.wr_valid || b->out.in_ready[1]);
    /* A read makes no place, its answer does. */
    b->in.room = true;
    b->in.rd_ready = true;
    b->in.out_ready[0] = true;
    cycle(b);
    assert_true(b->out.rd_valid);
    b->in.room = false;
    offer(b, 1, 4);
    cycle(b);
    assert_false(b->out.wr_valid);
    b->in.room = true;
    b->in.rsp_valid = true;
    cycle(b);
    assert_true(b->out.rsp_ready);
    counts(b, 2, 1);
    b->in.room = b->in.rsp_valid = false;
    offer(b, 1, 4);
    cycle(b);
    assert_true(b->out.wr_valid);
    assert_int_equal(b->out.wr_addr, BASE); /* round the end */
    counts(b, 3, 1);
    b->in.room = true;
    cycle(b);
    cycle(b);
    assert_false(b->out.rd_valid); /* two reads at once */
}

static void rule_write_is_read_later(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->in.wr_ready = b->in.rd_ready = true;
    b->in.room = false;
    offer(b, 0, 1);
    cycle(b);
    assert_true(b->out.wr_valid && !b->out.rd_valid);
    b->in.room = true;
    cycle(b);
    assert_true(b->out.rd_valid);
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->s.head = b->s.asked = 1;
    b->s.tail = 2;
    b->s.queued = 1;
    warp_spill_reset(&b->s);
    counts(b, 0, 0);
    assert_int_equal(b->s.head | b->s.tail, 0);
    assert_int_equal(b->s.offset, 0);
}

static void record_sizes(void **state)
{
    (void)state;
    static const struct {
        struct warp_spill_cfg cfg;
        uint64_t bytes;
    } size[] = {
        {{32, 10, 24, 10, 1024, 4, 32}, 64}, /* 386 bits */
        {{4, 4, 16, 10, 4, 2, 20}, 8},       /* 46 bits */
        {{1, 1, 1, 1, 2, 1, 2}, 1},          /* 4 bits */
        {{64, 16, 32, 16, 65536, 16, 64}, 256},
        {{8, 4, 14, 10, 4, 1, 5}, 8},  /* 64 bits */
        {{8, 4, 15, 10, 4, 1, 6}, 16}, /* 65 bits */
    };
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
        assert_null(warp_spill_init(&bench.s, &size[i].cfg));
        assert_int_equal(bench.s.record_bytes, size[i].bytes);
    }
}

/* ---- random cycles ---------------------------------------------------------------------- */

struct answer {
    uint64_t due;
    struct warp_spill_record record;
};

/* in_once: every group that is taken comes out once, unchanged; groups get numbers as they come. */
struct book {
    uint32_t born;
    uint32_t waiting[WARP_SPILL_GROUPS];
    bool waits[WARP_SPILL_GROUPS];
    uint8_t came[60000];
    struct warp_spill_record memory[4];
    struct answer asked[MAX_ASKED];
    uint32_t count;
    uint32_t answering;
    uint32_t rate;
};

static struct book book;

/* How many groups come changes from phase to phase; room comes sooner than it goes. */
static void drive(struct bench *b, struct hd_rng *rng, uint64_t now)
{
    if (now % 64 == 0) book.rate = hd_rng_below(rng, 5);
    for (uint32_t g = 0; g < WARP_SPILL_GROUPS; g++) {
        if (!book.waits[g] && hd_rng_chance(rng, book.rate, 4)) {
            book.waits[g] = true;
            book.waiting[g] = book.born++;
        }
        if (book.waits[g]) offer(b, g, book.waiting[g]);
        b->in.out_ready[g] = hd_rng_chance(rng, 2, 3);
    }
    b->in.room = hd_rng_chance(rng, b->in.room ? 31 : 4, 32);
    b->in.wr_ready = hd_rng_chance(rng, 1, 2);
    b->in.rd_ready = hd_rng_chance(rng, 1, 2);
    for (uint32_t k = 0; k < book.count; k++) {
        if (book.asked[k].due > now) continue;
        b->in.rsp_valid = true;
        b->in.rsp_record = book.asked[k].record;
        book.answering = k;
    }
}

/* Keys have 10 bits and PCs 16: the number of a group is its PC. */
static void placed(const struct warp_spill_record *r)
{
    const struct warp_spill_record want = group(r->pc);
    assert_true(r->pc < book.born);
    assert_int_equal(book.came[r->pc]++, 0);
    same(r, &want);
}

static void random_cycles(void **state)
{
    (void)state;
    struct bench *b = &bench;
    struct hd_rng rng;
    uint32_t back = 0, through = 0;
    start(b);
    memset(&book, 0, sizeof book);
    hd_rng_seed(&rng, 5);
    for (uint64_t now = 0; book.born < 50000; now++) {
        bool was_waiting[WARP_SPILL_GROUPS];
        drive(b, &rng, now);
        bool answers = b->in.rsp_valid;
        cycle(b);
        for (uint32_t g = 0; g < WARP_SPILL_GROUPS; g++) {
            was_waiting[g] = book.waits[g];
            assert_true(was_waiting[g] || !b->out.in_ready[g]);
            if (b->out.in_ready[g]) book.waits[g] = false;
            if (b->out.out_valid[g] && b->in.out_ready[g]) {
                placed(&b->out.out_record[g]);
                assert_true(answers && b->out.rsp_ready ? g == 0 : b->out.in_ready[g]);
                back += b->out.rsp_ready;
                through += !b->out.rsp_ready;
            }
        }
        if (b->out.rsp_ready) book.asked[book.answering] = book.asked[--book.count];
        if (b->out.rd_valid && b->in.rd_ready) {
            book.asked[book.count++] =
                (struct answer){now + 1 + hd_rng_below(&rng, 20),
                                book.memory[(b->out.rd_addr - BASE) / b->s.record_bytes]};
        }
        if (b->out.wr_valid && b->in.wr_ready)
            book.memory[(b->out.wr_addr - BASE) / b->s.record_bytes] = b->out.wr_record;
        assert_int_equal(b->s.asked, book.count);
    }
    uint32_t inside = b->s.queued + b->s.asked + book.waits[0] + book.waits[1];
    assert_int_equal(back + through + inside, book.born);
    assert_true(back > 1000 && through > 1000);
}

/* ---- check, promise and init do fail ----------------------------------------------------- */

static void expect_counts(const struct bench *b)
{
    const char *broken = warp_spill_check(&b->s);
    assert_non_null(broken);
    assert_string_equal(broken, "counts");
}

static void check_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    b->s.asked = 3;
    expect_counts(b);
    start(b);
    b->s.queued = 1;
    expect_counts(b);
    start(b);
    b->s.queued = 8;
    expect_counts(b);
    start(b);
    b->s.head = b->s.tail = 4;
    expect_counts(b);
    start(b);
    b->s.tail = 4;
    expect_counts(b);
    start(b);
    b->s.tail = 1;
    expect_counts(b);
    b->s.queued = 1;
    assert_null(warp_spill_check(&b->s));
}

static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = warp_spill_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    start(b);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench *b = &bench;
    start(b);
    offer(b, 0, 1);
    b->in.in_record[0].key = 1024;
    expect_promise(b, "KEY of a group is wider than KeyWidth");
    offer(b, 1, 1);
    b->in.in_record[1].pc = 65536;
    expect_promise(b, "PC of a group is wider than PcWidth");
    offer(b, 1, 1);
    b->in.in_record[1].req = 16;
    expect_promise(b, "REQ of a group names a lane at or above Lanes");
    b->in.rsp_valid = true;
    expect_promise(b, "an answer comes though no read waits for one");
    b->in.rsp_valid = b->in.room = b->in.out_ready[0] = true; /* it is not counted, either */
    warp_spill_eval(&b->s, &b->in, &b->out);
    warp_spill_tick(&b->s, &b->in, &b->out);
    assert_int_equal(b->s.asked, 0);
    start(b);
    b->in.rsp_valid = true;
    b->in.rsp_record.req = 16;
    expect_promise(b, "REQ of a group names a lane at or above Lanes");
    b->in.base_en = true;
    b->s.queued = 1;
    expect_promise(b, "the offset is set while something is spilled");
    b->in.base_en = true;
    b->in.base = 1 << 20;
    expect_promise(b, "the offset is wider than AddrWidth");
    b->in.base_en = true;
    b->in.base = (1 << 20) - 1;
    assert_null(warp_spill_promise(&b->s, &b->in));
    b->s.cfg.addr_width = 64;
    b->in.base = UINT64_MAX;
    assert_null(warp_spill_promise(&b->s, &b->in));
    start(b);
    b->in.in_record[0].key = 1024; /* not valid */
    assert_null(warp_spill_promise(&b->s, &b->in));
}

static void init_refuses(void **state)
{
    (void)state;
    static const struct {
        struct warp_spill_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 4, 16, 10, 4, 2, 20}, "Lanes must be 1 to 64"},
        {{65, 4, 16, 10, 4, 2, 20}, "Lanes must be 1 to 64"},
        {{4, 0, 16, 10, 4, 2, 20}, "TidWidth must be 1 to 16"},
        {{4, 17, 16, 10, 4, 2, 20}, "TidWidth must be 1 to 16"},
        {{4, 4, 0, 10, 4, 2, 20}, "PcWidth must be 1 to 32"},
        {{4, 4, 33, 10, 4, 2, 20}, "PcWidth must be 1 to 32"},
        {{4, 4, 16, 0, 4, 2, 20}, "KeyWidth must be 1 to 16"},
        {{4, 4, 16, 17, 4, 2, 20}, "KeyWidth must be 1 to 16"},
        {{4, 4, 16, 10, 1, 2, 20}, "Slots must be a power of two, 2 to 65536"},
        {{4, 4, 16, 10, 6, 2, 20}, "Slots must be a power of two, 2 to 65536"},
        {{4, 4, 16, 10, 131072, 2, 20}, "Slots must be a power of two, 2 to 65536"},
        {{4, 4, 16, 10, 4, 0, 20}, "Reads must be 1 to 16"},
        {{4, 4, 16, 10, 4, 17, 20}, "Reads must be 1 to 16"},
        {{4, 4, 16, 10, 4, 2, 4},
         "AddrWidth must be clog2(Slots) + clog2(bytes of a record) to 64"},
        {{4, 4, 16, 10, 4, 2, 65},
         "AddrWidth must be clog2(Slots) + clog2(bytes of a record) to 64"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = warp_spill_init(&bench.s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_through),
        cmocka_unit_test(out_and_back),
        cmocka_unit_test(race_room_goes_away),
        cmocka_unit_test(race_answer_and_groups),
        cmocka_unit_test(race_overtaking),
        cmocka_unit_test(race_room_comes),
        cmocka_unit_test(race_answers_without_room),
        cmocka_unit_test(race_answer_is_refused),
        cmocka_unit_test(race_queue_full),
        cmocka_unit_test(rule_write_is_read_later),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(record_sizes),
        cmocka_unit_test(random_cycles),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(promise_finds),
        cmocka_unit_test(init_refuses),
    };
    return cmocka_run_group_tests_name("warp_spill", tests, NULL, NULL);
}
