// SPDX-License-Identifier: Apache-2.0
//
// An ELF file's image into a memory that may hold others: at the lowest base with which it touches
// none of them.
#ifndef HD_IMAGE_ADD_H
#define HD_IMAGE_ADD_H

#include "image.h"
#include "isa/memory.h"

// A memory that is all zeros begins with this image (isa_memory_init()). False: why, and nothing
// has changed. Otherwise image_free() is due, behind the memory's end or isa_memory_remove().
bool image_add(struct isa_memory *memory, struct isa_image *image, const char *path,
               char error[IMAGE_ERROR]);

#endif
