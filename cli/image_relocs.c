// SPDX-License-Identifier: Apache-2.0
#include "image_relocs.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct walk {
    Elf *elf;
    image_reloc_visit *visit;
    void *context;
    char *wrong;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct walk *w, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(w->wrong, w->size, format, list);
    va_end(list);
    return false;
}

static bool header_of(Elf_Scn *section, Elf32_Shdr *header)
{
    const void *there = section != NULL ? elf32_getshdr(section) : NULL;
    if (there != NULL) memcpy(header, there, sizeof *header);
    return there != NULL;
}

// Entries of both tables may lie at odd places.
static struct image_reloc entry(const Elf_Data *relocations, const Elf_Data *symbols, size_t index)
{
    Elf32_Rela r;
    memcpy(&r, (const uint8_t *)relocations->d_buf + index * sizeof r, sizeof r);
    struct image_reloc reloc = {
        .type = ELF32_R_TYPE(r.r_info),
        .at = r.r_offset,
        .addend = (uint32_t)r.r_addend,
        .number = ELF32_R_SYM(r.r_info),
    };
    reloc.named = reloc.number < symbols->d_size / sizeof reloc.symbol;
    if (reloc.named) {
        memcpy(&reloc.symbol, (const uint8_t *)symbols->d_buf + reloc.number * sizeof reloc.symbol,
               sizeof reloc.symbol);
    }
    return reloc;
}

static bool visit_section(struct walk *w, Elf_Scn *section, const Elf32_Shdr *header)
{
    Elf32_Shdr target, names;
    if (!header_of(elf_getscn(w->elf, header->sh_info), &target))
        return refuse(w, "relocations are for section %u, which there is not", header->sh_info);
    if ((target.sh_flags & SHF_ALLOC) == 0) return true;
    if (header->sh_type == SHT_REL)
        return refuse(w, "relocations without addends (REL); those of RISC-V have them");
    Elf_Scn *table = elf_getscn(w->elf, header->sh_link);
    const Elf_Data *symbols = NULL;
    if (header_of(table, &names) && names.sh_type == SHT_SYMTAB) symbols = elf_getdata(table, NULL);
    if (symbols == NULL || symbols->d_buf == NULL)
        return refuse(w, "the symbols of the relocations for 0x%08x are broken", target.sh_addr);
    const Elf_Data *relocations = elf_getdata(section, NULL);
    if (relocations == NULL || relocations->d_buf == NULL)
        return refuse(w, "the relocations for 0x%08x are broken", target.sh_addr);
    const size_t count = relocations->d_size / sizeof(Elf32_Rela);
    for (size_t i = 0; i < count; i++) {
        const struct image_reloc reloc = entry(relocations, symbols, i);
        if (!w->visit(w->context, &reloc)) return false;
    }
    return true;
}

bool image_relocs(Elf *elf, image_reloc_visit *visit, void *context, char *wrong, size_t size)
{
    struct walk w = {elf, visit, context, wrong, size};
    for (Elf_Scn *section = elf_nextscn(elf, NULL); section != NULL;
         section = elf_nextscn(elf, section)) {
        Elf32_Shdr header;
        if (!header_of(section, &header)) return refuse(&w, "the section headers are broken");
        if ((header.sh_type == SHT_RELA || header.sh_type == SHT_REL) &&
            !visit_section(&w, section, &header))
            return false;
    }
    return true;
}
