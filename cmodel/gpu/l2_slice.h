/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Slice of the L2 cache (docs/memory.md): tags of lines by sectors, written back, with MSHRs, and
 * the unit that performs atomics. It decides about time; the contents are not here. It is no block:
 * it has no RTL.
 *
 * A cycle: l2_slice_eval() with the state and the inputs, then l2_slice_tick() with what happened.
 */
#ifndef HEDDLE_L2_SLICE_H
#define HEDDLE_L2_SLICE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    L2_SLICE_MAX_LINES = 8192,
    L2_SLICE_MAX_WAYS = 16,
    L2_SLICE_MAX_SECTORS = 8,
    L2_SLICE_MAX_MSHRS = 64,
    L2_SLICE_MAX_MERGES = 16,
    L2_SLICE_MAX_DEPTH = 32,
    L2_SLICE_MAX_REPLIES = 2048, /* more than requests can be under way */
};

struct l2_slice_cfg {
    uint32_t sets, ways; /* ways 0: no cache */
    uint32_t sectors;    /* of a line */
    uint32_t mshrs, merges;
    uint32_t latency; /* cycles from a hit to its answer */
    uint32_t depth;   /* requests in the queue to the channel */
};

enum { L2_LOAD, L2_STORE, L2_ATOMIC };

struct l2_request {
    uint32_t kind;
    uint64_t line;       /* in the slice */
    uint32_t sectors;    /* a bit a sector */
    uint32_t whole;      /* store: of these sectors every byte */
    uint32_t operations; /* atomic: most lanes that have one word in common */
    uint32_t handle;
};

/* What the channel is asked for. */
struct l2_fetch {
    bool write;
    uint64_t line;
    uint32_t sectors;
    uint32_t mshr; /* of a read */
};

struct l2_slice_in {
    bool valid;
    struct l2_request request;
    bool fetch_ready;
    bool fill_valid;
    uint32_t fill_mshr;
    bool reply_ready;
};

struct l2_slice_out {
    bool taken; /* the request. Depends on it. */
    bool fetch_valid;
    struct l2_fetch fetch;
    bool reply_valid;
    uint32_t reply_handle;
};

struct l2_line {
    bool present;
    bool waits; /* it has an MSHR */
    uint64_t line;
    uint64_t used; /* cycle */
    uint8_t valid, dirty;
};

struct l2_mshr {
    bool used;
    bool under_way; /* sectors are */
    uint64_t line;
    uint32_t place; /* of the line in the cache */
    uint32_t asked; /* sectors under way, or come */
    uint32_t fetches;
    uint32_t count, next; /* requests; the next to be answered */
    struct l2_request request[L2_SLICE_MAX_MERGES];
};

struct l2_slice {
    struct l2_slice_cfg cfg;
    uint64_t cycle;
    uint64_t free_at; /* the unit for atomics */
    struct l2_line line[L2_SLICE_MAX_LINES];
    struct l2_mshr mshr[L2_SLICE_MAX_MSHRS];
    uint32_t done_first, done_count; /* MSHRs whose sectors have come, a ring */
    uint32_t done[L2_SLICE_MAX_MSHRS];
    uint32_t fetch_first, fetch_count;
    struct l2_fetch fetch[L2_SLICE_MAX_DEPTH];
    uint32_t reply_first, reply_count;
    struct {
        uint64_t at; /* cycle */
        uint32_t handle;
    } reply[L2_SLICE_MAX_REPLIES];
    /* Counted since the beginning: requests by kind, hits, misses that joined an MSHR, sectors read
     * and written. */
    uint64_t requests[3], hits, merged, read, written;
};

/* NULL, or what is wrong with the sizes. */
const char *l2_slice_init(struct l2_slice *s, const struct l2_slice_cfg *cfg);
void l2_slice_eval(const struct l2_slice *s, const struct l2_slice_in *in,
                   struct l2_slice_out *out);
void l2_slice_tick(struct l2_slice *s, const struct l2_slice_in *in,
                   const struct l2_slice_out *out);

#endif
