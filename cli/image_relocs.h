// SPDX-License-Identifier: Apache-2.0
//
// The relocations that the linker has left in an ELF file (--emit-relocs): where its code and data
// have addresses written, and of which symbols.
#ifndef HD_IMAGE_RELOCS_H
#define HD_IMAGE_RELOCS_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RELOC_AUIPC = 0x17, RELOC_LUI = 0x37 }; // opcodes

struct image_reloc {
    uint32_t type; // R_RISCV_*
    uint32_t at;   // the address that this place was linked for
    uint32_t addend;
    uint32_t number; // of the symbol
    Elf32_Sym symbol;
    bool named; // there is a symbol of that number
};

// False: stop.
typedef bool image_reloc_visit(void *context, const struct image_reloc *reloc);

// Those of what is loaded, in the order of the file; of debug information none. False: a table is
// broken, and `wrong` says why; or a visit has said so.
bool image_relocs(Elf *elf, image_reloc_visit *visit, void *context, char *wrong, size_t size);

// Whether a word is an instruction of this opcode with the upper part of a value, whose lower
// twelve bits are signed.
static inline bool image_reloc_upper(uint32_t word, uint32_t opcode, uint32_t value)
{
    return word % 128 == opcode && (word & 0xfffff000) == ((value + 0x800) & 0xfffff000);
}

#endif
