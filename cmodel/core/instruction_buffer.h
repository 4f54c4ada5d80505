/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the instruction buffer: docs/blocks/instruction_buffer.md.
 * Virtual Thread (ISCA 2016), section IV.A.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: slots and words of
 * ports that are not valid, head_word while head_slot is not its port's or has
 * nothing buffered; entries in which nothing is, a last one while there is none.
 */
#ifndef HEDDLE_INSTRUCTION_BUFFER_H
#define HEDDLE_INSTRUCTION_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    INSTRUCTION_BUFFER_MAX_SLOTS = 64,
    INSTRUCTION_BUFFER_MAX_PORTS = 4,
    INSTRUCTION_BUFFER_MAX_ENTRIES = 4,
    INSTRUCTION_BUFFER_MAX_WORD_WIDTH = 128,
};

/* The module's parameters. */
struct instruction_buffer_cfg {
    uint32_t slots;
    uint32_t ports;
    uint32_t entries;
    uint32_t word_width;
};

/* An instruction, and what comes with it: bits 0 to 63, 64 to 127. */
struct instruction_buffer_word {
    uint64_t half[2];
};

struct instruction_buffer_in {
    uint64_t want; /* a bit a slot, as wake, go and flush */
    bool fetch_ready;
    bool rsp_valid;
    uint32_t rsp_slot;
    struct instruction_buffer_word rsp_word;
    bool rsp_stop;
    bool check_pass[INSTRUCTION_BUFFER_MAX_PORTS];
    uint64_t wake;
    uint32_t head_slot[INSTRUCTION_BUFFER_MAX_PORTS];
    bool pop_en[INSTRUCTION_BUFFER_MAX_PORTS];
    uint64_t go;
    uint64_t flush;
};

struct instruction_buffer_out {
    bool fetch_valid;
    uint32_t fetch_slot;
    uint32_t fetch_ahead;
    bool check_valid[INSTRUCTION_BUFFER_MAX_PORTS];
    uint32_t check_slot[INSTRUCTION_BUFFER_MAX_PORTS];
    struct instruction_buffer_word check_word[INSTRUCTION_BUFFER_MAX_PORTS];
    uint64_t head; /* a bit a slot, as can */
    uint64_t can;
    struct instruction_buffer_word head_word[INSTRUCTION_BUFFER_MAX_PORTS];
};

struct instruction_buffer {
    struct instruction_buffer_cfg cfg;
    /* Of each slot `entries` words in a ring, at slot * entries. */
    struct instruction_buffer_word
        word[INSTRUCTION_BUFFER_MAX_SLOTS * INSTRUCTION_BUFFER_MAX_ENTRIES];
    uint8_t first[INSTRUCTION_BUFFER_MAX_SLOTS];
    uint8_t count[INSTRUCTION_BUFFER_MAX_SLOTS];
    uint64_t stopped; /* this and the next four: a bit a slot */
    uint64_t flying;
    uint64_t stale;
    uint64_t passed;
    uint64_t held;
    uint32_t fetch_last;
    bool fetch_some;
    uint32_t check_last[INSTRUCTION_BUFFER_MAX_PORTS]; /* a slot's number */
    uint32_t check_some;                               /* a bit a port */
    /* The model's alone, so that nothing is looked for slot by slot: what `count` and the sizes
     * say, a bit a slot. */
    uint64_t heads;                             /* something is buffered */
    uint64_t full;                              /* there is no room */
    uint64_t own[INSTRUCTION_BUFFER_MAX_PORTS]; /* slots of this scheduler; never changes */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *instruction_buffer_init(struct instruction_buffer *s,
                                    const struct instruction_buffer_cfg *cfg);

/* A clock edge with reset low. */
void instruction_buffer_reset(struct instruction_buffer *s);

/* The oldest instruction of a slot, which has one: a bit of `heads`. What head_word is, for a
 * neighbour that asks for one slot. */
const struct instruction_buffer_word *instruction_buffer_head(const struct instruction_buffer *s,
                                                              uint32_t slot);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. The check and `can` are
 * of state alone, so eval may be called before the inputs that depend on them are known, and again
 * when they are. */
void instruction_buffer_eval(const struct instruction_buffer *s,
                             const struct instruction_buffer_in *in,
                             struct instruction_buffer_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void instruction_buffer_tick(struct instruction_buffer *s, const struct instruction_buffer_in *in,
                             const struct instruction_buffer_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool instruction_buffer_rests(const struct instruction_buffer *s,
                              const struct instruction_buffer_in *in,
                              const struct instruction_buffer_out *out);

/* NULL, or the name of a broken invariant: room, nothing_behind, passed_head and one_flies of the
 * page. order and served need the past. */
const char *instruction_buffer_check(const struct instruction_buffer *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *instruction_buffer_promise(const struct instruction_buffer *s,
                                       const struct instruction_buffer_in *in);

#endif
