// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "image.h"

enum { PROGRAM_STACK = 1 << 20 };

// What a program does: it has not begun; it computes, in no time; its launch is to be pushed; the
// launch is in a queue; it runs; the program has returned.
enum doing { WAITS_FOR_ITS_TIME, COMPUTES, LAUNCHES, QUEUED, RUNS, ENDED };

struct workload_one {
    struct host_machine machine; // first: a pointer to it is one to all of this
    struct workload_entry entry;
    const struct sm_cfg *core;
    const struct program *program; // NULL: a file
    const char *name;
    int status; // of a file's launch
    struct isa_image image;
    struct host host;
    ucontext_t caller, inside;
    unsigned char stack[PROGRAM_STACK];

    enum doing doing;
    uint64_t began, ended, now;
    struct isa_launch launch; // under way
    struct sm_code code;
    char *error;
    bool good; // what the launch returns
};

// ---- a launch, from the inside of a program ----------------------------------------------------

static bool launch(struct host_machine *machine, const struct isa_launch *what,
                   struct isa_memory *memory, char error[HOST_ERROR])
{
    struct workload_one *p = (struct workload_one *)machine;
    (void)memory;
    p->launch = *what;
    p->error = error;
    p->good = sm_code_load(&p->code, p->core, &p->launch, error);
    if (p->good) {
        p->doing = LAUNCHES;
        swapcontext(&p->inside, &p->caller);
    }
    sm_code_free(&p->code);
    return p->good;
}

// A context gets integers: the pointer in two halves.
static void inside(unsigned high, unsigned low)
{
    struct workload_one *p =
        (struct workload_one *)(uintptr_t)((uint64_t)high << 32 | (uint64_t)low);
    if (p->program != NULL) program_run(p->program, &p->host);
    else p->status = foreign_run(p->entry.foreign, &p->host);
    p->ended = p->now;
    p->doing = ENDED;
}

static void begin(struct workload_one *p)
{
    const uint64_t self = (uintptr_t)p;
    getcontext(&p->inside);
    p->inside.uc_stack.ss_sp = p->stack;
    p->inside.uc_stack.ss_size = sizeof p->stack;
    p->inside.uc_link = &p->caller;
    makecontext(&p->inside, (void (*)(void))inside, 2, (unsigned)(self >> 32), (unsigned)self);
    p->began = p->now;
    p->doing = COMPUTES;
}

// ---- programs ----------------------------------------------------------------------------------

void workload_init(struct workload *w, const struct sm_cfg *core)
{
    memset(w, 0, sizeof *w);
    w->core = *core;
}

void workload_free(struct workload *w)
{
    for (uint32_t i = 0; i < w->count; i++) {
        struct workload_one *p = w->one[i];
        if (p->doing == LAUNCHES || p->doing == QUEUED || p->doing == RUNS) sm_code_free(&p->code);
        host_release(&p->host);
        image_free(&p->image);
        free(p);
    }
    if (w->count > 0) isa_memory_free(&w->memory);
    memset(w, 0, sizeof *w);
}

static bool refuse(char error[HOST_ERROR], const char *name, const char *why)
{
    snprintf(error, HOST_ERROR, "%s: %s", name, why);
    return false;
}

static bool load(struct workload *w, struct workload_one *p, char error[HOST_ERROR])
{
    char path[512];
    const struct isa_image *last = w->count > 0 ? &w->one[w->count - 1]->image : NULL;
    if (p->program != NULL) snprintf(path, sizeof path, "build/kernels/%s.elf", p->name);
    else snprintf(path, sizeof path, "%s", p->entry.name);
    if (!image_load_at(&p->image, path, last != NULL ? isa_image_next_base(last) : 0, error))
        return false;
    p->image.line = image_line;
    if (last == NULL ? isa_memory_init(&w->memory, &p->image)
                     : isa_memory_add(&w->memory, &p->image))
        return true;
    image_free(&p->image);
    return refuse(error, p->name, "no memory on the host");
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool workload_add(struct workload *w, const struct workload_entry *entry, char error[HOST_ERROR])
{
    const struct program *program = program_find(entry->name);
    if (w->count == WORKLOAD_PROGRAMS)
        return refuse(error, entry->name, "there are as many programs as one memory can hold");
    if (program == NULL && entry->foreign == NULL)
        return refuse(error, entry->name, "no such program");
    struct workload_one *p = calloc(1, sizeof *p);
    if (p == NULL) return refuse(error, entry->name, "no memory on the host");
    p->entry = *entry;
    p->core = &w->core;
    p->program = program;
    p->name = program != NULL ? program->name : last_part(entry->name);
    p->machine.run = launch;
    if (!load(w, p, error)) {
        free(p);
        return false;
    }
    const uint32_t usual = program != NULL ? program->size : 0;
    p->host = (struct host){.size = entry->size != 0 ? entry->size : usual,
                            .machine = &p->machine,
                            .image = &p->image,
                            .memory = &w->memory,
                            .place = w->count,
                            .stack_bytes = entry->stack_bytes};
    hd_rng_seed(&p->host.rng, entry->seed);
    w->one[w->count++] = p;
    return true;
}

uint32_t workload_stack(const struct workload *w)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->one[i]->entry.stack_bytes > most) most = w->one[i]->entry.stack_bytes;
    return most;
}

void workload_compute(struct workload *w, uint64_t cycle)
{
    for (uint32_t i = 0; i < w->count; i++) {
        struct workload_one *p = w->one[i];
        p->now = cycle;
        if (p->doing == WAITS_FOR_ITS_TIME && cycle >= p->entry.at) begin(p);
        if (p->doing == COMPUTES) swapcontext(&p->caller, &p->inside);
    }
}

bool workload_over(const struct workload *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->one[i]->doing != ENDED) return false;
    return true;
}

bool workload_misled(const struct workload *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->one[i]->status == 2) return true;
    return false;
}

// ---- launches ----------------------------------------------------------------------------------

struct workload_push workload_push(struct workload *w, uint64_t full, uint64_t free,
                                   uint32_t queues)
{
    for (uint32_t n = 0; n < w->count && free != 0; n++) {
        const uint32_t i = (w->turn + n) % w->count;
        struct workload_one *p = w->one[i];
        if (p->doing != LAUNCHES || (full >> p->entry.stream % queues & 1)) continue;
        const uint32_t number = (uint32_t)__builtin_ctzll(free);
        p->doing = QUEUED;
        w->of[number] = p;
        w->turn = (i + 1) % w->count;
        return (struct workload_push){true, p->entry.stream, number};
    }
    return (struct workload_push){.valid = false};
}

const struct sm_code *workload_begin(struct workload *w, uint32_t launch)
{
    struct workload_one *p = launch < WORKLOAD_LAUNCHES ? w->of[launch] : NULL;
    if (p == NULL || p->doing != QUEUED) return NULL;
    p->doing = RUNS;
    return &p->code;
}

bool workload_waits(const struct workload *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->one[i]->doing == LAUNCHES || w->one[i]->doing == QUEUED) return true;
    return false;
}

bool workload_launched(const struct workload *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->one[i]->doing == RUNS) return true;
    return workload_waits(w);
}

void workload_refuse(struct workload *w, uint32_t launch, const char *why)
{
    struct workload_one *p = w->of[launch];
    p->good = false;
    snprintf(p->error, HOST_ERROR, "%s: %s", p->launch.kernel->name, why);
}

bool workload_done(struct workload *w, uint32_t launch)
{
    struct workload_one *p = launch < WORKLOAD_LAUNCHES ? w->of[launch] : NULL;
    if (p == NULL) return false;
    w->of[launch] = NULL;
    p->doing = COMPUTES;
    return true;
}

// ---- of a program ------------------------------------------------------------------------------

const struct host *workload_host(const struct workload *w, uint32_t program)
{
    return &w->one[program]->host;
}

const char *workload_name(const struct workload *w, uint32_t program)
{
    return w->one[program]->name;
}

uint64_t workload_began(const struct workload *w, uint32_t program)
{
    return w->one[program]->began;
}

uint64_t workload_ended(const struct workload *w, uint32_t program)
{
    return w->one[program]->ended;
}

uint32_t workload_blocks(const struct workload *w, uint32_t program)
{
    return w->one[program]->entry.blocks;
}

uint32_t workload_program_of(const struct workload *w, uint32_t launch)
{
    uint32_t i = 0;
    while (w->one[i] != w->of[launch]) i++;
    return i;
}
