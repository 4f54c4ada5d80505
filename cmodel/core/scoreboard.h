/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the scoreboard: docs/blocks/scoreboard.md.
 * Virtual Thread (ISCA 2016), section IV.A, the base.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: query_busy of a slot
 * that is not below Slots.
 */
#ifndef HEDDLE_SCOREBOARD_H
#define HEDDLE_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SCOREBOARD_MAX_SLOTS = 64,
    SCOREBOARD_MAX_REGS = 64,
    SCOREBOARD_MAX_PORTS = 4,
    SCOREBOARD_MAX_WRITERS = 8,
};

/* The module's parameters. */
struct scoreboard_cfg {
    uint32_t slots;
    uint32_t regs;
    uint32_t ports;
    uint32_t writers;
};

struct scoreboard_in {
    uint32_t query_slot[SCOREBOARD_MAX_PORTS];
    bool set_en[SCOREBOARD_MAX_PORTS];
    uint32_t set_slot[SCOREBOARD_MAX_PORTS];
    uint32_t set_reg[SCOREBOARD_MAX_PORTS];
    bool wb_en[SCOREBOARD_MAX_WRITERS];
    uint32_t wb_slot[SCOREBOARD_MAX_WRITERS];
    uint32_t wb_reg[SCOREBOARD_MAX_WRITERS];
};

struct scoreboard_out {
    uint64_t query_busy[SCOREBOARD_MAX_PORTS]; /* a bit a register */
    uint64_t free;                             /* a bit a slot */
};

struct scoreboard {
    struct scoreboard_cfg cfg;
    uint64_t busy[SCOREBOARD_MAX_SLOTS]; /* a bit a register */
    /* The model's alone, so that `free` is no loop: the slots with a bit. */
    uint64_t waiting;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *scoreboard_init(struct scoreboard *s, const struct scoreboard_cfg *cfg);

/* A clock edge with reset low. */
void scoreboard_reset(struct scoreboard *s);

/* This cycle's outputs; changes nothing. A slot at or above Slots has no bit set. */
void scoreboard_eval(const struct scoreboard *s, const struct scoreboard_in *in,
                     struct scoreboard_out *out);

/* The clock edge. */
void scoreboard_tick(struct scoreboard *s, const struct scoreboard_in *in,
                     const struct scoreboard_out *out);

/* NULL, or the name of a broken invariant: that bits are of registers that there are, and free of
 * the page. exact needs the past. */
const char *scoreboard_check(const struct scoreboard *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *scoreboard_promise(const struct scoreboard *s, const struct scoreboard_in *in);

#endif
