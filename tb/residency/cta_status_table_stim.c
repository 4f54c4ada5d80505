/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the CTA status table. It plays the neighbours and keeps their promises: schedulers
 * whose warps stall and wake up, barriers that open, writebacks of blocks that are swapped out, and
 * a controller that brings blocks in, swaps them out, counts the writes still on their way, and
 * lets them end. It keeps its own account of the blocks; the table is asked for its choice alone.
 */
#include <string.h>

#include "common/draws.h"
#include "common/unpack.h"
#include "residency/cta_status_table_seam.h"
#include "run.h"

enum {
    MAX_CTAS = CTA_STATUS_TABLE_MAX_CTAS,
    MAX_PORTS = CTA_STATUS_TABLE_MAX_PORTS,
    NONE = CTA_STATUS_TABLE_MAX_CTAS
};

/* Shares are in 1/16. */
struct profile {
    unsigned up;      /* a port says that a warp stalls */
    unsigned down;    /* a port says that one wakes up */
    unsigned drop;    /* a barrier opens */
    unsigned skip;    /* a block is skipped, for some cycles */
    unsigned alloc;   /* a new block, if there is room */
    unsigned out;     /* a marked block goes out */
    unsigned rash;    /* then any active block, marked or not */
    unsigned add;     /* writes of a warp are counted, if a block is being saved */
    unsigned saved;   /* a context is saved, if one is being saved */
    unsigned late;    /* a port says that a late write comes in, if one is out */
    unsigned in;      /* a ready block comes in */
    unsigned asleep;  /* then nearly all of its warps cannot go on */
    unsigned free;    /* a marked block ends */
    unsigned meet;    /* an event names the block of the event before it */
    unsigned brink;   /* it names a block of which one warp can go on */
    unsigned marked;  /* it names a marked block */
    unsigned leaving; /* it names the block that goes out; add and saved do so */
    unsigned last;    /* a block whose last late writes come in is saved in that cycle */
    unsigned stray;   /* add and saved name a block that is not being saved */
    bool wide;        /* counts of all sizes; else of a few warps and writes */
    bool bursts;      /* blocks come for 128 cycles, then end for 128: kernels follow each other */
};

const char *const hd_profiles[] = {"uniform",    "pairs",      "brink",   "woken_out", "late_adds",
                                   "last_lates", "clean_outs", "restall", "crowd",     "barriers",
                                   "wide",       "kernels",    NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.up = 9, .down = 3, .drop = 1, .skip = 3, .alloc = 8, .out = 8, .rash = 1, .add = 7,
     .saved = 4, .late = 8, .in = 8, .asleep = 3, .free = 1, .meet = 2, .leaving = 2, .stray = 1},
    {.up = 14, .down = 11, .drop = 3, .skip = 2, .alloc = 8, .out = 5, .add = 8, .saved = 3,
     .late = 14, .in = 9, .asleep = 4, .free = 1, .meet = 14, .leaving = 1},
    {.up = 12, .down = 9, .drop = 1, .skip = 2, .alloc = 8, .out = 3, .add = 4, .saved = 6,
     .late = 8, .in = 8, .asleep = 8, .free = 1, .meet = 9, .brink = 12},
    {.up = 10, .down = 10, .drop = 4, .skip = 2, .alloc = 8, .out = 14, .rash = 3, .add = 6,
     .saved = 6, .late = 10, .in = 12, .asleep = 7, .free = 1, .meet = 3, .leaving = 12},
    {.up = 9, .down = 2, .drop = 1, .skip = 2, .alloc = 10, .out = 12, .add = 13, .saved = 1,
     .late = 9, .in = 10, .asleep = 8, .free = 1, .meet = 9, .leaving = 1},
    {.up = 9, .down = 2, .drop = 1, .skip = 2, .alloc = 10, .out = 12, .add = 5, .saved = 2,
     .late = 9, .in = 10, .asleep = 8, .free = 1, .meet = 7, .leaving = 4, .last = 14},
    {.up = 10, .down = 2, .skip = 2, .alloc = 10, .out = 12, .rash = 1, .add = 2, .saved = 12,
     .late = 8, .in = 11, .asleep = 9, .free = 1, .meet = 2, .leaving = 10},
    {.up = 14, .down = 7, .drop = 1, .skip = 3, .alloc = 8, .out = 2, .add = 4, .saved = 6,
     .late = 8, .in = 9, .asleep = 8, .free = 1, .meet = 3, .brink = 4, .marked = 11},
    {.up = 15, .down = 1, .skip = 5, .alloc = 14, .out = 3, .add = 4, .saved = 6, .late = 12,
     .in = 10, .asleep = 10, .free = 2, .meet = 1, .leaving = 2},
    {.up = 12, .down = 4, .drop = 10, .skip = 12, .alloc = 8, .out = 8, .rash = 1, .add = 6,
     .saved = 5, .late = 8, .in = 9, .asleep = 9, .free = 2, .meet = 8, .leaving = 5},
    {.up = 12, .down = 4, .drop = 4, .skip = 2, .alloc = 8, .out = 10, .rash = 2, .add = 8,
     .saved = 5, .late = 15, .in = 10, .asleep = 12, .free = 1, .meet = 5, .brink = 5, .leaving = 3,
     .stray = 1, .wide = true},
    {.up = 12, .down = 1, .drop = 1, .skip = 2, .alloc = 12, .out = 6, .add = 4, .saved = 8,
     .late = 14, .in = 13, .asleep = 13, .free = 12, .meet = 3, .leaving = 3, .bursts = true},
};
/* clang-format on */

static struct {
    struct cta_status_table_cfg cfg;
    const struct profile *profile;
    struct cta_status_table_in *in;
    uint32_t max; /* the largest count */
    uint64_t resident;
    uint64_t active;
    uint64_t saving;
    uint32_t count[MAX_CTAS]; /* within a cycle: as far as its events have been drawn */
    uint64_t marked;          /* at the start of the cycle, like the two that follow */
    uint64_t ready;
    uint64_t brink; /* one warp can go on */
    uint64_t named; /* the blocks of alloc, out, in, free of this cycle */
    uint32_t met;   /* the block of the last event of this cycle */
} env;

static uint64_t all_ctas(void) { return UINT64_MAX >> (64 - env.cfg.ctas); }

static uint32_t draw_bits(uint32_t width) { return (uint32_t)hd_stim_word(&hd_draws, width); }

/* The number of a port that says nothing: noise, no block's number perhaps. */
static uint32_t draw_noise(void) { return draw_bits(hd_bits_for(env.cfg.ctas - 1)); }

/* One of these blocks; NONE if there is none. */
static uint32_t pick(uint64_t mask)
{
    if (mask == 0) return NONE;
    uint32_t c = hd_stim_below(&hd_draws, env.cfg.ctas);
    while (!has_any(mask, c)) c = c + 1 == env.cfg.ctas ? 0 : c + 1;
    return c;
}

/* A count up to max: few, nearly all, or any. */
static uint32_t draw_count(uint32_t max)
{
    const uint32_t few = hd_stim_below(&hd_draws, 4);
    if (env.profile->wide && share(6)) return hd_stim_below(&hd_draws, max + 1);
    if (few > max || share(2)) return max;
    return few;
}

/* ---- the controller ---- */

/* Between two kernels the number of warps changes. */
static void choose_kernel(void)
{
    if (env.resident != 0 && env.in->warps != 0) return;
    if (env.in->warps != 0 && share(8)) return;
    const uint32_t few = 1 + hd_stim_below(&hd_draws, env.max < 6 ? env.max : 6);
    env.in->warps = env.profile->wide && share(14) ? 1 + hd_stim_below(&hd_draws, env.max) : few;
    if (env.profile->wide && share(2)) env.in->warps = env.max;
}

static void look_round(void)
{
    env.marked = env.ready = env.brink = env.named = 0;
    env.met = NONE;
    for (uint32_t c = 0; c < env.cfg.ctas; c++) {
        const bool active = has_any(env.active, c);
        if (active && env.count[c] == env.in->warps) env.marked |= bit(c);
        if (active && env.count[c] + 1 == env.in->warps) env.brink |= bit(c);
        if (has_any(env.resident & ~env.active & ~env.saving, c) && env.count[c] == 0) {
            env.ready |= bit(c);
        }
    }
}

static void choose_skipped(void)
{
    if (!share(4)) return;
    for (uint32_t c = 0; c < env.cfg.ctas; c++) {
        env.in->skip &= ~bit(c);
        if (share(env.profile->skip)) env.in->skip |= bit(c);
    }
}

/* One of these blocks that alloc, out, in or free has not named in this cycle. Without one the
 * number is noise. */
static bool choose(uint64_t mask, uint32_t wish, uint32_t *cta)
{
    mask &= ~env.named;
    const uint32_t c = has_any(mask, wish) && share(12) ? wish : pick(mask);
    *cta = c == NONE ? draw_noise() : c;
    if (c != NONE) env.named |= bit(c);
    return c != NONE;
}

static void choose_swaps(bool ebb, uint32_t longest_marked, uint32_t longest_ready)
{
    const struct profile *p = env.profile;
    struct cta_status_table_in *in = env.in;
    const unsigned ending = ebb ? p->free : p->bursts ? 0 : p->free;
    const uint64_t can_go = share(p->rash) ? env.active : env.marked & ~in->skip;
    in->free_en = choose(share(ending) ? env.marked : 0, NONE, &in->free_cta);
    in->out_en = choose(share(p->out) ? can_go : 0, longest_marked, &in->out_cta);
    in->in_en = choose(share(p->in) ? env.ready : 0, longest_ready, &in->in_cta);
    in->alloc_en =
        choose(!ebb && share(p->alloc) ? all_ctas() & ~env.resident : 0, NONE, &in->alloc_cta);
    in->in_count = draw_count(in->warps);
    if (share(p->asleep)) {
        const uint32_t awake = hd_stim_below(&hd_draws, 3);
        in->in_count = awake > in->warps ? 0 : in->warps - awake;
    }
}

/* ---- active blocks ---- */

/* Of these blocks one that the profile is after. */
static uint32_t aim(uint64_t mask)
{
    const struct profile *p = env.profile;
    if (share(p->leaving) && env.in->out_en && has_any(mask, env.in->out_cta))
        return env.in->out_cta;
    if (share(p->meet) && has_any(mask, env.met)) return env.met;
    if (share(p->brink) && (mask & env.brink) != 0) return pick(mask & env.brink);
    if (share(p->marked) && (mask & env.marked) != 0) return pick(mask & env.marked);
    return pick(mask);
}

/* Active blocks that have a warp to stall (or to wake up). One that ends has no events. */
static uint64_t can_move(bool up)
{
    uint64_t mask = env.active;
    if (env.in->free_en) mask &= ~bit(env.in->free_cta);
    for (uint32_t c = 0; c < env.cfg.ctas; c++) {
        if (env.count[c] == (up ? env.in->warps : 0)) mask &= ~bit(c);
    }
    return mask;
}

static void draw_moves(bool up)
{
    bool *en = up ? env.in->up_en : env.in->down_en;
    uint32_t *cta = up ? env.in->up_cta : env.in->down_cta;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        const bool wanted = share(up ? env.profile->up : env.profile->down);
        const uint32_t c = wanted ? aim(can_move(up)) : NONE;
        en[p] = c != NONE;
        cta[p] = en[p] ? c : draw_noise();
        if (!en[p]) continue;
        env.count[c] += up ? 1 : UINT32_MAX;
        env.met = c;
    }
}

static void draw_drop(void)
{
    struct cta_status_table_in *in = env.in;
    const uint32_t c = share(env.profile->drop) ? aim(can_move(false)) : NONE;
    in->drop_en = c != NONE;
    in->drop_cta = in->drop_en ? c : draw_noise();
    in->drop_count = in->drop_en ? draw_count(env.count[c]) : draw_count(env.max);
    if (!in->drop_en) return;
    env.count[c] -= in->drop_count;
    env.met = c;
}

/* A counter is held to its range at the end of the cycle: the order of draws does not matter. */
static void draw_active(void)
{
    const bool ups_first = share(8);
    const bool drop_first = share(8);
    if (drop_first) draw_drop();
    draw_moves(ups_first);
    draw_moves(!ups_first);
    if (!drop_first) draw_drop();
}

/* ---- inactive blocks ---- */

static uint64_t inactive(void) { return env.resident & ~env.active; }

static void draw_lates(void)
{
    struct cta_status_table_in *in = env.in;
    env.met = NONE;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        uint64_t mask = inactive();
        for (uint32_t c = 0; c < env.cfg.ctas; c++) {
            if (env.count[c] == 0) mask &= ~bit(c);
        }
        const uint32_t c = share(env.profile->late) ? aim(mask) : NONE;
        in->late_en[p] = c != NONE;
        in->late_cta[p] = in->late_en[p] ? c : draw_noise();
        if (!in->late_en[p]) continue;
        env.count[c]--;
        env.met = c;
    }
}

/* The block that add or saved names: a block being saved, or the block that goes out. */
static uint32_t aim_saving(uint64_t stray)
{
    const uint64_t leaving = env.in->out_en ? bit(env.in->out_cta) : 0;
    if (leaving != 0 && share(env.profile->leaving)) return env.in->out_cta;
    if (share(env.profile->meet) && has_any(env.saving, env.met)) return env.met;
    if (share(env.profile->stray) && share(4)) return pick(stray);
    return pick(env.saving | leaving);
}

static void draw_saved(void)
{
    struct cta_status_table_in *in = env.in;
    const bool last = has_any(env.saving, env.met) && env.count[env.met] == 0;
    uint32_t c = share(env.profile->saved) ? aim_saving(inactive()) : NONE;
    if (last && share(env.profile->last)) c = env.met;
    in->saved_en = c != NONE;
    in->saved_cta = in->saved_en ? c : draw_noise();
}

/* The block that comes in has nothing left to be counted. */
static void draw_add(void)
{
    struct cta_status_table_in *in = env.in;
    const uint64_t stray = in->in_en ? inactive() & ~bit(in->in_cta) : inactive();
    const uint32_t c = share(env.profile->add) ? aim_saving(stray) : NONE;
    in->add_en = c != NONE;
    in->add_cta = in->add_en ? c : draw_noise();
    const uint32_t room = in->add_en ? env.max - env.count[c] : env.max;
    const uint32_t few = hd_stim_below(&hd_draws, 4);
    in->add_count = env.profile->wide && share(1) ? draw_count(room) : few < room ? few : room;
    if (in->add_en) env.count[c] += in->add_count;
}

/* ---- a cycle ---- */

static void begin_out(void)
{
    if (!env.in->out_en) return;
    env.count[env.in->out_cta] = 0;
}

static void end_cycle(bool run)
{
    const struct cta_status_table_in *in = env.in;
    if (in->out_en) {
        env.active &= ~bit(in->out_cta);
        env.saving |= bit(in->out_cta);
    }
    if (in->saved_en) env.saving &= ~bit(in->saved_cta);
    if (in->alloc_en) {
        env.resident |= bit(in->alloc_cta);
        env.count[in->alloc_cta] = 0;
    }
    if (in->in_en) {
        env.active |= bit(in->in_cta);
        env.count[in->in_cta] = in->in_count;
    }
    if (in->free_en) {
        env.resident &= ~bit(in->free_cta);
        env.active &= ~bit(in->free_cta);
    }
    /* A reset is one for the neighbours as well. */
    if (!run) env.resident = env.active = env.saving = 0;
}

/* In most profiles a block is always here: a reset brings another kernel. A count of the wide ones
 * may take for ever to be worked off: there are more of them. */
static bool draw_reset(void)
{
    const bool early = hd_rng_chance(&hd_draws, 1, env.profile->wide ? 500 : 800);
    return hd_stim_reset(&hd_draws) || early;
}

static bool draw_cycle(uint32_t longest_marked, uint32_t longest_ready)
{
    const bool run = !draw_reset();
    const bool ebb = env.profile->bursts && (hd_run.cycle >> 7 & 1) != 0;
    choose_kernel();
    look_round();
    choose_skipped();
    choose_swaps(ebb, longest_marked, longest_ready);
    draw_active();
    draw_lates();
    begin_out();
    draw_saved();
    draw_add();
    end_cycle(run);
    return run;
}

void cta_status_table_stim_open(const struct cta_status_table_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.max = (UINT32_C(1) << cfg->cnt_width) - 1;
}

/* The choice is the table's answer before the inputs of this cycle. */
bool cta_status_table_stim(struct cta_status_table_in *in, const struct cta_status_table_out *out)
{
    env.in = in;
    return draw_cycle(out->out_valid ? out->out_cta : NONE, out->in_valid ? out->in_cta : NONE);
}
