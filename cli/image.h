// SPDX-License-Identifier: Apache-2.0
//
// ELF file to image. Whatever the bytes are: an image that keeps the promises of isa/image.h, or
// words.
#ifndef HD_IMAGE_H
#define HD_IMAGE_H

#include "isa/image.h"

enum { IMAGE_ERROR = 240 };

// False: `error` says what is wrong, and what to do. Otherwise image_free() is due.
bool image_load(struct isa_image *image, const char *path, char error[IMAGE_ERROR]);
// The same, `base` bytes above the addresses that it was linked for: a multiple of ISA_IMAGE_STEP,
// as isa_image_next_base() gives it. SHARED variables do not move. Unless the base is 0, the file
// must hold its relocations (ld --emit-relocs).
bool image_load_at(struct isa_image *image, const char *path, uint32_t base,
                   char error[IMAGE_ERROR]);
// The same of a file's bytes, which are copied. `name` is for the error.
bool image_parse(struct isa_image *image, const char *name, const void *bytes, size_t size,
                 uint32_t base, char error[IMAGE_ERROR]);
void image_free(struct isa_image *image);

// The file, as it was read.
char *image_file(const struct isa_image *image, size_t *size);
// "programs/saxpy/kernel.c:18": the line that an instruction comes from; what the kernels'
// header has put there is said to be where it was called. False: the file does not say.
bool image_line(const struct isa_image *image, uint32_t address, char *text, size_t size);

#endif
