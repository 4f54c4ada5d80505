// SPDX-License-Identifier: Apache-2.0
//
// What a core did, counted cycle by cycle, and how it is told: a line, a report, JSON, a row of a
// table.
#ifndef HD_SM_STATS_H
#define HD_SM_STATS_H

#include <stdio.h>

#include "core/decode.h"
#include "core/sm.h"

// Issue slots (a scheduler and cycle), as Virtual Thread's Figure 4 divides them.
enum sm_slot {
    SLOT_ISSUE,
    SLOT_PIPELINE, // a warp is ready, but its pipe takes nothing
    SLOT_LONG,     // all that have an instruction wait for memory
    SLOT_SHORT,    // some wait for a result of the pipes
    SLOT_FETCH,    // warps may run, but nothing is fetched for them
    SLOT_NONE,     // no warp may run: barrier, begin, end
    SLOTS,
};

enum { STATS_SAMPLES = 64 };

// Warps over time: `samples` averages, of `every` cycles each.
struct sm_occupancy {
    uint64_t every;
    uint64_t sum; // of the sample under way
    uint64_t cycles;
    uint32_t samples;
    double warps[STATS_SAMPLES];
};

// Accesses, as the energy of a run is counted by (studies/energy.sh).
struct sm_accesses {
    uint64_t rows_read; // of the register file: a bank serves an operand
    uint64_t rows_written;
    uint64_t shared_rows;              // cycles in which shared memory serves threads
    uint64_t shared_words;             // banks that do so in these
    uint64_t moved_rows;               // of shared memory: contexts, and sets to swap space
    uint64_t unit[DECODE_NO_UNIT + 1]; // instructions of threads, by what runs them
};

// What Zorua did. Resources are numbered as the coordinator does: slots, shared memory, registers.
struct sm_virtual {
    uint64_t phases;                   // changes
    uint64_t stores[ZORUA_RESOURCES];  // sets, warps' states, that went to swap space
    uint64_t loads[ZORUA_RESOURCES];   // of these, that were asked for again
    uint64_t looks[ZORUA_RESOURCES];   // look-ups of sets
    uint64_t misses[ZORUA_RESOURCES];  // of these, in swap space
    uint64_t accesses[2];              // of the swapper: loads, stores
    uint64_t waits;                    // cycles in which what is to move is not at rest
    uint64_t running;                  // schedulable warps, summed over cycles
    uint64_t used[ZORUA_RESOURCES];    // physical sets taken, summed
    uint64_t swapped[ZORUA_RESOURCES]; // in swap space, summed
    uint64_t thresh[ZORUA_RESOURCES];  // thresholds, summed
};

struct sm_stats {
    uint64_t launches;
    uint64_t cycles;
    uint64_t warp_instructions;
    uint64_t thread_instructions;
    uint64_t slots[SLOTS];
    uint64_t pairs;                   // cycles in which more than one port issues
    uint64_t lanes[SM_MAX_LANES + 1]; // instructions by active lanes
    struct sm_accesses accesses;
    uint64_t outcome[8];  // of the cache: L1_CACHE_*
    uint64_t blocked[4];  // cycles in which a request waited at the cache: L1_CACHE_NO_*
    uint64_t backs;       // lines that the cache wrote back
    uint64_t conflicts;   // further cycles of shared memory
    uint64_t spills;      // entries of SIMT stacks, both ways
    uint64_t groups;      // of threads that found no room in front of the pipe: written to memory
    uint64_t groups_most; // there at once
    uint64_t lines[3];    // on the memory port: loads, stores, atomics
    uint64_t warp_cycles; // active warps, summed over cycles
    struct sm_occupancy occupancy;
    uint64_t block_cycles; // blocks on the core, summed over cycles
    // Residencies that hold more than they schedule.
    uint64_t beyond;              // launches in which they may
    uint64_t active_cycles;       // blocks that are active
    uint64_t swaps;               // blocks that left
    uint64_t swap_cycles;         // cycles in which one leaves or comes
    uint64_t swap_slots;          // issue slots of SLOT_NONE in these
    uint64_t context_rows;        // rows of shared memory that contexts took
    struct sm_occupancy resident; // warps on the core
    struct sm_virtual zorua;
    double seconds; // of the host, and of its processor
    double processor_seconds;
};

void sm_stats_init(struct sm_stats *s);
// A cycle: core and outputs, before the tick.
void sm_stats_count(struct sm_stats *s, const struct sm *core, const struct sm_out *out);

const char *sm_slot_name(enum sm_slot slot);
void sm_stats_line(const struct sm_stats *s, const struct sm_cfg *core, FILE *to);
void sm_stats_report(const struct sm_stats *s, const struct sm_cfg *core, FILE *to);
// The members of an object, and its end: the caller has begun it.
void sm_stats_json(const struct sm_stats *s, const struct sm_cfg *core, FILE *to);
void sm_stats_heading(FILE *to);
void sm_stats_row(const struct sm_stats *s, const struct sm_cfg *core, const char *name, FILE *to);

#endif
