// SPDX-License-Identifier: Apache-2.0
#include "gpu_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch/share_limits.h"

// ---- policies ----------------------------------------------------------------------------------

static const struct dispatch {
    const char *name;
    uint32_t policy;
    bool strict, slicer;
    uint32_t rule;
} dispatches[] = {
    // Warped-Slicer's: the older kernel first
    {"leftover", SHARE_LIMITS_LEFT_OVER, .strict = true},
    {"together", SHARE_LIMITS_LEFT_OVER, .strict = false},
    {"even", SHARE_LIMITS_EVEN, .strict = false},
    {"spatial", SHARE_LIMITS_SPATIAL, .strict = false},
    {"given", SHARE_LIMITS_GIVEN, .strict = false},
    {"slicer", SHARE_LIMITS_LEFT_OVER, .slicer = true},
    {"median", WORK_DISTRIBUTOR_ELASTIC, .rule = ELASTIC_MEDIAN},
    {"mpmax", WORK_DISTRIBUTOR_ELASTIC, .rule = ELASTIC_MPMAX},
    {"equal", WORK_DISTRIBUTOR_ELASTIC, .rule = ELASTIC_EQUAL},
    {"queuemold", WORK_DISTRIBUTOR_ELASTIC, .rule = ELASTIC_QUEUEMOLD},
};
enum { DISPATCHES = sizeof dispatches / sizeof dispatches[0] };

const char gpu_machine_policies[] =
    "leftover, together, even, spatial, given, slicer, median, mpmax, equal, queuemold";

const char *gpu_machine_first_policy(void) { return dispatches[0].name; }

bool gpu_machine_policy(const char *name, size_t length, struct gpu_policy *policy)
{
    for (int d = 0; d < DISPATCHES; d++) {
        if (strlen(dispatches[d].name) != length || strncmp(dispatches[d].name, name, length) != 0)
            continue;
        *policy = (struct gpu_policy){dispatches[d].policy, dispatches[d].strict,
                                      dispatches[d].slicer, dispatches[d].rule};
        return true;
    }
    return false;
}

// ---- sizes -------------------------------------------------------------------------------------

uint32_t gpu_machine_sms(const struct preset *preset)
{
    return preset->chip.sms <= GPU_MAX_SMS ? preset->chip.sms : GPU_MAX_SMS;
}

struct gpu_cfg gpu_machine_cfg(const struct preset *preset, uint32_t sms, uint32_t queues,
                               const uint64_t slicer[3])
{
    struct sm_cfg core = preset->core;
    core.formation = SM_PDOM;
    core.residency = SM_RANGE;
    struct gpu_cfg cfg = gpu_cfg_of(&core, sms);
    cfg.queues = queues;
    if (slicer[0] != 0) {
        cfg.warm = (uint32_t)slicer[0];
        cfg.settle = (uint32_t)slicer[1];
        cfg.window = (uint32_t)slicer[2];
    }
    return cfg;
}

bool gpu_machine_fits(const struct gpu_cfg *cfg, const struct sm_code *code, char error[HOST_ERROR])
{
    static const char *const name[GPU_KINDS] = {"threads", "warps", "registers", "shared memory",
                                                "blocks"};
    const uint32_t warps = (code->kernel.block_threads + cfg->lanes - 1) / cfg->lanes;
    uint32_t room[GPU_KINDS], need[GPU_KINDS];
    const char *comma = "";
    bool fits = true;
    gpu_room(cfg, room);
    gpu_need(cfg, &code->kernel, warps, need);
    int at = snprintf(error, HOST_ERROR, "not one block of %s fits on an SM: it has not enough",
                      code->launch->kernel->name);
    for (uint32_t k = 0; k < GPU_KINDS; k++) {
        if (need[k] <= room[k]) continue;
        at += snprintf(error + at, HOST_ERROR - (size_t)at, "%s %s", comma, name[k]);
        comma = ",";
        fits = false;
    }
    return fits;
}

// ---- a cycle -----------------------------------------------------------------------------------

static void look(const struct gpu_machine *g, const struct work_distributor_out *d,
                 struct gpu_said *said)
{
    said->full = d->full;
    said->free = 0;
    for (uint32_t l = 0; l < g->cfg.launches; l++) said->free |= (uint64_t)d->free[l] << l;
    said->launch_valid = d->launch_valid;
    said->launch_number = d->launch_number;
    said->launch_kernel = d->launch_kernel;
    said->done_valid = d->done_valid;
    said->done_launch = d->done_launch;
    said->runs = d->runs;
    said->none = d->none;
    said->holds = gpu_world_holds(&g->cfg, d->blocks);
}

// The blocks of each kernel on all SMs, as the distributor counts them.
static void count_blocks(struct gpu_machine *g)
{
    const uint32_t *blocks = g->out->distributor.blocks;
    memset(g->held, 0, sizeof g->held);
    for (uint32_t i = 0; i < g->cfg.sms * g->cfg.kernels; i++)
        g->held[i % g->cfg.kernels] += blocks[i];
}

// Of the SM's part: what issues, blocks that end or wait.
static void count(struct gpu_machine *g, uint32_t m)
{
    const struct sm *sm = &g->gpu->sm[m];
    const struct sm_out *o = &g->out->sm[m];
    const uint32_t *owner = g->world->owner;
    struct gpu_counts *c = &g->sm[m];
    for (uint32_t p = 0; p < g->cfg.ports; p++) {
        if (!o->issue_en[p]) continue;
        const uint32_t of = owner[sm->slot_kernel[o->issue[p]->slot[0]]];
        const uint32_t threads = (uint32_t)__builtin_popcountll(o->issue[p]->mask);
        c->share[of].warp_instructions++;
        c->share[of].thread_instructions += threads;
        c->issue[c->issues++] = (struct gpu_issue){g->world->sm[m].memory.cycle, of, threads};
    }
    if (o->block_done) c->share[owner[o->done_kernel]].blocks++;
    c->waits += o->waits;
    c->split += o->split;
}

// Something moves in the SM.
static void work(struct gpu_machine *g, uint32_t m)
{
    uint32_t owner[SM_MAX_LANES];
    count(g, m);
    if ((g->said.holds >> m & 1) == 0) g->watch[m].quiet = 0;
    sm_watch_cycle(&g->watch[m], &g->gpu->sm[m], &g->out->sm[m]);
    const struct sm_asks asks = sm_world_asks(&g->gpu->sm[m], &g->out->sm[m], owner);
    if (gpu_world_take(g->world, m, &asks)) sm_watch_answered(&g->watch[m]);
}

// Nothing does: then there is nothing to count either, and nothing is asked.
static void rest(struct gpu_machine *g, uint32_t m)
{
    if ((g->said.holds >> m & 1) == 0) g->watch[m].quiet = 0;
    sm_watch_rest(&g->watch[m], &g->gpu->sm[m]);
    sm_world_rest(&g->world->sm[m]);
}

// A cycle of an SM, from its inputs to its clock edge. It touches nothing of another SM. An SM
// without a block has nothing to do, and is not watched for standing still.
static void run_cycle(struct gpu_machine *g, uint32_t m, bool alone)
{
    sm_world_inputs(&g->world->sm[m]);
    g->in.sm[m] = g->world->sm[m].in;
    if (alone) gpu_eval_sm_alone(g->gpu, &g->in, g->out, m);
    else gpu_eval_sm(g->gpu, &g->in, g->out, m);
    if (g->out->rest[m].rests) rest(g, m);
    else work(g, m);
    gpu_tick_sm(g->gpu, g->out, m);
}

// Cycles in which the SM is not given anything. One that rests does so until memory brings a line.
static void run_alone(struct gpu_machine *g, uint32_t m, uint64_t cycles)
{
    while (cycles > 0) {
        run_cycle(g, m, true);
        cycles--;
        if (!g->out->rest[m].rests) continue;
        for (; cycles > 0 && !sm_world_brings(&g->world->sm[m]); cycles--) {
            rest(g, m);
            gpu_tick_sm(g->gpu, g->out, m);
        }
    }
}

static void count_divisions(struct gpu_machine *g)
{
    const struct slicer_out *o = &g->out->slicer;
    if (!g->in.slicer || !o->replan) return;
    if (o->policy == SHARE_LIMITS_SPATIAL) g->sliced.spatial++;
    if (o->policy != SHARE_LIMITS_GIVEN) return;
    g->sliced.given++;
    g->sliced.at = g->world->cycle;
    memcpy(g->sliced.blocks, o->given, sizeof g->sliced.blocks);
    memcpy(g->sliced.owner, g->world->owner, sizeof g->sliced.owner);
}

// Cycles that SMs may run in one go. What they ask of memory is there after `link` cycles, and what
// memory brings is here after as many.
static uint64_t apart(const struct gpu_machine *g, uint64_t until)
{
    const struct gpu_world *w = g->world;
    uint64_t most = gpu_dispatch_keeps_apart(g->gpu) ? GPU_STRETCH : 1;
    for (uint32_t m = 0; m < g->cfg.sms && most > 1; m++)
        if (most > g->keeps[m]) most = g->keeps[m];
    if (most > w->chip.cfg.link) most = w->chip.cfg.link;
    if (most > until - w->cycle) most = until - w->cycle;
    return g->trace.to == NULL ? most : 1;
}

static void count_launch(struct gpu_machine *g, uint32_t owner)
{
    struct gpu_share *s = &g->sm[0].share[owner];
    s->launches++;
    s->before = gpu_machine_share(g, owner).blocks;
}

// The host's part of a cycle, and the dispatch's. True: nothing comes of it, for whomever.
static bool dispatch(struct gpu_machine *g)
{
    struct gpu_said said = g->said;
    struct gpu_world *w = g->world;
    const bool settled = streams_settle(g->streams, w->cycle);
    said.launch_valid = false;
    if (streams_ask(g->streams)) {
        gpu_look(g->gpu, g->ahead);
        look(g, g->ahead, &said);
    }
    gpu_world_host(w, &said, &g->in);
    gpu_eval_dispatch(g->gpu, &g->in, g->out);
    if (!g->out->distributor_rests) {
        look(g, &g->out->distributor, &g->said);
        count_blocks(g);
    }
    for (uint32_t k = 0; k < g->cfg.kernels; k++) g->resident[w->owner[k]] += g->held[k];
    if (g->out->distributor.refused) gpu_world_refused(w, &said);
    else if (g->in.launch_ready) count_launch(g, w->owner[said.launch_kernel]);
    return !settled && gpu_gives_nothing(g->out);
}

// The first SM that was stopped; NULL: none.
static const struct sm_watch *stopped(const struct gpu_machine *g)
{
    const struct sm_watch *first = NULL;
    for (uint32_t m = 0; m < g->cfg.sms; m++) {
        const struct sm_watch *w = &g->watch[m];
        if (w->stopped && (first == NULL || w->cycles < first->cycles)) first = w;
    }
    return first;
}

// An SM was stopped: the last `cycles` of the stretch are not counted.
static void uncount(struct gpu_machine *g, uint64_t cycles)
{
    const uint64_t end = g->world->sm[0].memory.cycle - cycles;
    g->world->cycle -= cycles;
    for (uint32_t k = 0; k < g->cfg.kernels; k++)
        g->resident[g->world->owner[k]] -= cycles * g->held[k];
    for (uint32_t m = 0; m < g->cfg.sms; m++) {
        struct gpu_counts *c = &g->sm[m];
        for (; c->issues > 0 && c->issue[c->issues - 1].cycle >= end; c->issues--) {
            const struct gpu_issue *i = &c->issue[c->issues - 1];
            c->share[i->owner].warp_instructions--;
            c->share[i->owner].thread_instructions -= i->threads;
        }
    }
}

// The end of the last cycle of a stretch. What memory holds is that of all its cycles, up to the
// one in which an SM was stopped.
static bool finish(struct gpu_machine *g)
{
    struct gpu_world *w = g->world;
    const struct sm_watch *at = atomic_load(&g->stopped) ? stopped(g) : NULL;
    const uint64_t late = at != NULL ? at->world->memory.cycle - at->cycles : 0;
    count_divisions(g);
    gpu_trace_cycle(&g->trace, w, &g->in, g->out);
    gpu_tick_dispatch(g->gpu, g->out);
    gpu_world_pass(w, &g->said);
    gpu_world_meet(w, late);
    if (late > 0) uncount(g, late);
    if (at != NULL)
        snprintf(g->error, HOST_ERROR, "SM %u: %.*s", (uint32_t)(at - g->watch), HOST_ERROR - 16,
                 at->text);
    else if (w->wrong != NULL) snprintf(g->error, HOST_ERROR, "%s", w->wrong);
    return at == NULL && w->wrong == NULL;
}

bool gpu_machine_run(struct gpu_machine *g, uint64_t until)
{
    const uint64_t most = apart(g, until);
    for (g->stretch = 1; dispatch(g) && g->stretch < most; g->stretch++) {
        gpu_tick_dispatch(g->gpu, g->out);
        gpu_world_pass(g->world, &g->said);
    }
    team_run(&g->team);
    return finish(g);
}

// ---- checkpoint --------------------------------------------------------------------------------

// Inputs are made anew in each cycle, outputs are no state.
static void transfer_inputs(struct gpu_machine *g, struct checkpoint *c)
{
    checkpoint_piece(c, "inputs", &g->in, sizeof g->in);
    if (!c->loads) return;
    g->in.kernel = NULL;
    memset(g->in.sm, 0, sizeof g->in.sm);
    memset(g->out, 0, sizeof *g->out);
    gpu_forget(g->gpu);
}

void gpu_machine_checkpoint(struct gpu_machine *g, const struct sm_codes *codes,
                            struct checkpoint *c)
{
    checkpoint_piece(c, "gpu", g->gpu, sizeof *g->gpu);
    checkpoint_piece(c, "said", &g->said, sizeof g->said);
    checkpoint_piece(c, "sliced", &g->sliced, sizeof g->sliced);
    checkpoint_piece(c, "counts", g->sm, g->cfg.sms * sizeof *g->sm);
    checkpoint_piece(c, "held", g->held, sizeof g->held);
    checkpoint_piece(c, "resident", g->resident, sizeof g->resident);
    transfer_inputs(g, c);
    gpu_world_checkpoint(g->world, codes, c);
    for (uint32_t m = 0; m < g->cfg.sms; m++) sm_watch_checkpoint(&g->watch[m], codes, c);
}

// ---- counters ----------------------------------------------------------------------------------

struct gpu_share gpu_machine_share(const struct gpu_machine *g, uint32_t owner)
{
    struct gpu_share all = {.resident = g->resident[owner]};
    for (uint32_t m = 0; m < g->cfg.sms; m++) {
        const struct gpu_share *s = &g->sm[m].share[owner];
        all.launches += s->launches;
        all.blocks += s->blocks;
        all.warp_instructions += s->warp_instructions;
        all.thread_instructions += s->thread_instructions;
        all.before += s->before;
    }
    return all;
}

uint64_t gpu_machine_waits(const struct gpu_machine *g)
{
    uint64_t all = 0;
    for (uint32_t m = 0; m < g->cfg.sms; m++) all += g->sm[m].waits;
    return all;
}

uint64_t gpu_machine_split(const struct gpu_machine *g)
{
    uint64_t all = 0;
    for (uint32_t m = 0; m < g->cfg.sms; m++) all += g->sm[m].split;
    return all;
}

uint64_t gpu_machine_unset(const struct gpu_machine *g, char note[HOST_ERROR])
{
    uint64_t all = 0;
    note[0] = 0;
    for (uint32_t m = 0; m < g->cfg.sms; m++) {
        const struct sm_watch *w = &g->watch[m];
        if (all == 0 && w->unset > 0) memcpy(note, w->note, sizeof w->note);
        all += w->unset;
    }
    return all;
}

// ---- a GPU -------------------------------------------------------------------------------------

static bool refuse(struct gpu_machine *g, const char *wrong)
{
    snprintf(g->error, HOST_ERROR, "preset %s: %s", g->preset->name, wrong);
    return false;
}

// The world and the watches of a GPU that begins.
static const char *begin(struct gpu_machine *g, uint32_t stack_bytes)
{
    const struct sm_cfg core = gpu_sm_cfg(&g->cfg);
    const char *wrong =
        gpu_world_init(g->world, &g->cfg, &g->preset->chip, g->streams, stack_bytes);
    if (wrong != NULL) return wrong;
    gpu_reset(g->gpu);
    for (uint32_t m = 0; m < g->cfg.sms; m++)
        sm_watch_begin(&g->watch[m], &g->world->sm[m], &core, 0, "--steps N");
    return NULL;
}

bool gpu_machine_init(struct gpu_machine *g, const struct preset *preset, const struct gpu_cfg *cfg,
                      struct streams *streams, uint32_t stack_bytes, struct gpu_policy policy)
{
    g->preset = preset;
    g->cfg = *cfg;
    atomic_init(&g->stopped, false);
    g->streams = streams;
    g->gpu = calloc(1, sizeof *g->gpu);
    g->out = calloc(1, sizeof *g->out);
    g->ahead = calloc(1, sizeof *g->ahead);
    g->world = calloc(1, sizeof *g->world);
    g->watch = calloc(cfg->sms, sizeof *g->watch);
    g->sm = calloc(cfg->sms, sizeof *g->sm);
    if (!g->gpu || !g->out || !g->ahead || !g->world || !g->watch || !g->sm)
        return refuse(g, "no memory on the host for so many SMs");
    const char *wrong = gpu_init(g->gpu, cfg);
    if (wrong == NULL) wrong = begin(g, stack_bytes);
    if (wrong != NULL) return refuse(g, wrong);
    g->world->wanted = g->world->now = policy;
    return true;
}

// Memory is the first part, since it is the longest.
static void part_of_team(void *all, uint32_t part)
{
    struct gpu_machine *g = all;
    const uint32_t m = part - 1;
    if (part == 0) {
        gpu_world_memory(g->world, g->stretch);
        return;
    }
    g->sm[m].issues = 0;
    run_alone(g, m, g->stretch - 1);
    run_cycle(g, m, false);
    const uint32_t keeps = gpu_sm_keeps_apart(g->gpu, m);
    if (g->keeps[m] != keeps) g->keeps[m] = keeps;
    if (g->watch[m].stopped) atomic_store(&g->stopped, true);
}

bool gpu_machine_team(struct gpu_machine *g, uint32_t threads)
{
    return team_begin(&g->team, threads, 1 + g->cfg.sms, part_of_team, g);
}

bool gpu_machine_restart(struct gpu_machine *g)
{
    const struct gpu_policy wanted = g->world->wanted;
    const uint64_t cycle = g->world->cycle, fallbacks = g->world->fallbacks;
    const uint32_t stack_bytes = g->world->stack_bytes;
    const bool spread = g->in.spread;
    gpu_trace_stop(&g->trace);
    gpu_world_free(g->world);
    memset(&g->in, 0, sizeof g->in);
    memset(g->out, 0, sizeof *g->out);
    memset(&g->said, 0, sizeof g->said);
    memset(g->held, 0, sizeof g->held);
    g->in.spread = spread;
    atomic_store(&g->stopped, false);
    g->error[0] = 0;
    const char *wrong = begin(g, stack_bytes);
    g->world->wanted = g->world->now = wanted;
    g->world->cycle = cycle;
    g->world->fallbacks = fallbacks;
    return wrong == NULL || refuse(g, wrong);
}

void gpu_machine_free(struct gpu_machine *g)
{
    team_end(&g->team);
    for (uint32_t m = 0; g->watch != NULL && m < g->cfg.sms; m++) sm_watch_free(&g->watch[m]);
    if (g->world != NULL) gpu_world_free(g->world);
    free(g->gpu);
    free(g->out);
    free(g->ahead);
    free(g->world);
    free(g->watch);
    free(g->sm);
}
