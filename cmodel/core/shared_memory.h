/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the memory that a block's threads share: docs/blocks/shared_memory.md.
 * Yoon et al., Virtual Thread, IV.A, IV.C, Table I.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: an answer while its
 * valid is 0, the data of a store's answer and of lanes that it does not have;
 * the kept access, for lanes that are not left, and all of it while nothing is kept; the expected
 * words but of a compare-and-swap;
 * word, owner and refusals of a reservation that is not valid.
 */
#ifndef HEDDLE_SHARED_MEMORY_H
#define HEDDLE_SHARED_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/strain.h"

enum {
    SHARED_MEMORY_MAX_LANES = 64,
    SHARED_MEMORY_MAX_BANKS = 64,
    SHARED_MEMORY_MAX_WORDS = 65536,
    SHARED_MEMORY_MAX_ROW = 64, /* words of a context's row */
    SHARED_MEMORY_MAX_HOLDS = 64,
};

/* acc_kind */
enum {
    SHARED_MEMORY_LOAD = 0,
    SHARED_MEMORY_STORE = 1,
    SHARED_MEMORY_ATOMIC = 2,
};

/* acc_op */
enum {
    SHARED_MEMORY_SWAP = 0,
    SHARED_MEMORY_ADD = 1,
    SHARED_MEMORY_XOR = 2,
    SHARED_MEMORY_AND = 3,
    SHARED_MEMORY_OR = 4,
    SHARED_MEMORY_MIN = 5,
    SHARED_MEMORY_MAX = 6,
    SHARED_MEMORY_MINU = 7,
    SHARED_MEMORY_MAXU = 8,
    SHARED_MEMORY_LR = 9,
    SHARED_MEMORY_SC = 10,
    SHARED_MEMORY_CAS = 11,
    SHARED_MEMORY_ADDF = 12,
};

/* The module's parameters. */
struct shared_memory_cfg {
    uint32_t lanes;
    uint32_t banks;
    uint32_t words;
    uint32_t row_bits;
    uint32_t owner_width;
    uint32_t tag_width;
    uint32_t holds;
    uint32_t patience;
};

struct shared_memory_in {
    bool acc_valid;
    uint32_t acc_kind;
    uint32_t acc_op;
    uint64_t acc_mask; /* a bit a lane */
    uint32_t acc_addr[SHARED_MEMORY_MAX_LANES];
    uint32_t acc_data[SHARED_MEMORY_MAX_LANES];
    uint32_t acc_be[SHARED_MEMORY_MAX_LANES];
    uint32_t acc_expect[SHARED_MEMORY_MAX_LANES]; /* of a compare-and-swap */
    uint32_t acc_owner[SHARED_MEMORY_MAX_LANES];
    uint64_t acc_tag;
    bool rsp_ready;
    bool ctx_valid;
    bool ctx_we;
    uint32_t ctx_row;
    uint32_t ctx_wdata[SHARED_MEMORY_MAX_ROW];
};

/* Pointers are into the state that eval was given: the data there holds until the state's tick. */
struct shared_memory_out {
    bool acc_ready;
    bool rsp_valid;
    uint64_t rsp_tag;
    uint64_t rsp_lanes; /* a bit a lane */
    bool rsp_last;
    const uint32_t *rsp_data; /* a word a lane */
    bool ctx_ready;
    bool ctx_rsp_valid;
    const uint32_t *ctx_rsp_data;
    /* No ports: what eval found, for tick. */
    bool serve;      /* the access that is kept is served: `served`, or it has no lanes */
    uint64_t served; /* a bit a lane */
};

struct shared_memory {
    struct shared_memory_cfg cfg;
    uint64_t left; /* a bit a lane */
    bool kept;
    uint32_t kind;
    uint32_t op;
    uint64_t tag;
    bool rsp_valid;
    uint64_t rsp_tag;
    uint64_t rsp_lanes; /* a bit a lane */
    bool rsp_last;
    bool ctx_valid;
    uint64_t hold_valid; /* a bit an entry */
    uint32_t hold_word[SHARED_MEMORY_MAX_HOLDS];
    uint32_t hold_owner[SHARED_MEMORY_MAX_HOLDS];
    uint32_t hold_count[SHARED_MEMORY_MAX_HOLDS]; /* refusals that count */
    struct strain strain;
    uint32_t addr[SHARED_MEMORY_MAX_LANES];
    uint32_t data[SHARED_MEMORY_MAX_LANES];
    uint32_t be[SHARED_MEMORY_MAX_LANES];
    uint32_t expect[SHARED_MEMORY_MAX_LANES];
    uint32_t owner[SHARED_MEMORY_MAX_LANES];
    uint32_t rsp_data[SHARED_MEMORY_MAX_LANES];
    uint32_t ctx_data[SHARED_MEMORY_MAX_ROW];
    /* The model's alone: lanes of the access that is kept; is the answer one with data? */
    uint64_t mask;
    bool rsp_means_data;
    /* By address, of all banks; only as many as there are. */
    uint32_t mem[SHARED_MEMORY_MAX_WORDS];
};

/* Lays the state out, as after reset; words are 0. NULL, or what is wrong with the sizes. */
const char *shared_memory_init(struct shared_memory *s, const struct shared_memory_cfg *cfg);

/* A clock edge with reset low. Words keep what they have. */
void shared_memory_reset(struct shared_memory *s);

/* This cycle's outputs; changes nothing. Outputs that are numbers and mean nothing are 0. Of the
 * inputs only rsp_ready is looked at, for acc_ready and ctx_ready. */
void shared_memory_eval(const struct shared_memory *s, const struct shared_memory_in *in,
                        struct shared_memory_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void shared_memory_tick(struct shared_memory *s, const struct shared_memory_in *in,
                        const struct shared_memory_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool shared_memory_rests(const struct shared_memory *s, const struct shared_memory_in *in,
                         const struct shared_memory_out *out);

/* NULL, or the name of a broken invariant. Of the page's invariants, once and bank are about the
 * lanes served; order, value and exclusive need the past: the unit test has them. */
const char *shared_memory_check(const struct shared_memory *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *shared_memory_promise(const struct shared_memory *s, const struct shared_memory_in *in);

#endif
