/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of max-heap and max-tree. It plays the neighbours and keeps their promises: an ideal
 * MHeap LUT that follows what the block reports, threads that wait or run (so that counts cannot
 * overflow), warps with new ids, and a scheduler that takes the root.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "formation/max_heap_seam.h"
#include "run.h"

enum { UPDATES = MAX_HEAP_UPDATES, MAX_LUT = 65536, MAX_WORKING = 2048, NAMED = 4096 };
enum { SWEEP_EVERY = 100 };

/* Shares are in 1/16. */
struct profile {
    unsigned valid;   /* an update is offered */
    unsigned fresh;   /* its PC is a new one, not of the working set */
    unsigned same_pc; /* update 1 has update 0's PC */
    unsigned few;     /* it brings 1 or 2 threads: many ties */
    unsigned tail;    /* it joins the warp last named for that PC */
    unsigned refuse;  /* the LUT has no free entry for a miss */
    unsigned hold;    /* update 1 is held back */
    unsigned pop;     /* the root is taken */
    unsigned working; /* PCs in the working set, in 1/16 of Entries; at least 2 */
    bool bursts;      /* 32 cycles of updates, then 64 of pops */
    unsigned pace;    /* clocks from one pop to the next, updates every 4; 0: by chance */
    bool steady;      /* the working set stays: no PC is left behind for ever */
    unsigned alone;   /* one PC alone is updated until the next pop */
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
     .hold = 2,
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
     .hold = 3,
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
     .hold = 2,
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
     .hold = 4,
     .pop = 8,
     .working = 14},
    {.valid = 8, .few = 8, .tail = 5, .pop = 16, .working = 8, .pace = 16, .steady = true},
    {.valid = 16, .few = 8, .tail = 5, .pop = 16, .working = 8, .pace = 4, .steady = true},
    {.valid = 16, .few = 8, .tail = 5, .pop = 16, .working = 8, .steady = true},
    /* Two PCs share all threads, or one has them all: counts to their end. */
    {.valid = 12, .tail = 6, .steady = true, .alone = 8},
};

struct lut_entry {
    bool valid;
    uint32_t pc;
    uint32_t mh;
};

/* The warp last named for a PC. */
struct named {
    bool used;
    uint32_t pc;
    uint32_t wid;
};

/* What the block did in the last cycle. */
struct done {
    const struct max_heap_out *out;
    bool popped;
    bool popped_old;
    bool swept;
};

static struct {
    struct max_heap_cfg cfg; /* ports = 0: it is the tree */
    const struct profile *profile;
    struct max_heap_in *in;
    bool in_reset; /* in the last cycle */
    uint32_t working[MAX_WORKING];
    uint32_t working_count;
    struct named named[NAMED]; /* a later PC drives out an earlier one of its place */
    struct max_heap_update queue[MAX_HEAP_MAX_QUEUE]; /* the block's, from what is taken */
    uint32_t queue_count;
    bool alone;
    struct lut_entry lut[MAX_LUT];
    uint32_t lut_entries;
    bool popped;     /* in the last cycle */
    bool root_valid; /* then, and the next */
    bool root_old;
    bool pop_wanted; /* at a pace: until there is one */
    uint32_t ready;  /* threads that neither wait in the structure nor are on offer */
    uint32_t next_wid;
    uint32_t inserted[UPDATES]; /* LUT# and PC offered to the look-ups of the last cycle */
    uint32_t inserted_pc[UPDATES];
} env;

static uint32_t mask(uint32_t bits) { return UINT32_MAX >> (32 - bits); }

/* The PC that differs in one bit. */
static uint32_t neighbour(uint32_t pc) { return pc ^ UINT32_C(1) << draw(env.cfg.pc_width); }

/* Half of the PCs differ from another one in a single bit: a comparator that skips one shows. */
static uint32_t draw_pc(void)
{
    uint32_t pc = (uint32_t)hd_stim_word(&hd_draws, 32);
    if (env.working_count > 0 && share(8)) {
        pc = neighbour(env.working[draw(env.working_count)]);
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

/* It knows no old entry: a sweep clears it, and an old root is none of its. */
static void follow_lut(const struct done *done)
{
    const struct max_heap_out *out = done->out;
    if (done->swept) memset(env.lut, 0, env.lut_entries * sizeof env.lut[0]);
    if (done->popped && !done->popped_old && out->root_lut < env.lut_entries)
        env.lut[out->root_lut].valid = false;
    for (unsigned u = 0; u < UPDATES; u++) {
        if (!out->ins_en[u]) continue;
        env.lut[env.inserted[u]] = (struct lut_entry){true, env.inserted_pc[u], 0};
    }
    for (unsigned m = 0; m < UPDATES; m++) {
        if (out->move_en[m]) env.lut[out->move_lut[m]].mh = out->move_mh[m];
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
    const uint32_t start = draw(env.lut_entries);
    for (uint32_t k = 0; k < env.lut_entries; k++) {
        const uint32_t i = (start + k) % env.lut_entries;
        if (!env.lut[i].valid && (int32_t)i != taken) return (int32_t)i;
    }
    return -1;
}

static void answer(const struct max_heap_out *out)
{
    int32_t offered = -1;
    for (unsigned u = 0; u < UPDATES; u++) {
        env.in->lkp_hit[u] = env.in->lkp_free[u] = false;
        env.in->lkp_mh[u] = draw(env.cfg.entries);
        env.in->lkp_lut[u] = draw(env.lut_entries);
        if (!out->lkp_valid[u]) continue;
        const int32_t found = find(out->lkp_pc[u]);
        if (found >= 0) {
            env.in->lkp_hit[u] = true;
            env.in->lkp_mh[u] = env.lut[found].mh;
            env.in->lkp_lut[u] = (uint32_t)found;
        } else if (!share(env.profile->refuse)) {
            const int32_t at = find_free(offered);
            env.in->lkp_free[u] = at >= 0;
            if (at >= 0) env.in->lkp_lut[u] = (uint32_t)at;
            if (u == 0) offered = at;
        }
        env.inserted[u] = env.in->lkp_lut[u];
        env.inserted_pc[u] = out->lkp_pc[u];
    }
}

/* ---- the threads that wait ---- */

/* Did update u of the last cycle join a warp whose entry was gone? */
static bool was_void(const struct done *done, unsigned u)
{
    const bool tree = env.cfg.ports == 0;
    const bool gone =
        tree && done->popped && !done->popped_old && env.in->lkp_lut[u] == done->out->root_lut;
    return !env.queue[u].open && (!env.in->lkp_hit[u] || gone);
}

/* How many updates left the queue in the last cycle; the ports do not say it of each. */
static unsigned left_queue(const struct done *done)
{
    const bool tree = env.cfg.ports == 0;
    if (env.queue_count == 0 || done->out->busy || done->out->stuck || done->swept) return 0;
    if (done->popped && !tree) return 0;
    if (env.queue_count == 1 || env.cfg.ports == 1 || env.in->hold) return 1;
    if (env.queue[0].pc == env.queue[1].pc) return tree && !was_void(done, 0) ? 2 : 1;
    if (env.cfg.order == MAX_HEAP_MINORITY && !tree && (env.in->lkp_hit[0] || env.in->lkp_hit[1]))
        return 1;
    const bool served = env.in->lkp_hit[1] || was_void(done, 1) || done->out->ins_en[1];
    return served ? 2 : 1;
}

/* Threads run again when the entry that counts them is taken, or if none counts them. */
static void follow_threads(const struct done *done)
{
    const unsigned left = left_queue(done);
    const bool one_pc = left == 2 && env.queue[0].pc == env.queue[1].pc; /* both in one entry */
    for (unsigned u = 0; u < left; u++) {
        if (was_void(done, u) && !(u == 1 && one_pc)) env.ready += env.queue[u].nthd;
    }
    if (done->popped) {
        env.ready += done->out->root_cnt;
        env.alone = share(env.profile->alone);
    }
    env.queue_count -= left;
    memmove(env.queue, env.queue + left, env.queue_count * sizeof env.queue[0]);
    for (unsigned u = 0; u < UPDATES; u++) {
        if (!env.in->upd_valid[u] || !done->out->upd_ready[u]) continue;
        env.in->upd_valid[u] = false;
        if (env.queue_count == MAX_HEAP_MAX_QUEUE) continue; /* it has lost count of its places */
        env.queue[env.queue_count++] = (struct max_heap_update){
            env.in->upd_pc[u], env.in->upd_nthd[u], env.in->upd_wid[u], env.in->upd_open[u]};
    }
}

/* ---- updates ---- */

/* With post-dominator priority it is the priority, and no thread is used up. */
static uint32_t draw_nthd(void)
{
    if (env.cfg.order == MAX_HEAP_PDOM) {
        const uint32_t greatest = share(env.profile->few) ? 2 : env.cfg.lanes;
        return draw(1 + (greatest < env.cfg.lanes ? greatest : env.cfg.lanes));
    }
    const uint32_t most = share(env.profile->few) ? 2 : env.cfg.lanes;
    const uint32_t wanted = 1 + draw(most < env.cfg.lanes ? most : env.cfg.lanes);
    const uint32_t nthd = wanted < env.ready ? wanted : env.ready;
    env.ready -= nthd;
    return nthd;
}

static void draw_warp(unsigned u)
{
    const uint32_t pc = env.in->upd_pc[u];
    struct named *named = &env.named[(pc * UINT32_C(0x9e3779b1)) >> 20];
    const bool known = named->used && named->pc == pc;
    env.in->upd_open[u] = !(known && share(env.profile->tail));
    if (env.in->upd_open[u])
        *named = (struct named){true, pc, env.next_wid++ & mask(env.cfg.wid_width)};
    env.in->upd_wid[u] = named->wid;
}

/* An update that was refused stays as it is. */
static void offer_updates(bool quiet)
{
    for (unsigned u = 0; u < UPDATES; u++) {
        if (env.in->upd_valid[u] || quiet || env.ready == 0 || !share(env.profile->valid)) continue;
        const uint32_t at = env.alone ? 0 : draw(env.working_count);
        env.in->upd_pc[u] = share(env.profile->fresh) ? draw_pc() : env.working[at];
        if (u == 1 && share(env.profile->same_pc)) env.in->upd_pc[1] = env.in->upd_pc[0];
        if (u == 1 && !env.profile->steady && share(1))
            env.in->upd_pc[1] = neighbour(env.in->upd_pc[0]);
        /* An older update of this PC must not arrive after a younger one. */
        if (u == 0 && env.in->upd_valid[1] && env.in->upd_pc[1] == env.in->upd_pc[0]) continue;
        env.in->upd_nthd[u] = draw_nthd();
        draw_warp(u);
        env.in->upd_valid[u] = true;
    }
}

static void start_over(void)
{
    memset(env.lut, 0, env.lut_entries * sizeof env.lut[0]);
    memset(env.in, 0, sizeof *env.in);
    memset(env.named, 0, sizeof env.named);
    env.queue_count = 0;
    env.ready = mask(env.cfg.cnt_width);
}

void max_heap_stim_open(const struct max_heap_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    /* As the paper has it: twice as many LUT entries as the heap has, if LUT# can name them. */
    const uint32_t named = UINT32_C(1) << cfg->lut_width;
    env.lut_entries = 2 * cfg->entries < named ? 2 * cfg->entries : named;
    env.in_reset = true;
    draw_working_set();
}

static void draw_pop(bool quiet, bool root_valid, bool root_old)
{
    if (env.profile->pace != 0) {
        env.pop_wanted = hd_run.cycle % env.profile->pace == 2 || (env.pop_wanted && !env.popped);
        env.in->pop_en = env.pop_wanted;
        return;
    }
    const bool wanted =
        env.profile->bursts ? quiet && share(env.profile->pop) : share(env.profile->pop);
    /* Now and then without a root: it must be ignored. */
    env.in->pop_en = wanted && (root_valid || share(1));
    /* Threads that all wait must be taken out, or nothing moves any more; old entries too. */
    if ((env.ready == 0 || root_old) && root_valid && share(2)) env.in->pop_en = true;
}

static void next_inputs(const struct max_heap_out *out)
{
    if (!env.profile->steady && hd_rng_chance(&hd_draws, 1, 500)) draw_working_set();
    const bool quiet = (env.profile->bursts && hd_run.cycle % 96 >= 32) ||
                       (env.profile->pace != 0 && hd_run.cycle % 4 != 0);
    offer_updates(quiet);
    answer(out);
    env.in->hold = share(env.profile->hold);
    draw_pop(quiet, out->root_valid, out->root_old);
    /* Not while an entry is old: two old ones could come to hold one PC. Without a root it may be
     * that the heap rebalances: then it must be ignored. */
    env.in->sweep_en = env.cfg.ageing != 0 && !env.in->pop_en &&
                       !(out->root_valid && out->root_old) &&
                       hd_rng_chance(&hd_draws, 1, SWEEP_EVERY);
}

/* Before the first cycle the outputs are whatever was in the registers. */
bool max_heap_stim(struct max_heap_in *in, const struct max_heap_out *out)
{
    static const struct max_heap_out nothing;
    if (env.in == NULL) out = &nothing;
    env.in = in;
    env.popped = in->pop_en && env.root_valid;
    const bool swept = in->sweep_en && !out->busy && env.cfg.ageing != 0;
    const struct done done = {out, env.popped, env.root_old, swept};
    if (env.in_reset) {
        start_over();
    } else {
        follow_lut(&done);
        follow_threads(&done);
    }
    next_inputs(out);
    env.root_valid = out->root_valid;
    env.root_old = out->root_old;
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
