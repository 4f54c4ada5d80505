// SPDX-License-Identifier: Apache-2.0
//
// All threads come along one chain of places: from the entry on, at a branch over to where it meets
// again, into functions that are called from one place only. Phases begin there and nowhere else.
#include "program/phases.h"

#include <stdlib.h>

// What a stretch of instructions needs.
struct need {
    uint32_t registers;
    uint64_t names;
    uint32_t bytes; // of shared memory
    bool barrier;   // or a fence is in it: a phase begins there without specifier
};

// Instructions behind a branch and before its reconvergence.
struct region {
    uint32_t *at; // found so far, nearest first
    uint32_t count;
    uint32_t *distance; // by instruction: from the branch
    uint32_t *seen;     // by instruction: number of the last region that it was in
    uint32_t number;
    uint32_t shortest; // way through it, in instructions behind the branch
};

struct chain {
    const struct phases_in *in;
    const struct flow *flow;
    struct phases *phases;
    struct region region;
    struct need *function; // by function, with all that it calls
    uint32_t *calls;       // by function: places it is called from
    uint32_t *back;        // stack: where the functions that the chain is in return to
    uint32_t depth;
    bool *walked;       // by instruction
    uint32_t since;     // instructions since a phase began, with or without specifier
    uint32_t registers; // live where the last specifier is
    uint32_t bytes;     // of whole sets
};

static uint32_t count_bits(uint64_t mask)
{
    uint32_t count = 0;
    for (; mask != 0; mask &= mask - 1) count++;
    return count;
}

static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* ---- needs ----------------------------------------------------------------------------------- */

static bool is_barrier(const struct isa_insn *insn)
{
    return insn->cls == ISA_BARRIER || insn->cls == ISA_FENCE;
}

static struct need need_of(const struct chain *c, uint32_t i)
{
    const uint64_t before = c->in->live->before[i];
    const uint64_t after = c->in->live->after[i] | flow_writes(&c->flow->insn[i].insn);
    return (struct need){most(count_bits(before), count_bits(after)), before | after,
                         c->in->shared->live[i], is_barrier(&c->flow->insn[i].insn)};
}

// True: that changed something.
static bool include(struct need *to, struct need more)
{
    const struct need was = *to;
    to->registers = most(to->registers, more.registers);
    to->names |= more.names;
    to->bytes = most(to->bytes, more.bytes);
    to->barrier |= more.barrier;
    return to->registers != was.registers || to->names != was.names || to->bytes != was.bytes ||
           to->barrier != was.barrier;
}

static void find_needs(struct chain *c)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = 0; f < c->flow->functions; f++) {
            FLOW_EACH(&c->flow->function[f], i)
            {
                const struct flow_insn *insn = &c->flow->insn[i];
                changed |= include(&c->function[f], need_of(c, i));
                if (insn->kind == FLOW_CALL) {
                    changed |= include(&c->function[f], c->function[insn->callee]);
                }
            }
        }
    }
}

/* ---- regions --------------------------------------------------------------------------------- */

// FLOW_NONE: behind the call, or never.
static uint32_t meeting(const struct chain *c, uint32_t branch)
{
    const uint32_t address = c->in->meetings->meet[branch];
    return address == 0 ? FLOW_NONE : (address - c->flow->code.base) / 4;
}

static void reach(struct chain *c, uint32_t from, uint32_t distance, uint32_t stop)
{
    struct region *r = &c->region;
    uint32_t next[2];
    const uint32_t count = flow_next(c->flow, from, next);
    if (c->flow->insn[from].kind == FLOW_RETURN && distance < r->shortest) r->shortest = distance;
    for (uint32_t k = 0; k < count; k++) {
        if (next[k] == stop) {
            if (distance < r->shortest) r->shortest = distance;
        } else if (r->seen[next[k]] != r->number) {
            r->seen[next[k]] = r->number;
            r->distance[next[k]] = distance;
            r->at[r->count++] = next[k];
        }
    }
}

// Level by level, so that the first way found is the shortest. A call counts as one instruction.
static void find_region(struct chain *c, uint32_t branch)
{
    struct region *r = &c->region;
    const uint32_t stop = meeting(c, branch);
    r->number++;
    r->count = 0;
    r->shortest = UINT32_MAX;
    reach(c, branch, 1, stop);
    for (uint32_t k = 0; k < r->count; k++) reach(c, r->at[k], r->distance[r->at[k]] + 1, stop);
}

/* ---- where threads may be apart -------------------------------------------------------------- */

static void part_at_branches(struct chain *c)
{
    for (uint32_t i = 0; i < c->flow->code.count; i++) {
        if (c->flow->insn[i].kind != FLOW_BRANCH) continue;
        find_region(c, i);
        for (uint32_t k = 0; k < c->region.count; k++) {
            c->phases->together[c->region.at[k]] = false;
        }
    }
}

// What several functions share is reached in more than one way, as if threads were apart.
static void part_where_shared(struct chain *c)
{
    for (uint32_t f = 0; f < c->flow->functions; f++) {
        c->region.number++;
        for (uint32_t g = 0; g < f; g++) {
            FLOW_EACH(&c->flow->function[g], i) c->region.seen[i] = c->region.number;
        }
        FLOW_EACH(&c->flow->function[f], i)
        {
            if (c->region.seen[i] == c->region.number) c->phases->together[i] = false;
        }
    }
}

static void part_in_calls(struct chain *c)
{
    bool *together = c->phases->together;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->flow->code.count; i++) {
            if (c->flow->insn[i].kind != FLOW_CALL || together[i]) continue;
            FLOW_EACH(&c->flow->function[c->flow->insn[i].callee], k)
            {
                changed |= together[k];
                together[k] = false;
            }
        }
    }
}

static void find_together(struct chain *c)
{
    for (uint32_t f = 0; f < c->flow->functions; f++) {
        FLOW_EACH(&c->flow->function[f], i) c->phases->together[i] = !c->in->meetings->apart[i];
    }
    part_at_branches(c);
    part_where_shared(c);
    part_in_calls(c);
}

/* ---- the chain ------------------------------------------------------------------------------- */

static bool differs(uint32_t now, uint32_t then)
{
    const uint64_t difference = now > then ? now - then : then - now;
    return difference != 0 && difference * 100 >= (uint64_t)PHASES_CHANGE * then;
}

static void take(struct chain *c, struct need need)
{
    struct phase *p = &c->phases->phase[c->phases->count - 1];
    p->registers = most(p->registers, need.registers);
    p->names |= need.names;
    p->bytes = most(p->bytes, need.bytes);
    if (need.barrier) c->since = 0;
}

// A phase begins here if it must: the first one at the entry, others where the rules say so.
static void consider(struct chain *c, uint32_t i)
{
    struct phases *p = c->phases;
    const uint32_t registers = count_bits(c->in->live->before[i]);
    const uint32_t live = c->in->shared->live[i];
    const uint32_t bytes = (uint32_t)(((uint64_t)live + PHASES_SET - 1) / PHASES_SET * PHASES_SET);
    const bool change = differs(registers, c->registers) || differs(bytes, c->bytes);
    if (p->count > 0 && !(change && c->since >= PHASES_APART && p->together[i])) return;
    p->phase[p->count++] = (struct phase){.first = i};
    c->registers = registers;
    c->bytes = bytes;
    c->since = 0;
}

// Back from a function, to where the chain came from.
static uint32_t pop(struct chain *c) { return c->depth == 0 ? FLOW_NONE : c->back[--c->depth]; }

// A barrier somewhere behind the branch is as if it were at the end of what lies there.
static uint32_t over_branch(struct chain *c, uint32_t i)
{
    find_region(c, i);
    const bool through = c->region.shortest != UINT32_MAX;
    if (through) c->since += c->region.shortest - 1;
    for (uint32_t k = 0; k < c->region.count; k++) {
        const struct flow_insn *f = &c->flow->insn[c->region.at[k]];
        take(c, need_of(c, c->region.at[k]));
        if (f->kind == FLOW_CALL) take(c, c->function[f->callee]);
    }
    if (!through) return FLOW_NONE;
    return meeting(c, i) == FLOW_NONE ? pop(c) : meeting(c, i);
}

static uint32_t into_call(struct chain *c, uint32_t i)
{
    const struct flow_insn *f = &c->flow->insn[i];
    uint32_t next[2] = {FLOW_NONE};
    flow_next(c->flow, i, next);
    const bool back = c->flow->function[f->callee].returns;
    if (c->calls[f->callee] != 1) {
        take(c, c->function[f->callee]);
        return back ? next[0] : FLOW_NONE;
    }
    c->back[c->depth++] = back ? next[0] : FLOW_NONE;
    return f->target;
}

static uint32_t step(struct chain *c, uint32_t i)
{
    const struct flow_insn *f = &c->flow->insn[i];
    uint32_t next[2];
    consider(c, i);
    take(c, need_of(c, i));
    c->since++;
    switch (f->kind) {
    case FLOW_BRANCH: return over_branch(c, i);
    case FLOW_CALL: return into_call(c, i);
    case FLOW_RETURN: return pop(c);
    default: return flow_next(c->flow, i, next) == 1 ? next[0] : FLOW_NONE;
    }
}

// Where the chain comes back to a place it has been (a loop without end, code that functions share)
// the last phase is made to do for everything.
static void walk(struct chain *c)
{
    uint32_t i = c->flow->function[0].entry;
    while (i != FLOW_NONE && !c->walked[i]) {
        c->walked[i] = true;
        i = step(c, i);
    }
    for (uint32_t f = 0; i != FLOW_NONE && f < c->flow->functions; f++) take(c, c->function[f]);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool has_own(const struct flow *flow)
{
    for (uint32_t i = 0; i < flow->code.count; i++) {
        if (flow->insn[i].kind != FLOW_UNREACHED && flow->insn[i].insn.cls == ISA_PHASE)
            return true;
    }
    return false;
}

static void count_calls(struct chain *c)
{
    for (uint32_t i = 0; i < c->flow->code.count; i++) {
        if (c->flow->insn[i].kind == FLOW_CALL) c->calls[c->flow->insn[i].callee]++;
    }
}

static void find(struct chain *c)
{
    find_together(c);
    if (has_own(c->flow)) return;
    find_needs(c);
    count_calls(c);
    walk(c);
}

bool phases_find(struct phases *phases, const struct phases_in *in)
{
    const size_t n = in->flow->code.count;
    const size_t functions = in->flow->functions;
    *phases = (struct phases){
        .phase = calloc(n, sizeof *phases->phase),
        .together = calloc(n, sizeof *phases->together),
    };
    struct chain c = {
        .in = in,
        .flow = in->flow,
        .phases = phases,
        .region = {.at = calloc(n, sizeof *c.region.at),
                   .distance = calloc(n, sizeof *c.region.distance),
                   .seen = calloc(n, sizeof *c.region.seen)},
        .function = calloc(functions, sizeof *c.function),
        .calls = calloc(functions, sizeof *c.calls),
        .back = calloc(functions + 1, sizeof *c.back),
        .walked = calloc(n, sizeof *c.walked),
    };
    const bool ok = phases->phase != NULL && phases->together != NULL && c.region.at != NULL &&
                    c.region.distance != NULL && c.region.seen != NULL && c.function != NULL &&
                    c.calls != NULL && c.back != NULL && c.walked != NULL;
    if (ok) find(&c);
    free(c.region.at);
    free(c.region.distance);
    free(c.region.seen);
    free(c.function);
    free(c.calls);
    free(c.back);
    free(c.walked);
    if (!ok) phases_free(phases);
    return ok;
}

void phases_free(struct phases *phases)
{
    free(phases->phase);
    free(phases->together);
    *phases = (struct phases){0};
}
