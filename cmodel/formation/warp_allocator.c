/* SPDX-License-Identifier: Apache-2.0 */
#include "formation/warp_allocator.h"

#include <stddef.h>
#include <string.h>

/* --- init and reset ------------------------------------------------------ */

static const char *cfg_error(const struct warp_allocator_cfg *cfg)
{
    if (cfg->entries < 2) return "Entries must be at least 2";
    if (cfg->entries > WARP_ALLOCATOR_MAX_ENTRIES)
        return "Entries must be at most 2048 in the model";
    return NULL;
}

const char *warp_allocator_init(struct warp_allocator *s, const struct warp_allocator_cfg *cfg)
{
    const char *error = cfg_error(cfg);
    if (error != NULL) return error;
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    return NULL;
}

/* The list is full again, and not a place of the ring is written for it. */
void warp_allocator_reset(struct warp_allocator *s)
{
    s->fresh = 0;
    s->head = 0;
    s->tail = 0;
    s->count = 0;
}

/* --- the free list: fresh indices first, then the ring ------------------- */

static uint32_t fresh_left(const struct warp_allocator *s) { return s->cfg.entries - s->fresh; }

/* The place n places after this one; n is at most Entries. */
static uint32_t step(const struct warp_allocator *s, uint32_t place, uint32_t n)
{
    return place + n >= s->cfg.entries ? place + n - s->cfg.entries : place + n;
}

/* Index number n of the list, 0 the oldest; the list is longer than n. */
static uint32_t listed(const struct warp_allocator *s, uint32_t n)
{
    uint32_t left = fresh_left(s);
    return n < left ? s->fresh + n : s->idx[step(s, s->head, n - left)];
}

/* --- eval ---------------------------------------------------------------- */

/* All outputs are state only. */
void warp_allocator_eval(const struct warp_allocator *s, const struct warp_allocator_in *in,
                         struct warp_allocator_out *out)
{
    (void)in;
    out->free_count = fresh_left(s) + s->count;
    for (uint32_t p = 0; p < WARP_ALLOCATOR_PORTS; p++) {
        out->alloc_valid[p] = p < out->free_count;
        out->alloc_idx[p] = out->alloc_valid[p] ? listed(s, p) : 0;
    }
}

/* --- tick ---------------------------------------------------------------- */

/* The n oldest leave. */
static void take(struct warp_allocator *s, uint32_t n)
{
    uint32_t left = fresh_left(s);
    uint32_t from_fresh = n < left ? n : left;
    s->fresh += from_fresh;
    s->head = step(s, s->head, n - from_fresh);
    s->count -= n - from_fresh;
}

/* Taken indices leave at the head, then a freed index enters at the tail. */
void warp_allocator_tick(struct warp_allocator *s, const struct warp_allocator_in *in,
                         const struct warp_allocator_out *out)
{
    uint32_t taken = 0;
    for (uint32_t p = 0; p < WARP_ALLOCATOR_PORTS; p++)
        taken += in->alloc_ready[p] && out->alloc_valid[p];
    take(s, taken);
    if (!in->free_en) return;
    s->idx[s->tail] = in->free_idx;
    s->tail = step(s, s->tail, 1);
    s->count++;
}

/* --- check and promise --------------------------------------------------- */

static const char *ring_error(const struct warp_allocator *s)
{
    uint32_t n = s->cfg.entries;
    if (s->head >= n || s->tail >= n || s->count > n) return "ring_range";
    return step(s, s->head, s->count) == s->tail ? NULL : "ring_range";
}

/* A fresh index is on the list as such: in the ring it would be there twice. */
const char *warp_allocator_check(const struct warp_allocator *s)
{
    bool seen[WARP_ALLOCATOR_MAX_ENTRIES] = {false};
    const char *error = ring_error(s);
    if (error != NULL) return error;
    if (s->fresh > s->cfg.entries || s->count > s->fresh) return "all_somewhere";
    for (uint32_t n = 0; n < s->count; n++) {
        uint32_t idx = s->idx[step(s, s->head, n)];
        if (idx >= s->fresh || seen[idx]) return "never_twice";
        seen[idx] = true;
    }
    return NULL;
}

static bool is_free(const struct warp_allocator *s, uint32_t idx)
{
    bool found = idx >= s->fresh;
    for (uint32_t n = 0; n < s->count; n++) found = found || s->idx[step(s, s->head, n)] == idx;
    return found;
}

const char *warp_allocator_promise(const struct warp_allocator *s,
                                   const struct warp_allocator_in *in)
{
    uint32_t free_count = fresh_left(s) + s->count;
    if (in->alloc_ready[1] && !in->alloc_ready[0])
        return "port 1's index is taken, port 0's is not";
    for (uint32_t p = 0; p < WARP_ALLOCATOR_PORTS; p++) {
        if (in->alloc_ready[p] && p >= free_count) return "an index that is not offered is taken";
    }
    if (!in->free_en) return NULL;
    if (in->free_idx >= s->cfg.entries) return "the index freed is not below Entries";
    return is_free(s, in->free_idx) ? "the index freed is not handed out" : NULL;
}
