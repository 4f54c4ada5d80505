/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A kernel as the grid walker sees it: docs/grid.md, "A kernel". What its blocks ask for, and when
 * its warps compute, load, wait, meet and change phase.
 */
#ifndef HEDDLE_GRID_KERNEL_H
#define HEDDLE_GRID_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    KERNEL_MAX_OPS = 128,
    KERNEL_MAX_DEPTH = 4, /* repeats in repeats */
    KERNEL_NAME = 48,
    KERNEL_LATENCY = 2048, /* clocks of a load at most */
};

enum kernel_verb {
    KERNEL_PHASE,
    KERNEL_COMPUTE,
    KERNEL_LOAD,
    KERNEL_STORE,
    KERNEL_BARRIER,
    KERNEL_REPEAT,
    KERNEL_END,
    KERNEL_EXIT, /* behind the last line */
};

struct kernel_op {
    enum kernel_verb verb;
    uint32_t count;     /* instructions; repeat: the least number of times */
    uint32_t most;      /* repeat: the greatest */
    uint32_t uses;      /* load: instructions before the first that needs it */
    uint32_t hit;       /* load: per cent */
    uint32_t low, high; /* load: clocks of a miss */
    uint32_t registers; /* phase: live from here on, of a thread */
    uint32_t shared;    /* phase: bytes of the block */
    uint32_t other;     /* repeat: its end; end: its repeat */
    uint32_t line;      /* of the text */
};

struct kernel {
    char name[KERNEL_NAME];
    char program[KERNEL_NAME];
    char class; /* as the text says, or '-' */
    uint32_t blocks;
    uint32_t threads;
    uint32_t registers;
    uint32_t shared;
    bool assumed; /* some value is marked so */
    struct kernel_op op[KERNEL_MAX_OPS];
    uint32_t ops;
};

/* NULL, or what is wrong: a sentence with name and line in `why`. */
const char *kernel_read(struct kernel *k, const char *path, char *why, uint32_t size);
const char *kernel_parse(struct kernel *k, const char *name, const char *text, char *why,
                         uint32_t size);

/* The same kernel with another resource specification; registers and shared bytes of its phases
 * change in proportion, the number of threads of the whole grid stays (rounded up). 0: as it is. */
void kernel_respecify(struct kernel *k, uint32_t threads, uint32_t registers, uint32_t shared);

#endif
