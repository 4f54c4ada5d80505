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

#endif
