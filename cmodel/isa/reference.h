// SPDX-License-Identifier: Apache-2.0
//
// Runs a grid without time: block after block, in a block thread after thread, each up to its next
// barrier. What a kernel computes here it has to compute on any machine, if it has no races.
//
// With a seed, everything that a kernel must not rely on is drawn from it: the order of blocks, the
// order of threads between barriers, how far each goes before the next has its turn, and what
// registers, stacks and shared memory hold at the start. A result that differs from seed to seed is
// a race, or a variable that was never set.
#ifndef HD_ISA_REFERENCE_H
#define HD_ISA_REFERENCE_H

#include "isa/memory.h"

struct isa_reference_cfg {
    bool shuffled;
    uint64_t seed;
    uint64_t max_steps; // instructions of all threads; 0: no limit
    // A byte an instruction, from an address on: 1, a thread may come there, as the analyser has
    // found. NULL: anywhere.
    const uint8_t *reached;
    uint32_t reached_base, reached_words;
    // Likewise: bytes of shared memory up to the last variable that is live there. NULL: all.
    const uint32_t *live;
    // Told of each instruction before it is executed; thread and block by rank. NULL: nobody is.
    void (*tell)(void *listener, uint32_t block, uint32_t thread, uint32_t pc);
    void *listener;
};

struct isa_reference_stats {
    uint64_t threads;
    uint64_t instructions;
    uint64_t barriers; // of blocks
    uint64_t loads, stores, atomics, branches, floats;
    uint64_t unset; // words of shared memory read that no thread of the block had written
    struct isa_fault unset_first; // the first of these
    uint64_t behind;              // accesses of shared memory behind what is live
    struct isa_fault behind_first;
};

// True: all threads have ended. False: `fault` names the thread and what it did; kind
// ISA_FAULT_NONE: no memory on the host. Statistics are added to. isa_launch_check() must accept
// the launch.
bool isa_reference_run(const struct isa_launch *launch, struct isa_memory *memory,
                       const struct isa_reference_cfg *cfg, struct isa_reference_stats *stats,
                       struct isa_fault *fault);

#endif
