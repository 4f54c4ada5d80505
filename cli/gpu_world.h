// SPDX-License-Identifier: Apache-2.0
//
// What lies around a GPU, model or RTL: the streams of launches for it, their code, and the memory
// behind its SMs. Inputs of a cycle are made before it, what the GPU asks for in it is taken
// afterwards.
#ifndef HD_GPU_WORLD_H
#define HD_GPU_WORLD_H

#include "gpu/chip_memory.h"
#include "gpu/gpu.h"
#include "sm_world.h"
#include "streams.h"

// What the distributor says of its state.
struct gpu_said {
    uint64_t full, free; // a bit a queue, a bit a number
    bool launch_valid;
    uint32_t launch_number, launch_kernel;
    bool done_valid;
    uint32_t done_launch;
    uint32_t runs, none; // a bit a kernel
    uint32_t holds;      // a bit an SM: it has blocks
};

// How kernels share the SMs.
struct gpu_policy {
    uint32_t policy; // SHARE_LIMITS_*, or WORK_DISTRIBUTOR_ELASTIC
    bool strict;
    bool slicer;   // the slicer's, in the place of these
    uint32_t rule; // ELASTIC_*, with elastic
};

enum {
    GPU_WORLD_QUIET = 20000, // so many of these cycles in a row are wrong
    GPU_WORLD_OWNERS = 16,   // of launches
};

struct gpu_world {
    struct gpu_cfg cfg;
    struct streams *streams;
    uint32_t stack_bytes; // the largest of a thread
    struct chip_memory chip;
    struct sm_world sm[GPU_MAX_SMS];
    uint64_t cycle;
    struct gpu_policy wanted, now; // set by the caller at first
    // In its place while the same kernels run, since under it one of them may hold no block.
    struct gpu_policy instead;
    bool falls;       // back to that one
    uint32_t runs;    // kernels in the last cycle
    uint32_t settled; // cycles in which the same kernels ran, and one of them may hold no block
    uint64_t fallbacks;
    uint32_t quiet;                 // cycles in which a launch waits, and no SM has a block
    uint32_t owner[SM_MAX_KERNELS]; // of its launch, by the number of a kernel
    // Set by the caller: blocks of an owner's kernel on an SM, with the policy given; 0: as many
    // as fit.
    uint32_t most[GPU_WORLD_OWNERS];
    // Likewise: blocks of a slice of an owner's grids; 0: no slices.
    uint32_t slice[GPU_WORLD_OWNERS];
    // The median kernel's block, and threads of an SM for a molded kernel.
    uint32_t median[GPU_KINDS];
    uint32_t mold;
    // The most that a block of an owner's kernels has needed until now.
    uint32_t largest[GPU_WORLD_OWNERS][GPU_KINDS];
    const char *wrong; // what the GPU did that it must not do; or NULL
};

// The SMs that have blocks, of those that the distributor counts.
uint32_t gpu_world_holds(const struct gpu_cfg *cfg, const uint32_t *blocks);

// NULL, or what is wrong with the sizes. No thread will have a larger stack.
const char *gpu_world_init(struct gpu_world *w, const struct gpu_cfg *cfg,
                           const struct chip_memory_cfg *chip, struct streams *streams,
                           uint32_t stack_bytes);
void gpu_world_free(struct gpu_world *w);

// The host's part of the inputs: a command, the launch that begins, the policy.
void gpu_world_host(struct gpu_world *w, const struct gpu_said *said, struct gpu_in *in);
// The launch that was described in this cycle was refused.
void gpu_world_refused(struct gpu_world *w, const struct gpu_said *said);
// Code, memory and stack entries of each SM: sm[i].in.
void gpu_world_inputs(struct gpu_world *w);
// Before the clock edge. What SM i asks for; true: memory has answered it.
bool gpu_world_take(struct gpu_world *w, uint32_t sm, const struct sm_asks *asks);
// Behind the last SM's: launches that are done, and a cycle of the memory.
void gpu_world_tick(struct gpu_world *w, const struct gpu_said *said);
// The same in parts, for several cycles of SMs in one go: the launches, a cycle; the memory, beside
// SMs; behind both the contents of memory, of which the last `late` cycles do not count.
void gpu_world_pass(struct gpu_world *w, const struct gpu_said *said);
void gpu_world_memory(struct gpu_world *w, uint64_t cycles);
void gpu_world_meet(struct gpu_world *w, uint64_t late);

// To or from a checkpoint, with the same launches under way.
void gpu_world_checkpoint(struct gpu_world *w, const struct sm_codes *codes, struct checkpoint *c);

#endif
