// SPDX-License-Identifier: Apache-2.0
#include "isa/image.h"

#include <stdio.h>
#include <string.h>

const struct isa_kernel *isa_image_kernel(const struct isa_image *image, const char *name)
{
    for (uint32_t k = 0; k < image->kernels; k++)
        if (strcmp(image->kernel[k].name, name) == 0) return &image->kernel[k];
    return NULL;
}

static uint32_t round_up(uint32_t address, uint32_t step)
{
    return (address + step - 1) / step * step;
}

uint32_t isa_image_arguments(const struct isa_image *image)
{
    return round_up(image->end, ISA_ARGUMENT_ALIGN);
}

uint32_t isa_image_next_base(const struct isa_image *image)
{
    uint32_t end = isa_image_arguments(image) + ISA_MAX_ARGUMENT_BYTES;
    return round_up(end, ISA_IMAGE_STEP) - ISA_IMAGE_BASE;
}

const struct isa_segment *isa_image_code(const struct isa_image *image, uint32_t address)
{
    for (uint32_t s = 0; s < image->segments; s++) {
        const struct isa_segment *segment = &image->segment[s];
        uint32_t offset = address - segment->address;
        if (segment->executable && address % 4 == 0 && segment->size >= 4 &&
            offset <= segment->size - 4)
            return segment;
    }
    return NULL;
}

uint32_t isa_image_word(const struct isa_segment *code, uint32_t address)
{
    uint32_t offset = address - code->address;
    uint32_t word = 0;
    for (uint32_t b = 0; b < 4; b++)
        if (offset + b < code->file_size) word |= (uint32_t)code->bytes[offset + b] << (8 * b);
    return word;
}

const struct isa_symbol *isa_image_symbol(const struct isa_image *image, uint32_t address)
{
    const struct isa_symbol *found = NULL;
    for (uint32_t s = 0; s < image->symbols && image->symbol[s].address <= address; s++) {
        const struct isa_symbol *symbol = &image->symbol[s];
        bool inside = symbol->size == 0 ? symbol->address == address
                                        : address - symbol->address < symbol->size;
        // A function rather than a variable of the same place.
        if (inside && (found == NULL || symbol->function || !found->function)) found = symbol;
    }
    return found;
}

// If an instruction names two, the one that ends later.
uint32_t isa_image_shared_end(const struct isa_image *image, uint32_t address)
{
    uint32_t from = 0, to = image->namings; // the first place behind the address lies in between
    while (from < to) {
        const uint32_t middle = from + (to - from) / 2;
        if (image->naming[middle].at <= address) from = middle + 1;
        else to = middle;
    }
    return from > 0 && image->naming[from - 1].at == address ? image->naming[from - 1].end : 0;
}

void isa_image_name(const struct isa_image *image, uint32_t address, char *text, size_t size)
{
    const struct isa_symbol *symbol = isa_image_symbol(image, address);
    if (symbol == NULL) snprintf(text, size, "0x%08x", address);
    else if (symbol->address == address) snprintf(text, size, "%s", symbol->name);
    else snprintf(text, size, "%s+0x%x", symbol->name, address - symbol->address);
}

void isa_image_place(const struct isa_image *image, uint32_t address, char *text, size_t size)
{
    isa_image_name(image, address, text, size);
    const size_t used = strlen(text);
    if (image->line == NULL || used + 3 >= size) return;
    if (image->line(image, address, text + used + 2, size - used - 2)) memcpy(text + used, ", ", 2);
}
