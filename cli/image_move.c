// SPDX-License-Identifier: Apache-2.0
//
// A base is a multiple of 64 KB. So the low sixteen bits of an address never change, and with them
// none of what %lo() gives; and what lies in the image moves all together, so that distances within
// it do not change either. What is left are whole addresses, %hi() of what moves, and %pcrel_hi()
// of what does not. Before a change the old content is compared with what the relocation says.
#include "image_move.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_relocs.h"

struct moving {
    Elf *elf;
    struct isa_image *image;
    uint8_t *bytes[ISA_MAX_SEGMENTS]; // of each segment, now its own
    bool any;                         // relocations
    char *wrong;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct moving *m, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(m->wrong, m->size, format, list);
    va_end(list);
    return false;
}

// ---- kinds of relocations ----------------------------------------------------------------------

enum change {
    REFUSED,
    UNCHANGED,
    TOGETHER, // a distance, unchanged if its target moves too; it must
    RELATIVE, // the upper part of a distance
    UPPER,    // the upper part of an address
    WORD,     // an address
    ADDED,    // a part of a sum in a word: an address is added
    SUBTRACTED,
};

static const struct kind {
    const char *name;
    enum change change;
} kinds[] = {
    [R_RISCV_NONE] = {"R_RISCV_NONE", UNCHANGED},
    [R_RISCV_32] = {"R_RISCV_32", WORD},
    [R_RISCV_64] = {"R_RISCV_64", REFUSED},
    [R_RISCV_BRANCH] = {"R_RISCV_BRANCH", TOGETHER},
    [R_RISCV_JAL] = {"R_RISCV_JAL", TOGETHER},
    [R_RISCV_CALL] = {"R_RISCV_CALL", RELATIVE},
    [R_RISCV_CALL_PLT] = {"R_RISCV_CALL_PLT", RELATIVE},
    [R_RISCV_GOT_HI20] = {"R_RISCV_GOT_HI20", REFUSED},
    [R_RISCV_TLS_GOT_HI20] = {"R_RISCV_TLS_GOT_HI20", REFUSED},
    [R_RISCV_TLS_GD_HI20] = {"R_RISCV_TLS_GD_HI20", REFUSED},
    [R_RISCV_PCREL_HI20] = {"R_RISCV_PCREL_HI20", RELATIVE},
    [R_RISCV_PCREL_LO12_I] = {"R_RISCV_PCREL_LO12_I", UNCHANGED},
    [R_RISCV_PCREL_LO12_S] = {"R_RISCV_PCREL_LO12_S", UNCHANGED},
    [R_RISCV_HI20] = {"R_RISCV_HI20", UPPER},
    [R_RISCV_LO12_I] = {"R_RISCV_LO12_I", UNCHANGED},
    [R_RISCV_LO12_S] = {"R_RISCV_LO12_S", UNCHANGED},
    [R_RISCV_TPREL_HI20] = {"R_RISCV_TPREL_HI20", REFUSED},
    [R_RISCV_ADD8] = {"R_RISCV_ADD8", UNCHANGED},
    [R_RISCV_ADD16] = {"R_RISCV_ADD16", UNCHANGED},
    [R_RISCV_ADD32] = {"R_RISCV_ADD32", ADDED},
    [R_RISCV_ADD64] = {"R_RISCV_ADD64", REFUSED},
    [R_RISCV_SUB8] = {"R_RISCV_SUB8", UNCHANGED},
    [R_RISCV_SUB16] = {"R_RISCV_SUB16", UNCHANGED},
    [R_RISCV_SUB32] = {"R_RISCV_SUB32", SUBTRACTED},
    [R_RISCV_SUB64] = {"R_RISCV_SUB64", REFUSED},
    [R_RISCV_ALIGN] = {"R_RISCV_ALIGN", UNCHANGED},
    [R_RISCV_RELAX] = {"R_RISCV_RELAX", UNCHANGED},
    [R_RISCV_SUB6] = {"R_RISCV_SUB6", UNCHANGED},
    [R_RISCV_SET6] = {"R_RISCV_SET6", UNCHANGED},
    [R_RISCV_SET8] = {"R_RISCV_SET8", UNCHANGED},
    [R_RISCV_SET16] = {"R_RISCV_SET16", UNCHANGED},
    [R_RISCV_SET32] = {"R_RISCV_SET32", ADDED}, // the first part of a sum
};

static struct kind kind_of(uint32_t type)
{
    return type < sizeof kinds / sizeof kinds[0] ? kinds[type] : (struct kind){NULL, REFUSED};
}

bool image_moves(const Elf32_Sym *symbol)
{
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS &&
           symbol->st_value >= ISA_IMAGE_BASE && symbol->st_value <= ISA_IMAGE_END;
}

// ---- words of the segments ---------------------------------------------------------------------

// Where a word lies that was linked for an address; NULL: in no loaded bytes.
static uint8_t *place_of(const struct moving *m, uint32_t linked)
{
    for (uint32_t s = 0; s < m->image->segments; s++) {
        const struct isa_segment *segment = &m->image->segment[s];
        const uint32_t offset = linked + m->image->base - segment->address;
        if (segment->file_size >= 4 && offset <= segment->file_size - 4)
            return m->bytes[s] + offset;
    }
    return NULL;
}

static uint32_t get(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void put(uint8_t *bytes, uint32_t word)
{
    for (int b = 0; b < 4; b++) bytes[b] = (uint8_t)(word >> 8 * b);
}

// ---- a relocation ------------------------------------------------------------------------------

// The content is what the linker made of it, and becomes another. False: it is something else.
static bool change(uint8_t *place, enum change how, uint32_t value, uint32_t base)
{
    const uint32_t word = get(place);
    switch (how) {
    case WORD:
        if (word != value) return false;
        put(place, word + base);
        return true;
    case UPPER:
        if (!image_reloc_upper(word, RELOC_LUI, value)) return false;
        put(place, word + base);
        return true;
    case RELATIVE:
        if (!image_reloc_upper(word, RELOC_AUIPC, value)) return false;
        put(place, word - base);
        return true;
    case ADDED: put(place, word + base); return true;
    case SUBTRACTED: put(place, word - base); return true;
    default: return true;
    }
}

// Whether the target moves decides whether something changes: of a distance if it does not.
static bool apply(struct moving *m, const struct image_reloc *r, struct kind kind)
{
    const bool distance = kind.change == TOGETHER || kind.change == RELATIVE;
    const uint32_t target = r->symbol.st_value + r->addend;
    uint8_t *place = place_of(m, r->at);
    if (place == NULL)
        return refuse(m, "%s is for 0x%08x, where nothing is loaded", kind.name, r->at);
    if (r->symbol.st_shndx == SHN_ABS && r->symbol.st_value >= ISA_IMAGE_BASE &&
        r->symbol.st_value <= ISA_IMAGE_END)
        return refuse(m,
                      "%s at 0x%08x is of an absolute symbol, 0x%08x: an address that moves, or a "
                      "number that does not? Make it a symbol of a section",
                      kind.name, r->at, r->symbol.st_value);
    if (image_moves(&r->symbol) == distance) return true;
    if (kind.change == TOGETHER)
        return refuse(m, "%s at 0x%08x goes to 0x%08x, outside the image", kind.name, r->at,
                      target);
    if (!change(place, kind.change, distance ? target - r->at : target, m->image->base))
        return refuse(m, "%s at 0x%08x: 0x%08x, which is there, is not what it says", kind.name,
                      r->at, get(place));
    return true;
}

static bool apply_one(void *context, const struct image_reloc *r)
{
    struct moving *m = context;
    const struct kind kind = kind_of(r->type);
    m->any = true;
    if (kind.change == REFUSED)
        return refuse(m, "%s (%u) at 0x%08x is no relocation that kernels can be moved with",
                      kind.name != NULL ? kind.name : "type", r->type, r->at);
    if (kind.change == UNCHANGED) return true;
    if (!r->named)
        return refuse(m, "%s at 0x%08x is of symbol %u, which there is not", kind.name, r->at,
                      r->number);
    return apply(m, r, kind);
}

// The record of a kernel holds an address: a file with relocations has at least that one.
static bool apply_all(struct moving *m)
{
    if (!image_relocs(m->elf, apply_one, m, m->wrong, m->size)) return false;
    return m->any || refuse(m, "no relocations: it can run only where it was linked for; link with "
                               "-Wl,--emit-relocs to have it elsewhere");
}

// ---- all of it ---------------------------------------------------------------------------------

// Segments may share bytes of a file; here they do not.
static uint8_t *copy_bytes(struct moving *m)
{
    size_t sum = 0;
    for (uint32_t s = 0; s < m->image->segments; s++) sum += m->image->segment[s].file_size;
    uint8_t *copy = malloc(sum + 1);
    if (copy == NULL) return NULL;
    sum = 0;
    for (uint32_t s = 0; s < m->image->segments; s++) {
        struct isa_segment *segment = &m->image->segment[s];
        m->bytes[s] = copy + sum;
        memcpy(m->bytes[s], segment->bytes, segment->file_size);
        segment->bytes = m->bytes[s];
        sum += segment->file_size;
    }
    return copy;
}

uint8_t *image_move(Elf *elf, struct isa_image *image, char *wrong, size_t size)
{
    struct moving m = {.elf = elf, .image = image, .wrong = wrong, .size = size};
    uint8_t *copy = copy_bytes(&m);
    if (copy == NULL) {
        refuse(&m, "no memory for it");
    } else if (!apply_all(&m)) {
        free(copy);
        copy = NULL;
    }
    return copy;
}
