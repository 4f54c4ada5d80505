// SPDX-License-Identifier: Apache-2.0
#include "program/meetings.h"

#include <stdlib.h>
#include <string.h>

#include "program/divergence.h"
#include "program/dominators.h"

// Room for one function: a node for each block, then a second node for each block: the part behind
// its barrier.
struct room {
    bool *parts;     // by instruction: of branches
    bool *barriers;  // by instruction: or a call of what may come to one
    bool *stops;     // by instruction: threads are waited for there, or behind it
    bool *seen;      // by instruction
    uint32_t *stack; // instructions
    bool *moved;
    uint32_t *behind;
    uint32_t *before_barrier;
    struct flow_edges *edges;
    bool *comes; // by node: to a stop
};

/* ---- barriers -------------------------------------------------------------------------------- */

static bool any_in(const struct flow *flow, uint32_t function, const bool *which)
{
    bool any = false;
    FLOW_EACH(&flow->function[function], i) any |= which[i];
    return any;
}

static void find_barriers(const struct flow *flow, bool *at_barrier)
{
    for (uint32_t i = 0; i < flow->code.count; i++) {
        const struct flow_insn *f = &flow->insn[i];
        at_barrier[i] = f->kind != FLOW_UNREACHED && f->insn.cls == ISA_BARRIER;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < flow->code.count; i++) {
            if (flow->insn[i].kind != FLOW_CALL || at_barrier[i]) continue;
            at_barrier[i] = any_in(flow, flow->insn[i].callee, at_barrier);
            changed |= at_barrier[i];
        }
    }
}

// A way from the call of a function on is straight to the end of the thread.
static bool ends_behind(const struct flow *flow, uint32_t call)
{
    uint32_t next[2];
    uint32_t i = call;
    while (flow_next(flow, i, next) == 1) {
        i = next[0];
        const struct flow_insn *f = &flow->insn[i];
        const bool plain = f->kind == FLOW_NEXT && f->insn.cls != ISA_BARRIER;
        if (!plain) return f->kind == FLOW_END && f->insn.cls == ISA_EXIT;
    }
    return false;
}

static bool ends_when_back(const struct flow *flow, uint32_t function)
{
    bool ends = true;
    for (uint32_t i = 0; i < flow->code.count; i++) {
        const struct flow_insn *f = &flow->insn[i];
        if (f->kind == FLOW_CALL && f->callee == function) ends &= ends_behind(flow, i);
    }
    return ends;
}

// Barriers, and returns to where threads go on.
static void find_stops(const struct flow *flow, const bool *barriers, bool *stops)
{
    memcpy(stops, barriers, flow->code.count * sizeof *stops);
    for (uint32_t f = 0; f < flow->functions; f++) {
        if (ends_when_back(flow, f)) continue;
        FLOW_EACH(&flow->function[f], i) stops[i] |= flow->insn[i].kind == FLOW_RETURN;
    }
}

/* ---- between a branch and its meeting place -------------------------------------------------- */

// The lowest marked instruction that threads may reach before they are at the meeting place. `seen`
// afterwards: all instructions that they may reach.
static uint32_t lowest_between(const struct flow *flow, const bool *which, uint32_t branch,
                               uint32_t meet, struct room *r)
{
    uint32_t waiting = 0;
    uint32_t found = FLOW_NONE;
    memset(r->seen, 0, flow->code.count * sizeof *r->seen);
    r->stack[waiting++] = branch;
    while (waiting > 0) {
        uint32_t next[2];
        const uint32_t count = flow_next(flow, r->stack[--waiting], next);
        for (uint32_t k = 0; k < count; k++) {
            if (r->seen[next[k]] || (meet != 0 && flow_address(flow, next[k]) == meet)) continue;
            r->seen[next[k]] = true;
            r->stack[waiting++] = next[k];
            if (which[next[k]] && next[k] < found) found = next[k];
        }
    }
    return found;
}

/* ---- ways to the next barrier ---------------------------------------------------------------- */

static bool stops_in(const struct room *r, const struct flow_block *block)
{
    for (uint32_t i = block->first; i <= block->last; i++)
        if (r->stops[i]) return true;
    return false;
}

// Finds the nodes that lead to a stop. Edges from these to other nodes are left out.
static void keep_ways_to_stops(const struct flow_function *function, struct room *r)
{
    const uint32_t n = function->blocks;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 2 * n; b-- > 0;) {
            bool comes = b < n && stops_in(r, &function->block[b]);
            for (uint32_t k = 0; k < r->edges[b].count; k++) comes |= r->comes[r->edges[b].to[k]];
            changed |= comes != r->comes[b];
            r->comes[b] = comes;
        }
    }
    for (uint32_t b = 0; b < 2 * n; b++) {
        struct flow_edges *e = &r->edges[b];
        uint32_t kept = 0;
        for (uint32_t k = 0; r->comes[b] && k < e->count; k++)
            if (r->comes[e->to[k]]) e->to[kept++] = e->to[k];
        if (r->comes[b]) e->count = kept;
    }
}

// Post-dominators of the ways to the next stop. A block with a stop ends at the stop; the part
// behind the stop is a node of its own.
static bool find_before_barrier(const struct flow_function *function, struct room *r)
{
    const uint32_t n = function->blocks;
    for (uint32_t b = 0; b < n; b++) {
        const bool stops = stops_in(r, &function->block[b]);
        r->edges[b] = stops ? (struct flow_edges){0} : function->edges[b];
        r->edges[n + b] = function->edges[b];
        r->comes[b] = r->comes[n + b] = false;
    }
    keep_ways_to_stops(function, r);
    return post_dominators(2 * n, r->edges, r->before_barrier);
}

/* ---- branches -------------------------------------------------------------------------------- */

// Where all threads of a branch pass that come to a barrier, if there is such a place, and if some
// may come to one before they meet. True: that changes something.
static bool move_before_barrier(const struct flow *flow, const struct flow_function *function,
                                uint32_t b, struct room *r, uint32_t *meet)
{
    const uint32_t n = function->blocks;
    const uint32_t last = function->block[b].last;
    const uint32_t nearer = r->before_barrier[n + b];
    if (!r->parts[last] || !r->comes[n + b] || nearer >= n) return false;
    const uint32_t address = flow_address(flow, function->block[nearer].first);
    if (meet[last] == address) return false;
    if (lowest_between(flow, r->stops, last, meet[last], r) == FLOW_NONE) return false;
    meet[last] = address;
    r->moved[last] = true;
    return true;
}

// What functions share gets the same answer in each.
static bool find_in(const struct flow *flow, uint32_t number, struct room *r, uint32_t *meet)
{
    const struct flow_function *function = &flow->function[number];
    if (!post_dominators(function->blocks, function->edges, r->behind)) return false;
    for (uint32_t b = 0; b < function->blocks; b++) {
        const uint32_t last = function->block[b].last;
        if (flow->insn[last].kind != FLOW_BRANCH || r->behind[b] == function->blocks) continue;
        meet[last] = flow_address(flow, function->block[r->behind[b]].first);
    }
    return true;
}

static bool move_in(const struct flow *flow, uint32_t number, struct room *r, uint32_t *meet,
                    bool *changed)
{
    const struct flow_function *function = &flow->function[number];
    if (!find_before_barrier(function, r)) return false;
    for (uint32_t b = 0; b < function->blocks; b++)
        if (flow->insn[function->block[b].last].kind == FLOW_BRANCH)
            *changed |= move_before_barrier(flow, function, b, r, meet);
    return true;
}

// Which branches part depends on where threads meet, and the other way round. A branch is moved
// once at most, so that this ends.
static bool find_of_branches(const struct flow *flow, struct room *r, uint32_t *meet)
{
    bool ok = true;
    bool changed = true;
    for (uint32_t f = 0; ok && f < flow->functions; f++) ok = find_in(flow, f, r, meet);
    while (ok && changed) {
        changed = false;
        ok = divergence_find(flow, meet, r->parts);
        for (uint32_t f = 0; ok && f < flow->functions; f++)
            ok = move_in(flow, f, r, meet, &changed);
    }
    return ok;
}

/* ---- calls ----------------------------------------------------------------------------------- */

// Whether the halves of some branch return by themselves.
static bool returns_apart(const struct flow *flow, const struct flow_function *function,
                          const uint32_t *meet)
{
    bool apart = false;
    FLOW_EACH(function, i) apart |= flow->insn[i].kind == FLOW_BRANCH && meet[i] == 0;
    return apart && function->returns;
}

// Then they meet behind the call.
static void find_of_calls(const struct flow *flow, uint32_t *meet)
{
    for (uint32_t f = 0; f < flow->functions; f++) {
        if (!returns_apart(flow, &flow->function[f], meet)) continue;
        for (uint32_t i = 0; i < flow->code.count; i++) {
            const bool call = flow->insn[i].kind == FLOW_CALL && flow->insn[i].callee == f;
            if (call) meet[i] = flow_address(flow, i + 1);
        }
    }
}

/* ---- threads apart, barriers left over ------------------------------------------------------- */

// Threads that pass the meeting place by end by themselves: from there to the end of the function,
// and behind it.
static void find_apart(const struct flow *flow, struct room *r, struct meetings *m)
{
    for (uint32_t i = 0; i < flow->code.count; i++) {
        if (!m->moved[i]) continue;
        lowest_between(flow, r->stops, i, m->meet[i], r);
        for (uint32_t k = 0; k < flow->code.count; k++)
            m->apart[k] |= r->seen[k] && flow->insn[k].kind == FLOW_RETURN;
    }
    for (uint32_t f = 0; f < flow->functions; f++) {
        if (!any_in(flow, f, m->apart)) continue;
        for (uint32_t i = 0; i < flow->code.count; i++) {
            if (flow->insn[i].kind != FLOW_CALL || flow->insn[i].callee != f) continue;
            uint32_t next[2];
            for (uint32_t k = i; flow_next(flow, k, next) == 1; k = next[0])
                m->apart[next[0]] = true;
        }
    }
}

static void find_left_over(const struct flow *flow, struct room *r, struct meetings *m)
{
    for (uint32_t i = 0; i < flow->code.count; i++) {
        m->barrier[i] = FLOW_NONE;
        if (flow->insn[i].kind == FLOW_BRANCH && r->parts[i])
            m->barrier[i] = lowest_between(flow, r->barriers, i, m->meet[i], r);
    }
}

bool meetings_find(struct meetings *meetings, const struct flow *flow)
{
    const size_t n = flow->code.count;
    *meetings = (struct meetings){calloc(n, sizeof(uint32_t)), calloc(n, sizeof(uint32_t)),
                                  calloc(n, sizeof(bool)), calloc(n, sizeof(bool)),
                                  calloc(n, sizeof(bool))};
    struct room r = {
        .parts = meetings->parts,
        .barriers = calloc(n, sizeof *r.barriers),
        .stops = calloc(n, sizeof *r.stops),
        .seen = calloc(n, sizeof *r.seen),
        .stack = calloc(n + 1, sizeof *r.stack),
        .moved = meetings->moved,
        .behind = calloc(n, sizeof *r.behind),
        .before_barrier = calloc(2 * n, sizeof *r.before_barrier),
        .edges = calloc(2 * n, sizeof *r.edges),
        .comes = calloc(2 * n, sizeof *r.comes),
    };
    bool ok = meetings->meet != NULL && meetings->barrier != NULL && meetings->moved != NULL &&
              meetings->apart != NULL && meetings->parts != NULL && r.barriers != NULL &&
              r.stops != NULL && r.seen != NULL && r.stack != NULL && r.behind != NULL &&
              r.before_barrier != NULL && r.edges != NULL && r.comes != NULL;
    if (ok) {
        find_barriers(flow, r.barriers);
        find_stops(flow, r.barriers, r.stops);
        ok = find_of_branches(flow, &r, meetings->meet);
    }
    if (ok) {
        find_of_calls(flow, meetings->meet);
        find_apart(flow, &r, meetings);
        find_left_over(flow, &r, meetings);
    }
    free(r.barriers);
    free(r.stops);
    free(r.seen);
    free(r.stack);
    free(r.behind);
    free(r.before_barrier);
    free(r.edges);
    free(r.comes);
    if (!ok) meetings_free(meetings);
    return ok;
}

void meetings_free(struct meetings *meetings)
{
    free(meetings->meet);
    free(meetings->barrier);
    free(meetings->parts);
    free(meetings->moved);
    free(meetings->apart);
    *meetings = (struct meetings){0};
}
