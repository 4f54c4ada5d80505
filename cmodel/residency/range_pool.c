/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/range_pool.h"

#include <stddef.h>
#include <string.h>

/* --- init and reset ------------------------------------------------------ */

const char *range_pool_init(struct range_pool *s, const struct range_pool_cfg *cfg)
{
    if (cfg->places < 2 || cfg->places > RANGE_POOL_MAX_PLACES) return "Places must be 2 to 1024";
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    range_pool_reset(s);
    return NULL;
}

void range_pool_reset(struct range_pool *s)
{
    for (uint32_t p = 0; p < s->cfg.places; p++) s->free[p] = true;
    s->left = s->cfg.places;
    s->phase = RANGE_POOL_IDLE;
}

/* --- eval ---------------------------------------------------------------- */

/* The lowest begin of a run; Places: there is none. */
static uint32_t lowest_begin(const struct range_pool *s)
{
    uint32_t p = 0;
    while (p < s->cfg.places && !s->begins[p]) p++;
    return p;
}

/* All outputs are state only. */
void range_pool_eval(const struct range_pool *s, const struct range_pool_in *in,
                     struct range_pool_out *out)
{
    (void)in;
    memset(out, 0, sizeof *out);
    out->idle = s->phase == RANGE_POOL_IDLE;
    out->found = s->phase == RANGE_POOL_FOUND;
    if (out->found) out->place = s->place;
    out->none = s->phase == RANGE_POOL_SEARCH && lowest_begin(s) == s->cfg.places;
    out->left = s->left;
}

/* --- tick ---------------------------------------------------------------- */

/* Each free place is a run of length 1. */
static void begin_search(struct range_pool *s)
{
    memcpy(s->begins, s->free, sizeof s->begins);
    s->length = 1;
}

static void want(struct range_pool *s, uint32_t count)
{
    s->count = count;
    s->place = 0;
    s->phase = count == 0 ? RANGE_POOL_FOUND : RANGE_POOL_SEARCH;
    begin_search(s);
}

/* A run at p and one at p + d make one that is longer by d: d is at most their length, so that they
 * touch. */
static void lengthen(struct range_pool *s)
{
    const uint32_t lacks = s->count - s->length;
    const uint32_t d = s->length < lacks ? s->length : lacks;
    for (uint32_t p = 0; p < s->cfg.places; p++)
        s->begins[p] = s->begins[p] && p + d < s->cfg.places && s->begins[p + d];
    s->length += d;
}

static void search(struct range_pool *s, bool none)
{
    if (none) {
        begin_search(s);
    } else if (s->length == s->count) {
        s->place = lowest_begin(s);
        s->phase = RANGE_POOL_FOUND;
    } else {
        lengthen(s);
    }
}

static void set_free(struct range_pool *s, uint32_t place, uint32_t count, bool free)
{
    for (uint32_t p = place; p < place + count && p < s->cfg.places; p++) s->free[p] = free;
}

/* A search sees the places that were free before this edge, so it goes first. */
void range_pool_tick(struct range_pool *s, const struct range_pool_in *in,
                     const struct range_pool_out *out)
{
    if (s->phase == RANGE_POOL_SEARCH) search(s, out->none);
    if (in->want_en && out->idle) want(s, in->want_count);
    if (in->take_en && out->found) {
        set_free(s, s->place, s->count, false);
        s->left -= s->count;
        s->phase = RANGE_POOL_IDLE;
    }
    if (in->free_en) {
        set_free(s, in->free_place, in->free_count, true);
        s->left += in->free_count;
    }
}

/* --- check and promise --------------------------------------------------- */

/* Are these places in the row, and each of them free, or each of them used? */
static bool are_all(const struct range_pool *s, uint32_t place, uint32_t count, bool free)
{
    if (place > s->cfg.places || count > s->cfg.places - place) return false;
    for (uint32_t p = place; p < place + count; p++) {
        if (s->free[p] != free) return false;
    }
    return true;
}

static bool left_counts(const struct range_pool *s)
{
    uint32_t left = 0;
    for (uint32_t p = 0; p < s->cfg.places; p++) left += s->free[p];
    return s->left == left;
}

static bool begins_free(const struct range_pool *s)
{
    if (s->length < 1 || s->length > s->count) return false;
    for (uint32_t p = 0; p < s->cfg.places; p++) {
        if (s->begins[p] && !are_all(s, p, s->length, true)) return false;
    }
    return true;
}

/* finds, lowest and apart need the past. */
const char *range_pool_check(const struct range_pool *s)
{
    if (!left_counts(s)) return "left_counts";
    if (s->phase > RANGE_POOL_FOUND) return "phase_range";
    if (s->phase == RANGE_POOL_SEARCH && !begins_free(s)) return "begins_free";
    if (s->phase == RANGE_POOL_FOUND && !are_all(s, s->place, s->count, true)) return "found_free";
    return NULL;
}

/* A range of no places may lie anywhere. */
const char *range_pool_promise(const struct range_pool *s, const struct range_pool_in *in)
{
    if (in->want_en && in->want_count > s->cfg.places) return "more than Places places are wanted";
    if (!in->free_en || in->free_count == 0) return NULL;
    if (in->free_place >= s->cfg.places || in->free_count > s->cfg.places - in->free_place)
        return "a range that becomes free is not within the row";
    if (!are_all(s, in->free_place, in->free_count, false))
        return "a range that becomes free has a free place";
    return NULL;
}
