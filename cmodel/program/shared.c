// SPDX-License-Identifier: Apache-2.0
//
// First which registers may hold an address of shared memory: those are made of a constant, which
// the program has in a lui or among its data. From there they are followed through all that
// computes and moves. Memory is one place: once such an address may have been stored, each load may
// get one.
#include "program/shared.h"

#include <stdlib.h>

#include "isa/image.h"

struct search {
    const struct flow *flow;
    uint32_t bytes;
    uint64_t *holds;  // by instruction: registers that may hold such an address before it
    uint64_t *behind; // by function: the same at its returns
    bool stored;
    bool changed;
};

/* ---- addresses ------------------------------------------------------------------------------- */

// 0x800: what the addi behind a lui may take away. The address behind the last byte is one as well.
bool shared_constant(uint32_t bytes, uint32_t value)
{
    return value >= ISA_SHARED_BASE && value - ISA_SHARED_BASE <= bytes + 0x800;
}

// Whether what an instruction writes may be such an address.
static bool makes(const struct search *s, uint32_t i, uint64_t holds)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    const bool from = (flow_reads(insn) & holds) != 0;
    switch (insn->cls) {
    case ISA_INTEGER:
        if (insn->op == ISA_LUI) return shared_constant(s->bytes, (uint32_t)insn->imm);
        if (insn->op == ISA_AUIPC) {
            return shared_constant(s->bytes, flow_address(s->flow, i) + (uint32_t)insn->imm);
        }
        return from;
    case ISA_FLOAT: // only what moves bits
        return from &&
               (insn->op == ISA_FMV_X_W || insn->op == ISA_FMV_W_X || insn->op == ISA_FSGNJ_S);
    case ISA_LOAD:
    case ISA_ATOMIC: return s->stored;
    default: return false;
    }
}

static uint64_t step(struct search *s, uint32_t i)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    const uint64_t holds = s->holds[i];
    const bool stores = insn->cls == ISA_STORE || insn->cls == ISA_ATOMIC;
    if (stores && insn->rs2 != ISA_NONE && (holds >> insn->rs2 & 1) != 0 && !s->stored) {
        s->stored = true;
        s->changed = true;
    }
    const uint64_t writes = flow_writes(insn);
    return makes(s, i, holds) ? holds | writes : holds & ~writes;
}

static void add(struct search *s, uint64_t *to, uint64_t holds)
{
    s->changed |= (*to | holds) != *to;
    *to |= holds;
}

static void step_on(struct search *s, uint32_t function, uint32_t i)
{
    const struct flow_insn *f = &s->flow->insn[i];
    uint64_t holds = step(s, i);
    if (f->kind == FLOW_RETURN) add(s, &s->behind[function], holds);
    if (f->kind == FLOW_CALL) {
        add(s, &s->holds[f->target], holds);
        holds = s->behind[f->callee];
    }
    uint32_t next[2];
    const uint32_t count = flow_next(s->flow, i, next);
    for (uint32_t k = 0; k < count; k++) add(s, &s->holds[next[k]], holds);
}

static void find_holders(struct search *s)
{
    s->stored = s->flow->code.shared_in_data;
    do {
        s->changed = false;
        for (uint32_t f = 0; f < s->flow->functions; f++) {
            FLOW_EACH(&s->flow->function[f], i) step_on(s, f, i);
        }
    } while (s->changed);
}

static bool accesses(const struct search *s, uint32_t i)
{
    const struct isa_insn *insn = &s->flow->insn[i].insn;
    const bool memory = insn->cls == ISA_LOAD || insn->cls == ISA_STORE || insn->cls == ISA_ATOMIC;
    return memory && insn->rs1 != ISA_NONE && (s->holds[i] >> insn->rs1 & 1) != 0;
}

/* ---- from the first to the last -------------------------------------------------------------- */

enum { EARLIER = 1, LATER = 2 };

struct span {
    const struct flow *flow;
    const bool *touches; // by instruction; of a call: the function called touches shared memory
    uint8_t *seen;       // by instruction: EARLIER: touched before it; LATER: by it or behind it
    uint8_t *callers;    // by function: the same at its calls, and behind them
    bool changed;
};

static void mark(struct span *s, uint8_t *to, uint8_t what)
{
    s->changed |= (*to & what) != what;
    *to |= what;
}

static void span_on(struct span *s, uint32_t function, uint32_t i)
{
    const struct flow_insn *f = &s->flow->insn[i];
    const bool entry = s->flow->function[function].entry == i;
    if (entry) mark(s, &s->seen[i], s->callers[function] & EARLIER);
    const uint8_t earlier = s->touches[i] ? EARLIER : s->seen[i] & EARLIER;
    uint8_t later = s->touches[i] ? LATER : 0;
    uint32_t next[2];
    const uint32_t count = flow_next(s->flow, i, next);
    for (uint32_t k = 0; k < count; k++) {
        mark(s, &s->seen[next[k]], earlier);
        later |= s->seen[next[k]] & LATER;
    }
    if (f->kind == FLOW_RETURN) later |= s->callers[function] & LATER;
    if (f->kind == FLOW_CALL) {
        mark(s, &s->callers[f->callee], s->seen[i] & EARLIER);
        if (count > 0) mark(s, &s->callers[f->callee], s->seen[next[0]] & LATER);
    }
    mark(s, &s->seen[i], later);
}

// A call touches what the function called touches.
static void raise_to_calls(const struct flow *flow, bool *touches)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t f = 0; f < flow->functions; f++) {
            bool any = false;
            FLOW_EACH(&flow->function[f], i) any |= touches[i];
            if (!any) continue;
            for (uint32_t i = 0; i < flow->code.count; i++) {
                const bool call = flow->insn[i].kind == FLOW_CALL && flow->insn[i].callee == f;
                changed |= call && !touches[i];
                touches[i] |= call;
            }
        }
    }
}

static void find_span(struct span *s, bool *live)
{
    do {
        s->changed = false;
        for (uint32_t f = 0; f < s->flow->functions; f++) {
            FLOW_EACH(&s->flow->function[f], i) span_on(s, f, i);
        }
    } while (s->changed);
    for (uint32_t i = 0; i < s->flow->code.count; i++) {
        const bool itself = s->touches[i] && s->flow->insn[i].kind != FLOW_CALL;
        const bool earlier = itself || (s->seen[i] & EARLIER) != 0;
        live[i] = earlier && (s->seen[i] & LATER) != 0;
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static bool find(struct shared *shared, const struct flow *flow, uint32_t bytes)
{
    const size_t n = flow->code.count;
    struct search s = {
        .flow = flow,
        .bytes = bytes,
        .holds = calloc(n, sizeof *s.holds),
        .behind = calloc(flow->functions, sizeof *s.behind),
    };
    struct span p = {
        .flow = flow,
        .touches = shared->touches,
        .seen = calloc(n, sizeof *p.seen),
        .callers = calloc(flow->functions, sizeof *p.callers),
    };
    const bool ok = s.holds != NULL && s.behind != NULL && p.seen != NULL && p.callers != NULL;
    if (ok) {
        find_holders(&s);
        for (uint32_t i = 0; i < n; i++) {
            shared->touches[i] = flow->insn[i].kind != FLOW_UNREACHED && accesses(&s, i);
        }
        raise_to_calls(flow, shared->touches);
        find_span(&p, shared->live);
    }
    free(s.holds);
    free(s.behind);
    free(p.seen);
    free(p.callers);
    return ok;
}

bool shared_find(struct shared *shared, const struct flow *flow, uint32_t bytes)
{
    const size_t n = flow->code.count;
    *shared = (struct shared){calloc(n, sizeof(bool)), calloc(n, sizeof(bool))};
    const bool ok = shared->touches != NULL && shared->live != NULL &&
                    (bytes == 0 || find(shared, flow, bytes));
    if (!ok) shared_free(shared);
    return ok;
}

void shared_free(struct shared *shared)
{
    free(shared->touches);
    free(shared->live);
    *shared = (struct shared){0};
}
