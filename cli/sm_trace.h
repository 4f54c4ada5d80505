// SPDX-License-Identifier: Apache-2.0
//
// A run as a trace that Perfetto and chrome://tracing show: a track a warp slot, with the blocks
// that its warps are of, and what they wait for inside. A cycle is a microsecond.
#ifndef HD_SM_TRACE_H
#define HD_SM_TRACE_H

#include <stdio.h>

#include "core/sm.h"

struct sm_trace {
    FILE *to; // NULL: no trace
    bool some;
    uint64_t cycle;
    uint64_t here;    // slots with a warp: a bit a slot, as the next ones
    uint64_t barrier; // at one
    uint64_t memory;  // the next instruction waits for an access
    uint64_t result;  // it waits for a result of the pipes
};

// False: the file cannot be written.
bool sm_trace_open(struct sm_trace *t, const char *path);
// A launch begins: open slices end.
void sm_trace_launch(struct sm_trace *t, const char *kernel);
// A cycle: core and outputs, before the tick.
void sm_trace_cycle(struct sm_trace *t, const struct sm *core, const struct sm_out *out);
// False: not all of it was written.
bool sm_trace_close(struct sm_trace *t);

#endif
