/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk - threads through a control-flow graph, on one of the machines of cmodel/walk: docs/walk.md.
 * Ends with PASS or FAIL. Exit: 0 the threads have done what they do alone, 1 not, 2 wrong use.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "walk/cfg.h"
#include "walk/ideal_dwf.h"
#include "walk/machine.h"
#include "walk/mimd.h"
#include "walk/pdom_stack.h"
#include "walk/serial.h"
#include "walk/unit_machine.h"
#include "walk/walker.h"

enum { MAX_UNIT = 64, MAX_ALONE = 10000000 };

enum kind { DWF, IDEAL, IDEAL_FIT, IDEAL_NOLANE, IDEAL_CROSSBAR, PDOM, NREC, MIMD, KINDS };
static const char *const kinds[KINDS] = {
    "dwf", "ideal", "ideal-fit", "ideal-nolane", "ideal-crossbar", "pdom", "nrec", "mimd"};
enum { POLICIES = 5 };
static const char *const policies[POLICIES] = {"majority", "minority", "pc", "pdom", "time"};

/* What is asked for. */
static struct {
    const char *shape;
    enum kind kind;
    uint32_t policy;
    struct machine_cfg machine;
    uint64_t seed;
    uint64_t max_cycles;
    uint32_t spill_clocks;
    struct {
        char name[32];
        uint32_t value;
    } unit[MAX_UNIT];
    uint32_t units;
    bool window;
    bool late;
    bool kv;
    bool trace;
} ask = {
    .machine = {.lanes = 32, .width = 8, .depth = 24, .threads = 768, .swizzle = true},
    .seed = 1,
    .max_cycles = 10000000,
    .spill_clocks = 100,
};

static struct cfg shape;
static struct walker walker;
static struct walker alone;
static struct machine machine;

/* One of them runs. */
static struct pdom_stack stack;
static struct serial serial;
static struct mimd mimd;
static struct ideal_dwf ideal;
static struct unit_machine unit;

/* ---- arguments ------------------------------------------------------------------------------- */

enum {
    OPT_SHAPE = 256,
    OPT_THREADS,
    OPT_WARP,
    OPT_WIDTH,
    OPT_DEPTH,
    OPT_MACHINE,
    OPT_POLICY,
    OPT_SWIZZLE,
    OPT_SEED,
    OPT_UNIT,
    OPT_SPILL,
    OPT_MAX,
    OPT_WINDOW,
    OPT_LATE,
    OPT_KV,
    OPT_TRACE,
};

static const struct argp_option options[] = {
    {"shape", OPT_SHAPE, "FILE", 0, "the control-flow graph, studies/walk/*.cfg", 0},
    {"threads", OPT_THREADS, "N", 0, "threads of the core (768)", 0},
    {"warp", OPT_WARP, "N", 0, "threads of a warp (32)", 0},
    {"width", OPT_WIDTH, "N", 0, "width of the pipeline (8): a warp enters in warp / width clocks",
     0},
    {"depth", OPT_DEPTH, "N", 0, "clocks from issue to return (24)", 0},
    {"machine", OPT_MACHINE, "NAME", 0,
     "dwf, ideal, ideal-fit, ideal-nolane, ideal-crossbar, pdom, nrec or mimd (dwf)", 0},
    {"policy", OPT_POLICY, "NAME", 0,
     "majority, minority, pc, pdom or time (majority); for dwf and ideal", 0},
    {"swizzle", OPT_SWIZZLE, "0|1", 0, "swap odd and even home lanes in every other warp (1)", 0},
    {"seed", OPT_SEED, "N", 0, "seed of all branch and load outcomes (1)", 0},
    {"unit", OPT_UNIT, "NAME=N,...", 0, "parameters of the unit as on its page", 0},
    {"spill-clocks", OPT_SPILL, "N", 0, "clocks that a spilled group takes to come back (100)", 0},
    {"max-cycles", OPT_MAX, "N", 0, "give up after so many scheduler cycles (10000000)", 0},
    {"window", OPT_WINDOW, NULL, 0, "dwf: a warp is taken in the last clock of a scheduler cycle",
     0},
    {"late", OPT_LATE, NULL, 0, "dwf: the next PC is chosen when a warp is asked for", 0},
    {"kv", OPT_KV, NULL, 0, "print key=value lines instead of the table", 0},
    {"trace", OPT_TRACE, NULL, 0, "print a line for each warp: cycle, PC, block, thread ids", 0},
    {0},
};

static uint64_t number(const char *text, uint64_t most, struct argp_state *state)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 0);
    if (errno != 0 || end == text || *end != '\0' || text[0] == '-' || value > most) {
        argp_error(state, "not a number up to %llu: '%s'", (unsigned long long)most, text);
    }
    return value;
}

static uint32_t one_of(const char *const *names, uint32_t count, const char *what, const char *text,
                       struct argp_state *state)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(names[i], text) == 0) return i;
    }
    argp_error(state, "there is no %s '%s'; see --help", what, text);
    return 0;
}

/* NAME=VALUE,NAME=VALUE ... */
static void unit_parameters(const char *text, struct argp_state *state)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, ",");
        char one[64];
        if (length >= sizeof one || ask.units == MAX_UNIT) argp_error(state, "--unit: too long");
        memcpy(one, text, length);
        one[length] = '\0';
        char *value = strchr(one, '=');
        if (value == NULL || value - one >= (long)sizeof ask.unit[0].name) {
            argp_error(state, "--unit: expected NAME=VALUE, not '%s'", one);
            return;
        }
        *value++ = '\0';
        struct dwf_cfg probe = {0};
        if (!unit_machine_set(&probe, one, 0)) {
            argp_error(state, "--unit: the unit has no parameter '%s' (docs/blocks/dwf.md)", one);
        }
        if (strcmp(one, "Policy") == 0 || strcmp(one, "Swizzle") == 0 ||
            strcmp(one, "Lanes") == 0) {
            argp_error(state, "--unit: %s has an option of its own (--policy, --swizzle, --warp)",
                       one);
        }
        strcpy(ask.unit[ask.units].name, one);
        ask.unit[ask.units++].value = (uint32_t)number(value, UINT32_MAX, state);
        text += length + (text[length] == ',');
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    switch (key) {
    case OPT_SHAPE: ask.shape = arg; break;
    case OPT_THREADS: ask.machine.threads = (uint32_t)number(arg, UINT32_MAX, state); break;
    case OPT_WARP: ask.machine.lanes = (uint32_t)number(arg, UINT32_MAX, state); break;
    case OPT_WIDTH: ask.machine.width = (uint32_t)number(arg, UINT32_MAX, state); break;
    case OPT_DEPTH: ask.machine.depth = (uint32_t)number(arg, UINT32_MAX, state); break;
    case OPT_MACHINE: ask.kind = (enum kind)one_of(kinds, KINDS, "machine", arg, state); break;
    case OPT_POLICY: ask.policy = one_of(policies, POLICIES, "policy", arg, state); break;
    case OPT_SWIZZLE: ask.machine.swizzle = number(arg, 1, state) != 0; break;
    case OPT_SEED: ask.seed = number(arg, UINT64_MAX, state); break;
    case OPT_UNIT: unit_parameters(arg, state); break;
    case OPT_WINDOW: ask.window = true; break;
    case OPT_LATE: ask.late = true; break;
    case OPT_SPILL: ask.spill_clocks = (uint32_t)number(arg, 1000000, state); break;
    case OPT_MAX: ask.max_cycles = number(arg, UINT64_MAX, state); break;
    case OPT_KV: ask.kv = true; break;
    case OPT_TRACE: ask.trace = true; break;
    case ARGP_KEY_ARG: argp_error(state, "'%s' is no option", arg); break;
    case ARGP_KEY_END: {
        if (ask.shape == NULL) argp_error(state, "which shape? --shape studies/walk/NAME.cfg");
        const char *wrong = machine_check_cfg(&ask.machine);
        if (wrong != NULL) argp_error(state, "%s", wrong);
        break;
    }
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "ERROR walk: %s%s%s\n", what, what[0] != '\0' ? ": " : "", why);
    exit(2);
}

/* ---- the machines ---------------------------------------------------------------------------- */

static void begin_unit(const struct machine_cfg *cfg)
{
    struct dwf_cfg parameters;
    unit_machine_defaults(&parameters, cfg);
    parameters.policy = ask.policy;
    for (uint32_t i = 0; i < ask.units; i++) {
        unit_machine_set(&parameters, ask.unit[i].name, ask.unit[i].value);
    }
    const char *wrong = unit_machine_init(&unit, cfg, &parameters, ask.spill_clocks, &walker);
    if (wrong != NULL) stop("sizes of the unit", wrong);
    unit.window = ask.window;
    unit.late = ask.late;
    machine_init(&machine, cfg, &walker, &unit_machine_ops, &unit);
}

static void begin(void)
{
    struct machine_cfg cfg = ask.machine;
    switch (ask.kind) {
    case DWF: begin_unit(&cfg); break;
    case IDEAL:
    case IDEAL_FIT:
    case IDEAL_NOLANE:
    case IDEAL_CROSSBAR:
        cfg.crossbar = ask.kind == IDEAL_CROSSBAR;
        if (!ideal_dwf_init(&ideal, &cfg, &walker, (enum ideal_dwf_policy)ask.policy,
                            cfg.crossbar ? IDEAL_DWF_ANY_LANE
                                         : (enum ideal_dwf_forming)(ask.kind - IDEAL))) {
            stop("", "no memory");
        }
        machine_init(&machine, &cfg, &walker, &ideal_dwf_ops, &ideal);
        break;
    case PDOM:
        pdom_stack_init(&stack, &cfg, &walker);
        machine_init(&machine, &cfg, &walker, &pdom_stack_ops, &stack);
        break;
    case NREC:
        serial_init(&serial, &cfg, &walker);
        machine_init(&machine, &cfg, &walker, &serial_ops, &serial);
        break;
    default: /* as many threads as the pipeline takes in a clock */
        cfg.lanes = cfg.width;
        mimd_init(&mimd, &cfg, &walker);
        machine_init(&machine, &cfg, &walker, &mimd_ops, &mimd);
        break;
    }
    if (ask.trace) machine.trace = stdout;
}

/* Each thread by itself: what it must have executed in the end, on any machine. */
static void walk_alone(void)
{
    for (uint32_t t = 0; t < alone.threads; t++) {
        while (!alone.thread[t].done) {
            if (alone.thread[t].instructions == MAX_ALONE) {
                fprintf(stderr, "ERROR walk: %s: thread %u is not done after %d instructions\n",
                        ask.shape, t, MAX_ALONE);
                exit(2);
            }
            walker_step(&alone, t);
        }
    }
}

static bool same_as_alone(void)
{
    for (uint32_t t = 0; t < alone.threads; t++) {
        const struct walker_thread *a = &alone.thread[t];
        const struct walker_thread *w = &walker.thread[t];
        if (w->done && a->instructions == w->instructions && a->trace == w->trace) continue;
        printf("FAIL walk %s on %s: thread %u executed %llu instructions, alone %llu%s\n",
               ask.shape, kinds[ask.kind], t, (unsigned long long)w->instructions,
               (unsigned long long)a->instructions,
               a->instructions == w->instructions ? ", at other PCs" : "");
        return false;
    }
    return true;
}

/* ---- results --------------------------------------------------------------------------------- */

static bool has_policy(void) { return ask.kind <= IDEAL_CROSSBAR; }

/* "W1-4" for bin 0 of a 32-thread warp. */
static const char *bin_name(uint32_t lanes, uint32_t bin, char text[24])
{
    uint32_t low = 0, high = 0;
    for (uint32_t n = lanes; n > 0; n--) {
        if (machine_bin(lanes, n) != bin) continue;
        low = n;
        if (high == 0) high = n;
    }
    if (low == high) snprintf(text, 24, "W%u", low);
    else snprintf(text, 24, "W%u-%u", low, high);
    return text;
}

static uint64_t bin_count(uint32_t bin)
{
    uint64_t count = 0;
    for (uint32_t n = 1; n <= machine.cfg.lanes; n++) {
        if (machine_bin(machine.cfg.lanes, n) == bin) count += machine.stats.active[n];
    }
    return count;
}

static uint32_t bins(void) { return machine_bin(machine.cfg.lanes, machine.cfg.lanes) + 1; }

static double ipc(void)
{
    return (double)machine.stats.instructions / (double)machine.stats.clocks;
}

/* Of the lanes of the warps issued, how many had a thread. */
static double efficiency(void)
{
    return (double)machine.stats.instructions / ((double)machine.stats.issues * machine.cfg.lanes);
}

static const char *const waits[MACHINE_CAUSES] = {"none", "no thread waits", "heap rebalances",
                                                  "updates wait"};
static const char *const refuses[MACHINE_CAUSES] = {"none", "update queue full", "pool full", ""};

static void print_kv(void)
{
    const struct machine_stats *s = &machine.stats;
    char name[24];
    const char *base = strrchr(ask.shape, '/');
    base = base == NULL ? ask.shape : base + 1;
    printf("shape=%.*s\nmachine=%s\npolicy=%s\n", (int)strcspn(base, "."), base, kinds[ask.kind],
           has_policy() ? policies[ask.policy] : "-");
    printf("threads=%u\nwarp=%u\nwidth=%u\ndepth=%u\nswizzle=%d\nseed=%llu\n", ask.machine.threads,
           ask.machine.lanes, ask.machine.width, ask.machine.depth, ask.machine.swizzle,
           (unsigned long long)ask.seed);
    printf("cycles=%llu\nclocks=%llu\ninstructions=%llu\nissues=%llu\nipc=%.4f\nefficiency=%.4f\n",
           (unsigned long long)s->cycles, (unsigned long long)s->clocks,
           (unsigned long long)s->instructions, (unsigned long long)s->issues, ipc(), efficiency());
    printf("W0_idle=%llu\nW0_mem=%llu\nW0_sched=%llu\nstall=%llu\nbanks=%llu\nrefused=%llu\n",
           (unsigned long long)s->idle, (unsigned long long)s->mem, (unsigned long long)s->sched,
           (unsigned long long)s->stall, (unsigned long long)s->banks,
           (unsigned long long)s->refused);
    for (uint32_t b = 0; b < bins(); b++) {
        printf("%s=%llu\n", bin_name(machine.cfg.lanes, b, name), (unsigned long long)bin_count(b));
    }
    if (has_policy()) {
        printf("pool_max=%u\nheap_max=%u\nspilled_max=%u\n", s->pool_max, s->heap_max,
               s->spilled_max);
        printf("pool=");
        for (uint32_t n = 0; n <= s->pool_max; n++) {
            if (s->pool[n] > 0) printf("%u:%llu ", n, (unsigned long long)s->pool[n]);
        }
        printf("\n");
    }
    if (ask.kind != DWF) return;
    printf("wait_empty=%llu\nwait_rebalance=%llu\nwait_updates=%llu\n",
           (unsigned long long)s->wait[1], (unsigned long long)s->wait[2],
           (unsigned long long)s->wait[3]);
    printf("refuse_queue=%llu\nrefuse_pool=%llu\n", (unsigned long long)s->refuse[1],
           (unsigned long long)s->refuse[2]);
}

static void share(const char *name, uint64_t count)
{
    printf("  %-10s %10llu  %5.1f %%\n", name, (unsigned long long)count,
           100.0 * (double)count / (double)machine.stats.cycles);
}

static void print_table(void)
{
    const struct machine_stats *s = &machine.stats;
    char name[24];
    printf("%s: %u threads, %s%s%s, warps of %u over %u lanes, %u clocks deep, seed %llu\n",
           ask.shape, ask.machine.threads, kinds[ask.kind], has_policy() ? " " : "",
           has_policy() ? policies[ask.policy] : "", machine.cfg.lanes, machine.cfg.width,
           machine.cfg.depth, (unsigned long long)ask.seed);
    printf("  scheduler cycles    %12llu  of %u clocks\n", (unsigned long long)s->cycles,
           machine.per_cycle);
    printf("  thread instructions %12llu\n", (unsigned long long)s->instructions);
    printf("  IPC                 %12.2f  thread instructions a clock\n", ipc());
    printf("  SIMD efficiency     %12.1f %% of the lanes of %llu warps issued\n",
           100 * efficiency(), (unsigned long long)s->issues);
    printf("issue slots (scheduler cycles)\n");
    share("W0_idle", s->idle);
    share("W0_mem", s->mem);
    share("W0_sched", s->sched);
    share("stall", s->stall);
    if (machine.cfg.crossbar) share("banks", s->banks);
    for (uint32_t b = 0; b < bins(); b++) {
        share(bin_name(machine.cfg.lanes, b, name), bin_count(b));
    }
    if (has_policy()) {
        printf("most warps in the pool %u, PCs %s %u, groups spilled %u\n", s->pool_max,
               ask.kind == DWF ? "in the heap" : "that wait", s->heap_max, s->spilled_max);
    }
    if (ask.kind != DWF) return;
    printf("clocks asked in vain:");
    for (uint32_t c = 1; c < MACHINE_CAUSES; c++) {
        printf(" %s %llu%s", waits[c], (unsigned long long)s->wait[c], c < 3 ? "," : "\n");
    }
    printf("clocks refused: %s %llu, %s %llu\n", refuses[1], (unsigned long long)s->refuse[1],
           refuses[2], (unsigned long long)s->refuse[2]);
}

/* ---------------------------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    static const struct argp argp = {.options = options,
                                     .parser = parse,
                                     .doc = "Moves threads through a control-flow graph, on one of "
                                            "several machines: docs/walk.md."};
    argp_err_exit_status = 2;
    argp_parse(&argp, argc, argv, 0, NULL, NULL);
    char error[CFG_ERROR];
    if (!cfg_read(&shape, ask.shape, error)) stop("", error);
    if (!walker_init(&walker, &shape, ask.machine.threads, ask.seed) ||
        !walker_init(&alone, &shape, ask.machine.threads, ask.seed)) {
        stop("", "no memory");
    }
    walk_alone();
    begin();
    const char *broken = machine_run(&machine, ask.max_cycles);
    bool good = broken == NULL;
    if (!good) {
        printf("FAIL walk %s on %s: cycle %llu: %s\n", ask.shape, kinds[ask.kind],
               (unsigned long long)machine.stats.cycles, broken);
        if (machine.stats.refuse[1] + machine.stats.refuse[2] > 0) {
            printf(
                "     The unit is full, and the pipeline waits for it: --unit Spill=1, or larger "
                "PoolEntries and HeapEntries\n");
        }
    } else {
        good = same_as_alone();
    }
    if (good && ask.kv) print_kv();
    if (good && !ask.kv) {
        print_table();
        printf("PASS walk: every thread has executed what it does alone\n");
    }
    ideal_dwf_free(&ideal);
    unit_machine_free(&unit);
    walker_free(&walker);
    walker_free(&alone);
    cfg_free(&shape);
    return good ? 0 : 1;
}
