/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/load_queues.h"

#include <stddef.h>
#include <string.h>

enum {
    DATA_WORDS = LOAD_QUEUES_DATA_WORDS,
    MAX_WARPS = 1024,
};

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct load_queues_cfg *cfg)
{
    if (cfg->active < 1 || cfg->active > LOAD_QUEUES_MAX_ENTRIES) return "Active must be 1 to 64";
    if (cfg->inactive < 1 || cfg->inactive > LOAD_QUEUES_MAX_ENTRIES)
        return "Inactive must be 1 to 64";
    if (cfg->data_width < 1 || cfg->data_width > 32 * DATA_WORDS)
        return "DataWidth must be 1 to 512";
    if (cfg->warps < 2 || cfg->warps > MAX_WARPS) return "Warps must be 2 to 1024";
    return NULL;
}

const char *load_queues_init(struct load_queues *s, const struct load_queues_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void load_queues_reset(struct load_queues *s)
{
    memset(s->taken, 0, sizeof s->taken);
    s->active_count = 0;
    s->inactive_count = 0;
    s->refused = false;
}

/* --- the entry that is first --------------------------------------------- */

/* The oldest entry of the active queue that is away, or is not; active_count: there is none. */
static uint32_t oldest(const struct load_queues *s, bool away)
{
    uint32_t i = 0;
    while (i < s->active_count && s->active_away[i] != away) i++;
    return i;
}

enum queue { NONE, ACTIVE, INACTIVE };

/* The load that is offered: its queue, and its entry there. First go active loads that are not
 * away, then loads that have migrated, then loads that are away and have not migrated yet: they
 * came later. */
static enum queue offered(const struct load_queues *s, uint32_t *entry)
{
    *entry = oldest(s, false);
    if (*entry < s->active_count) return ACTIVE;
    *entry = 0;
    if (s->inactive_count > 0) return INACTIVE;
    return s->active_count > 0 ? ACTIVE : NONE;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void load_queues_eval(const struct load_queues *s, const struct load_queues_in *in,
                      struct load_queues_out *out)
{
    uint32_t entry;
    const enum queue from = offered(s, &entry);

    (void)in;
    memset(out, 0, sizeof *out);
    out->in_ready = s->active_count < s->cfg.active;
    out->active_count = s->active_count;
    out->inactive_count = s->inactive_count;
    if (from == NONE) return;
    const uint32_t place = from == ACTIVE ? s->active_place[entry] : s->inactive_place[entry];
    out->out_valid = true;
    out->out_warp = s->warp[place];
    memcpy(out->out_data, s->data[place], sizeof out->out_data);
    out->out_away = from == INACTIVE || s->active_away[entry];
}

/* --- tick ---------------------------------------------------------------- */

static void leave_active(struct load_queues *s, uint32_t entry)
{
    s->active_count--;
    for (uint32_t i = entry; i < s->active_count; i++) {
        s->active_place[i] = s->active_place[i + 1];
        s->active_warp[i] = s->active_warp[i + 1];
        s->active_away[i] = s->active_away[i + 1];
    }
}

static void leave_inactive(struct load_queues *s)
{
    s->inactive_count--;
    for (uint32_t i = 0; i < s->inactive_count; i++)
        s->inactive_place[i] = s->inactive_place[i + 1];
}

/* A load enters at the tail of the active queue. A place is free: there are as many as entries. */
static void enter(struct load_queues *s, uint32_t place, const struct load_queues_in *in)
{
    s->taken[place] = true;
    s->age[place] = s->entered++;
    s->warp[place] = in->in_warp;
    memcpy(s->data[place], in->in_data, sizeof in->in_data);
    s->active_place[s->active_count] = place;
    s->active_warp[s->active_count] = in->in_warp;
    s->active_away[s->active_count] = false;
    s->active_count++;
}

static void mark(struct load_queues *s, uint32_t first, uint32_t last)
{
    for (uint32_t i = 0; i < s->active_count; i++) {
        if (s->active_warp[i] >= first && s->active_warp[i] <= last) s->active_away[i] = true;
    }
}

/* The load that is taken leaves, and its place is free. */
static void serve(struct load_queues *s, enum queue from, uint32_t entry)
{
    if (from == ACTIVE) {
        s->taken[s->active_place[entry]] = false;
        leave_active(s, entry);
    } else {
        s->taken[s->inactive_place[entry]] = false;
        leave_inactive(s);
    }
}

static uint32_t free_place(const struct load_queues *s)
{
    uint32_t place = 0;
    while (place + 1 < LOAD_QUEUES_MAX_PLACES && s->taken[place]) place++;
    return place;
}

/* The state before the edge decides each move: room in the inactive queue, the place that is free,
 * the entries whose warp is away. The entry that is offered does not migrate. The one behind it
 * does not either: it would overtake. */
void load_queues_tick(struct load_queues *s, const struct load_queues_in *in,
                      const struct load_queues_out *out)
{
    uint32_t entry;
    const enum queue from = offered(s, &entry);
    const uint32_t place = free_place(s);
    const uint32_t away = oldest(s, true);
    const bool migrates = away < s->active_count && s->inactive_count < s->cfg.inactive &&
                          !(from == ACTIVE && entry == away);
    const uint32_t moved = s->active_place[migrates ? away : 0];

    /* Two entries may leave the active queue: those behind the first of them have moved up. */
    if (migrates) leave_active(s, away);
    if (from != NONE && in->out_ready)
        serve(s, from, from == ACTIVE && migrates && away < entry ? entry - 1 : entry);
    if (migrates) s->inactive_place[s->inactive_count++] = moved;
    if (in->in_valid && out->in_ready) enter(s, place, in);
    if (in->away_en) mark(s, in->away_first, in->away_last);
    s->refused = in->in_valid && !out->in_ready;
    s->refused_warp = in->in_warp;
    memcpy(s->refused_data, in->in_data, sizeof s->refused_data);
}

/* --- check --------------------------------------------------------------- */

/* Counts the place of an entry; false if it cannot be one, or was seen before. */
static bool seen_once(const struct load_queues *s, uint32_t place, bool *seen)
{
    if (place >= s->cfg.active + s->cfg.inactive || seen[place] || !s->taken[place]) return false;
    seen[place] = true;
    return true;
}

static const char *place_error(const struct load_queues *s)
{
    bool seen[LOAD_QUEUES_MAX_PLACES] = {false};

    for (uint32_t i = 0; i < s->active_count; i++) {
        if (!seen_once(s, s->active_place[i], seen)) return "one_place";
        if (s->active_warp[i] != s->warp[s->active_place[i]]) return "one_place";
    }
    for (uint32_t i = 0; i < s->inactive_count; i++) {
        if (!seen_once(s, s->inactive_place[i], seen)) return "one_place";
    }
    for (uint32_t p = 0; p < LOAD_QUEUES_MAX_PLACES; p++) {
        if (s->taken[p] != seen[p]) return "one_place";
    }
    return NULL;
}

static bool later(const struct load_queues *s, uint32_t place, uint32_t other)
{
    return (int32_t)(s->age[place] - s->age[other]) > 0;
}

/* True if a load of the same warp stands behind this one in the queue, or in the active queue if
 * this one has migrated, and came before it. */
static bool overtakes(const struct load_queues *s, uint32_t place, const uint32_t *behind,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (s->warp[behind[i]] == s->warp[place] && !later(s, behind[i], place)) return true;
    }
    return false;
}

static const char *order_error(const struct load_queues *s)
{
    for (uint32_t i = 0; i < s->active_count; i++) {
        if (overtakes(s, s->active_place[i], s->active_place + i + 1, s->active_count - i - 1))
            return "served_once";
    }
    for (uint32_t i = 0; i < s->inactive_count; i++) {
        const uint32_t place = s->inactive_place[i];
        if (overtakes(s, place, s->inactive_place + i + 1, s->inactive_count - i - 1) ||
            overtakes(s, place, s->active_place, s->active_count))
            return "served_once";
    }
    return NULL;
}

const char *load_queues_check(const struct load_queues *s)
{
    if (s->active_count > s->cfg.active || s->inactive_count > s->cfg.inactive) return "one_place";
    const char *error = place_error(s);
    return error != NULL ? error : order_error(s);
}

/* --- promise ------------------------------------------------------------- */

/* A load has a bit that is not 0 from a width on. */
static bool wider(const uint32_t *data, uint32_t width)
{
    for (uint32_t i = width / 32; i < DATA_WORDS; i++) {
        const uint32_t word = i == width / 32 ? data[i] >> width % 32 : data[i];
        if (word != 0) return true;
    }
    return false;
}

const char *load_queues_promise(const struct load_queues *s, const struct load_queues_in *in)
{
    if (s->refused && (!in->in_valid || in->in_warp != s->refused_warp ||
                       memcmp(in->in_data, s->refused_data, sizeof s->refused_data) != 0))
        return "a load that was refused is not offered again, unchanged";
    if (in->in_valid && in->in_warp >= s->cfg.warps) return "the warp of a load is not below Warps";
    if (in->in_valid && wider(in->in_data, s->cfg.data_width))
        return "a load is wider than DataWidth";
    if (!in->away_en) return NULL;
    if (in->away_last >= s->cfg.warps) return "a warp of the block that leaves is not below Warps";
    if (in->away_first > in->away_last) return "the block that leaves ends before it begins";
    return NULL;
}
