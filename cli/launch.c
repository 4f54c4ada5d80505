// SPDX-License-Identifier: Apache-2.0
//
// heddle run: one of programs/, or any kernel with arguments from the command line.
#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <sys/stat.h>

#include "checkpoint.h"
#include "can_write.h"
#include "complain.h"
#include "foreign.h"
#include "image.h"
#include "json.h"
#include "mix.h"
#include "program.h"

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
    const char *of_core; // an option that only the core knows
    bool quiet;          // one line
    uint32_t shared, stack, registers;
    struct foreign foreign;
    struct checkpoints *checkpoints;
};

// ---- machines ----------------------------------------------------------------------------------

static const struct {
    const char *name;
    struct host_machine *(*make)(const struct machine_options *options);
} machines[] = {
    {"sm", sm_machine},
    {"reference", reference_machine},
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

// ---- runs --------------------------------------------------------------------------------------

// A run has passed if results were checked and none was wrong.
static const char *verdict(const struct host *h)
{
    return h->failed ? "failed" : h->checks > 0 ? "passed" : "finished, nothing checked";
}

static bool write_json(const struct options *o, const struct host *h)
{
    FILE *to = fopen(o->json, "w");
    if (to == NULL) {
        complain("--json %s: %s", o->json, strerror(errno));
        return false;
    }
    fprintf(to, "{\"heddle\": \"%s\", \"what\": ", heddle_version);
    json_string(to, o->what);
    fprintf(to, ", \"verdict\": \"%s\", \"error\": ", verdict(h));
    json_string(to, h->failed ? h->error : "");
    fprintf(to, ", \"unset_reads\": %llu, \"size\": %u, \"seed\": %llu, \"machine\": ",
            (unsigned long long)h->machine->unset, h->size, (unsigned long long)o->seed);
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
        printf("%s %s", h->failed ? "FAIL" : h->checks > 0 ? "PASS" : "DONE", o->what);
        if (h->size != 0) printf(" size %u seed %llu", h->size, (unsigned long long)o->seed);
        if (o->how.shuffled) printf(" order %llu", (unsigned long long)o->how.order);
        printf(": ");
    }
    if (h->failed) {
        printf("%s\n", h->error);
    } else if (o->compare != NULL) {
        h->machine->row(h->machine, o->name, stdout);
    } else {
        if (h->checks == 0) printf("%s: ", verdict(h));
        printf("%u launch%s, ", h->launches, h->launches == 1 ? "" : "es");
        h->machine->print(h->machine);
        printf("\n");
        if (h->machine->report != NULL && !o->quiet) h->machine->report(h->machine, stdout);
    }
    machine_note(h->machine, stdout);
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
        status = foreign_run(&o->foreign, h);
    }
    if (status != 2) status = report(o, h);
    host_release(h);
    return status;
}

// Without checkpoints, `answers` stay unused.
static int run_image(const struct options *asked, const struct program *program,
                     const struct isa_image *image)
{
    struct isa_memory memory;
    struct options own = *asked;
    const struct options *o = &own;
    struct answers answers = {.who = o->what, .keeps = o->checkpoints->to != NULL};
    const bool keeps = checkpoints_asked(o->checkpoints);
    if (keeps) own.how.checkpoints = o->checkpoints;
    if (keeps) own.how.answers = &answers;
    if (o->checkpoints->resumes) answers_checkpoint(&answers, &o->checkpoints->way);
    struct host h = {.machine = make_machine(o),
                     .answers = own.how.answers,
                     .image = image,
                     .memory = &memory,
                     .shared_bytes = o->shared,
                     .stack_bytes = o->stack,
                     .registers = o->registers};
    if (h.machine == NULL) return 2;
    int status = 2;
    if (isa_memory_init(&memory, image)) status = run_on(o, program, &h);
    else complain("no memory on the host for %s", o->what);
    isa_memory_free(&memory);
    if (!h.machine->free(h.machine) && status == 0) status = 2;
    answers_free(&answers);
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

struct plugs_text {
    char whole[64], words[64];
};

// The options of the first plugs in a list; returns the rest of the list.
static const char *first_plugs(const char *list, struct options *one, struct plugs_text *text)
{
    size_t length = strcspn(list, ",");
    snprintf(text->whole, sizeof text->whole, "%.*s", (int)length, list);
    snprintf(text->words, sizeof text->words, "%s", text->whole);
    read_plugs(text->words, &one->how);
    one->name = text->whole;
    return list + length + (list[length] == ',');
}

// All of them are there, and the core can be built: said before the first run. Then the heading.
static bool can_compare(const struct options *o)
{
    struct host_machine *machine = NULL;
    for (const char *rest = o->compare; *rest != 0;) {
        struct plugs_text text;
        struct options one = *o;
        rest = first_plugs(rest, &one, &text);
        if (machine != NULL) machine->free(machine);
        machine = make_machine(&one);
        if (machine == NULL) return false;
    }
    machine->heading(machine, stdout);
    machine->free(machine);
    return true;
}

// The same run on several plugs, a row each.
static int compare(const struct options *o, const struct program *program,
                   const struct isa_image *image)
{
    if (!can_compare(o)) return 2;
    int status = 0;
    for (const char *rest = o->compare; status != 2 && *rest != 0;) {
        struct plugs_text text;
        struct options one = *o;
        rest = first_plugs(rest, &one, &text);
        int result = run_image(&one, program, image);
        status = result > status ? result : status;
    }
    return status;
}

static int run_what(const struct options *o)
{
    const struct program *program = program_find(o->what);
    struct stat file;
    char path[512];
    char error[IMAGE_ERROR];
    if (foreign_fits(&o->foreign, o->what, o->size) != 0) return 2;
    if (o->json != NULL && !can_write("--json", o->json)) return 2;
    if (program != NULL) snprintf(path, sizeof path, "%s/%s.elf", o->kernels, program->name);
    else snprintf(path, sizeof path, "%s", o->what);
    struct isa_image image;
    if (program != NULL && stat(path, &file) != 0)
        return complain("%s: %s; make kernels compiles the programs", path, strerror(errno));
    checkpoint_words_add_file(&o->checkpoints->words, 0, path);
    if (checkpoints_asked(o->checkpoints) && checkpoints_begin(o->checkpoints) != 0) return 2;
    if (!image_load(&image, path, error)) return complain("%s", error);
    image.line = image_line;
    int status = o->compare != NULL ? compare(o, program, &image) : run_image(o, program, &image);
    image_free(&image);
    if (!checkpoints_end(o->checkpoints) && status == 0) status = 2;
    return status;
}

// ---- options -----------------------------------------------------------------------------------

static const char run_help[] =
    "usage: heddle run PROGRAM [options]; several programs, or SMs: heddle run + --help\n"
    "       heddle run FILE.elf --block X[,Y[,Z]] --grid X[,Y[,Z]] [--arg ...] [options]\n"
    "\n"
    "  --machine NAME     sm: a streaming multiprocessor, cycle by cycle (default);\n"
    "                     reference: threads one after the other, without time\n"
    "  --seed N           seed of the data (1)\n"
    "  --order N          reference: order of threads and blocks drawn from N, random stacks\n"
    "                     and registers at the start; results must not change\n"
    "  --steps N          stop a launch after N cycles (10^9); reference: after N instructions\n"
    "                     of all threads (2 * 10^10); 0: never\n"
    "  --shared BYTES     shared memory of a block, in addition to SHARED variables (0)\n"
    "  --stack BYTES      stack of a thread (1024)\n"
    "the core (--machine sm)\n"
    "  --preset NAME      paper, tesla, fermi, kepler, maxwell, small ...: heddle presets\n"
    "  --core NAME=N,...  other sizes than the preset's (docs/blocks/sm.md):\n"
    "                     PoolEntries=4,QueueDepth=2\n"
    "  --formation NAME   pdom: static warps and SIMT stacks; dwf: warps formed anew; sbi, swi,\n"
    "                     sbi-swi: two instructions in one row of lanes\n"
    "  --policy NAME      pdom: loose, greedy, two-level; dwf: majority, minority, pc, pdom, time\n"
    "  --residency NAME   static: a block stays until it ends; vt: Virtual Thread; zorua:\n"
    "                     Zorua (with pdom)\n"
    "  --memory NAME      flat: a latency and a bandwidth (default); chip: crossbar, L2 and DRAM,\n"
    "                     the SM's share of them (docs/memory.md)\n"
    "  --latency N        flat: cycles from a memory request to its answer\n"
    "  --interval N       flat: cycles that memory needs for a line\n"
    "  --registers N      registers of a thread that a launch asks for (those of its code)\n"
    "  --json FILE        write all counters\n"
    "  --trace FILE       write a trace with a track for each warp slot, for Perfetto\n"
    "                     (ui.perfetto.dev) or chrome://tracing\n"
    "  --checkpoint FILE  write the state of the run now and then, and on SIGTERM, SIGINT, SIGHUP\n"
    "                     (a % in its name stands for the cycle: all of them are kept)\n"
    "  --checkpoint-every N   in cycles (10^6); 0: on a signal alone\n"
    "  --resume FILE      go on from there: the same command; --steps, --json, --quiet may differ\n"
    "  --compare A,B ...  the same run on several plugs, each FORMATION[/RESIDENCY[/POLICY]];\n"
    "                     prints a table\n"
    "  --quiet            one line, no progress\n"
    "programs\n"
    "  --size N           size of the data; heddle list says what it counts and the usual size\n"
    "  --kernels DIR      directory of the ELF files (build/kernels)\n"
    "your own kernels\n"
    "  --kernel NAME      the kernel, if the file has several\n"
    "  --grid, --block    blocks of the grid, threads of a block (1)\n"
    "  --arg i:N          next argument: an integer; f:N a float\n"
    "  --arg buf:BYTES[:zero|random|file=PATH]   next argument: a buffer of global memory\n"
    "  --dump N[:i|:f|:x][=FILE]   print the buffer of argument N (from 0) after the launch, as\n"
    "                     integers, floats, hexadecimal; or write its bytes to a file\n";

static const struct option run_options[] = {
    {"help", no_argument, NULL, 'h'},
    {"machine", required_argument, NULL, 'm'},
    {"preset", required_argument, NULL, 'p'},
    {"core", required_argument, NULL, 'C'},
    {"formation", required_argument, NULL, 'f'},
    {"policy", required_argument, NULL, 'P'},
    {"residency", required_argument, NULL, 'r'},
    {"memory", required_argument, NULL, 'M'},
    {"latency", required_argument, NULL, 'l'},
    {"interval", required_argument, NULL, 'i'},
    {"json", required_argument, NULL, 'j'},
    {"trace", required_argument, NULL, 't'},
    {"compare", required_argument, NULL, 'c'},
    {"checkpoint", required_argument, NULL, 'w'},
    {"checkpoint-every", required_argument, NULL, 'w'},
    {"resume", required_argument, NULL, 'w'},
    {"quiet", no_argument, NULL, 'q'},
    {"size", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 's'},
    {"order", required_argument, NULL, 'o'},
    {"steps", required_argument, NULL, 'x'},
    {"shared", required_argument, NULL, 'S'},
    {"stack", required_argument, NULL, 'T'},
    {"registers", required_argument, NULL, 'R'},
    {"kernels", required_argument, NULL, 'K'},
    {"kernel", required_argument, NULL, 'k'},
    {"grid", required_argument, NULL, 'g'},
    {"block", required_argument, NULL, 'b'},
    {"arg", required_argument, NULL, 'a'},
    {"dump", required_argument, NULL, 'd'},
    {NULL, 0, NULL, 0},
};

// What only the core knows.
static bool of_core(int option) { return strchr("pCfPrMlijtcwR", option) != NULL; }

// False: the option's value is none.
static bool take_own(struct options *o, int option, const char *value)
{
    uint64_t n = 0;
    bool number = value != NULL && foreign_number(value, UINT64_MAX, &n);
    bool small = number && n <= UINT32_MAX;
    switch (option) {
    case 'p': o->how.preset = value; return true;
    case 'C': o->how.sizes = value; return *value != 0;
    case 'f': o->how.formation = value; return true;
    case 'P': o->how.policy = value; return true;
    case 'r': o->how.residency = value; return true;
    case 'M': o->how.memory = value; return true;
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
    case 'n': o->size = (uint32_t)n; return small && n > 0;
    case 'S': o->shared = (uint32_t)n; return number && n <= ISA_MAX_SHARED;
    case 'R': return foreign_registers(value, &o->registers);
    case 'T': o->stack = (uint32_t)n; return small;
    case 's': o->seed = n; return number;
    case 'x':
        o->how.max_steps = n;
        o->how.steps_given = true;
        return number;
    case 'o':
        o->how.shuffled = true;
        o->how.order = n;
        return number;
    default: return false;
    }
}

static void add_word(const struct options *o, const char *name, const char *value)
{
    char word[64];
    snprintf(word, sizeof word, "--%s", name);
    checkpoint_words_add(&o->checkpoints->words, 0, word, value);
}

// NULL, or what is wrong with the value.
static const char *take_option(struct options *o, int option, int index, const char *value)
{
    const char *name = run_options[index].name;
    if (of_core(option)) o->of_core = name;
    if (option == 'w') return checkpoints_option(o->checkpoints, name, value);
    // What is printed, how it is told and when it is stopped changes no result.
    if (strchr("jqxK", option) == NULL) add_word(o, name, value);
    if (strchr("kgbad", option) != NULL) return foreign_option(&o->foreign, name, value);
    return take_own(o, option, value) ? NULL : "no such value";
}

// Options that each are right and together mean nothing.
static int look_at_all(const struct options *o)
{
    if (o->how.shuffled && strcmp(o->machine, "sm") == 0)
        return complain("--order is for --machine reference: on the core the schedulers choose");
    if (o->of_core != NULL && strcmp(o->machine, "reference") == 0)
        return complain("--%s is for --machine sm: the reference has no core", o->of_core);
    if (o->compare != NULL && (o->json != NULL || o->how.trace != NULL))
        return complain("--%s is of one run: not with --compare", o->json ? "json" : "trace");
    if (o->compare != NULL && checkpoints_asked(o->checkpoints))
        return complain("--checkpoint and --resume are of one run: not with --compare");
    if (o->how.trace != NULL && checkpoints_asked(o->checkpoints))
        return complain("--trace goes without --checkpoint and --resume: a trace is not gone on "
                        "with");
    return 0;
}

int run_main(int argc, char **argv)
{
    if (mix_asked(argc, argv)) return mix_main(argc, argv);
    struct options o = {
        .seed = 1,
        .machine = "sm",
        .kernels = "build/kernels",
        .how = {.progress = true},
        .stack = ISA_STACK,
        .foreign = FOREIGN,
    };
    struct checkpoints checkpoints = {.to = NULL};
    int option;
    int index = 0;
    o.checkpoints = &checkpoints;
    opterr = 0; // what is wrong is said here
    while ((option = getopt_long(argc, argv, ":h", run_options, &index)) != -1) {
        if (option == 'h') {
            fputs(run_help, stdout);
            return 0;
        }
        if (option == ':')
            return complain("%s: a value is missing; heddle run --help", argv[optind - 1]);
        if (option == '?')
            return complain("%s: no such option; heddle run --help", argv[optind - 1]);
        const char *wrong = take_option(&o, option, index, optarg);
        if (wrong != NULL)
            return complain("--%s %s: %s; heddle run --help", run_options[index].name, optarg,
                            wrong);
    }
    if (optind + 1 != argc) return complain("one program or ELF file; heddle run --help");
    o.what = o.foreign.file = argv[optind];
    checkpoint_words_add(&checkpoints.words, 0, "program", o.what);
    int status = look_at_all(&o);
    return status != 0 ? status : run_what(&o);
}

int presets_main(int argc, char **argv)
{
    if (argc > 1) {
        puts("usage: heddle presets\nPrints the cores that `heddle run --preset` knows, with their "
             "sizes.");
        return strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    sm_list_presets(stdout);
    return 0;
}

int list_main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        puts("usage: heddle list\n"
             "Prints the programs: name, usual size, odd size, what a size counts, title.");
        return strcmp(argv[1], "--help") == 0 ? 0 : 2;
    }
    for (const struct program *p = program_next(NULL); p != NULL; p = program_next(p))
        printf("%-12s %8u %6u %-12s %s%s%s\n", p->name, p->size, p->odd, p->size_of, p->title,
               p->papers != NULL ? "; in papers: " : "", p->papers != NULL ? p->papers : "");
    return 0;
}
