/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of the CTA launcher: docs/blocks/cta_launcher.md.
 * Virtual Thread (ISCA 2016), sections II and IV.B, Table I.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of tick at an edge with
 * reset low. All outputs are of the state alone. Not comparable with RTL: refused while done is 0;
 * frames, ctas, binds before the kernel's residency starts, but for binds of one that is refused;
 * block_id while block_valid is 0; of the state what its phase has no use for.
 */
#ifndef HEDDLE_CTA_LAUNCHER_H
#define HEDDLE_CTA_LAUNCHER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CTA_LAUNCHER_MAX_BLOCKS = 64,
    CTA_LAUNCHER_MAX_SLOTS = 64,
    CTA_LAUNCHER_MAX_THREADS = 4096,
    CTA_LAUNCHER_MAX_ROWS = 8192,
    CTA_LAUNCHER_MAX_BYTES = 262144,
    CTA_LAUNCHER_MAX_CTAS = 64,
    CTA_LAUNCHER_MAX_IDS = 512,
    CTA_LAUNCHER_ID_WORDS = 3,
};

/* binds: a bit each. The first three are the scheduling limit, the others the capacity limit. */
enum cta_launcher_limit {
    CTA_LAUNCHER_BLOCKS = 0,
    CTA_LAUNCHER_WARPS = 1,
    CTA_LAUNCHER_THREADS = 2,
    CTA_LAUNCHER_ROWS = 3,
    CTA_LAUNCHER_BYTES = 4,
    CTA_LAUNCHER_CTAS = 5,
    CTA_LAUNCHER_IDS = 6,
};

enum cta_launcher_phase {
    CTA_LAUNCHER_IDLE = 0,
    CTA_LAUNCHER_FIT = 1,
    CTA_LAUNCHER_START = 2,
    CTA_LAUNCHER_WALK = 3,
    CTA_LAUNCHER_ALL_TAKEN = 4,
};

/* found: the limit of this group is known. */
enum {
    CTA_LAUNCHER_SCHEDULING = 1,
    CTA_LAUNCHER_CAPACITY = 2,
};

/* The module's parameters. */
struct cta_launcher_cfg {
    uint32_t blocks;
    uint32_t slots;
    uint32_t threads;
    uint32_t rows;
    uint32_t bytes;
    uint32_t ctas;
    uint32_t ids;
};

struct cta_launcher_in {
    bool kernel_en;
    uint32_t kernel_x;
    uint32_t kernel_y;
    uint32_t kernel_z;
    uint32_t kernel_warps;
    uint32_t kernel_threads;
    uint32_t kernel_rows;
    uint32_t kernel_bytes;
    bool block_ready;
    bool done_valid;
};

struct cta_launcher_out {
    bool idle;
    bool done;
    bool refused;
    uint32_t frames;
    uint32_t ctas;
    uint32_t binds; /* a bit a limit: enum cta_launcher_limit */
    bool start_en;
    bool block_valid;
    uint32_t block_id[CTA_LAUNCHER_ID_WORDS]; /* x, y, z */
};

struct cta_launcher {
    struct cta_launcher_cfg cfg;
    uint32_t phase; /* enum cta_launcher_phase */
    bool done;
    bool refused;
    /* The grid, and the block that is offered. */
    uint32_t size_x;
    uint32_t size_y;
    uint32_t size_z;
    uint32_t x;
    uint32_t y;
    uint32_t z;
    /* What a block needs. */
    uint32_t warps;
    uint32_t threads;
    uint32_t rows;
    uint32_t bytes;
    /* What `tried` blocks need: the number that is tried in this cycle. */
    uint32_t sum_warps;
    uint32_t sum_threads;
    uint32_t sum_rows;
    uint32_t sum_bytes;
    uint32_t tried;
    uint32_t frames;
    uint32_t ctas;
    uint32_t binds;
    uint32_t found; /* CTA_LAUNCHER_SCHEDULING, CTA_LAUNCHER_CAPACITY */
    uint32_t here;  /* blocks on the core */
    /* The model's alone. */
    bool fits;      /* frames and ctas are those of the kernel that was begun last */
    uint64_t taken; /* blocks of it; the lower 64 bits, as the next */
    uint64_t ended; /* of these, blocks that are done */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *cta_launcher_init(struct cta_launcher *s, const struct cta_launcher_cfg *cfg);

/* A clock edge with reset low. */
void cta_launcher_reset(struct cta_launcher *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void cta_launcher_eval(const struct cta_launcher *s, const struct cta_launcher_in *in,
                       struct cta_launcher_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void cta_launcher_tick(struct cta_launcher *s, const struct cta_launcher_in *in,
                       const struct cta_launcher_out *out);

/* NULL, or the name of a broken invariant: fits, order and here of the page, as far as they are
 * about a state. ends needs the past. */
const char *cta_launcher_check(const struct cta_launcher *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *cta_launcher_promise(const struct cta_launcher *s, const struct cta_launcher_in *in);

#endif
