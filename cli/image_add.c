// SPDX-License-Identifier: Apache-2.0
#include "image_add.h"

#include <stdio.h>

static bool refuse(struct isa_image *image, const char *path, const char *why,
                   char error[IMAGE_ERROR])
{
    image_free(image);
    snprintf(error, IMAGE_ERROR, "%s: %s", path, why);
    return false;
}

// The lowest base with which the image, which lies at base 0 now, has room: 0, or that behind one
// of the others. UINT32_MAX: none.
static uint32_t find_base(const struct isa_memory *memory, const struct isa_image *image)
{
    struct isa_image moved = *image;
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i <= memory->images; i++) {
        moved.base = i == 0 ? 0 : isa_image_next_base(memory->loaded[i - 1].image);
        moved.end = image->end + moved.base;
        if (moved.end <= ISA_IMAGE_END && moved.base < found && isa_memory_has_room(memory, &moved))
            found = moved.base;
    }
    return found;
}

bool image_add(struct isa_memory *memory, struct isa_image *image, const char *path,
               char error[IMAGE_ERROR])
{
    if (!image_load(image, path, error)) return false;
    image->line = image_line;
    if (memory->arguments == NULL)
        return isa_memory_init(memory, image) ||
               refuse(image, path, "no memory on the host", error);
    if (memory->images == ISA_MAX_IMAGES)
        return refuse(image, path, "there are eight images in memory, which is the most", error);
    const uint32_t base = find_base(memory, image);
    if (base == UINT32_MAX)
        return refuse(image, path, "there is no room for it below the arguments", error);
    if (base != 0) {
        image_free(image);
        if (!image_load_at(image, path, base, error)) return false;
        image->line = image_line;
    }
    return isa_memory_add(memory, image) || refuse(image, path, "no memory on the host", error);
}
