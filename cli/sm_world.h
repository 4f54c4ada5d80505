// SPDX-License-Identifier: Apache-2.0
//
// What lies around a core, model or RTL: the kernel that it is given, its code, the memory behind
// its port, the deeper entries of its SIMT stacks. Inputs of a cycle are made before it, what the
// core asks for in it is taken afterwards.
#ifndef HD_SM_WORLD_H
#define HD_SM_WORLD_H

#include "core/line_memory.h"
#include "core/sm.h"
#include "gpu/chip_memory.h"
#include "machine.h"
#include "sm_code.h"

enum { SM_WORLD_GROUP_READS = 16 }; // under way: no core asks for more

// What a core asks for in a cycle. Rows: a word a lane.
struct sm_asks {
    bool fetch;
    uint32_t fetch_slot;
    uint32_t fetch_pc;
    uint32_t fetch_kernel; // the number of the slot's kernel; one kernel: 0
    bool memory;
    struct line_request request;
    bool fill_ready;
    bool spill;
    bool spill_load;
    uint32_t spill_slot;
    uint32_t spill_warp; // owner of the entries: they stay in place when slots change hands
    uint32_t spill_level;
    const uint32_t *spill_data;
    bool group_write;
    uint32_t group_write_address;
    const uint32_t *group; // DWF_FRONT_GROUP_WORDS
    bool group_read;
    uint32_t group_read_address;
    bool group_taken;
};

// Memory for groups of threads that find no room: as many places as the core has threads. Each way
// has as many bytes a cycle as the lines' memory, beside that memory's lines and the other way; a
// read is answered after the same latency, in order, with the data written before.
struct sm_groups {
    uint32_t bytes;    // from one place to the next
    uint32_t interval; // cycles a group
    uint32_t places;
    uint32_t (*place)[DWF_FRONT_GROUP_WORDS];
    uint64_t write_at; // the next write, the next read can be taken
    uint64_t read_at;
    uint32_t first; // of the reads under way, a ring
    uint32_t count;
    struct {
        uint64_t at; // cycle
        uint32_t group[DWF_FRONT_GROUP_WORDS];
    } read[SM_WORLD_GROUP_READS];
    uint64_t written; // since the machine was made
    uint64_t outside; // now: written, and not come back
    uint64_t most;
};

struct sm_world {
    struct isa_memory *contents;
    struct sm_code own; // of the one kernel
    const struct sm_code *code[SM_MAX_KERNELS];
    uint64_t warned;           // kernels: said already what may go wrong at their barriers
    struct line_memory memory; // its clock is the world's, whatever memory there is
    struct chip_memory *chip;  // in its place; or NULL
    uint32_t number;           // the port
    bool owns;                 // the chip's memory is this world's alone
    struct sm_groups groups;
    uint64_t lines[3];
    uint64_t spills;

    // the core's inputs of this cycle; kernel_en is left to the caller
    struct sm_in in;

    // requests of the last cycle
    bool fetched;
    uint32_t fetch_slot;
    uint32_t fetch_pc;
    uint32_t fetch_kernel;
    bool back;
    uint32_t back_slot;
    uint32_t back_warp;
    uint32_t back_level;
    uint32_t deep[SM_MAX_WARPS][SIMT_STACK_MAX_LEVELS][SIMT_STACK_ENTRY_WORDS];
};

// NULL, or what is wrong with the sizes. With `chip` that memory is behind the port, of one SM.
const char *sm_world_init(struct sm_world *w, const struct line_memory_cfg *memory,
                          const struct chip_memory_cfg *chip);
void sm_world_free(struct sm_world *w);

// A launch on a core of these sizes. False: why. sm_world_end() is due in any case.
bool sm_world_begin(struct sm_world *w, const struct sm_cfg *core, const struct isa_launch *launch,
                    struct isa_memory *contents, char error[HOST_ERROR]);
void sm_world_end(struct sm_world *w);

// What a core of these sizes needs of local memory, for stacks of so many bytes.
uint32_t sm_world_local_bytes(const struct sm_cfg *core, uint32_t stack_bytes);
// The contents of memory, as line_contents_attach() and chip_memory_attach().
bool sm_world_attach(struct sm_world *w, uint32_t local_bytes, uint32_t swap_bytes);

// The number of the thread at a place of a request, as reservations name it.
uint32_t sm_world_owner(const struct sm_cfg *c, uint32_t owner, uint32_t place);
// What the model of a core asks for. `owner` has room for the owners of a request's lanes.
struct sm_asks sm_world_asks(const struct sm *s, const struct sm_out *out,
                             uint32_t owner[SM_MAX_LANES]);
// Makes w->in.
void sm_world_inputs(struct sm_world *w);
// Before the clock edge, while what `asks` points to is as it was. True: memory has answered.
bool sm_world_take(struct sm_world *w, const struct sm_asks *asks);
// Does it bring the core an instruction, a line or a stack entry in the cycle that is next?
bool sm_world_brings(const struct sm_world *w);
// The same of a core that asks for nothing, and is brought nothing.
void sm_world_rest(struct sm_world *w);

// To or from a checkpoint (common/checkpoint.h), with the same launches under way.
void sm_world_checkpoint(struct sm_world *w, const struct sm_world *mine,
                         const struct sm_codes *codes, struct checkpoint *c);

// The memory behind the port of a preset, for a core of these sizes.
struct line_memory_cfg sm_world_memory(struct line_memory_cfg memory, const struct sm_cfg *core);

#endif
