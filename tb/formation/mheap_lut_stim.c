/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the MHeap LUT. It plays the neighbours and keeps their promises: a heap that looks
 * PCs up, inserts what it takes, moves entries and gives them back when the root is popped. To know
 * what it may do it keeps the table itself.
 */
#include <string.h>

#include "common/draws.h"
#include "formation/mheap_lut_seam.h"
#include "run.h"

enum {
    LOOKUPS = MHEAP_LUT_LOOKUPS,
    MOVES = MHEAP_LUT_MOVES,
    MAX_ENTRIES = MHEAP_LUT_MAX_ENTRIES,
    MAX_WORKING = 2 * MAX_ENTRIES,
    NONE = -1
};

/* Shares are in 1/16. */
struct profile {
    unsigned fresh;   /* a PC that is looked up is a new one, not of the working set */
    unsigned same_pc; /* look-up 1 has look-up 0's PC */
    unsigned insert;  /* what misses is inserted, if there is a free entry */
    unsigned move;    /* an entry moves */
    unsigned free;    /* an entry is given back */
    unsigned clear;   /* all are; in 1/1024 */
    unsigned working; /* PCs in the working set, in 1/16 of Entries; at least 2 */
    bool one_set;     /* all PCs are of one set */
    bool bursts;      /* insertions for 64 cycles, then frees for 64 */
};

const char *const hd_profiles[] = {"uniform", "bursty", "one_set", "full",
                                   "own_pc",  "ageing", "one_pc",  NULL};

static const struct profile profiles[] = {
    {.fresh = 1, .same_pc = 1, .insert = 6, .move = 10, .free = 10, .clear = 1, .working = 14},
    {.fresh = 2, .same_pc = 1, .insert = 14, .move = 12, .free = 14, .working = 20, .bursts = true},
    {.fresh = 2, .same_pc = 2, .insert = 8, .move = 10, .free = 7, .working = 3, .one_set = true},
    {.fresh = 1, .same_pc = 1, .insert = 15, .move = 12, .free = 5, .working = 32},
    {.fresh = 16, .same_pc = 0, .insert = 10, .move = 14, .free = 15, .clear = 2, .working = 16},
    {.fresh = 1, .same_pc = 2, .insert = 12, .move = 8, .free = 4, .clear = 40, .working = 18},
    {.fresh = 0, .same_pc = 8, .insert = 10, .move = 12, .free = 12, .clear = 8, .working = 1},
};

static struct {
    struct mheap_lut_cfg cfg;
    const struct profile *profile;
    struct mheap_lut_in *in;
    uint32_t pc_mask;
    uint32_t sets;
    uint32_t home_set;
    uint32_t working[MAX_WORKING];
    uint32_t working_count;
    bool valid[MAX_ENTRIES];
    uint32_t pc[MAX_ENTRIES];
} env;

/* ---- PCs ---- */

/* In the profile one_set: the PC with the set bits of the home set. */
static uint32_t keep_to_set(uint32_t pc)
{
    if (!env.profile->one_set) return pc;
    const uint32_t set_mask = (env.sets - 1) << env.cfg.pc_shift;
    return (pc & ~set_mask) | env.home_set << env.cfg.pc_shift;
}

static uint32_t neighbour(uint32_t pc)
{
    return pc ^ UINT32_C(1) << hd_stim_below(&hd_draws, env.cfg.pc_width);
}

/* Half of the PCs differ from another one in a single bit: a comparator that skips one shows. */
static uint32_t draw_pc(void)
{
    uint32_t pc = (uint32_t)hd_stim_word(&hd_draws, 32);
    if (env.working_count > 0 && share(8)) {
        pc = neighbour(env.working[hd_stim_below(&hd_draws, env.working_count)]);
    }
    return keep_to_set(pc) & env.pc_mask;
}

static void draw_working_set(void)
{
    const uint32_t wanted = env.cfg.entries * env.profile->working / 16;
    uint32_t count = wanted < 2 ? 2 : wanted;
    if (env.profile->one_set && count < 2 * env.cfg.ways) count = 2 * env.cfg.ways;
    if (count > MAX_WORKING) count = MAX_WORKING;
    env.home_set = hd_stim_below(&hd_draws, env.sets);
    if (env.profile->one_set) env.working_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        env.working[i] = draw_pc();
        if (env.working_count < i + 1) env.working_count = i + 1;
    }
}

/* ---- the table ---- */

static uint32_t first_of_set(uint32_t pc)
{
    return (pc >> env.cfg.pc_shift & (env.sets - 1)) * env.cfg.ways;
}

static int32_t find(uint32_t pc)
{
    const uint32_t first = first_of_set(pc);
    for (uint32_t e = first; e < first + env.cfg.ways; e++) {
        if (env.valid[e] && env.pc[e] == pc) return (int32_t)e;
    }
    return NONE;
}

static int32_t find_free(uint32_t pc, int32_t but)
{
    const uint32_t first = first_of_set(pc);
    for (uint32_t e = first; e < first + env.cfg.ways; e++) {
        if (!env.valid[e] && (int32_t)e != but) return (int32_t)e;
    }
    return NONE;
}

/* Which entries the two PCs have, or would have. */
static void look_up(int32_t at[LOOKUPS])
{
    const uint32_t *pc = env.in->lkp_pc;
    const bool hit[LOOKUPS] = {find(pc[0]) != NONE, find(pc[1]) != NONE};
    at[0] = hit[0] ? find(pc[0]) : find_free(pc[0], NONE);
    at[1] = hit[1] ? find(pc[1]) : find_free(pc[1], hit[0] ? NONE : at[0]);
}

/* A valid entry, or NONE: one of the entries that are looked up, or any. */
static int32_t draw_valid(const int32_t at[LOOKUPS])
{
    const int32_t near = at[hd_stim_below(&hd_draws, LOOKUPS)];
    if (near != NONE && env.valid[near] && share(5)) return near;
    const uint32_t start = hd_stim_below(&hd_draws, env.cfg.entries);
    for (uint32_t k = 0; k < env.cfg.entries; k++) {
        const uint32_t e = (start + k) % env.cfg.entries;
        if (env.valid[e]) return (int32_t)e;
    }
    return NONE;
}

/* ---- the inputs of a cycle ---- */

static void draw_look_ups(void)
{
    for (unsigned u = 0; u < LOOKUPS; u++) {
        const uint32_t of_set = env.working[hd_stim_below(&hd_draws, env.working_count)];
        env.in->lkp_pc[u] = share(env.profile->fresh) ? draw_pc() : of_set;
    }
    if (share(env.profile->same_pc)) env.in->lkp_pc[1] = env.in->lkp_pc[0];
    else if (share(1)) env.in->lkp_pc[1] = keep_to_set(neighbour(env.in->lkp_pc[0])) & env.pc_mask;
}

/* What the root gives back. Often it is one that is looked up: popped and hit. */
static void draw_free(const int32_t at[LOOKUPS], bool wanted)
{
    const int32_t e = draw_valid(at);
    env.in->free_en = wanted && e != NONE && share(env.profile->free);
    env.in->free_lut =
        env.in->free_en ? (uint32_t)e : hd_stim_below(&hd_draws, UINT32_C(1) << env.cfg.lut_width);
    env.in->clear_en = hd_rng_chance(&hd_draws, env.profile->clear, 1024);
}

/* Misses are inserted, and hits that are freed in this very cycle. Of one PC only one look-up. */
static void draw_insertions(const int32_t at[LOOKUPS], bool wanted)
{
    struct mheap_lut_in *in = env.in;
    for (unsigned u = 0; u < LOOKUPS; u++) {
        const bool hit = find(in->lkp_pc[u]) != NONE;
        const bool freed = in->clear_en || (in->free_en && (int32_t)in->free_lut == at[u]);
        in->ins_en[u] = wanted && at[u] != NONE && share(env.profile->insert);
        if (hit && !freed && !share(1)) in->ins_en[u] = false;
    }
    if (in->lkp_pc[0] == in->lkp_pc[1] && in->ins_en[0]) in->ins_en[1] = false;
}

/* Entries that are there, or come in this cycle. */
static void draw_moves(const int32_t at[LOOKUPS])
{
    struct mheap_lut_in *in = env.in;
    for (unsigned m = 0; m < MOVES; m++) {
        int32_t e = draw_valid(at);
        const unsigned u = share(8) ? m : hd_stim_below(&hd_draws, LOOKUPS);
        if (in->ins_en[u] && share(10)) e = at[u];
        in->move_en[m] = e != NONE && share(env.profile->move);
        in->move_lut[m] = in->move_en[m]
                              ? (uint32_t)e
                              : hd_stim_below(&hd_draws, UINT32_C(1) << env.cfg.lut_width);
        in->move_mh[m] = hd_stim_below(&hd_draws, env.cfg.heap_entries);
    }
    if (in->move_en[0] && in->move_lut[0] == in->move_lut[1]) in->move_en[1] = false;
}

/* What the cycle does to the table. */
static void follow(const int32_t at[LOOKUPS])
{
    const struct mheap_lut_in *in = env.in;
    if (in->free_en) env.valid[in->free_lut] = false;
    if (in->clear_en) memset(env.valid, 0, sizeof env.valid);
    for (unsigned u = 0; u < LOOKUPS; u++) {
        if (!in->ins_en[u]) continue;
        env.valid[at[u]] = true;
        env.pc[at[u]] = in->lkp_pc[u];
    }
}

void mheap_lut_stim_open(const struct mheap_lut_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.pc_mask = UINT32_MAX >> (32 - cfg->pc_width);
    env.sets = cfg->entries / cfg->ways;
    draw_working_set();
}

bool mheap_lut_stim(struct mheap_lut_in *in, const struct mheap_lut_out *out)
{
    env.in = in;
    (void)out;
    const bool ebb = env.profile->bursts && (hd_run.cycle >> 6 & 1) != 0;
    int32_t at[LOOKUPS];
    if (hd_rng_chance(&hd_draws, 1, 400)) draw_working_set();
    draw_look_ups();
    look_up(at);
    draw_free(at, !env.profile->bursts || ebb);
    draw_insertions(at, !ebb);
    draw_moves(at);
    follow(at);
    const bool run = !hd_stim_reset(&hd_draws);
    /* A reset is one for the heap as well. */
    if (!run) memset(env.valid, 0, sizeof env.valid);
    return run;
}
