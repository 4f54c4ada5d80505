/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/machine.h"

#include <string.h>

enum {
    CHECK_EVERY = 64,
    PATIENCE = CFG_MAX_CLOCKS + MACHINE_MAX_DEPTH, /* no miss takes longer */
};

const char *machine_check_cfg(const struct machine_cfg *cfg)
{
    if (cfg->lanes < 1 || cfg->lanes > MACHINE_MAX_LANES) return "a warp has 1 to 64 threads";
    if (cfg->width < 1 || cfg->width > cfg->lanes || cfg->lanes % cfg->width != 0) {
        return "the width of the pipeline must divide that of a warp";
    }
    if (cfg->threads < 1 || cfg->threads > WALKER_MAX_THREADS) return "1 to 4096 threads";
    if (cfg->depth < 1 || cfg->depth > MACHINE_MAX_DEPTH) return "a depth of 1 to 1024 clocks";
    return NULL;
}

void machine_init(struct machine *s, const struct machine_cfg *cfg, struct walker *walker,
                  const struct machine_ops *ops, void *own)
{
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    s->walker = walker;
    s->ops = ops;
    s->own = own;
    s->per_cycle = cfg->lanes / cfg->width;
    s->stages = (cfg->depth + s->per_cycle - 1) / s->per_cycle;
}

uint32_t machine_home_lane(const struct machine_cfg *cfg, uint32_t tid)
{
    const uint32_t warp = tid / cfg->lanes;
    const uint32_t i = tid % cfg->lanes;
    const bool swap = cfg->swizzle && warp % 2 == 1 && (i ^ 1) < cfg->lanes;
    return swap ? i ^ 1 : i;
}

uint32_t machine_bin(uint32_t lanes, uint32_t active)
{
    const uint32_t bins = lanes < MACHINE_BINS ? lanes : MACHINE_BINS;
    return (active * bins + lanes - 1) / lanes - 1;
}

/* ---- returns --------------------------------------------------------------------------------- */

/* The miss that is due for the longest time, the older warp first; -1 if none is due. */
static int first_due(const struct machine *s)
{
    int first = -1;
    for (uint32_t i = 0; i < s->misses; i++) {
        const struct machine_miss *m = &s->miss[i];
        if (m->due > s->stats.cycles) continue;
        const struct machine_miss *f = &s->miss[first < 0 ? (int)i : first];
        if (first < 0 || m->due < f->due || (m->due == f->due && m->issue < f->issue)) {
            first = (int)i;
        }
    }
    return first;
}

/* All threads of that warp whose data are here return together. */
static bool load_from_memory(struct machine *s)
{
    const int first = first_due(s);
    if (first < 0) return false;
    const uint64_t issue = s->miss[first].issue;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->misses; i++) {
        const struct machine_miss m = s->miss[i];
        if (m.issue == issue && m.due <= s->stats.cycles) {
            s->back.tid[s->back.count++] = m.tid;
        } else {
            s->miss[kept++] = m;
        }
    }
    s->misses = kept;
    return true;
}

/* Threads in the return register are back: the machine may issue the first of them before it has
 * taken all. */
static void load_back(struct machine *s)
{
    struct machine_warp *last = &s->stage[s->stages - 1];
    if (s->back.count > 0) return;
    if (!load_from_memory(s)) {
        s->back = *last;
        last->count = 0;
        for (uint32_t i = 0; i < s->back.count; i++) {
            s->in_pipe -= !s->walker->thread[s->back.tid[i]].done;
        }
    }
    for (uint32_t i = 0; i < s->back.count; i++) s->away[s->back.tid[i]] = false;
}

/* False if the pipeline stalls. */
static bool move_on(struct machine *s)
{
    if (s->stage[s->stages - 1].count > 0) return false;
    memmove(&s->stage[1], &s->stage[0], (s->stages - 1) * sizeof s->stage[0]);
    s->stage[0].count = 0;
    return true;
}

/* ---- issue ----------------------------------------------------------------------------------- */

static void print_issue(const struct machine *s, const struct machine_warp *warp)
{
    bool in[WALKER_MAX_THREADS] = {false};
    char name[CFG_NAME + 16];
    const uint32_t pc = walker_pc(s->walker, warp->tid[0]);
    fprintf(s->trace, "%8llu  pc %5u  %-8s", (unsigned long long)s->stats.cycles, pc,
            cfg_name(s->walker->cfg, s->walker->thread[warp->tid[0]].node, name));
    for (uint32_t i = 0; i < warp->count; i++) in[warp->tid[i]] = true;
    for (uint32_t t = 0; t < s->cfg.threads; t++) {
        if (in[t]) fprintf(s->trace, " %u", t);
    }
    fprintf(s->trace, "\n");
}

/* Where the load is decided by the lowest thread it is so for all. */
static struct walker_step of_warp(const struct machine_warp *warp, const struct walker_step *step)
{
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < warp->count; i++) {
        if (warp->tid[i] < warp->tid[lowest]) lowest = i;
    }
    return step[lowest];
}

/* A thread has one instruction in flight at most; a warp has one PC. */
static void look_at(struct machine *s, const struct machine_warp *warp)
{
    for (uint32_t i = 0; i < warp->count; i++) {
        const uint32_t t = warp->tid[i];
        if (t >= s->cfg.threads || s->walker->thread[t].done) {
            s->fault = "a thread was issued that does not exist";
        } else if (s->away[t]) {
            s->fault = "a thread was issued that is under way, or twice in a warp";
        } else if (!s->ops->mimd && walker_pc(s->walker, t) != walker_pc(s->walker, warp->tid[0])) {
            s->fault = "a warp was issued with threads of different PCs";
        }
        if (s->fault != NULL) return;
        s->away[t] = true;
    }
}

static void send(struct machine *s, uint32_t tid, const struct walker_step *step)
{
    const bool done = s->walker->thread[tid].done;
    if (!step->miss || done) {
        s->stage[0].tid[s->stage[0].count++] = tid;
        s->in_pipe += !done;
        return;
    }
    s->miss[s->misses++] = (struct machine_miss){
        .tid = tid,
        .due = s->stats.cycles + s->stages + (step->clocks + s->per_cycle - 1) / s->per_cycle,
        .issue = s->stats.issues,
    };
}

/* Clocks by which the registers of a warp take longer than a scheduler cycle. */
static uint32_t conflicts(const struct machine *s, const struct machine_warp *warp)
{
    uint32_t threads[MACHINE_MAX_LANES] = {0};
    uint32_t most = s->per_cycle;
    for (uint32_t i = 0; i < warp->count; i++) {
        const uint32_t n = ++threads[machine_home_lane(&s->cfg, warp->tid[i]) % s->cfg.width];
        if (n > most) most = n;
    }
    return most - s->per_cycle;
}

static void execute(struct machine *s, const struct machine_warp *warp)
{
    struct walker_step step[MACHINE_MAX_LANES];
    look_at(s, warp);
    if (s->fault != NULL) return;
    if (s->trace != NULL) print_issue(s, warp);
    if (s->cfg.crossbar) s->late += conflicts(s, warp);
    for (uint32_t i = 0; i < warp->count; i++) step[i] = walker_step(s->walker, warp->tid[i]);
    const struct walker_step common = of_warp(warp, step);
    for (uint32_t i = 0; i < warp->count; i++) {
        send(s, warp->tid[i], step[i].warp ? &common : &step[i]);
    }
    s->stats.issues++;
    s->stats.instructions += warp->count;
    s->stats.active[warp->count]++;
}

/* Why nothing was issued though the pipeline had asked. */
static void count_empty(struct machine *s)
{
    const bool waiting = !s->ops->holds && s->walker->alive > s->misses + s->in_pipe;
    if (waiting) {
        s->stats.sched++;
    } else if (s->in_pipe > 0) {
        s->stats.idle++;
    } else {
        s->stats.mem++;
    }
}

/* ---- the cycle ------------------------------------------------------------------------------- */

/* With a MIMD machine no warp waits for the return register. */
static void return_all(struct machine *s)
{
    struct machine_out out = {0};
    for (load_back(s); s->back.count > 0; load_back(s)) {
        const struct machine_in in = {.back = &s->back, .ask = false};
        s->ops->cycle(s->own, &in, &out, &s->stats);
        s->back.count = 0;
    }
}

void machine_cycle(struct machine *s)
{
    struct machine_out out = {0};
    if (s->ops->mimd) return_all(s);
    load_back(s);
    const bool late = s->late >= s->per_cycle;
    const bool moves = !late && move_on(s);
    const struct machine_in in = {.back = &s->back, .ask = moves};
    s->ops->cycle(s->own, &in, &out, &s->stats);
    if (out.taken) {
        s->back.count = 0;
    } else if (s->back.count > 0) {
        s->stats.refused++;
    }
    if (late) {
        s->late -= s->per_cycle;
        s->stats.banks++;
    } else if (!moves) {
        s->stats.stall++;
    } else if (out.issue.count > 0) {
        execute(s, &out.issue);
    } else {
        count_empty(s);
    }
    s->stats.cycles++;
    s->stats.clocks += s->per_cycle;
}

const char *machine_run(struct machine *s, uint64_t max_cycles)
{
    uint64_t issues = 0;
    uint64_t since = 0; /* the last issue */
    while (s->walker->alive > 0) {
        if (s->stats.cycles >= max_cycles) return "not all threads are done in so many cycles";
        if (since > PATIENCE) return "nothing is issued any more, and threads are left";
        if (s->ops->check != NULL && s->stats.cycles % CHECK_EVERY == 0) {
            const char *broken = s->ops->check(s->own);
            if (broken != NULL) return broken;
        }
        machine_cycle(s);
        if (s->fault != NULL) return s->fault;
        since = s->stats.issues == issues ? since + 1 : 0;
        issues = s->stats.issues;
    }
    return NULL;
}
