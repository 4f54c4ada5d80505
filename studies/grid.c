/* SPDX-License-Identifier: Apache-2.0 */
/*
 * grid - the blocks of a kernel on a core with one of the residencies: docs/grid.md.
 * Exit: 0; 1 a broken promise or invariant, or a grid that does not end; 2 a mistake of the caller.
 */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/core.h"
#include "grid/plugs.h"

enum { WHY = 512, CHECK_EVERY = 64 };

struct options {
    const char *kernel, *core, *cores, *residency;
    uint64_t seed, limit;
    uint32_t threads, registers, shared, blocks, mem_width, stack_bits;
    bool kv, fit;
};

static const struct argp_option options[] = {
    {"kernel", 'k', "FILE", 0, "the kernel (studies/grid/*.kernel)", 0},
    {"core", 'c', "NAME", 0, "a core of studies/grid/cores.txt (fermi)", 0},
    {"cores", 'C', "FILE", 0, "another list of cores", 0},
    {"residency", 'r', "NAME", 0, "static, vt, vt-instant, unlimited, zorua (static)", 0},
    {"seed", 's', "N", 0, "seed of all draws (1)", 0},
    {"blocks", 'b', "N", 0, "blocks of the grid, for blocks with the threads of the file", 0},
    {"threads", 't', "N", 0, "threads of a block; the grid keeps its number of threads", 0},
    {"registers", 'R', "N", 0, "registers of a thread", 0},
    {"shared", 'S', "N", 0, "bytes of shared memory of a block", 0},
    {"mem-width", 'w', "BITS", 0, "bits that shared memory moves in a cycle (512)", 0},
    {"stack-bits", 'd', "BITS", 0, "bits of a warp's stack (640)", 0},
    {"limit", 'l', "N", 0, "give up after so many cycles (20000000)", 0},
    {"fit", 'f', NULL, 0, "print only what fits and which limit binds", 0},
    {"kv", 'v', NULL, 0, "print key=value lines", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    char *end = arg;
    const unsigned long long n = arg == NULL ? 0 : strtoull(arg, &end, 10);
    const bool number = arg != NULL && *arg >= '0' && *arg <= '9' && *end == '\0';
    if (key > 0 && key < 128 && strchr("sbtRSwdl", key) != NULL && !number)
        argp_error(state, "%s: not a number", arg);
    if ((key == 'w' || key == 'd') && n == 0) argp_error(state, "%s: must be above 0", arg);
    if (key > 0 && key < 128 && strchr("btRSwd", key) != NULL && n > 1 << 20)
        argp_error(state, "%s: too much", arg);
    switch (key) {
    case 'k': o->kernel = arg; break;
    case 'c': o->core = arg; break;
    case 'C': o->cores = arg; break;
    case 'r': o->residency = arg; break;
    case 's': o->seed = n; break;
    case 'b': o->blocks = (uint32_t)n; break;
    case 't': o->threads = (uint32_t)n; break;
    case 'R': o->registers = (uint32_t)n; break;
    case 'S': o->shared = (uint32_t)n; break;
    case 'w': o->mem_width = (uint32_t)n; break;
    case 'd': o->stack_bits = (uint32_t)n; break;
    case 'l': o->limit = n; break;
    case 'f': o->fit = true; break;
    case 'v': o->kv = true; break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp argp = {
    options, parse, NULL, "The blocks of a kernel on a core with one of the residencies.",
    NULL,    NULL,  NULL};

/* --- the core ------------------------------------------------------------ */

static bool core_of(const struct options *o, struct limits_core *core)
{
    char line[256], name[64];
    FILE *f = fopen(o->cores, "r");
    if (f == NULL) {
        fprintf(stderr, "grid: %s: cannot be read\n", o->cores);
        return false;
    }
    bool found = false;
    while (!found && fgets(line, sizeof line, f) != NULL) {
        uint32_t blocks, warps, registers, shared;
        if (line[0] == '#') continue;
        if (sscanf(line, "%63s %u %u %u %u", name, &blocks, &warps, &registers, &shared) != 5)
            continue;
        found = strcmp(name, o->core) == 0;
        *core = (struct limits_core){.blocks = blocks,
                                     .warps = warps,
                                     .registers = registers,
                                     .shared = shared,
                                     .ctas = 32,
                                     .ids = 256,
                                     .mem_width = o->mem_width,
                                     .stack_bits = o->stack_bits};
    }
    fclose(f);
    if (!found) fprintf(stderr, "grid: no core %s in %s\n", o->core, o->cores);
    return found;
}

static struct plug *plug_of(const char *name)
{
    if (strcmp(name, "static") == 0) return plug_static();
    if (strcmp(name, "vt") == 0) return plug_vt();
    if (strcmp(name, "vt-instant") == 0) return plug_vt_instant();
    if (strcmp(name, "unlimited") == 0) return plug_unlimited();
    if (strcmp(name, "zorua") == 0) return plug_zorua();
    fprintf(stderr, "grid: no residency %s; there are static, vt, vt-instant, unlimited, zorua\n",
            name);
    return NULL;
}

/* --- what is printed ----------------------------------------------------- */

static double per(uint64_t a, uint64_t b) { return b == 0 ? 0 : (double)a / (double)b; }

static void line(const struct options *o, const char *key, const char *text, double value)
{
    if (o->kv) printf("%s=%.6g\n", key, value);
    else printf("  %-34s %12.6g\n", text, value);
}

static void print_fit(const struct options *o, const struct limits_core *core,
                      const struct kernel *k, const struct limits *l)
{
    if (o->kv)
        printf("kernel=%s\nclass=%c\ncore=%s\nassumed=%d\nbinds=%s\nvt_binds=%s\n", k->name,
               k->class, o->core, k->assumed, limits_name(l->binds), limits_name(l->vt_binds));
    else
        printf("%s (%s) on %s: a static core is bound by %s, Virtual Thread by %s\n", k->name,
               k->program, o->core, limits_name(l->binds), limits_name(l->vt_binds));
    line(o, "blocks", "blocks of a static core", l->blocks);
    line(o, "frames", "blocks within the scheduling limit", l->frames);
    line(o, "ctas", "blocks of Virtual Thread", l->ctas);
    line(o, "words", "words of a context", l->words);
    const double warps = l->blocks * l->warps;
    line(o, "use_blocks", "blocks in use, static, %", 100.0 * l->blocks / core->blocks);
    line(o, "use_warps", "warps in use, static, %", 100 * warps / core->warps);
    line(o, "use_registers", "registers in use, static, %",
         100 * warps * LIMITS_WARP * k->registers / core->registers);
    line(o, "use_shared", "shared memory in use, static, %",
         100.0 * l->blocks * k->shared / core->shared);
}

static void print_run(const struct options *o, const struct limits_core *core, const struct core *c)
{
    static const char *const slot[] = {"issue", "pipeline", "short", "long", "barrier", "none"};
    const struct core_stats *s = &c->stats;
    const uint64_t n = s->cycles;
    if (o->kv) printf("residency=%s\n", c->plug->name);
    line(o, "cycles", "cycles", (double)n);
    line(o, "issued", "warp instructions", (double)s->issued);
    line(o, "ipc", "warp instructions a cycle", per(s->issued, n));
    line(o, "resident_blocks", "blocks resident", per(s->blocks, n));
    line(o, "active_blocks", "blocks active", per(s->active_blocks, n));
    line(o, "resident_warps", "warps resident", per(s->warps, n));
    line(o, "active_warps", "warps active", per(s->active_warps, n));
    line(o, "registers", "registers in use, %", 100 * per(s->registers, n * core->registers));
    line(o, "shared", "shared memory in use, %", 100 * per(s->shared, n * core->shared));
    for (uint32_t i = 0; i < CORE_SLOTS; i++) {
        char key[32], text[48];
        snprintf(key, sizeof key, "slot_%s", slot[i]);
        snprintf(text, sizeof text, "issue slots: %s, %%", slot[i]);
        line(o, key, text, 100 * per(s->slots[i], n * GRID_PORTS));
    }
    line(o, "swaps", "swapped out: blocks, or sets", (double)s->swaps);
    line(o, "loads", "loads", (double)s->loads);
    line(o, "misses", "loads that missed", (double)s->misses);
    line(o, "looks", "look-ups", (double)s->looks);
    line(o, "swapped", "accesses to swap space", (double)s->swapped);
    if (o->kv) printf("executed=%016llx\n", (unsigned long long)c->executed);
}

/* --- a run --------------------------------------------------------------- */

static int run(const struct options *o, const struct limits_core *core, const struct kernel *k,
               struct plug *plug)
{
    static struct core c;
    char why[WHY];
    const char *error = core_open(&c, plug, core, k, &core_defaults, o->seed, why, sizeof why);
    if (error != NULL) {
        fprintf(stderr, "grid: %s: %s\n", k->name, error);
        return 2;
    }
    int code = 0;
    while (code == 0 && core_cycle(&c)) {
        error = c.now % CHECK_EVERY == 0 ? plug->check(plug->self) : NULL;
        if (error != NULL) {
            fprintf(stderr, "grid: %s: cycle %llu: %s\n", k->name, (unsigned long long)c.now,
                    error);
            code = 1;
        }
        if (c.now >= o->limit) {
            fprintf(stderr, "grid: %s: not done after %llu cycles: %u of %u blocks\n", k->name,
                    (unsigned long long)c.now, c.done, k->blocks);
            code = 1;
        }
    }
    if (code == 0) print_run(o, core, &c);
    core_close(&c);
    return code;
}

int main(int argc, char **argv)
{
    struct options o = {.core = "fermi",
                        .cores = "studies/grid/cores.txt",
                        .residency = "static",
                        .seed = 1,
                        .limit = 20000000,
                        .mem_width = 512,
                        .stack_bits = 640};
    static struct kernel k;
    struct limits_core core;
    struct limits l;
    char why[WHY];
    argp_err_exit_status = 2;
    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (o.kernel == NULL) {
        fprintf(stderr, "grid: --kernel FILE is needed; --help says what there is\n");
        return 2;
    }
    const char *error = kernel_read(&k, o.kernel, why, sizeof why);
    if (error == NULL && !core_of(&o, &core)) return 2;
    if (error == NULL) {
        if (o.blocks != 0) k.blocks = o.blocks;
        kernel_respecify(&k, o.threads, o.registers, o.shared);
        const struct limits_block block = {k.threads, k.registers, k.shared};
        error = limits_of(&l, &core, &block, why, sizeof why);
    }
    if (error != NULL) {
        fprintf(stderr, "grid: %s\n", error);
        return 2;
    }
    print_fit(&o, &core, &k, &l);
    if (o.fit) return 0;
    struct plug *plug = plug_of(o.residency);
    if (plug == NULL) return 2;
    const int code = run(&o, &core, &k, plug);
    plug_close(plug);
    return code;
}
