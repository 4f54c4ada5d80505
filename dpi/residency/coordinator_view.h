/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEDDLE_COORDINATOR_VIEW_H
#define HEDDLE_COORDINATOR_VIEW_H

#include "common/bits.h"
#include "residency/coordinator.h"

/* Words of an identity. */
static inline uint32_t id_words(const struct coordinator *s) { return (s->cfg.id_width + 31) / 32; }

/* What a step keeps, in the states that look at it. */
static inline bool at_one_of(const struct coordinator *s, uint32_t doings)
{
    return has_any(doings, s->doing);
}

enum {
    DOES_TAKE = 1u << COORDINATOR_DO_SEAT | 1u << COORDINATOR_DO_SCRATCH |
                1u << COORDINATOR_DO_REGS | 1u << COORDINATOR_DO_STORE | 1u << COORDINATOR_DO_BEGIN,
    DOES_SCAN = 1u << COORDINATOR_DO_SCAN | DOES_TAKE,
    DOES_EVENT = 1u << COORDINATOR_DO_EVENT | 1u << COORDINATOR_DO_DROP |
                 1u << COORDINATOR_DO_NEED | 1u << COORDINATOR_DO_SURPLUS,
    DOES_BLOCK = 1u << COORDINATOR_DO_ACCEPT | 1u << COORDINATOR_DO_CHECK |
                 1u << COORDINATOR_DO_CLEAR | 1u << COORDINATOR_DO_DONE | 1u << COORDINATOR_DO_OPEN,
    DOES_COUNT = 1u << COORDINATOR_DO_ACCEPT,
};

/* The warps that are not free, a bit each. */
static inline uint64_t here(const struct coordinator *s)
{
    uint64_t mask = 0;
    for (uint32_t w = 0; w < s->cfg.warps; w++)
        if (s->state[w] != COORDINATOR_FREE) mask |= UINT64_C(1) << w;
    return mask;
}

static inline bool operates(const struct coordinator_out *out)
{
    return (out->op[0] | out->op[1] | out->op[2]) != COORDINATOR_OP_NONE;
}

#endif
