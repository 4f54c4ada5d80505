// SPDX-License-Identifier: Apache-2.0
//
// Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, on the graph turned round: a
// predecessor in the article is an edge's end here.
#include "program/post_dominators.h"

#include <stdlib.h>

struct graph {
    uint32_t blocks;
    const struct flow_edges *edges;
    uint32_t *from;  // blocks with an edge to block b: from[first[b]] and so on
    uint32_t *first; // blocks + 1 of them
    bool *to_exit;   // edges to the virtual exit
    uint32_t
        *number; // by block and exit: postorder of a search from the exit backwards; 0: not seen
    uint32_t *order;  // by number - 1: block
    uint32_t numbers; // given out
    uint32_t *stack;
    uint32_t *turn; // how many of a block's `from` have been tried
};

static void turn_round(struct graph *g)
{
    for (uint32_t b = 0; b < g->blocks; b++) {
        for (uint32_t k = 0; k < g->edges[b].count; k++) g->first[g->edges[b].to[k] + 1]++;
    }
    for (uint32_t b = 0; b < g->blocks; b++) g->first[b + 1] += g->first[b];
    // `turn` counts the edges filled in so far, then goes back to 0.
    for (uint32_t b = 0; b < g->blocks; b++) {
        for (uint32_t k = 0; k < g->edges[b].count; k++) {
            const uint32_t to = g->edges[b].to[k];
            g->from[g->first[to] + g->turn[to]++] = b;
        }
    }
    for (uint32_t b = 0; b < g->blocks; b++) g->turn[b] = 0;
}

static void enter(struct graph *g, uint32_t block, uint32_t *depth)
{
    g->number[block] = UINT32_MAX; // seen, not yet numbered
    g->stack[(*depth)++] = block;
}

// Numbers all blocks from which there is a way to `root` and that have no number yet.
static void search(struct graph *g, uint32_t root)
{
    uint32_t depth = 0;
    enter(g, root, &depth);
    while (depth > 0) {
        const uint32_t b = g->stack[depth - 1];
        const uint32_t at = g->first[b] + g->turn[b];
        if (at < g->first[b + 1]) {
            g->turn[b]++;
            if (g->number[g->from[at]] == 0) enter(g, g->from[at], &depth);
        } else {
            depth--;
            g->order[g->numbers++] = b;
            g->number[b] = g->numbers;
        }
    }
}

// From the exit backwards. What has not been reached then leads to no exit: it runs for ever, and
// the last block of it, where compilers put the end of a loop, gets an edge.
static void find_order(struct graph *g)
{
    for (uint32_t b = 0; b < g->blocks; b++) {
        g->to_exit[b] = g->edges[b].count == 0;
        if (g->to_exit[b]) search(g, b);
    }
    for (uint32_t b = g->blocks; b-- > 0;) {
        if (g->number[b] != 0) continue;
        g->to_exit[b] = true;
        search(g, b);
    }
    g->number[g->blocks] = g->numbers + 1;
}

// Where the chains of post-dominators of two blocks meet.
static uint32_t meet(const struct graph *g, const uint32_t *found, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (g->number[a] < g->number[b]) a = found[a];
        while (g->number[b] < g->number[a]) b = found[b];
    }
    return a;
}

static void find(const struct graph *g, uint32_t *found)
{
    const uint32_t none = UINT32_MAX;
    for (uint32_t b = 0; b < g->blocks; b++) found[b] = none;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = g->blocks; i-- > 0;) {
            const uint32_t b = g->order[i];
            uint32_t now = g->to_exit[b] ? g->blocks : none;
            for (uint32_t k = 0; k < g->edges[b].count; k++) {
                const uint32_t to = g->edges[b].to[k];
                if (found[to] == none) continue;
                now = now == none ? to : meet(g, found, now, to);
            }
            changed |= found[b] != now;
            found[b] = now;
        }
    }
}

static void release(struct graph *g)
{
    free(g->from);
    free(g->first);
    free(g->to_exit);
    free(g->number);
    free(g->order);
    free(g->stack);
    free(g->turn);
}

bool post_dominators(uint32_t blocks, const struct flow_edges *edges, uint32_t *found)
{
    const size_t n = (size_t)blocks + 1;
    struct graph g = {
        .blocks = blocks,
        .edges = edges,
        .from = calloc(2 * n, sizeof *g.from),
        .first = calloc(n, sizeof *g.first),
        .to_exit = calloc(n, sizeof *g.to_exit),
        .number = calloc(n, sizeof *g.number),
        .order = calloc(n, sizeof *g.order),
        .stack = calloc(n, sizeof *g.stack),
        .turn = calloc(n, sizeof *g.turn),
    };
    const bool ok = g.from != NULL && g.first != NULL && g.to_exit != NULL && g.number != NULL &&
                    g.order != NULL && g.stack != NULL && g.turn != NULL;
    if (ok) {
        turn_round(&g);
        find_order(&g);
        find(&g, found);
    }
    release(&g);
    return ok;
}
