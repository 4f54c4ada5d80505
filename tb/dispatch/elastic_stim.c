/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of elastic: kernels that begin and are asked for under all rules, in rooms that stay for
 * some searches. What a search asks for stays until it has ended; between two it changes in every
 * cycle. Needs are such that a number of blocks fits exactly into what a rule leaves, or all but
 * fits; or any.
 */
#include "common/draws.h"
#include "common/unpack.h"
#include "dispatch/elastic_seam.h"

enum { ANY_RULE = 4 };

/* Shares are in 1/16. */
struct profile {
    unsigned rule;    /* enum elastic_rule, or ANY_RULE */
    unsigned begin;   /* a kernel begins */
    unsigned done;    /* a kernel of the search begins in the cycle of done */
    unsigned present; /* a kernel that has begun is under way */
    unsigned alone;   /* exactly one kernel is */
    unsigned large;   /* a grid is larger than the chip */
    unsigned small;   /* a need is a part of the room, else any */
    unsigned meet;    /* it meets what a rule leaves */
    unsigned none;    /* it is 0 */
    unsigned tight;   /* a median or largest need is as large as the room, or nearly */
    unsigned again;   /* a start while a search is under way */
    unsigned wait;    /* no start while none is under way */
};

const char *const hd_profiles[] = {"uniform", "median", "mpmax",  "equal", "queuemold",
                                   "tight",   "begins", "starts", "alone", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.rule = ANY_RULE, .begin = 2, .done = 4, .present = 10, .alone = 1, .large = 6, .small = 11,
     .meet = 5, .none = 2, .tight = 3, .again = 2, .wait = 4},
    {.rule = ELASTIC_MEDIAN, .begin = 1, .done = 2, .present = 12, .alone = 1, .large = 10,
     .small = 15, .meet = 10, .none = 2, .tight = 2, .again = 1, .wait = 3},
    {.rule = ELASTIC_MPMAX, .begin = 3, .done = 4, .present = 12, .alone = 1, .large = 10,
     .small = 15, .meet = 10, .none = 2, .tight = 1, .again = 1, .wait = 4},
    {.rule = ELASTIC_EQUAL, .begin = 1, .done = 2, .present = 13, .alone = 1, .large = 12,
     .small = 15, .meet = 4, .none = 3, .tight = 2, .again = 1, .wait = 3},
    {.rule = ELASTIC_QUEUEMOLD, .begin = 3, .done = 4, .present = 12, .alone = 1, .large = 10,
     .small = 15, .meet = 10, .none = 2, .tight = 2, .again = 1, .wait = 4},
    {.rule = ANY_RULE, .begin = 2, .done = 2, .present = 12, .alone = 1, .large = 6, .small = 4,
     .meet = 2, .none = 2, .tight = 12, .again = 1, .wait = 3},
    {.rule = ANY_RULE, .begin = 12, .done = 14, .present = 8, .alone = 2, .large = 6, .small = 12,
     .meet = 4, .none = 3, .tight = 3, .again = 1, .wait = 2},
    {.rule = ANY_RULE, .begin = 1, .done = 4, .present = 5, .alone = 2, .large = 2, .small = 6,
     .meet = 2, .none = 2, .tight = 4, .again = 13, .wait = 1},
    {.rule = ANY_RULE, .begin = 3, .done = 6, .present = 4, .alone = 13, .large = 8, .small = 12,
     .meet = 6, .none = 3, .tight = 4, .again = 2, .wait = 3},
};
/* clang-format on */

static struct {
    struct elastic_cfg cfg;
    const struct profile *profile;
    bool ran; /* reset was high in the last cycle */
    bool under_way;
    bool ending; /* done was seen: this cycle or one before it was that of done */
    bool asked;  /* a start in the last cycle is one of a search */
    uint32_t begun;
    uint32_t largest[ELASTIC_MAX_KERNELS][ELASTIC_MAX_KINDS]; /* of the last begin */
} env;

static uint32_t any(uint32_t width) { return (uint32_t)hd_stim_word(&hd_draws, width); }

static uint32_t any_amount(void) { return any(env.cfg.need_width); }

static uint32_t most_amount(void) { return (uint32_t)ones(env.cfg.need_width); }

static uint32_t chip(void) { return env.cfg.sms * env.cfg.blocks; }

/* Any number that a port holds to which numbers of kernels are given. */
static uint32_t draw_number(void)
{
    return any(env.cfg.kernels > 1 ? hd_bits_for(env.cfg.kernels - 1) : 1);
}

/* ---- amounts ---- */

static uint32_t left(uint32_t room, uint32_t kept) { return room > kept ? room - kept : 0; }

/* A need of which so many blocks are the amount, or nearly. */
static uint32_t part_of(uint32_t amount)
{
    const uint32_t need = amount / (1 + draw(env.cfg.blocks));
    return share(3) && need < most_amount() ? need + 1 : need;
}

/* What a rule keeps free of an SM: all of it, one more or less, or a part. */
static uint32_t draw_kept(uint32_t room)
{
    if (share(env.profile->none)) return 0;
    if (!share(env.profile->tight)) return share(12) ? draw(room / 2 + 1) : any_amount();
    if (share(4)) return room < most_amount() ? room + 1 : room;
    return share(6) ? left(room, 1) : room;
}

/* With what a kernel beside it, the median, or mold_i leave. */
static uint32_t draw_need(const struct elastic_in *in, uint32_t r)
{
    const uint32_t room = in->room[r];
    if (share(env.profile->none)) return 0;
    if (!share(env.profile->small)) return any_amount();
    if (!share(env.profile->meet)) return part_of(room);
    switch (draw(4)) {
    case 0: return part_of(left(room, in->median[r]));
    case 1: return part_of(left(room, env.largest[draw(env.cfg.kernels)][r]));
    case 2: return part_of(in->mold);
    default: return part_of(left(room, in->need[draw(env.cfg.kernels) * env.cfg.kinds + r]));
    }
}

static void draw_room(struct elastic_in *in)
{
    for (uint32_t r = 0; r < env.cfg.kinds; r++)
        in->room[r] = share(6) ? most_amount() : share(1) ? 0 : any_amount();
}

/* ---- what is asked for ---- */

static uint32_t draw_kernels(void)
{
    uint32_t kernels = 0;
    for (uint32_t k = 0; k < env.cfg.kernels; k++)
        if (share(env.profile->present)) kernels |= (uint32_t)bit(k);
    if (share(env.profile->alone)) kernels = (uint32_t)bit(draw(env.cfg.kernels));
    else if (share(2)) kernels = (uint32_t)ones(env.cfg.kernels);
    return kernels & env.begun;
}

static void draw_question(struct elastic_in *in)
{
    const uint32_t kinds = env.cfg.kinds, threads = in->room[env.cfg.thread_kind];
    const bool free = share(1);
    if (!env.ran || share(1)) draw_room(in);
    in->rule = env.profile->rule == ANY_RULE || share(1) ? any(2) : env.profile->rule;
    in->kernels = draw_kernels();
    for (uint32_t r = 0; r < kinds; r++) in->median[r] = draw_kept(in->room[r]);
    in->mold = share(2)    ? any_amount()
               : share(10) ? draw(threads + (threads < most_amount()))
                           : threads;
    for (uint32_t i = 0; i < env.cfg.kernels * kinds; i++) in->need[i] = draw_need(in, i % kinds);
    if (!free) return;
    const uint32_t k = draw(env.cfg.kernels);
    for (uint32_t r = 0; r < kinds; r++) in->need[k * kinds + r] = 0;
}

/* ---- begins ---- */

/* A dimension of a grid, which is at least 1. */
static uint32_t draw_dimension(void)
{
    const uint32_t n = share(env.profile->large) ? any(32) : 1 + draw(4);
    return n == 0 ? 1 : n;
}

/* Any grid; about as many blocks as there are places; 2^32 blocks and a few. */
static void draw_grid(struct elastic_in *in)
{
    uint32_t dims[3] = {1, 1, 1};
    const uint32_t at = draw(3), kind = draw(16);
    if (kind < 8) {
        for (uint32_t d = 0; d < 3; d++) dims[d] = draw_dimension();
    } else if (kind < 13) {
        dims[at] = chip() + draw(3) - 1;
        if (dims[at] == 0) dims[at] = 1;
        if (share(4)) dims[at] = 1 + draw(chip());
        if (share(4)) dims[(at + 1) % 3] = 1 + draw(3);
    } else if (kind == 13) {
        dims[at] = 1u << 16;
        dims[(at + 1) % 3] = 1u << 16;
    } else if (kind == 14) {
        dims[0] = dims[1] = dims[2] = UINT32_MAX;
    } else {
        dims[at] = any(32) | 1;
    }
    in->grid_x = dims[0];
    in->grid_y = dims[1];
    in->grid_z = dims[2];
}

/* A kernel of kernels_i does not begin from the start of a search on, until done. */
static bool may_begin(const struct elastic_in *in, uint32_t k, bool looked_at)
{
    return k >= env.cfg.kernels || !looked_at || !has(in->kernels, k);
}

static void draw_begin(struct elastic_in *in, bool looked_at)
{
    /* Behind a reset no kernel has begun: there is nothing to ask for. */
    const bool few = env.begun != ones(env.cfg.kernels) && share(3);
    draw_grid(in);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) in->largest[r] = draw_kept(in->room[r]);
    in->begin_kernel = draw_number();
    const bool done = env.under_way && !looked_at && share(env.profile->done);
    in->begin_en =
        (done || few || share(env.profile->begin)) && may_begin(in, in->begin_kernel, looked_at);
}

/* Of the last cycle, in which reset was high. */
static void follow(const struct elastic_in *in)
{
    if (!in->begin_en || in->begin_kernel >= env.cfg.kernels) return;
    env.begun |= (uint32_t)bit(in->begin_kernel);
    for (uint32_t r = 0; r < env.cfg.kinds; r++) env.largest[in->begin_kernel][r] = in->largest[r];
}

void elastic_stim_open(const struct elastic_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

/* done is seen in its own cycle: it depends on state alone. */
bool elastic_stim(struct elastic_in *in, const struct elastic_out *out)
{
    if (env.ran) follow(in);
    else env.begun = 0;
    if (env.asked) env.under_way = true;
    else if (env.ending) env.under_way = false;
    env.ending = env.under_way && out->done;
    if (!env.under_way) draw_question(in);
    in->start_en = share(env.under_way ? env.profile->again : 16 - env.profile->wait);
    draw_begin(in, env.under_way ? !env.ending : in->start_en);
    env.ran = !hd_stim_reset(&hd_draws);
    /* A reset wins over a start. */
    if (!env.ran) env.under_way = env.ending = false;
    env.asked = env.ran && in->start_en && !env.under_way;
    return env.ran;
}
