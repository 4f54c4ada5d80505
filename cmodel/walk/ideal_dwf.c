/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/ideal_dwf.h"

#include <stdlib.h>
#include <string.h>

/* ---- forming warps --------------------------------------------------------------------------- */

static bool has_room(const struct ideal_dwf *s, const struct ideal_dwf_warp *w, uint32_t tid)
{
    if (s->forming == IDEAL_DWF_ANY_LANE) return w->threads.count < s->cfg.lanes;
    return (w->lanes >> machine_home_lane(&s->cfg, tid) & 1) == 0;
}

static uint32_t open_warp(struct ideal_dwf *s, uint32_t pc)
{
    const uint32_t index = s->order[s->warps++];
    s->warp[index] = (struct ideal_dwf_warp){.pc = pc, .pdoms = UINT32_MAX};
    s->open[pc] = index;
    return index;
}

static void add(struct ideal_dwf *s, uint32_t index, uint32_t tid)
{
    struct ideal_dwf_warp *w = &s->warp[index];
    const uint32_t pdoms = s->walker->thread[tid].pdoms;
    w->threads.tid[w->threads.count++] = tid;
    w->lanes |= UINT64_C(1) << machine_home_lane(&s->cfg, tid);
    if (pdoms < w->pdoms) w->pdoms = pdoms;
    if (s->waiting[w->pc]++ == 0) s->pcs++;
}

/* The oldest warp of this PC in which the thread's lane is free. */
static uint32_t fitting_warp(const struct ideal_dwf *s, uint32_t pc, uint32_t tid)
{
    for (uint32_t i = 0; i < s->warps; i++) {
        const uint32_t index = s->order[i];
        if (s->warp[index].pc == pc && has_room(s, &s->warp[index], tid)) return index;
    }
    return IDEAL_DWF_NONE;
}

static void place_anywhere(struct ideal_dwf *s, const struct machine_warp *group, uint32_t pc)
{
    for (uint32_t i = 0; i < group->count; i++) {
        const uint32_t fitting = fitting_warp(s, pc, group->tid[i]);
        add(s, fitting != IDEAL_DWF_NONE ? fitting : open_warp(s, pc), group->tid[i]);
    }
}

/* Threads of one PC: those with room first, the others open the next warp. All of them have
 * different home lanes, so one is enough. */
static void place(struct ideal_dwf *s, const struct machine_warp *group, uint32_t pc)
{
    const uint32_t old = s->open[pc];
    for (uint32_t i = 0; i < group->count; i++) {
        const uint32_t tid = group->tid[i];
        if (old != IDEAL_DWF_NONE && has_room(s, &s->warp[old], tid)) {
            add(s, old, tid);
        } else {
            add(s, s->open[pc] == old ? open_warp(s, pc) : s->open[pc], tid);
        }
    }
}

/* Groups of one next PC, the group of the lowest home lane first. */
static void give(struct ideal_dwf *s, const struct machine_warp *back)
{
    uint32_t at_lane[MACHINE_MAX_LANES];
    uint64_t left = 0;
    struct machine_warp rest = {0};
    for (uint32_t i = 0; i < back->count; i++) {
        const uint32_t tid = back->tid[i];
        if (s->walker->thread[tid].done) continue;
        /* Without lane awareness threads of one home lane come back together: any order. */
        const bool any_lane = s->forming == IDEAL_DWF_ANY_LANE;
        const uint32_t lane = any_lane ? i : machine_home_lane(&s->cfg, tid);
        at_lane[lane] = tid;
        left |= UINT64_C(1) << lane;
    }
    while (left != 0) {
        const uint32_t pc = walker_pc(s->walker, at_lane[__builtin_ctzll(left)]);
        rest.count = 0;
        for (uint32_t l = 0; l < MACHINE_MAX_LANES; l++) {
            if ((left >> l & 1) == 0 || walker_pc(s->walker, at_lane[l]) != pc) continue;
            rest.tid[rest.count++] = at_lane[l];
            left &= ~(UINT64_C(1) << l);
        }
        if (s->forming == IDEAL_DWF_ANY_WARP) place_anywhere(s, &rest, pc);
        else place(s, &rest, pc);
    }
}

/* ---- picking one ----------------------------------------------------------------------------- */

/* The lower the sooner. */
static uint64_t rank(const struct ideal_dwf *s, const struct ideal_dwf_warp *w)
{
    switch (s->policy) {
    case IDEAL_DWF_MAJORITY: return w->pc == s->current ? 0 : UINT32_MAX - s->waiting[w->pc];
    case IDEAL_DWF_MINORITY: return s->waiting[w->pc];
    case IDEAL_DWF_PC: return w->pc;
    case IDEAL_DWF_PDOM: return w->pdoms;
    default: return 0;
    }
}

static void pick(struct ideal_dwf *s, struct machine_warp *issue)
{
    if (s->warps == 0) return;
    uint32_t best = 0;
    for (uint32_t i = 1; i < s->warps; i++) {
        if (rank(s, &s->warp[s->order[i]]) < rank(s, &s->warp[s->order[best]])) best = i;
    }
    const uint32_t index = s->order[best];
    const struct ideal_dwf_warp *w = &s->warp[index];
    *issue = w->threads;
    s->current = w->pc;
    s->waiting[w->pc] -= w->threads.count;
    if (s->waiting[w->pc] == 0) s->pcs--;
    if (s->open[w->pc] == index) s->open[w->pc] = IDEAL_DWF_NONE;
    s->warps--;
    memmove(&s->order[best], &s->order[best + 1], (s->warps - best) * sizeof s->order[0]);
    s->order[s->warps] = index;
}

/* ---- the machine ----------------------------------------------------------------------------- */

static void cycle(void *m, const struct machine_in *in, struct machine_out *out,
                  struct machine_stats *stats)
{
    struct ideal_dwf *s = m;
    give(s, in->back);
    out->taken = true;
    stats->pool[s->warps]++;
    if (s->warps > stats->pool_max) stats->pool_max = s->warps;
    if (s->pcs > stats->heap_max) stats->heap_max = s->pcs;
    if (in->ask) pick(s, &out->issue);
}

const struct machine_ops ideal_dwf_ops = {.cycle = cycle};

bool ideal_dwf_init(struct ideal_dwf *s, const struct machine_cfg *cfg, const struct walker *walker,
                    enum ideal_dwf_policy policy, enum ideal_dwf_forming forming)
{
    memset(s, 0, sizeof *s);
    s->cfg = *cfg;
    s->walker = walker;
    s->policy = policy;
    s->forming = forming;
    s->current = IDEAL_DWF_NONE;
    s->waiting = calloc(walker->cfg->pcs, sizeof *s->waiting);
    s->open = calloc(walker->cfg->pcs, sizeof *s->open);
    if (s->waiting == NULL || s->open == NULL) {
        ideal_dwf_free(s);
        return false;
    }
    for (uint32_t pc = 0; pc < walker->cfg->pcs; pc++) s->open[pc] = IDEAL_DWF_NONE;
    for (uint32_t i = 0; i < WALKER_MAX_THREADS; i++) s->order[i] = i;
    for (uint32_t first = 0; first < cfg->threads; first += cfg->lanes) {
        struct machine_warp warp = {0};
        for (uint32_t i = 0; i < cfg->lanes && first + i < cfg->threads; i++) {
            warp.tid[warp.count++] = first + i;
        }
        give(s, &warp);
    }
    return true;
}

void ideal_dwf_free(struct ideal_dwf *s)
{
    free(s->waiting);
    free(s->open);
    s->waiting = NULL;
    s->open = NULL;
}
