/* SPDX-License-Identifier: Apache-2.0 */
#include "residency/range_pool_cover.h"

enum { IDLE, SEARCH, FOUND };

/* The longest run of free places. */
static uint32_t longest(const state *s)
{
    uint32_t most = 0;
    uint32_t run = 0;
    for (uint32_t p = 0; p < s->cfg.places; p++) {
        run = s->free[p] ? run + 1 : 0;
        if (run > most) most = run;
    }
    return most;
}

/* Begins, up to a place. */
static uint32_t begins_below(const state *s, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < end; p++) n += s->begins[p];
    return n;
}

static void cover_want(const state *s, const inputs *in, uint64_t *bin)
{
    if (s->phase == SEARCH) bin[BIN_WANT_LATE]++;
    if (s->phase == FOUND) bin[in->take_en ? BIN_WANT_TAKE : BIN_WANT_FOUND]++;
    if (s->phase != IDLE) return;
    if (in->want_count == 0) bin[BIN_WANT_NONE]++;
    if (in->want_count == 1) bin[BIN_WANT_ONE]++;
    if (in->want_count == s->cfg.places) bin[BIN_WANT_ALL]++;
    if (in->free_en && in->free_count != 0) bin[BIN_WANT_FREE]++;
}

static void cover_take(const state *s, const inputs *in, uint64_t *bin)
{
    if (s->phase != FOUND) {
        bin[s->phase == SEARCH ? BIN_TAKE_EARLY : BIN_TAKE_IDLE]++;
        return;
    }
    bin[s->count == 0 ? BIN_TAKE_NONE : BIN_TAKE]++;
    if (s->count != 0 && s->left == s->count && !in->free_en) bin[BIN_TAKE_LAST]++;
    if (s->count == 0 || !in->free_en || in->free_count == 0) return;
    bin[BIN_TAKE_FREE]++;
    if (in->free_place + in->free_count == s->place || s->place + s->count == in->free_place)
        bin[BIN_TAKE_BESIDE]++;
}

static void cover_free(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->free_count == 0) bin[BIN_FREE_NONE]++;
    if (in->free_count == s->cfg.places) bin[BIN_FREE_ALL]++;
    if (in->free_count == 0) return;
    if (s->left + in->free_count == s->cfg.places) bin[BIN_FREE_LAST]++;
    if (s->phase == SEARCH) bin[out->none ? BIN_FREE_NONE_NOW : BIN_FREE_SEARCH]++;
}

static void cover_none(const state *s, uint64_t *bin)
{
    if (s->left < s->count) bin[BIN_NONE_FEW]++;
    else bin[longest(s) < s->count ? BIN_NONE_SPLIT : BIN_NONE_STALE]++;
}

/* The search goes on. */
static void cover_search(const state *s, uint64_t *bin)
{
    if (s->length == s->count) return;
    bin[s->count - s->length < s->length ? BIN_REST : BIN_DOUBLES]++;
}

/* In the cycle in which a search finds its range: which one. */
static void cover_found(const state *s, uint64_t *bin)
{
    uint32_t p = 0;
    if (s->length != s->count) return;
    while (!s->begins[p]) p++;
    const uint32_t end = p + s->count;
    const bool used_below = p != 0 && !s->free[p - 1];
    if (p == 0) bin[BIN_FOUND_LOW]++;
    if (end == s->cfg.places) bin[BIN_FOUND_TOP]++;
    if (used_below && end < s->cfg.places && !s->free[end]) bin[BIN_FOUND_HOLE]++;
    if (begins_below(s, s->cfg.places) > 1) bin[BIN_FOUND_FIRST]++;
}

void range_pool_cover(const state *s, const inputs *in, const outputs *out, uint64_t *bin)
{
    if (in->want_en) cover_want(s, in, bin);
    if (in->take_en) cover_take(s, in, bin);
    if (in->free_en) cover_free(s, in, out, bin);
    if (s->phase != SEARCH) return;
    if (out->none) {
        cover_none(s, bin);
        return;
    }
    cover_search(s, bin);
    cover_found(s, bin);
}
