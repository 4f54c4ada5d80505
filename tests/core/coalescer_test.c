/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model of the coalescer: each sentence of the page, its races, requests to several
 * banks, a naive twin that plans all requests of an access when it is taken, the invariants that
 * are not about a state, and the proof that check, promise and init do fail.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/coalescer.h"

enum {
    LOAD = COALESCER_LOAD,
    STORE = COALESCER_STORE,
    ATOMIC = COALESCER_ATOMIC,
    LANES = COALESCER_MAX_LANES,
    LINE = COALESCER_MAX_LINE_BYTES,
    BANKS = COALESCER_MAX_BANKS,
};

/* ---- a bench for worked cases ---------------------------------------------------------- */

struct bench {
    struct coalescer s;
    struct coalescer_in in;
    struct coalescer_out out;
};

static const struct coalescer_cfg hand = {
    .lanes = 8, .addr_width = 20, .line_bytes = 32, .tag_width = 9, .banks = 1};

static void quiet(struct bench *b)
{
    memset(&b->in, 0, sizeof b->in);
    for (uint32_t k = 0; k < BANKS; k++) b->in.req_ready[k] = true;
}

static void start_banks(struct bench *b, uint32_t banks)
{
    struct coalescer_cfg cfg = hand;
    cfg.banks = banks;
    memset(b, 0, sizeof *b);
    assert_null(coalescer_init(&b->s, &cfg));
    assert_null(coalescer_check(&b->s));
    quiet(b);
}

static void start(struct bench *b) { start_banks(b, 1); }

/* One cycle with the inputs set since the last; out stays to be looked at. */
static void cycle(struct bench *b)
{
    const char *broken = coalescer_promise(&b->s, &b->in);
    if (broken != NULL) fail_msg("promise: %s", broken);
    struct coalescer before = b->s;
    coalescer_eval(&b->s, &b->in, &b->out);
    assert_memory_equal(&before, &b->s, sizeof before);
    const bool rests = coalescer_rests(&b->s, &b->in, &b->out);
    coalescer_tick(&b->s, &b->in, &b->out);
    if (rests) assert_memory_equal(&before, &b->s, sizeof before);
    broken = coalescer_check(&b->s);
    if (broken != NULL) fail_msg("invariant: %s", broken);
    quiet(b);
}

static void access(struct bench *b, uint32_t kind, uint64_t tag)
{
    b->in.acc_valid = true;
    b->in.acc_kind = kind;
    b->in.acc_tag = tag;
}

/* A lane of the access; be and data are nothing to a load. */
static void lane(struct bench *b, uint32_t n, uint64_t addr, uint32_t be, uint32_t data)
{
    b->in.acc_mask |= UINT64_C(1) << n;
    b->in.acc_addr[n] = addr;
    b->in.acc_be[n] = be;
    b->in.acc_data[n] = data;
}

/* The bank's request; no other bank is asked about. */
static void expect_of_bank(const struct bench *b, uint32_t bank, uint64_t line, uint64_t lanes)
{
    assert_true(b->out.req_valid[bank]);
    assert_int_equal(b->out.req_line[bank], line);
    assert_int_equal(b->out.req_lanes[bank], lanes);
}

static void expect_request(const struct bench *b, uint64_t line, uint64_t lanes, bool last)
{
    expect_of_bank(b, 0, line, lanes);
    assert_int_equal(b->out.req_last, last);
}

/* Bytes of a bank's line from `first` on, "ab..ef" with . for one that is not enabled. */
static void expect_bytes_of(const struct bench *b, uint32_t bank, uint32_t first, const char *text)
{
    const uint8_t *data = b->out.req_data[bank];
    for (uint32_t i = 0; text[2 * i] != '\0'; i++) {
        static const char digits[] = "0123456789abcdef";
        bool enabled = text[2 * i] != '.';
        assert_int_equal(b->out.req_be[bank][first + i], enabled);
        if (!enabled) continue;
        assert_int_equal(digits[data[first + i] >> 4], text[2 * i]);
        assert_int_equal(digits[data[first + i] & 0xf], text[2 * i + 1]);
    }
}

static void expect_bytes(const struct bench *b, uint32_t first, const char *text)
{
    expect_bytes_of(b, 0, first, text);
}

static uint32_t bytes_enabled_of(const struct bench *b, uint32_t bank)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < LINE; i++) n += b->out.req_be[bank][i];
    return n;
}

static uint32_t bytes_enabled(const struct bench *b) { return bytes_enabled_of(b, 0); }

/* How many banks have a request. */
static uint32_t requests(const struct coalescer_out *out)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < BANKS; k++) n += out->req_valid[k];
    return n;
}

/* ---- which requests -------------------------------------------------------------------- */

static void load_one_line(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, LOAD, 0x155);
    for (uint32_t n = 0; n < 8; n++) lane(&b, n, 0x440 + 4 * (7 - n), 0xf, ~n);
    cycle(&b);
    assert_true(b.out.acc_ready);
    assert_false(b.out.req_valid[0]);
    cycle(&b);
    expect_request(&b, 0x22, 0xff, true);
    assert_int_equal(b.out.req_kind, LOAD);
    assert_int_equal(b.out.req_tag, 0x155);
    for (uint32_t n = 0; n < 8; n++) assert_int_equal(b.out.req_word[n], 7 - n);
    assert_int_equal(bytes_enabled(&b), 32); /* they are read */
    cycle(&b);
    assert_false(b.out.req_valid[0]);
}

/* The line of the lowest lane first, whatever its address. */
static void load_lines_in_order_of_lanes(void **state)
{
    (void)state;
    static const uint64_t addr[8] = {0, 0x300, 0x100, 0x304, 0x200, 0x100, 0, 0x31f};
    struct bench b;
    start(&b);
    access(&b, LOAD, 1);
    for (uint32_t n = 1; n < 8; n++) {
        if (n != 6) lane(&b, n, addr[n], 0, 0);
    }
    cycle(&b);
    cycle(&b);
    expect_request(&b, 0x300 / 32, 1 << 1 | 1 << 3 | 1 << 7, false);
    assert_int_equal(b.out.req_word[7], 7); /* a byte: its word */
    cycle(&b);
    expect_request(&b, 0x100 / 32, 1 << 2 | 1 << 5, false); /* the same word twice */
    cycle(&b);
    expect_request(&b, 0x200 / 32, 1 << 4, true);
    cycle(&b);
    assert_false(b.out.req_valid[0]);
}

/* Lines that differ in the top or the bottom bit alone. */
static void load_line_is_all_its_bits(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, LOAD, 1);
    lane(&b, 0, 0x00020, 0, 0);
    lane(&b, 1, 0x80020, 0, 0);
    lane(&b, 2, 0x00040, 0, 0);
    lane(&b, 3, 0x0003c, 0, 0);
    cycle(&b);
    cycle(&b);
    expect_request(&b, 1, 1 << 0 | 1 << 3, false);
    cycle(&b);
    expect_request(&b, 0x80020 / 32, 1 << 1, false);
    cycle(&b);
    expect_request(&b, 2, 1 << 2, true);
}

static void store_line(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, STORE, 2);
    lane(&b, 0, 0x60, 0xf, 0x33221100);
    lane(&b, 1, 0x66, 0xc, 0x77660000);
    lane(&b, 2, 0x80, 0xf, 0);
    lane(&b, 3, 0x7f, 0x8, 0xff000000);
    cycle(&b);
    cycle(&b);
    expect_request(&b, 3, 0xb, false);
    assert_int_equal(b.out.req_kind, STORE);
    expect_bytes(&b, 0, "00112233....6677");
    expect_bytes(&b, 28, "......ff");
    assert_int_equal(bytes_enabled(&b), 7);
    cycle(&b);
    expect_request(&b, 4, 4, true);
    assert_int_equal(bytes_enabled(&b), 4); /* zeros are stored as well */
}

static void store_higher_lane_wins(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, STORE, 2);
    lane(&b, 1, 0x28, 0x3, 0xdead2221);
    lane(&b, 4, 0x28, 0xe, 0x535251ee);
    lane(&b, 5, 0x2a, 0x4, 0xaa62bbcc);
    lane(&b, 7, 0x2b, 0x0, 0xffffffff); /* writes nothing */
    cycle(&b);
    cycle(&b);
    expect_request(&b, 1, 0xb2, true);
    expect_bytes(&b, 8, "21516253");
    assert_int_equal(bytes_enabled(&b), 4);
}

static void atomic_words_apart(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, ATOMIC, 3);
    for (uint32_t n = 0; n < 8; n++) {
        lane(&b, n, 4 * n, 0xf, n << 24 | n);
        b.in.acc_expect[n] = 0x30405060 + n;
    }
    cycle(&b);
    cycle(&b);
    expect_request(&b, 0, 0xff, true);
    assert_int_equal(b.out.req_kind, ATOMIC);
    expect_bytes(&b, 12, "0300000304000004");
    assert_int_equal(bytes_enabled(&b), 32);
    assert_int_equal(b.out.req_expect[0][12], 0x63);
    assert_int_equal(b.out.req_expect[0][14], 0x40);
    assert_int_equal(b.out.req_expect[0][31], 0x30);
}

static void atomic_one_word(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, ATOMIC, 3);
    for (uint32_t n = 0; n < 8; n++) lane(&b, n, 0x94, 0xf, 0x10 + n);
    cycle(&b);
    for (uint32_t n = 0; n < 8; n++) {
        cycle(&b);
        expect_request(&b, 4, 1u << n, n == 7);
        assert_int_equal(b.out.req_word[n], 5);
        assert_int_equal(b.out.req_data[0][20], 0x10 + n);
        assert_int_equal(bytes_enabled(&b), 4);
    }
}

/* Lanes that stay go before another line whose lanes are higher, behind one whose are lower. */
static void atomic_who_stays(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, ATOMIC, 3);
    lane(&b, 0, 0x40, 0xf, 1);
    lane(&b, 1, 0x44, 0xf, 2);
    lane(&b, 2, 0x20, 0xf, 3); /* another line, the same word */
    lane(&b, 3, 0x44, 0xf, 4);
    lane(&b, 4, 0x40, 0xf, 5);
    lane(&b, 5, 0x44, 0xf, 6);
    lane(&b, 6, 0x48, 0xf, 7);
    cycle(&b);
    cycle(&b);
    expect_request(&b, 2, 1 << 0 | 1 << 1 | 1 << 6, false);
    cycle(&b);
    expect_request(&b, 1, 1 << 2, false);
    cycle(&b);
    expect_request(&b, 2, 1 << 3 | 1 << 4, false);
    expect_bytes(&b, 0, "0500000004000000........");
    cycle(&b);
    expect_request(&b, 2, 1 << 5, true);
}

/* ---- the races of the page, row by row ------------------------------------------------- */

static void race_last_and_next(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, LOAD, 1);
    lane(&b, 0, 0x20, 0, 0);
    lane(&b, 1, 0x40, 0, 0);
    cycle(&b);
    access(&b, STORE, 2);
    lane(&b, 3, 0x64, 0xf, 7);
    cycle(&b);
    expect_request(&b, 1, 1, false);
    assert_false(b.out.acc_ready);
    access(&b, STORE, 2);
    lane(&b, 3, 0x64, 0xf, 7);
    b.in.req_ready[0] = false;
    cycle(&b);
    expect_request(&b, 2, 2, true);
    assert_false(b.out.acc_ready); /* it depends on req_ready_i */
    access(&b, STORE, 2);
    lane(&b, 3, 0x64, 0xf, 7);
    cycle(&b);
    expect_request(&b, 2, 2, true);
    assert_true(b.out.acc_ready);
    cycle(&b);
    expect_request(&b, 3, 8, true);
    assert_int_equal(b.out.req_tag, 2);
}

static void race_no_lane(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    for (uint32_t kind = LOAD; kind <= ATOMIC; kind++) {
        access(&b, kind, 1);
        cycle(&b);
        assert_true(b.out.acc_ready);
        assert_false(b.out.req_valid[0]);
    }
    access(&b, LOAD, 1);
    lane(&b, 0, 0x20, 0, 0);
    cycle(&b);
    assert_true(b.out.acc_ready);
    access(&b, STORE, 2);
    cycle(&b);
    expect_request(&b, 1, 1, true);
    assert_true(b.out.acc_ready);
    cycle(&b);
    assert_false(b.out.req_valid[0]);
    assert_true(b.out.acc_ready);
}

static void race_not_accepted(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, STORE, 1);
    lane(&b, 2, 0x20, 0xf, 0xabcd);
    lane(&b, 4, 0x60, 0xf, 0xabcd);
    cycle(&b);
    struct coalescer before = b.s;
    b.in.req_ready[0] = false;
    cycle(&b);
    struct coalescer_out first = b.out;
    access(&b, LOAD, 7); /* it knocks meanwhile */
    lane(&b, 0, 0xfff, 0, 0);
    b.in.req_ready[0] = false;
    cycle(&b);
    assert_memory_equal(&first, &b.out, sizeof first);
    assert_memory_equal(&before, &b.s, sizeof before);
    cycle(&b);
    expect_request(&b, 1, 4, false);
}

static void rule_idle(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    for (uint32_t i = 0; i < 2; i++) {
        b.in.req_ready[0] = i != 0;
        cycle(&b);
        assert_true(b.out.acc_ready); /* nothing kept: ready, whatever req_ready is */
        assert_false(b.out.req_valid[0]);
    }
}

static void rule_reset(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, ATOMIC, 1);
    for (uint32_t n = 0; n < 8; n++) lane(&b, n, 0x94, 0xf, n);
    cycle(&b);
    cycle(&b);
    coalescer_reset(&b.s);
    assert_null(coalescer_check(&b.s));
    b.in.req_ready[0] = false;
    cycle(&b);
    assert_false(b.out.req_valid[0]);
    assert_true(b.out.acc_ready);
}

/* ---- several banks --------------------------------------------------------------------- */

/* Every bank has a request in the first cycle, whatever lane has its line. */
static void a_request_a_bank(void **state)
{
    (void)state;
    for (uint32_t banks = 2; banks <= 16; banks *= 2) {
        const uint32_t lines = banks < 8 ? banks : 8;
        struct bench b;
        start_banks(&b, banks);
        access(&b, LOAD, 0x1aa);
        for (uint32_t n = 0; n < 8; n++)
            lane(&b, n, 0x600 + 32 * (n % lines) + 4 * n, 1 << n % 4, 0);
        cycle(&b);
        assert_int_equal(requests(&b.out), 0);
        cycle(&b);
        assert_int_equal(requests(&b.out), lines);
        assert_true(b.out.acc_ready && b.out.req_last);
        assert_int_equal(b.out.req_tag, 0x1aa);
        for (uint32_t k = 0; k < lines; k++) {
            uint64_t lanes = 0;
            for (uint32_t n = k; n < 8; n += lines) lanes |= UINT64_C(1) << n;
            expect_of_bank(&b, k, 0x600 / 32 + k, lanes);
            assert_int_equal(bytes_enabled_of(&b, k), 8 / lines);
        }
        for (uint32_t n = 0; n < 8; n++) assert_int_equal(b.out.req_word[n], n);
        cycle(&b);
        assert_int_equal(requests(&b.out), 0);
    }
}

/* The bank is that of the line's lowest bits alone, up to the top of memory. */
static void bank_of_a_line(void **state)
{
    (void)state;
    struct bench b;
    start_banks(&b, 4);
    for (uint32_t line = 0; line < 1u << 15; line = line < 40 ? line + 1 : 3 * line + 1) {
        access(&b, STORE, 1);
        lane(&b, 5, 32 * line + 28, 0xf, line);
        cycle(&b);
        cycle(&b);
        assert_int_equal(requests(&b.out), 1);
        expect_of_bank(&b, line % 4, line, 1 << 5);
    }
}

/* Bank conflicts: of two lines of a bank that of the lowest lane is first; another bank goes on
 * without waiting for it. */
static void conflict_of_a_bank(void **state)
{
    (void)state;
    struct bench b;
    start_banks(&b, 2);
    access(&b, LOAD, 1);
    lane(&b, 1, 32 * 6, 0, 0);
    lane(&b, 2, 32 * 1, 0, 0);
    lane(&b, 3, 32 * 2, 0, 0);
    lane(&b, 4, 32 * 6 + 4, 0, 0);
    lane(&b, 5, 32 * 3, 0, 0);
    lane(&b, 6, 32 * 0, 0, 0);
    lane(&b, 7, 32 * 2 + 4, 0, 0);
    cycle(&b);
    cycle(&b);
    expect_of_bank(&b, 0, 6, 1 << 1 | 1 << 4);
    expect_of_bank(&b, 1, 1, 1 << 2);
    assert_false(b.out.req_last || b.out.acc_ready);
    cycle(&b);
    expect_of_bank(&b, 0, 2, 1 << 3 | 1 << 7);
    expect_of_bank(&b, 1, 3, 1 << 5);
    assert_false(b.out.req_last || b.out.acc_ready); /* bank 0 has one more */
    cycle(&b);
    expect_of_bank(&b, 0, 0, 1 << 6);
    assert_int_equal(requests(&b.out), 1);
    assert_true(b.out.req_last && b.out.acc_ready);
}

/* A request that is not accepted stays as it is while the other bank's go, one after the other. */
static void refused_bank_stays(void **state)
{
    (void)state;
    struct bench b;
    start_banks(&b, 2);
    access(&b, STORE, 1);
    lane(&b, 0, 32 * 4, 0xf, 0x03020100);
    for (uint32_t n = 1; n < 4; n++) lane(&b, n, 32 * (2 * n + 1), 0xf, n);
    lane(&b, 4, 32 * 4 + 5, 0x2, 0x5500);
    cycle(&b);
    for (uint32_t n = 1; n < 6; n++) {
        b.in.req_ready[0] = false;
        cycle(&b);
        expect_of_bank(&b, 0, 4, 1 << 0 | 1 << 4);
        expect_bytes_of(&b, 0, 0, "00010203..55....");
        assert_int_equal(bytes_enabled_of(&b, 0), 5);
        assert_int_equal(b.out.req_valid[1], n < 4);
        if (n < 4) expect_of_bank(&b, 1, 2 * n + 1, UINT64_C(1) << n);
        assert_int_equal(b.out.req_last, n >= 3);
        assert_false(b.out.acc_ready);
    }
    cycle(&b);
    expect_of_bank(&b, 0, 4, 1 << 0 | 1 << 4);
    assert_true(b.out.req_last && b.out.acc_ready);
    cycle(&b);
    assert_int_equal(requests(&b.out), 0);
}

/* All banks of the last requests must accept for the next access to be taken: each alone is not
 * enough, and of no matter is a bank without one. */
static void next_behind_the_last(void **state)
{
    (void)state;
    for (uint32_t ready = 0; ready < 16; ready++) {
        struct bench b;
        start_banks(&b, 4);
        access(&b, LOAD, 1);
        lane(&b, 0, 32 * 1, 0, 0);
        lane(&b, 1, 32 * 2, 0, 0);
        lane(&b, 2, 32 * 3, 0, 0);
        cycle(&b);
        access(&b, STORE, 2);
        lane(&b, 7, 32 * 8, 0xf, 0x77);
        for (uint32_t k = 0; k < 4; k++) b.in.req_ready[k] = (ready >> k & 1) != 0;
        cycle(&b);
        assert_int_equal(requests(&b.out), 3);
        assert_true(b.out.req_last);
        assert_int_equal(b.out.acc_ready, ready >> 1 == 7);
        cycle(&b);
        if (ready >> 1 == 7) expect_of_bank(&b, 0, 8, 1 << 7);
        assert_int_equal(b.out.req_tag, ready >> 1 == 7 ? 2 : 1);
        for (uint32_t k = 1; k < 4; k++) assert_int_equal(b.out.req_valid[k], !(ready >> k & 1));
    }
}

/* Atomics: a lane for each word of a bank's line in a cycle; each bank at its own pace. */
static void atomics_of_banks(void **state)
{
    (void)state;
    struct bench b;
    start_banks(&b, 2);
    access(&b, ATOMIC, 3);
    lane(&b, 0, 0x40, 0xf, 1);
    lane(&b, 1, 0x64, 0xf, 2);
    lane(&b, 2, 0x40, 0xf, 3);
    lane(&b, 3, 0x44, 0xf, 4);
    lane(&b, 4, 0x64, 0xf, 5);
    lane(&b, 5, 0x64, 0xf, 6);
    for (uint32_t n = 0; n < 8; n++) b.in.acc_expect[n] = 0xe0 + n;
    cycle(&b);
    cycle(&b);
    expect_of_bank(&b, 0, 2, 1 << 0 | 1 << 3);
    expect_of_bank(&b, 1, 3, 1 << 1);
    expect_bytes_of(&b, 0, 0, "0100000004000000........");
    expect_bytes_of(&b, 1, 0, "........02000000........");
    assert_int_equal(b.out.req_expect[0][4], 0xe3);
    assert_int_equal(b.out.req_expect[1][4], 0xe1);
    cycle(&b);
    expect_of_bank(&b, 0, 2, 1 << 2);
    expect_of_bank(&b, 1, 3, 1 << 4);
    assert_false(b.out.req_last);
    cycle(&b);
    expect_of_bank(&b, 1, 3, 1 << 5);
    assert_int_equal(requests(&b.out), 1);
    assert_true(b.out.req_last);
}

/* Stores: the higher lane of a line wins in each bank. */
static void stores_of_banks(void **state)
{
    (void)state;
    struct bench b;
    start_banks(&b, 16);
    access(&b, STORE, 3);
    for (uint32_t n = 0; n < 8; n++) lane(&b, n, 32 * (14 + n % 2) + 8, 0x3 << n / 4, 0x010101 * n);
    cycle(&b);
    cycle(&b);
    assert_int_equal(requests(&b.out), 2);
    expect_of_bank(&b, 14, 14, 0x55);
    expect_of_bank(&b, 15, 15, 0xaa);
    expect_bytes_of(&b, 14, 8, "020606..");
    expect_bytes_of(&b, 15, 8, "030707..");
}

/* A line of one word, one lane: nothing to put together. */
static void smallest(void **state)
{
    (void)state;
    static const struct coalescer_cfg one = {1, 4, 4, 1, 1};
    struct bench b;
    start(&b);
    assert_null(coalescer_init(&b.s, &one));
    access(&b, STORE, 1);
    lane(&b, 0, 0xd, 2, 0xaa00);
    cycle(&b);
    cycle(&b);
    expect_request(&b, 3, 1, true);
    assert_int_equal(b.out.req_word[0], 0);
    expect_bytes(&b, 0, "..aa....");
}

static void largest(void **state)
{
    (void)state;
    static const struct coalescer_cfg most = {64, 64, 256, 64, 1};
    struct bench b;
    start(&b);
    assert_null(coalescer_init(&b.s, &most));
    access(&b, STORE, UINT64_MAX);
    for (uint32_t n = 0; n < 64; n++) lane(&b, n, UINT64_MAX - 3 - 4 * n, 0xf, n);
    cycle(&b);
    cycle(&b);
    expect_request(&b, UINT64_MAX / 256, UINT64_MAX, true);
    assert_int_equal(b.out.req_tag, UINT64_MAX);
    assert_int_equal(b.out.req_word[63], 0);
    assert_int_equal(bytes_enabled(&b), 256);
}

/* The page's numbers of bits. */
static void default_state_bits(void **state)
{
    (void)state;
    assert_int_equal(32 * (32 + 32 + 4), 2176);
}

/* ---- the naive twin: the plan of an access --------------------------------------------- */

struct request {
    uint64_t line;
    uint64_t lanes;
};

/* The requests to a bank, one after the other. */
struct plan {
    struct request request[LANES];
    uint32_t n, at; /* how many requests, the present one */
};

struct twin {
    const struct coalescer_cfg *cfg;
    struct coalescer_in access; /* the one that is kept */
    struct plan plan[BANKS];
};

static bool on(const struct coalescer_in *in, uint32_t n) { return (in->acc_mask >> n & 1) != 0; }

/* How often its word is asked for by lanes before this one. */
static uint32_t turn_of(const struct coalescer_in *in, uint32_t n)
{
    uint32_t turn = 0;
    for (uint32_t k = 0; k < n; k++)
        turn += on(in, k) && in->acc_addr[k] / 4 == in->acc_addr[n] / 4;
    return turn;
}

/* The turn-th request of a line serves the lanes whose turn it is; of loads and stores all. */
static uint64_t lanes_of(const struct twin *t, uint64_t line, uint32_t turn)
{
    uint64_t lanes = 0;
    for (uint32_t n = 0; n < t->cfg->lanes; n++) {
        if (!on(&t->access, n) || t->access.acc_addr[n] / t->cfg->line_bytes != line) continue;
        if (t->access.acc_kind == ATOMIC && turn_of(&t->access, n) != turn) continue;
        lanes |= UINT64_C(1) << n;
    }
    return lanes;
}

static void twin_empty(struct twin *t)
{
    for (uint32_t b = 0; b < BANKS; b++) t->plan[b].n = t->plan[b].at = 0;
}

/* Adds the next request of a line to its bank's plan; returns its lanes. */
static uint64_t plan_request(struct twin *t, uint64_t line)
{
    struct plan *p = &t->plan[line % t->cfg->banks];
    struct request *r = &p->request[p->n];
    uint32_t turn = 0;
    for (uint32_t k = 0; k < p->n; k++) turn += p->request[k].line == line;
    r->line = line;
    r->lanes = lanes_of(t, line, turn);
    p->n++;
    return r->lanes;
}

static void twin_take(struct twin *t, const struct coalescer_in *in)
{
    uint64_t planned = 0;
    t->access = *in;
    twin_empty(t);
    for (uint32_t n = 0; n < t->cfg->lanes; n++)
        while (on(in, n) && (planned >> n & 1) == 0)
            planned |= plan_request(t, in->acc_addr[n] / t->cfg->line_bytes);
}

/* Requests that are still to be made, those of this cycle among them: the most of any bank. */
static uint32_t to_come(const struct twin *t)
{
    uint32_t most = 0;
    for (uint32_t b = 0; b < t->cfg->banks; b++) {
        const uint32_t left = t->plan[b].n - t->plan[b].at;
        if (left > most) most = left;
    }
    return most;
}

/* Is the access over if the banks are ready like this? */
static bool is_last(const struct twin *t, const struct coalescer_in *in)
{
    for (uint32_t b = 0; b < t->cfg->banks; b++)
        if (t->plan[b].at + in->req_ready[b] < t->plan[b].n) return false;
    return true;
}

/* The lane whose data a byte of the line gets: the highest that enables it; LANES: none. */
static uint32_t writer(const struct twin *t, const struct request *r, uint32_t byte)
{
    uint64_t addr = r->line * t->cfg->line_bytes + byte;
    for (uint32_t n = t->cfg->lanes; n-- > 0;) {
        bool writes = (t->access.acc_be[n] >> addr % 4 & 1) != 0;
        if ((r->lanes >> n & 1) != 0 && t->access.acc_addr[n] / 4 == addr / 4 && writes) return n;
    }
    return LANES;
}

static void compare_line(const struct twin *t, uint32_t bank, const struct coalescer_out *out)
{
    const struct request *r = &t->plan[bank].request[t->plan[bank].at];
    for (uint32_t i = 0; i < t->cfg->line_bytes; i++) {
        uint32_t n = writer(t, r, i);
        assert_int_equal(out->req_be[bank][i], n < LANES);
        const bool writes = n < LANES && t->access.acc_kind != LOAD;
        assert_int_equal(out->req_data[bank][i],
                         writes ? t->access.acc_data[n] >> 8 * (i % 4) & 0xff : 0);
        const bool expects = n < LANES && t->access.acc_kind == ATOMIC;
        assert_int_equal(out->req_expect[bank][i],
                         expects ? t->access.acc_expect[n] >> 8 * (i % 4) & 0xff : 0);
    }
}

static void compare_bank(const struct twin *t, uint32_t bank, const struct coalescer_out *out)
{
    const struct plan *p = &t->plan[bank];
    const struct request *r = &p->request[p->at];
    assert_int_equal(out->req_valid[bank], p->at < p->n);
    if (p->at >= p->n) return;
    assert_int_equal(out->req_line[bank], r->line);
    assert_int_equal(out->req_lanes[bank], r->lanes);
    for (uint32_t n = 0; n < t->cfg->lanes; n++) {
        if ((r->lanes >> n & 1) == 0) continue;
        assert_int_equal(out->req_word[n], t->access.acc_addr[n] % t->cfg->line_bytes / 4);
    }
    compare_line(t, bank, out);
}

static void twin_compare(const struct twin *t, const struct coalescer_in *in,
                         const struct coalescer_out *out)
{
    assert_int_equal(out->acc_ready, is_last(t, in));
    for (uint32_t b = 0; b < t->cfg->banks; b++) compare_bank(t, b, out);
    if (to_come(t) == 0) return;
    assert_int_equal(out->req_kind, t->access.acc_kind);
    assert_int_equal(out->req_tag, t->access.acc_tag);
    assert_int_equal(out->req_last, to_come(t) == 1);
}

static void twin_tick(struct twin *t, const struct coalescer_in *in)
{
    const bool takes = in->acc_valid && is_last(t, in);
    for (uint32_t b = 0; b < t->cfg->banks; b++)
        t->plan[b].at += t->plan[b].at < t->plan[b].n && in->req_ready[b];
    if (takes) twin_take(t, in);
}

/* ---- the invariants of requests -------------------------------------------------------- */

static void expect_invariants_of(const struct coalescer *s, const struct coalescer_out *out,
                                 uint32_t bank)
{
    uint64_t words = 0;
    assert_int_equal(out->req_valid[bank], out->req_lanes[bank] != 0);
    assert_int_equal(out->req_lanes[bank] & ~s->left, 0);
    if (!out->req_valid[bank]) return;
    assert_int_equal(out->req_line[bank] % s->cfg.banks, bank); /* right_bank */
    for (uint32_t n = 0; n < s->cfg.lanes; n++) {
        if ((out->req_lanes[bank] >> n & 1) == 0) continue;
        assert_int_equal(s->addr[n] / s->cfg.line_bytes, out->req_line[bank]); /* same_line */
        uint64_t word = UINT64_C(1) << out->req_word[n];
        assert_true(s->kind != ATOMIC || (words & word) == 0); /* one_a_word */
        words |= word;
    }
}

static void expect_invariants(const struct coalescer *s, const struct coalescer_out *out)
{
    uint64_t lanes = 0;
    for (uint32_t b = 0; b < s->cfg.banks; b++) {
        expect_invariants_of(s, out, b);
        assert_int_equal(lanes & out->req_lanes[b], 0); /* once: by one bank */
        lanes |= out->req_lanes[b];
    }
}

/* Lanes of the access that was taken last; those of them whose request was accepted. When the next
 * one is taken each lane was served once. */
struct served {
    uint64_t mask, lanes;
};

static void count_served(struct served *v, const struct coalescer *s, const struct coalescer_in *in,
                         const struct coalescer_out *out)
{
    for (uint32_t b = 0; b < s->cfg.banks; b++) {
        if (!out->req_valid[b] || !in->req_ready[b]) continue;
        assert_int_equal(v->lanes & out->req_lanes[b], 0);
        v->lanes |= out->req_lanes[b];
    }
    if (!in->acc_valid || !out->acc_ready) return;
    assert_int_equal(v->lanes, v->mask);
    *v = (struct served){.mask = in->acc_mask};
}

/* ---- the stimulus ---------------------------------------------------------------------- */

enum { SCATTER, SAME_LINE, STRIDE, FEW_LINES, ONE_WORD, FEW_WORDS, ONE_BANK, PATTERNS };

static void draw_addresses(const struct coalescer_cfg *cfg, struct hd_rng *rng,
                           struct coalescer_in *in)
{
    uint64_t all = UINT64_MAX >> (64 - cfg->addr_width);
    uint64_t base = hd_rng_next(rng), stride = UINT64_C(1) << hd_rng_below(rng, 8);
    uint32_t pattern = hd_rng_below(rng, PATTERNS);
    for (uint32_t n = 0; n < cfg->lanes; n++) {
        uint64_t any = hd_rng_next(rng) >> 8, line = cfg->line_bytes, lines = 2 + cfg->banks;
        switch (pattern) {
        case SCATTER: in->acc_addr[n] = any; break;
        case SAME_LINE: in->acc_addr[n] = base / line * line + any % line; break;
        case STRIDE: in->acc_addr[n] = base + n * stride; break;
        case FEW_LINES: in->acc_addr[n] = base / line * line + any % (lines * line); break;
        case ONE_WORD: in->acc_addr[n] = base / 4 * 4 + any % 4; break;
        case ONE_BANK:
            in->acc_addr[n] = base / line * line + any / line % 4 * cfg->banks * line + any % line;
            break;
        default: in->acc_addr[n] = base + any % 16; break;
        }
        in->acc_addr[n] &= all;
    }
}

static void draw_access(const struct coalescer_cfg *cfg, struct hd_rng *rng,
                        struct coalescer_in *in)
{
    memset(in, 0, sizeof *in);
    in->acc_valid = hd_rng_chance(rng, 3, 4);
    in->acc_kind = hd_rng_below(rng, 3);
    in->acc_tag = hd_rng_next(rng) >> (64 - cfg->tag_width);
    in->acc_mask = hd_rng_next(rng);
    for (uint32_t k = hd_rng_below(rng, 4); k > 0; k--) in->acc_mask |= hd_rng_next(rng);
    if (hd_rng_chance(rng, 1, 8)) in->acc_mask = UINT64_C(1) << hd_rng_below(rng, cfg->lanes);
    if (hd_rng_chance(rng, 1, 8)) in->acc_mask = 0;
    in->acc_mask &= UINT64_MAX >> (64 - cfg->lanes);
    draw_addresses(cfg, rng, in);
    for (uint32_t n = 0; n < cfg->lanes; n++) {
        in->acc_data[n] = (uint32_t)(hd_rng_next(rng) >> 32);
        in->acc_expect[n] = (uint32_t)(hd_rng_next(rng) >> 32);
        in->acc_be[n] = hd_rng_below(rng, 16);
        if (in->acc_kind == ATOMIC) in->acc_be[n] = in->acc_be[n] != 0 ? 0xf : 0;
    }
}

struct run {
    const char *name;
    struct coalescer_cfg cfg;
    uint32_t cycles;
};

static const struct run runs[] = {{"smallest", {1, 4, 4, 1, 1}, 20000},
                                  {"small", {4, 6, 8, 2, 1}, 30000},
                                  {"words", {6, 5, 4, 3, 1}, 30000},
                                  {"odd", {7, 13, 32, 5, 1}, 30000},
                                  {"default", {32, 32, 128, 16, 1}, 30000},
                                  {"largest", {64, 64, 256, 64, 1}, 15000},
                                  {"one lane of two banks", {1, 4, 4, 1, 2}, 20000},
                                  {"two banks", {4, 6, 8, 2, 2}, 30000},
                                  {"words of four banks", {6, 5, 4, 3, 4}, 30000},
                                  {"odd, four banks", {7, 13, 32, 5, 4}, 30000},
                                  {"eight banks", {16, 20, 16, 7, 8}, 20000},
                                  {"sixteen banks", {32, 32, 128, 16, 16}, 20000},
                                  {"largest of sixteen banks", {64, 64, 256, 64, 16}, 10000}};

struct seen {
    uint32_t taken_with_last, no_lanes, waits, stays, many;
    uint32_t together, all, one_waits, conflicts;
};

static void look(struct seen *n, const struct coalescer *s, const struct coalescer_in *in,
                 const struct coalescer_out *out)
{
    bool takes = in->acc_valid && out->acc_ready, many = false;
    uint32_t offered = 0, accepted = 0;
    for (uint32_t b = 0; b < s->cfg.banks; b++) {
        const uint64_t lanes = out->req_lanes[b];
        offered += out->req_valid[b];
        accepted += out->req_valid[b] && in->req_ready[b];
        many = many || (lanes & (lanes - 1)) != 0;
    }
    const bool valid = offered != 0;
    n->taken_with_last += takes && valid;
    n->no_lanes += takes && in->acc_mask == 0;
    n->waits += accepted < offered;
    n->stays += valid && out->req_kind == ATOMIC && !out->req_last;
    n->many += many;
    n->together += offered > 1;
    n->all += offered == s->cfg.banks;
    n->one_waits += accepted > 0 && accepted < offered;
    n->conflicts += offered > 1 && !out->req_last;
}

static void expect_seen(const struct seen *n, const struct coalescer_cfg *cfg)
{
    assert_true(n->taken_with_last > 100 && n->no_lanes > 10 && n->waits > 100);
    assert_true(cfg->lanes == 1 || (n->stays > 100 && n->many > 100));
    if (cfg->lanes == 1 || cfg->banks == 1) return;
    assert_true(n->together > 100 && n->one_waits > 100 && n->conflicts > 100);
    assert_true(cfg->banks > cfg->lanes || n->all > 30);
}

static void random_cycles(void **state)
{
    const struct run *r = *state;
    static struct twin t; /* large */
    struct coalescer s;
    struct coalescer_in in;
    struct seen n = {0};
    struct served served = {0};
    struct hd_rng rng;
    memset(&t, 0, sizeof t);
    t.cfg = &r->cfg;
    hd_rng_seed(&rng, r->cfg.lanes + r->cfg.banks - 1);
    assert_null(coalescer_init(&s, &r->cfg));
    for (uint32_t c = 0; c < r->cycles; c++) {
        struct coalescer_out out;
        draw_access(&r->cfg, &rng, &in);
        for (uint32_t b = 0; b < BANKS; b++) in.req_ready[b] = hd_rng_chance(&rng, 3, 4);
        const char *broken = coalescer_promise(&s, &in);
        if (broken != NULL) fail_msg("%s cycle %u: promise: %s", r->name, c, broken);
        coalescer_eval(&s, &in, &out);
        twin_compare(&t, &in, &out);
        expect_invariants(&s, &out);
        look(&n, &s, &in, &out);
        if (hd_rng_chance(&rng, 1, 300)) {
            coalescer_reset(&s);
            twin_empty(&t);
            served = (struct served){0};
        } else {
            count_served(&served, &s, &in, &out);
            coalescer_tick(&s, &in, &out);
            twin_tick(&t, &in);
        }
        broken = coalescer_check(&s);
        if (broken != NULL) fail_msg("%s cycle %u: invariant %s", r->name, c, broken);
    }
    expect_seen(&n, &r->cfg);
}

/* ---- check, promise and init fail when they should ------------------------------------- */

/* A load of lanes 0 to 3 from two lines; the request for lanes 0 and 1 was accepted. */
static void half_done(struct bench *b)
{
    start(b);
    access(b, LOAD, 1);
    for (uint32_t n = 0; n < 4; n++) lane(b, n, 0x20 + 0x20 * (n / 2), 0, 0);
    cycle(b);
    cycle(b);
}

static void expect_broken(struct bench *b, const char *name)
{
    assert_non_null(coalescer_check(&b->s));
    assert_string_equal(coalescer_check(&b->s), name);
    half_done(b);
}

static void check_finds(void **state)
{
    (void)state;
    struct bench b;
    half_done(&b);
    b.s.mask |= 1 << 8;
    expect_broken(&b, "lane_range");
    b.s.kind = 3;
    expect_broken(&b, "kind_range");
    b.s.left |= 1; /* it would be served again */
    expect_broken(&b, "once");
    b.s.left &= ~UINT64_C(4); /* it never would */
    expect_broken(&b, "once");
    b.s.left |= 1 << 5; /* it did not access */
    expect_broken(&b, "once");
    b.s.requests = 2; /* two lines, one more to come */
    expect_broken(&b, "ends");
    b.s.kind = ATOMIC;
    b.s.requests = 3;
    assert_null(coalescer_check(&b.s));
    b.s.requests = 4;
    expect_broken(&b, "ends");
    b.s.left = b.s.mask = b.s.served = b.s.requests = 0;
    b.s.kind = 3; /* nothing kept: means nothing */
    assert_null(coalescer_check(&b.s));
}

/* The requests of a cycle count as one for each bank. */
static void check_finds_in_banks(void **state)
{
    (void)state;
    struct bench b;
    start_banks(&b, 4);
    access(&b, LOAD, 1);
    for (uint32_t n = 0; n < 8; n++) lane(&b, n, 32 * (n / 2), 0, 0);
    cycle(&b);
    b.in.req_ready[3] = false;
    cycle(&b);
    assert_int_equal(b.s.left, 0xc0);
    assert_int_equal(b.s.requests, 3);
    b.s.requests = 4; /* four lines, one more to come */
    assert_string_equal(coalescer_check(&b.s), "ends");
    b.s.requests = 3;
    b.s.left = 0x80;
    assert_string_equal(coalescer_check(&b.s), "once");
    b.s.left = 0xc2;
    assert_string_equal(coalescer_check(&b.s), "once");
    b.s.left = 0xc0;
    assert_null(coalescer_check(&b.s));
    coalescer_reset(&b.s);
    cycle(&b);
    assert_int_equal(requests(&b.out), 0);
}

/* What the inputs set since the last call break, told in this sentence. */
static void expect_promise(struct bench *b, const char *sentence)
{
    const char *broken = coalescer_promise(&b->s, &b->in);
    assert_non_null(broken);
    assert_string_equal(broken, sentence);
    quiet(b);
}

static void expect_kept(struct bench *b)
{
    assert_null(coalescer_promise(&b->s, &b->in));
    quiet(b);
}

static void promise_finds(void **state)
{
    (void)state;
    struct bench b;
    start(&b);
    access(&b, 3, 0);
    expect_promise(&b, "an access is of no kind");
    access(&b, LOAD, 0x200);
    expect_promise(&b, "a tag is wider than TagWidth");
    access(&b, LOAD, 0);
    lane(&b, 8, 0, 0, 0);
    expect_promise(&b, "a lane accesses that is not below Lanes");
    access(&b, LOAD, 0);
    lane(&b, 7, 1 << 20, 0, 0);
    expect_promise(&b, "an address is wider than AddrWidth");
    access(&b, STORE, 0);
    lane(&b, 7, 0, 0x10, 0);
    expect_promise(&b, "a byte is not of the word");
    for (uint32_t be = 1; be < 0xf; be++) { /* none: an sc that is to fail */
        access(&b, ATOMIC, 0);
        lane(&b, 3, 0, be, 0);
        expect_promise(&b, "an atomic has a part of its bytes");
    }
    access(&b, ATOMIC, 0);
    lane(&b, 3, 0, 0xf, 0);
    b.in.acc_addr[2] = UINT64_MAX; /* lanes that do not access */
    b.in.acc_be[2] = 0x17;
    expect_kept(&b);
    access(&b, LOAD, 0x1ff);
    lane(&b, 3, 0xfffff, 0x17, 0);
    expect_kept(&b);
    b.in.acc_kind = 3; /* not offered */
    b.in.acc_mask = UINT64_MAX;
    expect_kept(&b);
}

static void init_refuses(void **state)
{
    (void)state;
    static const char line[] = "LineBytes must be a power of two, 4 to 256";
    static const char room[] = "AddrWidth must be above log2(LineBytes)";
    static const char banks[] = "Banks must be a power of two, 1 to 16";
    static const char room_banks[] = "AddrWidth must be above log2(LineBytes) + log2(Banks)";
    static const struct {
        struct coalescer_cfg cfg;
        const char *sentence;
    } bad[] = {
        {{0, 32, 128, 16, 1}, "Lanes must be 1 to 64"},
        {{65, 32, 128, 16, 1}, "Lanes must be 1 to 64"},
        {{32, 3, 4, 16, 1}, "AddrWidth must be 4 to 64"},
        {{32, 65, 128, 16, 1}, "AddrWidth must be 4 to 64"},
        {{32, 32, 0, 16, 1}, line},
        {{32, 32, 2, 16, 1}, line},
        {{32, 32, 48, 16, 1}, line},
        {{32, 32, 512, 16, 1}, line},
        {{32, 4, 16, 16, 1}, room},
        {{32, 8, 256, 16, 1}, room},
        {{32, 32, 128, 0, 1}, "TagWidth must be 1 to 64"},
        {{32, 32, 128, 65, 1}, "TagWidth must be 1 to 64"},
        {{32, 32, 128, 16, 0}, banks},
        {{32, 32, 128, 16, 3}, banks},
        {{32, 32, 128, 16, 32}, banks},
        {{32, 8, 128, 16, 2}, room_banks},
        {{32, 10, 64, 16, 16}, room_banks},
    };
    struct coalescer s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *error = coalescer_init(&s, &bad[i].cfg);
        assert_non_null(error);
        assert_string_equal(error, bad[i].sentence);
    }
    assert_null(coalescer_init(&s, &(struct coalescer_cfg){1, 4, 8, 1, 1}));
    assert_null(coalescer_init(&s, &(struct coalescer_cfg){64, 9, 256, 64, 1}));
    assert_null(coalescer_init(&s, &(struct coalescer_cfg){32, 9, 128, 16, 2}));
    assert_null(coalescer_init(&s, &(struct coalescer_cfg){32, 11, 64, 16, 16}));
}

int main(void)
{
    struct CMUnitTest tests[50] = {
        cmocka_unit_test(load_one_line),
        cmocka_unit_test(load_lines_in_order_of_lanes),
        cmocka_unit_test(load_line_is_all_its_bits),
        cmocka_unit_test(store_line),
        cmocka_unit_test(store_higher_lane_wins),
        cmocka_unit_test(atomic_words_apart),
        cmocka_unit_test(atomic_one_word),
        cmocka_unit_test(atomic_who_stays),
        cmocka_unit_test(race_last_and_next),
        cmocka_unit_test(race_no_lane),
        cmocka_unit_test(race_not_accepted),
        cmocka_unit_test(rule_idle),
        cmocka_unit_test(rule_reset),
        cmocka_unit_test(a_request_a_bank),
        cmocka_unit_test(bank_of_a_line),
        cmocka_unit_test(conflict_of_a_bank),
        cmocka_unit_test(refused_bank_stays),
        cmocka_unit_test(next_behind_the_last),
        cmocka_unit_test(atomics_of_banks),
        cmocka_unit_test(stores_of_banks),
        cmocka_unit_test(smallest),
        cmocka_unit_test(largest),
        cmocka_unit_test(default_state_bits),
        cmocka_unit_test(check_finds),
        cmocka_unit_test(check_finds_in_banks),
        cmocka_unit_test(promise_finds),
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
    return cmocka_run_group_tests_name("coalescer", tests, NULL, NULL);
}
