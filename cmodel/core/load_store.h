/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the load/store unit: docs/blocks/load_store.md.
 * Virtual Thread (ISCA 2016), Figure 3, Table I.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. Pointers in `out` point into the state, and into what `in` points to. Not comparable
 * with RTL: what goes with an output that is not valid, words in lanes that do not count.
 */
#ifndef HEDDLE_LOAD_STORE_H
#define HEDDLE_LOAD_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/coalescer.h"
#include "core/cache_banks.h"
#include "core/request_queue.h"
#include "core/shared_memory.h"
#include "isa/decode.h"

enum {
    LOAD_STORE_MAX_LANES = 64,
    LOAD_STORE_MAX_ENTRIES = 64,
    LOAD_STORE_MAX_QUEUE = 64,
    LOAD_STORE_MAX_WARPS = 512,
};

/* The module's parameters. */
struct load_store_cfg {
    uint32_t lanes;
    uint32_t warps;
    uint32_t slots;
    uint32_t accesses;
    uint32_t own;
    uint32_t reg_width;
    uint32_t line_bytes;
    uint32_t sets;
    uint32_t ways;
    uint32_t mshrs;
    uint32_t merges;
    uint32_t banks;
    uint32_t shared_words;
    uint32_t row_bits;
    uint32_t holds;
    uint32_t patience;
    uint32_t write_back;
    uint32_t lane_slots;
    uint32_t access_queue; /* accesses that wait behind the one in front */
    uint32_t cache_banks;
    uint32_t mem_queue; /* requests that wait between the cache and memory */
};

/* Rows are a word a lane; warp (with lane_slots the part) and base: with own, else only the
 * first. */
struct load_store_in {
    bool clear;
    bool flush;
    uint32_t local;
    bool acc_valid;
    uint32_t acc_word;
    uint64_t acc_mask;
    const uint32_t *acc_addr;
    const uint32_t *acc_data;
    const uint32_t *acc_expect;
    uint32_t acc_slot;
    const uint32_t *acc_warp;
    const uint32_t *acc_base;
    bool acc_rd_use;
    uint32_t acc_rd;
    uint32_t acc_pc;
    bool begin_en;
    uint32_t begin_warp;
    bool wr_ready;
    bool end_ready;
    bool ctx_valid;
    bool ctx_we;
    uint32_t ctx_row;
    const uint32_t *ctx_wdata;
    bool mem_ready;
    bool fill_valid;
    uint32_t fill_id;
    const uint32_t *fill_data;
};

struct load_store_out {
    bool idle;
    bool clean;
    bool acc_ready;
    bool wr_valid;
    uint64_t wr_mask;
    uint32_t wr_data[LOAD_STORE_MAX_LANES];
    uint32_t wr_rd;
    const uint32_t *wr_warp;
    bool end_valid;
    uint32_t end_slot;
    const uint32_t *end_warp;
    uint64_t end_mask;
    bool end_rd_use;
    uint32_t end_rd;
    uint32_t end_pc;
    bool ctx_ready;
    bool ctx_rsp_valid;
    const uint32_t *ctx_rsp_data;
    bool mem_valid;
    uint32_t mem_kind;
    uint32_t mem_id;
    uint64_t mem_line;
    const uint32_t *mem_data;
    const uint32_t *mem_be;
    const uint32_t *mem_expect;
    uint32_t mem_op;
    uint64_t mem_lanes;
    uint32_t mem_word[LOAD_STORE_MAX_LANES];
    const uint32_t *mem_owner;
    bool fill_ready;
    uint32_t outcome[CACHE_BANKS_MAX];
    uint32_t blocked[CACHE_BANKS_MAX];
    bool back[CACHE_BANKS_MAX];
    bool conflict;
    uint64_t under_way; /* a bit an entry */
    /* No ports: what eval found, for tick. */
    bool at_hand;      /* an answer is there */
    bool of_shared;    /* it is shared memory's */
    bool dealt;        /* it is dealt with */
    uint32_t entry;    /* whose it is */
    uint64_t answered; /* lanes */
    uint32_t banks;    /* of the cache's answer: a bit a bank */
    struct coalescer_in coalescer_in;
    struct coalescer_out coalescer_out;
    struct cache_banks_in cache_in;
    struct cache_banks_out cache_out;
    struct request_queue_in requests_in;
    struct request_queue_out requests_out;
    struct shared_memory_in shared_in;
    struct shared_memory_out shared_out;
};

/* Where the last lr of a thread went, if there was no sc since. Numbers as in the RTL. */
enum load_store_side { LOAD_STORE_NO_SIDE = 0, LOAD_STORE_LINES = 2, LOAD_STORE_SHARED = 3 };

/* An access under way. */
struct load_store_entry {
    uint32_t word;
    uint64_t mask;
    uint64_t left;
    uint32_t slot;
    uint32_t warp[LOAD_STORE_MAX_LANES];
    bool rd_use;
    uint32_t rd;
    uint32_t pc;
    /* The model's alone: the instruction, and where the lanes' words are in memory. */
    struct isa_insn insn;
    uint32_t addr[LOAD_STORE_MAX_LANES];
};

/* An access whose lanes are not yet all handed on. */
struct load_store_front {
    uint32_t entry;
    uint64_t shared; /* lanes that are not yet handed on */
    uint64_t line;
    uint32_t word;
    uint32_t addr[LOAD_STORE_MAX_LANES];
    uint32_t data[LOAD_STORE_MAX_LANES];
    uint32_t expect[LOAD_STORE_MAX_LANES];
    uint64_t own; /* lanes whose thread has a reservation on the side of its address */
    uint32_t warp[LOAD_STORE_MAX_LANES];
    uint32_t base[LOAD_STORE_MAX_LANES];
};

struct load_store {
    struct load_store_cfg cfg;
    struct load_store_front front;
    uint32_t queue_first; /* of the accesses that wait behind the one in front */
    uint32_t queued;
    uint64_t used; /* a bit an entry */
    bool shared_next;
    bool written;   /* lane_slots or cache_banks above 1: the words of the answer in front are */
    uint32_t bank;  /* cache_banks above 1: from which on the cache's answers are looked for */
    uint32_t stays; /* banks of the cache's answer that stays in front, a bit each */
    uint8_t side[LOAD_STORE_MAX_WARPS][LOAD_STORE_MAX_LANES]; /* a load_store_side a thread */
    struct load_store_entry entry[LOAD_STORE_MAX_ENTRIES];
    struct load_store_front queue[LOAD_STORE_MAX_QUEUE];
    struct coalescer coalescer;
    struct cache_banks cache;
    struct request_queue requests; /* mem_queue above 0 */
    struct shared_memory shared;
    /* The model's alone, never changed: bits of a lane's number, and of a thread's. */
    uint32_t lane_bits;
    uint32_t thread_bits;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *load_store_init(struct load_store *s, const struct load_store_cfg *cfg);

/* A clock edge with reset low. */
void load_store_reset(struct load_store *s);

/* This cycle's outputs; changes nothing. */
void load_store_eval(const struct load_store *s, const struct load_store_in *in,
                     struct load_store_out *out);

/* wr_mask of the answer in front, which is of the state alone; 0 without one. */
uint64_t load_store_wr_mask(const struct load_store *s);

/* The clock edge; out is what eval gave for the same state and inputs. */
void load_store_tick(struct load_store *s, const struct load_store_in *in,
                     const struct load_store_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool load_store_rests(const struct load_store *s, const struct load_store_in *in,
                      const struct load_store_out *out);

/* Are these the same for eval, which does not look at the access offered? True only if neither
 * brings a line or a row. */
bool load_store_sees_same(const struct load_store_in *a, const struct load_store_in *b);

/* NULL, or the name of a broken invariant, of the unit or of a child. */
const char *load_store_check(const struct load_store *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *load_store_promise(const struct load_store *s, const struct load_store_in *in);

#endif
