/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the VT scoreboard. It plays the neighbours and keeps their promises: schedulers that
 * issue, pipelines in which each write stays for a while and comes back once, and a controller that
 * maps blocks, retires their warps one by one, and ends blocks of which nothing is out.
 */
#include <string.h>

#include "common/draws.h"
#include "residency/vt_scoreboard_seam.h"

enum {
    MAX_SLOTS = VT_SCOREBOARD_MAX_SLOTS,
    MAX_WARPS = VT_SCOREBOARD_MAX_WARPS,
    MAX_WRITES = 4096,
    LOOKED_AT = 64 /* writes, in search of one that is wanted */
};

/* Which writes come back first. */
enum wish {
    OF_RETIRING,  /* of the warp that retires in this cycle */
    OF_RETIRED,   /* of the warp that retired in the last one */
    LATE,         /* of a warp that is gone */
    LATE_OWNED,   /* of a warp that is gone, to a slot with a new owner */
    LATE_ENDING,  /* of a warp that is gone, to a slot whose block ends in this cycle */
    LATE_ISSUED,  /* of a register that the new owner issues to in this cycle, or waits for */
    OF_SAME_SLOT, /* of the slot of the port before, or of one that issues */
};

/* Shares are in 1/16. */
struct profile {
    unsigned issue;  /* a port issues */
    unsigned back;   /* a port writes */
    unsigned retire; /* a warp retires */
    unsigned map;    /* a block sits down */
    unsigned end;    /* a block ends */
    unsigned hot;    /* one slot is preferred: by issue, queries, retirement */
    unsigned wished; /* writes come back by wish, else any */
    enum wish wish;
    unsigned takeover; /* a block is mapped where a late write comes back in this cycle */
    unsigned near;     /* the new owner's number differs from the old one's in a single bit */
};

const char *const hd_profiles[] = {"uniform",   "in_time",  "just_late", "stale",
                                   "takeover",  "one_slot", "late_busy", "late_pairs",
                                   "near_tags", "full",     "ends",      NULL};

static const struct profile profiles[] = {
    {.issue = 8, .back = 8, .retire = 4, .map = 5, .end = 4, .hot = 2, .near = 4},
    {.issue = 13, .back = 10, .retire = 6, .map = 12, .hot = 8, .wished = 15, .wish = OF_RETIRING},
    {.issue = 13, .back = 11, .retire = 6, .map = 12, .hot = 8, .wished = 15, .wish = OF_RETIRED},
    {.issue = 12, .back = 8, .retire = 9, .map = 7, .end = 2, .wished = 12, .wish = LATE},
    {.issue = 13,
     .back = 9,
     .retire = 8,
     .map = 14,
     .hot = 3,
     .wished = 10,
     .wish = LATE,
     .takeover = 14,
     .near = 6},
    {.issue = 14, .back = 14, .retire = 1, .map = 8, .hot = 13, .wished = 14, .wish = OF_SAME_SLOT},
    {.issue = 15,
     .back = 9,
     .retire = 6,
     .map = 14,
     .hot = 8,
     .wished = 14,
     .wish = LATE_ISSUED,
     .near = 6},
    {.issue = 13, .back = 14, .retire = 12, .map = 14, .hot = 6, .wished = 13, .wish = LATE},
    {.issue = 13,
     .back = 9,
     .retire = 8,
     .map = 14,
     .wished = 13,
     .wish = LATE_OWNED,
     .takeover = 3,
     .near = 16},
    {.issue = 16, .back = 1, .retire = 1, .map = 8, .hot = 15},
    {.issue = 5,
     .back = 4,
     .retire = 3,
     .map = 14,
     .end = 10,
     .hot = 1,
     .wished = 14,
     .wish = LATE_ENDING},
};

struct write {
    uint32_t slot;
    uint32_t warp;
    uint32_t reg;
};

static struct {
    struct vt_scoreboard_cfg cfg;
    const struct profile *profile;
    struct vt_scoreboard_in *in;
    uint64_t valid; /* slots on which a warp sits */
    uint64_t busy[MAX_SLOTS];
    uint32_t tag[MAX_SLOTS]; /* the warp that sits there, or did */
    bool sits[MAX_WARPS];
    uint32_t out[MAX_WARPS]; /* writes of a warp that are out */
    struct write write[MAX_WRITES];
    uint32_t writes;
    uint32_t hot;         /* a slot */
    struct write retired; /* the warp that retired in the last cycle; the register is noise */
} env;

/* Any number that is as wide as those below n: one that there may not be. */
static uint32_t noise(uint32_t n)
{
    uint32_t all = 1;
    while (all < n) all *= 2;
    return draw(all);
}

static uint32_t draw_slot(void) { return share(env.profile->hot) ? env.hot : draw(env.cfg.slots); }

static bool is_late(const struct write *w)
{
    return !has(env.valid, w->slot) || env.tag[w->slot] != w->warp;
}

static bool is_leaving(uint32_t slot)
{
    const struct vt_scoreboard_in *in = env.in;
    return (in->retire_en && in->retire_slot == slot) ||
           (in->clear_en && slot >= in->clear_base && slot - in->clear_base < in->clear_count);
}

/* ---- the controller ---- */

static void draw_retire(void)
{
    struct vt_scoreboard_in *in = env.in;
    const uint32_t slot = draw_slot();
    in->retire_en = has(env.valid, slot) && share(env.profile->retire);
    in->retire_slot = in->retire_en || share(8) ? slot : draw(env.cfg.slots);
}

/* Slots side by side that are sat on, and of which nothing is out. */
static void draw_clear(void)
{
    struct vt_scoreboard_in *in = env.in;
    const uint32_t base = draw(env.cfg.slots);
    const uint32_t most = 1 + draw(share(4) ? env.cfg.slots : 4);
    uint32_t count = 0;
    in->clear_en = false;
    while (count < most && base + count < env.cfg.slots && has(env.valid, base + count) &&
           env.busy[base + count] == 0 && !is_leaving(base + count)) {
        count++;
    }
    in->clear_en = count > 0 && share(env.profile->end);
    in->clear_base = in->clear_en ? base : draw(env.cfg.slots);
    in->clear_count = in->clear_en ? count : draw(env.cfg.slots + 1);
}

/* May this warp be mapped? Its last write may come back in this very cycle. */
static bool is_away(uint32_t warp)
{
    return warp < env.cfg.warps && !env.sits[warp] && env.out[warp] == 0;
}

/* A port on which a late write comes back in this cycle; -1 if the port looked at has none. */
static int late_port(void)
{
    const struct vt_scoreboard_in *in = env.in;
    const uint32_t p = draw(env.cfg.ports);
    const struct write w = {in->wb_slot[p], in->wb_warp[p], in->wb_reg[p]};
    return in->wb_en[p] && is_late(&w) ? (int)p : -1;
}

static uint32_t choose_base(void)
{
    const int late = late_port();
    return late >= 0 && share(env.profile->takeover) ? env.in->wb_slot[late] : draw_slot();
}

static uint32_t choose_warp(uint32_t slot)
{
    const int late = late_port();
    if (late >= 0 && share(6)) return env.in->wb_warp[late];
    uint32_t bits = 0;
    while (env.cfg.warps > UINT32_C(1) << bits) bits++;
    if (share(env.profile->near)) return env.tag[slot] ^ UINT32_C(1) << draw(bits);
    return draw(env.cfg.warps);
}

static void draw_map(void)
{
    struct vt_scoreboard_in *in = env.in;
    const uint32_t base = choose_base();
    const uint32_t warp = choose_warp(base);
    const uint32_t most = share(4) ? 1 : share(4) ? env.cfg.slots : 1 + draw(env.cfg.slots);
    uint32_t count = 0;
    while (count < most && base + count < env.cfg.slots && !has(env.valid, base + count) &&
           is_away(warp + count)) {
        count++;
    }
    in->map_en = count > 0 && share(env.profile->map);
    in->map_base = in->map_en ? base : draw(env.cfg.slots);
    in->map_count = in->map_en ? count : draw(env.cfg.slots + 1);
    in->map_warp = in->map_en ? warp : noise(env.cfg.warps);
}

/* ---- issue ---- */

/* Any bit of the mask, which is not 0. */
static uint32_t draw_bit(uint64_t mask)
{
    for (unsigned skip = draw((uint32_t)__builtin_popcountll(mask)); skip > 0; skip--) {
        mask &= mask - 1;
    }
    return (uint32_t)__builtin_ctzll(mask);
}

/* The registers that late writes of this slot name. */
static uint64_t late_registers(uint32_t slot)
{
    uint64_t found = 0;
    for (uint32_t k = 0; k < env.writes && k < LOOKED_AT; k++) {
        const struct write *w = &env.write[k];
        if (w->slot == slot && is_late(w)) found |= bit(w->reg);
    }
    return found;
}

static void draw_set(uint32_t p)
{
    struct vt_scoreboard_in *in = env.in;
    const uint32_t slot = p > 0 && share(4) ? in->set_slot[p - 1] : draw_slot();
    in->set_en[p] = false;
    in->set_slot[p] = draw(env.cfg.slots);
    in->set_reg[p] = noise(env.cfg.regs);
    if (!has(env.valid, slot) || is_leaving(slot)) return;
    uint64_t idle = ~env.busy[slot] & UINT64_MAX >> (64 - env.cfg.regs);
    for (uint32_t q = 0; q < p; q++) {
        if (in->set_en[q] && in->set_slot[q] == slot) idle &= ~bit(in->set_reg[q]);
    }
    if (idle == 0 || env.writes + env.cfg.ports > MAX_WRITES) return;
    if (!share(env.profile->issue)) return;
    const uint64_t late = env.profile->wish == LATE_ISSUED ? idle & late_registers(slot) : 0;
    in->set_en[p] = true;
    in->set_slot[p] = slot;
    in->set_reg[p] = draw_bit(late != 0 && share(12) ? late : idle);
}

/* ---- writeback ---- */

static bool is_issued(const struct write *w)
{
    const struct vt_scoreboard_in *in = env.in;
    for (uint32_t q = 0; q < env.cfg.ports; q++) {
        if (in->set_en[q] && in->set_slot[q] == w->slot && in->set_reg[q] == w->reg) return true;
    }
    return has(env.busy[w->slot], w->reg);
}

static bool is_wished(const struct write *w, uint32_t p)
{
    const struct vt_scoreboard_in *in = env.in;
    switch (env.profile->wish) {
    case OF_RETIRING: return in->retire_en && w->slot == in->retire_slot && !is_late(w);
    case OF_RETIRED: return w->slot == env.retired.slot && w->warp == env.retired.warp;
    case LATE: return is_late(w);
    case LATE_OWNED: return is_late(w) && has(env.valid, w->slot);
    case LATE_ENDING: return is_late(w) && has(env.valid, w->slot) && is_leaving(w->slot);
    case LATE_ISSUED: return is_late(w) && is_issued(w);
    case OF_SAME_SLOT: break;
    }
    return w->slot == (p > 0 && in->wb_en[p - 1] ? in->wb_slot[p - 1] : in->set_slot[0]);
}

static uint32_t choose_write(uint32_t p)
{
    const uint32_t any = draw(env.writes);
    if (!share(env.profile->wished)) return any;
    for (uint32_t k = 0; k < LOOKED_AT && k < env.writes; k++) {
        const uint32_t i = (any + k) % env.writes;
        if (is_wished(&env.write[i], p)) return i;
    }
    return any;
}

/* A write issued in an earlier cycle comes back once. */
static void draw_writeback(uint32_t p)
{
    struct vt_scoreboard_in *in = env.in;
    in->wb_en[p] = env.writes > 0 && share(env.profile->back);
    in->wb_slot[p] = draw(env.cfg.slots);
    in->wb_warp[p] = noise(env.cfg.warps);
    in->wb_reg[p] = noise(env.cfg.regs);
    if (!in->wb_en[p]) return;
    const uint32_t at = choose_write(p);
    const struct write w = env.write[at];
    env.write[at] = env.write[--env.writes];
    env.out[w.warp]--;
    if (!is_late(&w)) env.busy[w.slot] &= ~bit(w.reg);
    in->wb_slot[p] = w.slot;
    in->wb_warp[p] = w.warp;
    in->wb_reg[p] = w.reg;
}

static void draw_query(uint32_t p)
{
    struct vt_scoreboard_in *in = env.in;
    const uint32_t q = draw(env.cfg.ports);
    in->query_slot[p] = share(4) ? in->set_slot[q] : share(4) ? in->wb_slot[q] : draw_slot();
}

/* ---- the clock edge, for the neighbours ---- */

static void leave(uint32_t slot)
{
    env.valid &= ~bit(slot);
    env.busy[slot] = 0;
    env.sits[env.tag[slot]] = false;
}

static void edge(void)
{
    const struct vt_scoreboard_in *in = env.in;
    for (uint32_t p = 0; p < env.cfg.ports; p++) {
        if (!in->set_en[p]) continue;
        const struct write w = {in->set_slot[p], env.tag[in->set_slot[p]], in->set_reg[p]};
        env.busy[w.slot] |= bit(w.reg);
        env.out[w.warp]++;
        env.write[env.writes++] = w;
    }
    env.retired = (struct write){MAX_SLOTS, MAX_WARPS, 0};
    if (in->retire_en) {
        env.retired = (struct write){in->retire_slot, env.tag[in->retire_slot], 0};
        leave(in->retire_slot);
    }
    for (uint32_t r = 0; in->clear_en && r < in->clear_count; r++) leave(in->clear_base + r);
    for (uint32_t r = 0; in->map_en && r < in->map_count; r++) {
        env.valid |= bit(in->map_base + r);
        env.tag[in->map_base + r] = in->map_warp + r;
        env.sits[in->map_warp + r] = true;
    }
}

/* A reset is one for the neighbours as well. */
static void forget(void)
{
    env.valid = 0;
    env.writes = 0;
    memset(env.busy, 0, sizeof env.busy);
    memset(env.sits, 0, sizeof env.sits);
    memset(env.out, 0, sizeof env.out);
}

static bool draw_cycle(void)
{
    const bool run = !hd_stim_reset(&hd_draws);
    if (hd_rng_chance(&hd_draws, 1, 24)) env.hot = draw(env.cfg.slots);
    env.in->clear_en = false;
    draw_retire();
    draw_clear();
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_set(p);
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_writeback(p);
    for (uint32_t p = 0; p < env.cfg.ports; p++) draw_query(p);
    draw_map();
    if (run) edge();
    else forget();
    return run;
}

void vt_scoreboard_stim_open(const struct vt_scoreboard_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.retired.slot = MAX_SLOTS;
}

bool vt_scoreboard_stim(struct vt_scoreboard_in *in, const struct vt_scoreboard_out *out)
{
    env.in = in;
    (void)out;
    return draw_cycle();
}
