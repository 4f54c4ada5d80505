/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The shell that all machines share: a pipeline of given depth, a memory, one
 * warp issued and one returned a scheduler cycle (warp / width clocks), and the
 * statistics. Which threads are issued together differs: that is behind machine_ops.
 *
 * In a scheduler cycle:
 * 1. The return register, if empty, is loaded: with threads whose data came
 *    from memory, else with the warp at the end of the pipeline.
 * 2. If a warp is still at the end of the pipeline the pipeline stalls: nothing
 *    is issued. Else it moves on. With a crossbar it also stalls for the clocks
 *    by which a warp's registers took longer than a scheduler cycle.
 * 3. The machine sees the return register, and takes it or not; asked for a
 *    warp, it gives one or not. Threads that return can be in that warp.
 * 4. The threads of the warp execute one instruction. Threads that miss leave
 *    the pipeline, and return by as many clocks later as they miss.
 */
#ifndef HEDDLE_WALK_MACHINE_H
#define HEDDLE_WALK_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "walk/walker.h"

enum {
    MACHINE_MAX_LANES = 64,
    MACHINE_MAX_DEPTH = 1024,
    MACHINE_BINS = 8,        /* W1-4 ... W29-32 */
    MACHINE_MAX_POOL = 4096, /* warps in a pool that are told apart */
    MACHINE_CAUSES = 4,
};

struct machine_cfg {
    uint32_t lanes;   /* threads of a warp */
    uint32_t width;   /* of the pipeline; divides lanes */
    uint32_t depth;   /* clocks from issue to return */
    uint32_t threads; /* of the core */
    bool swizzle;     /* odd and even home lanes swapped in odd static warps */
    bool crossbar;    /* registers of a lane of the pipeline are in a bank, which any lane may read:
                       * of a warp's threads it serves one a clock (Figure 9 (c)) */
};

/* Threads that are together: one warp at most. */
struct machine_warp {
    uint32_t count;
    uint32_t tid[MACHINE_MAX_LANES];
};

struct machine_in {
    const struct machine_warp *back; /* threads that return, done ones too. count 0: none */
    bool ask;                        /* the pipeline takes a warp */
};

struct machine_out {
    bool taken;                /* of back */
    struct machine_warp issue; /* count 0: none */
};

struct machine_stats {
    uint64_t cycles;
    uint64_t clocks;
    uint64_t instructions; /* of threads */
    uint64_t issues;       /* of warps */
    uint64_t active[MACHINE_MAX_LANES + 1];
    uint64_t idle;  /* nothing issued: all threads are in the pipeline, or have none to wait for */
    uint64_t mem;   /* nothing issued: all threads wait for memory */
    uint64_t sched; /* nothing issued, though threads wait in the scheduler */
    uint64_t stall; /* the end of the pipeline is blocked */
    uint64_t banks; /* stalled for a conflict of register banks */
    uint64_t refused; /* returns not taken in their scheduler cycle */
    /* The machine's own causes; the unit's causes are counted in clocks. */
    uint64_t wait[MACHINE_CAUSES];
    uint64_t refuse[MACHINE_CAUSES];
    uint32_t pool_max;
    uint32_t heap_max;
    uint32_t spilled_max;
    uint64_t pool[MACHINE_MAX_POOL + 1]; /* scheduler cycles with so many warps in the pool */
};

/* A kind of machine; m is its own state. */
struct machine_ops {
    /* A scheduler cycle. Adds to stats what it alone knows. */
    void (*cycle)(void *m, const struct machine_in *in, struct machine_out *out,
                  struct machine_stats *stats);
    /* NULL, or what is wrong inside. */
    const char *(*check)(void *m);
    bool holds; /* threads that returned wait for others of their warp that are in memory */
    bool mimd;  /* threads of any PCs are issued together, and all that is due returns at once */
};

/* A thread that missed. */
struct machine_miss {
    uint32_t tid;
    uint64_t due;
    uint64_t issue; /* number of the warp it was issued with: such return together */
};

struct machine {
    struct machine_cfg cfg;
    struct walker *walker;
    const struct machine_ops *ops;
    void *own;
    FILE *trace; /* a line for each warp issued; or NULL */
    uint32_t stages;
    uint32_t per_cycle; /* clocks */
    struct machine_warp stage[MACHINE_MAX_DEPTH];
    struct machine_warp back;
    struct machine_miss miss[WALKER_MAX_THREADS];
    uint32_t misses;
    uint32_t in_pipe; /* threads in the pipeline that are not done */
    uint32_t late;    /* clocks that bank conflicts took and no stall has made up for */
    bool away[WALKER_MAX_THREADS]; /* issued, and not in the return register yet */
    const char *fault;             /* what the machine did that it must not */
    struct machine_stats stats;
};

/* NULL, or what is wrong with the sizes. */
const char *machine_check_cfg(const struct machine_cfg *cfg);

void machine_init(struct machine *s, const struct machine_cfg *cfg, struct walker *walker,
                  const struct machine_ops *ops, void *own);

/* One scheduler cycle. */
void machine_cycle(struct machine *s);

/* Until all threads are done. NULL; or what is wrong: a check of the machine, a thread that is
 * issued while it is under way or at another PC than the rest of its warp, or never. */
const char *machine_run(struct machine *s, uint64_t max_cycles);

/* The home lane of a thread: its place in its static warp, swapped with its neighbour's or not. */
uint32_t machine_home_lane(const struct machine_cfg *cfg, uint32_t tid);

/* The segment of Figure 15 that a warp of so many threads belongs to: 0 is the emptiest. */
uint32_t machine_bin(uint32_t lanes, uint32_t active);

#endif
