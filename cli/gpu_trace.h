// SPDX-License-Identifier: Apache-2.0
//
// A run of several programs as a trace that Perfetto and chrome://tracing show. Process 0 is the
// host: a track a stream, with its launches as they run, and between them as they wait in their
// queue. Process 1 + s is SM s: a track a slot, with the block whose first warp sits there. A cycle
// is a microsecond.
#ifndef HD_GPU_TRACE_H
#define HD_GPU_TRACE_H

#include <stdio.h>

#include "gpu_world.h"

struct gpu_trace {
    FILE *to; // NULL: no trace
    bool some;
    uint64_t cycle;
    uint32_t stream[STREAMS_LAUNCHES]; // of a launch
    struct gpu_trace_stream {
        enum { TRACE_NONE, TRACE_QUEUE, TRACE_RUN } shows;
        uint32_t waiting; // launches in its queue
    } track[STREAMS];
    const char *name[SM_MAX_KERNELS]; // of a kernel
    // Blocks on each SM, by their first slot.
    struct gpu_trace_block {
        bool here;
        uint32_t kernel, id[3];
    } block[GPU_MAX_SMS][SM_MAX_SLOTS];
};

// False: the file cannot be written.
bool gpu_trace_open(struct gpu_trace *t, const char *path, const struct gpu_cfg *cfg);
// A cycle, with what the host said and what came out.
void gpu_trace_cycle(struct gpu_trace *t, const struct gpu_world *w, const struct gpu_in *in,
                     const struct gpu_out *out);
// What runs is stopped: the GPU will begin anew.
void gpu_trace_stop(struct gpu_trace *t);
// False: not all of it was written.
bool gpu_trace_close(struct gpu_trace *t);

#endif
