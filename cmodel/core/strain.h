/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strain (docs/blocks/shared_memory.md, Reservations): how long a reservation lasts when others
 * want its word. One refusal in 2^level counts; each reservation that refusals end raises the
 * level, and an sc that succeeds sets it back to 0.
 */
#ifndef HEDDLE_STRAIN_H
#define HEDDLE_STRAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { STRAIN_MAX = 7, STRAIN_REFUSALS = 1 << STRAIN_MAX };

struct strain {
    uint32_t level;   /* reservations ended by refusals since an sc succeeded, STRAIN_MAX at most */
    uint32_t refusal; /* number of the next one, modulo STRAIN_REFUSALS */
};

/* An lr asks for a word that another thread holds, whose reservation has refused `count` times that
 * count. Is it refused again? If not, the reservation ends. */
static inline bool strain_refuses(struct strain *s, uint32_t *count, uint32_t patience)
{
    const bool counts = s->refusal % (UINT32_C(1) << s->level) == 0;
    s->refusal = (s->refusal + 1) % STRAIN_REFUSALS;
    if (!counts || ++*count < patience) return true;
    if (s->level < STRAIN_MAX) s->level++;
    return false;
}

#endif
