/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads that walk through a control-flow graph. What a thread does depends on
 * the seed, its number and its own past alone: every machine that runs the
 * threads executes the same instructions. Only the time of an instruction and the threads that
 * execute it together differ.
 */
#ifndef HEDDLE_WALK_WALKER_H
#define HEDDLE_WALK_WALKER_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rng.h"
#include "walk/cfg.h"

enum { WALKER_MAX_THREADS = 4096 };

struct walker_thread {
    struct hd_rng rng;
    uint32_t node;
    uint32_t at; /* instruction of the node that comes next */
    bool done;
    uint32_t pdoms; /* post-dominators passed: immediate ones of branches on its way */
    bool passed;    /* its last instruction led to one */
    uint64_t instructions;
    uint64_t trace; /* hash of the PCs executed, in order */
};

/* What an instruction did. */
struct walker_step {
    bool miss;
    bool warp; /* the lowest thread's clocks count for the whole warp */
    uint32_t clocks;
};

struct walker {
    const struct cfg *cfg;
    uint32_t threads;
    uint32_t alive;
    struct walker_thread *thread;
    uint32_t *turn;   /* thread x block: runs of a branch, trips that a loop still has */
    uint8_t *awaited; /* thread x node: it post-dominates a branch that the thread has run */
};

/* All threads before the first instruction. False if there is no memory. */
bool walker_init(struct walker *w, const struct cfg *cfg, uint32_t threads, uint64_t seed);

void walker_free(struct walker *w);

/* PC of the thread's next instruction; it is not done. */
uint32_t walker_pc(const struct walker *w, uint32_t tid);

/* The thread executes one instruction; it is not done. */
struct walker_step walker_step(struct walker *w, uint32_t tid);

#endif
