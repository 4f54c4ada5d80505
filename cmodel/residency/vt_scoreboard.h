/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the VT scoreboard: docs/blocks/vt_scoreboard.md.
 * Virtual Thread (ISCA 2016), section IV.A.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: tag of a slot that
 * is not valid.
 */
#ifndef HEDDLE_VT_SCOREBOARD_H
#define HEDDLE_VT_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    VT_SCOREBOARD_MAX_SLOTS = 64,
    VT_SCOREBOARD_MAX_REGS = 64,
    VT_SCOREBOARD_MAX_WARPS = 1024,
    VT_SCOREBOARD_MAX_PORTS = 4,
};

/* The module's parameters. */
struct vt_scoreboard_cfg {
    uint32_t slots;
    uint32_t regs;
    uint32_t warps;
    uint32_t ports;
};

struct vt_scoreboard_in {
    uint32_t query_slot[VT_SCOREBOARD_MAX_PORTS];
    bool set_en[VT_SCOREBOARD_MAX_PORTS];
    uint32_t set_slot[VT_SCOREBOARD_MAX_PORTS];
    uint32_t set_reg[VT_SCOREBOARD_MAX_PORTS];
    bool wb_en[VT_SCOREBOARD_MAX_PORTS];
    uint32_t wb_slot[VT_SCOREBOARD_MAX_PORTS];
    uint32_t wb_warp[VT_SCOREBOARD_MAX_PORTS];
    uint32_t wb_reg[VT_SCOREBOARD_MAX_PORTS];
    bool map_en;
    uint32_t map_base;
    uint32_t map_count;
    uint32_t map_warp;
    bool retire_en;
    uint32_t retire_slot;
    bool clear_en;
    uint32_t clear_base;
    uint32_t clear_count;
};

struct vt_scoreboard_out {
    uint64_t query_busy[VT_SCOREBOARD_MAX_PORTS]; /* a bit a register */
    bool late[VT_SCOREBOARD_MAX_PORTS];
    uint32_t retire_count;
};

/* The writes that come back late are the model's alone: a warp is not mapped again before they are
 * in, and what comes back must be out. */
struct vt_scoreboard {
    struct vt_scoreboard_cfg cfg;
    uint64_t valid; /* a bit a slot */
    uint32_t tag[VT_SCOREBOARD_MAX_SLOTS];
    uint64_t busy[VT_SCOREBOARD_MAX_SLOTS];    /* a bit a register */
    uint64_t left[VT_SCOREBOARD_MAX_WARPS];    /* registers of a warp retired with writes out */
    uint32_t left_at[VT_SCOREBOARD_MAX_WARPS]; /* the slot on which they were issued */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *vt_scoreboard_init(struct vt_scoreboard *s, const struct vt_scoreboard_cfg *cfg);

/* A clock edge with reset low. */
void vt_scoreboard_reset(struct vt_scoreboard *s);

/* This cycle's outputs; changes nothing. retire_count is retire_slot's, whether a warp retires or
 * not; a slot at or above Slots has no bit set. */
void vt_scoreboard_eval(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in,
                        struct vt_scoreboard_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void vt_scoreboard_tick(struct vt_scoreboard *s, const struct vt_scoreboard_in *in,
                        const struct vt_scoreboard_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *vt_scoreboard_check(const struct vt_scoreboard *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *vt_scoreboard_promise(const struct vt_scoreboard *s, const struct vt_scoreboard_in *in);

#endif
