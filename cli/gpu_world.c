// SPDX-License-Identifier: Apache-2.0
#include "gpu_world.h"

#include <stdlib.h>
#include <string.h>

#include "dispatch/share_limits.h"

// Each SM has its part of local memory, one behind the other.
static uint32_t local_bytes(const struct gpu_world *w)
{
    const struct sm_cfg core = gpu_sm_cfg(&w->cfg);
    const uint32_t line = core.line_bytes;
    const uint32_t bytes = sm_world_local_bytes(&core, w->stack_bytes);
    return (bytes + line - 1) / line * line;
}

// Elastic Kernels, 4.3: the median of Parboil2's kernels, and the threads of a molded one.
static void set_median(struct gpu_world *w)
{
    enum { MEDIAN_THREADS = 224, MEDIAN_REGISTERS = 6144, MEDIAN_BYTES = 256, MOLD_THREADS = 512 };
    const struct gpu_cfg *c = &w->cfg;
    const struct sm_kernel median = {.block_threads = MEDIAN_THREADS,
                                     .block_rows = (MEDIAN_REGISTERS / c->lanes + c->banks - 1) /
                                                   c->banks * c->banks,
                                     .block_bytes = MEDIAN_BYTES};
    gpu_need(c, &median, (MEDIAN_THREADS + c->lanes - 1) / c->lanes, w->median);
    w->mold = MOLD_THREADS;
}

const char *gpu_world_init(struct gpu_world *w, const struct gpu_cfg *cfg,
                           const struct chip_memory_cfg *chip, struct streams *streams,
                           uint32_t stack_bytes)
{
    struct chip_memory_cfg memory = *chip;
    const struct line_memory_cfg clock = {
        .line_bytes = cfg->line_bytes, .latency = 1, .interval = 1, .under_way = 1};
    memset(w, 0, sizeof *w);
    w->cfg = *cfg;
    w->streams = streams;
    w->stack_bytes = stack_bytes;
    set_median(w);
    memory.sms = cfg->sms;
    memory.line_bytes = cfg->line_bytes;
    const char *wrong = chip_memory_init(&w->chip, &memory);
    for (uint32_t m = 0; m < cfg->sms && wrong == NULL; m++) {
        wrong = sm_world_init(&w->sm[m], &clock, NULL);
        w->sm[m].chip = &w->chip;
        w->sm[m].number = m;
        w->sm[m].contents = streams->memory;
    }
    if (wrong != NULL) return wrong;
    return chip_memory_attach(&w->chip, streams->memory, cfg->sms * local_bytes(w), 0)
               ? NULL
               : "no memory on the host";
}

void gpu_world_free(struct gpu_world *w)
{
    for (uint32_t m = 0; m < w->cfg.sms; m++) sm_world_free(&w->sm[m]);
    chip_memory_free(&w->chip);
}

// ---- the host ----------------------------------------------------------------------------------

// What is known of a program's largest kernel is what it has launched until now.
static void describe_program(struct gpu_world *w, uint32_t owner, struct gpu_in *in)
{
    uint32_t *largest = w->largest[owner];
    uint32_t need[GPU_KINDS];
    gpu_need(&w->cfg, in->kernel, in->block_warps, need);
    for (uint32_t r = 0; r < GPU_KINDS; r++)
        if (need[r] > largest[r]) largest[r] = need[r];
    memcpy(in->largest, largest, sizeof in->largest);
}

static void describe(struct gpu_world *w, const struct gpu_said *said, struct gpu_in *in)
{
    struct stream_launch *l = streams_offered(w->streams, said->launch_number);
    const uint32_t k = said->launch_kernel;
    if (l == NULL || k >= w->cfg.kernels) {
        w->wrong = "a launch begins that was not pushed, or has begun";
        return;
    }
    if (!streams_begin(w->streams, l, w->cycle)) return;
    in->launch_ready = true;
    in->kernel = &l->code.kernel;
    in->block_warps = (l->code.kernel.block_threads + w->cfg.lanes - 1) / w->cfg.lanes;
    in->slice = w->slice[l->owner];
    describe_program(w, l->owner, in);
    w->owner[k] = l->owner;
    const uint32_t local = local_bytes(w);
    for (uint32_t m = 0; m < w->cfg.sms; m++) {
        w->sm[m].code[k] = &l->code;
        in->local[m] = LINE_CONTENTS_LOCAL + m * local;
    }
}

// ---- the policy --------------------------------------------------------------------------------

// Longer than a division takes: while one is under way, kernels may seem to be without a block.
enum { SETTLED = 1000 };

static bool is_same(struct gpu_policy a, struct gpu_policy b)
{
    return a.policy == b.policy && a.strict == b.strict && a.slicer == b.slicer && a.rule == b.rule;
}

// The even part of an SM may be too small for a block, and there may be fewer SMs than kernels:
// under such a policy a kernel would never have a block.
static void fall_back(struct gpu_world *w, const struct gpu_said *said)
{
    const struct gpu_policy together = {.policy = SHARE_LIMITS_LEFT_OVER};
    const struct gpu_policy spatial = {.policy = SHARE_LIMITS_SPATIAL};
    const bool each_one = (uint32_t)__builtin_popcount(said->runs) <= w->cfg.sms;
    w->instead = w->now.policy == SHARE_LIMITS_EVEN && each_one ? spatial : together;
    w->falls = true;
    w->fallbacks++;
}

// Each change of kernels or policy starts a division.
static void choose_policy(struct gpu_world *w, const struct gpu_said *said, struct gpu_in *in)
{
    const bool same = said->runs == w->runs, without = (said->runs & said->none) != 0;
    if (!same) w->falls = false;
    w->settled = same && without ? w->settled + 1 : 0;
    w->runs = said->runs;
    if (w->settled >= SETTLED && (w->now.slicer || w->now.policy != SHARE_LIMITS_LEFT_OVER))
        fall_back(w, said);
    const struct gpu_policy next = w->falls ? w->instead : w->wanted;
    in->replan = !is_same(next, w->now);
    if (in->replan) w->settled = 0;
    w->now = next;
    in->slicer = next.slicer;
    in->policy = next.policy;
    in->rule = next.rule;
    in->strict = next.strict;
}

// Blocks that an SM may hold of a kernel, with the policy given.
static uint32_t given(const struct gpu_world *w, uint32_t owner)
{
    const uint32_t most = w->most[owner];
    return most == 0 || most > w->cfg.blocks ? w->cfg.blocks : most;
}

void gpu_world_host(struct gpu_world *w, const struct gpu_said *said, struct gpu_in *in)
{
    const struct stream_push push = streams_push(w->streams, said->full, said->free, w->cfg.queues);
    in->push_en = push.valid;
    in->push_wait = push.wait;
    in->push_stream = push.stream;
    in->push_launch = push.launch;
    in->launch_ready = false;
    choose_policy(w, said, in);
    if (said->launch_valid) describe(w, said, in);
    memcpy(in->median, w->median, sizeof in->median);
    in->mold = w->mold;
    for (uint32_t k = 0; k < w->cfg.kernels; k++) in->given[k] = given(w, w->owner[k]);
}

void gpu_world_refused(struct gpu_world *w, const struct gpu_said *said)
{
    streams_refuse(w->streams, said->launch_number);
}

// ---- SMs ---------------------------------------------------------------------------------------

void gpu_world_inputs(struct gpu_world *w)
{
    for (uint32_t m = 0; m < w->cfg.sms; m++) sm_world_inputs(&w->sm[m]);
}

bool gpu_world_take(struct gpu_world *w, uint32_t sm, const struct sm_asks *asks)
{
    return sm_world_take(&w->sm[sm], asks);
}

uint32_t gpu_world_holds(const struct gpu_cfg *cfg, const uint32_t *blocks)
{
    uint32_t holds = 0;
    for (uint32_t i = 0; i < cfg->sms * cfg->kernels; i++)
        if (blocks[i] != 0) holds |= 1u << i / cfg->kernels;
    return holds;
}

// The watch of an SM judges its blocks; where there are none, nothing may stand still either.
static void watch_launches(struct gpu_world *w, const struct gpu_said *said)
{
    w->quiet = said->holds == 0 && streams_busy(w->streams) ? w->quiet + 1 : 0;
    if (w->quiet >= GPU_WORLD_QUIET) w->wrong = "a launch waits, and no SM gets a block";
}

void gpu_world_pass(struct gpu_world *w, const struct gpu_said *said)
{
    if (said->done_valid && !streams_done(w->streams, said->done_launch, w->cycle + 1))
        w->wrong = "a launch is done that does not run";
    watch_launches(w, said);
    w->cycle++;
}

void gpu_world_memory(struct gpu_world *w, uint64_t cycles)
{
    for (uint64_t n = 0; n < cycles; n++) chip_memory_run(&w->chip);
}

void gpu_world_meet(struct gpu_world *w, uint64_t late)
{
    chip_memory_meet(&w->chip, w->chip.cycle - late);
}

void gpu_world_tick(struct gpu_world *w, const struct gpu_said *said)
{
    gpu_world_pass(w, said);
    chip_memory_tick(&w->chip);
}

// ---- checkpoint --------------------------------------------------------------------------------

void gpu_world_checkpoint(struct gpu_world *w, const struct sm_codes *codes, struct checkpoint *c)
{
    struct gpu_world *mine = checkpoint_whole(c, "world", w, sizeof *w);
    w->streams = mine->streams;
    w->wrong = mine->wrong;
    chip_memory_checkpoint(&w->chip, &mine->chip, c);
    for (uint32_t m = 0; m < w->cfg.sms; m++)
        sm_world_checkpoint(&w->sm[m], &mine->sm[m], codes, c);
    checkpoint_whole_end(c, mine);
}
