// SPDX-License-Identifier: Apache-2.0
//
// Relocation: an image away from the addresses it was linked for. The linker has left in the file
// where its addresses are written (--emit-relocs).
#ifndef HD_IMAGE_MOVE_H
#define HD_IMAGE_MOVE_H

#include <libelf.h>

#include "isa/image.h"

// True: what a symbol names lies in the image, and moves with it. Shared variables do not.
bool image_moves(const Elf32_Sym *symbol);

// Gives the segments, which lie at their new addresses, bytes of their own, and changes there what
// the base changes. Returns these bytes; free() is due. NULL: `wrong` says why.
uint8_t *image_move(Elf *elf, struct isa_image *image, char *wrong, size_t size);

#endif
