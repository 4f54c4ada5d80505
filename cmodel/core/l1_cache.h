/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of a core's data cache and its MSHRs: docs/blocks/l1_cache.md.
 * Yoon et al., Virtual Thread, Table I and IV.D; Vijaykumar et al., Zorua, Table 2.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Lines and riders are 32-bit words, the lowest
 * bits first; of a byte mask bit i of word i / 32 is byte i.
 * Not comparable with RTL: an answer or a request to memory while its valid is
 * 0, the data of a store's answer, data and bytes of a load's request; a line
 * that is not valid, an MSHR that is not used, riders from its count on; the
 * way of an MSHR without a place.
 */
#ifndef HEDDLE_L1_CACHE_H
#define HEDDLE_L1_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    L1_CACHE_MAX_SETS = 1024,
    L1_CACHE_MAX_WAYS = 16,
    L1_CACHE_MAX_WORDS = 64, /* of a line */
    L1_CACHE_MAX_BE = 8,     /* words of a line's byte mask */
    L1_CACHE_MAX_MSHRS = 64,
    L1_CACHE_MAX_MERGES = 16,
    L1_CACHE_MAX_RIDER = 16, /* words of a rider */
    L1_CACHE_MAX_LINES = L1_CACHE_MAX_SETS * L1_CACHE_MAX_WAYS,
};

/* req_kind, rsp_kind, mem_kind */
enum {
    L1_CACHE_LOAD = 0,
    L1_CACHE_STORE = 1,
    L1_CACHE_ATOMIC = 2,
};

/* outcome */
enum {
    L1_CACHE_NONE = 0,
    L1_CACHE_HIT = 1,
    L1_CACHE_MISS = 2,
    L1_CACHE_MERGED = 3,
    L1_CACHE_STORED = 4,
    L1_CACHE_ATOMIC_SENT = 5,
};

/* blocked */
enum {
    L1_CACHE_FREE = 0,
    L1_CACHE_NO_MSHR = 1,
    L1_CACHE_NO_PLACE = 2,
    L1_CACHE_NO_REGISTER = 3,
};

/* Stores go through to memory; stay in the cache until their line leaves; go through, and are
 * answered at once. */
enum l1_cache_stores { L1_CACHE_THROUGH, L1_CACHE_KEEPS, L1_CACHE_POSTS };

/* The module's parameters. */
struct l1_cache_cfg {
    uint32_t sets;
    uint32_t ways;
    uint32_t line_bytes;
    uint32_t line_width;
    uint32_t mshrs;
    uint32_t merges;
    uint32_t rider_width;
    uint32_t write_back; /* enum l1_cache_stores */
};

struct l1_cache_in {
    bool clear;
    bool flush;
    bool req_valid;
    uint32_t req_kind;
    uint64_t req_line;
    uint32_t req_rider[L1_CACHE_MAX_RIDER];
    uint32_t req_data[L1_CACHE_MAX_WORDS];
    uint32_t req_be[L1_CACHE_MAX_BE];
    uint32_t req_expect[L1_CACHE_MAX_WORDS]; /* of an atomic */
    bool rsp_ready;
    bool mem_ready;
    bool fill_valid;
    uint32_t fill_id;
    uint32_t fill_data[L1_CACHE_MAX_WORDS];
};

/* Pointers are into the state that eval was given: the data there holds until the state's tick. */
struct l1_cache_out {
    bool idle;
    bool clean;
    bool req_ready;
    bool rsp_valid;
    uint32_t rsp_kind;
    const uint32_t *rsp_rider;
    const uint32_t *rsp_data;
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint64_t mem_line;
    const uint32_t *mem_rider;
    const uint32_t *mem_data;
    const uint32_t *mem_be;
    const uint32_t *mem_expect;
    bool fill_ready;
    uint32_t outcome;
    uint32_t blocked;
    bool back;
    /* No ports: what eval found of the requested line, for tick. */
    uint32_t way;   /* of the line in its set; ways: the line is not in the cache */
    uint32_t mshr;  /* the open MSHR of the line; mshrs: none is open */
    uint32_t act;   /* below: what the request does as soon as it can */
    uint32_t set;   /* what act is about: a place, that of the flush if there is no request; */
    uint32_t place; /* ways: there is none */
};

/* act */
enum {
    L1_CACHE_ANSWERS, /* a load is answered from the cache */
    L1_CACHE_JOINS,   /* a load merges */
    L1_CACHE_SENDS,   /* a request goes to memory; a load awaits its line at the place */
    L1_CACHE_PUTS,    /* a store goes into the place */
    L1_CACHE_BACKS,   /* the line at the place must be written back first */
};

struct l1_cache {
    struct l1_cache_cfg cfg;
    uint64_t used; /* a bit an MSHR */
    uint64_t open; /* a bit an MSHR */
    bool fill_valid;
    uint32_t fill_id;
    uint32_t fill_next; /* rider */
    bool rsp_valid;
    uint32_t rsp_kind;
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint64_t mem_line;
    uint32_t kind[L1_CACHE_MAX_MSHRS];
    uint64_t line[L1_CACHE_MAX_MSHRS];
    uint32_t count[L1_CACHE_MAX_MSHRS];
    uint32_t fill_data[L1_CACHE_MAX_WORDS];
    uint32_t rsp_rider[L1_CACHE_MAX_RIDER];
    uint32_t rsp_data[L1_CACHE_MAX_WORDS];
    uint32_t mem_rider[L1_CACHE_MAX_RIDER];
    uint32_t mem_data[L1_CACHE_MAX_WORDS];
    uint32_t mem_be[L1_CACHE_MAX_BE];
    uint32_t mem_expect[L1_CACHE_MAX_WORDS];
    uint32_t valid[L1_CACHE_MAX_SETS]; /* a bit a way */
    uint32_t turn[L1_CACHE_MAX_SETS];
    /* Of a cache that keeps stores. */
    uint32_t written[L1_CACHE_MAX_SETS]; /* a bit a way */
    uint32_t whole[L1_CACHE_MAX_SETS];   /* a bit a way */
    uint32_t awaited[L1_CACHE_MAX_SETS]; /* a bit a way */
    uint64_t lands;                      /* a bit an MSHR: it has a place, */
    uint32_t way[L1_CACHE_MAX_MSHRS];    /* in this way */
    /* The model's alone, for its check: the requests that memory has accepted and not answered. */
    uint64_t sent; /* a bit an MSHR */
    /* What follows is as long as the sizes ask for, one behind the other; the rest is not touched.
     * Lines are numbered set * ways + way, riders mshr * merges + place. */
    uint64_t tag[L1_CACHE_MAX_LINES];
    uint32_t rider[L1_CACHE_MAX_MSHRS * L1_CACHE_MAX_MERGES * L1_CACHE_MAX_RIDER];
    uint32_t data[L1_CACHE_MAX_LINES * L1_CACHE_MAX_WORDS];
    uint32_t bytes[L1_CACHE_MAX_LINES * L1_CACHE_MAX_BE]; /* that are written */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *l1_cache_init(struct l1_cache *s, const struct l1_cache_cfg *cfg);

/* A clock edge with reset low. */
void l1_cache_reset(struct l1_cache *s);

/* This cycle's outputs; changes nothing. Outputs that are numbers and mean nothing are 0. All but
 * req_ready, outcome and blocked are of state alone, so eval may be called before the inputs are
 * known, and again when they are. */
void l1_cache_eval(const struct l1_cache *s, const struct l1_cache_in *in,
                   struct l1_cache_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void l1_cache_tick(struct l1_cache *s, const struct l1_cache_in *in,
                   const struct l1_cache_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool l1_cache_rests(const struct l1_cache *s, const struct l1_cache_in *in,
                    const struct l1_cache_out *out);

/* The word at this address as the cache would have it, if `below` is that of memory: with the bytes
 * that the cache alone knows. */
uint32_t l1_cache_word(const struct l1_cache *s, uint32_t address, uint32_t below);

/* Does a request compare this word of its line: an atomic that enables a byte of it? */
static inline bool l1_cache_expects(uint32_t kind, const uint32_t *be, uint32_t word)
{
    return kind == L1_CACHE_ATOMIC && (be[word / 8] >> 4 * (word % 8) & 0xf) != 0;
}

/* NULL, or the name of a broken invariant: one_open, no_twice, free_again and one_place of the
 * page. answered, fresh and kept need the past. */
const char *l1_cache_check(const struct l1_cache *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *l1_cache_promise(const struct l1_cache *s, const struct l1_cache_in *in);

#endif
