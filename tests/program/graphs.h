// SPDX-License-Identifier: Apache-2.0
//
// Graphs for tests: each block is one instruction, all branches may part, and threads of a branch
// meet at its post-dominator.
#ifndef HD_TESTS_PROGRAM_GRAPHS_H
#define HD_TESTS_PROGRAM_GRAPHS_H

#include <stdbool.h>
#include <string.h>

#include "common/rng.h"
#include "program/dominators.h"
#include "program/meetings.h"

enum { GRAPH_MAX = 64, GRAPH_BASE = 0x1000 };

struct graph {
    uint32_t blocks, entry;
    struct flow_edges edges[GRAPH_MAX];
    uint32_t behind[GRAPH_MAX]; // post-dominator, or `blocks`
};

// The same as the analyser sees it.
struct graph_flow {
    struct flow flow;
    struct meetings meetings;
    struct flow_insn insn[GRAPH_MAX];
    struct flow_block block[GRAPH_MAX];
    struct flow_function function;
    uint32_t meet[GRAPH_MAX];
    bool parts[GRAPH_MAX];
};

static inline void graph_show(struct graph *g, struct graph_flow *f)
{
    static const uint8_t kinds[] = {FLOW_RETURN, FLOW_JUMP, FLOW_BRANCH};
    memset(f, 0, sizeof *f);
    post_dominators(g->blocks, g->edges, g->behind);
    for (uint32_t b = 0; b < g->blocks; b++) {
        f->insn[b].kind = kinds[g->edges[b].count];
        f->block[b] = (struct flow_block){b, b};
        f->parts[b] = f->insn[b].kind == FLOW_BRANCH;
        const bool meets = f->parts[b] && g->behind[b] < g->blocks;
        f->meet[b] = meets ? GRAPH_BASE + 4 * g->behind[b] : 0;
    }
    f->function = (struct flow_function){.entry = g->entry,
                                         .returns = true,
                                         .blocks = g->blocks,
                                         .block = f->block,
                                         .edges = g->edges};
    f->flow = (struct flow){.code = {.base = GRAPH_BASE, .count = g->blocks},
                            .insn = f->insn,
                            .functions = 1,
                            .function = &f->function};
    f->meetings = (struct meetings){.meet = f->meet, .parts = f->parts};
}

// Any edges, or mostly short ones that go forward, as in programs. All blocks are reached.
static inline void graph_draw(struct hd_rng *rng, struct graph *g, uint32_t most)
{
    g->blocks = 1 + hd_rng_below(rng, hd_rng_chance(rng, 1, 8) ? most : 8);
    g->entry = hd_rng_chance(rng, 1, 2) ? 0 : hd_rng_below(rng, g->blocks);
    const bool near = hd_rng_chance(rng, 1, 2);
    for (uint32_t b = 0; b < g->blocks; b++) {
        g->edges[b].count = hd_rng_chance(rng, 1, 8) ? 0 : 1 + hd_rng_below(rng, 2);
        for (uint32_t k = 0; k < g->edges[b].count; k++) {
            const uint32_t to = near && !hd_rng_chance(rng, 1, 5) ? b + 1 + hd_rng_below(rng, 3)
                                                                  : hd_rng_below(rng, g->blocks);
            g->edges[b].to[k] = to < g->blocks ? to : g->blocks - 1;
        }
    }
}

// Whether a way leads from a block to another that does not pass a third one. A block leads to
// itself.
static inline bool graph_leads(const struct graph *g, uint32_t from, uint32_t to, uint32_t without)
{
    bool seen[GRAPH_MAX] = {false};
    if (from == without) return false;
    seen[from] = true;
    for (uint32_t round = 0; round < g->blocks; round++)
        for (uint32_t b = 0; b < g->blocks; b++)
            for (uint32_t k = 0; seen[b] && k < g->edges[b].count; k++)
                if (g->edges[b].to[k] != without) seen[g->edges[b].to[k]] = true;
    return seen[to];
}

#endif
