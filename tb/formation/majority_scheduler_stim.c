/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stimulus of the majority scheduler. It plays the neighbours and keeps their promises: the warp
 * pool with its Next links, a PC-warp LUT that remembers the last warp opened for each PC, threads
 * that wait or run, and a pipeline that takes warps.
 */
#include <stdlib.h>
#include <string.h>

#include "common/draws.h"
#include "formation/majority_scheduler_seam.h"
#include "run.h"

enum { UPDATES = 2, MAX_WARPS = 512, MAX_WORKING = 256, NO_WARP = -1 };

/* Shares are in 1/16. */
struct profile {
    unsigned valid;   /* a group is offered */
    unsigned join;    /* it joins the last warp of its PC, if that waits still */
    unsigned issue;   /* the pipeline takes a warp */
    unsigned working; /* PCs, in 1/16 of HeapEntries; at least 2 */
    unsigned warps;   /* warps in the pool, in 1/16 of HeapEntries; at least 4 */
    unsigned current; /* the group has the PC that is being issued */
    bool one_set;     /* all PCs are of one LUT set */
    unsigned pace;    /* clocks from issue to issue and from pair to pair; 0: by chance */
    bool bursts;      /* 32 cycles of groups, then 64 of issues */
};

const char *const hd_profiles[] = {"uniform", "converged", "storm", "one_set", "trickle",
                                   "flood",   "paced",     "spin",  "bursty",  NULL};

static const struct profile profiles[] = {
    {.valid = 8, .join = 6, .issue = 10, .working = 12, .warps = 24, .current = 2},
    {.valid = 10, .join = 6, .issue = 13, .working = 0, .warps = 16, .current = 6},
    {.valid = 12, .join = 2, .issue = 12, .working = 48, .warps = 40, .current = 1},
    {.valid = 10,
     .join = 4,
     .issue = 11,
     .working = 24,
     .warps = 30,
     .current = 2,
     .one_set = true},
    {.valid = 2, .join = 5, .issue = 12, .working = 8, .warps = 8, .current = 3},
    {.valid = 15, .join = 6, .issue = 2, .working = 24, .warps = 32, .current = 3},
    {.valid = 16, .join = 8, .issue = 16, .working = 8, .warps = 32, .current = 5, .pace = 4},
    {.valid = 13, .join = 3, .issue = 14, .working = 10, .warps = 24, .current = 13},
    {.valid = 14, .join = 5, .issue = 12, .working = 24, .warps = 32, .current = 3, .bursts = true},
};

struct warp {
    bool live;
    uint32_t pc;
    uint32_t nthd;
    uint32_t next;
};

/* A group that waits at the LUT: its PC and threads stay, the warp is found anew each cycle. */
struct group {
    bool waits;
    uint32_t pc;
    uint32_t nthd;
};

static struct {
    struct majority_scheduler_cfg cfg;
    const struct profile *profile;
    struct majority_scheduler_in *in; /* upd_valid: what is wanted */
    bool in_reset;                    /* in the last cycle */
    struct warp warp[MAX_WARPS];
    uint32_t warps;
    uint32_t free_list[MAX_WARPS]; /* a stack */
    uint32_t free_count;
    uint32_t working[MAX_WORKING];
    int32_t last_warp[MAX_WORKING]; /* opened last for that PC, NO_WARP if none */
    uint32_t working_count;
    uint32_t at[UPDATES]; /* which of the working set the group has */
    struct group group[UPDATES];
    uint32_t ready; /* threads that run */
    uint32_t now_at;
    uint32_t issued; /* the warp taken in the last cycle */
    bool issue;
} env;

static uint32_t mask(uint32_t bits) { return UINT32_MAX >> (32 - bits); }

/* Half of the PCs differ from another one in a single bit: a comparator that skips one shows. */
static uint32_t draw_pc(void)
{
    uint32_t pc = (uint32_t)hd_stim_word(&hd_draws, 32);
    if (env.working_count > 0 && share(8)) {
        pc = env.working[draw(env.working_count)] ^ UINT32_C(1) << draw(env.cfg.pc_width);
    }
    if (env.profile->one_set) {
        const uint32_t sets = env.cfg.lut_entries / env.cfg.lut_ways;
        pc &= ~((sets - 1) << env.cfg.pc_shift);
    }
    return pc & mask(env.cfg.pc_width);
}

static bool in_working_set(uint32_t pc)
{
    for (uint32_t i = 0; i < env.working_count; i++) {
        if (env.working[i] == pc) return true;
    }
    return false;
}

static void draw_working_set(void)
{
    uint32_t wanted = env.cfg.heap_entries * env.profile->working / 16;
    if (wanted < 2) wanted = 2;
    if (wanted > MAX_WORKING) wanted = MAX_WORKING;
    env.working_count = 0;
    for (uint32_t tries = 0; tries < 8 * wanted && env.working_count < wanted; tries++) {
        const uint32_t pc = draw_pc();
        if (in_working_set(pc)) continue;
        env.last_warp[env.working_count] = NO_WARP;
        env.working[env.working_count++] = pc;
    }
}

static void start_over(void)
{
    memset(env.in, 0, sizeof *env.in);
    memset(env.group, 0, sizeof env.group);
    env.free_count = 0;
    for (uint32_t i = env.warps; i-- > 0;) {
        env.warp[i].live = false;
        env.free_list[env.free_count++] = i;
    }
    for (uint32_t i = 0; i < env.working_count; i++) env.last_warp[i] = NO_WARP;
    env.ready = mask(env.cfg.cnt_width);
    env.issue = false;
}

void majority_scheduler_stim_open(const struct majority_scheduler_cfg *cfg)
{
    env.cfg = *cfg;
    env.profile = &profiles[hd_stim_profile()];
    env.warps = cfg->heap_entries * env.profile->warps / 16;
    if (env.warps < 4) env.warps = 4;
    if (env.warps > UINT32_C(1) << cfg->wid_width) env.warps = UINT32_C(1) << cfg->wid_width;
    if (env.warps > MAX_WARPS) env.warps = MAX_WARPS;
    draw_working_set();
    env.in_reset = true;
}

/* ---- what the last cycle did ---- */

static void follow(const bool *taken, const struct majority_scheduler_out *did)
{
    for (unsigned u = 0; u < UPDATES; u++) {
        if (!taken[u]) continue;
        struct warp *w = &env.warp[env.in->upd_wid[u]];
        env.group[u].waits = false;
        env.ready -= env.group[u].nthd;
        if (env.in->upd_open[u]) {
            *w = (struct warp){.live = true, .pc = env.in->upd_pc[u]};
            env.last_warp[env.at[u]] = (int32_t)env.in->upd_wid[u];
            env.free_count--; /* the one on top of the stack was offered; two: see offer */
        }
        w->nthd += env.group[u].nthd;
    }
    /* Links before the issued warp's index may be used again. */
    for (unsigned k = 0; k < UPDATES; k++) {
        if (did->link_en[k]) env.warp[did->link_from[k] % MAX_WARPS].next = did->link_to[k];
    }
    if (!env.issue) return;
    struct warp *gone = &env.warp[env.issued];
    gone->live = false;
    env.ready += gone->nthd;
    env.free_list[env.free_count++] = env.issued;
    for (uint32_t i = 0; i < env.working_count; i++) {
        if (env.last_warp[i] == (int32_t)env.issued) env.last_warp[i] = NO_WARP;
    }
}

/* ---- groups and updates ---- */

static void draw_group(unsigned u)
{
    struct group *g = &env.group[u];
    const uint32_t other = env.at[1 - u];
    uint32_t at = share(env.profile->current) ? env.now_at : draw(env.working_count);
    if (env.group[1 - u].waits && at == other) at = (at + 1) % env.working_count;
    if (env.group[1 - u].waits && at == other) return;
    g->nthd = 1 + draw(share(8) ? 2 : env.cfg.lanes);
    if (g->nthd > env.cfg.lanes) g->nthd = env.cfg.lanes;
    env.at[u] = at;
    g->pc = env.working[at];
    g->waits = true;
}

/* The warp it goes to: the last one of its PC, or a new one. */
static bool place(unsigned u, uint32_t *opened)
{
    struct group *g = &env.group[u];
    const int32_t last = env.last_warp[env.at[u]];
    env.in->upd_pc[u] = g->pc;
    env.in->upd_nthd[u] = g->nthd;
    if (env.cfg.order == MAX_HEAP_PDOM) env.in->upd_nthd[u] = draw(env.cfg.lanes);
    if (last != NO_WARP && env.warp[last].live && share(env.profile->join)) {
        env.in->upd_wid[u] = (uint32_t)last;
        env.in->upd_open[u] = false;
        return true;
    }
    if (env.free_count <= *opened) return false;
    env.in->upd_wid[u] = env.free_list[env.free_count - 1 - *opened];
    env.in->upd_open[u] = true;
    ++*opened;
    return true;
}

/* Both open: the refused update must not leave a hole in the stack of free indices, so which of the
 * two indices was taken is settled by swapping. */
static void settle_stack(const bool *taken)
{
    const bool first = taken[0] && env.in->upd_open[0];
    const bool second = taken[1] && env.in->upd_open[1];
    if (!second || first || !env.in->upd_valid[0] || !env.in->upd_open[0]) return;
    const uint32_t top = env.free_list[env.free_count - 1];
    env.free_list[env.free_count - 1] = env.free_list[env.free_count - 2];
    env.free_list[env.free_count - 2] = top;
}

static void next_inputs(bool pick_valid, uint32_t pick_wid)
{
    const bool quiet = (env.profile->bursts && hd_run.cycle % 96 >= 32) ||
                       (env.profile->pace != 0 && hd_run.cycle % env.profile->pace != 0);
    uint32_t opened = 0;
    uint32_t threads = 0;
    pick_wid %= MAX_WARPS;
    if (pick_valid && env.warp[pick_wid].live) {
        for (uint32_t i = 0; i < env.working_count; i++) {
            if (env.working[i] == env.warp[pick_wid].pc) env.now_at = i;
        }
    }
    if (hd_rng_chance(&hd_draws, 1, 3000) && !env.group[0].waits && !env.group[1].waits)
        draw_working_set();
    for (unsigned u = 0; u < UPDATES; u++) {
        if (!env.group[u].waits && !quiet && share(env.profile->valid)) draw_group(u);
        env.in->upd_valid[u] = false;
        if (!env.group[u].waits || threads + env.group[u].nthd > env.ready) continue;
        env.in->upd_valid[u] = place(u, &opened);
        threads += env.group[u].nthd;
    }
    const unsigned pace = env.profile->pace;
    env.in->issue_en = share(env.profile->issue) && (pick_valid || share(4)) &&
                       (pace == 0 || hd_run.cycle % pace == pace - 1) &&
                       (!env.profile->bursts || quiet);
    /* For a while at once, then late: rarely, or with the pipeline's wish. */
    env.in->choose = hd_run.cycle % 256 < 128 || env.in->issue_en || share(1);
    env.issue = env.in->issue_en && pick_valid;
    env.issued = pick_wid;
    env.in->next = env.warp[pick_wid].next;
}

/* Before the first cycle the outputs are whatever was in the registers. */
bool majority_scheduler_stim(struct majority_scheduler_in *in,
                             const struct majority_scheduler_out *out)
{
    const bool taken[UPDATES] = {in->upd_valid[0] && out->upd_ready[0],
                                 in->upd_valid[1] && out->upd_ready[1]};
    const bool first = env.in == NULL;
    env.in = in;
    if (env.in_reset) {
        start_over();
    } else {
        settle_stack(taken);
        follow(taken, out);
    }
    next_inputs(out->pick_valid && !first, first ? 0 : out->pick_wid);
    env.in_reset = hd_stim_reset(&hd_draws);
    return !env.in_reset;
}
