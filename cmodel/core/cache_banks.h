/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of a data cache in several banks, each an L1 cache: docs/blocks/cache_banks.md.
 * Fung et al., Dynamic Warp Formation, TACO 6(2), 2009: Table I, 6.5.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Lines, riders and byte masks are as in the
 * L1 cache.
 */
#ifndef HEDDLE_CACHE_BANKS_H
#define HEDDLE_CACHE_BANKS_H

#include "core/l1_cache.h"

enum { CACHE_BANKS_MAX = 16 };

/* The module's parameters. */
struct cache_banks_cfg {
    uint32_t banks;
    uint32_t sets; /* of all banks, as mshrs */
    uint32_t ways;
    uint32_t line_bytes;
    uint32_t line_width;
    uint32_t mshrs;
    uint32_t merges;
    uint32_t rider_width;
    uint32_t write_back;
};

/* Of each bank, where there is an index. */
struct cache_banks_in {
    bool clear;
    bool flush;
    bool req_valid[CACHE_BANKS_MAX];
    uint32_t req_kind;
    uint64_t req_line[CACHE_BANKS_MAX];
    uint32_t req_rider[CACHE_BANKS_MAX][L1_CACHE_MAX_RIDER];
    uint32_t req_data[CACHE_BANKS_MAX][L1_CACHE_MAX_WORDS];
    uint32_t req_be[CACHE_BANKS_MAX][L1_CACHE_MAX_BE];
    uint32_t req_expect[CACHE_BANKS_MAX][L1_CACHE_MAX_WORDS];
    bool rsp_ready[CACHE_BANKS_MAX];
    bool mem_ready;
    bool fill_valid;
    uint32_t fill_id;
    uint32_t fill_data[L1_CACHE_MAX_WORDS];
};

/* Pointers are into the state that eval was given: the data there holds until the state's tick. */
struct cache_banks_out {
    bool idle;
    bool clean;
    bool req_ready[CACHE_BANKS_MAX];
    bool rsp_valid[CACHE_BANKS_MAX];
    uint32_t rsp_kind[CACHE_BANKS_MAX];
    const uint32_t *rsp_rider[CACHE_BANKS_MAX];
    const uint32_t *rsp_data[CACHE_BANKS_MAX];
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint64_t mem_line;
    const uint32_t *mem_rider;
    const uint32_t *mem_data;
    const uint32_t *mem_be;
    const uint32_t *mem_expect;
    bool fill_ready;
    uint32_t outcome[CACHE_BANKS_MAX];
    uint32_t blocked[CACHE_BANKS_MAX];
    bool back[CACHE_BANKS_MAX];
    /* No ports: the bank whose request memory is offered; what goes into and out of each bank. */
    uint32_t offers;
    struct l1_cache_in bank_in[CACHE_BANKS_MAX];
    struct l1_cache_out bank_out[CACHE_BANKS_MAX];
};

struct cache_banks {
    struct cache_banks_cfg cfg;
    uint32_t turn;
    struct l1_cache bank[CACHE_BANKS_MAX]; /* those that there are */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *cache_banks_init(struct cache_banks *s, const struct cache_banks_cfg *cfg);

/* A clock edge with reset low. */
void cache_banks_reset(struct cache_banks *s);

/* This cycle's outputs; changes nothing. All but req_ready, outcome, blocked and back are of state
 * alone. */
void cache_banks_eval(const struct cache_banks *s, const struct cache_banks_in *in,
                      struct cache_banks_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void cache_banks_tick(struct cache_banks *s, const struct cache_banks_in *in,
                      const struct cache_banks_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool cache_banks_rests(const struct cache_banks *s, const struct cache_banks_in *in,
                       const struct cache_banks_out *out);

/* The word at this address as the cache would have it, if `below` is that of memory. */
uint32_t cache_banks_word(const struct cache_banks *s, uint32_t address, uint32_t below);

/* NULL, or the name of a broken invariant, of the banks or of one of them. */
const char *cache_banks_check(const struct cache_banks *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *cache_banks_promise(const struct cache_banks *s, const struct cache_banks_in *in);

#endif
