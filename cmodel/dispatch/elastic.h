/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of elastic: docs/blocks/elastic.md.
 * Elastic Kernels (ASPLOS 2013), sections 4.2 and 4.3 with its four parts.
 *
 * Use: init once, then for each clock cycle eval and tick; reset instead of
 * tick at an edge with reset low. Not comparable with RTL: places of the
 * outputs, of a kernel that has begun and of which no search has ended since;
 * kernel outside of the phases ask and wait; logical and largest of a kernel
 * that has not begun since the reset. The physical grid inside is a block with
 * a checker of its own.
 */
#ifndef HEDDLE_ELASTIC_H
#define HEDDLE_ELASTIC_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/physical_grid.h"

enum {
    ELASTIC_MAX_SMS = 64,
    ELASTIC_MAX_KERNELS = 16,
    ELASTIC_MAX_BLOCKS = 64,
    ELASTIC_MAX_KINDS = 8,
};

enum elastic_rule {
    ELASTIC_MEDIAN = 0,
    ELASTIC_MPMAX = 1,
    ELASTIC_EQUAL = 2,
    ELASTIC_QUEUEMOLD = 3,
};

enum elastic_phase {
    ELASTIC_IDLE = 0,
    ELASTIC_ASK = 1,
    ELASTIC_WAIT = 2,
    ELASTIC_DONE = 3,
};

/* The module's parameters. */
struct elastic_cfg {
    uint32_t sms;
    uint32_t kernels;
    uint32_t blocks;
    uint32_t kinds;
    uint32_t need_width;
    uint32_t thread_kind;
    uint32_t shared_kind;
};

/* Kind r of kernel k needs need[k*kinds + r]. */
struct elastic_in {
    bool begin_en;
    uint32_t begin_kernel;
    uint32_t grid_x;
    uint32_t grid_y;
    uint32_t grid_z;
    uint32_t largest[ELASTIC_MAX_KINDS];
    bool start_en;
    uint32_t rule;    /* enum elastic_rule */
    uint32_t kernels; /* a bit a kernel */
    uint32_t room[ELASTIC_MAX_KINDS];
    uint32_t need[ELASTIC_MAX_KERNELS * ELASTIC_MAX_KINDS];
    uint32_t median[ELASTIC_MAX_KINDS];
    uint32_t mold;
};

struct elastic_out {
    bool idle;
    bool done;
    uint32_t places[ELASTIC_MAX_KERNELS];
};

/* Element i*kernels + j of older says that kernel i is older than kernel j; kind r of kernel k is
 * element k*kinds + r of largest. */
struct elastic {
    struct elastic_cfg cfg;
    uint32_t phase;                        /* enum elastic_phase */
    uint32_t kernel;                       /* that is looked at */
    uint32_t logical[ELASTIC_MAX_KERNELS]; /* blocks of the grid, Sms * Blocks at most */
    uint32_t largest[ELASTIC_MAX_KERNELS * ELASTIC_MAX_KINDS];
    bool older[ELASTIC_MAX_KERNELS * ELASTIC_MAX_KERNELS];
    uint32_t places[ELASTIC_MAX_KERNELS];
    struct physical_grid grid;
    /* The model's alone: the kernels that have begun since the reset; those whose places were found
     * since they began; what the last start asked for; the cycles since. */
    uint32_t begun;
    uint32_t found;
    struct elastic_in asked;
    uint32_t cycles;
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *elastic_init(struct elastic *s, const struct elastic_cfg *cfg);

/* A clock edge with reset low. */
void elastic_reset(struct elastic *s);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void elastic_eval(const struct elastic *s, const struct elastic_in *in, struct elastic_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. A start while a search is
 * under way is ignored, also in the cycle of done. A kernel may begin in any phase; the search
 * looks at what was stored before the cycle. */
void elastic_tick(struct elastic *s, const struct elastic_in *in, const struct elastic_out *out);

/* NULL, or the name of a broken invariant: of the page, or of the block inside. */
const char *elastic_check(const struct elastic *s);

/* NULL, or the promise of the page that the neighbours break with these inputs; or what does not
 * fit on its port. */
const char *elastic_promise(const struct elastic *s, const struct elastic_in *in);

#endif
