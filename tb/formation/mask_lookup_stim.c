/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the mask lookup: candidates that change now and then, and a primary that is new in
 * most cycles. Masks are full, of a single lane, of half of the row, of free lanes, or any; so are
 * those of the primary. Now and then a count is not that of its mask, or all
 * candidates are of one group.
 */
#include "common/draws.h"
#include "formation/mask_lookup_seam.h"

/* Shares are in 1/16, but for change. */
struct profile {
    unsigned ready;   /* a candidate is ready, from a change on */
    unsigned blink;   /* in this cycle it is not */
    unsigned change;  /* 1/64: a candidate changes */
    unsigned full;    /* its mask is full */
    unsigned single;  /* it has a single lane */
    unsigned half;    /* it has the lower or the upper half */
    unsigned free;    /* it has lanes that the primary leaves free, or all of these */
    unsigned stale;   /* its count is any */
    unsigned group;   /* it is of group 1 */
    unsigned primary; /* there is a primary */
    unsigned keep;    /* it is that of the last cycle */
    unsigned copy;    /* it is one of the candidates */
    unsigned step;    /* the order changes */
    bool one_set;     /* only candidates of set 0 are ready, and it is searched, mostly */
};

const char *const hd_profiles[] = {"uniform", "full_masks", "single_lanes", "halves", "free",
                                   "one_set", "stale",      "no_primary",   "few",    "held",
                                   NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.ready = 10, .blink = 2, .change = 8, .full = 1, .single = 3, .half = 2, .free = 3, .stale = 1,
     .group = 3, .primary = 13, .keep = 2, .copy = 4, .step = 11},
    {.ready = 13, .blink = 1, .change = 16, .full = 15, .single = 0, .half = 0, .free = 1,
     .stale = 0, .group = 1, .primary = 14, .keep = 1, .copy = 12, .step = 14},
    {.ready = 13, .blink = 1, .change = 8, .full = 0, .single = 16, .half = 0, .free = 0,
     .stale = 0, .group = 1, .primary = 15, .keep = 2, .copy = 10, .step = 14},
    {.ready = 12, .blink = 2, .change = 12, .full = 1, .single = 0, .half = 15, .free = 1,
     .stale = 0, .group = 2, .primary = 14, .keep = 2, .copy = 8, .step = 12},
    {.ready = 12, .blink = 2, .change = 20, .full = 0, .single = 1, .half = 1, .free = 15,
     .stale = 1, .group = 1, .primary = 15, .keep = 10, .copy = 1, .step = 12},
    {.ready = 12, .blink = 1, .change = 8, .full = 1, .single = 4, .half = 2, .free = 4, .stale = 1,
     .group = 3, .primary = 14, .keep = 2, .copy = 4, .step = 12, .one_set = true},
    {.ready = 12, .blink = 1, .change = 20, .full = 1, .single = 4, .half = 2, .free = 4,
     .stale = 14, .group = 3, .primary = 14, .keep = 2, .copy = 4, .step = 8},
    {.ready = 8, .blink = 4, .change = 8, .full = 2, .single = 4, .half = 2, .free = 2, .stale = 1,
     .group = 8, .primary = 1, .keep = 2, .copy = 4, .step = 12},
    {.ready = 1, .blink = 2, .change = 24, .full = 2, .single = 4, .half = 2, .free = 4, .stale = 1,
     .group = 4, .primary = 11, .keep = 2, .copy = 4, .step = 12},
    {.ready = 13, .blink = 0, .change = 2, .full = 1, .single = 6, .half = 2, .free = 3, .stale = 0,
     .group = 2, .primary = 14, .keep = 13, .copy = 3, .step = 1},
};
/* clang-format on */

static struct {
    struct mask_lookup_cfg cfg;
    const struct profile *profile;
    uint64_t ready; /* candidates that are, but for single cycles */
    bool ran;       /* there was a cycle before */
} env;

static uint32_t entries(void) { return env.cfg.slots * env.cfg.hot; }

static uint64_t all_lanes(void) { return ones(env.cfg.lanes); }

/* Lanes that the primary leaves free: all of them, or any of them. */
static uint64_t draw_free(const struct mask_lookup_in *in)
{
    const uint64_t free = all_lanes() & ~in->primary_mask;
    return share(4) ? free : free & hd_stim_word(&hd_draws, 64);
}

static uint64_t draw_mask(const struct mask_lookup_in *in)
{
    const struct profile *p = env.profile;
    const uint64_t low = ones(env.cfg.lanes / 2);
    if (share(p->full)) return all_lanes();
    if (share(p->single)) return bit(draw(env.cfg.lanes));
    if (share(p->half)) return share(8) ? low : all_lanes() & ~low;
    if (share(p->free)) return draw_free(in);
    uint64_t mask = hd_stim_word(&hd_draws, env.cfg.lanes);
    for (unsigned thin = draw(4); thin > 0; thin--) mask &= hd_stim_word(&hd_draws, 64);
    return mask;
}

static void draw_candidate(struct mask_lookup_in *in, uint32_t c)
{
    const struct profile *p = env.profile;
    const uint32_t width = clog2(env.cfg.lanes + 1);
    const bool away = p->one_set && c / env.cfg.hot % env.cfg.sets != 0 && share(15);
    in->mask[c] = draw_mask(in);
    in->lanes[c] = (uint8_t)__builtin_popcountll(in->mask[c]);
    if (share(p->stale)) in->lanes[c] = (uint8_t)hd_stim_word(&hd_draws, width);
    in->group &= ~bit(c);
    env.ready &= ~bit(c);
    if (share(p->group)) in->group |= bit(c);
    if (share(p->ready) && !away) env.ready |= bit(c);
}

static void draw_primary(struct mask_lookup_in *in)
{
    const struct profile *p = env.profile;
    const uint32_t c = draw(entries());
    in->primary_valid = share(p->primary);
    in->set = p->one_set && share(14) ? 0 : draw(env.cfg.sets);
    if (share(p->keep)) return;
    in->primary_mask = share(p->copy) ? in->mask[c] : draw_mask(in);
    in->primary_group = has(in->group, c);
}

static void draw_ready(struct mask_lookup_in *in)
{
    in->ready = env.ready;
    for (uint32_t c = 0; c < entries(); c++)
        if (share(env.profile->blink)) in->ready &= ~bit(c);
    if (draw(64) == 0) in->ready = share(8) ? ones(entries()) : 0;
    if (draw(64) == 0) in->ready = bit(draw(entries()));
}

void mask_lookup_stim_open(const struct mask_lookup_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool mask_lookup_stim(struct mask_lookup_in *in, const struct mask_lookup_out *out)
{
    (void)out;
    for (uint32_t c = 0; c < entries(); c++)
        if (!env.ran || draw(64) < env.profile->change) draw_candidate(in, c);
    if (draw(64) == 0) in->group = share(8) ? ones(entries()) : 0;
    draw_primary(in);
    draw_ready(in);
    in->step_en = share(env.profile->step);
    env.ran = true;
    return !hd_stim_reset(&hd_draws);
}
