/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the SIMT stack: docs/blocks/simt_stack.md.
 * Dynamic Warp Formation (TACO 2009), section 3.2, Figure 4; Virtual Thread (ISCA 2016), IV.C.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. A scheduler may set look_slot, eval, put the
 * operations into the inputs, and eval again: look_* depends on state only.
 * A slot that is asked for (look_slot, row_rd_slot) and is not below Slots gives zeros, and costs
 * nothing.
 * A wide value is an array of 32-bit words: bit i is bit i % 32 of word i / 32.
 * Not comparable with RTL: look_* of a slot that is not ready, op_ready while op_valid is 0,
 * spill_* while spill_valid is 0, spill_data of a read; everything of a slot that is not here;
 * places of a slot, in state and rows, that hold none of the levels deep to count - 1.
 */
#ifndef HEDDLE_SIMT_STACK_H
#define HEDDLE_SIMT_STACK_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SIMT_STACK_MAX_SLOTS = 64,
    SIMT_STACK_MAX_LANES = 64,
    SIMT_STACK_MAX_DEPTH = 16,
    SIMT_STACK_MAX_LEVELS = 128,
    SIMT_STACK_MAX_PORTS = 4,
    SIMT_STACK_ENTRY_WORDS = 7, /* 64 + 2 * (64 + 8) bits */
    SIMT_STACK_ROW_WORDS = 107, /* 16 entries, 2 * 8 + 64 bits */
};

/* What an instruction did: op_kind. */
enum simt_stack_kind {
    SIMT_STACK_NEXT,
    SIMT_STACK_BRANCH,
    SIMT_STACK_CALL,
    SIMT_STACK_RETURN,
    SIMT_STACK_EXIT,
    SIMT_STACK_KINDS,
};

/* The module's parameters. */
struct simt_stack_cfg {
    uint32_t slots;
    uint32_t lanes;
    uint32_t pc_width;
    uint32_t frame_width;
    uint32_t depth;
    uint32_t levels;
    uint32_t ports;
};

struct simt_stack_in {
    bool begin_en;
    uint32_t begin_slot;
    uint64_t begin_pc;
    uint64_t begin_mask;
    uint32_t look_slot[SIMT_STACK_MAX_PORTS];
    bool op_valid[SIMT_STACK_MAX_PORTS];
    uint32_t op_slot[SIMT_STACK_MAX_PORTS];
    uint32_t op_kind[SIMT_STACK_MAX_PORTS];
    uint64_t op_pc[SIMT_STACK_MAX_PORTS];
    uint64_t op_taken[SIMT_STACK_MAX_PORTS];
    uint64_t op_target[SIMT_STACK_MAX_PORTS];
    uint64_t op_meet[SIMT_STACK_MAX_PORTS];
    bool spill_ready;
    bool fill_valid;
    uint32_t fill_slot;
    uint32_t fill_data[SIMT_STACK_ENTRY_WORDS];
    uint32_t row_rd_slot;
    bool row_wr_en;
    uint32_t row_wr_slot;
    uint32_t row_wr_data[SIMT_STACK_ROW_WORDS];
};

struct simt_stack_out {
    uint64_t look_pc[SIMT_STACK_MAX_PORTS];
    uint64_t look_mask[SIMT_STACK_MAX_PORTS];
    uint64_t ready; /* a bit a slot */
    uint64_t done;
    uint64_t at_rest; /* ready, and no entry of the slot is on its way to memory, or to go there */
    bool op_ready[SIMT_STACK_MAX_PORTS];
    bool spill_valid;
    bool spill_load;
    uint32_t spill_slot;
    uint32_t spill_level;
    uint32_t spill_data[SIMT_STACK_ENTRY_WORDS];
    uint32_t row_rd_data[SIMT_STACK_ROW_WORDS];
};

/* The bank of place d is mask[d], pc[d] ...; level l of a slot is in place l % depth. */
struct simt_stack {
    struct simt_stack_cfg cfg;
    uint64_t mask[SIMT_STACK_MAX_DEPTH][SIMT_STACK_MAX_SLOTS];
    uint64_t pc[SIMT_STACK_MAX_DEPTH][SIMT_STACK_MAX_SLOTS];
    uint32_t frame[SIMT_STACK_MAX_DEPTH][SIMT_STACK_MAX_SLOTS];
    uint64_t rpc[SIMT_STACK_MAX_DEPTH][SIMT_STACK_MAX_SLOTS];
    uint32_t rframe[SIMT_STACK_MAX_DEPTH][SIMT_STACK_MAX_SLOTS];
    uint64_t live[SIMT_STACK_MAX_SLOTS];
    uint32_t count[SIMT_STACK_MAX_SLOTS]; /* entries in all */
    uint32_t deep[SIMT_STACK_MAX_SLOTS];  /* levels below this are in memory */
    uint64_t here;                        /* from here on a bit a slot */
    uint64_t check;
    uint64_t wish;
    uint64_t reading;
    bool spill_valid;
    bool spill_load;
    uint32_t spill_slot;
    /* The model's alone, from count and deep, so that no cycle looks through the slots. */
    uint64_t on_chip;   /* an entry is on chip */
    uint64_t in_memory; /* an entry is in memory */
};

/* LevelWidth, EntryWidth and RowWidth of the page, in bits. */
uint32_t simt_stack_level_width(const struct simt_stack_cfg *cfg);
uint32_t simt_stack_entry_width(const struct simt_stack_cfg *cfg);
uint32_t simt_stack_row_width(const struct simt_stack_cfg *cfg);

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *simt_stack_init(struct simt_stack *s, const struct simt_stack_cfg *cfg);

/* A clock edge with reset low. */
void simt_stack_reset(struct simt_stack *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void simt_stack_eval(const struct simt_stack *s, const struct simt_stack_in *in,
                     struct simt_stack_out *out);

/* What an operation of this cycle, on a slot that is ready, goes beyond. */
enum simt_stack_limit {
    SIMT_STACK_FITS,
    SIMT_STACK_FRAMES_FULL, /* a call in the last frame */
    SIMT_STACK_LEVELS_FULL, /* more than Levels entries */
};
enum simt_stack_limit simt_stack_limit(const struct simt_stack *s, const struct simt_stack_in *in,
                                       uint32_t port);

/* The clock edge; out is what eval gave for the same state and inputs. */
void simt_stack_tick(struct simt_stack *s, const struct simt_stack_in *in,
                     const struct simt_stack_out *out);

/* Does the clock edge change nothing? Then eval gives the same again for the same inputs. */
bool simt_stack_rests(const struct simt_stack *s, const struct simt_stack_in *in);

/* NULL, or the name of a broken invariant (the page lists them). Entries in memory are not seen:
 * part and bound are checked for the entries on chip, lost_none while no entry is in memory. */
const char *simt_stack_check(const struct simt_stack *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. That a read brings
 * the data written is not checked: the model has no memory. */
const char *simt_stack_promise(const struct simt_stack *s, const struct simt_stack_in *in);

#endif
