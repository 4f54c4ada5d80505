/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the mapping table. It plays the neighbours and keeps their promises: compute units
 * that ask where sets are, and a coordinator that maps and drops sets no unit asks for, and moves
 * sets, one at a time, behind a lock.
 */
#include <string.h>

#include "common/draws.h"
#include "residency/mapping_table_seam.h"

enum {
    MAX_ENTRIES = MAPPING_TABLE_MAX_ENTRIES,
    MAX_PORTS = MAPPING_TABLE_MAX_PORTS,
    NONE = MAPPING_TABLE_MAX_ENTRIES
};

/* Shares are in 1/16. */
struct profile {
    unsigned look;    /* a port asks */
    unsigned moving;  /* it asks for the set that is being moved */
    unsigned near;    /* then rather for one whose address differs in a single bit */
    unsigned same;    /* it asks for the set of the port before */
    unsigned stray;   /* it asks for any set, in use or not */
    unsigned move;    /* a set begins to be moved, if none is */
    unsigned fill;    /* it comes back, rather than goes */
    unsigned at_once; /* it is locked for the cycle of its operation alone */
    unsigned map;     /* a new set is mapped, if the operation is free */
    unsigned drop;    /* a set is dropped, if the operation is free */
    unsigned swapped; /* then one in the swap space */
    unsigned relay;   /* in the cycle after one is given back another is mapped */
    bool waves;       /* until all are in the swap space, then until none is in use */
};

const char *const hd_profiles[] = {"uniform", "spill_race", "fill_race", "locked", "reuse",
                                   "crowd",   "one_set",    "churn",     "hoard",  NULL};

/* clang-format off */
static const struct profile profiles[] = {
    {.look = 10, .moving = 2, .near = 4, .same = 2, .stray = 2, .move = 8, .fill = 7, .at_once = 4,
     .map = 5, .drop = 3, .swapped = 6, .relay = 4},
    {.look = 14, .moving = 12, .near = 2, .same = 2, .move = 15, .fill = 4, .at_once = 6, .map = 10,
     .drop = 1, .swapped = 12},
    {.look = 14, .moving = 12, .near = 2, .same = 2, .move = 15, .fill = 13, .at_once = 6, .map = 8,
     .drop = 2, .swapped = 1},
    {.look = 15, .moving = 13, .near = 8, .same = 1, .stray = 1, .move = 14, .fill = 8, .map = 6,
     .drop = 2, .swapped = 8},
    {.look = 6, .moving = 2, .move = 12, .fill = 5, .at_once = 15, .map = 6, .drop = 8,
     .swapped = 3, .relay = 15},
    {.look = 8, .moving = 3, .near = 2, .same = 2, .move = 4, .fill = 15, .at_once = 8, .map = 15,
     .drop = 2, .swapped = 2, .relay = 8},
    {.look = 15, .moving = 8, .same = 15, .move = 12, .fill = 8, .at_once = 8, .map = 3, .drop = 2,
     .swapped = 8},
    {.look = 3, .stray = 8, .move = 4, .fill = 4, .at_once = 14, .map = 12, .drop = 12,
     .swapped = 12},
    {.look = 6, .moving = 4, .stray = 4, .move = 15, .fill = 2, .at_once = 16, .map = 16,
     .drop = 15, .swapped = 8, .waves = true},
};
/* clang-format on */

enum where { UNUSED, HELD, SWAPPED };

static struct {
    struct mapping_table_cfg cfg;
    const struct profile *profile;
    struct mapping_table_in *in;
    enum where where[MAX_ENTRIES];
    uint32_t number[3];           /* sets in each of these places */
    uint32_t asked[2][MAX_PORTS]; /* in the cycle before, and in the one before that; or NONE */
    bool gave;                    /* a physical set was given back in the cycle before */
    bool ebb;                     /* profiles with waves: sets are dropped */
    struct {
        uint32_t entry; /* or NONE */
        bool fill;
        uint32_t before; /* cycles up to the operation */
        uint32_t after;  /* cycles that it stays locked */
    } move;
} env;

static uint32_t entries(void) { return env.cfg.rows * env.cfg.sets; }

/* Bits that hold the numbers below n; of one set there is a bit as well. */
static uint32_t bits_of(uint32_t n)
{
    uint32_t bits = 1;
    while (n > UINT32_C(1) << bits) bits++;
    return bits;
}

/* Any number that is as wide as those below n: one that there may not be. */
static uint32_t noise(uint32_t n) { return draw(UINT32_C(1) << bits_of(n)); }

/* The first entry in this place from a random one on; NONE if there is none. */
static uint32_t choose(enum where where)
{
    if (env.number[where] == 0) return NONE;
    uint32_t e = draw(entries());
    while (env.where[e] != where) e = (e + 1) % entries();
    return e;
}

static uint32_t free_sets(void) { return env.cfg.phys - env.number[HELD]; }

/* ---- the coordinator ---- */

static void operate(uint32_t op, uint32_t entry)
{
    env.in->op = op;
    env.in->op_row = entry / env.cfg.sets;
    env.in->op_set = entry % env.cfg.sets;
}

static void begin_move(void)
{
    const bool fill = env.profile->waves ? false : share(env.profile->fill);
    if (env.ebb || !share(env.profile->move)) return;
    env.move.entry = choose(fill ? SWAPPED : HELD);
    env.move.fill = fill;
    const bool at_once = share(env.profile->at_once);
    env.move.before = at_once ? 0 : draw(5);
    env.move.after = at_once ? 0 : draw(4);
}

/* Locked, then spilled or filled, then locked still. A fill waits for room, but not for ever. */
static void draw_move(void)
{
    struct mapping_table_in *in = env.in;
    if (env.move.entry == NONE) begin_move();
    in->lock_en = env.move.entry != NONE;
    in->lock_row = noise(env.cfg.rows);
    in->lock_set = noise(env.cfg.sets);
    if (!in->lock_en) return;
    in->lock_row = env.move.entry / env.cfg.sets;
    in->lock_set = env.move.entry % env.cfg.sets;
    const bool moved = (env.where[env.move.entry] == HELD) == env.move.fill;
    if (moved) {
        if (env.move.after-- == 0) {
            env.move.entry = NONE;
            in->lock_en = false;
        }
    } else if (env.move.before > 0) {
        env.move.before--;
    } else if (!env.move.fill) {
        operate(MAPPING_TABLE_SPILL, env.move.entry);
    } else if (free_sets() > 0) {
        operate(MAPPING_TABLE_FILL, env.move.entry);
    } else {
        env.move.entry = NONE;
    }
}

static bool was_asked_for(uint32_t entry)
{
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        if (env.asked[0][p] == entry || env.asked[1][p] == entry) return true;
    }
    return false;
}

static void draw_map(void)
{
    const uint32_t e = choose(UNUSED);
    if (env.ebb || free_sets() == 0 || e == NONE || was_asked_for(e)) return;
    if (share(env.gave ? env.profile->relay : 0) || share(env.profile->map))
        operate(MAPPING_TABLE_MAP, e);
}

static void draw_drop(void)
{
    const uint32_t e = choose(share(env.profile->swapped) ? SWAPPED : HELD);
    if (e == NONE || e == env.move.entry || was_asked_for(e)) return;
    if ((!env.profile->waves || env.ebb) && share(env.profile->drop))
        operate(MAPPING_TABLE_DROP, e);
}

static void draw_op(void)
{
    struct mapping_table_in *in = env.in;
    in->op = MAPPING_TABLE_NOTHING;
    in->op_row = noise(env.cfg.rows);
    in->op_set = noise(env.cfg.sets);
    draw_move();
    const bool drop_first = share(8);
    if (in->op == MAPPING_TABLE_NOTHING && drop_first && !env.gave) draw_drop();
    if (in->op == MAPPING_TABLE_NOTHING) draw_map();
    if (in->op == MAPPING_TABLE_NOTHING && !drop_first) draw_drop();
}

/* ---- the compute units ---- */

/* The entry whose address differs in one bit; the same one if there is no such entry. */
static uint32_t beside(uint32_t entry)
{
    uint32_t row = entry / env.cfg.sets;
    uint32_t set = entry % env.cfg.sets;
    if (share(8)) row ^= UINT32_C(1) << draw(bits_of(env.cfg.rows));
    else set ^= UINT32_C(1) << draw(bits_of(env.cfg.sets));
    return row < env.cfg.rows && set < env.cfg.sets ? row * env.cfg.sets + set : entry;
}

static uint32_t choose_look(uint32_t p)
{
    const struct mapping_table_in *in = env.in;
    if (p > 0 && in->look_en[p - 1] && share(env.profile->same))
        return in->look_row[p - 1] * env.cfg.sets + in->look_set[p - 1];
    if (env.move.entry != NONE && share(env.profile->moving))
        return share(env.profile->near) ? beside(env.move.entry) : env.move.entry;
    if (share(env.profile->stray)) return draw(entries());
    const uint32_t e = choose(share(8) ? HELD : SWAPPED);
    return e != NONE ? e : draw(entries());
}

/* No unit asks for a set that is mapped or dropped in this cycle. */
static bool is_barred(uint32_t entry)
{
    const struct mapping_table_in *in = env.in;
    return (in->op == MAPPING_TABLE_MAP || in->op == MAPPING_TABLE_DROP) &&
           entry == in->op_row * env.cfg.sets + in->op_set;
}

static void draw_look(uint32_t p)
{
    struct mapping_table_in *in = env.in;
    const uint32_t e = choose_look(p);
    in->look_en[p] = share(env.profile->look) && !is_barred(e);
    in->look_row[p] = in->look_en[p] ? e / env.cfg.sets : noise(env.cfg.rows);
    in->look_set[p] = in->look_en[p] ? e % env.cfg.sets : noise(env.cfg.sets);
}

/* ---- the edge ---- */

static void put(uint32_t entry, enum where to)
{
    env.number[env.where[entry]]--;
    env.where[entry] = to;
    env.number[to]++;
}

static void edge(void)
{
    const struct mapping_table_in *in = env.in;
    const uint32_t e = in->op_row * env.cfg.sets + in->op_set;
    const uint32_t held = env.number[HELD];
    switch (in->op) {
    case MAPPING_TABLE_MAP:
    case MAPPING_TABLE_FILL: put(e, HELD); break;
    case MAPPING_TABLE_SPILL: put(e, SWAPPED); break;
    case MAPPING_TABLE_DROP: put(e, UNUSED); break;
    default: break;
    }
    env.gave = env.number[HELD] < held;
    memcpy(env.asked[1], env.asked[0], sizeof env.asked[0]);
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        env.asked[0][p] =
            in->look_en[p] ? in->look_row[p] * env.cfg.sets + in->look_set[p] : (uint32_t)NONE;
    }
    if (!env.profile->waves) return;
    if (env.number[SWAPPED] == entries()) env.ebb = true;
    if (env.number[UNUSED] == entries()) env.ebb = false;
}

/* A reset is one for the neighbours as well. */
static void forget(void)
{
    memset(env.where, 0, sizeof env.where);
    memset(env.number, 0, sizeof env.number);
    env.number[UNUSED] = entries();
    for (uint32_t p = 0; p < MAX_PORTS; p++) env.asked[0][p] = env.asked[1][p] = NONE;
    env.gave = false;
    env.ebb = false;
    env.move.entry = NONE;
}

static bool draw_cycle(void)
{
    const bool run = !hd_stim_reset(&hd_draws);
    draw_op();
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_look(p);
    if (run) edge();
    else forget();
    return run;
}

void mapping_table_stim_open(const struct mapping_table_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    forget();
}

bool mapping_table_stim(struct mapping_table_in *in, const struct mapping_table_out *out)
{
    env.in = in;
    (void)out;
    return draw_cycle();
}
