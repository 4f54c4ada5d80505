// SPDX-License-Identifier: Apache-2.0
//
// Breaks a good ELF file in thousands of ways. Each must be refused with words, or give an image
// that keeps the promises of isa/image.h and that the reference can run some steps of. Half of them
// are to lie elsewhere.
//     fuzz FILE.elf COUNT SEED
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/rng.h"
#include "image.h"
#include "isa/reference.h"

enum { STEPS = 300 };

static struct hd_rng rng;

// The relocations of what is loaded, in the good file.
static struct table {
    size_t at, size;
} tables[8];
static uint32_t table_count;

static void broken(const char *promise, unsigned long turn)
{
    printf("FAIL image fuzz, mutant %lu: %s\n", turn, promise);
    exit(1);
}

// ---- mutants -----------------------------------------------------------------------------------

// Numbers at which comparisons change their minds.
static uint32_t awkward(size_t size)
{
    static const uint32_t numbers[] = {
        0,          1,          3,          4,          0x7fffffff, 0x80000000,
        0xffffffff, 0xfffffffc, 0x00010000, 0x0000ffff, 0x0fff0000, 0x10000000,
        0x40000000, 0x60000000, 0x5ffffff0, 0x3fffffff,
    };
    uint32_t number = numbers[hd_rng_below(&rng, sizeof numbers / sizeof numbers[0])];
    return hd_rng_chance(&rng, 1, 3) ? (uint32_t)size - number % 64 : number;
}

// Headers and tables rather than code: the first bytes, relocations, and what comes behind.
static size_t place(size_t size)
{
    if (table_count > 0 && hd_rng_chance(&rng, 1, 3)) {
        const struct table *table = &tables[hd_rng_below(&rng, table_count)];
        return table->at + hd_rng_below(&rng, (uint32_t)table->size);
    }
    if (hd_rng_chance(&rng, 1, 2)) return hd_rng_below(&rng, size < 160 ? (uint32_t)size : 160);
    if (hd_rng_chance(&rng, 3, 4)) return size - 1 - hd_rng_below(&rng, (uint32_t)(size / 4));
    return hd_rng_below(&rng, (uint32_t)size);
}

static size_t mutate(uint8_t *bytes, size_t size)
{
    for (uint32_t n = 1 + hd_rng_below(&rng, 3); n > 0; n--) {
        size_t at = place(size);
        uint32_t word = awkward(size);
        switch (hd_rng_below(&rng, 4)) {
        case 0: bytes[at] ^= (uint8_t)(1u << hd_rng_below(&rng, 8)); break;
        case 1: bytes[at] = (uint8_t)hd_rng_next(&rng); break;
        default:
            at -= at % 4;
            if (at + 4 <= size) memcpy(bytes + at, &word, 4);
        }
    }
    return hd_rng_chance(&rng, 1, 20) ? hd_rng_below(&rng, (uint32_t)size) : size;
}

// ---- promises ----------------------------------------------------------------------------------

static void check_segments(const struct isa_image *image, unsigned long turn)
{
    uint64_t end = (uint64_t)ISA_IMAGE_BASE + image->base;
    unsigned sum = 0;
    for (uint32_t s = 0; s < image->segments; s++) {
        const struct isa_segment *segment = &image->segment[s];
        if (segment->address < end) broken("segments in order, none over another", turn);
        end = (uint64_t)segment->address + segment->size;
        if (end > ISA_IMAGE_END || end > image->end) broken("segments below the end", turn);
        if (segment->file_size > segment->size) broken("no more in the file than in memory", turn);
        if (segment->executable && (segment->writable || segment->address % 4 != 0))
            broken("code on a word, not writable", turn);
        for (uint32_t b = 0; b < segment->file_size; b++) // all of it may be read
            sum += segment->bytes[b];
    }
    if (sum == UINT32_MAX) puts(""); // so that it is read
}

static void check_names(const struct isa_image *image, unsigned long turn)
{
    char text[64];
    if (image->kernels == 0) broken("at least one kernel", turn);
    for (uint32_t k = 0; k < image->kernels; k++)
        if (isa_image_code(image, image->kernel[k].entry) == NULL ||
            isa_image_kernel(image, image->kernel[k].name) != &image->kernel[k])
            broken("a kernel is found, its entry is code", turn);
    for (uint32_t s = 0; s < image->symbols; s++) {
        if (s > 0 && image->symbol[s].address < image->symbol[s - 1].address)
            broken("symbols in order", turn);
        isa_image_place(image, image->symbol[s].address + hd_rng_below(&rng, 9), text, sizeof text);
    }
    for (uint32_t n = 0; n < image->namings; n++) {
        const struct isa_naming *naming = &image->naming[n];
        if (n > 0 && naming->at < naming[-1].at)
            broken("places that name a variable in order", turn);
        if (isa_image_code(image, naming->at) == NULL)
            broken("what names a variable is code", turn);
        if (naming->end == 0 || naming->end > ISA_LOCAL_BASE - ISA_SHARED_BASE)
            broken("variables end in shared memory", turn);
        if (isa_image_shared_end(image, naming->at) < naming->end)
            broken("a variable that is named is found", turn);
    }
}

static void run_steps(const struct isa_image *image)
{
    struct isa_memory memory;
    struct isa_reference_stats stats = {0};
    struct isa_reference_cfg cfg = {.max_steps = STEPS};
    struct isa_fault fault;
    struct isa_launch launch = {
        image, &image->kernel[0], {{2, 1, 1}}, {{4, 1, 1}}, image->shared_bytes, ISA_STACK, 0, 0};
    char text[512];
    if (isa_launch_check(&launch) != NULL || !isa_memory_init(&memory, image)) return;
    uint8_t arguments[ISA_MAX_ARGUMENT_BYTES] = {0};
    launch.arguments = isa_memory_arguments(&memory, arguments, launch.kernel->argument_bytes);
    if (!isa_reference_run(&launch, &memory, &cfg, &stats, &fault))
        isa_fault_print(&fault, &launch, &memory, text, sizeof text);
    isa_memory_free(&memory);
}

// ---- all of it ---------------------------------------------------------------------------------

static uint8_t *read_file(const char *path, size_t *size)
{
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    *size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL) fclose(file);
    return bytes;
}

static void find_tables(const uint8_t *bytes)
{
    Elf32_Ehdr e;
    memcpy(&e, bytes, sizeof e);
    for (uint32_t i = 0; i < e.e_shnum && table_count < 8; i++) {
        Elf32_Shdr header, of;
        memcpy(&header, bytes + e.e_shoff + i * sizeof header, sizeof header);
        if (header.sh_type != SHT_RELA) continue;
        memcpy(&of, bytes + e.e_shoff + header.sh_info * sizeof of, sizeof of);
        if ((of.sh_flags & SHF_ALLOC) != 0)
            tables[table_count++] = (struct table){header.sh_offset, header.sh_size};
    }
}

// Most of these are bases.
static uint32_t draw_base(size_t size)
{
    if (hd_rng_chance(&rng, 1, 2)) return 0;
    if (hd_rng_chance(&rng, 1, 8)) return awkward(size);
    return hd_rng_below(&rng, ISA_IMAGE_END / ISA_IMAGE_STEP) * ISA_IMAGE_STEP;
}

int main(int argc, char **argv)
{
    size_t size;
    const uint8_t *good = read_file(argc == 4 ? argv[1] : "", &size);
    unsigned long count = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
    unsigned long taken = 0;
    if (size < 256 || count < 2) {
        fprintf(stderr, "usage: fuzz FILE.elf COUNT SEED\n");
        return 2;
    }
    hd_rng_seed(&rng, strtoull(argv[3], NULL, 10));
    find_tables(good);
    if (table_count == 0) broken("no relocations", 0);
    for (unsigned long turn = 0; turn < count; turn++) {
        uint8_t *mutant = malloc(size);
        char error[IMAGE_ERROR] = "";
        struct isa_image image;
        memcpy(mutant, good, size);
        // The first two are as they were; the second of them lies elsewhere.
        uint32_t base = turn < 2 ? (uint32_t)turn * ISA_IMAGE_STEP : draw_base(size);
        size_t left = turn < 2 ? size : mutate(mutant, size);
        bool is_good = image_parse(&image, "mutant", mutant, left, base, error);
        free(mutant);
        if (turn < 2 && !is_good) broken(error, turn);
        if (!is_good && strlen(error) <= strlen("mutant: ")) broken("refused without words", turn);
        if (!is_good) continue;
        taken++;
        check_segments(&image, turn);
        check_names(&image, turn);
        run_steps(&image);
        image_free(&image);
    }
    printf("PASS image fuzz %s: %lu broken files, %lu refused, the others kept all promises\n",
           argv[1], count - 2, count - taken);
    return 0;
}
