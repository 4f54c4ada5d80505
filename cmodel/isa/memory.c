// SPDX-License-Identifier: Apache-2.0
#include "isa/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/decode.h"
#include "isa/spin.h"

#define NO_OWNER UINT32_MAX

static uint32_t round_up(uint32_t bytes, uint32_t align)
{
    return (bytes + align - 1) / align * align;
}

// ---- image and arguments -----------------------------------------------------------------------

bool isa_memory_init(struct isa_memory *memory, const struct isa_image *image)
{
    memset(memory, 0, sizeof *memory);
    memory->image = image;
    memory->arguments = round_up(image->end, ISA_BUFFER_ALIGN);
    uint32_t bytes = memory->arguments - ISA_IMAGE_BASE + ISA_MAX_ARGUMENT_BYTES;
    memory->low = calloc(bytes / 4, 4);
    if (memory->low == NULL) return false;
    for (uint32_t s = 0; s < image->segments; s++) {
        const struct isa_segment *segment = &image->segment[s];
        if (segment->file_size > 0)
            memcpy((uint8_t *)memory->low + (segment->address - ISA_IMAGE_BASE), segment->bytes,
                   segment->file_size);
    }
    return true;
}

void isa_memory_free(struct isa_memory *memory)
{
    free(memory->low);
    free(memory->global);
    free(memory->owner);
    free(memory->buffer);
    memset(memory, 0, sizeof *memory);
}

uint32_t isa_memory_arguments(struct isa_memory *memory, const void *from, uint32_t bytes)
{
    memory->argument_bytes = bytes;
    if (bytes > 0) memcpy(memory->low + (memory->arguments - ISA_IMAGE_BASE) / 4, from, bytes);
    return memory->arguments;
}

// ---- buffers -----------------------------------------------------------------------------------

static bool make_room(struct isa_memory *memory, uint32_t granules)
{
    if (granules <= memory->room) return true;
    uint32_t room = granules < 1024 ? 1024 : granules + granules / 2;
    uint32_t *global = realloc(memory->global, (size_t)room * ISA_BUFFER_ALIGN);
    if (global != NULL) memory->global = global;
    uint32_t *owner = realloc(memory->owner, (size_t)room * sizeof *owner);
    if (owner != NULL) memory->owner = owner;
    if (global == NULL || owner == NULL) return false;
    memory->room = room;
    return true;
}

uint32_t isa_memory_allocate(struct isa_memory *memory, const char *name, uint32_t bytes)
{
    if (bytes > ISA_SHARED_BASE - ISA_GLOBAL_BASE) return 0;
    uint32_t taken = round_up(bytes, ISA_BUFFER_ALIGN) / ISA_BUFFER_ALIGN;
    uint32_t end = memory->granules + taken + ISA_BUFFER_GAP / ISA_BUFFER_ALIGN;
    if (end > (ISA_SHARED_BASE - ISA_GLOBAL_BASE) / ISA_BUFFER_ALIGN) return 0;
    struct isa_buffer *buffer =
        realloc(memory->buffer, (memory->buffers + 1) * sizeof *memory->buffer);
    if (buffer == NULL) return 0;
    memory->buffer = buffer;
    if (!make_room(memory, end)) return 0;

    uint32_t first = memory->granules;
    uint32_t address = ISA_GLOBAL_BASE + first * ISA_BUFFER_ALIGN;
    memset((uint8_t *)memory->global + (size_t)first * ISA_BUFFER_ALIGN, 0,
           (size_t)(end - first) * ISA_BUFFER_ALIGN);
    for (uint32_t g = first; g < end; g++)
        memory->owner[g] = g < first + taken ? memory->buffers : NO_OWNER;
    memory->buffer[memory->buffers++] = (struct isa_buffer){name, address, bytes};
    memory->granules = end;
    return address;
}

// The buffer that an access lies in; NULL if in none.
static const struct isa_buffer *owner_of(const struct isa_memory *memory, uint32_t address,
                                         uint32_t bytes)
{
    uint32_t granule = (address - ISA_GLOBAL_BASE) / ISA_BUFFER_ALIGN;
    if (granule >= memory->granules || memory->owner[granule] == NO_OWNER) return NULL;
    const struct isa_buffer *buffer = &memory->buffer[memory->owner[granule]];
    uint32_t offset = address - buffer->address;
    return bytes <= buffer->bytes && offset <= buffer->bytes - bytes ? buffer : NULL;
}

bool isa_memory_write(struct isa_memory *memory, uint32_t address, const void *from, uint32_t bytes)
{
    if (bytes == 0) return true;
    if (owner_of(memory, address, bytes) == NULL) return false;
    memcpy((uint8_t *)memory->global + (address - ISA_GLOBAL_BASE), from, bytes);
    return true;
}

bool isa_memory_read(const struct isa_memory *memory, uint32_t address, void *to, uint32_t bytes)
{
    if (bytes == 0) return true;
    if (owner_of(memory, address, bytes) == NULL) return false;
    memcpy(to, (const uint8_t *)memory->global + (address - ISA_GLOBAL_BASE), bytes);
    return true;
}

// ---- accesses ----------------------------------------------------------------------------------

static bool within(uint32_t address, uint32_t bytes, uint32_t base, uint32_t size)
{
    return bytes <= size && address - base <= size - bytes;
}

static uint32_t *low_word(const struct isa_memory *memory, uint32_t address, uint32_t bytes,
                          bool write, enum isa_fault_kind *why)
{
    uint32_t *word = memory->low + (address - ISA_IMAGE_BASE) / 4;
    bool found = within(address, bytes, memory->arguments, memory->argument_bytes);
    bool writable = false;
    for (uint32_t s = 0; s < memory->image->segments && !found; s++) {
        const struct isa_segment *segment = &memory->image->segment[s];
        found = within(address, bytes, segment->address, segment->size);
        writable = segment->writable;
    }
    *why = !found ? ISA_FAULT_OUTSIDE : write && !writable ? ISA_FAULT_READ_ONLY : ISA_FAULT_NONE;
    return *why == ISA_FAULT_NONE ? word : NULL;
}

uint32_t *isa_memory_word(const struct isa_memory *memory, const struct isa_scope *scope,
                          uint32_t address, uint32_t bytes, bool write, enum isa_fault_kind *why)
{
    *why = address % bytes != 0 ? ISA_FAULT_MISALIGNED : ISA_FAULT_NONE;
    if (*why != ISA_FAULT_NONE) return NULL;
    if (address >= ISA_LOCAL_BASE) {
        if (within(address, bytes, ISA_LOCAL_BASE, scope->local_bytes))
            return &scope->local[(size_t)((address - ISA_LOCAL_BASE) / 4) * scope->local_step];
    } else if (address >= ISA_SHARED_BASE) {
        if (within(address, bytes, ISA_SHARED_BASE, scope->shared_bytes))
            return &scope->shared[(address - ISA_SHARED_BASE) / 4];
    } else if (address >= ISA_GLOBAL_BASE) {
        if (owner_of(memory, address, bytes) != NULL)
            return &memory->global[(address - ISA_GLOBAL_BASE) / 4];
    } else if (address >= ISA_IMAGE_BASE) {
        return low_word(memory, address, bytes, write, why);
    }
    *why = ISA_FAULT_OUTSIDE;
    return NULL;
}

uint32_t *isa_memory_any_word(const struct isa_memory *memory, uint32_t address)
{
    uint32_t low = memory->arguments - ISA_IMAGE_BASE + ISA_MAX_ARGUMENT_BYTES;
    if (address - ISA_IMAGE_BASE < low) return &memory->low[(address - ISA_IMAGE_BASE) / 4];
    if (address < ISA_GLOBAL_BASE) return NULL;
    if ((address - ISA_GLOBAL_BASE) / ISA_BUFFER_ALIGN >= memory->granules) return NULL;
    return &memory->global[(address - ISA_GLOBAL_BASE) / 4];
}

// ---- sentences ---------------------------------------------------------------------------------

// What lies about an address that may not be touched.
static void explain_address(const struct isa_memory *memory, const struct isa_launch *launch,
                            uint32_t address, char *text, size_t size)
{
    const struct isa_buffer *below = NULL;
    for (uint32_t b = 0; b < memory->buffers; b++)
        if (memory->buffer[b].address <= address) below = &memory->buffer[b];
    if (address < ISA_IMAGE_BASE) snprintf(text, size, "a null pointer");
    else if (address < ISA_GLOBAL_BASE) snprintf(text, size, "outside the image and its arguments");
    else if (address >= ISA_LOCAL_BASE)
        snprintf(text, size, "outside the thread's stack of %u bytes (--stack)",
                 launch->stack_bytes);
    else if (address > ISA_LOCAL_BASE - ISA_MAX_STACK)
        snprintf(text, size, "below the thread's stack of %u bytes: it is full (--stack)",
                 launch->stack_bytes);
    else if (address >= ISA_SHARED_BASE)
        snprintf(text, size, "outside the block's %u bytes of shared memory (--shared)",
                 launch->shared_bytes);
    else if (below != NULL)
        snprintf(text, size, "%u bytes behind the first of %s, which has %u",
                 address - below->address, below->name, below->bytes);
    else snprintf(text, size, "there is no buffer");
}

static void explain(const struct isa_fault *fault, const struct isa_launch *launch,
                    const struct isa_memory *memory, char *text, size_t size)
{
    const char *verb = fault->write ? "store" : "load";
    char more[128];
    struct isa_dim other = isa_dim_place(&launch->threads, fault->other_thread);
    switch (fault->kind) {
    case ISA_FAULT_MISALIGNED:
        snprintf(text, size, "%s of %u bytes at 0x%08x, which is no multiple of that", verb,
                 fault->bytes, fault->address);
        break;
    case ISA_FAULT_OUTSIDE:
        explain_address(memory, launch, fault->address, more, sizeof more);
        snprintf(text, size, "%s of %u bytes at 0x%08x: %s", verb, fault->bytes, fault->address,
                 more);
        break;
    case ISA_FAULT_READ_ONLY:
        snprintf(text, size, "store at 0x%08x: code, constants and arguments are read only",
                 fault->address);
        break;
    case ISA_FAULT_FETCH:
        snprintf(text, size, "goes on at 0x%08x, %s. A return address was overwritten",
                 fault->address,
                 fault->address % 4 != 0 ? "which is no multiple of 4"
                 : isa_image_code(launch->image, fault->address) == NULL
                     ? "where there is no code"
                     : "where no thread of this kernel can come");
        break;
    case ISA_FAULT_RETURN:
        snprintf(text, size, "goes on at 0x%08x, behind no call. A return address was overwritten",
                 fault->address);
        break;
    case ISA_FAULT_APART:
        snprintf(
            text, size,
            "goes on at 0x%08x, and thread (%u,%u,%u) of its warp, called from the same place, "
            "at 0x%08x. A return address was overwritten",
            fault->address, other.n[0], other.n[1], other.n[2], fault->other_pc);
        break;
    case ISA_FAULT_CALLS:
        snprintf(text, size,
                 "calls within %u calls: the stack of a static warp counts no more (FrameWidth). "
                 "Dynamic warps have no stack",
                 fault->here);
        break;
    case ISA_FAULT_PARTS:
        snprintf(text, size,
                 "needs one more entry of the stack of its static warp, which has %u (Levels). "
                 "Dynamic warps have no stack",
                 fault->here);
        break;
    case ISA_FAULT_ILLEGAL:
        snprintf(text, size, "word 0x%08x: %s", fault->address, isa_reason(fault->address));
        break;
    case ISA_FAULT_ROUNDING: snprintf(text, size, "the rounding mode in frm is reserved"); break;
    case ISA_FAULT_BARRIER:
        isa_image_place(launch->image, fault->other_pc, more, sizeof more);
        snprintf(text, size,
                 "waits at a barrier with %u others, while %u wait at another: thread (%u,%u,%u) "
                 "at %s; %u have ended",
                 fault->here - 1, fault->there, other.n[0], other.n[1], other.n[2], more,
                 fault->ended);
        break;
    case ISA_FAULT_STEPS:
        snprintf(text, size,
                 "stopped after %llu instructions of all threads; --steps N allows more",
                 (unsigned long long)fault->steps);
        break;
    case ISA_FAULT_UNSET:
        snprintf(text, size,
                 "reads 0x%08x in shared memory, where no thread of the block has "
                 "written",
                 fault->address);
        break;
    default: snprintf(text, size, "no fault");
    }
}

void isa_fault_print(const struct isa_fault *fault, const struct isa_launch *launch,
                     const struct isa_memory *memory, char *text, size_t size)
{
    struct isa_dim thread = isa_dim_place(&launch->threads, fault->thread);
    struct isa_dim block = isa_dim_place(&launch->blocks, fault->block);
    char place[96];
    char what[256];
    if (fault->kind == ISA_FAULT_SPIN) {
        spin_print(&fault->spin, launch, memory, text, size);
        return;
    }
    isa_image_place(launch->image, fault->pc, place, sizeof place);
    explain(fault, launch, memory, what, sizeof what);
    snprintf(text, size, "%s: thread (%u,%u,%u) of block (%u,%u,%u) at %s (0x%08x): %s",
             launch->kernel->name, thread.n[0], thread.n[1], thread.n[2], block.n[0], block.n[1],
             block.n[2], place, fault->pc, what);
}
