/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A queue of granules, out of which and into which several go at once: the part
 * of the context handler (docs/blocks/context_handler.md) that turns heads and
 * stacks into words of the shared memory, and words into heads and stacks.
 *
 * A wide value is an array of 32-bit words: bit i is bit i % 32 of word i / 32.
 * The oldest granule is at bit 0 of data; the others move down when it leaves.
 * Not comparable with RTL: data from granule count on (0 here).
 */
#ifndef HEDDLE_GRANULE_QUEUE_H
#define HEDDLE_GRANULE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GRANULE_QUEUE_WORDS = 400, /* a stack of 2,560 bits and five memory words of 2,048 */
};

struct granule_queue {
    uint32_t granule; /* bits of one */
    uint32_t depth;   /* granules that have room; depth * granule bits fit into data */
    uint32_t count;   /* granules in it */
    uint32_t data[GRANULE_QUEUE_WORDS];
};

/* Lays an empty queue out. */
void granule_queue_init(struct granule_queue *q, uint32_t granule, uint32_t depth);

/* Everything leaves. */
void granule_queue_clear(struct granule_queue *q);

/* True if n more have room, before any leave. */
bool granule_queue_room(const struct granule_queue *q, uint32_t n);

/* Puts the n oldest granules into the lower bits of a value of `words` words. The other bits, and
 * the bits of granules that are not there, are 0. Does not change the queue. */
void granule_queue_front(const struct granule_queue *q, uint32_t n, uint32_t *value,
                         uint32_t words);

/* The clock edge: the `take` oldest granules leave. Then `put` granules enter behind: the lower
 * bits of value, which may be NULL if put is 0. */
void granule_queue_tick(struct granule_queue *q, uint32_t take, uint32_t put,
                        const uint32_t *value);

#endif
