/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the memory behind a core's port: atomics that compare and that add floats, each thread's
 * reservation, and a naive twin that keeps a reservation a thread and looks at all of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "common/rng.h"
#include "core/line_memory.h"
#include "core/shared_memory.h"

enum {
    LR = SHARED_MEMORY_LR,
    SC = SHARED_MEMORY_SC,
    CAS = SHARED_MEMORY_CAS,
    ADDF = SHARED_MEMORY_ADDF,
    LINE = 16, /* bytes */
    WORDS = LINE_CONTENTS_PLACES + 64,
    PATIENCE = LINE_CONTENTS_PATIENCE,
};

struct bench {
    struct isa_image image;
    struct isa_memory contents;
    struct line_memory memory;
    uint32_t base;
};

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    b->image.end = ISA_IMAGE_BASE;
    assert_true(isa_memory_init(&b->contents, &b->image));
    b->base = isa_memory_allocate(&b->contents, "buffer", 4 * WORDS);
    assert_null(line_memory_init(&b->memory, &(struct line_memory_cfg){LINE, 3, 1, 4}));
    assert_true(line_contents_attach(&b->memory.contents, &b->contents, 0, 0));
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

static uint32_t *word(struct bench *b, uint32_t n)
{
    return isa_memory_any_word(&b->contents, b->base + 4 * n);
}

/* A request of one lane, from its acceptance to its answer. */
static uint32_t request_bytes(struct bench *b, uint32_t kind, uint32_t op, uint32_t thread,
                              uint32_t n, uint32_t data, uint32_t expected, uint32_t enables)
{
    uint32_t datas[LINE / 4] = {0}, expects[LINE / 4] = {0}, at[64] = {0}, owner[64] = {0};
    const uint32_t address = b->base + 4 * n, w = address % LINE / 4, be = enables << 4 * w;
    datas[w] = data;
    expects[w] = expected;
    at[5] = w;
    owner[5] = thread;
    assert_true(line_memory_ready(&b->memory));
    const struct line_request r = {kind, 3, address / LINE, datas, &be, op, 32, at, owner, expects};
    line_memory_accept(&b->memory, &r);
    const struct line_answer *a;
    while ((a = line_memory_answer(&b->memory)) == NULL) line_memory_tick(&b->memory);
    assert_int_equal(a->id, 3);
    const uint32_t value = a->data[w];
    line_memory_taken(&b->memory);
    line_memory_tick(&b->memory);
    return value;
}

static uint32_t request(struct bench *b, uint32_t kind, uint32_t op, uint32_t thread, uint32_t n,
                        uint32_t data, uint32_t expected)
{
    return request_bytes(b, kind, op, thread, n, data, expected, 0xf);
}

static uint32_t lr(struct bench *b, uint32_t thread, uint32_t n)
{
    return request(b, 2, LR, thread, n, 0, 0);
}

static uint32_t sc(struct bench *b, uint32_t thread, uint32_t n, uint32_t data)
{
    return request(b, 2, SC, thread, n, data, 0);
}

static void store(struct bench *b, uint32_t n, uint32_t data) { request(b, 1, 0, 0, n, data, 0); }

static void compares_and_adds(void **state)
{
    struct bench *b = *state;
    store(b, 5, 70);
    assert_int_equal(request(b, 2, CAS, 1, 5, 80, 71), 70);
    assert_int_equal(*word(b, 5), 70);
    assert_int_equal(request(b, 2, CAS, 1, 5, 80, 70), 70);
    assert_int_equal(*word(b, 5), 80);
    store(b, 6, 0x3f800000);
    assert_int_equal(request(b, 2, ADDF, 1, 6, 0x3fc00000, 0), 0x3f800000);
    assert_int_equal(*word(b, 6), 0x40200000);
}

/* As many threads as there are, each with a word of its own: none is refused, though words that are
 * LINE_CONTENTS_PLACES apart are found at one place. */
static void no_thread_is_refused_for_another_word(void **state)
{
    struct bench *b = *state;
    for (uint32_t n = 0; n < WORDS; n++) lr(b, LINE_CONTENTS_OWNERS - 1 - n, n);
    for (uint32_t n = WORDS; n-- > 0;)
        assert_int_equal(sc(b, LINE_CONTENTS_OWNERS - 1 - n, n, n + 7), 0);
    for (uint32_t n = 0; n < WORDS; n++) assert_int_equal(*word(b, n), n + 7);
    for (uint32_t n = 0; n < WORDS; n++)
        assert_int_equal(sc(b, LINE_CONTENTS_OWNERS - 1 - n, n, 0), 1);
}

static void one_word_is_one_threads(void **state)
{
    struct bench *b = *state;
    lr(b, 1, 9);
    lr(b, 2, 9); /* refused */
    assert_int_equal(sc(b, 2, 9, 5), 1);
    assert_int_equal(sc(b, 1, 9, 5), 0);
    lr(b, 1, 9);
    for (uint32_t n = 0; n < PATIENCE - 1; n++) lr(b, 2 + n % 2, 9);
    lr(b, 4, 9); /* the refusal that is one too many */
    assert_int_equal(sc(b, 1, 9, 6), 1);
    assert_int_equal(sc(b, 4, 9, 6), 0);
    lr(b, 1, 9);
    lr(b, 2, 9);
    lr(b, 1, 9); /* taken anew: the count begins at 0 */
    for (uint32_t n = 0; n < PATIENCE - 1; n++) lr(b, 2, 9);
    assert_int_equal(sc(b, 1, 9, 7), 0);
}

static void what_ends_a_reservation(void **state)
{
    struct bench *b = *state;
    lr(b, 1, 9); /* an sc that enables no byte fails, and ends it */
    assert_int_equal(request_bytes(b, 2, SC, 1, 9, 5, 0, 0), 1);
    assert_int_equal(sc(b, 1, 9, 5), 1);
    lr(b, 1, 9);
    store(b, 9 + LINE_CONTENTS_PLACES, 1);                /* another word of the same place */
    assert_int_equal(request(b, 2, CAS, 2, 9, 1, 77), 0); /* writes nothing */
    assert_int_equal(sc(b, 1, 9, 5), 0);
    lr(b, 1, 9);
    request(b, 2, CAS, 2, 9, 5, 5); /* writes what was there */
    assert_int_equal(sc(b, 1, 9, 6), 1);
    lr(b, 1, 9);
    request(b, 2, ADDF, 1, 9, 0, 0);
    assert_int_equal(sc(b, 1, 9, 6), 1);
    lr(b, 1, 9);
    lr(b, 1, 8); /* moves */
    assert_int_equal(sc(b, 1, 9, 6), 1);
    lr(b, 1, 9);
    assert_true(line_contents_attach(&b->memory.contents, &b->contents, 0, 0)); /* another launch */
    assert_int_equal(sc(b, 1, 9, 6), 1);
}

/* ---- a naive twin ---------------------------------------------------------------------- */

enum { THREADS = 12, HOT = 9 };

struct twin {
    uint32_t word[HOT];
    bool holds[THREADS];
    uint32_t of[THREADS], refusals[THREADS];
    uint32_t ended, refused;
};

static void twin_written(struct twin *t, uint32_t n)
{
    for (uint32_t k = 0; k < THREADS; k++)
        if (t->of[k] == n) t->holds[k] = false;
}

static void twin_lr(struct twin *t, uint32_t thread, uint32_t n)
{
    t->holds[thread] = false;
    for (uint32_t k = 0; k < THREADS; k++) {
        if (!t->holds[k] || t->of[k] != n) continue;
        if (t->refused++ % (1u << (t->ended < 7 ? t->ended : 7)) != 0) return;
        if (++t->refusals[k] < PATIENCE) return;
        t->ended++;
        t->holds[k] = false;
    }
    t->holds[thread] = true;
    t->of[thread] = n;
    t->refusals[thread] = 0;
}

/* What the thread gets; data are 0 to 2, and so is what is expected. */
static uint32_t twin_does(struct twin *t, uint32_t op, uint32_t thread, uint32_t n, uint32_t data,
                          uint32_t expected)
{
    const uint32_t old = t->word[n];
    const bool mine = t->holds[thread] && t->of[thread] == n;
    if (op == LR) twin_lr(t, thread, n);
    if (op == SC) t->holds[thread] = false;
    if (op == LR || (op == SC && !mine) || (op == CAS && old != expected))
        return op == SC ? 1 : old;
    if (op == SC) t->ended = 0;
    twin_written(t, n);
    t->word[n] = op == SHARED_MEMORY_ADD ? old + data : data;
    return op == SC ? 0 : old;
}

static void random_requests(void **state)
{
    struct bench *b = *state;
    static const uint32_t ops[] = {LR, LR, LR, SC, CAS, SHARED_MEMORY_SWAP, SHARED_MEMORY_ADD};
    /* Words of one place, words of one line, others. */
    static const uint32_t hot[HOT] = {0, LINE_CONTENTS_PLACES, 1, 2, 3, 4, 5, 40, 41};
    struct twin t = {0};
    struct hd_rng rng;
    uint32_t succeeded = 0, swapped = 0;
    hd_rng_seed(&rng, 5);
    for (uint32_t i = 0; i < 60000; i++) {
        /* Long times without a write, so that patience ends. */
        const bool calm = i / 4000 % 2 == 1;
        const uint32_t op = calm ? (uint32_t)LR : ops[hd_rng_below(&rng, 7)];
        const uint32_t thread = hd_rng_below(&rng, THREADS), n = hd_rng_below(&rng, calm ? 2 : HOT);
        const uint32_t data = hd_rng_below(&rng, 3), expected = hd_rng_below(&rng, 3);
        if (calm && thread < 2) continue; /* the holders (0, 1) do not come back */
        const uint32_t got = request(b, 2, op, thread, hot[n], data, expected);
        assert_int_equal(got, twin_does(&t, op, thread, n, data, expected));
        assert_int_equal(*word(b, hot[n]), t.word[n]);
        succeeded += op == SC && got == 0;
        swapped += op == CAS && got == expected;
    }
    assert_true(succeeded > 100 && swapped > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(compares_and_adds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_thread_is_refused_for_another_word, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_word_is_one_threads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_ends_a_reservation, set_up, tear_down),
        cmocka_unit_test_setup_teardown(random_requests, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
