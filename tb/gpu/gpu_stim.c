/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of hd_gpu: several programs of programs/ at once, each a host that launches its kernels
 * on a stream (cli/workload.h), with code and memory around the GPU (cli/gpu_world.h). What the
 * kernels have computed is looked at by the programs themselves: a wrong result is a failure, also
 * where RTL and model agree.
 *
 * A round is a mixture of programs; when all have ended the next round begins, after a reset or
 * without one. A profile is how programs are mixed, or the name of one program.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "common/lockstep.h"
#include "gpu/gpu_seam.h"
#include "dispatch/share_limits.h"
#include "gpu_world.h"
#include "program.h"
#include "run.h"
#include "sm_watch.h"
#include "workload.h"

enum { STACK_BYTES = 1024, NAMES = 12 };

/* A bench without checkers has none. */
#pragma weak gpu_observer

/* Which policies a mixture has: any; the slicer's; that of elastic kernels; no limits. */
enum which { ANY, SLICED, ELASTIC, TOGETHER };

/* Shares are in 1/16. */
static const struct mixture {
    const char *name;
    uint32_t programs; /* at once, at most */
    bool reset;        /* now and then */
    unsigned stalls;   /* of a round: code and memory are late */
    unsigned replan;   /* of cycles without a kernel: another policy is wanted */
    uint32_t eighths;  /* of the size of a test */
    uint32_t orders;   /* a stream waits for another one once in so many cycles; 0: never */
    uint32_t large;    /* a launch comes that no SM has room for, likewise */
    enum which which;
    const char *names[NAMES];
} mixtures[] = {
    {.name = "uniform",
     .programs = 4,
     .stalls = 4,
     .replan = 1,
     .eighths = 8,
     .names = {"vadd", "histogram", "transpose", "scan", "warp_scan", "bfs", "reduction", "nqueens",
               "nw", "blackscholes", "matmul", "fft"}},
    {.name = "alone",
     .programs = 1,
     .stalls = 2,
     .eighths = 8,
     .names = {"vadd", "histogram", "reduction", "fft", "matvec", "transpose"}},
    {.name = "crowd",
     .programs = 8,
     .replan = 4,
     .eighths = 8,
     .orders = 400,
     .names = {"vadd", "saxpy", "transpose", "warp_scan", "matvec", "histogram", "reduction"}},
    {.name = "resets",
     .programs = 3,
     .reset = true,
     .stalls = 4,
     .replan = 1,
     .eighths = 8,
     .orders = 400,
     .large = 4000,
     .names = {"vadd", "histogram", "saxpy", "math", "reduction", "bfs"}},
    {.name = "slicer", .programs = 2, .eighths = 48, .which = SLICED, .names = {"saxpy", "vadd"}},
    {.name = "brief",
     .programs = 8,
     .stalls = 2,
     .replan = 4,
     .eighths = 1,
     .orders = 50,
     .large = 200,
     .names = {"vadd", "saxpy", "warp_scan", "nw", "dct8x8", "histogram", "scan", "transpose",
               "nqueens", "nested"}},
    {.name = "elastic",
     .programs = 4,
     .stalls = 1,
     .replan = 1,
     .eighths = 8,
     .orders = 4000,
     .large = 4000,
     .which = ELASTIC,
     .names = {"pieces", "nested", "vadd", "pieces", "haar", "warp_scan", "pieces"}},
    {.name = "sizes", .programs = 4, .eighths = 4, .which = TOGETHER, .names = {"pieces"}},
    {.name = "deep", .programs = 4, .stalls = 4, .eighths = 8, .names = {"nested"}},
};
enum { MIXTURES = sizeof mixtures / sizeof mixtures[0] };

const char *const hd_profiles[] = {"uniform", "alone",   "crowd", "resets", "slicer",
                                   "brief",   "elastic", "sizes", "deep",   NULL};

bool hd_stim_knows(const char *profile)
{
    for (int m = 0; m < MIXTURES; m++)
        if (strcmp(mixtures[m].name, profile) == 0) return true;
    return program_find(profile) != NULL;
}

static struct {
    struct gpu_cfg cfg;
    struct sm_cfg core;
    struct chip_memory_cfg chip;
    const struct mixture *mixture; /* NULL: one program */
    bool in_reset, failed, here;
    uint64_t rounds;
    struct workload work;
    struct gpu_world world;
    struct gpu_said said;     /* as of this cycle */
    struct gpu_in host;       /* the host's part of the inputs */
    struct gpu_policy policy; /* of the last round: a division may still be under way */
    struct sm_watch watch[GPU_MAX_SMS];
    uint32_t late; /* of 16 cycles */
    bool offered[GPU_MAX_SMS];
    struct stream_launch large; /* of which no block has room: nobody waits for it */
    bool comes;                 /* it is under way */
} env;

/* ---- failures ---- */

__attribute__((format(printf, 1, 2))) static void fail(const char *format, ...)
{
    char why[HOST_ERROR];
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    hd_wrong("gpu", why);
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

/* ---- rounds ---- */

/* Small memories, so that much waits. */
static struct chip_memory_cfg memory_of(uint32_t line_bytes)
{
    return (struct chip_memory_cfg){
        .sms = env.cfg.sms,
        .slices = 2,
        .line_bytes = line_bytes,
        .chunk_bytes = 2 * line_bytes,
        .hash = true,
        .under_way = 8,
        .link = 4,
        .flit_bytes = 8,
        .depth = 2,
        .slice =
            {.sets = 8, .ways = 2, .sectors = 2, .mshrs = 4, .merges = 2, .latency = 8, .depth = 3},
        .channel = {.depth = 4,
                    .banks = 2,
                    .row_bytes = 8 * line_bytes,
                    .bytes = 8,
                    .t_cl = 4,
                    .t_rcd = 3,
                    .t_rp = 3,
                    .t_ras = 7,
                    .t_rc = 10,
                    .t_rrd = 2,
                    .t_wtr = 2,
                    .patience = 60,
                    .clock_up = 2,
                    .clock_down = 3},
    };
}

static const char *choose_program(void)
{
    if (env.mixture == NULL) return hd_run.profile;
    uint32_t names = 0;
    while (names < NAMES && env.mixture->names[names] != NULL) names++;
    return env.mixture->names[draw(names)];
}

static enum which which(void) { return env.mixture == NULL ? ANY : env.mixture->which; }

enum { SHARES_STAY = 150 }; /* cycles, a few divisions: programs run through many rules and rooms */

/* Of elastic: room for other kernels, none to half of an SM, and every second time all of one kind:
 * a kernel that needs of that kind has one place, whatever the other kinds are. Of given:
 * blocks. */
static void choose_shares(void)
{
    const uint32_t all = draw(2 * GPU_KINDS);
    uint32_t room[GPU_KINDS];
    gpu_room(&env.cfg, room);
    env.world.wanted.rule = draw(4);
    for (uint32_t r = 0; r < GPU_KINDS; r++)
        env.world.median[r] = r == all ? room[r] : share(4) ? 0 : draw(room[r] / 2 + 1);
    env.world.mold = 1 + draw(room[0]);
    for (uint32_t o = 0; o < GPU_WORLD_OWNERS; o++) env.world.most[o] = draw(env.cfg.blocks + 1);
}

/* What each program says that its largest kernel needs. A kernel that needs more counts once it has
 * been launched. */
static void choose_largest(void)
{
    uint32_t room[GPU_KINDS];
    gpu_room(&env.cfg, room);
    for (uint32_t o = 0; o < GPU_WORLD_OWNERS; o++)
        for (uint32_t r = 0; r < GPU_KINDS; r++)
            env.world.largest[o][r] = share(8) ? 0 : draw(room[r] + 1);
}

static void choose_policy(void)
{
    static const uint32_t policies[] = {SHARE_LIMITS_LEFT_OVER,   SHARE_LIMITS_EVEN,
                                        SHARE_LIMITS_SPATIAL,     SHARE_LIMITS_GIVEN,
                                        WORK_DISTRIBUTOR_ELASTIC, WORK_DISTRIBUTOR_ELASTIC};
    struct gpu_policy *wanted = &env.world.wanted;
    wanted->slicer = which() == SLICED || (which() == ANY && share(4));
    wanted->policy = policies[draw(sizeof policies / sizeof policies[0])];
    if (which() == ELASTIC) wanted->policy = WORK_DISTRIBUTOR_ELASTIC;
    if (which() == TOGETHER) wanted->policy = SHARE_LIMITS_LEFT_OVER;
    wanted->strict = which() != TOGETHER && wanted->policy == SHARE_LIMITS_LEFT_OVER && share(8);
    choose_shares();
    env.host.spread = share(8);
}

static void begin_round(void)
{
    char error[HOST_ERROR];
    const uint32_t most = env.mixture == NULL ? 1 : env.mixture->programs;
    const uint32_t least = which() == ANY ? 1 : which() == ELASTIC ? most : 2; /* side by side */
    const uint32_t programs = least + draw(most + 1 - least);
    env.rounds++;
    workload_init(&env.work, &env.core);
    for (uint32_t i = 0; i < programs; i++) {
        const struct program *p = program_find(choose_program());
        struct workload_entry e = {.name = p->name,
                                   .size = share(8) ? p->odd : 1 + draw(p->odd),
                                   .seed = hd_run.seed + 100 * env.rounds + i,
                                   .stream =
                                       which() == ANY ? draw(env.cfg.streams) : i % env.cfg.streams,
                                   .at = share(8) ? 0 : draw(2000),
                                   .stack_bytes = STACK_BYTES};
        if (env.mixture != NULL) e.size = (e.size * env.mixture->eighths + 7) / 8;
        if (env.mixture == NULL) e.size = hd_run.size != 0 ? hd_run.size : p->odd;
        if (!workload_add(&env.work, &e, error)) stop("%s", error);
    }
    const char *wrong =
        gpu_world_init(&env.world, &env.cfg, &env.chip, &env.work.streams, STACK_BYTES);
    if (wrong != NULL) stop("memory behind the SMs: %s", wrong);
    choose_largest();
    choose_policy();
    const uint32_t slice = share(5) ? 1 + draw(2 * env.cfg.blocks * env.cfg.sms) : 0;
    for (uint32_t o = 0; o < GPU_WORLD_OWNERS; o++) env.world.slice[o] = slice;
    env.world.now = env.policy;
    for (uint32_t m = 0; m < env.cfg.sms; m++) {
        sm_watch_begin(&env.watch[m], &env.world.sm[m], &env.core, 0, "STEPS=N");
        env.offered[m] = false;
    }
    env.late = env.mixture != NULL && share(env.mixture->stalls) ? 4 + draw(8) : 0;
    env.here = true;
}

static void drop_round(void)
{
    if (!env.here) return;
    for (uint32_t m = 0; m < env.cfg.sms; m++) sm_watch_free(&env.watch[m]);
    env.policy = env.world.now;
    gpu_world_free(&env.world);
    workload_free(&env.work);
    env.here = false;
}

static void end_round(void)
{
    for (uint32_t i = 0; i < env.work.count; i++) {
        const struct host *h = workload_host(&env.work, i);
        if (h->failed)
            fail("program %s size %u, %u of round %" PRIu64 ": %s", workload_name(&env.work, i),
                 h->size, i, env.rounds, h->error);
    }
    drop_round();
    if (hd_run.once) hd_run.cycles = hd_run.cycle + 1;
}

/* ---- the cycle ---- */

static bool now(void) { return !share(env.late); }

static void offer_sm(struct gpu_view_sm_in *in, struct sm_in *w, uint32_t m)
{
    w->fetch_ready = now();
    w->mem_ready = w->mem_ready && now();
    w->fill_valid = w->fill_valid && (env.offered[m] || now());
    w->spill_ready = w->spill_ready && now();
    in->fetch_ready = w->fetch_ready;
    in->rsp_valid = w->rsp_valid;
    in->rsp_slot = w->rsp_slot;
    in->rsp_word = w->rsp_word;
    in->rsp_meet = w->rsp_meet;
    in->rsp_meets = w->rsp_meets;
    in->mem_ready = w->mem_ready;
    in->fill_valid = w->fill_valid;
    in->fill_id = w->fill_id;
    if (w->fill_valid) memcpy(in->fill_data, w->fill_data, env.cfg.line_bytes);
    in->spill_ready = w->spill_ready;
    in->back_valid = w->back_valid;
    in->back_slot = w->back_slot;
    memcpy(in->back_data, w->back_data, sizeof in->back_data);
}

static void large_over(struct stream_launch *l)
{
    (void)l;
    env.comes = false;
}

/* One kind of room is too small for it, by little or by much. */
static struct sm_kernel too_large(void)
{
    const struct gpu_cfg *c = &env.cfg;
    struct sm_kernel k = {.grid = {1, 1, 1}, .block = {1, 1, 1}, .block_threads = 1};
    const uint32_t more = share(8) ? 1 : 1 + draw(16);
    k.thread_sets = 1;
    k.block_rows = c->banks;
    switch (draw(3)) {
    case 0: k.block_threads = c->threads + more; break;
    case 1: k.block_rows = (c->sets + more) * c->banks; break;
    default: k.block_bytes = 4 * (c->shared_words + more); break;
    }
    k.block[0] = k.block_threads;
    return k;
}

static void launch_large(void)
{
    if (env.mixture == NULL || env.mixture->large == 0 || env.comes) return;
    if (draw(env.mixture->large) != 0) return;
    env.large = (struct stream_launch){
        .code.kernel = too_large(), .owner = GPU_WORLD_OWNERS - 1, .over = large_over};
    if (!streams_launch(&env.work.streams, draw(env.cfg.streams), &env.large)) stop("no memory");
    env.comes = true;
}

/* What follows in one stream waits for what another has come to. */
static void order_streams(void)
{
    struct streams *s = &env.work.streams;
    if (env.mixture == NULL || env.mixture->orders == 0 || draw(env.mixture->orders) != 0) return;
    struct stream_mark *mark = streams_mark(s, draw(env.cfg.streams));
    if (mark == NULL || !streams_wait(s, draw(env.cfg.streams), mark)) stop("no memory");
    stream_mark_release(mark);
}

static void offer(struct gpu_view_in *in)
{
    struct gpu_in *h = &env.host;
    workload_compute(&env.work, env.world.cycle);
    order_streams();
    launch_large();
    streams_settle(&env.work.streams, env.world.cycle);
    if (which() == ELASTIC && draw(SHARES_STAY) == 0) choose_shares();
    gpu_world_host(&env.world, &env.said, h);
    gpu_world_inputs(&env.world);
    if (env.mixture != NULL && env.said.runs == 0 && share(env.mixture->replan)) choose_policy();
    in->push_en = h->push_en;
    in->push_wait = h->push_wait;
    in->push_stream = h->push_stream;
    in->push_launch = h->push_launch;
    in->launch_ready = h->launch_ready;
    if (h->launch_ready) in->kernel = *h->kernel;
    if (h->launch_ready) in->block_warps = h->block_warps;
    memcpy(in->largest, h->largest, sizeof in->largest);
    in->slice = h->slice;
    memcpy(in->local, h->local, sizeof in->local);
    in->slicer = h->slicer;
    in->policy = h->policy;
    memcpy(in->given, h->given, sizeof in->given);
    in->rule = h->rule;
    memcpy(in->median, h->median, sizeof in->median);
    in->mold = h->mold;
    in->strict = h->strict;
    in->spread = h->spread;
    in->replan = h->replan;
    for (uint32_t m = 0; m < env.cfg.sms; m++) offer_sm(&in->sm[m], &env.world.sm[m].in, m);
}

/* Before the clock edge, with what the checkers see. */
static void observe(const struct gpu *s, const struct gpu_out *out)
{
    if (!env.here || env.in_reset || env.failed) return;
    for (uint32_t m = 0; m < env.cfg.sms; m++) {
        if ((env.said.holds >> m & 1) == 0) env.watch[m].quiet = 0;
        sm_watch_cycle(&env.watch[m], &s->sm[m], &out->sm[m]);
    }
}

static void take_sm(const struct gpu_view_sm_in *in, const struct gpu_view_sm_out *out, uint32_t m)
{
    uint32_t owner[SM_MAX_LANES], data[LINE_CONTENTS_MAX_WORDS], expect[LINE_CONTENTS_MAX_WORDS];
    for (uint32_t l = 0; l < env.cfg.lanes; l++) owner[l] = out->mem_owner * SM_MAX_LANES + l;
    memcpy(data, out->mem_data, env.cfg.line_bytes);
    memcpy(expect, out->mem_expect, env.cfg.line_bytes);
    const struct sm_asks asks = {
        .fetch = out->fetch_valid && in->fetch_ready,
        .fetch_slot = out->fetch_slot,
        .fetch_pc = out->fetch_pc,
        .fetch_kernel = out->fetch_kernel,
        .memory = out->mem_valid && out->mem_kind <= 2,
        .request = {out->mem_kind, out->mem_id, out->mem_line, data, out->mem_be, out->mem_op,
                    out->mem_lanes, out->mem_word, owner, expect},
        .fill_ready = out->fill_ready,
        .spill = out->spill_valid && out->spill_level < SIMT_STACK_MAX_LEVELS,
        .spill_load = out->spill_load,
        .spill_slot = out->spill_slot,
        .spill_warp = out->spill_slot,
        .spill_level = out->spill_level,
        .spill_data = out->spill_data,
    };
    const bool answered = gpu_world_take(&env.world, m, &asks);
    env.offered[m] = in->fill_valid && !answered;
    if (answered) sm_watch_answered(&env.watch[m]);
}

/* What the GPU did at the edge that ended the last cycle. */
static void take(const struct gpu_view_in *in, const struct gpu_view_out *out)
{
    if (!env.here || env.in_reset || env.failed) return;
    if (out->refused) gpu_world_refused(&env.world, &env.said);
    for (uint32_t m = 0; m < env.cfg.sms; m++) take_sm(&in->sm[m], &out->sm[m], m);
    gpu_world_tick(&env.world, &env.said);
    if (env.world.wrong != NULL) fail("%s", env.world.wrong);
    for (uint32_t m = 0; m < env.cfg.sms && !env.failed; m++) {
        if (!env.watch[m].stopped) continue;
        if (env.watch[m].explained) hd_explained();
        fail("SM %u: %s", m, env.watch[m].text);
    }
}

/* Distributor outputs of this cycle: they are state. */
static void look(const struct gpu_view_out *out)
{
    env.said.full = out->full;
    env.said.free = 0;
    for (uint32_t l = 0; l < env.cfg.launches; l++) env.said.free |= (uint64_t)out->free[l] << l;
    env.said.launch_valid = out->launch_valid;
    env.said.launch_number = out->launch_number;
    env.said.launch_kernel = out->launch_kernel;
    env.said.done_valid = out->done_valid;
    env.said.done_launch = out->done_launch;
    env.said.runs = out->runs;
    env.said.none = out->none;
    env.said.holds = gpu_world_holds(&env.cfg, out->blocks);
}

void gpu_stim_open(const struct gpu_cfg *cfg)
{
    if (&gpu_observer != NULL) gpu_observer = observe;
    env.cfg = *cfg;
    env.core = gpu_sm_cfg(cfg);
    env.chip = memory_of(cfg->line_bytes);
    for (int m = 0; m < MIXTURES; m++)
        if (strcmp(mixtures[m].name, hd_run.profile) == 0) env.mixture = &mixtures[m];
    if (hd_run.once) hd_run.cycles = UINT64_MAX;
}

/* In a reset the inputs are what they were. */
bool gpu_stim(struct gpu_view_in *in, const struct gpu_view_out *out)
{
    take(in, out);
    const bool resets = env.mixture != NULL && env.mixture->reset;
    env.in_reset = hd_run.cycle < 2 || (resets && hd_stim_reset(&hd_draws));
    if (env.in_reset) {
        drop_round();
        return false;
    }
    look(out);
    if (env.failed) return true;
    if (env.here && workload_over(&env.work) && out->idle) end_round();
    if (!env.here && !env.failed) begin_round();
    offer(in);
    return true;
}
