// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "image_add.h"

enum { PROGRAM_STACK = 1 << 20 };

// What a program does: it has not begun; it computes, in no time; its launch is under way; it has
// returned.
enum doing { WAITS_FOR_ITS_TIME, COMPUTES, LAUNCHES, ENDED };

// How far a program is.
struct progress {
    enum doing doing;
    uint64_t began, ended, now;
    uint32_t runs;      // that have come to their ends
    uint64_t last, sum; // cycles of the last one; of all
};

struct workload_one {
    struct host_machine machine; // first: a pointer to it is one to all of this
    struct workload_entry entry;
    struct workload *all;
    const struct program *program; // NULL: a file
    const char *name;
    int status; // of a file's launch
    struct isa_image image;
    struct host host;
    ucontext_t caller, inside;
    unsigned char stack[PROGRAM_STACK];

    struct progress at;
    struct stream_launch launch; // under way
    uint32_t number;
    struct answers answers; // for checkpoints
};

// ---- a launch, from the inside of a program ----------------------------------------------------

static struct workload_one *of_launch(struct stream_launch *l)
{
    return (struct workload_one *)((char *)l - offsetof(struct workload_one, launch));
}

static void over(struct stream_launch *l) { of_launch(l)->at.doing = COMPUTES; }

// A wait for the launch that the program has made, in a stream of its own, as for a copy of its
// results: in a queue of all streams it holds up what comes behind it.
static bool wait_behind(struct workload_one *p)
{
    struct streams *s = &p->all->streams;
    struct stream_mark *mark = streams_mark(s, p->entry.stream);
    const bool good =
        mark != NULL && streams_wait(s, (p->entry.stream + STREAMS / 2) % STREAMS, mark);
    stream_mark_release(mark);
    return good;
}

static bool launch(struct host_machine *machine, const struct isa_launch *what,
                   struct isa_memory *memory, char error[HOST_ERROR])
{
    struct workload_one *p = (struct workload_one *)machine;
    struct stream_launch *l = &p->launch;
    (void)memory;
    *l = (struct stream_launch){.launch = *what, .owner = p->number, .over = over};
    bool good = sm_code_load(&l->code, &p->all->core, &l->launch, error);
    const bool there = p->answers.again; // a resume: it is in its stream, or further
    if (good && !there && !streams_launch(&p->all->streams, p->entry.stream, l)) {
        snprintf(error, HOST_ERROR, "no memory on the host");
        good = false;
    }
    if (good) {
        const bool waits = !p->all->waits || wait_behind(p);
        p->at.doing = LAUNCHES;
        swapcontext(&p->inside, &p->caller);
        good = l->state == STREAM_DONE && waits;
        if (!good)
            snprintf(error, HOST_ERROR, "%s: %s", what->kernel->name,
                     waits ? "not one block of it fits on an SM" : "no memory on the host");
    }
    sm_code_free(&l->code);
    return good;
}

// A program runs again until each has run as often as is asked for: none is ever without the
// others, but in its last run. (Elastic Kernels, 6.2.)
static bool is_for_again(const struct workload_one *p)
{
    const struct workload *w = p->all;
    if (p->program == NULL || p->host.failed) return false;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->one[i]->at.doing != ENDED && w->one[i]->at.runs < w->runs) return true;
    return false;
}

// With the same data, in other buffers.
static bool make_ready(struct workload_one *p)
{
    host_release(&p->host);
    p->host.shared_bytes = 0;
    hd_rng_seed(&p->host.rng, p->entry.seed);
    return true;
}

// A context gets integers: the pointer in two halves.
static void inside(unsigned high, unsigned low)
{
    struct workload_one *p =
        (struct workload_one *)(uintptr_t)((uint64_t)high << 32 | (uint64_t)low);
    do {
        const uint64_t began = p->at.now;
        if (p->program != NULL) program_run(p->program, &p->host);
        else p->status = foreign_run(p->entry.foreign, &p->host);
        p->at.ended = p->at.now;
        p->at.runs++;
        p->at.last = p->at.ended - began;
        p->at.sum += p->at.last;
    } while (is_for_again(p) && make_ready(p));
    p->at.doing = ENDED;
}

static void begin(struct workload_one *p)
{
    const uint64_t self = (uintptr_t)p;
    getcontext(&p->inside);
    p->inside.uc_stack.ss_sp = p->stack;
    p->inside.uc_stack.ss_size = sizeof p->stack;
    p->inside.uc_link = &p->caller;
    makecontext(&p->inside, (void (*)(void))inside, 2, (unsigned)(self >> 32), (unsigned)self);
    p->at.began = p->at.now;
    p->at.doing = COMPUTES;
}

// ---- programs ----------------------------------------------------------------------------------

void workload_init(struct workload *w, const struct sm_cfg *core)
{
    memset(w, 0, sizeof *w);
    w->core = *core;
    streams_init(&w->streams, &w->memory);
}

void workload_free(struct workload *w)
{
    streams_drop(&w->streams);
    for (uint32_t i = 0; i < w->count; i++) {
        struct workload_one *p = w->one[i];
        sm_code_free(&p->launch.code);
        host_release(&p->host);
        answers_free(&p->answers);
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

void workload_path(const struct workload_entry *entry, char *path, size_t size)
{
    if (program_find(entry->name) != NULL)
        snprintf(path, size, "build/kernels/%s.elf", entry->name);
    else snprintf(path, size, "%s", entry->name);
}

static bool load(struct workload *w, struct workload_one *p, char error[HOST_ERROR])
{
    char path[512];
    workload_path(&p->entry, path, sizeof path);
    return image_add(&w->memory, &p->image, path, error);
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
    p->all = w;
    p->number = w->count;
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
        p->at.now = cycle;
        if (p->at.doing == WAITS_FOR_ITS_TIME && cycle >= p->entry.at) begin(p);
        if (p->at.doing == COMPUTES) swapcontext(&p->caller, &p->inside);
    }
    if (w->waits) streams_settle(&w->streams, cycle);
}

uint64_t workload_next(const struct workload *w, uint64_t cycle)
{
    uint64_t next = UINT64_MAX;
    if (w->waits && w->streams.ahead > 0) return cycle + 1;
    for (uint32_t i = 0; i < w->count; i++) {
        const struct workload_one *p = w->one[i];
        if (p->at.doing == COMPUTES) return cycle + 1;
        if (p->at.doing == WAITS_FOR_ITS_TIME && p->entry.at < next) next = p->entry.at;
    }
    return next > cycle ? next : cycle + 1;
}

bool workload_over(const struct workload *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->one[i]->at.doing != ENDED) return false;
    return true;
}

bool workload_misled(const struct workload *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->one[i]->status == 2) return true;
    return false;
}

// ---- checkpoint --------------------------------------------------------------------------------

void workload_keep(struct workload *w)
{
    for (uint32_t i = 0; i < w->count; i++) {
        struct workload_one *p = w->one[i];
        p->answers.who = p->name;
        p->answers.keeps = true;
        p->host.answers = &p->answers;
    }
}

// The program comes to where it was, with the answers that it got then.
static void run_again(struct workload_one *p, struct progress to)
{
    if (to.doing != WAITS_FOR_ITS_TIME) {
        begin(p);
        swapcontext(&p->caller, &p->inside);
    }
    answers_arrived(&p->answers, p->at.doing == to.doing);
    p->at = to;
}

void workload_checkpoint(struct workload *w, struct checkpoint *c)
{
    struct stream_launch *launch[WORKLOAD_PROGRAMS] = {NULL};
    for (uint32_t i = 0; i < w->count; i++) {
        struct workload_one *p = w->one[i];
        struct progress at = p->at;
        checkpoint_piece(c, "program", &at, sizeof at);
        answers_checkpoint(&p->answers, c);
        if (c->loads) run_again(p, at);
        launch[i] = &p->launch;
        stream_launch_checkpoint(launch[i], c);
    }
    streams_checkpoint(&w->streams, launch, w->count, c);
    isa_memory_checkpoint(&w->memory, c);
}

struct sm_codes workload_codes(const struct workload *w)
{
    struct sm_codes codes = {.count = w->count};
    for (uint32_t i = 0; i < w->count; i++) codes.code[i] = &w->one[i]->launch.code;
    return codes;
}

// ---- of a program ------------------------------------------------------------------------------

uint32_t workload_blocks(const struct workload *w, uint32_t program)
{
    const struct workload_one *p = w->one[program];
    const bool runs = p->at.doing == LAUNCHES && p->launch.state == STREAM_RUNS;
    return runs ? isa_dim_count(&p->launch.launch.blocks) : 0;
}

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
    return w->one[program]->at.began;
}

uint64_t workload_ended(const struct workload *w, uint32_t program)
{
    return w->one[program]->at.ended;
}

uint32_t workload_runs(const struct workload *w, uint32_t program)
{
    return w->one[program]->at.runs;
}

uint64_t workload_cycles(const struct workload *w, uint32_t program)
{
    const struct workload_one *p = w->one[program];
    if (p->at.runs < 2) return p->at.ended - p->at.began;
    return (p->at.sum - p->at.last + (p->at.runs - 1) / 2) / (p->at.runs - 1);
}
