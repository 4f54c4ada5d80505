/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of the model's queue of granules: worked cases, and a naive twin that keeps one bit a byte.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/rng.h"
#include "residency/granule_queue.h"

enum { WORDS = 80, BITS = 32 * GRANULE_QUEUE_WORDS };

/* Leave first, enter behind; what is looked at is what was there before. */
static void leaves_then_enters(void **state)
{
    (void)state;
    static struct granule_queue q;
    static const uint32_t abc = 0x00c0b0a0, d = 0xfd;
    uint32_t front[2];
    granule_queue_init(&q, 8, 4);
    assert_true(granule_queue_room(&q, 4) && !granule_queue_room(&q, 5));
    granule_queue_tick(&q, 0, 3, &abc);
    assert_int_equal(q.count, 3);
    assert_int_equal(q.data[0], 0xc0b0a0);
    assert_false(granule_queue_room(&q, 2)); /* though two leave in this cycle */
    granule_queue_tick(&q, 2, 1, &d);
    assert_int_equal(q.count, 2);
    assert_int_equal(q.data[0], 0xfdc0);
    granule_queue_front(&q, 1, front, 2);
    assert_int_equal(front[0], 0xc0);
    granule_queue_front(&q, 4, front, 2); /* zeros behind what is there */
    assert_int_equal(front[0], 0xfdc0);
    assert_int_equal(front[1], 0);
    granule_queue_clear(&q);
    assert_int_equal(q.count | q.data[0], 0);
}

/* A granule over several words, and no more leave than there are. */
static void wide_granules(void **state)
{
    (void)state;
    static struct granule_queue q;
    uint32_t value[WORDS] = {0}, front[WORDS];
    for (uint32_t i = 0; i < WORDS; i++) value[i] = i + 1;
    granule_queue_init(&q, 512, 21);
    for (uint32_t n = 0; n < 4; n++) granule_queue_tick(&q, 0, 5, value);
    assert_int_equal(q.count, 20);
    granule_queue_tick(&q, 5, 0, NULL);
    granule_queue_tick(&q, 3, 0, NULL);
    granule_queue_front(&q, 5, front, WORDS);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(front[i], (i + 48) % 80 + 1);
    granule_queue_tick(&q, 15, 1, value);
    assert_int_equal(q.count, 1);
    assert_memory_equal(q.data, value, 64);
    assert_int_equal(q.data[16], 0);
}

struct naive {
    uint8_t bit[BITS];
    uint32_t bits;
};

static void naive_tick(struct naive *n, uint32_t take, uint32_t put, const uint32_t *value)
{
    n->bits -= take;
    memmove(n->bit, n->bit + take, n->bits);
    for (uint32_t i = 0; i < put; i++) n->bit[n->bits++] = value[i / 32] >> i % 32 & 1;
}

static void expect_same(const struct naive *n, const struct granule_queue *q)
{
    uint32_t same[GRANULE_QUEUE_WORDS] = {0};
    for (uint32_t i = 0; i < n->bits; i++) same[i / 32] |= (uint32_t)n->bit[i] << i % 32;
    assert_int_equal(q->count * q->granule, n->bits);
    assert_memory_equal(same, q->data, sizeof same);
}

static void random_cycles(void **state)
{
    (void)state;
    static const uint32_t granules[] = {1, 3, 7, 8, 31, 32, 33, 100, 128, 512};
    static struct naive n;
    static struct granule_queue q;
    struct hd_rng rng;
    hd_rng_seed(&rng, 1);
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t g = granules[i % 10], most = 32 * WORDS / g;
        const uint32_t depth = 1 + hd_rng_below(&rng, BITS / g);
        granule_queue_init(&q, g, depth);
        n.bits = 0;
        for (uint32_t c = 0; c < 100; c++) {
            uint32_t value[WORDS], take = hd_rng_below(&rng, most < 40 ? most : 40);
            uint32_t put = hd_rng_below(&rng, most < 50 ? most + 1 : 50);
            for (uint32_t w = 0; w < WORDS; w++) value[w] = (uint32_t)hd_rng_next(&rng);
            if (take > q.count) take = q.count;
            assert_int_equal(granule_queue_room(&q, put), n.bits + put * g <= depth * g);
            if (!granule_queue_room(&q, put)) put = 0;
            granule_queue_tick(&q, take, put, value);
            naive_tick(&n, take * g, put * g, value);
            expect_same(&n, &q);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_then_enters),
        cmocka_unit_test(wide_granules),
        cmocka_unit_test(random_cycles),
    };
    return cmocka_run_group_tests_name("granule_queue", tests, NULL, NULL);
}
