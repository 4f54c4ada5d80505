// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 128, NOT_REACHED = -1 };

struct graph {
    uint32_t n, edges;
    uint32_t *first; // edges of node i: first[i] to first[i + 1] - 1
    uint32_t *edge;
};

// Edges to nodes nearby and anywhere; most nodes have few, some many, some none.
static struct graph make_graph(struct host *h)
{
    struct graph g = {.n = h->size, .first = host_words(h, h->size + 1)};
    for (uint32_t i = 0; i < g.n; i++)
        g.first[i + 1] = g.first[i] + host_below(h, host_below(h, 9) == 0 ? 40 : 6);
    g.edges = g.first[g.n];
    g.edge = host_words(h, g.edges);
    for (uint32_t i = 0; i < g.n; i++)
        for (uint32_t e = g.first[i]; e < g.first[i + 1]; e++)
            g.edge[e] = host_below(h, 2) ? host_below(h, g.n) : (i + host_below(h, 16)) % g.n;
    return g;
}

// With a queue.
static uint32_t *levels(struct host *h, const struct graph *g)
{
    uint32_t *level = host_words(h, g->n);
    uint32_t *queue = host_words(h, g->n);
    uint32_t tail = 1;
    memset(level, NOT_REACHED, 4 * g->n);
    level[0] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t i = queue[head];
        for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++) {
            if (level[g->edge[e]] != UINT32_MAX) continue;
            level[g->edge[e]] = level[i] + 1;
            queue[tail++] = g->edge[e];
        }
    }
    return level;
}

static void run(struct host *h)
{
    struct graph g = make_graph(h);
    uint32_t n = g.n;
    uint32_t *level = host_words(h, n);
    uint8_t *now = (uint8_t *)host_words(h, n / 4 + 1);
    memset(level, NOT_REACHED, 4 * n);
    level[0] = 0;
    now[0] = 1;
    struct {
        uint32_t first, edge, level, now, found, n;
    } bfs = {host_put(h, "first", g.first, 4 * (n + 1)),
             host_put(h, "edge", g.edge, 4 * g.edges),
             host_put(h, "level", level, 4 * n),
             host_put(h, "now", now, n),
             host_alloc(h, "found", n),
             n};
    struct {
        uint32_t level, now, found, more, depth, n;
    } next = {bfs.level, bfs.now, bfs.found, host_alloc(h, "more", 4), 0, n};
    do {
        next.depth++;
        host_write(h, next.more, &(uint32_t){0}, 4);
        host_launch(h, "bfs", host_1d(n, THREADS), &bfs, sizeof bfs);
        host_launch(h, "bfs_next", host_1d(n, THREADS), &next, sizeof next);
    } while (host_word(h, next.more));
    host_expect(h, "level", bfs.level, levels(h, &g), n);
}

PROGRAM(bfs, .title = "breadth-first search",
        .papers = "BF (Virtual Thread), bfs (Elastic Kernels)", .size_of = "nodes", .size = 4000,
        .odd = 333, .max_size = 1 << 22, .run = run);
