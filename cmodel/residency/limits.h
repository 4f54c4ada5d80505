/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many blocks of a kernel fit on a core, and what binds: docs/residency.md.
 * Virtual Thread (ISCA 2016), section II: scheduling limit and capacity limit; IV.B: contexts.
 *
 * Arithmetic that a runtime does before a launch, not hardware. A kernel of which not even one
 * block fits is refused in words.
 */
#ifndef HEDDLE_RESIDENCY_LIMITS_H
#define HEDDLE_RESIDENCY_LIMITS_H

#include <stdint.h>

enum {
    LIMITS_WARP = 32,      /* threads of a warp */
    LIMITS_THREADS = 1024, /* of a block, on any of these generations */
};

/* What a core has. */
struct limits_core {
    uint32_t blocks;     /* blocks scheduled at once */
    uint32_t warps;      /* warps scheduled at once: physical slots */
    uint32_t registers;  /* of 32 bits */
    uint32_t shared;     /* bytes of shared memory */
    uint32_t ctas;       /* Virtual Thread: blocks on the core */
    uint32_t ids;        /* Virtual Thread: virtual warps */
    uint32_t mem_width;  /* Virtual Thread: bits the shared memory moves in a cycle */
    uint32_t stack_bits; /* Virtual Thread: of a warp's stack */
};

/* What a block asks for. */
struct limits_block {
    uint32_t threads;
    uint32_t registers; /* of a thread */
    uint32_t shared;    /* bytes */
};

/* What binds. The first two are the scheduling limit, the others the capacity limit. */
enum limits_what {
    LIMITS_BLOCKS,
    LIMITS_WARPS,
    LIMITS_REGISTERS,
    LIMITS_SHARED,
    LIMITS_CTAS,
    LIMITS_IDS,
};

struct limits {
    uint32_t warps;            /* of a block */
    uint32_t words;            /* of a context: equation (2) in cycles */
    uint32_t frames;           /* blocks that the scheduling limit allows */
    uint32_t room;             /* blocks that registers and shared memory allow, no contexts */
    uint32_t ctas;             /* blocks that Virtual Thread holds: room, contexts, ids; 0: none */
    uint32_t blocks;           /* blocks that a static core holds: the less of frames and room */
    enum limits_what binds;    /* what keeps a static core from one more block */
    enum limits_what vt_binds; /* what keeps Virtual Thread from one more */
};

/* NULL, or why not even one block fits: a sentence in `why`, which has `size` bytes. */
const char *limits_of(struct limits *l, const struct limits_core *core,
                      const struct limits_block *block, char *why, uint32_t size);

/* blocks, warps, registers, shared memory, block numbers, warp ids */
const char *limits_name(enum limits_what what);

/* Bits of a context, equation (1): a block of so many warps, ids of so many bits. */
uint32_t limits_context_bits(uint32_t warps, uint32_t id_bits, uint32_t rank_bits,
                             uint32_t stack_bits);

#endif
