/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the coalescer: docs/blocks/coalescer.md.
 * Lindholm et al., NVIDIA Tesla (IEEE Micro 2008), memory access.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: a request while its
 * valid is 0, of it req_word of lanes that are not served and req_data where no
 * byte is enabled, and req_expect there, and but of atomics; address, data and bytes of lanes that
 * are not left, kind and tag while none is.
 */
#ifndef HEDDLE_COALESCER_H
#define HEDDLE_COALESCER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    COALESCER_MAX_LANES = 64,
    COALESCER_MAX_LINE_BYTES = 256,
    COALESCER_MAX_BANKS = 16,
};

/* acc_kind, req_kind */
enum {
    COALESCER_LOAD = 0,
    COALESCER_STORE = 1,
    COALESCER_ATOMIC = 2,
};

/* The module's parameters. */
struct coalescer_cfg {
    uint32_t lanes;
    uint32_t addr_width;
    uint32_t line_bytes;
    uint32_t tag_width;
    uint32_t banks; /* of the cache */
};

struct coalescer_in {
    bool acc_valid;
    uint32_t acc_kind;
    uint64_t acc_mask; /* a bit a lane */
    uint64_t acc_addr[COALESCER_MAX_LANES];
    uint32_t acc_data[COALESCER_MAX_LANES];
    uint32_t acc_be[COALESCER_MAX_LANES];
    uint32_t acc_expect[COALESCER_MAX_LANES];
    uint64_t acc_tag;
    bool req_ready[COALESCER_MAX_BANKS];
};

struct coalescer_out {
    bool acc_ready;
    bool req_valid[COALESCER_MAX_BANKS];
    uint32_t req_kind;
    uint64_t req_tag;
    uint64_t req_line[COALESCER_MAX_BANKS];
    uint64_t req_lanes[COALESCER_MAX_BANKS]; /* a bit a lane */
    uint32_t req_word[COALESCER_MAX_LANES];
    uint8_t req_data[COALESCER_MAX_BANKS][COALESCER_MAX_LINE_BYTES];
    bool req_be[COALESCER_MAX_BANKS][COALESCER_MAX_LINE_BYTES];
    uint8_t req_expect[COALESCER_MAX_BANKS][COALESCER_MAX_LINE_BYTES]; /* of atomics */
    bool req_last;
};

struct coalescer {
    struct coalescer_cfg cfg;
    uint64_t left; /* a bit a lane */
    uint32_t kind;
    uint64_t tag;
    uint64_t addr[COALESCER_MAX_LANES];
    uint32_t data[COALESCER_MAX_LANES];
    uint32_t be[COALESCER_MAX_LANES];
    uint32_t expect[COALESCER_MAX_LANES];
    /* The model's alone: lanes that each bank's request serves; and of the access that was taken
     * last. */
    uint64_t next[COALESCER_MAX_BANKS];
    uint64_t mask;     /* its lanes */
    uint64_t served;   /* those that were */
    uint32_t requests; /* that it has made, of all banks */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *coalescer_init(struct coalescer *s, const struct coalescer_cfg *cfg);

/* A clock edge with reset low. */
void coalescer_reset(struct coalescer *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0, but for banks that there
 * are not. */
void coalescer_eval(const struct coalescer *s, const struct coalescer_in *in,
                    struct coalescer_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void coalescer_tick(struct coalescer *s, const struct coalescer_in *in,
                    const struct coalescer_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool coalescer_rests(const struct coalescer *s, const struct coalescer_in *in,
                     const struct coalescer_out *out);

/* NULL, or the name of a broken invariant (the page lists them). same_line and one_a_word are about
 * eval, not about a state. */
const char *coalescer_check(const struct coalescer *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *coalescer_promise(const struct coalescer *s, const struct coalescer_in *in);

#endif
