// SPDX-License-Identifier: Apache-2.0
//
// A GPU that runs what streams ask for: the model, the world around it, a watch and counters for
// each SM. The caller says what is asked for, and calls gpu_machine_run() while something is.
#ifndef HD_GPU_MACHINE_H
#define HD_GPU_MACHINE_H

#include "gpu_trace.h"
#include "gpu_world.h"
#include "preset.h"
#include "sm_watch.h"
#include "team.h"

// What the kernels of an owner have done.
struct gpu_share {
    uint64_t launches, blocks, warp_instructions, thread_instructions;
    uint64_t resident; // blocks on all SMs, summed over cycles
    uint64_t before;   // blocks that were done when its last launch began
};

enum { GPU_STRETCH = CHIP_MEMORY_MAX_AHEAD }; // cycles that SMs run in one go, at most

struct gpu_issue {
    uint64_t cycle; // of the SM's memory
    uint32_t owner, threads;
};

// Of an SM: by owner, and its cycles with a block that waits. What was issued in the last stretch:
// if one SM is stopped in it the others have gone on.
struct gpu_counts {
    struct gpu_share share[GPU_WORLD_OWNERS];
    uint64_t waits, split;
    struct gpu_issue issue[GPU_STRETCH * SM_MAX_PORTS];
    uint32_t issues;
};

struct gpu_machine {
    const struct preset *preset;
    struct gpu_cfg cfg;
    struct gpu *gpu;
    struct gpu_in in;
    struct gpu_out *out;
    struct work_distributor_out *ahead; // what the distributor says before a cycle
    struct gpu_world *world;
    struct streams *streams;
    struct gpu_said said;        // in the last cycle
    uint64_t stretch;            // cycles that SMs run in one go
    uint32_t keeps[GPU_MAX_SMS]; // cycles for which the dispatch sees the same of an SM
    atomic_bool stopped;         // an SM was
    struct sm_watch *watch;      // one an SM, and so the next
    struct gpu_counts *sm;
    uint32_t held[SM_MAX_KERNELS];       // blocks of a kernel on all SMs
    uint64_t resident[GPU_WORLD_OWNERS]; // those of an owner, summed over cycles
    struct team team;
    struct gpu_trace trace;
    struct {
        uint64_t given, spatial; // divisions of an SM among kernels, and of the SMs
        uint64_t at;             // the cycle of the last of the first kind, and its blocks
        uint32_t blocks[SM_MAX_KERNELS], owner[SM_MAX_KERNELS];
    } sliced;
    char error[HOST_ERROR];
};

// The policies by their names, "leftover" the first.
bool gpu_machine_policy(const char *name, size_t length, struct gpu_policy *policy);
const char *gpu_machine_first_policy(void);
extern const char gpu_machine_policies[]; // all of them, for sentences

// As many SMs of a preset as its chip has, or as a GPU can have.
uint32_t gpu_machine_sms(const struct preset *preset);
// The sizes of a GPU of so many of its SMs. `slicer`: cycles of a warm-up, of a further one, of a
// sample; 0: the usual ones.
struct gpu_cfg gpu_machine_cfg(const struct preset *preset, uint32_t sms, uint32_t queues,
                               const uint64_t slicer[3]);

// The machine is all zeros. `threads` are of the host; gpu_machine_team() begins them. False: why.
// gpu_machine_free() is due in any case.
bool gpu_machine_init(struct gpu_machine *m, const struct preset *preset, const struct gpu_cfg *cfg,
                      struct streams *streams, uint32_t stack_bytes, struct gpu_policy policy);
// Threads of the host that simulate SMs and memory until team_end(&m->team). False: there are not
// so many.
bool gpu_machine_team(struct gpu_machine *m, uint32_t threads);
// The GPU begins anew, with all that is around it but the contents of memory. The clock and the
// counters go on. Nothing may be under way: streams_drop(). False: no memory on the host.
bool gpu_machine_restart(struct gpu_machine *m);
void gpu_machine_free(struct gpu_machine *m);

// A cycle, and those behind it that SMs can run in one go, but none from the cycle `until` on,
// which is not over yet. False: an SM was stopped, or the GPU went wrong: `error`. Then it must not
// go on.
bool gpu_machine_run(struct gpu_machine *m, uint64_t until);
static inline uint64_t gpu_machine_now(const struct gpu_machine *m) { return m->world->cycle; }

// To or from a checkpoint, between two cycles, with the same launches under way. No trace goes on.
void gpu_machine_checkpoint(struct gpu_machine *m, const struct sm_codes *codes,
                            struct checkpoint *c);

// Of an owner, on all SMs.
struct gpu_share gpu_machine_share(const struct gpu_machine *m, uint32_t owner);
// SM cycles with a block that waits, and the searches that found room in pieces.
uint64_t gpu_machine_waits(const struct gpu_machine *m);
uint64_t gpu_machine_split(const struct gpu_machine *m);
// Words of shared memory that were read unset, and the first note about one of them; "": none.
uint64_t gpu_machine_unset(const struct gpu_machine *m, char note[HOST_ERROR]);

// Has an SM room for a block of this launch? False: what it has too little of.
bool gpu_machine_fits(const struct gpu_cfg *cfg, const struct sm_code *code,
                      char error[HOST_ERROR]);

#endif
