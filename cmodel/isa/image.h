// SPDX-License-Identifier: Apache-2.0
//
// The loaded parts of a kernel's ELF file. cli/image.c makes it; the analyser, the reference and
// the machine read it.
#ifndef HD_ISA_IMAGE_H
#define HD_ISA_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ISA_MAX_SEGMENTS = 16,
    ISA_MAX_ARGUMENT_BYTES = 4096,
    ISA_ARGUMENT_ALIGN = 256,
};

// Places of docs/kernels.md, Memory.
#define ISA_IMAGE_BASE UINT32_C(0x00010000)
#define ISA_IMAGE_STEP UINT32_C(0x00010000) // of an image's base
#define ISA_IMAGE_END UINT32_C(0x0fff0000)  // of images; room for arguments behind it
#define ISA_GLOBAL_BASE UINT32_C(0x10000000)
#define ISA_SHARED_BASE UINT32_C(0x40000000)
#define ISA_LOCAL_BASE UINT32_C(0x60000000)

// Code, constants or data. Behind the bytes of the file come zeros.
struct isa_segment {
    uint32_t address;
    uint32_t size;
    const uint8_t *bytes;
    uint32_t file_size; // bytes in the file, at most size
    bool writable;
    bool executable; // then it begins on a word, and is not writable
};

struct isa_symbol {
    uint32_t address;
    uint32_t size; // 0: not known
    const char *name;
    bool function;
};

struct isa_kernel {
    const char *name;
    uint32_t entry; // a word of an executable segment
    uint32_t argument_bytes;
};

// An instruction that makes an address of a SHARED variable, or a lui's part of one.
struct isa_naming {
    uint32_t at;  // the instruction
    uint32_t end; // of the variable, in bytes from the start of shared memory
};

struct isa_image {
    uint32_t base; // it lies so far above the addresses it was linked for: a multiple of the step
    uint32_t segments; // in the order of their addresses; none overlaps another
    struct isa_segment segment[ISA_MAX_SEGMENTS];
    uint32_t kernels; // at least one, in the order of their names
    struct isa_kernel *kernel;
    uint32_t symbols; // in the order of their addresses
    struct isa_symbol *symbol;
    uint32_t shared_bytes; // of a block: SHARED variables
    uint32_t namings;      // in the order of their addresses: those that are known
    struct isa_naming *naming;
    uint32_t end;  // the first address behind the segments
    void *storage; // what the pointers point to
    // The line of the source that an instruction comes from: "kernel.c:18". False: not known.
    // NULL: there is no such function.
    bool (*line)(const struct isa_image *image, uint32_t address, char *text, size_t size);
};

// NULL if there is none.
const struct isa_kernel *isa_image_kernel(const struct isa_image *image, const char *name);
// The base with which a further image lies behind this one, and behind arguments that may be there.
uint32_t isa_image_next_base(const struct isa_image *image);
// Where the arguments of a first image lie: behind it.
uint32_t isa_image_arguments(const struct isa_image *image);
// The executable segment that a word lies in; NULL if none.
const struct isa_segment *isa_image_code(const struct isa_image *image, uint32_t address);
// The word at an address of an executable segment.
uint32_t isa_image_word(const struct isa_segment *code, uint32_t address);
// The function or variable that an address lies in; NULL if none.
const struct isa_symbol *isa_image_symbol(const struct isa_image *image, uint32_t address);
// The end of the SHARED variable that an instruction names; 0: not known.
uint32_t isa_image_shared_end(const struct isa_image *image, uint32_t address);
// "saxpy+0x14", or "0x00010014" where there is no symbol.
void isa_image_name(const struct isa_image *image, uint32_t address, char *text, size_t size);
// The same, with the line of the source if it is known: "saxpy+0x14, kernel.c:18".
void isa_image_place(const struct isa_image *image, uint32_t address, char *text, size_t size);

#endif
