/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/interweave_select.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

/* Those of the lookup come from the lookup. */
static const char *cfg_error(const struct interweave_select_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > INTERWEAVE_SELECT_MAX_SLOTS) return "Slots must be 2 to 32";
    if (cfg->mode > INTERWEAVE_SELECT_BOTH) return "Mode must be 0 to 2";
    if (cfg->hot < 1 || cfg->hot > 2) return "Hot must be 1 or 2";
    if (cfg->hot == 1 && cfg->mode != INTERWEAVE_SELECT_SWI)
        return "Hot must be 2 with branch interweaving";
    return NULL;
}

const char *interweave_select_init(struct interweave_select *s,
                                   const struct interweave_select_cfg *cfg)
{
    const struct mask_lookup_cfg lookup = {.slots = cfg->slots,
                                           .hot = cfg->hot,
                                           .lanes = cfg->lanes,
                                           .sets = cfg->sets,
                                           .seed = cfg->seed};
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    error = mask_lookup_init(&s->lookup, &lookup);
    if (error != NULL) return error;
    interweave_select_reset(s);
    return NULL;
}

void interweave_select_reset(struct interweave_select *s)
{
    s->full = false;
    s->took = false;
    s->turn = 0;
    for (uint32_t i = 0; i < s->cfg.slots; i++) s->older[i] = ones(s->cfg.slots) & ~ones(i + 1);
    mask_lookup_reset(&s->lookup);
}

/* --- slots and contexts -------------------------------------------------- */

struct choice {
    bool some;
    uint32_t slot;
    uint32_t hot;
};

static uint32_t entries(const struct interweave_select *s) { return s->cfg.slots * s->cfg.hot; }

static uint32_t candidate(const struct interweave_select *s, uint32_t slot, uint32_t hot)
{
    return slot * s->cfg.hot + hot;
}

/* The candidates of one slot. */
static uint64_t of_slot(const struct interweave_select *s, uint32_t slot)
{
    return ones(s->cfg.hot) << candidate(s, slot, 0);
}

static bool is_ready(const struct interweave_select *s, const struct interweave_select_in *in,
                     uint32_t slot, uint32_t hot)
{
    return has(in->ready, candidate(s, slot, hot));
}

/* Is the slot's context beside this one ready? A slot with one context has none. */
static bool other_ready(const struct interweave_select *s, const struct interweave_select_in *in,
                        uint32_t slot, uint32_t hot)
{
    return s->cfg.hot == 2 && is_ready(s, in, slot, 1 - hot);
}

static bool is_older(const struct interweave_select *s, uint32_t a, uint32_t b)
{
    return a < b ? has(s->older[a], b) : !has(s->older[b], a);
}

/* Of these candidates: the oldest slot; there, the context whose turn it is, else the other one. */
static struct choice choose(const struct interweave_select *s, uint64_t ready)
{
    struct choice best = {false, 0, 0};
    for (uint64_t left = ready; left != 0;) {
        const uint32_t slot = lowest(left) / s->cfg.hot;
        left &= ~of_slot(s, slot);
        if (best.some && is_older(s, best.slot, slot)) continue;
        best.some = true;
        best.slot = slot;
    }
    if (!best.some) return best;
    best.hot = has(s->turn, best.slot) ? 1 : 0;
    if (!has(ready, candidate(s, best.slot, best.hot))) best.hot = 1 - best.hot;
    return best;
}

/* What goes to the stage: the stage's own slot is left out, whatever happens to its instruction. */
static struct choice pick(const struct interweave_select *s, const struct interweave_select_in *in)
{
    return choose(s, s->full ? in->ready & ~of_slot(s, s->slot) : in->ready);
}

/* --- eval: branches of one warp ------------------------------------------ */

static void set_primary(struct interweave_select_out *out, struct choice c)
{
    out->primary_valid = c.some;
    out->primary_slot = c.slot;
    out->primary_hot = c.hot;
}

static void set_secondary(struct interweave_select_out *out, struct choice c)
{
    out->secondary_valid = c.some;
    out->secondary_slot = c.slot;
    out->secondary_hot = c.hot;
}

/* The other branch of the primary's warp, unless both are for a unit that takes one. */
static struct choice other_branch(const struct interweave_select *s,
                                  const struct interweave_select_in *in, struct choice primary,
                                  bool primary_sole)
{
    struct choice other = {false, 0, 0};
    if (!primary.some || !other_ready(s, in, primary.slot, primary.hot)) return other;
    if (primary_sole && has(in->sole, candidate(s, primary.slot, 1 - primary.hot))) return other;
    other.some = true;
    other.slot = primary.slot;
    other.hot = 1 - primary.hot;
    return other;
}

static void eval_branches(const struct interweave_select *s, const struct interweave_select_in *in,
                          struct interweave_select_out *out)
{
    const struct choice primary = choose(s, in->ready);
    const bool sole = has(in->sole, candidate(s, primary.slot, primary.hot));
    set_primary(out, primary);
    set_secondary(out, other_branch(s, in, primary, sole));
}

/* --- eval: the stage, and another warp ----------------------------------- */

/* What the stage's instruction comes to: squashed, live or dropped. */
static void eval_stage(const struct interweave_select *s, const struct interweave_select_in *in,
                       struct interweave_select_out *out)
{
    const uint32_t c = candidate(s, s->slot, s->hot);
    if (!s->full) return;
    if (s->took && s->took_slot == s->slot && s->took_hot == s->hot) out->squash = true;
    else if (has(in->ready, c) && !has(in->moved, c))
        set_primary(out, (struct choice){true, s->slot, s->hot});
    else out->drop = true;
}

/* Beside a live primary: of other slots, in the set behind the primary's. Without one: any. */
static struct choice look_up(const struct interweave_select *s,
                             const struct interweave_select_in *in, bool live)
{
    uint64_t ready = in->ready;
    if (live) {
        ready &= ~of_slot(s, s->slot);
        if (s->sole) ready &= ~in->sole;
    }
    if (ready == 0) return (struct choice){false, 0, 0};

    struct mask_lookup_in question = {.ready = ready, .group = in->group};
    struct mask_lookup_out answer;
    memcpy(question.mask, in->mask, sizeof question.mask);
    memcpy(question.lanes, in->lanes, sizeof question.lanes);
    if (live) {
        question.primary_valid = true;
        question.primary_mask = s->mask;
        question.primary_group = s->group;
        question.set = (s->slot + 1) % s->cfg.sets;
    }
    mask_lookup_eval(&s->lookup, &question, &answer);
    return (struct choice){answer.found, answer.slot, answer.hot};
}

static void eval_warps(const struct interweave_select *s, const struct interweave_select_in *in,
                       struct interweave_select_out *out)
{
    struct choice second = {false, 0, 0};
    eval_stage(s, in, out);
    if (out->primary_valid && s->cfg.mode == INTERWEAVE_SELECT_BOTH)
        second = other_branch(s, in, (struct choice){true, s->slot, s->hot}, s->sole);
    if (!second.some) second = look_up(s, in, out->primary_valid);
    set_secondary(out, second);
}

void interweave_select_eval(const struct interweave_select *s,
                            const struct interweave_select_in *in,
                            struct interweave_select_out *out)
{
    memset(out, 0, sizeof *out);
    if (s->cfg.mode == INTERWEAVE_SELECT_SBI) eval_branches(s, in, out);
    else eval_warps(s, in, out);
}

/* --- tick ---------------------------------------------------------------- */

/* These slots become younger than all others; among themselves the lower number is the older. */
static void make_youngest(struct interweave_select *s, uint64_t young)
{
    if (young == 0) return;
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        if (has(young, i)) s->older[i] = 0;
        s->older[i] |= young & ~ones(i + 1);
    }
}

/* Events are a set of candidates. One of a slot's two gives the turn to the other context; two
 * leave it. */
static void take_turns(struct interweave_select *s, uint64_t events)
{
    if (s->cfg.hot == 1) return;
    for (uint64_t left = events; left != 0; left &= left - 1) {
        const uint32_t c = lowest(left), slot = c / 2;
        if (has(events, c ^ 1)) continue;
        if (c % 2 == 0) s->turn |= bit(slot);
        else s->turn &= ~bit(slot);
    }
}

static void tick_branches(struct interweave_select *s, const struct interweave_select_in *in,
                          const struct interweave_select_out *out)
{
    if (!out->primary_valid || !in->issue_ready) return;
    uint64_t events = bit(candidate(s, out->primary_slot, out->primary_hot));
    if (out->secondary_valid) events |= bit(candidate(s, out->secondary_slot, out->secondary_hot));
    make_youngest(s, bit(out->primary_slot));
    take_turns(s, events);
}

/* Age and turn come from the primary that leaves, and from what the secondary took a cycle ago. */
static void tick_order(struct interweave_select *s, const struct interweave_select_in *in,
                       bool leaves)
{
    uint64_t young = 0, events = 0;
    if (leaves) {
        young |= bit(s->slot);
        events |= bit(candidate(s, s->slot, s->hot));
    }
    if (s->took) {
        /* The other context may have waited for long: the slot keeps its age. */
        if (!other_ready(s, in, s->took_slot, s->took_hot)) young |= bit(s->took_slot);
        events |= bit(candidate(s, s->took_slot, s->took_hot));
    }
    make_youngest(s, young);
    take_turns(s, events);
}

static void fill_stage(struct interweave_select *s, const struct interweave_select_in *in,
                       struct choice picked)
{
    const uint32_t c = candidate(s, picked.slot, picked.hot);
    s->full = picked.some;
    s->slot = picked.slot;
    s->hot = picked.hot;
    s->mask = in->mask[c];
    s->group = has(in->group, c);
    s->sole = has(in->sole, c);
}

static void tick_warps(struct interweave_select *s, const struct interweave_select_in *in,
                       const struct interweave_select_out *out)
{
    const struct mask_lookup_in step = {.step_en = in->issue_ready};
    const bool waits = out->primary_valid && !in->issue_ready;
    const struct choice picked = pick(s, in); /* by the ages before the edge */
    tick_order(s, in, s->full && !waits);
    if (!waits) fill_stage(s, in, picked);
    s->took = out->secondary_valid && in->issue_ready;
    s->took_slot = out->secondary_slot;
    s->took_hot = out->secondary_hot;
    mask_lookup_tick(&s->lookup, &step, NULL);
}

void interweave_select_tick(struct interweave_select *s, const struct interweave_select_in *in,
                            const struct interweave_select_out *out)
{
    if (s->cfg.mode == INTERWEAVE_SELECT_SBI) tick_branches(s, in, out);
    else tick_warps(s, in, out);
}

/* --- check --------------------------------------------------------------- */

/* In a total order the number of slots that are older tells each one from the others. */
static bool is_order(const struct interweave_select *s)
{
    uint64_t ranks = 0;
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        uint32_t rank = 0;
        for (uint32_t j = 0; j < s->cfg.slots; j++) rank += j != i && is_older(s, j, i);
        ranks |= bit(rank);
        if ((s->older[i] & ~(ones(s->cfg.slots) & ~ones(i + 1))) != 0) return false;
    }
    return ranks == ones(s->cfg.slots);
}

const char *interweave_select_check(const struct interweave_select *s)
{
    const bool mode_0 = s->cfg.mode == INTERWEAVE_SELECT_SBI;
    if (!is_order(s)) return "older_total";
    if (s->full && (mode_0 || s->slot >= s->cfg.slots || s->hot >= s->cfg.hot))
        return "stage_range";
    if (s->took && (mode_0 || s->took_slot >= s->cfg.slots || s->took_hot >= s->cfg.hot))
        return "took_range";
    if ((s->turn & ~(s->cfg.hot == 2 ? ones(s->cfg.slots) : 0)) != 0) return "turn_range";
    return mask_lookup_check(&s->lookup);
}

/* --- promise ------------------------------------------------------------- */

/* What a port cannot hold. */
static const char *width_promise(const struct interweave_select *s,
                                 const struct interweave_select_in *in)
{
    uint64_t masks = 0, counts = 0;
    for (uint32_t c = 0; c < entries(s); c++) {
        masks |= in->mask[c];
        counts |= in->lanes[c];
    }
    if (((in->ready | in->moved | in->group | in->sole) & ~ones(entries(s))) != 0)
        return "ready_i, moved_i, group_i or sole_i has more bits than Entries";
    if ((masks & ~ones(s->cfg.lanes)) != 0) return "a mask has more bits than Lanes";
    if ((counts & ~ones(clog2(s->cfg.lanes + 1))) != 0)
        return "a number of lanes has more bits than CountWidth";
    return NULL;
}

/* Is the candidate another than the one that the stage took, though it did not move? */
static bool stage_differs(const struct interweave_select *s, const struct interweave_select_in *in)
{
    const uint32_t c = candidate(s, s->slot, s->hot);
    return in->mask[c] != s->mask || has(in->group, c) != s->group || has(in->sole, c) != s->sole;
}

const char *interweave_select_promise(const struct interweave_select *s,
                                      const struct interweave_select_in *in)
{
    struct interweave_select_out out;
    const char *broken = width_promise(s, in);
    if (broken != NULL) return broken;
    for (uint32_t c = 0; c < entries(s); c++) {
        if (!has(in->ready, c)) continue;
        if (in->mask[c] == 0) return "the mask of a ready candidate is empty";
        if (!other_ready(s, in, c / s->cfg.hot, c % s->cfg.hot)) continue;
        if ((in->mask[c] & in->mask[c ^ 1]) != 0)
            return "two ready contexts of a slot have a lane in common";
    }
    interweave_select_eval(s, in, &out);
    if (s->full && out.primary_valid && stage_differs(s, in))
        return "the stage's candidate changed and did not move";
    return NULL;
}
