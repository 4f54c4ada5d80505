/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the cold context table: docs/blocks/cct.md.
 * Simultaneous Branch and Warp Interweaving (ISCA 2012), section 3.4, Figure 5(a).
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: pop_pc and pop_mask
 * without any of pop_slot; the outputs of a request while spill_valid is 0,
 * spill_data of a read; of the state what the page calls without meaning.
 */
#ifndef HEDDLE_CCT_H
#define HEDDLE_CCT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CCT_MAX_ENTRIES = 256,
    CCT_MAX_SLOTS = 64,
    CCT_MAX_LANES = 64,
    CCT_MAX_PC_WIDTH = 64,
    CCT_MAX_LEVELS = 128,
    CCT_CONTEXT_WORDS = 4, /* of a context as bits: mask, address */
};

/* The module's parameters. */
struct cct_cfg {
    uint32_t entries;
    uint32_t slots;
    uint32_t lanes;
    uint32_t pc_width;
    uint32_t levels;
};

struct cct_in {
    bool push_valid;
    uint32_t push_slot;
    uint64_t push_pc;
    uint64_t push_mask;
    bool push_last;
    bool pop_en;
    uint32_t pop_slot;
    bool spill_ready;
    bool fill_valid;
    uint32_t fill_slot;
    uint32_t fill_data[CCT_CONTEXT_WORDS]; /* the lowest word first */
};

struct cct_out {
    bool push_ready;
    uint64_t pop_pc;
    uint64_t pop_mask;
    uint64_t any; /* a bit a slot, and so the next */
    uint64_t has;
    bool spill_valid;
    bool spill_load;
    uint32_t spill_slot;
    uint32_t spill_level;
    uint32_t spill_data[CCT_CONTEXT_WORDS];
};

struct cct {
    struct cct_cfg cfg;
    uint64_t pc[CCT_MAX_ENTRIES];
    uint64_t mask[CCT_MAX_ENTRIES];
    bool last[CCT_MAX_ENTRIES];
    uint32_t next[CCT_MAX_ENTRIES];
    uint32_t head[CCT_MAX_SLOTS];
    uint32_t tail[CCT_MAX_SLOTS];
    uint32_t count[CCT_MAX_SLOTS];
    uint32_t deep[CCT_MAX_SLOTS];  /* contexts in memory; */
    uint32_t first[CCT_MAX_SLOTS]; /* the place of the oldest; */
    bool reading[CCT_MAX_SLOTS];   /* it is asked for */
    uint32_t free;                 /* the free list begins here */
    uint32_t shared;               /* entries that are neither used nor kept for a slot */
    bool walk;                     /* the sorter moves an entry: */
    uint32_t walk_slot;
    uint32_t walk_at;
    bool walk_top; /* it is the head; else: */
    uint32_t walk_before;
    bool spill_valid;
    bool spill_load;
    uint32_t spill_slot;
    uint32_t spill_level;
    uint64_t spill_pc;
    uint64_t spill_mask;
    uint32_t turn; /* the slot with which the search for a dry one begins */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *cct_init(struct cct *s, const struct cct_cfg *cfg);

/* A clock edge with reset low. */
void cct_reset(struct cct *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void cct_eval(const struct cct *s, const struct cct_in *in, struct cct_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void cct_tick(struct cct *s, const struct cct_in *in, const struct cct_out *out);

/* NULL, or the name of a broken invariant: the page lists them. Of contexts in memory the model
 * knows no threads: threads_part is that of the table. */
const char *cct_check(const struct cct *s);

/* NULL, or the promise of the page that the neighbours break with these inputs; or what does not
 * fit on its port. */
const char *cct_promise(const struct cct *s, const struct cct_in *in);

#endif
