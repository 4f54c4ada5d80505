/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of max-heap and max-tree. It plays the neighbours and keeps their promises: an ideal
 * MHeap LUT that follows what the block reports, threads that wait or run (so that counts cannot
 * overflow), warps with new ids, and a scheduler that takes the root.
 */
#include <stdlib.h>
#include <string.h>

#include "Vtb__Dpi.h"
#include "common/stim.h"
#include "formation/max_heap.h"
#include "run.h"

enum { UPDATES = MAX_HEAP_UPDATES, MAX_LUT = 65536, MAX_WORKING = 2048 };

/* Shares are in 1/16. */
struct profile {
    unsigned valid;   /* an update is offered */
    unsigned fresh;   /* its PC is a new one, not of the working set */
    unsigned same_pc; /* update 1 has update 0's PC */
    unsigned few;     /* it brings 1 or 2 threads: many ties */
    unsigned tail;    /* its warp is the one last named for that PC */
    unsigned refuse;  /* the LUT has no free entry for a miss */
    unsigned pop;     /* the root is taken */
    unsigned working; /* PCs in the working set, in 1/16 of Entries; at least 2 */
    bool bursts;      /* 32 cycles of updates, then 64 of pops */
    unsigned pace;    /* clocks from one pop to the next, updates every 4; 0: by chance */
    bool steady;      /* the working set stays: no PC is left behind for ever */
};

const char *const hd_profiles[] = {"uniform",  "bursty", "ties",      "own_pc", "one_pc", "full",
                                   "pressure", "common", "full_rate", "flood",  "heavy",  NULL};

static const struct profile profiles[] = {
    {.valid = 6,
     .fresh = 2,
     .same_pc = 1,
     .few = 5,
     .tail = 5,
     .refuse = 1,
     .pop = 5,
     .working = 20},
    {.valid = 15,
     .fresh = 2,
     .same_pc = 1,
     .few = 4,
     .tail = 4,
     .refuse = 0,
     .pop = 12,
     .working = 16,
     .bursts = true},
    {.valid = 7,
     .fresh = 1,
     .same_pc = 2,
     .few = 16,
     .tail = 4,
     .refuse = 0,
     .pop = 6,
     .working = 24},
    {.valid = 8,
     .fresh = 16,
     .same_pc = 0,
     .few = 14,
     .tail = 0,
     .refuse = 0,
     .pop = 9,
     .working = 16},
    {.valid = 12,
     .fresh = 0,
     .same_pc = 9,
     .few = 8,
     .tail = 8,
     .refuse = 0,
     .pop = 4,
     .working = 1},
    {.valid = 14,
     .fresh = 4,
     .same_pc = 1,
     .few = 16,
     .tail = 4,
     .refuse = 0,
     .pop = 1,
     .working = 18},
    {.valid = 16,
     .fresh = 3,
     .same_pc = 2,
     .few = 8,
     .tail = 4,
     .refuse = 10,
     .pop = 8,
     .working = 14},
    {.valid = 8, .few = 8, .tail = 5, .pop = 16, .working = 8, .pace = 16, .steady = true},
    {.valid = 16, .few = 8, .tail = 5, .pop = 16, .working = 8, .pace = 4, .steady = true},
    {.valid = 16, .few = 8, .tail = 5, .pop = 16, .working = 8, .steady = true},
    /* Two PCs share all threads: counts in their upper half. */
    {.valid = 12, .tail = 6, .steady = true},
};

struct lut_entry {
    bool valid;
    uint32_t pc;
    uint32_t mh;
};

static struct {
    struct max_heap_cfg cfg;
    const struct profile *profile;
    struct hd_rng rng;
    struct max_heap_in in;
    bool in_reset; /* in the last cycle */
    uint32_t working[MAX_WORKING];
    uint32_t last_wid[MAX_WORKING];
    uint32_t working_count;
    struct lut_entry lut[MAX_LUT];
    uint32_t lut_entries;
    bool popped;     /* in the last cycle */
    bool pop_wanted; /* at a pace: until there is one */
    uint32_t ready;  /* threads that neither wait in the structure nor are on offer */
    uint32_t next_wid;
    uint32_t inserted[UPDATES]; /* LUT# and PC offered to the look-ups of the last cycle */
    uint32_t inserted_pc[UPDATES];
} env;

static bool share(unsigned sixteenths) { return hd_rng_chance(&env.rng, sixteenths, 16); }
static uint32_t mask(uint32_t bits) { return UINT32_MAX >> (32 - bits); }

/* The PC that differs in one bit. */
static uint32_t neighbour(uint32_t pc)
{
    return pc ^ UINT32_C(1) << hd_rng_below(&env.rng, env.cfg.pc_width);
}

/* Half of the PCs differ from another one in a single bit: a comparator that skips one shows. */
static uint32_t draw_pc(void)
{
    uint32_t pc = (uint32_t)hd_rng_next(&env.rng);
    if (env.working_count > 0 && share(8)) {
        pc = neighbour(env.working[hd_rng_below(&env.rng, env.working_count)]);
    }
    return pc & mask(env.cfg.pc_width);
}

static void draw_working_set(void)
{
    const uint32_t wanted = env.cfg.entries * env.profile->working / 16;
    const uint32_t count = wanted < 2 ? 2 : wanted > MAX_WORKING ? MAX_WORKING : wanted;
    for (uint32_t i = 0; i < count; i++) {
        if (env.working_count == count && share(8)) continue;
        env.working[i] = draw_pc();
        if (env.working_count < i + 1) env.working_count = i + 1;
    }
}

/* ---- the MHeap LUT ---- */

static void follow_lut(unsigned ins_en, unsigned move_en, const svBitVecVal *move_lut,
                       const svBitVecVal *move_mh, bool popped, uint32_t popped_lut)
{
    if (popped && popped_lut < env.lut_entries) env.lut[popped_lut].valid = false;
    for (unsigned u = 0; u < UPDATES; u++) {
        if ((ins_en >> u & 1) == 0) continue;
        env.lut[env.inserted[u]] = (struct lut_entry){true, env.inserted_pc[u], 0};
    }
    for (unsigned m = 0; m < UPDATES; m++) {
        if ((move_en >> m & 1) != 0) env.lut[move_lut[m]].mh = move_mh[m];
    }
}

static int32_t find(uint32_t pc)
{
    for (uint32_t i = 0; i < env.lut_entries; i++) {
        if (env.lut[i].valid && env.lut[i].pc == pc) return (int32_t)i;
    }
    return -1;
}

/* A free entry from a random place on, other than `taken`; -1 if there is none. */
static int32_t find_free(int32_t taken)
{
    const uint32_t start = hd_rng_below(&env.rng, env.lut_entries);
    for (uint32_t k = 0; k < env.lut_entries; k++) {
        const uint32_t i = (start + k) % env.lut_entries;
        if (!env.lut[i].valid && (int32_t)i != taken) return (int32_t)i;
    }
    return -1;
}

static void answer(unsigned lkp_valid, const svBitVecVal *lkp_pc)
{
    int32_t offered = -1;
    for (unsigned u = 0; u < UPDATES; u++) {
        env.in.lkp_hit[u] = env.in.lkp_free[u] = false;
        env.in.lkp_mh[u] = hd_rng_below(&env.rng, env.cfg.entries);
        env.in.lkp_lut[u] = hd_rng_below(&env.rng, env.lut_entries);
        if ((lkp_valid >> u & 1) == 0) continue;
        const int32_t found = find(lkp_pc[u]);
        if (found >= 0) {
            env.in.lkp_hit[u] = true;
            env.in.lkp_mh[u] = env.lut[found].mh;
            env.in.lkp_lut[u] = (uint32_t)found;
        } else if (!share(env.profile->refuse)) {
            const int32_t at = find_free(offered);
            env.in.lkp_free[u] = at >= 0;
            if (at >= 0) env.in.lkp_lut[u] = (uint32_t)at;
            if (u == 0) offered = at;
        }
        env.inserted[u] = env.in.lkp_lut[u];
        env.inserted_pc[u] = lkp_pc[u];
    }
}

/* ---- updates ---- */

static uint32_t draw_nthd(void)
{
    const uint32_t most = share(env.profile->few) ? 2 : env.cfg.lanes;
    const uint32_t wanted = 1 + hd_rng_below(&env.rng, most < env.cfg.lanes ? most : env.cfg.lanes);
    return wanted < env.ready ? wanted : env.ready;
}

/* An update that was refused stays as it is. */
static void offer_updates(bool quiet)
{
    for (unsigned u = 0; u < UPDATES; u++) {
        if (env.in.upd_valid[u] || quiet || env.ready == 0 || !share(env.profile->valid)) continue;
        const uint32_t at = hd_rng_below(&env.rng, env.working_count);
        env.in.upd_pc[u] = share(env.profile->fresh) ? draw_pc() : env.working[at];
        if (u == 1 && share(env.profile->same_pc)) env.in.upd_pc[1] = env.in.upd_pc[0];
        if (u == 1 && !env.profile->steady && share(1))
            env.in.upd_pc[1] = neighbour(env.in.upd_pc[0]);
        env.in.upd_nthd[u] = draw_nthd();
        env.ready -= env.in.upd_nthd[u];
        if (!share(env.profile->tail)) env.last_wid[at] = env.next_wid++ & mask(env.cfg.wid_width);
        env.in.upd_wid[u] = env.last_wid[at];
        env.in.upd_valid[u] = true;
    }
}

static void start_over(void)
{
    memset(env.lut, 0, env.lut_entries * sizeof env.lut[0]);
    memset(&env.in, 0, sizeof env.in);
    env.ready = mask(env.cfg.cnt_width);
}

void max_heap_stim_open(unsigned entries, unsigned pc_width, unsigned cnt_width, unsigned wid_width,
                        unsigned lut_width, unsigned lanes, unsigned queue_depth)
{
    env.cfg = (struct max_heap_cfg){entries,   pc_width, cnt_width,   wid_width,
                                    lut_width, lanes,    queue_depth, 0};
    env.profile = &profiles[hd_stim_profile()];
    /* As the paper has it: twice as many LUT entries as the heap has, if LUT# can name them. */
    env.lut_entries =
        2 * entries < UINT32_C(1) << lut_width ? 2 * entries : UINT32_C(1) << lut_width;
    hd_rng_seed(&env.rng, hd_run.seed);
    start_over();
    draw_working_set();
}

static void next_inputs(unsigned upd_ready, unsigned lkp_valid, const svBitVecVal *lkp_pc,
                        bool root_valid)
{
    for (unsigned u = 0; u < UPDATES; u++) {
        if ((upd_ready >> u & 1) != 0) env.in.upd_valid[u] = false;
    }
    if (!env.profile->steady && hd_rng_chance(&env.rng, 1, 500)) draw_working_set();
    const bool quiet = (env.profile->bursts && hd_run.cycle % 96 >= 32) ||
                       (env.profile->pace != 0 && hd_run.cycle % 4 != 0);
    offer_updates(quiet);
    answer(lkp_valid, lkp_pc);
    if (env.profile->pace != 0) {
        env.pop_wanted = hd_run.cycle % env.profile->pace == 2 || (env.pop_wanted && !env.popped);
        env.in.pop_en = env.pop_wanted;
        return;
    }
    const bool wanted =
        env.profile->bursts ? quiet && share(env.profile->pop) : share(env.profile->pop);
    /* Now and then without a root: it must be ignored. */
    env.in.pop_en = wanted && (root_valid || share(1));
    /* Threads that all wait must be taken out, or nothing moves any more. */
    if (env.ready == 0 && root_valid && share(2)) env.in.pop_en = true;
}

void max_heap_stim(unsigned char upd_ready, unsigned char lkp_valid, const svBitVecVal *lkp_pc,
                   unsigned char ins_en, unsigned char move_en, const svBitVecVal *move_lut,
                   const svBitVecVal *move_mh, svBit popped, unsigned popped_lut,
                   unsigned popped_cnt, svBit root_valid, svBit *rst_n, unsigned char *upd_valid,
                   svBitVecVal *upd_pc, svBitVecVal *upd_nthd, svBitVecVal *upd_wid,
                   unsigned char *lkp_hit, unsigned char *lkp_free, svBitVecVal *lkp_mh,
                   svBitVecVal *lkp_lut, svBit *pop_en)
{
    struct max_heap_in *in = &env.in;
    bool run = true;
    if (!hd_stim_play(&run, in, sizeof *in)) {
        if (env.in_reset) {
            start_over();
        } else {
            follow_lut(ins_en, move_en, move_lut, move_mh, popped != 0, popped_lut);
            if (popped) env.ready += popped_cnt;
        }
        env.popped = popped != 0;
        next_inputs(env.in_reset ? 0 : upd_ready, lkp_valid, lkp_pc, root_valid != 0);
        env.in_reset = hd_stim_reset(&env.rng);
        run = !env.in_reset;
        hd_stim_record(run, in, sizeof *in);
    }
    *rst_n = run;
    *upd_valid = (unsigned char)(in->upd_valid[0] | in->upd_valid[1] << 1);
    *lkp_hit = (unsigned char)(in->lkp_hit[0] | in->lkp_hit[1] << 1);
    *lkp_free = (unsigned char)(in->lkp_free[0] | in->lkp_free[1] << 1);
    memcpy(upd_pc, in->upd_pc, sizeof in->upd_pc);
    memcpy(upd_nthd, in->upd_nthd, sizeof in->upd_nthd);
    memcpy(upd_wid, in->upd_wid, sizeof in->upd_wid);
    memcpy(lkp_mh, in->lkp_mh, sizeof in->lkp_mh);
    memcpy(lkp_lut, in->lkp_lut, sizeof in->lkp_lut);
    *pop_en = in->pop_en;
}
