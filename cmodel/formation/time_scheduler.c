/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/time_scheduler.h"

#include <stddef.h>
#include <string.h>

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct time_scheduler_cfg *cfg)
{
    if (cfg->entries < 2) return "Entries must be at least 2";
    if (cfg->entries > TIME_SCHEDULER_MAX_ENTRIES)
        return "Entries must be at most 2048 in the model";
    if (cfg->wid_width < 1 || cfg->wid_width > 16) return "WidWidth must be 1 to 16";
    if (cfg->entries > UINT32_C(1) << cfg->wid_width) return "Entries must be at most 2^WidWidth";
    return NULL;
}

const char *time_scheduler_init(struct time_scheduler *s, const struct time_scheduler_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

void time_scheduler_reset(struct time_scheduler *s)
{
    s->head = 0;
    s->tail = 0;
    s->count = 0;
}

/* The place n places after this one; n is at most Entries. */
static uint32_t step(const struct time_scheduler *s, uint32_t place, uint32_t n)
{
    return place + n >= s->cfg.entries ? place + n - s->cfg.entries : place + n;
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void time_scheduler_eval(const struct time_scheduler *s, const struct time_scheduler_in *in,
                         struct time_scheduler_out *out)
{
    (void)in;
    out->pick_valid = s->count > 0;
    out->pick_wid = s->count > 0 ? s->wid[s->head] : 0;
}

/* --- tick ---------------------------------------------------------------- */

/* The issued warp leaves at the head, then those opened enter at the tail, update 0 first. */
void time_scheduler_tick(struct time_scheduler *s, const struct time_scheduler_in *in,
                         const struct time_scheduler_out *out)
{
    if (in->issue_en && out->pick_valid) {
        s->head = step(s, s->head, 1);
        s->count--;
    }
    for (uint32_t u = 0; u < TIME_SCHEDULER_UPDATES; u++) {
        if (!in->upd_valid[u] || !in->upd_open[u]) continue;
        s->wid[s->tail] = in->upd_wid[u];
        s->tail = step(s, s->tail, 1);
        s->count++;
    }
}

/* --- check and promise --------------------------------------------------- */

const char *time_scheduler_check(const struct time_scheduler *s)
{
    const uint32_t n = s->cfg.entries;
    if (s->head >= n || s->tail >= n || s->count > n) return "queue_range";
    if (step(s, s->head, s->count) != s->tail) return "queue_range";
    bool seen[TIME_SCHEDULER_MAX_ENTRIES] = {false};
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t wid = s->wid[step(s, s->head, i)];
        if (wid >= n) return "queue_range";
        if (seen[wid]) return "each_once";
        seen[wid] = true;
    }
    return NULL;
}

static bool in_queue(const struct time_scheduler *s, uint32_t wid)
{
    bool found = false;
    for (uint32_t i = 0; i < s->count; i++) found = found || s->wid[step(s, s->head, i)] == wid;
    return found;
}

static bool opens(const struct time_scheduler_in *in, uint32_t u)
{
    return in->upd_valid[u] && in->upd_open[u];
}

/* A warp that is issued in this cycle is still in the queue. */
const char *time_scheduler_promise(const struct time_scheduler *s,
                                   const struct time_scheduler_in *in)
{
    for (uint32_t u = 0; u < TIME_SCHEDULER_UPDATES; u++) {
        if (!opens(in, u)) continue;
        if (in->upd_wid[u] >= s->cfg.entries) return "the warp that is opened is not below Entries";
        if (in_queue(s, in->upd_wid[u])) return "the warp that is opened is in the queue";
    }
    if (opens(in, 0) && opens(in, 1) && in->upd_wid[0] == in->upd_wid[1])
        return "both updates open one warp";
    return NULL;
}
