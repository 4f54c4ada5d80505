/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/granule_queue.h"

#include <string.h>

void granule_queue_init(struct granule_queue *q, uint32_t granule, uint32_t depth)
{
    q->granule = granule;
    q->depth = depth;
    granule_queue_clear(q);
}

void granule_queue_clear(struct granule_queue *q)
{
    q->count = 0;
    memset(q->data, 0, sizeof q->data);
}

bool granule_queue_room(const struct granule_queue *q, uint32_t n)
{
    return q->count + n <= q->depth;
}

/* --- bits of a wide value ------------------------------------------------ */

/* The lowest n bits of a word; n may be larger than 32. */
static uint32_t lowest(uint32_t word, uint32_t n)
{
    return n >= 32 ? word : word & ((UINT32_C(1) << n) - 1);
}

/* Word i of the data, 0 behind their end. */
static uint32_t word_at(const struct granule_queue *q, uint32_t i)
{
    return i < GRANULE_QUEUE_WORDS ? q->data[i] : 0;
}

/* 32 bits of the data from a bit on. */
static uint32_t bits_at(const struct granule_queue *q, uint32_t bit)
{
    uint64_t two = word_at(q, bit / 32) | (uint64_t)word_at(q, bit / 32 + 1) << 32;
    return (uint32_t)(two >> bit % 32);
}

/* Sets 32 bits of the data, which are 0, from a bit on. */
static void set_bits(struct granule_queue *q, uint32_t bit, uint32_t word)
{
    uint64_t two = (uint64_t)word << bit % 32;
    q->data[bit / 32] |= (uint32_t)two;
    if (two >> 32 != 0) q->data[bit / 32 + 1] |= (uint32_t)(two >> 32);
}

/* --- leave and enter ----------------------------------------------------- */

void granule_queue_front(const struct granule_queue *q, uint32_t n, uint32_t *value, uint32_t words)
{
    const uint32_t bits = n * q->granule;
    memset(value, 0, words * sizeof value[0]);
    for (uint32_t i = 0; i < words && 32 * i < bits; i++)
        value[i] = lowest(word_at(q, i), bits - 32 * i);
}

static void leave(struct granule_queue *q, uint32_t n)
{
    const uint32_t end = q->count * q->granule; /* there are zeros from here on */
    if (n > q->count) n = q->count;
    for (uint32_t i = 0; n > 0 && 32 * i < end; i++)
        q->data[i] = bits_at(q, 32 * i + n * q->granule);
    q->count -= n;
}

static void enter(struct granule_queue *q, uint32_t n, const uint32_t *value)
{
    const uint32_t end = q->count * q->granule, bits = n * q->granule;
    for (uint32_t b = 0; b < bits; b += 32) set_bits(q, end + b, lowest(value[b / 32], bits - b));
    q->count += n;
}

void granule_queue_tick(struct granule_queue *q, uint32_t take, uint32_t put, const uint32_t *value)
{
    leave(q, take);
    enter(q, put, value);
}
