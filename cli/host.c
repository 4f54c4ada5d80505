// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "checksum.h"
#include "launch_check.h"

// ---- the programs ------------------------------------------------------------------------------

// Made by the linker, round the section that PROGRAM() fills.
extern const struct program *const __start_heddle_programs[];
extern const struct program *const __stop_heddle_programs[];

const struct program *program_find(const char *name)
{
    for (const struct program *const *p = __start_heddle_programs; p < __stop_heddle_programs; p++)
        if (strcmp((*p)->name, name) == 0) return *p;
    return NULL;
}

const struct program *program_next(const struct program *previous)
{
    const struct program *next = NULL;
    for (const struct program *const *p = __start_heddle_programs; p < __stop_heddle_programs; p++)
        if ((previous == NULL || strcmp((*p)->name, previous->name) > 0) &&
            (next == NULL || strcmp((*p)->name, next->name) < 0))
            next = *p;
    return next;
}

bool program_run(const struct program *program, struct host *h)
{
    program->run(h);
    return !h->failed;
}

// ---- host memory -------------------------------------------------------------------------------

// In front of each piece.
union piece {
    union piece *next;
    max_align_t align;
};

static void *keep(struct host *h, size_t bytes)
{
    union piece *piece = calloc(1, sizeof *piece + bytes);
    if (piece == NULL) {
        fprintf(stderr, "ERROR no memory on the host for %zu bytes\n", bytes);
        exit(2);
    }
    piece->next = h->kept;
    h->kept = piece;
    return piece + 1;
}

uint32_t *host_words(struct host *h, size_t n) { return keep(h, 4 * n); }
float *host_floats(struct host *h, size_t n) { return keep(h, sizeof(float) * n); }

void host_release(struct host *h)
{
    while (h->kept != NULL) {
        union piece *piece = h->kept;
        h->kept = piece->next;
        free(piece);
    }
}

// ---- data --------------------------------------------------------------------------------------

static void fail(struct host *h, const char *format, va_list list)
{
    if (h->failed) return;
    vsnprintf(h->error, sizeof h->error, format, list);
    h->failed = true;
}

// A condition that does not concern computed values.
__attribute__((format(printf, 3, 4))) static void need(struct host *h, bool holds,
                                                       const char *format, ...)
{
    if (holds) return;
    va_list list;
    va_start(list, format);
    fail(h, format, list);
    va_end(list);
}

void host_check(struct host *h, bool holds, const char *format, ...)
{
    h->checks++;
    if (holds) return;
    va_list list;
    va_start(list, format);
    fail(h, format, list);
    va_end(list);
}

uint32_t host_below(struct host *h, uint32_t below) { return hd_rng_below(&h->rng, below); }

float host_unit(struct host *h) { return (float)(hd_rng_next(&h->rng) >> 40) * 0x1p-24f; }

uint32_t host_find_room(struct host *h, const char *name, uint32_t bytes)
{
    uint32_t address;
    if (answers_know(h->answers, ANSWERS_ROOM, bytes, &address, sizeof address)) return address;
    address = isa_memory_allocate(h->memory, name, bytes);
    answers_keep(h->answers, ANSWERS_ROOM, bytes, &address, sizeof address);
    return address;
}

uint32_t host_alloc(struct host *h, const char *name, uint32_t bytes)
{
    uint32_t address = h->failed ? 0 : host_find_room(h, name, bytes);
    need(h, address != 0, "no room for the %u bytes of %s; take a smaller --size", bytes, name);
    return address;
}

uint32_t host_put(struct host *h, const char *name, const void *from, uint32_t bytes)
{
    uint32_t address = host_alloc(h, name, bytes);
    host_write(h, address, from, bytes);
    return address;
}

// A question about a place in memory.
static uint64_t place_question(uint32_t address, uint32_t bytes)
{
    return (uint64_t)address << 32 | bytes;
}

static bool write(struct host *h, uint32_t address, const void *from, uint32_t bytes)
{
    const uint64_t place = place_question(address, bytes);
    uint64_t question = 0;
    bool good;
    if (h->answers != NULL)
        question = checksum(checksum(CHECKSUM, &place, sizeof place), from, bytes);
    if (answers_know(h->answers, ANSWERS_WRITE, question, &good, sizeof good)) return good;
    good = isa_memory_write(h->memory, address, from, bytes);
    answers_keep(h->answers, ANSWERS_WRITE, question, &good, sizeof good);
    return good;
}

void host_write(struct host *h, uint32_t address, const void *from, uint32_t bytes)
{
    if (h->failed) return;
    need(h, write(h, address, from, bytes),
         "the host writes %u bytes at 0x%08x, which are not in a buffer", bytes, address);
}

// Two answers: may it be read, and then what is there.
static bool read(struct host *h, uint32_t address, void *to, uint32_t bytes)
{
    const uint64_t question = place_question(address, bytes);
    bool good;
    if (answers_know(h->answers, ANSWERS_READ, question, &good, sizeof good))
        return good && answers_know(h->answers, ANSWERS_READ, question, to, bytes);
    good = isa_memory_read(h->memory, address, to, bytes);
    answers_keep(h->answers, ANSWERS_READ, question, &good, sizeof good);
    if (good) answers_keep(h->answers, ANSWERS_READ, question, to, bytes);
    return good;
}

void host_read(struct host *h, uint32_t address, void *to, uint32_t bytes)
{
    bool good = !h->failed && read(h, address, to, bytes);
    if (!good) memset(to, 0, bytes);
    need(h, good, "the host reads %u bytes at 0x%08x, which are not in a buffer", bytes, address);
}

uint32_t host_word(struct host *h, uint32_t address)
{
    uint32_t word;
    host_read(h, address, &word, sizeof word);
    return word;
}

// ---- launch ------------------------------------------------------------------------------------

static uint64_t launch_question(const struct isa_launch *l, const void *arg, uint32_t arg_bytes)
{
    const uint32_t sizes[] = {l->shared_bytes, l->stack_bytes, arg_bytes};
    uint64_t sum = checksum(CHECKSUM, l->kernel->name, strlen(l->kernel->name));
    sum = checksum(sum, &l->blocks, sizeof l->blocks);
    sum = checksum(sum, &l->threads, sizeof l->threads);
    return checksum(checksum(sum, sizes, sizeof sizes), arg, arg_bytes);
}

// Two answers: did it come to its end, and if not, why not.
static bool run(struct host *h, struct isa_launch *launch, const void *arg, uint32_t arg_bytes)
{
    const uint64_t question = launch_question(launch, arg, arg_bytes);
    bool good;
    if (answers_know(h->answers, ANSWERS_LAUNCH, question, &good, sizeof good)) {
        if (!good) answers_know(h->answers, ANSWERS_LAUNCH, question, h->error, sizeof h->error);
        return good;
    }
    launch->arguments = isa_memory_arguments_at(h->memory, h->place, arg, arg_bytes);
    good = h->machine->run(h->machine, launch, h->memory, h->error);
    answers_keep(h->answers, ANSWERS_LAUNCH, question, &good, sizeof good);
    if (!good) answers_keep(h->answers, ANSWERS_LAUNCH, question, h->error, sizeof h->error);
    return good;
}

void host_launch(struct host *h, const char *kernel, struct host_grid grid, const void *arg,
                 uint32_t arg_bytes)
{
    if (h->failed) return;
    struct isa_launch launch = {
        .image = h->image,
        .kernel = isa_image_kernel(h->image, kernel),
        .blocks = grid.blocks,
        .threads = grid.threads,
        .shared_bytes = h->image->shared_bytes + h->shared_bytes,
        .stack_bytes = h->stack_bytes,
        .registers = h->registers,
    };
    need(h, launch.kernel != NULL, "no kernel %s in the file", kernel);
    if (h->failed) return;
    struct thread_program program;
    h->failed = !launch_check_sizes(&launch, arg_bytes, h->error);
    if (h->failed) return;
    h->failed = !launch_load_code(&launch, &program, h->error);
    thread_program_free(&program);
    if (h->failed) return;
    h->launches++;
    h->failed = !run(h, &launch, arg, arg_bytes);
}

// ---- comparing ---------------------------------------------------------------------------------

// Reads a buffer; on a failure all zeros, and nothing is to be compared.
static const void *contents(struct host *h, uint32_t address, uint32_t words)
{
    void *got = keep(h, 4 * (size_t)words);
    host_read(h, address, got, 4 * words);
    return got;
}

void host_expect(struct host *h, const char *name, uint32_t address, const void *expected,
                 uint32_t words)
{
    const uint32_t *got = contents(h, address, words);
    const uint32_t *right = expected;
    h->checks += words;
    for (uint32_t i = 0; i < words && !h->failed; i++)
        need(h, got[i] == right[i], "%s[%u] is 0x%08x (%d), must be 0x%08x (%d)", name, i, got[i],
             (int32_t)got[i], right[i], (int32_t)right[i]);
}

void host_expect_near(struct host *h, const char *name, uint32_t address, const float *expected,
                      uint32_t words, float tolerance)
{
    const float *got = contents(h, address, words);
    h->checks += words;
    for (uint32_t i = 0; i < words && !h->failed; i++) {
        float right = expected[i];
        float room = tolerance * fmaxf(fabsf(right), 1.0f);
        need(h, got[i] == right || fabsf(got[i] - right) <= room,
             "%s[%u] is %.9g, must be %.9g within %.3g", name, i, (double)got[i], (double)right,
             (double)room);
    }
}
