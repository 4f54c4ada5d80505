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

// ---- images and arguments ----------------------------------------------------------------------

// Where an image and `more` bytes behind it would lie.
static struct isa_loaded place_of(const struct isa_image *image, uint32_t more)
{
    const uint32_t address = ISA_IMAGE_BASE + image->base;
    const uint32_t bytes = isa_image_arguments(image) - address + more;
    return (struct isa_loaded){.image = image, .address = address, .bytes = bytes};
}

static bool load(struct isa_memory *memory, struct isa_loaded loaded)
{
    loaded.word = calloc(loaded.bytes / 4 + 1, 4);
    if (loaded.word == NULL) return false;
    for (uint32_t s = 0; s < loaded.image->segments; s++) {
        const struct isa_segment *segment = &loaded.image->segment[s];
        if (segment->file_size > 0)
            memcpy((uint8_t *)loaded.word + (segment->address - loaded.address), segment->bytes,
                   segment->file_size);
    }
    memory->loaded[memory->images++] = loaded;
    return true;
}

bool isa_memory_init(struct isa_memory *memory, const struct isa_image *image)
{
    memset(memory, 0, sizeof *memory);
    memory->arguments = calloc(ISA_MAX_LAUNCHES, ISA_MAX_ARGUMENT_BYTES);
    bool good = memory->arguments != NULL &&
                (image == NULL || load(memory, place_of(image, ISA_MAX_ARGUMENT_BYTES)));
    if (!good) isa_memory_free(memory);
    return good;
}

bool isa_memory_has_room(const struct isa_memory *memory, const struct isa_image *image)
{
    const struct isa_loaded wanted = place_of(image, 0);
    for (uint32_t i = 0; i < memory->images; i++) {
        const struct isa_loaded *there = &memory->loaded[i];
        if (wanted.address < there->address + there->bytes &&
            there->address < wanted.address + wanted.bytes)
            return false;
    }
    return memory->images < ISA_MAX_IMAGES;
}

bool isa_memory_add(struct isa_memory *memory, const struct isa_image *image)
{
    return isa_memory_has_room(memory, image) && load(memory, place_of(image, 0));
}

void isa_memory_remove(struct isa_memory *memory, const struct isa_image *image)
{
    uint32_t i = 0;
    while (i < memory->images && memory->loaded[i].image != image) i++;
    if (i == memory->images) return;
    free(memory->loaded[i].word);
    memory->images--;
    memmove(&memory->loaded[i], &memory->loaded[i + 1],
            (memory->images - i) * sizeof memory->loaded[0]);
}

void isa_memory_free(struct isa_memory *memory)
{
    for (uint32_t i = 0; i < memory->images; i++) free(memory->loaded[i].word);
    free(memory->arguments);
    free(memory->global);
    free(memory->owner);
    free(memory->buffer);
    free(memory->names);
    free(memory->hole);
    memset(memory, 0, sizeof *memory);
}

uint32_t isa_memory_arguments_at(struct isa_memory *memory, uint32_t place, const void *from,
                                 uint32_t bytes)
{
    const struct isa_loaded *first = &memory->loaded[0];
    uint32_t address = ISA_IMAGE_END + place * ISA_MAX_ARGUMENT_BYTES;
    uint32_t *word = memory->arguments + place * (ISA_MAX_ARGUMENT_BYTES / 4);
    if (place == 0) {
        address = isa_image_arguments(first->image);
        word = first->word + (address - first->address) / 4;
    }
    memory->argument_bytes[place] = bytes;
    if (bytes > 0) memcpy(word, from, bytes);
    return address;
}

uint32_t isa_memory_arguments(struct isa_memory *memory, const void *from, uint32_t bytes)
{
    return isa_memory_arguments_at(memory, 0, from, bytes);
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

// The number of a buffer that was released, or a new one; that of the last + 1: no memory. There is
// always room for one hole more than there are buffers: a release needs no memory.
static uint32_t free_number(struct isa_memory *memory)
{
    for (uint32_t b = 0; b < memory->buffers; b++)
        if (memory->buffer[b].address == 0) return b;
    const size_t more = memory->buffers + 1;
    struct isa_buffer *buffer = realloc(memory->buffer, more * sizeof *buffer);
    if (buffer != NULL) memory->buffer = buffer;
    struct isa_hole *hole = realloc(memory->hole, (more + 1) * sizeof *hole);
    if (hole != NULL) memory->hole = hole;
    if (buffer == NULL || hole == NULL) return memory->buffers + 1;
    memory->buffer[memory->buffers].address = 0;
    return memory->buffers++;
}

static void drop_hole(struct isa_memory *memory, uint32_t h)
{
    memory->holes--;
    memmove(&memory->hole[h], &memory->hole[h + 1], (memory->holes - h) * sizeof memory->hole[0]);
}

// So many granules: their first. They are not yet anybody's.
static bool find_place(struct isa_memory *memory, uint32_t granules, uint32_t *first)
{
    for (uint32_t h = 0; h < memory->holes; h++) {
        struct isa_hole *hole = &memory->hole[h];
        if (hole->granules < granules) continue;
        *first = hole->first;
        hole->first += granules;
        hole->granules -= granules;
        if (hole->granules == 0) drop_hole(memory, h);
        return true;
    }
    const uint32_t end = memory->granules + granules;
    if (end > (ISA_SHARED_BASE - ISA_GLOBAL_BASE) / ISA_BUFFER_ALIGN || !make_room(memory, end))
        return false;
    *first = memory->granules;
    memory->granules = end;
    return true;
}

static uint32_t granules_of(uint32_t bytes)
{
    return round_up(bytes, ISA_BUFFER_ALIGN) / ISA_BUFFER_ALIGN;
}

uint32_t isa_memory_allocate(struct isa_memory *memory, const char *name, uint32_t bytes)
{
    uint32_t first;
    if (bytes > ISA_SHARED_BASE - ISA_GLOBAL_BASE) return 0;
    const uint32_t taken = granules_of(bytes), all = taken + ISA_BUFFER_GAP / ISA_BUFFER_ALIGN;
    const uint32_t number = free_number(memory);
    if (number >= memory->buffers || !find_place(memory, all, &first)) return 0;
    const uint32_t address = ISA_GLOBAL_BASE + first * ISA_BUFFER_ALIGN;
    memset((uint8_t *)memory->global + (size_t)first * ISA_BUFFER_ALIGN, 0,
           (size_t)all * ISA_BUFFER_ALIGN);
    for (uint32_t g = first; g < first + all; g++)
        memory->owner[g] = g < first + taken ? number : NO_OWNER;
    memory->buffer[number] = (struct isa_buffer){name, address, bytes};
    return address;
}

static void add_hole(struct isa_memory *memory, struct isa_hole left)
{
    uint32_t h = 0;
    while (h < memory->holes && memory->hole[h].first < left.first) h++;
    if (h < memory->holes && left.first + left.granules == memory->hole[h].first) {
        left.granules += memory->hole[h].granules;
        drop_hole(memory, h);
    }
    if (h > 0 && memory->hole[h - 1].first + memory->hole[h - 1].granules == left.first) {
        h--;
        left.first = memory->hole[h].first;
        left.granules += memory->hole[h].granules;
        drop_hole(memory, h);
    }
    if (left.first + left.granules == memory->granules) {
        memory->granules = left.first;
        return;
    }
    memmove(&memory->hole[h + 1], &memory->hole[h], (memory->holes - h) * sizeof memory->hole[0]);
    memory->hole[h] = left;
    memory->holes++;
}

static struct isa_buffer *find_buffer(const struct isa_memory *memory, uint32_t address)
{
    for (uint32_t b = 0; b < memory->buffers; b++)
        if (memory->buffer[b].address == address && address != 0) return &memory->buffer[b];
    return NULL;
}

const struct isa_buffer *isa_memory_buffer(const struct isa_memory *memory, uint32_t address)
{
    return find_buffer(memory, address);
}

bool isa_memory_release(struct isa_memory *memory, uint32_t address)
{
    struct isa_buffer *buffer = find_buffer(memory, address);
    if (buffer == NULL) return false;
    const struct isa_hole left = {(address - ISA_GLOBAL_BASE) / ISA_BUFFER_ALIGN,
                                  granules_of(buffer->bytes) + ISA_BUFFER_GAP / ISA_BUFFER_ALIGN};
    for (uint32_t g = left.first; g < left.first + left.granules; g++) memory->owner[g] = NO_OWNER;
    buffer->address = 0;
    add_hole(memory, left);
    return true;
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

bool isa_memory_holds(const struct isa_memory *memory, uint32_t address, uint32_t bytes)
{
    return owner_of(memory, address, bytes) != NULL;
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

// The image whose words, or the first one's arguments, hold an address; NULL if none.
static const struct isa_loaded *loaded_at(const struct isa_memory *memory, uint32_t address)
{
    for (uint32_t i = 0; i < memory->images; i++)
        if (address - memory->loaded[i].address < memory->loaded[i].bytes)
            return &memory->loaded[i];
    return NULL;
}

// The place of arguments behind the images that an address lies in; 0: none.
static uint32_t argument_place(uint32_t address)
{
    uint32_t place = (address - ISA_IMAGE_END) / ISA_MAX_ARGUMENT_BYTES;
    return place < ISA_MAX_LAUNCHES ? place : 0;
}

static uint32_t *image_word(const struct isa_memory *memory, const struct isa_loaded *loaded,
                            uint32_t address, uint32_t bytes, bool write, enum isa_fault_kind *why)
{
    const struct isa_image *image = loaded->image;
    bool found = loaded == &memory->loaded[0] &&
                 within(address, bytes, isa_image_arguments(image), memory->argument_bytes[0]);
    bool writable = false;
    for (uint32_t s = 0; s < image->segments && !found; s++) {
        const struct isa_segment *segment = &image->segment[s];
        found = within(address, bytes, segment->address, segment->size);
        writable = segment->writable;
    }
    *why = !found ? ISA_FAULT_OUTSIDE : write && !writable ? ISA_FAULT_READ_ONLY : ISA_FAULT_NONE;
    return *why == ISA_FAULT_NONE ? &loaded->word[(address - loaded->address) / 4] : NULL;
}

static uint32_t *low_word(const struct isa_memory *memory, uint32_t address, uint32_t bytes,
                          bool write, enum isa_fault_kind *why)
{
    const struct isa_loaded *loaded = loaded_at(memory, address);
    if (loaded != NULL) return image_word(memory, loaded, address, bytes, write, why);
    uint32_t place = argument_place(address);
    bool found = place > 0 && within(address, bytes, ISA_IMAGE_END + place * ISA_MAX_ARGUMENT_BYTES,
                                     memory->argument_bytes[place]);
    *why = !found ? ISA_FAULT_OUTSIDE : write ? ISA_FAULT_READ_ONLY : ISA_FAULT_NONE;
    return *why == ISA_FAULT_NONE ? &memory->arguments[(address - ISA_IMAGE_END) / 4] : NULL;
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
    if (address >= ISA_GLOBAL_BASE) {
        if ((address - ISA_GLOBAL_BASE) / ISA_BUFFER_ALIGN >= memory->granules) return NULL;
        return &memory->global[(address - ISA_GLOBAL_BASE) / 4];
    }
    const struct isa_loaded *loaded = loaded_at(memory, address);
    if (loaded != NULL) return &loaded->word[(address - loaded->address) / 4];
    uint32_t place = argument_place(address);
    if (place == 0 || memory->argument_bytes[place] == 0) return NULL;
    return &memory->arguments[(address - ISA_IMAGE_END) / 4];
}

// ---- checkpoint --------------------------------------------------------------------------------

// What was there goes, and there is room for so much.
static void *instead(struct checkpoint *c, void *of, size_t count, size_t size)
{
    free(of);
    return checkpoint_room(c, count, size);
}

// The names of all buffers, one behind the other, each with its 0.
static void transfer_names(struct isa_memory *memory, struct checkpoint *c)
{
    size_t bytes = 0;
    for (uint32_t b = 0; b < memory->buffers && !c->loads; b++)
        bytes += strlen(memory->buffer[b].name) + 1;
    checkpoint_piece(c, "names", &bytes, sizeof bytes);
    char *names = checkpoint_room(c, bytes, 1), *at = names;
    for (uint32_t b = 0; b < memory->buffers && !c->loads; b++) {
        strcpy(at, memory->buffer[b].name);
        at += strlen(at) + 1;
    }
    at = names;
    checkpoint_piece(c, "name", names, bytes);
    if (!c->loads) {
        free(names);
        return;
    }
    memory->names = names;
    for (uint32_t b = 0; b < memory->buffers; b++) {
        memory->buffer[b].name = at;
        at += strlen(at) + 1;
    }
}

void isa_memory_checkpoint(struct isa_memory *memory, struct checkpoint *c)
{
    struct isa_memory mine = *memory;
    checkpoint_piece(c, "memory", memory, sizeof *memory);
    for (uint32_t i = 0; i < mine.images; i++) {
        struct isa_loaded *l = &memory->loaded[i];
        l->image = mine.loaded[i].image;
        l->word = mine.loaded[i].word;
        checkpoint_piece(c, "image", l->word, (size_t)mine.loaded[i].bytes / 4 * 4);
    }
    memory->arguments = mine.arguments;
    memory->names = mine.names;
    if (c->loads) {
        memory->global = instead(c, mine.global, memory->room, ISA_BUFFER_ALIGN);
        memory->owner = instead(c, mine.owner, memory->room, sizeof *memory->owner);
        memory->buffer = instead(c, mine.buffer, memory->buffers, sizeof *memory->buffer);
        memory->hole = instead(c, mine.hole, memory->buffers + 1, sizeof *memory->hole);
        free(mine.names);
        memory->names = NULL;
    }
    checkpoint_piece(c, "arguments", memory->arguments, ISA_MAX_LAUNCHES * ISA_MAX_ARGUMENT_BYTES);
    checkpoint_piece(c, "global", memory->global, (size_t)memory->granules * ISA_BUFFER_ALIGN);
    checkpoint_piece(c, "owner", memory->owner, memory->granules * sizeof *memory->owner);
    checkpoint_piece(c, "buffer", memory->buffer, memory->buffers * sizeof *memory->buffer);
    checkpoint_piece(c, "hole", memory->hole, memory->holes * sizeof *memory->hole);
    transfer_names(memory, c);
}

// ---- sentences ---------------------------------------------------------------------------------

const struct isa_image *isa_memory_image(const struct isa_memory *memory,
                                         const struct isa_launch *launch, uint32_t address)
{
    const struct isa_loaded *loaded = loaded_at(memory, address);
    return loaded != NULL ? loaded->image : launch->image;
}

// What lies about an address that may not be touched.
static void explain_address(const struct isa_memory *memory, const struct isa_launch *launch,
                            uint32_t address, char *text, size_t size)
{
    const struct isa_buffer *below = NULL;
    for (uint32_t b = 0; b < memory->buffers; b++) {
        const struct isa_buffer *one = &memory->buffer[b];
        if (one->address != 0 && one->address <= address &&
            (below == NULL || one->address > below->address))
            below = one;
    }
    if (address < ISA_IMAGE_BASE) snprintf(text, size, "a null pointer");
    else if (address < ISA_GLOBAL_BASE)
        snprintf(text, size,
                 memory->images > 1 ? "outside the images and their arguments"
                                    : "outside the image and its arguments");
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
                 : isa_image_code(isa_memory_image(memory, launch, fault->address),
                                  fault->address) == NULL
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
        isa_image_place(isa_memory_image(memory, launch, fault->other_pc), fault->other_pc, more,
                        sizeof more);
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
    case ISA_FAULT_BEHIND:
        snprintf(text, size,
                 "%s 0x%08x, byte %u of shared memory; the variables that its code may access "
                 "there end at byte %u",
                 fault->write ? "writes" : "reads", fault->address,
                 fault->address - ISA_SHARED_BASE, fault->live);
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
    isa_image_place(isa_memory_image(memory, launch, fault->pc), fault->pc, place, sizeof place);
    explain(fault, launch, memory, what, sizeof what);
    snprintf(text, size, "%s: thread (%u,%u,%u) of block (%u,%u,%u) at %s (0x%08x): %s",
             launch->kernel->name, thread.n[0], thread.n[1], thread.n[2], block.n[0], block.n[1],
             block.n[2], place, fault->pc, what);
}
