/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the physical grid: kernels of all sizes under limits that a number of blocks meets
 * exactly, or all but meets, or any. What is asked for stays until the search has ended; between
 * two searches it changes in every cycle.
 */
#include "common/draws.h"
#include "common/unpack.h"
#include "dispatch/physical_grid_seam.h"

/* Shares are in 1/16. */
struct profile {
    unsigned fit;      /* a need is made so that a number of blocks fits into an SM, else any */
    unsigned few;      /* that number is 0, 1 or 2 */
    unsigned over;     /* the need is one more, so that the last block does not fit */
    unsigned none;     /* a block needs nothing of a kind */
    unsigned meet;     /* a limit is made so that a number of blocks meets it, else any */
    unsigned below;    /* the limit is one less, so that the last block does not fit */
    unsigned wide;     /* a limit is no limit */
    unsigned parts;    /* several parts, else one or none */
    unsigned flexible; /* threads can change */
    unsigned cut;      /* blocks that the kernel may have are few beside those that there are */
    unsigned large;    /* the grid is larger than the chip */
    unsigned again;    /* a start while a search is under way */
    unsigned wait;     /* no start while none is under way */
};

const char *const hd_profiles[] = {"uniform", "fit",  "limits", "parts", "grow",
                                   "cut",     "free", "starts", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.fit = 11, .few = 4, .over = 4, .none = 3, .meet = 10, .below = 4, .wide = 4, .parts = 6,
     .flexible = 8, .cut = 6, .large = 6, .again = 2, .wait = 4},
    {.fit = 15, .few = 6, .over = 7, .none = 3, .meet = 8, .below = 3, .wide = 12, .parts = 2,
     .flexible = 3, .cut = 2, .large = 10, .again = 1, .wait = 2},
    {.fit = 14, .few = 2, .over = 3, .none = 3, .meet = 15, .below = 8, .wide = 3, .parts = 4,
     .flexible = 4, .cut = 2, .large = 12, .again = 1, .wait = 2},
    {.fit = 14, .few = 3, .over = 3, .none = 4, .meet = 14, .below = 6, .wide = 2, .parts = 14,
     .flexible = 3, .cut = 2, .large = 12, .again = 1, .wait = 2},
    {.fit = 13, .few = 3, .over = 2, .none = 4, .meet = 6, .below = 4, .wide = 10, .parts = 2,
     .flexible = 15, .cut = 14, .large = 11, .again = 1, .wait = 1},
    {.fit = 14, .few = 4, .over = 2, .none = 5, .meet = 3, .below = 3, .wide = 13, .parts = 2,
     .flexible = 6, .cut = 9, .large = 3, .again = 2, .wait = 2},
    {.fit = 8, .few = 2, .over = 3, .none = 13, .meet = 8, .below = 5, .wide = 5, .parts = 8,
     .flexible = 8, .cut = 5, .large = 9, .again = 1, .wait = 2},
    {.fit = 10, .few = 9, .over = 5, .none = 3, .meet = 10, .below = 5, .wide = 4, .parts = 6,
     .flexible = 8, .cut = 8, .large = 8, .again = 13, .wait = 1},
};
/* clang-format on */

static struct {
    struct physical_grid_cfg cfg;
    const struct profile *profile;
    bool under_way;
    bool asked; /* a start in the last cycle is one of a search */
} env;

static uint64_t any(uint32_t width) { return hd_stim_word(&hd_draws, width); }

static uint32_t limit_width(void) { return env.cfg.need_width + hd_bits_for(env.cfg.sms); }

static uint32_t places(void) { return env.cfg.sms * env.cfg.blocks; }

static uint32_t draw_amount(void)
{
    if (share(5)) return (uint32_t)ones(env.cfg.need_width);
    return share(1) ? 0 : (uint32_t)any(env.cfg.need_width);
}

/* A need of which so many blocks are all the room of an SM, or nearly. */
static uint32_t draw_need(uint32_t room)
{
    const uint32_t most = (uint32_t)ones(env.cfg.need_width);
    if (share(env.profile->none)) return 0;
    if (!share(env.profile->fit)) return (uint32_t)any(env.cfg.need_width);
    const uint32_t few = share(env.profile->few) ? 2 : env.cfg.blocks + 1;
    const uint32_t need = room / (1 + draw(few));
    return share(env.profile->over) && need < most ? need + 1 : need;
}

static void draw_needs(struct physical_grid_in *in)
{
    const bool free = share(1);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        in->room[r] = draw_amount();
        in->need[r] = free ? 0 : draw_need(in->room[r]);
    }
}

/* Blocks that the chip holds. */
static uint32_t on_chip(const struct physical_grid_in *in)
{
    uint32_t held = env.cfg.blocks;
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        const uint32_t need = in->need[r];
        if (need != 0 && in->room[r] / need < held) held = in->room[r] / need;
    }
    return held * env.cfg.sms;
}

/* A number of blocks near another one, and no more than the port holds. */
static uint32_t draw_near(uint32_t blocks)
{
    const uint32_t near = blocks + draw(3);
    const uint32_t most = (uint32_t)ones(hd_bits_for(places()));
    if (near == 0) return 0;
    return near - 1 < most ? near - 1 : most;
}

static void draw_blocks(struct physical_grid_in *in)
{
    const uint32_t width = hd_bits_for(places()), chip = on_chip(in);
    in->logical = share(4) ? draw(places() + 1) : draw_near(share(8) ? chip : places());
    if (share(env.profile->large)) in->logical = share(8) ? places() : (uint32_t)any(width);
    if (share(1)) in->logical = 0;
    const uint32_t before = in->logical < chip ? in->logical : chip;
    in->most = share(8) ? places() : (uint32_t)any(width);
    if (share(env.profile->cut)) in->most = share(4) ? draw_near(before) : draw(before + 1);
    if (share(1)) in->most = share(8) ? 1 : 0;
}

static void draw_parts(struct physical_grid_in *in)
{
    const uint32_t width = hd_bits_for(env.cfg.parts);
    in->parts = share(8) ? 1 : 0;
    if (share(env.profile->parts))
        in->parts = share(4)   ? env.cfg.parts
                    : share(4) ? (uint32_t)any(width)
                               : draw(env.cfg.parts + 1);
}

/* A limit that so many blocks meet, or nearly. */
static uint64_t draw_limit(const struct physical_grid_in *in, uint32_t r, uint32_t blocks)
{
    const uint64_t most = ones(limit_width());
    const uint32_t parts = in->parts == 0 ? 1 : in->parts;
    if (share(env.profile->wide)) return share(8) ? most : (uint64_t)in->room[r] * env.cfg.sms;
    if (!share(env.profile->meet)) return share(1) ? 0 : any(limit_width());
    uint64_t limit = (uint64_t)blocks * parts * in->need[r];
    /* Some parts of the next block have room, and so it has not. */
    if (parts > 1 && share(3)) limit += (uint64_t)draw(parts) * in->need[r];
    if (share(env.profile->below) && limit > 0) limit--;
    return limit < most ? limit : most;
}

static void draw_limits(struct physical_grid_in *in)
{
    const uint32_t chip = on_chip(in);
    uint32_t blocks = chip < in->most ? chip : in->most;
    if (in->logical < blocks) blocks = in->logical;
    blocks = share(4) ? blocks : share(3) ? 1 : draw(blocks + 1);
    const bool wide = share(1), tight = share(1);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) {
        in->limit[r] = draw_limit(in, r, blocks);
        if (wide) in->limit[r] = ones(limit_width());
        if (tight) in->limit[r] = draw(env.cfg.need_width > 1 ? 4 : 2);
    }
}

static void draw_question(struct physical_grid_in *in)
{
    in->flexible = share(env.profile->flexible);
    in->threads = draw_amount();
    draw_needs(in);
    draw_blocks(in);
    draw_parts(in);
    draw_limits(in);
}

void physical_grid_stim_open(const struct physical_grid_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool physical_grid_stim(struct physical_grid_in *in, const struct physical_grid_out *out)
{
    if (env.asked) env.under_way = true;
    else if (out->done) env.under_way = false;
    if (!env.under_way) draw_question(in);
    in->start_en = share(env.under_way ? env.profile->again : 16 - env.profile->wait);
    const bool run = !hd_stim_reset(&hd_draws);
    /* A reset wins over a start. */
    if (!run) env.under_way = false;
    env.asked = run && in->start_en && !env.under_way;
    return run;
}
