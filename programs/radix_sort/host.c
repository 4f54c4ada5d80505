// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { DIGITS = 16, DIGIT_BITS = 4, CHUNK = 8, THREADS = 256 };

struct pair { // also the two buffers
    uint32_t key, value;
};

// Values are the places before: with them the order of equal keys is told.
static int compare(const void *a, const void *b)
{
    const struct pair *x = a;
    const struct pair *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->value < y->value ? -1 : 1;
}

static void expect_sorted(struct host *h, const uint32_t *key, struct pair sorted)
{
    struct pair *pair = (struct pair *)host_words(h, 2 * (size_t)h->size);
    uint32_t *column = host_words(h, h->size);
    for (uint32_t i = 0; i < h->size; i++) pair[i] = (struct pair){key[i], i};
    qsort(pair, h->size, sizeof *pair, compare);
    for (uint32_t i = 0; i < h->size; i++) column[i] = pair[i].key;
    host_expect(h, "key", sorted.key, column, h->size);
    for (uint32_t i = 0; i < h->size; i++) column[i] = pair[i].value;
    host_expect(h, "value", sorted.value, column, h->size);
}

// From one pair of buffers to another, by the digit at `shift`.
static void pass(struct host *h, struct pair from, struct pair to, uint32_t counts, uint32_t shift)
{
    uint32_t threads = (h->size + CHUNK - 1) / CHUNK;
    struct host_grid grid = host_1d(threads, 64);
    struct {
        uint32_t key, count, threads, shift, n;
    } count = {from.key, counts, threads, shift, h->size};
    struct {
        uint32_t count, n;
    } scan = {counts, DIGITS * threads};
    struct {
        uint32_t key, value, sorted_key, sorted_value, place, threads, shift, n;
    } scatter = {from.key, from.value, to.key, to.value, counts, threads, shift, h->size};
    host_launch(h, "radix_count", grid, &count, sizeof count);
    host_launch(h, "radix_scan", host_1d(THREADS, THREADS), &scan, sizeof scan);
    host_launch(h, "radix_scatter", grid, &scatter, sizeof scatter);
}

static void run(struct host *h)
{
    uint32_t n = h->size;
    uint32_t *key = host_words(h, n);
    uint32_t *value = host_words(h, n);
    for (uint32_t i = 0; i < n; i++) {
        value[i] = i;
        key[i] = host_below(h, 2) ? host_below(h, UINT32_MAX) : host_below(h, 50) << 10;
    }
    struct pair here = {host_put(h, "key", key, 4 * n), host_put(h, "value", value, 4 * n)};
    struct pair there = {host_alloc(h, "key", 4 * n), host_alloc(h, "value", 4 * n)};
    uint32_t counts = host_alloc(h, "counts", 4 * DIGITS * ((n + CHUNK - 1) / CHUNK));
    for (uint32_t shift = 0; shift < 32; shift += 2 * DIGIT_BITS) {
        pass(h, here, there, counts, shift);
        pass(h, there, here, counts, shift + DIGIT_BITS);
    }
    expect_sorted(h, key, here);
}

PROGRAM(radix_sort, .title = "pairs sorted by key, four bits a pass", .size_of = "pairs",
        .size = 4000, .odd = 777, .max_size = 1 << 22, .run = run);
