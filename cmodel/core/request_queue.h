/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the queue of requests to memory: docs/blocks/request_queue.md.
 * Virtual Thread (ISCA 2016), IV.D.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Lines, riders and byte masks are as in the
 * L1 cache.
 */
#ifndef HEDDLE_REQUEST_QUEUE_H
#define HEDDLE_REQUEST_QUEUE_H

#include "core/l1_cache.h"

enum { REQUEST_QUEUE_MAX = 64 };

/* The module's parameters. */
struct request_queue_cfg {
    uint32_t entries;
    uint32_t line_bytes;
    uint32_t line_width;
    uint32_t mshrs;
    uint32_t rider_width;
};

/* What a request brings along is behind pointers: data and bytes of a store or atomic, expected
 * words of an atomic. */
struct request_queue_in {
    bool req_valid;
    uint32_t req_kind; /* an l1_cache_kind */
    uint32_t req_id;
    uint64_t req_line;
    const uint32_t *req_rider;
    const uint32_t *req_data;
    const uint32_t *req_be;
    const uint32_t *req_expect;
    bool mem_ready;
};

/* Pointers are into the state that eval was given: the data there holds until the state's tick. */
struct request_queue_out {
    bool req_ready;
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint64_t mem_line;
    const uint32_t *mem_rider;
    const uint32_t *mem_data;
    const uint32_t *mem_be;
    const uint32_t *mem_expect;
};

struct request_queue_entry {
    uint32_t kind;
    uint32_t id;
    uint64_t line;
    uint32_t rider[L1_CACHE_MAX_RIDER];
    uint32_t data[L1_CACHE_MAX_WORDS];
    uint32_t be[L1_CACHE_MAX_BE];
    uint32_t expect[L1_CACHE_MAX_WORDS];
};

struct request_queue {
    struct request_queue_cfg cfg;
    uint32_t first; /* its place; the others are behind it, round the end */
    uint32_t count;
    struct request_queue_entry entry[REQUEST_QUEUE_MAX];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *request_queue_init(struct request_queue *s, const struct request_queue_cfg *cfg);

/* A clock edge with reset low. */
void request_queue_reset(struct request_queue *s);

/* This cycle's outputs, which are of state alone; changes nothing. */
void request_queue_eval(const struct request_queue *s, const struct request_queue_in *in,
                        struct request_queue_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void request_queue_tick(struct request_queue *s, const struct request_queue_in *in,
                        const struct request_queue_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool request_queue_rests(const struct request_queue_in *in, const struct request_queue_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *request_queue_check(const struct request_queue *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *request_queue_promise(const struct request_queue *s, const struct request_queue_in *in);

#endif
