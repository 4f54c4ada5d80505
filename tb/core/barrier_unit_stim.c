/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the barrier unit. It plays blocks whose static warps begin, a formation that puts
 * threads of any of them together, each in its lane, and has them come to barriers or end, and a
 * residency that lets a warp go on some time after its event. It learns from the events and the
 * launches which threads wait. With Leaves threads go to memory as well, and warps leave and come
 * back.
 */
#include <string.h>

#include "common/draws.h"
#include "common/lane_slots.h"
#include "core/barrier_unit_seam.h"

/* Which threads a warp that arrives is made of. */
enum forming {
    ANY,    /* each lane of any static warp, some lanes */
    STATIC, /* of one static warp alone, all that run */
    LAST,   /* of static warps of which few still run */
    FULL,   /* each lane of any, all lanes */
    ONE     /* one thread */
};

/* Shares are in 1/16, but for the last one. */
struct profile {
    unsigned begin;  /* a warp begins, if a slot is free, */
    unsigned whole;  /* with all threads, */
    unsigned thin;   /* else with few */
    unsigned again;  /* on the slot that became free in this cycle */
    unsigned arrive; /* a warp arrives, */
    unsigned exits;  /* and its threads end */
    unsigned formed; /* it is formed so, else in any way */
    enum forming forming;
    unsigned empty;    /* it has no thread */
    unsigned at_once;  /* a warp whose event was in the cycle before may go on */
    unsigned release;  /* another one that waits may; */
    unsigned together; /* so may all of them */
    unsigned revoke;   /* none may in this cycle */
    unsigned take;     /* a launch is taken */
    unsigned near;     /* an address differs in one bit from the one before */
    unsigned reset;    /* 1/256: a reset more */
};

/* Shares, with Leaves: an arrival goes to memory; threads are back; a lane has one of them; a warp
 * leaves; a warp comes back; the warp that comes back has no living thread. */
enum { MEMORY = 6, BACK = 10, OF_LANE = 8, LEAVE = 6, RESUME = 8, NO_LIVING = 2 };

const char *const hd_profiles[] = {"uniform",  "regroup", "static", "last",    "ends",
                                   "refused",  "at_once", "gather", "singles", "near_pcs",
                                   "turnover", "resets",  NULL};

static const struct profile profiles[] = {
    {.begin = 6,
     .whole = 6,
     .thin = 4,
     .arrive = 12,
     .exits = 4,
     .empty = 1,
     .at_once = 4,
     .release = 4,
     .together = 2,
     .revoke = 1,
     .take = 10},
    {.begin = 12,
     .whole = 12,
     .arrive = 14,
     .exits = 1,
     .formed = 14,
     .forming = FULL,
     .at_once = 2,
     .release = 6,
     .together = 2,
     .take = 14},
    {.begin = 8,
     .whole = 8,
     .arrive = 14,
     .exits = 3,
     .formed = 14,
     .forming = STATIC,
     .at_once = 6,
     .release = 6,
     .take = 14},
    {.begin = 10,
     .whole = 5,
     .thin = 8,
     .arrive = 12,
     .exits = 4,
     .formed = 12,
     .forming = LAST,
     .at_once = 4,
     .release = 6,
     .take = 12},
    {.begin = 14,
     .whole = 4,
     .thin = 9,
     .arrive = 15,
     .exits = 11,
     .formed = 8,
     .forming = LAST,
     .empty = 1,
     .at_once = 8,
     .release = 8,
     .take = 12},
    {.begin = 8,
     .whole = 4,
     .thin = 8,
     .arrive = 12,
     .exits = 2,
     .formed = 6,
     .forming = LAST,
     .at_once = 6,
     .release = 8,
     .revoke = 5,
     .take = 3},
    {.begin = 8,
     .whole = 2,
     .thin = 10,
     .arrive = 12,
     .exits = 2,
     .formed = 10,
     .forming = STATIC,
     .at_once = 15,
     .release = 10,
     .take = 15},
    {.begin = 14,
     .whole = 4,
     .thin = 10,
     .arrive = 15,
     .exits = 1,
     .formed = 8,
     .forming = LAST,
     .together = 1,
     .take = 15},
    {.begin = 8,
     .whole = 1,
     .thin = 15,
     .arrive = 15,
     .exits = 3,
     .formed = 14,
     .forming = ONE,
     .empty = 2,
     .at_once = 4,
     .release = 8,
     .take = 12},
    {.begin = 10,
     .whole = 2,
     .thin = 12,
     .arrive = 14,
     .exits = 2,
     .formed = 12,
     .forming = STATIC,
     .release = 4,
     .together = 1,
     .take = 8,
     .near = 15},
    {.begin = 16,
     .whole = 2,
     .thin = 14,
     .again = 14,
     .arrive = 16,
     .exits = 14,
     .formed = 12,
     .forming = STATIC,
     .at_once = 8,
     .release = 8,
     .take = 14},
    {.begin = 10,
     .whole = 4,
     .thin = 6,
     .arrive = 14,
     .exits = 4,
     .formed = 4,
     .forming = LAST,
     .at_once = 4,
     .release = 3,
     .take = 8,
     .near = 4,
     .reset = 12},
};

static struct {
    struct barrier_unit_cfg cfg;
    const struct profile *profile;
    struct barrier_unit_in *in;
    bool ran; /* the last cycle was not one of reset */
    uint64_t open;
    uint64_t told;  /* slots whose event has been seen, */
    uint64_t may;   /* and that may go on */
    uint64_t freed; /* the slot that became free in the last cycle */
    uint64_t live[BARRIER_UNIT_MAX_SLOTS];
    uint64_t here[BARRIER_UNIT_MAX_SLOTS];
    uint64_t pc[BARRIER_UNIT_MAX_SLOTS];
    uint64_t away[BARRIER_UNIT_MAX_SLOTS]; /* in memory */
    struct left {
        uint64_t live, here, pc;
        bool told;
    } left[BARRIER_UNIT_MAX_SLOTS]; /* warps that have left, the first in front */
    uint32_t lefts;
} env;

/* Any 64 bits, the lower ones as good as the upper ones. */
static uint64_t any(void) { return hd_stim_word(&hd_draws, 64); }

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

/* ---- what has happened in the last cycle ---- */

/* A unit with a bug may say anything. */
static void see(const struct barrier_unit_out *out)
{
    const uint32_t ev_slot = out->ev_slot, launch_slot = out->launch_slot;
    env.freed = 0;
    if (!env.ran) return;
    if (out->launch_valid && env.in->launch_ready && launch_slot < env.cfg.slots) {
        env.told &= ~bit(launch_slot);
        env.may &= ~bit(launch_slot);
        env.here[launch_slot] = 0;
    }
    if (!out->ev_valid || ev_slot >= env.cfg.slots) return;
    if (out->ev_kind == BARRIER_UNIT_END) {
        env.open &= ~bit(ev_slot);
        env.freed = bit(ev_slot);
        return;
    }
    env.told |= bit(ev_slot);
    if (share(env.profile->at_once)) env.may |= bit(ev_slot);
}

/* ---- static warps begin ---- */

static void draw_begin(void)
{
    const struct profile *p = env.profile;
    struct barrier_unit_in *in = env.in;
    const uint64_t all = ones(env.cfg.lanes);
    const uint64_t closed = ones(env.cfg.slots) & ~env.open;
    in->begin_en = closed != 0 && (share(p->begin) || (env.freed != 0 && share(p->again)));
    in->begin_slot = noise(env.cfg.slots);
    in->begin_mask = any() & all;
    if (share(p->thin)) in->begin_mask &= any() & any();
    if (share(p->whole)) in->begin_mask = all;
    if (!in->begin_en) return;
    in->begin_slot = env.freed != 0 && share(p->again) ? draw_bit(env.freed) : draw_bit(closed);
    if (in->begin_mask == 0) in->begin_mask = bit(draw(env.cfg.lanes));
}

/* ---- threads arrive ---- */

static uint64_t running(uint32_t slot)
{
    return has(env.open, slot) ? env.live[slot] & ~env.here[slot] & ~env.away[slot] : 0;
}

/* Slots with a thread in this lane that may be in this warp, and is not yet; at a barrier they go
 * on here. */
static uint64_t candidates(uint32_t lane, uint64_t of, const uint64_t *taken)
{
    uint64_t slots = 0;
    for (uint64_t left = of; left != 0; left &= left - 1) {
        const uint32_t slot = (uint32_t)__builtin_ctzll(left);
        const bool there = env.in->arr_memory || env.in->arr_exit || env.here[slot] == 0 ||
                           env.pc[slot] == env.in->arr_pc;
        if (there && has(running(slot) & ~taken[slot], lane)) slots |= bit(slot);
    }
    return slots;
}

/* Slots of which at most so many threads still run. */
static uint64_t with_few(int most)
{
    uint64_t slots = 0;
    for (uint32_t slot = 0; slot < env.cfg.slots; slot++) {
        if (__builtin_popcountll(running(slot)) <= most) slots |= bit(slot);
    }
    return slots;
}

/* Often the address at which threads wait already, so that their warp is completed. */
static uint64_t choose_pc(void)
{
    const uint32_t slot = draw(env.cfg.slots);
    const uint64_t all = ones(env.cfg.pc_width);
    if (share(env.profile->near)) return env.in->arr_pc ^ bit(draw(env.cfg.pc_width));
    if (running(slot) != 0 && env.here[slot] != 0 && share(14)) return env.pc[slot];
    return share(8) ? env.in->arr_pc : any() & all;
}

/* A warp without a pc of its own ends, or goes to the address at which its threads wait. */
static void choose_way(uint64_t of)
{
    const uint64_t waits = of & env.open;
    env.in->arr_exit = share(env.profile->exits);
    env.in->arr_memory = env.cfg.leaves == 1 && share(MEMORY);
    env.in->arr_pc = choose_pc();
    if ((of & (of - 1)) != 0 || waits == 0) return;
    const uint32_t slot = (uint32_t)__builtin_ctzll(waits);
    if (env.here[slot] != 0) env.in->arr_pc = env.pc[slot];
}

/* The lane of the thread for a place: with several parts often that of a static warp. */
static uint32_t lane_for(uint32_t place)
{
    const uint32_t slots = env.cfg.lane_slots, homes = env.cfg.lanes / slots;
    if (slots == 1 || share(12)) return place;
    return draw(slots) * homes + place % homes;
}

static void put_together(enum forming forming)
{
    struct barrier_unit_in *in = env.in;
    const uint32_t homes = env.cfg.lanes / env.cfg.lane_slots;
    uint64_t taken[BARRIER_UNIT_MAX_SLOTS] = {0};
    uint64_t of = ones(env.cfg.slots), lanes = any();
    if (forming == STATIC) of = bit(draw(env.cfg.slots));
    if (forming == LAST) of = with_few(1 + (int)draw(3));
    if (forming == ONE) lanes = bit(draw(env.cfg.lanes));
    if (forming == FULL || forming == STATIC || forming == LAST) lanes = UINT64_MAX;
    if (share(env.profile->empty)) lanes = 0;
    choose_way(of);
    in->arr_mask = 0;
    for (uint32_t place = 0; place < env.cfg.lanes; place++) {
        const uint32_t lane = has(lanes, place) ? lane_for(place) : 0;
        const uint64_t slots = has(lanes, place) ? candidates(lane, of, taken) : 0;
        if (slots == 0) continue;
        const uint32_t slot = draw_bit(slots);
        taken[slot] |= bit(lane);
        in->arr_mask |= bit(place);
        in->arr_slot[place] = slot * env.cfg.lane_slots + lane / homes % env.cfg.lane_slots;
    }
}

static void draw_arrival(void)
{
    const struct profile *p = env.profile;
    struct barrier_unit_in *in = env.in;
    for (uint32_t place = 0; place < env.cfg.lanes; place++)
        in->arr_slot[place] = noise(env.cfg.slots * env.cfg.lane_slots);
    put_together(share(p->formed) ? p->forming : (enum forming)draw(ONE + 1));
    in->arr_valid = share(p->arrive) && (in->arr_mask != 0 || share(p->empty));
    if (in->arr_valid) return;
    in->arr_exit = share(8);
    in->arr_mask = any() & ones(env.cfg.lanes);
}

/* ---- the residency ---- */

/* Of warps that are not told it is of no matter whether they may run. */
static void draw_ready(void)
{
    const struct profile *p = env.profile;
    const uint64_t waits = env.told & ~env.may;
    if (waits != 0 && share(p->release)) env.may |= bit(draw_bit(waits));
    if (hd_rng_chance(&hd_draws, p->together, 64)) env.may |= waits;
    /* Where all of the released go through the unit one by one, all must be told some day. */
    if (env.told == ones(env.cfg.slots)) env.may |= share(4) ? waits : 0;
    env.in->ready = env.may | (any() & ones(env.cfg.slots) & ~env.told);
    if (share(p->revoke)) env.in->ready &= any();
    if (env.in->leave_en) env.in->ready &= ~bit(env.in->leave_slot);
    env.in->launch_ready = share(p->take);
}

/* ---- warps that leave and come back ---- */

static void draw_back(void)
{
    struct barrier_unit_in *in = env.in;
    in->back_valid = share(BACK);
    in->back_mask = 0;
    for (uint32_t lane = 0; lane < env.cfg.lanes; lane++) {
        uint64_t slots = 0;
        for (uint32_t slot = 0; slot < env.cfg.slots; slot++)
            if (has(env.open, slot) && has(env.away[slot], lane)) slots |= bit(slot);
        in->back_slot[lane] = noise(env.cfg.slots);
        if (slots == 0 || !share(OF_LANE)) continue;
        in->back_slot[lane] = draw_bit(slots);
        in->back_mask |= bit(lane);
    }
    if (!in->back_valid) in->back_mask = any() & ones(env.cfg.lanes);
}

/* No thread of it runs, or is back in this cycle; its event was told, and it is not to go on.
 * An empty slot may be left, too. */
static bool may_leave(uint32_t slot)
{
    const struct barrier_unit_in *in = env.in;
    if (in->begin_en && in->begin_slot == slot) return false;
    if (!has(env.open, slot)) return true;
    for (uint64_t left = in->back_valid ? in->back_mask : 0; left != 0; left &= left - 1)
        if (in->back_slot[__builtin_ctzll(left)] == slot) return false;
    if (has(env.told, slot)) return !has(env.may, slot);
    return running(slot) == 0 && env.away[slot] != 0;
}

static void draw_leaves(void)
{
    struct barrier_unit_in *in = env.in;
    draw_back();
    in->leave_slot = draw(env.cfg.slots);
    in->leave_en = env.lefts < BARRIER_UNIT_MAX_SLOTS && share(LEAVE) && may_leave(in->leave_slot);
    in->resume_slot = draw(env.cfg.slots);
    in->resume_en = share(RESUME) && !has(env.open, in->resume_slot) &&
                    !(in->begin_en && in->begin_slot == in->resume_slot) &&
                    !(in->leave_en && in->leave_slot == in->resume_slot);
    in->resume_live = in->resume_here = 0;
    in->resume_pc = any() & ones(env.cfg.pc_width);
    if (in->resume_en && (env.lefts == 0 || share(NO_LIVING))) return;
    in->resume_live = any() & ones(env.cfg.lanes);
    if (!in->resume_en) return;
    in->resume_live = env.left[0].live;
    in->resume_here = env.left[0].here;
    if (in->resume_here != 0) in->resume_pc = env.left[0].pc;
}

static void account_leaves(void)
{
    const struct barrier_unit_in *in = env.in;
    for (uint64_t left = in->back_valid ? in->back_mask : 0; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(left);
        env.away[in->back_slot[lane]] &= ~bit(lane);
    }
    const uint32_t from = in->leave_slot, to = in->resume_slot;
    if (in->leave_en && has(env.open, from)) {
        env.left[env.lefts++] =
            (struct left){env.live[from], env.here[from], env.pc[from], has(env.told, from)};
        env.open &= ~bit(from);
        env.told &= ~bit(from);
    }
    if (!in->resume_en || in->resume_live == 0) return;
    env.open |= bit(to);
    env.live[to] = in->resume_live;
    env.here[to] = in->resume_here;
    env.pc[to] = in->resume_pc;
    env.away[to] = 0;
    if (env.left[0].told) env.told |= bit(to);
    env.lefts--;
    memmove(&env.left[0], &env.left[1], env.lefts * sizeof env.left[0]);
}

/* ---- the cycle ---- */

/* The draws take effect. */
static void account(bool run)
{
    const struct barrier_unit_in *in = env.in;
    if (!run) {
        env.open = env.told = env.may = 0;
        env.lefts = 0;
        return;
    }
    for (uint32_t place = 0; in->arr_valid && place < env.cfg.lanes; place++) {
        const uint32_t part = in->arr_slot[place], slots = env.cfg.lane_slots;
        const uint32_t slot = part_warp(slots, part);
        const uint32_t lane = part_lane(env.cfg.lanes, slots, part, place);
        if (!has(in->arr_mask, place)) continue;
        if (in->arr_memory) {
            env.away[slot] |= bit(lane);
        } else if (in->arr_exit) {
            env.live[slot] &= ~bit(lane);
        } else {
            env.here[slot] |= bit(lane);
            env.pc[slot] = in->arr_pc;
        }
    }
    if (env.cfg.leaves == 1) account_leaves();
    if (!in->begin_en) return;
    env.open |= bit(in->begin_slot);
    env.away[in->begin_slot] = 0;
    env.live[in->begin_slot] = in->begin_mask;
    env.here[in->begin_slot] = 0;
}

static bool draw_cycle(void)
{
    const bool run =
        !(hd_stim_reset(&hd_draws) || hd_rng_chance(&hd_draws, env.profile->reset, 256));
    draw_arrival();
    draw_begin();
    if (env.cfg.leaves == 1) draw_leaves();
    draw_ready();
    account(run);
    env.ran = run;
    return run;
}

void barrier_unit_stim_open(const struct barrier_unit_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
}

bool barrier_unit_stim(struct barrier_unit_in *in, const struct barrier_unit_out *out)
{
    env.in = in;
    see(out);
    return draw_cycle();
}
