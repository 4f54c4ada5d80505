/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of hd_sm: a host that runs kernels of programs/ on it, one after the other, and the
 * world around it (cli/sm_world.h). A program's host side is written as if a launch were a function
 * that returns when the kernel is done; here it is a coroutine, which waits in that function while
 * the simulator goes on. What the kernels have computed is looked at by the program itself: a wrong
 * result is a failure, also where RTL and model agree.
 *
 * A profile is a mixture of programs, the name of one program, or a file: a foreign kernel, which
 * is launched once.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "common/draws.h"
#include "common/lockstep.h"
#include "core/sm_seam.h"
#include "foreign.h"
#include "image.h"
#include "program.h"
#include "run.h"
#include "sm_watch.h"
#include "sm_world.h"

enum {
    PROGRAM_STACK = 1 << 20,
    STACK_BYTES = 1024, /* of a thread */
};

/* A bench without checkers has none. */
#pragma weak sm_observer

/* Shares are in 1/16. */
static const struct mixture {
    const char *name;
    bool reset;       /* now and then */
    unsigned stalls;  /* in a kernel that is stalled: code and memory are late */
    unsigned crowded; /* a kernel has more shared memory than it needs, or more than there is */
    const char *programs[24];
} mixtures[] = {
    {"uniform",
     false,
     0,
     2,
     {"vadd", "histogram", "transpose", "scan", "warp_scan", "bfs", "nqueens", "reduction",
      "segmented_scan", "nw", "bitonic", "viterbi"}},
    {"floats",
     false,
     0,
     0,
     {"modes", "saxpy", "conv2d", "fft", "haar", "matvec", "math", "mandelbrot", "spmv", "knn",
      "dct8x8", "blackscholes"}},
    {"stalls",
     false,
     8,
     8,
     {"histogram", "modes", "vadd", "fft", "warp_scan", "nw", "spmv", "bfs", "saxpy", "sssp",
      "reduction"}},
    {"resets",
     true,
     4,
     2,
     {"vadd", "histogram", "modes", "saxpy", "transpose", "nqueens", "reduction", "bfs"}},
};
enum { MIXTURES = sizeof mixtures / sizeof mixtures[0] };

const char *const hd_profiles[] = {"uniform", "floats", "stalls", "resets", NULL};

static bool is_file(const char *profile) { return strchr(profile, '.') != NULL; }

bool hd_stim_knows(const char *profile)
{
    for (int m = 0; m < MIXTURES; m++)
        if (strcmp(mixtures[m].name, profile) == 0) return true;
    return program_find(profile) != NULL || is_file(profile);
}

/* What the host does: it computes, in no time; a kernel is to begin; it is on the core. */
enum doing { COMPUTES, BEGINS, RUNS };

static struct {
    struct host_machine machine; /* first: a pointer to it is one to all of this */
    struct sm_cfg cfg;
    struct line_memory_cfg memory_cfg;
    const struct mixture *mixture; /* NULL: one program */
    bool in_reset;
    bool failed;

    /* the program, and the context that it computes in */
    const struct program *program;
    uint32_t next; /* of the mixture */
    uint64_t runs;
    struct isa_image image;
    struct isa_memory memory;
    struct host host;
    ucontext_t bench, inside;
    unsigned char stack[PROGRAM_STACK];
    bool here;  /* a program is under way */
    bool ended; /* it has returned */

    /* its launch */
    enum doing doing;
    const struct isa_launch *launch;
    char *error;
    bool good; /* what the launch returns */
    uint32_t pause;
    bool crowded; /* the next kernel is */
    bool refused; /* this kernel is to be: not one of its blocks fits */
    struct sm_world world;
    struct sm_watch watch;
    uint32_t late;            /* of 16 cycles: code and memory let the core wait */
    bool is_done, is_refused; /* what the core said in the last cycle */
    bool offered;             /* an answer of memory was offered and not taken: it stays */
    bool group_offered;

    /* of the program, for the last line */
    uint64_t cycles, instructions, threads;
} env;

/* ---- failures ---- */

__attribute__((format(printf, 1, 2))) static void fail(const char *format, ...)
{
    char why[HOST_ERROR], text[HOST_ERROR + 100];
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    snprintf(text, sizeof text, "program %s size %u, run %" PRIu64 ": %s", env.program->name,
             env.host.size, env.runs, why);
    hd_wrong("sm", text);
    env.failed = true;
}

__attribute__((noreturn, format(printf, 1, 2))) static void stop(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("ERROR ", stderr);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(2);
}

/* ---- memory behind the port ---- */

/* The memory of the preset: its name is the configuration's, up to _ or a comma in it. */
static struct line_memory_cfg memory_of(const char *config)
{
    const int length = (int)strcspn(config, "_,");
    char line[200], name[50];
    struct line_memory_cfg m = {.line_bytes = env.cfg.line_bytes};
    FILE *f = fopen("cli/memory.txt", "r");
    if (f == NULL) stop("cannot read cli/memory.txt: run this in the folder of the sources");
    bool found = false;
    while (!found && fgets(line, sizeof line, f) != NULL)
        found = sscanf(line, "%49s %u %u %u", name, &m.latency, &m.interval, &m.under_way) == 4 &&
                strncmp(name, config, (size_t)length) == 0 && name[length] == '\0';
    fclose(f);
    if (!found) stop("cli/memory.txt has no memory for configuration %s", config);
    return m;
}

/* ---- a program ---- */

static bool launch(struct host_machine *machine, const struct isa_launch *what,
                   struct isa_memory *memory, char error[HOST_ERROR])
{
    (void)machine;
    (void)memory;
    env.launch = what;
    env.error = error;
    env.doing = BEGINS;
    env.pause = draw(4);
    env.crowded = env.mixture != NULL && share(env.mixture->crowded);
    swapcontext(&env.inside, &env.bench);
    return env.good;
}

static void inside(void)
{
    program_run(env.program, &env.host);
    env.ended = true;
}

static void run_file(struct host *h)
{
    struct foreign f = FOREIGN;
    f.file = hd_run.profile;
    char error[HOST_ERROR];
    if (hd_run.launch != NULL && !foreign_options(&f, hd_run.launch, error))
        stop("--launch: %s", error);
    if (foreign_run(&f, h) == 2) exit(2);
}
static struct program file = {.size = 1, .odd = 1, .run = run_file};

static const struct program *choose_program(void)
{
    file.name = hd_run.profile;
    if (is_file(hd_run.profile)) return &file;
    if (env.mixture == NULL) return program_find(hd_run.profile);
    if (env.mixture->programs[env.next] == NULL) env.next = 0;
    return program_find(env.mixture->programs[env.next++]);
}

static uint32_t choose_size(const struct program *p)
{
    if (hd_run.size != 0) return hd_run.size;
    if (hd_run.once) return p->size;
    return env.runs == 1 || share(4) ? p->odd : 1 + draw(p->odd);
}

static void begin_program(void)
{
    char path[200], error[IMAGE_ERROR];
    const struct program *p = env.program = choose_program();
    env.runs++;
    if (p == &file) snprintf(path, sizeof path, "%s", hd_run.profile);
    else snprintf(path, sizeof path, "build/kernels/%s.elf", p->name);
    if (!image_load(&env.image, path, error)) stop("%s", error);
    env.image.line = image_line;
    if (!isa_memory_init(&env.memory, &env.image)) stop("no memory on the host for %s", p->name);
    env.host = (struct host){.size = choose_size(p),
                             .machine = &env.machine,
                             .image = &env.image,
                             .memory = &env.memory,
                             .stack_bytes = STACK_BYTES};
    hd_rng_seed(&env.host.rng, hd_run.seed + env.runs - 1);
    const char *wrong = sm_world_init(&env.world, &env.memory_cfg, NULL);
    if (wrong != NULL) stop("memory of configuration %s: %s", hd_run.config, wrong);
    env.cycles = env.instructions = env.threads = 0;
    env.doing = COMPUTES;
    env.ended = false;
    env.here = true;
    getcontext(&env.inside);
    env.inside.uc_stack.ss_sp = env.stack;
    env.inside.uc_stack.ss_size = sizeof env.stack;
    env.inside.uc_link = &env.bench;
    makecontext(&env.inside, inside, 0);
}

/* Also in the middle: what the program has on its stack is nothing but numbers. */
static void drop_program(void)
{
    if (!env.here) return;
    if (env.doing == RUNS) sm_world_end(&env.world);
    sm_world_free(&env.world);
    host_release(&env.host);
    isa_memory_free(&env.memory);
    image_free(&env.image);
    env.here = false;
}

static void report(void)
{
    printf("%s %s size %u seed %" PRIu64 ": %s%u launch%s, %" PRIu64 " cycles, %" PRIu64
           " warp instructions, %.2f a cycle, %.1f of threads\n",
           env.host.checks > 0 ? "PASS" : "DONE", env.program->name, env.host.size, hd_run.seed,
           env.host.checks > 0 ? "" : "finished, nothing checked: ", env.host.launches,
           env.host.launches == 1 ? "" : "es", env.cycles, env.instructions,
           (double)env.instructions / (double)env.cycles, (double)env.threads / (double)env.cycles);
}

static void note(void)
{
    env.machine.unset = env.watch.unset;
    memcpy(env.machine.note, env.watch.note, sizeof env.machine.note);
    machine_note(&env.machine, stdout);
}

static void end_program(void)
{
    if (env.host.failed) fail("%s", env.host.error);
    else if (hd_run.once) report();
    if (hd_run.once) note();
    if (hd_run.once) hd_run.cycles = hd_run.cycle + 1;
    drop_program();
}

/* The host computes until it launches a kernel. */
static void compute(void)
{
    while (!env.failed && env.doing == COMPUTES) {
        if (!env.here) begin_program();
        swapcontext(&env.bench, &env.inside);
        if (!env.ended) continue;
        end_program();
        if (hd_run.once) return;
    }
}

/* ---- a kernel ---- */

static uint32_t blocks_that_fit(uint32_t have, uint32_t need)
{
    return need == 0 ? UINT32_MAX : have / need;
}

/* What the launcher must find out, in one line for each limit. */
static bool fits(const struct sm_kernel *k)
{
    const struct sm_cfg *c = &env.cfg;
    const uint32_t warps = (k->block_threads + c->lanes - 1) / c->lanes;
    if (c->residency == SM_ZORUA)
        return blocks_that_fit(c->slots, warps) > 0 &&
               blocks_that_fit(4 * c->shared_words, k->block_bytes) > 0;
    return blocks_that_fit(c->slots, warps) > 0 &&
           blocks_that_fit(c->threads, k->block_threads) > 0 &&
           blocks_that_fit(c->banks * c->sets, k->block_rows) > 0 &&
           blocks_that_fit(4 * c->shared_words,
                           k->block_bytes + k->context_rows * c->row_bits / 8) > 0;
}

/* More shared memory than it needs; at times a block has more than there is. */
static void crowd(struct sm_kernel *k)
{
    const uint32_t bytes = 4 * env.cfg.shared_words;
    if (share(4)) k->block_bytes = bytes + 4 + 4 * draw(env.cfg.shared_words / 2);
    else if (k->block_bytes < bytes) k->block_bytes += 4 * draw((bytes - k->block_bytes) / 4 + 1);
}

/* The launch is over, and so is the kernel: what it returns. */
static void end_kernel(bool good)
{
    sm_world_end(&env.world);
    env.good = good;
    env.doing = COMPUTES;
}

static void begin_kernel(struct sm_view_in *in)
{
    struct sm_kernel *k = &env.world.own.kernel;
    env.doing = RUNS;
    if (!sm_world_begin(&env.world, &env.cfg, env.launch, &env.memory, env.error)) {
        end_kernel(false);
        return;
    }
    if (env.crowded) crowd(k);
    env.refused = !fits(k);
    sm_watch_begin(&env.watch, &env.world, &env.cfg, hd_run.steps, "STEPS=N");
    env.watch.any_rounding = env.program->any_rounding;
    env.offered = env.group_offered = false;
    env.late = env.mixture != NULL && share(env.mixture->stalls) ? 4 + draw(10) : 0;
    in->kernel = *k;
    in->kernel_en = true;
}

/* The core says that it is done. One that was refused although it need not have been is offered
 * again as it is; a program of which a kernel does not fit is over. */
static void take_done(bool refused)
{
    if (refused != env.refused)
        fail("kernel %s %s", env.launch->kernel->name,
             refused ? "is refused, but fits" : "does not fit, but is not refused");
    if (refused && env.crowded) {
        sm_world_end(&env.world);
        env.crowded = false;
        env.doing = BEGINS;
        return;
    }
    if (refused) memcpy(env.error, env.watch.text, HOST_ERROR);
    end_kernel(!refused);
}

/* ---- the cycle ---- */

static bool now(void) { return !share(env.late); }

/* An answer stays until it is taken. */
static void offer_groups(struct sm_view_in *in)
{
    struct sm_in *w = &env.world.in;
    w->grp_wr_ready = w->grp_wr_ready && now();
    w->grp_rd_ready = w->grp_rd_ready && now();
    w->grp_rsp_valid = w->grp_rsp_valid && (env.group_offered || now());
    in->grp_wr_ready = w->grp_wr_ready;
    in->grp_rd_ready = w->grp_rd_ready;
    in->grp_rsp_valid = w->grp_rsp_valid;
    if (w->grp_rsp_valid) memcpy(in->grp_rsp_data, w->grp_rsp_data, sizeof in->grp_rsp_data);
}

static void offer(struct sm_view_in *in)
{
    struct sm_in *w = &env.world.in;
    sm_world_inputs(&env.world);
    w->fetch_ready = now();
    w->mem_ready = w->mem_ready && now();
    w->fill_valid = w->fill_valid && (env.offered || now());
    w->spill_ready = w->spill_ready && now();
    in->fetch_ready = w->fetch_ready;
    in->rsp_valid = w->rsp_valid;
    in->rsp_slot = w->rsp_slot;
    in->rsp_word = w->rsp_word;
    in->rsp_meet = w->rsp_meet;
    in->rsp_meets = w->rsp_meets;
    in->rsp_sync = w->rsp_sync;
    in->rsp_div = w->rsp_div;
    in->rsp_phase = w->rsp_phase;
    in->rsp_specifier = w->rsp_specifier;
    in->mem_ready = w->mem_ready;
    in->fill_valid = w->fill_valid;
    in->fill_id = w->fill_id;
    if (w->fill_valid) memcpy(in->fill_data, w->fill_data, env.cfg.line_bytes);
    in->spill_ready = w->spill_ready;
    in->back_valid = w->back_valid;
    in->back_slot = w->back_slot;
    memcpy(in->back_data, w->back_data, sizeof in->back_data);
    offer_groups(in);
}

/* Ports of several kernels (Residency 3, in the bench of the GPU): here they mean nothing. */
static void noise(struct sm_view_in *in)
{
    const uint64_t mixed = (hd_run.cycle + 1) * UINT64_C(0x9e3779b97f4a7c15);
    in->kernel_number = (uint32_t)(mixed >> 60) % env.cfg.kernels;
    in->block_valid = mixed >> 59 & 1;
    in->block_kernel = (uint32_t)(mixed >> 40) % env.cfg.kernels;
    for (uint32_t i = 0; i < 3; i++) in->block_id[i] = (uint32_t)(mixed >> (8 * i));
}

/* Between kernels: the host computes, and begins the next one some cycles later. */
static void rest(struct sm_view_in *in, bool idle)
{
    memset(in, 0, sizeof *in);
    if (!idle || env.failed) return;
    compute();
    if (env.doing == BEGINS && env.pause > 0) env.pause--;
    else if (env.doing == BEGINS) begin_kernel(in);
}

/* What the last cycle has come to, when core and checkers have both said so. A kernel that does
 * what must not be, or in which nothing happens any more, is as wrong as a wrong result. */
static void settle(void)
{
    const bool done = env.is_done;
    env.is_done = false;
    if (env.doing != RUNS || env.failed) return;
    if (done) {
        take_done(env.is_refused);
    } else if (env.watch.stopped) {
        note();
        if (env.watch.explained) hd_explained();
        fail("%s", env.watch.text);
    }
}

/* Before the clock edge, with what the checkers see. */
static void observe(const struct sm *s, const struct sm_out *out)
{
    if (env.doing == RUNS && !env.in_reset && !env.failed) sm_watch_cycle(&env.watch, s, out);
}

static void count(bool answered, const struct sm_view_out *out)
{
    env.cycles++;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        if (!out->issue_en[p]) continue;
        env.instructions++;
        env.threads += (uint32_t)__builtin_popcountll(out->issue_mask[p]);
    }
    if (answered) sm_watch_answered(&env.watch);
}

/* What the core asked for at the edge. */
static void take(const struct sm_view_in *in, const struct sm_view_out *out)
{
    uint32_t owner[SM_MAX_LANES], data[LINE_CONTENTS_MAX_WORDS], expect[LINE_CONTENTS_MAX_WORDS];
    if (env.doing != RUNS || env.in_reset || env.failed) return;
    for (uint32_t l = 0; l < env.cfg.lanes; l++)
        owner[l] = sm_world_owner(&env.cfg, out->mem_owner[env.cfg.formation == SM_DWF ? l : 0], l);
    memcpy(data, out->mem_data, env.cfg.line_bytes);
    memcpy(expect, out->mem_expect, env.cfg.line_bytes);
    const struct sm_asks asks = {
        .fetch = out->fetch_valid && in->fetch_ready,
        .fetch_slot = out->fetch_slot,
        .fetch_pc = out->fetch_pc,
        .memory = out->mem_valid && out->mem_kind <= 2, /* 3: a bug, for the checker to find */
        .request = {out->mem_kind, out->mem_id, out->mem_line, data, out->mem_be, out->mem_op,
                    out->mem_lanes, out->mem_word, owner, expect},
        .fill_ready = out->fill_ready,
        .spill = out->spill_valid && out->spill_level < SIMT_STACK_MAX_LEVELS,
        .spill_load = out->spill_load,
        .spill_slot = out->spill_slot,
        .spill_warp = out->spill_warp,
        .spill_level = out->spill_level,
        .spill_data = out->spill_data,
        .group_write = out->grp_wr_valid,
        .group_write_address = out->grp_wr_addr,
        .group = out->grp_wr_data,
        .group_read = out->grp_rd_valid,
        .group_read_address = out->grp_rd_addr,
        .group_taken = out->grp_rsp_ready,
    };
    const bool answered = sm_world_take(&env.world, &asks);
    env.offered = in->fill_valid && !answered;
    env.group_offered = in->grp_rsp_valid && !out->grp_rsp_ready;
    count(answered, out);
    env.is_done = out->done;
    env.is_refused = out->refused;
}

bool sm_stim_zeros(void) { return hd_run.once; }

void sm_stim_open(const struct sm_cfg *cfg)
{
    if (&sm_observer != NULL) sm_observer = observe;
    env.cfg = *cfg;
    env.memory_cfg = memory_of(hd_run.config);
    env.machine.run = launch;
    for (int m = 0; m < MIXTURES; m++)
        if (strcmp(mixtures[m].name, hd_run.profile) == 0) env.mixture = &mixtures[m];
    hd_run.judged = hd_run.once;
    if (!hd_run.once) return;
    if (env.mixture != NULL) stop("--once: profile %s is no program", hd_run.profile);
    hd_run.cycles = UINT64_MAX;
}

/* In a reset the inputs are what they were. */
bool sm_stim(struct sm_view_in *in, const struct sm_view_out *out)
{
    take(in, out);
    settle();
    const bool resets = env.mixture != NULL && env.mixture->reset;
    env.in_reset = hd_run.cycle < 2 || (resets && hd_stim_reset(&hd_draws));
    if (env.in_reset) {
        drop_program();
        env.doing = COMPUTES;
        return false;
    }
    in->kernel_en = false;
    if (env.doing != RUNS) rest(in, out->idle);
    if (env.doing == RUNS) offer(in);
    noise(in);
    return true;
}
