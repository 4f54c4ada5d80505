/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the range pool: one taker, which wants ranges of few places, of many, of all that
 * are free, of none; and others that free any run of places that is used, as a whole or in parts.
 * Now and then nothing is wanted, taken or freed for a while.
 */
#include <string.h>

#include "common/draws.h"
#include "residency/range_pool_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned want;   /* a range is wanted, also while one is */
    unsigned few;    /* of up to an eighth of the places, */
    unsigned border; /* else of none, one, all, a power of two or next to it, */
    unsigned left;   /* else of as many as are free, wherever they lie; else of any number */
    unsigned take;   /* a range is taken, also while none is found */
    unsigned free;   /* places become free, */
    unsigned whole;  /* all that are used side by side; else a part of them */
    unsigned beside; /* such that lie next to the range that is taken, if there are */
};

const char *const hd_profiles[] = {"uniform", "few", "split", "whole", "borders", "full", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.want = 8, .few = 6, .border = 4, .left = 2,
     .take = 8, .free = 3, .whole = 6, .beside = 4},
    {.want = 14, .few = 15, .border = 4, .left = 4,
     .take = 14, .free = 5, .whole = 4, .beside = 4},
    {.want = 14, .few = 12, .border = 1, .left = 12,
     .take = 13, .free = 4, .whole = 2, .beside = 2},
    {.want = 12, .few = 1, .border = 12, .left = 4,
     .take = 12, .free = 8, .whole = 15, .beside = 4},
    {.want = 13, .few = 2, .border = 13, .left = 8,
     .take = 12, .free = 8, .whole = 8, .beside = 8},
    {.want = 15, .few = 11, .border = 2, .left = 12,
     .take = 15, .free = 1, .whole = 4, .beside = 12},
};
/* clang-format on */

/* What stands still for a while. */
enum lull { NO_LULL, NO_WANT, NO_TAKE, NO_FREE };

static struct {
    struct range_pool_cfg cfg;
    const struct profile *profile;
    bool used[RANGE_POOL_MAX_PLACES];
    uint32_t count; /* of the range that is wanted */
    enum lull lull;
    uint32_t left; /* cycles of the lull, or until the next one */
} env;

void range_pool_stim_open(const struct range_pool_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

static void draw_lull(void)
{
    if (env.left > 0) {
        env.left--;
        return;
    }
    env.lull = share(6) ? NO_WANT + draw(3) : NO_LULL;
    env.left = 1 + draw(env.cfg.places < 200 ? 200 : env.cfg.places);
}

/* ---- the taker ---- */

static uint32_t border_count(void)
{
    const uint32_t power = UINT32_C(1) << draw(clog2(env.cfg.places + 1));
    const uint32_t near = power + draw(3) - 1;
    if (share(4)) return env.cfg.places;
    if (share(4)) return draw(2);
    return near <= env.cfg.places ? near : env.cfg.places - 1;
}

static uint32_t draw_count(uint32_t left)
{
    if (share(env.profile->few)) return 1 + draw(env.cfg.places < 16 ? 2 : env.cfg.places / 8);
    if (share(env.profile->border)) return border_count();
    return share(env.profile->left) ? left : draw(env.cfg.places + 1);
}

static void draw_want(struct range_pool_in *in, const struct range_pool_out *out)
{
    in->want_en = env.lull != NO_WANT && share(env.profile->want);
    in->want_count = draw_count(out->left);
    if (in->want_en && out->idle) env.count = in->want_count;
}

/* ---- those who free ---- */

/* A run of used places round p: all of them, or a part that p begins. */
static void free_round(struct range_pool_in *in, uint32_t p)
{
    const bool whole = share(env.profile->whole);
    while (whole && p > 0 && env.used[p - 1]) p--;
    uint32_t end = p;
    while (end < env.cfg.places && env.used[end]) end++;
    in->free_place = p;
    in->free_count = whole ? end - p : 1 + draw(end - p);
}

/* A used place: from any one upward and around. */
static bool used_place(uint32_t *at)
{
    const uint32_t from = draw(env.cfg.places);
    for (uint32_t i = 0; i < env.cfg.places; i++) {
        *at = (from + i) % env.cfg.places;
        if (env.used[*at]) return true;
    }
    return false;
}

/* The used place above the range that is found, or the one below: then this place alone. */
static bool free_beside(struct range_pool_in *in, const struct range_pool_out *out)
{
    const uint32_t end = out->place + env.count;
    if (end < env.cfg.places && env.used[end]) {
        free_round(in, end);
        return true;
    }
    if (out->place == 0 || !env.used[out->place - 1]) return false;
    in->free_place = out->place - 1;
    in->free_count = 1;
    return true;
}

static void draw_free(struct range_pool_in *in, const struct range_pool_out *out)
{
    uint32_t p;
    in->free_en = env.lull != NO_FREE && share(env.profile->free);
    in->free_place = draw(env.cfg.places);
    in->free_count = 0;
    if (!in->free_en || share(1)) return;
    if (out->found && in->take_en && share(env.profile->beside) && free_beside(in, out)) return;
    if (used_place(&p)) free_round(in, p);
}

/* ---- the cycle ---- */

static void use(uint32_t place, uint32_t count, bool used)
{
    for (uint32_t i = 0; i < count; i++) env.used[place + i] = used;
}

bool range_pool_stim(struct range_pool_in *in, const struct range_pool_out *out)
{
    draw_lull();
    draw_want(in, out);
    in->take_en = env.lull != NO_TAKE && share(env.profile->take);
    draw_free(in, out);
    if (hd_stim_reset(&hd_draws)) {
        memset(env.used, 0, sizeof env.used);
        return false;
    }
    if (in->take_en && out->found) use(out->place, env.count, true);
    if (in->free_en) use(in->free_place, in->free_count, false);
    return true;
}
