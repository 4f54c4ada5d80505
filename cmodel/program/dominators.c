// SPDX-License-Identifier: Apache-2.0
//
// Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm. Dominators are found along the
// edges from the entry, post-dominators against them from the exit; the rest is the same. Before
// the entry, and behind all ends, lies a virtual block, the root.
#include "program/dominators.h"

#include <stdlib.h>

// Blocks next to block b: to[first[b]] up to to[first[b + 1] - 1].
struct ways {
    uint32_t *first;
    uint32_t *to;
};

struct graph {
    uint32_t blocks;
    struct ways away; // from the root
    struct ways back; // towards it: the predecessors of the article
    bool *at_root;    // the root is one of the block's predecessors
    uint32_t *number; // by block, and of the root: postorder of a search from the root; 0: not seen
    uint32_t *order;  // by number - 1: block
    uint32_t numbers; // given out
    uint32_t *stack;
    uint32_t *turn; // by block: how many ways have been tried, or filled in
};

/* ---- edges as ways --------------------------------------------------------------------------- */

static void fill_along(struct ways *w, uint32_t blocks, const struct flow_edges *edges)
{
    for (uint32_t b = 0; b < blocks; b++) {
        w->first[b + 1] = w->first[b] + edges[b].count;
        for (uint32_t k = 0; k < edges[b].count; k++) w->to[w->first[b] + k] = edges[b].to[k];
    }
}

static void fill_against(struct ways *w, uint32_t blocks, const struct flow_edges *edges,
                         uint32_t *turn)
{
    for (uint32_t b = 0; b < blocks; b++)
        for (uint32_t k = 0; k < edges[b].count; k++) w->first[edges[b].to[k] + 1]++;
    for (uint32_t b = 0; b < blocks; b++) w->first[b + 1] += w->first[b];
    for (uint32_t b = 0; b < blocks; b++) {
        for (uint32_t k = 0; k < edges[b].count; k++) {
            const uint32_t to = edges[b].to[k];
            w->to[w->first[to] + turn[to]++] = b;
        }
    }
    for (uint32_t b = 0; b < blocks; b++) turn[b] = 0;
}

/* ---- the search from the root ---------------------------------------------------------------- */

static void enter(struct graph *g, uint32_t block, uint32_t *depth)
{
    g->number[block] = UINT32_MAX; // seen, not yet numbered
    g->stack[(*depth)++] = block;
}

// Numbers `first`, a block at the root, and all blocks behind it that have no number yet.
static void search(struct graph *g, uint32_t first)
{
    uint32_t depth = 0;
    g->at_root[first] = true;
    if (g->number[first] != 0) return;
    enter(g, first, &depth);
    while (depth > 0) {
        const uint32_t b = g->stack[depth - 1];
        const uint32_t at = g->away.first[b] + g->turn[b];
        if (at < g->away.first[b + 1]) {
            g->turn[b]++;
            if (g->number[g->away.to[at]] == 0) enter(g, g->away.to[at], &depth);
        } else {
            depth--;
            g->order[g->numbers++] = b;
            g->number[b] = g->numbers;
        }
    }
}

// From the exit backwards. What has not been reached then leads to no exit: it runs for ever, and
// the last block of it, where compilers put the end of a loop, gets an edge.
static void search_from_exit(struct graph *g, const struct flow_edges *edges)
{
    for (uint32_t b = 0; b < g->blocks; b++)
        if (edges[b].count == 0) search(g, b);
    for (uint32_t b = g->blocks; b-- > 0;)
        if (g->number[b] == 0) search(g, b);
}

/* ---- dominators ------------------------------------------------------------------------------ */

// Where the chains of dominators of two blocks meet.
static uint32_t meet(const struct graph *g, const uint32_t *found, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (g->number[a] < g->number[b]) a = found[a];
        while (g->number[b] < g->number[a]) b = found[b];
    }
    return a;
}

static uint32_t meet_all(const struct graph *g, const uint32_t *found, uint32_t b)
{
    uint32_t now = g->at_root[b] ? g->blocks : DOMINATORS_NONE;
    for (uint32_t at = g->back.first[b]; at < g->back.first[b + 1]; at++) {
        const uint32_t from = g->back.to[at];
        if (found[from] == DOMINATORS_NONE) continue;
        now = now == DOMINATORS_NONE ? from : meet(g, found, now, from);
    }
    return now;
}

static void find(struct graph *g, uint32_t *found)
{
    g->number[g->blocks] = g->numbers + 1;
    for (uint32_t b = 0; b < g->blocks; b++) found[b] = DOMINATORS_NONE;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = g->numbers; i-- > 0;) {
            const uint32_t b = g->order[i];
            const uint32_t now = meet_all(g, found, b);
            changed |= found[b] != now;
            found[b] = now;
        }
    }
}

/* ---- both ------------------------------------------------------------------------------------ */

static void release(struct graph *g)
{
    free(g->away.first);
    free(g->away.to);
    free(g->back.first);
    free(g->back.to);
    free(g->at_root);
    free(g->number);
    free(g->order);
    free(g->stack);
    free(g->turn);
}

static bool make(struct graph *g, uint32_t blocks)
{
    const size_t n = (size_t)blocks + 1;
    *g = (struct graph){
        .blocks = blocks,
        .away = {calloc(n, sizeof(uint32_t)), calloc(2 * n, sizeof(uint32_t))},
        .back = {calloc(n, sizeof(uint32_t)), calloc(2 * n, sizeof(uint32_t))},
        .at_root = calloc(n, sizeof *g->at_root),
        .number = calloc(n, sizeof *g->number),
        .order = calloc(n, sizeof *g->order),
        .stack = calloc(n, sizeof *g->stack),
        .turn = calloc(n, sizeof *g->turn),
    };
    const bool ok = g->away.first != NULL && g->away.to != NULL && g->back.first != NULL &&
                    g->back.to != NULL && g->at_root != NULL && g->number != NULL &&
                    g->order != NULL && g->stack != NULL && g->turn != NULL;
    if (!ok) release(g);
    return ok;
}

bool dominators(uint32_t blocks, const struct flow_edges *edges, uint32_t entry, uint32_t *found)
{
    struct graph g;
    if (!make(&g, blocks)) return false;
    fill_along(&g.away, blocks, edges);
    fill_against(&g.back, blocks, edges, g.turn);
    search(&g, entry);
    find(&g, found);
    release(&g);
    return true;
}

bool post_dominators(uint32_t blocks, const struct flow_edges *edges, uint32_t *found)
{
    struct graph g;
    if (!make(&g, blocks)) return false;
    fill_against(&g.away, blocks, edges, g.turn);
    fill_along(&g.back, blocks, edges);
    search_from_exit(&g, edges);
    find(&g, found);
    release(&g);
    return true;
}
