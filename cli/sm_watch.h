// SPDX-License-Identifier: Apache-2.0
//
// The watch judges a launch on a core: docs/verdicts.md. It is the same for the core in C and for
// the RTL in lockstep with it: both are one machine, cycle by cycle, and the watch looks at the
// model. It changes nothing.
#ifndef HD_SM_WATCH_H
#define HD_SM_WATCH_H

#include "isa/spin.h"
#include "sm_world.h"

enum { WATCH_QUIET = 20000 }; // cycles without an issue or an answer, and those that memory takes

// A block on the core, and what its threads have put into shared memory, as they did it.
struct watch_block {
    const struct sm_code *code;
    uint32_t rank;
    uint32_t living, waiting; // threads; 0 living: the place is free
    uint32_t words;           // so many there is room for
    uint32_t *word;
    uint8_t *written; // of each word, a bit a byte; the highest: it was read before
};

struct sm_watch {
    const struct sm_world *world;
    struct sm_cfg cfg;
    uint64_t limit; // cycles of a launch; 0: none
    const char *option;
    bool any_rounding; // a reserved mode is no fault; set behind sm_watch_begin()

    // of the launch
    uint64_t cycles, quiet;
    bool stopped;
    char text[HOST_ERROR]; // why
    struct isa_fault fault;
    bool explained; // by what an instruction does: no livelock, no limit
    struct watch_block block[RESIDENCY_MAX_WARPS];
    uint32_t blocks;           // that were ever in use
    uint32_t of[SM_MAX_WARPS]; // the block of each warp
    uint64_t live[SM_MAX_WARPS], waits[SM_MAX_WARPS];
    uint32_t at[SM_MAX_WARPS][SM_MAX_LANES]; // the last branch or access of each thread
    bool changed;           // since a look: a word that threads share, or the set that runs
    bool following;         // threads are followed (isa/spin.h)
    uint64_t since, period; // cycles, from one look to the next
    struct spin spin;

    // of all launches
    uint64_t unset;        // words of shared memory read that no thread of the block had written
    char note[HOST_ERROR]; // the first
};

// A launch begins. `option` is how the caller sets the limit.
void sm_watch_begin(struct sm_watch *w, const struct sm_world *world, const struct sm_cfg *core,
                    uint64_t limit, const char *option);
void sm_watch_free(struct sm_watch *w);

// To or from a checkpoint, behind sm_watch_begin() of the same launch.
void sm_watch_checkpoint(struct sm_watch *w, const struct sm_codes *codes, struct checkpoint *c);

// A cycle: between eval and tick. What it finds stands in `stopped` and `text`.
void sm_watch_cycle(struct sm_watch *w, const struct sm *s, const struct sm_out *o);
// A cycle in which nothing changes on the core, in the place of that.
void sm_watch_rest(struct sm_watch *w, const struct sm *s);
// Memory has answered in this cycle.
static inline void sm_watch_answered(struct sm_watch *w) { w->quiet = 0; }

#endif
