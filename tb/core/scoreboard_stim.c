/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the scoreboard. It plays schedulers that issue, each a slot, what no register is busy
 * for, and pipelines that bring results in any order, once each.
 */
#include <string.h>

#include "common/draws.h"
#include "core/scoreboard_seam.h"

/* Shares are in 1/16, but for the last one. */
struct profile {
    unsigned issue;    /* a port issues */
    unsigned back;     /* a writer brings a result */
    unsigned hot;      /* one slot is preferred by issues and queries, */
    unsigned hot_back; /* by results */
    unsigned near;     /* a slot differs in one bit from that of the port before */
    unsigned reg;      /* a register is issued to that another port issues to, or is one of few */
    unsigned again;    /* one whose result came in the cycle before */
    unsigned quick;    /* a result is of the cycle before */
    unsigned together; /* it is of the slot of the writer before, */
    unsigned twin;     /* or of the same register */
    unsigned tide;     /* 1/256: from now on nothing issues until all is back */
    unsigned reset;    /* 1/256: a reset more */
};

const char *const hd_profiles[] = {"uniform", "one_slot", "quick", "full",   "one_reg",
                                   "near",    "together", "tides", "resets", NULL};

static const struct profile profiles[] = {
    {.issue = 9,
     .back = 6,
     .hot = 2,
     .hot_back = 2,
     .near = 2,
     .reg = 2,
     .again = 1,
     .together = 2},
    {.issue = 15, .back = 8, .hot = 15, .hot_back = 14, .reg = 2, .again = 6, .together = 6},
    {.issue = 12, .back = 14, .hot = 4, .hot_back = 2, .again = 8, .quick = 15, .twin = 2},
    {.issue = 16, .back = 1, .hot = 6, .hot_back = 2, .again = 4},
    {.issue = 14, .back = 9, .near = 4, .reg = 15, .again = 3, .quick = 4, .twin = 14},
    {.issue = 13, .back = 8, .near = 15, .reg = 6, .twin = 6, .together = 2},
    {.issue = 16, .back = 10, .hot = 12, .hot_back = 10, .again = 2, .together = 14},
    {.issue = 12, .back = 7, .hot = 3, .hot_back = 2, .together = 4, .tide = 6},
    {.issue = 12, .back = 5, .hot = 2, .reg = 2, .again = 2, .reset = 16},
};

static struct {
    struct scoreboard_cfg cfg;
    const struct profile *profile;
    struct scoreboard_in *in;
    uint64_t busy[SCOREBOARD_MAX_SLOTS];
    uint64_t waiting;                   /* slots with something busy */
    uint64_t set[SCOREBOARD_MAX_SLOTS]; /* in the last cycle */
    uint64_t back[SCOREBOARD_MAX_SLOTS];
    bool ebb;
    uint32_t hot;
} env;

/* Any bit of the mask, which is not 0. */
static uint32_t draw_bit(uint64_t mask)
{
    for (unsigned skip = draw((uint32_t)__builtin_popcountll(mask)); skip > 0; skip--)
        mask &= mask - 1;
    return (uint32_t)__builtin_ctzll(mask);
}

/* Any number that is as wide as those below n: one that there may not be. */
static uint32_t noise(uint32_t n)
{
    uint32_t all = 1;
    while (all < n) all *= 2;
    return draw(all);
}

/* This number but for a bit, if that is below n. */
static uint32_t neighbour(uint32_t number, uint32_t n)
{
    uint32_t bits = 0;
    while (n > UINT32_C(1) << bits) bits++;
    const uint32_t other = number ^ UINT32_C(1) << draw(bits);
    return other < n ? other : number;
}

/* ---- issue ---- */

static uint32_t draw_slot(uint32_t p)
{
    if (p > 0 && env.in->set_en[p - 1] && share(env.profile->near))
        return neighbour(env.in->set_slot[p - 1], env.cfg.slots);
    return share(env.profile->hot) ? env.hot : draw(env.cfg.slots);
}

static uint32_t choose_reg(uint32_t p, uint32_t slot, uint64_t idle)
{
    const uint64_t again = idle & env.back[slot];
    if (again != 0 && share(env.profile->again)) return draw_bit(again);
    if (!share(env.profile->reg)) return draw_bit(idle);
    const uint32_t wish = p > 0 && share(12) ? env.in->set_reg[p - 1] : draw(2);
    return has(idle, wish) ? wish : draw_bit(idle);
}

/* A slot has one scheduler: no two ports issue for it. */
static void draw_set(uint32_t p)
{
    struct scoreboard_in *in = env.in;
    const uint32_t slot = draw_slot(p);
    const uint64_t idle = ~env.busy[slot] & UINT64_MAX >> (64 - env.cfg.regs);
    bool taken = idle == 0 || env.ebb;
    for (uint32_t q = 0; q < p; q++) taken = taken || (in->set_en[q] && in->set_slot[q] == slot);
    in->set_en[p] = !taken && share(env.profile->issue);
    in->set_slot[p] = in->set_en[p] ? slot : noise(env.cfg.slots);
    in->set_reg[p] = in->set_en[p] ? choose_reg(p, slot, idle) : noise(env.cfg.regs);
}

/* ---- results ---- */

/* Results of this slot that have not been brought in this cycle. */
static uint64_t outstanding(uint32_t w, uint32_t slot)
{
    uint64_t regs = env.busy[slot];
    for (uint32_t v = 0; v < w; v++) {
        if (env.in->wb_en[v] && env.in->wb_slot[v] == slot) regs &= ~bit(env.in->wb_reg[v]);
    }
    return regs;
}

static uint32_t choose_back_slot(uint32_t w)
{
    uint64_t slots = env.waiting, quick = 0;
    if (w > 0 && env.in->wb_en[w - 1]) {
        if (share(env.profile->together)) return env.in->wb_slot[w - 1];
        if (share(env.profile->twin)) slots &= ~bit(env.in->wb_slot[w - 1]);
    }
    if (share(env.profile->hot_back)) return env.hot;
    for (uint32_t s = 0; s < env.cfg.slots; s++) quick |= env.set[s] != 0 ? bit(s) : 0;
    if ((slots & quick) != 0 && share(env.profile->quick)) return draw_bit(slots & quick);
    return slots != 0 ? draw_bit(slots) : draw(env.cfg.slots);
}

static uint32_t choose_back_reg(uint32_t w, uint32_t slot, uint64_t regs)
{
    const uint64_t quick = regs & env.set[slot];
    if (w > 0 && env.in->wb_en[w - 1] && has(regs, env.in->wb_reg[w - 1]) &&
        share(env.profile->twin))
        return env.in->wb_reg[w - 1];
    return quick != 0 && share(env.profile->quick) ? draw_bit(quick) : draw_bit(regs);
}

static void draw_back(uint32_t w)
{
    struct scoreboard_in *in = env.in;
    const uint32_t slot = choose_back_slot(w);
    const uint64_t regs = outstanding(w, slot);
    in->wb_en[w] = regs != 0 && share(env.ebb ? 12 : env.profile->back);
    in->wb_slot[w] = in->wb_en[w] ? slot : noise(env.cfg.slots);
    in->wb_reg[w] = in->wb_en[w] ? choose_back_reg(w, slot, regs) : noise(env.cfg.regs);
}

/* ---- the cycle ---- */

/* Any slot, or one to which something happens. */
static uint32_t draw_query(uint32_t p)
{
    const struct scoreboard_in *in = env.in;
    if (share(3) && in->set_en[p]) return in->set_slot[p];
    if (share(3) && in->wb_en[0]) return in->wb_slot[0];
    if (p > 0 && share(2)) return in->query_slot[p - 1];
    return share(env.profile->hot) ? env.hot : noise(env.cfg.slots);
}

/* The draws take effect. */
static void account(bool run)
{
    const struct scoreboard_in *in = env.in;
    memset(env.set, 0, sizeof env.set);
    memset(env.back, 0, sizeof env.back);
    for (uint32_t p = 0; run && p < env.cfg.ports; p++) {
        if (in->set_en[p]) env.set[in->set_slot[p]] |= bit(in->set_reg[p]);
    }
    for (uint32_t w = 0; run && w < env.cfg.writers; w++) {
        if (in->wb_en[w]) env.back[in->wb_slot[w]] |= bit(in->wb_reg[w]);
    }
    env.waiting = 0;
    for (uint32_t s = 0; s < env.cfg.slots; s++) {
        env.busy[s] = run ? (env.busy[s] | env.set[s]) & ~env.back[s] : 0;
        if (env.busy[s] != 0) env.waiting |= bit(s);
    }
}

static bool draw_cycle(void)
{
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    if (hd_rng_chance(&hd_draws, 1, 64)) env.hot = draw(env.cfg.slots);
    if (env.ebb) env.ebb = env.waiting != 0;
    else env.ebb = hd_rng_chance(&hd_draws, env.profile->tide, 256);
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_set(p);
    for (uint32_t w = 0; w < env.cfg.writers; w++) draw_back(w);
    for (uint32_t p = 0; p < env.cfg.ports; p++) env.in->query_slot[p] = draw_query(p);
    account(run);
    return run;
}

void scoreboard_stim_open(const struct scoreboard_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool scoreboard_stim(struct scoreboard_in *in, const struct scoreboard_out *out)
{
    env.in = in;
    (void)out;
    return draw_cycle();
}
