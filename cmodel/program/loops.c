// SPDX-License-Identifier: Apache-2.0
//
// Tarjan's strongly connected components, in rounds: a round finds the loops that lie directly in
// those of the round before, and takes away the heads of what it finds.
#include "program/loops.h"

#include <stdlib.h>
#include <string.h>

struct search {
    struct loops *loops;
    uint32_t blocks;
    const struct flow_edges *edges;
    bool *taken;      // by block: a head of an earlier round
    uint32_t *number; // by block: in the order of this round's search; 0: not seen
    uint32_t *low;    // by block: the lowest number that it leads to, in its component
    uint32_t *turn;   // by block: how many edges have been followed
    uint32_t *path;   // blocks from the root of the search on
    uint32_t *open;   // blocks whose component is not yet complete
    bool *is_open;
    uint32_t *head; // by loop
    uint32_t depth, opened, numbers;
};

static void enter(struct search *s, uint32_t b)
{
    s->number[b] = s->low[b] = ++s->numbers;
    s->turn[b] = 0;
    s->path[s->depth++] = b;
    s->open[s->opened++] = b;
    s->is_open[b] = true;
}

static bool leads_to_itself(const struct search *s, uint32_t b)
{
    bool itself = false;
    for (uint32_t k = 0; k < s->edges[b].count; k++) itself |= s->edges[b].to[k] == b;
    return itself;
}

// All blocks opened since `root` are one component.
static void close_component(struct search *s, uint32_t root)
{
    struct loops *l = s->loops;
    const bool is_loop = s->open[s->opened - 1] != root || leads_to_itself(s, root);
    if (is_loop) {
        l->around[l->count] = l->inner[root];
        l->lowest[l->count] = l->highest[l->count] = root;
    }
    for (uint32_t b = LOOPS_NONE; b != root;) {
        b = s->open[--s->opened];
        s->is_open[b] = false;
        if (!is_loop) continue;
        l->inner[b] = l->count;
        if (b < l->lowest[l->count]) l->lowest[l->count] = b;
        if (b > l->highest[l->count]) l->highest[l->count] = b;
    }
    l->count += is_loop;
}

static void leave(struct search *s, uint32_t b)
{
    s->depth--;
    if (s->depth > 0) {
        const uint32_t before = s->path[s->depth - 1];
        if (s->low[b] < s->low[before]) s->low[before] = s->low[b];
    }
    if (s->low[b] == s->number[b]) close_component(s, b);
}

static void search_from(struct search *s, uint32_t root)
{
    enter(s, root);
    while (s->depth > 0) {
        const uint32_t b = s->path[s->depth - 1];
        if (s->turn[b] == s->edges[b].count) {
            leave(s, b);
            continue;
        }
        const uint32_t to = s->edges[b].to[s->turn[b]++];
        if (s->taken[to]) continue;
        if (s->number[to] == 0) enter(s, to);
        else if (s->is_open[to] && s->number[to] < s->low[b]) s->low[b] = s->number[to];
    }
}

static void come_in(struct search *s, uint32_t first, uint32_t to)
{
    const uint32_t loop = s->loops->inner[to];
    if (loop == LOOPS_NONE || loop < first) return;
    if (s->head[loop] == LOOPS_NONE || to < s->head[loop]) s->head[loop] = to;
}

// Of the loops from `first` on. A loop into which no thread comes has its lowest block.
static void take_heads(struct search *s, uint32_t first, uint32_t entry)
{
    struct loops *l = s->loops;
    for (uint32_t k = first; k < l->count; k++) s->head[k] = LOOPS_NONE;
    come_in(s, first, entry);
    for (uint32_t b = 0; b < s->blocks; b++) {
        for (uint32_t k = 0; k < s->edges[b].count; k++) {
            const uint32_t to = s->edges[b].to[k];
            if (l->inner[to] != l->inner[b]) come_in(s, first, to);
        }
    }
    for (uint32_t k = first; k < l->count; k++) {
        if (s->head[k] == LOOPS_NONE) s->head[k] = l->lowest[k];
        s->taken[s->head[k]] = true;
    }
}

static void find(struct search *s, uint32_t entry)
{
    uint32_t first;
    for (uint32_t b = 0; b < s->blocks; b++) s->loops->inner[b] = LOOPS_NONE;
    do {
        first = s->loops->count;
        s->numbers = 0;
        memset(s->number, 0, s->blocks * sizeof *s->number);
        for (uint32_t b = 0; b < s->blocks; b++)
            if (!s->taken[b] && s->number[b] == 0) search_from(s, b);
        take_heads(s, first, entry);
    } while (s->loops->count > first);
}

bool loops_find(struct loops *loops, uint32_t blocks, const struct flow_edges *edges,
                uint32_t entry)
{
    const size_t n = blocks;
    *loops = (struct loops){0, calloc(n, sizeof(uint32_t)), calloc(n, sizeof(uint32_t)),
                            calloc(n, sizeof(uint32_t)), calloc(n, sizeof(uint32_t))};
    struct search s = {
        .loops = loops,
        .blocks = blocks,
        .edges = edges,
        .taken = calloc(n, sizeof *s.taken),
        .number = calloc(n, sizeof *s.number),
        .low = calloc(n, sizeof *s.low),
        .turn = calloc(n, sizeof *s.turn),
        .path = calloc(n, sizeof *s.path),
        .open = calloc(n, sizeof *s.open),
        .is_open = calloc(n, sizeof *s.is_open),
        .head = calloc(n, sizeof *s.head),
    };
    const bool ok = loops->inner != NULL && loops->around != NULL && loops->lowest != NULL &&
                    loops->highest != NULL && s.taken != NULL && s.number != NULL &&
                    s.low != NULL && s.turn != NULL && s.path != NULL && s.open != NULL &&
                    s.is_open != NULL && s.head != NULL;
    if (ok) find(&s, entry);
    free(s.taken);
    free(s.number);
    free(s.low);
    free(s.turn);
    free(s.path);
    free(s.open);
    free(s.is_open);
    free(s.head);
    if (!ok) loops_free(loops);
    return ok;
}

void loops_free(struct loops *loops)
{
    free(loops->inner);
    free(loops->around);
    free(loops->lowest);
    free(loops->highest);
    *loops = (struct loops){0};
}

bool loops_contain(const struct loops *loops, uint32_t loop, uint32_t block)
{
    uint32_t in = loops->inner[block];
    while (in != loop && in != LOOPS_NONE) in = loops->around[in];
    return in == loop;
}

uint32_t loops_common(const struct loops *loops, uint32_t a, uint32_t b)
{
    uint32_t loop = loops->inner[a];
    while (!loops_contain(loops, loop, b)) loop = loops->around[loop];
    return loop;
}
