/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/slicer_cover.h"

static uint32_t count_of(uint64_t set) { return (uint32_t)__builtin_popcountll(set); }

static bool all_done(const state *s, const inputs *in) { return in->done == ones(s->cfg.sms); }

static bool last_sm(const state *s) { return s->sm + 1 == s->cfg.sms; }

static bool looks(const state *s) { return s->count >= 2; }

/* --- a window -------------------------------------------------------------- */

static uint32_t total(const state *s, const inputs *in) { return s->sum + in->instr[s->sm]; }

static bool is_other(const state *s, const inputs *in)
{
    return 2 * total(s, in) < s->reference || total(s, in) > 2 * s->reference;
}

static bool has_changed(const state *s, const inputs *in)
{
    return s->phase == SLICER_ADD && last_sm(s) && s->referred && s->other && is_other(s, in);
}

static void cover_wait(const state *s, const inputs *in, uint64_t *bin)
{
    if (!looks(s)) {
        if (all_done(s, in)) bin[BIN_DONE_EARLY]++;
        return;
    }
    if (in->done != 0 && !all_done(s, in)) bin[BIN_DONE_APART]++;
    if (all_done(s, in) && (s->done_before & ones(s->cfg.sms)) == 0) bin[BIN_DONE_AT_ONCE]++;
}

static void cover_add(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t sum = total(s, in), ref = s->reference;
    if (!last_sm(s)) return;
    if (!s->referred) {
        bin[BIN_WINDOW_FIRST]++;
        if (sum == 0) bin[BIN_WINDOW_ZERO]++;
        return;
    }
    if (ref > 0 && sum == ref) bin[BIN_WINDOW_SAME]++;
    if (ref > 0 && 2 * sum == ref) bin[BIN_WINDOW_HALF]++;
    if (2 * sum + 1 == ref || 2 * sum + 2 == ref) bin[BIN_WINDOW_BELOW]++;
    if (ref > 0 && sum == 2 * ref) bin[BIN_WINDOW_TWICE]++;
    if (sum == 2 * ref + 1) bin[BIN_WINDOW_ABOVE]++;
    if (!s->other) return;
    if (!is_other(s, in)) bin[BIN_WINDOW_BACK]++;
    else bin[BIN_WINDOW_CHANGED]++;
}

/* --- a change of the kernels ----------------------------------------------- */

static void cover_change_phase(const state *s, const inputs *in, uint64_t *bin)
{
    if (s->start) bin[BIN_CHANGE_START]++;
    switch (s->phase) {
    case SLICER_REST: bin[BIN_CHANGE_REST]++; break;
    case SLICER_WARM:
        bin[BIN_CHANGE_WARM]++;
        if (s->count + 1 == (s->from == 1 ? s->cfg.warm : s->cfg.settle))
            bin[BIN_CHANGE_WARM_LAST]++;
        break;
    case SLICER_SAMPLE:
        bin[looks(s) && all_done(s, in) ? BIN_CHANGE_SAMPLE_END : BIN_CHANGE_SAMPLE]++;
        break;
    case SLICER_COLLECT: bin[last_sm(s) ? BIN_CHANGE_COLLECT_LAST : BIN_CHANGE_COLLECT]++; break;
    case SLICER_SCALE:
        if (s->scale.phase == PERF_SCALE_WRITE) bin[BIN_CHANGE_PERF]++;
        bin[s->scale.phase == PERF_SCALE_DONE ? BIN_CHANGE_SCALE_DONE : BIN_CHANGE_SCALE]++;
        break;
    case SLICER_FILL:
        bin[s->fill.phase == WATER_FILL_DONE ? BIN_CHANGE_FILL_DONE : BIN_CHANGE_FILL]++;
        break;
    case SLICER_DECIDE: bin[BIN_CHANGE_DECIDE]++; break;
    case SLICER_SETTLE:
        bin[s->count + 1 == s->cfg.settle ? BIN_CHANGE_SETTLE_LAST : BIN_CHANGE_SETTLE]++;
        break;
    case SLICER_SHARED: bin[s->start ? BIN_CHANGE_START_SHARED : BIN_CHANGE_SHARED]++; break;
    default: bin[has_changed(s, in) ? BIN_CHANGE_CHANGED : BIN_CHANGE_ADD]++; break;
    }
}

static void cover_kernels(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t n = count_of(in->runs);
    if (in->begin_en) {
        if (in->begin_kernel >= s->cfg.kernels) bin[BIN_BEGIN_NO_KERNEL]++;
        else bin[has(s->told, in->begin_kernel) ? BIN_BEGIN_AGAIN : BIN_BEGIN]++;
    }
    if (in->runs == s->runs) return;
    if (in->begin_en) bin[BIN_BEGIN_AND_CHANGE]++;
    if (n < 2) bin[BIN_CHANGE_FEW]++;
    else if (n > s->cfg.sms) bin[BIN_CHANGE_MANY]++;
    else if (n == s->cfg.kernels) bin[BIN_CHANGE_ALL]++;
    else if (n == 2) bin[BIN_CHANGE_PAIR]++;
    if (n == count_of(s->runs)) bin[BIN_CHANGE_SWAP]++;
    if (count_of(in->runs ^ s->runs) >= 2) bin[BIN_CHANGE_TWO]++;
    if (n >= 2 && n <= s->cfg.sms && s->policy == 3 && s->from == 1) bin[BIN_REPLAN_STAYS]++;
    cover_change_phase(s, in, bin);
}

/* --- the profile ------------------------------------------------------------ */

static void cover_collect(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t *now = &in->blocks[s->sm * s->cfg.kernels];
    const uint32_t *noted = &s->noted[s->sm * s->cfg.kernels];
    uint32_t here = 0, lone = 0, noted_here = 0;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        here += now[k] > 0;
        noted_here += noted[k] > 0;
        if (now[k] > 0) lone = k;
    }
    if (here == 0) bin[BIN_SAMPLE_NONE]++;
    if (here > 1) bin[BIN_SAMPLE_TWO]++;
    if (here != 1) return;
    if (noted_here == 0) bin[BIN_SAMPLE_CAME]++;
    else if (now[lone] > noted[lone]) bin[BIN_SAMPLE_MORE]++;
    else if (now[lone] < noted[lone]) bin[BIN_SAMPLE_FEWER]++;
    else if (noted_here > 1) bin[BIN_SAMPLE_GONE]++;
    else {
        bin[BIN_SAMPLE]++;
        if (now[lone] == s->cfg.blocks) bin[BIN_SAMPLE_MOST]++;
        if (s->scale.there[lone * s->cfg.blocks + now[lone] - 1]) bin[BIN_SAMPLE_AGAIN]++;
    }
}

static void cover_round(const state *s, uint64_t *bin)
{
    if (!last_sm(s)) return;
    if (s->from + s->cfg.sms / count_of(s->runs) <= s->cfg.blocks) {
        bin[BIN_ROUND]++;
        return;
    }
    bin[s->from == 1 ? BIN_ROUND_ONE : BIN_ROUND_LAST]++;
    if (s->from == s->cfg.blocks) bin[BIN_ROUND_EXACT]++;
}

static void cover_scale(const state *s, const inputs *in, uint64_t *bin)
{
    if (s->scale.phase != PERF_SCALE_DONE) return;
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        bool some = !has(in->runs, k);
        for (uint32_t j = 0; j < s->cfg.blocks; j++)
            some = some || s->scale.there[k * s->cfg.blocks + j];
        if (!some) bin[BIN_SCALE_NO_SAMPLE]++;
    }
}

static void cover_decide(const state *s, uint64_t *bin)
{
    const uint32_t n = count_of(s->runs);
    const uint64_t least = bit(s->cfg.perf_width) * (5 * n - 6) / (5 * n);
    uint32_t lose = 0, just = 0;
    if (s->fill.fail) {
        bin[BIN_DECIDE_FAIL]++;
        return;
    }
    for (uint32_t k = 0; k < s->cfg.kernels; k++) {
        if (!has(s->runs, k)) continue;
        const uint32_t perf = s->fill.perf[k * s->cfg.blocks + s->fill.blocks[k] - 1];
        lose += perf < least;
        just += perf == least;
    }
    if (lose == n) bin[BIN_DECIDE_LOSE_ALL]++;
    if (lose == 1) bin[BIN_DECIDE_LOSE]++;
    if (lose > 0) return;
    bin[BIN_DECIDE_GIVEN]++;
    if (just > 0) bin[BIN_DECIDE_GIVEN_LEAST]++;
    if (n < s->cfg.kernels) bin[BIN_DECIDE_GIVEN_SOME]++;
}

/* How many rounds there were cannot be told from the first blocks: these have no meaning now. */
static void cover_settle(const state *s, const inputs *in, uint64_t *bin)
{
    if (all_done(s, in)) bin[BIN_SETTLE_DONE]++;
    if (s->count + 1 < s->cfg.settle) return;
    const uint32_t step = s->cfg.sms / count_of(s->runs);
    bin[1 + step > s->cfg.blocks ? BIN_SETTLE_ONE_ROUND : BIN_SETTLE_ROUNDS]++;
}

static void cover_phase(const state *s, const inputs *in, uint64_t *bin)
{
    switch (s->phase) {
    case SLICER_WARM:
        if (s->from == 1 && s->count + 1 == s->cfg.warm) bin[BIN_WARM_FIRST]++;
        if (s->from > 1 && s->count + 1 == s->cfg.settle) bin[BIN_WARM_FURTHER]++;
        break;
    case SLICER_SAMPLE:
    case SLICER_SHARED: cover_wait(s, in, bin); break;
    case SLICER_COLLECT:
        cover_collect(s, in, bin);
        cover_round(s, bin);
        break;
    case SLICER_SCALE: cover_scale(s, in, bin); break;
    case SLICER_DECIDE: cover_decide(s, bin); break;
    case SLICER_SETTLE: cover_settle(s, in, bin); break;
    case SLICER_ADD: cover_add(s, in, bin); break;
    default: break;
    }
}

void slicer_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    cover_kernels(s, in, bin);
    if (in->runs == s->runs) cover_phase(s, in, bin);
}
