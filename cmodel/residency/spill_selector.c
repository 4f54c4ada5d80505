/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/spill_selector.h"

#include <stddef.h>
#include <string.h>

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct spill_selector_cfg *cfg)
{
    if (cfg->phys < 2 || cfg->phys > SPILL_SELECTOR_MAX_PHYS) return "Phys must be 2 to 1024";
    if (cfg->columns < 1 || cfg->columns > SPILL_SELECTOR_MAX_COLUMNS)
        return "Columns must be 1 to 64";
    if (cfg->rows < 2 || cfg->rows > SPILL_SELECTOR_MAX_ROWS) return "Rows must be 2 to 256";
    if (cfg->sets < 1 || cfg->sets > SPILL_SELECTOR_MAX_SETS) return "Sets must be 1 to 64";
    if (cfg->cnt_width < 1 || cfg->cnt_width > SPILL_SELECTOR_MAX_CNT_WIDTH)
        return "CntWidth must be 1 to 8";
    if (cfg->ports < 1 || cfg->ports > SPILL_SELECTOR_MAX_PORTS) return "Ports must be 1 to 4";
    return NULL;
}

const char *spill_selector_init(struct spill_selector *s, const struct spill_selector_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    spill_selector_reset(s);
    return NULL;
}

void spill_selector_reset(struct spill_selector *s)
{
    memset(s->held, 0, sizeof s->held);
    s->best_valid = false;
    s->victim_valid = false;
    s->line = 0;
    s->sweep = 1;
}

uint32_t spill_selector_lines(const struct spill_selector_cfg *cfg)
{
    return (cfg->phys + cfg->columns - 1) / cfg->columns;
}

/* --- eval ---------------------------------------------------------------- */

static bool is_kept(const struct spill_selector_in *in, uint32_t row)
{
    return in->keep_en && in->keep_row == row;
}

void spill_selector_eval(const struct spill_selector *s, const struct spill_selector_in *in,
                         struct spill_selector_out *out)
{
    memset(out, 0, sizeof *out);
    out->victim_valid = s->victim_valid && !is_kept(in, s->victim_row);
    if (!out->victim_valid) return;
    out->victim_phys = s->victim_phys;
    out->victim_row = s->victim_row;
    out->victim_set = s->victim_set;
}

/* --- the sweep: functions of state and inputs, nothing changes ----------- */

/* A set that may be spilled, as it was when the sweep came to its line. */
struct candidate {
    bool valid;
    uint32_t count;
    uint32_t phys;
    uint32_t row;
    uint32_t set;
};

static bool is_last_line(const struct spill_selector *s)
{
    return s->line + 1 == spill_selector_lines(&s->cfg);
}

/* A number above age, left from before the register was lowered, counts as age. */
static bool is_last_number(const struct spill_selector *s, const struct spill_selector_in *in)
{
    return s->sweep >= in->age;
}

/* The best of the sweep, this cycle's line included. A later candidate must have a lower count:
 * earlier lines and lower numbers win ties. */
static struct candidate best_so_far(const struct spill_selector *s,
                                    const struct spill_selector_in *in)
{
    struct candidate best = {s->best_valid, s->best_count, s->best_phys, s->best_row, s->best_set};
    uint32_t first = s->line * s->cfg.columns;
    for (uint32_t n = first; n < first + s->cfg.columns && n < s->cfg.phys; n++) {
        if (!s->held[n] || is_kept(in, s->row[n])) continue;
        if (best.valid && s->count[n] >= best.count) continue;
        best = (struct candidate){true, s->count[n], n, s->row[n], s->set[n]};
    }
    return best;
}

/* This set is spilled, or holds nothing, or something else, after this cycle. */
static bool is_gone(const struct spill_selector *s, const struct spill_selector_in *in,
                    uint32_t phys)
{
    return (in->victim_taken && s->victim_valid && s->victim_phys == phys) ||
           (in->drop_en && in->drop_phys == phys) || (in->take_en && in->take_phys == phys);
}

/* --- tick ---------------------------------------------------------------- */

static void set_victim(struct spill_selector *s, const struct candidate *c)
{
    s->victim_valid = true;
    s->victim_phys = c->phys;
    s->victim_row = c->row;
    s->victim_set = c->set;
}

static void set_best(struct spill_selector *s, const struct candidate *c)
{
    s->best_valid = true;
    s->best_count = c->count;
    s->best_phys = c->phys;
    s->best_row = c->row;
    s->best_set = c->set;
}

/* First the choice, in the state of the cycle. Then a set that is gone is forgotten, with no second
 * best in its place. After the last line the best, if it is not gone, becomes the victim. */
static void choose(struct spill_selector *s, const struct spill_selector_in *in)
{
    struct candidate best = best_so_far(s, in);
    best.valid = best.valid && !is_gone(s, in, best.phys);
    if (is_gone(s, in, s->victim_phys)) s->victim_valid = false;
    s->best_valid = false;
    if (!best.valid) return;
    if (is_last_line(s)) set_victim(s, &best);
    else set_best(s, &best);
}

/* Halved, then one more for each port that uses it. */
static void count(struct spill_selector *s, const struct spill_selector_in *in)
{
    uint32_t most = (1u << s->cfg.cnt_width) - 1;
    uint32_t first = s->line * s->cfg.columns;
    bool ageing = in->age != 0 && is_last_number(s, in);
    for (uint32_t n = first; ageing && n < first + s->cfg.columns && n < s->cfg.phys; n++)
        s->count[n] /= 2;
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        uint32_t n = in->use_phys[p];
        if (in->use_en[p] && n < s->cfg.phys && s->count[n] < most) s->count[n]++;
    }
}

/* Dropped, then taken: the same set in one cycle is held by the new owner. */
static void change_hands(struct spill_selector *s, const struct spill_selector_in *in)
{
    if (in->drop_en && in->drop_phys < s->cfg.phys) s->held[in->drop_phys] = false;
    if (!in->take_en || in->take_phys >= s->cfg.phys) return;
    s->held[in->take_phys] = true;
    s->count[in->take_phys] = 1;
    s->row[in->take_phys] = in->take_row;
    s->set[in->take_phys] = in->take_set;
}

/* With age 0 each sweep is number 1. */
static void next_line(struct spill_selector *s, const struct spill_selector_in *in)
{
    if (!is_last_line(s)) {
        s->line++;
        return;
    }
    s->line = 0;
    s->sweep = is_last_number(s, in) ? 1 : s->sweep + 1;
}

void spill_selector_tick(struct spill_selector *s, const struct spill_selector_in *in,
                         const struct spill_selector_out *out)
{
    (void)out;
    choose(s, in);
    count(s, in);
    change_hands(s, in);
    next_line(s, in);
}

/* --- check and promise --------------------------------------------------- */

static bool owner_exists(const struct spill_selector *s, uint32_t row, uint32_t set)
{
    return row < s->cfg.rows && set < s->cfg.sets;
}

/* This set is held, by this owner. */
static bool holds(const struct spill_selector *s, uint32_t phys, uint32_t row, uint32_t set)
{
    return phys < s->cfg.phys && s->held[phys] && s->row[phys] == row && s->set[phys] == set;
}

static bool held_ranges(const struct spill_selector *s)
{
    for (uint32_t n = 0; n < s->cfg.phys; n++) {
        if (!s->held[n]) continue;
        if (s->count[n] >> s->cfg.cnt_width != 0) return false;
        if (!owner_exists(s, s->row[n], s->set[n])) return false;
    }
    return true;
}

/* The invariants of the page that a state alone shows, and the ranges of its numbers. */
const char *spill_selector_check(const struct spill_selector *s)
{
    if (s->line >= spill_selector_lines(&s->cfg)) return "line_range";
    if (s->sweep < 1 || s->sweep > SPILL_SELECTOR_MAX_SWEEP) return "sweep_range";
    if (!held_ranges(s)) return "held_range";
    if (s->victim_valid && !holds(s, s->victim_phys, s->victim_row, s->victim_set))
        return "held_victim";
    if (!s->best_valid) return NULL;
    if (!holds(s, s->best_phys, s->best_row, s->best_set)) return "held_best";
    /* Of a line of this sweep that was looked at. */
    return s->best_phys < s->line * s->cfg.columns ? NULL : "best_looked_at";
}

static const char *drop_promise(const struct spill_selector *s, const struct spill_selector_in *in)
{
    if (!in->drop_en) return NULL;
    if (in->drop_phys >= s->cfg.phys) return "the set dropped is not below Phys";
    return s->held[in->drop_phys] ? NULL : "the set dropped is not held";
}

static const char *take_promise(const struct spill_selector *s, const struct spill_selector_in *in)
{
    if (!in->take_en) return NULL;
    if (in->take_phys >= s->cfg.phys) return "the set taken is not below Phys";
    if (!owner_exists(s, in->take_row, in->take_set)) return "the owner of the set taken is none";
    bool dropped = in->drop_en && in->drop_phys == in->take_phys;
    return s->held[in->take_phys] && !dropped ? "the set taken is held" : NULL;
}

const char *spill_selector_promise(const struct spill_selector *s,
                                   const struct spill_selector_in *in)
{
    for (uint32_t p = 0; p < s->cfg.ports; p++) {
        if (in->use_en[p] && in->use_phys[p] >= s->cfg.phys)
            return "the set used is not below Phys";
    }
    const char *broken = drop_promise(s, in);
    if (broken == NULL) broken = take_promise(s, in);
    if (broken != NULL) return broken;
    struct spill_selector_out out;
    spill_selector_eval(s, in, &out);
    return in->victim_taken && !out.victim_valid ? "a victim that is not offered is taken" : NULL;
}
