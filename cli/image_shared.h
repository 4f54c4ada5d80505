// SPDX-License-Identifier: Apache-2.0
//
// Which SHARED variables the code names: docs/analyser.md, "Phases".
#ifndef HD_IMAGE_SHARED_H
#define HD_IMAGE_SHARED_H

#include <libelf.h>

#include "isa/image.h"

// Fills image->namings, of segments that lie where they will stay. None if the file has no
// relocations, or broken ones. False: no memory.
bool image_shared(Elf *elf, struct isa_image *image);

#endif
