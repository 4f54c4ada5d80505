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

enum { OPCODE_AUIPC = 0x17, OPCODE_LUI = 0x37 };

struct moving {
    Elf *elf;
    struct isa_image *image;
    uint8_t *bytes[ISA_MAX_SEGMENTS]; // of each segment, now its own
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

// The upper part of a value whose lower twelve bits are signed.
static uint32_t upper(uint32_t value) { return (value + 0x800) & 0xfffff000; }

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
        if (word % 128 != OPCODE_LUI || (word & 0xfffff000) != upper(value)) return false;
        put(place, word + base);
        return true;
    case RELATIVE:
        if (word % 128 != OPCODE_AUIPC || (word & 0xfffff000) != upper(value)) return false;
        put(place, word - base);
        return true;
    case ADDED: put(place, word + base); return true;
    case SUBTRACTED: put(place, word - base); return true;
    default: return true;
    }
}

// Whether the target moves decides whether something changes: of a distance if it does not.
static bool apply(struct moving *m, const Elf32_Rela *r, const Elf32_Sym *symbol, struct kind kind)
{
    const bool distance = kind.change == TOGETHER || kind.change == RELATIVE;
    const uint32_t target = symbol->st_value + (uint32_t)r->r_addend;
    uint8_t *place = place_of(m, r->r_offset);
    if (place == NULL)
        return refuse(m, "%s is for 0x%08x, where nothing is loaded", kind.name, r->r_offset);
    if (symbol->st_shndx == SHN_ABS && symbol->st_value >= ISA_IMAGE_BASE &&
        symbol->st_value <= ISA_IMAGE_END)
        return refuse(m,
                      "%s at 0x%08x is of an absolute symbol, 0x%08x: an address that moves, or a "
                      "number that does not? Make it a symbol of a section",
                      kind.name, r->r_offset, symbol->st_value);
    if (image_moves(symbol) == distance) return true;
    if (kind.change == TOGETHER)
        return refuse(m, "%s at 0x%08x goes to 0x%08x, outside the image", kind.name, r->r_offset,
                      target);
    if (!change(place, kind.change, distance ? target - r->r_offset : target, m->image->base))
        return refuse(m, "%s at 0x%08x: 0x%08x, which is there, is not what it says", kind.name,
                      r->r_offset, get(place));
    return true;
}

// A table of relocations, and the symbols that they name. Entries may lie at odd places.
struct table {
    const Elf_Data *relocations;
    const Elf_Data *symbols;
};

static bool apply_one(struct moving *m, const struct table *t, size_t index)
{
    Elf32_Rela r;
    Elf32_Sym symbol;
    memcpy(&r, (const uint8_t *)t->relocations->d_buf + index * sizeof r, sizeof r);
    const uint32_t type = ELF32_R_TYPE(r.r_info);
    const uint32_t number = ELF32_R_SYM(r.r_info);
    const struct kind kind = kind_of(type);
    if (kind.change == REFUSED)
        return refuse(m, "%s (%u) at 0x%08x is no relocation that kernels can be moved with",
                      kind.name != NULL ? kind.name : "type", type, r.r_offset);
    if (kind.change == UNCHANGED) return true;
    if (number >= t->symbols->d_size / sizeof symbol)
        return refuse(m, "%s at 0x%08x is of symbol %u, which there is not", kind.name, r.r_offset,
                      number);
    memcpy(&symbol, (const uint8_t *)t->symbols->d_buf + number * sizeof symbol, sizeof symbol);
    return apply(m, &r, &symbol, kind);
}

// ---- tables ------------------------------------------------------------------------------------

static bool header_of(Elf_Scn *section, Elf32_Shdr *header)
{
    const void *there = section != NULL ? elf32_getshdr(section) : NULL;
    if (there != NULL) memcpy(header, there, sizeof *header);
    return there != NULL;
}

// Of debug information nothing is changed: who reads it knows the base.
static bool apply_section(struct moving *m, Elf_Scn *section, const Elf32_Shdr *header, bool *any)
{
    Elf32_Shdr target, names;
    struct table t = {NULL, NULL};
    if (!header_of(elf_getscn(m->elf, header->sh_info), &target))
        return refuse(m, "relocations are for section %u, which there is not", header->sh_info);
    if ((target.sh_flags & SHF_ALLOC) == 0) return true;
    if (header->sh_type == SHT_REL)
        return refuse(m, "relocations without addends (REL); those of RISC-V have them");
    Elf_Scn *symbols = elf_getscn(m->elf, header->sh_link);
    if (header_of(symbols, &names) && names.sh_type == SHT_SYMTAB)
        t.symbols = elf_getdata(symbols, NULL);
    if (t.symbols == NULL || t.symbols->d_buf == NULL)
        return refuse(m, "the symbols of the relocations for 0x%08x are broken", target.sh_addr);
    t.relocations = elf_getdata(section, NULL);
    if (t.relocations == NULL || t.relocations->d_buf == NULL)
        return refuse(m, "the relocations for 0x%08x are broken", target.sh_addr);
    const size_t count = t.relocations->d_size / sizeof(Elf32_Rela);
    for (size_t i = 0; i < count; i++)
        if (!apply_one(m, &t, i)) return false;
    *any |= count > 0;
    return true;
}

// The record of a kernel holds an address: a file with relocations has at least that one.
static bool apply_all(struct moving *m)
{
    bool any = false;
    for (Elf_Scn *section = elf_nextscn(m->elf, NULL); section != NULL;
         section = elf_nextscn(m->elf, section)) {
        Elf32_Shdr header;
        if (!header_of(section, &header)) return refuse(m, "the section headers are broken");
        if ((header.sh_type == SHT_RELA || header.sh_type == SHT_REL) &&
            !apply_section(m, section, &header, &any))
            return false;
    }
    return any || refuse(m, "no relocations: it can run only where it was linked for; link with "
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
