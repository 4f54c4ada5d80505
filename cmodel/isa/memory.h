// SPDX-License-Identifier: Apache-2.0
//
// Memory as threads see it: docs/kernels.md, Memory. Every access is checked: for what may not be
// touched there is no word. Contents are words of the host, which is little-endian.
#ifndef HD_ISA_MEMORY_H
#define HD_ISA_MEMORY_H

#include "common/checkpoint.h"
#include "isa/launch.h"

enum {
    ISA_MAX_IMAGES = 8,
    ISA_MAX_LAUNCHES = 16, // under way at once: places of arguments
    ISA_BUFFER_ALIGN = 256,
    ISA_BUFFER_GAP = 256, // at least, behind each buffer
};

struct isa_buffer {
    const char *name; // for sentences; not copied
    uint32_t address; // 0: it was released, and another buffer may have its number
    uint32_t bytes;
};

// Granules between buffers that a buffer has left, with the gap behind it.
struct isa_hole {
    uint32_t first, granules;
};

// An image and its words. Behind those of the first one come the arguments in place 0.
struct isa_loaded {
    const struct isa_image *image;
    uint32_t *word;
    uint32_t address; // of the first word: its base above ISA_IMAGE_BASE
    uint32_t bytes;
};

// What all threads of all grids have in common.
struct isa_memory {
    struct isa_loaded loaded[ISA_MAX_IMAGES];
    uint32_t images;
    uint32_t argument_bytes[ISA_MAX_LAUNCHES]; // by place; 0: it holds nothing
    uint32_t *arguments;                       // from ISA_IMAGE_END: places 1 and on
    uint32_t *global;                          // from ISA_GLOBAL_BASE
    uint32_t *owner; // a granule of ISA_BUFFER_ALIGN bytes: number of its buffer, or none
    uint32_t granules;
    uint32_t room; // of granules
    struct isa_buffer *buffer;
    uint32_t buffers;
    char *names;           // of buffers that came from a checkpoint; or NULL
    struct isa_hole *hole; // in the order of their places; none touches another or the end
    uint32_t holes;
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
    ISA_FAULT_BEHIND,   // not fatal: an access behind the `live` bytes of shared memory
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
    uint32_t live;                   // bytes of shared memory up to the last variable that is live
    uint64_t steps;
    struct spin_verdict spin;
};

// False: no memory. The image stays the caller's. NULL: none yet; then place 0 has no arguments.
bool isa_memory_init(struct isa_memory *memory, const struct isa_image *image);
// A further image, which stays the caller's. False: no memory, or isa_memory_has_room() says no.
bool isa_memory_add(struct isa_memory *memory, const struct isa_image *image);
// It goes. Not the one that the memory began with.
void isa_memory_remove(struct isa_memory *memory, const struct isa_image *image);
// There are fewer than ISA_MAX_IMAGES, and the place of this one, from ISA_IMAGE_BASE and its base
// to its end, touches neither that of another image nor the arguments behind the first. That is so
// if its base is isa_image_next_base() of the highest image.
bool isa_memory_has_room(const struct isa_memory *memory, const struct isa_image *image);
void isa_memory_free(struct isa_memory *memory);

// A buffer of zeros; 0 bytes are allowed, and none of them may be touched. 0: no room. It lies in
// the first hole that is large enough, else behind all others.
uint32_t isa_memory_allocate(struct isa_memory *memory, const char *name, uint32_t bytes);
// The buffer that begins there goes. False: none does.
bool isa_memory_release(struct isa_memory *memory, uint32_t address);
// The buffer that begins there; NULL if none does. Valid until the next buffer is allocated.
const struct isa_buffer *isa_memory_buffer(const struct isa_memory *memory, uint32_t address);
// All of it lies in one buffer.
bool isa_memory_holds(const struct isa_memory *memory, uint32_t address, uint32_t bytes);
// False: not all of it lies in one buffer.
bool isa_memory_write(struct isa_memory *memory, uint32_t address, const void *from,
                      uint32_t bytes);
bool isa_memory_read(const struct isa_memory *memory, uint32_t address, void *to, uint32_t bytes);
// At most ISA_MAX_ARGUMENT_BYTES, instead of those that were in the place. Where they lie: in place
// 0 behind the first image; in places 1 to ISA_MAX_LAUNCHES - 1 behind ISA_IMAGE_END, whatever the
// images are. With 0 bytes nothing of the place may be touched.
uint32_t isa_memory_arguments_at(struct isa_memory *memory, uint32_t place, const void *from,
                                 uint32_t bytes);
// The same for place 0.
uint32_t isa_memory_arguments(struct isa_memory *memory, const void *from, uint32_t bytes);

// The word that holds an access of 1, 2 or 4 bytes; NULL if the access may not be, and why. Valid
// until the next buffer is allocated.
uint32_t *isa_memory_word(const struct isa_memory *memory, const struct isa_scope *scope,
                          uint32_t address, uint32_t bytes, bool write, enum isa_fault_kind *why);

// The word at an address of the images, the arguments or the buffers' region, of a buffer or not;
// NULL if there is none. For machines that move whole lines.
uint32_t *isa_memory_any_word(const struct isa_memory *memory, uint32_t address);

// The image that knows an address by name: the one that lies there; the launch's if none does.
const struct isa_image *isa_memory_image(const struct isa_memory *memory,
                                         const struct isa_launch *launch, uint32_t address);

// To or from a checkpoint, with the same images. Those of the memory stay where they are.
void isa_memory_checkpoint(struct isa_memory *memory, struct checkpoint *c);

// "thread (3,0,0) of block (1,0,0), at saxpy+0x48: store of 4 bytes at 0x10000190: ..."
void isa_fault_print(const struct isa_fault *fault, const struct isa_launch *launch,
                     const struct isa_memory *memory, char *text, size_t size);

#endif
