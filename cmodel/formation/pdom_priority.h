/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Golden model of post-dominator priority: docs/blocks/pdom_priority.md.
 * Dynamic Warp Formation (TACO 2009), sections 4.3 and 6.2.
 *
 * Use: init once, then for each clock cycle eval and tick; there is no reset.
 * Not comparable with RTL: counts never written.
 */
#ifndef HEDDLE_PDOM_PRIORITY_H
#define HEDDLE_PDOM_PRIORITY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PDOM_PRIORITY_GROUPS = 2,
    PDOM_PRIORITY_MAX_LANES = 64,
    PDOM_PRIORITY_MAX_ROWS = 65536, /* all lanes together: 2^16 threads */
};

/* The module's parameters. */
struct pdom_priority_cfg {
    uint32_t lanes;
    uint32_t tid_width;
    uint32_t prio_width;
    uint32_t lane_slots;
};

struct pdom_priority_in {
    uint64_t grp_req[PDOM_PRIORITY_GROUPS];
    uint32_t grp_tid[PDOM_PRIORITY_GROUPS][PDOM_PRIORITY_MAX_LANES];
    uint64_t grp_pdom[PDOM_PRIORITY_GROUPS];
    uint64_t grp_first[PDOM_PRIORITY_GROUPS];
    bool grp_en[PDOM_PRIORITY_GROUPS];
};

struct pdom_priority_out {
    uint32_t grp_prio[PDOM_PRIORITY_GROUPS];
};

/* Address a of home lane l is count[a * homes + l]; homes is lanes / lane_slots. */
struct pdom_priority {
    struct pdom_priority_cfg cfg;
    uint32_t rows;
    uint32_t count[PDOM_PRIORITY_MAX_ROWS];
    bool written[PDOM_PRIORITY_MAX_ROWS]; /* the model's alone */
};

/* Lays the state out, as after reset. Returns NULL, or what is wrong with the sizes. */
const char *pdom_priority_init(struct pdom_priority *s, const struct pdom_priority_cfg *cfg);

/* This cycle's outputs; changes nothing. Outputs that mean nothing are 0. */
void pdom_priority_eval(const struct pdom_priority *s, const struct pdom_priority_in *in,
                        struct pdom_priority_out *out);

/* The clock edge; out is what eval gave for the same state and inputs. */
void pdom_priority_tick(struct pdom_priority *s, const struct pdom_priority_in *in,
                        const struct pdom_priority_out *out);

/* NULL, or the name of a broken invariant (the page lists them). */
const char *pdom_priority_check(const struct pdom_priority *s);

/* NULL, or the promise of the page that the neighbours break with these inputs. */
const char *pdom_priority_promise(const struct pdom_priority *s, const struct pdom_priority_in *in);

#endif
