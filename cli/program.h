// SPDX-License-Identifier: Apache-2.0
//
// The host side of a program: makes data, launches kernels, compares with what a plain computation
// gives. programs/<name>/host.c is one function and one PROGRAM(); there is no list to extend.
//
//     static void run(struct host *h)
//     {
//         uint32_t n = h->size;
//         uint32_t *a = host_words(h, n); ...
//         struct { uint32_t a, b, c, n; } arg = {host_put(h, "a", a, 4 * n), ...};
//         host_launch(h, "vadd", host_1d(n, 128), &arg, sizeof arg);
//         host_expect(h, "c", arg.c, expected, n);
//     }
//     PROGRAM(vadd, .title = "sum of two vectors", .size_of = "elements", .size = 10000,
//             .odd = 777, .max_size = 1 << 24, .run = run);
//
// Errors stick: after the first one nothing more is launched or compared, and no call has to be
// checked. What is read then is 0.
#ifndef HD_PROGRAM_H
#define HD_PROGRAM_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "common/rng.h"
#include "isa/memory.h"
#include "machine.h"

// ---- a program ---------------------------------------------------------------------------------

struct host {
    uint32_t size;     // what the program makes of it: PROGRAM's size_of
    struct hd_rng rng; // from the seed
    struct host_machine *machine;
    const struct isa_image *image;
    struct isa_memory *memory;
    struct answers *answers; // NULL: neither a checkpoint will be written, nor a run goes on
    uint32_t place;          // of its launches' arguments in memory: one a program
    uint32_t shared_bytes;   // of the next launches, besides SHARED variables
    uint32_t stack_bytes;
    uint32_t registers; // of a thread; 0: those of the code
    uint32_t launches;
    uint64_t checks; // of what was computed; 0: nothing was looked at
    bool failed;
    char error[HOST_ERROR];
    void *kept; // host memory, freed behind the program
};

struct program {
    const char *name;
    const char *title;
    const char *papers;  // names by which papers know it: "BFS (DWF), BFS (Zorua)"
    const char *size_of; // what the size counts: "elements"
    uint32_t size;       // the usual one
    uint32_t odd;        // one that divides nothing: tests run both
    uint32_t max_size;
    bool any_rounding; // threads use reserved rounding modes on purpose: a bench's own program
    void (*run)(struct host *h);
};

// Collected by the linker: see program_first().
#define PROGRAM(which, ...)                                                                        \
    static const struct program program_##which = {.name = #which, __VA_ARGS__};                   \
    __attribute__((section("heddle_programs"),                                                     \
                   used)) static const struct program *const program_entry_##which =               \
        &program_##which

// NULL if there is none.
const struct program *program_find(const char *name);
// In the order of their names; NULL behind the last.
const struct program *program_next(const struct program *previous);
// True: the program ran, and every result was as it expected.
bool program_run(const struct program *program, struct host *h);
// Frees what host_words(), host_floats() gave.
void host_release(struct host *h);

// ---- for run() ---------------------------------------------------------------------------------

struct host_grid {
    struct isa_dim blocks, threads;
};

// Enough blocks of so many threads for n of them.
static inline struct host_grid host_1d(uint32_t n, uint32_t threads)
{
    uint32_t blocks = n == 0 ? 1 : (n + threads - 1) / threads;
    return (struct host_grid){{{blocks, 1, 1}}, {{threads, 1, 1}}};
}

// The same for x and y.
static inline struct host_grid host_2d(uint32_t nx, uint32_t ny, uint32_t tx, uint32_t ty)
{
    struct host_grid x = host_1d(nx, tx);
    struct host_grid y = host_1d(ny, ty);
    return (struct host_grid){{{x.blocks.n[0], y.blocks.n[0], 1}}, {{tx, ty, 1}}};
}

// Host memory, zeros: words, floats. Never NULL.
uint32_t *host_words(struct host *h, size_t n);
float *host_floats(struct host *h, size_t n);
// Random numbers: 0 to below - 1; from 0 to 1.
uint32_t host_below(struct host *h, uint32_t below);
float host_unit(struct host *h);

// A buffer of zeros; a buffer with contents. Its address for kernels.
uint32_t host_alloc(struct host *h, const char *name, uint32_t bytes);
// The same, where no room is no failure: 0.
uint32_t host_find_room(struct host *h, const char *name, uint32_t bytes);
uint32_t host_put(struct host *h, const char *name, const void *from, uint32_t bytes);
void host_write(struct host *h, uint32_t address, const void *from, uint32_t bytes);
void host_read(struct host *h, uint32_t address, void *to, uint32_t bytes);
uint32_t host_word(struct host *h, uint32_t address);

void host_launch(struct host *h, const char *kernel, struct host_grid grid, const void *arg,
                 uint32_t arg_bytes);

// Contents of a buffer against the right contents: exactly; or as floats that differ by no more
// than `tolerance` times the right float's magnitude, or times 1 where the magnitude is less.
void host_expect(struct host *h, const char *name, uint32_t address, const void *expected,
                 uint32_t words);
void host_expect_near(struct host *h, const char *name, uint32_t address, const float *expected,
                      uint32_t words, float tolerance);
// Anything else that must hold.
__attribute__((format(printf, 3, 4))) void host_check(struct host *h, bool holds,
                                                      const char *format, ...);

#endif
