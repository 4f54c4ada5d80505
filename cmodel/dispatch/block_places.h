/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the block places: docs/blocks/block_places.md.
 * Elastic Kernels (ASPLOS 2013), section 4.1 with Listing 1.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: next_sm and
 * next_kernel while next_valid is 0; end_kernel of an SM while its end_valid is
 * 0.
 */
#ifndef HEDDLE_BLOCK_PLACES_H
#define HEDDLE_BLOCK_PLACES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BLOCK_PLACES_MAX_SMS = 64,
    BLOCK_PLACES_MAX_KERNELS = 16,
    BLOCK_PLACES_MAX_BLOCKS = 64,
};

/* The module's parameters. */
struct block_places_cfg {
    uint32_t sms;
    uint32_t kernels;
    uint32_t blocks;
};

struct block_places_in {
    bool keep;
    uint32_t most[BLOCK_PLACES_MAX_KERNELS];
    uint32_t want; /* a bit a kernel */
    bool place_valid;
    uint32_t place_kernel;
    uint64_t ready;     /* a bit an SM */
    uint64_t end_valid; /* a bit an SM */
    uint32_t end_kernel[BLOCK_PLACES_MAX_SMS];
};

/* Elements of kept as in the state. */
struct block_places_out {
    uint32_t want; /* a bit a kernel */
    bool next_valid;
    uint32_t next_sm;
    uint32_t next_kernel;
    uint64_t end_valid; /* a bit an SM */
    uint32_t end_kernel[BLOCK_PLACES_MAX_SMS];
    uint32_t places[BLOCK_PLACES_MAX_KERNELS];
    uint32_t kept[BLOCK_PLACES_MAX_SMS * BLOCK_PLACES_MAX_KERNELS];
};

/* Kernel k has kept[s*kernels + k] places without a block on SM s. */
struct block_places {
    struct block_places_cfg cfg;
    uint32_t kept[BLOCK_PLACES_MAX_SMS * BLOCK_PLACES_MAX_KERNELS];
    uint32_t places[BLOCK_PLACES_MAX_KERNELS]; /* with a block, and kept */
    uint32_t turn;                             /* the SM to begin with */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *block_places_init(struct block_places *s, const struct block_places_cfg *cfg);

/* A clock edge with reset low. */
void block_places_reset(struct block_places *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void block_places_eval(const struct block_places *s, const struct block_places_in *in,
                       struct block_places_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. Ends, a new place and a
 * place that goes on all count; each was found in the state before the cycle. */
void block_places_tick(struct block_places *s, const struct block_places_in *in,
                       const struct block_places_out *out);

/* NULL, or the name of a broken invariant: the page lists them. Those of one cycle's inputs and
 * outputs are for the proofs. */
const char *block_places_check(const struct block_places *s);

/* NULL, or the promise of the page that the neighbours break with these inputs; or what does not
 * fit on its port. On which SM a new place is, the model does not know: of the ends it sees that a
 * kernel has more in a cycle than it has blocks on all SMs, and more places than an SM holds. */
const char *block_places_promise(const struct block_places *s, const struct block_places_in *in);

/* The same; out is what eval gave for the same state and inputs. */
const char *block_places_promise_of(const struct block_places *s, const struct block_places_in *in,
                                    const struct block_places_out *out);

#endif
