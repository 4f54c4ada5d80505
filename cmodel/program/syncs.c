// SPDX-License-Identifier: Apache-2.0
#include "program/syncs.h"

#include <stdlib.h>
#include <string.h>

#include "program/dominators.h"
#include "program/loops.h"

// One function, with a block behind all its returns: the last.
struct search {
    const struct flow *flow;
    const struct meetings *meetings;
    struct syncs *syncs;
    const struct flow_function *function;
    struct flow_edges *edges;
    uint32_t *dominator;
    struct loops loops;
};

static void join_returns(struct search *s)
{
    const struct flow_function *f = s->function;
    memcpy(s->edges, f->edges, f->blocks * sizeof *s->edges);
    s->edges[f->blocks] = (struct flow_edges){0};
    for (uint32_t b = 0; b < f->blocks; b++)
        if (s->flow->insn[f->block[b].last].kind == FLOW_RETURN)
            s->edges[b] = (struct flow_edges){.count = 1, .to = {f->blocks}};
}

// Several functions and branches may say what a place is told: the lowest address holds threads
// back for longest.
static void take(uint32_t *told, uint32_t address, uint32_t place)
{
    if (address < place && (*told == 0 || address < *told)) *told = address;
}

// The last instruction of a block; 0 if there is no such block: what is before the entry.
static uint32_t end_of(const struct search *s, uint32_t block)
{
    const bool is = block < s->function->blocks;
    return is ? flow_address(s->flow, s->function->block[block].last) : 0;
}

// `place` is an instruction at which the threads meet that come to a block of the function.
static void tell(const struct search *s, uint32_t block, uint32_t place)
{
    const uint32_t address = flow_address(s->flow, place);
    uint32_t before = s->dominator[block];
    s->syncs->place[place] = true;
    if (end_of(s, before) == 0) return;
    take(&s->syncs->divergence[place], end_of(s, before), address);
    while (end_of(s, before) != 0 && !loops_contain(&s->loops, s->loops.inner[before], block))
        before = s->dominator[before];
    if (end_of(s, before) != 0) take(&s->syncs->before_loops[place], end_of(s, before), address);
}

static bool parts(const struct search *s, uint32_t i)
{
    return s->flow->insn[i].kind == FLOW_BRANCH && s->meetings->parts[i];
}

static void tell_branches(const struct search *s)
{
    const struct flow_function *f = s->function;
    for (uint32_t b = 0; b < f->blocks; b++) {
        const uint32_t meet = s->meetings->meet[f->block[b].last];
        if (!parts(s, f->block[b].last) || meet == 0) continue;
        const uint32_t place = (meet - s->flow->code.base) / 4;
        tell(s, flow_block_at(f, place), place);
    }
}

// Threads that may return apart meet behind each call.
static void tell_calls(const struct search *s, uint32_t number)
{
    bool apart = false;
    FLOW_EACH(s->function, i) apart |= parts(s, i) && s->meetings->meet[i] == 0;
    if (!apart || !s->function->returns) return;
    for (uint32_t i = 0; i < s->flow->code.count; i++)
        if (s->flow->insn[i].kind == FLOW_CALL && s->flow->insn[i].callee == number)
            tell(s, s->function->blocks, i + 1);
}

static bool find_in(struct search *s, uint32_t number)
{
    s->function = &s->flow->function[number];
    const uint32_t entry = flow_block_at(s->function, s->function->entry);
    const uint32_t n = s->function->blocks + 1;
    join_returns(s);
    if (!dominators(n, s->edges, entry, s->dominator)) return false;
    if (!loops_find(&s->loops, n, s->edges, entry)) return false;
    tell_branches(s);
    tell_calls(s, number);
    loops_free(&s->loops);
    return true;
}

bool syncs_find(struct syncs *syncs, const struct flow *flow, const struct meetings *meetings)
{
    const size_t n = flow->code.count;
    *syncs = (struct syncs){calloc(n, sizeof(bool)), calloc(n, sizeof(uint32_t)),
                            calloc(n, sizeof(uint32_t))};
    struct search s = {
        .flow = flow,
        .meetings = meetings,
        .syncs = syncs,
        .edges = calloc(n + 1, sizeof *s.edges),
        .dominator = calloc(n + 1, sizeof *s.dominator),
    };
    bool ok = syncs->place != NULL && syncs->divergence != NULL && syncs->before_loops != NULL &&
              s.edges != NULL && s.dominator != NULL;
    for (uint32_t f = 0; ok && f < flow->functions; f++) ok = find_in(&s, f);
    free(s.edges);
    free(s.dominator);
    if (!ok) syncs_free(syncs);
    return ok;
}

void syncs_free(struct syncs *syncs)
{
    free(syncs->place);
    free(syncs->divergence);
    free(syncs->before_loops);
    *syncs = (struct syncs){0};
}
