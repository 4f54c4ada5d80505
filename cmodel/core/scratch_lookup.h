/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the shared memory is that a warp's access is for: docs/blocks/scratch_lookup.md. Zorua
 * (MICRO 2016 and the extended text), sections 5.5.1, 5.6. One a port.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low.
 */
#ifndef HEDDLE_SCRATCH_LOOKUP_H
#define HEDDLE_SCRATCH_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SCRATCH_LOOKUP_MAX_LANES = 64,
    SCRATCH_LOOKUP_STEPS = 2,
    SCRATCH_LOOKUP_SET = 1024,  /* bytes */
    SCRATCH_LOOKUP_BUFFERS = 2, /* of the pipe */
};

struct scratch_lookup_cfg {
    uint32_t lanes;
    uint32_t simd; /* lanes of a beat */
    uint32_t blocks;
    uint32_t sets;    /* of a block at most */
    uint32_t phys;    /* of shared memory */
    uint32_t swapped; /* address of the sets in swap space, block after block */
};

struct scratch_lookup_in {
    bool valid; /* an access, the same until it is taken */
    uint64_t mask;
    const uint32_t *addr; /* of each lane */
    uint32_t block;
    uint32_t buffer; /* of the pipe, where it is: 0 or 1 */
    /* Addresses of a beat come in: of an access that is not through the pipe yet. */
    bool beat;
    uint64_t beat_mask;        /* a bit a lane of the beat */
    const uint32_t *beat_addr; /* of each */
    uint32_t beat_block;
    uint32_t beat_buffer;
    bool hold; /* this set is to move: no access that is for it begins */
    uint32_t hold_block;
    uint32_t hold_set;
    bool found_held;
    uint32_t found_phys;
    bool taken;
};

struct scratch_lookup_out {
    bool busy; /* looks, or has looked and is not taken. State only */
    bool look_en;
    uint32_t look_block;
    uint32_t look_set;
    bool ready;  /* all lanes are known */
    bool learns; /* of the access: where a set is, or that it is in swap space */
    bool learns_held;
    uint32_t learns_phys;
    bool missed;
    bool touches;                            /* it is for the set that is to move */
    uint32_t addr[SCRATCH_LOOKUP_MAX_LANES]; /* where they go */
    /* No ports: what eval found, for tick. */
    bool early; /* the look-up is for the beat */
    uint64_t asks;
    uint64_t shared;
    uint64_t learned; /* lanes */
};

struct scratch_lookup_question {
    bool valid;
    uint32_t set;
    uint64_t lanes; /* of the access, unless it is early */
    bool early;
    uint32_t buffer; /* if it is early */
    uint32_t block;  /* likewise */
};

/* What an early look-up has found, for the access in a buffer of the pipe. */
struct scratch_lookup_note {
    bool valid;
    uint32_t block;
    uint32_t set;
    bool held;
    uint32_t phys;
};

struct scratch_lookup {
    struct scratch_lookup_cfg cfg;
    bool busy;
    uint64_t asked; /* lanes */
    uint64_t known;
    uint32_t addr[SCRATCH_LOOKUP_MAX_LANES]; /* of lanes that are known */
    struct scratch_lookup_question question[SCRATCH_LOOKUP_STEPS];
    struct scratch_lookup_note note[SCRATCH_LOOKUP_BUFFERS];
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *scratch_lookup_init(struct scratch_lookup *s, const struct scratch_lookup_cfg *cfg);
void scratch_lookup_reset(struct scratch_lookup *s);
/* `taken` is not looked at. */
void scratch_lookup_eval(const struct scratch_lookup *s, const struct scratch_lookup_in *in,
                         struct scratch_lookup_out *out);
void scratch_lookup_tick(struct scratch_lookup *s, const struct scratch_lookup_in *in,
                         const struct scratch_lookup_out *out);
/* NULL, or the name of a broken invariant of the page. */
const char *scratch_lookup_check(const struct scratch_lookup *s);
/* NULL, or the promise of the page that the neighbours break with these inputs: that an access
 * stays needs the past. */
const char *scratch_lookup_promise(const struct scratch_lookup *s,
                                   const struct scratch_lookup_in *in);

#endif
