/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the core of the grid walker sees of a residency: the interface of docs/residency.md, as far
 * as a core without instructions needs it. A plug adapts a golden model to it.
 */
#ifndef HEDDLE_GRID_PLUG_H
#define HEDDLE_GRID_PLUG_H

#include <stdbool.h>
#include <stdint.h>

#include "grid/kernel.h"
#include "residency/limits.h"

enum {
    GRID_PORTS = 2,
    GRID_SLOTS = 256,  /* of the core without scheduling limit; the models have 64 at most */
    GRID_SET_REGS = 4, /* registers of a thread in a set */
    GRID_SET_BYTES = 1024,
};

enum grid_event { GRID_STALL, GRID_BARRIER, GRID_PHASE, GRID_ENDED };

/* A set of registers of the warp on this slot, or of scratchpad of its block. */
struct grid_look {
    bool valid;
    uint32_t slot, set;
};

struct grid_in {
    bool block_valid;
    uint32_t block_id;
    struct {
        bool valid;
        enum grid_event kind;
        uint32_t slot;
        uint32_t registers, shared; /* of a phase: of a thread, of the block */
    } ev[GRID_PORTS];
    struct {
        bool valid;
        uint32_t slot;
    } wake[GRID_PORTS];
    struct {
        bool valid;
        uint32_t slot, reg;
    } set[GRID_PORTS];
    struct {
        bool valid;
        uint32_t slot, warp, reg;
    } wb[GRID_PORTS];
    bool load_valid; /* a load on its way to L1 */
    uint32_t load_warp, load;
    bool l1_ready;      /* the load on offer is taken */
    bool mem_ready;     /* no demand access to the shared memory */
    bool idle, stalled; /* the core issues nothing; all its warps wait for memory */
    struct grid_look look[GRID_PORTS], scratch_look[GRID_PORTS]; /* where is this set? */
    bool swap_ready; /* the memory takes a store or load of swap space */
    bool rsp_valid;  /* the state of a warp is back */
    uint32_t rsp_warp;
};

/* What depends on state alone: known before the inputs are. */
struct grid_view {
    bool ready[GRID_SLOTS];
    uint32_t warp[GRID_SLOTS]; /* of each slot: the warp that owns the registers */
    bool load_ready;           /* the load/store unit takes a load; this and the next two: */
    bool l1_valid;             /* of plugs with queues of their own */
    uint32_t l1;               /* the load that goes first */
    bool away[GRID_PORTS];     /* a set of the look-ups of two cycles ago is in swap space */
};

struct grid_out {
    bool block_ready;
    bool begin, resume, leave; /* a block, or a warp, on these slots */
    uint32_t seat, leave_slot; /* the first slot; by_warp: the warp */
    uint32_t count, rank;      /* warps that begin or resume, and the first one's rank */
    uint32_t seat_id;
    bool done;
    uint32_t done_id;
    bool swap_valid, swap_load; /* an access to swap space */
    uint32_t swap_warp;
    uint32_t swap_lines; /* that it moves */
};

/* For the occupancy figures, after each cycle. */
struct grid_use {
    uint32_t blocks, active_blocks, warps, active_warps;
    uint32_t registers, shared; /* in use: registers of 32 bits, bytes */
    bool swapping;
};

struct plug {
    const char *name;
    /* NULL, or why it cannot run this kernel on this core. */
    const char *(*start)(void *self, const struct limits_core *core, const struct kernel *k,
                         char *why, uint32_t size);
    void (*view)(void *self, struct grid_view *view);
    void (*cycle)(void *self, const struct grid_in *in, struct grid_out *out);
    void (*use)(const void *self, struct grid_use *use);
    const char *(*check)(const void *self); /* NULL, or a broken invariant or promise */
    uint32_t slots;                         /* set by start */
    uint32_t ports; /* schedulers, and writeback ports: GRID_PORTS at most; 0: that many */
    bool by_warp;   /* `seat` is a warp, not a slot: warps change slots */
    bool queues;    /* it has load queues of its own */
    void *self;
};

#endif
