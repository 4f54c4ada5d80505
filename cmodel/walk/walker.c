/* SPDX-License-Identifier: Apache-2.0 */
#include "walk/walker.h"

#include <stdlib.h>
#include <string.h>

/* Unlike a number of the seed's own sequence, whatever seed and thread are. */
static uint64_t seed_of_thread(uint64_t seed, uint32_t tid)
{
    struct hd_rng r;
    hd_rng_seed(&r, seed);
    return hd_rng_next(&r) + UINT64_C(0x9e3779b97f4a7c15) * tid;
}

bool walker_init(struct walker *w, const struct cfg *cfg, uint32_t threads, uint64_t seed)
{
    *w = (struct walker){.cfg = cfg, .threads = threads, .alive = threads};
    w->thread = calloc(threads, sizeof *w->thread);
    w->turn = calloc((size_t)threads * cfg->blocks, sizeof *w->turn);
    w->awaited = calloc((size_t)threads * cfg->nodes, sizeof *w->awaited);
    if (w->thread == NULL || w->turn == NULL || w->awaited == NULL) {
        walker_free(w);
        return false;
    }
    for (uint32_t t = 0; t < threads; t++) {
        hd_rng_seed(&w->thread[t].rng, seed_of_thread(seed, t));
    }
    return true;
}

void walker_free(struct walker *w)
{
    free(w->thread);
    free(w->turn);
    free(w->awaited);
    *w = (struct walker){0};
}

uint32_t walker_pc(const struct walker *w, uint32_t tid)
{
    const struct walker_thread *t = &w->thread[tid];
    return cfg_pc(w->cfg, t->node) + t->at;
}

/* ---- where a block's last instruction leads to ----------------------------------------------- */

static bool branch_taken(const struct cfg_block *b, struct walker_thread *t, uint32_t tid,
                         uint32_t *turn)
{
    switch (b->rule) {
    case CFG_CHANCE: return hd_rng_below(&t->rng, CFG_CERTAIN) < b->chance;
    case CFG_TID: return tid % b->modulus == b->value;
    case CFG_MASK: return b->mask >> (tid % b->modulus) & 1;
    default: return (tid + (*turn)++) % b->modulus == b->value;
    }
}

/* The trips are drawn when the thread comes to the end of the loop for the first time. */
static bool loop_again(const struct cfg_block *b, struct walker_thread *t, uint32_t tid,
                       uint32_t *left)
{
    const uint32_t span = b->trips - b->low_trips + 1;
    if (*left == 0) {
        *left = b->low_trips + (b->rule == CFG_TID ? tid % span : hd_rng_below(&t->rng, span));
    }
    return --*left > 0;
}

/* Which successor: its place in cfg_successor. */
static uint32_t way(struct walker *w, uint32_t tid)
{
    struct walker_thread *t = &w->thread[tid];
    const uint32_t block = w->cfg->node_block[t->node];
    const struct cfg_block *b = &w->cfg->block[block];
    uint32_t *turn = &w->turn[(size_t)tid * w->cfg->blocks + block];
    const uint32_t degree = cfg_degree(w->cfg, t->node);
    switch (b->end) {
    case CFG_BRANCH: return branch_taken(b, t, tid, turn) ? 0 : 1;
    case CFG_LOOP: return loop_again(b, t, tid, turn) ? 0 : 1;
    case CFG_SWITCH: return b->rule == CFG_TID ? tid % degree : hd_rng_below(&t->rng, degree);
    default: return 0;
    }
}

static void leave_node(struct walker *w, uint32_t tid)
{
    struct walker_thread *t = &w->thread[tid];
    const uint32_t degree = cfg_degree(w->cfg, t->node);
    uint8_t *awaited = &w->awaited[(size_t)tid * w->cfg->nodes];
    if (degree == 0) {
        t->done = true;
        w->alive--;
        return;
    }
    const uint32_t pdom = w->cfg->node_pdom[t->node];
    if (degree > 1 && pdom != CFG_EXIT_NODE) awaited[pdom] = 1;
    t->node = cfg_successor(w->cfg, t->node, way(w, tid));
    t->at = 0;
    if (awaited[t->node]) {
        awaited[t->node] = 0;
        t->passed = true;
        t->pdoms++;
    }
}

/* ---- one instruction ------------------------------------------------------------------------- */

/* Both numbers are always drawn, by every thread. */
static struct walker_step read_memory(const struct cfg_load *l, struct walker_thread *t)
{
    struct walker_step step = {.warp = l->warp};
    step.miss = hd_rng_below(&t->rng, CFG_CERTAIN) < l->chance;
    const uint32_t clocks = l->low + hd_rng_below(&t->rng, l->high - l->low + 1);
    if (step.miss) step.clocks = clocks;
    return step;
}

struct walker_step walker_step(struct walker *w, uint32_t tid)
{
    struct walker_thread *t = &w->thread[tid];
    const struct cfg_block *b = &w->cfg->block[w->cfg->node_block[t->node]];
    struct walker_step step = {0};
    t->instructions++;
    t->trace = (t->trace ^ walker_pc(w, tid)) * UINT64_C(0x100000001b3) + 1;
    t->passed = false;
    for (uint32_t i = 0; i < b->loads; i++) {
        if (b->load[i].at == t->at) step = read_memory(&b->load[i], t);
    }
    if (++t->at == b->length) leave_node(w, tid);
    return step;
}
