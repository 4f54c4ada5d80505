/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oracle - how many instructions the warps of a program issue without reconvergence, with a
 * reconvergence stack, and with reconvergence at the best points: Dynamic Warp Formation, section
 * 3.3. See docs/core.md, "Where threads could meet".
 *     oracle [--width N] [--threads N] [--limit N] [--usual] [PROGRAM ...]
 * A line a program: name, size, launches, traced threads, those with more instructions than the
 * limit, instructions of the traces, then the issues of NREC, PDOM and ORACLE ("-" if a warp is
 * wider than can be aligned). Exit: 0; 1 a result is wrong, or a warp has no stack; 2 a mistake of
 * the caller.
 *
 * The reference runs the program. Of each launch the first threads are traced, each up to the
 * limit. A warp has threads of one block, in the order of their ranks.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "isa/reference.h"
#include "launch_check.h"
#include "program.h"
#include "walk/trace_warp.h"

enum { TRIPS = 128, FIRST_ROOM = 256, MOST = 1 << 24 };

struct options {
    uint32_t width;   /* threads of a warp */
    uint32_t threads; /* traced, of a launch; 0: all */
    uint32_t limit;   /* of a trace, in instructions; 0: none */
    bool usual;       /* size; else the odd one */
};

struct counts {
    uint64_t launches, threads, cut, instructions, apart, stack, aligned;
};

struct machine {
    struct host_machine machine; /* first: a pointer to one is a pointer to the other */
    const struct options *options;
    struct counts counts;
    /* of the launch */
    struct thread_program program;
    uint32_t block_threads, traced;
    struct trace *trace;
    uint32_t *room; /* instructions that each trace has memory for */
    uint8_t *cut;   /* the trace has reached the limit, and the thread went on */
};

static void *checked(void *memory)
{
    if (memory != NULL) return memory;
    fprintf(stderr, "ERROR no memory on the host for the traces\n");
    exit(2);
}

/* ---- traces ---------------------------------------------------------------------------------- */

static void note(void *listener, uint32_t block, uint32_t thread, uint32_t pc)
{
    struct machine *m = listener;
    const uint64_t rank = (uint64_t)block * m->block_threads + thread;
    if (rank >= m->traced) return;
    struct trace *t = &m->trace[rank];
    m->cut[rank] = m->options->limit != 0 && t->length == m->options->limit;
    if (m->cut[rank]) return;
    if (t->length == m->room[rank]) {
        m->room[rank] = m->room[rank] == 0 ? FIRST_ROOM : 2 * m->room[rank];
        t->at = checked(realloc(t->at, m->room[rank] * sizeof *t->at));
    }
    t->at[t->length++] = (pc - m->program.base) / 4;
}

static void begin_traces(struct machine *m, const struct isa_launch *launch)
{
    m->block_threads = isa_dim_count(&launch->threads);
    m->traced = m->block_threads * isa_dim_count(&launch->blocks);
    if (m->options->threads != 0 && m->options->threads < m->traced)
        m->traced = m->options->threads;
    m->trace = checked(calloc(m->traced, sizeof *m->trace));
    m->room = checked(calloc(m->traced, sizeof *m->room));
    m->cut = checked(calloc(m->traced, sizeof *m->cut));
}

static void end_traces(struct machine *m)
{
    for (uint32_t i = 0; i < m->traced; i++) free(m->trace[i].at);
    free(m->trace);
    free(m->room);
    free(m->cut);
}

/* ---- warps ----------------------------------------------------------------------------------- */

/* Threads of the warp that begins with this one: its block may end, or what is traced. */
static uint32_t threads_of_warp(const struct machine *m, uint32_t first)
{
    const uint32_t in_block = m->block_threads - first % m->block_threads;
    const uint32_t most = in_block < m->options->width ? in_block : m->options->width;
    return most < m->traced - first ? most : m->traced - first;
}

static bool count_warp(struct machine *m, uint32_t first, uint32_t count)
{
    const struct trace *traces = &m->trace[first];
    uint64_t stack, aligned = 0;
    if (!trace_warp_stack(&m->program, traces, count, &stack)) return false;
    if (m->options->width <= ALIGN_MAX && !trace_warp_aligned(&m->program, traces, count, &aligned))
        checked(NULL);
    m->counts.apart += trace_warp_apart(traces, count);
    m->counts.stack += stack;
    m->counts.aligned += aligned;
    return true;
}

static bool count_launch(struct machine *m, char error[HOST_ERROR])
{
    struct counts *c = &m->counts;
    c->launches++;
    c->threads += m->traced;
    for (uint32_t i = 0; i < m->traced; i++) {
        c->instructions += m->trace[i].length;
        c->cut += m->cut[i];
    }
    for (uint32_t i = 0, count; i < m->traced; i += count) {
        count = threads_of_warp(m, i);
        if (count_warp(m, i, count)) continue;
        snprintf(error, HOST_ERROR, "launch %" PRIu64 ", threads from %u on: no stack runs them",
                 c->launches, i);
        return false;
    }
    return true;
}

/* ---- a launch -------------------------------------------------------------------------------- */

static bool run(struct host_machine *machine, const struct isa_launch *launch,
                struct isa_memory *memory, char error[HOST_ERROR])
{
    struct machine *m = (struct machine *)machine;
    const struct isa_reference_cfg cfg = {
        .max_steps = MACHINE_INSTRUCTIONS, .tell = note, .listener = m};
    struct isa_reference_stats stats = {0};
    struct isa_fault fault;
    bool good = launch_load_code(launch, &m->program, error);
    if (good) {
        begin_traces(m, launch);
        good = isa_reference_run(launch, memory, &cfg, &stats, &fault);
        if (good) good = count_launch(m, error);
        else isa_fault_print(&fault, launch, memory, error, HOST_ERROR);
        end_traces(m);
    }
    thread_program_free(&m->program);
    return good;
}

/* ---- the contrived example ------------------------------------------------------------------- */

static void run_contrived(struct host *h)
{
    struct {
        uint32_t out, trips;
    } arg = {host_alloc(h, "out", 4 * h->size), TRIPS};
    host_launch(h, "contrived", host_1d(h->size, h->size), &arg, sizeof arg);
    for (uint32_t i = 0; i < h->size; i++) {
        uint32_t x = i, y = ~i;
        for (uint32_t trip = i & 1; trip < TRIPS; trip++)
            for (uint32_t k = 3; k < 9; k++)
                if (trip & 1) x ^= x << k;
                else y ^= y >> k;
        host_check(h, host_word(h, arg.out + 4 * i) == x + y, "out[%u] is wrong", i);
    }
}
PROGRAM(contrived, .title = "threads that change sides", .size_of = "threads", .size = 128,
        .odd = 128, .max_size = 1024, .run = run_contrived);

/* ---- programs -------------------------------------------------------------------------------- */

static bool run_program(const struct program *program, const struct options *options,
                        struct counts *counts)
{
    char path[256], error[IMAGE_ERROR];
    struct isa_image image;
    struct isa_memory memory;
    struct machine m = {.machine = {.run = run}, .options = options};
    snprintf(path, sizeof path, "build/kernels/%s.elf", program->name);
    if (!image_load(&image, path, error)) {
        fprintf(stderr, "ERROR %s\n", error);
        exit(2);
    }
    if (!isa_memory_init(&memory, &image)) checked(NULL);
    struct host h = {.machine = &m.machine,
                     .image = &image,
                     .memory = &memory,
                     .stack_bytes = ISA_STACK,
                     .size = options->usual ? program->size : program->odd};
    hd_rng_seed(&h.rng, 1);
    const bool good = program_run(program, &h) && h.checks > 0;
    if (!good) fprintf(stderr, "FAIL %s: %s\n", program->name, h.error);
    host_release(&h);
    isa_memory_free(&memory);
    image_free(&image);
    *counts = m.counts;
    return good;
}

static void row(const struct program *p, const struct options *options, const struct counts *c)
{
    printf("%s %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " ",
           p->name, options->usual ? p->size : p->odd, c->launches, c->threads, c->cut,
           c->instructions, c->apart, c->stack);
    if (options->width <= ALIGN_MAX) printf("%" PRIu64 "\n", c->aligned);
    else puts("-");
}

/* ---- the command ----------------------------------------------------------------------------- */

static uint32_t number(const char *text, uint32_t most)
{
    char *end;
    const unsigned long n = text == NULL ? 0 : strtoul(text, &end, 10);
    if (text != NULL && *text != '\0' && *end == '\0' && n <= most) return (uint32_t)n;
    fprintf(stderr, "ERROR a number up to %u is needed\n", most);
    exit(2);
}

/* Returns where the names of programs begin. */
static int read_options(int argc, char **argv, struct options *options)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--usual") == 0) options->usual = true;
        else if (strcmp(argv[i], "--width") == 0)
            options->width = number(argv[++i], TRACE_WARP_LANES);
        else if (strcmp(argv[i], "--threads") == 0) options->threads = number(argv[++i], MOST);
        else if (strcmp(argv[i], "--limit") == 0) options->limit = number(argv[++i], MOST);
        else break;
    }
    if (options->width > 0 && (i == argc || argv[i][0] != '-')) return i;
    fprintf(stderr,
            "usage: oracle [--width N] [--threads N] [--limit N] [--usual] [PROGRAM ...]\n");
    exit(2);
}

/* Without names: all that are safe. */
static bool is_asked(const char *name, char **from, char **to)
{
    const bool all = from == to;
    for (; from < to; from++)
        if (strcmp(*from, name) == 0) return true;
    return all && strstr(name, "_unsafe") == NULL;
}

int main(int argc, char **argv)
{
    struct options options = {.width = ALIGN_MAX, .threads = 128, .limit = 16384};
    const int first = read_options(argc, argv, &options);
    bool good = true;
    uint32_t found = 0;
    for (const struct program *p = program_next(NULL); p != NULL; p = program_next(p)) {
        struct counts c;
        if (!is_asked(p->name, argv + first, argv + argc)) continue;
        found++;
        if (!run_program(p, &options, &c)) good = false;
        else row(p, &options, &c);
    }
    if (found > 0) return good ? 0 : 1;
    fprintf(stderr, "ERROR no such program; build/bin/heddle list names them\n");
    return 2;
}
