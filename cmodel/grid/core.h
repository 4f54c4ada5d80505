/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The core of the grid walker: warps of a grid on slots, two schedulers, loads with latency and
 * bandwidth; docs/grid.md, "The core". Which warps are on which slots is the plug's business.
 */
#ifndef HEDDLE_GRID_CORE_H
#define HEDDLE_GRID_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rng.h"
#include "grid/kernel.h"
#include "grid/plug.h"

enum {
    CORE_MAX_BLOCKS = 4096, /* of a grid */
    CORE_MAX_WARPS = 64,    /* of a block */
    CORE_LOADS = 1 << 14,   /* on their way at once */
    CORE_WHEEL = 1 << 12,   /* clocks that a return may lie ahead: KERNEL_LATENCY and the queue */
    CORE_REGS = 64,
    CORE_QUEUE = 32,
    CORE_ANSWER = 2, /* clocks from a look-up to its answer */
};

enum core_slot { /* why a scheduler issued nothing */
                 CORE_ISSUE,
                 CORE_PIPELINE, /* a warp could, but the memory port or a queue was full */
                 CORE_SHORT,    /* the instruction before is not done */
                 CORE_LONG,     /* all wait for memory */
                 CORE_BARRIER,  /* no warp is ready; one waits at a barrier or for a phase */
                 CORE_NONE,     /* no warp is ready, and none waits */
                 CORE_SLOTS,
};

struct core_params {
    uint32_t alu; /* clocks from an instruction to the next of its warp */
    uint32_t l1;  /* clocks of a hit */
    uint32_t mshrs;
    uint32_t gap;      /* clocks between lines from memory */
    uint32_t queue;    /* loads between load/store unit and L1 */
    uint32_t demand;   /* shared memory is busy with demand accesses: per cent of the clocks */
    uint32_t swap_hit; /* accesses to swap space that hit a cache: per cent */
    uint32_t swap_low, swap_high; /* clocks of the others */
};

extern const struct core_params core_defaults;

/* A warp of the grid: where it is in its program. */
struct core_warp {
    uint16_t op, phase; /* in the kernel's list */
    uint16_t depth;
    uint32_t left; /* of the op's instructions */
    uint32_t turns[KERNEL_MAX_DEPTH];
    uint32_t uses;     /* instructions that may issue before its loads must be in */
    uint32_t loads;    /* out */
    uint64_t busy;     /* registers with a load outstanding */
    uint64_t ready_at; /* when the instruction before is done */
    uint64_t away_at;  /* when the sets that it found in swap space are read */
    uint64_t draws;    /* state of its random numbers */
    uint32_t issued;
    uint64_t told_at; /* when its scheduler last told of a stall */
    bool stalled;     /* that one is not over */
    bool waits;       /* at a barrier, or for its next phase */
    bool ended;
};

struct core_block {
    bool active;            /* on slots: a stall and its wake-up are of now */
    struct core_warp *warp; /* CORE_MAX_WARPS of them; NULL: not begun, or done */
};

struct core_load {
    uint32_t block, rank, slot, warp, reg, next;
    bool hit;
    uint32_t latency;
};

struct core_stats {
    uint64_t cycles, issued, slots[CORE_SLOTS];
    uint64_t blocks, active_blocks, warps, active_warps, registers, shared, swaps;
    uint64_t loads, misses, looks, swapped;
};

struct core {
    struct core_params p;
    struct kernel kernel;
    struct plug *plug;
    uint32_t warps; /* of a block */
    uint64_t seed;
    struct core_block block[CORE_MAX_BLOCKS];
    uint32_t offered, done;
    uint32_t waiting;                /* warps at barriers or for a phase, of all blocks */
    int32_t owner_block[GRID_SLOTS]; /* of a slot, or of a warp (by_warp); -1: none */
    uint32_t owner_rank[GRID_SLOTS];
    uint32_t last[GRID_PORTS];
    enum core_slot met[GRID_PORTS]; /* what came of each scheduler's slot in this clock */
    struct core_load load[CORE_LOADS];
    uint32_t load_free;
    uint32_t wheel[CORE_WHEEL];     /* loads that come back then: a list */
    uint32_t back_first, back_last; /* come back, waiting for a writeback port */
    uint32_t queue[CORE_QUEUE], queue_first, queue_count; /* plugs without queues of their own */
    uint32_t out_misses;
    uint64_t line_at;                       /* when memory can send the next line */
    int32_t asked[CORE_ANSWER][GRID_PORTS]; /* the owner that looked a set up; -1: none */
    uint64_t now;
    uint64_t state_at
        [GRID_SLOTS]; /* by warp: when its state, or a set, is back from swap space; 0: none */
    struct hd_rng rng;
    struct grid_view view;
    struct grid_in in;
    struct grid_out out;
    struct core_stats stats;
    uint64_t executed; /* a sum over all warps of what they did: the same on every residency */
};

/* NULL, or why the kernel cannot run: a sentence in `why`. */
const char *core_open(struct core *c, struct plug *plug, const struct limits_core *limits,
                      const struct kernel *k, const struct core_params *p, uint64_t seed, char *why,
                      uint32_t size);
void core_close(struct core *c);

/* The inputs of a cycle, from what the residency shows before it; and what the cycle did. */
void core_drive(struct core *c);
void core_see(struct core *c);

/* A cycle with the plug's model. False when the grid is done. */
bool core_cycle(struct core *c);

#endif
