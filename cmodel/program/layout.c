// SPDX-License-Identifier: Apache-2.0
#include "program/layout.h"

#include <stdlib.h>

#include "program/loops.h"

struct search {
    const struct flow *flow;
    const struct meetings *meetings;
    struct layout *layout;
    uint32_t number; // of the function
    const struct flow_function *function;
    struct loops loops;
};

// The blocks of the function that an edge, or a branch's threads, come from, go to, and that lies
// last of those that should lie before where they go.
static void report(struct search *s, enum layout_kind kind, uint32_t from, uint32_t to,
                   uint32_t over)
{
    const struct flow_block *block = s->function->block;
    s->layout->fault[s->layout->count++] = (struct layout_fault){
        s->number, kind, block[from].last, block[to].first, block[over].last};
}

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

// A branch that leaves the loop has threads of only one side come to the loop's next round.
static void check_meeting(struct search *s, uint32_t b)
{
    const struct flow_edges *e = &s->function->edges[b];
    const uint32_t last = s->function->block[b].last;
    const uint32_t meet = s->meetings->meet[last];
    if (s->flow->insn[last].kind != FLOW_BRANCH || !s->meetings->parts[last] || meet == 0) return;
    const uint32_t place = flow_block_at(s->function, (meet - s->flow->code.base) / 4);
    if (place > b) return;
    const uint32_t loop = loops_common(&s->loops, b, place);
    bool stay = true;
    for (uint32_t k = 0; k < e->count; k++) stay &= loops_contain(&s->loops, loop, e->to[k]);
    if (stay) report(s, LAYOUT_ROUND, b, place, b);
}

static bool find_in(struct search *s, uint32_t number)
{
    s->number = number;
    s->function = &s->flow->function[number];
    const uint32_t entry = flow_block_at(s->function, s->function->entry);
    if (!loops_find(&s->loops, s->function->blocks, s->function->edges, entry)) return false;
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
    struct search s = {.flow = flow, .meetings = meetings, .layout = layout};
    bool ok = layout->fault != NULL;
    for (uint32_t f = 0; ok && f < flow->functions; f++) ok = find_in(&s, f);
    if (!ok) layout_free(layout);
    return ok;
}

void layout_free(struct layout *layout)
{
    free(layout->fault);
    *layout = (struct layout){0};
}
