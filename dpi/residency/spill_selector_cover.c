/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "residency/spill_selector_cover.h"

/* The first set of this line with the lowest count that may be chosen; Phys if there is none. */
static uint32_t line_best(const state *s, const inputs *in)
{
    const uint32_t first = s->line * s->cfg.columns;
    uint32_t best = s->cfg.phys;
    for (uint32_t n = first; n < first + s->cfg.columns && n < s->cfg.phys; n++) {
        if (!s->held[n] || (in->keep_en && s->row[n] == in->keep_row)) continue;
        if (best == s->cfg.phys || s->count[n] < s->count[best]) best = n;
    }
    return best;
}

/* What the sweep's best is with this line; Phys if there is none. */
static uint32_t now_best(const state *s, const inputs *in)
{
    const uint32_t line = line_best(s, in);
    if (!s->best_valid) return line;
    return line < s->cfg.phys && s->count[line] < s->best_count ? line : s->best_phys;
}

static void cover_line(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t first = s->line * s->cfg.columns;
    const uint32_t best = line_best(s, in);
    const uint32_t lowest = best < s->cfg.phys ? s->count[best] : UINT32_MAX;
    for (uint32_t n = first; n < first + s->cfg.columns && n < s->cfg.phys; n++) {
        if (!s->held[n]) continue;
        if (in->keep_en && s->row[n] == in->keep_row) {
            if (s->count[n] < lowest) bin[BIN_KEPT_PASSED]++;
        } else if (n > best && s->count[n] == lowest) {
            bin[BIN_TIE_IN_LINE]++;
        }
    }
    if (best == s->cfg.phys || !s->best_valid) return;
    if (lowest == s->best_count) bin[BIN_TIE_IN_SWEEP]++;
    if (lowest < s->best_count) bin[BIN_LATER_LOWER]++;
}

static bool is_ageing(const state *s, const inputs *in)
{
    return in->age != 0 && s->sweep >= in->age;
}

static bool in_line(const state *s, uint32_t phys) { return phys / s->cfg.columns == s->line; }

static void cover_use(const state *s, const inputs *in, uint64_t *bin)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        const uint32_t n = in->use_phys[p];
        if (!in->use_en[p]) continue;
        if (!s->held[n]) bin[BIN_USED_FREE]++;
        else if (s->count[n] + 1 == UINT32_C(1) << s->cfg.cnt_width) bin[BIN_SATURATED]++;
        if (s->held[n] && is_ageing(s, in) && in_line(s, n)) bin[BIN_USED_HALVED]++;
        if (in->take_en && in->take_phys == n) bin[BIN_USED_TAKEN]++;
        if (s->victim_valid && s->victim_phys == n) bin[BIN_USED_VICTIM]++;
        if (p > 0 && s->held[n] && in->use_en[p - 1] && in->use_phys[p - 1] == n)
            bin[BIN_USED_TWICE]++;
    }
    if (in->age == 0) bin[BIN_NO_AGEING]++;
    else bin[is_ageing(s, in) ? BIN_HALVED : BIN_NOT_HALVED]++;
    if (in->age != 0 && s->sweep > in->age) bin[BIN_SWEEP_ABOVE]++;
}

static bool is_dropped(const inputs *in, uint32_t phys)
{
    return in->drop_en && in->drop_phys == phys;
}

static bool is_taken(const inputs *in, uint32_t phys)
{
    return in->take_en && in->take_phys == phys;
}

/* The last cycle of a sweep. */
static void cover_choice(const state *s, const inputs *in, uint64_t *bin)
{
    const uint32_t best = now_best(s, in);
    if (best == s->cfg.phys) {
        bin[s->victim_valid ? BIN_VICTIM_STAYS : BIN_NO_VICTIM]++;
        return;
    }
    const bool other = s->victim_valid && s->victim_phys != best;
    if (is_dropped(in, best)) {
        bin[other ? BIN_CHOSEN_DROPPED : BIN_CHOSEN_DROPPED_OTHER]++;
        return;
    }
    if (best == s->cfg.phys - 1) bin[BIN_LAST_COLUMN]++;
    if (in->victim_taken) bin[other ? BIN_SPILL_LAST : BIN_SPILL_CHOSEN]++;
    else if (other) bin[BIN_VICTIM_LOWER]++;
    else if (!s->victim_valid) bin[BIN_VICTIM]++;
}

static void cover_gone(const state *s, const inputs *in, uint64_t *bin)
{
    if (in->take_en && is_dropped(in, in->take_phys)) bin[BIN_DROP_TAKE]++;
    if (s->best_valid && is_dropped(in, s->best_phys))
        bin[is_taken(in, s->best_phys) ? BIN_BEST_TAKEN : BIN_BEST_DROPPED]++;
    if (s->victim_valid && is_dropped(in, s->victim_phys))
        bin[is_taken(in, s->victim_phys) ? BIN_VICTIM_RETAKEN : BIN_VICTIM_DROPPED]++;
    if (!in->victim_taken) return;
    if (s->line + 1 < spill_selector_lines(&s->cfg)) bin[BIN_SPILL]++;
    if (s->best_valid && s->best_phys == s->victim_phys) bin[BIN_SPILL_BEST]++;
}

void spill_selector_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    cover_line(s, in, bin);
    cover_use(s, in, bin);
    cover_gone(s, in, bin);
    if (s->line + 1 == spill_selector_lines(&s->cfg)) cover_choice(s, in, bin);
    if (s->victim_valid && !out->victim_valid) bin[BIN_KEPT_VICTIM]++;
    if (memchr(s->held, 0, s->cfg.phys) == NULL) bin[BIN_ALL_HELD]++;
}
