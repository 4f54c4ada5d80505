/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/perf_scale.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "common/widths.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct perf_scale_cfg *cfg)
{
    if (cfg->kernels < 1 || cfg->kernels > PERF_SCALE_MAX_KERNELS) return "Kernels must be 1 to 16";
    if (cfg->blocks < 1 || cfg->blocks > PERF_SCALE_MAX_BLOCKS) return "Blocks must be 1 to 32";
    if (cfg->window < 1 || cfg->window > PERF_SCALE_MAX_WINDOW) return "Window must be 1 to 65535";
    if (cfg->instr_width < 1 || cfg->instr_width > 20) return "InstrWidth must be 1 to 20";
    if (cfg->perf_width < 1 || cfg->perf_width > 32) return "PerfWidth must be 1 to 32";
    return NULL;
}

const char *perf_scale_init(struct perf_scale *s, const struct perf_scale_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void perf_scale_reset(struct perf_scale *s)
{
    s->phase = PERF_SCALE_IDLE;
    memset(s->there, 0, sizeof s->there);
}

/* --- samples ------------------------------------------------------------- */

static uint32_t stall_width(const struct perf_scale *s) { return clog2(s->cfg.window + 1); }

/* Where kernel k with j blocks, 1 or more, is found in instr, stall and there. */
static uint32_t element(const struct perf_scale *s, uint32_t k, uint32_t j)
{
    return k * s->cfg.blocks + j - 1;
}

/* With how many different numbers of blocks was the kernel sampled? n of the page. */
static uint32_t samples(const struct perf_scale *s, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t j = 1; j <= s->cfg.blocks; j++) n += s->there[element(s, k, j)];
    return n;
}

/* The sum of these numbers of blocks. S of the page. */
static uint32_t sum_of_blocks(const struct perf_scale *s, uint32_t k)
{
    uint32_t sum = 0;
    for (uint32_t j = 1; j <= s->cfg.blocks; j++) {
        if (s->there[element(s, k, j)]) sum += j;
    }
    return sum;
}

/* Of the kernel that is scaled with the number of blocks that is looked at. */
static uint32_t instr_now(const struct perf_scale *s)
{
    const uint32_t e = element(s, s->kernel, s->at);
    return s->there[e] ? s->instr[e] : 0;
}

static uint32_t stall_now(const struct perf_scale *s)
{
    const uint32_t e = element(s, s->kernel, s->at);
    return s->there[e] ? s->stall[e] : 0;
}

/* --- the slope, which may be negative ------------------------------------ */

/* From -(Blocks * (Blocks + 1) / 2) to Blocks * Blocks: the upper end decides, and a sign. */
static uint32_t slope_width(const struct perf_scale *s)
{
    return clog2(s->cfg.blocks * s->cfg.blocks + 1) + 1;
}

static void set_slope(struct perf_scale *s, int64_t slope)
{
    const int64_t whole = (int64_t)bit(slope_width(s));
    s->slope = (uint32_t)(slope < 0 ? whole + slope : slope);
}

static int64_t get_slope(const struct perf_scale *s)
{
    const int64_t whole = (int64_t)bit(slope_width(s));
    return s->slope < whole / 2 ? s->slope : s->slope - whole;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void perf_scale_eval(const struct perf_scale *s, const struct perf_scale_in *in,
                     struct perf_scale_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->idle = s->phase == PERF_SCALE_IDLE;
    out->done = s->phase == PERF_SCALE_DONE;
    out->perf_en = s->phase == PERF_SCALE_WRITE;
    if (!out->perf_en) return;
    out->perf_kernel = s->kernel;
    out->perf_blocks = s->at;
    out->perf_value = s->perf;
}

/* --- tick: from phase to phase ------------------------------------------- */

/* A phase of several cycles counts them in bit. */
static void begin(struct perf_scale *s, uint32_t phase, uint32_t blocks)
{
    s->phase = phase;
    s->at = blocks;
    s->bit = 0;
}

static void next_kernel(struct perf_scale *s)
{
    if (s->kernel + 1 == s->cfg.kernels) {
        s->phase = PERF_SCALE_DONE;
        return;
    }
    s->kernel++;
    s->phase = PERF_SCALE_SUM;
}

static void start(struct perf_scale *s, const struct perf_scale_in *in)
{
    s->phase = PERF_SCALE_SUM;
    s->kernel = 0;
    s->asked = in->kernels;
    s->cycles = 0;
    memset(s->written, 0, sizeof s->written);
    s->written_twice = false;
}

/* --- tick: the phases ---------------------------------------------------- */

static void sum(struct perf_scale *s, const struct perf_scale_in *in)
{
    if (!has(in->kernels, s->kernel)) {
        next_kernel(s);
        return;
    }
    const uint32_t blocks = sum_of_blocks(s, s->kernel);
    s->number = samples(s, s->kernel);
    s->base = s->cfg.window * blocks;
    set_slope(s, (int64_t)s->number - blocks);
    s->best = 0;
    begin(s, PERF_SCALE_FACTOR, 1);
}

/* The product of the slope and the stalls, on top of the base: a bit of the stalls a cycle. Modulo
 * 2^32 a slope below 0 adds as well as one above, and what comes out is not below 0. */
static void factor(struct perf_scale *s)
{
    if (s->bit == 0) s->factor = s->base;
    if (has(stall_now(s), s->bit)) s->factor += (uint32_t)(get_slope(s) * (int64_t)bit(s->bit));
    s->bit++;
    if (s->bit == stall_width(s)) begin(s, PERF_SCALE_PRODUCT, s->at);
}

/* The product of the factor and the instructions: a bit of the instructions a cycle. */
static void product(struct perf_scale *s)
{
    if (s->bit == 0) s->product = 0;
    if (has(instr_now(s), s->bit)) s->product += s->factor * bit(s->bit);
    s->bit++;
    if (s->bit < s->cfg.instr_width) return;
    s->scaled[s->at - 1] = s->product;
    if (s->product > s->best) s->best = s->product;
    if (s->at == s->cfg.blocks) {
        begin(s, PERF_SCALE_DIVIDE, 1);
        return;
    }
    set_slope(s, get_slope(s) + s->number);
    begin(s, PERF_SCALE_FACTOR, s->at + 1);
}

/* Division as with pencil and paper, in binary. The best itself would be 1 and all zeros; it never
 * gets smaller here, and becomes all ones. */
static void divide(struct perf_scale *s)
{
    if (s->bit == 0) {
        s->rest = s->scaled[s->at - 1];
        s->perf = 0;
    }
    s->rest *= 2;
    s->perf *= 2;
    if (s->best != 0 && s->rest >= s->best) {
        s->rest -= s->best;
        s->perf++;
    }
    s->bit++;
    if (s->bit == s->cfg.perf_width) s->phase = PERF_SCALE_WRITE;
}

static void write_perf(struct perf_scale *s)
{
    const uint32_t e = element(s, s->kernel, s->at);
    if (s->written[e]) s->written_twice = true;
    s->written[e] = true;
    s->value[e] = s->perf;
    if (s->at < s->cfg.blocks) begin(s, PERF_SCALE_DIVIDE, s->at + 1);
    else next_kernel(s);
}

/* --- tick ---------------------------------------------------------------- */

static void clear(struct perf_scale *s, const struct perf_scale_in *in)
{
    if (in->clear_kernel >= s->cfg.kernels) return;
    for (uint32_t j = 1; j <= s->cfg.blocks; j++) s->there[element(s, in->clear_kernel, j)] = false;
}

static void sample(struct perf_scale *s, const struct perf_scale_in *in)
{
    if (in->sample_kernel >= s->cfg.kernels) return;
    if (in->sample_blocks == 0 || in->sample_blocks > s->cfg.blocks) return;
    const uint32_t e = element(s, in->sample_kernel, in->sample_blocks);
    s->there[e] = true;
    s->instr[e] = in->sample_instr;
    s->stall[e] = in->sample_stall;
}

/* The samples come last: the phase looks at those of the cycle. A sample outlives the clear. */
void perf_scale_tick(struct perf_scale *s, const struct perf_scale_in *in,
                     const struct perf_scale_out *out)
{
    (void)out;
    switch (s->phase) {
    case PERF_SCALE_SUM: sum(s, in); break;
    case PERF_SCALE_FACTOR: factor(s); break;
    case PERF_SCALE_PRODUCT: product(s); break;
    case PERF_SCALE_DIVIDE: divide(s); break;
    case PERF_SCALE_WRITE: write_perf(s); break;
    case PERF_SCALE_DONE: s->phase = PERF_SCALE_IDLE; break;
    default:
        if (in->start_en) start(s, in);
        break;
    }
    if (s->phase != PERF_SCALE_IDLE) s->cycles++;
    if (in->clear_en) clear(s, in);
    if (in->sample_en) sample(s, in);
}

/* --- check --------------------------------------------------------------- */

static bool is_in_factor_or_product(const struct perf_scale *s)
{
    return s->phase == PERF_SCALE_FACTOR || s->phase == PERF_SCALE_PRODUCT;
}

static bool is_in_divide_or_write(const struct perf_scale *s)
{
    return s->phase == PERF_SCALE_DIVIDE || s->phase == PERF_SCALE_WRITE;
}

/* What is below 0 is far above, in unsigned numbers. In the first cycle of its phase the factor is
 * still the one before. */
static bool is_factor_in_range(const struct perf_scale *s)
{
    const bool is_found =
        s->phase == PERF_SCALE_PRODUCT || (s->phase == PERF_SCALE_FACTOR && s->bit > 0);
    return !is_found || s->factor <= s->cfg.window * s->cfg.blocks * s->cfg.blocks;
}

static bool is_best_right(const struct perf_scale *s)
{
    if (!is_in_factor_or_product(s) && !is_in_divide_or_write(s)) return true;
    const uint32_t through = is_in_divide_or_write(s) ? s->cfg.blocks : s->at - 1;
    uint64_t best = 0;
    for (uint32_t j = 1; j <= through; j++) {
        if (s->scaled[j - 1] > best) best = s->scaled[j - 1];
    }
    return s->best == best;
}

/* The page's formula, from the samples. Its bracket is never below 0. */
static uint64_t formula_scaled(const struct perf_scale *s, uint32_t k, uint32_t j)
{
    const uint32_t e = element(s, k, j);
    if (!s->there[e]) return 0;
    const int64_t n = samples(s, k), blocks = sum_of_blocks(s, k);
    return s->instr[e] * (uint64_t)(s->cfg.window * blocks + s->stall[e] * (j * n - blocks));
}

/* The share is found in two halves of its bits, so that no number has more than 64 of them. */
static uint64_t formula_performance(const struct perf_scale *s, uint64_t scaled, uint64_t best)
{
    if (best == 0) return 0;
    if (scaled >= best) return ones(s->cfg.perf_width);
    const uint32_t upper = s->cfg.perf_width / 2, lower = s->cfg.perf_width - upper;
    const uint64_t first = scaled * bit(upper);
    const uint64_t second = first % best * bit(lower);
    return first / best * bit(lower) + second / best;
}

static bool is_value_right(const struct perf_scale *s)
{
    if (s->phase != PERF_SCALE_WRITE) return true;
    uint64_t best = 0;
    for (uint32_t j = 1; j <= s->cfg.blocks; j++) {
        const uint64_t scaled = formula_scaled(s, s->kernel, j);
        if (scaled > best) best = scaled;
    }
    return s->perf == formula_performance(s, formula_scaled(s, s->kernel, s->at), best);
}

static bool is_best_full(const struct perf_scale *s)
{
    if (s->phase != PERF_SCALE_WRITE || s->best == 0 || s->scaled[s->at - 1] < s->best) return true;
    return s->perf == ones(s->cfg.perf_width);
}

/* What is written now, beside what has been written of the kernel. */
static bool is_in_order(const struct perf_scale *s)
{
    if (s->phase != PERF_SCALE_WRITE) return true;
    const uint64_t scaled = s->scaled[s->at - 1];
    for (uint32_t j = 1; j < s->at; j++) {
        const uint32_t value = s->value[element(s, s->kernel, j)];
        if (s->scaled[j - 1] > scaled && value < s->perf) return false;
        if (s->scaled[j - 1] < scaled && value > s->perf) return false;
    }
    return true;
}

/* That nothing is left out is known at the end. */
static bool is_each_once(const struct perf_scale *s)
{
    if (s->phase == PERF_SCALE_IDLE) return true;
    if (s->written_twice) return false;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        for (uint32_t j = 1; j <= s->cfg.blocks; j++) {
            const bool written = s->written[element(s, k, j)];
            if (written && !has(s->asked, k)) return false;
            if (!written && has(s->asked, k) && s->phase == PERF_SCALE_DONE) return false;
        }
    }
    return true;
}

/* The cycles that the page gives for the kernels that are scaled, for the others and for done. */
static bool ends_soon(const struct perf_scale *s)
{
    const struct perf_scale_cfg *cfg = &s->cfg;
    uint32_t most = 1;
    for (uint32_t k = 0; k < cfg->kernels; k++) {
        most++;
        if (has(s->asked, k))
            most += cfg->blocks * (stall_width(s) + cfg->instr_width + cfg->perf_width + 1);
    }
    return s->phase == PERF_SCALE_IDLE || s->cycles <= most;
}

const char *perf_scale_check(const struct perf_scale *s)
{
    if (!is_factor_in_range(s)) return "factor_range";
    if (!is_best_right(s)) return "best_right";
    if (!is_best_full(s)) return "best_full";
    if (!is_in_order(s)) return "order";
    if (!is_value_right(s)) return "value_right";
    if (!is_each_once(s)) return "each_once";
    if (!ends_soon(s)) return "ends_soon";
    return NULL;
}

/* --- promise ------------------------------------------------------------- */

/* What a port cannot hold. The enables are of no matter: a port has its width at all times. */
static const char *width_promise(const struct perf_scale *s, const struct perf_scale_in *in)
{
    const struct perf_scale_cfg *cfg = &s->cfg;
    const uint32_t kernel_bits = cfg->kernels > 1 ? clog2(cfg->kernels) : 1;
    const uint32_t kernels[] = {in->clear_kernel, in->sample_kernel};
    if (exceeds(kernels, 2, kernel_bits)) return "a number has more bits than KernelWidth";
    if (exceeds(&in->sample_blocks, 1, clog2(cfg->blocks + 1)))
        return "a number of blocks has more bits than BlockWidth";
    if (exceeds(&in->sample_instr, 1, cfg->instr_width))
        return "a number of instructions has more bits than InstrWidth";
    if (exceeds(&in->sample_stall, 1, stall_width(s)))
        return "a number of cycles has more bits than StallWidth";
    if (exceeds(&in->kernels, 1, cfg->kernels)) return "kernels_i has more bits than Kernels";
    return NULL;
}

const char *perf_scale_promise(const struct perf_scale *s, const struct perf_scale_in *in)
{
    const char *broken = width_promise(s, in);
    if (broken != NULL) return broken;
    if (in->sample_en && in->sample_stall > s->cfg.window)
        return "a sample stalled for more cycles than Window";
    if (s->phase == PERF_SCALE_IDLE) return NULL;
    if (in->clear_en) return "a kernel is cleared while a scaling is under way";
    if (in->sample_en) return "a sample comes while a scaling is under way";
    if (in->kernels != s->asked) return "kernels_i changes while a scaling is under way";
    return NULL;
}
