/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the split scoreboard: docs/blocks/split_scoreboard.md.
 * Simultaneous Branch and Warp Interweaving (ISCA 2012), section 3.4, Figure 6.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: query_busy and
 * set_tag of a slot that is not below Slots; reg and deps of a row that is not
 * pending.
 */
#ifndef HEDDLE_SPLIT_SCOREBOARD_H
#define HEDDLE_SPLIT_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SPLIT_SCOREBOARD_MAX_SLOTS = 64,
    SPLIT_SCOREBOARD_MAX_ENTRIES = 16,
    SPLIT_SCOREBOARD_MAX_REGS = 64,
    SPLIT_SCOREBOARD_MAX_WRITERS = 8,
    SPLIT_SCOREBOARD_PORTS = 2,
    SPLIT_SCOREBOARD_ROWS = 2, /* of an entry: one a hot position */
    SPLIT_SCOREBOARD_MAX_ROWS =
        SPLIT_SCOREBOARD_MAX_SLOTS * SPLIT_SCOREBOARD_MAX_ENTRIES * SPLIT_SCOREBOARD_ROWS,
};

/* The module's parameters. */
struct split_scoreboard_cfg {
    uint32_t slots;
    uint32_t entries;
    uint32_t regs;
    uint32_t writers;
};

/* Positions are 0 and 1. Bit 3*i + j of a matrix: a thread goes from position i to position j. */
struct split_scoreboard_in {
    uint32_t query_slot[SPLIT_SCOREBOARD_PORTS];
    bool query_pos[SPLIT_SCOREBOARD_PORTS];
    bool set_en[SPLIT_SCOREBOARD_PORTS];
    uint32_t set_slot[SPLIT_SCOREBOARD_PORTS];
    bool set_pos[SPLIT_SCOREBOARD_PORTS];
    uint32_t set_reg[SPLIT_SCOREBOARD_PORTS];
    bool move_en[SPLIT_SCOREBOARD_PORTS];
    uint32_t move_slot[SPLIT_SCOREBOARD_PORTS];
    uint32_t move_matrix[SPLIT_SCOREBOARD_PORTS];
    bool wb_en[SPLIT_SCOREBOARD_MAX_WRITERS];
    uint32_t wb_slot[SPLIT_SCOREBOARD_MAX_WRITERS];
    uint32_t wb_tag[SPLIT_SCOREBOARD_MAX_WRITERS];
    bool wb_pos[SPLIT_SCOREBOARD_MAX_WRITERS];
};

struct split_scoreboard_out {
    uint64_t query_busy[SPLIT_SCOREBOARD_PORTS]; /* a bit a register */
    uint64_t full;                               /* a bit a slot, and so the next */
    uint64_t free;
    uint32_t set_tag[SPLIT_SCOREBOARD_PORTS];
};

/* Row i of entry e of slot s is bit 2*e + i of pending[s], and element (s*entries + e)*2 + i of reg
 * and deps. */
struct split_scoreboard {
    struct split_scoreboard_cfg cfg;
    uint32_t pending[SPLIT_SCOREBOARD_MAX_SLOTS];
    uint32_t reg[SPLIT_SCOREBOARD_MAX_ROWS];
    uint32_t deps[SPLIT_SCOREBOARD_MAX_ROWS]; /* bit j: a thread of the write is at position j */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *split_scoreboard_init(struct split_scoreboard *s,
                                  const struct split_scoreboard_cfg *cfg);

/* A clock edge with reset low. */
void split_scoreboard_reset(struct split_scoreboard *s);

/* This cycle's outputs; changes nothing. Those of a slot that is not below Slots are 0. */
void split_scoreboard_eval(const struct split_scoreboard *s, const struct split_scoreboard_in *in,
                           struct split_scoreboard_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void split_scoreboard_tick(struct split_scoreboard *s, const struct split_scoreboard_in *in,
                           const struct split_scoreboard_out *out);

/* NULL, or the name of a broken invariant: the page lists them. */
const char *split_scoreboard_check(const struct split_scoreboard *s);

/* NULL, or the promise of the page that the neighbours break with these inputs: 1 to 4. */
const char *split_scoreboard_promise(const struct split_scoreboard *s,
                                     const struct split_scoreboard_in *in);

#endif
