/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_scheduler.h"

#include <stddef.h>
#include <string.h>

#include "common/bits.h"

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct warp_scheduler_cfg *cfg)
{
    if (cfg->slots < 2 || cfg->slots > WARP_SCHEDULER_MAX_SLOTS) return "Slots must be 2 to 64";
    if (cfg->policy > WARP_SCHEDULER_LEVELS) return "Policy must be 0 to 2";
    if (cfg->group < 1 || cfg->group > cfg->slots) return "Group must be 1 to Slots";
    return NULL;
}

const char *warp_scheduler_init(struct warp_scheduler *s, const struct warp_scheduler_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    warp_scheduler_reset(s);
    return NULL;
}

void warp_scheduler_reset(struct warp_scheduler *s)
{
    s->some = false;
    s->group = 0;
    s->group_some = 0;
    if (s->cfg.policy != WARP_SCHEDULER_GREEDY) return;
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        s->older[i] = ones(s->cfg.slots) & ~ones(i + 1);
    }
}

/* --- the order of the slots ---------------------------------------------- */

/* The first in number of these `count` places, from `from` on, round the end; `can` is not 0. */
static uint32_t round_robin(uint64_t can, uint32_t from, uint32_t count)
{
    const uint64_t behind = can & ~ones(from % count);
    return lowest(behind != 0 ? behind : can);
}

static bool is_older(const struct warp_scheduler *s, uint32_t a, uint32_t b)
{
    return a < b ? has(s->older[a], b) : !has(s->older[b], a);
}

static uint32_t oldest(const struct warp_scheduler *s, uint64_t can)
{
    uint32_t best = round_robin(can, 0, s->cfg.slots);
    for (uint32_t i = best + 1; i < s->cfg.slots; i++) {
        if (has(can, i) && is_older(s, i, best)) best = i;
    }
    return best;
}

static uint32_t groups(const struct warp_scheduler *s)
{
    return (s->cfg.slots + s->cfg.group - 1) / s->cfg.group;
}

/* Slots of group g: the last group may be smaller. */
static uint32_t group_size(const struct warp_scheduler *s, uint32_t g)
{
    uint32_t left = s->cfg.slots - g * s->cfg.group;
    return left < s->cfg.group ? left : s->cfg.group;
}

/* The slots of group g among these, by their numbers within the group. */
static uint64_t of_group(const struct warp_scheduler *s, uint64_t can, uint32_t g)
{
    return can >> g * s->cfg.group & ones(group_size(s, g));
}

/* --- eval ---------------------------------------------------------------- */

static uint32_t choose_loose(const struct warp_scheduler *s, uint64_t can)
{
    return round_robin(can, s->some ? s->last + 1 : 0, s->cfg.slots);
}

static uint32_t choose_greedy(const struct warp_scheduler *s, uint64_t can)
{
    return s->some && has(can, s->last) ? s->last : oldest(s, can);
}

/* The present group, as long as a slot of it can issue; else the next group with such a slot. */
static uint32_t choose_two_level(const struct warp_scheduler *s, uint64_t can)
{
    uint32_t g = s->group;
    while (of_group(s, can, g) == 0) g = (g + 1) % groups(s);
    uint32_t from = has(s->group_some, g) ? s->group_last[g] + 1 : 0;
    return g * s->cfg.group + round_robin(of_group(s, can, g), from, group_size(s, g));
}

void warp_scheduler_eval(const struct warp_scheduler *s, const struct warp_scheduler_in *in,
                         struct warp_scheduler_out *out)
{
    memset(out, 0, sizeof *out);
    if (in->can == 0) return;
    out->issue_valid = true;
    switch (s->cfg.policy) {
    case WARP_SCHEDULER_LOOSE: out->issue_slot = choose_loose(s, in->can); break;
    case WARP_SCHEDULER_GREEDY: out->issue_slot = choose_greedy(s, in->can); break;
    default: out->issue_slot = choose_two_level(s, in->can); break;
    }
}

/* --- tick ---------------------------------------------------------------- */

/* A warp that begins is younger than all others. Of two that begin, the warp on the lower slot is
 * the older. */
static void begin(struct warp_scheduler *s, uint64_t begins)
{
    for (uint32_t i = 0; i < s->cfg.slots; i++) {
        for (uint32_t j = i + 1; j < s->cfg.slots; j++) {
            if (has(begins, j)) s->older[i] |= bit(j);
            else if (has(begins, i)) s->older[i] &= ~bit(j);
        }
    }
    if (has(begins, s->last)) s->some = false;
}

static void issue(struct warp_scheduler *s, uint32_t slot)
{
    if (s->cfg.policy == WARP_SCHEDULER_LEVELS) {
        s->group = slot / s->cfg.group;
        s->group_last[s->group] = slot % s->cfg.group;
        s->group_some |= bit(s->group);
    } else {
        s->last = slot;
        s->some = true;
    }
}

/* A slot that issues does not begin in the same cycle. So it becomes the last one, even if a warp
 * begins on the slot that was the last one. */
void warp_scheduler_tick(struct warp_scheduler *s, const struct warp_scheduler_in *in,
                         const struct warp_scheduler_out *out)
{
    if (s->cfg.policy == WARP_SCHEDULER_GREEDY && in->begin != 0) begin(s, in->begin);
    if (out->issue_valid && in->issue_ready) issue(s, out->issue_slot);
}

/* --- check and promise --------------------------------------------------- */

/* In a total order the number of slots that are older tells each one from the others. */
static bool is_order(const struct warp_scheduler *s)
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

static bool groups_exist(const struct warp_scheduler *s)
{
    if (s->group >= groups(s) || (s->group_some & ~ones(groups(s))) != 0) return false;
    for (uint32_t g = 0; g < groups(s); g++) {
        if (s->group_last[g] >= group_size(s, g)) return false;
    }
    return true;
}

const char *warp_scheduler_check(const struct warp_scheduler *s)
{
    if (s->last >= s->cfg.slots) return "last_range";
    if (!groups_exist(s)) return "group_range";
    return s->cfg.policy != WARP_SCHEDULER_GREEDY || is_order(s) ? NULL : "order";
}

const char *warp_scheduler_promise(const struct warp_scheduler *s,
                                   const struct warp_scheduler_in *in)
{
    if (((in->begin | in->can) & ~ones(s->cfg.slots)) != 0)
        return "a warp begins or can issue on a slot that is not below Slots";
    return (in->begin & in->can) != 0 ? "a warp that begins can issue" : NULL;
}
