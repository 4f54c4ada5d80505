// SPDX-License-Identifier: Apache-2.0
//
// Phases of a kernel: docs/analyser.md, "Phases"; Zorua, section 5.7.
#ifndef HD_PROGRAM_PHASES_H
#define HD_PROGRAM_PHASES_H

#include "program/flow.h"
#include "program/liveness.h"
#include "program/meetings.h"
#include "program/shared.h"

enum {
    PHASES_APART = 10,  // instructions from where one begins to where the next may
    PHASES_CHANGE = 25, // per cent
    PHASES_SET = 1024,  // bytes of shared memory: less is no change
};

// A phase that begins with a specifier. It lasts to the next specifier: barriers and fences on the
// way do not change the needs of the phase.
struct phase {
    uint32_t first;     // instruction: where the specifier takes effect, before it
    uint32_t registers; // the most that are live at once
    uint32_t bytes;     // of shared memory
    uint64_t names;     // registers that are live in it or written, a mask
};

struct phases {
    uint32_t count; // 0: the program has specifiers of its own
    struct phase *phase;
    bool *together; // by instruction: threads are not apart, a phase may begin
};

struct phases_in {
    const struct flow *flow;
    const struct liveness *live;
    const struct shared *shared;
    const struct meetings *meetings;
};

// False: no memory, and there is nothing to free.
bool phases_find(struct phases *phases, const struct phases_in *in);

void phases_free(struct phases *phases);

#endif
