// SPDX-License-Identifier: Apache-2.0
//
// Memory as threads see it: docs/kernels.md, Memory. Every access is checked: for what may not be
// touched there is no word. Contents are words of the host, which is little-endian.
#ifndef HD_ISA_MEMORY_H
#define HD_ISA_MEMORY_H

#include "isa/launch.h"

enum {
    ISA_BUFFER_ALIGN = 256,
    ISA_BUFFER_GAP = 256, // at least, behind each buffer
};

struct isa_buffer {
    const char *name; // for sentences; not copied
    uint32_t address;
    uint32_t bytes;
};

// What all threads of a grid have in common.
struct isa_memory {
    const struct isa_image *image;
    uint32_t *low; // from ISA_IMAGE_BASE: the image, then the arguments
    uint32_t arguments;
    uint32_t argument_bytes;
    uint32_t *global; // from ISA_GLOBAL_BASE
    uint32_t *owner;  // a granule of ISA_BUFFER_ALIGN bytes: number of its buffer, or none
    uint32_t granules;
    uint32_t room; // of granules
    struct isa_buffer *buffer;
    uint32_t buffers;
};

// What a thread sees besides. Word w of local memory is local[w * step].
struct isa_scope {
    uint32_t *shared;
    uint32_t shared_bytes;
    uint32_t *local;
    uint32_t local_step;
    uint32_t local_bytes;
};

enum isa_fault_kind {
    ISA_FAULT_NONE,
    ISA_FAULT_MISALIGNED,
    ISA_FAULT_OUTSIDE,
    ISA_FAULT_READ_ONLY,
    ISA_FAULT_FETCH,    // goes on at `address`, where no thread can run
    ISA_FAULT_RETURN,   // returns to `address`, which lies behind no call
    ISA_FAULT_APART,    // returns there, and `other_thread` of its warp to `other_pc`
    ISA_FAULT_CALLS,    // a call within as many as a static warp counts: `here`
    ISA_FAULT_PARTS,    // threads of a static warp wait at more places than its stack has: `here`
    ISA_FAULT_ILLEGAL,  // no instruction that threads run
    ISA_FAULT_ROUNDING, // frm is reserved
    ISA_FAULT_BARRIER,  // threads of a block wait at different ones
    ISA_FAULT_STEPS,    // too many instructions
    ISA_FAULT_SPIN,     // no thread makes progress: isa/spin.h
    ISA_FAULT_UNSET,    // not fatal: shared memory is read that no thread of the block has written
};

// No thread makes progress: isa/spin.h. Threads by rank.
struct spin_one {
    uint32_t thread, block, pc;
};
struct spin_verdict {
    uint32_t rounds, waits, still; // threads: go round; are at a barrier; never have a turn
    struct spin_one round, wait, stay;
    uint32_t address; // read by `round`; 0: none
    bool known;
    uint32_t holds;     // what is there
    const char *reason; // why `stay` has no turn
    const char *help;
};

// Why a run ended.
struct isa_fault {
    enum isa_fault_kind kind;
    uint32_t pc;
    uint32_t thread; // ranks
    uint32_t block;
    uint32_t address; // of an access; or the word that is no instruction
    uint32_t bytes;
    bool write;
    uint32_t other_pc, other_thread; // the other barrier, and the first thread that waits there
    uint32_t here, there, ended;     // threads of the block: at this barrier, elsewhere, ended
    uint64_t steps;
    struct spin_verdict spin;
};

// False: no memory. The image stays the caller's.
bool isa_memory_init(struct isa_memory *memory, const struct isa_image *image);
void isa_memory_free(struct isa_memory *memory);

// A buffer of zeros; 0 bytes are allowed, and none of them may be touched. 0: no room.
uint32_t isa_memory_allocate(struct isa_memory *memory, const char *name, uint32_t bytes);
// False: not all of it lies in one buffer.
bool isa_memory_write(struct isa_memory *memory, uint32_t address, const void *from,
                      uint32_t bytes);
bool isa_memory_read(const struct isa_memory *memory, uint32_t address, void *to, uint32_t bytes);
// At most ISA_MAX_ARGUMENT_BYTES. Where they lie.
uint32_t isa_memory_arguments(struct isa_memory *memory, const void *from, uint32_t bytes);

// The word that holds an access of 1, 2 or 4 bytes; NULL if the access may not be, and why. Valid
// until the next buffer is allocated.
uint32_t *isa_memory_word(const struct isa_memory *memory, const struct isa_scope *scope,
                          uint32_t address, uint32_t bytes, bool write, enum isa_fault_kind *why);

// The word at an address of the image, the arguments or the buffers' region, of a buffer or not;
// NULL if there is none. For machines that move whole lines.
uint32_t *isa_memory_any_word(const struct isa_memory *memory, uint32_t address);

// "thread (3,0,0) of block (1,0,0), at saxpy+0x48: store of 4 bytes at 0x10000190: ..."
void isa_fault_print(const struct isa_fault *fault, const struct isa_launch *launch,
                     const struct isa_memory *memory, char *text, size_t size);

#endif
