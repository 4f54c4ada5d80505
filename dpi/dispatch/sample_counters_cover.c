/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/sample_counters_cover.h"

enum { WAITS = SAMPLE_COUNTERS_WAITS };

static uint32_t issues(const inputs *in) { return (uint32_t)__builtin_popcountll(in->issue); }

static bool some_wait(const state *s, const inputs *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++)
        if (in->why[p] == WAITS) return true;
    return false;
}

static void cover_start(const state *s, const inputs *in, uint64_t *bin)
{
    if (!in->start_en) return;
    if (s->done) bin[BIN_START_DONE]++;
    if (s->left == 0) bin[BIN_START]++;
    else bin[s->left == 1 ? BIN_START_LAST : BIN_START_AGAIN]++;
}

static void cover_stall(const state *s, const inputs *in, uint64_t *bin)
{
    const bool waits = some_wait(s, in);
    if (issues(in) > 0) {
        if (waits && s->lines > 0) bin[BIN_ISSUE_AND_WAIT]++;
        return;
    }
    if (!waits) {
        if (s->lines > 0) bin[BIN_NO_WAIT]++;
        return;
    }
    if (s->lines == 0) {
        bin[in->request ? BIN_WAITS_FIRST_LINE : BIN_WAITS_NO_LINE]++;
        return;
    }
    bin[BIN_STALL]++;
    if (s->left == 1) bin[BIN_STALL_LAST]++;
    if (s->left == 1 && s->stall + 1 == s->cfg.window) bin[BIN_STALL_ALL]++;
    if (s->lines == 1 && in->answer && !in->request) bin[BIN_WAITS_LAST_LINE]++;
}

static void cover_window(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t n = issues(in), most = (uint32_t)ones(s->cfg.instr_width);
    if (s->done && n > 0 && !in->start_en) bin[BIN_AFTER]++;
    if (s->left == 0 || in->start_en) return;
    if (s->left == 1) bin[BIN_END]++;
    if (n == 0) bin[BIN_NONE_ISSUE]++;
    if (n == s->cfg.ports) bin[BIN_ALL_ISSUE]++;
    if (s->instr + n > most) bin[BIN_SATURATES]++;
    if (n > 0 && s->instr + n == most) bin[BIN_EXACT]++;
    cover_stall(s, in, bin);
}

static void cover_lines(const state *s, const inputs *in, uint64_t *bin)
{
    const bool full = s->lines == s->cfg.lines;
    if (full) bin[BIN_LINES_FULL]++;
    if (in->request && in->answer) bin[full ? BIN_BOTH_FULL : BIN_BOTH]++;
    else if (in->request) bin[BIN_REQUEST]++;
    else if (in->answer) bin[BIN_ANSWER]++;
}

void sample_counters_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    (void)out;
    cover_start(s, in, bin);
    cover_window(s, in, bin);
    cover_lines(s, in, bin);
}
