/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Idealised dynamic warp formation (sections 4.2, 4.3 and 6.1 of the paper): no
 * limit on warps or PCs, all sorted anew in every scheduler cycle. Written from
 * the paper alone; it knows nothing of the unit's parts.
 *
 * Threads join the warp of their PC that was opened last, if it is not issued
 * yet and has room: with lane awareness their home lane, else any lane. Or they
 * may join any warp of their PC whose lane is free, the oldest first: what a
 * look-up table that forgets no warp would do. Threads without room open the
 * next warp. Threads that return in a scheduler cycle are there before a warp
 * is picked.
 *
 * Ties: the warp that was opened first. Majority stays with its PC until the
 * last warp of it is issued; the other policies choose anew each time.
 */
#ifndef HEDDLE_WALK_IDEAL_DWF_H
#define HEDDLE_WALK_IDEAL_DWF_H

#include "walk/machine.h"

enum ideal_dwf_policy {
    IDEAL_DWF_MAJORITY,
    IDEAL_DWF_MINORITY,
    IDEAL_DWF_PC,
    IDEAL_DWF_PDOM,
    IDEAL_DWF_TIME,
};

enum ideal_dwf_forming {
    IDEAL_DWF_LAST_WARP, /* the paper: home lane, the warp opened last */
    IDEAL_DWF_ANY_WARP,  /* home lane, any warp */
    IDEAL_DWF_ANY_LANE,  /* any lane, the warp opened last */
};

struct ideal_dwf_warp {
    struct machine_warp threads;
    uint64_t lanes; /* home lanes that are taken */
    uint32_t pc;
    uint32_t pdoms; /* the fewest post-dominators of its threads */
};

struct ideal_dwf {
    struct machine_cfg cfg;
    const struct walker *walker;
    enum ideal_dwf_policy policy;
    enum ideal_dwf_forming forming;
    struct ideal_dwf_warp warp[WALKER_MAX_THREADS];
    uint32_t order[WALKER_MAX_THREADS]; /* first the warps that wait, as opened; then the others */
    uint32_t warps;
    uint32_t *waiting; /* by PC: threads */
    uint32_t *open;    /* by PC: the warp that takes threads, or IDEAL_DWF_NONE */
    uint32_t pcs;      /* with threads */
    uint32_t current;  /* PC issued last */
};

#define IDEAL_DWF_NONE UINT32_MAX

extern const struct machine_ops ideal_dwf_ops;

/* False if there is no memory. */
bool ideal_dwf_init(struct ideal_dwf *s, const struct machine_cfg *cfg, const struct walker *walker,
                    enum ideal_dwf_policy policy, enum ideal_dwf_forming forming);

void ideal_dwf_free(struct ideal_dwf *s);

#endif
