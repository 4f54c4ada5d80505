// SPDX-License-Identifier: Apache-2.0
//
// Lines of the source, from what -gline-tables-only leaves in a kernel's ELF file (libdw). They are
// looked up only when there is something to say: a file without lines is as good, and so is one
// whose lines cannot be read.
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

// True for the headers of the kernels: the reader of a message has not written their lines.
static bool of_header(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *name = slash == NULL ? file : slash + 1;
    return strcmp(name, "heddle.h") == 0 || strcmp(name, "heddle_math.h") == 0;
}

static bool unit_of(Dwarf *dwarf, uint32_t address, Dwarf_Die *unit)
{
    Dwarf_CU *cu = NULL;
    while (dwarf_get_units(dwarf, cu, &cu, NULL, NULL, unit, NULL) == 0)
        if (dwarf_haspc(unit, address) == 1) return true;
    return false;
}

static const char *file_of(Dwarf_Die *unit, Dwarf_Die *call)
{
    Dwarf_Attribute attribute;
    Dwarf_Files *files;
    Dwarf_Word number;
    if (dwarf_formudata(dwarf_attr(call, DW_AT_call_file, &attribute), &number) != 0 ||
        dwarf_getsrcfiles(unit, &files, NULL) != 0)
        return NULL;
    return dwarf_filesrc(files, number, NULL, NULL);
}

// The place outside the header from which code of it was called; NULL: there is none.
static const char *caller(Dwarf_Die *unit, uint32_t address, int *line)
{
    Dwarf_Die *scopes = NULL;
    const int count = dwarf_getscopes(unit, address, &scopes);
    const char *file = NULL;
    for (int s = 0; s < count && file == NULL; s++) {
        Dwarf_Attribute attribute;
        Dwarf_Word value;
        if (dwarf_tag(&scopes[s]) != DW_TAG_inlined_subroutine) continue;
        if (dwarf_formudata(dwarf_attr(&scopes[s], DW_AT_call_line, &attribute), &value) != 0)
            continue;
        file = file_of(unit, &scopes[s]);
        if (file != NULL && of_header(file)) file = NULL;
        *line = (int)value;
    }
    free(scopes);
    return file;
}

static bool print_line(Dwarf *dwarf, uint32_t address, char *text, size_t size)
{
    Dwarf_Die unit;
    if (!unit_of(dwarf, address, &unit)) return false;
    Dwarf_Line *entry = dwarf_getsrc_die(&unit, address);
    const char *file = entry == NULL ? NULL : dwarf_linesrc(entry, NULL, NULL);
    int line = 0;
    if (file == NULL || dwarf_lineno(entry, &line) != 0) return false;
    if (of_header(file) || line == 0) {
        const char *outside = caller(&unit, address, &line);
        if (outside != NULL) file = outside;
    }
    if (strncmp(file, "./", 2) == 0) file += 2;
    snprintf(text, size, "%s:%d", file, line);
    return line != 0;
}

bool image_line(const struct isa_image *image, uint32_t address, char *text, size_t size)
{
    size_t bytes;
    char *file = image_file(image, &bytes);
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory(file, bytes);
    Dwarf *dwarf = elf == NULL ? NULL : dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    // The file tells of the addresses it was linked for.
    const bool found = dwarf != NULL && print_line(dwarf, address - image->base, text, size);
    dwarf_end(dwarf);
    elf_end(elf);
    return found;
}
