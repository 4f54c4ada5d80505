// SPDX-License-Identifier: Apache-2.0
#include "program.h"

enum { THREADS = 256 };

struct graph {
    uint32_t n, edges;
    uint32_t *first; // edges of node i: first[i] to first[i + 1] - 1
    uint32_t *edge;
    uint32_t *length;
};

// Most nodes have few edges, some many, some none; short ones to nodes nearby, others anywhere.
static struct graph make_graph(struct host *h)
{
    struct graph g = {.n = h->size, .first = host_words(h, h->size + 1)};
    for (uint32_t i = 0; i < g.n; i++)
        g.first[i + 1] = g.first[i] + host_below(h, host_below(h, 9) == 0 ? 40 : 6);
    g.first[g.n] += 1; // one at least
    g.edges = g.first[g.n];
    g.edge = host_words(h, g.edges);
    g.length = host_words(h, g.edges);
    for (uint32_t i = 0; i < g.n; i++)
        for (uint32_t e = g.first[i]; e < g.first[i + 1]; e++) {
            bool near = host_below(h, 4) != 0;
            g.edge[e] = near ? (i + host_below(h, 16)) % g.n : host_below(h, g.n);
            g.length[e] = 1 + host_below(h, near ? 20 : 1000);
        }
    return g;
}

// Dijkstra, with the nodes that are at a distance in a list of it.
static uint32_t *distances(struct host *h, const struct graph *g)
{
    enum { LISTS = 1024, NONE = 0 }; // more than the longest edge
    uint32_t *distance = host_words(h, g->n);
    uint32_t *node = host_words(h, g->edges + 2); // entries of the lists, from 1
    uint32_t *next = host_words(h, g->edges + 2);
    uint32_t list[LISTS] = {1};
    uint32_t entries = 1;
    memset(distance, 0xff, 4 * g->n);
    distance[0] = 0;
    for (uint32_t d = 0, idle = 0; idle < LISTS; d++, idle++)
        while (list[d % LISTS] != NONE) {
            uint32_t entry = list[d % LISTS];
            uint32_t i = node[entry];
            list[d % LISTS] = next[entry];
            idle = 0;
            if (distance[i] != d) continue; // reached sooner
            for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++) {
                uint32_t way = d + g->length[e];
                if (way >= distance[g->edge[e]]) continue;
                distance[g->edge[e]] = way;
                node[++entries] = g->edge[e];
                next[entries] = list[way % LISTS];
                list[way % LISTS] = entries;
            }
        }
    return distance;
}

static void run(struct host *h)
{
    struct graph g = make_graph(h);
    uint32_t n = g.n;
    uint32_t *distance = host_words(h, n);
    memset(distance, 0xff, 4 * n);
    distance[0] = 0;
    struct {
        uint32_t first, edge, length, distance, now, next, more, n;
    } arg = {host_put(h, "first", g.first, 4 * (n + 1)),
             host_put(h, "edge", g.edge, 4 * g.edges),
             host_put(h, "length", g.length, 4 * g.edges),
             host_put(h, "distance", distance, 4 * n),
             host_alloc(h, "now", 4 * n),
             host_alloc(h, "next", 4 * n),
             host_alloc(h, "more", 4),
             n};
    host_write(h, arg.now, &(uint32_t){1}, 4);
    // A shortest way has fewer edges than there are nodes.
    uint32_t rounds = 0;
    do {
        host_write(h, arg.more, &(uint32_t){0}, 4);
        host_launch(h, "sssp", host_1d(n, THREADS), &arg, sizeof arg);
        uint32_t next = arg.next;
        arg.next = arg.now;
        arg.now = next;
    } while (host_word(h, arg.more) && ++rounds < n);
    host_expect(h, "distance", arg.distance, distances(h, &g), n);
}

PROGRAM(sssp, .title = "shortest ways from one node, with atomics", .papers = "SSSP (Zorua)",
        .size_of = "nodes", .size = 4000, .odd = 333, .max_size = 1 << 21, .run = run);
