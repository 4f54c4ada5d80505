// SPDX-License-Identifier: Apache-2.0
//
// heddle run: a program of sim/programs, or any kernel with arguments from the command line.
#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>

#include "image.h"
#include "program.h"

enum { MAX_ARGS = 64, ROW = 8 };

struct options {
    const char *what; // program, or ELF file
    uint32_t size;    // 0: the usual one
    uint64_t seed;
    const char *machine;
    const char *kernels;
    struct machine_options how;
    const char *json;
    const char *compare; // plugs, with commas between
    const char *name;    // of the plugs that run
    bool quiet;          // one line
    uint32_t shared, stack;
    // for a kernel of yours
    const char *kernel;
    struct isa_dim grid, block;
    bool shape; // one of the two was given
    uint32_t args, dumps;
    const char *arg[MAX_ARGS];
    const char *dump[MAX_ARGS];
};

__attribute__((format(printf, 1, 2))) static int complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("ERROR ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return 2;
}

// ---- machines ----------------------------------------------------------------------------------

static const struct {
    const char *name;
    struct host_machine *(*make)(const struct machine_options *options);
} machines[] = {
    {"sm", sm_machine},
    {"reference", reference_machine},
    {"sm", sm_machine},
};

enum { MACHINES = sizeof machines / sizeof machines[0] };

static struct host_machine *make_machine(const struct options *o)
{
    for (int m = 0; m < MACHINES; m++) {
        if (strcmp(machines[m].name, o->machine) != 0) continue;
        struct host_machine *machine = machines[m].make(&o->how);
        return machine; // NULL: it has said why
    }
    fprintf(stderr, "ERROR --machine %s: there are:", o->machine);
    for (int m = 0; m < MACHINES; m++) fprintf(stderr, " %s", machines[m].name);
    fprintf(stderr, "\n");
    return NULL;
}

// ---- arguments from the command line -----------------------------------------------------------

struct argument {
    uint32_t word;  // what the kernel gets
    uint32_t bytes; // of a buffer
    bool buffer;
};

static bool read_number(const char *text, uint64_t max, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && *end == 0 && errno == 0 && *value <= max;
}

static bool fill_from_file(struct host *h, const struct argument *a, const char *path)
{
    uint8_t *bytes = (uint8_t *)host_words(h, a->bytes / 4 + 1);
    FILE *file = fopen(path, "rb");
    size_t got = file != NULL ? fread(bytes, 1, a->bytes, file) : 0;
    if (file != NULL) fclose(file);
    if (file != NULL && got == a->bytes) {
        host_write(h, a->word, bytes, a->bytes);
        return true;
    }
    complain("%s: %s", path, file == NULL ? strerror(errno) : "shorter than its buffer");
    return false;
}

static void fill_random(struct host *h, const struct argument *a)
{
    uint32_t words = a->bytes / 4;
    uint32_t *random = host_words(h, words + 1);
    for (uint32_t i = 0; i <= words; i++) random[i] = (uint32_t)(hd_rng_next(&h->rng) >> 32);
    host_write(h, a->word, random, a->bytes);
}

// BYTES[:zero|random|file=PATH]
static bool make_buffer(struct host *h, const char *text, struct argument *a)
{
    char number[32];
    const char *colon = strchr(text, ':');
    const char *fill = colon != NULL ? colon + 1 : "zero";
    snprintf(number, sizeof number, "%.*s", colon != NULL ? (int)(colon - text) : 31, text);
    uint64_t bytes;
    if (!read_number(number, 0x30000000, &bytes)) return false;
    a->buffer = true;
    a->bytes = (uint32_t)bytes;
    a->word = host_alloc(h, "a buffer of --arg", a->bytes);
    if (strcmp(fill, "random") == 0) fill_random(h, a);
    else if (strncmp(fill, "file=", 5) == 0) return fill_from_file(h, a, fill + 5);
    else if (strcmp(fill, "zero") != 0) return false;
    return true;
}

static bool make_argument(struct host *h, const char *text, struct argument *a)
{
    char *end = NULL;
    *a = (struct argument){0};
    if (strncmp(text, "buf:", 4) == 0) return make_buffer(h, text + 4, a);
    if (text[0] == 0 || text[1] != ':' || text[2] == 0) return false;
    errno = 0;
    if (text[0] == 'f') {
        float value = strtof(text + 2, &end);
        memcpy(&a->word, &value, sizeof a->word);
    } else if (text[0] == 'i') {
        long long value = strtoll(text + 2, &end, 0);
        a->word = (uint32_t)value;
        if (value < INT32_MIN || value > UINT32_MAX) return false;
    }
    return end != NULL && *end == 0;
}

// ---- what a buffer holds afterwards ------------------------------------------------------------

static void print_words(const uint32_t *word, uint32_t words, char format)
{
    for (uint32_t i = 0; i < words; i++) {
        float value;
        memcpy(&value, &word[i], sizeof value);
        if (i % ROW == 0) printf("%s%8u:", i == 0 ? "" : "\n", i);
        if (format == 'f') printf(" %.9g", (double)value);
        else if (format == 'i') printf(" %d", (int32_t)word[i]);
        else printf(" %08x", word[i]);
    }
    printf("\n");
}

// N[:i|:f|:x][=FILE]
static bool dump(struct host *h, const char *text, const struct argument *args, uint32_t count)
{
    char *rest;
    unsigned long n = strtoul(text, &rest, 10);
    char format = rest[0] == ':' ? rest[1] : 'x';
    if (rest == text || n >= count || !args[n].buffer || strchr("ifx", format) == NULL || !format)
        return false;
    rest += rest[0] == ':' ? 2 : 0;
    if (*rest != 0 && *rest != '=') return false;
    uint32_t *words = host_words(h, args[n].bytes / 4 + 1);
    host_read(h, args[n].word, words, args[n].bytes);
    if (*rest == 0) {
        print_words(words, args[n].bytes / 4, format);
        return true;
    }
    FILE *file = fopen(rest + 1, "wb");
    bool whole = file != NULL && fwrite(words, 1, args[n].bytes, file) == args[n].bytes;
    if (file != NULL) whole = fclose(file) == 0 && whole;
    if (!whole) complain("%s: %s", rest + 1, strerror(errno));
    return whole;
}

// ---- runs --------------------------------------------------------------------------------------

static const struct isa_kernel *choose_kernel(const struct options *o,
                                              const struct isa_image *image)
{
    const struct isa_kernel *kernel = image->kernels == 1 ? &image->kernel[0] : NULL;
    if (o->kernel != NULL) kernel = isa_image_kernel(image, o->kernel);
    if (kernel != NULL) return kernel;
    fprintf(stderr, "ERROR %s: ", o->what);
    if (o->kernel != NULL) fprintf(stderr, "no kernel %s; there are:", o->kernel);
    else fprintf(stderr, "several kernels; take one with --kernel:");
    for (uint32_t k = 0; k < image->kernels; k++) fprintf(stderr, " %s", image->kernel[k].name);
    fprintf(stderr, "\n");
    return NULL;
}

static int run_foreign(const struct options *o, struct host *h)
{
    const struct isa_kernel *kernel = choose_kernel(o, h->image);
    if (kernel == NULL) return 2;
    struct argument args[MAX_ARGS];
    uint32_t words[MAX_ARGS];
    for (uint32_t a = 0; a < o->args; a++) {
        if (!make_argument(h, o->arg[a], &args[a]))
            return complain("--arg %s: i:NUMBER, f:NUMBER, or buf:BYTES[:zero|random|file=PATH]",
                            o->arg[a]);
        words[a] = args[a].word;
    }
    if (kernel->argument_bytes != 4 * o->args)
        return complain("kernel %s has %u bytes of arguments; %u --arg make %u", kernel->name,
                        kernel->argument_bytes, o->args, 4 * o->args);
    host_launch(h, kernel->name, (struct host_grid){o->grid, o->block}, words, 4 * o->args);
    for (uint32_t d = 0; d < o->dumps && !h->failed; d++)
        if (!dump(h, o->dump[d], args, o->args))
            return complain("--dump %s: N[:i|:f|:x][=FILE], where argument N, from 0, is a buffer",
                            o->dump[d]);
    return h->failed;
}

static bool write_json(const struct options *o, const struct host *h)
{
    FILE *to = fopen(o->json, "w");
    if (to == NULL) {
        complain("--json %s: %s", o->json, strerror(errno));
        return false;
    }
    fprintf(to, "{\"what\": \"%s\", \"size\": %u, \"seed\": %llu, \"machine\": ", o->what, h->size,
            (unsigned long long)o->seed);
    h->machine->json(h->machine, to);
    fprintf(to, "}\n");
    bool good = !ferror(to);
    good = fclose(to) == 0 && good;
    if (!good) complain("--json %s: not all of it was written", o->json);
    return good;
}

static int report(const struct options *o, const struct host *h)
{
    if (h->failed || o->compare == NULL) {
        printf("%s %s", h->failed ? "FAIL" : "PASS", o->what);
        if (h->size != 0) printf(" size %u seed %llu", h->size, (unsigned long long)o->seed);
        if (o->how.shuffled) printf(" order %llu", (unsigned long long)o->how.order);
        printf(": ");
    }
    if (h->failed) {
        printf("%s\n", h->error);
    } else if (o->compare != NULL) {
        h->machine->row(h->machine, o->name, stdout);
    } else {
        printf("%u launch%s, ", h->launches, h->launches == 1 ? "" : "es");
        h->machine->print(h->machine);
        printf("\n");
        if (h->machine->report != NULL && !o->quiet) h->machine->report(h->machine, stdout);
    }
    if (o->json != NULL && h->machine->json != NULL && !write_json(o, h)) return 2;
    return h->failed;
}

static int run_on(const struct options *o, const struct program *program, struct host *h)
{
    int status = 0;
    hd_rng_seed(&h->rng, o->seed);
    if (program != NULL) {
        h->size = o->size != 0 ? o->size : program->size;
        program_run(program, h);
    } else {
        status = run_foreign(o, h);
    }
    if (status != 2) status = report(o, h);
    host_release(h);
    return status;
}

static int run_image(const struct options *o, const struct program *program,
                     const struct isa_image *image)
{
    struct isa_memory memory;
    struct host h = {.machine = make_machine(o),
                     .image = image,
                     .memory = &memory,
                     .shared_bytes = o->shared,
                     .stack_bytes = o->stack};
    if (h.machine == NULL) return 2;
    int status = 2;
    if (isa_memory_init(&memory, image)) status = run_on(o, program, &h);
    else complain("no memory on the host for %s", o->what);
    isa_memory_free(&memory);
    if (!h.machine->free(h.machine) && status == 0) status = 2;
    return status;
}

// FORMATION[/RESIDENCY[/POLICY]]: the plugs' names into `how`.
static void read_plugs(char *text, struct machine_options *how)
{
    char *slash = strchr(text, '/');
    how->formation = text;
    if (slash == NULL) return;
    *slash = 0;
    how->residency = slash + 1;
    slash = strchr(slash + 1, '/');
    if (slash == NULL) return;
    *slash = 0;
    how->policy = slash + 1;
}

// The same run on several plugs, a row each.
static int compare(const struct options *o, const struct program *program,
                   const struct isa_image *image)
{
    struct host_machine *first = make_machine(o);
    if (first == NULL) return 2;
    int status = 0;
    if (first->heading != NULL) first->heading(stdout);
    else status = complain("--compare: machine %s has nothing to compare", o->machine);
    first->free(first);
    const char *at = o->compare;
    while (status != 2 && *at != 0) {
        char name[64], text[64];
        struct options one = *o;
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        snprintf(text, sizeof text, "%s", name);
        read_plugs(text, &one.how);
        one.name = name;
        int result = run_image(&one, program, image);
        status = result > status ? result : status;
        at += length + (at[length] == ',');
    }
    return status;
}

static int run_what(const struct options *o)
{
    const struct program *program = program_find(o->what);
    struct stat file;
    char path[512];
    char error[IMAGE_ERROR];
    if (program == NULL && stat(o->what, &file) != 0)
        return complain("%s is neither a program (heddle list) nor a file", o->what);
    if (program != NULL && o->size > program->max_size)
        return complain("--size %u: %s takes at most %u %s", o->size, program->name,
                        program->max_size, program->size_of);
    if (program != NULL && (o->kernel != NULL || o->args > 0 || o->dumps > 0 || o->shape))
        return complain("%s is a program: it makes its own launches", o->what);
    if (program != NULL) snprintf(path, sizeof path, "%s/%s.elf", o->kernels, program->name);
    else snprintf(path, sizeof path, "%s", o->what);
    struct isa_image image;
    if (!image_load(&image, path, error)) return complain("%s", error);
    int status = o->compare != NULL ? compare(o, program, &image) : run_image(o, program, &image);
    image_free(&image);
    return status;
}

// ---- options -----------------------------------------------------------------------------------

static const char run_help[] =
    "usage: heddle run PROGRAM [options]\n"
    "       heddle run FILE.elf --block X[,Y[,Z]] --grid X[,Y[,Z]] [--arg ...] [options]\n"
    "\n"
    "  --machine NAME     sm: a streaming multiprocessor, cycle by cycle (what is run if nothing "
    "is\n"
    "                     said); reference: threads one after the other, no time\n"
    "  --seed N           of the data (1)\n"
    "  --order N          reference: threads and blocks in an order drawn from N, with random "
    "stacks\n"
    "                     and registers at the start; results must not change\n"
    "  --steps N          stop a launch after so many cycles (reference: instructions of all "
    "threads;\n"
    "                     10^10; 0: never)\n"
    "  --shared BYTES     shared memory of a block, besides SHARED variables (0)\n"
    "  --stack BYTES      stack of a thread (1024)\n"
    "the core (--machine sm)\n"
    "  --preset NAME      paper, tesla, fermi, kepler, maxwell, small ...: heddle presets\n"
    "  --formation NAME   pdom: static warps and SIMT stacks; dwf: warps formed anew\n"
    "  --policy NAME      pdom: loose, greedy, two-level; dwf: majority, minority, pc, pdom, time\n"
    "  --residency NAME   static: a block stays until it ends; vt: Virtual Thread (with pdom)\n"
    "  --latency N, --interval N   of memory, in cycles: to the answer, a line\n"
    "  --json FILE        all that was counted\n"
    "  --trace FILE       a track a warp: for Perfetto (ui.perfetto.dev) or chrome://tracing\n"
    "  --compare A,B ...  the same run on several plugs, each FORMATION[/RESIDENCY[/POLICY]], in a "
    "table\n"
    "  --quiet            one line, no progress\n"
    "programs\n"
    "  --size N           what it counts, and the usual one: heddle list\n"
    "  --kernels DIR      where the ELF files are (build/kernels)\n"
    "kernels of yours\n"
    "  --kernel NAME      which of several in the file\n"
    "  --grid, --block    blocks of the grid, threads of a block (1)\n"
    "  --arg i:N          next argument: an integer; f:N a float\n"
    "  --arg buf:BYTES[:zero|random|file=PATH]   a buffer of global memory\n"
    "  --dump N[:i|:f|:x][=FILE]   afterwards: what the buffer of argument N (from 0) holds, in\n"
    "                     integers, floats, hexadecimal; or as it is into a file\n";

static const struct option run_options[] = {
    {"help", no_argument, NULL, 'h'},
    {"machine", required_argument, NULL, 'm'},
    {"preset", required_argument, NULL, 'p'},
    {"formation", required_argument, NULL, 'f'},
    {"policy", required_argument, NULL, 'P'},
    {"residency", required_argument, NULL, 'r'},
    {"latency", required_argument, NULL, 'l'},
    {"interval", required_argument, NULL, 'i'},
    {"json", required_argument, NULL, 'j'},
    {"trace", required_argument, NULL, 't'},
    {"compare", required_argument, NULL, 'c'},
    {"quiet", no_argument, NULL, 'q'},
    {"size", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 's'},
    {"order", required_argument, NULL, 'o'},
    {"steps", required_argument, NULL, 'x'},
    {"shared", required_argument, NULL, 'S'},
    {"stack", required_argument, NULL, 'T'},
    {"kernels", required_argument, NULL, 'K'},
    {"kernel", required_argument, NULL, 'k'},
    {"grid", required_argument, NULL, 'g'},
    {"block", required_argument, NULL, 'b'},
    {"arg", required_argument, NULL, 'a'},
    {"dump", required_argument, NULL, 'd'},
    {NULL, 0, NULL, 0},
};

static bool read_dim(const char *text, struct isa_dim *dim)
{
    *dim = (struct isa_dim){{1, 1, 1}};
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long long n = strtoull(text, &end, 10);
        if (*text < '0' || *text > '9' || n == 0 || n > UINT32_MAX) return false;
        dim->n[i] = (uint32_t)n;
        if (*end == 0) return true;
        if (*end != ',') return false;
        text = end + 1;
    }
    return false;
}

static bool add_text(const char **list, uint32_t *count, const char *text)
{
    if (*count == MAX_ARGS) return false;
    list[(*count)++] = text;
    return true;
}

// False: the option's value is none.
static bool take_option(struct options *o, int option, const char *value)
{
    uint64_t n = 0;
    bool number = value != NULL && read_number(value, UINT64_MAX, &n);
    bool small = number && n <= UINT32_MAX;
    switch (option) {
    case 'p': o->how.preset = value; return true;
    case 'f': o->how.formation = value; return true;
    case 'P': o->how.policy = value; return true;
    case 'r': o->how.residency = value; return true;
    case 'l': o->how.latency = (uint32_t)n; return small && n > 0;
    case 'i': o->how.interval = (uint32_t)n; return small && n > 0;
    case 'j': o->json = value; return true;
    case 't': o->how.trace = value; return true;
    case 'c': o->compare = value; return *value != 0;
    case 'q':
        o->quiet = true;
        o->how.progress = false;
        return true;
    case 'm': o->machine = value; return true;
    case 'K': o->kernels = value; return true;
    case 'k': o->kernel = value; return true;
    case 'n': o->size = (uint32_t)n; return small && n > 0;
    case 'S': o->shared = (uint32_t)n; return number && n <= ISA_MAX_SHARED;
    case 'T': o->stack = (uint32_t)n; return small;
    case 's': o->seed = n; return number;
    case 'x': o->how.max_steps = n; return number;
    case 'o':
        o->how.shuffled = true;
        o->how.order = n;
        return number;
    case 'g': o->shape = true; return read_dim(value, &o->grid);
    case 'b': o->shape = true; return read_dim(value, &o->block);
    case 'a': return add_text(o->arg, &o->args, value);
    default: return add_text(o->dump, &o->dumps, value);
    }
}

int run_main(int argc, char **argv)
{
    struct options o = {
        .seed = 1,
        .machine = "sm",
        .kernels = "build/kernels",
        .how = {.max_steps = UINT64_C(10000000000), .progress = true},
        .stack = ISA_STACK,
        .grid = {{1, 1, 1}},
        .block = {{1, 1, 1}},
    };
    int option;
    int index = 0;
    while ((option = getopt_long(argc, argv, "h", run_options, &index)) != -1) {
        if (option == 'h') {
            fputs(run_help, stdout);
            return 0;
        }
        if (option == '?') return 2;
        if (!take_option(&o, option, optarg))
            return complain("--%s %s: no such value; heddle run --help", run_options[index].name,
                            optarg);
    }
    if (optind + 1 != argc) return complain("one program or ELF file; heddle run --help");
    o.what = argv[optind];
    return run_what(&o);
}

int presets_main(int argc, char **argv)
{
    if (argc > 1) {
        puts("usage: heddle presets\nThe sizes that `heddle run --preset` knows.");
        return strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    sm_list_presets(stdout);
    return 0;
}

int list_main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        puts("usage: heddle list\nThe programs: name, usual size, an odd one, what these count; "
             "title.");
        return strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    for (const struct program *p = program_next(NULL); p != NULL; p = program_next(p))
        printf("%-12s %8u %6u %-12s %s%s%s\n", p->name, p->size, p->odd, p->size_of, p->title,
               p->papers != NULL ? "; in papers: " : "", p->papers != NULL ? p->papers : "");
    return 0;
}
