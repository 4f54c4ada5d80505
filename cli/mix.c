// SPDX-License-Identifier: Apache-2.0
#include "mix.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "checkpoint.h"
#include "chip.h"
#include "command.h"
#include "complain.h"
#include "foreign.h"
#include "gpu_machine.h"
#include "json.h"
#include "machine_sizes.h"
#include "time_left.h"
#include "workload.h"

enum { PROGRESS = 20000 };

// ---- what is asked for -------------------------------------------------------------------------

struct mix {
    const struct preset *preset;
    const char *sizes; // others than the preset's; NULL: none
    struct preset sized;
    uint32_t sms; // 0: the chip's
    uint32_t queues;
    uint32_t threads; // of the host
    uint32_t runs;    // of each program, at least; 0: none begins again
    bool spread, waits;
    uint64_t slicer[3];   // cycles of a warm-up, of a further one, of a sample; 0: the usual ones
    const char *dispatch; // NULL: the first; one; or several with commas
    uint64_t max_cycles;
    const char *json, *trace;
    bool quiet;
    const char *workload; // a file with a program a line
    struct workload_entry entry[WORKLOAD_PROGRAMS];
    struct foreign foreign[WORKLOAD_PROGRAMS]; // of a file
    uint32_t count;
    struct checkpoints *checkpoints;
};

static const char mix_help[] =
    "usage: heddle run PROGRAM [options] + PROGRAM [options] ...\n"
    "       heddle run --sms N PROGRAM [options]\n"
    "       heddle run --workload FILE\n"
    "A program may also be a file of your own, with a launch as in heddle run --help.\n"
    "\n"
    "Several programs at once on a GPU (docs/gpu.md). Each launches its kernels on a stream of "
    "its\n"
    "own; SMs run up to four kernels at once.\n"
    "\n"
    "the GPU: in front of the first +\n"
    "  --preset NAME      sizes of an SM, and the chip around it (paper): heddle presets\n"
    "  --core NAME=N,...  other sizes of an SM than the preset's: AccessQueue=30,Accesses=60\n"
    "  --sms N            SMs, 1 to 16 (the chip's)\n"
    "  --dispatch NAME    leftover: the older kernel first; together: it goes first, others get\n"
    "                     what it leaves; even: each kernel its part of each SM; spatial: each\n"
    "                     kernel its own SMs; slicer: measures the kernels, and divides each SM\n"
    "                     as is best for them; given: each kernel the --blocks of its program;\n"
    "                     median, mpmax, equal, queuemold: each kernel keeps places on the chip,\n"
    "                     as Elastic Kernels' rules say. Several with commas: a table\n"
    "  --slicer W,S,N     cycles of the slicer's warm-up, of a further one, of a sample\n"
    "                     (20000,5000,5000)\n"
    "  --queues N         hardware queues (32); 1: launches of all streams in one row\n"
    "  --waits            behind each launch a wait for it, as for a copy of its results: with\n"
    "                     --queues 1 no other launch begins until it is done\n"
    "  --runs N           programs begin again until each has run N times: none is without the\n"
    "                     others but in its last run; --json has the mean of the other runs\n"
    "  --spread           blocks go to the SM with most room, and not in turn\n"
    "  --threads N        threads of the host, 1 to 16 (1); results are the same\n"
    "  --steps N          stop after N cycles (10^9)\n"
    "  --json FILE        write all counters\n"
    "  --trace FILE       write a trace for Perfetto: streams, and the blocks on each SM\n"
    "  --checkpoint FILE  write the state of the run now and then, and on SIGTERM, SIGINT, SIGHUP\n"
    "                     (a % in its name stands for the cycle: all of them are kept)\n"
    "  --checkpoint-every N   in cycles (10^6); 0: on a signal alone\n"
    "  --resume FILE      go on from there: the same command; --threads, --steps, --json, --quiet\n"
    "                     may differ\n"
    "  --quiet            no progress\n"
    "  --workload FILE    programs: a line for each, with its options; # begins a remark\n"
    "each program\n"
    "  --size N           size of its data\n"
    "  --seed N           seed of its data (1)\n"
    "  --stream N         its stream (a number for each program)\n"
    "  --at N             the cycle in which it begins (0)\n"
    "  --stack BYTES      stack of a thread (1024)\n"
    "  --blocks N         with given: blocks of it that an SM may hold (as many as fit)\n"
    "  --slice N          its grids run in slices of N blocks; others go first between them\n"
    "a file of your own\n"
    "  --kernel, --grid, --block, --shared, --registers, --arg, --dump   its one launch\n";

static const struct option mix_options[] = {
    {"help", no_argument, NULL, 'h'},
    // of the GPU
    {"preset", required_argument, NULL, 'p'},
    {"core", required_argument, NULL, 'z'},
    {"sms", required_argument, NULL, 'm'},
    {"dispatch", required_argument, NULL, 'd'},
    {"queues", required_argument, NULL, 'Q'},
    {"waits", no_argument, NULL, 'V'},
    {"runs", required_argument, NULL, 'R'},
    {"spread", no_argument, NULL, 'S'},
    {"slicer", required_argument, NULL, 'W'},
    {"threads", required_argument, NULL, 'H'},
    {"steps", required_argument, NULL, 'x'},
    {"trace", required_argument, NULL, 'F'},
    {"json", required_argument, NULL, 'j'},
    {"checkpoint", required_argument, NULL, 'c'},
    {"checkpoint-every", required_argument, NULL, 'c'},
    {"resume", required_argument, NULL, 'c'},
    {"quiet", no_argument, NULL, 'q'},
    {"workload", required_argument, NULL, 'w'},
    // of each program
    {"size", required_argument, NULL, 'n'},
    {"seed", required_argument, NULL, 's'},
    {"stream", required_argument, NULL, 't'},
    {"at", required_argument, NULL, 'a'},
    {"stack", required_argument, NULL, 'T'},
    {"blocks", required_argument, NULL, 'b'},
    {"slice", required_argument, NULL, 'C'},
    {"kernel", required_argument, NULL, 'f'},
    {"grid", required_argument, NULL, 'f'},
    {"block", required_argument, NULL, 'f'},
    {"shared", required_argument, NULL, 'f'},
    {"registers", required_argument, NULL, 'f'},
    {"arg", required_argument, NULL, 'f'},
    {"dump", required_argument, NULL, 'f'},
    {NULL, 0, NULL, 0},
};

// Of these, those of the GPU.
static const char gpu_options[] = "pzmdQVRHSWxjFqwc";

bool mix_asked(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "+") == 0 || strcmp(argv[i], "--sms") == 0 ||
            strncmp(argv[i], "--sms=", 6) == 0 || strcmp(argv[i], "--workload") == 0 ||
            strncmp(argv[i], "--workload=", 11) == 0)
            return true;
    return false;
}

// ---- a run -------------------------------------------------------------------------------------

struct run {
    const struct mix *mix;
    struct workload work;
    struct gpu_machine machine;
    double shown_from, done_at_first; // of the first line of progress: when, and blocks done
    char error[HOST_ERROR];
};

// The launches that run, and how long these take if blocks go on as they did until now.
static void show(struct run *r)
{
    struct timespec t;
    double done = 0, left = 0;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const double now = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    fprintf(stderr, "\r%.2f M cycles", 1e-6 * (double)gpu_machine_now(&r->machine));
    for (uint32_t i = 0; i < r->work.count; i++) {
        const struct gpu_share s = gpu_machine_share(&r->machine, i);
        const uint32_t blocks = workload_blocks(&r->work, i);
        fprintf(stderr, "; %s %.1f M warp instructions", workload_name(&r->work, i),
                1e-6 * (double)s.warp_instructions);
        done += (double)s.blocks;
        if (blocks == 0) continue;
        const double some = (double)(s.blocks - s.before);
        fprintf(stderr, ", %.0f %% of %u blocks", 100 * some / blocks, blocks);
        left += blocks - some;
    }
    if (r->shown_from == 0) {
        r->shown_from = now;
        r->done_at_first = done;
    }
    if (left > 0) time_left(stderr, now - r->shown_from, done - r->done_at_first, left);
    fprintf(stderr, "\033[K");
}

// The cycle before which the run comes back here.
static uint64_t pause_of(const struct run *r)
{
    const uint64_t now = gpu_machine_now(&r->machine);
    const uint64_t shown = now - now % PROGRESS + PROGRESS, most = r->mix->max_cycles;
    const uint64_t next = workload_next(&r->work, now), kept = r->mix->checkpoints->next;
    uint64_t first = next < shown ? next : shown;
    if (r->mix->checkpoints->to != NULL && kept < first) first = kept;
    return most != 0 && most < first ? most : first;
}

static void transfer(void *all, struct checkpoint *c)
{
    struct run *r = all;
    workload_checkpoint(&r->work, c);
    const struct sm_codes codes = workload_codes(&r->work);
    gpu_machine_checkpoint(&r->machine, &codes, c);
}

static void resume(struct run *r)
{
    transfer(r, &r->mix->checkpoints->way);
    checkpoints_resumed(r->mix->checkpoints, gpu_machine_now(&r->machine));
}

static bool simulate(struct run *r)
{
    const bool progress = !r->mix->quiet && isatty(STDERR_FILENO);
    bool good = true;
    if (r->mix->checkpoints->to != NULL || r->mix->checkpoints->resumes) workload_keep(&r->work);
    if (r->mix->checkpoints->resumes) resume(r);
    else workload_compute(&r->work, 0);
    while (good && !workload_over(&r->work) && !workload_misled(&r->work)) {
        workload_compute(&r->work, gpu_machine_now(&r->machine));
        if (checkpoints_due(r->mix->checkpoints, gpu_machine_now(&r->machine)))
            checkpoints_write(r->mix->checkpoints, gpu_machine_now(&r->machine), transfer, r);
        good = gpu_machine_run(&r->machine, pause_of(r));
        if (!good) memcpy(r->error, r->machine.error, sizeof r->error);
        if (progress && gpu_machine_now(&r->machine) % PROGRESS == 0) show(r);
        if (good && r->mix->max_cycles != 0 && gpu_machine_now(&r->machine) >= r->mix->max_cycles) {
            snprintf(r->error, HOST_ERROR,
                     "stopped after %" PRIu64 " cycles; --steps N allows more",
                     gpu_machine_now(&r->machine));
            good = false;
        }
    }
    if (progress) fprintf(stderr, "\r\033[K");
    return good;
}

// ---- a GPU -------------------------------------------------------------------------------------

// Returns the exit status; 0: what was asked for stands.
static int build(struct run *r, const struct mix *mix, struct gpu_policy policy)
{
    struct gpu_machine *m = &r->machine;
    const struct gpu_cfg cfg = gpu_machine_cfg(mix->preset, mix->sms, mix->queues, mix->slicer);
    const struct sm_cfg core = gpu_sm_cfg(&cfg);
    r->mix = mix;
    workload_init(&r->work, &core);
    r->work.waits = mix->waits;
    r->work.runs = mix->runs;
    for (uint32_t i = 0; i < mix->count; i++)
        if (!workload_add(&r->work, &mix->entry[i], r->error)) return complain("%s", r->error);
    if (!gpu_machine_init(m, mix->preset, &cfg, &r->work.streams, workload_stack(&r->work), policy))
        return complain("%s", m->error);
    m->in.spread = mix->spread;
    for (uint32_t i = 0; i < mix->count; i++) {
        m->world->most[i] = mix->entry[i].blocks;
        m->world->slice[i] = mix->entry[i].slice;
    }
    if (!gpu_machine_team(m, mix->threads))
        return complain("--threads %u: the host gives no more threads", mix->threads);
    if (mix->trace != NULL && !gpu_trace_open(&m->trace, mix->trace, &cfg))
        return complain("--trace %s: cannot be written", mix->trace);
    return 0;
}

static bool release(struct run *r)
{
    const bool written = gpu_trace_close(&r->machine.trace);
    if (!written) complain("--trace %s: not all of it was written", r->mix->trace);
    gpu_machine_free(&r->machine);
    workload_free(&r->work);
    return written;
}

// ---- what is printed ---------------------------------------------------------------------------

static uint64_t cycles_of(const struct run *r, uint32_t i)
{
    return workload_ended(&r->work, i) - workload_began(&r->work, i);
}

static double per(double a, uint64_t b) { return b > 0 ? a / (double)b : 0; }

// The number of programs whose results are wrong, or that were not run to their ends.
static int verdicts(const struct run *r, bool good, FILE *to)
{
    int failed = 0;
    for (uint32_t i = 0; i < r->work.count; i++) {
        const struct host *h = workload_host(&r->work, i);
        const struct gpu_share all = gpu_machine_share(&r->machine, i), *s = &all;
        const bool passed = good && !h->failed;
        failed += !passed;
        fprintf(to, "%s %s",
                !passed         ? "FAIL"
                : h->checks > 0 ? "PASS"
                                : "DONE",
                workload_name(&r->work, i));
        if (h->size != 0) fprintf(to, " size %u seed %" PRIu64, h->size, r->mix->entry[i].seed);
        fprintf(to, ": ");
        if (good && workload_runs(&r->work, i) > 1)
            fprintf(to, "%u runs of %" PRIu64 " cycles, ", workload_runs(&r->work, i),
                    workload_cycles(&r->work, i));
        if (h->failed || !good) fprintf(to, "%s\n", h->failed ? h->error : r->error);
        else
            fprintf(to,
                    "%u launches, %" PRIu64 " cycles from %" PRIu64 " on, %" PRIu64
                    " warp instructions, IPC %.2f, %.1f blocks on SMs\n",
                    h->launches, cycles_of(r, i), workload_began(&r->work, i), s->warp_instructions,
                    per((double)s->warp_instructions, cycles_of(r, i)),
                    per((double)s->resident, cycles_of(r, i)));
    }
    return failed;
}

// Shared memory that was read unset, on all SMs: the first note stands for all of them.
static void note(const struct run *r)
{
    struct host_machine all = {.unset = 0};
    all.unset = gpu_machine_unset(&r->machine, all.note);
    machine_note(&all, stdout);
}

static void report_slicer(const struct run *r)
{
    printf("  slicer               SMs divided %" PRIu64 " times, given to one kernel each %" PRIu64
           " times",
           r->machine.sliced.given, r->machine.sliced.spatial);
    if (r->machine.sliced.given > 0) printf("; from cycle %" PRIu64 " on", r->machine.sliced.at);
    for (uint32_t k = 0; r->machine.sliced.given > 0 && k < r->machine.cfg.kernels; k++)
        if (r->machine.sliced.blocks[k] > 0)
            printf(" %s %u", workload_name(&r->work, r->machine.sliced.owner[k]),
                   r->machine.sliced.blocks[k]);
    printf("%s\n", r->machine.sliced.given > 0 ? " blocks an SM" : "");
}

// What a preset's core has and an SM of a GPU has not.
static void report_left_out(const struct preset *preset)
{
    const char *comma = "";
    if (preset->core.formation == SM_PDOM && preset->core.write_back == 0) return;
    printf("  not as in the preset");
    if (preset->core.formation != SM_PDOM) {
        printf(" static warps");
        comma = ",";
    }
    if (preset->core.write_back != 0) printf("%s caches that write through", comma);
    printf("\n");
}

static void report(const struct run *r, const char *dispatch, size_t length)
{
    uint64_t instructions = 0;
    for (uint32_t i = 0; i < r->work.count; i++)
        instructions += gpu_machine_share(&r->machine, i).warp_instructions;
    const char *sizes = r->mix->sizes;
    printf("  GPU                  %s%s%s, %u SMs, %.*s; %" PRIu64 " cycles, IPC %.2f; heddle %s\n",
           r->mix->preset->name, sizes ? " with " : "", sizes ? sizes : "", r->machine.cfg.sms,
           (int)length, dispatch, gpu_machine_now(&r->machine),
           per((double)instructions, gpu_machine_now(&r->machine)), heddle_version);
    report_left_out(r->mix->preset);
    printf(
        "  blocks wait for room %.2f %% of SM cycles; searches that found room in pieces %" PRIu64
        "\n",
        100 * per((double)gpu_machine_waits(&r->machine),
                  gpu_machine_now(&r->machine) * r->machine.cfg.sms),
        gpu_machine_split(&r->machine));
    if (r->machine.world->fallbacks > 0)
        printf("  dispatch             %" PRIu64
               " times another policy, since a kernel would have had "
               "no block\n",
               r->machine.world->fallbacks);
    if (r->machine.world->wanted.slicer) report_slicer(r);
    chip_report(&r->machine.world->chip, gpu_machine_now(&r->machine), stdout);
}

// Blocks of a program on an SM in the slicer's last division; 0: none, or it was not in that one.
static uint32_t given_of(const struct run *r, uint32_t program)
{
    const struct gpu_machine *m = &r->machine;
    for (uint32_t k = 0; m->sliced.given > 0 && k < m->cfg.kernels; k++)
        if (m->sliced.blocks[k] > 0 && m->sliced.owner[k] == program) return m->sliced.blocks[k];
    return 0;
}

static bool write_json(const struct run *r, const char *dispatch, bool good)
{
    FILE *to = fopen(r->mix->json, "w");
    if (to == NULL) return complain("--json %s: cannot be written", r->mix->json) == 0;
    fprintf(
        to,
        "{\"heddle\": \"%s\", \"preset\": \"%s\", \"sizes\": \"%s\", \"sms\": %u, \"dispatch\": ",
        heddle_version, r->mix->preset->name, r->mix->sizes ? r->mix->sizes : "",
        r->machine.cfg.sms);
    json_string(to, dispatch);
    fprintf(to,
            ", \"cycles\": %" PRIu64 ", \"waits\": %" PRIu64 ", \"split\": %" PRIu64
            ", \"divided\": %" PRIu64 ", \"spatial\": %" PRIu64 ", \"fallbacks\": %" PRIu64 ", ",
            gpu_machine_now(&r->machine), gpu_machine_waits(&r->machine),
            gpu_machine_split(&r->machine), r->machine.sliced.given, r->machine.sliced.spatial,
            r->machine.world->fallbacks);
    chip_json(&r->machine.world->chip, to);
    fprintf(to, "\"programs\": [");
    for (uint32_t i = 0; i < r->work.count; i++) {
        const struct host *h = workload_host(&r->work, i);
        const struct gpu_share all = gpu_machine_share(&r->machine, i), *s = &all;
        fprintf(to,
                "%s{\"name\": \"%s\", \"size\": %u, \"seed\": %" PRIu64
                ", \"verdict\": \"%s\", \"began\": %" PRIu64 ", \"ended\": %" PRIu64
                ", \"runs\": %u, \"run_cycles\": %" PRIu64 ", \"launches\": %" PRIu64
                ", \"blocks\": %" PRIu64 ", \"warp_instructions\": %" PRIu64
                ", \"thread_instructions\": %" PRIu64 ", \"resident_blocks\": %" PRIu64
                ", \"given_blocks\": %u}",
                i > 0 ? ", " : "", workload_name(&r->work, i), h->size, r->mix->entry[i].seed,
                good && !h->failed ? "passed" : "failed", workload_began(&r->work, i),
                workload_ended(&r->work, i), workload_runs(&r->work, i),
                workload_cycles(&r->work, i), s->launches, s->blocks, s->warp_instructions,
                s->thread_instructions, s->resident, given_of(r, i));
    }
    fprintf(to, "]}\n");
    bool whole = !ferror(to);
    whole = fclose(to) == 0 && whole;
    if (!whole) complain("--json %s: not all of it was written", r->mix->json);
    return whole;
}

// One run, or a row of a table.
static int run_one(const struct mix *mix, const char *dispatch, size_t length, bool row)
{
    struct run *r = calloc(1, sizeof *r);
    if (r == NULL) return complain("no memory on the host");
    struct gpu_policy policy;
    int status = 0;
    if (!gpu_machine_policy(dispatch, length, &policy))
        status =
            complain("--dispatch %.*s: there are %s", (int)length, dispatch, gpu_machine_policies);
    if (status == 0) status = build(r, mix, policy);
    if (status == 0) {
        const bool good = simulate(r);
        if (workload_misled(&r->work)) {
            status = 2;
        } else if (row) {
            printf("%-12.*s %12" PRIu64, (int)length, dispatch, gpu_machine_now(&r->machine));
            for (uint32_t i = 0; i < r->work.count; i++)
                printf(" %12" PRIu64 " %8.2f", cycles_of(r, i),
                       per((double)gpu_machine_share(&r->machine, i).warp_instructions,
                           cycles_of(r, i)));
            printf("\n");
            for (uint32_t i = 0; i < r->work.count; i++)
                if (!good || workload_host(&r->work, i)->failed) status = 1;
            if (status != 0) verdicts(r, good, stdout);
        } else {
            status = verdicts(r, good, stdout) != 0;
            note(r);
            if (!mix->quiet) report(r, dispatch, length);
        }
        if (status != 2 && mix->json != NULL && !write_json(r, dispatch, good)) status = 2;
    }
    if (!release(r)) status = 2;
    free(r);
    return status;
}

// Which files the programs are is known now.
static int begin_checkpoints(const struct mix *mix)
{
    for (uint32_t i = 0; i < mix->count; i++) {
        char path[512];
        workload_path(&mix->entry[i], path, sizeof path);
        checkpoint_words_add_file(&mix->checkpoints->words, i + 1, path);
    }
    return checkpoints_begin(mix->checkpoints);
}

static int run_all(const struct mix *mix)
{
    const char *list = mix->dispatch != NULL ? mix->dispatch : gpu_machine_first_policy();
    const bool table = strchr(list, ',') != NULL;
    int status = 0;
    if (table && (mix->json != NULL || mix->trace != NULL))
        return complain("--%s is of one run: one --dispatch", mix->json != NULL ? "json" : "trace");
    if (table && checkpoints_asked(mix->checkpoints))
        return complain("--checkpoint and --resume are of one run: one --dispatch");
    if (mix->trace != NULL && checkpoints_asked(mix->checkpoints))
        return complain("--trace goes without --checkpoint and --resume: a trace is not gone on "
                        "with");
    if ((mix->waits || mix->runs > 0) && checkpoints_asked(mix->checkpoints))
        return complain("--waits and --runs go without --checkpoint and --resume");
    if (checkpoints_asked(mix->checkpoints) && begin_checkpoints(mix) != 0) return 2;
    if (table) {
        printf("preset %s, %u SMs. Cycles of each program and its warp instructions a cycle\n",
               mix->preset->name, mix->sms);
        printf("%-12s %12s", "dispatch", "all cycles");
        for (uint32_t i = 0; i < mix->count; i++) printf(" %12s %8s", mix->entry[i].name, "IPC");
        printf("\n");
    }
    while (status != 2 && *list != 0) {
        const size_t length = strcspn(list, ",");
        const int result = run_one(mix, list, length, table);
        status = result > status ? result : status;
        list += length + (list[length] == ',');
    }
    if (!checkpoints_end(mix->checkpoints) && status == 0) status = 2;
    return status;
}

// ---- options -----------------------------------------------------------------------------------

// "W,S,N": three numbers of cycles.
static bool take_cycles(const char *value, uint64_t cycles[3])
{
    char one[16];
    for (int i = 0; i < 3; i++) {
        const size_t length = strcspn(value, ",");
        if (length >= sizeof one || (value[length] == ',') != (i < 2)) return false;
        memcpy(one, value, length);
        one[length] = 0;
        if (!foreign_number(one, SLICER_MAX_CYCLES, &cycles[i]) || cycles[i] == 0) return false;
        value += length + 1;
    }
    return true;
}

static bool take(struct mix *mix, struct workload_entry *e, int option, const char *value)
{
    uint64_t n = 0;
    const bool number = value != NULL && foreign_number(value, UINT64_MAX, &n);
    const bool small = number && n <= UINT32_MAX;
    switch (option) {
    case 'p': return (mix->preset = preset_find(value)) != NULL;
    case 'z': mix->sizes = value; return *value != 0;
    case 'm': mix->sms = (uint32_t)n; return number && n >= 1 && n <= GPU_MAX_SMS;
    case 'd': mix->dispatch = value; return *value != 0;
    case 'Q': mix->queues = (uint32_t)n; return number && n >= 1 && n <= 32;
    case 'H': mix->threads = (uint32_t)n; return number && n >= 1 && n <= TEAM_MOST;
    case 'V': mix->waits = true; return true;
    case 'R': mix->runs = (uint32_t)n; return small && n > 0;
    case 'S': mix->spread = true; return true;
    case 'W': return take_cycles(value, mix->slicer);
    case 'x': mix->max_cycles = n; return number;
    case 'j': mix->json = value; return true;
    case 'F': mix->trace = value; return true;
    case 'q': mix->quiet = true; return true;
    case 'w': mix->workload = value; return true;
    case 'n': e->size = (uint32_t)n; return small && n > 0;
    case 's': e->seed = n; return number;
    case 't': e->stream = (uint32_t)n; return number && n < 32;
    case 'a': e->at = n; return number;
    case 'T': e->stack_bytes = (uint32_t)n; return number && n <= ISA_MAX_STACK;
    case 'b': e->blocks = (uint32_t)n; return small && n > 0;
    case 'C': e->slice = (uint32_t)n; return small && n > 0;
    default: return false;
    }
}

// What is printed, how it is told and when it is stopped changes no result.
static void add_word(const struct mix *mix, int option, const char *name, const char *value)
{
    char word[64];
    const bool of_gpu = strchr(gpu_options, option) != NULL;
    if (strchr("Hxjqwc", option) != NULL) return;
    snprintf(word, sizeof word, "--%s", name);
    checkpoint_words_add(&mix->checkpoints->words, of_gpu ? 0 : mix->count + 1, word, value);
}

// The words between two +, or of a line: one program and its options. Returns the exit status, or
// -1: go on.
static int take_part(struct mix *mix, int argc, char **argv, bool first)
{
    struct workload_entry e = {.seed = 1, .stream = mix->count, .stack_bytes = ISA_STACK};
    struct foreign f = FOREIGN;
    int option, index = 0;
    char word[32];
    optind = 0; // begins anew
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":h", mix_options, &index)) != -1) {
        if (option == 'h') {
            fputs(mix_help, stdout);
            return 0;
        }
        if (option == ':')
            return complain("%s: a value is missing; heddle run + --help", argv[optind - 1]);
        if (option == '?')
            return complain("%s: no such option with several programs; heddle run + --help",
                            argv[optind - 1]);
        const char *what = mix_options[index].name;
        if (strchr(gpu_options, option) != NULL && !first)
            return complain("--%s is of the GPU: in front of the first +", what);
        const char *wrong = option == 'f'   ? foreign_option(&f, what, optarg)
                            : option == 'c' ? checkpoints_option(mix->checkpoints, what, optarg)
                                            : NULL;
        if (wrong != NULL) return complain("--%s %s: %s", what, optarg, wrong);
        add_word(mix, option, what, optarg);
        if (option != 'f' && option != 'c' && !take(mix, &e, option, optarg))
            return complain("--%s %s: no such value; heddle run + --help", what, optarg);
    }
    if (first && optind == argc && mix->workload != NULL) return -1;
    if (optind + 1 != argc) return complain("one program between two +; heddle run + --help");
    if (mix->count == WORKLOAD_PROGRAMS)
        return complain("at most %d programs at once", WORKLOAD_PROGRAMS);
    e.name = argv[optind];
    if (foreign_fits(&f, e.name, e.size) != 0) return 2;
    if (program_find(e.name) == NULL) {
        f.file = e.name;
        mix->foreign[mix->count] = f;
        e.foreign = &mix->foreign[mix->count];
    }
    mix->entry[mix->count++] = e;
    snprintf(word, sizeof word, "program %u", mix->count);
    checkpoint_words_add(&mix->checkpoints->words, 0, word, e.name);
    return -1;
}

// The programs of a file, whose text is kept: their options point into it.
static int take_lines(struct mix *mix, char **text)
{
    enum { WORDS = 200 };
    char *word[WORDS + 1], *rest;
    size_t room = 0;
    FILE *file = fopen(mix->workload, "r");
    if (file == NULL) return complain("--workload %s: cannot be read", mix->workload);
    const ssize_t length = getdelim(text, &room, '\0', file);
    fclose(file);
    for (char *line = length > 0 ? strtok_r(*text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        int words = 0;
        char *inner;
        word[words++] = (char *)"heddle";
        line[strcspn(line, "#")] = 0;
        for (char *w = strtok_r(line, " \t", &inner); w != NULL && words < WORDS;
             w = strtok_r(NULL, " \t", &inner))
            word[words++] = w;
        word[words] = NULL;
        if (words == WORDS) return complain("--workload %s: a line is too long", mix->workload);
        const int status = words > 1 ? take_part(mix, words, word, false) : -1;
        if (status >= 0) return status;
    }
    return mix->count > 0 ? -1 : complain("--workload %s: no program in it", mix->workload);
}

// The sizes asked for, over the preset's. Returns the exit status, or -1: go on.
static int resize(struct mix *mix)
{
    mix->sized = *mix->preset;
    if (!machine_sizes(mix->sizes, &mix->sized.core)) return 2;
    const struct gpu_cfg gpu = gpu_cfg_of(&mix->sized.core, 1);
    const struct sm_cfg kept = gpu_sm_cfg(&gpu);
    const char *lost = machine_sizes_lost(mix->sizes, &kept);
    if (lost != NULL) return complain("--core %s: the SMs of a GPU have no such size", lost);
    mix->preset = &mix->sized;
    return -1;
}

int mix_main(int argc, char **argv)
{
    struct checkpoints checkpoints = {.to = NULL};
    struct mix mix = {
        .queues = 32, .threads = 1, .max_cycles = MACHINE_CYCLES, .checkpoints = &checkpoints};
    char *text = NULL;
    int first = 0, status = -1; // the word in front of a part: its argv[0]
    for (int i = 1; i <= argc && status < 0; i++) {
        if (i < argc && strcmp(argv[i], "+") != 0) continue;
        status = take_part(&mix, i - first, argv + first, first == 0);
        first = i;
    }
    if (status < 0 && mix.workload != NULL) status = take_lines(&mix, &text);
    if (status < 0) {
        if (mix.preset == NULL) mix.preset = preset_find(NULL);
        if (mix.sizes != NULL) status = resize(&mix);
    }
    if (status < 0) {
        if (mix.sms == 0) mix.sms = gpu_machine_sms(mix.preset);
        status = run_all(&mix);
    }
    free(text);
    return status;
}
