/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/slicer.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

/* The longest scaling, which may begin as the slicer begins anew, and then a cycle for each kernel
 * whose samples are cleared. No more kernels are scaled than there are SMs. */
static uint32_t least_warm(const struct slicer_cfg *cfg)
{
    const uint32_t bits = clog2(cfg->window + 1) + cfg->instr_width + cfg->perf_width;
    const uint32_t most = cfg->sms < cfg->kernels ? cfg->sms : cfg->kernels;
    const uint32_t scaling = most * cfg->blocks * (bits + 1) + cfg->kernels + 1;
    return scaling + cfg->kernels;
}

static const char *cycles_error(const struct slicer_cfg *cfg)
{
    if (cfg->warm < 1 || cfg->warm > SLICER_MAX_CYCLES) return "Warm must be 1 to 65535";
    if (cfg->settle < 1 || cfg->settle > SLICER_MAX_CYCLES) return "Settle must be 1 to 65535";
    if (cfg->window < 1 || cfg->window > SLICER_MAX_WINDOW) return "Window must be 1 to 65535";
    return NULL;
}

static const char *cfg_error(const struct slicer_cfg *cfg)
{
    if (cfg->sms < 1 || cfg->sms > SLICER_MAX_SMS) return "Sms must be 1 to 64";
    if (cfg->kernels < 1 || cfg->kernels > SLICER_MAX_KERNELS) return "Kernels must be 1 to 16";
    if (cfg->blocks < 1 || cfg->blocks > SLICER_MAX_BLOCKS) return "Blocks must be 1 to 32";
    if (cfg->kinds < 1 || cfg->kinds > SLICER_MAX_KINDS) return "Kinds must be 1 to 8";
    if (cfg->need_width < 1 || cfg->need_width > 32) return "NeedWidth must be 1 to 32";
    const char *error = cycles_error(cfg);
    if (error != NULL) return error;
    if (cfg->instr_width < 1 || cfg->instr_width > 20) return "InstrWidth must be 1 to 20";
    if (cfg->perf_width < 4 || cfg->perf_width > 32) return "PerfWidth must be 4 to 32";
    if (cfg->warm < least_warm(cfg))
        return "Warm must be longer than a scaling by Kernels cycles at least";
    return NULL;
}

/* The blocks inside take all sizes that the slicer takes. */
static void init_parts(struct slicer *s)
{
    const struct perf_scale_cfg scale = {.kernels = s->cfg.kernels,
                                         .blocks = s->cfg.blocks,
                                         .window = s->cfg.window,
                                         .instr_width = s->cfg.instr_width,
                                         .perf_width = s->cfg.perf_width};
    const struct water_fill_cfg fill = {.kernels = s->cfg.kernels,
                                        .blocks = s->cfg.blocks,
                                        .perf_width = s->cfg.perf_width,
                                        .kinds = s->cfg.kinds,
                                        .need_width = s->cfg.need_width};
    perf_scale_init(&s->scale, &scale);
    water_fill_init(&s->fill, &fill);
}

const char *slicer_init(struct slicer *s, const struct slicer_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    init_parts(s);
    slicer_reset(s);
    return NULL;
}

/* What has a meaning in some phases alone has no reset. */
void slicer_reset(struct slicer *s)
{
    s->phase = SLICER_REST;
    s->runs = 0;
    s->policy = SHARE_LIMITS_LEFT_OVER;
    s->replan = false;
    s->start = false;
    perf_scale_reset(&s->scale);
    water_fill_reset(&s->fill);
    s->told = 0;
    s->begun = 0;
    s->since = s->cfg.window + 1;
    s->room_there = false;
    s->done_before = 0;
    memset(&s->out_before, 0, sizeof s->out_before);
}

/* --- kernels ------------------------------------------------------------- */

/* K of the page. */
static uint32_t kernels_in(const struct slicer *s, uint32_t set)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) n += has(set, k);
    return n;
}

/* Are there two kernels to divide for, and an SM for each of them? */
static bool is_worth_it(const struct slicer *s, uint32_t set)
{
    const uint32_t n = kernels_in(s, set);
    return n >= 2 && n <= s->cfg.sms;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void slicer_eval(const struct slicer *s, const struct slicer_in *in, struct slicer_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->start_en = s->start;
    out->policy = s->policy;
    out->replan = s->replan;
    if (s->policy == SHARE_LIMITS_PROFILE) out->from = s->from;
    if (s->policy == SHARE_LIMITS_GIVEN)
        memcpy(out->given, s->given, s->cfg.kernels * sizeof s->given[0]);
}

/* --- what the blocks inside are given ------------------------------------ */

/* Inputs and outputs of the blocks inside in a cycle. */
struct parts {
    struct perf_scale_in scale_in;
    struct perf_scale_out scale_out;
    struct water_fill_in fill_in;
    struct water_fill_out fill_out;
};

static uint32_t warm_up(const struct slicer *s)
{
    return s->from == 1 ? s->cfg.warm : s->cfg.settle;
}

/* A kernel a cycle, in the last cycles of the first round's warm-up: by then a scaling that was
 * under way as the slicer began anew has ended, and a water filling as well. */
static void clear_samples(const struct slicer *s, struct perf_scale_in *scale)
{
    const uint32_t to_go = s->cfg.warm - s->count;
    if (s->phase != SLICER_WARM || s->from != 1 || to_go > s->cfg.kernels) return;
    scale->clear_en = true;
    scale->clear_kernel = to_go - 1;
}

/* The only kernel with a block on the SM; Kernels if there is none, or more than one. */
static uint32_t lone_kernel(const struct slicer *s, const uint32_t *blocks)
{
    uint32_t lone = s->cfg.kernels;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (blocks[k] == 0) continue;
        if (lone != s->cfg.kernels) return s->cfg.kernels;
        lone = k;
    }
    return lone;
}

/* The numbers of all kernels are as noted: a kernel that has left the SM since has run there. */
static void collect_sample(const struct slicer *s, const struct slicer_in *in,
                           struct perf_scale_in *scale)
{
    if (s->phase != SLICER_COLLECT) return;
    const uint32_t row = s->sm * s->cfg.kernels;
    const uint32_t lone = lone_kernel(s, &in->blocks[row]);
    if (lone == s->cfg.kernels) return;
    if (memcmp(&in->blocks[row], &s->noted[row], s->cfg.kernels * sizeof s->noted[0]) != 0) return;
    scale->sample_en = true;
    scale->sample_kernel = lone;
    scale->sample_blocks = in->blocks[row + lone];
    scale->sample_instr = in->instr[s->sm];
    scale->sample_stall = in->stall[s->sm];
}

/* Both blocks ignore a start while they work, so each of them is started in the first cycle of its
 * phase. What it works for stays until it has ended, also if the slicer begins anew. */
static void eval_parts(const struct slicer *s, const struct slicer_in *in, struct parts *p)
{
    memset(p, 0, sizeof *p);
    clear_samples(s, &p->scale_in);
    collect_sample(s, in, &p->scale_in);
    perf_scale_eval(&s->scale, &p->scale_in, &p->scale_out);
    p->scale_in.start_en = s->phase == SLICER_SCALE;
    p->scale_in.kernels = p->scale_out.idle ? s->runs : s->scale.asked;

    water_fill_eval(&s->fill, &p->fill_in, &p->fill_out);
    p->fill_in.perf_en = p->scale_out.perf_en;
    p->fill_in.perf_kernel = p->scale_out.perf_kernel;
    p->fill_in.perf_blocks = p->scale_out.perf_blocks;
    p->fill_in.perf_value = p->scale_out.perf_value;
    p->fill_in.start_en = s->phase == SLICER_FILL;
    p->fill_in.kernels = s->runs;
    memcpy(p->fill_in.room, in->room, sizeof p->fill_in.room);
    memcpy(p->fill_in.need, p->fill_out.idle ? s->need : s->fill.need, sizeof p->fill_in.need);
}

/* --- tick: from phase to phase ------------------------------------------- */

static void begin_warm(struct slicer *s, uint32_t from)
{
    s->phase = SLICER_WARM;
    s->count = 0;
    s->policy = SHARE_LIMITS_PROFILE;
    s->from = from;
}

static void begin_anew(struct slicer *s, uint32_t runs)
{
    if (is_worth_it(s, runs)) {
        begin_warm(s, 1);
        return;
    }
    s->phase = SLICER_REST;
    s->policy = SHARE_LIMITS_LEFT_OVER;
}

/* The start is seen in the first cycle of the phase. */
static void begin_window(struct slicer *s, uint32_t phase)
{
    s->phase = phase;
    s->count = 0;
    s->start = true;
}

/* --- tick: the profile --------------------------------------------------- */

static void warm(struct slicer *s, const struct slicer_in *in)
{
    s->count++;
    if (s->count < warm_up(s)) return;
    memcpy(s->noted, in->blocks, sizeof s->noted);
    begin_window(s, SLICER_SAMPLE);
}

/* A cycle of a window. In the start's cycle and in the next one the SMs may still say that the
 * window before has ended. Then the SMs are looked at one by one. */
static void await_window(struct slicer *s, const struct slicer_in *in, uint32_t next)
{
    if (s->count < 2) {
        s->count++;
        return;
    }
    if (in->done != ones(s->cfg.sms)) return;
    s->phase = next;
    s->sm = 0;
    s->sum = 0;
}

static bool is_last_sm(const struct slicer *s) { return s->sm + 1 == s->cfg.sms; }

/* Each kernel has Sms / K SMs at least, and so many numbers of blocks have been tried. */
static void collect(struct slicer *s)
{
    if (!is_last_sm(s)) {
        s->sm++;
        return;
    }
    const uint32_t next = s->from + s->cfg.sms / kernels_in(s, s->runs);
    if (next <= s->cfg.blocks) begin_warm(s, next);
    else s->phase = SLICER_SCALE;
}

/* --- tick: the decision -------------------------------------------------- */

/* The least performance that a kernel may have when so many share the SM: the loss is 6 / (5 K). */
static uint64_t least_performance(const struct slicer *s, uint32_t kernels)
{
    return bit(s->cfg.perf_width) * (5 * kernels - 6) / (5 * kernels);
}

/* A kernel that runs has a block: the water fill has not failed. */
static bool loses_too_much(const struct slicer *s, uint32_t k)
{
    const uint32_t perf = s->fill.perf[k * s->cfg.blocks + s->fill.blocks[k] - 1];
    return perf < least_performance(s, kernels_in(s, s->runs));
}

static bool is_good(const struct slicer *s, const struct water_fill_out *fill)
{
    if (fill->fail) return false;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (has(s->runs, k) && loses_too_much(s, k)) return false;
    }
    return true;
}

static void decide(struct slicer *s, const struct water_fill_out *fill)
{
    if (is_good(s, fill)) {
        s->policy = SHARE_LIMITS_GIVEN;
        memcpy(s->given, fill->blocks, sizeof s->given);
    } else {
        s->policy = SHARE_LIMITS_SPATIAL;
    }
    s->referred = false;
    s->other = false;
    s->phase = SLICER_SETTLE;
    s->count = 0;
}

/* Blocks come and end until they are as the division says: then its behaviour can be measured. */
static void settle(struct slicer *s)
{
    s->count++;
    if (s->count == s->cfg.settle) begin_window(s, SLICER_SHARED);
}

/* --- tick: the behaviour ------------------------------------------------- */

static bool is_other(const struct slicer *s)
{
    return 2 * s->sum < s->reference || s->sum > 2 * s->reference;
}

/* Behind the last SM the sum is whole. */
static void add(struct slicer *s, const struct slicer_in *in)
{
    s->sum += in->instr[s->sm];
    if (!is_last_sm(s)) {
        s->sm++;
        return;
    }
    if (!s->referred) {
        s->reference = s->sum;
        s->referred = true;
        begin_window(s, SLICER_SHARED);
        return;
    }
    const bool was_other = s->other;
    s->other = is_other(s);
    if (was_other && s->other) begin_anew(s, s->runs);
    else begin_window(s, SLICER_SHARED);
}

/* --- tick ---------------------------------------------------------------- */

static void step(struct slicer *s, const struct slicer_in *in, const struct parts *p)
{
    switch (s->phase) {
    case SLICER_WARM: warm(s, in); break;
    case SLICER_SAMPLE: await_window(s, in, SLICER_COLLECT); break;
    case SLICER_COLLECT: collect(s); break;
    case SLICER_SCALE:
        if (p->scale_out.done) s->phase = SLICER_FILL;
        break;
    case SLICER_FILL:
        if (p->fill_out.done) s->phase = SLICER_DECIDE;
        break;
    case SLICER_DECIDE: decide(s, &p->fill_out); break;
    case SLICER_SETTLE: settle(s); break;
    case SLICER_SHARED: await_window(s, in, SLICER_ADD); break;
    case SLICER_ADD: add(s, in); break;
    default: break;
    }
}

static void store_needs(struct slicer *s, const struct slicer_in *in)
{
    const uint32_t k = in->begin_kernel;
    s->begun = 0;
    if (!in->begin_en || k >= s->cfg.kernels) return;
    memcpy(&s->need[k * s->cfg.kinds], in->begin_need, s->cfg.kinds * sizeof s->need[0]);
    s->begun = (uint32_t)bit(k);
    s->told |= s->begun;
}

/* Is the policy the same, with all that has a meaning under it? */
static bool is_same_policy(const struct slicer_out *a, const struct slicer_out *b)
{
    return a->policy == b->policy && a->from == b->from &&
           memcmp(a->given, b->given, sizeof a->given) == 0;
}

static bool is_new_policy(const struct slicer *s, const struct slicer_in *in,
                          const struct slicer_out *out)
{
    struct slicer_out now;
    slicer_eval(s, in, &now);
    return !is_same_policy(&now, out);
}

/* What check and promise ask of the cycle before. */
static void remember(struct slicer *s, const struct slicer_in *in, const struct slicer_out *out)
{
    if (out->start_en) s->since = 0;
    if (s->since <= s->cfg.window) s->since++;
    s->room_there = true;
    memcpy(s->room, in->room, sizeof s->room);
    s->done_before = out->start_en ? 0 : in->done;
    memcpy(s->instr_before, in->instr, sizeof s->instr_before);
    memcpy(s->stall_before, in->stall, sizeof s->stall_before);
    s->out_before = *out;
}

/* The needs are stored last: the blocks inside look at those of the cycle. */
void slicer_tick(struct slicer *s, const struct slicer_in *in, const struct slicer_out *out)
{
    struct parts parts;
    eval_parts(s, in, &parts);
    s->start = false;
    if (in->runs != s->runs) begin_anew(s, in->runs);
    else step(s, in, &parts);
    s->runs = in->runs;
    s->replan = is_new_policy(s, in, out);
    perf_scale_tick(&s->scale, &parts.scale_in, &parts.scale_out);
    water_fill_tick(&s->fill, &parts.fill_in, &parts.fill_out);
    store_needs(s, in);
    remember(s, in, out);
}

bool slicer_looks(const struct slicer *s)
{
    return s->phase == SLICER_SAMPLE || s->phase == SLICER_COLLECT || s->phase == SLICER_SHARED ||
           s->phase == SLICER_ADD;
}

/* --- check --------------------------------------------------------------- */

/* The blocks were given into the room of the cycles before, which is constant. */
static bool given_fits(const struct slicer *s)
{
    for (uint32_t r = 0; r < s->cfg.kinds; r++) {
        uint64_t sum = 0;
        for (uint32_t k = 0; k < s->cfg.kernels; k++)
            sum += (uint64_t)s->given[k] * s->need[k * s->cfg.kinds + r];
        if (sum > s->room[r]) return false;
    }
    return true;
}

static bool each_has(const struct slicer *s)
{
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (has(s->runs, k) && s->given[k] == 0) return false;
    }
    return true;
}

static bool replans(const struct slicer *s)
{
    const struct slicer_in none = {0};
    struct slicer_out now;
    slicer_eval(s, &none, &now);
    return now.replan || is_same_policy(&now, &s->out_before);
}

const char *slicer_check(const struct slicer *s)
{
    if (s->policy == SHARE_LIMITS_GIVEN && !given_fits(s)) return "given_fits";
    if (s->policy == SHARE_LIMITS_GIVEN && !each_has(s)) return "each_has";
    if (!is_worth_it(s, s->runs) && s->policy != SHARE_LIMITS_LEFT_OVER) return "rests_alone";
    if (!replans(s)) return "replans";
    const char *broken = perf_scale_check(&s->scale);
    return broken != NULL ? broken : water_fill_check(&s->fill);
}

/* --- promise ------------------------------------------------------------- */

/* What a port cannot hold. The enables are of no matter: a port has its width at all times. */
static const char *width_promise(const struct slicer *s, const struct slicer_in *in)
{
    const struct slicer_cfg *cfg = &s->cfg;
    const uint32_t kernel_bits = cfg->kernels > 1 ? clog2(cfg->kernels) : 1;
    if (exceeds(&in->begin_kernel, 1, kernel_bits))
        return "a number has more bits than KernelWidth";
    if (exceeds(in->begin_need, cfg->kinds, cfg->need_width))
        return "a need has more bits than NeedWidth";
    if (exceeds(in->room, cfg->kinds, cfg->need_width))
        return "an amount of room has more bits than NeedWidth";
    if (exceeds(&in->runs, 1, cfg->kernels)) return "runs_i has more bits than Kernels";
    if (exceeds(in->blocks, cfg->sms * cfg->kernels, clog2(cfg->blocks + 1)))
        return "a number of blocks has more bits than BlockWidth";
    if ((in->done & ~ones(cfg->sms)) != 0) return "done_i has more bits than Sms";
    if (exceeds(in->instr, cfg->sms, cfg->instr_width))
        return "a number of instructions has more bits than InstrWidth";
    return NULL;
}

static const char *kernel_promise(const struct slicer *s, const struct slicer_in *in)
{
    if (in->begin_en && has(in->runs, in->begin_kernel))
        return "the needs of a kernel come while it runs";
    if ((in->runs & ~s->told) != 0) return "a kernel runs whose needs have not come";
    if ((s->begun & ~in->runs) != 0) return "a kernel has begun, and does not run a cycle later";
    if (s->room_there && memcmp(in->room, s->room, s->cfg.kinds * sizeof in->room[0]) != 0)
        return "room_i changes";
    return NULL;
}

/* A window that began Window cycles ago or later has not ended. */
static const char *counter_promise(const struct slicer *s, const struct slicer_in *in)
{
    if (in->done != 0 && s->since >= 2 && s->since <= s->cfg.window)
        return "done_i is high before the window has ended";
    for (uint32_t sm = 0; sm < s->cfg.sms; sm++) {
        if (in->stall[sm] > s->cfg.window) return "an SM stalled for more cycles than Window";
        if (s->start || !has(in->done & s->done_before, sm)) continue;
        if (in->instr[sm] != s->instr_before[sm] || in->stall[sm] != s->stall_before[sm])
            return "what an SM has counted changes while its done_i is high";
    }
    return NULL;
}

const char *slicer_promise(const struct slicer *s, const struct slicer_in *in)
{
    const char *broken = width_promise(s, in);
    if (broken == NULL) broken = kernel_promise(s, in);
    return broken != NULL ? broken : counter_promise(s, in);
}
