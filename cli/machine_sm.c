// SPDX-License-Identifier: Apache-2.0
//
// The streaming multiprocessor as a machine: the golden model of the whole core, cycle by cycle,
// with memory behind its port and the code that the analyser has looked at.
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "answers.h"
#include "checkpoint.h"
#include "chip.h"
#include "command.h"
#include "machine_sizes.h"
#include "preset.h"
#include "sm_stats.h"
#include "sm_trace.h"
#include "sm_watch.h"
#include "sm_world.h"
#include "time_left.h"

enum {
    LOGICAL_WARPS = 64, // of Zorua, section 6.1, and blocks
    LOGICAL_BLOCKS = 16,
    PROGRESS = 100000, // cycles between two looks at the clock
};

// Names of what runs, as options have them.
struct sm_names {
    const char *preset, *formation, *residency, *policy, *memory;
    const char *sizes; // changed, NAME=N with commas; NULL: the preset's
};

struct sm_machine {
    struct host_machine machine; // first: a pointer to one is a pointer to the other
    struct sm_names names;
    struct sm *core;
    struct sm_out out;
    struct sm_world world;
    struct sm_stats stats;
    struct sm_trace trace;
    bool progress;
    double last_progress;
    double shown_from, done_at_first; // of a launch's first line of progress: when, and blocks
    struct sm_watch watch;
    uint64_t max_cycles;
    struct isa_memory *memory; // of the launch
    double start, processor;   // since when the time of the host is not counted yet
    struct checkpoints *checkpoints;
    struct answers *answers;
};

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- a cycle -----------------------------------------------------------------------------------

static void count(struct sm_machine *m)
{
    sm_stats_count(&m->stats, m->core, &m->out);
    sm_trace_cycle(&m->trace, m->core, &m->out);
    sm_watch_cycle(&m->watch, m->core, &m->out);
}

// Blocks of the launch that have come and gone.
static double blocks_done(const struct sm_machine *m)
{
    const uint64_t come = m->core->launcher.taken, here = m->out.residency.blocks;
    return come > here ? (double)(come - here) : 0;
}

static void show_progress(struct sm_machine *m, bool last)
{
    const double time = now(CLOCK_MONOTONIC);
    if (!last && time < m->last_progress + 0.2) return;
    m->last_progress = time;
    if (last) {
        fprintf(stderr, "\r\033[K");
        return;
    }
    const struct isa_launch *l = m->world.own.launch;
    const double blocks = isa_dim_count(&l->blocks), done = blocks_done(m);
    if (m->shown_from == 0) {
        m->shown_from = time;
        m->done_at_first = done;
    }
    fprintf(stderr, "\r%s: %.0f %% of %.0f blocks, %.1f M cycles, %.1f M warp instructions",
            l->kernel->name, 100 * done / blocks, blocks, 1e-6 * (double)m->stats.cycles,
            1e-6 * (double)m->stats.warp_instructions);
    time_left(stderr, time - m->shown_from, done - m->done_at_first, blocks - done);
    fprintf(stderr, "\033[K");
}

static void cycle(struct sm_machine *m)
{
    uint32_t owner[SM_MAX_LANES];
    sm_world_inputs(&m->world);
    sm_eval(m->core, &m->world.in, &m->out);
    count(m);
    const struct sm_asks asks = sm_world_asks(m->core, &m->out, owner);
    if (sm_world_take(&m->world, &asks)) sm_watch_answered(&m->watch);
    sm_tick(m->core, &m->world.in, &m->out);
}

// ---- checkpoints -------------------------------------------------------------------------------

static void count_time(struct sm_machine *m)
{
    const double time = now(CLOCK_MONOTONIC), processor = now(CLOCK_PROCESS_CPUTIME_ID);
    m->stats.seconds += time - m->start;
    m->stats.processor_seconds += processor - m->processor;
    m->start = time;
    m->processor = processor;
}

// What the outputs say of a cycle is no state.
static void transfer(struct sm_machine *m, struct checkpoint *c)
{
    const struct sm_codes codes = {.code = {&m->world.own}, .count = 1};
    checkpoint_piece(c, "stats", &m->stats, sizeof m->stats);
    checkpoint_piece(c, "core", m->core, sizeof *m->core);
    if (c->loads) sm_forget(m->core);
    struct sm_world *mine = checkpoint_whole(c, "world", &m->world, sizeof m->world);
    sm_world_checkpoint(&m->world, mine, &codes, c);
    checkpoint_whole_end(c, mine);
    sm_watch_checkpoint(&m->watch, &codes, c);
    isa_memory_checkpoint(m->memory, c);
}

// The answers come first: they are loaded before the program begins.
static void write_all(void *all, struct checkpoint *c)
{
    struct sm_machine *m = all;
    answers_checkpoint(m->answers, c);
    transfer(m, c);
}

static void look_at_checkpoints(struct sm_machine *m)
{
    if (m->checkpoints == NULL || !checkpoints_due(m->checkpoints, m->stats.cycles)) return;
    count_time(m);
    checkpoints_write(m->checkpoints, m->stats.cycles, write_all, m);
}

// The launch that was under way: the program has come to it, and it has begun.
static void resume(struct sm_machine *m)
{
    answers_arrived(m->answers, true);
    transfer(m, &m->checkpoints->way);
    memset(&m->out, 0, sizeof m->out);
    checkpoints_resumed(m->checkpoints, m->stats.cycles);
    m->start = now(CLOCK_MONOTONIC);
    m->processor = now(CLOCK_PROCESS_CPUTIME_ID);
}

// ---- a launch ----------------------------------------------------------------------------------

static bool simulate(struct sm_machine *m, char error[HOST_ERROR])
{
    sm_watch_begin(&m->watch, &m->world, &m->core->cfg, m->max_cycles, "--steps N");
    m->world.in.kernel_en = true;
    if (m->checkpoints != NULL && m->checkpoints->resumes) resume(m);
    m->shown_from = 0;
    do {
        look_at_checkpoints(m);
        cycle(m);
        m->world.in.kernel_en = false;
        if (m->progress && m->stats.cycles % PROGRESS == 0) show_progress(m, false);
    } while (!m->out.done && !m->watch.stopped);
    if (m->progress) show_progress(m, true);
    m->machine.unset = m->watch.unset;
    memcpy(m->machine.note, m->watch.note, sizeof m->machine.note);
    if (m->watch.stopped) memcpy(error, m->watch.text, HOST_ERROR);
    return !m->watch.stopped;
}

static bool run(struct host_machine *machine, const struct isa_launch *launch,
                struct isa_memory *memory, char error[HOST_ERROR])
{
    struct sm_machine *m = (struct sm_machine *)machine;
    m->start = now(CLOCK_MONOTONIC);
    m->processor = now(CLOCK_PROCESS_CPUTIME_ID);
    m->memory = memory;
    bool good = sm_world_begin(&m->world, &m->core->cfg, launch, memory, error);
    if (good) {
        m->stats.launches++;
        sm_trace_launch(&m->trace, launch->kernel->name);
        sm_reset(m->core);
        good = simulate(m, error);
    }
    sm_world_end(&m->world);
    memcpy(m->stats.lines, m->world.lines, sizeof m->stats.lines);
    m->stats.spills = m->world.spills;
    m->stats.groups = m->world.groups.written;
    m->stats.groups_most = m->world.groups.most;
    count_time(m);
    return good;
}

// ---- the machine -------------------------------------------------------------------------------

static const struct sm_machine *machine_of(const struct host_machine *machine)
{
    return (const struct sm_machine *)machine;
}

static void print(const struct host_machine *machine)
{
    sm_stats_line(&machine_of(machine)->stats, &machine_of(machine)->core->cfg, stdout);
}

static void report(const struct host_machine *machine, FILE *to)
{
    const struct sm_names *n = &machine_of(machine)->names;
    const struct sm_world *w = &machine_of(machine)->world;
    fprintf(to, "  core                 %s%s%s, %s, %s, %s; ", n->preset, n->sizes ? " with " : "",
            n->sizes ? n->sizes : "", n->formation, n->residency, n->policy);
    if (w->chip == NULL)
        fprintf(to, "memory %u cycles, a line in %u; ", w->memory.cfg.latency,
                w->memory.cfg.interval);
    fprintf(to, "heddle %s\n", heddle_version);
    sm_stats_report(&machine_of(machine)->stats, &machine_of(machine)->core->cfg, to);
    if (w->chip != NULL) chip_report(w->chip, machine_of(machine)->stats.cycles, to);
}

static void json(const struct host_machine *machine, FILE *to)
{
    const struct sm_names *n = &machine_of(machine)->names;
    fprintf(to,
            "{\"preset\": \"%s\", \"sizes\": \"%s\", \"formation\": \"%s\", \"residency\": \"%s\", "
            "\"policy\": \"%s\", \"memory\": \"%s\", ",
            n->preset, n->sizes ? n->sizes : "", n->formation, n->residency, n->policy, n->memory);
    if (machine_of(machine)->world.chip != NULL) chip_json(machine_of(machine)->world.chip, to);
    sm_stats_json(&machine_of(machine)->stats, &machine_of(machine)->core->cfg, to);
}

static void heading(const struct host_machine *machine, FILE *to)
{
    fprintf(
        to,
        "preset %s. IPC: warp instructions a cycle, of all ports. %%: of issue slots, one a port "
        "and cycle\n",
        machine_of(machine)->names.preset);
    sm_stats_heading(to);
}

static void row(const struct host_machine *machine, const char *name, FILE *to)
{
    sm_stats_row(&machine_of(machine)->stats, &machine_of(machine)->core->cfg, name, to);
}

static bool release(struct host_machine *machine)
{
    struct sm_machine *m = (struct sm_machine *)machine;
    bool good = sm_trace_close(&m->trace);
    if (!good) fprintf(stderr, "ERROR the trace was not written as a whole\n");
    sm_watch_free(&m->watch);
    sm_world_free(&m->world);
    free(m->core);
    free(m);
    return good;
}

// ---- sizes and plugs ---------------------------------------------------------------------------

// The place of a name in a list; false: it is not there.
static bool find_name(const char *option, const char *name, const char *const *list, uint32_t count,
                      uint32_t *which)
{
    for (uint32_t i = 0; name != NULL && i < count; i++)
        if (strcmp(list[i], name) == 0) {
            *which = i;
            return true;
        }
    if (name == NULL) return true;
    fprintf(stderr, "ERROR --%s %s: there are:", option, name);
    for (uint32_t i = 0; i < count; i++) fprintf(stderr, " %s", list[i]);
    fprintf(stderr, "\n");
    return false;
}

// Interweaving: a name for each mode of it. A preset that is not made for it gets a row of lanes in
// place of its pipes.
static bool choose_interweaving(const struct machine_options *o, struct sm_cfg *c,
                                struct sm_names *names)
{
    if (o->policy != NULL) {
        fprintf(stderr, "ERROR --policy %s: with --formation %s there is none\n", o->policy,
                names->formation);
        return false;
    }
    if (c->residency != SM_STATIC) {
        fprintf(stderr, "ERROR --formation %s goes with --residency static\n", names->formation);
        return false;
    }
    names->policy = "oldest";
    return true;
}

static void share_row(struct sm_cfg *c)
{
    c->simd = c->simd * c->ports < c->lanes ? c->simd * c->ports : c->lanes;
    c->ports = INTERWEAVE_FRONT_PORTS;
}

static bool choose_plugs(const struct machine_options *o, struct sm_cfg *c, struct sm_names *names)
{
    // Of interweaving one for each mode.
    static const char *const formation[] = {"pdom", "dwf", "sbi", "swi", "sbi-swi"};
    enum { FORMATIONS = sizeof formation / sizeof formation[0] };
    static const char *const residency[] = {"static", "vt", "zorua"};
    static const char *const pdom[] = {"loose", "greedy", "two-level"};
    static const char *const dwf[] = {"majority", "minority", "pc", "pdom", "time"};
    const bool woven = c->formation == SM_INTERWEAVE;
    uint32_t which = woven ? SM_INTERWEAVE + c->mode : c->formation;
    if (!find_name("formation", o->formation, formation, FORMATIONS, &which)) return false;
    c->formation = which < SM_INTERWEAVE ? which : SM_INTERWEAVE;
    if (c->formation == SM_INTERWEAVE) c->mode = which - SM_INTERWEAVE;
    if (c->formation == SM_INTERWEAVE && !woven) share_row(c);
    if (!find_name("residency", o->residency, residency, 3, &c->residency)) return false;
    names->formation = formation[which];
    names->residency = residency[c->residency];
    if (c->residency == SM_ZORUA) {
        c->ctas = LOGICAL_BLOCKS;
        c->warps = LOGICAL_WARPS;
    }
    // Places of a lane are of dynamic warps whose blocks stay.
    if (c->formation != SM_DWF || c->residency != SM_STATIC) c->lane_slots = 1;
    if (c->formation == SM_INTERWEAVE) return choose_interweaving(o, c, names);
    if (c->formation == SM_PDOM) {
        const bool found = find_name("policy", o->policy, pdom, 3, &c->policy);
        names->policy = pdom[c->policy];
        return found;
    }
    if (c->residency == SM_ZORUA) {
        fprintf(stderr, "ERROR --residency zorua goes with --formation pdom: of dynamic warps each "
                        "thread's registers would be looked up by themselves\n");
        return false;
    }
    // Dynamic warps have one pipe: with as many lanes as the preset's pipes together.
    c->simd = c->simd * c->ports < c->lanes ? c->simd * c->ports : c->lanes;
    c->ports = 1;
    const bool found = find_name("policy", o->policy, dwf, 5, &c->dwf_policy);
    names->policy = dwf[c->dwf_policy];
    return found;
}

static bool build(struct sm_machine *m, const struct machine_options *o, const struct preset *p)
{
    static const char *const kinds[] = {"flat", "chip"};
    struct sm_cfg c = p->core;
    m->names.preset = p->name;
    m->names.sizes = o->sizes;
    if (!machine_sizes(o->sizes, &c) || !choose_plugs(o, &c, &m->names)) return false;
    struct line_memory_cfg memory = sm_world_memory(p->memory, &c);
    if (o->latency != 0) memory.latency = o->latency;
    if (o->interval != 0) memory.interval = o->interval;
    uint32_t on_chip = 0;
    if (!find_name("memory", o->memory, kinds, 2, &on_chip)) return false;
    if (on_chip && (o->latency != 0 || o->interval != 0)) {
        fprintf(stderr, "ERROR --latency and --interval are of --memory flat\n");
        return false;
    }
    m->names.memory = kinds[on_chip];
    const struct chip_memory_cfg chip = chip_share(p->chip, &c);
    const char *wrong = m->core != NULL ? sm_init(m->core, &c) : "no memory on the host";
    if (wrong == NULL) wrong = sm_world_init(&m->world, &memory, on_chip ? &chip : NULL);
    if (wrong != NULL) fprintf(stderr, "ERROR preset %s: %s\n", p->name, wrong);
    return wrong == NULL;
}

struct host_machine *sm_machine(const struct machine_options *options)
{
    const struct preset *preset = preset_find(options->preset);
    if (preset == NULL) return NULL;
    struct sm_machine *m = calloc(1, sizeof *m);
    if (m == NULL) return NULL;
    m->machine = (struct host_machine){.run = run,
                                       .print = print,
                                       .report = report,
                                       .json = json,
                                       .row = row,
                                       .heading = heading,
                                       .free = release};
    m->core = malloc(sizeof *m->core);
    m->max_cycles = options->steps_given ? options->max_steps : MACHINE_CYCLES;
    m->progress = options->progress && isatty(STDERR_FILENO);
    m->checkpoints = options->checkpoints;
    m->answers = options->answers;
    sm_stats_init(&m->stats);
    bool good = build(m, options, preset);
    if (good && options->trace != NULL && !sm_trace_open(&m->trace, options->trace)) {
        fprintf(stderr, "ERROR --trace %s: cannot be written\n", options->trace);
        good = false;
    }
    if (good) return &m->machine;
    release(&m->machine);
    return NULL;
}
