// SPDX-License-Identifier: Apache-2.0
//
// Images away from the addresses they were linked for, on the reference: every program, eight of
// them in one memory; a kernel with addresses of every kind; names, lines, and what is refused.
//     move KERNELS GOOD.elf ... -- PLAIN.elf SIZED.elf
// KERNELS: the directory of the programs; GOOD: tests/image/moved.c, compiled in several ways.
// PLAIN: without relocations, SIZED: with an absolute symbol.
#include <elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "isa/reference.h"
#include "program.h"

enum { HIGHEST = 0x0ffc0000, WORDS = 64, OUT = 8 * WORDS };

__attribute__((format(printf, 1, 2), noreturn)) static void failed(const char *format, ...)
{
    va_list list;
    printf("FAIL image move: ");
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
    exit(1);
}

static void load(struct isa_image *image, const char *path, uint32_t base)
{
    char error[IMAGE_ERROR];
    if (!image_load_at(image, path, base, error)) failed("base 0x%x: %s", base, error);
    image->line = image_line;
}

// ---- programs ----------------------------------------------------------------------------------

// A program that is wrong on purpose must be found wrong.
static void run_program(const struct program *program, const struct isa_image *image,
                        struct isa_memory *memory)
{
    const struct machine_options options = {0};
    struct host h = {.size = program->odd,
                     .machine = reference_machine(&options),
                     .image = image,
                     .memory = memory,
                     .stack_bytes = ISA_STACK};
    hd_rng_seed(&h.rng, 1);
    const bool unsafe = strstr(program->name, "_unsafe") != NULL;
    const bool good = program_run(program, &h) && h.checks > 0;
    if (good == unsafe || (unsafe && strstr(h.error, ", must be ") == NULL))
        failed("%s, base 0x%x: %s", program->name, image->base, h.error);
    if (h.machine->behind > 0)
        failed("%s, base 0x%x: %s", program->name, image->base, h.machine->behind_note);
    h.machine->free(h.machine);
    host_release(&h);
}

static void program_file(char *path, size_t size, const char *kernels, const struct program *p)
{
    snprintf(path, size, "%s/%s.elf", kernels, p->name);
}

// As high as it can lie, and alone.
static void run_high(const char *kernels, const struct program *program)
{
    char path[512];
    struct isa_image image;
    struct isa_memory memory;
    program_file(path, sizeof path, kernels, program);
    load(&image, path, HIGHEST);
    if (!isa_memory_init(&memory, &image)) failed("no memory");
    run_program(program, &image, &memory);
    isa_memory_free(&memory);
    image_free(&image);
}

// Up to eight in one memory, run one after the other; then the first once more. How many.
static uint32_t run_together(const char *kernels, const struct program *program)
{
    const struct program *programs[ISA_MAX_IMAGES];
    struct isa_image image[ISA_MAX_IMAGES + 1];
    struct isa_memory memory;
    char path[512];
    uint32_t count = 0, base = 0;
    for (; program != NULL && count < ISA_MAX_IMAGES; program = program_next(program)) {
        program_file(path, sizeof path, kernels, program);
        load(&image[count], path, base);
        base = isa_image_next_base(&image[count]);
        const bool fits = count == 0 ? isa_memory_init(&memory, &image[0])
                                     : isa_memory_add(&memory, &image[count]);
        if (!fits) failed("no room for %s at base 0x%x", program->name, base);
        programs[count++] = program;
    }
    load(&image[count], path, base);
    if (isa_memory_has_room(&memory, &image[count]) != (count < ISA_MAX_IMAGES))
        failed("%u images: room for another", count);
    for (uint32_t i = 0; i <= count; i++)
        run_program(programs[i % count], &image[i % count], &memory);
    isa_memory_free(&memory);
    for (uint32_t i = 0; i <= count; i++) image_free(&image[i]);
    return count;
}

// ---- names and lines ---------------------------------------------------------------------------

// Moved or not, the same instructions name SHARED variables.
static void compare_namings(const char *path, const struct isa_image *image,
                            const struct isa_image *moved)
{
    if (moved->namings != image->namings)
        failed("%s: %u places name a SHARED variable, moved %u", path, image->namings,
               moved->namings);
    for (uint32_t n = 0; n < image->namings; n++) {
        const struct isa_naming *was = &image->naming[n], *is = &moved->naming[n];
        if (is->at != was->at + HIGHEST || is->end != was->end)
            failed("%s: 0x%08x names one up to byte %u", path, is->at, is->end);
    }
}

// The file has one SHARED variable. Its relocations say where it is named; without them nothing is.
static void check_namings(const char *path, bool known)
{
    struct isa_image image;
    load(&image, path, 0);
    if (known != (image.namings > 0)) failed("%s: %u places name a variable", path, image.namings);
    for (uint32_t n = 0; n < image.namings; n++) {
        const uint32_t at = image.naming[n].at;
        if (isa_image_shared_end(&image, at) != 4 * WORDS ||
            isa_image_shared_end(&image, at - 4) != 0 || isa_image_shared_end(&image, at + 4) != 0)
            failed("%s: 0x%08x names a variable up to byte %u", path, at, image.naming[n].end);
    }
    image_free(&image);
}

// Looking up a line takes long: every seventh word.
static void compare_names(const char *path)
{
    struct isa_image image, moved;
    uint32_t lines = 0;
    load(&image, path, 0);
    load(&moved, path, HIGHEST);
    for (uint32_t s = 0; s < image.segments; s++)
        for (uint32_t offset = 0; offset < image.segment[s].size; offset += 7 * 4) {
            const uint32_t address = image.segment[s].address + offset;
            char was[128], is[128];
            if (isa_image_symbol(&image, address) == NULL) continue;
            isa_image_place(&image, address, was, sizeof was);
            isa_image_place(&moved, address + HIGHEST, is, sizeof is);
            if (strcmp(was, is) != 0) failed("%s: %s, and moved %s", path, was, is);
            lines += strstr(is, ".c:") != NULL;
        }
    if (lines == 0) failed("%s: no lines", path);
    for (uint32_t s = 0; s < image.symbols; s++) {
        const uint32_t address = image.symbol[s].address;
        const uint32_t must = address < ISA_SHARED_BASE ? address + HIGHEST : address;
        if (moved.symbol[s].address != must)
            failed("%s: symbol at 0x%08x, must be at 0x%08x", path, moved.symbol[s].address, must);
    }
    compare_namings(path, &image, &moved);
    image_free(&image);
    image_free(&moved);
}

// ---- addresses of every kind -------------------------------------------------------------------

// What a kernel leaves in its buffer, its arguments in some place.
static bool run_kernel(const struct isa_image *image, struct isa_memory *memory, const char *kernel,
                       uint32_t place, uint32_t argument, char *text, size_t size)
{
    const struct isa_reference_cfg cfg = {.max_steps = 1000000};
    struct isa_reference_stats stats = {0};
    struct isa_fault fault = {.kind = ISA_FAULT_NONE};
    struct isa_launch launch = {image,
                                isa_image_kernel(image, kernel),
                                {{1, 1, 1}},
                                {{WORDS, 1, 1}},
                                image->shared_bytes + 4 * WORDS,
                                ISA_STACK,
                                0,
                                0};
    launch.arguments = isa_memory_arguments_at(memory, place, &argument, 4);
    if (isa_reference_run(&launch, memory, &cfg, &stats, &fault)) return true;
    isa_fault_print(&fault, &launch, memory, text, size);
    return false;
}

static void expect_out(const struct isa_memory *memory, uint32_t buffer, const char *path,
                       uint32_t base)
{
    static const uint32_t table[3] = {22, 105, 66}; // 44 + 22; the fourth is tile[0]
    static const uint32_t pointers[3] = {44, 0, 11};
    static const char *const texts[3] = {"away", "from home", "home"};
    uint32_t out[OUT];
    isa_memory_read(memory, buffer, out, sizeof out);
    for (uint32_t t = 0; t < WORDS; t++) {
        uint32_t sum = 0;
        for (const char *c = texts[t % 3]; *c != 0; c++) sum = 31 * sum + (uint8_t)*c;
        const uint32_t right[8] = {
            t % 4 == 3 ? 100 : table[t % 4], pointers[t % 3],    sum, 33, 0, 0,
            ISA_SHARED_BASE + 4 * t,         7 * (WORDS - 1 - t)};
        for (uint32_t i = 0; i < 8; i++)
            if (out[8 * t + i] != right[i])
                failed("%s, base 0x%x: out[%u] of thread %u is 0x%08x, must be 0x%08x", path, base,
                       i, t, out[8 * t + i], right[i]);
    }
}

static void run_moved(const char *path, uint32_t base)
{
    struct isa_image image;
    struct isa_memory memory;
    char text[512] = "";
    load(&image, path, base);
    if (!isa_memory_init(&memory, &image)) failed("no memory");
    for (uint32_t place = 0; place < ISA_MAX_LAUNCHES; place += 5) {
        const uint32_t buffer = isa_memory_allocate(&memory, "out", 4 * OUT);
        if (!run_kernel(&image, &memory, "moved", place, buffer, text, sizeof text))
            failed("%s, base 0x%x: %s", path, base, text);
        expect_out(&memory, buffer, path, base);
    }
    isa_memory_free(&memory);
    image_free(&image);
}

// ---- faults ------------------------------------------------------------------------------------

static void expect_fault(const struct isa_image *image, struct isa_memory *memory,
                         const char *kernel, uint32_t argument, const char *words)
{
    char text[512] = "";
    if (run_kernel(image, memory, kernel, 3, argument, text, sizeof text) ||
        strstr(text, words) == NULL)
        failed("%s of 0x%08x: %s: expected: %s", kernel, argument, text, words);
}

// What belongs to another program is as what belongs to one's own; every name is right.
static void test_faults(const char *path, const char *other)
{
    struct isa_image first, second;
    struct isa_memory memory;
    char text[512] = "", words[128];
    load(&first, other, 0);
    load(&second, path, isa_image_next_base(&first));
    if (!isa_memory_init(&memory, &first) || !isa_memory_add(&memory, &second))
        failed("no room for two");
    const uint32_t code = first.kernel[0].entry;
    const uint32_t counter = second.segment[second.segments - 1].address;
    expect_fault(&second, &memory, "astray", code, "read only");
    snprintf(words, sizeof words, "astray+0x");
    expect_fault(&second, &memory, "astray", code, words);
    expect_fault(&second, &memory, "astray", code, "tests/image/moved.c:");
    expect_fault(&second, &memory, "astray", first.end + 4096,
                 "outside the images and their arguments");
    expect_fault(&second, &memory, "astray", ISA_IMAGE_END + 3 * ISA_MAX_ARGUMENT_BYTES,
                 "read only");
    expect_fault(&second, &memory, "astray", ISA_IMAGE_END + 4 * ISA_MAX_ARGUMENT_BYTES,
                 "outside the images");
    expect_fault(&second, &memory, "leap", code, "where no thread of this kernel can come");
    expect_fault(&second, &memory, "leap", first.end + 4096, "where there is no code");
    if (!run_kernel(&second, &memory, "astray", 3, counter, text, sizeof text))
        failed("a store to data: %s", text);
    isa_memory_free(&memory);
    image_free(&first);
    image_free(&second);
}

// ---- what is refused ---------------------------------------------------------------------------

static void expect_refused(const char *path, uint32_t base, const char *words)
{
    struct isa_image image;
    char error[IMAGE_ERROR];
    if (image_load_at(&image, path, base, error)) failed("%s, base 0x%x: loaded", path, base);
    if (strstr(error, words) == NULL) failed("%s: expected: %s", error, words);
}

struct file {
    uint8_t bytes[1 << 18];
    size_t size;
};

static void read_file(struct file *file, const char *path)
{
    FILE *from = fopen(path, "rb");
    file->size = from != NULL ? fread(file->bytes, 1, sizeof file->bytes, from) : 0;
    if (from != NULL) fclose(from);
    if (file->size == 0 || file->size == sizeof file->bytes) failed("%s: cannot be read", path);
}

// Where the header of the relocations for the kernels' records lies.
static uint8_t *records_header(struct file *file)
{
    Elf32_Ehdr e;
    memcpy(&e, file->bytes, sizeof e);
    for (uint32_t i = 0; i < e.e_shnum; i++) {
        Elf32_Shdr header, of, strings;
        uint8_t *at = file->bytes + e.e_shoff + i * sizeof header;
        memcpy(&header, at, sizeof header);
        if (header.sh_type != SHT_RELA) continue;
        memcpy(&of, file->bytes + e.e_shoff + header.sh_info * sizeof of, sizeof of);
        memcpy(&strings, file->bytes + e.e_shoff + e.e_shstrndx * sizeof strings, sizeof strings);
        const char *names = (const char *)file->bytes + strings.sh_offset;
        if (strcmp(names + of.sh_name, ".heddle.kernels") == 0) return at;
    }
    failed("no relocations of the records");
}

// A mistake in that header or in its first relocation; the file loads at base 0 all the same.
static void expect_broken(const char *path, Elf32_Shdr header_xor, Elf32_Rela entry_xor,
                          const char *words)
{
    static struct file file;
    struct isa_image image;
    char error[IMAGE_ERROR];
    Elf32_Shdr header;
    Elf32_Rela entry;
    read_file(&file, path);
    uint8_t *at = records_header(&file);
    memcpy(&header, at, sizeof header);
    memcpy(&entry, file.bytes + header.sh_offset, sizeof entry);
    entry.r_offset ^= entry_xor.r_offset;
    entry.r_info ^= entry_xor.r_info;
    entry.r_addend ^= entry_xor.r_addend;
    memcpy(file.bytes + header.sh_offset, &entry, sizeof entry);
    header.sh_type ^= header_xor.sh_type;
    header.sh_offset ^= header_xor.sh_offset;
    header.sh_size ^= header_xor.sh_size;
    header.sh_link ^= header_xor.sh_link;
    header.sh_info ^= header_xor.sh_info;
    memcpy(at, &header, sizeof header);
    if (!image_parse(&image, path, file.bytes, file.size, 0, error)) failed("%s", error);
    image_free(&image);
    if (image_parse(&image, path, file.bytes, file.size, ISA_IMAGE_STEP, error))
        failed("loaded: expected: %s", words);
    if (strstr(error, words) == NULL) failed("%s: expected: %s", error, words);
}

static void test_refused(const char *good, char **others)
{
    const Elf32_Shdr h = {0};
    const Elf32_Rela e = {0};
    struct isa_image image;
    expect_refused(good, 0x8000, "is no multiple of 64 KB");
    expect_refused(good, 0x0fff0000, "images end at 0x0fff0000");
    expect_refused(good, 0xffff0000, "images end at 0x0fff0000");
    expect_refused(others[0], ISA_IMAGE_STEP, "link with -Wl,--emit-relocs");
    load(&image, others[0], 0);
    image_free(&image);
    expect_refused(others[1], ISA_IMAGE_STEP, "is of an absolute symbol, 0x00020000");

    expect_broken(good, (Elf32_Shdr){.sh_size = 1 << 24}, e, "are broken");
    expect_broken(good, (Elf32_Shdr){.sh_size = 4}, e, "are broken");
    expect_broken(good, (Elf32_Shdr){.sh_offset = 1 << 30}, e, "are broken");
    expect_broken(good, (Elf32_Shdr){.sh_info = 1 << 20}, e, "which there is not");
    expect_broken(good, (Elf32_Shdr){.sh_link = 1 << 20}, e, "the symbols of the relocations");
    expect_broken(good, (Elf32_Shdr){.sh_type = SHT_RELA ^ SHT_REL}, e, "without addends");
    expect_broken(good, h, (Elf32_Rela){.r_offset = 1 << 20}, "where nothing is loaded");
    expect_broken(good, h, (Elf32_Rela){.r_offset = 1u << 31}, "where nothing is loaded");
    expect_broken(good, h, (Elf32_Rela){.r_info = 1u << 31}, "which there is not");
    expect_broken(good, h, (Elf32_Rela){.r_info = R_RISCV_32 ^ R_RISCV_JUMP_SLOT}, "type (5)");
    expect_broken(good, h, (Elf32_Rela){.r_info = R_RISCV_32 ^ 200}, "type (200)");
    expect_broken(good, h, (Elf32_Rela){.r_info = R_RISCV_32 ^ R_RISCV_GOT_HI20},
                  "R_RISCV_GOT_HI20 (20)");
    expect_broken(good, h, (Elf32_Rela){.r_info = R_RISCV_32 ^ R_RISCV_HI20}, "is not what it");
    expect_broken(good, h, (Elf32_Rela){.r_addend = 4}, "is not what it says");
}

// ---- all of it ---------------------------------------------------------------------------------

int main(int argc, char **argv)
{
    uint32_t programs = 0;
    if (argc < 7) {
        fprintf(stderr, "usage: move KERNELS GOOD.elf ... -- PLAIN.elf SIZED.elf\n");
        return 2;
    }
    for (int a = 2; a < argc && strcmp(argv[a], "--") != 0; a++) {
        run_moved(argv[a], 0);
        run_moved(argv[a], ISA_IMAGE_STEP);
        run_moved(argv[a], HIGHEST);
        compare_names(argv[a]);
        check_namings(argv[a], true);
    }
    check_namings(argv[argc - 2], false);
    test_refused(argv[2], argv + argc - 2);
    test_faults(argv[2], argv[3]);
    for (const struct program *p = program_next(NULL); p != NULL; p = program_next(p)) {
        char path[512];
        program_file(path, sizeof path, argv[1], p);
        compare_names(path);
        run_high(argv[1], p);
        if (programs % ISA_MAX_IMAGES == 0) run_together(argv[1], p);
        programs++;
    }
    printf("PASS image move: %u programs right, alone and %d in one memory\n", programs,
           ISA_MAX_IMAGES);
    return 0;
}
