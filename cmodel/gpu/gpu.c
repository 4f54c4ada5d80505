/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu/gpu.h"

#include <string.h>

#include "common/bits.h"

/* Kinds of room. */
enum { THREADS, WARPS, SETS, GRAINS, BLOCKS };

enum { WORD_BYTES = 4 };

/* --- sizes --------------------------------------------------------------- */

/* What an SM and the GPU call by the same name: of either, for the other. */
#define SIZES_OF(c)                                                                                \
    .slots = (c)->slots, .lanes = (c)->lanes, .simd = (c)->simd, .ports = (c)->ports,              \
    .policy = (c)->policy, .group = (c)->group, .entries = (c)->entries,                           \
    .frame_width = (c)->frame_width, .depth = (c)->depth, .levels = (c)->levels,                   \
    .blocks = (c)->blocks, .max_warps = (c)->max_warps, .threads = (c)->threads,                   \
    .shuffle = (c)->shuffle, .banks = (c)->banks, .sets = (c)->sets, .div_bits = (c)->div_bits,    \
    .float_steps = (c)->float_steps, .accesses = (c)->accesses, .line_bytes = (c)->line_bytes,     \
    .cache_sets = (c)->cache_sets, .ways = (c)->ways, .mshrs = (c)->mshrs, .merges = (c)->merges,  \
    .shared_banks = (c)->shared_banks, .shared_words = (c)->shared_words,                          \
    .row_bits = (c)->row_bits, .holds = (c)->holds, .patience = (c)->patience,                     \
    .access_queue = (c)->access_queue, .cache_banks = (c)->cache_banks,                            \
    .mem_queue = (c)->mem_queue

/* Dynamic warps, Virtual Thread and Zorua are not in these SMs: what is theirs is as small as it
 * may be. */
struct sm_cfg gpu_sm_cfg(const struct gpu_cfg *c)
{
    return (struct sm_cfg){
        .formation = SM_PDOM,
        .residency = SM_RANGE,
        SIZES_OF(c),
        .ctas = c->blocks,
        .warps = c->slots,
        .kernels = c->kernels,
        .lane_slots = 1,
    };
}

struct gpu_cfg gpu_cfg_of(const struct sm_cfg *c, uint32_t sms)
{
    return (struct gpu_cfg){
        .sms = sms,
        .streams = 32,
        .queues = 32,
        .commands = 4,
        .launches = 64,
        .kernels = c->kernels,
        .warm = 20000,
        .settle = 5000,
        .window = 5000,
        .perf_width = 16,
        SIZES_OF(c),
    };
}

static uint32_t grain_words(const struct gpu_cfg *cfg)
{
    const struct sm_cfg c = gpu_sm_cfg(cfg);
    return 1u << sm_grain_bits(&c);
}

void gpu_room(const struct gpu_cfg *c, uint32_t room[GPU_KINDS])
{
    room[THREADS] = c->threads;
    room[WARPS] = c->slots;
    room[SETS] = c->sets;
    room[GRAINS] = c->shared_words / grain_words(c);
    room[BLOCKS] = c->blocks;
}

void gpu_need(const struct gpu_cfg *c, const struct sm_kernel *k, uint32_t warps,
              uint32_t need[GPU_KINDS])
{
    const uint32_t grain = WORD_BYTES * grain_words(c);
    need[THREADS] = k->block_threads;
    need[WARPS] = warps;
    need[SETS] = k->block_rows / c->banks;
    need[GRAINS] = (k->block_bytes + grain - 1) / grain;
    need[BLOCKS] = 1;
}

/* --- init and reset ------------------------------------------------------ */

static uint32_t width_of(uint32_t most)
{
    uint32_t width = 0;
    while (most >> width != 0) width++;
    return width;
}

/* Bits of the largest need that the ports can hold: threads of a block; register sets, grains. */
static uint32_t need_width(const struct gpu_cfg *c)
{
    const uint32_t size = width_of(c->lanes * c->max_warps), room = width_of(c->threads);
    const uint32_t sets = width_of(c->banks * c->sets) + 1 - (width_of(c->banks) - 1);
    const uint32_t grains = width_of(WORD_BYTES * c->shared_words) - (width_of(grain_words(c)) - 1);
    uint32_t width = size > room ? size : room;
    if (sets > width) width = sets;
    return grains > width ? grains : width;
}

static const char *init_slicer(struct gpu *s)
{
    const struct gpu_cfg *c = &s->cfg;
    const uint32_t instr_width = width_of(c->ports * c->window);
    const struct sample_counters_cfg counters = {c->ports, c->window, instr_width, c->mshrs};
    const struct slicer_cfg slicer = {c->sms,  c->kernels, c->blocks, GPU_KINDS,   need_width(c),
                                      c->warm, c->settle,  c->window, instr_width, c->perf_width};
    const char *wrong = slicer_init(&s->slicer, &slicer);
    for (uint32_t m = 0; wrong == NULL && m < c->sms; m++)
        wrong = sample_counters_init(&s->counters[m], &counters);
    return wrong;
}

/* What the dispatch will see of an SM, behind its clock edge. */
static void see(struct gpu *s, uint32_t m)
{
    const struct range_residency *r = &s->sm[m].residency.ranges;
    const uint32_t done = range_residency_done(r);
    const bool ends = done != r->cfg.frames;
    const struct gpu_seen now = {s->sm[m].phase == SM_IDLE, !r->here, ends,
                                 ends ? (uint8_t)r->kernel[done] : 0};
    if (memcmp(&now, &s->seen[m], sizeof now) != 0) s->seen[m] = now;
}

const char *gpu_init(struct gpu *s, const struct gpu_cfg *cfg)
{
    const struct sm_cfg core = gpu_sm_cfg(cfg);
    const char *wrong = NULL;
    if (cfg->sms < 1 || cfg->sms > GPU_MAX_SMS) return "Sms must be 1 to 16";
    if (cfg->launches > 64) return "Launches must be at most 64";
    s->cfg = *cfg;
    s->distributor_rests = false;
    memset(s->rest, 0, sizeof s->rest);
    for (uint32_t m = 0; m < cfg->sms && wrong == NULL; m++) {
        wrong = sm_init(&s->sm[m], &core);
        see(s, m);
    }
    if (wrong != NULL) return wrong;
    wrong = work_distributor_init(
        &s->distributor,
        &(struct work_distributor_cfg){cfg->sms, cfg->kernels, cfg->blocks, GPU_KINDS,
                                       need_width(cfg), THREADS, GRAINS, cfg->streams, cfg->queues,
                                       cfg->commands, cfg->launches});
    return wrong != NULL ? wrong : init_slicer(s);
}

void gpu_reset(struct gpu *s)
{
    s->distributor_rests = false;
    work_distributor_reset(&s->distributor);
    slicer_reset(&s->slicer);
    for (uint32_t m = 0; m < s->cfg.sms; m++) {
        sample_counters_reset(&s->counters[m]);
        sm_reset(&s->sm[m]);
        s->rest[m].rests = false;
        see(s, m);
    }
}

/* --- eval ---------------------------------------------------------------- */

/* What SMs say of their state: it is known before a cycle's inputs. */
static void look_at_sms(const struct gpu *s, struct work_distributor_in *d)
{
    d->sm_idle = d->block_ready = d->end_valid = 0;
    for (uint32_t m = 0; m < s->cfg.sms; m++) {
        const struct gpu_seen *seen = &s->seen[m];
        if (seen->idle) d->sm_idle |= bit(m);
        if (seen->block_ready) d->block_ready |= bit(m);
        if (!seen->end_valid) continue;
        d->end_valid |= bit(m);
        d->end_kernel[m] = seen->end_kernel;
    }
}

void gpu_look(const struct gpu *s, struct work_distributor_out *out)
{
    struct work_distributor_in in = {.push_en = false};
    look_at_sms(s, &in);
    gpu_room(&s->cfg, in.room);
    work_distributor_eval(&s->distributor, &in, out);
}

/* The slicer's outputs depend on its state alone. Its inputs are the distributor's and the
 * counters', which have state alone, too. */
static void eval_slicer(const struct gpu *s, struct gpu_out *out)
{
    const struct work_distributor_out *d = &out->distributor;
    struct slicer_in *in = &out->slicer_in;
    in->begin_en = d->kernel_en;
    in->begin_kernel = d->launch_kernel;
    memcpy(in->begin_need, out->distributor_in.need, sizeof out->distributor_in.need);
    gpu_room(&s->cfg, in->room);
    in->runs = d->runs;
    for (uint32_t i = 0; i < s->cfg.sms * s->cfg.kernels; i++) in->blocks[i] = d->blocks[i];
    in->done = 0;
    for (uint32_t m = 0; m < s->cfg.sms; m++) {
        const struct sample_counters_out *c = &out->counters[m];
        sample_counters_eval(&s->counters[m], &out->counters_in[m], &out->counters[m]);
        if (c->done) in->done |= bit(m);
        in->instr[m] = c->instr;
        in->stall[m] = c->stall;
    }
}

static void tell_distributor(const struct gpu *s, const struct gpu_in *in,
                             const struct slicer_out *sliced, struct work_distributor_in *d)
{
    d->push_en = in->push_en;
    d->push_wait = in->push_wait;
    d->push_stream = in->push_stream;
    d->push_launch = in->push_launch;
    d->launch_ready = in->launch_ready;
    if (in->launch_ready) {
        d->grid_x = in->kernel->grid[0];
        d->grid_y = in->kernel->grid[1];
        d->grid_z = in->kernel->grid[2];
        gpu_need(&s->cfg, in->kernel, in->block_warps, d->need);
        memcpy(d->largest, in->largest, sizeof in->largest);
        d->slice = in->slice;
    }
    gpu_room(&s->cfg, d->room);
    d->policy = in->slicer ? sliced->policy : in->policy;
    d->from = in->slicer ? sliced->from : in->from;
    memcpy(d->given, in->slicer ? sliced->given : in->given, sizeof d->given);
    d->rule = in->rule;
    memcpy(d->median, in->median, sizeof in->median);
    d->mold = in->mold;
    d->strict = in->strict;
    d->spread = in->spread;
    d->replan = in->replan || (in->slicer && sliced->replan);
    look_at_sms(s, d);
}

/* A distributor that rests, and is told the same, gives the same again. */
void gpu_eval_dispatch(const struct gpu *s, const struct gpu_in *in, struct gpu_out *out)
{
    struct work_distributor_in to = out->distributor_in;
    slicer_eval(&s->slicer, &out->slicer_in, &out->slicer);
    tell_distributor(s, in, &out->slicer, &to);
    out->distributor_rests =
        s->distributor_rests && memcmp(&to, &out->distributor_in, sizeof to) == 0;
    if (!out->distributor_rests) {
        out->distributor_in = to;
        work_distributor_eval(&s->distributor, &to, &out->distributor);
    }
    eval_slicer(s, out);
}

static void count(const struct gpu *s, const struct sm_in *in, const struct sm_out *sm, bool start,
                  struct sample_counters_in *c)
{
    c->issue = 0;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        c->issue |= (uint32_t)sm->issue_en[p] << p;
        c->why[p] = sm->why[p];
    }
    c->request = sm->memory.mem_valid && in->mem_ready;
    c->answer = in->fill_valid && sm->memory.fill_ready;
    c->start_en = start;
}

static bool brings_nothing(const struct sm_in *in)
{
    return !in->kernel_en && !in->block_valid && !in->rsp_valid && !in->fill_valid &&
           !in->back_valid;
}

/* What the distributor has for an SM in a cycle. */
struct given {
    bool kernel, block;
};

/* Is an SM told the same as the last time, and brought nothing in either cycle? */
static bool is_left_alone(const struct gpu_in *in, const struct gpu_out *out, uint32_t m,
                          struct given given)
{
    const struct sm_in *now = &in->sm[m], *before = &out->sm_in[m];
    return !given.kernel && !given.block && in->local[m] == out->kernel[m].local &&
           brings_nothing(now) && brings_nothing(before) &&
           now->fetch_ready == before->fetch_ready && now->mem_ready == before->mem_ready &&
           now->spill_ready == before->spill_ready;
}

static void tell_sm(const struct gpu_in *in, struct gpu_out *out, uint32_t m, struct given given)
{
    const struct work_distributor_out *d = &out->distributor;
    struct sm_in *to = &out->sm_in[m];
    *to = in->sm[m];
    to->kernel_en = given.kernel;
    to->kernel_number = d->launch_kernel;
    if (given.kernel) out->kernel[m] = *in->kernel;
    out->kernel[m].local = in->local[m];
    to->kernel = &out->kernel[m];
    to->block_valid = given.block;
    to->block_kernel = d->block_kernel;
    memcpy(to->block_id, d->block_id, sizeof to->block_id);
}

/* An SM that rests, and is left alone, gives the same again. */
static void eval_sm(const struct gpu *s, const struct gpu_in *in, struct gpu_out *out, uint32_t m,
                    struct given given, bool start)
{
    out->rest[m].rests = s->rest[m].rests && is_left_alone(in, out, m, given);
    if (!out->rest[m].rests) {
        tell_sm(in, out, m, given);
        sm_eval(&s->sm[m], &out->sm_in[m], &out->sm[m]);
    }
    count(s, &out->sm_in[m], &out->sm[m], start, &out->counters_in[m]);
}

void gpu_eval_sm(const struct gpu *s, const struct gpu_in *in, struct gpu_out *out, uint32_t m)
{
    const struct work_distributor_out *d = &out->distributor;
    const struct given given = {d->kernel_en, has(d->block_valid, m)};
    eval_sm(s, in, out, m, given, out->slicer.start_en);
}

void gpu_eval_sm_alone(const struct gpu *s, const struct gpu_in *in, struct gpu_out *out,
                       uint32_t m)
{
    const struct given nothing = {false, false};
    eval_sm(s, in, out, m, nothing, false);
}

bool gpu_dispatch_keeps_apart(const struct gpu *s)
{
    return s->distributor_rests && !slicer_looks(&s->slicer);
}

uint32_t gpu_sm_keeps_apart(const struct gpu *s, uint32_t m) { return sm_keeps_blocks(&s->sm[m]); }

bool gpu_gives_nothing(const struct gpu_out *out)
{
    return out->distributor_rests && !out->slicer.start_en;
}

void gpu_forget(struct gpu *s)
{
    s->distributor_rests = false;
    for (uint32_t m = 0; m < s->cfg.sms; m++) {
        s->rest[m].rests = false;
        sm_forget(&s->sm[m]);
    }
}

void gpu_eval(const struct gpu *s, const struct gpu_in *in, struct gpu_out *out)
{
    gpu_eval_dispatch(s, in, out);
    for (uint32_t m = 0; m < s->cfg.sms; m++) gpu_eval_sm(s, in, out, m);
}

/* --- tick and check ------------------------------------------------------ */

void gpu_tick_sm(struct gpu *s, const struct gpu_out *out, uint32_t m)
{
    s->rest[m].rests = out->rest[m].rests || sm_rests(&s->sm[m], &out->sm_in[m], &out->sm[m]);
    if (s->rest[m].rests) {
        sm_pass(&s->sm[m]);
    } else {
        sm_tick(&s->sm[m], &out->sm_in[m], &out->sm[m]);
        see(s, m);
    }
    sample_counters_tick(&s->counters[m], &out->counters_in[m], &out->counters[m]);
}

void gpu_tick_dispatch(struct gpu *s, const struct gpu_out *out)
{
    const struct work_distributor_in *in = &out->distributor_in;
    s->distributor_rests =
        out->distributor_rests || work_distributor_rests(&s->distributor, in, &out->distributor);
    if (!s->distributor_rests) work_distributor_tick(&s->distributor, in, &out->distributor);
    slicer_tick(&s->slicer, &out->slicer_in, &out->slicer);
}

void gpu_tick(struct gpu *s, const struct gpu_in *in, const struct gpu_out *out)
{
    (void)in;
    for (uint32_t m = 0; m < s->cfg.sms; m++) gpu_tick_sm(s, out, m);
    gpu_tick_dispatch(s, out);
}

const char *gpu_check(const struct gpu *s)
{
    const char *wrong = work_distributor_check(&s->distributor);
    if (wrong == NULL) wrong = slicer_check(&s->slicer);
    for (uint32_t m = 0; wrong == NULL && m < s->cfg.sms; m++) {
        wrong = sm_check(&s->sm[m]);
        if (wrong == NULL) wrong = sample_counters_check(&s->counters[m]);
    }
    return wrong;
}
