/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/pdom_stack.h"

#include <string.h>

void pdom_stack_init(struct pdom_stack *s, const struct machine_cfg *cfg,
                     const struct walker *walker)
{
    memset(s, 0, sizeof *s);
    s->walker = walker;
    s->lanes = cfg->lanes;
    s->warps = (cfg->threads + cfg->lanes - 1) / cfg->lanes;
    for (uint32_t w = 0; w < s->warps; w++) {
        struct pdom_stack_entry *base = &s->warp[w].entry[0];
        s->warp[w].depth = 1;
        base->rpc = PDOM_STACK_NO_PC;
        for (uint32_t i = 0; i < cfg->lanes && w * cfg->lanes + i < cfg->threads; i++) {
            base->mask |= UINT64_C(1) << i;
        }
    }
}

/* ---- the stack ------------------------------------------------------------------------------- */

static void drop_done(struct pdom_stack *s, uint32_t w)
{
    struct pdom_stack_warp *warp = &s->warp[w];
    uint64_t done = 0;
    for (uint32_t i = 0; i < s->lanes && w * s->lanes + i < s->walker->threads; i++) {
        done |= (uint64_t)s->walker->thread[w * s->lanes + i].done << i;
    }
    for (uint32_t e = 0; e < warp->depth; e++) warp->entry[e].mask &= ~done;
}

/* An entry is popped when it gets to its reconvergence PC, or has no thread left. */
static void pop(struct pdom_stack_warp *warp)
{
    while (warp->depth > 0) {
        const struct pdom_stack_entry *top = &warp->entry[warp->depth - 1];
        if (top->mask != 0 && top->pc != top->rpc) return;
        warp->depth--;
    }
}

/* The lanes of mask whose threads are at pc. */
static uint64_t lanes_at(const struct pdom_stack *s, uint32_t w, uint64_t mask, uint32_t pc)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < s->lanes; i++) {
        if ((mask >> i & 1) && walker_pc(s->walker, w * s->lanes + i) == pc) at |= UINT64_C(1) << i;
    }
    return at;
}

/* Figure 4(d): the top waits for reconvergence; above it the sides of the branch, the taken one on
 * top. A side that is at the reconvergence PC already would be popped at once. */
static void diverge(struct pdom_stack *s, uint32_t w, uint32_t node)
{
    const struct cfg *cfg = s->walker->cfg;
    struct pdom_stack_warp *warp = &s->warp[w];
    const uint64_t active = warp->entry[warp->depth - 1].mask;
    const uint32_t pdom = cfg->node_pdom[node];
    const uint32_t rpc = pdom == CFG_EXIT_NODE ? PDOM_STACK_NO_PC : cfg_pc(cfg, pdom);
    warp->entry[warp->depth - 1].pc = rpc;
    if (warp->entry[warp->depth - 1].rpc == rpc) warp->depth--;
    for (uint32_t i = cfg_degree(cfg, node); i-- > 0;) {
        const uint32_t pc = cfg_pc(cfg, cfg_successor(cfg, node, i));
        const uint64_t mask = lanes_at(s, w, active, pc);
        if (mask == 0 || pc == rpc) continue;
        warp->entry[warp->depth++] = (struct pdom_stack_entry){.pc = pc, .rpc = rpc, .mask = mask};
    }
}

/* All threads of the top are back. */
static void update(struct pdom_stack *s, uint32_t w)
{
    struct pdom_stack_warp *warp = &s->warp[w];
    const uint32_t node = cfg_node(s->walker->cfg, warp->entry[warp->depth - 1].pc);
    drop_done(s, w);
    struct pdom_stack_entry *top = &warp->entry[warp->depth - 1];
    if (top->mask != 0) {
        const uint32_t first = w * s->lanes + (uint32_t)__builtin_ctzll(top->mask);
        const uint32_t pc = walker_pc(s->walker, first);
        if (lanes_at(s, w, top->mask, pc) == top->mask) {
            top->pc = pc;
        } else {
            diverge(s, w, node);
        }
    }
    pop(warp);
}

/* ---- returns and issue ----------------------------------------------------------------------- */

static void give(struct pdom_stack *s, const struct machine_warp *back)
{
    for (uint32_t i = 0; i < back->count; i++) {
        const uint32_t w = back->tid[i] / s->lanes;
        if (--s->warp[w].away == 0) update(s, w);
    }
}

static void pick(struct pdom_stack *s, struct machine_warp *issue)
{
    for (uint32_t i = 0; i < s->warps; i++) {
        const uint32_t w = (s->next + i) % s->warps;
        struct pdom_stack_warp *warp = &s->warp[w];
        if (warp->depth == 0 || warp->away > 0) continue;
        const uint64_t mask = warp->entry[warp->depth - 1].mask;
        for (uint32_t k = 0; k < s->lanes; k++) {
            if (mask >> k & 1) issue->tid[issue->count++] = w * s->lanes + k;
        }
        warp->away = issue->count;
        s->next = (w + 1) % s->warps;
        return;
    }
}

static void cycle(void *m, const struct machine_in *in, struct machine_out *out,
                  struct machine_stats *stats)
{
    struct pdom_stack *s = m;
    (void)stats;
    give(s, in->back);
    out->taken = true;
    if (in->ask) pick(s, &out->issue);
}

const struct machine_ops pdom_stack_ops = {.cycle = cycle, .holds = true};
