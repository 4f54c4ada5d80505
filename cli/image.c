// SPDX-License-Identifier: Apache-2.0
#include "image.h"

#include <errno.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image_move.h"
#include "image_shared.h"

#define KERNEL_PREFIX "hd_kernel_"

enum {
    MAX_FILE = 256 << 20,
    RECORD_BYTES = 8, // of .heddle.kernels: entry, bytes of arguments
    FLAG_COMPRESSED = 1,
    FLAG_FLOAT_ABI = 6,
    FLAG_FLOAT_SINGLE = 2,
    FLAG_EMBEDDED = 8,
};

// The parts kept of a file: its bytes, and names of symbols, which need not lie in one piece there.
struct storage {
    uint8_t *bytes;
    size_t size;
    uint8_t *moved; // the segments' own bytes, if they lie elsewhere; or NULL
    char *names;
    size_t names_used;
    size_t names_room;
};

struct reading {
    struct isa_image *image;
    const char *name;
    struct storage *storage;
    Elf *elf;
    char *error;
};

__attribute__((format(printf, 2, 3))) static bool refuse(struct reading *r, const char *format, ...)
{
    int used = snprintf(r->error, IMAGE_ERROR, "%s: ", r->name);
    va_list list;
    va_start(list, format);
    if (used >= 0 && used < IMAGE_ERROR)
        vsnprintf(r->error + used, (size_t)(IMAGE_ERROR - used), format, list);
    va_end(list);
    return false;
}

// ---- header ------------------------------------------------------------------------------------

static bool read_header(struct reading *r)
{
    if (elf_kind(r->elf) != ELF_K_ELF) return refuse(r, "not an ELF file");
    const char *ident = elf_getident(r->elf, NULL);
    if (ident == NULL) return refuse(r, "the ELF header is cut off");
    if (ident[EI_DATA] != ELFDATA2LSB) return refuse(r, "big-endian; threads are little-endian");
    if (ident[EI_CLASS] != ELFCLASS32)
        return refuse(r, "64-bit ELF file; compile with --target=riscv32");
    const Elf32_Ehdr *header = elf32_getehdr(r->elf);
    if (header == NULL) return refuse(r, "the ELF header is broken: %s", elf_errmsg(-1));
    if (header->e_machine != EM_RISCV)
        return refuse(r, "for machine %u, not RISC-V; compile with --target=riscv32",
                      header->e_machine);
    if (header->e_type == ET_REL)
        return refuse(r, "an object file; link it: ld.lld -T programs/heddle.ld");
    if (header->e_type != ET_EXEC)
        return refuse(r, "not an executable at fixed addresses; link with -T heddle.ld, not -pie");
    if (header->e_flags & FLAG_COMPRESSED)
        return refuse(r, "compressed instructions; compile with -march=rv32imaf");
    if ((header->e_flags & FLAG_FLOAT_ABI) > FLAG_FLOAT_SINGLE || (header->e_flags & FLAG_EMBEDDED))
        return refuse(r, "not the ABI of threads; compile with -mabi=ilp32f");
    return true;
}

// An entry of a table. libelf gives tables as they lie in the file, perhaps at odd places.
static void copy_entry(void *entry, const void *table, size_t index, size_t size)
{
    memcpy(entry, (const uint8_t *)table + index * size, size);
}

// ---- segments ----------------------------------------------------------------------------------

static bool check_segment(struct reading *r, unsigned index, const Elf32_Phdr *p)
{
    uint64_t end = (uint64_t)p->p_vaddr + p->p_memsz;
    bool in_image = p->p_vaddr >= ISA_IMAGE_BASE && end <= ISA_IMAGE_END;
    bool in_shared = p->p_vaddr >= ISA_SHARED_BASE && end <= ISA_LOCAL_BASE;
    if (p->p_filesz > p->p_memsz)
        return refuse(r, "segment %u: %u bytes in the file, only %u in memory", index, p->p_filesz,
                      p->p_memsz);
    if ((uint64_t)p->p_offset + p->p_filesz > r->storage->size)
        return refuse(r, "segment %u reaches beyond the end of the file", index);
    if (!in_image && !in_shared)
        return refuse(r,
                      "segment %u, 0x%08x to 0x%08llx, is neither in the image (from 0x%08x) nor "
                      "in shared memory (from 0x%08x); link with -T heddle.ld",
                      index, p->p_vaddr, (unsigned long long)end, ISA_IMAGE_BASE, ISA_SHARED_BASE);
    if (in_image && end + r->image->base > ISA_IMAGE_END)
        return refuse(r, "segment %u, moved by 0x%08x, reaches to 0x%08llx; images end at 0x%08x",
                      index, r->image->base, (unsigned long long)end + r->image->base,
                      ISA_IMAGE_END);
    if (p->p_align > 1 && (p->p_align & (p->p_align - 1)) != 0)
        return refuse(r, "segment %u: alignment %u is no power of two", index, p->p_align);
    if (p->p_align > 1 && (p->p_vaddr - p->p_offset) % p->p_align != 0)
        return refuse(r,
                      "segment %u: address 0x%08x and place in the file 0x%x differ by no "
                      "multiple of its alignment",
                      index, p->p_vaddr, p->p_offset);
    if (in_shared && p->p_filesz != 0)
        return refuse(r, "segment %u: SHARED variables have no initial values", index);
    if (in_shared && (p->p_flags & PF_X))
        return refuse(r, "segment %u: code in shared memory", index);
    if ((p->p_flags & PF_X) && (p->p_flags & PF_W))
        return refuse(r, "segment %u is code and writable; code is read only", index);
    if ((p->p_flags & PF_X) && p->p_filesz != p->p_memsz)
        return refuse(r, "segment %u: code that is not in the file", index);
    if ((p->p_flags & PF_X) && p->p_vaddr % 4 != 0)
        return refuse(r, "segment %u: code at 0x%08x, not on a word", index, p->p_vaddr);
    return true;
}

// Into its place in the order of addresses.
static bool add_segment(struct reading *r, unsigned index, const Elf32_Phdr *p)
{
    struct isa_image *image = r->image;
    const uint32_t address = p->p_vaddr + image->base;
    if (image->segments == ISA_MAX_SEGMENTS)
        return refuse(r, "more than %d segments", ISA_MAX_SEGMENTS);
    uint32_t at = image->segments;
    while (at > 0 && image->segment[at - 1].address > address) at--;
    const struct isa_segment *below = at > 0 ? &image->segment[at - 1] : NULL;
    const struct isa_segment *above = at < image->segments ? &image->segment[at] : NULL;
    if ((below != NULL && address - below->address < below->size) ||
        (above != NULL && above->address - address < p->p_memsz))
        return refuse(r, "segment %u, at 0x%08x, overlaps another", index, p->p_vaddr);
    memmove(&image->segment[at + 1], &image->segment[at],
            (image->segments - at) * sizeof image->segment[0]);
    image->segment[at] = (struct isa_segment){
        .address = address,
        .size = p->p_memsz,
        .bytes = r->storage->bytes + p->p_offset,
        .file_size = p->p_filesz,
        .writable = (p->p_flags & PF_W) != 0,
        .executable = (p->p_flags & PF_X) != 0,
    };
    image->segments++;
    if (address + p->p_memsz > image->end) image->end = address + p->p_memsz;
    return true;
}

static bool read_segments(struct reading *r)
{
    size_t count = 0;
    if (elf_getphdrnum(r->elf, &count) != 0 || count == 0)
        return refuse(r, "no program headers: nothing to load");
    const void *headers = elf32_getphdr(r->elf);
    if (headers == NULL) return refuse(r, "the program headers are broken: %s", elf_errmsg(-1));
    uint32_t shared_end = ISA_SHARED_BASE;
    r->image->end = ISA_IMAGE_BASE + r->image->base;
    for (unsigned i = 0; i < count; i++) {
        Elf32_Phdr p;
        copy_entry(&p, headers, i, sizeof p);
        if (p.p_type != PT_LOAD || p.p_memsz == 0) continue;
        if (!check_segment(r, i, &p)) return false;
        if (p.p_vaddr < ISA_SHARED_BASE) {
            if (!add_segment(r, i, &p)) return false;
        } else if (p.p_vaddr + p.p_memsz > shared_end) {
            shared_end = p.p_vaddr + p.p_memsz;
        }
    }
    r->image->shared_bytes = shared_end - ISA_SHARED_BASE;
    return true;
}

static bool move_segments(struct reading *r)
{
    char wrong[IMAGE_ERROR];
    if (r->image->base == 0) return true;
    r->storage->moved = image_move(r->elf, r->image, wrong, sizeof wrong);
    return r->storage->moved != NULL || refuse(r, "%s", wrong);
}

// ---- symbols -----------------------------------------------------------------------------------

static bool wanted(const Elf32_Sym *symbol)
{
    unsigned type = ELF32_ST_TYPE(symbol->st_info);
    return (type == STT_FUNC || type == STT_OBJECT) && symbol->st_shndx != SHN_UNDEF;
}

// Each name once more, in one piece; room for all was made.
static const char *keep_name(struct storage *storage, const char *name)
{
    size_t size = strlen(name) + 1;
    if (size > storage->names_room - storage->names_used) return NULL;
    char *kept = storage->names + storage->names_used;
    memcpy(kept, name, size);
    storage->names_used += size;
    return kept;
}

static bool add_symbols(struct reading *r, const Elf_Data *data, size_t strings)
{
    size_t count = data->d_size / sizeof(Elf32_Sym);
    struct isa_image *image = r->image;
    image->symbol = calloc(count + 1, sizeof *image->symbol);
    if (image->symbol == NULL) return refuse(r, "no memory for %zu symbols", count);
    for (size_t i = 0; i < count; i++) {
        Elf32_Sym symbol;
        copy_entry(&symbol, data->d_buf, i, sizeof symbol);
        const char *name = wanted(&symbol) ? elf_strptr(r->elf, strings, symbol.st_name) : NULL;
        const char *kept = name != NULL && *name != 0 ? keep_name(r->storage, name) : NULL;
        if (kept == NULL) continue;
        image->symbol[image->symbols++] = (struct isa_symbol){
            .address = symbol.st_value + (image_moves(&symbol) ? image->base : 0),
            .size = symbol.st_size,
            .name = kept,
            .function = ELF32_ST_TYPE(symbol.st_info) == STT_FUNC,
        };
    }
    return true;
}

static int by_address(const void *a, const void *b)
{
    const struct isa_symbol *x = a;
    const struct isa_symbol *y = b;
    if (x->address != y->address) return x->address < y->address ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool read_symbols(struct reading *r)
{
    for (Elf_Scn *section = elf_nextscn(r->elf, NULL); section != NULL;
         section = elf_nextscn(r->elf, section)) {
        const void *there = elf32_getshdr(section);
        Elf32_Shdr header = {.sh_type = SHT_NULL};
        if (there != NULL) copy_entry(&header, there, 0, sizeof header);
        if (header.sh_type != SHT_SYMTAB) continue;
        const Elf_Data *data = elf_getdata(section, NULL);
        if (data == NULL || data->d_buf == NULL) return refuse(r, "the symbol table is broken");
        if (!add_symbols(r, data, header.sh_link)) return false;
        qsort(r->image->symbol, r->image->symbols, sizeof r->image->symbol[0], by_address);
        return true;
    }
    return refuse(r, "no symbol table; do not strip kernels");
}

// ---- kernels -----------------------------------------------------------------------------------

static bool read_bytes(const struct isa_image *image, uint32_t address, uint8_t bytes[RECORD_BYTES])
{
    for (uint32_t s = 0; s < image->segments; s++) {
        const struct isa_segment *segment = &image->segment[s];
        uint32_t offset = address - segment->address;
        if (segment->file_size < RECORD_BYTES || offset > segment->file_size - RECORD_BYTES)
            continue;
        memcpy(bytes, segment->bytes + offset, RECORD_BYTES);
        return true;
    }
    return false;
}

static uint32_t word_of(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static bool add_kernel(struct reading *r, const struct isa_symbol *symbol)
{
    struct isa_image *image = r->image;
    struct isa_kernel kernel = {.name = symbol->name + strlen(KERNEL_PREFIX)};
    uint8_t bytes[RECORD_BYTES];
    if (!read_bytes(image, symbol->address, bytes))
        return refuse(r, "the record of kernel %s is not in the file", kernel.name);
    kernel.entry = word_of(bytes);
    kernel.argument_bytes = word_of(bytes + 4);
    if (isa_image_code(image, kernel.entry) == NULL)
        return refuse(r, "the entry of kernel %s, 0x%08x, is not in the code", kernel.name,
                      kernel.entry);
    if (kernel.argument_bytes > ISA_MAX_ARGUMENT_BYTES)
        return refuse(r, "kernel %s has %u bytes of arguments; at most %d", kernel.name,
                      kernel.argument_bytes, ISA_MAX_ARGUMENT_BYTES);
    if (isa_image_kernel(image, kernel.name) != NULL)
        return refuse(r, "two kernels with the name %s", kernel.name);
    image->kernel[image->kernels++] = kernel;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct isa_kernel *)a)->name, ((const struct isa_kernel *)b)->name);
}

static bool read_kernels(struct reading *r)
{
    struct isa_image *image = r->image;
    image->kernel = calloc(image->symbols + 1, sizeof *image->kernel);
    if (image->kernel == NULL) return refuse(r, "no memory for kernels");
    for (uint32_t s = 0; s < image->symbols; s++) {
        const struct isa_symbol *symbol = &image->symbol[s];
        bool record =
            strncmp(symbol->name, KERNEL_PREFIX, strlen(KERNEL_PREFIX)) == 0 && !symbol->function;
        if (record && !add_kernel(r, symbol)) return false;
    }
    if (image->kernels == 0)
        return refuse(r, "no kernel in it; KERNEL(name) of heddle.h makes one");
    qsort(image->kernel, image->kernels, sizeof image->kernel[0], by_name);
    return true;
}

static bool read_namings(struct reading *r)
{
    return image_shared(r->elf, r->image) || refuse(r, "no memory for its relocations");
}

// ---- all of it ---------------------------------------------------------------------------------

static bool read_all(struct reading *r)
{
    if (r->image->base % ISA_IMAGE_STEP != 0)
        return refuse(r, "0x%08x, by which it is to be moved, is no multiple of 64 KB",
                      r->image->base);
    elf_version(EV_CURRENT);
    r->elf = elf_memory((char *)r->storage->bytes, r->storage->size);
    if (r->elf == NULL) return refuse(r, "not an ELF file");
    bool good = read_header(r) && read_segments(r) && move_segments(r) && read_symbols(r) &&
                read_kernels(r) && read_namings(r);
    elf_end(r->elf);
    return good;
}

// Takes the bytes.
static bool parse(struct isa_image *image, const char *name, uint8_t *bytes, size_t size,
                  uint32_t base, char error[IMAGE_ERROR])
{
    memset(image, 0, sizeof *image);
    image->base = base;
    struct storage *storage = calloc(1, sizeof *storage);
    struct reading reading = {image, name, storage, NULL, error};
    // Names may share their ends in the file. In a sound file they take at most 4 times its size.
    if (storage != NULL)
        *storage = (struct storage){bytes, size, NULL, malloc(4 * size), 0, 4 * size};
    image->storage = storage;
    if (storage == NULL) free(bytes);
    bool good = storage != NULL && storage->names != NULL ? read_all(&reading)
                                                          : refuse(&reading, "no memory for it");
    if (!good) image_free(image);
    return good;
}

bool image_parse(struct isa_image *image, const char *name, const void *bytes, size_t size,
                 uint32_t base, char error[IMAGE_ERROR])
{
    uint8_t *copy = malloc(size + 1);
    if (copy != NULL && size > 0) memcpy(copy, bytes, size);
    struct reading reading = {image, name, NULL, NULL, error};
    return copy != NULL ? parse(image, name, copy, size, base, error)
                        : refuse(&reading, "no memory for it");
}

bool image_load_at(struct isa_image *image, const char *path, uint32_t base,
                   char error[IMAGE_ERROR])
{
    struct reading reading = {image, path, NULL, NULL, error};
    FILE *file = fopen(path, "rb");
    if (file == NULL) return refuse(&reading, "%s", strerror(errno));
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    bool fits = size > 0 && size <= MAX_FILE && fseek(file, 0, SEEK_SET) == 0;
    uint8_t *bytes = fits ? malloc((size_t)size) : NULL;
    bool whole = bytes != NULL && fread(bytes, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (whole) return parse(image, path, bytes, (size_t)size, base, error);
    free(bytes);
    return refuse(&reading, size == 0 ? "empty" : "cannot be read, or is no kernel for its size");
}

bool image_load(struct isa_image *image, const char *path, char error[IMAGE_ERROR])
{
    return image_load_at(image, path, 0, error);
}

char *image_file(const struct isa_image *image, size_t *size)
{
    const struct storage *storage = image->storage;
    *size = storage->size;
    return (char *)storage->bytes;
}

void image_free(struct isa_image *image)
{
    struct storage *storage = image->storage;
    if (storage != NULL) {
        free(storage->bytes);
        free(storage->moved);
        free(storage->names);
    }
    free(storage);
    free(image->kernel);
    free(image->symbol);
    free(image->naming);
    memset(image, 0, sizeof *image);
}
