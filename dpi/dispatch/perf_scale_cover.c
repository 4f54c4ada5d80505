/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/perf_scale_cover.h"

static uint32_t place(const state *s, uint32_t k, uint32_t blocks)
{
    return k * s->cfg.blocks + blocks - 1;
}

static uint32_t samples_of(const state *s, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t j = 1; j <= s->cfg.blocks; j++) n += s->there[place(s, k, j)];
    return n;
}

static void cover_sample(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->sample_en) return;
    if (in->sample_kernel >= s->cfg.kernels || in->sample_blocks == 0 ||
        in->sample_blocks > s->cfg.blocks) {
        bin[BIN_SAMPLE_NO_PLACE]++;
        return;
    }
    const bool again = s->there[place(s, in->sample_kernel, in->sample_blocks)];
    bin[again ? BIN_SAMPLE_AGAIN : BIN_SAMPLE]++;
    if (in->start_en) bin[BIN_SAMPLE_AND_START]++;
    if (!in->clear_en) return;
    if (in->clear_kernel != in->sample_kernel) bin[BIN_CLEAR_BESIDE]++;
    else bin[again ? BIN_CLEAR_AND_SAMPLE : BIN_CLEAR_AND_SAMPLE_NEW]++;
}

static void cover_clear(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->clear_en) return;
    if (in->clear_kernel >= s->cfg.kernels) {
        bin[BIN_CLEAR_NO_KERNEL]++;
        return;
    }
    bin[samples_of(s, in->clear_kernel) > 0 ? BIN_CLEAR : BIN_CLEAR_NOTHING]++;
    if (in->start_en) bin[BIN_CLEAR_AND_START]++;
}

static void cover_start(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->start_en) return;
    if (s->phase != PERF_SCALE_IDLE) {
        bin[s->phase == PERF_SCALE_DONE ? BIN_START_DONE : BIN_START_IGNORED]++;
        return;
    }
    bin[BIN_START]++;
    if (in->kernels == 0) bin[BIN_NO_KERNEL]++;
    else if (!several(in->kernels)) bin[BIN_ONE_KERNEL]++;
    if (in->kernels == ones(s->cfg.kernels)) bin[BIN_ALL_KERNELS]++;
}

static void cover_sum(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t k = s->kernel, n = samples_of(s, k);
    if (!has(in->kernels, k)) {
        if (k + 1 < s->cfg.kernels && has(in->kernels, k + 1)) bin[BIN_PASSED]++;
        if (k + 1 == s->cfg.kernels && in->kernels != 0) bin[BIN_PASSED_LAST]++;
        return;
    }
    if (n == 0) bin[BIN_NO_SAMPLES]++;
    else if (n == s->cfg.blocks) bin[BIN_ALL_SAMPLES]++;
    else bin[BIN_SOME_SAMPLES]++;
    if (n == 1) bin[BIN_ONE_SAMPLE]++;
}

/* In the first cycle of a factor. */
static void cover_factor(const state *s, uint64_t *bin)
{
    const uint32_t i = place(s, s->kernel, s->at);
    uint32_t sum = 0;
    if (s->bit > 0 || !s->there[i]) return;
    for (uint32_t j = 1; j <= s->cfg.blocks; j++)
        if (s->there[place(s, s->kernel, j)]) sum += j;
    if (s->stall[i] == s->cfg.window) bin[BIN_ALL_STALL]++;
    if (s->stall[i] == 0) bin[BIN_NO_STALL]++;
    else if (s->at * s->number < sum) bin[BIN_BELOW_AVERAGE]++;
    else bin[s->at * s->number == sum ? BIN_AT_AVERAGE : BIN_ABOVE_AVERAGE]++;
}

/* In the first cycle of a product. */
static void cover_product(const state *s, uint64_t *bin)
{
    const uint32_t i = place(s, s->kernel, s->at);
    if (s->bit > 0 || !s->there[i]) return;
    const uint64_t scaled = s->factor * (uint64_t)s->instr[i];
    if (s->instr[i] == 0) bin[BIN_NO_INSTR]++;
    if (s->instr[i] == ones(s->cfg.instr_width)) bin[BIN_MOST_INSTR]++;
    if (scaled > 0 && scaled <= s->best) bin[BIN_BEST_STAYS]++;
    if (scaled > 0 && scaled == s->best) bin[BIN_BEST_TIES]++;
}

/* In the first cycle of the divisions of a kernel. */
static void cover_best(const state *s, uint64_t *bin)
{
    const uint32_t n = s->cfg.blocks;
    if (s->best == 0) {
        if (samples_of(s, s->kernel) > 0) bin[BIN_BEST_NONE]++;
        return;
    }
    if (s->scaled[0] == s->best) bin[BIN_BEST_FIRST]++;
    if (s->scaled[n - 1] == s->best) bin[BIN_BEST_LAST]++;
    for (uint32_t j = 1; j <= n; j++) {
        if (s->scaled[j - 1] != s->best) continue;
        for (uint32_t i = 1; i <= n; i++) {
            const bool there = s->there[place(s, s->kernel, i)];
            const uint32_t more = s->instr[place(s, s->kernel, i)];
            if (there && s->scaled[i - 1] < s->best && more > s->instr[place(s, s->kernel, j)])
                bin[BIN_REORDERED]++;
        }
    }
}

static void cover_write(const state *s, uint64_t *bin)
{
    const uint64_t scaled = s->scaled[s->at - 1];
    const bool full = s->perf == ones(s->cfg.perf_width);
    if (!s->there[place(s, s->kernel, s->at)]) {
        if (samples_of(s, s->kernel) > 0) bin[BIN_VALUE_ABSENT]++;
        return;
    }
    if (full) bin[scaled == s->best ? BIN_VALUE_FULL : BIN_VALUE_FULL_BELOW]++;
    if (s->perf == 0 && scaled > 0) bin[BIN_VALUE_ZERO]++;
    if (s->perf == bit(s->cfg.perf_width - 1)) bin[BIN_VALUE_HALF]++;
}

void perf_scale_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    cover_sample(s, in, bin);
    cover_clear(s, in, bin);
    cover_start(s, in, bin);
    switch (s->phase) {
    case PERF_SCALE_SUM: cover_sum(s, in, bin); break;
    case PERF_SCALE_FACTOR: cover_factor(s, bin); break;
    case PERF_SCALE_PRODUCT: cover_product(s, bin); break;
    case PERF_SCALE_DIVIDE:
        if (s->at == 1 && s->bit == 0) cover_best(s, bin);
        break;
    case PERF_SCALE_WRITE: cover_write(s, bin); break;
    default: break;
    }
}
