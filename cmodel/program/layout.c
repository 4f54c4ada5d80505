// SPDX-License-Identifier: Apache-2.0
#include "program/layout.h"

#include <stdlib.h>
#include <string.h>

#include "program/loops.h"

struct search {
    const struct flow *flow;
    const struct meetings *meetings;
    struct layout *layout;
    uint32_t number; // of the function
    const struct flow_function *function;
    struct loops loops;
    bool *apart;     // by block: threads that have parted, or part at its end, may come here
    bool *seen;      // by block
    uint32_t *stack; // blocks
};

// The blocks of the function that an edge, or a branch's threads, come from, go to, and that lies
// last of those that should lie before where they go.
static void report(struct search *s, enum layout_kind kind, uint32_t from, uint32_t to,
                   uint32_t over)
{
    const struct flow_block *block = s->function->block;
    s->layout->fault[s->layout->count++] = (struct layout_fault){
        s->number, kind, block[from].last, block[to].first, block[over].last, s->apart[from]};
}

/* ---- where threads may be apart -------------------------------------------------------------- */

static bool parts(const struct search *s, uint32_t b)
{
    const uint32_t last = s->function->block[b].last;
    return s->flow->insn[last].kind == FLOW_BRANCH && s->meetings->parts[last];
}

// Where the threads of the branch at the end of a block meet; `blocks`: not in this function.
static uint32_t place_of(const struct search *s, uint32_t b)
{
    const uint32_t meet = s->meetings->meet[s->function->block[b].last];
    if (meet == 0) return s->function->blocks;
    return flow_block_at(s->function, (meet - s->flow->code.base) / 4);
}

// Marks in `seen` all blocks to which threads may go from a block before they are at a place.
static void mark_from(struct search *s, uint32_t from, uint32_t place)
{
    uint32_t waiting = 0;
    memset(s->seen, 0, s->function->blocks * sizeof *s->seen);
    s->stack[waiting++] = from;
    while (waiting > 0) {
        const struct flow_edges *e = &s->function->edges[s->stack[--waiting]];
        for (uint32_t k = 0; k < e->count; k++) {
            if (e->to[k] == place || s->seen[e->to[k]]) continue;
            s->seen[e->to[k]] = true;
            s->stack[waiting++] = e->to[k];
        }
    }
}

static void find_apart(struct search *s)
{
    memset(s->apart, 0, s->function->blocks * sizeof *s->apart);
    for (uint32_t b = 0; b < s->function->blocks; b++) {
        if (!parts(s, b)) continue;
        mark_from(s, b, place_of(s, b));
        s->apart[b] = true;
        for (uint32_t k = 0; k < s->function->blocks; k++) s->apart[k] |= s->seen[k];
    }
}

/* ---- what lies too low ----------------------------------------------------------------------- */

// The lowest block of a loop is where its rounds begin: any edge of the loop may go there.
static bool begins_round(const struct loops *loops, uint32_t from, uint32_t to)
{
    uint32_t loop = loops_common(loops, from, to);
    while (loop != LOOPS_NONE && loops->lowest[loop] != to) loop = loops->around[loop];
    return loop != LOOPS_NONE;
}

// The last block of the loops that an edge leaves.
static uint32_t highest_left(const struct loops *loops, uint32_t from, uint32_t to)
{
    uint32_t highest = from;
    for (uint32_t loop = loops->inner[from]; !loops_contain(loops, loop, to);
         loop = loops->around[loop])
        highest = loops->highest[loop];
    return highest;
}

static void check_edges(struct search *s, uint32_t b)
{
    const struct flow_edges *e = &s->function->edges[b];
    for (uint32_t k = 0; k < e->count; k++) {
        const uint32_t to = e->to[k];
        if ((k > 0 && to == e->to[0]) || begins_round(&s->loops, b, to)) continue;
        const uint32_t highest = highest_left(&s->loops, b, to);
        if (to <= b) report(s, LAYOUT_BACK, b, to, b);
        else if (to < highest) report(s, LAYOUT_LEFT, b, to, highest);
    }
}

// Whether threads may go from a block to another, or are there.
static bool leads_to(struct search *s, uint32_t from, uint32_t to)
{
    mark_from(s, from, s->function->blocks);
    return from == to || s->seen[to];
}

// If threads of one side do not come back to the place, they are not waited for there.
static void check_meeting(struct search *s, uint32_t b)
{
    const struct flow_edges *e = &s->function->edges[b];
    const uint32_t place = place_of(s, b);
    if (!parts(s, b) || place > b) return;
    bool both = true;
    for (uint32_t k = 0; k < e->count; k++) both &= leads_to(s, e->to[k], place);
    if (both) report(s, LAYOUT_ROUND, b, place, b);
}

static bool find_in(struct search *s, uint32_t number)
{
    s->number = number;
    s->function = &s->flow->function[number];
    const uint32_t entry = flow_block_at(s->function, s->function->entry);
    if (!loops_find(&s->loops, s->function->blocks, s->function->edges, entry)) return false;
    find_apart(s);
    for (uint32_t b = 0; b < s->function->blocks; b++) {
        check_edges(s, b);
        check_meeting(s, b);
    }
    loops_free(&s->loops);
    return true;
}

bool layout_find(struct layout *layout, const struct flow *flow, const struct meetings *meetings)
{
    size_t most = 0; // a block has two edges at most, and a branch at its end
    for (uint32_t f = 0; f < flow->functions; f++) most += 3 * (size_t)flow->function[f].blocks;
    *layout = (struct layout){.fault = calloc(most, sizeof *layout->fault)};
    struct search s = {
        .flow = flow,
        .meetings = meetings,
        .layout = layout,
        .apart = calloc(flow->code.count, sizeof *s.apart),
        .seen = calloc(flow->code.count, sizeof *s.seen),
        .stack = calloc((size_t)flow->code.count + 1, sizeof *s.stack),
    };
    bool ok = layout->fault != NULL && s.apart != NULL && s.seen != NULL && s.stack != NULL;
    for (uint32_t f = 0; ok && f < flow->functions; f++) ok = find_in(&s, f);
    free(s.apart);
    free(s.seen);
    free(s.stack);
    if (!ok) layout_free(layout);
    return ok;
}

void layout_free(struct layout *layout)
{
    free(layout->fault);
    *layout = (struct layout){0};
}
