/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the spill selector. It plays the neighbours and keeps their promises: compute units
 * that use physical sets, some far more than others, and a coordinator that gives sets to owners,
 * takes them back, spills the victim and keeps the sets of one owner. Which sets are held it knows
 * by itself; the selector is asked for the victim alone.
 */
#include <string.h>

#include "common/draws.h"
#include "residency/spill_selector_seam.h"
#include "run.h"

enum { MAX_PHYS = SPILL_SELECTOR_MAX_PHYS };

/* Shares are in 1/16. */
struct profile {
    unsigned use;    /* a port uses a set */
    unsigned hot;    /* one of a few sets, the others seldom */
    unsigned same;   /* the set that the port before uses */
    unsigned free;   /* a set that need not be held */
    unsigned victim; /* the victim */
    unsigned take;   /* a set that is not held is taken */
    unsigned most;   /* sixteenths of all sets that may be held at once; one at least */
    unsigned drop;   /* a set is dropped */
    unsigned gone;   /* then the victim */
    unsigned anew;   /* what is dropped is taken in the same cycle */
    unsigned keep;   /* an owner is kept */
    unsigned owner;  /* then the victim's */
    unsigned spill;  /* a victim that is offered is spilled, and dropped some time later */
    unsigned rows;   /* sets are taken by so many owners; 0: by all */
    unsigned old;    /* the age is any; else it is 0 to 4 */
    unsigned fresh;  /* the age changes, in 1/256 */
};

const char *const hd_profiles[] = {"uniform", "hot_sets", "ageing", "ties",   "few",  "anew",
                                   "spills",  "keep",     "full",   "slowly", "idle", NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.use = 8, .hot = 6, .same = 2, .free = 2, .victim = 1, .take = 6, .most = 12, .drop = 3,
     .gone = 2, .anew = 2, .keep = 4, .owner = 4, .spill = 1, .fresh = 1},
    {.use = 15, .hot = 14, .same = 8, .victim = 2, .take = 8, .most = 16, .drop = 1, .keep = 2,
     .owner = 2, .spill = 1, .fresh = 2},
    {.use = 14, .hot = 8, .same = 5, .free = 1, .take = 8, .most = 14, .drop = 1, .anew = 3,
     .fresh = 12},
    {.use = 3, .same = 12, .take = 12, .most = 16, .drop = 3, .gone = 4, .anew = 8, .spill = 2,
     .fresh = 1},
    {.use = 6, .hot = 8, .same = 4, .free = 6, .victim = 4, .take = 6, .most = 1, .drop = 5,
     .gone = 6, .anew = 4, .keep = 2, .owner = 8, .spill = 3, .fresh = 1},
    {.use = 10, .hot = 8, .same = 4, .free = 2, .victim = 2, .take = 4, .most = 2, .drop = 8,
     .gone = 8, .anew = 14, .spill = 1, .fresh = 2},
    {.use = 8, .hot = 8, .same = 2, .victim = 2, .take = 12, .most = 10, .drop = 2, .gone = 4,
     .anew = 2, .spill = 14, .fresh = 1},
    {.use = 8, .hot = 8, .same = 2, .victim = 2, .take = 10, .most = 10, .drop = 2, .keep = 13,
     .owner = 10, .spill = 3, .rows = 3, .fresh = 1},
    {.use = 15, .hot = 3, .same = 6, .take = 16, .most = 16, .drop = 1, .gone = 1, .anew = 15,
     .fresh = 2},
    {.use = 12, .hot = 10, .same = 4, .take = 8, .most = 14, .drop = 1, .old = 14, .fresh = 0},
    {.use = 1, .take = 1, .most = 4, .drop = 2, .gone = 8, .keep = 3, .owner = 8, .spill = 12,
     .rows = 2, .fresh = 1},
};
/* clang-format on */

static struct {
    struct spill_selector_cfg cfg;
    const struct profile *profile;
    struct spill_selector_in *in;
    bool held[MAX_PHYS];
    uint32_t number;  /* that are held */
    uint32_t spilled; /* a victim that was spilled and is not dropped yet; Phys: none */
    uint32_t hot;     /* the first of the sets that are used most */
    bool offered;     /* what the selector says */
    uint32_t victim;
    uint32_t victim_row;
} env;

/* The first set that is (not) held from a random one on; Phys if there is none. */
static uint32_t choose(bool held)
{
    if (env.number == (held ? 0 : env.cfg.phys)) return env.cfg.phys;
    uint32_t n = draw(env.cfg.phys);
    while (env.held[n] != held) n = (n + 1) % env.cfg.phys;
    return n;
}

/* ---- the coordinator ---- */

/* Owners that take part. */
static uint32_t owners(void)
{
    const uint32_t few = env.profile->rows;
    return few != 0 && few < env.cfg.rows ? few : env.cfg.rows;
}

/* The age is a register: it stays for a while. */
static void draw_age(void)
{
    const bool first = hd_run.cycle <= 2;
    if (!first && !hd_rng_chance(&hd_draws, 16 * env.profile->fresh + 1, 4096)) return;
    const uint32_t old = first ? 255 : (uint32_t)hd_stim_word(&hd_draws, 8);
    env.in->age = share(env.profile->old) ? old : draw(5);
}

static void draw_keep(void)
{
    struct spill_selector_in *in = env.in;
    in->keep_en = share(env.profile->keep);
    in->keep_row = share(env.profile->owner) ? env.victim_row : draw(owners());
}

/* A victim hidden in the cycle before is not taken: the coordinator has not seen it yet. */
static void draw_spill(void)
{
    struct spill_selector_in *in = env.in;
    const bool kept = in->keep_en && in->keep_row == env.victim_row;
    in->victim_taken = env.offered && !kept && share(env.profile->spill);
}

static void draw_drop(void)
{
    struct spill_selector_in *in = env.in;
    uint32_t n = share(env.profile->gone) && env.offered ? env.victim : choose(true);
    if (env.spilled < env.cfg.phys && share(4)) n = env.spilled;
    in->drop_en = n < env.cfg.phys && env.held[n] && share(env.profile->drop);
    in->drop_phys = in->drop_en ? n : draw(env.cfg.phys);
}

static void draw_take(void)
{
    struct spill_selector_in *in = env.in;
    const bool room = env.number < 1 + env.cfg.phys * env.profile->most / 16;
    uint32_t n = choose(false);
    in->take_en = n < env.cfg.phys && room && share(env.profile->take);
    if (in->drop_en && share(env.profile->anew)) {
        n = in->drop_phys;
        in->take_en = true;
    }
    in->take_phys = in->take_en ? n : draw(env.cfg.phys);
    in->take_row = draw(owners());
    in->take_set = draw(env.cfg.sets);
}

/* ---- the compute units ---- */

static uint32_t choose_use(uint32_t p)
{
    const struct spill_selector_in *in = env.in;
    if (p > 0 && share(env.profile->same)) return in->use_phys[p - 1];
    if (env.offered && share(env.profile->victim)) return env.victim;
    if (in->take_en && share(1)) return in->take_phys;
    const uint32_t few = env.cfg.phys < 8 ? 1 : env.cfg.phys / 8;
    if (share(env.profile->hot)) return (env.hot + draw(few)) % env.cfg.phys;
    return draw(env.cfg.phys);
}

static void draw_use(uint32_t p)
{
    struct spill_selector_in *in = env.in;
    const uint32_t n = choose_use(p);
    in->use_en[p] = share(env.profile->use) && (env.held[n] || share(env.profile->free));
    in->use_phys[p] = n;
}

/* ---- the edge ---- */

static void edge(void)
{
    const struct spill_selector_in *in = env.in;
    if (in->victim_taken) env.spilled = env.victim;
    if (in->drop_en) {
        env.held[in->drop_phys] = false;
        env.number--;
        if (env.spilled == in->drop_phys) env.spilled = env.cfg.phys;
    }
    if (!in->take_en) return;
    env.held[in->take_phys] = true;
    env.number++;
}

/* A reset is one for the neighbours as well. */
static void forget(void)
{
    memset(env.held, 0, sizeof env.held);
    env.number = 0;
    env.spilled = env.cfg.phys;
}

static bool draw_cycle(void)
{
    const bool run = !hd_stim_reset(&hd_draws);
    if (hd_rng_chance(&hd_draws, 1, 64)) env.hot = draw(env.cfg.phys);
    draw_age();
    draw_keep();
    draw_spill();
    draw_drop();
    draw_take();
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_use(p);
    if (run) edge();
    else forget();
    return run;
}

void spill_selector_stim_open(const struct spill_selector_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    forget();
}

bool spill_selector_stim(struct spill_selector_in *in, const struct spill_selector_out *out)
{
    env.in = in;
    env.offered = out->victim_valid;
    env.victim = out->victim_phys;
    env.victim_row = out->victim_row;
    return draw_cycle();
}
