// SPDX-License-Identifier: Apache-2.0
#include "image_shared.h"

#include <stdlib.h>

#include "image_relocs.h"

struct naming {
    struct isa_image *image;
    size_t room;
    bool no_memory;
};

static bool is_variable(const struct image_reloc *r)
{
    const Elf32_Sym *symbol = &r->symbol;
    return r->named && ELF32_ST_TYPE(symbol->st_info) == STT_OBJECT && symbol->st_size != 0 &&
           symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS &&
           symbol->st_value >= ISA_SHARED_BASE && symbol->st_value < ISA_LOCAL_BASE &&
           symbol->st_size <= ISA_LOCAL_BASE - symbol->st_value;
}

// Whether the instruction, a lui or an auipc, makes what the relocation says. A linker or another
// tool may have changed it.
static bool makes(const struct isa_image *image, const struct image_reloc *r, uint32_t address)
{
    const struct isa_segment *code = isa_image_code(image, address);
    const uint32_t target = r->symbol.st_value + r->addend;
    if (code == NULL) return false;
    const uint32_t word = isa_image_word(code, address);
    return r->type == R_RISCV_HI20 ? image_reloc_upper(word, RELOC_LUI, target)
                                   : image_reloc_upper(word, RELOC_AUIPC, target - address);
}

static bool add(void *context, const struct image_reloc *r)
{
    struct naming *n = context;
    struct isa_image *image = n->image;
    const uint32_t address = r->at + image->base;
    if (r->type != R_RISCV_HI20 && r->type != R_RISCV_PCREL_HI20) return true;
    if (!is_variable(r) || !makes(image, r, address)) return true;
    if (image->namings == n->room) {
        n->room = 2 * n->room + 16;
        struct isa_naming *more = realloc(image->naming, n->room * sizeof *more);
        n->no_memory = more == NULL;
        if (n->no_memory) return false;
        image->naming = more;
    }
    image->naming[image->namings++] =
        (struct isa_naming){address, r->symbol.st_value + r->symbol.st_size - ISA_SHARED_BASE};
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct isa_naming *x = a;
    const struct isa_naming *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->end < y->end ? -1 : x->end > y->end;
}

bool image_shared(Elf *elf, struct isa_image *image)
{
    struct naming n = {.image = image};
    char wrong[1];
    if (!image_relocs(elf, add, &n, wrong, sizeof wrong)) image->namings = 0;
    if (image->namings > 1) {
        qsort(image->naming, image->namings, sizeof image->naming[0], by_place);
    }
    return !n.no_memory;
}
